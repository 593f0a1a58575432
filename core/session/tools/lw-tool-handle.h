// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Handles of the selection: points that are dragged to change a size, a direction or a force, or to
// rotate and scale. World coordinates, m.

#pragma once

#include "lw-tool.h"

G_BEGIN_DECLS

typedef enum
{
  LW_HANDLE_RADIUS,   ///< radius of a disc
  LW_HANDLE_CORNER,   ///< corner of a box
  LW_HANDLE_AXIS,     ///< direction of a slider or slot
  LW_HANDLE_END,      ///< end of a rod, spring or bushing, or a point of a measurement
  LW_HANDLE_CURVE,    ///< point of the curve of a curved slot
  LW_HANDLE_FORCE,    ///< tip of the arrow of a force
  LW_HANDLE_VELOCITY, ///< tip of the arrow of the velocity of a body at the start
  LW_HANDLE_TURN,     ///< rotates all selected bodies about the pivot
  LW_HANDLE_SCALE,    ///< scales all selected bodies about the pivot
  LW_HANDLE_PIVOT,
  /// centre of mass of a body that is the only selected element, whose position is `from`
  LW_HANDLE_CENTRE,
} LwHandleKind;

typedef struct
{
  LwHandleKind kind;
  LwElementRef element;
  guint index;    ///< index of the corner, end or point
  double at[2];   ///< position
  double from[2]; ///< other end of the line to the handle; equal to `at` if there is none
} LwHandle;

/// Returns the handles (array of LwHandle), those on top last. `pivot` NULL: in the middle of the
/// bodies.
GArray *lw_handles_find (const LwMechanism *mechanism,
                         const LwElementRef *elements,
                         guint n_elements,
                         const LwToolView *view,
                         const double *pivot);
/// Returns the factor by which they are enlarged with the font size: 1 to 2.
double lw_handles_get_growth (const LwToolView *view);
/// Returns the handle that a press at this place takes; NULL if there is none.
const LwHandle *lw_handles_at (const GArray *handles, const LwToolView *view, double x, double y);
/// Returns the name of the undo step, untranslated.
const char *lw_handle_get_step (LwHandleKind kind);
/// Returns the mechanism with the handle at another place. `exactly` disables rounding of angles
/// and numbers. Returns NULL and sets a message in *problem (free with g_free ()) if that is
/// impossible.
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
