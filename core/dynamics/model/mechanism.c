// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Definitions: defaults, range checks, and the growing lists of elements.

#include "mechanism-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vector-private.h"

MbdStatus
mbd_diagnose (MbdDiagnosis *why, MbdStatus code, MbdElement element, int id, double value)
{
  if (why != NULL)
    *why = (MbdDiagnosis){ .code = code, .element = element, .id = id, .row = -1, .value = value };
  return code;
}

bool
mbd_all_finite (const double *x, int n)
{
  for (int i = 0; i < n; i++)
    if (!isfinite (x[i]))
      return false;
  return true;
}

MbdFrame
mbd_frame_default (void)
{
  return (MbdFrame){ .quaternion = { 1, 0, 0, 0 } };
}

MbdBodyDef
mbd_body_default (void)
{
  return (MbdBodyDef){
    .mobility = MBD_PLANAR,
    .mass = 1,
    .inertia = { 1, 1, 1, 0, 0, 0 },
    .quaternion = { 1, 0, 0, 0 },
  };
}

MbdCouplingDef
mbd_coupling_default (const MbdCouplingClass *class_)
{
  return (MbdCouplingDef){
    .class_ = class_,
    .frame_a = mbd_frame_default (),
    .frame_b = mbd_frame_default (),
    .frame_c = mbd_frame_default (),
    .frame_d = mbd_frame_default (),
    .normals = { { 0, 1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } },
    .normal_count = 1,
    .ratio = 1,
    .passes = 1,
    .mesh = MBD_MESH_TEETH,
    .pressure_angle = 20 * M_PI / 180,
    .lower = -INFINITY,
    .upper = INFINITY,
    .effort_limit = INFINITY,
    .joint = -1,
    .on_joint = { -1, -1 },
    .break_force = INFINITY,
    .break_moment = INFINITY,
    .break_impulse = INFINITY,
    .enabled = true,
    .stabilisation = MBD_STABILISATION_INHERIT,
    .time_constant = 0.1,
  };
}

MbdCouplingDef
mbd_loop_default (unsigned locked)
{
  MbdCouplingDef def = mbd_coupling_default (mbd_loop_class ());
  def.locked = locked;
  return def;
}

MbdCouplingDef
mbd_rod_default (void)
{
  MbdCouplingDef def = mbd_coupling_default (mbd_rod_class ());
  def.length = 1;
  return def;
}

MbdCouplingDef
mbd_pulley_rope_default (void)
{
  MbdCouplingDef def = mbd_coupling_default (mbd_pulley_rope_class ());
  def.length = 1;
  def.rod = MBD_ROD_ROPE;
  return def;
}

MbdCouplingDef
mbd_curved_slot_default (const MbdCurve *curve)
{
  MbdCouplingDef def = mbd_coupling_default (mbd_curved_slot_class ());
  def.coordinate[0] = MBD_COORDINATE_ARC;
  def.curve = curve;
  return def;
}

MbdCouplingDef
mbd_driver_default (MbdCoordinate coordinate, const MbdFunction *function)
{
  MbdCouplingDef def = mbd_coupling_default (mbd_driver_class ());
  def.coordinate[0] = coordinate;
  def.function = function;
  return def;
}

MbdCouplingDef
mbd_motor_default (const MbdFunction *speed, double effort_limit)
{
  MbdCouplingDef def = mbd_driver_default (MBD_COORDINATE_ANGLE, speed);
  def.level = MBD_LEVEL_VELOCITY;
  def.effort_limit = effort_limit;
  return def;
}

MbdCouplingDef
mbd_limit_default (MbdCoordinate coordinate, double lower, double upper)
{
  MbdCouplingDef def = mbd_coupling_default (mbd_limit_class ());
  def.coordinate[0] = coordinate;
  def.lower = lower;
  def.upper = upper;
  return def;
}

MbdCouplingDef
mbd_joint_friction_default (const MbdCouplingDef *joint)
{
  MbdCouplingDef def = mbd_coupling_default (mbd_joint_friction_class ());
  def.body_a = joint->body_a;
  def.body_b = joint->body_b;
  def.frame_a = joint->frame_a;
  def.frame_b = joint->frame_b;
  def.joint = def.on_joint[0] = joint->id;
  def.curve = joint->curve;
  def.coordinate[0] = joint->curve != NULL          ? MBD_COORDINATE_ARC
                      : joint->locked & MBD_LOCK_RZ ? MBD_COORDINATE_SLIDE
                                                    : MBD_COORDINATE_ANGLE;
  def.level = MBD_LEVEL_VELOCITY;
  def.effort_limit = 0;
  return def;
}

MbdCouplingDef
mbd_gear_default (MbdCoordinate q1, MbdCoordinate q2, double ratio)
{
  MbdCouplingDef def = mbd_coupling_default (mbd_gear_class ());
  def.coordinate[0] = q1;
  def.coordinate[1] = q2;
  def.ratio = ratio;
  return def;
}

MbdCouplingDef
mbd_screw_default (double pitch)
{
  return mbd_gear_default (MBD_COORDINATE_ANGLE, MBD_COORDINATE_SLIDE_Z, pitch / (2 * M_PI));
}

MbdCouplingDef
mbd_angle_default (double angle)
{
  MbdCouplingDef def = mbd_coupling_default (mbd_angle_class ());
  def.angle = angle;
  return def;
}

MbdCouplingDef
mbd_revolute_spherical_default (double length)
{
  MbdCouplingDef def = mbd_coupling_default (mbd_revolute_spherical_class ());
  def.length = length;
  return def;
}

MbdCouplingDef
mbd_point_contact_default (void)
{
  MbdCouplingDef def = mbd_coupling_default (mbd_point_contact_class ());
  def.level = MBD_LEVEL_VELOCITY;
  return def;
}

static MbdForceDef
force_default (const MbdForceClass *class_)
{
  return (MbdForceDef){
    .class_ = class_,
    .quaternion_a = { 1, 0, 0, 0 },
    .quaternion_b = { 1, 0, 0, 0 },
    .enabled = true,
  };
}

MbdForceDef
mbd_spring_default (void)
{
  MbdForceDef def = force_default (mbd_spring_class ());
  def.stiffness = 1;
  return def;
}

MbdForceDef
mbd_load_default (void)
{
  return force_default (mbd_load_class ());
}

MbdForceDef
mbd_bushing_default (void)
{
  return force_default (mbd_bushing_class ());
}

MbdForceDef
mbd_drag_default (void)
{
  return force_default (mbd_drag_class ());
}

void
mbd_coupling_def_ref (const MbdCouplingDef *def)
{
  mbd_function_ref (def->function);
  mbd_curve_ref (def->curve);
}

void
mbd_coupling_def_unref (const MbdCouplingDef *def)
{
  mbd_function_unref (def->function);
  mbd_curve_unref (def->curve);
}

void
mbd_force_def_ref (const MbdForceDef *def)
{
  for (int i = 0; i < 3; i++) {
    mbd_function_ref (def->force_function[i]);
    mbd_function_ref (def->torque_function[i]);
  }
  mbd_expression_ref (def->law);
}

void
mbd_force_def_unref (const MbdForceDef *def)
{
  for (int i = 0; i < 3; i++) {
    mbd_function_unref (def->force_function[i]);
    mbd_function_unref (def->torque_function[i]);
  }
  mbd_expression_unref (def->law);
}

MbdMechanism *
mbd_mechanism_new (void)
{
  MbdMechanism *self = calloc (1, sizeof *self);
  if (self != NULL)
    self->gravity[1] = -9.81;
  return self;
}

void
mbd_mechanism_free (MbdMechanism *self)
{
  if (self == NULL)
    return;
  for (int i = 0; i < self->n_bodies; i++)
    free ((char *) self->bodies[i].name);
  for (int i = 0; i < self->n_couplings; i++) {
    free ((char *) self->couplings[i].name);
    mbd_coupling_def_unref (&self->couplings[i]);
  }
  for (int i = 0; i < self->n_forces; i++) {
    free ((char *) self->forces[i].name);
    mbd_force_def_unref (&self->forces[i]);
  }
  free (self->bodies);
  free (self->couplings);
  free (self->forces);
  mbd_mechanism_free_shapes (self);
  free (self);
}

void
mbd_mechanism_set_gravity (MbdMechanism *self, const double gravity[3])
{
  memcpy (self->gravity, gravity, sizeof self->gravity);
}

/// Reserves room for one more element of `size` bytes in a list of n. Lists grow by doubling.
static bool
reserve (void **list, int n, size_t size)
{
  if (n != 0 && (n & (n - 1)) != 0)
    return true;
  void *grown = realloc (*list, (n == 0 ? 1 : 2 * (size_t) n) * size);
  if (grown == NULL)
    return false;
  *list = grown;
  return true;
}

static bool
copy_name (const char **name)
{
  if (*name == NULL)
    return true;
  *name = strdup (*name);
  return *name != NULL;
}

static bool
is_unit_quaternion (const double q[4])
{
  double norm = sqrt (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return fabs (norm - 1) < 1e-6;
}

/// Returns true if a symmetric tensor can be the inertia of a body: it is positive semidefinite and
/// its trace is at least twice its largest principal moment, with a tolerance of 1e-9 for
/// round-off.
static bool
is_inertia (const double inertia[6])
{
  double xx = inertia[0], yy = inertia[1], zz = inertia[2];
  double xy = inertia[3], xz = inertia[4], yz = inertia[5];
  double half_trace = (xx + yy + zz) / 2;
  double slack = 1e-9 * fabs (half_trace);
  // The tensor trace/2 - I, whose definiteness is the triangle inequality, and I itself.
  for (int pass = 0; pass < 2; pass++) {
    double a = pass ? half_trace - xx : xx, b = pass ? half_trace - yy : yy;
    double c = pass ? half_trace - zz : zz;
    double minors[3] = { a * b - xy * xy, a * c - xz * xz, b * c - yz * yz };
    double sign = pass ? -1 : 1;
    double determinant =
      a * b * c + 2 * sign * xy * xz * yz - a * yz * yz - b * xz * xz - c * xy * xy;
    if (fmin (a, fmin (b, c)) < -slack)
      return false;
    if (fmin (minors[0], fmin (minors[1], minors[2])) < -slack * fabs (half_trace))
      return false;
    if (determinant < -slack * half_trace * half_trace)
      return false;
  }
  return true;
}

static MbdStatus
check_body (const MbdBodyDef *def, MbdDiagnosis *why)
{
  const MbdElement kind = MBD_ELEMENT_BODY;
  const double numbers[] = { def->mass, def->angle };

  if (def->id == MBD_GROUND)
    return mbd_diagnose (why, MBD_STATUS_DUPLICATE_ID, kind, def->id, 0);
  if (!mbd_all_finite (numbers, 2) || !mbd_all_finite (def->inertia, 6)
      || !mbd_all_finite (def->centre_of_mass, 3) || !mbd_all_finite (def->position, 3)
      || !mbd_all_finite (def->quaternion, 4) || !mbd_all_finite (def->velocity, 3)
      || !mbd_all_finite (def->angular_velocity, 3))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, kind, def->id, 0);
  if (!is_unit_quaternion (def->quaternion))
    return mbd_diagnose (why, MBD_STATUS_BAD_FRAME, kind, def->id, 0);
  if (def->mass < 0)
    return mbd_diagnose (why, MBD_STATUS_NEGATIVE_MASS, kind, def->id, def->mass);
  if (def->mobility == MBD_PLANAR) {
    if (def->inertia[2] < 0)
      return mbd_diagnose (why, MBD_STATUS_NEGATIVE_MASS, kind, def->id, def->inertia[2]);
    if (hypot (def->quaternion[1], def->quaternion[2]) > 1e-9)
      return mbd_diagnose (why, MBD_STATUS_FRAME_TILTED, kind, def->id, 0);
  } else if (def->mobility == MBD_SPATIAL) {
    for (int i = 0; i < 3; i++)
      if (def->inertia[i] < 0)
        return mbd_diagnose (why, MBD_STATUS_NEGATIVE_MASS, kind, def->id, def->inertia[i]);
    if (!is_inertia (def->inertia))
      return mbd_diagnose (why, MBD_STATUS_BAD_INERTIA, kind, def->id, 0);
  }
  return MBD_STATUS_OK;
}

MbdStatus
mbd_mechanism_add_body (MbdMechanism *self, const MbdBodyDef *def, MbdDiagnosis *why)
{
  MbdStatus status = check_body (def, why);
  if (status != MBD_STATUS_OK)
    return status;
  if (!reserve ((void **) &self->bodies, self->n_bodies, sizeof *def))
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_BODY, def->id, 0);

  MbdBodyDef *added = &self->bodies[self->n_bodies];
  *added = *def;
  if (!copy_name (&added->name))
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_BODY, def->id, 0);
  self->n_bodies++;
  return MBD_STATUS_OK;
}

/// Checks the fields common to all kinds. The comparisons are written so that NaN is refused.
static MbdStatus
check_common (const MbdCouplingDef *def, double *value)
{
  const double limits[] = { def->effort_limit, def->break_force, def->break_moment,
                            def->break_impulse };
  const double not_negative[] = { def->friction, def->cohesion, def->stiffness, def->damping,
                                  def->friction_radius };

  for (int i = 0; i < 4; i++) {
    *value = limits[i];
    if (!(limits[i] > 0 || (i == 0 && limits[i] == 0 && def->class_->effort_may_vanish)))
      return MBD_STATUS_BAD_LIMIT;
  }
  for (int i = 0; i < 5; i++) {
    *value = not_negative[i];
    if (!(not_negative[i] >= 0 && isfinite (not_negative[i])))
      return MBD_STATUS_NEGATIVE_CONSTANT;
  }
  *value = def->restitution;
  if (!(def->restitution >= 0 && def->restitution <= 1))
    return MBD_STATUS_BAD_PARAMETER;
  *value = def->mode;
  if ((int) def->mode < 0 || def->mode > MBD_MODE_FRICTION || (int) def->level < 0
      || def->level > MBD_LEVEL_ACCELERATION)
    return MBD_STATUS_BAD_PARAMETER;
  return MBD_STATUS_OK;
}

/// Returns true if a kind, which may be custom, has all functions that the engine calls without
/// checking.
static bool
is_complete (const MbdCouplingClass *class_)
{
  return class_ != NULL && class_->name != NULL && class_->check != NULL && class_->variant != NULL
         && class_->rows != NULL && class_->row_is_length != NULL && class_->bind != NULL
         && class_->plane_rows != NULL && class_->space_rows != NULL && class_->plane_errors != NULL
         && class_->space_errors != NULL && class_->parameter_size[0] % 8 == 0
         && class_->parameter_size[1] % 8 == 0;
}

MbdStatus
mbd_check_coupling (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  const MbdElement kind = MBD_ELEMENT_COUPLING;
  const MbdFrame *frames[] = { &def->frame_a, &def->frame_b, &def->frame_c, &def->frame_d };
  double value = 0;

  if (!is_complete (def->class_))
    return mbd_diagnose (why, MBD_STATUS_BAD_KIND, kind, def->id, 0);
  const int ends = def->class_->ends == MBD_MOST_ENDS ? MBD_MOST_ENDS : 2;
  const bool may_share = def->class_->ends_may_share;
  if (!may_share && def->body_a == def->body_b)
    return mbd_diagnose (why, MBD_STATUS_SAME_BODY, kind, def->id, def->body_a);
  if (!may_share && ends == MBD_MOST_ENDS && def->body_c == def->body_d)
    return mbd_diagnose (why, MBD_STATUS_SAME_BODY, kind, def->id, def->body_c);
  if (!mbd_all_finite (def->parameters, MBD_MOST_PARAMETERS))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, kind, def->id, 0);
  for (int i = 0; i < ends; i++) {
    if (!mbd_all_finite (frames[i]->point, 3) || !mbd_all_finite (frames[i]->quaternion, 4))
      return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, kind, def->id, 0);
    if (!is_unit_quaternion (frames[i]->quaternion))
      return mbd_diagnose (why, MBD_STATUS_BAD_FRAME, kind, def->id, 0);
  }
  if ((def->stabilisation == MBD_STABILISATION_BAUMGARTE)
      && !(def->time_constant > 0 && isfinite (def->time_constant)))
    return mbd_diagnose (why, MBD_STATUS_BAD_TIME_CONSTANT, kind, def->id, def->time_constant);
  if (check_common (def, &value) != MBD_STATUS_OK)
    return mbd_diagnose (why, check_common (def, &value), kind, def->id, value);

  int signals = 0;
  if (def->function != NULL)
    mbd_function_signals (def->function, &signals);
  if (signals > 0 && !def->class_->follows_joint)
    return mbd_diagnose (why, MBD_STATUS_NEEDS_TIME_ONLY, kind, def->id, signals);

  MbdDiagnosis reason = { .row = -1 };
  MbdStatus status = def->class_->check (def, &reason);
  if (status != MBD_STATUS_OK)
    return mbd_diagnose (why, status, kind, def->id, reason.value);
  status = mbd_check_rows (def, &reason);
  if (status != MBD_STATUS_OK) {
    mbd_diagnose (why, status, kind, def->id, reason.value);
    if (why != NULL)
      why->row = reason.row;
  }
  return status;
}

MbdStatus
mbd_mechanism_add_coupling (MbdMechanism *self, const MbdCouplingDef *def, MbdDiagnosis *why)
{
  MbdStatus status = mbd_check_coupling (def, why);
  if (status != MBD_STATUS_OK)
    return status;
  if (!reserve ((void **) &self->couplings, self->n_couplings, sizeof *def))
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_COUPLING, def->id, 0);

  MbdCouplingDef *added = &self->couplings[self->n_couplings];
  *added = *def;
  if (!copy_name (&added->name))
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_COUPLING, def->id, 0);
  mbd_coupling_def_ref (added);
  self->n_couplings++;
  return MBD_STATUS_OK;
}

MbdStatus
mbd_check_force (const MbdForceDef *def, MbdDiagnosis *why)
{
  const MbdElement kind = MBD_ELEMENT_FORCE;
  const double numbers[] = { def->stiffness, def->damping, def->free_length,
                             def->rotational_damping };

  if (!mbd_all_finite (def->point_a, 3) || !mbd_all_finite (def->point_b, 3)
      || !mbd_all_finite (def->force, 3) || !mbd_all_finite (def->torque, 3)
      || !mbd_all_finite (numbers, 4) || !mbd_all_finite (def->quaternion_a, 4)
      || !mbd_all_finite (def->quaternion_b, 4))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, kind, def->id, 0);
  if (!is_unit_quaternion (def->quaternion_a) || !is_unit_quaternion (def->quaternion_b))
    return mbd_diagnose (why, MBD_STATUS_BAD_FRAME, kind, def->id, 0);
  if (def->class_->acts_on_a && def->body_a == def->body_b)
    return mbd_diagnose (why, MBD_STATUS_SAME_BODY, kind, def->id, def->body_a);
  MbdDiagnosis reason = { .row = -1 };
  MbdStatus status = def->class_->check (def, &reason);
  return status == MBD_STATUS_OK ? status : mbd_diagnose (why, status, kind, def->id, reason.value);
}

MbdStatus
mbd_mechanism_add_force (MbdMechanism *self, const MbdForceDef *def, MbdDiagnosis *why)
{
  const MbdElement kind = MBD_ELEMENT_FORCE;
  MbdStatus status = mbd_check_force (def, why);

  if (status != MBD_STATUS_OK)
    return status;
  if (!reserve ((void **) &self->forces, self->n_forces, sizeof *def))
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, kind, def->id, 0);

  MbdForceDef *added = &self->forces[self->n_forces];
  *added = *def;
  if (!copy_name (&added->name))
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, kind, def->id, 0);
  mbd_force_def_ref (added);
  self->n_forces++;
  return MBD_STATUS_OK;
}
