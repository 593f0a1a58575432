// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bindings: each makes a field of an element follow a formula. lw-evaluation.h computes the
// resulting values.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

LwBinding *
lw_binding_new (LwElementRef owner, const char *field, const char *unit, const char *expression);
LwBinding *lw_binding_ref (LwBinding *self);
void lw_binding_unref (LwBinding *self);
gboolean lw_binding_equal (const LwBinding *a, const LwBinding *b);

/// Returns the binding of a field, or NULL if the field follows no formula.
const LwBinding *
lw_mechanism_find_binding (const LwMechanism *self, LwElementRef owner, const char *field);
/// Returns a copy with these bindings (array of LwBinding) instead of the existing ones. Takes
/// ownership of the array and its contents.
LwMechanism *lw_mechanism_with_bindings (const LwMechanism *self, GPtrArray *bindings);
/// Returns a copy in which the field follows the binding; its value is unchanged. Takes ownership
/// of the binding.
LwMechanism *lw_mechanism_with_binding (const LwMechanism *self, LwBinding *binding);
/// Returns a copy in which the field follows no formula; its value is unchanged.
LwMechanism *
lw_mechanism_without_binding (const LwMechanism *self, LwElementRef owner, const char *field);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwBinding, lw_binding_unref)

G_END_DECLS
