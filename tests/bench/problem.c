// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact.h"
#include "reference.h"

static Design *
build_fourbar (const Problem *problem)
{
  return design_fourbar (MBD_PLANAR);
}

static Design *
build_andrews (const Problem *problem)
{
  return design_andrews (MBD_PLANAR);
}

static Design *
build_nfourbar (const Problem *problem)
{
  return design_nfourbar (problem->size, 0, 1, MBD_PLANAR);
}

static Design *
build_bricard (const Problem *problem)
{
  return design_bricard ();
}

static Design *
build_chain (const Problem *problem)
{
  return design_chain (problem->size, 0, MBD_PLANAR);
}

static void
observe_centres (const BodyPose *bodies, int count, double (*points)[3])
{
  for (int i = 0; i < count; i++)
    memcpy (points[i], bodies[i].position, sizeof points[i]);
}

/// Observes the seven angles of Andrews' mechanism: beta, Theta, gamma, Phi, delta, Omega, epsilon.
static void
observe_andrews (const BodyPose *bodies, int count, double (*points)[3])
{
  memset (points, 0, 7 * sizeof *points);
  for (int i = 0; i < 7; i++)
    points[i][0] = bodies[i].angle;
  points[1][0] -= bodies[0].angle;
  points[3][0] -= bodies[4].angle;
  points[5][0] -= bodies[6].angle;
}

/// Observes the end B0 of the first upright, half a metre from its centre, and its velocity.
static void
observe_nfourbar (const BodyPose *bodies, int count, double (*points)[3])
{
  const double rx = 0.5 * cos (bodies[0].angle), ry = 0.5 * sin (bodies[0].angle);

  memset (points, 0, 2 * sizeof *points);
  points[0][0] = bodies[0].position[0] + rx;
  points[0][1] = bodies[0].position[1] + ry;
  points[1][0] = bodies[0].velocity[0] - bodies[0].omega * ry;
  points[1][1] = bodies[0].velocity[1] + bodies[0].omega * rx;
}

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
allocate (Solution *solution, int rows, int points, int velocities)
{
  solution->rows = rows;
  solution->points = points;
  solution->velocities = velocities;
  solution->times = take ((size_t) rows, sizeof *solution->times);
  solution->values = take ((size_t) rows * points, sizeof *solution->values);
}

/// Reads a file with time and, per point, `stride` columns of which the first `dimensions` count.
static void
refer_columns (const Problem *problem, Solution *solution, int points, int stride, int dimensions)
{
  Reference *reference = reference_read (problem->file);
  int rows = 0;

  while (rows < reference->rows && reference_at (reference, rows, 0) <= problem->duration + 1e-9)
    rows++;
  allocate (solution, rows, points, 0);
  for (int row = 0; row < rows; row++) {
    solution->times[row] = reference_at (reference, row, 0);
    for (int i = 0; i < points; i++)
      for (int k = 0; k < dimensions; k++)
        solution->values[row * points + i][k] = reference_at (reference, row, 1 + i * stride + k);
  }
  reference_free (reference);
}

static void
refer_fourbar (const Problem *problem, Solution *solution)
{
  refer_columns (problem, solution, 3, 6, 2);
}

static void
refer_chain (const Problem *problem, Solution *solution)
{
  refer_columns (problem, solution, problem->size, 6, 2);
}

static void
refer_andrews (const Problem *problem, Solution *solution)
{
  refer_columns (problem, solution, 7, 1, 1);
}

static void
refer_bricard (const Problem *problem, Solution *solution)
{
  refer_columns (problem, solution, 5, 13, 3);
}

static void
refer_exact_nfourbar (const Problem *problem, Solution *solution)
{
  // Every half second.
  const int rows = 1 + (int) ceil (2 * problem->duration - 1e-9);
  long double *phi = take (2 * (size_t) rows, sizeof *phi), *rate = phi + rows;

  allocate (solution, rows, 2, 1);
  for (int row = 0; row < rows; row++)
    solution->times[row] = problem->duration * row / (rows - 1);
  exact_nfourbar (problem->size, rows, solution->times, phi, rate);
  for (int row = 0; row < rows; row++) {
    double (*points)[3] = solution->values + 2 * row;
    long double s = sinl (phi[row]), c = cosl (phi[row]);

    points[0][0] = (double) s;
    points[0][1] = (double) c;
    points[1][0] = (double) (c * rate[row]);
    points[1][1] = (double) (-s * rate[row]);
  }
  free (phi);
}

static void
refer_exact_chain (const Problem *problem, Solution *solution)
{
  const int rows = 11, n = problem->size;
  long double *angle = take (2 * (size_t) rows * n, sizeof *angle),
              *rate = angle + (size_t) rows * n;

  allocate (solution, rows, n, 0);
  for (int row = 0; row < rows; row++)
    solution->times[row] = problem->duration * row / (rows - 1);
  exact_chain (n, rows, solution->times, angle, rate);
  for (int row = 0; row < rows; row++) {
    long double end[2] = { 0, 0 };

    for (int i = 0; i < n; i++) {
      const long double u[2] = { cosl (angle[row * n + i]), sinl (angle[row * n + i]) };

      for (int k = 0; k < 2; k++) {
        solution->values[row * n + i][k] = (double) (end[k] + 0.5L * u[k]);
        end[k] += u[k];
      }
    }
  }
  free (angle);
}

// Limits: the figures of the project's targets; if two are known, the one to be met first.
const Problem problems[] = {
  {
    .name = "fourbar",
    .title = "crank-rocker four-bar, 5 s",
    .file = "fourbar.csv",
    .duration = 5,
    .unit = "m",
    .errors = { 1e-3, 1e-6, 1e-9 },
    .target = 1,
    .limit = 0.012,
    .build = build_fourbar,
    .observe = observe_centres,
    .refer = refer_fourbar,
  },
  {
    .name = "andrews",
    .title = "Andrews' squeezer, 0.03 s",
    .file = "andrews_testset.csv",
    .duration = 0.03,
    .unit = "rad",
    .errors = { 3e-6, 1e-7, 1e-9 },
    .target = 1,
    .limit = 0.6e-3,
    .build = build_andrews,
    .observe = observe_andrews,
    .refer = refer_andrews,
  },
  {
    .name = "nfourbar40",
    .title = "N-four-bar, N = 40, 20 s",
    .size = 40,
    .duration = 20,
    .unit = "m",
    .errors = { 1e-2, 1e-3, 1e-5 },
    .target = 1,
    .limit = 0.05,
    .beyond_peers = true,
    .build = build_nfourbar,
    .observe = observe_nfourbar,
    .refer = refer_exact_nfourbar,
  },
  {
    .name = "nfourbar40-fall",
    .title = "N-four-bar, N = 40, 0.7 s: before it is flat (0.722 s) for the first time",
    .size = 40,
    .duration = 0.7,
    .unit = "m",
    .errors = { 1e-4, 1e-6, 1e-8 },
    .target = 1,
    .build = build_nfourbar,
    .observe = observe_nfourbar,
    .refer = refer_exact_nfourbar,
  },
  {
    .name = "bricard",
    .title = "Bricard's mechanism, 10 s",
    .file = "bricard.csv",
    .duration = 10,
    .unit = "m",
    .errors = { 1e-3, 1e-6, 6.3e-9 },
    .target = 2,
    .limit = 0.008,
    .build = build_bricard,
    .observe = observe_centres,
    .refer = refer_bricard,
  },
  {
    .name = "double-pendulum",
    .title = "double pendulum, 5 s",
    .size = 2,
    .file = "double_pendulum.csv",
    .duration = 5,
    .unit = "m",
    .errors = { 1e-3, 1e-6, 1e-9 },
    .target = 1,
    .build = build_chain,
    .observe = observe_centres,
    .refer = refer_chain,
  },
  {
    .name = "chain10",
    .title = "pinned chain, n = 10, 1 s",
    .size = 10,
    .file = "chain10.csv",
    .duration = 1,
    .unit = "m",
    .errors = { 1e-6, 2.7e-8, 1e-9 },
    .target = 1,
    .limit = 0.25e-3,
    .build = build_chain,
    .observe = observe_centres,
    .refer = refer_chain,
  },
  {
    .name = "chain1000",
    .title = "pinned chain, n = 1000, 1 s",
    .size = 1000,
    .duration = 1,
    .unit = "m",
    .errors = { 1e-4, 2.5e-6, 1e-8 },
    .target = 1,
    .limit = 0.05,
    .build = build_chain,
    .observe = observe_centres,
    .refer = refer_exact_chain,
  },
};
const int problem_count = sizeof problems / sizeof *problems;

const Problem *
problem_find (const char *name)
{
  for (int i = 0; i < problem_count; i++)
    if (strcmp (problems[i].name, name) == 0)
      return &problems[i];
  return NULL;
}

double
problem_accuracy (int index)
{
  return pow (10, -2 - 0.5 * index);
}

Solution *
problem_solution (const Problem *problem)
{
  Solution *solution = take (1, sizeof *solution);

  problem->refer (problem, solution);
  return solution;
}

void
solution_free (Solution *solution)
{
  free (solution->times);
  free (solution->values);
  free (solution);
}

double
problem_error (const Problem *problem,
               const Solution *solution,
               const BodyPose *poses,
               int bodies,
               double *velocity_error)
{
  const int points = solution->points, positions = points - solution->velocities;
  double (*seen)[3] = take ((size_t) points, sizeof *seen);
  double errors[2] = { 0, solution->velocities > 0 ? 0 : (double) NAN };

  for (int row = 0; row < solution->rows; row++) {
    const double (*expected)[3] = (const double (*)[3]) solution->values + row * points;

    problem->observe (poses + (size_t) row * bodies, bodies, seen);
    for (int i = 0; i < points; i++) {
      double *error = &errors[i >= positions];
      double distance =
        sqrt (pow (seen[i][0] - expected[i][0], 2) + pow (seen[i][1] - expected[i][1], 2)
              + pow (seen[i][2] - expected[i][2], 2));

      if (isnan (distance))
        distance = INFINITY;
      if (distance > *error)
        *error = distance;
    }
  }
  free (seen);
  *velocity_error = errors[1];
  return errors[0];
}
