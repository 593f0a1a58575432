// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson: steps with texts, tasks, hints, checks and model solutions, read from one JSON file that
// docs/lessons.md describes. A value: it does not change after it has been read, and may be used in
// any thread.

#pragma once

#include <gio/gio.h>

#include "lw-mechanism.h"

G_BEGIN_DECLS

#define LW_LESSON_FORMAT 1
#define LW_LESSON_MAX_BYTES LW_MECHANISM_MAX_LESSON
#define LW_LESSON_MAX_STEPS 50
/// Numbers that a step can ask for.
#define LW_LESSON_MAX_NUMBERS 4

/// A text in several languages: language, text, language, text ...; NULL if there is none.
typedef char **LwLessonText;

/// Returns the text in the language ("de"), else in English, else in the first language that it has;
/// "" for NULL.
const char *lw_lesson_text (LwLessonText text, const char *language);

/// A number that the learner computes.
typedef struct
{
  LwLessonText label; ///< name of the number; NULL if it is the only one
  char *unit;         ///< SI unit; "1" for none
  char *value; ///< expression, evaluated for the model solution; NULL: only `expression` decides
  double tolerance; ///< relative; default 0.005
  double within;    ///< SI, absolute tolerance; 0: only the relative one
} LwLessonNumber;

typedef struct
{
  char *id;
  LwLessonText text;
} LwLessonChoice;

/// Answers of a learner, besides the mechanism. Members that are NULL were not given.
typedef struct
{
  GStrv numbers;  ///< as typed, one for each number
  char *choice;   ///< id
  GStrv selected; ///< names of the selected elements
  GArray *drawn;  ///< array of double[2]: time and value, SI, in order of time
} LwLessonAnswers;

void lw_lesson_answers_clear (LwLessonAnswers *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LwLessonAnswers, lw_lesson_answers_clear)

/// A wrong answer with a separate reply. It is recognised by one of `when`, `answers.choice`
/// and `answers.numbers`.
typedef struct
{
  guint line;
  char *when; ///< expression that is true for it
  LwLessonAnswers answers;
  LwMechanism *mechanism; ///< an example of it; NULL: the model solution
  LwLessonText reply;
} LwLessonWrong;

/// A picture in a step: a mechanism as it is drawn.
typedef struct
{
  LwMechanism *mechanism; ///< NULL if there is none
  LwLessonText caption;   ///< NULL if there is none
  char *fault;            ///< why it cannot be shown, with the line; NULL if it can
} LwLessonPicture;

typedef struct
{
  guint line;
  char *fault; ///< why the step cannot be used, with the line; NULL if it is complete
  LwLessonText title;
  LwLessonText text;   ///< explanation, with the markup of lw_lesson_dup_markup ()
  LwLessonText task;   ///< request to the learner
  GPtrArray *pictures; ///< array of LwLessonPicture
  GStrv formulas;      ///< in the language of lw-formula-layout.h, with \value{channel}
  GStrv tools;         ///< words of the tools that the step needs; NULL: all
  GStrv panels;        ///< "hood", "plots", "inspector", "outline"
  GPtrArray *hints;    ///< array of LwLessonText, in the order in which they are given
  LwMechanism *start;  ///< NULL: continues with the mechanism of the step before

  // The check: everything that is given must be true.
  char *expression;   ///< NULL if there is none
  GArray *numbers;    ///< array of LwLessonNumber
  GPtrArray *choices; ///< array of LwLessonChoice
  char *choice;       ///< id of the right one, NULL without choices
  char *drawn;        ///< expression of the curve that is predicted; NULL if there is none
  double bound;       ///< largest root mean square of the difference, over the range of the curve

  GPtrArray *wrong;  ///< array of LwLessonWrong
  LwLessonText hint; ///< reply to any other wrong answer; NULL: the general one
  LwLessonText why;  ///< explanation after the check has passed; NULL if there is none

  // The model solution
  LwMechanism *solution; ///< NULL: the mechanism of the start
  LwLessonAnswers solved;
} LwLessonStep;

typedef struct _LwLesson LwLesson;

/// Finds a mechanism that a lesson refers to by the name of a file beside it. Transfer full; NULL
/// and an error if there is none.
typedef LwMechanism *(*LwLessonFileFunc) (const char *name, gpointer data, GError **error);

/// Reads a lesson. Errors name the line; those of a step stay with it as its `fault`, and the other
/// steps can be used. `find` may be NULL if there are no files.
LwLesson *lw_lesson_parse (const char *text,
                           gsize length,
                           LwLessonFileFunc find,
                           gpointer data,
                           GError **error);
/// Reads a lesson and the mechanisms that it refers to, from the folder of the file.
LwLesson *lw_lesson_load (GFile *file, GError **error);
LwLesson *lw_lesson_ref (LwLesson *self);
void lw_lesson_unref (LwLesson *self);

const char *lw_lesson_get_id (const LwLesson *self);     ///< stable, for the progress of a learner
const char *lw_lesson_get_source (const LwLesson *self); ///< the JSON that it was read from
LwLessonText lw_lesson_get_title (const LwLesson *self);
LwLessonText lw_lesson_get_goal (const LwLesson *self);
int lw_lesson_get_order (const LwLesson *self); ///< place among other lessons
guint lw_lesson_get_n_steps (const LwLesson *self);
const LwLessonStep *lw_lesson_get_step (const LwLesson *self, guint index);
/// Returns the mechanism with which a step begins, if it is the first one that is done: its own, or
/// what the steps before lead to. Borrowed.
LwMechanism *lw_lesson_get_start (const LwLesson *self, guint index);
/// Returns the mechanism of the model solution. Borrowed.
LwMechanism *lw_lesson_get_solution (const LwLesson *self, guint index);
/// Returns true if the check needs something that the learner types, chooses, selects or draws.
bool lw_lesson_step_asks (const LwLessonStep *self);

/// Returns Pango markup of a text: **bold**, *italic*, `code`, an index
/// of one sign as in n_b, lines that begin with "- ".
/// Everything else is escaped. Free with g_free ().
char *lw_lesson_dup_markup (const char *text);
/// Returns the text without these marks, for a screen reader. Free with g_free ().
char *lw_lesson_dup_plain (const char *text);

/// Returns a formula for the current number of a channel, transfer full; NULL if there is none.
typedef char *(*LwLessonValueFunc) (const char *channel, gpointer data);

/// Returns true if the formula shows the current number of a channel.
bool lw_lesson_formula_is_live (const char *formula);
/// Returns the formula with numbers in place of each \value{channel}; "…" where there is none, or if `get` is
/// NULL. Its own numbers are written with `decimal_point`. Free with g_free ().
char *lw_lesson_fill_formula (const char *formula,
                              char decimal_point,
                              LwLessonValueFunc get,
                              gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwLesson, lw_lesson_unref)

G_END_DECLS
