// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The reaction of a coupling in the inspector: on which body it is shown, and in which axes. Both
// are chosen at the head of the live values and remembered.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-element.h"
#include "lw-inspector-private.h"
#include "lw-settings.h"

static const LwLiveSpec channels[] = {
  { "reaction_x", N_ ("Reaction Fx"), 4 }, { "reaction_y", N_ ("Reaction Fy"), 4 },
  { "reaction_z", N_ ("Reaction Fz"), 4 }, { "reaction", N_ ("Reaction |F|"), 4 },
  { "moment", N_ ("Moment"), 4 },          { "moment_x", N_ ("Moment Mx"), 4 },
  { "moment_y", N_ ("Moment My"), 4 },     { "moment_z", N_ ("Moment Mz"), 4 },
};

/// Components of a wrench: x, y, z, size of the force, then of the moment.
static const struct
{
  const char *name;
  const char *unit;
  bool in_plane;
  bool in_space;
} components[] = {
  { N_ ("Reaction Fx"), "N", true, true },  { N_ ("Reaction Fy"), "N", true, true },
  { N_ ("Reaction Fz"), "N", false, true }, { N_ ("Reaction |F|"), "N", true, true },
  { N_ ("Moment Mx"), "N m", false, true }, { N_ ("Moment My"), "N m", false, true },
  { N_ ("Moment Mz"), "N m", true, true },  { N_ ("Moment |M|"), "N m", false, true },
};

static int
get_side (LwInspector *self, int coupling)
{
  return CLAMP (self->side, 0,
                mbd_model_coupling_sides (lw_player_get_model (self->player), coupling) - 1);
}

// ---- choosing -------------------------------------------------------------------------------

static void
remember (LwInspector *self, const char *key, int value)
{
  g_autoptr (GSettings) settings = lw_settings_new ();

  if (lw_settings_has_key (settings, key))
    g_settings_set_int (settings, key, value);
  lw_inspector_rebuild_later (self);
}

static void
axes_cb (GSimpleAction *action, GVariant *state, gpointer data)
{
  LwInspector *self = data;

  g_simple_action_set_state (action, state);
  self->axes = (MbdAxes) g_variant_get_int32 (state);
  remember (self, "reaction-axes", (int) self->axes);
}

static void
side_cb (GSimpleAction *action, GVariant *state, gpointer data)
{
  LwInspector *self = data;

  g_simple_action_set_state (action, state);
  self->side = g_variant_get_int32 (state);
  remember (self, "reaction-side", self->side);
}

void
lw_inspector_init_reaction (LwInspector *self)
{
  const GActionEntry entries[] = {
    { "axes", NULL, "i", "0", axes_cb, { 0 } },
    { "side", NULL, "i", "1", side_cb, { 0 } },
  };
  g_autoptr (GSettings) settings = lw_settings_new ();
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  self->axes = MBD_AXES_WORLD;
  self->side = 1;
  if (lw_settings_has_key (settings, "reaction-axes"))
    self->axes = (MbdAxes) CLAMP (g_settings_get_int (settings, "reaction-axes"), 0, 2);
  if (lw_settings_has_key (settings, "reaction-side"))
    self->side = CLAMP (g_settings_get_int (settings, "reaction-side"), 0, 3);
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  g_simple_action_set_state (
    G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (group), "axes")),
    g_variant_new_int32 ((int) self->axes));
  g_simple_action_set_state (
    G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (group), "side")),
    g_variant_new_int32 (self->side));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "inspector", G_ACTION_GROUP (group));
}

static char *
dup_side_name (LwInspector *self, int coupling, int side)
{
  const MbdModel *model = lw_player_get_model (self->player);

  return lw_inspector_dup_body_name (
    self, mbd_model_body_id (model, mbd_model_coupling_body (model, coupling, side)));
}

static const char *const axes_words[] = {
  [MBD_AXES_WORLD] = N_ ("world axes"),
  [MBD_AXES_BODY] = N_ ("body axes"),
  [MBD_AXES_FRAME] = N_ ("frame axes"),
};

static GMenu *
new_menu (LwInspector *self, int coupling)
{
  const MbdModel *model = lw_player_get_model (self->player);
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) sides = g_menu_new ();
  g_autoptr (GMenu) axes = g_menu_new ();

  for (int side = 0; side < mbd_model_coupling_sides (model, coupling); side++) {
    g_autofree char *name = dup_side_name (self, coupling, side);
    g_autofree char *action = g_strdup_printf ("inspector.side(%d)", side);
    // Translators: on which body a reaction is shown
    g_autofree char *label = g_strdup_printf (_ ("On %s"), name);

    g_menu_append (sides, label, action);
  }
  for (guint i = 0; i < G_N_ELEMENTS (axes_words); i++) {
    g_autofree char *action = g_strdup_printf ("inspector.axes(%u)", i);

    g_menu_append (axes, _ (axes_words[i]), action);
  }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (sides));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (axes));
  return menu;
}

void
lw_inspector_begin_reaction_card (LwInspector *self, int coupling)
{
  g_autofree char *body = dup_side_name (self, coupling, get_side (self, coupling));
  // Translators: on which body a reaction is shown, and in which axes
  g_autofree char *words = g_strdup_printf (_ ("on %s, %s"), body, _ (axes_words[self->axes]));
  g_autoptr (GMenu) menu = new_menu (self, coupling);
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *label = gtk_label_new (words);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), label);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_add_css_class (button, "remark");
  gtk_widget_set_tooltip_text (button, _ ("Where the Reaction Is Shown"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Where the Reaction Is Shown"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
  lw_inspector_begin_card_with (self, _ ("Live values"), button);
}

// ---- values ---------------------------------------------------------------------------------

static double
get_component (LwInspector *self, MbdState *state, const LwLiveRow *row)
{
  const int side = get_side (self, row->coupling);
  const int first =
    mbd_model_coupling_first_row (lw_player_get_model (self->player), row->coupling);
  MbdWrench wrench;
  const double *v;

  mbd_state_wrench (state, row->coupling, side, self->axes, mbd_state_multipliers (state) + first,
                    &wrench);
  v = row->index < 4 ? wrench.force : wrench.moment;
  if (row->index % 4 < 3)
    return v[row->index % 4];
  return sqrt (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/// As channels where there are some, so that they can be plotted.
void
lw_inspector_add_reaction (LwInspector *self, LwElementRef target, int coupling)
{
  const bool planar = mbd_model_is_planar (lw_player_get_model (self->player));

  if (self->axes == MBD_AXES_WORLD && get_side (self, coupling) == 1) {
    lw_inspector_add_live (self, target, channels, G_N_ELEMENTS (channels));
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS (components); i++)
    if (planar ? components[i].in_plane : components[i].in_space)
      lw_inspector_add_computed (self, _ (components[i].name), components[i].unit, get_component,
                                 coupling, (int) i, 4);
}
