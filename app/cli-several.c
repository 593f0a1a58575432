// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Processes the files of a verb that takes several.

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "lw-file-error.h"

/// Returns the name of a file without folder and suffix.
static char *
dup_stem (const char *file)
{
  char *name = g_path_get_basename (file);
  char *dot = strrchr (name, '.');

  if (dot != NULL && dot != name)
    *dot = '\0';
  return name;
}

static gboolean
check_folder (const CliArguments *arguments, GError **error)
{
  const char *folder = arguments->output;

  if (!g_str_has_suffix (folder, "/")) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "Several files need a folder for their results: a name after -o that "
                         "ends with /.");
    return FALSE;
  }
  if (mkdir (folder, 0777) != 0 && errno != EEXIST) {
    const int number = errno;
    g_autofree char *shown = g_filename_display_name (folder);

    lw_file_error_set (error, shown, LW_FILE_WRITTEN, number);
    return FALSE;
  }
  return TRUE;
}

/// Returns the outputs, by file. The error names two files that would have the same one.
static GStrv
dup_outputs (const CliArguments *arguments, GError **error)
{
  const LwExportEntry *entry = cli_choose_entry (arguments);
  g_autofree const char **suffixes = lw_exports_dup_suffixes (arguments->kind);
  const char *suffix = entry != NULL ? entry->suffix : suffixes[0];
  g_autoptr (GHashTable) used = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (GStrv) outputs = g_new0 (char *, g_strv_length (arguments->files) + 1);

  for (guint i = 0; arguments->files[i] != NULL; i++) {
    g_autofree char *stem = dup_stem (arguments->files[i]);

    outputs[i] = g_strdup_printf ("%s%s.%s", arguments->output, stem, suffix);
    if (!g_hash_table_add (used, outputs[i])) {
      g_autofree char *shown = g_filename_display_name (outputs[i]);

      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   "Two files would give %s; process them one by one.", shown);
      return NULL;
    }
    for (guint k = 0; arguments->files[k] != NULL; k++)
      if (cli_is_input (arguments->files[k], outputs[i])) {
        g_autofree char *shown = g_filename_display_name (outputs[i]);

        g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                     "%s is a file that is read; choose another folder.", shown);
        return NULL;
      }
  }
  return g_steal_pointer (&outputs);
}

gboolean
cli_each_file (CliArguments *arguments, CliFileFunc process, void *data, GError **error)
{
  g_autoptr (GError) last = NULL;
  g_auto (GStrv) outputs = NULL;
  g_autofree char *folder = NULL;

  if (arguments->files[1] == NULL
      && (arguments->output == NULL || !g_str_has_suffix (arguments->output, "/")))
    return process (arguments, data, error);
  if (arguments->output != NULL) {
    if (!check_folder (arguments, error))
      return FALSE;
    outputs = dup_outputs (arguments, error);
    if (outputs == NULL)
      return FALSE;
  }
  folder = g_steal_pointer (&arguments->output);
  for (guint i = 0; arguments->files[i] != NULL; i++) {
    g_autoptr (GError) failure = NULL;

    g_free (arguments->file);
    arguments->file = g_strdup (arguments->files[i]);
    arguments->output = outputs != NULL ? outputs[i] : NULL;
    if (process (arguments, data, &failure))
      continue;
    cli_prefix_file (&failure, arguments->file);
    if (last != NULL)
      fprintf (stderr, "linkwright-cli: %s\n", last->message);
    g_clear_error (&last);
    last = g_steal_pointer (&failure);
  }
  arguments->output = g_steal_pointer (&folder);
  if (last != NULL)
    g_propagate_error (error, g_steal_pointer (&last));
  return *error == NULL;
}

gboolean
cli_run_each_file (int argc, char **argv, const char *summary, CliFileFunc process, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };
  g_autofree char *description = cli_describe_defaults ();
  CliRunOptions run = { 0 };
  gboolean done = cli_parse (argc, argv, summary, description, NULL, &run,
                             CLI_OPTIONS_SAMPLE | CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE
                               | CLI_OPTIONS_SEVERAL,
                             &arguments, error);

  if (done && arguments.file != NULL)
    done = cli_each_file (&arguments, process, &run, error);
  cli_run_options_clear (&run);
  return done;
}
