// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The period of recorded motions, compared with closed forms: recordings are created from formulas.

#include "lw-period.h"

#include <math.h>

/// Returns a model of unconnected planar bodies; the recording determines their motion.
static MbdModel *
model_new (int n_bodies, bool spatial)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdModel *model = NULL;

  for (int i = 1; i <= n_bodies; i++) {
    MbdBodyDef body = mbd_body_default ();

    body.id = i;
    body.position[0] = i;
    if (spatial) {
      body.mobility = MBD_SPATIAL;
      body.inertia[0] = body.inertia[1] = body.inertia[2] = 1;
    }
    g_assert_cmpint (mbd_mechanism_add_body (mechanism, &body, NULL), ==, MBD_STATUS_OK);
  }
  g_assert_cmpint (mbd_model_compile (mechanism, &model, NULL), ==, MBD_STATUS_OK);
  mbd_mechanism_free (mechanism);
  return model;
}

/// Motion that oscillates with w about 0 in x and y, and turns at the constant speed `turn`.
typedef struct
{
  double w;
  double turn;
  double decay; ///< 1/s
} Motion;

static LwRecording *
record (const Motion *motion, double duration, double interval)
{
  LwRecording *recording = lw_recording_new (7);

  for (double t = 0; t <= duration + 1e-9; t += interval) {
    const double a = exp (-motion->decay * t);
    const double w = motion->w;
    const double k = motion->decay;
    const double sample[7] = {
      t,
      a * cos (w * t),
      a * sin (2 * w * t),
      motion->turn * t,
      a * (-w * sin (w * t) - k * cos (w * t)),
      a * (2 * w * cos (2 * w * t) - k * sin (2 * w * t)),
      motion->turn,
    };

    g_assert_true (lw_recording_append (recording, sample));
  }
  return recording;
}

static bool
find (const MbdModel *model, const LwRecording *recording, LwPeriod *period)
{
  return lw_period_find (recording, model, 1, 4, LW_PERIOD_TOLERANCE, NULL, period);
}

/// The period of the motion is not a multiple of the interval; a turning body is in the same
/// position only after whole turns.
static void
test_formula (void)
{
  MbdModel *model = model_new (1, false);
  const Motion swings = { .w = 5 };
  const Motion turns = { .w = 5, .turn = 10 }; // two turns in a period
  const Motion thirds = { .w = 6, .turn = 2 }; // three periods to a turn
  const Motion never = { .w = 5, .turn = 5 * G_SQRT2 };
  const Motion dies = { .w = 5, .decay = 0.05 };
  const struct
  {
    const Motion *motion;
    double period; ///< 0: none
  } cases[] = {
    { &swings, 2 * G_PI / 5 },
    { &turns, 2 * G_PI / 5 },
    { &thirds, G_PI },
    { &never, 0 },
    { &dies, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    LwRecording *recording = record (cases[i].motion, 8, 0.01);
    LwPeriod period;

    g_assert_cmpint (find (model, recording, &period), ==, cases[i].period > 0);
    if (cases[i].period > 0) {
      // Cubics through samples: h^4 times the fourth derivative (2 w = 12) over 43, 5e-6 in the
      // value, over the speed.
      g_assert_cmpfloat_with_epsilon (period.end - period.start, cases[i].period, 1e-5);
      g_assert_cmpfloat_with_epsilon (period.end, 8, 1e-9);
      g_assert_cmpfloat (period.opening, <, 1e-4);
    }
    lw_recording_unref (recording);
  }
  mbd_model_unref (model);
}

/// Motions at rest, too short, or diverging have no period.
static void
test_none (void)
{
  MbdModel *model = model_new (1, false);
  const Motion rests = { .w = 0 };
  const Motion swings = { .w = 5 };
  LwRecording *recording = record (&rests, 1, 0.01);
  LwPeriod period;

  g_assert_false (find (model, recording, &period));
  lw_recording_unref (recording);
  recording = record (&swings, 0.03, 0.01);
  g_assert_false (find (model, recording, &period));
  lw_recording_unref (recording);
  recording = record (&swings, 1, 0.01); // 0.8 of a period
  g_assert_false (find (model, recording, &period));
  lw_recording_unref (recording);
  recording = lw_recording_new (7);
  g_assert_false (find (model, recording, &period));
  lw_recording_unref (recording);
  mbd_model_unref (model);
}

/// A body in space that turns about z: its quaternion changes sign with every turn and is the same
/// attitude; turned in the other direction it is not.
static void
test_attitude (void)
{
  MbdModel *model = model_new (1, true);
  LwRecording *recording = lw_recording_new (1 + 7 + 6);
  const double w = 4;
  LwPeriod period;

  for (int i = 0; i <= 400; i++) {
    const double t = 0.01 * i;
    const double sample[14] = {
      t, 0, 0, 0, cos (w * t / 2), 0, 0, sin (w * t / 2), 0, 0, 0, 0, 0, w
    };

    g_assert_true (lw_recording_append (recording, sample));
  }
  g_assert_true (lw_period_find (recording, model, 1, 8, LW_PERIOD_TOLERANCE, NULL, &period));
  g_assert_cmpfloat_with_epsilon (period.end - period.start, 2 * G_PI / w, 1e-5);
  lw_recording_unref (recording);
  mbd_model_unref (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/period/formula", test_formula);
  g_test_add_func ("/period/none", test_none);
  g_test_add_func ("/period/attitude", test_attitude);
  return g_test_run ();
}
