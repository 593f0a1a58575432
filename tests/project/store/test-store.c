// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The project file: exact round trips, the procedure of writing, and the file as read by SQLite.

#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lw-file-writer.h"
#include "lw-store-private.h"
#include "lw-text.h"
#include "testing-project.h"

typedef struct
{
  char *folder;
  GFile *file;
} Fixture;

static void
set_up (Fixture *self, const void *data)
{
  self->folder = testing_folder_new ();
  self->file = testing_file (self->folder, "project.linkwright");
}

static void
tear_down (Fixture *self, const void *data)
{
  g_object_unref (self->file);
  testing_folder_free (self->folder);
}

static void
save (LwProject *project, GFile *file)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (lw_store_save (project, file, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
}

static LwProject *
load (GFile *file)
{
  g_autoptr (GError) error = NULL;
  LwProject *project = lw_store_load (file, NULL, NULL, &error);

  g_assert_no_error (error);
  return project;
}

static void
test_round_trip (Fixture *self, const void *data)
{
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (LwProject) again = NULL;
  g_autoptr (GBytes) first = NULL;
  g_autoptr (GBytes) second = NULL;

  save (project, self->file);
  again = load (self->file);
  g_assert_true (lw_mechanism_equal (project->mechanism, again->mechanism));
  g_assert_true (lw_project_equal (project, again));
  // A project always gives the same bytes.
  first = testing_read (self->file);
  save (again, self->file);
  second = testing_read (self->file);
  g_assert_true (g_bytes_equal (first, second));
}

static void
test_text (Fixture *self, const void *data)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  int n = 0;

  // All examples, written and read, give the same bytes of text.
  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autoptr (GFile) source = g_file_new_for_path (path);
    g_autoptr (GError) error = NULL;
    g_autoptr (LwMechanism) mechanism = NULL;
    g_autoptr (LwProject) project = NULL;
    g_autoptr (LwProject) again = NULL;
    g_autofree char *before = NULL;
    g_autofree char *after = NULL;

    if (!g_str_has_suffix (name, ".json"))
      continue;
    mechanism = lw_text_load (source, NULL, &error);
    g_assert_no_error (error);
    project = lw_project_new (mechanism, NULL, NULL);
    save (project, self->file);
    again = load (self->file);
    g_assert_true (lw_mechanism_equal (mechanism, again->mechanism));
    before = lw_text_write (mechanism);
    after = lw_text_write (again->mechanism);
    g_assert_cmpstr (before, ==, after);
    n++;
  }
  g_assert_cmpint (n, >=, 7);
}

static void
test_no_nan (Fixture *self, const void *data)
{
  g_autoptr (LwMechanism) mechanism = testing_chain (1);
  LwBody *body = lw_body_copy (lw_mechanism_get_body (mechanism, 0));
  g_autoptr (LwMechanism) broken = NULL;
  g_autoptr (LwProject) project = NULL;
  g_autoptr (GError) error = NULL;

  body->def.position[1] = (double) NAN;
  broken = lw_mechanism_replace_body (mechanism, body);
  project = lw_project_new (broken, NULL, NULL);
  g_assert_false (lw_store_save (project, self->file, NULL, NULL, NULL, &error));
  testing_assert_sentence (error);
  g_assert_nonnull (strstr (error->message, "Body 1"));
  g_assert_false (g_file_query_exists (self->file, NULL));
}

// Opening and closing changes nothing, and leaves no files beside the project.
static void
test_untouched (Fixture *self, const void *data)
{
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (LwProject) again = NULL;
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;
  g_autofree char *list = NULL;
  struct stat first, second;

  save (project, self->file);
  before = testing_read (self->file);
  g_assert_cmpint (stat (g_file_peek_path (self->file), &first), ==, 0);
  g_assert_cmpint (g_chmod (self->folder, 0500), ==, 0);
  again = load (self->file);
  g_assert_cmpint (g_chmod (self->folder, 0700), ==, 0);
  after = testing_read (self->file);
  g_assert_cmpint (stat (g_file_peek_path (self->file), &second), ==, 0);
  g_assert_true (g_bytes_equal (before, after));
  g_assert_cmpint (first.st_mtim.tv_sec, ==, second.st_mtim.tv_sec);
  g_assert_cmpint (first.st_mtim.tv_nsec, ==, second.st_mtim.tv_nsec);
  list = testing_list (self->folder);
  g_assert_cmpstr (list, ==, "project.linkwright");
}

// A journal placed beside the file is ignored.
static void
test_journal_beside (Fixture *self, const void *data)
{
  static const char *const names[] = { "project.linkwright-journal", "project.linkwright-wal",
                                       "project.linkwright-shm" };
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (LwProject) again = NULL;

  save (project, self->file);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (self->folder, names[i], NULL);

    // A pipe: opening it would block indefinitely.
    g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  }
  again = load (self->file);
  g_assert_true (lw_project_equal (project, again));
}

static char *
ask (GFile *file, const char *sql)
{
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;
  GString *answer = g_string_new (NULL);
  g_autofree char *uri = g_strdup_printf ("file:%s?immutable=1", g_file_peek_path (file));

  g_assert_cmpint (sqlite3_open_v2 (uri, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (database, sql, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    g_string_append_printf (answer, "%s\n", (const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  sqlite3_close (database);
  return g_string_free (answer, FALSE);
}

// The file as plain SQLite reads it.
static void
test_schema (Fixture *self, const void *data)
{
  static const char *const questions[][2] = {
    { "PRAGMA application_id", "1280791124\n" },
    { "PRAGMA user_version", "1000\n" },
    { "PRAGMA journal_mode", "delete\n" },
    { "PRAGMA integrity_check", "ok\n" },
    { "PRAGMA foreign_key_check", "" },
    { "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 "
      "AND name NOT LIKE 'sqlite_%'",
      "" },
    { "SELECT count (*) FROM bodies", "3\n" },
    { "SELECT title FROM mechanism", "All kinds\n" },
    { "SELECT typeof (mass) FROM bodies WHERE id = 7", "real\n" },
    { "SELECT maximum_step IS NULL FROM run_settings", "0\n" },
    { "SELECT group_concat (type) FROM sqlite_schema WHERE type NOT IN ('table', 'index')",
      "(null)\n" },
  };
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (GBytes) bytes = NULL;
  const guint8 *header;

  save (project, self->file);
  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++) {
    g_autofree char *answer = ask (self->file, questions[i][0]);

    g_assert_cmpstr (answer, ==, questions[i][1]);
  }
  bytes = testing_read (self->file);
  header = g_bytes_get_data (bytes, NULL);
  g_assert_cmpint (header[18], ==, 1);
  g_assert_cmpint (header[19], ==, 1);
  g_assert_cmpmem (header + 68, 4, "LWRT", 4);
}

// Settings of the connection that reads untrusted files.
static void
test_settings (Fixture *self, const void *data)
{
  static const int switches[][2] = {
    { SQLITE_DBCONFIG_DEFENSIVE, 1 },
    { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
    { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
    { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
    { SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
  };
  static const int limits[][2] = {
    { SQLITE_LIMIT_LENGTH, (16 << 20) + 1000 },
    { SQLITE_LIMIT_SQL_LENGTH, 100000 },
    { SQLITE_LIMIT_COLUMN, 100 },
    { SQLITE_LIMIT_EXPR_DEPTH, 10 },
    { SQLITE_LIMIT_ATTACHED, 0 },
    { SQLITE_LIMIT_VDBE_OP, 25000 },
    { SQLITE_LIMIT_FUNCTION_ARG, 8 },
    { SQLITE_LIMIT_COMPOUND_SELECT, 3 },
    { SQLITE_LIMIT_TRIGGER_DEPTH, 10 },
    { SQLITE_LIMIT_VARIABLE_NUMBER, 100 },
    { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50 },
  };
  static const char *const pragmas[][2] = { { "PRAGMA cell_size_check", "1" },
                                            { "PRAGMA query_only", "1" },
                                            { "PRAGMA foreign_keys", "1" } };
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = lw_store_write (project, NULL, &error);
  gsize size;
  g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, &size), g_bytes_get_size (bytes));
  LwDeadline deadline = { 0 };
  g_autoptr (sqlite3) database = lw_store_attach (copy, size, &deadline, &error);
  char *message = NULL;

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (switches); i++) {
    int value = -1;

    sqlite3_db_config (database, switches[i][0], -1, &value);
    g_assert_cmpint (value, ==, switches[i][1]);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    g_assert_cmpint (sqlite3_limit (database, limits[i][0], -1), ==, limits[i][1]);
  for (gsize i = 0; i < G_N_ELEMENTS (pragmas); i++) {
    g_autoptr (sqlite3_stmt) statement = lw_store_prepare (database, pragmas[i][0], &error);

    g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
    g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 0), ==, pragmas[i][1]);
  }
  g_assert_cmpint (sqlite3_exec (database, "DELETE FROM bodies", NULL, NULL, &message), !=,
                   SQLITE_OK);
  sqlite3_free (message);
}

/// A load has a limit of processor time: a busy machine does not make it fail.
static void
test_busy (Fixture *self, const void *data)
{
  g_autoptr (LwMechanism) chain = testing_chain (2000);
  g_autoptr (LwProject) many = lw_project_new (chain, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = lw_store_write (many, NULL, &error);
  gsize size;
  g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, &size), g_bytes_get_size (bytes));
  LwDeadline deadline;
  g_autoptr (sqlite3) database = NULL;

  g_assert_no_error (error);
  deadline = lw_deadline_for_file (0, NULL);
  // Longer than the limit for a small file.
  g_usleep (3200 * 1000);
  database = lw_store_attach (copy, size, &deadline, &error);
  g_assert_no_error (error);
  g_assert_true (lw_store_check_structure (database, &deadline, &error));
  g_assert_no_error (error);
  // The limit still applies.
  deadline.end_usec = 1;
  g_assert_false (lw_store_check_structure (database, &deadline, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
}

// The first save, and saves over links: a link is kept, mode and group are kept.
static void
test_replace (Fixture *self, const void *data)
{
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (GFile) link = testing_file (self->folder, "link.linkwright");
  g_autoptr (GFile) second = testing_file (self->folder, "second.linkwright");
  g_autoptr (GFile) dangling = testing_file (self->folder, "dangling.linkwright");
  g_autoptr (LwProject) again = NULL;
  g_autofree char *list = NULL;
  struct stat status;

  save (project, self->file);
  g_assert_cmpint (chmod (g_file_peek_path (self->file), 0640), ==, 0);
  if (geteuid () == 0)
    g_assert_cmpint (chown (g_file_peek_path (self->file), (uid_t) -1, 1), ==, 0);
  g_assert_cmpint (symlink ("project.linkwright", g_file_peek_path (link)), ==, 0);
  g_assert_cmpint (symlink (g_file_peek_path (link), g_file_peek_path (second)), ==, 0);
  g_assert_cmpint (symlink ("new.linkwright", g_file_peek_path (dangling)), ==, 0);
  save (project, second);
  save (project, dangling);

  g_assert_cmpint (lstat (g_file_peek_path (second), &status), ==, 0);
  g_assert_true (S_ISLNK (status.st_mode));
  g_assert_cmpint (lstat (g_file_peek_path (link), &status), ==, 0);
  g_assert_true (S_ISLNK (status.st_mode));
  g_assert_cmpint (lstat (g_file_peek_path (self->file), &status), ==, 0);
  g_assert_true (S_ISREG (status.st_mode));
  g_assert_cmpint (status.st_mode & 07777, ==, 0640);
  if (geteuid () == 0)
    g_assert_cmpint (status.st_gid, ==, 1);
  again = load (dangling);
  g_assert_true (lw_project_equal (project, again));
  list = testing_list (self->folder);
  g_assert_cmpstr (list, ==,
                   "dangling.linkwright\nlink.linkwright\nnew.linkwright\nproject.linkwright\n"
                   "second.linkwright");
}

static void
test_names (Fixture *self, const void *data)
{
  static const char *const names[] = {
    "a'b\"%#?;&.linkwright", "Gestänge 漢字.linkwright", "-rf.linkwright", " .linkwright", "a\nb",
    "\xff\xfe.linkwright"
  };
  g_autoptr (LwProject) project = testing_project ();

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GFile) file = testing_file (self->folder, names[i]);
    g_autoptr (LwProject) again = NULL;

    save (project, file);
    again = load (file);
    g_assert_true (lw_project_equal (project, again));
  }
}

/// Returns the part of the names of temporary files that identifies this system.
static char *
dup_system (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "system", NULL);
  g_autoptr (LwFileWriter) writer = NULL;
  g_autofree char *name = NULL;

  g_assert_cmpint (lw_file_writer_new (path, &writer), ==, 0);
  name = g_path_get_basename (lw_file_writer_get_temporary (writer));
  return g_strndup (name + strlen (".system."), 8);
}

// Temporary files of terminated programs are removed by the next save; those of running ones, and of
// other machines or containers, whose process numbers mean nothing here, are not.
static void
test_sweep (Fixture *self, const void *data)
{
  g_autoptr (LwProject) project = testing_project ();
  g_autofree char *system = dup_system (self->folder);
  g_autofree char *own =
    g_strdup_printf (".project.linkwright.%s-%ld-01234567.lw-new", system, (long) getpid ());
  g_autofree char *dead = g_strdup_printf (".project.linkwright.%s-999999999-0a.lw-new", system);
  g_autofree char *different = g_strdup_printf (".other.linkwright.%s-999999999-0a.lw-new", system);
  g_autoptr (GFile) stale = testing_file (self->folder, dead);
  g_autoptr (GFile) alive = testing_file (self->folder, own);
  g_autoptr (GFile) other = testing_file (self->folder, different);
  g_autoptr (GFile) elsewhere =
    testing_file (self->folder, ".project.linkwright.00c0ffee-999999999-0a.lw-new");

  testing_write (stale, "x", 1);
  testing_write (alive, "x", 1);
  testing_write (other, "x", 1);
  testing_write (elsewhere, "x", 1);
  save (project, self->file);
  g_assert_false (g_file_query_exists (stale, NULL));
  g_assert_true (g_file_query_exists (alive, NULL));
  g_assert_true (g_file_query_exists (other, NULL));
  g_assert_true (g_file_query_exists (elsewhere, NULL));
}

// A file changed by another program is detected on saving.
static void
test_changed_on_disk (Fixture *self, const void *data)
{
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (LwMechanism) chain = testing_chain (3);
  g_autoptr (LwProject) other = lw_project_new (chain, NULL, NULL);
  g_autoptr (LwProject) found = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *etag = NULL;
  g_autofree char *newer = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_assert_true (lw_store_save (project, self->file, NULL, &etag, NULL, &error));
  g_assert_false (lw_store_is_changed (self->file, etag));
  // Touched and copied, the content is the same.
  bytes = testing_read (self->file);
  testing_write (self->file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_false (lw_store_is_changed (self->file, etag));
  g_assert_true (lw_store_save (project, self->file, etag, &newer, NULL, &error));
  g_assert_no_error (error);

  save (other, self->file);
  g_assert_true (lw_store_is_changed (self->file, newer));
  g_clear_pointer (&etag, g_free);
  g_assert_false (lw_store_save (project, self->file, newer, &etag, NULL, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_CHANGED);
  testing_assert_sentence (error);
  g_assert_null (etag);
  found = load (self->file);
  g_assert_true (lw_project_equal (found, other));
  g_clear_error (&error);

  g_assert_true (g_file_delete (self->file, NULL, NULL));
  g_assert_true (lw_store_is_changed (self->file, newer));
  g_assert_false (lw_store_save (project, self->file, newer, NULL, NULL, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_CHANGED);
}

// The file contains no paths, no host name and no deleted elements.
static void
test_no_traces (Fixture *self, const void *data)
{
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (GBytes) bytes = NULL;
  const char *const secrets[] = { self->folder, g_get_home_dir (), g_get_host_name (),
                                  g_getenv ("LW_SOURCE_DIR"), "Deleted" };
  g_autoptr (LwMechanism) named = NULL;
  g_autoptr (LwMechanism) without = NULL;
  g_autoptr (LwProject) second = NULL;

  // A deleted element.
  named = lw_mechanism_replace_body (project->mechanism, lw_body_new (50, "Deleted"));
  without = lw_mechanism_remove_body (named, 50);
  second = lw_project_new (without, NULL, NULL);
  save (second, self->file);
  bytes = testing_read (self->file);
  for (gsize i = 0; i < G_N_ELEMENTS (secrets); i++)
    if (secrets[i] != NULL && strlen (secrets[i]) > 3)
      g_assert_null (memmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), secrets[i],
                             strlen (secrets[i])));
}

static void test_async (Fixture *self, const void *data);

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

static void
test_async (Fixture *self, const void *data)
{
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (LwProject) again = NULL;
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *saved = NULL;
  g_autofree char *loaded = NULL;
  Waiting waiting = { .loop = loop };

  lw_store_save_async (project, self->file, NULL, NULL, arrived_cb, &waiting);
  g_main_loop_run (loop);
  g_assert_true (lw_store_save_finish (waiting.result, &saved, &error));
  g_assert_no_error (error);
  g_clear_object (&waiting.result);

  lw_store_load_async (self->file, NULL, arrived_cb, &waiting);
  g_main_loop_run (loop);
  again = lw_store_load_finish (waiting.result, &loaded, &error);
  g_assert_no_error (error);
  g_assert_true (lw_project_equal (project, again));
  g_assert_cmpstr (saved, ==, loaded);
  g_clear_object (&waiting.result);

  g_cancellable_cancel (cancelled);
  g_clear_pointer (&again, lw_project_unref);
  lw_store_load_async (self->file, cancelled, arrived_cb, &waiting);
  g_main_loop_run (loop);
  again = lw_store_load_finish (waiting.result, NULL, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (again);
  g_clear_object (&waiting.result);
}

static double
milliseconds_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1000;
}

// Times by the wall clock are only printed. Only gross slowness fails, measured by processor time,
// since the test machine may be busy.
static void
test_times (Fixture *self, const void *data)
{
  const gsize sizes[] = { 1 << 20, 100 << 20 };
  const double bars[] = { 100, 1000 };
  g_autoptr (LwMechanism) chain = testing_chain (10000);
  g_autoptr (LwProject) many = lw_project_new (chain, NULL, NULL);
  double begin;
  gint64 start;

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (LwProject) project = testing_project_of_size (sizes[i]);
    g_autoptr (LwProject) again = NULL;
    double best = G_MAXDOUBLE;

    begin = testing_thread_seconds ();
    for (int k = 0; k < 3; k++) {
      start = g_get_monotonic_time ();
      save (project, self->file);
      best = MIN (best, milliseconds_since (start));
    }
    g_assert_cmpfloat (1e3 * (testing_thread_seconds () - begin), <, 3 * 20 * bars[i]);
    start = g_get_monotonic_time ();
    again = load (self->file);
    g_test_message ("%u MB: saved in %.0f ms (bar %.0f ms), opened in %.0f ms",
                    (unsigned) (sizes[i] >> 20), best, bars[i], milliseconds_since (start));
  }
  save (many, self->file);
  begin = testing_thread_seconds ();
  start = g_get_monotonic_time ();
  lw_project_unref (load (self->file));
  g_test_message ("10000 bodies: opened in %.0f ms (bar 1000 ms)", milliseconds_since (start));
  g_assert_cmpfloat (testing_thread_seconds () - begin, <, 20);
}

/// A contact with friction between two surfaces that stick together, and a joint that slips:
/// project and text keep every field of them.
static void
test_friction (void)
{
  static const char text[] =
    "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"position\": [0, 1]}], \"couplings\": ["
    "{\"id\": 1, \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 1], \"effort_limit\": 12, "
    "\"mode\": \"box\"},"
    "{\"id\": 2, \"kind\": \"point contact\", \"bodies\": [0, 1], \"at\": [0, 0], \"normals\": "
    "[[0, 1, 0], [1, 0, 0]], \"mode\": \"friction\", \"friction\": 0.3, \"cohesion\": 2, "
    "\"friction_radius\": 0.01, \"level\": \"velocity\", "
    "\"compliance\": {\"stiffness\": 1000, \"damping\": 2}}],"
    "\"run\": {\"sequential_impacts\": true}}";
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = lw_text_parse (text, -1, &error);
  g_autoptr (LwProject) project = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LwProject) again = NULL;
  g_autofree char *written = NULL;
  g_autoptr (LwMechanism) read = NULL;
  const MbdCouplingDef *def;

  g_assert_no_error (error);
  def = &lw_mechanism_get_coupling (mechanism, 1)->def;
  g_assert_cmpint (def->mode, ==, MBD_MODE_FRICTION);
  g_assert_cmpfloat (def->friction, ==, 0.3);
  g_assert_cmpfloat (def->cohesion, ==, 2);
  g_assert_cmpfloat (def->friction_radius, ==, 0.01);
  g_assert_cmpint (def->level, ==, MBD_LEVEL_VELOCITY);
  project = lw_project_new (mechanism, NULL, NULL);
  bytes = lw_store_write (project, NULL, &error);
  g_assert_no_error (error);
  again = lw_store_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lw_mechanism_equal (again->mechanism, mechanism));
  written = lw_text_write (mechanism);
  read = lw_text_parse (written, -1, &error);
  g_assert_no_error (error);
  g_assert_true (lw_mechanism_equal (read, mechanism));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/store/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("round-trip", test_round_trip);
  ADD ("text", test_text);
  ADD ("no-nan", test_no_nan);
  ADD ("untouched", test_untouched);
  ADD ("journal-beside", test_journal_beside);
  ADD ("schema", test_schema);
  ADD ("settings", test_settings);
  ADD ("replace", test_replace);
  ADD ("names", test_names);
  ADD ("sweep", test_sweep);
  ADD ("changed-on-disk", test_changed_on_disk);
  ADD ("no-traces", test_no_traces);
  ADD ("async", test_async);
  ADD ("busy", test_busy);
  ADD ("times", test_times);
  g_test_add_func ("/store/friction", test_friction);
  return g_test_run ();
}
