// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages about a run, once each: that friction has wedged bodies, and at its end the limits of its results.

#include <glib/gi18n.h>

#include "lw-event-text.h"
#include "lw-player-events.h"
#include "lw-run-notes.h"
#include "lw-window-private.h"

/// State of this file.
struct _LwRunReports
{
  guint n_events_seen; ///< number of events of the run that have been examined
  bool jam_told;       ///< true if jamming has been reported in this run
  bool notes_told;     ///< true if its notes have been shown
};

static void
grown_cb (LwWindow *self)
{
  const GArray *events = lw_player_get_events (lw_window_get_shown_player (self));

  // A new run has begun.
  if (events->len < self->run_reports->n_events_seen)
    self->run_reports->jam_told = false;
  for (guint i = MIN (self->run_reports->n_events_seen, events->len); i < events->len; i++) {
    const MbdEvent *event = &g_array_index (events, MbdEvent, i);
    g_autofree char *text = NULL;
    g_autofree char *sentence = NULL;

    if (event->kind != MBD_EVENT_JAMMED || self->run_reports->jam_told)
      continue;
    text = lw_event_dup_text (lw_player_get_mechanism (lw_window_get_shown_player (self)),
                              lw_player_get_model (lw_window_get_shown_player (self)), event);
    sentence = g_strdup_printf ("%s.", text);
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", sentence);
    // Further events would repeat the message.
    self->run_reports->jam_told = true;
  }
  self->run_reports->n_events_seen = events->len;
}

static void
playing_cb (LwWindow *self)
{
  LwMechanism *mechanism = lw_player_get_mechanism (lw_window_get_shown_player (self));
  LwSimulationStatus status;

  lw_player_get_status (lw_window_get_shown_player (self), &status);
  if (status.phase == LW_SIMULATION_RUNNING)
    self->run_reports->notes_told = false;
  if (status.phase != LW_SIMULATION_FINISHED || self->run_reports->notes_told)
    return;
  self->run_reports->notes_told = true;
  g_auto (GStrv) notes = lw_run_dup_notes (mechanism, &status.statistics,
                                           lw_mechanism_get_run (mechanism)->integrator.accuracy);
  if (notes[0] == NULL)
    return;
  g_autofree char *all = g_strjoinv ("; ", notes);
  // Translators: the limits of the results of the run that has just ended
  g_autofree char *sentence = g_strdup_printf (_ ("Note: %s."), all);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", sentence);
}

void
lw_window_follow_contact (LwWindow *self)
{
  if (self->run_reports == NULL)
    self->run_reports = g_new (LwRunReports, 1);
  *self->run_reports = (LwRunReports){ 0 };
  g_signal_connect_swapped (lw_window_get_shown_player (self), "grown", G_CALLBACK (grown_cb),
                            self);
  g_signal_connect_swapped (lw_window_get_shown_player (self), "notify::playing",
                            G_CALLBACK (playing_cb), self);
}
