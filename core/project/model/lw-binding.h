// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bindings: which field of which element follows which formula. The values that follow from them are
// computed in lw-evaluation.h.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

LwBinding *
lw_binding_new (LwElementRef owner, const char *field, const char *unit, const char *expression);
LwBinding *lw_binding_ref (LwBinding *self);
void lw_binding_unref (LwBinding *self);
gboolean lw_binding_equal (const LwBinding *a, const LwBinding *b);

/// That of a field; NULL: it follows nothing.
const LwBinding *
lw_mechanism_find_binding (const LwMechanism *self, LwElementRef owner, const char *field);
/// With these bindings (of LwBinding; they and the array are taken over) instead of its own.
LwMechanism *lw_mechanism_with_bindings (const LwMechanism *self, GPtrArray *bindings);
/// The field follows the binding, which is taken over, from now on; its value is left as it is.
LwMechanism *lw_mechanism_with_binding (const LwMechanism *self, LwBinding *binding);
/// The field follows nothing; its value stays.
LwMechanism *
lw_mechanism_without_binding (const LwMechanism *self, LwElementRef owner, const char *field);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwBinding, lw_binding_unref)

G_END_DECLS
