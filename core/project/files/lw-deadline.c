// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-deadline.h"

#include <glib/gi18n.h>

#include "lw-mechanism.h"
#include "lw-thread-time.h"

LwDeadline
lw_deadline_for_file (gsize size, GCancellable *cancellable)
{
  return (LwDeadline){
    .end_usec = lw_thread_time ()
                + (gint64) (G_USEC_PER_SEC
                            * (LW_DEADLINE_BASE_S + LW_DEADLINE_PER_MIB_S * (double) (size >> 20))),
    .cancellable = cancellable,
  };
}

bool
lw_deadline_is_over (const LwDeadline *self)
{
  return self != NULL
         && (g_cancellable_is_cancelled (self->cancellable)
             || (self->end_usec != 0 && lw_thread_time () > self->end_usec));
}

void
lw_deadline_set_error (const LwDeadline *self, GError **error)
{
  if (self == NULL || !g_cancellable_set_error_if_cancelled (self->cancellable, error))
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("Reading the file takes far longer than its size allows; "
                            "it was not made by Linkwright."));
}

bool
lw_deadline_check (const LwDeadline *self, GError **error)
{
  if (!lw_deadline_is_over (self))
    return true;
  lw_deadline_set_error (self, error);
  return false;
}
