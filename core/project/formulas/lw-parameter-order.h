// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Evaluation order of parameters: each follows those that its formula uses.

#pragma once

#include "lw-deadline.h"
#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns the indices (guint) of the parameters that have a formula, in this order. Returns NULL
/// and sets `error` if some form a cycle, or if the deadline (NULL: none) has passed.
GArray *
lw_parameter_order (const LwMechanism *mechanism, const LwDeadline *deadline, GError **error);

G_END_DECLS
