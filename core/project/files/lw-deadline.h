// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Processor time limit for reading untrusted files. The reading thread checks it between steps,
// which are short whatever the file contains.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

G_BEGIN_DECLS

/// Processor time for any file, and additional time for each MiB of it, s.
#define LW_DEADLINE_BASE_S 3
#define LW_DEADLINE_PER_MIB_S 0.1

typedef struct
{
  gint64 end_usec;           ///< limit of lw_thread_time (); 0: none
  GCancellable *cancellable; ///< borrowed; NULL if there is none
} LwDeadline;

/// Returns the limit for a file of `size` bytes. Call it in the thread that reads the file.
LwDeadline lw_deadline_for_file (gsize size, GCancellable *cancellable);
/// Returns true if the time has passed or reading was cancelled. NULL: never.
bool lw_deadline_is_over (const LwDeadline *self);
/// Sets G_IO_ERROR_CANCELLED, or an LW_ERROR_BAD_FILE for a passed limit.
void lw_deadline_set_error (const LwDeadline *self, GError **error);
/// Returns false and sets that error if the deadline is over.
bool lw_deadline_check (const LwDeadline *self, GError **error);

G_END_DECLS
