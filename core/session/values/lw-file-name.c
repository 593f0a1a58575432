// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-file-name.h"

#include <string.h>

char *
lw_file_name_propose (const char *title, const char *otherwise, const char *suffix)
{
  g_autofree char *name = g_strdelimit (g_strdup (title), "/\\", '-');
  const char *start;

  g_strstrip (g_strdelimit (name, "\t\r\n", ' '));
  start = name + strspn (name, ". ");
  return g_strconcat (*start != '\0' ? start : otherwise, suffix, NULL);
}
