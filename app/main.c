// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright: the program with a window.

#include <glib/gi18n.h>
#include <locale.h>

#include "lw-application.h"

int
main (int argc, char **argv)
{
  g_autoptr (LwApplication) application = NULL;
  int code;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LW_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  application = lw_application_new (0);
  code = g_application_run (G_APPLICATION (application), argc, argv);
  return lw_application_get_exit_code (application, code);
}
