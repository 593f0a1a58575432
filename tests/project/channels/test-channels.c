// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels: their names, and their values compared with mechanics that does not need the engine
// (balance of forces and moments, statics, free flight).

#include <math.h>
#include <string.h>

#include "testing-examples.h"
#include "testing-seed.h"
#include "lw-channels.h"
#include "lw-text.h"
#include "channel-fixture.h"
#include "testing-text.h"

// Names

static const char *const examples[] = { "four-bar-torque.json", "slider-crank.json",
                                        "double-pendulum.json", "chebyshev.json",
                                        "n-four-bar-10.json",   "andrews.json",
                                        "bricard.json" };

static void
test_list (void)
{
  static const char *const units[] = { "s",   "J",   "N s",   "N m s", "m",
                                       "rad", "m/s", "rad/s", "m/s^2", "rad/s^2",
                                       "N",   "N m", "1",     "W",     NULL };

  for (size_t e = 0; e < G_N_ELEMENTS (examples); e++) {
    g_auto (Fixture) fixture = fixture_example (examples[e]);
    guint n = lw_channels_get_n (fixture.channels);
    g_autofree guint *indices = g_new (guint, n);
    g_autofree double *values = g_new (double, n);

    g_test_message ("%s: %u channels", examples[e], n);
    for (guint i = 0; i < n; i++) {
      const LwChannel *channel = lw_channels_get (fixture.channels, i);

      // Each channel is found by its name: so the names are unique.
      g_assert_cmpint (lw_channels_find (fixture.channels, channel->name), ==, (int) i);
      g_assert_cmpstr (channel->label, !=, "");
      g_assert_cmpstr (channel->quantity, !=, "");
      g_assert_true (g_strv_contains (units, channel->unit));
      g_assert_true (g_str_has_suffix (channel->description, "."));
      g_assert_null (strchr (channel->description, '@'));
      indices[i] = i;
    }
    lw_channels_evaluate (fixture.channels, fixture.state, indices, n, values);
    for (guint i = 0; i < n; i++) {
      double alone;

      // Evaluating all channels in one call gives the same values as evaluating each separately.
      lw_channels_evaluate (fixture.channels, fixture.state, &indices[i], 1, &alone);
      // Channels that need a run have no value at a state.
      g_assert_true (isfinite (values[i]) || lw_channels_is_of_run (fixture.channels, i));
      g_assert_cmpmem (&alone, sizeof alone, &values[i], sizeof values[i]);
    }
  }
}

// The channels in the plots of the examples exist.
static void
test_plots (void)
{
  for (size_t e = 0; e < G_N_ELEMENTS (examples); e++) {
    g_auto (Fixture) fixture = fixture_example (examples[e]);

    for (guint i = 0; i < lw_mechanism_get_n_plots (fixture.mechanism); i++) {
      const LwPlotLayout *plot = lw_mechanism_get_plot (fixture.mechanism, i);

      for (char **channel = plot->channels; *channel != NULL; channel++) {
        g_autoptr (GError) error = NULL;
        g_autoptr (GArray) found = lw_channels_match (fixture.channels, *channel, &error);

        g_assert_no_error (error);
        g_assert_nonnull (found);
      }
    }
  }
}

static void
assert_matches (const Fixture *fixture, const char *patterns, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) indices = lw_channels_match (fixture->channels, patterns, &error);
  GString *names = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < indices->len; i++)
    g_string_append_printf (
      names, "%s%s", i > 0 ? " " : "",
      lw_channels_get (fixture->channels, g_array_index (indices, guint, i))->name);
  g_assert_cmpstr (names->str, ==, expected);
  g_string_free (names, TRUE);
}

static void
test_match (void)
{
  g_auto (Fixture) fixture = fixture_example ("four-bar.json");
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) all = lw_channels_match (fixture.channels, "*", NULL);

  g_assert_cmpuint (all->len, ==, lw_channels_get_n (fixture.channels));
  assert_matches (&fixture, "time", "time");
  assert_matches (&fixture, "D.reaction,time", "D.reaction time");
  assert_matches (&fixture, " time , Crank.x", "time Crank.x");
  assert_matches (&fixture, "?.reaction", "A.reaction B.reaction C.reaction D.reaction");
  // Matched twice, listed once.
  assert_matches (&fixture, "B.reaction,?.reaction", "B.reaction A.reaction C.reaction D.reaction");
  assert_matches (&fixture, "T.*", "T.x T.y T.speed T.vx T.vy T.ax T.ay");
  g_assert_cmpint (lw_channels_find (fixture.channels, "nothing"), ==, -1);

  g_assert_null (lw_channels_match (fixture.channels, "time,Pin B.reaction", &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "\"Pin B.reaction\""));
  g_clear_error (&error);
  g_assert_null (lw_channels_match (fixture.channels, "", &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
}

// An element without a name, or with a name that is already taken, is identified by its id.
// Values

static void
test_four_bar_start (void)
{
  g_auto (Fixture) fixture = fixture_example ("four-bar-torque.json");
  double angle = value (&fixture, "Coupler.angle");

  g_assert_cmpfloat (value (&fixture, "time"), ==, 0);
  g_assert_cmpfloat (value (&fixture, "Crank.x"), ==, 0.1);
  g_assert_cmpfloat (value (&fixture, "Crank.vy"), ==, 1);
  g_assert_cmpfloat (value (&fixture, "Crank.omega"), ==, 10);
  g_assert_cmpfloat (value (&fixture, "Rocker.omega"), ==, -5);
  assert_close (angle, atan2 (0.2 * sqrt (6), 0.5), 1e-15);
  assert_close (value (&fixture, "T.x"), 0.45 - 0.3 * sin (angle), 1e-15);
  assert_close (value (&fixture, "T.y"), 0.1 * sqrt (6) + 0.3 * cos (angle), 1e-15);
  // The lever from the centre to T is at a right angle to the coupler.
  assert_close (value (&fixture, "T.speed"),
                hypot (0.5 * sqrt (6) + 1.5 * cos (angle), 0.75 + 1.5 * sin (angle)), 1e-14);
  assert_close (value (&fixture, "energy.kinetic"),
                (0.5 * 1 + 1.2 * (1.5 + 0.5625) + 0.9 * (1.5 + 0.0625) + 100 * 0.5 * 0.04 / 12
                 + 25 * (0.049 + 0.01875))
                  / 2,
                1e-14);
  assert_close (value (&fixture, "energy.potential"), 9.81 * 2.1 * 0.1 * sqrt (6), 1e-14);
  assert_close (value (&fixture, "momentum.x"), 0.5 * sqrt (6) * 2.1, 1e-14);
  g_assert_cmpfloat (value (&fixture, "A.position_error"), <, 1e-15);
}

// Newton's and Euler's equations of each body from channels only: they fix all signs.
static void
test_four_bar_balance (void)
{
  static const struct
  {
    const char *body, *from, *to; // `from` acts on the body as its successor, `to` as its
                                  // predecessor
    double mass, inertia, half, torque, to_sign;
  } links[] = {
    { "Crank", "A", "B", 0.5, 0.5 * 0.04 / 12, 0.1, 0.5, -1 },
    { "Coupler", "B", "C", 1.2, 0.049, 0.35, 0, -1 },
    { "Rocker", "D", "C", 0.9, 0.01875, 0.25, 0, 1 },
  };
  g_auto (Fixture) fixture = fixture_example ("four-bar-torque.json");

  fixture_advance (&fixture, 0.37);
  for (size_t i = 0; i < G_N_ELEMENTS (links); i++) {
    const char *body = links[i].body;
    double angle = part (&fixture, body, "angle");
    double s = links[i].to_sign;
    double fx = part (&fixture, links[i].from, "reaction_x");
    double fy = part (&fixture, links[i].from, "reaction_y");
    double gx = s * part (&fixture, links[i].to, "reaction_x");
    double gy = s * part (&fixture, links[i].to, "reaction_y");

    assert_close (part (&fixture, body, "ax") * links[i].mass, fx + gx, 1e-12);
    assert_close (part (&fixture, body, "ay") * links[i].mass, fy + gy - 9.81 * links[i].mass,
                  1e-12);
    assert_close (
      part (&fixture, body, "alpha") * links[i].inertia,
      links[i].half * (cos (angle) * (gy - fy) - sin (angle) * (gx - fx)) + links[i].torque, 1e-12);
    assert_close (part (&fixture, links[i].from, "reaction"), hypot (fx, fy), 1e-14);
  }
  // The axes of A's frame on the ground equal the world axes: its multipliers equal its force.
  assert_close (value (&fixture, "A.lambda1"), value (&fixture, "A.reaction_x"), 1e-14);
  assert_close (value (&fixture, "A.lambda2"), value (&fixture, "A.reaction_y"), 1e-14);
  g_assert_cmpfloat (value (&fixture, "B.velocity_error"), <, 1e-12);
  g_assert_cmpfloat (value (&fixture, "B.acceleration_error"), <, 1e-8);
  g_assert_false (has (&fixture, "B.moment"));
  g_assert_false (has (&fixture, "B.angle_error"));
}

static void
test_bricard_balance (void)
{
  g_auto (Fixture) fixture = fixture_example ("bricard.json");
  static const char axes[] = "xyz";

  fixture_advance (&fixture, 0.8);
  for (int rod = 0; rod < 5; rod++)
    for (int k = 0; k < 3; k++) {
      g_autofree char *acceleration = g_strdup_printf ("Rod %d.a%c", rod, axes[k]);
      g_autofree char *before = g_strdup_printf ("P%d.reaction_%c", rod + 1, axes[k]);
      g_autofree char *after = g_strdup_printf ("P%d.reaction_%c", rod + 2, axes[k]);
      // P6 acts on the last rod as its successor.
      double sign = rod == 4 ? 1 : -1;

      assert_close (value (&fixture, before) + sign * value (&fixture, after) - (k == 1 ? 9.81 : 0),
                    value (&fixture, acceleration), 1e-7);
    }
  assert_close (value (&fixture, "P2.moment"),
                hypot (value (&fixture, "P2.moment_x"),
                       hypot (value (&fixture, "P2.moment_y"), value (&fixture, "P2.moment_z"))),
                1e-14);
  g_assert_cmpfloat (value (&fixture, "P2.angle_error"), <, 1e-11);
  g_assert_true (has (&fixture, "P2.lambda5"));
  g_assert_false (has (&fixture, "P2.lambda6"));
  assert_close (pow (value (&fixture, "Rod 3.qw"), 2) + pow (value (&fixture, "Rod 3.qx"), 2)
                  + pow (value (&fixture, "Rod 3.qy"), 2) + pow (value (&fixture, "Rod 3.qz"), 2),
                1, 1e-12);
  // The tracer at P3 and the end of rod 1 are the same point of the same body.
  assert_close (hypot (value (&fixture, "P3.x") - value (&fixture, "Rod 1.x"),
                       hypot (value (&fixture, "P3.y") - value (&fixture, "Rod 1.y"),
                              value (&fixture, "P3.z") - value (&fixture, "Rod 1.z"))),
                0.5, 1e-12);
}

// A weight of 2 kg hangs from a rod and is pushed up by a spring; a second rod is switched off.
#define WEIGHT                                                                                     \
  "\"bodies\": [{\"name\": \"W\", \"mass\": 2, \"position\": [0, -1.01]}],"                        \
  "\"couplings\": [{\"name\": \"R\", \"kind\": \"rod\", \"bodies\": [0, 1], \"points\": [[0, 0],"  \
  " [0, 0]], \"length\": 1}, {\"name\": \"Off\", \"kind\": \"rod\", \"bodies\": [0, 1], "          \
  "\"points\":"                                                                                    \
  " [[3, 3], [0, 0]], \"length\": 1, \"enabled\": false},"                                         \
  " {\"name\": \"Pin\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [2, 2], \"enabled\": "      \
  "false}],"                                                                                       \
  "\"forces\": [{\"name\": \"S\", \"kind\": \"spring\", \"bodies\": [0, 1], \"points\": [[0, "     \
  "-2.01],"                                                                                        \
  " [0, 0]], \"stiffness\": 30, \"free_length\": 1.2}]"

static void
test_rod_and_spring (void)
{
  g_auto (Fixture) fixture = fixture_parse (WEIGHT);

  assert_close (value (&fixture, "S.length"), 1, 1e-14);
  g_assert_cmpfloat (value (&fixture, "S.rate"), ==, 0);
  // Compressed by 0.2 m: it pushes, and the rod carries the rest of the weight.
  assert_close (value (&fixture, "S.tension"), -6, 1e-14);
  assert_close (value (&fixture, "R.tension"), 2 * 9.81 - 6, 1e-9);
  assert_close (value (&fixture, "R.reaction_y"), 2 * 9.81 - 6, 1e-9);
  assert_close (value (&fixture, "R.lambda1"), -(2 * 9.81 - 6), 1e-9);
  assert_close (value (&fixture, "R.length_error"), 0.01, 1e-14);
  assert_close (value (&fixture, "R.position_error"), 0.01, 1e-14);
  assert_close (value (&fixture, "energy.potential"), -2 * 9.81 * 1.01 + 0.5 * 30 * 0.04, 1e-14);
}

static void
test_disabled (void)
{
  g_auto (Fixture) fixture = fixture_parse (WEIGHT);
  g_autoptr (GArray) all = lw_channels_match (fixture.channels, "Off.*,Pin.*", NULL);
  g_autofree double *values = g_new (double, all->len);

  lw_channels_evaluate (fixture.channels, fixture.state, (guint *) all->data, all->len, values);
  for (guint i = 0; i < all->len; i++) {
    const char *name = lw_channels_get (fixture.channels, g_array_index (all, guint, i))->name;

    // Its length error is still evaluated; everything else is exactly zero.
    if (strcmp (name, "Off.length_error") == 0)
      assert_close (values[i], hypot (3, 4.01) - 1, 1e-14);
    else
      g_assert_cmpfloat (values[i], ==, 0);
  }
  g_assert_true (has (&fixture, "Off.tension"));
  g_assert_true (has (&fixture, "Pin.lambda2"));
}

// A block on a horizontal rail, pushed down beside its centre: the rail gives force and moment.
static void
test_slider (void)
{
  g_auto (Fixture) fixture = fixture_parse (
    "\"bodies\": [{\"name\": \"Block\", \"mass\": 3, \"velocity\": [2, 0]}],"
    "\"couplings\": [{\"name\": \"S\", \"kind\": \"slider\", \"bodies\": [0, 1], \"at\": [0, 0]}],"
    "\"forces\": [{\"kind\": \"force\", \"body\": 1, \"point\": [0.2, 0], \"force\": [6, -10]}]");

  assert_close (value (&fixture, "Block.ax"), 2, 1e-12);
  assert_close (value (&fixture, "S.reaction_x"), 0, 1e-12);
  assert_close (value (&fixture, "S.reaction_y"), 10 + 3 * 9.81, 1e-9);
  assert_close (value (&fixture, "S.moment"), 2, 1e-9);
  assert_close (value (&fixture, "S.angle_error"), 0, 1e-15);
  assert_close (value (&fixture, "momentum.x"), 6, 1e-14);
  g_assert_cmpstr (
    lw_channels_get (fixture.channels, (guint) lw_channels_find (fixture.channels, "S.moment"))
      ->description,
    ==, "Slider S: moment on Block about the joint's point on it, positive about +z.");
}

// A body in space flies and spins: channels without couplings, in closed form.
static void
test_free_flight (void)
{
  g_auto (Fixture) fixture = fixture_parse (
    "\"gravity\": [0, 0, -10], \"bodies\": [{\"name\": \"B\", \"mobility\": \"spatial\","
    " \"velocity\": [1, 2, 3], \"angular_velocity\": [0, 0, 4]}],"
    "\"tracers\": [{\"name\": \"T\", \"body\": \"B\", \"point\": [1, 0, 0]}]");

  fixture_advance (&fixture, 0.5);
  g_assert_cmpfloat (value (&fixture, "time"), ==, 0.5);
  assert_close (value (&fixture, "B.x"), 0.5, 1e-7);
  assert_close (value (&fixture, "B.z"), 1.5 - 1.25, 1e-7);
  assert_close (value (&fixture, "B.vz"), -2, 1e-7);
  assert_close (value (&fixture, "B.az"), -10, 1e-9);
  assert_close (value (&fixture, "B.wz"), 4, 1e-9);
  assert_close (fabs (value (&fixture, "B.qz")), sin (1), 1e-6);
  assert_close (value (&fixture, "T.x"), 0.5 + cos (2), 1e-6);
  assert_close (value (&fixture, "T.y"), 1 + sin (2), 1e-6);
  assert_close (value (&fixture, "T.z"), 0.25, 1e-6);
  assert_close (value (&fixture, "momentum.z"), -2, 1e-7);
  assert_close (value (&fixture, "angular_momentum.z"), 4 + (0.5 * 2 - 1 * 1), 1e-6);
  assert_close (value (&fixture, "energy.kinetic"), 0.5 * (1 + 4 + 4) + 0.5 * 16, 1e-7);
}

// The values of the bodies add up to the values of the whole mechanism; the angular momentum about
// the origin is the sum of those about the centres and those of the centres.
static void
test_accounts (void)
{
  static const char *const of_space[] = { "double-pendulum.json", "bricard.json" };

  for (size_t e = 0; e < G_N_ELEMENTS (of_space); e++) {
    g_auto (Fixture) fixture = fixture_example (of_space[e]);
    double kinetic = 0, gravity = 0, px = 0, py = 0;

    fixture_advance (&fixture, 0.7);
    for (guint i = 0; i < lw_mechanism_get_n_bodies (fixture.mechanism); i++) {
      const LwBody *body = lw_mechanism_get_body (fixture.mechanism, i);
      g_autofree char *number = g_strdup_printf ("body-%d", body->element.id);
      const char *name = body->element.name != NULL ? body->element.name : number;

      if (body->def.mobility == MBD_FIXED)
        continue;
      kinetic += part (&fixture, name, "kinetic_energy");
      gravity += part (&fixture, name, "gravity_energy");
      px += part (&fixture, name, "momentum_x");
      py += part (&fixture, name, "momentum_y");
    }
    g_assert_cmpfloat (kinetic, >, 1e-3);
    assert_close (kinetic, value (&fixture, "energy.kinetic"), 1e-12);
    assert_close (gravity, value (&fixture, "energy.gravity"), 1e-12);
    assert_close (px, value (&fixture, "momentum.x"), 1e-12);
    assert_close (py, value (&fixture, "momentum.y"), 1e-12);
  }
}

// Energy and dissipated power of a joint are those of its compliant rows, a row at the velocity level has
// no spring, and rigid rows have neither.
static void
test_row_energy (void)
{
  g_auto (Fixture) fixture = fixture_parse (
    "\"gravity\": [3, -10], \"bodies\": [{\"name\": \"B\", \"mass\": 2, \"inertia\": 0.1}],"
    "\"couplings\": [{\"name\": \"W\", \"kind\": \"weld\", \"bodies\": [0, 1], \"at\": [0, 0],"
    " \"rows\": [{\"row\": \"x\", \"compliance\": {\"stiffness\": 40, \"damping\": 1}},"
    " {\"row\": \"y\", \"level\": \"velocity\","
    "  \"compliance\": {\"stiffness\": 70, \"damping\": 5}}]}]");
  double x, vx, vy;

  fixture_advance (&fixture, 0.4);
  x = value (&fixture, "B.x");
  vx = value (&fixture, "B.vx");
  vy = value (&fixture, "B.vy");
  g_assert_cmpfloat (fabs (x), >, 0.01);
  // Terminal velocity m g/b, approached with the time m/b.
  assert_close (vy, -4 * (1 - exp (-1)), 1e-7);
  assert_close (value (&fixture, "B.angle"), 0, 1e-12);
  assert_close (value (&fixture, "W.energy"), 20 * x * x, 1e-9);
  assert_close (value (&fixture, "W.energy"), value (&fixture, "energy.elastic"), 1e-12);
  assert_close (value (&fixture, "W.dissipated_power"), vx * vx + 5 * vy * vy, 1e-9);
}

// A free top: Euler's equations in body axes, rotated into the world.
static void
test_top (void)
{
  g_auto (Fixture) fixture = fixture_parse (
    "\"gravity\": [0, 0, 0], \"bodies\": [{\"name\": \"B\", \"mobility\": \"spatial\","
    " \"mass\": 2, \"inertia\": [2, 3, 4], \"quaternion\": [0.5, 0.5, 0.5, 0.5],"
    " \"angular_velocity\": [3, 5, 7]}]");

  // In body axes: I alpha = -w x I w.
  const double alpha[3] = { -(4 - 3) * 5 * 7 / 2.0, -(2 - 4) * 7 * 3 / 3.0,
                            -(3 - 2) * 3 * 5 / 4.0 };

  // That quaternion maps x to y, y to z, z to x.
  assert_close (value (&fixture, "B.alpha_y"), alpha[0], 1e-12);
  assert_close (value (&fixture, "B.alpha_z"), alpha[1], 1e-12);
  assert_close (value (&fixture, "B.alpha_x"), alpha[2], 1e-12);
  assert_close (value (&fixture, "B.angular_momentum_y"), 6, 1e-12);
  assert_close (value (&fixture, "B.angular_momentum_z"), 15, 1e-12);
  assert_close (value (&fixture, "B.angular_momentum_x"), 28, 1e-12);
  assert_close (value (&fixture, "B.kinetic_energy"), 0.5 * (18 + 75 + 196), 1e-12);
}

// More rows than fit on the stack, with known errors: link 50 is displaced.
static void
test_many_rows (void)
{
  GString *text = g_string_new ("\"bodies\": [");
  int n = 300;
  g_auto (Fixture) fixture = { 0 };
  g_autofree double *q = NULL;
  g_autofree double *values = NULL;
  g_autoptr (GArray) errors = NULL;

  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%s{\"position\": [%d.5, 0]}", i > 0 ? ", " : "", i);
  g_string_append (text, "], \"couplings\": [");
  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%s{\"kind\": \"pin\", \"bodies\": [%d, %d], \"at\": [%d, 0]}",
                            i > 0 ? ", " : "", i, i + 1, i);
  g_string_append_c (text, ']');
  fixture = fixture_parse (text->str);
  g_string_free (text, TRUE);

  q = g_memdup2 (mbd_state_positions (fixture.state),
                 (gsize) mbd_model_position_count (fixture.model) * sizeof *q);
  q[mbd_model_body_first_position (fixture.model, 50)] += 3e-3;
  q[mbd_model_body_first_position (fixture.model, 50) + 1] -= 4e-3;
  mbd_state_set (fixture.state, 0, q, NULL);
  errors = lw_channels_match (fixture.channels, "*.position_error", NULL);
  g_assert_cmpuint (errors->len, ==, 300);
  values = g_new (double, errors->len);
  lw_channels_evaluate (fixture.channels, fixture.state, (guint *) errors->data, errors->len,
                        values);
  for (int i = 0; i < n; i++)
    assert_close (values[i], i == 49 || i == 50 ? 5e-3 : 0, 1e-13);
}

// Channels of drives, limits, gears and ropes

// A wheel on a pin, driven at a speed: effort and power follow from Newton's law.
static void
test_motor (void)
{
  g_auto (Fixture) fixture = fixture_parse (
    "\"gravity\": [0, 0], \"parameters\": [{\"name\": \"a\", \"value\": 3}],"
    "\"bodies\": [{\"inertia\": 2, \"angle\": 7, \"angular_velocity\": 1}],"
    "\"couplings\": [{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], "
    "[0, 0]]},"
    "{\"name\": \"M\", \"kind\": \"motor\", \"joint\": \"A\", \"function\": \"1 + a * t\","
    " \"break_moment\": 100}]");

  assert_close (value (&fixture, "A.coordinate"), 7, 1e-15);
  assert_close (value (&fixture, "A.rate"), 1, 1e-15);
  assert_close (value (&fixture, "M.coordinate"), 7, 1e-15);
  assert_close (value (&fixture, "M.rate"), 1, 1e-15);
  assert_close (value (&fixture, "M.effort"), 6, 1e-12);
  assert_close (value (&fixture, "M.power"), 6, 1e-12);
  g_assert_cmpfloat (value (&fixture, "M.broken"), ==, 0);
  g_assert_false (has (&fixture, "A.effort"));
  g_assert_false (has (&fixture, "A.slide"));
  mbd_state_set_enabled (fixture.state, 1, false);
  g_assert_cmpint (mbd_state_solve (fixture.state, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpfloat (value (&fixture, "M.effort"), ==, 0);
  g_assert_cmpfloat (value (&fixture, "M.power"), ==, 0);
  assert_close (value (&fixture, "M.rate"), 1, 1e-15);
}

// A block on a slider pressed against its lower stop by its weight, and away from the upper one.
static void
test_stop (void)
{
  g_auto (Fixture) fixture = fixture_parse (
    "\"bodies\": [{\"mass\": 2, \"position\": [0, 0.25]}],"
    "\"couplings\": [{\"name\": \"S\", \"kind\": \"slider\", \"bodies\": [0, 1], \"at\": [0, 0], "
    "\"angle\": 1.5707963267948966},"
    "{\"name\": \"L\", \"kind\": \"limit\", \"joint\": \"S\", \"lower\": 0, \"upper\": 0.5}]");

  assert_close (value (&fixture, "S.coordinate"), 0, 1e-15);
  assert_close (value (&fixture, "L.lower_gap"), 0, 1e-15);
  assert_close (value (&fixture, "L.upper_gap"), 0.5, 1e-15);
  assert_close (value (&fixture, "L.effort"), 2 * 9.81, 1e-12);
  g_assert_cmpfloat (value (&fixture, "L.active"), ==, 1);
}

// A ball on a rope: slack first, then the tension of a pendulum at rest.
static void
test_rope (void)
{
  g_auto (Fixture) slack =
    fixture_parse ("\"bodies\": [{\"position\": [0, -0.3]}],"
                   "\"couplings\": [{\"name\": \"R\", \"kind\": \"rope\", \"bodies\": [0, 1], "
                   "\"points\": [[0, 0], [0, 0]], \"length\": 0.5}]");
  g_auto (Fixture) taut =
    fixture_parse ("\"bodies\": [{\"position\": [0, -0.5]}],"
                   "\"couplings\": [{\"name\": \"R\", \"kind\": \"rope\", \"bodies\": [0, 1], "
                   "\"points\": [[0, 0], [0, 0]], \"length\": 0.5}]");

  assert_close (value (&slack, "R.gap"), 0.2, 1e-15);
  g_assert_cmpfloat (value (&slack, "R.tension"), ==, 0);
  g_assert_cmpfloat (value (&slack, "R.active"), ==, 0);
  g_assert_false (has (&slack, "R.length_error"));
  assert_close (value (&taut, "R.gap"), 0, 1e-15);
  assert_close (value (&taut, "R.tension"), 9.81, 1e-12);
  g_assert_cmpfloat (value (&taut, "R.active"), ==, 1);
}

// Two joints in a ratio, and one that both turns and slides.
static void
test_gear (void)
{
  g_auto (Fixture) fixture = fixture_parse (
    "\"gravity\": [0, 0], \"bodies\": [{\"angular_velocity\": 4}, {\"angular_velocity\": -2}],"
    "\"couplings\": [{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], "
    "[0, 0]]},"
    "{\"name\": \"B\", \"kind\": \"pin in slot\", \"bodies\": [0, 2], \"points\": [[-0.25, 0], [0, "
    "0]]},"
    "{\"name\": \"G\", \"kind\": \"gear\", \"joints\": [\"A\", \"B\"], \"ratio\": -0.5},"
    "{\"name\": \"W\", \"kind\": \"weld\", \"bodies\": [1, 2], \"at\": [0, 0], \"enabled\": "
    "false}]");

  assert_close (value (&fixture, "A.rate"), 4, 1e-15);
  assert_close (value (&fixture, "B.rate"), -2, 1e-15);
  assert_close (value (&fixture, "B.slide"), 0.25, 1e-15);
  assert_close (value (&fixture, "B.slide_rate"), 0, 1e-15);
  assert_close (value (&fixture, "G.angle_error"), 0, 1e-15);
  assert_close (value (&fixture, "G.angle_rate_error"), 0, 1e-15);
  g_assert_false (has (&fixture, "W.coordinate"));
}

/// Returns a chain of links with names that are easily confused, some of them driven.
static LwMechanism *
random_chain (GRand *rand)
{
  static const char *const names[] = { NULL,     "A",     "A.B",   "A_B",     "energy",     "time",
                                       "body-1", "a,b*?", "x.y.z", "A.B.gap", "coupling-2", "@" };
  LwMechanism *mechanism = lw_mechanism_new ();
  const int n = g_rand_int_range (rand, 1, 8);
  // no two bodies have the same name, nor two couplings
  const int first = g_rand_int_range (rand, 0, G_N_ELEMENTS (names));
  const int other = g_rand_int_range (rand, 0, G_N_ELEMENTS (names));

  for (int i = 1; i <= n; i++) {
    LwBody *body = lw_body_new (i, names[(first + i) % (int) G_N_ELEMENTS (names)]);
    MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);

    body->def.position[0] = i;
    lw_mechanism_add_body (mechanism, body);
    pin.body_a = g_rand_int_range (rand, 0, i);
    pin.body_b = i;
    pin.frame_a.point[0] = i - pin.body_a;
    lw_mechanism_add_coupling (
      mechanism, lw_coupling_new (&pin, i, names[(other + i) % (int) G_N_ELEMENTS (names)]));
  }
  return mechanism;
}

static void
assert_same_channel (const LwChannel *a, const LwChannel *b)
{
  g_assert_cmpstr (a->name, ==, b->name);
  g_assert_cmpstr (a->label, ==, b->label);
  g_assert_cmpstr (a->quantity, ==, b->quantity);
  g_assert_cmpstr (a->unit, ==, b->unit);
  g_assert_cmpstr (a->description, ==, b->description);
}

static gpointer
ask_all (gpointer data)
{
  LwChannels *channels = data;

  for (guint i = 0; i < lw_channels_get_n (channels); i++)
    g_assert_nonnull (lw_channels_get (channels, i)->label);
  return NULL;
}

/// The name and the description of a channel do not depend on when and by which list they are
/// requested, nor on further channels; and all names are unique.
static void
test_ground_tracer (void)
{
  g_auto (Fixture) fixture = fixture_parse (
    "\"bodies\": [{}], \"tracers\": [{\"name\": \"T\", \"body\": 0, \"point\": [3, 4]}]");

  g_assert_cmpfloat (value (&fixture, "T.y"), ==, 4);
  g_assert_cmpfloat (value (&fixture, "T.speed"), ==, 0);
}

static void
test_asked (void)
{
  static const char *const definitions[] = { "twice = 2 * time", NULL };
  GRand *rand = g_rand_new_with_seed (testing_seed (31));

  for (int trial = 0; trial < 100; trial++) {
    g_autoptr (LwMechanism) mechanism = random_chain (rand);
    g_autoptr (GError) error = NULL;
    MbdModel *model = lw_mechanism_compile (mechanism, &error);
    g_assert_no_error (error);
    g_autoptr (LwChannels) asked = lw_channels_new (mechanism, model);
    g_autoptr (LwChannels) fresh = lw_channels_new (mechanism, model);
    g_autoptr (LwChannels) more = lw_channels_with_definitions (fresh, mechanism, definitions);
    const guint n = lw_channels_get_n (asked);
    GThread *other = g_thread_new ("other", ask_all, asked);

    for (int i = 0; i < 20; i++)
      lw_channels_get (asked, (guint) g_rand_int_range (rand, 0, (gint32) n));
    ask_all (asked);
    g_thread_join (other);
    g_assert_true (lw_channels_have_same_names (asked, fresh));
    g_assert_cmpuint (lw_channels_get_n (more), ==, n + 1);
    g_clear_pointer (&fresh, lw_channels_unref);
    for (guint i = 0; i < n; i++) {
      assert_same_channel (lw_channels_get (asked, i), lw_channels_get (more, i));
      g_assert_cmpint (lw_channels_find (asked, lw_channels_get_name (asked, i)), ==, (int) i);
      g_assert_cmpint (lw_channels_find (more, lw_channels_get_name (asked, i)), ==, (int) i);
      g_assert_true (g_str_has_suffix (lw_channels_get (asked, i)->description, "."));
    }
    g_assert_cmpstr (lw_channels_get (more, n)->label, ==, "twice");
    mbd_model_unref (model);
  }
  g_rand_free (rand);
}

/// Both bodies of a joint, in all axes: labels and descriptions composed on request.
static void
test_told (void)
{
  static const char *const told[][3] = {
    { "first_reaction_x", "P x on Crank", "Pin P: x component of the force on Crank, world axes." },
    { "first_reaction_y_in_first", "P y on Crank, in the axes of Crank",
      "Pin P: y component of the force on Crank, in the axes of Crank." },
    { "reaction_x_in_second", "P x on Rod, in the axes of Rod",
      "Pin P: x component of the force on Rod, in the axes of Rod." },
    { "reaction_y", "P y", "Pin P: y component of the force on Rod, world axes." },
    { "lambda2", "P λ2",
      "Pin P: multiplier of its row 2, a force on Rod in the axes of its frame on the "
      "predecessor." },
  };
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);

  lw_mechanism_add_body (mechanism, lw_body_new (1, "Crank"));
  lw_mechanism_add_body (mechanism, lw_body_new (2, "Rod"));
  pin.body_a = 1;
  pin.body_b = 2;
  lw_mechanism_add_coupling (mechanism, lw_coupling_new (&pin, 1, "P"));
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  g_autoptr (LwChannels) channels = lw_channels_new (mechanism, model);
  for (guint i = 0; i < G_N_ELEMENTS (told); i++) {
    g_autofree char *name = g_strdup_printf ("P.%s", told[i][0]);
    const int index = lw_channels_find (channels, name);

    g_assert_cmpint (index, >=, 0);
    g_assert_cmpstr (lw_channels_get (channels, (guint) index)->label, ==, told[i][1]);
    g_assert_cmpstr (lw_channels_get (channels, (guint) index)->description, ==, told[i][2]);
  }
  mbd_model_unref (model);
}

/// Value of a channel of a coupling; `otherwise` if there is none.
static double
part_of (const Fixture *self,
         int coupling,
         const char *prefix,
         const char *suffix,
         double otherwise)
{
  g_autofree char *name = g_strconcat (prefix, suffix, NULL);
  const int found =
    lw_channels_find_of (self->channels, (LwElementRef){ LW_SELECTION_COUPLING, coupling }, name);
  double result = otherwise;

  if (found >= 0) {
    const guint index = (guint) found;
    lw_channels_evaluate (self->channels, self->state, &index, 1, &result);
  }
  return result;
}

/// Forces and moments of a coupling on all its bodies add up to zero, in the plane. A force of which
/// there is no moment acts at the coupling's point on the body.
static void
assert_balanced (const Fixture *self, int coupling, int index, int *n_sides)
{
  static const char *const prefixes[] = { "first_", "", "third_", "fourth_" };
  double sum[3] = { 0 }, force = 0, moment = 0;

  bool seen[4] = { false };

  *n_sides = 0;
  for (int end = 0; end < 4; end++) {
    const int side = mbd_model_coupling_side (self->model, index, end);
    if (side < 0 || seen[side])
      continue;
    MbdWrench wrench;
    const double fx = part_of (self, coupling, prefixes[end], "reaction_x", NAN);
    const double fy = part_of (self, coupling, prefixes[end], "reaction_y", NAN);
    const double m = part_of (self, coupling, prefixes[end], "moment", 0);

    seen[side] = true;
    ++*n_sides;
    mbd_state_reaction (self->state, index, side, MBD_AXES_WORLD, &wrench);
    const double turning = wrench.point[0] * fy - wrench.point[1] * fx;
    sum[0] += fx;
    sum[1] += fy;
    sum[2] += m + turning;
    force = MAX (force, hypot (fx, fy));
    moment = MAX (moment, fabs (m) + fabs (turning));
  }
  for (int i = 0; i < 3; i++)
    assert_close (sum[i], 0, 1e-9 * (force + moment) + 1e-12);
}

/// Channels of reactions are complete in all kinds of couplings.
static void
test_reactions_on_all (void)
{
  static const char *const names[] = {
    "gears-rack.json", "planetary.json",   "block-and-tackle.json", "sun-planet.json",
    "governor.json",   "grooved-cam.json", "scotch-yoke.json",      "whitworth.json",
    "trammel.json",    "crane.json",       "rhombic.json",          "fivebar.json",
  };
  int most = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_auto (Fixture) fixture = fixture_example (names[i]);

    fixture_advance (&fixture, 0.37);
    g_assert_cmpint (mbd_state_solve (fixture.state, NULL), ==, MBD_STATUS_OK);
    g_test_message ("%s", names[i]);
    for (int k = 0; k < mbd_model_coupling_count (fixture.model); k++) {
      int n;
      assert_balanced (&fixture, mbd_model_coupling_id (fixture.model, k), k, &n);
      most = MAX (most, n);
    }
  }
  g_assert_cmpint (most, ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/channels/list", test_list);
  g_test_add_func ("/channels/plots", test_plots);
  g_test_add_func ("/channels/match", test_match);
  g_test_add_func ("/channels/ground-tracer", test_ground_tracer);
  g_test_add_func ("/channels/asked", test_asked);
  g_test_add_func ("/channels/told", test_told);
  g_test_add_func ("/channels/four-bar-start", test_four_bar_start);
  g_test_add_func ("/channels/four-bar-balance", test_four_bar_balance);
  g_test_add_func ("/channels/bricard-balance", test_bricard_balance);
  g_test_add_func ("/channels/rod-and-spring", test_rod_and_spring);
  g_test_add_func ("/channels/disabled", test_disabled);
  g_test_add_func ("/channels/slider", test_slider);
  g_test_add_func ("/channels/free-flight", test_free_flight);
  g_test_add_func ("/channels/accounts", test_accounts);
  g_test_add_func ("/channels/row-energy", test_row_energy);
  g_test_add_func ("/channels/top", test_top);
  g_test_add_func ("/channels/many-rows", test_many_rows);
  g_test_add_func ("/channels/motor", test_motor);
  g_test_add_func ("/channels/stop", test_stop);
  g_test_add_func ("/channels/rope", test_rope);
  g_test_add_func ("/channels/gear", test_gear);
  g_test_add_func ("/channels/reactions-on-all", test_reactions_on_all);
  return g_test_run ();
}
