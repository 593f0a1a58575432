// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The three contact problems. Their common form is
//
//   x = x_fixed + h x_growing + h C J~' z,   w = J x + k,    J = [N; F; L; soft rows of G]
//
// with J~ = J except for the normals of sliding contacts, which carry N - mu s Q (Q the direction
// of sliding). Accelerations: h = 1, x_growing = C f, x_fixed = -M^-1 G' K^+ kG. Impacts: h = 1,
// x_fixed = v - M^-1 G' K^+ (G v + kG). Step: both.
//
// The base matrix J C J~' is found once; a step changes only h and the terms over it.

#include "contact-private.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dense-private.h"

/// Round-off of entries of the base matrix, over the sizes of the terms of the difference that they
/// are: a sliding contact at the friction at which it would need an infinite force has a 0, not
/// round-off.
static const double round_off = 2e-15;
/// Smallest pivot of G M^-1 G', scaled.
static const double rank_tolerance = 1e-12, rank_of_rows = 1e-9;
/// Largest residual of rigid rows.
static const double bilateral_tolerance = 1e-8;

MbdContact *
mbd_contact_new (const MbdContactSizes *most)
{
  if (most->velocities < 0 || most->contacts < 0 || most->friction_rows < 0 || most->limits < 0
      || most->bilateral < 0 || most->boxes < 0 || most->lemke < 0 || most->pairs < 0
      || most->velocities > 10000)
    return NULL;
  MbdContact *self = calloc (1, sizeof *self);
  if (self == NULL)
    return NULL;
  MbdArena *arena = &self->arena;
  const size_t n = (size_t) most->velocities, b = (size_t) most->bilateral;
  const int all =
    most->contacts + most->friction_rows + most->limits + most->boxes + most->bilateral;
  const int lemke = most->lemke > 0 ? most->lemke : 120;
  const size_t rows = (size_t) all;
  const size_t wide = n > rows ? n : rows;

  self->most = *most;
  self->solver =
    mbd_complementarity_new (all, all < lemke ? all : lemke, most->pairs > 0 ? most->pairs : 8);
  self->contact_of = MBD_TAKE (arena, int, rows);
  self->row_of = MBD_TAKE (arena, int, rows);
  self->soft_row = MBD_TAKE (arena, int, b);
  self->rigid_row = MBD_TAKE (arena, int, b);
  self->box_row = MBD_TAKE (arena, int, most->boxes);
  self->J = MBD_TAKE (arena, double, rows *n);
  self->CJ = MBD_TAKE (arena, double, rows *n);
  self->size = MBD_TAKE (arena, double, rows *n);
  self->base = MBD_TAKE (arena, double, rows *rows);
  self->M = MBD_TAKE (arena, double, rows *rows);
  self->G = MBD_TAKE (arena, double, b *n);
  self->GW = MBD_TAKE (arena, double, b *n);
  self->K = MBD_TAKE (arena, double, b *b);
  self->work = MBD_TAKE (arena, double, 2 * b * b + 2 * b);
  self->A = MBD_TAKE (arena, double, b *n);
  double **vectors[] = { &self->fixed,      &self->growing,    &self->k,         &self->q,
                         &self->z,          &self->x_fixed,    &self->x_growing, &self->vectors[0],
                         &self->vectors[1], &self->vectors[2], &self->own,       &self->unit[0],
                         &self->unit[1],    &self->unit[2] };
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    *vectors[i] = MBD_TAKE (arena, double, wide);
  self->sets = MBD_TAKE (arena, MbdSet, rows);
  if (self->solver == NULL || arena->failed) {
    mbd_contact_free (self);
    return NULL;
  }
  return self;
}

void
mbd_contact_free (MbdContact *self)
{
  if (self == NULL)
    return;
  mbd_complementarity_free (self->solver);
  mbd_arena_clear (&self->arena);
  free (self);
}

/* The problem ------------------------------------------------------------------------------ */

static int
count_friction (const MbdContactProblem *problem, MbdContactKind kind)
{
  int count = 0;

  for (int i = 0; i < problem->contacts; i++)
    if (!mbd_contact_slides (problem, kind, i))
      count += mbd_contact_directions (problem, i);
  return count;
}

int
mbd_contact_force_count (const MbdContactProblem *problem, MbdContactKind kind)
{
  if (problem->contacts < 0 || problem->limits < 0 || problem->bilateral < 0 || problem->boxes < 0)
    return -1;
  for (int i = 0; i < problem->contacts; i++)
    if (mbd_contact_directions (problem, i) < 0 || mbd_contact_directions (problem, i) > 16
        || (mbd_contact_slides (problem, kind, i) && mbd_contact_directions (problem, i) < 1))
      return -1;
  for (int i = 0; i < problem->boxes && problem->box_contact != NULL; i++)
    if (problem->box_contact[i] >= problem->contacts)
      return -1;
  return problem->contacts + count_friction (problem, kind) + problem->limits + problem->bilateral
         + problem->boxes;
}

void
mbd_contact_force_places (const MbdContactProblem *problem, MbdContactKind kind, int places[3])
{
  places[0] = problem->contacts;
  places[1] = places[0] + count_friction (problem, kind);
  places[2] = places[1] + problem->limits;
}

static bool
all_finite (const double *x, size_t n)
{
  unsigned bad = 0;

  for (size_t i = 0; i < n && x != NULL; i++)
    bad |= !(fabs (x[i]) <= DBL_MAX);
  return bad == 0;
}

static bool
none_negative (const double *x, int n)
{
  for (int i = 0; i < n && x != NULL; i++)
    if (!(x[i] >= 0))
      return false;
  return true;
}

static bool
problem_is_valid (const MbdContact *self, const MbdContactProblem *p, MbdContactKind kind)
{
  if (p->velocities < 1 || p->inverse_mass == NULL || mbd_contact_force_count (p, kind) < 0)
    return false;
  int rows = 0;
  for (int i = 0; i < p->contacts; i++)
    rows += mbd_contact_directions (p, i);
  const size_t n = (size_t) p->velocities, c = (size_t) p->contacts, f = (size_t) rows;
  const size_t l = (size_t) p->limits, b = (size_t) p->bilateral;

  if (p->velocities > self->most.velocities || p->contacts > self->most.contacts
      || rows > self->most.friction_rows || p->limits > self->most.limits
      || p->bilateral > self->most.bilateral || p->boxes > self->most.boxes)
    return false;
  if ((c > 0 && p->N == NULL) || (f > 0 && p->F == NULL) || (l > 0 && p->L == NULL)
      || (b > 0 && p->G == NULL) || (p->boxes > 0 && (p->B == NULL || p->bound == NULL)))
    return false;
  return all_finite (p->inverse_mass, n * n) && all_finite (p->force, n)
         && all_finite (p->velocity, n) && all_finite (p->N, c * n) && all_finite (p->kN, c)
         && all_finite (p->F, f * n) && all_finite (p->kF, f) && all_finite (p->slip, c)
         && all_finite (p->L, l * n) && all_finite (p->kL, l) && all_finite (p->G, b * n)
         && all_finite (p->kG, b) && all_finite (p->error_N, c) && all_finite (p->error_L, l)
         && all_finite (p->error_G, b) && isfinite (p->erp) && all_finite (p->erp_N, c)
         && all_finite (p->erp_L, l) && all_finite (p->erp_G, b) && all_finite (p->friction, c)
         && none_negative (p->friction, p->contacts) && none_negative (p->cfm_N, p->contacts)
         && none_negative (p->cfm_F, rows) && none_negative (p->cfm_L, p->limits)
         && none_negative (p->cfm_G, p->bilateral) && all_finite (p->B, (size_t) p->boxes * n)
         && all_finite (p->kB, (size_t) p->boxes) && all_finite (p->bound, (size_t) p->boxes)
         && all_finite (p->box_slip, (size_t) p->boxes) && none_negative (p->bound, p->boxes)
         && all_finite (p->impulse_bound, (size_t) p->boxes)
         && none_negative (p->impulse_bound, p->boxes);
}

/* Preparing -------------------------------------------------------------------------------- */

/// Lists friction entries and soft and rigid rows; fills in J, k and the sets.
static void
collect_rows (MbdContact *self)
{
  const MbdContactProblem *p = self->problem;
  const size_t n = (size_t) p->velocities, bytes = n * sizeof (double);
  int row_of_F = 0, entry = 0;

  self->contacts = p->contacts;
  self->limits = p->limits;
  self->soft = self->rigid = self->boxes = 0;
  memset (self->sets, 0, sizeof *self->sets * (size_t) mbd_contact_force_count (p, self->kind));
  for (int i = 0; i < p->contacts; i++) {
    const int rows = mbd_contact_directions (p, i);
    memcpy (self->J + (size_t) i * n, p->N + (size_t) i * n, bytes);
    self->k[i] = mbd_contact_value (p->kN, i);
    for (int r = 0; r < rows && !mbd_contact_slides (p, self->kind, i); r++, entry++) {
      const int at = p->contacts + entry;
      self->contact_of[entry] = i;
      self->row_of[entry] = row_of_F + r;
      memcpy (self->J + (size_t) at * n, p->F + (size_t) (row_of_F + r) * n, bytes);
      self->k[at] = mbd_contact_value (p->kF, row_of_F + r);
      self->sets[at] = (MbdSet){ .kind = MBD_SET_FRICTION,
                                 .friction = mbd_contact_value (p->friction, i),
                                 .normal = i,
                                 .partner = p->round && rows == 2 ? at + 1 - 2 * r : -1 };
    }
    row_of_F += rows;
  }
  self->friction_rows = entry;
  int at = p->contacts + entry;
  for (int i = 0; i < p->limits; i++, at++) {
    memcpy (self->J + (size_t) at * n, p->L + (size_t) i * n, bytes);
    self->k[at] = mbd_contact_value (p->kL, i);
  }
  for (int i = 0; i < p->boxes; i++) {
    const int contact = p->box_contact != NULL ? p->box_contact[i] : -1;
    const double bound = self->kind == MBD_CONTACT_IMPACT && contact < 0
                           ? mbd_contact_value (p->impulse_bound, i)
                           : p->bound[i];
    if (mbd_contact_box_slips (p, self->kind, i)
        || (self->kind == MBD_CONTACT_IMPACT && contact < 0 && p->impulse_bound == NULL))
      continue;
    memcpy (self->J + (size_t) at * n, p->B + (size_t) i * n, bytes);
    self->k[at] = mbd_contact_value (p->kB, i);
    if (contact >= 0)
      self->sets[at++] = (MbdSet){
        .kind = MBD_SET_FRICTION, .friction = bound, .normal = contact, .partner = -1, .alone = true
      };
    else
      self->sets[at++] = (MbdSet){ .kind = MBD_SET_BOX, .lower = -bound, .upper = bound };
    self->box_row[self->boxes++] = i;
  }
  for (int i = 0; i < p->bilateral; i++) {
    if (self->kind == MBD_CONTACT_STEP && mbd_contact_value (p->cfm_G, i) > 0) {
      memcpy (self->J + (size_t) at * n, p->G + (size_t) i * n, bytes);
      self->k[at] = mbd_contact_value (p->kG, i);
      self->sets[at++].kind = MBD_SET_FREE;
      self->soft_row[self->soft++] = i;
    } else {
      memcpy (self->G + (size_t) self->rigid * n, p->G + (size_t) i * n, bytes);
      self->rigid_row[self->rigid++] = i;
    }
  }
  self->rows = at;
}

/// Loads A = scaled rows of G M^-1/2. Returns false if M is not diagonal, or if masses and inertias
/// are so alike that there is no need for it.
static bool
load_weighted_rows (MbdContact *self, const double *scale)
{
  const double alike = 1e5;
  const int n = self->problem->velocities;
  const double *W = self->problem->inverse_mass;
  double least = INFINITY, most = 0;

  for (int i = 0; i < n; i++) {
    most = fmax (most, W[i * n + i]);
    least = W[i * n + i] > 0 ? fmin (least, W[i * n + i]) : least;
    for (int k = 0; k < i; k++)
      if (W[i * n + k] != 0)
        return false;
  }
  if (!(most > alike * least))
    return false;
  for (int i = 0; i < self->rigid; i++)
    for (int k = 0; k < n; k++)
      self->A[i * n + k] = scale[i] * self->G[i * n + k] * sqrt (W[k * n + k]);
  return true;
}

/// Computes G M^-1 and the pseudo-inverse of G M^-1 G', of rows scaled to a unit diagonal.
static void
prepare_bilateral (MbdContact *self)
{
  const int n = self->problem->velocities, m = self->rigid;
  double *scale = self->work + 2 * m * m + m; // the first part is scratch

  memset (self->GW, 0, sizeof *self->GW * (size_t) (m * n));
  for (int i = 0; i < m; i++)
    for (int k = 0; k < n; k++) {
      const double *W = self->problem->inverse_mass + (size_t) k * (size_t) n;
      const double g = self->G[i * n + k];
      for (int j = 0; j < n && g != 0; j++)
        self->GW[i * n + j] += g * W[j];
    }
  memset (self->K, 0, sizeof *self->K * (size_t) m * (size_t) m);
  // Most entries of a row are 0.
  for (int j = 0; j < m; j++)
    for (int k = 0; k < n; k++) {
      const double g = self->G[j * n + k];
      for (int i = j; i < m && g != 0; i++)
        self->K[j * m + i] += self->GW[i * n + k] * g;
    }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < i; j++)
      self->K[i * m + j] = self->K[j * m + i];
  for (int i = 0; i < m; i++)
    scale[i] = self->K[i * m + i] > 0 ? 1 / sqrt (self->K[i * m + i]) : 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      self->K[i * m + j] *= scale[i] * scale[j];
  const bool definite =
    self->only_motion ? mbd_dense_invert_independent (m, self->K, rank_tolerance, self->work) == m
                      : mbd_dense_invert_definite (m, self->K, self->work);
  self->refines = !definite && load_weighted_rows (self, scale);
  if (self->refines)
    mbd_dense_pseudo_invert_rows (m, n, self->A, rank_of_rows, self->K, self->work);
  else if (!definite && !self->only_motion)
    mbd_dense_pseudo_invert (m, self->K, rank_tolerance, self->work);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      self->K[i * m + j] *= scale[i] * scale[j];
}

/// Changes x so that G x + known = 0: x -= M^-1 G' K^+ (G x + known). known (NULL: 0) and forces
/// (may be NULL) belong to the rigid rows; forces receives -K^+ (..). Where a light body makes K
/// nearly singular the first pass leaves a part.
static void
meet_bilateral (const MbdContact *self, const double *known, double *forces, double *x)
{
  enum
  {
    PASSES = 3
  };
  const int n = self->problem->velocities, m = self->rigid;
  double *y = self->work, *sum = self->work + m;

  if (forces != NULL)
    memset (forces, 0, sizeof *forces * (size_t) m);
  for (int pass = 0; pass < (self->refines ? PASSES : 1); pass++) {
    for (int i = 0; i < m; i++) {
      y[i] = known != NULL ? known[i] : 0;
      for (int k = 0; k < n; k++)
        y[i] += self->G[i * n + k] * x[k];
    }
    for (int i = 0; i < m; i++) {
      sum[i] = 0;
      for (int j = 0; j < m; j++)
        sum[i] += self->K[i * m + j] * y[j];
      if (forces != NULL)
        forces[i] -= sum[i];
    }
    for (int i = 0; i < m; i++)
      for (int k = 0; k < n; k++)
        x[k] -= self->GW[i * n + k] * sum[i];
  }
}

/// Computes the unit force of an unknown on the velocities, and the sizes of its terms: its row,
/// and for normals the forces of the rows that slip with it.
static void
unit_force (const MbdContact *self, int row, double *force, double *size)
{
  const MbdContactProblem *p = self->problem;
  const int n = p->velocities;

  for (int k = 0; k < n; k++) {
    force[k] = self->J[row * n + k];
    size[k] = fabs (force[k]);
  }
  if (row < p->contacts && mbd_contact_slides (p, self->kind, row)) {
    int first = 0;
    for (int i = 0; i < row; i++)
      first += mbd_contact_directions (p, i);
    const double *Q = p->F + (size_t) first * (size_t) n;
    const double along = mbd_contact_value (p->friction, row) * copysign (1, p->slip[row]);
    for (int k = 0; k < n; k++) {
      force[k] -= along * Q[k];
      size[k] += fabs (along * Q[k]);
    }
  }
  for (int i = 0; i < p->boxes && row < p->contacts; i++) {
    if (!mbd_contact_box_slips (p, self->kind, i) || p->box_contact[i] != row)
      continue;
    const double along = p->bound[i] * copysign (1, p->box_slip[i]);
    for (int k = 0; k < n; k++) {
      force[k] -= along * p->B[i * n + k];
      size[k] += fabs (along * p->B[i * n + k]);
    }
  }
}

/// Computes column `row` of CJ and of the sizes of its terms.
static void
prepare_column (MbdContact *self, int row)
{
  const MbdContactProblem *p = self->problem;
  const int n = p->velocities, rows = self->rows;
  double *x = self->vectors[0];
  double *force = self->unit[0], *sizes = self->unit[1], *size = self->unit[2];

  unit_force (self, row, force, sizes);
  memset (x, 0, sizeof *x * (size_t) n);
  memset (size, 0, sizeof *size * (size_t) n);
  // A force acts on few bodies; columns of M^-1 are its rows.
  for (int k = 0; k < n; k++) {
    const double *W = p->inverse_mass + (size_t) k * (size_t) n;
    for (int i = 0; i < n && sizes[k] > 0; i++) {
      x[i] += W[i] * force[k];
      size[i] += fabs (W[i]) * sizes[k];
    }
  }
  for (int i = 0; i < n; i++)
    self->size[i * rows + row] = size[i] + fabs (x[i]);
  meet_bilateral (self, NULL, NULL, x);
  for (int i = 0; i < n; i++)
    self->CJ[i * rows + row] = x[i];
}

/// Computes x at h = 0 and its slope.
static void
prepare_free (MbdContact *self)
{
  const MbdContactProblem *p = self->problem;
  const int n = p->velocities, m = self->rigid;
  double *known = self->vectors[0];
  const bool moves = self->kind != MBD_CONTACT_ACCELERATION,
             forced = self->kind != MBD_CONTACT_IMPACT;

  for (int i = 0; i < n; i++) {
    self->x_fixed[i] = moves ? mbd_contact_value (p->velocity, i) : 0;
    self->x_growing[i] = 0;
    for (int k = 0; k < n && forced && p->force != NULL; k++)
      self->x_growing[i] += p->inverse_mass[i * n + k] * p->force[k];
  }
  meet_bilateral (self, NULL, NULL, self->x_growing);
  for (int i = 0; i < m; i++)
    known[i] = mbd_contact_value (p->kG, self->rigid_row[i]);
  meet_bilateral (self, known, NULL, self->x_fixed);
}

/// Computes out = J C of a row J and removes round-off. Most of a row is 0.
static void
prepare_row (MbdContact *self, const double *J, double *restrict out)
{
  const int n = self->problem->velocities, rows = self->rows;
  double *restrict size = self->vectors[0];

  memset (out, 0, sizeof *out * (size_t) rows);
  memset (size, 0, sizeof *size * (size_t) rows);
  for (int k = 0; k < n; k++) {
    const double *CJ = self->CJ + (size_t) k * (size_t) rows;
    const double *sizes = self->size + (size_t) k * (size_t) rows;
    for (int j = 0; j < rows && J[k] != 0; j++) {
      out[j] += J[k] * CJ[j];
      size[j] += fabs (J[k]) * sizes[j];
    }
  }
  for (int j = 0; j < rows; j++)
    if (fabs (out[j]) <= round_off * size[j])
      out[j] = 0;
}

bool
mbd_contact_prepare (MbdContact *self, const MbdContactProblem *problem, MbdContactKind kind)
{
  self->problem = NULL;
  if (!problem_is_valid (self, problem, kind))
    return false;
  const int n = problem->velocities;
  self->problem = problem;
  self->kind = kind;
  collect_rows (self);
  prepare_bilateral (self);
  for (int row = 0; row < self->rows; row++)
    prepare_column (self, row);
  prepare_free (self);
  for (int i = 0; i < self->rows; i++) {
    const double *J = self->J + (size_t) i * (size_t) n;
    prepare_row (self, J, self->base + (size_t) i * (size_t) self->rows);
    self->fixed[i] = self->growing[i] = 0;
    for (int k = 0; k < n; k++) {
      self->fixed[i] += J[k] * self->x_fixed[k];
      self->growing[i] += J[k] * self->x_growing[k];
    }
  }
  return mbd_contact_discretise (self, 1);
}

/// Returns k of a row with its error: a gap counts whole; an overlap is opened by erp or by
/// restitution, whichever is faster.
static double
known_term (const MbdContact *self,
            double k,
            const double *error,
            const double *erp,
            int i,
            bool unilateral)
{
  const double eps = mbd_contact_value (error, i);
  const double share = erp != NULL ? erp[i] : self->problem->erp;

  if (error == NULL || self->kind != MBD_CONTACT_STEP)
    return k;
  if (unilateral)
    return eps > 0 ? eps / self->step : fmin (k, share * eps / self->step);
  return k + share * eps / self->step;
}

bool
mbd_contact_discretise (MbdContact *self, double step)
{
  const MbdContactProblem *p = self->problem;
  const int rows = self->rows;

  if (p == NULL || !(step > 0) || !isfinite (step))
    return false;
  self->step = self->kind == MBD_CONTACT_STEP ? step : 1;
  for (int i = 0; i < rows * rows; i++)
    self->M[i] = self->step * self->base[i];
  for (int i = 0; i < rows; i++) {
    const int friction = i - p->contacts, limit = friction - self->friction_rows;
    const int box = limit - p->limits, soft = box - self->boxes;
    double cfm = 0, k = self->k[i];
    if (i < p->contacts) {
      cfm = mbd_contact_value (p->cfm_N, i);
      k = known_term (self, k, p->error_N, p->erp_N, i, true);
    } else if (limit < 0)
      cfm = mbd_contact_value (p->cfm_F, self->row_of[friction]);
    else if (box < 0) {
      cfm = mbd_contact_value (p->cfm_L, limit);
      k = known_term (self, k, p->error_L, p->erp_L, limit, true);
    } else if (soft >= 0) {
      cfm = mbd_contact_value (p->cfm_G, self->soft_row[soft]);
      k = known_term (self, k, p->error_G, p->erp_G, self->soft_row[soft], false);
    }
    if (self->kind == MBD_CONTACT_STEP)
      self->M[i * rows + i] += cfm;
    self->q[i] = self->fixed[i] + self->step * self->growing[i] + k;
  }
  return true;
}

MbdComplementarityProblem
mbd_contact_matrix (const MbdContact *self)
{
  return (MbdComplementarityProblem){ self->rows, self->M, self->q, self->sets };
}

/* Solving ---------------------------------------------------------------------------------- */

void
mbd_contact_pack (MbdContact *self, const double *z, double *forces, double *left)
{
  const MbdContactProblem *p = self->problem;
  const int n = p->velocities, m = self->rigid, shared = self->rows - self->boxes - self->soft;
  double *x = self->vectors[0], *f = self->vectors[1], *known = self->vectors[2];
  double worst = 0, scale = 0;

  memset (forces, 0, sizeof *forces * (size_t) (shared + p->bilateral + p->boxes));
  memcpy (forces, z, sizeof *z * (size_t) shared);
  for (int i = 0; i < self->boxes; i++)
    forces[shared + p->bilateral + self->box_row[i]] = z[shared + i];
  for (int i = 0; i < p->boxes; i++)
    if (mbd_contact_box_slips (p, self->kind, i))
      forces[shared + p->bilateral + i] =
        -p->bound[i] * copysign (1, p->box_slip[i]) * z[p->box_contact[i]];
  for (int i = 0; i < self->soft; i++)
    forces[shared + self->soft_row[i]] = z[shared + self->boxes + i];
  // without rigid rows: x = v + h M^-1 (f + forces of the unknowns)
  mbd_contact_generalised_force (p, self->kind, forces, f);
  for (int i = 0; i < n && self->kind != MBD_CONTACT_IMPACT; i++)
    f[i] += mbd_contact_value (p->force, i);
  for (int i = 0; i < n; i++) {
    x[i] = self->kind != MBD_CONTACT_ACCELERATION ? mbd_contact_value (p->velocity, i) : 0;
    for (int k = 0; k < n; k++)
      x[i] += self->step * p->inverse_mass[i * n + k] * f[k];
  }
  for (int i = 0; i < m; i++) {
    const int row = self->rigid_row[i];
    known[i] = known_term (self, mbd_contact_value (p->kG, row), p->error_G, p->erp_G, row, false);
    double size = fabs (known[i]);
    for (int k = 0; k < n; k++)
      size += fabs (self->G[i * n + k] * x[k]);
    scale = fmax (scale, size);
  }
  meet_bilateral (self, known, f, x);
  for (int i = 0; i < m; i++) {
    double sum = known[i];
    forces[shared + self->rigid_row[i]] = f[i] / self->step;
    for (int k = 0; k < n; k++)
      sum += self->G[i * n + k] * x[k];
    worst = fmax (worst, fabs (sum));
  }
  *left = scale > 0 ? worst / scale : 0;
}

/// Returns true if anything closes in an impact: before it, or once the joints have had their jerk.
static bool
anything_approaches (const MbdContact *self)
{
  const MbdContactProblem *p = self->problem;
  const int n = p->velocities;

  for (int i = 0; i < self->rows; i++) {
    const int limit = i - self->contacts - self->friction_rows;
    if (i >= self->contacts && (limit < 0 || limit >= self->limits))
      continue;
    const double *J = self->J + (size_t) i * (size_t) n;
    double before = 0, size = 0;
    for (int k = 0; k < n; k++) {
      before += J[k] * mbd_contact_value (p->velocity, k);
      size += fabs (J[k] * mbd_contact_value (p->velocity, k));
    }
    if (before < -1e-14 * size || self->fixed[i] < -1e-14 * size)
      return true;
  }
  return false;
}

/// Returns true if a sliding contact wedges itself or, if there is no solution, wedges together
/// with others.
static bool
any_painleve (const MbdContact *self, const MbdComplementarityReport *solution)
{
  for (int i = 0; i < self->contacts; i++)
    if (mbd_contact_slides (self->problem, self->kind, i)
        && (solution->proved || self->base[i * self->rows + i] <= 0))
      return true;
  return false;
}

MbdContactReport
mbd_contact_solve (MbdContact *self, const MbdComplementaritySettings *settings, double *forces)
{
  MbdContactReport report = { .solution.status = MBD_COMPLEMENTARITY_BAD_INPUT };

  if (self->problem == NULL)
    return report;
  const MbdComplementarityProblem problem = mbd_contact_matrix (self);
  if (settings->warm)
    memcpy (self->z, forces, sizeof *forces * (size_t) (self->rows - self->boxes - self->soft));
  memset (self->z + self->rows - self->boxes - self->soft, 0,
          sizeof *self->z * (size_t) (self->boxes + self->soft));
  if (self->kind == MBD_CONTACT_IMPACT && !anything_approaches (self)) {
    memset (self->z, 0, sizeof *self->z * (size_t) self->rows);
    report.solution.status = MBD_COMPLEMENTARITY_SOLVED;
  } else
    report.solution = mbd_complementarity_solve (self->solver, &problem, settings, self->z, NULL);
  mbd_contact_pack (self, self->z, forces, &report.bilateral_residual);
  if (report.bilateral_residual > bilateral_tolerance
      && report.solution.status == MBD_COMPLEMENTARITY_SOLVED)
    report.solution.status = MBD_COMPLEMENTARITY_NO_SOLUTION;
  report.painleve = any_painleve (self, &report.solution);
  report.step = self->step;
  return report;
}

MbdContactReport
mbd_contact_solve_linear (MbdContact *self, double *forces)
{
  MbdComplementaritySettings settings = mbd_complementarity_default ();
  MbdContactReport report = { .solution.status = MBD_COMPLEMENTARITY_BAD_INPUT };

  if (self->problem == NULL)
    return report;
  MbdComplementarityProblem problem = mbd_contact_matrix (self);
  settings.method = MBD_COMPLEMENTARITY_LINEAR;
  problem.sets = NULL;
  report.solution = mbd_complementarity_solve (self->solver, &problem, &settings, self->z, NULL);
  mbd_contact_pack (self, self->z, forces, &report.bilateral_residual);
  report.step = self->step;
  return report;
}

MbdContactReport
mbd_contact_step (MbdContact *self,
                  const MbdContactProblem *problem,
                  double step,
                  const MbdComplementaritySettings *settings,
                  double *forces)
{
  enum
  {
    HALVINGS = 10
  };
  MbdContactReport report = { .solution.status = MBD_COMPLEMENTARITY_BAD_INPUT };

  if (!mbd_contact_prepare (self, problem, MBD_CONTACT_STEP))
    return report;
  for (int i = 0; i <= HALVINGS; i++, step /= 2) {
    if (!mbd_contact_discretise (self, step))
      return report;
    report = mbd_contact_solve (self, settings, forces);
    if (report.solution.status == MBD_COMPLEMENTARITY_SOLVED)
      break;
  }
  return report;
}
