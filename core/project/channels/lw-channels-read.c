// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values of channels at an instant: data shared by the sources, and the loop over them.

#include "lw-channels-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Number of rows whose errors fit on the stack; for more rows, one block is allocated for the call.
#define STACK_ROWS 256

double
lw_reading_norm (const double *x, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum = hypot (sum, x[i]);
  return sum;
}

const MbdWrench *
lw_reading_get_wrench (Reading *self, const Channel *channel)
{
  if (self->wrench_of == NULL || self->wrench_of->index != channel->index
      || self->wrench_of->side != channel->side)
    mbd_state_reaction (self->state, channel->index, channel->side, MBD_AXES_WORLD, &self->wrench);
  self->wrench_of = channel;
  return &self->wrench;
}

void
lw_reading_find_point (Reading *self, const Channel *channel)
{
  if (self->point_of != NULL && self->point_of->index == channel->index
      && memcmp (self->point_of->point, channel->point, sizeof channel->point) == 0)
    return;
  mbd_state_body_point (self->state, channel->index, channel->point, self->position, self->velocity,
                        self->acceleration);
  self->point_of = channel;
}

static const Source *
get_source (const LwChannels *self, guint index)
{
  return g_array_index (self->channels, Channel, index).source;
}

double
lw_channels_get_round_off (const LwChannels *self, guint index)
{
  g_return_val_if_fail (index < self->channels->len, 0);

  return get_source (self, index)->is_square
           ? lw_round_off_of_square (&self->round_off)
           : lw_round_off_of (&self->round_off,
                              g_array_index (self->channels, Channel, index).public.unit);
}

double
lw_channels_get_unit_round_off (const LwChannels *self, const char *unit)
{
  return lw_round_off_of (&self->round_off, unit);
}

bool
lw_channels_is_integral (const LwChannels *self, guint index)
{
  g_return_val_if_fail (index < self->channels->len, false);

  return get_source (self, index)->is_integral;
}

int
lw_channels_get_rate (const LwChannels *self, guint index)
{
  const Line *line;
  const char *name;
  g_autofree char *rate = NULL;

  g_return_val_if_fail (index < self->channels->len, -1);

  line = g_array_index (self->channels, Channel, index).line;
  name = lw_channels_get_name (self, index);
  if (line == NULL || line->rate == NULL || !g_str_has_suffix (name, line->suffix))
    return -1;
  rate =
    g_strdup_printf ("%.*s%s", (int) (strlen (name) - strlen (line->suffix)), name, line->rate);
  return lw_channels_find (self, rate);
}

bool
lw_channels_is_of_run (const LwChannels *self, guint index)
{
  g_return_val_if_fail (index < self->channels->len, false);

  return get_source (self, index)->is_integral || get_source (self, index)->is_of_run;
}

static void
evaluate (const LwChannels *self,
          MbdState *state,
          const LwRun *run,
          const guint *indices,
          guint n,
          double *values)
{
  double on_stack[3 * STACK_ROWS];
  double *block = on_stack;
  Reading reading = { .channels = self, .state = state, .run = run };
  bool wanted[3] = { false, false, false };

  for (guint i = 0; i < n; i++) {
    const Channel *channel = &g_array_index (self->channels, Channel, indices[i]);

    if (channel->source->is_error)
      wanted[channel->component] = true;
  }
  if (self->n_rows > STACK_ROWS && (wanted[0] || wanted[1] || wanted[2]))
    block = malloc (3 * (size_t) self->n_rows * sizeof *block);
  for (int i = 0; block != NULL && i < 3; i++)
    reading.errors[i] = wanted[i] ? block + (size_t) i * (size_t) self->n_rows : NULL;
  if (wanted[0] || wanted[1] || wanted[2])
    mbd_state_errors (state, reading.errors[0], reading.errors[1], reading.errors[2]);
  for (guint i = 0; i < n; i++) {
    const Channel *channel = &g_array_index (self->channels, Channel, indices[i]);

    values[i] = channel->source->read (&reading, channel);
  }
  for (int i = 0; i < LW_CHANNELS_MOST_DRIVERS; i++)
    mbd_state_free (reading.influences[i].state);
  if (block != on_stack)
    free (block);
}

void
lw_channels_evaluate (const LwChannels *self,
                      MbdState *state,
                      const guint *indices,
                      guint n,
                      double *values)
{
  evaluate (self, state, NULL, indices, n, values);
}

void
lw_channels_evaluate_run (const LwChannels *self,
                          LwRun *run,
                          const guint *indices,
                          guint n,
                          double *values)
{
  evaluate (self, lw_run_state (run), run, indices, n, values);
}
