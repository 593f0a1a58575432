// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The laws of rows, by accurate motion, accurate motion with contacts, and time stepping: breaking,
// one-sided and soft rows, levels, boxes that slip, cohesion, limits that become finite, restitution
// of stops. Every case also moved, turned, in another size, later, and with its bodies exchanged.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "mbd.h"
#include "testing.h"

/// A way to compute a motion.
typedef struct
{
  const char *name;
  MbdMethod method;
  bool shapes;
  double step; // s; also the error of times and, over 1 s, of speeds
} Way;

static const Way ways[] = {
  { "accurate", MBD_METHOD_AUTOMATIC, false, 1e-7 },
  { "accurate with shapes", MBD_METHOD_VERNER65, true, 1e-7 },
  { "time stepping", MBD_METHOD_TIME_STEPPING, false, 1e-3 },
  { "time stepping with shapes", MBD_METHOD_TIME_STEPPING, true, 1e-4 },
};

/// Where, how large, when.
typedef struct
{
  double x, y, turn, scale, delay;
  bool exchanged; // the body is body_a
} Place;

static const Place places[] = {
  { .scale = 1 },
  { .x = 3, .y = -700, .scale = 1 },
  { .turn = 0.7, .scale = 1 },
  { .scale = 250 },
  { .scale = 1e-3 },
  { .scale = 1, .delay = 0.123 },
  { .scale = 1, .exchanged = true },
  { .x = -2, .y = 1, .turn = -2.1, .scale = 20, .delay = 0.123, .exchanged = true },
};

/// One ball of 1 kg and its coupling to the ground, in a place, in its axes.
typedef struct
{
  const Way *way;
  Place place;
  MbdMechanism *mechanism;
  MbdModel *model;
  MbdState *state;
  MbdIntegrator *integrator;
  GPtrArray *functions;
} Case;

static void
to_world (const Place *p, double x, double y, double out[3])
{
  out[0] = p->scale * (cos (p->turn) * x - sin (p->turn) * y);
  out[1] = p->scale * (sin (p->turn) * x + cos (p->turn) * y);
  out[2] = 0;
}

static void
case_init (Case *c,
           const Way *way,
           const Place *place,
           double gravity,
           double x,
           double y,
           double vx,
           double vy)
{
  static const double centre[2];
  MbdBodyDef ball = mbd_body_default ();
  MbdShape disc = mbd_shape_default (MBD_SHAPE_DISC);
  double g[3];

  memset (c, 0, sizeof *c);
  c->way = way;
  c->place = *place;
  c->functions = g_ptr_array_new ();
  c->mechanism = mbd_mechanism_new ();
  to_world (place, 0, -gravity, g);
  mbd_mechanism_set_gravity (c->mechanism, g);
  ball.id = 1;
  ball.inertia[2] = 0.1 * place->scale * place->scale;
  to_world (place, x, y, ball.position);
  ball.position[0] += place->x;
  ball.position[1] += place->y;
  ball.angle = place->turn;
  to_world (place, vx, vy, ball.velocity);
  assert_ok (mbd_mechanism_add_body (c->mechanism, &ball, NULL));
  disc.points = centre;
  disc.count = 1;
  disc.radius = 0.05 * place->scale;
  if (way->shapes)
    assert_ok (mbd_mechanism_add_shape (c->mechanism, 1, 1, &disc, NULL));
}

/// Adds a coupling of the ball to the point (x, y), with frames at an angle.
static void
case_couple (Case *c, MbdCouplingDef *def, double x, double y, double angle)
{
  const double half = (angle + c->place.turn) / 2;
  MbdFrame at = mbd_frame_default (), own = mbd_frame_default ();

  to_world (&c->place, x, y, at.point);
  at.point[0] += c->place.x;
  at.point[1] += c->place.y;
  at.quaternion[0] = cos (half);
  at.quaternion[3] = sin (half);
  own.quaternion[0] = cos (angle / 2);
  own.quaternion[3] = sin (angle / 2);
  def->id = 1;
  def->body_a = c->place.exchanged ? 1 : MBD_GROUND;
  def->body_b = c->place.exchanged ? MBD_GROUND : 1;
  def->frame_a = c->place.exchanged ? own : at;
  def->frame_b = c->place.exchanged ? at : own;
  for (int i = 0; i < 3; i++) {
    const double n[2] = { def->normals[i][0], def->normals[i][1] };
    to_world (&(Place){ .turn = c->place.turn, .scale = 1 }, n[0], n[1], def->normals[i]);
    if (i == 2)
      def->normals[i][2] = 1;
  }
  assert_ok (mbd_mechanism_add_coupling (c->mechanism, def, NULL));
}

/// Adds a force on the ball along (x, y), an expression of the time.
static void
case_push (Case *c, double x, double y, const char *expression)
{
  MbdForceDef load = mbd_load_default ();
  double along[3];

  to_world (&c->place, x, y, along);
  load.id = (int) c->functions->len + 1;
  load.body_b = 1;
  for (int i = 0; i < 2; i++) {
    g_autofree char *text =
      g_strdup_printf ("%.17g*(t < %.17g ? 0 : %s)", along[i], c->place.delay, expression);
    g_autoptr (GString) shifted = g_string_new (text);
    g_autofree char *time = g_strdup_printf ("(t-%.17g)", c->place.delay);
    MbdFunction *function;
    g_string_replace (shifted, "T", time, 0);
    assert_ok (mbd_function_new_expression (shifted->str, NULL, NULL, 0, &function, NULL));
    g_ptr_array_add (c->functions, function);
    load.force_function[i] = function;
  }
  assert_ok (mbd_mechanism_add_force (c->mechanism, &load, NULL));
}

static void
case_start (Case *c)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdDiagnosis why = { 0 };

  settings.method = c->way->method;
  settings.accuracy = 1e-9;
  settings.keep_ledger = true;
  settings.maximum_step = 0.02;
  settings.step = c->way->method == MBD_METHOD_TIME_STEPPING ? c->way->step : 0;
  assert_ok (mbd_model_compile (c->mechanism, &c->model, &why));
  c->state = mbd_state_new (c->model);
  c->integrator = mbd_integrator_new (c->model, &settings);
  g_assert_nonnull (c->integrator);
  assert_ok (mbd_integrator_start (c->integrator, c->state, &why));
}

static void
case_advance (Case *c, double time)
{
  assert_ok (mbd_integrator_advance (c->integrator, time, c->state, NULL));
  assert_ok (mbd_state_solve (c->state, NULL));
}

static void
case_clear (Case *c)
{
  mbd_integrator_free (c->integrator);
  mbd_state_free (c->state);
  mbd_model_unref (c->model);
  mbd_mechanism_free (c->mechanism);
  for (guint i = 0; i < c->functions->len; i++)
    mbd_function_unref (c->functions->pdata[i]);
  g_ptr_array_unref (c->functions);
}

/// Returns the place and velocity of the ball in the axes and the size of the place.
static void
case_ball (const Case *c, double x[2], double v[2])
{
  const double *q = mbd_state_positions (c->state), *u = mbd_state_velocities (c->state);
  const Place back = { .turn = -c->place.turn, .scale = 1 / c->place.scale };
  double out[3];

  to_world (&back, q[0] - c->place.x, q[1] - c->place.y, out);
  memcpy (x, out, 2 * sizeof *x);
  to_world (&back, u[0], u[1], out);
  memcpy (v, out, 2 * sizeof *v);
}

/// Returns a force in the size of the place.
static double
case_force (const Case *c, double force)
{
  return force / c->place.scale;
}

static double
case_tension (const Case *c)
{
  return case_force (c, mbd_state_tension (c->state, 0));
}

typedef void (*Check) (const Way *way, const Place *place);

static void
in_all_ways (Check check)
{
  for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
    for (guint p = 0; p < G_N_ELEMENTS (places); p++) {
      g_test_message ("%s, place %u", ways[w].name, p);
      check (&ways[w], &places[p]);
    }
}

/* Breaking --------------------------------------------------------------------------------- */

/// A load of 20 t N breaks a bar or rope of 10 N at 0.5 s.
static void
check_breaking (const Way *way, const Place *place)
{
  for (int rope = 0; rope < 2; rope++) {
    MbdCouplingDef bar = mbd_rod_default ();
    MbdEvent events[16];
    double x[2], v[2], when = NAN;
    Case c;

    case_init (&c, way, place, 0, 0, -1, 0, 0);
    bar.rod = rope ? MBD_ROD_ROPE : MBD_ROD_BAR;
    bar.length = place->scale;
    bar.break_force = 10 * place->scale;
    case_couple (&c, &bar, 0, 0, 0);
    case_push (&c, 0, -1, "20*T");
    case_start (&c);
    case_advance (&c, place->delay + 0.45);
    assert_close (case_tension (&c), 9, 25 * way->step);
    case_advance (&c, place->delay + 1);
    g_assert_true (mbd_state_coupling_flags (c.state, 0).broken);
    assert_close (case_tension (&c), 0, 0);
    const int count = mbd_integrator_take_events (c.integrator, events, 16);
    for (int i = 0; i < count; i++)
      if (events[i].kind == MBD_EVENT_BROKEN) {
        when = events[i].time;
        assert_close (case_force (&c, events[i].value), 10, 1e-5 + 25 * way->step);
      }
    assert_close (when, place->delay + 0.5, 1e-6 + 1.1 * way->step);
    // v = 10 (t^2 - 0.25)
    case_ball (&c, x, v);
    assert_close (v[1], -7.5, 25 * way->step);
    case_clear (&c);
  }
}

static void
test_breaking (void)
{
  in_all_ways (check_breaking);
}

/* Ropes ------------------------------------------------------------------------------------ */

/// A ball falls on its rope, which becomes taut at sqrt (2 h / g) and then carries the weight.
static void
check_taut (const Way *way, const Place *place)
{
  MbdCouplingDef rope = mbd_rod_default ();
  double x[2], v[2];
  Case c;

  case_init (&c, way, place, 9.81, 0, -0.5, 0, 0);
  rope.rod = MBD_ROD_ROPE;
  rope.length = place->scale;
  case_couple (&c, &rope, 0, 0, 0);
  case_start (&c);
  case_advance (&c, 0.3);
  assert_close (case_tension (&c), 0, 0);
  g_assert_cmpint (mbd_state_row_role (c.state, 0), ==, MBD_ROW_LOWER);
  case_ball (&c, x, v);
  assert_close (v[1], -9.81 * 0.3, 10 * way->step);
  case_advance (&c, 0.5);
  g_assert_cmpint (mbd_state_row_role (c.state, 0), ==, MBD_ROW_SOLVED);
  assert_close (case_tension (&c), 9.81, 1e-6);
  case_ball (&c, x, v);
  assert_close (x[1], -1, 1e-6);
  assert_close (v[1], 0, 1e-6);
  case_clear (&c);
}

static void
test_taut (void)
{
  in_all_ways (check_taut);
}

/// A slack soft rope pulls nothing; a taut one is a spring.
static void
check_soft_rope (const Way *way, const Place *place)
{
  const double omega = sqrt (400), fall = sqrt (2 * 0.5 / 9.81);
  MbdCouplingDef rope = mbd_rod_default ();
  double x[2], v[2];
  Case c;

  case_init (&c, way, place, 9.81, 0, -0.5, 0, 0);
  rope.rod = MBD_ROD_ROPE;
  rope.length = place->scale;
  rope.compliant = true;
  rope.stiffness = 400;
  case_couple (&c, &rope, 0, 0, 0);
  case_start (&c);
  case_advance (&c, 0.3);
  assert_close (case_tension (&c), 0, 0);
  case_ball (&c, x, v);
  assert_close (v[1], -9.81 * 0.3, 10 * way->step);
  // From the instant at which it is taut: s'' = g - omega^2 s.
  case_advance (&c, 0.4);
  case_ball (&c, x, v);
  const double t = 0.4 - fall, rest = 9.81 / (omega * omega);
  const double s = rest + (9.81 * fall / omega) * sin (omega * t) - rest * cos (omega * t);
  assert_close (x[1], -1 - s, 1e-7 + 6 * way->step);
  assert_close (case_tension (&c), 400 * s, 1e-4 + 2400 * way->step);
  case_clear (&c);
}

static void
test_soft_rope (void)
{
  in_all_ways (check_soft_rope);
}

/* Levels ----------------------------------------------------------------------------------- */

/// At the acceleration level a slider keeps the velocity across that it has, also while it turns
/// with its path: a bar at that level lets its length grow at the rate it has.
static void
check_levels (const Way *way, const Place *place)
{
  MbdCouplingDef slider = mbd_loop_default (MBD_LOOP_SLIDER), bar = mbd_rod_default ();
  double x[2], v[2];
  Case c;

  case_init (&c, way, place, 9.81, 0, 0, 1, 1);
  slider.level = MBD_LEVEL_ACCELERATION;
  case_couple (&c, &slider, 0, 0, 0);
  case_start (&c);
  case_advance (&c, 1);
  case_ball (&c, x, v);
  assert_close (v[0], 1, 1e-5);
  assert_close (v[1], 1, 1e-5);
  assert_close (x[1], 1, 1e-5);
  case_clear (&c);

  // l = 1 + 0.1 t, l^2 theta' = 1
  case_init (&c, way, place, 0, 0, -1, 1, -0.1);
  bar.length = place->scale;
  bar.level = MBD_LEVEL_ACCELERATION;
  case_couple (&c, &bar, 0, 0, 0);
  case_start (&c);
  case_advance (&c, 2);
  case_ball (&c, x, v);
  assert_close (hypot (x[0], x[1]), 1.2, 1e-5 + 3 * way->step);
  assert_close (x[0] * v[1] - x[1] * v[0], 1, 1e-5 + 3 * way->step);
  case_clear (&c);
}

static void
test_levels (void)
{
  in_all_ways (check_levels);
}

/* Boxes ------------------------------------------------------------------------------------ */

/// A clutch that slips under 10 N for 0.5 s comes to rest, and nothing pulls it back.
static void
check_slip (const Way *way, const Place *place)
{
  MbdCouplingDef clutch = mbd_loop_default (MBD_LOOP_POINT_ON_LINE);
  double x[2], v[2];
  Case c;

  case_init (&c, way, place, 0, 0, 0, 0, 0);
  clutch.mode = MBD_MODE_BOX;
  clutch.effort_limit = 5 * place->scale;
  case_couple (&c, &clutch, 0, 0, 0);
  case_push (&c, 0, 1, "(T < 0.5 ? 10 : 3)");
  case_start (&c);
  case_advance (&c, place->delay + 0.4);
  case_ball (&c, x, v);
  assert_close (v[1], 2, 20 * way->step);
  assert_close (fabs (case_force (&c, mbd_state_multipliers (c.state)[0])), 5, 1e-9);
  // It slows with 2 m/s^2 from 2.5 m/s: 0.625 + 1.5625 m.
  case_advance (&c, place->delay + 3);
  case_ball (&c, x, v);
  assert_close (x[1], 2.1875, 1e-6 + 20 * way->step);
  assert_close (v[1], 0, 1e-6);
  g_assert_cmpint (mbd_state_row_role (c.state, 0), ==, MBD_ROW_SOLVED);
  assert_close (fabs (case_force (&c, mbd_state_multipliers (c.state)[0])), 3, 1e-5);
  case_clear (&c);
}

static void
test_slip (void)
{
  in_all_ways (check_slip);
}

/// A soft row carries no more than its effort limit.
static void
check_soft_limit (const Way *way, const Place *place)
{
  MbdCouplingDef row = mbd_loop_default (MBD_LOOP_POINT_ON_LINE);
  MbdEnergyBalance balance;
  double x[2], v[2];
  Case c;

  case_init (&c, way, place, 0, 0, 0, 0, 0);
  row.mode = MBD_MODE_BOX;
  row.effort_limit = 5 * place->scale;
  row.compliant = true;
  row.stiffness = 1e6;
  row.damping = 500;
  case_couple (&c, &row, 0, 0, 0);
  case_push (&c, 0, 1, "(T < 0.5 ? 3 : 10)");
  case_start (&c);
  case_advance (&c, place->delay + 0.4);
  assert_close (fabs (case_force (&c, mbd_state_multipliers (c.state)[0])), 3, 1e-3);
  case_advance (&c, place->delay + 1.5);
  case_ball (&c, x, v);
  assert_close (fabs (case_force (&c, mbd_state_multipliers (c.state)[0])), 5, 1e-9);
  assert_close (v[1], 5, 2e-3 + 20 * way->step);
  mbd_state_energy_balance (c.state, &balance);
  const double unit = place->scale * place->scale;
  assert_close (balance.error / unit, 0, 1e-6);
  assert_close (balance.driver_input / unit, 0, 1e-6);
  case_clear (&c);
}

static void
test_soft_limit (void)
{
  in_all_ways (check_soft_limit);
}

/* Groups ----------------------------------------------------------------------------------- */

/// A point contact with cohesion holds against 20 N of 50 and opens at 60 N.
static void
check_cohesion (const Way *way, const Place *place)
{
  MbdCouplingDef contact = mbd_point_contact_default ();
  double x[2], v[2];
  Case c;

  case_init (&c, way, place, 0, 0, 0, 0, 0);
  contact.normal_count = 2;
  contact.mode = MBD_MODE_FRICTION;
  contact.friction = 0.5;
  contact.cohesion = 50 * place->scale;
  case_couple (&c, &contact, 0, 0, 0);
  case_push (&c, 0, place->exchanged ? -1 : 1, "(T < 0.5 ? 20 : 60)");
  case_start (&c);
  case_advance (&c, place->delay + 0.45);
  case_ball (&c, x, v);
  assert_close (v[1], 0, 1e-9);
  assert_close (case_force (&c, mbd_state_multipliers (c.state)[0]), -20, 1e-6);
  case_advance (&c, place->delay + 1);
  case_ball (&c, x, v);
  assert_close (fabs (v[1]), 30, 60 * way->step);
  assert_close (mbd_state_multipliers (c.state)[0], 0, 0);
  case_clear (&c);
}

static void
test_cohesion (void)
{
  in_all_ways (check_cohesion);
}

/// Cohesion of 50 N with friction 0.5 holds 5 N along the contact while 20 N pull it, but not after
/// 60 N have opened it.
static void
check_parting (const Way *way, const Place *place)
{
  MbdCouplingDef contact = mbd_point_contact_default ();
  double x[2], v[2];
  Case c;

  if (place->exchanged)
    return;
  case_init (&c, way, place, 0, 0, 0, 0, 0);
  contact.normal_count = 2;
  contact.mode = MBD_MODE_FRICTION;
  contact.friction = 0.5;
  contact.cohesion = 50 * place->scale;
  case_couple (&c, &contact, 0, 0, 0);
  case_push (&c, 0, 1, "(T < 0.5 ? 20 : 60)");
  case_push (&c, 1, 0, "5");
  case_start (&c);
  case_advance (&c, place->delay + 0.45);
  case_ball (&c, x, v);
  assert_close (v[0], 0, 1e-9);
  assert_close (fabs (case_force (&c, mbd_state_multipliers (c.state)[1])), 5, 1e-6);
  case_advance (&c, place->delay + 1);
  case_ball (&c, x, v);
  assert_close (v[0], 2.5, 60 * way->step);
  assert_close (v[1], 30, 120 * way->step);
  for (int row = 0; row < 2; row++)
    assert_close (mbd_state_multipliers (c.state)[row], 0, 0);
  case_clear (&c);
}

static void
test_parting (void)
{
  in_all_ways (check_parting);
}

/// Friction of a group, rigid and soft, keeps to mu times the normal force, which may not pull.
static void
check_group (const Way *way, const Place *place)
{
  // The contact is at the point of body_b, which here moves.
  if (place->exchanged)
    return;
  for (int soft = 0; soft < 2; soft++)
    for (int up = 0; up < 2; up++) {
      MbdCouplingDef contact = mbd_point_contact_default ();
      double x[2], v[2];
      Case c;

      case_init (&c, way, place, 10, 0, 0, up ? 0 : 1, 0);
      contact.normal_count = 2;
      contact.mode = MBD_MODE_FRICTION;
      contact.friction = 0.1;
      contact.compliant = soft;
      contact.damping = 500;
      case_couple (&c, &contact, 0, 0, 0);
      case_push (&c, up ? 0 : 1, up ? 1 : 0, "30");
      case_start (&c);
      case_advance (&c, place->delay + 0.5);
      case_ball (&c, x, v);
      const double *lambda = mbd_state_multipliers (c.state);
      if (up) {
        // At first a soft contact yields.
        assert_close (v[1], 10, 20 * way->step + 0.02 * soft);
        assert_close (lambda[0], 0, 0);
      } else {
        assert_close (case_force (&c, lambda[0]), 10, 1e-3);
        assert_close (fabs (case_force (&c, lambda[1])), 1, 1e-4);
        // Friction acts before the push, too.
        assert_close (v[0], 1 - place->delay + 29 * 0.5, 30 * way->step + 0.01 * soft);
      }
      case_clear (&c);
    }
}

static void
test_group (void)
{
  in_all_ways (check_group);
}

/* Changes ---------------------------------------------------------------------------------- */

/// A limit that becomes finite during a run acts, and becomes infinite again.
static void
check_finite_limit (const Way *way, const Place *place)
{
  MbdCouplingDef row = mbd_loop_default (MBD_LOOP_POINT_ON_LINE);
  double x[2], v[2];
  Case c;

  case_init (&c, way, place, 10, 0, 0, 0, 0);
  row.mode = MBD_MODE_BOX;
  case_couple (&c, &row, 0, 0, 0);
  case_start (&c);
  case_advance (&c, 0.25);
  assert_close (fabs (case_force (&c, mbd_state_multipliers (c.state)[0])), 10, 1e-6);
  for (int finite = 1; finite >= 0; finite--) {
    MbdCouplingDef changed = *mbd_state_coupling (c.state, 0);
    changed.effort_limit = finite ? 4 * place->scale : INFINITY;
    assert_ok (mbd_state_change_coupling (c.state, 0, &changed, NULL));
    assert_ok (mbd_integrator_restart (c.integrator, c.state, NULL));
    case_advance (&c, finite ? 0.5 : 0.75);
    case_ball (&c, x, v);
    if (finite) {
      assert_close (fabs (case_force (&c, mbd_state_multipliers (c.state)[0])), 4, 1e-6);
      assert_close (v[1], -1.5, 10 * way->step);
    }
  }
  case_clear (&c);
}

static void
test_finite_limit (void)
{
  in_all_ways (check_finite_limit);
}

/// A ball on a strut falls on its stop and bounces with the restitution of the coupling; in the end
/// it rests.
static void
check_restitution (const Way *way, const Place *place)
{
  MbdCouplingDef strut = mbd_rod_default ();
  MbdEnergyBalance balance;
  double x[2], v[2];
  Case c;

  case_init (&c, way, place, 10, 0, 1.2, 0, 0);
  strut.rod = MBD_ROD_STRUT;
  strut.length = place->scale;
  strut.restitution = 0.5;
  case_couple (&c, &strut, 0, 0, 0);
  case_start (&c);
  // It falls 0.2 m at 2 m/s, in 0.2 s, and returns at 1 m/s.
  case_advance (&c, 0.25);
  case_ball (&c, x, v);
  assert_close (v[1], 0.5, 30 * way->step);
  assert_close (case_tension (&c), 0, 0);
  case_advance (&c, 0.9);
  case_ball (&c, x, v);
  assert_close (x[1], 1, 1e-7 + way->step);
  assert_close (v[1], 0, 1e-4 + 10 * way->step);
  assert_close (case_tension (&c), -10, 1e-4);
  mbd_state_energy_balance (c.state, &balance);
  const double unit = place->scale * place->scale;
  assert_close (balance.impact_loss / unit, 2, 1e-5 + 10 * way->step);
  assert_close (balance.error / unit, 0, 1e-6 + way->step);
  case_clear (&c);
}

static void
test_restitution (void)
{
  in_all_ways (check_restitution);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/laws/breaking", test_breaking);
  g_test_add_func ("/laws/taut", test_taut);
  g_test_add_func ("/laws/soft-rope", test_soft_rope);
  g_test_add_func ("/laws/levels", test_levels);
  g_test_add_func ("/laws/slip", test_slip);
  g_test_add_func ("/laws/soft-limit", test_soft_limit);
  g_test_add_func ("/laws/cohesion", test_cohesion);
  g_test_add_func ("/laws/parting", test_parting);
  g_test_add_func ("/laws/group", test_group);
  g_test_add_func ("/laws/finite-limit", test_finite_limit);
  g_test_add_func ("/laws/restitution", test_restitution);
  return g_test_run ();
}
