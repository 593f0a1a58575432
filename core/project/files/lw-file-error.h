// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages about files that cannot be read or written. Each is translated as a whole, with its
// advice, since other languages arrange the parts differently.

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/// Operations on a file.
typedef enum
{
  LW_FILE_READ,
  LW_FILE_SAVED,   ///< a project, under the same name again
  LW_FILE_WRITTEN, ///< a file of any other kind, or a folder of pictures
  LW_N_FILE_DEEDS
} LwFileDeed;

/// Causes that have no number of the system.
typedef enum
{
  LW_FILE_NOT_REGULAR = -1, ///< a device, a pipe or a socket
  LW_FILE_NOT_LOCAL = -2,   ///< not in a folder of this computer
} LwFileCause;

/// Sets an LW_ERROR_IO about the file called `name`. `number`: errno, or an LwFileCause.
void lw_file_error_set (GError **error, const char *name, LwFileDeed deed, int number);
/// Sets an LW_ERROR_IO about a file and an error of GIO; passes on that it was cancelled.
void lw_file_error_set_from (GError **error, GFile *file, LwFileDeed deed, const GError *cause);

G_END_DECLS
