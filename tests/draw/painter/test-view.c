// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conversion from the world to the screen and back.

#include <math.h>

#include "testing-seed.h"
#include "lw-view.h"

static void
random_view (GRand *rand, LwView *view)
{
  lw_view_init (view, g_rand_double_range (rand, 100.0, 2000.0),
                g_rand_double_range (rand, 100.0, 1200.0), true);
  lw_view_set_angles (view, g_rand_double_range (rand, -3.0, 3.0),
                      g_rand_double_range (rand, -1.5, 1.5));
  lw_view_pan (view, g_rand_double_range (rand, -500.0, 500.0),
               g_rand_double_range (rand, -500.0, 500.0));
  lw_view_zoom_at (view, 10.0, 20.0, exp (g_rand_double_range (rand, -3.0, 3.0)));
}

static void
test_axes (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (3));
  LwView view;

  for (int i = 0; i < 200; i++) {
    random_view (rand, &view);
    for (int d = 0; d < 3; d++) {
      const double *axes[3] = { view.right, view.up, view.towards };

      for (int e = 0; e < 3; e++) {
        const double product =
          axes[d][0] * axes[e][0] + axes[d][1] * axes[e][1] + axes[d][2] * axes[e][2];
        g_assert_cmpfloat_with_epsilon (product, d == e ? 1.0 : 0.0, 1e-12);
      }
    }
  }
  g_rand_free (rand);
}

static void
test_directions (void)
{
  const double x[3] = { 1.0, 0.0, 0.0 }, y[3] = { 0.0, 1.0, 0.0 }, z[3] = { 0.0, 0.0, 1.0 };
  const double azimuth = 38.0 * G_PI / 180.0, elevation = 24.0 * G_PI / 180.0;
  LwView view;
  double dx, dy;

  // The plane: x to the right, y up.
  lw_view_init (&view, 800.0, 600.0, false);
  lw_view_project (&view, x, &dx, &dy);
  g_assert_cmpfloat_with_epsilon (dx, 400.0 + view.scale, 1e-9);
  g_assert_cmpfloat_with_epsilon (dy, 300.0, 1e-9);
  lw_view_project (&view, y, &dx, &dy);
  g_assert_cmpfloat_with_epsilon (dy, 300.0 - view.scale, 1e-9);
  // Axonometric: x right and down, y up, z left and down.
  lw_view_init (&view, 800.0, 600.0, true);
  lw_view_project_vector (&view, x, &dx, &dy);
  g_assert_cmpfloat_with_epsilon (dx / view.scale, cos (azimuth), 1e-12);
  g_assert_cmpfloat_with_epsilon (dy / view.scale, sin (azimuth) * sin (elevation), 1e-12);
  lw_view_project_vector (&view, y, &dx, &dy);
  g_assert_cmpfloat_with_epsilon (dx, 0.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (dy / view.scale, -cos (elevation), 1e-12);
  lw_view_project_vector (&view, z, &dx, &dy);
  g_assert_cmpfloat_with_epsilon (dx / view.scale, -sin (azimuth), 1e-12);
  g_assert_cmpfloat_with_epsilon (dy / view.scale, cos (azimuth) * sin (elevation), 1e-12);
  // Points nearer to the eye: +z from the front, +y from the top, +x from the right.
  lw_view_set_direction (&view, LW_VIEW_FRONT);
  g_assert_cmpfloat_with_epsilon (lw_view_depth (&view, z), 1.0, 1e-12);
  lw_view_set_direction (&view, LW_VIEW_TOP);
  g_assert_cmpfloat_with_epsilon (lw_view_depth (&view, y), 1.0, 1e-12);
  lw_view_set_direction (&view, LW_VIEW_RIGHT);
  g_assert_cmpfloat_with_epsilon (lw_view_depth (&view, x), 1.0, 1e-12);
}

static void
test_round_trip (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (5));
  LwView view;

  for (int i = 0; i < 500; i++) {
    const double x = g_rand_double_range (rand, -100.0, 2000.0);
    const double y = g_rand_double_range (rand, -100.0, 1000.0);
    double world[3], back_x, back_y;

    random_view (rand, &view);
    lw_view_unproject (&view, x, y, world);
    lw_view_project (&view, world, &back_x, &back_y);
    g_assert_cmpfloat_with_epsilon (back_x, x, 1e-6);
    g_assert_cmpfloat_with_epsilon (back_y, y, 1e-6);
  }
  g_rand_free (rand);
}

/// The point under the pointer keeps its place; panning moves everything by the same distance, px.
static void
test_zoom_and_pan (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (11));
  LwView view;

  for (int i = 0; i < 500; i++) {
    const double x = g_rand_double_range (rand, 0.0, 1000.0);
    const double y = g_rand_double_range (rand, 0.0, 800.0);
    double world[3], after_x, after_y, scale;

    random_view (rand, &view);
    lw_view_unproject (&view, x, y, world);
    scale = view.scale;
    lw_view_zoom_at (&view, x, y, 1.7);
    lw_view_project (&view, world, &after_x, &after_y);
    g_assert_cmpfloat_with_epsilon (view.scale / scale, 1.7, 1e-12);
    g_assert_cmpfloat_with_epsilon (after_x, x, 1e-6);
    g_assert_cmpfloat_with_epsilon (after_y, y, 1e-6);
    lw_view_pan (&view, 30.0, -12.0);
    lw_view_project (&view, world, &after_x, &after_y);
    g_assert_cmpfloat_with_epsilon (after_x, x + 30.0, 1e-6);
    g_assert_cmpfloat_with_epsilon (after_y, y - 12.0, 1e-6);
  }
  for (int i = 0; i < 400; i++)
    lw_view_zoom_at (&view, 100.0, 100.0, 2.0);
  g_assert_cmpfloat (view.scale, ==, LW_VIEW_SCALE_MAX);
  for (int i = 0; i < 400; i++)
    lw_view_zoom_at (&view, 100.0, 100.0, 0.5);
  g_assert_cmpfloat (view.scale, ==, LW_VIEW_SCALE_MIN);
  lw_view_zoom_at (&view, 100.0, 100.0, NAN);
  lw_view_zoom_at (&view, 100.0, 100.0, -1.0);
  g_assert_cmpfloat (view.scale, ==, LW_VIEW_SCALE_MIN);
  g_rand_free (rand);
}

/// All corners are inside the margins, and one direction is filled.
static void
test_fit (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (13));

  for (int i = 0; i < 300; i++) {
    const double margin = 40.0;
    double minimum[3], maximum[3], widest = 0.0;
    LwView view;

    random_view (rand, &view);
    for (int d = 0; d < 3; d++) {
      minimum[d] = g_rand_double_range (rand, -5.0, 5.0);
      maximum[d] = minimum[d] + g_rand_double_range (rand, 0.01, 5.0);
    }
    lw_view_fit (&view, minimum, maximum, margin);
    for (int corner = 0; corner < 8; corner++) {
      const double point[3] = { corner & 1 ? maximum[0] : minimum[0],
                                corner & 2 ? maximum[1] : minimum[1],
                                corner & 4 ? maximum[2] : minimum[2] };
      double x, y;

      lw_view_project (&view, point, &x, &y);
      g_assert_cmpfloat (fabs (x - 0.5 * view.width), <=, 0.5 * view.width - margin + 1e-6);
      g_assert_cmpfloat (fabs (y - 0.5 * view.height), <=, 0.5 * view.height - margin + 1e-6);
      widest = MAX (widest, fabs (x - 0.5 * view.width) / (0.5 * view.width - margin));
      widest = MAX (widest, fabs (y - 0.5 * view.height) / (0.5 * view.height - margin));
    }
    g_assert_cmpfloat_with_epsilon (widest, 1.0, 1e-6);
  }
  {
    const double point[3] = { 2.0, 3.0, 0.0 };
    LwView view;
    double x, y;

    // A single point is centred and the scale does not change.
    lw_view_init (&view, 400.0, 300.0, false);
    lw_view_fit (&view, point, point, 20.0);
    lw_view_project (&view, point, &x, &y);
    g_assert_cmpfloat_with_epsilon (x, 200.0, 1e-9);
    g_assert_cmpfloat_with_epsilon (y, 150.0, 1e-9);
    g_assert_cmpfloat (view.scale, ==, 400.0);
  }
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view/axes", test_axes);
  g_test_add_func ("/view/directions", test_directions);
  g_test_add_func ("/view/round-trip", test_round_trip);
  g_test_add_func ("/view/zoom-and-pan", test_zoom_and_pan);
  g_test_add_func ("/view/fit", test_fit);
  return g_test_run ();
}
