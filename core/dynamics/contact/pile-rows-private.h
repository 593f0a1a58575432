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

/// Returns the stiffness of a row at the stiffness kappa.
static inline double
mbd_inner_sigma (const MbdInnerRow *row, double kappa)
{
  if (row->cfm > 0)
    return 1 / row->cfm;
  return kappa * row->mass * (row->kind == MBD_PILE_LOCK ? mbd_lock_stiffness : 1);
}

static inline double
mbd_inner_bound (const MbdPile *pile, const MbdInnerRow *row)
{
  return row->point >= 0 ? row->rolling * mbd_most (pile->points[row->point].ln, 0) : row->limit;
}

/// Returns the admissible impulse of a row nearest to l.
static inline double
mbd_inner_project (const MbdPile *pile, const MbdInnerRow *row, double l)
{
  if (row->kind == MBD_PILE_LOCK)
    return l;
  if (row->kind == MBD_PILE_UNILATERAL)
    return mbd_most (l, 0);
  const double bound = mbd_inner_bound (pile, row);
  return mbd_least (mbd_most (l, -bound), bound);
}

/// Returns the impulse without bounds; a soft row has no memory.
static inline double
mbd_inner_wish (const MbdInnerRow *row, double kappa, double y)
{
  return (row->cfm > 0 ? 0 : row->lambda) - mbd_inner_sigma (row, kappa) * y;
}
