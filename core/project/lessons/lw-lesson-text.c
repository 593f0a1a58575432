// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts of lessons: the choice of a language, and their simple markup.

#include <string.h>

#include "lw-lesson.h"

const char *
lw_lesson_text (LwLessonText text, const char *language)
{
  const char *found = "";

  for (guint i = 0; text != NULL && text[i] != NULL; i += 2) {
    if (language != NULL && g_str_equal (text[i], language))
      return text[i + 1];
    if (i == 0 || g_str_equal (text[i], "en"))
      found = text[i + 1];
  }
  return found;
}

/// A pair of signs and the element that stands for it.
typedef struct
{
  const char *sign;
  const char *tag;
} Mark;

static const Mark marks[] = { { "**", "b" }, { "*", "i" }, { "`", "tt" } };

/// Returns the mark that begins at `text` and is closed later on the same line, or NULL. *end is then
/// its closing sign. A sign between spaces is a sign of multiplication.
static const Mark *
find_mark (const char *text, const char **end)
{
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++) {
    const gsize length = strlen (marks[i].sign);
    const char *newline;

    if (strncmp (text, marks[i].sign, length) != 0 || g_ascii_isspace (text[length]))
      continue;
    *end = strstr (text + length, marks[i].sign);
    if (*end == NULL || *end <= text + length)
      continue;
    newline = memchr (text, '\n', (gsize) (*end - text));
    if (newline == NULL)
      return &marks[i];
  }
  return NULL;
}

/// Returns the length of an index of one sign after an underscore, such as that of n_b; 0 if none
/// begins at `text`. `start`: beginning of the whole text.
static gsize
index_length (const char *start, const char *text)
{
  const char *next = text + 1;

  if (*text != '_' || text == start
      || !g_unichar_isalpha (g_utf8_get_char (g_utf8_prev_char (text)))
      || !g_unichar_isalnum (g_utf8_get_char (next)))
    return 0;
  next = g_utf8_next_char (next);
  return g_unichar_isalnum (g_utf8_get_char (next)) || *next == '_' ? 0 : (gsize) (next - text - 1);
}

/// Returns the length of the unit behind the space at `text`, which follows a number; 0 if there is none.
static gsize
unit_length (const char *start, const char *text, const char *stop)
{
  static const char *const units[] = {
    "m",   "mm",   "cm", "kg", "g",   "s",    "ms",    "N",      "J",   "W", "Hz", "N/m",
    "rad", "mrad", "mJ", "m²", "m/s", "m/s²", "rad/s", "rad/s²", "1/s", "%", "°",
  };
  const char *end = text + 1;

  if (text == start || !g_ascii_isdigit (text[-1]))
    return 0;
  while (end < stop && strchr (" ,;:.)?!", *end) == NULL)
    end++;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strlen (units[i]) == (gsize) (end - text - 1)
        && strncmp (units[i], text + 1, strlen (units[i])) == 0)
      return strlen (units[i]);
  return 0;
}

/// Appends a unit that stays on the line of its number, and in one piece.
static void
append_unit (GString *out, const char *unit, gsize length)
{
  g_string_append (out, "\u00a0");
  for (const char *at = unit; at < unit + length; at++) {
    g_string_append_c (out, *at);
    if (*at == '/')
      g_string_append (out, "\u2060");
  }
}

/// Appends the text, with tags in place of marks, or without marks if `tags` is false.
static void
append (GString *out, const char *text, gsize length, bool tags)
{
  const char *start = text;
  const char *stop = text + length;

  while (text < stop) {
    const char *end;
    const char *next = g_utf8_next_char (text);
    const Mark *mark = find_mark (text, &end);
    g_autofree char *escaped = NULL;

    if (mark != NULL && end < stop) {
      const char *inner = text + strlen (mark->sign);

      if (tags)
        g_string_append_printf (out, "<%s>", mark->tag);
      // The text of code has no further marks.
      if (g_str_equal (mark->tag, "tt")) {
        escaped = tags ? g_markup_escape_text (inner, end - inner)
                       : g_strndup (inner, (gsize) (end - inner));
        g_string_append (out, escaped);
      } else {
        append (out, inner, (gsize) (end - inner), tags);
      }
      if (tags)
        g_string_append_printf (out, "</%s>", mark->tag);
      text = end + strlen (mark->sign);
      continue;
    }
    if (tags && index_length (start, text) > 0) {
      escaped = g_markup_escape_text (text + 1, (gssize) index_length (start, text));
      g_string_append_printf (out, "<sub>%s</sub>", escaped);
      text += 1 + index_length (start, text);
      continue;
    }
    if (tags && *text == ' ' && unit_length (start, text, stop) > 0) {
      const gsize of_unit = unit_length (start, text, stop);

      append_unit (out, text + 1, of_unit);
      text += 1 + of_unit;
      continue;
    }
    escaped =
      tags ? g_markup_escape_text (text, next - text) : g_strndup (text, (gsize) (next - text));
    g_string_append (out, escaped);
    text = next;
  }
}

static char *
dup_converted (const char *text, bool tags)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *out = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++) {
    const bool is_item = g_str_has_prefix (lines[i], "- ");

    if (i > 0)
      g_string_append_c (out, '\n');
    if (is_item)
      g_string_append (out, "•\u00a0");
    append (out, lines[i] + (is_item ? 2 : 0), strlen (lines[i]) - (is_item ? 2 : 0), tags);
  }
  return g_string_free (out, FALSE);
}

// ---- formulas -------------------------------------------------------------------------------

#define VALUE "\\value{"

bool
lw_lesson_formula_is_live (const char *formula)
{
  return strstr (formula, VALUE) != NULL;
}

char *
lw_lesson_fill_formula (const char *formula,
                        char decimal_point,
                        LwLessonValueFunc get,
                        gpointer data)
{
  GString *out = g_string_new (NULL);
  const char *rest = formula;

  for (const char *at; (at = strstr (rest, VALUE)) != NULL;) {
    const char *name = at + strlen (VALUE);
    const char *end = strchr (name, '}');
    g_autofree char *channel = end != NULL ? g_strndup (name, (gsize) (end - name)) : NULL;
    g_autofree char *number = NULL;

    // Without a closing brace it stays text, as in every formula.
    if (channel == NULL)
      break;
    number = get != NULL ? get (channel, data) : NULL;
    g_string_append_len (out, rest, at - rest);
    g_string_append (out, number != NULL ? number : "…");
    rest = end + 1;
  }
  g_string_append (out, rest);
  for (gsize i = 1; i + 1 < out->len; i++)
    if (out->str[i] == '.' && g_ascii_isdigit (out->str[i - 1])
        && g_ascii_isdigit (out->str[i + 1]))
      out->str[i] = decimal_point;
  return g_string_free (out, FALSE);
}

// ---- texts ----------------------------------------------------------------------------------

char *
lw_lesson_dup_markup (const char *text)
{
  return dup_converted (text, true);
}

char *
lw_lesson_dup_plain (const char *text)
{
  return dup_converted (text, false);
}
