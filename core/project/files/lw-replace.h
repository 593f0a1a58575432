// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a complete file, and replaces a file atomically and durably. GLib's own functions either do
// not sync a new file or write in place through a symbolic link.

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/// Identifies the state of a file without reading it.
typedef struct
{
  guint64 size;
  gint64 mtime_ns;
  gint64 ctime_ns;
  guint64 inode;
} LwFileStamp;

/// Returns all bytes of a regular file of at most `limit` bytes. *stamp (may be NULL) is set to the
/// stamp of the contents read. Errors: LW_ERROR_IO, or LW_ERROR_BAD_FILE if it is too large.
GBytes *lw_file_read (const char *path,
                      gsize limit,
                      LwFileStamp *stamp,
                      GCancellable *cancellable,
                      GError **error);

/// Number of bytes at the beginning of a file by which LwFileLimit decides.
#define LW_FILE_HEAD 512
/// Returns how many bytes a file may have that begins with `head`, of at most LW_FILE_HEAD bytes.
typedef gsize (*LwFileLimit) (const guint8 *head, gsize n_head);

/// Like lw_file_read (), but the limit depends on the kind of the file, so that a large file of another
/// kind is refused at once. Also refuses a large file that is nearly all gaps.
GBytes *lw_file_read_by_head (const char *path,
                              LwFileLimit limit,
                              LwFileStamp *stamp,
                              GCancellable *cancellable,
                              GError **error);
gboolean lw_file_stamp (const char *path, LwFileStamp *stamp); ///< FALSE if not accessible

/// Replaces a file by lw-file-writer.h. On failure the old file is unchanged and no temporary file
/// remains, except if the very last step, the sync of the folder, fails: then the new file is in
/// place and *stamp is set. *stamp (may be NULL) is set to the stamp of the new file.
gboolean lw_file_replace (const char *path,
                          const void *data,
                          gsize size,
                          LwFileStamp *stamp,
                          GCancellable *cancellable,
                          GError **error);

/// Removes the temporary files that programs no longer running have left for this path.
void lw_file_sweep (const char *path);

G_END_DECLS
