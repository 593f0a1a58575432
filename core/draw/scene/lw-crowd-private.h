// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Thousands of elements in one view. Drawn one by one they take seconds, and nobody can tell them
// apart: where links are lines, what looks the same is collected and drawn at once, and marks that
// would lie on one another are left out.
//
// Only what looks normal is taken; what is selected, hovered, failed or switched off is drawn as
// always, so that it can be found.

#pragma once

#include "lw-symbols-private.h"

G_BEGIN_DECLS

typedef struct _LwCrowd LwCrowd;

/// Marks of which one stands for all that are near.
typedef enum
{
  LW_CROWD_GROUND,
  LW_CROWD_ERROR, ///< the halo of a joint that is open
  LW_CROWD_MARKS
} LwCrowdMark;

/// Whether so many bodies, couplings and forces, with links w px wide, are a crowd.
bool lw_crowd_is_one (double w, const LwView *view, guint n_elements);
/// For a mechanism of so many bodies, couplings and forces, with links of this typical length, m.
/// NULL when each can be drawn as it is. All functions below take NULL, and then answer FALSE or
/// do nothing.
LwCrowd *
lw_crowd_new (const LwBrush *brush, const LwView *view, guint n_elements, double link_length);
void lw_crowd_free (LwCrowd *self);

/// Take an element over; FALSE: it has to be drawn. Positions are px.
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
/// TRUE: there is such a mark so near already that another one would only cover it.
bool lw_crowd_has_mark (LwCrowd *self, LwCrowdMark mark, double x, double y);

/// Draw what was taken.
void lw_crowd_draw_links (const LwCrowd *self, const LwBrush *brush);
void lw_crowd_draw_springs (const LwCrowd *self, const LwBrush *brush);
void lw_crowd_draw_pins (const LwCrowd *self, const LwBrush *brush);
void lw_crowd_draw_arrows (const LwCrowd *self, const LwBrush *brush);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwCrowd, lw_crowd_free)

G_END_DECLS
