// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of an expression of a check that are not statistics of curves.

#pragma once

#include "lw-lesson-code.h"

G_BEGIN_DECLS

/// Computes the value of a function of an expression, in SI. Returns false and sets the error if it
/// has no meaning for this mechanism.
typedef bool LwLessonGet (LwLessonTrial *trial,
                          const LwLessonGiven *given,
                          const char *const *arguments,
                          double *value,
                          GError **error);

/// A function of an expression of a check.
typedef struct
{
  const char *name;
  guint n_arguments; ///< 0: a word without parentheses
  guint n_repeated;  ///< size of a group of arguments that may follow any number of times; 0: none
  const char *unit;  ///< SI unit of its value
  LwLessonGet *get;
} LwLessonFact;

/// Returns the function with this name and number of arguments, or NULL if there is none.
const LwLessonFact *lw_lesson_fact_find (const char *name, guint n_arguments);
/// Sets the error unless it is set already. Returns false.
bool lw_lesson_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS
