// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Expressions of checks: the grammar of lw-formula.h with statistics of curves (max, min, mean, rms,
// first, final, at, when, ...; their argument is an expression of lw-derivation.h), counts, rank,
// entries of G, events, settings of the run, the learner's answers, and the words and, or, not.
// docs/lessons.md lists all of them. "X while C" takes only the samples at which C is true.

#pragma once

#include "lw-lesson-trial.h"

G_BEGIN_DECLS

/// Answers of the learner.
typedef struct
{
  const double *numbers;    ///< SI
  const char *const *units; ///< their units
  guint n_numbers;
  const char *choice;          ///< may be NULL
  const char *const *selected; ///< may be NULL
  const GArray *drawn;         ///< array of double[2]: time and value; may be NULL
} LwLessonGiven;

/// Evaluates an expression in SI. `unit`: the unit that the value must have, NULL for any. A
/// statistic that does not exist, such as the time of an event that did not happen, makes the value
/// NaN. Returns false and sets the error if the expression is invalid, or what it needs cannot be
/// computed.
bool lw_lesson_evaluate (LwLessonTrial *trial,
                         const char *expression,
                         const LwLessonGiven *given,
                         const char *unit,
                         double *value,
                         GError **error);
/// Computes the curve of an expression over the run: column 0 is time, column 1 the value. Transfer
/// full; NULL and the error on failure.
LwRecording *lw_lesson_curve (LwLessonTrial *trial, const char *expression, GError **error);

G_END_DECLS
