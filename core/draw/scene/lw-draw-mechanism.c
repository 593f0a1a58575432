// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws a mechanism in the plane, back to front: ground, bodies, traces, force elements, joints.
// Arrows and labels are drawn by lw-draw-arrows.c, spatial bodies and joints by lw-draw-solids.c.

#include "lw-coupling-paths-private.h"
#include "lw-dimensions-private.h"

#include <math.h>

#include "lw-marks.h"
#include "lw-pick.h"

#define FEW_SELECTED 8
#define LEAST_WIDTH 4.0 ///< px, least width of a link with a given width
#define PIN_RADIUS 0.3  ///< outer radius of the ring of a pin, in link widths

/// Smallest joint gap that is shown, in parts of the size of the mechanism.
#define VISIBLE_ERROR 1e-6

LwDrawOptions
lw_draw_options_default (void)
{
  return (LwDrawOptions){
    .reactions = true,
    .loads = true,
    .traces = true,
    .grounds = true,
    .labels = true,
    .contacts = true,
    .errors = true,
    .tension = true,
    .scale_card = true,
    .selected_length = true,
    .arrow_factor = 1.0,
    .trace_length = 10000.0,
    .emphasis = 1.0,
    .letters = 1.0,
    .units = lw_units_default (),
  };
}

void
lw_draw_options_set_overlays (LwDrawOptions *options, LwOverlays overlays)
{
  options->reactions = overlays & LW_OVERLAY_REACTIONS;
  options->both_bodies = overlays & LW_OVERLAY_BOTH_BODIES;
  options->loads = overlays & LW_OVERLAY_LOADS;
  options->velocities = overlays & LW_OVERLAY_VELOCITIES;
  options->accelerations = overlays & LW_OVERLAY_ACCELERATIONS;
  options->tension = overlays & LW_OVERLAY_TENSION;
  options->traces = overlays & LW_OVERLAY_TRACES;
  options->fading = overlays & LW_OVERLAY_FADING;
  options->masses = overlays & LW_OVERLAY_MASSES;
  options->frames = overlays & LW_OVERLAY_FRAMES;
  options->centres = overlays & LW_OVERLAY_CENTRES;
  options->errors = overlays & LW_OVERLAY_ERRORS;
  options->contacts = overlays & LW_OVERLAY_CONTACTS;
  options->lengths = overlays & LW_OVERLAY_LENGTHS;
}

void
lw_scene_frame_body_point (const LwSceneFrame *self,
                           int body,
                           const double point[3],
                           double *x,
                           double *y)
{
  double world[3];

  mbd_state_body_point (self->state, body, point, world, NULL, NULL);
  lw_view_project (self->view, world, x, y);
}

bool
lw_scene_frame_sees (const LwSceneFrame *self, double x1, double y1, double x2, double y2)
{
  const double margin = 3.0 * self->brush.w;

  return MAX (x1, x2) > -margin && MIN (x1, x2) < self->view->width + margin
         && MAX (y1, y2) > -margin && MIN (y1, y2) < self->view->height + margin;
}

static bool
refers (const LwElementRef *reference, LwSelectionKind kind, int id)
{
  return reference->kind == kind && reference->id == id;
}

static gpointer
selection_key (LwSelectionKind kind, int id)
{
  return GSIZE_TO_POINTER ((gsize) id * 8 + (gsize) kind);
}

/// Returns a hash table of a large selection, in which a search per element would be slow. Returns
/// NULL if the selection is small.
static GHashTable *
index_selection (const LwDrawOptions *options)
{
  GHashTable *index;

  if (options->n_selected <= FEW_SELECTED)
    return NULL;
  index = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < options->n_selected; i++)
    g_hash_table_add (index, selection_key (options->selected[i].kind, options->selected[i].id));
  return index;
}

bool
lw_scene_frame_is_selected (const LwSceneFrame *self, LwSelectionKind kind, int id)
{
  if (self->selected != NULL)
    return g_hash_table_contains (self->selected, selection_key (kind, id));
  for (guint i = 0; i < self->options->n_selected; i++)
    if (refers (&self->options->selected[i], kind, id))
      return true;
  return false;
}

LwSymbolState
lw_scene_frame_symbol_state (const LwSceneFrame *self, LwSelectionKind kind, int id, bool enabled)
{
  if (self->ghost)
    return LW_SYMBOL_STATE_GHOST;
  if (lw_scene_frame_is_selected (self, kind, id))
    return LW_SYMBOL_STATE_SELECTED;
  if (!enabled)
    return LW_SYMBOL_STATE_DISABLED;
  if (refers (&self->options->hovered, kind, id))
    return LW_SYMBOL_STATE_HOVER;
  for (guint i = 0; i < self->options->n_lit; i++)
    if (refers (&self->options->lit[i], kind, id))
      return LW_SYMBOL_STATE_HOVER;
  return LW_SYMBOL_STATE_NORMAL;
}

LwSymbolState
lw_scene_frame_joint_symbol_state (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  const LwCoupling *coupling = joint->coupling;
  const MbdCouplingFlags flags = mbd_state_coupling_flags (self->state, joint->index);
  const bool enabled = flags.enabled && mbd_state_mode (self->state, joint->index) != MBD_MODE_FREE;

  if (self->options->failed != NULL && self->options->failed[joint->index])
    return LW_SYMBOL_STATE_ERROR;
  // Joints and lines of a selected body are marked with it.
  if ((lw_joint_kind_is_joint (joint->kind) || lw_joint_kind_is_line (joint->kind))
      && (lw_scene_frame_is_selected (self, LW_SELECTION_BODY, coupling->def.body_a)
          || lw_scene_frame_is_selected (self, LW_SELECTION_BODY, coupling->def.body_b)))
    return LW_SYMBOL_STATE_SELECTED;
  return lw_scene_frame_symbol_state (self, LW_SELECTION_COUPLING, coupling->element.id, enabled);
}

/// Returns the screen angle of the sliding direction of a joint.
static double
slide_angle (const LwSceneFrame *self, const LwSceneJoint *joint, double axis[3])
{
  const MbdCouplingDef *def = &joint->coupling->def;
  double tip[3], root[3], dx, dy;

  for (int d = 0; d < 3; d++)
    tip[d] = def->frame_a.point[d] + joint->slide_axis[d];
  mbd_state_body_point (self->state, joint->bodies[0], tip, axis, NULL, NULL);
  mbd_state_body_point (self->state, joint->bodies[0], def->frame_a.point, root, NULL, NULL);
  for (int d = 0; d < 3; d++)
    axis[d] -= root[d];
  lw_view_project_vector (self->view, axis, &dx, &dy);
  return atan2 (dy, dx);
}

/// Computes the points of a body on the screen, in the scratch array of the scene.
static const double *
screen_points (const LwSceneFrame *self, const LwSceneBody *body, double box[4])
{
  GArray *scratch = self->scene->scratch;
  double *points;

  g_array_set_size (scratch, 2 * body->n_points);
  points = (double *) (void *) scratch->data;
  box[0] = box[1] = INFINITY;
  box[2] = box[3] = -INFINITY;
  for (guint k = 0; k < body->n_points; k++) {
    double *point = &points[2 * k];

    lw_scene_frame_body_point (self, body->index, &body->points[3 * k], &point[0], &point[1]);
    box[0] = MIN (box[0], point[0]);
    box[1] = MIN (box[1], point[1]);
    box[2] = MAX (box[2], point[0]);
    box[3] = MAX (box[3], point[1]);
  }
  return points;
}

static void
draw_box (const LwSceneFrame *self, const LwSceneBody *body, LwSymbolState symbol_state)
{
  const LwShape *shape = &body->body->shape;
  static const double signs[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
  LwBrush brush = self->brush;
  double corners[8];

  brush.rim = body->body->contact.takes_part;
  for (int i = 0; i < 4; i++) {
    const double point[3] = {
      shape->centre[0] + 0.5 * signs[i][0] * shape->size[0],
      shape->centre[1] + 0.5 * signs[i][1] * shape->size[1],
      shape->centre[2],
    };
    lw_scene_frame_body_point (self, body->index, point, &corners[2 * i], &corners[2 * i + 1]);
  }
  lw_symbol_box (&brush, corners, body->body->hue, symbol_state);
}

/// Draws a link with the width of its plate, if that is given, and with the holes that its joints
/// leave visible.
static void
draw_link (const LwSceneFrame *self,
           const LwSceneBody *body,
           const double *points,
           LwHue hue,
           LwSymbolState symbol_state)
{
  const LwPlate *plate = &body->body->plate;
  const double hole = plate->hole_radius * self->view->scale;
  LwBrush brush = self->brush;

  brush.rim = body->body->contact.takes_part;
  if (body->contact_radius > 0.0)
    brush.w = MAX (2.0 * body->contact_radius * self->view->scale, LEAST_WIDTH);
  else if (plate->width > 0.0)
    brush.w = MAX (plate->width * self->view->scale, LEAST_WIDTH);
  lw_symbol_plate (&brush, points, body->n_points, hue, symbol_state);
  if (!(hole > PIN_RADIUS * self->brush.w))
    return;
  for (guint i = 0; i < body->n_points; i++)
    lw_painter_circle (brush.painter, points[2 * i], points[2 * i + 1], hole);
  lw_painter_stroke (brush.painter, brush.palette->hue[hue].line, lw_brush_outline (&self->brush));
}

/// Draws a plate with holes: the points in sequence of its loops.
static void
draw_loops (const LwSceneFrame *self,
            const LwSceneBody *body,
            const double *points,
            LwHue hue,
            LwSymbolState symbol_state)
{
  const guint n = body->ends[body->n_loops - 1];
  g_autofree double *ordered = g_new (double, 2 * (gsize) n + 1);
  LwBrush brush = self->brush;

  brush.rim = body->body->contact.takes_part;
  for (guint i = 0; i < n; i++)
    for (int d = 0; d < 2; d++)
      ordered[2 * i + (guint) d] = points[2 * body->order[i] + (guint) d];
  lw_symbol_loops (&brush, ordered, body->ends, body->n_loops, hue, symbol_state);
}

void
lw_scene_frame_draw_body (const LwSceneFrame *self, const LwSceneBody *body)
{
  const LwShape *shape = &body->body->shape;
  const LwSymbolState symbol_state =
    lw_scene_frame_symbol_state (self, LW_SELECTION_BODY, body->body->element.id, true);
  const LwHue hue = body->body->hue;
  const double *points;
  double box[4], x, y;
  LwBrush brush = self->brush;

  brush.rim = body->body->contact.takes_part;
  switch (shape->kind) {
  case LW_SHAPE_LINK:
    points = screen_points (self, body, box);
    if (!body->is_block && !body->is_half_plane
        && lw_scene_frame_sees (self, box[0], box[1], box[2], box[3])
        && !lw_crowd_take_link (self->crowd, points, body->n_points, hue, symbol_state))
      draw_link (self, body, points, hue, symbol_state);
    break;
  case LW_SHAPE_POLYGON:
    points = screen_points (self, body, box);
    if (!lw_scene_frame_sees (self, box[0], box[1], box[2], box[3]))
      break;
    if (body->order != NULL)
      draw_loops (self, body, points, hue, symbol_state);
    else
      lw_symbol_polygon (&brush, points, body->n_points, hue, symbol_state);
    break;
  case LW_SHAPE_DISC:
    lw_scene_frame_body_point (self, body->index, shape->centre, &x, &y);
    lw_symbol_disc (&brush, x, y, MAX (2.0, shape->size[0] * self->view->scale), hue, symbol_state);
    break;
  case LW_SHAPE_BOX:
    draw_box (self, body, symbol_state);
    break;
  }
}

void
lw_scene_frame_draw_bodies (const LwSceneFrame *self)
{
  const LwScene *scene = self->scene;

  lw_scene_frame_draw_wheels (self);
  for (guint i = 0; i < scene->n_bodies; i++)
    if (!scene->bodies[i].hidden) {
      lw_scene_frame_draw_body (self, &scene->bodies[i]);
      lw_scene_frame_draw_fixed (self, &scene->bodies[i]);
    }
  lw_crowd_draw_links (self->crowd, &self->brush);
  lw_scene_frame_draw_contact_outlines (self);
  for (guint i = 0; i < scene->n_bodies; i++) {
    const LwSceneBody *body = &scene->bodies[i];
    const bool selected =
      lw_scene_frame_is_selected (self, LW_SELECTION_BODY, body->body->element.id);
    double x, y;

    if (body->hidden || (!selected && (!self->options->masses || self->brush.w < 13.0)))
      continue;
    lw_scene_frame_body_point (self, body->index, body->body->def.centre_of_mass, &x, &y);
    lw_symbol_centre_of_mass (&self->brush, x, y);
  }
}

void
lw_scene_frame_draw_ground_pin (const LwSceneFrame *self, const double world[3], double angle)
{
  double x, y;

  lw_view_project (self->view, world, &x, &y);
  if (lw_scene_frame_sees (self, x, y, x, y)
      && !lw_crowd_has_mark (self->crowd, LW_CROWD_GROUND, x, y))
    lw_symbol_ground_pin (&self->brush, x, y, angle);
}

/// Limits a hatch to the view: zoomed in, it would have a million invisible strokes.
bool
lw_view_clip_line (const LwView *view, double x, double y, double angle, double *low, double *high)
{
  const double middle =
    (0.5 * view->width - x) * cos (angle) + (0.5 * view->height - y) * sin (angle);
  const double reach = hypot (view->width, view->height);

  *low = MAX (*low, middle - reach);
  *high = MIN (*high, middle + reach);
  return *low < *high;
}

/// Draws the rail of a slider, as long as the distance the block has covered so far.
static void
draw_rail (const LwSceneFrame *self, LwSceneJoint *joint)
{
  double a[3], b[3], axis[3], x, y, angle, slide = 0.0;
  const double scale = self->view->scale, overhang = 1.5 * self->brush.w;
  double low, high;

  mbd_state_coupling_points (self->state, joint->index, a, b);
  angle = slide_angle (self, joint, axis);
  for (int d = 0; d < 3; d++)
    slide += (b[d] - a[d]) * axis[d];
  if (isfinite (slide)) {
    joint->slide_low = MIN (joint->slide_low, slide);
    joint->slide_high = MAX (joint->slide_high, slide);
  }
  low = joint->slide_low * scale - overhang;
  high = joint->slide_high * scale + overhang;
  lw_view_project (self->view, a, &x, &y);
  if (!lw_view_clip_line (self->view, x, y, angle, &low, &high))
    return;
  if (joint->rail_below)
    lw_symbol_rail (&self->brush, x, y, angle, -low, high, joint->bodies[0] == 0);
  else
    lw_symbol_rail (&self->brush, x, y, angle + G_PI, high, -low, joint->bodies[0] == 0);
}

void
lw_scene_frame_draw_ground (const LwSceneFrame *self)
{
  const LwScene *scene = self->scene;
  double a[3], b[3];

  lw_scene_frame_draw_half_planes (self);
  for (guint i = 0; i < scene->n_joints; i++) {
    LwSceneJoint *joint = &scene->joints[i];
    const bool slides = lw_joint_kind_slides (joint->kind);

    if (!lw_joint_kind_is_joint (joint->kind) && !lw_joint_kind_is_line (joint->kind))
      continue;
    if (joint->bodies[0] != 0 && joint->bodies[1] != 0)
      continue;
    mbd_state_coupling_points (self->state, joint->index, a, b);
    if (lw_joint_looks[joint->kind].follows_curve && joint->bodies[0] == 0)
      continue; // its symbol has the hatches of the ground
    if (slides && joint->bodies[0] == 0)
      draw_rail (self, joint);
    else if (joint->pin_bodies > 0)
      lw_scene_frame_draw_ground_pin (self, joint->bodies[0] == 0 ? a : b, joint->ground_angle);
  }
  lw_scene_frame_draw_force_grounds (self);
}

static LwHue
hue_of (const LwScene *scene, const LwSceneJoint *joint)
{
  const LwSceneBody *body = lw_scene_body_at (scene, joint->bodies[1]);

  if (body == NULL)
    body = lw_scene_body_at (scene, joint->bodies[0]);
  return body != NULL ? body->body->hue : LW_HUE_ORANGE;
}

/// Draws a slider or slot: on the ground a block on its rail, on a moving body a block on it, or a
/// slot in it.
static void
draw_sliding (const LwSceneFrame *self,
              LwSceneJoint *joint,
              double x,
              double y,
              LwSymbolState symbol_state)
{
  const LwBrush *brush = &self->brush;
  const LwSceneBody *moving = lw_scene_body_at (self->scene, joint->bodies[1]);
  double a[3], b[3], axis[3], xa, ya, angle;

  mbd_state_coupling_points (self->state, joint->index, a, b);
  lw_view_project (self->view, a, &xa, &ya);
  angle = slide_angle (self, joint, axis);
  if (lw_joint_looks[joint->kind].is_slot && joint->bodies[0] != 0) {
    double slide = 0.0;

    for (int d = 0; d < 3; d++)
      slide += (b[d] - a[d]) * axis[d];
    if (isfinite (slide)) {
      joint->slide_low = MIN (joint->slide_low, slide);
      joint->slide_high = MAX (joint->slide_high, slide);
    }
    lw_symbol_slot (brush, xa, ya, angle, -joint->slide_low * self->view->scale,
                    joint->slide_high * self->view->scale, symbol_state);
    lw_symbol_slot_pin (brush, x, y, symbol_state);
    return;
  }
  if (joint->bodies[0] != 0)
    draw_rail (self, joint);
  // A body that is drawn as a box, a disc or a polygon is itself the sliding part.
  if (moving != NULL && moving->body->shape.kind != LW_SHAPE_LINK
      && !lw_joint_looks[joint->kind].is_slot) {
    if (symbol_state == LW_SYMBOL_STATE_DISABLED)
      lw_symbol_pin (brush, x, y, 2, symbol_state);
    else
      lw_brush_paint_ring (brush, x, y, 0.27 * brush->w, symbol_state);
    return;
  }
  lw_symbol_slider (brush, x, y, angle, hue_of (self->scene, joint),
                    lw_joint_looks[joint->kind].is_slot, symbol_state);
}

static void
draw_pin (const LwSceneFrame *self, LwSceneJoint *joint, double x, double y, LwSymbolState state)
{
  if (!lw_crowd_take_pin (self->crowd, x, y, state))
    lw_symbol_pin (&self->brush, x, y, joint->pin_bodies, state);
}

static void
draw_rigid (const LwSceneFrame *self, LwSceneJoint *joint, double x, double y, LwSymbolState state)
{
  double axis[3];

  lw_symbol_rigid (&self->brush, x, y, slide_angle (self, joint, axis), state);
}

static void (*const draw_of_joint[LW_JOINT_KINDS]) (const LwSceneFrame *self,
                                                    LwSceneJoint *joint,
                                                    double x,
                                                    double y,
                                                    LwSymbolState state) = {
  [LW_JOINT_PIN] = draw_pin,      [LW_JOINT_BALL] = draw_pin,
  [LW_JOINT_RIGID] = draw_rigid,  [LW_JOINT_SLIDER] = draw_sliding,
  [LW_JOINT_SLOT] = draw_sliding, [LW_JOINT_CURVE] = lw_scene_frame_draw_curve,
};

static void
draw_joint (const LwSceneFrame *self, LwSceneJoint *joint)
{
  const LwSymbolState symbol_state = lw_scene_frame_joint_symbol_state (self, joint);
  double a[3], b[3], x, y;

  if (!lw_joint_kind_is_joint (joint->kind) || joint->pin_bodies == 0)
    return;
  mbd_state_coupling_points (self->state, joint->index, a, b);
  lw_view_project (self->view, b, &x, &y);
  if (!lw_joint_looks[joint->kind].follows_curve && !lw_scene_frame_sees (self, x, y, x, y))
    return;
  if (lw_scene_frame_shows_compliance (self, joint)) {
    double px, py;

    lw_view_project (self->view, a, &px, &py);
    lw_scene_frame_draw_compliance (self, px, py, x - px, y - py, symbol_state);
    return;
  }
  draw_of_joint[joint->kind](self, joint, x, y, symbol_state);
  if (symbol_state == LW_SYMBOL_STATE_ERROR)
    lw_symbol_warning (&self->brush, x + 0.5 * self->brush.w + 3.0, y - 0.5 * self->brush.w - 3.0);
}

void
lw_scene_frame_draw_joints (const LwSceneFrame *self)
{
  const LwScene *scene = self->scene;

  // Draw blocks first, so that the pins in them stay visible.
  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < scene->n_joints; i++) {
      LwSceneJoint *joint = &scene->joints[i];
      const bool below =
        lw_joint_kind_slides (joint->kind) || lw_joint_looks[joint->kind].follows_curve;

      if (below == (pass == 0))
        draw_joint (self, joint);
    }
  lw_crowd_draw_pins (self->crowd, &self->brush);
}

/// Draws a halo, which grows with the logarithm of the gap, about each joint that is open.
static void
draw_errors (const LwSceneFrame *self)
{
  const LwScene *scene = self->scene;
  const MbdModel *model = scene->model;
  const double tolerance = VISIBLE_ERROR * mbd_model_size (model);
  double *errors;

  g_array_set_size (scene->scratch, (guint) mbd_model_row_count (model));
  errors = (double *) (void *) scene->scratch->data;
  mbd_state_errors (self->state, errors, NULL, NULL);
  for (guint i = 0; i < scene->n_joints; i++) {
    const int first = mbd_model_coupling_first_row (model, scene->joints[i].index);
    const int rows = mbd_model_coupling_rows (model, scene->joints[i].index);
    double a[3], b[3], x, y, gap = 0.0;

    // Most errors are so small that even their sum is not visible.
    for (int row = first; row < first + rows; row++)
      if (fabs (errors[row]) * rows > tolerance && mbd_model_row_is_length (model, row))
        gap = hypot (gap, errors[row]);
    if (!(gap > tolerance) || !isfinite (gap))
      continue;
    mbd_state_coupling_points (self->state, scene->joints[i].index, a, b);
    lw_view_project (self->view, b, &x, &y);
    if (!lw_crowd_has_mark (self->crowd, LW_CROWD_ERROR, x, y))
      lw_symbol_error (&self->brush, x, y, log10 (gap / tolerance));
  }
}

static void
draw_tracers (const LwSceneFrame *self)
{
  for (guint i = 0; i < self->scene->n_traces; i++) {
    const LwSceneTrace *trace = &self->scene->traces[i];
    double x, y;

    lw_scene_frame_body_point (self, trace->body, trace->tracer->point, &x, &y);
    lw_symbol_tracer (
      &self->brush, x, y,
      lw_scene_frame_symbol_state (self, LW_SELECTION_TRACER, trace->tracer->element.id, true));
  }
}

/// Draws a padlock on each locked element.
static void
draw_locks (const LwSceneFrame *self)
{
  const GArray *marks = lw_mechanism_get_marks (self->scene->mechanism);

  for (guint i = 0; self->brush.w >= 13.0 && i < marks->len; i++) {
    const LwElementMark *mark = &g_array_index (marks, LwElementMark, i);
    double world[3], x, y;

    if (!(mark->flags & LW_MARK_LOCKED) || (mark->flags & LW_MARK_HIDDEN)
        || !lw_scene_locate (self->scene, self->state, &mark->element, world))
      continue;
    lw_view_project (self->view, world, &x, &y);
    if (mark->element.kind != LW_SELECTION_BODY)
      x += 0.27 * self->brush.w + 10.0;
    if (lw_scene_frame_sees (self, x, y, x, y))
      lw_symbol_padlock (&self->brush, x, y);
  }
}

void
lw_draw_mechanism (LwScene *self,
                   LwPainter *painter,
                   const LwPalette *palette,
                   const LwView *view,
                   MbdState *state,
                   const LwDrawOptions *options)
{
  g_autoptr (LwLabels) labels = lw_labels_new (painter, view->width, view->height);
  g_autoptr (GHashTable) selected = index_selection (options);
  const LwBrush brush = {
    .painter = painter,
    .palette = palette,
    .w = lw_scene_link_width_px (self, view),
    .emphasis = options->emphasis,
  };
  g_autoptr (LwCrowd) crowd = lw_crowd_new (
    &brush, view, self->n_bodies + self->n_joints + self->n_forces, self->median_length);
  const LwSceneFrame frame = {
    .scene = self,
    .brush = brush,
    .palette = palette,
    .view = view,
    .state = state,
    .options = options,
    .labels = labels,
    .crowd = crowd,
    .selected = selected,
  };

  lw_labels_cover (labels, options->covered, options->covered);
  for (guint i = 0; i < options->n_avoided; i++)
    lw_labels_avoid_box (labels, options->avoided[4 * i], options->avoided[4 * i + 1],
                         options->avoided[4 * i + 2], options->avoided[4 * i + 3]);
  lw_scene_frame_observe (&frame);
  if (view->spatial) {
    lw_scene_frame_draw_traces (&frame);
    lw_scene_frame_draw_solids (&frame);
    lw_scene_frame_draw_forces (&frame);
    if (options->errors)
      draw_errors (&frame);
    lw_scene_frame_draw_couplings (&frame);
  } else {
    if (options->grounds)
      lw_scene_frame_draw_ground (&frame);
    lw_scene_frame_draw_ghosts (&frame);
    lw_scene_frame_draw_bodies (&frame);
    lw_scene_frame_draw_traces (&frame);
    lw_scene_frame_draw_forces (&frame);
    if (options->errors)
      draw_errors (&frame);
    lw_scene_frame_draw_joints (&frame);
    lw_scene_frame_draw_couplings (&frame);
  }
  draw_tracers (&frame);
  draw_locks (&frame);
  lw_scene_frame_draw_overlays (&frame);
  if (!view->spatial)
    lw_scene_frame_draw_contacts (&frame);
  lw_scene_frame_draw_free_motion (&frame);
  lw_scene_frame_draw_dimensions (&frame);
  lw_scene_frame_draw_arrows (&frame);
}

/// Returns the first of n times after `since`.
static guint
first_after (const double *times, guint n, double since)
{
  guint low = 0, high = n;

  while (low < high) {
    const guint middle = low + (high - low) / 2;

    if (times[middle] > since)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// Draws part of a trace, starting one point before the first, so that it joins the part drawn
/// before.
static void
draw_trace_part (const LwSceneFrame *self, const LwSceneTrace *trace, guint first, guint end)
{
  const double *points = (const double *) (const void *) trace->points->data;
  const guint begin = first > 0 ? first - 1 : 0;
  GArray *screen = self->scene->scratch;
  double last[2] = { 0.0, 0.0 };

  g_array_set_size (screen, 0);
  for (guint k = begin; k < end; k++) {
    double point[2];

    lw_view_project (self->view, &points[3 * k], &point[0], &point[1]);
    if (k > begin && k + 1 < end && hypot (point[0] - last[0], point[1] - last[1]) < 1.0)
      continue;
    g_array_append_vals (screen, point, 2);
    last[0] = point[0];
    last[1] = point[1];
  }
  lw_symbol_trace (&self->brush, (const double *) (const void *) screen->data, screen->len / 2);
}

double
lw_draw_traces (LwScene *self,
                LwPainter *painter,
                const LwPalette *palette,
                const LwView *view,
                double since,
                guint max)
{
  const LwSceneFrame frame = {
    .scene = self,
    .brush = {
      .painter = painter,
      .palette = palette,
      .w = lw_scene_link_width_px (self, view),
      .emphasis = 1.0,
    },
    .palette = palette,
    .view = view,
  };
  double until = since;

  // A round end would cover the end of the existing part with the background colour.
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  for (guint i = 0; i < self->n_traces; i++) {
    const LwSceneTrace *trace = &self->traces[i];
    const double *times = (const double *) (const void *) trace->times->data;
    const guint n = trace->times->len;
    const guint first = first_after (times, n, since);
    const guint end = max < n - first ? first + max : n;

    if (first >= n)
      continue;
    draw_trace_part (&frame, trace, first, end);
    until = times[end - 1];
  }
  lw_painter_set_cap (painter, LW_CAP_ROUND);
  return until;
}
