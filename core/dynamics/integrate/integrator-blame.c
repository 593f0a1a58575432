// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cause of a run that cannot continue, and the element at fault.

#include <math.h>
#include <string.h>

#include "integrator-private.h"
#include "mechanism-private.h"
#include "projection-private.h"

/// Collapse of a pivot, over the one from which it may indicate a singular position, from which rows
/// count as dependent on each other, and the share of a row in their combination from which it takes
/// part.
static const double dependent = 10, takes_part = 1e-2;
/// Time for a turn of a radian, over a second or a shorter run, in which a body is out of control.
static const double too_short = 1e-5;
/// Relative change of a force in this time, over a second or a shorter run, that is too fast.
static const double too_fast = 1e-3, soon = 1e-6;
/// Rate of a condition that others contradict, over the largest speed.
static const double contradicted = 1e-6;

/// Returns the rows of a coupling in the node layout.
static const double *
rows_of (const MbdModel *m, const double *y, int coupling)
{
  return y + m->columns[m->couplings[coupling].node].y;
}

/// Finds the combination of rows (node layout, y of the work state) that moves almost nothing at the
/// start. Returns false if there is none.
static bool
find_combination (MbdIntegrator *self)
{
  const MbdModel *m = self->model;
  MbdState *work = self->work;
  double largest = 0;
  int column = 0, row = -1;

  mbd_pose (work, self->start.time, self->start.q, self->start.v);
  mbd_rows (work);
  mbd_load (work, NULL, work->system.gamma);
  mbd_eliminate (work, work->pivots.rho);
  for (int p = 0; p < m->n_columns; p++)
    if (work->pivots.collapse[p] / self->large_collapse[p]
        > work->pivots.collapse[column] / self->large_collapse[column])
      column = p;
  if (m->n_columns == 0
      || !(work->pivots.collapse[column] > dependent * self->large_collapse[column]))
    return false;
  for (int pass = 0; pass < 2; pass++)
    for (int r = 0; r < m->columns[column].size; r++) {
      const int k = m->columns[column].y + r;
      if (pass == 1 && k != row)
        continue;
      memset (work->solution.y, 0, sizeof *work->solution.y * (size_t) m->n_y);
      work->solution.y[k] = 1;
      mbd_forward (work);
      mbd_backward (work);
      if (pass == 0 && fabs (work->solution.y[k]) > largest) {
        largest = fabs (work->solution.y[k]);
        row = k;
      }
    }
  return row >= 0;
}

/// Looks for the rows that depend on each other at the start. Returns OUT_OF_REACH and names the driver
/// if one takes part in them, otherwise STUCK and the coupling with the largest share; `status` if there
/// are none.
static MbdStatus
blame_rows (MbdIntegrator *self, MbdStatus status, MbdDiagnosis *why)
{
  const MbdModel *m = self->model;
  const MbdState *work = self->work;
  double shares[2] = { 0 };
  int at[2] = { -1, -1 }; // the couplings with the largest shares: of all, of those that drive

  if (!find_combination (self))
    return status;
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &work->parameters.couplings[i];
    for (int r = 0; r < c->rows; r++) {
      const double g = rows_of (m, work->pivots.g, i)[r];
      const double share = fabs (rows_of (m, work->solution.y, i)[r]) * sqrt (fmax (g, 0));
      for (int drives = 0; drives < 2; drives++)
        if (share > shares[drives] && (!drives || c->def.function != NULL)) {
          shares[drives] = share;
          at[drives] = i;
        }
    }
  }
  const bool drives = at[1] >= 0 && shares[1] > takes_part * shares[0];
  return at[0] < 0
           ? status
           : mbd_diagnose (why, drives ? MBD_STATUS_OUT_OF_REACH : MBD_STATUS_STUCK,
                           MBD_ELEMENT_COUPLING, m->couplings[at[drives]].def.id, self->start.time);
}

/// Returns RUNS_AWAY and names the body that an acceleration turns too fast at the start, or `status`.
static MbdStatus
blame_acceleration (MbdIntegrator *self, MbdStatus status, MbdDiagnosis *why)
{
  const MbdModel *m = self->model;
  const double time = too_short * fmin (1, self->settings.duration);
  double worst = 2 / (time * time);
  int at = -1;

  for (int i = 1; i < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[i].degrees; k++)
      if (mbd_turns (&m->bodies[i], k) && fabs (self->start.a[m->bodies[i].v + k]) > worst) {
        worst = fabs (self->start.a[m->bodies[i].v + k]);
        at = i;
      }
  return at < 0 ? status
                : mbd_diagnose (why, MBD_STATUS_RUNS_AWAY, MBD_ELEMENT_BODY, m->bodies[at].id,
                                self->start.time);
}

/// Looks for a force element whose force changes much soon after the start. Returns CHANGES_TOO_FAST, or
/// `status`.
static MbdStatus
blame_changes (MbdIntegrator *self, MbdStatus status, MbdDiagnosis *why)
{
  const MbdModel *m = self->model;
  MbdState *work = self->work;
  const size_t bytes = sizeof *work->system.f * (size_t) (m->n_v + 6);
  double *f = work->solution.correction, *then = work->solution.correction + m->n_v + 6;
  double worst = too_fast;
  int at = -1;

  for (int i = 0; i < m->n_forces; i++) {
    double size = 0, change = 0;
    if (!work->parameters.forces[i].def->enabled)
      continue;
    memset (f, 0, bytes);
    memset (then, 0, bytes);
    mbd_pose (work, self->start.time, self->start.q, self->start.v);
    mbd_add_force (work, i, f);
    mbd_pose_time (work, self->start.time + soon * fmin (1, self->settings.duration));
    mbd_add_force (work, i, then);
    for (int k = 0; k < m->n_v; k++) {
      size = fmax (size, fabs (f[k]));
      change = fmax (change, fabs (then[k] - f[k]));
    }
    if (change > worst * size) {
      worst = change / size;
      at = i;
    }
  }
  return at < 0 ? status
                : mbd_diagnose (why, MBD_STATUS_CHANGES_TOO_FAST, MBD_ELEMENT_FORCE,
                                work->parameters.forces[at].def->id, self->start.time);
}

MbdStatus
mbd_blame (MbdIntegrator *self, MbdStatus status, double time, MbdDiagnosis *why)
{
  const MbdModel *m = self->model;
  const double after = 1e-9 * fmax (fabs (self->start.time), 1e-3);
  int worst = self->worst_body;

  // The pose is from the last attempt and may have overflowed: examine the start, and the instant
  // after it that the steps could not reach.
  for (int look = 0; look < 2; look++) {
    mbd_pose (self->work, self->start.time + look * after, self->start.q, self->start.v);
    if (mbd_blame_force (self, status, why) != status)
      return MBD_STATUS_NOT_FINITE;
  }
  if (status == MBD_STATUS_STEP_TOO_SMALL) {
    MbdStatus cause = blame_rows (self, status, why);
    if (cause == status)
      cause = blame_changes (self, status, why);
    if (cause == status)
      cause = blame_acceleration (self, status, why);
    if (cause != status)
      return cause;
  }

  for (int i = m->n_bodies - 1; i > 0; i--)
    if (m->bodies[i].degrees > 0
        && !(mbd_all_finite (self->end.v + m->bodies[i].v, m->bodies[i].degrees)
             && mbd_all_finite (self->end.a + m->bodies[i].v, m->bodies[i].degrees)))
      worst = i;
  return mbd_diagnose (why, status, worst > 0 ? MBD_ELEMENT_BODY : MBD_ELEMENT_NONE,
                       worst > 0 ? m->bodies[worst].id : 0, time);
}

MbdStatus
mbd_check_driven (MbdIntegrator *self, const MbdInstant *at, MbdDiagnosis *why)
{
  const MbdModel *m = self->model;
  MbdState *work = self->work;
  double speed = 0;
  int driver = -1;

  if (!m->has_time_rates || !work->roles.any_bounds)
    return MBD_STATUS_OK;
  mbd_pose_velocities (work, at->v);
  mbd_world_velocities (work, work->system.fl);
  speed = mbd_largest_speed (m, work->system.fl) / m->size;
  mbd_velocity_errors (work, work->system.fl, work->system.rate);
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &work->parameters.couplings[i];
    for (int r = 0; r < c->rows && c->def.function != NULL; r++) {
      const int row = mbd_model_row (m, c, r);
      const double rate = fabs (work->system.rate[row]) / m->row_unit[row];
      if (work->roles.rows[row].role == MBD_ROW_SOLVED && work->stabilised.projected[row]
          && mbd_row_mode (work, i, r) == MBD_MODE_LOCK && rate > contradicted * fmax (speed, 1e-3))
        driver = i;
    }
  }
  return driver < 0 ? MBD_STATUS_OK
                    : mbd_diagnose (why, MBD_STATUS_BLOCKED, MBD_ELEMENT_COUPLING,
                                    m->couplings[driver].def.id, at->time);
}
