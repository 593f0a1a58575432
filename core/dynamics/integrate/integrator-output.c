// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// States within the last step of an integrator.

#include <string.h>

#include "projection-private.h"
#include "integrator-private.h"
#include "vector-private.h"

/// Largest opening at an output, over L, if the requested accuracy is better.
static const double open_at_output = 1e-5;

/// Computes q'' in the layout of q: accelerations, and for quaternions (q' omega + q alpha) / 2.
static void
position_accelerations (const MbdModel *m, const MbdInstant *at, const double *rate, double *out)
{
  const double *a = at->a;

  if (m->planar) {
    memcpy (out, a, sizeof *a * (size_t) m->n_v);
    return;
  }
  for (int i = 1; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    if (body->degrees == 0)
      continue;
    memcpy (out + body->q, a + body->v, 3 * sizeof *a);
    if (body->degrees == 6) {
      const double *w = at->v + body->v + 3, *alpha = a + body->v + 3;
      const double omega[4] = { 0, w[0] / 2, w[1] / 2, w[2] / 2 };
      const double angular[4] = { 0, alpha[0] / 2, alpha[1] / 2, alpha[2] / 2 };
      double first[4], second[4];
      quaternion_multiply (rate + body->q + 3, omega, first);
      quaternion_multiply (at->q + body->q + 3, angular, second);
      for (int k = 0; k < 4; k++)
        out[body->q + 3 + k] = first[k] + second[k];
    }
  }
}

/// Computes velocities from q and its rate: the inverse of mbd_position_rates ().
static void
velocities_of_rates (const MbdModel *m, const double *q, const double *rate, double *v)
{
  for (int i = 1; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    if (body->degrees == 0)
      continue;
    memcpy (v + body->v, rate + body->q, 3 * sizeof *v);
    if (body->degrees == 6) {
      double inverse[4], omega[4];
      quaternion_conjugate (q + body->q + 3, inverse);
      quaternion_multiply (inverse, rate + body->q + 3, omega);
      for (int k = 0; k < 3; k++)
        v[body->v + 3 + k] = 2 * omega[1 + k];
    }
  }
}

/// Interpolates the last step at s in [0, 1] by the quintic Hermite polynomial of q, q' and q'' at
/// both ends.
static void
interpolate (MbdIntegrator *self, double s, MbdInstant *out)
{
  const MbdModel *m = self->model;
  const double h = self->end.time - self->start.time;
  const double r = 1 - s, s2 = s * s, s3 = s2 * s, r2 = r * r;
  // basis functions for q1 - q0, q0', q1', q0'', q1'' and their derivatives by s
  const double b[] = { s3 * (10 - 15 * s + 6 * s2), s * r2 * r * (1 + 3 * s), -s3 * r * (4 - 3 * s),
                       0.5 * s2 * r2 * r, 0.5 * s3 * r2 };
  const double d[] = { 30 * s2 * r2, r2 * (1 + 2 * s - 15 * s2), s2 * (-12 + 28 * s - 15 * s2),
                       0.5 * s * r2 * (2 - 5 * s), 0.5 * s2 * r * (3 - 5 * s) };
  double *rate = self->error_q; // scratch between steps

  mbd_position_rates (m, self->start.q, self->start.v, self->rates[0]);
  mbd_position_rates (m, self->end.q, self->end.v, self->rates[1]);
  position_accelerations (m, &self->start, self->rates[0], self->rates[2]);
  position_accelerations (m, &self->end, self->rates[1], self->rates[3]);
  mbd_set_memory_rates_at (self, &self->start, self->rates[0]);
  mbd_set_memory_rates_at (self, &self->end, self->rates[1]);
  for (int i = m->n_q - m->n_memories; i < m->n_q; i++)
    out->q[i] = self->start.q[i] + s2 * (3 - 2 * s) * (self->end.q[i] - self->start.q[i])
                + h * s * r * (r * self->rates[0][i] - s * self->rates[1][i]);
  for (int i = 0; i < m->n_q - m->n_memories; i++) {
    const double c[] = { self->end.q[i] - self->start.q[i], h * self->rates[0][i],
                         h * self->rates[1][i], h * h * self->rates[2][i],
                         h * h * self->rates[3][i] };
    double value = 0, slope = 0;
    for (int k = 0; k < 5; k++) {
      value += b[k] * c[k];
      slope += d[k] * c[k];
    }
    out->q[i] = self->start.q[i] + value;
    rate[i] = slope / h;
  }
  velocities_of_rates (m, out->q, rate, out->v);
  for (int i = 0; out->ledger != NULL && i < mbd_energy_balance_length (m); i++)
    out->ledger[i] = self->start.ledger[i]
                     + s2 * (3 - 2 * s) * (self->end.ledger[i] - self->start.ledger[i])
                     + h * s * r * (r * self->start.power[i] - s * self->end.power[i]);
}

void
mbd_sum_powers (MbdIntegrator *self,
                const MbdInstant *start,
                double h,
                const double *weights,
                MbdInstant *end)
{
  const int n = mbd_energy_balance_length (self->model);

  memcpy (end->ledger, start->ledger, sizeof *end->ledger * (size_t) n);
  for (int j = 0; j < self->tableau->stages; j++)
    if (weights[j] != 0)
      for (int i = 0; i < n; i++)
        end->ledger[i] += h * weights[j] * self->power[j][i];
}

/// Computes the integrals from 0 to s of the Lagrange polynomials of all nodes of a collocation
/// step.
static void
collocation_weights (const MbdTableau *t, double s, double *weights)
{
  for (int k = 0; k < t->stages; k++) {
    double polynomial[MBD_MAXIMUM_STAGES] = { 1 };
    int degree = 0;
    for (int i = 0; i < t->stages; i++) {
      if (i == k)
        continue;
      const double over = 1 / (t->c[k] - t->c[i]);
      for (int p = ++degree; p >= 0; p--)
        polynomial[p] =
          over * ((p > 0 ? polynomial[p - 1] : 0) - t->c[i] * (p < degree ? polynomial[p] : 0));
    }
    double integral = 0;
    for (int p = degree; p >= 0; p--)
      integral = (integral + polynomial[p] / (p + 1)) * s;
    weights[k] = integral;
  }
}

/// Evaluates the last step, made by a collocation method, at s in [0, 1]: the polynomials through
/// the rates at its start and at its points, which have the order of the error estimate.
static void
collocate (MbdIntegrator *self, double s, MbdInstant *out)
{
  const MbdModel *m = self->model;
  const MbdTableau *t = self->tableau;
  const double h = self->end.time - self->start.time;
  double weights[MBD_MAXIMUM_STAGES];

  collocation_weights (t, s, weights);
  if (out->ledger != NULL)
    mbd_sum_powers (self, &self->start, h, weights, out);
  weights[0] = s; // kq and kv hold differences from the first rates
  memcpy (out->q, self->start.q, sizeof *out->q * (size_t) m->n_q);
  memcpy (out->v, self->start.v, sizeof *out->v * (size_t) m->n_v);
  for (int k = 0; k < t->stages; k++) {
    for (int i = 0; i < m->n_q; i++)
      out->q[i] += h * weights[k] * self->kq[k][i];
    for (int i = 0; i < m->n_v; i++)
      out->v[i] += h * weights[k] * self->kv[k][i];
  }
}

void
mbd_sample (MbdIntegrator *self, double s, MbdInstant *out)
{
  if (self->tableau->collocation)
    collocate (self, s, out);
  else
    interpolate (self, s, out);
  out->time = self->start.time + s * (self->end.time - self->start.time);
}

void
mbd_output_at (MbdIntegrator *self, double time)
{
  MbdInstant *out = &self->output;

  if (time == self->end.time || self->end.time == self->start.time) {
    mbd_copy_instant (self->model, out, &self->end);
    return;
  }
  if (mbd_stepper_in_use (self) != NULL) {
    mbd_stepper_output (self, time, out);
    return;
  }
  if (self->tableau->implicit) {
    mbd_sample (self, (time - self->start.time) / (self->end.time - self->start.time), out);
    out->time = time;
    if (self->work->stabilised.any_projected)
      mbd_project (self->work, time, out->q, out->v, false, NULL);
    mbd_normalise (self->model, out->q);
    return;
  }
  const double h = time - self->start.time;
  const bool has_estimate = self->settings.step == 0;
  bool has_factor = self->tableau->first_same_as_last;
  if (mbd_take_stages (self, &self->start, h, out)
      && !(has_estimate && mbd_error_norm (self, h, self->settings.accuracy) <= 1)) {
    has_factor = false;
    interpolate (self, h / (self->end.time - self->start.time), out);
  }
  out->time = time;
  if (mbd_is_touching (self))
    mbd_touching_close (self, time, out->q, out->v);
  else if (self->work->stabilised.any_projected)
    mbd_project (self->work, time, out->q, out->v, has_factor, NULL);
  mbd_normalise (self->model, out->q);
}

MbdStatus
mbd_check_output (MbdIntegrator *self, MbdDiagnosis *why)
{
  const MbdInstant *out = &self->output;

  // Fixed steps have been checked against their own limit.
  if (!self->work->stabilised.any_projected || self->settings.step > 0)
    return MBD_STATUS_OK;
  mbd_pose (self->work, out->time, out->q, out->v);
  return mbd_check_closed (self->work, fmax (open_at_output, self->settings.accuracy), why);
}
