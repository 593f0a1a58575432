// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks of a step: the learner's drawing, numbers, choice and prediction against the lesson.

#pragma once

#include "lw-lesson.h"
#include "lw-recording.h"

G_BEGIN_DECLS

typedef enum
{
  LW_LESSON_PASSED,
  LW_LESSON_WRONG,
  LW_LESSON_MISSING, ///< an answer is missing or cannot be read
} LwLessonVerdict;

typedef struct
{
  LwLessonVerdict verdict;
  int wrong;          ///< index of the wrong answer that was recognised; -1: none, or another one
  char *reply;        ///< sentences for the learner, with the markup of lw_lesson_dup_markup ()
  LwRecording *curve; ///< after a prediction has passed: column 1 is the curve; else NULL
} LwLessonResult;

/// Checks a step. `mechanism` is the learner's drawing. Replies are in the language ("de"). Returns
/// NULL and sets the error if the check itself is broken or was cancelled. May take seconds, and may
/// be called in any thread.
LwLessonResult *lw_lesson_check (const LwLesson *lesson,
                                 guint step,
                                 LwMechanism *mechanism,
                                 const LwLessonAnswers *answers,
                                 const char *language,
                                 GCancellable *cancellable,
                                 GError **error);
void lw_lesson_result_free (LwLessonResult *self);

/// Computes the difference of a drawn curve from the curve that it predicts: the root mean square of
/// the differences, over the range of the curve. NaN if they have no time in common.
double lw_lesson_compare_drawn (const GArray *drawn, const LwRecording *curve);

/// Returns the points of the curve that a step asks to predict, as it is in the model solution: JSON
/// for `drawn` of the solution. NULL and the error if the curve cannot be computed. Free with
/// g_free ().
char *lw_lesson_dup_solved_curve (const LwLesson *lesson,
                                  guint step,
                                  GCancellable *cancellable,
                                  GError **error);

/// Axes of a sheet on which a prediction is drawn.
typedef struct
{
  const char *unit;        ///< SI unit of the curve; static or interned
  double duration;         ///< s
  double minimum, maximum; ///< SI, an axis that does not show the solution
} LwLessonSheet;

/// Returns the sheet for the prediction of a step. Returns false if it has none, or if its curve does
/// not exist.
bool lw_lesson_get_sheet (const LwLesson *lesson, guint step, LwLessonSheet *sheet);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwLessonResult, lw_lesson_result_free)

G_END_DECLS
