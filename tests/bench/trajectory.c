// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_RUN 0.2 ///< s: runs above it are made once in a sweep

static const struct
{
  MbdMethod method;
  const char *name;
} methods[] = {
  { MBD_METHOD_VERNER65, "Verner 6(5)" },
  { MBD_METHOD_VERNER87, "Verner 8(7)" },
  { MBD_METHOD_DOPRI54, "Dopri 5(4)" },
};

/// What a run needs, made once per problem, and what it leaves.
typedef struct
{
  const Problem *problem;
  const Solution *solution;
  MbdModel *model;
  MbdState *state, *start;
  int bodies;
  double *q, *v; ///< at each instant of the solution
  BodyPose *poses;
} Trajectory;

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
open_trajectory (Trajectory *trajectory, const Problem *problem, const Solution *solution)
{
  MbdDiagnosis why = { 0 };

  trajectory->problem = problem;
  trajectory->solution = solution;
  trajectory->model = design_take_model (problem->build (problem));
  trajectory->state = mbd_state_new (trajectory->model);
  trajectory->start = mbd_state_new (trajectory->model);
  trajectory->bodies = mbd_model_body_count (trajectory->model) - 1;
  trajectory->q =
    take ((size_t) solution->rows * mbd_model_position_count (trajectory->model), sizeof (double));
  trajectory->v =
    take ((size_t) solution->rows * mbd_model_velocity_count (trajectory->model), sizeof (double));
  trajectory->poses = take ((size_t) solution->rows * trajectory->bodies, sizeof (BodyPose));
  if (trajectory->state == NULL || trajectory->start == NULL
      || mbd_state_assemble (trajectory->start, NULL, &why) != MBD_STATUS_OK
      || mbd_state_assemble_velocities (trajectory->start, NULL, &why) != MBD_STATUS_OK) {
    fprintf (stderr, "%s: cannot be assembled: %s\n", problem->name, mbd_status_text (why.code));
    exit (1);
  }
}

static void
close_trajectory (Trajectory *trajectory)
{
  mbd_state_free (trajectory->state);
  mbd_state_free (trajectory->start);
  mbd_model_unref (trajectory->model);
  free (trajectory->q);
  free (trajectory->v);
  free (trajectory->poses);
}

/// One run from the start; q and v are kept at each instant. `seconds` is its CPU time.
static MbdStatus
run_once (Trajectory *trajectory,
          const MbdIntegratorSettings *settings,
          Record *record,
          double *seconds)
{
  const Solution *solution = trajectory->solution;
  const size_t n_q = (size_t) mbd_model_position_count (trajectory->model);
  const size_t n_v = (size_t) mbd_model_velocity_count (trajectory->model);
  MbdIntegrator *integrator = mbd_integrator_new (trajectory->model, settings);
  MbdIntegratorStatistics statistics;
  MbdDiagnosis why = { 0 };
  MbdStatus status;

  if (integrator == NULL)
    return MBD_STATUS_OUT_OF_MEMORY;
  mbd_state_copy (trajectory->state, trajectory->start);

  double begin = bench_clock ();

  status = mbd_integrator_start (integrator, trajectory->start, &why);
  for (int row = 0; row < solution->rows && status == MBD_STATUS_OK; row++) {
    status = mbd_integrator_advance (integrator, solution->times[row], trajectory->state, &why);
    memcpy (trajectory->q + row * n_q, mbd_state_positions (trajectory->state),
            n_q * sizeof (double));
    memcpy (trajectory->v + row * n_v, mbd_state_velocities (trajectory->state),
            n_v * sizeof (double));
  }
  *seconds = bench_clock () - begin;

  mbd_integrator_statistics (integrator, &statistics);
  record->steps = statistics.steps;
  record->evaluations = statistics.evaluations;
  if (statistics.passed_singular)
    snprintf (record->note, sizeof record->note, "passed a singular position");
  mbd_integrator_free (integrator);
  return status;
}

/// Poses from the kept q and v.
static void
read_poses (Trajectory *trajectory)
{
  const MbdModel *model = trajectory->model;
  const size_t n_q = (size_t) mbd_model_position_count (model);
  const size_t n_v = (size_t) mbd_model_velocity_count (model);

  for (int row = 0; row < trajectory->solution->rows; row++)
    for (int body = 1; body <= trajectory->bodies; body++) {
      BodyPose *pose = &trajectory->poses[(size_t) row * trajectory->bodies + body - 1];
      const double *q = trajectory->q + row * n_q + mbd_model_body_first_position (model, body);
      const double *v = trajectory->v + row * n_v + mbd_model_body_first_velocity (model, body);
      bool plane = mbd_model_body_mobility (model, body) == MBD_PLANAR;

      for (int k = 0; k < (plane ? 2 : 3); k++) {
        pose->position[k] = q[k];
        pose->velocity[k] = v[k];
      }
      pose->angle = plane ? q[2] : 0;
      pose->omega = plane ? v[2] : 0;
    }
}

/// Up to `repeats` runs with these settings, one only when it takes long and repeats are not
/// forced.
static void
measure (Trajectory *trajectory, MbdIntegratorSettings *settings, bool forced, Record *record)
{
  double times[BENCH_REPEATS];
  int count = 0;
  MbdStatus status;

  record->note[0] = '\0';
  record->velocity_error = NAN;
  do
    status = run_once (trajectory, settings, record, &times[count++]);
  while (status == MBD_STATUS_OK && count < BENCH_REPEATS && (forced || times[0] < LONG_RUN));
  record->repeats = count;
  record->seconds = bench_median (count, times);

  if (status != MBD_STATUS_OK) {
    record->error = INFINITY;
    snprintf (record->note, sizeof record->note, "%s", mbd_status_text (status));
    return;
  }
  read_poses (trajectory);
  record->error = problem_error (trajectory->problem, trajectory->solution, trajectory->poses,
                                 trajectory->bodies, &record->velocity_error);
}

static MbdIntegratorSettings
settings_for (const Problem *problem, const char *method, double accuracy)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();

  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (strcmp (methods[i].name, method) == 0)
      settings.method = methods[i].method;
  settings.accuracy = accuracy;
  settings.duration = problem->duration;
  return settings;
}

static Record
new_record (const Trajectory *trajectory, const char *method, double accuracy)
{
  Record record = { .accuracy = accuracy, .bodies = trajectory->bodies };

  snprintf (record.problem, sizeof record.problem, "%s", trajectory->problem->name);
  snprintf (record.engine, sizeof record.engine, BENCH_ENGINE);
  snprintf (record.method, sizeof record.method, "%s", method);
  record.size = mbd_model_size (trajectory->model);
  return record;
}

static const char *
default_method (void)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();

  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (methods[i].method == settings.method)
      return methods[i].name;
  return methods[0].name;
}

void
trajectory_sweep (const Problem *problem, const Solution *solution, RecordList *list)
{
  Trajectory trajectory = { 0 };
  MbdIntegratorSettings settings = mbd_integrator_default ();

  open_trajectory (&trajectory, problem, solution);
  Record record = new_record (&trajectory, default_method (), settings.accuracy);

  settings.duration = problem->duration;
  measure (&trajectory, &settings, true, &record);
  record_list_add (list, &record);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    for (int k = 0; k < PROBLEM_ACCURACIES; k++) {
      double accuracy = problem_accuracy (k);

      settings = settings_for (problem, methods[i].name, accuracy);
      record = new_record (&trajectory, methods[i].name, accuracy);
      measure (&trajectory, &settings, false, &record);
      record_list_add (list, &record);
    }
  close_trajectory (&trajectory);
}

void
trajectory_measure_again (const Problem *problem, const Solution *solution, Record *record)
{
  Trajectory trajectory = { 0 };
  MbdIntegratorSettings settings = settings_for (problem, record->method, record->accuracy);

  if (record->repeats >= BENCH_REPEATS)
    return;
  open_trajectory (&trajectory, problem, solution);
  measure (&trajectory, &settings, true, record);
  close_trajectory (&trajectory);
}
