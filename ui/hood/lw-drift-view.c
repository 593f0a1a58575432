// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-drift-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-axis.h"
#include "lw-appearance.h"
#include "lw-draw-drift.h"
#include "lw-plot.h"
#include "lw-scene.h"

#define MINIMUM_WIDTH 320
#define MINIMUM_HEIGHT 400
#define TILES_PART 0.5    ///< fraction of the height, of a single line of tiles
#define TILE_LEAST 176    ///< px, width below which fewer mechanisms are beside each other
#define LINE_HEIGHT 190   ///< px, of one of several lines of tiles
#define PLOT_HEIGHT 240   ///< px, at least, below several lines of tiles
#define PLACE_OF_WORDS 24 ///< px, beside the magnified opening
#define HEAD 44           ///< px, height of the names above the mechanisms
#define MARGIN 22
#define INSET 42 ///< px, radius of the magnified opening
#define INSET_LEAST                                                                                \
  330 ///< px, height of a tile with such an inset; below, it is smaller in proportion
#define CLOSED 1e-14   ///< an opening within this part of the size is rounding
#define REACH_MOST 1e3 ///< distance from the origin, in sizes of the mechanism

typedef struct
{
  LwSimulation *simulation;
  LwRecording *recording;
  MbdState *state;
  LwScene *scene;
  double *q;
  char *name;
  double factor; ///< by which its opening is magnified: never more than before
} Variant;

struct _LwDriftView
{
  GtkWidget parent_instance;

  // Owned
  LwDrift *drift; ///< NULL if nothing is shown
  LwAppearance *look;

  Variant variants[LW_DRIFT_VARIANTS];
  double minimum[3], maximum[3]; ///< m, bounding box so far
  int worst; ///< index of the coupling with the largest opening of all variants; -1: none
  double speed;
  guint tick_id;
  bool playing;
};

enum
{
  PROP_0,
  PROP_PLAYING,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (LwDriftView, lw_drift_view, GTK_TYPE_WIDGET)

// ---- variants -------------------------------------------------------------------------------

static char *
dup_name (LwDriftView *self, guint index)
{
  const LwDriftVariant *of = &self->drift->variants[index];
  char number[LW_NUMBER_SIZE];

  if (of->stabilisation == MBD_STABILISATION_NONE)
    return g_strdup (_ ("No stabilisation"));
  if (of->stabilisation == MBD_STABILISATION_PROJECTION)
    return g_strdup (_ ("Projection"));
  lw_format_quantity (number, of->time_constant, 3, "s",
                      lw_fonts_get_decimal_point (lw_appearance_get_fonts (self->look)));
  // Translators: Baumgarte stabilisation, with its time constant
  return g_strdup_printf (_ ("Baumgarte T = %s"), number);
}

static void
clear_variant (Variant *variant)
{
  // The thread ends within a step.
  g_clear_pointer (&variant->simulation, lw_simulation_free);
  g_clear_pointer (&variant->recording, lw_recording_unref);
  g_clear_pointer (&variant->scene, lw_scene_free);
  g_clear_pointer (&variant->state, mbd_state_free);
  g_clear_pointer (&variant->q, g_free);
  g_clear_pointer (&variant->name, g_free);
}

static void
clear (LwDriftView *self)
{
  lw_drift_view_set_playing (self, false);
  for (guint i = 0; i < LW_DRIFT_VARIANTS; i++)
    clear_variant (&self->variants[i]);
  g_clear_pointer (&self->drift, lw_drift_free);
}

static void
start_variant (LwDriftView *self, guint index)
{
  Variant *variant = &self->variants[index];
  const gsize n = (gsize) mbd_model_position_count (self->drift->model);

  variant->name = dup_name (self, index);
  variant->factor = INFINITY;
  variant->simulation = lw_drift_new_simulation (self->drift, index, self->speed);
  variant->state = mbd_state_new (self->drift->model);
  variant->scene = lw_scene_new (self->drift->mechanism, self->drift->model);
  variant->q = g_new0 (double, n + 1);
}

/// Refreshes the recording: the thread may have replaced it, for example when a long run was
/// thinned.
static void
take_recording (Variant *variant)
{
  g_clear_pointer (&variant->recording, lw_recording_unref);
  if (variant->simulation != NULL)
    variant->recording = lw_simulation_ref_recording (variant->simulation);
}

void
lw_drift_view_set_drift (LwDriftView *self, LwDrift *drift)
{
  g_return_if_fail (LW_IS_DRIFT_VIEW (self));

  clear (self);
  self->drift = drift;
  self->worst = -1;
  for (int i = 0; i < 3; i++) {
    self->minimum[i] = INFINITY;
    self->maximum[i] = -INFINITY;
  }
  for (guint i = 0; i < LW_DRIFT_VARIANTS && drift != NULL; i++)
    start_variant (self, i);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/// Sets the state to the pose that the thread has published.
static bool
take_pose (Variant *variant)
{
  double time;

  if (variant->simulation == NULL || variant->state == NULL)
    return false;
  lw_simulation_get_pose (variant->simulation, &time, variant->q, NULL);
  mbd_state_set (variant->state, time, variant->q, NULL);
  return true;
}

double
lw_drift_view_get_error (LwDriftView *self, guint variant)
{
  Variant *of;
  gsize n;

  g_return_val_if_fail (LW_IS_DRIFT_VIEW (self), NAN);
  g_return_val_if_fail (variant < LW_DRIFT_VARIANTS, NAN);

  of = &self->variants[variant];
  take_recording (of);
  n = of->recording != NULL ? lw_recording_n_samples (of->recording) : 0;
  return n > 0 ? lw_recording_value (of->recording, lw_simulation_channel_column (of->simulation),
                                     n - 1)
               : NAN;
}

double
lw_drift_view_get_time (LwDriftView *self)
{
  double time = INFINITY;

  g_return_val_if_fail (LW_IS_DRIFT_VIEW (self), 0);

  for (guint i = 0; i < LW_DRIFT_VARIANTS; i++) {
    LwSimulationStatus status;

    if (self->variants[i].simulation == NULL)
      continue;
    lw_simulation_get_status (self->variants[i].simulation, &status);
    if (status.phase != LW_SIMULATION_FAILED)
      time = fmin (time, status.time);
  }
  return isfinite (time) ? time : 0;
}

// ---- playing --------------------------------------------------------------------------------

static bool
has_ended (LwDriftView *self)
{
  for (guint i = 0; i < LW_DRIFT_VARIANTS; i++) {
    LwSimulationStatus status;

    if (self->variants[i].simulation == NULL)
      continue;
    lw_simulation_get_status (self->variants[i].simulation, &status);
    if (status.phase == LW_SIMULATION_RUNNING || status.phase == LW_SIMULATION_PAUSED)
      return false;
  }
  return true;
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  LwDriftView *self = LW_DRIFT_VIEW (widget);

  gtk_widget_queue_draw (widget);
  if (!has_ended (self))
    return G_SOURCE_CONTINUE;
  self->tick_id = 0;
  self->playing = false;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLAYING]);
  return G_SOURCE_REMOVE;
}

bool
lw_drift_view_get_playing (LwDriftView *self)
{
  g_return_val_if_fail (LW_IS_DRIFT_VIEW (self), false);

  return self->playing;
}

void
lw_drift_view_set_playing (LwDriftView *self, bool playing)
{
  g_return_if_fail (LW_IS_DRIFT_VIEW (self));

  if (playing == self->playing || (playing && self->drift == NULL))
    return;
  if (playing && has_ended (self))
    lw_drift_view_restart (self);
  self->playing = playing;
  for (guint i = 0; i < LW_DRIFT_VARIANTS; i++) {
    LwSimulation *simulation = self->variants[i].simulation;

    if (simulation != NULL && playing)
      lw_simulation_play (simulation);
    else if (simulation != NULL)
      lw_simulation_pause (simulation);
  }
  if (playing && self->tick_id == 0)
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  else if (!playing && self->tick_id != 0) {
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
    self->tick_id = 0;
  }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLAYING]);
}

void
lw_drift_view_set_speed (LwDriftView *self, double speed)
{
  g_return_if_fail (LW_IS_DRIFT_VIEW (self));

  self->speed = speed;
  for (guint i = 0; i < LW_DRIFT_VARIANTS; i++)
    if (self->variants[i].simulation != NULL)
      lw_simulation_set_speed (self->variants[i].simulation, speed);
}

void
lw_drift_view_restart (LwDriftView *self)
{
  LwDrift *drift = self->drift;

  g_return_if_fail (LW_IS_DRIFT_VIEW (self));

  if (drift == NULL)
    return;
  self->drift = NULL;
  // The threads that use it end first.
  for (guint i = 0; i < LW_DRIFT_VARIANTS; i++)
    clear_variant (&self->variants[i]);
  lw_drift_view_set_drift (self, drift);
}

// ---- drawing --------------------------------------------------------------------------------

/// Extends the bounding box, which determines the scale of all tiles, as the motion reaches
/// further. Returns true if it is not empty.
static bool
reach (LwDriftView *self)
{
  bool any = false;

  for (guint i = 0; i < LW_DRIFT_VARIANTS; i++) {
    Variant *variant = &self->variants[i];
    double minimum[3];
    double maximum[3];
    bool sane = true;

    if (!take_pose (variant) || !lw_scene_box (variant->scene, variant->state, minimum, maximum))
      continue;
    // Ignore mechanisms that fly apart.
    for (int k = 0; k < 3; k++)
      sane = sane && fabs (minimum[k]) < REACH_MOST * self->drift->size
             && fabs (maximum[k]) < REACH_MOST * self->drift->size;
    any = true;
    for (int k = 0; k < 3 && sane; k++) {
      self->minimum[k] = fmin (self->minimum[k], minimum[k]);
      self->maximum[k] = fmax (self->maximum[k], maximum[k]);
    }
  }
  return any && isfinite (self->minimum[0]);
}

static double
size_of (const LwDriftGap *gap)
{
  return hypot (hypot (gap->gap[0], gap->gap[1]), gap->gap[2]);
}

/// Finds the coupling with the largest opening of all variants, so that all tiles show the same one.
static void
find_worst (LwDriftView *self)
{
  double largest = -1;

  self->worst = -1;
  for (guint i = 0; i < LW_DRIFT_VARIANTS; i++) {
    LwDriftGap gap;
    double size;

    if (self->variants[i].state == NULL
        || !lw_drift_find_gap (self->drift, self->variants[i].state, -1, &gap))
      continue;
    size = size_of (&gap);
    if (size <= largest || size > self->drift->size)
      continue;
    largest = size;
    self->worst = gap.coupling;
  }
}

static void
draw_inset (LwDriftView *self,
            Variant *variant,
            LwPainter *painter,
            const LwPalette *palette,
            const LwView *view,
            double radius,
            double width,
            double y)
{
  const MbdModel *model = self->drift->model;
  g_autofree char *name = NULL;
  LwDriftGap gap;

  if (self->worst < 0 || !lw_drift_find_gap (self->drift, variant->state, self->worst, &gap))
    return;
  name = lw_mechanism_dup_element_name (self->drift->mechanism, MBD_ELEMENT_COUPLING,
                                        mbd_model_coupling_id (model, self->worst));
  if (size_of (&gap) > CLOSED * self->drift->size)
    variant->factor =
      fmin (variant->factor, lw_drift_inset_factor (size_of (&gap), view->scale, radius));
  lw_draw_drift_inset (painter, palette, view, &gap, name, variant->factor,
                       lw_appearance_get_letters (self->look), width - radius - PLACE_OF_WORDS,
                       radius + 12, y, radius);
}

static void
draw_tile (LwDriftView *self,
           guint index,
           LwPainter *painter,
           const LwPalette *palette,
           double x,
           double width,
           double height)
{
  Variant *variant = &self->variants[index];
  LwDrawOptions options = lw_draw_options_default ();
  const double letters = lw_appearance_get_letters (self->look), head = letters * HEAD;
  LwTextStyle name = lw_text_style (13 * letters, 700, palette->text);
  LwTextStyle value = lw_text_style (12 * letters, 400, palette->text_2);
  const double error = lw_drift_view_get_error (self, index);
  const double radius = INSET * fmin (1, height / INSET_LEAST), strip = 2 * radius + 8;
  LwTextExtents extents;
  LwCurveStyle style;
  LwView view;
  char number[LW_NUMBER_SIZE];

  lw_palette_curve (palette, index, &style);
  lw_view_init (&view, width, height - head - strip, lw_scene_is_spatial (variant->scene));
  lw_view_fit (&view, self->minimum, self->maximum, MARGIN);
  lw_painter_save (painter);
  lw_painter_translate (painter, x, head);
  lw_painter_clip_rect (painter, 0, 0, width, height - head);
  options.reactions = false;
  options.loads = false;
  options.traces = false;
  options.labels = false;
  options.scale_card = false;
  lw_draw_mechanism (variant->scene, painter, palette, &view, variant->state, &options);
  draw_inset (self, variant, painter, palette, &view, radius, width, height - head - radius - 8);
  lw_painter_restore (painter);
  lw_painter_line (painter, x + 12, 16 * letters, x + 30, 16 * letters);
  lw_painter_stroke (painter, style.colour, 3);
  // In a narrow tile the font is smaller, so that the name does not reach the next tile.
  lw_painter_measure (painter, variant->name, &name, &extents);
  name.size *= CLAMP ((width - 48) / fmax (extents.width, 1), 0.7, 1);
  lw_painter_text (painter, x + 36, 20 * letters, variant->name, &name);
  value.tabular = true;
  if (isfinite (error))
    lw_painter_text (
      painter, x + 36, 37 * letters,
      lw_format_quantity (number, error, 2, "m",
                          lw_fonts_get_decimal_point (lw_appearance_get_fonts (self->look))),
      &value);
}

static void
draw_plot (LwDriftView *self,
           LwPainter *painter,
           const LwPalette *palette,
           double y,
           double width,
           double height)
{
  LwPlotCurve curves[LW_DRIFT_VARIANTS] = { 0 };
  LwPlot plot = lw_plot_default ();

  for (guint i = 0; i < LW_DRIFT_VARIANTS; i++) {
    take_recording (&self->variants[i]);
    curves[i] = (LwPlotCurve){
      .y.recording = self->variants[i].recording,
      .label = self->variants[i].name,
      .style = i,
    };
    if (self->variants[i].simulation != NULL)
      curves[i].y.column = lw_simulation_channel_column (self->variants[i].simulation);
  }
  plot.title = _ ("Largest constraint error");
  plot.y_quantity = "|ε|";
  plot.y_unit = "m";
  plot.units = *lw_appearance_get_units (self->look);
  plot.curves = curves;
  plot.n_curves = LW_DRIFT_VARIANTS;
  plot.logarithmic = true;
  plot.x_minimum = 0;
  plot.x_maximum = self->drift->duration;
  plot.emphasis = 1.2;
  plot.font_size *= lw_appearance_get_letters (self->look);
  lw_plot_draw (&plot, painter, palette, 0, y, width, height, NULL);
}

/// Returns the number of mechanisms beside each other in a width, px.
static guint
count_beside (double width)
{
  return CLAMP ((guint) (width / TILE_LEAST), 1, LW_DRIFT_VARIANTS);
}

static guint
count_lines (guint beside)
{
  return (LW_DRIFT_VARIANTS + beside - 1) / beside;
}

static void
lw_drift_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LwDriftView *self = LW_DRIFT_VIEW (widget);
  const LwPalette *palette = lw_appearance_get_palette (self->look);
  const double width = gtk_widget_get_width (widget);
  const double height = gtk_widget_get_height (widget);
  const guint beside = count_beside (width), lines = count_lines (beside);
  const double tiles = lines > 1 ? lines * LINE_HEIGHT : floor (TILES_PART * height);
  const double tile = width / beside, line = tiles / lines;
  LwPainter *painter;
  cairo_t *cairo;

  if (width < 1 || height < 1)
    return;
  cairo =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));
  lw_painter_rect (painter, 0, 0, width, height);
  lw_painter_fill (painter, palette->paper);
  if (self->drift != NULL && reach (self)) {
    find_worst (self);
    for (guint i = 0; i < LW_DRIFT_VARIANTS; i++) {
      const double x = i % beside * tile, y = i / beside * line;

      if (i % beside > 0) {
        lw_painter_rect (painter, floor (x), y + 8, 1, line - 16);
        lw_painter_fill (painter, palette->separator);
      }
      lw_painter_save (painter);
      lw_painter_translate (painter, 0, y);
      if (self->variants[i].state != NULL)
        draw_tile (self, i, painter, palette, x, tile, line);
      lw_painter_restore (painter);
    }
    lw_painter_rect (painter, 0, tiles, width, 1);
    lw_painter_fill (painter, palette->separator);
    draw_plot (self, painter, palette, tiles + 6, width, height - tiles - 10);
  }
  lw_painter_free (painter);
  cairo_destroy (cairo);
}

static GtkSizeRequestMode
lw_drift_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
lw_drift_view_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  const guint lines = count_lines (count_beside (for_size > 0 ? for_size : MINIMUM_WIDTH));

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = MINIMUM_WIDTH;
  else
    *minimum = *natural = lines > 1 ? (int) lines * LINE_HEIGHT + PLOT_HEIGHT : MINIMUM_HEIGHT;
  *minimum_baseline = *natural_baseline = -1;
}

// ---- object ---------------------------------------------------------------------------------

GtkWidget *
lw_drift_view_new (void)
{
  return g_object_new (LW_TYPE_DRIFT_VIEW, NULL);
}

static void
lw_drift_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id) {
  case PROP_PLAYING:
    g_value_set_boolean (value, LW_DRIFT_VIEW (object)->playing);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_drift_view_dispose (GObject *object)
{
  LwDriftView *self = LW_DRIFT_VIEW (object);

  clear (self);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_drift_view_parent_class)->dispose (object);
}

static void
lw_drift_view_class_init (LwDriftViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = lw_drift_view_dispose;
  object_class->get_property = lw_drift_view_get_property;
  widget_class->snapshot = lw_drift_view_snapshot;
  widget_class->measure = lw_drift_view_measure;
  widget_class->get_request_mode = lw_drift_view_get_request_mode;

  properties[PROP_PLAYING] =
    g_param_spec_boolean ("playing", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lw_drift_view_init (LwDriftView *self)
{
  self->speed = 1;
  self->look = lw_appearance_dup_default ();
  g_signal_connect_object (self->look, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("The mechanism with several stabilisations, and a plot of "
                                     "their constraint errors"),
                                  -1);
}
