// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The coupling becomes a position driver that follows q (t) = q0 + t, so that the time of the state is
// the displacement of its coordinate, and kinematics of the engine does the rest.

#include "lw-driven-motion.h"

#include <glib/gi18n.h>
#include <math.h>

#include "mbd-analysis.h"

struct LwDrivenMotion
{
  LwMechanism *mechanism;
  MbdModel *model;
  MbdState *state;
  MbdKinematics report;
  int coupling; ///< id
  bool turns;
  double start;
  double lower, upper;
  bool is_ended[2]; ///< below, above: the rest of the mechanism ends the motion
};

// ---- the mechanism to be solved -------------------------------------------------------------

typedef struct
{
  const LwMechanism *mechanism;
  int drive; ///< id; 0 if a joint is moved, and all drives are released
  int joint; ///< id of the joint that is moved; 0 if none
  MbdCoordinate coordinate;
} Held;

static bool
is_drive (const LwCoupling *coupling)
{
  return lw_family_of (coupling->def.class_)->drives && !coupling->def.compliant;
}

/// Takes ownership of the function.
static LwCoupling *
with_function (const LwCoupling *old, LwFunction *function)
{
  LwCoupling *coupling = lw_coupling_copy (old);

  lw_coupling_set_function (coupling, function);
  lw_function_unref (function);
  return coupling;
}

static LwFunction *
new_ramp (double start)
{
  const double coefficients[2] = { start, 1 };

  return lw_function_new_polynomial (coefficients, 2, 0);
}

/// Returns the function that keeps the value of the coupling at the start; NULL if it is not valid.
static LwFunction *
hold_function (const LwMechanism *mechanism, const LwCoupling *coupling)
{
  MbdCouplingDef def;
  LwFunction *held;

  if (!lw_mechanism_define_coupling (mechanism, coupling, &def, NULL))
    return NULL;
  held = lw_function_new_constant (mbd_function_evaluate (def.function, 0).value);
  lw_coupling_def_clear (&def);
  return held;
}

/// Returns the joint that a drive drives, or the joint itself, and the coordinate.
static int
find_joint (const LwCoupling *driven, MbdCoordinate *coordinate)
{
  *coordinate = driven->def.coordinate[0];
  if (is_drive (driven))
    return driven->joint[0];
  lw_coupling_get_coordinate (&driven->def, coordinate);
  return driven->element.id;
}

static bool
is_own_stop (const LwCoupling *coupling, int joint, MbdCoordinate coordinate)
{
  return lw_family_of (coupling->def.class_)->has_stops && joint != 0 && coupling->joint[0] == joint
         && coupling->def.coordinate[0] == coordinate;
}

static LwCoupling *
hold (const LwCoupling *old, void *data)
{
  const Held *held = data;
  LwCoupling *coupling;
  LwFunction *function;
  double start;

  // The range ends at the stops, where they would oppose the drive.
  if (is_own_stop (old, held->joint, held->coordinate)) {
    coupling = lw_coupling_copy (old);
    coupling->def.enabled = false;
    return coupling;
  }
  if (!is_drive (old)) {
    function = old->function != NULL ? hold_function (held->mechanism, old) : NULL;
    return function != NULL ? with_function (old, function) : NULL;
  }
  if (!lw_mechanism_get_start_coordinate (held->mechanism, old, 0, &start))
    return NULL;
  coupling = with_function (old, old->element.id == held->drive ? new_ramp (start)
                                                                : lw_function_new_constant (start));
  coupling->def.level = MBD_LEVEL_POSITION;
  coupling->def.effort_limit = INFINITY;
  coupling->def.enabled =
    held->drive != 0 && (coupling->def.enabled || old->element.id == held->drive);
  return coupling;
}

/// Returns a drive of the joint.
static LwCoupling *
new_drive (const LwMechanism *mechanism, const LwCoupling *joint, double *start)
{
  MbdCouplingDef def = mbd_driver_default (MBD_COORDINATE_ANGLE, NULL);
  LwCoupling *drive;

  lw_coupling_get_coordinate (&joint->def, &def.coordinate[0]);
  drive = lw_coupling_new (&def, lw_mechanism_next_coupling_id (mechanism), "");
  drive->joint[0] = joint->element.id;
  if (lw_mechanism_get_start_coordinate (mechanism, drive, 0, start)) {
    LwFunction *ramp = new_ramp (*start);

    lw_coupling_set_function (drive, ramp);
    lw_function_unref (ramp);
    return drive;
  }
  lw_coupling_unref (drive);
  return NULL;
}

bool
lw_driven_motion_takes (const LwCoupling *coupling)
{
  MbdCoordinate coordinate;

  return coupling != NULL
         && (is_drive (coupling)
             || (lw_family_of (coupling->def.class_)->is_joint && coupling->def.enabled
                 && !coupling->def.compliant
                 && lw_coupling_get_coordinate (&coupling->def, &coordinate)));
}

/// Returns the mechanism with the ramp, and stores the driver.
static LwMechanism *
dup_driven (LwDrivenMotion *self, const LwCoupling *coupling)
{
  const LwMechanismChanges changes = { .coupling = hold };
  const bool drives = is_drive (coupling);
  Held held = { self->mechanism, drives ? coupling->element.id : 0, 0, MBD_COORDINATE_ANGLE };
  LwMechanism *driven;
  LwCoupling *drive;

  held.joint = find_joint (coupling, &held.coordinate);
  driven = lw_mechanism_change (self->mechanism, &changes, &held);
  if (drives) {
    self->turns = !lw_coupling_measures_length (&coupling->def);
    return lw_mechanism_get_start_coordinate (self->mechanism, coupling, 0, &self->start)
             ? driven
             : (lw_mechanism_unref (driven), NULL);
  }
  drive = new_drive (driven, coupling, &self->start);
  if (drive == NULL) {
    lw_mechanism_unref (driven);
    return NULL;
  }
  self->turns = !lw_coupling_measures_length (&drive->def);
  lw_mechanism_add_coupling (driven, drive);
  return driven;
}

// ---- range ----------------------------------------------------------------------------------

/// Restarts at the drawing.
static MbdStatus
restart (LwDrivenMotion *self, MbdDiagnosis *why)
{
  mbd_state_free (self->state);
  self->state = mbd_state_new (self->model);
  return self->state == NULL ? MBD_STATUS_OUT_OF_MEMORY
                             : mbd_kinematics_start (self->state, &self->report, why);
}

/// Limits the range by the stops of the joint.
static void
apply_stops (LwDrivenMotion *self, const LwCoupling *driven)
{
  MbdCoordinate coordinate;
  const int joint = find_joint (driven, &coordinate);

  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->mechanism); i++) {
    const LwCoupling *stop = lw_mechanism_get_coupling (self->mechanism, i);

    if (!stop->def.enabled || !is_own_stop (stop, joint, coordinate))
      continue;
    self->lower = fmax (self->lower, fmin (stop->def.lower, self->start));
    self->upper = fmin (self->upper, fmax (stop->def.upper, self->start));
  }
}

/// Moves to the end of the range, or as far as possible; that is the end of the range then.
static void
search_end (LwDrivenMotion *self, double *end, bool *is_ended)
{
  if (mbd_kinematics_advance (self->state, *end - self->start, &self->report, NULL)
      == MBD_STATUS_OK)
    return;
  *end = lw_driven_motion_get_coordinate (self);
  *is_ended = true;
}

/// A full turn from the start, if there is one, is preferred to half a turn to each side: the turn
/// that the angle of a crank is usually plotted over.
static MbdStatus
search_range (LwDrivenMotion *self, const LwCoupling *driven, MbdDiagnosis *why)
{
  const double reach = self->turns ? 2 * G_PI : mbd_model_size (self->model);
  MbdStatus status;

  self->lower = self->start - reach;
  self->upper = self->start + reach;
  apply_stops (self, driven);
  search_end (self, &self->upper, &self->is_ended[1]);
  if (self->turns && self->upper >= self->start + reach)
    self->lower = self->start;
  status = restart (self, why);
  if (status != MBD_STATUS_OK || self->lower == self->start)
    return status;
  search_end (self, &self->lower, &self->is_ended[0]);
  return restart (self, why);
}

// ---- public ---------------------------------------------------------------------------------

static void
set_error (LwDrivenMotion *self, MbdStatus status, MbdDiagnosis *why, GError **error)
{
  if (status == MBD_STATUS_NOT_DRIVEN) {
    const int left = (int) why->value;

    g_set_error (error, LW_ERROR, LW_ERROR_SIMULATION,
                 ngettext ("%d degree of freedom remains: this drive does not determine all "
                           "positions. Add another motor, or join the parts that are free.",
                           "%d degrees of freedom remain: this drive does not determine all "
                           "positions. Add other motors, or join the parts that are free.",
                           (unsigned long) left),
                 left);
    return;
  }
  why->code = status;
  lw_mechanism_set_error (self->mechanism, LW_ERROR_SIMULATION, why, error);
}

LwDrivenMotion *
lw_driven_motion_new (const LwMechanism *mechanism, int coupling, GError **error)
{
  const LwCoupling *driven = lw_mechanism_find_coupling (mechanism, coupling);
  g_autoptr (LwDrivenMotion) self = NULL;
  g_autoptr (LwMechanism) ramped = NULL;
  MbdDiagnosis why = { .row = -1 };
  MbdStatus status;

  g_return_val_if_fail (lw_driven_motion_takes (driven), NULL);

  self = g_new0 (LwDrivenMotion, 1);
  self->mechanism = lw_mechanism_ref ((LwMechanism *) mechanism);
  self->coupling = coupling;
  ramped = dup_driven (self, driven);
  if (ramped == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                         _ ("The coordinate of this joint cannot be measured in the drawing."));
    return NULL;
  }
  self->model = lw_mechanism_compile (ramped, error);
  if (self->model == NULL)
    return NULL;
  status = restart (self, &why);
  if (status == MBD_STATUS_OK)
    status = search_range (self, driven, &why);
  if (status != MBD_STATUS_OK) {
    set_error (self, status, &why, error);
    return NULL;
  }
  return g_steal_pointer (&self);
}

void
lw_driven_motion_free (LwDrivenMotion *self)
{
  if (self == NULL)
    return;
  lw_mechanism_unref (self->mechanism);
  mbd_model_unref (self->model);
  mbd_state_free (self->state);
  g_free (self);
}

int
lw_driven_motion_get_coupling (LwDrivenMotion *self)
{
  return self->coupling;
}

bool
lw_driven_motion_turns (LwDrivenMotion *self)
{
  return self->turns;
}

double
lw_driven_motion_get_start (LwDrivenMotion *self)
{
  return self->start;
}

void
lw_driven_motion_get_range (LwDrivenMotion *self, double *lower, double *upper)
{
  *lower = self->lower;
  *upper = self->upper;
}

double
lw_driven_motion_get_coordinate (LwDrivenMotion *self)
{
  return self->start + mbd_state_time (self->state);
}

const double *
lw_driven_motion_get_positions (LwDrivenMotion *self)
{
  return mbd_state_positions (self->state);
}

bool
lw_driven_motion_move (LwDrivenMotion *self, double coordinate, GError **error)
{
  const double end = CLAMP (coordinate, self->lower, self->upper);

  if (mbd_kinematics_advance (self->state, end - self->start, &self->report, NULL) != MBD_STATUS_OK
      || end == coordinate) {
    if (end == lw_driven_motion_get_coordinate (self))
      return true;
    g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                         _ ("The mechanism cannot follow any further from here."));
    return false;
  }
  g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                       self->is_ended[coordinate > end]
                         ? _ ("The mechanism cannot follow any further: this is a dead point or a "
                              "stop.")
                         : _ ("The range ends here."));
  return false;
}
