// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas in fields, the parameters in the inspector with their sliders, and the units of a
// project, in the window.

#include <math.h>

#include "lw-background.h"
#include "lw-binding.h"
#include "lw-field-editor-private.h"
#include "lw-window-private.h"
#include "testing-window.h"

// ---- the inspector --------------------------------------------------------------------------

static void
assert_text (LwWindow *window, const char *name, const char *text)
{
  wait_until (g_str_equal (testing_text (window, name), text));
}

static const char *
get_error (LwWindow *window, const char *name)
{
  return lw_field_editor_get_error (LW_FIELD_EDITOR (
    gtk_widget_get_ancestor (testing_editor (window, name), LW_TYPE_FIELD_EDITOR)));
}

static LwMechanism *
get_mechanism (LwWindow *window)
{
  return lw_document_get_mechanism (window->document);
}

static double
get_mass (LwWindow *window)
{
  return lw_mechanism_find_body (get_mechanism (window), 1)->def.mass;
}

static double
get_parameter (LwWindow *window, const char *name)
{
  return lw_mechanism_find_parameter (get_mechanism (window), name)->value;
}

// ---- formulas -------------------------------------------------------------------------------

static void
test_fields (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  const guint first = lw_document_get_n_steps (window->document);

  lw_selection_clear (window->selection);
  testing_type (window, "New parameter", "m0 = 2 kg");
  testing_type (window, "New parameter", "n=3");
  g_assert_cmpstr (lw_mechanism_find_parameter (get_mechanism (window), "m0")->unit, ==, "kg");
  assert_text (window, "Value of m0", "2 kg");
  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  testing_type (window, "Mass", "m0 / 2 + 500 g");
  g_assert_cmpfloat (get_mass (window), ==, 1.5);
  g_assert_null (get_error (window, "Mass"));
  g_assert_nonnull (lw_mechanism_find_binding (get_mechanism (window),
                                               (LwElementRef){ LW_SELECTION_BODY, 1 }, "mass"));
  // Each of these is refused at the field, and nothing changes.
  for (const char *const *text =
         (const char *const[]){ "m0 + 3", "3 m", "foo", "m0 / 0", "((", "m0 m0", NULL };
       *text != NULL; text++) {
    testing_type (window, "Mass", *text);
    g_assert_nonnull (get_error (window, "Mass"));
    g_assert_cmpfloat (get_mass (window), ==, 1.5);
  }
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, first + 3);
  // A number removes the binding; several elements can follow one formula.
  testing_type (window, "Mass", "2 kg");
  g_assert_cmpuint (lw_mechanism_get_n_bindings (get_mechanism (window)), ==, 0);
  lw_selection_toggle (window->selection, LW_SELECTION_BODY, 2);
  lw_selection_toggle (window->selection, LW_SELECTION_BODY, 3);
  testing_type (window, "Mass", "n * m0");
  g_assert_cmpuint (lw_mechanism_get_n_bindings (get_mechanism (window)), ==, 3);
  lw_selection_clear (window->selection);
  testing_type (window, "Value of m0", "1 kg");
  for (int id = 1; id <= 3; id++)
    g_assert_cmpfloat (lw_mechanism_find_body (get_mechanism (window), id)->def.mass, ==, 3);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change Parameter");
  testing_activate (window, "win.undo");
  testing_run (0.05);
  g_assert_cmpfloat (get_mass (window), ==, 6);
  testing_close (window);
}

static void
test_panel (void)
{
  LwWindow *window = testing_window_with ("four-bar");

  lw_selection_clear (window->selection);
  testing_type (window, "New parameter", "200");
  g_assert_nonnull (get_error (window, "New parameter"));
  testing_type (window, "New parameter", "a = 200 mmm");
  g_assert_cmpstr (get_error (window, "New parameter"), ==,
                   "“mmm” is not a unit; type one such as mm or N.");
  // Columns are counted in the whole text, and the error names the fault.
  testing_type (window, "New parameter", "c = foo * 2");
  g_assert_cmpstr (get_error (window, "New parameter"), ==,
                   "The name ‘foo’ in column 5 is not known here; only numbers and functions are, "
                   "until a parameter of that name is added.");
  testing_type (window, "New parameter", "c = 2 mm +");
  g_assert_cmpstr (get_error (window, "New parameter"), ==,
                   "A number or a name is missing at the end.");
  testing_type (window, "Gravity", "0, 2 * bar, 0");
  g_assert_nonnull (strstr (get_error (window, "Gravity"), "‘bar’ in column 8 "));
  testing_type (window, "New parameter", "a = 200 mm");
  testing_type (window, "New parameter", "b = 2 * a");
  g_assert_cmpfloat (get_parameter (window, "b"), ==, 0.4);
  assert_text (window, "Value of b", "2 * a");
  testing_type (window, "Value of a", "b");
  g_assert_nonnull (strstr (get_error (window, "Value of a"), "in a circle"));
  g_assert_cmpfloat (get_parameter (window, "a"), ==, 0.2);
  testing_type (window, "Value of a", "0.3 m");
  g_assert_cmpfloat (get_parameter (window, "b"), ==, 0.6);
  testing_type (window, "Value of a", "3 kg");
  g_assert_nonnull (get_error (window, "Value of a"));
  // The first name in the list is that of parameter a.
  testing_type (window, "Name of the parameter", "b");
  g_assert_nonnull (get_error (window, "Name of the parameter"));
  testing_type (window, "Name of the parameter", "reach");
  assert_text (window, "Value of b", "2 * reach");
  testing_close (window);
}

/// After an edit that changes the rows the focus stays in its field, so that parameters can be
/// typed in sequence.
static void
test_keyboard_stays (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkRoot *root = GTK_ROOT (window);

  lw_selection_clear (window->selection);
  testing_run (0.1);
  for (int i = 0; i < 3; i++) {
    g_autofree char *text = g_strdup_printf ("n%d = %d m", i, i + 1);
    GtkWidget *entry = testing_editor (window, "New parameter");

    gtk_widget_grab_focus (entry);
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
    g_signal_emit_by_name (entry, "activate");
    wait_until (lw_mechanism_get_n_parameters (get_mechanism (window)) == (guint) i + 1);
    wait_until (testing_editor (window, "New parameter") != entry);
    g_assert_true (
      gtk_widget_is_ancestor (gtk_root_get_focus (root), testing_editor (window, "New parameter")));
  }
  testing_close (window);
}

// ---- sliders --------------------------------------------------------------------------------

static GtkWidget *
find_scale (GtkWidget *widget, const char *tooltip)
{
  GtkWidget *found = NULL;

  if (GTK_IS_SCALE (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), tooltip) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_scale (child, tooltip);
  return found;
}

static void
slide (LwWindow *window, const char *name, double value)
{
  g_autofree char *tooltip = g_strdup_printf ("Slider of %s", name);
  GtkWidget *scale = NULL;
  gboolean handled;

  wait_until ((scale = find_scale (GTK_WIDGET (window->sidebar_pages), tooltip)) != NULL);
  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_JUMP, value, &handled);
  testing_run (0.1);
}

/// A crank of length L, with a motor that turns at w.
static const char turning[] =
  "{\"linkwright\": 1, \"gravity\": [0, 0], \"parameters\": ["
  "{\"name\": \"w\", \"value\": 2, \"unit\": \"rad/s\", \"minimum\": 1, \"maximum\": 9},"
  "{\"name\": \"L\", \"value\": 0.2, \"unit\": \"m\", \"minimum\": 0.1, \"maximum\": 0.4}],"
  "\"bodies\": [{\"id\": 1, \"name\": \"Crank\", \"mass\": 1, \"inertia\": 0.01,"
  "\"position\": [0.1, 0], \"shape\": {\"kind\": \"link\", \"points\": [[-0.1, 0], [0.1, 0]]}}],"
  "\"couplings\": [{\"id\": 1, \"kind\": \"pin\", \"bodies\": [\"ground\", \"Crank\"], \"at\": "
  "[0, 0]}, {\"id\": 2, \"kind\": \"motor\", \"joint\": 1, \"function\": \"w\"}],"
  "\"bindings\": [{\"element\": \"body\", \"id\": 1, \"field\": \"bar_length\", \"unit\": "
  "\"m\", \"expression\": \"L\"}], \"run\": {\"duration\": 60}}";

static double
get_length (LwWindow *window)
{
  const LwBody *body = lw_mechanism_find_body (get_mechanism (window), 1);
  const double *p = (const double *) (const void *) body->shape.points->data;

  return hypot (p[3] - p[0], p[4] - p[1]);
}

static void
test_sliders (void)
{
  LwWindow *window = testing_window ();
  g_autoptr (GFile) file = testing_file_with (turning);
  LwPlayer *player;
  double time;

  testing_open (window, file);
  slide (window, "L", 0.3);
  // 1e-12: lengths are computed from points.
  g_assert_cmpfloat_with_epsilon (get_length (window), 0.3, 1e-12);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change L");
  slide (window, "L", 7);
  g_assert_cmpfloat_with_epsilon (get_length (window), 0.4, 1e-12);

  // The speed takes effect in the current run: the same player continues.
  player = window->player;
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.2);
  slide (window, "w", 8);
  g_assert_true (window->player == player);
  g_assert_true (lw_player_is_changed (player));
  time = lw_player_get_time (player);
  g_assert_cmpfloat (time, >, 0.2);
  g_assert_cmpfloat (get_parameter (window, "w"), ==, 8);
  wait_until (lw_player_get_time (player) > time + 0.2);
  // The length of the bar does too, although it changes the body.
  slide (window, "L", 0.25);
  g_assert_true (window->player == player);
  g_assert_cmpfloat_with_epsilon (get_length (window), 0.25, 1e-12);
  time = lw_player_get_time (player);
  wait_until (lw_player_get_time (player) > time + 0.2);
  g_assert_false (lw_player_has_finished (player));
  testing_close (window);
}

/// A block on a rail, pushed with F by a load and held with stiffness k by the law of a spring.
static const char loaded[] =
  "{\"linkwright\": 1, \"gravity\": [0, 0], \"parameters\": ["
  "{\"name\": \"F\", \"value\": 3, \"unit\": \"N\", \"minimum\": 1, \"maximum\": 9},"
  "{\"name\": \"k\", \"value\": 20, \"minimum\": 10, \"maximum\": 40}],"
  "\"bodies\": [{\"id\": 1, \"name\": \"Block\", \"mass\": 1, \"inertia\": 0.01, \"position\": "
  "[1, 0]}], \"couplings\": [{\"id\": 1, \"kind\": \"slider\", \"bodies\": [\"ground\", "
  "\"Block\"], \"at\": [1, 0]}], \"forces\": ["
  "{\"id\": 1, \"kind\": \"force\", \"body\": \"Block\", \"force\": [\"F\", 0]},"
  "{\"id\": 2, \"kind\": \"spring\", \"bodies\": [\"ground\", \"Block\"], \"points\": [[0, 0], [0, "
  "0]], \"free_length\": 1, \"law\": \"k * (length - 1) + 8 * rate\"}], \"run\": {\"duration\": "
  "60}}";

/// Returns the position at which the block comes to rest, m, starting from x = 1.
static double
rest_of (LwPlayer *player)
{
  const LwRecording *recording = lw_player_get_recording (player);
  const size_t n = lw_player_get_n_samples (player);

  return lw_recording_value (recording, lw_player_get_position_column (player), n - 1) - 1;
}

/// Parameters in a load and in a law take effect in the current run: the block moves to the new
/// rest position.
static void
test_loads (void)
{
  LwWindow *window = testing_window_with_text (loaded);
  LwPlayer *player = window->player;

  testing_activate (window, "win.play");
  wait_until (fabs (rest_of (player) - 3.0 / 20) < 1e-4);
  slide (window, "F", 6);
  wait_until (fabs (rest_of (player) - 6.0 / 20) < 1e-4);
  slide (window, "k", 40);
  wait_until (fabs (rest_of (player) - 6.0 / 40) < 1e-4);
  g_assert_true (window->player == player);
  g_assert_true (lw_player_is_changed (player));
  testing_close (window);
}

// ---- units ----------------------------------------------------------------------------------

static void
test_units (void)
{
  LwWindow *window = testing_window ();
  g_autoptr (GFile) file = testing_file_with (turning);

  testing_open (window, file);
  assert_text (window, "Value of L", "0.200 m");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (testing_editor (window, "Units")), LW_LENGTH_MM);
  testing_run (0.2);
  assert_text (window, "Value of L", "200 mm");
  g_assert_cmpint (lw_mechanism_get_length_unit (get_mechanism (window)), ==, LW_LENGTH_MM);
  // A number without a unit uses the unit of the project, and is shown again as it was typed.
  testing_type (window, "Value of L", "123.456789012345");
  g_assert_cmpfloat_with_epsilon (get_parameter (window, "L"), 0.123456789012345, 1e-17);
  assert_text (window, "Value of L", "123.456789012345 mm");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (testing_editor (window, "Units")), LW_LENGTH_IN);
  testing_run (0.2);
  testing_type (window, "Value of L", "7 + 1/8");
  assert_text (window, "Value of L", "7.125 in");
  g_assert_cmpfloat_with_epsilon (get_parameter (window, "L"), 7.125 * 0.0254, 1e-16);
  testing_activate (window, "win.undo");
  testing_activate (window, "win.undo");
  testing_run (0.2);
  assert_text (window, "Value of L", "123.456789012345 mm");
  testing_close (window);
}

/// A plate with holes, a gear between free bodies, point contacts in the plane and in space.
static const char many_fields[] =
  "{\"linkwright\": 1, \"parameters\": [{\"name\": \"a\", \"value\": 0.5, \"unit\": \"1\"}],"
  "\"bodies\": [{\"id\": 1, \"name\": \"Link\", \"density\": 7850, \"thickness\": 0.01, \"shape\": "
  "{\"kind\": \"link\", \"points\": [[-0.1, 0], [0.1, 0]], \"width\": 0.02, \"hole_radius\": "
  "0.004}},"
  "{\"id\": 2, \"name\": \"Wheel\", \"position\": [1, 0], \"mass\": 1, \"inertia\": 1},"
  "{\"id\": 3, \"name\": \"Ball\", \"mobility\": \"spatial\", \"mass\": 1, \"inertia\": [1, 1, 1, "
  "0, 0, 0],"
  "\"position\": [2, 0, 0]}], \"couplings\": [{\"id\": 1, \"kind\": \"gear\", \"bodies\": "
  "[\"ground\", "
  "\"Link\", \"ground\", \"Wheel\"], \"points\": [[0, 0], [0, 0], [0, 0], [0, 0]], \"ratio\": -1}, "
  "{\"id\": 2, \"kind\": \"point contact\", "
  "\"bodies\": "
  "[\"ground\", \"Wheel\"], \"at\": [1, 0], \"normals\": [[0, 1, 0]]}, {\"id\": 3, \"kind\": "
  "\"point contact\", "
  "\"bodies\": [\"ground\", \"Ball\"], \"at\": [2, 0, 0], \"normals\": [[0, 1, 0], [1, 0, 0]]}]}";

/// Appends to `names` the fields of numbers below the widget that cannot follow formulas.
static guint
gather_numbers (GtkWidget *widget, GString *names)
{
  guint n = 0;

  if (LW_IS_FIELD_EDITOR (widget)) {
    const LwFieldEditor *field = LW_FIELD_EDITOR (widget);

    n = field->spec->type == LW_EDITOR_NUMBERS;
    if (n > 0 && field->property == NULL)
      g_string_append_printf (names, "%s\n", field->spec->name);
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += gather_numbers (child, names);
  return n;
}

/// Every number of an element can be a formula.
static void
test_every_field (void)
{
  LwWindow *window = testing_window ();
  g_autoptr (GFile) file = testing_file_with (many_fields);
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;

  testing_open (window, file);
  lw_selection_clear (window->selection);
  while (lw_selection_cycle (window->selection, get_mechanism (window), 1)) {
    testing_run (0.2);
    n += gather_numbers (GTK_WIDGET (window->sidebar_pages), names);
  }
  g_assert_cmpstr (names->str, ==, "");
  g_assert_cmpuint (n, >, 40);

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  testing_type (window, "Hole diameter", "a * 8 mm");
  g_assert_cmpfloat (lw_mechanism_find_body (get_mechanism (window), 1)->plate.hole_radius, ==,
                     0.002);
  testing_type (window, "Width", "a * 60 mm");
  g_assert_cmpfloat (lw_mechanism_find_body (get_mechanism (window), 1)->plate.width, ==, 0.03);
  testing_type (window, "Hole diameter", "-1 mm");
  g_assert_cmpstr (lw_field_editor_get_error (testing_field (window, "Hole diameter")), ==,
                   "The diameter of the holes must be zero or more.");
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  testing_type (window, "Direction of the normal", "a * 1 rad");
  // 1e-15: sine and cosine.
  g_assert_cmpfloat_with_epsilon (
    lw_mechanism_find_coupling (get_mechanism (window), 2)->def.normals[0][1], sin (0.5), 1e-15);
  testing_close (window);
}

/// Two balls with their own contact settings, a floor, an image of one pixel.
static const char pair_and_image[] =
  "{\"linkwright\": 1, \"parameters\": [{\"name\": \"a\", \"value\": 0.5, \"unit\": \"1\"},"
  "{\"name\": \"w\", \"value\": 0.2, \"unit\": \"m\"}], \"bodies\": ["
  "{\"id\": 3, \"name\": \"Ball\", \"mass\": 1, \"inertia\": 1, \"shape\": {\"kind\": \"disc\", "
  "\"radius\": 0.1}, \"contact\": {}}, {\"id\": 5, \"name\": \"Box\", \"position\": [1, 0], "
  "\"mass\": 1, \"inertia\": 1, \"shape\": {\"kind\": \"box\", \"size\": [0.2, 0.2]}, "
  "\"contact\": {}}], \"contacts\": [{\"bodies\": [\"Ball\", \"Box\"], \"friction\": 0.1}], "
  "\"background\": {\"width\": 1, \"image\": \"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlE"
  "QVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==\"}}";

/// Numbers of pairs and of the background image can follow formulas, as those of elements can.
static void
test_pair_and_image (void)
{
  LwWindow *window = testing_window_with_text (pair_and_image);
  g_autoptr (GString) names = g_string_new (NULL);
  const LwContactPair *pair;
  const LwBackground *image;

  lw_selection_clear (window->selection);
  testing_run (0.2);
  gather_numbers (GTK_WIDGET (window->sidebar_pages), names);
  g_assert_cmpstr (names->str, ==, "");
  testing_type (window, "Image width", "2 * w");
  testing_type (window, "Image centre", "w; -w");
  testing_type (window, "Opacity", "a / 2");
  testing_type (window, "Opacity", "1.5");
  g_assert_cmpstr (lw_field_editor_get_error (testing_field (window, "Opacity")), ==,
                   "The opacity of the image must be from 0 to 1.");
  // Two bodies are selected: the settings of this pair are shown.
  lw_selection_set (window->selection, LW_SELECTION_BODY, 3);
  lw_selection_toggle (window->selection, LW_SELECTION_BODY, 5);
  testing_run (0.2);
  gather_numbers (GTK_WIDGET (window->sidebar_pages), names);
  g_assert_cmpstr (names->str, ==, "");
  lw_selection_set (window->selection, LW_SELECTION_BODY, 5);
  testing_run (0.2);
  gather_numbers (GTK_WIDGET (window->sidebar_pages), names);
  g_assert_cmpstr (names->str, ==, "");
  lw_selection_clear (window->selection);
  testing_type (window, "Value of w", "300 mm");
  image = lw_mechanism_get_background (get_mechanism (window));
  g_assert_cmpfloat (image->width, ==, 0.6);
  g_assert_cmpfloat (image->centre[0], ==, 0.3);
  g_assert_cmpfloat (image->centre[1], ==, -0.3);
  g_assert_cmpfloat (image->opacity, ==, 0.25);
  testing_activate (window, "win.undo");
  g_assert_cmpfloat (lw_mechanism_get_background (get_mechanism (window))->width, ==, 0.4);
  // Removing an image removes its formulas, and undo restores them.
  testing_activate (window, "win.remove-background");
  g_assert_cmpuint (lw_mechanism_get_n_bindings (get_mechanism (window)), ==, 0);
  testing_activate (window, "win.undo");
  g_assert_cmpuint (lw_mechanism_get_n_bindings (get_mechanism (window)), ==, 3);
  pair = &g_array_index (lw_mechanism_get_contact_pairs (get_mechanism (window)), LwContactPair, 0);
  g_assert_cmpfloat (pair->friction, ==, 0.1);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/parameters/fields", test_fields);
  g_test_add_func ("/parameters/panel", test_panel);
  g_test_add_func ("/parameters/keyboard-stays", test_keyboard_stays);
  g_test_add_func ("/parameters/every-field", test_every_field);
  g_test_add_func ("/parameters/pair-and-image", test_pair_and_image);
  g_test_add_func ("/parameters/sliders", test_sliders);
  g_test_add_func ("/parameters/loads", test_loads);
  g_test_add_func ("/parameters/units", test_units);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
