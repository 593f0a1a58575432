// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loads of gears, belts and racks on their bearings. The row of a gear is a couple about each axle;
// teeth and belts act on the wheels instead, with forces D more than the row has. The bearing between
// a wheel and the carrier takes -D on the wheel and D on the carrier: the sum of all wrenches on each
// body, and so the motion, stays the same. Multipliers keep the meaning that they have in the system;
// only wrenches and the loads that follow from them (breaking, joint friction) are changed.

#include <string.h>

#include "mechanism-private.h"
#include "state-private.h"
#include "vector-private.h"

/// A gear whose forces act on its wheels.
typedef struct
{
  const MbdModelCoupling *gear;
  MbdMeshAction action;
  int bearing[2];                   // couplings
  double force[2][3], moment[2][3]; // on the wheels, about their centres of mass
} Mesh;

static bool
is_fixed (const MbdState *state, int body)
{
  return state->model->bodies[body].degrees == 0;
}

static void
find_place (MbdState *state, const MbdModelCoupling *c, MbdMeshPlace *place)
{
  const MbdFrame *frames[] = { &c->def.frame_a, &c->def.frame_b, &c->def.frame_c, &c->def.frame_d };

  for (int end = 0; end < MBD_MOST_ENDS; end++) {
    const int body = c->body[c->side[end]];
    double R[9], frame[9], x[3], arm[3];
    mbd_body_attitude (state, body, R);
    mbd_body_centre (state, body, x);
    quaternion_matrix (frames[end]->quaternion, frame);
    multiply3 (R, frame, place->axes[end]);
    memcpy (arm, c->point[end], sizeof arm);
    if (!is_fixed (state, body))
      rotate3 (R, c->point[end], arm);
    add3 (x, arm, place->point[end]);
    place->body[end] = body;
    place->fixed[end] = is_fixed (state, body);
  }
}

/// Returns true if a coupling holds a wheel of a pair on the carrier against the forces on it.
static bool
is_bearing (const MbdState *state, int index, const Mesh *mesh, int pair)
{
  const MbdModelCoupling *c = &state->parameters.couplings[index], *gear = mesh->gear;
  const int wheel = gear->body[gear->side[mesh->action.wheel[pair]]];
  const int carrier = gear->body[gear->side[mesh->action.carrier[pair]]];
  const bool slides = gear->def.coordinate[pair] == MBD_COORDINATE_SLIDE;
  unsigned needed = slides ? MBD_LOCK_Y | MBD_LOCK_RZ : MBD_LOCK_X | MBD_LOCK_Y;

  if (gear->space == MBD_SPACE_SPACE)
    needed |= MBD_LOCK_RX | MBD_LOCK_RY | (slides ? MBD_LOCK_Z : 0);
  if (c->def.class_ != mbd_loop_class () || c->sides != 2 || (c->def.locked & needed) != needed
      || !mbd_state_coupling_flags (state, index).active)
    return false;
  for (int side = 0; side < 2; side++) {
    const int other = c->body[1 - side];
    if (c->body[side] == wheel
        && (other == carrier || (is_fixed (state, other) && is_fixed (state, carrier))))
      return true;
  }
  return false;
}

/// Finds the bearings. Returns false if one is missing.
static bool
find_bearings (const MbdState *state, Mesh *mesh)
{
  for (int pair = 0; pair < 2; pair++) {
    int i = 0;
    while (i < state->model->n_couplings && !is_bearing (state, i, mesh, pair))
      i++;
    if (i == state->model->n_couplings)
      return false;
    mesh->bearing[pair] = i;
  }
  return true;
}

/// Finds the forces of a gear by the published multipliers. Returns false if it acts by its row.
static bool
find_mesh (MbdState *state, int coupling, Mesh *mesh)
{
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];
  MbdMeshPlace place;

  *mesh = (Mesh){ .gear = c };
  if (c->def.class_->press == NULL || c->rows != 1
      || !mbd_state_coupling_flags (state, coupling).active)
    return false;
  find_place (state, c, &place);
  if (!c->def.class_->press (&c->def, &place, state->solution.lambda[c->first_row], &mesh->action)
      || !find_bearings (state, mesh))
    return false;
  for (int pair = 0; pair < 2; pair++) {
    double x[3], arm[3], turn[3];
    memcpy (mesh->force[pair], mesh->action.force[pair], sizeof mesh->force[pair]);
    mbd_body_centre (state, place.body[mesh->action.wheel[pair]], x);
    subtract3 (mesh->action.at[pair], x, arm);
    cross3 (arm, mesh->force[pair], turn);
    add3 (mesh->action.moment[pair], turn, mesh->moment[pair]);
    if (c->space == MBD_SPACE_PLANE)
      mesh->moment[pair][0] = mesh->moment[pair][1] = mesh->force[pair][2] = 0;
  }
  return true;
}

/// Sets the wrench of a gear on a side.
static void
set_own (const Mesh *mesh, int side, double force[3], double moment[3])
{
  memset (force, 0, 3 * sizeof *force);
  memset (moment, 0, 3 * sizeof *moment);
  for (int pair = 0; pair < 2; pair++)
    if (mesh->gear->side[mesh->action.wheel[pair]] == side) {
      memcpy (force, mesh->force[pair], 3 * sizeof *force);
      memcpy (moment, mesh->moment[pair], 3 * sizeof *moment);
    }
}

/// Changes the wrench of the bearing of a wheel by the load of the gear.
static void
load_bearing (MbdState *state,
              const Mesh *mesh,
              int pair,
              int body,
              double force[3],
              double moment[3])
{
  const MbdModelCoupling *gear = mesh->gear;
  const int side = gear->side[mesh->action.wheel[pair]], wheel = gear->body[side];
  double F[3], M[3], at[3], here[3], arm[3], turn[3];

  mbd_coupling_wrench (state, gear, side, state->solution.lambda + gear->first_row, F, M);
  subtract3 (mesh->force[pair], F, F);
  subtract3 (mesh->moment[pair], M, M);
  if (body == wheel) {
    subtract3 (force, F, force);
    subtract3 (moment, M, moment);
    return;
  }
  mbd_body_centre (state, wheel, at);
  mbd_body_centre (state, body, here);
  subtract3 (at, here, arm);
  cross3 (arm, F, turn);
  if (gear->space == MBD_SPACE_PLANE)
    turn[0] = turn[1] = 0;
  add3 (force, F, force);
  for (int i = 0; i < 3; i++)
    moment[i] += M[i] + turn[i];
}

/// Returns true if a coupling holds a moving body that a gear has an end on.
static bool
is_near (const MbdState *state, const MbdModelCoupling *gear, const MbdModelCoupling *c)
{
  for (int s = 0; s < c->sides; s++)
    for (int g = 0; g < gear->sides; g++)
      if (c->body[s] == gear->body[g] && !is_fixed (state, c->body[s]))
        return true;
  return false;
}

void
mbd_mesh_press (MbdState *state, int coupling, int side, double force[3], double moment[3])
{
  const MbdModel *m = state->model;
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];
  Mesh mesh;

  if (c->def.class_->press != NULL) {
    if (find_mesh (state, coupling, &mesh))
      set_own (&mesh, side, force, moment);
    return;
  }
  for (int b = 0; b < m->n_batches && c->def.class_ == mbd_loop_class (); b++)
    for (int k = 0; k < m->batches[b].view.count && m->batches[b].class_->press != NULL; k++) {
      if (!is_near (state, &state->parameters.couplings[m->batches[b].coupling[k]], c)
          || !find_mesh (state, m->batches[b].coupling[k], &mesh))
        continue;
      for (int pair = 0; pair < 2; pair++)
        if (mesh.bearing[pair] == coupling)
          load_bearing (state, &mesh, pair, c->body[side], force, moment);
    }
}

MbdMesh
mbd_state_mesh (MbdState *state, int coupling, MbdMeshAction *action)
{
  Mesh mesh;

  mbd_state_prepare (state);
  const bool presses = find_mesh (state, coupling, &mesh);
  if (action != NULL)
    *action = presses ? mesh.action : (MbdMeshAction){ 0 };
  return presses ? mesh.gear->def.mesh : MBD_MESH_COUPLE;
}
