// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file that is there whole or as it was before, also when the disk is full.

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/// Writes all of it. A link stays a link: the file it leads to is replaced. On failure a
/// G_IO_ERROR, and nothing is left behind.
gboolean
lw_save (GFile *file, const void *data, gsize size, GCancellable *cancellable, GError **error);

G_END_DECLS
