// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Poses of bodies from q and v, and the two forms of velocity coordinates.

#include <math.h>
#include <string.h>

#include "state-private.h"
#include "vector-private.h"

/// Computes sine and cosine without branches, so that loops over it may be vectorised: reduction to
/// [-pi/4, pi/4] with pi/2 in three parts (Cody and Waite), then the minimax polynomials of fdlibm
/// (k_sin.c, k_cos.c). Accurate to about one ulp up to 1e5 rad; callers use libm beyond.
static inline __attribute__ ((always_inline)) void
sine_cosine (double angle, double *sine, double *cosine)
{
  const double to_quadrants = 6.36619772367581382433e-01;
  const double shift = 6755399441055744.0; // 1.5 * 2^52: adding it rounds to an integer
  double shifted = angle * to_quadrants + shift;
  double n = shifted - shift;
  uint64_t quadrant;
  memcpy (&quadrant, &shifted, sizeof quadrant);

  double r = angle - n * 1.57079632673412561417e+00;
  r -= n * 6.07710050630396597660e-11;
  r -= n * 2.02226624879595063154e-21;
  double z = r * r;
  double s = r
             + r * z
                 * (-1.66666666666666324348e-01
                    + z
                        * (8.33333333332248946124e-03
                           + z
                               * (-1.98412698298579493134e-04
                                  + z
                                      * (2.75573137070700676789e-06
                                         + z
                                             * (-2.50507602534068634195e-08
                                                + z * 1.58969099521155010221e-10)))));
  double c = 1 - 0.5 * z
             + z * z
                 * (4.16666666666666019037e-02
                    + z
                        * (-1.38888888888741095749e-03
                           + z
                               * (2.48015872894767294178e-05
                                  + z
                                      * (-2.75573143513906633035e-07
                                         + z
                                             * (2.08757232129817482790e-09
                                                + z * -1.13596475577881948265e-11)))));
  // Swap and change signs by bits; branches would be mispredicted half of the time.
  uint64_t sine_bits, cosine_bits;
  memcpy (&sine_bits, &s, sizeof s);
  memcpy (&cosine_bits, &c, sizeof c);
  uint64_t swap = (sine_bits ^ cosine_bits) & -(uint64_t) (quadrant & 1);
  sine_bits ^= swap ^ (uint64_t) (quadrant & 2) << 62;
  cosine_bits ^= swap ^ (uint64_t) ((quadrant + 1) & 2) << 62;
  memcpy (sine, &sine_bits, sizeof *sine);
  memcpy (cosine, &cosine_bits, sizeof *cosine);
}

/// Computes the space pose of a planar body.
static void
space_pose_of_plane (const MbdModel *m, MbdState *state, int i)
{
  const MbdPlanePose *p = &state->pose.plane[i];
  MbdSpacePose *s = &state->pose.space[i];

  s->x[0] = p->x, s->x[1] = p->y, s->x[2] = m->bodies[i].start_position[2];
  double w = sqrt (fmax (0, (1 + p->c) / 2)), z = copysign (sqrt (fmax (0, (1 - p->c) / 2)), p->s);
  // The larger half-angle value is exact; the other follows from it without cancellation.
  if (p->c > 0)
    z = p->s / (2 * w);
  else
    w = fabs (p->s / (2 * z));
  s->q[0] = w, s->q[1] = s->q[2] = 0, s->q[3] = z;
  s->R[0] = s->R[4] = p->c;
  s->R[3] = p->s;
  s->R[1] = -p->s;
  s->R[2] = s->R[5] = s->R[6] = s->R[7] = 0;
  s->R[8] = 1;
  s->v[0] = p->vx, s->v[1] = p->vy, s->v[2] = 0;
  s->w[0] = s->w[1] = 0, s->w[2] = p->w;
}

/// Sets the values of delayed functions. At the end of the window they are those before a jump.
static void
pose_delays (MbdState *state, double time)
{
  const MbdModel *m = state->model;
  const bool ends = time >= state->pose.latest - 1e-13 * fmax (fabs (time), 1e-3);

  for (int k = 0; k < m->n_memories && (state->pose.follows_past || state->pose.lasts); k++) {
    const MbdBoundSignal *signal = &m->signals[m->memories[k]];
    if (signal->def.kind != MBD_SIGNAL_DELAY)
      continue;
    if (state->pose.follows_past)
      state->pose.memory[k] = mbd_past_value (state->pose.past, k, time - signal->def.period, ends);
    else {
      const MbdPose pose = mbd_pose_of (state);
      state->pose.memory[k] = mbd_function_at (signal->def.of, signal->inner, &pose);
    }
  }
}

void
mbd_pose_time (MbdState *state, double time)
{
  state->pose.time = fmin (fmax (time, state->pose.earliest), state->pose.latest);
}

void
mbd_pose (MbdState *state, double time, const double *q, const double *v)
{
  const MbdModel *m = state->model;

  mbd_pose_time (state, time);
  for (int k = 0; k < m->n_planar; k++) {
    const MbdModelBody *body = &m->bodies[m->planar_bodies[k]];
    MbdPlanePose *p = &state->pose.plane[m->planar_bodies[k]];
    const double *x = q + body->q, *u = v + body->v;
    p->x = x[0], p->y = x[1], p->angle = x[2];
    p->vx = u[0], p->vy = u[1], p->w = u[2];
    if (fabs (x[2]) < 1e5)
      sine_cosine (x[2], &p->s, &p->c);
    else
      p->s = sin (x[2]), p->c = cos (x[2]);
  }
  for (int k = 0; k < m->n_spatial; k++) {
    const int i = m->spatial_bodies[k];
    const MbdModelBody *body = &m->bodies[i];
    MbdSpacePose *s = &state->pose.space[i];
    double *weight = state->pose.space_weight + 10 * i;
    memcpy (s->x, q + body->q, sizeof s->x);
    memcpy (s->q, q + body->q + 3, sizeof s->q);
    quaternion_matrix (s->q, s->R);
    congruence3 (s->R, body->inertia, state->pose.world_inertia + 9 * i);
    if (!body->heavy) {
      weight[0] = body->inverse_mass;
      congruence3 (s->R, body->inverse_inertia, weight + 1);
    }
    memcpy (s->v, v + body->v, sizeof s->v);
    rotate3 (s->R, v + body->v + 3, s->w);
  }
  for (int k = 0; k < m->n_space; k++)
    space_pose_of_plane (m, state, m->space_bodies[k]);
  for (int k = 0; k < m->n_memories; k++)
    state->pose.memory[k] = q[m->n_q - m->n_memories + k];
  if (m->has_delays)
    pose_delays (state, time);
}

void
mbd_take_lasting_values (MbdState *state)
{
  const MbdModel *m = state->model;
  const bool lasted = state->pose.lasts;

  if (!m->has_delays)
    return;
  state->pose.lasts = true;
  mbd_pose (state, state->pose.time, state->pose.q, state->pose.v);
  state->pose.lasts = lasted;
  for (int k = 0; k < m->n_memories; k++)
    if (m->signals[m->memories[k]].def.kind == MBD_SIGNAL_DELAY)
      mbd_memories_of (m, state->pose.q)[k] = state->pose.memory[k];
  state->pose.is_current = false;
}

void
mbd_begin_lasting (MbdState *state, const double *v)
{
  mbd_state_set (state, state->pose.time, NULL, v);
  state->pose.lasts = true;
}

void
mbd_end_lasting (MbdState *state, const double *q, const double *v)
{
  state->pose.lasts = false;
  if (q != NULL)
    mbd_state_set (state, state->pose.time, q, v);
  else
    mbd_take_lasting_values (state);
}

void
mbd_find_memory_rates (const MbdState *state, double *rates)
{
  const MbdModel *m = state->model;
  const MbdPose pose = mbd_pose_of (state);

  for (int k = 0; k < m->n_memories; k++) {
    const MbdBoundSignal *signal = &m->signals[m->memories[k]];
    rates[k] = signal->def.kind == MBD_SIGNAL_INTEGRAL
                 ? mbd_function_at (signal->def.of, signal->inner, &pose)
                 : 0;
  }
}

/// Returns true if a sample is due.
static bool
is_due (const MbdBoundSignal *signal, double time)
{
  const double period = signal->def.period;

  return signal->def.kind == MBD_SIGNAL_SAMPLE
         && fabs (time - period * round (time / period)) <= 4e-14 * fmax (fabs (time), 1e-3);
}

void
mbd_take_samples (MbdState *state, double time, double *q, const double *v)
{
  const MbdModel *m = state->model;

  // A sample of a sample follows it.
  for (int k = 0; k < m->n_memories; k++) {
    const MbdBoundSignal *signal = &m->signals[m->memories[k]];
    if (!is_due (signal, time))
      continue;
    mbd_pose (state, time, q, v);
    const MbdPose pose = mbd_pose_of (state);
    mbd_memories_of (m, q)[k] = mbd_function_at (signal->def.of, signal->inner, &pose);
  }
}

void
mbd_pose_velocities (MbdState *state, const double *v)
{
  const MbdModel *m = state->model;

  for (int k = 0; k < m->n_planar; k++) {
    MbdPlanePose *p = &state->pose.plane[m->planar_bodies[k]];
    const double *u = v + m->bodies[m->planar_bodies[k]].v;
    p->vx = u[0], p->vy = u[1], p->w = u[2];
  }
  for (int k = 0; k < m->n_spatial; k++) {
    MbdSpacePose *s = &state->pose.space[m->spatial_bodies[k]];
    const double *u = v + m->bodies[m->spatial_bodies[k]].v;
    memcpy (s->v, u, sizeof s->v);
    rotate3 (s->R, u + 3, s->w);
  }
  for (int k = 0; k < m->n_space; k++) {
    const MbdPlanePose *p = &state->pose.plane[m->space_bodies[k]];
    MbdSpacePose *s = &state->pose.space[m->space_bodies[k]];
    s->v[0] = p->vx, s->v[1] = p->vy;
    s->w[2] = p->w;
  }
}

void
mbd_world_velocities (const MbdState *state, double *u)
{
  const MbdModel *m = state->model;

  for (int k = 0; k < m->n_planar; k++) {
    const MbdPlanePose *p = &state->pose.plane[m->planar_bodies[k]];
    double *out = u + m->bodies[m->planar_bodies[k]].u;
    out[0] = p->vx, out[1] = p->vy, out[2] = p->w;
  }
  for (int k = 0; k < m->n_spatial; k++) {
    const MbdSpacePose *s = &state->pose.space[m->spatial_bodies[k]];
    double *out = u + m->bodies[m->spatial_bodies[k]].u;
    memcpy (out, s->v, sizeof s->v);
    memcpy (out + 3, s->w, sizeof s->w);
  }
  memset (u + m->n_v, 0, 6 * sizeof *u);
}

void
mbd_to_body_axes (const MbdState *state, const double *u, double *v)
{
  const MbdModel *m = state->model;

  memcpy (v, u, sizeof *v * (size_t) m->n_v);
  for (int k = 0; k < m->n_spatial; k++) {
    const int i = m->spatial_bodies[k];
    rotate3_back (state->pose.space[i].R, u + m->bodies[i].u + 3, v + m->bodies[i].v + 3);
  }
}

void
mbd_to_world_axes (const MbdState *state, const double *v, double *u)
{
  const MbdModel *m = state->model;

  memcpy (u, v, sizeof *u * (size_t) m->n_v);
  memset (u + m->n_v, 0, 6 * sizeof *u);
  for (int k = 0; k < m->n_spatial; k++) {
    const int i = m->spatial_bodies[k];
    rotate3 (state->pose.space[i].R, v + m->bodies[i].v + 3, u + m->bodies[i].u + 3);
  }
}

void
mbd_displace (const MbdModel *m, double *q, const double *dq)
{
  for (int k = 0; k < m->n_planar; k++) {
    const MbdModelBody *body = &m->bodies[m->planar_bodies[k]];
    for (int i = 0; i < 3; i++)
      q[body->q + i] += dq[body->u + i];
  }
  for (int k = 0; k < m->n_spatial; k++) {
    const MbdModelBody *body = &m->bodies[m->spatial_bodies[k]];
    double *x = q + body->q;
    for (int i = 0; i < 3; i++)
      x[i] += dq[body->u + i];
    quaternion_turn (x + 3, dq + body->u + 3);
    double norm = sqrt (x[3] * x[3] + x[4] * x[4] + x[5] * x[5] + x[6] * x[6]);
    if (fabs (norm - 1) > 1e-14)
      for (int i = 3; i < 7; i++)
        x[i] /= norm;
  }
}
