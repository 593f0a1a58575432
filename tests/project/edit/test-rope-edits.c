// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of ropes over pulleys: they keep their bodies, senses and lengths when they are moved, mirrored,
// scaled, copied, merged and removed with a body.

#include <math.h>

#include "lw-checklist.h"
#include "lw-geometry.h"
#include "lw-merge.h"
#include "lw-move.h"
#include "lw-part.h"
#include "lw-text.h"

/// A load (1) on a moving pulley, a weight (2) and a wheel (3) on a pin.
#define HOIST                                                                                      \
  "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"position\": [0, -2]}, {\"id\": 2,"               \
  " \"position\": [1.2, -1]}, {\"id\": 3, \"position\": [0.9, 0]}], \"couplings\": ["              \
  "{\"id\": 1, \"kind\": \"pin\", \"bodies\": [0, 3], \"at\": [0.9, 0]},"                          \
  "{\"id\": 2, \"name\": \"R\", \"kind\": \"rope over pulleys\", \"bodies\": [0, 1, 3, 2],"        \
  " \"along\": [[-0.3, 0], [0, -1.8], [0.9, 0], [1.2, -0.9]], \"radii\": [0.3, -0.3]}]}"

static LwMechanism *
read_hoist (void)
{
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_parse (HOIST, -1, &error);

  g_assert_no_error (error);
  return mechanism;
}

static const MbdCouplingDef *
rope_of (const LwMechanism *mechanism, int id)
{
  const LwCoupling *coupling = lw_mechanism_find_coupling (mechanism, id);

  g_assert_nonnull (coupling);
  return &coupling->def;
}

/// Checks that the rope is as long as it is drawn. Returns its length.
static double
check_length (const LwMechanism *mechanism, int id)
{
  const MbdCouplingDef *def = rope_of (mechanism, id);
  double ends[4][2];

  lw_geometry_coupling_ends (mechanism, def, ends);
  g_assert_cmpfloat_with_epsilon (lw_coupling_length (def, ends), def->length, 1e-12);
  return def->length;
}

static LwMechanism *
mapped (const LwMechanism *mechanism, const LwPlaneMap *map)
{
  g_autoptr (GArray) all = lw_part_all (mechanism);
  LwMechanism *next = lw_part_duplicate (mechanism, (const LwElementRef *) (void *) all->data,
                                         all->len, map, NULL, NULL);

  g_assert_nonnull (next);
  return next;
}

static int
last_coupling (const LwMechanism *mechanism)
{
  return lw_mechanism_get_coupling (mechanism, lw_mechanism_get_n_couplings (mechanism) - 1)
    ->element.id;
}

static void
test_maps (void)
{
  g_autoptr (LwMechanism) hoist = read_hoist ();
  const double length = check_length (hoist, 2);
  const LwPlaneMap mirror = lw_plane_map_mirror (0, 0, G_PI / 2);
  const LwPlaneMap twice = lw_plane_map_scale (0, 0, 2), turn = lw_plane_map_turn (1, 1, 0.7);
  g_autoptr (LwMechanism) mirrored = mapped (hoist, &mirror);
  g_autoptr (LwMechanism) scaled = mapped (hoist, &twice);
  g_autoptr (LwMechanism) turned = mapped (hoist, &turn);

  // The bodies of a copy are new.
  g_assert_cmpint (rope_of (mirrored, last_coupling (mirrored))->body_c, >, 3);
  g_assert_cmpint (rope_of (mirrored, last_coupling (mirrored))->body_d, >, 3);
  g_assert_cmpfloat (rope_of (mirrored, last_coupling (mirrored))->pulley_radius[0], ==, -0.3);
  g_assert_cmpfloat_with_epsilon (check_length (mirrored, last_coupling (mirrored)), length, 1e-12);
  g_assert_cmpfloat_with_epsilon (check_length (scaled, last_coupling (scaled)), 2 * length, 1e-12);
  g_assert_cmpfloat_with_epsilon (check_length (turned, last_coupling (turned)), length, 1e-12);
}

static void
test_moves (void)
{
  const LwElementRef weight = { LW_SELECTION_BODY, 2 }, load = { LW_SELECTION_BODY, 1 };
  const LwPlaneMap down = lw_plane_map_shift (0, -0.5);
  g_autoptr (LwMechanism) hoist = read_hoist ();
  const double length = check_length (hoist, 2);
  g_autoptr (LwMechanism) lower = lw_move_by_map (hoist, &weight, 1, &down, NULL);
  g_autoptr (LwMechanism) deeper = lw_move_by_map (hoist, &load, 1, &down, NULL);

  // A rope is as long as drawn.
  g_assert_cmpfloat_with_epsilon (check_length (lower, 2), length + 0.5, 1e-12);
  g_assert_cmpfloat (check_length (deeper, 2), >, length + 0.9);
}

static void
test_bodies (void)
{
  const LwElementRef wheel = { LW_SELECTION_BODY, 3 };
  const LwElementRef two[] = { { LW_SELECTION_BODY, 1 }, { LW_SELECTION_BODY, 2 } };
  const LwElementRef all[] = { two[0], two[1], wheel };
  g_autoptr (LwMechanism) hoist = read_hoist ();
  g_autoptr (LwMechanism) without = lw_part_remove (hoist, &wheel, 1);
  g_autoptr (LwMechanism) merged = lw_merge_bodies (hoist, two, 2, NULL, NULL);
  g_autoptr (LwMechanism) one = lw_merge_bodies (hoist, all, 3, NULL, NULL);

  g_assert_cmpuint (lw_mechanism_get_n_couplings (without), ==, 0);
  g_assert_cmpint (rope_of (merged, 2)->body_b, ==, 1);
  g_assert_cmpint (rope_of (merged, 2)->body_c, ==, 1);
  check_length (merged, 2);
  // From the ground to the ground over the merged body it remains.
  g_assert_cmpint (rope_of (one, 2)->body_d, ==, 1);
  // It connects its bodies without closing a loop.
  g_assert_cmpint (lw_mechanism_count_loops (hoist), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rope-edits/maps", test_maps);
  g_test_add_func ("/rope-edits/moves", test_moves);
  g_test_add_func ("/rope-edits/bodies", test_bodies);
  return g_test_run ();
}
