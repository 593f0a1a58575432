// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli import: makes a project from a mechanism in text form or of another program, from
// another project, or from a drawing or a table of points.

#include <string.h>

#include "cli.h"
#include "lw-import.h"

/// Returns the mechanism to which a drawing is added: an empty one without a name.
static LwMechanism *
open_target (const char *name, GError **error)
{
  g_autoptr (LwOpened) opened = NULL;

  if (name == NULL)
    return lw_mechanism_new ();
  opened = cli_read_mechanism (name, error);
  return opened != NULL ? lw_mechanism_ref (opened->project->mechanism) : NULL;
}

/// Returns the name of the bodies: "Lever" for "drawings/Lever.svg".
static char *
dup_body_name (const char *file)
{
  g_autofree char *base = g_path_get_basename (file);
  g_autofree char *shown = g_filename_display_name (base);

  return g_strndup (shown, (gsize) (strrchr (shown, '.') - shown));
}

static gboolean
import_drawing (const CliArguments *arguments, const char *into, GError **error)
{
  g_autoptr (LwMechanism) before = open_target (into, error);
  g_autoptr (LwMechanism) after = NULL;
  g_autoptr (LwProject) project = NULL;
  g_autoptr (LwImport) import = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *name = dup_body_name (arguments->file);
  gsize length;
  const char *text;

  bytes = before != NULL ? cli_read (arguments->file, error) : NULL;
  if (bytes == NULL)
    return FALSE;
  text = g_bytes_get_data (bytes, &length);
  import = lw_import_parse (arguments->file, text != NULL ? text : "", length, error);
  if (import == NULL) {
    cli_prefix_file (error, arguments->file);
    return FALSE;
  }
  if (import->n_left_out > 0)
    cli_note (import->n_left_out == 1 ? "%u element is left out." : "%u elements are left out.",
              import->n_left_out);
  after = lw_import_add (import, before, name, (double[2]){ 0, 0 }, NULL);
  project = lw_project_new (after, NULL, NULL);
  return cli_save_project (project, arguments->output, error);
}

static gboolean
import_file (const CliArguments *arguments, const char *into, GError **error)
{
  g_autoptr (LwOpened) opened = NULL;

  if (lw_import_knows (arguments->file))
    return import_drawing (arguments, into, error);
  if (into != NULL) {
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_USAGE,
      "Only drawings and tables of points can be added to a mechanism: SVG, DXF, "
      "CSV, TSV.");
    return FALSE;
  }
  opened = cli_open_input (arguments, error);
  return opened != NULL && cli_save_project (opened->project, arguments->output, error);
}

gboolean
cli_import (int argc, char **argv, GError **error)
{
  g_autofree char *into = NULL;
  const GOptionEntry entries[] = {
    { "into", 0, 0, G_OPTION_ARG_FILENAME, &into, "Add the drawing or curve to this mechanism",
      "MECHANISM" },
    { NULL },
  };
  g_auto (CliArguments) arguments = { 0 };

  if (
    !cli_parse (
      argc, argv,
      "Makes a project from a mechanism in text form, a file of Linkage or PMKS+, a drawing (SVG, DXF) whose "
      "outlines become bodies, or a table of points (CSV, TSV) that becomes a curve.",
      NULL, entries, NULL, 0, &arguments, error))
    return FALSE;
  return arguments.file == NULL || import_file (&arguments, into, error);
}
