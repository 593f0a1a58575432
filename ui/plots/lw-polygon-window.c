// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-polygon-window.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-appearance.h"
#include "lw-draw-polygon.h"

struct _LwPolygonWindow
{
  AdwWindow parent_instance;

  // Owned
  LwAppearance *look;
  LwCanvas *canvas;
  LwPlayer *player;            ///< the one that is followed; NULL if there is none
  GArray *points;              ///< NULL if the displayed time cannot be solved
  double largest[LW_POLYGONS]; ///< largest vectors since the player was set, so that scales stay

  // Children
  GtkWidget *areas[LW_POLYGONS];
  GtkLabel *problem;
};

G_DEFINE_FINAL_TYPE (LwPolygonWindow, lw_polygon_window, ADW_TYPE_WINDOW)

static void
update (LwPolygonWindow *self)
{
  MbdState *state = self->player != NULL ? lw_player_get_state (self->player) : NULL;

  g_clear_pointer (&self->points, g_array_unref);
  if (state != NULL)
    self->points = lw_motion_points_new (lw_player_get_mechanism (self->player), state);
  for (int kind = 0; kind < LW_POLYGONS; kind++) {
    if (self->points != NULL)
      self->largest[kind] =
        fmax (self->largest[kind], lw_polygon_largest (self->points, (LwPolygonKind) kind));
    gtk_widget_queue_draw (self->areas[kind]);
  }
  gtk_label_set_text (self->problem, self->points == NULL
                                       ? _ ("The motion cannot be computed at this time.")
                                     : self->points->len == 0 ? _ ("Nothing moves in the plane.")
                                     : self->largest[0] > 0   ? ""
                                                              : _ ("Nothing moves at this time."));
}

static void
player_changed_cb (LwPolygonWindow *self)
{
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, lw_canvas_get_player (self->canvas));
  memset (self->largest, 0, sizeof self->largest);
  if (self->player != NULL) {
    g_signal_connect_object (self->player, "moved", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
    g_signal_connect_object (self->player, "run-changed", G_CALLBACK (update), self,
                             G_CONNECT_SWAPPED);
  }
  update (self);
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  LwPolygonWindow *self = data;
  const LwPolygonKind kind =
    GTK_WIDGET (area) == self->areas[0] ? LW_POLYGON_VELOCITY : LW_POLYGON_ACCELERATION;
  const LwPalette *palette = lw_appearance_get_palette (self->look);
  LwPainter *painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));

  lw_painter_rect (painter, 0, 0, width, height);
  lw_painter_fill (painter, palette->paper);
  if (self->points != NULL)
    lw_draw_polygon (painter, palette, lw_player_get_mechanism (self->player), self->points, kind,
                     self->largest[kind], lw_appearance_get_units (self->look), width, height);
  lw_painter_free (painter);
}

static GtkWidget *
create_page (LwPolygonWindow *self, LwPolygonKind kind, const char *title)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *label = gtk_label_new (title);

  self->areas[kind] = gtk_drawing_area_new ();
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_margin_top (label, 6);
  gtk_widget_set_hexpand (self->areas[kind], TRUE);
  gtk_widget_set_vexpand (self->areas[kind], TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->areas[kind]), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->areas[kind]), draw_cb, self, NULL);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), self->areas[kind]);
  return box;
}

const GArray *
lw_polygon_window_get_points (LwPolygonWindow *self)
{
  g_return_val_if_fail (LW_IS_POLYGON_WINDOW (self), NULL);

  return self->points;
}

GtkWidget *
lw_polygon_window_new (GtkWindow *parent, LwCanvas *canvas)
{
  LwPolygonWindow *self = g_object_new (LW_TYPE_POLYGON_WINDOW, "transient-for", parent, NULL);

  self->canvas = g_object_ref (canvas);
  g_signal_connect_object (canvas, "notify::player", G_CALLBACK (player_changed_cb), self,
                           G_CONNECT_SWAPPED);
  player_changed_cb (self);
  return GTK_WIDGET (self);
}

static void
lw_polygon_window_dispose (GObject *object)
{
  LwPolygonWindow *self = LW_POLYGON_WINDOW (object);

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_object (&self->canvas);
  g_clear_pointer (&self->points, g_array_unref);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_polygon_window_parent_class)->dispose (object);
}

static void
lw_polygon_window_class_init (LwPolygonWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_polygon_window_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
lw_polygon_window_init (LwPolygonWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *pages = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 1);
  GtkWidget *problem = gtk_label_new (NULL);

  self->look = lw_appearance_dup_default ();
  self->problem = GTK_LABEL (problem);
  gtk_label_set_wrap (self->problem, TRUE);
  gtk_widget_add_css_class (problem, "dim-label");
  gtk_box_append (GTK_BOX (pages), create_page (self, LW_POLYGON_VELOCITY, _ ("Velocities")));
  gtk_box_append (GTK_BOX (pages),
                  create_page (self, LW_POLYGON_ACCELERATION, _ ("Accelerations")));
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), pages);
  gtk_box_append (GTK_BOX (box), problem);
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Velocity and Acceleration Polygons"));
  gtk_window_set_default_size (GTK_WINDOW (self), 860, 480);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
}
