// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Derivatives of every kind of signal at random states: the rate equals the difference quotient of the
// value along the motion, and the gradient times the velocities.

#include "state-private.h"
#include "testing.h"

enum
{
  BODIES = 4,
  STATES = 200
};

static double
random_number (GRand *random, double size)
{
  return g_rand_double_range (random, -size, size);
}

static MbdFrame
random_frame (GRand *random, bool planar)
{
  MbdFrame frame = mbd_frame_default ();
  double norm = 0;

  for (int i = 0; i < 3; i++)
    frame.point[i] = planar && i == 2 ? 0 : random_number (random, 1);
  for (int i = 0; i < 4; i++) {
    frame.quaternion[i] = planar && (i == 1 || i == 2) ? 0 : random_number (random, 1);
    norm += frame.quaternion[i] * frame.quaternion[i];
  }
  for (int i = 0; i < 4; i++)
    frame.quaternion[i] /= sqrt (norm);
  return frame;
}

/// Returns a signal of random bodies and points. Turns of spatial bodies have rates only.
static MbdSignalDef
random_signal (GRand *random, MbdSignalKind kind, const bool *planar)
{
  MbdSignalDef def = mbd_signal_default (kind);
  bool all_planar = true;

  for (int end = 0; end < mbd_signal_ends (kind); end++) {
    const int first = kind == MBD_SIGNAL_TURN || end > 0 ? 1 : 0;
    def.body[end] = g_rand_int_range (random, first, BODIES + 1);
    if (kind == MBD_SIGNAL_JOINT && end == 1 && def.body[0] == def.body[1])
      def.body[1] = def.body[0] % BODIES + 1;
    all_planar &= def.body[end] == 0 || planar[def.body[end]];
  }
  for (int end = 0; end < mbd_signal_ends (kind); end++)
    def.frame[end] = random_frame (random, all_planar);
  def.axis = kind == MBD_SIGNAL_TURN && all_planar ? 2 : g_rand_int_range (random, 0, 3);
  def.coordinate = (MbdCoordinate) g_rand_int_range (random, 0, 3);
  if (all_planar && def.coordinate == MBD_COORDINATE_SLIDE_Z)
    def.coordinate = MBD_COORDINATE_SLIDE;
  def.is_rate = kind == MBD_SIGNAL_TURN && !all_planar;
  return def;
}

static MbdState *
random_state (GRand *random, MbdSignalKind kind)
{
  Design *design = design_new ();
  MbdForceDef load = mbd_load_default ();
  bool planar[BODIES + 1] = { true };
  MbdFunction *function;

  for (int i = 1; i <= BODIES; i++) {
    MbdBodyDef body = mbd_body_default ();
    const double inertia[6] = { 1, 1.2, 0.9, 0, 0, 0 };

    planar[i] = g_rand_boolean (random);
    for (int k = 0; k < 3; k++) {
      body.position[k] = planar[i] && k == 2 ? 0 : random_number (random, 2);
      body.velocity[k] = planar[i] && k == 2 ? 0 : random_number (random, 2);
      body.angular_velocity[k] = planar[i] && k < 2 ? 0 : random_number (random, 2);
    }
    if (!planar[i]) {
      const MbdFrame frame = random_frame (random, false);

      body.mobility = MBD_SPATIAL;
      memcpy (body.inertia, inertia, sizeof inertia);
      memcpy (body.quaternion, frame.quaternion, sizeof frame.quaternion);
    } else
      body.angle = random_number (random, 3);
    design_add_body (design, &body);
  }
  const MbdSignalDef def = random_signal (random, kind, planar);
  const char *const names[] = { "s" };
  assert_ok (mbd_function_new_feedback ("s", names, NULL, 1, &def, 1, &function, NULL));
  load.body_b = 1;
  load.force_function[0] = function;
  design_add_force (design, &load);
  MbdState *state = testing_state (design);
  mbd_function_unref (function);
  return state;
}

/// Returns the signal after moving freely for `h`, with the angles of the joints kept.
static double
value_after (MbdState *state, double h)
{
  const MbdModel *m = state->model;
  g_autofree double *q = g_memdup2 (state->pose.q, sizeof *q * (size_t) m->n_q);
  g_autofree double *u = g_new0 (double, m->n_v + 6);
  double value;

  mbd_pose (state, 0, state->pose.q, state->pose.v);
  mbd_world_velocities (state, u);
  for (int i = 0; i < m->n_v; i++)
    u[i] *= h;
  mbd_displace (m, q, u);
  mbd_pose (state, 0, q, state->pose.v);
  const MbdPose pose = mbd_pose_of (state);
  value = mbd_signal_motion (&m->signals[0], &pose, NULL).value;
  mbd_pose (state, 0, state->pose.q, state->pose.v);
  return value;
}

static void
test_derivatives (gconstpointer data)
{
  const MbdSignalKind kind = (MbdSignalKind) GPOINTER_TO_INT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (20 + (guint32) kind);
  const double h = 1e-4;
  double largest = 0;

  for (int i = 0; i < STATES; i++) {
    MbdState *state = random_state (random, kind);
    const MbdModel *m = state->model;
    const MbdBoundSignal *signal = &m->signals[0];
    MbdSignalGradient g;
    double product = 0;

    mbd_state_prepare (state);
    const MbdPose pose = mbd_pose_of (state);
    const MbdSignalMotion motion = mbd_signal_motion (signal, &pose, g);
    for (int end = 0; end < signal->ends; end++)
      for (int k = 0; k < 3; k++)
        product += g[end][k] * state->pose.space[signal->body[end]].v[k]
                   + g[end][3 + k] * state->pose.space[signal->body[end]].w[k];
    assert_close (motion.rate, product, 1e-12 * (1 + fabs (motion.rate)));
    if (isfinite (motion.value)) {
      // Central differences of the fourth order.
      const double slope = (8 * (value_after (state, h) - value_after (state, -h))
                            - (value_after (state, 2 * h) - value_after (state, -2 * h)))
                           / (12 * h);
      largest = fmax (largest, fabs (slope - motion.rate) / (1 + fabs (motion.rate)));
    }
    testing_state_free (state);
  }
  g_test_message ("largest difference: %g", largest);
  // Rounding over h; some points come close to the axis about which an angle is measured.
  g_assert_cmpfloat (largest, <, 1e-7);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "point", "turn", "joint", "distance", "angle" };

  g_test_init (&argc, &argv, NULL);
  for (int kind = 0; kind < (int) G_N_ELEMENTS (names); kind++) {
    g_autofree char *path = g_strconcat ("/signals/", names[kind], NULL);

    g_test_add_data_func (path, GINT_TO_POINTER (kind), test_derivatives);
  }
  return g_test_run ();
}
