// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The names proposed for saved or exported files.

#include "lw-animation-dialog.h"
#include "lw-export-dialog.h"
#include "lw-file-name.h"
#include "lw-plot-view.h"
#include "lw-window-private.h"
#include "testing-window.h"

#define MECHANISM                                                                                  \
  "{\"linkwright\": 1, \"title\": \"%s\", \"bodies\": [{\"mass\": 1}], \"run\": {\"duration\": "   \
  "0.1}}"

static GtkWindow *
find_window (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

    if (G_TYPE_CHECK_INSTANCE_TYPE (window, type) && gtk_widget_get_visible (GTK_WIDGET (window)))
      return window;
  }
  return NULL;
}

/// Returns the name proposed by the file chooser that opens, and closes it.
static char *
dup_proposed (void)
{
  GtkFileChooserDialog *dialog;
  char *name;

  wait_until (find_window (GTK_TYPE_FILE_CHOOSER_DIALOG) != NULL);
  dialog = GTK_FILE_CHOOSER_DIALOG (find_window (GTK_TYPE_FILE_CHOOSER_DIALOG));
  name = gtk_file_chooser_get_current_name (GTK_FILE_CHOOSER (dialog));
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_CANCEL);
  wait_until (find_window (GTK_TYPE_FILE_CHOOSER_DIALOG) == NULL);
  return name;
}

static void
check_export (LwWindow *window, const char *expected)
{
  g_autofree char *name = NULL;
  GtkWindow *dialog;

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_player_has_finished (window->player) && !lw_player_get_playing (window->player));
  testing_activate (window, "win.export-animation");
  wait_until (find_window (LW_TYPE_ANIMATION_DIALOG) != NULL);
  dialog = find_window (LW_TYPE_ANIMATION_DIALOG);
  g_signal_emit_by_name (gtk_window_get_default_widget (dialog), "clicked");
  name = dup_proposed ();
  g_assert_true (g_str_has_prefix (name, expected));
  g_assert_cmpint (name[strlen (expected)], ==, '.');
  gtk_window_destroy (dialog);
}

static void
check_save (LwWindow *window, const char *expected)
{
  g_autofree char *full = g_strconcat (expected, ".linkwright", NULL);
  g_autofree char *name = NULL;

  testing_activate (window, "win.save-as");
  name = dup_proposed ();
  g_assert_cmpstr (name, ==, full);
}

static GtkWindow *
find_export_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

    if (LW_IS_EXPORT_DIALOG (window))
      return GTK_WINDOW (window);
  }
  return NULL;
}

static void
check_plot (LwWindow *window)
{
  GtkWidget *plot = testing_find (GTK_WIDGET (window), LW_TYPE_PLOT_VIEW);
  g_autofree char *expected =
    lw_file_name_propose (lw_plot_view_get_title (LW_PLOT_VIEW (plot)), "New Plot", ".pdf");
  g_autofree char *name = NULL;

  g_assert_true (gtk_widget_activate_action (plot, "plot.export", NULL));
  wait_until (find_export_dialog () != NULL
              && gtk_widget_get_sensitive (gtk_window_get_default_widget (find_export_dialog ())));
  g_signal_emit_by_name (gtk_window_get_default_widget (find_export_dialog ()), "clicked");
  name = dup_proposed ();
  g_assert_cmpstr (name, ==, expected);
  g_assert_cmpint (name[0], !=, '.');
  gtk_window_close (find_export_dialog ());
  wait_until (find_export_dialog () == NULL);
}

/// A mechanism without a title, with one, and with one that is not a valid file name.
static void
test_proposals (void)
{
  static const char *const cases[][2] = {
    { "Slider", "Slider" },
    { "", "New Mechanism" },
    { "  .. ", "New Mechanism" },
    { ".a/b", "a-b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup_printf (MECHANISM, cases[i][0]);
    LwWindow *window = testing_window_with_text (text);

    check_export (window, cases[i][1]);
    check_save (window, cases[i][1]);
    check_plot (window);
    testing_close (window);
  }
}

static void
add_tests (void)
{
  g_test_add_func ("/file-names/proposals", test_proposals);
}

#ifdef __SANITIZE_ADDRESS__
int __lsan_is_turned_off (void);

/// The file chooser of GTK 4.8 leaks what it was reading when it is closed, in threads whose stacks have
/// no names that could be suppressed. Tests of the dialogs look for our own leaks.
int
__lsan_is_turned_off (void)
{
  return 1;
}
#endif

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
