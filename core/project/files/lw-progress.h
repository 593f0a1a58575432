// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Progress of work that consists of steps, which may consist of others. One that is zero has no
// receiver; it may be reported nevertheless.

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  /// Receives the progress, 0 to 1, in the thread of the work; NULL: no receiver
  void (*tell) (double part, void *data);
  void *data;
  double from, to; ///< part of the whole that this work is
} LwProgress;

static inline LwProgress
lw_progress_new (void (*tell) (double part, void *data), void *data)
{
  return (LwProgress){ tell, data, 0, 1 };
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

  return (LwProgress){ self->tell, self->data, self->from + from * size, self->from + to * size };
}

G_END_DECLS
