// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Definitions of parameter values as text, as on a command line: "length=300 mm".

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns a copy in which every "NAME=VALUE" of the list (NULL-terminated) is applied, with all
/// dependent values updated as after an edit. A value is a number with a unit, or a formula of the
/// current parameters; a number without a unit is in the unit of the parameter. A parameter that
/// followed a formula no longer does. Returns NULL with an LW_ERROR_USAGE on failure.
LwMechanism *
lw_mechanism_define (const LwMechanism *self, const char *const *definitions, GError **error);

G_END_DECLS
