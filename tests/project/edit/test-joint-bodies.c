// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exchanging the bodies of a joint: its place and axes in the drawing are unchanged.

#include <string.h>

#include "lw-join.h"
#include "lw-joint-frame.h"
#include "lw-text.h"

static const char text[] =
  "{\"linkwright\": 1, \"bodies\": ["
  "{\"id\": 1, \"name\": \"Crank\", \"position\": [0.1, 0.2], \"angle\": 0.5},"
  "{\"id\": 2, \"name\": \"Rod\", \"position\": [0.4, -0.1], \"angle\": -1.2},"
  "{\"id\": 3, \"name\": \"Box\", \"position\": [0.3, 0.3], \"angle\": 2}],"
  "\"couplings\": ["
  "{\"id\": 1, \"name\": \"S\", \"kind\": \"slider\", \"bodies\": [1, 2], \"at\": [0.25, 0.15],"
  " \"angle\": 0.3},"
  "{\"id\": 2, \"name\": \"M\", \"kind\": \"motor\", \"joint\": \"S\", \"function\": 1}]}";

static void
assert_place (const LwMechanism *mechanism,
              const MbdFrame *old_frame,
              int old_body,
              const LwMechanism *after,
              const MbdFrame *new_frame,
              int new_body)
{
  MbdFrame a = *old_frame, b = *new_frame;

  lw_joint_frame_to_world (lw_mechanism_find_body (mechanism, old_body), a.point, a.quaternion);
  lw_joint_frame_to_world (lw_mechanism_find_body (after, new_body), b.point, b.quaternion);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon (a.point[i], b.point[i], 1e-15);
  for (int i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon (a.quaternion[i], b.quaternion[i], 1e-15);
}

static void
test_place (void)
{
  static const int bodies[] = { MBD_GROUND, 3 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) before = lw_text_parse (text, -1, &error);
  const MbdCouplingDef *old;

  g_assert_no_error (error);
  old = &lw_mechanism_find_coupling (before, 1)->def;
  for (int side = 0; side < 2; side++)
    for (guint i = 0; i < G_N_ELEMENTS (bodies); i++) {
      g_autoptr (LwMechanism) after = lw_join_exchange (before, 1, side, bodies[i], &error);
      const MbdCouplingDef *def;

      g_assert_no_error (error);
      def = &lw_mechanism_find_coupling (after, 1)->def;
      g_assert_cmpint (def->body_a, ==, side == 0 ? bodies[i] : old->body_a);
      g_assert_cmpint (def->body_b, ==, side == 1 ? bodies[i] : old->body_b);
      assert_place (before, &old->frame_a, old->body_a, after, &def->frame_a, def->body_a);
      assert_place (before, &old->frame_b, old->body_b, after, &def->frame_b, def->body_b);
    }
}

static void
test_refused (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) before = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  g_assert_null (lw_join_exchange (before, 1, 0, 2, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "S"));
  // A motor takes the bodies of its joint.
  g_assert_true (lw_join_can_exchange (lw_mechanism_find_coupling (before, 1)));
  g_assert_false (lw_join_can_exchange (lw_mechanism_find_coupling (before, 2)));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/joint-bodies/place", test_place);
  g_test_add_func ("/joint-bodies/refused", test_refused);
  return g_test_run ();
}
