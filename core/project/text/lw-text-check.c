// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks a text before json-glib reads it. json-glib recurses without limit, takes the last of
// duplicate keys, turns 1e999 into infinity, wraps large integers and loses the sign of -0. Here
// the text is scanned once, without recursion, so that none of that can happen, and each error
// names its line.

#include "lw-text-private.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define MAX_NUMBER_CHARACTERS 1000
#define MAX_QUOTED_CHARACTERS 60
#define VALUES_PER_LOOK 4096 ///< values between two checks of the deadline

char *
lw_text_dup_quoted (const char *text)
{
  GString *quoted = g_string_new ("\"");
  int n = 0;

  for (const char *p = text; *p != '\0' && n < MAX_QUOTED_CHARACTERS;
       p = g_utf8_next_char (p), n++) {
    gunichar c = g_utf8_get_char (p);

    g_string_append_unichar (quoted, g_unichar_isprint (c) ? c : ' ');
  }
  g_string_append (quoted, g_utf8_strlen (text, -1) > n ? "…\"" : "\"");
  return g_string_free (quoted, FALSE);
}

typedef struct
{
  char close;       // '}' or ']'
  guint line;       // line of the opening bracket
  GHashTable *keys; // keys read so far, for an object
} Level;

typedef struct
{
  const char *at;
  const char *end;
  guint line;
  GArray *values; // array of LwTextValue
  Level levels[LW_TEXT_MAX_DEPTH];
  int depth;
  const LwDeadline *deadline; // NULL if there is no deadline
  GError **error;
} Scanner;

static bool G_GNUC_PRINTF (2, 3) refuse (Scanner *self, const char *format, ...)
{
  va_list arguments;
  g_autofree char *what = NULL;

  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (self->error, LW_ERROR, LW_ERROR_BAD_FILE, "Line %u: %s.", self->line, what);
  return false;
}

static bool
refuse_end (Scanner *self)
{
  const Level *level = &self->levels[self->depth - 1];

  return refuse (self, "the text ends inside the %s that begins on line %u; the file is cut off",
                 level->close == '}' ? "object" : "list", level->line);
}

static bool
refuse_here (Scanner *self, const char *expected)
{
  gunichar found;
  char utf8[7] = { 0 };

  if (self->at == self->end)
    return refuse_end (self);
  found = g_utf8_get_char (self->at);
  if (!g_unichar_isprint (found))
    return refuse (self, "%s expected, but found the character U+%04X", expected, found);
  g_unichar_to_utf8 (found, utf8);
  return refuse (self, "%s expected, but found %s", expected, utf8);
}

static void
skip_space (Scanner *self)
{
  for (; self->at < self->end && strchr (" \t\r\n", *self->at) != NULL && *self->at != '\0';
       self->at++)
    if (*self->at == '\n')
      self->line++;
}

static bool
next_is (Scanner *self, char c)
{
  skip_space (self);
  if (self->at == self->end || *self->at != c)
    return false;
  self->at++;
  return true;
}

static bool
is_digit_at (const Scanner *self)
{
  return self->at < self->end && g_ascii_isdigit (*self->at);
}

static bool
skip_digits (Scanner *self)
{
  if (!is_digit_at (self))
    return refuse_here (self, "a digit");
  while (is_digit_at (self))
    self->at++;
  return true;
}

static bool
scan_number (Scanner *self, LwTextValue *value)
{
  const char *start = self->at;
  char token[MAX_NUMBER_CHARACTERS + 1];
  size_t length;

  if (*self->at == '-')
    self->at++;
  if (self->at < self->end && *self->at == '0' && self->at + 1 < self->end
      && g_ascii_isdigit (self->at[1]))
    return refuse (self, "a number must not begin with 0 and another digit");
  if (!skip_digits (self))
    return false;
  if (self->at < self->end && *self->at == '.') {
    self->at++;
    if (!skip_digits (self))
      return false;
  }
  if (self->at < self->end && (*self->at == 'e' || *self->at == 'E')) {
    self->at++;
    if (self->at < self->end && (*self->at == '+' || *self->at == '-'))
      self->at++;
    if (!skip_digits (self))
      return false;
  }

  length = (size_t) (self->at - start);
  if (length > MAX_NUMBER_CHARACTERS)
    return refuse (self, "a number has more than %d characters", MAX_NUMBER_CHARACTERS);
  memcpy (token, start, length);
  token[length] = '\0';
  value->is_number = true;
  value->number = g_ascii_strtod (token, NULL);
  if (!isfinite (value->number))
    return refuse (self, "the number %s is too large; numbers must be finite", token);
  return true;
}

// Reads four hexadecimal digits. Returns -1 if they are missing.
static int
scan_hex (Scanner *self)
{
  int code = 0;

  if (self->end - self->at < 4)
    return -1;
  for (int i = 0; i < 4; i++) {
    int digit = g_ascii_xdigit_value (*self->at++);
    if (digit < 0)
      return -1;
    code = 16 * code + digit;
  }
  return code;
}

// Scans an escape after its backslash.
static bool
scan_escape (Scanner *self)
{
  int code;

  if (self->at == self->end)
    return refuse_end (self);
  if (*self->at != 'u') {
    if (*self->at == '\0' || strchr ("\"\\/bfnrt", *self->at) == NULL)
      return refuse_here (self, "one of \"\\/bfnrtu after a backslash");
    self->at++;
    return true;
  }
  self->at++;
  code = scan_hex (self);
  if (code < 0)
    return refuse (self, "four hexadecimal digits expected after \\u");
  if (code == 0)
    return refuse (self, "a text must not contain the character \\u0000");
  if (code >= 0xd800 && code < 0xdc00) {
    if (self->end - self->at < 6 || self->at[0] != '\\' || self->at[1] != 'u')
      return refuse (self, "\\u%04x needs the second half of its character", (unsigned) code);
    self->at += 2;
    code = scan_hex (self);
    if (code < 0xdc00 || code > 0xdfff)
      return refuse (self, "the second half of a character must be from \\udc00 to \\udfff");
  } else if (code >= 0xdc00 && code < 0xe000)
    return refuse (self, "\\u%04x is the second half of a character without the first",
                   (unsigned) code);
  return true;
}

// Scans a string after its opening quote; leaves `at` after the closing one.
static bool
scan_string (Scanner *self)
{
  while (self->at < self->end) {
    unsigned char c = (unsigned char) *self->at;

    if (c == '"') {
      self->at++;
      return true;
    }
    if (c == '\n' || c == '\r')
      return refuse (self,
                     "a text must end on the line on which it begins; write \\n for a new line");
    if (c < 0x20)
      return refuse (self, "the control character U+%04X must be written as \\u%04x", c, c);
    self->at++;
    if (c == '\\' && !scan_escape (self))
      return false;
  }
  return refuse_end (self);
}

static bool
scan_key (Scanner *self)
{
  Level *level = &self->levels[self->depth - 1];
  const char *start;
  g_autofree char *key = NULL;

  if (!next_is (self, '"'))
    return refuse_here (self, "a key in quotes");
  start = self->at;
  if (!scan_string (self))
    return false;
  key = g_strndup (start, (gsize) (self->at - 1 - start));
  if (strchr (key, '\\') != NULL || g_hash_table_contains (level->keys, key)) {
    g_autofree char *quoted = lw_text_dup_quoted (key);

    return strchr (key, '\\') != NULL
             ? refuse (self, "the key %s must be written without a backslash", quoted)
             : refuse (self, "the key %s is given twice in one object", quoted);
  }
  if (g_hash_table_size (level->keys) == LW_TEXT_MAX_KEYS)
    return refuse (self,
                   "an object has more than %d fields; no object of a mechanism has this many",
                   LW_TEXT_MAX_KEYS);
  g_hash_table_add (level->keys, g_steal_pointer (&key));
  if (!next_is (self, ':'))
    return refuse_here (self, "a colon after the key");
  return true;
}

static bool
open_level (Scanner *self, char close)
{
  Level *level;

  if (self->depth == LW_TEXT_MAX_DEPTH)
    return refuse (self, "lists and objects are nested more than %d deep", LW_TEXT_MAX_DEPTH);
  level = &self->levels[self->depth++];
  level->close = close;
  level->line = self->line;
  level->keys = close == '}' ? g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) : NULL;
  self->at++;
  return true;
}

static void
close_level (Scanner *self)
{
  Level *level = &self->levels[--self->depth];

  g_clear_pointer (&level->keys, g_hash_table_unref);
}

static bool
scan_literal (Scanner *self)
{
  static const char *const literals[] = { "true", "false", "null" };

  for (size_t i = 0; i < G_N_ELEMENTS (literals); i++) {
    size_t length = strlen (literals[i]);
    if ((size_t) (self->end - self->at) >= length && memcmp (self->at, literals[i], length) == 0) {
      self->at += length;
      return true;
    }
  }
  return refuse_here (self, "a value");
}

// Scans a value other than a list or object, or the opening of a list or object.
static bool
scan_value (Scanner *self)
{
  LwTextValue value = { 0 };
  bool good;

  skip_space (self);
  value.line = self->line;
  if (self->at == self->end)
    return refuse_end (self);
  if (*self->at == '{' || *self->at == '[')
    good = open_level (self, *self->at == '{' ? '}' : ']');
  else if (*self->at == '"') {
    self->at++;
    good = scan_string (self);
  } else if (*self->at == '-' || g_ascii_isdigit (*self->at))
    good = scan_number (self, &value);
  else
    good = scan_literal (self);
  if (good)
    g_array_append_val (self->values, value);
  return good;
}

static bool
scan (Scanner *self)
{
  // Before each value: a level that was just opened may be empty.
  while (true) {
    int depth = self->depth;

    if (self->values->len % VALUES_PER_LOOK == 0
        && !lw_deadline_check (self->deadline, self->error))
      return false;
    if (!scan_value (self))
      return false;
    if (self->depth > depth && !next_is (self, self->levels[depth].close)) {
      if (self->levels[depth].close == '}' && !scan_key (self))
        return false;
      continue;
    }
    if (self->depth > depth)
      close_level (self);

    while (self->depth > 0 && !next_is (self, ',')) {
      if (!next_is (self, self->levels[self->depth - 1].close))
        return refuse_here (self, self->levels[self->depth - 1].close == '}' ? "a comma or }"
                                                                             : "a comma or ]");
      close_level (self);
    }
    if (self->depth == 0)
      break;
    if (self->levels[self->depth - 1].close == '}' && !scan_key (self))
      return false;
  }
  skip_space (self);
  if (self->at < self->end)
    return refuse (self, "there is more text after the end of the mechanism; remove it");
  return true;
}

// Checks the text as a whole before lines are scanned: empty, too large, or not in this format.
static bool
check_whole (const char *text, gsize length, GError **error)
{
  const char *bad;
  gsize space = 0;

  while (space < length && g_ascii_isspace (text[space]))
    space++;
  if (space == length) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 "The file is empty; a mechanism begins with {\"linkwright\": %d.", LW_TEXT_FORMAT);
    return false;
  }
  if (length > LW_TEXT_MAX_BYTES) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 "The file is larger than %d MiB; a mechanism in text form is not.",
                 LW_TEXT_MAX_BYTES >> 20);
    return false;
  }
  if (text[space] != '{') {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 "This is not a mechanism in text form: it does not begin with {.");
    return false;
  }
  if (!g_utf8_validate_len (text, length, &bad)) {
    guint line = 1;

    for (const char *p = text; p < bad; p++)
      line += *p == '\n';
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 "Line %u: there is a byte that is not UTF-8 text; save the file as UTF-8.", line);
    return false;
  }
  return true;
}

GArray *
lw_text_check (const char *text, gsize length, const LwDeadline *deadline, GError **error)
{
  if (!check_whole (text, length, error))
    return NULL;

  Scanner scanner = {
    .at = text, .end = text + length, .line = 1, .deadline = deadline, .error = error
  };
  scanner.values = g_array_new (FALSE, FALSE, sizeof (LwTextValue));
  const bool good = scan (&scanner);
  while (scanner.depth > 0)
    close_level (&scanner);
  if (!good)
    g_clear_pointer (&scanner.values, g_array_unref);
  return scanner.values;
}
