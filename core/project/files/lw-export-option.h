// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options of exports: members of a plain struct, each described once by a row of a table. The
// options of the command line, the rows of dialogs, what a dialog remembers and the documentation
// follow from the rows.

#pragma once

#include <stdbool.h>

#include "lw-words.h"

G_BEGIN_DECLS

/// Type of the member.
typedef enum
{
  LW_OPTION_NUMBER, ///< double
  LW_OPTION_FLAG,   ///< bool
  LW_OPTION_CHOICE, ///< int, a value of `words`
  LW_OPTION_TEXT,   ///< char *, owned; NULL if not given
} LwExportOptionType;

/// A row. A table ends with a NULL name.
typedef struct
{
  const char *name; ///< on the command line, without dashes
  LwExportOptionType type;
  gsize offset;
  double minimum, maximum;    ///< number
  const char *unit;           ///< number; NULL if it has none
  const LwWord *words;        ///< choice
  const char *const *choices; ///< choice: words for dialogs, in the order of `words`, translatable
  const char *argument;       ///< text: its form, such as NAMES
  const char *placeholder;    ///< text: for dialogs, while it is not given; NULL or translatable
  const char *label;          ///< for dialogs, translatable
  const char *sentence;       ///< without full stop, translatable
  bool no_dialog;             ///< only on the command line
  /// text: returns false and sets the error if it is not understood; NULL: any text
  bool (*check) (const char *text, GError **error);
} LwExportOption;

/// Finds a row; NULL if there is none of this name.
const LwExportOption *lw_export_option_find (const LwExportOption *options, const char *name);
/// Sets a member from a text; `text` NULL sets a flag. The LW_ERROR_USAGE names the option.
gboolean
lw_export_option_set (const LwExportOption *option, void *values, const char *text, GError **error);
/// Returns a text from which the member can be set; NULL for a text that is not given. Free with
/// g_free ().
char *lw_export_option_dup (const LwExportOption *option, const void *values);
/// Returns "PAPER", "MM", "yes|no": the form of the argument. Free with g_free ().
char *lw_export_option_dup_argument (const LwExportOption *option);
/// Frees the texts of a struct.
void lw_export_options_clear (const LwExportOption *options, void *values);
/// Copies a struct of `size` bytes, with its texts.
void lw_export_options_copy (const LwExportOption *options, void *to, const void *from, gsize size);
/// Returns all members as lines NAME=VALUE, and sets members from such lines; unknown and invalid
/// lines are ignored.
char *lw_export_options_dup_lines (const LwExportOption *options, const void *values);
void lw_export_options_set_lines (const LwExportOption *options, void *values, const char *lines);

G_END_DECLS
