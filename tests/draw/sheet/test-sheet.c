// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drawings have their scale on paper, the dimensions of the mechanism, and a refusal that names what
// would do.

#include <math.h>
#include <string.h>

#include "lw-sheet.h"
#include "lw-text.h"
#include "recorded.h"

/// Fill of the symbol of a pin on the ground, which begins at a fixed offset from the pin.
#define GROUND_FILL "fill=\"#EAEBEB\""

static LwSheetOptions
default_options (void)
{
  LwSheetOptions options;

  lw_sheet_options_init (&options);
  return options;
}

static LwSheet *
new_sheet (LwMechanism *mechanism,
           const MbdModel *model,
           LwProjectRun *run,
           const LwSheetOptions *options,
           GError **error)
{
  const LwSheetSource source = {
    .mechanism = mechanism,
    .model = model,
    .run = run,
    .provenance = "Linkwright, for a test",
  };

  return lw_sheet_new (&source, options, error);
}

static char *
dup_svg (const Recorded *recorded, LwProjectRun *run, const LwSheetOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwSheet) sheet =
    new_sheet (recorded->mechanism, recorded->model, run, options, &error);
  g_autoptr (GBytes) bytes = NULL;

  g_assert_no_error (error);
  bytes = lw_sheet_to_bytes (sheet, LW_EXPORT_SVG, &error);
  g_assert_no_error (error);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/// Returns the x of the first two ground symbols, px, of a document of this width, mm.
static void
find_grounds (const char *svg, const char *width, double x[2])
{
  g_autofree char *size = g_strdup_printf ("width=\"%smm\"", width);
  const char *at = svg;

  g_assert_nonnull (strstr (svg, size));
  for (int i = 0; i < 2; i++) {
    const char *path;

    at = strstr (at, GROUND_FILL);
    g_assert_nonnull (at);
    path = g_strrstr_len (svg, at - svg, "d=\"M");
    g_assert_nonnull (path);
    x[i] = g_ascii_strtod (path + strlen ("d=\"M"), NULL);
    at++;
  }
}

/// The pivots of the four-bar are 0.6 m apart; 5 px of the document are 1 mm.
static void
test_true_scale (void)
{
  static const struct
  {
    const char *scale, *width;
    int paper;
    double distance; ///< mm on paper
  } cases[] = {
    { "1:10", "297", LW_PAPER_A4, 60 },
    { "1:5", "420", LW_PAPER_A3, 120 },
    { "1:1", "1189", LW_PAPER_A0, 600 },
    { NULL, "279.4", LW_PAPER_LETTER, 60 },
  };
  Recorded recorded = recorded_new ("four-bar");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    LwSheetOptions options = default_options ();
    g_autofree char *svg = NULL;
    double x[2];

    options.scale = (char *) cases[i].scale;
    options.paper = cases[i].paper;
    svg = dup_svg (&recorded, recorded.run, &options);
    find_grounds (svg, cases[i].width, x);
    g_assert_cmpfloat_with_epsilon (fabs (x[1] - x[0]) / 5, cases[i].distance, 0.004);
    g_assert_nonnull (strstr (svg, cases[i].scale != NULL ? cases[i].scale : "1:10"));
  }
  recorded_clear (&recorded);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, part)) != NULL; at++)
    n++;
  return n;
}

static void
test_content (void)
{
  Recorded recorded = recorded_new ("four-bar");
  LwSheetOptions options = default_options ();
  g_autofree char *plain = NULL, *again = NULL, *full = NULL, *bare = NULL;

  plain = dup_svg (&recorded, NULL, &options);
  again = dup_svg (&recorded, NULL, &options);
  g_assert_cmpstr (plain, ==, again);
  g_assert_cmpuint (count (plain, ">200 mm<"), ==, 1);
  g_assert_cmpuint (count (plain, ">700 mm<"), ==, 1);
  g_assert_cmpuint (count (plain, ">500 mm<"), ==, 1);
  g_assert_cmpuint (count (plain, ">600 mm<"), ==, 0);
  g_assert_nonnull (strstr (plain, "Crank-rocker four-bar"));
  g_assert_null (strstr (plain, ">Coupler<"));
  options.dimensions = LW_SHEET_DIMENSIONS_ALL;
  options.parts = true;
  options.positions = 5;
  options.unit = LW_SHEET_UNIT_M;
  options.author = (char *) "A <b> & \"c\"";
  full = dup_svg (&recorded, recorded.run, &options);
  g_assert_cmpuint (count (full, ">0.6 m<"), ==, 1);
  g_assert_nonnull (strstr (full, ">Coupler<"));
  g_assert_nonnull (strstr (full, "A &lt;b&gt; &amp; "));
  g_assert_nonnull (strstr (full, "t = 0 s; 5 positions"));
  // The crank lies along the x axis at the start.
  g_assert_nonnull (strstr (full, ">0°<"));
  options = default_options ();
  options.dimensions = LW_SHEET_DIMENSIONS_NONE;
  options.names = options.ground = options.title_block = false;
  bare = dup_svg (&recorded, NULL, &options);
  // Only the ruler and the symbol of the motor have a text.
  g_assert_cmpuint (count (bare, "<text"), ==, 2);
  g_assert_cmpuint (count (bare, GROUND_FILL), ==, 0);
  recorded_clear (&recorded);
}

/// A dimension is that of the drawn position, and the position is that of the time.
static void
test_time (void)
{
  Recorded recorded = recorded_new ("four-bar");
  LwSheetOptions options = default_options ();
  g_autofree char *svg = NULL;

  g_assert_true (lw_sheet_options_need_run (&options, recorded.mechanism));
  options.traces = false;
  g_assert_false (lw_sheet_options_need_run (&options, recorded.mechanism));
  options.time = 0.1;
  options.dimensions = LW_SHEET_DIMENSIONS_ALL;
  g_assert_true (lw_sheet_options_need_run (&options, recorded.mechanism));
  svg = dup_svg (&recorded, recorded.run, &options);
  // 0.6 rad at 6 rad/s.
  g_assert_nonnull (strstr (svg, ">34.377°<"));
  recorded_clear (&recorded);
}

static void
test_refusals (void)
{
  Recorded recorded = recorded_new ("four-bar");
  LwSheetOptions options = default_options ();
  g_autoptr (LwMechanism) empty = lw_mechanism_new ();
  MbdModel *model = lw_mechanism_compile (empty, NULL);
  g_autoptr (GError) error = NULL;

  options.scale = (char *) "1:5";
  g_assert_null (new_sheet (recorded.mechanism, recorded.model, recorded.run, &options, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "choose A3, or the scale 1:10."));
  g_clear_error (&error);
  options.scale = (char *) "100:1";
  g_assert_null (new_sheet (recorded.mechanism, recorded.model, recorded.run, &options, &error));
  g_assert_nonnull (strstr (error->message, "choose the scale 1:10."));
  g_clear_error (&error);
  options.scale = NULL;
  g_assert_null (new_sheet (empty, model, NULL, &options, &error));
  g_assert_nonnull (strstr (error->message, "nothing to draw"));
  mbd_model_unref (model);
  recorded_clear (&recorded);
}

/// A thousand links with long names on one sheet, and a single body without extent.
static void
test_many (void)
{
  LwMechanism *mechanism = lw_mechanism_new ();
  LwSheetOptions options = default_options ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LwSheet) sheet = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *svg = NULL;
  MbdModel *model;

  for (int i = 1; i <= 1000; i++) {
    g_autofree char *name = g_strdup_printf ("%d %0400d", i, 0);
    LwBody *body = lw_body_new (i, name);
    const double ends[] = { 0, 0, 0, 0.1, 0, 0 };

    body->def.mass = 1;
    body->def.inertia[2] = 1;
    body->def.position[0] = 0.2 * (i % 40);
    body->def.position[1] = 0.1 * (i / 40);
    body->shape.points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
    g_array_append_vals (body->shape.points, ends, 2);
    lw_mechanism_add_body (mechanism, body);
  }
  options.parts = true;
  model = lw_mechanism_compile (mechanism, &error);
  g_assert_no_error (error);
  sheet = new_sheet (mechanism, model, NULL, &options, &error);
  g_assert_no_error (error);
  bytes = lw_sheet_to_bytes (sheet, LW_EXPORT_SVG, &error);
  g_assert_no_error (error);
  svg = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_nonnull (strstr (svg, " more<"));
  g_assert_nonnull (strstr (svg, "…<"));
  mbd_model_unref (model);
  lw_mechanism_unref (mechanism);
}

/// Options as texts, for the settings of a dialog and for the command line.
static void
test_options (void)
{
  LwSheetOptions options = default_options (), other = default_options ();
  const LwExportOption *scale = lw_export_option_find (lw_sheet_options, "scale");
  g_autofree char *lines = NULL, *again = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (lw_export_option_set (scale, &options, "1:2,5", NULL));
  g_assert_true (lw_export_option_set (scale, &options, "1:2", NULL));
  g_assert_false (lw_export_option_set (scale, &options, "half", &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_cmpstr (options.scale, ==, "1:2");
  options.paper = LW_PAPER_A2;
  options.dark = true;
  options.positions = 7;
  options.names = false;
  lines = lw_export_options_dup_lines (lw_sheet_options, &options);
  lw_export_options_set_lines (lw_sheet_options, &other, lines);
  again = lw_export_options_dup_lines (lw_sheet_options, &other);
  g_assert_cmpstr (lines, ==, again);
  g_assert_cmpint (other.paper, ==, LW_PAPER_A2);
  g_assert_true (other.dark && !other.names && other.positions == 7);
  // Invalid lines change nothing.
  lw_export_options_set_lines (lw_sheet_options, &other,
                               "paper=B5\npositions=0\nnothing=1\ndark\n");
  g_assert_cmpint (other.paper, ==, LW_PAPER_A2);
  g_assert_true (other.dark && other.positions == 7);
  lw_export_options_clear (lw_sheet_options, &options);
  lw_export_options_clear (lw_sheet_options, &other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sheet/true-scale", test_true_scale);
  g_test_add_func ("/sheet/content", test_content);
  g_test_add_func ("/sheet/time", test_time);
  g_test_add_func ("/sheet/refusals", test_refusals);
  g_test_add_func ("/sheet/many", test_many);
  g_test_add_func ("/sheet/options", test_options);
  return g_test_run ();
}
