// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mechanisms as values: copies are independent, equality covers every field, errors of the engine
// are reported with the name of the element.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "lw-mechanism.h"

static LwBody *
new_bar (int id, const char *name, double x)
{
  LwBody *body = lw_body_new (id, name);

  body->def.position[0] = x;
  body->def.inertia[2] = 1.0 / 12;
  return body;
}

static LwCoupling *
new_pin (int id, const char *name, int a, double ax, int b, double bx)
{
  MbdCouplingDef def = mbd_loop_default (MBD_LOOP_PIN);

  def.body_a = a;
  def.body_b = b;
  def.frame_a.point[0] = ax;
  def.frame_b.point[0] = bx;
  return lw_coupling_new (&def, id, name);
}

static LwMechanism *
double_pendulum (void)
{
  static const double tip[3] = { 0.5, 0, 0 };
  char *channels[] = { (char *) "*.reaction", NULL };
  LwPlotLayout plot = { .title = (char *) "Forces", .channels = channels };
  LwMechanism *mechanism = lw_mechanism_new ();
  MbdForceDef spring = mbd_spring_default ();

  spring.body_b = 2;
  spring.free_length = 1;
  lw_mechanism_set_title (mechanism, "Double pendulum");
  lw_mechanism_set_notes (mechanism, "Falls");
  lw_mechanism_add_body (mechanism, new_bar (1, "Upper", 0.5));
  lw_mechanism_add_body (mechanism, new_bar (2, "Lower", 1.5));
  lw_mechanism_add_coupling (mechanism, new_pin (1, "A", 0, 0, 1, -0.5));
  lw_mechanism_add_coupling (mechanism, new_pin (2, "B", 1, 0.5, 2, -0.5));
  lw_mechanism_add_force (mechanism, lw_force_new (&spring, 1, "S"));
  lw_mechanism_add_tracer (mechanism, lw_tracer_new (1, "T", 2, tip));
  lw_mechanism_add_plot (mechanism, &plot);
  return mechanism;
}

static void
test_empty (void)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  const LwRunSettings *run = lw_mechanism_get_run (mechanism);

  g_assert_cmpstr (lw_mechanism_get_title (mechanism), ==, "");
  g_assert_cmpstr (lw_mechanism_get_notes (mechanism), ==, "");
  g_assert_cmpfloat (lw_mechanism_get_gravity (mechanism)[1], ==, -9.81);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (mechanism), ==, 0);
  g_assert_cmpfloat (run->duration, ==, 10);
  g_assert_cmpfloat (run->integrator.duration, ==, 10);
  g_assert_cmpfloat (run->interval, ==, 0.01);
  g_assert_true (run->assemble);
  g_assert_null (lw_mechanism_find_body (mechanism, 1));
}

static void
test_copy (void)
{
  g_autoptr (LwMechanism) first = double_pendulum ();
  g_autoptr (LwMechanism) second = lw_mechanism_copy (first);

  g_assert_true (lw_mechanism_equal (first, second));
  // Elements are shared, lists are not.
  g_assert_true (lw_mechanism_get_body (first, 1) == lw_mechanism_get_body (second, 1));
  lw_mechanism_add_body (second, new_bar (3, NULL, 0));
  lw_mechanism_set_title (second, "Another");
  g_assert_cmpuint (lw_mechanism_get_n_bodies (first), ==, 2);
  g_assert_cmpstr (lw_mechanism_get_title (first), ==, "Double pendulum");
  g_assert_null (lw_mechanism_find_body (first, 3));
  g_assert_nonnull (lw_mechanism_find_body (second, 3));
  g_clear_pointer (&first, lw_mechanism_unref);
  g_assert_cmpstr (lw_mechanism_find_body (second, 2)->element.name, ==, "Lower");
  g_assert_cmpint (lw_mechanism_find_coupling (second, 2)->def.body_b, ==, 2);
  g_assert_cmpstr (lw_mechanism_get_plot (second, 0)->channels[0], ==, "*.reaction");
}

// Each of these changes one value of a mechanism.
typedef void (*Change) (LwMechanism *mechanism, LwBody *body, LwCoupling *pin, LwForce *force);

#define CHANGE(name, statement)                                                                    \
  static void change_##name (LwMechanism *m, LwBody *b, LwCoupling *c, LwForce *f)                 \
  {                                                                                                \
    statement;                                                                                     \
  }

CHANGE (nothing, (void) m)
CHANGE (title, lw_mechanism_set_title (m, "x"))
CHANGE (notes, lw_mechanism_set_notes (m, "x"))
CHANGE (lesson, lw_mechanism_set_lesson (m, "{}\n"))
CHANGE (gravity, lw_mechanism_set_gravity (m, (double[]){ 0, -9.81, -0.0 }))
CHANGE (mass, b->def.mass = 2)
CHANGE (mobility, b->def.mobility = MBD_FIXED)
CHANGE (inertia, b->def.inertia[5] = 1)
CHANGE (centre, b->def.centre_of_mass[1] = 1)
CHANGE (position, b->def.position[2] = 1)
CHANGE (quaternion, b->def.quaternion[3] = 1)
CHANGE (angle, b->def.angle = -0.0)
CHANGE (velocity, b->def.velocity[0] = 1)
CHANGE (angular_velocity, b->def.angular_velocity[2] = 1)
CHANGE (hue, b->hue = LW_HUE_AMBER)
CHANGE (shape, b->shape.kind = LW_SHAPE_DISC)
CHANGE (shape_size, b->shape.size[0] = 1)
CHANGE (shape_points, b->shape.points = g_array_new (FALSE, TRUE, 3 * sizeof (double));
        g_array_set_size (b->shape.points, 1))
CHANGE (locked, c->def.locked = MBD_LOOP_WELD)
CHANGE (frame, c->def.frame_a.quaternion[0] = nextafter (1, 2))
CHANGE (length, c->def.length = 1)
CHANGE (coupling_enabled, c->def.enabled = false)
CHANGE (stabilisation, c->def.stabilisation = MBD_STABILISATION_NONE)
CHANGE (time_constant, c->def.time_constant = 1)
CHANGE (class, c->def.class_ = mbd_rod_class ())
CHANGE (second_body, c->def.body_d = 1)
CHANGE (second_frame, c->def.frame_c.point[2] = -0.0)
CHANGE (rod, c->def.rod = MBD_ROD_ROPE)
CHANGE (between, c->def.angle = 1)
CHANGE (normals, c->def.normals[2][0] = 1)
CHANGE (normal_count, c->def.normal_count = 2)
CHANGE (coordinate, c->def.coordinate[1] = MBD_COORDINATE_SLIDE)
CHANGE (ratio, c->def.ratio = 2)
CHANGE (offset, c->def.offset = -0.0)
CHANGE (lower, c->def.lower = 0)
CHANGE (upper, c->def.upper = 0)
CHANGE (mode, c->def.mode = MBD_MODE_FREE)
CHANGE (level, c->def.level = MBD_LEVEL_VELOCITY)
CHANGE (effort_limit, c->def.effort_limit = 3)
CHANGE (compliant, c->def.compliant = true)
CHANGE (coupling_stiffness, c->def.stiffness = 3)
CHANGE (coupling_damping, c->def.damping = 3)
CHANGE (break_force, c->def.break_force = 3)
CHANGE (break_moment, c->def.break_moment = 3)
CHANGE (break_impulse, c->def.break_impulse = 3)
CHANGE (own_parameter, c->def.parameters[7] = 3)
CHANGE (function, c->function = lw_function_new_constant (0))
CHANGE (joint, c->joint[1] = 1)
CHANGE (gearing, c->gearing = LW_GEARING_RACK)
CHANGE (radius, c->radius[1] = 1)
CHANGE (crossed, c->crossed = true)
CHANGE (pitch, c->pitch = 1)
CHANGE (parameter, lw_mechanism_add_parameter (m, lw_parameter_new ("a", 1, NULL)))
CHANGE (stiffness, f->def.stiffness = 7)
CHANGE (damping, f->def.damping = 7)
CHANGE (free_length, f->def.free_length = 7)
CHANGE (force, f->def.force[2] = 7)
CHANGE (torque, f->def.torque[0] = 7)
CHANGE (point, f->def.point_b[1] = 7)
CHANGE (follows, f->def.follows_body = true)
CHANGE (force_enabled, f->def.enabled = false)
CHANGE (law, lw_force_set_law (f, "7"))
CHANGE (rotational_damping, f->def.rotational_damping = 7)
CHANGE (axes_a, f->def.quaternion_a[1] = -0.0)
CHANGE (axes_b, f->def.quaternion_b[3] = -0.0)
CHANGE (bushing_law, f->def.bushing_law = MBD_BUSHING_ENERGY_CONSISTENT)
CHANGE (bushing_roll, f->def.bushing.rotational_stiffness[0] = 7)
CHANGE (bushing_pitch, f->def.bushing.rotational_damping[1] = 7)
CHANGE (bushing_x, f->def.bushing.translational_stiffness[0] = 7)
CHANGE (bushing_z, f->def.bushing.translational_damping[2] = 7)

static void
change_load_function (LwMechanism *m, LwBody *b, LwCoupling *c, LwForce *f)
{
  g_autoptr (LwFunction) function = lw_function_new_expression ("t");

  lw_force_set_function (f, 4, function);
}

static LwMechanism *
build (Change change)
{
  LwMechanism *mechanism = double_pendulum ();
  MbdForceDef load = mbd_load_default ();
  LwBody *body = new_bar (3, NULL, 0);
  LwCoupling *pin = new_pin (3, NULL, 1, 0, 3, 0);
  LwForce *force = lw_force_new (&load, 2, NULL);

  change (mechanism, body, pin, force);
  lw_mechanism_add_body (mechanism, body);
  lw_mechanism_add_coupling (mechanism, pin);
  lw_mechanism_add_force (mechanism, force);
  return mechanism;
}

static const Change changes[] = {
  change_title,
  change_notes,
  change_lesson,
  change_gravity,
  change_mass,
  change_mobility,
  change_inertia,
  change_centre,
  change_position,
  change_quaternion,
  change_angle,
  change_velocity,
  change_angular_velocity,
  change_hue,
  change_shape,
  change_shape_size,
  change_shape_points,
  change_locked,
  change_frame,
  change_length,
  change_coupling_enabled,
  change_stabilisation,
  change_time_constant,
  change_class,
  change_stiffness,
  change_damping,
  change_free_length,
  change_force,
  change_torque,
  change_point,
  change_follows,
  change_force_enabled,
  change_law,
  change_rotational_damping,
  change_axes_a,
  change_axes_b,
  change_bushing_law,
  change_bushing_roll,
  change_bushing_pitch,
  change_bushing_x,
  change_bushing_z,
  change_load_function,
  change_second_body,
  change_second_frame,
  change_rod,
  change_between,
  change_normals,
  change_normal_count,
  change_coordinate,
  change_ratio,
  change_offset,
  change_lower,
  change_upper,
  change_mode,
  change_level,
  change_effort_limit,
  change_compliant,
  change_coupling_stiffness,
  change_coupling_damping,
  change_break_force,
  change_break_moment,
  change_break_impulse,
  change_own_parameter,
  change_function,
  change_joint,
  change_gearing,
  change_radius,
  change_crossed,
  change_pitch,
  change_parameter,
};

static void
test_equal (void)
{
  g_autoptr (LwMechanism) plain = build (change_nothing);
  g_autoptr (LwMechanism) again = build (change_nothing);

  g_assert_true (lw_mechanism_equal (plain, again));
  for (size_t i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autoptr (LwMechanism) changed = build (changes[i]);

    g_test_message ("change %zu", i);
    g_assert_false (lw_mechanism_equal (plain, changed));
    g_assert_false (lw_mechanism_equal (changed, plain));
  }
}

static void
test_run_equal (void)
{
  LwRunSettings run = lw_run_settings_default ();
  g_autoptr (LwMechanism) a = lw_mechanism_new ();
  g_autoptr (LwMechanism) b = lw_mechanism_new ();

  run.duration = 3;
  lw_mechanism_set_run (a, &run);
  g_assert_false (lw_mechanism_equal (a, b));
  // The error norm depends on the duration of the run.
  g_assert_cmpfloat (lw_mechanism_get_run (a)->integrator.duration, ==, 3);
  lw_mechanism_set_run (b, &run);
  g_assert_true (lw_mechanism_equal (a, b));
  run.integrator.maximum_steps = 5;
  lw_mechanism_set_run (b, &run);
  g_assert_false (lw_mechanism_equal (a, b));
}

static void
test_words (void)
{
  static const struct
  {
    unsigned locked;
    const char *word;
  } cases[] = {
    { MBD_LOOP_PIN, "pin" },
    { MBD_LOOP_SLIDER, "slider" },
    { MBD_LOOP_WELD, "weld" },
    { MBD_LOOP_CYLINDRICAL, "cylindrical" },
    { MBD_LOOP_SPHERICAL, "spherical" },
    { MBD_LOOP_UNIVERSAL, "universal" },
    { MBD_LOOP_PIN_IN_SLOT, "pin in slot" },
    { MBD_LOOP_PLANAR, "planar" },
    { MBD_LOOP_POINT_ON_LINE, "point on line" },
    { MBD_LOOP_POINT_ON_PLANE, "point on plane" },
    { MBD_LOOP_PARALLEL_AXES, "parallel axes" },
    { MBD_LOOP_SAME_ATTITUDE, "same attitude" },
    { MBD_LOCK_X | MBD_LOCK_RZ, "loop" },
  };
  LwCoupling rod = { .def = mbd_rod_default () };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++) {
    const LwCoupling joint = { .def = mbd_loop_default (cases[i].locked) };

    g_assert_cmpstr (lw_coupling_get_kind (&joint)->word, ==, cases[i].word);
  }
  g_assert_cmpstr (lw_coupling_get_kind (&rod)->word, ==, "rod");
  rod.def.rod = MBD_ROD_ROPE;
  g_assert_cmpstr (lw_coupling_get_kind (&rod)->word, ==, "rope");
}

// Functions of time

static const LwFunction *
use (LwFunction **slot, LwFunction *function)
{
  lw_function_unref (*slot);
  *slot = function;
  return function;
}

static void
assert_function (const LwFunction *function, double t, double value, double first, double second)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autofree char *reason = NULL;
  MbdFunction *compiled = lw_function_compile (function, none, &reason);
  MbdJet jet;

  g_assert_cmpstr (reason, ==, NULL);
  jet = mbd_function_evaluate (compiled, t);
  g_assert_cmpfloat_with_epsilon (jet.value, value, 1e-14);
  g_assert_cmpfloat_with_epsilon (jet.first, first, 1e-14);
  g_assert_cmpfloat_with_epsilon (jet.second, second, 1e-14);
  mbd_function_unref (compiled);
}

static void
test_functions (void)
{
  static const double rows[] = { 0, 1, 1, 3, 2, 5 };
  LwFunction *function = NULL;

  assert_function (use (&function, lw_function_new_constant (2)), 5, 2, 0, 0);
  assert_function (use (&function, lw_function_new_harmonic (1, 2, 3, 0.5)), 0.25,
                   1 + 2 * sin (1.25), 6 * cos (1.25), -18 * sin (1.25));
  assert_function (use (&function, lw_function_new_polynomial ((double[]){ 1, 2, 3 }, 3, 1)), 3, 17,
                   14, 6);
  // The spline of a straight line is the line itself.
  assert_function (use (&function, lw_function_new_table (rows, 3, MBD_SPLINE_NATURAL, NULL)), 1.5,
                   4, 2, 0);
  assert_function (use (&function, lw_function_new_expression ("t^3")), 2, 8, 12, 12);
  lw_function_unref (function);
}

static void
assert_not_function (LwFunction *function, const char *expected)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autofree char *reason = NULL;

  g_assert_null (lw_function_compile (function, none, &reason));
  g_test_message ("%s", reason);
  g_assert_nonnull (strstr (reason, expected));
  lw_function_unref (function);
}

static void
test_bad_functions (void)
{
  static const double backwards[] = { 0, 1, 2, 3, 1, 5 };
  g_autofree char *deep = g_strnfill (4000, '(');
  g_autofree char *deeper = g_strnfill (100000, '(');

  assert_not_function (lw_function_new_constant (NAN), "not finite");
  assert_not_function (lw_function_new_polynomial (NULL, 0, 0), "at least one coefficient");
  assert_not_function (lw_function_new_table (backwards, 3, MBD_SPLINE_NATURAL, NULL), "(row 3)");
  assert_not_function (lw_function_new_table (backwards, 1, MBD_SPLINE_NATURAL, NULL), "too few");
  assert_not_function (lw_function_new_table (backwards, 2, MBD_SPLINE_PERIODIC, NULL), "");
  assert_not_function (lw_function_new_expression (""), "empty");
  assert_not_function (lw_function_new_expression ("1 + foo"), "foo");
  assert_not_function (lw_function_new_expression ("1 + foo"), "column 5");
  assert_not_function (lw_function_new_expression (deep), "");
  assert_not_function (lw_function_new_expression (deeper), "longer than");
}

// Couplings on joints

// Pin A is driven by a motor, and pin B by a gear from A.
static LwMechanism *
driven_pendulum (const char *expression)
{
  LwMechanism *mechanism = double_pendulum ();
  MbdCouplingDef motor = mbd_motor_default (NULL, INFINITY);
  MbdCouplingDef gear = mbd_gear_default (MBD_COORDINATE_ANGLE, MBD_COORDINATE_ANGLE, 2);
  LwCoupling *drive = lw_coupling_new (&motor, 3, "M1");
  LwCoupling *wheels = lw_coupling_new (&gear, 4, "G");
  g_autoptr (LwFunction) function = lw_function_new_expression (expression);

  drive->joint[0] = 1;
  lw_coupling_set_function (drive, function);
  wheels->joint[0] = 1;
  wheels->joint[1] = 2;
  lw_mechanism_add_parameter (mechanism, lw_parameter_new ("speed", 3, "of the crank, rad/s"));
  lw_mechanism_add_coupling (mechanism, drive);
  lw_mechanism_add_coupling (mechanism, wheels);
  return mechanism;
}

static void
test_drive (void)
{
  g_autoptr (LwMechanism) mechanism = driven_pendulum ("speed + 0 * t");
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  MbdState *state = mbd_state_new (model);
  MbdCouplingDef def;
  double rate;

  g_assert_no_error (error);
  g_assert_cmpint (mbd_model_freedoms_by_count (model), ==, 0);
  // Bodies and frames are taken from the joint.
  g_assert_true (lw_mechanism_resolve_coupling (mechanism, lw_mechanism_get_coupling (mechanism, 3),
                                                &def, &error));
  g_assert_cmpint (def.body_a, ==, 0);
  g_assert_cmpint (def.body_b, ==, 1);
  g_assert_cmpint (def.body_c, ==, 1);
  g_assert_cmpint (def.body_d, ==, 2);
  g_assert_cmpfloat (def.frame_c.point[0], ==, 0.5);
  g_assert_cmpint (mbd_state_assemble_velocities (state, NULL, NULL), ==, MBD_STATUS_OK);
  g_assert_true (mbd_state_coordinate (state, 0, 0, MBD_COORDINATE_ANGLE, NULL, &rate));
  g_assert_cmpfloat_with_epsilon (rate, 3, 1e-9);
  g_assert_true (mbd_state_coordinate (state, 1, 0, MBD_COORDINATE_ANGLE, NULL, &rate));
  g_assert_cmpfloat_with_epsilon (rate, 6, 1e-9);
  mbd_state_free (state);
  mbd_model_unref (model);
}

static void
assert_sentence (LwMechanism *mechanism, const char *sentence)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (lw_mechanism_compile (mechanism, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_SIMULATION);
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, sentence));
  g_assert_true (g_str_has_suffix (error->message, "."));
  lw_mechanism_unref (mechanism);
}

static void
test_bad_drives (void)
{
  LwMechanism *mechanism = driven_pendulum ("foo");
  LwCoupling *coupling;

  assert_sentence (mechanism,
                   "Motor M1: the name ‘foo’ in column 1 is not known here; known are t");
  mechanism = driven_pendulum ("1");
  coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, 3));
  coupling->element.id = coupling->def.id = 5;
  lw_coupling_set_name (coupling, "M2");
  coupling->joint[0] = 77;
  lw_mechanism_add_coupling (mechanism, coupling);
  assert_sentence (mechanism, "Motor M2: the joint 77 that it uses does not exist;");
  mechanism = driven_pendulum ("1");
  coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, 3));
  coupling->element.id = coupling->def.id = 5;
  lw_coupling_set_name (coupling, "M2");
  coupling->joint[0] = 3;
  lw_mechanism_add_coupling (mechanism, coupling);
  assert_sentence (mechanism, "Motor M2: it uses Motor M1, which is not a joint;");
  mechanism = driven_pendulum ("1");
  coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, 3));
  coupling->element.id = coupling->def.id = 5;
  lw_coupling_set_name (coupling, "M2");
  coupling->def.coordinate[0] = MBD_COORDINATE_SLIDE;
  lw_mechanism_add_coupling (mechanism, coupling);
  assert_sentence (mechanism, "Motor M2: it uses Pin A, which does not slide along its x axis;");
  mechanism = driven_pendulum ("1");
  lw_mechanism_add_parameter (mechanism, lw_parameter_new ("t", 0, NULL));
  assert_sentence (mechanism, "The mechanism: a parameter must not be called t");
  mechanism = driven_pendulum ("1");
  lw_mechanism_add_parameter (mechanism, lw_parameter_new ("2a", 0, NULL));
  assert_sentence (mechanism, "The mechanism: a parameter needs a name");
}

static void
test_remove_joint (void)
{
  g_autoptr (LwMechanism) mechanism = driven_pendulum ("1");
  g_autoptr (LwMechanism) without_b = lw_mechanism_remove_coupling (mechanism, 2);
  g_autoptr (LwMechanism) without_a = lw_mechanism_remove_coupling (mechanism, 1);
  g_autoptr (LwMechanism) without_upper = lw_mechanism_remove_body (mechanism, 1);
  g_autoptr (LwMechanism) without_motor = lw_mechanism_remove_coupling (mechanism, 3);

  // Couplings on the joint are removed with it; all others stay.
  g_assert_cmpuint (lw_mechanism_get_n_couplings (without_b), ==, 2);
  g_assert_nonnull (lw_mechanism_find_coupling (without_b, 3));
  g_assert_cmpuint (lw_mechanism_get_n_couplings (without_a), ==, 1);
  g_assert_nonnull (lw_mechanism_find_coupling (without_a, 2));
  g_assert_cmpuint (lw_mechanism_get_n_couplings (without_upper), ==, 0);
  g_assert_cmpuint (lw_mechanism_get_n_couplings (without_motor), ==, 3);
  g_assert_cmpuint (lw_mechanism_get_n_parameters (without_upper), ==, 1);
}

static void
test_parameters (void)
{
  g_autoptr (LwMechanism) mechanism = driven_pendulum ("speed");
  g_autoptr (LwMechanism) faster =
    lw_mechanism_with_parameter (mechanism, lw_parameter_new ("speed", 4, NULL));
  g_autoptr (LwMechanism) more =
    lw_mechanism_with_parameter (faster, lw_parameter_new ("length", 1, NULL));
  g_autoptr (LwMechanism) less = lw_mechanism_without_parameter (more, "speed");
  g_autofree char *first = lw_mechanism_dup_fingerprint (mechanism);
  g_autofree char *second = lw_mechanism_dup_fingerprint (faster);

  g_assert_cmpfloat (lw_mechanism_find_parameter (mechanism, "speed")->value, ==, 3);
  g_assert_cmpfloat (lw_mechanism_find_parameter (faster, "speed")->value, ==, 4);
  g_assert_cmpuint (lw_mechanism_get_n_parameters (more), ==, 2);
  g_assert_cmpuint (lw_mechanism_get_n_plots (more), ==, 1);
  g_assert_null (lw_mechanism_find_parameter (less, "speed"));
  g_assert_nonnull (lw_mechanism_find_parameter (less, "length"));
  g_assert_cmpstr (first, !=, second);
}

static void
assert_called (const LwMechanism *mechanism, MbdElement kind, int id, const char *expected)
{
  g_autofree char *name = lw_mechanism_dup_element_name (mechanism, kind, id);

  g_assert_cmpstr (name, ==, expected);
}

static void
test_names (void)
{
  g_autoptr (LwMechanism) mechanism = double_pendulum ();

  lw_mechanism_add_body (mechanism, lw_body_new (7, NULL));
  lw_mechanism_add_coupling (mechanism, new_pin (7, NULL, 0, 0, 7, 0));
  lw_mechanism_add_coupling (mechanism, new_pin (8, "Pin at the wall", 0, 0, 7, 0));
  assert_called (mechanism, MBD_ELEMENT_BODY, 0, "Ground");
  assert_called (mechanism, MBD_ELEMENT_BODY, 1, "Body Upper");
  assert_called (mechanism, MBD_ELEMENT_BODY, 7, "Body 7");
  assert_called (mechanism, MBD_ELEMENT_BODY, 99, "Body 99");
  assert_called (mechanism, MBD_ELEMENT_COUPLING, 2, "Pin B");
  assert_called (mechanism, MBD_ELEMENT_COUPLING, 7, "Coupling 7");
  assert_called (mechanism, MBD_ELEMENT_COUPLING, 8, "Pin at the wall");
  assert_called (mechanism, MBD_ELEMENT_FORCE, 1, "Spring S");
  assert_called (mechanism, MBD_ELEMENT_FORCE, 5, "Force element 5");
  assert_called (mechanism, MBD_ELEMENT_NONE, 0, "The mechanism");
}

static void
test_compile (void)
{
  g_autoptr (LwMechanism) mechanism = double_pendulum ();
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);

  g_assert_no_error (error);
  g_assert_cmpint (mbd_model_body_count (model), ==, 3);
  g_assert_cmpint (mbd_model_coupling_count (model), ==, 2);
  g_assert_cmpint (mbd_model_force_count (model), ==, 1);
  g_assert_cmpint (mbd_model_row_count (model), ==, 4);
  g_assert_cmpint (mbd_model_freedoms_by_count (model), ==, 2);
  g_assert_cmpint (mbd_model_body_by_name (model, "Lower"), ==, 2);
  mbd_model_unref (model);
}

static void
assert_refused (LwMechanism *mechanism, const char *begin, MbdStatus status)
{
  g_autofree char *sentence = g_strdup_printf ("%s: %s.", begin, mbd_status_text (status));
  g_autoptr (GError) error = NULL;

  g_assert_null (lw_mechanism_compile (mechanism, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_SIMULATION);
  g_assert_cmpstr (error->message, ==, sentence);
  lw_mechanism_unref (mechanism);
}

static void
test_refused (void)
{
  LwMechanism *mechanism = double_pendulum ();
  LwBody *body = new_bar (3, "Ghost", 0);
  LwCoupling *coupling;

  body->def.mass = -1;
  lw_mechanism_add_body (mechanism, body);
  assert_refused (mechanism, "Body Ghost", MBD_STATUS_NEGATIVE_MASS);

  mechanism = double_pendulum ();
  lw_mechanism_add_body (mechanism, new_bar (1, "Upper again", 0));
  assert_refused (mechanism, "Body Upper", MBD_STATUS_DUPLICATE_ID);

  mechanism = double_pendulum ();
  lw_mechanism_add_coupling (mechanism, new_pin (3, "C", 1, 0, 42, 0));
  assert_refused (mechanism, "Pin C", MBD_STATUS_UNKNOWN_BODY);

  mechanism = double_pendulum ();
  lw_mechanism_add_coupling (mechanism, new_pin (3, NULL, 1, 0, 1, 0));
  assert_refused (mechanism, "Coupling 3", MBD_STATUS_SAME_BODY);

  mechanism = double_pendulum ();
  coupling = new_pin (3, "C", 0, 0, 2, 0);
  coupling->def.stabilisation = MBD_STABILISATION_BAUMGARTE;
  coupling->def.time_constant = 0;
  lw_mechanism_add_coupling (mechanism, coupling);
  assert_refused (mechanism, "Pin C", MBD_STATUS_BAD_TIME_CONSTANT);

  mechanism = double_pendulum ();
  coupling = new_pin (3, "R", 0, 0, 2, 0);
  coupling->def.class_ = mbd_rod_class ();
  coupling->def.length = 0;
  lw_mechanism_add_coupling (mechanism, coupling);
  assert_refused (mechanism, "Rod R", MBD_STATUS_ZERO_LENGTH);
}

static void
assert_points (LwMechanism *mechanism, int body, guint n, const double *x)
{
  g_autoptr (GArray) points = lw_mechanism_dup_link_points (mechanism, body);

  g_assert_cmpuint (points->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (((double *) points->data)[3 * i], ==, x[i]);
}

static void
test_link_points (void)
{
  g_autoptr (LwMechanism) mechanism = double_pendulum ();
  LwBody *body = lw_body_new (9, NULL);
  double own[2][3] = { { 4, 0, 0 }, { 5, 0, 0 } };

  // Points of couplings in their order, then of tracers; a place is listed once.
  assert_points (mechanism, 0, 1, (double[]){ 0 });
  assert_points (mechanism, 1, 2, (double[]){ -0.5, 0.5 });
  assert_points (mechanism, 2, 2, (double[]){ -0.5, 0.5 });
  lw_mechanism_add_coupling (mechanism, new_pin (3, NULL, 1, 0.5, 2, 7));
  assert_points (mechanism, 1, 2, (double[]){ -0.5, 0.5 });
  assert_points (mechanism, 2, 3, (double[]){ -0.5, 7, 0.5 });

  // A body without attached elements has its centre of mass as its only point; own points take
  // precedence.
  body->def.centre_of_mass[0] = 3;
  lw_mechanism_add_body (mechanism, body);
  assert_points (mechanism, 9, 1, (double[]){ 3 });
  body = lw_body_new (10, NULL);
  body->shape.points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  g_array_append_vals (body->shape.points, own, 2);
  lw_mechanism_add_body (mechanism, body);
  lw_mechanism_add_coupling (mechanism, new_pin (4, NULL, 0, 0, 10, 1));
  assert_points (mechanism, 10, 2, (double[]){ 4, 5 });
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mechanism/empty", test_empty);
  g_test_add_func ("/mechanism/copy", test_copy);
  g_test_add_func ("/mechanism/equal", test_equal);
  g_test_add_func ("/mechanism/run-equal", test_run_equal);
  g_test_add_func ("/mechanism/words", test_words);
  g_test_add_func ("/mechanism/names", test_names);
  g_test_add_func ("/mechanism/compile", test_compile);
  g_test_add_func ("/mechanism/refused", test_refused);
  g_test_add_func ("/mechanism/link-points", test_link_points);
  g_test_add_func ("/mechanism/functions", test_functions);
  g_test_add_func ("/mechanism/bad-functions", test_bad_functions);
  g_test_add_func ("/mechanism/drive", test_drive);
  g_test_add_func ("/mechanism/bad-drives", test_bad_drives);
  g_test_add_func ("/mechanism/remove-joint", test_remove_joint);
  g_test_add_func ("/mechanism/parameters", test_parameters);
  return g_test_run ();
}
