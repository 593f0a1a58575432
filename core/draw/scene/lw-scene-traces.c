// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The recorded paths of tracers.

#include "lw-coupling-paths-private.h"

#include <string.h>

/// Most points of a trace; beyond this every second one is dropped. An odd number, so that the last
/// point is kept.
#define TRACE_POINTS_MAX 8193

/// Drops every second point of all traces, and takes every second sample from now on.
static void
thin_traces (LwScene *self)
{
  for (guint i = 0; i < self->n_traces; i++) {
    LwSceneTrace *trace = &self->traces[i];
    double *points = (double *) (void *) trace->points->data;
    double *times = (double *) (void *) trace->times->data;
    const guint kept = (trace->points->len + 1) / 2;

    for (guint k = 0; k < kept; k++) {
      memmove (&points[3 * k], &points[6 * k], 3 * sizeof *points);
      times[k] = times[2 * k];
    }
    g_array_set_size (trace->points, kept);
    g_array_set_size (trace->times, kept);
  }
  self->trace_stride *= 2;
}

static void
begin_traces (LwScene *self, const LwRecording *recording)
{
  for (guint i = 0; i < self->n_traces; i++) {
    g_array_set_size (self->traces[i].points, 0);
    g_array_set_size (self->traces[i].times, 0);
  }
  if (self->traced != NULL)
    lw_recording_unref (self->traced);
  g_clear_pointer (&self->sample, g_free);
  self->traced = recording != NULL ? lw_recording_ref ((LwRecording *) recording) : NULL;
  self->traced_samples = 0;
  self->trace_stride = 1;
  if (recording == NULL)
    return;
  self->sample = g_new (double, lw_recording_n_columns (recording));
  while (lw_recording_n_samples (recording) / self->trace_stride >= TRACE_POINTS_MAX)
    self->trace_stride *= 2;
}

void
lw_scene_set_changes (LwScene *self, const LwChanges *changes, const MbdModel *model)
{
  self->changes = changes;
  self->first = model;
}

void
lw_scene_set_trace (LwScene *self, double time, const double *q)
{
  if (self->first != NULL)
    mbd_state_take_model (self->trace_state,
                          lw_changes_get_model (self->changes, self->first, time));
  mbd_state_set (self->trace_state, time, q, NULL);
}

void
lw_scene_update_traces (LwScene *self, const LwRecording *recording, size_t position_column)
{
  size_t n;

  if (recording != self->traced)
    begin_traces (self, recording);
  if (recording == NULL || self->n_traces == 0)
    return;
  n = lw_recording_n_samples (recording);
  for (; self->traced_samples < n; self->traced_samples += self->trace_stride) {
    lw_recording_sample (recording, self->traced_samples, self->sample);
    lw_scene_set_trace (self, self->sample[0], &self->sample[position_column]);
    for (guint i = 0; i < self->n_traces; i++) {
      LwSceneTrace *trace = &self->traces[i];
      double world[3];

      mbd_state_body_point (self->trace_state, trace->body, trace->tracer->point, world, NULL,
                            NULL);
      g_array_append_vals (trace->points, world, 1);
      g_array_append_val (trace->times, self->sample[0]);
    }
    if (self->traces[0].points->len >= TRACE_POINTS_MAX)
      thin_traces (self);
  }
}
