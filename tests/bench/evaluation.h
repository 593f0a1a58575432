// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mechanisms for which single evaluations of the accelerations are timed.

#pragma once

#include "mechanisms.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  const char *name;
  const char *title;
  int size;
  double limit; ///< ns per body, 0: none
  bool peer;    ///< by peers too: what has only pins, and no more than a few minutes of them
  Design *(*build) (int size);
} Evaluation;

extern const Evaluation evaluations[];
extern const int evaluation_count;

/// NULL when there is none.
const Evaluation *evaluation_find (const char *name);
/// How many evaluations make a batch.
int evaluation_batch (int bodies);

#ifdef __cplusplus
}
#endif
