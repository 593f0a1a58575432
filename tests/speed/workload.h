// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fixed pieces of work whose instructions are counted, to see whether the program became slower.

#pragma once

typedef struct
{
  const char *name;
  int n_rounds; ///< so many are counted; one before them fills caches
  void *(*prepare) (void);
  void (*round) (void *data); ///< the same work each time
  void (*clean_up) (void *data);
} Workload;

/// Ended by one without a name.
extern const Workload engine_workloads[], project_workloads[];

/// Ends the program where the work is not what it should be.
void workload_require (int is_right, const char *what);
