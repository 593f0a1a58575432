// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statistics of a curve over the samples of a run.

#pragma once

#include <stdbool.h>

#include "lw-series.h"

/// Samples of a curve.
typedef struct
{
  LwSeries values;
  LwSeries condition; ///< only samples at which it is true; none: all
} LwLessonSamples;

typedef struct
{
  const char *name;
  bool has_argument; ///< a second argument: a time, or a value of the curve
  bool argument_is_time;
  const char *unit; ///< SI unit of its value; NULL: that of the curve
  double (*reduce) (const LwLessonSamples *samples, double argument); ///< NaN if there is none
} LwLessonStatistic;

/// Returns the statistic with this name, or NULL if there is none.
const LwLessonStatistic *lw_lesson_statistic_find (const char *name, bool has_argument);
/// Returns the value of a curve at a time, between samples on a straight line, outside that of the
/// first or last sample.
double lw_lesson_value_at (LwSeries values, double time);
