// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Force elements in the window: the labels and fields of every kind, refusals at the field, changes
// during the run and their effect on curves and kept runs, replacing a pin by a bushing and back,
// and the dialog of the constants.

#include <math.h>
#include <string.h>

#include "lw-compliant-joint.h"
#include "lw-constants-dialog.h"
#include "lw-element-words.h"
#include "lw-inspector-private.h"
#include "lw-spring-law.h"
#include "lw-window-private.h"
#include "testing-window.h"

// ---- finding widgets ------------------------------------------------------------------------

static bool
shows (LwWindow *window, const char *text)
{
  return testing_find_label (GTK_WIDGET (window->sidebar_pages), text) != NULL;
}

static void
select_force (LwWindow *window, int id)
{
  lw_selection_set (window->selection, LW_SELECTION_FORCE, id);
  testing_run (0.1);
}

static const LwForce *
get_force (LwWindow *window, int id)
{
  return lw_mechanism_find_force (lw_document_get_mechanism (window->document), id);
}

/// A bar on a pin, with one force element of each kind.
#define KINDS                                                                                      \
  "{\"linkwright\":1,\"gravity\":[0,0],\"parameters\":[{\"name\":\"k\",\"value\":400}],"           \
  "\"bodies\":[{\"id\":1,\"name\":\"Bar\",\"inertia\":0.1},"                                       \
  "{\"id\":2,\"name\":\"Block\",\"position\":[1,0]}],"                                             \
  "\"couplings\":[{\"id\":1,\"name\":\"A\",\"kind\":\"pin\",\"bodies\":[0,1],\"at\":[0,0]},"       \
  "{\"id\":2,\"name\":\"Coil\",\"kind\":\"torsion spring\",\"joint\":1,\"stiffness\":20}],"        \
  "\"forces\":["                                                                                   \
  "{\"id\":1,\"name\":\"Rubber\",\"kind\":\"bushing\",\"bodies\":[1,2],"                           \
  "\"points\":[[1,0],[0,0]],\"stiffness\":[20000,20000]},"                                         \
  "{\"id\":2,\"name\":\"S\",\"kind\":\"spring\",\"bodies\":[2,0],\"points\":[[0,0],[2,0]],"        \
  "\"stiffness\":300,\"damping\":5,\"free_length\":0.5},"                                          \
  "{\"id\":3,\"name\":\"Syrup\",\"kind\":\"drag\",\"body\":2,\"damping\":3},"                      \
  "{\"id\":4,\"name\":\"Push\",\"kind\":\"force\",\"body\":2,\"force\":[1,-2]},"                   \
  "{\"id\":5,\"name\":\"Twist\",\"kind\":\"torque\",\"body\":2,\"torque\":1.5}]}"

// ---- every kind -----------------------------------------------------------------------------

/// Checks that a refused text gives the reason at the field and has changed nothing.
static void
expect_refused (LwWindow *window, const char *name, const char *text, const char *part)
{
  LwMechanism *before = lw_document_get_mechanism (window->document);

  testing_type (window, name, text);
  g_assert_true (lw_document_get_mechanism (window->document) == before);
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, name)));
  g_test_message ("%s", lw_field_editor_get_error (testing_field (window, name)));
  g_assert_nonnull (strstr (lw_field_editor_get_error (testing_field (window, name)), part));
}

static void
test_bushing (void)
{
  LwWindow *window = testing_window_with_text (KINDS);
  const MbdBushingConstants *constants;

  select_force (window, 1);
  wait_until (shows (window, "Bushing"));
  g_assert_false (shows (window, "Load"));
  for (guint i = 0; i < 5; i++) {
    static const char *const rows[] = { "Angle φ", "Displacement x", "Potential energy",
                                        "Dissipated power", "Moment" };

    g_assert_true (shows (window, rows[i]));
  }
  testing_type (window, "Stiffness", "25000, 15 N/mm");
  testing_type (window, "Turning damping", "0.25");
  constants = &get_force (window, 1)->def.bushing;
  g_assert_cmpfloat (constants->translational_stiffness[0], ==, 25000e3);
  g_assert_cmpfloat (constants->translational_stiffness[1], ==, 15e3);
  g_assert_cmpfloat (constants->rotational_damping[2], ==, 0.25);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change Damping");
  expect_refused (window, "Damping", "-1, 2", "must not be negative");
  testing_type (window, "Second direction", "90 °");
  g_assert_cmpfloat_with_epsilon (get_force (window, 1)->def.quaternion_b[3], sqrt (0.5), 1e-15);
  testing_type (window, "First point", "0.9, 0.1 m");
  g_assert_cmpfloat (get_force (window, 1)->def.point_a[1], ==, 0.1);
  testing_close (window);
}

static void
test_springs (void)
{
  LwWindow *window = testing_window_with_text (KINDS);
  LwGasSpring gas;
  double force;

  select_force (window, 2);
  wait_until (shows (window, "Spring and damper"));
  testing_type (window, "Free length", "0.6 m");
  g_assert_cmpfloat (get_force (window, 2)->def.free_length, ==, 0.6);
  expect_refused (window, "Stiffness", "-1", "Spring S: a stiffness, damping");

  testing_choose (window, "Kind", LW_SPRING_GAS);
  wait_until (testing_has_field (window, "Stroke") && !testing_has_field (window, "Stiffness"));
  testing_type (window, "Extended length", "500 mm");
  testing_type (window, "Force when extended", "300 N");
  g_assert_cmpint (lw_spring_law_get_kind (get_force (window, 2)->law, &gas, NULL), ==,
                   LW_SPRING_GAS);
  g_assert_cmpfloat (gas.length, ==, 0.5);
  g_assert_cmpfloat (gas.force, ==, 300);
  expect_refused (window, "Stroke", "0.7 m", "stroke shorter than its length");

  testing_choose (window, "Kind", LW_SPRING_CONSTANT);
  wait_until (!testing_has_field (window, "Stroke"));
  testing_type (window, "Tension", "80 N");
  g_assert_cmpint (lw_spring_law_get_kind (get_force (window, 2)->law, NULL, &force), ==,
                   LW_SPRING_CONSTANT);
  g_assert_cmpfloat (force, ==, 80);

  testing_choose (window, "Kind", LW_SPRING_LAW);
  wait_until (shows (window, "of length, rate, t and motion"));
  testing_type (window, "Tension", "k * (length - 0.5) + 2 * rate");
  g_assert_cmpstr (lw_field_editor_get_error (testing_field (window, "Tension")), ==, NULL);
  g_assert_cmpstr (get_force (window, 2)->law, ==, "k * (length - 0.5) + 2 * rate");
  expect_refused (window, "Tension", "k * stretch", "stretch");
  testing_type (window, "Tension", "k * (length - 0.5) + 2 * Block.vx");
  g_assert_cmpstr (get_force (window, 2)->law, ==, "k * (length - 0.5) + 2 * Block.vx");
  testing_choose (window, "Kind", LW_SPRING_LINEAR);
  g_assert_null (get_force (window, 2)->law);
  g_assert_cmpstr (testing_text (window, "Stiffness"), ==, "300 N/m");

  // The bushing on a pin.
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  testing_run (0.1);
  wait_until (shows (window, "Torsion spring"));
  testing_type (window, "Free angle", "720 °");
  testing_type (window, "Stiffness", "2.5");
  g_assert_true (lw_coupling_get_kind (
                   lw_mechanism_find_coupling (lw_document_get_mechanism (window->document), 2))
                   ->is_spring);
  g_assert_cmpfloat (
    lw_mechanism_find_coupling (lw_document_get_mechanism (window->document), 2)->def.stiffness, ==,
    2.5);
  g_assert_cmpstr (testing_text (window, "Free angle"), ==, "720 °");
  expect_refused (window, "Damping", "-1", "must not be negative");
  testing_close (window);
}

static void
rename_block (LwWindow *window, const char *name)
{
  lw_selection_set (window->selection, LW_SELECTION_BODY, 2);
  testing_run (0.1);
  testing_type (window, "Name", name);
  g_assert_cmpstr (
    lw_mechanism_find_body (lw_document_get_mechanism (window->document), 2)->element.name, ==,
    name);
}

static void
test_loads (void)
{
  LwWindow *window = testing_window_with_text (KINDS);

  select_force (window, 3);
  wait_until (shows (window, "Viscous drag"));
  testing_type (window, "Turning damping", "0.5");
  g_assert_cmpfloat (get_force (window, 3)->def.rotational_damping, ==, 0.5);
  expect_refused (window, "Damping", "-3", "must not be negative");

  select_force (window, 4);
  wait_until (shows (window, "Force"));
  g_assert_cmpstr (testing_text (window, "Force x"), ==, "1 N");
  testing_type (window, "Force x", "k * sin(6 * t)");
  g_assert_nonnull (get_force (window, 4)->functions[0]);
  g_assert_cmpfloat (get_force (window, 4)->def.force[0], ==, 0);
  g_assert_cmpstr (testing_text (window, "Force x"), ==, "k * sin(6 * t)");
  expect_refused (window, "Force y", "5 * wind", "wind");
  // Names of the motion follow the name of their element, and the fault is selected.
  testing_type (window, "Force y", "-k * Block.y - [A].rate");
  g_assert_cmpstr (testing_text (window, "Force y"), ==, "-k * Block.y - [A].rate");
  expect_refused (window, "Force x", "2 * Blok.x", "there is no element “Blok” for “Blok.x”");
  expect_refused (window, "Force x", "Block.ax", "accelerations and forces would depend");
  rename_block (window, "Slider 1");
  select_force (window, 4);
  g_assert_cmpstr (testing_text (window, "Force y"), ==, "-k * [Slider 1.y] - [A].rate");
  testing_type (window, "Force x", "7 N");
  g_assert_null (get_force (window, 4)->functions[0]);
  g_assert_cmpfloat (get_force (window, 4)->def.force[0], ==, 7);
  testing_choose (window, "Fixed in", 1);
  g_assert_true (get_force (window, 4)->def.follows_body);

  select_force (window, 5);
  wait_until (shows (window, "Torque"));
  g_assert_true (g_str_has_prefix (testing_text (window, "Torque"), "1.5 N"));
  testing_close (window);
}

// ---- during a run ---------------------------------------------------------------------------

/// A mass on a slider pulled by a spring without damping: x is the length.
#define SPRING                                                                                     \
  "{\"linkwright\":1,\"gravity\":[0,0],\"bodies\":[{\"id\":1,\"name\":\"Block\",\"mass\":2,"       \
  "\"position\":[0.4,0]}],\"couplings\":[{\"id\":1,\"name\":\"A\",\"kind\":\"slider\","            \
  "\"bodies\":[0,1],\"points\":[[0,0],[0,0]]}],"                                                   \
  "\"forces\":[{\"id\":1,\"name\":\"S\",\"kind\":\"spring\",\"bodies\":[0,1],"                     \
  "\"points\":[[0,0],[0,0]],\"stiffness\":50,\"free_length\":0.3}],"                               \
  "\"run\":{\"duration\":60},\"plots\":[{\"title\":\"x\",\"channels\":[\"Block.x\"]}]}"

/// Returns the stiffness of the state.
static double
stiffness_at (LwPlayer *player, double time)
{
  lw_player_seek (player, time);
  return mbd_state_force (lw_player_get_state (player), 0)->stiffness;
}

/// Checks curves that are added afterwards: tension = k (x - l), with k at each time.
static void
expect_derived (LwWindow *window, double changed)
{
  LwPlayer *player = window->player;
  const LwElementRef spring = { LW_SELECTION_FORCE, 1 };
  const int channel = lw_channels_find_of (lw_player_get_channels (player), spring, "tension");
  LwChannels *channels = lw_player_get_channels (player);
  g_autoptr (LwMechanism) next = NULL;
  g_autoptr (LwCurves) curves =
    lw_curves_new (lw_document_get_mechanism (window->document), channels);
  LwRecording *source;
  LwSeries series;
  guint before = 0;
  guint after = 0;

  g_assert_cmpint (channel, >=, 0);
  next = lw_curves_dup_with (curves, lw_document_get_mechanism (window->document), (guint) channel,
                             "Tension");
  lw_document_edit (window->document, "Plot", next);
  g_assert_true (window->player == player);
  source = lw_player_get_recording (player);
  wait_until (lw_recording_n_samples (source) > 0
              && lw_series_n_samples (lw_player_find_series (player, (guint) channel))
                   == lw_recording_n_samples (source));
  series = lw_player_find_series (player, (guint) channel);
  for (gsize i = 0; i < lw_series_n_samples (series); i++) {
    const double time = lw_series_time (series, i);
    const double x = lw_recording_value (source, 1, i);
    const double tension = lw_series_value (series, i);

    // The thread applies a change at its next sample or the one after.
    if (fabs (time - changed) <= 0.035)
      continue;
    g_assert_cmpfloat_with_epsilon (tension, (time < changed ? 50 : 200) * (x - 0.3), 1e-9);
    before += time < changed;
    after += time > changed;
  }
  g_assert_cmpuint (before, >, 5);
  g_assert_cmpuint (after, >, 5);
}

static void
test_run_changes (void)
{
  LwWindow *window = testing_window_with_text (SPRING);
  LwPlayer *player = window->player;
  double changed;

  select_force (window, 1);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.3);
  testing_type (window, "Stiffness", "200 N/m");
  g_assert_true (window->player == player);
  g_assert_cmpuint (lw_changes_get_n (lw_player_get_changes (player)), ==, 1);
  changed = lw_changes_get (lw_player_get_changes (player), 0)->time;
  wait_until (lw_player_get_time (player) > changed + 0.3);
  testing_activate (window, "win.play");
  testing_run (0.1);
  g_assert_cmpfloat (stiffness_at (player, changed + 0.2), ==, 200);
  g_assert_cmpfloat (stiffness_at (player, 0.1), ==, 50);
  expect_derived (window, changed);

  // The run is kept with its changes, and belongs to the mechanism at its start.
  testing_activate (window, "win.reset");
  g_assert_cmpuint (lw_document_get_n_runs (window->document), ==, 1);
  g_assert_nonnull (lw_document_get_run (window->document, 0)->changes);
  while (lw_document_can_undo (window->document))
    lw_document_undo (window->document);
  wait_until (window->player != NULL && lw_player_get_recording (window->player) != NULL);
  player = window->player;
  lw_run_list_show (lw_transport_get_run_list (window->transport), 0);
  g_assert_nonnull (lw_player_get_run (player));
  g_assert_cmpfloat (stiffness_at (player, changed + 0.2), ==, 200);
  g_assert_cmpfloat (stiffness_at (player, 0.1), ==, 50);
  lw_player_show_run (player, NULL);
  g_assert_cmpfloat (mbd_state_force (lw_player_get_state (player), 0)->stiffness, ==, 50);
  testing_close (window);
}

/// The end of a rod from which a block hangs is moved during the run: the block follows
/// immediately, and the run continues.
static void
test_end_points (void)
{
  LwWindow *window = testing_window_with_text (
    "{\"linkwright\":1,\"bodies\":[{\"id\":1,\"name\":\"Bob\",\"mass\":1,\"position\":[0,-0.5]}],"
    "\"couplings\":[{\"id\":1,\"name\":\"R\",\"kind\":\"rod\",\"bodies\":[0,1],"
    "\"points\":[[0,0],[0,0]],\"length\":0.5}],\"run\":{\"duration\":60}}");
  LwPlayer *player = window->player;
  double changed;
  const double *q;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 1);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.2);
  testing_type (window, "First point", "0.1, 0.02 m");
  g_assert_true (window->player == player);
  g_assert_cmpuint (lw_changes_get_n (lw_player_get_changes (player)), ==, 1);
  changed = lw_changes_get (lw_player_get_changes (player), 0)->time;
  wait_until (lw_player_get_time (player) > changed + 0.2);
  q = lw_player_get_positions (player);
  g_assert_cmpfloat_with_epsilon (hypot (q[0] - 0.1, q[1] - 0.02), 0.5, 1e-9);
  g_assert_null (lw_window_get_message (window));
  testing_close (window);
}

// ---- ideal and compliant --------------------------------------------------------------------

static void
test_replace (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  g_autoptr (LwMechanism) ideal = lw_mechanism_ref (lw_document_get_mechanism (window->document));
  const guint n_steps = lw_document_get_n_steps (window->document);

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 3);
  testing_activate (window, "win.replace");
  wait_until (lw_selection_get_last (window->selection).kind == LW_SELECTION_FORCE);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, n_steps + 1);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Replace by Bushing");
  wait_until (testing_find_label (GTK_WIDGET (window->sidebar_pages), "Replace by Pin") != NULL);
  testing_activate (window, "win.replace");
  wait_until (lw_selection_get_last (window->selection).kind == LW_SELECTION_COUPLING);
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (window->document), ideal));
  lw_document_undo (window->document);
  lw_document_undo (window->document);
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (window->document), ideal));
  testing_close (window);
}

static GtkWidget *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

    if (LW_IS_CONSTANTS_DIALOG (window))
      return window;
  }
  return NULL;
}

/// Returns the entry, or the row of choices, with this name.
static GtkWidget *
find_named (GtkWidget *widget, const char *name)
{
  GtkWidget *found = NULL;

  if (GTK_IS_ENTRY (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), name) == 0)
    return widget;
  if (ADW_IS_COMBO_ROW (widget)
      && g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), name))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_named (child, name);
  return found;
}

static void
enter (GtkWidget *dialog, const char *name, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (find_named (dialog, name)), text);
}

static GtkWidget *
find_apply (GtkWidget *dialog)
{
  return gtk_window_get_default_widget (GTK_WINDOW (dialog));
}

static void
test_constants (void)
{
  LwWindow *window = testing_window_with_text (KINDS);
  const guint n_steps = lw_document_get_n_steps (window->document);
  const MbdBushingConstants *constants;
  GtkWidget *dialog;

  select_force (window, 1);
  testing_activate (window, "win.choose-constants");
  wait_until ((dialog = find_dialog ()) != NULL);
  enter (dialog, "Load", "50 N");
  enter (dialog, "Deflection", "2 mm");
  enter (dialog, "Mass", "4 kg");
  enter (dialog, "Damping ratio", "0.5");
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_named (dialog, "Acts as")), 2);
  enter (dialog, "Lever arm", "0.1 m");
  g_assert_true (gtk_widget_get_sensitive (find_apply (dialog)));
  g_assert_nonnull (testing_find_label (dialog, "25000 N/m"));
  g_signal_emit_by_name (find_apply (dialog), "clicked");
  wait_until (find_dialog () == NULL);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, n_steps + 1);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Choose Constants");
  constants = &get_force (window, 1)->def.bushing;
  // k = F / x, d = 2 zeta sqrt (k m), and with the arm about the axes
  g_assert_cmpfloat_with_epsilon (constants->translational_stiffness[0], 25000, 1e-9);
  g_assert_cmpfloat_with_epsilon (constants->translational_damping[1], 2 * 0.5 * sqrt (25000.0 * 4),
                                  1e-9);
  g_assert_cmpfloat_with_epsilon (constants->rotational_stiffness[2], 250, 1e-9);

  // From a frequency, too stiff, and nonsense.
  testing_activate (window, "win.choose-constants");
  wait_until ((dialog = find_dialog ()) != NULL);
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_named (dialog, "From")), 1);
  enter (dialog, "Mass", "1");
  enter (dialog, "Frequency", "50000");
  g_assert_true (gtk_widget_get_sensitive (find_apply (dialog)));
  enter (dialog, "Frequency", "-3");
  g_assert_false (gtk_widget_get_sensitive (find_apply (dialog)));
  g_assert_nonnull (testing_find_label (dialog, "Frequency must be greater than zero."));
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (find_dialog () == NULL);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, n_steps + 1);
  testing_close (window);
}

// ---- all ------------------------------------------------------------------------------------

static void
add_tests (void)
{
  g_test_add_func ("/compliance/bushing", test_bushing);
  g_test_add_func ("/compliance/springs", test_springs);
  g_test_add_func ("/compliance/loads", test_loads);
  g_test_add_func ("/compliance/run-changes", test_run_changes);
  g_test_add_func ("/compliance/end-points", test_end_points);
  g_test_add_func ("/compliance/replace", test_replace);
  g_test_add_func ("/compliance/constants", test_constants);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
