// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A field of the editor of lessons: a label, and a widget for one value of the lesson's JSON, at a
// place as in lw-json-edit.h. Emits "edit" (place, JSON; NULL: the value is removed) when the user has
// changed it: when Enter is pressed, or when the focus leaves.

#pragma once

#include <gtk/gtk.h>

#include "lw-json.h"

G_BEGIN_DECLS

typedef enum
{
  LW_LESSON_FIELD_LINE,   ///< text of a language, one line
  LW_LESSON_FIELD_BLOCK,  ///< text of a language, several lines
  LW_LESSON_FIELD_STRING, ///< string without languages
  LW_LESSON_FIELD_VALUE,  ///< number, or a string with an expression
  LW_LESSON_FIELD_NUMBER, ///< number
  LW_LESSON_FIELD_LINES,  ///< list of strings, one on each line
  LW_LESSON_FIELD_WORDS,  ///< list of strings or numbers, separated by semicolons
  LW_LESSON_FIELD_CHOICE, ///< id of one of the choices of the step
} LwLessonFieldKind;

typedef struct
{
  const char *place; ///< below the place of the item
  LwLessonFieldKind kind;
  const char *label;       ///< translatable
  const char *placeholder; ///< an example, or the default; translatable; NULL if there is none
} LwLessonFieldSpec;

#define LW_TYPE_LESSON_FIELD (lw_lesson_field_get_type ())
G_DECLARE_FINAL_TYPE (LwLessonField, lw_lesson_field, LW, LESSON_FIELD, GtkBox)

/// `item`: place of the item, "" for the lesson itself. `choices`: ids that a choice can be; NULL else.
GtkWidget *
lw_lesson_field_new (const LwLessonFieldSpec *spec, const char *item, const char *const *choices);
/// Shows the value that a lesson has, in a language ("de").
void lw_lesson_field_show (LwLessonField *self, const LwJson *root, const char *language);
/// Emits "edit" if something was typed since the last one.
void lw_lesson_field_commit (LwLessonField *self);
const char *lw_lesson_field_get_place (LwLessonField *self);
/// The entry, text view or list, for tests and to move the focus to it.
GtkWidget *lw_lesson_field_get_editor (LwLessonField *self);

G_END_DECLS
