// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The JSON reader beside json-glib on random texts, and what it keeps that json-glib loses: lines, exact
// numbers, and limits.

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "lw-json-edit.h"
#include "lw-mechanism.h"

#include "testing-seed.h"

static void
append_space (GRand *random, GString *text)
{
  static const char *const spaces[] = { "", "", " ", "\n", "\t", "\r\n " };

  g_string_append (text, spaces[g_rand_int_range (random, 0, G_N_ELEMENTS (spaces))]);
}

static void
append_string (GRand *random, GString *text)
{
  static const char *const pieces[] = {
    "a", "Pin", " ", "\\n", "\\\"", "\\\\", "\\/", "\\u00e4", "ä", "\\ud83d\\ude00", "😀", "€",
  };

  g_string_append_c (text, '"');
  for (int n = g_rand_int_range (random, 0, 5); n > 0; n--)
    g_string_append (text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
  g_string_append_c (text, '"');
}

static void
append_value (GRand *random, GString *text, int depth)
{
  static const char *const words[] = { "true", "false", "null" };
  const int kind = g_rand_int_range (random, 0, depth > 0 ? 5 : 3);
  const bool object = kind == 4;
  int n = g_rand_int_range (random, 0, 6);

  append_space (random, text);
  if (kind == 0)
    g_string_append_printf (text, "%.17g", g_rand_double_range (random, -1e3, 1e3));
  else if (kind == 1)
    append_string (random, text);
  else if (kind == 2)
    g_string_append (text, words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))]);
  else {
    g_string_append_c (text, object ? '{' : '[');
    for (int i = 0; i < n; i++) {
      append_space (random, text);
      if (i > 0)
        g_string_append_c (text, ',');
      append_space (random, text);
      if (object) {
        g_string_append_printf (text, "\"key_%d\"", i);
        append_space (random, text);
        g_string_append_c (text, ':');
      }
      append_value (random, text, depth - 1);
    }
    append_space (random, text);
    g_string_append_c (text, object ? '}' : ']');
  }
  append_space (random, text);
}

static void
compare (const LwJson *ours, JsonNode *theirs)
{
  switch ((LwJsonType) ours->type) {
  case LW_JSON_NULL:
    g_assert_true (JSON_NODE_HOLDS_NULL (theirs));
    break;
  case LW_JSON_BOOLEAN:
    g_assert_cmpint (json_node_get_value_type (theirs), ==, G_TYPE_BOOLEAN);
    g_assert_true (ours->boolean == (bool) json_node_get_boolean (theirs));
    break;
  case LW_JSON_NUMBER:
    g_assert_cmpfloat (ours->number, ==, json_node_get_double (theirs));
    break;
  case LW_JSON_STRING:
    g_assert_cmpstr (ours->string, ==, json_node_get_string (theirs));
    break;
  case LW_JSON_LIST:
    g_assert_true (JSON_NODE_HOLDS_ARRAY (theirs));
    g_assert_cmpuint (ours->length, ==, json_array_get_length (json_node_get_array (theirs)));
    for (guint i = 0; i < ours->length; i++) {
      g_assert_null (lw_json_element (ours, i)->key);
      compare (lw_json_element (ours, i), json_array_get_element (json_node_get_array (theirs), i));
    }
    break;
  case LW_JSON_OBJECT:
    g_assert_true (JSON_NODE_HOLDS_OBJECT (theirs));
    g_assert_cmpuint (ours->length, ==, json_object_get_size (json_node_get_object (theirs)));
    for (guint i = 0; i < ours->length; i++) {
      const LwJson *member = lw_json_element (ours, i);

      g_assert_true (lw_json_member (ours, member->key) == member);
      compare (member, json_object_get_member (json_node_get_object (theirs), member->key));
    }
    g_assert_null (lw_json_member (ours, "no such key"));
    break;
  }
}

/// A tree that has been written is the same, and is written the same again.
static void
compare_written (const LwJson *ours, JsonNode *theirs)
{
  g_autoptr (GString) first = g_string_new (NULL);
  g_autoptr (GString) second = g_string_new (NULL);
  g_autoptr (LwJsonTree) again = NULL;

  lw_json_append (first, ours, 0);
  again = lw_json_parse (first->str, first->len, NULL, NULL);
  g_assert_nonnull (again);
  compare (lw_json_root (again), theirs);
  lw_json_append (second, lw_json_root (again), 0);
  g_assert_cmpstr (first->str, ==, second->str);
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (1));
  const int n = g_getenv ("LW_TORTURE") != NULL ? 100000 : 2000;

  for (int i = 0; i < n; i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    g_autoptr (JsonParser) parser = json_parser_new ();
    g_autoptr (LwJsonTree) tree = NULL;
    g_autoptr (GError) error = NULL;

    append_value (random, text, 6);
    tree = lw_json_parse (text->str, text->len, NULL, &error);
    g_assert_no_error (error);
    g_assert_true (json_parser_load_from_data (parser, text->str, (gssize) text->len, NULL));
    compare (lw_json_root (tree), json_parser_get_root (parser));
    compare_written (lw_json_root (tree), json_parser_get_root (parser));
    // Each beginning is refused, except one that lacks only white space at the end.
    for (gsize length = 0; length < text->len && text->str[0] == '{'; length++) {
      LwJsonTree *part = lw_json_parse (text->str, length, NULL, NULL);

      if (part != NULL)
        g_assert_cmpuint (strspn (text->str + length, " \t\r\n"), ==, text->len - length);
      g_clear_pointer (&part, lw_json_free);
    }
  }
}

static void
test_exact (void)
{
  const char *text =
    "[-0.0,\n9007199254740993, 0.1,\n\n1e308, 5e-324, 123456789012345678901234567890]";
  const double numbers[] = { -0.0,   9007199254740993.0,
                             0.1,    1e308,
                             5e-324, 123456789012345678901234567890.0 };
  const guint lines[] = { 1, 2, 2, 4, 4, 4 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LwJsonTree) tree = lw_json_parse (text, strlen (text), NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (lw_json_root (tree)->length, ==, G_N_ELEMENTS (numbers));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    const LwJson *value = lw_json_element (lw_json_root (tree), i);

    g_assert_true (memcmp (&value->number, &numbers[i], sizeof numbers[i]) == 0);
    g_assert_cmpuint (value->line, ==, lines[i]);
  }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text, *word;
  } cases[] = {
    { "{\"a\": 1, \"a\": 2}", "twice" },
    { "{\"a\\u0062\": 1}", "without a backslash" },
    { "[1e999]", "finite" },
    { "[01]", "begin with 0" },
    { "[1,]", "expected" },
    { "[1] 2", "after the end" },
    { "[\"\\ud800\"]", "second half" },
    { "[\"\\ud800\\u0041\"]", "second half" },
    { "[\"a\nb\"]", "on the line" },
    { "[\"\\u0000\"]", "u0000" },
    { "[nul]", "value expected" },
    { "{\"a\" 1}", "colon" },
    { "", "cut off" },
    { " \n", "cut off" },
    { "\"abc", "cut off" },
    { "\"\\", "cut off" },
    { "-", "cut off" },
    { "1e", "cut off" },
    { "[\"abc", "inside the list that begins on line 1" },
    { "{\"a\": ", "inside the object that begins on line 1" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (lw_json_parse (cases[i].text, strlen (cases[i].text), NULL, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
    if (strstr (error->message, cases[i].word) == NULL)
      g_error ("%s: %s", cases[i].text, error->message);
  }
}

static void
test_limits (void)
{
  g_autoptr (GString) deep = g_string_new (NULL);
  g_autoptr (GString) keys = g_string_new ("{");
  g_autoptr (GString) zeros = g_string_new ("[0");
  g_autoptr (LwJsonTree) tree = NULL;
  g_autoptr (GError) error = NULL;
  const LwDeadline over = { .end_usec = 1 };

  for (int i = 0; i <= LW_JSON_MAX_DEPTH; i++)
    g_string_append_c (deep, '[');
  g_assert_null (lw_json_parse (deep->str, deep->len, NULL, &error));
  g_assert_nonnull (strstr (error->message, "nested"));
  g_clear_error (&error);

  for (int i = 0; i <= LW_JSON_MAX_KEYS; i++)
    g_string_append_printf (keys, "%s\"k%d\": 0", i > 0 ? ", " : "", i);
  g_string_append_c (keys, '}');
  g_assert_null (lw_json_parse (keys->str, keys->len, NULL, &error));
  g_assert_nonnull (strstr (error->message, "more than 64 fields"));
  g_clear_error (&error);

  // 5 million values; each takes as much memory as the struct.
  for (int i = 1; i < 5000000; i++)
    g_string_append (zeros, ",0");
  g_string_append_c (zeros, ']');
  tree = lw_json_parse (zeros->str, zeros->len, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lw_json_root (tree)->length, ==, 5000000);
  g_assert_cmpuint (sizeof (LwJson), <=, 32);
  g_assert_null (lw_json_parse (zeros->str, zeros->len, &over, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
}

/// Each change at its place, and nothing else.
static void
test_changes (void)
{
  static const char text[] = "{\"a\": 1, \"b\": [1, {\"c\": \"x\"}, 3]}";
  static const struct
  {
    LwJsonChange change;
    const char *path, *value, *expected;
  } cases[] = {
    { LW_JSON_SET, "a", "[2]", "{\"a\": [2], \"b\": [1, {\"c\": \"x\"}, 3]}\n" },
    { LW_JSON_SET, "b/1/c", "null", "{\"a\": 1, \"b\": [1, {\"c\": null}, 3]}\n" },
    { LW_JSON_SET, "b/3", "4", "{\"a\": 1, \"b\": [1, {\"c\": \"x\"}, 3, 4]}\n" },
    { LW_JSON_SET, "d/0/e", "true",
      "{\"a\": 1, \"b\": [1, {\"c\": \"x\"}, 3], \"d\": [{\"e\": true}]}\n" },
    { LW_JSON_SET, "a/f", "-0.5", "{\"a\": {\"f\": -0.5}, \"b\": [1, {\"c\": \"x\"}, 3]}\n" },
    { LW_JSON_INSERT, "b/1", "{}", "{\"a\": 1, \"b\": [1, {}, {\"c\": \"x\"}, 3]}\n" },
    { LW_JSON_REMOVE, "b/0", NULL, "{\"a\": 1, \"b\": [{\"c\": \"x\"}, 3]}\n" },
    { LW_JSON_REMOVE, "b/7", NULL, "{\"a\": 1, \"b\": [1, {\"c\": \"x\"}, 3]}\n" },
    { LW_JSON_REMOVE, "b/1/c", NULL, "{\"a\": 1, \"b\": [1, {}, 3]}\n" },
    { LW_JSON_REMOVE, "z", NULL, "{\"a\": 1, \"b\": [1, {\"c\": \"x\"}, 3]}\n" },
    { LW_JSON_MOVE, "b/0", NULL, "{\"a\": 1, \"b\": [{\"c\": \"x\"}, 1, 3]}\n" },
    { LW_JSON_MOVE, "b/2", NULL, "{\"a\": 1, \"b\": [1, {\"c\": \"x\"}, 3]}\n" },
  };
  g_autoptr (LwJsonTree) tree = lw_json_parse (text, strlen (text), NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *changed =
      lw_json_dup_changed (lw_json_root (tree), cases[i].change, cases[i].path, cases[i].value);

    g_assert_cmpstr (changed, ==, cases[i].expected);
  }
  g_assert_cmpstr (lw_json_at (lw_json_root (tree), "b/1/c")->string, ==, "x");
  g_assert_null (lw_json_at (lw_json_root (tree), "b/c"));
  g_assert_null (lw_json_at (lw_json_root (tree), "a/c"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/random", test_random);
  g_test_add_func ("/json/exact", test_exact);
  g_test_add_func ("/json/refused", test_refused);
  g_test_add_func ("/json/limits", test_limits);
  g_test_add_func ("/json/changes", test_changes);
  return g_test_run ();
}
