// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits that join, split, merge and cut bodies. Where possible they are checked by motion: welded
// bodies that are merged move as before.

#include <math.h>
#include <string.h>

#include "lw-cut.h"
#include "lw-join.h"
#include "lw-merge.h"
#include "lw-part.h"
#include "lw-plane-map.h"
#include "mbd-force-class.h"
#include "testing-edits.h"

#define RUN_DURATION 0.25
#define RUN_TOLERANCE 1e-7

// ---- joining --------------------------------------------------------------------------------

static void
test_join_and_split (void)
{
  g_autoptr (LwMechanism) old = testing_parse (testing_two_links);
  const LwElementRef bodies[] = { { LW_SELECTION_BODY, 1 }, { LW_SELECTION_BODY, 2 } };
  const LwElementRef tracers[] = { { LW_SELECTION_TRACER, 2 }, { LW_SELECTION_TRACER, 1 } };
  GError *error = NULL;
  g_autoptr (GArray) made = NULL;
  g_autoptr (LwMechanism) joined = lw_join_elements (old, bodies, 2, &made, &error);
  g_autoptr (LwMechanism) split = NULL;
  g_autoptr (LwMechanism) brought = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (made->len, ==, 1);
  g_assert_cmpint (lw_mechanism_get_coupling (joined, 0)->def.locked, ==, MBD_LOOP_PIN);
  testing_assert_near (lw_mechanism_get_coupling (joined, 0)->def.frame_a.point[0], 1, 0);
  testing_assert_refused (lw_join_elements (joined, bodies, 2, NULL, &error), &error);
  split = lw_join_split (joined, bodies, 2, &error);
  g_assert_no_error (error);
  g_assert_true (lw_mechanism_equal (split, old));
  testing_assert_refused (lw_join_split (split, bodies, 2, &error), &error);
  // The first point moves to the second, together with its body.
  brought = lw_join_elements (old, tracers, 2, NULL, &error);
  g_assert_no_error (error);
  testing_assert_near (lw_mechanism_find_body (brought, 3)->def.position[0], 3, 1e-12);
  testing_assert_near (lw_mechanism_find_body (brought, 3)->def.position[1], 0, 1e-12);
  g_assert_cmpuint (lw_mechanism_get_n_couplings (brought), ==, 1);
  testing_assert_refused (
    lw_join_elements (old, (LwElementRef[]){ tracers[0], tracers[0] }, 2, NULL, &error), &error);
}

static void
test_connected (void)
{
  g_autoptr (LwMechanism) old = testing_load_example ("crank-rocker-motor.json");
  g_autoptr (GArray) all = lw_part_all (old);
  const LwPlaneMap map = lw_plane_map_shift (3, 0);
  g_autoptr (LwMechanism) both =
    lw_part_duplicate (old, testing_refs (all), all->len, &map, NULL, NULL);
  const LwElementRef first = { LW_SELECTION_BODY, lw_mechanism_get_body (old, 0)->element.id };
  g_autoptr (GArray) connected = lw_part_connected (both, &first, 1);

  // The ground does not connect bodies: the copy is not included.
  g_assert_cmpuint (connected->len, ==, all->len);
  for (guint i = 0; i < all->len; i++)
    g_assert_true (
      lw_element_refs_contain (testing_refs (all), all->len, testing_refs (connected)[i]));
}

// ---- merging and cutting --------------------------------------------------------------------

/// Two bars welded at an angle move like the body merged from them.
static void
test_merge (void)
{
  g_autoptr (LwMechanism) old = testing_parse (
    "{\"linkwright\": 1, \"bodies\": ["
    "{\"id\": 1, \"name\": \"a\", \"mass\": 2, \"inertia\": 0.3, \"centre_of_mass\": [0.4, 0.1], "
    "\"angle\": 0.3, \"shape\": {\"kind\": \"link\", \"points\": [[0, 0], [1, 0]]}},"
    "{\"id\": 2, \"name\": \"b\", \"mass\": 3, \"inertia\": 0.5, \"position\": "
    "[0.955336489125606, 0.29552020666133955], \"angle\": 1.2, \"shape\": {\"kind\": \"link\", "
    "\"points\": [[0, 0], [2, 0]]}}],"
    "\"couplings\": ["
    "{\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, "
    "0]]},"
    "{\"id\": 2, \"name\": \"W\", \"kind\": \"weld\", \"bodies\": [1, 2], "
    "\"at\": [0.955336489125606, 0.29552020666133955]}],"
    "\"forces\": [{\"id\": 1, \"name\": \"F\", \"kind\": \"force\", \"body\": 2, \"point\": [2, "
    "0], "
    "\"force\": [3, 1]}],"
    "\"tracers\": [{\"id\": 1, \"name\": \"T\", \"body\": 2, \"point\": [2, 0]}]}");
  const LwElementRef bodies[] = { { LW_SELECTION_BODY, 1 }, { LW_SELECTION_BODY, 2 } };
  GError *error = NULL;
  g_autoptr (LwMechanism) next = lw_merge_bodies (old, bodies, 2, NULL, &error);
  const LwTracer *old_tracer = lw_mechanism_get_tracer (old, 0);
  const LwTracer *tracer;
  LwRun *first;
  LwRun *second;
  double expected[3];
  double is[3];

  g_assert_no_error (error);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (next), ==, 1);
  g_assert_cmpuint (lw_mechanism_get_n_couplings (next), ==, 1);
  g_assert_cmpuint (lw_mechanism_get_body (next, 0)->shape.points->len, ==, 3);
  g_assert_cmpfloat (lw_mechanism_get_body (next, 0)->def.mass, ==, 5);
  tracer = lw_mechanism_get_tracer (next, 0);
  first = testing_run_of (old, 0.5);
  second = testing_run_of (next, 0.5);
  mbd_state_body_point (lw_run_state (first), 2, old_tracer->point, expected, NULL, NULL);
  mbd_state_body_point (lw_run_state (second), 1, tracer->point, is, NULL, NULL);
  for (int d = 0; d < 2; d++)
    testing_assert_near (is[d], expected[d], RUN_TOLERANCE);
  lw_run_free (first);
  lw_run_free (second);
  testing_assert_refused (lw_merge_bodies (old, bodies, 1, NULL, &error), &error);
}

/// Two balls in space, turned relative to each other: closed form of the inertia tensor.
static void
test_merge_in_space (void)
{
  g_autoptr (LwMechanism) old =
    testing_parse ("{\"linkwright\": 1, \"bodies\": ["
                   "{\"id\": 1, \"mobility\": \"spatial\", \"mass\": 1, \"inertia\": [1, 2, 2.5]},"
                   "{\"id\": 2, \"mobility\": \"spatial\", \"mass\": 1, \"inertia\": [1, 2, 2.5], "
                   "\"position\": [2, 0, 0], \"quaternion\": [0.7071067811865476, 0, 0, "
                   "0.7071067811865476]}]}");
  const LwElementRef bodies[] = { { LW_SELECTION_BODY, 1 }, { LW_SELECTION_BODY, 2 } };
  GError *error = NULL;
  g_autoptr (LwMechanism) next = lw_merge_bodies (old, bodies, 2, NULL, &error);
  const MbdBodyDef *def;

  g_assert_no_error (error);
  def = &lw_mechanism_get_body (next, 0)->def;
  // A quarter turn about z swaps x and y; each ball is 1 m from the middle, along x.
  testing_assert_near (def->centre_of_mass[0], 1, 1e-12);
  testing_assert_near (def->inertia[0], 3, 1e-12);
  testing_assert_near (def->inertia[1], 3 + 2, 1e-12);
  testing_assert_near (def->inertia[2], 5 + 2, 1e-12);
  testing_assert_near (def->inertia[3], 0, 1e-12);
}

static void
test_cut (void)
{
  g_autoptr (LwMechanism) old = testing_parse (testing_two_links);
  GError *error = NULL;
  LwElementRef made;
  g_autoptr (LwMechanism) next = lw_cut_body (old, 2, 1.5, 0.2, &made, &error);
  const LwBody *near;
  const LwBody *far;

  g_assert_no_error (error);
  near = lw_mechanism_find_body (next, 2);
  far = lw_mechanism_find_body (next, made.id);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (next), ==, 4);
  testing_assert_near (((double *) (void *) near->shape.points->data)[3], 0.5, 1e-12);
  testing_assert_near (far->def.position[0], 1.5, 1e-12);
  testing_assert_near (((double *) (void *) far->shape.points->data)[3], 1.5, 1e-12);
  // The tracer at the end moves to the far half.
  g_assert_cmpint (lw_mechanism_get_tracer (next, 0)->body, ==, made.id);
  testing_assert_near (lw_mechanism_get_tracer (next, 0)->point[0], 1.5, 1e-12);
  testing_assert_near (near->def.mass + far->def.mass, lw_mechanism_find_body (old, 2)->def.mass,
                       1e-12);
  testing_assert_refused (lw_cut_body (old, 2, 0.5, 0, NULL, &error), &error);
  testing_assert_refused (lw_cut_body (old, 99, 0.5, 0, NULL, &error), &error);
}

/// A box and a disc become outlines with the areas of the cut-off pieces.
static void
test_cut_outlines (void)
{
  g_autoptr (LwMechanism) old = testing_parse (testing_loose);
  GError *error = NULL;
  g_autoptr (LwMechanism) box = lw_cut_body (old, 4, 5.5, -4, NULL, &error);
  g_autoptr (LwMechanism) disc = lw_cut_body (old, 3, 9, 5, NULL, &error);
  const LwBody *halves[2];

  g_assert_no_error (error);
  halves[0] = lw_mechanism_find_body (box, 4);
  halves[1] = lw_mechanism_get_body (box, lw_mechanism_get_n_bodies (box) - 1);
  // 1.5 and 0.5 of 2.
  testing_assert_near (halves[0]->def.mass, 0.75, 1e-12);
  testing_assert_near (halves[1]->def.mass, 0.25, 1e-12);
  g_assert_cmpint (halves[0]->shape.kind, ==, LW_SHAPE_POLYGON);
  halves[0] = lw_mechanism_find_body (disc, 3);
  halves[1] = lw_mechanism_get_body (disc, lw_mechanism_get_n_bodies (disc) - 1);
  testing_assert_near (halves[0]->def.mass, halves[1]->def.mass, 1e-12);
  testing_assert_compiles (disc);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edits-bodies/join-and-split", test_join_and_split);
  g_test_add_func ("/edits-bodies/connected", test_connected);
  g_test_add_func ("/edits-bodies/merge", test_merge);
  g_test_add_func ("/edits-bodies/merge-in-space", test_merge_in_space);
  g_test_add_func ("/edits-bodies/cut", test_cut);
  g_test_add_func ("/edits-bodies/cut-outlines", test_cut_outlines);
  return g_test_run ();
}
