// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-loops.h"

#include <math.h>
#include <string.h>

// ---- cuts -----------------------------------------------------------------------------------

/// An edge, by the coordinates of its ends.
typedef struct
{
  double ends[4];
} Edge;

static guint
edge_hash (gconstpointer data)
{
  const Edge *edge = data;
  guint64 hash = 0;

  for (int i = 0; i < 4; i++) {
    // -0 and 0 are the same coordinate.
    const double value = edge->ends[i] + 0.0;
    guint64 bits;

    memcpy (&bits, &value, sizeof bits);
    hash = (hash ^ bits) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
  }
  return (guint) (hash >> 32);
}

static gboolean
edge_equal (gconstpointer a_data, gconstpointer b_data)
{
  const Edge *a = a_data, *b = b_data;

  return a->ends[0] == b->ends[0] && a->ends[1] == b->ends[1] && a->ends[2] == b->ends[2]
         && a->ends[3] == b->ends[3];
}

static Edge
edge_between (const double *a, const double *b)
{
  return (Edge){ { a[0], a[1], b[0], b[1] } };
}

/// Finds edges (from point i to the next) that run back along another edge; back[i] is that edge.
static bool
find_cuts (const double *points, guint n, guint *back)
{
  g_autoptr (GHashTable) edges = g_hash_table_new (edge_hash, edge_equal);
  g_autofree Edge *all = g_new (Edge, n);
  bool any = false;

  for (guint i = 0; i < n; i++) {
    const Edge reverse = edge_between (points + 3 * ((i + 1) % n), points + 3 * i);
    gpointer other;

    back[i] = G_MAXUINT;
    all[i] = edge_between (points + 3 * i, points + 3 * ((i + 1) % n));
    if (g_hash_table_lookup_extended (edges, &reverse, NULL, &other)) {
      back[i] = GPOINTER_TO_UINT (other);
      back[back[i]] = i;
      g_hash_table_remove (edges, &reverse);
      any = true;
    } else {
      g_hash_table_insert (edges, &all[i], GUINT_TO_POINTER (i));
    }
  }
  return any;
}

guint
lw_loops_find (const double *points, guint n, guint *order, guint *ends)
{
  g_autofree guint *back = g_new (guint, (gsize) n + 1);
  g_autofree bool *seen = g_new0 (bool, (gsize) n + 1);
  guint n_loops = 0, n_ordered = 0;

  if (n < 3 || !find_cuts (points, n, back)) {
    for (guint i = 0; i < n; i++)
      order[i] = i;
    ends[0] = n;
    return n > 0 ? 1 : 0;
  }
  // At a cut, a loop continues after the edge that returns along it.
  for (guint start = 0; start < n; start++) {
    const guint begin = n_ordered;
    guint at = start;

    if (seen[start] || back[start] != G_MAXUINT)
      continue;
    do {
      seen[at] = true;
      order[n_ordered++] = at;
      at = (at + 1) % n;
      for (guint k = 0; back[at] != G_MAXUINT && k <= n; k++)
        at = (back[at] + 1) % n;
    } while (!seen[at] && back[at] == G_MAXUINT);
    if (n_ordered - begin < 3)
      n_ordered = begin;
    else
      ends[n_loops++] = n_ordered;
  }
  return n_loops;
}

// ---- loops ----------------------------------------------------------------------------------

double
lw_loops_area (const double *points, guint n)
{
  double sum = 0.0;

  for (guint i = 0; i < n; i++) {
    const double *a = points + 3 * i, *b = points + 3 * ((i + 1) % n);

    sum += (a[0] - points[0]) * (b[1] - points[1]) - (b[0] - points[0]) * (a[1] - points[1]);
  }
  return sum;
}

bool
lw_loops_contain (const double *points, guint n, const double point[2])
{
  bool inside = false;

  for (guint i = 0; i < n; i++) {
    const double *a = points + 3 * i, *b = points + 3 * ((i + 1) % n);

    if ((a[1] > point[1]) != (b[1] > point[1])
        && point[0] < a[0] + (point[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
      inside = !inside;
  }
  return inside;
}

static const double *
loop_points (const GPtrArray *loops, guint index, guint *n)
{
  const GArray *loop = loops->pdata[index];

  *n = loop->len;
  return (const double *) (const void *) loop->data;
}

static bool
loop_contains (const GPtrArray *loops, guint outer, guint inner)
{
  guint n_outer, n_inner;
  const double *a = loop_points (loops, outer, &n_outer);
  const double *b = loop_points (loops, inner, &n_inner);

  return n_inner > 0 && lw_loops_contain (a, n_outer, b);
}

static void
append_point (GArray *outline, const double *points, guint i)
{
  g_array_append_vals (outline, points + 3 * (gsize) i, 1);
}

/// Appends all points from `first` round to `first` again, in the other direction if `forwards` is
/// false.
static void
append_round (GArray *outline, const double *points, guint n, guint first, bool forwards)
{
  for (guint k = 0; k <= n; k++)
    append_point (outline, points, forwards ? (first + k) % n : (first + n - k % n) % n);
}

/// Joins a loop to the outline by a cut between two corners.
static GArray *
join_loop (GArray *outline,
           guint corner,
           const double *points,
           guint n,
           guint first,
           bool counter_clockwise)
{
  GArray *joined = g_array_sized_new (FALSE, FALSE, 3 * sizeof (double), outline->len + n + 2);
  const double *own = (const double *) (const void *) outline->data;

  for (guint i = 0; i <= corner; i++)
    append_point (joined, own, i);
  append_round (joined, points, n, first, (lw_loops_area (points, n) > 0.0) == counter_clockwise);
  for (guint i = corner; i < outline->len; i++)
    append_point (joined, own, i);
  g_array_unref (outline);
  return joined;
}

/// Returns the corner of the outline nearest to a point; *nearest is their distance.
static guint
find_nearest (const GArray *outline, const double *point, double *nearest)
{
  const double *points = (const double *) (const void *) outline->data;
  guint corner = 0;

  *nearest = INFINITY;
  for (guint i = 0; i < outline->len; i++) {
    const double distance = hypot (points[3 * i] - point[0], points[3 * i + 1] - point[1]);

    if (distance < *nearest) {
      *nearest = distance;
      corner = i;
    }
  }
  return corner;
}

/// Joins a hole to the outline at their nearest corners.
static GArray *
cut_hole (GArray *outline, const double *hole, guint n)
{
  double nearest;
  const guint corner = find_nearest (outline, hole, &nearest);

  return join_loop (outline, corner, hole, n, 0, false);
}

GArray *
lw_loops_join_plates (const GPtrArray *plates)
{
  const GArray *first = plates->pdata[0];
  GArray *outline = g_array_new (FALSE, FALSE, 3 * sizeof (double));

  g_array_append_vals (outline, first->data, first->len);
  for (guint i = 1; i < plates->len; i++) {
    guint n, corner = 0, own = 0;
    const double *points = loop_points (plates, i, &n);
    double least = INFINITY;

    for (guint k = 0; k < n; k++) {
      double distance;
      const guint at = find_nearest (outline, points + 3 * (gsize) k, &distance);

      if (!(distance < least))
        continue;
      least = distance;
      corner = at;
      own = k;
    }
    outline = join_loop (outline, corner, points, n, own, true);
  }
  return outline;
}

GPtrArray *
lw_loops_make_plates (const GPtrArray *loops)
{
  GPtrArray *plates = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree guint *depth = g_new0 (guint, (gsize) loops->len + 1);

  for (guint i = 0; i < loops->len; i++)
    for (guint k = 0; k < loops->len; k++)
      depth[i] += k != i && loop_contains (loops, k, i);
  for (guint i = 0; i < loops->len; i++) {
    guint n;
    const double *points = loop_points (loops, i, &n);
    GArray *outline;

    if (depth[i] % 2 != 0)
      continue;
    outline = g_array_new (FALSE, FALSE, 3 * sizeof (double));
    append_round (outline, points, n, 0, lw_loops_area (points, n) > 0.0);
    g_array_set_size (outline, n);
    for (guint k = 0; k < loops->len; k++)
      if (depth[k] == depth[i] + 1 && loop_contains (loops, i, k)) {
        points = loop_points (loops, k, &n);
        outline = cut_hole (outline, points, n);
      }
    g_ptr_array_add (plates, outline);
  }
  return plates;
}

// ---- crossings ------------------------------------------------------------------------------

/// An edge of a loop, from left to right.
typedef struct
{
  double a[2], b[2];
  guint loop, index, n;
} Side;

static int
compare_sides (gconstpointer a_data, gconstpointer b_data)
{
  const Side *a = a_data, *b = b_data;

  return a->a[0] < b->a[0] ? -1 : a->a[0] > b->a[0];
}

static double
turn (const double *a, const double *b, const double *c)
{
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool
same_place (const double *a, const double *b)
{
  return a[0] == b[0] && a[1] == b[1];
}

static bool
cross_each_other (const Side *s, const Side *t)
{
  const bool neighbours =
    s->loop == t->loop && ((s->index + 1) % s->n == t->index || (t->index + 1) % s->n == s->index);
  const double c1 = turn (s->a, s->b, t->a), c2 = turn (s->a, s->b, t->b);
  const double c3 = turn (t->a, t->b, s->a), c4 = turn (t->a, t->b, s->b);

  if (neighbours || same_place (s->a, t->a) || same_place (s->a, t->b) || same_place (s->b, t->a)
      || same_place (s->b, t->b))
    return false;
  return ((c1 > 0.0) != (c2 > 0.0)) && ((c3 > 0.0) != (c4 > 0.0)) && (c1 != 0.0 || c2 != 0.0);
}

bool
lw_loops_find_crossing (const GPtrArray *loops, double point[2])
{
  g_autoptr (GArray) sides = g_array_new (FALSE, FALSE, sizeof (Side));

  for (guint i = 0; i < loops->len; i++) {
    guint n;
    const double *points = loop_points (loops, i, &n);

    for (guint k = 0; k < n; k++) {
      const double *a = points + 3 * k, *b = points + 3 * ((k + 1) % n);
      const bool swapped = b[0] < a[0];
      Side side = { .loop = i, .index = k, .n = n };

      memcpy (side.a, swapped ? b : a, sizeof side.a);
      memcpy (side.b, swapped ? a : b, sizeof side.b);
      g_array_append_val (sides, side);
    }
  }
  g_array_sort (sides, compare_sides);
  for (guint i = 0; i < sides->len; i++) {
    const Side *s = &g_array_index (sides, Side, i);

    for (guint k = i + 1; k < sides->len; k++) {
      const Side *t = &g_array_index (sides, Side, k);

      if (t->a[0] > s->b[0])
        break;
      if (cross_each_other (s, t)) {
        memcpy (point, t->a, sizeof t->a);
        return true;
      }
    }
  }
  return false;
}
