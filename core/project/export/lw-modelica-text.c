// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-modelica-text.h"

#include <string.h>

#include "lw-number.h"

static bool
is_in (const char *word, const char *const *list)
{
  for (; *list != NULL; list++)
    if (strcmp (*list, word) == 0)
      return true;
  return false;
}

char *
lw_modelica_dup_word (const char *name)
{
  // Words of Modelica 3.6, and names that every model here uses.
  static const char *const taken[] = {
    "algorithm", "and",          "annotation",    "assert",
    "block",     "break",        "class",         "connect",
    "connector", "constant",     "constrainedby", "der",
    "discrete",  "each",         "else",          "elseif",
    "elsewhen",  "encapsulated", "end",           "enumeration",
    "equation",  "expandable",   "extends",       "external",
    "false",     "final",        "flow",          "for",
    "function",  "if",           "import",        "impure",
    "in",        "initial",      "inner",         "input",
    "loop",      "model",        "not",           "operator",
    "or",        "outer",        "output",        "package",
    "parameter", "partial",      "protected",     "public",
    "pure",      "record",       "redeclare",     "replaceable",
    "return",    "stream",       "then",          "true",
    "type",      "when",         "while",         "within",
    "time",      "world",        "Modelica",      "Real",
    "Integer",   "Boolean",      "String",        NULL,
  };
  // The locale of the conversion is given, so that the file does not depend on that of the user.
  g_autofree char *ascii = g_str_to_ascii (name, "C");
  GString *word = g_string_new (NULL);

  for (const char *c = ascii; *c != '\0'; c++)
    g_string_append_c (word, g_ascii_isalnum (*c) ? *c : '_');
  if (!g_ascii_isalpha (word->str[0]))
    g_string_prepend (word, "e_");
  if (is_in (word->str, taken))
    g_string_append_c (word, '_');
  return g_string_free (word, FALSE);
}

void
lw_modelica_append_string (GString *text, const char *string)
{
  g_string_append (text, " \"");
  for (const char *c = string; *c != '\0'; c++)
    if (*c == '"' || *c == '\\')
      g_string_append_printf (text, "\\%c", *c);
    else
      g_string_append_c (text, (guchar) *c < 0x20 ? ' ' : *c);
  g_string_append_c (text, '"');
}

void
lw_modelica_append_unit (GString *text, const char *unit)
{
  g_auto (GStrv) powers = g_strsplit (unit, "^", -1);
  g_autofree char *own = g_strjoinv ("", powers);

  lw_modelica_append_string (text, g_strdelimit (own, " ", '.'));
}

void
lw_modelica_append_number (GString *text, double number)
{
  char buffer[LW_NUMBER_SIZE];

  g_string_append (text, lw_number_format (number, buffer));
}

void
lw_modelica_append_vector (GString *text, const double vector[3])
{
  for (int i = 0; i < 3; i++) {
    g_string_append (text, i == 0 ? "{" : ", ");
    lw_modelica_append_number (text, vector[i]);
  }
  g_string_append_c (text, '}');
}

// ---- expressions ----------------------------------------------------------------------------

typedef struct
{
  const char *at; ///< the rest of the expression
  GHashTable *words;
  GString *text;
  bool after_operand, after_power, is_known;
} Translation;

static void
translate_number (Translation *self)
{
  char *end;
  const double value = g_ascii_strtod (self->at, &end);

  self->is_known = !self->after_operand && end != self->at;
  self->at = end;
  lw_modelica_append_number (self->text, value);
  self->after_operand = true;
}

static void
translate_name (Translation *self)
{
  static const char *const functions[] = { "sin",  "cos",   "tan",   "asin", "acos",
                                           "atan", "atan2", "sinh",  "cosh", "tanh",
                                           "exp",  "log",   "log10", "sqrt", "abs",
                                           "sign", "floor", "ceil",  "mod",  NULL };
  static const char *const constants[][2] = { { "t", "time" },
                                              { "pi", "Modelica.Constants.pi" },
                                              { "tau", "(2*Modelica.Constants.pi)" },
                                              { "e", "Modelica.Constants.e" } };
  const gsize length = strspn (self->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789_");
  g_autofree char *name = g_strndup (self->at, length);
  const char *word = g_hash_table_lookup (self->words, name);
  const char *next = self->at + length + strspn (self->at + length, " \t\n");

  self->is_known = !self->after_operand;
  self->at = next;
  if (*next == '(') {
    const bool is_log = strcmp (name, "ln") == 0;

    // The exponent is a number or a name.
    self->is_known = self->is_known && !self->after_power && (is_log || is_in (name, functions));
    g_string_append (self->text, is_log ? "log" : name);
    return;
  }
  for (gsize i = 0; word == NULL && i < G_N_ELEMENTS (constants); i++)
    if (strcmp (constants[i][0], name) == 0)
      word = constants[i][1];
  self->is_known = self->is_known && word != NULL;
  g_string_append (self->text, word != NULL ? word : name);
  self->after_operand = true;
}

static void
translate_sign (Translation *self)
{
  const char sign = *self->at++;
  const bool was_power = self->after_power;

  self->after_power = sign == '^';
  switch (sign) {
  case '(':
    self->is_known = !self->after_operand && !was_power;
    break;
  case ')':
    self->is_known = self->after_operand;
    break;
  case '-':
  case '+':
    // Modelica has signs before a sum only.
    self->is_known = self->after_operand || self->text->len == 0
                     || strchr ("(,", self->text->str[self->text->len - 1]) != NULL;
    break;
  case ',':
  case '*':
  case '/':
    self->is_known = self->after_operand;
    break;
  case '^':
    // Modelica has no order of two powers.
    self->is_known = self->after_operand && !was_power;
    break;
  default:
    self->is_known = false;
  }
  g_string_append_c (self->text, sign);
  self->after_operand = sign == ')';
}

/// Returns an expression in the notation of Modelica; NULL if it has something that Modelica has not.
static char *
dup_expression (const char *expression, GHashTable *words)
{
  Translation self = {
    .at = expression, .words = words, .text = g_string_new (NULL), .is_known = true
  };

  while (self.is_known && *self.at != '\0') {
    if (g_ascii_isspace (*self.at))
      self.at++;
    else if (g_ascii_isdigit (*self.at) || *self.at == '.')
      translate_number (&self);
    else if (g_ascii_isalpha (*self.at) || *self.at == '_')
      translate_name (&self);
    else
      translate_sign (&self);
  }
  return g_string_free (self.text, !self.is_known || !self.after_operand);
}

static char *
dup_polynomial (const LwFunction *function)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < function->numbers->len; i++) {
    g_string_append (text, i > 0 ? " + (" : "(");
    lw_modelica_append_number (text, g_array_index (function->numbers, double, i));
    g_string_append_c (text, ')');
    if (i > 0) {
      g_string_append (text, "*(time - (");
      lw_modelica_append_number (text, function->origin);
      g_string_append_printf (text, "))^%u", i);
    }
  }
  return g_string_free (text, FALSE);
}

static char *
dup_harmonic (const LwFunction *function)
{
  const double *numbers = (const double *) (const void *) function->numbers->data;
  char buffers[4][LW_NUMBER_SIZE];

  for (int i = 0; i < 4; i++)
    lw_number_format (numbers[i], buffers[i]);
  return g_strdup_printf ("%s + (%s)*sin((%s)*time + (%s))", buffers[0], buffers[1], buffers[2],
                          buffers[3]);
}

static char *
dup_constant (const LwFunction *function)
{
  char buffer[LW_NUMBER_SIZE];

  return g_strdup (lw_number_format (g_array_index (function->numbers, double, 0), buffer));
}

char *
lw_modelica_dup_function (const LwFunction *function, GHashTable *words)
{
  // A table is a spline, which blocks of the standard library interpolate otherwise.
  static char *(*const write[]) (const LwFunction *function) = {
    [LW_FUNCTION_CONSTANT] = dup_constant,
    [LW_FUNCTION_HARMONIC] = dup_harmonic,
    [LW_FUNCTION_POLYNOMIAL] = dup_polynomial,
    [LW_FUNCTION_EXPRESSION] = NULL,
  };

  if (function->expression != NULL)
    return dup_expression (function->expression, words);
  return write[function->kind] != NULL ? write[function->kind](function) : NULL;
}
