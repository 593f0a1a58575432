// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Evaluation of a packed result of a contact problem: forces, accelerations, contact frames; and
// the solution through a plain linear complementarity problem.

#include "contact-private.h"

#include <math.h>
#include <string.h>

static void
add_row (int n, double along, const double *row, double *f)
{
  for (int i = 0; i < n && along != 0; i++)
    f[i] += along * row[i];
}

void
mbd_contact_generalised_force (const MbdContactProblem *p,
                               MbdContactKind kind,
                               const double *forces,
                               double *f)
{
  const int n = p->velocities;
  const double *F = p->F;
  int places[3], entry;

  mbd_contact_force_places (p, kind, places);
  entry = places[0];
  memset (f, 0, sizeof *f * (size_t) n);
  for (int i = 0; i < p->contacts; i++) {
    const int rows = mbd_contact_directions (p, i);
    add_row (n, forces[i], p->N + (size_t) i * (size_t) n, f);
    if (mbd_contact_slides (p, kind, i))
      add_row (n, -mbd_contact_value (p->friction, i) * copysign (1, p->slip[i]) * forces[i], F, f);
    else
      for (int r = 0; r < rows; r++)
        add_row (n, forces[entry++], F + r * n, f);
    F += F != NULL ? rows * n : 0;
  }
  for (int i = 0; i < p->limits; i++)
    add_row (n, forces[places[1] + i], p->L + (size_t) i * (size_t) n, f);
  for (int i = 0; i < p->bilateral; i++)
    add_row (n, forces[places[2] + i], p->G + (size_t) i * (size_t) n, f);
  for (int i = 0; i < p->boxes; i++)
    add_row (n, forces[places[2] + p->bilateral + i], p->B + (size_t) i * (size_t) n, f);
}

/// out += scale M^-1 row, by the columns of M^-1 (which are its rows) that a sparse row needs.
static void
add_weighted (const MbdContactProblem *p, double scale, const double *row, double *out)
{
  const int n = p->velocities;

  for (int k = 0; k < n && scale != 0; k++) {
    const double *column = p->inverse_mass + (size_t) k * (size_t) n;
    for (int i = 0; i < n && row[k] != 0; i++)
      out[i] += scale * column[i] * row[k];
  }
}

/// out = scale M^-1 (J' forces + f), f not for impacts.
static void
accelerate (const MbdContactProblem *p,
            MbdContactKind kind,
            double scale,
            const double *forces,
            double *out)
{
  const size_t n = (size_t) p->velocities;
  const double *F = p->F;
  int places[3], entry;

  mbd_contact_force_places (p, kind, places);
  entry = places[0];
  memset (out, 0, sizeof *out * n);
  if (kind != MBD_CONTACT_IMPACT && p->force != NULL)
    add_weighted (p, scale, p->force, out);
  for (int i = 0; i < p->contacts; i++) {
    const int rows = mbd_contact_directions (p, i);
    const double f = scale * forces[i];
    add_weighted (p, f, p->N + (size_t) i * n, out);
    if (mbd_contact_slides (p, kind, i))
      add_weighted (p, -mbd_contact_value (p->friction, i) * copysign (1, p->slip[i]) * f, F, out);
    else
      for (int r = 0; r < rows; r++, entry++)
        add_weighted (p, scale * forces[entry], F + (size_t) r * n, out);
    F += F != NULL ? (size_t) rows * n : 0;
  }
  for (int i = 0; i < p->limits; i++)
    add_weighted (p, scale * forces[places[1] + i], p->L + (size_t) i * n, out);
  for (int i = 0; i < p->bilateral; i++)
    add_weighted (p, scale * forces[places[2] + i], p->G + (size_t) i * n, out);
  for (int i = 0; i < p->boxes; i++)
    add_weighted (p, scale * forces[places[2] + p->bilateral + i], p->B + (size_t) i * n, out);
}

void
mbd_contact_acceleration (const MbdContactProblem *problem, const double *forces, double *a)
{
  accelerate (problem, MBD_CONTACT_ACCELERATION, 1, forces, a);
}

void
mbd_contact_velocity_change (const MbdContactProblem *problem,
                             MbdContactKind kind,
                             double step,
                             const double *forces,
                             double *change)
{
  accelerate (problem, kind, kind == MBD_CONTACT_STEP ? step : 1, forces, change);
}

/* Contact frames --------------------------------------------------------------------------- */

static bool
is_orthonormal (const double *frame, int size)
{
  for (int i = 0; i < size; i++)
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int k = 0; k < size; k++)
        sum += frame[k * size + i] * frame[k * size + j];
      if (!(fabs (sum - (i == j)) <= 1e-10))
        return false;
    }
  return true;
}

/// Copies normal and tangents of one contact from its packed entries.
static int
frame_force (const MbdContactProblem *p,
             MbdContactKind kind,
             const double *forces,
             int contact,
             int entry,
             int tangents,
             double *out)
{
  const int rows = mbd_contact_directions (p, contact);

  out[0] = forces[contact];
  for (int t = 0; t < tangents; t++)
    out[1 + t] = 0;
  if (mbd_contact_slides (p, kind, contact)) {
    out[1] =
      -mbd_contact_value (p->friction, contact) * copysign (1, p->slip[contact]) * forces[contact];
    return entry;
  }
  for (int r = 0; r < rows; r++, entry++) {
    const double angle = M_PI * r / rows;
    out[1] += forces[entry] * cos (angle);
    if (tangents > 1)
      out[2] += forces[entry] * sin (angle);
  }
  return entry;
}

static bool
forces_in_frames (const MbdContactProblem *p,
                  MbdContactKind kind,
                  const double *forces,
                  int n_forces,
                  const double *frames,
                  int n_frames,
                  int size,
                  double *out)
{
  if (n_frames != p->contacts || n_forces != mbd_contact_force_count (p, kind))
    return false;
  for (int i = 0; i < p->contacts; i++)
    if (!is_orthonormal (frames + i * size * size, size)
        || (size == 2 && mbd_contact_directions (p, i) > 1))
      return false;
  for (int i = 0, entry = p->contacts; i < p->contacts; i++)
    entry = frame_force (p, kind, forces, i, entry, size - 1, out + i * size);
  return true;
}

bool
mbd_contact_forces_in_plane (const MbdContactProblem *problem,
                             MbdContactKind kind,
                             const double *forces,
                             int n_forces,
                             const double *frames,
                             int n_frames,
                             double *out)
{
  return forces_in_frames (problem, kind, forces, n_forces, frames, n_frames, 2, out);
}

bool
mbd_contact_forces_in_space (const MbdContactProblem *problem,
                             MbdContactKind kind,
                             const double *forces,
                             int n_forces,
                             const double *frames,
                             int n_frames,
                             double *out)
{
  return forces_in_frames (problem, kind, forces, n_forces, frames, n_frames, 3, out);
}

/* A linear complementarity problem --------------------------------------------------------- */

int
mbd_contact_to_lcp (const MbdContact *self, double *M, double *q)
{
  const MbdContactProblem *p = self->problem;
  if (p == NULL || self->soft > 0 || p->boxes > 0)
    return -1;
  const int nc = self->contacts, nf = self->friction_rows, nl = self->limits, rows = self->rows;
  int slacks = 0;

  for (int i = 0; i < nc; i++)
    slacks += !mbd_contact_slides (p, self->kind, i);
  for (int i = 0; i < rows; i++)
    if (self->sets[i].kind == MBD_SET_FRICTION && self->sets[i].partner >= 0)
      return -1;
  const int size = nc + 2 * nf + slacks + nl;
  if (M == NULL)
    return size;
  memset (M, 0, sizeof *M * (size_t) size * (size_t) size);
  memset (q, 0, sizeof *q * (size_t) size);
  for (int i = 0; i < rows; i++) {
    const bool rubs = i >= nc && i < nc + nf;
    for (int sense = 0; sense <= rubs; sense++) {
      const int to = i < nc + nf ? i + sense * nf : i + nf + slacks;
      const double sign = sense ? -1 : 1;
      q[to] = sign * self->q[i];
      for (int j = 0; j < rows; j++) {
        const double entry = sign * self->M[i * rows + j];
        M[to * size + (j < nc + nf ? j : j + nf + slacks)] = entry;
        if (j >= nc && j < nc + nf)
          M[to * size + j + nf] = -entry;
      }
    }
  }
  for (int i = 0, slack = nc + 2 * nf; i < nc; i++) {
    if (mbd_contact_slides (p, self->kind, i))
      continue;
    M[slack * size + i] = mbd_contact_value (p->friction, i);
    for (int f = 0; f < nf; f++)
      if (self->contact_of[f] == i)
        for (int sense = 0; sense < 2; sense++) {
          M[slack * size + nc + f + sense * nf] = -1;
          M[(nc + f + sense * nf) * size + slack] = 1;
        }
    slack++;
  }
  return size;
}

void
mbd_contact_from_lcp (MbdContact *self, const double *z, double *forces)
{
  const int nc = self->contacts, nf = self->friction_rows, nl = self->limits;
  const int size = mbd_contact_to_lcp (self, NULL, NULL);
  double left;

  if (size < 0)
    return;
  for (int i = 0; i < nc; i++)
    self->z[i] = z[i];
  for (int f = 0; f < nf; f++)
    self->z[nc + f] = z[nc + f] - z[nc + nf + f];
  for (int i = 0; i < nl; i++)
    self->z[nc + nf + i] = z[size - nl + i];
  mbd_contact_pack (self, self->z, forces, &left);
}

/* Restitution ------------------------------------------------------------------------------ */

void
mbd_contact_restitution (const MbdContactProblem *p, const double *e, double *kN)
{
  const int n = p->velocities;

  for (int i = 0; i < p->contacts; i++) {
    double rate = 0;
    for (int k = 0; k < n; k++)
      rate += p->N[i * n + k] * mbd_contact_value (p->velocity, k);
    kN[i] = fmin (0, e[i] * rate);
  }
}

/// Returns the contact that approaches fastest; -1 if none approaches.
static int
find_fastest (const MbdContactProblem *p, const double *velocity, double least, double *speed)
{
  const int n = p->velocities;
  int fastest = -1;

  *speed = -least;
  for (int i = 0; i < p->contacts; i++) {
    double rate = 0;
    for (int k = 0; k < n; k++)
      rate += p->N[i * n + k] * velocity[k];
    if (rate < *speed) {
      *speed = rate;
      fastest = i;
    }
  }
  return fastest;
}

MbdContactReport
mbd_contact_impact_sequentially (MbdContact *self,
                                 const MbdContactProblem *problem,
                                 const double *e,
                                 double *velocity,
                                 double *forces)
{
  enum
  {
    IMPACTS = 1000
  };
  const int n = problem->velocities;
  const int count = mbd_contact_force_count (problem, MBD_CONTACT_IMPACT);
  MbdComplementaritySettings settings = mbd_complementarity_default ();
  MbdContactReport report = { .solution.status = MBD_COMPLEMENTARITY_BAD_INPUT };
  int places[3];

  if (!mbd_contact_prepare (self, problem, MBD_CONTACT_IMPACT))
    return report;
  mbd_contact_force_places (problem, MBD_CONTACT_IMPACT, places);
  memset (forces, 0, sizeof *forces * (size_t) count);
  if (problem->velocity != velocity)
    for (int i = 0; i < n; i++)
      velocity[i] = mbd_contact_value (problem->velocity, i);
  double least = 0, speed;
  find_fastest (problem, velocity, 0, &speed);
  least = 1e-12 * fabs (speed);
  report.solution.status = MBD_COMPLEMENTARITY_NOT_CONVERGED;
  for (int impact = 0; impact < IMPACTS; impact++) {
    const int i = find_fastest (problem, velocity, least, &speed);
    if (i < 0) {
      report.solution.status = MBD_COMPLEMENTARITY_SOLVED;
      return report;
    }
    int first = 0;
    for (int k = 0; k < i; k++)
      first += mbd_contact_directions (problem, k);
    const int rows = mbd_contact_directions (problem, i);
    const double kN = e[i] * speed;
    MbdContactProblem one = *problem;
    one.contacts = 1;
    one.limits = one.boxes = 0;
    one.N = problem->N + (size_t) i * (size_t) n;
    one.kN = &kN;
    one.friction = problem->friction != NULL ? problem->friction + i : NULL;
    one.directions = &rows;
    one.F = problem->F != NULL ? problem->F + (size_t) first * (size_t) n : NULL;
    one.kF = problem->kF != NULL ? problem->kF + first : NULL;
    one.velocity = velocity;
    if (!mbd_contact_prepare (self, &one, MBD_CONTACT_IMPACT))
      return report;
    double *own = self->own;
    report = mbd_contact_solve (self, &settings, own);
    mbd_contact_velocity_change (&one, MBD_CONTACT_IMPACT, 0, own, self->growing);
    for (int k = 0; k < n; k++)
      velocity[k] += self->growing[k];
    forces[i] += own[0];
    for (int r = 0; r < rows; r++)
      forces[places[0] + first + r] += own[1 + r];
    for (int b = 0; b < problem->bilateral; b++)
      forces[places[2] + b] += own[1 + rows + b];
    if (report.solution.status != MBD_COMPLEMENTARITY_SOLVED)
      return report;
    report.solution.status = MBD_COMPLEMENTARITY_NOT_CONVERGED;
  }
  return report;
}
