// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the status line tells of a mechanism: warnings, each from the least mechanism that has it,
// beside one that has not.

#include <math.h>

#include "lw-text.h"
#include "lw-warnings.h"

static LwMechanism *
parse (const char *rest)
{
  g_autofree char *text = g_strdup_printf ("{\"linkwright\": 1, %s}", rest);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  return mechanism;
}

/// The warnings as "kind id" words, at the drawn pose.
static char *
dup_warnings (const char *rest)
{
  static const char *const kinds[] = { "unconnected", "massless", "singular", "unmet" };
  g_autoptr (LwMechanism) mechanism = parse (rest);
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  MbdState *state;
  LwMobility *mobility;
  GArray *warnings;
  GString *words = g_string_new (NULL);

  g_assert_no_error (error);
  state = mbd_state_new (model);
  mobility = lw_mobility_new (state);
  g_assert_nonnull (mobility);
  warnings = lw_warnings_find (mechanism, model, mobility);
  for (guint i = 0; i < warnings->len; i++) {
    const LwWarning *warning = &g_array_index (warnings, LwWarning, i);
    const bool body =
      warning->kind == LW_WARNING_UNCONNECTED || warning->kind == LW_WARNING_MASSLESS;

    g_assert_cmpint (warning->element.kind, ==, body ? LW_SELECTION_BODY : LW_SELECTION_COUPLING);
    g_string_append_printf (words, "%s%s %d", i > 0 ? ", " : "", kinds[warning->kind],
                            warning->element.id);
  }
  g_array_unref (warnings);
  lw_mobility_free (mobility);
  mbd_state_free (state);
  mbd_model_unref (model);
  return g_string_free (words, FALSE);
}

static void
assert_warnings (const char *rest, const char *expected)
{
  g_autofree char *words = dup_warnings (rest);

  g_assert_cmpstr (words, ==, expected);
}

#define PIN(id, a, b, ax, ay, bx, by)                                                              \
  "{\"id\":" #id ",\"kind\":\"pin\",\"bodies\":[" #a "," #b "],\"points\":[[" #ax "," #ay          \
  "],[" #bx "," #by "]]}"

static void
test_unconnected (void)
{
  assert_warnings ("\"bodies\":[{\"id\":1},{\"id\":2},{\"id\":3,\"mobility\":\"fixed\"}],"
                   "\"couplings\":[" PIN (1, 0, 1, 0, 0, 0, 0) "]",
                   "unconnected 2");
  // A coupling that is off holds nothing; a load is enough.
  assert_warnings ("\"bodies\":[{\"id\":1},{\"id\":2}],\"couplings\":[{\"id\":1,\"kind\":\"pin\","
                   "\"bodies\":[0,1],\"at\":[0,0],\"enabled\":false}],"
                   "\"forces\":[{\"id\":1,\"kind\":\"force\",\"body\":2,\"force\":[1,0]}]",
                   "unconnected 1");
}

/// A bar without mass is carried by two pins, swings freely on one, and is held by a drive; with a
/// mass at its end it swings as a pendulum.
static void
test_massless (void)
{
  const char *bar = "\"bodies\":[{\"id\":1,\"mass\":0,\"inertia\":0}],\"couplings\":[";
  g_autofree char *free_bar = g_strconcat (bar, PIN (1, 0, 1, 0, 0, -1, 0), "]", NULL);
  g_autofree char *driven =
    g_strconcat (bar, PIN (1, 0, 1, 0, 0, -1, 0),
                 ",{\"id\":2,\"kind\":\"driver\",\"joint\":1,\"function\":\"0\"}]", NULL);

  assert_warnings (free_bar, "massless 1");
  assert_warnings (driven, "");
  assert_warnings ("\"bodies\":[{\"id\":1,\"mass\":0,\"inertia\":0,\"position\":[1,0]},"
                   "{\"id\":2,\"inertia\":0,\"position\":[2,0]}],"
                   "\"couplings\":[" PIN (1, 0, 1, 0, 0, -1, 0) "," PIN (2, 1, 2, 1, 0, 0, 0) "]",
                   "massless 2");
  assert_warnings ("\"bodies\":[{\"id\":1,\"mass\":0,\"inertia\":0,\"position\":[1,0]},"
                   "{\"id\":2,\"inertia\":1,\"position\":[2,0]}],"
                   "\"couplings\":[" PIN (1, 0, 1, 0, 0, -1, 0) "," PIN (2, 1, 2, 1, 0, 0, 0) "]",
                   "");
}

/// A parallelogram a = c = 1, b = d = 2 with its input at an angle: at 0 all bars lie in one line.
static char *
dup_parallelogram (double angle)
{
  static const char pins[] = PIN (1, 0, 1, 0, 0, 0, 0) "," PIN (2, 1, 2, 1, 0, 0, 0) "," PIN (
    3, 2, 3, 2, 0, 1, 0) "," PIN (4, 0, 3, 2, 0, 0, 0);
  const double c = cos (angle), s = sin (angle);

  return g_strdup_printf (
    "\"bodies\":[{\"id\":1,\"angle\":%.17g},{\"id\":2,\"position\":[%.17g,%.17g]},"
    "{\"id\":3,\"position\":[2,0],\"angle\":%.17g}],\"couplings\":[%s]",
    angle, c, s, angle, pins);
}

/// A slider-crank whose slider is driven: at the dead point the drive cannot move it.
static char *
dup_slider_crank (double angle)
{
  static const char pins[] =
    PIN (1, 0, 1, 0, 0, 0, 0) "," PIN (2, 1, 2, 1, 0, 0, 0) "," PIN (3, 2, 3, 3, 0, 0, 0);
  const double c = cos (angle), s = sin (angle), rod = -asin (s / 3);

  return g_strdup_printf (
    "\"bodies\":[{\"id\":1,\"angle\":%.17g},{\"id\":2,\"position\":[%.17g,%.17g],\"angle\":%.17g},"
    "{\"id\":3,\"position\":[%.17g,0]}],\"couplings\":[%s,"
    "{\"id\":4,\"kind\":\"slider\",\"bodies\":[0,3],\"points\":[[0,0],[0,0]]},"
    "{\"id\":5,\"kind\":\"driver\",\"joint\":4,\"function\":\"%.17g\"}]",
    angle, c, s, rod, c + 3 * cos (rod), pins, c + 3 * cos (rod));
}

static void
test_singular (void)
{
  g_autofree char *flat = dup_parallelogram (0), *upright = dup_parallelogram (1);
  g_autofree char *dead = dup_slider_crank (0), *live = dup_slider_crank (1);

  assert_warnings (flat, "singular 1");
  assert_warnings (upright, "");
  assert_warnings (dead, "singular 5");
  assert_warnings (live, "");
  // Two pins in one place say the same thing at every pose: redundant, not singular.
  assert_warnings ("\"bodies\":[{\"id\":1}],\"couplings\":[" PIN (1, 0, 1, 0, 0, 0, 0) "," PIN (
                     2, 0, 1, 0, 0, 0, 0) "]",
                   "");
}

/// A bar of 1 m between points 3 m apart.
static void
test_unmet (void)
{
  static const char pins[] = PIN (1, 0, 1, 0, 0, 0, 0) "," PIN (2, 0, 1, 3, 0, 1, 0);
  g_autofree char *rest = g_strdup_printf ("\"bodies\":[{\"id\":1}],\"couplings\":[%s]", pins);

  assert_warnings (rest, "unmet 1, unmet 2");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/status/unconnected", test_unconnected);
  g_test_add_func ("/status/massless", test_massless);
  g_test_add_func ("/status/singular", test_singular);
  g_test_add_func ("/status/unmet", test_unmet);
  return g_test_run ();
}
