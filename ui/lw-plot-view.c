// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-plot-view.h"

#include <math.h>

#include "lw-look.h"
#include "lw-plot.h"

#define ZOOM_PER_NOTCH 1.25
#define RANGE_MIN_S 1e-6
#define NATURAL_WIDTH 320
#define MINIMUM_WIDTH 150
#define MINIMUM_HEIGHT 96
#define CURSOR_REACH 8 ///< px that the cursor and its dots reach to either side

/// What the kept picture of the plot shows.
typedef struct
{
  const LwRecording *recording; ///< only compared
  double recorded_time;
  double derived_time; ///< of what is made from the recording
  double minimum, maximum;
  int width, height, factor;
  bool paused;
} Picture;

struct _LwPlotView
{
  GtkWidget parent_instance;

  // Owned
  LwPlayer *player;
  LwLook *look;
  GArray *curves;      ///< of LwPlotCurve
  GArray *channels;    ///< of guint: what they show
  GskRenderNode *node; ///< the plot without its instant; NULL: to be drawn anew

  char *title;

  LwPlot plot;
  Picture picture;
  LwPlotFrame frame;       ///< where the plot came to lie when it was drawn last
  double minimum, maximum; ///< s
  double pointer_x;
  bool dragging;
};

G_DEFINE_FINAL_TYPE (LwPlotView, lw_plot_view, GTK_TYPE_WIDGET)

// ---- time axis ------------------------------------------------------------------------------

void
lw_plot_view_get_range (LwPlotView *self, double *minimum, double *maximum)
{
  g_return_if_fail (LW_IS_PLOT_VIEW (self));

  *minimum = self->minimum;
  *maximum = self->maximum;
}

void
lw_plot_view_fit (LwPlotView *self)
{
  g_return_if_fail (LW_IS_PLOT_VIEW (self));

  self->minimum = 0;
  self->maximum = fmax (lw_player_get_duration (self->player), RANGE_MIN_S);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
lw_plot_view_zoom (LwPlotView *self, double time, double factor)
{
  double duration = lw_player_get_duration (self->player);
  double span = (self->maximum - self->minimum) / factor;
  double part = (time - self->minimum) / (self->maximum - self->minimum);

  g_return_if_fail (LW_IS_PLOT_VIEW (self));
  g_return_if_fail (factor > 0);

  if (span >= duration) {
    lw_plot_view_fit (self);
    return;
  }
  span = fmax (span, RANGE_MIN_S);
  self->minimum = CLAMP (time - part * span, 0, duration - span);
  self->maximum = self->minimum + span;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

bool
lw_plot_view_get_area (LwPlotView *self, GdkRectangle *area)
{
  g_return_val_if_fail (LW_IS_PLOT_VIEW (self), false);

  if (self->frame.width <= 0)
    return false;
  area->x = (int) self->frame.x;
  area->y = (int) self->frame.y;
  area->width = (int) self->frame.width;
  area->height = (int) self->frame.height;
  return true;
}

static double
time_at (LwPlotView *self, double x)
{
  double time = lw_scale_unmap (&self->frame.x_scale, x);

  return CLAMP (time, 0, lw_player_get_duration (self->player));
}

/// Colours, fonts, units, or which curves are shown.
static void
look_changed_cb (LwPlotView *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

// ---- gestures -------------------------------------------------------------------------------

/// The legend is in the title line, above the area of the curves.
static bool
toggle_curve_at (LwPlotView *self, double x, double y)
{
  int index = lw_plot_legend_at (&self->plot, lw_look_get_fonts (self->look), 0, 0,
                                 gtk_widget_get_width (GTK_WIDGET (self)), x, y);
  LwPlotCurve *curve;

  if (index < 0)
    return false;
  curve = &g_array_index (self->curves, LwPlotCurve, index);
  curve->hidden = !curve->hidden;
  look_changed_cb (self);
  return true;
}

static void
pressed_cb (LwPlotView *self, int n_press, double x, double y)
{
  if (n_press == 2 && y >= self->frame.y)
    lw_plot_view_fit (self);
}

static void
drag_begin_cb (LwPlotView *self, double x, double y)
{
  if (self->frame.width <= 0 || toggle_curve_at (self, x, y) || y < self->frame.y)
    return;
  self->dragging = true;
  lw_player_begin_scrub (self->player);
  lw_player_seek (self->player, time_at (self, x));
}

static void
drag_update_cb (LwPlotView *self, double dx, double dy, GtkGestureDrag *drag)
{
  double x;
  double y;

  if (self->dragging && gtk_gesture_drag_get_start_point (drag, &x, &y))
    lw_player_seek (self->player, time_at (self, x + dx));
}

static void
drag_end_cb (LwPlotView *self)
{
  if (!self->dragging)
    return;
  self->dragging = false;
  lw_player_end_scrub (self->player);
}

static void
motion_cb (LwPlotView *self, double x, double y)
{
  self->pointer_x = x;
}

static gboolean
scroll_cb (LwPlotView *self, double dx, double dy, GtkEventControllerScroll *scroll)
{
  bool smooth = gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_SURFACE;

  if (self->frame.width <= 0)
    return GDK_EVENT_PROPAGATE;
  lw_plot_view_zoom (self, time_at (self, self->pointer_x),
                     pow (ZOOM_PER_NOTCH, smooth ? -dy / 40 : -dy));
  return GDK_EVENT_STOP;
}

// ---- drawing --------------------------------------------------------------------------------

/// The picture is kept until something in it has changed by a pixel: while a run is recorded its
/// curves grow by less than that in most frames.
static bool
picture_is_good (LwPlotView *self, const Picture *now)
{
  const Picture *then = &self->picture;
  double pixel = (now->maximum - now->minimum) / MAX (self->frame.width * now->factor, 1);
  double growth = now->recorded_time - then->recorded_time;
  double derived = now->derived_time - then->derived_time;

  return self->node != NULL && now->recording == then->recording && now->minimum == then->minimum
         && now->maximum == then->maximum && now->width == then->width
         && now->height == then->height && now->factor == then->factor
         && now->paused == then->paused && growth >= 0 && derived >= 0
         && ((growth == 0 && derived == 0)
             || (fmax (growth, derived) < pixel && lw_player_get_playing (self->player)));
}

/// Draw the plot without its instant into an image, which a node of its own holds.
static void
draw_picture (LwPlotView *self, const Picture *now)
{
  cairo_surface_t *surface = cairo_image_surface_create (
    CAIRO_FORMAT_ARGB32, now->width * now->factor, now->height * now->factor);
  LwPlot plot = self->plot;
  LwPainter *painter;
  cairo_t *cairo;

  cairo_surface_set_device_scale (surface, now->factor, now->factor);
  cairo = cairo_create (surface);
  painter = lw_painter_new_cairo (cairo, lw_look_get_fonts (self->look));
  plot.cursor = NAN;
  lw_plot_draw (&plot, painter, lw_look_get_palette (self->look), 0, 0, now->width, now->height,
                &self->frame);
  lw_painter_free (painter);
  cairo_destroy (cairo);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  self->node =
    gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, (float) now->width, (float) now->height));
  cairo = gsk_cairo_node_get_draw_context (self->node);
  cairo_set_source_surface (cairo, surface, 0, 0);
  cairo_paint (cairo);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
  self->picture = *now;
}

/// Only the strip that the cursor needs is drawn, and no more of the window has to be redrawn.
static void
draw_instant (LwPlotView *self, GtkSnapshot *snapshot)
{
  double x = lw_scale_map (&self->frame.x_scale, self->plot.cursor);
  double left = floor (CLAMP (x - CURSOR_REACH, 0, self->picture.width));
  double right = self->plot.paused ? self->picture.width
                                   : ceil (CLAMP (x + CURSOR_REACH, left, self->picture.width));
  cairo_t *cairo;
  LwPainter *painter;

  if (right <= left)
    return;
  cairo = gtk_snapshot_append_cairo (
    snapshot,
    &GRAPHENE_RECT_INIT ((float) left, 0, (float) (right - left), (float) self->picture.height));
  painter = lw_painter_new_cairo (cairo, lw_look_get_fonts (self->look));
  lw_plot_draw_instant (&self->plot, painter, lw_look_get_palette (self->look), &self->frame);
  lw_painter_free (painter);
  cairo_destroy (cairo);
}

/// Where the values are now. Returns the time up to which the last of them are known, s.
static double
find_columns (LwPlotView *self)
{
  double time = lw_player_get_recorded_time (self->player);

  for (guint i = 0; i < self->curves->len; i++) {
    LwPlotCurve *curve = &g_array_index (self->curves, LwPlotCurve, i);
    LwRecording *recording;
    gsize n;

    if (!lw_player_find_column (self->player, g_array_index (self->channels, guint, i), &recording,
                                &curve->y_column)) {
      curve->recording = NULL;
      continue;
    }
    curve->recording = recording;
    n = lw_recording_n_samples (recording);
    time = fmin (time, n > 0 ? lw_recording_value (recording, 0, n - 1) : 0);
  }
  return time;
}

static void
lw_plot_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LwPlotView *self = LW_PLOT_VIEW (widget);
  double recorded_time = lw_player_get_recorded_time (self->player);
  double cursor = lw_player_get_time (self->player);
  Picture now = {
    .recording = lw_player_get_recording (self->player),
    .recorded_time = recorded_time,
    .minimum = self->minimum,
    .maximum = self->maximum,
    .width = gtk_widget_get_width (widget),
    .height = gtk_widget_get_height (widget),
    .factor = gtk_widget_get_scale_factor (widget),
    .paused = !lw_player_get_playing (self->player) && cursor < recorded_time,
  };

  if (now.width < 1 || now.height < 1)
    return;
  now.derived_time = find_columns (self);
  self->plot.curves = (const LwPlotCurve *) (void *) self->curves->data;
  self->plot.x_minimum = now.minimum;
  self->plot.x_maximum = now.maximum;
  self->plot.cursor = cursor;
  self->plot.paused = now.paused;
  self->plot.units = *lw_look_get_units (self->look);
  if (!picture_is_good (self, &now))
    draw_picture (self, &now);
  gtk_snapshot_append_node (snapshot, self->node);
  draw_instant (self, snapshot);
}

static void
lw_plot_view_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MINIMUM_WIDTH : MINIMUM_HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? NATURAL_WIDTH : MINIMUM_HEIGHT;
  *minimum_baseline = -1;
  *natural_baseline = -1;
}

// ---- object ---------------------------------------------------------------------------------

/// Axis and unit are those of the first curve; another unit is shown with the value.
static void
take_layout (LwPlotView *self, const LwPlotCurves *layout)
{
  LwChannels *channels = lw_player_get_channels (self->player);

  self->plot = lw_plot_default ();
  self->title = g_strdup (layout->title);
  self->plot.title = self->title;
  self->plot.logarithmic = layout->logarithmic;
  for (guint i = 0; i < layout->curves->len; i++) {
    guint index = g_array_index (layout->curves, guint, i);
    const LwChannel *channel = lw_channels_get (channels, index);
    LwPlotCurve curve = {
      .label = channel->label,
      .unit = channel->unit,
      .style = i,
    };

    if (i == 0) {
      self->plot.y_quantity = channel->quantity;
      self->plot.y_unit = channel->unit;
    }
    g_array_append_val (self->curves, curve);
    g_array_append_val (self->channels, index);
  }
  self->plot.n_curves = self->curves->len;
}

GtkWidget *
lw_plot_view_new (LwPlayer *player, guint index)
{
  LwPlotView *self = g_object_new (LW_TYPE_PLOT_VIEW, NULL);
  const LwPlotCurves *layout = g_ptr_array_index (lw_player_get_curves (player)->plots, index);

  self->player = g_object_ref (player);
  take_layout (self, layout);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  layout->title, -1);
  g_signal_connect_object (player, "moved", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "grown", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  lw_plot_view_fit (self);
  return GTK_WIDGET (self);
}

static void
lw_plot_view_dispose (GObject *object)
{
  LwPlotView *self = LW_PLOT_VIEW (object);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->curves, g_array_unref);
  g_clear_pointer (&self->channels, g_array_unref);
  g_clear_object (&self->player);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_plot_view_parent_class)->dispose (object);
}

static void
lw_plot_view_class_init (LwPlotViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_plot_view_dispose;
  widget_class->snapshot = lw_plot_view_snapshot;
  widget_class->measure = lw_plot_view_measure;

  gtk_widget_class_set_css_name (widget_class, "plot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lw_plot_view_init (LwPlotView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *controller;

  self->curves = g_array_new (FALSE, TRUE, sizeof (LwPlotCurve));
  self->channels = g_array_new (FALSE, TRUE, sizeof (guint));
  self->maximum = 1;
  self->look = lw_look_dup_default ();
  g_signal_connect_object (self->look, "changed", G_CALLBACK (look_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);

  controller = GTK_EVENT_CONTROLLER (gtk_gesture_drag_new ());
  g_signal_connect_swapped (controller, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (controller, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (controller, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  g_signal_connect_swapped (controller, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_motion_new ();
  g_signal_connect_swapped (controller, "motion", G_CALLBACK (motion_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  g_signal_connect_swapped (controller, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (widget, controller);
}
