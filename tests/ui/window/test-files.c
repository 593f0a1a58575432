// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files in a window: open, edit, save, reopen; a file changed by another program; a place that
// cannot be written; closing with unsaved changes.

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "lw-opening-view.h"
#include "lw-store.h"
#include "lw-text.h"
#include "testing-files.h"

// ---- helpers --------------------------------------------------------------------------------

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
    g_autoptr (GFile) file = testing_file (is_text ? "stale.json" : "stale.linkwright");
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
  g_autoptr (GFile) file = testing_file ("saved.linkwright");
  LwWindow *window = testing_window_with_project (file);
  LwDocument *document = lw_window_get_document (window);
  g_autofree char *stored = NULL;

  g_assert_true (g_file_equal (lw_document_get_file (document), file));
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "Crank"));
  testing_edit_notes (window, "edited");
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
  g_assert_cmpstr (testing_notes (window), ==, "edited");
  g_assert_false (lw_document_get_modified (lw_window_get_document (window)));
  testing_close (window);
}

/// A save requested while the file is being written is done afterwards.
static void
test_save_again (void)
{
  g_autoptr (GFile) file = testing_file ("again.linkwright");
  g_autoptr (GFile) other = testing_file ("again-other.linkwright");
  g_autoptr (GFile) text = testing_file ("again.json");
  LwWindow *window = testing_window_with_project (file);
  LwDocument *document = lw_window_get_document (window);
  g_autofree char *stored = NULL;
  g_autofree char *stored_other = NULL;
  g_autofree char *stored_fourth = NULL;

  testing_edit_notes (window, "first");
  testing_activate (window, "win.save");
  testing_edit_notes (window, "second");
  testing_activate (window, "win.save");
  g_assert_true (lw_window_is_saving (window));
  wait_until (!lw_window_is_saving (window));
  g_assert_false (lw_document_get_modified (document));
  stored = dup_notes_in (file);
  g_assert_cmpstr (stored, ==, "second");

  // A chosen place is not replaced by the project's own file.
  testing_edit_notes (window, "third");
  testing_activate (window, "win.save");
  lw_window_save_to (window, other);
  testing_activate (window, "win.save");
  wait_until (!lw_window_is_saving (window));
  g_assert_true (g_file_equal (lw_document_get_file (document), other));
  stored_other = dup_notes_in (other);
  g_assert_cmpstr (stored_other, ==, "third");

  // A copy as text is not written in place of the project, nor the project in place of the copy.
  testing_activate (window, "win.save");
  testing_edit_notes (window, "fourth");
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
  g_autoptr (GFile) file = testing_file ("beside.linkwright");
  g_autoptr (GFile) text = testing_file ("beside.json");
  LwWindow *window = testing_window_with_project (file);

  change_on_disk (file);
  testing_edit_notes (window, "mine");
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
  g_autoptr (GFile) file = testing_file ("copied.linkwright");
  g_autoptr (GFile) text = testing_file ("copied.json");
  LwWindow *window = testing_window_with_project (file);
  LwWindow *watched = window;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &watched);
  testing_edit_notes (window, "mine");
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
  g_autoptr (GFile) file = testing_file ("closing.linkwright");
  g_autoptr (GFile) example = testing_example ("chebyshev");
  LwWindow *window = testing_window_with_project (file);
  LwWindow *watched = window;
  g_autofree char *stored = NULL;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &watched);
  testing_edit_notes (window, "first");
  testing_activate (window, "win.save");
  testing_edit_notes (window, "between");
  lw_window_ask_open (window, example, true);
  g_assert_true (lw_window_is_saving (window));
  testing_answer ("cancel");
  g_assert_cmpstr (testing_notes (window), ==, "between");

  testing_activate (window, "win.save");
  testing_edit_notes (window, "second");
  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("cancel");
  g_assert_nonnull (watched);
  g_assert_cmpstr (testing_notes (window), ==, "second");
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
  g_autoptr (GFile) bare = testing_file ("bare");
  g_autoptr (GFile) full = testing_file ("bare.linkwright");
  LwWindow *window = testing_window_with ("four-bar");

  testing_save_to (window, bare);
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
  g_autoptr (GFile) typed = testing_file ("typed.linkwright.linkwright");
  g_autoptr (GFile) full = testing_file ("typed.linkwright");
  LwWindow *window = testing_window_with ("four-bar");

  testing_save_to (window, typed);
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
  g_autoptr (GFile) typed = testing_file ("written.json.linkwright");
  g_autoptr (GFile) text = testing_file ("written.json");
  LwWindow *window = testing_window_with ("four-bar");
  LwDocument *document = lw_window_get_document (window);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = NULL;

  testing_edit_notes (window, "as text");
  testing_save_to (window, typed);
  g_assert_false (g_file_query_exists (typed, NULL));
  mechanism = lw_text_load (text, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lw_mechanism_equal (mechanism, lw_document_get_mechanism (document)));
  g_assert_true (lw_document_get_modified (document));
  g_assert_nonnull (strstr (lw_window_get_message (window), "written.json"));
  // Again by its own name, about which the dialog has asked.
  testing_edit_notes (window, "as text again");
  testing_save_to (window, text);
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
  g_autoptr (GFile) file = testing_file ("view.linkwright");
  LwWindow *window = testing_window_with_project (file);

  testing_activate (window, "win.zoom-in");
  g_object_set (window, "show-plots", FALSE, NULL);
  testing_save_to (window, file);
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
  g_autoptr (GFile) file = testing_file ("changed.linkwright");
  LwWindow *window = testing_window_with_project (file);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  change_on_disk (file);
  testing_edit_notes (window, "mine");
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
  g_autoptr (GFile) file = testing_file ("kept.linkwright");
  g_autoptr (GFile) nowhere = testing_file ("no/such/folder.linkwright");
  LwWindow *window = testing_window_with_project (file);
  g_autofree char *before = testing_dup_digest (file);
  g_autofree char *after = NULL;
  const char *text;

  testing_edit_notes (window, "mine");
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
  g_assert_cmpstr (testing_notes (window), ==, "mine");
  after = testing_dup_digest (file);
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
  g_autofree char *before = testing_dup_digest (file);
  g_autofree char *after = NULL;

  testing_activate (window, "win.save");
  wait_until (testing_find_dialog () != NULL);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (testing_find_dialog ()), reason));
  g_assert_nonnull (strstr (adw_message_dialog_get_body (testing_find_dialog ()), "still open"));
  testing_answer ("cancel");
  g_assert_true (lw_document_get_modified (lw_window_get_document (window)));
  g_assert_cmpstr (testing_notes (window), ==, "mine");
  after = testing_dup_digest (file);
  g_assert_cmpstr (after, ==, before);
}

static void
test_full_and_read_only (void)
{
  g_autoptr (GFile) place = testing_file ("small");
  g_autofree char *path = g_file_get_path (place);
  g_autofree char *filler = g_build_filename (path, "filler", NULL);
  g_autoptr (GFile) file = testing_file ("small/kept.linkwright");
  LwWindow *window;

  if (!mount_small (path)) {
    g_test_skip ("a file system can only be mounted by the administrator");
    return;
  }
  window = testing_window_with_project (file);
  testing_edit_notes (window, "mine");
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
  g_autoptr (GFile) file = testing_file ("twice.linkwright");
  LwWindow *first = testing_window_with_project (file);
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
  g_autoptr (GFile) file = testing_file ("closed.linkwright");
  LwWindow *window = testing_window_with_project (file);
  GtkWidget *watched = GTK_WIDGET (window);
  g_autofree char *before = testing_dup_digest (file);
  g_autofree char *after = NULL;
  g_autofree char *stored = NULL;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &watched);
  testing_edit_notes (window, "mine");
  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("cancel");
  g_assert_nonnull (watched);
  g_assert_true (lw_document_get_modified (lw_window_get_document (window)));

  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("discard");
  wait_until (watched == NULL);
  after = testing_dup_digest (file);
  g_assert_cmpstr (after, ==, before);

  window = testing_window ();
  watched = GTK_WIDGET (window);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &watched);
  testing_open (window, file);
  testing_edit_notes (window, "kept");
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

  testing_edit_notes (window, "mine");
  lw_window_ask_open (window, file, true);
  testing_answer ("cancel");
  g_assert_cmpstr (testing_notes (window), ==, "mine");
  lw_window_ask_open (window, file, true);
  testing_answer ("discard");
  wait_until (g_strcmp0 (testing_notes (window), "mine") != 0);
  testing_activate (window, "win.start-page");
  wait_until (lw_window_is_empty (window));
  testing_close (window);
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
}

int
main (int argc, char **argv)
{
  return testing_main_with_folder (&argc, &argv, add_tests);
}
