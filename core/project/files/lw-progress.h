// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Progress of work that consists of steps, which may consist of others, and a request to cancel it. One
// that is zero has no receiver and is never cancelled; it may be reported nevertheless.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

G_BEGIN_DECLS

typedef struct
{
  /// Receives the progress, 0 to 1, in the thread of the work; NULL: no receiver
  void (*tell) (double part, void *data);
  void *data;
  double from, to;           ///< part of the whole that this work is
  GCancellable *cancellable; ///< borrowed; NULL: the work is not cancelled
} LwProgress;

static inline LwProgress
lw_progress_new (void (*tell) (double part, void *data), void *data)
{
  return (LwProgress){ tell, data, 0, 1, NULL };
}

/// Reports that `part` (0 to 1) of the work is done.
static inline void
lw_progress_tell (const LwProgress *self, double part)
{
  if (self->tell != NULL)
    self->tell (self->from + part * (self->to - self->from), self->data);
}

/// Returns the progress of a step from one part of the work to another.
static inline LwProgress
lw_progress_step (const LwProgress *self, double from, double to)
{
  const double size = self->to - self->from;

  return (LwProgress){ self->tell, self->data, self->from + from * size, self->from + to * size,
                       self->cancellable };
}

/// Returns true if the work was cancelled: its loops end.
static inline bool
lw_progress_is_cancelled (const LwProgress *self)
{
  return g_cancellable_is_cancelled (self->cancellable);
}

/// Reports that `part` (0 to 1) of the work is done. Returns false and sets the error if it was cancelled.
static inline bool
lw_progress_continue (const LwProgress *self, double part, GError **error)
{
  lw_progress_tell (self, part);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

G_END_DECLS
