// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words of choices: how files, formulas and the command line name the values of enumerations.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// A word and its value; a list ends with a NULL word.
typedef struct
{
  const char *word;
  int value;
  const char *label; ///< in choices of the user interface, translatable; NULL: no choice shows it
} LwWord;

extern const LwWord lw_mobility_words[];
extern const LwWord lw_hue_words[];
extern const LwWord lw_shape_words[];
extern const LwWord lw_lock_words[]; ///< MBD_LOCK_* bits
extern const LwWord lw_stabilisation_words[];
extern const LwWord lw_coordinate_words[];
extern const LwWord lw_mode_words[];
extern const LwWord lw_level_words[];
extern const LwWord lw_row_words[]; ///< names of rows; the values only count them
extern const LwWord lw_spline_end_words[];
extern const LwWord lw_compliant_law_words[];
extern const LwWord lw_length_unit_words[];  ///< LwLengthUnit
extern const LwWord lw_element_kind_words[]; ///< LwSelectionKind of elements
extern const LwWord lw_function_kind_words[];
extern const LwWord lw_method_words[];

/// NULL if no word has the value.
const char *lw_word_of (const LwWord *words, int value);
/// NULL if there is no such word.
const LwWord *lw_word_find (const LwWord *words, const char *word);

G_END_DECLS
