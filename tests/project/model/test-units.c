// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Unit systems, and units as users enter them. All tests use a locale with a decimal comma if one
// is available: the database is read in it.

#include <glib/gstdio.h>
#include <math.h>

#include "lw-units.h"
#include "testing-locale.h"

static void
expect (const char *text, const char *like, double expected)
{
  double factor = NAN;

  if (!lw_unit_parse (text, like, &factor))
    g_error ("\"%s\" is not a unit like %s", text, like);
  g_assert_cmpfloat_with_epsilon (factor, expected, 1e-15 * expected);
}

static void
test_typed (void)
{
  expect ("m", "m", 1);
  expect ("mm", "m", 1e-3);
  expect ("µm", "m", 1e-6);
  expect ("um", "m", 1e-6);
  expect ("in", "m", 0.0254);
  expect ("ft", "m", 0.3048);
  expect ("thou", "m", 25.4e-6);
  expect ("kg m²", "kg m^2", 1);
  expect ("kg\u2009m\u00b2", "kg m^2", 1);
  expect ("g mm^2", "kg m^2", 1e-9);
  expect ("lb in2", "kg m^2", 0.45359237 * 0.0254 * 0.0254);
  expect ("Nm", "N m", 1);
  expect ("N·mm", "N m", 1e-3);
  expect ("lbf in", "N m", 4.4482216152605 * 0.0254);
  expect ("kN/m", "N/m", 1e3);
  expect ("Ns/m", "N s/m", 1);
  expect ("km/h", "m/s", 1 / 3.6);
  expect ("m/s2", "m/s^2", 1);
  expect ("ms", "s", 1e-3);
  expect ("min", "s", 60);
  expect ("t", "kg", 1000);
  expect ("°", "rad", G_PI / 180);
  expect ("deg", "rad", G_PI / 180);
  expect ("°/s", "rad/s", G_PI / 180);
  expect ("rpm", "rad/s", G_PI / 30);
}

static void
test_refused (void)
{
  static const char *const bad[][2] = {
    { "kg", "m" },        { "m", "kg" },      { "m²", "m" },        { "1/m", "m" },
    { "Hz", "s" },        { "Hz", "rad/s" },  { "rad/s", "1/s" },   { "1", "rad" },
    { "%", "rad" },       { "", "m" },        { "lengths", "m" },   { "2 m", "m" },
    { "m 2", "m" },       { "-m", "m" },      { "m @ 5", "m" },     { "m since 3", "m" },
    { "lg(re m)", "m" },  { "m^99999", "m" }, { "m\xff", "m" },     { "degC", "K" },
    { "((((((m", "m" },   { "mm mm", "m" },   { "N m/rad", "N m" }, { "m since now", "m" },
    { "rad rad", "rad" },
  };
  g_autofree char *endless = g_strnfill (100000, 'm');
  double factor;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    if (lw_unit_parse (bad[i][0], bad[i][1], &factor))
      g_error ("\"%s\" passes for a unit like %s", bad[i][0], bad[i][1]);
  g_assert_false (lw_unit_parse (endless, "m", &factor));
}

static void
test_systems (void)
{
  const LwUnits si = lw_units_default ();
  const LwUnits mm = { .length = LW_LENGTH_MM, .angle = LW_ANGLE_RADIANS };
  const LwUnits inch = { .length = LW_LENGTH_IN, .angle = LW_ANGLE_DEGREES };

  g_assert_cmpstr (lw_units_shown (&si, "m/s^2"), ==, "m/s^2");
  g_assert_cmpstr (lw_units_shown (&mm, "m/s^2"), ==, "mm/s^2");
  g_assert_cmpstr (lw_units_shown (&inch, "N m"), ==, "lbf in");
  g_assert_cmpstr (lw_units_shown (&si, "rad"), ==, "deg");
  g_assert_cmpstr (lw_units_shown (&mm, "rad"), ==, "rad");
  g_assert_cmpstr (lw_units_shown (&inch, "rad/s"), ==, "rad/s");
  g_assert_cmpstr (lw_units_shown (&inch, "ms"), ==, "ms");
  g_assert_cmpstr (lw_units_shown (&inch, NULL), ==, "1");
  g_assert_cmpfloat (lw_units_to_shown (&si, "m", 0.1), ==, 0.1);
  g_assert_cmpfloat_with_epsilon (lw_units_to_shown (&mm, "m", 0.2), 200, 1e-12);
  g_assert_cmpfloat_with_epsilon (lw_units_to_shown (&mm, "N m", 3), 3000, 1e-11);
  g_assert_cmpfloat_with_epsilon (lw_units_to_shown (&inch, "m", 0.0254), 1, 1e-15);
  g_assert_cmpfloat_with_epsilon (lw_units_to_shown (&inch, "N", 4.4482216152605), 1, 1e-14);
  g_assert_cmpfloat_with_epsilon (lw_units_to_shown (&si, "rad", G_PI), 180, 1e-12);
  g_assert_cmpfloat (lw_units_to_shown (&inch, "s", 2), ==, 2);
}

/// The displayed unit has the dimension of the original one in every system: sums of work in N m, J
/// or W.
static void
test_consistent (void)
{
  static const char *const si[] = { "m",  "m^2",    "m^3", "m/s",   "m/s^2", "m/s^3",
                                    "kg", "kg m^2", "N",   "N m",   "N s",   "J",
                                    "W",  "N/m",    "rad", "N m s", "N s/m" };

  for (int length = 0; length < LW_LENGTH_UNITS; length++)
    for (int angle = 0; angle < LW_ANGLE_UNITS; angle++)
      for (guint i = 0; i < G_N_ELEMENTS (si); i++) {
        const LwUnits units = { (LwLengthUnit) length, (LwAngleUnit) angle };
        double factor;

        g_assert_true (lw_unit_parse (lw_units_shown (&units, si[i]), si[i], &factor));
        g_assert_cmpfloat_with_epsilon (lw_units_to_shown (&units, si[i], factor), 1, 1e-14);
      }
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("linkwright-XXXXXX", NULL);
  g_autofree char *half = NULL;
  const char *command[] = { "rm", "-r", folder, NULL };
  int code;

  g_test_init (&argc, &argv, NULL);
  if (testing_set_comma_locale (folder) != NULL) {
    half = g_strdup_printf ("%.1f", 0.5);
    g_assert_cmpstr (half, ==, "0,5");
  }
  g_test_add_func ("/units/typed", test_typed);
  g_test_add_func ("/units/refused", test_refused);
  g_test_add_func ("/units/systems", test_systems);
  g_test_add_func ("/units/consistent", test_consistent);
  code = g_test_run ();
  g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
  return code;
}
