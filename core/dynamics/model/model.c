// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compilation of a mechanism, and queries of the compiled model.

#include "model-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism-private.h"
#include "vector-private.h"

/// Replacement for a mass or inertia of 0 in the factor, as a fraction of the largest one
/// (docs/theory/equations.md).
static const double massless_fraction = 1e-8;

/* Bodies ----------------------------------------------------------------------------------- */

static void
full_inertia (const double inertia[6], double I[9])
{
  I[0] = inertia[0], I[4] = inertia[1], I[8] = inertia[2];
  I[1] = I[3] = inertia[3];
  I[2] = I[6] = inertia[4];
  I[5] = I[7] = inertia[5];
}

/// Finds P = e e' of an axis e that is not a coordinate axis and about which a body has no inertia: a
/// thin rod. Its moment about every perpendicular axis is the same. Returns false if there is none.
static bool
find_bare_axis (const double I[9], double P[9])
{
  const double negligible = 1e-15;
  const double size = I[0] + I[4] + I[8];
  double adjugate[9], *A = adjugate;

  A[0] = I[4] * I[8] - I[5] * I[7];
  A[1] = A[3] = I[5] * I[6] - I[3] * I[8];
  A[2] = A[6] = I[3] * I[7] - I[4] * I[6];
  A[4] = I[0] * I[8] - I[2] * I[6];
  A[5] = A[7] = I[1] * I[6] - I[0] * I[7];
  A[8] = I[0] * I[4] - I[1] * I[3];
  const double trace = A[0] + A[4] + A[8];
  if ((I[1] == 0 && I[2] == 0 && I[5] == 0) || !(trace > 0)
      || I[0] * A[0] + I[1] * A[1] + I[2] * A[2] > negligible * size * size * size)
    return false;
  for (int i = 0; i < 9; i++)
    P[i] = A[i] / trace;
  return true;
}

/// Inverts a symmetric positive definite 3x3 matrix by cofactors. About a bare axis it gets the moment
/// `least`.
static void
invert_inertia (const double I[9], double least, double inverse[9])
{
  double P[9];

  if (find_bare_axis (I, P)) {
    for (int i = 0; i < 9; i++)
      inverse[i] = ((i % 4 == 0) - P[i]) * 2 / (I[0] + I[4] + I[8]) + P[i] / least;
    return;
  }
  double c0 = I[4] * I[8] - I[5] * I[7], c1 = I[5] * I[6] - I[3] * I[8],
         c2 = I[3] * I[7] - I[4] * I[6];
  double s = 1 / (I[0] * c0 + I[1] * c1 + I[2] * c2);
  inverse[0] = s * c0;
  inverse[1] = inverse[3] = s * c1;
  inverse[2] = inverse[6] = s * c2;
  inverse[4] = s * (I[0] * I[8] - I[2] * I[6]);
  inverse[5] = inverse[7] = s * (I[1] * I[6] - I[0] * I[7]);
  inverse[8] = s * (I[0] * I[4] - I[1] * I[3]);
}

/// Computes the attitude at the start: the quaternion, then the angle about z.
static void
start_attitude (const MbdBodyDef *def, double q[4])
{
  const double turn[4] = { cos (def->angle / 2), 0, 0, sin (def->angle / 2) };
  quaternion_multiply (turn, def->quaternion, q);
  double norm = sqrt (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 4; i++)
    q[i] /= norm;
}

static void
compile_body (MbdModel *m, MbdModelBody *body, const MbdBodyDef *def)
{
  double R[9], arm[3], turn[3];

  body->id = def->id;
  body->mobility = def->mobility;
  body->mass = def->mass;
  memcpy (body->centre, def->centre_of_mass, sizeof body->centre);
  start_attitude (def, body->start_quaternion);
  quaternion_matrix (body->start_quaternion, R);
  rotate3 (R, body->centre, arm);
  add3 (def->position, arm, body->start_position);
  body->start_angle = def->angle + 2 * atan2 (def->quaternion[3], def->quaternion[0]);

  if (def->mobility == MBD_FIXED) {
    body->q = body->v = -1;
    body->mass = 0;
    return;
  }
  body->degrees = def->mobility == MBD_PLANAR ? 3 : 6;
  body->q = m->n_q;
  body->v = body->u = m->n_v;
  m->n_q += def->mobility == MBD_PLANAR ? 3 : 7;
  m->n_v += body->degrees;
  if (def->mobility == MBD_PLANAR) {
    body->inertia[8] = def->inertia[2];
    body->massless = def->mass == 0 || def->inertia[2] == 0;
    body->start_omega[2] = def->angular_velocity[2];
    turn[0] = -body->start_omega[2] * arm[1];
    turn[1] = body->start_omega[2] * arm[0];
    turn[2] = 0;
  } else {
    double w[3], P[9];
    full_inertia (def->inertia, body->inertia);
    body->massless = def->mass == 0 || def->inertia[0] == 0 || def->inertia[1] == 0
                     || def->inertia[2] == 0 || find_bare_axis (body->inertia, P);
    memcpy (body->start_omega, def->angular_velocity, sizeof body->start_omega);
    rotate3 (R, body->start_omega, w);
    cross3 (w, arm, turn);
  }
  add3 (def->velocity, turn, body->start_velocity);
  m->has_massless |= body->massless;
}

static bool
list_bodies (MbdModel *m)
{
  m->planar_bodies = MBD_TAKE (&m->arena, int, m->n_bodies);
  m->spatial_bodies = MBD_TAKE (&m->arena, int, m->n_bodies);
  m->space_bodies = MBD_TAKE (&m->arena, int, m->n_bodies);
  m->plane_weight = MBD_TAKE (&m->arena, double, 2 * m->n_bodies);
  if (m->arena.failed)
    return false;
  for (int i = 0; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    if (body->mobility == MBD_PLANAR)
      m->planar_bodies[m->n_planar++] = i;
    if (body->mobility == MBD_SPATIAL)
      m->spatial_bodies[m->n_spatial++] = i;
    if (body->mobility == MBD_PLANAR && body->needs_space)
      m->space_bodies[m->n_space++] = i;
    if (body->mobility == MBD_PLANAR && !body->heavy) {
      m->plane_weight[2 * i] = body->inverse_mass;
      m->plane_weight[2 * i + 1] = body->inverse_inertia[8];
    }
  }
  m->planar = m->n_spatial == 0;
  return true;
}

/// Sets the masses and inertias that replace zeros: a fraction of the largest.
static void
weigh_bodies (MbdModel *m)
{
  double mass = 0, moment = 0;
  for (int i = 1; i < m->n_bodies; i++) {
    mass = fmax (mass, m->bodies[i].mass);
    for (int k = 0; k < 9; k += 4)
      moment = fmax (moment, m->bodies[i].inertia[k]);
  }
  mass = mass > 0 ? mass : 1;
  moment = moment > 0 ? moment : mass * m->size * m->size;

  for (int i = 1; i < m->n_bodies; i++) {
    MbdModelBody *body = &m->bodies[i];
    if (body->degrees == 0)
      continue;
    double I[9];
    memcpy (I, body->inertia, sizeof I);
    // A massless rod with points of mass at its ends carries the moment of these about its centre.
    double least = massless_fraction * fmax (moment, mass * body->arm * body->arm);
    for (int k = body->mobility == MBD_PLANAR ? 8 : 0; k < 9; k += 4)
      if (I[k] == 0)
        I[k] = least;
    body->inverse_mass = 1 / (body->mass > 0 ? body->mass : massless_fraction * mass);
    if (body->mobility == MBD_PLANAR)
      body->inverse_inertia[8] = 1 / I[8];
    else
      invert_inertia (I, least, body->inverse_inertia);
  }
}

/* Couplings and forces --------------------------------------------------------------------- */

/// Binds a point of a body: relative to the centre of mass, in world axes on a fixed body.
void
mbd_model_bind_point (const MbdModelBody *body, const double point[3], double out[3])
{
  subtract3 (point, body->centre, out);
  if (body->degrees == 0) {
    double R[9];
    quaternion_matrix (body->start_quaternion, R);
    rotate3 (R, out, out);
  }
}

/// Returns the side of an end: the side of an earlier end on the same body, else a new one.
static int
take_side (MbdModelCoupling *c, int body)
{
  int side = 0;
  while (side < c->sides && c->body[side] != body)
    side++;
  if (side == c->sides)
    c->body[c->sides++] = body;
  return side;
}

MbdStatus
mbd_model_bind (const MbdModel *m, MbdModelCoupling *c, MbdDiagnosis *why)
{
  const MbdCouplingClass *class_ = c->def.class_;
  const int ids[] = { c->def.body_a, c->def.body_b, c->def.body_c, c->def.body_d };
  const MbdFrame *frames[] = { &c->def.frame_a, &c->def.frame_b, &c->def.frame_c, &c->def.frame_d };

  c->space = MBD_SPACE_PLANE;
  c->ends = class_->ends == MBD_MOST_ENDS ? MBD_MOST_ENDS : 2;
  c->sides = 0;
  c->between_fixed = true;
  for (int end = 0; end < c->ends; end++) {
    int index = mbd_model_body_by_id (m, ids[end]);
    if (index < 0)
      return mbd_diagnose (why, MBD_STATUS_UNKNOWN_BODY, MBD_ELEMENT_COUPLING, c->def.id, ids[end]);
    const MbdModelBody *body = &m->bodies[index];
    c->side[end] = take_side (c, index);
    mbd_model_bind_point (body, frames[end]->point, c->point[end]);
    if (body->degrees == 0)
      quaternion_multiply (body->start_quaternion, frames[end]->quaternion, c->quaternion[end]);
    else
      memcpy (c->quaternion[end], frames[end]->quaternion, sizeof c->quaternion[end]);
    c->between_fixed &= body->degrees == 0;
    if (body->mobility == MBD_SPATIAL)
      c->space = MBD_SPACE_SPACE;
  }
  if (c->between_fixed)
    c->space = MBD_SPACE_SPACE;
  for (int end = 0; end < c->ends && c->space == MBD_SPACE_PLANE && class_->frames_in_plane; end++)
    if (hypot (c->quaternion[end][1], c->quaternion[end][2]) > 1e-9)
      return mbd_diagnose (why, MBD_STATUS_FRAME_TILTED, MBD_ELEMENT_COUPLING, c->def.id, 0);
  if (c->space == MBD_SPACE_SPACE && !c->between_fixed && class_->works_in_space != NULL
      && !class_->works_in_space (&c->def))
    return mbd_diagnose (why, MBD_STATUS_PULLEY_IN_SPACE, MBD_ELEMENT_COUPLING, c->def.id, 0);
  c->variant = class_->variant (&c->def, c->space);
  const int rows = class_->rows (c->variant, c->space);
  if (rows == 0)
    return mbd_diagnose (why, MBD_STATUS_BAD_AXES, MBD_ELEMENT_COUPLING, c->def.id, 0);
  if (rows < 0 || rows > MBD_MOST_ROWS)
    return mbd_diagnose (why, MBD_STATUS_TOO_MANY_ROWS, MBD_ELEMENT_COUPLING, c->def.id, rows);
  c->mode = c->def.mode;
  if (c->mode == MBD_MODE_BY_KIND)
    c->mode = class_->mode != NULL ? class_->mode (&c->def) : MBD_MODE_LOCK;
  return MBD_STATUS_OK;
}

static MbdStatus
compile_coupling (MbdModel *m, MbdModelCoupling *c, MbdDiagnosis *why)
{
  MbdStatus status = mbd_model_bind (m, c, why);
  if (status != MBD_STATUS_OK)
    return status;
  c->node = c->batch = c->presses = c->on_joint[0] = c->on_joint[1] = -1;
  c->rows = c->between_fixed ? 0 : c->def.class_->rows (c->variant, c->space);
  c->first_row = m->n_rows;
  m->n_rows += c->rows;
  for (int side = 0; side < c->sides && c->space == MBD_SPACE_SPACE; side++)
    m->bodies[c->body[side]].needs_space = true;
  return MBD_STATUS_OK;
}

MbdStatus
mbd_model_bind_force (const MbdModel *m,
                      const MbdForceDef *def,
                      MbdBoundForce *force,
                      MbdDiagnosis *why)
{
  const int ids[2] = { def->class_->acts_on_a ? def->body_a : MBD_GROUND, def->body_b };
  const double *points[2] = { def->point_a, def->point_b };
  const double *quaternions[2] = { def->quaternion_a, def->quaternion_b };
  double *bound[2] = { force->point_a, force->point_b };
  double *turned[2] = { force->quaternion_a, force->quaternion_b };
  int bodies[2];

  force->def = def;
  force->in_plane = true;
  for (int side = 0; side < 2; side++) {
    bodies[side] = mbd_model_body_by_id (m, ids[side]);
    if (bodies[side] < 0)
      return mbd_diagnose (why, MBD_STATUS_UNKNOWN_BODY, MBD_ELEMENT_FORCE, def->id, ids[side]);
    const MbdModelBody *body = &m->bodies[bodies[side]];
    mbd_model_bind_point (body, points[side], bound[side]);
    if (body->degrees == 0)
      quaternion_multiply (body->start_quaternion, quaternions[side], turned[side]);
    else
      memcpy (turned[side], quaternions[side], sizeof def->quaternion_a);
    if (body->mobility == MBD_SPATIAL)
      force->in_plane = false;
  }
  force->body_a = bodies[0];
  force->body_b = bodies[1];
  return mbd_model_bind_signals (m, force, why);
}

static MbdStatus
compile_force (MbdModel *m, int index, MbdDiagnosis *why)
{
  MbdBoundForce *force = &m->forces[index];
  MbdStatus status = mbd_model_bind_force (m, &m->force_defs[index], force, why);
  if (status != MBD_STATUS_OK)
    return status;
  m->bodies[force->body_a].needs_space = m->bodies[force->body_b].needs_space = true;
  return MBD_STATUS_OK;
}

/// Bounding box of points.
typedef struct
{
  double low[3], high[3];
} Box;

/// Extends the box to include a bound point of a body at its start pose.
static void
hold_point (Box *box, const MbdModelBody *body, const double point[3])
{
  double world[3];

  memcpy (world, point, sizeof world);
  if (body->degrees > 0) {
    double R[9];
    quaternion_matrix (body->start_quaternion, R);
    rotate3 (R, point, world);
  }
  for (int k = 0; k < 3; k++) {
    box->low[k] = fmin (box->low[k], body->start_position[k] + world[k]);
    box->high[k] = fmax (box->high[k], body->start_position[k] + world[k]);
  }
}

/// Computes L, and the arm of every body for the error norm.
static void
measure (MbdModel *m)
{
  const double origin[3] = { 0 };
  Box box = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };

  for (int i = 1; i < m->n_bodies; i++)
    hold_point (&box, &m->bodies[i], origin);
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    for (int end = 0; end < c->ends; end++) {
      MbdModelBody *body = &m->bodies[c->body[c->side[end]]];
      body->arm = fmax (body->arm, sqrt (dot3 (c->point[end], c->point[end])));
      hold_point (&box, body, c->point[end]);
    }
  }
  for (int i = 0; i < m->n_forces; i++) {
    const MbdBoundForce *force = &m->forces[i];
    if (force->def->class_->acts_on_a)
      hold_point (&box, &m->bodies[force->body_a], force->point_a);
    hold_point (&box, &m->bodies[force->body_b], force->point_b);
  }
  double diagonal[3];
  subtract3 (box.high, box.low, diagonal);
  m->size = sqrt (dot3 (diagonal, diagonal));
  if (!(m->size > 0) || !isfinite (m->size))
    m->size = 1;
  for (int i = 1; i < m->n_bodies; i++) {
    MbdModelBody *body = &m->bodies[i];
    double moment = fmax (body->inertia[0], fmax (body->inertia[4], body->inertia[8]));
    if (!(body->arm > 0))
      body->arm = body->mass > 0 && moment > 0 ? sqrt (moment / body->mass) : m->size;
  }
}

/* Compiling -------------------------------------------------------------------------------- */

static char *
keep_name (MbdModel *m, const char *name)
{
  if (name == NULL)
    return NULL;
  size_t bytes = strlen (name) + 1;
  char *copy = mbd_arena_take (&m->arena, bytes, 1);
  return copy == NULL ? NULL : memcpy (copy, name, bytes);
}

/// Copies the elements, with indices, and sets everything that does not depend on other elements.
static MbdStatus
take_elements (MbdModel *m, const MbdMechanism *mechanism, MbdDiagnosis *why)
{
  memcpy (m->gravity, mechanism->gravity, sizeof m->gravity);
  if (!mbd_all_finite (m->gravity, 3))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, 0);
  m->n_bodies = mechanism->n_bodies + 1;
  m->n_couplings = mechanism->n_couplings;
  m->n_forces = mechanism->n_forces;
  m->bodies = MBD_TAKE (&m->arena, MbdModelBody, m->n_bodies);
  m->couplings = MBD_TAKE (&m->arena, MbdModelCoupling, m->n_couplings);
  m->force_defs = MBD_TAKE (&m->arena, MbdForceDef, m->n_forces);
  m->forces = MBD_TAKE (&m->arena, MbdBoundForce, m->n_forces);
  if (m->arena.failed)
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);

  MbdBodyDef ground = mbd_body_default ();
  ground.mobility = MBD_FIXED;
  compile_body (m, &m->bodies[0], &ground);
  for (int i = 1; i < m->n_bodies; i++) {
    compile_body (m, &m->bodies[i], &mechanism->bodies[i - 1]);
    m->bodies[i].name = keep_name (m, mechanism->bodies[i - 1].name);
  }
  // Fixed bodies share the six places after v.
  for (int i = 0; i < m->n_bodies; i++)
    if (m->bodies[i].degrees == 0)
      m->bodies[i].u = m->n_v;
  for (int i = 0; i < m->n_couplings; i++) {
    m->couplings[i].def = mechanism->couplings[i];
    m->couplings[i].def.name = keep_name (m, mechanism->couplings[i].name);
    mbd_coupling_def_ref (&m->couplings[i].def);
  }
  for (int i = 0; i < m->n_forces; i++) {
    m->force_defs[i] = mechanism->forces[i];
    m->force_defs[i].name = keep_name (m, mechanism->forces[i].name);
    mbd_force_def_ref (&m->force_defs[i]);
  }
  if (m->arena.failed)
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  return MBD_STATUS_OK;
}

/// Finds the joint whose reaction bounds a coupling, and those that it is on.
static MbdStatus
find_joints (const MbdModel *m, MbdModelCoupling *c, MbdDiagnosis *why)
{
  for (int k = 0; k < 2; k++) {
    const int id = c->def.on_joint[k];
    if (id < 0)
      continue;
    c->on_joint[k] = mbd_model_coupling_by_id (m, id);
    if (c->on_joint[k] < 0)
      return mbd_diagnose (why, MBD_STATUS_UNKNOWN_JOINT, MBD_ELEMENT_COUPLING, c->def.id, id);
  }
  if (c->def.joint < 0)
    return MBD_STATUS_OK;
  c->presses = mbd_model_coupling_by_id (m, c->def.joint);
  if (c->presses < 0 || !m->couplings[c->presses].def.class_->can_press)
    return mbd_diagnose (why, MBD_STATUS_UNKNOWN_JOINT, MBD_ELEMENT_COUPLING, c->def.id,
                         c->def.joint);
  return MBD_STATUS_OK;
}

static MbdStatus
compile (MbdModel *m, const MbdMechanism *mechanism, MbdDiagnosis *why)
{
  MbdStatus status = take_elements (m, mechanism, why);
  if (status != MBD_STATUS_OK)
    return status;
  status = mbd_model_index (m, why);
  for (int i = 0; i < m->n_couplings && status == MBD_STATUS_OK; i++)
    status = compile_coupling (m, &m->couplings[i], why);
  for (int i = 0; i < m->n_couplings && status == MBD_STATUS_OK; i++)
    status = find_joints (m, &m->couplings[i], why);
  if (status == MBD_STATUS_OK)
    status = mbd_model_take_signals (m, why);
  for (int i = 0; i < m->n_forces && status == MBD_STATUS_OK; i++)
    status = compile_force (m, i, why);
  if (status != MBD_STATUS_OK)
    return status;
  measure (m);
  weigh_bodies (m);
  status = mbd_model_order (m, why);
  if (status == MBD_STATUS_OK && !list_bodies (m))
    status = mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  if (status == MBD_STATUS_OK)
    status = mbd_model_batch (m, why);
  mbd_model_count_signal_angles (m);
  if (status == MBD_STATUS_OK)
    status = mbd_model_take_shapes (m, mechanism, why);
  return status;
}

MbdStatus
mbd_model_compile (const MbdMechanism *mechanism, MbdModel **model, MbdDiagnosis *why)
{
  *model = NULL;
  MbdModel *m = calloc (1, sizeof *m);
  if (m == NULL)
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  atomic_init (&m->references, 1);
  MbdStatus status = compile (m, mechanism, why);
  if (status != MBD_STATUS_OK) {
    mbd_model_unref (m);
    return status;
  }
  *model = m;
  return MBD_STATUS_OK;
}

MbdModel *
mbd_model_ref (const MbdModel *model)
{
  // The reference count is the only member of a const model that changes.
  MbdModel *m = (MbdModel *) model;
  atomic_fetch_add (&m->references, 1);
  return m;
}

void
mbd_model_unref (const MbdModel *model)
{
  MbdModel *m = (MbdModel *) model;
  if (m == NULL || atomic_fetch_sub (&m->references, 1) != 1)
    return;
  for (int i = 0; m->couplings != NULL && i < m->n_couplings; i++)
    mbd_coupling_def_unref (&m->couplings[i].def);
  for (int i = 0; m->force_defs != NULL && i < m->n_forces; i++)
    mbd_force_def_unref (&m->force_defs[i]);
  mbd_arena_clear (&m->arena);
  free (m);
}

/* Queries ---------------------------------------------------------------------------------- */

int
mbd_model_body_count (const MbdModel *model)
{
  return model->n_bodies;
}

int
mbd_model_coupling_count (const MbdModel *model)
{
  return model->n_couplings;
}

int
mbd_model_force_count (const MbdModel *model)
{
  return model->n_forces;
}

int
mbd_model_position_count (const MbdModel *model)
{
  return model->n_q;
}

int
mbd_model_velocity_count (const MbdModel *model)
{
  return model->n_v;
}

int
mbd_model_row_count (const MbdModel *model)
{
  return model->n_rows;
}

double
mbd_model_size (const MbdModel *model)
{
  return model->size;
}

bool
mbd_model_is_planar (const MbdModel *model)
{
  return model->planar;
}

int
mbd_model_body_id (const MbdModel *model, int body)
{
  return model->bodies[body].id;
}

MbdMobility
mbd_model_body_mobility (const MbdModel *model, int body)
{
  return model->bodies[body].mobility;
}

int
mbd_model_body_first_position (const MbdModel *model, int body)
{
  return model->bodies[body].q;
}

int
mbd_model_body_first_velocity (const MbdModel *model, int body)
{
  return model->bodies[body].v;
}

double
mbd_model_body_mass (const MbdModel *model, int body)
{
  return model->bodies[body].mass;
}

int
mbd_model_coupling_id (const MbdModel *model, int coupling)
{
  return model->couplings[coupling].def.id;
}

const MbdCouplingClass *
mbd_model_coupling_class (const MbdModel *model, int coupling)
{
  return model->couplings[coupling].def.class_;
}

int
mbd_model_coupling_first_row (const MbdModel *model, int coupling)
{
  return model->couplings[coupling].first_row;
}

int
mbd_model_coupling_rows (const MbdModel *model, int coupling)
{
  return model->couplings[coupling].rows;
}

void
mbd_model_coupling_bodies (const MbdModel *model, int coupling, int bodies[2])
{
  memcpy (bodies, model->couplings[coupling].body, 2 * sizeof *bodies);
}

int
mbd_model_coupling_sides (const MbdModel *model, int coupling)
{
  return model->couplings[coupling].sides;
}

int
mbd_model_coupling_side (const MbdModel *model, int coupling, int end)
{
  const MbdModelCoupling *c = &model->couplings[coupling];

  return end < c->ends ? c->side[end] : -1;
}

int
mbd_model_coupling_body (const MbdModel *model, int coupling, int side)
{
  return model->couplings[coupling].body[side];
}

const char *
mbd_model_coupling_name (const MbdModel *model, int coupling)
{
  return model->couplings[coupling].def.name;
}

const char *
mbd_model_row_name (const MbdModel *model, int row)
{
  int index = mbd_model_coupling_by_row (model, row);
  if (index < 0)
    return "";
  const MbdModelCoupling *c = &model->couplings[index];
  const MbdCouplingClass *class_ = c->def.class_;
  return class_->row_name != NULL ? class_->row_name (c->variant, c->space, row - c->first_row)
                                  : class_->name;
}

bool
mbd_model_row_is_length (const MbdModel *model, int row)
{
  int index = mbd_model_coupling_by_row (model, row);
  if (index < 0)
    return true;
  const MbdModelCoupling *c = &model->couplings[index];
  return c->def.class_->row_is_length (c->variant, c->space, row - c->first_row);
}

bool
mbd_mode_locks (const MbdCouplingDef *def, MbdMode mode)
{
  return mode == MBD_MODE_LOCK
         || (mode == MBD_MODE_BOX
             && (isinf (def->effort_limit) || def->class_->time_rates != NULL));
}

int
mbd_model_freedoms_by_count (const MbdModel *model)
{
  int rows = 0;
  for (int i = 0; i < model->n_couplings; i++) {
    const MbdModelCoupling *c = &model->couplings[i];
    for (int r = 0; c->def.enabled && mbd_mode_locks (&c->def, c->mode) && r < c->rows; r++)
      rows += !mbd_row_of_variant (&c->def, c->variant, c->space, r).compliant;
  }
  return model->n_v - rows;
}
