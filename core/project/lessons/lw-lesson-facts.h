// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of an expression of a check that are not statistics of curves.

#pragma once

#include "lw-lesson-code.h"

G_BEGIN_DECLS

/// A number of arguments: any multiple of three.
#define LW_LESSON_TRIPLES G_MAXUINT

/// A function of an expression of a check.
typedef struct
{
  const char *name;
  guint n_arguments; ///< 0: a word without parentheses
  const char *unit;  ///< SI unit of its value
  /// Returns false and sets the error if it has no meaning for this mechanism.
  bool (*get) (LwLessonTrial *trial,
               const LwLessonGiven *given,
               const char *const *arguments,
               double *value,
               GError **error);
} LwLessonFact;

/// Returns the function with this name and number of arguments, or NULL if there is none.
const LwLessonFact *lw_lesson_fact_find (const char *name, guint n_arguments);

G_END_DECLS
