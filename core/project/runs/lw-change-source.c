// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sources of the functions and laws of a change, with the parameters that they use.

#include <string.h>

#include "lw-changes-private.h"
#include "lw-formula.h"
#include "lw-signals.h"

static void
source_clear (gpointer data)
{
  LwChangeSource *source = data;

  for (int i = 0; i < LW_FORCE_COMPONENTS; i++)
    lw_function_unref (source->functions[i]);
  g_free (source->law);
  g_ptr_array_unref (source->parameters);
}

static void
free_parameter (gpointer parameter)
{
  lw_parameter_free (parameter);
}

LwChangeSource *
lw_change_source_new (void)
{
  LwChangeSource *source = g_atomic_rc_box_new0 (LwChangeSource);

  source->parameters = g_ptr_array_new_with_free_func (free_parameter);
  return source;
}

LwChangeSource *
lw_change_source_ref (LwChangeSource *source)
{
  return source != NULL ? g_atomic_rc_box_acquire (source) : NULL;
}

void
lw_change_source_unref (LwChangeSource *source)
{
  if (source != NULL)
    g_atomic_rc_box_release_full (source, source_clear);
}

bool
lw_change_source_has_any (const LwChangeSource *source)
{
  for (int i = 0; i < LW_FORCE_COMPONENTS; i++)
    if (source->functions[i] != NULL)
      return true;
  return source->law != NULL;
}

/// Adds the parameters of the mechanism that an expression uses.
static void
add_parameters (LwChangeSource *source, const LwMechanism *mechanism, const char *expression)
{
  for (guint i = 0; expression != NULL && i < lw_mechanism_get_n_parameters (mechanism); i++) {
    const LwParameter *parameter = lw_mechanism_get_parameter (mechanism, i);
    bool known = false;

    for (guint k = 0; k < source->parameters->len; k++)
      known =
        known
        || strcmp (((LwParameter *) source->parameters->pdata[k])->name, parameter->name) == 0;
    if (!known && lw_formula_uses (expression, parameter->name, false))
      g_ptr_array_add (source->parameters,
                       lw_parameter_new (parameter->name, parameter->value, ""));
  }
}

void
lw_change_source_add (LwChangeSource *source,
                      const LwMechanism *mechanism,
                      int component,
                      LwFunction *function)
{
  source->functions[component] = lw_function_ref (function);
  if (function != NULL)
    add_parameters (source, mechanism, function->expression);
}

void
lw_change_source_set_law (LwChangeSource *source, const LwMechanism *mechanism, const char *law)
{
  source->law = g_strdup (law);
  add_parameters (source, mechanism, law);
}

void
lw_change_rename_source (LwChange *change, const LwMechanism *before, const LwMechanism *after)
{
  LwChangeSource *source = change->source;
  g_autofree LwForce *force = g_new0 (LwForce, 1);
  LwForce *renamed;

  if (change->kind != LW_CHANGE_FORCE || source == NULL)
    return;
  memcpy (force->functions, source->functions, sizeof source->functions);
  force->law = source->law;
  renamed = lw_signals_follow_force (before, after, force, NULL, NULL);
  if (renamed == NULL)
    return;
  change->source = lw_change_source_new ();
  for (int i = 0; i < LW_FORCE_COMPONENTS; i++)
    change->source->functions[i] = lw_function_ref (renamed->functions[i]);
  change->source->law = g_strdup (renamed->law);
  for (guint i = 0; i < source->parameters->len; i++)
    g_ptr_array_add (change->source->parameters, lw_parameter_copy (source->parameters->pdata[i]));
  lw_change_source_unref (source);
  lw_force_unref (renamed);
}
