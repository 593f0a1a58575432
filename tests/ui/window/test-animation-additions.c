// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Additions of animations from their dialog: plots, earlier positions, no background.

#include <glib/gstdio.h>
#include <string.h>

#include "lw-animation-dialog.h"
#include "lw-animation-format-row.h"
#include "lw-window-private.h"
#include "testing-window.h"

static char *folder;

// ---- helpers --------------------------------------------------------------------------------

/// Runs to the end, and shows the start.
static LwWindow *
window_with_run (void)
{
  LwWindow *window = testing_window_with ("scotch-yoke");

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_player_has_finished (window->player) && !lw_player_get_playing (window->player));
  g_object_set (window, "speed", 1.0, NULL);
  testing_activate (window, "win.rewind");
  return window;
}

static LwAnimationDialog *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

    if (LW_IS_ANIMATION_DIALOG (window))
      return LW_ANIMATION_DIALOG (window);
  }
  return NULL;
}

static LwAnimationDialog *
open_dialog (LwWindow *window)
{
  testing_activate (window, "win.export-animation");
  wait_until (find_dialog () != NULL && gtk_widget_get_mapped (GTK_WIDGET (find_dialog ())));
  wait_until (!lw_animation_dialog_is_searching (find_dialog ()));
  return find_dialog ();
}

static AdwComboRow *
find_row (GtkWidget *widget, const char *title)
{
  AdwComboRow *found = NULL;

  if (ADW_IS_COMBO_ROW (widget)
      && g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title))
    return ADW_COMBO_ROW (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_row (child, title);
  return found;
}

static void
choose (LwAnimationDialog *dialog, const char *title, guint place)
{
  adw_combo_row_set_selected (find_row (GTK_WIDGET (dialog), title), place);
}

static void
choose_format (LwAnimationDialog *dialog, LwAnimationFormat format)
{
  AdwComboRow *row = find_row (GTK_WIDGET (dialog), "_Format");

  lw_animation_format_row_set_format (LW_ANIMATION_FORMAT_ROW (row), format);
}

static void
set_rate (LwAnimationDialog *dialog, double rate)
{
  gtk_spin_button_set_value (
    GTK_SPIN_BUTTON (testing_find (GTK_WIDGET (dialog), GTK_TYPE_SPIN_BUTTON)), rate);
}

static GFile *
file_in (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_new_for_path (path);
}

// ---- additions ------------------------------------------------------------------------------

/// Returns the switch of the row with a title.
static GtkSwitch *
find_switch (LwAnimationDialog *dialog, const char *label)
{
  GtkWidget *row =
    gtk_widget_get_ancestor (testing_find_label (GTK_WIDGET (dialog), label), ADW_TYPE_ACTION_ROW);

  return GTK_SWITCH (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row)));
}

static void
remove_folder (GFile *pictures)
{
  g_autoptr (GDir) dir = g_dir_open (g_file_peek_path (pictures), 0, NULL);

  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir)) {
    g_autoptr (GFile) file = g_file_get_child (pictures, name);

    g_assert_true (g_file_delete (file, NULL, NULL));
  }
  g_assert_true (g_file_delete (pictures, NULL, NULL));
}

/// Writes a folder of pictures. Returns the first one.
static cairo_surface_t *
write_pictures (LwWindow *window, const char *name, const char *label)
{
  g_autoptr (GFile) pictures = file_in (name);
  g_autoptr (GFile) first = g_file_get_child (pictures, "frame-0001.png");
  LwAnimationDialog *dialog = open_dialog (window);
  cairo_surface_t *surface;

  choose_format (dialog, LW_ANIMATION_PICTURES);
  choose (dialog, "Si_ze", 1);
  set_rate (dialog, 2);
  if (label != NULL)
    gtk_switch_set_active (find_switch (dialog, label), TRUE);
  lw_animation_dialog_save (dialog, pictures);
  wait_until (find_dialog () == NULL);
  surface = cairo_image_surface_create_from_png (g_file_peek_path (first));
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  remove_folder (pictures);
  return surface;
}

/// Returns the part of pixels that differ in a range of columns.
static double
compare (cairo_surface_t *a, cairo_surface_t *b, int from, int to)
{
  const int height = cairo_image_surface_get_height (a), width = cairo_image_surface_get_width (a);
  guint n = 0;

  for (int y = 0; y < height; y++)
    for (int x = from * width / 100; x < to * width / 100; x++)
      n += memcmp (
             cairo_image_surface_get_data (a) + y * cairo_image_surface_get_stride (a) + 4 * x,
             cairo_image_surface_get_data (b) + y * cairo_image_surface_get_stride (b) + 4 * x, 3)
           != 0;
  return (double) n / (height * (to - from) * width / 100);
}

/// Plots take the right part of the picture; ghosts add to it; without a background, the corner is
/// transparent. Only folders of pictures have that choice.
static void
test_additions (void)
{
  LwWindow *window = window_with_run ();
  cairo_surface_t *plain = write_pictures (window, "plain", NULL);
  cairo_surface_t *plots = write_pictures (window, "plots", "Plots");
  cairo_surface_t *ghosts = write_pictures (window, "ghosts", "Earlier Positions");
  cairo_surface_t *clear = write_pictures (window, "clear", "Transparent");
  LwAnimationDialog *dialog = open_dialog (window);

  g_assert_cmpfloat (compare (plain, plots, 60, 100), >, 0.03);
  g_assert_cmpfloat (compare (plain, ghosts, 0, 100), >, 0.001);
  g_assert_cmpint (cairo_image_surface_get_format (plain), ==, CAIRO_FORMAT_RGB24);
  g_assert_cmpint (cairo_image_surface_get_format (clear), ==, CAIRO_FORMAT_ARGB32);
  g_assert_cmpuint (cairo_image_surface_get_data (clear)[3], ==, 0);
  choose_format (dialog, LW_ANIMATION_GIF);
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (find_switch (dialog, "Transparent"))));
  choose_format (dialog, LW_ANIMATION_PICTURES);
  g_assert_true (gtk_widget_get_sensitive (GTK_WIDGET (find_switch (dialog, "Transparent"))));
  cairo_surface_destroy (plain);
  cairo_surface_destroy (plots);
  cairo_surface_destroy (ghosts);
  cairo_surface_destroy (clear);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/animation-additions/pictures", test_additions);
}

int
main (int argc, char **argv)
{
  int result;

  folder = g_dir_make_tmp ("test-animation-additions-XXXXXX", NULL);
  result = testing_main (&argc, &argv, add_tests);
  g_rmdir (folder);
  g_free (folder);
  return result;
}
