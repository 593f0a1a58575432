// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Engines on one problem, compared at equal error: of all runs of each, over methods and
// accuracies, the cheapest that reaches an error.

#pragma once

#include "engine.h"
#include "problem.h"

#define CONTEST_ENGINES 4

typedef struct
{
  int count;
  Engine *engines[CONTEST_ENGINES]; ///< the first one is the engine of this tree
  double limit;                     ///< s, CPU time for one run
  int stride;                       ///< over the accuracies: 1 takes all, 2 every other one
  int rounds;                       ///< number of rounds in which engines alternate
} Contest;

/// Runs every method, each from loose to tight until no error is left to reach, two consecutive
/// runs have failed, or the time is used up. Returns false if an engine has broken down.
bool contest_sweep (const Contest *contest, const Problem *problem, RecordList *list);
/// Repeats the cheapest runs that reach the error, alternating between the engines, so that a
/// machine that is slow for a while is slow for all; the least times count. Returns false if an
/// engine has broken down.
bool
contest_settle (const Contest *contest, const Problem *problem, double error, RecordList *list);
/// Returns true if the first engine reaches every error, and each other one at least one of them or
/// the end of its time, if it can; prints each failure.
bool contest_check (const Contest *contest, const Problem *problem, const RecordList *list);
