// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli export: the mechanism of a project in text form.

#include <string.h>

#include "cli.h"
#include "lw-store.h"
#include "lw-text.h"

static gboolean
export_file (const char *name, const char *path, GError **error)
{
  g_autoptr (GFile) source = g_file_new_for_path (name);
  g_autoptr (LwProject) project = lw_store_load (source, NULL, NULL, error);
  g_autofree char *text = NULL;

  if (project == NULL) {
    cli_prefix_file (error, name);
    return FALSE;
  }
  text = lw_text_write (project->mechanism);
  return cli_output_put (path, text, strlen (text), error);
}

gboolean
cli_export (int argc, char **argv, GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *file = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Instead of standard output", "FILE.json" },
    { NULL },
  };

  if (!cli_parse (argc, argv, "Writes the mechanism of a project in text form (JSON).", NULL,
                  entries, NULL, 0, &file, error))
    return FALSE;
  return file == NULL || export_file (file, path, error);
}
