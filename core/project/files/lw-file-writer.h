// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one way in which a local file is written: to a temporary file in the same folder, which is
// synced and renamed when it is complete; then the folder is synced. A symbolic link is kept and its
// target replaced. Owner, group, permissions, access control list and extended attributes of an old
// file are kept as far as the user may set them; where that fails, no other user gets access. Other hard
// links of an old file keep the old contents.
//
// A folder of files is written in the same way: beside its place, synced, and renamed when complete.
//
// Functions return 0, errno or an LwFileCause.

#pragma once

#include <gio/gio.h>

#include "lw-replace.h"

G_BEGIN_DECLS

typedef struct LwFileWriter LwFileWriter;

/// Creates the temporary file; `path` must name a regular file, or none. Temporary files of programs
/// that no longer run are removed first.
int lw_file_writer_new (const char *path, LwFileWriter **self);
int lw_file_writer_get_descriptor (const LwFileWriter *self);
/// Returns the path of the temporary file, for a handler of signals; borrowed.
const char *lw_file_writer_get_temporary (const LwFileWriter *self);
int
lw_file_writer_write (LwFileWriter *self, const void *data, gsize size, GCancellable *cancellable);
/// Puts the file in its place. *stamp (may be NULL) is set to its stamp; if only the sync of the
/// folder fails, the file is in place and *stamp is set.
int lw_file_writer_commit (LwFileWriter *self, LwFileStamp *stamp, GCancellable *cancellable);
/// Removes the temporary file unless it is in its place.
void lw_file_writer_free (LwFileWriter *self);

typedef struct LwFolderWriter LwFolderWriter;

/// Creates the temporary folder; at `path` there must be nothing, or an empty folder.
int lw_folder_writer_new (const char *path, LwFolderWriter **self);
/// Writes and syncs a file of the folder.
int lw_folder_writer_add (LwFolderWriter *self, const char *name, const void *data, gsize size);
/// Puts the folder in its place.
int lw_folder_writer_commit (LwFolderWriter *self);
/// Removes the temporary folder unless it is in its place.
void lw_folder_writer_free (LwFolderWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwFileWriter, lw_file_writer_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwFolderWriter, lw_folder_writer_free)

G_END_DECLS
