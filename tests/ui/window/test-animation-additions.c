// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Additions of animations from their dialog: plots, earlier positions, no background.

#include <glib/gstdio.h>
#include <string.h>

#include "lw-window-private.h"
#include "testing-animation.h"

static char *folder;

// ---- helpers --------------------------------------------------------------------------------

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
  LwAnimationDialog *dialog = testing_animation_open (window);
  cairo_surface_t *surface;

  testing_animation_choose_format (dialog, LW_ANIMATION_PICTURES);
  testing_animation_choose (dialog, "Si_ze", 1);
  testing_animation_set_rate (dialog, 2);
  if (label != NULL)
    gtk_switch_set_active (find_switch (dialog, label), TRUE);
  lw_animation_dialog_save (dialog, pictures);
  wait_until (testing_animation_find () == NULL);
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
  LwWindow *window = testing_animation_window ();
  cairo_surface_t *plain = write_pictures (window, "plain", NULL);
  cairo_surface_t *plots = write_pictures (window, "plots", "Plots");
  cairo_surface_t *ghosts = write_pictures (window, "ghosts", "Earlier Positions");
  cairo_surface_t *clear = write_pictures (window, "clear", "Transparent");
  LwAnimationDialog *dialog = testing_animation_open (window);

  g_assert_cmpfloat (compare (plain, plots, 60, 100), >, 0.03);
  g_assert_cmpfloat (compare (plain, ghosts, 0, 100), >, 0.001);
  g_assert_cmpint (cairo_image_surface_get_format (plain), ==, CAIRO_FORMAT_RGB24);
  g_assert_cmpint (cairo_image_surface_get_format (clear), ==, CAIRO_FORMAT_ARGB32);
  g_assert_cmpuint (cairo_image_surface_get_data (clear)[3], ==, 0);
  testing_animation_choose_format (dialog, LW_ANIMATION_GIF);
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (find_switch (dialog, "Transparent"))));
  testing_animation_choose_format (dialog, LW_ANIMATION_PICTURES);
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
