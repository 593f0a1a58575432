// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "exact.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 8 ///< substeps 2, 4, ... 16
#define GRAVITY 9.81L

static long double *
take (size_t count)
{
  long double *memory = calloc (count, sizeof *memory);

  if (memory == NULL) {
    fputs ("out of memory\n", stderr);
    exit (1);
  }
  return memory;
}

/// Memory for one integration: LEVELS rows of the extrapolation, the start's rates, three stages.
typedef struct
{
  int n;
  ExactRates rates;
  void *data;
  long double *table[LEVELS];
  long double *first, *now, *next, *slope;
} Extrapolation;

/// Makes a step by Gragg's midpoint rule: `count` (even) substeps; its error has even powers only.
static void
midpoint (Extrapolation *ex, int count, long double step, const long double *y, long double *end)
{
  long double h = step / count;
  long double *before = end, *now = ex->now, *next = ex->next;

  for (int i = 0; i < ex->n; i++) {
    before[i] = y[i];
    now[i] = y[i] + h * ex->first[i];
  }
  for (int k = 1; k < count; k++) {
    ex->rates (now, ex->slope, ex->data);
    for (int i = 0; i < ex->n; i++) {
      next[i] = before[i] + 2 * h * ex->slope[i];
      before[i] = now[i];
      now[i] = next[i];
    }
  }
  ex->rates (now, ex->slope, ex->data);
  for (int i = 0; i < ex->n; i++)
    end[i] = 0.5L * (now[i] + before[i] + h * ex->slope[i]);
}

/// Makes one step into table[0]. Returns the largest difference of the last two orders.
static long double
extrapolate (Extrapolation *ex, long double step, const long double *y)
{
  long double error = 0;

  for (int k = 0; k < LEVELS; k++) {
    midpoint (ex, 2 * (k + 1), step, y, ex->table[k]);
    // Aitken-Neville: table[j] holds the column of order 2 (k - j + 1) that ends at level k.
    for (int j = k - 1; j >= 0; j--) {
      long double ratio = (long double) (k + 1) / (j + 1);
      long double factor = 1 / (ratio * ratio - 1);

      for (int i = 0; i < ex->n; i++)
        ex->table[j][i] = ex->table[j + 1][i] + factor * (ex->table[j + 1][i] - ex->table[j][i]);
    }
  }
  for (int i = 0; i < ex->n; i++) {
    long double difference = fabsl (ex->table[0][i] - ex->table[1][i]);

    if (isnan (difference))
      return INFINITY;
    error = fmaxl (error, difference);
  }
  return error;
}

void
exact_integrate (int n,
                 ExactRates rates,
                 void *data,
                 long double from,
                 long double to,
                 long double tolerance,
                 long double *y)
{
  long double *memory = take ((size_t) (LEVELS + 4) * n);
  Extrapolation ex = { .n = n, .rates = rates, .data = data };
  long double time = from, step = (to - from) / 4;

  for (int k = 0; k < LEVELS; k++)
    ex.table[k] = memory + (size_t) k * n;
  ex.first = memory + (size_t) LEVELS * n;
  ex.now = ex.first + n;
  ex.next = ex.now + n;
  ex.slope = ex.next + n;

  rates (y, ex.first, data);
  while (time < to) {
    bool last = time + step >= to;
    long double taken = last ? to - time : step;
    long double error = extrapolate (&ex, taken, y);
    long double factor = 0.8L * powl (tolerance / (error + 1e-30L), 1.0L / (2 * LEVELS - 1));

    if (error <= tolerance) {
      time = last ? to : time + taken;
      memcpy (y, ex.table[0], (size_t) n * sizeof *y);
      rates (y, ex.first, data);
    }
    step = taken * fminl (fmaxl (factor, 0.2L), 3);
  }
  free (memory);
}

static void
pendulum_rates (const long double *y, long double *rates, void *data)
{
  const long double *stiffness = data;

  rates[0] = y[1];
  rates[1] = *stiffness * sinl (y[0]);
}

void
exact_nfourbar (int n, int count, const double *times, long double *phi, long double *rate)
{
  // (J / 2) rate^2 + K cos phi is constant: n + 1 uprights and n couplers, bars of 1 m and 1 kg.
  long double inertia = (n + 1) / 3.0L + n;
  long double stiffness = GRAVITY * ((n + 1) / 2.0L + n) / inertia;
  long double y[2] = { 0, 1 }, time = 0;

  for (int k = 0; k < count; k++) {
    exact_integrate (2, pendulum_rates, &stiffness, time, times[k], 1e-17L, y);
    time = times[k];
    phi[k] = y[0];
    rate[k] = y[1];
  }
}

/// Work space of the chain: directions, and per pin the factored block and the pin force.
typedef struct
{
  int n;
  long double (*u)[2];
  long double (*inverse)[2][2];
  long double (*force)[2];
} Chain;

/// Eliminates the pins from the ground outwards. With F_i the force on the start of bar i and
/// -F_(i+1) on its end, the two points of every pin accelerate alike. A bar with m = L = 1 and
/// I = 1/12 along u moves under forces A at its start and B at its end, without gravity, with
///   start: (4 - 3 u u') A - (2 - 3 u u') B + w^2 u / 2
///   end:  -(2 - 3 u u') A + (4 - 3 u u') B - w^2 u / 2
/// which makes the system block tridiagonal; gravity cancels in all pins except the one on the
/// ground.
static void
eliminate_pins (Chain *chain, const long double *w)
{
  for (int i = 0; i < chain->n; i++) {
    const long double *u = chain->u[i];
    long double d00 = 4 - 3 * u[0] * u[0], d01 = -3 * u[0] * u[1], d11 = 4 - 3 * u[1] * u[1];
    long double half = 0.5L * w[i] * w[i], r0 = -half * u[0], r1 = -half * u[1];

    if (i == 0) {
      r1 += GRAVITY;
    } else {
      const long double *v = chain->u[i - 1], *f = chain->force[i - 1];
      long double (*inv)[2] = chain->inverse[i - 1];
      long double o00 = 2 - 3 * v[0] * v[0], o01 = -3 * v[0] * v[1], o11 = 2 - 3 * v[1] * v[1];
      long double l00 = o00 * inv[0][0] + o01 * inv[1][0];
      long double l01 = o00 * inv[0][1] + o01 * inv[1][1];
      long double l10 = o01 * inv[0][0] + o11 * inv[1][0];
      long double l11 = o01 * inv[0][1] + o11 * inv[1][1];

      half = 0.5L * w[i - 1] * w[i - 1];
      d00 += 4 - 3 * v[0] * v[0] - (l00 * o00 + l01 * o01);
      d01 += -3 * v[0] * v[1] - (l00 * o01 + l01 * o11);
      d11 += 4 - 3 * v[1] * v[1] - (l10 * o01 + l11 * o11);
      r0 -= half * v[0] + (l00 * f[0] + l01 * f[1]);
      r1 -= half * v[1] + (l10 * f[0] + l11 * f[1]);
    }

    long double det = d00 * d11 - d01 * d01;

    chain->inverse[i][0][0] = d11 / det;
    chain->inverse[i][0][1] = chain->inverse[i][1][0] = -d01 / det;
    chain->inverse[i][1][1] = d00 / det;
    chain->force[i][0] = r0;
    chain->force[i][1] = r1;
  }
}

/// Computes the pin forces, from the free end inwards.
static void
substitute_pins (Chain *chain)
{
  for (int i = chain->n - 1; i >= 0; i--) {
    const long double *u = chain->u[i];
    long double *f = chain->force[i], r0 = f[0], r1 = f[1];
    long double (*inv)[2] = chain->inverse[i];

    if (i + 1 < chain->n) {
      const long double *g = chain->force[i + 1];
      long double along = 3 * (u[0] * g[0] + u[1] * g[1]);

      r0 -= 2 * g[0] - along * u[0];
      r1 -= 2 * g[1] - along * u[1];
    }
    f[0] = inv[0][0] * r0 + inv[0][1] * r1;
    f[1] = inv[1][0] * r0 + inv[1][1] * r1;
  }
}

static void
chain_rates (const long double *y, long double *rates, void *data)
{
  Chain *chain = data;
  const int n = chain->n;

  for (int i = 0; i < n; i++) {
    chain->u[i][0] = cosl (y[i]);
    chain->u[i][1] = sinl (y[i]);
  }
  eliminate_pins (chain, y + n);
  substitute_pins (chain);
  for (int i = 0; i < n; i++) {
    const long double *u = chain->u[i], *f = chain->force[i];
    long double sum0 = f[0] + (i + 1 < n ? chain->force[i + 1][0] : 0);
    long double sum1 = f[1] + (i + 1 < n ? chain->force[i + 1][1] : 0);

    rates[i] = y[n + i];
    rates[n + i] = -6 * (u[0] * sum1 - u[1] * sum0);
  }
}

void
exact_chain (int n, int count, const double *times, long double *angle, long double *rate)
{
  long double *memory = take ((size_t) n * (2 + 2 + 4 + 2));
  long double *y = memory, time = 0;
  Chain chain = { .n = n };

  chain.u = (long double (*)[2]) (memory + 2 * (size_t) n);
  chain.inverse = (long double (*)[2][2]) (memory + 4 * (size_t) n);
  chain.force = (long double (*)[2]) (memory + 8 * (size_t) n);
  for (int k = 0; k < count; k++) {
    exact_integrate (2 * n, chain_rates, &chain, time, times[k], 1e-15L, y);
    time = times[k];
    memcpy (angle + (size_t) k * n, y, (size_t) n * sizeof *y);
    memcpy (rate + (size_t) k * n, y + n, (size_t) n * sizeof *y);
  }
  free (memory);
}
