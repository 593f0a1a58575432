// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projection from the world (m, y up) to the screen (px, y down): pan, zoom and direction of view.
// One parallel projection serves plane and space; the plane is viewed against the z axis.

#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

/// A view. The fields may be read directly; they are changed only by the functions below.
typedef struct
{
  double width, height; ///< px, size of the surface
  double scale;         ///< px per m
  double centre[3];     ///< m, world point in the middle of the surface
  bool spatial;
  double azimuth;   ///< rad, about the world's y axis; negative shows the right side
  double elevation; ///< rad, positive for a view from above
  double right[3];  ///< unit vectors of the screen in the world
  double up[3];
  double towards[3]; ///< out of the screen, towards the eye
} LwView;

/// Standard directions, keys 1, 2, 3, 0 of the number pad.
typedef enum
{
  LW_VIEW_FRONT,
  LW_VIEW_TOP,
  LW_VIEW_RIGHT,
  LW_VIEW_AXONOMETRIC, ///< azimuth -38 deg, elevation 24 deg
} LwViewDirection;

#define LW_VIEW_SCALE_MIN 1e-6
#define LW_VIEW_SCALE_MAX 1e9

/// Initialises a view: 400 px per m, the origin in the middle; axonometric if `spatial`, otherwise
/// the plane view.
void lw_view_init (LwView *self, double width, double height, bool spatial);
/// Sets the size, keeping the world point in the middle.
void lw_view_set_size (LwView *self, double width, double height);
void lw_view_set_direction (LwView *self, LwViewDirection direction);
void lw_view_set_angles (LwView *self, double azimuth, double elevation);
/// Moves the picture by (dx, dy) px.
void lw_view_pan (LwView *self, double dx, double dy);
/// Zooms, keeping the world point under (x, y). The scale is clamped to its limits.
void lw_view_zoom_at (LwView *self, double x, double y, double factor);
/// Fits a box of the world into the view with a margin in px; an empty box is only centred.
void lw_view_fit (LwView *self, const double minimum[3], const double maximum[3], double margin);

void lw_view_project (const LwView *self, const double world[3], double *x, double *y);
/// Projects a vector of the world to the screen, px.
void lw_view_project_vector (const LwView *self, const double vector[3], double *dx, double *dy);
/// Returns the depth of a point, m; larger is nearer to the eye.
double lw_view_depth (const LwView *self, const double world[3]);
/// Computes the point that is drawn at (x, y) in the plane through the centre (in the plane view: z
/// = centre z).
void lw_view_unproject (const LwView *self, double x, double y, double world[3]);

G_END_DECLS
