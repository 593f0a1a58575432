// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hatches the bodies that do not move, as the ground is hatched.

#include "lw-coupling-paths-private.h"
#include "lw-symbols-private.h"

#include <math.h>

#define HATCH_PITCH 7.0
#define HATCH_WIDTH 1.2
#define HATCH_OPACITY 0.45
#define DISC_CORNERS 48
#define LEAST_SIZE 12.0 ///< px; smaller bodies are not hatched

static void
append (const LwSceneFrame *self, const LwSceneBody *body, const double point[3], GArray *loop)
{
  double at[2];

  lw_scene_frame_body_point (self, body->index, point, &at[0], &at[1]);
  g_array_append_val (loop, at);
}

static void
append_box (const LwSceneFrame *self, const LwSceneBody *body, GArray *loop)
{
  static const double signs[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
  const LwShape *shape = &body->body->shape;

  for (int i = 0; i < 4; i++) {
    const double point[3] = {
      shape->centre[0] + 0.5 * signs[i][0] * shape->size[0],
      shape->centre[1] + 0.5 * signs[i][1] * shape->size[1],
      shape->centre[2],
    };
    append (self, body, point, loop);
  }
}

static void
append_disc (const LwSceneFrame *self, const LwSceneBody *body, GArray *loop)
{
  const LwShape *shape = &body->body->shape;

  for (int i = 0; i < DISC_CORNERS; i++) {
    const double angle = 2.0 * G_PI * i / DISC_CORNERS;
    const double point[3] = {
      shape->centre[0] + shape->size[0] * cos (angle),
      shape->centre[1] + shape->size[0] * sin (angle),
      shape->centre[2],
    };
    append (self, body, point, loop);
  }
}

/// Returns the outline on the screen, loop by loop; `*ends` as in LwSceneBody.
static GArray *
new_outline (const LwSceneFrame *self, const LwSceneBody *body, const guint **ends, guint *n_loops)
{
  GArray *outline = g_array_new (FALSE, FALSE, 2 * sizeof (double));

  *n_loops = 1;
  switch (body->body->shape.kind) {
  case LW_SHAPE_BOX:
    append_box (self, body, outline);
    break;
  case LW_SHAPE_DISC:
    append_disc (self, body, outline);
    break;
  case LW_SHAPE_POLYGON:
    if (body->order == NULL)
      for (guint i = 0; i < body->n_points; i++)
        append (self, body, &body->points[3 * i], outline);
    else {
      // The edges that lead to the holes belong to no loop.
      for (guint i = 0; i < body->ends[body->n_loops - 1]; i++)
        append (self, body, &body->points[3 * body->order[i]], outline);
      *n_loops = body->n_loops;
      *ends = body->ends;
    }
    break;
  case LW_SHAPE_LINK:
    break;
  }
  return outline;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/// Finds the x coordinates at which the line x + y = sum crosses the outline.
static void
find_crossings (const GArray *outline, const guint *ends, guint n_loops, double sum, GArray *places)
{
  const double (*points)[2] = (const double (*)[2]) (const void *) outline->data;
  guint begin = 0;

  g_array_set_size (places, 0);
  for (guint loop = 0; loop < n_loops; loop++) {
    for (guint i = begin; i < ends[loop]; i++) {
      const double *a = points[i], *b = points[i + 1 < ends[loop] ? i + 1 : begin];
      const double before = a[0] + a[1] - sum, after = b[0] + b[1] - sum;

      if ((before < 0.0) != (after < 0.0)) {
        const double x = a[0] + (b[0] - a[0]) * before / (before - after);

        g_array_append_val (places, x);
      }
    }
    begin = ends[loop];
  }
  g_array_sort (places, compare_places);
}

/// Finds the lowest and the highest visible sum of coordinates.
static bool
find_sums (const LwSceneFrame *self, const GArray *outline, double *low, double *high)
{
  const double (*points)[2] = (const double (*)[2]) (const void *) outline->data;
  double box[4] = { INFINITY, INFINITY, -INFINITY, -INFINITY };

  *low = INFINITY;
  *high = -INFINITY;
  for (guint i = 0; i < outline->len; i++) {
    for (int d = 0; d < 2; d++) {
      box[d] = MIN (box[d], points[i][d]);
      box[d + 2] = MAX (box[d + 2], points[i][d]);
    }
    *low = MIN (*low, points[i][0] + points[i][1]);
    *high = MAX (*high, points[i][0] + points[i][1]);
  }
  if (!(MIN (box[2] - box[0], box[3] - box[1]) >= LEAST_SIZE)
      || !lw_scene_frame_sees (self, box[0], box[1], box[2], box[3]))
    return false;
  *low = MAX (*low, 0.0);
  *high = MIN (*high, self->view->width + self->view->height);
  return true;
}

void
lw_scene_frame_draw_fixed (const LwSceneFrame *self, const LwSceneBody *body)
{
  const double pitch = HATCH_PITCH * G_SQRT2;
  LwPainter *painter = self->brush.painter;
  g_autoptr (GArray) places = NULL;
  g_autoptr (GArray) outline = NULL;
  const guint *ends = NULL;
  double low, high, first;
  guint n_loops;
  bool any = false;

  if (self->view->spatial || body->is_half_plane
      || mbd_model_body_mobility (self->scene->model, body->index) != MBD_FIXED)
    return;
  outline = new_outline (self, body, &ends, &n_loops);
  if (ends == NULL)
    ends = &outline->len;
  if (outline->len < 3 || !find_sums (self, outline, &low, &high))
    return;
  places = g_array_new (FALSE, FALSE, sizeof (double));
  // The strokes keep their places on the body when the view is panned.
  first = fmod (g_array_index (outline, double, 0) + g_array_index (outline, double, 1), pitch);
  for (double sum = first + pitch * ceil ((low - first) / pitch); sum < high; sum += pitch) {
    find_crossings (outline, ends, n_loops, sum, places);
    for (guint i = 0; i + 1 < places->len; i += 2) {
      const double from = MAX (g_array_index (places, double, i), sum - self->view->height);
      const double to = MIN (g_array_index (places, double, i + 1), self->view->width);

      if (!(to > from))
        continue;
      lw_painter_line (painter, from, sum - from, to, sum - to);
      any = true;
    }
  }
  if (any)
    lw_painter_stroke (painter, lw_colour_alpha (self->palette->ink_2, HATCH_OPACITY),
                       lw_brush_stroke (&self->brush, HATCH_WIDTH));
}
