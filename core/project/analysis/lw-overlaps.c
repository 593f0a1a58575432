// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bounding boxes of all outlines select the pairs that are checked in detail.

#include "lw-overlaps.h"

#include <math.h>

#include "lw-contact.h"
#include "lw-outline-distance.h"

/// Minimum depth, as a fraction of the size of the mechanism.
#define DEEP 1e-3

/// Computes left, bottom, right and top of a shape in the world, m.
static void
find_box (MbdState *state, int shape, double box[4])
{
  const MbdModel *model = mbd_state_model (state);
  const MbdShape *outline = mbd_model_shape (model, shape);
  const int body = mbd_model_shape_body (model, shape);
  const bool fixed = mbd_model_body_mobility (model, body) == MBD_FIXED;
  const double *q =
    fixed ? NULL : mbd_state_positions (state) + mbd_model_body_first_position (model, body);
  const double c = fixed ? 1 : cos (q[2]), s = fixed ? 0 : sin (q[2]);

  box[0] = box[1] = INFINITY;
  box[2] = box[3] = -INFINITY;
  for (int i = 0; i < outline->count; i++) {
    const double *p = outline->points + 2 * i;
    const double x = (fixed ? 0 : q[0]) + c * p[0] - s * p[1];
    const double y = (fixed ? 0 : q[1]) + s * p[0] + c * p[1];

    box[0] = fmin (box[0], x - outline->radius);
    box[1] = fmin (box[1], y - outline->radius);
    box[2] = fmax (box[2], x + outline->radius);
    box[3] = fmax (box[3], y + outline->radius);
  }
  if (outline->kind == MBD_SHAPE_HALF_PLANE) {
    box[0] = box[1] = -INFINITY;
    box[2] = box[3] = INFINITY;
  }
}

static bool
are_apart (const double *a, const double *b)
{
  return a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];
}

GArray *
lw_overlaps_find (const LwMechanism *mechanism, const MbdModel *model)
{
  GArray *overlaps = g_array_new (FALSE, FALSE, sizeof (LwOverlap));
  const int n = mbd_model_shape_count (model);
  g_autofree double *boxes = g_new (double, 4 * (gsize) n + 4);
  MbdState *state = n > 1 ? mbd_state_new (model) : NULL;

  for (int i = 0; state != NULL && i < n; i++)
    find_box (state, i, boxes + 4 * i);
  for (int i = 0; state != NULL && i < n; i++)
    for (int k = i + 1; k < n; k++) {
      LwOverlap overlap = { { mbd_model_shape_id (model, i), mbd_model_shape_id (model, k) }, 0 };

      if (are_apart (boxes + 4 * i, boxes + 4 * k))
        continue;
      overlap.depth = -lw_outline_distance (state, i, k);
      if (overlap.depth > DEEP * mbd_model_size (model)
          && lw_contact_get_pair (mechanism, overlap.body[0], overlap.body[1]).touches)
        g_array_append_val (overlaps, overlap);
    }
  mbd_state_free (state);
  return overlaps;
}
