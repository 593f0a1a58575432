// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-picture-view.h"

#include "lw-appearance.h"
#include "lw-lesson-picture.h"

#define HEIGHT_PX 150
/// Pictures are drawn larger and scaled down, so that their symbols do not crowd a small sheet.
#define SCALE 0.72

typedef struct
{
  LwAppearance *look;
  LwMechanism *mechanism;
  cairo_t *cairo; ///< target of the drawing in progress
  LwPainter *painter;
} Picture;

static void
picture_free (gpointer data)
{
  Picture *self = data;

  g_object_unref (self->look);
  lw_mechanism_unref (self->mechanism);
  g_free (self);
}

static LwPainter *
begin_cb (void *data)
{
  Picture *self = data;

  self->painter = lw_painter_new_cairo (self->cairo, lw_appearance_get_fonts (self->look));
  return self->painter;
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  Picture *self = data;

  self->cairo = cairo;
  cairo_scale (cairo, SCALE, SCALE);
  lw_lesson_picture_draw (self->mechanism, begin_cb, self, lw_appearance_get_palette (self->look),
                          width / SCALE, height / SCALE);
  g_clear_pointer (&self->painter, lw_painter_free);
  self->cairo = NULL;
}

static GtkWidget *
new_area (LwMechanism *mechanism, const char *description)
{
  GtkWidget *area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG,
                                  "content-height", HEIGHT_PX, NULL);
  Picture *picture = g_new0 (Picture, 1);

  picture->look = lw_appearance_dup_default ();
  picture->mechanism = lw_mechanism_ref (mechanism);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_cb, picture, picture_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, description,
                                  -1);
  g_signal_connect_object (picture->look, "changed", G_CALLBACK (gtk_widget_queue_draw), area,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (area, "picture");
  return area;
}

static GtkWidget *
new_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);
  g_autofree char *markup = lw_lesson_dup_markup (text);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

GtkWidget *
lw_lesson_picture_view_new (const LwLessonPicture *picture, const char *language)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  const char *caption = lw_lesson_text (picture->caption, language);
  g_autofree char *spoken = lw_lesson_dup_plain (caption);

  if (picture->mechanism != NULL)
    gtk_box_append (GTK_BOX (box),
                    new_area (picture->mechanism, *spoken != '\0'
                                                    ? spoken
                                                    : lw_mechanism_get_title (picture->mechanism)));
  else
    gtk_box_append (GTK_BOX (box), new_label (picture->fault, "fault"));
  if (*caption != '\0')
    gtk_box_append (GTK_BOX (box), new_label (caption, "caption"));
  return box;
}
