// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Force elements: their values, and their conversion to engine definitions.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-mechanism.h"

LwForce *
lw_force_new (const MbdForceDef *def, int id, const char *name)
{
  LwForce *force = g_new0 (LwForce, 1);

  g_atomic_ref_count_init (&force->element.ref_count);
  force->element.id = id;
  force->element.name = g_strdup (name);
  force->def = *def;
  force->def.id = id;
  force->def.name = force->element.name;
  // The functions for the engine are created from the element's own functions and law.
  memset (force->def.force_function, 0, sizeof force->def.force_function);
  memset (force->def.torque_function, 0, sizeof force->def.torque_function);
  force->def.law = NULL;
  return force;
}

void
lw_force_set_function (LwForce *force, int component, const LwFunction *function)
{
  LwFunction *previous = force->functions[component];
  double *number = component < 3 ? &force->def.force[component] : &force->def.torque[component - 3];

  if (function != NULL && function->kind == LW_FUNCTION_CONSTANT) {
    *number = lw_function_get_numbers (function)[0];
    force->functions[component] = NULL;
  } else {
    if (function != NULL)
      *number = 0;
    force->functions[component] = lw_function_ref (function);
  }
  lw_function_unref (previous);
}

void
lw_force_set_law (LwForce *force, const char *law)
{
  char *copy = g_strdup (law);

  g_free (force->law);
  force->law = copy;
}

static bool
has_components (const LwForce *force, const double numbers[3], int first)
{
  static const double zero[3] = { 0, 0, 0 };

  for (int i = first; i < first + 3; i++)
    if (force->functions[i] != NULL)
      return true;
  return memcmp (numbers, zero, sizeof zero) != 0;
}

const LwKind *
lw_force_get_kind (const LwForce *force)
{
  const LwKind *kind = lw_kind_find (&(LwKindTraits){
    .class_ = force->def.class_,
    .is_only_torque =
      has_components (force, force->def.torque, 3) && !has_components (force, force->def.force, 0),
  });

  // A class from outside the program has no kind.
  return kind != NULL ? kind : &lw_kinds[LW_KIND_FORCE];
}

// Conversion to engine definitions

static gboolean
refuse (const LwMechanism *self, const LwForce *force, GError **error, const char *what)
{
  g_autofree char *name =
    lw_mechanism_dup_element_name (self, MBD_ELEMENT_FORCE, force->element.id);

  g_set_error (error, LW_ERROR, LW_ERROR_SIMULATION, "%s: %s.", name, what);
  return FALSE;
}

static MbdExpression *
compile_law (const LwMechanism *self, const LwForce *force, GError **error)
{
  const guint n = lw_mechanism_get_n_parameters (self);
  g_autofree const char **names = g_new (const char *, n + 3);
  g_autofree double *values = g_new (double, n + 1);
  MbdDiagnosis why = { .row = -1 };
  MbdExpression *law = NULL;
  int count = 3;

  names[0] = "length";
  names[1] = "rate";
  names[2] = "t";
  for (guint i = 0; i < n; i++) {
    const LwParameter *parameter = lw_mechanism_get_parameter (self, i);

    // In a law these two names denote the spring's length and rate.
    if (strcmp (parameter->name, names[0]) == 0 || strcmp (parameter->name, names[1]) == 0)
      continue;
    names[count] = parameter->name;
    values[count - 3] = parameter->value;
    count++;
  }
  if (mbd_expression_compile_bound (force->law, names, count, 3, values, &law, &why)
      != MBD_STATUS_OK) {
    char sentence[1024];
    g_autofree char *what = NULL;

    mbd_expression_explain (force->law, names, count, &why, sentence, sizeof sentence);
    // Translators: the law of a spring, and what is wrong with it
    what = g_strdup_printf (_ ("its law: %s"), sentence);
    refuse (self, force, error, what);
  }
  return law;
}

static gboolean
compile_functions (const LwMechanism *self, const LwForce *force, MbdForceDef *def, GError **error)
{
  // Translators: a component of a force element, and what is wrong with its function of time
  static const char *const sentences[LW_FORCE_COMPONENTS] = {
    N_ ("its force along x: %s"),  N_ ("its force along y: %s"),  N_ ("its force along z: %s"),
    N_ ("its torque about x: %s"), N_ ("its torque about y: %s"), N_ ("its torque about z: %s"),
  };
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();

  for (guint i = 0; i < lw_mechanism_get_n_parameters (self); i++)
    g_ptr_array_add (parameters, (LwParameter *) lw_mechanism_get_parameter (self, i));
  for (int i = 0; i < LW_FORCE_COMPONENTS; i++) {
    g_autofree char *reason = NULL;
    g_autofree char *what = NULL;
    MbdFunction *function;

    if (force->functions[i] == NULL)
      continue;
    function = lw_function_compile (force->functions[i], parameters, &reason);
    if (function == NULL) {
      what = g_strdup_printf (_ (sentences[i]), reason);
      return refuse (self, force, error, what);
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
  *def = force->def;
  if (force->law != NULL) {
    def->law = compile_law (self, force, error);
    if (def->law == NULL)
      return FALSE;
  }
  if (compile_functions (self, force, def, error))
    return TRUE;
  lw_force_def_clear (def);
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
