// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Change of model during motion: masses, gravity, shapes, materials. A state is created for the new
// model and takes the motion of the old one. Coordinates refer to centres of mass; so if the centre
// of a body moves in its frame, by d in world axes, its coordinates change for the same pose of the
// frame and the same motion of the body:
//   x <- x + d,   v <- v + omega x d

#include <math.h>
#include <string.h>

#include "state-private.h"
#include "vector-private.h"

static bool
bodies_fit (const MbdModel *a, const MbdModel *b)
{
  bool fit = a->n_bodies == b->n_bodies && a->n_q == b->n_q && a->n_v == b->n_v;

  for (int i = 0; fit && i < a->n_bodies; i++)
    fit = a->bodies[i].id == b->bodies[i].id && a->bodies[i].mobility == b->bodies[i].mobility
          && a->bodies[i].q == b->bodies[i].q && a->bodies[i].v == b->bodies[i].v;
  return fit;
}

static bool
couplings_fit (const MbdModel *a, const MbdModel *b)
{
  bool fit = a->n_couplings == b->n_couplings && a->n_rows == b->n_rows
             && a->n_batches == b->n_batches && a->n_angles == b->n_angles
             && a->n_columns == b->n_columns && a->n_y == b->n_y;

  for (int i = 0; fit && i < a->n_couplings; i++) {
    const MbdModelCoupling *c = &a->couplings[i], *d = &b->couplings[i];
    fit = c->def.id == d->def.id && c->def.class_ == d->def.class_ && c->space == d->space
          && c->variant == d->variant && c->sides == d->sides && c->rows == d->rows
          && c->first_row == d->first_row && c->batch == d->batch && c->slot == d->slot
          && c->node == d->node && memcmp (c->body, d->body, sizeof c->body) == 0;
  }
  return fit;
}

static bool
forces_fit (const MbdModel *a, const MbdModel *b)
{
  bool fit = a->n_forces == b->n_forces && a->n_shapes == b->n_shapes;

  for (int i = 0; fit && i < a->n_forces; i++)
    fit = a->force_defs[i].id == b->force_defs[i].id
          && a->force_defs[i].class_ == b->force_defs[i].class_
          && a->force_defs[i].body_a == b->force_defs[i].body_a
          && a->force_defs[i].body_b == b->force_defs[i].body_b;
  for (int i = 0; fit && i < a->n_shapes; i++)
    fit = a->shapes[i].body == b->shapes[i].body;
  return fit;
}

/// Returns true if the angles of both models' signals have the same places.
static bool
signals_fit (const MbdModel *a, const MbdModel *b)
{
  bool fit = a->n_signals == b->n_signals;

  for (int i = 0; fit && i < a->n_signals; i++)
    fit = a->signals[i].def.kind == b->signals[i].def.kind
          && a->signals[i].angle == b->signals[i].angle
          && memcmp (a->signals[i].body, b->signals[i].body, sizeof a->signals[i].body) == 0;
  return fit;
}

bool
mbd_model_fits (const MbdModel *a, const MbdModel *b)
{
  return a == b
         || (bodies_fit (a, b) && couplings_fit (a, b) && forces_fit (a, b) && signals_fit (a, b));
}

/// Converts coordinates and velocities to another centre of mass for the same motion of a body.
static void
move_centre (const MbdModelBody *body, const double from[3], double *q, double *v)
{
  double offset[3], world[3], omega[3], turned[3], R[9];

  subtract3 (body->centre, from, offset);
  if (body->degrees == 3) {
    const double c = cos (q[2]), s = sin (q[2]);
    const double d[2] = { c * offset[0] - s * offset[1], s * offset[0] + c * offset[1] };
    q[0] += d[0];
    q[1] += d[1];
    v[0] -= v[2] * d[1];
    v[1] += v[2] * d[0];
    return;
  }
  quaternion_matrix (q + 3, R);
  rotate3 (R, offset, world);
  rotate3 (R, v + 3, omega);
  cross3 (omega, world, turned);
  add3 (q, world, q);
  add3 (v, turned, v);
}

/// Returns true if two models delay the same functions.
static bool
delays_are_alike (const MbdModel *a, const MbdModel *b)
{
  bool alike = a->n_memories == b->n_memories;

  for (int k = 0; alike && k < a->n_memories; k++)
    alike = mbd_signal_equal (&a->signals[a->memories[k]].def, &b->signals[b->memories[k]].def);
  return alike;
}

static void
take_motion (MbdState *to, const MbdState *from)
{
  const MbdModel *m = to->model;

  to->pose.time = from->pose.time;
  memcpy (to->pose.q, from->pose.q, sizeof *to->pose.q * (size_t) m->n_q);
  memcpy (to->pose.v, from->pose.v, sizeof *to->pose.v * (size_t) m->n_v);
  memcpy (to->ledger, from->ledger, sizeof *to->ledger * (size_t) mbd_energy_balance_length (m));
  mbd_copy_angles (to, from);
  if (delays_are_alike (from->model, m))
    mbd_take_past (to, from->pose.past);
  for (int i = 0; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    const double *before = from->model->bodies[i].centre;
    if (body->degrees > 0 && memcmp (before, body->centre, sizeof body->centre) != 0)
      move_centre (body, before, to->pose.q + body->q, to->pose.v + body->v);
  }
}

MbdStatus
mbd_state_take_model (MbdState *state, const MbdModel *model)
{
  MbdState *fresh;
  MbdState swap;

  if (state->model == model)
    return MBD_STATUS_OK;
  if (!mbd_model_fits (state->model, model))
    return MBD_STATUS_NOT_AT_RUN_TIME;
  fresh = mbd_state_new (model);
  if (fresh == NULL)
    return MBD_STATUS_OUT_OF_MEMORY;
  take_motion (fresh, state);
  fresh->parameters.grip = state->parameters.grip;
  for (int i = 0; i < model->n_couplings; i++) {
    fresh->roles.running[i].redundant = state->roles.running[i].redundant;
    fresh->roles.running[i].broken = state->roles.running[i].broken;
  }
  mbd_reset_roles (fresh, MBD_ROW_LOWER);
  mbd_state_set_stabilisation (fresh, &state->stabilised.settings);
  // No pointer refers into a state, so the two can be exchanged.
  swap = *state;
  *state = *fresh;
  *fresh = swap;
  mbd_state_free (fresh);
  return MBD_STATUS_OK;
}
