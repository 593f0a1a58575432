// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Path of a rope over pulleys.
//
// Nodes 0 ... m: anchors (radius 0) and pulleys with signed radii r_i, > 0 for a rope that passes
// anticlockwise and has the centre on its left. Strand k from node k to node k + 1 is the
// common tangent: with u = X_{k+1} - X_k, delta = r_{k+1} - r_k, t its direction and n = z x t,
//
//   contact at node i   X_i - r_i n
//   u = l t + delta n,  l = sqrt (|u|^2 - delta^2),  t = (l u - delta z x u) / |u|^2
//   angle of t          angle of u - a,  a = asin (delta / |u|)
//
// At a pulley the line of centres turns by tau_i, known with its turns, and the rope by
//
//   theta_i = tau_i - a_i + a_{i-1},  wrap = theta_i sign r_i,  arc = theta_i r_i
//
// Between two passes over the same other pulley tau is half a turn. A pulley with wrap < 0 would
// have to pull: the rope leaves it, and the strand goes past. Then the strands around it become
// one, whose angle is the one nearest to theirs, so that turns stay known. A pulley that was left
// out is taken back if the rope would cut it after another one was left out.

#include "mbd-rope.h"

#include <math.h>

#include "coordinate-private.h"

typedef struct
{
  const MbdRopeShape *shape;
  int node[MBD_MOST_ROPE_NODES];     // numbers of the nodes in the path; passes are 1 ... passes
  double angle[MBD_MOST_ROPE_NODES]; // angle of the strand that leaves each of them, with its turns
  int count;
} Chain;

/// Returns the end of the coupling that a node lies at.
static int
end_of (const MbdRopeShape *shape, int node)
{
  if (node == 0 || node == shape->passes + 1)
    return node == 0 ? 0 : 1;
  return node % 2 == 1 ? 2 : 3;
}

static const double *
centre_of (const MbdRopeShape *shape, int node)
{
  const int end = end_of (shape, node);
  return end < 2 ? shape->anchor[end] : shape->centre[end - 2];
}

static double
radius_of (const MbdRopeShape *shape, int node)
{
  const int end = end_of (shape, node);
  return end < 2 ? 0 : shape->radius[end - 2];
}

/// Tangent from one node to another. Returns asin (delta / |u|).
static double
tangent (const MbdRopeShape *shape, int from, int to, MbdRopeStrand *strand)
{
  const double *p = centre_of (shape, from), *q = centre_of (shape, to);
  const double rp = radius_of (shape, from), rq = radius_of (shape, to), delta = rq - rp;
  const double ux = q[0] - p[0], uy = q[1] - p[1], square = ux * ux + uy * uy;
  const double l = sqrt (fmax (square - delta * delta, 0)), d = sqrt (square);
  // A node inside the pulley of the other: the strand has no length, and is tangent to its circle.
  const double lean = d > fabs (delta) ? delta : copysign (d, delta);
  const double tx = d > 0 ? (l * ux + lean * uy) / square : 0;
  const double ty = d > 0 ? (l * uy - lean * ux) / square : 0;

  *strand = (MbdRopeStrand){
    .from = { p[0] + rp * ty, p[1] - rp * tx },
    .to = { q[0] + rq * ty, q[1] - rq * tx },
    .direction = { tx, ty },
    .length = l,
  };
  return d > 0 ? asin (lean / d) : 0;
}

static double
sense_of (double radius)
{
  return radius < 0 ? -1 : 1;
}

/// Returns the turn of the line of centres at a pass, in the sense of its pulley.
static double
turn_at (const MbdRopeShape *shape, int node)
{
  const double *p = centre_of (shape, node - 1), *x = centre_of (shape, node);
  const double *q = centre_of (shape, node + 1);
  const double in[2] = { x[0] - p[0], x[1] - p[1] }, out[2] = { q[0] - x[0], q[1] - x[1] };
  const double turn = atan2 (in[0] * out[1] - in[1] * out[0], in[0] * out[0] + in[1] * out[1]);

  if (node > 1 && node < shape->passes)
    return M_PI;
  return mbd_nearest_angle (sense_of (radius_of (shape, node)) * turn,
                            shape->turn[node == 1 ? 0 : 1]);
}

static double
wrap_at (const Chain *chain, int place)
{
  return sense_of (radius_of (chain->shape, chain->node[place]))
         * (chain->angle[place] - chain->angle[place - 1]);
}

/// Angle of the strand between two nodes, nearest to a given one.
static double
angle_near (const MbdRopeShape *shape, int from, int to, double near)
{
  MbdRopeStrand strand;

  tangent (shape, from, to, &strand);
  return mbd_nearest_angle (atan2 (strand.direction[1], strand.direction[0]), near);
}

/// Fills in the chain of all nodes.
static void
take_all (Chain *chain, MbdRopePath *path)
{
  const MbdRopeShape *shape = chain->shape;
  MbdRopeStrand strand;
  double before = tangent (shape, 0, 1, &strand);

  chain->count = shape->passes + 2;
  chain->node[0] = 0;
  chain->angle[0] = atan2 (strand.direction[1], strand.direction[0]);
  for (int i = 1; i <= shape->passes; i++) {
    const double turn = turn_at (shape, i), lean = tangent (shape, i, i + 1, &strand);
    chain->node[i] = i;
    chain->angle[i] = chain->angle[i - 1] + sense_of (radius_of (shape, i)) * turn - lean + before;
    before = lean;
    if (i == 1)
      path->turn[0] = turn;
    if (i == shape->passes)
      path->turn[1] = turn;
  }
  chain->node[shape->passes + 1] = shape->passes + 1;
}

/// Leaves out the pulley with the most negative wrap. Returns false if no wrap is negative.
static bool
leave_out (Chain *chain)
{
  int worst = 0;

  for (int i = 1; i < chain->count - 1; i++)
    if (radius_of (chain->shape, chain->node[i]) != 0 && wrap_at (chain, i) < 0
        && (worst == 0 || wrap_at (chain, i) < wrap_at (chain, worst)))
      worst = i;
  if (worst == 0)
    return false;
  chain->angle[worst - 1] =
    angle_near (chain->shape, chain->node[worst - 1], chain->node[worst + 1],
                (chain->angle[worst - 1] + chain->angle[worst]) / 2);
  chain->count--;
  for (int i = worst; i < chain->count; i++) {
    chain->node[i] = chain->node[i + 1];
    chain->angle[i] = chain->angle[i + 1];
  }
  return true;
}

/// Takes a pulley back that the rope would cut. Returns false if there is none.
static bool
take_back (Chain *chain)
{
  const double round_off = 1e-12;

  for (int place = 1; place < chain->count; place++)
    for (int node = chain->node[place - 1] + 1; node < chain->node[place]; node++) {
      const double near = chain->angle[place - 1];
      const double in = angle_near (chain->shape, chain->node[place - 1], node, near);
      const double out = angle_near (chain->shape, node, chain->node[place], near);
      if (!(sense_of (radius_of (chain->shape, node)) * (out - in) > round_off))
        continue;
      for (int i = chain->count; i > place; i--) {
        chain->node[i] = chain->node[i - 1];
        chain->angle[i] = chain->angle[i - 1];
      }
      chain->count++;
      chain->node[place] = node;
      chain->angle[place - 1] = in;
      chain->angle[place] = out;
      return true;
    }
  return false;
}

void
mbd_rope_path (const MbdRopeShape *shape, MbdRopePath *path)
{
  Chain chain = { .shape = shape };

  take_all (&chain, path);
  // Each pulley is taken back at most once or so; the bound only excludes an endless exchange.
  for (int round = 0; round <= shape->passes; round++) {
    while (leave_out (&chain))
      ;
    if (chain.count == shape->passes + 2 || !take_back (&chain))
      break;
  }
  path->n_nodes = chain.count;
  path->lifted = chain.count < shape->passes + 2;
  path->length = 0;
  for (int i = 0; i < chain.count; i++) {
    const int node = chain.node[i];
    const double *centre = centre_of (shape, node), radius = radius_of (shape, node);
    const bool is_pulley = i > 0 && i < chain.count - 1;
    path->node[i] = (MbdRopeNode){
      .end = end_of (shape, node),
      .centre = { centre[0], centre[1] },
      .radius = radius,
      .wrap = is_pulley ? wrap_at (&chain, i) : 0,
    };
    path->length += fabs (radius) * path->node[i].wrap;
    if (i < chain.count - 1) {
      tangent (shape, node, chain.node[i + 1], &path->strand[i]);
      path->length += path->strand[i].length;
    }
  }
}
