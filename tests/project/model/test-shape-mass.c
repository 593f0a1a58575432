// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mass properties computed from shape and plate, compared with closed forms. Tolerances are those
// of rounding unless stated otherwise.

#include "lw-shape-mass.h"

#include <math.h>

#include "lw-text.h"

#define SURFACE (LW_PLATE_DENSITY * LW_PLATE_THICKNESS)

/// Area, centre, and second moments about the centre: of y^2, x^2 and x y.
typedef struct
{
  double area, x, y, yy, xx, xy;
} Plane;

static void
assert_near (double value, double expected, double scale)
{
  g_assert_cmpfloat_with_epsilon (value, expected, 1e-12 * scale);
}

static void
assert_mass (const LwShape *shape, const LwPlate *plate, Plane plane)
{
  const double surface = plate->density * plate->thickness;
  const double size = surface * (plane.xx + plane.yy);
  const double along = surface * plane.area * plate->thickness * plate->thickness / 12;
  LwShapeMass mass;

  g_assert_true (lw_shape_get_mass (shape, plate, &mass));
  assert_near (mass.mass, surface * plane.area, surface * plane.area);
  assert_near (mass.centre[0], plane.x, 1);
  assert_near (mass.centre[1], plane.y, 1);
  assert_near (mass.inertia[0], surface * plane.yy + along, size);
  assert_near (mass.inertia[1], surface * plane.xx + along, size);
  assert_near (mass.inertia[2], surface * (plane.xx + plane.yy), size);
  assert_near (mass.inertia[3], -surface * plane.xy, size);
}

static void
set_points (LwShape *shape, const double (*points)[3], guint n)
{
  g_clear_pointer (&shape->points, g_array_unref);
  shape->points = g_array_new (FALSE, FALSE, sizeof points[0]);
  g_array_append_vals (shape->points, points, n);
}

/// Adds a body of area `a` at (x, y) with its own moments to a sum; a negative area subtracts. The
/// sum is about the origin until it is closed.
static void
add (Plane *sum, double a, double x, double y, double xx, double yy, double xy)
{
  sum->area += a;
  sum->x += a * x;
  sum->y += a * y;
  sum->xx += xx + a * x * x;
  sum->yy += yy + a * y * y;
  sum->xy += xy + a * x * y;
}

static Plane
close_sum (Plane sum)
{
  sum.x /= sum.area;
  sum.y /= sum.area;
  sum.xx -= sum.area * sum.x * sum.x;
  sum.yy -= sum.area * sum.y * sum.y;
  sum.xy -= sum.area * sum.x * sum.y;
  return sum;
}

/// Adds a bar of this length along x from the origin, with round ends of radius r.
static void
add_bar (Plane *sum, double length, double r)
{
  const double half = 0.5 * G_PI * r * r, off = 4 * r / (3 * G_PI);
  const double across = 0.25 * half * r * r, along = across - half * off * off;

  add (sum, 2 * r * length, 0.5 * length, 0, 2 * r * pow (length, 3) / 12,
       length * pow (2 * r, 3) / 12, 0);
  add (sum, half, -off, 0, along, across, 0);
  add (sum, half, length + off, 0, along, across, 0);
}

static void
test_simple (void)
{
  const double corners[3][3] = { { 0 }, { 0.3 }, { 0, 0.6 } };
  const LwPlate plate = lw_plate_default ();
  LwShape shape = { .kind = LW_SHAPE_DISC, .centre = { 0.1, 0.2 }, .size = { 0.3 } };
  const double quarter = 0.25 * G_PI * pow (0.3, 4);

  assert_mass (&shape, &plate, (Plane){ G_PI * 0.09, 0.1, 0.2, quarter, quarter, 0 });
  shape = (LwShape){ .kind = LW_SHAPE_BOX, .centre = { 0.1, 0.2 }, .size = { 0.3, 0.4 } };
  assert_mass (&shape, &plate,
               (Plane){ 0.12, 0.1, 0.2, 0.3 * pow (0.4, 3) / 12, 0.4 * pow (0.3, 3) / 12, 0 });
  shape = (LwShape){ .kind = LW_SHAPE_POLYGON };
  set_points (&shape, corners, 3);
  // A right-angled corner at the origin: b h^3 / 36, and -b^2 h^2 / 72 for the product.
  assert_mass (
    &shape, &plate,
    (Plane){ 0.09, 0.1, 0.2, 0.3 * pow (0.6, 3) / 36, 0.6 * pow (0.3, 3) / 36, -0.09 * 0.36 / 72 });
  g_array_unref (shape.points);
}

static void
test_bar (void)
{
  const double length = 0.3, c = 0.8, s = 0.6;
  const double bar[2][3] = { { 0 }, { length } };
  const double turned[2][3] = { { 1, 2 }, { 1 + c * length, 2 + s * length } };
  LwPlate plate = lw_plate_default ();
  LwShape shape = { .kind = LW_SHAPE_LINK };
  Plane sum = { 0 }, straight;

  set_points (&shape, bar, 2);
  assert_near (lw_shape_link_width (&shape, NULL), 0.03, 1);
  add_bar (&sum, length, 0.015);
  assert_mass (&shape, &plate, close_sum (sum));
  // An own width, and holes.
  plate.width = 0.05;
  plate.hole_radius = 0.01;
  sum = (Plane){ 0 };
  add_bar (&sum, length, 0.025);
  for (int end = 0; end < 2; end++) {
    const double hole = G_PI * 1e-4;

    add (&sum, -hole, end * length, 0, -0.25 * hole * 1e-4, -0.25 * hole * 1e-4, 0);
  }
  straight = close_sum (sum);
  assert_mass (&shape, &plate, straight);
  set_points (&shape, turned, 2);
  assert_mass (&shape, &plate,
               (Plane){ straight.area, 1 + c * 0.5 * length, 2 + s * 0.5 * length,
                        s * s * straight.xx + c * c * straight.yy,
                        c * c * straight.xx + s * s * straight.yy,
                        c * s * (straight.xx - straight.yy) });
  g_array_unref (shape.points);
}

/// A plate with a margin, composed of pieces, is compared with the same outline as a polygon: the
/// arcs lose 4e-8 of their area to the chords.
static void
test_three_points (void)
{
  const double points[3][3] = { { 0 }, { 0.4, 0.1 }, { 0.1, 0.3 } };
  const LwPlate steel = lw_plate_default ();
  LwShape shape = { .kind = LW_SHAPE_LINK };
  LwShape outline = { .kind = LW_SHAPE_POLYGON };
  LwShapeMass plate, polygon;
  double radius;

  set_points (&shape, points, 3);
  outline.points = g_array_new (FALSE, FALSE, sizeof points[0]);
  radius = 0.5 * lw_shape_link_width (&shape, NULL);
  for (int i = 0; i < 3; i++) {
    const double *before = points[(i + 2) % 3], *at = points[i], *after = points[(i + 1) % 3];
    const double from = atan2 (at[1] - before[1], at[0] - before[0]) - G_PI / 2;
    double to = atan2 (after[1] - at[1], after[0] - at[0]) - G_PI / 2;

    if (to < from)
      to += 2 * G_PI;
    for (int k = 0; k <= 2000; k++) {
      const double angle = from + (to - from) * k / 2000;
      const double corner[3] = { at[0] + radius * cos (angle), at[1] + radius * sin (angle), 0 };

      g_array_append_vals (outline.points, corner, 1);
    }
  }
  g_assert_true (lw_shape_get_mass (&shape, &steel, &plate));
  g_assert_true (lw_shape_get_mass (&outline, &steel, &polygon));
  g_assert_cmpfloat_with_epsilon (plate.mass, polygon.mass, 1e-6 * plate.mass);
  for (int d = 0; d < 2; d++)
    g_assert_cmpfloat_with_epsilon (plate.centre[d], polygon.centre[d], 1e-7);
  for (int i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon (plate.inertia[i], polygon.inertia[i], 1e-6 * plate.inertia[2]);
  g_array_unref (shape.points);
  g_array_unref (outline.points);
}

/// A square with a square hole that is connected by an edge traversed in both directions; in either
/// orientation.
static void
test_hole (void)
{
  const double corners[10][3] = { { 0, 0 },     { 0.4, 0 },   { 0.4, 0.4 }, { 0, 0.4 },
                                  { 0, 0 },     { 0.1, 0.1 }, { 0.1, 0.2 }, { 0.3, 0.2 },
                                  { 0.3, 0.1 }, { 0.1, 0.1 } };
  double backwards[10][3];
  const LwPlate plate = lw_plate_default ();
  LwShape shape = { .kind = LW_SHAPE_POLYGON };
  Plane sum = { 0 };

  add (&sum, 0.16, 0.2, 0.2, pow (0.4, 4) / 12, pow (0.4, 4) / 12, 0);
  add (&sum, -0.02, 0.2, 0.15, -0.1 * pow (0.2, 3) / 12, -0.2 * pow (0.1, 3) / 12, 0);
  set_points (&shape, corners, 10);
  assert_mass (&shape, &plate, close_sum (sum));
  for (int i = 0; i < 10; i++)
    for (int d = 0; d < 3; d++)
      backwards[i][d] = corners[9 - i][d];
  set_points (&shape, backwards, 10);
  assert_mass (&shape, &plate, close_sum (sum));
  g_array_unref (shape.points);
}

static void
test_none (void)
{
  const double line[3][3] = { { 0 }, { 1 }, { 2 } };
  const double huge[3][3] = { { 0 }, { 1e200 }, { 0, 1e200 } };
  const double bar[2][3] = { { 0 }, { 0.3 } };
  LwPlate plate = lw_plate_default ();
  LwShape shape = { .kind = LW_SHAPE_LINK };
  LwShapeMass mass;

  g_assert_false (lw_shape_get_mass (&shape, &plate, &mass));
  shape.kind = LW_SHAPE_POLYGON;
  g_assert_false (lw_shape_get_mass (&shape, &plate, &mass));
  set_points (&shape, line, 3);
  g_assert_false (lw_shape_get_mass (&shape, &plate, &mass));
  set_points (&shape, huge, 3);
  g_assert_false (lw_shape_get_mass (&shape, &plate, &mass));
  g_assert_cmpfloat (mass.mass, ==, 0);
  shape.kind = LW_SHAPE_LINK;
  set_points (&shape, bar, 2);
  plate.hole_radius = 0.015;
  g_assert_false (lw_shape_get_mass (&shape, &plate, &mass));
  g_assert_nonnull (lw_plate_find_fault (&shape, &plate));
  plate.hole_radius = 0.014;
  g_assert_true (lw_shape_get_mass (&shape, &plate, &mass));
  g_array_unref (shape.points);
}

static LwMechanism *
mechanism_of (const char *body)
{
  g_autofree char *text = g_strdup_printf ("{\"linkwright\": 1, \"bodies\": [%s]}", body);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  return mechanism;
}

/// Entered values stay, the others are updated when the shape changes.
static void
test_follow (void)
{
  g_autoptr (LwMechanism) first =
    mechanism_of ("{\"density\": 1000, \"thickness\": 0.01, \"shape\": {\"kind\": \"box\", "
                  "\"size\": [0.2, 0.1]}}");
  g_autoptr (LwMechanism) typed = NULL;
  g_autoptr (LwMechanism) grown = NULL;
  g_autoptr (LwMechanism) follows = NULL;
  const LwBody *body = lw_mechanism_get_body (first, 0);
  LwBody *copy = lw_body_copy (body);

  assert_near (body->def.mass, 0.2, 1);
  assert_near (body->def.inertia[2], 0.2 * 0.05 / 12, 1);
  copy->def.mass = 5;
  typed = lw_mechanism_replace_body (first, copy);
  copy = lw_body_copy (lw_mechanism_get_body (typed, 0));
  g_assert_cmpuint (copy->plate.typed, ==, LW_TYPED_MASS);
  copy->shape.size[0] = 0.4;
  copy->shape.centre[0] = 0.1;
  grown = lw_mechanism_replace_body (typed, copy);
  body = lw_mechanism_get_body (grown, 0);
  g_assert_cmpfloat (body->def.mass, ==, 5);
  assert_near (body->def.centre_of_mass[0], 0.1, 1);
  assert_near (body->def.inertia[2], 0.4 * 0.17 / 12, 1);
  copy = lw_body_copy (body);
  copy->plate.typed = 0;
  follows = lw_mechanism_replace_body (grown, copy);
  assert_near (lw_mechanism_get_body (follows, 0)->def.mass, 0.4, 1);
}

/// The text form stores the computed and the entered values, and which is which.
static void
test_text (void)
{
  static const char *const bodies[] = {
    "{\"density\": 1000, \"thickness\": 0.01, \"shape\": {\"kind\": \"disc\", \"radius\": 0.1}}",
    "{\"density\": 1000, \"thickness\": 0.01, \"mass\": 1, \"shape\": {\"kind\": \"disc\", "
    "\"radius\": 0.1}}",
    "{\"density\": 1000, \"thickness\": 0.01, \"centre_of_mass\": [0.1, 0], \"inertia\": 3, "
    "\"shape\": {\"kind\": \"disc\", \"centre\": [0.3, 0], \"radius\": 0.1}}",
    "{\"density\": 7850, \"shape\": {\"points\": [[0, 0], [0.3, 0.1]], \"width\": 0.05, "
    "\"hole_radius\": 0.01}}",
    "{\"mobility\": \"spatial\", \"density\": 7850, \"shape\": {\"kind\": \"polygon\", \"points\": "
    "[[0, 0, 0], [0.3, 0.1, 0], [0, 0.2, 0]]}}",
    "{\"mass\": 2, \"shape\": {\"points\": [[0, 0], [0.3, 0.1]], \"width\": 0.05}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++) {
    g_autoptr (LwMechanism) mechanism = mechanism_of (bodies[i]);
    g_autofree char *text = lw_text_write (mechanism);
    g_autoptr (GError) error = NULL;
    g_autoptr (LwMechanism) again = lw_text_parse (text, -1, &error);
    g_autofree char *text_again = NULL;

    g_assert_no_error (error);
    g_assert_true (lw_mechanism_equal (mechanism, again));
    text_again = lw_text_write (again);
    g_assert_cmpstr (text, ==, text_again);
    g_assert_cmpint (strstr (text, "\"mass\"") != NULL, ==, strstr (bodies[i], "\"mass\"") != NULL);
  }
}

static void
test_bad_text (void)
{
  static const struct
  {
    const char *body, *part;
  } cases[] = {
    { "{\"density\": -1}", "density" },
    { "{\"density\": 1000}", "no area" },
    { "{\"density\": 1000, \"thickness\": 0, \"shape\": {\"kind\": \"disc\", \"radius\": 1}}",
      "thickness" },
    { "{\"thickness\": 0.1}", "density" },
    { "{\"density\": 1000, \"shape\": {\"points\": [[0, 0], [1, 0]], \"hole_radius\": 0.06}}",
      "holes are as wide" },
    { "{\"density\": 1000, \"shape\": {\"points\": [[0, 0], [1, 0]], \"width\": 3, "
      "\"hole_radius\": "
      "0.6}}",
      "run into one another" },
    { "{\"shape\": {\"kind\": \"disc\", \"radius\": 1, \"width\": 3}}", "link" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text =
      g_strdup_printf ("{\"linkwright\": 1, \"bodies\": [%s]}", cases[i].body);
    g_autoptr (GError) error = NULL;

    g_assert_null (lw_text_parse (text, -1, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
    g_test_message ("%s", error->message);
    g_assert_nonnull (strstr (error->message, cases[i].part));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shape-mass/simple", test_simple);
  g_test_add_func ("/shape-mass/bar", test_bar);
  g_test_add_func ("/shape-mass/three-points", test_three_points);
  g_test_add_func ("/shape-mass/hole", test_hole);
  g_test_add_func ("/shape-mass/none", test_none);
  g_test_add_func ("/shape-mass/follow", test_follow);
  g_test_add_func ("/shape-mass/text", test_text);
  g_test_add_func ("/shape-mass/bad-text", test_bad_text);
  return g_test_run ();
}
