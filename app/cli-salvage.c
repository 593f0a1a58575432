// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli salvage: recovers the readable parts of a damaged project into a new project.

#include <string.h>

#include "cli.h"
#include "lw-store.h"

/// Writes the report on standard output, unless the project goes there.
static gboolean
put_report (const LwProject *project, char **losses, const char *path, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (; *losses != NULL; losses++)
    g_string_append_printf (text, "%s\n", *losses);
  g_string_append_printf (text,
                          "Kept: %u bodies, %u couplings, %u force elements, %u tracers, "
                          "%u runs.\n",
                          lw_mechanism_get_n_bodies (project->mechanism),
                          lw_mechanism_get_n_couplings (project->mechanism),
                          lw_mechanism_get_n_forces (project->mechanism),
                          lw_mechanism_get_n_tracers (project->mechanism), project->runs->len);
  if (strcmp (path, "-") != 0)
    return cli_output_put (NULL, text->str, text->len, error);
  fputs (text->str, stderr);
  return TRUE;
}

static gboolean
salvage_file (const CliArguments *arguments, GError **error)
{
  const char *path = arguments->output;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LwProject) project = NULL;
  g_auto (GStrv) losses = NULL;

  // The damaged file is never overwritten, even if it is given by two different names.
  if (strcmp (path, "-") != 0 && g_file_test (path, G_FILE_TEST_EXISTS)) {
    g_autofree char *shown = g_filename_display_name (path);

    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "%s already exists; give the name of a new file after -o.", shown);
    return FALSE;
  }
  bytes = cli_read (arguments->file, error);
  if (bytes == NULL)
    return FALSE;
  project = lw_store_salvage_bytes (g_steal_pointer (&bytes), &losses, NULL, error);
  if (project == NULL) {
    cli_prefix_file (error, arguments->file);
    return FALSE;
  }
  return cli_define (project, arguments, error) && cli_save_project (project, path, error)
         && put_report (project, losses, path, error);
}

gboolean
cli_salvage (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };

  if (!cli_parse (
        argc, argv,
        "Recovers the readable parts of a damaged project into a new one; reports losses.", NULL,
        NULL, NULL, 0, &arguments, error))
    return FALSE;
  return arguments.file == NULL || salvage_file (&arguments, error);
}
