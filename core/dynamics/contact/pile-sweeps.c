// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conservation of momentum when method X has run out of iterations. The velocities of ADMM belong
// to impulses before they are projected: a floor without friction drags until it has converged. So
// a step ends with the velocities of the kept impulses,
//
//   (M + extra) v (l) = M v* + J'l
//
// whose momentum is balanced for any l. Far from convergence they may have any energy; but along a
// ray s l, 0 <= s <= 1, entirely within the cones of friction, D = v'(M + extra) v / 2 + b'l has
// its least value at some s, which is below its value at l = 0, the energy of v*; and every update
// of a sweep of Gauss-Seidel makes D smaller still.

#include "pile-rows-private.h"

#include <math.h>
#include <string.h>

static inline double
weight_of (const MbdPile *pile, int at)
{
  return pile->inverse_mass[at] > 0 ? 1 / (pile->mass[at] + pile->extra[at]) : 0;
}

/// v += (M + extra)^-1 J' (pn, pt); weights of the two bodies.
static inline __attribute__ ((always_inline)) void
kick (const MbdPoint *p, const double *wa, const double *wb, double pn, double pt, double *v)
{
  double *va = v + 4 * p->a, *vb = v + 4 * p->b;
  const double x = p->n[0] * pn - p->n[1] * pt, y = p->n[1] * pn + p->n[0] * pt;

  va[0] -= wa[0] * x;
  va[1] -= wa[1] * y;
  va[2] -= wa[2] * (p->turn_a[0] * pn + p->turn_a[1] * pt);
  vb[0] += wb[0] * x;
  vb[1] += wb[1] * y;
  vb[2] += wb[2] * (p->turn_b[0] * pn + p->turn_b[1] * pt);
}

/// x = J'p + G'lambda.
static void
add_impulses (const MbdPile *pile, double *x)
{
  memset (x, 0, sizeof *x * 4 * (size_t) pile->n_bodies);
  for (int i = 0; i < pile->n_points; i++)
    mbd_point_add (&pile->points[i], pile->points[i].ln, pile->points[i].lt, x);
  for (int i = 0; i < pile->n_rows; i++)
    mbd_inner_add (&pile->rows[i], mbd_inner_impulse (&pile->rows[i]), x);
}

void
mbd_pile_balance (MbdPile *pile)
{
  add_impulses (pile, pile->r);
  for (int i = 4; i < 4 * pile->n_bodies; i++)
    pile->v[i] = weight_of (pile, i) * (pile->mass[i] * pile->v_star[i] + pile->r[i]);
  memset (pile->v, 0, 4 * sizeof *pile->v);
}

void
mbd_pile_temper (MbdPile *pile)
{
  double linear = 0, square = 0;

  add_impulses (pile, pile->r);
  for (int i = 4; i < 4 * pile->n_bodies; i++) {
    const double w = weight_of (pile, i), x = pile->r[i];
    linear += w * x * pile->mass[i] * pile->v_star[i];
    square += w * x * x;
  }
  for (int i = 0; i < pile->n_points; i++)
    linear += pile->points[i].ln * pile->points[i].bias;
  for (int i = 0; i < pile->n_rows; i++) {
    const MbdInnerRow *row = &pile->rows[i];
    const double l = mbd_inner_impulse (row);
    linear += l * row->e;
    square += row->cfm * l * l;
  }
  const double s = square > 0 ? mbd_most (0, mbd_least (1, -linear / square)) : 1;
  if (!(s < 1))
    return;
  for (int i = 0; i < pile->n_points; i++) {
    pile->points[i].ln *= s;
    pile->points[i].lt *= s;
  }
  for (int i = 0; i < pile->n_rows; i++) {
    pile->rows[i].lambda *= s;
    pile->rows[i].p *= s;
  }
}

static double
sweep_row (const MbdPile *pile, MbdInnerRow *row)
{
  const double *w = pile->delta;
  double *v = pile->v, g = row->cfm, worst = 0;

  for (int s = 0; s < row->sides; s++)
    for (int k = 0; k < 3; k++)
      g += row->G[s][k] * row->G[s][k] * w[4 * row->body[s] + k];
  if (!(g > 0))
    return 0;
  const double last = mbd_inner_impulse (row),
               y = mbd_inner_times (row, v) + row->e + row->cfm * last;
  const double now = mbd_inner_project (pile, row, last - y / g);
  for (int s = 0; s < row->sides; s++)
    for (int k = 0; k < 3; k++) {
      const int at = 4 * row->body[s] + k;
      const double change = w[at] * row->G[s][k] * (now - last);
      v[at] += change;
      worst = mbd_most (worst, fabs (change) * (k == 2 ? pile->bodies[row->body[s]].length : 1));
    }
  row->lambda = row->p = now;
  return worst;
}

/// Computes the response of a point to its own impulses: 1 / g_nn, 1 / g_tt and g_nt of J (M +
/// extra)^-1 J', stored where Newton's method stores velocities.
static void
prepare_point (const MbdPile *pile, const MbdPoint *p, MbdPointState *s)
{
  const double *wa = pile->delta + 4 * p->a, *wb = pile->delta + 4 * p->b;
  const double w = wa[0] + wb[0];
  const double gn = w + wa[2] * p->turn_a[0] * p->turn_a[0] + wb[2] * p->turn_b[0] * p->turn_b[0];
  const double gt = w + wa[2] * p->turn_a[1] * p->turn_a[1] + wb[2] * p->turn_b[1] * p->turn_b[1];

  s->yn = w > 0 ? 1 / gn : 0;
  s->yt = w > 0 ? 1 / gt : 0;
  s->dn = wa[2] * p->turn_a[0] * p->turn_a[1] + wb[2] * p->turn_b[0] * p->turn_b[1];
}

/// Applies first the normal impulse, then friction at the resulting slip.
static inline __attribute__ ((always_inline)) double
sweep_point (const MbdPile *pile, MbdPoint *p, const MbdPointState *s)
{
  const double *wa = pile->delta + 4 * p->a, *wb = pile->delta + 4 * p->b;
  double yn, yt;

  mbd_point_times (p, pile->v, &yn, &yt);
  const double ln = mbd_most (p->ln - (yn + p->bias) * s->yn, 0), dn = ln - p->ln;
  const double bound = p->friction * ln;
  const double lt = mbd_least (mbd_most (p->lt - (yt + s->dn * dn) * s->yt, -bound), bound);
  const double dt = lt - p->lt;
  kick (p, wa, wb, dn, dt, pile->v);
  p->ln = ln;
  p->lt = lt;
  return mbd_most (fabs (dn), fabs (dt)) * mbd_most (wa[0], wb[0]);
}

MBD_CLONES static void
sweep_rows (MbdPile *pile, int most, double enough)
{
  mbd_pile_balance (pile);
  for (int i = 0; i < 4 * pile->n_bodies; i++)
    pile->delta[i] = weight_of (pile, i);
  for (int i = 0; i < pile->n_points; i++)
    prepare_point (pile, &pile->points[i], &pile->states[i]);
  for (int sweep = 0; sweep < most; sweep++) {
    double change = 0;
    for (int i = 0; i < pile->n_rows; i++)
      change = mbd_most (change, sweep_row (pile, &pile->rows[i]));
    // Forward and backward: a blow reaches everything on either side.
    for (int i = 0; i < pile->n_points; i++) {
      const int at = sweep % 2 ? pile->n_points - 1 - i : i;
      change = mbd_most (change, sweep_point (pile, &pile->points[at], &pile->states[at]));
    }
    pile->report.residual = change;
    pile->report.gap = 0;
    if (change <= enough)
      break;
  }
  mbd_pile_balance (pile);
}

void
mbd_pile_sweep (MbdPile *pile, int most, double enough)
{
  sweep_rows (pile, most, enough);
}
