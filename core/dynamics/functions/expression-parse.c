// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conversion of text to postfix code: precedence climbing with a limit on the depth, so that no
// text can exhaust the stack. The text must be valid UTF-8 of limited length. Operations that use
// only numbers are evaluated during parsing.

#include "expression-private.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum
{
  TOKEN_END,
  TOKEN_NUMBER,
  TOKEN_NAME,
  TOKEN_OPERATOR,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_COMMA,
  TOKEN_QUESTION,
  TOKEN_COLON,
} TokenKind;

typedef struct
{
  TokenKind kind;
  int start, length; ///< bytes
  int operation;     ///< operation of an operator
} Token;

/// Precedence of the operators with two operands. Operators with one operand are between products
/// and powers.
typedef enum
{
  LEVEL_NONE,
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_COMPARISON,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_POWER,
} Level;

typedef struct
{
  MbdParse *parse;
  Token token;
  int depth;         ///< nesting depth
  int values;        ///< number of values on the stack at this point of the code
  int opened;        ///< number of open parentheses
  bool in_arguments; ///< true if a comma may follow
  locale_t c_locale;
} Parser;

static bool parse_choice (Parser *self);
static bool parse_signed (Parser *self);

static bool
fail (Parser *self, MbdStatus code, int start, int length)
{
  MbdDiagnosis *why = self->parse->why;

  why->code = code;
  why->text_start = start;
  why->text_length = length;
  return false;
}

/* Tokens --------------------------------------------------------------------------------------- */

// Signs in the order of trial: longer ones before their prefixes.
static const struct
{
  const char *text;
  TokenKind kind;
  int operation;
} signs[] = {
  { "<=", TOKEN_OPERATOR, MBD_OPERATION_AT_MOST },
  { ">=", TOKEN_OPERATOR, MBD_OPERATION_AT_LEAST },
  { "==", TOKEN_OPERATOR, MBD_OPERATION_EQUAL },
  { "!=", TOKEN_OPERATOR, MBD_OPERATION_UNEQUAL },
  { "&&", TOKEN_OPERATOR, MBD_OPERATION_AND },
  { "||", TOKEN_OPERATOR, MBD_OPERATION_OR },
  { "+", TOKEN_OPERATOR, MBD_OPERATION_ADD },
  { "-", TOKEN_OPERATOR, MBD_OPERATION_SUBTRACT },
  { "*", TOKEN_OPERATOR, MBD_OPERATION_MULTIPLY },
  { "/", TOKEN_OPERATOR, MBD_OPERATION_DIVIDE },
  { "^", TOKEN_OPERATOR, MBD_OPERATION_POWER },
  { "<", TOKEN_OPERATOR, MBD_OPERATION_LESS },
  { ">", TOKEN_OPERATOR, MBD_OPERATION_GREATER },
  { "!", TOKEN_OPERATOR, MBD_OPERATION_NOT },
  { "\u2212", TOKEN_OPERATOR, MBD_OPERATION_SUBTRACT },
  { "\u00b7", TOKEN_OPERATOR, MBD_OPERATION_MULTIPLY },
  { "\u00d7", TOKEN_OPERATOR, MBD_OPERATION_MULTIPLY },
  { "\u00f7", TOKEN_OPERATOR, MBD_OPERATION_DIVIDE },
  { "\u2264", TOKEN_OPERATOR, MBD_OPERATION_AT_MOST },
  { "\u2265", TOKEN_OPERATOR, MBD_OPERATION_AT_LEAST },
  { "\u2260", TOKEN_OPERATOR, MBD_OPERATION_UNEQUAL },
  { "(", TOKEN_OPEN, 0 },
  { ")", TOKEN_CLOSE, 0 },
  { ",", TOKEN_COMMA, 0 },
  { "?", TOKEN_QUESTION, 0 },
  { ":", TOKEN_COLON, 0 },
};

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

/// Returns the number of bytes of white space at `text`, including the spaces that word processors
/// insert.
static int
space_length (const char *text)
{
  static const char *const spaces[] = { " ", "\t", "\n", "\r", "\u00a0", "\u2009", "\u202f" };

  for (int i = 0; i < (int) (sizeof spaces / sizeof spaces[0]); i++)
    if (strncmp (text, spaces[i], strlen (spaces[i])) == 0)
      return (int) strlen (spaces[i]);
  return 0;
}

static int
name_length (const char *text)
{
  int length = 0, bytes;

  while (mbd_is_letter (mbd_utf8_decode (text + length, &bytes))
         || (length > 0 && is_digit (text[length])))
    length += bytes;
  return length;
}

static int
digits_length (const char *text)
{
  int length = 0;

  while (is_digit (text[length]))
    length++;
  return length;
}

/// Returns the length of digits with at most one point among them, and of an exponent if digits
/// follow its e.
static int
number_length (const char *text)
{
  int length = digits_length (text);

  if (text[length] == '.')
    length += 1 + digits_length (text + length + 1);
  if (text[length] == 'e' || text[length] == 'E') {
    int sign = text[length + 1] == '+' || text[length + 1] == '-';
    int digits = digits_length (text + length + 1 + sign);

    if (digits > 0)
      length += 1 + sign + digits;
  }
  return length;
}

/// Advances to the next token.
static bool
advance (Parser *self)
{
  Token *token = &self->token;
  int start = token->start + token->length, space;

  while ((space = space_length (self->parse->text + start)) > 0)
    start += space;

  const char *text = self->parse->text + start;
  *token = (Token){ .kind = TOKEN_END, .start = start };
  if (*text == '\0')
    return true;

  if (is_digit (*text) || *text == '.') {
    token->kind = TOKEN_NUMBER;
    token->length = number_length (text);
    bool complete = !(*text == '.' && !is_digit (text[1]));
    int more = number_length (text + token->length);
    if (!complete || more > 0)
      return fail (self, MBD_STATUS_EXPRESSION_NUMBER, start, token->length + more);
    return true;
  }
  token->length = name_length (text);
  if (token->length > 0) {
    token->kind = TOKEN_NAME;
    return true;
  }
  for (int i = 0; i < (int) (sizeof signs / sizeof signs[0]); i++) {
    int length = (int) strlen (signs[i].text);

    if (strncmp (text, signs[i].text, (size_t) length) == 0) {
      *token = (Token){ signs[i].kind, start, length, signs[i].operation };
      return true;
    }
  }
  int bytes;
  mbd_utf8_decode (text, &bytes);
  return fail (self, MBD_STATUS_EXPRESSION_CHARACTER, start, bytes);
}

static bool
is_operator (const Parser *self, int operation)
{
  return self->token.kind == TOKEN_OPERATOR && self->token.operation == operation;
}

/* Code ----------------------------------------------------------------------------------------- */

static bool
emit_value (Parser *self, Token at, int operation, int index)
{
  MbdParse *parse = self->parse;

  if (++self->values > MBD_EXPRESSION_DEPTH)
    return fail (self, MBD_STATUS_EXPRESSION_TOO_DEEP, at.start, at.length);
  parse->code[parse->n_code++] = (MbdInstruction){ operation, index };
  return true;
}

static bool
emit_number (Parser *self, Token at, double number)
{
  MbdParse *parse = self->parse;

  parse->numbers[parse->n_numbers] = number;
  return emit_value (self, at, MBD_OPERATION_NUMBER, parse->n_numbers++);
}

/// Applies an operation to the values on the stack. Numbers are evaluated immediately if the result
/// is finite and also a plain number; an angle has a dimension.
static void
emit_operation (Parser *self, int operation)
{
  MbdParse *parse = self->parse;
  const MbdOperation *op = &mbd_operations[operation];
  const MbdInstruction *arguments = parse->code + parse->n_code - op->least;
  bool all_numbers = op->rule != MBD_RULE_TO_ANGLE && op->rule != MBD_RULE_ALIKE_TO_ANGLE;

  self->values -= op->least - 1;
  for (int i = 0; i < op->least; i++)
    all_numbers = all_numbers && arguments[i].operation == MBD_OPERATION_NUMBER;
  if (all_numbers) {
    // The numbers of adjacent instructions are adjacent because each is pushed once.
    double value = mbd_operation_value (op, parse->numbers + arguments[0].index);

    if (isfinite (value)) {
      parse->n_code -= op->least - 1;
      parse->n_numbers -= op->least - 1;
      parse->numbers[parse->n_numbers - 1] = value;
      return;
    }
  }
  parse->code[parse->n_code++] = (MbdInstruction){ operation, 0 };
}

/* Operands ------------------------------------------------------------------------------------- */

static bool
parse_number (Parser *self)
{
  Token token = self->token;
  const char *text = self->parse->text + token.start;
  // The conversion ends at the end of the token, except that it would read further in "0x1".
  double number = token.length == 1 ? *text - '0' : strtod_l (text, NULL, self->c_locale);

  if (isinf (number))
    return fail (self, MBD_STATUS_EXPRESSION_NUMBER_SIZE, token.start, token.length);
  return emit_number (self, token, number) && advance (self);
}

static int
find_name (const Parser *self, const char *name, int length)
{
  const MbdParse *parse = self->parse;

  for (int i = 0; i < parse->n_names; i++)
    if (strncmp (parse->names[i], name, (size_t) length) == 0 && parse->names[i][length] == '\0')
      return i;
  return -1;
}

static const double *
find_constant (const char *name, int length)
{
  static const struct
  {
    const char *name;
    double value;
  } constants[] = {
    { "pi", 3.14159265358979323846 },  { "\u03c0", 3.14159265358979323846 },
    { "tau", 6.28318530717958647692 }, { "\u03c4", 6.28318530717958647692 },
    { "e", 2.71828182845904523536 },
  };

  for (int i = 0; i < (int) (sizeof constants / sizeof constants[0]); i++)
    if ((int) strlen (constants[i].name) == length
        && memcmp (constants[i].name, name, (size_t) length) == 0)
      return &constants[i].value;
  return NULL;
}

/// Parses a variable or a constant. The current token is the one after the name.
static bool
parse_name (Parser *self, Token name)
{
  const char *text = self->parse->text + name.start;
  int variable = find_name (self, text, name.length);
  const double *constant = find_constant (text, name.length);

  if (self->token.kind == TOKEN_OPEN && (variable >= 0 || constant != NULL))
    return fail (self, MBD_STATUS_EXPRESSION_OPERATOR, self->token.start, self->token.length);
  if (variable >= self->parse->n_free)
    return emit_number (self, name, self->parse->values[variable - self->parse->n_free]);
  if (variable >= 0)
    return emit_value (self, name, MBD_OPERATION_VARIABLE, variable);
  if (constant != NULL)
    return emit_number (self, name, *constant);
  if (self->token.kind == TOKEN_OPEN)
    return fail (self, MBD_STATUS_EXPRESSION_FUNCTION, name.start, name.length);
  if (mbd_operation_by_name (text, name.length) >= 0)
    return fail (self, MBD_STATUS_EXPRESSION_NO_ARGUMENTS, name.start, name.length);
  return fail (self, MBD_STATUS_EXPRESSION_NAME, name.start, name.length);
}

/// Reports the error for an unexpected token after a complete value. `opened` is the open
/// parenthesis, or NULL. Returns false.
static bool
refuse_token (Parser *self, const Token *opened)
{
  int start = self->token.start, length = self->token.length;

  switch (self->token.kind) {
  case TOKEN_END:
    return fail (self, MBD_STATUS_EXPRESSION_OPENED, opened->start, opened->length);
  case TOKEN_CLOSE:
    return fail (self, MBD_STATUS_EXPRESSION_CLOSED, start, length);
  case TOKEN_COMMA:
    return fail (self, MBD_STATUS_EXPRESSION_COMMA, start, length);
  case TOKEN_COLON:
    return fail (self, MBD_STATUS_EXPRESSION_CHOICE, start, length);
  default:
    return fail (self, MBD_STATUS_EXPRESSION_OPERATOR, start, length);
  }
}

/// Parses the content of parentheses and the closing one. The current token is the one after the
/// opening one.
static bool
parse_group (Parser *self, Token opened)
{
  bool outer = self->in_arguments;

  self->in_arguments = false;
  self->opened++;
  if (!parse_choice (self))
    return false;
  self->opened--;
  self->in_arguments = outer;
  if (self->token.kind != TOKEN_CLOSE)
    return refuse_token (self, &opened);
  return advance (self);
}

/// Parses the arguments of a function, one or more; surplus arguments leave no code.
static bool
parse_arguments (Parser *self, const MbdOperation *op, int operation, int *count)
{
  do {
    if (*count > 0 && !advance (self))
      return false;

    int n_code = self->parse->n_code, n_numbers = self->parse->n_numbers, values = self->values;

    if (!parse_choice (self))
      return false;
    (*count)++;
    if (*count > op->most) {
      self->parse->n_code = n_code;
      self->parse->n_numbers = n_numbers;
      self->values = values;
    } else if (op->most == MBD_ANY_NUMBER && *count >= op->least) {
      emit_operation (self, operation);
    }
  } while (self->token.kind == TOKEN_COMMA);
  return true;
}

/// Parses a function. The current token is the opening parenthesis after its name.
static bool
parse_function (Parser *self, Token name, int operation)
{
  const MbdOperation *op = &mbd_operations[operation];
  Token opened = self->token;
  bool outer = self->in_arguments;
  int count = 0;

  if (!advance (self))
    return false;
  self->in_arguments = true;
  self->opened++;
  if (self->token.kind != TOKEN_CLOSE && !parse_arguments (self, op, operation, &count))
    return false;
  self->opened--;
  self->in_arguments = outer;
  if (self->token.kind != TOKEN_CLOSE)
    return refuse_token (self, &opened);
  if (count < op->least || count > op->most) {
    self->parse->why->value = count;
    return fail (self, MBD_STATUS_EXPRESSION_ARGUMENTS, name.start, name.length);
  }
  if (op->most != MBD_ANY_NUMBER)
    emit_operation (self, operation);
  return advance (self);
}

static bool
parse_primary (Parser *self)
{
  Token token = self->token;

  switch (token.kind) {
  case TOKEN_NUMBER:
    return parse_number (self);
  case TOKEN_OPEN:
    return advance (self) && parse_group (self, token);
  case TOKEN_NAME: {
    int function = mbd_operation_by_name (self->parse->text + token.start, token.length);

    if (!advance (self))
      return false;
    if (self->token.kind == TOKEN_OPEN && function >= 0)
      return parse_function (self, token, function);
    return parse_name (self, token);
  }
  case TOKEN_COMMA:
    if (!self->in_arguments)
      return fail (self, MBD_STATUS_EXPRESSION_COMMA, token.start, token.length);
    break;
  case TOKEN_CLOSE:
    if (self->opened == 0)
      return fail (self, MBD_STATUS_EXPRESSION_CLOSED, token.start, token.length);
    break;
  default:
    break;
  }
  return fail (self, MBD_STATUS_EXPRESSION_OPERAND, token.start, token.length);
}

/* Operators ------------------------------------------------------------------------------------ */

static bool
parse_power (Parser *self)
{
  if (!parse_primary (self))
    return false;
  if (!is_operator (self, MBD_OPERATION_POWER))
    return true;
  if (!advance (self) || !parse_signed (self))
    return false;
  emit_operation (self, MBD_OPERATION_POWER);
  return true;
}

static bool
parse_sign (Parser *self)
{
  int operation = is_operator (self, MBD_OPERATION_SUBTRACT) ? MBD_OPERATION_NEGATE
                  : is_operator (self, MBD_OPERATION_NOT)    ? MBD_OPERATION_NOT
                                                             : -1;

  if (operation < 0 && !is_operator (self, MBD_OPERATION_ADD))
    return parse_power (self);
  if (!advance (self) || !parse_signed (self))
    return false;
  if (operation >= 0)
    emit_operation (self, operation);
  return true;
}

/// Parses an operand with its signs and powers; all nesting passes through here.
static bool
parse_signed (Parser *self)
{
  if (++self->depth > MBD_EXPRESSION_DEPTH)
    return fail (self, MBD_STATUS_EXPRESSION_TOO_DEEP, self->token.start, self->token.length);

  bool parsed = parse_sign (self);

  self->depth--;
  return parsed;
}

static Level
level_of (const Parser *self)
{
  static const Level levels[] = {
    [MBD_OPERATION_ADD] = LEVEL_SUM,
    [MBD_OPERATION_SUBTRACT] = LEVEL_SUM,
    [MBD_OPERATION_MULTIPLY] = LEVEL_PRODUCT,
    [MBD_OPERATION_DIVIDE] = LEVEL_PRODUCT,
    [MBD_OPERATION_LESS] = LEVEL_COMPARISON,
    [MBD_OPERATION_AT_MOST] = LEVEL_COMPARISON,
    [MBD_OPERATION_GREATER] = LEVEL_COMPARISON,
    [MBD_OPERATION_AT_LEAST] = LEVEL_COMPARISON,
    [MBD_OPERATION_EQUAL] = LEVEL_COMPARISON,
    [MBD_OPERATION_UNEQUAL] = LEVEL_COMPARISON,
    [MBD_OPERATION_AND] = LEVEL_AND,
    [MBD_OPERATION_OR] = LEVEL_OR,
    [MBD_OPERATION_NOT] = LEVEL_NONE,
  };

  return self->token.kind == TOKEN_OPERATOR ? levels[self->token.operation] : LEVEL_NONE;
}

/// Parses operands joined by operators that bind at least as tightly as `least`.
static bool
parse_binary (Parser *self, Level least)
{
  Level level, last = LEVEL_NONE;

  if (!parse_signed (self))
    return false;
  while ((level = level_of (self)) != LEVEL_NONE && level >= least) {
    int operation = self->token.operation;

    if (level == LEVEL_COMPARISON && last == LEVEL_COMPARISON)
      return fail (self, MBD_STATUS_EXPRESSION_CHAIN, self->token.start, self->token.length);
    if (!advance (self) || !parse_binary (self, level + 1))
      return false;
    emit_operation (self, operation);
    last = level;
  }
  return true;
}

/// Parses condition ? value : value, from right to left.
static bool
parse_choice (Parser *self)
{
  if (!parse_binary (self, LEVEL_OR))
    return false;
  if (self->token.kind != TOKEN_QUESTION)
    return true;
  if (++self->depth > MBD_EXPRESSION_DEPTH)
    return fail (self, MBD_STATUS_EXPRESSION_TOO_DEEP, self->token.start, self->token.length);

  Token question = self->token;

  if (!advance (self) || !parse_choice (self))
    return false;
  if (self->token.kind == TOKEN_NUMBER || self->token.kind == TOKEN_NAME
      || self->token.kind == TOKEN_OPEN)
    return refuse_token (self, NULL);
  if (self->token.kind != TOKEN_COLON)
    return fail (self, MBD_STATUS_EXPRESSION_CHOICE, question.start, question.length);
  if (!advance (self) || !parse_choice (self))
    return false;
  self->depth--;
  emit_operation (self, MBD_OPERATION_CHOOSE);
  return true;
}

static bool
parse_all (Parser *self)
{
  if (!advance (self))
    return false;
  if (self->token.kind == TOKEN_END)
    return fail (self, MBD_STATUS_EXPRESSION_EMPTY, 0, 0);
  if (!parse_choice (self))
    return false;
  return self->token.kind == TOKEN_END || refuse_token (self, NULL);
}

MbdStatus
mbd_expression_parse (MbdParse *parse)
{
  Parser self = { .parse = parse, .c_locale = newlocale (LC_ALL_MASK, "C", (locale_t) 0) };

  if (self.c_locale == (locale_t) 0) {
    parse->why->code = MBD_STATUS_OUT_OF_MEMORY;
    return MBD_STATUS_OUT_OF_MEMORY;
  }

  bool parsed = parse_all (&self);

  freelocale (self.c_locale);
  return parsed ? MBD_STATUS_OK : parse->why->code;
}
