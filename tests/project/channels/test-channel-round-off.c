// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values of channels that are zero except for round-off.

#include <math.h>

#include "channel-fixture.h"
#include "lw-text.h"
#include "testing-text.h"

static double
round_off (const Fixture *self, const char *name)
{
  return lw_channels_get_round_off (self->channels,
                                    (guint) lw_channels_find (self->channels, name));
}

/// Returns the disc of a pendulum of this length and mass, at `x` from the origin, under `gravity`.
static Fixture
pendulum (double length, double mass, double gravity, double x)
{
  g_autofree char *text = g_strdup_printf (
    "\"gravity\": [0, %.17g], \"bodies\": [{\"name\": \"B\", \"mass\": %.17g, \"inertia\": %.17g,"
    " \"position\": [%.17g, %.17g]}],"
    "\"couplings\": [{\"name\": \"R\", \"kind\": \"rod\", \"bodies\": [0, 1], \"from\": [%.17g, "
    "0], "
    "\"to\": [%.17g, %.17g]}]",
    -gravity, mass, mass * length * length, x, -length, x, x, -length);

  return fixture_parse (text);
}

/// Round-off limits are proportional to the quantities of the mechanism: doubling length, mass or
/// speed doubles them. Far from the origin positions are less exact, forces are not. Limits are far
/// below values that matter to a designer.
static void
test_round_off (void)
{
  g_auto (Fixture) one = pendulum (0.5, 2, 9.81, 0);
  g_auto (Fixture) longer = pendulum (2, 2, 9.81, 0);
  g_auto (Fixture) heavier = pendulum (0.5, 6, 9.81, 0);
  g_auto (Fixture) weightless = pendulum (0.5, 2, 0, 0);
  g_auto (Fixture) away = pendulum (0.5, 2, 9.81, 1000);

  g_assert_cmpfloat (round_off (&one, "B.x"), >, 1e-15);
  g_assert_cmpfloat (round_off (&one, "B.x"), <, 1e-13);
  assert_close (round_off (&longer, "B.x"), 4 * round_off (&one, "B.x"), 1e-18);
  assert_close (round_off (&heavier, "B.x"), round_off (&one, "B.x"), 1e-18);
  assert_close (round_off (&heavier, "R.tension"), 3 * round_off (&one, "R.tension"), 1e-15);
  assert_close (round_off (&longer, "R.tension"), round_off (&one, "R.tension"), 1e-15);
  g_assert_cmpfloat (round_off (&one, "R.tension"), <, 1e-10);
  g_assert_cmpfloat (round_off (&away, "B.x"), >, 1000 * round_off (&one, "B.x"));
  // Without gravity and motion there is no scale for forces.
  g_assert_cmpfloat (round_off (&weightless, "R.tension"), ==, 0);
  // An energy that is the square of a speed within round-off; other sums have larger terms.
  g_assert_cmpfloat (round_off (&one, "energy.kinetic"), >, 1e-60);
  g_assert_cmpfloat (round_off (&one, "energy.kinetic"), <, 1e-25);
  g_assert_cmpfloat (round_off (&one, "energy.total"), >, 1e-14);
  g_assert_cmpfloat (round_off (&one, "energy.total"), <, 1e-11);
  g_assert_cmpfloat (round_off (&one, "time"), ==, 0);
}

/// A motor drives by a moment: its force is always zero and is listed only on request.
static void
test_no_force (void)
{
  g_auto (Fixture) fixture = fixture_example ("four-bar.json");
  const char *const forces[] = { "Motor.reaction", "Motor.reaction_x", "Motor.reaction_y" };
  const char *const shown[] = { "Motor.effort", "Motor.moment", "A.reaction", "A.reaction_x" };

  for (size_t i = 0; i < G_N_ELEMENTS (forces); i++) {
    const int channel = lw_channels_find (fixture.channels, forces[i]);

    g_assert_cmpfloat (value (&fixture, forces[i]), ==, 0);
    g_assert_true (lw_channels_get (fixture.channels, (guint) channel)->detail);
  }
  for (size_t i = 0; i < G_N_ELEMENTS (shown); i++)
    g_assert_false (
      lw_channels_get (fixture.channels, (guint) lw_channels_find (fixture.channels, shown[i]))
        ->detail);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/channel-round-off/limits", test_round_off);
  g_test_add_func ("/channel-round-off/no-force", test_no_force);
  return g_test_run ();
}
