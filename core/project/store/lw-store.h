// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The project file: an SQLite database that is never edited in place. Reading takes all bytes into
// a read-only database in memory, checks them, and closes the file; saving builds a fresh database
// in memory and replaces the file as a whole. The format is described in docs/project-file.md.
//
// Errors are LW_ERRORs, one sentence each: BAD_FILE (not a project, damaged, newer), IO, CHANGED.
// All functions may be called in any thread.

#pragma once

#include <gio/gio.h>

#include "lw-project.h"

G_BEGIN_DECLS

#define LW_STORE_SUFFIX ".linkwright"
/// The largest file that is opened or written.
#define LW_STORE_MAX_BYTES (1024 * 1024 * 1024)

/// Read and check a project. *etag (may be NULL) tells the content of the file, for
/// lw_store_save () and lw_store_is_changed ().
LwProject *lw_store_load (GFile *file, char **etag, GCancellable *cancellable, GError **error);
void lw_store_load_async (GFile *file,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data);
LwProject *lw_store_load_finish (GAsyncResult *result, char **etag, GError **error);

/// Replace the file as a whole, durably; on failure the old one is untouched. When
/// `expected_etag` is not NULL and the file on disk is another one (also: gone), LW_ERROR_CHANGED.
gboolean lw_store_save (LwProject *project,
                        GFile *file,
                        const char *expected_etag,
                        char **etag,
                        GCancellable *cancellable,
                        GError **error);
void lw_store_save_async (LwProject *project,
                          GFile *file,
                          const char *expected_etag,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data);
gboolean lw_store_save_finish (GAsyncResult *result, char **etag, GError **error);

/// Whether the content of the file is another one than when the etag was made; a file that is gone
/// has changed. Reads the file only when its size or time differs.
gboolean lw_store_is_changed (GFile *file, const char *etag);

/// From and to bytes; what load and save do without the file.
LwProject *lw_store_parse (const void *data, gsize size, GCancellable *cancellable, GError **error);
GBytes *lw_store_write (const LwProject *project, GCancellable *cancellable, GError **error);

/// Whether the bytes begin like an SQLite database.
gboolean lw_store_is_database (const void *data, gsize size);

/// What can be read of a damaged project. Each entry of *losses (may be NULL) is a sentence about
/// something that could not be kept. NULL, with an error, when there is nothing to keep.
LwProject *lw_store_salvage (GFile *file, GStrv *losses, GCancellable *cancellable, GError **error);
/// The same of the content of a file, which is taken over.
LwProject *
lw_store_salvage_bytes (GBytes *bytes, GStrv *losses, GCancellable *cancellable, GError **error);

/// Returns the version of SQLite in use, "3.40.1" for example.
const char *lw_store_sqlite_version (void);

G_END_DECLS
