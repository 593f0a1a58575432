// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why runs end: each cause has its own message, which names the element at fault, wherever, whenever
// and in whichever order and size.

#include "testing.h"

typedef struct
{
  double scale, delay, turn;
  bool reversed;
} Variant;

static const Variant variants[] = {
  { .scale = 1 },
  { .scale = 200, .turn = 0.7 },
  { .scale = 1e-3, .delay = 0.123 },
  { .scale = 1, .delay = 0.123, .turn = -2, .reversed = true },
};

static double scale; // size of the mechanism under construction

static int
add_bar (Design *design, double x, double y, double angle, double length)
{
  MbdBodyDef bar = mbd_body_default ();

  bar.inertia[2] = length * length / 12 * scale * scale;
  bar.position[0] = x * scale;
  bar.position[1] = y * scale;
  bar.angle = angle;
  return design_add_body (design, &bar);
}

static void
pin (Design *design, int a, double ax, double ay, int b, double bx, double by)
{
  design_add_pin (design, a, ax * scale, ay * scale, b, bx * scale, by * scale);
}

/// Returns a function of the time since the start of a variant.
static MbdFunction *
function_of (const char *text, double delay)
{
  g_autofree char *since = g_strdup_printf ("(t - %.17g)", delay);
  g_autoptr (GString) shifted = g_string_new (text);
  MbdFunction *function;

  g_string_replace (shifted, "T", since, 0);
  assert_ok (mbd_function_new_expression (shifted->str, NULL, NULL, 0, &function, NULL));
  return function;
}

/// Adds a driver of the angle between the ground and a body, and returns its id. The caller of the
/// builder owns the function.
static int
drive (Design *design, int body, double bx, double at_x, const char *text, bool speed, double delay)
{
  MbdFunction *function = function_of (text, delay);
  MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_ANGLE, function);

  driver.level = speed ? MBD_LEVEL_VELOCITY : MBD_LEVEL_POSITION;
  driver.body_b = body;
  driver.frame_a.point[0] = at_x * scale;
  driver.frame_b.point[0] = bx * scale;
  return design_add_coupling (design, &driver);
}

/* Cases ------------------------------------------------------------------------------------ */

typedef struct
{
  MbdStatus status;
  MbdElement element;
  int id;
  double time; // s, of the end of the run; NAN: not checked
} Expected;

/// A crank-rocker whose rocker is driven beyond the end of its stroke, by position or by speed.
static Expected
build_reach (Design *design, const Variant *variant, bool speed)
{
  const double rise = acos (5. / 7), lean = G_PI - acos (0.2);
  g_autofree char *text = g_strdup_printf ("%.17g - T", G_PI - lean);

  add_bar (design, 0.1, 0, 0, 0.2);
  add_bar (design, 0.45, 0.35 * sin (rise), rise, 0.7);
  add_bar (design, 0.65, 0.25 * sin (lean), G_PI - lean, 0.5);
  pin (design, 0, 0, 0, 1, -0.1, 0);
  pin (design, 1, 0.1, 0, 2, -0.35, 0);
  pin (design, 2, 0.35, 0, 3, 0.25, 0);
  pin (design, 0, 0.6, 0, 3, -0.25, 0);
  const int driver = drive (design, 3, -0.25, 0.6, speed ? "1" : text, speed, variant->delay);
  return (Expected){ MBD_STATUS_OUT_OF_REACH, MBD_ELEMENT_COUPLING, driver, NAN };
}

static Expected
build_position (Design *design, const Variant *variant)
{
  return build_reach (design, variant, false);
}

static Expected
build_speed (Design *design, const Variant *variant)
{
  return build_reach (design, variant, true);
}

/// A driven arm meets an end stop after half a second.
static Expected
build_stop (Design *design, const Variant *variant)
{
  MbdCouplingDef stop = mbd_limit_default (MBD_COORDINATE_ANGLE, -INFINITY, 0.5);

  stop.body_b = add_bar (design, 1, 0, 0, 2);
  stop.frame_b.point[0] = -scale;
  pin (design, 0, 0, 0, 1, -1, 0);
  const int driver = drive (design, 1, -1, 0, "T", false, variant->delay);
  design_add_coupling (design, &stop);
  return (Expected){ MBD_STATUS_BLOCKED, MBD_ELEMENT_COUPLING, driver, 0.5 };
}

/// A driven arm, at the speed T, tightens a rope after a second, when it has turned by 0.5 and its tip
/// has moved by 4 sin (0.25).
static Expected
build_rope (Design *design, const Variant *variant)
{
  MbdCouplingDef rope = mbd_rod_default ();

  rope.body_b = add_bar (design, 1, 0, 0, 2);
  rope.rod = MBD_ROD_ROPE;
  rope.frame_a.point[0] = 2 * scale;
  rope.frame_b.point[0] = scale;
  rope.length = 4 * sin (0.25) * scale;
  design_add_coupling (design, &rope);
  pin (design, 0, 0, 0, 1, -1, 0);
  const int driver = drive (design, 1, -1, 0, "T", true, variant->delay);
  return (Expected){ MBD_STATUS_BLOCKED, MBD_ELEMENT_COUPLING, driver, 1 };
}

/// A force that grows without bound at 0.5 s.
static Expected
build_burst (Design *design, const Variant *variant)
{
  MbdForceDef load = mbd_load_default (), spring = mbd_spring_default ();

  spring.body_b = load.body_b = add_bar (design, 1, 0, 0, 2);
  spring.stiffness = 10;
  design_add_force (design, &spring);
  load.force_function[0] = function_of ("1/(0.5 - T)^2", variant->delay);
  const int id = design_add_force (design, &load);
  return (Expected){ MBD_STATUS_CHANGES_TOO_FAST, MBD_ELEMENT_FORCE, id, 0.5 };
}

/// A weight on a straight string.
static Expected
build_string (Design *design, const Variant *variant)
{
  add_bar (design, 0, 0, 0, 1);
  for (int side = -1; side <= 1; side += 2) {
    MbdCouplingDef rod = mbd_rod_default ();
    rod.frame_a.point[0] = side * scale;
    rod.length = scale;
    rod.body_b = 1;
    design_add_coupling (design, &rod);
  }
  return (Expected){ MBD_STATUS_STUCK, MBD_ELEMENT_COUPLING, -1, NAN };
}

static void
test_cause (gconstpointer data)
{
  Expected (*const *build) (Design * design, const Variant *variant) = data;

  for (guint i = 0; i < G_N_ELEMENTS (variants); i++) {
    const Variant *variant = &variants[i];
    const double half = variant->turn / 2;
    Design *design = design_new ();
    MbdIntegratorSettings settings = mbd_integrator_default ();
    MbdDiagnosis why = { 0 };

    scale = variant->scale;
    design->gravity[1] = -9.81 * scale;
    const Expected expected = (*build) (design, variant);
    GPtrArray *functions = g_ptr_array_new_with_free_func ((GDestroyNotify) mbd_function_unref);
    for (int k = 0; k < design->coupling_count; k++)
      if (design->couplings[k].function != NULL)
        g_ptr_array_add (functions, (void *) design->couplings[k].function);
    for (int k = 0; k < design->force_count; k++)
      if (design->forces[k].force_function[0] != NULL)
        g_ptr_array_add (functions, (void *) design->forces[k].force_function[0]);
    if (functions->len == 0)
      design_move (design, (double[]){ cos (half), 0, 0, sin (half) }, (double[]){ 1, 2, 0 });
    if (variant->reversed)
      design_reverse (design);
    MbdState *state = testing_state (design);
    mbd_state_set (state, variant->delay, NULL, NULL);
    assert_ok (mbd_state_assemble (state, NULL, NULL));
    MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
    MbdStatus status = mbd_integrator_start (integrator, state, &why);
    if (status == MBD_STATUS_OK)
      status = mbd_integrator_advance (integrator, variant->delay + 5, state, &why);
    g_test_message ("variant %u ends at %g: %s", i, mbd_state_time (state) - variant->delay,
                    mbd_status_text (status));
    assert_status (status, expected.status);
    g_assert_cmpint (why.element, ==, expected.element);
    if (expected.id >= 0)
      g_assert_cmpint (why.id, ==, expected.id);
    if (isfinite (expected.time))
      assert_close (mbd_state_time (state) - variant->delay, expected.time, 1e-4);
    mbd_integrator_free (integrator);
    testing_state_free (state);
    g_ptr_array_unref (functions);
  }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    Expected (*build) (Design *design, const Variant *variant);
  } cases[] = {
    { "/causes/reach-position", build_position },
    { "/causes/reach-speed", build_speed },
    { "/causes/stop", build_stop },
    { "/causes/rope", build_rope },
    { "/causes/burst", build_burst },
    { "/causes/string", build_string },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_test_add_data_func (cases[i].name, &cases[i].build, test_cause);
  return g_test_run ();
}
