// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A check of a lesson in a worker thread, because it may run the mechanism.

#pragma once

#include "lw-lesson-check.h"

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

G_END_DECLS
