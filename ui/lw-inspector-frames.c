// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a coupling sits on its bodies: the points, and the directions of the axes.

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>

#include "lw-inspector-private.h"
#include "lw-property.h"

static const LwFieldSpec direction_fields[2][2] = {
  {
    { N_ ("First direction"), N_ ("Turn Joint"), LW_FIELD_NUMBERS, .n = 1, .unit = "rad",
      .property = "direction_p" },
    { N_ ("Second direction"), N_ ("Turn Joint"), LW_FIELD_NUMBERS, .n = 1, .unit = "rad",
      .property = "direction_s" },
  },
  {
    { N_ ("First turns"), N_ ("Turn Joint"), LW_FIELD_NUMBERS, .n = 3, .unit = "rad",
      .property = "turns_p" },
    { N_ ("Second turns"), N_ ("Turn Joint"), LW_FIELD_NUMBERS, .n = 3, .unit = "rad",
      .property = "turns_s" },
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

// ---- second pair ----------------------------------------------------------------------------

static const MbdFrame *
get_frame (const LwMechanism *mechanism, int id, bool fourth)
{
  const MbdCouplingDef *def = &lw_mechanism_find_coupling (mechanism, id)->def;

  return fourth ? &def->frame_d : &def->frame_c;
}

static LwMechanism *
with_quaternion (const LwMechanism *mechanism, int id, bool fourth, const double quaternion[4])
{
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));
  MbdFrame *frame = fourth ? &coupling->def.frame_d : &coupling->def.frame_c;

  for (int i = 0; i < 4; i++)
    frame->quaternion[i] = quaternion[i];
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

#define DIRECTION(place, index)                                                                    \
  static void get_##place##_angle (const LwMechanism *mechanism, int id, double *values)           \
  {                                                                                                \
    const double *q = get_frame (mechanism, id, index)->quaternion;                                \
                                                                                                   \
    values[0] = 2 * atan2 (q[3], q[0]);                                                            \
  }                                                                                                \
  static LwMechanism *with_##place##_angle (const LwMechanism *mechanism, int id,                  \
                                            const double *values)                                  \
  {                                                                                                \
    const double q[4] = { cos (0.5 * values[0]), 0, 0, sin (0.5 * values[0]) };                    \
                                                                                                   \
    return with_quaternion (mechanism, id, index, q);                                              \
  }                                                                                                \
  static void get_##place##_turns (const LwMechanism *mechanism, int id, double *values)           \
  {                                                                                                \
    lw_turns_from_quaternion (get_frame (mechanism, id, index)->quaternion, values);               \
  }                                                                                                \
  static LwMechanism *with_##place##_turns (const LwMechanism *mechanism, int id,                  \
                                            const double *values)                                  \
  {                                                                                                \
    double q[4];                                                                                   \
                                                                                                   \
    lw_turns_to_quaternion (values, q);                                                            \
    return with_quaternion (mechanism, id, index, q);                                              \
  }

DIRECTION (third, false)
DIRECTION (fourth, true)

#define POINT(name, member, n)                                                                     \
  {                                                                                                \
    name, N_ ("Move Transmission"), LW_FIELD_NUMBERS, offsetof (LwCoupling, def.member.point), n,  \
      "m"                                                                                          \
  }
#define ANGLE(name, place)                                                                         \
  {                                                                                                \
    name, N_ ("Turn Transmission"), LW_FIELD_NUMBERS,                                              \
      .n = 1, .unit = "rad", .get = get_##place##_angle, .set = with_##place##_angle               \
  }
#define TURNS(name, place)                                                                         \
  {                                                                                                \
    name, N_ ("Turn Transmission"), LW_FIELD_NUMBERS,                                              \
      .n = 3, .unit = "rad", .get = get_##place##_turns, .set = with_##place##_turns               \
  }

static const LwFieldSpec second_fields[2][4] = {
  { POINT (N_ ("Third point"), frame_c, 2), ANGLE (N_ ("Third direction"), third),
    POINT (N_ ("Fourth point"), frame_d, 2), ANGLE (N_ ("Fourth direction"), fourth) },
  { POINT (N_ ("Third point"), frame_c, 3), TURNS (N_ ("Third turns"), third),
    POINT (N_ ("Fourth point"), frame_d, 3), TURNS (N_ ("Fourth turns"), fourth) },
};

void
lw_inspector_add_second_frames (LwInspector *self, LwElementRef target, bool spatial)
{
  lw_inspector_add_fields (self, target, second_fields[spatial], G_N_ELEMENTS (second_fields[0]));
}
