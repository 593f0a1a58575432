// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Atomic file writing: after a failure, including a full disk, the old file is intact.

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/// Writes a file. If it is a symbolic link, its target is replaced. On failure sets a G_IO_ERROR
/// and leaves no temporary file.
gboolean
lw_save (GFile *file, const void *data, gsize size, GCancellable *cancellable, GError **error);

G_END_DECLS
