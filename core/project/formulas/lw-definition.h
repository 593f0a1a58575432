// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters that are given other values by words, as on a command line: "length=300 mm".

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Every "NAME=VALUE" of the list (ends with NULL) holds, then all that follows from it as after an
/// edit. A value is a number with a unit, or a formula of parameters as they are; a plain number
/// counts in the unit of the parameter. What followed a formula follows it no more. NULL, and an
/// LW_ERROR_USAGE, when that cannot be.
LwMechanism *
lw_mechanism_define (const LwMechanism *self, const char *const *definitions, GError **error);

G_END_DECLS
