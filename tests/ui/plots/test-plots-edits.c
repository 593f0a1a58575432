// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots while the mechanism is edited: they are kept, with their ranges and markers, although each
// edit creates another run.

#include <math.h>
#include <string.h>

#include "lw-channel-list.h"
#include "lw-move.h"
#include "lw-part.h"
#include "lw-plot-view-private.h"
#include "lw-window-private.h"
#include "testing-plots.h"

#define TRACED 1 ///< index of the plot of the traced point
#define EDGE 3   ///< px

static guint
count_children (LwWindow *window, GType type)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (window->plots_dock));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    n += G_TYPE_CHECK_INSTANCE_TYPE (child, type);
  return n;
}

static void
edit (LwWindow *window, LwMechanism *next)
{
  g_assert_nonnull (next);
  lw_document_edit (window->document, "Edit", next);
  lw_mechanism_unref (next);
}

static LwMechanism *
mechanism_of (LwWindow *window)
{
  return lw_document_get_mechanism (window->document);
}

/// Returns the four-bar with three plots, played for a while.
static LwWindow *
window_with_plots (void)
{
  static const char *const forces[] = { "B.reaction", "C.reaction", NULL };
  static const char *const traced[] = { "T.x", "T.y", NULL };
  static const char *const path[] = { "T.y", NULL };
  static const LwPlotLayout layouts[] = {
    { .title = (char *) "Forces", .channels = (char **) forces },
    { .title = (char *) "Traced", .channels = (char **) traced },
    { .title = (char *) "Path", .channels = (char **) path, .against = (char *) "T.x" },
  };
  LwWindow *window = testing_window_with ("four-bar-torque");

  edit (window, lw_mechanism_with_plots (mechanism_of (window), layouts, G_N_ELEMENTS (layouts)));
  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player));
  wait_until (testing_plot_at (window, 2)->frame.width > 0);
  return window;
}

static void
move_crank (LwWindow *window)
{
  const LwElementRef crank = { LW_SELECTION_BODY, 1 };
  LwPlayer *before = window->player;

  edit (window, lw_move_elements (mechanism_of (window), &crank, 1, 0.01, 0));
  g_assert_true (window->player != before);
}

/// Sets a range of time and of values, a marker, a hidden curve, and the focus.
static LwPlotRange
look_at (LwPlotView *plot)
{
  lw_plot_view_zoom (plot, 1, 4);
  lw_plot_view_zoom_values (plot, false, 0.3, 3);
  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.marker", "i", 1);
  g_assert_false (isnan (plot->plot.markers[0]));
  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.statistics", NULL);
  lw_plot_view_toggle_curve (plot, 1);
  plot->plot.hover = 0.5;
  gtk_widget_grab_focus (GTK_WIDGET (plot));
  return plot->range;
}

static void
assert_same_look (LwPlotView *plot, const LwPlotRange *range, double marker)
{
  g_assert_cmpmem (&plot->range, sizeof *range, range, sizeof *range);
  g_assert_cmpfloat (plot->plot.markers[0], ==, marker);
  g_assert_true (plot->plot.statistics);
}

/// A plot keeps its widget, which shows the new run in the same way.
static void
test_kept (void)
{
  LwWindow *window = window_with_plots ();
  LwPlotView *plots[] = { testing_plot_at (window, 0), testing_plot_at (window, 1),
                          testing_plot_at (window, 2) };
  const LwPlotRange range = look_at (plots[TRACED]);
  const double marker = plots[TRACED]->plot.markers[0];

  for (int round = 0; round < 3; round++) {
    if (round < 2)
      move_crank (window);
    else
      testing_activate (window, "win.undo");
    for (guint i = 0; i < G_N_ELEMENTS (plots); i++) {
      g_assert_true (testing_plot_at (window, i) == plots[i]);
      g_assert_true (plots[i]->player == window->player);
    }
    assert_same_look (plots[TRACED], &range, marker);
    g_assert_cmpfloat (plots[TRACED]->plot.hover, ==, 0.5);
    g_assert_true (g_array_index (plots[TRACED]->curves, LwPlotCurve, 1).hidden);
    g_assert_false (g_array_index (plots[TRACED]->curves, LwPlotCurve, 0).hidden);
    g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (plots[TRACED]));
    // The curves are those of the current run.
    wait_until (lw_player_get_n_samples (window->player) > 0);
    wait_until (g_array_index (plots[TRACED]->curves, LwPlotCurve, 0).y.recording
                == lw_player_get_recording (window->player));
  }
  g_assert_cmpuint (count_children (window, LW_TYPE_PLOT_VIEW), ==, 3);
  g_assert_cmpuint (count_children (window, GTK_TYPE_SEPARATOR), ==, 2);
  testing_close (window);
}

/// If the element of a plot is removed, the plot reports this in place of the curves, and has
/// everything again after undo.
static void
test_removed (void)
{
  const LwElementRef tracer = { LW_SELECTION_TRACER, 1 };
  LwWindow *window = window_with_plots ();
  LwPlotView *traced = testing_plot_at (window, TRACED);
  LwPlotView *path = testing_plot_at (window, 2);
  const LwPlotRange range = look_at (traced);
  const double marker = traced->plot.markers[0];
  LwPlotRange path_range;

  lw_plot_view_zoom (path, 0.2, 2);
  path_range = path->range;
  g_assert_false (isnan (path_range.x_minimum));
  edit (window, lw_part_remove (mechanism_of (window), &tracer, 1));
  g_assert_true (testing_plot_at (window, TRACED) == traced);
  g_assert_true (testing_plot_at (window, 2) == path);
  g_assert_cmpuint (traced->n_own, ==, 0);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (traced->status_label)), "T.x"));
  g_assert_true (gtk_widget_get_visible (traced->status));
  g_assert_cmpuint (testing_plot_at (window, 0)->n_own, ==, 2);
  testing_activate (window, "win.undo");
  g_assert_true (testing_plot_at (window, TRACED) == traced);
  g_assert_true (testing_plot_at (window, 2) == path);
  g_assert_cmpuint (traced->n_own, ==, 2);
  wait_until (!gtk_widget_get_visible (traced->status));
  assert_same_look (traced, &range, marker);
  g_assert_cmpmem (&path->range, sizeof path_range, &path_range, sizeof path_range);
  g_assert_true (g_array_index (traced->curves, LwPlotCurve, 1).hidden);
  testing_close (window);
}

/// For each kind of removed element: a plot with other curves reports the missing one beside them,
/// and no longer does after undo.
static void
test_each_removed (void)
{
  static const struct
  {
    LwElementRef ref;
    const char *channel, *said;
  } cases[] = {
    { { LW_SELECTION_BODY, 1 }, "Crank.x", "Crank.x" },
    { { LW_SELECTION_BODY, 2 }, "Coupler.omega", "Coupler.omega" },
    { { LW_SELECTION_BODY, 3 }, "Rocker.angle", "Rocker.angle" },
    { { LW_SELECTION_COUPLING, 1 }, "A.reaction", "A.reaction" },
    { { LW_SELECTION_COUPLING, 3 }, "C.lambda1", "C.lambda1" },
    { { LW_SELECTION_FORCE, 1 }, "Drive.work", "Drive.work" },
    { { LW_SELECTION_TRACER, 1 }, "d = der (T.x)", "T.x" },
  };
  LwWindow *window = testing_window_with ("four-bar-torque");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *const channels[] = { "energy.total", cases[i].channel, NULL };
    const LwPlotLayout layout = { .title = (char *) "", .channels = (char **) channels };
    LwPlotView *plot;

    g_test_message ("%s", cases[i].channel);
    edit (window, lw_mechanism_with_plots (mechanism_of (window), &layout, 1));
    plot = testing_plot_at (window, 0);
    wait_until (lw_plot_view_has_values (plot));
    g_assert_cmpuint (plot->n_own, ==, 2);
    g_assert_true (plot->status == NULL || !gtk_widget_get_visible (plot->status));
    edit (window, lw_part_remove (mechanism_of (window), &cases[i].ref, 1));
    plot = testing_plot_at (window, 0);
    g_assert_cmpuint (plot->n_own, ==, 1);
    wait_until (plot->status != NULL && gtk_widget_get_visible (plot->status));
    // Before the start is available, nothing is recorded.
    wait_until (strstr (gtk_label_get_text (GTK_LABEL (plot->status_label)), cases[i].said));
    wait_until (gtk_widget_has_css_class (plot->status, "partial"));
    g_assert_false (gtk_widget_get_can_target (plot->status));
    testing_activate (window, "win.undo");
    plot = testing_plot_at (window, 0);
    g_assert_cmpuint (plot->n_own, ==, 2);
    wait_until (!gtk_widget_get_visible (plot->status));
  }
  testing_close (window);
}

/// Values of another unit get another range; the range of time is kept.
static void
test_other_unit (void)
{
  LwWindow *window = window_with_plots ();
  LwPlotView *plot = testing_plot_at (window, TRACED);
  const LwPlotRange range = look_at (plot);

  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.remove-curve", "s", "T.x");
  g_assert_cmpmem (&plot->range, sizeof range, &range, sizeof range);
  g_assert_true (lw_plot_view_drop (plot, "energy.kinetic", LW_PLOT_PLACE_CURVES));
  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.remove-curve", "s", "T.y");
  g_assert_true (testing_plot_at (window, TRACED) == plot);
  g_assert_cmpstr (plot->plot.y_unit, ==, "J");
  g_assert_true (isnan (plot->range.y_minimum));
  g_assert_cmpfloat (plot->range.x_minimum, ==, range.x_minimum);
  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.against", "s", "frequency");
  g_assert_true (testing_plot_at (window, TRACED) == plot);
  g_assert_true (isnan (plot->range.x_minimum));
  testing_close (window);
}

static void
set_duration (LwWindow *window, double duration)
{
  LwRunSettings run = *lw_mechanism_get_run (mechanism_of (window));

  run.duration = duration;
  edit (window, lw_mechanism_with_run (mechanism_of (window), &run));
}

/// A range that covers the whole run covers the whole new run; a partial range is kept while it is
/// within the run.
static void
test_duration (void)
{
  LwWindow *window = window_with_plots ();
  LwPlotView *whole = testing_plot_at (window, 0);
  LwPlotView *part = testing_plot_at (window, TRACED);
  LwPlotRange range;

  g_assert_cmpfloat (lw_player_get_duration (window->player), ==, 5);
  range = look_at (part);
  set_duration (window, 20);
  g_assert_cmpfloat (whole->range.x_maximum, ==, 20);
  g_assert_cmpfloat (part->range.x_maximum, ==, range.x_maximum);
  set_duration (window, 3);
  g_assert_cmpfloat (whole->range.x_maximum, ==, 3);
  g_assert_cmpfloat (part->range.x_maximum, ==, range.x_maximum);
  set_duration (window, 0.5 * range.x_maximum);
  g_assert_cmpfloat (part->range.x_minimum, ==, 0);
  g_assert_cmpfloat (part->range.x_maximum, ==, 0.5 * range.x_maximum);
  testing_close (window);
}

/// Removing and adding plots does not affect the others.
static void
test_rows (void)
{
  LwWindow *window = window_with_plots ();
  LwPlotView *plots[] = { testing_plot_at (window, 0), testing_plot_at (window, 1),
                          testing_plot_at (window, 2) };
  const LwPlotRange range = look_at (plots[TRACED]);
  const double marker = plots[TRACED]->plot.markers[0];

  gtk_widget_activate_action (GTK_WIDGET (plots[0]), "plot.remove", NULL);
  g_assert_cmpuint (count_children (window, LW_TYPE_PLOT_VIEW), ==, 2);
  g_assert_cmpuint (count_children (window, GTK_TYPE_SEPARATOR), ==, 1);
  g_assert_true (testing_plot_at (window, 0) == plots[1]);
  g_assert_true (testing_plot_at (window, 1) == plots[2]);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (plots[TRACED]));
  // Its commands apply to the plot in its new place.
  gtk_widget_activate_action (GTK_WIDGET (plots[1]), "plot.remove-curve", "s", "T.x");
  g_assert_cmpuint (plots[1]->n_own, ==, 1);
  g_assert_cmpuint (plots[2]->n_own, ==, 1);
  testing_activate (window, "win.undo");
  testing_activate (window, "win.undo");
  g_assert_cmpuint (count_children (window, LW_TYPE_PLOT_VIEW), ==, 3);
  g_assert_cmpuint (count_children (window, GTK_TYPE_SEPARATOR), ==, 2);
  g_assert_cmpstr (lw_plot_view_get_title (testing_plot_at (window, 0)), ==, "Forces");
  g_assert_true (testing_plot_at (window, 1) == plots[1]);
  g_assert_true (testing_plot_at (window, 2) == plots[2]);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (plots[TRACED]));
  assert_same_look (plots[TRACED], &range, marker);

  // A renamed plot keeps its place and its view.
  gtk_widget_activate_action (GTK_WIDGET (plots[TRACED]), "plot.rename", NULL);
  {
    GtkWidget *entry = testing_find (plots[TRACED]->chooser, GTK_TYPE_ENTRY);

    gtk_editable_set_text (GTK_EDITABLE (entry), "Other");
    g_signal_emit_by_name (entry, "activate");
  }
  g_assert_true (testing_plot_at (window, TRACED) == plots[TRACED]);
  g_assert_cmpstr (lw_plot_view_get_title (plots[TRACED]), ==, "Other");
  assert_same_look (plots[TRACED], &range, marker);
  testing_close (window);
}

/// The menu lists the curves that exist when it is opened.
static void
test_menu (void)
{
  LwWindow *window = window_with_plots ();
  LwPlotView *plot = testing_plot_at (window, 0);
  GtkMenuButton *button = GTK_MENU_BUTTON (plot->menu_button);
  GtkPopover *popover;
  graphene_rect_t bounds;
  GtkWidget *picked;

  // The whole button accepts clicks: the separator between plots and drawing ends above it.
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (button), GTK_WIDGET (window), &bounds));
  picked = gtk_widget_pick (GTK_WIDGET (window), bounds.origin.x + 0.5 * bounds.size.width,
                            bounds.origin.y + 3, GTK_PICK_DEFAULT);
  g_assert_true (picked != NULL && gtk_widget_is_ancestor (picked, GTK_WIDGET (button)));
  gtk_menu_button_popup (button);
  popover = gtk_menu_button_get_popover (button);
  g_assert_nonnull (popover);
  g_assert_nonnull (testing_find_label (GTK_WIDGET (popover), "B.reaction"));
  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.remove-curve", "s", "B.reaction");
  wait_until (!gtk_widget_get_visible (GTK_WIDGET (popover)));
  gtk_menu_button_popup (button);
  g_assert_true (gtk_menu_button_get_popover (button) == popover);
  g_assert_null (testing_find_label (GTK_WIDGET (popover), "B.reaction"));
  g_assert_nonnull (testing_find_label (GTK_WIDGET (popover), "C.reaction"));
  gtk_menu_button_popdown (button);
  testing_close (window);
}

/// A derived curve is drawn when it has been computed, even if nothing else changes any more.
static void
test_worked_out (void)
{
  LwWindow *window = window_with_plots ();
  LwPlotView *plot = testing_plot_at (window, 0);
  LwPlotView *path = testing_plot_at (window, 2);

  wait_until (plot->frame.width > 0 && path->frame.width > 0);
  for (int i = 0; i < 4; i++) {
    lw_plot_view_take_formula (plot, NULL, "w = der (Rocker.angle)", "rad/s");
    wait_until (plot->frame.has_right && plot->frame.right_scale.maximum > 2);
    testing_activate (window, "win.undo");
    wait_until (!plot->frame.has_right);
    // A value on the horizontal axis too.
    gtk_widget_activate_action (GTK_WIDGET (path), "plot.against", "s", "w = 100 * T.x");
    wait_until (path->frame.x_scale.maximum > 10);
    testing_activate (window, "win.undo");
    wait_until (path->frame.x_scale.maximum < 2);
  }
  testing_close (window);
}

/// Each of two units has an axis; a value of a third unit, which would be read off the wrong axis,
/// gets a separate plot.
static void
test_third_unit (void)
{
  LwWindow *window = window_with_plots ();
  LwPlotView *plot = testing_plot_at (window, 0);
  const guint n = count_children (window, LW_TYPE_PLOT_VIEW);

  lw_plot_view_take_formula (plot, NULL, "w = der (Rocker.angle)", "rad/s");
  lw_plot_view_take_formula (plot, NULL, "v = 2 * der (Rocker.angle)", "rad/s");
  g_assert_cmpuint (plot->n_own, ==, 4);
  g_assert_cmpuint (count_children (window, LW_TYPE_PLOT_VIEW), ==, n);
  lw_plot_view_take_formula (plot, NULL, "I = int (B.reaction)", "N s");
  g_assert_cmpuint (plot->n_own, ==, 4);
  g_assert_cmpuint (count_children (window, LW_TYPE_PLOT_VIEW), ==, n + 1);
  g_assert_true (lw_plot_view_drop (plot, "energy.kinetic", LW_PLOT_PLACE_CURVES));
  g_assert_cmpuint (plot->n_own, ==, 4);
  g_assert_cmpuint (count_children (window, LW_TYPE_PLOT_VIEW), ==, n + 2);
  testing_close (window);
}

static graphene_rect_t
bounds_in (GtkWidget *widget, LwWindow *window)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (window), &bounds));
  return bounds;
}

/// The drag handle for the height of the plots takes presses before the widgets below it, so it
/// must end where the menus and legends of plots begin, except at their very edge.
static void
test_handle (void)
{
  LwWindow *window = window_with_plots ();
  LwPlotView *plot = testing_plot_at (window, 0);
  GtkWidget *handle = gtk_widget_get_first_child (GTK_WIDGET (window->paned));
  graphene_rect_t taken, button, view;
  int height = gtk_widget_get_height (GTK_WIDGET (plot));
  int n_entries = 0;

  while (g_strcmp0 (gtk_widget_get_css_name (handle), "separator") != 0)
    handle = gtk_widget_get_next_sibling (handle);
  g_assert_true (gtk_paned_get_wide_handle (window->paned));
  taken = bounds_in (handle, window);
  button = bounds_in (plot->menu_button, window);
  view = bounds_in (GTK_WIDGET (plot), window);
  g_assert_cmpfloat (taken.size.height, >=, 6);
  g_assert_cmpfloat (button.origin.y + EDGE, >=, taken.origin.y + taken.size.height);
  for (int y = EDGE; y < height; y++)
    for (int x = 0; x < gtk_widget_get_width (GTK_WIDGET (plot)); x++) {
      const graphene_point_t point = { view.origin.x + (float) x, view.origin.y + (float) y };

      if (lw_plot_legend_at (&plot->plot, lw_appearance_get_fonts (plot->look),
                             gtk_widget_get_width (GTK_WIDGET (plot)), height, x, y)
          < 0)
        continue;
      n_entries++;
      g_assert_false (graphene_rect_contains_point (&taken, &point));
    }
  g_assert_cmpint (n_entries, >, 100);
  testing_close (window);
}

/// A menu opens towards the larger part of the window: in the lower half upwards.
static void
test_menu_side (void)
{
  LwWindow *window = window_with_plots ();
  GtkMenuButton *button = GTK_MENU_BUTTON (testing_plot_at (window, 0)->menu_button);

  gtk_menu_button_popup (button);
  g_assert_cmpint (gtk_menu_button_get_direction (button), ==, GTK_ARROW_UP);
  g_assert_cmpint (gtk_popover_get_position (gtk_menu_button_get_popover (button)), ==,
                   GTK_POS_TOP);
  gtk_menu_button_popdown (button);
  testing_close (window);
}

/// The list of values is searched by other words for them, has headings, and reports if there is
/// nothing.
static void
test_search (void)
{
  LwWindow *window = window_with_plots ();
  LwPlotView *plot = testing_plot_at (window, 0);
  GtkWidget *entry;

  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.add-curve", NULL);
  g_assert_true (LW_IS_CHANNEL_LIST (plot->chooser));
  entry = testing_find (plot->chooser, GTK_TYPE_SEARCH_ENTRY);
  g_assert_nonnull (entry);
  wait_until (testing_find_label (plot->chooser, "Reaction forces") != NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "drift");
  wait_until (testing_find_label (plot->chooser, "Constraint errors") != NULL);
  wait_until (testing_find_label (plot->chooser, "Reaction forces") == NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "nonsense");
  wait_until (testing_find_label (
                plot->chooser, "No value is found for “nonsense”. Search for a quantity, such as "
                               "torque, speed or energy, or for the name of an element.")
              != NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "first_reaction");
  wait_until (
    testing_find_label (plot->chooser,
                        "“first_reaction” is found only among the reactions on either body, in "
                        "all axes.")
    != NULL);
  testing_close (window);
}

/// Text typed in a field starts another run when the focus moves to a plot, which then has the
/// focus.
static void
test_focus_from_field (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  LwPlotView *plot = testing_plot_at (window, 1);
  GtkWidget *editor;

  lw_selection_clear (window->selection);
  editor = testing_editor (window, "Duration");
  gtk_widget_grab_focus (editor);
  gtk_editable_set_text (GTK_EDITABLE (editor), "2 s");
  gtk_widget_grab_focus (GTK_WIDGET (plot));
  wait_until (lw_mechanism_get_run (lw_document_get_mechanism (window->document))->duration == 2);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 1);
  g_assert_true (testing_plot_at (window, 1) == plot);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (plot));
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/plots-edits/search", test_search);
  g_test_add_func ("/plots-edits/kept", test_kept);
  g_test_add_func ("/plots-edits/removed", test_removed);
  g_test_add_func ("/plots-edits/each-removed", test_each_removed);
  g_test_add_func ("/plots-edits/other-unit", test_other_unit);
  g_test_add_func ("/plots-edits/duration", test_duration);
  g_test_add_func ("/plots-edits/rows", test_rows);
  g_test_add_func ("/plots-edits/menu", test_menu);
  g_test_add_func ("/plots-edits/menu-side", test_menu_side);
  g_test_add_func ("/plots-edits/handle", test_handle);
  g_test_add_func ("/plots-edits/worked-out", test_worked_out);
  g_test_add_func ("/plots-edits/third-unit", test_third_unit);
  g_test_add_func ("/plots-edits/focus-from-field", test_focus_from_field);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
