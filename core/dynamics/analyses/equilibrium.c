// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Static equilibrium by descent of the potential energy U on the constraints. At a pose q
//
//   Z          motions that the rows leave, orthonormal with turns scaled by the reach of their body
//   lambda     multipliers that hold the rows (M a = f + G' lambda, G a = 0)
//   g = -Z' f  reduced gradient
//   H          = Z' (d/dq of -(f + G' lambda), lambda fixed) Z by central differences: the reduced
//              Hessian of the Lagrangian (its symmetric part in space)
//   p          = -sum of (u_i' g) / |h_i| u_i over eigenpairs (h_i, u_i) of H: Newton's step if U
//              is convex, downhill if it is not; steepest descent if that fails
//
// A step is p cut to a trust radius, displaced, assembled, and halved until U falls. If g is 0 and
// H has a negative eigenvalue, the pose is left along its eigenvector, so that only minima are
// accepted. Unilateral rows that touch and push, and limited motors that can hold, take part as
// rows. If shapes may touch, the pose is the one at which equilibrium-contact.c comes to rest, and
// contact forces are loads.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "equilibrium-descent-private.h"

/// Gradient over the largest force: at convergence, near enough to trust Newton's steps without
/// checking U, and good enough if round-off ends them.
static const double converged = 1e-12, near = 1e-4, good_enough = 1e-8;
/// Like good_enough if contact forces come from time stepping, and the number of its steps that
/// count as an iteration.
static const double good_enough_of_steps = 1e-5;
enum
{
  steps_of_iteration = 400
};
/// Eigenvalues over the largest that count as 0.
static const double flat = 1e-7;
/// Lengths of steps off a saddle and first steps (times L), and of any turn.
static const double escape = 0.05, first_radius = 0.3, largest_turn = 0.5;
/// Distances after which it falls (times L) or turns (rad) without end.
static const double longest_fall = 1e4, longest_turn = 200;

static double
largest_curvature (const MbdDescent *d)
{
  double most = d->count > 0 ? fmax (fabs (d->h[0]), fabs (d->h[d->count - 1])) : 0;
  return fmax (most, 1e-12 * d->force_scale / d->m->size);
}

/* Steps ------------------------------------------------------------------------------------ */

/// Combines the coefficients p of the motions into the step d->step.
static void
combine (MbdDescent *d)
{
  const size_t places = (size_t) d->m->n_v + 6;

  memset (d->step, 0, sizeof *d->step * places);
  for (int k = 0; k < d->count; k++)
    for (int i = 0; i < d->m->n_v; i++)
      d->step[i] += d->p[k] * d->Z[(size_t) k * places + (size_t) i];
}

/// Chooses the coefficients: Newton's with eigenvalues by their size, or steepest descent.
static void
choose_direction (MbdDescent *d, bool steepest)
{
  const double most = largest_curvature (d);
  const int n = d->count;

  memset (d->p, 0, sizeof *d->p * (size_t) n);
  for (int e = 0; e < n; e++) {
    const double *vector = d->H + (size_t) e * (size_t) n;
    double part = 0;
    for (int k = 0; k < n; k++)
      part += vector[k] * d->g[k];
    if (fabs (part) <= 0.1 * converged * d->force_scale)
      continue;
    const double curvature = steepest ? most : fmax (fabs (d->h[e]), 1e-10 * most);
    for (int k = 0; k < n; k++)
      d->p[k] -= part / curvature * vector[k];
  }
}

/// Finds the largest shift (over L) and turn of the step.
static void
measure_step (const MbdDescent *d, double *shift, double *turn)
{
  *shift = *turn = 0;
  for (int b = 0; b < d->m->n_bodies; b++)
    for (int i = 0; i < d->m->bodies[b].degrees; i++) {
      double x = fabs (d->step[d->m->bodies[b].u + i]);
      if (mbd_is_turn (&d->m->bodies[b], i))
        *turn = fmax (*turn, x);
      else
        *shift = fmax (*shift, x / d->m->size);
    }
}

/// Cuts the step to the radius. Returns the factor.
static double
cut_step (MbdDescent *d)
{
  double shift, turn;
  measure_step (d, &shift, &turn);
  double factor =
    fmin (1, fmin (d->radius / fmax (shift, 1e-300), largest_turn / fmax (turn, 1e-300)));
  for (int i = 0; i < d->m->n_v; i++)
    d->step[i] *= factor;
  return factor;
}

/// Assembles at q + step. Returns false if this fails.
static bool
displace (MbdDescent *d, double factor)
{
  const MbdModel *m = d->m;

  for (int i = 0; i < m->n_v; i++)
    d->r[0][i] = factor * d->step[i];
  memcpy (d->trial, d->q, sizeof *d->q * (size_t) m->n_q);
  mbd_displace (m, d->trial, d->r[0]);
  mbd_state_set (d->state, d->state->pose.time, d->trial, d->still);
  if (mbd_state_assemble (d->state, NULL, NULL) != MBD_STATUS_OK)
    return false;
  mbd_state_prepare (d->state);
  memcpy (d->trial, d->state->pose.q, sizeof *d->q * (size_t) m->n_q);
  return true;
}

static void
accept (MbdDescent *d, double factor)
{
  double shift, turn;

  memcpy (d->q, d->trial, sizeof *d->q * (size_t) d->m->n_q);
  measure_step (d, &shift, &turn);
  d->fallen += factor * shift;
  d->turned += factor * turn;
}

/// Halves the step until U falls by a fair part of the value predicted by its slope (`slope` < 0
/// per step; 0: until it falls at all).
static bool
descend (MbdDescent *d, double slope)
{
  enum
  {
    HALVINGS = 40
  };
  double factor = 1;

  mbd_pose (d->state, d->state->pose.time, d->q, d->still);
  mbd_descent_take_roles (d);
  mbd_descent_set_pose (d, d->q);
  const double rows = mbd_rows_potential (d->state);
  for (int halving = 0; halving < HALVINGS; halving++, factor /= 2) {
    if (!displace (d, factor))
      continue;
    double rise =
      mbd_descent_energy_rise (d, d->q, d->trial) + mbd_rows_potential (d->state) - rows;
    if (slope < 0 ? rise <= 1e-4 * factor * slope : rise < 0) {
      if (halving == 0)
        d->radius *= 2;
      else
        d->radius = fmax (first_radius, d->radius / 2);
      accept (d, factor);
      return true;
    }
  }
  return false;
}

/// Leaves a saddle along the motion that falls most.
static bool
leave_saddle (MbdDescent *d)
{
  memcpy (d->p, d->H, sizeof *d->p * (size_t) d->count);
  combine (d);
  double shift, turn;
  measure_step (d, &shift, &turn);
  const double factor = escape / fmax (shift, turn);
  for (int sign = 0; sign < 2; sign++) {
    for (int i = 0; i < d->m->n_v; i++)
      d->step[i] *= sign == 0 ? factor : -1;
    if (descend (d, 0))
      return true;
  }
  return false;
}

static bool
newton_or_steepest (MbdDescent *d)
{
  for (int steepest = 0; steepest < 2; steepest++) {
    double slope = 0;
    choose_direction (d, steepest);
    combine (d);
    double factor = cut_step (d);
    for (int k = 0; k < d->count; k++)
      slope += factor * d->p[k] * d->g[k];
    if (slope < 0 && descend (d, slope))
      return true;
  }
  return false;
}

/// Makes one iteration; *done if the pose is a minimum.
static MbdStatus
iterate (MbdDescent *d, double *best_size, bool *done)
{
  const size_t bytes = sizeof *d->q * (size_t) d->m->n_q;
  double size;
  MbdStatus status = mbd_descent_take_gradient (d, &size);

  if (status != MBD_STATUS_OK)
    return mbd_diagnose (d->why, status, MBD_ELEMENT_NONE, 0, 0);
  if (!isfinite (size) || !mbd_descent_take_hessian (d))
    return mbd_diagnose (d->why, MBD_STATUS_NO_EQUILIBRIUM, MBD_ELEMENT_NONE, 0, 0);
  const double most = largest_curvature (d);
  const bool convex = d->count == 0 || d->h[0] >= -flat * most;
  d->report->residual = size;
  d->report->lowest = d->count > 0 ? d->h[0] / most : 1;
  d->report->neutral = d->count > 0 && d->h[0] <= flat * most;

  if (convex && (size <= converged || (size <= good_enough && size > 0.5 * *best_size))) {
    if (size > *best_size)
      memcpy (d->q, d->best, bytes);
    *done = true;
    return MBD_STATUS_OK;
  }
  if (size <= good_enough && !convex) {
    *best_size = INFINITY;
    if (leave_saddle (d))
      return MBD_STATUS_OK;
    return mbd_diagnose (d->why, MBD_STATUS_ITERATION_LIMIT, MBD_ELEMENT_NONE, 0, size);
  }
  // Near a minimum U differs by less than its round-off: the gradient shows whether a step is good.
  if (convex && size <= near && size < 0.5 * *best_size) {
    choose_direction (d, false);
    combine (d);
    if (cut_step (d) == 1 && displace (d, 1)) {
      memcpy (d->best, d->q, bytes);
      *best_size = size;
      accept (d, 1);
      return MBD_STATUS_OK;
    }
  }
  *best_size = INFINITY;
  if (newton_or_steepest (d))
    return MBD_STATUS_OK;
  *done = convex && size <= good_enough;
  return *done ? MBD_STATUS_OK
               : mbd_diagnose (d->why, MBD_STATUS_ITERATION_LIMIT, MBD_ELEMENT_NONE, 0, size);
}

/// Publishes refined multipliers at the equilibrium, and a = v = 0.
static MbdStatus
publish (MbdDescent *d)
{
  MbdState *state = d->state;

  mbd_state_set (state, state->pose.time, d->q, d->still);
  mbd_descent_give_contact (d);
  mbd_state_prepare (state);
  mbd_descent_take_roles (d);
  mbd_forces (state);
  mbd_prescribe (state);
  memset (state->system.gamma, 0, sizeof *state->system.gamma * (size_t) d->m->n_rows);
  MbdStatus status = mbd_solve_loaded (state, d->why);
  mbd_publish_solution (state);
  memset (state->solution.a, 0, sizeof *state->solution.a * (size_t) d->m->n_v);
  state->system.is_current = false;
  return status;
}

/// Returns the largest unbalanced force at the published pose, over the largest force.
static double
find_unbalanced (MbdDescent *d)
{
  const MbdModel *m = d->m;
  double largest = 0;

  mbd_mass_times (d->state, d->state->solution.au, d->r[0]);
  for (int b = 1; b < m->n_bodies; b++)
    for (int i = 0; i < m->bodies[b].degrees; i++)
      largest = fmax (largest, fabs (d->r[0][m->bodies[b].u + i])
                                 / (mbd_is_turn (&m->bodies[b], i) ? m->bodies[b].arm : 1));
  return d->force_scale > 0 ? largest / d->force_scale : 0;
}

static bool
take_work_space (MbdDescent *d)
{
  const MbdModel *m = d->m;
  MbdArena *arena = &d->arena;

  d->q = MBD_TAKE (arena, double, m->n_q);
  d->trial = MBD_TAKE (arena, double, m->n_q);
  d->best = MBD_TAKE (arena, double, m->n_q);
  d->still = MBD_TAKE (arena, double, m->n_v);
  d->f = MBD_TAKE (arena, double, m->n_v + 6);
  d->lambda = MBD_TAKE (arena, double, m->n_y);
  d->r[0] = MBD_TAKE (arena, double, m->n_v + 6);
  d->r[1] = MBD_TAKE (arena, double, m->n_v + 6);
  d->step = MBD_TAKE (arena, double, m->n_v + 6);
  d->slips = MBD_TAKE (arena, signed char, m->n_rows);
  d->open = MBD_TAKE (arena, bool, m->n_rows);
  d->before = MBD_TAKE (arena, MbdForceAction, m->n_forces);
  d->then = MBD_TAKE (arena, MbdForceAction, m->n_forces);
  return !arena->failed;
}

static MbdStatus
run (MbdDescent *d, int iterations)
{
  double best_size = INFINITY;
  bool done = false;

  MbdStatus status = mbd_state_assemble (d->state, NULL, d->why);
  if (status != MBD_STATUS_OK)
    return status;
  memcpy (d->q, d->state->pose.q, sizeof *d->q * (size_t) d->m->n_q);
  while (status == MBD_STATUS_OK && !done) {
    if (d->report->iterations == iterations)
      return mbd_diagnose (d->why, MBD_STATUS_ITERATION_LIMIT, MBD_ELEMENT_NONE, 0, iterations);
    if (d->fallen > longest_fall || d->turned > longest_turn)
      return mbd_diagnose (d->why, MBD_STATUS_NO_EQUILIBRIUM, MBD_ELEMENT_NONE, 0, 0);
    status = iterate (d, &best_size, &done);
    d->report->iterations++;
  }
  return status == MBD_STATUS_OK ? publish (d) : status;
}

/// Publishes the forces that hold the pose of the iterate; *done if they do.
static MbdStatus
hold_by_contact (MbdDescent *d, MbdRest *rest, bool *done)
{
  MbdStatus status = MBD_STATUS_OK;

  *done = false;
  for (int way = 0; way < MBD_REST_WAYS && !*done && status == MBD_STATUS_OK; way++) {
    if (!mbd_rest_forces (rest, (MbdRestWay) way, d->q, &d->contact))
      continue;
    mbd_descent_take_forces (d);
    status = publish (d);
    d->report->residual = find_unbalanced (d);
    *done = d->report->residual <= (way == MBD_REST_BY_STEP ? good_enough_of_steps : good_enough);
  }
  return status;
}

/// Like run (), for shapes that may touch.
static MbdStatus
run_with_contact (MbdDescent *d, int iterations)
{
  MbdArena arena = { 0 };
  MbdRest *rest = NULL;
  bool done = false;

  MbdStatus status = mbd_state_assemble (d->state, NULL, d->why);
  if (status == MBD_STATUS_OK)
    status = mbd_rest_new (d->state, &rest, d->why);
  memcpy (d->q, d->state->pose.q, sizeof *d->q * (size_t) d->m->n_q);
  d->contact.external = MBD_TAKE (&arena, double, d->m->n_v);
  if (status == MBD_STATUS_OK && arena.failed)
    status = mbd_diagnose (d->why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  for (double calm = 1e-6; status == MBD_STATUS_OK && !done; calm /= 30) {
    if (calm < 1e-13)
      status =
        mbd_diagnose (d->why, MBD_STATUS_ITERATION_LIMIT, MBD_ELEMENT_NONE, 0, d->report->residual);
    if (status == MBD_STATUS_OK)
      status = mbd_rest_find (rest, calm, (long) iterations * steps_of_iteration, d->q, d->why);
    if (status == MBD_STATUS_OK)
      status = hold_by_contact (d, rest, &done);
  }
  const bool touches = d->contact.n_contacts > 0;
  if (status == MBD_STATUS_OK && touches) {
    d->report->iterations = (int) (mbd_rest_steps (rest) / steps_of_iteration);
    d->report->lowest = NAN;
    d->report->indeterminate = d->contact.many;
    d->report->contacts = d->contact.contacts;
    d->report->n_contacts = d->contact.n_contacts;
  } else
    free (d->contact.contacts);
  d->contact = (MbdRestForces){ 0 };
  mbd_rest_free (rest);
  mbd_arena_clear (&arena);
  // From there on the energy decides, within round-off.
  return status == MBD_STATUS_OK && !touches ? run (d, iterations) : status;
}

/// Returns true if a moving body has a shape.
static bool
has_moving_shapes (const MbdModel *m)
{
  for (int i = 0; i < m->n_shapes; i++)
    if (m->bodies[m->shapes[i].body].degrees > 0)
      return true;
  return false;
}

MbdEquilibriumSettings
mbd_equilibrium_default (void)
{
  return (MbdEquilibriumSettings){ .maximum_iterations = 500 };
}

MbdStatus
mbd_state_equilibrium (MbdState *state,
                       const MbdEquilibriumSettings *settings,
                       MbdEquilibrium *report,
                       MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  const MbdEquilibriumSettings chosen = settings != NULL ? *settings : mbd_equilibrium_default ();
  MbdEquilibrium unseen;
  MbdDescent d = {
    .state = state,
    .m = m,
    .report = report != NULL ? report : &unseen,
    .why = why,
    .radius = first_radius,
  };
  MbdArena saved = { 0 };
  double *q = MBD_TAKE (&saved, double, m->n_q), *v = MBD_TAKE (&saved, double, m->n_v);
  MbdStatus status = MBD_STATUS_OK;

  *d.report = (MbdEquilibrium){ 0 };
  if (saved.failed || !take_work_space (&d))
    status = mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  else {
    memcpy (q, state->pose.q, sizeof *q * (size_t) m->n_q);
    memcpy (v, state->pose.v, sizeof *v * (size_t) m->n_v);
    mbd_begin_lasting (state, d.still);
    status = has_moving_shapes (m) ? run_with_contact (&d, chosen.maximum_iterations)
                                   : run (&d, chosen.maximum_iterations);
    mbd_end_lasting (state, status == MBD_STATUS_OK ? NULL : q, v);
    mbd_reset_roles (state, MBD_ROW_LOWER);
  }
  mbd_arena_clear (&d.per_pose);
  mbd_arena_clear (&d.arena);
  mbd_arena_clear (&saved);
  return status;
}
