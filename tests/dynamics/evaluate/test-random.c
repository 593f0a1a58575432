// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random mechanisms from definition to half a second of motion. Each ends in a result or in a
// diagnosis that names an element; results and diagnoses are checked by dense least squares.
//
// LW_RANDOM_SEED=n runs only that mechanism and prints it; LW_TORTURE=1 runs ten thousand.

#include <float.h>
#include <lapacke.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "testing-seed.h"
#include "random-mechanism.h"

/// Stage that a mechanism reached.
typedef enum
{
  END_REFUSED,    ///< a definition or the whole was rejected
  END_POSITIONS,  ///< diagnosis: positions that cannot be met
  END_VELOCITIES, ///< diagnosis: velocities that cannot be met
  END_MASSLESS,   ///< diagnosis: a body without mass whose motion is not determined
  END_STOPPED,    ///< the motion ended early with a diagnosis
  END_STEPS,      ///< the limit of steps was reached
  END_MOVED,      ///< half a second of motion
  END_COUNT
} Ending;

static const char *const ending_names[END_COUNT] = {
  "refused", "positions", "velocities", "massless", "stopped", "steps", "moved",
};

typedef struct
{
  int endings[RANDOM_CLASSES][END_COUNT];
  int reasons[MBD_STATUS_COUNT];
  int spaces[3];                       // planar, spatial, mixed
  int unmeetable, conflicts_proved;    // singular poses; velocities
  double force_residual, row_residual; // largest of rows that can be met
  double slowest;                      // s
  guint32 slowest_seed;
} Tally;

/// Failures of mechanisms, one line each.
typedef struct
{
  guint32 seed;
  int count;
} Complaints;

static Complaints complaints;

static void G_GNUC_PRINTF (2, 3) check (bool holds, const char *format, ...)
{
  va_list arguments;

  if (holds)
    return;
  va_start (arguments, format);
  char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  complaints.count++;
  g_test_message ("LW_RANDOM_SEED=%u: %s", complaints.seed, text);
  g_free (text);
}

/// Checks that a diagnosis has a reason and names an existing element.
static void
check_diagnosis (const RandomMechanism *mechanism, MbdStatus status, const MbdDiagnosis *why)
{
  const Design *design = mechanism->design;
  const int counts[] = { 0, design->body_count, design->coupling_count, design->force_count };

  check (why->code == status, "diagnosis says %d, status is %d", (int) why->code, (int) status);
  check (why->element != MBD_ELEMENT_NONE, "'%s' names no element", mbd_status_text (status));
  check (why->id >= 1 && why->id <= counts[why->element], "'%s' names element %d of kind %d",
         mbd_status_text (status), why->id, (int) why->element);
}

/* Dense checks ----------------------------------------------------------------------------- */

/// Divides lengths by the size of the mechanism: a torque weighs as much as a force.
static void
take_out_units (System *system, const MbdModel *model)
{
  const double L = mbd_model_size (model);
  int n = system->n, m = system->m;

  for (int body = 1; body < mbd_model_body_count (model); body++) {
    int first = mbd_model_body_first_velocity (model, body);
    bool spatial = mbd_model_body_mobility (model, body) == MBD_SPATIAL;
    for (int j = first + (spatial ? 3 : 2); first >= 0 && j < first + (spatial ? 6 : 3); j++) {
      system->f[j] /= L;
      for (int i = 0; i < n; i++)
        system->M[i * n + j] /= L;
      for (int i = 0; i < n; i++)
        system->M[j * n + i] /= L;
      for (int i = 0; i < m; i++)
        system->G[i * n + j] /= L;
    }
  }
}

/// Divides velocity coordinates accordingly, which grow.
static void
take_out_length (const MbdModel *model, double *v)
{
  for (int body = 1; body < mbd_model_body_count (model); body++) {
    int first = mbd_model_body_first_velocity (model, body);
    bool spatial = mbd_model_body_mobility (model, body) == MBD_SPATIAL;
    for (int j = first + (spatial ? 3 : 2); first >= 0 && j < first + (spatial ? 6 : 3); j++)
      v[j] *= mbd_model_size (model);
  }
}

/// Scales every row of G with its right side to length 1; rows not taken become 0.
static void
normalise_rows (System *system, const bool *taken)
{
  for (int i = 0; i < system->m; i++) {
    double *row = system->G + i * system->n;
    double length = sqrt (dot (system->n, row, row));
    double factor = taken[i] ? 1 / (length > 0 ? length : 1) : 0;
    for (int j = 0; j < system->n; j++)
      row[j] *= factor;
    system->gamma[i] *= factor;
  }
}

static bool *
solved_rows (MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  int m = mbd_model_row_count (model);
  bool *taken = g_new0 (bool, m + 1);

  for (int row = 0; row < m; row++)
    taken[row] = mbd_state_row_role (state, row) == MBD_ROW_SOLVED;
  return taken;
}

/// Adds the Baumgarte terms to gamma for couplings that have them in this state.
static void
stabilise (const RandomMechanism *mechanism, MbdState *state, double *gamma)
{
  const MbdModel *model = mbd_state_model (state);

  for (int i = 0; i < mbd_model_coupling_count (model); i++) {
    double term[6] = { 0 }, rates[2];
    MbdStabilisation own = mbd_state_coupling (state, i)->stabilisation;
    int first = mbd_model_coupling_first_row (model, i), rows = mbd_model_coupling_rows (model, i);

    if ((own == MBD_STABILISATION_INHERIT ? mechanism->stabilisation : own)
        != MBD_STABILISATION_BAUMGARTE)
      continue;
    mbd_state_stabilisation_term (state, i, &rates[0], &rates[1], term);
    for (int r = 0; r < rows; r++)
      gamma[first + r] += term[r];
  }
}

/// Returns the measure of row residuals: accelerations, gamma, and the effect of the forces by
/// themselves.
static double
row_scale (const System *system, const double *a)
{
  double scale = max_norm (system->n, a) + max_norm (system->m, system->gamma);

  for (int j = 0; j < system->n; j++)
    if (system->M[j * system->n + j] > 0)
      scale = fmax (scale, fabs (system->f[j] / system->M[j * system->n + j]));
  return scale > 0 ? scale : 1;
}

static double
row_residual (const System *system, const double *a)
{
  double worst = 0;

  for (int i = 0; i < system->m; i++) {
    double r = dot (system->n, system->G + i * system->n, a) - system->gamma[i];
    worst = isnan (r) ? INFINITY : fmax (worst, fabs (r));
  }
  return worst;
}

/// Returns the residual of the rows for a dense solution that ignores directions that the rows hold
/// by less than 1e-4 of the others. Of the error in a direction with the singular value s, a pass
/// with R leaves 1 / (1 + s^2 / rho), and the five passes of docs/theory/equations.md, with rho =
/// 1e-10, the fifth power of that: less than 1e-9 from s = sqrt (62 rho) = 8e-5 upwards. Below it
/// the poses are practically singular: positions assembled to 1e-12 of such a pose have values of
/// 1e-6. `system` has rows of length 1; the multipliers of rows that are not solved count as
/// forces.
static double
dense_residual (System *system, const double *held_forces)
{
  int n = system->n;
  double *a = g_new0 (double, n + 1), *lambda = g_new0 (double, system->m + 1), largest = 0, result;

  for (int j = 0; j < n; j++) {
    system->f[j] += held_forces[j];
    largest = fmax (largest, system->M[j * n + j]);
  }
  for (int j = 0; j < n; j++)
    if (system->M[j * n + j] < 1e-12 * largest || largest == 0)
      system->M[j * n + j] = largest > 0 ? 1e-8 * largest : 1;
  system_solve (system, 1e-4, a, lambda);
  result = row_residual (system, a);
  g_free (a);
  g_free (lambda);
  return result;
}

/// Checks both equations at the last solve. Rows that are not met must be such that no
/// accelerations meet them. Returns true if all are met.
static bool
check_solution (const RandomMechanism *mechanism, MbdState *state, Tally *tally)
{
  const MbdModel *model = mbd_state_model (state);
  int n = mbd_model_velocity_count (model);
  System *system = system_new (state);
  bool *taken = solved_rows (state);
  double *a = g_memdup2 (mbd_state_accelerations (state), (size_t) n * sizeof *a);
  double *held = g_new0 (double, n + 1), forces, rows;

  stabilise (mechanism, state, system->gamma);
  take_out_units (system, model);
  take_out_length (model, a);
  // A force below the round-off of the unit of the random mechanism counts as zero: bodies without
  // mass and without a load, whose multipliers are 1e-50 N, are in balance.
  system->least_force = mechanism->mass * mechanism->length * DBL_EPSILON * 1e9;
  system_residuals (system, a, mbd_state_multipliers (state), &forces, &rows);
  check (forces <= 1e-9, "forces are not balanced: %g", forces);
  tally->force_residual = fmax (tally->force_residual, forces);

  for (int i = 0; i < system->m; i++)
    for (int j = 0; j < n && !taken[i]; j++)
      held[j] += system->G[i * n + j] * mbd_state_multipliers (state)[i];
  normalise_rows (system, taken);
  const double scale = row_scale (system, a);
  rows = row_residual (system, a) / scale;
  const bool met = rows <= 1e-9;
  if (!met) {
    double dense = dense_residual (system, held) / scale;
    check (dense > 0.1 * rows, "rows are not met: %g, can be met to %g", rows, dense);
    tally->unmeetable++;
  } else
    tally->row_residual = fmax (tally->row_residual, rows);
  g_free (taken);
  g_free (held);
  g_free (a);
  system_free (system);
  return met;
}

/// Selects the rows that constrain velocities, and their condition: locking rows, and unilateral
/// ones in contact, for which G v may be larger.
static void
take_velocity_rows (MbdState *state, bool *taken, bool *one_sided, double *needed)
{
  const MbdModel *model = mbd_state_model (state);
  const double L = mbd_model_size (model);

  for (int i = 0; i < mbd_model_coupling_count (model); i++) {
    int first = mbd_model_coupling_first_row (model, i), rows = mbd_model_coupling_rows (model, i);
    double gap[6] = { 0 }, rate[6] = { 0 };

    mbd_state_gap (state, i, gap, rate);
    for (int r = 0; r < rows; r++) {
      const int row = first + r;
      const double unit = mbd_model_row_is_length (model, row) ? L : 1;
      const MbdRowRole role = mbd_state_row_role (state, row);
      one_sided[row] = mbd_state_mode (state, i) == MBD_MODE_UNILATERAL && role == MBD_ROW_LOWER
                       && (gap[r] <= 1e-9 * unit || mbd_state_level (state, i, r) > 0);
      taken[row] = (role == MBD_ROW_SOLVED || one_sided[row])
                   && mbd_state_level (state, i, r) < MBD_LEVEL_ACCELERATION;
      needed[row] = -rate[r];
    }
  }
}

/// Checks by least squares that no velocities meet the locking rows and part the contacts.
static void
check_velocity_conflict (MbdState *state, Tally *tally)
{
  const MbdModel *model = mbd_state_model (state);
  int n = mbd_model_velocity_count (model), m = mbd_model_row_count (model);
  double *zero = g_new0 (double, n + 1);
  bool *taken = g_new0 (bool, m + 1), *one_sided = g_new0 (bool, m + 1);

  mbd_state_set (state, mbd_state_time (state), NULL, zero);
  System *system = system_new (state);
  take_velocity_rows (state, taken, one_sided, system->gamma);
  take_out_units (system, model);
  normalise_rows (system, taken);
  double least = system_least_violation (system, one_sided, 1e-9),
         scale = max_norm (m, system->gamma);
  check (least > 1e-9 * scale, "velocities can be met to %g of %g", least, scale);
  tally->conflicts_proved += least > 1e-9 * scale;
  system_free (system);
  g_free (taken);
  g_free (one_sided);
  g_free (zero);
}

/// Checks gaps and multipliers of unilateral rows, multipliers of box rows.
static void
check_bounds (MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  const double *lambda = mbd_state_multipliers (state);
  const double L = mbd_model_size (model);
  const double scale = max_norm (mbd_model_row_count (model), lambda);

  for (int i = 0; i < mbd_model_coupling_count (model); i++) {
    const MbdMode mode = mbd_state_mode (state, i);
    const double limit = mbd_state_coupling (state, i)->effort_limit;
    int first = mbd_model_coupling_first_row (model, i), rows = mbd_model_coupling_rows (model, i);
    double gap[6] = { 0 }, rate[6] = { 0 };

    if (!mbd_state_coupling_flags (state, i).active)
      continue;
    mbd_state_gap (state, i, gap, rate);
    for (int r = 0; r < rows; r++) {
      MbdRowRole role = mbd_state_row_role (state, first + r);
      double near = 1e-8 * (mbd_model_row_is_length (model, first + r) ? L : 1);
      if (role == MBD_ROW_COMPLIANT || role == MBD_ROW_OFF)
        continue;
      if (mode == MBD_MODE_BOX)
        check (fabs (lambda[first + r]) <= limit * (1 + 1e-8), "effort %g beyond %g",
               lambda[first + r], limit);
      if (mode != MBD_MODE_UNILATERAL)
        continue;
      // Forces of 1e-40 N are round-off of zero.
      check (lambda[first + r] >= -fmax (1e-8 * scale, 1e-40), "a unilateral row pulls: %g",
             lambda[first + r]);
      check (!(lambda[first + r] > 1e-8 * scale) || gap[r] <= near
               || mbd_state_level (state, i, r) != MBD_LEVEL_POSITION,
             "an open row pushes: %g at %g", lambda[first + r], gap[r]);
    }
  }
}

static void
check_finite (MbdState *state, const char *when)
{
  const MbdModel *model = mbd_state_model (state);

  check (isfinite (max_norm (mbd_model_position_count (model), mbd_state_positions (state))),
         "positions %s are not finite", when);
  check (isfinite (max_norm (mbd_model_velocity_count (model), mbd_state_velocities (state))),
         "velocities %s are not finite", when);
}

/// Returns the largest error of projected rows: over L or 1 rad.
static double
largest_error (const RandomMechanism *mechanism, MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  int m = mbd_model_row_count (model);
  double *errors = g_new0 (double, m + 1), largest = 0;

  mbd_state_errors (state, errors, NULL, NULL);
  for (int row = 0; row < m; row++) {
    int coupling = mbd_model_coupling_by_row (model, row);
    MbdStabilisation own = mbd_state_coupling (state, coupling)->stabilisation;
    // A box row holds at the position to which it has slipped.
    bool box = mbd_state_mode (state, coupling) == MBD_MODE_BOX;
    bool projected = !box
                     && (own == MBD_STABILISATION_INHERIT ? mechanism->stabilisation : own)
                          == MBD_STABILISATION_PROJECTION;
    double unit = mbd_model_row_is_length (model, row) ? mbd_model_size (model) : 1;
    if (projected && mbd_state_row_role (state, row) == MBD_ROW_SOLVED)
      largest = fmax (largest, isnan (errors[row]) ? INFINITY : fabs (errors[row]) / unit);
  }
  g_free (errors);
  return largest;
}

/// Returns true if positions are so close to a singular pose that their tolerance of 1e-12 L
/// matters: a row almost vanishes beside the others.
static bool
is_nearly_singular (MbdState *state)
{
  System *system = system_new (state);
  int n = system->n, m = system->m, least = MIN (m, n);
  bool *taken = solved_rows (state), nearly = false;
  double *s = g_new0 (double, least + 1), *superb = g_new0 (double, least + 1);

  take_out_units (system, mbd_state_model (state));
  normalise_rows (system, taken);
  if (least > 0)
    g_assert_cmpint (
      LAPACKE_dgesvd (LAPACK_ROW_MAJOR, 'N', 'N', m, n, system->G, n, s, NULL, m, NULL, n, superb),
      ==, 0);
  for (int i = 0; i < least; i++)
    nearly |= s[i] < 1e-4 * s[0] && s[i] > 1e-12 * s[0];
  g_free (s);
  g_free (superb);
  g_free (taken);
  system_free (system);
  return nearly;
}

static double
largest_speed (MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  int n = mbd_model_velocity_count (model);
  double *v = g_memdup2 (mbd_state_velocities (state), (size_t) n * sizeof *v), speed;

  take_out_length (model, v);
  speed = max_norm (n, v);
  g_free (v);
  return speed;
}

/// Returns the largest velocity error over the largest speed, of a point before or of a driver: for
/// locking rows, and for unilateral ones that are in contact and close.
static double
largest_velocity_error (MbdState *state, double speed)
{
  const MbdModel *model = mbd_state_model (state);
  const double L = mbd_model_size (model);
  int n = mbd_model_velocity_count (model), m = mbd_model_row_count (model);
  double *rates = g_new0 (double, m + 1), *still = g_new0 (double, m + 1);
  double largest = 0, *zero = g_new0 (double, n + 1);

  mbd_state_errors (state, NULL, rates, NULL);
  MbdState *copy = mbd_state_new (model);
  mbd_state_set (copy, mbd_state_time (state), mbd_state_positions (state), zero);
  mbd_state_errors (copy, NULL, still, NULL);
  mbd_state_free (copy);
  for (int row = 0; row < m; row++) {
    const int coupling = mbd_model_coupling_by_row (model, row);
    const int r = row - mbd_model_coupling_first_row (model, coupling);
    const double unit = mbd_model_row_is_length (model, row) ? 1 : L;
    double gap[6], rate[6];
    if (mbd_state_row_role (state, row) == MBD_ROW_SOLVED) {
      speed = fmax (speed, unit * fabs (still[row]));
      largest = fmax (largest, isnan (rates[row]) ? INFINITY : unit * fabs (rates[row]));
    } else if (mbd_state_row_role (state, row) == MBD_ROW_LOWER
               && mbd_state_mode (state, coupling) == MBD_MODE_UNILATERAL
               && mbd_state_level (state, coupling, r) == MBD_LEVEL_POSITION) {
      mbd_state_gap (state, coupling, gap, rate);
      if (gap[r] <= 1e-9 * (unit == 1 ? L : 1))
        largest = fmax (largest, -unit * rate[r]);
    }
  }
  g_free (zero);
  g_free (rates);
  g_free (still);
  return speed > 0 ? largest / speed : largest;
}

/* One mechanism ---------------------------------------------------------------------------- */

static MbdStatus
compile (const RandomMechanism *random, MbdModel **model, MbdDiagnosis *why)
{
  const Design *design = random->design;
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdStatus status = MBD_STATUS_OK;

  *model = NULL;
  g_assert_nonnull (mechanism);
  mbd_mechanism_set_gravity (mechanism, design->gravity);
  for (int i = 0; i < design->body_count && status == MBD_STATUS_OK; i++)
    status = mbd_mechanism_add_body (mechanism, &design->bodies[i], why);
  for (int i = 0; i < design->coupling_count && status == MBD_STATUS_OK; i++)
    status = mbd_mechanism_add_coupling (mechanism, &design->couplings[i], why);
  for (int i = 0; i < design->force_count && status == MBD_STATUS_OK; i++)
    status = mbd_mechanism_add_force (mechanism, &design->forces[i], why);
  if (status == MBD_STATUS_OK)
    status = mbd_model_compile (mechanism, model, why);
  mbd_mechanism_free (mechanism);
  return status;
}

/// Moves a solved state for half a second.
static Ending
move (const RandomMechanism *mechanism, MbdState *state, double *error, MbdDiagnosis *why)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegratorStatistics statistics;
  MbdStatus status;

  settings.duration = 0.5;
  // enough to find a small mechanism stuck
  settings.maximum_steps = mechanism->design->body_count <= 8 ? 1500 : 500;
  settings.stabilisation.stabilisation = mechanism->stabilisation;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  g_assert_nonnull (integrator);
  status = mbd_integrator_start (integrator, state, why);
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_advance (integrator, 0.5, state, why);
  mbd_integrator_statistics (integrator, &statistics);
  mbd_integrator_free (integrator);
  check_finite (state, "after the motion");
  if (status == MBD_STATUS_TOO_MANY_STEPS)
    return END_STEPS;
  if (status != MBD_STATUS_OK)
    return END_STOPPED;
  *error = largest_error (mechanism, state);
  if (statistics.passed_singular && *error <= 1e-6)
    *error = 0; // no more than this is guaranteed here
  return END_MOVED;
}

static bool
all_projected (const RandomMechanism *mechanism)
{
  bool all = mechanism->stabilisation == MBD_STABILISATION_PROJECTION;

  for (int i = 0; i < mechanism->design->coupling_count; i++) {
    const MbdCouplingDef *def = &mechanism->design->couplings[i];
    all &= def->stabilisation <= MBD_STABILISATION_PROJECTION && def->level == MBD_LEVEL_POSITION;
  }
  return all;
}

static bool
is_massless (const Design *design, int id)
{
  for (int i = 0; i < design->body_count; i++)
    if (design->bodies[i].id == id)
      return design->bodies[i].mass == 0 || design->bodies[i].inertia[2] == 0
             || design->bodies[i].inertia[0] == 0 || design->bodies[i].inertia[1] == 0;
  return false;
}

static Ending
run_state (const RandomMechanism *mechanism, MbdState *state, Tally *tally, MbdDiagnosis *why)
{
  const MbdStabilisationSettings settings = { mechanism->stabilisation, 0.1 };

  assert_ok (mbd_state_set_stabilisation (state, &settings));
  MbdStatus status = mbd_state_assemble (state, NULL, why);
  check (status == MBD_STATUS_OK || status == MBD_STATUS_CONFLICT, "assembly says '%s'",
         mbd_status_text (status));
  check (!(mechanism->closed && status != MBD_STATUS_OK), "drawn closed, but not assembled: %g",
         why->value);
  check (!(mechanism->contradictory && status == MBD_STATUS_OK), "a contradiction was assembled");
  check_finite (state, "after assembly");
  if (status != MBD_STATUS_OK)
    return END_POSITIONS;
  check (largest_error (mechanism, state) <= 1e-11, "assembled with an error of %g",
         largest_error (mechanism, state));

  const double speed = largest_speed (state);
  status = mbd_state_assemble_velocities (state, NULL, why);
  if (status != MBD_STATUS_OK) {
    check_velocity_conflict (state, tally);
    return END_VELOCITIES;
  }
  check_finite (state, "after assembly of velocities");
  double error = largest_velocity_error (state, speed);
  // Positions closed to 1e-12 are off a singular pose by sqrt (2e-12), and so are the rows there.
  check (error <= (is_nearly_singular (state) ? 2e-6 : 2e-9),
         "velocities assembled with an error of %g", error);
  status = mbd_state_solve (state, why);
  if (status == MBD_STATUS_MASSLESS) {
    check (is_massless (mechanism->design, why->id), "body %d has mass", why->id);
    return END_MASSLESS;
  }
  check (status == MBD_STATUS_OK, "not solved: %s", mbd_status_text (status));
  if (status != MBD_STATUS_OK)
    return END_STOPPED;
  bool met = check_solution (mechanism, state, tally);
  check_bounds (state);

  double gap = 0;
  Ending ending = move (mechanism, state, &gap, why);
  if (ending == END_MOVED && mbd_state_solve (state, why) == MBD_STATUS_OK) {
    met &= check_solution (mechanism, state, tally);
    check_bounds (state);
  }
  // Rows with a small contradiction, such as rows of couplings that may drift and rows of others
  // that may not, share the gap; from 1e-5 upwards it is a conflict.
  check (gap <= (met && all_projected (mechanism) ? 1e-9 : 1e-5), "moved with an error of %g", gap);
  return ending;
}

static void
count_space (const Design *design, Tally *tally)
{
  int spatial = 0;

  for (int i = 0; i < design->body_count; i++)
    spatial += design->bodies[i].mobility == MBD_SPATIAL;
  tally->spaces[spatial == 0 ? 0 : spatial == design->body_count ? 1 : 2]++;
}

static void
run (guint32 seed, Tally *tally, bool print)
{
  RandomMechanism *mechanism = random_mechanism_new (seed);
  const gint64 begin = g_get_monotonic_time ();
  MbdDiagnosis why = { 0 };
  MbdModel *model;
  Ending ending = END_REFUSED;

  complaints.seed = seed;
  if (print)
    random_mechanism_print (mechanism, stderr);
  if (compile (mechanism, &model, &why) == MBD_STATUS_OK) {
    MbdState *state = mbd_state_new (model);
    g_assert_nonnull (state);
    ending = run_state (mechanism, state, tally, &why);
    mbd_state_free (state);
    mbd_model_unref (model);
  }
  if (ending != END_MOVED)
    check_diagnosis (mechanism, why.code, &why);
  if (print || g_test_verbose ())
    g_test_message ("%u: %s, %s %d %s (%g)", seed, random_class_name (mechanism->class_),
                    ending_names[ending], why.id,
                    ending == END_MOVED ? "" : mbd_status_text (why.code), why.value);
  tally->endings[mechanism->class_][ending]++;
  if (ending != END_MOVED)
    tally->reasons[why.code]++;
  count_space (mechanism->design, tally);
  double took = (double) (g_get_monotonic_time () - begin) * 1e-6;
  if (took > tally->slowest) {
    tally->slowest = took;
    tally->slowest_seed = seed;
  }
  random_mechanism_free (mechanism);
}

static void
report (const Tally *tally)
{
  for (int i = 0; i < RANDOM_CLASSES; i++) {
    GString *line = g_string_new (NULL);
    for (int j = 0; j < END_COUNT; j++)
      g_string_append_printf (line, " %s %d", ending_names[j], tally->endings[i][j]);
    g_test_message ("%-12s:%s", random_class_name ((RandomClass) i), line->str);
    g_string_free (line, TRUE);
  }
  for (int i = 0; i < MBD_STATUS_COUNT; i++)
    if (tally->reasons[i] > 0)
      g_test_message ("%5d: %s", tally->reasons[i], mbd_status_text ((MbdStatus) i));
  g_test_message ("planar %d, spatial %d, mixed %d", tally->spaces[0], tally->spaces[1],
                  tally->spaces[2]);
  g_test_message (
    "largest residuals: forces %.3g, rows %.3g; %d solutions with rows that cannot be "
    "met, %d conflicts of velocities proved",
    tally->force_residual, tally->row_residual, tally->unmeetable, tally->conflicts_proved);
  g_test_message ("slowest: seed %u, %.3g s", tally->slowest_seed, tally->slowest);
}

/// A mechanism that hangs ends the test, which prints its seed.
static void
hang_cb (int signal_number)
{
  char text[64];
  int length =
    g_snprintf (text, sizeof text, "Bail out! LW_RANDOM_SEED=%u hangs\n", complaints.seed);

  if (write (STDOUT_FILENO, text, (size_t) length) >= 0)
    _exit (1);
}

/// Processor time, because the computer may be busy with other programs.
static void
watch (int seconds)
{
  const struct itimerval timer = { .it_value.tv_sec = seconds };

  g_assert_cmpint (setitimer (ITIMER_PROF, &timer, NULL), ==, 0);
}

static void
test_random (void)
{
  const char *one = g_getenv ("LW_RANDOM_SEED");
  Tally tally = { 0 };
  int moved = 0;

  complaints.count = 0;
  if (one != NULL) {
    run ((guint32) g_ascii_strtoull (one, NULL, 10), &tally, true);
    g_assert_cmpint (complaints.count, ==, 0);
    return;
  }
  const guint32 count = testing_torture () ? 10000 : 1000;
  signal (SIGPROF, hang_cb);
  for (guint32 seed = 0; seed < count; seed++) {
    watch (60);
    run (testing_seed (seed), &tally, false);
  }
  watch (0);
  report (&tally);
  for (int i = 0; i < RANDOM_CLASSES; i++)
    moved += tally.endings[i][END_MOVED];
  g_assert_cmpint (complaints.count, ==, 0);
  // If most mechanisms ended in diagnoses, the test would show little.
  g_assert_cmpint (moved, >, (int) count / 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/random/mechanisms", test_random);
  return g_test_run ();
}
