// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Force elements as values.

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
