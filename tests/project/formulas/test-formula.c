// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers as users enter them: units, arithmetic, parameters, dimensions; and fields that follow
// formulas through changes, renaming, undo and files.

#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "lw-evaluation.h"
#include "lw-contact.h"
#include "lw-document.h"
#include "lw-formula.h"
#include "lw-part.h"
#include "lw-property.h"
#include "lw-store.h"
#include "lw-text.h"
#include "testing-project.h"

static const LwElementRef crank = { LW_SELECTION_BODY, 1 };
static const LwElementRef world = { LW_SELECTION_NONE, 0 };

static void
add_parameter (LwMechanism *mechanism, const char *name, double value, const char *unit)
{
  LwParameter *parameter = lw_parameter_new (name, value, NULL);

  lw_parameter_set_unit (parameter, unit);
  lw_mechanism_add_parameter (mechanism, parameter);
}

/// L = 200 mm, w = 3 rad/s, n = 3, b = 0.1 m (which is also a unit), mass = 2 kg.
static LwMechanism *
new_mechanism (void)
{
  LwMechanism *mechanism = lw_mechanism_new ();

  add_parameter (mechanism, "L", 0.2, "m");
  add_parameter (mechanism, "w", 3, "rad/s");
  add_parameter (mechanism, "n", 3, "1");
  add_parameter (mechanism, "b", 0.1, "m");
  add_parameter (mechanism, "mass", 2, "kg");
  return mechanism;
}

// ---- values ---------------------------------------------------------------------------------

static const struct
{
  const char *text;
  const char *unit;
  const char *shown;
  double value;
} values[] = {
  { "2 in + 3 mm", "m", "mm", 0.0508 + 0.003 },
  { "2in+3mm", "m", "mm", 0.0538 },
  { "L/2 + 3 mm", "m", "mm", 0.103 },
  { "L / 2", "m", "mm", 0.1 },
  { "200 + 50", "m", "mm", 0.25 },
  { "200 + 50", "m", "in", 250 * 0.0254 },
  { "n * 20", "m", "mm", 0.06 },
  { "(n * 20) mm", "m", "in", 0.06 },
  { "2 mm * n", "m", "mm", 0.006 },
  // Names take precedence: neither litres nor bits.
  { "2 m * L / b", "m", "m", 4 },
  { "6 m / (b / L)", "m", "m", 12 },
  { "hypot(3 mm, 4 mm)", "m", "m", 0.005 },
  { "sqrt(3 mm^2 + 6 mm²)", "m", "m", 0.003 },
  { "max(1 mm; 2 mm)", "m", "m", 0.002 },
  { "L > 10 cm ? 1 m : 2 m", "m", "m", 1 },
  { "0 + L", "m", "mm", 0.2 },
  { "max(0, -L)", "m", "mm", 0 },
  { "L * L / b", "m", "mm", 0.4 },
  { "(1 + 1) cm", "m", "mm", 0.02 },
  { "1 / (2 s)", "Hz", "Hz", 0.5 },
  { "30°", "rad", "deg", G_PI / 6 },
  { "45 + 45", "rad", "deg", G_PI / 2 },
  { "atan2(b, b)", "rad", "deg", G_PI / 4 },
  { "2 * asin(0.5)", "rad", "deg", G_PI / 3 },
  { "L * sin(30 deg)", "m", "mm", 0.1 },
  { "60 rpm", "rad/s", "rad/s", 2 * G_PI },
  { "w * 2", "rad/s", "rad/s", 6 },
  { "mass * 9.81 m/s^2", "N", "N", 19.62 },
  { "0.5 * mass * (3 m/s)^2", "J", "J", 9 },
  { "10 N m / (5 rad)", "N m", "N m", 2 },
  { "1 lbf in", "N m", "N m", 4.4482216152605 * 0.0254 },
  { "n", "1", "1", 3 },
  { "−3 mm", "m", "mm", -0.003 },
  { "2^3", "1", "1", 8 },
  { "pi * 1 m", "m", "m", G_PI },
};

static void
test_values (void)
{
  g_autoptr (LwMechanism) mechanism = new_mechanism ();

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++) {
    const LwFormulaScope scope = { mechanism, values[i].unit, values[i].shown, 0 };
    const LwFormulaScope kept_scope = { mechanism, values[i].unit, NULL, 0 };
    g_autofree char *kept = NULL;
    g_autoptr (GError) error = NULL;
    double value = NAN;

    g_test_message ("%s", values[i].text);
    g_assert_true (lw_formula_evaluate (values[i].text, &scope, &value, &error));
    g_assert_no_error (error);
    // Rounding of a few operations.
    g_assert_cmpfloat_with_epsilon (value, values[i].value, 1e-14 * fmax (1, fabs (value)));
    // The stored text gives the same number in all units.
    kept = lw_formula_dup_kept (values[i].text, &scope);
    g_assert_true (lw_formula_evaluate (kept, &kept_scope, &value, &error));
    g_assert_cmpfloat_with_epsilon (value, values[i].value, 1e-14 * fmax (1, fabs (value)));
  }
}

static void
test_decimal_comma (void)
{
  g_autoptr (LwMechanism) mechanism = new_mechanism ();
  const LwFormulaScope scope = { mechanism, "m", "mm", ',' };
  g_auto (GStrv) parts = lw_formula_split ("1,5 mm; max(1,5, 2), 3", ',');
  g_autofree char *kept = lw_formula_dup_kept ("max(1,5 mm; L)", &scope);
  double value;

  g_assert_true (lw_formula_evaluate ("1,5 mm + 0.5 mm", &scope, &value, NULL));
  g_assert_cmpfloat_with_epsilon (value, 0.002, 1e-16);
  g_assert_cmpstr (kept, ==, "max(1.5 mm, L)");
  g_assert_cmpuint (g_strv_length (parts), ==, 3);
  g_assert_cmpstr (parts[0], ==, "1,5 mm");
  g_assert_cmpstr (parts[1], ==, "max(1,5, 2)");
}

// ---- refusals -------------------------------------------------------------------------------

static const struct
{
  const char *text;
  const char *unit;
  const char *words; ///< part of the message
} refusals[] = {
  { "3 kg", "m", "kg" },
  { "L + 3 kg", "m", "kg" },
  { "L + 3", "m", "plain number" },
  { "mass", "m", "kg" },
  { "0 kg", "m", "kg" },
  { "L * L", "m", "m²" },
  { "sin(L)", "1", "m" },
  { "2 ^ L", "m", "m" },
  { "min(1 mm, 2 kg)", "m", "kg" },
  { "foo / 2", "m", "foo" },
  { "t", "m", "‘t’" },
  { "1 / 0", "m", "zero" },
  { "1 mm / (L - 2 b)", "m", "not go together" },
  { "1 mm / (L - 2 * b)", "m", "zero" },
  { "1 mm / (L/b - 2)", "m", "zero" },
  { "2 foo", "m", "“foo” is not a unit" },
  { "2 +", "m", "" },
  { "((", "m", "" },
  { ")", "m", "" },
  { "", "m", "" },
  { "3 Hz", "rad/s", "1/s" },
  { "1e999 mm", "m", "" },
  { "\"", "m", "" },
  { "L L", "m", "" },
  { "5 ° ° °", "m", "" },
  { "2 mm mm", "m", "m²" },
  { "nan", "m", "" },
};

static void
test_refusals (void)
{
  g_autoptr (LwMechanism) mechanism = new_mechanism ();

  for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++) {
    const LwFormulaScope scope = { mechanism, refusals[i].unit, NULL, 0 };
    g_autoptr (GError) error = NULL;
    double value;

    g_test_message ("%s", refusals[i].text);
    g_assert_false (lw_formula_evaluate (refusals[i].text, &scope, &value, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
    g_test_message ("  %s", error->message);
    g_assert_nonnull (strstr (error->message, refusals[i].words));
    g_assert_true (g_str_has_suffix (error->message, "."));
  }
}

/// Any text gives a number or an error message.
static void
test_nonsense (void)
{
  static const char *const pieces[] = { "L", "2",    " ",  "mm", "(", ")", "+", "-",  "*", "/",
                                        "^", "sin",  ",",  ";",  "°", "²", "e", "1e", "?", ":",
                                        "_", "\xff", "kg", "m^", "·", "π", "µ", "\t", "!" };
  g_autoptr (LwMechanism) mechanism = new_mechanism ();
  const LwFormulaScope scope = { mechanism, "m", "mm", ',' };
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (5));

  for (int i = 0; i < (g_getenv ("LW_TORTURE") != NULL ? 200000 : 5000); i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    g_autoptr (GError) error = NULL;
    const int n = g_rand_int_range (random, 0, 12);
    double value = NAN;

    for (int k = 0; k < n; k++)
      g_string_append (text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
    if (lw_formula_evaluate (text->str, &scope, &value, &error)) {
      g_autofree char *kept = lw_formula_dup_kept (text->str, &scope);
      double again = NAN;

      g_assert_true (isfinite (value));
      g_assert_true (lw_formula_evaluate (kept, &scope, &again, NULL));
      g_assert_cmpfloat_with_epsilon (value, again, 1e-12 * fabs (value) + 1e-300);
    } else {
      g_assert_nonnull (error);
    }
  }
}

// ---- text conversion ------------------------------------------------------------------------

static void
test_texts (void)
{
  g_autofree char *renamed = lw_formula_replace ("L/2 + 3 L + sin(L) * LL", "L", "length", true);
  g_autofree char *in_law = lw_formula_replace ("2 * a + atan(a)", "a", "(0.5)", false);

  // After a number, L is a litre.
  g_assert_cmpstr (renamed, ==, "length/2 + 3 L + sin(length) * LL");
  g_assert_cmpstr (in_law, ==, "2 * (0.5) + atan((0.5))");
  g_assert_true (lw_formula_uses ("2 * L", "L", true));
  g_assert_false (lw_formula_uses ("2 L", "L", true));
  g_assert_false (lw_formula_uses ("sin(1)", "sin", true));
  g_assert_true (lw_formula_uses ("6 m / b", "b", true));
}

// ---- fields ---------------------------------------------------------------------------------

/// Returns a body with mass 2 * mass and x = L / 2, and gravity 0, -n m/s^2.
static LwMechanism *
new_bound (void)
{
  g_autoptr (LwMechanism) plain = new_mechanism ();
  g_autoptr (LwMechanism) first = NULL;
  g_autoptr (LwMechanism) second = NULL;
  g_autoptr (LwMechanism) third = NULL;
  LwBody *body = lw_body_new (1, "Crank");
  LwMechanism *bound;
  g_autoptr (GError) error = NULL;

  lw_mechanism_add_body (plain, body);
  first = lw_mechanism_with_binding (plain, lw_binding_new (crank, "mass", "kg", "2 * mass"));
  second =
    lw_mechanism_with_binding (first, lw_binding_new (crank, "position", "m", "L/2; 3 mm; b"));
  third = lw_mechanism_with_binding (second,
                                     lw_binding_new (world, "gravity", "m/s^2", "0; -n m/s^2; 0"));
  bound = lw_mechanism_evaluate (third, &error);
  g_assert_null (bound);
  g_assert_nonnull (strstr (error->message, "The gravity, 0; -n m/s^2; 0: "));
  g_clear_error (&error);
  g_clear_pointer (&third, lw_mechanism_unref);
  third = lw_mechanism_with_binding (
    second, lw_binding_new (world, "gravity", "m/s^2", "0; -n * 1 m/s^2; 0"));
  bound = lw_mechanism_evaluate (third, &error);
  g_assert_no_error (error);
  return bound;
}

static LwMechanism *
change (const LwMechanism *mechanism, const char *name, double value, const char *expression)
{
  LwParameter *parameter = lw_parameter_copy (lw_mechanism_find_parameter (mechanism, name));
  g_autoptr (GError) error = NULL;
  LwMechanism *next;

  parameter->value = value;
  lw_parameter_set_expression (parameter, expression);
  next = lw_mechanism_change_parameter (mechanism, name, parameter, &error);
  g_assert_no_error (error);
  return next;
}

static void
test_fields (void)
{
  g_autoptr (LwMechanism) bound = new_bound ();
  g_autoptr (LwMechanism) longer = change (bound, "L", 0.6, NULL);
  g_autoptr (LwMechanism) heavier = change (longer, "mass", 0, "n * 1 kg + 0.5 kg");
  const LwBody *body = lw_mechanism_get_body (bound, 0);

  g_assert_cmpfloat (body->def.mass, ==, 4);
  g_assert_cmpfloat (body->def.position[0], ==, 0.1);
  g_assert_cmpfloat (body->def.position[1], ==, 0.003);
  g_assert_cmpfloat (lw_mechanism_get_gravity (bound)[1], ==, -3);
  g_assert_cmpfloat (lw_mechanism_get_body (longer, 0)->def.position[0], ==, 0.3);
  g_assert_cmpfloat (lw_mechanism_get_body (heavier, 0)->def.mass, ==, 7);
  g_assert_cmpuint (lw_mechanism_count_uses (heavier, "n"), ==, 2);
}

static void
test_circles (void)
{
  g_autoptr (LwMechanism) plain = new_mechanism ();
  g_autoptr (LwMechanism) first = change (plain, "L", 0, "2 * b");
  LwParameter *b = lw_parameter_copy (lw_mechanism_find_parameter (first, "b"));
  LwParameter *self = lw_parameter_copy (b);
  g_autoptr (GError) error = NULL;

  g_assert_cmpfloat (lw_mechanism_find_parameter (first, "L")->value, ==, 0.2);
  lw_parameter_set_expression (b, "L / 2");
  g_assert_null (lw_mechanism_change_parameter (first, "b", b, &error));
  g_assert_cmpstr (error->message, ==,
                   "The parameters L, b follow from each other in a circle; give one of them a "
                   "number.");
  g_clear_error (&error);
  lw_parameter_set_expression (self, "b + 1 mm");
  g_assert_null (lw_mechanism_change_parameter (first, "b", self, &error));
  g_assert_cmpstr (error->message, ==,
                   "b follows from itself; give it a formula of other parameters.");
}

static void
test_names (void)
{
  g_autoptr (LwMechanism) bound = new_bound ();
  LwParameter *renamed = lw_parameter_copy (lw_mechanism_find_parameter (bound, "L"));
  g_autoptr (LwMechanism) next = NULL;
  g_autoptr (LwMechanism) without = NULL;
  g_autoptr (GError) error = NULL;

  lw_parameter_set_name (renamed, "reach");
  next = lw_mechanism_change_parameter (bound, "L", renamed, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (lw_mechanism_find_binding (next, crank, "position")->expression, ==,
                   "reach/2; 3 mm; b");
  g_assert_cmpstr (lw_mechanism_get_parameter (next, 0)->name, ==, "reach");
  // "m/s^2" would change its meaning.
  g_assert_null (
    lw_mechanism_change_parameter (bound, NULL, lw_parameter_new ("s", 1, NULL), &error));
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "s is a unit in the formula"));
  g_clear_error (&error);
  for (const char *const *name = (const char *const[]){ "t", "2a", "", "a b", "n", NULL };
       *name != NULL; name++) {
    g_assert_null (
      lw_mechanism_change_parameter (bound, NULL, lw_parameter_new (*name, 1, NULL), &error));
    g_clear_error (&error);
  }
  // Its value replaces a removed parameter; a formula without parameters becomes a number.
  without = lw_mechanism_dissolve_parameter (bound, "L", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (lw_mechanism_find_binding (without, crank, "position")->expression, ==,
                   "(0.2 m)/2; 3 mm; b");
  g_assert_cmpfloat (lw_mechanism_get_body (without, 0)->def.position[0], ==, 0.1);
  g_clear_pointer (&without, lw_mechanism_unref);
  without = lw_mechanism_dissolve_parameter (bound, "mass", &error);
  g_assert_null (lw_mechanism_find_binding (without, crank, "mass"));
  g_assert_cmpfloat (lw_mechanism_get_body (without, 0)->def.mass, ==, 4);
}

static void
test_functions (void)
{
  g_autoptr (LwMechanism) mechanism = new_mechanism ();
  MbdCouplingDef def = mbd_rod_default ();
  MbdForceDef spring = mbd_spring_default ();
  LwCoupling *coupling = lw_coupling_new (&def, 1, NULL);
  LwForce *force = lw_force_new (&spring, 1, NULL);
  g_autoptr (LwFunction) function = lw_function_new_expression ("0.1 + L * sin(w * t)");
  LwParameter *renamed = lw_parameter_copy (lw_mechanism_find_parameter (mechanism, "L"));
  g_autoptr (LwMechanism) next = NULL;
  g_autoptr (LwMechanism) without = NULL;

  lw_coupling_set_function (coupling, function);
  lw_force_set_law (force, "L * length");
  lw_mechanism_add_coupling (mechanism, coupling);
  lw_mechanism_add_force (mechanism, force);
  g_assert_cmpuint (lw_mechanism_count_uses (mechanism, "L"), ==, 2);
  lw_parameter_set_name (renamed, "M");
  next = lw_mechanism_change_parameter (mechanism, "L", renamed, NULL);
  g_assert_cmpstr (lw_mechanism_get_coupling (next, 0)->function->expression, ==,
                   "0.1 + M * sin(w * t)");
  g_assert_cmpstr (lw_mechanism_get_force (next, 0)->law, ==, "M * length");
  without = lw_mechanism_dissolve_parameter (next, "M", NULL);
  g_assert_cmpstr (lw_mechanism_get_coupling (without, 0)->function->expression, ==,
                   "0.1 + (0.2) * sin(w * t)");
}

// ---- the document and files -----------------------------------------------------------------

static void
test_document (void)
{
  g_autoptr (LwMechanism) bound = new_bound ();
  g_autoptr (LwDocument) document = lw_document_new (bound);
  g_autoptr (LwMechanism) longer = change (bound, "L", 0.4, NULL);
  LwBody *moved = lw_body_copy (lw_mechanism_get_body (longer, 0));
  g_autoptr (LwMechanism) dragged = NULL;
  g_autoptr (LwMechanism) removed = NULL;

  // One step for all dependent values.
  lw_document_edit (document, "Change L", longer);
  g_assert_cmpuint (lw_document_get_n_steps (document), ==, 1);
  g_assert_true (lw_document_get_mechanism (document) == longer);
  // A dragged field no longer follows its formula; the mass still does.
  moved->def.position[0] = 7;
  dragged = lw_mechanism_replace_body (longer, moved);
  lw_document_edit (document, "Move", dragged);
  g_assert_null (
    lw_mechanism_find_binding (lw_document_get_mechanism (document), crank, "position"));
  g_assert_nonnull (
    lw_mechanism_find_binding (lw_document_get_mechanism (document), crank, "mass"));
  lw_document_undo (document);
  g_assert_nonnull (
    lw_mechanism_find_binding (lw_document_get_mechanism (document), crank, "position"));
  removed = lw_mechanism_remove_body (longer, 1);
  lw_document_edit (document, "Delete", removed);
  g_assert_cmpuint (lw_mechanism_get_n_bindings (lw_document_get_mechanism (document)), ==, 1);
  lw_document_go_to (document, 0);
  g_assert_true (lw_document_get_mechanism (document) == bound);
}

static void
test_files (void)
{
  g_autoptr (LwMechanism) bound = new_bound ();
  g_autoptr (LwMechanism) mechanism = change (bound, "mass", 0, "n * 1 kg");
  LwParameter *ranged = lw_parameter_copy (lw_mechanism_find_parameter (mechanism, "L"));
  g_autoptr (LwMechanism) full = NULL;
  g_autoptr (LwMechanism) read = NULL;
  g_autoptr (LwProject) project = NULL;
  g_autoptr (LwProject) again = NULL;
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  g_autofree char *plain_print = NULL;
  g_autofree char *full_print = NULL;
  g_autoptr (GError) error = NULL;
  LwProjectView view = lw_project_view_default ();

  ranged->minimum = 0.1;
  ranged->maximum = 0.5;
  full = lw_mechanism_change_parameter (mechanism, "L", ranged, &error);
  g_assert_no_error (error);
  lw_mechanism_set_length_unit (full, LW_LENGTH_IN);
  text = lw_text_write (full);
  read = lw_text_parse (text, -1, &error);
  g_assert_no_error (error);
  g_assert_true (lw_mechanism_equal (read, full));
  g_assert_cmpint (lw_mechanism_get_length_unit (read), ==, LW_LENGTH_IN);
  project = lw_project_new (full, &view, runs);
  bytes = lw_store_write (project, NULL, &error);
  g_assert_no_error (error);
  again = lw_store_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lw_project_equal (again, project));
  // The motion is the same: a unit name, a range and a formula do not affect it.
  plain_print = lw_mechanism_dup_fingerprint (mechanism);
  full_print = lw_mechanism_dup_fingerprint (full);
  g_assert_cmpstr (plain_print, ==, full_print);
}

/// Numbers of contact pairs and of the background follow formulas.
static void
test_pairs (void)
{
  static const char text[] =
    "{\"linkwright\": 1, \"parameters\": [{\"name\": \"a\", \"value\": 0.5}], \"bodies\": ["
    "{\"id\": 7, \"name\": \"Ball\", \"mass\": 1, \"inertia\": 1, \"shape\": {\"kind\": \"disc\", "
    "\"radius\": 0.1}, \"contact\": {}}, {\"id\": 3, \"name\": \"Box\", \"position\": [1, 0], "
    "\"mass\": 1, \"inertia\": 1, \"shape\": {\"kind\": \"box\", \"size\": [0.2, 0.2]}, "
    "\"contact\": {}}], \"contacts\": [{\"bodies\": [\"Ball\", \"Box\"], \"friction\": 0.5}], "
    "\"bindings\": [{\"element\": \"body\", \"id\": 3, \"field\": \"pair.7.friction\", "
    "\"expression\": \"a\"}]}";
  const LwElementRef both[] = { { LW_SELECTION_BODY, 7 }, { LW_SELECTION_BODY, 3 } };
  const LwPlaneMap aside = lw_plane_map_shift (0, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) read = lw_text_parse (text, -1, &error);
  g_autoptr (LwMechanism) twice = NULL;
  g_autoptr (LwMechanism) one = NULL;
  g_autoptr (LwMechanism) slippery = NULL;
  g_autoptr (LwParameter) rough = NULL;
  LwMechanism *refused;

  g_assert_no_error (error);
  // A copy of both bodies follows too; a copy of only the ball has no pair.
  twice = lw_part_duplicate (read, both, 2, &aside, NULL, &error);
  g_assert_no_error (error);
  one = lw_part_duplicate (read, both, 1, &aside, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lw_mechanism_get_n_bindings (twice), ==, 2);
  g_assert_cmpuint (lw_mechanism_get_n_bindings (one), ==, 1);
  slippery = change (twice, "a", 0.1, NULL);
  g_assert_cmpfloat (lw_contact_find_pair (slippery, 3, 7)->friction, ==, 0.1);
  g_assert_cmpfloat (lw_contact_find_pair (slippery, 8, 9)->friction, ==, 0.1);
  // Invalid values are refused with the names of both bodies.
  rough = lw_parameter_copy (lw_mechanism_find_parameter (read, "a"));
  rough->value = -1;
  refused = lw_mechanism_change_parameter (read, "a", g_steal_pointer (&rough), &error);
  g_assert_null (refused);
  g_assert_cmpstr (error->message, ==,
                   "The friction of Body Box and Body Ball, a: The coefficient of friction must "
                   "not be negative.");
}

static const struct
{
  const char *text;
  const char *words;
} bad_files[] = {
  { "\"parameters\": [{\"name\": \"a\", \"value\": 1, \"unit\": \"parsnips\"}]", "unit" },
  { "\"parameters\": [{\"name\": \"a\", \"value\": 1, \"minimum\": 2, \"maximum\": 1}]",
    "minimum" },
  { "\"bindings\": [{\"field\": \"mass\", \"expression\": \"1\"}]", "field" },
  { "\"bindings\": [{\"element\": \"body\", \"id\": 4, \"field\": \"mass\", \"expression\": "
    "\"1\"}]",
    "no such element" },
  { "\"bindings\": [{\"element\": \"body\", \"field\": \"mass\", \"expression\": \"1\"}]", "id" },
  { "\"bindings\": [{\"field\": \"gravity\"}]", "expression" },
  { "\"bindings\": [{\"field\": \"gravity[9]\", \"expression\": \"1\"}]", "field" },
  { "\"bindings\": [{\"element\": \"body\", \"id\": 1, \"field\": \"pair.0.friction\", "
    "\"expression\": \"1\"}]",
    "field" },
  { "\"bindings\": [{\"element\": \"body\", \"id\": 1, \"field\": \"pair.99999999999.rolling\", "
    "\"expression\": \"1\"}]",
    "field" },
  { "\"bindings\": [{\"element\": \"body\", \"id\": 1, \"field\": \"pair.2.\", "
    "\"expression\": \"1\"}]",
    "field" },
  { "\"units\": \"cgs\"", "units" },
};

static void
test_bad_files (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (bad_files); i++) {
    g_autofree char *text = g_strdup_printf ("{\"linkwright\": 1, %s}", bad_files[i].text);
    g_autoptr (GError) error = NULL;

    g_assert_null (lw_text_parse (text, -1, &error));
    g_test_message ("%s", error->message);
    g_assert_nonnull (strstr (error->message, bad_files[i].words));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formula/values", test_values);
  g_test_add_func ("/formula/decimal-comma", test_decimal_comma);
  g_test_add_func ("/formula/refusals", test_refusals);
  g_test_add_func ("/formula/nonsense", test_nonsense);
  g_test_add_func ("/formula/texts", test_texts);
  g_test_add_func ("/formula/fields", test_fields);
  g_test_add_func ("/formula/circles", test_circles);
  g_test_add_func ("/formula/names", test_names);
  g_test_add_func ("/formula/functions", test_functions);
  g_test_add_func ("/formula/document", test_document);
  g_test_add_func ("/formula/files", test_files);
  g_test_add_func ("/formula/pairs", test_pairs);
  g_test_add_func ("/formula/bad-files", test_bad_files);
  return g_test_run ();
}
