// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fields that follow formulas, and the parameters in them: evaluating all of them after a change,
// and what becomes of them where parameters are renamed or go. Everything here makes another
// mechanism.

#pragma once

#include "lw-binding.h"
#include "lw-deadline.h"

G_BEGIN_DECLS

/// Every parameter and every field as its formula says. NULL, and a sentence that names the
/// parameter or the field, when one of them cannot be had.
LwMechanism *lw_mechanism_evaluate (const LwMechanism *self, GError **error);
/// The same of what a file stores: a number that is not what its formula gives is told by a
/// sentence in *differences, which is the caller's; NULL where it fails. The deadline may be NULL.
LwMechanism *lw_mechanism_evaluate_stored (const LwMechanism *self,
                                           const LwDeadline *deadline,
                                           GStrv *differences,
                                           GError **error);
/// Without the bindings of elements that are gone and of fields that now hold something else, as
/// after they were dragged. The same one (a new reference) when all hold.
LwMechanism *lw_mechanism_settle_bindings (LwMechanism *self);

/// How many fields, functions, laws and other parameters use a parameter.
guint lw_mechanism_count_uses (const LwMechanism *self, const char *name);
/// The parameter (taken over) instead of the one called `name` (NULL: a new one), with everything
/// that follows from it; a new name replaces the old one wherever it is used. NULL, and a sentence,
/// when that cannot be.
LwMechanism *lw_mechanism_change_parameter (const LwMechanism *self,
                                            const char *name,
                                            LwParameter *parameter,
                                            GError **error);
/// Without the parameter; where it was used its value stands.
LwMechanism *
lw_mechanism_dissolve_parameter (const LwMechanism *self, const char *name, GError **error);
/// A name that no parameter has: "a", "b" ... Free with g_free ().
char *lw_mechanism_dup_free_parameter_name (const LwMechanism *self);

G_END_DECLS
