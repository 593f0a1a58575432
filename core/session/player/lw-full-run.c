// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-full-run.h"

#include "lw-channels.h"
#include "lw-run-source.h"

struct _LwFullRun
{
  gatomicrefcount ref_count;
  GMutex lock;
  LwProjectRun *run; ///< NULL until it is needed
  int parts;         ///< progress of recording it, of LW_FULL_RUN_PARTS, atomic
};

LwFullRun *
lw_full_run_new (void)
{
  LwFullRun *self = g_new0 (LwFullRun, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  return self;
}

LwFullRun *
lw_full_run_ref (LwFullRun *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lw_full_run_unref (LwFullRun *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->run, lw_project_run_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

typedef struct
{
  GCancellable *cancellable; ///< NULL: none
  int *parts;                ///< NULL: not requested
} Recording;

static bool
goes_on_cb (double part, void *data)
{
  const Recording *recording = data;

  if (recording->parts != NULL)
    g_atomic_int_set (recording->parts, (int) (LW_FULL_RUN_PARTS * part));
  return !g_cancellable_is_cancelled (recording->cancellable);
}

LwProjectRun *
lw_full_run_record (LwMechanism *mechanism,
                    MbdModel *model,
                    LwProjectRun *run,
                    GCancellable *cancellable,
                    int *parts,
                    GError **error)
{
  Recording recording = { cancellable, parts };
  g_autoptr (LwChannels) channels = NULL;
  g_autoptr (GArray) all = NULL;

  if (run != NULL && run->changes != NULL)
    return lw_project_run_ref (run);
  channels = lw_channels_new (mechanism, model);
  all = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 1; i < lw_channels_get_n (channels); i++)
    g_array_append_val (all, i);
  return lw_run_source_record (&(LwRunSource){ .mechanism = mechanism,
                                               .model = model,
                                               .channels = channels,
                                               .settings = *lw_mechanism_get_run (mechanism),
                                               .progress = goes_on_cb,
                                               .data = &recording },
                               all, "", NULL, NULL, error);
}

LwProjectRun *
lw_full_run_dup (LwFullRun *self,
                 LwMechanism *mechanism,
                 MbdModel *model,
                 LwProjectRun *run,
                 GCancellable *cancellable,
                 GError **error)
{
  LwProjectRun *found;

  g_mutex_lock (&self->lock);
  if (self->run == NULL)
    self->run = lw_full_run_record (mechanism, model, run, cancellable, &self->parts, error);
  found = self->run != NULL ? lw_project_run_ref (self->run) : NULL;
  g_mutex_unlock (&self->lock);
  return found;
}

double
lw_full_run_get_part (LwFullRun *self)
{
  return (double) g_atomic_int_get (&self->parts) / LW_FULL_RUN_PARTS;
}
