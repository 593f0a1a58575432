// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order of layers. Two parts that overlap at any time of the motion cannot be in one layer. The
// pin of a joint reaches from its lowest to its highest part (down to the ground, if the ground is one
// of them), and no part that runs over the pin may lie between. The layers are found by trying: the
// parts with the most conflicts first, each in the lowest layer that is allowed, going back where
// there is none, with one layer more as soon as all possibilities have been tried.

#include <math.h>
#include <string.h>

#include "lw-cut-private.h"
#include "lw-geometry.h"

#define MM 1e-3
/// Poses of the motion that are compared, and fewer for many parts.
#define POSES_MAX 181
#define PAIRS_MAX 20000000.0
/// Outlines are compared as polygons this close to them, in parts of their size.
#define TOLERANCE 2e-3
/// Trials for a number of layers before the search takes one more.
#define TRIALS_MIN 2000
#define TRIALS_MAX 50000
#define TRIALS_PART 1000000
#define NO_LAYER G_MAXUINT
#define GROUND_LAYER (-1)

/// A part as it moves.
typedef struct
{
  GArray *points; ///< array of double[2], body frame: closed loops, each followed by NaN
  int body;       ///< model index
  double x, y, c, s;
  double box[4];
} Mover;

/// Pins at one place that share bodies.
typedef struct
{
  char *joint;
  GArray *members; ///< array of guint: indices of parts
  bool is_grounded;
  int body; ///< model index of a body that carries the place
  double point[3];
  double radius;   ///< m
  double *crossed; ///< by part: s, first time at which the part runs over the pin; NAN: never
  double place[2]; ///< m, world, at the pose
} Pin;

typedef struct
{
  LwCutParts *parts;
  const LwCutSource *source;
  guint n;
  Mover *movers;
  GArray *pins;  ///< array of Pin
  double *meets; ///< n x n: s, first time at which two parts overlap; NAN: never
  guint *order;  ///< parts, those with the most conflicts first
  guint n_layers;
  guint *layers; ///< by part
  guint trials;
} Stack;

/// Returns true if the first part is the base: without pins on the ground there is none.
static bool
has_base (const Stack *self)
{
  return lw_cut_parts_get (self->parts, 0)->body == MBD_GROUND;
}

// ---- overlaps -------------------------------------------------------------------------------

static void
get_point (const Mover *self, guint i, double point[2])
{
  const double *local = (const double *) (void *) self->points->data + 2 * i;

  point[0] = self->x + self->c * local[0] - self->s * local[1];
  point[1] = self->y + self->s * local[0] + self->c * local[1];
}

/// Returns true if a place is inside of an outline.
static bool
contains (const Mover *self, const double place[2])
{
  bool is_inside = false;
  double a[2], b[2];

  get_point (self, self->points->len - 1, a);
  for (guint i = 0; i < self->points->len; i++) {
    get_point (self, i, b);
    if ((a[1] > place[1]) != (b[1] > place[1])
        && place[0] < a[0] + (place[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
      is_inside = !is_inside;
    memcpy (a, b, sizeof a);
  }
  return is_inside;
}

static double
turn_of (const double a[2], const double b[2], const double c[2])
{
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool
do_boxes_meet (const double a[4], const double b[4])
{
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/// Returns true if the first point of a loop of `self` is inside of `other`.
static bool
begins_in (const Mover *self, const Mover *other)
{
  bool is_first = true;

  for (guint i = 0; i < self->points->len; i++) {
    double point[2];

    get_point (self, i, point);
    if (is_first && contains (other, point))
      return true;
    is_first = isnan (point[0]);
  }
  return false;
}

static bool
do_overlap (const Mover *self, const Mover *other)
{
  double a[2], b[2];

  if (!do_boxes_meet (self->box, other->box))
    return false;
  if (begins_in (self, other) || begins_in (other, self))
    return true;
  get_point (self, self->points->len - 1, a);
  for (guint i = 0; i < self->points->len; i++, memcpy (a, b, sizeof a)) {
    double c[2], d[2], box[4];

    get_point (self, i, b);
    for (int k = 0; k < 2; k++) {
      box[k] = fmin (a[k], b[k]);
      box[2 + k] = fmax (a[k], b[k]);
    }
    if (!do_boxes_meet (box, other->box))
      continue;
    get_point (other, other->points->len - 1, c);
    for (guint k = 0; k < other->points->len; k++, memcpy (c, d, sizeof c)) {
      get_point (other, k, d);
      if (turn_of (a, b, c) * turn_of (a, b, d) < 0 && turn_of (c, d, a) * turn_of (c, d, b) < 0)
        return true;
    }
  }
  return false;
}

/// Returns true if a part is nearer to a place than the radius.
static bool
runs_over (const Mover *self, const double place[2], double radius)
{
  double a[2], b[2];

  if (place[0] + radius < self->box[0] || place[0] - radius > self->box[2]
      || place[1] + radius < self->box[1] || place[1] - radius > self->box[3])
    return false;
  if (contains (self, place))
    return true;
  get_point (self, self->points->len - 1, a);
  for (guint i = 0; i < self->points->len; i++, memcpy (a, b, sizeof a)) {
    double dx, dy, square, part;

    get_point (self, i, b);
    dx = b[0] - a[0];
    dy = b[1] - a[1];
    square = dx * dx + dy * dy;
    part = square > 0 ? ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / square : 0;
    part = CLAMP (part, 0, 1);
    if (hypot (a[0] + part * dx - place[0], a[1] + part * dy - place[1]) < radius)
      return true;
  }
  return false;
}

// ---- motion ---------------------------------------------------------------------------------

static void
take_pose (Stack *self, MbdState *state)
{
  static const double origin[3] = { 0, 0, 0 }, axis[3] = { 1, 0, 0 };

  for (guint i = 0; i < self->n; i++) {
    Mover *mover = &self->movers[i];
    double root[3], tip[3];

    mbd_state_body_point (state, mover->body, origin, root, NULL, NULL);
    mbd_state_body_point (state, mover->body, axis, tip, NULL, NULL);
    mover->x = root[0];
    mover->y = root[1];
    mover->c = tip[0] - root[0];
    mover->s = tip[1] - root[1];
    mover->box[0] = mover->box[1] = INFINITY;
    mover->box[2] = mover->box[3] = -INFINITY;
    for (guint k = 0; k < mover->points->len; k++) {
      double point[2];

      get_point (mover, k, point);
      for (int d = 0; d < 2; d++) {
        mover->box[d] = fmin (mover->box[d], point[d]);
        mover->box[2 + d] = fmax (mover->box[2 + d], point[d]);
      }
    }
  }
  for (guint i = 0; i < self->pins->len; i++) {
    Pin *pin = &g_array_index (self->pins, Pin, i);
    double world[3];

    mbd_state_body_point (state, pin->body, pin->point, world, NULL, NULL);
    pin->place[0] = world[0];
    pin->place[1] = world[1];
  }
}

static bool
is_member (const Pin *pin, guint part)
{
  for (guint i = 0; i < pin->members->len; i++)
    if (g_array_index (pin->members, guint, i) == part)
      return true;
  return false;
}

static void
compare_pose (Stack *self, double time)
{
  // The base lies under everything.
  const guint first = has_base (self) ? 1 : 0;

  for (guint i = first; i < self->n; i++)
    for (guint k = first; k < i; k++) {
      double *meets = &self->meets[(gsize) i * self->n + k];

      if (isnan (*meets) && do_overlap (&self->movers[i], &self->movers[k]))
        *meets = self->meets[(gsize) k * self->n + i] = time;
    }
  for (guint i = 0; i < self->pins->len; i++) {
    Pin *pin = &g_array_index (self->pins, Pin, i);

    for (guint k = first; k < self->n; k++)
      if (isnan (pin->crossed[k]) && !is_member (pin, k)
          && runs_over (&self->movers[k], pin->place, pin->radius))
        pin->crossed[k] = time;
  }
}

static void
follow_motion (Stack *self)
{
  const LwProjectRun *run = self->source->run;
  const gsize n_samples = run != NULL ? lw_recording_n_samples (run->recording) : 0;
  const double pairs = 0.5 * self->n * self->n + 1;
  const gsize n_poses = (gsize) CLAMP (PAIRS_MAX / pairs, 2, POSES_MAX);
  const gsize n = MIN (n_samples, n_poses);
  MbdState *state = mbd_state_new (self->source->model);
  g_autofree double *sample =
    run != NULL ? g_new (double, lw_recording_n_columns (run->recording)) : NULL;

  if (n < 2) {
    take_pose (self, state);
    compare_pose (self, 0);
  }
  for (gsize i = 0; n >= 2 && i < n && !lw_progress_is_cancelled (&self->source->progress); i++) {
    lw_recording_sample (run->recording, i * (n_samples - 1) / (n - 1), sample);
    mbd_state_set (state, sample[0], &sample[1], &sample[1 + run->n_positions]);
    take_pose (self, state);
    compare_pose (self, sample[0]);
    lw_progress_tell (&self->source->progress, (double) (i + 1) / (double) n);
  }
  mbd_state_free (state);
}

// ---- pins -----------------------------------------------------------------------------------

static int
find_part (const Stack *self, int body)
{
  for (guint i = 0; i < self->n; i++)
    if (lw_cut_parts_get (self->parts, i)->body == body)
      return (int) i;
  return -1;
}

static void
add_member (const Stack *self, Pin *pin, int body)
{
  const int part = find_part (self, body);

  if (body == MBD_GROUND)
    pin->is_grounded = true;
  if (part >= 0 && !is_member (pin, (guint) part))
    g_array_append_vals (pin->members, &(guint){ (guint) part }, 1);
}

/// Finds the pin at a place that has one of the bodies.
static Pin *
find_pin (const Stack *self, const double place[2], const LwCoupling *coupling)
{
  const double near = 1e-6 * mbd_model_size (self->source->model);
  const int bodies[] = { coupling->def.body_a, coupling->def.body_b };

  for (guint i = 0; i < self->pins->len; i++) {
    Pin *pin = &g_array_index (self->pins, Pin, i);

    if (hypot (pin->place[0] - place[0], pin->place[1] - place[1]) > near)
      continue;
    for (int side = 0; side < 2; side++) {
      const int part = find_part (self, bodies[side]);

      if ((bodies[side] == MBD_GROUND && pin->is_grounded)
          || (part >= 0 && is_member (pin, (guint) part)))
        return pin;
    }
  }
  return NULL;
}

static void
clear_pin (void *data)
{
  Pin *pin = data;

  g_free (pin->joint);
  g_free (pin->crossed);
  g_array_unref (pin->members);
}

static void
find_pins (Stack *self)
{
  const LwMechanism *mechanism = self->source->mechanism;

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    const MbdCouplingDef *def = &coupling->def;
    const unsigned both = MBD_LOCK_X | MBD_LOCK_Y;
    double place[2];
    Pin *pin;

    if (!lw_geometry_is_joint (coupling) || (def->locked & both) != both)
      continue;
    lw_geometry_joint_point (mechanism, coupling, place);
    pin = find_pin (self, place, coupling);
    if (pin == NULL) {
      Pin made = {
        .joint =
          coupling->element.name != NULL
            ? g_strdup (coupling->element.name)
            : lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_COUPLING, coupling->element.id),
        .members = g_array_new (FALSE, FALSE, sizeof (guint)),
        .body =
          def->body_b == MBD_GROUND ? 0 : mbd_model_body_by_id (self->source->model, def->body_b),
        .place = { place[0], place[1] },
        .radius = 0.5 * self->parts->options.hole * MM,
        .crossed = g_new (double, self->n),
      };

      memcpy (made.point, def->frame_b.point, sizeof made.point);
      for (guint k = 0; k < self->n; k++)
        made.crossed[k] = NAN;
      g_array_append_val (self->pins, made);
      pin = &g_array_index (self->pins, Pin, self->pins->len - 1);
    }
    for (int side = 0; side < 2; side++) {
      const int id = side == 0 ? def->body_a : def->body_b;
      const LwBody *body = lw_mechanism_find_body (mechanism, id);

      add_member (self, pin, id);
      if (body != NULL)
        pin->radius = fmax (pin->radius, body->plate.hole_radius);
    }
  }
}

/// Finds the lowest and the highest layer of a pin's members that have one.
static bool
find_range (const Stack *self, const Pin *pin, int *low, int *high)
{
  *low = pin->is_grounded ? GROUND_LAYER : G_MAXINT;
  *high = pin->is_grounded ? GROUND_LAYER : G_MININT;
  for (guint i = 0; i < pin->members->len; i++) {
    const guint layer = self->layers[g_array_index (pin->members, guint, i)];

    if (layer == NO_LAYER)
      continue;
    *low = MIN (*low, (int) layer);
    *high = MAX (*high, (int) layer);
  }
  return *low < *high;
}

// ---- search ---------------------------------------------------------------------------------

/// Returns true if the layer of a part, which has just been set, violates nothing.
static bool
is_allowed (const Stack *self, guint part)
{
  const guint layer = self->layers[part];

  for (guint i = 0; i < self->n; i++)
    if (i != part && self->layers[i] == layer && !isnan (self->meets[(gsize) part * self->n + i]))
      return false;
  for (guint i = 0; i < self->pins->len; i++) {
    const Pin *pin = &g_array_index (self->pins, Pin, i);
    int low, high;

    if (!find_range (self, pin, &low, &high))
      continue;
    if (!isnan (pin->crossed[part]) && (int) layer > low && (int) layer < high)
      return false;
    if (!is_member (pin, part))
      continue;
    for (guint k = 0; k < self->n; k++)
      if (self->layers[k] != NO_LAYER && !isnan (pin->crossed[k]) && (int) self->layers[k] > low
          && (int) self->layers[k] < high)
        return false;
  }
  return true;
}

/// Assigns all parts, with an explicit stack of decisions instead of recursion.
static bool
search (Stack *self)
{
  const guint most = CLAMP (TRIALS_PART / self->n, TRIALS_MIN + 3 * self->n, TRIALS_MAX);
  guint at = 0;

  self->trials = 0;
  for (guint i = 0; i < self->n; i++)
    self->layers[i] = NO_LAYER;
  if (has_base (self)) {
    self->layers[0] = 0;
    at = 1;
  }
  const guint first = at;
  while (at < self->n) {
    guint *layer = &self->layers[self->order[at]];
    bool found = false;

    // The base has the lowest layer for itself.
    *layer = *layer == NO_LAYER ? first : *layer + 1;
    for (; *layer < self->n_layers && !found; *layer += !found) {
      if (++self->trials > most)
        return false;
      found = is_allowed (self, self->order[at]);
    }
    if (found) {
      at++;
      continue;
    }
    *layer = NO_LAYER;
    if (at == first)
      return false;
    at--;
  }
  return true;
}

static guint
count_conflicts (const Stack *self, guint part)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    n += !isnan (self->meets[(gsize) part * self->n + i]);
  return n;
}

static void
sort_by_conflicts (Stack *self)
{
  const guint first = has_base (self) ? 1 : 0;
  g_autofree guint *conflicts = g_new (guint, self->n);

  for (guint i = 0; i < self->n; i++) {
    guint at = i;

    conflicts[i] = count_conflicts (self, i);
    // Insertion keeps the order of equal ones; the base stays first.
    for (; at > first && i >= first && conflicts[self->order[at - 1]] < conflicts[i]; at--)
      self->order[at] = self->order[at - 1];
    self->order[at] = i;
  }
}

/// Without an order that avoids everything: each part in the layer where least happens.
static void
settle (Stack *self, guint n_layers)
{
  const guint first = has_base (self) ? 1 : 0;

  self->n_layers = MAX (n_layers, first + 1);
  for (guint i = 0; i < self->n; i++)
    self->layers[i] = i < first ? 0 : NO_LAYER;
  for (guint i = first; i < self->n; i++) {
    const guint part = self->order[i];
    guint best = first, least = G_MAXUINT;

    for (guint layer = first; layer < self->n_layers && least > 0; layer++) {
      guint cost = 0;

      self->layers[part] = layer;
      for (guint k = 0; k < self->n; k++)
        cost +=
          k != part && self->layers[k] == layer && !isnan (self->meets[(gsize) part * self->n + k]);
      cost = 2 * cost + !is_allowed (self, part);
      if (cost < least) {
        least = cost;
        best = layer;
      }
    }
    self->layers[part] = best;
  }
}

static void
find_layers (Stack *self)
{
  const guint wanted = (guint) self->parts->options.layers;
  const guint most = wanted > 0 ? MIN (wanted, self->n) : self->n;

  sort_by_conflicts (self);
  for (self->n_layers = 1; self->n_layers <= most; self->n_layers++)
    if (search (self))
      return;
  settle (self, most);
}

// ---- results --------------------------------------------------------------------------------

static void
add_collision (Stack *self, guint part, guint other, const char *joint, double time)
{
  const LwCutCollision collision = { part, other, g_strdup (joint), time };

  g_array_append_val (self->parts->collisions, collision);
}

static int
compare_collisions (const void *a_data, const void *b_data)
{
  const LwCutCollision *a = a_data, *b = b_data;

  return a->time < b->time ? -1 : a->time > b->time;
}

static void
find_collisions (Stack *self)
{
  for (guint i = 0; i < self->n; i++)
    for (guint k = 0; k < i; k++)
      if (self->layers[i] == self->layers[k] && !isnan (self->meets[(gsize) i * self->n + k]))
        add_collision (self, k, i, NULL, self->meets[(gsize) i * self->n + k]);
  for (guint i = 0; i < self->pins->len; i++) {
    const Pin *pin = &g_array_index (self->pins, Pin, i);
    int low, high;

    if (!find_range (self, pin, &low, &high))
      continue;
    for (guint k = 0; k < self->n; k++)
      if (!isnan (pin->crossed[k]) && (int) self->layers[k] > low && (int) self->layers[k] < high)
        add_collision (self, k, G_MAXUINT, pin->joint, pin->crossed[k]);
  }
  g_array_sort (self->parts->collisions, compare_collisions);
}

static void
find_thicknesses (Stack *self)
{
  LwCutParts *parts = self->parts;

  parts->n_layers = 0;
  for (guint i = 0; i < self->n; i++)
    parts->n_layers = MAX (parts->n_layers, self->layers[i] + 1);
  g_array_set_size (parts->layer_thickness, parts->n_layers);
  for (guint i = 0; i < parts->n_layers; i++)
    g_array_index (parts->layer_thickness, double, i) = 0;
  for (guint i = 0; i < self->n; i++) {
    double *thickness = &g_array_index (parts->layer_thickness, double, self->layers[i]);

    *thickness = fmax (*thickness, lw_cut_parts_get (parts, i)->thickness);
  }
}

/// Adds a spacer if there are layers between two.
static void
add_spacer (Stack *self, const Pin *pin, guint lower, int low, guint upper, int high)
{
  LwCutSpacer spacer = { .parts = { lower, upper } };

  for (int layer = low + 1; layer < high; layer++)
    spacer.thickness += g_array_index (self->parts->layer_thickness, double, (guint) layer);
  if (!(spacer.thickness > 0))
    return;
  spacer.joint = g_strdup (pin->joint);
  g_array_append_val (self->parts->spacers, spacer);
}

static void
find_spacers (Stack *self)
{
  for (guint i = 0; i < self->pins->len; i++) {
    const Pin *pin = &g_array_index (self->pins, Pin, i);
    guint lower = G_MAXUINT;
    int low = GROUND_LAYER, next;

    // From the ground or the lowest member upwards.
    if (!pin->is_grounded)
      low = G_MAXINT;
    for (int layer = 0; layer < (int) self->parts->n_layers; layer++) {
      next = -1;
      for (guint k = 0; k < pin->members->len && next < 0; k++)
        if (self->layers[g_array_index (pin->members, guint, k)] == (guint) layer)
          next = (int) g_array_index (pin->members, guint, k);
      if (next < 0)
        continue;
      if (low < layer)
        add_spacer (self, pin, lower, low, (guint) next, layer);
      lower = (guint) next;
      low = layer;
    }
  }
}

/// Returns all loops around material of a part, each closed and followed by a point that is not a
/// number.
static GArray *
dup_loops (const LwCutPart *part)
{
  static const double gap[2] = { NAN, NAN };
  GArray *points = g_array_new (FALSE, FALSE, 2 * sizeof (double));

  for (guint i = 0; i < part->outlines->len; i++) {
    g_autoptr (GArray) loop = NULL;
    double box[4];

    if (!(lw_contour_area (part->outlines->pdata[i]) > 0))
      continue;
    lw_contour_box (part->outlines->pdata[i], box);
    loop = lw_contour_flatten (part->outlines->pdata[i],
                               TOLERANCE * fmin (box[2] - box[0], box[3] - box[1]));
    g_array_append_vals (points, loop->data, loop->len);
    g_array_append_vals (points, loop->data, 1);
    g_array_append_vals (points, gap, 1);
  }
  return points;
}

void
lw_cut_parts_stack (LwCutParts *self, const LwCutSource *source)
{
  const guint n = self->parts->len;
  g_autofree Mover *movers = g_new0 (Mover, n);
  g_autofree double *meets = g_new (double, (gsize) n *n);
  g_autofree guint *order = g_new0 (guint, n);
  g_autofree guint *layers = g_new0 (guint, n);
  g_autoptr (GArray) pins = g_array_new (FALSE, FALSE, sizeof (Pin));
  Stack stack = { .parts = self,
                  .source = source,
                  .n = n,
                  .movers = movers,
                  .pins = pins,
                  .meets = meets,
                  .order = order,
                  .layers = layers };

  g_array_set_clear_func (pins, clear_pin);
  for (gsize i = 0; i < (gsize) n * n; i++)
    meets[i] = NAN;
  for (guint i = 0; i < n; i++) {
    const LwCutPart *part = lw_cut_parts_get (self, i);

    movers[i].points = dup_loops (part);
    movers[i].body =
      part->body == MBD_GROUND ? 0 : mbd_model_body_by_id (source->model, part->body);
  }
  find_pins (&stack);
  follow_motion (&stack);
  find_layers (&stack);
  find_thicknesses (&stack);
  find_spacers (&stack);
  find_collisions (&stack);
  for (guint i = 0; i < n; i++) {
    ((LwCutPart *) self->parts->pdata[i])->layer = layers[i];
    g_array_unref (movers[i].points);
  }
}
