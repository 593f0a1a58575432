// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts of words and numbers with other characters between them: a word is replaced by another one
// of the text or by a number, or a part of the text is repeated, removed or moved.

#include <string.h>

#include "mutate.h"

typedef struct
{
  gsize start, end;
} Span;

static GArray *
find_words (const GString *text)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (Span));

  for (gsize at = 0; at < text->len; at++) {
    Span span = { at, at };

    while (span.end < text->len
           && (g_ascii_isalnum (text->str[span.end]) || strchr ("_.+-", text->str[span.end])))
      span.end++;
    if (span.end > span.start) {
      g_array_append_val (words, span);
      at = span.end;
    }
  }
  return words;
}

static Span
pick (const GArray *words, GRand *random)
{
  return g_array_index (words, Span, g_rand_int_range (random, 0, (int) words->len));
}

void
mutate (GString *text, GRand *random)
{
  g_autoptr (GArray) words = find_words (text);
  Span at, other;
  g_autofree char *word = NULL;

  if (words->len == 0) {
    g_string_append (text, mutate_pick_number (random));
    return;
  }
  at = pick (words, random);
  other = pick (words, random);
  switch (g_rand_int_range (random, 0, 5)) {
  case 0:
    mutate_splice (text, at.start, at.end, mutate_pick_number (random));
    break;
  case 1:
    word = g_strndup (text->str + other.start, other.end - other.start);
    mutate_splice (text, at.start, at.end, word);
    break;
  case 2: // repeated
  case 3:
    if (other.end < at.start || other.end - at.start > 300)
      other.end = at.end;
    word = g_strndup (text->str + at.start, other.end - at.start);
    at = other;
    // Rarely many times, to reach limits on depth and number.
    for (int n = g_rand_int_range (random, 0, 8) == 0 ? g_rand_int_range (random, 2, 100) : 1;
         n > 0; n--)
      mutate_splice (text, at.end, at.end, word);
    break;
  case 4:
    if (other.end > at.start && other.end - at.start < 100)
      mutate_splice (text, at.start, other.end, "");
    break;
  }
}
