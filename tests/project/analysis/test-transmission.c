// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels of the transmission of force and motion: transmission angles compared with the law of
// cosines, mechanical advantages compared with closed forms and with virtual work, and reactions on
// either body in any axes compared with action and reaction.

#include <math.h>

#include "testing-motion.h"

static LwMechanism *
parse (const char *content)
{
  g_autofree char *text = g_strdup_printf ("{\"linkwright\": 1, %s}", content);

  return testing_parse (text);
}

static bool
has (const Motion *self, const char *name)
{
  return lw_channels_find (self->channels, name) >= 0;
}

static void
assert_near (double a, double b, double tolerance)
{
  g_assert_cmpfloat_with_epsilon (a, b, tolerance * (1 + fabs (b)));
}

// ---- a four-bar -----------------------------------------------------------------------------

/// Links a, b, c on the base d. The effect of a load on the effort of the drive is the difference
/// from the same motion without load, since both are linear in it.
#define FOUR_BAR(more)                                                                             \
  "\"gravity\": [0, 0], \"bodies\": ["                                                             \
  "{\"name\": \"Crank\", \"position\": [0.1, 0]},"                                                 \
  "{\"name\": \"Coupler\", "                                                                       \
  "\"position\": [0.45, 0.2449489742783178], \"angle\": 0.7751933733103613},"                      \
  "{\"name\": \"Rocker\", "                                                                        \
  "\"position\": [0.65, 0.2449489742783178], \"angle\": 1.369438406004566}],"                      \
  "\"couplings\": ["                                                                               \
  "{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [-0.1, 0]]},"     \
  "{\"name\": \"B\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.1, 0], [-0.35, 0]]},"  \
  "{\"name\": \"C\", \"kind\": \"pin\", \"bodies\": [2, 3], \"points\": [[0.35, 0], [0.25, 0]]},"  \
  "{\"name\": \"D\", \"kind\": \"pin\", \"bodies\": [0, 3], \"points\": [[0.6, 0], [-0.25, "       \
  "0]]}" more "], \"run\": {\"duration\": 3.5, \"interval\": 0.05}"

#define DRIVE ",{\"name\": \"Drive\", \"kind\": \"driver\", \"joint\": 1, \"function\": \"2 * t\"}"

static void
test_four_bar (void)
{
  const double a = 0.2, b = 0.7, c = 0.5, d = 0.6;
  int seen = 0;
  Motion motion, bare;

  motion_begin (&bare, parse (FOUR_BAR (DRIVE)), 0);
  motion_begin (&motion,
                parse (FOUR_BAR (DRIVE) ", \"forces\": [{\"name\": \"Load\", \"kind\": "
                                        "\"torque\", \"body\": 3, \"torque\": -5}]"),
                0);
  g_assert_false (has (&motion, "B.transmission_angle"));
  g_assert_false (has (&motion, "A.mechanical_advantage"));
  while (motion_next (&motion) && motion_next (&bare)) {
    const double t = motion_value (&motion, "Crank.angle");
    const double coupler = motion_value (&motion, "Coupler.angle");
    const double rocker = motion_value (&motion, "Rocker.angle");
    const double cosine = (b * b + c * c - a * a - d * d + 2 * a * d * cos (t)) / (2 * b * c);
    const double ratio = a * sin (t - coupler) / (c * sin (rocker - coupler));
    const double effort =
      motion_value (&motion, "Drive.effort") - motion_value (&bare, "Drive.effort");

    assert_near (motion_value (&motion, "C.transmission_angle"), acos (fabs (cosine)), 1e-9);
    // Near a dead point of the rocker the ratio is too small to compare.
    if (fabs (ratio) < 1e-3)
      continue;
    seen++;
    assert_near (motion_value (&motion, "D.mechanical_advantage"), 1 / ratio, 1e-9);
    // Virtual work: effort * 2 rad/s + load * rate of the rocker = 0.
    assert_near (motion_value (&motion, "D.mechanical_advantage"), 5 / effort, 1e-9);
    assert_near (motion_value (&motion, "Load.mechanical_advantage"), 5 / effort, 1e-9);
    assert_near (motion_value (&motion, "Load.power_ratio") * motion_value (&motion, "Drive.power"),
                 5 * motion_value (&motion, "D.rate"), 1e-9);
  }
  g_assert_cmpint (seen, >, 60);
  motion_end (&motion);
  motion_end (&bare);
}

/// Where the output is at rest, the advantage is infinite and not a large number of round-off: for the
/// slide of a stretched slider-crank, and for the load on it. Beside that it is a number.
static void
test_dead_point (void)
{
  Motion motion;

  motion_begin (
    &motion,
    parse (
      "\"gravity\": [0, 0], \"bodies\": ["
      "{\"name\": \"Crank\", \"position\": [0.05, 0]},"
      "{\"name\": \"Rod\", \"position\": [0.275, 0]}, {\"name\": \"Piston\", \"position\": [0.45, 0]}],"
      "\"couplings\": ["
      "{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"
      "{\"name\": \"B\", \"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0.1, 0]},"
      "{\"name\": \"C\", \"kind\": \"pin\", \"bodies\": [2, 3], \"at\": [0.45, 0]},"
      "{\"name\": \"S\", \"kind\": \"slider\", \"bodies\": [0, 3], \"at\": [0.45, 0]},"
      "{\"name\": \"M\", \"kind\": \"motor\", \"joint\": 1, \"function\": 6.283185307179586}],"
      "\"forces\": [{\"name\": \"Gas\", \"kind\": \"force\", \"body\": 3, \"force\": [-5, 0]}],"
      "\"run\": {\"duration\": 0.6, \"interval\": 0.05}"),
    0);
  // Half a turn and a whole one, where the run has its own round-off.
  do {
    const double time = motion_value (&motion, "time");
    const bool is_moving = fabs (remainder (time, 0.5)) > 0.01;

    g_assert_true (!isinf (motion_value (&motion, "S.mechanical_advantage")) == is_moving);
    g_assert_true (!isinf (motion_value (&motion, "Gas.mechanical_advantage")) == is_moving);
  } while (motion_next (&motion));
  motion_end (&motion);
}

/// If the other link drives, the transmission is at the other pin; if none drives, at this one.
static void
test_input (void)
{
  Motion motion;

  motion_begin (&motion,
                parse (FOUR_BAR (",{\"name\": \"M\", \"kind\": \"motor\", \"joint\": 4, "
                                 "\"function\": 0.1}")),
                0);
  g_assert_true (has (&motion, "B.transmission_angle"));
  g_assert_false (has (&motion, "C.transmission_angle"));
  g_assert_true (has (&motion, "A.mechanical_advantage"));
  g_assert_false (has (&motion, "D.mechanical_advantage"));
  motion_end (&motion);
}

/// A torsion spring is not an input, although it works on the angle of a pin like a motor: the values are
/// against the motor behind it, and the power of the spring is not that of a driver.
static void
test_torsion_spring (void)
{
  const double a = 0.2, c = 0.5;
  double largest = 0;
  int seen = 0;
  Motion motion;

  motion_begin (
    &motion,
    parse (FOUR_BAR (
      ",{\"name\": \"Coil\", \"kind\": \"torsion spring\", \"joint\": 4, "
      "\"stiffness\": 2}" DRIVE) ", \"forces\": [{\"name\": \"Load\", \"kind\": \"torque\", \"body\": 3, "
                                 "\"torque\": -5}]"),
    0);
  g_assert_true (has (&motion, "C.transmission_angle"));
  g_assert_false (has (&motion, "D.mechanical_advantage_2"));
  while (motion_next (&motion)) {
    const double coupler = motion_value (&motion, "Coupler.angle");
    const double rocker = motion_value (&motion, "Rocker.angle");
    const double ratio =
      a * sin (motion_value (&motion, "Crank.angle") - coupler) / (c * sin (rocker - coupler));

    largest = fmax (largest, fabs (motion_value (&motion, "Coil.power")));
    if (fabs (ratio) < 1e-3)
      continue;
    seen++;
    assert_near (motion_value (&motion, "D.mechanical_advantage"), 1 / ratio, 1e-9);
    assert_near (motion_value (&motion, "Load.power_ratio") * motion_value (&motion, "Drive.power"),
                 5 * motion_value (&motion, "D.rate"), 1e-9);
  }
  g_assert_cmpint (seen, >, 60);
  g_assert_cmpfloat (largest, >, 0.1);
  motion_end (&motion);
}

/// A five-bar whose two drivers stand still: the part of a load in the effort of each is the load over
/// the advantage against it, whatever the other holds.
static void
test_two_drivers (void)
{
#define FIVE_BAR(load)                                                                             \
  "\"gravity\": [0, 0], \"bodies\": ["                                                             \
  "{\"name\": \"Left\", \"position\": [0.02, 0.12]},"                                              \
  "{\"name\": \"Rod\", \"position\": [0.1, 0.3]},"                                                 \
  "{\"name\": \"Other\", \"position\": [0.3, 0.3]},"                                               \
  "{\"name\": \"Right\", \"position\": [0.42, 0.1]}],"                                             \
  "\"couplings\": ["                                                                               \
  "{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"                      \
  "{\"name\": \"B\", \"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0.05, 0.25]},"                \
  "{\"name\": \"C\", \"kind\": \"pin\", \"bodies\": [2, 3], \"at\": [0.2, 0.45]},"                 \
  "{\"name\": \"D\", \"kind\": \"pin\", \"bodies\": [3, 4], \"at\": [0.45, 0.2]},"                 \
  "{\"name\": \"E\", \"kind\": \"pin\", \"bodies\": [0, 4], \"at\": [0.4, 0]},"                    \
  "{\"name\": \"One\", \"kind\": \"driver\", \"joint\": 1, \"function\": 0},"                      \
  "{\"name\": \"Two\", \"kind\": \"driver\", \"joint\": 5, \"function\": 0}], \"forces\": ["       \
  "{\"name\": \"Load\", \"kind\": \"force\", \"body\": 2, \"point\": [0.1, 0.15], "                \
  "\"force\": [" load ", -5]}], \"run\": {\"duration\": 0.1, \"interval\": 0.1}"
  static const char *const loads[] = { FIVE_BAR ("3"), FIVE_BAR ("-20"), FIVE_BAR ("0") };
  static const double sizes[] = { 5.830951894845301, 20.615528128088304, 5 };

  for (size_t i = 0; i < G_N_ELEMENTS (loads); i++) {
    Motion motion;

    motion_begin (&motion, parse (loads[i]), 0);
    assert_near (motion_value (&motion, "Load.mechanical_advantage")
                   * motion_value (&motion, "One.effort"),
                 sizes[i], 1e-9);
    assert_near (motion_value (&motion, "Load.mechanical_advantage_2")
                   * motion_value (&motion, "Two.effort"),
                 sizes[i], 1e-9);
    motion_end (&motion);
  }
#undef FIVE_BAR
}

/// The advantage of a four-bar at its start is -2, also while dry friction holds all of it at rest and
/// if the driver is a spring; a driver that has broken has none.
static void
test_friction_and_springs (void)
{
#define HELD ", {\"name\": \"Drive\", \"kind\": \"driver\", \"joint\": 1, \"function\": \"0 * t\""
#define RUBS(joint)                                                                                \
  HELD "}, {\"name\": \"F\", \"kind\": \"joint friction\", \"joint\": " joint                      \
       ", \"effort_limit\": 100}"
#define LOADED(more)                                                                               \
  FOUR_BAR (more)                                                                                  \
  ", \"forces\": [{\"name\": \"Load\", \"kind\": \"torque\", \"body\": 3, \"torque\": -5}]"
  static const char *const texts[] = {
    LOADED (RUBS ("1")), LOADED (RUBS ("2")), LOADED (RUBS ("4")),
    LOADED (HELD ", \"compliance\": {\"stiffness\": 1000, \"damping\": 1}}"),
    LOADED (HELD ", \"break_moment\": 1}")
  };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++) {
    Motion motion;

    motion_begin (&motion, parse (texts[i]), 0);
    const double joint = motion_value (&motion, "D.mechanical_advantage");
    const double load = motion_value (&motion, "Load.mechanical_advantage");
    if (i + 1 < G_N_ELEMENTS (texts)) {
      assert_near (joint, -2, 1e-9);
      assert_near (load, -2, 1e-9);
    } else
      g_assert_true (isnan (joint) && isnan (load));
    motion_end (&motion);
  }
#undef LOADED
#undef RUBS
#undef HELD
}

// ---- slider-cranks --------------------------------------------------------------------------

#define SLIDER_CRANK(drive, gas)                                                                   \
  "\"gravity\": [0, 0], \"bodies\": ["                                                             \
  "{\"name\": \"Crank\", \"angle\": 1, \"position\": [0.027015, 0.042074]},"                       \
  "{\"name\": \"Rod\", \"angle\": -0.242799, \"position\": [0.223897, 0.042074]},"                 \
  "{\"name\": \"Piston\", \"position\": [0.393764, 0]}],"                                          \
  "\"couplings\": ["                                                                               \
  "{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [-0.05, 0]]},"    \
  "{\"name\": \"B\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.05, 0], [-0.175, 0]]}" \
  ",{\"name\": \"C\", \"kind\": \"pin\", \"bodies\": [2, 3], \"points\": [[0.175, 0], [0, 0]]},"   \
  "{\"name\": \"S\", \"kind\": \"slider\", \"bodies\": [0, 3], \"points\": [[0, 0], [0, "          \
  "0]]}" drive "],\"forces\": [{\"name\": \"Gas\", \"kind\": \"force\", \"body\": 3, "             \
  "\"point\": [0, 0], \"force\": [" gas ", 0]}],"                                                  \
  "\"run\": {\"duration\": 2, \"interval\": 0.05}"

#define TURNED                                                                                     \
  ",{\"name\": \"Drive\", \"kind\": \"driver\", \"joint\": 1, \"function\": \"1 + 3 * t\"}"

static void
test_slider_crank (void)
{
  const double a = 0.1, l = 0.35;
  Motion motion, bare;

  motion_begin (&bare, parse (SLIDER_CRANK (TURNED, "0")), 0);
  motion_begin (&motion, parse (SLIDER_CRANK (TURNED, "-7")), 0);
  g_assert_cmpstr (lw_channels_get (motion.channels, (guint) lw_channels_find (
                                                       motion.channels, "S.mechanical_advantage"))
                     ->unit,
                   ==, "1/m");
  while (motion_next (&motion) && motion_next (&bare)) {
    const double t = motion_value (&motion, "Crank.angle");
    const double leg = sqrt (l * l - a * a * sin (t) * sin (t));
    const double speed = 3 * (-a * sin (t) - a * a * sin (t) * cos (t) / leg);
    const double effort =
      motion_value (&motion, "Drive.effort") - motion_value (&bare, "Drive.effort");
    const double x = motion_value (&motion, "Piston.x");

    assert_near (motion_value (&motion, "C.transmission_angle"),
                 M_PI / 2 - asin (fabs (a * sin (t) / l)), 1e-9);
    assert_near (motion_value (&motion, "S.mechanical_advantage"), 3 / speed,
                 1e-9 * 3 / fabs (speed));
    assert_near (motion_value (&motion, "Gas.mechanical_advantage"), 7 / effort,
                 1e-9 * 7 / fabs (effort));
    assert_near (motion_value (&motion, "Gas.power_ratio") * motion_value (&motion, "Drive.power"),
                 7 * motion_value (&motion, "S.rate"), 1e-9);
    // The reaction on the ground, about its origin, follows from the reaction on the piston.
    assert_near (motion_value (&motion, "S.first_moment"),
                 -motion_value (&motion, "S.moment") - x * motion_value (&motion, "S.reaction_y"),
                 1e-9);
  }
  motion_end (&motion);
  motion_end (&bare);
}

/// If the piston drives, the transmission angle is between rod and crank, from the law of sines in
/// the triangle.
static void
test_driven_slide (void)
{
  const double a = 0.1, l = 0.35;
  Motion motion;

  motion_begin (&motion,
                parse (SLIDER_CRANK (",{\"name\": \"Drive\", \"kind\": \"driver\", \"joint\": "
                                     "4, \"function\": \"0.3928 - 0.05 * t\"}",
                                     "-7")),
                0);
  g_assert_false (has (&motion, "C.transmission_angle"));
  while (motion_next (&motion)) {
    const double x = motion_value (&motion, "Piston.x");
    const double cosine = (a * a + l * l - x * x) / (2 * a * l);

    assert_near (motion_value (&motion, "B.transmission_angle"), acos (fabs (cosine)), 1e-9);
  }
  motion_end (&motion);
}

/// The coupler's own pin in an inclined slot of the ground.
static void
test_slot (void)
{
  const double a = 0.1, l = 0.35, turn = 0.4;
  g_autofree char *text = g_strdup_printf (
    "\"gravity\": [0, 0], \"bodies\": [{\"name\": \"Crank\", \"position\": [0, 0], \"angle\": "
    "%.17g}, {\"name\": \"Rod\", \"position\": [%.17g, %.17g], \"angle\": %.17g}], \"couplings\": ["
    "{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]]},"
    "{\"name\": \"B\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.1, 0], [0, 0]]},"
    "{\"name\": \"C\", \"kind\": \"pin in slot\", \"bodies\": [0, 2], \"at\": [%.17g, "
    "%.17g], \"angle\": %.17g},"
    "{\"name\": \"D\", \"kind\": \"driver\", \"joint\": 1, \"function\": \"0.4 + t\"}],"
    "\"run\": {\"duration\": 6, \"interval\": 0.2}",
    turn, a * cos (turn), a * sin (turn), turn, (a + l) * cos (turn), (a + l) * sin (turn), turn);
  Motion motion;

  motion_begin (&motion, parse (text), 0);
  while (motion_next (&motion)) {
    const double t = motion_value (&motion, "Crank.angle") - turn;

    assert_near (motion_value (&motion, "C.transmission_angle"),
                 M_PI / 2 - asin (fabs (a * sin (t) / l)), 1e-9);
    // The driver turns at 1 rad/s; the rod turns by the law of sines.
    {
      const double along = sqrt (l * l - a * a * sin (t) * sin (t));

      assert_near (1 / motion_value (&motion, "C.slide_mechanical_advantage"),
                   -a * sin (t) * (1 + a * cos (t) / along), 1e-9);
      assert_near (1 / motion_value (&motion, "C.mechanical_advantage"), -a * cos (t) / along,
                   1e-9);
    }
  }
  motion_end (&motion);
}

// ---- inverted slider-cranks -----------------------------------------------------------------

/// A crank about the origin and a link about D = (0, -d); the slide has the distance e from D.
typedef struct
{
  double a, d, e, start;
  int driven;       ///< driven coupling: 1 crank, 3 slide (or slot), 4 link
  bool slot;        ///< the crank's own pin is in a slot of the link
  bool block_first; ///< order of the bodies of the slider
  double load[2];   ///< N m, on crank and link
} Inversion;

static LwMechanism *
parse_inversion (const Inversion *self)
{
  const double x = self->a * cos (self->start), y = self->a * sin (self->start);
  const double r = hypot (x, y + self->d);
  const double phi = atan2 (y + self->d, x) - asin (self->e / r);
  const char *kind = self->slot ? "pin in slot" : "slider";
  const char *bodies = self->slot ? "2, 1" : self->block_first ? "3, 2" : "2, 3";
  g_autofree char *block = g_strdup_printf (
    ", {\"name\": \"Block\", \"position\": [%.17g, %.17g], \"angle\": %.17g}", x, y, phi);
  g_autofree char *tip = g_strdup_printf (
    "{\"id\": 2, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 3], \"at\": [%.17g, %.17g]},",
    x, y);
  g_autofree char *text = g_strdup_printf (
    "\"gravity\": [0, 0], \"bodies\": ["
    "{\"name\": \"Crank\", \"angle\": %.17g}, "
    "{\"name\": \"Link\", \"position\": [0, %.17g], \"angle\": %.17g}%s], \"couplings\": ["
    "{\"id\": 1, \"name\": \"O\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},%s"
    "{\"id\": 3, \"name\": \"S\", \"kind\": \"%s\", \"bodies\": [%s], \"at\": [%.17g, %.17g], "
    "\"angle\": %.17g},"
    "{\"id\": 4, \"name\": \"D\", \"kind\": \"pin\", \"bodies\": [0, 2], \"at\": [0, %.17g]},"
    "{\"id\": 5, \"name\": \"Drive\", \"kind\": \"driver\", \"joint\": %d, "
    "\"function\": \"%.17g + %s\"}],"
    "\"forces\": [{\"kind\": \"torque\", \"body\": 1, \"torque\": %g}, "
    "{\"kind\": \"torque\", \"body\": 2, \"torque\": %g}],"
    "\"run\": {\"duration\": 4, \"interval\": 0.05}",
    self->start, -self->d, phi, self->slot ? "" : block, self->slot ? "" : tip, kind, bodies, x, y,
    phi, -self->d, self->driven,
    self->driven == 1   ? self->start
    : self->driven == 4 ? phi
                        : 0,
    self->driven == 1 ? "2 * t" : "0.02 * sin (2 * t)", self->load[0], self->load[1]);

  return parse (text);
}

/// Checks the effect of a load on the force of the slide, compared with the same motion without it:
/// only the component perpendicular to the line to the pin turns the output.
static void
assert_passes_on (const Motion *motion, const Motion *bare, double arm, double angle, double load)
{
  const double force = hypot (motion_value ((Motion *) motion, "S.reaction_x")
                                - motion_value ((Motion *) bare, "S.reaction_x"),
                              motion_value ((Motion *) motion, "S.reaction_y")
                                - motion_value ((Motion *) bare, "S.reaction_y"));

  assert_near (force * arm * sin (angle), load, 1e-8);
}

/// The crank drives: the angle is between the slide and the line from D to the pin.
static void
test_inverted_by_crank (void)
{
  // Quick return, the same with a slot, a crank longer than the base (Whitworth), slide through D.
  static const Inversion cases[] = {
    { 0.1, 0.25, 0.03, 0.3, 1, false, false, { 0, 5 } },
    { 0.1, 0.25, 0.03, 0.3, 1, false, true, { 0, 5 } },
    { 0.1, 0.25, 0.03, 0.3, 1, true, false, { 0, 5 } },
    { 0.3, 0.1, 0.05, 0.3, 1, false, false, { 0, 5 } },
    { 0.3, 0.1, 0.05, 0.3, 1, true, false, { 0, 5 } },
    { 0.1, 0.25, 0, 0.3, 1, false, false, { 0, 5 } },
    { 0.1, 0.25, 0, 0.3, 1, true, false, { 0, 5 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Inversion *at = &cases[i];
    Inversion unloaded = *at;
    Motion motion, bare;
    int seen = 0;

    unloaded.load[1] = 0;
    motion_begin (&motion, parse_inversion (at), 0);
    motion_begin (&bare, parse_inversion (&unloaded), 0);
    g_assert_false (has (&motion, "A.transmission_angle"));
    g_assert_false (has (&motion, "S.transmission_angle_2"));
    while (motion_next (&motion) && motion_next (&bare)) {
      const double t = motion_value (&motion, "Crank.angle");
      const double r = hypot (at->a * cos (t), at->a * sin (t) + at->d);
      const double angle = motion_value (&motion, "S.transmission_angle");

      assert_near (angle, acos (at->e / r), 1e-9);
      assert_passes_on (&motion, &bare, r, angle, 5);
      seen++;
    }
    g_assert_cmpint (seen, ==, 80);
    motion_end (&motion);
    motion_end (&bare);
  }
}

/// The link drives: the angle is between the slide and the line from the origin to the pin.
static void
test_inverted_by_link (void)
{
  static const Inversion cases[] = {
    { 0.1, 0.25, 0.03, 0.3, 4, false, false, { 5, 0 } },
    { 0.1, 0.25, 0.03, 0.3, 4, false, true, { 5, 0 } },
    { 0.1, 0.25, 0.03, 0.3, 4, true, false, { 5, 0 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Inversion *at = &cases[i];
    const char *name = at->slot ? "S.transmission_angle" : "A.transmission_angle";
    Inversion unloaded = *at;
    Motion motion, bare;

    unloaded.load[0] = 0;
    motion_begin (&motion, parse_inversion (at), 0);
    motion_begin (&bare, parse_inversion (&unloaded), 0);
    g_assert_true (at->slot || !has (&motion, "S.transmission_angle"));
    while (motion_next (&motion) && motion_next (&bare)) {
      // The distance of the origin from the slide is the component of the crank along its normal.
      const double phi = motion_value (&motion, "Link.angle");
      const double angle = motion_value (&motion, name);

      assert_near (cos (angle), fabs (at->e - at->d * cos (phi)) / at->a, 1e-9);
      assert_passes_on (&motion, &bare, at->a, angle, 5);
    }
    motion_end (&motion);
    motion_end (&bare);
  }
}

/// A swinging cylinder drives the crank: law of cosines in the triangle of the pins.
static void
test_inverted_by_slide (void)
{
  const Inversion at = { 0.1, 0.25, 0.03, 0.3, 3, false, true, { 0, 0 } };
  const Inversion slot = { 0.1, 0.25, 0.03, 0.3, 3, true, false, { 0, 0 } };
  Motion motion;

  motion_begin (&motion, parse_inversion (&at), 0);
  g_assert_false (has (&motion, "S.transmission_angle"));
  while (motion_next (&motion)) {
    const double r =
      hypot (motion_value (&motion, "Block.x"), motion_value (&motion, "Block.y") + at.d);

    assert_near (motion_value (&motion, "A.transmission_angle"),
                 acos (fabs (at.a * at.a + r * r - at.d * at.d) / (2 * at.a * r)), 1e-9);
  }
  motion_end (&motion);

  // Along a slot it pushes in both directions.
  motion_begin (&motion, parse_inversion (&slot), 0);
  g_assert_false (has (&motion, "S.transmission_angle"));
  motion_end (&motion);
}

// ---- reactions ------------------------------------------------------------------------------

/// Action and reaction, and components in the axes of a body, turned by its angle.
static void
test_plane (void)
{
  Motion motion;

  motion_begin (&motion, testing_load_example ("four-bar.json"), 0);
  for (int i = 0; i < 40; i++)
    motion_next (&motion);
  {
    const double fx = motion_value (&motion, "B.reaction_x"),
                 fy = motion_value (&motion, "B.reaction_y");
    const double first = motion_value (&motion, "Crank.angle");
    const double second = motion_value (&motion, "Coupler.angle");

    g_assert_cmpfloat (hypot (fx, fy), >, 0.1);
    assert_near (motion_value (&motion, "B.first_reaction_x"), -fx, 1e-12);
    assert_near (motion_value (&motion, "B.first_reaction_y"), -fy, 1e-12);
    assert_near (motion_value (&motion, "B.reaction_x_in_first"),
                 cos (first) * fx + sin (first) * fy, 1e-12);
    assert_near (motion_value (&motion, "B.reaction_y_in_first"),
                 cos (first) * fy - sin (first) * fx, 1e-12);
    assert_near (motion_value (&motion, "B.reaction_x_in_second"),
                 cos (second) * fx + sin (second) * fy, 1e-12);
    assert_near (motion_value (&motion, "B.first_reaction_y_in_first"),
                 -(cos (first) * fy - sin (first) * fx), 1e-12);
    assert_near (motion_value (&motion, "B.first_reaction_y_in_second"),
                 -(cos (second) * fy - sin (second) * fx), 1e-12);
  }
  // The axes of the ground equal the world axes.
  g_assert_false (has (&motion, "A.reaction_x_in_first"));
  g_assert_true (has (&motion, "A.reaction_x_in_second"));
  motion_end (&motion);
}

/// In space: world components computed from body components by the rotation matrix.
static void
test_space (void)
{
  static const char *const local[][2] = {
    { "%s.reaction_%c_in_first", "%s.reaction_%c" },
    { "%s.moment_%c_in_first", "%s.moment_%c" },
    { "%s.first_moment_%c_in_first", "%s.first_moment_%c" },
  };
  Motion motion;
  LwMechanism *mechanism = testing_load_example ("bricard.json");
  const LwCoupling *joint = NULL;
  g_autofree char *body = NULL;
  double q[4], R[3][3];

  // A joint of two moving bodies.
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    if (lw_mechanism_get_coupling (mechanism, i)->def.body_a != MBD_GROUND
        && lw_mechanism_get_coupling (mechanism, i)->def.body_b != MBD_GROUND)
      joint = lw_mechanism_get_coupling (mechanism, i);
  g_assert_nonnull (joint);
  body = g_strdup (lw_mechanism_find_body (mechanism, joint->def.body_a)->element.name);
  motion_begin (&motion, mechanism, 0);
  for (int i = 0; i < 30; i++)
    motion_next (&motion);
  for (int i = 0; i < 4; i++) {
    g_autofree char *name = g_strdup_printf ("%s.q%c", body, "wxyz"[i]);

    q[i] = motion_value (&motion, name);
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      const int third = 3 - i - k;
      const double sign = (k - i + 3) % 3 == 1 ? -1 : 1;

      R[i][k] = i == k ? 2 * (q[0] * q[0] + q[1 + i] * q[1 + i]) - 1
                       : 2 * (q[1 + i] * q[1 + k] + sign * q[0] * q[1 + third]);
    }
  for (guint j = 0; j < G_N_ELEMENTS (local); j++) {
    double in_body[3], size = 0;

    for (int i = 0; i < 3; i++) {
      g_autofree char *name = g_strdup_printf (local[j][0], joint->element.name, "xyz"[i]);

      in_body[i] = motion_value (&motion, name);
    }
    for (int i = 0; i < 3; i++) {
      g_autofree char *name = g_strdup_printf (local[j][1], joint->element.name, "xyz"[i]);
      const double world = R[i][0] * in_body[0] + R[i][1] * in_body[1] + R[i][2] * in_body[2];

      size = hypot (size, world);
      assert_near (motion_value (&motion, name), world, 1e-9);
    }
    g_assert_cmpfloat (size, >, 1e-6);
  }
  motion_end (&motion);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/transmission/four-bar", test_four_bar);
  g_test_add_func ("/transmission/dead-point", test_dead_point);
  g_test_add_func ("/transmission/input", test_input);
  g_test_add_func ("/transmission/torsion-spring", test_torsion_spring);
  g_test_add_func ("/transmission/two-drivers", test_two_drivers);
  g_test_add_func ("/transmission/friction-and-springs", test_friction_and_springs);
  g_test_add_func ("/transmission/slider-crank", test_slider_crank);
  g_test_add_func ("/transmission/driven-slide", test_driven_slide);
  g_test_add_func ("/transmission/slot", test_slot);
  g_test_add_func ("/transmission/inverted-by-crank", test_inverted_by_crank);
  g_test_add_func ("/transmission/inverted-by-link", test_inverted_by_link);
  g_test_add_func ("/transmission/inverted-by-slide", test_inverted_by_slide);
  g_test_add_func ("/transmission/reactions-plane", test_plane);
  g_test_add_func ("/transmission/reactions-space", test_space);
  return g_test_run ();
}
