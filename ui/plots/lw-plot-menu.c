// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menu of a plot and its actions: curves, display, markers. Each change of the layout is one
// undo step.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-channel-list.h"
#include "lw-derivation.h"
#include "lw-help-mark.h"
#include "lw-operand.h"
#include "lw-popover-menu.h"
#include "lw-popover-release.h"
#include "lw-plot-view-private.h"
#include "lw-plots-dock.h"
#include "lw-templates.h"

// ---- the layout -----------------------------------------------------------------------------

void
lw_plot_view_edit (LwPlotView *self, const char *step, LwPlotLayoutFunc change, void *data)
{
  g_autoptr (GArray) layouts = NULL;
  g_autoptr (LwMechanism) next = NULL;

  if (self->document == NULL)
    return;
  layouts = lw_curves_dup_layouts (lw_player_get_curves (self->player));
  if (self->index >= layouts->len)
    return;
  change (self, layouts, &g_array_index (layouts, LwPlotLayout, self->index), data);
  next = lw_curves_dup_mechanism (lw_document_get_mechanism (self->document), layouts);
  // The edit may remove this plot.
  g_object_ref (self);
  lw_document_edit (self->document, step, next);
  g_object_unref (self);
}

static void
toggle_logarithmic (LwPlotView *self, GArray *layouts, LwPlotLayout *layout, void *data)
{
  layout->logarithmic = !layout->logarithmic;
}

static void
logarithmic_cb (GSimpleAction *action, GVariant *state, void *data)
{
  lw_plot_view_edit (data, _ ("Change Axis"), toggle_logarithmic, NULL);
}

static void
remove_plot (LwPlotView *self, GArray *layouts, LwPlotLayout *layout, void *data)
{
  g_array_remove_index (layouts, self->index);
}

static void
remove_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  lw_plot_view_edit (data, _ ("Remove Plot"), remove_plot, NULL);
}

static void
remove_curve (LwPlotView *self, GArray *layouts, LwPlotLayout *layout, void *data)
{
  lw_curves_layout_remove (layout, data);
}

static void
remove_curve_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  lw_plot_view_edit (data, _ ("Remove Curve"), remove_curve,
                     (char *) g_variant_get_string (parameter, NULL));
}

static void
rename_plot (LwPlotView *self, GArray *layouts, LwPlotLayout *layout, void *data)
{
  g_free (layout->title);
  layout->title = g_strdup (data);
}

// ---- horizontal axis ------------------------------------------------------------------------

static void
put_against (LwPlotView *self, GArray *layouts, LwPlotLayout *layout, void *data)
{
  const char *against = data;

  g_free (layout->against);
  layout->against = *against != '\0' ? g_strdup (against) : NULL;
}

static void
set_against (LwPlotView *self, const char *against)
{
  if (g_strcmp0 (g_variant_get_string (self->against_state, NULL), against) != 0)
    lw_plot_view_edit (self, _ ("Change Axis"), put_against, (char *) against);
}

static void
against_cb (GSimpleAction *action, GVariant *state, void *data)
{
  g_autofree char *against = g_variant_dup_string (state, NULL);

  set_against (data, against);
}

static void
against_chosen_cb (LwPlotView *self, guint channel, LwChannelList *list)
{
  g_autofree char *entry = lw_channels_dup_entry (self->channel_list, channel);

  gtk_popover_popdown (GTK_POPOVER (list));
  set_against (self, entry);
}

static void
toggle_equal_scale (LwPlotView *self, GArray *layouts, LwPlotLayout *layout, void *data)
{
  layout->equal_scale = !layout->equal_scale;
}

static void
equal_scale_cb (GSimpleAction *action, GVariant *state, void *data)
{
  lw_plot_view_edit (data, _ ("Change Axis"), toggle_equal_scale, NULL);
}

// ---- adding curves --------------------------------------------------------------------------

typedef struct
{
  const char *entry; ///< entry of the layout
  const char *title; ///< title of a separate plot
  bool own_plot;
} Addition;

static void
add_curve (LwPlotView *self, GArray *layouts, LwPlotLayout *layout, void *data)
{
  const Addition *addition = data;
  LwPlotLayout other = { NULL };

  if (!addition->own_plot) {
    lw_curves_layout_add (layout, addition->entry);
    return;
  }
  other.title = g_strdup (addition->title);
  other.channels = g_new0 (char *, 1);
  lw_curves_layout_add (&other, addition->entry);
  g_array_insert_val (layouts, self->index + 1, other);
}

void
lw_plot_view_say (LwPlotView *self, const char *message)
{
  gtk_widget_error_bell (GTK_WIDGET (self));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", message);
}

bool
lw_plot_view_needs_own_plot (LwPlotView *self, const char *unit)
{
  if (self->n_own == 0 || self->plot.right_unit == NULL || g_str_equal (unit, self->plot.y_unit)
      || g_str_equal (unit, self->plot.right_unit)
      || lw_player_get_curves (self->player)->plots->len >= LW_CURVES_PLOTS_MAX)
    return false;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s",
                              _ ("A plot has two axes: a third unit gets a separate plot."));
  return true;
}

static void
chosen_cb (LwPlotView *self, guint channel, LwChannelList *list)
{
  bool own_plot =
    g_object_get_data (G_OBJECT (list), "own-plot") != NULL
    || lw_plot_view_needs_own_plot (self, lw_channels_get (self->channel_list, channel)->unit);
  g_autofree char *entry = lw_channels_dup_entry (self->channel_list, channel);
  Addition addition = { entry, lw_channels_get (self->channel_list, channel)->name, own_plot };

  gtk_popover_popdown (GTK_POPOVER (list));
  if (own_plot && lw_player_get_curves (self->player)->plots->len >= LW_CURVES_PLOTS_MAX)
    lw_plot_view_say (self, _ ("There is no room for another plot: remove one first."));
  else if (!own_plot && self->n_own >= LW_CURVES_MAX)
    lw_plot_view_say (self, _ ("A plot can show seven curves: put this one on a separate plot."));
  else
    lw_plot_view_edit (self, own_plot ? _ ("Add Plot") : _ ("Add Curve"), add_curve, &addition);
}

/// Returns true if there is more room for a menu above this position. A window does not know its
/// position on the screen, so the position within the window decides.
static bool
is_in_lower_half (LwPlotView *self, double y)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  graphene_point_t point = GRAPHENE_POINT_INIT (0, (float) y);

  return window != NULL && gtk_widget_compute_point (GTK_WIDGET (self), window, &point, &point)
         && 2 * point.y > gtk_widget_get_height (window);
}

void
lw_plot_view_show_popover (LwPlotView *self, GtkWidget *popover)
{
  GtkAllocation line = { 0, 0, gtk_widget_get_width (GTK_WIDGET (self)) / 2, 24 };

  if (self->chooser != NULL)
    lw_popover_release (self->chooser);
  g_clear_pointer (&self->chooser, gtk_widget_unparent);
  self->chooser = popover;
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &line);
  gtk_popover_set_position (GTK_POPOVER (popover),
                            is_in_lower_half (self, 0) ? GTK_POS_TOP : GTK_POS_BOTTOM);
  gtk_widget_set_parent (popover, GTK_WIDGET (self));
  gtk_popover_popup (GTK_POPOVER (popover));
}

static void
show_list (LwPlotView *self, GCallback chosen, bool own_plot)
{
  GtkWidget *list = lw_channel_list_new (self->channel_list);

  g_object_set_data (G_OBJECT (list), "own-plot", own_plot ? self : NULL);
  g_signal_connect_object (list, "chosen", chosen, self, G_CONNECT_SWAPPED);
  lw_plot_view_show_popover (self, list);
}

static void
choose_channel (LwPlotView *self, bool own_plot)
{
  show_list (self, G_CALLBACK (chosen_cb), own_plot);
}

static void
choose_against_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  show_list (data, G_CALLBACK (against_chosen_cb), false);
}

// ---- formulas -------------------------------------------------------------------------------

typedef struct
{
  const char *before;
  const char *entry;
} Replacement;

/// Replaces a definition in all plots, of which it may also be an axis.
static void
replace_definition (LwPlotView *self, GArray *layouts, LwPlotLayout *layout, void *data)
{
  const Replacement *replacement = data;

  for (guint i = 0; i < layouts->len; i++) {
    LwPlotLayout *each = &g_array_index (layouts, LwPlotLayout, i);

    for (guint k = 0; each->channels[k] != NULL; k++)
      if (g_str_equal (each->channels[k], replacement->before)) {
        g_free (each->channels[k]);
        each->channels[k] = g_strdup (replacement->entry);
      }
    if (g_strcmp0 (each->against, replacement->before) == 0) {
      g_free (each->against);
      each->against = g_strdup (replacement->entry);
    }
  }
}

void
lw_plot_view_take_formula (LwPlotView *self,
                           const char *before,
                           const char *entry,
                           const char *unit)
{
  Replacement replacement = { before, entry };
  Addition addition = { entry, entry, before == NULL && lw_plot_view_needs_own_plot (self, unit) };

  if (before != NULL)
    lw_plot_view_edit (self, _ ("Change Formula"), replace_definition, &replacement);
  else if (!addition.own_plot && self->n_own >= LW_CURVES_MAX)
    lw_plot_view_say (self, _ ("A plot can show seven curves: put this one on a separate plot."));
  else
    lw_plot_view_edit (self, _ ("Add Formula"), add_curve, &addition);
}

static void
add_formula_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  lw_plot_view_show_popover (data, lw_plot_view_new_formula (data, NULL));
}

static void
edit_formula_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  lw_plot_view_show_popover (
    data, lw_plot_view_new_formula (data, g_variant_get_string (parameter, NULL)));
}

/// Adds "ΔB = B.reaction - other (B.reaction)"; for a further run with its number: "Δ2 B".
static void
add_differences (LwPlotView *self, LwPlotLayout *layout, guint run)
{
  for (guint i = 0; i < self->n_own; i++) {
    const LwChannel *channel = lw_plot_view_get_channel (self, i);
    g_autofree char *operand = lw_operand_dup (channel->name);
    g_autofree char *name = run == 0 ? g_strdup_printf ("Δ%s", channel->name)
                                     : g_strdup_printf ("Δ%u %s", run + 1, channel->name);
    g_autofree char *entry = NULL;

    g_strdelimit (name, "[]()=<>!\"", '_');
    entry = run == 0
              ? g_strdup_printf ("%s = %s - other (%s)", name, operand, operand)
              : g_strdup_printf ("%s = %s - other (%s, %u)", name, operand, operand, run + 1);
    lw_curves_layout_add (layout, entry);
  }
}

/// Adds the differences of each curve to each compared run, in one separate plot or in one for each
/// run.
static void
add_difference (LwPlotView *self, GArray *layouts, LwPlotLayout *layout, void *data)
{
  const guint n = lw_player_get_n_compared (self->player);
  const bool together = n * self->n_own <= LW_CURVES_MAX;

  for (guint run = 0; run < n;) {
    LwPlotLayout difference = { .channels = g_new0 (char *, 1) };
    const char *name = lw_player_get_compared (self->player, run)->name;
    const guint index = self->index + 1 + (together ? 0 : run);

    if (layouts->len >= LW_CURVES_PLOTS_MAX) {
      g_free (difference.channels);
      return;
    }
    // Translators: title of a plot, with the title of another plot and the name of a run
    difference.title = n == 1 || !together
                         ? g_strdup_printf (_ ("%s: difference to %s"), self->title, name)
                         // Translators: title of a plot, with the title of another plot
                         : g_strdup_printf (_ ("%s: differences to runs"), self->title);
    do
      add_differences (self, &difference, run++);
    while (together && run < n);
    g_array_insert_val (layouts, MIN (index, layouts->len), difference);
  }
}

static void
add_difference_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  LwPlotView *self = data;

  if (lw_player_get_n_compared (self->player) == 0)
    lw_plot_view_say (self, _ ("Choose in the list of runs one to compare with first."));
  else if (lw_player_get_curves (self->player)->plots->len >= LW_CURVES_PLOTS_MAX)
    lw_plot_view_say (self, _ ("There is no room for another plot: remove one first."));
  else
    lw_plot_view_edit (self, _ ("Add Difference"), add_difference, NULL);
}

static void
add_curve_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  choose_channel (data, false);
}

static void
add_plot_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  choose_channel (data, true);
}

/// Adds a plot of the forms, losses and sources of energy, and of the energy error.
static void
add_energy_balance (LwPlotView *self, GArray *layouts, LwPlotLayout *layout, void *data)
{
  static const char *const channels[] = { "energy.kinetic",    "energy.gravity", "energy.elastic",
                                          "energy.dissipated", "energy.loads",   "energy.drivers",
                                          "energy.error" };
  LwPlotLayout balance = { .title = g_strdup (_ ("Energy Balance")),
                           .channels = g_new0 (char *, 1) };

  for (guint i = 0; i < G_N_ELEMENTS (channels); i++)
    lw_curves_layout_add (&balance, channels[i]);
  g_array_insert_val (layouts, self->index + 1, balance);
}

static void
add_energy_balance_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  LwPlotView *self = data;

  if (lw_player_get_curves (self->player)->plots->len >= LW_CURVES_PLOTS_MAX)
    lw_plot_view_say (self, _ ("There is no room for another plot: remove one first."));
  else
    lw_plot_view_edit (self, _ ("Add Energy Balance"), add_energy_balance, NULL);
}

// ---- the name -------------------------------------------------------------------------------

static void
renamed_cb (LwPlotView *self, GtkEditable *entry)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (entry)));

  gtk_popover_popdown (GTK_POPOVER (self->chooser));
  if (!g_str_equal (name, self->title))
    lw_plot_view_edit (self, _ ("Rename Plot"), rename_plot, name);
}

static void
rename_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  LwPlotView *self = data;
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *popover = gtk_popover_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), self->title);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 28);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Title of the plot"), -1);
  g_signal_connect_object (entry, "activate", G_CALLBACK (renamed_cb), self, G_CONNECT_SWAPPED);
  gtk_popover_set_child (GTK_POPOVER (popover), entry);
  lw_plot_view_show_popover (self, popover);
}

// ---- separate windows -----------------------------------------------------------------------

static void
pop_out (LwPlotView *self, const char *title)
{
  GtkWidget *dock = gtk_widget_get_ancestor (GTK_WIDGET (self), LW_TYPE_PLOTS_DOCK);

  if (dock != NULL)
    lw_plots_dock_pop_out (LW_PLOTS_DOCK (dock), title);
}

static void
pop_out_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  LwPlotView *self = data;

  pop_out (self, self->title);
}

static void
pop_out_all_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  pop_out (data, NULL);
}

// ---- display --------------------------------------------------------------------------------

static void
statistics_cb (GSimpleAction *action, GVariant *state, void *data)
{
  LwPlotView *self = data;

  self->plot.statistics = g_variant_get_boolean (state);
  g_simple_action_set_state (action, state);
  lw_plot_view_redraw (self);
}

static void
marker_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  LwPlotView *self = data;
  int index = g_variant_get_int32 (parameter);
  double time = lw_player_get_time (self->player);

  if (index < 1 || index > 2 || self->against == LW_AGAINST_FREQUENCY)
    return;
  // A second press at the same time removes the marker.
  self->plot.markers[index - 1] = self->plot.markers[index - 1] == time ? NAN : time;
  lw_plot_view_redraw (self);
}

static void
clear_markers_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  LwPlotView *self = data;

  self->plot.markers[0] = self->plot.markers[1] = NAN;
  lw_plot_view_redraw (self);
}

static void
fit_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  lw_plot_view_fit (data);
}

// ---- the menu -------------------------------------------------------------------------------

static GMenuModel *
create_curves_menu (LwPlotView *self)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < self->n_own; i++) {
    const guint channel = g_array_index (self->channels, guint, i);
    g_autofree char *entry = lw_channels_dup_entry (self->channel_list, channel);
    g_autoptr (GMenuItem) item =
      g_menu_item_new (lw_channels_get (self->channel_list, channel)->name, NULL);

    g_menu_item_set_action_and_target (item, "plot.remove-curve", "s", entry);
    g_menu_append_item (menu, item);
  }
  return G_MENU_MODEL (menu);
}

static GMenuModel *
create_formulas_menu (LwPlotView *self)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < self->n_own; i++) {
    const guint channel = g_array_index (self->channels, guint, i);
    g_autofree char *entry = lw_channels_dup_entry (self->channel_list, channel);
    g_autoptr (GMenuItem) item = g_menu_item_new (entry, NULL);

    if (lw_channels_get_derivation (self->channel_list, channel) == NULL)
      continue;
    g_menu_item_set_action_and_target (item, "plot.edit-formula", "s", entry);
    g_menu_append_item (menu, item);
  }
  return G_MENU_MODEL (menu);
}

static void
append_against (LwPlotView *self, GMenu *menu, const char *label, const char *against)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "plot.against", "s", against);
  g_menu_append_item (menu, item);
}

static GMenuModel *
create_against_menu (LwPlotView *self)
{
  const char *now = g_variant_get_string (self->against_state, NULL);
  GMenu *menu = g_menu_new ();

  append_against (self, menu, _ ("_Time"), "");
  append_against (self, menu, _ ("_Frequency: Spectrum"), LW_PLOT_FREQUENCY);
  if (self->against == LW_AGAINST_CHANNEL)
    append_against (self, menu, now, now);
  g_menu_append (menu, _ ("_Another Value…"), "plot.choose-against");
  g_menu_append (menu, _ ("_Equal Scale"), "plot.equal-scale");
  return G_MENU_MODEL (menu);
}

static GMenuModel *
create_menu (LwPlotView *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) layout = g_menu_new ();
  g_autoptr (GMenu) view = g_menu_new ();
  g_autoptr (GMenu) markers = g_menu_new ();
  g_autoptr (GMenu) out = g_menu_new ();
  g_autoptr (GMenu) plots = g_menu_new ();
  g_autoptr (GMenuModel) curves = create_curves_menu (self);
  g_autoptr (GMenuModel) formulas = create_formulas_menu (self);
  g_autoptr (GMenuModel) against = create_against_menu (self);
  g_autoptr (GMenuModel) explain = lw_plot_view_create_explain_menu (self);

  g_menu_append (layout, _ ("_Add Curve…"), "plot.add-curve");
  g_menu_append (layout, _ ("Add _Formula…"), "plot.add-formula");
  if (g_menu_model_get_n_items (formulas) > 0)
    g_menu_append_submenu (layout, _ ("Change Form_ula"), formulas);
  g_menu_append_submenu (layout, _ ("_Remove Curve"), curves);
  g_menu_append_submenu (layout, _ ("A_gainst"), against);
  g_menu_append (layout, _ ("Re_name…"), "plot.rename");
  g_menu_append (view, _ ("Curves S_hown…"), "plot.legend");
  g_menu_append (view, _ ("_Logarithmic Axis"), "plot.logarithmic");
  g_menu_append (view, _ ("_Statistics"), "plot.statistics");
  g_menu_append_submenu (view, _ ("Explai_n"), explain);
  g_menu_append (markers, _ ("Marker _1 at the Instant"), "plot.marker(1)");
  g_menu_append (markers, _ ("Marker _2 at the Instant"), "plot.marker(2)");
  g_menu_append (markers, _ ("_Clear Markers"), "plot.clear-markers");
  g_menu_append_submenu (view, _ ("_Markers"), G_MENU_MODEL (markers));
  g_menu_append (view, _ ("Show _Everything"), "plot.fit");
  g_menu_append (out, _ ("Co_py Picture"), "plot.copy");
  g_menu_append (out, _ ("E_xport…"), "plot.export");
  g_menu_append (plots, _ ("Add _Plot…"), "plot.add-plot");
  g_menu_append (plots, _ ("Add Energy _Balance"), "plot.add-energy-balance");
  g_menu_append (plots, _ ("Add _Difference of Runs"), "plot.add-difference");
  g_menu_append (plots, _ ("In a Separate _Window"), "plot.pop-out");
  g_menu_append (plots, _ ("All Plots in a Wi_ndow"), "plot.pop-out-all");
  g_menu_append_submenu (out, _ ("Pl_ots"), G_MENU_MODEL (plots));
  g_menu_append (out, _ ("Remove Plo_t"), "plot.remove");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (layout));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (view));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (out));
  return G_MENU_MODEL (menu);
}

static void
show_menu_at (LwPlotView *self, double x, double y)
{
  GdkRectangle place = { (int) x, (int) y, 1, 1 };
  g_autoptr (GMenuModel) menu = create_menu (self);

  if (self->popover == NULL) {
    self->popover = gtk_popover_menu_new_from_model (menu);
    gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
    gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
    gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  } else {
    // Reuse the popover: one that is removed while a button is pressed in it crashes GTK 4.8.
    lw_popover_menu_set_model (GTK_POPOVER_MENU (self->popover), menu);
  }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &place);
  gtk_popover_set_position (GTK_POPOVER (self->popover),
                            is_in_lower_half (self, y) ? GTK_POS_TOP : GTK_POS_BOTTOM);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
context_cb (LwPlotView *self, int n_press, double x, double y)
{
  show_menu_at (self, x, y);
}

static gboolean
menu_key_cb (GtkWidget *widget, GVariant *arguments, void *data)
{
  LwPlotView *self = LW_PLOT_VIEW (widget);

  show_menu_at (self, self->frame.x + 0.5 * self->frame.width, self->frame.y + 12);
  return GDK_EVENT_STOP;
}

static void
add_menu_keys (LwPlotView *self)
{
  lw_widget_add_key (GTK_WIDGET (self), "<Shift>F10|Menu", menu_key_cb, NULL);
}

static void
add_actions (LwPlotView *self)
{
  static const GActionEntry entries[] = {
    { .name = "add-curve", .activate = add_curve_cb },
    { .name = "add-plot", .activate = add_plot_cb },
    { .name = "add-energy-balance", .activate = add_energy_balance_cb },
    { .name = "add-difference", .activate = add_difference_cb },
    { .name = "add-formula", .activate = add_formula_cb },
    { .name = "edit-formula", .activate = edit_formula_cb, .parameter_type = "s" },
    { .name = "choose-against", .activate = choose_against_cb },
    { .name = "equal-scale", .state = "false", .change_state = equal_scale_cb },
    { .name = "pop-out", .activate = pop_out_cb },
    { .name = "pop-out-all", .activate = pop_out_all_cb },
    { .name = "remove", .activate = remove_cb },
    { .name = "remove-curve", .activate = remove_curve_cb, .parameter_type = "s" },
    { .name = "rename", .activate = rename_cb },
    { .name = "logarithmic", .state = "false", .change_state = logarithmic_cb },
    { .name = "statistics", .state = "false", .change_state = statistics_cb },
    { .name = "marker", .activate = marker_cb, .parameter_type = "i" },
    { .name = "clear-markers", .activate = clear_markers_cb },
    { .name = "fit", .activate = fit_cb },
  };
  static const char *const edits[] = { "add-curve",      "add-plot",     "add-energy-balance",
                                       "remove",         "remove-curve", "rename",
                                       "logarithmic",    "add-formula",  "edit-formula",
                                       "choose-against", "equal-scale",  "add-difference",
                                       "against" };
  g_autoptr (GSimpleAction) against = NULL;
  GSimpleActionGroup *group = g_simple_action_group_new ();

  self->actions = G_ACTION_MAP (group);
  g_action_map_add_action_entries (self->actions, entries, G_N_ELEMENTS (entries), self);
  against =
    g_simple_action_new_stateful ("against", G_VARIANT_TYPE_STRING, g_variant_new_string (""));
  g_signal_connect (against, "change-state", G_CALLBACK (against_cb), self);
  g_action_map_add_action (self->actions, G_ACTION (against));
  for (guint i = 0; self->document == NULL && i < G_N_ELEMENTS (edits); i++)
    g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (self->actions, edits[i])), FALSE);
  lw_plot_view_add_export_actions (self);
  lw_plot_view_add_legend_action (self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "plot", G_ACTION_GROUP (group));
}

/// Returns everything in which two menus can differ: parts of the layout.
static char *
dup_menu_words (LwPlotView *self)
{
  GString *words = g_string_new (g_variant_get_string (self->against_state, NULL));

  for (guint i = 0; i < self->n_own; i++) {
    g_autofree char *entry =
      lw_channels_dup_entry (self->channel_list, g_array_index (self->channels, guint, i));

    g_string_append_printf (words, "\n%s", entry);
  }
  return g_string_free (words, FALSE);
}

/// Creates the menu when it is opened, and again only if it differs. GTK 4.8 creates all items of a
/// menu at that time, and never forgets the observers of their actions.
static void
create_popup_cb (GtkMenuButton *button, gpointer data)
{
  LwPlotView *self = data;
  g_autofree char *words = dup_menu_words (self);
  GtkPopover *popover = gtk_menu_button_get_popover (button);
  g_autoptr (GMenuModel) menu = NULL;

  gtk_menu_button_set_direction (button,
                                 is_in_lower_half (self, 0) ? GTK_ARROW_UP : GTK_ARROW_DOWN);
  if (popover != NULL && g_strcmp0 (words, self->menu_words) == 0)
    return;
  g_free (self->menu_words);
  self->menu_words = g_steal_pointer (&words);
  menu = create_menu (self);
  // Reuse the popover: one that is removed while a button is pressed in it crashes GTK 4.8.
  if (popover != NULL)
    lw_popover_menu_set_model (GTK_POPOVER_MENU (popover), menu);
  else
    gtk_menu_button_set_menu_model (button, menu);
}

static GSimpleAction *
find_action (LwPlotView *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (self->actions, name));
}

/// Closes the popovers, which show the previous layout.
static void
close_popovers (LwPlotView *self)
{
  GtkPopover *menu = gtk_menu_button_get_popover (GTK_MENU_BUTTON (self->menu_button));
  GtkWidget *const popovers[] = { GTK_WIDGET (menu), self->popover, self->chooser };

  for (guint i = 0; i < G_N_ELEMENTS (popovers); i++)
    if (popovers[i] != NULL && gtk_widget_get_visible (popovers[i]))
      gtk_popover_popdown (GTK_POPOVER (popovers[i]));
}

void
lw_plot_view_update_menu (LwPlotView *self)
{
  close_popovers (self);
  g_simple_action_set_state (find_action (self, "logarithmic"),
                             g_variant_new_boolean (self->plot.logarithmic));
  g_simple_action_set_state (find_action (self, "equal-scale"),
                             g_variant_new_boolean (self->plot.equal_scale));
  g_simple_action_set_enabled (find_action (self, "equal-scale"),
                               self->can_be_equal && self->document != NULL);
  g_simple_action_set_state (find_action (self, "against"), self->against_state);
}

void
lw_plot_view_add_menu (LwPlotView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  add_actions (self);
  self->menu_button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->menu_button), "view-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->menu_button), create_popup_cb, self,
                                         NULL);
  gtk_widget_add_css_class (self->menu_button, "flat");
  gtk_widget_set_tooltip_text (self->menu_button, _ ("Menu of the Plot"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Menu of the Plot"), -1);
  gtk_widget_set_parent (self->menu_button, GTK_WIDGET (self));
  self->help_button = lw_help_mark_new_button ("panel-plots");
  gtk_widget_set_parent (self->help_button, GTK_WIDGET (self));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (context_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  add_menu_keys (self);
}

void
lw_plot_view_remove_menu (LwPlotView *self)
{
  g_clear_pointer (&self->menu_button, gtk_widget_unparent);
  g_clear_pointer (&self->help_button, gtk_widget_unparent);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->chooser, gtk_widget_unparent);
  g_clear_object (&self->actions);
}
