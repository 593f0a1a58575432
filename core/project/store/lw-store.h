// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The project file: an SQLite database that is never edited in place. Reading loads all bytes into
// a read-only database in memory, checks them, and closes the file. Saving builds a new database in
// memory and replaces the file atomically. docs/project-file.md describes the format.
//
// Errors are LW_ERRORs with one message each: BAD_FILE (not a project, damaged, newer), IO,
// CHANGED. All functions may be called in any thread.

#pragma once

#include <gio/gio.h>

#include "lw-project.h"

G_BEGIN_DECLS

#define LW_STORE_SUFFIX ".linkwright"
/// The largest file that is opened or written.
#define LW_STORE_MAX_BYTES (1024 * 1024 * 1024)

/// Returns the largest size of a file that begins with `head`: of a project if it is a database, otherwise
/// of a text; an LwFileLimit.
gsize lw_store_limit (const guint8 *head, gsize n_head);

/// Reads and checks a project. *etag (may be NULL) identifies the content of the file for
/// lw_store_save () and lw_store_is_changed ().
LwProject *lw_store_load (GFile *file, char **etag, GCancellable *cancellable, GError **error);
void lw_store_load_async (GFile *file,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data);
LwProject *lw_store_load_finish (GAsyncResult *result, char **etag, GError **error);

/// Replaces the file atomically and durably; after an error the old file is intact. If
/// `expected_etag` is not NULL and the file on disk differs from it or has been removed, sets
/// LW_ERROR_CHANGED.
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

/// Returns true if the content of the file has changed since the etag was made, or the file has
/// been removed. Reads the file only if its size or time differs.
gboolean lw_store_is_changed (GFile *file, const char *etag);

/// Reads from and writes to bytes, like load and save without the file.
LwProject *lw_store_parse (const void *data, gsize size, GCancellable *cancellable, GError **error);
GBytes *lw_store_write (const LwProject *project, GCancellable *cancellable, GError **error);

/// Returns true if the bytes begin like an SQLite database.
gboolean lw_store_is_database (const void *data, gsize size);

/// Reads the readable parts of a damaged project. Each entry of *losses (may be NULL) describes one
/// loss. Returns NULL and sets an error if nothing can be recovered.
LwProject *lw_store_salvage (GFile *file, GStrv *losses, GCancellable *cancellable, GError **error);
/// Like lw_store_salvage (), for the content of a file; takes ownership of `bytes`.
LwProject *
lw_store_salvage_bytes (GBytes *bytes, GStrv *losses, GCancellable *cancellable, GError **error);

/// Returns the version of SQLite in use, "3.40.1" for example.
const char *lw_store_sqlite_version (void);

G_END_DECLS
