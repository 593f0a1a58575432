// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Expressions: compiled from text, evaluated as postfix code on a stack of limited depth.

#include "expression-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Text ----------------------------------------------------------------------------------------- */

int32_t
mbd_utf8_decode (const char *text, int *length)
{
  // Smallest character that needs 1, 2, 3 or 4 bytes: a longer encoding of a smaller one is not
  // valid.
  static const int32_t least[] = { 0, 0x80, 0x800, 0x10000 };
  unsigned char first = (unsigned char) *text;
  int more = first < 0x80 ? 0 : (first & 0xe0) == 0xc0 ? 1 : (first & 0xf0) == 0xe0 ? 2 : 3;
  int32_t character = more == 0 ? first : first & (0x3f >> more);

  *length = 1;
  if (first >= 0x80 && (first & 0xc0) != 0xc0)
    return -1;
  if (first >= 0xf8)
    return -1;
  for (int i = 1; i <= more; i++) {
    if ((text[i] & 0xc0) != 0x80)
      return -1;
    character = character << 6 | (text[i] & 0x3f);
  }
  if (character < least[more] || character > 0x10ffff
      || (character >= 0xd800 && character <= 0xdfff))
    return -1;
  *length = more + 1;
  return character;
}

bool
mbd_is_letter (int32_t c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
         || (c >= 0xc0 && c <= 0x24f && c != 0xd7 && c != 0xf7) // Latin without the two signs
         || (c >= 0x370 && c <= 0x3ff && c != 0x375 && c != 0x37e && c != 0x384 && c != 0x385
             && c != 0x387 && c != 0x3f6) // Greek without its punctuation
         || (c >= 0x400 && c <= 0x52f && !(c >= 0x482 && c <= 0x489)) // Cyrillic without its signs
         || (c >= 0x1e00 && c <= 0x1eff);
}

bool
mbd_expression_is_name (const char *name)
{
  if (name == NULL || *name == '\0')
    return false;
  for (int at = 0, bytes; name[at] != '\0'; at += bytes) {
    bool digit = name[at] >= '0' && name[at] <= '9';

    if (!mbd_is_letter (mbd_utf8_decode (name + at, &bytes)) && !(digit && at > 0))
      return false;
  }
  return true;
}

/// Checks that the text is valid UTF-8 of limited length.
static MbdStatus
check_text (const char *text, MbdDiagnosis *why)
{
  for (int at = 0, bytes; text[at] != '\0'; at += bytes) {
    int32_t character = mbd_utf8_decode (text + at, &bytes);

    why->text_start = at;
    why->text_length = bytes;
    if (at + bytes > MBD_EXPRESSION_LENGTH)
      return MBD_STATUS_EXPRESSION_TOO_LONG;
    if (character < 0)
      return MBD_STATUS_EXPRESSION_ENCODING;
  }
  why->text_start = 0;
  why->text_length = 0;
  return MBD_STATUS_OK;
}

static MbdStatus
check_names (const char *const *names, int count, MbdDiagnosis *why)
{
  for (int i = 0; i < count; i++) {
    why->row = i;
    if (!mbd_expression_is_name (names[i]))
      return MBD_STATUS_BAD_VARIABLE_NAME;
    for (int j = 0; j < i; j++)
      if (strcmp (names[i], names[j]) == 0)
        return MBD_STATUS_DUPLICATE_NAME;
  }
  why->row = -1;
  return MBD_STATUS_OK;
}

/* Compilation ---------------------------------------------------------------------------------- */

static void *
copy (MbdArena *arena, const void *data, int count, size_t size)
{
  void *memory = mbd_arena_take (arena, (size_t) count, size);

  return memory != NULL && count > 0 ? memcpy (memory, data, (size_t) count * size) : memory;
}

/// Creates the expression with copies of all that it needs from the parse.
static MbdStatus
keep (const MbdParse *parse, MbdExpression **expression)
{
  MbdExpression *self = calloc (1, sizeof *self);

  if (self == NULL)
    return MBD_STATUS_OUT_OF_MEMORY;
  atomic_init (&self->references, 1);
  self->n_code = parse->n_code;
  self->n_numbers = parse->n_numbers;
  self->n_variables = parse->n_free;
  self->code = copy (&self->arena, parse->code, parse->n_code, sizeof *parse->code);
  self->numbers = copy (&self->arena, parse->numbers, parse->n_numbers, sizeof *parse->numbers);
  self->text = copy (&self->arena, parse->text, parse->length + 1, 1);
  self->used = MBD_TAKE (&self->arena, bool, parse->n_free);
  self->names = MBD_TAKE (&self->arena, char *, parse->n_free);
  for (int i = 0; i < parse->n_free && !self->arena.failed; i++)
    self->names[i] = copy (&self->arena, parse->names[i], (int) strlen (parse->names[i]) + 1, 1);
  if (self->arena.failed) {
    mbd_expression_unref (self);
    return MBD_STATUS_OUT_OF_MEMORY;
  }
  for (int i = 0; i < self->n_code; i++)
    if (self->code[i].operation == MBD_OPERATION_VARIABLE)
      self->used[self->code[i].index] = true;
  // Sums and products of straight lines have knots only through their arguments.
  for (int i = 0; i < self->n_code; i++)
    self->switches |= self->code[i].operation > MBD_OPERATION_POWER
                      && mbd_operations[self->code[i].operation].piece != NULL;
  *expression = self;
  return MBD_STATUS_OK;
}

static MbdStatus
compile (MbdParse *parse, MbdExpression **expression)
{
  parse->why->value = parse->n_names;
  if (parse->n_names < 0)
    return MBD_STATUS_BAD_PARAMETER;
  parse->why->value = 0;

  MbdStatus status = check_names (parse->names, parse->n_names, parse->why);

  if (status != MBD_STATUS_OK)
    return status;
  if (parse->text == NULL)
    return MBD_STATUS_EXPRESSION_EMPTY;
  status = check_text (parse->text, parse->why);
  if (status != MBD_STATUS_OK)
    return status;

  // Every instruction comes from its own token, and every token has at least one byte.
  parse->length = (int) strlen (parse->text);
  parse->code = calloc ((size_t) parse->length + 1, sizeof *parse->code);
  parse->numbers = calloc ((size_t) parse->length + 1, sizeof *parse->numbers);
  if (parse->code == NULL || parse->numbers == NULL)
    status = MBD_STATUS_OUT_OF_MEMORY;
  else
    status = mbd_expression_parse (parse);
  if (status == MBD_STATUS_OK)
    status = keep (parse, expression);
  free (parse->code);
  free (parse->numbers);
  return status;
}

MbdStatus
mbd_expression_compile_bound (const char *text,
                              const char *const *names,
                              int count,
                              int free,
                              const double *values,
                              MbdExpression **expression,
                              MbdDiagnosis *why)
{
  MbdDiagnosis reason = { .row = -1 };
  MbdParse parse = {
    .text = text,
    .names = names,
    .n_names = count,
    .n_free = free,
    .values = values,
    .why = &reason,
  };

  *expression = NULL;
  reason.code = compile (&parse, expression);
  if (why != NULL && reason.code != MBD_STATUS_OK)
    *why = reason;
  return reason.code;
}

MbdStatus
mbd_expression_compile (const char *text,
                        const char *const *names,
                        int count,
                        MbdExpression **expression,
                        MbdDiagnosis *why)
{
  return mbd_expression_compile_bound (text, names, count, count, NULL, expression, why);
}

MbdExpression *
mbd_expression_ref (const MbdExpression *expression)
{
  MbdExpression *self = (MbdExpression *) expression;

  if (self != NULL)
    atomic_fetch_add (&self->references, 1);
  return self;
}

void
mbd_expression_unref (const MbdExpression *expression)
{
  MbdExpression *self = (MbdExpression *) expression;

  if (self == NULL || atomic_fetch_sub (&self->references, 1) != 1)
    return;
  mbd_arena_clear (&self->arena);
  free (self);
}

/* Evaluation ----------------------------------------------------------------------------------- */

MbdStatus
mbd_expression_evaluate (const MbdExpression *expression, const MbdJet *variables, MbdJet *result)
{
  MbdJet stack[MBD_EXPRESSION_DEPTH];
  MbdJet *top = stack; // after the last value

  for (int i = 0; i < expression->n_code; i++) {
    MbdInstruction instruction = expression->code[i];

    if (instruction.operation == MBD_OPERATION_NUMBER) {
      *top++ = (MbdJet){ .value = expression->numbers[instruction.index] };
    } else if (instruction.operation == MBD_OPERATION_VARIABLE) {
      *top++ = variables[instruction.index];
    } else {
      const MbdOperation *operation = &mbd_operations[instruction.operation];

      top -= operation->least;
      *top = mbd_operation_jet (operation, top);
      top++;
    }
  }
  *result = stack[0];
  return isfinite (result->value) && isfinite (result->first) && isfinite (result->second)
           ? MBD_STATUS_OK
           : MBD_STATUS_NOT_FINITE;
}

MbdStatus
mbd_expression_value (const MbdExpression *expression, const double *variables, double *result)
{
  double stack[MBD_EXPRESSION_DEPTH];
  double *top = stack; // after the last value

  for (int i = 0; i < expression->n_code; i++) {
    MbdInstruction instruction = expression->code[i];

    if (instruction.operation == MBD_OPERATION_NUMBER) {
      *top++ = expression->numbers[instruction.index];
    } else if (instruction.operation == MBD_OPERATION_VARIABLE) {
      *top++ = variables[instruction.index];
    } else {
      const MbdOperation *operation = &mbd_operations[instruction.operation];

      top -= operation->least;
      *top = mbd_operation_value (operation, top);
      top++;
    }
  }
  *result = stack[0];
  return isfinite (*result) ? MBD_STATUS_OK : MBD_STATUS_NOT_FINITE;
}

/* Queries -------------------------------------------------------------------------------------- */

const char *
mbd_expression_text (const MbdExpression *expression)
{
  return expression->text;
}

int
mbd_expression_variable_count (const MbdExpression *expression)
{
  return expression->n_variables;
}

const char *
mbd_expression_variable_name (const MbdExpression *expression, int variable)
{
  return variable >= 0 && variable < expression->n_variables ? expression->names[variable] : NULL;
}

bool
mbd_expression_uses (const MbdExpression *expression, int variable)
{
  return variable >= 0 && variable < expression->n_variables && expression->used[variable];
}

bool
mbd_expression_is_constant (const MbdExpression *expression)
{
  for (int i = 0; i < expression->n_variables; i++)
    if (expression->used[i])
      return false;
  return true;
}
