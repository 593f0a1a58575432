// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parallel projection. With azimuth A and elevation E (y up, the eye over the screen):
//
//   right   = (cos A, 0, sin A)
//   up      = (sin A sin E, cos E, -cos A sin E)
//   towards = right x up
//
// A = E = 0 is the plane view. The axonometric view (A = -38 deg, E = 24 deg) shows x to the right
// and down, y up, z to the left and down.

#include "lw-view.h"

#include <math.h>

#define DEFAULT_SCALE 400.0
#define AXONOMETRIC_AZIMUTH (-38.0 * G_PI / 180.0)
#define AXONOMETRIC_ELEVATION (24.0 * G_PI / 180.0)

static double
dot (const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void
lw_view_set_angles (LwView *self, double azimuth, double elevation)
{
  const double ca = cos (azimuth), sa = sin (azimuth);
  const double ce = cos (elevation), se = sin (elevation);
  const double right[3] = { ca, 0.0, sa };
  const double up[3] = { sa * se, ce, -ca * se };

  self->azimuth = azimuth;
  self->elevation = elevation;
  for (int i = 0; i < 3; i++) {
    self->right[i] = right[i];
    self->up[i] = up[i];
  }
  self->towards[0] = right[1] * up[2] - right[2] * up[1];
  self->towards[1] = right[2] * up[0] - right[0] * up[2];
  self->towards[2] = right[0] * up[1] - right[1] * up[0];
}

void
lw_view_set_direction (LwView *self, LwViewDirection direction)
{
  switch (direction) {
  case LW_VIEW_FRONT:
    lw_view_set_angles (self, 0.0, 0.0);
    break;
  case LW_VIEW_TOP:
    lw_view_set_angles (self, 0.0, 0.5 * G_PI);
    break;
  case LW_VIEW_RIGHT:
    lw_view_set_angles (self, -0.5 * G_PI, 0.0);
    break;
  case LW_VIEW_AXONOMETRIC:
    lw_view_set_angles (self, AXONOMETRIC_AZIMUTH, AXONOMETRIC_ELEVATION);
    break;
  }
}

void
lw_view_init (LwView *self, double width, double height, bool spatial)
{
  *self = (LwView){
    .width = width,
    .height = height,
    .scale = DEFAULT_SCALE,
    .spatial = spatial,
  };
  lw_view_set_direction (self, spatial ? LW_VIEW_AXONOMETRIC : LW_VIEW_FRONT);
}

void
lw_view_set_size (LwView *self, double width, double height)
{
  self->width = width;
  self->height = height;
}

void
lw_view_pan (LwView *self, double dx, double dy)
{
  for (int i = 0; i < 3; i++)
    self->centre[i] += (dy * self->up[i] - dx * self->right[i]) / self->scale;
}

void
lw_view_zoom_at (LwView *self, double x, double y, double factor)
{
  const double old_scale = self->scale;
  const double dx = x - 0.5 * self->width, dy = y - 0.5 * self->height;
  double shift;

  if (!(factor > 0.0))
    return;
  self->scale = CLAMP (old_scale * factor, LW_VIEW_SCALE_MIN, LW_VIEW_SCALE_MAX);
  shift = 1.0 / old_scale - 1.0 / self->scale;
  for (int i = 0; i < 3; i++)
    self->centre[i] += shift * (dx * self->right[i] - dy * self->up[i]);
}

void
lw_view_fit (LwView *self, const double minimum[3], const double maximum[3], double margin)
{
  double half_width = 0.0, half_height = 0.0, scale = INFINITY;

  for (int i = 0; i < 3; i++) {
    const double half = 0.5 * (maximum[i] - minimum[i]);

    self->centre[i] = 0.5 * (maximum[i] + minimum[i]);
    half_width += half * fabs (self->right[i]);
    half_height += half * fabs (self->up[i]);
  }
  if (half_width > 0.0)
    scale = MAX (0.5 * self->width - margin, 8.0) / half_width;
  if (half_height > 0.0)
    scale = MIN (scale, MAX (0.5 * self->height - margin, 8.0) / half_height);
  if (isfinite (scale))
    self->scale = CLAMP (scale, LW_VIEW_SCALE_MIN, LW_VIEW_SCALE_MAX);
}

void
lw_view_project (const LwView *self, const double world[3], double *x, double *y)
{
  const double relative[3] = {
    world[0] - self->centre[0],
    world[1] - self->centre[1],
    world[2] - self->centre[2],
  };

  lw_view_project_vector (self, relative, x, y);
  *x += 0.5 * self->width;
  *y += 0.5 * self->height;
}

void
lw_view_project_vector (const LwView *self, const double vector[3], double *dx, double *dy)
{
  *dx = self->scale * dot (vector, self->right);
  *dy = -self->scale * dot (vector, self->up);
}

double
lw_view_depth (const LwView *self, const double world[3])
{
  return dot (world, self->towards);
}

void
lw_view_unproject (const LwView *self, double x, double y, double world[3])
{
  const double dx = (x - 0.5 * self->width) / self->scale;
  const double dy = (0.5 * self->height - y) / self->scale;

  for (int i = 0; i < 3; i++)
    world[i] = self->centre[i] + dx * self->right[i] + dy * self->up[i];
}
