// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plates as solids. The face of a plate is cut into triangles by clipping ears; a hole is joined to
// the outline before by a bridge of two edges, from its rightmost corner to a corner that it sees.
// Top and bottom have the corners of the walls, so the solid is closed.

#include <math.h>
#include <string.h>

#include "lw-cut-files.h"

/// Arcs become chords this close to them, m.
#define TOLERANCE 5e-6
#define HEADER_SIZE 80
#define MM 1e3

typedef struct
{
  double x, y;
} Corner;

#define corner_of(array, i) (&g_array_index ((array), Corner, (i)))

// ---- triangles ------------------------------------------------------------------------------

static double
turn_of (const Corner *a, const Corner *b, const Corner *c)
{
  return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

static bool
is_same (const Corner *a, const Corner *b)
{
  return a->x == b->x && a->y == b->y;
}

/// Returns true if a corner lies in a triangle or on its edge, and is none of its corners.
static bool
is_in (const Corner *p, const Corner *a, const Corner *b, const Corner *c)
{
  return !is_same (p, a) && !is_same (p, b) && !is_same (p, c) && turn_of (a, b, p) >= 0
         && turn_of (b, c, p) >= 0 && turn_of (c, a, p) >= 0;
}

/// Returns the corner that `m` sees: `end` or, if corners in the triangle of `m`, the point `at` to
/// its right and `end` hide it, the one of them with the smallest slope.
static guint
find_seen (const GArray *outline, const Corner *m, const Corner *at, guint end_index)
{
  const Corner *end = corner_of (outline, end_index);
  const bool above = end->y > m->y;
  double least = INFINITY;
  guint found = end_index;

  for (guint i = 0; i < outline->len; i++) {
    const Corner *p = corner_of (outline, i);
    const double slope = fabs (p->y - m->y) / (p->x - m->x);

    if (p->x <= m->x || is_same (p, end) || slope >= least)
      continue;
    if (above ? is_in (p, m, at, end) : is_in (p, m, end, at)) {
      least = slope;
      found = i;
    }
  }
  return found;
}

/// Returns the corner of the outline to which the corner `m` of a hole can be joined.
static guint
find_bridge (const GArray *outline, const Corner *m)
{
  double nearest = INFINITY;
  guint found = 0;
  Corner at = *m;

  // The nearest edge to the right, and its end that is further to the right.
  for (guint i = 0; i < outline->len; i++) {
    const guint next = (i + 1) % outline->len;
    const Corner *a = corner_of (outline, i), *b = corner_of (outline, next);
    double x;

    if (!(a->y <= m->y && b->y > m->y) && !(b->y <= m->y && a->y > m->y))
      continue;
    x = a->x + (m->y - a->y) / (b->y - a->y) * (b->x - a->x);
    if (x >= m->x && x - m->x < nearest) {
      nearest = x - m->x;
      found = a->x > b->x ? i : next;
      at.x = x;
    }
  }
  return find_seen (outline, m, &at, found);
}

static void
join_hole (GArray *outline, const GArray *hole)
{
  g_autoptr (GArray) bridged = g_array_new (FALSE, FALSE, sizeof (Corner));
  guint right = 0, at;

  for (guint i = 1; i < hole->len; i++)
    if (corner_of (hole, i)->x > corner_of (hole, right)->x)
      right = i;
  at = find_bridge (outline, corner_of (hole, right));
  for (guint i = 0; i <= hole->len; i++)
    g_array_append_vals (bridged, corner_of (hole, (right + i) % hole->len), 1);
  g_array_append_vals (bridged, corner_of (outline, at), 1);
  g_array_insert_vals (outline, at + 1, bridged->data, bridged->len);
}

static bool
is_ear (const GArray *rest, guint i)
{
  const guint n = rest->len;
  const Corner *a = corner_of (rest, (i + n - 1) % n), *b = corner_of (rest, i);
  const Corner *c = corner_of (rest, (i + 1) % n);

  if (turn_of (a, b, c) <= 0)
    return false;
  for (guint k = 0; k < n; k++)
    if (is_in (corner_of (rest, k), a, b, c))
      return false;
  return true;
}

/// Appends the triangles of an outline, three corners each.
static void
clip_ears (GArray *rest, GArray *triangles)
{
  guint start = 0;

  while (rest->len > 3) {
    const guint n = rest->len;
    guint ear = start % n;

    for (guint tried = 0; tried < n && !is_ear (rest, ear); tried++)
      ear = (ear + 1) % n;
    g_array_append_vals (triangles, corner_of (rest, (ear + n - 1) % n), 1);
    g_array_append_vals (triangles, corner_of (rest, ear), 1);
    g_array_append_vals (triangles, corner_of (rest, (ear + 1) % n), 1);
    g_array_remove_index (rest, ear);
    // Continuing beyond the ear avoids fans of thin triangles.
    start = ear + 1;
  }
  if (rest->len == 3)
    g_array_append_vals (triangles, rest->data, 3);
}

// ---- solids ---------------------------------------------------------------------------------

static void
append_float (GByteArray *bytes, double value)
{
  const float number = (float) value;
  guint32 bits;

  memcpy (&bits, &number, sizeof bits);
  bits = GUINT32_TO_LE (bits);
  g_byte_array_append (bytes, (const guint8 *) &bits, sizeof bits);
}

static void
append_facet (GByteArray *bytes, const double normal[3], const double (*corners)[3])
{
  for (int d = 0; d < 3; d++)
    append_float (bytes, normal[d]);
  for (int i = 0; i < 3; i++)
    for (int d = 0; d < 3; d++)
      append_float (bytes, corners[i][d]);
  g_byte_array_append (bytes, (const guint8 *) "\0\0", 2);
}

/// Appends the triangles of the top, or turned over as the bottom.
static void
append_face (GByteArray *bytes, const GArray *triangles, double z, bool is_top)
{
  const double normal[3] = { 0, 0, is_top ? 1 : -1 };

  for (guint i = 0; i < triangles->len; i += 3) {
    double corners[3][3];

    for (guint k = 0; k < 3; k++) {
      const Corner *corner = corner_of (triangles, i + (is_top ? k : 2 - k));

      corners[k][0] = corner->x;
      corners[k][1] = corner->y;
      corners[k][2] = z;
    }
    append_facet (bytes, normal, (const double (*)[3]) corners);
  }
}

static void
append_wall (GByteArray *bytes, const GArray *outline, double height)
{
  for (guint i = 0; i < outline->len; i++) {
    const Corner *a = corner_of (outline, i), *b = corner_of (outline, (i + 1) % outline->len);
    const double length = hypot (b->x - a->x, b->y - a->y);
    const double normal[3] = { (b->y - a->y) / length, -(b->x - a->x) / length, 0 };
    const double lower[3][3] = { { a->x, a->y, 0 }, { b->x, b->y, 0 }, { b->x, b->y, height } };
    const double upper[3][3] = { { a->x, a->y, 0 },
                                 { b->x, b->y, height },
                                 { a->x, a->y, height } };

    append_facet (bytes, normal, lower);
    append_facet (bytes, normal, upper);
  }
}

/// Returns the corners of an outline, mm, without equal ones as floats.
static GArray *
flatten (const GArray *outline, double x)
{
  g_autoptr (GArray) points = lw_contour_flatten (outline, TOLERANCE);
  const double *at = (const double *) (void *) points->data;
  GArray *corners = g_array_new (FALSE, FALSE, sizeof (Corner));

  for (guint i = 0; i < points->len; i++) {
    const Corner corner = { (float) ((x + at[2 * i]) * MM), (float) (at[2 * i + 1] * MM) };

    if (corners->len == 0 || !is_same (&corner, corner_of (corners, corners->len - 1)))
      g_array_append_val (corners, corner);
  }
  while (corners->len > 1
         && is_same (corner_of (corners, 0), corner_of (corners, corners->len - 1)))
    g_array_set_size (corners, corners->len - 1);
  return corners;
}

static bool
contains (const GArray *outline, const Corner *place)
{
  bool is_inside = false;

  for (guint i = 0; i < outline->len; i++) {
    const Corner *a = corner_of (outline, i), *b = corner_of (outline, (i + 1) % outline->len);

    if ((a->y > place->y) != (b->y > place->y)
        && place->x < a->x + (place->y - a->y) / (b->y - a->y) * (b->x - a->x))
      is_inside = !is_inside;
  }
  return is_inside;
}

static double
find_right (const GArray *outline)
{
  double right = -INFINITY;

  for (guint i = 0; i < outline->len; i++)
    right = fmax (right, corner_of (outline, i)->x);
  return right;
}

static int
compare_right (const void *a_data, const void *b_data)
{
  const double a = find_right (*(GArray *const *) a_data),
               b = find_right (*(GArray *const *) b_data);

  return a > b ? -1 : a < b;
}

/// Appends one piece of material with the holes in it.
static void
append_solid (GByteArray *bytes,
              const GArray *material,
              const LwCutPart *part,
              double x,
              double height)
{
  g_autoptr (GArray) outline = g_array_copy ((GArray *) material);
  g_autoptr (GArray) triangles = g_array_new (FALSE, FALSE, sizeof (Corner));
  g_autoptr (GPtrArray) holes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < part->cuts->len; i++)
    if (lw_contour_area (part->cuts->pdata[i]) < 0) {
      GArray *hole = flatten (part->cuts->pdata[i], x);

      if (contains (material, corner_of (hole, 0)))
        g_ptr_array_add (holes, hole);
      else
        g_array_unref (hole);
    }
  // The rightmost hole first: its bridge cannot be in the way of the others.
  g_ptr_array_sort (holes, compare_right);
  append_wall (bytes, material, height);
  for (guint i = 0; i < holes->len; i++) {
    append_wall (bytes, holes->pdata[i], height);
    join_hole (outline, holes->pdata[i]);
  }
  clip_ears (outline, triangles);
  append_face (bytes, triangles, height, true);
  append_face (bytes, triangles, 0, false);
}

GBytes *
lw_stl_write (const LwCutParts *parts)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autofree char *header =
    g_strdup_printf ("mm, %s", parts->provenance != NULL ? parts->provenance : "Linkwright");
  guint8 head[HEADER_SIZE + 4] = { 0 };
  guint32 n;

  memcpy (head, header, MIN (strlen (header), HEADER_SIZE));
  g_byte_array_append (bytes, head, sizeof head);
  for (guint i = 0; i < parts->parts->len; i++) {
    const LwCutPart *part = lw_cut_parts_get (parts, i);
    const double x = lw_cut_parts_get_sheet_x (parts, part->sheet);

    for (guint k = 0; k < part->cuts->len; k++)
      if (lw_contour_area (part->cuts->pdata[k]) > 0) {
        g_autoptr (GArray) material = flatten (part->cuts->pdata[k], x);

        append_solid (bytes, material, part, x, (float) (part->thickness * MM));
      }
  }
  n = GUINT32_TO_LE ((guint32) ((bytes->len - sizeof head) / 50));
  memcpy (bytes->data + HEADER_SIZE, &n, sizeof n);
  return g_byte_array_free_to_bytes (bytes);
}
