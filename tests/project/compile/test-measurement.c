// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measurements: their values compared with plane trigonometry computed here, the motions they
// follow, and that files and edits keep them. Tolerances are those of rounding unless stated
// otherwise.

#include "lw-measurement.h"

#include <math.h>

#include "lw-link-length.h"
#include "lw-channels.h"
#include "lw-cut.h"
#include "lw-merge.h"
#include "lw-move.h"
#include "lw-names.h"
#include "lw-part.h"
#include "lw-store.h"
#include "lw-text.h"
#include "testing-text.h"

/// Two bars in free flight, and one measurement of each kind.
#define DRAWING                                                                                    \
  "{\"linkwright\": 1, \"gravity\": [0, 0], \"bodies\": ["                                         \
  "{\"id\": 1, \"name\": \"One\", \"mass\": 1, \"inertia\": 0.1, \"position\": [0.3, 0.1], "       \
  "\"angle\": 0.4, \"velocity\": [0.2, -0.7], \"angular_velocity\": 1.5, "                         \
  "\"shape\": {\"kind\": \"link\", \"points\": [[0, 0], [0.5, 0]]}}, "                             \
  "{\"id\": 2, \"name\": \"Two\", \"mass\": 2, \"inertia\": 0.3, \"position\": [-0.2, 0.6], "      \
  "\"angle\": -1.1, \"velocity\": [-0.4, 0.1], \"angular_velocity\": -2.5, "                       \
  "\"shape\": {\"kind\": \"link\", \"points\": [[0, 0], [0.4, 0]]}}], "                            \
  "\"measurements\": ["                                                                            \
  "{\"id\": 3, \"name\": \"Place\", \"points\": [{\"body\": \"Two\", \"point\": [0.4, 0]}]}, "     \
  "{\"id\": 1, \"name\": \"Gap\", \"points\": [{\"body\": 1, \"point\": [0.5, 0]}, "               \
  "{\"body\": 2, \"point\": [0.4, 0]}]}, "                                                         \
  "{\"id\": 2, \"name\": \"Corner\", \"points\": [{\"body\": 1, \"point\": [0.5, 0]}, "            \
  "{\"body\": \"ground\", \"point\": [0.1, 0.2]}, {\"body\": 2, \"point\": [0.4, 0]}]}, "          \
  "{\"id\": 7, \"points\": [{\"body\": 1, \"point\": [0, 0]}, {\"body\": 1, \"point\": [0.5, 0]}," \
  " {\"body\": 2, \"point\": [0, 0]}, {\"body\": 2, \"point\": [0.4, 0]}]}]}"

static double
read_channel (LwMechanism *mechanism, const char *name)
{
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  LwChannels *channels;
  MbdState *state;
  double value;
  int found;
  guint index;

  g_assert_no_error (error);
  channels = lw_channels_new (mechanism, model);
  state = mbd_state_new (model);
  g_assert_cmpint (mbd_state_solve (state, NULL), ==, MBD_STATUS_OK);
  found = lw_channels_find (channels, name);
  g_assert_cmpint (found, >=, 0);
  index = (guint) found;
  lw_channels_evaluate (channels, state, &index, 1, &value);
  mbd_state_free (state);
  lw_channels_unref (channels);
  mbd_model_unref (model);
  return value;
}

/// Computes the position of a point of body One or Two at a time t, as both move uniformly.
static void
fly (int body, double local, double t, double at[2])
{
  const double angle = body == 1 ? 0.4 + 1.5 * t : -1.1 - 2.5 * t;

  at[0] = (body == 1 ? 0.3 + 0.2 * t : -0.2 - 0.4 * t) + local * cos (angle);
  at[1] = (body == 1 ? 0.1 - 0.7 * t : 0.6 + 0.1 * t) + local * sin (angle);
}

static double
gap_at (double t)
{
  double a[2], b[2];

  fly (1, 0.5, t, a);
  fly (2, 0.4, t, b);
  return hypot (a[0] - b[0], a[1] - b[1]);
}

/// Returns the angle by the law of cosines, which the program does not use.
static double
corner_at (double t)
{
  double a[2], b[2], u, w, opposite;

  fly (1, 0.5, t, a);
  fly (2, 0.4, t, b);
  u = hypot (a[0] - 0.1, a[1] - 0.2);
  w = hypot (b[0] - 0.1, b[1] - 0.2);
  opposite = gap_at (t);
  return acos ((u * u + w * w - opposite * opposite) / (2 * u * w));
}

/// Returns the rate by central differences of order 4: errors of h^4 times the fifth derivative,
/// 1e-16 x 1e5, and of rounding, 1e-16 / h.
static double
rate_of (double (*function) (double))
{
  const double h = 1e-4;

  return (8 * (function (h) - function (-h)) - function (2 * h) + function (-2 * h)) / (12 * h);
}

static void
test_values (void)
{
  g_autoptr (LwMechanism) mechanism = testing_parse (DRAWING);
  double end[2];

  fly (2, 0.4, 0, end);
  g_assert_cmpfloat_with_epsilon (read_channel (mechanism, "Place.x"), end[0], 1e-14);
  g_assert_cmpfloat_with_epsilon (read_channel (mechanism, "Place.y"), end[1], 1e-14);
  g_assert_cmpfloat_with_epsilon (read_channel (mechanism, "Gap.distance"), gap_at (0), 1e-14);
  g_assert_cmpfloat_with_epsilon (read_channel (mechanism, "Corner.angle"), corner_at (0), 1e-13);
  // One turns at 1.5 rad/s from 0.4, Two at -2.5 rad/s from -1.1: the angle grows.
  g_assert_cmpfloat_with_epsilon (read_channel (mechanism, "measurement-7.angle"), 1.5, 1e-14);
  g_assert_cmpfloat_with_epsilon (read_channel (mechanism, "measurement-7.rate"), 4, 1e-13);
  g_assert_cmpfloat_with_epsilon (read_channel (mechanism, "Gap.rate"), rate_of (gap_at), 1e-9);
  g_assert_cmpfloat_with_epsilon (read_channel (mechanism, "Corner.rate"), rate_of (corner_at),
                                  1e-9);
}

/// Without a direction the value is still a number.
static void
test_degenerate (void)
{
  const double one[LW_MEASUREMENT_POINTS][3] = { { 1, 2, 3 }, { 1, 2, 3 }, { 1, 2, 3 } };
  const double straight[LW_MEASUREMENT_POINTS][3] = { { -1, 0, 0 }, { 0, 0, 0 }, { 2, 0, 0 } };
  const double rates[LW_MEASUREMENT_POINTS][3] = { { 0, 1, 0 }, { 5, 0, 0 }, { 0, 0, 2 } };

  for (guint n = 1; n <= 3; n++) {
    g_assert_cmpfloat (lw_measurement_compute (n, one), ==, 0);
    g_assert_cmpfloat (lw_measurement_compute_rate (n, one, rates), ==, 0);
  }
  g_assert_cmpfloat (lw_measurement_compute (3, straight), ==, G_PI);
  g_assert_cmpfloat (lw_measurement_compute_rate (3, straight, rates), ==, 0);
}

/// In space: the edges of a cube, and a diagonal.
static void
test_space (void)
{
  const double points[LW_MEASUREMENT_POINTS][3] = {
    { 0, 0, 0 }, { 1, 1, 1 }, { 0, 0, 0 }, { 0, 0, 1 }
  };

  g_assert_cmpfloat_with_epsilon (lw_measurement_compute (2, points), sqrt (3), 1e-15);
  g_assert_cmpfloat_with_epsilon (lw_measurement_compute (4, points), acos (1 / sqrt (3)), 1e-15);
}

static void
test_files (void)
{
  g_autoptr (LwMechanism) mechanism = testing_parse (DRAWING);
  g_autofree char *text = lw_text_write (mechanism);
  g_autoptr (LwMechanism) again = testing_parse (text);
  g_autoptr (LwProject) project = lw_project_new (mechanism, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = lw_store_write (project, NULL, &error);
  g_autoptr (LwProject) opened = NULL;

  g_assert_cmpuint (lw_mechanism_get_n_measurements (mechanism), ==, 4);
  g_assert_true (lw_mechanism_equal (mechanism, again));
  g_assert_no_error (error);
  opened = lw_store_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lw_project_equal (project, opened));
}

static void
test_bad_text (void)
{
  static const char *const bad[][2] = {
    { "{}", "points" },
    { "{\"points\": []}", "one point" },
    { "{\"points\": [1, 2, 3, 4, 5]}", "one point" },
    { "{\"points\": [1]}", "points[0]" },
    { "{\"points\": [{\"body\": 1}]}", "point" },
    { "{\"points\": [{\"body\": 9, \"point\": [0, 0]}]}", "9" },
    { "{\"points\": [{\"point\": [0, 0]}]}", "body" },
    { "{\"points\": [{\"body\": 1, \"point\": [0]}]}", "point" },
    { "{\"points\": [{\"body\": 1, \"point\": [0, 0], \"x\": 1}]}", "x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autofree char *text = g_strdup_printf (
      "{\"linkwright\": 1, \"bodies\": [{\"id\": 1}], \"measurements\": [%s]}", bad[i][0]);
    g_autoptr (GError) error = NULL;

    g_assert_null (lw_text_parse (text, -1, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
    g_assert_nonnull (strstr (error->message, bad[i][1]));
    g_assert_nonnull (strstr (error->message, "measurements[0]"));
  }
}

static void
test_deletion (void)
{
  g_autoptr (LwMechanism) mechanism = testing_parse (DRAWING);
  g_autoptr (LwMechanism) without_one = lw_mechanism_remove_body (mechanism, 1);
  g_autoptr (LwMechanism) without_two =
    lw_part_remove (mechanism, &(LwElementRef){ LW_SELECTION_BODY, 2 }, 1);
  g_autoptr (LwMechanism) without_it = lw_mechanism_remove_measurement (mechanism, 2);
  g_autoptr (LwMechanism) part_without_it =
    lw_part_remove (mechanism, &(LwElementRef){ LW_SELECTION_MEASUREMENT, 2 }, 1);

  g_assert_cmpuint (lw_mechanism_get_n_measurements (without_one), ==, 1);
  g_assert_cmpint (lw_mechanism_get_measurement (without_one, 0)->element.id, ==, 3);
  g_assert_cmpuint (lw_mechanism_get_n_measurements (without_two), ==, 0);
  g_assert_cmpuint (lw_mechanism_get_n_measurements (without_it), ==, 3);
  g_assert_null (lw_mechanism_find_measurement (without_it, 2));
  g_assert_true (lw_mechanism_equal (without_it, part_without_it));
}

/// Copies measure between the copied bodies, at their places.
static void
test_copies (void)
{
  g_autoptr (LwMechanism) mechanism = testing_parse (DRAWING);
  g_autoptr (GArray) all = lw_part_all (mechanism);
  const LwElementRef one = { LW_SELECTION_BODY, 1 };
  const LwPlaneMap maps[] = { lw_plane_map_shift (3, 4), lw_plane_map_mirror (0.2, 0.7, 0.3),
                              lw_plane_map_turn (1, 1, 2) };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (maps); i++) {
    g_autoptr (LwMechanism) next = lw_part_duplicate (
      mechanism, (const LwElementRef *) (const void *) all->data, all->len, &maps[i], NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (lw_mechanism_get_n_measurements (next), ==, 8);
    g_assert_cmpfloat_with_epsilon (read_channel (next, "Gap 2.distance"), gap_at (0), 1e-14);
    g_assert_cmpfloat_with_epsilon (read_channel (next, "Corner 2.angle"), corner_at (0), 1e-13);
  }
  // A measurement that also refers to a body that is not copied is not copied.
  {
    g_autoptr (LwMechanism) part = lw_part_extract (mechanism, &one, 1, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (lw_mechanism_get_n_measurements (part), ==, 0);
  }
}

/// Lengthening a bar moves the measurement at its end; moving a body moves all its measurements.
static void
test_moves (void)
{
  g_autoptr (LwMechanism) mechanism = testing_parse (DRAWING);
  g_autoptr (LwMechanism) longer = lw_mechanism_with_link_length (mechanism, 1, 0.8);
  const LwElementRef two = { LW_SELECTION_BODY, 2 };
  const LwElementRef corner = { LW_SELECTION_MEASUREMENT, 2 };
  g_autoptr (LwMechanism) moved = lw_move_elements (mechanism, &two, 1, 0.1, -0.3);
  g_autoptr (LwMechanism) alone = lw_move_elements (mechanism, &corner, 1, 0.1, -0.3);
  g_autoptr (LwMechanism) dragged = lw_move_point (mechanism, 1, 1, 0.1, 0.2);
  double a[2], b[2];

  g_assert_cmpfloat_with_epsilon (lw_mechanism_find_measurement (longer, 1)->points[0].point[0],
                                  0.65, 1e-14);
  fly (1, 0.5, 0, a);
  fly (2, 0.4, 0, b);
  g_assert_cmpfloat_with_epsilon (read_channel (moved, "Gap.distance"),
                                  hypot (a[0] - b[0] - 0.1, a[1] - b[1] + 0.3), 1e-14);
  g_assert_cmpfloat_with_epsilon (read_channel (dragged, "Gap.distance"),
                                  hypot (a[0] + 0.1 - b[0], a[1] + 0.2 - b[1]), 1e-14);
  // Moved by itself, only its point on the ground moves.
  g_assert_cmpfloat_with_epsilon (lw_mechanism_find_measurement (alone, 2)->points[1].point[0], 0.2,
                                  1e-15);
  g_assert_cmpfloat (lw_mechanism_find_measurement (alone, 2)->points[0].point[0], ==, 0.5);
}

/// Merging and cutting do not change measured values.
static void
test_merge_and_cut (void)
{
  g_autoptr (LwMechanism) mechanism = testing_parse (DRAWING);
  const LwElementRef both[] = { { LW_SELECTION_BODY, 1 }, { LW_SELECTION_BODY, 2 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) merged = lw_merge_bodies (mechanism, both, 2, NULL, &error);
  g_autoptr (LwMechanism) cut = NULL;
  double middle[2];

  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (read_channel (merged, "Gap.distance"), gap_at (0), 1e-14);
  g_assert_cmpfloat_with_epsilon (read_channel (merged, "Corner.angle"), corner_at (0), 1e-13);
  fly (1, 0.25, 0, middle);
  cut = lw_cut_body (mechanism, 1, middle[0], middle[1], NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (lw_mechanism_find_measurement (cut, 1)->points[0].body, ==, 3);
  g_assert_cmpfloat_with_epsilon (read_channel (cut, "Gap.distance"), gap_at (0), 1e-14);
}

static void
test_names (void)
{
  g_autoptr (LwMechanism) mechanism = testing_parse (DRAWING);
  g_autofree char *name = lw_names_like (mechanism, "Gap");
  LwMeasurement *renamed = lw_measurement_copy (lw_mechanism_find_measurement (mechanism, 1));
  g_autoptr (LwMechanism) next = NULL;

  g_assert_cmpstr (name, ==, "Gap 2");
  lw_measurement_set_name (renamed, "Width");
  next = lw_mechanism_replace_measurement (mechanism, renamed);
  g_assert_cmpuint (lw_mechanism_get_n_measurements (next), ==, 4);
  g_assert_cmpstr (lw_mechanism_get_measurement (next, 1)->element.name, ==, "Width");
  g_assert_false (lw_mechanism_equal (mechanism, next));
  g_assert_cmpint (lw_mechanism_next_measurement_id (next), ==, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measurement/values", test_values);
  g_test_add_func ("/measurement/degenerate", test_degenerate);
  g_test_add_func ("/measurement/space", test_space);
  g_test_add_func ("/measurement/files", test_files);
  g_test_add_func ("/measurement/bad-text", test_bad_text);
  g_test_add_func ("/measurement/deletion", test_deletion);
  g_test_add_func ("/measurement/copies", test_copies);
  g_test_add_func ("/measurement/moves", test_moves);
  g_test_add_func ("/measurement/merge-and-cut", test_merge_and_cut);
  g_test_add_func ("/measurement/names", test_names);
  return g_test_run ();
}
