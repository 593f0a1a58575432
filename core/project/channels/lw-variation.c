// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-variation.h"

#include <math.h>

/// Bounds of the work, which is done whenever a mechanism without plots is edited: a few ms.
#define BODIES_MOST 20
#define BODIES_MOST_TOUCHING 4 ///< if bodies can touch
#define STEPS_MOST 200
#define SAMPLES 100      ///< number over the whole duration
#define SAMPLES_LEAST 10 ///< fewer do not show a variation
#define ACCURACY 1e-4

/// Channels of the run, which belong to its model, and where their variations go.
typedef struct
{
  LwChannels *channels;
  GArray *watched; ///< array of guint
  GArray *indices; ///< array of guint: the same channels in the list of the caller
  double *values, *least, *most;
  guint n_samples;
} Watch;

static bool
is_small (const LwMechanism *mechanism)
{
  const guint n = lw_mechanism_get_n_bodies (mechanism);
  bool may_touch = false;

  for (guint i = 0; i < n; i++)
    may_touch = may_touch || lw_mechanism_get_body (mechanism, i)->contact.takes_part;
  return n <= (may_touch ? BODIES_MOST_TOUCHING : BODIES_MOST)
         && lw_mechanism_get_n_couplings (mechanism) <= 2 * BODIES_MOST;
}

static void
watch_init (Watch *self,
            LwMechanism *mechanism,
            MbdModel *model,
            const LwChannels *channels,
            const char *const *suffixes)
{
  self->channels = lw_channels_new (mechanism, model);
  self->watched = g_array_new (FALSE, FALSE, sizeof (guint));
  self->indices = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < lw_channels_get_n (self->channels); i++) {
    const char *name = lw_channels_get_name (self->channels, i);
    bool wanted = false;
    int index;

    for (guint k = 0; suffixes[k] != NULL; k++)
      wanted = wanted || g_str_has_suffix (name, suffixes[k]);
    index =
      wanted && !lw_channels_is_of_run (self->channels, i) ? lw_channels_find (channels, name) : -1;
    if (index < 0)
      continue;
    g_array_append_val (self->watched, i);
    g_array_append_vals (self->indices, &(guint){ (guint) index }, 1);
  }
  self->values = g_new0 (double, self->watched->len + 1);
  self->least = g_new0 (double, self->watched->len + 1);
  self->most = g_new0 (double, self->watched->len + 1);
  for (guint i = 0; i < self->watched->len; i++) {
    self->least[i] = INFINITY;
    self->most[i] = -INFINITY;
  }
}

static void
watch_clear (Watch *self)
{
  g_clear_pointer (&self->channels, lw_channels_unref);
  g_clear_pointer (&self->watched, g_array_unref);
  g_clear_pointer (&self->indices, g_array_unref);
  g_free (self->values);
  g_free (self->least);
  g_free (self->most);
}

static void
take_sample (Watch *self, LwRun *run)
{
  lw_channels_evaluate (self->channels, lw_run_state (run),
                        (const guint *) (const void *) self->watched->data, self->watched->len,
                        self->values);
  for (guint i = 0; i < self->watched->len; i++) {
    const double value = self->values[i];

    if (!isfinite (value))
      continue;
    self->least[i] = fmin (self->least[i], value);
    self->most[i] = fmax (self->most[i], value);
  }
  self->n_samples++;
}

static void
make_run (Watch *self, const LwMechanism *mechanism, const MbdModel *model)
{
  const LwRunSettings *settings = lw_mechanism_get_run (mechanism);
  MbdIntegratorSettings integrator = settings->integrator;
  LwRun *run;
  MbdDiagnosis why;
  bool arrived = false;

  integrator.accuracy = fmax (integrator.accuracy, ACCURACY);
  run = lw_run_new (model, &integrator, settings->duration,
                    fmax (settings->duration / SAMPLES, settings->interval), settings->assemble);
  if (run == NULL)
    return;
  if (lw_run_start (run, &why) == MBD_STATUS_OK) {
    take_sample (self, run);
    for (int step = 0; step < STEPS_MOST && !lw_run_is_finished (run)
                       && lw_run_advance (run, &arrived, &why) == MBD_STATUS_OK;
         step++)
      if (arrived)
        take_sample (self, run);
  }
  lw_run_free (run);
}

LwVariation *
lw_variations_new (const LwMechanism *mechanism,
                   const LwChannels *channels,
                   const char *const *suffixes)
{
  LwVariation *found = NULL;
  MbdModel *model = is_small (mechanism) ? lw_mechanism_compile (mechanism, NULL) : NULL;
  Watch watch = { .n_samples = 0 };

  if (model == NULL)
    return NULL;
  watch_init (&watch, (LwMechanism *) mechanism, model, channels, suffixes);
  if (watch.watched->len > 0)
    make_run (&watch, mechanism, model);
  if (watch.n_samples >= SAMPLES_LEAST)
    found = g_new0 (LwVariation, lw_channels_get_n (channels));
  for (guint i = 0; found != NULL && i < watch.watched->len; i++) {
    const guint channel = g_array_index (watch.indices, guint, i);
    const double span = watch.most[i] - watch.least[i];

    // A channel that is never a number does not vary.
    if (!(span >= 0))
      continue;
    found[channel].largest = fmax (fabs (watch.least[i]), fabs (watch.most[i]));
    found[channel].span =
      span > lw_channels_get_round_off (watch.channels, g_array_index (watch.watched, guint, i))
        ? span
        : 0;
  }
  watch_clear (&watch);
  mbd_model_unref (model);
  return found;
}
