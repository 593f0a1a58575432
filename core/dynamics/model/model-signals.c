// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Binds the signals that the functions of force elements name: each of them once.

#include "model-private.h"

#include <math.h>
#include <string.h>

#include "mechanism-private.h"
#include "vector-private.h"

static int
find_signal (const MbdModel *m, const MbdSignalDef *def)
{
  for (int i = 0; i < m->n_signals; i++)
    if (mbd_signal_equal (&m->signals[i].def, def))
      return i;
  return -1;
}

/// Binds the two frames of a joint coordinate.
static void
bind_joint (const MbdModel *m, MbdBoundSignal *signal)
{
  double q[2][4];

  for (int end = 0; end < 2; end++) {
    const MbdModelBody *body = &m->bodies[signal->body[end]];
    if (body->degrees == 0)
      quaternion_multiply (body->start_quaternion, signal->def.frame[end].quaternion, q[end]);
    else
      memcpy (q[end], signal->def.frame[end].quaternion, sizeof q[end]);
  }
  MbdBinding binding = {
    .space = signal->space,
    .angle_a = 2 * atan2 (q[0][3], q[0][0]),
    .angle_b = 2 * atan2 (q[1][3], q[1][0]),
  };
  memcpy (binding.point_a, signal->point[0], sizeof binding.point_a);
  memcpy (binding.point_b, signal->point[1], sizeof binding.point_b);
  memcpy (binding.quaternion_a, q[0], sizeof q[0]);
  memcpy (binding.quaternion_b, q[1], sizeof q[1]);
  mbd_ends_bind (&binding, MBD_FIRST_PAIR, &signal->joint);
}

static bool
has_memory (const MbdSignalDef *def)
{
  return def->kind == MBD_SIGNAL_INTEGRAL || def->kind == MBD_SIGNAL_SAMPLE
         || def->kind == MBD_SIGNAL_DELAY;
}

/// Binds an integral, a sample or a delay, whose own signals have been taken.
static MbdStatus
bind_memory (MbdModel *m,
             const MbdSignalDef *def,
             int force,
             MbdBoundSignal *signal,
             MbdDiagnosis *why)
{
  int count;

  if (def->of == NULL || def->is_rate
      || (def->kind == MBD_SIGNAL_SAMPLE && !(def->period > 0 && isfinite (def->period)))
      || (def->kind == MBD_SIGNAL_DELAY
          && !(def->period >= mbd_least_delay () && isfinite (def->period))))
    return mbd_diagnose (why, MBD_STATUS_BAD_PARAMETER, MBD_ELEMENT_FORCE, force, def->period);
  const MbdSignalDef *signals = mbd_function_signals (def->of, &count);
  for (int s = 0; s < count; s++)
    signal->inner[s] = (short) find_signal (m, &signals[s]);
  signal->memory = m->n_memories;
  m->has_delays |= def->kind == MBD_SIGNAL_DELAY;
  m->memories[m->n_memories++] = m->n_signals;
  return MBD_STATUS_OK;
}

/// Binds a signal of a force element.
static MbdStatus
bind_signal (MbdModel *m,
             const MbdSignalDef *def,
             int force,
             MbdBoundSignal *signal,
             MbdDiagnosis *why)
{
  bool spatial = false, fixed = true;

  *signal =
    (MbdBoundSignal){ .def = *def, .ends = mbd_signal_ends (def->kind), .angle = -1, .memory = -1 };
  if (has_memory (def))
    return bind_memory (m, def, force, signal, why);
  if (signal->ends == 0 || def->axis < 0 || def->axis > 2
      || !mbd_coordinate_is_known (def->coordinate))
    return mbd_diagnose (why, MBD_STATUS_BAD_PARAMETER, MBD_ELEMENT_FORCE, force, def->kind);
  for (int end = 0; end < signal->ends; end++) {
    const int index = mbd_model_body_by_id (m, def->body[end]);
    if (index < 0)
      return mbd_diagnose (why, MBD_STATUS_UNKNOWN_BODY, MBD_ELEMENT_FORCE, force, def->body[end]);
    MbdModelBody *body = &m->bodies[index];
    signal->body[end] = index;
    mbd_model_bind_point (body, def->frame[end].point, signal->point[end]);
    body->needs_space = true;
    spatial |= body->mobility == MBD_SPATIAL;
    fixed &= body->degrees == 0;
  }
  signal->space = spatial || fixed ? MBD_SPACE_SPACE : MBD_SPACE_PLANE;
  if (def->kind == MBD_SIGNAL_TURN && signal->space == MBD_SPACE_SPACE && !def->is_rate)
    return mbd_diagnose (why, MBD_STATUS_BAD_PARAMETER, MBD_ELEMENT_FORCE, force, def->kind);
  if (def->kind == MBD_SIGNAL_JOINT)
    bind_joint (m, signal);
  return MBD_STATUS_OK;
}

/// Returns the number of signals that a function (may be NULL) names, and those that they name.
static int
count_signals (const MbdFunction *function)
{
  const MbdSignalDef *signals;
  int count = 0, sum;

  if (function == NULL)
    return 0;
  signals = mbd_function_signals (function, &count);
  sum = count;
  for (int s = 0; s < count; s++)
    sum += count_signals (signals[s].of);
  return sum;
}

/// Takes the signals of a function (may be NULL), after those that they name.
static MbdStatus
take_signals (MbdModel *m, const MbdFunction *function, int force, MbdDiagnosis *why)
{
  const MbdSignalDef *signals;
  MbdStatus status = MBD_STATUS_OK;
  int count = 0;

  if (function == NULL)
    return MBD_STATUS_OK;
  signals = mbd_function_signals (function, &count);
  for (int s = 0; s < count && status == MBD_STATUS_OK; s++) {
    if (find_signal (m, &signals[s]) >= 0)
      continue;
    status = take_signals (m, signals[s].of, force, why);
    if (status == MBD_STATUS_OK)
      status = bind_signal (m, &signals[s], force, &m->signals[m->n_signals], why);
    if (status == MBD_STATUS_OK)
      m->n_signals++;
  }
  return status;
}

MbdStatus
mbd_model_take_signals (MbdModel *m, MbdDiagnosis *why)
{
  int most = 0;

  for (int i = 0; i < m->n_forces; i++)
    for (int k = 0; k < MBD_FORCE_COMPONENTS; k++)
      most += count_signals (mbd_force_component (&m->force_defs[i], k));
  m->signals = MBD_TAKE (&m->arena, MbdBoundSignal, most);
  m->memories = MBD_TAKE (&m->arena, int, most);
  if (m->arena.failed)
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  for (int i = 0; i < m->n_forces && most > 0; i++)
    for (int k = 0; k < MBD_FORCE_COMPONENTS; k++) {
      const MbdForceDef *def = &m->force_defs[i];
      const MbdStatus status = take_signals (m, mbd_force_component (def, k), def->id, why);
      if (status != MBD_STATUS_OK)
        return status;
    }
  m->n_q += m->n_memories;
  return m->n_signals <= INT16_MAX
           ? MBD_STATUS_OK
           : mbd_diagnose (why, MBD_STATUS_TOO_LARGE, MBD_ELEMENT_NONE, 0, m->n_signals);
}

void
mbd_model_count_signal_angles (MbdModel *m)
{
  for (int i = 0; i < m->n_signals; i++) {
    MbdBoundSignal *signal = &m->signals[i];
    if (signal->def.kind == MBD_SIGNAL_JOINT && signal->space == MBD_SPACE_SPACE
        && signal->def.coordinate == MBD_COORDINATE_ANGLE)
      signal->angle = m->n_angles++;
  }
}

MbdStatus
mbd_model_bind_signals (const MbdModel *m, MbdBoundForce *force, MbdDiagnosis *why)
{
  memset (force->signal, 0, sizeof force->signal);
  for (int k = 0; k < MBD_FORCE_COMPONENTS; k++) {
    const MbdFunction *function = mbd_force_component (force->def, k);
    const MbdSignalDef *signals = NULL;
    int count = 0;

    if (function != NULL)
      signals = mbd_function_signals (function, &count);
    for (int s = 0; s < count; s++) {
      const int index = find_signal (m, &signals[s]);
      if (index < 0)
        return mbd_diagnose (why, MBD_STATUS_NOT_AT_RUN_TIME, MBD_ELEMENT_FORCE, force->def->id, 0);
      force->signal[k][s] = (short) index;
    }
  }
  return MBD_STATUS_OK;
}
