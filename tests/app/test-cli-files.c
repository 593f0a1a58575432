// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tests of input and output of the command line: streams in both directions, file name suffixes,
// files that could block, and output to the input file.

#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "testing-cli.h"

static GBytes *
read_file (const char *path)
{
  char *data;
  gsize size;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  return g_bytes_new_take (data, size);
}

static GBytes *
call_for_bytes (CliResult result)
{
  GBytes *bytes = g_bytes_ref (result.out);

  cli_assert_done (&result);
  cli_result_clear (&result);
  return bytes;
}

/// Verbs write the same bytes to a stream as to a file, and can read a text or a project from a
/// stream.
static void
test_streams (void)
{
  g_autofree char *file = cli_example ("four-bar.json");
  g_autofree char *project = cli_path_of ("streams.linkwright");
  g_autoptr (GBytes) text = read_file (file);
  g_autoptr (GBytes) imported = call_for_bytes (cli_call ("import", "-o", "-", file, NULL));
  g_autoptr (GBytes) again = call_for_bytes (cli_call_fed (text, "import", "-o", "-", "-", NULL));
  g_autoptr (GBytes) saved = NULL;
  static const char *const inputs[] = { "-", "/dev/stdin", "/dev/fd/0" };

  // The bytes equal those of the file.
  g_bytes_unref (call_for_bytes (cli_call ("import", "-o", project, file, NULL)));
  saved = read_file (project);
  g_assert_true (g_bytes_equal (imported, saved));
  g_assert_true (g_bytes_equal (imported, again));
  for (gsize i = 0; i < 3 * G_N_ELEMENTS (inputs); i++) {
    static const char *const verbs[] = { "run", "info", "export" };
    const char *input = inputs[i / 3], *verb = verbs[i % 3];
    g_autoptr (GBytes) plain = call_for_bytes (cli_call (verb, file, NULL));
    g_autoptr (GBytes) of_text = call_for_bytes (cli_call_fed (text, verb, "-o", "-", input, NULL));
    g_autoptr (GBytes) of_project = call_for_bytes (cli_call_fed (saved, verb, input, NULL));

    g_assert_true (g_bytes_equal (plain, of_text));
    g_assert_true (g_bytes_equal (plain, of_project));
  }
  g_assert_false (g_file_test ("-", G_FILE_TEST_EXISTS));
}

/// Pictures on standard output require a format; the bytes equal those of the file.
static void
test_pictures (void)
{
  static const struct
  {
    const char *verb, *format, *begin;
  } cases[] = {
    { "plot", "svg", "<?xml" },  { "plot", "pdf", "%PDF-" },      { "plot", "PNG", "\x89PNG" },
    { "animate", "gif", "GIF" }, { "animate", "png", "\x89PNG" }, { "animate", "webp", "RIFF" },
  };
  g_autofree char *file = cli_example ("four-bar.json");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *size = cases[i].verb[0] == 'p' ? "--size=60x40" : "--size=64x64";
    g_autofree char *format = g_strconcat ("--format=", cases[i].format, NULL);
    g_autofree char *name = g_strconcat ("picture.", cases[i].format, NULL);
    g_autofree char *path = cli_path_of (name);
    g_autofree char *bare = cli_path_of ("picture");
    CliResult result = cli_call (cases[i].verb, "--until=0.1", size, format, "-o", "-", file, NULL);
    g_autoptr (GBytes) stream = g_bytes_ref (result.out);
    g_autoptr (GBytes) written = NULL;
    g_autoptr (GBytes) named = NULL;

    g_assert_cmpint (result.code, ==, 0);
    cli_result_clear (&result);
    result = cli_call (cases[i].verb, "--until=0.1", size, "-o", path, file, NULL);
    g_assert_cmpint (result.code, ==, 0);
    cli_result_clear (&result);
    result = cli_call (cases[i].verb, "--until=0.1", size, format, "-o", bare, file, NULL);
    g_assert_cmpint (result.code, ==, 0);
    cli_result_clear (&result);
    written = read_file (path);
    named = read_file (bare);
    g_assert_true (g_bytes_equal (stream, written));
    g_assert_true (g_bytes_equal (named, written));
    g_assert_cmpint (
      memcmp (g_bytes_get_data (stream, NULL), cases[i].begin, strlen (cases[i].begin)), ==, 0);
    g_unlink (path);
    g_unlink (bare);
  }
}

/// A suffix requests a format. A format that the verb cannot write is refused, with the formats
/// that it can write, before the input file is read, and nothing is written.
static void
test_suffixes (void)
{
  static const struct
  {
    const char *verb, *name, *words;
  } cases[] = {
    { "run", "x.pdf",
      "run writes .csv, .tsv, .json, .npz, .mat, .py, .gp, .m or .linkwright, not .pdf; plot, draw, report and lesson write .pdf." },
    { "run", "x.PNG", "plot, animate and draw write .png" },
    { "run", "x.dat", "no verb writes .dat" },
    { "run", "x.gif", "animate writes .gif" },
    { "drift", "x.pdf", "drift writes .csv" },
    { "solve", "x.csv", "run, drift and grade write .csv" },
    { "kinematics", "x.csv", "kinematics writes .json" },
    { "inverse", "x.txt", "inverse writes .json" },
    { "equilibrium", "x.pdf", "equilibrium writes .json" },
    { "constants", "x.csv", "constants writes .json" },
    { "info", "x.csv", "info writes .txt or .json" },
    { "channels", "x.csv", "channels writes .txt or .json" },
    { "plot", "x.csv",
      "plot writes .pdf, .svg or .png, not .csv; run, drift and grade write .csv" },
    { "plot", "x.webp", "animate writes .webp" },
    { "plot", "x", "plot needs a name" },
    { "plot", "-", "--format" },
    { "animate", "x.pdf", "plot, draw, report and lesson write .pdf" },
    { "animate", "-", "--format" },
    { "import", "x.json", "import writes .linkwright" },
    { "import", "x.csv", "import writes .linkwright" },
    { "export", "x.doc",
      "export writes .json, .xml, .urdf, .mo or .py, not .doc; no verb writes .doc." },
    { "salvage", "x.json", "salvage writes .linkwright" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path =
      g_str_equal (cases[i].name, "-") ? g_strdup ("-") : cli_path_of (cases[i].name);
    CliResult result = g_str_equal (cases[i].verb, "constants")
                         ? cli_call (cases[i].verb, "-o", path, NULL)
                         : cli_call (cases[i].verb, "-o", path, "/no/such/file", NULL);

    cli_assert_refused (&result, 1);
    if (strstr (result.err, cases[i].words) == NULL)
      g_error ("“%s” is not in: %s", cases[i].words, result.err);
    g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    cli_result_clear (&result);
  }
}

/// Suffixes that choose the format, and names without a suffix.
static void
test_good_names (void)
{
  static const struct
  {
    const char *verb, *name, *begin;
  } cases[] = {
    { "run", "x.csv", "time" },
    { "run", "x.CSV", "time" },
    { "run", "x", "time" },
    { "run", "run-0.3", "time" },
    { "run", ".hidden", "time" },
    { "info", "x.txt", "Crank" },
    { "info", "x.json", "{" },
    { "channels", "x.txt", "name" },
    { "channels", "x.json", "{" },
    { "export", "x", "{" },
    { "solve", "x.json", "{" },
    { "import", "x", "SQLite" },
    { "import", "x.linkwright", "SQLite" },
  };
  g_autofree char *file = cli_example ("four-bar.json");
  CliResult result;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = cli_path_of (cases[i].name);
    g_autoptr (GBytes) bytes = NULL;

    result = cli_call (cases[i].verb, "-o", path, file, NULL);
    cli_assert_done (&result);
    cli_result_clear (&result);
    bytes = read_file (path);
    g_assert_cmpint (
      memcmp (g_bytes_get_data (bytes, NULL), cases[i].begin, strlen (cases[i].begin)), ==, 0);
    g_unlink (path);
  }
  result = cli_call ("info", "--json", "-o", "x.txt", file, NULL);
  cli_assert_refused (&result, 1);
  cli_result_clear (&result);
}

/// The input file is never overwritten, whatever name is used for it.
static void
test_itself (void)
{
  static const char *const verbs[] = { "export", "import", "info", "solve", "run" };
  g_autofree char *example = cli_example ("four-bar.json");
  g_autofree char *link_path = cli_path_of ("link.linkwright");
  g_autofree char *hard_path = cli_path_of ("hard.csv");
  g_autoptr (GBytes) before = read_file (example);

  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++) {
    static const char *const names[] = { "x.json", "x.linkwright", "x.txt", "x.json", "x.csv" };
    g_autofree char *path = cli_path_of (names[i]);
    const char *const outputs[] = { path, link_path, hard_path };

    g_assert_true (g_file_set_contents (path, g_bytes_get_data (before, NULL),
                                        (gssize) g_bytes_get_size (before), NULL));
    g_assert_cmpint (symlink (path, link_path), ==, 0);
    g_assert_cmpint (link (path, hard_path), ==, 0);
    for (gsize k = 0; k < G_N_ELEMENTS (outputs); k++) {
      CliResult result = cli_call (verbs[i], "-o", outputs[k], path, NULL);
      g_autoptr (GBytes) after = read_file (path);

      cli_assert_refused (&result, 1);
      g_assert_nonnull (strstr (result.err, "is the file that is read"));
      g_assert_true (g_bytes_equal (before, after));
      cli_result_clear (&result);
    }
    g_unlink (path);
    g_unlink (link_path);
    g_unlink (hard_path);
  }
}

/// A named pipe may have no writer, so no verb opens one. Standard input has limits, too.
static void
test_pipes (void)
{
  static const char *const verbs[] = { "run",   "solve",   "info", "import", "export",
                                       "check", "salvage", "plot", "drift",  "channels" };
  g_autofree char *pipe = cli_path_of ("pipe.json");
  g_autofree char *svg = cli_path_of ("pipe.svg");
  g_autofree char *project = cli_path_of ("pipe.linkwright");
  g_autoptr (GBytes) nothing = g_bytes_new (NULL, 0);
  g_autoptr (GBytes) noise = g_bytes_new_static ("PK\x03\x04", 4);
  CliResult result;

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++) {
    const char *output = g_str_equal (verbs[i], "plot") ? svg
                         : g_str_equal (verbs[i], "import") || g_str_equal (verbs[i], "salvage")
                           ? project
                           : NULL;

    g_test_message ("%s", verbs[i]);
    result = output != NULL ? cli_call (verbs[i], "-o", output, pipe, NULL)
                            : cli_call (verbs[i], pipe, NULL);
    cli_assert_refused (&result, 4);
    g_assert_nonnull (strstr (result.err, "not a regular file"));
    cli_result_clear (&result);
  }
  g_unlink (pipe);
  result = cli_call_fed (nothing, "info", "-", NULL);
  cli_assert_refused (&result, 2);
  g_assert_nonnull (strstr (result.err, "Standard input: "));
  cli_result_clear (&result);
  result = cli_call_fed (noise, "info", "-", NULL);
  cli_assert_refused (&result, 2);
  cli_result_clear (&result);
}

/// All long-running verbs report progress on request, separately from their output; without a
/// request nothing is printed.
static void
test_progress (void)
{
  static const char *const verbs[] = { "run", "plot", "animate" };
  static const char *const names[] = { "x.csv", "x.svg", "x.gif" };
  g_autofree char *file = cli_example ("four-bar.json");

  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++) {
    static const char *const steps[] = { "--every=0.005", "--every=0.5" };
    g_autofree char *path = cli_path_of (names[i]);

    for (gsize k = 0; k < G_N_ELEMENTS (steps); k++) {
      CliResult result =
        cli_call (verbs[i], "--until=1", steps[k], "--progress", "-o", path, file, NULL);

      g_assert_cmpint (result.code, ==, 0);
      g_assert_true (g_str_has_prefix (result.err, "10 %\n20 %\n30 %\n40 %\n50 %\n60 %\n70 %\n"
                                                   "80 %\n90 %\n100 %\n"));
      cli_result_clear (&result);
      result = cli_call ("run", "--until=1", steps[k], "-o", "-", file, NULL);
      cli_assert_done (&result);
      cli_result_clear (&result);
    }
    g_unlink (path);
  }
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli-files/streams", test_streams);
  g_test_add_func ("/cli-files/pictures", test_pictures);
  g_test_add_func ("/cli-files/suffixes", test_suffixes);
  g_test_add_func ("/cli-files/good-names", test_good_names);
  g_test_add_func ("/cli-files/itself", test_itself);
  g_test_add_func ("/cli-files/pipes", test_pipes);
  g_test_add_func ("/cli-files/progress", test_progress);
  return cli_test_run ();
}
