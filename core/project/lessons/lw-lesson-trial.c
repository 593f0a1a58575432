// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-trial.h"

#include <glib/gi18n.h>

#include "lw-contact.h"
#include "lw-deadline.h"
#include "lw-mobility.h"
#include "lw-series-set.h"
#include "lw-thread-time.h"

/// Processor time of all that one trial computes.
#define TRIAL_USEC (20 * G_USEC_PER_SEC)
/// Most samples of a run.
#define SAMPLES_MOST 200000
/// Most trials inside each other.
#define DEPTH_MOST 8

struct _LwLessonTrial
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwChannels *channels;
  LwDeadline deadline;
  int depth; ///< number of trials around it

  double instant; ///< s
  bool examined;
  LwLessonStart start;
  LwMobility *mobility; ///< mobility of the drawn pose; NULL until it is needed

  GArray *recorded; ///< array of guint: channels of the columns, time first
  LwLessonRun run;
};

LwLessonTrial *
lw_lesson_trial_new (LwMechanism *mechanism, GCancellable *cancellable)
{
  LwLessonTrial *self = g_new0 (LwLessonTrial, 1);

  self->mechanism = lw_mechanism_ref (mechanism);
  self->deadline =
    (LwDeadline){ .end_usec = lw_thread_time () + TRIAL_USEC, .cancellable = cancellable };
  self->recorded = g_array_new (FALSE, FALSE, sizeof (guint));
  self->run.events = g_array_new (FALSE, FALSE, sizeof (MbdEvent));
  return self;
}

LwLessonTrial *
lw_lesson_trial_new_within (const LwLessonTrial *outer, LwMechanism *mechanism, GError **error)
{
  LwLessonTrial *self;

  if (outer->depth >= DEPTH_MOST) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("Too many functions “with” are inside each other."));
    return NULL;
  }
  self = lw_lesson_trial_new (mechanism, NULL);
  self->deadline = outer->deadline;
  self->depth = outer->depth + 1;
  return self;
}

void
lw_lesson_trial_free (LwLessonTrial *self)
{
  g_clear_pointer (&self->start.hood, lw_hood_free);
  g_clear_pointer (&self->mobility, lw_mobility_free);
  mbd_freedoms_free (self->start.freedoms);
  g_clear_pointer (&self->run.recording, lw_recording_unref);
  g_array_unref (self->run.events);
  g_array_unref (self->recorded);
  g_clear_pointer (&self->channels, lw_channels_unref);
  g_clear_pointer (&self->model, mbd_model_unref);
  lw_mechanism_unref (self->mechanism);
  g_free (self);
}

LwMechanism *
lw_lesson_trial_get_mechanism (LwLessonTrial *self)
{
  return self->mechanism;
}

LwChannels *
lw_lesson_trial_get_channels (LwLessonTrial *self, GError **error)
{
  if (self->channels != NULL)
    return self->channels;
  self->model = lw_mechanism_compile (self->mechanism, error);
  if (self->model == NULL)
    return NULL;
  // Without the values that the learner defined in plots: a check means what it means everywhere.
  self->channels = lw_channels_new (self->mechanism, self->model);
  return self->channels;
}

void
lw_lesson_trial_set_instant (LwLessonTrial *self, double time)
{
  self->instant = time;
}

// ---- the start ------------------------------------------------------------------------------

/// Returns a run at its start. *status is that of the start; NULL if there is no memory.
static LwRun *
begin (LwLessonTrial *self, double duration, MbdStatus *status, MbdDiagnosis *why, GError **error)
{
  const LwRunSettings *settings = lw_mechanism_get_run (self->mechanism);
  LwRun *run = lw_run_new (self->model, &settings->integrator, duration, settings->interval,
                           settings->assemble);

  if (run == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                         _ ("The settings of the run are out of range."));
    return NULL;
  }
  *status = lw_run_start (run, why);
  why->code = *status;
  return run;
}

static bool
refuse_late (LwLessonTrial *self, GError **error)
{
  if (!g_cancellable_set_error_if_cancelled (self->deadline.cancellable, error))
    g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                         _ ("Checking this takes too long; shorten the run or use larger steps."));
  return false;
}

/// Advances to the next sample. Returns false and sets the error if the time is over; *status is the
/// reason if the run cannot continue.
static bool
advance (LwLessonTrial *self, LwRun *run, MbdStatus *status, GError **error)
{
  MbdDiagnosis why = { .row = -1 };
  bool arrived = false;

  while (!arrived && *status == MBD_STATUS_OK) {
    if (lw_deadline_is_over (&self->deadline))
      return refuse_late (self, error);
    *status = lw_run_advance (run, &arrived, &why);
  }
  return true;
}

/// Advances to the last sample. Returns false and sets the error if the run does not get there.
static bool
go_to_end (LwLessonTrial *self, LwRun *run, GError **error)
{
  MbdStatus status = MBD_STATUS_OK;

  while (!lw_run_is_finished (run)) {
    if (!advance (self, run, &status, error))
      return false;
    if (status != MBD_STATUS_OK) {
      g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                           _ ("The run stops before this time."));
      return false;
    }
  }
  return true;
}

const LwLessonStart *
lw_lesson_trial_examine (LwLessonTrial *self, GError **error)
{
  MbdDiagnosis why = { .row = -1 };
  MbdStatus status;
  LwRun *run;

  if (self->examined)
    return &self->start;
  if (lw_lesson_trial_get_channels (self, error) == NULL)
    return NULL;
  run = begin (self, self->instant, &status, &why, error);
  if (run == NULL)
    return NULL;
  self->start.fits = status == MBD_STATUS_OK;
  if (self->start.fits && !go_to_end (self, run, error)) {
    lw_run_free (run);
    return NULL;
  }
  status = mbd_freedoms_new (lw_run_state (run), &self->start.freedoms, &why);
  if (status == MBD_STATUS_OK && self->start.fits)
    self->start.hood = lw_hood_new (self->mechanism, lw_run_state (run), true);
  lw_run_free (run);
  if (status != MBD_STATUS_OK) {
    why.code = status;
    lw_mechanism_set_error (self->mechanism, LW_ERROR_SIMULATION, &why, error);
    return NULL;
  }
  self->examined = true;
  return &self->start;
}

bool
lw_lesson_trial_is_redundant (LwLessonTrial *self, int coupling)
{
  const int index = mbd_model_coupling_by_id (self->model, coupling);
  const int n = index >= 0 ? mbd_model_coupling_rows (self->model, index) : 0;

  for (int i = 0; i < n; i++)
    if (self->start.freedoms->redundant[mbd_model_coupling_first_row (self->model, index) + i])
      return true;
  return false;
}

bool
lw_lesson_trial_is_unmet (LwLessonTrial *self, int coupling, double *unmet, GError **error)
{
  int index;

  if (lw_lesson_trial_get_channels (self, error) == NULL)
    return false;
  if (self->mobility == NULL) {
    MbdState *state = mbd_state_new (self->model);

    self->mobility = state != NULL ? lw_mobility_new (state, self->deadline.cancellable) : NULL;
    mbd_state_free (state);
  }
  if (self->mobility == NULL)
    return refuse_late (self, error);
  index = mbd_model_coupling_by_id (self->model, coupling);
  *unmet = index >= 0 && !self->mobility->can_fit && self->mobility->is_unmet[index];
  return true;
}

// ---- the run --------------------------------------------------------------------------------

static bool
record (LwLessonTrial *self, LwRun *run, GError **error)
{
  g_autofree double *values = g_new (double, self->recorded->len);
  MbdStatus status = MBD_STATUS_OK;

  for (;;) {
    size_t n;
    const MbdEvent *events = lw_run_events (run, &n);

    if (n > 0)
      g_array_append_vals (self->run.events, events, (guint) n);
    lw_channels_evaluate_run (self->channels, run,
                              (const guint *) (const void *) self->recorded->data,
                              self->recorded->len, values);
    if (self->run.recording == NULL || !lw_recording_append (self->run.recording, values)
        || lw_recording_n_samples (self->run.recording) > SAMPLES_MOST)
      return refuse_late (self, error);
    self->run.end = lw_run_sample_time (run, lw_run_sample (run));
    if (lw_run_is_finished (run))
      break;
    if (!advance (self, run, &status, error))
      return false;
    if (status != MBD_STATUS_OK)
      break;
  }
  self->run.status = status;
  self->run.failed = status != MBD_STATUS_OK;
  lw_run_statistics (run, &self->run.statistics);
  return true;
}

const LwLessonRun *
lw_lesson_trial_run (LwLessonTrial *self, const GPtrArray *derivations, GError **error)
{
  const guint before = self->recorded->len;
  const guint time = 0;
  MbdDiagnosis why = { .row = -1 };
  MbdStatus status;
  LwRun *run;
  bool done;

  if (lw_lesson_trial_get_channels (self, error) == NULL)
    return NULL;
  if (before == 0)
    g_array_append_val (self->recorded, time);
  for (guint i = 0; i < derivations->len; i++)
    lw_channels_collect_for (self->channels, derivations->pdata[i], self->recorded);
  if (self->recorded->len == before)
    return &self->run;
  run = begin (self, lw_mechanism_get_run (self->mechanism)->duration, &status, &why, error);
  if (run != NULL && status != MBD_STATUS_OK) {
    lw_mechanism_set_error (self->mechanism, LW_ERROR_SIMULATION, &why, error);
    g_clear_pointer (&run, lw_run_free);
  }
  if (run == NULL) {
    g_array_set_size (self->recorded, 0);
    return NULL;
  }
  g_clear_pointer (&self->run.recording, lw_recording_unref);
  self->run.recording = lw_recording_new (self->recorded->len);
  g_array_set_size (self->run.events, 0);
  done = record (self, run, error);
  lw_run_free (run);
  if (!done)
    g_array_set_size (self->recorded, 0);
  return done ? &self->run : NULL;
}

LwRecording *
lw_lesson_trial_compute (LwLessonTrial *self, LwDerivation *derivation, GError **error)
{
  g_autoptr (LwComputation) computation = lw_computation_new (derivation);
  g_autoptr (LwSeriesSet) series =
    lw_series_set_new (self->channels, &(LwSeriesSource){ .recording = self->run.recording,
                                                          .recorded = self->recorded });
  LwSeries values;

  while (!lw_series_set_compute (series, computation, 1))
    if (lw_deadline_is_over (&self->deadline)) {
      refuse_late (self, error);
      return NULL;
    }
  values = lw_computation_get_series (computation);
  if (!lw_series_exists (values)) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("This expression uses values that the run does not have."));
    return NULL;
  }
  return lw_series_ref (values).recording;
}

// ---- events ---------------------------------------------------------------------------------

bool
lw_lesson_trial_has_element (LwLessonTrial *self, const char *name)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->mechanism); i++)
    if (g_strcmp0 (lw_mechanism_get_coupling (self->mechanism, i)->element.name, name) == 0)
      return true;
  for (guint i = 0; i < lw_mechanism_get_n_bodies (self->mechanism); i++)
    if (g_strcmp0 (lw_mechanism_get_body (self->mechanism, i)->element.name, name) == 0)
      return true;
  return false;
}

bool
lw_lesson_trial_is_concerned (LwLessonTrial *self, const MbdEvent *event, const char *name)
{
  const int shapes[2] = { event->shape_a, event->shape_b };
  const LwCoupling *coupling;

  if (event->coupling >= 0) {
    coupling = lw_mechanism_find_coupling (self->mechanism,
                                           mbd_model_coupling_id (self->model, event->coupling));
    return coupling != NULL && g_strcmp0 (coupling->element.name, name) == 0;
  }
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++) {
    const LwBody *body =
      shapes[i] >= 0
        ? lw_mechanism_find_body (self->mechanism, lw_contact_body_of (self->model, shapes[i]))
        : NULL;

    if (body != NULL && g_strcmp0 (body->element.name, name) == 0)
      return true;
  }
  return false;
}
