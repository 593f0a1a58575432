// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters: named numbers.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-field.h"

LwParameter *
lw_parameter_new (const char *name, double value, const char *note)
{
  LwParameter *self = g_new0 (LwParameter, 1);

  self->name = g_strdup (name);
  self->value = value;
  self->note = g_strdup (note != NULL ? note : "");
  self->unit = g_strdup ("1");
  self->minimum = -INFINITY;
  self->maximum = INFINITY;
  return self;
}

LwParameter *
lw_parameter_copy (const LwParameter *self)
{
  LwParameter *copy = g_new0 (LwParameter, 1);

  lw_fields_copy (&lw_parameter_fields, copy, self);
  return copy;
}

void
lw_parameter_free (LwParameter *self)
{
  lw_fields_clear (&lw_parameter_fields, self);
  g_free (self);
}

static void
set_text (char **place, const char *text)
{
  char *copy = g_strdup (text);

  g_free (*place);
  *place = copy;
}

void
lw_parameter_set_name (LwParameter *self, const char *name)
{
  set_text (&self->name, name);
}

void
lw_parameter_set_unit (LwParameter *self, const char *unit)
{
  set_text (&self->unit, unit);
}

void
lw_parameter_set_expression (LwParameter *self, const char *expression)
{
  set_text (&self->expression, expression);
}

gboolean
lw_parameter_equal (const LwParameter *a, const LwParameter *b)
{
  return lw_fields_equal (&lw_parameter_fields, a, b, 0);
}

char *
lw_function_check_parameters (const GPtrArray *parameters)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < parameters->len; i++) {
    const LwParameter *parameter = parameters->pdata[i];

    if (!mbd_expression_is_name (parameter->name))
      return g_strdup (
        _ ("a parameter needs a name of letters, digits and underscores that does not "
           "begin with a digit"));
    if (strcmp (parameter->name, "t") == 0)
      return g_strdup (_ ("a parameter must not be called t, which is the time"));
    if (!g_hash_table_add (names, parameter->name))
      return g_strdup_printf (_ ("the parameter %s exists twice; give each its own name"),
                              parameter->name);
    if (!isfinite (parameter->value))
      return g_strdup_printf (_ ("the value of the parameter %s must be finite"), parameter->name);
  }
  return NULL;
}
