// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli salvage: what can be read of a damaged project, as a new one.

#include <gio/gio.h>

#include "cli.h"
#include "lw-store.h"

static gboolean
put_report (const LwProject *project, char **losses, GError **error)
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
  return cli_output_put (NULL, text->str, text->len, error);
}

static gboolean
salvage_file (const char *name, const char *path, GError **error)
{
  g_autoptr (GFile) source = g_file_new_for_path (name);
  g_autoptr (GFile) target = g_file_new_for_path (path);
  g_autoptr (LwProject) project = NULL;
  g_auto (GStrv) losses = NULL;

  // Also when the damaged file is named in two ways, it is never the one that is written.
  if (g_file_query_exists (target, NULL)) {
    g_autofree char *shown = g_filename_display_name (path);

    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "%s is there already; give the name of a new file after -o.", shown);
    return FALSE;
  }
  project = lw_store_salvage (source, &losses, NULL, error);
  if (project == NULL) {
    cli_prefix_file (error, name);
    return FALSE;
  }
  return lw_store_save (project, target, NULL, NULL, NULL, error)
         && put_report (project, losses, error);
}

gboolean
cli_salvage (int argc, char **argv, GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *file = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "The new project (needed)",
      "NEW.linkwright" },
    { NULL },
  };

  if (!cli_parse (argc, argv,
                  "Takes what can be read of a damaged project to a new one; tells what is lost.",
                  NULL, entries, NULL, 0, &file, error))
    return FALSE;
  return file == NULL
         || (cli_need_output (argv[0], path, error) && salvage_file (file, path, error));
}
