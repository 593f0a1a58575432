// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Frames of the canvas. A frame is composed as one image, because sending each line of the drawing to
// the screen takes longer: the sheet (paper, background image, grid, rulers), which is redrawn only
// when the view or the palette changes; the paths of tracers, which are extended; and the mechanism,
// which is drawn whenever it moves. While it is at rest, its frames are displayed as tiles, and only
// the tiles that differ are redrawn.
//
// There are two images because the toolkit still holds the last one, and cairo would copy it before
// it is overwritten.

#include "lw-canvas-private.h"
#include "lw-magnifier.h"

#include <string.h>

void
lw_canvas_drop_images (LwCanvas *self)
{
  g_clear_pointer (&self->sheet, cairo_surface_destroy);
  g_clear_pointer (&self->frames[0], cairo_surface_destroy);
  g_clear_pointer (&self->frames[1], cairo_surface_destroy);
  self->sheet_drawn = false;
  lw_tiles_clear (self->tiles);
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
    if (lw_canvas_get_ruler_size (self) > 0)
      lw_draw_rulers (painter, palette, &self->view, units, lw_canvas_get_ruler_size (self));
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
    g_signal_emit_by_name (self, "background-failed", why->message);
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

/// Returns true if a picture of a large mechanism is moved with the sheet instead of drawing it.
static bool
is_panned_crowd (LwCanvas *self)
{
  return self->only_panned && lw_scene_is_crowd (self->scene, &self->view);
}

/// Returns true if the mechanism is at rest and is drawn only by the painter, so that its frame can be
/// recorded: without paths of tracers and without the picture of a panned mechanism.
static bool
is_at_rest (LwCanvas *self)
{
  return self->scene != NULL && !lw_player_get_playing (self->player) && !is_panned_crowd (self)
         && lw_mechanism_get_n_tracers (lw_player_get_mechanism (self->player)) == 0;
}

/// Draws the mechanism. `cairo`: the painter's context; NULL if the painter records, which requires
/// is_at_rest ().
static void
draw_mechanism (LwCanvas *self, LwPainter *painter, cairo_t *cairo)
{
  const LwPalette *palette = lw_appearance_get_palette (self->look);
  LwDrawOptions options = lw_draw_options_default ();
  LwElementRef made;
  const GArray *lit;
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
  options.letters = lw_appearance_get_letters (self->look);
  options.covered = lw_canvas_get_ruler_size (self);
  if (self->overlays & LW_OVERLAY_GHOSTS) {
    options.ghost_recording = lw_player_get_recording (self->player);
    options.ghost_column = lw_player_get_position_column (self->player);
  }
  if (self->overlays & LW_OVERLAY_CENTRES) {
    options.centrode_recording = lw_player_get_recording (self->player);
    options.centrode_column = lw_player_get_position_column (self->player);
  }
  // While it is held, only the direction of its velocities is known.
  if (lw_canvas_is_held (self))
    options.velocities = options.accelerations = false;
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
  if (self->view.spatial && lw_canvas_find_known_box (self, minimum, maximum))
    lw_draw_floor (painter, palette, &self->view, minimum, maximum);
  preview = lw_canvas_get_preview (self, &preview_state, &made, &lit);
  if (preview != NULL) {
    options.hovered = made;
    options.lit = (const LwElementRef *) (const void *) lit->data;
    options.n_lit = lit->len;
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
  double ruler = lw_canvas_get_ruler_size (self);
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

/// Returns true if the sheet is up to date.
static bool
is_sheet_drawn (const LwCanvas *self)
{
  const LwView *then = &self->sheet_view, *now = &self->view;

  return self->sheet != NULL && self->sheet_drawn && then->spatial == now->spatial
         && then->scale == now->scale && then->width == now->width && then->height == now->height
         && then->azimuth == now->azimuth && then->elevation == now->elevation
         && memcmp (then->centre, now->centre, sizeof now->centre) == 0;
}

/// Returns the image that is not on the screen; borrowed.
static cairo_surface_t *
next_frame (LwCanvas *self)
{
  cairo_surface_t **image = &self->frames[1 - self->frame];

  if (*image == NULL)
    *image = create_image (self);
  return *image;
}

/// Appends the tiles of the mechanism at rest.
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
    .left = lw_canvas_get_ruler_size (self),
    .top = lw_canvas_get_ruler_size (self),
    .fonts = fonts,
  };

  draw_mechanism (self, painter, NULL);
  lw_painter_free (painter);
  if (lw_tiles_show (self->tiles, snapshot, &sheet, drawing))
    self->frame = 1 - self->frame;
}

/// Releases the images if their resolution is no longer that of the screen.
static void
check_resolution (LwCanvas *self)
{
  double factor[2];

  if (self->sheet == NULL)
    return;
  cairo_surface_get_device_scale (self->sheet, &factor[0], &factor[1]);
  if (factor[0] != lw_magnifier_get_factor (GTK_WIDGET (self)))
    lw_canvas_drop_images (self);
}

void
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
  check_resolution (self);
  update_backdrop (self);
  moved = !is_sheet_drawn (self);
  if (moved)
    draw_sheet (self);
  if (!moved && is_at_rest (self)) {
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
