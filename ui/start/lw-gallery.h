// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts of the examples in the gallery: title and notes from the file of each, everything else from
// gallery.ini beside the files, in the language of the user.

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  GFile *file;
  char *title; ///< NULL if the file cannot be read
  char *notes;
  char *caption;    ///< by default the first clause of the notes
  char *source;     ///< may be empty
  GStrv categories; ///< may be NULL
  GStrv tags;       ///< may be NULL
  double speed;     ///< seconds of the motion per second
  guint order;      ///< position in gallery.ini; G_MAXUINT if there is none
  guint n_bodies;
} LwGalleryEntry;

/// Returns the path of the examples; NULL if there are none. Free with g_free ().
char *lw_gallery_dup_path (void);
/// Returns the texts of all examples, an array of LwGalleryEntry. Reads each file: takes a while.
GPtrArray *lw_gallery_read (const char *path, GCancellable *cancellable);
/// Reads the texts of all examples in a worker thread.
void lw_gallery_read_async (const char *path,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer source);
/// Returns an array of LwGalleryEntry, or NULL if it was cancelled. Free with g_ptr_array_unref ().
GPtrArray *lw_gallery_read_finish (GAsyncResult *result);
/// Returns the speed at which an example is played first; 1 if the gallery does not give one.
double lw_gallery_find_speed (GFile *example);

G_END_DECLS
