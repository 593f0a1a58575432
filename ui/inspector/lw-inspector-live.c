// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Live values of the inspector: rows that follow the displayed time, each with a mark that adds it
// to a plot.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-element-words.h"
#include "lw-inspector-private.h"

/// Interval of updates while playing, ms; numbers that change faster cannot be read.
#define LIVE_INTERVAL_MS 100

void
lw_live_row_free (gpointer data)
{
  LwLiveRow *row = data;

  for (guint i = 0; i < row->n; i++)
    g_free (row->suffixes[i]);
  g_free (row->name);
  g_free (row);
}

void
lw_inspector_update_live (LwInspector *self)
{
  LwChannels *channels = lw_player_get_channels (self->player);
  MbdState *state = lw_player_get_state (self->player);

  lw_inspector_update_solver (self);
  if (state == NULL)
    return;
  lw_inspector_update_state (self, state);
  lw_inspector_update_compliant (self, state);
  lw_inspector_update_equations (self);
  for (guint i = 0; i < self->live->len; i++) {
    LwLiveRow *row = g_ptr_array_index (self->live, i);
    double values[LW_LIVE_CHANNELS_MAX];

    if (row->get != NULL) {
      values[0] = row->get (self, state, row);
      if (fabs (values[0]) <= lw_channels_get_unit_round_off (channels, row->unit))
        values[0] = 0;
    } else {
      lw_channels_evaluate (channels, state, row->channels, row->n, values);
    }
    for (guint k = 0; k < row->n; k++)
      if (fabs (values[k]) <= lw_channels_get_round_off (channels, row->channels[k]))
        values[k] = 0;
    lw_live_value_set (row->row, values, MAX (row->n, 1), row->significant);
  }
}

static gboolean
live_cb (gpointer data)
{
  LwInspector *self = data;

  self->live_id = 0;
  lw_inspector_update_live (self);
  return G_SOURCE_REMOVE;
}

void
lw_inspector_moved (LwInspector *self)
{
  if (self->live->len == 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (!lw_player_get_playing (self->player)) {
    g_clear_handle_id (&self->live_id, g_source_remove);
    lw_inspector_update_live (self);
  } else if (self->live_id == 0) {
    self->live_id = g_timeout_add (LIVE_INTERVAL_MS, live_cb, self);
  }
}

/// Sets the channel names of the row, which are the text when it is dragged.
static void
describe (LwInspector *self, const LwLiveRow *row)
{
  LwChannels *channels = lw_player_get_channels (self->player);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < row->n; i++)
    g_string_append_printf (names, "%s\n", lw_channels_get (channels, row->channels[i])->name);
  lw_live_value_set_dragged (row->row, names->str);
}

/// Updates the channel numbers of the rows, which differ between mechanisms.
bool
lw_inspector_find_live_again (LwInspector *self)
{
  for (guint i = 0; i < self->live->len; i++) {
    LwLiveRow *row = g_ptr_array_index (self->live, i);

    for (guint k = 0; k < row->n; k++) {
      int channel = lw_channels_find_of (lw_player_get_channels (self->player), self->live_target,
                                         row->suffixes[k]);

      if (channel < 0)
        return false;
      row->channels[k] = (guint) channel;
    }
  }
  return true;
}

// ---- plot marks -----------------------------------------------------------------------------

/// Returns the style of a row's curve if all of its channels are plotted, else -1.
static int
row_curve (LwInspector *self, const LwLiveRow *row)
{
  const LwCurves *curves = lw_player_get_curves (self->player);
  int style = -1;

  for (guint i = 0; i < row->n; i++) {
    int found = lw_curves_find (curves, row->channels[i]);

    if (found < 0)
      return -1;
    if (i == 0)
      style = found;
  }
  return style;
}

void
lw_inspector_update_marks (LwInspector *self)
{
  for (guint i = 0; i < self->live->len; i++) {
    const LwLiveRow *row = g_ptr_array_index (self->live, i);

    if (row->get == NULL)
      lw_live_value_set_curve (row->row, row_curve (self, row));
  }
}

static LwLiveRow *
find_row (LwInspector *self, LwLiveValue *value)
{
  for (guint i = 0; i < self->live->len; i++) {
    LwLiveRow *row = g_ptr_array_index (self->live, i);

    if (row->row == value)
      return row;
  }
  return NULL;
}

/// Plots all channels of a row, or removes them, as one undo step.
static void
mark_toggled_cb (LwInspector *self, gboolean plotted, LwLiveValue *value)
{
  LwChannels *channels = lw_player_get_channels (self->player);
  g_autoptr (LwMechanism) next = lw_mechanism_ref (lw_inspector_get_mechanism (self));
  g_autofree char *step = NULL;
  g_autofree char *title = NULL;
  LwLiveRow *row = find_row (self, value);

  if (row == NULL)
    return;
  // Translators: an undo step, with the name of a value
  step = g_strdup_printf (plotted ? _ ("Plot %s") : _ ("Take %s Off the Plots"), row->name);
  title = lw_inspector_dup_plot_title (self, row->name);
  for (guint i = 0; i < row->n; i++) {
    g_autoptr (LwCurves) curves = lw_curves_new (next, channels);
    LwMechanism *other;

    if ((lw_curves_find (curves, row->channels[i]) >= 0) == (bool) plotted)
      continue;
    other = plotted ? lw_curves_dup_with (curves, next, row->channels[i], title)
                    : lw_curves_dup_without (curves, next, row->channels[i]);
    if (other == NULL) {
      lw_inspector_update_marks (self);
      gtk_widget_error_bell (GTK_WIDGET (value));
      gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s",
                                  _ ("There is no room for another plot: take a value off one."));
      return;
    }
    lw_mechanism_unref (next);
    next = other;
  }
  lw_document_edit (self->document, step, next);
}

// ---- rows -----------------------------------------------------------------------------------

static void
add_live_row (LwInspector *self,
              const char *name,
              const guint *channels,
              const char *const *suffixes,
              guint n,
              int significant)
{
  const LwChannel *channel = lw_channels_get (lw_player_get_channels (self->player), channels[0]);
  g_autofree char *key = g_strdup_printf ("live %s %s", name, channel->unit);
  GtkWidget *value = lw_inspector_take (self, key);
  LwLiveRow *row = g_new0 (LwLiveRow, 1);

  if (value == NULL) {
    value = lw_live_value_new (name, channel->unit, channel->description);
    g_signal_connect_object (value, "mark-toggled", G_CALLBACK (mark_toggled_cb), self,
                             G_CONNECT_SWAPPED);
    lw_inspector_put (self, value, key);
  }
  row->row = LW_LIVE_VALUE (value);
  lw_live_value_set_description (row->row, channel->description);
  row->name = g_strdup (name);
  row->n = n;
  row->significant = significant;
  for (guint i = 0; i < n; i++) {
    row->channels[i] = channels[i];
    row->suffixes[i] = g_strdup (suffixes[i]);
  }
  lw_live_value_set_curve (row->row, row_curve (self, row));
  describe (self, row);
  g_ptr_array_add (self->live, row);
}

void
lw_inspector_add_computed (LwInspector *self,
                           const char *name,
                           const char *unit,
                           LwLiveFunc get,
                           int element,
                           int index,
                           int significant)
{
  g_autofree char *key = g_strdup_printf ("computed %s %s", name, unit);
  GtkWidget *value = lw_inspector_take (self, key);
  LwLiveRow *row = g_new0 (LwLiveRow, 1);

  if (value == NULL) {
    value = lw_live_value_new (name, unit, NULL);
    gtk_widget_add_css_class (value, "computed");
    lw_inspector_put (self, value, key);
  }
  row->row = LW_LIVE_VALUE (value);
  row->name = g_strdup (name);
  row->significant = significant;
  row->get = get;
  row->unit = g_intern_string (unit);
  row->element = element;
  row->index = index;
  g_ptr_array_add (self->live, row);
}

/// Adds the multipliers: two fit into one row; more have a row each.
void
lw_inspector_add_multipliers (LwInspector *self, LwElementRef target)
{
  static const char *const digits[] = { "₁", "₂", "₃", "₄", "₅", "₆" };
  char names[LW_LIVE_CHANNELS_MAX][16];
  const char *suffixes[LW_LIVE_CHANNELS_MAX];
  guint channels[LW_LIVE_CHANNELS_MAX];
  guint n = 0;

  while (n < LW_LIVE_CHANNELS_MAX) {
    int channel;

    g_snprintf (names[n], sizeof names[n], "lambda%u", n + 1);
    suffixes[n] = names[n];
    channel = lw_channels_find_of (lw_player_get_channels (self->player), target, names[n]);
    if (channel < 0)
      break;
    channels[n++] = (guint) channel;
  }
  if (n == 2) {
    add_live_row (self, _ ("Multipliers λ₁, λ₂"), channels, suffixes, 2, 3);
    return;
  }
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf (_ ("Multiplier λ%s"), digits[i]);

    add_live_row (self, name, &channels[i], &suffixes[i], 1, 4);
  }
}

void
lw_inspector_add_live (LwInspector *self,
                       LwElementRef target,
                       const LwLiveSpec *specs,
                       guint n_specs)
{
  self->live_target = target;
  for (guint i = 0; i < n_specs; i++) {
    int channel =
      lw_channels_find_of (lw_player_get_channels (self->player), target, specs[i].suffix);
    guint index = (guint) channel;

    if (channel >= 0)
      add_live_row (self, _ (specs[i].name), &index, &specs[i].suffix, 1, specs[i].significant);
  }
}
