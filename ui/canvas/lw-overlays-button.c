// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-overlays-button.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-appearance.h"

#define SAMPLE_WIDTH_PX 56
#define SAMPLE_HEIGHT_PX 24

typedef struct
{
  LwOverlays overlay;
  const char *name;
  const char *tooltip;
} Row;

static const Row rows[] = {
  { LW_OVERLAY_REACTIONS, N_ ("Reactions"), N_ ("Forces and Moments of the Joints") },
  { LW_OVERLAY_BOTH_BODIES, N_ ("On Both Bodies"), N_ ("The Opposite Reactions, Too") },
  { LW_OVERLAY_LOADS, N_ ("Applied Loads"), N_ ("Forces and Torques That Act From Outside") },
  { LW_OVERLAY_CONTACTS, N_ ("Contacts"), N_ ("Forces and Friction Cones of Contacts") },
  { LW_OVERLAY_TENSION, N_ ("Load of Rods"), N_ ("Blue and + Pulls, Vermillion and − Presses") },
  { LW_OVERLAY_VELOCITIES, N_ ("Velocities"), N_ ("Of Tracers and Centres of Mass") },
  { LW_OVERLAY_ACCELERATIONS, N_ ("Accelerations"), N_ ("Of Tracers and Centres of Mass") },
  { LW_OVERLAY_TRACES, N_ ("Paths"), N_ ("Of Tracers, With Dots Equal in Time") },
  { LW_OVERLAY_FADING, N_ ("Paths Fade"), N_ ("Only the Newest Part of a Path Is Shown") },
  { LW_OVERLAY_GHOSTS, N_ ("Earlier Poses"), N_ ("Like a Stroboscope, Equal in Time") },
  { LW_OVERLAY_MASSES, N_ ("Centres of Mass"), N_ ("Of Each Body, and of All in a Ring") },
  { LW_OVERLAY_FRAMES, N_ ("Axes of Bodies"), N_ ("x Filled, y Open") },
  { LW_OVERLAY_LENGTHS, N_ ("Lengths of Links"), N_ ("Between the Two Points of Each") },
  { LW_OVERLAY_CENTRES, N_ ("Instantaneous Centres"),
    N_ ("About Which Bodies Turn Now; of Selected Ones the Centrodes, Too") },
  { LW_OVERLAY_ERRORS, N_ ("Open Joints"), N_ ("A Halo That Grows With the Logarithm of the Gap") },
};

struct _LwOverlaysButton
{
  GtkBox parent_instance;

  // Owned
  LwAppearance *look;

  // Borrowed
  LwCanvas *canvas;

  // Children
  GtkMenuButton *button;
  GtkCheckButton *checks[G_N_ELEMENTS (rows)];
  GtkRange *factor;

  bool showing;
};

G_DEFINE_FINAL_TYPE (LwOverlaysButton, lw_overlays_button, GTK_TYPE_BOX)

// ---- overlays of the canvas -----------------------------------------------------------------

static void
show (LwOverlaysButton *self)
{
  const LwOverlays overlays = lw_canvas_get_overlays (self->canvas);

  self->showing = true;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    gtk_check_button_set_active (self->checks[i], (overlays & rows[i].overlay) != 0);
    if (rows[i].overlay == LW_OVERLAY_BOTH_BODIES)
      gtk_widget_set_sensitive (GTK_WIDGET (self->checks[i]), overlays & LW_OVERLAY_REACTIONS);
    if (rows[i].overlay == LW_OVERLAY_FADING)
      gtk_widget_set_sensitive (GTK_WIDGET (self->checks[i]), overlays & LW_OVERLAY_TRACES);
  }
  gtk_range_set_value (self->factor, log2 (lw_canvas_get_arrow_factor (self->canvas)));
  self->showing = false;
}

static void
toggled_cb (LwOverlaysButton *self)
{
  unsigned overlays = 0;

  if (self->showing || self->canvas == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (gtk_check_button_get_active (self->checks[i]))
      overlays |= rows[i].overlay;
  lw_canvas_set_overlays (self->canvas, (LwOverlays) overlays);
  show (self);
}

static void
factor_cb (LwOverlaysButton *self)
{
  if (!self->showing && self->canvas != NULL)
    lw_canvas_set_arrow_factor (self->canvas, exp2 (gtk_range_get_value (self->factor)));
}

static void
reset_cb (LwOverlaysButton *self)
{
  if (self->canvas == NULL)
    return;
  lw_canvas_set_overlays (self->canvas, LW_OVERLAYS_DEFAULT);
  lw_canvas_set_arrow_factor (self->canvas, 1);
  show (self);
}

static void
opened_cb (LwOverlaysButton *self)
{
  if (self->canvas != NULL)
    show (self);
}

void
lw_overlays_button_set_canvas (LwOverlaysButton *self, LwCanvas *canvas)
{
  g_return_if_fail (LW_IS_OVERLAYS_BUTTON (self));

  self->canvas = canvas;
}

void
lw_overlays_button_popup (LwOverlaysButton *self)
{
  g_return_if_fail (LW_IS_OVERLAYS_BUTTON (self));

  gtk_menu_button_popup (self->button);
}

// ---- building -------------------------------------------------------------------------------

static void
draw_sample_cb (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  const Row *row = data;
  LwOverlaysButton *self =
    LW_OVERLAYS_BUTTON (g_object_get_data (G_OBJECT (area), "overlays-button"));
  LwPainter *painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));

  lw_draw_overlay_sample (painter, lw_appearance_get_palette (self->look), row->overlay, width,
                          height);
  lw_painter_free (painter);
}

static void
add_row (LwOverlaysButton *self, GtkGrid *grid, guint index)
{
  const Row *row = &rows[index];
  GtkWidget *check = gtk_check_button_new_with_label (_ (row->name));
  GtkWidget *sample = gtk_drawing_area_new ();

  gtk_widget_set_hexpand (check, TRUE);
  gtk_widget_set_tooltip_text (check, _ (row->tooltip));
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (sample), SAMPLE_WIDTH_PX);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (sample), SAMPLE_HEIGHT_PX);
  g_object_set_data (G_OBJECT (sample), "overlays-button", self);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (sample), draw_sample_cb, (gpointer) row, NULL);
  g_signal_connect_object (self->look, "changed", G_CALLBACK (gtk_widget_queue_draw), sample,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (check, "toggled", G_CALLBACK (toggled_cb), self, G_CONNECT_SWAPPED);
  gtk_grid_attach (grid, check, 0, (int) index, 1, 1);
  gtk_grid_attach (grid, sample, 1, (int) index, 1, 1);
  self->checks[index] = GTK_CHECK_BUTTON (check);
}

static void
add_factor (LwOverlaysButton *self, GtkGrid *grid, int row)
{
  GtkWidget *label = gtk_label_new (_ ("Length of Arrows"));
  GtkWidget *scale =
    gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, -log2 (LW_CANVAS_LONGEST_FACTOR),
                              log2 (LW_CANVAS_LONGEST_FACTOR), 0.25);
  GtkWidget *reset = gtk_button_new_with_label (_ ("Defaults"));

  self->factor = GTK_RANGE (scale);
  gtk_scale_set_draw_value (GTK_SCALE (scale), FALSE);
  gtk_scale_add_mark (GTK_SCALE (scale), 0, GTK_POS_BOTTOM, NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_tooltip_text (scale, _ ("Length of Arrows"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Length of Arrows"), -1);
  gtk_widget_set_tooltip_text (reset, _ ("Show the Overlays of a New Project"));
  g_signal_connect_object (scale, "value-changed", G_CALLBACK (factor_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (reset, "clicked", G_CALLBACK (reset_cb), self, G_CONNECT_SWAPPED);
  gtk_grid_attach (grid, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0, row, 2, 1);
  gtk_grid_attach (grid, label, 0, row + 1, 2, 1);
  gtk_grid_attach (grid, scale, 0, row + 2, 2, 1);
  gtk_grid_attach (grid, reset, 0, row + 3, 2, 1);
}

static void
lw_overlays_button_dispose (GObject *object)
{
  LwOverlaysButton *self = LW_OVERLAYS_BUTTON (object);

  self->canvas = NULL;
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_overlays_button_parent_class)->dispose (object);
}

static void
lw_overlays_button_class_init (LwOverlaysButtonClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_overlays_button_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "overlaysbutton");
}

static void
lw_overlays_button_init (LwOverlaysButton *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());

  self->look = lw_appearance_dup_default ();
  gtk_grid_set_row_spacing (grid, 2);
  gtk_grid_set_column_spacing (grid, 12);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    add_row (self, grid, i);
  add_factor (self, grid, G_N_ELEMENTS (rows));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 640);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (grid));
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
  g_signal_connect_object (popover, "show", G_CALLBACK (opened_cb), self, G_CONNECT_SWAPPED);

  self->button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_menu_button_set_icon_name (self->button, "view-reveal-symbolic");
  gtk_menu_button_set_popover (self->button, popover);
  gtk_widget_set_focus_on_click (GTK_WIDGET (self->button), FALSE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), _ ("Overlays (Ctrl+U)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Overlays"), -1);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->button));
}
