// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fast drawing of thousands of elements in one view. Drawn one by one they take seconds and cannot
// be distinguished. Where links are lines, elements of the same appearance are collected and drawn
// together, and marks that would cover each other are omitted.
//
// Only normal elements are collected; selected, hovered, failed and disabled ones are drawn as
// always, so that they can be found.

#pragma once

#include "lw-symbols-private.h"

G_BEGIN_DECLS

typedef struct _LwCrowd LwCrowd;

/// Marks of which one represents all that are near it.
typedef enum
{
  LW_CROWD_GROUND,
  LW_CROWD_ERROR, ///< the halo of a joint that is open
  LW_CROWD_MARKS
} LwCrowdMark;

/// Returns true if this number of bodies, couplings and forces, with links w px wide, is a crowd.
bool lw_crowd_is_one (double w, const LwView *view, guint n_elements);
/// Creates the crowd of a mechanism with this number of bodies, couplings and forces, and links of
/// this typical length, m. Returns NULL if every element can be drawn on its own. All functions
/// below accept NULL; they then return false or do nothing.
LwCrowd *
lw_crowd_new (const LwBrush *brush, const LwView *view, guint n_elements, double link_length);
void lw_crowd_free (LwCrowd *self);

/// Collect an element, given in px. Return false if the caller has to draw it.
bool
lw_crowd_take_link (LwCrowd *self, const double *points, size_t n, LwHue hue, LwSymbolState state);
bool lw_crowd_take_pin (LwCrowd *self, double x, double y, LwSymbolState state);
bool lw_crowd_take_spring (LwCrowd *self,
                           double x1,
                           double y1,
                           double x2,
                           double y2,
                           LwSymbolState state);
bool
lw_crowd_take_arrow (LwCrowd *self, LwArrowKind kind, const double start[2], const double along[2]);
/// Returns true if a mark of this kind is already so close that another would cover it.
bool lw_crowd_has_mark (LwCrowd *self, LwCrowdMark mark, double x, double y);

/// Draw the collected elements.
void lw_crowd_draw_links (const LwCrowd *self, const LwBrush *brush);
void lw_crowd_draw_springs (const LwCrowd *self, const LwBrush *brush);
void lw_crowd_draw_pins (const LwCrowd *self, const LwBrush *brush);
void lw_crowd_draw_arrows (const LwCrowd *self, const LwBrush *brush);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwCrowd, lw_crowd_free)

G_END_DECLS
