// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-mobility-pose.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-body-pose.h"
#include "lw-marks.h"

/// Maximum number of assemblies until no body moves any more.
#define ASSEMBLY_PASSES 4

/// Amplitude of a swing, as a fraction of the size of the mechanism, and the largest angle, rad.
static const double SWING_PART = 0.09;
static const double SWING_MOST_ANGLE = 0.7;

// ---- mobility -------------------------------------------------------------------------------

void
lw_mobility_free (LwMobility *self)
{
  g_free (self->is_redundant);
  g_free (self->is_conflicting);
  g_free (self->is_unmet);
  g_free (self->is_indeterminate);
  g_free (self->is_singular);
  g_free (self->motions);
  g_free (self);
}

/// Disables the active drives. Returns true if there was one.
static bool
let_go (MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  bool any = false;

  for (int i = 0; i < mbd_model_coupling_count (model); i++) {
    if (!lw_family_of (mbd_model_coupling_class (model, i))->drives
        || !mbd_state_coupling_flags (state, i).active)
      continue;
    mbd_state_set_enabled (state, i, false);
    any = true;
  }
  return any;
}

static bool
has_redundant_row (const MbdModel *model, int coupling, const bool *rows)
{
  const int first = mbd_model_coupling_first_row (model, coupling);

  for (int row = first; row < first + mbd_model_coupling_rows (model, coupling); row++)
    if (rows[row])
      return true;
  return false;
}

/// Checks the drawn start pose.
static void
look_at_drawing (LwMobility *self, const MbdModel *model, const MbdState *like)
{
  MbdState *drawn = mbd_state_new (model);
  const gsize size = (gsize) mbd_model_position_count (model) * sizeof (double);
  g_autofree double *q = NULL;

  if (drawn == NULL)
    return;
  mbd_state_copy_couplings (drawn, like);
  q = g_memdup2 (mbd_state_positions (drawn), size);
  self->can_fit = mbd_state_assemble (drawn, self->is_unmet, NULL) == MBD_STATUS_OK;
  // If the pose fits, assembly returns it bit-identical.
  self->drawn_fits =
    self->can_fit && (size == 0 || memcmp (q, mbd_state_positions (drawn), size) == 0);
  mbd_state_free (drawn);
}

static void
take_motions (LwMobility *self, const MbdFreedoms *freedoms)
{
  self->freedoms = self->n_motions = freedoms->freedoms;
  self->motions = g_memdup2 (freedoms->motions, (gsize) self->n_motions * (gsize) self->n_velocities
                                                  * sizeof (double));
}

static bool
find_rank (LwMobility *self, MbdState *state, bool *rows)
{
  const MbdModel *model = mbd_state_model (state);
  MbdFreedoms *freedoms = NULL;

  if (self->n_velocities > MBD_FREEDOMS_MOST_VELOCITIES)
    return mbd_state_rank (state, &self->rank, rows) == MBD_STATUS_OK;
  if (mbd_freedoms_new (state, &freedoms, NULL) != MBD_STATUS_OK)
    return false;
  self->rank = freedoms->rank;
  take_motions (self, freedoms);
  for (int row = 0; row < mbd_model_row_count (model); row++)
    rows[row] = freedoms->redundant[row];
  self->any_conflict = freedoms->any_conflict;
  self->is_conflicting =
    g_memdup2 (freedoms->conflicting, ((gsize) mbd_model_coupling_count (model)) * sizeof (bool));
  lw_mobility_find_indeterminate (self, state, freedoms->motions, freedoms->freedoms);
  mbd_freedoms_free (freedoms);
  return true;
}

/// Computes the motions with the drives released. Without drives the rank of all rows, already
/// known, is used.
static bool
find_motions (LwMobility *self, MbdState *state)
{
  const bool is_driven = let_go (state);
  MbdFreedoms *freedoms = NULL;
  int rank = self->rank;

  self->by_count = mbd_state_freedoms_by_count (state);
  if (!is_driven) {
    self->freedoms = self->n_velocities - rank;
    return true;
  }
  if (self->n_velocities > MBD_FREEDOMS_MOST_VELOCITIES) {
    if (mbd_state_rank (state, &rank, NULL) != MBD_STATUS_OK)
      return false;
    self->freedoms = self->n_velocities - rank;
    return true;
  }
  if (mbd_freedoms_new (state, &freedoms, NULL) != MBD_STATUS_OK)
    return false;
  g_clear_pointer (&self->motions, g_free);
  take_motions (self, freedoms);
  mbd_freedoms_free (freedoms);
  return true;
}

/// Returns a state with the same pose and couplings, or NULL if out of memory.
static MbdState *
dup_state (const MbdState *state)
{
  MbdState *copy = mbd_state_new (mbd_state_model (state));

  if (copy != NULL) {
    mbd_state_copy_couplings (copy, state);
    mbd_state_set (copy, mbd_state_time (state), mbd_state_positions (state), NULL);
  }
  return copy;
}

LwMobility *
lw_mobility_new (MbdState *state, GCancellable *cancellable)
{
  const MbdModel *model = mbd_state_model (state);
  const int n_couplings = mbd_model_coupling_count (model);
  g_autofree bool *rows = g_new0 (bool, (gsize) mbd_model_row_count (model) + 1);
  g_autoptr (LwMobility) self = g_new0 (LwMobility, 1);
  MbdState *driven;
  bool found;

  self->n_velocities = mbd_model_velocity_count (model);
  self->is_redundant = g_new0 (bool, (gsize) n_couplings + 1);
  self->is_unmet = g_new0 (bool, (gsize) n_couplings + 1);
  self->is_singular = g_new0 (bool, (gsize) n_couplings + 1);
  self->is_indeterminate = g_new0 (bool, (gsize) mbd_model_body_count (model) + 1);
  look_at_drawing (self, model, state);
  if (g_cancellable_is_cancelled (cancellable) || !find_rank (self, state, rows))
    return NULL;
  for (int i = 0; i < n_couplings; i++)
    self->is_redundant[i] = has_redundant_row (model, i, rows);
  self->redundant = self->n_velocities - mbd_state_freedoms_by_count (state) - self->rank;
  driven = dup_state (state);
  found = driven != NULL && !g_cancellable_is_cancelled (cancellable) && find_motions (self, state);
  if (found) {
    self->driven = self->rank - (self->n_velocities - self->freedoms);
    lw_mobility_find_singular (self, driven);
  }
  mbd_state_free (driven);
  return found ? g_steal_pointer (&self) : NULL;
}

// ---- swinging -------------------------------------------------------------------------------

/// Advances q by v dt; a body in space turns about its body axes.
static void
move_body (const MbdModel *model, int body, const double *v, double dt, double *q)
{
  const int first_v = mbd_model_body_first_velocity (model, body);
  double *place = q + mbd_model_body_first_position (model, body);
  const double *rate = v + first_v;
  double *p = place + 3;
  double turn[3];
  double angle, s, c;

  for (int i = 0; i < 3; i++)
    place[i] += rate[i] * dt;
  if (mbd_model_body_mobility (model, body) != MBD_SPATIAL)
    return;
  for (int i = 0; i < 3; i++)
    turn[i] = rate[3 + i] * dt;
  angle = sqrt (turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  c = cos (0.5 * angle);
  s = angle > 0 ? sin (0.5 * angle) / angle : 0.5;
  {
    const double w = p[0], x = p[1], y = p[2], z = p[3];
    const double a = s * turn[0], b = s * turn[1], d = s * turn[2];

    p[0] = w * c - x * a - y * b - z * d;
    p[1] = w * a + x * c + y * d - z * b;
    p[2] = w * b - x * d + y * c + z * a;
    p[3] = w * d + x * b - y * a + z * c;
  }
}

/// Returns how long the motion is followed at its own speed, s.
static double
find_reach (const MbdModel *model, const double *motion)
{
  double fastest = 0;
  double reach = SWING_PART * mbd_model_size (model);

  for (int body = 1; body < mbd_model_body_count (model); body++) {
    const int first = mbd_model_body_first_velocity (model, body);
    const bool spatial = mbd_model_body_mobility (model, body) == MBD_SPATIAL;

    for (int i = spatial ? 3 : 2; first >= 0 && i < (spatial ? 6 : 3); i++)
      fastest = fmax (fastest, fabs (motion[first + i]));
  }
  if (reach <= 0)
    reach = SWING_MOST_ANGLE;
  return fastest * reach > SWING_MOST_ANGLE ? SWING_MOST_ANGLE / fastest : reach;
}

void
lw_mobility_swing (MbdState *state, const double *motion, int n, double *poses)
{
  const MbdModel *model = mbd_state_model (state);
  const int n_positions = mbd_model_position_count (model);
  const gsize size = (gsize) n_positions * sizeof (double);
  const double step = find_reach (model, motion) / n;
  g_autofree double *q = g_new (double, (gsize) n_positions + 1);

  let_go (state);
  memcpy (poses + n * n_positions, mbd_state_positions (state), size);
  for (int sign = -1; sign <= 1; sign += 2) {
    bool stopped = false;

    for (int k = 1; k <= n; k++) {
      const double *before = poses + (n + sign * (k - 1)) * n_positions;
      double *pose = poses + (n + sign * k) * n_positions;

      memcpy (q, before, size);
      for (int body = 1; body < mbd_model_body_count (model); body++)
        if (mbd_model_body_first_position (model, body) >= 0)
          move_body (model, body, motion, sign * step, q);
      mbd_state_set (state, mbd_state_time (state), q, NULL);
      // If the motion cannot continue, the pose stays.
      stopped = stopped || mbd_state_assemble (state, NULL, NULL) != MBD_STATUS_OK;
      memcpy (pose, stopped ? before : mbd_state_positions (state), size);
    }
  }
}

// ---- closing the drawing --------------------------------------------------------------------

typedef struct
{
  MbdState *state;
  const double *before; // q as drawn
  bool any;
} Closing;

static LwBody *
close_body (const LwBody *body, void *data)
{
  Closing *closing = data;
  LwBody *moved = lw_body_dup_at_pose (body, closing->state, closing->before);

  closing->any |= moved != NULL;
  return moved;
}

/// Returns the mechanism at the pose of the state, or a new reference to it if no body moves.
static LwMechanism *
dup_with_pose (LwMechanism *self, MbdState *state, const double *before)
{
  const LwMechanismChanges changes = { .body = close_body };
  Closing closing = { .state = state, .before = before };
  g_autoptr (LwMechanism) closed = lw_mechanism_change (self, &changes, &closing);

  return lw_mechanism_ref (closing.any ? closed : self);
}

/// Marks the velocity coordinates of locked bodies. Returns false if no body is locked.
static bool
find_locked (const LwMechanism *self, const MbdModel *model, bool *keep)
{
  bool any = false;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (self); i++) {
    const int id = lw_mechanism_get_body (self, i)->element.id;
    const int body = mbd_model_body_by_id (model, id);
    const int first = mbd_model_body_first_velocity (model, body);
    const int n = mbd_model_body_mobility (model, body) == MBD_SPATIAL ? 6 : 3;

    if (first < 0
        || !lw_mechanism_is_marked (self, (LwElementRef){ LW_SELECTION_BODY, id }, LW_MARK_LOCKED))
      continue;
    for (int k = 0; k < n; k++)
      keep[first + k] = true;
    any = true;
  }
  return any;
}

/// Assembles the state; the poses of locked bodies are bit-identical.
static MbdStatus
assemble_state (MbdState *state, const bool *keep, bool any_locked, bool *failed)
{
  const MbdAssemblyWeights weights = { .keep = keep };

  return any_locked ? mbd_state_assemble_weighted (state, &weights, failed, NULL)
                    : mbd_state_assemble (state, failed, NULL);
}

static void
set_unmet (const LwMechanism *self,
           const MbdModel *model,
           const bool *failed,
           bool any_locked,
           GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (int i = 0; i < mbd_model_coupling_count (model); i++) {
    g_autofree char *name = NULL;

    if (!failed[i])
      continue;
    name =
      lw_mechanism_dup_element_name (self, MBD_ELEMENT_COUPLING, mbd_model_coupling_id (model, i));
    g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
  }
  if (any_locked)
    g_set_error (error, LW_ERROR, LW_ERROR_SIMULATION,
                 _ ("It cannot be assembled without moving locked bodies, because these cannot all "
                    "be satisfied: %s; unlock a body, or move bodies nearer to each other."),
                 names->str);
  else
    g_set_error (
      error, LW_ERROR, LW_ERROR_SIMULATION,
      _ ("It cannot be assembled, because these cannot all be satisfied: %s; move bodies nearer "
         "to each other, or switch one of them off."),
      names->str);
}

static LwMechanism *
assemble_once (LwMechanism *self, GError **error)
{
  MbdModel *model = lw_mechanism_compile (self, error);
  MbdState *state = model != NULL ? mbd_state_new (model) : NULL;
  LwMechanism *next = NULL;

  if (state != NULL) {
    g_autofree double *before = g_memdup2 (
      mbd_state_positions (state), (gsize) mbd_model_position_count (model) * sizeof (double));
    g_autofree bool *failed = g_new0 (bool, (gsize) mbd_model_coupling_count (model) + 1);
    g_autofree bool *keep = g_new0 (bool, (gsize) mbd_model_velocity_count (model) + 1);
    const bool any_locked = find_locked (self, model, keep);

    if (assemble_state (state, keep, any_locked, failed) == MBD_STATUS_OK)
      next = dup_with_pose (self, state, before);
    else
      set_unmet (self, model, failed, any_locked, error);
  } else if (model != NULL) {
    const MbdDiagnosis why = { .code = MBD_STATUS_OUT_OF_MEMORY, .row = -1 };

    lw_mechanism_set_error (self, LW_ERROR_SIMULATION, &why, error);
  }
  mbd_state_free (state);
  g_clear_pointer (&model, mbd_model_unref);
  return next;
}

LwMechanism *
lw_mechanism_assemble (LwMechanism *self, GError **error)
{
  LwMechanism *next = assemble_once (self, error);

  // Tolerances are relative to the size of the mechanism, which changes with the assembly.
  for (int pass = 1; next != NULL && pass < ASSEMBLY_PASSES; pass++) {
    LwMechanism *closer = assemble_once (next, NULL);

    if (closer == NULL)
      break;
    lw_mechanism_unref (next);
    next = closer;
  }
  return next;
}
