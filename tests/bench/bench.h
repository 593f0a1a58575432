// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of lw-bench: runs of the engine, single evaluations, and the driver of the peer.

#pragma once

#include <stdbool.h>

#include "problem.h"
#include "record.h"

#define BENCH_ENGINE "linkwright"
#define BENCH_REPEATS 5

/// Run the problem with every method over all accuracies, five times each (once when a run takes
/// long), and add the records. The first one is the run with the default settings.
void trajectory_sweep (const Problem *problem, const Solution *solution, RecordList *list);
/// Bring the times of a record to the median of five where it has fewer.
void trajectory_measure_again (const Problem *problem, const Solution *solution, Record *record);

/// A mechanism for which single evaluations are timed.
typedef struct
{
  const char *name;
  const char *title;
  int size;
  double limit; ///< ns per body, 0: none
  Design *(*build) (int size);
} Evaluation;

extern const Evaluation evaluations[];
extern const int evaluation_count;

/// One acceleration evaluation at a new pose (one pass, as the integrator makes it).
void evaluation_time (const Evaluation *evaluation, Record *record);

/// Run the driver of the peer for the chosen names (NULL ends them; none: all) and add its records.
/// False when it was not built or cannot be run.
bool peer_run (const char *const *names, double limit, RecordList *list);
