// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fixed workloads whose instructions are counted, to detect slower code.

#pragma once

typedef struct
{
  const char *name;
  int n_rounds; ///< number of counted rounds, after one that fills the caches
  void *(*prepare) (void);
  void (*round) (void *data); ///< must do identical work each time
  void (*clean_up) (void *data);
} Workload;

/// Ends with a workload without a name.
extern const Workload engine_workloads[], project_workloads[];

/// Ends the program if the result of the workload is wrong.
void workload_require (int is_right, const char *what);
