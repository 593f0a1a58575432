// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements that change the rows of a project: a line is added, removed or repeated, or a number in
// one is replaced. The columns are those of the tables of the format.

#include <string.h>

#include "lw-store-private.h"
#include "mutate.h"

/// Largest number of rows of a table of the project that is changed, about.
#define ROWS_MAX 30

static GPtrArray *
columns_of (LwStoreTableId table)
{
  static GPtrArray *columns[LW_STORE_N_TABLES];
  g_autoptr (sqlite3) empty = NULL;
  g_autoptr (sqlite3_stmt) list = NULL;
  g_autofree char *sql = NULL;

  if (columns[table] != NULL)
    return columns[table];
  columns[table] = g_ptr_array_new ();
  empty = lw_store_create (NULL);
  sql = g_strdup_printf ("SELECT name FROM pragma_table_info ('%s')", lw_store_table (table)->name);
  list = lw_store_prepare (empty, sql, NULL);
  while (sqlite3_step (list) == SQLITE_ROW)
    g_ptr_array_add (columns[table], g_strdup ((const char *) sqlite3_column_text (list, 0)));
  return columns[table];
}

static char *
dup_value (GRand *random)
{
  static const char *const values[] = {
    "NULL",
    "''",
    "'a'",
    "'ground'",
    "x''",
    "x'ff'",
    "zeroblob (100)",
    "zeroblob (300000)",
    "CAST (x'ff' AS TEXT)",
    "'a' || char (10)",
    "'[1, 2]'",
    "'[]'",
    "'{}'",
    "'\"a\"'",
    "'t'",
    "'2 * t'",
    "'a + b'",
    "'pin'",
    "'rod'",
    "'gear'",
    "'spring'",
    "'bushing'",
    "'disc'",
    "'plate'",
    "'body'",
    "'coupling'",
    "'force'",
    "'mass'",
    "'length'",
    "'function'",
    "'mechanism'",
    "'hand'",
    "'polynomial'",
    "'spline'",
    "'expression'",
    "'spatial'",
    "'planar'",
    "'m'",
    "'s'",
    "'kg'",
    "9e999",
    "-9e999",
    "NULL",
  };
  static const char *const numbers[] = {
    "0", "1", "2", "-1", "0.0", "1.0", "-0.0", "1e308", "0.5"
  };

  switch (g_rand_int_range (random, 0, 3)) {
  case 0:
    return g_strdup (mutate_pick (random, values, G_N_ELEMENTS (values)));
  case 1:
    return g_strdup (mutate_pick (random, numbers, G_N_ELEMENTS (numbers)));
  default:
    return g_strdup (mutate_pick_number (random));
  }
}

static char *
dup_statement (GRand *random)
{
  const LwStoreTableId table = (LwStoreTableId) g_rand_int_range (random, 0, LW_STORE_N_TABLES);
  const char *name = lw_store_table (table)->name;
  GPtrArray *columns = columns_of (table);
  const guint chosen = (guint) g_rand_int_range (random, 0, (int) columns->len);
  const char *column = columns->pdata[chosen];
  const char *other = columns->pdata[g_rand_int_range (random, 0, (int) columns->len)];
  const int row = g_rand_int_range (random, 1, ROWS_MAX);
  g_autofree char *value = dup_value (random);
  g_autoptr (GString) all = NULL;

  switch (g_rand_int_range (random, 0, 8)) {
  case 0:
    return g_strdup_printf ("DELETE FROM %s WHERE place = %d", name, row);
  case 1:
    return g_strdup_printf ("DELETE FROM %s WHERE place = (SELECT max (place) FROM %s)", name,
                            name);
  case 2:
    return g_strdup_printf ("UPDATE %s SET %s = %s", name, column, value);
  case 3:
    return g_strdup_printf (
      "UPDATE %s SET %s = (SELECT %s FROM %s WHERE place = %d) WHERE place = %d", name, column,
      other, name, g_rand_int_range (random, 1, ROWS_MAX), row);
  case 4: // a row again, with one value changed
    all = g_string_new (NULL);
    g_string_printf (all, "(SELECT max (place) + 1 FROM %s)", name);
    for (guint i = 1; i < columns->len; i++)
      g_string_append_printf (all, ", %s", i == chosen ? value : (const char *) columns->pdata[i]);
    return g_strdup_printf ("INSERT INTO %s SELECT %s FROM %s WHERE place = %d", name, all->str,
                            name, row);
  default:
    return g_strdup_printf ("UPDATE %s SET %s = %s WHERE place = %d", name, column, value, row);
  }
}

void
mutate (GString *text, GRand *random)
{
  g_auto (GStrv) lines = g_strsplit (text->str, "\n", -1);
  const guint n = g_strv_length (lines);
  const guint at = n > 0 ? (guint) g_rand_int_range (random, 0, (int) n) : 0;
  const int kind = n > 0 ? g_rand_int_range (random, 0, 4) : 0;
  g_autofree char *statement = dup_statement (random);

  g_string_truncate (text, 0);
  for (guint i = 0; i < n; i++)
    if (i != at || kind != 3)
      g_string_append_printf (text, "%s\n", i == at && kind == 2 ? statement : lines[i]);
  if (kind < 2)
    g_string_append (text, statement);
  else if (text->len > 0)
    g_string_truncate (text, text->len - 1);
}
