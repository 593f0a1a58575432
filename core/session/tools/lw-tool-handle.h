// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The handles of what is selected: places that are dragged to change a size, a direction, a force,
// or to turn and scale. World coordinates, m.

#pragma once

#include "lw-tool.h"

G_BEGIN_DECLS

typedef enum
{
  LW_HANDLE_RADIUS,   ///< of a disc
  LW_HANDLE_CORNER,   ///< of a box
  LW_HANDLE_AXIS,     ///< the way of a slider or slot
  LW_HANDLE_END,      ///< of a rod, spring or bushing, or a point of a measurement
  LW_HANDLE_FORCE,    ///< the tip of its arrow
  LW_HANDLE_VELOCITY, ///< likewise, of a body at the start
  LW_HANDLE_TURN,     ///< all bodies that are selected, about the pivot
  LW_HANDLE_SCALE,    ///< likewise
  LW_HANDLE_PIVOT,
  LW_HANDLE_CENTRE, ///< the centre of mass of the body that alone is selected; `from`: where it is
} LwHandleKind;

typedef struct
{
  LwHandleKind kind;
  LwElementRef element;
  guint index;    ///< which corner or end
  double at[2];   ///< where it is
  double from[2]; ///< the other end of the line that leads to it; `at`: there is none
} LwHandle;

/// Of LwHandle, those that lie on top last. `pivot` NULL: in the middle of the bodies.
GArray *lw_handles_find (const LwMechanism *mechanism,
                         const LwElementRef *elements,
                         guint n_elements,
                         const LwToolView *view,
                         const double *pivot);
/// How much larger they are than usual, with the letters: 1 to 2.
double lw_handles_get_growth (const LwToolView *view);
/// The handle that a press at this place takes; NULL: none.
const LwHandle *lw_handles_at (const GArray *handles, const LwToolView *view, double x, double y);
/// Name of the undo step, untranslated.
const char *lw_handle_get_step (LwHandleKind kind);
/// The mechanism with the handle at another place. `exactly`: no round angles and numbers. NULL,
/// and a sentence in *problem (free with g_free ()), when that makes no sense.
LwMechanism *lw_handle_drag (const LwMechanism *mechanism,
                             const LwElementRef *elements,
                             guint n_elements,
                             const LwToolView *view,
                             const LwHandle *handle,
                             const double pivot[2],
                             const double to[2],
                             bool exactly,
                             char **problem);

G_END_DECLS
