// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of the text form: values are replaced, removed, exchanged and repeated, keys are replaced by
// those of any object of the text form. Every second mutation gives an object one of its own keys, by the
// tables of the text form, with a value of the type of the field: keys that no example has are as frequent
// as all others.

#include <string.h>

#include "lw-kind.h"
#include "lw-text-private.h"
#include "mutate.h"

/// A value, or a key with its quotation marks.
typedef struct
{
  gsize start, end;
  gsize key;    ///< start of its key; `start` if there is none
  gsize named;  ///< start of the key of it or of the list that it is in; NOWHERE if there is none
  gsize parent; ///< start of what it is in; NOWHERE: of nothing
} Span;

#define NOWHERE G_MAXSIZE

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
  const Span *parent =
    scan->open->len > 0 ? &g_array_index (scan->open, Span, scan->open->len - 1) : NULL;
  Span span = { at, at, at, NOWHERE, NOWHERE };

  if (parent != NULL) {
    span.named = parent->named;
    span.parent = parent->start;
  }
  if (scan->has_key)
    span.key = span.named = scan->key.start;
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
        scan->key = (Span){ at, end, at, NOWHERE, NOWHERE };
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
  const LwTextObject *object =
    lw_text_object ((guint) g_rand_int_range (random, 0, (int) lw_text_n_objects ()));
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

// ---- keys and values of an object -----------------------------------------------------------

static bool
is_word (const GString *text, gsize at, const char *word)
{
  const gsize length = strlen (word);

  return at < text->len && text->str[at] == '"' && strncmp (text->str + at + 1, word, length) == 0
         && text->str[at + 1 + length] == '"';
}

/// Returns the member of an object with this key; NULL if there is none.
static const Span *
find_member (const Scan *scan, const GString *text, Span object, const char *key)
{
  for (guint i = 0; i < scan->values->len; i++) {
    const Span *value = &g_array_index (scan->values, Span, i);

    if (value->parent == object.start && value->key != value->start
        && is_word (text, value->key, key))
      return value;
  }
  return NULL;
}

/// Returns the object of the text form: by its kind, or by the key of the list that it is in.
static const LwTextObject *
find_object (const Scan *scan, const GString *text, Span span)
{
  const Span *member = find_member (scan, text, span, "kind");
  g_autofree char *word =
    member != NULL && member->end > member->start + 1
      ? g_strndup (text->str + member->start + 1, member->end - member->start - 2)
      : NULL;
  const LwKind *kind = word != NULL ? lw_kind_of_word (word, false) : NULL;

  if (kind == NULL && word != NULL)
    kind = lw_kind_of_word (word, true);
  if (kind != NULL)
    return lw_text_object_of (kind);
  if (span.named == NOWHERE)
    return lw_text_object (LW_TEXT_MECHANISM);
  for (guint i = 0; i < lw_text_n_objects (); i++) {
    const LwTextObject *object = lw_text_object (i);
    g_autofree char *list = g_strconcat (object->name, "s", NULL);

    if (is_word (text, span.named, object->name) || is_word (text, span.named, list))
      return object;
  }
  return is_word (text, span.named, "bodies") ? lw_text_object (LW_TEXT_BODY) : NULL;
}

static const LwField *
find_field (const LwTextObject *object, const char *key)
{
  const LwFieldTable *table = lw_text_object_table (object);

  for (guint i = 0; table != NULL && i < table->n_fields; i++)
    if (g_strcmp0 (lw_text_plain_key (object, &table->fields[i]), key) == 0)
      return &table->fields[i];
  return NULL;
}

static char *
dup_numbers (const LwField *field, GRand *random)
{
  static const char *const ordinary[] = { "0.1", "1", "2", "0.5", "3" };
  const guint n = lw_field_count (field);
  g_autoptr (GString) all = g_string_new (n > 1 ? "[" : "");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "",
                            g_rand_int_range (random, 0, 4) > 0
                              ? mutate_pick (random, ordinary, G_N_ELEMENTS (ordinary))
                              : mutate_pick_number (random));
  g_string_append (all, n > 1 ? "]" : "");
  return g_strdup (all->str);
}

/// Returns a value of the type of the field.
static char *
dup_value_of (const LwField *field, GRand *random)
{
  static const char *const functions[] = { "{\"polynomial\": [0, 1]}",
                                           "{\"harmonic\": {\"amplitude\": 1, \"frequency\": 2}}",
                                           "{\"table\": [[0, 0], [1, 1], [2, 0]]}", "\"2 * t\"" };
  static const char *const rows[] = {
    "[{\"row\": \"x\", \"level\": \"velocity\"}]",
    "[{\"row\": \"rz\", \"compliance\": {\"stiffness\": 3}}, {\"row\": \"y\", \"compliance\": {}}]",
    "[{\"row\": \"lower\", \"compliance\": {\"active\": false}}]", "[]"
  };
  static const char *const points[] = { "[[0, 0], [1, 0], [0, 1]]", "[[0, 0, 1]]", "[]" };
  int n = 0;

  switch (field->type) {
  case LW_FIELD_REAL:
  case LW_FIELD_WHOLE:
  case LW_FIELD_LONG:
  case LW_FIELD_BITS:
    return dup_numbers (field, random);
  case LW_FIELD_FLAG:
    return g_strdup (g_rand_boolean (random) ? "true" : "false");
  case LW_FIELD_CHOICE:
    while (field->words[n].word != NULL)
      n++;
    return g_strdup_printf ("\"%s\"", field->words[g_rand_int_range (random, 0, n)].word);
  case LW_FIELD_BODY:
    return g_strdup (g_rand_boolean (random) ? "\"ground\"" : "1");
  case LW_FIELD_ROWS:
    return g_strdup (mutate_pick (random, rows, G_N_ELEMENTS (rows)));
  case LW_FIELD_POINTS:
    return g_strdup (mutate_pick (random, points, G_N_ELEMENTS (points)));
  case LW_FIELD_FUNCTION:
    return g_strdup (mutate_pick (random, functions, G_N_ELEMENTS (functions)));
  default:
    return dup_value (random);
  }
}

/// Returns the value of another member with this key; NULL if there is none.
static char *
dup_other (const Scan *scan, const GString *text, const char *key, GRand *random)
{
  const guint first = (guint) g_rand_int_range (random, 0, (int) scan->values->len);

  for (guint i = 0; i < scan->values->len; i++) {
    const Span *value = &g_array_index (scan->values, Span, (first + i) % scan->values->len);

    if (value->key != value->start && is_word (text, value->key, key))
      return g_strndup (text->str + value->start, value->end - value->start);
  }
  return NULL;
}

static Span
pick_object (const Scan *scan, const GString *text, GRand *random)
{
  const guint first = (guint) g_rand_int_range (random, 0, (int) scan->values->len);

  for (guint i = 0; i < scan->values->len; i++) {
    const Span value = g_array_index (scan->values, Span, (first + i) % scan->values->len);

    if (text->str[value.start] == '{')
      return value;
  }
  return (Span){ 0 };
}

/// Sets a member of an object to a value of its type. Returns false if there is nothing known to set.
static bool
set_member (const Scan *scan, GString *text, GRand *random)
{
  const Span span = pick_object (scan, text, random);
  const LwTextObject *object = span.end > 0 ? find_object (scan, text, span) : NULL;
  const char *const *keys = object != NULL ? lw_text_object_keys (object) : NULL;
  const guint n = keys != NULL ? g_strv_length ((char **) keys) : 0;
  const char *key = n > 0 ? keys[g_rand_int_range (random, 0, (int) n)] : NULL;
  const LwField *field = key != NULL ? find_field (object, key) : NULL;
  const Span *old = key != NULL ? find_member (scan, text, span, key) : NULL;
  g_autofree char *value = NULL;
  g_autofree char *member = NULL;
  gsize after;

  if (key == NULL)
    return false;
  if (field != NULL)
    value = dup_value_of (field, random);
  else if (g_rand_int_range (random, 0, 4) > 0)
    value = dup_other (scan, text, key, random);
  if (value == NULL)
    value = dup_value (random);
  if (old != NULL) {
    mutate_splice (text, old->start, old->end, value);
    return true;
  }
  for (after = span.start + 1; after < text->len && g_ascii_isspace (text->str[after]);)
    after++;
  member = g_strdup_printf ("\"%s\": %s%s", key, value,
                            after < text->len && text->str[after] == '}' ? "" : ", ");
  mutate_splice (text, span.start + 1, span.start + 1, member);
  return true;
}

// ---- mutations ------------------------------------------------------------------------------

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
  if (scan.values->len > 0) {
    if (!g_rand_boolean (random) || !set_member (&scan, text, random))
      change (&scan, text, random);
  } else
    g_string_assign (text, "{\"linkwright\": 1, \"bodies\": [{}]}");
  g_array_unref (scan.values);
  g_array_unref (scan.keys);
  g_array_unref (scan.open);
}
