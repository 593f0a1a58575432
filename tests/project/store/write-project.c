// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// write-project FILE: writes a project with all kinds of contents, for tests that read the file by
// other programs.

#include "lw-store.h"
#include "testing-project.h"

int
main (int argc, char **argv)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (LwProject) project = testing_project ();

  if (argc != 2)
    return 1;
  file = g_file_new_for_commandline_arg (argv[1]);
  return lw_store_save (project, file, NULL, NULL, NULL, NULL) ? 0 : 1;
}
