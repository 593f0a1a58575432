// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random mechanisms: planar, spatial and mixed bodies in trees and loops of all joints, solved by
// the engine's sparse factor and by singular values of the dense system.

#include "testing-seed.h"
#include "testing.h"

static const unsigned joints[] = {
  MBD_LOOP_PIN,       MBD_LOOP_SLIDER,      MBD_LOOP_CYLINDRICAL,      MBD_LOOP_SPHERICAL,
  MBD_LOOP_UNIVERSAL, MBD_LOOP_PIN_IN_SLOT, MBD_LOCK_X | MBD_LOCK_Y,   MBD_LOCK_Y,
  MBD_LOCK_RX,        MBD_LOOP_WELD,        MBD_LOCK_RX | MBD_LOCK_RY, MBD_LOCK_X | MBD_LOCK_RZ,
};

static void
add_random_body (Design *design, GRand *rand, MbdMobility mobility)
{
  MbdBodyDef def = mbd_body_default ();
  double moments[3];

  // Principal moments from a mass distribution: each at most the sum of the others.
  random_vector (rand, 3, 1, moments);
  for (int k = 0; k < 3; k++)
    moments[k] = 0.05 + fabs (moments[k]);
  def.mobility = mobility;
  def.mass = exp (random_in (rand, -2, 2));
  for (int k = 0; k < 3; k++)
    def.inertia[k] = def.mass * (moments[(k + 1) % 3] + moments[(k + 2) % 3]);
  random_vector (rand, 3, 1, def.position);
  random_vector (rand, 3, 0.5, def.centre_of_mass);
  if (mobility == MBD_SPATIAL) {
    // Off-diagonal moments small enough to stay a body.
    for (int k = 3; k < 6; k++)
      def.inertia[k] = 0.01 * def.mass * random_in (rand, -1, 1);
    random_quaternion (rand, def.quaternion);
  } else {
    def.angle = random_in (rand, -3, 3);
    def.position[2] = def.centre_of_mass[2] = 0;
  }
  design_add_body (design, &def);
}

/// Returns the frame of body `id` that coincides with a world frame at the start.
static MbdFrame
frame_in_body (const Design *design, int id, const MbdFrame *world)
{
  MbdFrame frame = *world;
  double q[4], turn[4];

  if (id == MBD_GROUND)
    return frame;
  const MbdBodyDef *def = &design->bodies[id - 1];
  double angle = def->mobility == MBD_SPATIAL ? 0 : def->angle;
  quaternion_from_vector ((double[]){ 0, 0, angle }, turn);
  quaternion_multiply (def->quaternion, turn, q);
  for (int k = 1; k < 4; k++)
    q[k] = -q[k];
  for (int k = 0; k < 3; k++)
    frame.point[k] -= def->position[k];
  quaternion_turn (q, frame.point, frame.point);
  quaternion_multiply (q, world->quaternion, frame.quaternion);
  return frame;
}

static bool
is_spatial (const Design *design, int id)
{
  return id != MBD_GROUND && design->bodies[id - 1].mobility == MBD_SPATIAL;
}

/// Adds a random coupling between two bodies that is met at the start.
static void
add_random_coupling (Design *design, GRand *rand, int a, int b)
{
  bool in_plane = !is_spatial (design, a) && !is_spatial (design, b);
  MbdCouplingDef def = mbd_loop_default (joints[g_rand_int_range (rand, 0, G_N_ELEMENTS (joints))]);
  MbdFrame world = mbd_frame_default ();

  random_vector (rand, in_plane ? 2 : 3, 1, world.point);
  if (in_plane)
    quaternion_from_vector ((double[]){ 0, 0, random_in (rand, -3, 3) }, world.quaternion);
  else
    random_quaternion (rand, world.quaternion);
  if (g_rand_int_range (rand, 0, 4) == 0) {
    MbdFrame other = world;

    def = mbd_rod_default ();
    def.length = random_in (rand, 0.5, 2);
    // Along an axis that stays in the plane if necessary.
    other.point[0] += 0.6 * def.length;
    other.point[1] += 0.8 * def.length;
    def.frame_b = frame_in_body (design, b, &other);
  } else {
    def.frame_b = frame_in_body (design, b, &world);
  }
  if (in_plane && def.class_ == mbd_loop_class ()
      && !(def.locked & (MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_RZ)))
    def.locked |= MBD_LOCK_X;
  def.frame_a = frame_in_body (design, a, &world);
  def.body_a = a;
  def.body_b = b;
  design_add_coupling (design, &def);
}

/// Every body hangs on an earlier one or the ground; `loops` further couplings close loops.
static Design *
random_design (GRand *rand, int bodies, int loops)
{
  Design *design = design_new ();
  int kind = g_rand_int_range (rand, 0, 3);

  random_vector (rand, 3, 10, design->gravity);
  for (int id = 1; id <= bodies; id++) {
    bool spatial = kind == 2 ? g_rand_boolean (rand) : kind;

    add_random_body (design, rand, spatial ? MBD_SPATIAL : MBD_PLANAR);
    add_random_coupling (design, rand, g_rand_int_range (rand, 0, id), id);
  }
  for (int i = 0; i < loops; i++) {
    int a = g_rand_int_range (rand, 0, bodies + 1), b = g_rand_int_range (rand, 0, bodies + 1);

    if (a != b)
      add_random_coupling (design, rand, a, b);
  }
  for (int i = 0; i < bodies / 2; i++) {
    MbdForceDef spring = mbd_spring_default ();

    spring.body_a = g_rand_int_range (rand, 0, bodies);
    spring.body_b = bodies;
    spring.stiffness = 10;
    spring.damping = 1;
    random_vector (rand, 3, 1, spring.point_a);
    design_add_force (design, &spring);
  }
  return design;
}

/// Results of a comparison with a nearly singular system.
typedef struct
{
  int compared, regular, redundant;
  /// Accuracy of the share of the load among dependent rows, relative to the largest multiplier:
  /// round-off over rho, which elimination past hubs multiplies once in a hundred.
  double share;
} Tally;

static void
compare (MbdState *state, Tally *tally)
{
  const MbdModel *model = mbd_state_model (state);
  int n = mbd_model_velocity_count (model), m = mbd_model_row_count (model), rank, loose;
  double *a = g_new0 (double, n), *lambda = g_new0 (double, m + 1);
  double mine_f, mine_G, its_f, its_G;
  MbdDiagnosis why = { 0 };
  System *system = system_new (state);

  assert_ok (mbd_state_solve (state, &why));
  rank = system_solve (system, 1e-9, a, lambda);
  // Singular values between 1e-9 and 1e-3 would compare round-off: skip them.
  loose = system_rank (system, 1e-3, NULL);
  system_residuals (system, a, lambda, &mine_f, &mine_G);
  if (loose == rank && mine_G < 1e-10) {
    const double *its_a = mbd_state_accelerations (state);
    const double *its_lambda = mbd_state_multipliers (state);
    double size_a = 1 + max_norm (n, a), size_lambda = 1 + max_norm (m, lambda);

    system_residuals (system, its_a, its_lambda, &its_f, &its_G);
    assert_at_most (its_f, 1e-12);
    assert_at_most (its_G, 1e-12);
    // Singular values down to 1e-3 cost six digits of the multipliers at most, three of a.
    assert_all_close (n, its_a, a, 1e-9 * size_a);
    assert_all_close (m, its_lambda, lambda, (rank == m ? 1e-8 : tally->share) * size_lambda);
    tally->compared++;
    tally->regular += rank == m;
    tally->redundant += rank < m;
  }
  system_free (system);
  g_free (a);
  g_free (lambda);
}

/// Velocities can always be projected; only if rows are nearly dependent (one in ten thousand of
/// these mechanisms) may the projection fail.
static void
check_nearly_singular (MbdState *state, MbdStatus status)
{
  System *system = system_new (state);

  assert_status (status, MBD_STATUS_CONFLICT);
  g_assert_cmpint (system_rank (system, 1e-4, NULL), <, system_rank (system, 1e-9, NULL));
  system_free (system);
}

static void
test_random (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (2026));
  int rounds = testing_torture () ? 20000 : 200;
  Tally tally = { .share = 1e-3 };

  for (int round = 0; round < rounds; round++) {
    int bodies = g_rand_int_range (rand, 1, 9);
    MbdState *state = testing_state (random_design (rand, bodies, g_rand_int_range (rand, 0, 4)));
    const MbdModel *model = mbd_state_model (state);
    int n = mbd_model_velocity_count (model);
    double *v = g_new0 (double, n);
    MbdDiagnosis why = { 0 };

    // Velocities that the constraints allow, so that dependent rows agree.
    random_vector (rand, n, 1, v);
    mbd_state_set (state, 0, NULL, v);
    MbdStatus status = mbd_state_assemble_velocities (state, NULL, &why);
    if (status == MBD_STATUS_OK)
      compare (state, &tally);
    else
      check_nearly_singular (state, status);
    g_free (v);
    testing_state_free (state);
  }
  g_test_message ("%d of %d compared: %d regular, %d with dependent rows", tally.compared, rounds,
                  tally.regular, tally.redundant);
  g_assert_cmpint (tally.regular, >, rounds / 3);
  g_assert_cmpint (tally.redundant, >, rounds / 20);
  g_rand_free (rand);
}

static void
test_random_motion (void)
{
  // Random mechanisms as above, without dampers, move for a while: closed, finite, with conserved
  // energy.
  GRand *rand = g_rand_new_with_seed (testing_seed (2027));
  int rounds = testing_torture () ? 2000 : 60;

  for (int round = 0; round < rounds; round++) {
    Design *design =
      random_design (rand, g_rand_int_range (rand, 1, 7), g_rand_int_range (rand, 0, 2));
    MbdIntegratorSettings settings = mbd_integrator_default ();
    MbdEnergy first, last;
    MbdDiagnosis why = { 0 };

    for (int i = 0; i < design->force_count; i++)
      design->forces[i].damping = 0;
    MbdState *state = testing_state (design);
    const MbdModel *model = mbd_state_model (state);
    int m = mbd_model_row_count (model);
    double *errors = g_new0 (double, m + 1);

    settings.maximum_steps = 100000;
    MbdIntegrator *integrator = mbd_integrator_new (model, &settings);
    mbd_state_energy (state, &first);
    assert_ok (mbd_integrator_start (integrator, state, &why));
    assert_ok (mbd_integrator_advance (integrator, 0.3, state, &why));
    mbd_state_energy (state, &last);
    mbd_state_errors (state, errors, NULL, NULL);
    assert_at_most (max_norm (m, errors), 1e-11 * fmax (1, mbd_model_size (model)));
    assert_close (last.total, first.total, 1e-5 * (1 + last.kinetic + fabs (last.potential)));
    g_free (errors);
    mbd_integrator_free (integrator);
    testing_state_free (state);
  }
  g_rand_free (rand);
}

/// Creates a random mechanism in which most couplings meet on a few hubs, several per pair of
/// bodies, and also between hubs: in places more rows than the light bodies beside them have
/// freedoms.
static Design *
random_hubs (GRand *rand)
{
  static const unsigned rows[] = { MBD_LOCK_Y, MBD_LOCK_X | MBD_LOCK_Y, MBD_LOCK_RZ, MBD_LOOP_PIN };
  Design *design = design_new ();
  int hubs = g_rand_int_range (rand, 1, 4), bodies = hubs + g_rand_int_range (rand, 6, 14);
  int couplings = g_rand_int_range (rand, 9 * hubs, 9 * hubs + bodies);
  bool spatial = g_rand_boolean (rand);

  for (int id = 1; id <= bodies; id++)
    add_random_body (design, rand, spatial ? MBD_SPATIAL : MBD_PLANAR);
  for (int i = 0; i < couplings; i++) {
    int a = 1 + i % hubs, b = g_rand_int_range (rand, 0, bodies + 1);

    if (i >= 9 * hubs + bodies / 2)
      a = g_rand_int_range (rand, 1, bodies + 1);
    if (a == b)
      continue;
    add_random_coupling (design, rand, a, b);
    // Few rows in most cases, so that some freedoms remain.
    MbdCouplingDef *def = &design->couplings[design->coupling_count - 1];
    if (def->class_ == mbd_loop_class ())
      def->locked = rows[g_rand_int_range (rand, 0, i % 3 == 0 ? G_N_ELEMENTS (rows) : 1)];
  }
  return design;
}

static void
test_random_hubs (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (2028));
  int rounds = testing_torture () ? 5000 : 100;
  Tally tally = { .share = 0.5 };

  for (int round = 0; round < rounds; round++) {
    MbdState *state = testing_state (random_hubs (rand));
    int n = mbd_model_velocity_count (mbd_state_model (state));
    double *v = g_new0 (double, n);

    random_vector (rand, n, 1, v);
    mbd_state_set (state, 0, NULL, v);
    MbdStatus status = mbd_state_assemble_velocities (state, NULL, NULL);
    if (status == MBD_STATUS_OK)
      compare (state, &tally);
    else
      check_nearly_singular (state, status);
    g_free (v);
    testing_state_free (state);
  }
  g_test_message ("%d of %d compared: %d regular, %d with dependent rows", tally.compared, rounds,
                  tally.regular, tally.redundant);
  g_assert_cmpint (tally.compared, >, rounds / 2);
  g_rand_free (rand);
}

static void
test_hubs (void)
{
  // Bodies that stay unknowns of the factor because many couplings meet on them.
  static const int pins[] = { 3, 8, 9, 10, 30, 90 };
  Tally tally = { .share = 1e-3 };

  for (guint i = 0; i < G_N_ELEMENTS (pins); i++) {
    MbdState *state = testing_state (design_hub (pins[i], MBD_PLANAR));

    compare (state, &tally);
    testing_state_free (state);
    state = testing_state (design_hub (MIN (pins[i], 20), MBD_SPATIAL));
    compare (state, &tally);
    testing_state_free (state);
  }
  g_assert_cmpint (tally.compared, ==, 2 * G_N_ELEMENTS (pins));
}

static void
test_hub_of_rows (void)
{
  // The measured pitfall: a hub whose couplings have no light body to be eliminated with. Twelve
  // pins between two discs, on top of bars between them: more rows than the light bodies have
  // freedoms.
  Design *design = design_hub (10, MBD_PLANAR);
  Tally tally = { .share = 1e-3 };
  MbdBodyDef disc = design->bodies[0];
  MbdState *state;

  disc.position[0] = 5;
  int other = design_add_body (design, &disc);
  for (int i = 0; i < 12; i++) {
    MbdCouplingDef rod = mbd_rod_default ();

    rod.body_a = 1;
    rod.body_b = other;
    rod.frame_a.point[1] = 0.05 * i;
    rod.frame_b.point[1] = 0.05 * i;
    rod.length = 5;
    design_add_coupling (design, &rod);
  }
  // The two discs turn together as sides of a parallelogram.
  design_set_motion (design, other, 0, 0, 1);
  state = testing_state (design);
  assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
  compare (state, &tally);
  g_assert_cmpint (tally.compared, ==, 1);
  testing_state_free (state);
}

static void
test_mechanisms (void)
{
  Tally tally = { .share = 1e-3 };
  Design *const designs[] = {
    design_fourbar (MBD_PLANAR),
    design_fourbar (MBD_SPATIAL),
    design_andrews (MBD_PLANAR),
    design_andrews (MBD_SPATIAL),
    design_bricard (),
    design_grid (5),
    design_nfourbar (6, 0.4, 1, MBD_PLANAR),
    design_nfourbar (3, 0.4, 1, MBD_SPATIAL),
    design_chain (30, 0.7, MBD_PLANAR),
    design_hinged_body (4),
  };

  for (guint i = 0; i < G_N_ELEMENTS (designs); i++) {
    MbdState *state = testing_state (designs[i]);

    compare (state, &tally);
    testing_state_free (state);
  }
  g_test_message ("%d compared, %d with dependent rows", tally.compared, tally.redundant);
  g_assert_cmpint (tally.compared, >=, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dense/random", test_random);
  g_test_add_func ("/dense/random-motion", test_random_motion);
  g_test_add_func ("/dense/random-hubs", test_random_hubs);
  g_test_add_func ("/dense/hubs", test_hubs);
  g_test_add_func ("/dense/hub-of-rows", test_hub_of_rows);
  g_test_add_func ("/dense/mechanisms", test_mechanisms);
  return g_test_run ();
}
