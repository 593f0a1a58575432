// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contacts at the displayed time of a player, and events between bodies. The current run has
// recorded both; for other runs the contacts are computed again.

#include <string.h>

#include "lw-event-text.h"
#include "lw-player-events.h"
#include "lw-player-private.h"

#define EVENTS_AT_ONCE 64

// ---- contacts -------------------------------------------------------------------------------

void
lw_player_take_touching (LwPlayer *self)
{
  const LwRunSettings *run = lw_player_get_shown_settings (self);
  const MbdIntegratorSettings settings =
    lw_run_choose_settings (self->model, &run->integrator, run->interval);

  lw_touching_free (self->touching);
  self->touching = lw_touching_new (self->model, &settings);
}

static void
take_from_log (LwPlayer *self, LwContactLog *log)
{
  size_t n = lw_contact_log_get (log, self->time, NULL, 0);

  g_array_set_size (self->contacts, (guint) n);
  n =
    lw_contact_log_get (log, self->time, (MbdIntegratorContact *) (void *) self->contacts->data, n);
  g_array_set_size (self->contacts, MIN (self->contacts->len, (guint) n));
}

void
lw_player_add_contacts (LwPlayer *self, MbdState *state)
{
  if (self->touching == NULL)
    return;
  if (self->run == NULL) {
    LwContactLog *log = lw_simulation_ref_contact_log (self->simulation);

    take_from_log (self, log);
    lw_contact_log_unref (log);
    mbd_state_set_contacts (state, (MbdIntegratorContact *) (void *) self->contacts->data,
                            (int) self->contacts->len);
    return;
  }
  lw_touching_find (self->touching, state);
}

const MbdIntegratorContact *
lw_player_get_contacts (LwPlayer *self, guint *n)
{
  const MbdIntegratorContact *contacts = NULL;
  size_t count = 0;

  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  *n = 0;
  if (self->touching == NULL)
    return NULL;
  if (self->run == NULL) {
    LwContactLog *log = lw_simulation_ref_contact_log (self->simulation);

    take_from_log (self, log);
    lw_contact_log_unref (log);
    *n = self->contacts->len;
    return (const MbdIntegratorContact *) (void *) self->contacts->data;
  }
  // Preparing the state of the displayed time finds the contacts.
  if (!lw_touching_knows (self->touching, self->time, self->q, self->v))
    lw_player_get_state (self);
  contacts = lw_touching_get (self->touching, &count);
  *n = (guint) count;
  return contacts;
}

// ---- events ---------------------------------------------------------------------------------

/// Returns true if the log is a continuation of the part already read; false if it was restarted or
/// truncated.
static bool
goes_on (LwPlayer *self, LwContactLog *log)
{
  MbdEvent last;

  if (self->n_events_read == 0)
    return true;
  return lw_contact_log_get_events (log, self->n_events_read - 1, &last, 1) >= self->n_events_read
         && last.time == self->last_event.time && last.kind == self->last_event.kind
         && last.shape_a == self->last_event.shape_a && last.shape_b == self->last_event.shape_b;
}

const GArray *
lw_player_get_events (LwPlayer *self)
{
  LwContactLog *log;
  MbdEvent events[EVENTS_AT_ONCE];
  size_t total;

  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  log = lw_simulation_ref_contact_log (self->simulation);
  if (!goes_on (self, log)) {
    g_array_set_size (self->events, 0);
    self->n_events_read = 0;
  }
  while ((total = lw_contact_log_get_events (log, self->n_events_read, events, EVENTS_AT_ONCE))
         > self->n_events_read) {
    const size_t n = MIN (total - self->n_events_read, EVENTS_AT_ONCE);

    for (size_t i = 0; i < n; i++)
      if (lw_event_is_marked (&events[i]))
        g_array_append_val (self->events, events[i]);
    self->n_events_read += n;
    self->last_event = events[n - 1];
  }
  lw_contact_log_unref (log);
  if (self->run == NULL)
    return self->events;
  lw_player_find_kept_events (self);
  return self->kept_events;
}
