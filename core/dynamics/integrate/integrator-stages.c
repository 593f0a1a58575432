// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stages of an explicit step, the norm of its error, and the pivots that indicate a singular
// position within it (the guard: integrator.c).

#include <math.h>
#include <string.h>

#include "projection-private.h"
#include "integrator-private.h"
#include "mechanism-private.h"
#include "vector-private.h"

static const double guard_collapse = 1e4, guard_rise = 10, guard_memory = 0.95;
/// The attitude of a massless body determines if its replacement for 0, 1e-8 of a mass, is in a pivot
/// of its couplings.
static const double massless_share = 1e-8;

/// out = y + h sum w k; written once and inlined for every number of terms.
static inline __attribute__ ((always_inline)) void
combine_terms (int n,
               double *restrict out,
               const double *y,
               double h,
               int terms,
               double *const *k,
               const double *w)
{
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int t = 0; t < terms; t++)
      sum += w[t] * k[t][i];
    out[i] = y[i] + h * sum;
  }
}

/// out = y + h (total k[0] + sum of w[j] (k[j] - k[0])), where k[j] holds k[j] - k[0] already and
/// total is the sum of all w. In this form coefficients of 200, as in Verner's pairs, multiply
/// small differences, not whole rates; otherwise their round-off would be 1e-10 m in a free fall of
/// a second.
static void
combine (int n,
         double *restrict out,
         const double *y,
         double h,
         int stages,
         double *const *k,
         const double *w,
         double total)
{
  double *used[MBD_MAXIMUM_STAGES] = { k[0] };
  double weight[MBD_MAXIMUM_STAGES] = { total };
  int terms = total != 0 ? 1 : 0;

  for (int j = 1; j < stages; j++)
    if (w[j] != 0) {
      used[terms] = k[j];
      weight[terms++] = w[j];
    }
  switch (terms) {
  case 1:
    combine_terms (n, out, y, h, 1, used, weight);
    break;
  case 2:
    combine_terms (n, out, y, h, 2, used, weight);
    break;
  case 3:
    combine_terms (n, out, y, h, 3, used, weight);
    break;
  case 4:
    combine_terms (n, out, y, h, 4, used, weight);
    break;
  case 5:
    combine_terms (n, out, y, h, 5, used, weight);
    break;
  case 6:
    combine_terms (n, out, y, h, 6, used, weight);
    break;
  case 7:
    combine_terms (n, out, y, h, 7, used, weight);
    break;
  default:
    combine_terms (n, out, y, h, terms, used, weight);
    break;
  }
}

void
mbd_position_rates (const MbdModel *m, const double *q, const double *v, double *rate)
{
  if (m->planar) {
    memcpy (rate, v, sizeof *v * (size_t) m->n_v);
    return;
  }
  for (int i = 1; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    if (body->degrees == 0)
      continue;
    memcpy (rate + body->q, v + body->v, 3 * sizeof *v);
    if (body->degrees == 6) {
      // q' = q (0, omega) / 2 with omega in body axes
      const double omega[4] = { 0, v[body->v + 3] / 2, v[body->v + 4] / 2, v[body->v + 5] / 2 };
      quaternion_multiply (q + body->q + 3, omega, rate + body->q + 3);
    }
  }
}

/// Returns true if a pivot has collapsed in the evaluation just made.
static bool
is_near_singular (const MbdIntegrator *self)
{
  if (self->work->pivots.worst_collapse <= guard_collapse)
    return false;
  for (int p = 0; p < self->model->n_columns; p++)
    if (self->work->pivots.collapse[p] > self->large_collapse[p]
        && self->work->pivots.collapse[p] > guard_rise * self->usual_collapse[p])
      return true;
  return false;
}

void
mbd_limit_collapse (MbdIntegrator *self)
{
  const MbdModel *m = self->model;

  for (int p = 0; p < m->n_columns; p++)
    self->large_collapse[p] = guard_collapse;
  for (int i = 0; i < m->n_couplings && m->has_massless; i++)
    for (int side = 0; side < m->couplings[i].sides && m->couplings[i].rows > 0; side++)
      if (m->bodies[m->couplings[i].body[side]].massless)
        self->large_collapse[m->couplings[i].node] = guard_collapse / massless_share;
}

void
mbd_remember_pivots (MbdIntegrator *self)
{
  for (int p = 0; p < self->model->n_columns; p++)
    self->usual_collapse[p] =
      fmin (self->work->pivots.collapse[p], self->usual_collapse[p] / guard_memory);
}

bool
mbd_take_stages (MbdIntegrator *self, const MbdInstant *start, double h, MbdInstant *end)
{
  const MbdTableau *t = self->tableau;
  const MbdModel *m = self->model;
  bool near_singular = false;

  self->stages_failed = false;
  if (start->ledger != NULL)
    memcpy (self->power[0], start->power, sizeof (double) * (size_t) mbd_energy_balance_length (m));
  if (t->implicit) {
    self->stages_failed = !mbd_take_implicit_stages (self, start, h, end);
    if (end->ledger != NULL && !self->stages_failed)
      mbd_sum_powers (self, start, h, t->b, end);
    return false;
  }
  memcpy (self->kv[0], start->a, sizeof *start->a * (size_t) m->n_v);
  mbd_position_rates (m, start->q, start->v, self->kq[0]);
  mbd_set_memory_rates_at (self, start, self->kq[0]);
  for (int j = 1; j < t->stages; j++) {
    if (mbd_stop_token_is_requested (self->stop)) {
      self->stages_failed = true;
      return false;
    }
    bool last = t->first_same_as_last && j == t->stages - 1;
    double *q = last ? end->q : self->stage_q, *v = last ? end->v : self->stage_v;
    combine (m->n_q, q, start->q, h, j, self->kq, t->a[j], t->c[j]);
    combine (m->n_v, v, start->v, h, j, self->kv, t->a[j], t->c[j]);
    mbd_position_rates (m, q, v, self->kq[j]);
    // Never past the end, where a function of time may have been replaced by its successor.
    double time = fmin (start->time + t->c[j] * h, start->time + h);
    mbd_touching_accelerate (self, time, q, v, self->kv[j]);
    mbd_set_memory_rates (self, self->kq[j]);
    if (start->ledger != NULL)
      mbd_find_touching_powers (self, v, self->power[j]);
    self->statistics.evaluations++;
    near_singular |= is_near_singular (self);
    // Beyond the place where a joint wedges there are no forces. Steps approach it from here.
    if (self->settings.step == 0 && mbd_any_limit_contradicts (self->work)) {
      self->stages_failed = true;
      return false;
    }
    for (int i = 0; i < m->n_q; i++)
      self->kq[j][i] -= self->kq[0][i];
    for (int i = 0; i < m->n_v; i++)
      self->kv[j][i] -= self->kv[0][i];
  }
  if (!t->first_same_as_last) {
    combine (m->n_q, end->q, start->q, h, t->stages, self->kq, t->b, 1);
    combine (m->n_v, end->v, start->v, h, t->stages, self->kv, t->b, 1);
  }
  if (end->ledger != NULL)
    mbd_sum_powers (self, start, h, t->b, end);
  end->time = start->time + h;
  return near_singular;
}

double
mbd_error_norm (MbdIntegrator *self, double h, double tolerance)
{
  const MbdModel *m = self->model;
  const double T = fmin (1, self->settings.duration);
  double largest = 0;

  combine (m->n_q, self->error_q, self->zeros, h, self->tableau->stages, self->kq, self->tableau->e,
           0);
  combine (m->n_v, self->error_v, self->zeros, h, self->tableau->stages, self->kv, self->tableau->e,
           0);
  for (int i = 1; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    const double *dq = self->error_q + body->q, *dv = self->error_v + body->v;
    const double r = body->arm;
    double error = 0;
    if (body->degrees == 0)
      continue;
    if (body->degrees == 3)
      error = fmax (fmax (fabs (dq[0]), fabs (dq[1])), r * fabs (dq[2]));
    else {
      double turn = 2 * sqrt (dq[3] * dq[3] + dq[4] * dq[4] + dq[5] * dq[5] + dq[6] * dq[6]);
      error = fmax (sqrt (dot3 (dq, dq)), r * turn);
    }
    double rate = body->degrees == 3
                    ? fmax (fmax (fabs (dv[0]), fabs (dv[1])), r * fabs (dv[2]))
                    : fmax (sqrt (dot3 (dv, dv)), r * sqrt (dot3 (dv + 3, dv + 3)));
    error = larger (error, rate * T);
    for (int k = 0; k < body->degrees; k++)
      error += 0 * dv[k];
    if (!(error <= largest || isnan (largest))) {
      largest = error;
      self->worst_body = i;
    }
  }
  const double error = mbd_memory_error (self, self->error_q);
  return larger (largest, error) / (tolerance * m->size);
}
