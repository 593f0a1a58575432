// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Method X (docs/theory/contact.md): find v and impulses p of points, lambda of other rows with
//
//   M (v - v*) = J'p + G'lambda,   G v + e = 0,
//   0 <= p_n _|_ J_n v + b >= 0,   |p_t| <= mu p_n,  p_t against the slip
//
// by ADMM on H = M + sigma J'J + sigma_G G'G with a factor that is kept from step to step, polished
// by a semismooth Newton method on the augmented Lagrangian
//
//   p_n (v) = max (0, l_n - sigma (J_n v + b)),  p_t (v) = clamp (l_t - sigma J_t v, +-mu l_n)
//   r (v) = M (v - v*) - J'p (v) - G'(lambda - sigma_G (G v + e)) = 0
//
// whose bound is that of the last outer iteration, so that r is the gradient of a convex function
// and a line search on it is legitimate. sigma = kappa times the largest mass of the island: one
// whose bound comes from the last outer iteration, so that r is the gradient of a convex function
// and a line search on it is legitimate. sigma = kappa times the largest mass of the island: one
// value for all its rows, sigma_G = 100 sigma.
// - Start from the old velocities, not from v*: at rest they solve the step already.
// Do not change the following without measuring (each change once made a run wrong):
//   more than 0.1 sqrt (m / sigma), and when an increment grows threefold.
// - Convergence is judged by M^-1 r: H^-1 r hides slips that are sigma / m times larger.
// - An iterate of Newton that has not converged is never used: its momentum is not balanced.
// - The line search does not accept a point before a kink, where it would cycle.

#include "pile-rows-private.h"

#include <math.h>
#include <string.h>

static const double newton_stiffness = 1000;
/// Increment of Newton's method, m/s, times the length; change of impulses over the lightest mass.
static const double newton_step = 1e-7, outer_step = 1e-3, small_outer_step = 1e-3;
/// A row is in Newton's factor if its impulse is above this, over sigma.
static const double nearly_active = 1e-9;
static const double stale_motion = 0.1;
/// An increment that does not fall below this share of the last one requires a new factor.
static const double slow = 0.3;
/// Steps without Newton's method after it failed, doubled with every consecutive failure: for a
/// moving pile there is nothing to polish.
static const int pause_after_failure = 8, longest_pause = 64, few_points = 40;

/// m/s: a residual after the last iteration below which more iterations are likely to finish.
static const double nearly_solved = 0.1;
/// m/s: change of speed by the forces of a step for which the tolerances above are meant (gravity in
/// 1/60 s). They shrink with it, so that the error of a run falls with the step; a moving body needs
/// no more than this share of its speed.
static const double usual_pull = 0.16, share_of_speed = 1e-3;
/// Round-off of a residual over its largest term.
static const double round_off = 2e-15;

enum
{
  EXTENSION = 4,       // factor on the number of iterations in that case
  SWEEPS_WORK = 20000, // limit of rows times sweeps, except for
  SWEEPS_LEAST = 40,   // sweeps without which a heavy ball sinks into a large pile
};

enum
{
  ADMM,
  NEWTON
};

/* Rows --------------------------------------------------------------------------------------- */

/// Computes r = M (v - v*) plus the effect of stiffness on v.
static void
start_residual (MbdPile *pile)
{
  for (int i = 0; i < 4 * pile->n_bodies; i++)
    pile->r[i] = pile->mass[i] * (pile->v[i] - pile->v_star[i]) + pile->extra[i] * pile->v[i];
}

/// Returns the largest |M^-1 r|, angles times the length of their body.
static double
speed_of_residual (const MbdPile *pile, const double *r, bool weigh)
{
  double worst = 0;

  for (int i = 1; i < pile->n_bodies; i++) {
    const double *w = pile->inverse_mass + 4 * i, *x = r + 4 * i;
    const double length = pile->bodies[i].length;
    for (int k = 0; k < 3; k++) {
      const double size = fabs (x[k]) * (weigh ? w[k] : 1) * (k == 2 ? length : 1);
      // This comparison also propagates NaN.
      worst = size <= worst ? worst : size;
    }
  }
  return worst;
}

/* The factor --------------------------------------------------------------------------------- */

/// Adds sigma x y' to the block of bodies (a, b), x on a and y on b.
static inline __attribute__ ((always_inline)) void
add_product (double *restrict block, double sigma, const double *x, const double *y)
{
  for (int c = 0; c < 3; c++)
    for (int i = 0; i < 3; i++)
      block[4 * c + i] += sigma * x[i] * y[c];
}

static inline __attribute__ ((always_inline)) double *
diagonal_of (const MbdPile *pile, double *L, int body)
{
  return L + (size_t) pile->column_start[pile->position[body]] * MBD_BLOCK;
}

static void
add_edge (const MbdPile *pile,
          double *L,
          const MbdEdge *edge,
          double sigma,
          const double *on_a,
          const double *on_b)
{
  double *block = L + (size_t) edge->block * MBD_BLOCK;

  if (edge->transposed)
    add_product (block, sigma, on_a, on_b);
  else
    add_product (block, sigma, on_b, on_a);
}

static void
add_point_row (const MbdPile *pile,
               double *L,
               const MbdPoint *p,
               double sigma,
               const double *on_a,
               const double *on_b)
{
  if (p->a != 0)
    add_product (diagonal_of (pile, L, p->a), sigma, on_a, on_a);
  if (p->b != 0)
    add_product (diagonal_of (pile, L, p->b), sigma, on_b, on_b);
  if (p->a != 0 && p->b != 0) {
    // Edges store their bodies in ascending order.
    const MbdEdge *edge = &pile->edges[pile->pairs[p->pair].edge];
    if (p->a == edge->a)
      add_edge (pile, L, edge, sigma, on_a, on_b);
    else
      add_edge (pile, L, edge, sigma, on_b, on_a);
  }
}

static void
add_inner_row (const MbdPile *pile, double *L, const MbdInnerRow *row, double sigma)
{
  for (int s = 0; s < row->sides; s++) {
    if (row->body[s] == 0)
      continue;
    add_product (diagonal_of (pile, L, row->body[s]), sigma, row->G[s], row->G[s]);
    for (int t = 0; t < s; t++) {
      if (row->body[t] == 0)
        continue;
      if (row->body[t] == row->body[s]) {
        double *D = diagonal_of (pile, L, row->body[s]);
        add_product (D, sigma, row->G[s], row->G[t]);
        add_product (D, sigma, row->G[t], row->G[s]);
        continue;
      }
      const MbdEdge *edge = &pile->edges[mbd_pile_find_edge (pile, row->body[s], row->body[t])];
      const int first = edge->a == row->body[s] ? s : t;
      add_edge (pile, L, edge, sigma, row->G[first], row->G[s + t - first]);
    }
  }
}

/// Builds and factors H of a set of rows. Set ADMM uses all rows, NEWTON the rows marked in_factor.
static bool
refactor (MbdPile *pile, int set, double kappa)
{
  MbdPileFactor *factor = &pile->factor[set];
  double *L = factor->L;

  memset (L, 0, sizeof *L * MBD_BLOCK * (size_t) pile->n_blocks);
  for (int i = 1; i < pile->n_bodies; i++) {
    double *D = diagonal_of (pile, L, i);
    D[0] = D[5] = pile->bodies[i].mass;
    D[10] = pile->bodies[i].inertia + pile->extra[4 * i + 2];
    pile->bodies[i].factor_extra[set] = pile->extra[4 * i + 2];
    memcpy (pile->bodies[i].factor_x[set], pile->bodies[i].x, sizeof pile->bodies[i].x);
  }
  for (int i = 0; i < pile->n_points; i++) {
    const MbdPoint *p = &pile->points[i];
    const double sigma = kappa * p->mass;
    const double an[] = { -p->n[0], -p->n[1], -p->turn_a[0] };
    const double bn[] = { p->n[0], p->n[1], p->turn_b[0] };
    const double at[] = { p->n[1], -p->n[0], -p->turn_a[1] };
    const double bt[] = { -p->n[1], p->n[0], p->turn_b[1] };
    if (set == ADMM || pile->states[i].normal_in)
      add_point_row (pile, L, p, sigma, an, bn);
    if (set == ADMM || pile->states[i].tangent_in)
      add_point_row (pile, L, p, sigma, at, bt);
  }
  for (int i = 0; i < pile->n_rows; i++)
    if (set == ADMM) {
      pile->rows[i].sigma = mbd_inner_sigma (&pile->rows[i], kappa);
      add_inner_row (pile, L, &pile->rows[i], pile->rows[i].sigma);
    } else if (pile->rows[i].in_factor)
      add_inner_row (pile, L, &pile->rows[i], mbd_inner_slope (&pile->rows[i], kappa));
  factor->signature = pile->signature;
  factor->valid = mbd_pile_factor (pile, factor);
  pile->report.factors++;
  return factor->valid;
}

/// Returns true if ADMM's factor no longer approximates the rows.
static bool
is_stale (const MbdPile *pile)
{
  const MbdPileFactor *factor = &pile->factor[ADMM];
  double kappa = pile->settings.stiffness;

  if (!factor->valid || factor->signature != pile->signature)
    return true;
  bool locks = false;
  for (int i = 0; i < pile->n_rows; i++) {
    const MbdInnerRow *row = &pile->rows[i];
    locks |= row->kind == MBD_PILE_LOCK && !row->soft;
    if (row->soft && !(fabs (1 / row->cfm - row->sigma) <= 0.1 * row->sigma))
      return true;
  }
  kappa *= locks ? mbd_lock_stiffness : 1;
  for (int i = 1; i < pile->n_bodies; i++) {
    const MbdPileBody *b = &pile->bodies[i];
    const double most = stale_motion * sqrt (b->island_least / (kappa * b->island_mass));
    const double *x = b->x, *y = b->factor_x[ADMM];
    const double extra = pile->extra[4 * i + 2], known = b->factor_extra[ADMM];
    if (!(hypot (x[0] - y[0], x[1] - y[1]) <= most * b->length && fabs (x[2] - y[2]) <= most)
        || fabs (extra - known) > 0.1 * (b->inertia + known))
      return true;
  }
  return false;
}

/* ADMM --------------------------------------------------------------------------------------- */

/// Makes one pass over all rows at v: the residual for the next increment. With `update` the
/// impulses take their new values. Returns the largest change of an impulse over sigma.
MBD_CLONES static double
admm_pass (MbdPile *pile, bool update)
{
  const double kappa = pile->settings.stiffness;
  const double *v = pile->v;
  double *r = pile->r;
  double change = 0;

  start_residual (pile);
  for (int i = 0; i < pile->n_points; i++) {
    MbdPoint *p = &pile->points[i];
    const double sigma = kappa * p->mass;
    double yn, yt;
    mbd_point_times (p, v, &yn, &yt);
    const double pn = mbd_most (p->ln - sigma * (yn + p->bias), 0), bound = p->friction * pn;
    const double pt = mbd_least (mbd_most (p->lt - sigma * yt, -bound), bound);
    double qn = pn, qt = pt;
    if (update) {
      const double size = mbd_most (fabs (pn - p->ln), fabs (pt - p->lt)) / sigma;
      change = size <= change ? change : size;
      qn = 2 * pn - p->ln;
      qt = 2 * pt - p->lt;
      p->ln = pn;
      p->lt = pt;
    }
    mbd_point_add (p, -qn, -qt, r);
  }
  for (int i = 0; i < pile->n_rows; i++) {
    MbdInnerRow *row = &pile->rows[i];
    const double y = mbd_inner_times (row, v) + row->e, sigma = mbd_inner_sigma (row, kappa);
    const double now = mbd_inner_project (pile, row, mbd_inner_wish (row, kappa, y));
    double q = now;
    row->p = now;
    if (update && !row->soft) {
      const double size = fabs (now - row->lambda) / sigma;
      change = size <= change ? change : size;
      q = 2 * now - row->lambda;
      row->lambda = now;
    }
    mbd_inner_add (row, -q, r);
  }
  return change;
}

/// Runs ADMM up to iteration `most`. Returns true if it converged. *count is the current iteration.
static bool
run_admm (MbdPile *pile, int *count, int most, double *last_step)
{
  enum
  {
    GUARDS = 3
  };
  const double tolerance =
    mbd_most (pile->settings.tolerance * mbd_least (1, pile->length) * pile->fineness, pile->noise);
  const MbdPileFactor *factor = &pile->factor[ADMM];
  int guards = 0;

  while (*count < most) {
    memcpy (pile->delta, pile->r, sizeof *pile->r * 4 * (size_t) pile->n_bodies);
    // Entries of the fixed body are not a motion.
    memset (pile->delta, 0, 4 * sizeof *pile->delta);
    mbd_pile_back (pile, factor, pile->delta);
    const double step = speed_of_residual (pile, pile->delta, false);
    if (guards < GUARDS && !(step <= 3 * *last_step) && step > 1e-3 * pile->length) {
      guards++;
      if (!refactor (pile, ADMM, pile->settings.stiffness))
        return false;
      *last_step = INFINITY;
      continue;
    }
    *last_step = step;
    for (int i = 4; i < 4 * pile->n_bodies; i++)
      pile->v[i] -= pile->delta[i];
    pile->report.gap = admm_pass (pile, true);
    pile->report.residual = speed_of_residual (pile, pile->r, true);
    ++*count;
    pile->report.admm++;
    if (pile->report.residual < tolerance && pile->report.gap < tolerance)
      return true;
  }
  return false;
}

/* Newton ------------------------------------------------------------------------------------- */

/// Computes J v and the impulses of all rows at v, and r.
MBD_CLONES static void
newton_residual (MbdPile *pile)
{
  const double *v = pile->v;
  double *r = pile->r;

  start_residual (pile);
  for (int i = 0; i < pile->n_points; i++) {
    MbdPoint *p = &pile->points[i];
    const double sigma = newton_stiffness * p->mass, bound = p->friction * p->ln;
    MbdPointState *s = &pile->states[i];
    mbd_point_times (p, v, &s->yn, &s->yt);
    s->yn += p->bias;
    s->pn = mbd_most (p->ln - sigma * s->yn, 0);
    s->pt = mbd_least (mbd_most (p->lt - sigma * s->yt, -bound), bound);
    mbd_point_add (p, -s->pn, -s->pt, r);
  }
  for (int i = 0; i < pile->n_rows; i++) {
    MbdInnerRow *row = &pile->rows[i];
    row->y = mbd_inner_times (row, v) + row->e;
    row->p = mbd_inner_project (pile, row, mbd_inner_wish (row, newton_stiffness, row->y));
    mbd_inner_add (row, -row->p, r);
  }
}

/// Marks the rows that move with v now.
static void
mark_active (MbdPile *pile)
{
  for (int i = 0; i < pile->n_points; i++) {
    MbdPoint *p = &pile->points[i];
    const double sigma = newton_stiffness * p->mass, bound = p->friction * p->ln;
    MbdPointState *s = &pile->states[i];
    s->normal_in = p->ln - sigma * s->yn > -nearly_active * sigma;
    s->tangent_in = fabs (p->lt - sigma * s->yt) < bound;
  }
  for (int i = 0; i < pile->n_rows; i++) {
    MbdInnerRow *row = &pile->rows[i];
    const double sigma = mbd_inner_sigma (row, newton_stiffness);
    const double wish = mbd_inner_wish (row, newton_stiffness, row->y);
    row->in_factor =
      row->kind == MBD_PILE_LOCK
      || (row->kind == MBD_PILE_UNILATERAL ? wish > -row->limit - nearly_active * sigma
                                           : fabs (wish) < mbd_inner_bound (pile, row));
  }
}

/// Returns g (alpha) = delta' r (v + alpha delta) from J v, J delta of the rows and the terms of M.
static double
along (const MbdPile *pile, double alpha, double constant, double linear)
{
  double sum = constant + alpha * linear;

  for (int i = 0; i < pile->n_points; i++) {
    const MbdPoint *p = &pile->points[i];
    const double sigma = newton_stiffness * p->mass, bound = p->friction * p->ln;
    const MbdPointState *s = &pile->states[i];
    const double pn = mbd_most (p->ln - sigma * (s->yn + alpha * s->dn), 0);
    const double pt = mbd_least (mbd_most (p->lt - sigma * (s->yt + alpha * s->dt), -bound), bound);
    sum -= s->dn * pn + s->dt * pt;
  }
  for (int i = 0; i < pile->n_rows; i++) {
    const MbdInnerRow *row = &pile->rows[i];
    sum -= row->d
           * mbd_inner_project (pile, row,
                                mbd_inner_wish (row, newton_stiffness, row->y + alpha * row->d));
  }
  return sum;
}

/// Returns a step length at which g has fallen to half, on the far side of a kink if there is one.
static double
search (MbdPile *pile)
{
  enum
  {
    TRIALS = 30
  };
  const double *d = pile->delta;
  double constant = 0, linear = 0;

  for (int i = 0; i < pile->n_points; i++)
    mbd_point_times (&pile->points[i], d, &pile->states[i].dn, &pile->states[i].dt);
  for (int i = 0; i < pile->n_rows; i++)
    pile->rows[i].d = mbd_inner_times (&pile->rows[i], d);
  for (int i = 4; i < 4 * pile->n_bodies; i++) {
    constant +=
      d[i] * (pile->mass[i] * (pile->v[i] - pile->v_star[i]) + pile->extra[i] * pile->v[i]);
    linear += d[i] * (pile->mass[i] + pile->extra[i]) * d[i];
  }
  const double g0 = along (pile, 0, constant, linear), enough = 0.5 * fabs (g0);
  double low = 0, high = 1, g_low = g0, g_high = along (pile, 1, constant, linear);
  if (!(g0 < 0) || fabs (g_high) <= enough)
    return 1;
  // g rises: if below 0 at 1, it passes 0 farther on.
  for (int i = 0; i < 10 && g_high < 0; i++) {
    low = high;
    g_low = g_high;
    high *= 2;
    g_high = along (pile, high, constant, linear);
  }
  // `at_high` is g there; g_low and g_high are weights that shrink when their end stays (Illinois).
  double at_high = g_high;
  for (int i = 0, stayed = 0; i < TRIALS && at_high > enough; i++) {
    double alpha = low + (high - low) * g_low / (g_low - g_high);
    if (i % 3 == 2 || !(alpha > low && alpha < high))
      alpha = (low + high) / 2;
    const double g = along (pile, alpha, constant, linear);
    if (g < 0) {
      low = alpha;
      g_low = g;
      stayed = stayed > 0 ? stayed + 1 : 1;
      if (stayed > 1)
        g_high /= 2;
    } else {
      high = alpha;
      g_high = at_high = g;
      stayed = stayed < 0 ? stayed - 1 : -1;
      if (stayed < -1)
        g_low /= 2;
    }
  }
  return high;
}

/// Returns the mass of the lightest body of the island of a row.
static double
least_mass (const MbdPile *pile, const MbdInnerRow *row)
{
  double least = INFINITY;

  for (int s = 0; s < row->sides; s++)
    if (row->body[s] != 0)
      least = mbd_least (least, pile->bodies[row->body[s]].island_least);
  return least;
}

/// Sets the impulses of the rows to the values at v. Returns the largest change over the lightest
/// mass.
static double
take_impulses (MbdPile *pile)
{
  double change = 0;

  for (int i = 0; i < pile->n_points; i++) {
    MbdPoint *p = &pile->points[i];
    const double least = pile->bodies[p->b != 0 ? p->b : p->a].island_least;
    MbdPointState *s = &pile->states[i];
    const double size = mbd_most (fabs (s->pn - p->ln), fabs (s->pt - p->lt)) / least;
    change = size <= change ? change : size;
    s->bound = p->friction * p->ln;
    p->ln = s->pn;
    p->lt = s->pt;
  }
  for (int i = 0; i < pile->n_rows; i++) {
    MbdInnerRow *row = &pile->rows[i];
    if (row->soft)
      continue;
    const double size = fabs (row->p - row->lambda) / least_mass (pile, row);
    change = size <= change ? change : size;
    row->lambda = row->p;
  }
  return change;
}

static void
keep (MbdPile *pile)
{
  memcpy (pile->kept_v, pile->v, sizeof *pile->v * 4 * (size_t) pile->n_bodies);
  for (int i = 0; i < pile->n_points; i++) {
    pile->states[i].kept_n = pile->points[i].ln;
    pile->states[i].kept_t = pile->points[i].lt;
  }
  for (int i = 0; i < pile->n_rows; i++)
    pile->rows[i].kept = pile->rows[i].lambda;
}

static void
restore (MbdPile *pile)
{
  memcpy (pile->v, pile->kept_v, sizeof *pile->v * 4 * (size_t) pile->n_bodies);
  for (int i = 0; i < pile->n_points; i++) {
    pile->points[i].ln = pile->states[i].kept_n;
    pile->points[i].lt = pile->states[i].kept_t;
  }
  for (int i = 0; i < pile->n_rows; i++)
    pile->rows[i].lambda = pile->rows[i].kept;
}

/// Makes one outer iteration: r (v) = 0 at the current bounds. Returns true if it converged.
static bool
inner_newton (MbdPile *pile, int most, int *refactors)
{
  const double tolerance =
    mbd_most (newton_step * mbd_least (1, pile->length) * pile->fineness, pile->noise);
  double last = INFINITY;

  for (int i = 0; i < most; i++) {
    newton_residual (pile);
    MbdPileFactor *factor = &pile->factor[NEWTON];
    const double residual = speed_of_residual (pile, pile->r, true);
    if (!isfinite (residual))
      return false;
    if (!factor->valid || (factor->signature != pile->signature && i == 0)) {
      if (--*refactors < 0)
        return false;
      mark_active (pile);
      if (!refactor (pile, NEWTON, newton_stiffness))
        return false;
    }
    double step;
    for (;;) {
      for (int k = 4; k < 4 * pile->n_bodies; k++)
        pile->delta[k] = -pile->r[k];
      mbd_pile_back (pile, factor, pile->delta);
      step = speed_of_residual (pile, pile->delta, false);
      if (!(step > slow * last) || *refactors <= 0)
        break;
      --*refactors;
      last = INFINITY;
      mark_active (pile);
      if (!refactor (pile, NEWTON, newton_stiffness))
        return false;
    }
    pile->report.newton++;
    const double alpha = step < tolerance ? 1 : search (pile);
    for (int k = 4; k < 4 * pile->n_bodies; k++)
      pile->v[k] += alpha * pile->delta[k];
    if (step < tolerance) {
      // A small increment proves nothing: with a stale factor it hides slips.
      newton_residual (pile);
      pile->report.residual = speed_of_residual (pile, pile->r, true);
      if (pile->report.residual < 10 * mbd_most (tolerance, pile->row_noise))
        return true;
    }
    last = step;
  }
  return false;
}

/// Makes outer iterations until the impulses, and with them the bounds of friction, hardly change;
/// a small system is worth more of them.
static bool
run_newton (MbdPile *pile, int iterations, int outers, int refactors)
{
  const double enough = outer_step * mbd_least (1, pile->length) * pile->fineness;
  const double good =
    mbd_most (enough * pile->fineness * (pile->n_points <= few_points ? small_outer_step : 1),
              pile->impulse_noise);
  double change = INFINITY;

  for (int outer = 0; outer < outers; outer++) {
    if (!inner_newton (pile, iterations, &refactors))
      return false;
    change = take_impulses (pile);
    pile->report.gap = change / newton_stiffness;
    if (change < good)
      return true;
  }
  return change < enough;
}

/* A step --------------------------------------------------------------------------------------- */

/// Returns true if this step skips the method, too.
static bool
is_paused (MbdPilePause *pause)
{
  if (pause->steps == 0)
    return false;
  pause->steps--;
  return true;
}

static void
pause_longer (MbdPilePause *pause, int first)
{
  const int steps = first << pause->failures;

  pause->steps = steps < longest_pause ? steps : longest_pause;
  if (steps < longest_pause)
    pause->failures++;
}

static bool
solve (MbdPile *pile)
{
  const MbdPileSettings *s = &pile->settings;
  int count = 0;
  double last_step = INFINITY;

  keep (pile);
  pile->report.end = MBD_PILE_BY_NEWTON;
  if (pile->by_newton) {
    if (run_newton (pile, 4, 3, 1))
      return true;
    restore (pile);
  }
  pile->by_newton = false;
  if (is_stale (pile) && !refactor (pile, ADMM, s->stiffness))
    return false;
  pile->report.end = MBD_PILE_BY_ADMM;
  admm_pass (pile, false);
  if (run_admm (pile, &count, s->admm_first, &last_step)) {
    pile->newton = (MbdPilePause){ 0 };
    return true;
  }
  if (!is_paused (&pile->newton)) {
    keep (pile);
    // A small system may be factored often.
    const bool small = pile->n_points <= few_points;
    if (run_newton (pile, small ? 40 : 12, small ? 10 : 4, small ? 20 : 2)) {
      pile->by_newton = true;
      pile->newton = (MbdPilePause){ 0 };
      pile->report.end = MBD_PILE_BY_NEWTON;
      return true;
    }
    pause_longer (&pile->newton, pause_after_failure);
    restore (pile);
    // The increment that ADMM was about to apply.
    admm_pass (pile, false);
  }
  if (run_admm (pile, &count, s->admm_most, &last_step))
    return true;
  // Nearly at rest it does converge; after a blow it does not.
  if (pile->report.residual < nearly_solved * pile->length && !is_paused (&pile->extension)) {
    if (run_admm (pile, &count, EXTENSION * s->admm_most, &last_step)) {
      pile->extension = (MbdPilePause){ 0 };
      return true;
    }
    pause_longer (&pile->extension, 1);
  }
  pile->report.end = MBD_PILE_CAPPED;
  const double tolerance =
    mbd_most (s->tolerance * mbd_least (1, pile->length) * pile->fineness, pile->noise);
  if (!(pile->report.residual < 10 * tolerance)) {
    const int sweeps = SWEEPS_WORK / (pile->n_points + pile->n_rows + 1);
    mbd_pile_temper (pile);
    mbd_pile_sweep (pile, sweeps < SWEEPS_LEAST ? SWEEPS_LEAST : sweeps, tolerance);
  }
  return true;
}

static double
kinetic_energy (const MbdPile *pile, const double *v)
{
  double sum = 0;

  for (int i = 4; i < 4 * pile->n_bodies; i++)
    sum += 0.5 * pile->mass[i] * v[i] * v[i];
  return sum;
}

/// Fits friction to the normal impulses found with it: Newton's bound is that of the iteration
/// before. A sliding point keeps to its bound.
static void
fit_friction (MbdPile *pile)
{
  for (int i = 0; i < pile->n_points; i++) {
    MbdPoint *p = &pile->points[i];
    const double bound = p->friction * p->ln;
    if (p->lt != 0 && fabs (p->lt) >= pile->states[i].bound)
      p->lt = p->lt > 0 ? bound : -bound;
    else
      p->lt = mbd_least (mbd_most (p->lt, -bound), bound);
  }
  for (int i = 0; i < pile->n_rows; i++) {
    MbdInnerRow *row = &pile->rows[i];
    if (row->kind == MBD_PILE_BOX && !row->soft)
      row->lambda = mbd_inner_project (pile, row, row->lambda);
  }
}

/// Solves, and computes the velocities for the kept impulses: the velocities of ADMM and Newton
/// belong to impulses that only approximate these.
static bool
solve_balanced (MbdPile *pile)
{
  bool solved = true;

  if (pile->settings.method == MBD_PILE_METHOD_SWEEPS) {
    mbd_pile_sweep (pile, pile->settings.admm_most, 0);
    pile->report.end = MBD_PILE_CAPPED;
  } else
    solved = solve (pile);
  if (pile->report.end == MBD_PILE_BY_NEWTON && pile->n_points <= few_points)
    fit_friction (pile);
  mbd_pile_balance (pile);
  return solved && isfinite (speed_of_residual (pile, pile->v, false));
}

/// Removes the pushes that open overlaps. Returns true if any point was pushed.
static bool
forget_pushes (MbdPile *pile)
{
  bool any = false;

  for (int i = 0; i < pile->n_points; i++) {
    any |= pile->points[i].ln > 0 && pile->points[i].bias < pile->states[i].bias;
    pile->points[i].bias = pile->states[i].bias;
  }
  return any;
}

/// Finds what round-off in the impulses of rigid rows of joints does to residuals and to impulses. Far from a
/// small body a row turns it by much.
static void
find_noise_of_rows (MbdPile *pile)
{
  pile->row_noise = pile->impulse_noise = 0;
  for (int i = 0; i < pile->n_rows; i++) {
    const MbdInnerRow *row = &pile->rows[i];
    double rate = fabs (row->e);
    for (int s = 0; s < row->sides; s++)
      for (int k = 0; k < 3; k++)
        rate += fabs (row->G[s][k] * pile->v_star[4 * row->body[s] + k]);
    const double impulse =
      row->soft ? 0 : round_off * mbd_inner_hold (row, newton_stiffness) * rate;
    pile->impulse_noise = mbd_most (pile->impulse_noise, impulse / least_mass (pile, row));
    for (int s = 0; s < row->sides; s++)
      for (int k = 0; k < 3; k++) {
        const double length = k == 2 ? pile->bodies[row->body[s]].length : 1;
        const double mobility = pile->inverse_mass[4 * row->body[s] + k] * length;
        pile->row_noise = mbd_most (pile->row_noise, impulse * fabs (row->G[s][k]) * mobility);
      }
  }
}

/// Sets how fine the solution must be, from the change of speed by forces and from the speeds, and
/// how fine it can be.
static void
find_fineness (MbdPile *pile)
{
  double pull = 0, speed = 0, ratio = 1, locks = 1;

  for (int i = 1; i < pile->n_bodies; i++) {
    const MbdPileBody *body = &pile->bodies[i];
    for (int k = 0; k < 3; k++) {
      const double length = k == 2 ? body->length : 1;
      pull = mbd_most (pull, fabs (pile->v_star[4 * i + k] - pile->v_old[4 * i + k]) * length);
      speed = mbd_most (speed, fabs (pile->v_star[4 * i + k]) * length);
    }
    ratio = mbd_most (ratio, body->island_mass / body->island_least);
  }
  for (int i = 0; i < pile->n_rows; i++)
    if (pile->rows[i].kind == MBD_PILE_LOCK && !pile->rows[i].soft)
      locks = mbd_lock_stiffness;
  pull = mbd_most (pull, share_of_speed * speed);
  pile->report.pull = pull;
  pile->fineness = mbd_most (mbd_least (1, pull / usual_pull), 1e-9);
  pile->noise = mbd_least (round_off * newton_stiffness * locks * ratio * speed,
                           pile->settings.tolerance * mbd_least (1, pile->length));
  find_noise_of_rows (pile);
}

bool
mbd_pile_solve (MbdPile *pile)
{
  const size_t size = sizeof *pile->v * 4 * (size_t) pile->n_bodies;

  find_fineness (pile);
  if (!solve_balanced (pile))
    return false;
  memcpy (pile->moved, pile->v, size);
  // Opening an overlap must move bodies, not throw them.
  if (kinetic_energy (pile, pile->v) > kinetic_energy (pile, pile->v_star) && forget_pushes (pile))
    return solve_balanced (pile);
  return true;
}
