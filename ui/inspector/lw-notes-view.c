// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-notes-view.h"

#define LINES_MIN 3
/// Longer texts are not measured; they get LINES_MAX lines.
#define MEASURED_MAX_CHARACTERS 20000
#define LINES_MAX 400

struct _LwNotesView
{
  GtkTextView parent_instance;
};

G_DEFINE_FINAL_TYPE (LwNotesView, lw_notes_view, GTK_TYPE_TEXT_VIEW)

static char *
dup_text (LwNotesView *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

/// Returns the height of the text at a width, px; -1 means no wrapping.
static int
measure_height (LwNotesView *self, int width)
{
  g_autofree char *text = dup_text (self);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), "");
  int line;
  int height;

  pango_layout_get_pixel_size (layout, NULL, &line);
  if (g_utf8_strlen (text, -1) > MEASURED_MAX_CHARACTERS)
    return LINES_MAX * line;
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, width > 0 ? width * PANGO_SCALE : -1);
  pango_layout_get_pixel_size (layout, NULL, &height);
  return MAX (height, LINES_MIN * line);
}

static void
lw_notes_view_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  GTK_WIDGET_CLASS (lw_notes_view_parent_class)
    ->measure (widget, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = *minimum;
  else
    *minimum = *natural = measure_height (LW_NOTES_VIEW (widget), for_size);
}

static GtkSizeRequestMode
lw_notes_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

GtkWidget *
lw_notes_view_new (void)
{
  return g_object_new (LW_TYPE_NOTES_VIEW, "wrap-mode", GTK_WRAP_WORD_CHAR, "accepts-tab", FALSE,
                       NULL);
}

static void
lw_notes_view_class_init (LwNotesViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = lw_notes_view_measure;
  widget_class->get_request_mode = lw_notes_view_get_request_mode;
}

static void
lw_notes_view_init (LwNotesView *self)
{
  g_signal_connect_object (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self)), "changed",
                           G_CALLBACK (gtk_widget_queue_resize), self, G_CONNECT_SWAPPED);
}
