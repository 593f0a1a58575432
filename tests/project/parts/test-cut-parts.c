// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parts to be cut have the area of their plates, a kerf that follows Steiner's formula, places on
// sheets, and layers in which they do not run into each other.

#include <math.h>
#include <string.h>

#include "lw-cut-files.h"
#include "lw-geometry.h"
#include "lw-shape-mass.h"
#include "testing-project.h"

#define DENSITY 1180.0
#define THICKNESS 0.003

/// Adds a link from (x, y) over a length, m, at an angle; a plate with holes.
static LwBody *
add_link (LwMechanism *mechanism, int id, double x, double y, double length, double angle)
{
  g_autofree char *name = g_strdup_printf ("Link %d", id);
  LwBody *body = lw_body_new (id, name);
  const double ends[] = { 0, 0, 0, length, 0, 0 };

  body->def.position[0] = x;
  body->def.position[1] = y;
  body->def.angle = angle;
  body->shape.points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  g_array_append_vals (body->shape.points, ends, 2);
  body->plate =
    (LwPlate){ .density = DENSITY, .thickness = THICKNESS, .width = 0.02, .hole_radius = 0.003 };
  g_assert_true (lw_body_follow_plate (body));
  lw_mechanism_add_body (mechanism, body);
  return body;
}

static void
add_pin (LwMechanism *mechanism, int a, int b, double x, double y)
{
  lw_mechanism_add_coupling (mechanism,
                             lw_geometry_new_joint (mechanism, MBD_LOOP_PIN, a, b, x, y, 0));
}

static LwCutOptions
default_options (void)
{
  LwCutOptions options;

  lw_cut_options_init (&options);
  return options;
}

static LwCutParts *
cut (LwMechanism *mechanism, LwProjectRun *run, const LwCutOptions *options, GError **error)
{
  MbdModel *model = lw_mechanism_compile (mechanism, error);
  LwCutSource source = { mechanism, model, run, "Linkwright, for a test" };
  LwCutParts *parts;

  g_assert_nonnull (model);
  parts = lw_cut_parts_new (&source, options, error);
  mbd_model_unref (model);
  return parts;
}

static LwCutParts *
cut_well (LwMechanism *mechanism, LwProjectRun *run, const LwCutOptions *options)
{
  g_autoptr (GError) error = NULL;
  LwCutParts *parts = cut (mechanism, run, options, &error);

  g_assert_no_error (error);
  return parts;
}

static double
area_of (const GPtrArray *outlines)
{
  double area = 0;

  for (guint i = 0; i < outlines->len; i++)
    area += lw_contour_area (outlines->pdata[i]);
  return area;
}

// ---- outlines -------------------------------------------------------------------------------

static LwBody *
shaped_body (int id, LwShapeKind kind, const double *points, guint n)
{
  LwBody *body = lw_body_new (id, NULL);

  body->shape.kind = kind;
  body->shape.centre[0] = 0.1;
  body->shape.size[0] = 0.07;
  body->shape.size[1] = 0.03;
  if (n > 0) {
    body->shape.points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
    g_array_append_vals (body->shape.points, points, n);
  }
  body->plate = (LwPlate){ .density = DENSITY, .thickness = THICKNESS };
  return body;
}

/// The area of the outlines is the mass of the plate over density and thickness, for every shape.
static void
test_mass (void)
{
  static const double corners[] = { 0, 0, 0, 0.3, 0, 0, 0.3, 0.2, 0, 0.1, 0.05, 0, 0, 0.2, 0 };
  // A square with a square hole, reached by a cut.
  static const double holed[] = { 0,   0,    0,    0.2, 0,    0,    0.2,  0.2,  0,    0,
                                  0.2, 0,    0,    0,   0,    0.05, 0.05, 0,    0.05, 0.15,
                                  0,   0.15, 0.15, 0,   0.15, 0.05, 0,    0.05, 0.05, 0 };
  static const double many[] = { 0, 0, 0, 0.2, 0, 0, 0.1, 0.15, 0, 0.1, 0.05, 0, 0.1, 0, 0 };
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwCutOptions options = default_options ();
  g_autoptr (LwCutParts) parts = NULL;
  LwBody *bodies[] = {
    shaped_body (1, LW_SHAPE_DISC, NULL, 0),       shaped_body (2, LW_SHAPE_BOX, NULL, 0),
    shaped_body (3, LW_SHAPE_POLYGON, corners, 5), shaped_body (4, LW_SHAPE_POLYGON, holed, 10),
    shaped_body (5, LW_SHAPE_LINK, many, 5),       shaped_body (6, LW_SHAPE_LINK, many, 2),
  };

  bodies[4]->plate.hole_radius = bodies[5]->plate.hole_radius = 0.004;
  bodies[4]->plate.width = 0.021;
  for (gsize i = 0; i < G_N_ELEMENTS (bodies); i++) {
    g_assert_true (lw_body_follow_plate (bodies[i]));
    lw_mechanism_add_body (mechanism, bodies[i]);
  }
  parts = cut_well (mechanism, NULL, &options);
  g_assert_cmpuint (parts->parts->len, ==, G_N_ELEMENTS (bodies));
  for (guint i = 0; i < parts->parts->len; i++) {
    const LwCutPart *part = lw_cut_parts_get (parts, i);
    const double expected = bodies[i]->def.mass / (DENSITY * THICKNESS);

    g_test_message ("%s", part->name);
    g_assert_cmpfloat_with_epsilon (area_of (part->outlines), expected, 1e-12 * expected);
    // Without kerf, the sheet has the same areas.
    g_assert_cmpfloat_with_epsilon (area_of (part->cuts), expected, 1e-12 * expected);
  }
  g_assert_cmpuint (lw_cut_parts_get (parts, 3)->outlines->len, ==, 2);
  // One hole at each place that has points.
  g_assert_cmpuint (lw_cut_parts_get (parts, 4)->outlines->len, ==, 6);
}

static double
perimeter_of (const GArray *outline)
{
  g_autoptr (GArray) points = lw_contour_flatten (outline, 1e-12);
  const double *at = (const double *) (void *) points->data;
  double length = 0;

  for (guint i = 0; i < points->len; i++) {
    const guint next = (i + 1) % points->len;

    length += hypot (at[2 * next] - at[2 * i], at[2 * next + 1] - at[2 * i + 1]);
  }
  return length;
}

/// Offset outlines of convex material and holes: A + L d + pi d^2, by Steiner; of a concave corner,
/// the closed form. An offset that is wider than a detail is refused.
static void
test_kerf (void)
{
  static const double corner[] = { 0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0 };
  static const double notch[] = { 0, 0,   0, 3,   0,   0, 3,   1, 0, 2, 1, 0,
                                  2, 0.9, 0, 1.9, 0.9, 0, 1.9, 1, 0, 0, 1, 0 };
  static const double points[] = { 0, 0, 0, 0.3, 0, 0, 0.1, 0.2, 0 };
  const double d = 0.01;
  g_autoptr (GArray) hull = lw_contour_new_hull (points, 3, 0.02);
  g_autoptr (GArray) wider = lw_contour_offset (hull, d);
  g_autoptr (GArray) exact = lw_contour_new_hull (points, 3, 0.02 + d);
  g_autoptr (GArray) hole = lw_contour_new_circle (1, 2, 0.05, -1);
  g_autoptr (GArray) smaller = lw_contour_offset (hole, d);
  g_autoptr (GArray) bent = lw_contour_new_polygon (corner, 6, 1);
  g_autoptr (GArray) bent_wider = lw_contour_offset (bent, d);
  g_autoptr (GArray) notched = lw_contour_new_polygon (notch, 8, 1);
  g_autoptr (GArray) reversed = lw_contour_new_polygon (corner, 6, -1);
  double box[4], centre[2], radius;

  g_assert_cmpfloat_with_epsilon (lw_contour_area (wider), lw_contour_area (exact), 1e-12);
  g_assert_cmpfloat_with_epsilon (
    lw_contour_area (wider), lw_contour_area (hull) + perimeter_of (hull) * d + G_PI * d * d, 1e-7);
  g_assert_true (lw_contour_is_circle (smaller, centre, &radius));
  g_assert_cmpfloat_with_epsilon (radius, 0.04, 1e-15);
  g_assert_null (lw_contour_offset (hole, 0.06));
  // Five convex corners are quarter circles, the concave one is a square.
  g_assert_cmpfloat_with_epsilon (lw_contour_area (bent_wider),
                                  3 + 8 * d + 5 * G_PI * d * d / 4 - d * d, 1e-12);
  lw_contour_box (bent_wider, box);
  g_assert_cmpfloat_with_epsilon (box[0], -d, 1e-15);
  g_assert_cmpfloat_with_epsilon (box[3], 2 + d, 1e-15);
  g_assert_cmpfloat_with_epsilon (lw_contour_area (reversed), -3, 1e-15);
  g_assert_null (lw_contour_offset (notched, 0.06));
}

// ---- sheets ---------------------------------------------------------------------------------

/// All parts lie on their sheet, with gaps to its edge and to each other.
static void
check_sheets (const LwCutParts *parts, double gap)
{
  for (guint i = 0; i < parts->parts->len; i++) {
    const LwCutPart *part = lw_cut_parts_get (parts, i);
    const LwCutSheet *sheet = &g_array_index (parts->sheets, LwCutSheet, part->sheet);
    double box[4];

    lw_contour_box (part->cuts->pdata[0], box);
    g_assert_cmpfloat (part->thickness, ==, sheet->thickness);
    for (int d = 0; d < 2; d++)
      g_assert_cmpfloat (box[d], >=, gap - 1e-12);
    g_assert_cmpfloat (box[2], <=, sheet->width - gap + 1e-9);
    g_assert_cmpfloat (box[3], <=, sheet->height - gap + 1e-9);
    for (guint k = 0; k < i; k++) {
      double other[4];

      if (lw_cut_parts_get (parts, k)->sheet != part->sheet)
        continue;
      lw_contour_box (lw_cut_parts_get (parts, k)->cuts->pdata[0], other);
      g_assert_true (box[0] >= other[2] + gap - 1e-9 || other[0] >= box[2] + gap - 1e-9
                     || box[1] >= other[3] + gap - 1e-9 || other[1] >= box[3] + gap - 1e-9);
    }
  }
}

static void
test_sheets (void)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwCutOptions options = default_options ();
  g_autoptr (LwCutParts) one = NULL, several = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 1; i <= 40; i++) {
    LwBody *body = add_link (mechanism, i, 0.01 * i, 0, 0.02 + 0.007 * i, 0.3 * i);

    body->plate.thickness = i % 3 == 0 ? 0.005 : 0.003;
    g_assert_true (lw_body_follow_plate (body));
  }
  options.kerf = 0.2;
  one = cut_well (mechanism, NULL, &options);
  check_sheets (one, 0.005);
  g_assert_cmpuint (one->sheets->len, ==, 2);
  options.sheet_width = 400;
  options.sheet_height = 200;
  several = cut_well (mechanism, NULL, &options);
  check_sheets (several, 0.005);
  g_assert_cmpuint (several->sheets->len, >, 2);
  options.sheet_width = 200;
  g_assert_null (cut (mechanism, NULL, &options, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "does not fit on a sheet of 200 × 200 mm"));
}

// ---- layers ---------------------------------------------------------------------------------

static guint
layer_of (const LwCutParts *parts, guint i)
{
  return lw_cut_parts_get (parts, i)->layer;
}

/// Links that cross are in different layers, others in one; a link over the pivot of another one is
/// above it.
static void
test_layers (void)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwCutOptions options = default_options ();
  g_autoptr (LwCutParts) parts = NULL;

  add_link (mechanism, 1, 0, 0, 0.3, 0);
  add_link (mechanism, 2, 0.15, -0.1, 0.2, G_PI / 2); // crosses the first
  add_link (mechanism, 3, 0, 0.5, 0.3, 0);            // apart
  add_link (mechanism, 4, 0.1, 0.5, 0.1, G_PI / 2);   // pivots under the third
  add_pin (mechanism, MBD_GROUND, 1, 0, 0);
  add_pin (mechanism, MBD_GROUND, 2, 0.15, -0.1);
  add_pin (mechanism, MBD_GROUND, 3, 0, 0.5);
  add_pin (mechanism, MBD_GROUND, 4, 0.1, 0.5);
  parts = cut_well (mechanism, NULL, &options);
  g_assert_cmpuint (parts->n_layers, ==, 2);
  g_assert_cmpuint (layer_of (parts, 0), !=, layer_of (parts, 1));
  g_assert_cmpuint (layer_of (parts, 2), ==, 1);
  g_assert_cmpuint (layer_of (parts, 3), ==, 0);
  g_assert_cmpuint (parts->collisions->len, ==, 0);
  // From the ground to the third link, and to the higher one of the first two.
  g_assert_cmpuint (parts->spacers->len, ==, 2);
  g_assert_cmpfloat (g_array_index (parts->spacers, LwCutSpacer, 0).thickness, ==, THICKNESS);
  g_assert_cmpuint (g_array_index (parts->spacers, LwCutSpacer, 0).parts[0], ==, G_MAXUINT);
}

/// A base carries all pins of the ground and lies below everything. Links whose points are those of
/// their joints count, too; all names have a size.
static void
test_base (void)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwCutOptions options = default_options ();
  g_autoptr (LwCutParts) parts = NULL;

  lw_mechanism_add_body (mechanism, lw_body_new (1, "Crank"));
  lw_mechanism_add_body (mechanism, lw_body_new (2, "Other"));
  add_pin (mechanism, MBD_GROUND, 1, 0, 0);
  add_pin (mechanism, 1, 2, 0.2, 0);
  add_pin (mechanism, MBD_GROUND, 2, 0.3, 0);
  options.base = true;
  options.hole = 6;
  parts = cut_well (mechanism, NULL, &options);
  g_assert_cmpuint (parts->parts->len, ==, 3);
  g_assert_cmpint (lw_cut_parts_get (parts, 0)->body, ==, MBD_GROUND);
  g_assert_cmpuint (layer_of (parts, 0), ==, 0);
  for (guint i = 0; i < 3; i++) {
    const LwCutPart *part = lw_cut_parts_get (parts, i);

    g_assert_cmpuint (part->outlines->len, ==, 3);
    g_assert_cmpfloat (part->label_height, >, 0);
    g_assert_true (i == 0 || part->layer > 0);
  }
}

/// Each of two links lies over the pivot of the other: one of them has to run into a pin.
static void
test_collision (void)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwCutOptions options = default_options ();
  g_autoptr (LwCutParts) parts = NULL, limited = NULL;
  g_autofree char *warning = NULL, *other = NULL;

  add_link (mechanism, 1, 0, 0, 0.3, 0);
  add_link (mechanism, 2, 0.2, 0, 0.3, G_PI);
  add_pin (mechanism, MBD_GROUND, 1, 0, 0);
  add_pin (mechanism, MBD_GROUND, 2, 0.2, 0);
  parts = cut_well (mechanism, NULL, &options);
  g_assert_cmpuint (parts->collisions->len, ==, 1);
  g_assert_nonnull (g_array_index (parts->collisions, LwCutCollision, 0).joint);
  warning = lw_cut_parts_dup_warning (parts);
  g_assert_nonnull (strstr (warning, "runs into the pin of"));
  options.layers = 1;
  limited = cut_well (mechanism, NULL, &options);
  g_assert_cmpuint (limited->n_layers, ==, 1);
  g_assert_cmpuint (limited->collisions->len, ==, 1);
  g_assert_null (g_array_index (limited->collisions, LwCutCollision, 0).joint);
  other = lw_cut_parts_dup_warning (limited);
  g_assert_nonnull (strstr (other, "in one layer"));
}

/// Returns a run of two bodies in which the first one moves along the x axis at 1 m/s, and the
/// second one stays at 0.5 m.
static LwProjectRun *
moving_run (LwMechanism *mechanism)
{
  const char *none[] = { NULL };
  const LwRunSettings settings = lw_run_settings_default ();
  LwRecording *recording = lw_recording_new (1 + 6 + 6);
  double row[1 + 6 + 6] = { 0 };
  LwProjectRun *run;

  for (int i = 0; i <= 100; i++) {
    row[0] = row[1] = 0.01 * i;
    row[4] = 0.5;
    g_assert_true (lw_recording_append (recording, row));
  }
  run = lw_project_run_new ("", mechanism, &settings, recording, 6, 6, none, none);
  lw_recording_unref (recording);
  return run;
}

/// Parts that meet only during the motion are in different layers, and the time is reported.
static void
test_motion (void)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwCutOptions options = default_options ();
  g_autoptr (LwProjectRun) run = NULL;
  g_autoptr (LwCutParts) still = NULL, moving = NULL, limited = NULL;

  add_link (mechanism, 1, 0, 0, 0.1, 0);
  add_link (mechanism, 2, 0.5, 0, 0.1, 0);
  run = moving_run (mechanism);
  still = cut_well (mechanism, NULL, &options);
  g_assert_cmpuint (still->n_layers, ==, 1);
  moving = cut_well (mechanism, run, &options);
  g_assert_cmpuint (moving->n_layers, ==, 2);
  options.layers = 1;
  limited = cut_well (mechanism, run, &options);
  g_assert_cmpuint (limited->collisions->len, ==, 1);
  // The round ends, of 10 mm, meet when 0.38 m have been covered.
  g_assert_cmpfloat_with_epsilon (g_array_index (limited->collisions, LwCutCollision, 0).time, 0.38,
                                  0.011);
}

/// A thousand links at one place on one sheet.
static void
test_many (void)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwCutOptions options = default_options ();
  g_autoptr (LwCutParts) parts = NULL;
  g_autoptr (GBytes) dxf = NULL;

  for (int i = 1; i <= 1000; i++)
    add_link (mechanism, i, 0.3 * (i % 32), 0.3 * (i / 32), 0.1 + 1e-4 * i, 0.01 * i);
  parts = cut_well (mechanism, NULL, &options);
  check_sheets (parts, 0.005);
  g_assert_cmpuint (parts->sheets->len, ==, 1);
  g_assert_cmpuint (parts->n_layers, ==, 1);
  dxf = lw_dxf_write (parts);
  g_assert_cmpuint (g_bytes_get_size (dxf), >, 500000);
}

/// Holes as wide as their link would cut it to pieces.
static void
test_wide_holes (void)
{
  static const double ends[] = { 0, 0, 0, 0.1, 0, 0 };
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwCutOptions options = default_options ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LwCutParts) parts = NULL;

  lw_mechanism_add_body (mechanism, shaped_body (1, LW_SHAPE_LINK, ends, 2));
  options.hole = 40;
  g_assert_null (cut (mechanism, NULL, &options, &error));
  g_assert_nonnull (strstr (error->message, "holes of 40 mm do not fit into a width of"));
  testing_assert_sentence (error);
  g_clear_error (&error);
  options.hole = 3;
  parts = cut (mechanism, NULL, &options, &error);
  g_assert_no_error (error);
}

static void
test_refusals (void)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwCutOptions options = default_options ();
  g_autoptr (GError) error = NULL;
  LwBody *body = lw_body_new (1, "Point");

  g_assert_null (cut (mechanism, NULL, &options, &error));
  testing_assert_sentence (error);
  g_clear_error (&error);
  // A body without extent has nothing to cut.
  lw_mechanism_add_body (mechanism, body);
  g_assert_null (cut (mechanism, NULL, &options, &error));
  testing_assert_sentence (error);
  g_clear_error (&error);
  add_link (mechanism, 2, 0, 0, 0.1, 0);
  options.kerf = 7;
  g_assert_null (cut (mechanism, NULL, &options, &error));
  g_assert_nonnull (strstr (error->message, "Link 2 has details that are finer than the kerf"));
  testing_assert_sentence (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cut-parts/mass", test_mass);
  g_test_add_func ("/cut-parts/kerf", test_kerf);
  g_test_add_func ("/cut-parts/sheets", test_sheets);
  g_test_add_func ("/cut-parts/layers", test_layers);
  g_test_add_func ("/cut-parts/base", test_base);
  g_test_add_func ("/cut-parts/collision", test_collision);
  g_test_add_func ("/cut-parts/motion", test_motion);
  g_test_add_func ("/cut-parts/many", test_many);
  g_test_add_func ("/cut-parts/wide-holes", test_wide_holes);
  g_test_add_func ("/cut-parts/refusals", test_refusals);
  return g_test_run ();
}
