// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON: an accepted text has a tree that, written again, is read as the same tree.

#include <string.h>

#include "fuzz.h"
#include "lw-json.h"

static void
write_value (GString *json, const LwJson *value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  switch ((LwJsonType) value->type) {
  case LW_JSON_NULL:
    g_string_append (json, "null");
    break;
  case LW_JSON_BOOLEAN:
    g_string_append (json, value->boolean ? "true" : "false");
    break;
  case LW_JSON_NUMBER:
    g_string_append (json, g_ascii_dtostr (number, sizeof number, value->number));
    break;
  case LW_JSON_STRING:
    lw_json_append_string (json, value->string);
    break;
  case LW_JSON_LIST:
  case LW_JSON_OBJECT:
    g_string_append_c (json, value->type == LW_JSON_LIST ? '[' : '{');
    for (guint i = 0; i < value->length; i++) {
      const LwJson *item = lw_json_element (value, i);

      if (i > 0)
        g_string_append_c (json, ',');
      if (value->type == LW_JSON_OBJECT) {
        g_assert_true (lw_json_member (value, item->key) == item);
        // Keys are without escapes.
        g_string_append_printf (json, "\"%s\":", item->key);
      }
      write_value (json, item);
    }
    g_string_append_c (json, value->type == LW_JSON_LIST ? ']' : '}');
    break;
  }
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  // A copy without a terminating zero, so that reading past the end is detected.
  g_autofree char *text = g_memdup2 (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwJsonTree) tree = lw_json_parse (text != NULL ? text : "", size, NULL, &error);
  g_autoptr (LwJsonTree) again = NULL;
  g_autoptr (GString) first = g_string_new (NULL);
  g_autoptr (GString) second = g_string_new (NULL);

  if (tree == NULL) {
    fuzz_check_refusal (error);
    return;
  }
  write_value (first, lw_json_root (tree));
  again = lw_json_parse (first->str, first->len, NULL, &error);
  g_assert_no_error (error);
  write_value (second, lw_json_root (again));
  g_assert_cmpstr (first->str, ==, second->str);
}
