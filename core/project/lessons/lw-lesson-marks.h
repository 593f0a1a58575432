// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Proof of a lesson against its own model solution, and marks for files that learners handed in.

#pragma once

#include "lw-lesson-check.h"

G_BEGIN_DECLS

/// Proves a step: its check must not pass at its start, must pass with the model solution, and every
/// wrong answer must get its own reply. Returns sentences about faults, with replies in this language; an
/// empty array if there are none. Free with g_strfreev ().
GStrv lw_lesson_prove (const LwLesson *lesson, guint step, const char *language);

/// Reads the answers of a step from the notes of a mechanism: a line "Step 3: 2.4; -1" or
/// "Step 3: b" has the numbers, separated by semicolons, or the id of the choice. Clear it with
/// lw_lesson_answers_clear ().
LwLessonAnswers
lw_lesson_read_notes (const LwLesson *lesson, guint step, const LwMechanism *mechanism);

G_END_DECLS
