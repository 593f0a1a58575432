// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens a mechanism for a user or a command: a project, a text form, or a file of another program. All formulas are evaluated:
// in a file that was changed by hand or by a script, the parameters are correct and the stored
// results of formulas may be out of date.

#pragma once

#include <gio/gio.h>

#include "lw-project.h"

G_BEGIN_DECLS

typedef struct
{
  LwProject *project;
  gboolean is_text;
  char *etag;          ///< etag of the file (see lw-store.h), NULL if not from a file
  GStrv differences;   ///< messages about numbers that differed from the results of their formulas
  const char *program; ///< program whose file was converted; NULL: our own
  GPtrArray *left_out; ///< messages (char *) about elements of that file that could not be kept
} LwOpened;

/// Returns NULL and sets an LW_ERROR or G_IO_ERROR_CANCELLED.
LwOpened *lw_open_file (GFile *file, GCancellable *cancellable, GError **error);
/// Opens the content of a file; takes ownership of `bytes`.
LwOpened *lw_open_bytes (GBytes *bytes, GCancellable *cancellable, GError **error);
/// Gives a mechanism that was converted, and has no title, the name of its file without the suffix.
/// lw_open_file () does that.
void lw_opened_take_name (LwOpened *self, const char *path);
void lw_opened_free (LwOpened *self);
/// Returns one message about all differences, or NULL if there are none. Free with g_free ().
char *lw_opened_dup_note (const LwOpened *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwOpened, lw_opened_free)

G_END_DECLS
