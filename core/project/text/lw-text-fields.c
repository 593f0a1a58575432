// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes fields of JSON objects: numbers, vectors, words, frames, functions of time.

#include "lw-json.h"
#include "lw-number.h"
#include "lw-text-fields-private.h"

#include <math.h>
#include <string.h>

// Length limit of an element on one line; longer ones get one field on each line.
#define LINE_WIDTH 100

// Values

char *
lw_text_number_text (double value)
{
  char buffer[LW_NUMBER_SIZE];

  return g_strdup (lw_number_format (value, buffer));
}

char *
lw_text_numbers_text (const double *values, guint n)
{
  GString *text = g_string_new ("[");
  char buffer[LW_NUMBER_SIZE];

  for (guint i = 0; i < n; i++) {
    g_string_append (text, i > 0 ? ", " : "");
    g_string_append (text, lw_number_format (values[i], buffer));
  }
  return g_string_free (g_string_append_c (text, ']'), FALSE);
}

bool
lw_text_same (const double *a, const double *b, size_t n)
{
  return memcmp (a, b, n * sizeof *a) == 0;
}

const double lw_text_zero[3] = { 0, 0, 0 };

char *
lw_text_vector_text (const double v[3], int dimension)
{
  return lw_text_numbers_text (v, dimension == 2 && lw_text_same (v + 2, lw_text_zero, 1) ? 2 : 3);
}

char *
lw_text_string_text (const char *string)
{
  GString *text = g_string_new (NULL);

  lw_json_append_string (text, string);
  return g_string_free (text, FALSE);
}

// Objects: a list of fields, each "key": value.

GPtrArray *
lw_text_fields_new (void)
{
  return g_ptr_array_new_with_free_func (g_free);
}

void
lw_text_add (GPtrArray *fields, const char *key, char *value)
{
  g_ptr_array_add (fields, g_strdup_printf ("\"%s\": %s", key, value));
  g_free (value);
}

void
lw_text_add_id (GPtrArray *fields, const char *key, int id)
{
  lw_text_add (fields, key, g_strdup_printf ("%d", id));
}

void
lw_text_add_ids (GPtrArray *fields, const char *key, const int *ids, guint n)
{
  g_autoptr (GPtrArray) list = lw_text_fields_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (list, g_strdup_printf ("%d", ids[i]));
  lw_text_add_list (fields, key, list);
}

void
lw_text_add_list (GPtrArray *fields, const char *key, const GPtrArray *list)
{
  lw_text_add (fields, key, lw_text_join (list, "[", ", ", "]"));
}

void
lw_text_add_string (GPtrArray *fields, const char *key, const char *string)
{
  if (string != NULL && *string != '\0')
    lw_text_add (fields, key, lw_text_string_text (string));
}

void
lw_text_add_number (GPtrArray *fields, const char *key, double value, double usual)
{
  if (!lw_text_same (&value, &usual, 1))
    lw_text_add (fields, key, lw_text_number_text (value));
}

void
lw_text_add_vector (GPtrArray *fields,
                    const char *key,
                    const double v[3],
                    const double usual[3],
                    int dimension)
{
  if (!lw_text_same (v, usual, 3))
    lw_text_add (fields, key, lw_text_vector_text (v, dimension));
}

void
lw_text_add_word (GPtrArray *fields, const char *key, const LwWord *words, int value, int usual)
{
  const char *word = lw_word_of (words, value);

  if (value != usual && word != NULL)
    lw_text_add (fields, key, lw_text_string_text (word));
}

void
lw_text_add_bool (GPtrArray *fields, const char *key, bool value, bool usual)
{
  if (value != usual)
    lw_text_add (fields, key, g_strdup (value ? "true" : "false"));
}

char *
lw_text_join (const GPtrArray *fields, const char *open, const char *separator, const char *close)
{
  GString *text = g_string_new (open);

  for (guint i = 0; i < fields->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? separator : "", (char *) fields->pdata[i]);
  return g_string_free (g_string_append (text, close), FALSE);
}

char *
lw_text_object_text (GPtrArray *fields)
{
  char *text = lw_text_join (fields, "{", ", ", "}");

  g_ptr_array_unref (fields);
  return text;
}

char *
lw_text_element_text (GPtrArray *fields, int indent)
{
  char *text = lw_text_join (fields, "{", ", ", "}");

  if (indent + (int) g_utf8_strlen (text, -1) + 1 > LINE_WIDTH) {
    g_autofree char *open = g_strdup_printf ("{\n%*s", indent + 2, "");
    g_autofree char *separator = g_strdup_printf (",\n%*s", indent + 2, "");
    g_autofree char *close = g_strdup_printf ("\n%*s}", indent, "");

    g_free (text);
    text = lw_text_join (fields, open, separator, close);
  }
  g_ptr_array_unref (fields);
  return text;
}

GPtrArray *
lw_text_element_fields (const LwElement *element)
{
  GPtrArray *fields = lw_text_fields_new ();

  lw_text_add (fields, "id", g_strdup_printf ("%d", element->id));
  if (element->name != NULL)
    lw_text_add (fields, "name", lw_text_string_text (element->name));
  return fields;
}

// Places

int
lw_text_dimension_of (const LwMechanism *mechanism, int id)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);

  return body != NULL && body->def.mobility == MBD_SPATIAL ? 3 : 2;
}

// Finds the angle that gives exactly this turn about z. Rounding may have moved it by an ulp or
// two.
static bool
find_angle (const double q[4], double *angle)
{
  double candidate = 2 * atan2 (q[3], q[0]);

  if (!lw_text_same (q + 1, lw_text_zero, 2))
    return false;
  for (int i = -2; i <= 2; i++) {
    *angle = candidate;
    for (int step = 0; step < abs (i); step++)
      *angle = nextafter (*angle, i < 0 ? -INFINITY : INFINITY);
    if (cos (*angle / 2) == q[0] && lw_text_same (&q[3], (double[]){ sin (*angle / 2) }, 1))
      return true;
  }
  return false;
}

static char *
frame_text (const MbdFrame *frame, int dimension)
{
  GPtrArray *fields = lw_text_fields_new ();
  double angle;

  lw_text_add (fields, "point", lw_text_vector_text (frame->point, dimension));
  if (find_angle (frame->quaternion, &angle))
    lw_text_add_number (fields, "angle", angle, 0);
  else
    lw_text_add (fields, "quaternion", lw_text_numbers_text (frame->quaternion, 4));
  return lw_text_object_text (fields);
}

void
lw_text_add_point_pair (GPtrArray *fields, const double a[3], const double b[3], int dimension)
{
  g_autofree char *first = lw_text_vector_text (a, dimension);
  g_autofree char *second = lw_text_vector_text (b, dimension);

  lw_text_add (fields, "points", g_strdup_printf ("[%s, %s]", first, second));
}

void
lw_text_add_places (GPtrArray *fields, const MbdFrame *const *frames, guint n, int dimension)
{
  MbdFrame usual = mbd_frame_default ();
  g_autoptr (GPtrArray) list = lw_text_fields_new ();
  bool plain = true;

  for (guint i = 0; i < n; i++)
    plain = plain && lw_text_same (frames[i]->quaternion, usual.quaternion, 4);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (list, plain ? lw_text_vector_text (frames[i]->point, dimension)
                                 : frame_text (frames[i], dimension));
  lw_text_add (fields, plain ? "points" : "frames", lw_text_join (list, "[", ", ", "]"));
}

// Functions of time

static char *
table_text (const LwFunction *function)
{
  g_autoptr (GPtrArray) rows = lw_text_fields_new ();
  GPtrArray *fields = lw_text_fields_new ();

  for (guint i = 0; i < lw_function_get_n_rows (function); i++)
    g_ptr_array_add (rows,
                     lw_text_numbers_text (lw_function_get_numbers (function) + 2 * (gsize) i, 2));
  lw_text_add_list (fields, "table", rows);
  lw_text_add_word (fields, "ends", lw_spline_end_words, function->ends, MBD_SPLINE_NATURAL);
  if (!lw_text_same (function->end_rates, lw_text_zero, 2))
    lw_text_add (fields, "end_rates", lw_text_numbers_text (function->end_rates, 2));
  return lw_text_object_text (fields);
}

char *
lw_text_function_text (const LwFunction *function)
{
  const double *numbers = lw_function_get_numbers (function);
  GPtrArray *fields;
  GPtrArray *inner;

  switch (function->kind) {
  case LW_FUNCTION_CONSTANT:
    return lw_text_number_text (numbers[0]);
  case LW_FUNCTION_EXPRESSION:
    return lw_text_string_text (function->expression);
  case LW_FUNCTION_TABLE:
    return table_text (function);
  case LW_FUNCTION_HARMONIC:
    inner = lw_text_fields_new ();
    lw_text_add_number (inner, "mean", numbers[0], 0);
    lw_text_add_number (inner, "amplitude", numbers[1], 1);
    lw_text_add (inner, "frequency", lw_text_number_text (numbers[2]));
    lw_text_add_number (inner, "phase", numbers[3], 0);
    fields = lw_text_fields_new ();
    lw_text_add (fields, "harmonic", lw_text_object_text (inner));
    return lw_text_object_text (fields);
  case LW_FUNCTION_POLYNOMIAL:
    break;
  }
  fields = lw_text_fields_new ();
  lw_text_add (fields, "polynomial", lw_text_numbers_text (numbers, function->numbers->len));
  lw_text_add_number (fields, "origin", function->origin, 0);
  return lw_text_object_text (fields);
}
