// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-drift.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-dead-point.h"
#include "lw-run.h"
#include "lw-number.h"

#define STACK_ROWS 256
#define DEFAULT_STEP 0.25 ///< fraction of the interval between samples

/// Time constants of Baumgarte, in steps. Below 0.36 steps the method itself would be unstable:
/// both roots are at -1/T, and the method of order 4 is stable for h/T up to 2.78.
static const double time_constants[] = { 50, 10, 2.5 };

static LwCoupling *
inherit (const LwCoupling *coupling, void *data)
{
  LwCoupling *copy;

  if (coupling->def.stabilisation == MBD_STABILISATION_INHERIT)
    return NULL;
  copy = lw_coupling_copy (coupling);
  copy->def.stabilisation = MBD_STABILISATION_INHERIT;
  return copy;
}

double
lw_drift_get_default_step (const LwMechanism *mechanism)
{
  return lw_mechanism_get_run (mechanism)->interval * DEFAULT_STEP;
}

LwDrift *
lw_drift_new (LwMechanism *mechanism, double step, GError **error)
{
  const LwMechanismChanges changes = { .coupling = inherit };
  const LwRunSettings *run = lw_mechanism_get_run (mechanism);
  g_autoptr (LwDrift) self = g_new0 (LwDrift, 1);

  if (step == 0)
    step = lw_drift_get_default_step (mechanism);
  if (!(step > 0) || !isfinite (step) || step > run->duration) {
    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("The step must be longer than 0 s and not longer than the run; choose another."));
    return NULL;
  }
  self->mechanism = lw_mechanism_change (mechanism, &changes, NULL);
  self->model = lw_mechanism_compile (self->mechanism, error);
  if (self->model == NULL)
    return NULL;
  self->duration = run->duration;
  self->interval = run->interval;
  self->size = mbd_model_size (self->model) > 0 ? mbd_model_size (self->model) : 1;
  self->integrator = run->integrator;
  self->integrator.method = MBD_METHOD_RK4;
  self->integrator.step = step;
  self->variants[0] = (LwDriftVariant){ MBD_STABILISATION_NONE, 0 };
  for (guint i = 0; i < G_N_ELEMENTS (time_constants); i++)
    self->variants[1 + i] =
      (LwDriftVariant){ MBD_STABILISATION_BAUMGARTE, time_constants[i] * step };
  self->variants[LW_DRIFT_VARIANTS - 1] = (LwDriftVariant){ MBD_STABILISATION_PROJECTION, 0 };
  return g_steal_pointer (&self);
}

void
lw_drift_free (LwDrift *self)
{
  g_clear_pointer (&self->mechanism, lw_mechanism_unref);
  g_clear_pointer (&self->model, mbd_model_unref);
  g_free (self);
}

char *
lw_drift_dup_name (const LwDrift *self, guint variant)
{
  const LwDriftVariant *of = &self->variants[variant];
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (of->stabilisation == MBD_STABILISATION_BAUMGARTE)
    return g_strdup_printf ("Baumgarte T = %s s",
                            g_ascii_formatd (number, sizeof number, "%.4g", of->time_constant));
  return g_strdup (of->stabilisation == MBD_STABILISATION_NONE ? "none" : "projection");
}

MbdIntegratorSettings
lw_drift_get_settings (const LwDrift *self, guint variant)
{
  MbdIntegratorSettings settings = self->integrator;

  settings.stabilisation.stabilisation = self->variants[variant].stabilisation;
  if (self->variants[variant].time_constant > 0)
    settings.stabilisation.time_constant = self->variants[variant].time_constant;
  return settings;
}

double
lw_drift_error (const LwDrift *self, MbdState *state)
{
  const int n = mbd_model_row_count (self->model);
  double few[STACK_ROWS];
  double *many = n > STACK_ROWS ? g_try_new (double, n) : NULL;
  double *errors = n > STACK_ROWS ? many : few;
  double largest = 0;

  if (errors == NULL)
    return NAN;
  mbd_state_errors (state, errors, NULL, NULL);
  for (int i = 0; i < n; i++)
    largest = fmax (largest,
                    fabs (errors[i]) * (mbd_model_row_is_length (self->model, i) ? 1 : self->size));
  g_free (many);
  return largest;
}

static double
norm (const double vector[3])
{
  return hypot (hypot (vector[0], vector[1]), vector[2]);
}

/// Adds the part of one row: eps n, where the row of G has the direction n in the columns of the
/// translation of the second body (or -n in those of the first one).
static void
add_row (const MbdModel *model, const double *row, int coupling, double eps, double gap[3])
{
  const int n_sides = mbd_model_coupling_sides (model, coupling);

  for (int side = MIN (n_sides, 2) - 1; side >= 0; side--) {
    const int body = mbd_model_coupling_body (model, coupling, side);
    const int first = body > 0 ? mbd_model_body_first_velocity (model, body) : -1;

    if (first < 0)
      continue;
    for (int k = 0; k < (mbd_model_body_mobility (model, body) == MBD_SPATIAL ? 3 : 2); k++)
      gap[k] += (side == 1 ? 1 : -1) * eps * row[first + k];
    return;
  }
}

bool
lw_drift_find_gap (const LwDrift *self, MbdState *state, int coupling, LwDriftGap *gap)
{
  const MbdModel *model = self->model;
  const int n_rows = mbd_model_row_count (model), n = mbd_model_velocity_count (model);
  g_autofree double *G = NULL;
  g_autofree double *errors = NULL;
  double largest = -1, unused[3];

  if (n > LW_DRIFT_GAP_VELOCITIES || n_rows == 0)
    return false;
  G = g_new (double, (gsize) n_rows *(gsize) n + 1);
  errors = g_new (double, n_rows);
  mbd_state_errors (state, errors, NULL, NULL);
  mbd_state_jacobian (state, G, NULL);
  for (int i = 0; i < mbd_model_coupling_count (model); i++) {
    const int first = mbd_model_coupling_first_row (model, i);
    double found[3] = { 0 };
    bool any = false;

    for (int r = 0; r < mbd_model_coupling_rows (model, i); r++)
      if (mbd_model_row_is_length (model, first + r)) {
        add_row (model, G + (gsize) (first + r) * (gsize) n, i, errors[first + r], found);
        any = true;
      }
    if (!any || (coupling >= 0 ? i != coupling : norm (found) <= largest))
      continue;
    largest = norm (found);
    gap->coupling = i;
    memcpy (gap->gap, found, sizeof found);
  }
  if (!(largest >= 0) || !isfinite (largest))
    return false;
  mbd_state_coupling_points (state, gap->coupling, gap->place, unused);
  return true;
}

static void
sample_cb (void *data, LwRun *run, double *channels)
{
  channels[0] = lw_drift_error (data, lw_run_state (run));
}

LwSimulation *
lw_drift_new_simulation (const LwDrift *self, guint variant, double speed)
{
  const LwSimulationSettings settings = {
    .integrator = lw_drift_get_settings (self, variant),
    .duration = self->duration,
    .interval = self->interval,
    .assemble = true,
    .speed = speed,
    .n_channels = 1,
    .sample = sample_cb,
    .sample_data = (void *) self,
    .explain = lw_dead_point_explain,
  };

  return lw_simulation_new (self->model, &settings);
}

// ---- table ----------------------------------------------------------------------------------

static void
append_number (GString *text, double value)
{
  char number[LW_NUMBER_SIZE];

  g_string_append (text, lw_number_format (value, number));
}

char *
lw_drift_dup_csv (const LwDrift *self, GError **error)
{
  g_autoptr (GString) text = g_string_new ("time (s)");
  LwRun *runs[LW_DRIFT_VARIANTS] = { NULL };
  bool alive[LW_DRIFT_VARIANTS];
  MbdDiagnosis why = { 0 };
  gsize n_samples = 0;

  for (guint i = 0; i < LW_DRIFT_VARIANTS; i++) {
    const MbdIntegratorSettings settings = lw_drift_get_settings (self, i);
    g_autofree char *name = lw_drift_dup_name (self, i);

    g_string_append_printf (text, ",%s (m)", name);
    runs[i] = lw_run_new (self->model, &settings, self->duration, self->interval, true);
    alive[i] = runs[i] != NULL && lw_run_start (runs[i], &why) == MBD_STATUS_OK;
    n_samples = alive[i] ? lw_run_n_samples (runs[i]) : n_samples;
  }
  if (n_samples == 0) {
    lw_dead_point_explain (self->model, &why);
    lw_mechanism_set_error (self->mechanism, LW_ERROR_SIMULATION, &why, error);
  }
  for (gsize k = 0; k < n_samples; k++) {
    g_string_append_c (text, '\n');
    append_number (text, k + 1 >= n_samples ? self->duration : (double) k * self->interval);
    for (guint i = 0; i < LW_DRIFT_VARIANTS; i++) {
      g_string_append_c (text, ',');
      alive[i] = alive[i] && (k == 0 || lw_run_next (runs[i], NULL) == MBD_STATUS_OK);
      if (alive[i])
        append_number (text, lw_drift_error (self, lw_run_state (runs[i])));
    }
  }
  for (guint i = 0; i < LW_DRIFT_VARIANTS; i++)
    lw_run_free (runs[i]);
  g_string_append_c (text, '\n');
  return n_samples > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
