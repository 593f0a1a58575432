// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening a mechanism for a person or a command: a project or a text form, whichever it is. All
// that follows a formula is evaluated: a file that was changed by hand or by a script says in its
// parameters what is meant, and still stores what its formulas gave before.

#pragma once

#include <gio/gio.h>

#include "lw-project.h"

G_BEGIN_DECLS

typedef struct
{
  LwProject *project;
  gboolean is_text;
  char *etag;        ///< of the file (see lw-store.h); NULL: it came from none
  GStrv differences; ///< sentences: numbers that were not what their formulas give
} LwOpened;

/// NULL, and an LW_ERROR or G_IO_ERROR_CANCELLED.
LwOpened *lw_open_file (GFile *file, GCancellable *cancellable, GError **error);
/// The content of a file, which is taken over.
LwOpened *lw_open_bytes (GBytes *bytes, GCancellable *cancellable, GError **error);
void lw_opened_free (LwOpened *self);
/// One sentence about all differences; NULL: there are none. Free with g_free ().
char *lw_opened_dup_note (const LwOpened *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwOpened, lw_opened_free)

G_END_DECLS
