// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-gallery.h"

#include <string.h>

#include "lw-task.h"
#include "lw-text.h"

#define GALLERY "gallery.ini"

char *
lw_gallery_dup_path (void)
{
  const char *given = g_getenv ("LW_EXAMPLES_DIR");
  const char *const *folders = g_get_system_data_dirs ();

  if (given != NULL)
    return g_strdup (given);
  for (guint i = 0; folders[i] != NULL; i++) {
    g_autofree char *path = g_build_filename (folders[i], "linkwright", "examples", NULL);

    if (g_file_test (path, G_FILE_TEST_IS_DIR))
      return g_steal_pointer (&path);
  }
  return NULL;
}

// ---- entries --------------------------------------------------------------------------------

static void
entry_free (gpointer data)
{
  LwGalleryEntry *self = data;

  g_object_unref (self->file);
  g_free (self->title);
  g_free (self->notes);
  g_free (self->caption);
  g_free (self->source);
  g_strfreev (self->categories);
  g_strfreev (self->tags);
  g_free (self);
}

/// Returns the first clause of the notes.
static char *
dup_clause (const char *notes)
{
  gsize length = strlen (notes);

  for (const char *mark = ":;."; *mark != '\0'; mark++)
    for (const char *at = strchr (notes, *mark); at != NULL; at = strchr (at + 1, *mark))
      // A decimal point is followed by a digit, and the colon of a ratio follows a space.
      if ((at[1] == ' ' || at[1] == '\0' || at[1] == '\n') && at > notes && at[-1] != ' ') {
        length = MIN (length, (gsize) (at - notes));
        break;
      }
  return g_strndup (notes, length);
}

/// Returns the name of a file without its suffix.
static char *
dup_name (GFile *file)
{
  char *name = g_file_get_basename (file);
  char *suffix = strrchr (name, '.');

  if (suffix != NULL)
    *suffix = '\0';
  return name;
}

static double
read_speed (GKeyFile *gallery, const char *name)
{
  double speed = g_key_file_get_double (gallery, name, "Speed", NULL);

  return speed > 0 ? speed : 1;
}

static guint
find_group (GKeyFile *gallery, const char *name)
{
  g_auto (GStrv) groups = g_key_file_get_groups (gallery, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    if (g_str_equal (groups[i], name))
      return i;
  return G_MAXUINT;
}

static LwGalleryEntry *
entry_new (GFile *file, GKeyFile *gallery, GCancellable *cancellable)
{
  LwGalleryEntry *self = g_new0 (LwGalleryEntry, 1);
  g_autoptr (LwMechanism) mechanism = lw_text_load (file, cancellable, NULL);
  g_autofree char *name = dup_name (file);

  self->file = g_object_ref (file);
  self->order = find_group (gallery, name);
  self->speed = read_speed (gallery, name);
  self->categories = g_key_file_get_string_list (gallery, name, "Categories", NULL, NULL);
  self->tags = g_key_file_get_string_list (gallery, name, "Tags", NULL, NULL);
  self->source = g_key_file_get_locale_string (gallery, name, "Source", NULL, NULL);
  self->caption = g_key_file_get_locale_string (gallery, name, "Caption", NULL, NULL);
  if (self->source == NULL)
    self->source = g_strdup ("");
  if (mechanism == NULL)
    return self;
  self->n_bodies = lw_mechanism_get_n_bodies (mechanism);
  self->notes = g_key_file_get_locale_string (gallery, name, "Notes", NULL, NULL);
  if (self->notes == NULL)
    self->notes = g_strdup (lw_mechanism_get_notes (mechanism));
  self->title = g_key_file_get_locale_string (gallery, name, "Title", NULL, NULL);
  if (self->title == NULL)
    self->title = lw_mechanism_get_title (mechanism)[0] != '\0'
                    ? g_strdup (lw_mechanism_get_title (mechanism))
                    : g_steal_pointer (&name);
  if (self->caption == NULL)
    self->caption = dup_clause (self->notes);
  return self;
}

// ---- reading --------------------------------------------------------------------------------

static GKeyFile *
load_gallery (const char *path)
{
  GKeyFile *gallery = g_key_file_new ();
  g_autofree char *file = g_build_filename (path, GALLERY, NULL);

  // Without the gallery there are no categories, and the captions come from the notes.
  g_key_file_load_from_file (gallery, file, G_KEY_FILE_KEEP_TRANSLATIONS, NULL);
  return gallery;
}

GPtrArray *
lw_gallery_read (const char *path, GCancellable *cancellable)
{
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  g_autoptr (GKeyFile) gallery = load_gallery (path);
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);
  const char *name;

  while (directory != NULL && !g_cancellable_is_cancelled (cancellable)
         && (name = g_dir_read_name (directory)) != NULL) {
    g_autofree char *file_path = g_build_filename (path, name, NULL);
    g_autoptr (GFile) file = g_file_new_for_path (file_path);

    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (entries, entry_new (file, gallery, cancellable));
  }
  return entries;
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, lw_gallery_read (data, cancellable),
                         (GDestroyNotify) g_ptr_array_unref);
}

void
lw_gallery_read_async (const char *path,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer source)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, NULL);

  g_task_set_task_data (task, g_strdup (path), g_free);
  lw_task_run (task, read_thread);
}

GPtrArray *
lw_gallery_read_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

double
lw_gallery_find_speed (GFile *example)
{
  g_autoptr (GFile) folder = g_file_get_parent (example);
  g_autofree char *path = folder != NULL ? g_file_get_path (folder) : NULL;
  g_autofree char *name = dup_name (example);
  g_autoptr (GKeyFile) gallery = NULL;

  if (path == NULL)
    return 1;
  gallery = load_gallery (path);
  return read_speed (gallery, name);
}
