// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The start page: every example has a card with a picture that moves; searching, opening, recent
// files; and the possible sizes of the window.

#include <glib/gstdio.h>

#include "lw-example-card.h"
#include "lw-recent.h"
#include "lw-start-page.h"
#include "lw-transport.h"
#include "lw-window-private.h"
#include "testing-window.h"

/// Returns the box of the cards; the categories are in another box of this type.
static GtkWidget *
find_gallery (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_FLOW_BOX (widget) && !gtk_widget_has_css_class (widget, "categories"))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_gallery (child);
  return found;
}

static GtkFlowBox *
gallery (LwWindow *window)
{
  return GTK_FLOW_BOX (find_gallery (GTK_WIDGET (window)));
}

static LwExampleCard *
card (LwWindow *window, int index)
{
  GtkFlowBoxChild *child = gtk_flow_box_get_child_at_index (gallery (window), index);

  return child != NULL ? LW_EXAMPLE_CARD (child) : NULL;
}

static LwExampleCard *
card_of (LwWindow *window, const char *title)
{
  for (int i = 0; card (window, i) != NULL; i++)
    if (g_str_equal (lw_example_card_get_title (card (window, i)), title))
      return card (window, i);
  return NULL;
}

static int
n_shown (LwWindow *window)
{
  int n = 0;

  for (int i = 0; card (window, i) != NULL; i++)
    n += gtk_widget_get_child_visible (GTK_WIDGET (card (window, i)));
  return n;
}

static void
test_gallery (void)
{
  g_autofree char *path = lw_gallery_dup_path ();
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  LwWindow *window = testing_window ();
  const char *name;
  int n = 0;

  while ((name = g_dir_read_name (directory)) != NULL)
    n += g_str_has_suffix (name, ".json");
  g_assert_cmpint (n, >=, 7);
  wait_until (card (window, n - 1) != NULL);
  g_assert_null (card (window, n));
  for (int i = 0; i < n; i++) {
    int width;
    int height;
    g_autofree guchar *pixels = NULL;
    GtkWidget *thumbnail = GTK_WIDGET (lw_example_card_get_thumbnail (card (window, i)));
    int drawn = 0;

    g_assert_nonnull (gtk_widget_get_tooltip_text (GTK_WIDGET (card (window, i))));
    lw_thumbnail_load (LW_THUMBNAIL (thumbnail));
    wait_until (lw_thumbnail_is_loaded (LW_THUMBNAIL (thumbnail)));
    if (!gtk_widget_get_mapped (thumbnail))
      continue;
    pixels = testing_picture (thumbnail, &width, &height);
    for (int k = 0; k < width * height; k++)
      drawn += pixels[4 * k + 3] > 128;
    if (drawn < 100)
      g_error ("%s: nothing is drawn", lw_example_card_get_title (card (window, i)));
  }
  testing_close (window);
}

static void
test_moving (void)
{
  LwWindow *window = testing_window ();
  LwThumbnail *thumbnail;

  wait_until (card_of (window, "Chebyshev straight line") != NULL);
  thumbnail = lw_example_card_get_thumbnail (card_of (window, "Chebyshev straight line"));
  lw_thumbnail_load (thumbnail);
  lw_thumbnail_set_playing (thumbnail, true);
  wait_until (lw_thumbnail_get_playing (thumbnail));
  wait_until (lw_thumbnail_get_time (thumbnail) > 0.1);
  lw_thumbnail_set_playing (thumbnail, false);
  g_assert_cmpfloat (lw_thumbnail_get_time (thumbnail), ==, 0);
  testing_close (window);
}

static void
test_search (void)
{
  LwWindow *window = testing_window ();
  GtkWidget *entry;
  int n;

  wait_until (card_of (window, "Bricard mechanism") != NULL);
  n = n_shown (window);
  testing_activate (window, "win.search");
  entry = testing_find (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "BRICARD");
  wait_until (n_shown (window) == 1);
  gtk_editable_set_text (GTK_EDITABLE (entry), "no such thing");
  wait_until (n_shown (window) == 0);
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  wait_until (n_shown (window) == n);
  testing_close (window);
}

static GtkToggleButton *
chip (GtkWidget *widget, const char *name)
{
  GtkToggleButton *found = NULL;

  if (GTK_IS_TOGGLE_BUTTON (widget))
    return g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), name) == 0
             ? GTK_TOGGLE_BUTTON (widget)
             : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = chip (child, name);
  return found;
}

/// Category buttons filter together with the search; every example has a category.
static void
test_categories (void)
{
  LwWindow *window = testing_window ();
  GtkWidget *page = testing_find (GTK_WIDGET (window), LW_TYPE_START_PAGE);
  GtkWidget *entry = testing_find (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY);
  int n;

  wait_until (card_of (window, "Bricard mechanism") != NULL);
  n = n_shown (window);
  g_assert_true (gtk_toggle_button_get_active (chip (page, "All")));
  g_assert_nonnull (chip (page, "Contact"));
  gtk_toggle_button_set_active (chip (page, "Spatial"), TRUE);
  wait_until (n_shown (window) > 0 && n_shown (window) < 10);
  g_assert_true (gtk_widget_get_child_visible (GTK_WIDGET (card_of (window, "Bricard mechanism"))));
  gtk_editable_set_text (GTK_EDITABLE (entry), "double pendulum");
  wait_until (n_shown (window) == 0);
  gtk_toggle_button_set_active (chip (page, "Classroom"), TRUE);
  wait_until (n_shown (window) == 1);
  g_assert_true (gtk_widget_get_child_visible (GTK_WIDGET (card_of (window, "Double pendulum"))));
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  gtk_toggle_button_set_active (chip (page, "All"), TRUE);
  wait_until (n_shown (window) == n);
  testing_close (window);
}

/// Tags and sources are found, and several words in any order.
static void
test_search_words (void)
{
  LwWindow *window = testing_window ();
  GtkWidget *entry = testing_find (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY);

  wait_until (card_of (window, "Geneva wheel") != NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "cross maltese");
  wait_until (n_shown (window) == 2);
  g_assert_true (gtk_widget_get_child_visible (GTK_WIDGET (card_of (window, "Geneva wheel"))));
  gtk_editable_set_text (GTK_EDITABLE (entry), "scheiner 1603");
  wait_until (n_shown (window) == 1);
  g_assert_true (gtk_widget_get_child_visible (GTK_WIDGET (card_of (window, "Pantograph"))));
  testing_close (window);
}

/// Names under which people look for examples, and one of the examples that each finds.
static const char *const classics[][2] = {
  { "Watt", "watt" },
  { "Stephenson", "stephenson" },
  { "Peaucellier", "peaucellier" },
  { "Hart", "hart" },
  { "Sarrus", "sarrus" },
  { "Roberts", "roberts" },
  { "Hoecken", "hoecken" },
  { "Evans", "evans" },
  { "Klann", "klann" },
  { "Jansen", "jansen" },
  { "Ghassaei", "ghassaei" },
  { "TrotBot", "trotbot" },
  { "Strandbeest of 6 legs", "strandbeest6" },
  { "Whitworth", "whitworth" },
  { "quick return shaper", "shaper" },
  { "Scotch yoke", "scotch-yoke" },
  { "toggle press", "toggle-press" },
  { "scissor lift", "scissor" },
  { "car hood hinge", "hood" },
  { "garage door", "garage-door" },
  { "folding chair", "folding-chair" },
  { "bike rear suspension", "bike-suspension" },
  { "umbrella", "umbrella" },
  { "locking pliers", "locking-pliers" },
  { "sewing machine take-up", "takeup" },
  { "film advance", "film" },
  { "wiper", "wiper" },
  { "dough kneader", "kneader" },
  { "walking beam", "walking-beam" },
  { "pump jack", "pumpjack" },
  { "radial engine", "radial" },
  { "Stirling", "rhombic" },
  { "Geneva of 4", "geneva" },
  { "Geneva of 6", "geneva-six" },
  { "escapement anchor", "escapement" },
  { "Maltese", "geneva" },
  { "ratchet", "ratchet" },
  { "cam 3-4-5", "cam-laws" },
  { "cam cycloid", "cam-laws" },
  { "cam modified sine", "cam-laws" },
  { "dwell", "dwell" },
  { "elliptic trammel", "trammel" },
  { "pantograph", "pantograph" },
  { "3-RRR", "3rrr" },
  { "5-bar", "fivebar" },
  { "inverted pendulum", "inverted-pendulum" },
  { "double pendulum", "double-pendulum" },
  { "Wilberforce", "wilberforce" },
  { "Foucault", "foucault" },
  { "coupled pendulums", "coupled" },
  { "Newton's cradle", "newtons-cradle" },
  { "dominoes", "dominoes" },
  { "marble run", "marble-run" },
  { "catapult", "catapult" },
  { "trebuchet", "trebuchet" },
  { "crane with rope", "crane-trolley" },
  { "Atwood", "atwood" },
  { "yo-yo", "yoyo" },
  { "slinky", "slinky" },
  { "bouncing ball", "bouncing-ball" },
  { "stick-slip", "stick-slip" },
  { "crank-rocker", "four-bar" },
  { "Grashof", "grashof" },
  { "double-crank", "grashof" },
  { "double-rocker", "grashof" },
  { "parallelogram", "grashof" },
  { "triple-rocker", "grashof" },
  { "slider-crank", "slider-crank" },
  { "Chebyshev", "chebyshev" },
  { "flyball governor", "governor" },
  { "N-four-bar", "n-four-bar-10" },
  { "Andrews squeezer", "andrews" },
  { "toggle clamp", "toggle-clamp" },
  { "Watt I", "watt-six-bars" },
  { "Watt II", "watt-six-bars" },
  { "Stephenson I", "stephenson-six-bars" },
  { "Stephenson II", "stephenson-six-bars" },
  { "Stephenson III", "stephenson-six-bars" },
  { "Watt engine", "beam-engine" },
  { "four-bar shaper quick return", "crank-shaper" },
  { "Strider", "strider" },
  { "horse leg", "horse-leg" },
  { "Ten Fold levers", "folding-lever" },
  { "ball lifter", "ball-lifter" },
  { "stiff flyball governor", "flyball" },
  { "landing gear", "landing-gear" },
};

/// The classics are found by their names.
static void
test_names (void)
{
  LwWindow *window = testing_window ();

  wait_until (card (window, 0) != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (classics); i++) {
    g_autofree char *name = g_strconcat (classics[i][1], ".json", NULL);
    bool found = false;

    for (int k = 0; card (window, k) != NULL && !found; k++) {
      g_autofree char *file =
        g_file_get_basename (lw_example_card_get_entry (card (window, k))->file);

      found =
        g_str_equal (file, name) && lw_example_card_matches (card (window, k), classics[i][0]);
    }
    if (!found)
      g_error ("“%s” does not find %s", classics[i][0], name);
  }
  testing_close (window);
}

static void
test_order (void)
{
  LwWindow *window = testing_window ();
  GtkDropDown *order = GTK_DROP_DOWN (
    testing_find (testing_find (GTK_WIDGET (window), LW_TYPE_START_PAGE), GTK_TYPE_DROP_DOWN));

  wait_until (card (window, 0) != NULL);
  g_assert_cmpstr (lw_example_card_get_title (card (window, 0)), ==, "Crank-rocker four-bar");
  gtk_drop_down_set_selected (order, LW_EXAMPLE_ORDER_TITLE);
  for (int i = 1; card (window, i) != NULL; i++)
    g_assert_cmpint (g_utf8_collate (lw_example_card_get_title (card (window, i - 1)),
                                     lw_example_card_get_title (card (window, i))),
                     <=, 0);
  gtk_drop_down_set_selected (order, LW_EXAMPLE_ORDER_SIMPLEST);
  for (int i = 1; card (window, i) != NULL; i++)
    g_assert_cmpuint (lw_example_card_get_entry (card (window, i - 1))->n_bodies, <=,
                      lw_example_card_get_entry (card (window, i))->n_bodies);
  testing_close (window);
}

/// Pictures are computed only of the cards that are displayed, or nearly; others when scrolled to.
static void
test_lazy (void)
{
  LwWindow *window = testing_window ();
  GtkWidget *scrolled =
    gtk_widget_get_ancestor (GTK_WIDGET (gallery (window)), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  LwThumbnail *first;
  LwThumbnail *last;

  wait_until (card_of (window, "Pyramid") != NULL);
  first = lw_example_card_get_thumbnail (card (window, 0));
  last = lw_example_card_get_thumbnail (card_of (window, "Pyramid"));
  wait_until (lw_thumbnail_is_loaded (first));
  testing_run (0.5);
  g_assert_false (lw_thumbnail_is_loading (last));
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  wait_until (lw_thumbnail_is_loaded (last));
  testing_close (window);
}

/// The preview shows the notes and plays; a fast motion is opened in slow motion.
static void
test_preview (void)
{
  LwWindow *window = testing_window ();
  LwExampleCard *first;
  GtkMenuButton *about;
  GtkWidget *popover;
  LwThumbnail *moving;
  double speed;

  wait_until (card_of (window, "Andrews' squeezer") != NULL);
  first = card (window, 0);
  about = GTK_MENU_BUTTON (testing_find (GTK_WIDGET (first), GTK_TYPE_MENU_BUTTON));
  wait_until (gtk_widget_get_height (GTK_WIDGET (about)) > 0);
  gtk_menu_button_popup (about);
  popover = GTK_WIDGET (gtk_menu_button_get_popover (about));
  g_assert_nonnull (testing_find_label (popover, lw_example_card_get_entry (first)->notes));
  moving = LW_THUMBNAIL (testing_find (popover, LW_TYPE_THUMBNAIL));
  wait_until (lw_thumbnail_get_time (moving) > 0);
  gtk_menu_button_popdown (about);
  g_signal_emit_by_name (gallery (window), "child-activated",
                         card_of (window, "Andrews' squeezer"));
  wait_until (lw_window_get_document (window) != NULL);
  g_object_get (window, "speed", &speed, NULL);
  g_assert_cmpfloat (speed, ==, 0.003);
  testing_close (window);
}

/// The preview of a card out of view scrolls to it, and appears beside it.
static void
test_far_preview (void)
{
  LwWindow *window = testing_window ();
  LwExampleCard *last;
  GtkMenuButton *about;
  graphene_rect_t bounds;

  wait_until (card_of (window, "Pyramid") != NULL);
  last = card_of (window, "Pyramid");
  about = GTK_MENU_BUTTON (testing_find (GTK_WIDGET (last), GTK_TYPE_MENU_BUTTON));
  wait_until (gtk_widget_get_height (GTK_WIDGET (about)) > 0);
  gtk_menu_button_popup (about);
  wait_until (gtk_menu_button_get_popover (about) != NULL
              && gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (about))));
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (about), GTK_WIDGET (window), &bounds));
  g_assert_cmpfloat (bounds.origin.y, >=, 0);
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=,
                     gtk_widget_get_height (GTK_WIDGET (window)));
  gtk_menu_button_popdown (about);
  testing_close (window);
}

static void
test_open (void)
{
  LwWindow *window = testing_window ();

  wait_until (card_of (window, "Slider-crank") != NULL);
  g_signal_emit_by_name (gallery (window), "child-activated", card_of (window, "Slider-crank"));
  wait_until (lw_window_get_document (window) != NULL);
  g_assert_null (lw_document_get_file (lw_window_get_document (window)));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Slider-crank");
  testing_activate (window, "win.start-page");
  g_assert_true (lw_window_is_empty (window));
  // Activate it as a screen reader does.
  wait_until (card_of (window, "Chebyshev straight line") != NULL);
  g_assert_true (gtk_widget_activate_action (
    GTK_WIDGET (card_of (window, "Chebyshev straight line")), "example.open", NULL));
  wait_until (lw_window_get_document (window) != NULL);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Chebyshev straight line");
  testing_activate (window, "win.start-page");
  testing_activate (window, "win.new");
  g_assert_nonnull (lw_window_get_document (window));
  testing_close (window);
}

static GtkListBox *
recent_list (LwWindow *window)
{
  return GTK_LIST_BOX (
    testing_find (testing_find (GTK_WIDGET (window), LW_TYPE_START_PAGE), GTK_TYPE_LIST_BOX));
}

static guint
count_recent (void)
{
  g_autoptr (GPtrArray) infos = lw_recent_dup (10);

  return infos->len;
}

/// A file that no longer exists is greyed out.
static void
test_recent (void)
{
  g_autoptr (GFile) gone = testing_file_with ("{\"linkwright\": 1}");
  g_autoptr (GFile) there = testing_example ("chebyshev");
  GtkListBoxRow *that = NULL;
  LwWindow *window;
  int n_grey = 0;
  int n = 0;

  lw_recent_add (gone);
  lw_recent_add (there);
  wait_until (count_recent () == 2);
  g_assert_true (g_file_delete (gone, NULL, NULL));
  window = testing_window ();
  for (GtkListBoxRow *row; (row = gtk_list_box_get_row_at_index (recent_list (window), n)) != NULL;
       n++) {
    n_grey += !gtk_widget_get_sensitive (GTK_WIDGET (row));
    if (gtk_widget_get_sensitive (GTK_WIDGET (row)))
      that = row;
  }
  g_assert_cmpint (n, ==, 2);
  g_assert_cmpint (n_grey, ==, 1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (that), "recent.open", NULL));
  wait_until (lw_window_get_document (window) != NULL);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Chebyshev straight line");
  testing_close (window);
}

/// The menu of the button that opens files lists the recent files that still exist.
static void
test_recent_menu (void)
{
  g_autoptr (GFile) there = testing_example ("chebyshev");
  LwWindow *window;
  AdwSplitButton *button;
  GMenuModel *menu;
  g_autoptr (GMenuModel) recent = NULL;
  g_autoptr (GVariant) target = NULL;
  g_autofree char *label = NULL;
  g_autofree char *uri = g_file_get_uri (there);

  lw_recent_add (there);
  window = testing_window_with ("four-bar");
  button = ADW_SPLIT_BUTTON (testing_find (GTK_WIDGET (window), ADW_TYPE_SPLIT_BUTTON));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (button)));
  // Including the file that no longer exists.
  wait_until (count_recent () == 3);
  menu = adw_split_button_get_menu_model (button);
  recent = g_menu_model_get_item_link (menu, 0, G_MENU_LINK_SECTION);
  // Four-bar and Chebyshev, without the missing file.
  g_assert_cmpint (g_menu_model_get_n_items (recent), ==, 2);
  for (int i = 0; i < 2; i++) {
    g_clear_pointer (&target, g_variant_unref);
    g_clear_pointer (&label, g_free);
    g_assert_true (g_menu_model_get_item_attribute (recent, i, "label", "s", &label));
    target = g_menu_model_get_item_attribute_value (recent, i, "target", G_VARIANT_TYPE_STRING);
    if (g_str_equal (label, "chebyshev"))
      break;
  }
  g_assert_cmpstr (g_variant_get_string (target, NULL), ==, uri);
  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (window), "win.open-file", target));
  wait_until (!lw_window_is_opening (window));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Chebyshev straight line");
  testing_close (window);
}

// ---- sizes ----------------------------------------------------------------------------------

static void
test_narrow (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  int minimum;

  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  // Without the shadow round the window.
  g_assert_cmpint (minimum, <=, 360 + 2 * 32);

  for (int round = 0; round < 2; round++) {
    gtk_window_set_default_size (GTK_WINDOW (window), 360, 720);
    wait_until (gtk_widget_has_css_class (GTK_WIDGET (window), "narrow"));
    for (int k = 0; k < 3; k++) {
      const char *parts[] = { "plots", "inspector", "canvas" };

      g_object_set (window, "part", parts[k], NULL);
      testing_run (0.3);
    }
    gtk_window_set_default_size (GTK_WINDOW (window), 1000, 640);
    wait_until (!gtk_widget_has_css_class (GTK_WIDGET (window), "narrow"));
    testing_run (0.3);
  }
  testing_close (window);
}

/// While the inspector is hidden a card shows the selection, and opens the inspector.
static void
test_card (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *card = testing_find (GTK_WIDGET (window), LW_TYPE_SELECTION_CARD);
  g_autofree char *part = NULL;
  g_autofree char *words = NULL;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  g_assert_false (gtk_widget_get_visible (card));
  gtk_window_set_default_size (GTK_WINDOW (window), 360, 720);
  wait_until (gtk_widget_has_css_class (GTK_WIDGET (window), "narrow"));
  g_assert_true (gtk_widget_get_visible (card));
  words = g_strdup (lw_selection_card_get_words (LW_SELECTION_CARD (card)));
  g_assert_nonnull (strstr (words, " N, error "));
  testing_activate (window, "win.play");
  wait_until (!g_str_equal (lw_selection_card_get_words (LW_SELECTION_CARD (card)), words));
  testing_activate (window, "win.play");
  testing_activate (window, "win.show-inspector");
  g_object_get (window, "part", &part, NULL);
  g_assert_cmpstr (part, ==, "inspector");
  g_assert_false (gtk_widget_get_visible (card));
  g_object_set (window, "part", "canvas", NULL);
  g_assert_true (gtk_widget_get_visible (card));
  lw_selection_clear (window->selection);
  g_assert_false (gtk_widget_get_visible (card));
  testing_close (window);
}

/// Nothing is wider than the narrowest window.
static void
test_narrow_minimum (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *adaptive = gtk_widget_get_first_child (GTK_WIDGET (window));

  gtk_window_set_default_size (GTK_WINDOW (window), 360, 720);
  wait_until (gtk_widget_has_css_class (GTK_WIDGET (window), "narrow"));
  for (int k = 0; k < 4; k++) {
    const char *parts[] = { "canvas", "plots", "inspector", "start" };
    GtkWidget *content = testing_find (adaptive, GTK_TYPE_BOX);
    int minimum;

    if (k < 3)
      g_object_set (window, "part", parts[k], NULL);
    else
      lw_window_show_start_page (window);
    testing_run (0.5);
    gtk_widget_measure (content, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
    g_test_message ("%s: %d px", parts[k], minimum);
    g_assert_cmpint (minimum, <=, 360);
  }
  testing_close (window);
}

static bool
is_reached (GMenuModel *menu, const char *action)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++) {
    const char *links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };
    g_autofree char *found = NULL;

    if (g_menu_model_get_item_attribute (menu, i, "action", "s", &found)
        && g_str_equal (found, action))
      return true;
    for (guint k = 0; k < G_N_ELEMENTS (links); k++) {
      g_autoptr (GMenuModel) inner = g_menu_model_get_item_link (menu, i, links[k]);

      if (inner != NULL && is_reached (inner, action))
        return true;
    }
  }
  return false;
}

/// Controls without room in a narrow window are in a menu.
static void
test_narrow_menu (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *transport = testing_find (GTK_WIDGET (window), LW_TYPE_TRANSPORT);
  GtkWidget *more = gtk_widget_get_last_child (transport);
  GMenuModel *menu;

  g_assert_false (gtk_widget_get_visible (more));
  gtk_window_set_default_size (GTK_WINDOW (window), 360, 720);
  wait_until (gtk_widget_has_css_class (GTK_WIDGET (window), "narrow"));
  wait_until (gtk_widget_get_mapped (more));
  // The menu is created when it is opened.
  gtk_menu_button_popup (GTK_MENU_BUTTON (more));
  testing_run (0.2);
  menu = gtk_popover_menu_get_menu_model (
    GTK_POPOVER_MENU (gtk_menu_button_get_popover (GTK_MENU_BUTTON (more))));
  g_assert_true (is_reached (menu, "win.speed"));
  g_assert_true (is_reached (menu, "win.reset"));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (more));
  g_object_set (window, "speed", 0.25, NULL);
  g_assert_cmpfloat (lw_player_get_speed (lw_window_get_player (window)), ==, 0.25);
  testing_close (window);
}

/// With a font of one and a half times the size nothing is cut off at 1024 x 600.
static void
test_large_text (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *content =
    testing_find (gtk_widget_get_first_child (GTK_WIDGET (window)), GTK_TYPE_BOX);
  int resolution;
  int minimum;

  g_object_get (settings, "gtk-xft-dpi", &resolution, NULL);
  g_object_set (settings, "gtk-xft-dpi", 96 * 1024 * 3 / 2, NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), 1024, 600);
  testing_run (0.5);
  gtk_widget_measure (content, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_test_message ("%d px wide", minimum);
  g_assert_cmpint (minimum, <=, 1024);
  gtk_widget_measure (content, GTK_ORIENTATION_VERTICAL, 1024, &minimum, NULL, NULL, NULL);
  g_test_message ("%d px high", minimum);
  g_assert_cmpint (minimum, <=, 600);
  lw_window_show_start_page (window);
  testing_run (0.3);
  g_object_set (settings, "gtk-xft-dpi", resolution, NULL);
  testing_close (window);
}

// ---- keys -----------------------------------------------------------------------------------

/// Collects all shortcuts that the help lists, by action or by their keys.
static void
collect_shortcuts (GtkWidget *widget, GHashTable *listed)
{
  if (GTK_IS_SHORTCUTS_SHORTCUT (widget)) {
    g_autofree char *action = NULL;
    g_autofree char *keys = NULL;

    g_object_get (widget, "action-name", &action, "accelerator", &keys, NULL);
    if (action != NULL)
      g_hash_table_add (listed, g_steal_pointer (&action));
    else if (keys != NULL)
      g_hash_table_add (listed, g_steal_pointer (&keys));
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_shortcuts (child, listed);
}

/// The help lists exactly the keys of the application.
static void
test_shortcuts (void)
{
  GtkApplication *application = GTK_APPLICATION (testing_application ());
  LwWindow *window = testing_window ();
  g_autoptr (GHashTable) listed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (application);
  GHashTableIter iter;
  const char *entry;

  collect_shortcuts (
    GTK_WIDGET (gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window))), listed);
  for (guint i = 0; actions[i] != NULL; i++)
    if (!g_hash_table_contains (listed, actions[i])
        && !g_str_equal (actions[i], "win.show-help-overlay"))
      g_error ("%s is not in the list of shortcuts", actions[i]);
  g_hash_table_iter_init (&iter, listed);
  while (g_hash_table_iter_next (&iter, (gpointer *) &entry, NULL))
    if (g_str_has_prefix (entry, "win.") || g_str_has_prefix (entry, "app.")) {
      g_auto (GStrv) keys = gtk_application_get_accels_for_action (application, entry);

      if (keys[0] == NULL)
        g_error ("%s is listed but has no key", entry);
    }
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/start-page/gallery", test_gallery);
  g_test_add_func ("/start-page/moving", test_moving);
  g_test_add_func ("/start-page/search", test_search);
  g_test_add_func ("/start-page/categories", test_categories);
  g_test_add_func ("/start-page/search-words", test_search_words);
  g_test_add_func ("/start-page/names", test_names);
  g_test_add_func ("/start-page/order", test_order);
  g_test_add_func ("/start-page/lazy", test_lazy);
  g_test_add_func ("/start-page/preview", test_preview);
  g_test_add_func ("/start-page/far-preview", test_far_preview);
  g_test_add_func ("/start-page/open", test_open);
  g_test_add_func ("/start-page/recent", test_recent);
  g_test_add_func ("/start-page/recent-menu", test_recent_menu);
  g_test_add_func ("/shortcuts/list", test_shortcuts);
  g_test_add_func ("/sizes/narrow", test_narrow);
  g_test_add_func ("/sizes/narrow-menu", test_narrow_menu);
  g_test_add_func ("/sizes/card", test_card);
  g_test_add_func ("/sizes/large-text", test_large_text);
  g_test_add_func ("/sizes/narrow-minimum", test_narrow_minimum);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
