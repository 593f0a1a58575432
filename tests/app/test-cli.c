// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tests of linkwright-cli as a user runs it: the built program (LW_CLI) is run, and its output,
// messages and exit codes are checked.

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "lw-channels.h"
#include "lw-run.h"
#include "lw-text.h"
#include "testing-locale.h"
#include "testing-cli.h"

static void
test_help (void)
{
  static const char *const verbs[] = { "run",     "solve",    "contact",   "info",
                                       "plot",    "channels", "import",    "export",
                                       "check",   "salvage",  "constants", "animate",
                                       "exports", "draw",     "cut",       "report" };
  g_autofree char *accuracy = g_strdup_printf ("accuracy %g", mbd_integrator_default ().accuracy);
  CliResult result = cli_call ("--help", NULL);
  g_autofree char *text = cli_dup_output (&result);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  // One screen of 24 lines (the last string is the empty text after the last line end).
  cli_assert_done (&result);
  g_assert_cmpuint (g_strv_length (lines), <=, 25);
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_cmpint (g_utf8_strlen (lines[i], -1), <=, 90);
  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++) {
    CliResult help = cli_call (verbs[i], "--help", NULL);
    g_autofree char *options = cli_dup_output (&help);

    g_assert_nonnull (strstr (text, verbs[i]));
    cli_assert_done (&help);
    if (strcmp (verbs[i], "check") != 0)
      g_assert_nonnull (strstr (options, "--output"));
    cli_result_clear (&help);
  }
  cli_result_clear (&result);

  result = cli_call ("run", "--help", NULL);
  g_free (text);
  text = cli_dup_output (&result);
  g_assert_nonnull (strstr (text, accuracy));
  g_assert_nonnull (strstr (text, "1e-12"));
  cli_result_clear (&result);
}

static void
test_version (void)
{
  CliResult result = cli_call ("--version", NULL);
  g_autofree char *text = cli_dup_output (&result);
  g_autoptr (JsonNode) node = NULL;

  cli_assert_done (&result);
  g_assert_true (g_str_has_prefix (text, "linkwright-cli "));
  cli_result_clear (&result);
  result = cli_call ("--version", "--json", NULL);
  cli_assert_done (&result);
  node = cli_parse_json (&result);
  g_assert_true (g_str_has_suffix (
    g_strchomp (text), json_object_get_string_member (json_node_get_object (node), "version")));
  cli_result_clear (&result);
}

static void
test_usage (void)
{
  static const char *const cases[][4] = {
    { NULL },
    { "jump" },
    { "--jump" },
    { "run" },
    { "solve" },
    { "info" },
    { "channels" },
    { "run", "a.json", "b.json" },
    { "run", "--frobnicate", "FILE" },
    { "run", "--until", "FILE" },
    { "run", "--until=abc", "FILE" },
    { "run", "--until=1,5", "FILE" },
    { "run", "--until=1 s", "FILE" },
    { "run", "--until=", "FILE" },
    { "run", "--until=-1", "FILE" },
    { "run", "--until=nan", "FILE" },
    { "run", "--until=inf", "FILE" },
    { "run", "--every=0", "FILE" },
    { "run", "--every=1e-12", "--until=1e12", "FILE" },
    { "run", "--accuracy=0", "FILE" },
    { "run", "--accuracy=2", "FILE" },
    { "run", "--method=euler", "FILE" },
    { "run", "--method=rk4", "FILE" },
    { "run", "--stabilisation=glue", "FILE" },
    { "run", "--time-constant=0", "FILE" },
    { "run", "--assemble", "--no-assemble", "FILE" },
    { "run", "--channels=nosuch.channel", "FILE" },
    { "run", "--channels=", "FILE" },
    { "run", "--channels=\xff", "FILE" },
    { "solve", "--at=-1", "FILE" },
    { "solve", "--at=soon", "FILE" },
    { "solve", "--axes=sideways", "FILE" },
    { "solve", "--until=1", "FILE" },
    { "constants" },
    { "constants", "--load=1" },
    { "constants", "--frequency=1" },
    { "constants", "--load=1", "--deflection=-1" },
    { "constants", "--load=1", "--deflection=1", "FILE" },
    { "constants", "--load=1", "--deflection=1", "--as=hinge" },
    { "constants", "--load=1", "--deflection=1", "--as=weld" },
    { "plot", "FILE" },
    { "plot", "--output=plot.jpg", "FILE" },
    { "plot", "--output=plot.svg", "--size=10", "FILE" },
    { "plot", "--output=plot.svg", "--size=0x10", "FILE" },
    { "plot", "--output=plot.svg", "--channels=time", "FILE" },
    { "plot", "--output=plot.svg", "--against=nothing", "FILE" },
    { "run", "--channels=x = B.foo", "FILE" },
    { "run", "--channels=x = B.reaction + Crank.x", "FILE" },
    { "run", "--channels=x = other (B.reaction)", "FILE" },
    { "run", "--channels=B.reaction = 2", "FILE" },
    { "run", "--spectrum", "--channels=time", "FILE" },
    { "run", "--spectrum", "--until=0.05", "FILE" },
  };
  g_autofree char *file = cli_example ("four-bar.json");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *arguments[4];
    CliResult result;

    for (int j = 0; j < 4; j++)
      arguments[j] = g_strcmp0 (cases[i][j], "FILE") == 0 ? file : cases[i][j];
    result = cli_call (arguments[0], arguments[1], arguments[2], arguments[3], NULL);
    cli_assert_refused (&result, 1);
    cli_result_clear (&result);
  }
  g_assert_false (g_file_test ("plot.svg", G_FILE_TEST_EXISTS));
}

static guint
count_plots (const char *file)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root;

  g_assert_true (json_parser_load_from_file (parser, file, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  return json_array_get_length (json_object_get_array_member (root, "plots"));
}

/// Runs every verb on one example.
static void
check_example (const char *file)
{
  static const char *const suffixes[] = { "pdf", "svg", "png" };
  static const char *const beginnings[] = { "%PDF-", "<?xml", "\x89PNG" };
  CliResult result = cli_call ("run", "--until=0.02", "--every=0.005", file, NULL);
  g_auto (GStrv) header = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (JsonNode) node = NULL;
  JsonObject *object;

  g_test_message ("%s", file);
  cli_assert_done (&result);
  rows = cli_parse_csv (&result, &header);
  g_assert_cmpuint (rows->len, ==, 5);
  for (guint i = 0; i < rows->len; i++)
    g_assert_cmpfloat (g_array_index ((GArray *) rows->pdata[i], double, 0), ==,
                       i < 4 ? i * 0.005 : 0.02);
  cli_result_clear (&result);

  result = cli_call ("solve", "--at=0.01", file, NULL);
  cli_assert_done (&result);
  node = cli_parse_json (&result);
  object = json_node_get_object (node);
  g_assert_cmpfloat (json_object_get_double_member (object, "time"), ==, 0.01);
  g_assert_cmpint (json_object_get_int_member (object, "rank"), <=,
                   json_object_get_int_member (object, "rows"));
  cli_result_clear (&result);

  result = cli_call ("info", file, NULL);
  cli_assert_done (&result);
  cli_result_clear (&result);
  result = cli_call ("info", "--json", file, NULL);
  cli_assert_done (&result);
  g_clear_pointer (&node, json_node_unref);
  node = cli_parse_json (&result);
  cli_result_clear (&result);

  result = cli_call ("channels", file, NULL);
  cli_assert_done (&result);
  cli_result_clear (&result);
  result = cli_call ("channels", "--json", file, NULL);
  cli_assert_done (&result);
  g_clear_pointer (&node, json_node_unref);
  node = cli_parse_json (&result);
  g_assert_cmpuint (
    json_array_get_length (json_object_get_array_member (json_node_get_object (node), "channels")),
    ==, g_strv_length (header));
  cli_result_clear (&result);

  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++) {
    g_autofree char *name = g_strdup_printf ("plot.%s", suffixes[i]);
    g_autofree char *path = cli_path_of (name);
    g_autofree char *content = NULL;
    gsize length;

    result = cli_call ("plot", "--until=0.02", "--every=0.001", "-o", path, file, NULL);
    cli_assert_done (&result);
    g_assert_cmpuint (g_bytes_get_size (result.out), ==, 0);
    g_assert_true (g_file_get_contents (path, &content, &length, NULL));
    g_assert_true (g_str_has_prefix (content, beginnings[i]));
    // Text is text, there are no raster images, and each panel is 70 mm high.
    if (i == 1) {
      g_autofree char *size =
        g_strdup_printf ("width=\"160mm\" height=\"%umm\"", 70 * count_plots (file));

      g_assert_nonnull (strstr (content, "<text"));
      g_assert_null (strstr (content, "<image"));
      g_assert_nonnull (strstr (content, size));
    }
    g_assert_cmpint (g_unlink (path), ==, 0);
    cli_result_clear (&result);
  }
}

/// One example of each kind of motion: all of them are run by the test "examples".
static void
test_examples (void)
{
  static const char *const names[] = {
    "four-bar.json",         "slider-crank.json", "andrews.json", "bricard.json",
    "scotch-yoke.json",      "gears-rack.json",   "rope.json",    "dominoes.json",
    "four-bar-bushing.json", "cam-laws.json",     "scissor.json", "wilberforce.json",
    "catapult.json"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *file = cli_example (names[i]);

    check_example (file);
  }
}

/// The numbers in the file equal the numbers of the engine, bit for bit.
static void
test_exact (void)
{
  g_autofree char *file = cli_example ("four-bar.json");
  g_autoptr (GFile) path = g_file_new_for_path (file);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = lw_text_load (path, NULL, &error);
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  g_autoptr (LwChannels) channels = lw_channels_new (mechanism, model);
  g_autoptr (GArray) chosen = lw_channels_match (channels, "time,*", &error);
  const LwRunSettings *settings = lw_mechanism_get_run (mechanism);
  LwRun *run = lw_run_new (model, &settings->integrator, 0.5, settings->interval, true);
  CliResult result = cli_call ("run", "--until=0.5", file, NULL);
  g_auto (GStrv) header = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree double *values = g_new (double, chosen->len);

  g_assert_no_error (error);
  cli_assert_done (&result);
  rows = cli_parse_csv (&result, &header);
  g_assert_cmpuint (g_strv_length (header), ==, chosen->len);
  g_assert_cmpuint (rows->len, ==, lw_run_n_samples (run));
  g_assert_cmpint (lw_run_start (run, NULL), ==, MBD_STATUS_OK);
  for (guint i = 0; i < rows->len; i++) {
    const GArray *row = rows->pdata[i];

    lw_channels_evaluate_run (channels, run, (const guint *) (void *) chosen->data, chosen->len,
                              values);
    g_assert_cmpmem (row->data, row->len * sizeof (double), values, chosen->len * sizeof (double));
    if (i + 1 < rows->len)
      g_assert_cmpint (lw_run_next (run, NULL), ==, MBD_STATUS_OK);
  }
  cli_result_clear (&result);
  lw_run_free (run);
  mbd_model_unref (model);
}

/// A name with quotes and non-ASCII letters that looks like a formula.
static void
test_quoting (void)
{
  static const char text[] = "{\"linkwright\": 1, \"couplings\": [], \"bodies\": [{\"id\": 1, "
                             "\"name\": \"=Glied \u00c4 \\\"B\\\"\", \"inertia\": 0.1}]}";
  g_auto (GStrv) nothing = cli_dup_bare_environment ();
  g_autofree char *file = cli_path_of ("names.json");
  g_autofree char *out = NULL;
  CliResult result;

  g_assert_true (g_file_set_contents (file, text, -1, NULL));
  result = cli_call_with (nothing, "run", "--until=0",
                          "--channels==Glied \u00c4 \"B\".x,*\u00c4*.y", file, NULL);
  cli_assert_done (&result);
  out = cli_dup_output (&result);
  g_assert_cmpstr (
    out, ==,
    "time [s],\"'=Glied \u00c4 \"\"B\"\".x [m]\",\"'=Glied \u00c4 \"\"B\"\".y [m]\"\r\n"
    "0,0,0\r\n");
  cli_result_clear (&result);
}

static void
test_deterministic (void)
{
  static const char *const names[] = { "plot.pdf", "plot.svg", "plot.png" };
  g_autofree char *file = cli_example ("slider-crank.json");
  CliResult first = cli_call ("run", "--until=0.3", file, NULL);
  CliResult second = cli_call ("run", "--until=0.3", file, NULL);

  cli_assert_done (&first);
  g_assert_true (g_bytes_equal (first.out, second.out));
  cli_result_clear (&first);
  cli_result_clear (&second);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = cli_path_of (names[i]);
    g_autofree char *again = NULL;
    g_autofree char *content = NULL;
    gsize n_again, n_content;

    first = cli_call ("plot", "--until=0.3", "-o", path, file, NULL);
    cli_assert_done (&first);
    g_assert_true (g_file_get_contents (path, &content, &n_content, NULL));
    second = cli_call ("plot", "--until=0.3", "-o", path, file, NULL);
    cli_assert_done (&second);
    g_assert_true (g_file_get_contents (path, &again, &n_again, NULL));
    g_assert_cmpmem (content, n_content, again, n_again);
    g_assert_cmpint (g_unlink (path), ==, 0);
    cli_result_clear (&first);
    cli_result_clear (&second);
  }
}

/// Switches to an unprivileged user if run as root; useful only if that user can reach the program.
static void
become_nobody_cb (void *data)
{
  if (geteuid () == 0 && setuid (65534) != 0)
    _exit (99);
}

/// Derived channels: arithmetic in doubles, the integral by the trapezoidal rule, the rate from the
/// parabola through three samples.
static void
test_made_of_others (void)
{
  g_autofree char *file = cli_example ("four-bar.json");
  g_autofree char *path = cli_path_of ("phase.svg");
  g_autofree char *drawing = NULL;
  g_auto (GStrv) header = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  double sum = 0;
  CliResult result = cli_call (
    "run", "--until=0.5",
    "--channels=Crank.omega, a = 2 * Crank.omega, s = int (Crank.omega), r = der (Crank.omega)",
    file, NULL);

  cli_assert_done (&result);
  rows = cli_parse_csv (&result, &header);
  cli_result_clear (&result);
  g_assert_cmpstr (header[2], ==, "a [rad/s]");
  g_assert_cmpstr (header[3], ==, "s [rad]");
  g_assert_cmpstr (header[4], ==, "r [rad/s^2]");
  g_assert_cmpuint (rows->len, ==, 51);
  for (guint i = 0; i < rows->len; i++) {
    const double *row = (const double *) (void *) ((GArray *) rows->pdata[i])->data;
    const double *before = (const double *) (void *) ((GArray *) rows->pdata[i - (i > 0)])->data;

    sum += 0.5 * (row[0] - before[0]) * (row[1] + before[1]);
    g_assert_cmpfloat (row[2], ==, 2 * row[1]);
    g_assert_cmpfloat (row[3], ==, sum);
    if (i > 0 && i + 1 < rows->len) {
      const double *after = (const double *) (void *) ((GArray *) rows->pdata[i + 1])->data;

      // At equal spacing this is the difference over two steps, up to rounding.
      g_assert_cmpfloat_with_epsilon (row[4], (after[1] - before[1]) / (after[0] - before[0]),
                                      1e-9 * (1 + fabs (row[4])));
    }
  }

  result =
    cli_call ("plot", "--until=0.5", "--channels=T.y", "--against=T.x", "-o", path, file, NULL);
  g_assert_cmpint (result.code, ==, 0);
  cli_result_clear (&result);
  g_assert_true (g_file_get_contents (path, &drawing, NULL, NULL));
  g_assert_nonnull (strstr (drawing, "T x / m"));
  g_assert_cmpint (g_unlink (path), ==, 0);
}

/// A locale with a decimal comma gives the same bytes.
static void
test_locale (void)
{
  g_autofree char *folder = g_dir_make_tmp ("linkwright-locale-XXXXXX", NULL);
  const char *name = testing_set_comma_locale (folder);
  const char *remove[] = { "rm", "-r", folder, NULL };
  g_autofree char *file = cli_example ("four-bar.json");
  g_autofree char *comma = g_strdup_printf ("%.1f", 0.5);

  setlocale (LC_ALL, "C");
  if (name == NULL)
    g_test_skip ("there is no locale with a decimal comma, and localedef cannot make one");
  else {
    g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "LC_ALL", name, TRUE);
    CliResult usual = cli_call ("run", "--until=0.1", file, NULL);
    CliResult locale = cli_call_with (environment, "run", "--until=0.1", file, NULL);

    g_assert_cmpstr (comma, ==, "0,5");
    cli_assert_done (&usual);
    cli_assert_done (&locale);
    g_assert_true (g_bytes_equal (usual.out, locale.out));
    cli_result_clear (&usual);
    cli_result_clear (&locale);
  }
  g_unsetenv ("LOCPATH");
  g_spawn_sync (NULL, (char **) remove, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
}

/// An empty environment and another user give the same bytes.
static void
test_environment (void)
{
  g_auto (GStrv) nothing = cli_dup_bare_environment ();
  g_autofree char *file = cli_example ("four-bar.json");
  g_autofree char *plot = cli_path_of ("bare.pdf");
  CliResult usual = cli_call ("run", "--until=0.1", file, NULL);
  CliResult bare = cli_call_with (nothing, "run", "--until=0.1", file, NULL);
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) out = NULL;

  cli_assert_done (&usual);
  cli_assert_done (&bare);
  g_assert_true (g_bytes_equal (usual.out, bare.out));
  cli_result_clear (&bare);
  bare = cli_call_with (nothing, "plot", "--until=0.1", "-o", plot, file, NULL);
  cli_assert_done (&bare);
  g_assert_cmpint (g_unlink (plot), ==, 0);

  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_subprocess_launcher_set_environ (launcher, nothing);
  g_subprocess_launcher_set_child_setup (launcher, become_nobody_cb, NULL, NULL);
  process =
    g_subprocess_launcher_spawn (launcher, NULL, cli_program, "run", "--until=0.1", file, NULL);
  if (process == NULL)
    g_test_message ("another user cannot reach the program");
  else {
    g_assert_true (g_subprocess_communicate (process, NULL, NULL, &out, NULL, NULL));
    g_assert_true (g_bytes_equal (usual.out, out));
  }
  cli_result_clear (&usual);
  cli_result_clear (&bare);
}

/// Returns the text of a mechanism with one planar body on a pin; `body` and `more` go into body
/// and couplings.
static char *
pendulum_text (const char *body, const char *more)
{
  return g_strdup_printf (
    "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"name\": \"Bob\", \"inertia\": 0.1, "
    "\"position\": [1, 0]%s}], \"couplings\": [{\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", "
    "\"bodies\": [0, 1], \"points\": [[0, 0], [-1, 0]]}%s]}",
    body, more);
}

static void
check_bad_file (const char *verb, const char *text, gsize length, int code, const char *says)
{
  g_autofree char *file = cli_path_of ("bad.json");
  CliResult result;

  g_assert_true (g_file_set_contents (file, text, (gssize) length, NULL));
  result = cli_call (verb, file, NULL);
  cli_assert_refused (&result, code);
  if (says != NULL)
    g_assert_nonnull (strstr (result.err, says));
  cli_result_clear (&result);
}

static void
test_bad_files (void)
{
  static const struct
  {
    const char *body, *couplings;
    const char *says;
    int code;
  } cases[] = {
    { ", \"mass\": -1", "", "Bob", 2 },
    { ", \"mass\": 1e999", "", "1e999", 2 },
    { ", \"mass\": \"heavy\"", "", "mass", 2 },
    { ", \"mass\": 1, \"mass\": 2", "", "mass", 2 },
    { ", \"mass\": NaN", "", NULL, 2 },
    { ", \"colours\": 1", "", "colours", 2 },
    { "", ", {\"id\": 2, \"kind\": \"glue\", \"bodies\": [0, 1]}", "glue", 2 },
    { "", ", {\"id\": 2, \"kind\": \"pin\", \"bodies\": [0, 7], \"at\": [0, 0]}", "7", 2 },
    { "", ", {\"id\": 1, \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]}", "1", 2 },
    { "",
      ", {\"id\": 2, \"kind\": \"rod\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]], "
      "\"length\": 0}",
      "length", 2 },
    // One point of the body pinned to two places: both conditions cannot be satisfied.
    { "",
      ", {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], "
      "\"points\": [[0, 0.5], [-1, 0]]}",
      NULL, 3 },
    // Too far away for the existing pin.
    { "",
      ", {\"id\": 2, \"name\": \"Long\", \"kind\": \"pin\", \"bodies\": [0, 1], "
      "\"points\": [[9, 0], [0, 0]]}",
      NULL, 3 },
  };
  g_autoptr (GString) deep = g_string_new ("{\"linkwright\": 1, \"bodies\": ");
  g_autofree char *good = pendulum_text ("", "");
  g_autofree char *file = cli_path_of ("good.json");
  CliResult result;

  // The template itself is valid, so the cases fail because of their additions.
  g_assert_true (g_file_set_contents (file, good, -1, NULL));
  result = cli_call ("run", "--until=0.1", file, NULL);
  cli_assert_done (&result);
  cli_result_clear (&result);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = pendulum_text (cases[i].body, cases[i].couplings);

    check_bad_file ("run", text, strlen (text), cases[i].code, cases[i].says);
    check_bad_file ("solve", text, strlen (text), cases[i].code, cases[i].says);
    // for info, a mechanism that cannot be assembled is a result, not an error
    if (cases[i].code == 2)
      check_bad_file ("info", text, strlen (text), cases[i].code, cases[i].says);
  }
  check_bad_file ("info", "", 0, 2, NULL);
  check_bad_file ("info", good, strlen (good) / 2, 2, NULL);
  check_bad_file ("info", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16, 2, NULL);
  check_bad_file ("info", "[1, 2, 3]", 9, 2, NULL);
  check_bad_file ("info", "{\"name\": \"package\"}", 19, 2, NULL);
  for (int i = 0; i < 100000; i++)
    g_string_append_c (deep, '[');
  check_bad_file ("info", deep->str, deep->len, 2, NULL);

  result = cli_call ("run", "no-such-file.json", NULL);
  cli_assert_refused (&result, 4);
  g_assert_nonnull (strstr (result.err, "no-such-file.json"));
  cli_result_clear (&result);
  result = cli_call ("run", cli_folder, NULL);
  cli_assert_refused (&result, 4);
  cli_result_clear (&result);
}

/// A run that fails gives exit code 3, and the samples up to that point.
static void
test_stopped (void)
{
  g_autofree char *text = pendulum_text ("", "");
  g_autofree char *file = cli_path_of ("stopped.json");
  g_autofree char *run = NULL;
  g_auto (GStrv) header = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  CliResult result;

  // One step is enough for the first sample, but not for the next one after such a long interval.
  text[strlen (text) - 1] = '\0';
  run = g_strdup_printf ("%s, \"run\": {\"duration\": 20, \"interval\": 10, \"maximum_steps\": 3}}",
                         text);
  g_assert_true (g_file_set_contents (file, run, -1, NULL));
  result = cli_call ("run", file, NULL);
  g_assert_cmpint (result.code, ==, 3);
  g_assert_nonnull (strstr (result.err, "t = 0 s"));
  rows = cli_parse_csv (&result, &header);
  g_assert_cmpuint (rows->len, ==, 1);
  cli_result_clear (&result);
}

/// Returns the number of files in `cli_folder`, to detect files left behind.
static guint
count_files (void)
{
  g_autoptr (GDir) dir = g_dir_open (cli_folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
test_output (void)
{
  g_autofree char *file = cli_example ("four-bar.json");
  g_autofree char *target = cli_path_of ("target.csv");
  g_autofree char *link_path = cli_path_of ("link.csv");
  g_autofree char *content = NULL;
  CliResult result = cli_call ("run", "--until=0.1", "-o", "/no/such/folder/x.csv", file, NULL);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  struct stat info;
  guint before;

  cli_assert_refused (&result, 4);
  cli_result_clear (&result);
  result = cli_call ("run", "--until=0.1", "-o", cli_folder, file, NULL);
  cli_assert_refused (&result, 4);
  cli_result_clear (&result);
  result = cli_call ("run", "--until=0.1", "-o", "/dev/full", file, NULL);
  cli_assert_refused (&result, 4);
  cli_result_clear (&result);

  // A device is written to, not replaced.
  result = cli_call ("run", "--until=0.1", "-o", "/dev/null", file, NULL);
  cli_assert_done (&result);
  g_assert_cmpint (stat ("/dev/null", &info), ==, 0);
  g_assert_true (S_ISCHR (info.st_mode));
  cli_result_clear (&result);
  result = cli_call ("run", "--until=0.1", "-o", "/dev/stdout", file, NULL);
  cli_assert_done (&result);
  g_assert_cmpuint (g_bytes_get_size (result.out), >, 100);
  cli_result_clear (&result);

  // An old file keeps its permissions, a link is still a link.
  g_assert_true (g_file_set_contents (target, "old", -1, NULL));
  g_assert_cmpint (g_chmod (target, 0640), ==, 0);
  g_assert_cmpint (symlink (target, link_path), ==, 0);
  before = count_files ();
  result = cli_call ("run", "--until=0.1", "--channels=nosuch", "-o", link_path, file, NULL);
  cli_assert_refused (&result, 1);
  g_assert_true (g_file_get_contents (target, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "old");
  cli_result_clear (&result);
  result = cli_call ("run", "--until=0.1", "-o", link_path, file, NULL);
  cli_assert_done (&result);
  g_assert_true (g_file_test (link_path, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpint (stat (target, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0640);
  g_assert_cmpint (info.st_size, >, 100);
  g_assert_cmpuint (count_files (), ==, before);
  cli_result_clear (&result);

  // Interrupting a long run leaves neither a file nor part of one.
  g_assert_cmpint (g_unlink (target), ==, 0);
  g_assert_cmpint (g_unlink (link_path), ==, 0);
  before = count_files ();
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, cli_program, "run", "--until=1e4",
                              "-o", target, file, NULL);
  g_assert_no_error (error);
  while (count_files () == before)
    g_usleep (1000);
  g_usleep (20000);
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
  g_subprocess_send_signal (process, SIGTERM);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  g_assert_true (g_subprocess_get_if_signaled (process));
  g_assert_cmpuint (count_files (), ==, before);
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli/help", test_help);
  g_test_add_func ("/cli/version", test_version);
  g_test_add_func ("/cli/usage", test_usage);
  g_test_add_func ("/cli/examples", test_examples);
  g_test_add_func ("/cli/exact", test_exact);
  g_test_add_func ("/cli/quoting", test_quoting);
  g_test_add_func ("/cli/deterministic", test_deterministic);
  g_test_add_func ("/cli/made-of-others", test_made_of_others);
  g_test_add_func ("/cli/locale", test_locale);
  g_test_add_func ("/cli/environment", test_environment);
  g_test_add_func ("/cli/bad-files", test_bad_files);
  g_test_add_func ("/cli/stopped", test_stopped);
  g_test_add_func ("/cli/output", test_output);
  return cli_test_run ();
}
