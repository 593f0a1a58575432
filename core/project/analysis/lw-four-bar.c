// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-four-bar.h"

#include <math.h>

/// Pin, from one of its bodies.
typedef struct
{
  const LwCoupling *pin;
  const double *here;    ///< its point on this body, body frame
  const double *there;   ///< its point on the other body, body frame
  const LwBody *partner; ///< the other body; NULL: the ground
} End;

/// Pins of a movable body.
typedef struct
{
  const LwBody *body;
  GArray *ends; ///< array of End
  int n_ground; ///< number of pins to the ground
} Node;

// ---- pins -----------------------------------------------------------------------------------

static void
node_free (gpointer data)
{
  Node *node = data;

  g_array_unref (node->ends);
  g_free (node);
}

static bool
is_ground (const LwBody *body)
{
  return body == NULL || body->def.mobility == MBD_FIXED;
}

static GHashTable *
make_nodes (const LwMechanism *mechanism)
{
  GHashTable *nodes = g_hash_table_new_full (NULL, NULL, NULL, node_free);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    Node *node = g_new0 (Node, 1);

    node->body = lw_mechanism_get_body (mechanism, i);
    node->ends = g_array_new (FALSE, FALSE, sizeof (End));
    g_hash_table_insert (nodes, GINT_TO_POINTER (node->body->element.id), node);
  }
  return nodes;
}

static void
add_end (Node *node, const LwCoupling *pin, const Node *partner, bool first)
{
  const End end = {
    .pin = pin,
    .here = first ? pin->def.frame_a.point : pin->def.frame_b.point,
    .there = first ? pin->def.frame_b.point : pin->def.frame_a.point,
    .partner = partner != NULL ? partner->body : NULL,
  };

  if (node == NULL || node->body->def.mobility != MBD_PLANAR
      || (end.partner != NULL && end.partner->def.mobility == MBD_SPATIAL))
    return;
  g_array_append_val (node->ends, end);
  node->n_ground += is_ground (end.partner);
}

/// Returns the nodes by body id.
static GHashTable *
find_pins (const LwMechanism *mechanism)
{
  const unsigned asked = MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_RZ;
  GHashTable *nodes = make_nodes (mechanism);

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    const MbdCouplingDef *def = &coupling->def;
    Node *a = g_hash_table_lookup (nodes, GINT_TO_POINTER (def->body_a));
    Node *b = g_hash_table_lookup (nodes, GINT_TO_POINTER (def->body_b));

    if (!lw_family_of (def->class_)->is_joint || !def->enabled || mbd_coupling_is_compliant (def)
        || (def->locked & asked) != (MBD_LOCK_X | MBD_LOCK_Y))
      continue;
    add_end (a, coupling, b, true);
    add_end (b, coupling, a, false);
  }
  return nodes;
}

static const End *
find_ground_end (const Node *node)
{
  for (guint i = 0; i < node->ends->len; i++)
    if (is_ground (g_array_index (node->ends, End, i).partner))
      return &g_array_index (node->ends, End, i);
  return NULL;
}

// ---- places ---------------------------------------------------------------------------------

/// Computes the position of a body's point in the plane, world, as drawn.
static void
place (const LwBody *body, const double point[3], double world[2])
{
  double turn;

  world[0] = point[0];
  world[1] = point[1];
  if (body == NULL)
    return;
  turn = body->def.angle + 2 * atan2 (body->def.quaternion[3], body->def.quaternion[0]);
  world[0] = body->def.position[0] + cos (turn) * point[0] - sin (turn) * point[1];
  world[1] = body->def.position[1] + sin (turn) * point[0] + cos (turn) * point[1];
}

static double
distance (const double a[2], const double b[2])
{
  return hypot (b[0] - a[0], b[1] - a[1]);
}

/// Returns a value > 0 if c is on the left of the line from a to b.
static double
side_of (const double a[2], const double b[2], const double c[2])
{
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// ---- one four-bar ---------------------------------------------------------------------------

/// Two links of a coupler: their pins to it, seen from the coupler, and to the ground, seen from
/// the links.
typedef struct
{
  const Node *coupler;
  const End *to_link[2];
  const End *to_ground[2];
  const Node *link[2];
} Loop;

static double
turn_positive (double angle)
{
  const double turned = fmod (angle, 2 * M_PI);

  return turned < 0 ? turned + 2 * M_PI : turned;
}

/// Returns the angle at the ground pin of the input in the triangle of `reach`, base and output.
static double
reach_angle (const MbdFourBar *l, double reach)
{
  const double cosine =
    (reach * reach + l->base * l->base - l->output * l->output) / (2 * reach * l->base);

  return acos (fmin (fmax (cosine, -1), 1));
}

static void
set_limits (LwFourBar *self, const MbdGrashof *grashof, bool input_left, bool output_left)
{
  const MbdFourBar *l = &self->lengths;
  const MbdSwing *swing = &grashof->input;

  if (!swing->turns_round) {
    self->limits = LW_FOUR_BAR_RANGE;
    self->limit[0] = swing->lower == 0 ? -swing->upper : swing->lower;
    self->limit[1] = swing->lower == 0      ? swing->upper
                     : swing->upper == M_PI ? 2 * M_PI - swing->lower
                                            : swing->upper;
    if (swing->lower > 0 && swing->upper < M_PI && !input_left) {
      self->limit[0] = -swing->upper;
      self->limit[1] = -swing->lower;
    }
    return;
  }
  // An input that rotates fully is not longer than the coupler; if they are equally long, the
  // folded pose has no direction.
  if (grashof->output.turns_round || !(l->coupler > l->input))
    return;
  self->limits = LW_FOUR_BAR_TURNS_BACK;
  {
    const double stretched = reach_angle (l, l->coupler + l->input);
    const double folded = reach_angle (l, l->coupler - l->input);
    const double up = output_left ? 1 : -1;

    self->limit[0] = turn_positive (up * stretched);
    self->limit[1] = turn_positive (M_PI + up * folded);
  }
}

/// Computes the four-bar with link[input] as the input.
static bool
measure (const Loop *loop, int input, LwFourBar *self)
{
  const int output = 1 - input;
  const End *in = loop->to_link[input], *out = loop->to_link[output];
  double a[2], b[2], c[2], d[2];
  MbdGrashof grashof;

  *self = (LwFourBar){
    .pins = { loop->to_ground[input]->pin->element.id, in->pin->element.id, out->pin->element.id,
              loop->to_ground[output]->pin->element.id },
    .bodies = { loop->link[input]->body->element.id, loop->coupler->body->element.id,
                loop->link[output]->body->element.id },
  };
  place (loop->to_ground[input]->partner, loop->to_ground[input]->there, a);
  place (loop->link[input]->body, in->there, b);
  place (loop->link[output]->body, out->there, c);
  place (loop->to_ground[output]->partner, loop->to_ground[output]->there, d);
  self->lengths = (MbdFourBar){
    .base = distance (a, d),
    .input = distance (loop->to_ground[input]->here, in->there),
    .coupler = distance (in->here, out->here),
    .output = distance (loop->to_ground[output]->here, out->there),
  };
  if (mbd_grashof (&self->lengths, &grashof) != MBD_STATUS_OK
      || grashof.class_ == MBD_GRASHOF_IMPOSSIBLE)
    return false;
  self->class_ = grashof.class_;
  set_limits (self, &grashof, side_of (a, d, b) >= 0, side_of (a, d, c) >= 0);
  return true;
}

// ---- all of them ----------------------------------------------------------------------------

/// Returns the ids of the joints that are driven.
static GHashTable *
find_driven (const LwMechanism *mechanism)
{
  GHashTable *driven = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (lw_coupling_is_input (coupling) && coupling->def.enabled)
      g_hash_table_add (driven, GINT_TO_POINTER (coupling->joint[0]));
  }
  return driven;
}

static bool
choose_input (const Loop *loop, GHashTable *driven, LwFourBar *self)
{
  bool is_driven[2];

  for (int i = 0; i < 2; i++)
    is_driven[i] =
      g_hash_table_contains (driven, GINT_TO_POINTER (loop->to_ground[i]->pin->element.id));
  if (is_driven[1] && !is_driven[0])
    return measure (loop, 1, self);
  if (!measure (loop, 0, self))
    return false;
  return is_driven[0] || self->class_ != MBD_GRASHOF_ROCKER_CRANK || measure (loop, 1, self);
}

/// Returns the links that are pinned to the ground once and to this coupler.
static GArray *
find_links (GHashTable *nodes, const Node *coupler)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (End));

  for (guint i = 0; i < coupler->ends->len; i++) {
    const End *end = &g_array_index (coupler->ends, End, i);
    const Node *node = is_ground (end->partner)
                         ? NULL
                         : g_hash_table_lookup (nodes, GINT_TO_POINTER (end->partner->element.id));

    if (node != NULL && node != coupler && node->n_ground == 1)
      g_array_append_val (links, *end);
  }
  return links;
}

static void
add_of_coupler (GArray *found, GHashTable *nodes, const Node *coupler, GHashTable *driven)
{
  g_autoptr (GArray) links = find_links (nodes, coupler);

  for (guint i = 0; i + 1 < links->len; i++)
    for (guint j = i + 1; j < links->len && found->len < LW_FOUR_BARS_MOST; j++) {
      Loop loop = { .coupler = coupler };
      LwFourBar four_bar;

      for (int k = 0; k < 2; k++) {
        loop.to_link[k] = &g_array_index (links, End, k == 0 ? i : j);
        loop.link[k] =
          g_hash_table_lookup (nodes, GINT_TO_POINTER (loop.to_link[k]->partner->element.id));
        loop.to_ground[k] = find_ground_end (loop.link[k]);
      }
      if (loop.link[0] != loop.link[1] && choose_input (&loop, driven, &four_bar))
        g_array_append_val (found, four_bar);
    }
}

GArray *
lw_four_bars_find (const LwMechanism *mechanism)
{
  g_autoptr (GHashTable) nodes = find_pins (mechanism);
  g_autoptr (GHashTable) driven = find_driven (mechanism);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (LwFourBar));

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism) && found->len < LW_FOUR_BARS_MOST;
       i++) {
    const Node *coupler = g_hash_table_lookup (
      nodes, GINT_TO_POINTER (lw_mechanism_get_body (mechanism, i)->element.id));

    // A body that is pinned to the ground cannot be the floating link of a four-bar.
    if (coupler->n_ground == 0)
      add_of_coupler (found, nodes, coupler, driven);
  }
  return found;
}
