// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Many contacts in accurate motion: stacks and pyramids at rest have no events, and crowds of events
// continue by time stepping for a moment, which is reported.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "mbd.h"
#include "testing-world.h"
#include "testing.h"

static const double gravity = 10, friction = 0.5;

static void
add_box (World *world, double a, double b, double x, double y, double turn)
{
  const double corners[] = { -a / 2, -b / 2, a / 2, -b / 2, a / 2, b / 2, -a / 2, b / 2 };
  const int box = world_body (world, a * b, a * b * (a * a + b * b) / 12, x, y, turn, 0);

  world_shape (world, box, MBD_SHAPE_POLYGON, corners, 4, 0, friction, 0);
}

static void
begin (World *world)
{
  const double g[] = { 0, -gravity, 0 };

  world_init (world, 1e-8);
  mbd_mechanism_set_gravity (world->mechanism, g);
  world_ground (world, friction, 0);
}

/// Returns the force on the ground.
static double
force_on_ground (World *world)
{
  static MbdIntegratorContact contacts[256];
  const int n = mbd_integrator_contacts (world->integrator, contacts, 256);
  double sum = 0;

  for (int i = 0; i < n; i++)
    if (contacts[i].shape_a == 0 || contacts[i].shape_b == 0)
      sum += contacts[i].normal_force;
  return sum;
}

/// Boxes that rest on each other do not move and have no event.
static void
test_rest (void)
{
  for (int rows = 1; rows <= 10; rows += 9) {
    for (int pyramid = 0; pyramid < 2; pyramid++) {
      World world;
      MbdEvent event;
      double weight = 0;
      const int layers = pyramid ? (rows == 1 ? 5 : 7) : rows;
      begin (&world);
      for (int r = 0; r < layers; r++)
        for (int k = 0; k < (pyramid ? layers - r : 1); k++) {
          add_box (&world, 0.5, 0.3, 0.52 * (k + 0.5 * r * pyramid), 0.15 + 0.3 * r, 0);
          weight += 0.15 * gravity;
        }
      world_start (&world);
      const int n = mbd_model_position_count (world.model);
      g_autofree double *at_start =
        g_memdup2 (mbd_state_positions (world.state), sizeof (double) * (gsize) n);
      const double *q = world_advance (&world, 0.5);
      double moved = 0;
      for (int i = 0; i < n; i++)
        moved = MAX (moved, fabs (q[i] - at_start[i]));
      g_test_message ("%s of %d: moved %.1e", pyramid ? "pyramid" : "stack", layers, moved);
      g_assert_cmpfloat (moved, <, 1e-11);
      g_assert_cmpfloat_with_epsilon (force_on_ground (&world), weight, 1e-7);
      g_assert_cmpint (mbd_integrator_take_events (world.integrator, &event, 1), ==, 0);
      world_clear (&world);
    }
  }
}

/// Boxes that a load pushes, beginning at 0.5 s: so many slide that time stepping takes over at that time, which
/// is one of output. Their forces are those of a moment later.
static void
test_handed_over (void)
{
  enum
  {
    BOXES = 50
  };
  static MbdEvent events[4096];
  MbdForceDef load = mbd_load_default ();
  MbdFunction *push = NULL;
  World world;
  double weight = 0;
  int handed = 0;

  assert_ok (mbd_function_new_expression ("step (t, 0.5)", NULL, NULL, 0, &push, NULL));
  begin (&world);
  for (int i = 0; i < BOXES; i++) {
    add_box (&world, 0.5, 0.3, i, 0.15, 0);
    weight += 0.15 * gravity;
    load.id = load.body_b = i + 1;
    load.force_function[0] = push;
    assert_ok (mbd_mechanism_add_force (world.mechanism, &load, NULL));
  }
  world_start (&world);
  for (int i = 1; i <= 6; i++) {
    world_advance (&world, i / 10.0);
    g_assert_cmpfloat_with_epsilon (force_on_ground (&world), weight, 1e-6 * weight);
  }
  const int count = mbd_integrator_take_events (world.integrator, events, 4096);
  for (int k = 0; k < count; k++)
    handed += events[k].kind == MBD_EVENT_CROWDED && fabs (events[k].time - 0.5) < 1e-9;
  g_assert_cmpint (handed, ==, 1);
  mbd_function_unref (push);
  world_clear (&world);
}

static void
add_dominoes (World *world)
{
  begin (world);
  add_box (world, 0.015, 0.12, 0.012069660514, 0.060294014651, -0.2);
  for (int i = 1; i < 12; i++)
    add_box (world, 0.015, 0.12, 0.08 * i, 0.06, 0);
}

/// Dominoes push each other in ever smaller impulses: their run ends nevertheless, near the one by time
/// stepping, and the moments of time stepping in it are reported.
static void
test_dominoes (void)
{
  static MbdEvent events[4096];
  MbdIntegratorStatistics statistics;
  World world, steps;
  double reported = 0, worst = 0;

  add_dominoes (&world);
  world_start (&world);
  add_dominoes (&steps);
  steps.settings.method = MBD_METHOD_TIME_STEPPING;
  steps.settings.step = 1e-4;
  world_start (&steps);
  for (int i = 1; i <= 60; i++) {
    const double *q = world_advance (&world, i / 40.0), *r = world_advance (&steps, i / 40.0);
    const int count = mbd_integrator_take_events (world.integrator, events, 4096);
    for (int k = 0; k < count; k++)
      if (events[k].kind == MBD_EVENT_CROWDED || events[k].kind == MBD_EVENT_UNSOLVED) {
        g_assert_cmpint (events[k].coupling, ==, -1);
        reported += events[k].value;
      }
    for (int k = 0; k < 36; k++)
      worst = MAX (worst, fabs (q[k] - r[k]));
  }
  mbd_integrator_statistics (world.integrator, &statistics);
  g_test_message ("%ld events, %.3f s by time stepping, reported %.3f s; largest difference %.1e",
                  statistics.events, statistics.stepped_time, reported, worst);
  g_assert_cmpfloat (statistics.stepped_time, >, 0);
  g_assert_cmpfloat (statistics.stepped_time, <=, reported + 1e-9);
  g_assert_cmpfloat (worst, <, 0.02);
  world_clear (&world);
  world_clear (&steps);
}

/// Convex problems agree with their conditions, also with dependent contacts.
static void
test_cones (void)
{
  enum
  {
    CONTACTS = 24,
    N = 2 * CONTACTS,
    FREEDOMS = 20
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  MbdComplementarity *solver = mbd_complementarity_new (N, N, 1);
  MbdComplementaritySettings settings = mbd_complementarity_default ();
  int solved = 0;

  settings.method = MBD_COMPLEMENTARITY_CONES;
  for (int pass = 0; pass < 50; pass++) {
    static double J[N * FREEDOMS], M[N * N];
    double q[N], z[N], f[FREEDOMS] = { 0 };
    MbdSet sets[N] = { 0 };
    for (int i = 0; i < N * FREEDOMS; i++)
      J[i] = g_rand_double_range (random, -1, 1);
    for (int i = 0; i < CONTACTS; i++)
      sets[CONTACTS + i] =
        (MbdSet){ .kind = MBD_SET_FRICTION, .friction = 0.4, .normal = i, .partner = -1 };
    for (int i = 0; i < N; i++)
      for (int k = 0; k < N; k++) {
        M[i * N + k] = 0;
        for (int c = 0; c < FREEDOMS; c++)
          M[i * N + k] += J[i * FREEDOMS + c] * J[k * FREEDOMS + c];
      }
    // A load that forces inside all cones carry: then nothing moves.
    for (int i = 0; i < CONTACTS; i++) {
      const double normal = g_rand_double_range (random, 0, 1);
      const double along = g_rand_double_range (random, -0.4, 0.4) * normal;
      for (int c = 0; c < FREEDOMS; c++)
        f[c] -= normal * J[i * FREEDOMS + c] + along * J[(CONTACTS + i) * FREEDOMS + c];
    }
    for (int i = 0; i < N; i++) {
      q[i] = 0;
      for (int c = 0; c < FREEDOMS; c++)
        q[i] += J[i * FREEDOMS + c] * f[c];
    }
    const MbdComplementarityProblem problem = { N, M, q, sets };
    const MbdComplementarityReport report =
      mbd_complementarity_solve (solver, &problem, &settings, z, NULL);
    solved += report.status == MBD_COMPLEMENTARITY_SOLVED
              && mbd_complementarity_residual (&problem, z, NULL) < 1e-9;
    for (int i = 0; i < CONTACTS; i++)
      g_assert_cmpfloat (fabs (z[CONTACTS + i]), <=, 0.4 * z[i] * (1 + 1e-12) + 1e-12);
  }
  g_test_message ("%d of 50 solved", solved);
  g_assert_cmpint (solved, ==, 50);
  // The problem must be symmetric.
  const double skew[] = { 1, 0.5, 0, 1 }, push[] = { -1, -1 };
  double z[2];
  const MbdSet plain[2] = { 0 };
  const MbdComplementarityProblem problem = { 2, skew, push, plain };
  g_assert_cmpint (mbd_complementarity_solve (solver, &problem, &settings, z, NULL).status, ==,
                   MBD_COMPLEMENTARITY_NOT_APPLICABLE);
  mbd_complementarity_free (solver);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contact-crowds/rest", test_rest);
  g_test_add_func ("/contact-crowds/handed-over", test_handed_over);
  g_test_add_func ("/contact-crowds/dominoes", test_dominoes);
  g_test_add_func ("/contact-crowds/cones", test_cones);
  return g_test_run ();
}
