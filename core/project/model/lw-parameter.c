// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters: named numbers.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-function.h"

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
  LwParameter *copy = lw_parameter_new (self->name, self->value, self->note);

  lw_parameter_set_unit (copy, self->unit);
  lw_parameter_set_expression (copy, self->expression);
  copy->minimum = self->minimum;
  copy->maximum = self->maximum;
  return copy;
}

void
lw_parameter_free (LwParameter *self)
{
  g_free (self->name);
  g_free (self->note);
  g_free (self->unit);
  g_free (self->expression);
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

static gboolean
same_number (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

gboolean
lw_parameter_equal (const LwParameter *a, const LwParameter *b)
{
  return g_strcmp0 (a->name, b->name) == 0 && same_number (a->value, b->value)
         && g_strcmp0 (a->note, b->note) == 0 && g_strcmp0 (a->unit, b->unit) == 0
         && g_strcmp0 (a->expression, b->expression) == 0 && same_number (a->minimum, b->minimum)
         && same_number (a->maximum, b->maximum);
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
