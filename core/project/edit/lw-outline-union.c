// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Union of outlines. All edges are split where they meet, so that two edges are equal or share at
// most an end. An edge is kept if one side of it is in some piece and the other side in none. The
// kept edges are joined to loops that have the pieces on their left.

#include "lw-outline-union.h"

#include <math.h>
#include <string.h>

#include "lw-loops.h"

/// Distance below which places are equal, relative to the whole.
#define NEAR_PART 1e-9
/// Tolerance of the area of the union, relative to the sum of the areas.
#define AREA_PART 1e-6
/// Splitting creates places that may lie on other edges.
#define ROUNDS_MAX 6

typedef struct
{
  guint a, b; ///< indices of places
  guint owner;
} Edge;

typedef struct
{
  guint edge;
  guint place;
  double along; ///< 0 .. 1
} Split;

typedef struct
{
  GArray *places; ///< array of double[2]
  GArray *edges;  ///< array of Edge, by owner
  guint n_owners;
  double near;
} Union;

static const double *
place_at (const Union *self, guint index)
{
  return (const double *) (const void *) self->places->data + 2 * (gsize) index;
}

static guint
find_place (Union *self, const double *at)
{
  for (guint i = 0; i < self->places->len; i++) {
    const double *other = place_at (self, i);

    if (fabs (other[0] - at[0]) <= self->near && fabs (other[1] - at[1]) <= self->near)
      return i;
  }
  g_array_append_vals (self->places, at, 1);
  return self->places->len - 1;
}

// ---- edges ----------------------------------------------------------------------------------

static bool
take_loops (Union *self, const GPtrArray *loops, const guint *owners)
{
  double box[4] = { INFINITY, INFINITY, -INFINITY, -INFINITY };
  guint n = 0;

  for (guint i = 0; i < loops->len; i++) {
    const GArray *loop = loops->pdata[i];

    n += loop->len;
    self->n_owners = MAX (self->n_owners, owners[i] + 1);
    for (guint k = 0; k < loop->len; k++) {
      const double *at = (const double *) (const void *) loop->data + 3 * (gsize) k;

      for (int d = 0; d < 2; d++) {
        if (!isfinite (at[d]))
          return false;
        box[d] = fmin (box[d], at[d]);
        box[2 + d] = fmax (box[2 + d], at[d]);
      }
    }
  }
  self->near = NEAR_PART * hypot (box[2] - box[0], box[3] - box[1]);
  if (n == 0 || n > LW_OUTLINE_UNION_MAX || !(self->near > 0) || !isfinite (self->near))
    return false;
  for (guint i = 0; i < loops->len; i++) {
    const GArray *loop = loops->pdata[i];
    const double *points = (const double *) (const void *) loop->data;

    for (guint k = 0; k < loop->len; k++) {
      const Edge edge = { find_place (self, points + 3 * (gsize) k),
                          find_place (self, points + 3 * (gsize) ((k + 1) % loop->len)),
                          owners[i] };

      if (edge.a != edge.b)
        g_array_append_val (self->edges, edge);
    }
  }
  return self->edges->len >= 3;
}

/// Returns the distance of a place from the line of an edge, to its left, m; *along is 0 at its
/// start and 1 at its end.
static double
distance_from (const double *a, const double *b, const double *at, double *along)
{
  const double dx = b[0] - a[0], dy = b[1] - a[1];
  const double length = hypot (dx, dy);

  *along = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / (length * length);
  return ((at[1] - a[1]) * dx - (at[0] - a[0]) * dy) / length;
}

static void
add_split (GArray *splits, guint edge, guint place, double along)
{
  const Split split = { edge, place, along };

  g_array_append_val (splits, split);
}

/// Splits an edge where an end of another one lies inside it.
static void
split_at_end (const Union *self, GArray *splits, guint index, guint place)
{
  const Edge *edge = &g_array_index (self->edges, Edge, index);
  double along;
  const double distance = distance_from (place_at (self, edge->a), place_at (self, edge->b),
                                         place_at (self, place), &along);

  if (place != edge->a && place != edge->b && fabs (distance) <= self->near && along > 0
      && along < 1)
    add_split (splits, index, place, along);
}

static void
split_pair (Union *self, GArray *splits, guint i, guint k)
{
  const Edge s = g_array_index (self->edges, Edge, i), t = g_array_index (self->edges, Edge, k);
  double a[2], b[2], along[4], off[4], at[2];
  guint place;

  split_at_end (self, splits, i, t.a);
  split_at_end (self, splits, i, t.b);
  split_at_end (self, splits, k, s.a);
  split_at_end (self, splits, k, s.b);
  if (s.a == t.a || s.a == t.b || s.b == t.a || s.b == t.b)
    return;
  off[0] = distance_from (place_at (self, s.a), place_at (self, s.b), place_at (self, t.a), along);
  off[1] =
    distance_from (place_at (self, s.a), place_at (self, s.b), place_at (self, t.b), along + 1);
  off[2] =
    distance_from (place_at (self, t.a), place_at (self, t.b), place_at (self, s.a), along + 2);
  off[3] =
    distance_from (place_at (self, t.a), place_at (self, t.b), place_at (self, s.b), along + 3);
  for (int n = 0; n < 4; n++)
    if (fabs (off[n]) <= self->near || (n % 2 == 1 && (off[n] > 0) == (off[n - 1] > 0)))
      return;
  memcpy (a, place_at (self, s.a), sizeof a);
  memcpy (b, place_at (self, s.b), sizeof b);
  for (int d = 0; d < 2; d++)
    at[d] = a[d] + off[2] / (off[2] - off[3]) * (b[d] - a[d]);
  place = find_place (self, at);
  if (place != s.a && place != s.b)
    add_split (splits, i, place, off[2] / (off[2] - off[3]));
  if (place != t.a && place != t.b)
    add_split (splits, k, place, off[0] / (off[0] - off[1]));
}

static int
compare_splits (gconstpointer a_data, gconstpointer b_data)
{
  const Split *a = a_data, *b = b_data;

  if (a->edge != b->edge)
    return a->edge < b->edge ? -1 : 1;
  return a->along < b->along ? -1 : a->along > b->along;
}

static void
apply_splits (Union *self, GArray *splits)
{
  GArray *next = g_array_sized_new (FALSE, FALSE, sizeof (Edge), self->edges->len + splits->len);
  guint at = 0;

  g_array_sort (splits, compare_splits);
  for (guint i = 0; i < self->edges->len; i++) {
    Edge edge = g_array_index (self->edges, Edge, i);
    const guint end = edge.b;

    for (; at < splits->len && g_array_index (splits, Split, at).edge == i; at++) {
      edge.b = g_array_index (splits, Split, at).place;
      if (edge.a == edge.b)
        continue;
      g_array_append_val (next, edge);
      edge.a = edge.b;
    }
    edge.b = end;
    if (edge.a != edge.b)
      g_array_append_val (next, edge);
  }
  g_array_unref (self->edges);
  self->edges = next;
}

/// Computes the least and greatest x and y of an edge, slightly enlarged.
static void
find_box (const Union *self, guint index, double box[4])
{
  const Edge *edge = &g_array_index (self->edges, Edge, index);
  const double *a = place_at (self, edge->a), *b = place_at (self, edge->b);

  for (int d = 0; d < 2; d++) {
    box[d] = fmin (a[d], b[d]) - self->near;
    box[2 + d] = fmax (a[d], b[d]) + self->near;
  }
}

/// Returns false if splitting does not end.
static bool
split_all (Union *self)
{
  for (int round = 0; round < ROUNDS_MAX; round++) {
    g_autoptr (GArray) splits = g_array_new (FALSE, FALSE, sizeof (Split));
    g_autofree double *boxes = g_new (double, 4 * (gsize) self->edges->len);

    for (guint i = 0; i < self->edges->len; i++)
      find_box (self, i, boxes + 4 * (gsize) i);
    for (guint i = 0; i < self->edges->len; i++)
      for (guint k = i + 1; k < self->edges->len; k++) {
        const double *s = boxes + 4 * (gsize) i, *t = boxes + 4 * (gsize) k;

        if (s[0] <= t[2] && t[0] <= s[2] && s[1] <= t[3] && t[1] <= s[3])
          split_pair (self, splits, i, k);
      }
    if (splits->len == 0)
      return true;
    if (self->edges->len + splits->len > 3 * LW_OUTLINE_UNION_MAX)
      return false;
    apply_splits (self, splits);
  }
  return false;
}

// ---- sides ----------------------------------------------------------------------------------

static bool
is_same (const Edge *a, const Edge *b)
{
  return (a->a == b->a && a->b == b->b) || (a->a == b->b && a->b == b->a);
}

/// Returns true if a ray from a point along an axis crosses an edge.
static bool
is_met (const Union *self, const Edge *edge, const double from[2], int axis)
{
  const double *a = place_at (self, edge->a), *b = place_at (self, edge->b);
  const int other = 1 - axis;

  return (a[other] > from[other]) != (b[other] > from[other])
         && from[axis]
              < a[axis] + (from[other] - a[other]) / (b[other] - a[other]) * (b[axis] - a[axis]);
}

/// Returns true if the pieces lie on one side of an edge only, and turns it so that they lie on its
/// left. A ray from its middle across it is tested against the edges of each piece; the piece's own
/// edges at this place distinguish the sides.
static bool
bounds (const Union *self, Edge *edge)
{
  const double *a = place_at (self, edge->a), *b = place_at (self, edge->b);
  const double dx = b[0] - a[0], dy = b[1] - a[1];
  const double middle[2] = { 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]) };
  const int axis = fabs (dy) >= fabs (dx) ? 0 : 1;
  const bool ray_is_left = axis == 0 ? dy < 0 : dx > 0;
  bool ahead = false, behind = false;
  guint i = 0;

  for (guint owner = 0; owner < self->n_owners; owner++) {
    bool inside = false, own = false;

    for (; i < self->edges->len && g_array_index (self->edges, Edge, i).owner == owner; i++) {
      const Edge *other = &g_array_index (self->edges, Edge, i);

      if (is_same (other, edge))
        own = !own;
      else if (is_met (self, other, middle, axis))
        inside = !inside;
    }
    ahead = ahead || inside;
    behind = behind || inside != own;
  }
  if (ahead != behind && ahead != ray_is_left) {
    const guint first = edge->a;

    edge->a = edge->b;
    edge->b = first;
  }
  return ahead != behind;
}

static guint
edge_hash (gconstpointer data)
{
  const Edge *edge = data;

  return MIN (edge->a, edge->b) * 2654435761u ^ MAX (edge->a, edge->b);
}

static gboolean
edge_equal (gconstpointer a, gconstpointer b)
{
  return is_same (a, b);
}

/// Returns each edge once that has the pieces on its left and nothing on its right.
static GArray *
find_bounds (const Union *self)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (Edge));
  g_autoptr (GHashTable) seen = g_hash_table_new (edge_hash, edge_equal);

  for (guint i = 0; i < self->edges->len; i++) {
    Edge *edge = &g_array_index (self->edges, Edge, i);
    Edge turned = *edge;

    if (g_hash_table_add (seen, edge) && bounds (self, &turned))
      g_array_append_val (kept, turned);
  }
  return kept;
}

// ---- loops ----------------------------------------------------------------------------------

static double
direction_of (const Union *self, guint from, guint to)
{
  const double *a = place_at (self, from), *b = place_at (self, to);

  return atan2 (b[1] - a[1], b[0] - a[0]);
}

/// Returns the edge that continues another one: of several, the first clockwise from the direction
/// back, so that pieces which touch at a corner stay separate. G_MAXUINT if there is none.
static guint
find_next (const Union *self, const GArray *kept, const bool *used, const Edge *edge)
{
  const double back = direction_of (self, edge->b, edge->a);
  double least = INFINITY;
  guint found = G_MAXUINT;

  for (guint i = 0; i < kept->len; i++) {
    const Edge *other = &g_array_index (kept, Edge, i);
    double turn;

    if (used[i] || other->a != edge->b)
      continue;
    turn = back - direction_of (self, other->a, other->b);
    turn -= 2 * G_PI * floor (turn / (2 * G_PI));
    if (turn < least) {
      least = turn;
      found = i;
    }
  }
  return found;
}

/// Returns the points of a loop without corners where it continues straight.
static GArray *
to_points (const Union *self, const GArray *corners)
{
  GArray *points = g_array_new (FALSE, FALSE, 3 * sizeof (double));

  for (guint i = 0; i < corners->len; i++) {
    const double *at = place_at (self, g_array_index (corners, guint, i));
    const double *after = place_at (self, g_array_index (corners, guint, (i + 1) % corners->len));
    const double *before =
      points->len > 0 ? (const double *) (void *) points->data + 3 * (gsize) (points->len - 1)
                      : place_at (self, g_array_index (corners, guint, corners->len - 1));
    double along;

    if (fabs (distance_from (before, after, at, &along)) > self->near || along <= 0 || along >= 1)
      g_array_append_vals (points, (double[3]){ at[0], at[1], 0 }, 1);
  }
  return points;
}

/// Adds the loop that begins with an edge. Returns false if it does not close.
static bool
link_loop (const Union *self, const GArray *kept, bool *used, guint start, GPtrArray *loops)
{
  g_autoptr (GArray) corners = g_array_new (FALSE, FALSE, sizeof (guint));
  guint at = start;

  do {
    const Edge *edge = &g_array_index (kept, Edge, at);

    used[at] = true;
    g_array_append_val (corners, edge->a);
    if (edge->b == g_array_index (kept, Edge, start).a) {
      if (corners->len >= 3)
        g_ptr_array_add (loops, to_points (self, corners));
      return true;
    }
    at = find_next (self, kept, used, edge);
  } while (at != G_MAXUINT);
  return false;
}

/// Returns NULL if an edge has no continuation.
static GPtrArray *
link_edges (const Union *self, const GArray *kept)
{
  GPtrArray *loops = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree bool *used = g_new0 (bool, (gsize) kept->len + 1);
  g_autofree guint *from = g_new0 (guint, (gsize) self->places->len + 1);
  bool good = true;

  for (guint i = 0; i < kept->len; i++)
    from[g_array_index (kept, Edge, i).a]++;
  // Loops begin away from places where they touch others: a later test needs this to find nested
  // loops.
  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < kept->len && good; i++)
      if (!used[i] && (pass == 1 || from[g_array_index (kept, Edge, i).a] == 1))
        good = link_loop (self, kept, used, i, loops);
  if (!good)
    g_clear_pointer (&loops, g_ptr_array_unref);
  return loops;
}

// ---- areas ----------------------------------------------------------------------------------

static double
area_of (const GPtrArray *loops)
{
  double sum = 0;

  for (guint i = 0; i < loops->len; i++) {
    const GArray *loop = loops->pdata[i];

    sum += 0.5 * lw_loops_area ((const double *) (const void *) loop->data, loop->len);
  }
  return sum;
}

/// Returns true if the area is at least the area of the largest piece, and at most the sum of all.
static bool
is_plausible (const GPtrArray *loops, const GPtrArray *pieces, const guint *owners, guint n_owners)
{
  g_autofree double *areas = g_new0 (double, n_owners);
  const double area = area_of (loops);
  double largest = 0, sum = 0;

  // Nested loops of a piece are holes.
  for (guint i = 0; i < pieces->len; i++) {
    const GArray *loop = pieces->pdata[i];
    const double *points = (const double *) (const void *) loop->data;
    bool is_hole = false;

    for (guint k = 0; k < pieces->len; k++) {
      const GArray *other = pieces->pdata[k];

      if (k != i && owners[k] == owners[i] && loop->len > 0
          && lw_loops_contain ((const double *) (const void *) other->data, other->len, points))
        is_hole = !is_hole;
    }
    areas[owners[i]] += (is_hole ? -0.5 : 0.5) * fabs (lw_loops_area (points, loop->len));
  }
  for (guint i = 0; i < n_owners; i++) {
    largest = fmax (largest, areas[i]);
    sum += areas[i];
  }
  return area >= largest - AREA_PART * sum && area <= sum + AREA_PART * sum;
}

GPtrArray *
lw_outline_union (const GPtrArray *loops, const guint *owners)
{
  Union self = { .places = g_array_new (FALSE, FALSE, 2 * sizeof (double)),
                 .edges = g_array_new (FALSE, FALSE, sizeof (Edge)) };
  GPtrArray *made = NULL;

  if (take_loops (&self, loops, owners) && split_all (&self)) {
    g_autoptr (GArray) kept = find_bounds (&self);

    made = link_edges (&self, kept);
  }
  if (made != NULL && (made->len == 0 || !is_plausible (made, loops, owners, self.n_owners)))
    g_clear_pointer (&made, g_ptr_array_unref);
  g_array_unref (self.places);
  g_array_unref (self.edges);
  return made;
}
