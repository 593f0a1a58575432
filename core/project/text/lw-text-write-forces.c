// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the force elements of the text form.

#include <string.h>

#include "lw-text-fields-private.h"

static void
add_spring (GPtrArray *fields, const LwForce *force, int dimension)
{
  const MbdForceDef *def = &force->def;

  lw_text_add_ids (fields, "bodies", (int[]){ def->body_a, def->body_b }, 2);
  lw_text_add_point_pair (fields, def->point_a, def->point_b, dimension);
  lw_text_add (fields, "free_length", lw_text_number_text (def->free_length));
  if (force->law != NULL)
    lw_text_add (fields, "law", lw_text_string_text (force->law));
}

// Adds constants about the axes: one number, about z, in the plane.
static void
add_rotational (GPtrArray *fields, const char *key, const double values[3], int dimension)
{
  if (dimension == 2 && lw_text_same (values, lw_text_zero, 2))
    lw_text_add_number (fields, key, values[2], 0);
  else
    lw_text_add_vector (fields, key, values, lw_text_zero, 3);
}

static void
add_compliant_joint (GPtrArray *fields, const LwForce *force, int dimension)
{
  MbdForceDef usual = lw_force_get_kind (force)->force ();
  const MbdForceDef *def = &force->def;
  const MbdBushingConstants *constants = lw_compliant_constants ((MbdForceDef *) def);
  MbdFrame places[2];
  const MbdFrame *const frames[] = { &places[0], &places[1] };

  memcpy (places[0].point, def->point_a, sizeof def->point_a);
  memcpy (places[0].quaternion, def->quaternion_a, sizeof def->quaternion_a);
  memcpy (places[1].point, def->point_b, sizeof def->point_b);
  memcpy (places[1].quaternion, def->quaternion_b, sizeof def->quaternion_b);
  lw_text_add_ids (fields, "bodies", (int[]){ def->body_a, def->body_b }, 2);
  lw_text_add_places (fields, frames, 2, dimension);
  lw_text_add_word (fields, "law", lw_compliant_law_words,
                    (int) *lw_compliant_law ((MbdForceDef *) def),
                    (int) *lw_compliant_law (&usual));
  lw_text_add_vector (fields, "stiffness", constants->translational_stiffness, lw_text_zero,
                      dimension);
  lw_text_add_vector (fields, "damping", constants->translational_damping, lw_text_zero, dimension);
  add_rotational (fields, "rotational_stiffness", constants->rotational_stiffness, dimension);
  add_rotational (fields, "rotational_damping", constants->rotational_damping, dimension);
}

// Returns the text of the numbers and functions of a force or torque.
static char *
components_text (const LwForce *force, const double numbers[3], int first, int dimension)
{
  LwFunction *const *functions = force->functions + first;
  const bool short_one =
    dimension == 2 && functions[2] == NULL && lw_text_same (numbers + 2, lw_text_zero, 1);
  g_autoptr (GPtrArray) list = lw_text_fields_new ();

  for (int i = 0; i < (short_one ? 2 : 3); i++)
    g_ptr_array_add (list, functions[i] != NULL ? lw_text_function_text (functions[i])
                                                : lw_text_number_text (numbers[i]));
  return lw_text_join (list, "[", ", ", "]");
}

static void
add_torque (GPtrArray *fields, const LwForce *force, int dimension)
{
  const double *torque = force->def.torque;
  LwFunction *const *functions = force->functions + 3;
  const bool about_z = dimension == 2 && functions[0] == NULL && functions[1] == NULL
                       && lw_text_same (torque, lw_text_zero, 2);

  if (about_z && functions[2] == NULL && lw_text_same (torque, lw_text_zero, 3))
    return;
  // A list always has three numbers.
  lw_text_add (fields, "torque",
               !about_z               ? components_text (force, torque, 3, 3)
               : functions[2] != NULL ? lw_text_function_text (functions[2])
                                      : lw_text_number_text (torque[2]));
}

static void
add_force (GPtrArray *fields, const LwForce *force, int dimension)
{
  lw_text_add (fields, "force", components_text (force, force->def.force, 0, dimension));
}

static void
add_point (GPtrArray *fields, const LwForce *force, int dimension)
{
  lw_text_add_id (fields, "body", force->def.body_b);
  lw_text_add (fields, "point", lw_text_vector_text (force->def.point_b, dimension));
}

static void
add_point_or_origin (GPtrArray *fields, const LwForce *force, int dimension)
{
  lw_text_add_id (fields, "body", force->def.body_b);
  lw_text_add_vector (fields, "point", force->def.point_b, lw_text_zero, dimension);
}

static void (*const notations[LW_NOTATIONS]) (GPtrArray *fields,
                                              const LwForce *force,
                                              int dimension) = {
  [LW_NOTATION_LAW] = add_spring,  [LW_NOTATION_CONSTANTS] = add_compliant_joint,
  [LW_NOTATION_POINT] = add_point, [LW_NOTATION_POINT_OR_ORIGIN] = add_point_or_origin,
  [LW_NOTATION_FORCE] = add_force, [LW_NOTATION_TORQUE] = add_torque,
};

GPtrArray *
lw_text_force_fields (const LwMechanism *mechanism, guint index)
{
  const LwForce *force = lw_mechanism_get_force (mechanism, index);
  const MbdForceDef *def = &force->def;
  const LwKind *kind = lw_force_get_kind (force);
  const LwTextObject *object = lw_text_object_of (kind);
  const LwForce usual = { .def = kind->force () };
  GPtrArray *fields = lw_text_element_fields (&force->element);
  int dimension = lw_text_dimension_of (mechanism, def->body_b);

  lw_text_add (fields, "kind", lw_text_string_text (kind->word));
  if (lw_families[kind->family].n_bodies == 2)
    dimension = MAX (dimension, lw_text_dimension_of (mechanism, def->body_a));
  for (int i = 0; i < LW_MOST_NOTATIONS; i++)
    if (object->notations[i] != LW_NOTATION_NONE)
      notations[object->notations[i]](fields, force, dimension);
  lw_text_add_plain (fields, object, force, &usual);
  return fields;
}
