// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shapes of mechanisms and models.

#include "shape-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism-private.h"
#include "model-private.h"
#include "vector-private.h"

enum
{
  MOST_POINTS = 1000
};

MbdShape
mbd_shape_default (MbdShapeKind kind)
{
  return (MbdShape){ .kind = kind, .friction = 0.6 };
}

static MbdStatus
check_material (double friction, double restitution, double rolling, MbdDiagnosis *why)
{
  if (!(friction >= 0) || !isfinite (friction))
    return mbd_diagnose (why, MBD_STATUS_NEGATIVE_FRICTION, MBD_ELEMENT_NONE, 0, friction);
  if (!(rolling >= 0) || !isfinite (rolling))
    return mbd_diagnose (why, MBD_STATUS_NEGATIVE_FRICTION, MBD_ELEMENT_NONE, 0, rolling);
  if (!(restitution >= 0 && restitution <= 1))
    return mbd_diagnose (why, MBD_STATUS_BAD_RESTITUTION, MBD_ELEMENT_NONE, 0, restitution);
  return MBD_STATUS_OK;
}

MbdStatus
mbd_check_shape_pair (const MbdShapePair *pair, MbdDiagnosis *why)
{
  return check_material (pair->friction, pair->restitution, pair->rolling, why);
}

MbdStatus
mbd_check_shape (const MbdShape *def, MbdDiagnosis *why)
{
  const int needs = def->kind == MBD_SHAPE_DISC ? 1 : 2;
  MbdStatus status = check_material (def->friction, def->restitution, def->rolling, why);

  if (status != MBD_STATUS_OK)
    return status;
  if (def->points == NULL || def->count < 1 || def->count > MOST_POINTS
      || (def->kind != MBD_SHAPE_POLYGON && def->count != needs))
    return mbd_diagnose (why, MBD_STATUS_BAD_PARAMETER, MBD_ELEMENT_NONE, 0, def->count);
  if (!mbd_all_finite (def->points, 2 * def->count))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, 0);
  const bool round = def->kind == MBD_SHAPE_DISC || def->kind == MBD_SHAPE_CAPSULE;
  if (!(round ? def->radius > 0 : def->radius >= 0) || !isfinite (def->radius))
    return mbd_diagnose (why, MBD_STATUS_BAD_RADIUS, MBD_ELEMENT_NONE, 0, def->radius);
  if (def->kind == MBD_SHAPE_POLYGON)
    return mbd_polygon_check (def->points, def->count, why);
  if (needs == 2 && def->points[0] == def->points[2] && def->points[1] == def->points[3])
    return mbd_diagnose (why, MBD_STATUS_ZERO_LENGTH, MBD_ELEMENT_NONE, 0, 0);
  return MBD_STATUS_OK;
}

/* Mechanism -------------------------------------------------------------------------------- */

/// Adds the id of the shape to the diagnosis of a check, and returns `status`.
static MbdStatus
name_shape (MbdStatus status, int id, MbdDiagnosis *why)
{
  if (status != MBD_STATUS_OK && why != NULL) {
    why->element = MBD_ELEMENT_SHAPE;
    why->id = id;
  }
  return status;
}

static int
find_shape (const MbdMechanism *mechanism, int id)
{
  for (int i = 0; i < mechanism->n_shapes; i++)
    if (mechanism->shapes[i].id == id)
      return i;
  return -1;
}

MbdStatus
mbd_mechanism_add_shape (MbdMechanism *self,
                         int id,
                         int body,
                         const MbdShape *shape,
                         MbdDiagnosis *why)
{
  MbdStatus status = name_shape (mbd_check_shape (shape, why), id, why);

  if (status != MBD_STATUS_OK)
    return status;
  if (find_shape (self, id) >= 0)
    return mbd_diagnose (why, MBD_STATUS_DUPLICATE_ID, MBD_ELEMENT_SHAPE, id, 0);
  const size_t bytes = 2 * (size_t) shape->count * sizeof *shape->points;
  MbdBodyShape *grown = realloc (self->shapes, ((size_t) self->n_shapes + 1) * sizeof *grown);
  double *points = malloc (bytes);
  if (grown != NULL)
    self->shapes = grown;
  if (grown == NULL || points == NULL) {
    free (points);
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_SHAPE, id, 0);
  }
  memcpy (points, shape->points, bytes);
  self->shapes[self->n_shapes] = (MbdBodyShape){ id, body, *shape };
  self->shapes[self->n_shapes++].shape.points = points;
  return MBD_STATUS_OK;
}

MbdStatus
mbd_mechanism_set_shape_pair (MbdMechanism *self,
                              int shape_a,
                              int shape_b,
                              const MbdShapePair *pair,
                              MbdDiagnosis *why)
{
  MbdStatus status = name_shape (mbd_check_shape_pair (pair, why), shape_a, why);
  int place = 0;

  if (status != MBD_STATUS_OK)
    return status;
  while (place < self->n_shape_pairs
         && !((self->shape_pairs[place].a == shape_a && self->shape_pairs[place].b == shape_b)
              || (self->shape_pairs[place].a == shape_b && self->shape_pairs[place].b == shape_a)))
    place++;
  if (place == self->n_shape_pairs) {
    MbdBodyShapePair *grown =
      realloc (self->shape_pairs, ((size_t) place + 1) * sizeof *self->shape_pairs);
    if (grown == NULL)
      return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_SHAPE, shape_a, 0);
    self->shape_pairs = grown;
    self->n_shape_pairs++;
  }
  self->shape_pairs[place] = (MbdBodyShapePair){ shape_a, shape_b, *pair };
  return MBD_STATUS_OK;
}

void
mbd_mechanism_free_shapes (MbdMechanism *self)
{
  for (int i = 0; i < self->n_shapes; i++)
    free ((double *) self->shapes[i].shape.points);
  free (self->shapes);
  free (self->shape_pairs);
}

/* Model ------------------------------------------------------------------------------------ */

/// Computes points relative to the centre of mass; in world axes on a fixed body.
static void
take_points (const MbdModelBody *body, const MbdShape *shape, double *points)
{
  double R[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, world[3];

  if (body->degrees == 0)
    quaternion_matrix (body->start_quaternion, R);
  for (int i = 0; i < shape->count; i++) {
    double p[3] = { shape->points[2 * i], shape->points[2 * i + 1], 0 };
    subtract3 (p, body->centre, p);
    if (body->degrees == 0) {
      rotate3 (R, p, world);
      add3 (world, body->start_position, p);
    }
    points[2 * i] = p[0];
    points[2 * i + 1] = p[1];
  }
}

static int
index_of (const MbdModel *m, int id)
{
  for (int i = 0; i < m->n_shapes; i++)
    if (m->shapes[i].id == id)
      return i;
  return -1;
}

MbdStatus
mbd_model_take_shapes (MbdModel *m, const MbdMechanism *mechanism, MbdDiagnosis *why)
{
  m->shapes = MBD_TAKE (&m->arena, MbdBodyShape, mechanism->n_shapes);
  m->shape_pairs = MBD_TAKE (&m->arena, MbdBodyShapePair, mechanism->n_shape_pairs);
  for (int i = 0; i < mechanism->n_shapes && !m->arena.failed; i++) {
    MbdBodyShape *to = &m->shapes[i];
    *to = mechanism->shapes[i];
    double *points = MBD_TAKE (&m->arena, double, 2 * to->shape.count);
    to->body = mbd_model_body_by_id (m, mechanism->shapes[i].body);
    if (to->body < 0)
      return mbd_diagnose (why, MBD_STATUS_UNKNOWN_BODY, MBD_ELEMENT_SHAPE, to->id,
                           mechanism->shapes[i].body);
    if (m->bodies[to->body].mobility == MBD_SPATIAL)
      return mbd_diagnose (why, MBD_STATUS_SHAPE_IN_SPACE, MBD_ELEMENT_SHAPE, to->id, 0);
    if (points == NULL)
      break;
    take_points (&m->bodies[to->body], &mechanism->shapes[i].shape, points);
    to->shape.points = points;
    m->n_shapes++;
  }
  for (int i = 0; i < mechanism->n_shape_pairs && !m->arena.failed; i++) {
    const MbdBodyShapePair *from = &mechanism->shape_pairs[i];
    const int a = index_of (m, from->a), b = index_of (m, from->b);
    if (a < 0 || b < 0)
      return mbd_diagnose (why, MBD_STATUS_UNKNOWN_SHAPE, MBD_ELEMENT_SHAPE,
                           a < 0 ? from->a : from->b, 0);
    m->shape_pairs[m->n_shape_pairs++] = (MbdBodyShapePair){ a, b, from->pair };
  }
  return m->arena.failed ? mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0)
                         : MBD_STATUS_OK;
}

int
mbd_model_shape_count (const MbdModel *model)
{
  return model->n_shapes;
}

int
mbd_model_shape_id (const MbdModel *model, int shape)
{
  return model->shapes[shape].id;
}

int
mbd_model_shape_body (const MbdModel *model, int shape)
{
  return model->shapes[shape].body;
}

const MbdShape *
mbd_model_shape (const MbdModel *model, int shape)
{
  return &model->shapes[shape].shape;
}
