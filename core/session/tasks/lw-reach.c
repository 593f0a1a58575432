// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-reach.h"

#include <math.h>
#include <string.h>

#include "lw-run.h"
#include "lw-scene.h"
#include "lw-task.h"
#include "lw-thread-time.h"

/// Processor time, so that the result does not depend on the load of the machine.
#define TIME_LIMIT_USEC (300 * 1000)
/// A body that moves away by this many times the size of the mechanism is not followed: the
/// mechanism would become a dot.
#define FLIGHT_MAX 12

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwReach reach;
  bool found;
  bool flies_away;
  double start_minimum[3], start_maximum[3];
} ReachTask;

static void
reach_task_free (gpointer data)
{
  ReachTask *work = data;

  lw_mechanism_unref (work->mechanism);
  mbd_model_unref (work->model);
  lw_largest_free (work->reach.reactions);
  g_free (work);
}

static double
diagonal (const double minimum[3], const double maximum[3])
{
  return hypot (hypot (maximum[0] - minimum[0], maximum[1] - minimum[1]), maximum[2] - minimum[2]);
}

static void
see (ReachTask *work, LwScene *scene, LwRun *run)
{
  MbdState *state = lw_run_state (run);
  double minimum[3];
  double maximum[3];
  size_t n_contacts;
  const MbdIntegratorContact *contacts = lw_run_contacts (run, &n_contacts);

  lw_largest_add (work->reach.reactions, mbd_state_time (state),
                  lw_scene_largest_reaction (scene, state, contacts, n_contacts));
  if (work->flies_away || !lw_scene_box (scene, state, minimum, maximum))
    return;
  if (!work->found) {
    memcpy (work->reach.minimum, minimum, sizeof minimum);
    memcpy (work->reach.maximum, maximum, sizeof maximum);
    memcpy (work->start_minimum, minimum, sizeof minimum);
    memcpy (work->start_maximum, maximum, sizeof maximum);
    work->found = true;
    return;
  }
  for (int i = 0; i < 3; i++) {
    work->reach.minimum[i] = fmin (work->reach.minimum[i], minimum[i]);
    work->reach.maximum[i] = fmax (work->reach.maximum[i], maximum[i]);
  }
  work->flies_away = diagonal (work->reach.minimum, work->reach.maximum)
                     > FLIGHT_MAX * diagonal (work->start_minimum, work->start_maximum);
  if (work->flies_away) {
    memcpy (work->reach.minimum, work->start_minimum, sizeof minimum);
    memcpy (work->reach.maximum, work->start_maximum, sizeof maximum);
  }
}

static void
reach_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ReachTask *work = data;
  const LwRunSettings *settings = lw_mechanism_get_run (work->mechanism);
  gint64 end_usec = lw_thread_time () + TIME_LIMIT_USEC;
  LwScene *scene = lw_scene_new (work->mechanism, work->model);
  LwRun *run = lw_run_new (work->model, &settings->integrator, settings->duration,
                           settings->interval, settings->assemble);

  if (run != NULL && lw_run_start (run, NULL) == MBD_STATUS_OK) {
    bool arrived = true;

    do
      if (arrived)
        see (work, scene, run);
    while (!lw_run_is_finished (run) && lw_thread_time () < end_usec
           && !g_cancellable_is_cancelled (cancellable)
           && lw_run_advance (run, &arrived, NULL) == MBD_STATUS_OK);
  }
  if (run != NULL)
    lw_run_free (run);
  lw_scene_free (scene);
  g_task_return_boolean (task, work->found);
}

void
lw_reach_async (GObject *source,
                LwMechanism *mechanism,
                MbdModel *model,
                GCancellable *cancellable,
                GAsyncReadyCallback callback,
                gpointer data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, data);
  ReachTask *work = g_new0 (ReachTask, 1);

  work->mechanism = lw_mechanism_ref (mechanism);
  work->model = mbd_model_ref (model);
  work->reach.reactions = lw_largest_new (lw_mechanism_get_run (mechanism)->duration);
  g_task_set_task_data (task, work, reach_task_free);
  lw_task_run (task, reach_thread);
}

bool
lw_reach_finish (GAsyncResult *result, LwReach *reach)
{
  GTask *task = G_TASK (result);
  ReachTask *work = g_task_get_task_data (task);

  if (!g_task_propagate_boolean (task, NULL))
    return false;
  *reach = work->reach;
  work->reach.reactions = NULL;
  return true;
}
