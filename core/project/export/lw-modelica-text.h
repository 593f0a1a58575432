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

/// Names that an expression may have besides the time and functions.
typedef struct
{
  GHashTable *words;        ///< name of a parameter -> word
  const char *of_spring[2]; ///< words for "length" and "rate" in the law of a spring; NULL: none
  /// Returns the variable of a quantity of the motion, without brackets; NULL if there is none.
  char *(*dup_quantity) (const char *name, void *data);
  /// Returns the variable that is the integral of an expression, already in the notation of Modelica.
  char *(*dup_integral) (const char *expression, void *data);
  /// Returns the variable that is an expression at the last multiple of a period, both likewise.
  char *(*dup_sampled) (const char *expression, const char *period, void *data);
  void *data;
} LwModelicaOperands;

/// Returns an expression in the notation of Modelica; NULL if it has something that Modelica has not.
char *lw_modelica_dup_expression (const char *expression, const LwModelicaOperands *operands);
/// Returns a function of time without an expression; NULL if Modelica has none that is the same.
char *lw_modelica_dup_function (const LwFunction *function);

G_END_DECLS
