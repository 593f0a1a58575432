// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Equations: every kind has some and they can be typeset; text that is not a formula is shown too;
// a matrix finds its cells.

#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "lw-axis.h"
#include "lw-equations.h"
#include "lw-formula-layout.h"
#include "lw-matrix-picture.h"
#include "lw-text.h"

static LwMechanism *
load (const char *folder, const char *name)
{
  g_autoptr (GFile) file =
    g_file_new_build_filename (g_getenv ("LW_SOURCE_DIR"), folder, name, NULL);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_load (file, NULL, &error);

  g_assert_no_error (error);
  return mechanism;
}

static void
get_size (LwFonts *fonts, const char *formula, double width, double *w, double *h)
{
  g_autoptr (LwFormulaLayout) layout = lw_formula_layout_new (formula, fonts, 14, width);

  *w = lw_formula_layout_get_width (layout);
  *h = lw_formula_layout_get_height (layout);
}

static void
test_layout (void)
{
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  double w[2], h[2];

  get_size (fonts, "x", INFINITY, &w[0], &h[0]);
  get_size (fonts, "\\frac{x}{x}", INFINITY, &w[1], &h[1]);
  g_assert_cmpfloat (h[1], >, 1.5 * h[0]);
  get_size (fonts, "x_{abc}", INFINITY, &w[1], &h[1]);
  g_assert_cmpfloat (w[1], >, 2 * w[0]);
  get_size (fonts, "\\dot{x}", INFINITY, &w[1], &h[1]);
  g_assert_cmpfloat (w[1], ==, w[0]);
  get_size (fonts, "\\matrix{x & x \\\\ x & x}", INFINITY, &w[1], &h[1]);
  g_assert_cmpfloat (w[1], >, 2 * w[0]);
  g_assert_cmpfloat (h[1], >, 1.8 * h[0]);
  // A formula that is too wide is broken before an operator: it is narrower and higher.
  get_size (fonts, "a = b + c + d + e + f + g", INFINITY, &w[0], &h[0]);
  get_size (fonts, "a = b + c + d + e + f + g", 0.6 * w[0], &w[1], &h[1]);
  g_assert_cmpfloat (w[1], <=, 0.6 * w[0]);
  g_assert_cmpfloat (h[1], >, 1.8 * h[0]);
}

static void
test_plain (void)
{
  g_autofree char *plain = lw_formula_dup_plain ("\\dot{ε}_{x} = \\frac{a}{2} − \\v{d}^{2}");
  g_autofree char *unary = lw_formula_dup_plain ("ε = −\\t{3 m}");

  g_assert_cmpstr (plain, ==, "ε′_x = (a)/(2) − d^2");
  g_assert_cmpstr (unary, ==, "ε = −3 m");
}

/// Any text has a layout of finite size.
static void
test_garbage (void)
{
  static const char *const pieces[] = {
    "\\frac", "{", "}", "\\matrix", "&", "\\\\", "_", "^",      "a",    "\\v{", "\\t{",
    "\\dot",  " ", "−", "\\",       "[", ")",    "ε", "\\sqrt", "\xff", "\\,"
  };
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (7));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 8, 8);
  cairo_t *cairo = cairo_create (surface);
  g_autoptr (LwPainter) painter = lw_painter_new_cairo (cairo, fonts);

  for (int i = 0; i < 2000; i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    g_autofree char *plain = NULL;
    LwFormulaLayout *layout;

    for (int k = g_rand_int_range (random, 0, 60); k > 0; k--)
      g_string_append (text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
    layout = lw_formula_layout_new (text->str, fonts, 14, 200);
    g_assert_true (isfinite (lw_formula_layout_get_width (layout)));
    g_assert_true (isfinite (lw_formula_layout_get_height (layout)));
    lw_formula_layout_draw (layout, painter, 0, 0, lw_colour (0));
    lw_formula_layout_free (layout);
    plain = lw_formula_dup_plain (text->str);
    g_assert_true (g_utf8_validate (plain, -1, NULL));
  }
  g_clear_pointer (&painter, lw_painter_free);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
}

static char *
explain_first (const GArray *equations, LwEquationRole role)
{
  for (guint i = 0; i < equations->len; i++)
    if (g_array_index (equations, LwEquation, i).role == role)
      return lw_equations_explain (equations, i);
  return NULL;
}

/// A symbol is explained by its definition on the card, or by its meaning there: a is an axis beside a pin,
/// and the accelerations beside a drive.
static void
test_symbols (void)
{
  g_autoptr (LwMechanism) mechanism = load ("data/examples", "four-bar.json");
  g_autoptr (GArray) pin =
    lw_equations_of (mechanism, (LwElementRef){ LW_SELECTION_COUPLING, 3 }, NULL, ".");
  g_autoptr (GArray) motor =
    lw_equations_of (mechanism, (LwElementRef){ LW_SELECTION_COUPLING, 5 }, NULL, ".");
  g_autoptr (GArray) system = lw_equations_of_system (lw_mechanism_get_run (mechanism), ".");
  g_autofree char *position = explain_first (pin, LW_EQUATION_POSITION);
  g_autofree char *gamma = explain_first (motor, LW_EQUATION_GAMMA);
  g_autofree char *law = explain_first (system, LW_EQUATION_SYSTEM);

  g_assert_cmpstr (position, ==,
                   "ε: error of the condition, m or rad\n"
                   "a: axis of the first body along which the joint is locked\n"
                   "d = p_S − p_P");
  g_assert_nonnull (strstr (gamma, "a: accelerations of all bodies"));
  g_assert_nonnull (strstr (gamma, "s: coordinate of the joint, m or rad"));
  g_assert_nonnull (strstr (law, "M: mass matrix of all bodies\nv: velocities of all bodies\n"
                                 "f: forces on the bodies except those of the rows"));
}

/// Each compliant row has its own law if rows differ.
static void
test_rows (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism =
    lw_text_parse ("{\"linkwright\": 1, \"bodies\": [{}], \"couplings\": [{\"kind\": \"weld\","
                   " \"bodies\": [0, 1], \"at\": [0, 0], \"rows\": [{\"row\": \"rz\","
                   " \"compliance\": {\"stiffness\": 3}}, {\"row\": \"z\", \"compliance\": {}}]}]}",
                   -1, &error);
  g_autoptr (GArray) equations = NULL;
  guint n = 0;

  g_assert_no_error (error);
  equations = lw_equations_of (mechanism, (LwElementRef){ LW_SELECTION_COUPLING, 1 }, NULL, ".");
  for (guint i = 0; i < equations->len; i++)
    if (strstr (g_array_index (equations, LwEquation, i).formula, "= −(k") != NULL) {
      g_assert_cmpstr (g_array_index (equations, LwEquation, i).formula, ==,
                       "λ_{θz} = −(k_{θz} ε_{θz} + b_{θz} \\dot{ε}_{θz})");
      n++;
    }
  g_assert_cmpuint (n, ==, 1);
}

static guint
count (const GArray *equations, LwEquationRole role)
{
  guint n = 0;

  for (guint i = 0; i < equations->len; i++)
    n += g_array_index (equations, LwEquation, i).role == role;
  return n;
}

/// Checks that every element has equations, with its numbers for each of its rows.
static void
check_mechanism (LwMechanism *mechanism, guint *kinds)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) words = g_hash_table_new (g_str_hash, g_str_equal);
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  MbdState *state;

  g_assert_no_error (error);
  state = mbd_state_new (model);
  mbd_state_solve (state, NULL);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    const LwElementRef element = { LW_SELECTION_COUPLING, coupling->element.id };
    const int index = mbd_model_coupling_by_id (model, element.id);
    const guint rows = (guint) mbd_model_coupling_rows (model, index);
    g_autoptr (GArray) without = lw_equations_of (mechanism, element, NULL, ".");
    g_autoptr (GArray) with = lw_equations_of (mechanism, element, state, ".");

    g_hash_table_add (words, (gpointer) lw_coupling_get_kind (coupling)->word);
    g_assert_cmpuint (count (without, LW_EQUATION_POSITION), >=, 1);
    g_assert_cmpuint (count (without, LW_EQUATION_VELOCITY), >=, 1);
    g_assert_cmpuint (count (without, LW_EQUATION_JACOBIAN), >=, 1);
    g_assert_cmpuint (count (without, LW_EQUATION_MULTIPLIER), >=, 1);
    g_assert_cmpuint (count (without, LW_EQUATION_NUMBERS), ==, 0);
    // There are the error, the right side, and the entries of at least one body.
    g_assert_cmpuint (count (with, LW_EQUATION_NUMBERS), >=, 3 * rows);
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    const LwElementRef element = { LW_SELECTION_FORCE,
                                   lw_mechanism_get_force (mechanism, i)->element.id };
    g_autoptr (GArray) with = lw_equations_of (mechanism, element, state, ".");

    g_assert_cmpuint (count (with, LW_EQUATION_FORCE), >=, 1);
    g_assert_cmpuint (count (with, LW_EQUATION_NUMBERS), >=, 1);
  }
  *kinds += g_hash_table_size (words);
  mbd_state_free (state);
  mbd_model_unref (model);
}

static void
test_kinds (void)
{
  static const char *const files[][2] = {
    { "tests/draw/data", "couplings.json" }, { "tests/draw/data", "couplings-space.json" },
    { "tests/draw/data", "parts.json" },     { "data/examples", "rope.json" },
    { "data/examples", "bricard.json" },     { "data/examples", "four-bar-bushing.json" },
    { "data/examples", "gears-rack.json" },
  };
  guint kinds = 0;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (LwMechanism) mechanism = load (files[i][0], files[i][1]);

    check_mechanism (mechanism, &kinds);
  }
  g_assert_cmpuint (kinds, >, 20);
}

/// For a pin 0.1 m from the centre, the row contains the arm, and the numbers equal those of the
/// state.
static void
test_numbers (void)
{
  g_autoptr (LwMechanism) mechanism = load ("data/examples", "four-bar.json");
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  MbdState *state = mbd_state_new (model);
  g_autoptr (GArray) equations = NULL;
  bool found = false, multiplied = false;
  char number[LW_NUMBER_SIZE];
  MbdWrench wrench;

  mbd_state_solve (state, NULL);
  equations = lw_equations_of (mechanism, (LwElementRef){ LW_SELECTION_COUPLING, 1 }, state, ",");
  // The multipliers times their rows are the reaction.
  mbd_state_wrench (state, 0, 1, MBD_AXES_WORLD, mbd_state_multipliers (state), &wrench);
  lw_format_number (number, wrench.force[0], 4, ",");
  for (guint i = 0; i < equations->len; i++) {
    g_autofree char *plain =
      lw_formula_dup_plain (g_array_index (equations, LwEquation, i).formula);

    found = found || g_str_equal (plain, "G_y(Crank) = [0, 1,000, −0,1000]");
    if (g_str_has_prefix (plain, "F(Crank) = ∑ λ G^T = ")) {
      g_autofree char *sum = g_strdup_printf (" = (%s, ", number);

      multiplied = strstr (plain, sum) != NULL;
    }
  }
  g_assert_true (found);
  g_assert_true (multiplied);
  mbd_state_free (state);
  mbd_model_unref (model);
}

static void
test_matrix (void)
{
  g_autoptr (LwMechanism) mechanism = load ("tests/data", "four-bar-torque.json");
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  MbdState *state = mbd_state_new (model);
  g_autoptr (LwHood) hood = lw_hood_new (mechanism, state, false);
  LwMatrixPicture picture = {
    .hood = hood, .kind = LW_MATRIX_SYSTEM, .width = 472, .font_size = 12
  };
  LwMatrixFrame frame;
  LwMatrixCell cell;
  guint filled = 0;

  lw_matrix_picture_measure (&picture, fonts, &frame);
  g_assert_cmpint (frame.rows, ==, 17);
  g_assert_cmpint (frame.columns, ==, 17);
  for (int row = 0; row < 17; row++)
    for (int column = 0; column < 17; column++) {
      LwMatrixCell mirrored;

      g_assert_true (lw_matrix_picture_find (&picture, &frame,
                                             frame.x + (column + 0.5) * frame.cell,
                                             frame.y + (row + 0.5) * frame.cell, &cell));
      lw_matrix_picture_find (&picture, &frame, frame.x + (row + 0.5) * frame.cell,
                              frame.y + (column + 0.5) * frame.cell, &mirrored);
      // The matrix is symmetric.
      g_assert_cmpfloat (cell.value, ==, mirrored.value);
      filled += cell.has_value;
    }
  g_assert_cmpuint (filled, ==, hood->mass->len + 2 * hood->jacobian->len);
  // Beside the cells only elements are found; outside nothing is.
  g_assert_true (lw_matrix_picture_find (&picture, &frame, 2, frame.y + 0.5 * frame.cell, &cell));
  g_assert_cmpint (cell.row_element.kind, ==, LW_SELECTION_BODY);
  g_assert_null (cell.part);
  g_assert_false (lw_matrix_picture_find (&picture, &frame, 2, 2, &cell));
  g_assert_false (
    lw_matrix_picture_find (&picture, &frame, frame.width - 1, frame.height + 9, &cell));
  // With numbers the cells are larger, and hold the same values.
  picture.numbers = true;
  lw_matrix_picture_measure (&picture, fonts, &frame);
  g_assert_true (frame.numbers);
  g_assert_cmpfloat (frame.cell, >=, 30);
  g_assert_true (lw_matrix_picture_find (&picture, &frame, frame.x + 0.5 * frame.cell,
                                         frame.y + 0.5 * frame.cell, &cell));
  g_assert_cmpfloat (cell.value, ==, 0.5);
  picture.numbers = false;
  picture.kind = LW_MATRIX_JACOBIAN;
  lw_matrix_picture_measure (&picture, fonts, &frame);
  g_assert_cmpint (frame.rows, ==, 8);
  g_assert_cmpint (frame.columns, ==, 9);
  mbd_state_free (state);
  mbd_model_unref (model);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/equations/layout", test_layout);
  g_test_add_func ("/equations/plain", test_plain);
  g_test_add_func ("/equations/garbage", test_garbage);
  g_test_add_func ("/equations/kinds", test_kinds);
  g_test_add_func ("/equations/numbers", test_numbers);
  g_test_add_func ("/equations/rows", test_rows);
  g_test_add_func ("/equations/symbols", test_symbols);
  g_test_add_func ("/equations/matrix", test_matrix);

  return g_test_run ();
}
