// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The help in the window: every action is described, every page can be shown, F1 finds the page of
// the selection, links go forth and back, and numbers are explained.

#include <string.h>

#include "lw-background.h"
#include "lw-commands.h"
#include "lw-field-editor-private.h"
#include "lw-help-mark.h"
#include "lw-help-explain.h"
#include "lw-help-window.h"
#include "lw-plot-view-private.h"
#include "lw-thumbnail.h"
#include "lw-window-private.h"
#include "testing-window.h"

/// Fewer numbers than the window shows for the mechanisms of the help, which have every kind of element.
#define NUMBERS_LEAST 500
#define IMAGE "tests/draw/reference/marks-light.png"

static void
test_actions (void)
{
  LwWindow *window = testing_window ();
  GtkWidgetClass *class = GTK_WIDGET_GET_CLASS (window);
  g_autoptr (LwHelpBook) book = lw_help_window_new_book ();
  g_auto (GStrv) app = g_action_group_list_actions (G_ACTION_GROUP (testing_application ()));
  const char *commands = lw_help_book_find (book, "commands")->text;
  const char *name, *property;
  const GVariantType *parameter;
  GType owner;

  for (guint i = 0; gtk_widget_class_query_action (class, i, &owner, &name, &parameter, &property);
       i++)
    if (owner == LW_TYPE_WINDOW && lw_command_find (name) == NULL)
      g_error ("the table of commands lacks %s", name);
  for (guint i = 0; app[i] != NULL; i++) {
    g_autofree char *full = g_strconcat ("app.", app[i], NULL);

    if (lw_command_find (full) == NULL)
      g_error ("the table of commands lacks %s", full);
  }
  g_assert_nonnull (strstr (commands, "`win.save` | Ctrl+S |"));
  g_assert_nonnull (strstr (lw_help_book_find (book, "keys")->text, "**Ctrl+Shift+E**"));
  g_assert_nonnull (lw_help_book_find (book, "example-four-bar"));
  g_assert_nonnull (lw_help_book_find (book, "lesson-four-bar"));
  testing_close (window);
}

static const char *
shown_page (LwHelpWindow **help)
{
  GListModel *windows = gtk_window_get_toplevels ();

  *help = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GObject) window = g_list_model_get_item (windows, i);

    if (LW_IS_HELP_WINDOW (window))
      *help = LW_HELP_WINDOW (window);
  }
  return *help != NULL ? lw_help_window_get_page (*help) : NULL;
}

static void
test_pages (void)
{
  LwHelpWindow *help = lw_help_window_show (NULL, "first-steps");
  LwHelpView *view = lw_help_window_get_view (help);
  g_autoptr (LwHelpBook) book = lw_help_window_new_book ();
  g_autofree char *text = NULL;

  for (guint i = 0; i < lw_help_book_get_n (book); i++) {
    const LwHelpPage *page = lw_help_book_get (book, i);
    g_autofree char *shown = NULL;

    lw_help_window_go (help, page->id);
    shown = lw_help_view_dup_text (view);
    g_assert_true (g_str_has_prefix (shown, page->title));
    g_assert_cmpstr (lw_help_window_get_page (help), ==, page->id);
  }
  lw_help_window_go (help, "kind-pin");
  g_signal_emit_by_name (view, "follow", "properties-couplings#break_force");
  g_assert_cmpstr (lw_help_window_get_page (help), ==, "properties-couplings");
  text = lw_help_view_dup_text (view);
  g_assert_nonnull (strstr (text, "break_force"));
  // A link that leads nowhere changes nothing.
  g_signal_emit_by_name (view, "follow", "no-such-page");
  g_assert_cmpstr (lw_help_window_get_page (help), ==, "properties-couplings");
  gtk_window_destroy (GTK_WINDOW (help));
}

/// Shows the help of the window and returns the page.
static const char *
press_f1 (LwWindow *window)
{
  LwHelpWindow *help;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.help", NULL);
  return shown_page (&help);
}

static void
test_context (void)
{
  LwWindow *window = testing_window ();
  g_autoptr (GFile) example = testing_example ("four-bar");
  LwHelpWindow *help;

  g_assert_cmpstr (press_f1 (window), ==, "panel-start");
  testing_open (window, example);
  gtk_widget_grab_focus (GTK_WIDGET (window->canvas));
  g_assert_cmpstr (press_f1 (window), ==, "panel-canvas");
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 1);
  g_assert_cmpstr (press_f1 (window), ==, "kind-pin");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.tool", "s", "link");
  g_assert_cmpstr (press_f1 (window), ==, "tool-link");
  lw_window_show_message (window,
                          "Motor: the steps became too short to continue: the motion jams or "
                          "locks here, or a load or law changes too fast.");
  g_assert_cmpstr (press_f1 (window), ==, "messages-motion");
  shown_page (&help);
  gtk_window_destroy (GTK_WINDOW (help));
  testing_close (window);
}

/// The page of an example shows it, and opens a copy of it.
static void
test_example (void)
{
  LwWindow *window = testing_window ();
  LwHelpWindow *help = lw_help_window_show (GTK_WINDOW (window), "example-four-bar");
  LwHelpView *view = lw_help_window_get_view (help);
  g_autofree char *text = lw_help_view_dup_text (view);
  GtkWidget *picture;

  g_assert_nonnull (strstr (text, "four-bar.json"));
  // It shows the mechanism.
  picture = testing_find (GTK_WIDGET (view), LW_TYPE_THUMBNAIL);
  wait_until (lw_thumbnail_is_loaded (LW_THUMBNAIL (picture)));
  wait_until (gtk_widget_get_width (picture) > 2 * gtk_widget_get_height (picture) / 3);
  g_signal_emit_by_name (view, "follow", "open-example:four-bar.json");
  wait_until (window->document != NULL);
  g_assert_cmpstr (lw_mechanism_get_title (lw_document_get_mechanism (window->document)), ==,
                   "Crank-rocker four-bar");
  g_assert_null (lw_document_get_file (window->document));
  gtk_window_destroy (GTK_WINDOW (help));
  testing_close (window);
}

static void
test_explain (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  g_autofree char *text = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.explain-channel", "s", "energy.total");
  g_assert_nonnull (window->explanation);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->explanation)));
  text = lw_help_view_dup_text (LW_HELP_VIEW (gtk_popover_get_child (window->explanation)));
  g_assert_true (g_str_has_prefix (text, "energy.total\n"));
  g_assert_nonnull (strstr (text, " J\n"));
  gtk_popover_popdown (window->explanation);
  // A number that does not exist is not explained.
  gtk_widget_activate_action (GTK_WIDGET (window), "win.explain-channel", "s", "no.channel");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->explanation)));
  testing_close (window);
}

/// Explains the number of a label, as the right button does; returns the explanation.
static char *
dup_explained (LwWindow *window, GtkWidget *label)
{
  graphene_rect_t box;

  g_assert_nonnull (label);
  wait_until (gtk_widget_get_mapped (label) && gtk_widget_get_width (label) > 0);
  g_assert_true (gtk_widget_compute_bounds (label, GTK_WIDGET (window), &box));
  g_assert_true (lw_window_explain_at (window, box.origin.x + box.size.width - 2,
                                       box.origin.y + box.size.height / 2));
  return lw_help_view_dup_text (LW_HELP_VIEW (gtk_popover_get_child (window->explanation)));
}

/// Numbers under the hood are explained with their values.
static void
test_explain_hood (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *panel, *name, *value;
  g_autofree char *condition = NULL;
  g_autofree char *expected = NULL;

  g_object_set (window, "show-hood", TRUE, NULL);
  panel = window->hood;
  wait_until ((name = testing_find_label (panel, "Condition")) != NULL);
  value = gtk_widget_get_next_sibling (name);
  wait_until (!g_str_equal (gtk_label_get_text (GTK_LABEL (value)), "–"));
  condition = dup_explained (window, value);
  expected = g_strdup_printf ("= %s", gtk_label_get_text (GTK_LABEL (value)));
  g_assert_nonnull (strstr (condition, "singular value"));
  g_assert_nonnull (strstr (condition, expected));
  gtk_popover_popdown (window->explanation);
  // The name beside it is not a number.
  g_assert_null (lw_help_mark_find_number (name));
  testing_close (window);
}

/// Returns true if the text is a number, perhaps with a unit.
static bool
is_number (const char *text)
{
  text += g_str_has_prefix (text, "−") ? strlen ("−") : 0;
  return g_ascii_isdigit (*text);
}

/// Returns the texts of the labels beside a widget.
static char *
dup_beside (GtkWidget *widget)
{
  GString *text = g_string_new (NULL);

  for (GtkWidget *child = gtk_widget_get_first_child (gtk_widget_get_parent (widget));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    g_string_append_printf (text, " [%s]",
                            GTK_IS_LABEL (child) ? gtk_label_get_text (GTK_LABEL (child))
                                                 : G_OBJECT_TYPE_NAME (child));
  return g_string_free (text, FALSE);
}

/// Counts the numbers at or below a widget; reports those that nothing explains.
static void
walk_numbers (LwWindow *window, GtkWidget *widget, guint *n, GHashTable *missing)
{
  const bool field =
    LW_IS_FIELD_EDITOR (widget) && LW_FIELD_EDITOR (widget)->spec->type == LW_EDITOR_NUMBERS;

  // A list has words, which may be digits.
  if (!gtk_widget_get_child_visible (widget) || !gtk_widget_get_visible (widget)
      || GTK_IS_DROP_DOWN (widget))
    return;
  if (field || (GTK_IS_LABEL (widget) && is_number (gtk_label_get_text (GTK_LABEL (widget))))) {
    g_autofree char *text = lw_window_dup_explanation (window, widget);
    g_autofree char *beside = dup_beside (widget);

    (*n)++;
    // Each has a place in the help.
    if (text == NULL || strstr (text, "](") == NULL)
      g_hash_table_add (missing, g_strdup_printf ("%s in %s",
                                                  field ? LW_FIELD_EDITOR (widget)->spec->name
                                                        : gtk_label_get_text (GTK_LABEL (widget)),
                                                  beside));
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    walk_numbers (window, child, n, missing);
}

static void
walk_selected (LwWindow *window, LwSelectionKind kind, int id, guint *n, GHashTable *missing)
{
  if (kind == LW_SELECTION_NONE)
    lw_selection_clear (window->selection);
  else
    lw_selection_set (window->selection, kind, id);
  testing_run (0.05);
  walk_numbers (window, GTK_WIDGET (window->sidebar_pages), n, missing);
}

/// Puts an image under the drawing, whose numbers the inspector then shows.
static void
show_background (LwWindow *window)
{
  g_autoptr (GFile) file = g_file_new_build_filename (g_getenv ("LW_SOURCE_DIR"), IMAGE, NULL);
  g_autoptr (GBytes) bytes = g_file_load_bytes (file, NULL, NULL, NULL);
  g_autoptr (LwBackground) background = lw_background_new (bytes, NULL);
  g_autoptr (LwMechanism) next =
    lw_mechanism_with_background (lw_document_get_mechanism (window->document), background);

  lw_document_edit (window->document, "Add Image", next);
}

/// Counts the curves of all plots at or below a widget, whose values are painted; reports those that
/// their menu does not explain.
static void
walk_plots (LwWindow *window, GtkWidget *widget, guint *n, GHashTable *missing)
{
  LwPlayer *player = lw_window_get_player (window);

  if (LW_IS_PLOT_VIEW (widget)) {
    g_autoptr (GMenuModel) menu = lw_plot_view_create_explain_menu (LW_PLOT_VIEW (widget));

    g_assert_cmpint (g_menu_model_get_n_items (menu), ==, (int) LW_PLOT_VIEW (widget)->n_own);
    for (int i = 0; i < g_menu_model_get_n_items (menu); i++) {
      g_autofree char *name = NULL;
      g_autofree char *text = NULL;

      g_assert_true (
        g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_TARGET, "s", &name));
      text = lw_help_explain_channel (lw_player_get_mechanism (player),
                                      lw_player_get_curves (player)->channels,
                                      lw_player_get_state (player), name);
      (*n)++;
      if (text == NULL)
        g_hash_table_add (missing, g_strdup_printf ("%s in a plot", name));
    }
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    walk_plots (window, child, n, missing);
}

/// Every number of the inspector, the hood, the status line, the transport and the plots is explained, the
/// others with a link to the help, for each element of mechanisms that have every kind.
static void
test_explain_all (void)
{
  static const char *const names[] = { "samples-plane.json", "samples-space.json" };
  g_autoptr (GHashTable) missing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n = 0;

  for (guint k = 0; k < G_N_ELEMENTS (names); k++) {
    g_autofree char *path =
      g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "help", names[k], NULL);
    g_autofree char *text = NULL;
    LwWindow *window;
    const LwMechanism *mechanism;

    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    window = testing_window_with_text (text);
    mechanism = lw_document_get_mechanism (window->document);
    walk_selected (window, LW_SELECTION_NONE, 0, &n, missing);
    for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
      walk_selected (window, LW_SELECTION_BODY, lw_mechanism_get_body (mechanism, i)->element.id,
                     &n, missing);
    for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
      walk_selected (window, LW_SELECTION_COUPLING,
                     lw_mechanism_get_coupling (mechanism, i)->element.id, &n, missing);
    for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++)
      walk_selected (window, LW_SELECTION_FORCE, lw_mechanism_get_force (mechanism, i)->element.id,
                     &n, missing);
    for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++)
      walk_selected (window, LW_SELECTION_TRACER,
                     lw_mechanism_get_tracer (mechanism, i)->element.id, &n, missing);
    for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++)
      walk_selected (window, LW_SELECTION_MEASUREMENT,
                     lw_mechanism_get_measurement (mechanism, i)->element.id, &n, missing);
    show_background (window);
    walk_selected (window, LW_SELECTION_NONE, 0, &n, missing);
    mechanism = lw_document_get_mechanism (window->document);
    walk_plots (window, GTK_WIDGET (window->plots_dock), &n, missing);
    g_object_set (window, "show-hood", TRUE, NULL);
    wait_until (gtk_widget_get_mapped (window->hood));
    testing_run (0.5);
    // The multipliers of a coupling are shown beside the matrix.
    walk_selected (window, LW_SELECTION_COUPLING,
                   lw_mechanism_get_coupling (mechanism, 0)->element.id, &n, missing);
    walk_numbers (window, window->hood, &n, missing);
    walk_numbers (window, GTK_WIDGET (window->status_line), &n, missing);
    walk_numbers (window, GTK_WIDGET (window->transport), &n, missing);
    testing_close (window);
  }
  if (g_hash_table_size (missing) > 0) {
    g_autofree const char **all = (const char **) g_hash_table_get_keys_as_array (missing, NULL);
    g_autofree char *list = g_strjoinv ("; ", (char **) all);

    g_error ("not explained: %s", list);
  }
  g_test_message ("%u numbers", n);
  g_assert_cmpuint (n, >, NUMBERS_LEAST);
}

/// Returns the "?" at or below a widget.
static GtkWidget *
find_mark (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_has_css_class (widget, "help-mark"))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_mark (child);

    if (found != NULL)
      return found;
  }
  return NULL;
}

/// Each panel has a "?" that leads to its page.
static void
test_marks (void)
{
  static const char *const pages[] = { "panel-plots", "panel-time", "panel-status",
                                       "panel-inspector" };
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *const panels[] = { GTK_WIDGET (window->plots_dock), GTK_WIDGET (window->transport),
                                GTK_WIDGET (window->status_line),
                                GTK_WIDGET (window->sidebar_pages) };

  for (guint i = 0; i < G_N_ELEMENTS (panels); i++) {
    GtkWidget *mark = find_mark (panels[i]);
    g_autoptr (GVariant) target = NULL;

    g_assert_nonnull (mark);
    target = g_variant_ref (gtk_actionable_get_action_target_value (GTK_ACTIONABLE (mark)));
    g_assert_cmpstr (g_variant_get_string (target, NULL), ==, pages[i]);
  }
  testing_close (window);
}

// ---- first steps ----------------------------------------------------------------------------

static void
test_tour (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkPopover *bubble;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.tour", NULL);
  for (guint i = 0; i < 4; i++) {
    bubble = lw_window_get_bubble (window);
    g_assert_nonnull (bubble);
    wait_until (gtk_widget_get_mapped (GTK_WIDGET (bubble)));
    lw_window_tour_next (window);
  }
  g_assert_null (lw_window_get_bubble (window));
  // Skipped in the middle, it is gone, too.
  gtk_widget_activate_action (GTK_WIDGET (window), "win.tour", NULL);
  lw_window_tour_end (window);
  g_assert_null (lw_window_get_bubble (window));
  testing_close (window);
}

static void
test_begin (void)
{
  LwWindow *window = testing_window ();
  GtkWidget *card;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.new", NULL);
  wait_until (window->document != NULL);
  card = testing_find_class (GTK_WIDGET (window), "begin-card");
  g_assert_true (gtk_widget_get_visible (card));
  // Presses reach the sheet.
  g_assert_false (gtk_widget_get_can_target (card));
  g_assert_nonnull (strstr (lw_status_line_get_hint (window->status_line), "L"));
  {
    g_autoptr (LwMechanism) drawn =
      lw_mechanism_copy (lw_document_get_mechanism (window->document));
    LwBody *body = lw_body_new (1, "Bar");

    lw_mechanism_add_body (drawn, body);
    lw_document_edit (window->document, "Draw", drawn);
  }
  g_assert_false (gtk_widget_get_visible (card));
  g_assert_nonnull (strstr (lw_status_line_get_hint (window->status_line), "J"));
  testing_close (window);
}

/// Appends a body of a shape to the drawing.
static void
draw_shape (LwWindow *window, LwShapeKind shape, MbdMobility mobility)
{
  const LwMechanism *now = lw_document_get_mechanism (window->document);
  LwBody *body = lw_body_new (lw_mechanism_next_body_id (now), "Body");
  g_autoptr (LwMechanism) drawn = lw_mechanism_copy (now);

  body->shape.kind = shape;
  body->shape.size[0] = body->shape.size[1] = 0.1;
  body->def.mobility = mobility;
  lw_mechanism_add_body (drawn, body);
  lw_document_edit (window->document, "Draw", drawn);
}

/// The hint for the next step depends on the last body of the drawing.
static void
test_hints (void)
{
  LwWindow *window = testing_window ();

  gtk_widget_activate_action (GTK_WIDGET (window), "win.new", NULL);
  wait_until (window->document != NULL);
  draw_shape (window, LW_SHAPE_POLYGON, MBD_PLANAR);
  g_assert_nonnull (strstr (lw_status_line_get_hint (window->status_line), "click the plate"));
  lw_document_undo (window->document);
  draw_shape (window, LW_SHAPE_POLYGON, MBD_FIXED);
  draw_shape (window, LW_SHAPE_BOX, MBD_PLANAR);
  g_assert_nonnull (strstr (lw_status_line_get_hint (window->status_line), "click the box"));
  lw_document_undo (window->document);
  draw_shape (window, LW_SHAPE_DISC, MBD_PLANAR);
  g_assert_nonnull (strstr (lw_status_line_get_hint (window->status_line), "of the disc"));
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/help-window/actions", test_actions);
  g_test_add_func ("/help-window/pages", test_pages);
  g_test_add_func ("/help-window/context", test_context);
  g_test_add_func ("/help-window/example", test_example);
  g_test_add_func ("/help-window/explain", test_explain);
  g_test_add_func ("/help-window/explain-hood", test_explain_hood);
  g_test_add_func ("/help-window/explain-all", test_explain_all);
  g_test_add_func ("/help-window/marks", test_marks);
  g_test_add_func ("/help-window/tour", test_tour);
  g_test_add_func ("/help-window/begin", test_begin);
  g_test_add_func ("/help-window/hints", test_hints);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
