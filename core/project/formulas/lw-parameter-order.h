// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order in which parameters are computed: each after those that its formula uses.

#pragma once

#include "lw-deadline.h"
#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Places (guint) of the parameters that have a formula. NULL, and a sentence, when some follow
/// from each other in a circle, or the deadline (NULL: none) is over.
GArray *
lw_parameter_order (const LwMechanism *mechanism, const LwDeadline *deadline, GError **error);

G_END_DECLS
