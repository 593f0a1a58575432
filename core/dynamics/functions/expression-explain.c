// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages for the errors in the text of an expression.

#include "expression-private.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum
{
  LONGEST_QUOTE = 40, ///< longest quotation of the faulty text, bytes
  MOST_NAMES = 12,    ///< largest number of names that are listed
};

/// The message being written, and the words that most messages need.
typedef struct
{
  char *buffer;
  size_t size, used;
  char quote[LONGEST_QUOTE + 32]; ///< the faulty text in quotation marks
  int column;
} Sentence;

static void
write_text (Sentence *self, const char *format, ...)
{
  if (self->used + 1 >= self->size)
    return;

  va_list arguments;
  va_start (arguments, format);
  int length = vsnprintf (self->buffer + self->used, self->size - self->used, format, arguments);
  va_end (arguments);
  if (length > 0)
    self->used += (size_t) length;
}

/// Returns the position at which `text` can be cut to at most `most` bytes of whole characters on one
/// line.
static int
cut (const char *text, int most)
{
  int length = 0, bytes;

  while (text[length] != '\0') {
    if (mbd_utf8_decode (text + length, &bytes) < ' ' || length + bytes > most)
      break;
    length += bytes;
  }
  return length;
}

/// Returns true for control characters and characters that have no shape or change the direction of
/// writing.
static bool
is_invisible (int32_t c)
{
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || (c >= 0x200b && c <= 0x200f)
         || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff;
}

static void
quote (Sentence *self, const char *text, const MbdDiagnosis *why)
{
  int bytes, length;
  const char *part = text + why->text_start;
  int32_t character = mbd_utf8_decode (part, &bytes);

  if (character < 0 || is_invisible (character)) {
    snprintf (self->quote, sizeof self->quote, "the character U+%04X",
              (unsigned) (character < 0 ? 0xfffd : character));
    return;
  }
  length = cut (part, why->text_length < LONGEST_QUOTE ? why->text_length : LONGEST_QUOTE);
  snprintf (self->quote, sizeof self->quote, "‘%.*s%s’", length, part,
            length < why->text_length ? "…" : "");
}

static void
write_names (Sentence *self, const char *const *names, int count)
{
  if (count == 0) {
    write_text (self, "; only numbers and functions are");
    return;
  }
  write_text (self, count == 1 ? "; known is " : "; known are ");
  for (int i = 0; i < count && i < MOST_NAMES; i++)
    write_text (self, "%s%s", i == 0 ? "" : i == count - 1 ? " and " : ", ", names[i]);
  if (count > MOST_NAMES)
    write_text (self, " and %d more", count - MOST_NAMES);
}

/// Suggests the function with that name in lower case, if there is one.
static void
write_similar (Sentence *self, const char *text, const MbdDiagnosis *why)
{
  char name[LONGEST_QUOTE];

  if (why->text_length >= LONGEST_QUOTE)
    return;
  for (int i = 0; i < why->text_length; i++) {
    char c = text[why->text_start + i];

    name[i] = c >= 'A' && c <= 'Z' ? (char) (c + 'a' - 'A') : c;
  }
  if (mbd_operation_by_name (name, why->text_length) >= 0)
    write_text (self, "; write %.*s in small letters", why->text_length, name);
}

/// Returns advice on replacing a character that has no place in an expression.
static const char *
advice (const char *text)
{
  static const struct
  {
    const char *character, *advice;
  } list[] = {
    { "=", "; to compare, write ==" },
    { "&", "; for and, write &&" },
    { "|", "; for or, write ||" },
    { "%", "; for the remainder, write mod(a, b)" },
    { "[", "; use ( and )" },
    { "]", "; use ( and )" },
    { "{", "; use ( and )" },
    { "}", "; use ( and )" },
    { ";", "; between arguments, write a comma" },
    { "\u00b0", "; angles are in radians: 30 degrees are 30*pi/180" },
    { "\u00b2", "; write ^2" },
    { "\u00b3", "; write ^3" },
    { "\u221a", "; write sqrt( )" },
  };

  for (int i = 0; i < (int) (sizeof list / sizeof list[0]); i++)
    if (strncmp (list[i].character, text, strlen (list[i].character)) == 0)
      return list[i].advice;
  return "";
}

static void
write_arguments (Sentence *self, const char *text, const MbdDiagnosis *why)
{
  int function = mbd_operation_by_name (text + why->text_start, why->text_length);
  int least = function >= 0 ? mbd_operations[function].least : 0;
  bool more = function >= 0 && mbd_operations[function].most > least;

  write_text (self, "%s in column %d takes %d%s argument%s, not %.0f", self->quote, self->column,
              least, more ? " or more" : "", least == 1 ? "" : "s", why->value);
}

static void
write_operand (Sentence *self, const MbdDiagnosis *why)
{
  if (why->text_length == 0)
    write_text (self, "a number or a name is missing at the end");
  else
    write_text (self, "a number or a name is missing before %s in column %d", self->quote,
                self->column);
}

static void
write_sentence (Sentence *self,
                const char *text,
                const char *const *names,
                int count,
                const MbdDiagnosis *why)
{
  const char *q = self->quote;
  int column = self->column;

  switch (why->code) {
  case MBD_STATUS_EXPRESSION_TOO_LONG:
    write_text (self, "the expression is longer than %d bytes; give names to parts of it",
                MBD_EXPRESSION_LENGTH);
    break;
  case MBD_STATUS_EXPRESSION_TOO_DEEP:
    write_text (self, "the expression is nested too deeply in column %d; give names to parts of it",
                column);
    break;
  case MBD_STATUS_EXPRESSION_CHARACTER:
    write_text (self, "%s in column %d has no place in an expression%s", q, column,
                advice (text + why->text_start));
    break;
  case MBD_STATUS_EXPRESSION_ENCODING:
    write_text (self, "the text is not valid UTF-8 in column %d; type it again", column);
    break;
  case MBD_STATUS_EXPRESSION_NUMBER:
    write_text (self, "%s in column %d is not a number", q, column);
    break;
  case MBD_STATUS_EXPRESSION_NUMBER_SIZE:
    write_text (self, "the number %s in column %d is too large", q, column);
    break;
  case MBD_STATUS_EXPRESSION_NAME:
    write_text (self, "the name %s in column %d is not known here", q, column);
    write_names (self, names, count);
    break;
  case MBD_STATUS_EXPRESSION_FUNCTION:
    write_text (self, "the function %s in column %d is not known", q, column);
    write_similar (self, text, why);
    break;
  case MBD_STATUS_EXPRESSION_ARGUMENTS:
    write_arguments (self, text, why);
    break;
  case MBD_STATUS_EXPRESSION_NO_ARGUMENTS:
    write_text (self, "%s in column %d is a function; its arguments follow in parentheses", q,
                column);
    break;
  case MBD_STATUS_EXPRESSION_OPERAND:
    write_operand (self, why);
    break;
  case MBD_STATUS_EXPRESSION_OPERATOR:
    write_text (self, "an operator such as * is missing before %s in column %d", q, column);
    break;
  case MBD_STATUS_EXPRESSION_OPENED:
    write_text (self, "the parenthesis opened in column %d is not closed", column);
    break;
  case MBD_STATUS_EXPRESSION_CLOSED:
    write_text (self, "the parenthesis closed in column %d was never opened", column);
    break;
  case MBD_STATUS_EXPRESSION_COMMA:
    write_text (self,
                "the comma in column %d is not between arguments of a function; decimals have "
                "a point",
                column);
    break;
  case MBD_STATUS_EXPRESSION_CHOICE:
    write_text (self, "%s in column %d belongs to a choice, which is written condition ? a : b", q,
                column);
    break;
  case MBD_STATUS_EXPRESSION_CHAIN:
    write_text (self, "comparisons cannot be chained, as by %s in column %d; write a < b && b < c",
                q, column);
    break;
  default:
    write_text (self, "%s", mbd_status_text (why->code));
    break;
  }
}

char *
mbd_expression_explain (const char *text,
                        const char *const *names,
                        int count,
                        const MbdDiagnosis *why,
                        char *buffer,
                        size_t size)
{
  Sentence self = { .buffer = buffer, .size = size, .column = 1 };

  if (size == 0)
    return buffer;
  if (text == NULL)
    text = "";
  for (int at = 0, bytes; at < why->text_start && text[at] != '\0'; at += bytes, self.column++)
    mbd_utf8_decode (text + at, &bytes);
  quote (&self, text, why);
  buffer[0] = '\0';
  write_sentence (&self, text, names, count, why);
  buffer[cut (buffer, (int) size - 1)] = '\0';
  return buffer;
}
