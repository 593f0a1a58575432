// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "testing-cli.h"

const char *cli_program;
char *cli_folder;
char *cli_examples;

void
cli_result_clear (CliResult *self)
{
  g_clear_pointer (&self->out, g_bytes_unref);
  g_clear_pointer (&self->err, g_free);
}

static char *
dup_text (GBytes *bytes)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  return g_strndup (data != NULL ? data : "", size);
}

/// Runs the program with these arguments (ending with NULL). `environment` is NULL for the current
/// one, `input` is NULL if there is none.
static CliResult
call_in (char **environment, GBytes *input, const char *first, va_list more)
{
  const GSubprocessFlags flags = G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE
                                 | (input != NULL ? G_SUBPROCESS_FLAGS_STDIN_PIPE : 0);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (flags);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) err = NULL;
  g_autoptr (GError) error = NULL;
  CliResult result = { 0 };

  g_ptr_array_add (argv, (void *) cli_program);
  for (const char *argument = first; argument != NULL; argument = va_arg (more, const char *))
    g_ptr_array_add (argv, (void *) argument);
  g_ptr_array_add (argv, NULL);
  if (environment != NULL)
    g_subprocess_launcher_set_environ (launcher, environment);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  g_subprocess_communicate (process, input, NULL, &result.out, &err, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  result.code = g_subprocess_get_exit_status (process);
  result.err = dup_text (err);
  return result;
}

CliResult
cli_call (const char *first, ...)
{
  CliResult result;
  va_list more;

  va_start (more, first);
  result = call_in (NULL, NULL, first, more);
  va_end (more);
  return result;
}

CliResult
cli_call_with (char **environment, const char *first, ...)
{
  CliResult result;
  va_list more;

  va_start (more, first);
  result = call_in (environment, NULL, first, more);
  va_end (more);
  return result;
}

CliResult
cli_call_fed (GBytes *input, const char *first, ...)
{
  CliResult result;
  va_list more;

  va_start (more, first);
  result = call_in (NULL, input, first, more);
  va_end (more);
  return result;
}

char *
cli_dup_output (const CliResult *result)
{
  return dup_text (result->out);
}

void
cli_assert_done (const CliResult *result)
{
  g_assert_cmpstr (result->err, ==, "");
  g_assert_cmpint (result->code, ==, 0);
}

void
cli_assert_refused (const CliResult *result, int code)
{
  const char *end = strchr (result->err, '\n');

  g_test_message ("%s", result->err);
  g_assert_cmpint (result->code, ==, code);
  g_assert_cmpuint (g_bytes_get_size (result->out), ==, 0);
  g_assert_true (g_str_has_prefix (result->err, "linkwright-cli: "));
  g_assert_true (g_str_has_suffix (result->err, ".\n"));
  g_assert_true (end != NULL && end[1] == '\0');
}

char **
cli_dup_bare_environment (void)
{
  const char *lsan = g_getenv ("LSAN_OPTIONS");
  char **environment = g_new0 (char *, 2);

  if (lsan != NULL)
    environment[0] = g_strdup_printf ("LSAN_OPTIONS=%s", lsan);
  return environment;
}

char *
cli_path_of (const char *name)
{
  return g_build_filename (cli_folder, name, NULL);
}

char *
cli_example (const char *name)
{
  return g_build_filename (cli_examples, name, NULL);
}

JsonNode *
cli_parse_json (const CliResult *result)
{
  g_autofree char *text = cli_dup_output (result);
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (text, &error);

  g_assert_no_error (error);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (node), "schema"), ==, 1);
  return node;
}

GPtrArray *
cli_parse_csv (const CliResult *result, char ***header)
{
  g_autofree char *text = cli_dup_output (result);
  g_auto (GStrv) lines = g_strsplit (text, "\r\n", -1);
  const guint n_lines = g_strv_length (lines);
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  g_assert_cmpuint (n_lines, >=, 2);
  g_assert_cmpstr (lines[n_lines - 1], ==, "");
  *header = g_strsplit (lines[0], ",", -1);
  for (guint i = 0; (*header)[i] != NULL; i++)
    g_assert_true (g_str_has_suffix ((*header)[i], "]"));
  g_assert_cmpstr ((*header)[0], ==, "time [s]");
  for (guint i = 1; i + 1 < n_lines; i++) {
    g_auto (GStrv) fields = g_strsplit (lines[i], ",", -1);
    GArray *row = g_array_new (FALSE, FALSE, sizeof (double));

    g_assert_null (strchr (lines[i], '\n'));
    g_assert_cmpuint (g_strv_length (fields), ==, g_strv_length (*header));
    for (guint j = 0; fields[j] != NULL; j++) {
      char *end;
      const double value = g_ascii_strtod (fields[j], &end);

      g_assert_true (end != fields[j] && *end == '\0');
      g_array_append_val (row, value);
    }
    g_ptr_array_add (rows, row);
  }
  return rows;
}

static void
remove_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (cli_folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = cli_path_of (name);

    g_unlink (path);
  }
  g_rmdir (cli_folder);
  g_free (cli_folder);
}

void
cli_test_init (int *argc, char ***argv)
{
  g_autoptr (GError) error = NULL;

  g_test_init (argc, argv, NULL);
  cli_program = g_getenv ("LW_CLI");
  g_assert_nonnull (cli_program);
  cli_examples = g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "examples", NULL);
  cli_folder = g_dir_make_tmp ("linkwright-cli-XXXXXX", &error);
  g_assert_no_error (error);
}

int
cli_test_run (void)
{
  int code = g_test_run ();

  remove_folder ();
  g_free (cli_examples);
  return code;
}
