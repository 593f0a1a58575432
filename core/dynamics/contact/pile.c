// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bodies and shapes of a pile, and a step: find near pairs, solve for the velocities at the end of
// the step, move with them (semi-implicit).

#include "pile-rows-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism-private.h"
#include "shape-private.h"

enum
{
  MOST_BODIES = 1 << 20
};

MbdPileSettings
mbd_pile_default (void)
{
  return (MbdPileSettings){
    .gravity = { 0, -9.81 },
    .erp = 0.2,
    .push_speed = 3,
    .bounce_speed = 0.01,
    .stiffness = 100,
    .admm_first = 6,
    .admm_most = 15,
    .tolerance = 1e-6,
    .calm_speed = 1e-6,
  };
}

bool
mbd_pile_grow (MbdPile *pile, void **array, int *most, int count, size_t size)
{
  if (count <= *most && *array != NULL)
    return true;
  int room = *most * 2 > count ? *most * 2 : count;
  room = room > 16 ? room : 16;
  // Vectors of bodies are read in whole registers.
  void *grown = aligned_alloc (64, ((size_t) room * size + 63) / 64 * 64);
  if (grown == NULL) {
    pile->failed = true;
    return false;
  }
  memset (grown, 0, ((size_t) room * size + 63) / 64 * 64);
  if (*array != NULL)
    memcpy (grown, *array, (size_t) *most * size);
  free (*array);
  *array = grown;
  *most = room;
  return true;
}

/// Grows the arrays that have one entry, or four, for each body.
static bool
grow_bodies (MbdPile *pile, int count)
{
  if (count <= pile->most_bodies)
    return true;
  const int room = count > 2 * pile->most_bodies ? count + 15 : 2 * pile->most_bodies;
  double **fours[] = { &pile->v,    &pile->v_star, &pile->v_old, &pile->r,    &pile->delta,
                       &pile->x,    &pile->kept_v, &pile->moved, &pile->mass, &pile->inverse_mass,
                       &pile->extra };
  int **ones[] = { &pile->position, &pile->body_at, &pile->column_start, &pile->row_start,
                   &pile->place,    &pile->parent,  &pile->mark,         &pile->graph_start };
  int most;

  for (size_t i = 0; i < sizeof fours / sizeof *fours; i++) {
    most = 4 * pile->most_bodies;
    if (!mbd_pile_grow (pile, (void **) fours[i], &most, 4 * room, sizeof (double)))
      return false;
  }
  for (size_t i = 0; i < sizeof ones / sizeof *ones; i++) {
    most = pile->most_bodies;
    if (!mbd_pile_grow (pile, (void **) ones[i], &most, room + 1, sizeof (int)))
      return false;
  }
  for (int k = 0; k < 2; k++) {
    most = pile->most_bodies * MBD_BLOCK;
    if (!mbd_pile_grow (pile, (void **) &pile->factor[k].inverse, &most, room * MBD_BLOCK,
                        sizeof (double)))
      return false;
  }
  most = pile->most_bodies;
  if (!mbd_pile_grow (pile, (void **) &pile->bodies, &most, room, sizeof *pile->bodies))
    return false;
  pile->most_bodies = room;
  return true;
}

MbdPile *
mbd_pile_new (const MbdPileSettings *s)
{
  if (!(s->erp >= 0 && s->erp <= 1 && s->push_speed >= 0 && s->bounce_speed >= 0
        && s->stiffness >= 1 && s->admm_first >= 1 && s->admm_most >= s->admm_first
        && s->tolerance > 0 && isfinite (s->gravity[0]) && isfinite (s->gravity[1])))
    return NULL;
  MbdPile *pile = calloc (1, sizeof *pile);
  if (pile == NULL)
    return NULL;
  pile->settings = *s;
  if (!grow_bodies (pile, 1)) {
    mbd_pile_free (pile);
    return NULL;
  }
  pile->n_bodies = 1;
  return pile;
}

void
mbd_pile_free (MbdPile *pile)
{
  if (pile == NULL)
    return;
  void *arrays[] = {
    pile->bodies,
    pile->v,
    pile->v_star,
    pile->v_old,
    pile->r,
    pile->delta,
    pile->x,
    pile->kept_v,
    pile->moved,
    pile->mass,
    pile->inverse_mass,
    pile->extra,
    pile->shapes,
    pile->pieces,
    pile->local,
    pile->world,
    pile->normal_l,
    pile->normal,
    pile->overrides,
    pile->ignored,
    pile->sorted,
    pile->by_sweep,
    pile->pairs,
    pile->old_pairs,
    pile->points,
    pile->states,
    pile->rows,
    pile->edges,
    pile->edge_keys,
    pile->position,
    pile->body_at,
    pile->column_start,
    pile->column_row,
    pile->row_start,
    pile->row_column,
    pile->row_block,
    pile->place,
    pile->graph_start,
    pile->graph,
    pile->parent,
    pile->mark,
    pile->factor[0].L,
    pile->factor[1].L,
    pile->factor[0].inverse,
    pile->factor[1].inverse,
  };
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    free (arrays[i]);
  free (pile);
}

int
mbd_pile_add_body (MbdPile *pile, double mass, double inertia, const double position[3])
{
  const int index = pile->n_bodies;

  if (!(mass > 0 && inertia > 0 && isfinite (mass) && isfinite (inertia)) || index >= MOST_BODIES
      || !mbd_all_finite (position, 3) || !grow_bodies (pile, index + 1))
    return -1;
  MbdPileBody *body = &pile->bodies[index];
  memset (body, 0, sizeof *body);
  body->mass = mass;
  body->inertia = inertia;
  body->length = sqrt (6 * inertia / mass);
  body->reach = 0.7 * body->length;
  memcpy (body->x, position, sizeof body->x);
  double *m = pile->mass + 4 * index, *w = pile->inverse_mass + 4 * index;
  m[0] = m[1] = mass;
  m[2] = inertia;
  w[0] = w[1] = 1 / mass;
  w[2] = 1 / inertia;
  m[3] = w[3] = 0;
  memset (pile->v + 4 * index, 0, 4 * sizeof (double));
  pile->n_bodies++;
  // The mean, so that no single grain dominates.
  pile->length += (body->length - pile->length) / index;
  pile->pairs_known = false;
  return index;
}

/* Shapes ----------------------------------------------------------------------------------- */

/// Adds a convex piece from its corners: indices into the points of the shape.
static bool
add_piece (MbdPile *pile, const MbdShape *def, int kind, const int *corners, int count)
{
  const int first = pile->n_corners, last = first + count;
  double **arrays[] = { &pile->local, &pile->world, &pile->normal_l, &pile->normal };
  const int body = pile->shapes[pile->n_shapes].body;

  if (2 * last > pile->most_corners) {
    const int room = 4 * last;
    for (int i = 0; i < 4; i++) {
      int most = pile->most_corners;
      if (!mbd_pile_grow (pile, (void **) arrays[i], &most, room, sizeof (double)))
        return false;
    }
    pile->most_corners = room;
  }
  int most = pile->most_pieces, most_swept = pile->most_pieces;
  if (!mbd_pile_grow (pile, (void **) &pile->sorted, &most, pile->n_pieces + 1,
                      sizeof *pile->sorted)
      || !mbd_pile_grow (pile, (void **) &pile->by_sweep, &most_swept, pile->n_pieces + 1,
                         sizeof *pile->by_sweep)
      || !mbd_pile_grow (pile, (void **) &pile->pieces, &pile->most_pieces, pile->n_pieces + 1,
                         sizeof *pile->pieces))
    return false;
  MbdPiece *piece = &pile->pieces[pile->n_pieces];
  *piece = (MbdPiece){ .body = body,
                       .shape = pile->n_shapes,
                       .kind = kind,
                       .first = first,
                       .count = count,
                       .radius = kind == MBD_SHAPE_HALF_PLANE ? 0 : def->radius,
                       .placed = { NAN, NAN, NAN } };
  for (int i = 0; i < count; i++) {
    const double *p = def->points + 2 * corners[i], *q = def->points + 2 * corners[(i + 1) % count];
    double dx = q[0] - p[0], dy = q[1] - p[1];
    if (kind == MBD_SHAPE_HALF_PLANE) {
      // The other side of the line is free: the normal points to its left.
      dx = def->points[0] - def->points[2];
      dy = def->points[1] - def->points[3];
    } else if (def->kind == MBD_SHAPE_CAPSULE && dx == 0 && dy == 0) {
      // An end of the capsule: an edge without length across its axis.
      const double sign = corners[i] == 1 ? 1 : -1;
      dx = -sign * (def->points[3] - def->points[1]);
      dy = sign * (def->points[2] - def->points[0]);
    }
    const double length = hypot (dx, dy);
    memcpy (pile->local + 2 * (first + i), p, 2 * sizeof *p);
    pile->normal_l[2 * (first + i)] = length > 0 ? dy / length : 0;
    pile->normal_l[2 * (first + i) + 1] = length > 0 ? -dx / length : 0;
    piece->reach = fmax (piece->reach, hypot (p[0], p[1]) + piece->radius);
  }
  pile->bodies[body].reach = fmax (pile->bodies[body].reach, piece->reach);
  pile->sorted[pile->n_pieces] = pile->by_sweep[pile->n_pieces] = pile->n_pieces;
  pile->n_pieces++;
  pile->n_corners = last;
  return true;
}

static bool
add_pieces (MbdPile *pile, const MbdShape *def)
{
  static const int one[] = { 0 }, capsule[] = { 0, 1, 1, 0 };

  if (def->kind == MBD_SHAPE_DISC || def->kind == MBD_SHAPE_HALF_PLANE)
    return add_piece (pile, def, def->kind, one, 1);
  if (def->kind == MBD_SHAPE_CAPSULE)
    return add_piece (pile, def, MBD_SHAPE_POLYGON, capsule, 4);
  int *first = malloc (sizeof *first * 6 * (size_t) def->count + sizeof *first);
  if (first == NULL)
    return false;
  int *corners = first + 3 * def->count + 1;
  const int pieces = mbd_polygon_decompose (def->points, def->count, first, corners);
  bool ok = pieces > 0;
  for (int k = 0; k < pieces && ok; k++)
    ok = add_piece (pile, def, MBD_SHAPE_POLYGON, corners + first[k], first[k + 1] - first[k]);
  free (first);
  return ok;
}

MbdStatus
mbd_pile_add_shape (MbdPile *pile, int body, const MbdShape *def, int *shape, MbdDiagnosis *why)
{
  if (body < 0 || body >= pile->n_bodies)
    return mbd_diagnose (why, MBD_STATUS_UNKNOWN_BODY, MBD_ELEMENT_BODY, body, 0);
  MbdStatus status = mbd_check_shape (def, why);
  if (status != MBD_STATUS_OK)
    return status;
  const int pieces = pile->n_pieces, corners = pile->n_corners;
  if (!mbd_pile_grow (pile, (void **) &pile->shapes, &pile->most_shapes, pile->n_shapes + 1,
                      sizeof *pile->shapes))
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  pile->shapes[pile->n_shapes] = (MbdPileShape){ .friction = def->friction,
                                                 .restitution = def->restitution,
                                                 .rolling = def->rolling,
                                                 .group = def->group,
                                                 .body = body };
  if (!add_pieces (pile, def)) {
    pile->n_pieces = pieces;
    pile->n_corners = corners;
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  }
  if (shape != NULL)
    *shape = pile->n_shapes;
  pile->n_shapes++;
  pile->pairs_known = false;
  return MBD_STATUS_OK;
}

/// Clears the materials of pairs and whether they collide.
static void
forget_pairs (MbdPile *pile)
{
  pile->n_pairs = 0;
  pile->pairs_known = false;
}

MbdStatus
mbd_pile_set_pair (MbdPile *pile,
                   int shape_a,
                   int shape_b,
                   const MbdShapePair *pair,
                   MbdDiagnosis *why)
{
  if (shape_a < 0 || shape_b < 0 || shape_a >= pile->n_shapes || shape_b >= pile->n_shapes)
    return mbd_diagnose (why, MBD_STATUS_BAD_PARAMETER, MBD_ELEMENT_NONE, 0, shape_a);
  MbdStatus status = mbd_check_shape_pair (pair, why);
  if (status != MBD_STATUS_OK)
    return status;
  int place = 0;
  while (place < pile->n_overrides
         && !((pile->overrides[place].a == shape_a && pile->overrides[place].b == shape_b)
              || (pile->overrides[place].a == shape_b && pile->overrides[place].b == shape_a)))
    place++;
  if (!mbd_pile_grow (pile, (void **) &pile->overrides, &pile->most_overrides, place + 1,
                      sizeof *pile->overrides))
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  pile->overrides[place] = (MbdPileOverride){ shape_a, shape_b, *pair };
  pile->n_overrides += place == pile->n_overrides;
  forget_pairs (pile);
  return MBD_STATUS_OK;
}

MbdStatus
mbd_pile_ignore (MbdPile *pile, int body_a, int body_b)
{
  if (body_a < 0 || body_b < 0 || body_a >= pile->n_bodies || body_b >= pile->n_bodies)
    return MBD_STATUS_UNKNOWN_BODY;
  const uint64_t low = (uint64_t) (body_a < body_b ? body_a : body_b);
  const uint64_t key = low << 32 | (uint32_t) (body_a < body_b ? body_b : body_a);
  int place = 0;
  while (place < pile->n_ignored && pile->ignored[place] < key)
    place++;
  if (place < pile->n_ignored && pile->ignored[place] == key)
    return MBD_STATUS_OK;
  if (!mbd_pile_grow (pile, (void **) &pile->ignored, &pile->most_ignored, pile->n_ignored + 1,
                      sizeof *pile->ignored))
    return MBD_STATUS_OUT_OF_MEMORY;
  memmove (pile->ignored + place + 1, pile->ignored + place,
           sizeof *pile->ignored * (size_t) (pile->n_ignored - place));
  pile->ignored[place] = key;
  pile->n_ignored++;
  forget_pairs (pile);
  return MBD_STATUS_OK;
}

/* State ------------------------------------------------------------------------------------ */

int
mbd_pile_body_count (const MbdPile *pile)
{
  return pile->n_bodies;
}

void
mbd_pile_get (const MbdPile *pile, int body, double position[3], double velocity[3])
{
  if (position != NULL)
    memcpy (position, pile->bodies[body].x, 3 * sizeof *position);
  if (velocity != NULL)
    memcpy (velocity, pile->v + 4 * body, 3 * sizeof *velocity);
}

void
mbd_pile_set (MbdPile *pile, int body, const double position[3], const double velocity[3])
{
  if (body <= 0 || body >= pile->n_bodies)
    return;
  if (position != NULL)
    memcpy (pile->bodies[body].x, position, 3 * sizeof *position);
  if (velocity != NULL)
    memcpy (pile->v + 4 * body, velocity, 3 * sizeof *velocity);
}

double
mbd_pile_energy (const MbdPile *pile)
{
  const double *g = pile->settings.gravity;
  double sum = 0;

  for (int i = 1; i < pile->n_bodies; i++) {
    const MbdPileBody *body = &pile->bodies[i];
    const double *v = pile->v + 4 * i;
    sum += 0.5 * body->mass * (v[0] * v[0] + v[1] * v[1]) + 0.5 * body->inertia * v[2] * v[2]
           - body->mass * (g[0] * body->x[0] + g[1] * body->x[1]);
  }
  return sum;
}

int
mbd_pile_contacts (const MbdPile *pile, MbdPileContact *contacts, int most)
{
  for (int i = 0; i < pile->n_known_points && i < most; i++) {
    const MbdPoint *p = &pile->points[i];
    const MbdPilePair *pair = &pile->pairs[p->pair];
    const MbdManifold *m = &pair->manifold;
    contacts[i] = (MbdPileContact){
      .body_a = p->a,
      .body_b = p->b,
      .shape_a = pile->pieces[pair->a].shape,
      .shape_b = pile->pieces[pair->b].shape,
      .feature = m->point[p->index].feature,
      .point = { m->point[p->index].p[0], m->point[p->index].p[1] },
      .normal = { m->n[0], m->n[1] },
      .gap = pair->gap[p->index],
      .normal_impulse = p->ln,
      .friction_impulse = p->lt,
      .slip = pair->slip[p->index],
      .sticks = p->ln > 0 && fabs (p->lt) < p->friction * p->ln * (1 - 1e-9),
    };
  }
  return pile->n_known_points;
}

/* A step ----------------------------------------------------------------------------------- */

static bool
rows_are_valid (const MbdPile *pile, const MbdPileRow *rows, int n_rows)
{
  for (int i = 0; i < n_rows; i++) {
    if (rows[i].sides < 1 || rows[i].sides > MBD_PILE_SIDES || !isfinite (rows[i].e)
        || !isfinite (rows[i].impulse) || !(rows[i].cfm >= 0)
        || (rows[i].kind != MBD_PILE_LOCK && !(rows[i].limit >= 0)) || rows[i].follows < 0
        || rows[i].follows > i || !(rows[i].friction >= 0) || !(rows[i].cohesion >= 0))
      return false;
    for (int s = 0; s < rows[i].sides; s++)
      if (rows[i].body[s] < 0 || rows[i].body[s] >= pile->n_bodies
          || !mbd_all_finite (rows[i].G[s], 3) || !isfinite (rows[i].curvature[s]))
        return false;
  }
  return true;
}

/// Copies the caller's rows for the solver. A row of angles only is scaled by the size of its
/// bodies, so that its stiffness matches the other rows.
static bool
take_rows (MbdPile *pile, double h, const MbdPileRow *rows, int n_rows)
{
  uint64_t hash = 14695981039346656037u;

  if (!mbd_pile_grow (pile, (void **) &pile->rows, &pile->most_rows, n_rows + 2 * pile->n_pairs,
                      sizeof *pile->rows))
    return false;
  pile->n_rows = n_rows;
  memset (pile->extra, 0, sizeof *pile->extra * 4 * (size_t) pile->n_bodies);
  for (int i = 0; i < pile->n_bodies; i++)
    pile->bodies[i].in_row = false;
  for (int i = 0; i < n_rows; i++) {
    MbdInnerRow *row = &pile->rows[i];
    const double sigma = row->sigma;
    bool turns = true;
    for (int s = 0; s < rows[i].sides; s++)
      pile->extra[4 * rows[i].body[s] + 2] += h * rows[i].impulse * rows[i].curvature[s];
    memset (row, 0, sizeof *row);
    row->kind = rows[i].kind;
    row->sides = rows[i].sides;
    row->scale = 1;
    row->sigma = sigma;
    for (int s = 0; s < row->sides; s++) {
      const int body = rows[i].body[s];
      pile->bodies[body].in_row = true;
      turns &= rows[i].G[s][0] == 0 && rows[i].G[s][1] == 0;
      if (body != 0 && (row->scale == 1 || pile->bodies[body].length < row->scale))
        row->scale = pile->bodies[body].length;
      row->body[s] = body;
      hash = (hash ^ (uint64_t) body) * 0x100000001b3u;
    }
    hash = (hash ^ (uint64_t) row->sides) * 0x100000001b3u;
    if (!turns)
      row->scale = 1;
    for (int s = 0; s < row->sides; s++)
      for (int k = 0; k < 3; k++)
        row->G[s][k] = row->scale * rows[i].G[s][k];
    row->e = row->scale * rows[i].e;
    row->cfm = row->scale * row->scale * rows[i].cfm;
    row->limit = rows[i].limit / row->scale;
    row->lambda = rows[i].impulse / row->scale;
    row->point = -1;
    row->normal = rows[i].follows - 1;
    if (row->normal >= 0) {
      row->rolling = rows[i].friction * pile->rows[row->normal].scale / row->scale;
      row->shift = rows[i].cohesion / pile->rows[row->normal].scale;
    }
    row->source = i;
  }
  for (int i = 0; i < pile->n_bodies; i++)
    pile->extra[4 * i + 2] = i > 0 ? mbd_most (pile->extra[4 * i + 2], 0) : 0;
  if (hash != pile->row_topology) {
    pile->row_topology = hash;
    pile->pairs_known = false;
  }
  return true;
}

/// Adds rows against rolling, after the points are known; sets the masses of the islands.
static bool
add_rolling (MbdPile *pile)
{
  for (int i = 0; i < pile->n_rows; i++) {
    MbdInnerRow *row = &pile->rows[i];
    for (int s = 0; s < row->sides; s++)
      row->mass = fmax (row->mass, pile->bodies[row->body[s]].island_mass);
    row->soft = row->cfm > 0 && 1 / row->cfm <= mbd_inner_hold (row, pile->settings.stiffness);
  }
  for (int i = 0; i < pile->n_points; i++) {
    const MbdPoint *p = &pile->points[i];
    const MbdPilePair *pair = &pile->pairs[p->pair];
    if (pair->rolling == 0)
      continue;
    if (!mbd_pile_grow (pile, (void **) &pile->rows, &pile->most_rows, pile->n_rows + 1,
                        sizeof *pile->rows))
      return false;
    MbdInnerRow *row = &pile->rows[pile->n_rows++];
    const int lever = p->b != 0 ? p->b : p->a;
    memset (row, 0, sizeof *row);
    row->kind = MBD_PILE_BOX;
    row->sides = 2;
    row->scale = pile->bodies[lever].length;
    row->body[0] = p->a;
    row->body[1] = p->b;
    row->G[0][2] = -row->scale;
    row->G[1][2] = row->scale;
    row->rolling = pair->rolling / row->scale;
    row->lambda = pair->lr[p->index] / row->scale;
    row->mass = p->mass;
    row->point = i;
    row->normal = -1;
    row->source = -1;
  }
  return true;
}

static void
give_back (MbdPile *pile, MbdPileRow *rows)
{
  for (int i = 0; i < pile->n_points; i++) {
    const MbdPoint *p = &pile->points[i];
    const double *va = pile->v + 4 * p->a, *vb = pile->v + 4 * p->b;
    MbdPilePair *pair = &pile->pairs[p->pair];
    pair->ln[p->index] = p->ln;
    pair->lt[p->index] = p->lt;
    pair->slip[p->index] = p->n[0] * (vb[1] - va[1]) - p->n[1] * (vb[0] - va[0])
                           + p->turn_b[1] * vb[2] - p->turn_a[1] * va[2];
  }
  for (int i = 0; i < pile->n_rows; i++) {
    const MbdInnerRow *row = &pile->rows[i];
    const double impulse = mbd_inner_impulse (row);
    if (row->source >= 0)
      rows[row->source].impulse = impulse * row->scale;
    else
      pile->pairs[pile->points[row->point].pair].lr[pile->points[row->point].index] =
        impulse * row->scale;
  }
}

/// Scales the impulses of the last step to a start for a step of another size.
static void
rescale_impulses (MbdPile *pile, double h)
{
  const double ratio = pile->last_step > 0 ? h / pile->last_step : 1;

  if (ratio != 1)
    for (int i = 0; i < pile->n_pairs; i++)
      for (int k = 0; k < 2; k++) {
        pile->pairs[i].ln[k] *= ratio;
        pile->pairs[i].lt[k] *= ratio;
        pile->pairs[i].lr[k] *= ratio;
      }
  for (int i = 0; i < pile->n_known_points && ratio != 1; i++) {
    pile->points[i].ln *= ratio;
    pile->points[i].lt *= ratio;
  }
  pile->last_step = h;
}

static void
finish_report (MbdPile *pile, MbdPileReport *report)
{
  pile->report.pairs = pile->n_pairs;
  pile->report.points = pile->n_known_points;
  pile->report.factor_bytes = (long) pile->n_blocks * MBD_BLOCK * (long) sizeof (double);
  pile->report.asleep = pile->n_asleep;
  if (report != NULL)
    *report = pile->report;
}

MbdStatus
mbd_pile_step (MbdPile *pile,
               double h,
               const double *forces,
               MbdPileRow *rows,
               int n_rows,
               MbdPileReport *report)
{
  const double *g = pile->settings.gravity;

  if (!(h > 0) || !isfinite (h) || n_rows < 0 || !rows_are_valid (pile, rows, n_rows))
    return MBD_STATUS_BAD_PARAMETER;
  if (forces != NULL && !mbd_all_finite (forces, 3 * pile->n_bodies))
    return MBD_STATUS_NOT_FINITE;
  for (int i = 1; i < pile->n_bodies; i++)
    if (!mbd_all_finite (pile->bodies[i].x, 3) || !mbd_all_finite (pile->v + 4 * i, 3))
      return MBD_STATUS_NOT_FINITE;
  pile->failed = false;
  memset (&pile->report, 0, sizeof pile->report);
  memcpy (pile->v_old, pile->v, sizeof *pile->v * 4 * (size_t) pile->n_bodies);
  rescale_impulses (pile, h);
  if (!take_rows (pile, h, rows, n_rows))
    return MBD_STATUS_OUT_OF_MEMORY;
  mbd_pile_wake_pulled (pile, forces);
  if (pile->n_asleep > 0 && pile->n_asleep == pile->n_bodies - 1 && pile->pairs_known) {
    // Nothing moves.
    finish_report (pile, report);
    return MBD_STATUS_OK;
  }
  if (!mbd_pile_collide (pile, h) || !add_rolling (pile))
    return MBD_STATUS_OUT_OF_MEMORY;
  for (int i = 1; i < pile->n_bodies; i++)
    for (int k = 0; k < 3; k++)
      pile->v_star[4 * i + k] =
        pile->bodies[i].asleep
          ? 0
          : pile->v[4 * i + k]
              + h
                  * ((k < 2 ? g[k] : 0)
                     + (forces != NULL ? forces[3 * i + k] * pile->inverse_mass[4 * i + k] : 0));
  const bool solved = mbd_pile_solve (pile);
  for (int i = 1; i < pile->n_bodies && solved; i++)
    for (int k = 0; k < 3; k++)
      pile->bodies[i].x[k] += h * pile->moved[4 * i + k];
  if (solved) {
    give_back (pile, rows);
    if (pile->settings.sleeps)
      mbd_pile_fall_asleep (pile, h, forces);
  } else
    memcpy (pile->v, pile->v_old, sizeof *pile->v * 4 * (size_t) pile->n_bodies);
  finish_report (pile, report);
  return solved ? MBD_STATUS_OK : MBD_STATUS_DIVERGED;
}
