// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that are not displayed in the form in which they are stored: the length of a bar, the
// plate of a link, the numbers of functions of time and of the laws of springs, gravity, the
// background image.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-background.h"
#include "lw-link-length.h"
#include "lw-property-private.h"
#include "lw-shape-mass.h"
#include "lw-spring-law.h"

typedef LwComputedProperty Property;

// ---- bars and plates ------------------------------------------------------------------------

static bool
get_bar_length (const Property *self, const LwMechanism *mechanism, int id, double *values)
{
  g_autoptr (GArray) points = lw_mechanism_dup_length_points (mechanism, id, values);

  return points != NULL;
}

static LwMechanism *
with_bar_length (const Property *self, const LwMechanism *mechanism, int id, const double *values)
{
  return lw_mechanism_with_link_length (mechanism, id, values[0]);
}

static bool
get_link_width (const Property *self, const LwMechanism *mechanism, int id, double *values)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);

  values[0] = lw_shape_link_width (&body->shape, &body->plate);
  return true;
}

// A link that takes its points from its joints gets its own copies, since they determine its ends.
static LwMechanism *
with_link_width (const Property *self, const LwMechanism *mechanism, int id, const double *values)
{
  LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism, id));

  body->plate.width = values[0];
  if (body->shape.kind == LW_SHAPE_LINK && body->shape.points == NULL)
    body->shape.points = lw_mechanism_dup_link_points (mechanism, id);
  return lw_mechanism_replace_body (mechanism, body);
}

static bool
get_hole_diameter (const Property *self, const LwMechanism *mechanism, int id, double *values)
{
  values[0] = 2 * lw_mechanism_find_body (mechanism, id)->plate.hole_radius;
  return true;
}

static LwMechanism *
with_hole_diameter (const Property *self,
                    const LwMechanism *mechanism,
                    int id,
                    const double *values)
{
  LwBody *body;

  if (!(values[0] >= 0))
    return NULL;
  body = lw_body_copy (lw_mechanism_find_body (mechanism, id));
  body->plate.hole_radius = 0.5 * values[0];
  return lw_mechanism_replace_body (mechanism, body);
}

// ---- functions of time ----------------------------------------------------------------------

/// Returns the numbers in the function of a coupling, or NULL if it has none of this kind.
static double *
find_numbers (const Property *self, const LwFunction *function)
{
  if (function == NULL || function->kind != self->function)
    return NULL;
  return self->offset != 0 ? (double *) (void *) ((char *) function + self->offset)
                           : &g_array_index (function->numbers, double, self->index);
}

static bool
get_of_function (const Property *self, const LwMechanism *mechanism, int id, double *values)
{
  const double *numbers = find_numbers (self, lw_mechanism_find_coupling (mechanism, id)->function);

  if (numbers != NULL)
    memcpy (values, numbers, self->n * sizeof *values);
  return numbers != NULL;
}

static LwMechanism *
with_of_function (const Property *self, const LwMechanism *mechanism, int id, const double *values)
{
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));
  g_autoptr (LwFunction) function = lw_function_scaled (coupling->function, 1);

  memcpy (find_numbers (self, function), values, self->n * sizeof *values);
  lw_coupling_set_function (coupling, function);
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

// ---- laws of springs ------------------------------------------------------------------------

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
get_constant_force (const Property *self, const LwMechanism *mechanism, int id, double *values)
{
  return lw_spring_law_get_kind (lw_mechanism_find_force (mechanism, id)->law, NULL, values)
         == LW_SPRING_CONSTANT;
}

static LwMechanism *
with_constant_force (const Property *self,
                     const LwMechanism *mechanism,
                     int id,
                     const double *values)
{
  return with_law (mechanism, id, lw_spring_law_constant_force (values[0]));
}

static bool
find_gas (const LwMechanism *mechanism, int id, LwGasSpring *gas)
{
  return lw_spring_law_get_kind (lw_mechanism_find_force (mechanism, id)->law, gas, NULL)
         == LW_SPRING_GAS;
}

static bool
get_of_gas (const Property *self, const LwMechanism *mechanism, int id, double *values)
{
  LwGasSpring gas;
  const bool is_gas = find_gas (mechanism, id, &gas);

  if (is_gas)
    memcpy (values, (const char *) &gas + self->offset, sizeof *values);
  return is_gas;
}

static LwMechanism *
with_of_gas (const Property *self, const LwMechanism *mechanism, int id, const double *values)
{
  LwGasSpring gas;

  if (!find_gas (mechanism, id, &gas))
    return NULL;
  memcpy ((char *) &gas + self->offset, values, sizeof *values);
  return with_law (mechanism, id, lw_spring_law_gas (gas.length, gas.stroke, gas.force, gas.ratio));
}

// ---- the mechanism as a whole ---------------------------------------------------------------

static bool
get_gravity (const Property *self, const LwMechanism *mechanism, int id, double *values)
{
  memcpy (values, lw_mechanism_get_gravity (mechanism), 3 * sizeof *values);
  return true;
}

static LwMechanism *
with_gravity (const Property *self, const LwMechanism *mechanism, int id, const double *values)
{
  return lw_mechanism_with_gravity (mechanism, values);
}

static bool
get_of_background (const Property *self, const LwMechanism *mechanism, int id, double *values)
{
  const LwBackground *background = lw_mechanism_get_background (mechanism);

  if (background != NULL)
    memcpy (values, (const char *) background + self->offset, self->n * sizeof *values);
  return background != NULL;
}

static LwMechanism *
with_of_background (const Property *self,
                    const LwMechanism *mechanism,
                    int id,
                    const double *values)
{
  g_autoptr (LwBackground) background =
    lw_background_copy (lw_mechanism_get_background (mechanism));

  memcpy ((char *) background + self->offset, values, self->n * sizeof *values);
  return lw_background_check (background, NULL)
           ? lw_mechanism_with_background (mechanism, background)
           : NULL;
}

// ---- the table ------------------------------------------------------------------------------

#define FUNCTION(name, n)                                                                          \
  LW_SELECTION_COUPLING, "function." name, n, get_of_function, with_of_function
#define GAS(member)                                                                                \
  {                                                                                                \
    LW_SELECTION_FORCE, "gas." #member, 1, get_of_gas, with_of_gas,                                \
      .offset = offsetof (LwGasSpring, member),                                                    \
      .refusal = N_ ("Give a gas spring positive numbers, a stroke shorter than its length, and "  \
                     "a force ratio of at least 1.")                                               \
  }
#define BACKGROUND(member, n, sentence)                                                            \
  {                                                                                                \
    LW_SELECTION_NONE, "background." #member, n, get_of_background, with_of_background,            \
      .offset = offsetof (LwBackground, member), .refusal = sentence                               \
  }

static const Property properties[] = {
  { LW_SELECTION_BODY, "bar_length", 1, get_bar_length, with_bar_length, .positive = true },
  { LW_SELECTION_BODY, "link_width", 1, get_link_width, with_link_width, .positive = true },
  { LW_SELECTION_BODY, "hole_diameter", 1, get_hole_diameter, with_hole_diameter,
    .refusal = N_ ("The diameter of the holes must be zero or more.") },
  { FUNCTION ("value", 1), .function = LW_FUNCTION_CONSTANT },
  { FUNCTION ("mean", 1), .function = LW_FUNCTION_HARMONIC },
  { FUNCTION ("amplitude", 1), .function = LW_FUNCTION_HARMONIC, .index = 1 },
  { FUNCTION ("frequency", 1), .function = LW_FUNCTION_HARMONIC, .index = 2 },
  { FUNCTION ("phase", 1), .function = LW_FUNCTION_HARMONIC, .index = 3 },
  { FUNCTION ("origin", 1), .function = LW_FUNCTION_POLYNOMIAL,
    .offset = offsetof (LwFunction, origin) },
  { FUNCTION ("end_rates", 2), .function = LW_FUNCTION_TABLE,
    .offset = offsetof (LwFunction, end_rates) },
  { LW_SELECTION_FORCE, "constant_force", 1, get_constant_force, with_constant_force },
  GAS (length),
  GAS (stroke),
  GAS (force),
  GAS (ratio),
  { LW_SELECTION_NONE, "gravity", 3, get_gravity, with_gravity },
  BACKGROUND (centre, 2, N_ ("The centre of the image must be finite.")),
  BACKGROUND (width, 1, N_ ("The width of the image must be greater than zero.")),
  BACKGROUND (angle, 1, N_ ("The angle of the image must be a finite number.")),
  BACKGROUND (opacity, 1, N_ ("The opacity of the image must be from 0 to 1.")),
};

static const Property *
find (const Property *list, gsize n, LwSelectionKind kind, const char *name)
{
  for (gsize i = 0; i < n; i++)
    if (list[i].kind == kind && g_str_equal (list[i].name, name))
      return &list[i];
  return NULL;
}

const LwComputedProperty *
lw_computed_property_find (LwSelectionKind kind, const char *name)
{
  const Property *found = find (properties, G_N_ELEMENTS (properties), kind, name);
  gsize n;
  const Property *directions = lw_direction_properties (&n);

  return found != NULL ? found : find (directions, n, kind, name);
}
