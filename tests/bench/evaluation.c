// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The public query mbd_state_solve () refines its answer as for numbers that are shown; what the
// integrator pays per evaluation is one pass, so that is called here, past the public interface.

#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state-private.h"

#define WORK 2e5 ///< bodies per batch of evaluations
#define BEND 0.3 ///< rad, so that no chain is straight

static Design *
build_chain (int size)
{
  return design_chain (size, BEND, MBD_PLANAR);
}

static Design *
build_spatial_chain (int size)
{
  return design_chain (size, BEND, MBD_SPATIAL);
}

static Design *
build_fourbar (int size)
{
  return design_fourbar (MBD_PLANAR);
}

static Design *
build_nfourbar (int size)
{
  return design_nfourbar (size, 0.5, 1, MBD_PLANAR);
}

static Design *
build_grid (int size)
{
  return design_grid (size);
}

static Design *
build_hub (int size)
{
  return design_hub (size, MBD_PLANAR);
}

static Design *
build_bricard (int size)
{
  return design_bricard ();
}

const Evaluation evaluations[] = {
  { "evaluate-fourbar", "four-bar", 0, 100, build_fourbar },
  { "evaluate-chain10", "planar chain, 10 bodies", 10, 100, build_chain },
  { "evaluate-chain100", "planar chain, 100 bodies", 100, 100, build_chain },
  { "evaluate-chain1000", "planar chain, 1000 bodies", 1000, 100, build_chain },
  { "evaluate-chain10000", "planar chain, 10 000 bodies", 10000, 100, build_chain },
  { "evaluate-chain100000", "planar chain, 100 000 bodies", 100000, 100, build_chain },
  { "evaluate-nfourbar40", "N-four-bar, N = 40, 81 bodies", 40, 100, build_nfourbar },
  { "evaluate-hub200", "hub with 200 pins, 201 bodies", 200, 100, build_hub },
  { "evaluate-grid10", "grid 10x10 of pinned bars, 180 bodies", 10, 0, build_grid },
  { "evaluate-grid30", "grid 30x30 of pinned bars, 1740 bodies", 30, 0, build_grid },
  { "evaluate-bricard", "Bricard, 5 spatial bodies", 0, 0, build_bricard },
  { "evaluate-spatial100", "spatial chain, 100 bodies", 100, 0, build_spatial_chain },
};
const int evaluation_count = sizeof evaluations / sizeof *evaluations;

void
evaluation_time (const Evaluation *evaluation, Record *record)
{
  MbdModel *model = design_take_model (evaluation->build (evaluation->size));
  MbdState *state = mbd_state_new (model);
  const size_t n_q = (size_t) mbd_model_position_count (model);
  const size_t n_v = (size_t) mbd_model_velocity_count (model);
  double *q = malloc (n_q * sizeof *q), *a = malloc (n_v * sizeof *a), times[BENCH_REPEATS];
  int bodies = mbd_model_body_count (model) - 1;
  int count = (int) (WORK / bodies) > 2 ? (int) (WORK / bodies) : 2;
  bool finite = true;

  if (state == NULL || q == NULL || a == NULL) {
    fputs ("out of memory\n", stderr);
    exit (1);
  }
  memcpy (q, mbd_state_positions (state), n_q * sizeof *q);
  for (int batch = -1; batch < BENCH_REPEATS; batch++) {
    // The first batch warms the caches and does not count.
    double begin = bench_clock ();

    for (int k = 0; k < count; k++) {
      q[0] += 1e-12;
      mbd_accelerate (state, 0, q, mbd_state_velocities (state), a);
    }
    if (batch >= 0)
      times[batch] = bench_clock () - begin;
  }
  for (size_t i = 0; i < n_v; i++)
    finite = finite && isfinite (a[i]);

  *record = (Record){ .seconds = bench_median (BENCH_REPEATS, times), .repeats = BENCH_REPEATS };
  snprintf (record->problem, sizeof record->problem, "%s", evaluation->name);
  snprintf (record->engine, sizeof record->engine, BENCH_ENGINE);
  snprintf (record->method, sizeof record->method, "one pass");
  record->error = finite ? (double) NAN : INFINITY;
  record->velocity_error = NAN;
  record->size = mbd_model_size (model);
  record->evaluations = count;
  record->bodies = bodies;
  if (!finite)
    snprintf (record->note, sizeof record->note, "not finite");

  free (q);
  free (a);
  mbd_state_free (state);
  mbd_model_unref (model);
}
