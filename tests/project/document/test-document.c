// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document: undo and redo, gestures, the modified mark, opening and saving without blocking,
// and data kept for recovery.

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lw-recovery.h"
#include "lw-store.h"
#include "lw-text.h"
#include "testing-seed.h"
#include "testing-project.h"

/// Number of steps of random editing.
#define N_STEPS 1000
#define WAIT_USEC (60 * G_USEC_PER_SEC)

static LwMechanism *
with_mass (LwMechanism *mechanism, int id, double mass)
{
  LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism, id));

  body->def.mass = mass;
  return lw_mechanism_replace_body (mechanism, body);
}

static void
set_mass (LwDocument *document, const char *name, int id, double mass)
{
  g_autoptr (LwMechanism) next = with_mass (lw_document_get_mechanism (document), id, mass);

  lw_document_edit (document, name, next);
}

static double
mass_of (LwDocument *document, int id)
{
  return lw_mechanism_find_body (lw_document_get_mechanism (document), id)->def.mass;
}

static void
count_cb (void *object, int *n)
{
  ++*n;
}

static void
count_notify_cb (void *object, GParamSpec *pspec, int *n)
{
  ++*n;
}

static void
test_undo (void)
{
  g_autoptr (LwMechanism) chain = testing_chain (3);
  g_autoptr (LwDocument) document = lw_document_new (chain);
  int n_changed = 0, n_modified = 0, n_undo_name = 0;

  g_signal_connect (document, "changed", G_CALLBACK (count_cb), &n_changed);
  g_signal_connect (document, "notify::modified", G_CALLBACK (count_notify_cb), &n_modified);
  g_signal_connect (document, "notify::undo-name", G_CALLBACK (count_notify_cb), &n_undo_name);
  g_assert_false (lw_document_can_undo (document));
  g_assert_false (lw_document_get_modified (document));
  set_mass (document, "Mass", 1, 5);
  set_mass (document, "Mass again", 1, 6);
  g_assert_cmpstr (lw_document_undo_name (document), ==, "Mass again");
  g_assert_true (lw_document_get_modified (document));
  // An identical change is not a step.
  set_mass (document, "Nothing", 1, 6);
  g_assert_cmpuint (lw_document_get_n_steps (document), ==, 2);
  g_assert_cmpint (n_changed, ==, 2);
  g_assert_cmpint (n_modified, ==, 1);
  g_assert_cmpint (n_undo_name, ==, 2);

  lw_document_undo (document);
  g_assert_cmpfloat (mass_of (document, 1), ==, 5);
  g_assert_cmpstr (lw_document_redo_name (document), ==, "Mass again");
  lw_document_undo (document);
  g_assert_true (lw_document_get_mechanism (document) == chain);
  g_assert_false (lw_document_get_modified (document));
  g_assert_false (lw_document_can_undo (document));
  lw_document_undo (document);
  lw_document_redo (document);
  lw_document_redo (document);
  lw_document_redo (document);
  g_assert_cmpfloat (mass_of (document, 1), ==, 6);
  lw_document_go_to (document, 0);
  g_assert_cmpuint (lw_document_get_position (document), ==, 0);
  g_assert_cmpstr (lw_document_get_step_name (document, 1), ==, "Mass again");
  // A new edit discards the redo steps.
  set_mass (document, "Other", 2, 7);
  g_assert_cmpuint (lw_document_get_n_steps (document), ==, 1);
  g_assert_false (lw_document_can_redo (document));
  g_assert_finalize_object (g_steal_pointer (&document));
}

static void
test_gesture (void)
{
  g_autoptr (LwMechanism) chain = testing_chain (3);
  g_autoptr (LwDocument) document = lw_document_new (chain);

  lw_document_begin_gesture (document, "Drag");
  for (int i = 2; i < 50; i++) {
    g_autoptr (LwMechanism) next = with_mass (chain, 1, i);

    lw_document_preview (document, next);
    g_assert_cmpfloat (mass_of (document, 1), ==, i);
  }
  g_assert_cmpuint (lw_document_get_n_steps (document), ==, 0);
  g_assert_true (lw_document_get_modified (document));
  lw_document_end_gesture (document);
  g_assert_cmpuint (lw_document_get_n_steps (document), ==, 1);
  g_assert_cmpstr (lw_document_undo_name (document), ==, "Drag");
  lw_document_undo (document);
  g_assert_true (lw_document_get_mechanism (document) == chain);

  // Cancelling keeps the redo steps.
  lw_document_begin_gesture (document, "Drag");
  set_mass (document, "Inside", 1, 9);
  g_assert_cmpfloat (mass_of (document, 1), ==, 9);
  lw_document_cancel_gesture (document);
  g_assert_true (lw_document_get_mechanism (document) == chain);
  g_assert_false (lw_document_get_modified (document));
  g_assert_cmpstr (lw_document_redo_name (document), ==, "Drag");

  // Undo during a gesture cancels it.
  lw_document_begin_gesture (document, "Drag");
  set_mass (document, "Inside", 1, 9);
  g_assert_true (lw_document_can_undo (document));
  lw_document_undo (document);
  g_assert_false (lw_document_in_gesture (document));
  g_assert_true (lw_document_get_mechanism (document) == chain);

  // A gesture without effect is not a step.
  lw_document_begin_gesture (document, "Drag");
  lw_document_end_gesture (document);
  lw_document_end_gesture (document);
  g_assert_cmpuint (lw_document_get_position (document), ==, 0);
}

// 1000 random actions: undoing all gives equal bytes; redoing all gives an equal mechanism.
static void
test_random (void)
{
  g_autoptr (LwMechanism) chain = testing_chain (30);
  g_autoptr (LwDocument) document = lw_document_new (chain);
  g_autofree char *before = lw_text_write (chain);
  g_autofree char *after = NULL;
  g_autofree char *undone = NULL;
  g_autofree char *redone = NULL;
  guint n_steps;

  for (int i = 0; i < N_STEPS; i++) {
    LwMechanism *now = lw_document_get_mechanism (document);
    guint n = lw_mechanism_get_n_bodies (now);
    g_autoptr (LwMechanism) next = NULL;
    int id = n > 0
               ? lw_mechanism_get_body (now, (guint) g_test_rand_int_range (0, (int) n))->element.id
               : 0;

    switch (g_test_rand_int_range (0, 6)) {
    case 0:
      next = lw_mechanism_replace_body (now, lw_body_new (lw_mechanism_next_body_id (now), NULL));
      break;
    case 1:
      next = n > 20 ? lw_mechanism_remove_body (now, id) : lw_mechanism_with_title (now, "few");
      break;
    case 2:
      next = lw_mechanism_with_gravity (now, (double[]){ g_test_rand_double (), 0, -0.0 });
      break;
    case 3:
      next = lw_mechanism_with_notes (now, i % 2 ? "odd" : "even");
      break;
    default:
      next = n > 0 ? with_mass (now, id, g_test_rand_double ()) : lw_mechanism_ref (now);
      break;
    }
    lw_document_edit (document, "Step", next);
    if (g_test_rand_int_range (0, 10) == 0) {
      lw_document_undo (document);
      lw_document_redo (document);
    }
  }
  n_steps = lw_document_get_n_steps (document);
  after = lw_text_write (lw_document_get_mechanism (document));
  while (lw_document_can_undo (document))
    lw_document_undo (document);
  undone = lw_text_write (lw_document_get_mechanism (document));
  g_assert_cmpstr (undone, ==, before);
  while (lw_document_can_redo (document))
    lw_document_redo (document);
  redone = lw_text_write (lw_document_get_mechanism (document));
  g_assert_cmpstr (redone, ==, after);
  g_test_message ("%u steps of some 30 bodies: %" G_GSIZE_FORMAT " kB", n_steps,
                  lw_document_get_history_size (document) >> 10);
}

static void
test_limit (void)
{
  g_autoptr (LwMechanism) chain = testing_chain (100);
  g_autoptr (LwDocument) document = lw_document_new (chain);
  const gsize limit = 200000;
  guint n;

  lw_document_set_history_limit (document, limit);
  for (int i = 0; i < 200; i++)
    set_mass (document, i == 0 ? "First" : "Step", 1, 2 + i);
  g_assert_cmpuint (lw_document_get_history_size (document), <=, limit);
  n = lw_document_get_n_steps (document);
  g_assert_cmpuint (n, >, 2);
  g_assert_cmpuint (n, <, 200);
  g_assert_cmpstr (lw_document_get_step_name (document, 0), ==, "Step");
  lw_document_go_to (document, 0);
  g_assert_cmpfloat (mass_of (document, 1), ==, 201 - n);
  // The saved state was dropped, so no step equals it.
  g_assert_true (lw_document_get_modified (document));
  lw_document_go_to (document, n);
  lw_document_set_history_limit (document, 1);
  g_assert_cmpuint (lw_document_get_n_steps (document), ==, 1);
  g_assert_true (lw_document_can_undo (document));
}

static void
test_elements (void)
{
  g_autoptr (LwMechanism) mechanism = testing_mechanism ();
  g_autoptr (LwMechanism) without = lw_mechanism_remove_body (mechanism, 2);
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, 3));
  LwForce *force = lw_force_copy (lw_mechanism_find_force (mechanism, 5));
  LwTracer *tracer = lw_tracer_copy (lw_mechanism_find_tracer (mechanism, 4));
  LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism, 7));
  g_autofree char *fingerprint = lw_mechanism_dup_fingerprint (mechanism);
  g_autofree char *second = NULL;
  g_autoptr (LwMechanism) a = NULL;
  g_autoptr (LwMechanism) b = NULL;
  g_autoptr (LwMechanism) c = NULL;
  g_autoptr (LwMechanism) d = NULL;
  g_autoptr (LwMechanism) e = lw_mechanism_with_plots (mechanism, NULL, 0);

  // Removing a body removes the elements on it.
  g_assert_cmpuint (lw_mechanism_get_n_bodies (without), ==, 2);
  // All but a joint, a rod, a gear and an angle.
  g_assert_cmpuint (lw_mechanism_get_n_couplings (without), ==,
                    lw_mechanism_get_n_couplings (mechanism) - 4);
  // All but a load and a bushing.
  g_assert_cmpuint (lw_mechanism_get_n_forces (without), ==, 2);
  g_assert_cmpuint (lw_mechanism_get_n_tracers (without), ==, 1);

  lw_coupling_set_name (coupling, "Z");
  a = lw_mechanism_replace_coupling (mechanism, coupling);
  g_assert_cmpstr (lw_mechanism_get_coupling (a, 0)->def.name, ==, "Z");
  g_assert_cmpstr (lw_mechanism_get_coupling (mechanism, 0)->def.name, ==, "A");
  lw_force_set_name (force, NULL);
  b = lw_mechanism_replace_force (mechanism, force);
  g_assert_null (lw_mechanism_get_force (b, 0)->element.name);
  lw_tracer_set_name (tracer, "Y");
  c = lw_mechanism_replace_tracer (mechanism, tracer);
  g_assert_cmpstr (lw_mechanism_get_tracer (c, 0)->element.name, ==, "Y");
  lw_body_set_name (body, "X");
  d = lw_mechanism_replace_body (mechanism, body);
  g_assert_cmpstr (lw_mechanism_get_body (d, 0)->def.name, ==, "X");
  g_assert_cmpuint (lw_mechanism_get_body (d, 0)->shape.points->len, ==, 3);
  g_assert_true (lw_mechanism_get_body (d, 1) == lw_mechanism_get_body (mechanism, 1));
  g_assert_cmpuint (lw_mechanism_get_n_plots (e), ==, 0);
  second = lw_mechanism_dup_fingerprint (e);
  g_assert_cmpstr (fingerprint, ==, second);
  g_assert_cmpuint (lw_mechanism_size_beside (d, mechanism), <, lw_mechanism_size_beside (d, NULL));
}

// Files

typedef struct
{
  GMainLoop *loop;
  GAsyncResult *result;
} Waiting;

static void
arrived_cb (GObject *source, GAsyncResult *result, void *data)
{
  Waiting *self = data;

  self->result = g_object_ref (result);
  g_main_loop_quit (self->loop);
}

static gboolean
save (LwDocument *document, GFile *file, gboolean overwrite, GError **error)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Waiting waiting = { .loop = loop };
  gboolean done;

  lw_document_save_async (document, file, overwrite, NULL, arrived_cb, &waiting);
  g_main_loop_run (loop);
  done = lw_document_save_finish (document, waiting.result, error);
  g_clear_object (&waiting.result);
  return done;
}

static LwDocument *
open_file (GFile *file, GError **error)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Waiting waiting = { .loop = loop };
  LwDocument *document;

  lw_document_open_async (file, NULL, arrived_cb, &waiting);
  g_main_loop_run (loop);
  document = lw_document_open_finish (waiting.result, error);
  g_clear_object (&waiting.result);
  return document;
}

static void
test_files (void)
{
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "Four bar.linkwright");
  g_autoptr (GFile) text = testing_file (folder, "four-bar.json");
  g_autoptr (LwMechanism) chain = testing_chain (3);
  g_autoptr (LwDocument) document = lw_document_new (chain);
  g_autoptr (LwDocument) again = NULL;
  g_autoptr (LwDocument) imported = NULL;
  g_autoptr (LwProjectRun) run = testing_recorded_run (chain, "Run 1", 1, 10);
  g_autoptr (GError) error = NULL;
  LwProjectView view = lw_project_view_default ();

  g_assert_false (save (document, NULL, FALSE, &error));
  testing_assert_sentence (error);
  g_clear_error (&error);
  g_assert_cmpstr (lw_document_get_title (document), ==, "");

  set_mass (document, "Mass", 1, 5);
  lw_document_add_run (document, run);
  lw_document_rename_run (document, 0, "Long run");
  view.plot_layout = 3;
  lw_document_set_view (document, &view);
  g_assert_true (save (document, file, FALSE, &error));
  g_assert_no_error (error);
  g_assert_false (lw_document_get_modified (document));
  g_assert_cmpstr (lw_document_get_title (document), ==, "Four bar");
  // Away from the saved state and back.
  lw_document_undo (document);
  g_assert_true (lw_document_get_modified (document));
  lw_document_redo (document);
  g_assert_false (lw_document_get_modified (document));

  again = open_file (file, &error);
  g_assert_no_error (error);
  g_assert_true (
    lw_mechanism_equal (lw_document_get_mechanism (document), lw_document_get_mechanism (again)));
  g_assert_cmpuint (lw_document_get_n_runs (again), ==, 1);
  g_assert_cmpstr (lw_document_get_run (again, 0)->name, ==, "Long run");
  g_assert_cmpint (lw_document_get_view (again)->plot_layout, ==, 3);
  g_assert_false (lw_document_get_modified (again));

  // Both documents have the file open: the second save reports the change.
  set_mass (again, "Mass", 1, 6);
  set_mass (document, "Mass", 1, 7);
  g_assert_true (save (again, NULL, FALSE, &error));
  g_assert_false (save (document, NULL, FALSE, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_CHANGED);
  g_assert_true (lw_document_get_modified (document));
  g_clear_error (&error);
  g_assert_true (save (document, NULL, TRUE, &error));
  g_assert_false (lw_document_get_modified (document));

  g_assert_true (lw_text_save (chain, text, NULL, &error));
  imported = open_file (text, &error);
  g_assert_no_error (error);
  g_assert_null (lw_document_get_file (imported));
  g_assert_true (lw_document_get_modified (imported));
  testing_folder_free (folder);
}

// Edits made during a save are kept and still count as unsaved.
static void
test_edit_while_saving (void)
{
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "a.linkwright");
  g_autoptr (LwMechanism) chain = testing_chain (100);
  g_autoptr (LwDocument) document = lw_document_new (chain);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Waiting waiting = { .loop = loop };
  g_autoptr (GError) error = NULL;
  g_autoptr (LwDocument) again = NULL;

  set_mass (document, "Mass", 1, 5);
  lw_document_save_async (document, file, FALSE, NULL, arrived_cb, &waiting);
  set_mass (document, "Mass", 1, 6);
  g_main_loop_run (loop);
  g_assert_true (lw_document_save_finish (document, waiting.result, &error));
  g_clear_object (&waiting.result);
  g_assert_true (lw_document_get_modified (document));
  lw_document_undo (document);
  g_assert_false (lw_document_get_modified (document));
  again = open_file (file, &error);
  g_assert_cmpfloat (mass_of (again, 1), ==, 5);
  testing_folder_free (folder);
}

// Recovery

static LwDocument *
recover (LwRecovery *recovery, const LwRecoveryEntry *entry, GError **error)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Waiting waiting = { .loop = loop };
  LwDocument *document;

  lw_recovery_open_async (recovery, entry, NULL, arrived_cb, &waiting);
  g_main_loop_run (loop);
  document = lw_recovery_open_finish (recovery, waiting.result, error);
  g_clear_object (&waiting.result);
  return document;
}

static gboolean
quit_cb (void *loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static void
run_for (guint milliseconds)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  g_timeout_add (milliseconds, quit_cb, loop);
  g_main_loop_run (loop);
}

// Waits until an edit is stored: its project, and then its entry. The time depends on the disk and
// on other load of the machine.
static void
wait_for_entry (const char *kept)
{
  const gint64 end = g_get_monotonic_time () + WAIT_USEC;
  bool is_there = false;

  while (!is_there) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    run_for (10);
    if (g_file_test (kept, G_FILE_TEST_IS_DIR)) {
      g_autofree char *list = testing_list (kept);

      is_there = strstr (list, ".entry\n") != NULL;
    }
  }
}

// Waits until the folder is empty; files still being written are removed afterwards.
static void
wait_until_empty (const char *kept)
{
  const gint64 end = g_get_monotonic_time () + WAIT_USEC;
  g_autofree char *list = testing_list (kept);

  while (!g_str_equal (list, "")) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    run_for (10);
    g_free (list);
    list = testing_list (kept);
  }
}

// Runs this program again as a process that is killed; a fork would have no threads.
static void
run_and_kill (const char *what, const char *folder)
{
  const char *arguments[] = { "/proc/self/exe", what, folder, NULL };
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
}

static void
edit_and_die (const char *folder)
{
  g_autofree char *kept = g_build_filename (folder, "recovery", NULL);
  g_autoptr (GFile) file = testing_file (folder, "saved.linkwright");
  LwRecovery *recovery = lw_recovery_new (kept);
  LwMechanism *chain = testing_chain (3);
  LwProject *project = lw_project_new (chain, NULL, NULL);
  char *etag = NULL;
  LwDocument *document;

  lw_store_save (project, file, NULL, &etag, NULL, NULL);
  document = lw_document_new_for_project (project, file, etag);
  lw_recovery_watch (recovery, document);
  set_mass (document, "Mass", 1, 5);
  set_mass (document, "Mass", 1, 6);
  wait_for_entry (kept);
  raise (SIGKILL);
}

static void
open_and_die (const char *folder)
{
  g_autofree char *kept = g_build_filename (folder, "recovery", NULL);
  LwRecovery *recovery = lw_recovery_new (kept);
  GPtrArray *entries = lw_recovery_list (recovery);

  recover (recovery, entries->pdata[0], NULL);
  raise (SIGKILL);
}

static void
test_recovery (void)
{
  char *folder = testing_folder_new ();
  g_autofree char *kept = g_build_filename (folder, "recovery", NULL);
  g_autoptr (LwRecovery) recovery = lw_recovery_new (kept);
  g_autoptr (GFile) file = testing_file (folder, "saved.linkwright");
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (LwDocument) document = NULL;
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *list = NULL;
  const LwRecoveryEntry *entry;
  struct stat status;

  run_and_kill ("edit-and-die", folder);
  before = testing_read (file);
  entries = lw_recovery_list (recovery);
  g_assert_cmpuint (entries->len, ==, 1);
  entry = entries->pdata[0];
  g_assert_cmpstr (entry->title, ==, "saved");
  g_assert_true (g_file_equal (entry->file, file));
  g_assert_cmpint (entry->attempts, ==, 0);
  g_assert_false (lw_store_is_changed (file, entry->etag));
  g_assert_cmpint (g_stat (kept, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0700);

  document = recover (recovery, entry, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (mass_of (document, 1), ==, 6);
  g_assert_true (lw_document_get_modified (document));
  lw_recovery_confirm (recovery, document);
  g_clear_pointer (&entries, g_ptr_array_unref);
  entries = lw_recovery_list (recovery);
  g_assert_cmpuint (entries->len, ==, 0);
  // Closed without saving: the saved file is unchanged and nothing is kept.
  lw_recovery_forget (recovery, document);
  lw_recovery_flush (recovery);
  after = testing_read (file);
  g_assert_true (g_bytes_equal (before, after));
  list = testing_list (kept);
  g_assert_cmpstr (list, ==, "");
  testing_folder_free (folder);
}

// A project that crashes the program on opening is offered only once.
static void
test_recovery_never_loops (void)
{
  char *folder = testing_folder_new ();
  g_autofree char *kept = g_build_filename (folder, "recovery", NULL);
  g_autoptr (LwRecovery) recovery = lw_recovery_new (kept);
  g_autoptr (GFile) file = testing_file (folder, "saved.linkwright");
  g_autoptr (GPtrArray) entries = NULL;
  g_autofree char *list = NULL;

  run_and_kill ("edit-and-die", folder);
  run_and_kill ("open-and-die", folder);
  entries = lw_recovery_list (recovery);
  g_assert_cmpuint (entries->len, ==, 1);
  g_assert_true (((LwRecoveryEntry *) entries->pdata[0])->is_blocked);
  lw_recovery_discard (recovery, entries->pdata[0]);
  list = testing_list (kept);
  g_assert_cmpstr (list, ==, "");
  g_assert_true (g_file_query_exists (file, NULL));
  testing_folder_free (folder);
}

static char *
dup_path_ending (const char *folder, const char *suffix)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, suffix))
      return g_build_filename (folder, name, NULL);
  return NULL;
}

/// A recovered project is offered even if the entry with its original place is damaged.
static void
test_recovery_unknown (void)
{
  // NULL: a folder in its place; "@": a link to itself.
  static const char *const contents[] = {
    "",   "[", "\x01\x02\xff", "[Recovery\ntitle=x", "[Other]\ntitle=x\n", "[Recovery]\nfile=",
    NULL, "@",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (contents); i++) {
    const bool can_be_counted = contents[i] != NULL && strcmp (contents[i], "@") != 0;
    char *folder = testing_folder_new ();
    g_autofree char *kept = g_build_filename (folder, "recovery", NULL);
    g_autoptr (LwRecovery) recovery = lw_recovery_new (kept);
    g_autoptr (GPtrArray) entries = NULL;
    g_autoptr (GPtrArray) again = NULL;
    g_autoptr (LwDocument) document = NULL;
    g_autoptr (GError) error = NULL;
    g_autofree char *project = NULL;
    g_autofree char *key_file = NULL;
    const LwRecoveryEntry *entry;

    run_and_kill ("edit-and-die", folder);
    project = dup_path_ending (kept, ".linkwright");
    key_file = dup_path_ending (kept, ".entry");
    g_assert_cmpint (g_unlink (key_file), ==, 0);
    if (contents[i] == NULL)
      g_assert_cmpint (g_mkdir (key_file, 0700), ==, 0);
    else if (!can_be_counted)
      g_assert_cmpint (symlink (key_file, key_file), ==, 0);
    else
      g_assert_true (g_file_set_contents (key_file, contents[i], -1, NULL));

    entries = lw_recovery_list (recovery);
    g_assert_true (g_file_test (project, G_FILE_TEST_EXISTS));
    g_assert_cmpuint (entries->len, ==, 1);
    entry = entries->pdata[0];
    g_assert_true (entry->is_unknown);
    g_assert_null (entry->file);
    g_assert_false (entry->is_blocked);
    g_assert_cmpint (g_date_time_get_year (entry->time), >, 1970);
    document = recover (recovery, entry, &error);
    if (can_be_counted) {
      g_assert_no_error (error);
      g_assert_cmpfloat (mass_of (document, 1), ==, 6);
      g_assert_null (lw_document_get_file (document));
      g_assert_true (lw_document_get_modified (document));
      lw_recovery_forget (recovery, document);
    } else {
      // A project whose attempts cannot be counted is not opened, and stays in its place.
      g_assert_error (error, LW_ERROR, LW_ERROR_IO);
      again = lw_recovery_list (recovery);
      g_assert_cmpuint (again->len, ==, 1);
      g_assert_true (g_file_test (project, G_FILE_TEST_EXISTS));
    }
    lw_recovery_flush (recovery);
    testing_folder_free (folder);
  }
}

static void
failed_cb (LwRecovery *recovery, LwDocument *document, const char *message, GPtrArray *messages)
{
  g_ptr_array_add (messages, g_strdup (message));
}

/// Edits that could not be written are reported once, and written as soon as that is possible.
static void
test_recovery_retry (void)
{
  char *folder = testing_folder_new ();
  g_autofree char *kept = g_build_filename (folder, "recovery", NULL);
  g_autoptr (LwRecovery) recovery = lw_recovery_new (kept);
  g_autoptr (LwMechanism) chain = testing_chain (3);
  g_autoptr (LwDocument) document = lw_document_new (chain);
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;

  g_signal_connect (recovery, "failed", G_CALLBACK (failed_cb), messages);
  lw_recovery_set_interval (recovery, 1);
  // A file is where the folder belongs.
  g_assert_true (g_file_set_contents (kept, "", 0, NULL));
  lw_recovery_watch (recovery, document);
  set_mass (document, "Edit", 1, 3);
  while (messages->len == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (messages->pdata[0], "recovery could not be saved"));
  lw_recovery_flush (recovery);
  lw_recovery_flush (recovery);
  g_assert_cmpuint (messages->len, ==, 1);
  // Without another edit.
  g_assert_cmpint (g_unlink (kept), ==, 0);
  lw_recovery_flush (recovery);
  list = testing_list (kept);
  g_assert_nonnull (strstr (list, ".entry"));
  lw_recovery_forget (recovery, document);
  testing_folder_free (folder);
}

static void
test_recovery_of_saved (void)
{
  char *folder = testing_folder_new ();
  g_autofree char *kept = g_build_filename (folder, "recovery", NULL);
  g_autoptr (LwRecovery) recovery = lw_recovery_new (kept);
  g_autoptr (GFile) file = testing_file (folder, "a.linkwright");
  g_autoptr (LwMechanism) chain = testing_chain (3);
  g_autoptr (LwDocument) document = lw_document_new (chain);
  g_autoptr (LwDocument) second = lw_document_new (chain);
  g_autoptr (GError) error = NULL;
  g_autofree char *flushed = NULL;

  lw_recovery_set_interval (recovery, 1);
  lw_recovery_watch (recovery, document);
  set_mass (document, "Mass", 1, 5);
  wait_for_entry (kept);
  g_assert_true (save (document, file, FALSE, &error));
  wait_until_empty (kept);

  lw_recovery_watch (recovery, second);
  set_mass (second, "Mass", 1, 5);
  lw_recovery_flush (recovery);
  flushed = testing_list (kept);
  g_assert_cmpstr (flushed, !=, "");
  lw_recovery_forget (recovery, second);
  lw_recovery_forget (recovery, document);
  g_assert_finalize_object (g_steal_pointer (&recovery));
  testing_folder_free (folder);
}

// A new interval also applies to pending writes.
static void
test_recovery_interval (void)
{
  char *folder = testing_folder_new ();
  g_autofree char *kept = g_build_filename (folder, "recovery", NULL);
  g_autoptr (LwRecovery) recovery = lw_recovery_new (kept);
  g_autoptr (LwMechanism) chain = testing_chain (3);
  g_autoptr (LwDocument) document = lw_document_new (chain);

  g_assert_cmpint (lw_recovery_get_interval (recovery), ==, LW_RECOVERY_INTERVAL_S);
  lw_recovery_set_interval (recovery, 30);
  lw_recovery_watch (recovery, document);
  set_mass (document, "Mass", 1, 5);
  run_for (LW_RECOVERY_INTERVAL_S * 1000);
  g_assert_false (g_file_test (kept, G_FILE_TEST_EXISTS));
  lw_recovery_set_interval (recovery, 1);
  wait_for_entry (kept);
  lw_recovery_forget (recovery, document);
  testing_folder_free (folder);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "edit-and-die") == 0)
    edit_and_die (argv[2]);
  if (argc == 3 && strcmp (argv[1], "open-and-die") == 0)
    open_and_die (argv[2]);
  testing_seed_init (&argc, &argv);
  g_test_add_func ("/document/recovery", test_recovery);
  g_test_add_func ("/document/recovery-never-loops", test_recovery_never_loops);
  g_test_add_func ("/document/recovery-unknown", test_recovery_unknown);
  g_test_add_func ("/document/recovery-retry", test_recovery_retry);
  g_test_add_func ("/document/recovery-of-saved", test_recovery_of_saved);
  g_test_add_func ("/document/recovery-interval", test_recovery_interval);
  g_test_add_func ("/document/undo", test_undo);
  g_test_add_func ("/document/gesture", test_gesture);
  g_test_add_func ("/document/random", test_random);
  g_test_add_func ("/document/limit", test_limit);
  g_test_add_func ("/document/elements", test_elements);
  g_test_add_func ("/document/files", test_files);
  g_test_add_func ("/document/edit-while-saving", test_edit_while_saving);
  return g_test_run ();
}
