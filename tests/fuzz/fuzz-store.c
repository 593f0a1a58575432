// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Project files. An input is what a hostile program does to a project with every kind of element:
// statements of SQL, one in each line, after which the digest is made to match, so that all checks
// behind the digest are reached. Accepted projects are saved and read again; the readable part of
// every file can be saved.

#include <sqlite3.h>
#include <string.h>

#include "fuzz.h"
#include "lw-store-private.h"
#include "testing-project.h"

/// Steps of SQLite's virtual machine that a statement may take, and the longest value it may make.
#define STEPS_MAX 200000
#define LENGTH_MAX 400000

static bool
is_pragma_harmless (const char *name)
{
  return strcmp (name, "user_version") == 0 || strcmp (name, "application_id") == 0
         || strcmp (name, "writable_schema") == 0;
}

/// Statements change the database in memory, and nothing else.
static int
authorize_cb (void *data,
              int action,
              const char *first,
              const char *second,
              const char *c,
              const char *d)
{
  switch (action) {
  case SQLITE_ATTACH:
  case SQLITE_DETACH:
  case SQLITE_TRANSACTION:
  case SQLITE_SAVEPOINT:
    return SQLITE_DENY;
  case SQLITE_PRAGMA:
    return is_pragma_harmless (first) ? SQLITE_OK : SQLITE_DENY;
  default:
    return SQLITE_OK;
  }
}

static int
stop_cb (void *data)
{
  return 1;
}

static void
free_run (void *run)
{
  lw_project_run_unref (run);
}

static GBytes *
base_project (void)
{
  static GBytes *bytes;

  if (bytes == NULL) {
    // A short run, because every input costs the time of the whole file.
    g_autoptr (LwProject) project = testing_project ();
    g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (free_run);
    g_autoptr (LwProject) smaller = NULL;

    g_ptr_array_add (runs, testing_recorded_run (project->mechanism, "Run 1", 2, 3));
    smaller = lw_project_new (project->mechanism, &project->view, runs);
    bytes = lw_store_write (smaller, NULL, NULL);
  }
  return bytes;
}

static sqlite3 *
open_base (void)
{
  sqlite3 *database = NULL;
  gsize size;
  const void *base = g_bytes_get_data (base_project (), &size);
  guint8 *copy = sqlite3_malloc64 (size);

  memcpy (copy, base, size);
  sqlite3_open (":memory:", &database);
  sqlite3_deserialize (database, "main", copy, (sqlite3_int64) size, (sqlite3_int64) size,
                       SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
  sqlite3_exec (database,
                "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; "
                "PRAGMA journal_mode = OFF",
                NULL, NULL, NULL);
  return database;
}

static void
set_digest (sqlite3 *database)
{
  LwDeadline deadline = lw_deadline_for_file (0, NULL);
  guint8 digest[LW_STORE_DIGEST_SIZE];
  sqlite3_stmt *update = NULL;

  if (!lw_store_digest (database, &deadline, digest, NULL))
    return;
  sqlite3_prepare_v2 (database, "UPDATE project SET digest = ? WHERE length (digest) = 32", -1,
                      &update, NULL);
  sqlite3_bind_blob (update, 1, digest, sizeof digest, SQLITE_STATIC);
  sqlite3_step (update);
  sqlite3_finalize (update);
}

static guint8 *
make_file (const char *statements, sqlite3_int64 *size)
{
  g_auto (GStrv) lines = g_strsplit (statements, "\n", 40);
  sqlite3 *database = open_base ();
  guint8 *file;

  sqlite3_set_authorizer (database, authorize_cb, NULL);
  sqlite3_limit (database, SQLITE_LIMIT_LENGTH, LENGTH_MAX);
  for (char **line = lines; *line != NULL; line++) {
    sqlite3_progress_handler (database, STEPS_MAX, stop_cb, NULL);
    sqlite3_exec (database, *line, NULL, NULL, NULL);
  }
  sqlite3_set_authorizer (database, NULL, NULL);
  sqlite3_progress_handler (database, 0, NULL, NULL);
  set_digest (database);
  file = sqlite3_serialize (database, "main", size, 0);
  sqlite3_close (database);
  return file;
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  g_autofree char *statements = fuzz_dup_text (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwProject) project = NULL;
  g_autoptr (LwProject) kept = NULL;
  sqlite3_int64 n = 0;
  guint8 *file = make_file (statements, &n);

  if (file == NULL)
    return;
  project = lw_store_parse (file, (gsize) n, NULL, &error);
  if (project == NULL)
    fuzz_check_refusal (error);
  else {
    fuzz_check_project (project);
    fuzz_check_mechanism (project->mechanism, false);
  }
  if (project == NULL)
    kept = lw_store_salvage_bytes (g_bytes_new (file, (gsize) n), NULL, NULL, NULL);
  if (kept != NULL)
    fuzz_check_project (kept);
  sqlite3_free (file);
}
