// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names, strings, numbers and expressions in the notation of Modelica.

#pragma once

#include "lw-model-writer.h"

G_BEGIN_DECLS

/// Returns an identifier for a name: ASCII letters, digits and underscores, no word of the language.
char *lw_modelica_dup_word (const char *name);
/// Appends a text in quotation marks, with a space before.
void lw_modelica_append_string (GString *text, const char *string);
/// Appends an SI unit in quotation marks, with a space before: "N m/s^2" is "N.m/s2" there.
void lw_modelica_append_unit (GString *text, const char *unit);
void lw_modelica_append_number (GString *text, double number);
/// Appends a vector in braces.
void lw_modelica_append_vector (GString *text, const double vector[3]);

/// Returns a function of time as an expression of `time` and the parameters, which have the names
/// of `words` (name -> word); NULL if Modelica has none that is the same.
char *lw_modelica_dup_function (const LwFunction *function, GHashTable *words);

G_END_DECLS
