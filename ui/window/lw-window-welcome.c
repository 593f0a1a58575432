// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// First steps: a tour of four bubbles, which is shown once; words on an empty sheet; and hints in the
// status line for what to do next, each until it has been done once.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-contact.h"
#include "lw-settings.h"
#include "lw-window-private.h"

#define BUBBLES 4
#define BUBBLE_CHARS 38
#define BEGIN_MARGIN 44 ///< px below the top of the canvas

/// State of this file.
struct _LwWelcome
{
  GtkPopover *bubble; ///< bubble of the tour; NULL if it is not shown
  guint bubble_index;
  GtkWidget *begin_card; ///< over an empty sheet
  bool guided;           ///< the document began as an empty sheet
};

// ---- settings -------------------------------------------------------------------------------

static bool
is_learnt (LwWindow *self, const char *hint)
{
  g_auto (GStrv) learnt = NULL;

  if (!lw_settings_has_key (self->settings, "learnt-hints"))
    return false;
  learnt = g_settings_get_strv (self->settings, "learnt-hints");
  return g_strv_contains ((const char *const *) learnt, hint);
}

static void
learn (LwWindow *self, const char *hint)
{
  g_auto (GStrv) learnt = NULL;
  g_autoptr (GStrvBuilder) all = NULL;
  g_auto (GStrv) next = NULL;

  if (is_learnt (self, hint) || !lw_settings_has_key (self->settings, "learnt-hints"))
    return;
  learnt = g_settings_get_strv (self->settings, "learnt-hints");
  all = g_strv_builder_new ();
  g_strv_builder_addv (all, (const char **) learnt);
  g_strv_builder_add (all, hint);
  next = g_strv_builder_end (all);
  g_settings_set_strv (self->settings, "learnt-hints", (const char *const *) next);
}

// ---- hints ----------------------------------------------------------------------------------

static bool
has_body (LwWindow *self, const LwMechanism *mechanism)
{
  return lw_mechanism_get_n_bodies (mechanism) > 0;
}

static bool
is_pinned (LwWindow *self, const LwMechanism *mechanism)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const MbdCouplingDef *def = &lw_mechanism_get_coupling (mechanism, i)->def;

    if (lw_coupling_body (def, 0) == MBD_GROUND || lw_coupling_body (def, 1) == MBD_GROUND)
      return true;
  }
  return false;
}

static bool
has_fixed (LwWindow *self, const LwMechanism *mechanism)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    if (lw_mechanism_get_body (mechanism, i)->def.mobility == MBD_FIXED)
      return true;
  return false;
}

static bool
has_touch (LwWindow *self, const LwMechanism *mechanism)
{
  return lw_contact_count (mechanism) > 1;
}

static bool
is_driven (LwWindow *self, const LwMechanism *mechanism)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    if (lw_coupling_is_input (lw_mechanism_get_coupling (mechanism, i)))
      return true;
  return false;
}

static bool
has_played (LwWindow *self, const LwMechanism *mechanism)
{
  return lw_window_get_shown_player (self) != NULL
         && (lw_player_get_playing (lw_window_get_shown_player (self))
             || lw_player_get_time (lw_window_get_shown_player (self)) > 0);
}

static bool
has_selection (LwWindow *self, const LwMechanism *mechanism)
{
  guint n;

  lw_selection_get (lw_window_get_selection (self), &n);
  return n > 0;
}

static bool
has_explained (LwWindow *self, const LwMechanism *mechanism)
{
  return self->explanation != NULL;
}

/// Returns true if the body that was drawn last has this shape.
static bool
ends_with (const LwMechanism *mechanism, LwShapeKind shape)
{
  const guint n = lw_mechanism_get_n_bodies (mechanism);

  return n > 0 && lw_mechanism_get_body (mechanism, n - 1)->shape.kind == shape;
}

static bool
ends_with_link (const LwMechanism *mechanism)
{
  return ends_with (mechanism, LW_SHAPE_LINK);
}

static bool
ends_with_disc (const LwMechanism *mechanism)
{
  return ends_with (mechanism, LW_SHAPE_DISC);
}

static bool
ends_with_box (const LwMechanism *mechanism)
{
  return ends_with (mechanism, LW_SHAPE_BOX);
}

static bool
ends_with_polygon (const LwMechanism *mechanism)
{
  return ends_with (mechanism, LW_SHAPE_POLYGON);
}

static bool
has_joint (const LwMechanism *mechanism)
{
  return lw_mechanism_get_n_couplings (mechanism) > 0;
}

/// In the order in which a beginner needs them.
static const struct
{
  const char *name;
  const char *hint; ///< translatable
  bool (*is_done) (LwWindow *self, const LwMechanism *mechanism);
  bool (*concerns) (const LwMechanism *mechanism); ///< NULL: every drawing
} hints[] = {
  { "draw", N_ ("Press L and drag on the sheet: this draws a link"), has_body },
  { "pin", N_ ("Press J and click an end of the link: this pins it to the ground"), is_pinned,
    ends_with_link },
  { "pin", N_ ("Press J and click the centre of the disc: this pins it to the ground"), is_pinned,
    ends_with_disc },
  { "fix", N_ ("Press A and click the plate: this fixes it to the ground"), has_fixed,
    ends_with_polygon },
  { "touch", N_ ("Press K, click the box and then what it lies on: this lets them touch"),
    has_touch, ends_with_box },
  { "drive", N_ ("Press M and click the pin: this drives it"), is_driven, has_joint },
  { "play", N_ ("Press the space bar to play"), has_played },
  { "select", N_ ("Click a body or a joint: the inspector shows its numbers"), has_selection },
  { "explain", N_ ("Click a number with the right button to have it explained"), has_explained },
};

const char *
lw_window_get_next_hint (LwWindow *self)
{
  const LwMechanism *mechanism;

  if (lw_window_get_document (self) == NULL || !self->welcome->guided
      || lw_window_is_presenting (self))
    return NULL;
  mechanism = lw_window_get_mechanism (self);
  for (guint i = 0; i < G_N_ELEMENTS (hints); i++) {
    if (hints[i].is_done (self, mechanism))
      learn (self, hints[i].name);
    else if (!is_learnt (self, hints[i].name)
             && (hints[i].concerns == NULL || hints[i].concerns (mechanism)))
      return _ (hints[i].hint);
  }
  return NULL;
}

// ---- empty sheet ----------------------------------------------------------------------------

void
lw_window_update_begin (LwWindow *self)
{
  const bool empty = lw_window_get_document (self) != NULL
                     && lw_mechanism_get_n_bodies (lw_window_get_mechanism (self)) == 0;

  gtk_widget_set_visible (self->welcome->begin_card,
                          empty && self->welcome->guided && !lw_window_is_presenting (self)
                            && !lw_tools_is_busy (lw_window_get_tools (self)));
}

static void
document_changed_cb (LwWindow *self)
{
  self->welcome->guided = lw_window_get_document (self) != NULL
                          && lw_mechanism_get_n_bodies (lw_window_get_mechanism (self)) == 0
                          && lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (self)) == NULL;
  lw_window_update_begin (self);
  lw_window_update_tools (self);
}

static GtkWidget *
new_begin_card (void)
{
  static const struct
  {
    const char *key, *words;
  } rows[] = {
    { "L", N_ ("draws a link") },
    { "J", N_ ("pins it to the ground, or to another one") },
    { "M", N_ ("drives a pin by a motor") },
    { N_ ("Space"), N_ ("plays") },
  };
  GtkWidget *card = gtk_grid_new ();
  GtkWidget *title = gtk_label_new (_ ("An empty sheet"));
  GtkWidget *foot = gtk_label_new (_ ("Ctrl+Z takes back every step, F1 explains."));

  gtk_grid_set_row_spacing (GTK_GRID (card), 8);
  gtk_grid_set_column_spacing (GTK_GRID (card), 12);
  gtk_widget_add_css_class (title, "title");
  gtk_widget_add_css_class (foot, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (foot), 0);
  gtk_grid_attach (GTK_GRID (card), title, 0, 0, 2, 1);
  for (int i = 0; i < (int) G_N_ELEMENTS (rows); i++) {
    GtkWidget *key = gtk_label_new (_ (rows[i].key));
    GtkWidget *words = gtk_label_new (_ (rows[i].words));

    gtk_widget_add_css_class (key, "key");
    gtk_label_set_xalign (GTK_LABEL (words), 0);
    gtk_grid_attach (GTK_GRID (card), key, 0, i + 1, 1, 1);
    gtk_grid_attach (GTK_GRID (card), words, 1, i + 1, 1, 1);
  }
  gtk_grid_attach (GTK_GRID (card), foot, 0, (int) G_N_ELEMENTS (rows) + 1, 2, 1);
  gtk_widget_add_css_class (card, "begin-card");
  gtk_widget_set_halign (card, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (card, GTK_ALIGN_START);
  gtk_widget_set_margin_top (card, BEGIN_MARGIN);
  // The sheet below is drawn on: the words do not catch presses.
  gtk_widget_set_can_target (card, FALSE);
  gtk_widget_set_visible (card, FALSE);
  return card;
}

// ---- tour -----------------------------------------------------------------------------------

GtkPopover *
lw_window_get_bubble (LwWindow *self)
{
  return self->welcome->bubble;
}

static void
drop_bubble (LwWindow *self)
{
  GtkPopover *bubble = g_steal_pointer (&self->welcome->bubble);

  if (bubble != NULL)
    gtk_widget_unparent (GTK_WIDGET (bubble));
}

void
lw_window_tour_end (LwWindow *self)
{
  drop_bubble (self);
  if (lw_settings_has_key (self->settings, "tour-shown"))
    g_settings_set_boolean (self->settings, "tour-shown", TRUE);
}

static gboolean
skip_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  lw_window_tour_end (data);
  return TRUE;
}

/// A button ends the popover that it is in: not before its own handlers have returned.
static gboolean
next_idle_cb (gpointer data)
{
  lw_window_tour_next (data);
  return G_SOURCE_REMOVE;
}

static gboolean
end_idle_cb (gpointer data)
{
  lw_window_tour_end (data);
  return G_SOURCE_REMOVE;
}

static void
next_cb (LwWindow *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, next_idle_cb, g_object_ref (self), g_object_unref);
}

static void
end_cb (LwWindow *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, end_idle_cb, g_object_ref (self), g_object_unref);
}

static GtkWidget *
new_bubble_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  // The height of the bubble is that of this width.
  gtk_label_set_width_chars (GTK_LABEL (label), BUBBLE_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), BUBBLE_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
new_bubble_content (LwWindow *self, const char *title, const char *words)
{
  const bool last = self->welcome->bubble_index + 1 == BUBBLES;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *skip = gtk_button_new_with_mnemonic (_ ("_Skip the Tour"));
  GtkWidget *next = gtk_button_new_with_mnemonic (last ? _ ("_Done") : _ ("_Next"));
  // Translators: number of the shown bubble of the tour, and of all bubbles
  g_autofree char *number =
    g_strdup_printf (_ ("%u of %u"), self->welcome->bubble_index + 1, BUBBLES);
  GtkWidget *count = gtk_label_new (number);

  gtk_widget_add_css_class (skip, "flat");
  gtk_widget_add_css_class (next, "suggested-action");
  gtk_widget_add_css_class (count, "dim-label");
  gtk_widget_set_hexpand (count, TRUE);
  gtk_widget_set_visible (skip, !last);
  g_signal_connect_swapped (skip, "clicked", G_CALLBACK (end_cb), self);
  g_signal_connect_swapped (next, "clicked", G_CALLBACK (next_cb), self);
  gtk_box_append (GTK_BOX (box), new_bubble_label (title, "title"));
  gtk_box_append (GTK_BOX (box), new_bubble_label (words, "words"));
  gtk_box_append (GTK_BOX (foot), skip);
  gtk_box_append (GTK_BOX (foot), count);
  gtk_box_append (GTK_BOX (foot), next);
  gtk_box_append (GTK_BOX (box), foot);
  return box;
}

/// Returns the part of the window that a bubble is about.
static GtkWidget *
get_part (LwWindow *self, guint index)
{
  GtkWidget *const parts[BUBBLES] = { lw_window_get_panel (self, LW_PANEL_PALETTE),
                                      lw_window_get_panel (self, LW_PANEL_TRANSPORT),
                                      lw_window_get_panel (self, LW_PANEL_SIDEBAR),
                                      lw_window_get_panel (self, LW_PANEL_STATUS) };

  return gtk_widget_get_mapped (parts[index]) ? parts[index]
                                              : GTK_WIDGET (lw_window_get_canvas (self));
}

static void
show_bubble (LwWindow *self)
{
  static const struct
  {
    const char *title, *words;
    GtkPositionType side;
  } bubbles[BUBBLES] = {
    { N_ ("Draw and join"),
      N_ ("The tools draw bodies, join them and drive them. Each has a key: L draws a link, J pins "
          "it, M drives it."),
      GTK_POS_RIGHT },
    { N_ ("Play"),
      N_ ("The space bar plays. Everything is recorded: the slider goes back to any instant."),
      GTK_POS_TOP },
    { N_ ("Read the numbers"),
      N_ ("The selection is shown here, with its numbers as they change. Click one with the right "
          "button to have it explained, or drag it onto a plot."),
      GTK_POS_LEFT },
    { N_ ("Can it move?"),
      N_ ("The status line counts the degrees of freedom, and shows the next step. F1 helps "
          "wherever you are."),
      GTK_POS_TOP },
  };
  GtkWidget *part = get_part (self, self->welcome->bubble_index);
  GtkEventController *keys = gtk_shortcut_controller_new ();
  graphene_rect_t box;

  drop_bubble (self);
  self->welcome->bubble = GTK_POPOVER (gtk_popover_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->welcome->bubble), "bubble");
  gtk_popover_set_autohide (self->welcome->bubble, FALSE);
  gtk_popover_set_position (self->welcome->bubble, bubbles[self->welcome->bubble_index].side);
  gtk_popover_set_child (self->welcome->bubble,
                         new_bubble_content (self, _ (bubbles[self->welcome->bubble_index].title),
                                             _ (bubbles[self->welcome->bubble_index].words)));
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("Escape"),
                      gtk_callback_action_new (skip_key_cb, self, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self->welcome->bubble), keys);
  gtk_widget_set_parent (GTK_WIDGET (self->welcome->bubble),
                         lw_window_get_panel (self, LW_PANEL_PAGES));
  if (gtk_widget_compute_bounds (part, lw_window_get_panel (self, LW_PANEL_PAGES), &box)) {
    const GdkRectangle place = { (int) box.origin.x, (int) box.origin.y, (int) box.size.width,
                                 (int) box.size.height };

    gtk_popover_set_pointing_to (self->welcome->bubble, &place);
  }
  gtk_popover_popup (self->welcome->bubble);
  gtk_widget_child_focus (GTK_WIDGET (self->welcome->bubble), GTK_DIR_TAB_BACKWARD);
}

void
lw_window_tour_next (LwWindow *self)
{
  if (self->welcome->bubble == NULL)
    return;
  if (++self->welcome->bubble_index < BUBBLES)
    show_bubble (self);
  else
    lw_window_tour_end (self);
}

static void
tour_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (lw_window_get_document (self) == NULL)
    gtk_widget_activate_action (widget, "win.new", NULL);
  self->welcome->bubble_index = 0;
  show_bubble (self);
}

/// Begins the tour when a mechanism is shown for the first time.
static gboolean
first_cb (gpointer data)
{
  LwWindow *self = data;

  if (lw_window_get_document (self) != NULL && self->welcome->bubble == NULL
      && lw_window_get_layout (self) == LW_LAYOUT_WIDE && !lw_window_is_presenting (self)
      && lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (self)) == NULL
      && lw_settings_has_key (self->settings, "tour-shown")
      && !g_settings_get_boolean (self->settings, "tour-shown"))
    tour_action_cb (GTK_WIDGET (self), NULL, NULL);
  return G_SOURCE_REMOVE;
}

static void
player_changed_cb (LwWindow *self)
{
  if (lw_window_get_shown_player (self) != NULL && g_getenv ("LW_NO_TOUR") == NULL)
    g_idle_add_full (G_PRIORITY_LOW, first_cb, g_object_ref (self), g_object_unref);
}

// ---- parts ----------------------------------------------------------------------------------

void
lw_window_release_welcome (LwWindow *self)
{
  drop_bubble (self);
}

void
lw_window_install_welcome_actions (LwWindowClass *klass)
{
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.tour", NULL, tour_action_cb);
}

void
lw_window_add_welcome (LwWindow *self)
{
  self->welcome = g_new0 (LwWelcome, 1);
  self->welcome->begin_card = new_begin_card ();
  lw_window_lay_over_canvas (self, self->welcome->begin_card);
  g_signal_connect (self, "notify::document", G_CALLBACK (document_changed_cb), NULL);
  g_signal_connect_object (lw_window_get_canvas (self), "notify::player",
                           G_CALLBACK (player_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lw_window_get_tools (self), "changed",
                           G_CALLBACK (lw_window_update_begin), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lw_window_get_selection (self), "changed",
                           G_CALLBACK (lw_window_update_tools), self, G_CONNECT_SWAPPED);
}
