// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a coupling sits on its bodies: the points, and the directions of the axes.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-inspector-private.h"

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

// ---- frames ---------------------------------------------------------------------------------

static const MbdFrame *
get_frame (const LwMechanism *mechanism, int id, bool second)
{
  const MbdCouplingDef *def = &lw_mechanism_find_coupling (mechanism, id)->def;

  return second ? &def->frame_b : &def->frame_a;
}

static LwMechanism *
with_quaternion (const LwMechanism *mechanism, int id, bool second, const double quaternion[4])
{
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));
  MbdFrame *frame = second ? &coupling->def.frame_b : &coupling->def.frame_a;

  for (int i = 0; i < 4; i++)
    frame->quaternion[i] = quaternion[i];
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

#define DIRECTION(place, second)                                                                   \
  static void get_##place##_angle (const LwMechanism *mechanism, int id, double *values)           \
  {                                                                                                \
    const double *q = get_frame (mechanism, id, second)->quaternion;                               \
                                                                                                   \
    values[0] = 2 * atan2 (q[3], q[0]);                                                            \
  }                                                                                                \
  static LwMechanism *with_##place##_angle (const LwMechanism *mechanism, int id,                  \
                                            const double *values)                                  \
  {                                                                                                \
    const double q[4] = { cos (0.5 * values[0]), 0, 0, sin (0.5 * values[0]) };                    \
                                                                                                   \
    return with_quaternion (mechanism, id, second, q);                                             \
  }                                                                                                \
  static void get_##place##_turns (const LwMechanism *mechanism, int id, double *values)           \
  {                                                                                                \
    lw_turns_from_quaternion (get_frame (mechanism, id, second)->quaternion, values);              \
  }                                                                                                \
  static LwMechanism *with_##place##_turns (const LwMechanism *mechanism, int id,                  \
                                            const double *values)                                  \
  {                                                                                                \
    double q[4];                                                                                   \
                                                                                                   \
    lw_turns_to_quaternion (values, q);                                                            \
    return with_quaternion (mechanism, id, second, q);                                             \
  }

DIRECTION (first, false)
DIRECTION (second, true)

static const LwFieldSpec direction_fields[2][2] = {
  {
    { N_ ("First direction"), N_ ("Turn Joint"), LW_FIELD_NUMBERS, .n = 1, .unit = "rad",
      .get = get_first_angle, .set = with_first_angle },
    { N_ ("Second direction"), N_ ("Turn Joint"), LW_FIELD_NUMBERS, .n = 1, .unit = "rad",
      .get = get_second_angle, .set = with_second_angle },
  },
  {
    { N_ ("First turns"), N_ ("Turn Joint"), LW_FIELD_NUMBERS, .n = 3, .unit = "rad",
      .get = get_first_turns, .set = with_first_turns },
    { N_ ("Second turns"), N_ ("Turn Joint"), LW_FIELD_NUMBERS, .n = 3, .unit = "rad",
      .get = get_second_turns, .set = with_second_turns },
  },
};

void
lw_inspector_add_frames (LwInspector *self,
                         LwElementRef target,
                         const MbdCouplingDef *def,
                         bool spatial,
                         const LwFieldSpec points[2])
{
  // Of a rod only its points matter.
  const bool has_axes =
    def->class_ != mbd_rod_class () && def->class_ != mbd_point_contact_class ();

  for (int i = 0; i < 2; i++) {
    lw_inspector_add_fields (self, target, &points[i], 1);
    if (has_axes)
      lw_inspector_add_fields (self, target, &direction_fields[spatial][i], 1);
  }
}
