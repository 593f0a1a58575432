// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text form: examples, exact round trips, hand-written files, numbers in every locale, the
// schema, files. Refusals are in test-text-bad.c.

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "lw-channels.h"
#include "lw-contact.h"
#include "lw-number.h"
#include "lw-text-private.h"
#include "random-document.h"
#include "testing-locale.h"
#include "testing-text.h"

static char *
source_path (const char *first, const char *second)
{
  return g_build_filename (g_getenv ("LW_SOURCE_DIR"), first, second, NULL);
}

static LwMechanism *
load (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_load (file, NULL, &error);

  g_assert_no_error (error);
  return mechanism;
}

// Checks that writing and reading gives an equal mechanism, and that writing again gives the same
// bytes.
static void
assert_round_trip (const LwMechanism *mechanism)
{
  g_autofree char *text = lw_text_write (mechanism);
  g_autoptr (LwMechanism) again = testing_parse (text);
  g_autofree char *second = lw_text_write (again);

  g_assert_true (lw_mechanism_equal (mechanism, again));
  g_assert_cmpstr (text, ==, second);
}

// Examples

// Checks that start pose and start velocities satisfy all couplings as accurately as assembly
// (1e-12).
static void
assert_closed (const LwMechanism *mechanism)
{
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  MbdState *state;
  g_autofree double *eps = NULL;
  int rows;

  g_assert_no_error (error);
  state = mbd_state_new (model);
  rows = mbd_model_row_count (model);
  eps = g_new0 (double, 2 * (gsize) rows + 1);
  mbd_state_errors (state, eps, eps + rows, NULL);
  for (int i = 0; i < rows; i++) {
    const int coupling = mbd_model_coupling_by_row (model, i);

    // A spring may be tight at the start.
    if (lw_mechanism_get_coupling (mechanism, (guint) coupling)->def.compliant)
      continue;
    g_assert_cmpfloat (fabs (eps[i]), <, 1e-12);
    g_assert_cmpfloat (fabs (eps[rows + i]), <, 1e-12);
  }
  mbd_state_free (state);
  mbd_model_unref (model);
}

// Checks that every plot shows existing channels.
static void
assert_plotted (LwMechanism *mechanism)
{
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  g_autoptr (LwChannels) plain = lw_channels_new (mechanism, model);
  g_autoptr (LwChannels) channels = lw_channels_with_definitions (plain, mechanism, NULL);

  for (guint i = 0; i < lw_mechanism_get_n_plots (mechanism); i++) {
    g_autofree char *patterns = g_strjoinv (",", lw_mechanism_get_plot (mechanism, i)->channels);
    g_autoptr (GError) error = NULL;
    g_autoptr (GArray) found = lw_channels_match (channels, patterns, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (found->len, >=, 1);
  }
  mbd_model_unref (model);
}

static void
test_example (gconstpointer data)
{
  const char *path = data;
  g_autoptr (LwMechanism) mechanism = load (path);
  g_autofree char *contents = NULL;
  g_autofree char *text = lw_text_write (mechanism);

  assert_round_trip (mechanism);
  // The examples are stored as the program writes them: opening and saving changes nothing.
  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_cmpstr (text, ==, contents);
  assert_closed (mechanism);

  g_assert_cmpstr (lw_mechanism_get_title (mechanism), !=, "");
  g_assert_cmpstr (lw_mechanism_get_notes (mechanism), !=, "");
  g_assert_cmpuint (lw_mechanism_get_n_plots (mechanism), >=, 2);
  assert_plotted (mechanism);
  g_assert_true (lw_mechanism_get_n_tracers (mechanism) >= 1 || lw_contact_count (mechanism) >= 2);
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    g_assert_nonnull (lw_mechanism_get_body (mechanism, i)->element.name);
}

static void
add_examples (void)
{
  g_autofree char *folder = source_path ("data", "examples");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  int n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *test = NULL;

    if (!g_str_has_suffix (name, ".json"))
      continue;
    test = g_strconcat ("/text/example/", name, NULL);
    g_test_add_data_func_full (test, g_build_filename (folder, name, NULL), test_example, g_free);
    n++;
  }
  g_assert_cmpint (n, >=, 7);
}

// Numbers

static void
assert_number (double value)
{
  char buffer[LW_NUMBER_SIZE];
  double back = g_ascii_strtod (lw_number_format (value, buffer), NULL);

  g_assert_cmpmem (&value, sizeof value, &back, sizeof back);
  g_assert_null (strchr (buffer, ','));
}

// Also tests the complete reader.
static void
assert_number_read (double value)
{
  char buffer[LW_NUMBER_SIZE];
  g_autofree char *text =
    g_strdup_printf ("{\"linkwright\": 1, \"gravity\": [%s, 0]}", lw_number_format (value, buffer));
  g_autoptr (LwMechanism) mechanism = testing_parse (text);
  double back = lw_mechanism_get_gravity (mechanism)[0];

  g_assert_cmpmem (&value, sizeof value, &back, sizeof back);
}

static void
check_numbers (void)
{
  static const double special[] = { 0.0,
                                    -0.0,
                                    1,
                                    -1,
                                    0.1,
                                    1.0 / 3,
                                    1e22,
                                    1e23,
                                    5e-324,
                                    -5e-324,
                                    2.2250738585072014e-308,
                                    1.7976931348623157e308,
                                    1e15,
                                    1e16,
                                    1e17,
                                    123456789012345678.0,
                                    9007199254740993.0,
                                    G_PI,
                                    1e-5,
                                    1e21,
                                    4.35,
                                    9.5e-7,
                                    99999999999999999999.0 };
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (1));

  for (size_t i = 0; i < G_N_ELEMENTS (special); i++)
    assert_number_read (special[i]);
  for (int i = 0; i < 20000; i++) {
    guint64 bits = (guint64) g_rand_int (random) << 32 | g_rand_int (random);
    double value;

    memcpy (&value, &bits, sizeof value);
    if (!isfinite (value))
      continue;
    assert_number (value);
    if (i < 200)
      assert_number_read (value);
  }
}

static void
test_numbers (void)
{
  char buffer[LW_NUMBER_SIZE];

  g_assert_cmpstr (lw_number_format (1e22, buffer), ==, "1e+22");
  g_assert_cmpstr (lw_number_format (-0.0, buffer), ==, "-0");
  g_assert_cmpstr (lw_number_format (0.1, buffer), ==, "0.1");
  g_assert_cmpstr (lw_number_format (25, buffer), ==, "25");
  g_assert_cmpstr (lw_number_format (100000, buffer), ==, "100000");
  g_assert_cmpstr (lw_number_format (INFINITY, buffer), ==, "inf");
  g_assert_cmpstr (lw_number_format (-INFINITY, buffer), ==, "-inf");
  g_assert_cmpstr (lw_number_format (NAN, buffer), ==, "nan");
  check_numbers ();
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *inner = g_build_filename (path, name, NULL);

    if (g_file_test (inner, G_FILE_TEST_IS_DIR))
      remove_folder (inner);
    else
      g_unlink (inner);
  }
  g_rmdir (path);
}

static void
test_locale (void)
{
  g_autofree char *folder = g_dir_make_tmp ("linkwright-XXXXXX", NULL);
  g_autofree char *path = source_path ("data/examples", "andrews.json");
  g_autoptr (LwMechanism) before = load (path);
  g_autofree char *expected = lw_text_write (before);
  g_autofree char *half = NULL;

  if (testing_set_comma_locale (folder) != NULL) {
    g_autoptr (LwMechanism) after = load (path);
    g_autofree char *text = lw_text_write (after);

    half = g_strdup_printf ("%.1f", 0.5);
    g_assert_true (lw_mechanism_equal (before, after));
    g_assert_cmpstr (text, ==, expected);
    check_numbers ();
    g_assert_cmpstr (half, ==, "0,5");
  } else
    g_test_skip ("there is no locale with a decimal comma, and localedef cannot make one");
  setlocale (LC_ALL, "C");
  remove_folder (folder);
}

// Whole mechanisms

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (2026));

  for (int i = 0; i < 150; i++) {
    g_autoptr (LwMechanism) mechanism = random_document_new (random);

    assert_round_trip (mechanism);
  }
}

/// A lesson is written as an object; any other text is unchanged.
static void
test_lesson (void)
{
  static const char *const texts[] = {
    "{\"linkwright_lesson\": 1, \"steps\": [{\"title\": {\"en\": \"a \\\"b\\\"\"}}]}\n",
    "{\"not\":   \"as it is written\"}",
    "{\"broken\": ",
    "[1]\n",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
    g_autofree char *text = NULL;

    lw_mechanism_set_lesson (mechanism, texts[i]);
    assert_round_trip (mechanism);
    text = lw_text_write (mechanism);
    g_assert_true ((strstr (text, "\"lesson\": {\"linkwright_lesson\": 1,") != NULL) == (i == 0));
  }
}

static void
test_empty (void)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  g_autofree char *text = lw_text_write (mechanism);

  g_assert_cmpstr (text, ==, "{\n  \"linkwright\": 1\n}\n");
  assert_round_trip (mechanism);
}

// Hand-written files

// Hand-written drives: joints by name, defined before or after; every form of a function.
static void
test_drives_by_hand (void)
{
  g_autoptr (LwMechanism) m = testing_parse (
    "{\"linkwright\": 1, \"parameters\": [{\"name\": \"w\", \"value\": 2}],"
    "\"bodies\": [{\"name\": \"Wheel\", \"angle\": 7}, {\"name\": \"Rack\"},"
    "  {\"name\": \"Nut\", \"mobility\": \"spatial\"}],"
    "\"couplings\": ["
    "  {\"kind\": \"motor\", \"joint\": \"A\", \"function\": \"w\", \"effort_limit\": 3},"
    "  {\"kind\": \"pin\", \"name\": \"A\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]]},"
    "  {\"kind\": \"slider\", \"name\": \"S\", \"bodies\": [0, 2], \"points\": [[0, 0], [0.5, 0]]},"
    "  {\"kind\": \"cylindrical\", \"name\": \"C\", \"bodies\": [0, 3], \"at\": [0, 0, 0]},"
    "  {\"kind\": \"rack\", \"joints\": [\"A\", \"S\"], \"radius\": 0.1},"
    "  {\"kind\": \"screw\", \"joint\": \"C\", \"pitch\": 0.002},"
    "  {\"kind\": \"limit\", \"joint\": 3, \"upper\": 1},"
    "  {\"kind\": \"driver\", \"joint\": \"C\", \"coordinate\": \"slide_z\","
    "   \"function\": {\"harmonic\": {\"frequency\": 3}}},"
    "  {\"kind\": \"rope\", \"bodies\": [0, 1], \"points\": [[0, 0], [1, 0]],"
    "   \"function\": {\"table\": [[0, 1], [1, 2]], \"ends\": \"clamped\"},"
    "   \"compliance\": {\"stiffness\": 100}}]}");
  const LwCoupling *motor = lw_mechanism_get_coupling (m, 0);
  const LwCoupling *rack = lw_mechanism_get_coupling (m, 4);
  const LwCoupling *screw = lw_mechanism_get_coupling (m, 5);
  const LwCoupling *limit = lw_mechanism_get_coupling (m, 6);
  const LwCoupling *driver = lw_mechanism_get_coupling (m, 7);
  const LwCoupling *rope = lw_mechanism_get_coupling (m, 8);
  MbdCouplingDef def;

  g_assert_cmpint (motor->joint[0], ==, 2);
  g_assert_cmpint (motor->def.level, ==, MBD_LEVEL_VELOCITY);
  g_assert_cmpfloat (motor->def.effort_limit, ==, 3);
  g_assert_cmpstr (motor->function->expression, ==, "w");
  g_assert_cmpint (rack->def.coordinate[0], ==, MBD_COORDINATE_ANGLE);
  g_assert_cmpint (rack->def.coordinate[1], ==, MBD_COORDINATE_SLIDE);
  // The drawn start: slide 0.5 at the angle 7.
  g_assert_cmpfloat_with_epsilon (rack->def.offset, 0.5 - 0.7, 1e-15);
  g_assert_true (lw_mechanism_resolve_coupling (m, rack, &def, NULL));
  g_assert_cmpfloat (def.ratio, ==, 0.1);
  g_assert_cmpint (screw->joint[1], ==, 4);
  g_assert_cmpint (screw->def.coordinate[1], ==, MBD_COORDINATE_SLIDE_Z);
  g_assert_true (lw_mechanism_resolve_coupling (m, screw, &def, NULL));
  g_assert_cmpfloat (def.ratio, ==, 0.002 / (2 * G_PI));
  g_assert_cmpint (limit->def.coordinate[0], ==, MBD_COORDINATE_SLIDE);
  g_assert_true (isinf (limit->def.lower));
  g_assert_cmpint (driver->def.coordinate[0], ==, MBD_COORDINATE_SLIDE_Z);
  g_assert_cmpfloat (lw_function_get_numbers (driver->function)[1], ==, 1);
  g_assert_cmpint (rope->def.rod, ==, MBD_ROD_ROPE);
  g_assert_true (rope->def.compliant);
  g_assert_cmpuint (lw_function_get_n_rows (rope->function), ==, 2);
  assert_round_trip (m);
}

/// Rows by name: a value that is not given is that of the coupling.
static void
test_rows_by_hand (void)
{
  g_autoptr (LwMechanism) m = testing_parse (
    "{\"linkwright\": 1, \"bodies\": [{}, {}], \"couplings\": ["
    "  {\"kind\": \"weld\", \"bodies\": [0, 1], \"at\": [0, 0], \"compliance\": {\"stiffness\": 7},"
    "   \"rows\": [{\"row\": \"rz\", \"compliance\": {\"stiffness\": 40, \"damping\": 0.2}},"
    "            {\"row\": \"x\", \"compliance\": {\"active\": false}, \"level\": \"velocity\"}]},"
    "  {\"kind\": \"loop\", \"bodies\": [1, 2], \"at\": [0, 0], \"locked\": [\"y\", \"rz\"],"
    "   \"rows\": [{\"row\": \"y\", \"level\": \"acceleration\"}]},"
    "  {\"kind\": \"limit\", \"bodies\": [0, 2], \"at\": [0, 0], \"lower\": 0, \"upper\": 1,"
    "   \"rows\": [{\"row\": \"upper\", \"compliance\": {\"stiffness\": 5}}]}]}");
  const MbdCouplingDef *weld = &lw_mechanism_get_coupling (m, 0)->def;
  const MbdCouplingDef *limit = &lw_mechanism_get_coupling (m, 2)->def;
  const MbdRowDef x = mbd_coupling_row (weld, 0), y = mbd_coupling_row (weld, 1),
                  rz = mbd_coupling_row (weld, 5);
  g_autofree char *text = lw_text_write (m);

  g_assert_cmpint (x.level, ==, MBD_LEVEL_VELOCITY);
  g_assert_false (x.compliant);
  g_assert_false (weld->rows[1].has_compliance);
  g_assert_true (y.compliant);
  g_assert_cmpfloat (y.stiffness, ==, 7);
  g_assert_true (rz.compliant);
  g_assert_cmpfloat (rz.stiffness, ==, 40);
  g_assert_cmpfloat (rz.damping, ==, 0.2);
  g_assert_cmpint (rz.level, ==, MBD_LEVEL_POSITION);
  g_assert_cmpint (lw_mechanism_get_coupling (m, 1)->def.rows[1].level, ==, MBD_LEVEL_ACCELERATION);
  g_assert_cmpfloat (limit->rows[1].stiffness, ==, 5);
  g_assert_false (limit->rows[0].has_compliance);
  g_assert_nonnull (strstr (text, "{\"row\": \"x\", \"level\": \"velocity\", \"compliance\": "
                                  "{\"active\": false}}"));
  assert_round_trip (m);
}

static void
assert_near (const double *x, double a, double b, double c)
{
  g_assert_cmpfloat (fabs (x[0] - a) + fabs (x[1] - b) + fabs (x[2] - c), <, 1e-15);
}

static void
test_by_hand (void)
{
  // Windows writes a byte order mark and \r\n.
  g_autoptr (LwMechanism) m = testing_parse (
    "\xef\xbb\xbf{\"linkwright\": 1,\r\n"
    "\"bodies\": [{\"name\": \"Bar\", \"position\": [1, 2], \"angle\": 1.5707963267948966},\r\n"
    "  {\"name\": \"B\\u00fcgel\", \"id\": 7, \"mobility\": \"spatial\"},\r\n"
    "  {\"quaternion\": [0.7071, 0, 0, 0.7071]}],\r\n"
    "\"couplings\": [\r\n"
    "  {\"kind\": \"pin\", \"bodies\": [\"ground\", \"Bar\"], \"at\": [1, 3]},\r\n"
    "  {\"kind\": \"slider\", \"bodies\": [\"Bar\", 0], \"at\": [1, 3], \"angle\": 0.25},\r\n"
    "  {\"kind\": \"pin\", \"bodies\": [0, \"Bügel\"], \"at\": [1, 3, 5]},\r\n"
    "  {\"kind\": \"rod\", \"bodies\": [0, \"Bar\"], \"from\": [4, 2], \"to\": [1, 6]},\r\n"
    "  {\"kind\": \"loop\", \"locked\": [\"rz\", \"x\"], \"bodies\": [0, \"Bar\"],\r\n"
    "   \"points\": [[0, 0], [1e0, 0.1E+1, -0]]}],\r\n"
    "\"forces\": [{\"kind\": \"spring\", \"bodies\": [3, \"Bar\"], \"from\": [0, 0],\r\n"
    "  \"to\": [3, 4]}]}");
  const LwBody *third = lw_mechanism_get_body (m, 2);
  const MbdCouplingDef *def = &lw_mechanism_get_coupling (m, 0)->def;

  g_assert_cmpint (lw_mechanism_get_body (m, 0)->element.id, ==, 1);
  g_assert_cmpint (lw_mechanism_get_body (m, 1)->element.id, ==, 7);
  g_assert_cmpstr (lw_mechanism_get_body (m, 1)->element.name, ==, "Bügel");
  g_assert_cmpint (third->element.id, ==, 3);
  g_assert_null (third->element.name);
  g_assert_cmpint (third->hue, ==, LW_HUE_GREEN);
  g_assert_cmpfloat (fabs (hypot (third->def.quaternion[0], third->def.quaternion[3]) - 1), <,
                     1e-15);

  // "at": the body is turned by a quarter turn, so up in the world is along its x axis.
  g_assert_cmpint (def->body_b, ==, 1);
  assert_near (def->frame_a.point, 1, 3, 0);
  assert_near (def->frame_b.point, 1, 0, 0);
  g_assert_cmpfloat (def->frame_b.quaternion[0], ==, 1);

  def = &lw_mechanism_get_coupling (m, 1)->def;
  g_assert_cmpint (def->body_a, ==, 1);
  assert_near (def->frame_a.point, 1, 0, 0);
  g_assert_cmpfloat (def->frame_a.quaternion[3], ==, sin ((0.25 - G_PI_2) / 2));
  g_assert_cmpfloat (def->frame_b.quaternion[3], ==, sin (0.125));

  def = &lw_mechanism_get_coupling (m, 2)->def;
  g_assert_cmpint (def->body_b, ==, 7);
  assert_near (def->frame_b.point, 1, 3, 5);
  g_assert_cmpfloat (lw_mechanism_get_coupling (m, 3)->def.length, ==, 5);
  assert_near (lw_mechanism_get_coupling (m, 3)->def.frame_b.point, 4, 0, 0);

  def = &lw_mechanism_get_coupling (m, 4)->def;
  g_assert_cmpuint (def->locked, ==, MBD_LOCK_X | MBD_LOCK_RZ);
  assert_near (def->frame_b.point, 1, 1, 0);
  g_assert_true (signbit (def->frame_b.point[2]));
  g_assert_cmpfloat (fabs (lw_mechanism_get_force (m, 0)->def.free_length - 5), <, 1e-15);
  assert_round_trip (m);
}

static void
test_at_in_space (void)
{
  // A third of a turn about (1, 1, 1) maps x to y, y to z, z to x.
  g_autoptr (LwMechanism) m = testing_parse (
    "{\"linkwright\": 1, \"bodies\": [{\"mobility\": \"spatial\", \"position\": [1, 1, 1],"
    " \"quaternion\": [0.5, 0.5, 0.5, 0.5]}], \"couplings\": [{\"kind\": \"pin\","
    " \"bodies\": [0, 1], \"at\": [1, 3, 1], \"quaternion\": [0.5, 0.5, 0.5, 0.5]}]}");
  const MbdCouplingDef *def = &lw_mechanism_get_coupling (m, 0)->def;

  assert_near (def->frame_b.point, 2, 0, 0);
  g_assert_cmpfloat (fabs (def->frame_b.quaternion[0]), ==, 1);
  g_assert_cmpfloat (def->frame_a.quaternion[0], ==, 0.5);
}

// The example in the documentation can be read and compiled.
static void
test_documentation (void)
{
  g_autofree char *path = source_path ("docs", "text-form.md");
  g_autofree char *contents = NULL;
  g_autoptr (LwMechanism) mechanism = NULL;
  g_autoptr (GError) error = NULL;
  MbdModel *model;
  char *begin;
  char *end;

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  begin = strstr (contents, "```json\n");
  g_assert_nonnull (begin);
  begin += strlen ("```json\n");
  end = strstr (begin, "```");
  g_assert_nonnull (end);
  *end = '\0';
  mechanism = testing_parse (begin);
  assert_round_trip (mechanism);
  model = lw_mechanism_compile (mechanism, &error);
  g_assert_no_error (error);
  mbd_model_unref (model);
}

// The schema

static void
assert_words (JsonObject *properties, const char *key, const LwWord *words, const char *more)
{
  JsonArray *list =
    json_object_get_array_member (json_object_get_object_member (properties, key), "enum");
  guint n = 0;

  for (; words[n].word != NULL; n++)
    g_assert_cmpstr (json_array_get_string_element (list, n), ==, words[n].word);
  if (more != NULL)
    g_assert_cmpstr (json_array_get_string_element (list, n++), ==, more);
  g_assert_cmpuint (json_array_get_length (list), ==, n);
}

/// The joints of a fixed set of locked axes are in the schema, and "loop".
static void
assert_joint_words (JsonObject *properties)
{
  LwWord words[LW_KIND_LOOP + 1] = { { NULL } };

  for (int i = 0; i < LW_KIND_LOOP; i++)
    words[i].word = lw_kinds[i].word;
  assert_words (properties, "kind", words, lw_kinds[LW_KIND_LOOP].word);
}

static JsonObject *
get_properties (JsonObject *definitions, const char *object)
{
  JsonObject *definition = json_object_get_object_member (definitions, object);

  return json_object_get_object_member (definition, "properties");
}

static void
test_schema (void)
{
  g_autofree char *path = source_path ("data", "linkwright-mechanism.schema.json");
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *manual_path = source_path ("docs", "text-form.md");
  g_autofree char *manual = NULL;
  JsonObject *definitions;

  g_assert_true (g_file_get_contents (manual_path, &manual, NULL, NULL));
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  definitions =
    json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)), "$defs");
  for (guint i = 0; i < lw_text_n_objects (); i++) {
    const LwTextObject *object = lw_text_object (i);
    JsonObject *definition = json_object_get_object_member (definitions, object->name);
    JsonObject *properties = get_properties (definitions, object->name);
    const char *const *keys = lw_text_object_keys (object);
    g_autoptr (GList) members = json_object_get_members (properties);

    g_test_message ("%s", object->name);
    g_assert_false (json_object_get_boolean_member (definition, "additionalProperties"));
    g_assert_cmpuint (g_list_length (members), ==, g_strv_length ((char **) keys));
    for (const char *const *key = keys; *key != NULL; key++) {
      JsonObject *property;
      g_autofree char *row = g_strdup_printf ("\n| `%s` | ", *key);

      g_assert_true (json_object_has_member (properties, *key));
      property = json_object_get_object_member (properties, *key);
      g_assert_true (
        g_str_has_suffix (json_object_get_string_member (property, "description"), "."));
      g_assert_nonnull (strstr (manual, row));
    }
  }
  assert_words (get_properties (definitions, "body"), "mobility", lw_mobility_words, NULL);
  assert_words (get_properties (definitions, "body"), "colour", lw_hue_words, NULL);
  assert_words (get_properties (definitions, "shape"), "kind", lw_shape_words, NULL);
  assert_joint_words (get_properties (definitions, "loop"));
  assert_words (get_properties (definitions, "loop"), "stabilisation", lw_stabilisation_words,
                NULL);
  assert_words (get_properties (definitions, "loop"), "mode", lw_mode_words, NULL);
  assert_words (get_properties (definitions, "loop"), "level", lw_level_words, NULL);
  assert_words (get_properties (definitions, "rod"), "kind",
                lw_fields_find (lw_field_table (LW_SELECTION_COUPLING), "rod")->words, NULL);
  assert_words (get_properties (definitions, "driver"), "coordinate", lw_coordinate_words, NULL);
  assert_words (get_properties (definitions, "function"), "ends", lw_spline_end_words, NULL);
  assert_words (get_properties (definitions, "run"), "method", lw_method_words, NULL);
  assert_words (get_properties (definitions, "run"), "stabilisation", lw_stabilisation_words, NULL);
}

// The defaults in the schema equal those of the program.
static void
test_schema_defaults (void)
{
  g_autofree char *path = source_path ("data", "linkwright-mechanism.schema.json");
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *definitions;
  MbdBodyDef body = mbd_body_default ();
  LwRunSettings run = lw_run_settings_default ();
  MbdIntegratorSettings *integrator = &run.integrator;
  const struct
  {
    const char *object;
    const char *key;
    double value;
  } defaults[] = {
    { "body", "mass", body.mass },
    { "body", "inertia", body.inertia[2] },
    { "loop", "time_constant", mbd_loop_default (1).time_constant },
    { "rod", "time_constant", mbd_rod_default ().time_constant },
    { "compliance", "stiffness", mbd_rod_default ().stiffness },
    { "compliance", "damping", mbd_rod_default ().damping },
    { "spring", "stiffness", mbd_spring_default ().stiffness },
    { "spring", "damping", mbd_spring_default ().damping },
    { "run", "duration", run.duration },
    { "run", "interval", run.interval },
    { "run", "accuracy", integrator->accuracy },
    { "run", "step", integrator->step },
    { "run", "maximum_steps", (double) integrator->maximum_steps },
    { "run", "time_constant", integrator->stabilisation.time_constant },
  };

  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  definitions =
    json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)), "$defs");
  for (size_t i = 0; i < G_N_ELEMENTS (defaults); i++) {
    JsonObject *property = json_object_get_object_member (
      get_properties (definitions, defaults[i].object), defaults[i].key);

    g_test_message ("%s", defaults[i].key);
    g_assert_cmpfloat (json_object_get_double_member (property, "default"), ==, defaults[i].value);
  }
  g_assert_cmpint (integrator->method, ==, MBD_METHOD_AUTOMATIC);
  g_assert_cmpint (integrator->stabilisation.stabilisation, ==, MBD_STABILISATION_PROJECTION);
}

// Files

static void
test_save (void)
{
  g_autofree char *folder = g_dir_make_tmp ("linkwright-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.json", NULL);
  g_autofree char *example = source_path ("data/examples", "bricard.json");
  g_autoptr (LwMechanism) mechanism = load (example);
  g_autoptr (LwMechanism) bad = lw_mechanism_copy (mechanism);
  g_autoptr (LwMechanism) back = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  g_assert_true (lw_text_save (mechanism, file, NULL, &error));
  g_assert_no_error (error);
  back = load (path);
  g_assert_true (lw_mechanism_equal (mechanism, back));

  // A mechanism that could not be read again does not replace a valid file.
  lw_mechanism_set_gravity (bad, (double[]){ NAN, 0, 0 });
  g_assert_true (g_file_get_contents (path, &before, NULL, NULL));
  g_assert_false (lw_text_save (bad, file, NULL, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (before, ==, after);
  g_clear_error (&error);

  // Into a folder that does not exist.
  g_clear_object (&file);
  g_free (path);
  path = g_build_filename (folder, "missing", "a.json", NULL);
  file = g_file_new_for_path (path);
  g_assert_false (lw_text_save (mechanism, file, NULL, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_IO);
  g_assert_true (g_str_has_suffix (
    error->message, "could not be written: the folder does not exist; choose another place."));
  remove_folder (folder);
}

/// The initial mechanism of the program: a motor at 6 rad/s turns the crank twice.
static void
test_first_example (void)
{
  g_autoptr (LwMechanism) mechanism = testing_load_example ("four-bar.json");
  const LwCoupling *motor = lw_mechanism_find_coupling (mechanism, 5);

  g_assert_cmpstr (lw_coupling_get_kind (motor)->word, ==, "motor");
  g_assert_cmpint (motor->joint[0], ==, 1);
  g_assert_cmpfloat (lw_function_get_numbers (motor->function)[0], ==, 6);
  g_assert_cmpfloat (lw_mechanism_find_body (mechanism, 1)->def.angular_velocity[2], ==, 6);
  g_assert_cmpfloat_with_epsilon (lw_mechanism_get_run (mechanism)->duration, 4 * G_PI / 6, 1e-15);
  // Drive efforts and reactions come first, constraint errors last.
  g_assert_cmpstr (lw_mechanism_get_plot (mechanism, 0)->channels[0], ==, "Motor.effort");
  g_assert_cmpstr (lw_mechanism_get_plot (mechanism, 1)->channels[0], ==, "B.reaction");
  g_assert_cmpstr (lw_mechanism_get_plot (mechanism, 2)->channels[0], ==, "?.position_error");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_examples ();
  g_test_add_func ("/text/first-example", test_first_example);
  g_test_add_func ("/text/numbers", test_numbers);
  g_test_add_func ("/text/locale", test_locale);
  g_test_add_func ("/text/random", test_random);
  g_test_add_func ("/text/empty", test_empty);
  g_test_add_func ("/text/lesson", test_lesson);
  g_test_add_func ("/text/by-hand", test_by_hand);
  g_test_add_func ("/text/drives-by-hand", test_drives_by_hand);
  g_test_add_func ("/text/rows-by-hand", test_rows_by_hand);
  g_test_add_func ("/text/at-in-space", test_at_in_space);
  g_test_add_func ("/text/documentation", test_documentation);
  g_test_add_func ("/text/schema", test_schema);
  g_test_add_func ("/text/schema-defaults", test_schema_defaults);
  g_test_add_func ("/text/save", test_save);
  return g_test_run ();
}
