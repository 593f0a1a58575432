// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluation.h"
#include "problem.h"
#include "state-private.h"

static const struct
{
  MbdMethod method;
  const char *name;
} methods[] = {
  { MBD_METHOD_AUTOMATIC, "automatic" },
  { MBD_METHOD_VERNER65, "Verner 6(5)" },
  { MBD_METHOD_VERNER87, "Verner 8(7)" },
  { MBD_METHOD_DOPRI54, "Dopri 5(4)" },
};

/// Data that runs of a problem need, created once, and the results of the last run.
typedef struct
{
  Engine engine;
  const Problem *problem; ///< NULL before the first problem
  Solution *solution;
  MbdModel *model;
  MbdState *state, *start;
  int bodies;
  double *q, *v; ///< at each instant of the solution
  BodyPose *poses;
} Linkwright;

static void *
take (size_t count, size_t size)
{
  void *memory = calloc (count, size);

  if (memory == NULL) {
    fputs ("out of memory\n", stderr);
    exit (1);
  }
  return memory;
}

static void
close_problem (Linkwright *self)
{
  if (self->problem == NULL)
    return;
  solution_free (self->solution);
  mbd_state_free (self->state);
  mbd_state_free (self->start);
  mbd_model_unref (self->model);
  free (self->q);
  free (self->v);
  free (self->poses);
  self->problem = NULL;
}

static void
open_problem (Linkwright *self, const Problem *problem)
{
  MbdDiagnosis why = { 0 };

  if (self->problem == problem)
    return;
  close_problem (self);
  self->problem = problem;
  self->solution = problem_solution (problem);
  self->model = design_take_model (problem->build (problem));
  self->state = mbd_state_new (self->model);
  self->start = mbd_state_new (self->model);
  self->bodies = mbd_model_body_count (self->model) - 1;

  const size_t rows = (size_t) self->solution->rows;

  self->q = take (rows * mbd_model_position_count (self->model), sizeof (double));
  self->v = take (rows * mbd_model_velocity_count (self->model), sizeof (double));
  self->poses = take (rows * self->bodies, sizeof (BodyPose));
  if (self->state == NULL || self->start == NULL
      || mbd_state_assemble (self->start, NULL, &why) != MBD_STATUS_OK
      || mbd_state_assemble_velocities (self->start, NULL, &why) != MBD_STATUS_OK) {
    fprintf (stderr, "%s: cannot be assembled: %s\n", problem->name, mbd_status_text (why.code));
    exit (1);
  }
}

static MbdIntegratorSettings
settings_for (const Problem *problem, const Record *record)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();

  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (strcmp (methods[i].name, record->method) == 0)
      settings.method = methods[i].method;
  settings.accuracy = record->accuracy;
  settings.duration = problem->duration;
  return settings;
}

/// Integrates from the start through all instants of the solution; q and v are kept at each of
/// them.
static MbdStatus
integrate (Linkwright *self, Record *record)
{
  const Solution *solution = self->solution;
  const size_t n_q = (size_t) mbd_model_position_count (self->model);
  const size_t n_v = (size_t) mbd_model_velocity_count (self->model);
  const MbdIntegratorSettings settings = settings_for (self->problem, record);
  MbdIntegrator *integrator = mbd_integrator_new (self->model, &settings);
  MbdIntegratorStatistics statistics;
  MbdDiagnosis why = { 0 };
  MbdStatus status;

  if (integrator == NULL)
    return MBD_STATUS_OUT_OF_MEMORY;
  mbd_state_copy (self->state, self->start);

  double begin = bench_clock ();

  status = mbd_integrator_start (integrator, self->start, &why);
  for (int row = 0; row < solution->rows && status == MBD_STATUS_OK; row++) {
    status = mbd_integrator_advance (integrator, solution->times[row], self->state, &why);
    memcpy (self->q + row * n_q, mbd_state_positions (self->state), n_q * sizeof (double));
    memcpy (self->v + row * n_v, mbd_state_velocities (self->state), n_v * sizeof (double));
  }
  record->seconds = bench_clock () - begin;

  mbd_integrator_statistics (integrator, &statistics);
  record->steps = statistics.steps;
  record->evaluations = statistics.evaluations;
  if (statistics.passed_singular)
    snprintf (record->note, sizeof record->note, "passed a singular position");
  mbd_integrator_free (integrator);
  return status;
}

/// Computes poses from the kept q and v.
static void
read_poses (Linkwright *self)
{
  const MbdModel *model = self->model;
  const size_t n_q = (size_t) mbd_model_position_count (model);
  const size_t n_v = (size_t) mbd_model_velocity_count (model);

  for (int row = 0; row < self->solution->rows; row++)
    for (int body = 1; body <= self->bodies; body++) {
      BodyPose *pose = &self->poses[(size_t) row * self->bodies + body - 1];
      const double *q = self->q + row * n_q + mbd_model_body_first_position (model, body);
      const double *v = self->v + row * n_v + mbd_model_body_first_velocity (model, body);
      bool plane = mbd_model_body_mobility (model, body) == MBD_PLANAR;

      for (int k = 0; k < (plane ? 2 : 3); k++) {
        pose->position[k] = q[k];
        pose->velocity[k] = v[k];
      }
      pose->angle = plane ? q[2] : 0;
      pose->omega = plane ? v[2] : 0;
    }
}

static void
run_problem (Linkwright *self, const Problem *problem, Record *record)
{
  open_problem (self, problem);
  record->bodies = self->bodies;
  record->size = mbd_model_size (self->model);

  MbdStatus status = integrate (self, record);

  if (status != MBD_STATUS_OK) {
    record->error = INFINITY;
    snprintf (record->note, sizeof record->note, "%s", mbd_status_text (status));
    return;
  }
  read_poses (self);
  record->error =
    problem_error (problem, self->solution, self->poses, self->bodies, &record->velocity_error);
}

/// The public query mbd_state_solve () refines its result as for displayed numbers; the integrator
/// needs only one pass per evaluation, so that pass is called here directly, past the public
/// interface.
static void
evaluate (const Evaluation *evaluation, Record *record)
{
  MbdModel *model = design_take_model (evaluation->build (evaluation->size));
  MbdState *state = mbd_state_new (model);
  const size_t n_q = (size_t) mbd_model_position_count (model);
  const size_t n_v = (size_t) mbd_model_velocity_count (model);
  double *q = take (n_q, sizeof *q), *a = take (n_v, sizeof *a);
  bool finite = true;

  record->bodies = mbd_model_body_count (model) - 1;
  record->size = mbd_model_size (model);
  record->evaluations = evaluation_batch (record->bodies);
  memcpy (q, mbd_state_positions (state), n_q * sizeof *q);
  for (int batch = 0; batch < 2; batch++) {
    // The first batch warms the caches and does not count.
    double begin = bench_clock ();

    for (long k = 0; k < record->evaluations; k++) {
      q[0] += 1e-12;
      mbd_accelerate (state, 0, q, mbd_state_velocities (state), a);
    }
    record->seconds = bench_clock () - begin;
  }
  for (size_t i = 0; i < n_v; i++)
    finite = finite && isfinite (a[i]);
  if (!finite) {
    record->error = INFINITY;
    snprintf (record->note, sizeof record->note, "not finite");
  }
  free (q);
  free (a);
  mbd_state_free (state);
  mbd_model_unref (model);
}

static bool
run (Engine *engine, double limit, Record *record)
{
  const Evaluation *evaluation = evaluation_find (record->problem);

  snprintf (record->engine, sizeof record->engine, "%s", engine->name);
  record->note[0] = '\0';
  record->error = record->velocity_error = NAN;
  if (evaluation != NULL)
    evaluate (evaluation, record);
  else
    run_problem ((Linkwright *) engine, problem_find (record->problem), record);
  return true;
}

static bool
close_engine (Engine *engine)
{
  close_problem ((Linkwright *) engine);
  free (engine);
  return true;
}

Engine *
engine_linkwright (void)
{
  Linkwright *self = take (1, sizeof *self);
  Engine *engine = &self->engine;

  snprintf (engine->name, sizeof engine->name, "linkwright");
  snprintf (engine->version, sizeof engine->version, "gcc %s", __VERSION__);
  engine->run = run;
  engine->close = close_engine;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    snprintf (engine->methods[engine->method_count++], sizeof *engine->methods, "%s",
              methods[i].name);
  return engine;
}
