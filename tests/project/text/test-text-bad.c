// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bad input in text form: every refusal is a single sentence that gives place and cause, and
// nothing crashes.

#include <string.h>

#include "testing-seed.h"
#include "lw-text-private.h"

// Checks for a single sentence: an initial capital, a full stop only at the end, no line break.
static void
assert_sentence (const char *message)
{
  g_assert_true (g_utf8_validate (message, -1, NULL));
  g_assert_true (g_ascii_isupper (message[0]));
  g_assert_true (g_str_has_suffix (message, "."));
  g_assert_null (strchr (message, '\n'));
  g_assert_null (strstr (message, ". "));
}

static void
assert_refused (const char *text, gssize length, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = lw_text_parse (text, length, &error);
  g_autofree char *begin = g_strndup (text, 150);
  g_autofree char *shown = g_strescape (begin, NULL);

  g_test_message ("%s", shown);
  g_assert_null (mechanism);
  g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
  g_test_message ("  -> %s", error->message);
  assert_sentence (error->message);
  if (expected != NULL && strstr (error->message, expected) == NULL) {
    g_test_message ("expected: %s", expected);
    g_test_fail ();
  }
}

typedef struct
{
  const char *text;
  const char *expected;
} Case;

static void
assert_all_refused (const Case *cases, size_t n)
{
  for (size_t i = 0; i < n; i++)
    assert_refused (cases[i].text, -1, cases[i].expected);
}

// Not JSON, or not a mechanism

static void
test_whole (void)
{
  static const Case cases[] = {
    { "", "The file is empty" },
    { " \n\t ", "The file is empty" },
    { "x", "does not begin with {" },
    { "[1, 2]", "does not begin with {" },
    { "\"linkwright\"", "does not begin with {" },
    { "PK\003\004", "does not begin with {" },
    { "<?xml version=\"1.0\"?>", "does not begin with {" },
    { "{}", "\"linkwright\" with the version of the format is missing" },
    { "{\"a\": 1}", "not a Linkwright mechanism" },
    { "{\"linkwright\": 2}", "format 2" },
    { "{\"linkwright\": 0}", "whole number from 1" },
    { "{\"linkwright\": \"1\"}", "linkwright must be a number, not a text" },
    { "{\"linkwright\": 1}}", "more text after the end" },
    { "{\"linkwright\": 1} {\"linkwright\": 1}", "more text after the end" },
  };

  assert_all_refused (cases, G_N_ELEMENTS (cases));
  assert_refused ("SQLite format 3\0\020", 18, "does not begin with {");
  assert_refused ("{\"linkwright\": 1, \"title\": \"a\0b\"}", 33, "not UTF-8");
  assert_refused ("{\"linkwright\": 1,\n\"title\": \"\xff\"}", -1, "Line 2: ");
  assert_refused ("{\"linkwright\": 1, \"title\": \"\xed\xa0\x80\"}", -1, "not UTF-8");
}

static void
test_json (void)
{
  static const Case cases[] = {
    { "{\"linkwright\": 1,}", "a key in quotes expected, but found \"}\"" },
    { "{\"linkwright\" 1}", "a colon after the key expected, but found \"1\"" },
    { "{linkwright: 1}", "a key in quotes expected, but found \"l\"" },
    { "{'linkwright': 1}", "a key in quotes expected, but found \"'\"" },
    { "{\"linkwright\": 1\n\"title\": \"\"}", "Line 2: a comma or } expected" },
    { "{\"linkwright\": 1, \"bodies\": [1 2]}", "a comma or ] expected, but found \"2\"" },
    { "{\"linkwright\": 1, \"bodies\": [,]}", "a value expected, but found \",\"" },
    { "{\"linkwright\": 1, \"bodies\": [1,]}", "a value expected, but found \"]\"" },
    { "{\"linkwright\": 1, \"bodies\": [}", "a value expected, but found \"}\"" },
    { "{\"linkwright\": 1 // one\n}", "a comma or } expected, but found \"/\"" },
    { "{/* one */\"linkwright\": 1}", "a key in quotes expected, but found \"/\"" },
    { "{\"linkwright\": True}", "a value expected, but found \"T\"" },
    { "{\"linkwright\": NaN}", "a value expected, but found \"N\"" },
    { "{\"linkwright\": Infinity}", "a value expected" },
    { "{\"linkwright\": -Infinity}", "a digit expected, but found \"I\"" },
    { "{\"linkwright\": +1}", "a value expected, but found \"+\"" },
    { "{\"linkwright\": .5}", "a value expected, but found \".\"" },
    { "{\"linkwright\": 1.}", "a digit expected, but found \"}\"" },
    { "{\"linkwright\": 1e}", "a digit expected, but found \"}\"" },
    { "{\"linkwright\": 01}", "must not begin with 0" },
    { "{\"linkwright\": -01}", "must not begin with 0" },
    { "{\"linkwright\": 0x1}", "a comma or } expected, but found \"x\"" },
    { "{\"linkwright\": 1, \"gravity\": [0, 1e999]}", "1e999 is too large" },
    { "{\"linkwright\": 1, \"gravity\": [0, -1e400]}", "-1e400 is too large" },
    { "{\"linkwright\": 1, \"title\": \"a\nb\"}", "must end on the line" },
    { "{\"linkwright\": 1, \"title\": \"a\tb\"}", "control character U+0009" },
    { "{\"linkwright\": 1, \"title\": \"\\x\"}", "after a backslash expected, but found \"x\"" },
    { "{\"linkwright\": 1, \"title\": \"\\u00g0\"}", "four hexadecimal digits" },
    { "{\"linkwright\": 1, \"title\": \"\\u0000\"}", "\\u0000" },
    { "{\"linkwright\": 1, \"title\": \"\\ud800\"}", "second half" },
    { "{\"linkwright\": 1, \"title\": \"\\ud800\\u0041\"}", "second half" },
    { "{\"linkwright\": 1, \"title\": \"\\udc00\"}", "without the first" },
    { "{\"linkwright\": 1,\n \"title\": \"\",\n \"title\": \"\"}",
      "Line 3: the key \"title\" is given twice" },
    { "{\"linkwright\": 1, \"t\\u0069tle\": \"\"}", "without a backslash" },
    { "{\"linkwright\": 1, \"run\": {\"step\": 0, \"step\": 0}}", "\"step\" is given twice" },
    { "{\"linkwright\": 1, \"title\": \"a", "the file is cut off" },
    { "{\"linkwright\": 1,\n\"bodies\": [\n",
      "Line 3: the text ends inside the list that begins on line 2" },
  };

  assert_all_refused (cases, G_N_ELEMENTS (cases));
}

// A reader that recurses would overflow the stack here, or take forever.
static void
test_large (void)
{
  GString *deep = g_string_new ("{\"linkwright\": 1, \"title\": ");
  GString *objects = g_string_new (NULL);
  g_autofree char *digits = g_strnfill (2000, '9');
  g_autofree char *number = g_strdup_printf ("{\"linkwright\": %s}", digits);
  g_autofree char *large = NULL;
  gsize size = LW_TEXT_MAX_BYTES + 1;

  for (int i = 0; i < 100000; i++) {
    g_string_append_c (deep, '[');
    g_string_append (objects, "{\"a\":");
  }
  assert_refused (deep->str, -1, "nested more than 64 deep");
  assert_refused (objects->str, -1, "nested more than 64 deep");
  assert_refused (number, -1, "more than 1000 characters");
  g_string_free (deep, TRUE);
  g_string_free (objects, TRUE);

  large = g_malloc (size);
  memset (large, ' ', size);
  large[0] = '{';
  assert_refused (large, (gssize) size, "larger than 64 MiB");
}

/// Unreasonable numbers of elements are refused before memory is allocated for them.
static void
test_many_elements (void)
{
  static const char *const lists[] = { "bodies", "couplings", "forces", "tracers" };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++) {
    GString *text = g_string_new (NULL);
    g_string_printf (text, "{\"linkwright\": 1, \"%s\": [{}", lists[i]);
    for (int k = 0; k < 200000; k++)
      g_string_append (text, ",{}");
    g_string_append (text, "]}");
    assert_refused (text->str, (gssize) text->len, "must not have more than 200000 elements");
    g_string_free (text, TRUE);
  }
}

// JSON, but not a mechanism. B and C begin a file with bodies and with a coupling.

#define BODIES "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"name\": \"Bar\"},\n"
#define B(fields) BODIES "{\"id\": 2, " fields "}]}"
#define C(fields) BODIES "{\"id\": 2}], \"couplings\": [{\"id\": 1, " fields "}]}"
#define F(fields) BODIES "{\"id\": 2}], \"forces\": [{\"id\": 1, " fields "}]}"

static void
test_bodies (void)
{
  static const Case cases[] = {
    { B ("\"name\": \"Crank\", \"mass\": -1"),
      "Body \"Crank\" (bodies[1], line 2): mass must not be negative; give a number ≥ 0." },
    { B ("\"mass\": \"1\""), "Body 2 (bodies[1], line 2): mass must be a number, not a text." },
    { B ("\"mass\": null"), "mass must be a number, not null" },
    { B ("\"mass\": true"), "mass must be a number, not true or false" },
    { B ("\"mass\": [1]"), "mass must be a number, not a list" },
    { B ("\"mass\": {}"), "mass must be a number, not an object" },
    { B ("\"mas\": 1"), "there is no field \"mas\" here; the fields are id, name, mobility" },
    { B ("\"id \": 1"), "there is no field \"id \"" },
    { B ("\"name\": \"Bar\""), "the name is used twice among the bodies" },
    { B ("\"name\": \"\""), "the name must be one line of text" },
    { B ("\"name\": \"a\\nb\""), "the name must be one line of text" },
    { B ("\"name\": \"ground\""), "not \"ground\"" },
    { B ("\"name\": 7"), "name must be a text in quotes, not a number" },
    { B ("\"mobility\": \"flying\""),
      "mobility must be \"fixed\", \"planar\" or \"spatial\", not \"flying\"" },
    { B ("\"inertia\": -0.1"), "inertia must not be negative" },
    { B ("\"inertia\": [1, -1, 1]"), "inertia[1] must not be negative" },
    { B ("\"inertia\": [1, 1]"), "inertia must be a list of 3 or 6 numbers, not of 2" },
    { B ("\"inertia\": [1, 1, 1, 0]"), "inertia must be a list of 3 or 6 numbers, not of 4" },
    { B ("\"mobility\": \"spatial\", \"inertia\": 1"), "inertia must be a list of 3 or 6 numbers" },
    { B ("\"position\": [1]"), "position must be a list of 2 or 3 numbers, not of 1" },
    { B ("\"position\": [1, \"2\"]"), "position[1] must be a number, not a text" },
    { B ("\"position\": 1"), "position must be a list of 2 or 3 numbers, not a number" },
    { B ("\"mobility\": \"spatial\", \"position\": [1, 2]"),
      "position must be a list of 3 numbers" },
    { B ("\"mobility\": \"spatial\", \"angle\": 1"), "give a quaternion" },
    { B ("\"quaternion\": [1, 1, 0, 0]"), "quaternion must have the length 1" },
    { B ("\"quaternion\": [0, 0, 0, 0]"), "quaternion must have the length 1" },
    { B ("\"quaternion\": [1, 0, 0]"), "quaternion must be a list of 4 numbers" },
    { B ("\"angular_velocity\": \"fast\""), "angular_velocity must be a number" },
    { B ("\"colour\": \"red\""), "colour must be \"orange\", " },
    { B ("\"shape\": \"disc\""), "an object in braces expected, not a text" },
    { B ("\"shape\": {\"kind\": \"disc\"}"), "the field \"radius\" is missing" },
    { B ("\"shape\": {\"kind\": \"disc\", \"radius\": 0}"), "radius must be greater than zero" },
    { B ("\"shape\": {\"kind\": \"box\"}"), "the field \"size\" is missing" },
    { B ("\"shape\": {\"kind\": \"box\", \"size\": [1, 0]}"), "size[1] must be greater than zero" },
    { B ("\"shape\": {\"kind\": \"polygon\", \"points\": [[0, 0], [1, 0]]}"),
      "at least three points" },
    { B ("\"shape\": {\"kind\": \"blob\"}"), "Body 2 (bodies[1].shape, line 2): kind must be" },
    { B ("\"shape\": {\"points\": [[0]]}"), "points[0] must be a list of 2 or 3 numbers" },
    { BODIES "7]}", "Body 2 (bodies[1], line 2): an object in braces expected, not a number." },
    { BODIES "{\"id\": 1}]}", "the id 1 is used twice among the bodies" },
    { BODIES "{\"id\": 0}]}", "id must be a whole number from 1 to 2147483647" },
    { BODIES "{\"id\": -3}]}", "id must be a whole number from 1" },
    { BODIES "{\"id\": 1.5}]}", "id must be a whole number from 1" },
    { BODIES "{\"id\": 2147483648}]}", "id must be a whole number from 1" },
    { BODIES "{\"id\": 99999999999999999999}]}", "id must be a whole number from 1" },
    { BODIES "{\"id\": \"2\"}]}", "id must be a number, not a text" },
    { "{\"linkwright\": 1, \"bodies\": {}}",
      "The mechanism (line 1): bodies must be a list, not an object." },
    { "{\"linkwright\": 1, \"bodys\": []}", "there is no field \"bodys\"" },
    { "{\"linkwright\": 1, \"gravity\": 9.81}", "gravity must be a list" },
    { "{\"linkwright\": 1, \"title\": 5}", "title must be a text" },
  };

  assert_all_refused (cases, G_N_ELEMENTS (cases));
}

#define PIN "\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], "

static void
test_rows (void)
{
  static const Case cases[] = {
    { C (PIN "\"rows\": 3"), "rows must be a list" },
    { C (PIN "\"rows\": [3]"), "Pin 1 (couplings[0].rows[0]" },
    { C (PIN "\"rows\": [{\"level\": \"velocity\"}]"), "the field \"row\" is missing" },
    { C (PIN "\"rows\": [{\"row\": \"x\"}]"), "a row needs a level or a compliance" },
    { C (PIN "\"rows\": [{\"row\": \"lower\", \"level\": \"velocity\"}]"),
      "row must be one of x, y, z, rx, ry, rz" },
    { C (PIN "\"rows\": [{\"row\": \"rz\", \"level\": \"velocity\"}]"), "it has no row rz" },
    { C (PIN "\"rows\": [{\"row\": \"x\", \"level\": \"speed\"}]"), "level must be" },
    { C (PIN "\"rows\": [{\"row\": \"x\", \"compliance\": {\"stiffness\": -1}}]"),
      "Pin 1 (couplings[0].rows[0].compliance, line 2): stiffness must not be negative" },
    { C (PIN "\"rows\": [{\"row\": \"x\", \"level\": \"velocity\"}, {\"row\": \"x\", "
             "\"level\": \"position\"}]"),
      "the row x is given twice" },
    { C ("\"kind\": \"rod\", \"bodies\": [1, 2], \"points\": [[0, 0], [1, 0]], \"rows\": []"),
      "there is no field \"rows\"" },
  };

  assert_all_refused (cases, G_N_ELEMENTS (cases));
}

static void
test_couplings (void)
{
  static const Case cases[] = {
    { C ("\"kind\": \"pim\", \"bodies\": [1, 2], \"at\": [0, 0]"),
      "Coupling 1 (couplings[0], line 2): kind must be pin, slider, weld" },
    { C ("\"bodies\": [1, 2], \"at\": [0, 0]"), "kind must be pin" },
    { C ("\"kind\": 3, \"bodies\": [1, 2], \"at\": [0, 0]"), "kind must be pin" },
    { C ("\"name\": \"B\", \"kind\": \"pin\", \"bodies\": [1, 9], \"at\": [0, 0]"),
      "Pin \"B\" (couplings[0], line 2): bodies[1]: there is no body with the id 9." },
    { C ("\"kind\": \"pin\", \"bodies\": [1, \"Rod\"], \"at\": [0, 0]"),
      "there is no body called \"Rod\"" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, -1], \"at\": [0, 0]"), "no body with the id -1" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 1e300], \"at\": [0, 0]"),
      "no body with the id 1e+300" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 1.5], \"at\": [0, 0]"), "no body with the id 1.5" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, null], \"at\": [0, 0]"), "bodies[1] must be a text" },
    { C ("\"kind\": \"pin\", \"bodies\": [1], \"at\": [0, 0]"), "bodies must be a list of two" },
    { C ("\"kind\": \"pin\", \"bodies\": 1, \"at\": [0, 0]"), "bodies must be a list" },
    { C ("\"kind\": \"pin\", \"at\": [0, 0]"), "the field \"bodies\" is missing" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2]"), "one of the fields at, points and frames" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"points\": [[0, 0], [0, 0]]"),
      "one of the fields at, points and frames" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0, 0]]"),
      "points must be a list of two" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0, 0], 0]"),
      "points[1] must be a list" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0, 0], [0, 0]], \"angle\": 1"),
      "angle and quaternion can only be used with at" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"frames\": [{}, {}]"),
      "Pin 1 (couplings[0].frames[0], line 2): the field \"point\" is missing." },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"frames\": [{\"point\": [0, 0], \"angel\": 1}, "
         "{}]"),
      "there is no field \"angel\"" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"angle\": 1, \"quaternion\": [1, "
         "0, 0, 0]"),
      "not both" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"length\": 1"),
      "there is no field \"length\"" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"locked\": [\"x\"]"),
      "locked can only be used with the kind \"loop\"" },
    { C ("\"kind\": \"loop\", \"bodies\": [1, 2], \"at\": [0, 0]"),
      "the field \"locked\" is missing" },
    { C ("\"kind\": \"loop\", \"bodies\": [1, 2], \"at\": [0, 0], \"locked\": []"),
      "at least one axis" },
    { C ("\"kind\": \"loop\", \"bodies\": [1, 2], \"at\": [0, 0], \"locked\": [\"q\"]"),
      "each of x, y, z" },
    { C ("\"kind\": \"loop\", \"bodies\": [1, 2], \"at\": [0, 0], \"locked\": [\"x\", \"x\"]"),
      "once" },
    { C ("\"kind\": \"rod\", \"bodies\": [1, 2], \"points\": [[0, 0], [1, 0]], \"length\": 0"),
      "Rod 1 (couplings[0], line 2): length must be greater than zero" },
    { C ("\"kind\": \"rod\", \"bodies\": [1, 2], \"points\": [[0, 0], [0, 0]]"),
      "its ends coincide" },
    { C ("\"kind\": \"rod\", \"bodies\": [1, 2], \"from\": [0, 0]"),
      "by points, or by from and to" },
    { C ("\"kind\": \"rod\", \"bodies\": [1, 2], \"from\": [0, 0], \"to\": [1, 0], \"points\": "
         "[[0, 0], [1, 0]]"),
      "by points, or by from and to" },
    { BODIES "{\"id\": 2, \"position\": [-1e308, 0]}], \"couplings\": [{\"kind\": \"pin\", "
             "\"bodies\": [1, 2], \"at\": [1e308, 0]}]}",
      "at is too far away" },
    { BODIES "{\"id\": 2, \"position\": [-1e308, 0]}], \"couplings\": [{\"kind\": \"rod\", "
             "\"bodies\": [1, 2], \"from\": [0, 0], \"to\": [1e308, 0]}]}",
      "from and to are too far away" },
    { C ("\"kind\": \"rod\", \"bodies\": [1, 2], \"points\": [[-1e308, 0], [1e308, 0]]"),
      "too far apart; give a length" },
    { C ("\"kind\": \"rod\", \"bodies\": [1, 2], \"at\": [0, 0]"), "there is no field \"at\"" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"stabilisation\": \"strong\""),
      "stabilisation must be \"projection\", \"baumgarte\" or \"none\", not \"strong\"" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"time_constant\": 0"),
      "time_constant must be greater than zero" },
    { C ("\"kind\": \"motor\", \"joint\": 9, \"function\": 1"),
      "joint: there is no joint with the id 9" },
    { C ("\"kind\": \"motor\", \"joint\": 1.5, \"function\": 1"),
      "joint: there is no joint with the id 1.5" },
    { C ("\"kind\": \"motor\", \"joint\": \"Q\", \"function\": 1"),
      "joint: there is no joint called \"Q\"" },
    { C ("\"kind\": \"motor\", \"joint\": true, \"function\": 1"),
      "joint must be a text in quotes" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"bodies\": [1, 2], \"function\": 1"),
      "with a joint it must not have its own bodies" },
    { C ("\"kind\": \"motor\", \"joint\": 1"), "the field \"function\" is missing" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": null"),
      "function must be a number, an expression in quotes, or an object" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": [1]"), "function must be a number" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": {}"),
      "give one of the fields harmonic, polynomial and table" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": {\"harmonic\": {\"frequency\": 1}, "
         "\"table\": []}"),
      "give one of the fields" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": {\"harmonic\": {}}"),
      "the field \"frequency\" is missing" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": {\"harmonic\": {\"frequency\": "
         "\"fast\"}}"),
      "frequency must be a number, not a text" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": {\"harmonic\": {\"frequency\": 1}, "
         "\"origin\": 1}"),
      "origin can only be used with polynomial" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": {\"polynomial\": [1], \"ends\": "
         "\"natural\"}"),
      "ends and end_rates can only be used with table" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": {\"polynomial\": []}"),
      "polynomial must be a list of 1 to 64 numbers" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": {\"polynomial\": [\"1\"]}"),
      "polynomial[0] must be a number" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": {\"table\": [[0, 1, 2]]}"),
      "table[0] must be a list of 2 numbers, not of 3" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": {\"table\": [[0, 1]], \"ends\": "
         "\"open\"}"),
      "ends must be \"natural\", \"clamped\" or \"periodic\"" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": {\"table\": [[0, 1]], \"end_rates\": "
         "[1]}"),
      "end_rates must be a list of 2 numbers" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": {\"sine\": 1}"),
      "there is no field \"sine\"" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": 1, \"coordinate\": \"speed\""),
      "coordinate must be \"angle\", \"slide\", \"slide_z\" or \"arc\"" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": 1, \"effort_limit\": 0"),
      "effort_limit must be greater than zero" },
    { C ("\"kind\": \"motor\", \"joint\": 1, \"function\": 1, \"effort_limit\": -3"),
      "effort_limit must not be negative" },
    { C ("\"kind\": \"limit\", \"joint\": 1, \"lower\": \"none\""), "lower must be a number" },
    { C ("\"kind\": \"gear\", \"joints\": [1], \"ratio\": 1"),
      "joints must be a list of two, one for each joint" },
    { C ("\"kind\": \"gear\", \"joints\": [1, 1]"), "the field \"ratio\" is missing" },
    { C ("\"kind\": \"gear\", \"joints\": [1, 1], \"ratio\": 0"), "ratio must not be zero" },
    { C ("\"kind\": \"gear\", \"joints\": [1, 1], \"ratio\": 1, \"coordinates\": [\"angle\"]"),
      "coordinates must be a list of two" },
    { C ("\"kind\": \"gear\", \"joints\": [1, 1], \"ratio\": 1, \"coordinates\": [\"angle\", "
         "\"turn\"]"),
      "coordinates[1] must be" },
    { C ("\"kind\": \"gear\", \"bodies\": [1, 2], \"points\": [[0, 0], [0, 0]], \"ratio\": 1"),
      "must be a list of four" },
    { C ("\"kind\": \"gear\", \"ratio\": 1"),
      "give two joints, or four bodies with points or frames" },
    { C ("\"kind\": \"gear\", \"joints\": [1, 1], \"ratio\": 1, \"offset\": \"x\""),
      "offset must be a number" },
    { C ("\"kind\": \"belt\", \"joints\": [1, 1], \"radii\": [0.1, 0]"),
      "radii[1] must be greater than zero" },
    { C ("\"kind\": \"belt\", \"joints\": [1, 1], \"radii\": 0.1"),
      "radii must be a list of 2 numbers" },
    { C ("\"kind\": \"belt\", \"joints\": [1, 1], \"radii\": [1, 1], \"crossed\": 1"),
      "crossed must be true or false" },
    { C ("\"kind\": \"rack\", \"joints\": [1, 1], \"radius\": 0"), "radius must not be zero" },
    { C ("\"kind\": \"screw\", \"joint\": 1, \"joints\": [1, 1], \"pitch\": 1"),
      "give joint or joints, not both" },
    { C ("\"kind\": \"screw\", \"joint\": 1, \"pitch\": 0"), "pitch must not be zero" },
    { C ("\"kind\": \"screw\", \"joint\": 1"), "the field \"pitch\" is missing" },
    { C ("\"kind\": \"angle\", \"bodies\": [1, 2], \"points\": [[0, 0], [0, 0]], \"between\": 0"),
      "between must be greater than zero" },
    { C ("\"kind\": \"point contact\", \"bodies\": [1, 2], \"at\": [0, 0], \"normals\": []"),
      "normals must be a list of one, two or three" },
    { C ("\"kind\": \"point contact\", \"bodies\": [1, 2], \"at\": [0, 0], \"normals\": [[1]]"),
      "normals[0] must be a list of 2 or 3 numbers" },
    { C ("\"kind\": \"revolute-spherical\", \"bodies\": [1, 2]"), "by points, or by from and to" },
    { C ("\"kind\": \"rope\", \"bodies\": [1, 2], \"points\": [[0, 0], [1, 0]], \"length\": -1"),
      "Rope 1 (couplings[0], line 2): length must be greater than zero" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"mode\": \"stuck\""),
      "mode must be \"free\", \"lock\", \"unilateral\", \"box\" or \"friction\"" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"level\": 1"),
      "level must be a text in quotes" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"compliance\": 5"),
      "an object in braces expected" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"compliance\": {\"stiffness\": "
         "-1}"),
      "stiffness must not be negative" },
    { C (
        "\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"compliance\": {\"softness\": 1}"),
      "there is no field \"softness\"" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"break_force\": 0"),
      "break_force must be greater than zero" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"break_moment\": -1"),
      "break_moment must be greater than zero" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"break_impulse\": \"x\""),
      "break_impulse must be a number" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0], \"enabled\": 1"),
      "enabled must be true or false, not a number" },
    { C ("\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0]}, {\"id\": 1, \"kind\": \"pin\", "
         "\"bodies\": [1, 2], \"at\": [0, 0]"),
      "the id 1 is used twice among the couplings" },
  };

  assert_all_refused (cases, G_N_ELEMENTS (cases));
}

// Quoted words of the file do not corrupt the message.
static void
test_quoted (void)
{
  g_autofree char *many = g_strnfill (1000, 'm');
  g_autofree char *long_name = g_strdup_printf (B ("\"name\": \"%s\", \"mass\": -1"), many);
  g_autofree char *long_key = g_strdup_printf (B ("\"%s\": 1"), many);
  static const Case cases[] = {
    { B ("\"name\": \"a\\n\\u0007b\", \"mass\": -1"), "Body \"a  b\" (bodies[1]" },
    { B ("\"colour\": \"a\\nb\""), "not \"a b\"" },
    { B ("\"a\xc2\x85z\": 1"), "no field \"a z\"" },
  };

  assert_all_refused (cases, G_N_ELEMENTS (cases));
  assert_refused (long_name, -1, "mmm…\" (bodies[1], line 2): mass");
  assert_refused (long_key, -1, "mmm…\" here");
}

static void
test_others (void)
{
  static const Case cases[] = {
    { F ("\"kind\": \"wind\""),
      "kind must be spring, bushing, force, torque or drag, not \"wind\"" },
    { F ("\"kind\": \"spring\", \"bodies\": [0, 1], \"from\": [0, 0], \"to\": [1, 0], "
         "\"stiffness\": -1"),
      "Spring 1 (forces[0], line 2): stiffness must not be negative" },
    { F ("\"kind\": \"spring\", \"bodies\": [0, 1], \"from\": [-1e308, 0], \"to\": [1e308, 0]"),
      "give a free_length" },
    { F ("\"kind\": \"spring\", \"bodies\": [0, 1]"), "by points, or by from and to" },
    { F ("\"kind\": \"force\", \"body\": 1"), "the field \"force\" is missing" },
    { F ("\"kind\": \"force\", \"force\": [1, 0]"), "the field \"body\" is missing" },
    { F ("\"kind\": \"force\", \"body\": 5, \"force\": [1, 0]"),
      "body: there is no body with the id 5" },
    { F ("\"kind\": \"torque\", \"body\": 1"), "the field \"torque\" is missing" },
    { F ("\"kind\": \"torque\", \"body\": 1, \"torque\": [1, 0]"),
      "torque must be a list of 3 numbers" },
    { F ("\"kind\": \"torque\", \"body\": 1, \"torque\": 1, \"force\": [1, 0]"),
      "there is no field \"force\"" },
    { F ("\"kind\": \"force\", \"body\": 1, \"force\": [1, \"t\", 0, 0]"),
      "force must be a list of two or three numbers or functions of time" },
    { F ("\"kind\": \"force\", \"body\": 1, \"force\": [1, {\"harmonic\": {}}]"),
      "Force 1 (forces[0].force[1].harmonic, line 2): the field \"frequency\" is missing" },
    { F ("\"kind\": \"force\", \"body\": 1, \"force\": [\"t\", true]"),
      "force[1] must be a number, an expression in quotes, or an object" },
    { F ("\"kind\": \"torque\", \"body\": 1, \"torque\": {\"table\": 1}"),
      "Torque 1 (forces[0].torque, line 2): table must be a list" },
    { F ("\"kind\": \"spring\", \"bodies\": [0, 1], \"points\": [[0, 0], [1, 0]], \"law\": 3"),
      "law must be a text in quotes, not a number" },
    { F ("\"kind\": \"bushing\", \"bodies\": [0, 1]"),
      "Bushing 1 (forces[0], line 2): give its place by one of the fields at, points and frames" },
    { F ("\"kind\": \"bushing\", \"bodies\": [0, 1], \"at\": [0, 0], \"stiffness\": [1, -1]"),
      "stiffness must not be negative" },
    { F ("\"kind\": \"bushing\", \"bodies\": [0, 1], \"at\": [0, 0], \"stiffness\": 1"),
      "stiffness must be a list of 2 or 3 numbers" },
    { F ("\"kind\": \"bushing\", \"bodies\": [0, 1], \"at\": [0, 0], "
         "\"rotational_damping\": -1"),
      "rotational_damping must not be negative" },
    { F ("\"kind\": \"bushing\", \"bodies\": [0, 1], \"at\": [0, 0], \"law\": \"soft\""),
      "law must be \"quasi-symmetric\" or \"energy-consistent\", not \"soft\"" },
    { F ("\"kind\": \"drag\", \"body\": 1, \"damping\": -1"), "damping must not be negative" },
    { F ("\"kind\": \"drag\", \"bodies\": [0, 1]"), "there is no field \"bodies\" here" },
    { BODIES "{\"id\": 2}], \"tracers\": [{\"body\": 1}]}",
      "Tracer 1 (tracers[0], line 2): the field \"point\"" },
    { BODIES "{\"id\": 2}], \"tracers\": [{\"body\": 4, \"point\": [0, 0]}]}",
      "no body with the id 4" },
    { "{\"linkwright\": 1, \"plots\": [{}]}",
      "Plot 1 (plots[0], line 1): the field \"channels\" is missing." },
    { "{\"linkwright\": 1, \"plots\": [{\"channels\": [1]}]}", "channels[0] must be a text" },
    { "{\"linkwright\": 1, \"run\": []}", "The run (run, line 1): an object in braces expected" },
    { "{\"linkwright\": 1, \"run\": {\"duration\": 0}}", "duration must be greater than zero" },
    { "{\"linkwright\": 1, \"run\": {\"interval\": -1}}", "interval must be greater than zero" },
    { "{\"linkwright\": 1, \"run\": {\"method\": \"euler\"}}", "method must be \"verner65\"" },
    { "{\"linkwright\": 1, \"run\": {\"method\": \"rk4\"}}", "fixed steps only; give a step > 0" },
    { "{\"linkwright\": 1, \"run\": {\"accuracy\": 0}}", "accuracy must be greater than zero" },
    { "{\"linkwright\": 1, \"run\": {\"maximum_steps\": 1e30}}",
      "maximum_steps must be a whole number" },
    { "{\"linkwright\": 1, \"run\": {\"until\": 3}}", "there is no field \"until\"" },
  };

  assert_all_refused (cases, G_N_ELEMENTS (cases));
}

// Files

static void
assert_unreadable (const char *path, LwError code, const char *expected)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_assert_null (lw_text_load (file, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, LW_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, expected));
}

static void
test_files (void)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/dev/null");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  assert_unreadable ("/nowhere/at-all.json", LW_ERROR_IO,
                     "/nowhere/at-all.json could not be read: it does not exist.");
  assert_unreadable ("/", LW_ERROR_IO, "it is a folder");
  assert_unreadable ("/dev/null", LW_ERROR_BAD_FILE, "The file is empty");
  // A device without an end is not read indefinitely.
  assert_unreadable ("/dev/zero", LW_ERROR_BAD_FILE, "larger than 64 MiB");
  g_cancellable_cancel (cancellable);
  g_assert_null (lw_text_load (file, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

// Hostile files

/// Returns a word of `n` pairs of letters, one of 2^n words with the same hash.
static char *
dup_colliding (guint index, guint n)
{
  GString *word = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (word, index >> i & 1 ? "bA" : "ab");
  return g_string_free (word, FALSE);
}

/// Keys that make hash tables slow are not collected where no object has that many keys.
static void
test_many_keys (void)
{
  static const char *const places[] = {
    "{%s, \"linkwright\": 1}",
    "{\"linkwright\": 1, \"bodies\": [{%s}]}",
    "{\"linkwright\": 1, \"bodies\": [{\"shape\": {\"kind\": \"disc\", %s}}]}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint n = 7; n <= 13; n += 6) {
      g_autoptr (GString) keys = g_string_new (NULL);
      g_autofree char *text = NULL;

      for (guint k = 0; k < 1u << n; k++) {
        g_autofree char *key = dup_colliding (k, n);

        g_string_append_printf (keys, "%s\n\"%s\": 0", k > 0 ? "," : "", key);
      }
      text = g_strdup_printf (places[i], keys->str);
      assert_refused (text, -1, "more than 64 fields");
    }
}

/// Reading ends at any point when the deadline passes or it is cancelled, independently of the
/// contents.
static void
test_deadline (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const LwDeadline over = { .end_usec = 1 };
  const LwDeadline cancelled = { .cancellable = cancellable };
  const LwDeadline enough = lw_deadline_for_file (1 << 20, cancellable);
  const char *text =
    "{\"linkwright\": 1, \"bodies\": [{\"name\": \"a\"}, {\"name\": \"b\"}],"
    "\"couplings\": [{\"kind\": \"pin\", \"bodies\": [\"a\", \"b\"], \"at\": [0, 0]}]}";
  g_autoptr (LwMechanism) mechanism = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (lw_text_parse_before (text, -1, &over, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
  g_assert_nonnull (strstr (error->message, "takes far longer"));
  g_clear_error (&error);
  mechanism = lw_text_parse_before (text, -1, &enough, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (mechanism), ==, 2);
  g_cancellable_cancel (cancellable);
  g_assert_null (lw_text_parse_before (text, -1, &cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

// Damaged files

static GPtrArray *
read_examples (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    char *text;

    if (!g_str_has_suffix (name, ".json"))
      continue;
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    g_ptr_array_add (texts, text);
  }
  g_assert_cmpuint (texts->len, >=, 7);
  return texts;
}

static void
test_truncated (void)
{
  g_autoptr (GPtrArray) texts = read_examples ();

  for (guint i = 0; i < texts->len; i++) {
    const char *text = texts->pdata[i];
    gssize length = (gssize) strlen (text) - 1; // without the newline it is complete

    for (gssize n = 0; n < length; n += 1 + n / 30) {
      g_autofree char *part = g_strndup (text, (gsize) n);
      g_autoptr (GError) error = NULL;

      g_assert_null (lw_text_parse (part, n, &error));
      g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
      assert_sentence (error->message);
    }
  }
}

// Replaces, removes or repeats bytes or whole pieces.
static void
damage (GString *text, GRand *random)
{
  static const char *const pieces[] = { "[",    "]",     "{",  "}",  ",",     ":",
                                        "\"",   "\\",    "-",  "0",  "1e308", "null",
                                        "true", "\"x\"", "[]", "{}", "\n",    "\xc3" };
  gint32 at = g_rand_int_range (random, 0, (gint32) text->len);
  gint32 n = g_rand_int_range (random, 1, MIN (30, (gint32) text->len - at) + 1);
  const char *piece = pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))];
  g_autofree char *copy = NULL;

  switch (g_rand_int_range (random, 0, 5)) {
  case 0:
    text->str[at] = (char) g_rand_int_range (random, 1, 256);
    break;
  case 1:
    g_string_erase (text, at, n);
    break;
  case 2:
    copy = g_strndup (text->str + at, (gsize) n);
    g_string_insert (text, at, copy);
    break;
  case 3:
    g_string_insert (text, at, piece);
    break;
  default:
    // Replacing a digit by a digit keeps the JSON valid, so that the values are reached.
    for (gint32 i = 0; i < n; i++)
      if (g_ascii_isdigit (text->str[at + i]))
        text->str[at + i] = (char) ('0' + g_rand_int_range (random, 0, 10));
  }
}

static void
test_parameters (void)
{
#define P(fields) "{\"linkwright\": 1, \"parameters\": [" fields "]}"
  static const Case cases[] = {
    { P ("1"), "Parameter 1 (parameters[0], line 1): an object in braces expected" },
    { P ("{}"), "the field \"name\" is missing" },
    { P ("{\"name\": \"a\"}"), "the field \"value\" is missing" },
    { P ("{\"name\": \"a\", \"value\": \"1\"}"), "value must be a number" },
    { P ("{\"name\": \"t\", \"value\": 1}"), "not be t, which is the time" },
    { P ("{\"name\": \"2a\", \"value\": 1}"), "consist of letters, digits and underscores" },
    { P ("{\"name\": \"\", \"value\": 1}"), "consist of letters, digits and underscores" },
    { P ("{\"name\": \"a\", \"value\": 1}, {\"name\": \"a\", \"value\": 2}"),
      "Parameter 2 (parameters[1], line 1): the name is used twice" },
    { P ("{\"name\": \"a\", \"value\": 1, \"note\": 1}"), "note must be a text" },
    { P ("{\"name\": \"a\", \"value\": 1, \"units\": \"m\"}"), "there is no field \"units\"" },
  };
  g_autofree char *deep = g_strnfill (100000, '(');
  g_autofree char *text = g_strdup_printf ("{\"linkwright\": 1, \"couplings\": [{\"kind\": "
                                           "\"motor\", \"joint\": 1, \"function\": \"%s\"}]}",
                                           deep);
#undef P

  assert_all_refused (cases, G_N_ELEMENTS (cases));
  assert_refused (text, -1, "the expression is longer than 4096 bytes");
}

static void
test_damaged (void)
{
  g_autoptr (GPtrArray) texts = read_examples ();
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (77));
  int n = g_getenv ("LW_TORTURE") != NULL ? 200000 : 2000;
  int read = 0;

  for (int i = 0; i < n; i++) {
    GString *text = g_string_new (texts->pdata[g_rand_int_range (random, 0, (gint32) texts->len)]);
    g_autoptr (GError) error = NULL;
    g_autoptr (LwMechanism) mechanism = NULL;

    for (int k = g_rand_int_range (random, 1, 4); k > 0 && text->len > 0; k--)
      damage (text, random);
    mechanism = lw_text_parse (text->str, (gssize) text->len, &error);
    if (mechanism != NULL) {
      // A mechanism that was read can be written, and compiled or refused.
      g_autofree char *again = lw_text_write (mechanism);
      g_autoptr (LwMechanism) second = lw_text_parse (again, -1, &error);
      MbdModel *model;

      g_assert_no_error (error);
      g_assert_true (lw_mechanism_equal (mechanism, second));
      model = lw_mechanism_compile (mechanism, NULL);
      if (model != NULL)
        mbd_model_unref (model);
      read++;
    } else {
      g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
    g_string_free (text, TRUE);
  }
  g_test_message ("%d of %d could be read", read, n);
  g_assert_cmpint (read, >, n / 50);
  g_assert_cmpint (read, <, n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-bad/whole", test_whole);
  g_test_add_func ("/text-bad/json", test_json);
  g_test_add_func ("/text-bad/large", test_large);
  g_test_add_func ("/text-bad/many-elements", test_many_elements);
  g_test_add_func ("/text-bad/bodies", test_bodies);
  g_test_add_func ("/text-bad/couplings", test_couplings);
  g_test_add_func ("/text-bad/rows", test_rows);
  g_test_add_func ("/text-bad/quoted", test_quoted);
  g_test_add_func ("/text-bad/others", test_others);
  g_test_add_func ("/text-bad/files", test_files);
  g_test_add_func ("/text-bad/many-keys", test_many_keys);
  g_test_add_func ("/text-bad/deadline", test_deadline);
  g_test_add_func ("/text-bad/truncated", test_truncated);
  g_test_add_func ("/text-bad/parameters", test_parameters);
  g_test_add_func ("/text-bad/damaged", test_damaged);
  return g_test_run ();
}
