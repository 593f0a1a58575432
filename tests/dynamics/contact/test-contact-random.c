// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The three contact problems on random matrices: solutions are judged by the conditions themselves,
// and the same problem is solved as a plain one by another solver.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "mbd-contact.h"
#include "testing.h"

enum
{
  VELOCITIES = 9,
  CONTACTS = 4, ///< at most, with one friction direction each
  LIMITS = 2,
  BILATERAL = 4,
  FORCES = 2 * CONTACTS + LIMITS + BILATERAL,
  /// size of the plain problem: there friction is a pair of forces and a bound
  PLAIN = 20,
};

static const MbdContactSizes sizes = { VELOCITIES, CONTACTS, CONTACTS, LIMITS, BILATERAL };
static const double restitution[CONTACTS] = { 0.5, 0.5, 0.5, 0.5 };

typedef struct
{
  MbdContactProblem problem;
  MbdContactKind kind;
  double h; ///< step size
  double W[VELOCITIES * VELOCITIES], force[VELOCITIES], velocity[VELOCITIES];
  double N[CONTACTS * VELOCITIES], F[CONTACTS * VELOCITIES];
  double L[LIMITS * VELOCITIES], G[BILATERAL * VELOCITIES];
  double kN[CONTACTS], kL[LIMITS], kG[BILATERAL], friction[CONTACTS], slip[CONTACTS];
} Random;

static void
random_matrix (GRand *random, double *matrix, int rows)
{
  for (int i = 0; i < rows * VELOCITIES; i++)
    matrix[i] = g_rand_double_range (random, -1, 1);
}

static void
random_init (Random *self, GRand *random, int trial)
{
  *self = (Random){ .kind = (MbdContactKind) (trial % 3) };
  self->h = self->kind == MBD_CONTACT_STEP ? 0.01 : 1;
  random_matrix (random, self->N, CONTACTS);
  random_matrix (random, self->F, CONTACTS);
  random_matrix (random, self->L, LIMITS);
  random_matrix (random, self->G, BILATERAL);
  for (int i = 0; i < VELOCITIES; i++) {
    self->W[i * VELOCITIES + i] = exp (g_rand_double_range (random, -2, 2));
    self->force[i] = g_rand_double_range (random, -5, 5);
    self->velocity[i] = g_rand_double_range (random, -2, 2);
  }
  self->problem = (MbdContactProblem){
    .velocities = VELOCITIES,
    .inverse_mass = self->W,
    .force = self->force,
    .velocity = self->velocity,
    .contacts = g_rand_int_range (random, 0, CONTACTS),
    .N = self->N,
    .kN = self->kN,
    .friction = self->friction,
    .F = self->F,
    .slip = self->slip,
    .limits = g_rand_int_range (random, 0, LIMITS + 1),
    .L = self->L,
    .kL = self->kL,
    .bilateral = g_rand_int_range (random, 0, BILATERAL + 1),
    .G = self->G,
    .kG = self->kG,
  };
  for (int i = 0; i < CONTACTS; i++) {
    self->friction[i] = g_rand_double_range (random, 0, 0.5);
    self->slip[i] = g_rand_int_range (random, -1, 2);
  }
  // The row of a joint twice: dependent rows are a usual case.
  if (self->problem.bilateral > 1 && trial % 5 == 0)
    memcpy (self->G + VELOCITIES, self->G, sizeof *self->G * VELOCITIES);
  if (self->kind == MBD_CONTACT_IMPACT)
    mbd_contact_restitution (&self->problem, restitution, self->kN);
}

static double
row_times (const double *rows, int i, const double *x)
{
  double sum = 0;
  for (int k = 0; k < VELOCITIES; k++)
    sum += rows[i * VELOCITIES + k] * x[k];
  return sum;
}

/// Checks the conditions of the problem, from x = a or v+ only.
static void
assert_conditions (const MbdContactProblem *p,
                   MbdContactKind kind,
                   const double *x,
                   const double *cf)
{
  const double least = 1e-7;
  int places[3];

  mbd_contact_force_places (p, kind, places);
  for (int i = 0, f = places[0], row = 0; i < p->contacts; i++) {
    const double w = row_times (p->N, i, x) + p->kN[i];
    g_assert_cmpfloat (cf[i], >=, -least);
    g_assert_cmpfloat (w, >=, -least);
    g_assert_cmpfloat (fabs (w * cf[i]), <=, least * fmax (1, cf[i]));
    if (kind == MBD_CONTACT_ACCELERATION && p->slip[i] != 0) {
      row++;
      continue;
    }
    const double slip = row_times (p->F, row++, x), t = cf[f++];
    g_assert_cmpfloat (fabs (t), <=, p->friction[i] * cf[i] + least);
    if (fabs (t) < p->friction[i] * cf[i] - least)
      g_assert_cmpfloat_with_epsilon (slip, 0, least);
    g_assert_cmpfloat (slip * t, <=, least * fmax (1, fabs (t)));
  }
  for (int i = 0; i < p->limits; i++) {
    const double w = row_times (p->L, i, x) + p->kL[i], f = cf[places[1] + i];
    g_assert_cmpfloat (fmin (w, f), >=, -least);
    g_assert_cmpfloat (fabs (w * f), <=, least * fmax (1, f));
  }
  for (int i = 0; i < p->bilateral; i++)
    g_assert_cmpfloat_with_epsilon (row_times (p->G, i, x) + p->kG[i], 0, least);
}

/// Checks the forces @p cf.
static void
assert_forces (const Random *self, const double *cf)
{
  double x[VELOCITIES];

  if (self->kind == MBD_CONTACT_ACCELERATION)
    mbd_contact_acceleration (&self->problem, cf, x);
  else {
    mbd_contact_velocity_change (&self->problem, self->kind, self->h, cf, x);
    for (int i = 0; i < VELOCITIES; i++)
      x[i] += self->velocity[i];
  }
  assert_conditions (&self->problem, self->kind, x, cf);
}

/// Checks the solution of a plain problem, if that solver finds one.
static void
assert_plain (const Random *self, MbdContact *contact, MbdComplementarity *solver)
{
  const MbdComplementaritySettings settings = mbd_complementarity_default ();
  double M[PLAIN * PLAIN], q[PLAIN], z[PLAIN], cf[FORCES];
  const int size = mbd_contact_to_lcp (contact, M, q);
  const MbdComplementarityProblem plain = { size, M, q, NULL };

  g_assert_cmpint (size, <=, PLAIN);
  if (mbd_complementarity_solve (solver, &plain, &settings, z, NULL).status
        != MBD_COMPLEMENTARITY_SOLVED
      || self->kind == MBD_CONTACT_IMPACT)
    return;
  mbd_contact_from_lcp (contact, z, cf);
  assert_forces (self, cf);
}

/// Checks a problem without a solution, some 3 in 10 000: every mode was tried.
static void
assert_none (const MbdContactReport *report, MbdContactKind kind)
{
  g_assert_true (report->solution.proved);
  g_assert_cmpint (report->solution.status, ==, MBD_COMPLEMENTARITY_NO_SOLUTION);
  g_assert_cmpint (kind, !=, MBD_CONTACT_STEP);
  // Sliding contacts wedge each other; or friction holds bodies that restitution would separate.
  if (kind == MBD_CONTACT_ACCELERATION)
    g_assert_true (report->painleve);
}

static void
test_conditions (void)
{
  const int count = testing_torture () ? 20000 : 4000;
  const MbdComplementaritySettings settings = mbd_complementarity_default ();
  MbdContact *contact = mbd_contact_new (&sizes);
  MbdComplementarity *solver = mbd_complementarity_new (PLAIN, PLAIN, 8);
  GRand *random = g_rand_new_with_seed (testing_seed (3));
  int solved = 0, painleve = 0, none[3] = { 0 };

  for (int trial = 0; trial < count; trial++) {
    Random self;
    double cf[FORCES];

    random_init (&self, random, trial);
    g_assert_true (mbd_contact_prepare (contact, &self.problem, self.kind));
    g_assert_true (mbd_contact_discretise (contact, self.h));
    MbdContactReport report = mbd_contact_solve (contact, &settings, cf);
    painleve += report.painleve;
    if (report.solution.status != MBD_COMPLEMENTARITY_SOLVED) {
      assert_none (&report, self.kind);
      none[self.kind]++;
      if (self.kind == MBD_CONTACT_ACCELERATION)
        continue;
      memset (self.kN, 0, sizeof self.kN);
      g_assert_true (mbd_contact_prepare (contact, &self.problem, self.kind));
      report = mbd_contact_solve (contact, &settings, cf);
      g_assert_cmpint (report.solution.status, ==, MBD_COMPLEMENTARITY_SOLVED);
    }
    solved++;
    assert_forces (&self, cf);
    assert_plain (&self, contact, solver);
  }
  g_test_message ("%d of %d solved, %d with a contact that wedges", solved, count, painleve);
  g_test_message ("%d accelerations, %d impacts without a solution", none[0], none[1]);
  g_assert_cmpint (solved + none[0], ==, count);
  g_assert_cmpint (none[0] + none[1], <=, count / 1000 + 4);
  mbd_contact_free (contact);
  mbd_complementarity_free (solver);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contact-random/conditions", test_conditions);
  return g_test_run ();
}
