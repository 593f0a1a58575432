// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Assembling a drawing: every body is drawn where the engine assembles it, wherever its frame is,
// in one edit; undo restores every bit.

#include <math.h>
#include <string.h>

#include "lw-document.h"
#include "lw-marks.h"
#include "lw-geometry.h"
#include "lw-mobility.h"
#include "testing-text.h"

/// Tolerance of velocities and positions, in mechanisms of about 1 m.
#define CLOSED 1e-10

/// Pose in which a mechanism is drawn, and order in which its bodies are listed.
typedef struct
{
  double x, y, angle;
  bool reversed;
} Variant;

static const Variant variants[] = {
  { 0, 0, 0, false },
  { 3.7, -1.9, 0, false },
  { -0.4, 2.2, 0.83, true },
  { 0.123, -0.5, -2.6, true },
};

static void
place (const Variant *variant, double x, double y, double world[2])
{
  const double c = cos (variant->angle), s = sin (variant->angle);

  world[0] = variant->x + c * x - s * y;
  world[1] = variant->y + s * x + c * y;
}

/// Returns a chain of three links between two pins on the ground. The frame of each is at its first
/// end, the centre of mass in its middle; the last is `length` long and does not reach its pin. The
/// second has made two turns.
static LwMechanism *
chain (const Variant *variant, double length)
{
  static const double pins[][2] = { { 0, 0 }, { 0.05, 0.1 }, { 0.25, 0.12 }, { 0.3, 0 } };
  GString *text = g_string_new ("{\"linkwright\": 1, \"bodies\": [");
  LwMechanism *mechanism;
  double a[2], b[2];

  for (int k = 0; k < 3; k++) {
    const int i = variant->reversed ? 2 - k : k;
    const double l =
      i < 2 ? hypot (pins[i + 1][0] - pins[i][0], pins[i + 1][1] - pins[i][1]) : length;

    place (variant, pins[i][0], pins[i][1], a);
    place (variant, pins[i + 1][0], pins[i + 1][1], b);
    g_string_append_printf (text,
                            "%s{\"id\": %d, \"position\": [%.17g, %.17g], \"angle\": %.17g,"
                            "\"centre_of_mass\": [%.17g, 0.01], \"inertia\": 0.01,"
                            "\"shape\": {\"points\": [[0, 0], [%.17g, 0]]}}",
                            k > 0 ? ", " : "", i + 1, a[0], a[1],
                            atan2 (b[1] - a[1], b[0] - a[0]) + (i == 1 ? 4 * G_PI : 0), 0.5 * l, l);
  }
  place (variant, pins[0][0], pins[0][1], a);
  place (variant, pins[3][0], pins[3][1], b);
  g_string_append_printf (
    text,
    "], \"couplings\": ["
    "{\"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[%.17g, %.17g], [0, 0]]},"
    "{\"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[%.17g, 0], [0, 0]]},"
    "{\"kind\": \"pin\", \"bodies\": [2, 3], \"points\": [[%.17g, 0], [0, 0]]},"
    "{\"kind\": \"pin\", \"bodies\": [0, 3], \"points\": [[%.17g, %.17g], [%.17g, 0]]}]}",
    a[0], a[1], hypot (pins[1][0], pins[1][1]),
    hypot (pins[2][0] - pins[1][0], pins[2][1] - pins[1][1]), b[0], b[1], length);
  mechanism = testing_parse (text->str);
  g_string_free (text, TRUE);
  return mechanism;
}

/// Returns two bodies in space connected by open ball joints, with rotated and offset centres of
/// mass.
static LwMechanism *
hanging (const Variant *variant)
{
  const char *bodies[] = {
    "{\"id\": 1, \"mobility\": \"spatial\", \"mass\": 2, \"inertia\": [0.1, 0.2, 0.25, 0.01, 0, "
    "0.02],"
    "\"centre_of_mass\": [0.2, 0.1, -0.3], \"position\": [%g, %g, 0.4],"
    "\"quaternion\": [0.8, 0.36, -0.48, 0]}",
    "{\"id\": 2, \"mobility\": \"spatial\", \"mass\": 0.5, \"inertia\": [0.02, 0.02, 0.01],"
    "\"centre_of_mass\": [0, -0.2, 0.1], \"position\": [%g, %g, 0.1],"
    "\"quaternion\": [0.48, 0.6, 0, 0.64]}",
  };
  double at[2][2];
  g_autofree char *first = NULL, *second = NULL, *text = NULL;

  place (variant, 0.1, 0.05, at[0]);
  place (variant, 0.5, -0.2, at[1]);
  first = g_strdup_printf (bodies[0], at[0][0], at[0][1]);
  second = g_strdup_printf (bodies[1], at[1][0], at[1][1]);
  place (variant, 0, 0, at[0]);
  text = g_strdup_printf (
    "{\"linkwright\": 1, \"bodies\": [%s, %s], \"couplings\": ["
    "{\"kind\": \"spherical\", \"bodies\": [0, 1], \"points\": [[%g, %g, 0.5], [0, 0, 0]]},"
    "{\"kind\": \"spherical\", \"bodies\": [1, 2], \"points\": [[0.4, 0, 0.1], [0, 0.1, 0]]}]}",
    variant->reversed ? second : first, variant->reversed ? first : second, at[0][0], at[0][1]);
  return testing_parse (text);
}

/// Returns the largest error of the drawn start pose.
static double
start_error (LwMechanism *mechanism)
{
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  MbdState *state = mbd_state_new (model);
  const int n = mbd_model_row_count (model);
  g_autofree double *errors = g_new0 (double, (gsize) n + 1);
  double largest = 0;

  mbd_state_errors (state, errors, NULL, NULL);
  for (int i = 0; i < n; i++)
    largest = fmax (largest, fabs (errors[i]));
  mbd_state_free (state);
  mbd_model_unref (model);
  return largest;
}

/// Checks that each body of `drawn` starts where the engine assembles that of `open`.
static void
assert_assembled (LwMechanism *open, LwMechanism *drawn)
{
  MbdModel *models[] = { lw_mechanism_compile (open, NULL), lw_mechanism_compile (drawn, NULL) };
  MbdState *states[] = { mbd_state_new (models[0]), mbd_state_new (models[1]) };
  static const double points[][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };

  g_assert_cmpint (mbd_state_assemble (states[0], NULL, NULL), ==, MBD_STATUS_OK);
  for (guint i = 0; i < lw_mechanism_get_n_bodies (open); i++) {
    const LwBody *before = lw_mechanism_get_body (open, i);
    const LwBody *after = lw_mechanism_get_body (drawn, i);
    const int index = mbd_model_body_by_id (models[0], before->element.id);

    for (guint k = 0; k < G_N_ELEMENTS (points); k++) {
      double expected[3], is[3];

      mbd_state_body_point (states[0], index, points[k], expected, NULL, NULL);
      mbd_state_body_point (states[1], index, points[k], is, NULL, NULL);
      for (int d = 0; d < 3; d++)
        g_assert_cmpfloat_with_epsilon (is[d], expected[d], CLOSED);
    }
    // Only the pose differs; full turns are kept.
    g_assert_true (after->def.mass == before->def.mass);
    g_assert_cmpmem (after->def.centre_of_mass, sizeof after->def.centre_of_mass,
                     before->def.centre_of_mass, sizeof before->def.centre_of_mass);
    g_assert_true (fabs (after->def.angle - before->def.angle) < 2);
  }
  for (int i = 0; i < 2; i++) {
    mbd_state_free (states[i]);
    mbd_model_unref (models[i]);
  }
}

/// Checks that the assembled drawing fits, and that assembling it again changes nothing.
static LwMechanism *
assert_closes (LwMechanism *open)
{
  g_autoptr (GError) error = NULL;
  LwMechanism *closed = lw_mechanism_assemble (open, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (start_error (open), >, 1e-3);
  g_assert_cmpfloat (start_error (closed), <, CLOSED);
  assert_assembled (open, closed);
  for (int i = 0; i < 3; i++) {
    LwMechanism *again = lw_mechanism_assemble (closed, &error);

    g_assert_no_error (error);
    g_assert_true (again == closed);
    lw_mechanism_unref (again);
  }
  return closed;
}

static void
test_plane (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++) {
    g_autoptr (LwMechanism) open = chain (&variants[i], 0.17);
    g_autoptr (LwMechanism) closed = assert_closes (open);
    double pin[2], first[2], last[2];

    // As drawn, the ends of the chain are on their pins.
    place (&variants[i], 0, 0, pin);
    lw_geometry_to_world (lw_mechanism_find_body (closed, 1), (double[]){ 0, 0, 0 }, first);
    g_assert_cmpfloat_with_epsilon (first[0], pin[0], CLOSED);
    g_assert_cmpfloat_with_epsilon (first[1], pin[1], CLOSED);
    place (&variants[i], 0.3, 0, pin);
    lw_geometry_to_world (lw_mechanism_find_body (closed, 3), (double[]){ 0.17, 0, 0 }, last);
    g_assert_cmpfloat_with_epsilon (last[0], pin[0], CLOSED);
    g_assert_cmpfloat_with_epsilon (last[1], pin[1], CLOSED);
  }
}

static void
test_space (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++) {
    g_autoptr (LwMechanism) open = hanging (&variants[i]);
    g_autoptr (LwMechanism) closed = assert_closes (open);
  }
}

static void
test_undo (void)
{
  g_autoptr (LwMechanism) open = chain (&variants[2], 0.17);
  g_autoptr (LwMechanism) copy = lw_mechanism_copy (open);
  g_autoptr (LwMechanism) closed = lw_mechanism_assemble (open, NULL);
  g_autoptr (LwDocument) document = lw_document_new (open);

  g_assert_false (lw_mechanism_equal (open, closed));
  lw_document_edit (document, "Assemble", closed);
  lw_document_undo (document);
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (document), copy));
}

/// A fitting drawing gives the same mechanism; one that cannot be assembled gives an error message.
static void
test_ends (void)
{
  g_autoptr (LwMechanism) fits = chain (&variants[1], hypot (0.05, 0.12));
  g_autoptr (LwMechanism) same = lw_mechanism_assemble (fits, NULL);
  g_autoptr (LwMechanism) wide = chain (&variants[1], 2);
  g_autoptr (GError) error = NULL;

  g_assert_true (same == fits);
  g_assert_null (lw_mechanism_assemble (wide, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_SIMULATION);
}

static LwMechanism *
with_locked (const LwMechanism *self, int body)
{
  const LwElementRef ref = { LW_SELECTION_BODY, body };

  return lw_marks_change (self, &ref, 1, LW_MARK_LOCKED, 0);
}

/// The pose of a locked body is bit-identical, and the others close the joints; where that is
/// impossible, the error names this reason.
static void
test_locked (void)
{
  g_autoptr (LwMechanism) drawn = chain (&variants[1], 0.17);
  g_autoptr (LwMechanism) closed = lw_mechanism_assemble (drawn, NULL);
  g_autoptr (LwMechanism) open = lw_mechanism_copy (closed);
  LwBody *last = lw_body_copy (lw_mechanism_find_body (closed, 3));
  g_autoptr (LwMechanism) apart = NULL;
  g_autoptr (LwMechanism) locked = NULL;
  g_autoptr (LwMechanism) stuck = NULL;
  g_autoptr (LwMechanism) free_again = NULL;
  g_autoptr (LwMechanism) kept = NULL;
  g_autoptr (GError) error = NULL;
  const MbdBodyDef *before, *after;

  last->def.position[0] += 0.02;
  apart = lw_mechanism_replace_body (open, last);
  locked = with_locked (apart, 1);
  before = &lw_mechanism_find_body (apart, 1)->def;
  free_again = lw_mechanism_assemble (apart, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (fabs (lw_mechanism_find_body (free_again, 1)->def.angle - before->angle), >,
                     1e-4);
  kept = lw_mechanism_assemble (locked, &error);
  g_assert_no_error (error);
  after = &lw_mechanism_find_body (kept, 1)->def;
  g_assert_cmpmem (after->position, sizeof after->position, before->position,
                   sizeof before->position);
  g_assert_true (after->angle == before->angle);
  g_assert_cmpfloat (start_error (locked), >, 1e-3);
  g_assert_cmpfloat (start_error (kept), <, CLOSED);
  // The displaced body is not on its pin.
  stuck = with_locked (apart, 3);
  g_assert_null (lw_mechanism_assemble (stuck, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_SIMULATION);
  g_assert_nonnull (strstr (error->message, "locked"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/assemble/locked", test_locked);
  g_test_add_func ("/assemble/plane", test_plane);
  g_test_add_func ("/assemble/space", test_space);
  g_test_add_func ("/assemble/undo", test_undo);
  g_test_add_func ("/assemble/ends", test_ends);
  return g_test_run ();
}
