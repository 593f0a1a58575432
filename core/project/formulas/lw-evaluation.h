// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Evaluation of parameters and of fields that follow formulas, after a change, and updates when
// parameters are renamed or removed. All functions return a new mechanism.

#pragma once

#include "lw-binding.h"
#include "lw-deadline.h"

G_BEGIN_DECLS

/// Returns a mechanism in which every parameter and every field has the value of its formula. On
/// failure returns NULL and sets `error`, which names the parameter or the field.
LwMechanism *lw_mechanism_evaluate (const LwMechanism *self, GError **error);
/// Like lw_mechanism_evaluate (), for a mechanism from a file: for each stored number that differs
/// from the result of its formula, *differences contains a message (free with g_strfreev ()); NULL
/// on failure. The deadline may be NULL.
LwMechanism *lw_mechanism_evaluate_stored (const LwMechanism *self,
                                           const LwDeadline *deadline,
                                           GStrv *differences,
                                           GError **error);
/// Returns the mechanism without the bindings of removed elements and of fields that no longer have
/// the value of their formula, for example after dragging. If all bindings are valid, returns a new
/// reference to the same mechanism.
LwMechanism *lw_mechanism_settle_bindings (LwMechanism *self);

/// Returns the number of fields, functions, laws and other parameters that use a parameter.
guint lw_mechanism_count_uses (const LwMechanism *self, const char *name);
/// Replaces the parameter `name` (NULL: adds one) by `parameter`, whose ownership it takes, and
/// updates all dependent values; a new name is also replaced wherever it is used. Returns NULL and
/// sets `error` if this is not possible.
LwMechanism *lw_mechanism_change_parameter (const LwMechanism *self,
                                            const char *name,
                                            LwParameter *parameter,
                                            GError **error);
/// Removes a parameter; its value replaces it where it was used.
LwMechanism *
lw_mechanism_dissolve_parameter (const LwMechanism *self, const char *name, GError **error);
/// Returns an unused parameter name: "a", "b" ... Free with g_free ().
char *lw_mechanism_dup_free_parameter_name (const LwMechanism *self);

G_END_DECLS
