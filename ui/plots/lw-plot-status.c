// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The message of a plot that has nothing to draw: the reason and a remedy.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-derivation.h"
#include "lw-plot-view-private.h"
#include "lw-tooltip.h"

/// Minimum number of samples for a spectrum.
#define SPECTRUM_LEAST 8

static bool
needs_other_run (LwPlotView *self)
{
  const guint n = lw_player_get_n_compared (self->player);
  const char *runs[LW_OTHERS_MAX + 1] = { NULL };

  for (guint i = 0; i < MIN (n, LW_OTHERS_MAX); i++)
    runs[i] = lw_player_get_compared (self->player, i)->name;
  for (guint i = 0; i < self->n_own; i++) {
    LwDerivation *derivation =
      lw_channels_get_derivation (self->channel_list, g_array_index (self->channels, guint, i));

    if (derivation != NULL && lw_derivation_lacks_other (derivation, runs))
      return true;
  }
  return false;
}

/// Returns true if some of the requested curves exist and are drawn.
static bool
is_partial (LwPlotView *self)
{
  return self->n_own > 0 && (self->against != LW_AGAINST_CHANNEL || self->x_channel >= 0)
         && lw_plot_view_has_values (self);
}

/// Returns the message; NULL if there is none.
static const char *
find_text (LwPlotView *self)
{
  if (self->n_own == 0)
    return self->problem != NULL ? self->problem : _ ("Drag a value here, or choose one.");
  if (self->against == LW_AGAINST_CHANNEL && self->x_channel < 0)
    return self->problem != NULL ? self->problem : _ ("Choose what it is drawn against.");
  // The problem is shown in addition to the existing curves.
  if (lw_plot_view_has_values (self))
    return self->problem;
  if (needs_other_run (self))
    return _ ("It compares with another run: choose one in the list of runs.");
  if (lw_player_get_n_samples (self->player) == 0)
    return _ ("There is nothing recorded: see the message above, or press play.");
  if (self->against == LW_AGAINST_FREQUENCY)
    return lw_player_get_n_samples (self->player) < SPECTRUM_LEAST
             ? _ ("A spectrum needs a longer run: press play.")
             : _ ("These values have no spectrum: some of them are not numbers.");
  return NULL;
}

static GtkWidget *
create_status (LwPlotView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *image = gtk_image_new_from_icon_name ("lw-plot-symbolic");
  GtkWidget *button = gtk_button_new_with_label (_ ("Choose…"));

  self->status_label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->status_label), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->status_label), GTK_JUSTIFY_CENTER);
  gtk_label_set_ellipsize (GTK_LABEL (self->status_label), PANGO_ELLIPSIZE_END);
  gtk_label_set_lines (GTK_LABEL (self->status_label), 3);
  gtk_label_set_max_width_chars (GTK_LABEL (self->status_label), 40);
  gtk_image_set_pixel_size (GTK_IMAGE (image), 28);
  gtk_widget_add_css_class (image, "dim-label");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "plot.add-curve");
  gtk_widget_add_css_class (box, "empty");
  gtk_box_append (GTK_BOX (box), image);
  gtk_box_append (GTK_BOX (box), self->status_label);
  gtk_box_append (GTK_BOX (box), button);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  return box;
}

/// Returns the displayed text. Beside curves there is room for the problem, but not for the remedy.
static char *
dup_shown (LwPlotView *self, const char *text)
{
  return is_partial (self) ? g_strndup (text, strcspn (text, ";")) : g_strdup (text);
}

void
lw_plot_view_update_status (LwPlotView *self)
{
  const char *text = find_text (self);
  g_autofree char *shown = text != NULL ? dup_shown (self, text) : NULL;
  GtkWidget *button;
  bool is_wrong;

  if (text == NULL && self->status == NULL)
    return;
  if (self->status == NULL)
    self->status = create_status (self);
  // Set it only if it changes, because this function is called in every frame.
  if (gtk_widget_get_visible (self->status) != (text != NULL))
    gtk_widget_set_visible (self->status, text != NULL);
  if (text != NULL && gtk_widget_has_css_class (self->status, "partial") != is_partial (self)) {
    if (is_partial (self))
      gtk_widget_add_css_class (self->status, "partial");
    else
      gtk_widget_remove_css_class (self->status, "partial");
    // The pointer must reach the curves behind it.
    gtk_widget_set_can_target (self->status, !is_partial (self));
    gtk_widget_queue_allocate (GTK_WIDGET (self));
  }
  if (text == NULL || g_strcmp0 (shown, gtk_label_get_text (GTK_LABEL (self->status_label))) == 0)
    return;
  is_wrong = text == self->problem;
  gtk_label_set_text (GTK_LABEL (self->status_label), shown);
  gtk_label_set_max_width_chars (GTK_LABEL (self->status_label), is_partial (self) ? 60 : 40);
  lw_tooltip_set (self->status_label, is_wrong ? text : NULL);
  if (is_wrong)
    gtk_widget_add_css_class (self->status_label, "error");
  else
    gtk_widget_remove_css_class (self->status_label, "error");
  button = gtk_widget_get_last_child (self->status);
  // In a small plot the message is more important.
  gtk_widget_set_visible (button, self->document != NULL && self->n_own == 0);
}

void
lw_plot_view_allocate_status (LwPlotView *self, int width, int height)
{
  GtkAllocation allocation = { 8, 28, MAX (width - 16, 1), MAX (height - 36, 1) };
  GtkWidget *image;
  GtkWidget *button;
  bool partial;
  int least, natural;

  if (self->status == NULL || !gtk_widget_get_visible (self->status))
    return;
  partial = gtk_widget_has_css_class (self->status, "partial");
  image = gtk_widget_get_first_child (self->status);
  button = gtk_widget_get_last_child (self->status);
  gtk_widget_set_visible (image, allocation.height > 110 && !partial);
  gtk_widget_set_visible (button,
                          self->document != NULL && self->n_own == 0 && allocation.height > 80);
  if (partial) {
    // As wide as the message, in the upper right corner.
    gtk_widget_measure (self->status, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
    natural = MAX (least, MIN (natural, allocation.width));
    allocation.x = MAX (8, width - 8 - natural);
    allocation.width = natural;
    allocation.height = 1;
  }
  gtk_widget_measure (self->status, GTK_ORIENTATION_VERTICAL, allocation.width, &least, NULL, NULL,
                      NULL);
  allocation.height = MAX (allocation.height, least);
  gtk_widget_size_allocate (self->status, &allocation, -1);
}
