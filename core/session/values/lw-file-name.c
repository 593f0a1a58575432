// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-file-name.h"

#include <glib/gi18n.h>

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

GFile *
lw_file_name_complete (GFile *file, const char *suffix, char **problem)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *full_name = g_strconcat (name, suffix, NULL);
  g_autoptr (GFile) parent = g_file_get_parent (file);
  g_autoptr (GFile) full = parent != NULL ? g_file_get_child (parent, full_name) : NULL;

  if (full == NULL)
    return g_object_ref (file);
  if (!g_file_query_exists (full, NULL))
    return g_steal_pointer (&full);
  *problem = g_strdup_printf (_ ("“%s” already exists; choose another name."), full_name);
  return NULL;
}
