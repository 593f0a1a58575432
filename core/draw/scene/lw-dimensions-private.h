// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Screen geometry of measurements and link lengths, shared by drawing and picking.

#pragma once

#include "lw-measurement.h"
#include "lw-scene-private.h"

G_BEGIN_DECLS

#define LW_DIMENSION_ARC 24    ///< pieces of the arc of an angle
#define LW_DIMENSION_RADIUS 58 ///< radius of the arc, px
#define LW_DIMENSION_POINTS (LW_DIMENSION_ARC + 2)

/// A dimension on the screen, px.
typedef struct
{
  guint n_points;                        ///< as in LwMeasurement: position, distance, angle, lines
  double ends[LW_MEASUREMENT_POINTS][2]; ///< measured points
  double offset;                         ///< distance: from the points to the dimension line
  double path[2 * LW_DIMENSION_POINTS]; ///< distance: the dimension line; angle: apex, then the arc
  size_t n_path;
  double label[2]; ///< middle of the text
} LwDimension;

/// Computes the dimension of a measurement. Returns false if one of its bodies does not exist.
bool lw_scene_frame_find_measurement (const LwSceneFrame *self,
                                      const LwSceneMeasure *measure,
                                      LwDimension *dimension);
/// Computes the dimension of a link with two points. Returns false for other bodies.
bool lw_scene_frame_find_length (const LwSceneFrame *self,
                                 const LwSceneBody *body,
                                 LwDimension *dimension);
/// Returns the distance from a place on the screen, px; 0 on its line. The text is part of it.
double lw_dimension_distance (const LwDimension *self, double x, double y);

/// Returns true if the link shows its length in this frame.
bool lw_scene_frame_shows_length (const LwSceneFrame *self, const LwSceneBody *body);
void lw_scene_init_measures (LwScene *self, MbdState *state);
/// Draws measurements and the lengths of links.
void lw_scene_frame_draw_dimensions (const LwSceneFrame *self);

G_END_DECLS
