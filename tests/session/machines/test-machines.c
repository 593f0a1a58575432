// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parts of machines are drawn by gestures and then moved, and their motion is compared with closed
// forms.

#include <math.h>
#include <string.h>

#include "lw-driven-motion.h"
#include "lw-run.h"
#include "testing-tools.h"

static const LwBody *
find_body (const LwMechanism *mechanism, const char *name)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    if (g_str_has_prefix (lw_mechanism_get_body (mechanism, i)->element.name, name))
      return lw_mechanism_get_body (mechanism, i);
  g_error ("there is no body %s", name);
}

static const LwCoupling *
find_coupling (const LwMechanism *mechanism, LwKindId kind)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    if (lw_coupling_get_kind (lw_mechanism_get_coupling (mechanism, i))->id == kind)
      return lw_mechanism_get_coupling (mechanism, i);
  g_error ("there is no such coupling");
}

/// Position of a body while a coupling is moved: x, y, angle.
static void
get_driven (LwDrivenMotion *motion, const LwMechanism *mechanism, const LwBody *body, double q[3])
{
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);

  g_assert_no_error (error);
  memcpy (q,
          lw_driven_motion_get_positions (motion)
            + mbd_model_body_first_position (model, mbd_model_body_by_id (model, body->element.id)),
          3 * sizeof *q);
  mbd_model_unref (model);
}

// ---- runs -----------------------------------------------------------------------------------

typedef struct
{
  MbdModel *model;
  LwRun *run;
} Running;

static Running
begin (const LwMechanism *mechanism, double duration, double interval)
{
  g_autoptr (GError) error = NULL;
  Running self = { .model = lw_mechanism_compile (mechanism, &error) };
  MbdIntegratorSettings settings;
  MbdDiagnosis why = { 0 };

  g_assert_no_error (error);
  settings =
    lw_run_choose_settings (self.model, &lw_mechanism_get_run (mechanism)->integrator, interval);
  self.run = lw_run_new (self.model, &settings, duration, interval, true);
  g_assert_cmpint (lw_run_start (self.run, &why), ==, MBD_STATUS_OK);
  return self;
}

static void
advance (Running *self)
{
  MbdDiagnosis why = { 0 };

  g_assert_cmpint (lw_run_next (self->run, &why), ==, MBD_STATUS_OK);
}

/// Height of the origin of a body, m.
static double
get_height (Running *self, const LwBody *body)
{
  const double origin[3] = { 0 };
  double at[3];

  mbd_state_body_point (lw_run_state (self->run),
                        mbd_model_body_by_id (self->model, body->element.id), origin, at, NULL,
                        NULL);
  return at[1];
}

static double
get_angle (Running *self, const LwBody *body)
{
  const int index = mbd_model_body_by_id (self->model, body->element.id);

  return mbd_state_positions (
    lw_run_state (self->run))[mbd_model_body_first_position (self->model, index) + 2];
}

static void
end (Running *self)
{
  lw_run_free (self->run);
  mbd_model_unref (self->model);
}

// ---- two links ------------------------------------------------------------------------------

/// The sides 3, 4 and 5 of a right-angled triangle: on either side of the line, by typing or dragging.
static void
test_dyad (void)
{
  static const struct
  {
    const char *gesture;
    double y;
  } cases[] = {
    { "tool dyad click 0 0 click 0.4 0 move 0.1 0.2 type 300mm key tab type 500mm key enter", 0.3 },
    { "tool dyad click 0 0 click 0.4 0 move 0.1 -0.2 type 0.3 key tab type 0.5 key enter", -0.3 },
    { "tool dyad click 0 0 click 0.4 0 click 0 0.3", 0.3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    LwMechanism *mechanism;
    double at[2];

    testing_canvas_do (canvas, cases[i].gesture);
    g_assert_cmpstr (canvas->refused, ==, NULL);
    mechanism = testing_canvas_mechanism (canvas);
    g_assert_cmpuint (lw_mechanism_get_n_bodies (mechanism), ==, 2);
    g_assert_cmpuint (lw_mechanism_get_n_couplings (mechanism), ==, 3);
    lw_geometry_joint_point (mechanism, lw_mechanism_get_coupling (mechanism, 2), at);
    g_assert_cmpfloat_with_epsilon (at[0], 0, 1e-12);
    g_assert_cmpfloat_with_epsilon (at[1], cases[i].y, 1e-12);
  }
}

/// On a crank and the ground it makes a four-bar, which is one step, and turns.
static void
test_four_bar (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwDrivenMotion) motion = NULL;
  double lower, upper;
  guint n;

  testing_canvas_do (canvas, "tool link drag 0 0 0.1 0 key escape tool pin click 0 0");
  n = lw_document_get_n_steps (canvas->document);
  testing_canvas_do (canvas, "tool dyad click 0.1 0 click 0.4 0 move 0.3 0.3 type 0.35 key tab "
                             "type 0.3 key enter");
  g_assert_cmpuint (lw_document_get_n_steps (canvas->document), ==, n + 1);
  motion = lw_driven_motion_new (testing_canvas_mechanism (canvas), 1, &error);
  g_assert_no_error (error);
  // By Grashof's rule, 0.1 + 0.4 < 0.35 + 0.3, the crank turns all the way.
  lw_driven_motion_get_range (motion, &lower, &upper);
  g_assert_cmpfloat (upper - lower, ==, 2 * G_PI);
}

static void
test_dyad_refused (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);

  testing_canvas_do (
    canvas, "tool dyad click 0 0 click 0.4 0 move 0.1 0.2 type 0.1 key tab type 0.1 key enter");
  g_assert_nonnull (strstr (canvas->refused, "do not meet"));
  g_assert_cmpuint (lw_mechanism_get_n_bodies (testing_canvas_mechanism (canvas)), ==, 0);
}

// ---- belt, rack, angle, drag ----------------------------------------------------------------

#define TWO_DISCS                                                                                  \
  "tool disc drag 0 0 0.1 0 tool disc drag 0.5 0 0.55 0 tool pin click 0 0 tool pin click 0.5 0 "

/// The pulleys are the discs as drawn; a crossed belt turns them in opposite directions.
static void
test_belt (void)
{
  for (int crossed = 0; crossed < 2; crossed++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (LwDrivenMotion) motion = NULL;
    LwMechanism *mechanism;
    const LwCoupling *belt;
    double q[3];

    testing_canvas_do (canvas, TWO_DISCS "tool belt");
    testing_canvas_do (canvas, crossed ? "control click 0 0 click 0.5 0" : "click 0 0 click 0.5 0");
    g_assert_cmpstr (canvas->refused, ==, NULL);
    mechanism = testing_canvas_mechanism (canvas);
    belt = find_coupling (mechanism, LW_KIND_BELT);
    g_assert_cmpfloat_with_epsilon (belt->radius[0], 0.1, 1e-12);
    g_assert_cmpfloat_with_epsilon (belt->radius[1], 0.05, 1e-12);
    g_assert_cmpint (belt->crossed, ==, crossed);
    motion = lw_driven_motion_new (mechanism, 1, &error);
    g_assert_no_error (error);
    g_assert_true (lw_driven_motion_move (motion, 0.3, &error));
    get_driven (motion, mechanism, lw_mechanism_get_body (mechanism, 1), q);
    g_assert_cmpfloat_with_epsilon (q[2], crossed ? -0.6 : 0.6, 1e-11);
  }
}

/// The rack moves by the arc of the pinion, along its direction.
static void
test_rack (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwDrivenMotion) motion = NULL;
  const LwBody *rack;
  double q[3];

  testing_canvas_do (canvas, TWO_DISCS "tool rack drag 0 0 0.2 0.2");
  g_assert_cmpstr (canvas->refused, ==, NULL);
  rack = find_body (testing_canvas_mechanism (canvas), "Rack");
  // It touches the pinion: height 0.4 r, below it seen along the direction.
  g_assert_cmpfloat_with_epsilon (rack->def.position[0], 0.12 * sqrt (0.5), 1e-12);
  g_assert_cmpfloat_with_epsilon (rack->def.position[1], -0.12 * sqrt (0.5), 1e-12);
  motion = lw_driven_motion_new (testing_canvas_mechanism (canvas), 1, &error);
  // The other disc is free.
  g_assert_error (error, LW_ERROR, LW_ERROR_SIMULATION);
  g_clear_error (&error);
  testing_canvas_do (canvas, "tool ground click 0.53 0");
  motion = lw_driven_motion_new (testing_canvas_mechanism (canvas), 1, &error);
  g_assert_no_error (error);
  g_assert_true (lw_driven_motion_move (motion, 0.5, &error));
  get_driven (motion, testing_canvas_mechanism (canvas), rack, q);
  g_assert_cmpfloat_with_epsilon (q[0] - rack->def.position[0], 0.05 * sqrt (0.5), 1e-11);
  g_assert_cmpfloat_with_epsilon (q[1] - rack->def.position[1], 0.05 * sqrt (0.5), 1e-11);
}

/// Two links that are pinned to the ground turn together, whichever is clicked first, also if they are
/// parallel.
static void
test_angle (void)
{
  static const char *const gestures[] = {
    "tool link drag 0 0 0.2 0 key escape tool link drag 0.5 0 0.6 0.2 key escape tool pin click 0 0 "
    "tool pin click 0.5 0 tool angle click 0.1 0 click 0.55 0.1",
    "tool link drag 0 0 0.2 0 key escape tool link drag 0.5 0 0.6 0.2 key escape tool pin click 0 0 "
    "tool pin click 0.5 0 tool angle click 0.55 0.1 click 0.1 0",
    "tool link drag 0 0 0.2 0 key escape tool link drag 0.5 0 0.7 0 key escape tool pin click 0 0 "
    "tool pin click 0.5 0 tool angle click 0.1 0 click 0.6 0",
  };

  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (LwDrivenMotion) motion = NULL;
    LwMechanism *mechanism;
    const LwBody *second;
    double q[3];

    testing_canvas_do (canvas, gestures[i]);
    g_assert_cmpstr (canvas->refused, ==, NULL);
    mechanism = testing_canvas_mechanism (canvas);
    if (i < 2)
      g_assert_cmpfloat_with_epsilon (find_coupling (mechanism, LW_KIND_ANGLE)->def.angle,
                                      atan2 (0.2, 0.1), 1e-12);
    motion = lw_driven_motion_new (mechanism, 1, &error);
    g_assert_no_error (error);
    g_assert_true (lw_driven_motion_move (motion, 0.4, &error));
    second = lw_mechanism_get_body (mechanism, 1);
    get_driven (motion, mechanism, second, q);
    g_assert_cmpfloat_with_epsilon (q[2] - second->def.angle, 0.4, 1e-11);
  }
}

/// A disc that turns loses its speed as exp (-b t / J).
static void
test_drag (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  const LwForce *drag;

  testing_canvas_do (canvas, TWO_DISCS "tool drag click 0.05 0 tool drag shift click 0.5 0.02");
  g_assert_cmpstr (canvas->refused, ==, NULL);
  drag = lw_mechanism_get_force (testing_canvas_mechanism (canvas), 0);
  g_assert_cmpint (drag->def.body_b, ==, 1);
  g_assert_cmpfloat (drag->def.damping, ==, 1);
  g_assert_cmpfloat_with_epsilon (drag->def.point_b[0], 0.05, 1e-12);
  drag = lw_mechanism_get_force (testing_canvas_mechanism (canvas), 1);
  g_assert_cmpint (drag->def.body_b, ==, 2);
  g_assert_cmpfloat (drag->def.damping, ==, 0);
  g_assert_cmpfloat (drag->def.rotational_damping, ==, 0.1);
}

// ---- contacts -------------------------------------------------------------------------------

/// In each turn of the crank the wheel turns by one slot, the other way round; it is held then, with
/// the play of the recess.
static void
test_geneva (void)
{
  for (int more = 0; more < 2; more++) {
    const int n = more ? 6 : 4;
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    LwMechanism *mechanism;
    const LwBody *wheel;
    Running running;

    testing_canvas_do (canvas, more ? "tool geneva shift drag 0 0 0.2 0"
                                    : "tool geneva drag 0 0 0.12 0.16");
    g_assert_cmpstr (canvas->refused, ==, NULL);
    mechanism = testing_canvas_mechanism (canvas);
    wheel = find_body (mechanism, "Geneva wheel");
    running = begin (mechanism, 4, 0.1);
    for (int turn = 1; turn <= 2; turn++) {
      for (int i = 0; i < 20; i++)
        advance (&running);
      g_assert_cmpfloat_with_epsilon (get_angle (&running, wheel) - wheel->def.angle,
                                      -2 * G_PI * turn / n, 0.03);
    }
    end (&running);
  }
}

/// The pawl lets the wheel turn one way by many teeth, the other way until it
/// falls behind a tooth: at most one and a half teeth from the drawing.
static void
test_ratchet (void)
{
  double turned[2];

  for (int way = 0; way < 2; way++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    g_autoptr (LwMechanism) spun = NULL;
    const LwBody *wheel;
    LwBody *copy;
    Running running;

    testing_canvas_do (canvas, "tool ratchet drag 0 0 0.1 0");
    g_assert_cmpstr (canvas->refused, ==, NULL);
    wheel = find_body (testing_canvas_mechanism (canvas), "Ratchet wheel");
    copy = lw_body_copy (wheel);
    copy->def.angular_velocity[2] = way == 0 ? 3 : -3;
    spun = lw_mechanism_replace_body (testing_canvas_mechanism (canvas), copy);
    running = begin (spun, 0.5, 0.1);
    for (int i = 0; i < 5; i++)
      advance (&running);
    turned[way] = fabs (get_angle (&running, wheel));
    end (&running);
  }
  g_test_message ("%g rad to the left, %g rad to the right", turned[0], turned[1]);
  g_assert_cmpfloat (fmax (turned[0], turned[1]), >, 1.0);
  g_assert_cmpfloat (fmin (turned[0], turned[1]), <, 1.5 * 2 * G_PI / 12);
}

/// The follower rises by the law of the polynomial 3-4-5. Between its 120 points the cam is lower than
/// the law by 1 - cos (1.5 deg) of its radius at most, 3e-5 m.
static void
test_cam (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  LwMechanism *mechanism;
  const LwBody *follower;
  Running running;

  testing_canvas_do (canvas, "tool cam drag 0 0 0.1 0 type 40mm key enter");
  g_assert_cmpstr (canvas->refused, ==, NULL);
  mechanism = testing_canvas_mechanism (canvas);
  follower = find_body (mechanism, "Follower");
  running = begin (mechanism, 2, 0.05);
  for (int i = 1; i <= 40; i++) {
    const double angle = G_PI * 0.05 * i, rise = 2 * G_PI / 3;
    const double x = angle <= rise   ? angle / rise
                     : angle <= G_PI ? 1
                                     : 1 - fmin ((angle - G_PI) / rise, 1);
    const double s = 0.04 * x * x * x * (10 - 15 * x + 6 * x * x);

    advance (&running);
    g_assert_cmpfloat_with_epsilon (get_height (&running, follower), 0.1 + s, 1e-4);
  }
  end (&running);
}

/// A lift for which the outline would be hollow is refused.
static void
test_cam_refused (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);

  testing_canvas_do (canvas, "tool cam drag 0 0 0.1 0 type 400mm key enter");
  g_assert_nonnull (strstr (canvas->refused, "smaller lift"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/machines/dyad", test_dyad);
  g_test_add_func ("/machines/four-bar", test_four_bar);
  g_test_add_func ("/machines/dyad-refused", test_dyad_refused);
  g_test_add_func ("/machines/belt", test_belt);
  g_test_add_func ("/machines/rack", test_rack);
  g_test_add_func ("/machines/angle", test_angle);
  g_test_add_func ("/machines/drag", test_drag);
  g_test_add_func ("/machines/geneva", test_geneva);
  g_test_add_func ("/machines/ratchet", test_ratchet);
  g_test_add_func ("/machines/cam", test_cam);
  g_test_add_func ("/machines/cam-refused", test_cam_refused);
  return g_test_run ();
}
