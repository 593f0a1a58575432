// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-magnifier.h"
#include "lw-plot-view-private.h"

#include <math.h>

#define RANGE_MIN_S 1e-6
#define NATURAL_WIDTH 320
#define MINIMUM_WIDTH 150
#define MINIMUM_HEIGHT 96
#define CURSOR_REACH 8 ///< px on either side of the cursor that it and its dots cover

G_DEFINE_FINAL_TYPE (LwPlotView, lw_plot_view, GTK_TYPE_WIDGET)

// ---- ranges ---------------------------------------------------------------------------------

static const LwPlotRange EVERYTHING = { NAN, NAN, NAN, NAN, NAN, NAN };

bool
lw_plot_view_is_over_time (LwPlotView *self)
{
  return self->against == LW_AGAINST_TIME;
}

void
lw_plot_view_redraw (LwPlotView *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
lw_plot_view_get_range (LwPlotView *self, double *minimum, double *maximum)
{
  g_return_if_fail (LW_IS_PLOT_VIEW (self));

  *minimum = self->range.x_minimum;
  *maximum = self->range.x_maximum;
}

void
lw_plot_view_fit (LwPlotView *self)
{
  g_return_if_fail (LW_IS_PLOT_VIEW (self));

  self->range = EVERYTHING;
  if (lw_plot_view_is_over_time (self)) {
    self->range.x_minimum = 0;
    self->range.x_maximum = fmax (lw_player_get_duration (self->player), RANGE_MIN_S);
  }
  self->duration = lw_player_get_duration (self->player);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static bool
is_sane (double minimum, double maximum)
{
  return isfinite (minimum) && isfinite (maximum)
         && maximum - minimum > 1e-12 * fmax (fabs (minimum), fabs (maximum))
         && maximum - minimum > 1e-300 && fabs (minimum) < 1e300 && fabs (maximum) < 1e300;
}

void
lw_plot_view_zoom (LwPlotView *self, double time, double factor)
{
  double duration = lw_player_get_duration (self->player);
  const LwScale *scale = &self->frame.x_scale;
  double minimum;
  double maximum;

  g_return_if_fail (LW_IS_PLOT_VIEW (self));
  g_return_if_fail (factor > 0);

  if (!lw_plot_view_is_over_time (self)) {
    minimum = time - (time - scale->minimum) / factor;
    maximum = time + (scale->maximum - time) / factor;
    if (!is_sane (minimum, maximum))
      return;
  } else {
    double span = (self->range.x_maximum - self->range.x_minimum) / factor;
    double part = (time - self->range.x_minimum) / (self->range.x_maximum - self->range.x_minimum);

    span = CLAMP (span, RANGE_MIN_S, fmax (duration, RANGE_MIN_S));
    minimum = CLAMP (time - part * span, 0, fmax (duration - span, 0));
    maximum = minimum + span;
  }
  self->range.x_minimum = minimum;
  self->range.x_maximum = maximum;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
lw_plot_view_zoom_values (LwPlotView *self, bool right, double value, double factor)
{
  LwScale scale = right ? self->frame.right_scale : self->frame.y_scale;
  double px;
  double minimum;
  double maximum;

  g_return_if_fail (LW_IS_PLOT_VIEW (self));
  g_return_if_fail (factor > 0);

  if (self->frame.height <= 0 || (right && !self->frame.has_right))
    return;
  px = lw_scale_map (&scale, value);
  minimum = lw_scale_unmap (&scale, px + (scale.from - px) / factor);
  maximum = lw_scale_unmap (&scale, px + (scale.to - px) / factor);
  if (!is_sane (minimum, maximum) || (scale.logarithmic && !(minimum > 0)))
    return;
  if (right) {
    self->range.right_minimum = minimum;
    self->range.right_maximum = maximum;
  } else {
    self->range.y_minimum = minimum;
    self->range.y_maximum = maximum;
  }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/// Keeps the visible part of time if the run is long enough for it; a range that covered the whole
/// run covers the whole new run.
static void
fit_duration (LwPlotView *self)
{
  const double duration = lw_player_get_duration (self->player);
  const double before = fmax (self->duration, RANGE_MIN_S);
  const LwPlotRange *range = &self->range;
  const bool is_part = range->x_minimum > 0 || range->x_maximum < before;

  if (duration != self->duration && !(is_part && range->x_maximum <= duration)) {
    self->range.x_minimum = 0;
    self->range.x_maximum = fmax (duration, RANGE_MIN_S);
  }
  self->duration = duration;
}

/// Sets the unit of an axis and keeps the last one if `next` is NULL. Returns true if it differs
/// from the last one.
static bool
take_unit (char **unit, const char *next)
{
  const bool is_other = next != NULL && *unit != NULL && !g_str_equal (next, *unit);

  if (next != NULL && g_strcmp0 (next, *unit) != 0) {
    g_free (*unit);
    *unit = g_strdup (next);
  }
  return is_other;
}

static void
keep_ranges (LwPlotView *self, bool same_kind)
{
  const bool other_unit = take_unit (&self->y_unit, self->plot.y_unit);
  const bool other_right = take_unit (&self->right_unit, self->plot.right_unit);

  if (!same_kind) {
    lw_plot_view_fit (self);
    return;
  }
  if (lw_plot_view_is_over_time (self))
    fit_duration (self);
  if (other_unit)
    self->range.y_minimum = self->range.y_maximum = NAN;
  if (other_right)
    self->range.right_minimum = self->range.right_maximum = NAN;
}

static void
take_player (LwPlotView *self, LwPlayer *player)
{
  if (self->drag == LW_PLOT_DRAG_SCRUB) {
    lw_player_end_scrub (self->player);
    self->drag = LW_PLOT_DRAG_NONE;
  }
  g_set_object (&self->player, player);
  g_signal_group_set_target (self->following, player);
}

void
lw_plot_view_show (LwPlotView *self, LwPlayer *player, guint index)
{
  g_autoptr (GVariant) against = NULL;
  const LwPlotCurves *layout;
  bool logarithmic;

  g_return_if_fail (LW_IS_PLOT_VIEW (self));
  g_return_if_fail (LW_IS_PLAYER (player));
  g_return_if_fail (index < lw_player_get_curves (player)->plots->len);

  layout = lw_player_get_curves (player)->plots->pdata[index];
  if (player != self->player)
    take_player (self, player);
  if (self->against_state != NULL)
    against = g_variant_ref (self->against_state);
  logarithmic = self->plot.logarithmic;
  self->index = index;
  if (g_strcmp0 (self->title, layout->title) != 0)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    layout->title, -1);
  lw_plot_view_take_layout (self, layout);
  lw_plot_view_update_menu (self);
  keep_ranges (self, against != NULL && g_variant_equal (against, self->against_state)
                       && logarithmic == self->plot.logarithmic);
  lw_plot_view_find_columns (self);
  lw_plot_view_update_status (self);
  lw_plot_view_redraw (self);
}

const char *
lw_plot_view_get_title (LwPlotView *self)
{
  g_return_val_if_fail (LW_IS_PLOT_VIEW (self), NULL);

  return self->title;
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

// ---- drawing --------------------------------------------------------------------------------

/// Returns true if the cached picture can be used. It is kept until it would change by a pixel:
/// while a run is recorded, the curves grow by less in most frames.
static bool
picture_is_good (LwPlotView *self, const LwPlotPicture *now)
{
  const LwPlotPicture *then = &self->picture;
  double span = self->frame.x_scale.maximum - self->frame.x_scale.minimum;
  double pixel =
    lw_plot_view_is_over_time (self) ? span / MAX (self->frame.width * now->factor, 1) : 0;
  bool counts = self->against != LW_AGAINST_FREQUENCY;
  double growth = counts ? now->recorded_time - then->recorded_time : 0;
  double derived = counts ? now->derived_time - then->derived_time : 0;

  return self->node != NULL && now->recording == then->recording
         && memcmp (&now->range, &then->range, sizeof now->range) == 0 && now->width == then->width
         && now->height == then->height && now->factor == then->factor
         && now->paused == then->paused && now->n_spectra == then->n_spectra && growth >= 0
         && derived >= 0
         && ((growth == 0 && derived == 0)
             || (fmax (growth, derived) < pixel && lw_player_get_playing (self->player)));
}

/// Draws the plot without the displayed time into an image, and keeps it in a separate node.
static void
draw_picture (LwPlotView *self, const LwPlotPicture *now)
{
  cairo_surface_t *surface = cairo_image_surface_create (
    CAIRO_FORMAT_ARGB32, now->width * now->factor, now->height * now->factor);
  LwPlot plot = self->plot;
  LwPainter *painter;
  cairo_t *cairo;

  cairo_surface_set_device_scale (surface, now->factor, now->factor);
  cairo = cairo_create (surface);
  painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));
  plot.cursor = NAN;
  plot.hover = NAN;
  lw_plot_view_take_events (self, &plot);
  lw_plot_draw (&plot, painter, lw_appearance_get_palette (self->look), 0, 0, now->width,
                now->height, &self->frame);
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

/// Draws only the strip round the cursor, so that no more of the window has to be redrawn; but a
/// box with values, or the point of a curve that is not over time, can be anywhere.
static void
draw_instant (LwPlotView *self, GtkSnapshot *snapshot)
{
  bool anywhere = !isnan (self->plot.hover) || !lw_plot_view_is_over_time (self);
  double x = lw_scale_map (&self->frame.x_scale, self->plot.cursor);
  double left = floor (CLAMP (x - CURSOR_REACH, 0, self->picture.width));
  double right = self->plot.paused ? self->picture.width
                                   : ceil (CLAMP (x + CURSOR_REACH, left, self->picture.width));
  cairo_t *cairo;
  LwPainter *painter;

  if (anywhere) {
    left = 0;
    right = self->picture.width;
  }
  if (right <= left)
    return;
  cairo = gtk_snapshot_append_cairo (
    snapshot,
    &GRAPHENE_RECT_INIT ((float) left, 0, (float) (right - left), (float) self->picture.height));
  painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));
  lw_plot_draw_instant (&self->plot, painter, lw_appearance_get_palette (self->look), &self->frame);
  lw_painter_free (painter);
  cairo_destroy (cairo);
}

/// Sets the parts of the plot that are set again before each drawing.
static void
prepare_plot (LwPlotView *self, bool paused)
{
  self->plot.curves = (const LwPlotCurve *) (void *) self->curves->data;
  self->plot.x_minimum = self->range.x_minimum;
  self->plot.x_maximum = self->range.x_maximum;
  self->plot.y_minimum = self->range.y_minimum;
  self->plot.y_maximum = self->range.y_maximum;
  self->plot.right_minimum = self->range.right_minimum;
  self->plot.right_maximum = self->range.right_maximum;
  self->plot.paused = paused;
  self->plot.units = *lw_appearance_get_units (self->look);
  self->plot.font_size = lw_plot_default ().font_size * lw_appearance_get_letters (self->look);
}

static void
lw_plot_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LwPlotView *self = LW_PLOT_VIEW (widget);
  double recorded_time = lw_player_get_recorded_time (self->player);
  double cursor = lw_player_get_time (self->player);
  LwPlotPicture now = {
    .recording = lw_player_get_recording (self->player),
    .recorded_time = recorded_time,
    .range = self->range,
    .width = gtk_widget_get_width (widget),
    .height = gtk_widget_get_height (widget),
    .factor = lw_magnifier_get_factor (widget),
    .paused = !lw_player_get_playing (self->player) && cursor < recorded_time
              && lw_plot_view_is_over_time (self),
  };

  if (now.width < 1 || now.height < 1)
    return;
  now.derived_time = lw_plot_view_find_columns (self);
  now.n_spectra = self->n_spectra;
  prepare_plot (self, now.paused);
  self->plot.cursor = cursor;
  if (!picture_is_good (self, &now))
    draw_picture (self, &now);
  gtk_snapshot_append_node (snapshot, self->node);
  draw_instant (self, snapshot);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_NATIVE (child))
      gtk_widget_snapshot_child (widget, child, snapshot);
}

void
lw_plot_view_take_plot (LwPlotView *self, LwPlot *plot)
{
  lw_plot_view_find_columns (self);
  prepare_plot (self, false);
  *plot = self->plot;
  plot->cursor = NAN;
  plot->hover = NAN;
  plot->title_room = 0;
  plot->exact = true;
  lw_plot_view_take_events (self, plot);
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

/// Places the buttons in the upper right corner, with their minimum sizes.
static void
allocate_menu_button (LwPlotView *self, int width)
{
  GtkRequisition least;
  GtkAllocation allocation;

  if (self->menu_button == NULL)
    return;
  gtk_widget_get_preferred_size (self->menu_button, &least, NULL);
  allocation = (GtkAllocation){ MAX (width - least.width - 2, 0), 1, least.width, least.height };
  gtk_widget_size_allocate (self->menu_button, &allocation, -1);
  gtk_widget_get_preferred_size (self->help_button, &least, NULL);
  allocation =
    (GtkAllocation){ MAX (allocation.x - least.width + 4, 0), 1, least.width, least.height };
  gtk_widget_size_allocate (self->help_button, &allocation, -1);
}

static void
lw_plot_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LwPlotView *self = LW_PLOT_VIEW (widget);

  lw_plot_view_allocate_status (self, width, height);
  allocate_menu_button (self, width);
  if (self->popover != NULL)
    gtk_popover_present (GTK_POPOVER (self->popover));
  if (self->chooser != NULL)
    gtk_popover_present (GTK_POPOVER (self->chooser));
}

// ---- object ---------------------------------------------------------------------------------

void
lw_plot_view_grown (LwPlotView *self)
{
  lw_plot_view_find_columns (self);
  lw_plot_view_update_status (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

GtkWidget *
lw_plot_view_new (LwPlayer *player, guint index, LwDocument *document)
{
  LwPlotView *self = g_object_new (LW_TYPE_PLOT_VIEW, NULL);

  g_set_object (&self->document, document);
  lw_plot_view_add_menu (self);
  lw_plot_view_show (self, player, index);
  return GTK_WIDGET (self);
}

static void
lw_plot_view_dispose (GObject *object)
{
  LwPlotView *self = LW_PLOT_VIEW (object);

  g_clear_handle_id (&self->spectrum_id, g_source_remove);
  lw_plot_view_remove_menu (self);
  g_clear_pointer (&self->status, gtk_widget_unparent);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->problem, g_free);
  lw_plot_view_clear_curves (self);
  g_clear_pointer (&self->events, g_array_unref);
  g_clear_pointer (&self->channel_list, lw_channels_unref);
  g_clear_pointer (&self->menu_words, g_free);
  g_clear_pointer (&self->y_unit, g_free);
  g_clear_pointer (&self->right_unit, g_free);
  g_clear_object (&self->following);
  g_clear_object (&self->player);
  g_clear_object (&self->document);
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
  widget_class->size_allocate = lw_plot_view_size_allocate;

  gtk_widget_class_set_css_name (widget_class, "plot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lw_plot_view_init (LwPlotView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  lw_plot_view_init_curves (self);
  self->events = g_array_new (FALSE, FALSE, sizeof (LwPlotEvent));
  self->range = EVERYTHING;
  self->plot = lw_plot_default ();
  self->following = g_signal_group_new (LW_TYPE_PLAYER);
  g_signal_group_connect_swapped (self->following, "moved", G_CALLBACK (gtk_widget_queue_draw),
                                  self);
  g_signal_group_connect_swapped (self->following, "grown", G_CALLBACK (lw_plot_view_grown), self);
  self->look = lw_appearance_dup_default ();
  g_signal_connect_object (self->look, "changed", G_CALLBACK (lw_plot_view_redraw), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_widget_set_focusable (widget, TRUE);
  lw_plot_view_add_gestures (self);
  lw_plot_view_add_events (self);
  lw_plot_view_add_drop (self);
}
