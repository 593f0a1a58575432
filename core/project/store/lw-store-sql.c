// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// SQL of the tables of a project file: statements and constraints that follow from the types of the
// fields.

#include <string.h>

#include "lw-store-private.h"

/// Appends the type and constraints of a column. `column` is its name, `index` that of the value.
typedef void (*Declare) (GString *sql, const LwField *field, const char *column, guint index);

static bool
is_optional (const LwField *field)
{
  return (field->flags & LW_FIELD_OPTIONAL) != 0;
}

static void
declare_real (GString *sql, const LwField *field, const char *column, guint index)
{
  const bool is_moment = field->range == LW_RANGE_INERTIA && index < 3;

  if (is_optional (field))
    g_string_append_printf (sql, " ANY CHECK (typeof (%s) IN ('null', 'real')", column);
  else
    g_string_append_printf (sql, " ANY NOT NULL CHECK (typeof (%s) = 'real'", column);
  if (field->range == LW_RANGE_POSITIVE)
    g_string_append_printf (sql, " AND %s > 0", column);
  if (field->range == LW_RANGE_NOT_NEGATIVE || is_moment)
    g_string_append_printf (sql, " AND %s >= 0", column);
  if (field->range == LW_RANGE_FRACTION)
    g_string_append_printf (sql, " AND %s BETWEEN 0 AND 1", column);
  g_string_append_c (sql, ')');
}

static void
declare_flag (GString *sql, const LwField *field, const char *column, guint index)
{
  g_string_append_printf (sql, " INTEGER NOT NULL CHECK (%s IN (0, 1))", column);
}

static void
declare_whole (GString *sql, const LwField *field, const char *column, guint index)
{
  g_string_append_printf (sql, " INTEGER NOT NULL%s CHECK (%s BETWEEN %ld AND %ld)",
                          field->flags & LW_FIELD_UNIQUE ? " UNIQUE" : "", column, field->least,
                          field->most);
}

static void
declare_word (GString *sql, const LwField *field, const char *column, guint index)
{
  const char *comma = "";

  g_string_append_printf (sql, " TEXT%s CHECK (%s IN (", is_optional (field) ? "" : " NOT NULL",
                          column);
  for (const LwWord *word = field->words; word->word != NULL; word++, comma = ", ")
    g_string_append_printf (sql, "%s'%s'", comma, word->word);
  g_string_append (sql, "))");
}

static void
declare_class (GString *sql, const LwField *field, const char *column, guint index)
{
  const char *comma = "";

  g_string_append_printf (sql, " TEXT NOT NULL CHECK (%s IN (", column);
  for (long i = field->least; i <= field->most; i++, comma = ", ")
    g_string_append_printf (sql, "%s'%s'", comma, lw_families[i].word);
  g_string_append (sql, "))");
}

static void
declare_body (GString *sql, const LwField *field, const char *column, guint index)
{
  g_string_append_printf (sql, " INTEGER%s REFERENCES bodies (id)",
                          is_optional (field) ? "" : " NOT NULL");
}

static void
declare_coupling (GString *sql, const LwField *field, const char *column, guint index)
{
  // A coupling may refer to a later one.
  g_string_append (sql, " INTEGER REFERENCES couplings (id) DEFERRABLE INITIALLY DEFERRED");
}

static void
declare_text (GString *sql, const LwField *field, const char *column, guint index)
{
  g_string_append_printf (sql, " TEXT%s", is_optional (field) ? "" : " NOT NULL");
  if (field->flags & LW_FIELD_UNIQUE)
    g_string_append_printf (sql, " UNIQUE CHECK (%s <> '')", column);
}

static void
declare_row (GString *sql, const LwField *field, const char *column, guint index)
{
  if (field->refers == NULL) {
    declare_whole (sql, field, column, index);
    return;
  }
  g_string_append_printf (sql, " INTEGER%s%s REFERENCES %s", is_optional (field) ? "" : " NOT NULL",
                          field->flags & LW_FIELD_UNIQUE ? " UNIQUE" : "", field->refers);
}

static void
declare_bytes (GString *sql, const LwField *field, const char *column, guint index)
{
  g_string_append_printf (sql, " BLOB NOT NULL CHECK (length (%s) BETWEEN %ld AND %ld)", column,
                          field->least, field->most);
}

static const Declare declare[LW_FIELD_TYPES] = {
  [LW_FIELD_REAL] = declare_real,   [LW_FIELD_FLAG] = declare_flag,
  [LW_FIELD_WHOLE] = declare_whole, [LW_FIELD_LONG] = declare_whole,
  [LW_FIELD_CHOICE] = declare_word, [LW_FIELD_BITS] = declare_whole,
  [LW_FIELD_BODY] = declare_body,   [LW_FIELD_COUPLING] = declare_coupling,
  [LW_FIELD_TEXT] = declare_text,   [LW_FIELD_CLASS] = declare_class,
  [LW_FIELD_ROW] = declare_row,     [LW_FIELD_BYTES] = declare_bytes,
};

/// The texts of a table while they are made.
typedef struct
{
  GString *declarations, *names, *parameters, *covered;
  guint n_fields;
} Columns;

static void
add_field (Columns *self, const LwField *field, guint n_covered)
{
  for (guint i = 0; i < lw_field_count (field); i++) {
    g_autofree char *name = lw_field_dup_part_name (field, i);

    g_string_append_printf (self->declarations, ", %s", name);
    declare[field->type](self->declarations, field, name, i);
    g_string_append_printf (self->names, ", %s", name);
    g_string_append (self->parameters, ", ?");
    if (n_covered == 0 || self->n_fields < n_covered)
      g_string_append_printf (self->covered, ", %s", name);
  }
  self->n_fields++;
}

/// Makes the texts of a table; they are never freed.
static LwStoreTable
make_table (LwStoreTableId id, int format)
{
  const LwStoreDescription *description = lw_store_describe (id);
  const char *name = description->name;
  LwStoreFields parts[LW_STORE_PARTS];
  const guint n_parts = lw_store_get_parts (id, parts);
  Columns columns = { g_string_new (NULL), g_string_new (NULL), g_string_new (NULL),
                      g_string_new (NULL), 0 };
  GArray *fields = g_array_new (FALSE, FALSE, sizeof (LwStoreColumn));
  LwStoreTable table;

  for (guint k = 0; k < n_parts; k++)
    for (guint i = 0; i < parts[k].table->n_fields; i++) {
      const LwStoreColumn column = { &parts[k].table->fields[i], parts[k].offset };

      if (!lw_store_has_column (column.field, format))
        continue;
      add_field (&columns, column.field, description->covered);
      g_array_append_val (fields, column);
    }
  table = (LwStoreTable){
    .name = name,
    .create =
      g_strdup_printf ("CREATE TABLE %s (place INTEGER PRIMARY KEY CHECK (place %s 1)%s) STRICT",
                       name, description->single ? "=" : ">=", columns.declarations->str),
    .insert = g_strdup_printf ("INSERT INTO %s (place%s) VALUES (?%s)", name, columns.names->str,
                               columns.parameters->str),
    .select = g_strdup_printf ("SELECT place%s FROM %s ORDER BY place", columns.names->str, name),
    .pick = g_strdup_printf ("SELECT place%s FROM %s WHERE place = ?1", columns.names->str, name),
    .last = g_strdup_printf ("SELECT max (place) FROM %s", name),
    .digest = g_strdup_printf ("SELECT place%s FROM %s ORDER BY place", columns.covered->str, name),
    .columns = fields,
  };
  g_string_free (columns.declarations, TRUE);
  g_string_free (columns.names, TRUE);
  g_string_free (columns.parameters, TRUE);
  g_string_free (columns.covered, TRUE);
  return table;
}

const LwStoreTable *
lw_store_table (LwStoreTableId table)
{
  static LwStoreTable tables[LW_STORE_N_TABLES];
  static gsize made = 0;

  if (g_once_init_enter (&made)) {
    for (int i = 0; i < LW_STORE_N_TABLES; i++)
      tables[i] = make_table ((LwStoreTableId) i, LW_STORE_FORMAT);
    g_once_init_leave (&made, 1);
  }
  return &tables[table];
}
