// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameter sweeps by a shell: a parameter given by -D, or changed in the file by sed, gives the
// same numbers as the edit in the window.

#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "lw-evaluation.h"
#include "lw-document.h"
#include "lw-store.h"
#include "lw-text.h"
#include "testing-cli.h"

/// A pendulum whose mass, inertia, joint and tracer follow its length.
static const char form[] =
  "{\"linkwright\": 1,"
  "\"parameters\": [{\"name\": \"length\", \"value\": 0.3, \"unit\": \"m\"},"
  "{\"name\": \"half\", \"value\": 0.15, \"unit\": \"m\", \"expression\": \"length / 2\"}],"
  "\"bodies\": [{\"id\": 1, \"name\": \"Arm\", \"mass\": 0.81, \"inertia\": 0.006075,"
  "\"position\": [0.15, 0]}],"
  "\"couplings\": [{\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [\"ground\", "
  "\"Arm\"],"
  "\"points\": [[0, 0], [-0.15, 0]]}%s],"
  "\"tracers\": [{\"id\": 1, \"name\": \"T\", \"body\": \"Arm\", \"point\": [0.15, 0]}],"
  "\"bindings\": [%s],"
  "\"run\": {\"duration\": 0.6, \"interval\": 0.06}}";

static const char *const bindings[] = {
  "{\"element\": \"body\", \"id\": 1, \"field\": \"mass\", \"unit\": \"kg\", \"expression\": "
  "\"2.7 kg/m * length\"}",
  "{\"element\": \"body\", \"id\": 1, \"field\": \"inertia[2]\", \"unit\": \"kg m^2\", "
  "\"expression\": \"2.7 kg/m * length^3 / 12\"}",
  "{\"element\": \"body\", \"id\": 1, \"field\": \"position\", \"unit\": \"m\", \"expression\": "
  "\"half\"}",
  "{\"element\": \"coupling\", \"id\": 1, \"field\": \"point_s\", \"unit\": \"m\", \"expression\": "
  "\"-half\"}",
  "{\"element\": \"tracer\", \"id\": 1, \"field\": \"point\", \"unit\": \"m\", \"expression\": "
  "\"half\"}",
};

static char *
dup_pendulum (bool reversed, bool driven)
{
  const gsize n = G_N_ELEMENTS (bindings);
  g_autoptr (GString) list = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? "," : "", bindings[reversed ? n - 1 - i : i]);
  return g_strdup_printf (form,
                          driven ? ", {\"id\": 2, \"name\": \"Drive\", \"kind\": \"driver\", "
                                   "\"joint\": 1, \"function\": \"t\"}"
                                 : "",
                          list->str);
}

static char *
write_file (const char *name, const char *text)
{
  char *path = cli_path_of (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/// Returns the samples of the mechanism after editing its parameter as the window does.
static char *
dup_edited_run (const char *text, double length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = lw_text_parse (text, -1, &error);
  g_autoptr (LwDocument) document = lw_document_new (mechanism);
  LwParameter *parameter = lw_parameter_copy (lw_mechanism_find_parameter (mechanism, "length"));
  g_autoptr (LwMechanism) next = NULL;
  g_autoptr (LwProject) project = NULL;
  g_autofree char *path = cli_path_of ("edited.linkwright");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  CliResult result;
  char *csv;

  parameter->value = length;
  next = lw_mechanism_change_parameter (mechanism, "length", parameter, &error);
  g_assert_no_error (error);
  lw_document_edit (document, "Edit", next);
  project = lw_document_dup_project (document);
  g_assert_true (lw_store_save (project, file, NULL, NULL, NULL, NULL));
  result = cli_call ("run", path, NULL);
  cli_assert_done (&result);
  csv = cli_dup_output (&result);
  cli_result_clear (&result);
  return csv;
}

static char *
dup_replaced (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, 2);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  return g_strjoinv (to, parts);
}

/// Compares these ways, and import into a project; lengths in several units.
static void
test_sweep (void)
{
  static const struct
  {
    const char *typed;
    const char *number; ///< m
  } lengths[] = {
    { "0.2", "0.2" }, { "500mm", "0.5" },   { "25 cm", "0.25" },
    { "0.3", "0.3" }, { "1 ft", "0.3048" }, { "2*0.6m", "1.2" },
  };

  for (int reversed = 0; reversed < 2; reversed++) {
    g_autofree char *text = dup_pendulum (reversed, false);
    g_autofree char *path = write_file ("pendulum.json", text);
    g_autofree char *project = cli_path_of ("pendulum.linkwright");
    g_autofree char *first = NULL;
    CliResult import = cli_call ("import", path, "-o", project, NULL);

    cli_assert_done (&import);
    cli_result_clear (&import);
    for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++) {
      g_autofree char *expected = dup_edited_run (text, g_ascii_strtod (lengths[i].number, NULL));
      g_autofree char *definition = g_strconcat ("length=", lengths[i].typed, NULL);
      g_autofree char *value = g_strconcat ("\"value\": ", lengths[i].number, ",", NULL);
      g_autofree char *replaced = dup_replaced (text, "\"value\": 0.3,", value);
      g_autofree char *edited = write_file ("by-sed.json", replaced);
      g_autoptr (GBytes) stream = g_bytes_new (text, strlen (text));
      CliResult results[] = {
        cli_call ("run", "-D", definition, "-o", "-", path, NULL),
        cli_call ("run", "--define", definition, project, NULL),
        cli_call_fed (stream, "run", "-D", definition, "-", NULL),
        cli_call ("run", edited, NULL),
      };

      for (gsize k = 0; k < G_N_ELEMENTS (results); k++) {
        g_autofree char *csv = cli_dup_output (&results[k]);

        g_assert_cmpint (results[k].code, ==, 0);
        g_assert_cmpstr (csv, ==, expected);
        cli_result_clear (&results[k]);
      }
      if (first == NULL)
        first = g_strdup (expected);
      else
        g_assert_cmpstr (expected, !=, first);
    }
  }
}

/// Stored numbers that differ from their formulas are reported: on standard error by verbs that
/// compute, on standard output by check. They are not an error.
static void
test_told (void)
{
  g_autofree char *text = dup_pendulum (false, false);
  g_autofree char *changed = dup_replaced (text, "\"value\": 0.3,", "\"value\": 0.5,");
  g_autofree char *path = write_file ("told.json", changed);
  g_autofree char *whole = write_file ("whole.json", text);
  g_autofree char *project = cli_path_of ("told.linkwright");
  g_autoptr (LwMechanism) mechanism = lw_text_parse (changed, -1, NULL);
  g_autoptr (LwProject) stale = lw_project_new (mechanism, NULL, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (project);
  const char *const files[] = { path, project };

  g_assert_true (lw_store_save (stale, file, NULL, NULL, NULL, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++) {
    CliResult result = cli_call ("run", "--channels=T.x", files[i], NULL);
    g_autofree char *csv = cli_dup_output (&result);
    g_autofree char *list = NULL;

    g_assert_cmpint (result.code, ==, 0);
    g_assert_true (g_str_has_prefix (csv, "time [s],T.x [m]\r\n0,0.5\r\n"));
    g_assert_nonnull (strstr (result.err, files[i]));
    g_assert_nonnull (strstr (result.err, "The parameter half is stored as 0.15 m, but its formula "
                                          "length / 2 gives 0.25 m"));
    cli_result_clear (&result);

    result = cli_call ("check", files[i], NULL);
    list = cli_dup_output (&result);
    cli_assert_done (&result);
    g_assert_nonnull (strstr (list, " is intact: 1 bodies"));
    g_assert_nonnull (strstr (list,
                              "The mass of Body Arm is stored as 0.81 kg, but its formula 2.7 kg/m "
                              "* length gives 1.35 kg"));
    g_assert_nonnull (strstr (list, "\nThe point of Tracer T is stored as 0.15 m"));
    cli_result_clear (&result);
  }
  // No message is printed if nothing differs, or for values that -D changes.
  {
    CliResult result = cli_call ("check", whole, NULL);
    g_autofree char *list = cli_dup_output (&result);

    cli_assert_done (&result);
    g_assert_null (strstr (list, "stored"));
    cli_result_clear (&result);
    result = cli_call ("run", "-D", "length=0.7", whole, NULL);
    cli_assert_done (&result);
    cli_result_clear (&result);
  }
}

/// Every verb that reads a file accepts -D, and its output is for the changed mechanism.
static void
test_verbs (void)
{
  static const char *const verbs[] = { "run",  "solve",    "kinematics", "inverse", "equilibrium",
                                       "info", "channels", "check",      "export" };
  g_autofree char *text = dup_pendulum (false, true);
  g_autofree char *path = write_file ("verbs.json", text);
  g_autofree char *svg = cli_path_of ("verbs.svg");
  g_autofree char *gif = cli_path_of ("verbs.gif");
  g_autofree char *project = cli_path_of ("verbs.linkwright");
  g_autofree char *saved = cli_path_of ("verbs-salvaged.linkwright");
  CliResult result;
  g_autofree char *json = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++) {
    g_test_message ("%s", verbs[i]);
    result = cli_call (verbs[i], "-D", "length=0.5", path, NULL);
    cli_assert_done (&result);
    cli_result_clear (&result);
    result = cli_call (verbs[i], "-D", "lenght=0.5", path, NULL);
    cli_assert_refused (&result, 1);
    g_assert_nonnull (strstr (result.err, "lenght; the parameters are: length, half"));
    cli_result_clear (&result);
  }
  result = cli_call ("drift", "-D", "length=0.5", "--until=0.1", path, NULL);
  cli_assert_done (&result);
  cli_result_clear (&result);
  result = cli_call ("plot", "-D", "length=0.5", "-o", svg, path, NULL);
  cli_assert_done (&result);
  cli_result_clear (&result);
  result = cli_call ("animate", "-D", "length=0.5", "--size=64x64", "-o", gif, path, NULL);
  cli_assert_done (&result);
  cli_result_clear (&result);
  // import saves the new value, and salvage applies it.
  result = cli_call ("import", "-D", "length=0.5", "-o", project, path, NULL);
  cli_assert_done (&result);
  cli_result_clear (&result);
  result = cli_call ("salvage", "-D", "length=0.6", "-o", saved, project, NULL);
  g_assert_cmpint (result.code, ==, 0);
  cli_result_clear (&result);
  for (int i = 0; i < 2; i++) {
    result = cli_call ("export", i == 0 ? project : saved, NULL);
    cli_assert_done (&result);
    g_free (json);
    json = cli_dup_output (&result);
    g_assert_nonnull (strstr (json, i == 0 ? "\"name\": \"length\", \"value\": 0.5"
                                           : "\"name\": \"length\", \"value\": 0.6"));
    g_assert_nonnull (strstr (json, i == 0 ? "\"name\": \"half\", \"value\": 0.25"
                                           : "\"name\": \"half\", \"value\": 0.3"));
    g_assert_nonnull (strstr (json, i == 0 ? "\"point\": [0.25, 0]" : "\"point\": [0.3, 0]"));
    cli_result_clear (&result);
  }
}

/// One message identifies the error in the arguments or in the file.
static void
test_refused (void)
{
  static const struct
  {
    const char *definition; ///< NULL if there is none
    const char *from, *to;  ///< replacement in the file; NULL if unchanged
    int code;
    const char *words;
  } cases[] = {
    { "length=3 kg", NULL, NULL, 1, "This is in kg; a value in m is expected here" },
    { "length=long", NULL, NULL, 1, "long" },
    { "length", NULL, NULL, 1, "NAME=VALUE" },
    { "length=1/0", NULL, NULL, 1, "not finite" },
    { NULL, "\"length / 2\"", "\"length / 0\"", 2, "The parameter half, length / 0" },
    { NULL, "\"2.7 kg/m * length\"", "\"2.7 kg/m / wide\"", 2, "The mass of Body Arm" },
    { NULL, "\"2.7 kg/m * length\"", "\"length\"", 2,
      "The mass of Body Arm, length: This is in m" },
    { NULL, "\"length / 2\"", "\"half\"", 2, "half follows from itself" },
  };
  g_autofree char *text = dup_pendulum (false, false);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *changed =
      cases[i].from != NULL ? dup_replaced (text, cases[i].from, cases[i].to) : g_strdup (text);
    g_autofree char *path = write_file ("refused.json", changed);
    CliResult result = cases[i].definition != NULL
                         ? cli_call ("run", "-D", cases[i].definition, path, NULL)
                         : cli_call ("run", path, NULL);

    cli_assert_refused (&result, cases[i].code);
    g_assert_nonnull (strstr (result.err, cases[i].words));
    if (cases[i].code == 2)
      g_assert_nonnull (strstr (result.err, "refused.json: "));
    cli_result_clear (&result);
  }
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli-parameters/sweep", test_sweep);
  g_test_add_func ("/cli-parameters/told", test_told);
  g_test_add_func ("/cli-parameters/verbs", test_verbs);
  g_test_add_func ("/cli-parameters/refused", test_refused);
  return cli_test_run ();
}
