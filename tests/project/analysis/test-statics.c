// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Equilibrium of a drawing: pose, velocities and holding efforts against closed forms.

#include "lw-statics.h"

#include <math.h>
#include <string.h>

#include "testing-text.h"

/// A bar of mass 2 kg pinned at the origin, with its centre of mass at 0.5 m.
#define BAR(more)                                                                                  \
  "{\"linkwright\": 1, \"gravity\": [0, -9.81], \"bodies\": [{\"name\": \"Bar\", \"mass\": 2,"     \
  " \"inertia\": 0.1, \"position\": [0.4, 0.3], \"angle\": 0.6435011087932844,"                    \
  " \"angular_velocity\": 3, \"velocity\": [-0.9, 1.2]}], \"couplings\": ["                        \
  "{\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]}" more "]}"

/// It hangs down, at rest; a second search changes nothing.
static void
test_hangs (void)
{
  g_autoptr (LwMechanism) bar = testing_parse (BAR (""));
  g_autoptr (GError) error = NULL;
  g_autoptr (LwStatics) statics = lw_statics_new (bar, &error);
  g_autoptr (LwStatics) again = NULL;
  const LwBody *body;

  g_assert_no_error (error);
  g_assert_true (statics->mechanism != bar);
  body = lw_mechanism_get_body (statics->mechanism, 0);
  // The descent ends where the generalised force is 1e-9 of the weight.
  g_assert_cmpfloat_with_epsilon (body->def.position[0], 0, 1e-7);
  g_assert_cmpfloat_with_epsilon (body->def.position[1], -0.5, 1e-7);
  g_assert_cmpfloat (hypot (body->def.velocity[0], body->def.velocity[1]), <, 1e-12);
  g_assert_cmpfloat (fabs (body->def.angular_velocity[2]), <, 1e-12);
  g_assert_cmpuint (statics->holdings->len, ==, 0);
  g_assert_false (statics->neutral);
  again = lw_statics_new (statics->mechanism, &error);
  g_assert_no_error (error);
  g_assert_true (again->mechanism == statics->mechanism);
}

/// A motor that stands still holds it where it is: M = m g x.
static void
test_held (void)
{
  g_autoptr (LwMechanism) bar =
    testing_parse (BAR (", {\"id\": 2, \"kind\": \"driver\", \"joint\": 1, \"function\": 0.5}"));
  g_autoptr (GError) error = NULL;
  g_autoptr (LwStatics) statics = NULL;
  double angle;
  const LwBody *body;
  const LwHolding *holding;

  statics = lw_statics_new (bar, &error);
  g_assert_no_error (error);
  body = lw_mechanism_get_body (statics->mechanism, 0);
  angle = atan2 (body->def.position[1], body->def.position[0]);
  g_assert_cmpuint (statics->holdings->len, ==, 1);
  holding = &g_array_index (statics->holdings, LwHolding, 0);
  g_assert_cmpint (holding->drive, ==, 2);
  g_assert_true (holding->turns);
  g_assert_cmpfloat_with_epsilon (holding->effort, 2 * 9.81 * 0.5 * cos (angle), 1e-9);
  g_assert_cmpfloat (fabs (body->def.angular_velocity[2]), <, 1e-12);
}

/// A torsion spring is not a motor that holds the bar: M = k (phi - phi_0) is in the pose.
static void
test_torsion_spring (void)
{
  g_autoptr (LwMechanism) bar = testing_parse (BAR (
    ", {\"id\": 2, \"kind\": \"torsion spring\", \"joint\": 1, \"stiffness\": 30, \"free_angle\": 0.6435011087932844}"));
  g_autoptr (GError) error = NULL;
  g_autoptr (LwStatics) statics = lw_statics_new (bar, &error);
  const LwBody *body;

  g_assert_no_error (error);
  body = lw_mechanism_get_body (statics->mechanism, 0);
  g_assert_cmpuint (statics->holdings->len, ==, 0);
  // As nearly as the descent ends.
  g_assert_cmpfloat_with_epsilon (30 * (body->def.angle - 0.6435011087932844),
                                  -2 * 9.81 * body->def.position[0], 1e-6);
}

/// A box that lies on the floor keeps its pose, with contact points that carry it.
static void
test_contact (void)
{
  g_autoptr (LwMechanism) box = testing_parse (
    "{\"linkwright\": 1, \"gravity\": [0, -9.81], \"bodies\": ["
    "{\"id\": 1, \"mobility\": \"fixed\", \"position\": [0, 0], \"shape\": {\"points\": [[-1, 0], [1, 0]], \"width\": 0.02}, \"contact\": {}}, {\"id\": 2, \"mass\": 1, \"inertia\": 0.01, \"position\": [0, 0.3], "
    "\"shape\": {\"kind\": \"box\", \"size\": [0.2, 0.2]}, \"contact\": {}}]}");
  g_autoptr (GError) error = NULL;
  g_autoptr (LwStatics) statics = lw_statics_new (box, &error);
  const LwBody *body;

  g_assert_no_error (error);
  g_assert_cmpint (statics->n_contacts, ==, 2);
  body = lw_mechanism_get_body (statics->mechanism, 1);
  g_assert_cmpfloat (fabs (sin (2 * body->def.angle)), <, 1e-6);
  // Half the width of the floor and half the box; contacts are found to 1e-6 of the size.
  g_assert_cmpfloat_with_epsilon (body->def.position[1], 0.11, 1e-5);
}

static LwBody *
stop_body (const LwBody *old, void *data)
{
  LwBody *body = lw_body_copy (old);

  memset (body->def.velocity, 0, sizeof body->def.velocity);
  memset (body->def.angular_velocity, 0, sizeof body->def.angular_velocity);
  return body;
}

/// In space too the bodies get the velocities that the drive prescribes, in the axes of each body.
static void
test_space (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LW_EXAMPLES_DIR"), "universal.json", NULL);
  g_autofree char *text = NULL;
  g_autofree double *errors = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) joint = NULL;
  g_autoptr (LwMechanism) still = NULL;
  const LwMechanismChanges changes = { .body = stop_body };
  g_autoptr (LwStatics) statics = NULL;
  MbdModel *model;
  MbdState *state;

  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  joint = testing_parse (text);
  still = lw_mechanism_change (joint, &changes, NULL);
  statics = lw_statics_new (still, &error);
  g_assert_no_error (error);
  g_assert_true (statics->mechanism != still);
  model = lw_mechanism_compile (statics->mechanism, &error);
  g_assert_no_error (error);
  state = mbd_state_new (model);
  errors = g_new0 (double, mbd_model_row_count (model) + 1);
  mbd_state_errors (state, NULL, errors, NULL);
  for (int i = 0; i < mbd_model_row_count (model); i++)
    g_assert_cmpfloat (fabs (errors[i]), <, 1e-9);
  mbd_state_free (state);
  mbd_model_unref (model);
}

/// Without anything that holds it, it falls: the reason is given and nothing changes.
static void
test_falls (void)
{
  g_autoptr (LwMechanism) body =
    testing_parse ("{\"linkwright\": 1, \"gravity\": [0, -9.81], \"bodies\": [{\"mass\": 1, "
                   "\"inertia\": 0.1}]}");
  g_autoptr (GError) error = NULL;

  g_assert_null (lw_statics_new (body, &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/statics/hangs", test_hangs);
  g_test_add_func ("/statics/held", test_held);
  g_test_add_func ("/statics/torsion-spring", test_torsion_spring);
  g_test_add_func ("/statics/contact", test_contact);
  g_test_add_func ("/statics/space", test_space);
  g_test_add_func ("/statics/falls", test_falls);
  return g_test_run ();
}
