// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Equilibrium of bodies that lie, lean or are pressed against something, compared with closed
// forms; every scene also turned with its gravity, moved, and with its bodies in another order.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mbd-analysis.h"
#include "testing-text.h"

#define G 9.81

enum
{
  MOST_BODIES = 5
};

typedef struct
{
  double x, y, angle, mass; ///< mass 0: fixed
  const char *shape, *contact;
} Body;

typedef struct
{
  Body bodies[MOST_BODIES]; ///< with the ids 1, 2, ...; shape NULL marks the end
  bool pinned;              ///< true if body 1 is pinned at its origin
  bool weightless;
  double spring[4]; ///< ends: a point of the ground and one of body 1
  double stiffness, free_length;
} Scene;

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  MbdState *state;
  MbdEquilibrium report;
  MbdStatus status;
  double turn, shift[2];
} Rest;

static const double inertia = 0.02;
static const char *const floor_shape = "{\"points\": [[-1, 0], [1, 0]]}";
static const char *const box_shape = "{\"kind\": \"box\", \"size\": [0.2, 0.2]}";
static const char *const disc_shape = "{\"kind\": \"disc\", \"radius\": 0.1}";
static const char *const ladder_shape = "{\"points\": [[-1, 0], [1, 0]], \"width\": 0.02}";

static void
place (const Rest *rest, double x, double y, double out[2])
{
  const double c = cos (rest->turn), s = sin (rest->turn);

  out[0] = rest->shift[0] + c * x - s * y;
  out[1] = rest->shift[1] + s * x + c * y;
}

static void
put_body (const Rest *rest, const Body *body, int id, GString *text)
{
  double at[2];

  place (rest, body->x, body->y, at);
  g_string_append_printf (
    text,
    "{\"id\": %d, \"name\": \"B%d\", \"mobility\": \"%s\", \"mass\": %.17g, \"inertia\": %.17g, "
    "\"position\": [%.17g, %.17g], \"angle\": %.17g, \"shape\": %s, \"contact\": %s}",
    id, id, body->mass > 0 ? "planar" : "fixed", body->mass > 0 ? body->mass : 1,
    body->mass > 0 ? inertia * body->mass : 1, at[0], at[1], body->angle + rest->turn, body->shape,
    body->contact);
}

/// Starts one of the six variants of a scene.
static void
rest_begin (Rest *rest, const Scene *scene, int variant)
{
  static const double turns[] = { 0, 0.7, -2 }, shifts[] = { 0, 1.7, -3.3 };
  g_autoptr (GString) text = g_string_new (NULL);
  MbdDiagnosis why = { 0 };
  GError *error = NULL;
  double ends[2][2];
  const double gravity = scene->weightless ? 0 : G;
  int count = 0;

  rest->turn = turns[variant % 3];
  rest->shift[0] = shifts[variant % 3];
  rest->shift[1] = -0.5 * shifts[variant % 3];
  g_string_printf (text, "{\"linkwright\": 1, \"gravity\": [%.17g, %.17g], \"bodies\": [",
                   gravity * sin (rest->turn), -gravity * cos (rest->turn));
  while (count < MOST_BODIES && scene->bodies[count].shape != NULL)
    count++;
  for (int i = 0; i < count; i++) {
    const int k = variant / 3 == 1 ? count - 1 - i : i;
    g_string_append (text, i > 0 ? ", " : "");
    put_body (rest, &scene->bodies[k], k + 1, text);
  }
  g_string_append (text, "], \"couplings\": [");
  place (rest, scene->bodies[0].x, scene->bodies[0].y, ends[0]);
  if (scene->pinned)
    g_string_append_printf (
      text, "{\"kind\": \"pin\", \"bodies\": [\"ground\", \"B1\"], \"at\": [%.17g, %.17g]}",
      ends[0][0], ends[0][1]);
  g_string_append (text, "], \"forces\": [");
  place (rest, scene->spring[0], scene->spring[1], ends[0]);
  place (rest, scene->spring[2], scene->spring[3], ends[1]);
  if (scene->stiffness > 0)
    g_string_append_printf (
      text,
      "{\"kind\": \"spring\", \"bodies\": [\"ground\", \"B1\"], \"from\": [%.17g, %.17g], "
      "\"to\": [%.17g, %.17g], \"stiffness\": %.17g, \"free_length\": %.17g}",
      ends[0][0], ends[0][1], ends[1][0], ends[1][1], scene->stiffness, scene->free_length);
  g_string_append (text, "]}");

  rest->mechanism = testing_parse (text->str);
  rest->model = lw_mechanism_compile (rest->mechanism, &error);
  g_assert_no_error (error);
  rest->state = mbd_state_new (rest->model);
  g_assert_nonnull (rest->state);
  rest->status = mbd_state_equilibrium (rest->state, NULL, &rest->report, &why);
}

static void
rest_end (Rest *rest)
{
  if (rest->status == MBD_STATUS_OK)
    free (rest->report.contacts);
  mbd_state_free (rest->state);
  mbd_model_unref (rest->model);
  lw_mechanism_unref (rest->mechanism);
}

static void
assert_near (double value, double expected, double tolerance)
{
  if (!(fabs (value - expected) <= tolerance))
    g_error ("%.15g is not %.15g within %g", value, expected, tolerance);
}

/// Checks the force of the first body on the second, in the axes of the scene as written.
static void
assert_force (const Rest *rest, int first, int second, double x, double y, double tolerance)
{
  double sum[2] = { 0, 0 };

  for (int i = 0; i < rest->report.n_contacts; i++) {
    const MbdIntegratorContact *contact = &rest->report.contacts[i];
    const int a = mbd_model_body_id (rest->model, contact->body_a);
    const int b = mbd_model_body_id (rest->model, contact->body_b);
    const double sign = a == first && b == second ? 1 : a == second && b == first ? -1 : 0;
    for (int k = 0; k < 2; k++)
      sum[k] += sign
                * (contact->normal_force * contact->normal[k]
                   + contact->friction_force * (k == 0 ? -contact->normal[1] : contact->normal[0]));
    g_assert_cmpfloat (contact->normal_force, >=, 0);
    assert_near (contact->gap, 0, 1e-9);
  }
  const double c = cos (rest->turn), s = sin (rest->turn);
  assert_near (c * sum[0] + s * sum[1], x, tolerance);
  assert_near (-s * sum[0] + c * sum[1], y, tolerance);
}

static void
assert_pose (const Rest *rest, int id, double x, double y, double angle, double tolerance)
{
  const int body = mbd_model_body_by_id (rest->model, id);
  double at[3], expected[2];

  place (rest, x, y, expected);
  mbd_state_body_pose (rest->state, body, at, NULL);
  assert_near (at[0], expected[0], tolerance);
  assert_near (at[1], expected[1], tolerance);
  assert_near (remainder (mbd_state_body_angle (rest->state, body) - angle - rest->turn, 2 * G_PI),
               0, tolerance);
}

/// Runs all variants, each with its check.
static void
check_all (const Scene *scene, void (*check) (const Rest *))
{
  for (int variant = 0; variant < 6; variant++) {
    Rest rest;
    rest_begin (&rest, scene, variant);
    check (&rest);
    rest_end (&rest);
  }
}

static void
assert_rests (const Rest *rest)
{
  g_assert_cmpint (rest->status, ==, MBD_STATUS_OK);
  g_assert_cmpfloat (rest->report.residual, <=, 1e-8);
}

static void
never_rests (const Rest *rest)
{
  g_assert_cmpint (rest->status, ==, MBD_STATUS_NO_EQUILIBRIUM);
}

/* Floors ----------------------------------------------------------------------------------- */

static void
check_box (const Rest *rest)
{
  assert_rests (rest);
  assert_pose (rest, 2, 0.3, 0.1, 0, 1e-12);
  assert_force (rest, 1, 2, 0, 2 * G, 1e-9);
  for (int i = 0; i < rest->report.n_contacts; i++)
    assert_near (rest->report.contacts[i].normal_force, G, 1e-9);
  // friction of one corner against that of the other
  g_assert_true (rest->report.indeterminate);
}

static void
check_frictionless (const Rest *rest)
{
  assert_rests (rest);
  assert_force (rest, 1, 2, 0, 2 * G, 1e-9);
  g_assert_false (rest->report.indeterminate);
}

static void
check_drop (const Rest *rest)
{
  assert_rests (rest);
  assert_force (rest, 1, 2, 0, 2 * G, 1e-8);
  double at[3];
  mbd_state_body_pose (rest->state, mbd_model_body_by_id (rest->model, 2), at, NULL);
  assert_near (-sin (rest->turn) * (at[0] - rest->shift[0])
                 + cos (rest->turn) * (at[1] - rest->shift[1]),
               0.1, 1e-9);
}

static void
test_floor (void)
{
  Scene scene = { .bodies = { { .shape = floor_shape, .contact = "{\"half_plane\": true}" },
                              { 0.3, 0.1, 0, 2, box_shape, "{}" } } };

  check_all (&scene, check_box);
  scene.bodies[1].y = 0.5;
  scene.bodies[1].angle = 0.3;
  check_all (&scene, check_drop);
  scene.bodies[1] = (Body){ 0.3, 0.1, 0, 2, box_shape, "{\"friction\": 0}" };
  check_all (&scene, check_frictionless);
  // a ledge that is not in its way
  scene.bodies[0] = (Body){ -1, 0, 0, 0, box_shape, "{}" };
  check_all (&scene, never_rests);
}

static void
check_stack (const Rest *rest)
{
  assert_rests (rest);
  assert_force (rest, 1, 2, 0, 5 * G, 1e-7);
  assert_force (rest, 2, 3, 0, 3 * G, 1e-7);
}

static void
test_stack (void)
{
  Scene scene = { .bodies = { { .shape = floor_shape, .contact = "{\"half_plane\": true}" },
                              { 0, 0.1, 0, 2, box_shape, "{}" },
                              { 0.02, 0.3, 0, 3, box_shape, "{}" } } };

  check_all (&scene, check_stack);
  scene.bodies[1].y = 0.11;
  scene.bodies[2].y = 0.34;
  check_all (&scene, check_stack);
}

static void
check_slope (const Rest *rest)
{
  assert_rests (rest);
  assert_pose (rest, 2, -0.1 * sin (0.4), 0.1 * cos (0.4), 0.4, 1e-9);
  assert_force (rest, 1, 2, 0, 2 * G, 1e-7);
}

/// 0.1 % of friction are decisive.
static void
test_slope (void)
{
  for (int above = 0; above < 2; above++) {
    g_autofree char *contact = g_strdup_printf ("{\"friction\": %.17g, \"half_plane\": false}",
                                                (above ? 1.001 : 0.999) * tan (0.4));
    g_autofree char *slope = g_strdup_printf ("{\"friction\": %.17g, \"half_plane\": true}",
                                              (above ? 1.001 : 0.999) * tan (0.4));
    const Scene scene = { .bodies = {
                            { 0, 0, 0.4, 0, floor_shape, slope },
                            { -0.1 * sin (0.4), 0.1 * cos (0.4), 0.4, 2, box_shape, contact } } };
    check_all (&scene, above ? check_slope : never_rests);
  }
}

/* Supports --------------------------------------------------------------------------------- */

static void
check_ladder (const Rest *rest)
{
  // moments about the foot; 0.01 m is the radius of the ends
  const double push = 5 * G * 0.5 / (sqrt (3) + 0.01);

  assert_rests (rest);
  assert_force (rest, 2, 3, push, 0, 1e-8);
  assert_force (rest, 1, 3, -push, 5 * G, 1e-8);
  g_assert_false (rest->report.indeterminate);
}

static void
check_fallen (const Rest *rest)
{
  double quaternion[4];

  assert_rests (rest);
  mbd_state_body_pose (rest->state, mbd_model_body_by_id (rest->model, 3), NULL, quaternion);
  assert_near (sin (2 * atan2 (quaternion[3], quaternion[0]) - rest->turn), 0, 1e-8);
  assert_force (rest, 1, 3, 0, 5 * G, 1e-6);
}

/// A ladder at 60 degrees against a smooth wall needs a friction of 0.5 / (sqrt (3) + 0.01) = 0.287
/// at its foot, and falls to the floor with less.
static void
test_ladder (void)
{
  Scene scene = { .bodies = {
                    { 0, 0, 0, 0, floor_shape, "{\"half_plane\": true, \"friction\": 0.29}" },
                    { 0, 0, -G_PI / 2, 0, floor_shape, "{\"half_plane\": true, \"friction\": 0}" },
                    { 0.5 + 0.01, 0.5 * sqrt (3) + 0.01, 2 * G_PI / 3, 5, ladder_shape,
                      "{\"friction\": 0.29}" },
                  } };

  check_all (&scene, check_ladder);
  scene.bodies[0].contact = "{\"half_plane\": true, \"friction\": 0.28}";
  scene.bodies[2].contact = "{\"friction\": 0.28}";
  check_all (&scene, check_fallen);
}

static void
check_groove (const Rest *rest)
{
  // sides at 0.9 and 0.4 rad: forces along their normals that add up to the weight
  const double right = 2 * G * sin (0.4) / sin (1.3), left = 2 * G * sin (0.9) / sin (1.3);

  assert_rests (rest);
  assert_force (rest, 1, 3, -right * sin (0.9), right * cos (0.9), 1e-8);
  assert_force (rest, 2, 3, left * sin (0.4), left * cos (0.4), 1e-8);
  g_assert_false (rest->report.indeterminate);
}

static void
test_groove (void)
{
  const Scene scene = {
    .bodies = { { 0, 0, 0.9, 0, floor_shape, "{\"half_plane\": true, \"friction\": 0}" },
                { 0, 0, -0.4, 0, floor_shape, "{\"half_plane\": true, \"friction\": 0}" },
                { 0.05, 0.6, 0, 2, disc_shape, "{\"friction\": 0}" } },
  };

  check_all (&scene, check_groove);
}

static void
check_beam (const Rest *rest)
{
  // moments about the pin: the spring pulls 100 * 0.2 N at 0.5 m
  assert_rests (rest);
  assert_pose (rest, 1, 0, 0, 0, 1e-9);
  assert_force (rest, 2, 1, 0, 20 * 0.5 / 0.8, 1e-8);
  g_assert_false (rest->report.indeterminate);
}

/// With friction the pin and the stop may pull against each other.
static void
check_rough_beam (const Rest *rest)
{
  assert_rests (rest);
  g_assert_cmpint (rest->report.n_contacts, ==, 1);
  g_assert_true (rest->report.indeterminate);
  const MbdIntegratorContact *contact = &rest->report.contacts[0];
  assert_near (0.8 * contact->normal_force, 20 * 0.5, 0.0101 * fabs (contact->friction_force));
  g_assert_cmpfloat (fabs (contact->friction_force), <=, 0.6 * contact->normal_force);
}

/// A beam on a pin, pressed against a stop by a spring.
static void
test_beam (void)
{
  Scene scene = {
    .bodies = { { 0, 0, 0, 1, "{\"kind\": \"box\", \"size\": [2, 0.02]}", "{\"friction\": 0}" },
                { 0.8, -0.06, 0, 0, "{\"kind\": \"disc\", \"radius\": 0.05}", "{}" } },
    .pinned = true,
    .spring = { 0.5, -0.5, 0.5, 0 },
    .stiffness = 100,
    .free_length = 0.3,
  };

  check_all (&scene, check_beam);
  scene.bodies[0].contact = "{}";
  check_all (&scene, check_rough_beam);
}

static void
check_plank (const Rest *rest)
{
  // expected: forces with the sum 4 G, no moment about the middle and the least sum of
  // g force^2: (alpha + beta x) / g with g = 1 / m + x^2 / I
  static const double at[] = { -1.1, -0.4, 0.3, 0.9 };
  double g[4], S[3] = { 0, 0, 0 };

  for (int i = 0; i < 4; i++) {
    g[i] = 1.0 / 4 + at[i] * at[i] / (4 * inertia);
    for (int k = 0; k < 3; k++)
      S[k] += pow (at[i], k) / g[i];
  }
  const double alpha = 4 * G * S[2] / (S[0] * S[2] - S[1] * S[1]), beta = -alpha * S[1] / S[2];
  assert_rests (rest);
  g_assert_true (rest->report.indeterminate);
  for (int i = 0; i < 4; i++)
    assert_force (rest, i + 1, 5, 0, (alpha + beta * at[i]) / g[i], 1e-8);
}

/// A plank on four supports, which can share its weight in many ways.
static void
test_plank (void)
{
  static const char *const support = "{\"kind\": \"disc\", \"radius\": 0.1}";
  const Scene scene = {
    .bodies = { { -1, -0.1, 0, 0, support, "{\"friction\": 0}" },
                { -0.3, -0.1, 0, 0, support, "{\"friction\": 0}" },
                { 0.4, -0.1, 0, 0, support, "{\"friction\": 0}" },
                { 1, -0.1, 0, 0, support, "{\"friction\": 0}" },
                { 0.1, 0.05, 0, 4, "{\"kind\": \"box\", \"size\": [2.6, 0.1]}",
                  "{\"friction\": 0}" } },
  };

  check_all (&scene, check_plank);
}

static void
check_hung (const Rest *rest)
{
  assert_rests (rest);
  assert_force (rest, 2, 1, 0, 2 * G - 40 * 0.2, 1e-8);
  assert_pose (rest, 1, 0, 0.1, 0, 1e-9);
}

static void
check_free (const Rest *rest)
{
  assert_rests (rest);
  g_assert_cmpint (rest->report.n_contacts, ==, 0);
  assert_pose (rest, 1, 0, 1 - 0.5 - 2 * G / 400, 0, 1e-6);
}

/// A spring that carries a part of a weight, and one that carries all of it.
static void
test_hung (void)
{
  Scene scene = {
    .bodies = { { 0, 0.1, 0, 2, box_shape, "{}" },
                { 0, 0, 0, 0, floor_shape, "{\"half_plane\": true}" } },
    .spring = { 0, 1, 0, 0.1 },
    .stiffness = 40,
    .free_length = 0.7,
  };

  check_all (&scene, check_hung);
  scene.stiffness = 400;
  scene.free_length = 0.5;
  check_all (&scene, check_free);
}

static void
check_kept (const Rest *rest)
{
  assert_rests (rest);
  assert_pose (rest, 1, 0, 0, 0, 1e-5);
}

/// Without forces, bodies in contact stay approximately in place, in a fork without clearance.
static void
test_weightless (void)
{
  static const char *const tooth = "{\"kind\": \"disc\", \"radius\": 0.05}";
  const Scene scene = {
    .bodies = { { 0, 0, 0, 1, "{\"kind\": \"box\", \"size\": [2, 0.02]}", "{}" },
                { 0.8, -0.06, 0, 0, tooth, "{}" },
                { 0.8, 0.06, 0, 0, tooth, "{}" },
                { -0.5, 0.06, 0, 0, tooth, "{}" } },
    .pinned = true,
    .weightless = true,
  };

  check_all (&scene, check_kept);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/equilibrium-contact/floor", test_floor);
  g_test_add_func ("/equilibrium-contact/stack", test_stack);
  g_test_add_func ("/equilibrium-contact/slope", test_slope);
  g_test_add_func ("/equilibrium-contact/ladder", test_ladder);
  g_test_add_func ("/equilibrium-contact/groove", test_groove);
  g_test_add_func ("/equilibrium-contact/beam", test_beam);
  g_test_add_func ("/equilibrium-contact/plank", test_plank);
  g_test_add_func ("/equilibrium-contact/hung", test_hung);
  g_test_add_func ("/equilibrium-contact/weightless", test_weightless);
  return g_test_run ();
}
