// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Limits x of rows that slip and their loads, by the responses of the multipliers. While no role changes,
// multipliers are linear in the limits: one solve for each limit gives
//
//   lambda (x) = lambda (x0) + sum_j R_j (x_j - x0_j)
//
// after which the limits by load g (lambda (x)) cost no solves. As norms of linear functions they are convex.
// x = g (x) may have several solutions, or none where the joint wedges. The one that friction reaches from
// rest is the least one; another is unstable, since there a larger friction causes a load for one larger
// still. Newton's method from x = 0 finds the least one from below, as long as the pivots of I - g' are
// positive (of a single limit: its slope is below 1); where they are not, it has passed the least of
// g (x) - x, and there is no solution.

#include <math.h>
#include <string.h>

#include "bounds-private.h"

enum
{
  MOST = MBD_MOST_RESPONSES,
  ITERATIONS = 80,
  CORRECTIONS = 4 // solves that correct round-off
};

/// Remaining difference of a limit from the one by load, over the largest of both.
static const double agreed = 4e-16;
/// Largest difference that counts as round-off, over the largest limit.
static const double round_off = 1e-9;
/// Step of differences, over the limits.
static const double difference = 1e-7;

/// Limits that take part in the search.
typedef struct
{
  MbdState *state;
  int count;
  int coupling[MOST], r[MOST], row[MOST];
  double x0[MOST];
  double scale;              // the largest limit
  const double *multipliers; // lambda (x0)
  double *responses[MOST];
} Limits;

/// Collects the limits that take part. Returns false if they are too many.
static bool
collect (MbdState *state, Limits *limits)
{
  const MbdModel *m = state->model;

  limits->state = state;
  limits->count = 0;
  limits->scale = 0;
  for (int i = 0; i < m->n_couplings; i++)
    for (int r = 0; r < m->couplings[i].rows; r++) {
      const int row = mbd_model_row (m, &m->couplings[i], r);
      if (!state->roles.carried[row])
        continue;
      if (limits->count == MOST)
        return false;
      limits->coupling[limits->count] = i;
      limits->r[limits->count] = r;
      limits->row[limits->count] = row;
      limits->x0[limits->count++] = state->roles.tried[0][row];
      limits->scale =
        fmax (limits->scale, fmax (state->roles.tried[0][row], state->roles.limit[row]));
    }
  return limits->count > 0 && limits->scale > 0;
}

/// Finds the responses, each by a solve.
static void
find_responses (Limits *limits, MbdSolveAgain *solve, int refinements)
{
  MbdState *state = limits->state;
  const int n_rows = state->model->n_rows;
  double *at = state->roles.responses;

  memcpy (at, state->solution.lambda, sizeof *at * (size_t) n_rows);
  limits->multipliers = at;
  for (int j = 0; j < limits->count; j++) {
    double *response = limits->responses[j] = at + (size_t) (j + 1) * (size_t) n_rows;
    for (int i = 0; i < limits->count; i++)
      state->roles.limit[limits->row[i]] = limits->x0[i] + (i == j ? limits->scale : 0);
    solve (state, refinements);
    mbd_publish_multipliers (state);
    for (int row = 0; row < n_rows; row++)
      response[row] = (state->solution.lambda[row] - limits->multipliers[row]) / limits->scale;
  }
}

/// Computes the limits by load g at limits x.
static void
by_load (const Limits *limits, const double *x, double *g)
{
  MbdState *state = limits->state;
  const int n_rows = state->model->n_rows;
  double *lambda = state->solution.lambda;

  memcpy (lambda, limits->multipliers, sizeof *lambda * (size_t) n_rows);
  for (int j = 0; j < limits->count; j++)
    for (int row = 0; row < n_rows; row++)
      lambda[row] += limits->responses[j][row] * (x[j] - limits->x0[j]);
  for (int i = 0; i < limits->count; i++)
    g[i] = mbd_limit_by_load (state, limits->coupling[i], limits->r[i]);
}

/// Solves (I - g') step = g - x, without exchange of rows. Returns false if a pivot is not positive.
static bool
newton_step (const Limits *limits, const double *x, const double *g, double *step)
{
  const int n = limits->count;
  double A[MOST][MOST], moved[MOST], changed[MOST];

  for (int j = 0; j < n; j++) {
    const double h = difference * limits->scale;
    memcpy (moved, x, sizeof *x * (size_t) n);
    moved[j] += h;
    by_load (limits, moved, changed);
    for (int i = 0; i < n; i++)
      A[i][j] = (i == j ? 1 : 0) - (changed[i] - g[i]) / h;
  }
  for (int i = 0; i < n; i++)
    step[i] = g[i] - x[i];
  for (int k = 0; k < n; k++) {
    if (!(A[k][k] > 0))
      return false;
    for (int i = k + 1; i < n; i++) {
      const double factor = A[i][k] / A[k][k];
      for (int j = k; j < n; j++)
        A[i][j] -= factor * A[k][j];
      step[i] -= factor * step[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++)
      step[k] -= A[k][j] * step[j];
    step[k] /= A[k][k];
  }
  return true;
}

/// Finds the least solution x of x = g (x). Returns false if the method stops before.
static bool
find_least (const Limits *limits, double *x)
{
  double g[MOST], step[MOST], before = INFINITY;

  memset (x, 0, sizeof *x * (size_t) limits->count);
  for (int iteration = 0; iteration < ITERATIONS; iteration++) {
    double largest = 0, scale = 0;
    by_load (limits, x, g);
    for (int i = 0; i < limits->count; i++) {
      largest = fmax (largest, fabs (g[i] - x[i]));
      scale = fmax (scale, fmax (g[i], fabs (x[i])));
    }
    // Round-off, near which a difference no longer falls.
    if (largest <= agreed * scale || (largest <= 1e-12 * scale && largest >= before))
      return true;
    before = largest;
    if (!newton_step (limits, x, g, step))
      return false;
    for (int i = 0; i < limits->count; i++)
      x[i] += step[i];
  }
  return false;
}

bool
mbd_find_limits (MbdState *state, MbdSolveAgain *solve, int refinements)
{
  const size_t size = sizeof (double) * (size_t) state->model->n_rows;
  Limits limits;
  double x[MOST], g[MOST], step[MOST], change = 0, last = INFINITY;

  if (!collect (state, &limits))
    return false;
  find_responses (&limits, solve, refinements);
  const bool found = find_least (&limits, x);
  // Several limits may have a solution beyond.
  if (!found && limits.count > 1)
    return false;
  for (int correction = 0;; correction++) {
    memcpy (state->roles.tried[0], state->roles.limit, size);
    for (int i = 0; i < limits.count; i++)
      state->roles.limit[limits.row[i]] = state->roles.tried[0][limits.row[i]] = fmax (x[i], 0);
    solve (state, refinements);
    change = mbd_take_limits (state, false);
    memcpy (state->roles.by_load, state->roles.limit, size);
    // The limits of the solve are those that are carried.
    for (int i = 0; i < limits.count; i++) {
      g[i] = state->roles.limit[limits.row[i]];
      state->roles.limit[limits.row[i]] = fmax (x[i], 0);
    }
    state->roles.contradict = !found;
    if (!found || !(change > 0) || change > 0.5 * last || correction == CORRECTIONS)
      break;
    last = change;
    if (!newton_step (&limits, x, g, step))
      break;
    for (int i = 0; i < limits.count; i++)
      x[i] += step[i];
  }
  mbd_publish_multipliers (state);
  // A larger difference remains if multipliers were not linear.
  return !found || change <= round_off * limits.scale;
}
