// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of a pile: J v, J' p and projections of points and of the rows of joints.

#pragma once

#include "pile-private.h"

/// Stiffness of rows without bounds, over the stiffness of points.
static const double mbd_lock_stiffness = 100;

static inline __attribute__ ((always_inline)) double
mbd_row_times (const double *G, const double *v)
{
  return G[0] * v[0] + G[1] * v[1] + G[2] * v[2];
}

/// Computes J v of the normal and the tangent of a point.
static inline __attribute__ ((always_inline)) void
mbd_point_times (const MbdPoint *p, const double *v, double *normal, double *tangent)
{
  const double *va = v + 4 * p->a, *vb = v + 4 * p->b;
  const double x = vb[0] - va[0], y = vb[1] - va[1];

  *normal = p->n[0] * x + p->n[1] * y + p->turn_b[0] * vb[2] - p->turn_a[0] * va[2];
  *tangent = p->n[0] * y - p->n[1] * x + p->turn_b[1] * vb[2] - p->turn_a[1] * va[2];
}

/// r += J' (pn, pt).
static inline __attribute__ ((always_inline)) void
mbd_point_add (const MbdPoint *p, double pn, double pt, double *r)
{
  double *ra = r + 4 * p->a, *rb = r + 4 * p->b;
  const double x = p->n[0] * pn - p->n[1] * pt, y = p->n[1] * pn + p->n[0] * pt;

  ra[0] -= x;
  ra[1] -= y;
  ra[2] -= p->turn_a[0] * pn + p->turn_a[1] * pt;
  rb[0] += x;
  rb[1] += y;
  rb[2] += p->turn_b[0] * pn + p->turn_b[1] * pt;
}

static inline double
mbd_inner_times (const MbdInnerRow *row, const double *v)
{
  double sum = 0;

  for (int s = 0; s < row->sides; s++)
    sum += mbd_row_times (row->G[s], v + 4 * row->body[s]);
  return sum;
}

static inline void
mbd_inner_add (const MbdInnerRow *row, double along, double *r)
{
  for (int s = 0; s < row->sides; s++)
    for (int k = 0; k < 3; k++)
      r[4 * row->body[s] + k] += along * row->G[s][k];
}

/// Returns the stiffness with which a rigid row is held.
static inline double
mbd_inner_hold (const MbdInnerRow *row, double kappa)
{
  return kappa * row->mass * (row->kind == MBD_PILE_LOCK ? mbd_lock_stiffness : 1);
}

/// Returns the stiffness of a row at the stiffness kappa.
static inline double
mbd_inner_sigma (const MbdInnerRow *row, double kappa)
{
  return row->soft ? 1 / row->cfm : mbd_inner_hold (row, kappa);
}

/// Returns how fast the impulse without bounds falls with the speed of the row.
static inline double
mbd_inner_slope (const MbdInnerRow *row, double kappa)
{
  const double sigma = mbd_inner_sigma (row, kappa);

  return row->soft || row->cfm == 0 ? sigma : sigma / (1 + sigma * row->cfm);
}

/// Returns the impulse of a row on the bodies.
static inline double
mbd_inner_impulse (const MbdInnerRow *row)
{
  return row->soft ? row->p : row->lambda;
}

static inline double
mbd_inner_bound (const MbdPile *pile, const MbdInnerRow *row)
{
  if (row->normal >= 0)
    return row->rolling * mbd_most (mbd_inner_impulse (&pile->rows[row->normal]) + row->shift, 0);
  return row->point >= 0 ? row->rolling * mbd_most (pile->points[row->point].ln, 0) : row->limit;
}

/// Returns the admissible impulse of a row nearest to l.
static inline double
mbd_inner_project (const MbdPile *pile, const MbdInnerRow *row, double l)
{
  if (row->kind == MBD_PILE_LOCK)
    return l;
  if (row->kind == MBD_PILE_UNILATERAL)
    return mbd_most (l, -row->limit);
  const double bound = mbd_inner_bound (pile, row);
  return mbd_least (mbd_most (l, -bound), bound);
}

/// Returns the impulse without bounds, at the speed y. That of a soft row follows only from
/// the speed. A row of little compliance is held like a rigid one, whose impulse l, with its memory,
/// approaches the solution of y + cfm l = 0: its stiffness 1 / cfm would leave nothing of the masses
/// beside it.
static inline double
mbd_inner_wish (const MbdInnerRow *row, double kappa, double y)
{
  const double sigma = mbd_inner_hold (row, kappa);

  if (row->cfm == 0)
    return row->lambda - sigma * y;
  return row->soft ? -y / row->cfm : (row->lambda - sigma * y) / (1 + sigma * row->cfm);
}
