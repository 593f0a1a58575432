// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-dead-point.h"

#include <math.h>

#include "lw-joint-frame.h"
#include "lw-mobility.h"

/// Start velocity of the fastest point, in sizes of the mechanism per second. Its magnitude is not
/// important, since the drive determines all velocities as soon as the dead point is passed.
#define PUSH 1.0
#define STILL 1e-6 ///< m/s, rad/s, for a motion whose fastest point has 1 m/s

static MbdState *
dup_state (const MbdState *state)
{
  MbdState *copy = mbd_state_new (mbd_state_model (state));

  if (copy == NULL)
    return NULL;
  mbd_state_copy_couplings (copy, state);
  mbd_state_set (copy, mbd_state_time (state), mbd_state_positions (state),
                 mbd_state_velocities (state));
  return copy;
}

/// Returns the index of a driver whose rows are dependent at this pose but not at neighbouring
/// ones, or -1 if there is none.
static int
find_driver (const LwMobility *mobility, const MbdState *state)
{
  for (int i = 0; i < mbd_model_coupling_count (mbd_state_model (state)); i++)
    if (mobility->is_singular[i] && lw_family_of (mbd_state_coupling (state, i)->class_)->drives)
      return i;
  return -1;
}

/// Returns a motion, with drives released, in which a body of a dependent coupling moves, or NULL
/// if there is none.
static const double *
find_motion (const LwMobility *mobility, const MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);

  for (int i = 0; i < mobility->n_motions; i++) {
    const double *motion = mobility->motions + i * mobility->n_velocities;

    for (int c = 0; c < mbd_model_coupling_count (model); c++) {
      const MbdCouplingDef *def = mbd_state_coupling (state, c);
      const int ids[] = { def->body_a, def->body_b };

      for (int k = 0; k < 2 && mobility->is_singular[c]; k++) {
        const int body = mbd_model_body_by_id (model, ids[k]);
        const int first = body > 0 ? mbd_model_body_first_velocity (model, body) : -1;
        const int n = first < 0 ? 0 : mbd_model_body_mobility (model, body) == MBD_SPATIAL ? 6 : 3;

        for (int j = 0; j < n; j++)
          if (fabs (motion[first + j]) > STILL)
            return motion;
      }
    }
  }
  return NULL;
}

/// Returns the assembled start state of the model.
static MbdState *
new_start (const MbdModel *model)
{
  MbdState *state = mbd_state_new (model);

  if (state != NULL && mbd_state_assemble (state, NULL, NULL) != MBD_STATUS_OK)
    g_clear_pointer (&state, mbd_state_free);
  return state;
}

static LwMobility *
new_mobility (const MbdState *state)
{
  MbdState *copy = dup_state (state);
  LwMobility *mobility = copy != NULL ? lw_mobility_new (copy, NULL) : NULL;

  mbd_state_free (copy);
  return mobility;
}

/// Returns true if no body that the motion moves has a velocity.
static bool
is_at_rest (const MbdState *state, const double *motion)
{
  const double *v = mbd_state_velocities (state);

  for (int i = 0; i < mbd_model_velocity_count (mbd_state_model (state)); i++)
    if (v[i] != 0 && fabs (motion[i]) > STILL)
      return false;
  return true;
}

void
lw_dead_point_explain (const MbdModel *model, MbdDiagnosis *why)
{
  const bool may_be = why->code == MBD_STATUS_CONFLICT || why->code == MBD_STATUS_STUCK
                      || why->code == MBD_STATUS_STEP_TOO_SMALL
                      || why->code == MBD_STATUS_OUT_OF_REACH;
  MbdState *state = may_be ? new_start (model) : NULL;
  LwMobility *mobility = state != NULL ? new_mobility (state) : NULL;
  const int driver = mobility != NULL ? find_driver (mobility, state) : -1;
  const double *motion = driver >= 0 ? find_motion (mobility, state) : NULL;

  if (motion != NULL) {
    const bool rests = is_at_rest (state, motion);

    *why = (MbdDiagnosis){
      .code = rests && mbd_state_assemble_velocities (state, NULL, NULL) == MBD_STATUS_OK
                ? MBD_STATUS_DEAD_POINT
                : MBD_STATUS_DEAD_POINT_RATE,
      .element = MBD_ELEMENT_COUPLING,
      .id = mbd_model_coupling_id (model, driver),
      .row = -1,
    };
  }
  g_clear_pointer (&mobility, lw_mobility_free);
  mbd_state_free (state);
}

// ---- pushing off ----------------------------------------------------------------------------

static LwBody *
dup_pushed (const LwBody *body, MbdState *state)
{
  static const double origin[3] = { 0 };
  const int index = mbd_model_body_by_id (mbd_state_model (state), body->element.id);
  LwBody *pushed = lw_body_copy (body);
  double position[3], attitude[4], turn[3];

  mbd_state_body_point (state, index, origin, position, pushed->def.velocity, NULL);
  mbd_state_body_angular_velocity (state, index, turn);
  mbd_state_body_pose (state, index, NULL, attitude);
  // Rotate into body axes.
  for (int i = 1; i < 4; i++)
    attitude[i] = -attitude[i];
  lw_joint_frame_rotate (attitude, turn);
  for (int i = 0; i < 3; i++)
    pushed->def.angular_velocity[i] = turn[i];
  return pushed;
}

/// Sets the velocities of the state in all movable bodies; other bodies keep theirs.
static LwMechanism *
dup_with_velocities (const LwMechanism *mechanism, MbdState *state)
{
  LwMechanism *next = NULL;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);
    const int index = mbd_model_body_by_id (mbd_state_model (state), body->element.id);
    LwMechanism *other;

    if (index <= 0 || mbd_model_body_first_velocity (mbd_state_model (state), index) < 0)
      continue;
    other = lw_mechanism_replace_body (next != NULL ? next : mechanism, dup_pushed (body, state));
    g_clear_pointer (&next, lw_mechanism_unref);
    next = other;
  }
  return next;
}

LwMechanism *
lw_dead_point_push_off (const LwMechanism *mechanism, int driver, int direction)
{
  g_autoptr (LwMechanism) copy = lw_mechanism_copy (mechanism);
  MbdModel *model = lw_mechanism_compile (copy, NULL);
  MbdState *state = model != NULL ? new_start (model) : NULL;
  LwMobility *mobility = state != NULL ? new_mobility (state) : NULL;
  LwMechanism *next = NULL;
  const double *motion = NULL;

  if (mobility != NULL) {
    const int index = mbd_model_coupling_by_id (model, driver);

    if (index >= 0 && mobility->is_singular[index])
      motion = find_motion (mobility, state);
  }
  if (motion != NULL) {
    const int n = mbd_model_velocity_count (model);
    g_autofree double *v = g_memdup2 (mbd_state_velocities (state), (gsize) n * sizeof (double));

    for (int i = 0; i < n; i++)
      v[i] += direction * PUSH * mbd_model_size (model) * motion[i];
    mbd_state_set (state, mbd_state_time (state), mbd_state_positions (state), v);
    next = dup_with_velocities (mechanism, state);
  }
  g_clear_pointer (&mobility, lw_mobility_free);
  mbd_state_free (state);
  g_clear_pointer (&model, mbd_model_unref);
  return next;
}
