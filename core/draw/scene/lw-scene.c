// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Data that does not change from frame to frame (outlines, kinds of joints, pins that meet in one
// point, angles of ground symbols, the link width) and data that changes slowly (traces and scales
// of arrows).

#include "lw-coupling-paths-private.h"
#include "lw-dimensions-private.h"

#include <math.h>
#include <string.h>

#include "lw-axis.h"
#include "lw-contact.h"
#include "lw-loops.h"
#include "lw-marks.h"
#include "lw-round-off.h"

/// Link width in parts of the typical link length, and its minimum in parts of the whole mechanism,
/// so that the links of a long mechanism are visible when it fits the view.
#define LINK_WIDTH_PART 0.06
#define LINK_WIDTH_PART_OF_SIZE 0.02
/// Maximum, in parts of the typical link length: the links of a mechanism of thousands must not
/// cover each other.
#define LINK_WIDTH_PART_MAX 0.5
#define LINK_WIDTH_MIN_PX 10.0
#define LINK_WIDTH_MAX_PX 34.0
/// If the mechanism has few links and they are long on the screen, they are bodies, not lines:
/// their width is at least this part of the length.
#define READABLE_WIDTH_PX 14.0
#define READABLE_PART 0.12
#define READABLE_BODIES_MAX 40
/// Initial length of a rail to either side of the start, in parts of the typical link length; it
/// grows.
#define RAIL_PART 0.3
/// Longest arrow of a run, px.
#define ARROW_LENGTH 96.0
#define FIT_MARGIN 52.0
static double
distance (const double a[3], const double b[3])
{
  return sqrt ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])
               + (a[2] - b[2]) * (a[2] - b[2]));
}

static void
init_loops (LwSceneBody *body)
{
  body->order = g_new (guint, body->n_points + 1);
  body->ends = g_new (guint, body->n_points / 3 + 2);
  body->n_loops = lw_loops_find (body->points, body->n_points, body->order, body->ends);
  if (body->n_loops > 1)
    return;
  g_clear_pointer (&body->order, g_free);
  g_clear_pointer (&body->ends, g_free);
}

bool
lw_scene_is_hidden (const LwScene *self, LwSelectionKind kind, const LwElement *element)
{
  return !lw_marks_is_seen (self->mechanism, (LwElementRef){ kind, element->id });
}

static void
init_bodies (LwScene *self)
{
  g_autoptr (GPtrArray) link_points = lw_mechanism_dup_all_link_points (self->mechanism);

  self->n_bodies = lw_mechanism_get_n_bodies (self->mechanism);
  self->bodies = g_new0 (LwSceneBody, self->n_bodies + 1);
  for (guint i = 0; i < self->n_bodies; i++) {
    LwSceneBody *body = &self->bodies[i];
    GArray *points;

    body->body = lw_mechanism_get_body (self->mechanism, i);
    body->hidden = lw_scene_is_hidden (self, LW_SELECTION_BODY, &body->body->element);
    body->index = mbd_model_body_by_id (self->model, body->body->element.id);
    if (body->body->shape.kind == LW_SHAPE_LINK)
      points = g_array_ref (link_points->pdata[i]);
    else if (body->body->shape.points != NULL)
      points = g_array_ref (body->body->shape.points);
    else
      points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
    body->n_points = points->len;
    body->points = g_memdup2 (points->data, points->len * 3 * sizeof (double));
    body->jointed = g_new0 (bool, points->len);
    g_array_unref (points);
    if (body->body->shape.kind == LW_SHAPE_POLYGON)
      init_loops (body);
    body->is_half_plane = lw_body_is_half_plane (body->body);
    body->contact_radius = lw_contact_get_radius (self->mechanism, body->body);
  }
}

const LwJointLook lw_joint_looks[LW_JOINT_KINDS] = {
  [LW_JOINT_PIN] = { .is_joint = true,
                     .is_pin = true,
                     .shows_compliance = true,
                     .is_named = true,
                     .reach = 0.27 },
  [LW_JOINT_SLIDER] = { .is_joint = true, .slides = true, .is_named = true },
  [LW_JOINT_SLOT] = { .is_joint = true, .slides = true, .is_slot = true, .is_named = true },
  [LW_JOINT_CURVE] = { .is_joint = true, .follows_curve = true, .is_named = true, .reach = 0.31 },
  [LW_JOINT_RIGID] = { .is_joint = true,
                       .shows_compliance = true,
                       .is_named = true,
                       .reach = 0.34 },
  [LW_JOINT_BALL] = { .is_joint = true, .is_named = true, .reach = 0.27 },
  [LW_JOINT_ROD] = { .is_line = true, .is_rod = true },
  [LW_JOINT_PIN_BALL] = { .is_line = true },
  [LW_JOINT_DRIVE] = { .drives = true, .is_counted = true },
  [LW_JOINT_LIMIT] = { .has_stops = true, .is_counted = true },
  [LW_JOINT_GEAR] = { .has_wheels = true, .is_counted = true },
  [LW_JOINT_ANGLE] = { .is_counted = true },
  [LW_JOINT_CONTACT] = { .is_named = true },
  [LW_JOINT_FRICTION] = { .is_counted = true },
};

/// Symbols of the families that are not joints.
static const LwJointKind symbols[LW_FAMILIES] = {
  [LW_FAMILY_ROD] = LW_JOINT_ROD,
  [LW_FAMILY_PULLEY_ROPE] = LW_JOINT_ROD,
  [LW_FAMILY_REVOLUTE_SPHERICAL] = LW_JOINT_PIN_BALL,
  [LW_FAMILY_DRIVE] = LW_JOINT_DRIVE,
  [LW_FAMILY_LIMIT] = LW_JOINT_LIMIT,
  [LW_FAMILY_GEAR] = LW_JOINT_GEAR,
  [LW_FAMILY_ANGLE] = LW_JOINT_ANGLE,
  [LW_FAMILY_POINT_CONTACT] = LW_JOINT_CONTACT,
  [LW_FAMILY_FRICTION] = LW_JOINT_FRICTION,
};

static LwJointKind
joint_kind (const LwScene *self, const MbdCouplingDef *def)
{
  const unsigned turns = MBD_LOCK_RX | MBD_LOCK_RY | MBD_LOCK_RZ;
  const LwFamilyId family = lw_family_of (def->class_)->id;
  const bool planar = mbd_model_is_planar (self->model);
  const unsigned slides = planar ? MBD_LOCK_X | MBD_LOCK_Y : MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_Z;
  const bool holds_point = (def->locked & slides) == slides;
  const bool turns_about_z = (def->locked & MBD_LOCK_RZ) == 0;

  if (family == LW_FAMILY_OTHER)
    return LW_JOINT_OTHER;
  if (lw_families[family].has_curve)
    return LW_JOINT_CURVE;
  if (!lw_families[family].is_joint)
    return symbols[family];
  if ((def->locked & slides) == 0)
    return LW_JOINT_ANGLE;
  if (holds_point && planar)
    return turns_about_z ? LW_JOINT_PIN : LW_JOINT_RIGID;
  if (holds_point && (def->locked & turns) == turns)
    return LW_JOINT_RIGID;
  if (holds_point && (def->locked & MBD_LOCK_RX) && (def->locked & MBD_LOCK_RY))
    return LW_JOINT_PIN;
  if (holds_point)
    return LW_JOINT_BALL;
  if (!planar && !(def->locked & MBD_LOCK_Z))
    return LW_JOINT_PIN; // cylindrical: a pin that also slides along its axis
  return turns_about_z ? LW_JOINT_SLOT : LW_JOINT_SLIDER;
}

/// Returns a name without the word for its kind: "Pin B" is B beside a pin.
static char *
short_name (const char *name, const char *word)
{
  const size_t length = strlen (word);

  if (name == NULL)
    return NULL;
  if (g_ascii_strncasecmp (name, word, length) == 0 && name[length] == ' ' && name[length + 1])
    return g_strdup (name + length + 1);
  return g_strdup (name);
}

const LwSceneBody *
lw_scene_body_at (const LwScene *self, int index)
{
  // Bodies have consecutive indices after the ground, in the order of the mechanism.
  if (index <= 0 || (guint) index > self->n_bodies)
    return NULL;
  return &self->bodies[index - 1];
}

static void
mark_jointed (LwScene *self, int index, const double point[3])
{
  const LwSceneBody *body = lw_scene_body_at (self, index);

  for (guint k = 0; body != NULL && k < body->n_points; k++)
    if (distance (&body->points[3 * k], point) < 1e-6 * mbd_model_size (self->model))
      body->jointed[k] = true;
}

/// Marks the joints with drives or end stops that act about them.
static void
mark_surrounded (LwScene *self)
{
  for (guint i = 0; i < self->n_joints; i++) {
    const LwSceneJoint *upon = &self->joints[i];
    const bool drives = lw_joint_looks[upon->kind].drives;
    const bool stops = lw_joint_looks[upon->kind].has_stops;

    if ((!drives && !stops) || upon->coupling->def.coordinate[0] != MBD_COORDINATE_ANGLE)
      continue;
    for (guint k = 0; k < self->n_joints; k++)
      if (self->joints[k].coupling->element.id == upon->coupling->joint[0]) {
        self->joints[k].driven |= drives;
        self->joints[k].stopped |= stops;
      }
  }
}

static void
init_joints (LwScene *self)
{
  self->n_joints = lw_mechanism_get_n_couplings (self->mechanism);
  self->joints = g_new0 (LwSceneJoint, self->n_joints + 1);
  for (guint i = 0; i < self->n_joints; i++) {
    LwSceneJoint *joint = &self->joints[i];
    const MbdCouplingDef *def;
    double axis[3] = { 1.0, 0.0, 0.0 };

    joint->coupling = lw_mechanism_get_coupling (self->mechanism, i);
    def = &joint->coupling->def;
    joint->index = mbd_model_coupling_by_id (self->model, joint->coupling->element.id);
    mbd_model_coupling_bodies (self->model, joint->index, joint->bodies);
    joint->kind = joint_kind (self, def);
    if ((def->locked & MBD_LOCK_X) && !(def->locked & MBD_LOCK_Y)) {
      axis[0] = 0.0;
      axis[1] = 1.0;
    }
    lw_scene_rotate (def->frame_a.quaternion, axis, joint->slide_axis);
    joint->label_choice = joint->arrow_choice = -1;
    joint->label =
      short_name (joint->coupling->element.name, lw_coupling_get_kind (joint->coupling)->word);
    // A coupling that works on a joint has no separate position; the joint's symbol is drawn there.
    joint->pin_bodies =
      lw_joint_kind_is_joint (joint->kind) || lw_joint_kind_is_line (joint->kind) ? 2 : 0;
    if (lw_joint_kind_is_joint (joint->kind)) {
      mark_jointed (self, joint->bodies[0], def->frame_a.point);
      mark_jointed (self, joint->bodies[1], def->frame_b.point);
    }
  }
}

static int
compare_doubles (gconstpointer a_data, gconstpointer b_data)
{
  const double a = *(const double *) a_data, b = *(const double *) b_data;

  return a < b ? -1 : a > b;
}

/// Sets the link width from the typical size of links.
static void
init_link_width (LwScene *self)
{
  g_autoptr (GArray) lengths = g_array_new (FALSE, FALSE, sizeof (double));
  double width;

  for (guint i = 0; i < self->n_bodies; i++) {
    const LwSceneBody *body = &self->bodies[i];
    double longest = 0.0;

    for (guint a = 0; a < body->n_points; a++)
      for (guint b = 0; b < a; b++)
        longest = MAX (longest, distance (&body->points[3 * a], &body->points[3 * b]));
    if (longest > 0.0)
      g_array_append_val (lengths, longest);
  }
  for (guint i = 0; i < self->n_joints; i++)
    if (lw_joint_kind_is_line (self->joints[i].kind))
      g_array_append_val (lengths, self->joints[i].coupling->def.length);
  self->median_length = mbd_model_size (self->model);
  if (lengths->len > 0) {
    g_array_sort (lengths, compare_doubles);
    self->median_length = g_array_index (lengths, double, lengths->len / 2);
  }
  if (!(self->median_length > 0.0) || !isfinite (self->median_length))
    self->median_length = 1.0;
  width = LINK_WIDTH_PART * self->median_length;
  if (isfinite (mbd_model_size (self->model)))
    width = MAX (width, MIN (LINK_WIDTH_PART_OF_SIZE * mbd_model_size (self->model),
                             LINK_WIDTH_PART_MAX * self->median_length));
  self->link_width = lw_axis_nice_up (width);
}

/// A position in multiples of the distance within which points count as the same.
typedef struct
{
  gint64 steps[3];
} Place;

static guint
place_hash (gconstpointer data)
{
  const Place *place = data;
  guint64 hash = 0;

  // Neighbours differ by round numbers, which must not collide in the table.
  for (int d = 0; d < 3; d++)
    hash = (hash ^ (guint64) place->steps[d]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint) (hash >> 32);
}

static gboolean
place_equal (gconstpointer a_data, gconstpointer b_data)
{
  const Place *a = a_data, *b = b_data;

  return a->steps[0] == b->steps[0] && a->steps[1] == b->steps[1] && a->steps[2] == b->steps[2];
}

/// Merges pins that share a body and a point into one joint of several bodies: one of them draws
/// all rings.
static void
merge_pins (LwScene *self, MbdState *state)
{
  g_autoptr (GHashTable) first = g_hash_table_new (place_hash, place_equal);
  g_autofree Place *places = g_new (Place, self->n_joints + 1);
  const double grain = 1e-6 * MAX (mbd_model_size (self->model), 1e-12);

  for (guint i = 0; i < self->n_joints; i++) {
    LwSceneJoint *joint = &self->joints[i], *other;
    double a[3], b[3];

    if (!lw_joint_looks[joint->kind].is_pin || joint->pin_bodies == 0
        || !joint->coupling->def.enabled
        || lw_scene_is_hidden (self, LW_SELECTION_COUPLING, &joint->coupling->element))
      continue;
    mbd_state_coupling_points (state, joint->index, a, b);
    for (int d = 0; d < 3; d++)
      places[i].steps[d] =
        isfinite (a[d]) ? (gint64) CLAMP (round (a[d] / grain), -1e15, 1e15) : G_MAXINT64;
    other = g_hash_table_lookup (first, &places[i]);
    if (other != NULL
        && (joint->bodies[0] == other->bodies[0] || joint->bodies[0] == other->bodies[1]
            || joint->bodies[1] == other->bodies[0] || joint->bodies[1] == other->bodies[1])) {
      other->pin_bodies++;
      joint->pin_bodies = 0;
    } else {
      g_hash_table_replace (first, &places[i], joint);
    }
  }
}

static void
body_point (MbdState *state, int body, const double point[3], double world[3])
{
  mbd_state_body_point (state, body, point, world, NULL, NULL);
}

/// Computes the mean of the outlines of all moving bodies.
static bool
centre_of_bodies (const LwScene *self, MbdState *state, double centre[3])
{
  double n = 0.0;

  centre[0] = centre[1] = centre[2] = 0.0;
  for (guint i = 0; i < self->n_bodies; i++)
    for (guint k = 0; k < self->bodies[i].n_points; k++) {
      double world[3];

      body_point (state, self->bodies[i].index, &self->bodies[i].points[3 * k], world);
      for (int d = 0; d < 3; d++)
        centre[d] += world[d];
      n += 1.0;
    }
  for (int d = 0; d < 3 && n > 0.0; d++)
    centre[d] /= n;
  return n > 0.0;
}

/// Puts ground symbols on the side away from the mechanism. A pendulum at rest beside its pivot
/// will hang down later, so the ground of a single pivot under gravity is above it.
static void
place_grounds (LwScene *self, MbdState *state)
{
  const double near = 0.1 * mbd_model_size (self->model);
  const double gravity = lw_mechanism_get_gravity (self->mechanism)[1];
  double centre[3];
  guint grounded = 0;

  if (!centre_of_bodies (self, state, centre))
    return;
  for (guint i = 0; i < self->n_joints; i++)
    grounded += (lw_joint_kind_is_joint (self->joints[i].kind)
                 || lw_joint_kind_is_line (self->joints[i].kind))
                && (self->joints[i].bodies[0] == 0 || self->joints[i].bodies[1] == 0);
  for (guint i = 0; i < self->n_joints; i++) {
    LwSceneJoint *joint = &self->joints[i];
    double a[3], b[3], tip[3], axis[3], height;

    mbd_state_coupling_points (state, joint->index, a, b);
    height = centre[1] - a[1];
    if (height < -near || (height < near && grounded == 1 && gravity < 0.0))
      joint->ground_angle = G_PI;
    if (!lw_joint_kind_slides (joint->kind))
      continue;
    for (int d = 0; d < 3; d++)
      tip[d] = joint->coupling->def.frame_a.point[d] + joint->slide_axis[d];
    body_point (state, joint->bodies[0], tip, axis);
    for (int d = 0; d < 3; d++)
      axis[d] -= a[d];
    height = (centre[1] - a[1]) * axis[0] - (centre[0] - a[0]) * axis[1];
    joint->rail_below = fabs (height) > 0.5 * near ? height > 0.0 : axis[0] >= 0.0;
    joint->slide_low = (b[0] - a[0]) * axis[0] + (b[1] - a[1]) * axis[1] + (b[2] - a[2]) * axis[2];
    joint->slide_high = joint->slide_low + RAIL_PART * self->median_length;
    joint->slide_low -= RAIL_PART * self->median_length;
  }
}

/// Draws the rail of a slider from one end stop to the other, if it has them.
static void
reach_stops (LwScene *self)
{
  for (guint i = 0; i < self->n_joints; i++) {
    const LwSceneJoint *stops = &self->joints[i];
    const MbdCouplingDef *def = &stops->coupling->def;

    if (!lw_joint_looks[stops->kind].has_stops || def->coordinate[0] != MBD_COORDINATE_SLIDE)
      continue;
    for (guint k = 0; k < self->n_joints; k++) {
      LwSceneJoint *joint = &self->joints[k];

      if (joint->coupling->element.id != stops->coupling->joint[0])
        continue;
      if (isfinite (def->lower))
        joint->slide_low = MIN (joint->slide_low, def->lower);
      if (isfinite (def->upper))
        joint->slide_high = MAX (joint->slide_high, def->upper);
    }
  }
}

/// Marks a body of one point on a slider as the block of that slider.
static void
find_blocks (LwScene *self)
{
  for (guint i = 0; i < self->n_joints; i++) {
    const LwSceneJoint *joint = &self->joints[i];

    if (!lw_joint_kind_slides (joint->kind) || lw_joint_looks[joint->kind].is_slot
        || !mbd_model_is_planar (self->model))
      continue;
    for (int side = 0; side < 2; side++) {
      LwSceneBody *body = (LwSceneBody *) lw_scene_body_at (self, joint->bodies[side]);

      if (body != NULL && body->body->shape.kind == LW_SHAPE_LINK && body->n_points == 1)
        body->is_block = true;
    }
  }
}

static void
init_traces (LwScene *self)
{
  self->n_traces = lw_mechanism_get_n_tracers (self->mechanism);
  self->traces = g_new0 (LwSceneTrace, self->n_traces + 1);
  for (guint i = 0; i < self->n_traces; i++) {
    LwSceneTrace *trace = &self->traces[i];

    trace->tracer = lw_mechanism_get_tracer (self->mechanism, i);
    trace->body = trace->tracer->body == MBD_GROUND
                    ? 0
                    : mbd_model_body_by_id (self->model, trace->tracer->body);
    trace->points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
    trace->times = g_array_new (FALSE, FALSE, sizeof (double));
    trace->label_choice = trace->arrow_choice = -1;
  }
}

/// Removes hidden elements, after everything that depends on them has been found. Bodies keep their
/// indices; their flag `hidden` is set instead.
static void
drop_hidden (LwScene *self)
{
  guint n = 0;

  if (lw_mechanism_get_marks (self->mechanism)->len == 0)
    return;
  for (guint i = 0; i < self->n_joints; i++)
    if (lw_scene_is_hidden (self, LW_SELECTION_COUPLING, &self->joints[i].coupling->element))
      g_free (self->joints[i].label);
    else
      self->joints[n++] = self->joints[i];
  self->n_joints = n;
  n = 0;
  for (guint i = 0; i < self->n_forces; i++)
    if (!lw_scene_is_hidden (self, LW_SELECTION_FORCE, &self->forces[i].force->element))
      self->forces[n++] = self->forces[i];
  self->n_forces = n;
  n = 0;
  for (guint i = 0; i < self->n_traces; i++)
    if (lw_scene_is_hidden (self, LW_SELECTION_TRACER, &self->traces[i].tracer->element)) {
      g_array_unref (self->traces[i].points);
      g_array_unref (self->traces[i].times);
    } else
      self->traces[n++] = self->traces[i];
  self->n_traces = n;
  n = 0;
  for (guint i = 0; i < self->n_measures; i++)
    if (!lw_scene_is_hidden (self, LW_SELECTION_MEASUREMENT,
                             &self->measures[i].measurement->element))
      self->measures[n++] = self->measures[i];
  self->n_measures = n;
}

LwScene *
lw_scene_new (LwMechanism *mechanism, const MbdModel *model)
{
  LwScene *self = g_new0 (LwScene, 1);
  LwRoundOff round_off;

  self->mechanism = lw_mechanism_ref (mechanism);
  self->model = mbd_model_ref (model);
  self->trace_state = mbd_state_new (self->model);
  self->wheels = g_array_new (FALSE, FALSE, sizeof (LwSceneWheel));
  self->scratch = g_array_new (FALSE, FALSE, sizeof (double));
  self->vectors = g_array_new (FALSE, FALSE, sizeof (LwSceneVector));
  self->trace_stride = 1;
  init_bodies (self);
  // In free fall a solver leaves forces of a few ε times the weight in the joints.
  lw_round_off_init (&round_off, mechanism, model);
  self->least_force = lw_round_off_of (&round_off, "N");
  init_joints (self);
  mark_surrounded (self);
  init_traces (self);
  lw_scene_init_contacts (self);
  init_link_width (self);
  merge_pins (self, self->trace_state);
  place_grounds (self, self->trace_state);
  reach_stops (self);
  find_blocks (self);
  lw_scene_init_forces (self, self->trace_state);
  lw_scene_init_measures (self, self->trace_state);
  lw_scene_init_gears (self, self->trace_state);
  drop_hidden (self);
  return self;
}

void
lw_scene_free (LwScene *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_bodies; i++) {
    g_free (self->bodies[i].points);
    g_free (self->bodies[i].jointed);
    g_free (self->bodies[i].order);
    g_free (self->bodies[i].ends);
  }
  for (guint i = 0; i < self->n_joints; i++)
    g_free (self->joints[i].label);
  for (guint i = 0; i < self->n_traces; i++) {
    g_array_unref (self->traces[i].points);
    g_array_unref (self->traces[i].times);
  }
  if (self->traced != NULL)
    lw_recording_unref (self->traced);
  g_free (self->sample);
  g_free (self->bodies);
  g_free (self->joints);
  g_free (self->forces);
  g_free (self->traces);
  g_free (self->measures);
  g_array_unref (self->wheels);
  g_array_unref (self->scratch);
  g_array_unref (self->vectors);
  mbd_state_free (self->trace_state);
  mbd_model_unref (self->model);
  lw_mechanism_unref (self->mechanism);
  g_free (self);
}

double
lw_scene_get_link_width (const LwScene *self)
{
  return self->link_width;
}

void
lw_scene_set_link_width (LwScene *self, double width)
{
  self->link_width = width;
}

double
lw_scene_link_width_px (const LwScene *self, const LwView *view)
{
  const bool few = self->n_bodies <= READABLE_BODIES_MAX;
  const double readable = few ? READABLE_PART * self->median_length * view->scale : 0.0;
  const double least = CLAMP (readable, LINK_WIDTH_MIN_PX, READABLE_WIDTH_PX);

  return CLAMP (self->link_width * view->scale, least, LINK_WIDTH_MAX_PX);
}

bool
lw_scene_is_crowd (const LwScene *self, const LwView *view)
{
  return lw_crowd_is_one (lw_scene_link_width_px (self, view), view,
                          self->n_bodies + self->n_joints + self->n_forces);
}

bool
lw_scene_is_spatial (const LwScene *self)
{
  return !mbd_model_is_planar (self->model);
}

void
lw_scene_fit (LwScene *self, MbdState *state, LwView *view)
{
  double minimum[3], maximum[3];

  if (!lw_scene_box (self, state, minimum, maximum))
    return;
  lw_view_fit (view, minimum, maximum, FIT_MARGIN);
  // The rulers take space at the left and the top.
  if (!view->spatial)
    lw_view_pan (view, 0.5 * LW_RULER_SIZE, 0.5 * LW_RULER_SIZE);
}

void
lw_scene_reset_scales (LwScene *self)
{
  for (int kind = 0; kind < LW_ARROW_KINDS; kind++) {
    self->largest[kind] = self->scale[kind] = 0.0;
    self->fixed_scale[kind] = false;
  }
}

/// Returns the value below which a vector counts as zero; N for forces.
static double
least_value (const LwScene *self, LwArrowKind kind)
{
  return kind == LW_ARROW_REACTION ? self->least_force : 0.0;
}

void
lw_scene_set_largest (LwScene *self, LwArrowKind kind, double largest)
{
  if (!(largest > least_value (self, kind)) || !isfinite (largest))
    return;
  self->largest[kind] = largest;
  self->scale[kind] = lw_axis_nice_down (ARROW_LENGTH / largest);
  self->fixed_scale[kind] = true;
}

double
lw_scene_get_scale (const LwScene *self, LwArrowKind kind)
{
  return self->scale[kind];
}

void
lw_scene_observe (LwScene *self, LwArrowKind kind, double value)
{
  double scale;

  if (!isfinite (value) || value <= self->largest[kind] || value <= least_value (self, kind)
      || self->fixed_scale[kind])
    return;
  self->largest[kind] = value;
  scale = lw_axis_nice_down (ARROW_LENGTH / value);
  self->scale[kind] = self->scale[kind] > 0.0 ? MIN (self->scale[kind], scale) : scale;
}
