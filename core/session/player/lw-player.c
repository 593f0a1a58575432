// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Playback of one mechanism.
//
// It has three modes: paused; live, when the thread runs and the displayed time follows its newest
// pose; and replaying, when the displayed time moves through the recording while the thread
// is paused. A replay that reaches the end of the recording changes to live.
//
// While playing, the window ticks once per frame and fetches the thread's results. At other times
// (after a step or a reset) the thread wakes the main loop through a source whose ready time it
// sets.

#include "lw-player-private.h"

#include <math.h>
#include <unistd.h>

#include "lw-dead-point.h"
#include "lw-mobility-task.h"

enum
{
  PROP_0,
  PROP_PLAYING,
  PROP_SPEED,
  N_PROPERTIES
};

enum
{
  SIGNAL_MOVED,          ///< the displayed time has changed
  SIGNAL_GROWN,          ///< the recording has grown, or has been replaced
  SIGNAL_CURVES_CHANGED, ///< the plots have changed; the mechanism differs only in words and plots
  SIGNAL_RUN_CHANGED,    ///< a different run is displayed
  SIGNAL_FAILED,         ///< the run cannot be continued; with a message
  SIGNAL_REFUSED,        ///< a change of the run was not possible; with a message
  SIGNAL_CHANGED,        ///< the mechanism has been changed while it runs
  SIGNAL_MOBILITY_CHANGED,
  SIGNAL_LOOP_CHANGED,
  SIGNAL_BROKE, ///< the run has stopped because a coupling broke: its id
  /// the memory limit was reached: guint, one of this many intervals is recorded; 0 if none is
  /// until memory is free again
  SIGNAL_THINNED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwPlayer, lw_player, G_TYPE_OBJECT)

static void poll_simulation (LwPlayer *self);

// ---- in the simulation thread ---------------------------------------------------------------

static void
sample_cb (void *data, LwRun *run, double *values)
{
  const LwPlayer *self = data;
  const GArray *recorded = self->recorded;

  lw_channels_evaluate_run (self->sampled, run, (const guint *) (void *) recorded->data,
                            recorded->len, values);
}

static void
notify_cb (void *data)
{
  LwPlayer *self = data;

  if (!atomic_load_explicit (&self->ticking, memory_order_relaxed))
    g_source_set_ready_time (self->wake, 0);
}

// ---- waking the main loop -------------------------------------------------------------------

static gboolean
wake_dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  g_source_set_ready_time (source, -1);
  return callback (data);
}

static gboolean
wake_cb (gpointer data)
{
  poll_simulation (data);
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs wake_functions = { .dispatch = wake_dispatch };

// ---- mobility -------------------------------------------------------------------------------

static void
mobility_done_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  LwPlayer *self = LW_PLAYER (object);
  LwMobility *mobility = lw_mobility_finish (result);

  const bool comes_again = mobility == NULL && GPOINTER_TO_UINT (data) != self->n_mobilities_asked;

  if (comes_again || g_cancellable_is_cancelled (self->cancellable)) {
    g_clear_pointer (&mobility, lw_mobility_free);
    return;
  }
  g_clear_pointer (&self->mobility, lw_mobility_free);
  self->mobility = mobility;
  g_signal_emit (self, signals[SIGNAL_MOBILITY_CHANGED], 0);
}

void
lw_player_ask_mobility (LwPlayer *self)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  self->n_mobilities_asked++;
  lw_mobility_async (G_OBJECT (self), self->model, self->changes, self->time, self->q,
                     self->cancellable, mobility_done_cb,
                     GUINT_TO_POINTER (self->n_mobilities_asked));
}

const LwMobility *
lw_player_get_mobility (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  return self->mobility;
}

void
lw_player_emit_moved (LwPlayer *self)
{
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

void
lw_player_emit_grown (LwPlayer *self)
{
  g_signal_emit (self, signals[SIGNAL_GROWN], 0);
}

// ---- displayed time -------------------------------------------------------------------------

static double
recorded_time (LwPlayer *self)
{
  return self->n_samples > 0 ? lw_recording_value (self->recording, 0, self->n_samples - 1) : 0;
}

void
lw_player_set_mode (LwPlayer *self, LwPlayerMode mode)
{
  bool was_playing = self->mode != LW_PLAYER_PAUSED;

  if (mode == self->mode)
    return;
  self->mode = mode;
  self->last_tick_usec = 0;
  atomic_store_explicit (&self->ticking, mode != LW_PLAYER_PAUSED, memory_order_relaxed);
  if (was_playing != (mode != LW_PLAYER_PAUSED))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLAYING]);
}

// ---- results of the thread -------------------------------------------------------------------

static void
take_recording (LwPlayer *self, gsize n_samples)
{
  LwRecording *recording = lw_simulation_ref_recording (self->simulation);
  bool other = recording != self->recording;
  bool changed = other || n_samples != self->n_samples;

  g_clear_pointer (&self->recording, lw_recording_unref);
  self->recording = recording;
  // The status and the recording are read in sequence; the recording has the correct number.
  self->n_samples = lw_recording_n_samples (recording);
  if (other)
    g_clear_pointer (&self->continued_from, lw_changes_free);
  if (other || (changed && lw_player_is_deriving (self)))
    lw_player_derive (self);
  if (changed)
    lw_player_emit_grown (self);
  if (other)
    g_signal_emit (self, signals[SIGNAL_RUN_CHANGED], 0);
}

static void
take_failure (LwPlayer *self)
{
  MbdDiagnosis why = { 0 };
  g_autoptr (GError) error = NULL;

  if (self->failed)
    return;
  self->failed = true;
  lw_simulation_get_diagnosis (self->simulation, &why);
  lw_mechanism_set_error (self->mechanism, LW_ERROR_SIMULATION, &why, &error);
  g_signal_emit (self, signals[SIGNAL_FAILED], 0, error != NULL ? error->message : "");
}

static void
take_thinning (LwPlayer *self, const LwSimulationStatus *status)
{
  const bool thinned = status->stride > 1;

  if (status->starved && !self->told_of_starving)
    g_signal_emit (self, signals[SIGNAL_THINNED], 0, 0U);
  self->told_of_starving = status->starved;
  if (thinned && !self->told_of_thinning)
    g_signal_emit (self, signals[SIGNAL_THINNED], 0, (guint) MIN (status->stride, G_MAXUINT));
  self->told_of_thinning = thinned;
}

static void
take_break (LwPlayer *self, const LwSimulationStatus *status)
{
  if (status->n_breaks == self->n_breaks)
    return;
  self->n_breaks = status->n_breaks;
  if (self->mode == LW_PLAYER_LIVE)
    lw_player_set_mode (self, LW_PLAYER_PAUSED);
  g_signal_emit (self, signals[SIGNAL_BROKE], 0,
                 mbd_model_coupling_id (self->model, status->broken));
}

static void
poll_simulation (LwPlayer *self)
{
  LwSimulationStatus status;
  double time;

  lw_simulation_get_status (self->simulation, &status);
  lw_player_follow_model (self, &status);
  if (self->run == NULL)
    take_recording (self, status.n_samples);
  if (self->following) {
    lw_simulation_get_pose (self->simulation, &time, self->q, self->v);
    self->time = time;
    self->blended = false;
    g_signal_emit (self, signals[SIGNAL_MOVED], 0);
  }
  // The mobility also describes a drawing that cannot be assembled.
  if (self->n_mobilities_asked == 0 && self->run == NULL
      && (self->n_samples > 0 || status.phase == LW_SIMULATION_FAILED))
    lw_player_ask_mobility (self);
  lw_player_take_refusal (self);
  take_thinning (self, &status);
  take_break (self, &status);
  if (self->mode == LW_PLAYER_LIVE && self->looping && self->time >= self->loop_end) {
    lw_simulation_pause (self->simulation);
    lw_player_set_mode (self, LW_PLAYER_REPLAYING);
    self->following = false;
    lw_player_show_time (self, lw_player_wrap (self, self->time));
  }
  if (self->mode == LW_PLAYER_LIVE
      && (status.phase == LW_SIMULATION_FINISHED || status.phase == LW_SIMULATION_FAILED))
    lw_player_set_mode (self, LW_PLAYER_PAUSED);
  if (status.phase == LW_SIMULATION_FAILED)
    take_failure (self);
}

bool
lw_player_has_ended (LwPlayer *self)
{
  LwSimulationStatus status;

  // A kept run does not continue.
  if (self->run != NULL)
    return true;
  lw_simulation_get_status (self->simulation, &status);
  return status.phase == LW_SIMULATION_FINISHED || status.phase == LW_SIMULATION_FAILED;
}

static void
go_live (LwPlayer *self)
{
  if (lw_player_has_ended (self)) {
    // It may have ended since the last poll, with samples that have not been read yet.
    poll_simulation (self);
    if (self->n_samples > 0)
      lw_player_show_sample (self, self->n_samples - 1);
    lw_player_set_mode (self, LW_PLAYER_PAUSED);
    return;
  }
  self->following = true;
  lw_player_set_mode (self, LW_PLAYER_LIVE);
  lw_simulation_play (self->simulation);
}

// ---- public ---------------------------------------------------------------------------------

void
lw_player_tick (LwPlayer *self, gint64 frame_time_usec)
{
  double elapsed = 0;
  double time;

  g_return_if_fail (LW_IS_PLAYER (self));

  if (self->last_tick_usec != 0)
    elapsed = (double) (frame_time_usec - self->last_tick_usec) * 1e-6;
  self->last_tick_usec = frame_time_usec;

  poll_simulation (self);
  if (self->mode != LW_PLAYER_REPLAYING || self->scrubbing || self->n_samples == 0)
    return;
  time = self->speed > 0 ? self->time + elapsed * self->speed : INFINITY;
  // A loop is only displayed.
  if (self->looping)
    time = lw_player_wrap (self, self->time + elapsed * (self->speed > 0 ? self->speed : 1));
  if (time < recorded_time (self))
    lw_player_show_time (self, time);
  else
    go_live (self);
}

bool
lw_player_get_playing (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  return self->mode != LW_PLAYER_PAUSED;
}

bool
lw_player_is_live (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  return self->mode == LW_PLAYER_LIVE;
}

void
lw_player_play (LwPlayer *self)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  if (self->mode != LW_PLAYER_PAUSED)
    return;
  if (self->looping && self->n_samples > 0 && lw_player_wrap (self, self->time) != self->time) {
    self->following = false;
    lw_player_show_time (self, lw_player_wrap (self, self->time));
  }
  if (self->n_samples == 0 || self->following || self->time >= recorded_time (self)) {
    if (!lw_player_has_ended (self)) {
      go_live (self);
      return;
    }
    // A run that could not begin has no samples to show.
    if (self->n_samples == 0)
      return;
    // At the end of a finished run, play shows it again from the start.
    self->following = false;
    lw_player_show_sample (self, 0);
  }
  lw_player_set_mode (self, LW_PLAYER_REPLAYING);
}

void
lw_player_pause (LwPlayer *self)
{
  LwPlayerMode mode;

  g_return_if_fail (LW_IS_PLAYER (self));

  mode = self->mode;
  if (mode == LW_PLAYER_LIVE)
    lw_simulation_pause (self->simulation);
  lw_player_set_mode (self, LW_PLAYER_PAUSED);
  if (mode == LW_PLAYER_REPLAYING)
    lw_player_show_sample (self, lw_player_nearest_sample (self, self->time));
  else
    poll_simulation (self);
}

void
lw_player_reset (LwPlayer *self)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  lw_player_pause (self);
  lw_player_show_run (self, NULL);
  self->failed = false;
  self->following = true;
  g_array_set_size (self->mended, 0);
  lw_changes_clear (self->changes);
  lw_simulation_reset (self->simulation);
}

void
lw_player_rewind (LwPlayer *self)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  lw_player_pause (self);
  if (self->n_samples == 0)
    return;
  self->following = false;
  lw_player_show_sample (self, 0);
}

void
lw_player_step (LwPlayer *self)
{
  gsize index;

  g_return_if_fail (LW_IS_PLAYER (self));

  lw_player_pause (self);
  if (self->n_samples == 0)
    return;
  index = lw_recording_find (self->recording, self->time);
  if (!self->following && index + 1 < self->n_samples) {
    lw_player_show_sample (self, index + 1);
    return;
  }
  if (self->run != NULL)
    return;
  self->following = true;
  lw_simulation_step (self->simulation);
}

void
lw_player_step_back (LwPlayer *self)
{
  gsize index;

  g_return_if_fail (LW_IS_PLAYER (self));

  lw_player_pause (self);
  if (self->n_samples == 0)
    return;
  self->following = false;
  index = lw_recording_find (self->recording, self->time);
  // Between two samples, going to the previous one is already a step back.
  if (index > 0 && lw_recording_value (self->recording, 0, index) >= self->time)
    index--;
  lw_player_show_sample (self, index);
}

void
lw_player_seek (LwPlayer *self, double time)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  if (self->n_samples == 0)
    return;
  if (self->mode == LW_PLAYER_LIVE) {
    lw_simulation_pause (self->simulation);
    lw_player_set_mode (self, LW_PLAYER_REPLAYING);
  }
  self->following = false;
  lw_player_show_sample (self, lw_player_nearest_sample (self, time));
}

void
lw_player_begin_scrub (LwPlayer *self)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  self->scrubbing = true;
}

void
lw_player_end_scrub (LwPlayer *self)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  self->scrubbing = false;
}

bool
lw_player_get_failure (LwPlayer *self, MbdDiagnosis *why)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  return lw_simulation_get_diagnosis (self->simulation, why);
}

double
lw_player_get_speed (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), 1);

  return self->speed;
}

void
lw_player_set_speed (LwPlayer *self, double speed)
{
  g_return_if_fail (LW_IS_PLAYER (self));
  g_return_if_fail (speed >= 0);

  if (speed == self->speed)
    return;
  self->speed = speed;
  lw_simulation_set_speed (self->simulation, speed);
  if (self->mode == LW_PLAYER_LIVE) {
    LwSimulationStatus status;

    lw_simulation_get_status (self->simulation, &status);
    lw_changes_append_speed (self->changes, speed, status.time);
  }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SPEED]);
}

double
lw_player_get_recorded_time (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), 0);

  return recorded_time (self);
}

// ---- object ---------------------------------------------------------------------------------

/// Returns the memory limit of a recording, bytes: a quarter of the memory of this computer.
static gsize
recording_memory (void)
{
  const char *asked = g_getenv ("LW_RECORDING_MEMORY");
  const long pages = sysconf (_SC_PHYS_PAGES);
  const long page = sysconf (_SC_PAGE_SIZE);

  if (asked != NULL && g_ascii_strtoull (asked, NULL, 10) > 0)
    return g_ascii_strtoull (asked, NULL, 10);
  return pages > 0 && page > 0
           ? MAX ((gsize) pages / LW_PLAYER_MEMORY_PART * (gsize) page, LW_PLAYER_MEMORY_LEAST)
           : LW_PLAYER_MEMORY_LEAST;
}

static bool
start_simulation (LwPlayer *self)
{
  const LwRunSettings *run = lw_mechanism_get_run (self->mechanism);
  LwSimulationSettings settings = {
    .integrator = run->integrator,
    .duration = run->duration,
    .interval = run->interval,
    .memory = recording_memory (),
    .stop_at_breaks = true,
    .assemble = run->assemble,
    .speed = self->speed,
    .n_channels = self->recorded->len,
    .sample = sample_cb,
    .sample_data = self,
    .integrals = self->integrals,
    .explain = lw_dead_point_explain,
    .notify = notify_cb,
    .notify_data = self,
  };
  gsize n_columns;

  self->simulation = lw_simulation_new (self->model, &settings);
  if (self->simulation == NULL)
    return false;

  self->position_column = lw_simulation_position_column (self->simulation);
  self->velocity_column = lw_simulation_velocity_column (self->simulation);

  self->recording = lw_simulation_ref_recording (self->simulation);
  n_columns = lw_recording_n_columns (self->recording);
  self->sample = g_new0 (double, n_columns);
  self->next_sample = g_new0 (double, n_columns);
  return true;
}

LwPlayer *
lw_player_new (LwMechanism *mechanism, MbdModel *model, GError **error)
{
  g_autoptr (LwPlayer) self = g_object_new (LW_TYPE_PLAYER, NULL);

  self->mechanism = lw_mechanism_ref (mechanism);
  self->started = lw_mechanism_ref (mechanism);
  self->model = mbd_model_ref (model);
  self->channels = lw_channels_new (mechanism, model);
  self->sampled = lw_channels_ref (self->channels);
  self->curves = lw_curves_new (mechanism, self->channels);
  self->recorded = g_array_copy (self->curves->recorded);
  lw_player_add_recorded (self);
  self->integrals = g_new0 (bool, self->recorded->len + 1);
  for (guint i = 0; i < self->recorded->len; i++)
    self->integrals[i] =
      lw_channels_is_integral (self->channels, g_array_index (self->recorded, guint, i));
  lw_player_take_touching (self);
  self->contacts = g_array_new (FALSE, FALSE, sizeof (MbdIntegratorContact));
  self->events = g_array_new (FALSE, FALSE, sizeof (MbdEvent));
  self->kept_events = g_array_new (FALSE, FALSE, sizeof (MbdEvent));
  self->q = g_new0 (double, (gsize) mbd_model_position_count (self->model) + 1);
  self->v = g_new0 (double, (gsize) mbd_model_velocity_count (self->model) + 1);

  self->wake = g_source_new (&wake_functions, sizeof (GSource));
  g_source_set_static_name (self->wake, "simulation");
  g_source_set_callback (self->wake, wake_cb, self, NULL);
  if (!start_simulation (self)) {
    MbdDiagnosis why = { .code = MBD_STATUS_OUT_OF_MEMORY };

    lw_mechanism_set_error (mechanism, LW_ERROR_SIMULATION, &why, error);
    return NULL;
  }
  lw_player_prepare_tracks (self);
  // Messages of the thread, including a failure, are fetched once signals are connected.
  lw_simulation_get_pose (self->simulation, &self->time, self->q, self->v);
  g_source_set_ready_time (self->wake, 0);
  return g_steal_pointer (&self);
}

void
lw_player_attach (LwPlayer *self)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  if (g_source_get_context (self->wake) == NULL)
    g_source_attach (self->wake, NULL);
}

static void
lw_player_dispose (GObject *object)
{
  LwPlayer *self = LW_PLAYER (object);

  g_clear_handle_id (&self->derive_id, g_source_remove);
  g_clear_handle_id (&self->forget_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  // End the thread before freeing the data that it reads.
  g_clear_pointer (&self->simulation, lw_simulation_free);
  if (self->wake != NULL)
    g_source_destroy (self->wake);
  g_clear_pointer (&self->wake, g_source_unref);

  G_OBJECT_CLASS (lw_player_parent_class)->dispose (object);
}

static void
lw_player_finalize (GObject *object)
{
  LwPlayer *self = LW_PLAYER (object);

  lw_player_clear_tracks (self);
  g_clear_pointer (&self->touching, lw_touching_free);
  g_clear_pointer (&self->contacts, g_array_unref);
  g_clear_pointer (&self->events, g_array_unref);
  g_clear_pointer (&self->kept_events, g_array_unref);
  g_clear_pointer (&self->run, lw_project_run_unref);
  g_clear_pointer (&self->run_changes, lw_changes_free);
  g_clear_pointer (&self->recording, lw_recording_unref);
  g_clear_pointer (&self->recorded, g_array_unref);
  g_clear_pointer (&self->breaking, g_array_unref);
  g_clear_pointer (&self->mended, g_array_unref);
  g_clear_pointer (&self->curves, lw_curves_free);
  g_clear_pointer (&self->channels, lw_channels_unref);
  g_clear_pointer (&self->sampled, lw_channels_unref);
  g_clear_pointer (&self->state, mbd_state_free);
  g_clear_pointer (&self->scene, lw_scene_free);
  g_clear_pointer (&self->scene_state, mbd_state_free);
  g_clear_pointer (&self->model, mbd_model_unref);
  g_clear_pointer (&self->mechanism, lw_mechanism_unref);
  g_clear_pointer (&self->started, lw_mechanism_unref);
  g_clear_pointer (&self->changes, lw_changes_free);
  g_clear_pointer (&self->mobility, lw_mobility_free);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->continued_from, lw_changes_free);
  g_free (self->integrals);
  g_free (self->q);
  g_free (self->v);
  g_free (self->sample);
  g_free (self->next_sample);

  G_OBJECT_CLASS (lw_player_parent_class)->finalize (object);
}

static void
lw_player_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  LwPlayer *self = LW_PLAYER (object);

  switch (id) {
  case PROP_PLAYING:
    g_value_set_boolean (value, lw_player_get_playing (self));
    break;
  case PROP_SPEED:
    g_value_set_double (value, self->speed);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_player_class_init (LwPlayerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lw_player_dispose;
  object_class->finalize = lw_player_finalize;
  object_class->get_property = lw_player_get_property;

  properties[PROP_PLAYING] = g_param_spec_boolean ("playing", NULL, NULL, FALSE, flags);
  properties[PROP_SPEED] = g_param_spec_double ("speed", NULL, NULL, 0, G_MAXDOUBLE, 1, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  signals[SIGNAL_MOVED] =
    g_signal_new ("moved", LW_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_GROWN] =
    g_signal_new ("grown", LW_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_CURVES_CHANGED] = g_signal_new (
    "curves-changed", LW_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_RUN_CHANGED] = g_signal_new ("run-changed", LW_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0,
                                              NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_FAILED] = g_signal_new ("failed", LW_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_REFUSED] = g_signal_new ("refused", LW_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", LW_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_MOBILITY_CHANGED] = g_signal_new (
    "mobility-changed", LW_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_LOOP_CHANGED] = g_signal_new ("loop-changed", LW_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0,
                                               NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_BROKE] = g_signal_new ("broke", LW_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[SIGNAL_THINNED] = g_signal_new ("thinned", LW_TYPE_PLAYER, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
lw_player_init (LwPlayer *self)
{
  self->cancellable = g_cancellable_new ();
  self->following = true;
  self->speed = 1;
  self->changes = lw_changes_new ();
  self->breaking = g_array_new (FALSE, FALSE, sizeof (int));
  self->mended = g_array_new (FALSE, FALSE, sizeof (LwMend));
  lw_player_init_tracks (self);
  // Connected first, so that it runs before all other handlers.
  g_signal_connect (self, "moved", G_CALLBACK (lw_player_check_state), NULL);
}
