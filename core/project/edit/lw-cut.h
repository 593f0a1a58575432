// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cuts a body into two.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// Cuts a body through a point of the world (m), across its longest direction: a link becomes two
/// links, any other shape two outlines. Elements on the body stay on the half where their point is.
/// The mass is shared in proportion to the areas. The bodies are not joined; *made (may be NULL)
/// receives the new one. Returns NULL and sets an LW_ERROR_USAGE if there is nothing to cut there.
LwMechanism *lw_cut_body (const LwMechanism *mechanism,
                          int body,
                          double x,
                          double y,
                          LwElementRef *made,
                          GError **error);

G_END_DECLS
