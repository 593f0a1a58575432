// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-shelf.h"

#include <string.h>

/// Bytes at the beginning of a file that show whether it is a lesson.
#define SNIFFED 256

char *
lw_lesson_shelf_dup_folder (void)
{
  const char *given = g_getenv ("LW_LESSONS_DIR");
  const char *const *folders = g_get_system_data_dirs ();

  if (given != NULL)
    return g_strdup (given);
  for (guint i = 0; folders[i] != NULL; i++) {
    g_autofree char *path = g_build_filename (folders[i], "linkwright", "lessons", NULL);

    if (g_file_test (path, G_FILE_TEST_IS_DIR))
      return g_steal_pointer (&path);
  }
  return NULL;
}

static void
entry_free (void *data)
{
  LwLessonEntry *entry = data;

  g_object_unref (entry->file);
  lw_lesson_unref (entry->lesson);
  g_free (entry);
}

static int
compare_entries_cb (gconstpointer a, gconstpointer b)
{
  const LwLesson *first = (*(const LwLessonEntry *const *) a)->lesson;
  const LwLesson *second = (*(const LwLessonEntry *const *) b)->lesson;
  const int order = lw_lesson_get_order (first) - lw_lesson_get_order (second);

  return order != 0 ? order : strcmp (lw_lesson_get_id (first), lw_lesson_get_id (second));
}

GPtrArray *
lw_lesson_shelf_read (const char *folder)
{
  GPtrArray *shelf = g_ptr_array_new_with_free_func (entry_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autoptr (GFile) file = g_file_new_for_path (path);
    LwLessonEntry entry = { .file = file };

    if (!g_str_has_suffix (name, ".json"))
      continue;
    entry.lesson = lw_lesson_load (file, NULL);
    if (entry.lesson == NULL)
      continue;
    g_object_ref (file);
    g_ptr_array_add (shelf, g_memdup2 (&entry, sizeof entry));
  }
  g_ptr_array_sort (shelf, compare_entries_cb);
  return shelf;
}

GPtrArray *
lw_lesson_shelf_read_all (void)
{
  g_autofree char *folder = lw_lesson_shelf_dup_folder ();
  g_autofree char *own = g_build_filename (g_get_user_data_dir (), "linkwright", "lessons", NULL);
  GPtrArray *shelf =
    folder != NULL ? lw_lesson_shelf_read (folder) : g_ptr_array_new_with_free_func (entry_free);

  g_ptr_array_extend_and_steal (shelf, lw_lesson_shelf_read (own));
  return shelf;
}

bool
lw_lesson_shelf_is_lesson (GFile *file)
{
  // Opening a pipe would block.
  g_autoptr (GFileInputStream) stream =
    g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_REGULAR
      ? g_file_read (file, NULL, NULL)
      : NULL;
  char begin[SNIFFED + 1];
  gsize n = 0;

  if (stream == NULL
      || !g_input_stream_read_all (G_INPUT_STREAM (stream), begin, SNIFFED, &n, NULL, NULL))
    return false;
  begin[n] = '\0';
  return strstr (begin, "\"linkwright_lesson\"") != NULL;
}

const char *
lw_lesson_shelf_language (void)
{
  const char *name = g_get_language_names ()[0];
  g_autofree char *language = g_strndup (name, strcspn (name, "_.@"));

  return g_intern_string (language);
}
