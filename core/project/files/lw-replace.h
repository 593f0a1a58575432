// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading a file whole and replacing it as a whole, durably. GLib's own routines either do not sync
// a new file or write in place through a symbolic link; hence this one.

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/// What tells one state of a file from another without reading it.
typedef struct
{
  guint64 size;
  gint64 mtime_ns;
  gint64 ctime_ns;
  guint64 inode;
} LwFileStamp;

/// All bytes of a regular file of at most `limit` bytes. *stamp (may be NULL) is that of the file
/// as it was read. LW_ERROR_IO, or LW_ERROR_BAD_FILE when it is too large.
GBytes *lw_file_read (const char *path,
                      gsize limit,
                      LwFileStamp *stamp,
                      GCancellable *cancellable,
                      GError **error);
gboolean lw_file_stamp (const char *path, LwFileStamp *stamp); ///< FALSE: it cannot be looked at

/// Replace: a temporary file in the same folder, synced, renamed, the folder synced. A symbolic
/// link stays one and its target is replaced; the mode and group of an old file are kept.
/// When this fails, the old file is untouched and nothing is left behind (only where the very last
/// step fails, the sync of the folder, the new file is in place already; *stamp then tells it).
/// *stamp (may be NULL) is that of the new file.
gboolean lw_file_replace (const char *path,
                          const void *data,
                          gsize size,
                          LwFileStamp *stamp,
                          GCancellable *cancellable,
                          GError **error);

/// Remove the temporary files that programs which no longer run have left for this path.
void lw_file_sweep (const char *path);

/// LW_ERROR_IO: "<file> could not be <verb>: <reason>."
void lw_file_set_error (GError **error, const char *path, const char *verb, int number);

G_END_DECLS
