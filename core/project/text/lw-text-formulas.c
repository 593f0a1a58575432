// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads and writes parameters, and fields that are bound to formulas of them. Formulas are not
// evaluated here, and the stored values may be out of date: see lw-open.h.

#include <math.h>
#include <string.h>

#include "lw-binding.h"
#include "lw-formula.h"
#include "lw-property.h"
#include "lw-text-fields-private.h"
#include "lw-text-reader-private.h"

// Reading

static bool
check_unit (LwTextReader *reader, const LwTextScope *scope, const char *unit)
{
  MbdDimension dimension;
  double factor;

  if (reader->error != NULL || lw_unit_measure (unit, &dimension, &factor))
    return reader->error == NULL;
  lw_text_refuse (reader, scope, lw_text_member (reader, scope, "unit"),
                  "the unit must be one, such as \"m\" or \"kg m^2\"");
  return false;
}

static bool
check_formula (LwTextReader *reader, const LwTextScope *scope, const char *formula)
{
  if (reader->error != NULL || formula == NULL || strlen (formula) <= LW_FORMULA_LENGTH)
    return reader->error == NULL;
  lw_text_refuse (reader, scope, lw_text_member (reader, scope, "expression"),
                  "the expression must not be longer than %d bytes", LW_FORMULA_LENGTH);
  return false;
}

static bool
check_parameter (LwTextReader *reader, const LwTextScope *scope, const LwParameter *parameter)
{
  if (!mbd_expression_is_name (parameter->name) || strcmp (parameter->name, "t") == 0)
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, "name"),
                    "the name must consist of letters, digits and underscores, not begin with a "
                    "digit, and not be t, which is the time");
  else if (lw_mechanism_find_parameter (reader->mechanism, parameter->name) != NULL)
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, "name"),
                    "the name is used twice among the parameters; give each its own");
  else if (parameter->minimum > parameter->maximum)
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, "minimum"),
                    "the minimum must not be above the maximum");
  return reader->error == NULL && check_unit (reader, scope, parameter->unit)
         && check_formula (reader, scope, parameter->expression);
}

static void
read_parameter (LwTextReader *reader, const LwJson *node, guint index)
{
  g_autofree char *called = g_strdup_printf ("Parameter %u", index + 1);
  g_autofree char *place = g_strdup_printf ("parameters[%u]", index);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_PARAMETER),
                        .name = called,
                        .place = place };
  g_autoptr (LwParameter) parameter = NULL;
  g_autofree char *name = NULL;
  g_autofree char *note = NULL;
  g_autofree char *unit = NULL;

  if (!lw_text_enter (reader, &scope, node))
    return;
  lw_text_need (reader, &scope, "name");
  lw_text_need (reader, &scope, "value");
  name = lw_text_dup_string (reader, &scope, "name");
  note = lw_text_dup_string (reader, &scope, "note");
  unit = lw_text_dup_string (reader, &scope, "unit");
  parameter = lw_parameter_new (name, 0, note);
  if (unit != NULL)
    lw_parameter_set_unit (parameter, unit);
  parameter->expression = lw_text_dup_string (reader, &scope, "expression");
  lw_text_get_number (reader, &scope, "value", LW_TEXT_ANY, &parameter->value);
  lw_text_get_number (reader, &scope, "minimum", LW_TEXT_ANY, &parameter->minimum);
  lw_text_get_number (reader, &scope, "maximum", LW_TEXT_ANY, &parameter->maximum);
  if (reader->error == NULL && check_parameter (reader, &scope, parameter))
    lw_mechanism_add_parameter (reader->mechanism, g_steal_pointer (&parameter));
}

void
lw_text_read_parameters (LwTextReader *reader, const LwTextScope *top)
{
  const LwJson *array = lw_text_get_array (reader, top, "parameters");
  guint n = array != NULL ? array->length : 0;

  if (n > LW_MECHANISM_MAX_PARAMETERS)
    lw_text_refuse (reader, top, lw_text_member (reader, top, "parameters"),
                    "there must not be more than %d parameters", LW_MECHANISM_MAX_PARAMETERS);
  for (guint i = 0; reader->error == NULL && i < n; i++)
    read_parameter (reader, lw_json_element (array, i), i);
}

static bool
check_binding (LwTextReader *reader, const LwTextScope *scope, const LwBinding *binding)
{
  if (!lw_property_exists (binding->owner.kind, binding->field))
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, "field"),
                    "the field cannot follow a formula");
  else if (lw_property_get_place (reader->mechanism, binding->owner) == NULL)
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, "id"),
                    "there is no such element");
  return reader->error == NULL && check_unit (reader, scope, binding->unit)
         && check_formula (reader, scope, binding->expression);
}

static void
read_binding (LwTextReader *reader, const LwJson *node, guint index)
{
  g_autofree char *called = g_strdup_printf ("Binding %u", index + 1);
  g_autofree char *place = g_strdup_printf ("bindings[%u]", index);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_BINDING), .name = called, .place = place };
  g_autoptr (LwBinding) binding = NULL;
  g_autofree char *field = NULL;
  g_autofree char *unit = NULL;
  g_autofree char *expression = NULL;
  int kind = LW_SELECTION_NONE;
  long id = 0;

  if (!lw_text_enter (reader, &scope, node))
    return;
  lw_text_need (reader, &scope, "field");
  lw_text_need (reader, &scope, "expression");
  lw_text_get_word (reader, &scope, "element", lw_element_kind_words, &kind);
  if (kind != LW_SELECTION_NONE)
    lw_text_need (reader, &scope, "id");
  lw_text_get_integer (reader, &scope, "id", 1, G_MAXINT, &id);
  field = lw_text_dup_string (reader, &scope, "field");
  unit = lw_text_dup_string (reader, &scope, "unit");
  expression = lw_text_dup_string (reader, &scope, "expression");
  if (reader->error != NULL)
    return;
  binding = lw_binding_new ((LwElementRef){ (LwSelectionKind) kind, (int) id }, field,
                            unit != NULL ? unit : "1", expression);
  if (check_binding (reader, &scope, binding))
    lw_mechanism_add_binding (reader->mechanism, g_steal_pointer (&binding));
}

void
lw_text_read_bindings (LwTextReader *reader, const LwTextScope *top)
{
  const LwJson *array = lw_text_get_array (reader, top, "bindings");
  guint n = array != NULL ? array->length : 0;

  for (guint i = 0; reader->error == NULL && i < n; i++)
    read_binding (reader, lw_json_element (array, i), i);
}

// Writing

GPtrArray *
lw_text_parameter_fields (const LwMechanism *mechanism, guint index)
{
  const LwParameter *parameter = lw_mechanism_get_parameter (mechanism, index);
  GPtrArray *fields = lw_text_fields_new ();

  lw_text_add (fields, "name", lw_text_string_text (parameter->name));
  lw_text_add (fields, "value", lw_text_number_text (parameter->value));
  if (strcmp (parameter->unit, "1") != 0)
    lw_text_add (fields, "unit", lw_text_string_text (parameter->unit));
  if (parameter->expression != NULL)
    lw_text_add (fields, "expression", lw_text_string_text (parameter->expression));
  lw_text_add_number (fields, "minimum", parameter->minimum, -INFINITY);
  lw_text_add_number (fields, "maximum", parameter->maximum, INFINITY);
  lw_text_add_string (fields, "note", parameter->note);
  return fields;
}

GPtrArray *
lw_text_binding_fields (const LwMechanism *mechanism, guint index)
{
  const LwBinding *binding = lw_mechanism_get_binding (mechanism, index);
  const char *element = lw_word_of (lw_element_kind_words, (int) binding->owner.kind);
  GPtrArray *fields = lw_text_fields_new ();

  if (element != NULL) {
    lw_text_add (fields, "element", lw_text_string_text (element));
    lw_text_add (fields, "id", g_strdup_printf ("%d", binding->owner.id));
  }
  lw_text_add (fields, "field", lw_text_string_text (binding->field));
  if (strcmp (binding->unit, "1") != 0)
    lw_text_add (fields, "unit", lw_text_string_text (binding->unit));
  lw_text_add (fields, "expression", lw_text_string_text (binding->expression));
  return fields;
}
