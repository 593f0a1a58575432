// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli check: whether a project is whole: the structure of the file, the digest of its
// content, every value, and whether the engine takes the mechanism.

#include "cli.h"
#include "lw-store.h"

static gboolean
check_file (const char *name, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (name);
  g_autoptr (LwProject) project = lw_store_load (file, NULL, NULL, error);
  g_autoptr (GString) text = g_string_new (NULL);
  MbdModel *model = NULL;

  if (project != NULL)
    model = lw_mechanism_compile (project->mechanism, error);
  if (model == NULL) {
    cli_prefix_file (error, name);
    return FALSE;
  }
  mbd_model_unref (model);
  g_string_append_printf (text,
                          "The project is whole: %u bodies, %u couplings, %u force elements, "
                          "%u tracers, %u runs.\n",
                          lw_mechanism_get_n_bodies (project->mechanism),
                          lw_mechanism_get_n_couplings (project->mechanism),
                          lw_mechanism_get_n_forces (project->mechanism),
                          lw_mechanism_get_n_tracers (project->mechanism), project->runs->len);
  return cli_output_put (NULL, text->str, text->len, error);
}

gboolean
cli_check (int argc, char **argv, GError **error)
{
  g_autofree char *file = NULL;

  if (!cli_parse (argc, argv, "Checks whether a project is whole; changes nothing.", NULL, NULL,
                  NULL, 0, &file, error))
    return FALSE;
  return file == NULL || check_file (file, error);
}
