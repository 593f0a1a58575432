// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <math.h>
#include <stdlib.h>

#include "mbd.h"
#include "mechanisms.h"
#include "state-private.h"
#include "workload.h"

typedef struct
{
  MbdModel *model;
  MbdState *start, *state;
  MbdIntegrator *integrator; ///< NULL for single evaluations
  double duration;           ///< s, of a run
  int n_evaluations;
  double *accelerations;
} Engine;

static Engine *
engine_new (MbdModel *model)
{
  Engine *self = calloc (1, sizeof *self);

  workload_require (self != NULL && model != NULL, "no model");
  self->model = model;
  self->start = mbd_state_new (model);
  self->state = mbd_state_new (model);
  self->accelerations = calloc ((size_t) mbd_model_velocity_count (model), sizeof (double));
  workload_require (self->start != NULL && self->state != NULL && self->accelerations != NULL,
                    "no memory");
  return self;
}

static void
engine_free (void *data)
{
  Engine *self = data;

  mbd_integrator_free (self->integrator);
  mbd_state_free (self->start);
  mbd_state_free (self->state);
  mbd_model_unref (self->model);
  free (self->accelerations);
  free (self);
}

// ---- evaluations ----------------------------------------------------------------------------

static void *
prepare_evaluations (Design *design, int n)
{
  Engine *self = engine_new (design_take_model (design));

  self->n_evaluations = n;
  return self;
}

static void *
prepare_planar (void)
{
  return prepare_evaluations (design_nfourbar (40, 0.5, 1, MBD_PLANAR), 60);
}

static void *
prepare_spatial (void)
{
  return prepare_evaluations (design_bricard (), 100);
}

static void
evaluate (void *data)
{
  Engine *self = data;

  for (int i = 0; i < self->n_evaluations; i++)
    mbd_accelerate (self->state, 0, mbd_state_positions (self->start),
                    mbd_state_velocities (self->start), self->accelerations);
  workload_require (isfinite (self->accelerations[0]), "an acceleration is not finite");
}

// ---- runs -----------------------------------------------------------------------------------

static void *
prepare_run (MbdModel *model, MbdIntegratorSettings settings, double duration)
{
  Engine *self = engine_new (model);

  settings.duration = duration;
  self->integrator = mbd_integrator_new (model, &settings);
  self->duration = duration;
  workload_require (self->integrator != NULL, "no integrator");
  return self;
}

static void *
prepare_four_bar (void)
{
  return prepare_run (design_take_model (design_fourbar (MBD_PLANAR)), mbd_integrator_default (),
                      1);
}

/// Creates three bodies in series on stiff bushings, the first on the ground, pulled aside.
static void *
prepare_bushings (void)
{
  Design *design = design_new ();

  for (int i = 0; i < 3; i++) {
    MbdBodyDef body = mbd_body_default ();
    MbdForceDef bushing = mbd_bushing_default ();

    body.mobility = MBD_SPATIAL;
    body.position[0] = 0.3 * i + 0.15;
    body.position[1] = 0.01 * i;
    for (int k = 0; k < 3; k++) {
      body.inertia[k] = 0.01;
      bushing.bushing.translational_stiffness[k] = 1e7;
      bushing.bushing.translational_damping[k] = 1e4;
      bushing.bushing.rotational_stiffness[k] = 1e4;
      bushing.bushing.rotational_damping[k] = 10;
    }
    bushing.body_a = i;
    bushing.body_b = design_add_body (design, &body);
    bushing.point_a[0] = i > 0 ? 0.15 : 0;
    bushing.point_b[0] = -0.15;
    design_add_force (design, &bushing);
  }
  return prepare_run (design_take_model (design), mbd_integrator_default (), 0.01);
}

/// Adds a box of sides 1 m with this id.
static void
add_box (MbdMechanism *mechanism, int id, double x, double y, double angle, double vx)
{
  static const double corners[] = { -0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5 };
  MbdBodyDef body = mbd_body_default ();
  MbdShape shape = mbd_shape_default (MBD_SHAPE_POLYGON);

  body.id = id;
  body.inertia[2] = 1.0 / 6;
  body.position[0] = x;
  body.position[1] = y;
  body.angle = angle;
  body.velocity[0] = vx;
  shape.points = corners;
  shape.count = 4;
  workload_require (mbd_mechanism_add_body (mechanism, &body, NULL) == MBD_STATUS_OK
                      && mbd_mechanism_add_shape (mechanism, id, id, &shape, NULL) == MBD_STATUS_OK,
                    "a box is refused");
}

static MbdModel *
take_model_on_floor (MbdMechanism *mechanism)
{
  static const double floor_line[] = { 0, 0, 1, 0 };
  MbdShape floor_shape = mbd_shape_default (MBD_SHAPE_HALF_PLANE);
  MbdModel *model = NULL;

  floor_shape.points = floor_line;
  floor_shape.count = 2;
  workload_require (mbd_mechanism_add_shape (mechanism, 1000, MBD_GROUND, &floor_shape, NULL)
                        == MBD_STATUS_OK
                      && mbd_model_compile (mechanism, &model, NULL) == MBD_STATUS_OK,
                    "a floor is refused");
  mbd_mechanism_free (mechanism);
  return model;
}

/// A pyramid of 21 boxes falls a little and comes to rest.
static void *
prepare_pile (void)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdIntegratorSettings settings = mbd_integrator_default ();
  int id = 0;

  settings.method = MBD_METHOD_TIME_STEPPING;
  settings.step = 1.0 / 60;
  for (int row = 0; row < 6; row++)
    for (int i = 0; i < 6 - row; i++)
      add_box (mechanism, ++id, 1.1 * i + 0.55 * row, 0.55 + 1.05 * row, 0, 0);
  return prepare_run (take_model_on_floor (mechanism), settings, 0.5);
}

/// One box slides, one falls on its corner, one falls on both.
static void *
prepare_accurate_contact (void)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();

  add_box (mechanism, 1, 0, 0.5, 0, 1);
  add_box (mechanism, 2, 1.6, 0.9, 0.3, 0);
  add_box (mechanism, 3, 0.8, 2.2, 0.1, 0);
  return prepare_run (take_model_on_floor (mechanism), mbd_integrator_default (), 0.4);
}

static void
run (void *data)
{
  Engine *self = data;

  workload_require (
    mbd_integrator_start (self->integrator, self->start, NULL) == MBD_STATUS_OK
      && mbd_integrator_advance (self->integrator, self->duration, self->state, NULL)
           == MBD_STATUS_OK,
    "the run failed");
}

const Workload engine_workloads[] = {
  { "evaluate-planar", 20, prepare_planar, evaluate, engine_free },
  { "evaluate-spatial", 20, prepare_spatial, evaluate, engine_free },
  { "run-four-bar", 10, prepare_four_bar, run, engine_free },
  { "run-bushings", 2, prepare_bushings, run, engine_free },
  { "run-pile", 20, prepare_pile, run, engine_free },
  { "run-contact", 5, prepare_accurate_contact, run, engine_free },
  { 0 },
};
