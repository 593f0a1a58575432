// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-driver-bar.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-appearance.h"
#include "lw-quantity.h"
#include "lw-task.h"

struct _LwDriverBar
{
  GtkBox parent_instance;

  // Owned
  LwAppearance *look;
  LwPlayer *player;       ///< the one whose mechanism is moved; NULL while hidden
  LwDrivenMotion *motion; ///< NULL until its range is found
  GCancellable *cancellable;

  // Borrowed
  LwCanvas *canvas;

  // Children
  GtkLabel *name_label;
  GtkRange *range;
  GtkEditable *entry;
  GtkLabel *problem_label;

  int coupling;
  double wanted; ///< coordinate to be kept after an edit, rad or m; NAN: that of the drawing
};

enum
{
  PROP_0,
  PROP_COUPLING,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (LwDriverBar, lw_driver_bar, GTK_TYPE_BOX)

// ---- showing --------------------------------------------------------------------------------

static void
show_problem (LwDriverBar *self, const char *text)
{
  gtk_label_set_text (self->problem_label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem_label), text != NULL);
}

static const char *
unit_of (LwDriverBar *self)
{
  return lw_driven_motion_turns (self->motion) ? "rad" : "m";
}

static void
show_coordinate (LwDriverBar *self)
{
  const double value = lw_driven_motion_get_coordinate (self->motion);
  g_autofree char *text =
    lw_quantity_format (&value, 1, lw_appearance_get_units (self->look), unit_of (self));

  gtk_range_set_value (self->range, value);
  gtk_editable_set_text (self->entry, text);
  lw_canvas_set_pose (self->canvas, lw_driven_motion_get_positions (self->motion));
}

static void
move_to (LwDriverBar *self, double coordinate)
{
  g_autoptr (GError) error = NULL;

  lw_driven_motion_move (self->motion, coordinate, &error);
  self->wanted = lw_driven_motion_get_coordinate (self->motion);
  show_problem (self, error != NULL ? error->message : NULL);
  show_coordinate (self);
}

/// Rounds to a tenth of a degree, or to four figures of the range.
static double
rounded (LwDriverBar *self, double value, double lower, double upper)
{
  const double step = lw_driven_motion_turns (self->motion)
                        ? G_PI / 1800
                        : pow (10, floor (log10 (upper - lower)) - 3);

  return CLAMP (round (value / step) * step, lower, upper);
}

static gboolean
slid_cb (GtkRange *range, GtkScrollType scroll, double value, gpointer data)
{
  LwDriverBar *self = data;
  double lower, upper;

  if (self->motion != NULL) {
    // A slider is dragged beyond its ends without a complaint.
    lw_driven_motion_get_range (self->motion, &lower, &upper);
    move_to (self, rounded (self, value, lower, upper));
  }
  return GDK_EVENT_STOP;
}

static void
typed_cb (LwDriverBar *self)
{
  g_autoptr (GError) error = NULL;
  double value;

  if (self->motion == NULL)
    return;
  if (lw_quantity_parse (gtk_editable_get_text (self->entry), lw_appearance_get_units (self->look),
                         unit_of (self), 1, &value, &error))
    move_to (self, value);
  else
    show_problem (self, error->message);
}

static void
left_cb (LwDriverBar *self)
{
  if (self->motion != NULL)
    show_coordinate (self);
}

// ---- the motion -----------------------------------------------------------------------------

typedef struct
{
  LwMechanism *mechanism;
  int coupling;
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  lw_mechanism_unref (search->mechanism);
  g_free (search);
}

static void
search_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Search *search = data;
  GError *error = NULL;
  LwDrivenMotion *motion = lw_driven_motion_new (search->mechanism, search->coupling, &error);

  if (motion != NULL)
    g_task_return_pointer (task, motion, (GDestroyNotify) lw_driven_motion_free);
  else
    g_task_return_error (task, error);
}

static void
show_range (LwDriverBar *self)
{
  const bool turns = lw_driven_motion_turns (self->motion);
  double lower, upper;

  lw_driven_motion_get_range (self->motion, &lower, &upper);
  gtk_widget_set_sensitive (GTK_WIDGET (self->range), upper > lower);
  gtk_range_set_range (self->range, lower, upper);
  gtk_range_set_increments (self->range, turns ? G_PI / 180 : (upper - lower) / 100,
                            turns ? G_PI / 12 : (upper - lower) / 10);
  gtk_scale_clear_marks (GTK_SCALE (self->range));
  gtk_scale_add_mark (GTK_SCALE (self->range), lw_driven_motion_get_start (self->motion),
                      GTK_POS_TOP, NULL);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwDriverBar *self = LW_DRIVER_BAR (source);
  g_autoptr (GError) error = NULL;
  LwDrivenMotion *motion = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)))) {
    g_clear_pointer (&motion, lw_driven_motion_free);
    return;
  }
  if (motion == NULL) {
    show_problem (self, error->message);
    return;
  }
  self->motion = motion;
  gtk_widget_set_sensitive (GTK_WIDGET (self->entry), TRUE);
  show_range (self);
  move_to (self, isfinite (self->wanted) ? self->wanted : lw_driven_motion_get_start (motion));
}

static void
search (LwDriverBar *self)
{
  g_autoptr (GTask) task = NULL;
  Search *search = g_new0 (Search, 1);

  search->mechanism = lw_mechanism_ref (lw_player_get_mechanism (self->player));
  search->coupling = self->coupling;
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, found_cb, NULL);
  g_task_set_task_data (task, search, search_free);
  lw_task_run (task, search_thread);
}

/// Forgets the motion; the canvas shows the player again.
static void
clear (LwDriverBar *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->motion, lw_driven_motion_free);
  if (self->player != NULL) {
    g_signal_handlers_disconnect_by_data (self->player, self);
    if (lw_canvas_get_player (self->canvas) == self->player)
      lw_canvas_set_pose (self->canvas, NULL);
  }
  g_clear_object (&self->player);
  show_problem (self, NULL);
}

static void
set_coupling (LwDriverBar *self, int coupling)
{
  gtk_widget_set_visible (GTK_WIDGET (self), coupling != 0);
  if (coupling == self->coupling)
    return;
  self->coupling = coupling;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COUPLING]);
}

static void
begin (LwDriverBar *self)
{
  g_autofree char *name = NULL;

  self->player = g_object_ref (lw_canvas_get_player (self->canvas));
  lw_player_pause (self->player);
  name = lw_mechanism_dup_element_name (lw_player_get_mechanism (self->player),
                                        MBD_ELEMENT_COUPLING, self->coupling);
  gtk_label_set_text (self->name_label, name);
  gtk_widget_set_sensitive (GTK_WIDGET (self->range), FALSE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->entry), FALSE);
  gtk_editable_set_text (self->entry, "");
  // Motion of the run itself must be visible.
  g_signal_connect_swapped (self->player, "moved", G_CALLBACK (lw_driver_bar_stop), self);
  g_signal_connect_swapped (self->player, "notify::playing", G_CALLBACK (lw_driver_bar_stop), self);
  search (self);
}

static bool
can_take (LwDriverBar *self, int coupling)
{
  LwPlayer *player = lw_canvas_get_player (self->canvas);

  return player != NULL
         && lw_driven_motion_takes (
           lw_mechanism_find_coupling (lw_player_get_mechanism (player), coupling));
}

static void
player_changed_cb (LwDriverBar *self)
{
  if (self->coupling == 0)
    return;
  clear (self);
  if (can_take (self, self->coupling))
    begin (self);
  else
    set_coupling (self, 0);
}

// ---- public ---------------------------------------------------------------------------------

GtkWidget *
lw_driver_bar_new (LwCanvas *canvas)
{
  LwDriverBar *self = g_object_new (LW_TYPE_DRIVER_BAR, NULL);

  self->canvas = canvas;
  g_signal_connect_object (canvas, "notify::player", G_CALLBACK (player_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

void
lw_driver_bar_start (LwDriverBar *self, int coupling)
{
  g_return_if_fail (LW_IS_DRIVER_BAR (self));

  if (!can_take (self, coupling))
    return;
  clear (self);
  self->wanted = NAN;
  set_coupling (self, coupling);
  begin (self);
}

void
lw_driver_bar_stop (LwDriverBar *self)
{
  g_return_if_fail (LW_IS_DRIVER_BAR (self));

  clear (self);
  set_coupling (self, 0);
}

int
lw_driver_bar_get_coupling (LwDriverBar *self)
{
  g_return_val_if_fail (LW_IS_DRIVER_BAR (self), 0);

  return self->coupling;
}

LwDrivenMotion *
lw_driver_bar_get_motion (LwDriverBar *self)
{
  g_return_val_if_fail (LW_IS_DRIVER_BAR (self), NULL);

  return self->motion;
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_driver_bar_dispose (GObject *object)
{
  LwDriverBar *self = LW_DRIVER_BAR (object);

  // The canvas may be gone already.
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->motion, lw_driven_motion_free);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_driver_bar_parent_class)->dispose (object);
}

static void
lw_driver_bar_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  LwDriverBar *self = LW_DRIVER_BAR (object);

  switch (id) {
  case PROP_COUPLING:
    g_value_set_int (value, self->coupling);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer unused)
{
  lw_driver_bar_stop (LW_DRIVER_BAR (widget));
  return GDK_EVENT_STOP;
}

static void
lw_driver_bar_class_init (LwDriverBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = lw_driver_bar_dispose;
  object_class->get_property = lw_driver_bar_get_property;
  properties[PROP_COUPLING] = g_param_spec_int ("coupling", NULL, NULL, 0, G_MAXINT, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_css_name (widget_class, "driverbar");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
}

/// Returns the row with name, slider, entry and a button that ends it.
static GtkWidget *
create_row (LwDriverBar *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *scale = gtk_scale_new (GTK_ORIENTATION_HORIZONTAL, NULL);
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->name_label = GTK_LABEL (name);
  self->range = GTK_RANGE (scale);
  self->entry = GTK_EDITABLE (entry);
  gtk_widget_add_css_class (name, "heading");
  gtk_label_set_ellipsize (self->name_label, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (self->name_label, 16);
  gtk_widget_set_hexpand (scale, TRUE);
  gtk_widget_set_size_request (scale, 96, -1);
  gtk_widget_set_tooltip_text (scale, _ ("Move the Mechanism by This Coordinate"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Coordinate of the drive"), -1);
  gtk_editable_set_width_chars (self->entry, 9);
  gtk_editable_set_max_width_chars (self->entry, 9);
  gtk_editable_set_alignment (self->entry, 1);
  gtk_widget_set_valign (entry, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (entry, "numeric");
  gtk_widget_set_tooltip_text (entry, _ ("Coordinate of the Drive, with Its Unit"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Coordinate of the drive, with its unit"), -1);
  gtk_widget_set_tooltip_text (close, _ ("Back to the Run (Esc)"));
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_add_css_class (close, "circular");
  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), name);
  gtk_box_append (GTK_BOX (row), scale);
  gtk_box_append (GTK_BOX (row), entry);
  gtk_box_append (GTK_BOX (row), close);
  gtk_widget_add_controller (entry, focus);
  g_signal_connect_object (focus, "leave", G_CALLBACK (left_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (scale, "change-value", G_CALLBACK (slid_cb), self, 0);
  g_signal_connect_object (entry, "activate", G_CALLBACK (typed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (close, "clicked", G_CALLBACK (lw_driver_bar_stop), self,
                           G_CONNECT_SWAPPED);
  return row;
}

static void
lw_driver_bar_init (LwDriverBar *self)
{
  GtkWidget *problem = gtk_label_new (NULL);

  self->look = lw_appearance_dup_default ();
  self->wanted = NAN;
  self->problem_label = GTK_LABEL (problem);
  gtk_label_set_wrap (self->problem_label, TRUE);
  gtk_label_set_xalign (self->problem_label, 0);
  gtk_widget_add_css_class (problem, "refused");
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_append (GTK_BOX (self), create_row (self));
  gtk_box_append (GTK_BOX (self), problem);
  gtk_widget_set_visible (problem, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
