// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-modelica-text.h"

#include <string.h>

#include "lw-number.h"
#include "lw-operand.h"

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
  const LwModelicaOperands *operands;
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

/// Appends a variable; NULL: there is none. Takes ownership.
static void
take_variable (Translation *self, char *variable)
{
  self->is_known = !self->after_operand && variable != NULL;
  if (variable != NULL)
    g_string_append (self->text, variable);
  self->after_operand = true;
  g_free (variable);
}

/// Appends a quantity of the motion, which ends before `end`.
static void
translate_quantity (Translation *self, gsize end)
{
  g_autofree char *name = NULL;

  if (*self->at == '[')
    lw_operand_read_bracketed (self->at, 0, &name);
  else
    name = g_strndup (self->at, end);
  self->at += end;
  take_variable (self, name != NULL && self->operands->dup_quantity != NULL
                         ? self->operands->dup_quantity (name, self->operands->data)
                         : NULL);
}

/// Returns the arguments of a call whose opening parenthesis is next, each in the notation of Modelica,
/// and goes behind it; NULL if one has something that Modelica has not.
static GStrv
take_arguments (Translation *self)
{
  g_autoptr (GStrvBuilder) arguments = g_strv_builder_new ();
  const char *start = self->at + 1;
  bool is_known = true;
  int depth = 0;

  for (; *self->at != '\0'; self->at++) {
    const gsize behind = lw_operand_skip_quoted (self->at, 0);

    if (behind == LW_OPERAND_OPEN)
      return NULL;
    if (behind > 0)
      self->at += behind - 1;
    depth += (*self->at == '(') - (*self->at == ')');
    if (depth == 0 || (depth == 1 && *self->at == ',')) {
      g_autofree char *own = g_strndup (start, (gsize) (self->at - start));
      g_autofree char *argument = lw_modelica_dup_expression (own, self->operands);

      is_known = is_known && argument != NULL;
      g_strv_builder_add (arguments, argument != NULL ? argument : "");
      start = self->at + 1;
    }
    if (depth == 0) {
      self->at++;
      return is_known ? g_strv_builder_end (arguments) : NULL;
    }
  }
  return NULL;
}

static char *
dup_step (char **values, const LwModelicaOperands *operands)
{
  return g_strdup_printf ("(if %s >= %s then 1 else 0)", values[0], values[1]);
}

static char *
dup_clamp (char **values, const LwModelicaOperands *operands)
{
  return g_strdup_printf ("max(%s, min(%s, %s))", values[1], values[2], values[0]);
}

/// The quintic of the ramp u from 0 to 1: u^3 (10 - 15 u + 6 u^2).
static char *
dup_smooth (char **values, const LwModelicaOperands *operands)
{
  g_autofree char *ramp = g_strdup_printf ("max(0, min(1, (%s - (%s))/(%s - (%s))))", values[0],
                                           values[1], values[2], values[1]);

  return g_strdup_printf ("(%s^3*(10 - 15*%s + 6*%s^2))", ramp, ramp, ramp);
}

static char *
dup_integral (char **values, const LwModelicaOperands *operands)
{
  return operands->dup_integral != NULL ? operands->dup_integral (values[0], operands->data) : NULL;
}

static char *
dup_sampled (char **values, const LwModelicaOperands *operands)
{
  return operands->dup_sampled != NULL
           ? operands->dup_sampled (values[0], values[1], operands->data)
           : NULL;
}

/// Functions that Modelica has not, and what says the same there.
static const struct
{
  const char *name;
  guint n;
  char *(*dup) (char **values, const LwModelicaOperands *operands);
} rewritten[] = {
  { "step", 2, dup_step },    { "clamp", 3, dup_clamp },     { "smooth", 3, dup_smooth },
  { "int", 1, dup_integral }, { "sampled", 2, dup_sampled },
};

/// Appends a call, whose opening parenthesis is next.
static void
translate_call (Translation *self, const char *name)
{
  static const char *const functions[] = { "sin",   "cos",  "tan",  "asin",  "acos",  "atan",
                                           "atan2", "sinh", "cosh", "tanh",  "exp",   "log",
                                           "log10", "sqrt", "abs",  "sign",  "floor", "ceil",
                                           "mod",   "min",  "max",  "delay", NULL };

  // The exponent is a number or a name.
  self->is_known = self->is_known && !self->after_power;
  for (gsize i = 0; i < G_N_ELEMENTS (rewritten); i++)
    if (strcmp (rewritten[i].name, name) == 0) {
      g_auto (GStrv) values = take_arguments (self);
      const bool fits = values != NULL && g_strv_length (values) == rewritten[i].n;

      take_variable (self,
                     fits && self->is_known ? rewritten[i].dup (values, self->operands) : NULL);
      return;
    }
  if (strcmp (name, "ln") == 0)
    name = "log";
  self->is_known = self->is_known && is_in (name, functions);
  g_string_append (self->text, name);
}

static void
translate_name (Translation *self)
{
  static const char *const constants[][2] = { { "t", "time" },
                                              { "pi", "Modelica.Constants.pi" },
                                              { "tau", "(2*Modelica.Constants.pi)" },
                                              { "e", "Modelica.Constants.e" } };
  static const char *const of_spring[] = { "length", "rate" };
  const gsize length = strspn (self->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789_");
  g_autofree char *name = g_strndup (self->at, length);
  const char *word = NULL;
  const char *next = self->at + length + strspn (self->at + length, " \t\n");

  self->is_known = !self->after_operand;
  self->at = next;
  if (*next == '(') {
    translate_call (self, name);
    return;
  }
  for (gsize i = 0; i < G_N_ELEMENTS (of_spring); i++)
    if (strcmp (of_spring[i], name) == 0)
      word = self->operands->of_spring[i];
  if (word == NULL)
    word = g_hash_table_lookup (self->operands->words, name);
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

char *
lw_modelica_dup_expression (const char *expression, const LwModelicaOperands *operands)
{
  Translation self = {
    .at = expression, .operands = operands, .text = g_string_new (NULL), .is_known = true
  };

  while (self.is_known && *self.at != '\0') {
    const gsize quantity = lw_operand_skip_quantity (self.at, 0);

    if (g_ascii_isspace (*self.at))
      self.at++;
    else if (g_ascii_isdigit (*self.at) || *self.at == '.')
      translate_number (&self);
    else if (quantity == LW_OPERAND_OPEN)
      self.is_known = false;
    else if (quantity > 0)
      translate_quantity (&self, quantity);
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
lw_modelica_dup_function (const LwFunction *function)
{
  // A table is a spline, which blocks of the standard library interpolate otherwise.
  static char *(*const write[]) (const LwFunction *function) = {
    [LW_FUNCTION_CONSTANT] = dup_constant,
    [LW_FUNCTION_HARMONIC] = dup_harmonic,
    [LW_FUNCTION_POLYNOMIAL] = dup_polynomial,
    [LW_FUNCTION_EXPRESSION] = NULL,
  };

  return write[function->kind] != NULL ? write[function->kind](function) : NULL;
}
