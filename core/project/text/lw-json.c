// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values of lists and objects that are not closed lie on a stack. When one is closed its values move to
// the end of the tree, one behind the other. Until the end, texts and values are given by their places,
// since the memory that holds them may move.

#include "lw-json.h"

#include <math.h>
#include <string.h>

#include "lw-mechanism.h"

#define MAX_NUMBER_CHARACTERS 1000
#define MAX_QUOTED_CHARACTERS 60
#define VALUES_PER_LOOK 4096 ///< values between two checks of the deadline
#define NO_KEY G_MAXSIZE

struct _LwJsonTree
{
  GArray *values; ///< array of LwJson; the items of a container are adjacent
  GString *text;  ///< all strings and keys, each with its end
  LwJson root;
};

void
lw_json_append_string (GString *json, const char *text)
{
  g_string_append_c (json, '"');
  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\')
      g_string_append_printf (json, "\\%c", *c);
    else if (*c == '\n')
      g_string_append (json, "\\n");
    else if (*c == '\t')
      g_string_append (json, "\\t");
    else if ((guchar) *c < 0x20 || *c == 0x7f)
      g_string_append_printf (json, "\\u%04x", (guchar) *c);
    else
      g_string_append_c (json, *c);
  }
  g_string_append_c (json, '"');
}

char *
lw_json_dup_quoted (const char *text)
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
  char close; ///< '}' or ']'
  guint line; ///< line of the opening bracket
  guint base; ///< place of its first value on the stack
} Level;

typedef struct
{
  const char *at;
  const char *end;
  guint line;
  LwJsonTree *tree;
  GArray *stack;   ///< array of LwJson: values of open levels
  gsize key;       ///< place of the next value's key in the text of the tree
  gsize n_scanned; ///< values
  Level levels[LW_JSON_MAX_DEPTH];
  int depth;
  const LwDeadline *deadline; ///< NULL if there is no deadline
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
  const Level *level;

  if (self->depth == 0)
    return refuse (self, "the text ends before its value does; the file is cut off");
  level = &self->levels[self->depth - 1];
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
  return refuse (self, "%s expected, but found \"%s\"", expected, utf8);
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
scan_number (Scanner *self, LwJson *value)
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
  value->type = LW_JSON_NUMBER;
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
  static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  int code, second;

  if (self->at == self->end)
    return refuse_end (self);
  if (*self->at != 'u') {
    const char *which = *self->at != '\0' ? strchr (escapes, *self->at) : NULL;

    if (which == NULL)
      return refuse_here (self, "one of \"\\/bfnrtu after a backslash");
    g_string_append_c (self->tree->text, meanings[which - escapes]);
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
    second = scan_hex (self);
    if (second < 0xdc00 || second > 0xdfff)
      return refuse (self, "the second half of a character must be from \\udc00 to \\udfff");
    code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
  } else if (code >= 0xdc00 && code < 0xe000)
    return refuse (self, "\\u%04x is the second half of a character without the first",
                   (unsigned) code);
  g_string_append_unichar (self->tree->text, (gunichar) code);
  return true;
}

// Scans a string after its opening quote, into the text of the tree; leaves `at` after the closing
// quote and gives its place in that text.
static bool
scan_string (Scanner *self, gsize *place)
{
  *place = self->tree->text->len;
  while (self->at < self->end) {
    unsigned char c = (unsigned char) *self->at;

    if (c == '"') {
      self->at++;
      g_string_append_c (self->tree->text, '\0');
      return true;
    }
    if (c == '\n' || c == '\r')
      return refuse (self,
                     "a text must end on the line on which it begins; write \\n for a new line");
    if (c < 0x20)
      return refuse (self, "the control character U+%04X must be written as \\u%04x", c, c);
    self->at++;
    if (c != '\\')
      g_string_append_c (self->tree->text, (char) c);
    else if (!scan_escape (self))
      return false;
  }
  return refuse_end (self);
}

/// The object that is open has a member with this key already.
static bool
has_key (const Scanner *self, const Level *level, const char *key)
{
  for (guint i = level->base; i < self->stack->len; i++)
    if (strcmp (self->tree->text->str + g_array_index (self->stack, LwJson, i).key_place, key) == 0)
      return true;
  return false;
}

static bool
scan_key (Scanner *self)
{
  const Level *level = &self->levels[self->depth - 1];
  const char *start, *key;

  if (!next_is (self, '"'))
    return refuse_here (self, "a key in quotes");
  start = self->at;
  if (!scan_string (self, &self->key))
    return false;
  key = self->tree->text->str + self->key;
  if (memchr (start, '\\', (gsize) (self->at - start)) != NULL || has_key (self, level, key)) {
    g_autofree char *raw = g_strndup (start, (gsize) (self->at - 1 - start));
    g_autofree char *quoted = lw_json_dup_quoted (raw);

    return strchr (raw, '\\') != NULL
             ? refuse (self, "the key %s must be written without a backslash", quoted)
             : refuse (self, "the key %s is given twice in one object", quoted);
  }
  if (self->stack->len - level->base == LW_JSON_MAX_KEYS)
    return refuse (self,
                   "an object has more than %d fields; no object of a mechanism has this many",
                   LW_JSON_MAX_KEYS);
  if (!next_is (self, ':'))
    return refuse_here (self, "a colon after the key");
  return true;
}

static bool
open_level (Scanner *self, char close)
{
  Level *level;

  if (self->depth == LW_JSON_MAX_DEPTH)
    return refuse (self, "lists and objects are nested more than %d deep", LW_JSON_MAX_DEPTH);
  level = &self->levels[self->depth++];
  level->close = close;
  level->line = self->line;
  level->base = self->stack->len + 1;
  self->at++;
  return true;
}

/// Moves the values of the level to the tree.
static void
close_level (Scanner *self)
{
  const Level *level = &self->levels[--self->depth];
  const guint length = self->stack->len - level->base;
  LwJson *container = &g_array_index (self->stack, LwJson, level->base - 1);

  container->length = length;
  container->place = self->tree->values->len;
  if (length > 0)
    g_array_append_vals (self->tree->values, &g_array_index (self->stack, LwJson, level->base),
                         length);
  g_array_set_size (self->stack, level->base);
}

static bool
scan_literal (Scanner *self, LwJson *value)
{
  static const struct
  {
    const char *word;
    LwJsonType type;
    bool boolean;
  } literals[] = {
    { "true", LW_JSON_BOOLEAN, true },
    { "false", LW_JSON_BOOLEAN, false },
    { "null", LW_JSON_NULL, false },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (literals); i++) {
    const size_t length = strlen (literals[i].word);

    if ((size_t) (self->end - self->at) >= length
        && memcmp (self->at, literals[i].word, length) == 0) {
      self->at += length;
      value->type = literals[i].type;
      value->boolean = literals[i].boolean;
      return true;
    }
  }
  return refuse_here (self, "a value");
}

// Scans a value other than a list or object, or the opening of a list or object.
static bool
scan_value (Scanner *self)
{
  LwJson value = { .key_place = self->key };
  bool good;

  self->key = NO_KEY;
  skip_space (self);
  value.line = self->line;
  if (self->at == self->end)
    return refuse_end (self);
  if (*self->at == '{' || *self->at == '[') {
    value.type = *self->at == '{' ? LW_JSON_OBJECT : LW_JSON_LIST;
    good = open_level (self, *self->at == '{' ? '}' : ']');
  } else if (*self->at == '"') {
    value.type = LW_JSON_STRING;
    self->at++;
    good = scan_string (self, &value.place);
  } else if (*self->at == '-' || g_ascii_isdigit (*self->at))
    good = scan_number (self, &value);
  else
    good = scan_literal (self, &value);
  if (good)
    g_array_append_val (self->stack, value);
  return good;
}

static bool
scan (Scanner *self)
{
  // Before each value: a level that was just opened may be empty.
  while (true) {
    int depth = self->depth;

    if (self->n_scanned++ % VALUES_PER_LOOK == 0
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

// ---- the tree -------------------------------------------------------------------------------

/// Places become pointers.
static void
settle (const LwJsonTree *tree, LwJson *value)
{
  if (value->type == LW_JSON_STRING)
    value->string = tree->text->str + value->place;
  else if (value->type == LW_JSON_LIST || value->type == LW_JSON_OBJECT)
    value->items = value->length > 0 ? &g_array_index (tree->values, LwJson, value->place) : NULL;
  value->key = value->key_place != NO_KEY ? tree->text->str + value->key_place : NULL;
}

static bool
check_utf8 (Scanner *self)
{
  const char *bad;

  if (g_utf8_validate_len (self->at, (gsize) (self->end - self->at), &bad))
    return true;
  for (const char *p = self->at; p < bad; p++)
    self->line += *p == '\n';
  return refuse (self, "there is a byte that is not UTF-8 text; save the file as UTF-8");
}

LwJsonTree *
lw_json_parse (const char *text, gsize length, const LwDeadline *deadline, GError **error)
{
  g_autoptr (LwJsonTree) tree = g_new0 (LwJsonTree, 1);
  Scanner scanner = {
    .at = text,
    .end = text + length,
    .line = 1,
    .tree = tree,
    .key = NO_KEY,
    .deadline = deadline,
    .error = error,
  };
  bool good;

  tree->values = g_array_new (FALSE, FALSE, sizeof (LwJson));
  tree->text = g_string_new (NULL);
  scanner.stack = g_array_new (FALSE, FALSE, sizeof (LwJson));
  good = check_utf8 (&scanner) && scan (&scanner);
  if (good) {
    tree->root = g_array_index (scanner.stack, LwJson, 0);
    settle (tree, &tree->root);
    for (guint i = 0; i < tree->values->len; i++)
      settle (tree, &g_array_index (tree->values, LwJson, i));
  }
  g_array_unref (scanner.stack);
  return good ? g_steal_pointer (&tree) : NULL;
}

void
lw_json_free (LwJsonTree *self)
{
  g_array_unref (self->values);
  g_string_free (self->text, TRUE);
  g_free (self);
}

const LwJson *
lw_json_root (const LwJsonTree *self)
{
  return &self->root;
}

const LwJson *
lw_json_element (const LwJson *container, guint index)
{
  return &container->items[index];
}

const LwJson *
lw_json_member (const LwJson *object, const char *key)
{
  for (guint i = 0; object->type == LW_JSON_OBJECT && i < object->length; i++)
    if (strcmp (object->items[i].key, key) == 0)
      return &object->items[i];
  return NULL;
}
