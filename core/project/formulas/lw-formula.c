// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Units are removed from the text before the engine's evaluator reads it: a number with its unit
// becomes a variable whose value is in SI, a unit after a parenthesis becomes a factor. For every
// byte passed to the evaluator, its position in the original text is recorded, so that the columns
// in error messages refer to the original text.

#include "lw-formula.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-operand.h"

/// Kind of a token.
typedef enum
{
  TOKEN_OTHER, ///< an operator, a space, a separator
  TOKEN_NUMBER,
  TOKEN_NAME, ///< name of a parameter, a constant or a function
  TOKEN_UNIT, ///< unit after a number or a closing parenthesis
  TOKEN_OPEN,
  TOKEN_CLOSE,
} TokenKind;

typedef struct
{
  TokenKind kind;
  gsize start, end; ///< bytes
} Token;

static const char *const constants[] = { "pi", "tau", "e", "π", "τ" };

// ---- scanning -------------------------------------------------------------------------------

static bool
is_letter (const char *text)
{
  return *text == '_' || g_unichar_isalpha (g_utf8_get_char (text));
}

/// Returns true for characters of units that are not letters.
static bool
is_unit_sign (const char *text)
{
  return *text == '%' || g_utf8_get_char (text) == 0x00b0;
}

static gsize
skip_blanks (const char *text, gsize at)
{
  while (text[at] != '\0' && g_unichar_isspace (g_utf8_get_char (text + at)))
    at = (gsize) (g_utf8_next_char (text + at) - text);
  return at;
}

static gsize
skip_word (const char *text, gsize at)
{
  while (text[at] != '\0' && (is_letter (text + at) || g_ascii_isdigit (text[at])))
    at = (gsize) (g_utf8_next_char (text + at) - text);
  return at;
}

static gsize
skip_number (const char *text, gsize at, char decimal_point)
{
  const gsize start = at;
  bool has_point = false;

  for (;; at++) {
    if (g_ascii_isdigit (text[at]))
      continue;
    // "1,5" is a number in locales with a decimal comma, "1, 5" is not.
    if (has_point
        || !(text[at] == '.'
             || (text[at] != '\0' && text[at] == decimal_point && at > start
                 && g_ascii_isdigit (text[at + 1]))))
      break;
    has_point = true;
  }
  if (text[at] == 'e' || text[at] == 'E') {
    const gsize sign = text[at + 1] == '-' || text[at + 1] == '+' ? 2 : 1;

    if (g_ascii_isdigit (text[at + sign]))
      for (at += sign; g_ascii_isdigit (text[at]);)
        at++;
  }
  return at;
}

/// Returns the end of a word with its power: "m", "m^2", "s⁻¹", "°"; returns `at` if there is none.
static gsize
skip_unit_word (const char *text, gsize at)
{
  const gsize start = at;
  gsize power;

  while (text[at] != '\0' && (is_letter (text + at) || is_unit_sign (text + at)))
    at = (gsize) (g_utf8_next_char (text + at) - text);
  if (at == start)
    return start;
  power = text[at] == '^' ? at + 1 : at;
  if (text[power] == '-' && (g_ascii_isdigit (text[power + 1])))
    power++;
  if (g_ascii_isdigit (text[power])) {
    while (g_ascii_isdigit (text[power]))
      power++;
    return power;
  }
  while (text[at] != '\0' && strchr ("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", text[at]) != NULL
         && g_unichar_type (g_utf8_get_char (text + at)) != G_UNICODE_DECIMAL_NUMBER) {
    const gunichar sign = g_utf8_get_char (text + at);

    if (sign != 0x00b2 && sign != 0x00b3 && sign != 0x00b9 && (sign < 0x2070 || sign > 0x207b))
      break;
    at = (gsize) (g_utf8_next_char (text + at) - text);
  }
  return at;
}

/// Names that are not units.
typedef struct
{
  const LwMechanism *mechanism; ///< its parameters are names; may be NULL
  const char *name;             ///< an additional name; may be NULL
} Names;

static bool
is_name (const Names *names, const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (constants); i++)
    if (g_str_equal (constants[i], word))
      return true;
  return g_strcmp0 (names->name, word) == 0
         || (names->mechanism != NULL
             && lw_mechanism_find_parameter (names->mechanism, word) != NULL);
}

/// Skips the separator between words of a unit: spaces with at most one operator.
static gsize
skip_joint (const char *text, gsize at)
{
  at = skip_blanks (text, at);
  if (text[at] == '/' || text[at] == '*' || text[at] == '.')
    return skip_blanks (text, at + 1);
  if (g_utf8_get_char (text + at) == 0x00b7)
    return skip_blanks (text, at + 2);
  return at;
}

/// Returns the end of the longest unit at this position, or the position itself if there is none.
/// Names of parameters and functions end a unit.
static gsize
skip_unit (const char *text, gsize start, const Names *names)
{
  gsize end = start;
  gsize at = start;
  MbdDimension dimension;
  double factor;

  for (;;) {
    const gsize after = skip_unit_word (text, at);
    g_autofree char *word = g_strndup (text + at, skip_word (text, at) - at);
    g_autofree char *unit = g_strndup (text + start, after - start);

    if (after == at || text[skip_blanks (text, after)] == '('
        || (at > start && is_name (names, word)) || !lw_unit_measure (unit, &dimension, &factor))
      return end;
    end = after;
    at = skip_joint (text, after);
  }
}

/// Splits the text into tokens. The text must be valid UTF-8.
static GArray *
scan (const char *text, const Names *names, char decimal_point, bool with_units)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (Token));
  bool may_have_unit = false;
  gsize at = 0;

  while (text[at] != '\0') {
    Token token = { TOKEN_OTHER, at, (gsize) (g_utf8_next_char (text + at) - text) };
    const gsize unit_end = may_have_unit ? skip_unit (text, at, names) : at;

    if (g_unichar_isspace (g_utf8_get_char (text + at))) {
      g_array_append_val (tokens, token);
      at = token.end;
      continue;
    }
    if (unit_end > at) {
      token.kind = TOKEN_UNIT;
      token.end = unit_end;
    } else if (g_ascii_isdigit (text[at]) || (text[at] == '.' && g_ascii_isdigit (text[at + 1]))) {
      token.kind = TOKEN_NUMBER;
      token.end = skip_number (text, at, decimal_point);
    } else if (!with_units && lw_operand_skip_quantity (text, at) > at) {
      // A word in it is not a parameter.
      token.end = lw_operand_skip_quantity (text, at);
    } else if (is_letter (text + at)) {
      token.kind = TOKEN_NAME;
      token.end = skip_word (text, at);
    } else if (text[at] == '(' || text[at] == ')') {
      token.kind = text[at] == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
    }
    g_array_append_val (tokens, token);
    may_have_unit = with_units && (token.kind == TOKEN_NUMBER || token.kind == TOKEN_CLOSE);
    at = token.end;
  }
  return tokens;
}

static char *
dup_token (const char *text, const Token *token)
{
  return g_strndup (text + token->start, token->end - token->start);
}

/// Returns true for a name that is not a function.
static bool
is_variable (const char *text, const Token *token)
{
  return token->kind == TOKEN_NAME && text[skip_blanks (text, token->end)] != '(';
}

// ---- code for the evaluator -----------------------------------------------------------------

typedef struct
{
  const char *text;
  const LwFormulaScope *scope;
  GArray *tokens;
  GString *code;
  GArray *origin;     ///< array of gsize: position in the text of each byte of the code
  GPtrArray *names;   ///< the parameters, then the variables for numbers with units
  GArray *values;     ///< array of double
  GArray *dimensions; ///< array of MbdDimension
  GArray *open;       ///< array of gsize: positions of the unclosed parentheses in the code
  guint n_parameters; ///< including the variables
  const LwFormulaVariable *variables;
  guint n_variables;
  const char *typed; ///< text for messages
} Translation;

static void
append (Translation *self, const char *code, gsize length, gsize origin, bool follows)
{
  for (gsize i = 0; i < length; i++) {
    const gsize place = origin + (follows ? i : 0);

    g_array_append_val (self->origin, place);
  }
  g_string_append_len (self->code, code, (gssize) length);
}

static void
insert (Translation *self, gsize at, const char *code)
{
  const gsize origin = g_array_index (self->origin, gsize, at);

  g_string_insert (self->code, (gssize) at, code);
  for (gsize i = 0; i < strlen (code); i++)
    g_array_insert_val (self->origin, at, origin);
}

static void
add_variable (Translation *self, char *name, double value, const MbdDimension *dimension)
{
  g_ptr_array_add (self->names, name);
  g_array_append_val (self->values, value);
  g_array_append_val (self->dimensions, *dimension);
}

/// Returns a name that no user would enter: no parameter begins like it.
static char *
dup_free_name (Translation *self)
{
  g_autofree char *stem = g_strdup ("u");
  bool is_free = false;

  while (!is_free) {
    is_free = true;
    for (guint i = 0; i < self->n_parameters && is_free; i++)
      is_free = !g_str_has_prefix (self->names->pdata[i], stem);
    if (!is_free) {
      char *longer = g_strconcat (stem, "_", NULL);

      g_free (stem);
      stem = longer;
    }
  }
  return g_strdup_printf ("%s%u", stem, self->names->len);
}

static double
read_number (const Translation *self, const Token *token)
{
  g_autofree char *number = dup_token (self->text, token);

  if (self->scope->decimal_point != 0)
    g_strdelimit (number, (char[]){ self->scope->decimal_point, '\0' }, '.');
  return g_ascii_strtod (number, NULL);
}

static void
append_number (Translation *self, const Token *token)
{
  g_autofree char *number = dup_token (self->text, token);

  if (self->scope->decimal_point != 0)
    g_strdelimit (number, (char[]){ self->scope->decimal_point, '\0' }, '.');
  append (self, number, strlen (number), token->start, true);
}

static const Token *
get_unit (const Translation *self, guint index)
{
  for (index++; index < self->tokens->len; index++) {
    const Token *token = &g_array_index (self->tokens, Token, index);

    if (token->kind == TOKEN_UNIT)
      return token;
    if (!g_unichar_isspace (g_utf8_get_char (self->text + token->start)))
      return NULL;
  }
  return NULL;
}

static void
translate_number (Translation *self, guint index)
{
  const Token *token = &g_array_index (self->tokens, Token, index);
  const Token *unit = get_unit (self, index);
  g_autofree char *unit_text = unit != NULL ? dup_token (self->text, unit) : NULL;
  MbdDimension dimension;
  double factor;
  char *name;

  if (unit == NULL || !lw_unit_measure (unit_text, &dimension, &factor)) {
    append_number (self, token);
    return;
  }
  name = dup_free_name (self);
  append (self, name, strlen (name), token->start, false);
  add_variable (self, name, read_number (self, token) * factor, &dimension);
}

static void
translate_close (Translation *self, guint index)
{
  const Token *token = &g_array_index (self->tokens, Token, index);
  const Token *unit = get_unit (self, index);
  g_autofree char *unit_text = unit != NULL ? dup_token (self->text, unit) : NULL;
  g_autofree char *behind = NULL;
  MbdDimension dimension;
  double factor;
  gsize start = 0;
  char *name;

  append (self, ")", 1, token->start, true);
  if (self->open->len == 0)
    return;
  start = g_array_index (self->open, gsize, self->open->len - 1);
  g_array_set_size (self->open, self->open->len - 1);
  if (unit == NULL || !lw_unit_measure (unit_text, &dimension, &factor))
    return;
  name = dup_free_name (self);
  insert (self, start, "(");
  behind = g_strdup_printf ("*%s)", name);
  append (self, behind, strlen (behind), unit->start, false);
  add_variable (self, name, factor, &dimension);
}

static void
translate_tokens (Translation *self)
{
  gsize name_start = 0;
  bool after_name = false;

  for (guint i = 0; i < self->tokens->len; i++) {
    const Token *token = &g_array_index (self->tokens, Token, i);
    const gsize start = after_name ? name_start : self->code->len;

    switch (token->kind) {
    case TOKEN_NUMBER:
      translate_number (self, i);
      break;
    case TOKEN_CLOSE:
      translate_close (self, i);
      break;
    case TOKEN_OPEN:
      g_array_append_val (self->open, start);
      append (self, "(", 1, token->start, true);
      break;
    case TOKEN_UNIT:
      break;
    case TOKEN_NAME:
      name_start = self->code->len;
      append (self, self->text + token->start, token->end - token->start, token->start, true);
      break;
    case TOKEN_OTHER:
      // Without decimal commas, semicolons also separate arguments.
      append (self, self->text[token->start] == ';' ? "," : self->text + token->start,
              self->text[token->start] == ';' ? 1 : token->end - token->start, token->start, true);
      break;
    }
    after_name = token->kind == TOKEN_NAME;
  }
  g_array_append_val (self->origin, (gsize){ strlen (self->text) });
}

/// Returns the parameters used, without duplicates, in the order of first use. Transfer container.
static GPtrArray *
find_parameters (const char *text, const GArray *tokens, const LwMechanism *mechanism)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; mechanism != NULL && i < tokens->len; i++) {
    const Token *token = &g_array_index (tokens, Token, i);
    g_autofree char *word = is_variable (text, token) ? dup_token (text, token) : NULL;
    const LwParameter *parameter =
      word != NULL ? lw_mechanism_find_parameter (mechanism, word) : NULL;

    if (parameter != NULL && !g_ptr_array_find (found, parameter, NULL))
      g_ptr_array_add (found, (void *) parameter);
  }
  return found;
}

static void
translation_init (Translation *self, const char *text, const LwFormulaScope *scope)
{
  const LwMechanism *mechanism = scope->mechanism;
  g_autoptr (GPtrArray) parameters = NULL;

  self->text = text;
  self->scope = scope;
  self->tokens = scan (text, &(Names){ mechanism, NULL }, scope->decimal_point, true);
  parameters = find_parameters (text, self->tokens, mechanism);
  self->code = g_string_new (NULL);
  self->origin = g_array_new (FALSE, FALSE, sizeof (gsize));
  // Reserve space even without names, as their array is passed on.
  self->names = g_ptr_array_new_full (4, g_free);
  self->values = g_array_new (FALSE, FALSE, sizeof (double));
  self->dimensions = g_array_new (FALSE, FALSE, sizeof (MbdDimension));
  self->open = g_array_new (FALSE, FALSE, sizeof (gsize));
  if (self->typed == NULL)
    self->typed = text;
  for (guint i = 0; i < self->n_variables; i++)
    // The values of the variables are not yet known.
    add_variable (self, g_strdup (self->variables[i].name), NAN, &self->variables[i].dimension);
  // Only used parameters are added, as there may be many others.
  for (guint i = 0; i < parameters->len; i++) {
    const LwParameter *parameter = parameters->pdata[i];
    MbdDimension dimension = { 0 };
    double factor;

    if (!lw_unit_measure (parameter->unit, &dimension, &factor))
      dimension = (MbdDimension){ 0 };
    add_variable (self, g_strdup (parameter->name), parameter->value, &dimension);
  }
  self->n_parameters = self->names->len;
  translate_tokens (self);
}

static void
translation_clear (Translation *self)
{
  g_array_unref (self->tokens);
  g_string_free (self->code, TRUE);
  g_array_unref (self->origin);
  g_ptr_array_unref (self->names);
  g_array_unref (self->values);
  g_array_unref (self->dimensions);
  g_array_unref (self->open);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Translation, translation_clear)

// ---- error messages -------------------------------------------------------------------------

static bool refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static bool
refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (LW_ERROR, LW_ERROR_USAGE, format, arguments);
  va_end (arguments);
  return false;
}

/// Returns the names of all parameters; the mechanism owns the strings.
static GPtrArray *
dup_parameter_names (const LwMechanism *mechanism)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; mechanism != NULL && i < lw_mechanism_get_n_parameters (mechanism); i++)
    g_ptr_array_add (names, lw_mechanism_get_parameter (mechanism, i)->name);
  return names;
}

/// Reports an unknown name where there are no parameters.
static bool
refuse_name (const Translation *self, const MbdDiagnosis *why, GError **error)
{
  const char *start = self->typed + why->text_start;
  g_autofree char *name = g_strndup (start, (gsize) why->text_length);

  return refuse (error,
                 _ ("The name ‘%s’ in column %ld is not known here; only numbers and functions "
                    "are, until a parameter of that name is added."),
                 name, g_utf8_pointer_to_offset (self->typed, start) + 1);
}

/// Reports a syntax error: an unknown word after a number if there is one, else the position.
static bool
refuse_syntax (const Translation *self, MbdDiagnosis *why, GError **error)
{
  char sentence[1024];
  const gsize start = (gsize) MAX (why->text_start, 0);
  const gsize end = start + (gsize) MAX (why->text_length, 0);
  const gsize last = self->origin->len - 1;
  g_autoptr (GPtrArray) names = NULL;

  for (guint i = 1; i < self->tokens->len; i++) {
    const Token *token = &g_array_index (self->tokens, Token, i);
    guint before = i - 1;

    while (before > 0
           && g_ascii_isspace (self->text[g_array_index (self->tokens, Token, before).start]))
      before--;
    if (token->kind == TOKEN_NAME
        && g_array_index (self->tokens, Token, before).kind == TOKEN_NUMBER) {
      g_autofree char *word = dup_token (self->text, token);

      return refuse (error, _ ("“%s” is not a unit; use %s, for example."), word,
                     self->scope->shown != NULL ? self->scope->shown : self->scope->unit);
    }
  }
  why->text_start = (int) g_array_index (self->origin, gsize, MIN (start, last));
  why->text_length = (int) g_array_index (self->origin, gsize, MIN (end, last)) - why->text_start;
  names = dup_parameter_names (self->scope->mechanism);
  if (why->code == MBD_STATUS_EXPRESSION_NAME && self->scope->mechanism != NULL && names->len == 0)
    return refuse_name (self, why, error);
  mbd_expression_explain (self->typed, (const char *const *) names->pdata, (int) names->len, why,
                          sentence, sizeof sentence);
  sentence[0] = g_ascii_toupper (sentence[0]);
  return refuse (error, "%s.", sentence);
}

// ---- values ---------------------------------------------------------------------------------

static bool
find_dimension (const Translation *self,
                const MbdExpression *expression,
                MbdDimension *found,
                GError **error)
{
  MbdDimension faults[2];
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  if (mbd_expression_dimension (expression, (const double *) (const void *) self->values->data,
                                (const MbdDimension *) (const void *) self->dimensions->data, found,
                                faults))
    return true;
  first = lw_unit_dup_words (&faults[0]);
  second = lw_unit_dup_words (&faults[1]);
  if (mbd_dimension_is_number (&faults[0]) || mbd_dimension_is_number (&faults[1]))
    return refuse (error, _ ("%s and a plain number do not go together; give both the same unit."),
                   mbd_dimension_is_number (&faults[0]) ? second : first);
  return refuse (error, _ ("%s and %s do not go together; give both the same unit."), first,
                 second);
}

static bool
check_dimension (const Translation *self,
                 const MbdExpression *expression,
                 bool *is_plain,
                 GError **error)
{
  const LwFormulaScope *scope = self->scope;
  MbdDimension wanted = { 0 };
  MbdDimension found;
  double factor;

  if (!find_dimension (self, expression, &found, error))
    return false;
  if (!lw_unit_measure (scope->unit, &wanted, &factor))
    wanted = (MbdDimension){ 0 };
  *is_plain =
    found.is_any || (mbd_dimension_is_number (&found) && !mbd_dimension_is_number (&wanted));
  if (!*is_plain && !mbd_dimension_alike (&found, &wanted)) {
    g_autofree char *words = lw_unit_dup_words (&found);

    if (mbd_dimension_is_number (&wanted))
      return refuse (error, _ ("This is in %s; a number without a unit is expected here."), words);
    return refuse (error, _ ("This is in %s; a value in %s is expected here."), words,
                   scope->shown != NULL ? scope->shown : scope->unit);
  }
  return true;
}

static bool
evaluate (const char *text,
          const LwFormulaScope *scope,
          double *value,
          bool *is_plain,
          GError **error)
{
  g_auto (Translation) translation = { .text = NULL };
  MbdExpression *expression = NULL;
  MbdDiagnosis why = { .row = -1 };
  bool done;

  translation_init (&translation, text, scope);
  if (mbd_expression_compile (translation.code->str, (const char *const *) translation.names->pdata,
                              (int) translation.names->len, &expression, &why)
      != MBD_STATUS_OK)
    return refuse_syntax (&translation, &why, error);
  done = check_dimension (&translation, expression, is_plain, error);
  if (done
      && mbd_expression_value (expression, (const double *) (const void *) translation.values->data,
                               value)
           != MBD_STATUS_OK)
    done = refuse (error, _ ("The result is not finite; check whether it divides by zero."));
  mbd_expression_unref (expression);
  if (done && *is_plain && scope->shown != NULL)
    *value *= lw_unit_factor (scope->shown);
  return done;
}

bool
lw_formula_evaluate (const char *text, const LwFormulaScope *scope, double *value, GError **error)
{
  bool is_plain;

  g_return_val_if_fail (text != NULL && scope->unit != NULL, false);

  if (!g_utf8_validate (text, -1, NULL) || strlen (text) > LW_FORMULA_LENGTH)
    return refuse (error, _ ("This is too long or is not valid text; type a number."));
  return evaluate (text, scope, value, &is_plain, error);
}

bool
lw_formula_compile (const char *text,
                    const char *typed,
                    const LwMechanism *mechanism,
                    const LwFormulaVariable *variables,
                    guint n_variables,
                    MbdExpression **expression,
                    MbdDimension *dimension,
                    GError **error)
{
  const LwFormulaScope scope = { .mechanism = mechanism, .unit = "N" };
  g_auto (Translation)
    translation = { .variables = variables, .n_variables = n_variables, .typed = typed };
  const char *const *names;
  MbdExpression *open = NULL;
  MbdDiagnosis why = { .row = -1 };
  bool done;

  translation_init (&translation, text, &scope);
  names = (const char *const *) translation.names->pdata;
  if (mbd_expression_compile (translation.code->str, names, (int) translation.names->len, &open,
                              &why)
      != MBD_STATUS_OK)
    return refuse_syntax (&translation, &why, error);
  done = find_dimension (&translation, open, dimension, error);
  mbd_expression_unref (open);
  if (!done)
    return false;
  // Compile again with the parameters and the numbers with units as constants.
  mbd_expression_compile_bound (
    translation.code->str, names, (int) translation.names->len, (int) n_variables,
    (const double *) (const void *) translation.values->data + n_variables, expression, NULL);
  return true;
}

// ---- text conversion ------------------------------------------------------------------------

bool
lw_formula_uses (const char *text, const char *name, bool with_units)
{
  g_autoptr (GArray) tokens = NULL;
  bool uses = false;

  if (!g_utf8_validate (text, -1, NULL))
    return false;
  tokens = scan (text, &(Names){ NULL, name }, 0, with_units);
  for (guint i = 0; i < tokens->len && !uses; i++) {
    const Token *token = &g_array_index (tokens, Token, i);
    g_autofree char *word = dup_token (text, token);

    uses = is_variable (text, token) && g_str_equal (word, name);
  }
  return uses;
}

GPtrArray *
lw_formula_find_parameters (const char *text, const LwMechanism *mechanism)
{
  g_autoptr (GArray) tokens = NULL;

  if (!g_utf8_validate (text, -1, NULL))
    return g_ptr_array_new ();
  tokens = scan (text, &(Names){ mechanism, NULL }, 0, true);
  return find_parameters (text, tokens, mechanism);
}

bool
lw_formula_uses_parameters (const char *text, const LwMechanism *mechanism)
{
  g_autoptr (GPtrArray) found = lw_formula_find_parameters (text, mechanism);

  return found->len > 0;
}

char *
lw_formula_replace (const char *text, const char *name, const char *replacement, bool with_units)
{
  g_autoptr (GArray) tokens = NULL;
  GString *result = g_string_new (NULL);

  if (!g_utf8_validate (text, -1, NULL))
    return g_string_free (g_string_append (result, text), FALSE);
  tokens = scan (text, &(Names){ NULL, name }, 0, with_units);
  for (guint i = 0; i < tokens->len; i++) {
    const Token *token = &g_array_index (tokens, Token, i);
    g_autofree char *word = dup_token (text, token);

    g_string_append (result,
                     is_variable (text, token) && g_str_equal (word, name) ? replacement : word);
  }
  return g_string_free (result, FALSE);
}

char **
lw_formula_split (const char *text, char decimal_point)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  g_autoptr (GArray) tokens = NULL;
  gsize start = 0;
  int depth = 0;

  if (!g_utf8_validate (text, -1, NULL)) {
    g_ptr_array_add (parts, g_strdup (text));
    g_ptr_array_add (parts, NULL);
    return (char **) g_ptr_array_steal (parts, NULL);
  }
  tokens = scan (text, &(Names){ NULL, NULL }, decimal_point, false);
  for (guint i = 0; i < tokens->len; i++) {
    const Token *token = &g_array_index (tokens, Token, i);

    depth += token->kind == TOKEN_OPEN ? 1 : token->kind == TOKEN_CLOSE ? -1 : 0;
    if (depth > 0 || (text[token->start] != ',' && text[token->start] != ';'))
      continue;
    g_ptr_array_add (parts, g_strstrip (g_strndup (text + start, token->start - start)));
    start = token->end;
  }
  g_ptr_array_add (parts, g_strstrip (g_strdup (text + start)));
  g_ptr_array_add (parts, NULL);
  return (char **) g_ptr_array_steal (parts, NULL);
}

char *
lw_formula_dup_kept (const char *text, const LwFormulaScope *scope)
{
  g_autoptr (GArray) tokens =
    scan (text, &(Names){ scope->mechanism, NULL }, scope->decimal_point, true);
  g_autoptr (GString) kept = g_string_new (NULL);
  double value;
  bool is_plain = false;

  for (guint i = 0; i < tokens->len; i++) {
    const Token *token = &g_array_index (tokens, Token, i);
    g_autofree char *word = dup_token (text, token);

    if (token->kind == TOKEN_NUMBER && scope->decimal_point != 0)
      g_strdelimit (word, (char[]){ scope->decimal_point, '\0' }, '.');
    g_string_append (kept, token->kind == TOKEN_OTHER && *word == ';' ? "," : word);
  }
  if (scope->shown == NULL || g_str_equal (scope->shown, "1")
      || !evaluate (text, scope, &value, &is_plain, NULL) || !is_plain)
    return g_strdup (kept->str);
  return g_strdup_printf ("(%s) %s", kept->str, scope->shown);
}
