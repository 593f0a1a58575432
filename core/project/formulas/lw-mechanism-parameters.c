// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes of parameters. Their uses are searched for in formulas of fields, in other parameters, in
// functions of time and in the laws of springs.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-evaluation.h"
#include "lw-formula.h"
#include "lw-number.h"

// ---- uses -----------------------------------------------------------------------------------

static bool
function_uses (const LwFunction *function, const char *name)
{
  return function != NULL && function->kind == LW_FUNCTION_EXPRESSION
         && lw_formula_uses (function->expression, name, false);
}

/// Returns true if the law uses the parameter. `length` and `rate` in a law denote the spring's
/// values.
static bool
law_uses (const LwForce *force, const char *name)
{
  return force->law != NULL && !g_str_equal (name, "length") && !g_str_equal (name, "rate")
         && lw_formula_uses (force->law, name, false);
}

guint
lw_mechanism_count_uses (const LwMechanism *self, const char *name)
{
  guint n = 0;

  for (guint i = 0; i < lw_mechanism_get_n_bindings (self); i++)
    n += lw_formula_uses (lw_mechanism_get_binding (self, i)->expression, name, true);
  for (guint i = 0; i < lw_mechanism_get_n_parameters (self); i++) {
    const LwParameter *parameter = lw_mechanism_get_parameter (self, i);

    n += parameter->expression != NULL && lw_formula_uses (parameter->expression, name, true);
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self); i++)
    n += function_uses (lw_mechanism_get_coupling (self, i)->function, name);
  for (guint i = 0; i < lw_mechanism_get_n_forces (self); i++) {
    const LwForce *force = lw_mechanism_get_force (self, i);

    n += law_uses (force, name);
    for (int k = 0; k < LW_FORCE_COMPONENTS; k++)
      n += function_uses (force->functions[k], name);
  }
  return n;
}

// ---- replacement ----------------------------------------------------------------------------

typedef struct
{
  const char *name;
  const char *in_functions; ///< replacement in functions and laws, which are in SI
  const char *in_formulas;  ///< replacement in formulas, which have units
} Replacing;

static LwFunction *
dup_function (const LwFunction *function, const Replacing *replacing)
{
  g_autofree char *text =
    lw_formula_replace (function->expression, replacing->name, replacing->in_functions, false);

  return lw_function_new_expression (text);
}

static LwBody *
keep_body (const LwBody *body, void *data)
{
  return NULL;
}

static LwTracer *
keep_tracer (const LwTracer *tracer, void *data)
{
  return NULL;
}

static LwCoupling *
replace_in_coupling (const LwCoupling *coupling, void *data)
{
  const Replacing *replacing = data;
  g_autoptr (LwFunction) function = NULL;
  LwCoupling *copy;

  if (!function_uses (coupling->function, replacing->name))
    return NULL;
  function = dup_function (coupling->function, replacing);
  copy = lw_coupling_copy (coupling);
  lw_coupling_set_function (copy, function);
  return copy;
}

static LwForce *
replace_in_force (const LwForce *force, void *data)
{
  const Replacing *replacing = data;
  LwForce *copy = NULL;

  for (int k = 0; k < LW_FORCE_COMPONENTS; k++)
    if (function_uses (force->functions[k], replacing->name)) {
      g_autoptr (LwFunction) function = dup_function (force->functions[k], replacing);

      copy = copy != NULL ? copy : lw_force_copy (force);
      lw_force_set_function (copy, k, function);
    }
  if (law_uses (force, replacing->name)) {
    g_autofree char *law =
      lw_formula_replace (force->law, replacing->name, replacing->in_functions, false);

    copy = copy != NULL ? copy : lw_force_copy (force);
    lw_force_set_law (copy, law);
  }
  return copy;
}

static LwBinding *
replace_in_binding (const LwBinding *binding, const Replacing *replacing)
{
  g_autofree char *text =
    lw_formula_replace (binding->expression, replacing->name, replacing->in_formulas, true);

  return lw_binding_new (binding->owner, binding->field, binding->unit, text);
}

/// Replaces the uses in all elements and formulas, but not in the parameters themselves.
static LwMechanism *
replace_uses (const LwMechanism *self, const Replacing *replacing)
{
  const LwMechanismChanges changes = { keep_body, replace_in_coupling, replace_in_force,
                                       keep_tracer };
  LwMechanism *next = lw_mechanism_change (self, &changes, (void *) replacing);
  g_autoptr (LwMechanism) bare = lw_mechanism_new ();

  lw_mechanism_share_bindings (next, bare);
  for (guint i = 0; i < lw_mechanism_get_n_bindings (self); i++)
    lw_mechanism_add_binding (next,
                              replace_in_binding (lw_mechanism_get_binding (self, i), replacing));
  return next;
}

static void
replace_in_parameter (LwParameter *parameter, const Replacing *replacing)
{
  g_autofree char *text = NULL;

  if (parameter->expression == NULL)
    return;
  text = lw_formula_replace (parameter->expression, replacing->name, replacing->in_formulas, true);
  lw_parameter_set_expression (parameter, text);
}

/// Returns `next` without parameters but with everything else. Takes ownership of `next`.
static LwMechanism *
without_parameters (LwMechanism *next)
{
  while (lw_mechanism_get_n_parameters (next) > 0) {
    LwMechanism *rest =
      lw_mechanism_without_parameter (next, lw_mechanism_get_parameter (next, 0)->name);

    lw_mechanism_unref (next);
    next = rest;
  }
  return next;
}

// ---- changes --------------------------------------------------------------------------------

static bool
check (const LwMechanism *self, const char *name, const LwParameter *parameter, GError **error)
{
  const bool is_renamed = name == NULL || !g_str_equal (name, parameter->name);
  MbdDimension dimension;
  double factor;

  if (!mbd_expression_is_name (parameter->name) || g_str_equal (parameter->name, "t"))
    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("“%s” cannot be a name; use letters, digits and underscores, a letter first, and "
         "not t, which is the time."),
      parameter->name);
  else if (is_renamed && lw_mechanism_find_parameter (self, parameter->name) != NULL)
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("A parameter %s already exists; choose another name."), parameter->name);
  else if (!isfinite (parameter->value))
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("Type a finite number for %s."),
                 parameter->name);
  else if (isnan (parameter->minimum) || isnan (parameter->maximum)
           || parameter->minimum > parameter->maximum)
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("The range of %s must begin below its end."),
                 parameter->name);
  else if (!lw_unit_measure (parameter->unit, &dimension, &factor))
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("“%s” is not a unit."), parameter->unit);
  else if (lw_mechanism_get_n_parameters (self) + (name == NULL) > LW_MECHANISM_MAX_PARAMETERS)
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("There can be %d parameters at most."),
                 LW_MECHANISM_MAX_PARAMETERS);
  else
    return true;
  return false;
}

static bool
refuse_unit (const char *name, const char *text, GError **error)
{
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               _ ("%s is a unit in the formula %s; choose another name."), name, text);
  return false;
}

/// A name may equal a unit name used in existing formulas; returns false if a formula would change
/// its meaning.
static bool
check_meaning (const LwMechanism *self, const char *name, GError **error)
{
  for (guint i = 0; i < lw_mechanism_get_n_bindings (self); i++) {
    const char *text = lw_mechanism_get_binding (self, i)->expression;

    if (lw_formula_uses (text, name, true))
      return refuse_unit (name, text, error);
  }
  for (guint i = 0; i < lw_mechanism_get_n_parameters (self); i++) {
    const char *text = lw_mechanism_get_parameter (self, i)->expression;

    if (text != NULL && lw_formula_uses (text, name, true))
      return refuse_unit (name, text, error);
  }
  return true;
}

LwMechanism *
lw_mechanism_change_parameter (const LwMechanism *self,
                               const char *name,
                               LwParameter *parameter,
                               GError **error)
{
  g_autoptr (LwParameter) owned G_GNUC_UNUSED = parameter;
  const Replacing replacing = { name, parameter->name, parameter->name };
  const bool is_renamed = name != NULL && !g_str_equal (name, parameter->name);
  g_autoptr (LwMechanism) next = NULL;

  if (!check (self, name, parameter, error)
      || ((is_renamed || name == NULL) && !check_meaning (self, parameter->name, error)))
    return NULL;
  next = is_renamed ? replace_uses (self, &replacing) : lw_mechanism_copy (self);
  next = without_parameters (g_steal_pointer (&next));
  for (guint i = 0; i < lw_mechanism_get_n_parameters (self); i++) {
    const LwParameter *old = lw_mechanism_get_parameter (self, i);
    const bool is_it = name != NULL && g_str_equal (old->name, name);
    LwParameter *copy = lw_parameter_copy (is_it ? parameter : old);

    if (is_renamed)
      replace_in_parameter (copy, &replacing);
    lw_mechanism_add_parameter (next, copy);
  }
  if (name == NULL)
    lw_mechanism_add_parameter (next, lw_parameter_copy (parameter));
  return lw_mechanism_evaluate (next, error);
}

/// Sets `plain` to "0.2", and `with_unit` to "(0.2 m)" for formulas with units.
static void
say_value (const LwParameter *parameter, char **plain, char **with_unit)
{
  char buffer[LW_NUMBER_SIZE];

  *plain = g_strdup_printf ("(%s)", lw_number_format (parameter->value, buffer));
  if (g_str_equal (parameter->unit, "1"))
    *with_unit = g_strdup (*plain);
  else
    *with_unit = g_strdup_printf ("(%s %s)", buffer, parameter->unit);
}

LwMechanism *
lw_mechanism_dissolve_parameter (const LwMechanism *self, const char *name, GError **error)
{
  const LwParameter *parameter = lw_mechanism_find_parameter (self, name);
  g_autoptr (LwMechanism) replaced = NULL;
  g_autoptr (LwMechanism) next = NULL;
  g_autofree char *plain = NULL;
  g_autofree char *with_unit = NULL;
  Replacing replacing = { .name = name };

  g_return_val_if_fail (parameter != NULL, NULL);

  say_value (parameter, &plain, &with_unit);
  replacing.in_functions = plain;
  replacing.in_formulas = with_unit;
  next = without_parameters (replace_uses (self, &replacing));
  for (guint i = 0; i < lw_mechanism_get_n_parameters (self); i++) {
    LwParameter *copy = lw_parameter_copy (lw_mechanism_get_parameter (self, i));

    if (g_str_equal (copy->name, name)) {
      lw_parameter_free (copy);
      continue;
    }
    replace_in_parameter (copy, &replacing);
    lw_mechanism_add_parameter (next, copy);
  }
  // A binding without any parameter is removed; its value is a fixed number.
  for (guint i = 0; i < lw_mechanism_get_n_bindings (next);) {
    const LwBinding *binding = lw_mechanism_get_binding (next, i);

    if (lw_formula_uses_parameters (binding->expression, next)) {
      i++;
      continue;
    }
    replaced = lw_mechanism_without_binding (next, binding->owner, binding->field);
    lw_mechanism_unref (next);
    next = g_steal_pointer (&replaced);
  }
  return lw_mechanism_evaluate (next, error);
}

char *
lw_mechanism_dup_free_parameter_name (const LwMechanism *self)
{
  // Without e, which is a number, and t, which is the time.
  static const char letters[] = "abcdfghjkpqruvwxyz";
  char name[2] = { 0 };

  for (const char *letter = letters; *letter != '\0'; letter++) {
    name[0] = *letter;
    if (lw_mechanism_find_parameter (self, name) == NULL)
      return g_strdup (name);
  }
  for (guint i = 1;; i++) {
    g_autofree char *numbered = g_strdup_printf ("p%u", i);

    if (lw_mechanism_find_parameter (self, numbered) == NULL)
      return g_steal_pointer (&numbered);
  }
}
