// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the list of recent files in a thread. The toolkit would write it in the main loop and
// block until it is on the disk: seconds on a busy disk, in which the user cannot continue and no
// edit is saved for recovery. The toolkit then detects the new list as if another program had
// written it.

#include "lw-recent.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "lw-store.h"
#include "lw-task.h"

#define PROGRAM "Linkwright"

// ---- adding ---------------------------------------------------------------------------------

/// Data of the thread.
typedef struct
{
  char *path; ///< path of the list
  char *uri;
  const char *mime_type;
  int max_age; ///< days; negative means no limit
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->path);
  g_free (job->uri);
  g_free (job);
}

/// Removes old entries, as every program that writes the list does.
static void
drop_old (GBookmarkFile *list, int max_age)
{
  g_auto (GStrv) uris = g_bookmark_file_get_uris (list, NULL);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

  for (int i = 0; uris[i] != NULL; i++) {
    GDateTime *modified = g_bookmark_file_get_modified_date_time (list, uris[i], NULL);

    if (modified != NULL && g_date_time_difference (now, modified) / G_TIME_SPAN_DAY > max_age)
      g_bookmark_file_remove_item (list, uris[i], NULL);
  }
}

static bool
add_to_list (const Job *job, GError **error)
{
  g_autoptr (GBookmarkFile) list = g_bookmark_file_new ();
  g_autoptr (GError) reading = NULL;
  g_autofree char *folder = g_path_get_dirname (job->path);

  // A list that cannot be read may still be of use to another program: do not overwrite it.
  if (!g_bookmark_file_load_from_file (list, job->path, &reading)
      && !g_error_matches (reading, G_FILE_ERROR, G_FILE_ERROR_NOENT)) {
    g_propagate_error (error, g_steal_pointer (&reading));
    return false;
  }
  g_bookmark_file_set_mime_type (list, job->uri, job->mime_type);
  g_bookmark_file_add_application (list, job->uri, PROGRAM, "linkwright %u");
  if (job->max_age >= 0)
    drop_old (list, job->max_age);
  g_mkdir_with_parents (folder, 0700);
  if (!g_bookmark_file_to_file (list, job->path, error))
    return false;
  // Other users must not see which files were opened.
  g_chmod (job->path, 0600);
  return true;
}

static void
add_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  static GMutex list_lock;
  GError *error = NULL;
  bool added;

  g_mutex_lock (&list_lock);
  added = add_to_list (data, &error);
  g_mutex_unlock (&list_lock);
  if (added)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
added_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    g_debug ("The list of recent files was not written: %s", error->message);
  if (source != NULL)
    g_application_release (G_APPLICATION (source));
}

void
lw_recent_add (GFile *file)
{
  GtkRecentManager *manager = gtk_recent_manager_get_default ();
  GApplication *application = g_application_get_default ();
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GTask) task = NULL;
  gboolean enabled;
  int max_age;
  Job *job;

  g_object_get (gtk_settings_get_default (), "gtk-recent-files-enabled", &enabled,
                "gtk-recent-files-max-age", &max_age, NULL);
  if (!enabled || max_age == 0)
    return;
  job = g_new0 (Job, 1);
  g_object_get (manager, "filename", &job->path, NULL);
  job->uri = g_file_get_uri (file);
  job->mime_type = name != NULL && g_str_has_suffix (name, LW_STORE_SUFFIX)
                     ? "application/vnd.linkwright.project+sqlite3"
                     : "application/vnd.linkwright.mechanism+json";
  job->max_age = max_age;
  // Keeps the program running until the list has been written.
  if (application != NULL)
    g_application_hold (application);
  task = g_task_new (application, NULL, added_cb, NULL);
  g_task_set_task_data (task, job, job_free);
  lw_task_run (task, add_thread);
}

// ---- reading --------------------------------------------------------------------------------

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
    // An underscore would be interpreted as a mnemonic.
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
