// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright: the program with a window.

#include <glib/gi18n.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lw-application.h"

/// Returns the current path of a folder of the installation, which may have been moved since it was
/// configured.
static char *
dup_installed (const char *folder)
{
  const char *own = &LW_PROGRAM[strlen (LW_PREFIX)];
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  if (program != NULL && g_str_has_suffix (program, own) && g_str_has_prefix (folder, LW_PREFIX))
    return g_strdup_printf ("%.*s%s", (int) (strlen (program) - strlen (own)), program,
                            folder + strlen (LW_PREFIX));
  return g_strdup (folder);
}

/// Adds the data folder of the installation to the system's data folders, where settings, icons and
/// examples are searched.
static void
add_data_folder (void)
{
  const char *known = g_getenv ("XDG_DATA_DIRS");
  g_autofree char *own = dup_installed (LW_DATA_DIR);
  g_autofree char *all = NULL;
  g_auto (GStrv) folders = NULL;

  if (known == NULL || *known == '\0')
    known = "/usr/local/share:/usr/share";
  folders = g_strsplit (known, ":", -1);
  if (g_strv_contains ((const char *const *) folders, own))
    return;
  all = g_strconcat (own, ":", known, NULL);
  g_setenv ("XDG_DATA_DIRS", all, TRUE);
}

/// Ends the process without the exit handlers of libraries: threads may still be computing
/// abandoned results, such as the rank of a large mechanism, and OpenBLAS would free their memory.
static void
leave (int code)
{
  fflush (NULL);
  _exit (code);
}

int
main (int argc, char **argv)
{
  g_autofree char *translations = dup_installed (LW_LOCALE_DIR);
  LwApplication *application;
  int code;

  add_data_folder ();
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, translations);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  application = lw_application_new (0);
  code = g_application_run (G_APPLICATION (application), argc, argv);
  code = lw_application_get_exit_code (application, code);
  g_object_unref (application);
  leave (code);
}
