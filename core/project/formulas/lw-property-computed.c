// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that are not displayed in the form in which they are stored: the length of a bar, the
// plate of a link, the numbers of functions of time and of the laws of springs, gravity, the
// background image.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-background.h"
#include "lw-link-length.h"
#include "lw-property-private.h"
#include "lw-shape-mass.h"
#include "lw-spring-law.h"

// ---- bars -----------------------------------------------------------------------------------

static bool
get_bar_length (const LwMechanism *mechanism, int id, double *values)
{
  g_autoptr (GArray) points = lw_mechanism_dup_length_points (mechanism, id, values);

  return points != NULL;
}

static LwMechanism *
with_bar_length (const LwMechanism *mechanism, int id, const double *values)
{
  return lw_mechanism_with_link_length (mechanism, id, values[0]);
}

// ---- plates ---------------------------------------------------------------------------------

static bool
get_link_width (const LwMechanism *mechanism, int id, double *values)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);

  values[0] = lw_shape_link_width (&body->shape, &body->plate);
  return true;
}

// A link that takes its points from its joints gets its own copies, since they determine its ends.
static LwMechanism *
with_link_width (const LwMechanism *mechanism, int id, const double *values)
{
  LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism, id));

  body->plate.width = values[0];
  if (body->shape.kind == LW_SHAPE_LINK && body->shape.points == NULL)
    body->shape.points = lw_mechanism_dup_link_points (mechanism, id);
  return lw_mechanism_replace_body (mechanism, body);
}

static bool
get_hole_diameter (const LwMechanism *mechanism, int id, double *values)
{
  values[0] = 2 * lw_mechanism_find_body (mechanism, id)->plate.hole_radius;
  return true;
}

static LwMechanism *
with_hole_diameter (const LwMechanism *mechanism, int id, const double *values)
{
  LwBody *body;

  if (!(values[0] >= 0))
    return NULL;
  body = lw_body_copy (lw_mechanism_find_body (mechanism, id));
  body->plate.hole_radius = 0.5 * values[0];
  return lw_mechanism_replace_body (mechanism, body);
}

// ---- functions of time ----------------------------------------------------------------------

static const LwFunction *
get_function (const LwMechanism *mechanism, int id, LwFunctionKind kind)
{
  const LwFunction *function = lw_mechanism_find_coupling (mechanism, id)->function;

  return function != NULL && function->kind == kind ? function : NULL;
}

/// Sets the function. Takes ownership of the function.
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

/// Sets the law. Takes ownership of the law.
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

// ---- the background image -------------------------------------------------------------------

#define BACKGROUND(name, n, member)                                                                \
  static bool get_background_##name (const LwMechanism *mechanism, int id, double *values)         \
  {                                                                                                \
    const LwBackground *background = lw_mechanism_get_background (mechanism);                      \
                                                                                                   \
    if (background != NULL)                                                                        \
      memcpy (values, member, n * sizeof *values);                                                 \
    return background != NULL;                                                                     \
  }                                                                                                \
  static LwMechanism *with_background_##name (const LwMechanism *mechanism, int id,                \
                                              const double *values)                                \
  {                                                                                                \
    g_autoptr (LwBackground) background =                                                          \
      lw_background_copy (lw_mechanism_get_background (mechanism));                                \
                                                                                                   \
    memcpy (member, values, n * sizeof *values);                                                   \
    return lw_background_check (background, NULL)                                                  \
             ? lw_mechanism_with_background (mechanism, background)                                \
             : NULL;                                                                               \
  }

BACKGROUND (centre, 2, background->centre)
BACKGROUND (width, 1, &background->width)
BACKGROUND (angle, 1, &background->angle)
BACKGROUND (opacity, 1, &background->opacity)

// ---- the table ------------------------------------------------------------------------------

#define GAS_REFUSAL                                                                                \
  N_ ("Give a gas spring positive numbers, a stroke shorter than its length, and a force ratio "   \
      "of at least 1.")
#define GAS_PROPERTY(member)                                                                       \
  {                                                                                                \
    LW_SELECTION_FORCE, "gas." #member, 1, false, get_gas_##member, with_gas_##member, GAS_REFUSAL \
  }
#define FUNCTION(name)                                                                             \
  {                                                                                                \
    LW_SELECTION_COUPLING, "function." #name, 1, false, get_##name, with_##name                    \
  }

#define BACKGROUND_PROPERTY(name, n, refusal)                                                      \
  {                                                                                                \
    LW_SELECTION_NONE, "background." #name, n, false, get_background_##name,                       \
      with_background_##name, refusal                                                              \
  }

static const LwComputedProperty properties[] = {
  { LW_SELECTION_BODY, "bar_length", 1, true, get_bar_length, with_bar_length },
  { LW_SELECTION_BODY, "link_width", 1, true, get_link_width, with_link_width },
  { LW_SELECTION_BODY, "hole_diameter", 1, false, get_hole_diameter, with_hole_diameter,
    N_ ("The diameter of the holes must be zero or more.") },
  FUNCTION (value),
  FUNCTION (mean),
  FUNCTION (amplitude),
  FUNCTION (frequency),
  FUNCTION (phase),
  FUNCTION (origin),
  { LW_SELECTION_COUPLING, "function.end_rates", 2, false, get_end_rates, with_end_rates },
  { LW_SELECTION_FORCE, "constant_force", 1, false, get_constant_force, with_constant_force },
  GAS_PROPERTY (length),
  GAS_PROPERTY (stroke),
  GAS_PROPERTY (force),
  GAS_PROPERTY (ratio),
  { LW_SELECTION_NONE, "gravity", 3, false, get_gravity, with_gravity },
  BACKGROUND_PROPERTY (centre, 2, N_ ("The centre of the image must be finite.")),
  BACKGROUND_PROPERTY (width, 1, N_ ("The width of the image must be greater than zero.")),
  BACKGROUND_PROPERTY (angle, 1, N_ ("The angle of the image must be a finite number.")),
  BACKGROUND_PROPERTY (opacity, 1, N_ ("The opacity of the image must be from 0 to 1.")),
};

static const LwComputedProperty *
find (const LwComputedProperty *list, gsize n, LwSelectionKind kind, const char *name)
{
  for (gsize i = 0; i < n; i++)
    if (list[i].kind == kind && g_str_equal (list[i].name, name))
      return &list[i];
  return NULL;
}

const LwComputedProperty *
lw_computed_property_find (LwSelectionKind kind, const char *name)
{
  const LwComputedProperty *found = find (properties, G_N_ELEMENTS (properties), kind, name);
  gsize n;
  const LwComputedProperty *directions = lw_direction_properties (&n);

  return found != NULL ? found : find (directions, n, kind, name);
}
