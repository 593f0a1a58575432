// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// With r from the centre of mass c to a point of a planar body, and e the turn of r by a right angle:
//
//   v = v_c + omega e
//   a = a_c + alpha e - omega^2 r
//
// A joint is at the same place on both of its bodies, which is the origin of its frame on the second
// one: so the velocities at a slide or slot differ along it, and the accelerations across it by
// Coriolis' part.

#include "lw-motion-polygon.h"

/// Fills the vectors of a point of a planar body from the coordinates of its centre of mass.
static void
find_vectors (LwMotionPoint *point, MbdState *state, int body)
{
  const MbdModel *model = mbd_state_model (state);
  const double *q = mbd_state_positions (state) + mbd_model_body_first_position (model, body);
  const int first = mbd_model_body_first_velocity (model, body);
  const double *v = mbd_state_velocities (state) + first;
  const double *a = mbd_state_accelerations (state) + first;
  const double r[2] = { point->at[0] - q[0], point->at[1] - q[1] };
  const double e[2] = { -r[1], r[0] };

  for (int i = 0; i < 2; i++) {
    point->vector[LW_POLYGON_VELOCITY][i] = v[i] + v[2] * e[i];
    point->vector[LW_POLYGON_ACCELERATION][i] = a[i] + a[2] * e[i] - v[2] * v[2] * r[i];
  }
}

static void
add_joints (GArray *points, const LwMechanism *mechanism, MbdState *state, int id, int body)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    const int index = mbd_model_coupling_by_id (mbd_state_model (state), coupling->element.id);
    LwMotionPoint point = { .body = id, .name = coupling->element.name };
    double a[3];

    if (!lw_family_of (coupling->def.class_)->is_joint
        || (coupling->def.body_a != id && coupling->def.body_b != id))
      continue;
    mbd_state_coupling_points (state, index, a, point.at);
    find_vectors (&point, state, body);
    g_array_append_val (points, point);
  }
}

GArray *
lw_motion_points_new (const LwMechanism *mechanism, MbdState *state)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (LwMotionPoint));
  const MbdModel *model = mbd_state_model (state);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const int id = lw_mechanism_get_body (mechanism, i)->element.id;
    const int body = mbd_model_body_by_id (model, id);

    if (mbd_model_body_mobility (model, body) != MBD_PLANAR)
      continue;
    add_joints (points, mechanism, state, id, body);
    for (guint k = 0; k < lw_mechanism_get_n_tracers (mechanism); k++) {
      const LwTracer *tracer = lw_mechanism_get_tracer (mechanism, k);
      LwMotionPoint point = { .body = id, .name = tracer->element.name };

      if (tracer->body != id)
        continue;
      mbd_state_body_point (state, body, tracer->point, point.at, NULL, NULL);
      find_vectors (&point, state, body);
      g_array_append_val (points, point);
    }
  }
  return points;
}
