// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Friction added to a joint: it acts by the reaction of the joint, survives files, and takes no freedom.

#include <math.h>
#include <string.h>

#include "lw-joint-friction.h"
#include "lw-text.h"

#define PENDULUM                                                                                   \
  "{\"linkwright\": 1, \"gravity\": [0, -9.81], \"bodies\": [{\"id\": 1, \"mass\": 2,"             \
  " \"inertia\": 0.1, \"position\": [1, 0], \"angular_velocity\": 3, \"velocity\": [0, 3]}],"      \
  " \"couplings\": [{\"id\": 7, \"name\": \"A\", \"kind\": \"%s\", \"bodies\": [0, 1],"            \
  " \"at\": [0, 0]}]}"

static LwMechanism *
read_mechanism (const char *kind)
{
  g_autofree char *text = g_strdup_printf (PENDULUM, kind);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  return mechanism;
}

/// Returns the moment of the friction for a reaction of 1 N in joint 7, at the start.
static double
moment_by_reaction (const LwMechanism *mechanism, int friction)
{
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  MbdState *state;
  MbdWrench moment, reaction;
  MbdDiagnosis why;

  g_assert_no_error (error);
  state = mbd_state_new (model);
  g_assert_cmpint (mbd_state_solve (state, &why), ==, MBD_STATUS_OK);
  g_assert_cmpint (mbd_state_freedoms_by_count (state), ==, 1);
  mbd_state_reaction (state, mbd_model_coupling_by_id (model, friction), 1, MBD_AXES_WORLD,
                      &moment);
  mbd_state_reaction (state, mbd_model_coupling_by_id (model, 7), 1, MBD_AXES_WORLD, &reaction);
  mbd_state_free (state);
  mbd_model_unref (model);
  return moment.moment[2] / hypot (reaction.force[0], reaction.force[1]);
}

static void
test_pin (void)
{
  g_autoptr (LwMechanism) before = read_mechanism ("pin");
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) after = lw_joint_friction_add (before, 7, &error);
  g_autoptr (LwMechanism) again = NULL;
  g_autofree char *text = NULL;
  const LwCoupling *friction;

  g_assert_no_error (error);
  g_assert_true (lw_joint_friction_is_possible (before, 7));
  g_assert_false (lw_joint_friction_is_possible (after, 7));
  friction = lw_mechanism_find_coupling (after, 8);
  g_assert_cmpstr (lw_coupling_get_kind (friction)->word, ==, "joint friction");
  // It turns in the positive sense: the moment is -mu r |reaction|.
  g_assert_cmpfloat_with_epsilon (moment_by_reaction (after, 8), -0.1 * 0.005, 1e-12);
  text = lw_text_write (after);
  again = lw_text_parse (text, -1, &error);
  g_assert_no_error (error);
  g_assert_true (lw_mechanism_equal (after, again));
}

static void
test_refused (void)
{
  g_autoptr (LwMechanism) weld = read_mechanism ("weld");
  g_autoptr (GError) error = NULL;

  g_assert_false (lw_joint_friction_is_possible (weld, 7));
  g_assert_null (lw_joint_friction_add (weld, 7, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "does not turn or slide"));
}

/// Friction without a joint is refused when the mechanism is compiled.
static void
test_without_joint (void)
{
  g_autoptr (LwMechanism) mechanism = read_mechanism ("pin");
  g_autoptr (LwMechanism) next = NULL;
  g_autoptr (GError) error = NULL;
  const LwKind *kind = &lw_kinds[LW_KIND_JOINT_FRICTION];
  MbdCouplingDef def = kind->coupling (kind);

  def.body_b = 1;
  next = lw_mechanism_replace_coupling (mechanism, lw_coupling_new (&def, 8, "F"));
  g_assert_null (lw_mechanism_compile (next, &error));
  g_assert_nonnull (strstr (error->message, "choose a pin or a slider"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/friction-edit/pin", test_pin);
  g_test_add_func ("/friction-edit/refused", test_refused);
  g_test_add_func ("/friction-edit/without-joint", test_without_joint);
  return g_test_run ();
}
