// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files in a window: open, edit, save, reopen; a file changed by another program; a place that
// cannot be written; closing with unsaved changes; recovery after a crash; recent files.

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lw-opening-view.h"
#include "lw-recent.h"
#include "lw-recovery.h"
#include "lw-window-restore.h"
#include "lw-store.h"
#include "lw-text.h"
#include "testing-window.h"

// ---- helpers --------------------------------------------------------------------------------

static char *folder;

static GFile *
file_in_folder (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_new_for_path (path);
}

static void
edit (LwWindow *window, const char *notes)
{
  LwDocument *document = lw_window_get_document (window);
  LwMechanism *next = lw_mechanism_with_notes (lw_document_get_mechanism (document), notes);

  lw_document_edit (document, "Edit the Notes", next);
  lw_mechanism_unref (next);
}

static const char *
notes (LwWindow *window)
{
  return lw_mechanism_get_notes (lw_document_get_mechanism (lw_window_get_document (window)));
}

static void
save_to (LwWindow *window, GFile *file)
{
  lw_window_save_to (window, file);
  wait_until (!lw_window_is_saving (window));
}

/// Returns the four-bar as a project in the folder.
static LwWindow *
window_with_project (GFile *file)
{
  LwWindow *window = testing_window_with ("four-bar");

  save_to (window, file);
  g_assert_false (lw_document_get_modified (lw_window_get_document (window)));
  return window;
}

/// Changes the project as another program would.
static void
change_on_disk (GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *etag = NULL;
  g_autoptr (LwProject) project = lw_store_load (file, &etag, NULL, &error);
  LwMechanism *mechanism;
  g_autoptr (LwProject) changed = NULL;

  g_assert_no_error (error);
  mechanism = lw_mechanism_with_notes (project->mechanism, "by another program");
  changed = lw_project_new (mechanism, NULL, NULL);
  lw_mechanism_unref (mechanism);
  g_assert_true (lw_store_save (changed, file, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
}

static char *
dup_notes_in (GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwProject) project = lw_store_load (file, NULL, NULL, &error);

  g_assert_no_error (error);
  return g_strdup (lw_mechanism_get_notes (project->mechanism));
}

static char *
dup_digest (GFile *file)
{
  g_autofree char *content = NULL;
  gsize length;

  g_assert_true (g_file_load_contents (file, NULL, &content, &length, NULL, NULL));
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) content, length);
}

// ---- opening --------------------------------------------------------------------------------

static LwOpeningView *
find_opening (LwWindow *window, const char *name)
{
  return LW_OPENING_VIEW (
    gtk_widget_get_template_child (GTK_WIDGET (window), LW_TYPE_WINDOW, name));
}

static void
opened_cb (LwWindow *window, gboolean opened, int *n_opened)
{
  n_opened[opened]++;
}

/// A window that shows nothing names the file being opened immediately, and can cancel it.
static void
test_cancel_opening (void)
{
  LwWindow *window = testing_window ();
  g_autoptr (GFile) file = testing_example ("four-bar");
  int n_opened[2] = { 0 };

  g_signal_connect (window, "opened", G_CALLBACK (opened_cb), n_opened);
  lw_window_open (window, file);
  g_assert_true (gtk_widget_is_drawable (GTK_WIDGET (find_opening (window, "opening_page"))));
  g_assert_nonnull (testing_find_label (GTK_WIDGET (window), "Opening “four-bar.json”…"));
  testing_activate (window, "win.cancel-opening");
  g_assert_false (lw_window_is_opening (window));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (find_opening (window, "opening_page"))));
  g_assert_true (lw_window_is_empty (window));
  g_assert_cmpint (n_opened[FALSE], ==, 1);
  // The second file is shown, although the first may have been read earlier.
  testing_open (window, file);
  testing_run (0.1);
  g_assert_cmpint (n_opened[TRUE], ==, 1);
  g_assert_false (lw_window_is_empty (window));
  testing_close (window);
}

/// A window that shows a mechanism keeps showing it; the file being opened is named above it if
/// opening takes long.
static void
test_cancel_next (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwDocument *document = lw_window_get_document (window);
  LwOpeningView *bar = find_opening (window, "opening_bar");
  g_autoptr (GFile) file = testing_example ("slider-crank");

  lw_window_open (window, file);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (bar)));
  testing_activate (window, "win.cancel-opening");
  testing_run (0.1);
  g_assert_true (lw_window_get_document (window) == document);
  lw_opening_view_start (bar, "a name", 1);
  wait_until (gtk_widget_get_visible (GTK_WIDGET (bar)));
  g_assert_nonnull (testing_find_label (GTK_WIDGET (bar), "Opening “a name”…"));
  lw_opening_view_stop (bar);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (bar)));
  testing_close (window);
}

/// Returns a body whose mass follows a parameter, with both values as given.
static LwMechanism *
new_stale (double parameter, double mass)
{
  g_autofree char *text = g_strdup_printf (
    "{\"linkwright\": 1, \"parameters\": [{\"name\": \"m\", \"value\": %g, \"unit\": \"kg\"}],"
    "\"bodies\": [{\"id\": 1, \"name\": \"Arm\", \"mass\": %g, \"inertia\": 1}],"
    "\"bindings\": [{\"element\": \"body\", \"id\": 1, \"field\": \"mass\", \"unit\": \"kg\","
    "\"expression\": \"2 * m\"}]}",
    parameter, mass);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  return mechanism;
}

/// A parameter that was changed in the file takes effect; the stored number is reported. The
/// project then differs from its file.
static void
test_stale_number (void)
{
  for (int i = 0; i < 4; i++) {
    const bool is_stale = i < 2;
    const bool is_text = i % 2 == 0;
    g_autoptr (LwMechanism) mechanism = new_stale (3, is_stale ? 2 : 6);
    g_autoptr (LwProject) project = lw_project_new (mechanism, NULL, NULL);
    g_autoptr (GFile) file = file_in_folder (is_text ? "stale.json" : "stale.linkwright");
    LwWindow *window = testing_window ();
    LwDocument *document;

    if (is_text)
      g_assert_true (lw_text_save (mechanism, file, NULL, NULL));
    else
      g_assert_true (lw_store_save (project, file, NULL, NULL, NULL, NULL));
    testing_open (window, file);
    document = lw_window_get_document (window);
    g_assert_cmpfloat (lw_mechanism_get_body (lw_document_get_mechanism (document), 0)->def.mass,
                       ==, 6);
    g_assert_cmpstr (
      lw_window_get_message (window), ==,
      is_stale ? "The mass of Body Arm is stored as 2 kg, but its formula 2 * m gives 6 kg, "
                 "which is used."
               : NULL);
    g_assert_cmpint (lw_document_get_modified (document), ==, is_stale && !is_text);
    lw_document_undo (document);
    g_assert_cmpint (lw_document_get_modified (document), ==, is_stale && !is_text);
    gtk_window_destroy (GTK_WINDOW (window));
  }
}

// ---- saving ---------------------------------------------------------------------------------

static void
test_save (void)
{
  g_autoptr (GFile) file = file_in_folder ("saved.linkwright");
  LwWindow *window = window_with_project (file);
  LwDocument *document = lw_window_get_document (window);
  g_autofree char *stored = NULL;

  g_assert_true (g_file_equal (lw_document_get_file (document), file));
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "Crank"));
  edit (window, "edited");
  g_assert_true (lw_document_get_modified (document));
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "●"));
  // The window shows the edited mechanism.
  g_assert_true (lw_player_get_mechanism (lw_window_get_player (window))
                 == lw_document_get_mechanism (document));

  testing_activate (window, "win.save");
  wait_until (!lw_window_is_saving (window));
  g_assert_false (lw_document_get_modified (document));
  g_assert_false (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "●"));
  stored = dup_notes_in (file);
  g_assert_cmpstr (stored, ==, "edited");
  testing_close (window);

  window = testing_window ();
  testing_open (window, file);
  g_assert_null (lw_window_get_message (window));
  g_assert_cmpstr (notes (window), ==, "edited");
  g_assert_false (lw_document_get_modified (lw_window_get_document (window)));
  testing_close (window);
}

/// A save requested while the file is being written is done afterwards.
static void
test_save_again (void)
{
  g_autoptr (GFile) file = file_in_folder ("again.linkwright");
  g_autoptr (GFile) other = file_in_folder ("again-other.linkwright");
  g_autoptr (GFile) text = file_in_folder ("again.json");
  LwWindow *window = window_with_project (file);
  LwDocument *document = lw_window_get_document (window);
  g_autofree char *stored = NULL;
  g_autofree char *stored_other = NULL;
  g_autofree char *stored_fourth = NULL;

  edit (window, "first");
  testing_activate (window, "win.save");
  edit (window, "second");
  testing_activate (window, "win.save");
  g_assert_true (lw_window_is_saving (window));
  wait_until (!lw_window_is_saving (window));
  g_assert_false (lw_document_get_modified (document));
  stored = dup_notes_in (file);
  g_assert_cmpstr (stored, ==, "second");

  // A chosen place is not replaced by the project's own file.
  edit (window, "third");
  testing_activate (window, "win.save");
  lw_window_save_to (window, other);
  testing_activate (window, "win.save");
  wait_until (!lw_window_is_saving (window));
  g_assert_true (g_file_equal (lw_document_get_file (document), other));
  stored_other = dup_notes_in (other);
  g_assert_cmpstr (stored_other, ==, "third");

  // A copy as text is not written in place of the project, nor the project in place of the copy.
  testing_activate (window, "win.save");
  edit (window, "fourth");
  lw_window_save_to (window, text);
  testing_activate (window, "win.save");
  wait_until (!lw_window_is_saving (window));
  g_assert_true (g_file_query_exists (text, NULL));
  g_assert_false (lw_document_get_modified (document));
  stored_fourth = dup_notes_in (other);
  g_assert_cmpstr (stored_fourth, ==, "fourth");
  testing_close (window);
}

/// A failure to save is reported, even if a copy as text was requested in the meantime.
static void
test_failure_beside_copy (void)
{
  g_autoptr (GFile) file = file_in_folder ("beside.linkwright");
  g_autoptr (GFile) text = file_in_folder ("beside.json");
  LwWindow *window = window_with_project (file);

  change_on_disk (file);
  edit (window, "mine");
  testing_activate (window, "win.save");
  lw_window_save_to (window, text);
  testing_answer ("cancel");
  wait_until (!lw_window_is_saving (window));
  g_assert_true (g_file_query_exists (text, NULL));
  g_assert_true (lw_document_get_modified (lw_window_get_document (window)));
  testing_close (window);
}

/// Closing during a copy as text asks about unsaved changes, and is done afterwards.
static void
test_close_while_copying (void)
{
  g_autoptr (GFile) file = file_in_folder ("copied.linkwright");
  g_autoptr (GFile) text = file_in_folder ("copied.json");
  LwWindow *window = window_with_project (file);
  LwWindow *watched = window;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &watched);
  edit (window, "mine");
  lw_window_save_to (window, text);
  g_assert_true (lw_window_is_saving (window));
  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("cancel");
  g_assert_nonnull (watched);
  testing_activate (window, "win.save");
  wait_until (!lw_window_is_saving (window));
  lw_window_save_to (window, text);
  gtk_window_close (GTK_WINDOW (window));
  wait_until (watched == NULL);
}

/// Edits made during a save survive closing the window and opening another file.
static void
test_close_while_saving (void)
{
  g_autoptr (GFile) file = file_in_folder ("closing.linkwright");
  g_autoptr (GFile) example = testing_example ("chebyshev");
  LwWindow *window = window_with_project (file);
  LwWindow *watched = window;
  g_autofree char *stored = NULL;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &watched);
  edit (window, "first");
  testing_activate (window, "win.save");
  edit (window, "between");
  lw_window_ask_open (window, example, true);
  g_assert_true (lw_window_is_saving (window));
  testing_answer ("cancel");
  g_assert_cmpstr (notes (window), ==, "between");

  testing_activate (window, "win.save");
  edit (window, "second");
  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("cancel");
  g_assert_nonnull (watched);
  g_assert_cmpstr (notes (window), ==, "second");
  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("save");
  wait_until (watched == NULL);
  stored = dup_notes_in (file);
  g_assert_cmpstr (stored, ==, "second");
}

/// The suffix of projects is added to a name without one.
static void
test_suffix (void)
{
  g_autoptr (GFile) bare = file_in_folder ("bare");
  g_autoptr (GFile) full = file_in_folder ("bare.linkwright");
  LwWindow *window = testing_window_with ("four-bar");

  save_to (window, bare);
  g_assert_true (g_file_query_exists (full, NULL));
  g_assert_false (g_file_query_exists (bare, NULL));
  // The second time it already exists.
  lw_window_save_to (window, bare);
  testing_answer ("replace");
  wait_until (!lw_window_is_saving (window));
  g_assert_null (lw_window_get_message (window));
  testing_close (window);
}

/// The name typed over the stem "x" of "x.linkwright" may have its own suffix.
static void
test_typed_suffix (void)
{
  g_autoptr (GFile) typed = file_in_folder ("typed.linkwright.linkwright");
  g_autoptr (GFile) full = file_in_folder ("typed.linkwright");
  LwWindow *window = testing_window_with ("four-bar");

  save_to (window, typed);
  g_assert_true (g_file_query_exists (full, NULL));
  g_assert_false (g_file_query_exists (typed, NULL));
  // The dialog has asked about another name.
  lw_window_save_to (window, typed);
  testing_answer ("cancel");
  g_assert_false (lw_window_is_saving (window));
  testing_close (window);
}

/// A name with the suffix of texts gets the text form; the project stays unsaved.
static void
test_text_form (void)
{
  g_autoptr (GFile) typed = file_in_folder ("written.json.linkwright");
  g_autoptr (GFile) text = file_in_folder ("written.json");
  LwWindow *window = testing_window_with ("four-bar");
  LwDocument *document = lw_window_get_document (window);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = NULL;

  edit (window, "as text");
  save_to (window, typed);
  g_assert_false (g_file_query_exists (typed, NULL));
  mechanism = lw_text_load (text, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lw_mechanism_equal (mechanism, lw_document_get_mechanism (document)));
  g_assert_true (lw_document_get_modified (document));
  g_assert_nonnull (strstr (lw_window_get_message (window), "written.json"));
  // Again by its own name, about which the dialog has asked.
  edit (window, "as text again");
  save_to (window, text);
  g_clear_pointer (&mechanism, lw_mechanism_unref);
  mechanism = lw_text_load (text, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (lw_mechanism_get_notes (mechanism), ==, "as text again");
  testing_close (window);
}

/// The view is saved with the project.
static void
test_view (void)
{
  g_autoptr (GFile) file = file_in_folder ("view.linkwright");
  LwWindow *window = window_with_project (file);

  testing_activate (window, "win.zoom-in");
  g_object_set (window, "show-plots", FALSE, NULL);
  save_to (window, file);
  testing_close (window);

  window = testing_window ();
  testing_open (window, file);
  g_assert_false (lw_document_get_view (lw_window_get_document (window))->fitted);
  g_assert_false (lw_document_get_view (lw_window_get_document (window))->show_plots);
  testing_close (window);
}

static void
test_examples_are_copies (void)
{
  g_autoptr (GFile) file = testing_example ("chebyshev");
  LwWindow *window = testing_window ();

  lw_window_open_example (window, file);
  wait_until (!lw_window_is_opening (window));
  g_assert_null (lw_document_get_file (lw_window_get_document (window)));
  g_assert_false (lw_document_get_modified (lw_window_get_document (window)));
  testing_close (window);
}

// ---- errors ---------------------------------------------------------------------------------

static void
test_changed_on_disk (void)
{
  g_autoptr (GFile) file = file_in_folder ("changed.linkwright");
  LwWindow *window = window_with_project (file);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  change_on_disk (file);
  edit (window, "mine");
  testing_activate (window, "win.save");
  testing_answer ("cancel");
  g_assert_true (lw_document_get_modified (lw_window_get_document (window)));
  first = dup_notes_in (file);
  g_assert_cmpstr (first, ==, "by another program");

  testing_activate (window, "win.save");
  testing_answer ("replace");
  wait_until (!lw_document_get_modified (lw_window_get_document (window)));
  second = dup_notes_in (file);
  g_assert_cmpstr (second, ==, "mine");
  testing_close (window);
}

/// A folder that does not exist represents all places that cannot be written.
static void
test_cannot_save (void)
{
  g_autoptr (GFile) file = file_in_folder ("kept.linkwright");
  g_autoptr (GFile) nowhere = file_in_folder ("no/such/folder.linkwright");
  LwWindow *window = window_with_project (file);
  g_autofree char *before = dup_digest (file);
  g_autofree char *after = NULL;
  const char *text;

  edit (window, "mine");
  lw_window_save_to (window, nowhere);
  wait_until (testing_find_dialog () != NULL);
  g_assert_true (adw_message_dialog_has_response (testing_find_dialog (), "save-as"));
  // The remedy is given once.
  text = adw_message_dialog_get_body (testing_find_dialog ());
  g_assert_nonnull (strstr (text, "another place"));
  g_assert_null (strstr (strstr (text, "another place") + 1, "another place"));
  testing_answer ("cancel");
  g_assert_true (lw_document_get_modified (lw_window_get_document (window)));
  g_assert_true (g_file_equal (lw_document_get_file (lw_window_get_document (window)), file));
  g_assert_cmpstr (notes (window), ==, "mine");
  after = dup_digest (file);
  g_assert_cmpstr (after, ==, before);

  // The window is still usable.
  testing_activate (window, "win.save");
  wait_until (!lw_document_get_modified (lw_window_get_document (window)));
  testing_close (window);
}

/// Mounts a small separate file system. Returns false if mounting is not permitted.
static bool
mount_small (const char *path)
{
  g_mkdir (path, 0700);
  return mount ("none", path, "tmpfs", 0, "size=512k") == 0;
}

static void
fill_up (const char *path)
{
  g_autofree char *name = g_build_filename (path, "filler", NULL);
  int fd = open (name, O_WRONLY | O_CREAT, 0600);
  char block[1024] = { 0 };

  while (write (fd, block, sizeof block) == sizeof block)
    ;
  close (fd);
}

/// Checks that saving fails, that everything is as before, and that a message offers another place.
static void
expect_not_saved (LwWindow *window, GFile *file, const char *reason)
{
  g_autofree char *before = dup_digest (file);
  g_autofree char *after = NULL;

  testing_activate (window, "win.save");
  wait_until (testing_find_dialog () != NULL);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (testing_find_dialog ()), reason));
  g_assert_nonnull (strstr (adw_message_dialog_get_body (testing_find_dialog ()), "still open"));
  testing_answer ("cancel");
  g_assert_true (lw_document_get_modified (lw_window_get_document (window)));
  g_assert_cmpstr (notes (window), ==, "mine");
  after = dup_digest (file);
  g_assert_cmpstr (after, ==, before);
}

static void
test_full_and_read_only (void)
{
  g_autofree char *path = g_build_filename (folder, "small", NULL);
  g_autofree char *filler = g_build_filename (path, "filler", NULL);
  g_autoptr (GFile) file = file_in_folder ("small/kept.linkwright");
  LwWindow *window;

  if (!mount_small (path)) {
    g_test_skip ("a file system can only be mounted by the administrator");
    return;
  }
  window = window_with_project (file);
  edit (window, "mine");
  fill_up (path);
  expect_not_saved (window, file, "make room");
  g_unlink (filler);
  g_assert_cmpint (mount ("none", path, NULL, MS_REMOUNT | MS_RDONLY, NULL), ==, 0);
  expect_not_saved (window, file, "another place");
  g_assert_cmpint (mount ("none", path, NULL, MS_REMOUNT, "size=2m"), ==, 0);
  testing_activate (window, "win.save");
  wait_until (!lw_document_get_modified (lw_window_get_document (window)));
  testing_close (window);
  umount2 (path, MNT_DETACH);
  g_rmdir (path);
}

static void
test_already_open (void)
{
  g_autoptr (GFile) file = file_in_folder ("twice.linkwright");
  LwWindow *first = window_with_project (file);
  LwWindow *second = testing_window ();

  lw_window_ask_open (second, file, false);
  wait_until (lw_window_get_message (first) != NULL);
  g_assert_true (lw_window_is_empty (second));
  testing_close (second);
  testing_close (first);
}

// ---- closing --------------------------------------------------------------------------------

static void
test_close (void)
{
  g_autoptr (GFile) file = file_in_folder ("closed.linkwright");
  LwWindow *window = window_with_project (file);
  GtkWidget *watched = GTK_WIDGET (window);
  g_autofree char *before = dup_digest (file);
  g_autofree char *after = NULL;
  g_autofree char *stored = NULL;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &watched);
  edit (window, "mine");
  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("cancel");
  g_assert_nonnull (watched);
  g_assert_true (lw_document_get_modified (lw_window_get_document (window)));

  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("discard");
  wait_until (watched == NULL);
  after = dup_digest (file);
  g_assert_cmpstr (after, ==, before);

  window = testing_window ();
  watched = GTK_WIDGET (window);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &watched);
  testing_open (window, file);
  edit (window, "kept");
  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("save");
  wait_until (watched == NULL);
  stored = dup_notes_in (file);
  g_assert_cmpstr (stored, ==, "kept");
}

/// Opening another file with unsaved changes asks as well.
static void
test_guard (void)
{
  g_autoptr (GFile) file = testing_example ("chebyshev");
  LwWindow *window = testing_window_with ("four-bar");

  edit (window, "mine");
  lw_window_ask_open (window, file, true);
  testing_answer ("cancel");
  g_assert_cmpstr (notes (window), ==, "mine");
  lw_window_ask_open (window, file, true);
  testing_answer ("discard");
  wait_until (g_strcmp0 (notes (window), "mine") != 0);
  testing_activate (window, "win.start-page");
  wait_until (lw_window_is_empty (window));
  testing_close (window);
}

// ---- after a crash --------------------------------------------------------------------------

static guint
count_written_down (void)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "linkwright", "recovery", NULL);
  g_autoptr (GDir) entries = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    n += g_str_has_suffix (name, ".entry");
  return n;
}

/// Edits in a separate process, and reports by a byte when the edit has been stored for recovery.
static void
edit_and_wait (GFile *file, int pipe_end)
{
  g_autoptr (LwRecovery) recovery = lw_recovery_new (NULL);
  g_autofree char *etag = NULL;
  g_autoptr (LwProject) project = lw_store_load (file, &etag, NULL, NULL);
  g_autoptr (LwDocument) document = lw_document_new_for_project (project, file, etag);
  LwMechanism *next = lw_mechanism_with_notes (project->mechanism, "not saved");
  const guint n_before = count_written_down ();

  lw_recovery_watch (recovery, document);
  lw_document_edit (document, "Edit the Notes", next);
  wait_until (count_written_down () > n_before);
  if (write (pipe_end, "x", 1) != 1)
    _exit (1);
  for (;;)
    pause ();
}

static void
test_recovery_child (void)
{
  g_autoptr (GFile) file = NULL;

  if (!g_test_subprocess ())
    return;
  file = g_file_new_for_path (g_getenv ("LW_TEST_FILE"));
  edit_and_wait (file, atoi (g_getenv ("LW_TEST_PIPE")));
}

static void
crash_with_edits (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  int ends[2];
  g_autofree char *end_text = NULL;
  const char *arguments[] = { self, "--GTestSubprocess", "-p", "/files/recovery-child", NULL };
  g_auto (GStrv) environment = g_get_environ ();
  GPid child;
  char byte;

  g_assert_cmpint (pipe (ends), ==, 0);
  end_text = g_strdup_printf ("%d", ends[1]);
  environment = g_environ_setenv (environment, "LW_TEST_FILE", path, TRUE);
  environment = g_environ_setenv (environment, "LW_TEST_PIPE", end_text, TRUE);
  g_assert_true (g_spawn_async (NULL, (char **) arguments, environment,
                                G_SPAWN_LEAVE_DESCRIPTORS_OPEN | G_SPAWN_DO_NOT_REAP_CHILD
                                  | G_SPAWN_STDOUT_TO_DEV_NULL,
                                NULL, NULL, &child, NULL));
  close (ends[1]);
  g_assert_cmpint (read (ends[0], &byte, 1), ==, 1);
  close (ends[0]);
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  g_spawn_close_pid (child);
}

static void
test_recovery (void)
{
  g_autoptr (GFile) file = file_in_folder ("crashed.linkwright");
  LwWindow *window = window_with_project (file);
  g_autofree char *before = dup_digest (file);
  g_autofree char *after = NULL;

  testing_close (window);
  crash_with_edits (file);

  window = testing_window ();
  g_assert_true (lw_window_restore_offer_recovery (window));
  testing_answer ("recover");
  wait_until (lw_window_get_document (window) != NULL);
  g_assert_cmpstr (notes (window), ==, "not saved");
  g_assert_true (lw_document_get_modified (lw_window_get_document (window)));
  g_assert_true (g_file_equal (lw_document_get_file (lw_window_get_document (window)), file));
  testing_run (0.5);

  // Closed without saving: the file is unchanged, and nothing is offered again.
  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("discard");
  after = dup_digest (file);
  g_assert_cmpstr (after, ==, before);
  window = testing_window ();
  g_assert_false (lw_window_restore_offer_recovery (window));
  testing_close (window);
}

static void
test_recovery_discarded (void)
{
  g_autoptr (GFile) file = file_in_folder ("thrown.linkwright");
  LwWindow *window = window_with_project (file);

  testing_close (window);
  crash_with_edits (file);
  window = testing_window ();
  g_assert_true (lw_window_restore_offer_recovery (window));
  testing_answer ("discard");
  g_assert_false (lw_window_restore_offer_recovery (window));
  testing_close (window);
}

/// If the record of its file is damaged the project is offered anyway.
static void
test_recovery_unknown (void)
{
  g_autoptr (GFile) file = file_in_folder ("broken.linkwright");
  LwWindow *window = window_with_project (file);
  g_autofree char *kept = g_build_filename (g_get_user_data_dir (), "linkwright", "recovery", NULL);
  g_autoptr (GDir) entries = NULL;
  const char *name;

  testing_close (window);
  crash_with_edits (file);
  entries = g_dir_open (kept, 0, NULL);
  while ((name = g_dir_read_name (entries)) != NULL)
    if (g_str_has_suffix (name, ".entry")) {
      g_autofree char *path = g_build_filename (kept, name, NULL);

      g_assert_true (g_file_set_contents (path, "broken", -1, NULL));
    }
  window = testing_window ();
  g_assert_true (lw_window_restore_offer_recovery (window));
  g_assert_nonnull (
    strstr (adw_message_dialog_get_body (testing_find_dialog ()), "unknown origin"));
  testing_answer ("recover");
  wait_until (lw_window_get_document (window) != NULL);
  g_assert_cmpstr (notes (window), ==, "not saved");
  g_assert_null (lw_document_get_file (lw_window_get_document (window)));
  testing_run (0.5);
  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("discard");
}

// ---- the next session -------------------------------------------------------------------------

static void
test_session (void)
{
  g_autoptr (GFile) file = file_in_folder ("session.linkwright");
  LwWindow *window = window_with_project (file);
  double centre;

  testing_activate (window, "win.zoom-in");
  lw_window_restore_remember (LW_WINDOW_HOST (testing_application ()));
  centre = lw_document_get_view (lw_window_get_document (window))->centre[0];
  testing_close (window);

  g_assert_true (lw_window_restore_open (LW_WINDOW_HOST (testing_application ())));
  wait_until ((window = lw_window_find (LW_WINDOW_HOST (testing_application ()), file)) != NULL);
  testing_run (0.3);
  lw_window_restore_remember (LW_WINDOW_HOST (testing_application ()));
  g_assert_false (lw_document_get_view (lw_window_get_document (window))->fitted);
  g_assert_cmpfloat (lw_document_get_view (lw_window_get_document (window))->centre[0], ==, centre);
  testing_close (window);

  // Nothing was open at the end of the session.
  lw_window_restore_remember (LW_WINDOW_HOST (testing_application ()));
  g_assert_false (lw_window_restore_open (LW_WINDOW_HOST (testing_application ())));
}

// ---- recent files ---------------------------------------------------------------------------

static bool
is_recent (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GPtrArray) infos = lw_recent_dup (10);

  for (guint i = 0; i < infos->len; i++)
    if (g_str_equal (gtk_recent_info_get_uri (g_ptr_array_index (infos, i)), uri))
      return true;
  return false;
}

static void
test_recent (void)
{
  g_autoptr (GFile) file = file_in_folder ("recent.linkwright");
  LwWindow *window = window_with_project (file);

  wait_until (is_recent (file));
  testing_close (window);
}

static int n_waits_of_main;
static int n_waits_of_others;

/// Replaces fsync () of the C library: waiting for the disk can take seconds.
int
fsync (int descriptor)
{
  g_atomic_int_inc (gettid () == getpid () ? &n_waits_of_main : &n_waits_of_others);
  return (int) syscall (SYS_fsync, descriptor);
}

/// Opening, saving and the list of recent files do not block the main loop on the disk.
static void
test_not_waiting (void)
{
  g_autoptr (GFile) file = file_in_folder ("waiting.linkwright");
  LwWindow *window;

  // The tests themselves write files, too.
  n_waits_of_main = n_waits_of_others = 0;
  window = window_with_project (file);
  wait_until (is_recent (file));
  edit (window, "edited");
  testing_activate (window, "win.save");
  wait_until (!lw_window_is_saving (window));
  testing_close (window);
  window = testing_window ();
  testing_open (window, file);
  edit (window, "edited again");
  // Lists are written after a quarter of a second, recovery data after two seconds.
  testing_run (3.0);
  testing_close (window);
  g_assert_cmpint (n_waits_of_others, >, 0);
  g_assert_cmpint (n_waits_of_main, ==, 0);
}

static void
test_recent_times (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_local (2026, 11, 21, 14, 30, 0);
  const struct
  {
    int days;
    const char *text;
  } cases[] = {
    { 0, "Today, 14:30" }, { 1, "Yesterday" },   { 2, "2 days ago" },
    { 6, "6 days ago" },   { 9, "12 November" }, { 365, "21 November 2025" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GDateTime) time = g_date_time_add_days (now, -cases[i].days);
    g_autofree char *text = lw_recent_dup_time (time, now);

    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

static void
add_tests (void)
{
  g_test_add_func ("/files/cancel-opening", test_cancel_opening);
  g_test_add_func ("/files/cancel-next", test_cancel_next);
  g_test_add_func ("/files/stale-number", test_stale_number);
  g_test_add_func ("/files/save", test_save);
  g_test_add_func ("/files/save-again", test_save_again);
  g_test_add_func ("/files/failure-beside-copy", test_failure_beside_copy);
  g_test_add_func ("/files/close-while-saving", test_close_while_saving);
  g_test_add_func ("/files/close-while-copying", test_close_while_copying);
  g_test_add_func ("/files/suffix", test_suffix);
  g_test_add_func ("/files/typed-suffix", test_typed_suffix);
  g_test_add_func ("/files/text-form", test_text_form);
  g_test_add_func ("/files/view", test_view);
  g_test_add_func ("/files/examples-are-copies", test_examples_are_copies);
  g_test_add_func ("/files/changed-on-disk", test_changed_on_disk);
  g_test_add_func ("/files/cannot-save", test_cannot_save);
  g_test_add_func ("/files/full-and-read-only", test_full_and_read_only);
  g_test_add_func ("/files/already-open", test_already_open);
  g_test_add_func ("/files/close", test_close);
  g_test_add_func ("/files/guard", test_guard);
  g_test_add_func ("/files/recovery-child", test_recovery_child);
  g_test_add_func ("/files/recovery", test_recovery);
  g_test_add_func ("/files/recovery-unknown", test_recovery_unknown);
  g_test_add_func ("/files/recovery-discarded", test_recovery_discarded);
  g_test_add_func ("/files/session", test_session);
  g_test_add_func ("/files/recent", test_recent);
  g_test_add_func ("/files/not-waiting", test_not_waiting);
  g_test_add_func ("/files/recent-times", test_recent_times);
}

static void
remove_folder (void)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    g_remove (path);
  }
  g_rmdir (folder);
  g_free (folder);
}

int
main (int argc, char **argv)
{
  int code;

  folder = g_dir_make_tmp ("linkwright-files-XXXXXX", NULL);
  code = testing_main (&argc, &argv, add_tests);
  remove_folder ();
  return code;
}
