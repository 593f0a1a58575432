// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of the text form: values are replaced, removed, exchanged and repeated, keys are replaced by
// those of any object of the text form.

#include <string.h>

#include "lw-text-private.h"
#include "mutate.h"

/// A value, or a key with its quotation marks.
typedef struct
{
  gsize start, end;
  gsize key; ///< start of its key; `start` if there is none
} Span;

typedef struct
{
  GArray *values, *keys; ///< arrays of Span
  GArray *open;          ///< array of Span: containers that have not ended
  Span key;              ///< the last key, if `has_key`
  gboolean has_key;
} Scan;

static gsize
end_of_word (const GString *text, gsize at)
{
  if (text->str[at] != '"') {
    while (at < text->len && strchr (",:]} \n\t\r", text->str[at]) == NULL)
      at++;
    return at;
  }
  for (at++; at < text->len && text->str[at] != '"'; at++)
    at += text->str[at] == '\\';
  return MIN (at + 1, text->len);
}

static gboolean
is_key (const GString *text, gsize end)
{
  while (end < text->len && g_ascii_isspace (text->str[end]))
    end++;
  return end < text->len && text->str[end] == ':';
}

static Span
begin (Scan *scan, gsize at)
{
  const Span span = { at, at, scan->has_key ? scan->key.start : at };

  scan->has_key = FALSE;
  return span;
}

static void
scan_text (Scan *scan, const GString *text)
{
  for (gsize at = 0; at < text->len; at++) {
    const char c = text->str[at];
    Span span;

    if (c == '{' || c == '[') {
      span = begin (scan, at);
      g_array_append_val (scan->open, span);
    } else if ((c == '}' || c == ']') && scan->open->len > 0) {
      span = g_array_index (scan->open, Span, scan->open->len - 1);
      span.end = at + 1;
      g_array_set_size (scan->open, scan->open->len - 1);
      g_array_append_val (scan->values, span);
    } else if (strchr (",:]} \n\t\r", c) == NULL) {
      const gsize end = MAX (end_of_word (text, at), at + 1);

      if (c == '"' && is_key (text, end)) {
        scan->key = (Span){ at, end, at };
        scan->has_key = TRUE;
        g_array_append_val (scan->keys, scan->key);
      } else {
        span = begin (scan, at);
        span.end = end;
        g_array_append_val (scan->values, span);
      }
      at = end - 1;
    }
  }
}

static char *
dup_key (GRand *random)
{
  const LwTextObject *object = &lw_text_objects[g_rand_int_range (random, 0, LW_TEXT_N_OBJECTS)];
  const char *const *keys = lw_text_object_keys (object);
  const guint n = g_strv_length ((char **) keys);

  return g_strdup_printf ("\"%s\"",
                          n > 0 ? keys[g_rand_int_range (random, 0, (int) n)] : object->name);
}

static char *
dup_value (GRand *random)
{
  static const char *const values[] = {
    "null", "true",           "false",   "\"\"",         "[]",        "{}",
    "[[]]", "[1, 2, 3]",      "[0, 1]",  "\"a\"",        "\"2 * a\"", "\"t\"",
    "[{}]", "{\"value\": 1}", "\"2 m\"", "[1, 0, 0, 0]", "\"1/0\"",   "\"\\u0000\"",
  };

  if (g_rand_boolean (random))
    return g_strdup (mutate_pick_number (random));
  return g_strdup (mutate_pick (random, values, G_N_ELEMENTS (values)));
}

static Span
pick (const GArray *spans, GRand *random)
{
  return g_array_index (spans, Span, g_rand_int_range (random, 0, (int) spans->len));
}

static void
remove_value (GString *text, Span span)
{
  gsize end = span.end;

  while (end < text->len && (g_ascii_isspace (text->str[end]) || text->str[end] == ','))
    end++;
  mutate_splice (text, span.key, end, "");
}

/// Inserts `text` with a comma before a value or its key.
static void
insert_before (GString *text, Span span, const char *inserted)
{
  g_autofree char *with_comma = g_strconcat (inserted, ", ", NULL);

  mutate_splice (text, span.key, span.key, with_comma);
}

static void
change (Scan *scan, GString *text, GRand *random)
{
  const Span at = pick (scan->values, random);
  const Span other = pick (scan->values, random);
  g_autofree char *copy = g_strndup (text->str + other.start, other.end - other.start);
  g_autofree char *new_value = dup_value (random);
  g_autofree char *key = dup_key (random);
  g_autofree char *member =
    g_strconcat (key, ": ", g_rand_boolean (random) ? copy : new_value, NULL);

  switch (g_rand_int_range (random, 0, 6)) {
  case 0:
    mutate_splice (text, at.start, at.end, new_value);
    break;
  case 1:
    mutate_splice (text, at.start, at.end, copy);
    break;
  case 2:
    remove_value (text, at);
    break;
  case 3: // an element again, or a member with another key
    insert_before (text, at, at.key != at.start ? member : copy);
    break;
  case 4:
    if (scan->keys->len > 0) {
      const Span old = pick (scan->keys, random);

      mutate_splice (text, old.start, old.end, key);
    }
    break;
  case 5:
    if (text->str[at.start] == '{')
      mutate_splice (text, at.start + 1, at.start + 1,
                     text->str[at.start + 1] == '}' ? member : "");
    else if (at.key != at.start)
      insert_before (text, at, member);
    break;
  }
}

void
mutate (GString *text, GRand *random)
{
  Scan scan = {
    .values = g_array_new (FALSE, FALSE, sizeof (Span)),
    .keys = g_array_new (FALSE, FALSE, sizeof (Span)),
    .open = g_array_new (FALSE, FALSE, sizeof (Span)),
  };

  scan_text (&scan, text);
  if (scan.values->len > 0)
    change (&scan, text, random);
  else
    g_string_assign (text, "{\"linkwright\": 1, \"bodies\": [{}]}");
  g_array_unref (scan.values);
  g_array_unref (scan.keys);
  g_array_unref (scan.open);
}
