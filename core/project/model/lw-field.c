// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions per type of field, and the loops over tables of fields.

#include "lw-field.h"

#include <math.h>
#include <string.h>

/// Limit of texts whose field has none, bytes.
#define MOST_TEXT 250000

/// One value of a type. Where `equal` is NULL its bytes are compared; where `own` is NULL they are
/// all there is to it.
typedef struct
{
  gsize size;
  /// Returns what the value must be ("be finite"), or NULL if it is good; NULL: any value is good.
  const char *(*check) (const LwField *field, const void *value, guint index);
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

/// Rows that differ in nothing from their coupling are equal, whatever values they have.
static bool
rows_equal (const void *a, const void *b)
{
  const MbdRowDef *first = a, *second = b;
  bool equal = true;

  for (int i = 0; equal && i < MBD_MOST_ROWS; i++)
    equal = first[i].has_level == second[i].has_level
            && first[i].has_compliance == second[i].has_compliance
            && (!first[i].has_level || first[i].level == second[i].level)
            && (!first[i].has_compliance
                || (first[i].compliant == second[i].compliant
                    && memcmp (&first[i].stiffness, &second[i].stiffness, sizeof (double)) == 0
                    && memcmp (&first[i].damping, &second[i].damping, sizeof (double)) == 0));
  return equal;
}

static void
rows_own (void *to, const void *from)
{
  memcpy (to, from, sizeof (MbdRowDef[MBD_MOST_ROWS]));
}

// Checks

static const char *
real_check (const LwField *field, const void *value, guint index)
{
  const double x = *(const double *) value;
  const bool is_signed = field->range == LW_RANGE_ANY || field->range == LW_RANGE_UNIT
                         || (field->range == LW_RANGE_INERTIA && index >= 3);

  if (!isfinite (x))
    return "be finite";
  if (field->range == LW_RANGE_UNIT && index == 0) {
    const double *q = value;

    return fabs (hypot (hypot (q[0], q[1]), hypot (q[2], q[3])) - 1) < 1e-3 ? NULL
                                                                            : "have the length 1";
  }
  if (!is_signed && x < 0)
    return "not be negative";
  if (field->range == LW_RANGE_POSITIVE && x <= 0)
    return "be greater than zero";
  return field->range == LW_RANGE_FRACTION && x > 1 ? "not be greater than 1" : NULL;
}

static const char *
whole_check (const LwField *field, const void *value, guint index)
{
  const gint64 number = lw_field_get_whole (field, value);

  return number >= field->least && number <= field->most ? NULL : "be in its range";
}

static const char *
choice_check (const LwField *field, const void *value, guint index)
{
  return lw_word_of (field->words, *(const int *) value) != NULL ? NULL
                                                                 : "be one of those that are known";
}

static const char *
class_check (const LwField *field, const void *value, guint index)
{
  const LwFamilyId family = lw_family_of (*(const void *const *) value)->id;

  return (long) family >= field->least && (long) family <= field->most
           ? NULL
           : "be one of those that a file can hold";
}

static const char *
text_fault (const char *text, gsize most)
{
  const gsize size = strlen (text);

  if (size > (most > 0 ? most : MOST_TEXT))
    return "be shorter";
  return g_utf8_validate_len (text, size, NULL) ? NULL : "be UTF-8 text";
}

static const char *
text_check (const LwField *field, const void *value, guint index)
{
  const char *text = *(const char *const *) value;

  return text != NULL ? text_fault (text, (gsize) field->most) : "not be missing";
}

static const char *
list_check (const LwField *field, const void *value, guint index)
{
  const GStrv texts = *(const GStrv *) value;
  const char *fault = NULL;

  for (guint i = 0; fault == NULL && texts != NULL && texts[i] != NULL; i++)
    fault = text_fault (texts[i], 0);
  return fault;
}

static const char *
points_check (const LwField *field, const void *value, guint index)
{
  const GArray *points = *(GArray *const *) value;

  for (guint i = 0; points != NULL && i < 3 * points->len; i++)
    if (!isfinite (((const double *) (const void *) points->data)[i]))
      return "be finite";
  return NULL;
}

static const char *
rows_check (const LwField *field, const void *value, guint index)
{
  const MbdRowDef *rows = value;

  for (int i = 0; i < MBD_MOST_ROWS; i++) {
    if (rows[i].has_level && lw_word_of (lw_level_words, (int) rows[i].level) == NULL)
      return "have levels that are known";
    if (rows[i].has_compliance
        && !(isfinite (rows[i].stiffness) && rows[i].stiffness >= 0 && isfinite (rows[i].damping)
             && rows[i].damping >= 0))
      return "have a stiffness and a damping that are not negative";
  }
  return NULL;
}

static const FieldType types[LW_FIELD_TYPES] = {
  [LW_FIELD_REAL] = { sizeof (double), real_check },
  [LW_FIELD_FLAG] = { sizeof (bool) },
  [LW_FIELD_WHOLE] = { sizeof (int), whole_check },
  [LW_FIELD_LONG] = { sizeof (long), whole_check },
  [LW_FIELD_CHOICE] = { sizeof (int), choice_check },
  [LW_FIELD_BITS] = { sizeof (unsigned), whole_check },
  [LW_FIELD_BODY] = { sizeof (int) },
  [LW_FIELD_COUPLING] = { sizeof (int) },
  [LW_FIELD_TEXT] = { sizeof (char *), text_check, texts_equal, text_own, text_clear },
  [LW_FIELD_TEXTS] = { sizeof (GStrv), list_check, lists_equal, list_own, list_clear },
  [LW_FIELD_POINTS] = { sizeof (GArray *), points_check, points_equal, points_own, points_clear },
  [LW_FIELD_FUNCTION] = { sizeof (LwFunction *), NULL, functions_equal, function_own,
                          function_clear },
  [LW_FIELD_CLASS] = { sizeof (const void *), class_check },
  [LW_FIELD_ROWS] = { sizeof (MbdRowDef[MBD_MOST_ROWS]), rows_check, rows_equal, rows_own },
  [LW_FIELD_ROW] = { sizeof (gint64) },
  [LW_FIELD_BYTES] = { sizeof (LwBytes) },
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

void *
lw_field_value (const LwField *field, const void *element, guint index)
{
  return (char *) element + field->offset + index * types[field->type].size;
}

gint64
lw_field_get_whole (const LwField *field, const void *value)
{
  switch (field->type) {
  case LW_FIELD_FLAG:
    return *(const bool *) value;
  case LW_FIELD_BITS:
    return *(const unsigned *) value;
  case LW_FIELD_LONG:
    return *(const long *) value;
  case LW_FIELD_ROW:
    return *(const gint64 *) value;
  default:
    return *(const int *) value;
  }
}

void
lw_field_set_whole (const LwField *field, void *value, gint64 number)
{
  switch (field->type) {
  case LW_FIELD_FLAG:
    *(bool *) value = number != 0;
    break;
  case LW_FIELD_BITS:
    *(unsigned *) value = (unsigned) number;
    break;
  case LW_FIELD_LONG:
    *(long *) value = (long) number;
    break;
  case LW_FIELD_ROW:
    *(gint64 *) value = number;
    break;
  default:
    *(int *) value = (int) number;
  }
}

const LwField *
lw_fields_find (const LwFieldTable *table, const char *name)
{
  for (guint i = 0; i < table->n_fields; i++)
    if (strcmp (table->fields[i].name, name) == 0)
      return &table->fields[i];
  return NULL;
}

const LwFamily *
lw_field_find_family (const LwField *field, const char *word)
{
  return lw_family_of_word (word, (LwFamilyId) field->least, (LwFamilyId) field->most);
}

/// Returns the number of a word in a list of words that are separated by spaces; -1: none.
static int
find_word (const char *list, const char *word, gsize length)
{
  int index = 0;

  for (const char *at = list; at != NULL && *at != '\0'; at += strspn (at, " "), index++) {
    const gsize size = strcspn (at, " ");

    if (size == length && strncmp (at, word, length) == 0)
      return index;
    at += size;
  }
  return -1;
}

bool
lw_field_is_in (const LwField *field, const char *object)
{
  return find_word (field->objects, object, strlen (object)) >= 0;
}

bool
lw_field_is_of (const LwField *field, const char *object)
{
  const char *kinds = field->kinds != NULL ? field->kinds : field->objects;

  return kinds == NULL || find_word (kinds, object, strlen (object)) >= 0;
}

/// True if a flag is set, a text or function exists, an optional number or choice is not absent.
static bool
is_set (const LwField *field, const void *element)
{
  const void *value = lw_field_value (field, element, 0);

  if (field->type == LW_FIELD_FLAG)
    return *(const bool *) value;
  if (field->type == LW_FIELD_TEXT || field->type == LW_FIELD_FUNCTION)
    return *(const void *const *) value != NULL;
  return !lw_field_is_absent (field, element, 0);
}

bool
lw_field_is_shown (const LwFieldTable *table, const LwField *field, const void *element)
{
  const char *equals = field->when != NULL ? strchr (field->when, '=') : NULL;
  const bool inverted = field->when != NULL && field->when[0] == '!';
  g_autofree char *name = NULL;
  const LwField *other;
  const char *word;

  if (field->when == NULL)
    return true;
  name = equals != NULL ? g_strndup (field->when, (gsize) (equals - field->when))
                        : g_strdup (field->when + inverted);
  other = lw_fields_find (table, name);
  g_return_val_if_fail (other != NULL, true);
  if (equals == NULL)
    return is_set (other, element) != inverted;
  word = lw_word_of (other->words, *(const int *) lw_field_value (other, element, 0));
  return word != NULL && find_word (equals + 1, word, strlen (word)) >= 0;
}

guint
lw_field_shown_parts (const LwField *field, bool spatial, guint *n)
{
  const char *shown = spatial ? field->spatial : field->planar;
  gsize first;
  guint count = 0;

  *n = lw_field_count (field);
  if (shown == NULL)
    return 0;
  first = strcspn (shown, " ");
  for (const char *at = shown; *at != '\0'; at += strspn (at, " "), count++)
    at += strcspn (at, " ");
  *n = count;
  return (guint) MAX (find_word (field->parts, shown, first), 0);
}

bool
lw_field_equal (const LwField *field, const void *a, const void *b)
{
  bool (*equal) (const void *a, const void *b) = types[field->type].equal;

  if (equal == NULL)
    return memcmp (lw_field_value (field, a, 0), lw_field_value (field, b, 0),
                   lw_field_size (field))
           == 0;
  for (guint i = 0; i < lw_field_count (field); i++)
    if (!equal (lw_field_value (field, a, i), lw_field_value (field, b, i)))
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

  if (type->own == NULL)
    memcpy (lw_field_value (field, to, 0), lw_field_value (field, from, 0), lw_field_size (field));
  else
    for (guint i = 0; i < lw_field_count (field); i++)
      type->own (lw_field_value (field, to, i), lw_field_value (field, from, i));
}

static void
clear (const LwField *field, void *from)
{
  const FieldType *type = &types[field->type];

  for (guint i = 0; type->clear != NULL && i < lw_field_count (field); i++)
    type->clear (lw_field_value (field, from, i));
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

// Absent values and faults

bool
lw_field_is_absent (const LwField *field, const void *element, guint index)
{
  const void *value;

  if (!(field->flags & LW_FIELD_OPTIONAL))
    return false;
  value = lw_field_value (field, element, index);
  if (field->type == LW_FIELD_REAL)
    return *(const double *) value == field->none;
  if (field->type == LW_FIELD_TEXT)
    return *(const char *const *) value == NULL;
  return lw_field_get_whole (field, value) == (int) field->none;
}

void
lw_field_set_absent (const LwField *field, void *element, guint index)
{
  void *value = lw_field_value (field, element, index);

  if (field->type == LW_FIELD_REAL)
    *(double *) value = field->none;
  else if (field->type == LW_FIELD_TEXT)
    *(char **) value = NULL;
  else
    lw_field_set_whole (field, value, (int) field->none);
}

char *
lw_field_dup_part_name (const LwField *field, guint index)
{
  g_auto (GStrv) parts = field->parts != NULL ? g_strsplit (field->parts, " ", -1) : NULL;

  return parts != NULL ? g_strdup_printf ("%s_%s", field->name, parts[index])
                       : g_strdup (field->name);
}

static const char *
find_fault (const LwField *field, const void *element)
{
  static const double zero;
  const FieldType *type = &types[field->type];
  const char *fault = NULL;

  for (guint i = 0; fault == NULL && i < lw_field_count (field); i++) {
    const void *value = lw_field_value (field, element, i);

    if (lw_field_is_absent (field, element, i))
      continue;
    if (field->flags & LW_FIELD_UNSAVED)
      fault = memcmp (value, &zero, type->size) == 0 ? NULL : "be 0 in a file";
    else if (type->check != NULL)
      fault = type->check (field, value, i);
  }
  return fault;
}

char *
lw_fields_dup_fault (const LwFieldTable *table, const void *element)
{
  for (guint i = 0; i < table->n_fields; i++) {
    const char *fault = find_fault (&table->fields[i], element);

    if (fault != NULL) {
      g_autofree char *name = g_strdelimit (g_strdup (table->fields[i].name), "_", ' ');

      return g_strdup_printf ("the %s must %s", name, fault);
    }
  }
  return NULL;
}
