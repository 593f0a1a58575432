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
  double limit; ///< ns per body, 0 if there is no limit
  bool peer;    ///< also by peers: mechanisms with pins only, and no more than a few minutes of
                ///< them
  Design *(*build) (int size);
} Evaluation;

extern const Evaluation evaluations[];
extern const int evaluation_count;

/// Returns NULL if there is none.
const Evaluation *evaluation_find (const char *name);
/// Returns the number of evaluations in a batch.
int evaluation_batch (int bodies);

#ifdef __cplusplus
}
#endif
