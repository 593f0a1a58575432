// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawing area. A frame is composed as an image: the sheet (paper, grid, rulers), which is
// redrawn only when the view or the palette changes; the paths of tracers, which are extended; and
// the mechanism, which is drawn whenever it moves. While it does not move, frames are shown as tiles,
// and only the tiles that differ are drawn.

#include "lw-canvas-private.h"
#include "lw-magnifier.h"

#include <math.h>
#include <string.h>

#define FIT_MARGIN_PX 56
#define FIT_MARGIN_COMPACT_PX 40
#define PRESENTED_TITLE_PX 18    ///< half the height of the title, less the margin
#define FIT_MARGIN_SPATIAL_PX 88 ///< the floor extends beyond the mechanism
#define REACH_DELAY_MS 500       ///< after an edit; drawing a link takes about as long
#define EMPTY_SCALE 1000         ///< px per m for an empty sheet: suits links of about 0.1 m

enum
{
  PROP_0,
  PROP_PLAYER,
  N_PROPERTIES
};

enum
{
  SIGNAL_POINTER_MOVED, ///< gboolean inside; double x, y in the world, m
  SIGNAL_VIEW_CHANGED,
  SIGNAL_BACKGROUND_FAILED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwCanvas, lw_canvas, GTK_TYPE_WIDGET)

// ---- view -----------------------------------------------------------------------------------

void
lw_canvas_report_pointer (LwCanvas *self)
{
  double world[3] = { 0, 0, 0 };

  if (self->pointer_inside)
    lw_view_unproject (&self->view, self->pointer_x, self->pointer_y, world);
  g_signal_emit (self, signals[SIGNAL_POINTER_MOVED], 0, (gboolean) self->pointer_inside, world[0],
                 world[1]);
}

static void
drop_images (LwCanvas *self)
{
  g_clear_pointer (&self->sheet, cairo_surface_destroy);
  g_clear_pointer (&self->frames[0], cairo_surface_destroy);
  g_clear_pointer (&self->frames[1], cairo_surface_destroy);
  self->sheet_drawn = false;
  lw_tiles_clear (self->tiles);
}

static void
tell_of_view (LwCanvas *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  lw_canvas_report_pointer (self);
  g_signal_emit (self, signals[SIGNAL_VIEW_CHANGED], 0);
}

void
lw_canvas_redraw (LwCanvas *self)
{
  self->only_panned = false;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
lw_canvas_view_changed (LwCanvas *self)
{
  lw_canvas_redraw (self);
  tell_of_view (self);
}

void
lw_canvas_zoom_at (LwCanvas *self, double x, double y, double factor)
{
  self->fitted = false;
  lw_view_zoom_at (&self->view, x, y, factor);
  lw_canvas_view_changed (self);
}

void
lw_canvas_take_pose (LwCanvas *self)
{
  if (self->pose_state != LW_POSE_STALE)
    return;
  lw_player_prepare (self->player, self->state);
  if (self->pose != NULL)
    mbd_state_set (self->state, lw_player_get_time (self->player), self->pose, NULL);
  lw_canvas_take_held_pose (self);
  self->pose_state = LW_POSE_TAKEN;
}

/// Like lw_canvas_take_pose (), with the reactions. Returns false if they cannot be computed.
static bool
solve_pose (LwCanvas *self)
{
  lw_canvas_take_pose (self);
  if (self->pose_state == LW_POSE_TAKEN)
    self->pose_state = self->pose == NULL && !lw_canvas_is_held (self)
                           && mbd_state_solve (self->state, NULL) == MBD_STATUS_OK
                         ? LW_POSE_SOLVED
                         : LW_POSE_UNSOLVABLE;
  return self->pose_state == LW_POSE_SOLVED;
}

/// Called when the displayed time or the mechanism has changed.
static void
moved_cb (LwCanvas *self)
{
  self->pose_state = LW_POSE_STALE;
  lw_canvas_redraw (self);
}

/// Computes the box round the known motion and the taken pose, m. False if nothing is visible.
static bool
known_box (LwCanvas *self, double minimum[3], double maximum[3])
{
  if (!lw_scene_box (self->scene, self->state, minimum, maximum))
    return false;
  for (int i = 0; i < 3 && self->reach_known; i++) {
    minimum[i] = fmin (minimum[i], self->reach.minimum[i]);
    maximum[i] = fmax (maximum[i], self->reach.maximum[i]);
  }
  return true;
}

static double
ruler_size (LwCanvas *self)
{
  return self->view.spatial || self->compact || self->bare ? 0 : LW_RULER_SIZE;
}

void
lw_canvas_zoom_to_fit (LwCanvas *self)
{
  double minimum[3];
  double maximum[3];

  g_return_if_fail (LW_IS_CANVAS (self));

  self->fit_pending = self->scene != NULL && self->view.width <= 0;
  if (self->scene == NULL || self->fit_pending)
    return;
  lw_canvas_take_pose (self);
  if (!known_box (self, minimum, maximum))
    return;
  lw_view_fit (&self->view, minimum, maximum,
               self->compact        ? FIT_MARGIN_COMPACT_PX
               : self->view.spatial ? FIT_MARGIN_SPATIAL_PX
                                    : FIT_MARGIN_PX);
  // The rulers occupy space at the left and the top.
  lw_view_pan (&self->view, 0.5 * ruler_size (self), 0.5 * ruler_size (self));
  // The title of a presentation occupies space at the top.
  if (self->bare)
    lw_view_pan (&self->view, 0, PRESENTED_TITLE_PX);
  self->fitted = true;
  lw_canvas_view_changed (self);
}

static void
reach_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwCanvas *self = LW_CANVAS (source);
  LwReach reach;

  // Another mechanism, or none, is shown now.
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->reaching);
  if (!lw_reach_finish (result, &reach))
    return;
  self->reach = reach;
  self->reach_known = true;
  lw_largest_free (self->reactions);
  self->reactions = g_steal_pointer (&self->reach.reactions);
  if (self->fitted || self->fit_pending)
    lw_canvas_zoom_to_fit (self);
  lw_canvas_redraw (self);
}

void
lw_canvas_zoom (LwCanvas *self, double factor)
{
  g_return_if_fail (LW_IS_CANVAS (self));
  g_return_if_fail (factor > 0);

  if (self->pointer_inside)
    lw_canvas_zoom_at (self, self->pointer_x, self->pointer_y, factor);
  else
    lw_canvas_zoom_at (self, self->view.width / 2, self->view.height / 2, factor);
}

void
lw_canvas_pan (LwCanvas *self, double dx_px, double dy_px)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  self->fitted = false;
  lw_view_pan (&self->view, dx_px, dy_px);
  tell_of_view (self);
}

void
lw_canvas_set_direction (LwCanvas *self, LwViewDirection direction)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (!self->view.spatial)
    return;
  lw_view_set_direction (&self->view, direction);
  lw_canvas_zoom_to_fit (self);
  lw_canvas_view_changed (self);
}

void
lw_canvas_set_compact (LwCanvas *self, bool compact)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (compact == self->compact)
    return;
  self->compact = compact;
  self->sheet_drawn = false;
  if (self->fitted)
    lw_canvas_zoom_to_fit (self);
  lw_canvas_view_changed (self);
}

void
lw_canvas_set_bare (LwCanvas *self, bool bare)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (bare == self->bare)
    return;
  self->bare = bare;
  // The resolution of the images depends on the magnification.
  drop_images (self);
  if (self->fitted)
    lw_canvas_zoom_to_fit (self);
  lw_canvas_view_changed (self);
}

void
lw_canvas_set_show_scales (LwCanvas *self, bool show)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (show == self->show_scales)
    return;
  self->show_scales = show;
  lw_canvas_redraw (self);
}

void
lw_canvas_set_overlays (LwCanvas *self, LwOverlays overlays)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (overlays == self->overlays)
    return;
  self->overlays = overlays;
  lw_canvas_redraw (self);
}

LwOverlays
lw_canvas_get_overlays (LwCanvas *self)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), LW_OVERLAYS_DEFAULT);

  return self->overlays;
}

void
lw_canvas_set_arrow_factor (LwCanvas *self, double factor)
{
  g_return_if_fail (LW_IS_CANVAS (self));
  g_return_if_fail (factor > 0);

  if (factor == self->arrow_factor)
    return;
  self->arrow_factor = factor;
  lw_canvas_redraw (self);
}

double
lw_canvas_get_arrow_factor (LwCanvas *self)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), 1);

  return self->arrow_factor;
}

LwLargest *
lw_canvas_dup_reactions (LwCanvas *self)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), NULL);
  g_return_val_if_fail (self->reactions != NULL, NULL);

  return lw_largest_copy (self->reactions);
}

bool
lw_canvas_knows_reach (LwCanvas *self)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), false);

  return self->reach_known;
}

const LwView *
lw_canvas_get_view (LwCanvas *self)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), NULL);

  return &self->view;
}

void
lw_canvas_get_project_view (LwCanvas *self, LwProjectView *view)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  view->fitted = self->fitted || self->fit_pending;
  view->overlays = self->overlays;
  view->arrow_factor = self->arrow_factor;
  for (int i = 0; i < 3; i++)
    view->centre[i] = self->view.centre[i];
  view->scale = self->view.scale;
  view->spatial = self->view.spatial;
  view->azimuth = self->view.azimuth;
  view->elevation = self->view.elevation;
}

void
lw_canvas_set_project_view (LwCanvas *self, const LwProjectView *view)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  lw_canvas_set_overlays (self, view->overlays);
  lw_canvas_set_arrow_factor (self, view->arrow_factor);
  if (view->fitted) {
    lw_canvas_zoom_to_fit (self);
    return;
  }
  self->fitted = false;
  self->fit_pending = false;
  if (self->view.spatial)
    lw_view_set_angles (&self->view, view->azimuth, view->elevation);
  for (int i = 0; i < 3; i++)
    self->view.centre[i] = view->centre[i];
  self->view.scale = CLAMP (view->scale, LW_VIEW_SCALE_MIN, LW_VIEW_SCALE_MAX);
  lw_canvas_view_changed (self);
}

// ---- drawing --------------------------------------------------------------------------------

/// Creates an image of the size of the canvas, in device pixels.
static cairo_surface_t *
create_image (LwCanvas *self)
{
  int factor = lw_magnifier_get_factor (GTK_WIDGET (self));
  cairo_surface_t *image = cairo_image_surface_create (
    CAIRO_FORMAT_RGB24, (int) self->view.width * factor, (int) self->view.height * factor);

  cairo_surface_set_device_scale (image, factor, factor);
  return image;
}

/// Draws paper, background image, grid and rulers.
static void
draw_sheet (LwCanvas *self)
{
  const LwPalette *palette = lw_appearance_get_palette (self->look);
  const LwUnits *units = lw_appearance_get_units (self->look);
  LwPainter *painter;
  cairo_t *cairo;

  if (self->sheet == NULL)
    self->sheet = create_image (self);
  cairo = cairo_create (self->sheet);
  painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));
  lw_draw_paper (painter, palette, &self->view);
  if (!self->view.spatial)
    lw_backdrop_paint (&self->backdrop, cairo, &self->view);
  if (!self->view.spatial && !self->bare) {
    lw_draw_grid (painter, palette, &self->view, units);
    if (ruler_size (self) > 0)
      lw_draw_rulers (painter, palette, &self->view, units);
  }
  lw_painter_free (painter);
  cairo_destroy (cairo);
  self->sheet_drawn = true;
  self->sheet_view = self->view;
  lw_tiles_clear (self->tiles);
}

/// Called when the background image has been decoded, or has failed to.
static void
backdrop_ready_cb (GObject *owner, const GError *why)
{
  LwCanvas *self = LW_CANVAS (owner);

  if (why != NULL) {
    g_signal_emit (self, signals[SIGNAL_BACKGROUND_FAILED], 0, why->message);
    return;
  }
  self->sheet_drawn = false;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/// Invalidates the sheet if the background image, or its placement, has changed.
static void
update_backdrop (LwCanvas *self)
{
  const LwBackground *background =
    self->player != NULL ? lw_mechanism_get_background (lw_player_get_mechanism (self->player))
                         : NULL;

  if (lw_backdrop_update (&self->backdrop, background, G_OBJECT (self), backdrop_ready_cb))
    self->sheet_drawn = false;
}

static gboolean
draw_again_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  gtk_widget_queue_draw (widget);
  return G_SOURCE_REMOVE;
}

static void
update_traces (LwCanvas *self)
{
  LwRecording *recording = lw_player_get_recording (self->player);

  lw_scene_set_changes (self->scene, lw_player_get_shown_changes (self->player),
                        lw_player_get_first_model (self->player));
  lw_scene_update_traces (self->scene, recording, lw_player_get_position_column (self->player));
  if (lw_mechanism_get_n_tracers (lw_player_get_mechanism (self->player)) > 0
      && lw_trace_layer_update (&self->traces, self->scene, recording, &self->view,
                                lw_magnifier_get_factor (GTK_WIDGET (self)),
                                lw_appearance_get_palette (self->look),
                                lw_appearance_get_fonts (self->look))
      && !lw_player_get_playing (self->player))
    gtk_widget_add_tick_callback (GTK_WIDGET (self), draw_again_cb, NULL, NULL);
}

static void
paint_traces_cb (void *data)
{
  LwCanvas *self = data;

  lw_trace_layer_paint (&self->traces, self->cairo);
}

/// Sets the scale of reactions for the displayed time. The reactions are added to the known ones,
/// because a run can be longer or differ from the one that was computed in advance.
static void
find_scale (LwCanvas *self, const LwDrawOptions *options)
{
  const double time = lw_player_get_time (self->player);

  if (options->reactions && self->pose == NULL && !lw_canvas_is_held (self))
    lw_largest_add (
      self->reactions, time,
      lw_scene_largest_reaction (self->scene, self->state, options->touching, options->n_touching));
  lw_scene_set_largest (self->scene, LW_ARROW_REACTION, lw_largest_at (self->reactions, time));
}

/// A picture of it is moved with the sheet.
static bool
is_panned_crowd (LwCanvas *self)
{
  return self->only_panned && lw_scene_is_crowd (self->scene, &self->view);
}

/// Nothing of it moves by itself, and nothing but the painter draws on it.
static bool
stands_still (LwCanvas *self)
{
  return self->scene != NULL && !lw_player_get_playing (self->player) && !is_panned_crowd (self)
         && lw_mechanism_get_n_tracers (lw_player_get_mechanism (self->player)) == 0;
}

/// `cairo`: what the painter draws on; NULL: on a drawing.
static void
draw_mechanism (LwCanvas *self, LwPainter *painter, cairo_t *cairo)
{
  const LwPalette *palette = lw_appearance_get_palette (self->look);
  LwDrawOptions options = lw_draw_options_default ();
  LwElementRef made;
  MbdState *preview_state;
  LwScene *preview;
  double minimum[3];
  double maximum[3];

  self->cairo = cairo;
  options.solved = solve_pose (self);
  lw_draw_options_set_overlays (&options, self->overlays);
  options.reactions = options.reactions && options.solved;
  options.errors = options.errors && !lw_player_is_blended (self->player);
  options.arrow_factor = self->arrow_factor;
  if (self->overlays & LW_OVERLAY_GHOSTS) {
    options.ghost_recording = lw_player_get_recording (self->player);
    options.ghost_column = lw_player_get_position_column (self->player);
  }
  if (self->pose == NULL && !lw_canvas_is_held (self))
    options.touching = lw_player_get_contacts (self->player, &options.n_touching);
  options.units = *lw_appearance_get_units (self->look);
  if (self->selection != NULL) {
    options.hovered = lw_selection_get_hovered (self->selection);
    options.selected = lw_selection_get (self->selection, &options.n_selected);
  }
  options.scale_card = self->show_scales;
  options.paint_traces = paint_traces_cb;
  options.paint_traces_data = self;
  update_traces (self);
  find_scale (self, &options);
  if (self->view.spatial && known_box (self, minimum, maximum))
    lw_draw_floor (painter, palette, &self->view, minimum, maximum);
  preview = lw_canvas_get_preview (self, &preview_state, &made);
  if (preview != NULL) {
    options.hovered = made;
    options.solved = options.reactions = false;
    options.touching = NULL;
    options.n_touching = 0;
    lw_draw_mechanism (preview, painter, palette, &self->view, preview_state, &options);
  } else if (is_panned_crowd (self)) {
    lw_pan_layer_paint (self->crowd, cairo, lw_magnifier_get_factor (GTK_WIDGET (self)),
                        self->scene, palette, lw_appearance_get_fonts (self->look), &self->view,
                        self->state, &options);
    if (options.scale_card)
      lw_draw_scale_card (self->scene, painter, palette, &self->view, &options);
  } else {
    lw_pan_layer_clear (self->crowd);
    lw_draw_mechanism (self->scene, painter, palette, &self->view, self->state, &options);
  }
  lw_canvas_draw_tools (self, painter);
  if (self->view.spatial)
    lw_draw_triad (painter, palette, &self->view);
  self->cairo = NULL;
}

/// Draws the sheet and the mechanism on it.
static void
draw_frame (LwCanvas *self, cairo_surface_t *image)
{
  double ruler = ruler_size (self);
  cairo_t *cairo = cairo_create (image);
  LwPainter *painter;

  cairo_set_operator (cairo, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cairo, self->sheet, 0, 0);
  cairo_paint (cairo);
  if (self->scene != NULL) {
    cairo_set_operator (cairo, CAIRO_OPERATOR_OVER);
    cairo_rectangle (cairo, ruler, ruler, self->view.width, self->view.height);
    cairo_clip (cairo);
    painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));
    draw_mechanism (self, painter, cairo);
    lw_painter_free (painter);
  }
  cairo_destroy (cairo);
}

static bool
is_sheet_drawn (const LwCanvas *self)
{
  const LwView *then = &self->sheet_view, *now = &self->view;

  return self->sheet != NULL && self->sheet_drawn && then->spatial == now->spatial
         && then->scale == now->scale && then->width == now->width && then->height == now->height
         && then->azimuth == now->azimuth && then->elevation == now->elevation
         && memcmp (then->centre, now->centre, sizeof now->centre) == 0;
}

/// The other one of the two.
static cairo_surface_t *
next_frame (LwCanvas *self)
{
  cairo_surface_t **image = &self->frames[1 - self->frame];

  if (*image == NULL)
    *image = create_image (self);
  return *image;
}

static void
show_tiles (LwCanvas *self, GtkSnapshot *snapshot)
{
  LwFonts *fonts = lw_appearance_get_fonts (self->look);
  LwDrawing *drawing = lw_drawing_new ();
  LwPainter *painter = lw_painter_new_drawing (drawing, fonts);
  const LwTilesSheet sheet = {
    .sheet = self->sheet,
    .image = next_frame (self),
    .width = (int) self->view.width,
    .height = (int) self->view.height,
    .factor = lw_magnifier_get_factor (GTK_WIDGET (self)),
    .left = ruler_size (self),
    .top = ruler_size (self),
    .fonts = fonts,
  };

  draw_mechanism (self, painter, NULL);
  lw_painter_free (painter);
  if (lw_tiles_show (self->tiles, snapshot, &sheet, drawing))
    self->frame = 1 - self->frame;
}

/// Draws one image for the screen: sending it each line of the drawing takes longer. There are two
/// images because the toolkit still holds the last one, and would copy it before it is overwritten.
static void
lw_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LwCanvas *self = LW_CANVAS (widget);
  float width = (float) self->view.width;
  float height = (float) self->view.height;
  cairo_surface_t *image;
  cairo_t *cairo;
  bool moved;

  if (width < 1 || height < 1)
    return;
  update_backdrop (self);
  moved = !is_sheet_drawn (self);
  if (moved)
    draw_sheet (self);
  if (!moved && stands_still (self)) {
    show_tiles (self, snapshot);
    self->only_panned = true;
    return;
  }
  lw_tiles_clear (self->tiles);
  image = next_frame (self);
  self->frame = 1 - self->frame;
  draw_frame (self, image);
  self->only_panned = true;

  cairo = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  cairo_set_operator (cairo, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cairo, image, 0, 0);
  cairo_paint (cairo);
  cairo_destroy (cairo);
}

static void
lw_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LwCanvas *self = LW_CANVAS (widget);

  if (width != (int) self->view.width || height != (int) self->view.height) {
    lw_view_set_size (&self->view, width, height);
    drop_images (self);
    self->fit_pending = self->fit_pending || (self->fitted && self->scene != NULL);
  }
  if (self->fit_pending)
    lw_canvas_zoom_to_fit (self);
}

static void
look_changed_cb (LwCanvas *self)
{
  drop_images (self);
  lw_trace_layer_clear (&self->traces);
  lw_canvas_redraw (self);
}

// ---- player ---------------------------------------------------------------------------------

LwPlayer *
lw_canvas_get_player (LwCanvas *self)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), NULL);

  return self->player;
}

static void
drop_player (LwCanvas *self)
{
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_handle_id (&self->reach_id, g_source_remove);
  g_cancellable_cancel (self->reaching);
  g_clear_object (&self->reaching);
  self->reach_known = false;
  g_clear_pointer (&self->reactions, lw_largest_free);
  lw_trace_layer_clear (&self->traces);
  g_clear_pointer (&self->pose, g_free);
  g_clear_pointer (&self->scene, lw_scene_free);
  g_clear_pointer (&self->state, mbd_state_free);
  self->pose_state = LW_POSE_STALE;
  g_clear_object (&self->player);
}

void
lw_canvas_set_pose (LwCanvas *self, const double *q)
{
  g_return_if_fail (LW_IS_CANVAS (self));
  g_return_if_fail (q == NULL || self->player != NULL);

  g_clear_pointer (&self->pose, g_free);
  if (q != NULL)
    self->pose = g_memdup2 (q, (gsize) mbd_model_position_count (lw_player_get_model (self->player))
                                 * sizeof *q);
  moved_cb (self);
}

/// Called when a coupling has been switched or changed during the run.
static void
changed_cb (LwCanvas *self)
{
  lw_scene_free (self->scene);
  self->scene =
    lw_scene_new (lw_player_get_mechanism (self->player), lw_player_get_model (self->player));
  lw_trace_layer_clear (&self->traces);
  lw_largest_forget_after (self->reactions, lw_player_get_time (self->player));
  moved_cb (self);
}

/// Begins to compute the reach of the mechanism in a worker thread.
static gboolean
find_reach_cb (gpointer data)
{
  LwCanvas *self = data;

  self->reach_id = 0;
  self->reaching = g_cancellable_new ();
  lw_reach_async (G_OBJECT (self), lw_player_get_mechanism (self->player),
                  lw_player_get_model (self->player), self->reaching, reach_cb, NULL);
  return G_SOURCE_REMOVE;
}

void
lw_canvas_set_player (LwCanvas *self, LwPlayer *player)
{
  const bool edited = self->player != NULL && player != NULL;

  g_return_if_fail (LW_IS_CANVAS (self));
  g_return_if_fail (player == NULL || LW_IS_PLAYER (player));

  if (player == self->player)
    return;
  drop_player (self);
  if (player != NULL) {
    self->player = g_object_ref (player);
    self->scene = lw_player_take_scene (player, &self->state);
    lw_view_init (&self->view, self->view.width, self->view.height,
                  lw_scene_is_spatial (self->scene));
    if (lw_mechanism_get_n_bodies (lw_player_get_mechanism (player)) == 0)
      self->view.scale = EMPTY_SCALE;
    self->reactions = lw_largest_new (lw_player_get_duration (player));
    // The reach requires a whole run, which is not computed after each step of a drawing.
    if (edited)
      self->reach_id = g_timeout_add (REACH_DELAY_MS, find_reach_cb, self);
    else
      find_reach_cb (self);
    g_signal_connect_swapped (player, "moved", G_CALLBACK (moved_cb), self);
    g_signal_connect_swapped (player, "grown", G_CALLBACK (moved_cb), self);
    g_signal_connect_swapped (player, "changed", G_CALLBACK (changed_cb), self);
  }
  lw_canvas_zoom_to_fit (self);
  lw_canvas_view_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLAYER]);
}

// ---- object ---------------------------------------------------------------------------------

GtkWidget *
lw_canvas_new (void)
{
  return g_object_new (LW_TYPE_CANVAS, NULL);
}

static void
lw_canvas_dispose (GObject *object)
{
  LwCanvas *self = LW_CANVAS (object);

  drop_player (self);
  lw_canvas_set_tools (self, NULL);
  lw_canvas_set_selection (self, NULL);
  drop_images (self);
  lw_backdrop_clear (&self->backdrop);
  g_clear_pointer (&self->crowd, lw_pan_layer_free);
  g_clear_pointer (&self->tiles, lw_tiles_free);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_canvas_parent_class)->dispose (object);
}

static void
lw_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  LwCanvas *self = LW_CANVAS (object);

  switch (id) {
  case PROP_PLAYER:
    g_value_set_object (value, self->player);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_canvas_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  LwCanvas *self = LW_CANVAS (object);

  switch (id) {
  case PROP_PLAYER:
    lw_canvas_set_player (self, g_value_get_object (value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_canvas_class_init (LwCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = lw_canvas_dispose;
  object_class->get_property = lw_canvas_get_property;
  object_class->set_property = lw_canvas_set_property;
  widget_class->snapshot = lw_canvas_snapshot;
  widget_class->size_allocate = lw_canvas_size_allocate;

  properties[PROP_PLAYER] =
    g_param_spec_object ("player", NULL, NULL, LW_TYPE_PLAYER,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  signals[SIGNAL_POINTER_MOVED] =
    g_signal_new ("pointer-moved", LW_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 3, G_TYPE_BOOLEAN, G_TYPE_DOUBLE, G_TYPE_DOUBLE);

  signals[SIGNAL_VIEW_CHANGED] = g_signal_new ("view-changed", LW_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0,
                                               NULL, NULL, NULL, G_TYPE_NONE, 0);
  // Emitted if the background image cannot be shown; the string is a message.
  signals[SIGNAL_BACKGROUND_FAILED] =
    g_signal_new ("background-failed", LW_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_STRING);

  lw_canvas_install_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lw_canvas_init (LwCanvas *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  lw_view_init (&self->view, 0, 0, false);
  self->show_scales = true;
  self->overlays = LW_OVERLAYS_DEFAULT;
  self->arrow_factor = 1;
  self->crowd = lw_pan_layer_new ();
  self->tiles = lw_tiles_new ();
  self->look = lw_appearance_dup_default ();
  g_signal_connect_object (self->look, "changed", G_CALLBACK (look_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (look_changed_cb), NULL);
  lw_canvas_add_controllers (self);
}
