// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// document-project: prints the tables of a project file as docs/project-file.md describes them.

#include <stdio.h>
#include <string.h>

#include "lw-store-private.h"

/// Appends "`planar`, `spatial` or `fixed`".
static void
append_words (GString *text, const LwWord *words)
{
  for (const LwWord *word = words; word->word != NULL; word++)
    g_string_append_printf (text, "%s`%s`",
                            word == words          ? ""
                            : word[1].word == NULL ? " or "
                                                   : ", ",
                            word->word);
}

/// Returns what a value may be: "kg, ≥ 0".
static char *
dup_limits (const LwField *field)
{
  static const char *const ranges[] = {
    [LW_RANGE_POSITIVE] = "> 0",     [LW_RANGE_NOT_NEGATIVE] = "≥ 0",
    [LW_RANGE_FRACTION] = "0 to 1",  [LW_RANGE_INERTIA] = "moments ≥ 0",
    [LW_RANGE_UNIT] = "of length 1",
  };
  GString *text = g_string_new (field->unit);

  if (ranges[field->range] != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", ranges[field->range]);
  if (field->words != NULL)
    append_words (text, field->words);
  if (field->type == LW_FIELD_BYTES && field->least == field->most)
    g_string_append_printf (text, "%ld bytes", field->most);
  else if (field->type == LW_FIELD_BYTES)
    g_string_append_printf (text, "at most %ld bytes", field->most);
  if ((field->type == LW_FIELD_WHOLE || field->type == LW_FIELD_ROW) && field->most > 0
      && field->most < G_MAXINT && field->refers == NULL)
    g_string_append_printf (text, "%ld to %ld", field->least, field->most);
  return g_string_free (text, FALSE);
}

/// Prints "`position_x … z`", or all names of columns that have other parts.
static void
print_names (const LwField *field)
{
  const guint n = lw_field_count (field);
  g_autofree char *first = lw_field_dup_part_name (field, 0);
  const bool is_vector =
    field->parts != NULL
    && (strcmp (field->parts, "x y z") == 0 || strcmp (field->parts, "w x y z") == 0);

  if (is_vector) {
    printf ("| `%s … z`", first);
    return;
  }
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = lw_field_dup_part_name (field, i);

    printf ("%s`%s`", i == 0 ? "| " : ", ", name);
  }
}

static void
print_field (const LwField *field)
{
  g_autofree char *limits = dup_limits (field);
  const int length = (int) strlen (field->about) - 1;

  print_names (field);
  if (limits[0] != '\0')
    printf (" | %.*s (%s). |\n", length, field->about, limits);
  else
    printf (" | %s |\n", field->about);
}

int
main (void)
{
  for (int i = 0; i < LW_STORE_N_TABLES; i++) {
    const LwStoreDescription *table = lw_store_describe ((LwStoreTableId) i);
    LwStoreFields parts[LW_STORE_PARTS];
    const guint n = lw_store_get_parts ((LwStoreTableId) i, parts);

    printf ("### %s\n\n%s\n\n| column | meaning |\n|---|---|\n", table->name, table->about);
    printf ("| `place` | %s |\n",
            table->single ? "Always 1." : "Number of the row, from 1; the order of the rows.");
    for (guint k = 0; k < n; k++)
      for (guint j = 0; j < parts[k].table->n_fields; j++)
        if (lw_store_has_column (&parts[k].table->fields[j], LW_STORE_FORMAT))
          print_field (&parts[k].table->fields[j]);
    printf ("\n");
  }
  return 0;
}
