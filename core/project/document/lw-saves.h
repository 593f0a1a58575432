// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Earlier saves of projects. Before a project file is replaced, it is copied to a folder under the user's
// data directory, so that the last saves can be read again. Their number and size are bounded, and the
// oldest are removed first. Blocks; belongs to any thread.

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/// Largest number of earlier saves of one file, and most bytes of those of all files.
#define LW_SAVES_MAX_N 10
#define LW_SAVES_MAX_BYTES (512 * 1024 * 1024)

/// An earlier save, an ordinary project.
typedef struct
{
  GFile *file;
  GDateTime *time; ///< time of saving, UTC
  guint64 size;    ///< bytes
} LwSave;

void lw_save_free (LwSave *save);

/// Returns the folder for all projects of the user; free with g_free ().
char *lw_saves_dup_folder (void);

/// Keeps a copy of `file`, which is going to be replaced, if it is a project. If that fails nothing is kept:
/// saving is more important.
void lw_saves_keep (const char *folder, GFile *file);

/// Returns the earlier saves of `file`, the newest first, without its current contents; array of LwSave.
GPtrArray *lw_saves_list (const char *folder, GFile *file);

G_END_DECLS
