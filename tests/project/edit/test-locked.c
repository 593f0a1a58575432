// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dragging with locked lengths: the lengths stay to 1e-9 over random drags, and a drag to an
// impossible place ends at the nearest possible one, which is known in closed form.

#include "testing-seed.h"
#include "lw-locked.h"

#include <math.h>
#include <string.h>

#include "lw-link-length.h"
#include "lw-context.h"
#include "lw-geometry.h"
#include "lw-locked-solve.h"
#include "lw-store.h"
#include "lw-text.h"

#define N_DRAGS 300

/// Returns a closed chain with own frames: crank, coupler, rocker, and a free link at the coupler's
/// end. `locked`: for the links, in order.
static LwMechanism *
four_bar (const bool locked[4])
{
  static const double places[][2] = {
    { 0, 0 }, { 0, 0.2 }, { 0.5, 0.5 }, { 0.6, 0 }, { 0.9, 0.6 }
  };
  static const int ends[][2] = { { 0, 1 }, { 1, 2 }, { 3, 2 }, { 2, 4 } };
  GString *text = g_string_new ("{\"linkwright\": 1, \"bodies\": [");
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism;

  for (int i = 0; i < 4; i++) {
    const double *a = places[ends[i][0]], *b = places[ends[i][1]];

    g_string_append_printf (text,
                            "%s{\"id\": %d, \"mass\": 1, \"position\": [%.17g, %.17g], \"angle\": "
                            "%.17g, \"length_locked\": %s, \"shape\": {\"points\": [[0, 0], "
                            "[%.17g, 0]]}}",
                            i > 0 ? ", " : "", i + 1, a[0], a[1], atan2 (b[1] - a[1], b[0] - a[0]),
                            locked[i] ? "true" : "false", hypot (b[0] - a[0], b[1] - a[1]));
  }
  g_string_append (text, "], \"couplings\": ["
                         "{\"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]}, "
                         "{\"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0.2]}, "
                         "{\"kind\": \"pin\", \"bodies\": [2, 3], \"at\": [0.5, 0.5]}, "
                         "{\"kind\": \"pin\", \"bodies\": [0, 3], \"at\": [0.6, 0]}, "
                         "{\"kind\": \"pin\", \"bodies\": [3, 4], \"at\": [0.5, 0.5]}]}");
  mechanism = lw_text_parse (text->str, -1, &error);
  g_assert_no_error (error);
  g_string_free (text, TRUE);
  return mechanism;
}

static double
length_of (const LwMechanism *mechanism, int body)
{
  double length = NAN;
  GArray *points = lw_mechanism_dup_length_points (mechanism, body, &length);

  g_assert_nonnull (points);
  g_array_unref (points);
  return length;
}

static void
end_of (const LwMechanism *mechanism, int body, guint end, double at[2])
{
  double length;
  g_autoptr (GArray) points = lw_mechanism_dup_length_points (mechanism, body, &length);

  lw_geometry_to_world (lw_mechanism_find_body (mechanism, body),
                        (const double *) (void *) points->data + 3 * end, at);
}

/// Checks that joints are closed at the start.
static void
assert_closed (LwMechanism *mechanism)
{
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  MbdState *state = mbd_state_new (model);
  g_autofree double *errors = g_new0 (double, (gsize) mbd_model_row_count (model) + 1);

  mbd_state_errors (state, errors, NULL, NULL);
  for (int i = 0; i < mbd_model_row_count (model); i++)
    g_assert_cmpfloat (fabs (errors[i]), <, 1e-12);
  mbd_state_free (state);
  mbd_model_unref (model);
}

/// Random drags of any element to any place, with every combination of locks.
static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (20261122));
  double worst = 0;

  for (int n = 0; n < N_DRAGS; n++) {
    const int mask = g_rand_int_range (random, 1, 16);
    const bool locked[4] = { mask & 1, mask & 2, mask & 4, mask & 8 };
    g_autoptr (LwMechanism) mechanism = four_bar (locked);
    const double far = g_rand_boolean (random) ? 0.1 : 3;

    // Several drags in sequence, each from the end of the previous one.
    for (int k = 0; k < 3; k++) {
      const double dx = g_rand_double_range (random, -far, far);
      const double dy = g_rand_double_range (random, -far, far);
      const int what = g_rand_int_range (random, 0, 3);
      const LwElementRef joint = { LW_SELECTION_COUPLING, g_rand_int_range (random, 1, 6) };
      const LwElementRef body = { LW_SELECTION_BODY, g_rand_int_range (random, 1, 5) };
      g_autoptr (LwMechanism) next =
        what == 0   ? lw_locked_move_elements (mechanism, &joint, 1, dx, dy)
        : what == 1 ? lw_locked_move_elements (mechanism, &body, 1, dx, dy)
                    : lw_locked_move_point (mechanism, 4, 1, dx, dy);

      for (int i = 0; i < 4; i++)
        if (locked[i])
          worst = fmax (worst, fabs (length_of (next, i + 1) - length_of (mechanism, i + 1)));
      g_assert_cmpfloat (worst, <, 1e-9);
      assert_closed (next);
      lw_mechanism_unref (mechanism);
      mechanism = g_steal_pointer (&next);
    }
  }
  g_test_message ("Largest change of a locked length: %.2g m", worst);
}

/// Without locks the result equals that of an ordinary drag, byte by byte.
static void
test_unlocked (void)
{
  const bool none[4] = { false };
  const bool one[4] = { false, false, false, true };
  const LwElementRef crank = { LW_SELECTION_COUPLING, 2 };
  g_autoptr (LwMechanism) mechanism = four_bar (none);
  g_autoptr (LwMechanism) next = lw_locked_move_elements (mechanism, &crank, 1, 0.1, 0.05);
  g_autoptr (LwMechanism) with_lock = four_bar (one);
  g_autoptr (LwMechanism) moved = lw_locked_move_elements (with_lock, &crank, 1, 0.1, 0.05);

  // The crank and the coupler stretch.
  g_assert_cmpfloat_with_epsilon (length_of (next, 1), hypot (0.1, 0.25), 1e-12);
  g_assert_cmpfloat_with_epsilon (length_of (next, 2), hypot (0.4, 0.25), 1e-12);
  g_assert_cmpfloat_with_epsilon (length_of (moved, 1), hypot (0.1, 0.25), 1e-12);
}

/// A possible place is reached exactly, and the free end of the link follows.
static void
test_reached (void)
{
  const bool last[4] = { false, false, false, true };
  const LwElementRef pin = { LW_SELECTION_COUPLING, 3 };
  g_autoptr (LwMechanism) mechanism = four_bar (last);
  g_autoptr (LwMechanism) next = lw_locked_move_elements (mechanism, &pin, 1, 0.2, 0.3);
  double at[2];

  end_of (next, 4, 0, at);
  g_assert_cmpfloat_with_epsilon (at[0], 0.7, 1e-12);
  g_assert_cmpfloat_with_epsilon (at[1], 0.8, 1e-12);
  g_assert_cmpfloat_with_epsilon (length_of (next, 4), length_of (mechanism, 4), 1e-12);
}

/// The crank's end stays on its circle, at the point nearest to the pointer, both far from the
/// circle and near its centre.
static void
test_circle (void)
{
  const bool first[4] = { true, false, false, false };
  const LwElementRef pin = { LW_SELECTION_COUPLING, 2 };
  static const double targets[][2] = { { 0.1, 0.3 }, { 5, 1 }, { -2, -7 }, { 0.01, -0.02 } };

  for (guint i = 0; i < G_N_ELEMENTS (targets); i++) {
    g_autoptr (LwMechanism) mechanism = four_bar (first);
    const double *to = targets[i];
    g_autoptr (LwMechanism) next = lw_locked_move_elements (mechanism, &pin, 1, to[0], to[1] - 0.2);
    const double size = hypot (to[0], to[1]);
    double at[2];

    end_of (next, 1, 1, at);
    g_assert_cmpfloat_with_epsilon (at[0], 0.2 * to[0] / size, 1e-6);
    g_assert_cmpfloat_with_epsilon (at[1], 0.2 * to[1] / size, 1e-6);
    g_assert_cmpfloat_with_epsilon (length_of (next, 1), 0.2, 1e-9);
  }
}

/// With crank and coupler locked, the end of the coupler reaches at most the sum of both lengths.
static void
test_stretched (void)
{
  const bool two[4] = { true, true, false, false };
  const LwElementRef pin = { LW_SELECTION_COUPLING, 3 };
  g_autoptr (LwMechanism) mechanism = four_bar (two);
  const double reach = 0.2 + length_of (mechanism, 2);
  g_autoptr (LwMechanism) next = lw_locked_move_elements (mechanism, &pin, 1, 2.5, 3.5);
  double at[2];

  end_of (next, 2, 1, at);
  // Towards (3, 4); the weight 1e-6 of the elbow bends it a little.
  g_assert_cmpfloat_with_epsilon (at[0], 0.6 * reach, 1e-4);
  g_assert_cmpfloat_with_epsilon (at[1], 0.8 * reach, 1e-4);
  g_assert_cmpfloat_with_epsilon (length_of (next, 1), 0.2, 1e-9);
}

/// With the complete four-bar locked, a dragged bar moves the others as far as possible.
static void
test_rigid (void)
{
  const bool all[4] = { true, true, true, true };
  const LwElementRef coupler = { LW_SELECTION_BODY, 2 };
  g_autoptr (LwMechanism) mechanism = four_bar (all);
  g_autoptr (LwMechanism) next = lw_locked_move_elements (mechanism, &coupler, 1, 0.05, 0);
  double before[2], after[2];

  end_of (mechanism, 2, 0, before);
  end_of (next, 2, 0, after);
  g_assert_cmpfloat (after[0] - before[0], >, 0.02);
  for (int i = 1; i <= 4; i++)
    g_assert_cmpfloat_with_epsilon (length_of (next, i), length_of (mechanism, i), 1e-9);
  // Points on the ground stay there.
  end_of (next, 1, 0, after);
  g_assert_cmpfloat_with_epsilon (hypot (after[0], after[1]), 0, 1e-12);
}

/// Drags to invalid places end, and change nothing that is locked.
static void
test_nonsense (void)
{
  const bool all[4] = { true, true, true, true };
  static const double far[][2] = { { 1e12, -1e12 }, { 1e300, 0 }, { -1e-300, 1e-300 }, { 0, 0 } };
  const LwElementRef refs[] = { { LW_SELECTION_COUPLING, 3 },
                                { LW_SELECTION_BODY, 3 },
                                { LW_SELECTION_COUPLING, 99 },
                                { LW_SELECTION_BODY, 99 } };

  for (guint i = 0; i < G_N_ELEMENTS (far); i++)
    for (guint k = 0; k < G_N_ELEMENTS (refs); k++) {
      g_autoptr (LwMechanism) mechanism = four_bar (all);
      g_autoptr (LwMechanism) next =
        lw_locked_move_elements (mechanism, &refs[k], 1, far[i][0], far[i][1]);

      g_assert_cmpfloat_with_epsilon (length_of (next, 1), 0.2, 1e-9);
    }
}

/// Entering a length sets the length of that link, even if it is locked; the lengths of other
/// locked links stay. Impossible lengths are refused.
static void
test_typed (void)
{
  const bool all[4] = { true, true, true, true };
  const LwElementRef crank = { LW_SELECTION_BODY, 1 };
  const LwElementRef far_end = { LW_SELECTION_COUPLING, 3 };
  g_autoptr (LwMechanism) mechanism = four_bar (all);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) longer =
    lw_context_set (mechanism, &crank, 1, (const double[]){ 0.25, 0 }, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (length_of (longer, 1), 0.25, 1e-9);
  g_assert_true (lw_mechanism_find_body (longer, 1)->length_locked);
  for (int i = 2; i <= 4; i++)
    g_assert_cmpfloat_with_epsilon (length_of (longer, i), length_of (mechanism, i), 1e-9);
  assert_closed (longer);
  g_assert_null (lw_context_set (mechanism, &crank, 1, (const double[]){ 5, 0 }, &error));
  g_assert_nonnull (strstr (error->message, "unlock one of them"));
  g_clear_error (&error);
  g_assert_null (lw_context_set (mechanism, &far_end, 1, (const double[]){ 0.5, 0.8 }, &error));
  g_assert_nonnull (strstr (error->message, "unlock one of them"));
}

/// Turning and scaling are refused if they would change the lengths of adjacent locked links.
static void
test_turned (void)
{
  const bool rocker[4] = { false, false, true, false };
  const LwElementRef coupler = { LW_SELECTION_BODY, 2 };
  const LwElementRef three[] = { { LW_SELECTION_BODY, 1 },
                                 { LW_SELECTION_BODY, 2 },
                                 { LW_SELECTION_BODY, 3 } };
  const LwPlaneMap turn = lw_plane_map_turn (0.2, 0.3, 0.5);
  const LwPlaneMap scale = lw_plane_map_scale (0.2, 0.3, 2);
  g_autoptr (LwMechanism) mechanism = four_bar (rocker);
  g_autoptr (LwMechanism) loose = lw_locked_set (mechanism, 3, false);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) turned = lw_locked_move_by_map (loose, &coupler, 1, &turn, &error);
  g_autoptr (LwMechanism) scaled = lw_locked_move_by_map (mechanism, three, 3, &scale, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (fabs (length_of (turned, 3) - length_of (mechanism, 3)), >, 0.01);
  g_assert_cmpfloat_with_epsilon (length_of (scaled, 3), 2 * length_of (mechanism, 3), 1e-12);
  g_assert_null (lw_locked_move_by_map (mechanism, &coupler, 1, &turn, &error));
  g_assert_cmpstr (error->message, ==,
                   "The length of Body 3 is locked and would change: unlock it first.");
}

static void
test_files (void)
{
  const bool some[4] = { true, false, true, false };
  g_autoptr (LwMechanism) mechanism = four_bar (some);
  g_autofree char *text = lw_text_write (mechanism);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) again = lw_text_parse (text, -1, &error);
  g_autoptr (LwProject) project = lw_project_new (mechanism, NULL, NULL);
  g_autoptr (GBytes) bytes = lw_store_write (project, NULL, &error);
  g_autoptr (LwProject) opened = NULL;
  g_autoptr (LwMechanism) without = lw_locked_set (mechanism, 1, false);

  g_assert_no_error (error);
  g_assert_true (lw_mechanism_equal (mechanism, again));
  opened = lw_store_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lw_project_equal (project, opened));
  g_assert_true (lw_mechanism_get_body (opened->mechanism, 2)->length_locked);
  g_assert_false (lw_mechanism_get_body (opened->mechanism, 1)->length_locked);
  g_assert_false (lw_mechanism_equal (mechanism, without));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/locked/random", test_random);
  g_test_add_func ("/locked/unlocked", test_unlocked);
  g_test_add_func ("/locked/reached", test_reached);
  g_test_add_func ("/locked/circle", test_circle);
  g_test_add_func ("/locked/stretched", test_stretched);
  g_test_add_func ("/locked/rigid", test_rigid);
  g_test_add_func ("/locked/nonsense", test_nonsense);
  g_test_add_func ("/locked/typed", test_typed);
  g_test_add_func ("/locked/turned", test_turned);
  g_test_add_func ("/locked/files", test_files);
  return g_test_run ();
}
