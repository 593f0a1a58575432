// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lessons that are installed with the program, and those in the user's data folder.

#pragma once

#include "lw-lesson.h"

G_BEGIN_DECLS

typedef struct
{
  GFile *file;
  LwLesson *lesson;
} LwLessonEntry;

/// Returns the folder of the lessons: LW_LESSONS_DIR, or in the data folders; NULL if there is none.
/// Free with g_free ().
char *lw_lesson_shelf_dup_folder (void);
/// Returns true if a file is a lesson, by its beginning.
bool lw_lesson_shelf_is_lesson (GFile *file);
/// Returns the lessons in a folder in their order: an array of LwLessonEntry. A file that is not a
/// lesson is left out. Free with g_ptr_array_unref ().
GPtrArray *lw_lesson_shelf_read (const char *folder);
/// Returns the lessons of the program, then the user's own.
GPtrArray *lw_lesson_shelf_read_all (void);
/// Returns the language of the interface as in the texts of lessons: "de". Interned.
const char *lw_lesson_shelf_language (void);

G_END_DECLS
