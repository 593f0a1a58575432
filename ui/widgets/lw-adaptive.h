// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A bin that can be smaller than its child: a handler of "resized" then gives the child another
// layout. In the frame before that the child is cut off, which is too short to be noticed.

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LW_TYPE_ADAPTIVE (lw_adaptive_get_type ())
G_DECLARE_FINAL_TYPE (LwAdaptive, lw_adaptive, LW, ADAPTIVE, AdwBin)

/// Upper limit of the minimum size that it requests, px.
#define LW_ADAPTIVE_MINIMUM_WIDTH 360
#define LW_ADAPTIVE_MINIMUM_HEIGHT 320

G_END_DECLS
