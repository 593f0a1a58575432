// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gears, belts and racks on their bearings: forces at the pitch points and along the strands, in the
// plane and in space. Wrenches of every coupling sum to zero, and on every body they give its
// acceleration; the motion is the one with couples.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "mbd.h"
#include "testing.h"

/// Two wheels, of which the second may be a rack, on a carrier, which may turn on the ground.
typedef struct
{
  MbdMobility mobility;
  bool carrier_turns, rack, exchanged; // exchanged: the wheels are the predecessors of their joints
  double ratio;
  MbdMesh mesh;
  double pitch_radius, belt_tension;
  double turn;   // rad, angle of the scene
  double torque; // N m, on the first wheel
  bool no_bearing;
} Train;

typedef struct
{
  MbdMechanism *mechanism;
  MbdModel *model;
} Built;

enum
{
  CARRIER = 1,
  FIRST,
  SECOND,
};

static void
point_of (const Train *train, double x, double y, double out[3])
{
  out[0] = 2 + cos (train->turn) * x - sin (train->turn) * y;
  out[1] = -1 + sin (train->turn) * x + cos (train->turn) * y;
  out[2] = 0;
}

static void
add_body (Built *built, const Train *train, int id, double mass, double inertia, double x, double y)
{
  MbdBodyDef def = mbd_body_default ();

  def.id = id;
  def.mobility = train->mobility;
  def.mass = mass;
  for (int i = 0; i < 3; i++)
    def.inertia[i] = inertia;
  point_of (train, x, y, def.position);
  def.quaternion[0] = cos (train->turn / 2);
  def.quaternion[3] = sin (train->turn / 2);
  assert_ok (mbd_mechanism_add_body (built->mechanism, &def, NULL));
}

/// Adds a pin or slider at (x, y) between a body at (ax, ay) and one at (x, y).
static MbdCouplingDef
joint (const Train *train, int a, double ax, double ay, int b, double x, double y, bool slides)
{
  MbdCouplingDef def = mbd_loop_default (slides ? MBD_LOOP_SLIDER : MBD_LOOP_PIN);

  def.body_a = a;
  def.body_b = b;
  def.frame_a.point[0] = x - ax;
  def.frame_a.point[1] = y - ay;
  if (a == MBD_GROUND) {
    point_of (train, x, y, def.frame_a.point);
    def.frame_a.quaternion[0] = cos (train->turn / 2);
    def.frame_a.quaternion[3] = sin (train->turn / 2);
  }
  if (train->exchanged) {
    MbdFrame frame = def.frame_a;
    def.frame_a = def.frame_b;
    def.frame_b = frame;
    def.body_a = b;
    def.body_b = a;
  }
  return def;
}

static MbdState *
build (const Train *train, Built *built)
{
  const int carrier = train->carrier_turns ? CARRIER : MBD_GROUND;
  const double y2 = train->rack ? -fabs (train->ratio) : 0, x2 = train->rack ? 0.3 : 0.5;

  *built = (Built){ .mechanism = mbd_mechanism_new () };
  if (train->carrier_turns) {
    add_body (built, train, CARRIER, 2, 0.3, 0, 0);
    MbdCouplingDef pin = joint (train, MBD_GROUND, 0, 0, CARRIER, 0, 0, false);
    pin.id = 1;
    assert_ok (mbd_mechanism_add_coupling (built->mechanism, &pin, NULL));
  }
  add_body (built, train, FIRST, 1, 0.02, 0.1, 0.05);
  add_body (built, train, SECOND, 3, 0.05, 0.1 + x2, 0.05 + y2);
  MbdCouplingDef first = joint (train, carrier, 0, 0, FIRST, 0.1, 0.05, false);
  MbdCouplingDef second = joint (train, carrier, 0, 0, SECOND, 0.1 + x2, 0.05 + y2, train->rack);
  MbdCouplingDef gear = mbd_gear_default (
    MBD_COORDINATE_ANGLE, train->rack ? MBD_COORDINATE_SLIDE : MBD_COORDINATE_ANGLE, train->ratio);
  gear.body_a = first.body_a;
  gear.body_b = first.body_b;
  gear.frame_a = first.frame_a;
  gear.frame_b = first.frame_b;
  gear.body_c = second.body_a;
  gear.body_d = second.body_b;
  gear.frame_c = second.frame_a;
  gear.frame_d = second.frame_b;
  gear.mesh = train->mesh;
  gear.pitch_radius = train->pitch_radius;
  gear.belt_tension = train->belt_tension;
  first.id = 2;
  second.id = 3;
  gear.id = 4;
  if (train->no_bearing)
    first.compliant = true, first.enabled = false;
  assert_ok (mbd_mechanism_add_coupling (built->mechanism, &first, NULL));
  assert_ok (mbd_mechanism_add_coupling (built->mechanism, &second, NULL));
  assert_ok (mbd_mechanism_add_coupling (built->mechanism, &gear, NULL));
  MbdForceDef load = mbd_load_default ();
  load.id = 1;
  load.body_b = FIRST;
  load.torque[2] = train->torque;
  assert_ok (mbd_mechanism_add_force (built->mechanism, &load, NULL));
  assert_ok (mbd_model_compile (built->mechanism, &built->model, NULL));
  MbdState *state = mbd_state_new (built->model);
  assert_ok (mbd_state_solve (state, NULL));
  return state;
}

static void
clear (Built *built, MbdState *state)
{
  mbd_state_free (state);
  mbd_model_unref (built->model);
  mbd_mechanism_free (built->mechanism);
}

/// Adds a wrench, about a point.
static void
add_wrench (const MbdWrench *w, const double about[3], double sum[6])
{
  const double r[3] = { w->point[0] - about[0], w->point[1] - about[1], w->point[2] - about[2] };

  for (int i = 0; i < 3; i++) {
    const int k = (i + 1) % 3, l = (i + 2) % 3;
    sum[i] += w->force[i];
    sum[3 + i] += w->moment[i] + r[k] * w->force[l] - r[l] * w->force[k];
  }
}

/// Every coupling's wrenches sum to zero, and those on every body give its acceleration.
static void
assert_balance (Built *built, MbdState *state, const Train *train)
{
  static const double origin[3], inertia[] = { 0, 0.3, 0.02, 0.05 }, mass[] = { 0, 2, 1, 3 };
  const MbdModel *m = built->model;

  for (int i = 0; i < mbd_model_coupling_count (m); i++) {
    double sum[6] = { 0 };
    for (int side = 0; side < mbd_model_coupling_sides (m, i); side++) {
      MbdWrench w;
      mbd_state_reaction (state, i, side, MBD_AXES_WORLD, &w);
      add_wrench (&w, origin, sum);
    }
    for (int k = 0; k < 6; k++)
      assert_close (sum[k], 0, 1e-9);
  }
  for (int id = train->carrier_turns ? CARRIER : FIRST; id <= SECOND; id++) {
    const int body = mbd_model_body_by_id (m, id);
    double at[3], a[3], sum[6] = { 0 };
    mbd_state_body_point (state, body, origin, at, NULL, a);
    for (int i = 0; i < mbd_model_coupling_count (m); i++)
      for (int side = 0; side < mbd_model_coupling_sides (m, i); side++) {
        MbdWrench w;
        mbd_state_reaction (state, i, side, MBD_AXES_WORLD, &w);
        if (w.body == body)
          add_wrench (&w, at, sum);
      }
    const int v = mbd_model_body_first_velocity (m, body);
    const double alpha =
      mbd_state_accelerations (state)[v + (train->mobility == MBD_PLANAR ? 2 : 5)];
    assert_close (sum[0], mass[id] * a[0], 1e-8);
    assert_close (sum[1], mass[id] * (a[1] + 9.81), 1e-8);
    assert_close (sum[5] + (id == FIRST ? train->torque : 0), inertia[id] * alpha, 1e-8);
  }
}

/// Returns the coupling of the gear: the last one.
static int
gear_of (const Built *built)
{
  return mbd_model_coupling_count (built->model) - 1;
}

static const Train trains[] = {
  { .mobility = MBD_PLANAR, .ratio = -0.5, .torque = 7 },
  { .mobility = MBD_PLANAR, .ratio = -2, .torque = -7, .exchanged = true },
  { .mobility = MBD_PLANAR, .ratio = 0.25, .torque = 7 },
  { .mobility = MBD_PLANAR, .ratio = 4, .torque = 7 },
  { .mobility = MBD_PLANAR, .ratio = -1.5, .torque = 7, .carrier_turns = true },
  { .mobility = MBD_PLANAR, .ratio = 3, .torque = 7, .carrier_turns = true, .exchanged = true },
  { .mobility = MBD_PLANAR, .ratio = 0.2, .torque = 7, .rack = true },
  { .mobility = MBD_PLANAR, .ratio = 0.2, .torque = -7, .rack = true, .carrier_turns = true },
  { .mobility = MBD_PLANAR, .ratio = 0.2, .torque = 7, .rack = true, .exchanged = true },
  { .mobility = MBD_PLANAR,
    .ratio = 0.5,
    .torque = 7,
    .mesh = MBD_MESH_BELT,
    .pitch_radius = 0.1,
    .belt_tension = 100 },
  { .mobility = MBD_PLANAR,
    .ratio = -0.5,
    .torque = 7,
    .mesh = MBD_MESH_BELT,
    .pitch_radius = 0.1,
    .carrier_turns = true },
};

static void
test_balance (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (trains); i++)
    for (int space = 0; space < 2; space++)
      for (int turned = 0; turned < 2; turned++) {
        Train train = trains[i];
        Built built;
        train.mobility = space ? MBD_SPATIAL : MBD_PLANAR;
        train.turn = turned * 0.8;
        MbdState *state = build (&train, &built);
        g_test_message ("train %u, space %d", i, space);
        g_assert_cmpint (mbd_state_mesh (state, gear_of (&built), NULL), ==, train.mesh);
        assert_balance (&built, state, &train);
        clear (&built, state);
      }
}

/// Forces of the first wheel against closed forms.
static void
test_forces (void)
{
  MbdMeshAction action;
  Built built;
  Train train = trains[0];

  // Outside: R1 = 0.5 / 3. The couple on the second is lambda.
  MbdState *state = build (&train, &built);
  double lambda = mbd_state_multipliers (state)[mbd_model_row_count (built.model) - 1];
  g_assert_cmpint (mbd_state_mesh (state, gear_of (&built), &action), ==, MBD_MESH_TEETH);
  double at[3];
  point_of (&train, 0.1 + 0.5 / 3, 0.05, at);
  assert_close (action.at[0][0], at[0], 1e-12);
  assert_close (action.at[0][1], at[1], 1e-12);
  // On the second, to the left of its axle, the force is downwards for a couple > 0.
  assert_close (action.force[1][1], -lambda / (1.0 / 3), 1e-9);
  assert_close (action.force[1][0], fabs (lambda) * 3 * tan (20 * M_PI / 180), 1e-9);
  clear (&built, state);

  // A ring and its pinion: rho = 1/4, R1 = 0.5 / 3, R2 = 2 / 3; the pinion is pushed to its axle.
  train = trains[2];
  state = build (&train, &built);
  lambda = mbd_state_multipliers (state)[mbd_model_row_count (built.model) - 1];
  g_assert_cmpint (mbd_state_mesh (state, gear_of (&built), &action), ==, MBD_MESH_TEETH);
  point_of (&train, 0.1 - 0.5 / 3, 0.05, at);
  assert_close (action.at[0][0], at[0], 1e-12);
  assert_close (action.force[1][1], -lambda / (2.0 / 3), 1e-9);
  g_assert_cmpfloat (action.force[0][0], >, 0);
  clear (&built, state);

  // A belt: the strands share the pull, until one is slack.
  for (int slack = 0; slack < 2; slack++) {
    train = trains[9];
    train.belt_tension = slack ? 1 : 100;
    state = build (&train, &built);
    lambda = mbd_state_multipliers (state)[mbd_model_row_count (built.model) - 1];
    g_assert_cmpint (mbd_state_mesh (state, gear_of (&built), &action), ==, MBD_MESH_BELT);
    const double pull = -0.5 * lambda / 0.1;
    g_assert_cmpfloat (fabs (pull), >, 2);
    assert_close (action.tension[0] - action.tension[1], pull, 1e-9);
    if (slack)
      assert_close (fmin (action.tension[0], action.tension[1]), 0, 0);
    else
      assert_close (action.tension[0] + action.tension[1], 200, 1e-9);
    // Strands at the angle asin (0.1 / 0.5) to the line of the axles.
    assert_close (action.force[0][0], (action.tension[0] + action.tension[1]) * sqrt (1 - 0.04),
                  1e-9);
    clear (&built, state);
  }
}

/// A rope over a pulley: its pin carries both weights less their inertia.
static void
test_atwood (void)
{
  Built built = { .mechanism = mbd_mechanism_new () };
  MbdWrench wrench;

  for (int i = 0; i < 3; i++) {
    MbdBodyDef def = mbd_body_default ();
    MbdCouplingDef joint = mbd_loop_default (i == 0 ? MBD_LOOP_PIN : MBD_LOOP_SLIDER);
    const double x = i == 0 ? 0 : i == 1 ? -0.1 : 0.1;
    def.id = joint.id = joint.body_b = i + 1;
    def.mass = i == 0 ? 1 : i == 1 ? 3 : 2;
    def.inertia[2] = i == 0 ? 0.05 : 1;
    def.position[0] = x;
    def.position[1] = i == 0 ? 0 : -1;
    joint.frame_a.point[0] = x;
    joint.frame_a.point[1] = def.position[1];
    for (int k = 0; k < 2 && i > 0; k++) {
      MbdFrame *frame = k == 0 ? &joint.frame_a : &joint.frame_b;
      frame->quaternion[0] = frame->quaternion[3] = sqrt (0.5);
    }
    assert_ok (mbd_mechanism_add_body (built.mechanism, &def, NULL));
    assert_ok (mbd_mechanism_add_coupling (built.mechanism, &joint, NULL));
    if (i == 0)
      continue;
    MbdCouplingDef rack =
      mbd_gear_default (MBD_COORDINATE_ANGLE, MBD_COORDINATE_SLIDE, i == 1 ? -0.1 : 0.1);
    rack.id = 3 + i;
    rack.body_b = 1;
    rack.body_d = i + 1;
    rack.frame_c = joint.frame_a;
    rack.frame_d = joint.frame_b;
    assert_ok (mbd_mechanism_add_coupling (built.mechanism, &rack, NULL));
  }
  assert_ok (mbd_model_compile (built.mechanism, &built.model, NULL));
  MbdState *state = mbd_state_new (built.model);
  assert_ok (mbd_state_solve (state, NULL));
  mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &wrench);
  // a = g (3 - 2) / (3 + 2 + 0.05 / 0.1^2) = 0.981; tensions 3 (g - a) and 2 (g + a)
  assert_close (wrench.force[1], 9.81 + 26.487 + 21.582, 1e-9);
  assert_close (fabs (wrench.force[0]), (26.487 - 21.582) * tan (20 * M_PI / 180), 1e-9);
  clear (&built, state);
}

/// The motion does not depend on the mesh.
static void
test_motion (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (trains); i++) {
    double end[2][18] = { { 0 } };
    for (int couple = 0; couple < 2; couple++) {
      Train train = trains[i];
      Built built;
      MbdIntegratorSettings settings = mbd_integrator_default ();
      train.mesh = couple ? MBD_MESH_COUPLE : train.mesh;
      MbdState *state = build (&train, &built);
      MbdIntegrator *integrator = mbd_integrator_new (built.model, &settings);
      assert_ok (mbd_integrator_start (integrator, state, NULL));
      assert_ok (mbd_integrator_advance (integrator, 0.5, state, NULL));
      assert_ok (mbd_state_solve (state, NULL));
      g_assert_cmpint (mbd_state_mesh (state, gear_of (&built), NULL), ==, train.mesh);
      assert_balance (&built, state, &train);
      memcpy (end[couple], mbd_state_positions (state),
              sizeof (double) * (size_t) mbd_model_position_count (built.model));
      mbd_integrator_free (integrator);
      clear (&built, state);
    }
    g_assert_cmpmem (end[0], sizeof end[0], end[1], sizeof end[1]);
  }
}

/// Without a common carrier, a bearing or a size the couple stays.
static void
test_couples (void)
{
  Train without[] = { trains[0], trains[9], trains[9], trains[0], trains[0] };

  without[0].no_bearing = true;
  without[1].pitch_radius = 0;
  without[2].pitch_radius = 0.9;
  without[3].mesh = MBD_MESH_COUPLE;
  without[4].ratio = 1;
  for (guint i = 0; i < G_N_ELEMENTS (without); i++) {
    MbdMeshAction action;
    Built built;
    MbdState *state = build (&without[i], &built);
    g_assert_cmpint (mbd_state_mesh (state, gear_of (&built), &action), ==, MBD_MESH_COUPLE);
    assert_close (action.force[0][0], 0, 0);
    MbdWrench w;
    mbd_state_reaction (state, gear_of (&built), 0, MBD_AXES_WORLD, &w);
    assert_close (hypot (w.force[0], w.force[1]), 0, 1e-9);
    clear (&built, state);
  }
}

/// A bearing breaks under the load of its gear.
static void
test_breaking (void)
{
  static const double limits[] = { 1000, 10 };

  for (int i = 0; i < 2; i++) {
    Train train = trains[0];
    Built built;
    MbdState *state = build (&train, &built);
    MbdIntegratorSettings settings = mbd_integrator_default ();
    MbdCouplingDef pin = *mbd_state_coupling (state, 0);
    pin.break_force = limits[i];
    assert_ok (mbd_state_change_coupling (state, 0, &pin, NULL));
    MbdIntegrator *integrator = mbd_integrator_new (built.model, &settings);
    assert_ok (mbd_integrator_start (integrator, state, NULL));
    assert_ok (mbd_integrator_advance (integrator, 0.01, state, NULL));
    g_assert_cmpint (mbd_state_coupling_flags (state, 0).broken, ==, i);
    mbd_integrator_free (integrator);
    clear (&built, state);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mesh/balance", test_balance);
  g_test_add_func ("/mesh/forces", test_forces);
  g_test_add_func ("/mesh/atwood", test_atwood);
  g_test_add_func ("/mesh/motion", test_motion);
  g_test_add_func ("/mesh/couples", test_couples);
  g_test_add_func ("/mesh/breaking", test_breaking);
  return g_test_run ();
}
