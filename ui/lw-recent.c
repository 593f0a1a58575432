// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-recent.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-store.h"

#define PROGRAM "Linkwright"

void
lw_recent_add (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *path = g_file_get_path (file);
  bool project = path != NULL && g_str_has_suffix (path, LW_STORE_SUFFIX);
  GtkRecentData data = {
    .mime_type = project ? "application/vnd.linkwright.project+sqlite3"
                         : "application/vnd.linkwright.mechanism+json",
    .app_name = PROGRAM,
    .app_exec = "linkwright %u",
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  GtkRecentInfo *info_a = *(GtkRecentInfo *const *) a;
  GtkRecentInfo *info_b = *(GtkRecentInfo *const *) b;

  return g_date_time_compare (gtk_recent_info_get_modified (info_b),
                              gtk_recent_info_get_modified (info_a));
}

GPtrArray *
lw_recent_dup (guint n_max)
{
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  GPtrArray *infos = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);

  for (GList *item = items; item != NULL; item = item->next) {
    GtkRecentInfo *info = item->data;

    if (gtk_recent_info_has_application (info, PROGRAM))
      g_ptr_array_add (infos, info);
    else
      gtk_recent_info_unref (info);
  }
  g_list_free (items);
  g_ptr_array_sort (infos, compare_times);
  if (infos->len > n_max)
    g_ptr_array_set_size (infos, (int) n_max);
  return infos;
}

char *
lw_recent_dup_name (GtkRecentInfo *info)
{
  const char *name = gtk_recent_info_get_display_name (info);
  const char *dot = strrchr (name, '.');

  return dot != NULL && dot != name ? g_strndup (name, (gsize) (dot - name)) : g_strdup (name);
}

GMenuModel *
lw_recent_dup_menu (guint n_max)
{
  g_autoptr (GPtrArray) infos = lw_recent_dup (n_max);
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < infos->len; i++) {
    GtkRecentInfo *info = g_ptr_array_index (infos, i);
    g_autofree char *name = lw_recent_dup_name (info);
    g_autoptr (GString) label = g_string_new (name);
    g_autoptr (GMenuItem) item = NULL;

    if (gtk_recent_info_is_local (info) && !gtk_recent_info_exists (info))
      continue;
    // An underscore would be taken for a mnemonic.
    g_string_replace (label, "_", "__", 0);
    item = g_menu_item_new (label->str, NULL);
    g_menu_item_set_action_and_target (item, "win.open-file", "s", gtk_recent_info_get_uri (info));
    g_menu_append_item (menu, item);
  }
  return G_MENU_MODEL (menu);
}

static int
day_number (GDateTime *time)
{
  GDate date;

  g_date_clear (&date, 1);
  g_date_set_dmy (&date, (GDateDay) g_date_time_get_day_of_month (time),
                  (GDateMonth) g_date_time_get_month (time),
                  (GDateYear) g_date_time_get_year (time));
  return (int) g_date_get_julian (&date);
}

char *
lw_recent_dup_time (GDateTime *time, GDateTime *now)
{
  g_autoptr (GDateTime) local = g_date_time_to_local (time);
  g_autoptr (GDateTime) local_now = g_date_time_to_local (now);
  int days = day_number (local_now) - day_number (local);

  if (days == 0)
    return g_date_time_format (local, _ ("Today, %H:%M"));
  if (days == 1)
    return g_strdup (_ ("Yesterday"));
  if (days > 1 && days < 7)
    return g_strdup_printf (g_dngettext (NULL, "%d day ago", "%d days ago", (gulong) days), days);
  if (g_date_time_get_year (local) == g_date_time_get_year (local_now))
    return g_date_time_format (local, _ ("%-d %B"));
  return g_date_time_format (local, _ ("%-d %B %Y"));
}
