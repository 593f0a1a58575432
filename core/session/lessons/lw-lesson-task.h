// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks of a lesson in a worker thread, because they may run the mechanism.

#pragma once

#include "lw-lesson-marks.h"

G_BEGIN_DECLS

/// Takes ownership of what `answers` refers to.
void lw_lesson_check_async (GObject *source,
                            LwLesson *lesson,
                            guint step,
                            LwMechanism *mechanism,
                            LwLessonAnswers *answers,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data);
/// Transfer full; NULL and the error if the check is broken or was cancelled.
LwLessonResult *lw_lesson_check_finish (GAsyncResult *result, GError **error);

/// Proves all steps of a lesson.
void lw_lesson_prove_async (GObject *source,
                            LwLesson *lesson,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data);
/// Returns the faults of each step: an array of GStrv, see lw_lesson_prove (). Transfer full; NULL and
/// the error if it was cancelled.
GPtrArray *lw_lesson_prove_finish (GAsyncResult *result, GError **error);

/// Computes the predicted curve of a step; see lw_lesson_dup_solved_curve ().
void lw_lesson_solve_curve_async (GObject *source,
                                  LwLesson *lesson,
                                  guint step,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer data);
char *lw_lesson_solve_curve_finish (GAsyncResult *result, GError **error);

G_END_DECLS
