// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sidebar: it shows the selection, live values follow the run, edits change the mechanism and
// can be undone, refused edits change nothing; the outline is synchronised.

#include <math.h>
#include <string.h>

#include "lw-axis.h"
#include "lw-canvas.h"
#include "lw-field-editor.h"
#include "lw-live-value.h"
#include "lw-marks.h"
#include "lw-outline.h"
#include "lw-quantity.h"
#include "lw-sidebar.h"
#include "lw-view-bar.h"
#include "lw-window-private.h"
#include "testing-window.h"

// ---- counting -------------------------------------------------------------------------------

MbdModel *__real_lw_mechanism_compile (const LwMechanism *mechanism, GError **error);
MbdModel *__wrap_lw_mechanism_compile (const LwMechanism *mechanism, GError **error);

static guint n_compilations;
static GThread *main_thread;

/// Replaces lw_mechanism_compile () by a linker option. Threads that prepare pictures of examples
/// are not counted.
MbdModel *
__wrap_lw_mechanism_compile (const LwMechanism *mechanism, GError **error)
{
  n_compilations += g_thread_self () == main_thread;
  return __real_lw_mechanism_compile (mechanism, error);
}

// ---- numbers with units ---------------------------------------------------------------------

static const LwUnits si = { LW_LENGTH_M, LW_ANGLE_DEGREES };
static const LwUnits mm = { LW_LENGTH_MM, LW_ANGLE_RADIANS };

static void
expect_quantity (const char *text, const char *unit, double expected)
{
  g_autoptr (GError) error = NULL;
  double value = NAN;

  lw_quantity_parse (text, &si, unit, 1, &value, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (value, expected, 1e-12 * fabs (expected));
}

static void
refuse_quantity (const char *text, const char *unit, guint n)
{
  g_autoptr (GError) error = NULL;
  double values[4];

  g_assert_false (lw_quantity_parse (text, &si, unit, n, values, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  g_assert_true (g_str_has_suffix (error->message, "."));
}

static void
test_quantities (void)
{
  const double point[] = { 0.2, -1.5 };
  const double nearly[] = { 0.1, -3.46945e-18 };
  g_autofree char *shown = lw_quantity_format (point, 2, &si, "m");
  g_autofree char *round_off = lw_quantity_format (nearly, 2, &si, "m");
  g_autofree char *exact = lw_quantity_format_exact (nearly, 2, &si, "m");
  double values[2];

  g_assert_cmpstr (round_off, ==, "0.100, 0.000 m");
  g_assert_cmpstr (exact, ==, "0.100, −3.46945e-18 m");

  expect_quantity ("0.2", "m", 0.2);
  expect_quantity (" 200 mm ", "m", 0.2);
  expect_quantity ("1 in", "m", 0.0254);
  expect_quantity ("−3.5e2", "N", -350);
  expect_quantity ("50", "ms", 0.05);
  expect_quantity ("0.05 s", "ms", 0.05);
  expect_quantity ("180°", "rad", G_PI);
  expect_quantity ("180", "rad", G_PI);
  expect_quantity ("1 rad", "rad", 1);
  expect_quantity ("60 rpm", "rad/s", 2 * G_PI);
  expect_quantity ("1e-8", "1", 1e-8);
  refuse_quantity ("", "m", 1);
  refuse_quantity ("long", "m", 1);
  refuse_quantity ("2 kg", "m", 1);
  refuse_quantity ("1, 2", "m", 1);
  refuse_quantity ("1,5", "m", 1);
  refuse_quantity ("1", "m", 2);
  refuse_quantity ("1 m, 2 kg", "m", 2);
  refuse_quantity ("1, 2, 3 m", "m", 2);
  refuse_quantity ("60 Hz", "rad/s", 1);
  refuse_quantity ("inf", "m", 1);
  refuse_quantity ("nan", "m", 1);
  refuse_quantity ("3 m", "1", 1);

  // The displayed text can be typed.
  g_assert_cmpstr (shown, ==, "0.200, −1.500 m");
  g_assert_true (lw_quantity_parse (shown, &si, "m", 2, values, NULL));
  g_assert_cmpfloat (values[0], ==, 0.2);
  g_assert_cmpfloat (values[1], ==, -1.5);
}

/// Numbers displayed in millimetres are typed in millimetres, unless a unit is given.
static void
test_millimetres (void)
{
  const double inertia = 2e-6;
  const double gravity[] = { 0, -9.80665, 0 };
  const double angle = 0.5;
  g_autofree char *shown_gravity = lw_quantity_format (gravity, 3, &mm, "m/s^2");
  g_autofree char *shown_inertia = lw_quantity_format (&inertia, 1, &mm, "kg m^2");
  g_autofree char *shown_angle = lw_quantity_format (&angle, 1, &mm, "rad");
  double values[3];

  g_assert_cmpstr (shown_gravity, ==, "0, −9806.65, 0 mm/s²");
  g_assert_cmpstr (shown_inertia, ==, "2 kg\u2009mm²");
  g_assert_cmpstr (shown_angle, ==, "0.5 rad");
  g_assert_true (lw_quantity_parse (shown_inertia, &mm, "kg m^2", 1, values, NULL));
  g_assert_cmpfloat_with_epsilon (values[0], inertia, 1e-18);
  g_assert_true (lw_quantity_parse ("200", &mm, "m", 1, values, NULL));
  g_assert_cmpfloat_with_epsilon (values[0], 0.2, 1e-15);
  g_assert_true (lw_quantity_parse ("1 in, 2 cm, 3", &mm, "m", 3, values, NULL));
  g_assert_cmpfloat_with_epsilon (values[0], 0.0254, 1e-15);
  g_assert_cmpfloat_with_epsilon (values[1], 0.02, 1e-15);
  g_assert_cmpfloat_with_epsilon (values[2], 0.003, 1e-15);
  g_assert_true (lw_quantity_parse ("1, 2 m", &mm, "m", 2, values, NULL));
  g_assert_cmpfloat (values[0], ==, 1);
  g_assert_true (lw_quantity_parse ("1 s", &mm, "ms", 1, values, NULL));
  g_assert_cmpfloat (values[0], ==, 1);
}

// ---- finding rows ---------------------------------------------------------------------------

static void
type (LwWindow *window, const char *name, const char *text)
{
  LwFieldEditor *field = testing_field (window, name);

  gtk_editable_set_text (GTK_EDITABLE (lw_field_editor_get_input (field)), text);
  g_signal_emit_by_name (lw_field_editor_get_input (field), "activate");
  testing_run (0.05);
}

static const LwBody *
get_body (LwWindow *window, int id)
{
  return lw_mechanism_find_body (lw_document_get_mechanism (window->document), id);
}

// ---- tests ----------------------------------------------------------------------------------

static void
test_live_values (void)
{
  LwWindow *window = testing_window_with_long ("four-bar");
  LwLiveValue *row;
  MbdWrench wrench;
  char expected[LW_NUMBER_SIZE];
  g_autofree char *before = NULL;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  row = testing_find_live (GTK_WIDGET (window->sidebar_pages), "Reaction |F|");
  g_assert_nonnull (row);
  mbd_state_reaction (lw_player_get_state (window->player), 1, 1, MBD_AXES_WORLD, &wrench);
  lw_format_number (expected, hypot (wrench.force[0], wrench.force[1]), 4, ".");
  g_assert_cmpstr (lw_live_value_get_text (row), ==, expected);
  before = g_strdup (lw_live_value_get_text (row));
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (window->player) > 0.3);
  wait_until (g_strcmp0 (lw_live_value_get_text (row), before) != 0);
  testing_activate (window, "win.play");
  testing_activate (window, "win.rewind");
  g_assert_cmpstr (lw_live_value_get_text (row), ==, before);
  // Errors and multipliers are folded.
  g_assert_null (testing_find_live (GTK_WIDGET (window->sidebar_pages), "Position error |ε|"));
  gtk_expander_set_expanded (
    GTK_EXPANDER (testing_find (GTK_WIDGET (window->sidebar_pages), GTK_TYPE_EXPANDER)), TRUE);
  g_assert_nonnull (testing_find_live (GTK_WIDGET (window->sidebar_pages), "Position error |ε|"));
  g_assert_nonnull (testing_find_live (GTK_WIDGET (window->sidebar_pages), "Multipliers λ₁, λ₂"));

  lw_selection_clear (window->selection);
  g_assert_nonnull (testing_find_live (GTK_WIDGET (window->sidebar_pages), "Total energy"));
  testing_close (window);
}

static void
test_edit (void)
{
  LwWindow *window = testing_window_with_long ("four-bar");

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (window->player) > 0.1);
  testing_activate (window, "win.play");
  lw_player_seek (window->player, 0.05);
  type (window, "Mass", "2 kg");
  g_assert_cmpfloat (get_body (window, 1)->def.mass, ==, 2);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change Mass");
  // The new mechanism is played, from the start.
  g_assert_true (lw_player_get_mechanism (window->player)
                 == lw_document_get_mechanism (window->document));
  g_assert_cmpfloat (lw_player_get_time (window->player), ==, 0);

  type (window, "Length", "250 mm");
  g_assert_cmpfloat_with_epsilon (
    lw_mechanism_find_coupling (lw_document_get_mechanism (window->document), 2)
      ->def.frame_a.point[0],
    0.125, 1e-12);
  testing_activate (window, "win.undo");
  testing_activate (window, "win.undo");
  g_assert_cmpfloat (get_body (window, 1)->def.mass, ==, 0.5);
  g_assert_false (lw_document_can_undo (window->document));
  g_assert_cmpstr (gtk_editable_get_text (
                     GTK_EDITABLE (lw_field_editor_get_input (testing_field (window, "Mass")))),
                   ==, "0.5 kg");
  testing_activate (window, "win.redo");
  g_assert_cmpfloat (get_body (window, 1)->def.mass, ==, 2);
  testing_close (window);
}

/// A mechanism is compiled once, whether the edit is typed, undone or redone.
static void
test_compiled_once (void)
{
  LwWindow *window = testing_window_with ("four-bar");

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  n_compilations = 0;
  type (window, "Mass", "2 kg");
  g_assert_cmpuint (n_compilations, ==, 1);
  g_assert_true (lw_player_get_mechanism (window->player)
                 == lw_document_get_mechanism (window->document));
  g_assert_null (lw_document_get_model (window->document));
  type (window, "Length", "2 kg");
  g_assert_cmpuint (n_compilations, ==, 1);
  testing_activate (window, "win.undo");
  g_assert_cmpuint (n_compilations, ==, 2);
  testing_activate (window, "win.redo");
  g_assert_cmpuint (n_compilations, ==, 3);
  testing_close (window);
}

/// A text that exists from the start is visible, at any width.
static void
test_notes (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwFieldEditor *field = testing_field (window, "Notes");
  GtkWidget *view = lw_field_editor_get_input (field);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (
    view, lw_mechanism_get_notes (lw_document_get_mechanism (window->document)));
  int height;
  int empty;

  wait_until (gtk_widget_get_width (view) > 100);
  pango_layout_set_width (layout, (gtk_widget_get_width (view) - 40) * PANGO_SCALE);
  g_assert_cmpint (pango_layout_get_line_count (layout), >, 3);
  pango_layout_set_width (layout, gtk_widget_get_width (view) * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, NULL, &height);
  g_assert_cmpint (gtk_widget_get_height (view), >=, height);
  // The notes of an example are visible, before the numbers.
  {
    GtkWidget *energy =
      GTK_WIDGET (testing_find_live (GTK_WIDGET (window->sidebar_pages), "Kinetic energy"));
    graphene_rect_t notes, numbers;

    g_assert_true (gtk_widget_compute_bounds (view, GTK_WIDGET (window), &notes));
    g_assert_true (gtk_widget_compute_bounds (energy, GTK_WIDGET (window), &numbers));
    g_assert_cmpfloat (notes.origin.y + notes.size.height, <=, numbers.origin.y);
    g_assert_cmpfloat (notes.origin.y + notes.size.height, <=,
                       gtk_widget_get_height (GTK_WIDGET (window)));
  }

  // There is room to type if there are no notes, and no excess space otherwise.
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "", -1);
  lw_field_editor_commit (field);
  testing_run (0.2);
  field = testing_field (window, "Notes");
  empty = gtk_widget_get_height (lw_field_editor_get_input (field));
  g_assert_cmpint (empty, >, 24);
  testing_activate (window, "win.undo");
  wait_until (gtk_widget_get_height (lw_field_editor_get_input (testing_field (window, "Notes")))
              > empty);
  testing_close (window);
}

static void
test_refused (void)
{
  static const char *const bad[] = { "-1", "nothing", "2 m", "1e400", "" };
  LwWindow *window = testing_window_with ("four-bar");
  LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  LwFieldEditor *field;

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    type (window, "Mass", bad[i]);
    field = testing_field (window, "Mass");
    g_assert_nonnull (lw_field_editor_get_error (field));
    g_assert_true (lw_document_get_mechanism (window->document) == mechanism);
  }
  g_assert_false (lw_document_can_undo (window->document));
  type (window, "Mass", "0.5 kg");
  g_assert_null (lw_field_editor_get_error (testing_field (window, "Mass")));

  lw_selection_clear (window->selection);
  type (window, "Duration", "0");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Duration")));
  g_assert_true (lw_document_get_mechanism (window->document) == mechanism);
  testing_close (window);
}

/// Every element of every example can be shown, and entering each of its fields without editing
/// changes nothing.
static void
test_all_elements (void)
{
  static const char *const examples[] = { "four-bar", "slider-crank", "andrews", "bricard" };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++) {
    LwWindow *window = testing_window_with (examples[i]);
    LwMechanism *mechanism = lw_document_get_mechanism (window->document);
    guint n = 0;

    while (lw_selection_cycle (window->selection, mechanism, 1)) {
      LwFieldEditor *name = testing_field (window, "Name");

      lw_field_editor_commit (name);
      testing_iterate ();
      n++;
    }
    g_assert_cmpuint (
      n, ==,
      lw_mechanism_get_n_bodies (mechanism) + lw_mechanism_get_n_couplings (mechanism)
        + lw_mechanism_get_n_forces (mechanism) + lw_mechanism_get_n_tracers (mechanism));
    g_assert_true (lw_document_get_mechanism (window->document) == mechanism);
    testing_close (window);
  }
}

static GtkSelectionModel *
outline_model (LwWindow *window)
{
  GtkWidget *list = testing_find (GTK_WIDGET (window->sidebar_pages), LW_TYPE_OUTLINE);

  return gtk_list_view_get_model (GTK_LIST_VIEW (testing_find (list, GTK_TYPE_LIST_VIEW)));
}

/// Long numbers and names do not change the width of the sidebar: the canvas keeps its place.
static void
test_width (void)
{
  LwWindow *window = testing_window_with_text (
    "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"name\": \"A connecting rod with a long name\", "
    "\"position\": [0.123456789, -0.987654321], \"angle\": 0.123456789, \"mass\": 1.23456789, "
    "\"inertia\": 0.00123456789, \"velocity\": [-0.123456789, 123.456789]}, {\"id\": 2, \"name\": "
    "\"Another connecting rod\", \"mass\": 1, \"inertia\": 1}], \"couplings\": [{\"id\": 1, "
    "\"kind\": "
    "\"pin\", \"bodies\": [1, 2], \"at\": [0.12345678901, -0.12345678901]}]}");
  int natural;

  do {
    testing_run (0.1);
    gtk_widget_measure (window->sidebar, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL,
                        NULL);
    g_test_message ("%d px", natural);
    g_assert_cmpint (natural, ==, 320);
  } while (lw_selection_cycle (window->selection, lw_document_get_mechanism (window->document), 1));
  testing_close (window);
}

static void
test_outline (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  GtkSelectionModel *model = outline_model (window);
  LwElementRef last;

  g_object_set (window->sidebar_pages, "page", "outline", NULL);
  // Three bodies, under two of them a load and a tracer; four pins.
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 9);
  gtk_selection_model_select_item (model, 6, TRUE);
  last = lw_selection_get_last (window->selection);
  g_assert_cmpint (last.kind, ==, LW_SELECTION_COUPLING);
  g_assert_cmpint (last.id, ==, 2);
  lw_selection_set (window->selection, LW_SELECTION_TRACER, 1);
  g_assert_true (gtk_selection_model_is_selected (model, 3));
  g_assert_false (gtk_selection_model_is_selected (model, 6));
  gtk_selection_model_select_item (model, 0, FALSE);
  {
    guint n;

    lw_selection_get (window->selection, &n);
    g_assert_cmpuint (n, ==, 2);
  }
  lw_selection_clear (window->selection);
  g_assert_false (gtk_selection_model_is_selected (model, 3));

  // A new name is shown everywhere.
  g_object_set (window->sidebar_pages, "page", "inspector", NULL);
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  type (window, "Name", "Elbow");
  g_assert_cmpstr (
    lw_mechanism_find_coupling (lw_document_get_mechanism (window->document), 2)->element.name, ==,
    "Elbow");
  testing_close (window);
}

static const LwBody *
body_at (LwWindow *window, guint place)
{
  return lw_mechanism_get_body (lw_document_get_mechanism (window->document), place);
}

/// Rows hide, lock and reorder their elements; each is a step that can be undone. The run is kept.
static void
test_outline_edits (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *widget = GTK_WIDGET (window);
  LwPlayer *player = window->player;
  const LwElementRef crank = { LW_SELECTION_BODY, 1 };
  const double gone[2] = { 0.1, 0 };
  LwElementRef under;
  double x, y;

  lw_view_project (lw_canvas_get_view (window->canvas), (double[]){ gone[0], gone[1], 0 }, &x, &y);
  g_assert_true (lw_canvas_pick (window->canvas, x, y, &under));
  g_assert_cmpint (under.id, ==, 1);
  gtk_widget_activate_action (widget, "win.mark", "(uiu)", LW_SELECTION_BODY, 1, LW_MARK_HIDDEN);
  g_assert_true (
    lw_mechanism_is_marked (lw_document_get_mechanism (window->document), crank, LW_MARK_HIDDEN));
  g_assert_true (window->player == player);
  g_assert_false (lw_canvas_pick (window->canvas, x, y, &under) && under.kind == crank.kind
                  && under.id == crank.id);
  gtk_widget_activate_action (widget, "win.show-all", NULL);
  g_assert_true (lw_canvas_pick (window->canvas, x, y, &under));

  lw_selection_set (window->selection, crank.kind, crank.id);
  gtk_widget_activate_action (widget, "win.lock", NULL);
  gtk_widget_activate_action (widget, "win.delete", NULL);
  g_assert_cmpint (body_at (window, 0)->element.id, ==, 1);
  g_assert_nonnull (strstr (lw_toasts_get (window->toasts, NULL), "Crank is locked"));
  gtk_widget_activate_action (widget, "win.lock", NULL);

  // The crank behind the rocker, the rocker before the coupler.
  gtk_widget_activate_action (widget, "win.reorder", "(uiib)", LW_SELECTION_BODY, 1, 3, TRUE);
  g_assert_cmpint (body_at (window, 0)->element.id, ==, 2);
  g_assert_cmpint (body_at (window, 2)->element.id, ==, 1);
  gtk_widget_activate_action (widget, "win.reorder", "(uiib)", LW_SELECTION_BODY, 3, 2, FALSE);
  g_assert_cmpint (body_at (window, 0)->element.id, ==, 3);
  g_assert_cmpint (body_at (window, 1)->element.id, ==, 2);
  while (lw_document_can_undo (window->document))
    lw_document_undo (window->document);
  g_assert_cmpint (body_at (window, 0)->element.id, ==, 1);
  g_assert_cmpuint (lw_mechanism_get_marks (lw_document_get_mechanism (window->document))->len, ==,
                    0);
  testing_close (window);
}

/// Returns true if a visible label contains the words.
static bool
is_label_with (GtkWidget *widget, const char *words)
{
  if (!gtk_widget_get_mapped (widget))
    return false;
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), words) != NULL)
    return true;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_label_with (child, words))
      return true;
  return false;
}

static bool
is_said (LwWindow *window, const char *words)
{
  return is_label_with (window->sidebar, words);
}

static void
test_spatial (void)
{
  LwWindow *window = testing_window_with ("bricard");
  GtkWidget *bar = testing_find (GTK_WIDGET (window), LW_TYPE_VIEW_BAR);
  const LwView *view = lw_canvas_get_view (window->canvas);
  GtkEventController *drag =
    testing_controller (GTK_WIDGET (window->canvas), GTK_TYPE_GESTURE_DRAG, 0);

  g_assert_true (gtk_widget_get_visible (bar));
  lw_canvas_set_direction (window->canvas, LW_VIEW_FRONT);
  g_assert_cmpfloat (view->azimuth, ==, 0);
  g_assert_cmpfloat (view->elevation, ==, 0);
  g_signal_emit_by_name (drag, "drag-begin", 300.0, 200.0);
  g_signal_emit_by_name (drag, "drag-update", 50.0, 20.0);
  g_signal_emit_by_name (drag, "drag-end", 50.0, 20.0);
  g_assert_cmpfloat (view->azimuth, >, 0);
  g_assert_cmpfloat (view->elevation, >, 0);
  // The rank is one less than the number of rows: all six pins are involved.
  wait_until (lw_player_get_mobility (window->player) != NULL);
  g_assert_cmpint (lw_player_get_mobility (window->player)->rank, ==, 29);
  for (int i = 0; i < 6; i++)
    g_assert_true (lw_player_get_mobility (window->player)->is_redundant[i]);
  // The inspector and the multipliers under the hood say that such reactions are not unique.
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  wait_until (is_said (window, "Not unique here"));
  testing_activate (window, "win.hood");
  wait_until (is_said (window, ": not unique here"));
  testing_close (window);
  // A four-bar in the plane has no such rows.
  window = testing_window_with ("four-bar");
  wait_until (lw_player_get_mobility (window->player) != NULL);
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  wait_until (testing_has_field (window, "Name"));
  g_assert_false (is_said (window, "Not unique here"));
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/sidebar/quantities", test_quantities);
  g_test_add_func ("/sidebar/millimetres", test_millimetres);
  g_test_add_func ("/sidebar/live-values", test_live_values);
  g_test_add_func ("/sidebar/edit", test_edit);
  g_test_add_func ("/sidebar/compiled-once", test_compiled_once);
  g_test_add_func ("/sidebar/notes", test_notes);
  g_test_add_func ("/sidebar/refused", test_refused);
  g_test_add_func ("/sidebar/all-elements", test_all_elements);
  g_test_add_func ("/sidebar/width", test_width);
  g_test_add_func ("/sidebar/outline", test_outline);
  g_test_add_func ("/sidebar/outline-edits", test_outline_edits);
  g_test_add_func ("/sidebar/spatial", test_spatial);
}

int
main (int argc, char *argv[])
{
  main_thread = g_thread_self ();
  return testing_main (&argc, &argv, add_tests);
}
