// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the overlays of a mechanism other than arrows: centres of mass, axes of bodies,
// instantaneous centres, earlier poses, fading paths; and their samples for a legend.

#include "lw-scene-private.h"

#include <math.h>

#include "lw-axis.h"
#include "lw-centres.h"
#include "lw-centrode.h"

#define AXIS_PX 34.0
#define RING_PX 12.0 ///< round the centre of mass of the whole mechanism
#define POLE_PX 4.5
#define POLE_REACH 3.0       ///< in view sizes; no line is drawn to a centre farther away
#define CENTRODE_POINTS 2000 ///< enough for the shape over twenty turns
#define GHOSTS_MAX 16
#define GHOST_BODIES_MAX 600 ///< most bodies of earlier poses in a frame
#define FADE_SLICES 12
#define FADE_PX 1500.0

static const double pole_dash[] = { 4.0, 3.0 };

// ---- centres of mass ------------------------------------------------------------------------

static void
draw_system_centre (const LwSceneFrame *self)
{
  LwPainter *painter = self->brush.painter;
  double world[3], x, y;

  if (!lw_centre_of_mass (self->state, world, NULL))
    return;
  lw_view_project (self->view, world, &x, &y);
  if (!lw_scene_frame_sees (self, x, y, x, y))
    return;
  lw_painter_circle (painter, x, y, RING_PX);
  lw_painter_fill_stroke (painter, lw_colour_alpha (self->palette->paper, 0.7), self->palette->ink,
                          lw_brush_stroke (&self->brush, 2.0));
  lw_symbol_centre_of_mass (&self->brush, x, y);
  lw_labels_avoid_disc (self->labels, x, y, RING_PX + 2.0);
}

// ---- axes of bodies -------------------------------------------------------------------------

static void
draw_axes (const LwSceneFrame *self, const LwSceneBody *body)
{
  static const LwArrowKind kinds[] = { LW_ARROW_REACTION, LW_ARROW_VELOCITY, LW_ARROW_LOAD };
  LwPainter *painter = self->brush.painter;
  const LwColour blue = self->palette->hue[LW_HUE_BLUE].line;
  const double length = AXIS_PX / self->view->scale;
  double origin[3], x, y;

  mbd_state_body_point (self->state, body->index, (double[]){ 0, 0, 0 }, origin, NULL, NULL);
  lw_view_project (self->view, origin, &x, &y);
  if (!lw_scene_frame_sees (self, x, y, x, y))
    return;
  for (int d = 0; d < (self->view->spatial ? 3 : 2); d++) {
    double tip[3] = { 0, 0, 0 }, world[3], tx, ty;

    tip[d] = length;
    mbd_state_body_point (self->state, body->index, tip, world, NULL, NULL);
    lw_view_project (self->view, world, &tx, &ty);
    lw_symbol_arrow (&self->brush, kinds[d], x, y, tx - x, ty - y);
  }
  lw_painter_circle (painter, x, y, 4.0);
  lw_painter_fill_stroke (painter, self->palette->paper, blue,
                          lw_brush_stroke (&self->brush, 1.75));
  lw_painter_circle (painter, x, y, 1.4);
  lw_painter_fill (painter, blue);
}

// ---- instantaneous centres ------------------------------------------------------------------

static void
draw_pole (const LwSceneFrame *self, const LwSceneBody *body)
{
  LwPainter *painter = self->brush.painter;
  const LwColour colour = self->palette->hue[body->body->hue].text;
  const double reach = POLE_REACH * hypot (self->view->width, self->view->height);
  const double stroke = lw_brush_stroke (&self->brush, 1.5);
  double world[3] = { 0, 0, 0 }, x, y, cx, cy;

  if (!lw_instantaneous_centre (self->state, body->index, world))
    return;
  lw_view_project (self->view, world, &x, &y);
  lw_scene_frame_body_point (self, body->index, body->body->def.centre_of_mass, &cx, &cy);
  if (!(hypot (x - cx, y - cy) < reach))
    return;
  lw_painter_set_dash (painter, pole_dash, G_N_ELEMENTS (pole_dash), 0.0);
  lw_painter_move_to (painter, cx, cy);
  lw_painter_line_to (painter, x, y);
  lw_painter_stroke (painter, lw_colour_alpha (colour, 0.55), lw_brush_stroke (&self->brush, 1.0));
  lw_painter_set_dash (painter, NULL, 0, 0.0);
  if (!lw_scene_frame_sees (self, x, y, x, y))
    return;
  lw_painter_circle (painter, x, y, POLE_PX);
  lw_painter_fill_stroke (painter, self->palette->paper, colour, stroke);
  lw_painter_move_to (painter, x - POLE_PX - 3.0, y);
  lw_painter_line_to (painter, x + POLE_PX + 3.0, y);
  lw_painter_move_to (painter, x, y - POLE_PX - 3.0);
  lw_painter_line_to (painter, x, y + POLE_PX + 3.0);
  lw_painter_stroke (painter, colour, stroke);
  if (body->body->element.name != NULL && self->brush.w >= 13.0) {
    LwTextStyle style = lw_text_style (11.0, 600, colour);
    g_autofree char *text = g_strdup_printf ("P %s", body->body->element.name);
    const LwLabelPlace places[] = {
      { x + 10.0, y - 8.0, LW_ANCHOR_START },
      { x - 10.0, y - 8.0, LW_ANCHOR_END },
      { x + 10.0, y + 10.0, LW_ANCHOR_START },
    };

    style.outline = 3.5;
    style.outline_colour = self->palette->paper;
    lw_labels_place (self->labels, text, &style, places, G_N_ELEMENTS (places), -1, false);
  }
}

/// Adds one of the curves to the path, as far as it is near the view.
static void
trace_centrode (const LwSceneFrame *self, const GArray *points, const double *pose)
{
  const double reach = POLE_REACH * hypot (self->view->width, self->view->height);
  bool draws = false;

  for (guint i = 0; i < points->len; i++) {
    const LwCentrodePoint *point = &g_array_index (points, LwCentrodePoint, i);
    double world[3] = { point->fixed[0], point->fixed[1], 0 }, x, y;

    if (pose != NULL) {
      world[0] = pose[0] + cos (pose[2]) * point->moving[0] - sin (pose[2]) * point->moving[1];
      world[1] = pose[1] + sin (pose[2]) * point->moving[0] + cos (pose[2]) * point->moving[1];
    }
    lw_view_project (self->view, world, &x, &y);
    if (!(hypot (x - 0.5 * self->view->width, y - 0.5 * self->view->height) < reach)) {
      draws = false;
      continue;
    }
    if (draws)
      lw_painter_line_to (self->brush.painter, x, y);
    else
      lw_painter_move_to (self->brush.painter, x, y);
    draws = true;
  }
}

/// Draws the centrodes of a body: the fixed one solid, the moving one, which rolls on it, dashed.
static void
draw_centrodes (const LwSceneFrame *self, const LwSceneBody *body)
{
  static const double dash[] = { 7.0, 3.0 };
  const LwDrawOptions *options = self->options;
  LwPainter *painter = self->brush.painter;
  const LwColour colour = self->palette->hue[body->body->hue].text;
  const double stroke = lw_brush_stroke (&self->brush, 1.5);
  const MbdModel *model = mbd_state_model (self->state);
  g_autoptr (GArray) points = lw_centrode_new (
    options->centrode_recording, model, options->centrode_column, body->index, CENTRODE_POINTS);

  trace_centrode (self, points, NULL);
  lw_painter_stroke (painter, colour, stroke);
  if (points->len == 0)
    return;
  trace_centrode (self, points,
                  mbd_state_positions (self->state)
                    + mbd_model_body_first_position (model, body->index));
  lw_painter_set_dash (painter, dash, G_N_ELEMENTS (dash), 0.0);
  lw_painter_stroke (painter, colour, stroke);
  lw_painter_set_dash (painter, NULL, 0, 0.0);
}

static bool
is_selected (const LwDrawOptions *options, const LwSceneBody *body)
{
  for (guint i = 0; i < options->n_selected; i++)
    if (options->selected[i].kind == LW_SELECTION_BODY
        && options->selected[i].id == body->body->element.id)
      return true;
  return false;
}

void
lw_scene_frame_draw_overlays (const LwSceneFrame *self)
{
  const LwDrawOptions *options = self->options;
  const LwScene *scene = self->scene;

  for (guint i = 0; options->centres && !self->view->spatial && i < scene->n_bodies; i++) {
    if (scene->bodies[i].hidden)
      continue;
    if (options->centrode_recording != NULL && is_selected (options, &scene->bodies[i]))
      draw_centrodes (self, &scene->bodies[i]);
    draw_pole (self, &scene->bodies[i]);
  }
  for (guint i = 0; options->frames && self->brush.w > 10.0 && i < scene->n_bodies; i++)
    if (!scene->bodies[i].hidden)
      draw_axes (self, &scene->bodies[i]);
  if (options->masses && scene->n_bodies > 1)
    draw_system_centre (self);
}

// ---- earlier poses --------------------------------------------------------------------------

/// Draws the bodies at a time of the recording.
static void
draw_ghost (const LwSceneFrame *ghost, double time, double *sample)
{
  const LwDrawOptions *options = ghost->options;
  LwScene *scene = ghost->scene;

  lw_recording_sample (options->ghost_recording, lw_recording_find (options->ghost_recording, time),
                       sample);
  lw_scene_set_trace (scene, sample[0], &sample[options->ghost_column]);
  for (guint i = 0; i < scene->n_bodies; i++)
    if (!scene->bodies[i].hidden)
      lw_scene_frame_draw_body (ghost, &scene->bodies[i]);
}

void
lw_scene_frame_draw_ghosts (const LwSceneFrame *self)
{
  const LwDrawOptions *options = self->options;
  LwScene *scene = self->scene;
  const LwRecording *recording = options->ghost_recording;
  const gsize n = recording != NULL ? lw_recording_n_samples (recording) : 0;
  const double now = mbd_state_time (self->state);
  LwSceneFrame ghost = *self;
  double interval, most;
  g_autofree double *sample = NULL;

  if (n < 2 || self->view->spatial)
    return;
  sample = g_new (double, lw_recording_n_columns (recording));
  ghost.ghost = true;
  ghost.crowd = NULL;
  ghost.state = scene->trace_state;
  for (guint i = 0; i < options->n_ghost_times; i++)
    draw_ghost (&ghost, options->ghost_times[i], sample);
  if (options->n_ghost_times > 0 || !(now > 0.0))
    return;
  most = CLAMP (GHOST_BODIES_MAX / (double) MAX (scene->n_bodies, 1), 1.0, GHOSTS_MAX);
  // The interval depends on the whole recording, so that poses keep their places.
  interval = lw_axis_nice_up (lw_recording_end (recording) / most);
  if (!(interval > 0.0))
    return;
  for (double time = 0.0; time < now - 0.1 * interval; time += interval)
    draw_ghost (&ghost, time + 1e-9 * interval, sample);
}

// ---- fading paths ---------------------------------------------------------------------------

void
lw_scene_frame_draw_fading_trace (const LwSceneFrame *self, const double *points, size_t n)
{
  double path = 0.0, length = 0.0;
  size_t slice = 0, begin = 0;

  for (size_t i = 1; i < n; i++)
    length += hypot (points[2 * i] - points[2 * i - 2], points[2 * i + 1] - points[2 * i - 1]);
  length = MIN (length, FADE_PX);
  // The first point is the newest one.
  for (size_t i = 1; i < n && slice < FADE_SLICES; i++) {
    path += hypot (points[2 * i] - points[2 * i - 2], points[2 * i + 1] - points[2 * i - 1]);
    if (path < length * (double) (slice + 1) / FADE_SLICES && i + 1 < n)
      continue;
    lw_painter_begin_group (self->brush.painter);
    lw_symbol_trace (&self->brush, &points[2 * begin], i - begin + 1);
    lw_painter_end_group (self->brush.painter, 1.0 - (double) slice / FADE_SLICES);
    begin = i;
    slice++;
  }
}

// ---- legend ---------------------------------------------------------------------------------

static void
draw_ghost_sample (const LwBrush *brush, double width, double y)
{
  for (int i = 0; i < 3; i++) {
    lw_painter_begin_group (brush->painter);
    lw_symbol_bar (brush, 9.0 + 7.0 * i, y + 5.0, width - 20.0 + 7.0 * i, y - 5.0, LW_HUE_SKY,
                   LW_SYMBOL_STATE_GHOST);
    lw_painter_end_group (brush->painter, 0.5 + 0.25 * i);
  }
}

static void
draw_axes_sample (const LwBrush *brush, double x, double y)
{
  const LwColour blue = brush->palette->hue[LW_HUE_BLUE].line;

  lw_symbol_arrow (brush, LW_ARROW_REACTION, x, y + 5.0, 20.0, 0.0);
  lw_symbol_arrow (brush, LW_ARROW_VELOCITY, x, y + 5.0, 0.0, -14.0);
  lw_painter_circle (brush->painter, x, y + 5.0, 3.0);
  lw_painter_fill_stroke (brush->painter, brush->palette->paper, blue, 1.5);
}

static void
draw_trace_sample (const LwBrush *brush, double width, double y, bool fading)
{
  double points[2 * 13];

  for (int i = 0; i < 13; i++) {
    points[2 * i] = width - 6.0 - (width - 12.0) * i / 12.0;
    points[2 * i + 1] = y - 5.0 * sin (0.45 * i);
  }
  if (fading) {
    const LwSceneFrame frame = { .brush = *brush, .palette = brush->palette };

    lw_scene_frame_draw_fading_trace (&frame, points, 13);
    return;
  }
  lw_symbol_trace (brush, points, 13);
  for (int i = 2; i < 13; i += 4)
    lw_symbol_trace_dot (brush, points[2 * i], points[2 * i + 1]);
}

void
lw_draw_overlay_sample (LwPainter *painter,
                        const LwPalette *palette,
                        LwOverlays overlay,
                        double width,
                        double height)
{
  const LwBrush brush = { .painter = painter, .palette = palette, .w = 14.0, .emphasis = 1.0 };
  const double x = 0.5 * width, y = 0.5 * height;
  const LwColour sky = palette->hue[LW_HUE_SKY].text;

  switch (overlay) {
  case LW_OVERLAY_REACTIONS:
    lw_symbol_arrow (&brush, LW_ARROW_REACTION, 6.0, y, width - 12.0, 0.0);
    break;
  case LW_OVERLAY_BOTH_BODIES:
    lw_symbol_arrow (&brush, LW_ARROW_REACTION, x + 2.0, y, x - 6.0, 0.0);
    lw_painter_begin_group (painter);
    lw_symbol_arrow (&brush, LW_ARROW_REACTION, x - 2.0, y, 6.0 - x, 0.0);
    lw_painter_end_group (painter, 0.35);
    break;
  case LW_OVERLAY_LOADS:
    lw_symbol_arrow (&brush, LW_ARROW_LOAD, 6.0, y, width - 12.0, 0.0);
    break;
  case LW_OVERLAY_VELOCITIES:
    lw_symbol_arrow (&brush, LW_ARROW_VELOCITY, 6.0, y, width - 12.0, 0.0);
    break;
  case LW_OVERLAY_ACCELERATIONS:
    lw_symbol_arrow (&brush, LW_ARROW_ACCELERATION, 6.0, y, width - 12.0, 0.0);
    break;
  case LW_OVERLAY_TENSION:
    lw_symbol_rod (&brush, 5.0, y, width - 5.0, y, 1.0, 0.6, LW_SYMBOL_STATE_NORMAL);
    break;
  case LW_OVERLAY_TRACES:
  case LW_OVERLAY_FADING:
    draw_trace_sample (&brush, width, y, overlay == LW_OVERLAY_FADING);
    break;
  case LW_OVERLAY_GHOSTS:
    draw_ghost_sample (&brush, width, y);
    break;
  case LW_OVERLAY_MASSES:
    lw_symbol_centre_of_mass (&brush, x, y);
    break;
  case LW_OVERLAY_FRAMES:
    draw_axes_sample (&brush, x - 10.0, y);
    break;
  case LW_OVERLAY_CENTRES:
    lw_painter_circle (painter, x, y, POLE_PX);
    lw_painter_fill_stroke (painter, palette->paper, sky, 1.5);
    lw_painter_move_to (painter, x - 9.0, y);
    lw_painter_line_to (painter, x + 9.0, y);
    lw_painter_move_to (painter, x, y - 9.0);
    lw_painter_line_to (painter, x, y + 9.0);
    lw_painter_stroke (painter, sky, 1.5);
    break;
  case LW_OVERLAY_ERRORS:
    lw_symbol_error (&brush, x, y, 0.0);
    break;
  case LW_OVERLAY_LENGTHS:
    lw_symbol_dimension (&brush, 8.0, y - 4.0, width - 8.0, y - 4.0, 6.0, "");
    break;
  case LW_OVERLAY_CONTACTS:
    lw_symbol_arrow (&brush, LW_ARROW_VELOCITY, x, height - 2.0, 0.0, 6.0 - height);
    break;
  }
}
