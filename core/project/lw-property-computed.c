// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that are shown otherwise than they are kept: attitudes as turns, the length of a bar,
// the numbers of functions of time and of the laws of springs, gravity.

#include <math.h>
#include <string.h>

#include "lw-bar.h"
#include "lw-property-private.h"
#include "lw-spring-law.h"

// ---- attitudes ------------------------------------------------------------------------------

void
lw_turns_from_quaternion (const double q[4], double *turns)
{
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double sine = CLAMP (2 * (w * y - z * x), -1, 1);

  turns[1] = asin (sine);
  if (fabs (sine) > 1 - 1e-12) {
    turns[0] = 2 * atan2 (z, w);
    turns[2] = 0;
    return;
  }
  turns[0] = atan2 (2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
  turns[2] = atan2 (2 * (w * x + y * z), 1 - 2 * (x * x + y * y));
}

void
lw_turns_to_quaternion (const double *turns, double q[4])
{
  const double c[3] = { cos (0.5 * turns[0]), cos (0.5 * turns[1]), cos (0.5 * turns[2]) };
  const double s[3] = { sin (0.5 * turns[0]), sin (0.5 * turns[1]), sin (0.5 * turns[2]) };

  q[0] = c[0] * c[1] * c[2] + s[0] * s[1] * s[2];
  q[1] = c[0] * c[1] * s[2] - s[0] * s[1] * c[2];
  q[2] = c[0] * s[1] * c[2] + s[0] * c[1] * s[2];
  q[3] = s[0] * c[1] * c[2] - c[0] * s[1] * s[2];
}

static bool
get_attitude (const LwMechanism *mechanism, int id, double *values)
{
  lw_turns_from_quaternion (lw_mechanism_find_body (mechanism, id)->def.quaternion, values);
  return true;
}

static LwMechanism *
with_attitude (const LwMechanism *mechanism, int id, const double *values)
{
  LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism, id));

  lw_turns_to_quaternion (values, body->def.quaternion);
  return lw_mechanism_replace_body (mechanism, body);
}

// ---- frames ---------------------------------------------------------------------------------

static const double *
get_p (const LwMechanism *mechanism, int id)
{
  return lw_mechanism_find_coupling (mechanism, id)->def.frame_a.quaternion;
}

static const double *
get_s (const LwMechanism *mechanism, int id)
{
  return lw_mechanism_find_coupling (mechanism, id)->def.frame_b.quaternion;
}

static const double *
get_a (const LwMechanism *mechanism, int id)
{
  return lw_mechanism_find_force (mechanism, id)->def.quaternion_a;
}

static const double *
get_b (const LwMechanism *mechanism, int id)
{
  return lw_mechanism_find_force (mechanism, id)->def.quaternion_b;
}

static LwMechanism *
with_coupling_frame (const LwMechanism *mechanism, int id, bool second, const double quaternion[4])
{
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));
  MbdFrame *frame = second ? &coupling->def.frame_b : &coupling->def.frame_a;

  memcpy (frame->quaternion, quaternion, sizeof frame->quaternion);
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

static LwMechanism *
with_force_frame (const LwMechanism *mechanism, int id, bool second, const double quaternion[4])
{
  LwForce *force = lw_force_copy (lw_mechanism_find_force (mechanism, id));

  memcpy (second ? force->def.quaternion_b : force->def.quaternion_a, quaternion,
          sizeof force->def.quaternion_a);
  return lw_mechanism_replace_force (mechanism, force);
}

#define DIRECTION(place, with_frame, second)                                                       \
  static bool get_##place##_angle (const LwMechanism *mechanism, int id, double *values)           \
  {                                                                                                \
    const double *q = get_##place (mechanism, id);                                                 \
                                                                                                   \
    values[0] = 2 * atan2 (q[3], q[0]);                                                            \
    return true;                                                                                   \
  }                                                                                                \
  static LwMechanism *with_##place##_angle (const LwMechanism *mechanism, int id,                  \
                                            const double *values)                                  \
  {                                                                                                \
    const double q[4] = { cos (0.5 * values[0]), 0, 0, sin (0.5 * values[0]) };                    \
                                                                                                   \
    return with_frame (mechanism, id, second, q);                                                  \
  }                                                                                                \
  static bool get_##place##_turns (const LwMechanism *mechanism, int id, double *values)           \
  {                                                                                                \
    lw_turns_from_quaternion (get_##place (mechanism, id), values);                                \
    return true;                                                                                   \
  }                                                                                                \
  static LwMechanism *with_##place##_turns (const LwMechanism *mechanism, int id,                  \
                                            const double *values)                                  \
  {                                                                                                \
    double q[4];                                                                                   \
                                                                                                   \
    lw_turns_to_quaternion (values, q);                                                            \
    return with_frame (mechanism, id, second, q);                                                  \
  }

DIRECTION (p, with_coupling_frame, false)
DIRECTION (s, with_coupling_frame, true)
DIRECTION (a, with_force_frame, false)
DIRECTION (b, with_force_frame, true)

// ---- bars -----------------------------------------------------------------------------------

static bool
get_bar_length (const LwMechanism *mechanism, int id, double *values)
{
  g_autoptr (GArray) points = lw_mechanism_dup_bar_points (mechanism, id, values);

  return points != NULL;
}

static LwMechanism *
with_bar_length (const LwMechanism *mechanism, int id, const double *values)
{
  return lw_mechanism_with_bar_length (mechanism, id, values[0]);
}

// ---- functions of time ----------------------------------------------------------------------

static const LwFunction *
get_function (const LwMechanism *mechanism, int id, LwFunctionKind kind)
{
  const LwFunction *function = lw_mechanism_find_coupling (mechanism, id)->function;

  return function != NULL && function->kind == kind ? function : NULL;
}

/// Takes the function over.
static LwMechanism *
with_function (const LwMechanism *mechanism, int id, LwFunction *function)
{
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));

  lw_coupling_set_function (coupling, function);
  lw_function_unref (function);
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

static bool
get_value (const LwMechanism *mechanism, int id, double *values)
{
  const LwFunction *function = get_function (mechanism, id, LW_FUNCTION_CONSTANT);

  if (function != NULL)
    values[0] = lw_function_get_numbers (function)[0];
  return function != NULL;
}

static LwMechanism *
with_value (const LwMechanism *mechanism, int id, const double *values)
{
  return with_function (mechanism, id, lw_function_new_constant (values[0]));
}

static bool
get_harmonic (const LwMechanism *mechanism, int id, int index, double *values)
{
  const LwFunction *function = get_function (mechanism, id, LW_FUNCTION_HARMONIC);

  if (function != NULL)
    values[0] = lw_function_get_numbers (function)[index];
  return function != NULL;
}

static LwMechanism *
with_harmonic (const LwMechanism *mechanism, int id, int index, double value)
{
  double n[4];

  memcpy (n, lw_function_get_numbers (get_function (mechanism, id, LW_FUNCTION_HARMONIC)),
          sizeof n);
  n[index] = value;
  return with_function (mechanism, id, lw_function_new_harmonic (n[0], n[1], n[2], n[3]));
}

#define HARMONIC(name, index)                                                                      \
  static bool get_##name (const LwMechanism *mechanism, int id, double *values)                    \
  {                                                                                                \
    return get_harmonic (mechanism, id, index, values);                                            \
  }                                                                                                \
  static LwMechanism *with_##name (const LwMechanism *mechanism, int id, const double *values)     \
  {                                                                                                \
    return with_harmonic (mechanism, id, index, values[0]);                                        \
  }

HARMONIC (mean, 0)
HARMONIC (amplitude, 1)
HARMONIC (frequency, 2)
HARMONIC (phase, 3)

static bool
get_origin (const LwMechanism *mechanism, int id, double *values)
{
  const LwFunction *function = get_function (mechanism, id, LW_FUNCTION_POLYNOMIAL);

  if (function != NULL)
    values[0] = function->origin;
  return function != NULL;
}

static LwMechanism *
with_origin (const LwMechanism *mechanism, int id, const double *values)
{
  const LwFunction *function = get_function (mechanism, id, LW_FUNCTION_POLYNOMIAL);

  return with_function (mechanism, id,
                        lw_function_new_polynomial (lw_function_get_numbers (function),
                                                    function->numbers->len, values[0]));
}

static bool
get_end_rates (const LwMechanism *mechanism, int id, double *values)
{
  const LwFunction *function = get_function (mechanism, id, LW_FUNCTION_TABLE);

  if (function != NULL)
    memcpy (values, function->end_rates, sizeof function->end_rates);
  return function != NULL;
}

static LwMechanism *
with_end_rates (const LwMechanism *mechanism, int id, const double *values)
{
  const LwFunction *function = get_function (mechanism, id, LW_FUNCTION_TABLE);

  return with_function (mechanism, id,
                        lw_function_new_table (lw_function_get_numbers (function),
                                               lw_function_get_n_rows (function), function->ends,
                                               values));
}

// ---- springs --------------------------------------------------------------------------------

/// Takes the law over.
static LwMechanism *
with_law (const LwMechanism *mechanism, int id, char *law)
{
  LwForce *force;

  if (law == NULL)
    return NULL;
  force = lw_force_copy (lw_mechanism_find_force (mechanism, id));
  lw_force_set_law (force, law);
  g_free (law);
  return lw_mechanism_replace_force (mechanism, force);
}

static bool
get_constant_force (const LwMechanism *mechanism, int id, double *values)
{
  return lw_spring_law_get_kind (lw_mechanism_find_force (mechanism, id)->law, NULL, values)
         == LW_SPRING_CONSTANT;
}

static LwMechanism *
with_constant_force (const LwMechanism *mechanism, int id, const double *values)
{
  return with_law (mechanism, id, lw_spring_law_constant_force (values[0]));
}

static bool
get_gas (const LwMechanism *mechanism, int id, LwGasSpring *gas)
{
  return lw_spring_law_get_kind (lw_mechanism_find_force (mechanism, id)->law, gas, NULL)
         == LW_SPRING_GAS;
}

#define GAS(member)                                                                                \
  static bool get_gas_##member (const LwMechanism *mechanism, int id, double *values)              \
  {                                                                                                \
    LwGasSpring gas;                                                                               \
    const bool is_gas = get_gas (mechanism, id, &gas);                                             \
                                                                                                   \
    if (is_gas)                                                                                    \
      values[0] = gas.member;                                                                      \
    return is_gas;                                                                                 \
  }                                                                                                \
  static LwMechanism *with_gas_##member (const LwMechanism *mechanism, int id,                     \
                                         const double *values)                                     \
  {                                                                                                \
    LwGasSpring gas;                                                                               \
                                                                                                   \
    if (!get_gas (mechanism, id, &gas))                                                            \
      return NULL;                                                                                 \
    gas.member = values[0];                                                                        \
    return with_law (mechanism, id,                                                                \
                     lw_spring_law_gas (gas.length, gas.stroke, gas.force, gas.ratio));            \
  }

GAS (length)
GAS (stroke)
GAS (force)
GAS (ratio)

// ---- the mechanism --------------------------------------------------------------------------

static bool
get_gravity (const LwMechanism *mechanism, int id, double *values)
{
  memcpy (values, lw_mechanism_get_gravity (mechanism), 3 * sizeof *values);
  return true;
}

static LwMechanism *
with_gravity (const LwMechanism *mechanism, int id, const double *values)
{
  return lw_mechanism_with_gravity (mechanism, values);
}

// ---- the table ------------------------------------------------------------------------------

#define GAS_PROPERTY(member)                                                                       \
  {                                                                                                \
    LW_SELECTION_FORCE, "gas." #member, 1, false, get_gas_##member, with_gas_##member,             \
      "Give a gas spring positive numbers, a stroke shorter than its length, and a force ratio "   \
      "of "                                                                                        \
      "at least 1."                                                                                \
  }
#define FUNCTION(name)                                                                             \
  {                                                                                                \
    LW_SELECTION_COUPLING, "function." #name, 1, false, get_##name, with_##name                    \
  }

static const LwComputedProperty properties[] = {
  { LW_SELECTION_BODY, "bar_length", 1, true, get_bar_length, with_bar_length },
  { LW_SELECTION_BODY, "attitude", 3, false, get_attitude, with_attitude },
  { LW_SELECTION_COUPLING, "direction_p", 1, false, get_p_angle, with_p_angle },
  { LW_SELECTION_COUPLING, "direction_s", 1, false, get_s_angle, with_s_angle },
  { LW_SELECTION_COUPLING, "turns_p", 3, false, get_p_turns, with_p_turns },
  { LW_SELECTION_COUPLING, "turns_s", 3, false, get_s_turns, with_s_turns },
  FUNCTION (value),
  FUNCTION (mean),
  FUNCTION (amplitude),
  FUNCTION (frequency),
  FUNCTION (phase),
  FUNCTION (origin),
  { LW_SELECTION_COUPLING, "function.end_rates", 2, false, get_end_rates, with_end_rates },
  { LW_SELECTION_FORCE, "direction_a", 1, false, get_a_angle, with_a_angle },
  { LW_SELECTION_FORCE, "direction_b", 1, false, get_b_angle, with_b_angle },
  { LW_SELECTION_FORCE, "turns_a", 3, false, get_a_turns, with_a_turns },
  { LW_SELECTION_FORCE, "turns_b", 3, false, get_b_turns, with_b_turns },
  { LW_SELECTION_FORCE, "constant_force", 1, false, get_constant_force, with_constant_force },
  GAS_PROPERTY (length),
  GAS_PROPERTY (stroke),
  GAS_PROPERTY (force),
  GAS_PROPERTY (ratio),
  { LW_SELECTION_NONE, "gravity", 3, false, get_gravity, with_gravity },
};

const LwComputedProperty *
lw_computed_property_find (LwSelectionKind kind, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    if (properties[i].kind == kind && g_str_equal (properties[i].name, name))
      return &properties[i];
  return NULL;
}
