// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-operand.h"

#include <string.h>

static bool
is_word_sign (gunichar sign)
{
  return g_unichar_isalnum (sign) || sign == '_';
}

gsize
lw_operand_skip_name (const char *text, gsize at)
{
  gsize end = at;

  while (text[at] != '\0') {
    const gunichar sign = g_utf8_get_char (text + at);

    if (!is_word_sign (sign) && sign != '.')
      break;
    at = (gsize) (g_utf8_next_char (text + at) - text);
    if (sign != '.')
      end = at;
  }
  return end;
}

bool
lw_operand_begins_name (const char *text)
{
  const gunichar sign = g_utf8_get_char (text);

  return g_unichar_isalpha (sign) || sign == '_';
}

gsize
lw_operand_skip_quoted (const char *text, gsize at)
{
  const char close = text[at] == '[' ? ']' : text[at];

  if (text[at] != '[' && text[at] != '"')
    return at;
  for (at++; text[at] != '\0'; at++)
    if (text[at] == close && text[++at] != close)
      return at;
  return LW_OPERAND_OPEN;
}

char *
lw_operand_dup_unquoted (const char *text, gsize start, gsize end)
{
  const char close = text[end - 1];
  GString *inner = g_string_new (NULL);

  for (gsize at = start + 1; at + 1 < end; at++) {
    g_string_append_c (inner, text[at]);
    at += text[at] == close;
  }
  return g_string_free (inner, FALSE);
}

gsize
lw_operand_read_bracketed (const char *text, gsize at, char **name)
{
  const gsize behind = lw_operand_skip_quoted (text, at);
  g_autofree char *inner = NULL;
  gsize end;

  *name = NULL;
  if (behind == LW_OPERAND_OPEN)
    return behind;
  inner = lw_operand_dup_unquoted (text, at, behind);
  if (text[behind] != '.' || !lw_operand_begins_name (text + behind + 1)) {
    *name = g_steal_pointer (&inner);
    return behind;
  }
  end = lw_operand_skip_name (text, behind + 1);
  *name = g_strdup_printf ("%s%.*s", inner, (int) (end - behind), text + behind);
  return end;
}

gsize
lw_operand_skip_quantity (const char *text, gsize at)
{
  const gsize end = lw_operand_begins_name (text + at) ? lw_operand_skip_name (text, at) : at;
  g_autofree char *name = NULL;

  if (text[at] == '[') {
    const gsize behind = lw_operand_read_bracketed (text, at, &name);
    return MIN (behind, strlen (text));
  }
  return memchr (text + at, '.', end - at) != NULL ? end : at;
}

static char *
dup_bracketed (const char *text)
{
  GString *bracketed = g_string_new (text);

  g_string_replace (bracketed, "]", "]]", 0);
  g_string_prepend_c (bracketed, '[');
  g_string_append_c (bracketed, ']');
  return g_string_free (bracketed, FALSE);
}

char *
lw_operand_dup (const char *name)
{
  // A name without a dot could also be a parameter, a function or a constant.
  const bool is_plain = lw_operand_begins_name (name)
                        && lw_operand_skip_name (name, 0) == strlen (name)
                        && (strchr (name, '.') != NULL || g_str_equal (name, "time"));

  return is_plain ? g_strdup (name) : dup_bracketed (name);
}

gsize
lw_operand_skip_number (const char *text, gsize at)
{
  while (g_ascii_isdigit (text[at]) || text[at] == '.')
    at++;
  if ((text[at] == 'e' || text[at] == 'E')
      && (g_ascii_isdigit (text[at + 1])
          || ((text[at + 1] == '+' || text[at + 1] == '-') && g_ascii_isdigit (text[at + 2])))) {
    at += 2;
    while (g_ascii_isdigit (text[at]))
      at++;
  }
  return at;
}

gsize
lw_operand_next (const char *text, gsize at, bool *may_be_unit, char **name)
{
  const char *here = text + at;
  const gsize behind = lw_operand_skip_quoted (text, at);
  gsize end = (gsize) (g_utf8_next_char (here) - text);

  *name = NULL;
  if (*here == '[' || *here == '"') {
    end = *here == '[' ? lw_operand_read_bracketed (text, at, name) : behind;
    end = MIN (end, strlen (text));
    *may_be_unit = false;
  } else if (g_ascii_isdigit (*here) || (*here == '.' && g_ascii_isdigit (here[1]))) {
    end = lw_operand_skip_number (text, at);
    *may_be_unit = true;
  } else if (lw_operand_begins_name (here)) {
    end = lw_operand_skip_name (text, at);
    if (!*may_be_unit)
      *name = g_strndup (here, end - at);
  } else if (!g_ascii_isspace (*here)) {
    *may_be_unit = *here == ')';
  }
  return end;
}

char *
lw_operand_follow (const char *expression,
                   char *(*follow) (const char *name, gpointer data),
                   gpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  bool may_be_unit = false, any = false;

  for (gsize at = 0, end; expression[at] != '\0'; at = end) {
    g_autofree char *name = NULL;
    g_autofree char *followed = NULL;

    end = lw_operand_next (expression, at, &may_be_unit, &name);
    if (name != NULL)
      followed = follow (name, data);
    if (name != NULL && followed == NULL)
      followed = follow (g_strstrip (name), data);
    if (followed != NULL) {
      g_autofree char *operand = lw_operand_dup (followed);

      g_string_append (text, operand);
      any = true;
    } else {
      g_string_append_len (text, expression + at, (gssize) (end - at));
    }
  }
  return any ? g_strdup (text->str) : NULL;
}
