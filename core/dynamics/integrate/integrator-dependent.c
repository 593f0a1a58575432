// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows that depend on others, in overconstrained mechanisms (docs/theory/integration.md). On the
// constraints they are met with the others; at the stages of a step, off the constraints, they would
// be almost but not quite independent, and their multipliers arbitrary. They are left out, with an
// infinite rho.
//
// Which rows are left out is a choice, and those that remain may come to depend on each other
// elsewhere, where the mechanism itself is not singular. Their pivots show it in time, and the choice
// is made again. At a pose where the mechanism is singular more rows seem dependent than elsewhere:
// there the choice is kept.

#include <math.h>
#include <string.h>

#include "integrator-private.h"
#include "mechanism-private.h"
#include "projection-private.h"

/// The choice is made again if a pivot has fallen this much since it was made.
static const double fallen = 10;
/// Rows that are met to within this, over L or in rad, count as redundant, whatever the accuracy: the
/// axes of real drawings are typed, and the error of a typed digit grows on the way.
static const double redundant = 1e-7;
/// Shorter steps that are tried before all rows are solved for.
static const int most_unmet = 4;
/// Largest number of steps before the choice is made again after that.
static const int longest_wait = 1024;

/// Clears the dependent rows: all rows are solved for again.
static void
free_dependent_rows (MbdIntegrator *self)
{
  mbd_reset_rho (self->work);
  self->n_dependent = 0;
}

/// Returns the row with the largest share, |n| sqrt g, in the null vector n of S that row k
/// completes. A row with a small share must not be left out: the others do not hold it.
static int
largest_share (MbdIntegrator *self, int k)
{
  MbdState *work = self->work;
  int best = k;

  memset (work->solution.y, 0, sizeof *work->solution.y * (size_t) self->model->n_y);
  work->solution.y[k] = work->pivots.rho[k] * work->pivots.g[k];
  mbd_forward (work);
  mbd_backward (work);
  double share =
    1.2 * fabs (work->solution.y[k]) * sqrt (work->pivots.g[k]); // prefer k if its share is similar
  for (int j = 0; j < self->model->n_y; j++)
    if (work->pivots.g[j] > 0 && work->pivots.rho[j] != MBD_RHO_DEPENDENT
        && fabs (work->solution.y[j]) * sqrt (work->pivots.g[j]) > share) {
      share = fabs (work->solution.y[j]) * sqrt (work->pivots.g[j]);
      best = j;
    }
  return best;
}

/// Lists the rows that rho marks as dependent.
static void
list_dependent_rows (MbdIntegrator *self)
{
  const MbdModel *m = self->model;
  const MbdState *work = self->work;

  self->n_dependent = 0;
  for (int b = 0; b < m->n_batches; b++)
    for (int k = 0; k < m->batches[b].view.count; k++)
      for (int r = 0; r < m->batches[b].view.rows; r++)
        if (work->pivots.rho[m->batches[b].y[k] + r] == MBD_RHO_DEPENDENT)
          self->dependent[self->n_dependent++] =
            m->batches[b].first + k * m->batches[b].view.rows + r;
}

/// Exchanges dependent rows with solved ones of a larger share until none is left, so that the rows
/// that are solved are as independent as possible. The factor must be that of rho.
static void
exchange_rows (MbdIntegrator *self)
{
  enum
  {
    MOST_EXCHANGES = 64,
    MOST_PASSES = 8
  };
  const MbdModel *m = self->model;
  MbdState *work = self->work;
  int exchanges = 0, last = -1;

  for (int pass = 0; pass < MOST_PASSES && exchanges != last; pass++) {
    last = exchanges;
    for (int k = 0; k < m->n_y && exchanges < MOST_EXCHANGES; k++) {
      if (work->pivots.rho[k] != MBD_RHO_DEPENDENT)
        continue;
      int best = largest_share (self, k);
      if (best == k)
        continue;
      exchanges++;
      work->pivots.rho[k] = work->pivots.rho_usual[k];
      work->pivots.rho[best] = MBD_RHO_DEPENDENT;
      mbd_load (work, NULL, work->system.gamma);
      mbd_eliminate (work, work->pivots.rho);
    }
  }
  list_dependent_rows (self);
}

/// Loads the rows at an instant on the constraints.
static void
load_rows (MbdIntegrator *self, const MbdInstant *at)
{
  mbd_pose (self->work, at->time, at->q, at->v);
  mbd_rows (self->work);
  mbd_load (self->work, NULL, self->work->system.gamma);
}

/// Finds the rows that depend on others at an instant, and chooses among them. A search finds fewer
/// than there are if the rows before them are hardly independent; so it is made again after
/// exchanges.
static void
find_dependent_rows (MbdIntegrator *self, const MbdInstant *at)
{
  enum
  {
    MOST_SEARCHES = 4
  };
  mbd_reset_rho (self->work);
  self->n_dependent = 0;
  for (int search = 0; search < MOST_SEARCHES; search++) {
    const int before = self->n_dependent;
    load_rows (self, at);
    mbd_find_dependent_rows (self->work);
    list_dependent_rows (self);
    if (self->n_dependent == before)
      return;
    exchange_rows (self);
  }
}

/// Remembers the pivots of the rows that are solved at the pose of the work state.
static void
remember_look (MbdIntegrator *self, double time)
{
  MbdState *work = self->work;

  self->looked = time;
  if (self->n_dependent == 0)
    return;
  mbd_load (work, NULL, work->system.gamma);
  mbd_eliminate (work, work->pivots.rho);
  memcpy (self->looked_collapse, work->pivots.collapse,
          sizeof *work->pivots.collapse * (size_t) self->model->n_columns);
}

static void
forget_pivots (MbdIntegrator *self)
{
  for (int p = 0; p < self->model->n_columns; p++)
    self->usual_collapse[p] = INFINITY;
}

void
mbd_look_at_rows (MbdIntegrator *self, const MbdInstant *at)
{
  forget_pivots (self);
  free_dependent_rows (self);
  self->unmet = 0;
  self->wait = 0;
  self->longer_wait = 1;
  if (!self->work->stabilised.any_projected)
    return;
  find_dependent_rows (self, at);
  remember_look (self, at->time);
}

/// Chooses dependent rows again, as many as before, or all if there are none, at the pose of an
/// instant. Returns true if others are left out now.
static bool
look_again (MbdIntegrator *self, const MbdInstant *at)
{
  MbdState *work = self->work;
  const size_t bytes = sizeof *work->pivots.rho * (size_t) self->model->n_y;

  memcpy (work->solution.x, work->pivots.rho, bytes);
  if (self->n_dependent == 0)
    find_dependent_rows (self, at);
  else {
    load_rows (self, at);
    mbd_eliminate (work, work->pivots.rho);
    exchange_rows (self);
  }
  const bool changed = memcmp (work->pivots.rho, work->solution.x, bytes) != 0;
  if (changed)
    forget_pivots (self);
  remember_look (self, self->start.time);
  return changed;
}

/// Computes the acceleration at the start of a step after a change of the rows.
static void
accelerate_start (MbdIntegrator *self)
{
  MbdInstant *start = &self->start;

  mbd_touching_accelerate (self, start->time, start->q, start->v, start->a);
  self->statistics.evaluations++;
}

/// Returns the coupling of a row, batch layout.
static int
coupling_of (const MbdModel *m, int row)
{
  int b = m->n_batches - 1;

  while (m->batches[b].first > row)
    b--;
  return m->batches[b].coupling[(row - m->batches[b].first) / m->batches[b].view.rows];
}

void
mbd_watch_dependent_rows (MbdIntegrator *self)
{
  const MbdState *work = self->work;
  bool look = self->wait > 0 && --self->wait == 0;

  self->unmet = 0;
  self->ahead = false;
  for (int p = 0; p < self->model->n_columns && !look && self->n_dependent > 0; p++)
    look = work->pivots.collapse[p] > fallen * fmax (self->looked_collapse[p], 1);
  if (!look || self->looked >= self->start.time)
    return;
  look_again (self, &self->start);
  accelerate_start (self);
}

bool
mbd_dependent_rows_are_met (MbdIntegrator *self)
{
  const MbdModel *m = self->model;
  MbdState *work = self->work;
  double worst = 0;
  int at = -1;

  if (self->n_dependent == 0 || !work->stabilised.any_projected)
    return true;
  mbd_position_errors (work, work->system.eps);
  mbd_world_velocities (work, work->system.fl);
  mbd_velocity_errors (work, work->system.fl, work->system.rate);
  mbd_silence_levels (work, work->system.eps, work->system.rate);
  const double T = fmin (1, self->settings.duration),
               speed = mbd_largest_speed (m, work->system.fl);
  const double time = speed * T > m->size ? m->size / speed : T;
  for (int i = 0; i < self->n_dependent; i++) {
    const int row = self->dependent[i];
    const double eps = work->system.eps[row] - work->roles.held[row];
    const double misfit =
      fmax (fabs (eps), time * fabs (work->system.rate[row])) / m->row_unit[row];
    if (!(misfit <= worst)) {
      worst = misfit;
      at = row;
    }
  }
  if (!(worst <= fmax (redundant, self->settings.accuracy)))
    return false;
  if (worst > self->statistics.misfit) {
    self->statistics.misfit = worst;
    self->statistics.misfit_coupling = m->couplings[coupling_of (m, at)].def.id;
  }
  return true;
}

bool
mbd_choose_rows_ahead (MbdIntegrator *self)
{
  if (self->n_dependent == 0 || self->ahead || self->stages_failed
      || !mbd_all_finite (self->end.q, self->model->n_q)
      || !mbd_all_finite (self->end.v, self->model->n_v))
    return false;
  self->ahead = true;
  const bool changed = look_again (self, &self->end);
  accelerate_start (self);
  return changed;
}

double
mbd_revise_dependent_rows (MbdIntegrator *self, double h)
{
  const bool looks = self->looked < self->start.time && look_again (self, &self->start);

  if (!looks && ++self->unmet >= most_unmet) {
    // The rows only seemed dependent: the choice was made at a singular position, where the mechanism
    // may also remain.
    free_dependent_rows (self);
    forget_pivots (self);
    self->wait = self->longer_wait;
    self->longer_wait = self->longer_wait < longest_wait ? 2 * self->longer_wait : longest_wait;
  }
  accelerate_start (self);
  return looks || self->n_dependent == 0 ? h : h / 2;
}
