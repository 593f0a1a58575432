// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Images, drawings, earlier saves and recovered projects are read like files that are opened: a file that takes long is
// named and can be cancelled, after which nothing has changed. Reading a pipe without a writer never ends.

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lw-store.h"
#include "lw-window-private.h"
#include "lw-window-restore.h"
#include "testing-project.h"
#include "testing-window.h"

static void
import (LwWindow *window, GFile *file)
{
  lw_window_import (window, file, NULL);
}

static const struct
{
  const char *name;
  void (*read) (LwWindow *window, GFile *file);
} readers[] = {
  { "plan.png", lw_window_set_background },
  { "lever.svg", import },
};

static void
test_cancel (void)
{
  char *folder = testing_folder_new ();
  LwWindow *window = testing_window_with ("four-bar");
  LwMechanism *before = lw_document_get_mechanism (lw_window_get_document (window));

  for (gsize i = 0; i < G_N_ELEMENTS (readers); i++) {
    g_autoptr (GFile) pipe = testing_file (folder, readers[i].name);
    g_autofree char *label = g_strdup_printf ("Opening “%s”…", readers[i].name);
    GtkWidget *found;
    int end;

    g_assert_cmpint (mkfifo (g_file_peek_path (pipe), 0600), ==, 0);
    readers[i].read (window, pipe);
    g_assert_true (lw_window_is_opening (window));
    wait_until ((found = testing_find_label (GTK_WIDGET (window), label)) != NULL
                && gtk_widget_get_mapped (found));
    testing_activate (window, "win.cancel-opening");
    g_assert_false (lw_window_is_opening (window));
    wait_until (!gtk_widget_get_mapped (found));
    // The thread ends when the other end is opened and closed.
    end = open (g_file_peek_path (pipe), O_WRONLY);
    close (end);
    testing_run (0.1);
    g_assert_null (lw_window_get_message (window));
    g_assert_true (lw_document_get_mechanism (lw_window_get_document (window)) == before);
  }
  testing_close (window);
  testing_folder_free (folder);
}

static char *
dup_attempts (const char *entry)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();

  g_assert_true (g_key_file_load_from_file (keys, entry, G_KEY_FILE_NONE, NULL));
  return g_key_file_get_string (keys, "Recovery", "attempts", NULL);
}

/// A recovery that was cancelled does not count as a crash.
static void
test_cancel_recovery (void)
{
  g_autofree char *kept = g_build_filename (g_get_user_data_dir (), "linkwright", "recovery", NULL);
  g_autofree char *entry = g_build_filename (kept, "some.entry", NULL);
  g_autofree char *path = g_build_filename (kept, "some.linkwright", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LwProject) project = testing_project ();
  g_autofree char *attempts = NULL;
  LwWindow *window = testing_window ();

  g_assert_cmpint (g_mkdir_with_parents (kept, 0700), ==, 0);
  g_assert_true (lw_store_save (project, file, NULL, NULL, NULL, NULL));
  g_assert_true (g_file_set_contents (entry, "[Recovery]\ntitle=Some\nprocess=0\n", -1, NULL));
  g_assert_true (lw_window_restore_offer_recovery (window));
  testing_answer ("recover");
  g_assert_true (lw_window_is_opening (window));
  g_assert_nonnull (testing_find_label (GTK_WIDGET (window), "Opening “Some”…"));
  testing_activate (window, "win.cancel-opening");
  g_assert_false (lw_window_is_opening (window));
  do {
    g_free (attempts);
    testing_iterate ();
    attempts = dup_attempts (entry);
  } while (g_strcmp0 (attempts, "0") != 0);
  g_assert_null (lw_window_get_message (window));
  g_assert_true (lw_window_is_empty (window));
  testing_close (window);
}

/// A file of another program gives its name to the mechanism, and is never saved to.
static void
test_foreign (void)
{
  static const char text[] =
    "<linkage2><connector id=\"1\" x=\"0\" y=\"0\" anchor=\"true\" input=\"true\" rpm=\"30\"/>"
    "<connector id=\"2\" x=\"40\" y=\"30\"/>"
    "<Link id=\"1\"><connector id=\"1\"/><connector id=\"2\"/></Link></linkage2>";
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "Wiper.linkage2");
  LwWindow *window = testing_window ();

  testing_write (file, text, strlen (text));
  testing_open (window, file);
  g_assert_cmpstr (adw_window_title_get_title (window->title), ==, "Wiper");
  g_assert_null (lw_document_get_file (lw_window_get_document (window)));
  testing_close (window);
  testing_folder_free (folder);
}

/// Edits that cannot be stored for recovery are reported in the window.
static void
test_recovery_fails (void)
{
  g_autofree char *kept = g_build_filename (g_get_user_data_dir (), "linkwright", "recovery", NULL);
  LwWindow *window = testing_window_with ("four-bar");
  LwDocument *document = lw_window_get_document (window);
  g_autoptr (LwMechanism) next =
    lw_mechanism_with_notes (lw_document_get_mechanism (document), "edited");

  // Files of earlier tests.
  testing_folder_free (g_strdup (kept));
  g_assert_true (g_file_set_contents (kept, "", 0, NULL));
  lw_document_edit (document, "Edit the Notes", next);
  wait_until (lw_window_get_message (window) != NULL);
  g_assert_nonnull (strstr (lw_window_get_message (window), "a crash would lose"));
  g_assert_cmpint (g_unlink (kept), ==, 0);
  lw_document_undo (document);
  testing_close (window);
}

static void
set_notes (LwWindow *window, const char *notes)
{
  LwDocument *document = lw_window_get_document (window);
  g_autoptr (LwMechanism) next =
    lw_mechanism_with_notes (lw_document_get_mechanism (document), notes);

  lw_document_edit (document, "Edit the Notes", next);
}

static const char *
get_notes (LwWindow *window)
{
  return lw_mechanism_get_notes (lw_document_get_mechanism (lw_window_get_document (window)));
}

/// An earlier save is restored as one step, and undo brings back what it replaced.
static void
test_earlier_saves (void)
{
  static const char *const notes[] = { "first", "second", "third" };
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "project.linkwright");
  LwWindow *window = testing_window_with ("four-bar");
  LwDocument *document = lw_window_get_document (window);
  GtkListBox *list;

  testing_activate (window, "win.earlier-saves");
  g_assert_nonnull (strstr (lw_window_get_message (window), "no earlier saves"));
  for (gsize i = 0; i < G_N_ELEMENTS (notes); i++) {
    set_notes (window, notes[i]);
    lw_window_write (window, file, false);
    wait_until (!lw_document_get_modified (document));
  }
  set_notes (window, "unsaved");
  testing_activate (window, "win.earlier-saves");
  list = GTK_LIST_BOX (testing_find (GTK_WIDGET (testing_find_dialog ()), GTK_TYPE_LIST_BOX));
  g_assert_nonnull (gtk_list_box_get_row_at_index (list, 1));
  g_assert_null (gtk_list_box_get_row_at_index (list, 2));
  gtk_list_box_select_row (list, gtk_list_box_get_row_at_index (list, 1));
  testing_answer ("restore");
  wait_until (g_strcmp0 (get_notes (window), "first") == 0);
  g_assert_true (lw_document_get_modified (document));
  lw_document_undo (document);
  g_assert_cmpstr (get_notes (window), ==, "unsaved");
  lw_document_undo (document);
  testing_close (window);
  testing_folder_free (folder);
}

static void
add_tests (void)
{
  g_test_add_func ("/reading/cancel", test_cancel);
  g_test_add_func ("/reading/cancel-recovery", test_cancel_recovery);
  g_test_add_func ("/reading/earlier-saves", test_earlier_saves);
  g_test_add_func ("/reading/foreign", test_foreign);
  g_test_add_func ("/reading/recovery-fails", test_recovery_fails);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
