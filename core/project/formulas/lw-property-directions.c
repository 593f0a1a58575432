// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Directions, displayed as angles and turns: the attitudes of bodies, the frames of couplings and
// bushings, the normals of point contacts.

#include <math.h>
#include <string.h>

#include "lw-property-private.h"

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

static MbdFrame *
get_frame (MbdCouplingDef *def, int place)
{
  MbdFrame *frames[] = { &def->frame_a, &def->frame_b, &def->frame_c, &def->frame_d };

  return frames[place];
}

#define COUPLING_FRAME(name, member)                                                               \
  static const double *get_##name (const LwMechanism *mechanism, int id)                           \
  {                                                                                                \
    return lw_mechanism_find_coupling (mechanism, id)->def.member.quaternion;                      \
  }

COUPLING_FRAME (p, frame_a)
COUPLING_FRAME (s, frame_b)
COUPLING_FRAME (p_2, frame_c)
COUPLING_FRAME (s_2, frame_d)

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
with_coupling_frame (const LwMechanism *mechanism, int id, int place, const double quaternion[4])
{
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));
  MbdFrame *frame = get_frame (&coupling->def, place);

  memcpy (frame->quaternion, quaternion, sizeof frame->quaternion);
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

static LwMechanism *
with_force_frame (const LwMechanism *mechanism, int id, int place, const double quaternion[4])
{
  LwForce *force = lw_force_copy (lw_mechanism_find_force (mechanism, id));

  memcpy (place == 1 ? force->def.quaternion_b : force->def.quaternion_a, quaternion,
          sizeof force->def.quaternion_a);
  return lw_mechanism_replace_force (mechanism, force);
}

#define DIRECTION(place, with_frame, index)                                                        \
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
    return with_frame (mechanism, id, index, q);                                                   \
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
    return with_frame (mechanism, id, index, q);                                                   \
  }

DIRECTION (p, with_coupling_frame, 0)
DIRECTION (s, with_coupling_frame, 1)
DIRECTION (p_2, with_coupling_frame, 2)
DIRECTION (s_2, with_coupling_frame, 3)
DIRECTION (a, with_force_frame, 0)
DIRECTION (b, with_force_frame, 1)

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

static LwMechanism *
with_normal (const LwMechanism *mechanism, int id, int index, const double values[3])
{
  LwCoupling *contact = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));

  memcpy (contact->def.normals[index], values, sizeof contact->def.normals[index]);
  lw_coupling_straighten_normals (&contact->def);
  return lw_mechanism_replace_coupling (mechanism, contact);
}

static bool
get_normal_angle (const LwMechanism *mechanism, int id, double *values)
{
  const double *normal = lw_mechanism_find_coupling (mechanism, id)->def.normals[0];

  values[0] = atan2 (normal[1], normal[0]);
  return true;
}

static LwMechanism *
with_normal_angle (const LwMechanism *mechanism, int id, const double *values)
{
  const double normal[3] = { cos (values[0]), sin (values[0]), 0 };

  return with_normal (mechanism, id, 0, normal);
}

#define NORMAL(place, index)                                                                       \
  static bool get_##place (const LwMechanism *mechanism, int id, double *values)                   \
  {                                                                                                \
    memcpy (values, lw_mechanism_find_coupling (mechanism, id)->def.normals[index],                \
            3 * sizeof *values);                                                                   \
    return true;                                                                                   \
  }                                                                                                \
  static LwMechanism *with_##place (const LwMechanism *mechanism, int id, const double *values)    \
  {                                                                                                \
    return with_normal (mechanism, id, index, values);                                             \
  }

NORMAL (first_normal, 0)
NORMAL (second_normal, 1)

// ---- the table ------------------------------------------------------------------------------

#define DIRECTIONS(kind, place)                                                                    \
  { kind, "direction_" #place, 1, false, get_##place##_angle, with_##place##_angle },              \
  {                                                                                                \
    kind, "turns_" #place, 3, false, get_##place##_turns, with_##place##_turns                     \
  }

const LwComputedProperty *
lw_direction_properties (gsize *n)
{
  static const LwComputedProperty properties[] = {
    { LW_SELECTION_BODY, "attitude", 3, false, get_attitude, with_attitude },
    DIRECTIONS (LW_SELECTION_COUPLING, p),
    DIRECTIONS (LW_SELECTION_COUPLING, s),
    DIRECTIONS (LW_SELECTION_COUPLING, p_2),
    DIRECTIONS (LW_SELECTION_COUPLING, s_2),
    DIRECTIONS (LW_SELECTION_FORCE, a),
    DIRECTIONS (LW_SELECTION_FORCE, b),
    { LW_SELECTION_COUPLING, "normal_angle", 1, false, get_normal_angle, with_normal_angle },
    { LW_SELECTION_COUPLING, "normal_1", 3, false, get_first_normal, with_first_normal },
    { LW_SELECTION_COUPLING, "normal_2", 3, false, get_second_normal, with_second_normal },
  };

  *n = G_N_ELEMENTS (properties);
  return properties;
}
