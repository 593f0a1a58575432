// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// document-text: prints the plain fields of the objects of the text form, as JSON: for each object its
// keys in their order, with the description, type, range and default that the schema gives.

#include <stdio.h>
#include <string.h>

#include "lw-field-text.h"
#include "lw-text-private.h"

/// Returns the struct with the defaults of an object, or NULL if they differ by kind.
static const void *
get_usual (const LwTextObject *self)
{
  static LwCoupling coupling;
  static LwForce force;
  static LwRunSettings run;
  static LwPlotLayout plot;

  coupling.def = mbd_coupling_default (mbd_loop_class ());
  coupling.def.compliant = true;
  force.def = mbd_spring_default ();
  run = lw_run_settings_default ();
  if (self->fields == &lw_plot_fields)
    return &plot;
  // The values of a pair follow from the materials of its bodies.
  if (self->fields == &lw_contact_pair_fields)
    return NULL;
  if (self->element == LW_SELECTION_COUPLING)
    return &coupling;
  if (self->element == LW_SELECTION_FORCE)
    return &force;
  return self->element == LW_SELECTION_NONE ? &run : NULL;
}

/// Returns what the schema says of the type of one value, without the comma before it.
static char *
dup_item_type (const LwField *field)
{
  static const char *const ranges[] = {
    [LW_RANGE_POSITIVE] = ", \"exclusiveMinimum\": 0",
    [LW_RANGE_NOT_NEGATIVE] = ", \"minimum\": 0",
    [LW_RANGE_FRACTION] = ", \"minimum\": 0, \"maximum\": 1",
  };
  GString *words;

  switch (field->type) {
  case LW_FIELD_REAL:
    return g_strdup_printf ("\"type\": \"number\"%s",
                            ranges[field->range] != NULL ? ranges[field->range] : "");
  case LW_FIELD_FLAG:
    return g_strdup ("\"type\": \"boolean\"");
  case LW_FIELD_WHOLE:
  case LW_FIELD_LONG:
    return g_strdup_printf ("\"type\": \"integer\", \"minimum\": %ld, \"maximum\": %ld",
                            field->least, field->most);
  case LW_FIELD_COUPLING:
    return g_strdup ("\"$ref\": \"#/$defs/coupling_reference\"");
  case LW_FIELD_POINTS:
    return g_strdup_printf ("\"type\": \"array\", \"items\": {\"type\": \"array\", \"items\": "
                            "{\"type\": \"number\"}, \"minItems\": %d, \"maxItems\": %d}",
                            field->flat ? 2 : 3, field->flat ? 2 : 3);
  case LW_FIELD_ROWS:
    return g_strdup_printf (
      "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/row\"}, \"maxItems\": %d",
      MBD_MOST_ROWS);
  case LW_FIELD_CHOICE:
    words = g_string_new ("\"enum\": [");
    for (const LwWord *word = field->words; word->word != NULL; word++)
      g_string_append_printf (words, "%s\"%s\"", word == field->words ? "" : ", ", word->word);
    return g_string_free (g_string_append_c (words, ']'), FALSE);
  default:
    return g_strdup ("\"type\": \"string\"");
  }
}

/// Returns what the schema says of the type, without the comma before it. Of several numbers none may be
/// left out, unless they are optional.
static char *
dup_type (const LwField *field)
{
  const guint n = lw_field_count (field);
  const bool optional = (field->flags & LW_FIELD_OPTIONAL) != 0;
  g_autofree char *item = dup_item_type (field);
  g_autofree char *least = field->type == LW_FIELD_REAL && !optional
                             ? g_strdup_printf ("\"minItems\": %u, ", n)
                             : g_strdup ("");

  if (n == 1)
    return g_steal_pointer (&item);
  return g_strdup_printf (optional ? "\"type\": \"array\", %s\"maxItems\": %u, "
                                     "\"items\": {\"anyOf\": [{%s}, {\"type\": \"null\"}]}"
                                   : "\"type\": \"array\", %s\"maxItems\": %u, \"items\": {%s}",
                          least, n, item);
}

/// Returns the sentences of the field: unit and what its absence means are added.
static char *
dup_description (const LwField *field)
{
  const int length = (int) strlen (field->about) - 1;
  GString *text = g_string_new (NULL);

  // A flag is 1 in the project file.
  if (g_str_has_prefix (field->about, "1: "))
    g_string_append_printf (text, "True: %.*s", length - 3, field->about + 3);
  else if (g_str_has_prefix (field->about, "0: "))
    g_string_append_printf (text, "False: %.*s", length - 3, field->about + 3);
  else if (g_str_has_prefix (field->about, "1, or 0 if"))
    g_string_append_printf (text, "False if%.*s", length - 10, field->about + 10);
  else
    g_string_append_printf (text, "%.*s", length, field->about);
  if (field->unit != NULL)
    g_string_append_printf (text, ", %s", field->unit);
  if (field->absent != NULL)
    g_string_append_printf (text, "; by default %s", field->absent);
  return g_string_free (g_string_append_c (text, '.'), FALSE);
}

static void
print_property (const LwField *field, const char *key, const void *usual, bool first)
{
  g_autofree char *type = dup_type (field);
  g_autofree char *description = dup_description (field);
  // A list of points is always given, a list of rows never needed.
  g_autofree char *value = usual != NULL && field->type != LW_FIELD_POINTS
                               && field->type != LW_FIELD_ROWS
                               && !lw_field_is_absent (field, usual, 0)
                             ? lw_field_dup_text (field, usual)
                             : NULL;

  printf ("%s\n    \"%s\": {\"description\": \"%s\", %s%s%s}", first ? "" : ",", key, description,
          type, value != NULL ? ", \"default\": " : "", value != NULL ? value : "");
}

int
main (void)
{
  printf ("{");
  for (guint i = 0; i < lw_text_n_objects (); i++) {
    const LwTextObject *object = lw_text_object (i);
    const LwFieldTable *table = lw_text_object_table (object);
    bool first = true;

    printf ("%s\n  \"%s\": {", i == 0 ? "" : ",", object->name);
    for (guint k = 0; table != NULL && k < table->n_fields; k++) {
      const char *key = lw_text_plain_key (object, &table->fields[k]);

      if (key == NULL)
        continue;
      print_property (&table->fields[k], key, get_usual (object), first);
      first = false;
    }
    printf ("}");
  }
  printf ("\n}\n");
  return 0;
}
