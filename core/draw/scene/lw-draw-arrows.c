// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws reactions, loads and velocities of a frame, their scale card, and every label on the
// canvas.

#include "lw-coupling-paths-private.h"

#include <math.h>
#include <stdlib.h>

#include "lw-axis.h"

#define LABEL_SIZE 12.0
#define LABEL_OUTLINE 3.5
#define LABEL_GAP 8.0 ///< px between the tip and its value
#define LONGEST_ARROW 160.0
#define NAME_DISTANCE 20.0
#define REFERENCE_ARROW 48.0 ///< px, longest arrow on the scale card

/// Values below this part of the largest count as zero.
#define NOTHING 1e-6

static const char *const kind_units[LW_ARROW_KINDS] = { "N", "N", "m/s", "m/s^2" };

static double
norm (const double v[3])
{
  return sqrt (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void
add_vector (const LwSceneFrame *self, LwSceneVector vector)
{
  vector.size = norm (vector.value);
  if (!isfinite (vector.size) || !isfinite (vector.moment))
    return;
  lw_scene_observe (self->scene, vector.kind, vector.size);
  g_array_append_val (self->scene->vectors, vector);
}

static void
add_wrench (const LwSceneFrame *self,
            LwArrowKind kind,
            const MbdWrench *wrench,
            bool pale,
            bool selected,
            int *choice)
{
  LwSceneVector vector = { .kind = kind, .pale = pale, .selected = selected, .choice = choice };

  for (int d = 0; d < 3; d++) {
    vector.point[d] = wrench->point[d];
    vector.value[d] = wrench->force[d];
  }
  if (!self->view->spatial)
    vector.moment = wrench->moment[2];
  add_vector (self, vector);
}

bool
lw_scene_shows_reaction (const LwScene *self, MbdState *state, const LwSceneJoint *joint)
{
  return mbd_state_coupling_flags (state, joint->index).active
         && !lw_joint_looks[joint->kind].is_counted;
}

/// Adds the reaction of a joint on the selected body, or on the most recently created one.
static void
add_reaction (const LwSceneFrame *self, LwSceneJoint *joint)
{
  const MbdCouplingDef *def = &joint->coupling->def;
  const bool is_selected =
    lw_scene_frame_is_selected (self, LW_SELECTION_COUPLING, joint->coupling->element.id);
  int side = joint->bodies[1] > joint->bodies[0];
  MbdWrench wrench;

  if (!lw_scene_shows_reaction (self->scene, self->state, joint))
    return;
  if (lw_joint_looks[joint->kind].is_rod) {
    lw_scene_observe (self->scene, LW_ARROW_REACTION,
                      fabs (mbd_state_tension (self->state, joint->index)));
    return;
  }
  if (!self->options->reactions)
    return;
  if (lw_scene_frame_is_selected (self, LW_SELECTION_BODY, def->body_a))
    side = 0;
  if (lw_scene_frame_is_selected (self, LW_SELECTION_BODY, def->body_b))
    side = 1;
  if (self->options->both_bodies) {
    mbd_state_reaction (self->state, joint->index, 1 - side, MBD_AXES_WORLD, &wrench);
    add_wrench (self, LW_ARROW_REACTION, &wrench, true, is_selected, NULL);
  }
  mbd_state_reaction (self->state, joint->index, side, MBD_AXES_WORLD, &wrench);
  add_wrench (self, LW_ARROW_REACTION, &wrench, false, is_selected, &joint->arrow_choice);
}

/// Adds velocities or accelerations of tracers with their values, and of centres of mass without
/// values.
static void
add_motion (const LwSceneFrame *self, LwArrowKind kind)
{
  const LwScene *scene = self->scene;
  const bool is_velocity = kind == LW_ARROW_VELOCITY;

  for (guint i = 0; i < scene->n_traces; i++) {
    LwSceneTrace *trace = &scene->traces[i];
    LwSceneVector vector = { .kind = kind, .choice = is_velocity ? &trace->arrow_choice : NULL };

    mbd_state_body_point (self->state, trace->body, trace->tracer->point, vector.point,
                          is_velocity ? vector.value : NULL, is_velocity ? NULL : vector.value);
    add_vector (self, vector);
  }
  for (guint i = 0; i < scene->n_bodies; i++) {
    const LwSceneBody *body = &scene->bodies[i];
    LwSceneVector vector = { .kind = kind };

    if (body->hidden)
      continue;
    mbd_state_body_point (self->state, body->index, body->body->def.centre_of_mass, vector.point,
                          is_velocity ? vector.value : NULL, is_velocity ? NULL : vector.value);
    add_vector (self, vector);
  }
}

void
lw_scene_frame_observe (const LwSceneFrame *self)
{
  LwScene *scene = self->scene;
  const LwDrawOptions *options = self->options;

  g_array_set_size (scene->vectors, 0);
  lw_scene_frame_observe_contacts (self);
  for (guint i = 0;
       (options->reactions || options->tension) && options->solved && i < scene->n_joints; i++)
    add_reaction (self, &scene->joints[i]);
  for (guint i = 0; options->loads && i < scene->n_forces; i++) {
    LwSceneForce *force = &scene->forces[i];
    MbdWrench wrench;

    if (!lw_family_of (force->force->def.class_)->is_load || !force->force->def.enabled)
      continue;
    mbd_state_force_wrench (self->state, force->index, 1, &wrench);
    add_wrench (self, LW_ARROW_LOAD, &wrench, false, false, &force->label_choice);
  }
  if (options->velocities)
    add_motion (self, LW_ARROW_VELOCITY);
  if (options->accelerations && options->solved)
    add_motion (self, LW_ARROW_ACCELERATION);
}

/// Computes start and direction of an arrow on the screen; the length of the direction is in px.
static void
arrow_geometry (const LwSceneFrame *self,
                const LwSceneVector *vector,
                double start[2],
                double along[2])
{
  const double scale =
    self->options->arrow_factor * self->scene->scale[vector->kind] / self->view->scale;

  lw_view_project (self->view, vector->point, &start[0], &start[1]);
  lw_view_project_vector (self->view, vector->value, &along[0], &along[1]);
  along[0] *= scale;
  along[1] *= scale;
}

static bool
sees_vector (const LwSceneFrame *self, const double start[2], const double along[2])
{
  const double length = hypot (along[0], along[1]);
  const double shown = length > LONGEST_ARROW ? LONGEST_ARROW / length : 1.0;

  return lw_scene_frame_sees (self, start[0], start[1], start[0] + shown * along[0],
                              start[1] + shown * along[1]);
}

static bool
is_nothing (const LwSceneFrame *self, const LwSceneVector *vector)
{
  const double least = vector->kind == LW_ARROW_REACTION ? self->scene->least_force : 0.0;

  return !(vector->size > MAX (NOTHING * self->scene->largest[vector->kind], least));
}

/// Returns true if a moment is large enough, compared with the forces at the length of a link.
static bool
has_moment (const LwSceneFrame *self, const LwSceneVector *vector)
{
  const LwScene *scene = self->scene;

  return fabs (vector->moment)
           > MAX (1e-3 * scene->largest[vector->kind], scene->least_force) * scene->median_length
         && vector->moment != 0.0;
}

static void
draw_vector (const LwSceneFrame *self, const LwSceneVector *vector)
{
  LwPainter *painter = self->brush.painter;
  double start[2], along[2], length, shown;

  arrow_geometry (self, vector, start, along);
  if (!sees_vector (self, start, along))
    return;
  if (!vector->selected && !vector->pale
      && lw_crowd_take_arrow (self->crowd, vector->kind, start, along))
    return;
  if (vector->pale)
    lw_painter_begin_group (painter);
  if (!is_nothing (self, vector)) {
    lw_symbol_arrow (&self->brush, vector->kind, start[0], start[1], along[0], along[1]);
    length = hypot (along[0], along[1]);
    shown = length > LONGEST_ARROW ? LONGEST_ARROW / length : 1.0;
    lw_labels_avoid_line (self->labels, start[0], start[1], start[0] + shown * along[0],
                          start[1] + shown * along[1]);
  }
  if (has_moment (self, vector))
    lw_symbol_moment (&self->brush, vector->kind, start[0], start[1], vector->moment > 0.0);
  if (vector->pale)
    lw_painter_end_group (painter, 0.35);
}

static LwTextStyle
label_style (const LwSceneFrame *self, int weight, LwColour colour)
{
  LwTextStyle style = lw_text_style (LABEL_SIZE * self->options->letters, weight, colour);

  style.outline = LABEL_OUTLINE;
  style.outline_colour = self->palette->paper;
  return style;
}

static LwAnchor
anchor_for (double direction_x)
{
  return direction_x > 0.35    ? LW_ANCHOR_START
         : direction_x < -0.35 ? LW_ANCHOR_END
                               : LW_ANCHOR_MIDDLE;
}

static LwLabelPlace
place_at (double x, double y, double ux, double uy, double distance)
{
  // Text above or below a point also needs space for half its height.
  const double away = distance + (fabs (ux) <= 0.35 ? 0.4 * LABEL_SIZE : 0.0);

  return (LwLabelPlace){ x + away * ux, y + away * uy, anchor_for (ux) };
}

/// Formats an SI value in the displayed unit.
static void
format_value (const LwSceneFrame *self,
              char text[LW_NUMBER_SIZE],
              double value,
              int significant,
              const char *unit)
{
  const LwUnits *units = &self->options->units;

  lw_format_quantity (text, lw_units_to_shown (units, unit, value), significant,
                      lw_units_shown (units, unit),
                      lw_fonts_get_decimal_point (lw_painter_get_fonts (self->brush.painter)));
}

/// Places the label beyond the tip, beside the middle (left and right), or farther beyond the tip.
static void
label_vector (const LwSceneFrame *self, const LwSceneVector *vector)
{
  const LwTextStyle style =
    label_style (self, 600, lw_symbol_arrow_text_colour (self->palette, vector->kind));
  double start[2], along[2], length, ux, uy;
  char text[LW_NUMBER_SIZE];

  if (vector->choice == NULL || (is_nothing (self, vector) && !has_moment (self, vector)))
    return;
  arrow_geometry (self, vector, start, along);
  if (!sees_vector (self, start, along))
    return;
  length = hypot (along[0], along[1]);
  ux = length > 0.0 ? along[0] / length : 0.0;
  uy = length > 0.0 ? along[1] / length : -1.0;
  length = MIN (length, LONGEST_ARROW);
  if (!is_nothing (self, vector)) {
    const double tip[2] = { start[0] + length * ux, start[1] + length * uy };
    const double middle[2] = { start[0] + 0.5 * length * ux, start[1] + 0.5 * length * uy };
    const LwLabelPlace places[] = {
      place_at (tip[0], tip[1], ux, uy, LABEL_GAP),
      place_at (middle[0], middle[1], -uy, ux, 10.0),
      place_at (middle[0], middle[1], uy, -ux, 10.0),
      place_at (tip[0], tip[1], ux, uy, LABEL_GAP + 16.0),
    };

    format_value (self, text, vector->size, 3, kind_units[vector->kind]);
    *vector->choice = lw_labels_place (self->labels, text, &style, places, G_N_ELEMENTS (places),
                                       *vector->choice, vector->selected);
  }
  if (has_moment (self, vector)) {
    const LwLabelPlace places[] = {
      place_at (start[0], start[1], 0.0, -1.0, 34.0),
      place_at (start[0], start[1], 1.0, 0.0, 36.0),
      place_at (start[0], start[1], -1.0, 0.0, 36.0),
    };

    format_value (self, text, fabs (vector->moment), 3, "N m");
    lw_labels_place (self->labels, text, &style, places, G_N_ELEMENTS (places), -1,
                     vector->selected);
  }
}

/// Places the load of a rod, with its sign, beside the middle of the rod.
static void
label_rod (const LwSceneFrame *self, LwSceneJoint *joint)
{
  const double tension = mbd_state_tension (self->state, joint->index);
  double ends[4], x1, y1, x2, y2, length, ux, uy;
  char number[LW_NUMBER_SIZE], text[LW_NUMBER_SIZE + 1];
  LwTextStyle style;

  if (!(fabs (tension)
        > MAX (NOTHING * self->scene->largest[LW_ARROW_REACTION], self->scene->least_force)))
    return;
  lw_scene_frame_strand (self, joint, ends);
  x1 = ends[0], y1 = ends[1], x2 = ends[2], y2 = ends[3];
  length = hypot (x2 - x1, y2 - y1);
  if (length < 40.0)
    return;
  ux = (y2 - y1) / length;
  uy = -(x2 - x1) / length;
  if (uy > 0.0) {
    ux = -ux;
    uy = -uy;
  }
  format_value (self, number, tension, 3, "N");
  g_snprintf (text, sizeof text, "%s%s", tension > 0.0 ? "+" : "", number);
  style = label_style (self, 700,
                       self->palette->hue[tension > 0.0 ? LW_HUE_BLUE : LW_HUE_VERMILLION].text);
  {
    const double x = 0.5 * (x1 + x2), y = 0.5 * (y1 + y2);
    const LwLabelPlace places[] = {
      place_at (x, y, ux, uy, 10.0),
      place_at (x, y, -ux, -uy, 10.0),
      place_at (x1 + 0.3 * (x2 - x1), y1 + 0.3 * (y2 - y1), ux, uy, 12.0),
      place_at (x1 + 0.7 * (x2 - x1), y1 + 0.7 * (y2 - y1), ux, uy, 12.0),
    };

    joint->arrow_choice = lw_labels_place (self->labels, text, &style, places,
                                           G_N_ELEMENTS (places), joint->arrow_choice, false);
  }
}

/// Computes eight places round a point, the first in the direction (ux, uy).
static void
places_round (double x, double y, double ux, double uy, double distance, LwLabelPlace places[8])
{
  static const double turns_deg[8] = { 0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0 };

  for (int i = 0; i < 8; i++) {
    const double c = cos (turns_deg[i] * G_PI / 180.0), s = sin (turns_deg[i] * G_PI / 180.0);

    places[i] = place_at (x, y, c * ux - s * uy, s * ux + c * uy, distance);
  }
}

/// Computes the mean screen position of the outlines of the joint's bodies.
static bool
centre_of_joint (const LwSceneFrame *self, const LwSceneJoint *joint, double *x, double *y)
{
  double n = 0.0;

  *x = *y = 0.0;
  for (int side = 0; side < 2; side++) {
    const LwSceneBody *body = lw_scene_body_at (self->scene, joint->bodies[side]);

    for (guint k = 0; body != NULL && k < body->n_points; k++) {
      double px, py;

      lw_scene_frame_body_point (self, body->index, &body->points[3 * k], &px, &py);
      *x += px;
      *y += py;
      n += 1.0;
    }
  }
  if (n == 0.0)
    return false;
  *x /= n;
  *y /= n;
  return true;
}

static void
label_joint (const LwSceneFrame *self, LwSceneJoint *joint)
{
  const bool is_selected =
    lw_scene_frame_is_selected (self, LW_SELECTION_COUPLING, joint->coupling->element.id);
  const bool slides = lw_joint_kind_slides (joint->kind);
  const LwTextStyle style =
    label_style (self, 700, is_selected ? self->palette->selection : self->palette->ink);
  LwLabelPlace places[8];
  double a[3], b[3], x, y, cx, cy, length, away = NAME_DISTANCE;

  if (joint->label == NULL)
    return;
  // Lines and gears show their names only while they are selected.
  if (!lw_joint_looks[joint->kind].is_named && !is_selected)
    return;
  if (self->brush.w < 13.0 && !is_selected)
    return;
  mbd_state_coupling_points (self->state, joint->index, a, b);
  lw_view_project (self->view, b, &x, &y);
  if (!lw_scene_frame_sees (self, x, y, x, y))
    return;
  if (!centre_of_joint (self, joint, &cx, &cy))
    cx = x - 1.0, cy = y;
  length = hypot (x - cx, y - cy);
  if (slides)
    away = length < 1.0 ? 0.9 * self->brush.w : MAX (NAME_DISTANCE, 0.9 * self->brush.w);
  if (joint->stopped)
    away = MAX (away, lw_scene_frame_stop_radius (self) + 0.3 * self->brush.w + 6.0);
  else if (joint->driven)
    away = MAX (away, lw_scene_frame_drive_radius (self) + 12.0);
  if (length < 1.0)
    places_round (x, y, 0.7, -0.7, away, places);
  else
    places_round (x, y, (x - cx) / length, (y - cy) / length, away, places);
  joint->label_choice = lw_labels_place (self->labels, joint->label, &style, places, 8,
                                         joint->label_choice, is_selected);
}

static void
label_tracer (const LwSceneFrame *self, LwSceneTrace *trace)
{
  const LwTextStyle style = label_style (self, 700, self->palette->hue[LW_HUE_PURPLE].text);
  LwLabelPlace places[8];
  double x, y;

  if (trace->tracer->element.name == NULL || self->brush.w < 13.0)
    return;
  lw_scene_frame_body_point (self, trace->body, trace->tracer->point, &x, &y);
  if (!lw_scene_frame_sees (self, x, y, x, y))
    return;
  places_round (x, y, 0.94, 0.34, 16.0, places);
  trace->label_choice = lw_labels_place (self->labels, trace->tracer->element.name, &style, places,
                                         8, trace->label_choice, false);
}

/// Keeps labels off joints and tracers.
static void
avoid_points (const LwSceneFrame *self)
{
  const LwScene *scene = self->scene;

  for (guint i = 0; i < scene->n_joints; i++) {
    double a[3], b[3], x, y;

    if (!lw_joint_kind_is_joint (scene->joints[i].kind) || scene->joints[i].pin_bodies == 0)
      continue;
    mbd_state_coupling_points (self->state, scene->joints[i].index, a, b);
    lw_view_project (self->view, b, &x, &y);
    if (!lw_scene_frame_sees (self, x, y, x, y))
      continue;
    lw_labels_avoid_disc (self->labels, x, y, 0.27 * self->brush.w + 2.0);
  }
  for (guint i = 0; i < scene->n_traces; i++) {
    double x, y;

    lw_scene_frame_body_point (self, scene->traces[i].body, scene->traces[i].tracer->point, &x, &y);
    lw_labels_avoid_disc (self->labels, x, y, 6.0);
  }
}

static void
avoid_path (const LwSceneFrame *self, const double *points, size_t n)
{
  for (size_t i = 0; i + 1 < n; i++)
    lw_labels_avoid_line (self->labels, points[2 * i], points[2 * i + 1], points[2 * i + 2],
                          points[2 * i + 3]);
}

/// Keeps labels off the arrows of drives, end stops, belts, racks and slack ropes.
static void
avoid_couplings (const LwSceneFrame *self)
{
  double points[2 * LW_PATH_POINTS];

  for (guint i = 0; i < self->scene->n_joints; i++) {
    const LwSceneJoint *joint = &self->scene->joints[i];
    LwStopPlace stops[2];
    int n_stops = 0;
    bool slack = false;
    size_t n = 0;

    if (lw_joint_looks[joint->kind].drives) {
      n = lw_scene_frame_drive_path (self, joint, points);
      if (n > 0)
        lw_labels_avoid_disc (self->labels, points[0], points[1], 9.0);
    } else if (lw_joint_looks[joint->kind].has_stops) {
      n = lw_scene_frame_stop_track (self, joint, points, stops, &n_stops);
      for (int k = 0; k < n_stops; k++)
        lw_labels_avoid_disc (self->labels, stops[k].x, stops[k].y, stops[k].half);
    } else if (joint->gear != NULL && joint->gear->keeps_labels_off) {
      n = joint->gear->path (self, joint, points);
    } else if (lw_coupling_only_pulls (mbd_state_coupling (self->state, joint->index))) {
      n = lw_scene_frame_slack_path (self, joint, points, &slack);
    }
    avoid_path (self, points, n);
  }
}

/// Formats a given number with its own significant figures, at most four.
static void
format_short (const LwSceneFrame *self, char text[LW_NUMBER_SIZE], double value, const char *unit)
{
  const double shown = lw_units_to_shown (&self->options->units, unit, value);
  int significant = 1;

  while (significant < 4) {
    char rounded[G_ASCII_DTOSTR_BUF_SIZE], format[8];

    g_snprintf (format, sizeof format, "%%.%dg", significant);
    g_ascii_formatd (rounded, sizeof rounded, format, shown);
    if (fabs (g_ascii_strtod (rounded, NULL) - shown) <= 1e-6 * fabs (shown))
      break;
    significant++;
  }
  format_value (self, text, value, significant, unit);
}

/// Labels a drive with its name and the prescribed speed or position.
static void
label_drive (const LwSceneFrame *self, LwSceneJoint *joint)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  const bool is_selected =
    lw_scene_frame_is_selected (self, LW_SELECTION_COUPLING, joint->coupling->element.id);
  const bool turns = def->coordinate[0] == MBD_COORDINATE_ANGLE;
  const bool position = def->level == MBD_LEVEL_POSITION;
  const LwTextStyle style = label_style (
    self, 600, is_selected ? self->palette->selection : self->palette->hue[LW_HUE_ORANGE].text);
  double points[2 * LW_PATH_POINTS], a[3], b[3], jx, jy, x = 0.0, y = 0.0, reach = 4.0;
  const size_t n = lw_scene_frame_drive_path (self, joint, points);
  g_autofree char *text = NULL;
  char number[LW_NUMBER_SIZE];
  LwLabelPlace places[8];
  double length;

  // The winding of a spring shows its moment.
  if (lw_coupling_get_kind (joint->coupling)->is_spring)
    return;
  if (n == 0 || (self->brush.w < 13.0 && !is_selected)
      || !lw_scene_frame_sees (self, points[0], points[1], points[0], points[1]))
    return;
  mbd_state_coupling_points (self->state, joint->index, a, b);
  lw_view_project (self->view, b, &jx, &jy);
  for (size_t i = 0; i < n; i++) {
    x += points[2 * i] / (double) n;
    y += points[2 * i + 1] / (double) n;
  }
  if (turns) {
    x = jx;
    y = jy;
    reach = lw_scene_frame_drive_radius (self);
  }
  // Beside a slider: on the side of the arrow that is away from the slider.
  length = hypot (x - jx, y - jy);
  format_short (self, number,
                mbd_function_evaluate (def->function, mbd_state_time (self->state)).value,
                turns ? (position ? "rad" : "rad/s") : (position ? "m" : "m/s"));
  text = joint->coupling->element.name != NULL
           ? g_strdup_printf ("%s %s", joint->coupling->element.name, number)
           : g_strdup (number);
  places_round (x, y, length > 0.0 ? (x - jx) / length : -0.7,
                length > 0.0 ? (y - jy) / length : -0.7, reach + 10.0, places);
  joint->label_choice =
    lw_labels_place (self->labels, text, &style, places, 8, joint->label_choice, is_selected);
}

/// Names, which have many candidate places, also avoid the grounds.
static void
avoid_grounds (const LwSceneFrame *self)
{
  const double w = self->brush.w;

  for (guint i = 0; !self->view->spatial && i < self->scene->n_joints; i++) {
    const LwSceneJoint *joint = &self->scene->joints[i];
    double a[3], b[3], x, y;

    if (!lw_joint_looks[joint->kind].is_pin || (joint->bodies[0] != 0 && joint->bodies[1] != 0))
      continue;
    mbd_state_coupling_points (self->state, joint->index, a, b);
    lw_view_project (self->view, b, &x, &y);
    lw_labels_avoid_box (self->labels, x - 0.6 * w, joint->ground_angle == 0.0 ? y : y - 1.4 * w,
                         1.2 * w, 1.4 * w);
  }
}

typedef struct
{
  guint vector; ///< index
  int rank;     ///< 1 if selected, else the power of two of its size in the largest of its kind
} Importance;

/// In steps of two, so that arrows of similar size do not change places from frame to frame.
static Importance
find_importance (const LwSceneFrame *self, guint index)
{
  const LwSceneVector *vector = &g_array_index (self->scene->vectors, LwSceneVector, index);
  const double part = vector->size / self->scene->largest[vector->kind];

  if (vector->selected)
    return (Importance){ index, 1 };
  return (Importance){ index, isfinite (part) && part > 0.0 ? MIN (ilogb (part), 0) : G_MININT };
}

static int
compare_importance (const void *a, const void *b)
{
  const Importance *first = a, *second = b;

  if (first->rank != second->rank)
    return first->rank > second->rank ? -1 : 1;
  return first->vector < second->vector ? -1 : 1;
}

/// Labels the vectors, the selected and the largest first: if space is short, the small ones remain
/// without values.
static void
label_vectors (const LwSceneFrame *self, bool roomy)
{
  const LwScene *scene = self->scene;
  g_autofree Importance *order = g_new (Importance, scene->vectors->len + 1);

  for (guint i = 0; i < scene->vectors->len; i++)
    order[i] = find_importance (self, i);
  qsort (order, scene->vectors->len, sizeof *order, compare_importance);
  for (guint i = 0; i < scene->vectors->len; i++) {
    const LwSceneVector *vector = &g_array_index (scene->vectors, LwSceneVector, order[i].vector);

    if (vector->selected || roomy)
      label_vector (self, vector);
  }
}

static void
draw_labels (const LwSceneFrame *self)
{
  LwScene *scene = self->scene;
  const bool roomy = self->brush.w >= 13.0;
  const bool rods = roomy && self->options->solved && self->options->tension;

  avoid_points (self);
  avoid_couplings (self);
  label_vectors (self, roomy);
  for (guint i = 0; rods && i < scene->n_joints; i++)
    if (lw_joint_looks[scene->joints[i].kind].is_rod
        && mbd_state_coupling_flags (self->state, scene->joints[i].index).active)
      label_rod (self, &scene->joints[i]);
  avoid_grounds (self);
  for (guint i = 0; i < scene->n_joints; i++)
    if (lw_joint_looks[scene->joints[i].kind].drives)
      label_drive (self, &scene->joints[i]);
    else
      label_joint (self, &scene->joints[i]);
  for (guint i = 0; i < scene->n_traces; i++)
    label_tracer (self, &scene->traces[i]);
}

#define SCALE_REACH 8.0 ///< px, round the tip of an arrow of the card

/// Draws each kind of arrow in this frame with a reference arrow and its value.
static void
draw_scale_card (const LwSceneFrame *self)
{
  LwPainter *painter = self->brush.painter;
  LwTextStyle style = lw_text_style (LABEL_SIZE * self->options->letters, 500, self->palette->text);
  bool shown[LW_ARROW_KINDS] = { false };
  double widths[LW_ARROW_KINDS], lengths[LW_ARROW_KINDS], x, y, total = 12.0;
  char texts[LW_ARROW_KINDS][LW_NUMBER_SIZE];

  for (guint i = 0; i < self->scene->vectors->len; i++)
    shown[g_array_index (self->scene->vectors, LwSceneVector, i).kind] = true;
  for (int kind = 0; kind < LW_ARROW_KINDS; kind++) {
    LwTextExtents extents;
    const double scale = self->options->arrow_factor * self->scene->scale[kind];
    double per_unit, value;

    self->scene->card_length[kind] = 0.0;
    shown[kind] = shown[kind] && self->scene->scale[kind] > 0.0;
    if (!shown[kind])
      continue;
    per_unit = lw_units_to_shown (&self->options->units, kind_units[kind], 1.0);
    value = self->scene->held_scale == kind + 1
              ? self->scene->card_value[kind]
              : lw_axis_nice_down (REFERENCE_ARROW / scale * per_unit) / per_unit;
    self->scene->card_value[kind] = value;
    lengths[kind] = value * scale;
    format_value (self, texts[kind], value, 1, kind_units[kind]);
    lw_painter_measure (painter, texts[kind], &style, &extents);
    widths[kind] = extents.width;
    total += lengths[kind] + 8.0 + widths[kind] + 12.0;
  }
  if (total <= 12.0)
    return;
  x = self->view->width - 12.0 - total;
  y = self->view->height - 34.0;
  lw_painter_round_rect (painter, x + 0.5, y + 0.5, total - 1.0, 23.0, 11.5);
  lw_painter_fill_stroke (painter, self->palette->window, self->palette->separator, 1.0);
  lw_labels_avoid_box (self->labels, x, y, total, 24.0);
  x += 12.0;
  style.centred = true;
  for (int kind = 0; kind < LW_ARROW_KINDS; kind++) {
    if (!shown[kind])
      continue;
    self->scene->card_x[kind] = x;
    self->scene->card_length[kind] = lengths[kind];
    self->scene->card_y = y + 12.0;
    lw_symbol_arrow (&self->brush, (LwArrowKind) kind, x, y + 12.0, lengths[kind], 0.0);
    lw_painter_text (painter, x + lengths[kind] + 8.0, y + 12.0, texts[kind], &style);
    x += lengths[kind] + 8.0 + widths[kind] + 12.0;
  }
}

int
lw_scene_find_scale (const LwScene *self, double x, double y, double *base, double *length)
{
  for (int kind = 0; kind < LW_ARROW_KINDS; kind++)
    if (self->card_length[kind] > 0.0 && fabs (y - self->card_y) <= SCALE_REACH
        && fabs (x - self->card_x[kind] - self->card_length[kind]) <= SCALE_REACH) {
      if (base != NULL)
        *base = self->card_x[kind];
      if (length != NULL)
        *length = self->card_length[kind];
      return kind;
    }
  return -1;
}

void
lw_scene_hold_scale (LwScene *self, int kind)
{
  self->held_scale = kind + 1;
}

void
lw_scene_frame_draw_arrows (const LwSceneFrame *self)
{
  const GArray *vectors = self->scene->vectors;

  for (guint i = 0; i < vectors->len; i++)
    draw_vector (self, &g_array_index (vectors, LwSceneVector, i));
  lw_crowd_draw_arrows (self->crowd, &self->brush);
  if (self->options->scale_card)
    draw_scale_card (self);
  if (self->options->labels)
    draw_labels (self);
}

void
lw_draw_scale_card (LwScene *self,
                    LwPainter *painter,
                    const LwPalette *palette,
                    const LwView *view,
                    const LwDrawOptions *options)
{
  g_autoptr (LwLabels) labels = lw_labels_new (painter, view->width, view->height);
  const LwSceneFrame frame = {
    .scene = self,
    .brush = {
      .painter = painter,
      .palette = palette,
      .w = lw_scene_link_width_px (self, view),
      .emphasis = options->emphasis,
    },
    .palette = palette,
    .view = view,
    .options = options,
    .labels = labels,
  };

  draw_scale_card (&frame);
}
