// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Beginnings and ends of contacts in a kept run. Its events are not stored, but the forces and
// impulses of each pair of bodies are recorded if there are few bodies: a contact begins and ends
// where these do.

#include "lw-player-events.h"
#include "lw-player-private.h"

/// A pair of shapes with its series.
typedef struct
{
  int shapes[2];
  LwSeries force, impulse;
  bool touching;
  guint begun; ///< number of events up to one at the last sample without an impulse yet; 0 if none
} Pair;

static GArray *
find_pairs (LwPlayer *self)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));

  for (guint i = 0; i < self->curves->n_recordable; i++) {
    Pair pair = { .touching = false };
    guint impulse;

    if (!lw_channels_get_pair (self->channels, i, pair.shapes, &impulse))
      continue;
    pair.force = lw_project_run_find (self->run, lw_channels_get_name (self->channels, i));
    pair.impulse = lw_project_run_find (self->run, lw_channels_get_name (self->channels, impulse));
    if (lw_series_exists (pair.force) && lw_series_exists (pair.impulse))
      g_array_append_val (pairs, pair);
  }
  return pairs;
}

static void
add_sample (LwPlayer *self, Pair *pair, gsize sample)
{
  const double impulse = lw_series_value (pair->impulse, sample);
  const bool touches = lw_series_value (pair->force, sample) > 0;
  MbdEvent event = {
    .kind = MBD_EVENT_TOUCHED,
    .time = lw_series_time (pair->force, sample),
    .coupling = -1,
    .row = -1,
    .value = impulse > 0 ? impulse : 0,
    .shape_a = pair->shapes[0],
    .shape_b = pair->shapes[1],
  };

  // A contact that exists at the start does not begin; a bounce between two samples leaves only its
  // impulse. In time stepping the impulse is known a step later, which may be after the next sample.
  if (sample > 0 && impulse > 0 && pair->begun > 0)
    g_array_index (self->kept_events, MbdEvent, pair->begun - 1).value = impulse;
  else if (sample > 0 && (impulse > 0 || (touches && !pair->touching)))
    g_array_append_val (self->kept_events, event);
  pair->begun =
    sample > 0 && touches && !pair->touching && !(impulse > 0) ? self->kept_events->len : 0;
  event.kind = MBD_EVENT_OPENED;
  event.value = 0;
  if (!touches && (pair->touching || impulse > 0))
    g_array_append_val (self->kept_events, event);
  pair->touching = touches;
}

void
lw_player_find_kept_events (LwPlayer *self)
{
  g_autoptr (GArray) pairs = NULL;
  gsize n;

  if (self->kept_events_of == self->run->recording)
    return;
  self->kept_events_of = self->run->recording;
  g_array_set_size (self->kept_events, 0);
  pairs = find_pairs (self);
  n = pairs->len > 0 ? lw_recording_n_samples (self->run->recording) : 0;
  for (gsize sample = 0; sample < n; sample++)
    for (guint i = 0; i < pairs->len; i++)
      add_sample (self, &g_array_index (pairs, Pair, i), sample);
}
