// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-field-text.h"

#include <math.h>
#include <string.h>

#include "lw-text-fields-private.h"
#include "lw-text-reader-private.h"

// Writing: returns the text of one value.

static char *
real_text (const LwField *field, const void *value)
{
  return lw_text_number_text (*(const double *) value);
}

static char *
flag_text (const LwField *field, const void *value)
{
  return g_strdup (*(const bool *) value ? "true" : "false");
}

static char *
whole_text (const LwField *field, const void *value)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, lw_field_get_whole (field, value));
}

static char *
word_text (const LwField *field, const void *value)
{
  const char *word = lw_word_of (field->words, *(const int *) value);

  return word != NULL ? lw_text_string_text (word) : g_strdup ("null");
}

static char *
class_text (const LwField *field, const void *value)
{
  const char *word = lw_family_of (*(const void *const *) value)->word;

  return word != NULL ? lw_text_string_text (word) : g_strdup ("null");
}

static char *
string_text (const LwField *field, const void *value)
{
  return lw_text_string_text (*(const char *const *) value);
}

/// Returns a list of `n` texts; takes ownership.
static char *
list_text (GPtrArray *items)
{
  char *text = lw_text_join (items, "[", ", ", "]");

  g_ptr_array_unref (items);
  return text;
}

static char *
strings_text (const LwField *field, const void *value)
{
  GPtrArray *items = lw_text_fields_new ();

  for (char **text = *(const GStrv *) value; text != NULL && *text != NULL; text++)
    g_ptr_array_add (items, lw_text_string_text (*text));
  return list_text (items);
}

static char *
points_text (const LwField *field, const void *value)
{
  const GArray *points = *(GArray *const *) value;
  GPtrArray *items = lw_text_fields_new ();

  for (guint i = 0; points != NULL && i < points->len; i++)
    g_ptr_array_add (
      items, lw_text_numbers_text ((const double *) (const void *) points->data + 3 * (gsize) i,
                                   field->flat ? 2 : 3));
  return list_text (items);
}

static char *
function_text (const LwField *field, const void *value)
{
  const LwFunction *function = *(LwFunction *const *) value;

  return function != NULL ? lw_text_function_text (function) : g_strdup ("null");
}

/// Returns the class of the coupling that has these rows.
static const MbdCouplingClass *
class_of_rows (const LwField *field, const void *value)
{
  const LwCoupling *coupling = (const void *) ((const char *) value - field->offset);

  return coupling->def.class_;
}

static char *
row_text (const char *name, const MbdRowDef *row)
{
  const LwTextObject *compliance = lw_text_object (LW_TEXT_COMPLIANCE);
  const LwCoupling usual = { .def = { .compliant = true } };
  GPtrArray *fields = lw_text_fields_new ();

  lw_text_add (fields, "row", lw_text_string_text (name));
  if (row->has_level)
    lw_text_add (fields, "level", lw_text_string_text (lw_word_of (lw_level_words, row->level)));
  if (row->has_compliance) {
    const LwCoupling coupling = {
      .def = { .compliant = row->compliant, .stiffness = row->stiffness, .damping = row->damping }
    };
    GPtrArray *inner = lw_text_fields_new ();

    lw_text_add_plain (inner, compliance, &coupling, &usual);
    lw_text_add (fields, "compliance", lw_text_object_text (inner));
  }
  return lw_text_object_text (fields);
}

static char *
rows_text (const LwField *field, const void *value)
{
  const MbdCouplingClass *class_ = class_of_rows (field, value);
  const MbdRowDef *rows = value;
  GPtrArray *items = lw_text_fields_new ();

  for (int i = 0; mbd_class_row_name (class_, i) != NULL; i++)
    if (rows[i].has_level || rows[i].has_compliance)
      g_ptr_array_add (items, row_text (mbd_class_row_name (class_, i), &rows[i]));
  return list_text (items);
}

// Reading: puts one value at a place that owns none. Returns false if it has another type.

static bool
real_read (const LwField *field, void *value, const LwJson *node)
{
  if (node->type == LW_JSON_NUMBER)
    *(double *) value = node->number;
  return node->type == LW_JSON_NUMBER;
}

static bool
flag_read (const LwField *field, void *value, const LwJson *node)
{
  if (node->type == LW_JSON_BOOLEAN)
    *(bool *) value = node->boolean;
  return node->type == LW_JSON_BOOLEAN;
}

static bool
whole_read (const LwField *field, void *value, const LwJson *node)
{
  const bool refers = field->type == LW_FIELD_BODY || field->type == LW_FIELD_COUPLING;
  const double most = refers ? G_MAXINT : (double) field->most;

  if (node->type != LW_JSON_NUMBER || node->number < (double) field->least || node->number > most
      || node->number != floor (node->number))
    return false;
  lw_field_set_whole (field, value, (gint64) node->number);
  return true;
}

static bool
word_read (const LwField *field, void *value, const LwJson *node)
{
  const LwWord *word =
    node->type == LW_JSON_STRING ? lw_word_find (field->words, node->string) : NULL;

  if (word != NULL)
    *(int *) value = word->value;
  return word != NULL;
}

static bool
class_read (const LwField *field, void *value, const LwJson *node)
{
  const LwFamily *family =
    node->type == LW_JSON_STRING ? lw_field_find_family (field, node->string) : NULL;

  if (family != NULL)
    *(const void **) value = lw_family_class (family);
  return family != NULL;
}

static bool
string_read (const LwField *field, void *value, const LwJson *node)
{
  if (node->type == LW_JSON_STRING)
    *(char **) value = g_strdup (node->string);
  return node->type == LW_JSON_STRING;
}

static bool
strings_read (const LwField *field, void *value, const LwJson *node)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  if (node->type != LW_JSON_LIST)
    return false;
  for (guint i = 0; i < node->length; i++) {
    const LwJson *item = lw_json_element (node, i);

    if (item->type != LW_JSON_STRING)
      return false;
    g_ptr_array_add (texts, g_strdup (item->string));
  }
  g_ptr_array_add (texts, NULL);
  *(GStrv *) value = g_strdupv ((char **) texts->pdata);
  return true;
}

static bool
points_read (const LwField *field, void *value, const LwJson *node)
{
  g_autoptr (GArray) points = NULL;

  if (node->type != LW_JSON_LIST || node->length > LW_MECHANISM_MAX_ELEMENTS)
    return false;
  points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  for (guint i = 0; i < node->length; i++) {
    const LwJson *item = lw_json_element (node, i);
    double point[3] = { 0 };

    if (item->type != LW_JSON_LIST || item->length != (field->flat ? 2 : 3))
      return false;
    for (guint k = 0; k < item->length; k++)
      if (!real_read (field, &point[k], lw_json_element (item, k)))
        return false;
    g_array_append_vals (points, point, 1);
  }
  *(GArray **) value = points->len > 0 ? g_steal_pointer (&points) : NULL;
  return true;
}

static bool
function_read (const LwField *field, void *value, const LwJson *node)
{
  const LwTextScope scope = { .name = "The function", .place = "value" };
  LwTextReader reader = { 0 };
  LwFunction *function = NULL;

  if (node->type != LW_JSON_NULL)
    function = lw_text_node_function (&reader, &scope, node, "function");
  if (reader.error == NULL)
    *(LwFunction **) value = function;
  else
    lw_function_unref (function);
  return reader.error == NULL || (g_clear_error (&reader.error), false);
}

static bool
rows_read (const LwField *field, void *value, const LwJson *node)
{
  LwTextReader reader = { 0 };

  lw_text_read_rows (&reader, &(LwTextScope){ .name = "The coupling", .place = "value" }, node,
                     class_of_rows (field, value), value);
  return reader.error == NULL || (g_clear_error (&reader.error), false);
}

static const struct
{
  char *(*text) (const LwField *field, const void *value);
  bool (*read) (const LwField *field, void *value, const LwJson *node);
} types[LW_FIELD_TYPES] = {
  [LW_FIELD_REAL] = { real_text, real_read },
  [LW_FIELD_FLAG] = { flag_text, flag_read },
  [LW_FIELD_WHOLE] = { whole_text, whole_read },
  [LW_FIELD_LONG] = { whole_text, whole_read },
  [LW_FIELD_CHOICE] = { word_text, word_read },
  [LW_FIELD_BITS] = { whole_text, whole_read },
  [LW_FIELD_BODY] = { whole_text, whole_read },
  [LW_FIELD_COUPLING] = { whole_text, whole_read },
  [LW_FIELD_TEXT] = { string_text, string_read },
  [LW_FIELD_TEXTS] = { strings_text, strings_read },
  [LW_FIELD_POINTS] = { points_text, points_read },
  [LW_FIELD_FUNCTION] = { function_text, function_read },
  [LW_FIELD_CLASS] = { class_text, class_read },
  [LW_FIELD_ROWS] = { rows_text, rows_read },
};

char *
lw_field_dup_text (const LwField *field, const void *element)
{
  const guint n = lw_field_count (field);
  GPtrArray *items = lw_text_fields_new ();
  char *text;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (items,
                     lw_field_is_absent (field, element, i)
                       ? g_strdup ("null")
                       : types[field->type].text (field, lw_field_value (field, element, i)));
  if (n > 1)
    return list_text (items);
  text = g_strdup (items->pdata[0]);
  g_ptr_array_unref (items);
  return text;
}

/// Puts value `index` of a field in a struct that owns none of its values.
static bool
read_value (const LwField *field, void *element, guint index, const LwJson *node)
{
  if (node->type == LW_JSON_NULL && (field->flags & LW_FIELD_OPTIONAL)) {
    lw_field_set_absent (field, element, index);
    return true;
  }
  return types[field->type].read (field, lw_field_value (field, element, index), node);
}

bool
lw_field_read_text (const LwField *field, void *element, const char *text)
{
  const guint n = lw_field_count (field);
  g_autoptr (LwJsonTree) tree = lw_json_parse (text, strlen (text), NULL, NULL);
  const LwJson *root = tree != NULL ? lw_json_root (tree) : NULL;
  // As large as the struct, so that the values lie at their offsets; other values are only borrowed.
  g_autofree char *values = NULL;
  const LwFieldTable one = { .fields = field, .n_fields = 1 };
  bool good;

  if (root == NULL || (n > 1 && (root->type != LW_JSON_LIST || root->length != n)))
    return false;
  values = g_malloc0 (field->offset + lw_field_size (field));
  // Names of rows depend on the kind of the coupling, which is a field before them.
  memcpy (values, element, field->offset);
  good = true;
  for (guint i = 0; good && i < n; i++)
    good = read_value (field, values, i, n > 1 ? lw_json_element (root, i) : root);
  if (good)
    lw_field_assign (field, element, values);
  lw_fields_clear (&one, values);
  return good;
}
