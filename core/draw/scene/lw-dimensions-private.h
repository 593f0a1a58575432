// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where measurements and the lengths of links are on the screen: what is drawn is what is pressed.

#pragma once

#include "lw-measurement.h"
#include "lw-scene-private.h"

G_BEGIN_DECLS

#define LW_DIMENSION_ARC 24    ///< pieces of the arc of an angle
#define LW_DIMENSION_RADIUS 58 ///< px, of that arc
#define LW_DIMENSION_POINTS (LW_DIMENSION_ARC + 2)

/// One of them, px.
typedef struct
{
  guint n_points;                        ///< as LwMeasurement: position, distance, angle, lines
  double ends[LW_MEASUREMENT_POINTS][2]; ///< its points
  double offset;                         ///< distance: of the dimension line from them
  double path[2 * LW_DIMENSION_POINTS]; ///< distance: the dimension line; angle: apex, then the arc
  size_t n_path;
  double label[2]; ///< middle of its text
} LwDimension;

/// False when a body of it is not there.
bool lw_scene_frame_find_measurement (const LwSceneFrame *self,
                                      const LwSceneMeasure *measure,
                                      LwDimension *dimension);
/// Of a link with two points; false for other bodies.
bool lw_scene_frame_find_length (const LwSceneFrame *self,
                                 const LwSceneBody *body,
                                 LwDimension *dimension);
/// px from a place on the screen, 0 on its line; its text counts as part of it.
double lw_dimension_distance (const LwDimension *self, double x, double y);

/// Which links show their length in this frame.
bool lw_scene_frame_shows_length (const LwSceneFrame *self, const LwSceneBody *body);
void lw_scene_init_measures (LwScene *self, MbdState *state);
/// Measurements, and the lengths of links.
void lw_scene_frame_draw_dimensions (const LwSceneFrame *self);

G_END_DECLS
