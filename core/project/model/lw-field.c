// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions per type of field, and the loops over tables of fields.

#include "lw-field.h"

#include <string.h>

/// One value of a type. Where `equal` is NULL its bytes are compared; where `own` is NULL they are
/// all there is to it.
typedef struct
{
  gsize size;
  bool (*equal) (const void *a, const void *b);
  void (*own) (void *to, const void *from); ///< makes a value of its own at `to`
  void (*clear) (void *value);
} FieldType;

static bool
texts_equal (const void *a, const void *b)
{
  return g_strcmp0 (*(char *const *) a, *(char *const *) b) == 0;
}

static void
text_own (void *to, const void *from)
{
  *(char **) to = g_strdup (*(char *const *) from);
}

static void
text_clear (void *value)
{
  g_clear_pointer ((char **) value, g_free);
}

static bool
lists_equal (const void *a, const void *b)
{
  const GStrv first = *(const GStrv *) a, second = *(const GStrv *) b;

  return first == second
         || (first != NULL && second != NULL
             && g_strv_equal ((const char *const *) first, (const char *const *) second));
}

static void
list_own (void *to, const void *from)
{
  *(GStrv *) to = g_strdupv (*(const GStrv *) from);
}

static void
list_clear (void *value)
{
  g_clear_pointer ((GStrv *) value, g_strfreev);
}

static bool
points_equal (const void *a, const void *b)
{
  const GArray *first = *(GArray *const *) a, *second = *(GArray *const *) b;
  const guint n = first != NULL ? first->len : 0;

  return n == (second != NULL ? second->len : 0)
         && (n == 0 || memcmp (first->data, second->data, n * sizeof (double[3])) == 0);
}

static void
points_own (void *to, const void *from)
{
  GArray *points = *(GArray *const *) from;

  *(GArray **) to = points != NULL ? g_array_copy (points) : NULL;
}

static void
points_clear (void *value)
{
  g_clear_pointer ((GArray **) value, g_array_unref);
}

static bool
functions_equal (const void *a, const void *b)
{
  return lw_function_equal (*(LwFunction *const *) a, *(LwFunction *const *) b);
}

static void
function_own (void *to, const void *from)
{
  *(LwFunction **) to = lw_function_ref (*(LwFunction *const *) from);
}

static void
function_clear (void *value)
{
  g_clear_pointer ((LwFunction **) value, lw_function_unref);
}

static const FieldType types[LW_FIELD_TYPES] = {
  [LW_FIELD_REAL] = { sizeof (double) },
  [LW_FIELD_FLAG] = { sizeof (bool) },
  [LW_FIELD_WHOLE] = { sizeof (int) },
  [LW_FIELD_LONG] = { sizeof (long) },
  [LW_FIELD_CHOICE] = { sizeof (int) },
  [LW_FIELD_BITS] = { sizeof (unsigned) },
  [LW_FIELD_BODY] = { sizeof (int) },
  [LW_FIELD_COUPLING] = { sizeof (int) },
  [LW_FIELD_TEXT] = { sizeof (char *), texts_equal, text_own, text_clear },
  [LW_FIELD_TEXTS] = { sizeof (GStrv), lists_equal, list_own, list_clear },
  [LW_FIELD_POINTS] = { sizeof (GArray *), points_equal, points_own, points_clear },
  [LW_FIELD_FUNCTION] = { sizeof (LwFunction *), functions_equal, function_own, function_clear },
  [LW_FIELD_CLASS] = { sizeof (const void *) },
};

guint
lw_field_count (const LwField *field)
{
  return MAX (field->count, 1);
}

gsize
lw_field_size (const LwField *field)
{
  return lw_field_count (field) * types[field->type].size;
}

const LwField *
lw_fields_find (const LwFieldTable *table, const char *name)
{
  for (guint i = 0; i < table->n_fields; i++)
    if (strcmp (table->fields[i].name, name) == 0)
      return &table->fields[i];
  return NULL;
}

bool
lw_field_equal (const LwField *field, const void *a, const void *b)
{
  const FieldType *type = &types[field->type];
  const char *first = (const char *) a + field->offset;
  const char *second = (const char *) b + field->offset;

  if (type->equal == NULL)
    return memcmp (first, second, lw_field_size (field)) == 0;
  for (guint i = 0; i < lw_field_count (field); i++)
    if (!type->equal (first + i * type->size, second + i * type->size))
      return false;
  return true;
}

bool
lw_fields_equal (const LwFieldTable *table, const void *a, const void *b, unsigned flags)
{
  for (guint i = 0; i < table->n_fields && a != b; i++)
    if ((table->fields[i].flags & flags) == flags && !lw_field_equal (&table->fields[i], a, b))
      return false;
  return true;
}

/// Copies the values to a place that owns none.
static void
own (const LwField *field, void *to, const void *from)
{
  const FieldType *type = &types[field->type];
  const char *source = (const char *) from + field->offset;
  char *target = (char *) to + field->offset;

  if (type->own == NULL)
    memcpy (target, source, lw_field_size (field));
  else
    for (guint i = 0; i < lw_field_count (field); i++)
      type->own (target + i * type->size, source + i * type->size);
}

static void
clear (const LwField *field, void *from)
{
  const FieldType *type = &types[field->type];

  for (guint i = 0; i < lw_field_count (field) && type->clear != NULL; i++)
    type->clear ((char *) from + field->offset + i * type->size);
}

void
lw_field_assign (const LwField *field, void *to, const void *from)
{
  if (lw_field_equal (field, to, from))
    return;
  clear (field, to);
  own (field, to, from);
}

void
lw_fields_copy (const LwFieldTable *table, void *to, const void *from)
{
  for (guint i = 0; i < table->n_fields; i++)
    own (&table->fields[i], to, from);
}

void
lw_fields_clear (const LwFieldTable *table, void *from)
{
  for (guint i = 0; i < table->n_fields; i++)
    clear (&table->fields[i], from);
}
