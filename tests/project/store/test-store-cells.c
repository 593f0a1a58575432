// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writing accepts everything that reading accepts: every cell of a project's tables is set to
// invalid values, and the salvaged project can be saved and opened again unchanged.

#include <sqlite3.h>
#include <string.h>

#include "lw-store-private.h"
#include "testing-project.h"

// New values of a cell, in SQL; a column of type ANY can hold a number.
static const char *const strange_numbers[] = { "-1.0",  "0.0", "1e308", "-1e-320",
                                               "9e999", "3",   "'x'",   "NULL" };
static const char *const strange_integers[] = { "-1", "0", "1", "64", "2147483648", "-1 << 62" };
static const char *const strange_texts[] = { "''",
                                             "'x'",
                                             "'ground'",
                                             "'a' || char (10) || 'b'",
                                             "CAST (x'4100' AS TEXT)",
                                             "CAST (x'41ff' AS TEXT)",
                                             "hex (zeroblob (40000))" };
static const char *const strange_blobs[] = { "x''", "zeroblob (32)" };

/// Database in memory that is changed, and restored from the bytes of the complete project.
typedef struct
{
  sqlite3 *database;
  GBytes *whole;
  char *folder;
  GFile *file;
  int thinning; ///< one of `thinning` changes is tried
  int n_changes, n_tried, n_kept;
} Cells;

static void
run (sqlite3 *database, const char *sql)
{
  char *message = NULL;

  if (sqlite3_exec (database, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", sql, message);
}

static void
take_whole (Cells *self)
{
  const sqlite3_int64 size = (sqlite3_int64) g_bytes_get_size (self->whole);
  guint8 *copy = sqlite3_malloc64 ((sqlite3_uint64) size);

  memcpy (copy, g_bytes_get_data (self->whole, NULL), (gsize) size);
  sqlite3_close (self->database);
  sqlite3_open (":memory:", &self->database);
  sqlite3_deserialize (self->database, "main", copy, size, size,
                       SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
  run (self->database, "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF");
}

// Checks that the project salvaged from the current database can be saved and opened again.
static void
check (Cells *self, const char *change)
{
  sqlite3_int64 size = 0;
  guint8 *data = sqlite3_serialize (self->database, "main", &size, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwProject) kept = NULL;
  g_autoptr (LwProject) again = NULL;
  g_autoptr (GBytes) bytes = NULL;

  testing_write (self->file, data, (gsize) size);
  sqlite3_free (data);
  self->n_tried++;
  kept = lw_store_salvage (self->file, NULL, NULL, &error);
  if (kept == NULL) {
    testing_assert_sentence (error);
    return;
  }
  self->n_kept++;
  bytes = lw_store_write (kept, NULL, &error);
  if (bytes == NULL)
    g_error ("%s: salvaged, but not saved: %s", change, error->message);
  again = lw_store_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, &error);
  if (again == NULL)
    g_error ("%s: salvaged and saved, but not opened: %s", change, error->message);
  if (!lw_project_equal (again, kept))
    g_error ("%s: salvaged and saved, but not the same", change);
}

static void
try_value (Cells *self, const char *table, const char *column, int place, const char *value)
{
  g_autofree char *change = g_strdup_printf ("UPDATE OR IGNORE %s SET %s = (%s) WHERE place = %d",
                                             table, column, value, place);

  if (self->n_changes++ % self->thinning != 0)
    return;
  run (self->database, change);
  if (sqlite3_changes (self->database) > 0)
    check (self, change);
  take_whole (self);
}

static void
try_cell (Cells *self, const char *table, const char *column, const char *type, int place)
{
  const char *const *values = strange_numbers;
  gsize n = G_N_ELEMENTS (strange_numbers);

  if (strcmp (type, "INTEGER") == 0) {
    values = strange_integers;
    n = G_N_ELEMENTS (strange_integers);
  } else if (strcmp (type, "TEXT") == 0) {
    values = strange_texts;
    n = G_N_ELEMENTS (strange_texts);
  } else if (strcmp (type, "BLOB") == 0) {
    values = strange_blobs;
    n = G_N_ELEMENTS (strange_blobs);
  }
  for (gsize i = 0; i < n; i++)
    try_value (self, table, column, place, values[i]);
  // A value from another row: a known word that is invalid here.
  for (int i = 0; i < 3; i++) {
    g_autofree char *other =
      g_strdup_printf ("SELECT %s FROM %s WHERE place <> %d ORDER BY place LIMIT 1 OFFSET %d",
                       column, table, place, i);

    try_value (self, table, column, place, other);
  }
}

// Tries each column in `most` of the rows, evenly distributed.
static void
try_table (Cells *self, const char *table, int most)
{
  g_autofree char *columns = g_strdup_printf ("SELECT name, type FROM pragma_table_info ('%s') "
                                              "WHERE name <> 'place'",
                                              table);
  g_autofree char *count = g_strdup_printf ("SELECT max (place) FROM %s", table);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  sqlite3_stmt *statement = NULL;
  int n_rows;

  sqlite3_prepare_v2 (self->database, count, -1, &statement, NULL);
  sqlite3_step (statement);
  n_rows = sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_prepare_v2 (self->database, columns, -1, &statement, NULL);
  while (sqlite3_step (statement) == SQLITE_ROW) {
    g_ptr_array_add (names, g_strdup ((const char *) sqlite3_column_text (statement, 0)));
    g_ptr_array_add (names, g_strdup ((const char *) sqlite3_column_text (statement, 1)));
  }
  sqlite3_finalize (statement);
  g_assert_cmpuint (names->len, >=, 2);
  for (guint i = 0; i < names->len; i += 2)
    for (int k = 0; k < MIN (most, n_rows); k++)
      try_cell (self, table, names->pdata[i], names->pdata[i + 1],
                1 + ((int) i / 2 + k * n_rows / MIN (most, n_rows)) % n_rows);
}

// Adds a curved slot, which takes no part.
static void
add_slot (LwMechanism *mechanism)
{
  static const double points[][3] = { { 0, 0, 0 }, { 1, 0.5, 0 }, { 2, 0, 0 } };
  const LwCoupling *joint = lw_mechanism_get_coupling (mechanism, 0);
  MbdCouplingDef def = mbd_coupling_default (mbd_curved_slot_class ());
  LwCoupling *slot;

  def.body_a = joint->def.body_a;
  def.body_b = joint->def.body_b;
  def.enabled = false;
  slot = lw_coupling_new (&def, 900, "Groove");
  slot->curve = g_array_new (FALSE, FALSE, sizeof points[0]);
  g_array_append_vals (slot->curve, points, G_N_ELEMENTS (points));
  lw_mechanism_add_coupling (mechanism, slot);
}

static void
test_cells (gconstpointer data)
{
  const char *table = data;
  g_autoptr (LwProject) whole = testing_project ();
  g_autoptr (GPtrArray) runs =
    g_ptr_array_new_with_free_func ((GDestroyNotify) lw_project_run_unref);
  g_autoptr (LwProject) project = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  Cells self = { .folder = testing_folder_new () };

  add_slot (whole->mechanism);
  // Short runs: the rows matter.
  for (int i = 0; i < 2; i++)
    g_ptr_array_add (runs, testing_recorded_run (whole->mechanism, i == 0 ? "One" : "Two", 2, 30));
  project = lw_project_new (whole->mechanism, &whole->view, runs);
  bytes = lw_store_write (project, NULL, &error);
  g_assert_no_error (error);
  self.whole = bytes;
  take_whole (&self);
  self.file = testing_file (self.folder, "changed.linkwright");
  self.thinning = testing_is_torture () ? 1 : 11;
  try_table (&self, table, testing_is_torture () ? 8 : 1);
  g_assert_cmpint (self.n_tried, >, 0);
  g_assert_cmpint (2 * self.n_kept, >=, self.n_tried);
  g_test_message ("%d changes, %d of them salvaged", self.n_tried, self.n_kept);
  sqlite3_close (self.database);
  g_object_unref (self.file);
  testing_folder_free (self.folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (int i = 0; i < LW_STORE_N_TABLES; i++) {
    const char *table = lw_store_table ((LwStoreTableId) i)->name;
    g_autofree char *path = g_strconcat ("/store-cells/", table, NULL);

    g_test_add_data_func (path, table, test_cells);
  }
  return g_test_run ();
}
