// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The problems that are timed: mechanism, duration, reference and the error that must be reached.
// Shared by the benchmark of the engine and the driver of the peer, so that both simulate the same
// definitions and are judged by the same code.

#pragma once

#include <stdbool.h>

#include "mechanisms.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PROBLEM_ERRORS 3      ///< error levels at which programs are compared
#define PROBLEM_ACCURACIES 21 ///< accuracies of a sweep

/// Pose of a body at an instant: centre of mass (m), angle with turns (rad, planar bodies), and
/// their rates.
typedef struct
{
  double position[3];
  double angle;
  double velocity[3];
  double omega;
} BodyPose;

/// Values for comparison: points (m; angles in [0]) and, after them, velocities.
typedef struct
{
  int rows;            ///< instants
  int points;          ///< per instant, with the velocities
  int velocities;      ///< number of points that are velocities
  double *times;       ///< s
  double (*values)[3]; ///< rows x points
} Solution;

typedef struct Problem Problem;
struct Problem
{
  const char *name;
  const char *title;
  int size;         ///< n of chain and N-four-bar, else 0
  const char *file; ///< in the directory of the references, or NULL: computed (exact.h)
  double duration;  ///< s
  const char *unit; ///< unit of the error: m or rad
  double errors[PROBLEM_ERRORS]; ///< levels of error to compare at, from loose to tight
  int target;                    ///< index of the main level
  double limit;                  ///< s, CPU time allowed for the target; 0: none
  bool beyond_peers;             ///< True if it passes positions at which peers take another branch
  Design *(*build) (const Problem *problem);
  /// Computes the points of one instant from the poses of all bodies (by id - 1).
  void (*observe) (const BodyPose *bodies, int count, double (*points)[3]);
  void (*refer) (const Problem *problem, Solution *solution);
};

extern const Problem problems[];
extern const int problem_count;

const Problem *problem_find (const char *name);
/// Returns the accuracies to be tried, in half decades from 1e-2 to 1e-12.
double problem_accuracy (int index);
/// Returns the reference, up to the duration.
Solution *problem_solution (const Problem *problem);
void solution_free (Solution *solution);
/// Returns the largest distance to the reference over all instants; NaN counts as infinite.
/// `poses`: rows x bodies. The velocity error is NaN if the problem has none.
double problem_error (const Problem *problem,
                      const Solution *solution,
                      const BodyPose *poses,
                      int bodies,
                      double *velocity_error);

#ifdef __cplusplus
}
#endif
