// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Narrow pulses in functions of time. A step sees a function only at its stages, so that the error
// estimate of a long step, as in motion at rest, does not detect a push between two stages. Before
// each step the ranges of the function between adjacent stages (mbd_expression_range ()) are
// compared with its values at these stages. A range that is wider than the stages show is bisected,
// the earlier half first, until every part fits or a value is found that does not. The step is cut
// to end at that value: its last stages see it, and the error estimate decides how long the step may
// be.
//
// The band that the stages show extends beyond the values at both ends of a gap by a share of their
// difference, by a share of the spread of all stages, as a smooth function has its maxima between
// stages, and by the accuracy. Where a condition can end a step (a rope, a stop, a breaking limit)
// it may depend on the maximum of a load that moves nothing, so that both shares are small and the
// step ends close to each maximum.

#include <math.h>
#include <string.h>

#include "function-private.h"
#include "integrator-private.h"
#include "mechanism-private.h"

enum
{
  MOST_RANGES = 300, // for a function in one step
  MOST_HALVES = 45,
};

static const double gap_share = 0.5, spread_share = 0.15, precise_share = 0.01;

/// A course of an expression in time; its other variables are kept.
typedef struct
{
  const MbdExpression *expression;
  double variables[1 + MBD_MOST_SIGNALS];
  int n_variables;
  int time; // index of the time
  double tolerance;
  int budget; // number of ranges that may still be evaluated
} Course;

static double
value_at (const Course *course, double time)
{
  double variables[1 + MBD_MOST_SIGNALS], value;

  memcpy (variables, course->variables, sizeof variables);
  variables[course->time] = time;
  return mbd_expression_value (course->expression, variables, &value) == MBD_STATUS_OK ? value
                                                                                       : NAN;
}

static bool
is_within (const Course *course, double from, double to, MbdRange band)
{
  MbdRange ranges[1 + MBD_MOST_SIGNALS];

  for (int i = 0; i < course->n_variables; i++)
    ranges[i] = (MbdRange){ course->variables[i], course->variables[i] };
  ranges[course->time] = (MbdRange){ from, to };
  const MbdRange range = mbd_expression_range (course->expression, ranges);
  return range.low >= band.low && range.high <= band.high;
}

/// Returns a time at which the value is outside of a band, early in the span; INFINITY if none is
/// found.
static double
find_outside (Course *course, double from, double to, MbdRange band, int halves)
{
  if (course->budget-- <= 0 || halves > MOST_HALVES || is_within (course, from, to, band))
    return INFINITY;
  const double middle = from + (to - from) / 2, value = value_at (course, middle);
  if (value < band.low || value > band.high)
    return middle;
  const double first = find_outside (course, from, middle, band, halves + 1);
  return isfinite (first) ? first : find_outside (course, middle, to, band, halves + 1);
}

/// Returns a band round two values.
static MbdRange
band_round (double a, double b, double beyond)
{
  return (MbdRange){ fmin (a, b) - beyond, fmax (a, b) + beyond };
}

/// Writes the different nodes of the method in increasing order, with 0 and 1, and returns their
/// number. Stages without a weight in the error estimate do not count.
static int
sort_nodes (const MbdTableau *tableau, double nodes[MBD_MAXIMUM_STAGES + 2])
{
  int n = 0;

  nodes[n++] = 0;
  nodes[n++] = 1;
  for (int j = 0; j < tableau->stages; j++) {
    int place = n;
    if (tableau->e[j] == 0)
      continue;
    while (place > 0 && nodes[place - 1] > tableau->c[j])
      place--;
    if (place > 0 && tableau->c[j] - nodes[place - 1] < 1e-3)
      continue;
    for (int i = n++; i > place; i--)
      nodes[i] = nodes[i - 1];
    nodes[place] = tableau->c[j];
  }
  return n;
}

/// Returns a time to which a step between two times must be cut, in which more may hide.
static double
cut_once (Course *course, double from, double to, const double *nodes, int n, bool precise)
{
  const double first = value_at (course, from), last = value_at (course, to);

  course->budget = MOST_RANGES;
  if (is_within (course, from, to,
                 band_round (first, last,
                             course->tolerance
                               + (precise ? precise_share : gap_share) * fabs (last - first))))
    return to;
  double values[MBD_MAXIMUM_STAGES + 2];
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < n; i++) {
    values[i] = value_at (course, from + nodes[i] * (to - from));
    low = fmin (low, values[i]);
    high = fmax (high, values[i]);
  }
  for (int i = 0; i + 1 < n; i++) {
    const double gap = (precise ? precise_share : gap_share) * fabs (values[i + 1] - values[i]);
    const double spread = (precise ? precise_share : spread_share) * (high - low);
    const MbdRange band = band_round (values[i], values[i + 1], gap + spread + course->tolerance);
    const double outside = find_outside (course, from + nodes[i] * (to - from),
                                         from + nodes[i + 1] * (to - from), band, 0);
    if (isfinite (outside))
      return outside;
  }
  return to;
}

/// Returns the time to which a step must be cut by a course, `to` if it need not be.
static double
cut (const MbdIntegrator *self, Course *course, double to)
{
  const double from = fmax (self->start.time, self->work->pose.earliest);
  const double end = fmin (to, self->work->pose.latest);
  const bool precise =
    self->work->roles.any_bounds || self->work->roles.any_breaking || self->touching != NULL;
  const double quarters[] = { 0, 0.25, 0.5, 0.75, 1 }; // the places of find_hidden_margin ()
  double nodes[MBD_MAXIMUM_STAGES + 2];
  const int n = sort_nodes (self->tableau, nodes);
  double limit = end, next;

  // A value behind a pulse is as far outside as one before it.
  for (int i = 0; limit > from && i < MOST_HALVES; i++, limit = next) {
    next = cut_once (course, from, limit, nodes, n, precise);
    if (precise)
      next = fmin (next, cut_once (course, from, limit, quarters, 5, precise));
    if (next >= limit)
      break;
  }
  return limit < end ? limit : to;
}

/// Returns the time to which a step must be cut by a function of time (may be NULL).
static double
cut_function (const MbdIntegrator *self, const MbdFunction *f, double tolerance, double to)
{
  const MbdExpression *expression = f != NULL ? mbd_function_expression (f) : NULL;

  if (expression == NULL || mbd_expression_is_constant (expression))
    return to;
  Course course = { .expression = expression, .n_variables = 1, .tolerance = tolerance };
  return cut (self, &course, to);
}

/// Returns the time to which a step must be cut by a function of time and signals (may be NULL), at the
/// motion of its start.
static double
cut_feedback (MbdIntegrator *self,
              const MbdFunction *function,
              const short *signals,
              double tolerance,
              double to)
{
  const MbdExpression *expression = function != NULL ? mbd_function_feedback (function) : NULL;

  if (expression == NULL)
    return cut_function (self, function, tolerance, to);
  if (!mbd_expression_uses (expression, 0))
    return to;
  mbd_pose (self->work, self->start.time, self->start.q, self->start.v);
  const MbdPose pose = mbd_pose_of (self->work);
  Course course = { .expression = expression, .tolerance = tolerance };
  course.n_variables = mbd_function_variables (function, signals, &pose, course.variables);
  return cut (self, &course, to);
}

/// Returns the time to which a step must be cut by a function of a force element.
static double
cut_component (MbdIntegrator *self, int force, int component, double tolerance, double to)
{
  const MbdBoundForce *bound = &self->work->parameters.forces[force];

  return cut_feedback (self, mbd_force_component (bound->def, component), bound->signal[component],
                       tolerance, to);
}

/// Returns the time to which a step must be cut by the law of a spring at its length and rate.
static double
cut_law (MbdIntegrator *self, int force, double tolerance, double to)
{
  const MbdForceDef *def = self->work->parameters.forces[force].def;
  MbdForceAction action;

  if (def->law == NULL || !mbd_expression_uses (def->law, MBD_LAW_TIME))
    return to;
  mbd_pose (self->work, self->start.time, self->start.q, self->start.v);
  const MbdPose pose = mbd_pose_of (self->work);
  def->class_->act (&self->work->parameters.forces[force], &pose, &action);
  Course course = { .expression = def->law,
                    .variables = { action.length, action.rate },
                    .n_variables = 3,
                    .time = MBD_LAW_TIME,
                    .tolerance = tolerance };
  return cut (self, &course, to);
}

void
mbd_find_courses (MbdIntegrator *self)
{
  const MbdState *work = self->work;

  self->has_courses = false;
  for (int i = 0; i < self->model->n_couplings; i++)
    self->has_courses |=
      work->roles.running[i].enabled && work->parameters.couplings[i].def.function != NULL;
  for (int i = 0; i < self->model->n_forces; i++) {
    const MbdForceDef *def = work->parameters.forces[i].def;
    for (int k = 0; k < 3; k++)
      self->has_courses |=
        def->enabled && (def->force_function[k] != NULL || def->torque_function[k] != NULL);
    self->has_courses |= def->enabled && def->law != NULL;
  }
}

double
mbd_limit_to_pulses (MbdIntegrator *self, double h)
{
  const MbdModel *m = self->model;
  const MbdState *work = self->work;
  const double least = 1e-9 * fmin (1, self->settings.duration);

  if (!self->has_courses || self->stepper != NULL || !(h > least))
    return h;
  const double T = fmin (1, self->settings.duration);
  const double length = self->settings.accuracy * m->size;
  const double whole = self->start.time + h;
  double to = whole;
  for (int i = 0; i < m->n_couplings; i++)
    if (work->roles.running[i].enabled)
      to = cut_function (self, work->parameters.couplings[i].def.function,
                         self->settings.accuracy * fmin (1, m->size), to);
  for (int i = 0; i < m->n_forces; i++) {
    const MbdForceDef *def = work->parameters.forces[i].def;
    const MbdModelBody *body = &m->bodies[work->parameters.forces[i].body_b];
    double inverse = body->inverse_mass, turn = 0;
    if (def->class_->acts_on_a)
      inverse = fmax (inverse, m->bodies[work->parameters.forces[i].body_a].inverse_mass);
    for (int k = 0; k < 9; k += 4)
      turn = fmax (turn, body->inverse_inertia[k]);
    if (!def->enabled || !(inverse > 0))
      continue;
    // A force, or a torque, of this size moves a body by the accuracy.
    const double force = length / (inverse * T * h);
    const double torque =
      turn > 0 && body->arm > 0 ? length / (body->arm * turn * T * h) : INFINITY;
    for (int k = 0; k < MBD_FORCE_COMPONENTS; k++)
      to = cut_component (self, i, k, k < 3 ? force : torque, to);
    to = cut_law (self, i, force, to);
  }
  for (int k = 0; k < m->n_memories; k++) {
    const MbdBoundSignal *signal = &m->signals[m->memories[k]];
    if (signal->def.kind != MBD_SIGNAL_SAMPLE)
      to = cut_feedback (self, signal->def.of, signal->inner,
                         mbd_memory_rate_tolerance (self, k, h), to);
  }
  if (to == whole)
    return h;
  self->ends_at_knot = false;
  return fmax (to - self->start.time, least);
}
