// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-json-edit.h"

#include <string.h>

#include "lw-number.h"

/// Characters of a line.
#define LINE 96

// ---- writing --------------------------------------------------------------------------------

static bool
has_items (const LwJson *node)
{
  return node->type == LW_JSON_LIST || node->type == LW_JSON_OBJECT;
}

static void
append_key (GString *json, const LwJson *member)
{
  // A key has no character that would have to be escaped, else the reader had refused it.
  g_string_append_printf (json, "\"%s\": ", member->key);
}

static void
append_plain (GString *json, const LwJson *node)
{
  char number[LW_NUMBER_SIZE];

  if (node->type == LW_JSON_STRING)
    lw_json_append_string (json, node->string);
  else if (node->type == LW_JSON_NUMBER)
    g_string_append (json, lw_number_format (node->number, number));
  else if (node->type == LW_JSON_BOOLEAN)
    g_string_append (json, node->boolean ? "true" : "false");
  else
    g_string_append (json, "null");
}

/// Appends a value on one line. Stops when it is longer than the line, which the caller discards.
static void
append_line (GString *json, const LwJson *node, gsize end)
{
  if (!has_items (node)) {
    append_plain (json, node);
    return;
  }
  g_string_append_c (json, node->type == LW_JSON_LIST ? '[' : '{');
  for (guint i = 0; i < node->length && json->len <= end; i++) {
    const LwJson *item = lw_json_element (node, i);

    if (i > 0)
      g_string_append (json, ", ");
    if (node->type == LW_JSON_OBJECT)
      append_key (json, item);
    append_line (json, item, end);
  }
  g_string_append_c (json, node->type == LW_JSON_LIST ? ']' : '}');
}

static void
append_break (GString *json, guint depth)
{
  g_string_append_c (json, '\n');
  for (guint i = 0; i < depth; i++)
    g_string_append (json, "  ");
}

void
lw_json_append (GString *json, const LwJson *node, guint depth)
{
  const gsize start = json->len;
  const gsize end = start + LINE - MIN (2 * depth, LINE);

  append_line (json, node, end);
  if (!has_items (node) || node->length == 0 || json->len <= end)
    return;
  g_string_truncate (json, start);
  g_string_append_c (json, node->type == LW_JSON_LIST ? '[' : '{');
  for (guint i = 0; i < node->length; i++) {
    const LwJson *item = lw_json_element (node, i);

    if (i > 0)
      g_string_append_c (json, ',');
    append_break (json, depth + 1);
    if (node->type == LW_JSON_OBJECT)
      append_key (json, item);
    lw_json_append (json, item, depth + 1);
  }
  append_break (json, depth);
  g_string_append_c (json, node->type == LW_JSON_LIST ? ']' : '}');
}

// ---- places ---------------------------------------------------------------------------------

static bool
is_number (const char *word)
{
  return *word != '\0' && strspn (word, "0123456789") == strlen (word);
}

const LwJson *
lw_json_at (const LwJson *root, const char *path)
{
  g_auto (GStrv) words = g_strsplit (path, "/", -1);
  const LwJson *node = root;

  for (guint i = 0; words[i] != NULL && node != NULL; i++) {
    if (node->type == LW_JSON_LIST) {
      const guint64 index = g_ascii_strtoull (words[i], NULL, 10);

      node =
        is_number (words[i]) && index < node->length ? lw_json_element (node, (guint) index) : NULL;
    } else {
      node = lw_json_member (node, words[i]);
    }
  }
  return node;
}

// ---- changing -------------------------------------------------------------------------------

typedef struct
{
  GString *json;
  LwJsonChange change;
  const char *value;
  guint n_items; ///< items of the list or object that is being written
} Change;

static void append_changed (Change *self, const LwJson *node, const char *const *words);

/// Begins an item of the list or object.
static void
begin (Change *self, const char *key)
{
  if (self->n_items++ > 0)
    g_string_append_c (self->json, ',');
  if (key == NULL)
    return;
  g_string_append_printf (self->json, "\"%s\":", key);
}

static void
copy (Change *self, const LwJson *item, const char *key)
{
  begin (self, key);
  append_line (self->json, item, G_MAXSIZE);
}

/// Writes the item that the change is about; `item` is NULL if it does not exist yet.
static void
change_item (Change *self, const LwJson *item, const char *key, const char *const *words)
{
  if (words[1] != NULL) {
    const guint n = self->n_items;

    begin (self, key);
    append_changed (self, item, words + 1);
    self->n_items = n + 1;
    return;
  }
  if (self->change != LW_JSON_REMOVE) {
    begin (self, key);
    g_string_append (self->json, self->value);
  }
  if (self->change == LW_JSON_INSERT && item != NULL)
    copy (self, item, key);
}

static void
append_list (Change *self, const LwJson *list, const char *const *words)
{
  const guint index = (guint) g_ascii_strtoull (words[0], NULL, 10);
  const guint n = list != NULL ? list->length : 0;
  const bool moves = self->change == LW_JSON_MOVE && words[1] == NULL;

  for (guint i = 0; i < n; i++) {
    const guint other = i == index ? i + 1 : i == index + 1 ? index : i;

    if (moves)
      copy (self, lw_json_element (list, other < n ? other : i), NULL);
    else if (i == index)
      change_item (self, lw_json_element (list, i), NULL, words);
    else
      copy (self, lw_json_element (list, i), NULL);
  }
  if (index >= n && self->value != NULL)
    change_item (self, NULL, NULL, words);
}

static void
append_object (Change *self, const LwJson *object, const char *const *words)
{
  bool found = false;

  for (guint i = 0; object != NULL && object->type == LW_JSON_OBJECT && i < object->length; i++) {
    const LwJson *item = lw_json_element (object, i);

    if (g_str_equal (item->key, words[0])) {
      change_item (self, item, item->key, words);
      found = true;
    } else {
      copy (self, item, item->key);
    }
  }
  if (!found && self->value != NULL)
    change_item (self, NULL, words[0], words);
}

/// Appends a list or object with the change somewhere in it.
static void
append_changed (Change *self, const LwJson *node, const char *const *words)
{
  const bool is_list = node != NULL && node->type == LW_JSON_LIST;

  self->n_items = 0;
  if (is_list || (node == NULL && is_number (words[0]))) {
    g_string_append_c (self->json, '[');
    append_list (self, node, words);
    g_string_append_c (self->json, ']');
  } else {
    g_string_append_c (self->json, '{');
    append_object (self, node, words);
    g_string_append_c (self->json, '}');
  }
}

char *
lw_json_dup_changed (const LwJson *root, LwJsonChange change, const char *path, const char *value)
{
  g_auto (GStrv) words = g_strsplit (path, "/", -1);
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (LwJsonTree) tree = NULL;
  Change self = { json, change, value, 0 };

  append_changed (&self, root, (const char *const *) words);
  tree = lw_json_parse (json->str, json->len, NULL, NULL);
  g_return_val_if_fail (tree != NULL, NULL);
  g_string_truncate (json, 0);
  lw_json_append (json, lw_json_root (tree), 0);
  g_string_append_c (json, '\n');
  return g_strdup (json->str);
}
