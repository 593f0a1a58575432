// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-mobility-pose.h"

#include <math.h>
#include <string.h>

/// Kinetic energy relative to the largest of the motions that is within round-off.
static const double NO_ENERGY = 1e-13;
/// Velocity relative to the fastest coordinate below which a coordinate is at rest.
static const double STILL = 1e-6;

/// Poses for comparison: number of steps to each side, and number of motions. A pose too close
/// would be singular as well, to within the tolerance of the rank.
#define STEPS 4
#define MOTIONS_MOST 4

// ---- motions without mass -------------------------------------------------------------------

/// Returns for each velocity coordinate whether it has neither mass nor inertia.
static bool *
find_massless (MbdState *state, int n_velocities, bool *any)
{
  bool *massless = g_new0 (bool, (gsize) n_velocities + 1);
  g_autofree double *unit = g_new0 (double, (gsize) n_velocities + 1);
  g_autofree double *momentum = g_new0 (double, (gsize) n_velocities + 1);

  *any = false;
  for (int i = 0; i < n_velocities; i++) {
    unit[i] = 1;
    mbd_state_mass_multiply (state, unit, momentum);
    unit[i] = 0;
    massless[i] = momentum[i] == 0;
    *any = *any || massless[i];
  }
  return massless;
}

/// Returns Z M Z', k x k.
static double *
find_energies (MbdState *state, const double *motions, int k, int n)
{
  double *energies = g_new0 (double, (gsize) k *(gsize) k);
  g_autofree double *momentum = g_new0 (double, (gsize) n);

  for (int i = 0; i < k; i++) {
    mbd_state_mass_multiply (state, motions + i * n, momentum);
    for (int j = 0; j < k; j++)
      for (int c = 0; c < n; c++)
        energies[i * k + j] += momentum[c] * motions[j * n + c];
  }
  return energies;
}

/// Eliminates the row of the largest energy from the remaining rows. Returns its index, or -1 if no
/// energy is left.
static int
eliminate_largest (double *energies, double *mixes, const bool *done, int k, double least)
{
  int pivot = -1;

  for (int i = 0; i < k; i++)
    if (!done[i] && energies[i * k + i] > least
        && (pivot < 0 || energies[i * k + i] > energies[pivot * k + pivot]))
      pivot = i;
  for (int i = 0; pivot >= 0 && i < k; i++) {
    const double factor = energies[i * k + pivot] / energies[pivot * k + pivot];

    if (done[i] || i == pivot)
      continue;
    for (int j = 0; j < k; j++) {
      energies[i * k + j] -= factor * energies[pivot * k + j];
      mixes[i * k + j] -= factor * mixes[pivot * k + j];
    }
  }
  return pivot;
}

static void
mark_moving (LwMobility *self, const MbdModel *model, const double *v, const bool *massless)
{
  double fastest = 0;

  for (int i = 0; i < self->n_velocities; i++)
    fastest = fmax (fastest, fabs (v[i]));
  for (int body = 1; body < mbd_model_body_count (model); body++) {
    const int first = mbd_model_body_first_velocity (model, body);
    const int size = mbd_model_body_mobility (model, body) == MBD_SPATIAL ? 6 : 3;

    for (int i = first; first >= 0 && i < first + size; i++)
      if (massless[i] && fabs (v[i]) > STILL * fastest)
        self->is_indeterminate[body] = self->any_indeterminate = true;
  }
}

void
lw_mobility_find_indeterminate (LwMobility *self,
                                MbdState *state,
                                const double *motions,
                                int n_motions)
{
  const int k = n_motions, n = self->n_velocities;
  bool any;
  g_autofree bool *massless = find_massless (state, n, &any);
  g_autofree double *energies = NULL, *mixes = NULL, *v = NULL;
  g_autofree bool *done = NULL;
  double least = 0;
  int pivot;

  if (!any || k == 0)
    return;
  energies = find_energies (state, motions, k, n);
  mixes = g_new0 (double, (gsize) k *(gsize) k);
  done = g_new0 (bool, (gsize) k);
  v = g_new (double, (gsize) n);
  for (int i = 0; i < k; i++) {
    mixes[i * k + i] = 1;
    least = fmax (least, NO_ENERGY * energies[i * k + i]);
  }
  while ((pivot = eliminate_largest (energies, mixes, done, k, least)) >= 0)
    done[pivot] = true;
  for (int i = 0; i < k; i++) {
    if (done[i])
      continue;
    memset (v, 0, (gsize) n * sizeof *v);
    for (int j = 0; j < k; j++)
      for (int c = 0; c < n; c++)
        v[c] += mixes[i * k + j] * motions[j * n + c];
    mark_moving (self, mbd_state_model (state), v, massless);
  }
}

// ---- singular poses -------------------------------------------------------------------------

/// If the rank is higher at the pose q than at `like`, marks the couplings that are dependent at
/// `like` but not at q.
static void
compare_with (LwMobility *self, const MbdState *like, const double *q)
{
  const MbdModel *model = mbd_state_model (like);
  MbdState *state = mbd_state_new (model);
  g_autofree bool *rows = g_new0 (bool, (gsize) mbd_model_row_count (model) + 1);
  int rank;

  if (state == NULL)
    return;
  mbd_state_copy_couplings (state, like);
  mbd_state_set (state, mbd_state_time (like), q, NULL);
  if (mbd_state_rank (state, &rank, rows) == MBD_STATUS_OK && rank > self->rank) {
    for (int i = 0; i < mbd_model_coupling_count (model); i++) {
      const int first = mbd_model_coupling_first_row (model, i);
      bool depends = false;

      for (int row = first; row < first + mbd_model_coupling_rows (model, i); row++)
        depends = depends || rows[row];
      self->is_singular[i] = self->is_singular[i] || (self->is_redundant[i] && !depends);
    }
    self->any_singular = true;
  }
  mbd_state_free (state);
}

/// Returns true if the motion moves a body of a redundant coupling. Along other motions the
/// dependence does not change.
static bool
moves_redundant (const LwMobility *self, const MbdModel *model, const double *motion)
{
  for (int i = 0; i < mbd_model_coupling_count (model); i++)
    for (int side = 0; self->is_redundant[i] && side < mbd_model_coupling_sides (model, i);
         side++) {
      const int body = mbd_model_coupling_body (model, i, side);
      const int first = mbd_model_body_first_velocity (model, body);
      const int size = mbd_model_body_mobility (model, body) == MBD_SPATIAL ? 6 : 3;

      for (int c = 0; first >= 0 && c < size; c++)
        if (fabs (motion[first + c]) > STILL)
          return true;
    }
  return false;
}

void
lw_mobility_find_singular (LwMobility *self, const MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  const gsize n = (gsize) mbd_model_position_count (model);
  g_autofree double *poses = g_new (double, (2 * STEPS + 1) * n + 1);

  if (self->redundant <= 0)
    return;
  for (int i = 0, n_tried = 0; i < self->n_motions && n_tried < MOTIONS_MOST; i++) {
    const double *motion = self->motions + i * self->n_velocities;
    MbdState *swung;

    if (self->any_singular || !moves_redundant (self, model, motion))
      continue;
    n_tried++;
    swung = mbd_state_new (model);
    if (swung == NULL)
      return;
    mbd_state_copy_couplings (swung, state);
    mbd_state_set (swung, mbd_state_time (state), mbd_state_positions (state), NULL);
    lw_mobility_swing (swung, motion, STEPS, poses);
    mbd_state_free (swung);
    compare_with (self, state, poses);
    compare_with (self, state, poses + 2 * STEPS * n);
  }
}
