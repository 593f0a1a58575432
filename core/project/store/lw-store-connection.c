// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Connections to databases in memory: an empty one for writing, and a hardened read-only one for
// the bytes of an untrusted file. SQLite is never given a file name.

#include "lw-background.h"
#include "lw-store-private.h"

#include <glib/gi18n.h>
#include <string.h>

/// Steps of SQLite's virtual machine between two checks of the deadline; well below 1 ms.
#define PROGRESS_STEPS 5000
/// Memory limit of SQLite in this process, bytes; it only guards against what the other checks
/// miss.
#define HEAP_LIMIT (G_GINT64_CONSTANT (3) << 30)

static const char *const DAMAGED =
  N_ ("The file is damaged and cannot be opened; "
      "\"linkwright-cli salvage\" recovers its readable parts into a new file");

void
lw_store_set_error (sqlite3 *database, LwDeadline *deadline, GError **error)
{
  int code = database != NULL ? sqlite3_errcode (database) : SQLITE_NOMEM;

  switch (code) {
  case SQLITE_NOMEM:
    g_set_error_literal (error, LW_ERROR, LW_ERROR_IO,
                         _ ("There is not enough memory for this project; close something else."));
    break;
  case SQLITE_INTERRUPT:
    lw_deadline_set_error (deadline, error);
    break;
  case SQLITE_TOOBIG:
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_BAD_FILE,
      _ ("The file holds a value that is longer than any value that Linkwright writes."));
    break;
  case SQLITE_CONSTRAINT: // only when writing
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("The project holds a value that no project file can hold; "
                            "undo the last change and save again."));
    break;
  default:
    // The message of SQLite may quote the file and is meant for programmers.
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, "%s.", _ (DAMAGED));
    break;
  }
}

sqlite3_stmt *
lw_store_prepare (sqlite3 *database, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (database, sql, -1, &statement, NULL) == SQLITE_OK)
    return statement;
  lw_store_set_error (database, NULL, error);
  return NULL;
}

static gboolean
run_sql (sqlite3 *database, LwDeadline *deadline, const char *sql, GError **error)
{
  if (sqlite3_exec (database, sql, NULL, NULL, NULL) == SQLITE_OK)
    return TRUE;
  lw_store_set_error (database, deadline, error);
  return FALSE;
}

const char *
lw_store_sqlite_version (void)
{
  return sqlite3_libversion ();
}

// SQLite's own memory store holds the file as one piece, so that it need not be copied.
static sqlite3 *
open_memory (GError **error)
{
  static gsize limited = 0;
  sqlite3 *database = NULL;

  if (g_once_init_enter (&limited)) {
    sqlite3_hard_heap_limit64 (HEAP_LIMIT);
    g_once_init_leave (&limited, 1);
  }
  if (sqlite3_open_v2 ("project", &database,
                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, "memdb")
      != SQLITE_OK) {
    lw_store_set_error (database, NULL, error);
    g_clear_pointer (&database, sqlite3_close);
  }
  return database;
}

sqlite3 *
lw_store_create (GError **error)
{
  // 0x4c575254: LWRT
  static const char settings[] = "PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; "
                                 "PRAGMA journal_mode = OFF; PRAGMA foreign_keys = ON; "
                                 "PRAGMA application_id = 0x4c575254; PRAGMA user_version = 1000; "
                                 "BEGIN";
  g_autoptr (sqlite3) database = open_memory (error);

  G_STATIC_ASSERT (LW_STORE_APPLICATION_ID == 0x4c575254 && LW_STORE_FORMAT == 1000);
  if (database == NULL || !run_sql (database, NULL, settings, error))
    return NULL;
  for (int i = 0; i < LW_STORE_N_TABLES; i++)
    if (!run_sql (database, NULL, lw_store_table ((LwStoreTableId) i)->create, error))
      return NULL;
  return g_steal_pointer (&database);
}

// Hardening

static int
progress_cb (void *deadline)
{
  return lw_deadline_is_over (deadline);
}

static gboolean
harden (sqlite3 *database, LwDeadline *deadline, GError **error)
{
  static const int switches[][2] = {
    { SQLITE_DBCONFIG_DEFENSIVE, 1 },
    { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
    { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
    { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
    { SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
  };
  static const int limits[][2] = {
    // A row with the largest background image.
    { SQLITE_LIMIT_LENGTH, LW_BACKGROUND_MAX_BYTES + 1000 },
    { SQLITE_LIMIT_SQL_LENGTH, 100000 },
    { SQLITE_LIMIT_COLUMN, 100 },
    { SQLITE_LIMIT_EXPR_DEPTH, 10 },
    { SQLITE_LIMIT_COMPOUND_SELECT, 3 },
    { SQLITE_LIMIT_VDBE_OP, 25000 },
    { SQLITE_LIMIT_FUNCTION_ARG, 8 },
    { SQLITE_LIMIT_ATTACHED, 0 },
    { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50 },
    { SQLITE_LIMIT_VARIABLE_NUMBER, 100 },
    { SQLITE_LIMIT_TRIGGER_DEPTH, 10 },
    { SQLITE_LIMIT_WORKER_THREADS, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (switches); i++) {
    int now = -1;

    sqlite3_db_config (database, switches[i][0], switches[i][1], &now);
    if (now != switches[i][1]) {
      g_set_error_literal (
        error, LW_ERROR, LW_ERROR_IO,
        _ ("This version of SQLite cannot be secured against untrusted files; update it."));
      return FALSE;
    }
  }
  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    sqlite3_limit (database, limits[i][0], limits[i][1]);
  sqlite3_progress_handler (database, PROGRESS_STEPS, progress_cb, deadline);
  // These statements read no content.
  return run_sql (database, deadline,
                  "PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON; PRAGMA query_only = ON; "
                  "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY",
                  error);
}

sqlite3 *
lw_store_attach (guint8 *data, gsize size, LwDeadline *deadline, GError **error)
{
  g_autoptr (sqlite3) database = open_memory (error);

  if (database == NULL)
    return NULL;
  // A database flagged for a write-ahead log cannot be opened in memory; such a log is never read.
  data[18] = data[19] = 1;
  if (sqlite3_deserialize (database, "main", data, (sqlite3_int64) size, (sqlite3_int64) size,
                           SQLITE_DESERIALIZE_READONLY)
      != SQLITE_OK) {
    lw_store_set_error (database, deadline, error);
    return NULL;
  }
  if (!harden (database, deadline, error))
    return NULL;
  return g_steal_pointer (&database);
}

// Checks

static guint32
big_endian (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

gboolean
lw_store_is_database (const void *data, gsize size)
{
  // The terminating zero is part of it.
  return size >= 16 && memcmp (data, "SQLite format 3", 16) == 0;
}

gboolean
lw_store_check_header (const guint8 *data, gsize size, GError **error)
{
  guint32 format;

  if (size == 0) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("The file is empty; it is not a Linkwright project."));
    return FALSE;
  }
  if (!lw_store_is_database (data, size)) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("The file is not a Linkwright project."));
    return FALSE;
  }
  if (size < 512) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("The file is cut off; it ends before any data of the project."));
    return FALSE;
  }
  if (big_endian (data + 68) != LW_STORE_APPLICATION_ID) {
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_BAD_FILE,
      _ ("The file is a database of another program, not a Linkwright project."));
    return FALSE;
  }
  format = big_endian (data + 60);
  if (format > LW_STORE_FORMAT && format < 1000000) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 _ ("The project was saved by a newer Linkwright; open it with Linkwright %u.%u or "
                    "newer, this one reads projects up to format %d.%d."),
                 format / 1000, format % 1000, LW_STORE_FORMAT / 1000, LW_STORE_FORMAT % 1000);
    return FALSE;
  }
  if (format > 0 && format < 1000) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 _ ("The project was written by a development version of Linkwright (format 0.%u); "
                    "open it with that version and export it as text."),
                 format);
    return FALSE;
  }
  if (format != LW_STORE_FORMAT) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, "%s.", _ (DAMAGED));
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_quick (sqlite3 *database, LwDeadline *deadline, GError **error)
{
  g_autoptr (sqlite3_stmt) check = lw_store_prepare (database, "PRAGMA quick_check (1)", error);
  int code;

  if (check == NULL)
    return FALSE;
  code = sqlite3_step (check);
  if (code == SQLITE_ROW && g_strcmp0 ((const char *) sqlite3_column_text (check, 0), "ok") == 0)
    return TRUE;
  if (code == SQLITE_ROW)
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, "%s.", _ (DAMAGED));
  else
    lw_store_set_error (database, deadline, error);
  return FALSE;
}

// Returns the tables as SQLite describes them, one line each, or NULL and an error if that fails.
static char *
describe_tables (sqlite3 *database, LwDeadline *deadline, GError **error)
{
  g_autoptr (sqlite3_stmt) all = lw_store_prepare (
    database, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid", error);
  g_autoptr (GString) text = g_string_new (NULL);
  int code;

  if (all == NULL)
    return NULL;
  while ((code = sqlite3_step (all)) == SQLITE_ROW && text->len < 200000) {
    for (int i = 0; i < 4; i++) {
      const char *value = (const char *) sqlite3_column_text (all, i);

      g_string_append_printf (text, "%s|", value != NULL ? value : "-");
    }
    g_string_append_c (text, '\n');
  }
  if (code == SQLITE_DONE || code == SQLITE_ROW)
    return g_string_free (g_steal_pointer (&text), FALSE);
  lw_store_set_error (database, deadline, error);
  return NULL;
}

// Returns the description that the tables must have. It is created once, because that takes as long
// as reading a small project. Returns NULL and sets an error if memory is exhausted.
static const char *
expected_tables (GError **error)
{
  static GMutex lock;
  static char *expected;
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&lock);

  if (expected == NULL) {
    g_autoptr (sqlite3) model = lw_store_create (error);

    if (model != NULL)
      expected = describe_tables (model, NULL, error);
  }
  return expected;
}

static gboolean
check_tables (sqlite3 *database, LwDeadline *deadline, GError **error)
{
  g_autofree char *found = describe_tables (database, deadline, error);
  const char *expected = found != NULL ? expected_tables (error) : NULL;

  if (expected == NULL)
    return FALSE;
  if (strcmp (found, expected) == 0)
    return TRUE;
  g_set_error (
    error, LW_ERROR, LW_ERROR_BAD_FILE,
    _ ("The tables of the file are not those of a project of format %d.%d: it was changed "
       "by another program, or saved by a newer Linkwright; open it with the newest one."),
    LW_STORE_FORMAT / 1000, LW_STORE_FORMAT % 1000);
  return FALSE;
}

static gboolean
check_references (sqlite3 *database, LwDeadline *deadline, GError **error)
{
  g_autoptr (sqlite3_stmt) check = lw_store_prepare (database, "PRAGMA foreign_key_check", error);
  int code;

  if (check == NULL)
    return FALSE;
  code = sqlite3_step (check);
  if (code == SQLITE_DONE)
    return TRUE;
  if (code == SQLITE_ROW)
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 "Row %" G_GINT64_FORMAT " of %s refers to something that is not in the file.",
                 (gint64) sqlite3_column_int64 (check, 1),
                 (const char *) sqlite3_column_text (check, 0));
  else
    lw_store_set_error (database, deadline, error);
  return FALSE;
}

gboolean
lw_store_check_structure (sqlite3 *database, LwDeadline *deadline, GError **error)
{
  // The tables are checked first: quick_check evaluates the CHECK constraints of the file, and
  // those of an untrusted file may take unlimited time in one step.
  return check_tables (database, deadline, error) && check_quick (database, deadline, error)
         && check_references (database, deadline, error);
}
