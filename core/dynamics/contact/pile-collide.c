// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pieces of a pile that are near each other, and their contact points from step to step.
//
// Pairs are found by sort and sweep of inflated boxes, again only when a body has moved by half of
// the inflation. The margin within which points count already is 1 % of a body, or the distance
// that the two bodies can close within the step: nothing tunnels. Points of pairs that have hardly
// moved since their manifold was found keep it, and their gaps follow to first order.

#include "pile-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// over the length of a typical body
static const double inflation = 0.1, moved_enough = 0.05, least_margin = 0.01;
/// Motion up to which a manifold is kept, over the length and in rad, in steps of this size or longer
/// (s): in shorter ones it is less, so that the error falls with the step. Preference of its axis.
static const double lazy_motion = 2e-4, lazy_step = 1.0 / 60, hysteresis = 5e-4;
/// Distance up to which an old and a new point count as the same, over the length.
static const double same_point = 0.1;

/* Places ----------------------------------------------------------------------------------- */

void
mbd_pile_place_piece (MbdPile *pile, MbdPiece *piece)
{
  const double *x = pile->bodies[piece->body].x;

  if (memcmp (x, piece->placed, sizeof piece->placed) == 0)
    return;
  const double c = cos (x[2]), s = sin (x[2]);
  memcpy (piece->placed, x, sizeof piece->placed);
  for (int i = 2 * piece->first; i < 2 * (piece->first + piece->count); i += 2) {
    const double *p = pile->local + i, *n = pile->normal_l + i;
    pile->world[i] = x[0] + c * p[0] - s * p[1];
    pile->world[i + 1] = x[1] + s * p[0] + c * p[1];
    pile->normal[i] = c * n[0] - s * n[1];
    pile->normal[i + 1] = s * n[0] + c * n[1];
  }
}

static double
speed_of (const MbdPile *pile, int body)
{
  const double *v = pile->v + 4 * body;

  return hypot (v[0], v[1]) + fabs (v[2]) * pile->bodies[body].reach;
}

static void
find_box (MbdPile *pile, MbdPiece *piece, double h)
{
  const double grown = piece->radius + inflation * pile->length + h * speed_of (pile, piece->body);
  double *box = piece->box;

  mbd_pile_place_piece (pile, piece);
  box[0] = box[1] = INFINITY;
  box[2] = box[3] = -INFINITY;
  for (int i = piece->first; i < piece->first + piece->count; i++)
    for (int k = 0; k < 2; k++) {
      box[k] = fmin (box[k], pile->world[2 * i + k] - grown);
      box[2 + k] = fmax (box[2 + k], pile->world[2 * i + k] + grown);
    }
}

/* Pairs ------------------------------------------------------------------------------------ */

static uint64_t
key_of (int a, int b)
{
  return a < b ? (uint64_t) a << 32 | (uint32_t) b : (uint64_t) b << 32 | (uint32_t) a;
}

static int
compare_keys (const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

  return (x > y) - (x < y);
}

bool
mbd_pile_may_collide (const MbdPile *pile, const MbdPiece *a, const MbdPiece *b)
{
  const MbdPileShape *s = &pile->shapes[a->shape], *t = &pile->shapes[b->shape];

  if (a->body == b->body || (s->group != 0 && s->group == t->group))
    return false;
  if (pile->n_ignored > 0) {
    const uint64_t key = key_of (a->body, b->body);
    if (bsearch (&key, pile->ignored, (size_t) pile->n_ignored, sizeof key, compare_keys) != NULL)
      return false;
  }
  for (int i = 0; i < pile->n_overrides; i++) {
    const MbdPileOverride *o = &pile->overrides[i];
    if (o->pair.ignored
        && ((o->a == a->shape && o->b == b->shape) || (o->a == b->shape && o->b == a->shape)))
      return false;
  }
  return true;
}

static bool
boxes_meet_plane (const MbdPile *pile, const MbdPiece *plane, const MbdPiece *piece)
{
  const double *n = pile->normal + 2 * plane->first, *p = pile->world + 2 * plane->first;
  const double x = n[0] > 0 ? piece->box[0] : piece->box[2];
  const double y = n[1] > 0 ? piece->box[1] : piece->box[3];

  return n[0] * (x - p[0]) + n[1] * (y - p[1]) <= 0;
}

static bool
add_key (MbdPile *pile, int *count, int a, int b)
{
  if (!mbd_pile_may_collide (pile, &pile->pieces[a], &pile->pieces[b]))
    return true;
  if (!mbd_pile_grow (pile, (void **) &pile->edge_keys, &pile->most_edge_keys, *count + 1,
                      sizeof *pile->edge_keys))
    return false;
  pile->edge_keys[(*count)++] = key_of (a, b);
  return true;
}

/// Sorts the keys of all near pairs. Returns their number, -1 if memory is exhausted.
static int
sweep (MbdPile *pile, double h)
{
  int count = 0;

  for (int i = 0; i < pile->n_pieces; i++)
    find_box (pile, &pile->pieces[i], h);
  // The pieces are nearly sorted from the last time.
  for (int i = 1; i < pile->n_pieces; i++) {
    const int moving = pile->sorted[i];
    const double x = pile->pieces[moving].box[0];
    int k = i;
    for (; k > 0 && pile->pieces[pile->sorted[k - 1]].box[0] > x; k--)
      pile->sorted[k] = pile->sorted[k - 1];
    pile->sorted[k] = moving;
  }
  for (int i = 0; i < pile->n_pieces; i++) {
    const int a = pile->sorted[i];
    const MbdPiece *A = &pile->pieces[a];
    if (A->kind == MBD_SHAPE_HALF_PLANE) {
      for (int b = 0; b < pile->n_pieces; b++)
        if (pile->pieces[b].kind != MBD_SHAPE_HALF_PLANE
            && boxes_meet_plane (pile, A, &pile->pieces[b]) && !add_key (pile, &count, a, b))
          return -1;
      continue;
    }
    for (int k = i + 1; k < pile->n_pieces; k++) {
      const int b = pile->sorted[k];
      const MbdPiece *B = &pile->pieces[b];
      if (B->box[0] > A->box[2])
        break;
      if (B->kind != MBD_SHAPE_HALF_PLANE && A->box[1] <= B->box[3] && B->box[1] <= A->box[3]
          && !add_key (pile, &count, a, b))
        return -1;
    }
  }
  // Without near pairs the array of keys may not exist yet.
  if (count > 0)
    qsort (pile->edge_keys, (size_t) count, sizeof *pile->edge_keys, compare_keys);
  return count;
}

static void
take_materials (const MbdPile *pile, MbdPilePair *pair)
{
  const int shape_a = pile->pieces[pair->a].shape, shape_b = pile->pieces[pair->b].shape;
  const MbdPileShape *a = &pile->shapes[shape_a], *b = &pile->shapes[shape_b];

  pair->friction = sqrt (a->friction * b->friction);
  pair->restitution = fmax (a->restitution, b->restitution);
  pair->rolling = a->rolling + b->rolling;
  for (int i = 0; i < pile->n_overrides; i++) {
    const MbdPileOverride *o = &pile->overrides[i];
    if ((o->a == shape_a && o->b == shape_b) || (o->a == shape_b && o->b == shape_a)) {
      pair->friction = o->pair.friction;
      pair->restitution = o->pair.restitution;
      pair->rolling = o->pair.rolling;
    }
  }
}

/// Builds the new pairs from the sorted keys; pairs that existed before keep their data. Returns
/// true if the set changed; sets pile->failed if memory is exhausted.
static bool
merge_pairs (MbdPile *pile, int count)
{
  bool changed = count != pile->n_pairs;

  for (int i = 0; i < count && !changed; i++)
    changed = pile->pairs[i].key != pile->edge_keys[i];
  if (!changed)
    return false;
  MbdPilePair *kept = pile->old_pairs;
  const int kept_most = pile->most_old_pairs;
  pile->old_pairs = pile->pairs;
  pile->n_old_pairs = pile->n_pairs;
  pile->most_old_pairs = pile->most_pairs;
  pile->pairs = kept;
  pile->most_pairs = kept_most;
  pile->n_pairs = 0;
  if (!mbd_pile_grow (pile, (void **) &pile->pairs, &pile->most_pairs, count, sizeof *pile->pairs))
    return true;
  for (int i = 0, old = 0; i < count; i++) {
    const uint64_t key = pile->edge_keys[i];
    MbdPilePair *pair = &pile->pairs[i];
    while (old < pile->n_old_pairs && pile->old_pairs[old].key < key)
      old++;
    if (old < pile->n_old_pairs && pile->old_pairs[old].key == key)
      *pair = pile->old_pairs[old];
    else {
      memset (pair, 0, sizeof *pair);
      pair->key = key;
      pair->a = (int) (key >> 32);
      pair->b = (int) (key & 0xffffffff);
      pair->manifold.axis = -1;
      pair->margin = -1;
      take_materials (pile, pair);
    }
  }
  pile->n_pairs = count;
  return true;
}

static bool
have_moved (const MbdPile *pile)
{
  for (int i = 1; i < pile->n_bodies; i++) {
    const MbdPileBody *body = &pile->bodies[i];
    const double move = hypot (body->x[0] - body->near_x[0], body->x[1] - body->near_x[1])
                        + fabs (body->x[2] - body->near_x[2]) * body->reach;
    if (!(move <= moved_enough * pile->length))
      return true;
  }
  return false;
}

/* Points ----------------------------------------------------------------------------------- */

/// Copies impulses of old points to new ones: by features, else by their place along the tangent.
static void
match_points (const MbdPile *pile, const MbdPilePair *old, MbdPilePair *pair)
{
  MbdManifold *m = &pair->manifold;
  const MbdManifold *o = &old->manifold;
  const double tx = -m->n[1], ty = m->n[0];

  // Compare in the order along the tangent.
  if (m->count == 2
      && tx * (m->point[1].p[0] - m->point[0].p[0]) + ty * (m->point[1].p[1] - m->point[0].p[1])
           < 0) {
    MbdManifoldPoint kept = m->point[0];
    m->point[0] = m->point[1];
    m->point[1] = kept;
  }
  for (int i = 0; i < 2; i++)
    pair->ln[i] = pair->lt[i] = pair->lr[i] = pair->slip[i] = 0;
  if (o->count == 0 || m->n[0] * o->n[0] + m->n[1] * o->n[1] < 0.9)
    return;
  for (int i = 0; i < m->count; i++) {
    int from = -1;
    double least = same_point * pile->length;
    if (m->count == 2 && o->count == 2)
      from = i;
    else
      for (int k = 0; k < o->count; k++) {
        const double along = fabs (tx * (m->point[i].p[0] - o->point[k].p[0])
                                   + ty * (m->point[i].p[1] - o->point[k].p[1]));
        if (along < least) {
          least = along;
          from = k;
        }
      }
    if (from < 0)
      continue;
    pair->ln[i] = old->ln[from];
    pair->lt[i] = old->lt[from];
    pair->lr[i] = old->lr[from];
    pair->slip[i] = old->slip[from];
  }
}

static bool
is_lazy (const MbdPile *pile, const MbdPilePair *pair, double margin, double h)
{
  const double *xa = pile->bodies[pile->pieces[pair->a].body].x;
  const double *xb = pile->bodies[pile->pieces[pair->b].body].x;
  const double turn = lazy_motion * mbd_least (1, h / lazy_step), least = turn * pile->length;
  double move[3];

  if (!(margin <= pair->margin * 1.001))
    return false;
  for (int k = 0; k < 3; k++)
    move[k] = (xb[k] - pair->x_b[k]) - (xa[k] - pair->x_a[k]);
  return fabs (move[0]) < least && fabs (move[1]) < least && fabs (xa[2] - pair->x_a[2]) < turn
         && fabs (xb[2] - pair->x_b[2]) < turn;
}

/// Updates the manifold of a pair, or its gaps only.
static void
update_pair (MbdPile *pile, MbdPilePair *pair, double h)
{
  MbdPiece *a = &pile->pieces[pair->a], *b = &pile->pieces[pair->b];
  const double *xa = pile->bodies[a->body].x, *xb = pile->bodies[b->body].x;
  const double *va = pile->v + 4 * a->body, *vb = pile->v + 4 * b->body;
  const double x = vb[0] - va[0], y = vb[1] - va[1];
  const double closing = sqrt (x * x + y * y) + fabs (va[2]) * pile->bodies[a->body].reach
                         + fabs (vb[2]) * pile->bodies[b->body].reach;
  const double margin = mbd_most (least_margin * pile->length, 1.1 * h * closing);

  pair->fresh = !is_lazy (pile, pair, margin, h);
  if (pair->fresh) {
    const MbdPilePair old = *pair;
    mbd_pile_place_piece (pile, a);
    mbd_pile_place_piece (pile, b);
    mbd_collide (pile, a, b, margin, hysteresis * pile->length, &pair->manifold);
    match_points (pile, &old, pair);
    memcpy (pair->x_a, xa, sizeof pair->x_a);
    memcpy (pair->x_b, xb, sizeof pair->x_b);
    pair->margin = margin;
    for (int i = 0; i < pair->manifold.count; i++) {
      const MbdManifoldPoint *p = &pair->manifold.point[i];
      pair->gap[i] = p->gap;
      for (int k = 0; k < 2; k++) {
        pair->ra[i][k] = a->body != 0 ? p->p[k] - xa[k] : 0;
        pair->rb[i][k] = b->body != 0 ? p->p[k] - xb[k] : 0;
      }
    }
    return;
  }
  const double *n = pair->manifold.n;
  for (int i = 0; i < pair->manifold.count; i++) {
    const double ta = xa[2] - pair->x_a[2], tb = xb[2] - pair->x_b[2];
    const double dx =
      (xb[0] - pair->x_b[0] - tb * pair->rb[i][1]) - (xa[0] - pair->x_a[0] - ta * pair->ra[i][1]);
    const double dy =
      (xb[1] - pair->x_b[1] + tb * pair->rb[i][0]) - (xa[1] - pair->x_a[1] + ta * pair->ra[i][0]);
    pair->gap[i] = pair->manifold.point[i].gap + n[0] * dx + n[1] * dy;
  }
}

/// Computes the rows of a point from its pair.
static void
fill_point (const MbdPile *pile, int index, int i, MbdPoint *point)
{
  const MbdPilePair *pair = &pile->pairs[index];
  const double *n = pair->manifold.n, *ra = pair->ra[i], *rb = pair->rb[i];

  memset (point, 0, sizeof *point);
  point->pair = index;
  point->index = i;
  point->a = pile->pieces[pair->a].body;
  point->b = pile->pieces[pair->b].body;
  memcpy (point->n, n, sizeof point->n);
  point->turn_a[0] = ra[0] * n[1] - ra[1] * n[0];
  point->turn_b[0] = rb[0] * n[1] - rb[1] * n[0];
  point->turn_a[1] = ra[0] * n[0] + ra[1] * n[1];
  point->turn_b[1] = rb[0] * n[0] + rb[1] * n[1];
  point->friction = pair->friction;
  point->mass = pile->bodies[point->b != 0 ? point->b : point->a].island_mass;
  point->ln = pair->ln[i];
  point->lt = pair->lt[i];
}

static uint64_t
mix (uint64_t hash, uint64_t value)
{
  return (hash ^ value) * 0x100000001b3u;
}

static bool
build_points (MbdPile *pile)
{
  int count = 0;
  uint64_t hash = 0xcbf29ce484222325u;

  for (int i = 0; i < pile->n_pairs; i++)
    count += pile->pairs[i].manifold.count;
  int most = pile->most_points;
  if (!mbd_pile_grow (pile, (void **) &pile->states, &most, count, sizeof *pile->states)
      || !mbd_pile_grow (pile, (void **) &pile->points, &pile->most_points, count,
                         sizeof *pile->points))
    return false;
  count = 0;
  for (int i = 0; i < pile->n_pairs; i++) {
    const MbdManifold *m = &pile->pairs[i].manifold;
    if (m->count == 0 || mbd_pile_pair_sleeps (pile, &pile->pairs[i]))
      continue;
    hash = mix (mix (mix (hash, pile->pairs[i].key), (uint64_t) m->axis), (uint64_t) m->count);
    for (int k = 0; k < m->count; k++) {
      hash = mix (hash, (uint64_t) m->point[k].feature);
      fill_point (pile, i, k, &pile->points[count++]);
    }
  }
  pile->n_points = count;
  for (int i = 0; i < pile->n_pairs && pile->n_asleep > 0; i++)
    for (int k = 0; k < pile->pairs[i].manifold.count; k++)
      if (mbd_pile_pair_sleeps (pile, &pile->pairs[i]))
        fill_point (pile, i, k, &pile->points[count++]);
  pile->n_known_points = count;
  pile->signature = hash;
  return true;
}

/// Computes b of every point: a gap may close within the step, an overlap opens slowly, and a
/// bouncing point leaves at the speed that its restitution gives.
static void
find_biases (MbdPile *pile, double h)
{
  const MbdPileSettings *s = &pile->settings;

  pile->report.deepest = 0;
  for (int i = 0; i < pile->n_points; i++) {
    MbdPoint *p = &pile->points[i];
    const MbdPilePair *pair = &pile->pairs[p->pair];
    const double gap = pair->gap[p->index];
    p->bias = gap > 0 ? gap / h : mbd_most (s->erp * gap / h, -s->push_speed);
    pile->states[i].bias = mbd_most (p->bias, 0);
    pile->report.deepest = mbd_most (pile->report.deepest, -gap);
    if (pair->restitution > 0) {
      const double *va = pile->v + 4 * p->a, *vb = pile->v + 4 * p->b;
      const double rate = p->n[0] * (vb[0] - va[0]) + p->n[1] * (vb[1] - va[1])
                          + p->turn_b[0] * vb[2] - p->turn_a[0] * va[2];
      if (rate < -s->bounce_speed && gap + h * rate < 0)
        pile->states[i].bias = p->bias = fmin (p->bias, pair->restitution * rate);
    }
  }
}

/// Finds pairs, if something has moved far enough, and their manifolds; *fresh: some are new.
static bool
find_manifolds (MbdPile *pile, double h, bool *fresh)
{
  if (!pile->pairs_known || have_moved (pile)) {
    const int count = sweep (pile, h);
    if (count < 0)
      return false;
    for (int i = 1; i < pile->n_bodies; i++)
      memcpy (pile->bodies[i].near_x, pile->bodies[i].x, sizeof pile->bodies[i].x);
    if (merge_pairs (pile, count) || !pile->pairs_known) {
      if (pile->failed || !mbd_pile_order (pile))
        return false;
      pile->report.ordered = *fresh = true;
    }
    pile->pairs_known = true;
  }
  for (int i = 0; i < pile->n_pairs; i++) {
    if (mbd_pile_pair_sleeps (pile, &pile->pairs[i]))
      continue;
    update_pair (pile, &pile->pairs[i], h);
    *fresh |= pile->pairs[i].fresh;
  }
  return true;
}

static bool
collide (MbdPile *pile, double h)
{
  bool any_fresh = false;

  pile->report.ordered = false;
  do
    if (!find_manifolds (pile, h, &any_fresh))
      return false;
  while (mbd_pile_wake_touched (pile));
  if (any_fresh && !build_points (pile))
    return false;
  find_biases (pile, h);
  return true;
}

bool
mbd_pile_collide (MbdPile *pile, double h)
{
  if (collide (pile, h))
    return true;
  // Pairs and points may not belong to each other.
  pile->n_pairs = pile->n_points = pile->n_known_points = 0;
  pile->pairs_known = false;
  return false;
}
