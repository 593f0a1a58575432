// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli kinematics, inverse and equilibrium, as JSON.

#include <math.h>
#include <string.h>

#include "cli.h"
#include "lw-json.h"

#include "mbd-analysis.h"
#include "mbd-row.h"

MbdState *
cli_start_state (const CliMechanism *self, GError **error)
{
  MbdState *state = mbd_state_new (self->model);
  MbdDiagnosis why = { .row = -1 };
  MbdStatus status = state == NULL ? MBD_STATUS_OUT_OF_MEMORY : MBD_STATUS_OK;

  if (status == MBD_STATUS_OK && self->settings.assemble)
    status = mbd_state_assemble (state, NULL, &why);
  if (status == MBD_STATUS_OK && self->settings.assemble)
    status = mbd_state_assemble_velocities (state, NULL, &why);
  if (status == MBD_STATUS_OK)
    return state;
  cli_set_failure (self, status, &why, "The mechanism could not be assembled", error);
  mbd_state_free (state);
  return NULL;
}

void
cli_put_drivers (CliJson *json, const CliMechanism *self, MbdState *state)
{
  cli_json_begin_array (json, "drivers");
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->mechanism); i++) {
    const LwCoupling *element = lw_mechanism_get_coupling (self->mechanism, i);
    const int coupling = mbd_model_coupling_by_id (self->model, element->element.id);
    MbdRow row;

    if (!lw_family_of (element->def.class_)->drives
        || mbd_model_coupling_rows (self->model, coupling) == 0)
      continue;
    mbd_state_row (state, mbd_model_coupling_first_row (self->model, coupling), &row);
    cli_json_begin_object (json, NULL);
    cli_json_integer (json, "id", element->element.id);
    cli_json_string (json, "name", element->element.name);
    cli_json_number (json, "rate", mbd_row_multiply (&row, mbd_state_velocities (state)));
    cli_json_number (json, "effort", row.multiplier);
    cli_json_number (json, "power", mbd_state_power (state, coupling));
    if (isfinite (element->def.effort_limit))
      cli_json_number (json, "effort_limit", element->def.effort_limit);
    cli_json_end_object (json);
  }
  cli_json_end_array (json);
}

/// Remembers the largest effort of each driver beyond its limit, by coupling.
static void
watch_limits (const CliMechanism *self, MbdState *state, double *beyond)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->mechanism); i++) {
    const LwCoupling *element = lw_mechanism_get_coupling (self->mechanism, i);
    const int coupling = mbd_model_coupling_by_id (self->model, element->element.id);
    double effort;

    if (!lw_family_of (element->def.class_)->drives
        || mbd_model_coupling_rows (self->model, coupling) == 0)
      continue;
    effort =
      fabs (mbd_state_multipliers (state)[mbd_model_coupling_first_row (self->model, coupling)]);
    if (effort > element->def.effort_limit)
      beyond[i] = fmax (beyond[i], effort);
  }
}

static void
tell_limits (const CliMechanism *self, const double *beyond)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->mechanism); i++) {
    const LwCoupling *element = lw_mechanism_get_coupling (self->mechanism, i);
    g_autofree char *name = NULL;

    if (!(beyond[i] > 0))
      continue;
    name =
      lw_mechanism_dup_element_name (self->mechanism, MBD_ELEMENT_COUPLING, element->element.id);
    cli_note (
      "%s needs an effort of %.4g for this motion, which is beyond its limit of %.4g: it would "
      "slip in a run.",
      name, beyond[i], element->def.effort_limit);
  }
}

static gboolean
finish (CliJson *json, const char *path, GError **error)
{
  g_autoptr (GString) text = cli_json_finish (json);
  return cli_output_put (path, text->str, text->len, error);
}

/* Kinematics ------------------------------------------------------------------------------- */

static void
put_instant (CliJson *json, const CliMechanism *self, MbdState *state, const MbdKinematics *report)
{
  const int n = mbd_model_velocity_count (self->model);

  cli_json_begin_object (json, NULL);
  cli_json_number (json, "time", mbd_state_time (state));
  cli_json_bool (json, "singular", report->singular);
  cli_json_numbers (json, "positions", mbd_state_positions (state),
                    mbd_model_position_count (self->model));
  cli_json_numbers (json, "velocities", mbd_state_velocities (state), n);
  cli_json_numbers (json, "accelerations", mbd_state_accelerations (state), n);
  cli_json_numbers (json, "multipliers", mbd_state_multipliers (state),
                    mbd_model_row_count (self->model));
  cli_put_drivers (json, self, state);
  cli_json_end_object (json);
}

static gboolean
put_kinematics (CliJson *json, const CliMechanism *self, GError **error)
{
  MbdState *state = mbd_state_new (self->model);
  const double interval = self->settings.interval, duration = self->settings.duration;
  MbdDiagnosis why = { .row = -1 };
  MbdKinematics report = { 0 };
  g_autofree double *beyond = g_new0 (double, lw_mechanism_get_n_couplings (self->mechanism) + 1);
  MbdStatus status =
    state == NULL ? MBD_STATUS_OUT_OF_MEMORY : mbd_kinematics_start (state, &report, &why);

  cli_json_begin_array (json, "instants");
  for (gsize k = 0; status == MBD_STATUS_OK; k++) {
    const double time = fmin ((double) k * interval, duration);

    if (k > 0)
      status = mbd_kinematics_advance (state, time, &report, &why);
    if (status == MBD_STATUS_OK) {
      put_instant (json, self, state, &report);
      watch_limits (self, state, beyond);
    }
    if (time >= duration)
      break;
  }
  cli_json_end_array (json);
  tell_limits (self, beyond);
  if (status != MBD_STATUS_OK) {
    g_autofree char *prefix = g_strdup_printf ("The driven motion ended at %g s",
                                               state != NULL ? mbd_state_time (state) : 0);
    cli_set_failure (self, status, &why, prefix, error);
  }
  mbd_state_free (state);
  return status == MBD_STATUS_OK;
}

gboolean
cli_kinematics (int argc, char **argv, GError **error)
{
  CliMechanism mechanism;
  CliRunOptions options = { 0 };
  g_auto (CliArguments) arguments = { 0 };
  gboolean done;
  CliJson json;

  if (!cli_parse (argc, argv,
                  "Follows the motion that drivers prescribe, without integrating; masses are not "
                  "needed. Writes positions, velocities, accelerations, multipliers and the "
                  "efforts of the drivers at each sample as JSON.",
                  NULL, NULL, &options, CLI_OPTIONS_SAMPLE, &arguments, error))
    return FALSE;
  if (arguments.file == NULL)
    return TRUE;
  if (!cli_open (&mechanism, &arguments, &options, error))
    return FALSE;
  cli_json_init (&json);
  cli_json_string (&json, "title", lw_mechanism_get_title (mechanism.mechanism));
  done = put_kinematics (&json, &mechanism, error);
  if (done)
    done = finish (&json, arguments.output, error);
  else
    g_string_free (cli_json_finish (&json), TRUE);
  cli_run_options_clear (&options);
  cli_close (&mechanism);
  return done;
}

/* Inverse dynamics ------------------------------------------------------------------------- */

/// Reads the member "accelerations" of a JSON file, as solve writes it: one number per velocity.
/// Returns zeros if there is no file.
static double *
read_accelerations (const char *path, int n, GError **error)
{
  g_autoptr (LwJsonTree) tree = NULL;
  g_autofree double *values = g_new0 (double, (gsize) n + 1);
  g_autoptr (GBytes) bytes = NULL;
  const LwJson *list;
  const char *text;
  gsize size;

  if (path == NULL)
    return g_steal_pointer (&values);
  bytes = cli_read (path, error);
  if (bytes == NULL)
    return NULL;
  text = g_bytes_get_data (bytes, &size);
  tree = lw_json_parse (text, size, NULL, error);
  if (tree == NULL) {
    g_prefix_error (error, "%s: ", path);
    return NULL;
  }
  list = lw_json_root (tree);
  if (list->type == LW_JSON_OBJECT)
    list = lw_json_member (list, "accelerations");
  if (list == NULL || list->type != LW_JSON_LIST || list->length != (guint) n) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 "%s must hold %d accelerations, as solve writes them.", path, n);
    return NULL;
  }
  for (int i = 0; i < n; i++) {
    const LwJson *number = lw_json_element (list, (guint) i);

    if (number->type != LW_JSON_NUMBER) {
      g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, "%s: acceleration %d is not a number.", path,
                   i);
      return NULL;
    }
    values[i] = number->number;
  }
  return g_steal_pointer (&values);
}

/// Returns the active couplings: the named ones, or NULL for all drivers.
static bool *
choose_actuators (const CliMechanism *self, const char *names, GError **error)
{
  g_auto (GStrv) words = g_strsplit (names, ",", -1);
  g_autofree bool *chosen = g_new0 (bool, (gsize) mbd_model_coupling_count (self->model) + 1);

  for (char **word = words; *word != NULL; word++) {
    int coupling = mbd_model_coupling_by_name (self->model, g_strstrip (*word));

    if (coupling < 0) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "There is no coupling \"%s\".", *word);
      return NULL;
    }
    chosen[coupling] = true;
  }
  return g_steal_pointer (&chosen);
}

static gboolean
put_inverse (const CliMechanism *self,
             double time,
             const char *accelerations,
             const char *names,
             MbdInverse kind,
             const char *axes,
             const char *path,
             GError **error)
{
  g_autofree double *desired =
    read_accelerations (accelerations, mbd_model_velocity_count (self->model), error);
  g_autofree bool *actuators = NULL;
  CliMechanism mechanism = *self;
  MbdDiagnosis why = { .row = -1 };
  LwRun *run;
  gboolean done;

  if (desired == NULL)
    return FALSE;
  if (names != NULL && (actuators = choose_actuators (self, names, error)) == NULL)
    return FALSE;
  run = cli_start_at (&mechanism, time, error);
  done = run != NULL;
  if (done) {
    MbdState *state = lw_run_state (run);
    MbdStatus status =
      mbd_state_inverse_dynamics (state, desired, actuators, kind, NULL, NULL, &why);

    done = status == MBD_STATUS_OK;
    if (!done)
      cli_set_failure (self, status, &why, "The efforts could not be found", error);
    else {
      const CliContacts contacts = cli_contacts_of (run);
      CliJson json;

      cli_json_init (&json);
      cli_json_string (&json, "title", lw_mechanism_get_title (self->mechanism));
      cli_json_string (&json, "kind", kind == MBD_INVERSE_EXACT ? "exact" : "relaxed");
      cli_put_drivers (&json, self, state);
      cli_put_state (&json, self, state, &contacts, axes);
      done = finish (&json, path, error);
    }
  }
  lw_run_free (run);
  return done;
}

gboolean
cli_inverse (int argc, char **argv, GError **error)
{
  CliMechanism mechanism;
  CliRunOptions options = { 0 };
  g_autofree char *at = NULL;
  g_autofree char *axes = NULL;
  g_autofree char *accelerations = NULL;
  g_autofree char *names = NULL;
  g_auto (CliArguments) arguments = { 0 };
  gboolean relaxed = FALSE;
  gboolean done;
  double time = 0.0;
  const GOptionEntry entries[] = {
    { "at", 0, 0, G_OPTION_ARG_FILENAME, &at, "Time of the run, s; default: 0, the start", "T" },
    { "accelerations", 0, 0, G_OPTION_ARG_FILENAME, &accelerations,
      "JSON with the requested accelerations; default: zero, for the holding efforts", "FILE" },
    { "actuators", 0, 0, G_OPTION_ARG_FILENAME, &names,
      "Active couplings, separated by commas; default: all drivers and motors", "NAMES" },
    { "relaxed", 0, 0, G_OPTION_ARG_NONE, &relaxed,
      "The nearest accelerations that the actuators can produce", NULL },
    { "axes", 0, 0, G_OPTION_ARG_FILENAME, &axes,
      "Axes of reactions: world (default), body or frame", "NAME" },
    { NULL },
  };

  if (!cli_parse (argc, argv,
                  "Finds the efforts of drivers and motors that produce given accelerations, "
                  "at the positions and velocities of a run at one time, and writes them with the "
                  "whole state as JSON.",
                  NULL, entries, &options, CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE, &arguments,
                  error))
    return FALSE;
  if (arguments.file == NULL)
    return TRUE;
  if ((at != NULL && !cli_parse_number ("--at", at, 0.0, 1e12, &time, error))
      || (axes != NULL && !cli_check_axes (axes, error))
      || !cli_open (&mechanism, &arguments, &options, error)) {
    cli_run_options_clear (&options);
    return FALSE;
  }
  done = put_inverse (&mechanism, time, accelerations, names,
                      relaxed ? MBD_INVERSE_RELAXED : MBD_INVERSE_EXACT,
                      axes != NULL ? axes : "world", arguments.output, error);
  cli_run_options_clear (&options);
  cli_close (&mechanism);
  return done;
}

/* Equilibrium ------------------------------------------------------------------------------ */

gboolean
cli_equilibrium (int argc, char **argv, GError **error)
{
  CliMechanism mechanism;
  CliRunOptions options = { 0 };
  g_autofree char *axes = NULL;
  g_auto (CliArguments) arguments = { 0 };
  MbdDiagnosis why = { .row = -1 };
  MbdEquilibrium report;
  MbdState *state;
  MbdStatus status;
  gboolean done = FALSE;
  const GOptionEntry entries[] = {
    { "axes", 0, 0, G_OPTION_ARG_FILENAME, &axes,
      "Axes of reactions: world (default), body or frame", "NAME" },
    { NULL },
  };

  if (!cli_parse (
        argc, argv,
        "Finds the stable equilibrium near the start by descending the potential "
        "energy, drivers held where they begin, or, where shapes may touch, by releasing the "
        "mechanism slowly, and writes it with the forces that hold it as JSON.",
        NULL, entries, &options, CLI_OPTIONS_ASSEMBLE, &arguments, error))
    return FALSE;
  if (arguments.file == NULL)
    return TRUE;
  if ((axes != NULL && !cli_check_axes (axes, error))
      || !cli_open (&mechanism, &arguments, &options, error))
    return FALSE;
  state = cli_start_state (&mechanism, error);
  if (state != NULL) {
    status = mbd_state_equilibrium (state, NULL, &report, &why);
    done = status == MBD_STATUS_OK;
    if (!done)
      cli_set_failure (&mechanism, status, &why, "No equilibrium was found", error);
  }
  if (done) {
    const CliContacts contacts = { report.contacts, (gsize) report.n_contacts };
    CliJson json;

    cli_json_init (&json);
    cli_json_string (&json, "title", lw_mechanism_get_title (mechanism.mechanism));
    cli_json_integer (&json, "iterations", report.iterations);
    cli_json_number (&json, "residual", report.residual);
    cli_json_number (&json, "lowest_eigenvalue", report.lowest);
    cli_json_bool (&json, "neutral", report.neutral);
    cli_json_bool (&json, "indeterminate", report.indeterminate);
    cli_put_drivers (&json, &mechanism, state);
    cli_put_state (&json, &mechanism, state, &contacts, axes != NULL ? axes : "world");
    done = finish (&json, arguments.output, error);
    free (report.contacts);
  }
  mbd_state_free (state);
  cli_run_options_clear (&options);
  cli_close (&mechanism);
  return done;
}
