// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A limit of processor time for reading what a stranger may have made. It is looked at by the
// thread that reads, between steps that are short whatever the file holds.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

G_BEGIN_DECLS

typedef struct
{
  gint64 end_usec;           ///< of lw_thread_time (); 0: none
  GCancellable *cancellable; ///< borrowed; NULL: none
} LwDeadline;

/// For a file of so many bytes, in the thread that is going to read it.
LwDeadline lw_deadline_for_file (gsize size, GCancellable *cancellable);
/// The time is over, or the reading was cancelled. NULL: never.
bool lw_deadline_is_over (const LwDeadline *self);
/// It is over: G_IO_ERROR_CANCELLED, or an LW_ERROR_BAD_FILE that says so.
void lw_deadline_set_error (const LwDeadline *self, GError **error);
/// False, with that error, when it is over.
bool lw_deadline_check (const LwDeadline *self, GError **error);

G_END_DECLS
