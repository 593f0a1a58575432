// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors of the memories of signals. An error dz of an integral z is kept until the end, and counts by
// what it does to the bodies: with F the force that follows it, m the mass, T the time of the error norm,
//
//   length = T^2 |dF/dz| |dz| / m
//
// and for torques with the arm over the inertia. An integral that is followed by another one counts by
// T times the slope of that, one that is sampled by the slope of the sample. Slopes may be 0 for a while
// (a limited force), so that the largest since the start count, and every integral is also exact to the
// accuracy relative to its own size.

#include <math.h>

#include "integrator-private.h"
#include "vector-private.h"

/// Size below which errors of an integral are not relative to it, times the time of the error norm.
static const double least_size = 1e-3;

static double
norm_time (const MbdIntegrator *self)
{
  return fmin (1, self->settings.duration);
}

/// Returns the acceleration of the farthest point of a body by a unit of a component of a force.
static double
mobility_of (const MbdModel *m, const MbdBoundForce *force, int component)
{
  const MbdModelBody *body = &m->bodies[force->body_b];
  double mass = body->inverse_mass, turn = 0;

  if (force->def->class_->acts_on_a)
    mass = fmax (mass, m->bodies[force->body_a].inverse_mass);
  for (int k = 0; k < 9; k += 4)
    turn = fmax (turn, body->inverse_inertia[k]);
  return component < 3 ? mass : body->arm * turn;
}

/// Raises the weights of the memories that a function names.
static void
weigh_named (MbdIntegrator *self,
             const MbdFunction *function,
             const short *signals,
             const MbdPose *pose,
             double weight)
{
  double slopes[MBD_MOST_SIGNALS];
  const int count = mbd_function_slopes (function, signals, pose, slopes);

  for (int s = 0; s < count; s++) {
    const MbdBoundSignal *signal = &self->model->signals[signals[s]];
    if (signal->memory >= 0)
      self->memory_weight[signal->memory] =
        fmax (self->memory_weight[signal->memory], weight * fabs (slopes[s]));
  }
}

void
mbd_weigh_memories (MbdIntegrator *self)
{
  const MbdModel *m = self->model;

  if (m->n_memories == 0)
    return;
  mbd_pose (self->work, self->start.time, self->start.q, self->start.v);
  const MbdPose pose = mbd_pose_of (self->work);
  for (int i = 0; i < m->n_forces; i++)
    for (int k = 0; k < MBD_FORCE_COMPONENTS; k++) {
      const MbdBoundForce *force = &self->work->parameters.forces[i];
      weigh_named (self, mbd_force_component (force->def, k), force->signal[k], &pose,
                   mobility_of (m, force, k));
    }
  // A memory comes after those that it follows.
  for (int k = m->n_memories; k-- > 0;) {
    const MbdBoundSignal *signal = &m->signals[m->memories[k]];
    const double time = signal->def.kind == MBD_SIGNAL_INTEGRAL ? norm_time (self) : 1;
    weigh_named (self, signal->def.of, signal->inner, &pose, time * self->memory_weight[k]);
    self->memory_size[k] = fmax (self->memory_size[k], fabs (self->work->pose.memory[k]));
  }
}

/// Returns the length that counts for a unit of error of a memory.
static double
length_of (const MbdIntegrator *self, int memory)
{
  const double T = norm_time (self);

  return fmax (T * T * self->memory_weight[memory],
               self->model->size / fmax (self->memory_size[memory], least_size * T));
}

double
mbd_memory_error (const MbdIntegrator *self, const double *error_q)
{
  const MbdModel *m = self->model;
  const double *dz = error_q + m->n_q - m->n_memories;
  double largest = 0;

  for (int k = 0; k < m->n_memories; k++) {
    const double error = length_of (self, k) * fabs (dz[k]);
    largest = larger (largest, error);
  }
  return largest;
}

double
mbd_memory_rate_tolerance (const MbdIntegrator *self, int memory, double h)
{
  const double T = norm_time (self);

  // A delayed value is a force itself.
  if (self->model->signals[self->model->memories[memory]].def.kind == MBD_SIGNAL_DELAY)
    return self->settings.accuracy
           * fmin (self->model->size / (T * h * self->memory_weight[memory]),
                   fmax (self->memory_size[memory], least_size) / fmin (h, 1));
  return self->settings.accuracy * self->model->size / (length_of (self, memory) * h);
}
