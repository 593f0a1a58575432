// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-hood-panel-private.h"

#include <glib/gi18n.h>

#include "lw-help-mark.h"
#include "lw-templates.h"

/// Interval in ms; numbers that change faster cannot be read.
#define LIVE_INTERVAL_MS 100
/// The thread rests this many times as long as it worked, so that it leaves a core to the engine.
#define REST_FACTOR 4
/// Upper limit of the rest between two computations while playing, ms.
#define REST_MAX_MS 1000
/// While playing, rank and null space of systems with more velocities are left out; 200 bodies in
/// the plane take 60 ms.
#define LIVE_VELOCITIES_MAX 620

enum
{
  PROP_0,
  PROP_PAGE,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (LwHoodPanel, lw_hood_panel, GTK_TYPE_BOX)

static const struct
{
  const char *name;
  const char *title;
  const char *tooltip;
  GtkWidget *(*new_page) (LwHoodPanel *self);
  void (*fill) (LwHoodPanel *self);
} pages[LW_HOOD_PAGES] = {
  { "matrix", N_ ("Matrix"), N_ ("The Matrix of the Whole System, Its Jacobian and Its Masses"),
    lw_hood_panel_new_matrix_page, lw_hood_panel_fill_matrix_page },
  { "rows", N_ ("Rows"), N_ ("Errors, Right Sides and Multipliers of All Rows"),
    lw_hood_panel_new_rows_page, lw_hood_panel_fill_rows_page },
  { "motion", N_ ("Motion"), N_ ("Coordinates, Velocities, Accelerations and Forces"),
    lw_hood_panel_new_motion_page, lw_hood_panel_fill_motion_page },
  { "null-space", N_ ("Null space"), N_ ("Motions That All Rows Leave Free, and Dependent Rows"),
    lw_hood_panel_new_null_page, lw_hood_panel_fill_null_page },
  { "equations", N_ ("Equations"), N_ ("The Equations of the Selection, with Their Numbers"),
    lw_hood_panel_new_equations_page, lw_hood_panel_fill_equations_page },
  { "solver", N_ ("Solver"), N_ ("Steps, Iterations and Contacts"), lw_hood_panel_new_solver_page,
    lw_hood_panel_fill_solver_page },
};

// ---- filling --------------------------------------------------------------------------------

static void
fill_page (LwHoodPanel *self)
{
  const char *page = gtk_stack_get_visible_child_name (self->stack);

  if (self->hood == NULL)
    return;
  for (guint i = 0; i < LW_HOOD_PAGES; i++)
    if (g_strcmp0 (pages[i].name, page) == 0)
      pages[i].fill (self);
}

static void
show_hood (LwHoodPanel *self, LwHood *hood)
{
  LwHood *before = self->hood;
  g_autofree char *quantity = lw_hood_panel_dup_quantity (self, hood->time, 4, "s");
  g_autofree char *time = g_strdup_printf ("t = %s", quantity);

  self->hood = hood;
  lw_matrix_view_set_hood (self->matrix, hood);
  g_clear_pointer (&before, lw_hood_free);
  gtk_label_set_text (self->time, time);
  gtk_widget_set_visible (GTK_WIDGET (self->trouble), !hood->solved);
  gtk_label_set_text (self->trouble, hood->why != NULL ? hood->why : "");
  fill_page (self);
}

// ---- updates --------------------------------------------------------------------------------

static void look (LwHoodPanel *self);

static gboolean
later_cb (gpointer data)
{
  LwHoodPanel *self = data;

  self->later_id = 0;
  look (self);
  return G_SOURCE_REMOVE;
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (LwHoodPanel) self = data;
  LwHood *hood = lw_hood_finish (result, &self->seconds);

  // The result is for a player that is no longer shown.
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable) {
    g_clear_pointer (&hood, lw_hood_free);
    return;
  }
  self->working = false;
  if (hood != NULL)
    show_hood (self, hood);
  if (self->stale)
    look (self);
}

static void
start (LwHoodPanel *self)
{
  const bool live = lw_player_get_playing (self->player);
  const int n = mbd_model_velocity_count (lw_player_get_model (self->player));

  self->working = true;
  self->stale = false;
  self->started_usec = g_get_monotonic_time ();
  lw_hood_async (self->player, !live || n <= LIVE_VELOCITIES_MAX, self->cancellable, done_cb,
                 g_object_ref (self));
}

/// Starts computing the hood of the displayed time, now or as soon as there is time for it.
static void
look (LwHoodPanel *self)
{
  const gint64 now = g_get_monotonic_time ();
  double rest;

  if (self->player == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (self->working) {
    self->stale = true;
    return;
  }
  rest = CLAMP (REST_FACTOR * 1000 * self->seconds, LIVE_INTERVAL_MS, REST_MAX_MS)
         - (double) (now - self->started_usec) * 1e-3;
  if (rest <= 0 || !lw_player_get_playing (self->player)) {
    g_clear_handle_id (&self->later_id, g_source_remove);
    start (self);
  } else if (self->later_id == 0)
    self->later_id = g_timeout_add ((guint) rest + 1, later_cb, self);
}

static void
selection_changed_cb (LwHoodPanel *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill_page (self);
}

void
lw_hood_panel_set_player (LwHoodPanel *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_HOOD_PANEL (self));
  g_return_if_fail (player == NULL || LW_IS_PLAYER (player));

  if (player == self->player)
    return;
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->later_id, g_source_remove);
  self->working = self->stale = false;
  g_set_object (&self->player, player);
  if (player == NULL) {
    lw_matrix_view_set_hood (self->matrix, NULL);
    g_clear_pointer (&self->hood, lw_hood_free);
    return;
  }
  self->cancellable = g_cancellable_new ();
  g_signal_connect_swapped (player, "moved", G_CALLBACK (look), self);
  g_signal_connect_swapped (player, "changed", G_CALLBACK (look), self);
  g_signal_connect_swapped (player, "run-changed", G_CALLBACK (look), self);
  g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (look), self);
  look (self);
}

// ---- pages ----------------------------------------------------------------------------------

static void
show_page (LwHoodPanel *self, const char *page)
{
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), page) == 0)
    return;
  gtk_stack_set_visible_child_name (self->stack, page);
  for (guint i = 0; i < LW_HOOD_PAGES; i++)
    gtk_toggle_button_set_active (self->buttons[i], g_str_equal (pages[i].name, page));
  fill_page (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAGE]);
}

static void
toggled_cb (LwHoodPanel *self)
{
  for (guint i = 0; i < LW_HOOD_PAGES; i++)
    if (gtk_toggle_button_get_active (self->buttons[i]))
      show_page (self, pages[i].name);
}

GtkWidget *
lw_hood_panel_new_flow (guint most)
{
  GtkWidget *flow = gtk_flow_box_new ();

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), most);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (flow), 4);
  return flow;
}

void
lw_hood_panel_add_to_flow (GtkWidget *flow, GtkWidget *child)
{
  GtkWidget *place = gtk_flow_box_child_new ();

  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (place), child);
  // The Tab key leads to the child itself.
  gtk_widget_set_focusable (place, FALSE);
  gtk_flow_box_append (GTK_FLOW_BOX (flow), place);
}

static void
add_pages (LwHoodPanel *self)
{
  GtkWidget *box = lw_hood_panel_new_flow (LW_HOOD_PAGES);

  gtk_widget_add_css_class (box, "pills");
  for (guint i = 0; i < LW_HOOD_PAGES; i++) {
    GtkWidget *button = gtk_toggle_button_new_with_label (_ (pages[i].title));

    gtk_widget_add_css_class (button, "flat");
    gtk_widget_set_tooltip_text (button, _ (pages[i].tooltip));
    self->buttons[i] = GTK_TOGGLE_BUTTON (button);
    gtk_toggle_button_set_group (self->buttons[i], i > 0 ? self->buttons[0] : NULL);
    gtk_stack_add_named (self->stack, pages[i].new_page (self), pages[i].name);
    lw_hood_panel_add_to_flow (box, button);
  }
  gtk_toggle_button_set_active (self->buttons[0], TRUE);
  for (guint i = 0; i < LW_HOOD_PAGES; i++)
    g_signal_connect_swapped (self->buttons[i], "toggled", G_CALLBACK (toggled_cb), self);
  gtk_box_append (GTK_BOX (self), box);
}

static void
add_head (LwHoodPanel *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = gtk_image_new_from_icon_name ("lw-hood-symbolic");
  GtkWidget *title = gtk_label_new (_ ("Under the Hood"));
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");

  self->time = GTK_LABEL (lw_label_new ("", "secondary"));
  gtk_widget_add_css_class (head, "head");
  gtk_widget_add_css_class (title, "name");
  gtk_widget_set_hexpand (GTK_WIDGET (self->time), TRUE);
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_focus_on_click (close, FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (close), "win.hood");
  gtk_widget_set_tooltip_text (close, _ ("Close the Hood (F8)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Close the Hood"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Under the Hood"), -1);
  gtk_box_append (GTK_BOX (head), icon);
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->time));
  gtk_box_append (GTK_BOX (head), lw_help_mark_new_button ("panel-hood"));
  gtk_box_append (GTK_BOX (head), close);
  gtk_box_append (GTK_BOX (self), head);
}

// ---- object ---------------------------------------------------------------------------------

GtkWidget *
lw_hood_panel_new (LwSelection *selection)
{
  LwHoodPanel *self = g_object_new (LW_TYPE_HOOD_PANEL, NULL);

  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  add_pages (self);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->trouble));
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->stack));
  return GTK_WIDGET (self);
}

static void
lw_hood_panel_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (lw_hood_panel_parent_class)->map (widget);
  look (LW_HOOD_PANEL (widget));
}

static void
lw_hood_panel_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  LwHoodPanel *self = LW_HOOD_PANEL (object);

  switch (id) {
  case PROP_PAGE:
    g_value_set_string (value, gtk_stack_get_visible_child_name (self->stack));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_hood_panel_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  LwHoodPanel *self = LW_HOOD_PANEL (object);

  switch (id) {
  case PROP_PAGE:
    show_page (self, g_value_get_string (value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_hood_panel_dispose (GObject *object)
{
  LwHoodPanel *self = LW_HOOD_PANEL (object);

  if (self->player != NULL)
    lw_hood_panel_set_player (self, NULL);
  g_clear_object (&self->selection);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_hood_panel_parent_class)->dispose (object);
}

static void
lw_hood_panel_class_init (LwHoodPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = lw_hood_panel_dispose;
  object_class->get_property = lw_hood_panel_get_property;
  object_class->set_property = lw_hood_panel_set_property;
  widget_class->map = lw_hood_panel_map;

  properties[PROP_PAGE] =
    g_param_spec_string ("page", NULL, NULL, "matrix",
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_css_name (widget_class, "hood");
}

static void
lw_hood_panel_init (LwHoodPanel *self)
{
  self->look = lw_appearance_dup_default ();
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), FALSE);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  gtk_stack_set_hhomogeneous (self->stack, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  self->trouble = GTK_LABEL (lw_label_new ("", "trouble"));
  gtk_label_set_wrap (self->trouble, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->trouble), FALSE);
  add_head (self);
}
