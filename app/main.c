// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright: the program with a window.

#include <glib/gi18n.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include "lw-application.h"

/// Without what libraries do at the end of a process: threads may still be computing what nobody
/// waits for any more, as the rank of a large mechanism, and OpenBLAS takes its memory away from
/// them.
static void
leave (int code)
{
  fflush (NULL);
  _exit (code);
}

int
main (int argc, char **argv)
{
  LwApplication *application;
  int code;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LW_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  application = lw_application_new (0);
  code = g_application_run (G_APPLICATION (application), argc, argv);
  code = lw_application_get_exit_code (application, code);
  g_object_unref (application);
  leave (code);
}
