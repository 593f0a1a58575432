// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of parts of a drawing: moving, turning, mirroring, scaling, copying, and arranging. Where
// possible they are checked by motion: a turned or mirrored mechanism moves like the old one,
// turned or mirrored.

#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "lw-arrange.h"
#include "lw-array.h"
#include "lw-evaluation.h"
#include "lw-context.h"
#include "lw-geometry.h"
#include "lw-marks.h"
#include "lw-move.h"
#include "lw-part.h"
#include "lw-reorder.h"
#include "lw-run.h"
#include "lw-text.h"
#include "mbd-force-class.h"
#include "testing-edits.h"

/// An explicit method computes the motion of either mechanism to about 1e-9 of its size over this
/// time.
#define RUN_DURATION 0.25
#define RUN_TOLERANCE 1e-7

// ---- motion ---------------------------------------------------------------------------------

/// Checks that two points of each body, in the plane, move as the map specifies.
static void
assert_moves_alike (const LwMechanism *old, const LwMechanism *next, const LwPlaneMap *map)
{
  LwRun *first = testing_run_of (old, RUN_DURATION);
  LwRun *second = testing_run_of (next, RUN_DURATION);

  g_assert_cmpuint (lw_mechanism_get_n_bodies (old), ==, lw_mechanism_get_n_bodies (next));
  for (guint i = 0; i < lw_mechanism_get_n_bodies (old); i++)
    for (int k = 0; k < 2; k++) {
      double local[3] = { k, 0.5 * k, 0 };
      double expected[3];
      double is[3];

      // Body 0 of a model is the ground.
      mbd_state_body_point (lw_run_state (first), (int) i + 1, local, expected, NULL, NULL);
      lw_plane_map_local (map, local);
      mbd_state_body_point (lw_run_state (second), (int) i + 1, local, is, NULL, NULL);
      lw_plane_map_point (map, expected);
      for (int d = 0; d < 2; d++)
        testing_assert_near (is[d], expected[d], RUN_TOLERANCE);
    }
  lw_run_free (first);
  lw_run_free (second);
}

/// Maps all elements, and gravity with them.
static LwMechanism *
map_all (const LwMechanism *old, const LwPlaneMap *map)
{
  g_autoptr (GArray) all = lw_part_all (old);
  GError *error = NULL;
  g_autoptr (LwMechanism) moved = lw_move_by_map (old, testing_refs (all), all->len, map, &error);
  LwPlaneMap linear = *map;
  double gravity[3];

  g_assert_no_error (error);
  memcpy (gravity, lw_mechanism_get_gravity (old), sizeof gravity);
  linear.offset[0] = linear.offset[1] = 0;
  lw_plane_map_point (&linear, gravity);
  return lw_mechanism_with_gravity (moved, gravity);
}

static void
test_motion (void)
{
  static const char *const names[] = {
    "four-bar.json",        "crank-rocker-motor.json", "slider-crank.json",
    "scotch-yoke.json",     "gears-rack.json",         "andrews.json",
    "double-pendulum.json", "four-bar-bushing.json",   "rope.json",
    "chebyshev.json"
  };
  const LwPlaneMap maps[] = {
    lw_plane_map_shift (0.3, -0.2),      lw_plane_map_turn (0.1, 0.2, 0.7),
    lw_plane_map_turn (0, 0, G_PI / 2),  lw_plane_map_mirror (0.2, 0, G_PI / 2),
    lw_plane_map_mirror (0.2, 0.1, 0.3),
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (LwMechanism) old = testing_load_example (names[i]);

    for (guint k = 0; k < G_N_ELEMENTS (maps); k++) {
      g_autoptr (LwMechanism) next = map_all (old, &maps[k]);

      g_test_message ("%s, map %u", names[i], k);
      assert_moves_alike (old, next, &maps[k]);
    }
  }
}

/// The motion of driven mechanisms does not depend on their size: one of twice the size moves twice as far.
static void
test_scale (void)
{
  static const char *const names[] = { "scotch-yoke.json", "gears-rack.json",
                                       "crank-rocker-motor.json" };
  const LwPlaneMap map = lw_plane_map_scale (0.1, -0.3, 2);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (LwMechanism) old = testing_load_example (names[i]);
    g_autoptr (LwMechanism) weightless = lw_mechanism_with_gravity (old, (double[3]){ 0, 0, 0 });
    g_autoptr (LwMechanism) next = map_all (weightless, &map);

    g_test_message ("%s", names[i]);
    testing_assert_compiles (next);
    if (i == 2)
      continue;
    assert_moves_alike (weightless, next, &map);
  }
}

/// Mirroring twice, or turning there and back, leaves only round-off.
static void
test_back (void)
{
  const LwPlaneMap there[] = { lw_plane_map_mirror (0, 0, G_PI / 2), lw_plane_map_turn (0, 0, 0.5),
                               lw_plane_map_scale (0, 0, 3) };
  const LwPlaneMap back[] = { lw_plane_map_mirror (0, 0, G_PI / 2), lw_plane_map_turn (0, 0, -0.5),
                              lw_plane_map_scale (0, 0, 1.0 / 3) };

  for (guint i = 0; i < G_N_ELEMENTS (there); i++) {
    g_autoptr (LwMechanism) old = testing_load_example ("gears-rack.json");
    g_autoptr (LwMechanism) once = map_all (old, &there[i]);
    g_autoptr (LwMechanism) twice = map_all (once, &back[i]);

    for (guint k = 0; k < lw_mechanism_get_n_bodies (old); k++) {
      const MbdBodyDef *a = &lw_mechanism_get_body (old, k)->def;
      const MbdBodyDef *b = &lw_mechanism_get_body (twice, k)->def;

      testing_assert_near (b->position[0], a->position[0], 1e-12);
      testing_assert_near (b->position[1], a->position[1], 1e-12);
      testing_assert_near (b->angle, a->angle, 1e-12);
      testing_assert_near (b->inertia[2], a->inertia[2], 1e-12 * a->inertia[2]);
    }
    for (guint k = 0; k < lw_mechanism_get_n_couplings (old); k++) {
      const LwCoupling *a = lw_mechanism_get_coupling (old, k);
      const LwCoupling *b = lw_mechanism_get_coupling (twice, k);

      testing_assert_near (b->def.ratio, a->def.ratio, 1e-12);
      testing_assert_near (b->radius[0], a->radius[0], 1e-12);
      g_assert_true (lw_function_equal (a->function, b->function) || i == 2);
    }
  }
}

/// Loads that follow functions along x and y can only be turned by quarter turns.
static void
test_turned_load (void)
{
  g_autoptr (LwMechanism) old = testing_parse (
    "{\"linkwright\": 1, \"bodies\": [{\"id\": 1}], \"forces\": [{\"id\": 1, \"name\": "
    "\"Push\", \"kind\": \"force\", \"body\": 1, \"force\": [\"2*t\", 3]}]}");
  const LwElementRef both[] = { { LW_SELECTION_BODY, 1 }, { LW_SELECTION_FORCE, 1 } };
  const LwPlaneMap quarter = lw_plane_map_turn (0, 0, G_PI / 2);
  const LwPlaneMap some = lw_plane_map_turn (0, 0, 0.3);
  GError *error = NULL;
  g_autoptr (LwMechanism) next = lw_move_by_map (old, both, 2, &quarter, &error);
  const LwForce *force;

  g_assert_no_error (error);
  force = lw_mechanism_get_force (next, 0);
  g_assert_null (force->functions[0]);
  g_assert_cmpfloat (force->def.force[0], ==, -3);
  g_assert_cmpstr (force->functions[1]->expression, ==, "2*t");
  testing_assert_refused (lw_move_by_map (old, both, 2, &some, &error), &error);
}

// ---- clipboard ------------------------------------------------------------------------------

static void
test_copy (void)
{
  g_autoptr (LwMechanism) old = testing_load_example ("crank-rocker-motor.json");
  g_autoptr (GArray) all = lw_part_all (old);
  g_autofree char *text = lw_part_write (old, testing_refs (all), all->len, NULL);
  g_autoptr (LwMechanism) part = lw_part_read (text, strlen (text), NULL);
  const LwPlaneMap map = lw_plane_map_shift (1, 0);
  g_autoptr (LwMechanism) empty = lw_mechanism_new ();
  g_autoptr (GArray) made = NULL;
  g_autoptr (LwMechanism) once = lw_part_insert (empty, part, &map, NULL, NULL);
  g_autoptr (LwMechanism) twice = lw_part_insert (old, part, &map, &made, NULL);

  g_assert_cmpuint (lw_mechanism_get_n_bodies (once), ==, lw_mechanism_get_n_bodies (old));
  g_assert_cmpuint (lw_mechanism_get_n_couplings (once), ==, lw_mechanism_get_n_couplings (old));
  for (guint i = 0; i < lw_mechanism_get_n_bodies (old); i++)
    g_assert_cmpstr (lw_mechanism_get_body (once, i)->element.name, ==,
                     lw_mechanism_get_body (old, i)->element.name);
  g_assert_cmpuint (made->len, ==, all->len);
  g_assert_cmpuint (lw_mechanism_get_n_couplings (twice), ==,
                    2 * lw_mechanism_get_n_couplings (old));
  // Names differ; otherwise the text could not be read again.
  {
    g_autofree char *again = lw_text_write (twice);
    g_autoptr (LwMechanism) read = testing_parse (again);

    g_assert_true (lw_mechanism_equal (read, twice));
  }
  testing_assert_compiles (twice);
}

/// Elements on bodies that are not selected are omitted, or attached to the ground if they are
/// selected.
static void
test_copy_part (void)
{
  g_autoptr (LwMechanism) old = testing_load_example ("four-bar-torque.json");
  const LwElementRef crank = testing_body_ref (old, "Crank");
  const LwElementRef with_pin[] = { crank, { LW_SELECTION_COUPLING, 2 } };
  g_autoptr (LwMechanism) alone = lw_part_extract (old, &crank, 1, NULL);
  g_autoptr (LwMechanism) tied = lw_part_extract (old, with_pin, 2, NULL);
  const LwElementRef pin = { LW_SELECTION_COUPLING, 2 };
  const LwCoupling *coupling;
  double at[2];
  GError *error = NULL;

  g_assert_cmpuint (lw_mechanism_get_n_bodies (alone), ==, 1);
  // The pin to the ground, and the torque.
  g_assert_cmpuint (lw_mechanism_get_n_couplings (alone), ==, 1);
  g_assert_cmpuint (lw_mechanism_get_n_forces (alone), ==, 1);
  g_assert_cmpuint (lw_mechanism_get_n_couplings (tied), ==, 2);
  coupling = lw_mechanism_get_coupling (tied, 1);
  g_assert_cmpint (coupling->def.body_b, ==, MBD_GROUND);
  lw_geometry_joint_point (old, lw_mechanism_find_coupling (old, 2), at);
  testing_assert_near (coupling->def.frame_b.point[0], at[0], 1e-12);
  testing_assert_near (coupling->def.frame_b.point[1], at[1], 1e-12);
  testing_assert_refused (lw_part_extract (old, &pin, 1, &error), &error);
}

static void
test_foreign_text (void)
{
  static const char *const texts[] = {
    "",
    "Lorem ipsum",
    "{}",
    "{\"linkwright\": 1}",
    "{\"linkwright\": 99, \"bodies\": []}",
    "[1, 2, 3]",
    "{\"linkwright\": 1, \"bodies\": [{\"id\": 1}, {\"id\": 1}]}",
    "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
    "\xff\xfe\x00\x01",
  };
  g_autoptr (LwMechanism) old = testing_load_example ("four-bar.json");
  g_autoptr (GArray) all = lw_part_all (old);
  g_autofree char *text = lw_part_write (old, testing_refs (all), all->len, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (5));

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    GError *error = NULL;

    g_assert_null (lw_part_read (texts[i], strlen (texts[i]), &error));
    g_assert_nonnull (error);
    g_assert_true (g_str_has_suffix (error->message, "."));
    g_assert_null (strchr (error->message, '\n'));
    g_error_free (error);
  }
  // Damaged at any position, the text is refused or still gives a part.
  for (gsize i = 0; i < strlen (text); i += 7) {
    g_autofree char *broken = g_strdup (text);
    g_autoptr (LwMechanism) cut = lw_part_read (text, i, NULL);
    g_autoptr (LwMechanism) changed = NULL;

    broken[i] = (char) g_rand_int_range (random, 1, 256);
    changed = lw_part_read (broken, strlen (broken), NULL);
    g_assert_null (cut);
  }
}

/// Data outside the elements stay: parameters, formulas, units, plots.
static void
test_rest_stays (void)
{
  g_autoptr (LwMechanism) old = testing_load_example ("four-bar.json");
  const LwElementRef owner = testing_body_ref (old, "Crank");
  g_autoptr (LwMechanism) with =
    lw_mechanism_with_parameter (old, lw_parameter_new ("a", 0.5, "a mass"));
  g_autoptr (LwMechanism) bound =
    lw_mechanism_with_binding (with, lw_binding_new (owner, "mass", "kg", "a * 1 kg"));
  const LwElementRef tracer = { LW_SELECTION_TRACER, 1 };
  g_autoptr (LwMechanism) less = lw_part_remove (bound, &tracer, 1);
  g_autoptr (LwMechanism) moved = lw_reorder_element (bound, owner, 1);
  g_autoptr (LwMechanism) part = lw_part_extract (bound, &owner, 1, NULL);

  g_assert_cmpuint (lw_mechanism_get_n_bindings (bound), ==, 1);
  g_assert_cmpuint (lw_mechanism_get_n_bindings (less), ==, 1);
  g_assert_cmpuint (lw_mechanism_get_n_bindings (moved), ==, 1);
  g_assert_cmpuint (lw_mechanism_get_n_plots (less), ==, lw_mechanism_get_n_plots (old));
  g_assert_cmpuint (lw_mechanism_get_n_plots (moved), ==, lw_mechanism_get_n_plots (old));
  g_assert_nonnull (lw_mechanism_find_parameter (less, "a"));
  g_assert_cmpint (lw_mechanism_get_body (moved, 1)->element.id, ==, owner.id);
  // A copy follows the parameter, which is copied too; if a parameter of that name has another
  // value, the number is kept.
  g_assert_cmpuint (lw_mechanism_get_n_bindings (part), ==, 1);
  g_assert_nonnull (lw_mechanism_find_parameter (part, "a"));
  {
    const LwPlaneMap map = lw_plane_map_shift (1, 0);
    g_autoptr (LwMechanism) valued = lw_mechanism_evaluate (bound, NULL);
    g_autoptr (LwMechanism) copied = lw_part_extract (valued, &owner, 1, NULL);
    g_autoptr (LwMechanism) other =
      lw_mechanism_with_parameter (old, lw_parameter_new ("a", 0.7, "another mass"));
    const LwMechanism *const into[] = { valued, old, other };

    for (guint i = 0; i < G_N_ELEMENTS (into); i++) {
      g_autoptr (GArray) made = NULL;
      g_autoptr (LwMechanism) next = lw_part_insert (into[i], copied, &map, &made, NULL);
      g_autoptr (LwMechanism) settled = lw_mechanism_settle_bindings (next);
      const LwElementRef copy = g_array_index (made, LwElementRef, 0);

      g_assert_true ((lw_mechanism_find_binding (settled, copy, "mass") != NULL) == (i < 2));
      testing_assert_near (lw_mechanism_find_body (settled, copy.id)->def.mass, 0.5, 1e-15);
    }
  }
}

static void
test_array (void)
{
  g_autoptr (LwMechanism) old = testing_load_example ("four-bar.json");
  g_autoptr (GArray) all = lw_part_all (old);
  g_autoptr (GArray) made = NULL;
  GError *error = NULL;
  g_autoptr (LwMechanism) line =
    lw_array_line (old, testing_refs (all), all->len, 4, 0.5, 0.25, &made, &error);
  g_autoptr (LwMechanism) circle =
    lw_array_circle (old, testing_refs (all), all->len, 6, 1, 2, 2 * G_PI, NULL, &error);
  const guint n = lw_mechanism_get_n_bodies (old);

  g_assert_no_error (error);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (line), ==, 4 * n);
  g_assert_cmpuint (made->len, ==, 3 * all->len);
  for (guint i = 0; i < 4 * n; i++) {
    const MbdBodyDef *is = &lw_mechanism_get_body (line, i)->def;
    const MbdBodyDef *was = &lw_mechanism_get_body (old, i % n)->def;

    testing_assert_near (is->position[0], was->position[0] + 0.5 * (i / n), 1e-12);
    testing_assert_near (is->position[1], was->position[1] + 0.25 * (i / n), 1e-12);
  }
  g_assert_cmpuint (lw_mechanism_get_n_bodies (circle), ==, 6 * n);
  for (guint i = 0; i < 6 * n; i++) {
    const double *is = lw_mechanism_get_body (circle, i)->def.position;
    const double *was = lw_mechanism_get_body (old, i % n)->def.position;
    const double angle = 2 * G_PI / 6 * (i / n);

    testing_assert_near (is[0], 1 + cos (angle) * (was[0] - 1) - sin (angle) * (was[1] - 2), 1e-12);
    testing_assert_near (is[1], 2 + sin (angle) * (was[0] - 1) + cos (angle) * (was[1] - 2), 1e-12);
  }
  testing_assert_compiles (circle);
  testing_assert_refused (lw_array_line (old, testing_refs (all), all->len, 1, 1, 1, NULL, &error),
                          &error);
  testing_assert_refused (lw_array_line (old, testing_refs (all), all->len, 3, 0, 0, NULL, &error),
                          &error);
  testing_assert_refused (
    lw_array_circle (old, testing_refs (all), all->len, 3, 0, 0, 0, NULL, &error), &error);
}

// ---- arranging ------------------------------------------------------------------------------

static void
get_box (const LwMechanism *mechanism, const char *name, double box[4])
{
  const LwElementRef ref = testing_body_ref (mechanism, name);

  g_assert_true (lw_part_get_box (mechanism, &ref, 1, box));
}

static void
test_align (void)
{
  static const struct
  {
    LwAlignment alignment;
    int edge; ///< edge of the box; 4: middle in x, 5: in y
    double at;
  } cases[] = {
    { LW_ALIGN_LEFT, 0, 2.5 },    { LW_ALIGN_RIGHT, 2, 11 }, { LW_ALIGN_CENTRE, 4, 6.75 },
    { LW_ALIGN_BOTTOM, 1, -4.5 }, { LW_ALIGN_TOP, 3, 7 },    { LW_ALIGN_MIDDLE, 5, 1.25 },
  };
  static const char *const names[] = { "b", "c", "d" };
  g_autoptr (LwMechanism) old = testing_parse (testing_loose);
  LwElementRef refs[3];
  GError *error = NULL;

  for (int i = 0; i < 3; i++)
    refs[i] = testing_body_ref (old, names[i]);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LwMechanism) next = lw_arrange_align (old, refs, 3, cases[i].alignment, &error);

    g_assert_no_error (error);
    for (int k = 0; k < 3; k++) {
      double box[6];

      get_box (next, names[k], box);
      box[4] = 0.5 * (box[0] + box[2]);
      box[5] = 0.5 * (box[1] + box[3]);
      testing_assert_near (box[cases[i].edge], cases[i].at, 1e-12);
    }
  }
  testing_assert_refused (lw_arrange_align (old, refs, 1, LW_ALIGN_LEFT, &error), &error);
}

static void
test_distribute (void)
{
  static const char *const names[] = { "a", "b", "d", "c" };
  g_autoptr (LwMechanism) old = testing_parse (testing_loose);
  g_autoptr (LwMechanism) apart = lw_mechanism_remove_coupling (old, 1);
  LwElementRef refs[4];
  GError *error = NULL;
  g_autoptr (LwMechanism) next = NULL;
  double boxes[4][4];

  for (int i = 0; i < 4; i++)
    refs[i] = testing_body_ref (apart, names[i]);
  next = lw_arrange_distribute (apart, refs, 4, false, &error);
  g_assert_no_error (error);
  for (int i = 0; i < 4; i++)
    get_box (next, names[i], boxes[i]);
  // From -1 to 11, of which 2, 1, 2 and 4 are occupied: three gaps share 3.
  for (int i = 0; i < 3; i++)
    testing_assert_near (boxes[i + 1][0] - boxes[i][2], 1, 1e-12);
  testing_assert_near (boxes[0][0], -1, 1e-12);
  testing_assert_near (boxes[3][2], 11, 1e-12);
  // Two joined bodies count as one.
  testing_assert_refused (lw_arrange_distribute (old, refs, 2, true, &error), &error);
}

/// Aligning a joint moves its links; all joints stay closed.
static void
test_align_joints (void)
{
  g_autoptr (LwMechanism) old = testing_load_example ("four-bar.json");
  const LwElementRef pins[] = { { LW_SELECTION_COUPLING, 2 }, { LW_SELECTION_COUPLING, 3 } };
  GError *error = NULL;
  g_autoptr (LwMechanism) next = lw_arrange_align (old, pins, 2, LW_ALIGN_TOP, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (next); i++) {
    const MbdCouplingDef *def = &lw_mechanism_get_coupling (next, i)->def;
    double a[2];
    double b[2];

    lw_geometry_to_world (lw_mechanism_find_body (next, def->body_a), def->frame_a.point, a);
    lw_geometry_to_world (lw_mechanism_find_body (next, def->body_b), def->frame_b.point, b);
    testing_assert_near (hypot (a[0] - b[0], a[1] - b[1]), 0, 1e-12);
    if (i == 1 || i == 2)
      testing_assert_near (a[1], 2 * 0.2449489742783178, 1e-9);
  }
}

// ---- most important number ------------------------------------------------------------------

/// For a drive it is its value.
static void
test_context_drive (void)
{
  g_autoptr (LwMechanism) old =
    testing_parse ("{\"linkwright\":1,\"bodies\":[{\"id\":1}],\"couplings\":["
                   "{\"id\":1,\"kind\":\"pin\",\"bodies\":[0,1],\"at\":[0,0]},"
                   "{\"id\":2,\"kind\":\"motor\",\"joint\":1,\"function\":2},"
                   "{\"id\":3,\"kind\":\"motor\",\"joint\":1,\"function\":\"2 * t\"}]}");
  const LwElementRef motors[] = { { LW_SELECTION_COUPLING, 2 }, { LW_SELECTION_COUPLING, 3 } };
  GError *error = NULL;
  double values[2];

  g_assert_cmpint (lw_context_find (old, &motors[0], 1, values), ==, LW_CONTEXT_DRIVE_ANGLE_RATE);
  g_assert_cmpfloat (values[0], ==, 2);
  {
    g_autoptr (LwMechanism) next = lw_context_set (old, motors, 1, (double[]){ -3, 0 }, &error);

    g_assert_no_error (error);
    lw_context_find (next, motors, 1, values);
    g_assert_cmpfloat (values[0], ==, -3);
  }
  testing_assert_refused (lw_context_set (old, motors, 1, (double[]){ INFINITY, 0 }, &error),
                          &error);
  g_assert_cmpint (lw_context_find (old, &motors[1], 1, values), ==, LW_CONTEXT_NONE);
  g_assert_cmpint (lw_context_find (old, motors, 2, values), ==, LW_CONTEXT_NONE);
}

static void
test_context (void)
{
  g_autoptr (LwMechanism) old = testing_parse (testing_two_links);
  const LwElementRef link = { LW_SELECTION_BODY, 2 };
  const LwElementRef points[] = { { LW_SELECTION_TRACER, 1 }, { LW_SELECTION_TRACER, 2 } };
  GError *error = NULL;
  double values[2];
  double factor;

  g_assert_cmpint (lw_context_find (old, &link, 1, values), ==, LW_CONTEXT_LENGTH);
  testing_assert_near (values[0], 2, 1e-12);
  {
    g_autoptr (LwMechanism) next = lw_context_set (old, &link, 1, (double[]){ 5, 0 }, &error);

    g_assert_no_error (error);
    lw_context_find (next, &link, 1, values);
    testing_assert_near (values[0], 5, 1e-12);
  }
  g_assert_cmpint (lw_context_find (old, points, 1, values), ==, LW_CONTEXT_PLACE);
  testing_assert_near (values[0], 3, 1e-12);
  g_assert_cmpint (lw_context_find (old, points, 2, values), ==, LW_CONTEXT_LENGTH);
  testing_assert_near (values[0], hypot (2, 5), 1e-12);
  testing_assert_refused (lw_context_set (old, points, 2, (double[]){ -1, 0 }, &error), &error);
  testing_assert_refused (lw_context_set (old, points, 1, (double[]){ NAN, 0 }, &error), &error);
  g_assert_true (lw_context_parse_factor ("120 %", &factor, &error));
  testing_assert_near (factor, 1.2, 1e-15);
  g_assert_true (lw_context_parse_factor (" 1:2", &factor, &error));
  testing_assert_near (factor, 0.5, 0);
  g_assert_true (lw_context_parse_factor ("2,5:1", &factor, &error));
  testing_assert_near (factor, 2.5, 0);
  g_assert_no_error (error);
  g_assert_false (lw_context_parse_factor ("3 mm", &factor, &error));
  g_assert_false (lw_context_parse_factor ("", &factor, &error));
  g_assert_false (lw_context_parse_factor ("1:2:3", &factor, &error));
  g_assert_no_error (error);
  g_assert_true (lw_context_parse_factor ("0 %", &factor, &error));
  testing_assert_sentence (error);
  g_clear_error (&error);
  g_assert_true (lw_context_parse_factor ("1:0", &factor, &error));
  testing_assert_sentence (error);
  g_clear_error (&error);
}

static void
test_context_angle (void)
{
  g_autoptr (LwMechanism) old = testing_load_example ("four-bar.json");
  const LwElementRef pins[] = { { LW_SELECTION_COUPLING, 1 },
                                { LW_SELECTION_COUPLING, 2 },
                                { LW_SELECTION_COUPLING, 3 } };
  double values[2];
  GError *error = NULL;
  g_autoptr (LwMechanism) next = NULL;

  g_assert_cmpint (lw_context_find (old, pins, 3, values), ==, LW_CONTEXT_ANGLE);
  next = lw_context_set (old, pins, 3, (double[]){ -2, 0 }, &error);
  g_assert_no_error (error);
  lw_context_find (next, pins, 3, values);
  testing_assert_near (values[0], -2, 1e-12);
}

/// Hiding and locking affect only the canvas: the motion is the same, and the marks are removed
/// with their element.
static void
test_marks (void)
{
  g_autoptr (LwMechanism) old = testing_load_example ("four-bar.json");
  const LwElementRef refs[] = { { LW_SELECTION_COUPLING, 2 }, { LW_SELECTION_BODY, 2 } };
  g_autoptr (LwMechanism) marked = lw_marks_change (old, refs, 2, LW_MARK_ALL, 0);
  g_autoptr (LwMechanism) shown = lw_marks_show_all (marked);
  g_autoptr (LwMechanism) bare = lw_marks_change (shown, refs, 2, 0, LW_MARK_LOCKED);
  g_autoptr (LwMechanism) less = lw_mechanism_remove_body (marked, 2);
  g_autoptr (LwMechanism) settled = lw_marks_settle (less);
  g_autofree char *text = lw_text_write (marked);
  g_autoptr (LwMechanism) again = testing_parse (text);
  g_autofree char *print = lw_mechanism_dup_fingerprint (old);
  g_autofree char *marked_print = lw_mechanism_dup_fingerprint (marked);

  g_assert_true (lw_mechanism_is_marked (marked, refs[0], LW_MARK_HIDDEN));
  g_assert_true (lw_mechanism_is_marked (marked, refs[1], LW_MARK_LOCKED));
  g_assert_cmpuint (lw_mechanism_get_mark (marked, (LwElementRef){ LW_SELECTION_BODY, 1 }), ==, 0);
  g_assert_false (lw_mechanism_equal (old, marked));
  g_assert_cmpstr (print, ==, marked_print);
  g_assert_true (lw_mechanism_equal (marked, again));
  g_assert_cmpuint (lw_mechanism_get_mark (shown, refs[0]), ==, LW_MARK_LOCKED);
  g_assert_true (lw_mechanism_equal (old, bare));
  // The pin is removed with the body.
  g_assert_cmpuint (lw_mechanism_get_marks (settled)->len, ==, 0);
}

static void
test_locked (void)
{
  g_autoptr (LwMechanism) old = testing_load_example ("four-bar.json");
  const LwElementRef crank = { LW_SELECTION_BODY, 1 };
  const LwElementRef coupler = { LW_SELECTION_BODY, 2 };
  g_autoptr (LwMechanism) locked = lw_marks_change (old, &crank, 1, LW_MARK_LOCKED, 0);
  g_autoptr (LwMechanism) crank_moved = lw_move_elements (locked, &crank, 1, 0.1, 0);
  g_autoptr (LwMechanism) coupler_moved = lw_move_elements (locked, &coupler, 1, 0.1, 0);
  g_autoptr (LwMechanism) removed = lw_mechanism_remove_body (locked, 1);
  g_autoptr (LwMechanism) other_removed = lw_mechanism_remove_tracer (locked, 1);
  g_autoptr (LwMechanism) titled = lw_mechanism_with_title (locked, "Other");
  g_autoptr (GError) error = NULL;

  g_assert_false (lw_marks_allow (locked, crank_moved, &error));
  testing_assert_sentence (error);
  g_assert_nonnull (strstr (error->message, "Crank"));
  g_assert_false (lw_marks_allow (locked, removed, NULL));
  // The coupler moves the pin between both, and the crank takes its shape from the pin.
  g_assert_false (lw_marks_allow (locked, coupler_moved, NULL));
  g_assert_true (lw_marks_allow (locked, other_removed, NULL));
  g_assert_true (lw_marks_allow (locked, titled, NULL));
  g_assert_true (lw_marks_allow (old, crank_moved, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edits/motion", test_motion);
  g_test_add_func ("/edits/scale", test_scale);
  g_test_add_func ("/edits/back", test_back);
  g_test_add_func ("/edits/turned-load", test_turned_load);
  g_test_add_func ("/edits/copy", test_copy);
  g_test_add_func ("/edits/copy-part", test_copy_part);
  g_test_add_func ("/edits/foreign-text", test_foreign_text);
  g_test_add_func ("/edits/rest-stays", test_rest_stays);
  g_test_add_func ("/edits/array", test_array);
  g_test_add_func ("/edits/align", test_align);
  g_test_add_func ("/edits/distribute", test_distribute);
  g_test_add_func ("/edits/align-joints", test_align_joints);
  g_test_add_func ("/edits/context", test_context);
  g_test_add_func ("/edits/context-drive", test_context_drive);
  g_test_add_func ("/edits/context-angle", test_context_angle);
  g_test_add_func ("/edits/marks", test_marks);
  g_test_add_func ("/edits/locked", test_locked);
  return g_test_run ();
}
