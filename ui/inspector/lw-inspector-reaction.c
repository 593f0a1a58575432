// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The reaction of a coupling, or the force of a bushing, in the inspector. The head of the live
// values chooses the body on which it is shown and the axes; both choices are remembered.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-element-words.h"
#include "lw-inspector-private.h"
#include "lw-settings.h"

static const LwLiveSpec channels[] = {
  { "reaction_x", N_ ("Reaction Fx"), 4 }, { "reaction_y", N_ ("Reaction Fy"), 4 },
  { "reaction_z", N_ ("Reaction Fz"), 4 }, { "reaction", N_ ("Reaction |F|"), 4 },
  { "moment", N_ ("Moment"), 4 },          { "moment_x", N_ ("Moment Mx"), 4 },
  { "moment_y", N_ ("Moment My"), 4 },     { "moment_z", N_ ("Moment Mz"), 4 },
};

static const LwLiveSpec channels_on_first[] = {
  { "first_reaction_x", N_ ("Reaction Fx"), 4 }, { "first_reaction_y", N_ ("Reaction Fy"), 4 },
  { "first_reaction_z", N_ ("Reaction Fz"), 4 }, { "reaction", N_ ("Reaction |F|"), 4 },
  { "first_moment", N_ ("Moment"), 4 },          { "first_moment_x", N_ ("Moment Mx"), 4 },
  { "first_moment_y", N_ ("Moment My"), 4 },     { "first_moment_z", N_ ("Moment Mz"), 4 },
};

static const LwLiveSpec channels_in_second[] = {
  { "reaction_x_in_second", N_ ("Reaction Fx"), 4 },
  { "reaction_y_in_second", N_ ("Reaction Fy"), 4 },
  { "reaction_z_in_second", N_ ("Reaction Fz"), 4 },
  { "reaction", N_ ("Reaction |F|"), 4 },
  { "moment", N_ ("Moment"), 4 },
  { "moment_x_in_second", N_ ("Moment Mx"), 4 },
  { "moment_y_in_second", N_ ("Moment My"), 4 },
  { "moment_z_in_second", N_ ("Moment Mz"), 4 },
};

static const LwLiveSpec channels_on_first_in_first[] = {
  { "first_reaction_x_in_first", N_ ("Reaction Fx"), 4 },
  { "first_reaction_y_in_first", N_ ("Reaction Fy"), 4 },
  { "first_reaction_z_in_first", N_ ("Reaction Fz"), 4 },
  { "reaction", N_ ("Reaction |F|"), 4 },
  { "first_moment", N_ ("Moment"), 4 },
  { "first_moment_x_in_first", N_ ("Moment Mx"), 4 },
  { "first_moment_y_in_first", N_ ("Moment My"), 4 },
  { "first_moment_z_in_first", N_ ("Moment Mz"), 4 },
};

static const LwLiveSpec action_channels[] = {
  { "force_x", N_ ("Force Fx"), 4 },   { "force_y", N_ ("Force Fy"), 4 },
  { "force_z", N_ ("Force Fz"), 4 },   { "force", N_ ("Force |F|"), 4 },
  { "moment", N_ ("Moment"), 4 },      { "moment_x", N_ ("Moment Mx"), 4 },
  { "moment_y", N_ ("Moment My"), 4 }, { "moment_z", N_ ("Moment Mz"), 4 },
};

/// Components of a wrench: x, y, z and magnitude of the force, then of the moment.
static const struct
{
  const char *name;
  const char *of_force; ///< name if it is a force element
  const char *unit;
  bool in_plane;
  bool in_space;
} components[] = {
  { N_ ("Reaction Fx"), N_ ("Force Fx"), "N", true, true },
  { N_ ("Reaction Fy"), N_ ("Force Fy"), "N", true, true },
  { N_ ("Reaction Fz"), N_ ("Force Fz"), "N", false, true },
  { N_ ("Reaction |F|"), N_ ("Force |F|"), "N", true, true },
  { N_ ("Moment Mx"), N_ ("Moment Mx"), "N m", false, true },
  { N_ ("Moment My"), N_ ("Moment My"), "N m", false, true },
  { N_ ("Moment Mz"), N_ ("Moment Mz"), "N m", true, true },
  { N_ ("Moment |M|"), N_ ("Moment |M|"), "N m", false, true },
};

#define MOST_SIDES 4

/// Returns the remembered side, limited to the number of sides of the element.
static int
get_side (LwInspector *self, int n_sides)
{
  return CLAMP (self->side, 0, n_sides - 1);
}

/// Sets the ids of the bodies that a coupling joins. Returns their number.
static int
get_sides (LwInspector *self, int coupling, int bodies[MOST_SIDES])
{
  const MbdModel *model = lw_player_get_model (self->player);
  const int n = MIN (mbd_model_coupling_sides (model, coupling), MOST_SIDES);

  for (int side = 0; side < n; side++)
    bodies[side] = mbd_model_body_id (model, mbd_model_coupling_body (model, coupling, side));
  return n;
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

static const char *const axes_words[] = {
  [MBD_AXES_WORLD] = N_ ("world axes"),
  [MBD_AXES_BODY] = N_ ("body axes"),
  [MBD_AXES_FRAME] = N_ ("frame axes"),
};

static GMenu *
new_menu (LwInspector *self, const int *bodies, int n_sides)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) sides = g_menu_new ();
  g_autoptr (GMenu) axes = g_menu_new ();

  for (int side = 0; side < n_sides; side++) {
    g_autofree char *name = lw_inspector_dup_body_name (self, bodies[side]);
    g_autofree char *action = g_strdup_printf ("inspector.side(%d)", side);
    // Translators: the body on which a reaction is shown
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

static void
begin_card (LwInspector *self, const int *bodies, int n_sides)
{
  g_autofree char *body = lw_inspector_dup_body_name (self, bodies[get_side (self, n_sides)]);
  // Translators: the body on which a reaction is shown, and the axes
  g_autofree char *words = g_strdup_printf (_ ("on %s, %s"), body, _ (axes_words[self->axes]));
  g_autoptr (GMenu) menu = new_menu (self, bodies, n_sides);
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

void
lw_inspector_begin_reaction_card (LwInspector *self, int coupling)
{
  int bodies[MOST_SIDES];

  begin_card (self, bodies, get_sides (self, coupling, bodies));
}

void
lw_inspector_begin_action_card (LwInspector *self, const LwForce *force)
{
  const int bodies[] = { force->def.body_a, force->def.body_b };

  begin_card (self, bodies, 2);
}

// ---- values ---------------------------------------------------------------------------------

static double
pick_component (const MbdWrench *wrench, int index)
{
  const double *v = index < 4 ? wrench->force : wrench->moment;

  if (index % 4 < 3)
    return v[index % 4];
  return sqrt (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double
get_component (LwInspector *self, MbdState *state, const LwLiveRow *row)
{
  const MbdModel *model = lw_player_get_model (self->player);
  const int first = mbd_model_coupling_first_row (model, row->element);
  MbdWrench wrench;

  mbd_state_wrench (state, row->element,
                    get_side (self, mbd_model_coupling_sides (model, row->element)), self->axes,
                    mbd_state_multipliers (state) + first, &wrench);
  return pick_component (&wrench, row->index);
}

static double
get_action (LwInspector *self, MbdState *state, const LwLiveRow *row)
{
  MbdWrench wrench;

  mbd_state_force_wrench_in (state, row->element, get_side (self, 2), self->axes, &wrench);
  return pick_component (&wrench, row->index);
}

/// Number of components of the force, including its magnitude; those of the moment follow.
#define N_FORCES 4

static void
add_components (LwInspector *self, LwLiveFunc get, int element, guint first)
{
  const bool planar = mbd_model_is_planar (lw_player_get_model (self->player));

  for (guint i = first; i < G_N_ELEMENTS (components); i++)
    if (planar ? components[i].in_plane : components[i].in_space)
      lw_inspector_add_computed (
        self, _ (get == get_action ? components[i].of_force : components[i].name),
        components[i].unit, get, element, (int) i, 4);
}

/// Returns true if the coupling transmits forces. Conditions that concern only angles, such as
/// those of a motor, are maintained by moments.
static bool
has_force (const MbdModel *model, int coupling)
{
  const int first = mbd_model_coupling_first_row (model, coupling);

  for (int i = 0; i < mbd_model_coupling_rows (model, coupling); i++)
    if (mbd_model_row_is_length (model, first + i))
      return true;
  return false;
}

static void
show_whether_unique (GtkWidget *remark)
{
  LwPlayer *player = g_object_get_data (G_OBJECT (remark), "player");
  const int coupling = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (remark), "coupling"));
  const LwMobility *mobility = lw_player_get_mobility (player);

  gtk_widget_set_visible (remark, mobility != NULL && mobility->is_redundant[coupling]);
}

/// Adds the remark that the reaction is one of many possible ones, which is visible while rows of the
/// coupling depend on others.
static void
add_remark (LwInspector *self, int coupling)
{
  GtkWidget *remark = gtk_label_new (_ ("Not unique here: rows of this joint depend on those of "
                                        "others, and the joints could share the load in another "
                                        "way."));

  gtk_label_set_wrap (GTK_LABEL (remark), TRUE);
  gtk_label_set_xalign (GTK_LABEL (remark), 0);
  gtk_widget_add_css_class (remark, "not-unique");
  g_object_set_data_full (G_OBJECT (remark), "player", g_object_ref (self->player), g_object_unref);
  g_object_set_data (G_OBJECT (remark), "coupling", GINT_TO_POINTER (coupling));
  g_signal_connect_object (self->player, "mobility-changed", G_CALLBACK (show_whether_unique),
                           remark, G_CONNECT_SWAPPED);
  show_whether_unique (remark);
  lw_inspector_add (self, remark);
}

/// Adds the reaction, as channels if they exist, so that they can be plotted.
void
lw_inspector_add_reaction (LwInspector *self, LwElementRef target, int coupling)
{
  int bodies[MOST_SIDES];
  const int side = get_side (self, get_sides (self, coupling, bodies));
  // The axes of the ground are the world axes.
  const bool world =
    self->axes == MBD_AXES_WORLD || (self->axes == MBD_AXES_BODY && bodies[side] == MBD_GROUND);
  const guint begin = has_force (lw_player_get_model (self->player), coupling) ? 0 : N_FORCES;
  const LwLiveSpec *specs = side == 0 ? (world ? channels_on_first : channels_on_first_in_first)
                                      : (world ? channels : channels_in_second);

  if (side < 2 && (world || self->axes == MBD_AXES_BODY))
    lw_inspector_add_live (self, target, specs + begin, G_N_ELEMENTS (channels) - begin);
  else
    add_components (self, get_component, coupling, begin);
  add_remark (self, coupling);
}

void
lw_inspector_add_action (LwInspector *self, LwElementRef target)
{
  const MbdModel *model = lw_player_get_model (self->player);

  if (self->axes == MBD_AXES_WORLD && get_side (self, 2) == 1)
    lw_inspector_add_live (self, target, action_channels, G_N_ELEMENTS (action_channels));
  else
    add_components (self, get_action, mbd_model_force_by_id (model, target.id), 0);
}
