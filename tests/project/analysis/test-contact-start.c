// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact is active from the first instant: bodies that lie, lean, slide and roll on a slope are
// compared with closed forms at every sample of a run, with the whole scene moved and turned and in
// another order.

#include <math.h>
#include <string.h>

#include "testing-motion.h"

#define G 9.81

static const char *const methods[] = { "automatic", "verner87", "dopri54", "time-stepping" };

typedef struct
{
  double slope, friction, speed; ///< rad; m/s of bodies that move along the slope, up is positive
  int bodies;                    ///< number of bodies on top of each other
  bool disc;
  double turn, shift; ///< applied to the whole scene
  bool reversed;
  const char *method;
} Scene;

static const double mass = 2, radius = 0.1, inertia = 0.012;

/// Returns a body of the height 2 `radius` on the slope, the k-th of a stack from 0.
static char *
dup_body (const Scene *scene, int k)
{
  const double angle = scene->slope + scene->turn, height = (2 * k + 1) * radius;
  g_autofree char *shape =
    scene->disc ? g_strdup_printf ("{\"kind\": \"disc\", \"radius\": %.17g}", radius)
                : g_strdup_printf ("{\"kind\": \"box\", \"size\": [0.3, %.17g]}", 2 * radius);

  return g_strdup_printf (
    "{\"name\": \"B%d\", \"mass\": %.17g, \"inertia\": %.17g, \"angle\": %.17g, "
    "\"position\": [%.17g, %.17g], \"velocity\": [%.17g, %.17g], \"shape\": %s, "
    "\"contact\": {\"friction\": %.17g}}",
    k, mass, inertia, angle, scene->shift - height * sin (angle),
    height * cos (angle) - 0.5 * scene->shift, scene->speed * cos (angle),
    scene->speed * sin (angle), shape, scene->friction);
}

static LwMechanism *
make (const Scene *scene)
{
  const double angle = scene->slope + scene->turn;
  g_autoptr (GPtrArray) bodies = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);

  g_ptr_array_add (
    bodies, g_strdup_printf ("{\"name\": \"Floor\", \"mobility\": \"fixed\", \"angle\": %.17g, "
                             "\"position\": [%.17g, %.17g], "
                             "\"shape\": {\"points\": [[-1, 0], [1, 0]]}, "
                             "\"contact\": {\"half_plane\": true, \"friction\": %.17g}}",
                             angle, scene->shift, -0.5 * scene->shift, scene->friction));
  for (int k = 0; k < scene->bodies; k++)
    g_ptr_array_add (bodies, dup_body (scene, k));
  g_string_printf (text, "{\"linkwright\": 1, \"gravity\": [%.17g, %.17g], \"bodies\": [",
                   G * sin (scene->turn), -G * cos (scene->turn));
  for (guint i = 0; i < bodies->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            (char *) bodies->pdata[scene->reversed ? bodies->len - 1 - i : i]);
  g_string_append_printf (
    text, "], \"run\": {\"duration\": 0.3, \"interval\": 0.1, \"method\": \"%s\", \"step\": %s}}",
    scene->method, strcmp (scene->method, "time-stepping") == 0 ? "1e-3" : "0");
  return testing_parse (text->str);
}

static void
assert_near (double value, double expected, double tolerance)
{
  if (!(fabs (value - expected) <= tolerance))
    g_error ("%.15g is not %.15g within %g", value, expected, tolerance);
}

static double
along (Motion *motion, const Scene *scene, const char *x, const char *y)
{
  const double angle = scene->slope + scene->turn;

  return motion_value (motion, x) * cos (angle) + motion_value (motion, y) * sin (angle);
}

/// Returns a value of a pair of bodies, whichever of them is named first.
static double
of_pair (Motion *motion, const Scene *scene, const char *what)
{
  g_autofree char *name = g_strconcat (scene->reversed ? "B0.Floor." : "Floor.B0.", what, NULL);

  return motion_value (motion, name);
}

/// Checks the run of a scene whose lowest body is accelerated by `expected` along the slope.
static void
check (const Scene *scene, double expected)
{
  const bool steps = strcmp (scene->method, "time-stepping") == 0;
  // a step of the latter is solved to 1e-9 m/s or so
  const double tolerance = steps ? 2e-5 : 1e-9;
  const double normal = scene->bodies * mass * G * cos (scene->slope);
  Motion motion;
  bool more = true;

  motion_begin (&motion, make (scene), 0);
  while (more) {
    const double t = motion_value (&motion, "time");
    assert_near (along (&motion, scene, "B0.ax", "B0.ay"), expected, 10 * tolerance);
    assert_near (along (&motion, scene, "B0.vx", "B0.vy"), scene->speed + expected * t, tolerance);
    assert_near (of_pair (&motion, scene, "normal_force"), normal, 10 * tolerance * normal);
    assert_near (
      hypot (motion_value (&motion, "B0.contact_x"), motion_value (&motion, "B0.contact_y")),
      scene->bodies == 1 ? hypot (normal, mass * (expected + G * sin (scene->slope))) : mass * G,
      10 * tolerance * normal);
    if (!scene->disc)
      assert_near (fabs (of_pair (&motion, scene, "slip")), fabs (scene->speed + expected * t),
                   10 * tolerance);
    more = motion_next (&motion);
  }
  motion_end (&motion);
}

/// Checks all variants of a scene.
static void
check_all (Scene scene, double expected)
{
  for (int i = 0; i < 4 * 3 * 2; i++) {
    static const double turns[] = { 0, 0.7, -2 }, shifts[] = { 0, 1.7, -0.3 };

    scene.method = methods[i % 4];
    scene.turn = turns[i / 4 % 3];
    scene.shift = shifts[i / 4 % 3];
    scene.reversed = i / 12 == 1;
    check (&scene, expected);
  }
}

static void
test_rest (void)
{
  check_all ((Scene){ .bodies = 1 }, 0);
  check_all ((Scene){ .bodies = 1, .friction = 0.5 }, 0);
  check_all ((Scene){ .bodies = 1, .friction = 0.5, .slope = 0.4 }, 0);
  check_all ((Scene){ .bodies = 1, .friction = 0.5, .disc = true }, 0);
}

static void
test_stack (void)
{
  check_all ((Scene){ .bodies = 2, .friction = 0.5 }, 0);
  check_all ((Scene){ .bodies = 3, .friction = 0.5, .slope = 0.1 }, 0);
}

/// Friction is active immediately, against the slip or against the slip that would begin.
static void
test_slide (void)
{
  check_all ((Scene){ .bodies = 1, .friction = 0.5, .slope = 0.6 },
             -G * (sin (0.6) - 0.5 * cos (0.6)));
  check_all ((Scene){ .bodies = 1, .friction = 0.3, .speed = 2 }, -0.3 * G);
  check_all ((Scene){ .bodies = 1, .friction = 0.3, .speed = -2, .slope = 0.2 },
             -G * (sin (0.2) - 0.3 * cos (0.2)));
  check_all ((Scene){ .bodies = 1, .friction = 0.3, .speed = 5, .slope = 0.5 },
             -G * (sin (0.5) + 0.3 * cos (0.5)));
  check_all ((Scene){ .bodies = 1, .slope = 0.5 }, -G * sin (0.5));
}

/// A disc begins to roll: a = g sin / (1 + I / (m r^2)).
static void
test_roll (void)
{
  check_all ((Scene){ .bodies = 1, .friction = 0.5, .slope = 0.3, .disc = true },
             -G * sin (0.3) / (1 + inertia / (mass * radius * radius)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contact-start/rest", test_rest);
  g_test_add_func ("/contact-start/stack", test_stack);
  g_test_add_func ("/contact-start/slide", test_slide);
  g_test_add_func ("/contact-start/roll", test_roll);
  return g_test_run ();
}
