// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dialog for drawings and parts: a preview that follows the options, messages, files that equal
// those of the command line, options that are remembered, copying, and closing while it works.

#include <glib/gstdio.h>
#include <string.h>

#include "lw-export-dialog.h"
#include "lw-plot-view.h"
#include "lw-window-private.h"
#include "testing-window.h"

static char *folder;

static LwExportDialog *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

    if (LW_IS_EXPORT_DIALOG (window))
      return LW_EXPORT_DIALOG (window);
  }
  return NULL;
}

static void
settle (LwExportDialog *dialog)
{
  wait_until (!lw_export_dialog_is_busy (dialog));
}

static LwExportDialog *
open_dialog (LwWindow *window, const char *action)
{
  testing_activate (window, action);
  wait_until (find_dialog () != NULL && gtk_widget_get_mapped (GTK_WIDGET (find_dialog ())));
  wait_until (lw_export_dialog_get_summary (find_dialog ()) != NULL
              || lw_export_dialog_get_problem (find_dialog ()) != NULL);
  settle (find_dialog ());
  return find_dialog ();
}

static void
set (LwExportDialog *dialog, const char *name, const char *text)
{
  lw_export_dialog_set_option (dialog, name, text);
  settle (dialog);
}

static void
assert_contains (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in: %s", part, text != NULL ? text : "nothing");
}

static char *
dup_contents (const char *path)
{
  char *contents;

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  return contents;
}

static void
save (LwExportDialog *dialog, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  lw_export_dialog_save (dialog, file);
  wait_until (find_dialog () == NULL);
}

static void
test_drawing (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwExportDialog *dialog = open_dialog (window, "win.export-drawing");
  g_autofree char *path = g_build_filename (folder, "drawing.svg", NULL);
  g_autofree char *written = NULL;

  // The mechanism was not played: the path of the tracer is recorded, and must fit, too, as it does
  // from the command line.
  assert_contains (lw_export_dialog_get_summary (dialog), "Scale 1:10 on 297 × 210 mm");
  g_assert_null (lw_export_dialog_get_problem (dialog));
  set (dialog, "scale", "1:1");
  assert_contains (lw_export_dialog_get_problem (dialog), "does not fit on A4; choose A0");
  g_assert_null (lw_export_dialog_get_summary (dialog));
  set (dialog, "scale", "one to one");
  assert_contains (lw_export_dialog_get_problem (dialog), "A scale is written like 1:2");
  set (dialog, "scale", "1:2");
  set (dialog, "paper", "A1");
  assert_contains (lw_export_dialog_get_summary (dialog), "Scale 1:2 on 841 × 594 mm");
  g_assert_null (lw_export_dialog_get_problem (dialog));
  set (dialog, "parts", "yes");
  save (dialog, path);
  written = dup_contents (path);
  assert_contains (written, "width=\"841mm\"");
  assert_contains (written, ">Rocker<");
  // The next dialog has the options of the last one.
  dialog = open_dialog (window, "win.export-drawing");
  assert_contains (lw_export_dialog_get_summary (dialog), "Scale 1:2 on 841 × 594 mm");
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (find_dialog () == NULL);
  g_assert_cmpint (g_unlink (path), ==, 0);
  testing_close (window);
}

/// A row changes its option, and the preview follows.
static void
test_rows (void)
{
  LwWindow *window = testing_window_with ("chebyshev");
  LwExportDialog *dialog = open_dialog (window, "win.export-parts");
  GtkWidget *spin;

  // The mechanism was not played: the dialog records its motion, from which the layers follow.
  assert_contains (lw_export_dialog_get_summary (dialog), "Parts: 3, layers: 3");
  g_assert_null (lw_export_dialog_get_problem (dialog));
  // The first number is the kerf.
  spin = testing_find (GTK_WIDGET (dialog), GTK_TYPE_SPIN_BUTTON);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), 3);
  settle (dialog);
  assert_contains (lw_export_dialog_get_summary (dialog), "Parts: 3");
  set (dialog, "sheet-width", "100");
  set (dialog, "sheet-height", "100");
  assert_contains (lw_export_dialog_get_problem (dialog), "does not fit on a sheet");
  set (dialog, "sheet-width", "0");
  set (dialog, "sheet-height", "0");
  set (dialog, "base", "yes");
  assert_contains (lw_export_dialog_get_summary (dialog), "Parts: 4");
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (find_dialog () == NULL);
  testing_close (window);
}

/// Layers follow from the recorded motion, and the file from the suffix of its name.
static void
test_parts (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  g_autofree char *path = g_build_filename (folder, "parts.stl", NULL);
  g_autofree char *list = g_build_filename (folder, "parts.txt", NULL);
  g_autofree char *contents = NULL, *text = NULL;
  LwExportDialog *dialog;

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_player_has_finished (window->player) && !lw_player_get_playing (window->player));
  g_object_set (window, "speed", 1.0, NULL);
  dialog = open_dialog (window, "win.export-parts");
  assert_contains (lw_export_dialog_get_summary (dialog), "Parts: 3, layers: 2, sheets: 1");
  g_assert_null (lw_export_dialog_get_problem (dialog));
  save (dialog, path);
  contents = dup_contents (path);
  g_assert_true (g_str_has_prefix (contents, "mm, Linkwright"));
  dialog = open_dialog (window, "win.export-parts");
  save (dialog, list);
  text = dup_contents (list);
  assert_contains (text, "No parts collide.");
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_unlink (list), ==, 0);
  testing_close (window);
}

/// A file that cannot be written: an error message, and the dialog remains. Space, in which nothing can be
/// cut.
static void
test_failures (void)
{
  LwWindow *window = testing_window_with ("bricard");
  g_autofree char *path = g_build_filename (folder, "missing", "x.pdf", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LwExportDialog *dialog = open_dialog (window, "win.export-parts");

  assert_contains (lw_export_dialog_get_problem (dialog), "moves in space");
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (find_dialog () == NULL);
  dialog = open_dialog (window, "win.export-drawing");
  // The scale of the drawing before may be remembered.
  set (dialog, "scale", "fit");
  lw_export_dialog_save (dialog, file);
  settle (dialog);
  assert_contains (lw_export_dialog_get_problem (dialog), "x.pdf");
  // Closed while a preview is being made.
  lw_export_dialog_set_option (dialog, "dark", "yes");
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (find_dialog () == NULL);
  testing_close (window);
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

static void
got_text_cb (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

/// Copies the table of a plot from its dialog.
static void
copy_table (LwExportDialog *dialog)
{
  g_autofree char *text = NULL;

  g_signal_emit_by_name (find_button (GTK_WIDGET (dialog), "Copy _Table"), "clicked");
  settle (dialog);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (dialog)), NULL, got_text_cb,
                                 &text);
  wait_until (text != NULL);
  assert_contains (text, "time [s]\t");
}

/// A plot: its preview, its style, as vectors and as a table.
static void
test_plot (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *plot = testing_find (GTK_WIDGET (window), LW_TYPE_PLOT_VIEW);
  g_autofree char *picture = g_build_filename (folder, "plot.svg", NULL);
  g_autofree char *table = g_build_filename (folder, "plot.tsv", NULL);
  g_autofree char *svg = NULL, *tsv = NULL;

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_player_has_finished (window->player) && !lw_player_get_playing (window->player));
  for (guint i = 0; i < 2; i++) {
    LwExportDialog *dialog;

    g_assert_true (gtk_widget_activate_action (plot, "plot.export", NULL));
    wait_until (find_dialog () != NULL && lw_export_dialog_get_summary (find_dialog ()) != NULL);
    dialog = find_dialog ();
    settle (dialog);
    set (dialog, "style", "print");
    set (dialog, "width", "120");
    g_assert_cmpstr (lw_export_dialog_get_summary (dialog), ==, "120 × 90 mm");
    copy_table (dialog);
    save (dialog, i == 0 ? picture : table);
  }
  svg = dup_contents (picture);
  assert_contains (svg, "width=\"120mm\"");
  assert_contains (svg, "SHA-256");
  g_assert_null (strstr (svg, "#D55E00"));
  tsv = dup_contents (table);
  assert_contains (tsv, "time [s]\t");
  g_assert_cmpint (g_unlink (picture) + g_unlink (table), ==, 0);
  testing_close (window);
}

/// A drawing on A2 is printed as a file; a place that cannot be written gives a message.
static void
test_print (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwExportDialog *dialog = open_dialog (window, "win.print");
  g_autofree char *path = g_build_filename (folder, "print.pdf", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing", "print.pdf", NULL);
  g_autofree char *contents = NULL;
  gsize size = 0;

  set (dialog, "scale", "1:2");
  set (dialog, "paper", "A1");
  lw_export_dialog_print (dialog, GTK_PRINT_OPERATION_ACTION_EXPORT, path);
  wait_until (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_null (lw_export_dialog_get_problem (dialog));
  wait_until (g_file_get_contents (path, &contents, &size, NULL)
              && g_strstr_len (contents + size - 8, 8, "%%EOF") != NULL);
  g_assert_true (g_str_has_prefix (contents, "%PDF-"));
  lw_export_dialog_print (dialog, GTK_PRINT_OPERATION_ACTION_EXPORT, missing);
  wait_until (lw_export_dialog_get_problem (dialog) != NULL);
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (find_dialog () == NULL);
  g_assert_cmpint (g_unlink (path), ==, 0);
  testing_close (window);
}

/// A report: sections are chosen, and written as HTML and as PDF.
static void
test_report (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwExportDialog *dialog = open_dialog (window, "win.export-report");
  g_autofree char *page = g_build_filename (folder, "report.html", NULL);
  g_autofree char *pdf = g_build_filename (folder, "report.pdf", NULL);
  g_autofree char *html = NULL, *paper = NULL;

  g_assert_null (lw_export_dialog_get_problem (dialog));
  assert_contains (lw_export_dialog_get_summary (dialog), "4 pages");
  set (dialog, "drawing", "no");
  assert_contains (lw_export_dialog_get_summary (dialog), "3 pages");
  set (dialog, "plots", "no");
  set (dialog, "extremes", "no");
  set (dialog, "solver", "no");
  assert_contains (lw_export_dialog_get_summary (dialog), "1 page");
  save (dialog, page);
  html = dup_contents (page);
  // The mechanism was not played: the report records all channels itself.
  assert_contains (html, "<td>energy.kinetic</td>");
  g_assert_null (strstr (html, "<img"));
  dialog = open_dialog (window, "win.export-report");
  assert_contains (lw_export_dialog_get_summary (dialog), "1 page");
  set (dialog, "drawing", "yes");
  save (dialog, pdf);
  paper = dup_contents (pdf);
  g_assert_true (g_str_has_prefix (paper, "%PDF-"));
  g_assert_cmpint (g_unlink (page) + g_unlink (pdf), ==, 0);
  testing_close (window);
}

/// The mechanism for other programs: messages about elements that they lack, and files by suffix.
static void
test_model (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwExportDialog *dialog = open_dialog (window, "win.export-model");
  AdwComboRow *format = ADW_COMBO_ROW (testing_find (GTK_WIDGET (dialog), ADW_TYPE_COMBO_ROW));
  g_autofree char *mjcf = g_build_filename (folder, "four-bar.xml", NULL);
  g_autofree char *urdf = g_build_filename (folder, "four-bar.urdf", NULL);
  g_autofree char *robot = NULL, *model = NULL;

  // The text form, MJCF, URDF: in the order of the table.
  g_assert_cmpstr (lw_export_dialog_get_summary (dialog), ==, "Everything is kept");
  adw_combo_row_set_selected (format, 2);
  wait_until (!lw_export_dialog_is_busy (dialog));
  assert_contains (lw_export_dialog_get_summary (dialog), "4 elements");
  assert_contains (lw_export_dialog_get_problem (dialog), "D: its loop is open here");
  save (dialog, urdf);
  robot = dup_contents (urdf);
  assert_contains (robot, "<robot name=");
  dialog = open_dialog (window, "win.export-model");
  save (dialog, mjcf);
  model = dup_contents (mjcf);
  assert_contains (model, "<mujoco model=");
  g_assert_cmpint (g_unlink (mjcf) + g_unlink (urdf), ==, 0);
  testing_close (window);
}

static void
previewed_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/// Previews a report of a run of this length; returns its pages, NULL and the error if there are
/// none.
static char *
dup_pages (LwExportSource *source, double duration, GCancellable *cancellable, GError **error)
{
  void *values = lw_export_kind_new_values (LW_EXPORT_KIND_REPORT);
  LwRunSettings settings = *lw_mechanism_get_run (source->mechanism);
  g_autoptr (LwMechanism) mechanism = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  LwExportPreview *preview;
  char *pages = NULL;

  settings.duration = duration;
  mechanism = lw_mechanism_with_run (source->mechanism, &settings);
  lw_mechanism_unref (source->mechanism);
  source->mechanism = g_steal_pointer (&mechanism);
  lw_export_preview_async (LW_EXPORT_KIND_REPORT, lw_exports_find (LW_EXPORT_KIND_REPORT, "html"),
                           source, values, 100, 100, 1, false, cancellable, previewed_cb, &result);
  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
  wait_until (result != NULL);
  preview = lw_export_preview_finish (result, error);
  if (preview != NULL)
    pages = g_strdup (preview->summary);
  lw_export_preview_free (preview);
  lw_export_kind_free_values (LW_EXPORT_KIND_REPORT, values);
  return pages;
}

/// The run of a report, which would take years here, can be cancelled, and is then recorded again.
static void
test_cancelled_report (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *none = NULL, *pages = NULL;
  LwExportSource source;

  lw_export_source_init (&source, lw_window_get_player (window), "0");
  none = dup_pages (&source, 1e11, cancellable, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  pages = dup_pages (&source, 0.1, NULL, &error);
  g_assert_no_error (error);
  assert_contains (pages, "4 pages");
  lw_export_source_clear (&source);
  testing_close (window);
}

/// Writing a report of a run that would take years shows its progress, and is stopped by the button,
/// after which there is no file.
static void
test_stopped (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  const LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  LwRunSettings settings = *lw_mechanism_get_run (mechanism);
  g_autoptr (LwMechanism) longer = NULL;
  g_autofree char *path = g_build_filename (folder, "years.html", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LwExportDialog *dialog;
  GtkWidget *bar;

  settings.duration = 1e11;
  longer = lw_mechanism_with_run (mechanism, &settings);
  lw_document_edit (window->document, "Duration", longer);
  testing_activate (window, "win.export-report");
  wait_until (find_dialog () != NULL && gtk_widget_get_mapped (GTK_WIDGET (find_dialog ())));
  dialog = find_dialog ();
  bar = testing_find (GTK_WIDGET (dialog), GTK_TYPE_PROGRESS_BAR);
  lw_export_dialog_save (dialog, file);
  wait_until (gtk_widget_get_mapped (bar));
  g_assert_true (lw_export_window_is_saving (LW_EXPORT_WINDOW (dialog)));
  g_signal_emit_by_name (find_button (GTK_WIDGET (dialog), "_Cancel"), "clicked");
  wait_until (!lw_export_window_is_saving (LW_EXPORT_WINDOW (dialog)));
  assert_contains (lw_export_dialog_get_problem (dialog), "Stopped; nothing was written.");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  // The button closes the dialog now, whose preview is not finished either.
  g_signal_emit_by_name (find_button (GTK_WIDGET (dialog), "_Cancel"), "clicked");
  wait_until (find_dialog () == NULL);
  testing_close (window);
}

static void
test_copy (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwExportDialog *dialog = open_dialog (window, "win.export-drawing");
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (dialog));

  set (dialog, "scale", "fit");
  set (dialog, "dpi", "50");
  g_signal_emit_by_name (find_button (GTK_WIDGET (dialog), "C_opy Picture"), "clicked");
  settle (dialog);
  g_assert_null (lw_export_dialog_get_problem (dialog));
  g_assert_true (
    gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (clipboard), GDK_TYPE_TEXTURE));
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (find_dialog () == NULL);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/export-dialog/drawing", test_drawing);
  g_test_add_func ("/export-dialog/rows", test_rows);
  g_test_add_func ("/export-dialog/parts", test_parts);
  g_test_add_func ("/export-dialog/failures", test_failures);
  g_test_add_func ("/export-dialog/plot", test_plot);
  g_test_add_func ("/export-dialog/print", test_print);
  g_test_add_func ("/export-dialog/report", test_report);
  g_test_add_func ("/export-dialog/model", test_model);
  g_test_add_func ("/export-dialog/cancelled-report", test_cancelled_report);
  g_test_add_func ("/export-dialog/stopped", test_stopped);
  g_test_add_func ("/export-dialog/copy", test_copy);
}

int
main (int argc, char **argv)
{
  int code;

  folder = g_dir_make_tmp ("linkwright-export-XXXXXX", NULL);
  code = testing_main (&argc, &argv, add_tests);
  g_rmdir (folder);
  g_free (folder);
  return code;
}
