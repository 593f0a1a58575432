// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Events of the run in a plot over time: ticks on the axis. A tooltip describes the events and the
// curves of the legend.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-event-text.h"
#include "lw-player-events.h"
#include "lw-plot-view-private.h"

#define REACH_PX 5.0
#define MOST_WORDS 6 ///< limit for events at one position

static double
x_of (LwPlotView *self, double time)
{
  return lw_scale_map (&self->frame.x_scale, time);
}

void
lw_plot_view_take_events (LwPlotView *self, LwPlot *plot)
{
  const GArray *events;

  g_array_set_size (self->events, 0);
  plot->events = NULL;
  plot->n_events = 0;
  if (self->player == NULL || self->against != LW_AGAINST_TIME)
    return;
  events = lw_player_get_events (self->player);
  for (guint i = 0; i < events->len; i++) {
    const MbdEvent *event = &g_array_index (events, MbdEvent, i);
    const LwPlotEvent tick = { event->time, event->kind == MBD_EVENT_OPENED };

    g_array_append_val (self->events, tick);
  }
  plot->events = (const LwPlotEvent *) (void *) self->events->data;
  plot->n_events = self->events->len;
}

/// Returns the description of the curve at a position of the legend, with frame and sign; NULL if
/// there is none.
static const char *
get_legend_text (LwPlotView *self, int px, int py)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const int index =
    lw_plot_legend_at (&self->plot, lw_appearance_get_fonts (self->look),
                       gtk_widget_get_width (widget), gtk_widget_get_height (widget), px, py);

  if (index == LW_PLOT_LEGEND_MORE)
    return _ ("Show All Curves of the Plot");
  return index >= 0 && (guint) index < self->curves->len
           ? lw_plot_view_get_channel (self, (guint) index)->description
           : NULL;
}

static gboolean
query_tooltip_cb (LwPlotView *self, int px, int py, gboolean keyboard, GtkTooltip *tooltip)
{
  const LwPlotFrame *frame = &self->frame;
  g_autoptr (GString) words = NULL;
  const GArray *events;
  const char *legend = keyboard || self->player == NULL ? NULL : get_legend_text (self, px, py);
  guint n = 0;

  if (legend != NULL) {
    gtk_tooltip_set_text (tooltip, legend);
    return TRUE;
  }
  if (keyboard || self->player == NULL || self->against != LW_AGAINST_TIME
      || py < frame->y + frame->height - 14.0 || py > frame->y + frame->height + 6.0)
    return FALSE;
  words = g_string_new (NULL);
  events = lw_player_get_events (self->player);
  for (guint i = 0; i < events->len; i++) {
    const MbdEvent *event = &g_array_index (events, MbdEvent, i);
    g_autofree char *text = NULL;

    if (fabs (x_of (self, event->time) - px) > REACH_PX)
      continue;
    if (++n > MOST_WORDS)
      continue;
    text = lw_event_dup_text (lw_player_get_mechanism (self->player),
                              lw_player_get_model (self->player), event);
    if (n > 1)
      g_string_append_c (words, '\n');
    // Translators: the time and the description of an event
    g_string_append_printf (words, _ ("%.4g s: %s"), event->time, text);
  }
  if (n > MOST_WORDS) {
    g_string_append_c (words, '\n');
    g_string_append_printf (words, g_dngettext (NULL, "%u more", "%u more", n - MOST_WORDS),
                            n - MOST_WORDS);
  }
  if (n == 0)
    return FALSE;
  gtk_tooltip_set_text (tooltip, words->str);
  return TRUE;
}

void
lw_plot_view_add_events (LwPlotView *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
}
