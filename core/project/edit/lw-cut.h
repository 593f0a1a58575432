// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two bodies out of one.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// Cuts a body through a point of the world (m), across its longest direction: a link becomes two
/// links, any other shape two outlines. What is on the body stays on the half where its point is.
/// The mass is shared out by the areas. The bodies are not joined; the new one goes to *made (may
/// be NULL). NULL, and an LW_ERROR_USAGE, when there is nothing to cut there.
LwMechanism *lw_cut_body (const LwMechanism *mechanism,
                          int body,
                          double x,
                          double y,
                          LwElementRef *made,
                          GError **error);

G_END_DECLS
