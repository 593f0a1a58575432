// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Converts force elements to engine definitions. Functions and laws depend on the time and the
// parameters; those that also follow the motion become functions of signals, for a spring in place of
// its law: then it stores nothing, and all its power is supplied.

#include "lw-force-compile.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-signals.h"

/// Compiles a law of length, rate and time.
static MbdExpression *
compile_law (const char *text, const GPtrArray *parameters, char **reason)
{
  g_autofree const char **names = g_new (const char *, parameters->len + 3);
  g_autofree double *values = g_new (double, parameters->len + 1);
  MbdDiagnosis why = { .row = -1 };
  MbdExpression *law = NULL;
  int count = 3;

  names[0] = "length";
  names[1] = "rate";
  names[2] = "t";
  for (guint i = 0; i < parameters->len; i++) {
    const LwParameter *parameter = parameters->pdata[i];

    // In a law these two names denote the spring's length and rate.
    if (strcmp (parameter->name, names[0]) == 0 || strcmp (parameter->name, names[1]) == 0)
      continue;
    names[count] = parameter->name;
    values[count - 3] = parameter->value;
    count++;
  }
  if (mbd_expression_compile_bound (text, names, count, 3, values, &law, &why) != MBD_STATUS_OK) {
    char sentence[1024];

    mbd_expression_explain (text, names, count, &why, sentence, sizeof sentence);
    *reason = g_strdup (sentence);
  }
  return law;
}

static MbdFunction *
compile_function (const LwMechanism *mechanism,
                  const LwFunction *function,
                  const GPtrArray *parameters,
                  char **reason)
{
  return function->kind == LW_FUNCTION_EXPRESSION && lw_signals_are_named (function->expression)
           ? lw_signals_compile (mechanism, function->expression, NULL, parameters, reason)
           : lw_function_compile (function, parameters, reason);
}

gboolean
lw_force_compile (const LwMechanism *mechanism,
                  const LwForce *force,
                  const GPtrArray *parameters,
                  MbdForceDef *def,
                  char **reason)
{
  // Translators: a component of a force element, and what is wrong with its function
  static const char *const sentences[LW_FORCE_COMPONENTS] = {
    N_ ("its force along x: %s"),  N_ ("its force along y: %s"),  N_ ("its force along z: %s"),
    N_ ("its torque about x: %s"), N_ ("its torque about y: %s"), N_ ("its torque about z: %s"),
  };
  g_autofree char *why = NULL;

  *reason = NULL;
  if (force->law != NULL && lw_signals_are_named (force->law))
    def->force_function[0] = lw_signals_compile (mechanism, force->law, force, parameters, &why);
  else if (force->law != NULL)
    def->law = compile_law (force->law, parameters, &why);
  if (why != NULL) {
    // Translators: the law of a spring, and what is wrong with it
    *reason = g_strdup_printf (_ ("its law: %s"), why);
    return FALSE;
  }
  for (int i = 0; i < LW_FORCE_COMPONENTS; i++) {
    const MbdFunction *function;

    if (force->functions[i] == NULL)
      continue;
    function = compile_function (mechanism, force->functions[i], parameters, &why);
    if (function == NULL) {
      *reason = g_strdup_printf (_ (sentences[i]), why);
      return FALSE;
    }
    *(i < 3 ? &def->force_function[i] : &def->torque_function[i - 3]) = function;
  }
  return TRUE;
}

gboolean
lw_mechanism_define_force (const LwMechanism *self,
                           const LwForce *force,
                           MbdForceDef *def,
                           GError **error)
{
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  g_autofree char *reason = NULL;
  g_autofree char *name = NULL;

  *def = force->def;
  for (guint i = 0; i < lw_mechanism_get_n_parameters (self); i++)
    g_ptr_array_add (parameters, (LwParameter *) lw_mechanism_get_parameter (self, i));
  if (lw_force_compile (self, force, parameters, def, &reason))
    return TRUE;
  lw_force_def_clear (def);
  name = lw_mechanism_dup_element_name (self, MBD_ELEMENT_FORCE, force->element.id);
  g_set_error (error, LW_ERROR, LW_ERROR_SIMULATION, "%s: %s.", name, reason);
  return FALSE;
}

void
lw_force_def_clear (MbdForceDef *def)
{
  for (int i = 0; i < 3; i++) {
    mbd_function_unref (def->force_function[i]);
    mbd_function_unref (def->torque_function[i]);
    def->force_function[i] = NULL;
    def->torque_function[i] = NULL;
  }
  mbd_expression_unref (def->law);
  def->law = NULL;
}
