// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-part-list.h"

#include <math.h>

#include "lw-marks.h"
#include "lw-shape-mass.h"

static void
clear_row (void *data)
{
  LwPartRow *row = data;

  g_free (row->name);
}

/// Returns the number of places that have points.
static guint
count_places (const GArray *points)
{
  const double *at = (const double *) (void *) points->data;
  guint n = 0;

  for (guint i = 0; i < points->len; i++) {
    bool again = false;

    for (guint k = 0; k < i; k++)
      again = again || (at[3 * i] == at[3 * k] && at[3 * i + 1] == at[3 * k + 1]);
    n += !again;
  }
  return n;
}

static double
find_longest (const GArray *points)
{
  const double *at = (const double *) (void *) points->data;
  double longest = 0;

  for (guint i = 0; i < points->len; i++)
    for (guint k = 0; k < i; k++)
      longest = fmax (longest, hypot (hypot (at[3 * i] - at[3 * k], at[3 * i + 1] - at[3 * k + 1]),
                                      at[3 * i + 2] - at[3 * k + 2]));
  return longest;
}

static void
take_sides (LwPartRow *row, double a, double b)
{
  row->length = fmax (a, b);
  row->width = fmin (a, b);
}

static void
take_extent (LwPartRow *row, const GArray *points)
{
  const double *at = (const double *) (void *) points->data;
  double box[4] = { INFINITY, INFINITY, -INFINITY, -INFINITY };

  for (guint i = 0; i < points->len; i++)
    for (int d = 0; d < 2; d++) {
      box[d] = fmin (box[d], at[3 * i + (guint) d]);
      box[2 + d] = fmax (box[2 + d], at[3 * i + (guint) d]);
    }
  if (points->len > 0)
    take_sides (row, box[2] - box[0], box[3] - box[1]);
}

static void
measure (LwPartRow *row, const GArray *points)
{
  const LwShape *shape = &row->body->shape;
  const LwPlate *plate = &row->body->plate;

  switch (shape->kind) {
  case LW_SHAPE_LINK:
    row->length = find_longest (points);
    row->width = plate->density > 0 || plate->width > 0 ? lw_shape_link_width (shape, plate) : 0;
    if (plate->hole_radius > 0) {
      row->n_holes = count_places (points);
      row->hole_diameter = 2 * plate->hole_radius;
    }
    break;
  case LW_SHAPE_DISC:
    row->length = 2 * shape->size[0];
    row->is_round = true;
    break;
  case LW_SHAPE_BOX:
    take_sides (row, shape->size[0], shape->size[1]);
    break;
  case LW_SHAPE_POLYGON:
    take_extent (row, points);
    break;
  }
}

GArray *
lw_part_list_new (const LwMechanism *mechanism)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LwPartRow));
  g_autoptr (GPtrArray) points = lw_mechanism_dup_all_link_points (mechanism);

  g_array_set_clear_func (list, clear_row);
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);
    LwPartRow row = { .body = body };

    if (!lw_marks_is_seen (mechanism, (LwElementRef){ LW_SELECTION_BODY, body->element.id }))
      continue;
    row.name = body->element.name != NULL
                 ? g_strdup (body->element.name)
                 : lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, body->element.id);
    row.mass = body->def.mass;
    row.density = body->plate.density;
    row.thickness = body->plate.density > 0 ? body->plate.thickness : 0;
    measure (&row, points->pdata[i]);
    g_array_append_val (list, row);
  }
  return list;
}
