// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-polygon-window.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-draw-polygon.h"

struct _LwPolygonWindow
{
  LwSubWindow parent_instance;

  // Owned
  GArray *points;              ///< NULL if the displayed time cannot be solved
  double largest[LW_POLYGONS]; ///< largest vectors since the player was set, so that scales stay

  // Children
  GtkWidget *areas[LW_POLYGONS];
  GtkLabel *problem;
};

G_DEFINE_FINAL_TYPE (LwPolygonWindow, lw_polygon_window, LW_TYPE_SUB_WINDOW)

static void
lw_polygon_window_update (LwSubWindow *window)
{
  LwPolygonWindow *self = LW_POLYGON_WINDOW (window);
  LwPlayer *player = lw_sub_window_get_player (window);
  MbdState *state = player != NULL ? lw_player_get_state (player) : NULL;

  g_clear_pointer (&self->points, g_array_unref);
  if (state != NULL)
    self->points = lw_motion_points_new (lw_player_get_mechanism (player), state);
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
lw_polygon_window_player_changed (LwSubWindow *window)
{
  LwPolygonWindow *self = LW_POLYGON_WINDOW (window);

  memset (self->largest, 0, sizeof self->largest);
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  LwPolygonWindow *self = data;
  LwAppearance *look = lw_sub_window_get_look (LW_SUB_WINDOW (self));
  LwPlayer *player = lw_sub_window_get_player (LW_SUB_WINDOW (self));
  const LwPolygonKind kind =
    GTK_WIDGET (area) == self->areas[0] ? LW_POLYGON_VELOCITY : LW_POLYGON_ACCELERATION;
  const LwPalette *palette = lw_appearance_get_palette (look);
  LwPainter *painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (look));

  lw_painter_rect (painter, 0, 0, width, height);
  lw_painter_fill (painter, palette->paper);
  if (self->points != NULL)
    lw_draw_polygon (painter, palette, lw_player_get_mechanism (player), self->points, kind,
                     self->largest[kind], lw_appearance_get_units (look), width, height);
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

  lw_sub_window_follow (LW_SUB_WINDOW (self), GTK_WIDGET (canvas));
  return GTK_WIDGET (self);
}

static void
lw_polygon_window_dispose (GObject *object)
{
  g_clear_pointer (&LW_POLYGON_WINDOW (object)->points, g_array_unref);

  G_OBJECT_CLASS (lw_polygon_window_parent_class)->dispose (object);
}

static void
lw_polygon_window_class_init (LwPolygonWindowClass *klass)
{
  LwSubWindowClass *window_class = LW_SUB_WINDOW_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_polygon_window_dispose;
  window_class->update = lw_polygon_window_update;
  window_class->player_changed = lw_polygon_window_player_changed;
}

static void
lw_polygon_window_init (LwPolygonWindow *self)
{
  LwSubWindow *window = LW_SUB_WINDOW (self);
  GtkWidget *pages = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 1);
  GtkWidget *problem = gtk_label_new (NULL);

  self->problem = GTK_LABEL (problem);
  gtk_label_set_wrap (self->problem, TRUE);
  gtk_widget_add_css_class (problem, "dim-label");
  gtk_box_append (GTK_BOX (pages), create_page (self, LW_POLYGON_VELOCITY, _ ("Velocities")));
  gtk_box_append (GTK_BOX (pages),
                  create_page (self, LW_POLYGON_ACCELERATION, _ ("Accelerations")));
  lw_sub_window_set_up (window, _ ("Velocity and Acceleration Polygons"), 860, 480);
  lw_sub_window_append (window, pages);
  lw_sub_window_append (window, problem);
}
