// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The three contact problems on plain matrices: a planar rod of m = 2, J = 1, half length 1,
// restitution, rejections.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "mbd-contact.h"
#include "testing.h"

static const double gravity = 9.81;
/// For all cases: 100 times round-off times the scale; with doubled contacts 1e-12.
static const double tolerance = 1e-12;

enum
{
  MOST_CONTACTS = 8,
  MOST_ROWS = 32,
  MOST_FORCES = 64,
};

/// A rod and its contacts.
typedef struct
{
  MbdContactProblem problem;
  double W[9], force[3], velocity[3];
  double N[MOST_CONTACTS * 3], kN[MOST_CONTACTS], F[MOST_ROWS * 3], friction[MOST_CONTACTS];
  double slip[MOST_CONTACTS], L[9], kL[3], G[9], kG[3];
  int directions[MOST_CONTACTS];
  double cf[MOST_FORCES], a[3];
  MbdContactReport report;
} Rod;

static void
rod_init (Rod *rod)
{
  memset (rod, 0, sizeof *rod);
  rod->W[0] = rod->W[4] = 0.5;
  rod->W[8] = 1;
  rod->force[1] = -2 * gravity;
  rod->problem = (MbdContactProblem){
    .velocities = 3,
    .inverse_mass = rod->W,
    .force = rod->force,
    .velocity = rod->velocity,
    .N = rod->N,
    .kN = rod->kN,
    .F = rod->F,
    .friction = rod->friction,
    .directions = rod->directions,
    .slip = rod->slip,
    .L = rod->L,
    .kL = rod->kL,
    .G = rod->G,
    .kG = rod->kG,
  };
}

static int
rod_rows (const Rod *rod)
{
  int rows = 0;
  for (int i = 0; i < rod->problem.contacts; i++)
    rows += rod->directions[i];
  return rows;
}

/// Adds a contact at (px, py) of a rod at (x, y), with `directions` equal friction directions.
static void
rod_touch (Rod *rod,
           double x,
           double y,
           double px,
           double py,
           double mu,
           double slip,
           int directions)
{
  const int i = rod->problem.contacts;
  double *N = rod->N + 3 * i, *F = rod->F + 3 * rod_rows (rod);

  N[0] = 0, N[1] = 1, N[2] = px - x;
  for (int r = 0; r < directions; r++, F += 3)
    F[0] = 1, F[1] = 0, F[2] = y - py;
  rod->friction[i] = mu;
  rod->slip[i] = slip;
  rod->directions[i] = directions;
  rod->problem.contacts++;
}

static void
rod_lock_rotation (Rod *rod, double kG)
{
  rod->G[2] = 1;
  rod->kG[0] = kG;
  rod->problem.bilateral = 1;
}

static void
rod_solve (Rod *rod, MbdContactKind kind)
{
  static const MbdContactSizes sizes = { 3, MOST_CONTACTS, MOST_ROWS, 3, 3 };
  MbdContact *contact = mbd_contact_new (&sizes);
  MbdComplementaritySettings settings = mbd_complementarity_default ();

  g_assert_true (mbd_contact_prepare (contact, &rod->problem, kind));
  rod->report = mbd_contact_solve (contact, &settings, rod->cf);
  if (kind == MBD_CONTACT_ACCELERATION)
    mbd_contact_acceleration (&rod->problem, rod->cf, rod->a);
  else {
    mbd_contact_velocity_change (&rod->problem, kind, 0, rod->cf, rod->a);
    for (int i = 0; i < 3; i++)
      rod->a[i] += rod->velocity[i];
  }
  mbd_contact_free (contact);
}

static double
sum_of (const double *x, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

#define assert_near(value, expected)                                                               \
  g_assert_cmpfloat_with_epsilon (value, expected,                                                 \
                                  tolerance *fmax (1, fabs ((double) (expected))) * 100)

#define assert_solved(rod)                                                                         \
  g_assert_cmpint ((rod)->report.solution.status, ==, MBD_COMPLEMENTARITY_SOLVED)

static void
assert_answer (const Rod *rod, double x, double y, double turn)
{
  assert_solved (rod);
  g_assert_cmpfloat_with_epsilon (rod->a[0], x, 1e-10);
  g_assert_cmpfloat_with_epsilon (rod->a[1], y, 1e-10);
  g_assert_cmpfloat_with_epsilon (rod->a[2], turn, 1e-10);
}

/// A vertical rod that is pushed and sticks; contacts and directions doubled.
static void
test_sticking (void)
{
  for (int contacts = 1; contacts <= 3; contacts++)
    for (int directions = 1; directions <= 3; directions++)
      for (int sign = -1; sign <= 1; sign += 2)
        for (int kN = -1; kN <= 1; kN++) {
          Rod rod;
          rod_init (&rod);
          rod.force[0] = rod.force[2] = 100 * sign;
          for (int i = 0; i < contacts; i++) {
            rod_touch (&rod, 0, 1, 0, 0, 15, 0, directions);
            rod.kN[i] = kN * gravity;
          }
          rod_solve (&rod, MBD_CONTACT_ACCELERATION);
          assert_solved (&rod);
          const double normal = sum_of (rod.cf, contacts);
          const double friction = sum_of (rod.cf + contacts, contacts * directions);
          if (kN == 0) {
            assert_near (normal, 19.62);
            assert_near (friction, -100 * sign);
            assert_answer (&rod, 0, 0, 0);
          } else if (kN > 0) {
            // It separates at the given rate.
            assert_near (normal, 0);
            assert_near (friction, 0);
          } else
            assert_answer (&rod, 0, gravity, 0);
        }
}

/// A horizontal rod on both ends: pushed while sticking and beyond, and sliding.
static void
test_resting (void)
{
  Rod rod;

  for (int sign = -1; sign <= 1; sign += 2) {
    rod_init (&rod);
    rod_touch (&rod, 0, 0, -1, 0, 15, 0, 1);
    rod_touch (&rod, 0, 0, 1, 0, 15, 0, 1);
    rod.force[0] = 100 * sign;
    rod_solve (&rod, MBD_CONTACT_ACCELERATION);
    assert_answer (&rod, 0, 0, 0);
    assert_near (sum_of (rod.cf, 2), 19.62);
    assert_near (sum_of (rod.cf + 2, 2), -100 * sign);
    rod.friction[0] = rod.friction[1] = 0.1;
    rod_solve (&rod, MBD_CONTACT_ACCELERATION);
    assert_answer (&rod, 49.019 * sign, 0, 0);
    assert_near (sum_of (rod.cf, 2), 19.62);
    assert_near (sum_of (rod.cf + 2, 2), -1.962 * sign);
  }
  static const double mu[] = { 0.1, 100, 0 }, ax[] = { -0.981, -981, 0 };
  for (int k = 0; k < 3; k++) {
    rod_init (&rod);
    rod_touch (&rod, 0, 0, -1, 0, mu[k], 1, 1);
    rod_touch (&rod, 0, 0, 1, 0, mu[k], 1, 1);
    g_assert_cmpint (mbd_contact_force_count (&rod.problem, MBD_CONTACT_ACCELERATION), ==, 2);
    rod_solve (&rod, MBD_CONTACT_ACCELERATION);
    assert_answer (&rod, ax[k], 0, 0);
    assert_near (sum_of (rod.cf, 2), 19.62);
  }
}

/// A locked rotation, with a sliding contact and without; accelerations and impacts.
static void
test_bilateral (void)
{
  Rod rod;

  for (int sign = -1; sign <= 1; sign += 2)
    for (int kG = 0; kG <= 1; kG++) {
      rod_init (&rod);
      rod_touch (&rod, 0, 1, 0, 0, 0.1, sign, 1);
      rod_lock_rotation (&rod, kG);
      rod_solve (&rod, MBD_CONTACT_ACCELERATION);
      assert_answer (&rod, -0.981 * sign, 0, -kG);
      assert_near (rod.cf[0], 19.62);

      rod.velocity[0] = sign;
      rod.velocity[1] = -1;
      rod_solve (&rod, MBD_CONTACT_IMPACT);
      assert_solved (&rod);
      assert_near (rod.cf[0], 2);
      assert_near (rod.a[2], -kG);
      if (kG == 0)
        assert_near (rod.cf[1], -0.2 * sign);
    }
  for (int kind = MBD_CONTACT_ACCELERATION; kind <= MBD_CONTACT_IMPACT; kind++) {
    rod_init (&rod);
    rod.force[1] = 0;
    rod_lock_rotation (&rod, 1);
    rod_solve (&rod, (MbdContactKind) kind);
    assert_answer (&rod, 0, 0, -1);
  }
}

/// Every block must use the projected inverse; otherwise the friction is -33.333.
static void
test_projected_inverse (void)
{
  Rod rod;

  rod_init (&rod);
  rod_touch (&rod, 0, 1, 0, 0, 15, 0, 1);
  rod_lock_rotation (&rod, 0);
  rod.force[0] = 100;
  rod_solve (&rod, MBD_CONTACT_ACCELERATION);
  assert_answer (&rod, 0, 0, 0);
  assert_near (rod.cf[0], 19.62);
  assert_near (rod.cf[1], -100);
  assert_near (rod.cf[2], 100);
}

/// The block of sliding friction and limits: a rod slides towards a stop of its x; the stop's force
/// and the normal must include the friction. Closed form: ax = 0, ay = 0, theta'' free: f_N =
/// 19.62, stop = friction.
static void
test_sliding_and_limit (void)
{
  for (int sign = -1; sign <= 1; sign += 2) {
    Rod rod;
    rod_init (&rod);
    rod_touch (&rod, 0, 0, -1, 0, 0.5, sign, 1);
    rod_touch (&rod, 0, 0, 1, 0, 0.5, sign, 1);
    rod.problem.limits = 1;
    rod.L[0] = sign;
    rod_solve (&rod, MBD_CONTACT_ACCELERATION);
    assert_answer (&rod, 0, 0, 0);
    assert_near (sum_of (rod.cf, 2), 19.62);
    assert_near (rod.cf[2], 0.5 * 19.62);
    // A stop against turning: the contact at one end only would turn the rod.
    rod_init (&rod);
    rod_touch (&rod, 0, 1, 0, 0, 0.5, sign, 1);
    rod.problem.limits = 1;
    rod.L[2] = sign;
    rod_solve (&rod, MBD_CONTACT_ACCELERATION);
    assert_answer (&rod, -sign * 0.5 * gravity, 0, 0);
    assert_near (rod.cf[0], 19.62);
    assert_near (rod.cf[1], 0.5 * 19.62);
  }
}

/// A limit in place of a contact, and beside sticking contacts.
static void
test_limits (void)
{
  Rod rod;

  rod_init (&rod);
  rod.problem.limits = 1;
  rod.L[1] = 1;
  rod_solve (&rod, MBD_CONTACT_ACCELERATION);
  assert_answer (&rod, 0, 0, 0);
  assert_near (rod.cf[0], 19.62);
  rod.velocity[1] = -1;
  rod_solve (&rod, MBD_CONTACT_IMPACT);
  assert_near (rod.cf[0], 2);
  rod.kL[0] = -1;
  rod_solve (&rod, MBD_CONTACT_IMPACT);
  assert_near (rod.cf[0], 4);
  rod.kL[0] = 0;
  rod.force[1] += 100;
  rod_solve (&rod, MBD_CONTACT_ACCELERATION);
  assert_near (rod.cf[0], 0);

  rod_init (&rod);
  rod_touch (&rod, 0, 0, -1, 0, 1, 0, 1);
  rod_touch (&rod, 0, 0, 1, 0, 1, 0, 1);
  rod.problem.limits = 1;
  rod.L[1] = -1;
  rod.force[0] = 1;
  rod_solve (&rod, MBD_CONTACT_ACCELERATION);
  assert_answer (&rod, 0, 0, 0);
  assert_near (sum_of (rod.cf + 2, 2), -1);
}

/// An impact on both ends.
static void
test_impact (void)
{
  for (int sign = -1; sign <= 1; sign += 2) {
    Rod rod;
    rod_init (&rod);
    rod_touch (&rod, 0, 0, -1, 0, 15, 0, 1);
    rod_touch (&rod, 0, 0, 1, 0, 15, 0, 1);
    rod.velocity[0] = sign;
    rod.velocity[1] = -1;
    rod_solve (&rod, MBD_CONTACT_IMPACT);
    assert_answer (&rod, 0, 0, 0);
    assert_near (sum_of (rod.cf, 2), 2);
    assert_near (sum_of (rod.cf + 2, 2), -2 * sign);
    rod.friction[0] = rod.friction[1] = 1e-4;
    rod_solve (&rod, MBD_CONTACT_IMPACT);
    assert_near (sum_of (rod.cf + 2, 2), -2e-4 * sign);
    assert_near (rod.a[1], 0);
    static const double one[] = { 1, 1 };
    mbd_contact_restitution (&rod.problem, one, rod.kN);
    g_assert_cmpfloat (rod.kN[0], ==, -1);
    rod_solve (&rod, MBD_CONTACT_IMPACT);
    assert_near (rod.a[1], 1);
    // Nothing approaches: no impulse, whatever k is.
    rod.velocity[1] = 0;
    rod_solve (&rod, MBD_CONTACT_IMPACT);
    assert_solved (&rod);
    for (int i = 0; i < 4; i++)
      g_assert_cmpfloat (rod.cf[i], ==, 0);
  }
}

/// Painleve's rod, sliding in either direction: (1 -+ mu / 2) f = 9.81.
static void
test_painleve (void)
{
  const struct
  {
    double slip, mu, f, a[3];
  } cases[] = {
    { 1, 0, 9.81, { 0, -4.905, 6.9367175234400325 } },        { 1, 1, 19.62, { -9.81, 0, 0 } },
    { 1, 1.5, 39.24, { -29.43, 9.81, -13.873435046880068 } }, { 1, 1.9, 196.2, { NAN } },
    { -1, 1, 6.54, { 3.27, -6.54, 9.248956697920041 } },      { -1, 2.5, 4.36, { NAN } },
  };
  const double h = sqrt (0.5);

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++) {
    Rod rod;
    rod_init (&rod);
    rod_touch (&rod, -h, h, 0, 0, cases[k].mu, cases[k].slip, 1);
    rod_solve (&rod, MBD_CONTACT_ACCELERATION);
    assert_solved (&rod);
    g_assert_false (rod.report.painleve);
    g_assert_cmpfloat_with_epsilon (rod.cf[0], cases[k].f, 1e-11 * cases[k].f);
    if (isfinite (cases[k].a[0]))
      assert_answer (&rod, cases[k].a[0], cases[k].a[1], cases[k].a[2]);
  }
  static const double without[] = { 2, 2.1, 15, 1000 };
  for (int k = 0; k < 4; k++) {
    Rod rod;
    rod_init (&rod);
    rod_touch (&rod, -h, h, 0, 0, without[k], 1, 1);
    rod_solve (&rod, MBD_CONTACT_ACCELERATION);
    g_assert_cmpint (rod.report.solution.status, ==, MBD_COMPLEMENTARITY_NO_SOLUTION);
    g_assert_true (rod.report.painleve);
    g_assert_true (isfinite (rod.cf[0]));

    // Continued by the step problem: as the step shrinks a finite impulse remains, after which the
    // end no longer slides that way: theta' = -sqrt (1/2) / 2 solves x' + theta' sqrt (1/2) = 0.
    static const MbdContactSizes sizes = { 3, MOST_CONTACTS, MOST_ROWS, 3, 3 };
    MbdContact *contact = mbd_contact_new (&sizes);
    MbdComplementaritySettings settings = mbd_complementarity_default ();
    double change[3];
    rod.velocity[0] = 1;
    rod.slip[0] = 0;
    MbdContactReport report = mbd_contact_step (contact, &rod.problem, 1e-9, &settings, rod.cf);
    g_assert_cmpint (report.solution.status, ==, MBD_COMPLEMENTARITY_SOLVED);
    mbd_contact_velocity_change (&rod.problem, MBD_CONTACT_STEP, report.step, rod.cf, change);
    const double slip = 1 + change[0] + change[2] * h, rise = change[1] + change[2] * h;
    g_assert_cmpfloat (report.step * rod.cf[0], >, 0.1);
    g_assert_cmpfloat_with_epsilon (slip, 0, 1e-7);
    g_assert_cmpfloat (rise, >, -1e-9);
    mbd_contact_free (contact);
  }
}

/// A push at the edge of the cone of friction.
static void
test_edge_of_cone (void)
{
  const double edge = 1 / (2 * gravity + 1);

  for (int k = 0; k < 3; k++) {
    Rod rod;
    rod_init (&rod);
    rod_touch (&rod, 0, 1, 0, 0, k == 0 ? edge : k == 1 ? 0.999 * edge : 0, 0, 1);
    rod.force[0] = 1;
    rod.force[1] -= 1;
    rod.force[2] = 1;
    rod_solve (&rod, MBD_CONTACT_ACCELERATION);
    if (k == 0)
      assert_answer (&rod, 0, 0, 0);
    else if (k == 1)
      g_assert_cmpfloat (rod.a[0], >, 1e-5);
    else
      assert_answer (&rod, 0.5, 0, 1);
  }
}

/// A pressed spring and damper, as a contact and as a bilateral row; the base is prepared once, the
/// step changes later.
static void
test_soft (void)
{
  const double W[] = { 1 }, N[] = { 1 }, v[] = { -0.5 }, gap[] = { -1e-3 };
  const double k = 1e5, b = 1e3;
  static const MbdContactSizes sizes = { 1, 1, 1, 1, 1 };
  static const int none[] = { 0 };
  MbdContact *contact = mbd_contact_new (&sizes);
  MbdComplementaritySettings settings = mbd_complementarity_default ();

  for (int which = 0; which < 3; which++) {
    double cfm = 1, erp = 0, f[3], change;
    MbdContactProblem p = { .velocities = 1, .inverse_mass = W, .velocity = v, .directions = none };
    p.contacts = which == 0;
    p.limits = which == 1;
    p.bilateral = which == 2;
    p.N = p.L = p.G = N;
    p.cfm_N = p.cfm_L = p.cfm_G = &cfm;
    p.error_N = p.error_L = p.error_G = gap;
    p.erp_N = p.erp_L = p.erp_G = &erp;
    g_assert_true (mbd_contact_prepare (contact, &p, MBD_CONTACT_STEP));
    for (double h = 1e-3; h > 1e-4; h /= 2) {
      cfm = 1 / (h * k + b);
      erp = h * k / (h * k + b);
      g_assert_true (mbd_contact_discretise (contact, h));
      g_assert_cmpint (mbd_contact_solve (contact, &settings, f).solution.status, ==,
                       MBD_COMPLEMENTARITY_SOLVED);
      // implicit Euler: v+ = v - h (k (x + h v+) + b v+)
      const double after = (v[0] - h * k * gap[0]) / (1 + h * h * k + h * b);
      mbd_contact_velocity_change (&p, MBD_CONTACT_STEP, h, f, &change);
      assert_near (v[0] + change, after);
      if (h == 1e-3) {
        assert_near (f[0], 309.5238095238095);
        assert_near (v[0] + change, -0.1904761904761905);
        assert_near (erp / (cfm * h), k);
        assert_near ((1 - erp) / cfm, b);
      }
    }
  }
  mbd_contact_free (contact);
}

/// Packed results in the frames of the contacts, and rejected problems.
static void
test_frames (void)
{
  Rod rod;
  double frames[] = { 0, 1, 1, 0, 0, -1, 1, 0 }, out[6];

  rod_init (&rod);
  rod_touch (&rod, 0, 0, -1, 0, 0.1, 0, 1);
  rod_touch (&rod, 0, 0, 1, 0, 0.3, 1, 1);
  const double cf[] = { 10, 20, -0.5 };
  const MbdContactKind kind = MBD_CONTACT_ACCELERATION;
  g_assert_true (mbd_contact_forces_in_plane (&rod.problem, kind, cf, 3, frames, 2, out));
  g_assert_cmpfloat (out[0], ==, 10);
  g_assert_cmpfloat (out[1], ==, -0.5);
  g_assert_cmpfloat (out[2], ==, 20);
  assert_near (out[3], -6);
  g_assert_false (mbd_contact_forces_in_plane (&rod.problem, kind, cf, 3, frames, 1, out));
  g_assert_false (mbd_contact_forces_in_plane (&rod.problem, kind, cf, 4, frames, 2, out));
  frames[0] = 0.1;
  g_assert_false (mbd_contact_forces_in_plane (&rod.problem, kind, cf, 3, frames, 2, out));
  frames[0] = 0;
  rod.directions[0] = 2;
  g_assert_false (mbd_contact_forces_in_plane (&rod.problem, kind, cf, 4, frames, 2, out));

  // In space: two directions are the tangents, three are 60 degrees apart.
  static const double space[] = { 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  rod.slip[1] = 0;
  rod.directions[1] = 3;
  const double packed[] = { 10, 20, 3, 4, 1, 2, 5 };
  double spatial[6];
  g_assert_true (mbd_contact_forces_in_space (&rod.problem, kind, packed, 7, space, 2, spatial));
  assert_near (spatial[1], 3);
  assert_near (spatial[2], 4);
  assert_near (spatial[4], 1 + 2 * 0.5 - 5 * 0.5);
  assert_near (spatial[5], (2 + 5) * sqrt (0.75));
}

/// Three equal balls in line, e = 1.
static void
test_cradle (void)
{
  static const double W[] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, N[] = { -1, 1, 0, 0, -1, 1 };
  static const double one[] = { 1, 1 };
  static const int none[] = { 0, 0 };
  static const MbdContactSizes sizes = { 3, 2, 2, 0, 0 };
  double v[] = { 1, 0, 0 }, kN[2], f[2], change[3];
  MbdContact *contact = mbd_contact_new (&sizes);
  MbdComplementaritySettings settings = mbd_complementarity_default ();
  MbdContactProblem p = { .velocities = 3,
                          .inverse_mass = W,
                          .velocity = v,
                          .contacts = 2,
                          .N = N,
                          .kN = kN,
                          .directions = none };

  mbd_contact_restitution (&p, one, kN);
  g_assert_true (mbd_contact_prepare (contact, &p, MBD_CONTACT_IMPACT));
  g_assert_cmpint (mbd_contact_solve (contact, &settings, f).solution.status, ==,
                   MBD_COMPLEMENTARITY_SOLVED);
  mbd_contact_velocity_change (&p, MBD_CONTACT_IMPACT, 0, f, change);
  assert_near (v[0] + change[0], -1.0 / 3);
  assert_near (v[1] + change[1], 2.0 / 3);
  assert_near (v[2] + change[2], 2.0 / 3);
  g_assert_cmpint (mbd_contact_impact_sequentially (contact, &p, one, v, f).solution.status, ==,
                   MBD_COMPLEMENTARITY_SOLVED);
  assert_near (v[0], 0);
  assert_near (v[1], 0);
  assert_near (v[2], 1);
  assert_near (f[0], 1);
  assert_near (f[1], 1);
  mbd_contact_free (contact);
}

/// A point between two steep walls: with more friction than tan (half the angle) the walls can
/// press on each other through it, and no impulse separates it from both at e times its speed; at e
/// = 0 it stops.
static void
test_groove (void)
{
  const double half = 0.3, e[] = { 0.5, 0.5 };

  for (int wedges = 0; wedges < 2; wedges++) {
    Rod rod;
    rod_init (&rod);
    rod_lock_rotation (&rod, 0);
    rod.velocity[1] = -1;
    rod.problem.contacts = 2;
    for (int i = 0; i < 2; i++) {
      rod.N[3 * i] = rod.F[3 * i + 1] = i ? -cos (half) : cos (half);
      rod.N[3 * i + 1] = sin (half);
      rod.F[3 * i] = -sin (half);
      rod.friction[i] = tan (half) * (wedges ? 1.01 : 0.99);
      rod.directions[i] = 1;
    }
    mbd_contact_restitution (&rod.problem, e, rod.kN);
    rod_solve (&rod, MBD_CONTACT_IMPACT);
    if (!wedges) {
      assert_solved (&rod);
      assert_near (rod.a[1], 0.5);
      continue;
    }
    g_assert_cmpint (rod.report.solution.status, ==, MBD_COMPLEMENTARITY_NO_SOLUTION);
    g_assert_true (rod.report.solution.proved);
    memset (rod.kN, 0, sizeof rod.kN);
    rod_solve (&rod, MBD_CONTACT_IMPACT);
    assert_answer (&rod, 0, 0, 0);
  }
}

static void
test_refused (void)
{
  static const MbdContactSizes sizes = { 3, MOST_CONTACTS, MOST_ROWS, 3, 3 };
  MbdContact *contact = mbd_contact_new (&sizes);
  MbdComplementaritySettings settings = mbd_complementarity_default ();
  Rod rod;

  rod_init (&rod);
  rod_touch (&rod, 0, 1, 0, 0, -0.1, 0, 1);
  g_assert_false (mbd_contact_prepare (contact, &rod.problem, MBD_CONTACT_ACCELERATION));
  g_assert_cmpint (mbd_contact_solve (contact, &settings, rod.cf).solution.status, ==,
                   MBD_COMPLEMENTARITY_BAD_INPUT);
  rod.friction[0] = 0.1;
  rod.force[1] = INFINITY;
  g_assert_false (mbd_contact_prepare (contact, &rod.problem, MBD_CONTACT_ACCELERATION));
  rod.force[1] = 0;
  rod.directions[0] = 17;
  g_assert_false (mbd_contact_prepare (contact, &rod.problem, MBD_CONTACT_ACCELERATION));
  rod.directions[0] = 1;
  g_assert_true (mbd_contact_prepare (contact, &rod.problem, MBD_CONTACT_STEP));
  g_assert_false (mbd_contact_discretise (contact, 0));
  g_assert_false (mbd_contact_discretise (contact, NAN));
  // Joints that contradict each other.
  rod_lock_rotation (&rod, 0);
  rod.problem.bilateral = 2;
  rod.G[5] = 1;
  rod.kG[1] = 1;
  rod_solve (&rod, MBD_CONTACT_ACCELERATION);
  g_assert_cmpint (rod.report.solution.status, ==, MBD_COMPLEMENTARITY_NO_SOLUTION);
  g_assert_cmpfloat (rod.report.bilateral_residual, >, 0.1);
  mbd_contact_free (contact);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contact/sticking", test_sticking);
  g_test_add_func ("/contact/resting", test_resting);
  g_test_add_func ("/contact/bilateral", test_bilateral);
  g_test_add_func ("/contact/projected-inverse", test_projected_inverse);
  g_test_add_func ("/contact/sliding-and-limit", test_sliding_and_limit);
  g_test_add_func ("/contact/limits", test_limits);
  g_test_add_func ("/contact/impact", test_impact);
  g_test_add_func ("/contact/painleve", test_painleve);
  g_test_add_func ("/contact/edge-of-cone", test_edge_of_cone);
  g_test_add_func ("/contact/soft", test_soft);
  g_test_add_func ("/contact/frames", test_frames);
  g_test_add_func ("/contact/cradle", test_cradle);
  g_test_add_func ("/contact/groove", test_groove);
  g_test_add_func ("/contact/refused", test_refused);
  return g_test_run ();
}
