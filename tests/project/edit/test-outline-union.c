// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Union of outlines, compared with areas in closed form and by sampling points, and the shape of
// merged bodies.

#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "lw-loops.h"
#include "lw-merge.h"
#include "lw-outline-union.h"
#include "lw-text.h"

typedef struct
{
  GPtrArray *loops;
  GArray *owners;
} Pieces;

static Pieces
pieces_new (void)
{
  return (Pieces){ g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref),
                   g_array_new (FALSE, FALSE, sizeof (guint)) };
}

static void
pieces_clear (Pieces *self)
{
  g_ptr_array_unref (self->loops);
  g_array_unref (self->owners);
}

static GArray *
add_loop (Pieces *self, guint owner)
{
  GArray *loop = g_array_new (FALSE, FALSE, 3 * sizeof (double));

  g_ptr_array_add (self->loops, loop);
  g_array_append_val (self->owners, owner);
  return loop;
}

static void
add_corner (GArray *loop, double x, double y)
{
  g_array_append_vals (loop, (double[3]){ x, y, 0 }, 1);
}

/// Adds a box from corner to corner, turned about the origin.
static void
add_box (Pieces *self, guint owner, const double box[4], double angle)
{
  GArray *loop = add_loop (self, owner);

  for (int i = 0; i < 4; i++) {
    const double x = box[i == 1 || i == 2 ? 2 : 0], y = box[i >= 2 ? 3 : 1];

    add_corner (loop, cos (angle) * x - sin (angle) * y, sin (angle) * x + cos (angle) * y);
  }
}

static GPtrArray *
unite (const Pieces *self)
{
  return lw_outline_union (self->loops, (const guint *) (const void *) self->owners->data);
}

static const double *
points_of (const GArray *loop)
{
  return (const double *) (const void *) loop->data;
}

static double
area_of (const GPtrArray *loops)
{
  double sum = 0;

  for (guint i = 0; i < loops->len; i++) {
    const GArray *loop = loops->pdata[i];

    sum += 0.5 * lw_loops_area (points_of (loop), loop->len);
  }
  return sum;
}

static guint
count_corners (const GPtrArray *loops)
{
  guint n = 0;

  for (guint i = 0; i < loops->len; i++)
    n += ((const GArray *) loops->pdata[i])->len;
  return n;
}

/// Boxes at several angles, with edges that coincide up to rounding.
static void
test_boxes (void)
{
  static const double angles[] = { 0, 0.3, 1, 0.5 * G_PI, 2.7 };
  static const struct
  {
    const char *name;
    guint n;
    double boxes[5][4];
    double area;
    guint n_loops, n_corners; ///< 0: not checked
  } cases[] = {
    { "overlapping", 2, { { 0, 0, 1, 1 }, { 0.5, 0.5, 1.5, 1.5 } }, 1.75, 1, 8 },
    { "side by side", 2, { { 0, 0, 1, 1 }, { 1, 0, 2, 1 } }, 2, 1, 4 },
    { "part of a side", 2, { { 0, 0, 1, 1 }, { 1, 0.25, 2, 0.75 } }, 1.5, 1, 8 },
    { "a corner", 2, { { 0, 0, 1, 1 }, { 1, 1, 2, 2 } }, 2, 2, 8 },
    { "apart", 2, { { 0, 0, 1, 1 }, { 3, 0, 4, 1 } }, 2, 2, 8 },
    { "inside", 2, { { 0, 0, 1, 1 }, { 0.25, 0.25, 0.75, 0.75 } }, 1, 1, 4 },
    { "inside at a side", 2, { { 0, 0, 1, 1 }, { 0, 0.25, 0.75, 0.75 } }, 1, 1, 4 },
    { "the same", 2, { { 0, 0, 1, 1 }, { 0, 0, 1, 1 } }, 1, 1, 4 },
    { "a cross", 2, { { 0, 1, 3, 2 }, { 1, 0, 2, 3 } }, 5, 1, 12 },
    { "a frame", 4, { { 0, 0, 3, 1 }, { 0, 2, 3, 3 }, { 0, 0, 1, 3 }, { 2, 0, 3, 3 } }, 8, 2, 8 },
    { "a frame of pieces that touch",
      4,
      { { 0, 0, 3, 1 }, { 0, 2, 3, 3 }, { 0, 1, 1, 2 }, { 2, 1, 3, 2 } },
      8,
      2,
      8 },
    { "an island in a frame",
      5,
      { { 0, 0, 5, 1 }, { 0, 4, 5, 5 }, { 0, 0, 1, 5 }, { 4, 0, 5, 5 }, { 2, 2, 3, 3 } },
      17,
      3,
      12 },
    { "a hole that touches the outside at a corner",
      3,
      { { 0, 0, 2, 1 }, { 0, 1, 1, 3 }, { 1, 2, 2, 3 } },
      5,
      0,
      0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint k = 0; k < G_N_ELEMENTS (angles); k++) {
      Pieces pieces = pieces_new ();
      g_autoptr (GPtrArray) loops = NULL;

      g_test_message ("%s, %g rad", cases[i].name, angles[k]);
      for (guint n = 0; n < cases[i].n; n++)
        add_box (&pieces, n, cases[i].boxes[n], angles[k]);
      loops = unite (&pieces);
      g_assert_nonnull (loops);
      // Points within 1e-9 of the total size coincide.
      g_assert_cmpfloat_with_epsilon (area_of (loops), cases[i].area, 1e-7);
      if (cases[i].n_loops > 0) {
        g_assert_cmpuint (loops->len, ==, cases[i].n_loops);
        g_assert_cmpuint (count_corners (loops), ==, cases[i].n_corners);
      }
      pieces_clear (&pieces);
    }
}

/// A piece may have holes, as separate loops or connected by a cut; other pieces may fill them.
static void
test_holes (void)
{
  const double outer[] = { 0, 0, 4, 4 }, inner[] = { 1, 1, 3, 3 }, bar[] = { 2, -1, 2.5, 5 },
               part[] = { 1.5, 1.5, 2, 2 };
  Pieces pieces = pieces_new ();
  GPtrArray *loops;
  GPtrArray *plates;

  add_box (&pieces, 0, outer, 0);
  add_box (&pieces, 0, inner, 0);
  loops = unite (&pieces);
  g_assert_cmpfloat_with_epsilon (area_of (loops), 12, 1e-7);
  g_assert_cmpuint (loops->len, ==, 2);
  plates = lw_loops_make_plates (loops);
  g_ptr_array_unref (loops);
  pieces_clear (&pieces);

  // This hole connected by a cut, and a bar across it.
  pieces = pieces_new ();
  g_ptr_array_add (pieces.loops, g_array_ref (plates->pdata[0]));
  g_array_append_val (pieces.owners, (guint){ 0 });
  g_ptr_array_unref (plates);
  loops = unite (&pieces);
  g_assert_cmpfloat_with_epsilon (area_of (loops), 12, 1e-7);
  g_assert_cmpuint (loops->len, ==, 2);
  g_ptr_array_unref (loops);
  add_box (&pieces, 1, bar, 0);
  add_box (&pieces, 2, part, 0);
  loops = unite (&pieces);
  g_assert_cmpfloat_with_epsilon (area_of (loops), 12 + 0.5 * 2 + 0.5 * 2 + 0.25, 1e-7);
  g_assert_cmpuint (loops->len, ==, 3);
  g_ptr_array_unref (loops);
  pieces_clear (&pieces);
}

/// Adds a star about a point, with corners in the order of their angles, so that it does not cross
/// itself.
static void
add_star (Pieces *self, guint owner, GRand *random)
{
  GArray *loop = add_loop (self, owner);
  const int n = g_rand_int_range (random, 3, 12);
  const double x = g_rand_double_range (random, -1, 1), y = g_rand_double_range (random, -1, 1);
  // Some corners are on a grid, so that many coincide.
  const bool rough = g_rand_boolean (random);

  for (int i = 0; i < n; i++) {
    const double radius = g_rand_double_range (random, 0.1, 1), angle = 2 * G_PI * i / n;
    double at[2] = { x + radius * cos (angle), y + radius * sin (angle) };

    for (int d = 0; d < 2 && rough && n < 5; d++)
      at[d] = round (8 * at[d]) / 8;
    add_corner (loop, at[0], at[1]);
  }
}

static bool
is_in (const GPtrArray *loops, const guint *owners, guint owner, const double at[2])
{
  bool inside = false;

  for (guint i = 0; i < loops->len; i++) {
    const GArray *loop = loops->pdata[i];

    if (owners == NULL || owners[i] == owner)
      inside = inside != lw_loops_contain (points_of (loop), loop->len, at);
  }
  return inside;
}

/// A point in a piece is in the union and vice versa; the area agrees with the samples.
static void
test_random (void)
{
  const int n_cases = g_getenv ("LW_TORTURE") != NULL ? 20000 : 400;
  const int side = 60;
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (5));
  int failed = 0;

  for (int i = 0; i < n_cases; i++) {
    const guint n = (guint) g_rand_int_range (random, 2, 6);
    Pieces pieces = pieces_new ();
    g_autoptr (GPtrArray) loops = NULL;
    int n_inside = 0;
    double sampled;

    for (guint k = 0; k < n; k++)
      add_star (&pieces, k, random);
    loops = unite (&pieces);
    if (loops == NULL) {
      failed++;
      pieces_clear (&pieces);
      continue;
    }
    for (int k = 0; k < side * side; k++) {
      // Avoid all lines of the grid.
      const double at[] = { -2 + 4 * (k % side + 0.4871) / side,
                            -2 + 4 * (k / side + 0.5133) / side };
      bool any = false;

      for (guint m = 0; m < n && !any; m++)
        any = is_in (pieces.loops, (const guint *) (const void *) pieces.owners->data, m, at);
      g_assert_cmpint (is_in (loops, NULL, 0, at), ==, any);
      n_inside += any;
    }
    sampled = 16.0 * n_inside / (side * side);
    // Samples 1/15 m apart along about 15 m of edges.
    g_assert_cmpfloat_with_epsilon (area_of (loops), sampled, 0.35);
    pieces_clear (&pieces);
  }
  g_test_message ("%d of %d unions failed", failed, n_cases);
  // Polygons with three or four rounded corners may cross themselves or vanish.
  g_assert_cmpint (failed, <, n_cases / 20);
}

static void
test_refused (void)
{
  Pieces pieces = pieces_new ();
  GArray *loop = add_loop (&pieces, 0);

  g_assert_null (unite (&pieces));
  add_corner (loop, 0, 0);
  g_assert_null (unite (&pieces));
  add_corner (loop, 1, 0);
  add_corner (loop, 0, 0);
  g_assert_null (unite (&pieces));
  add_corner (loop, NAN, 1);
  g_assert_null (unite (&pieces));
  g_array_set_size (loop, 0);
  for (int i = 0; i <= LW_OUTLINE_UNION_MAX; i++)
    add_corner (loop, cos (2 * G_PI * i / LW_OUTLINE_UNION_MAX),
                sin (2 * G_PI * i / LW_OUTLINE_UNION_MAX));
  g_assert_null (unite (&pieces));
  pieces_clear (&pieces);
}

// ---- bodies ---------------------------------------------------------------------------------

static LwMechanism *
merge (const char *bodies, bool *is_hull)
{
  const LwElementRef refs[] = { { LW_SELECTION_BODY, 1 },
                                { LW_SELECTION_BODY, 2 },
                                { LW_SELECTION_BODY, 3 } };
  g_autofree char *text = g_strdup_printf ("{\"linkwright\": 1, \"bodies\": [%s]}", bodies);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) old = lw_text_parse (text, -1, &error);
  LwMechanism *next;
  MbdModel *model;

  g_assert_no_error (error);
  next = lw_merge_bodies (old, refs, lw_mechanism_get_n_bodies (old), is_hull, &error);
  g_assert_no_error (error);
  model = lw_mechanism_compile (next, &error);
  g_assert_no_error (error);
  mbd_model_unref (model);
  return next;
}

static double
shape_area (const LwMechanism *mechanism)
{
  const LwShape *shape = &lw_mechanism_get_body (mechanism, 0)->shape;

  g_assert_cmpint (shape->kind, ==, LW_SHAPE_POLYGON);
  return 0.5 * lw_loops_area (points_of (shape->points), shape->points->len);
}

static guint
count_loops (const LwMechanism *mechanism)
{
  const GArray *points = lw_mechanism_get_body (mechanism, 0)->shape.points;
  g_autofree guint *order = g_new (guint, points->len);
  g_autofree guint *ends = g_new (guint, points->len / 3 + 1);

  return lw_loops_find (points_of (points), points->len, order, ends);
}

#define DISC(id, x, more)                                                                          \
  "{\"id\": " id ", \"mass\": 2, \"position\": [" x ", 0], \"angle\": 0.4, \"shape\": "            \
  "{\"kind\": \"disc\", \"radius\": 0.1}" more "}"
#define BOX(id, x, y, w, h, more)                                                                  \
  "{\"id\": " id ", \"mass\": 3, \"position\": [" x ", " y "], \"shape\": {\"kind\": \"box\", "    \
  "\"size\": [" w ", " h "]}" more "}"
#define TOUCHES ", \"contact\": {}"

/// Areas in closed form; circles are polygons with a deviation of at most 1e-5 of the radius.
static void
test_bodies (void)
{
  static const struct
  {
    const char *name;
    const char *bodies;
    double area;
    guint n_loops;
    bool is_hull;
  } cases[] = {
    { "disc on a bar", DISC ("1", "0", "") "," BOX ("2", "0.2", "0", "0.4", "0.1", ""),
      // A half disc next to the bar, which begins at its centre; of its width sin 30° is half.
      G_PI * 0.01 + 0.04 - (0.01 * G_PI / 6 + 0.05 * 0.1 * 0.86602540378443865), 1, false },
    { "discs apart", DISC ("1", "0", "") "," DISC ("2", "0.5", ""), G_PI * 0.02, 2, false },
    { "a bracket",
      BOX ("1", "0", "0", "0.4", "0.1", "") "," BOX ("2", "0", "0.3", "0.4", "0.1", "") "," BOX (
        "3", "-0.15", "0.15", "0.1", "0.4", ""),
      0.04 + 0.04 + 0.02, 1, false },
    { "discs in touch with others", DISC ("1", "0", TOUCHES) "," DISC ("2", "0.15", ""), 0, 1,
      false },
    { "apart, and in touch with others", DISC ("1", "0", TOUCHES) "," DISC ("2", "0.5", ""), 0, 1,
      true },
    { "a link and a disc",
      "{\"id\": 1, \"mass\": 2, \"shape\": {\"points\": [[0, 0], [0.5, 0]], \"width\": "
      "0.02}}," DISC ("2", "0.5", ""),
      // From the round end at 0 to the beginning of the disc.
      0.5 * G_PI * 1e-4 + 0.02 * 0.5 + G_PI * 0.01
        - (0.02 * 0.5 * 0.1 * 0.99498743710661997 + 0.01 * 0.10016742116155980),
      1, false },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    bool is_hull = !cases[i].is_hull;
    g_autoptr (LwMechanism) next = merge (cases[i].bodies, &is_hull);
    g_autofree char *text = lw_text_write (next);
    g_autoptr (LwMechanism) again = lw_text_parse (text, -1, NULL);

    g_test_message ("%s: %u corners", cases[i].name,
                    lw_mechanism_get_body (next, 0)->shape.points->len);
    g_assert_cmpint (is_hull, ==, cases[i].is_hull);
    g_assert_cmpuint (count_loops (next), ==, cases[i].n_loops);
    if (cases[i].area > 0)
      g_assert_cmpfloat_with_epsilon (shape_area (next), cases[i].area, 3e-5 * cases[i].area);
    g_assert_true (lw_mechanism_equal (next, again));
  }
}

/// If all bodies are links, the result is a link; masses are summed even where pieces overlap.
static void
test_masses (void)
{
  bool is_hull = true;
  g_autoptr (LwMechanism) links = merge ("{\"id\": 1, \"shape\": {\"points\": [[0, 0], [1, 0]]}},"
                                         "{\"id\": 2, \"shape\": {\"points\": [[0, 0], [0, 1]]}}",
                                         &is_hull);
  g_autoptr (LwMechanism) boxes = NULL;

  g_assert_false (is_hull);
  g_assert_cmpint (lw_mechanism_get_body (links, 0)->shape.kind, ==, LW_SHAPE_LINK);
  boxes = merge (BOX ("1", "0", "0", "0.4", "0.1", "") "," BOX ("2", "0", "0", "0.4", "0.1", ""),
                 &is_hull);
  g_assert_false (is_hull);
  g_assert_cmpfloat (lw_mechanism_get_body (boxes, 0)->def.mass, ==, 6);
  g_assert_cmpfloat_with_epsilon (shape_area (boxes), 0.04, 1e-9);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/outline-union/boxes", test_boxes);
  g_test_add_func ("/outline-union/holes", test_holes);
  g_test_add_func ("/outline-union/random", test_random);
  g_test_add_func ("/outline-union/refused", test_refused);
  g_test_add_func ("/outline-union/bodies", test_bodies);
  g_test_add_func ("/outline-union/masses", test_masses);
  return g_test_run ();
}
