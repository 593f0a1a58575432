// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of curved slots: points are added, moved and removed, curves closed and opened, and stops at their
// ends follow; the drawing of a slot is unchanged when it is moved, turned, scaled and mirrored; it starts and
// runs; parts to cut have it; wrong curves are refused by name.

#include <math.h>

#include "lw-curve.h"
#include "lw-curve-edit.h"
#include "lw-cut-parts.h"
#include "lw-move.h"
#include "lw-part.h"
#include "lw-text.h"

/// A plate (1) with a slot, in which a lever (2) has a pin; stops at both ends of the slot.
#define LEVER                                                                                       \
  "{\"linkwright\": 1, \"bodies\": ["                                                               \
  "{\"id\": 1, \"name\": \"Plate\", \"position\": [1, 2], \"angle\": 0.4, \"shape\": {\"kind\":"    \
  " \"box\", \"size\": [1.2, 0.8]}}, {\"id\": 2, \"position\": [0.8, 1.8], \"shape\": {\"points\":" \
  " [[0, 0], [0.6, 0.3]]}}], \"couplings\": ["                                                      \
  "{\"id\": 1, \"name\": \"S\", \"kind\": \"curved slot\", \"bodies\": [1, 2], \"points\":"         \
  " [[-0.3, 0.1], [0, 0]], \"curve\": [[0, 0], [0.2, -0.1], [0.4, 0], [0.6, -0.2]]},"               \
  "{\"id\": 2, \"kind\": \"limit\", \"joint\": 1, \"lower\": 0, \"upper\": 0.25}]}"

static LwMechanism *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  return mechanism;
}

static const LwCoupling *
slot_of (const LwMechanism *mechanism)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    if (lw_mechanism_get_coupling (mechanism, i)->curve != NULL)
      return lw_mechanism_get_coupling (mechanism, i);
  g_assert_not_reached ();
}

/// Gives the stops the length of the curve.
static LwMechanism *
read_lever (void)
{
  g_autoptr (LwMechanism) mechanism = read_text (LEVER);
  LwCoupling *stops = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, 2));

  g_assert_cmpint (stops->def.coordinate[0], ==, MBD_COORDINATE_ARC);
  stops->def.upper = lw_curve_length (slot_of (mechanism)->curve, NULL);
  return lw_mechanism_replace_coupling (mechanism, stops);
}

static double
upper_of (const LwMechanism *mechanism)
{
  return lw_mechanism_find_coupling (mechanism, 2)->def.upper;
}

static void
test_points (void)
{
  g_autoptr (LwMechanism) lever = read_lever ();
  const LwCoupling *slot = slot_of (lever);
  const double length = upper_of (lever);
  double world[2], back[2];
  MbdCurve *curve;

  // Between the second and the third point, beside the curve: the new point is on it.
  g_assert_cmpint (lw_curve_new (slot->curve, &curve, NULL), ==, MBD_STATUS_OK);
  const MbdCurvePoint at = mbd_curve_at (curve, 0.5 * length);
  const double beside[2] = { at.point[0] - 0.01 * at.tangent[1],
                             at.point[1] + 0.01 * at.tangent[0] };
  mbd_curve_unref (curve);
  lw_curve_edit_to_world (lever, slot, beside, world);
  lw_curve_edit_to_frame (lever, slot, world, back);
  g_assert_cmpfloat_with_epsilon (back[0], beside[0], 1e-14);
  g_assert_cmpfloat_with_epsilon (back[1], beside[1], 1e-14);
  g_autoptr (LwMechanism) more = lw_curve_edit_add (lever, 1, world, NULL);
  g_assert_cmpuint (slot_of (more)->curve->len, ==, 5);
  g_assert_cmpfloat_with_epsilon (((double *) (void *) slot_of (more)->curve->data)[6], at.point[0],
                                  1e-6);
  g_assert_cmpfloat_with_epsilon (upper_of (more), length, 5e-3);
  g_assert_cmpfloat (upper_of (more), ==, lw_curve_length (slot_of (more)->curve, NULL));
  g_autoptr (LwMechanism) less = lw_curve_edit_remove (more, 1, world, NULL);
  g_assert_cmpuint (slot_of (less)->curve->len, ==, 4);
  g_assert_cmpfloat_with_epsilon (upper_of (less), length, 1e-14);

  // A point is moved; stops that are not at the end stay.
  g_autoptr (LwMechanism) moved =
    lw_curve_edit_set (lever, 1, lw_curve_with_point (slot->curve, 3, (double[]){ 0.9, 0 }), NULL);
  g_assert_cmpfloat (upper_of (moved), >, length + 0.1);
  g_autoptr (LwMechanism) early = read_text (LEVER);
  g_autoptr (LwMechanism) same =
    lw_curve_edit_set (early, 1, lw_curve_with_point (slot->curve, 3, (double[]){ 0.9, 0 }), NULL);
  g_assert_cmpfloat (upper_of (same), ==, 0.25);
}

static void
test_closing (void)
{
  g_autoptr (LwMechanism) wave = read_lever ();
  g_autoptr (LwMechanism) lever = lw_curve_edit_set (
    wave, 1, lw_curve_with_point (slot_of (wave)->curve, 3, (double[]){ 0.2, 0.2 }), NULL);
  g_autoptr (LwMechanism) closed = lw_curve_edit_close (lever, 1, true, NULL);
  g_autoptr (LwMechanism) open = lw_curve_edit_close (closed, 1, false, NULL);
  g_autoptr (GArray) moved = NULL, fewer = NULL;

  g_assert_true (lw_curve_is_closed (slot_of (closed)->curve));
  g_assert_cmpuint (slot_of (closed)->curve->len, ==, 5);
  g_assert_null (lw_mechanism_find_coupling (closed, 2));
  g_assert_cmpuint (slot_of (open)->curve->len, ==, 4);
  g_assert_cmpuint (lw_mechanism_get_n_couplings (open), ==, 2);
  g_assert_cmpfloat_with_epsilon (lw_mechanism_get_coupling (open, 1)->def.upper, upper_of (lever),
                                  1e-14);
  // Its first point is its last one, also when that is moved or removed.
  moved = lw_curve_with_point (slot_of (closed)->curve, 0, (double[]){ -0.1, 0.1 });
  g_assert_true (lw_curve_is_closed (moved));
  fewer = lw_curve_without_point (moved, 0);
  g_assert_true (lw_curve_is_closed (fewer));
  g_assert_cmpuint (fewer->len, ==, 4);
  g_assert_null (lw_curve_without_point (fewer, 1));
}

/// Checks that the slot of a copy is the image of the slot, and that it starts on its curve.
static void
check_map (const LwMechanism *mechanism, const LwPlaneMap *map)
{
  g_autoptr (GArray) all = lw_part_all (mechanism);
  g_autoptr (LwMechanism) next =
    lw_move_by_map (mechanism, (const LwElementRef *) (void *) all->data, all->len, map, NULL);
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (next, &error);
  MbdState *state;
  double gap;

  g_assert_no_error (error);
  for (guint i = 0; i < slot_of (mechanism)->curve->len; i++) {
    double before[2], after[2];

    lw_curve_edit_to_world (mechanism, slot_of (mechanism),
                            (double *) (void *) slot_of (mechanism)->curve->data + 3 * i, before);
    lw_curve_edit_to_world (next, slot_of (next),
                            (double *) (void *) slot_of (next)->curve->data + 3 * i, after);
    lw_plane_map_point (map, before);
    g_assert_cmpfloat_with_epsilon (before[0], after[0], 1e-12);
    g_assert_cmpfloat_with_epsilon (before[1], after[1], 1e-12);
  }
  g_assert_cmpfloat_with_epsilon (upper_of (next), lw_curve_length (slot_of (next)->curve, NULL),
                                  1e-12);
  state = mbd_state_new (model);
  g_assert_true (mbd_state_coordinate (state, 0, 0, MBD_COORDINATE_ARC, &gap, NULL));
  g_assert_cmpfloat (gap, >=, -1e-2);
  mbd_state_free (state);
  mbd_model_unref (model);
}

static void
test_maps (void)
{
  g_autoptr (LwMechanism) lever = read_lever ();
  const LwPlaneMap maps[] = { lw_plane_map_shift (0.3, -2), lw_plane_map_turn (1, 1, 0.7),
                              lw_plane_map_scale (0, 0, 2),
                              lw_plane_map_mirror (0.5, 0, G_PI / 2) };

  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    check_map (lever, &maps[i]);
}

static void
test_refusals (void)
{
  g_autoptr (LwMechanism) lever = read_lever ();
  const double cross[] = { 0.2, -0.1 };
  g_autoptr (GError) error = NULL;
  static const char *const texts[] = {
    "[[0, 0]]",
    "curve through at least two points",
    "[[0, 0], [1, 0], [1, 0]]",
    "coincide",
    "[[0, 0], [1, 0], [1, 1], [0.5, -1], [-1, 0.2]]",
    "crosses",
  };

  // The last point is taken to another one.
  g_assert_null (
    lw_curve_edit_set (lever, 1, lw_curve_with_point (slot_of (lever)->curve, 3, cross), &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "S"));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i += 2) {
    g_autofree char *text = g_strdup_printf (
      "{\"linkwright\": 1, \"bodies\": [{}, {}], \"couplings\": [{\"name\": \"Groove\", \"kind\":"
      " \"curved slot\", \"bodies\": [1, 2], \"at\": [0, 0], \"curve\": %s}]}",
      texts[i]);
    g_autoptr (LwMechanism) mechanism = read_text (text);
    g_autoptr (GError) why = NULL;

    g_assert_null (lw_mechanism_compile (mechanism, &why));
    g_assert_error (why, LW_ERROR, LW_ERROR_SIMULATION);
    g_assert_nonnull (strstr (why->message, "Groove"));
    g_assert_true (i == 0 || strstr (why->message, texts[i + 1]) != NULL);
  }
}

/// The plate has the slot as a hole, as wide as that of a pin; the lever has a hole for the pin.
static void
test_cut (void)
{
  g_autoptr (LwMechanism) lever = read_lever ();
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (lever, &error);
  const LwCutSource source = { .mechanism = lever, .model = model };
  LwCutOptions options;
  LwCutParts *parts;
  double hole = 0;

  g_assert_no_error (error);
  lw_cut_options_init (&options);
  options.hole = 10;
  options.kerf = 0;
  parts = lw_cut_parts_new (&source, &options, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < parts->parts->len; i++) {
    const LwCutPart *part = parts->parts->pdata[i];

    for (guint k = 0; k < part->outlines->len && part->body == 1; k++)
      hole = MIN (hole, lw_contour_area (part->outlines->pdata[k]));
  }
  // Along the curve its width, and half circles at the ends.
  g_assert_cmpfloat_with_epsilon (hole, -(0.01 * upper_of (lever) + G_PI * 0.005 * 0.005), 2e-5);
  lw_cut_parts_free (parts);
  mbd_model_unref (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/curve-edits/points", test_points);
  g_test_add_func ("/curve-edits/closing", test_closing);
  g_test_add_func ("/curve-edits/maps", test_maps);
  g_test_add_func ("/curve-edits/refusals", test_refusals);
  g_test_add_func ("/curve-edits/cut", test_cut);
  return g_test_run ();
}
