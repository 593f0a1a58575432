// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Directions, displayed as angles and turns: the attitudes of bodies, the frames of couplings and
// bushings, the normals of point contacts.

#include <math.h>
#include <string.h>

#include "lw-property-private.h"

typedef LwComputedProperty Property;

// ---- turns ----------------------------------------------------------------------------------

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

// ---- the quaternions of bodies, couplings and bushings ---------------------------------------

/// Returns the numbers at the place of a property in its element.
static const double *
find_numbers (const Property *self, const LwMechanism *mechanism, int id)
{
  const LwElementRef owner = { self->kind, id };

  return (const double *) (const void *) (lw_property_get_place (mechanism, owner) + self->offset);
}

static LwMechanism *
with_quaternion (const Property *self, const LwMechanism *mechanism, int id, const double q[4])
{
  const LwElementRef owner = { self->kind, id };

  return lw_property_with_bytes (mechanism, owner, self->offset, q, sizeof (double[4]));
}

static bool
get_turns (const Property *self, const LwMechanism *mechanism, int id, double *values)
{
  lw_turns_from_quaternion (find_numbers (self, mechanism, id), values);
  return true;
}

static LwMechanism *
with_turns (const Property *self, const LwMechanism *mechanism, int id, const double *values)
{
  double q[4];

  lw_turns_to_quaternion (values, q);
  return with_quaternion (self, mechanism, id, q);
}

static bool
get_angle (const Property *self, const LwMechanism *mechanism, int id, double *values)
{
  const double *q = find_numbers (self, mechanism, id);

  values[0] = 2 * atan2 (q[3], q[0]);
  return true;
}

static LwMechanism *
with_angle (const Property *self, const LwMechanism *mechanism, int id, const double *values)
{
  const double q[4] = { cos (0.5 * values[0]), 0, 0, sin (0.5 * values[0]) };

  return with_quaternion (self, mechanism, id, q);
}

// ---- normals --------------------------------------------------------------------------------

/// Scales a vector to unit length. A zero or non-finite vector is unchanged; the engine refuses it.
static void
normalise (double v[3])
{
  const double length = hypot (v[0], hypot (v[1], v[2]));

  for (int d = 0; d < 3 && length > 0; d++)
    v[d] /= length;
}

/// Computes a direction perpendicular to both, or to the first if they are parallel.
static void
find_third (const double a[3], const double b[3], double c[3])
{
  const int least = fabs (a[0]) <= fabs (a[1]) && fabs (a[0]) <= fabs (a[2]) ? 0
                    : fabs (a[1]) <= fabs (a[2])                             ? 1
                                                                             : 2;
  const double axis[3] = { least == 0, least == 1, least == 2 };

  for (int pass = 0; pass < 2; pass++) {
    const double *other = pass == 0 ? b : axis;

    for (int d = 0; d < 3; d++)
      c[d] = a[(d + 1) % 3] * other[(d + 2) % 3] - a[(d + 2) % 3] * other[(d + 1) % 3];
    if (hypot (c[0], hypot (c[1], c[2])) > 1e-9)
      break;
  }
  normalise (c);
}

void
lw_coupling_straighten_normals (MbdCouplingDef *def)
{
  double (*n)[3] = def->normals;
  double third[3];
  double along = 0;

  normalise (n[0]);
  for (int d = 0; d < 3; d++)
    along += n[0][d] * n[1][d];
  for (int d = 0; d < 3; d++)
    n[1][d] -= along * n[0][d];
  if (hypot (n[1][0], hypot (n[1][1], n[1][2])) < 1e-9) {
    find_third (n[0], n[1], third);
    memcpy (n[1], third, sizeof third);
  }
  normalise (n[1]);
  find_third (n[0], n[1], n[2]);
}

static bool
get_normal (const Property *self, const LwMechanism *mechanism, int id, double *values)
{
  memcpy (values, find_numbers (self, mechanism, id), 3 * sizeof *values);
  return true;
}

static LwMechanism *
with_normal (const Property *self, const LwMechanism *mechanism, int id, const double *values)
{
  LwCoupling *contact = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));

  memcpy ((char *) contact + self->offset, values, 3 * sizeof *values);
  lw_coupling_straighten_normals (&contact->def);
  return lw_mechanism_replace_coupling (mechanism, contact);
}

static bool
get_normal_angle (const Property *self, const LwMechanism *mechanism, int id, double *values)
{
  const double *normal = find_numbers (self, mechanism, id);

  values[0] = atan2 (normal[1], normal[0]);
  return true;
}

static LwMechanism *
with_normal_angle (const Property *self, const LwMechanism *mechanism, int id, const double *values)
{
  const double normal[3] = { cos (values[0]), sin (values[0]), 0 };

  return with_normal (self, mechanism, id, normal);
}

// ---- the table ------------------------------------------------------------------------------

#define DIRECTIONS(kind, Type, name, member)                                                       \
  { kind, "direction_" name, 1, get_angle, with_angle, .offset = offsetof (Type, member) },        \
  {                                                                                                \
    kind, "turns_" name, 3, get_turns, with_turns, .offset = offsetof (Type, member)               \
  }
#define FRAME(name, frame)                                                                         \
  DIRECTIONS (LW_SELECTION_COUPLING, LwCoupling, name, def.frame.quaternion)
#define END(name, member) DIRECTIONS (LW_SELECTION_FORCE, LwForce, name, def.member)

const LwComputedProperty *
lw_direction_properties (gsize *n)
{
  static const Property properties[] = {
    { LW_SELECTION_BODY, "attitude", 3, get_turns, with_turns,
      .offset = offsetof (LwBody, def.quaternion) },
    FRAME ("p", frame_a),
    FRAME ("s", frame_b),
    FRAME ("p_2", frame_c),
    FRAME ("s_2", frame_d),
    END ("a", quaternion_a),
    END ("b", quaternion_b),
    { LW_SELECTION_COUPLING, "normal_angle", 1, get_normal_angle, with_normal_angle,
      .offset = offsetof (LwCoupling, def.normals[0]) },
    { LW_SELECTION_COUPLING, "normal_1", 3, get_normal, with_normal,
      .offset = offsetof (LwCoupling, def.normals[0]) },
    { LW_SELECTION_COUPLING, "normal_2", 3, get_normal, with_normal,
      .offset = offsetof (LwCoupling, def.normals[1]) },
  };

  *n = G_N_ELEMENTS (properties);
  return properties;
}
