// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-thumbnail.h"

#include <math.h>

#include "lw-appearance.h"
#include "lw-preview-drawing.h"

struct _LwThumbnail
{
  GtkWidget parent_instance;

  // Owned
  GFile *file;
  GCancellable *cancellable;
  LwAppearance *look;
  LwPreview *preview;
  LwPreviewDrawing *drawing; ///< NULL until loaded
  GskRenderNode *node;       ///< last drawing; NULL if it has to be drawn again

  int width;
  int height;
  double speed;    ///< seconds of the motion per second
  bool is_loading; ///< or has been loaded
  bool play_when_loaded;
  guint tick_id;
  gint64 start_usec;
  double time;
};

enum
{
  SIGNAL_LOADED, ///< LwMechanism, or NULL
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwThumbnail, lw_thumbnail, GTK_TYPE_WIDGET)

// ---- the displayed time ----------------------------------------------------------------------

static void
redraw (LwThumbnail *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static double
duration (LwThumbnail *self)
{
  return lw_recording_end (self->preview->recording);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  LwThumbnail *self = LW_THUMBNAIL (widget);
  gint64 now_usec = gdk_frame_clock_get_frame_time (clock);

  if (self->start_usec == 0)
    self->start_usec = now_usec;
  self->time = lw_preview_drawing_show (
    self->drawing,
    lw_recording_find (
      self->preview->recording,
      fmod (self->speed * (double) (now_usec - self->start_usec) * 1e-6, duration (self))));
  redraw (self);
  return G_SOURCE_CONTINUE;
}

bool
lw_thumbnail_get_playing (LwThumbnail *self)
{
  g_return_val_if_fail (LW_IS_THUMBNAIL (self), false);

  return self->tick_id != 0;
}

void
lw_thumbnail_set_playing (LwThumbnail *self, bool playing)
{
  gboolean animations;

  g_return_if_fail (LW_IS_THUMBNAIL (self));

  self->play_when_loaded = playing;
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &animations,
                NULL);
  playing = playing && animations && self->drawing != NULL && duration (self) > 0;
  if (playing == lw_thumbnail_get_playing (self))
    return;
  if (playing) {
    self->start_usec = 0;
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
    return;
  }
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
  self->time = lw_preview_drawing_show (self->drawing, 0);
  redraw (self);
}

double
lw_thumbnail_get_time (LwThumbnail *self)
{
  g_return_val_if_fail (LW_IS_THUMBNAIL (self), 0);

  return self->time;
}

// ---- drawing --------------------------------------------------------------------------------

static void
draw (LwThumbnail *self, cairo_t *cairo, double width, double height)
{
  LwPainter *painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));

  lw_preview_drawing_draw (self->drawing, painter, lw_appearance_get_palette (self->look), width,
                           height);
  lw_painter_free (painter);
}

static void
lw_thumbnail_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LwThumbnail *self = LW_THUMBNAIL (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);

  if (self->drawing == NULL || width < 1 || height < 1)
    return;
  if (self->node == NULL) {
    cairo_t *cairo;

    self->node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, width, height));
    cairo = gsk_cairo_node_get_draw_context (self->node);
    draw (self, cairo, width, height);
    cairo_destroy (cairo);
  }
  gtk_snapshot_append_node (snapshot, self->node);
}

static void
lw_thumbnail_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  LwThumbnail *self = LW_THUMBNAIL (widget);

  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? self->width : self->height;
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN (self->width, 66) : self->height;
}

static void
lw_thumbnail_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_clear_pointer (&LW_THUMBNAIL (widget)->node, gsk_render_node_unref);
}

// ---- object ---------------------------------------------------------------------------------

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwThumbnail *self = LW_THUMBNAIL (data);
  g_autoptr (LwPreview) preview = lw_preview_load_finish (result, NULL);

  if (!g_cancellable_is_cancelled (self->cancellable)) {
    if (preview != NULL) {
      self->preview = g_steal_pointer (&preview);
      self->drawing = lw_preview_drawing_new (self->preview);
      redraw (self);
      if (self->play_when_loaded)
        lw_thumbnail_set_playing (self, true);
    }
    g_signal_emit (self, signals[SIGNAL_LOADED], 0,
                   self->preview != NULL ? self->preview->mechanism : NULL);
  }
  g_object_unref (self);
}

GtkWidget *
lw_thumbnail_new (GFile *file, int width, int height)
{
  LwThumbnail *self = g_object_new (LW_TYPE_THUMBNAIL, NULL);

  self->file = g_object_ref (file);
  self->width = width;
  self->height = height;
  return GTK_WIDGET (self);
}

void
lw_thumbnail_load (LwThumbnail *self)
{
  g_return_if_fail (LW_IS_THUMBNAIL (self));

  if (self->is_loading)
    return;
  self->is_loading = true;
  lw_preview_load_async (self->file, self->cancellable, loaded_cb, g_object_ref (self));
}

bool
lw_thumbnail_is_loading (LwThumbnail *self)
{
  g_return_val_if_fail (LW_IS_THUMBNAIL (self), false);

  return self->is_loading;
}

bool
lw_thumbnail_is_loaded (LwThumbnail *self)
{
  g_return_val_if_fail (LW_IS_THUMBNAIL (self), false);

  return self->drawing != NULL;
}

void
lw_thumbnail_set_speed (LwThumbnail *self, double speed)
{
  g_return_if_fail (LW_IS_THUMBNAIL (self));

  self->speed = speed;
}

static void
lw_thumbnail_dispose (GObject *object)
{
  LwThumbnail *self = LW_THUMBNAIL (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->drawing, lw_preview_drawing_free);
  g_clear_pointer (&self->preview, lw_preview_free);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_thumbnail_parent_class)->dispose (object);
}

static void
lw_thumbnail_finalize (GObject *object)
{
  g_object_unref (LW_THUMBNAIL (object)->file);
  g_object_unref (LW_THUMBNAIL (object)->cancellable);

  G_OBJECT_CLASS (lw_thumbnail_parent_class)->finalize (object);
}

static void
lw_thumbnail_class_init (LwThumbnailClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_thumbnail_dispose;
  G_OBJECT_CLASS (klass)->finalize = lw_thumbnail_finalize;
  widget_class->snapshot = lw_thumbnail_snapshot;
  widget_class->measure = lw_thumbnail_measure;
  widget_class->size_allocate = lw_thumbnail_size_allocate;

  signals[SIGNAL_LOADED] = g_signal_new ("loaded", LW_TYPE_THUMBNAIL, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 1, LW_TYPE_MECHANISM);
  gtk_widget_class_set_css_name (widget_class, "thumbnail");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
lw_thumbnail_init (LwThumbnail *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  self->speed = 1;
  self->cancellable = g_cancellable_new ();
  self->look = lw_appearance_dup_default ();
  g_signal_connect_object (self->look, "changed", G_CALLBACK (redraw), self, G_CONNECT_SWAPPED);
}
