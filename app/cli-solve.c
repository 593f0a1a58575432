// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli solve: everything that is known at one instant, as JSON.

#include <math.h>
#include <string.h>

#include "cli-json.h"
#include "cli.h"

/// The errors of all rows, and which rows depend on each other.
typedef struct
{
  double *position, *velocity, *acceleration;
  bool *redundant;
  int rank; ///< -1: the system is too large
} Rows;

static void
rows_init (Rows *self, MbdState *state)
{
  const gsize n = (gsize) mbd_model_row_count (mbd_state_model (state)) + 1;

  self->position = g_new0 (double, n);
  self->velocity = g_new0 (double, n);
  self->acceleration = g_new0 (double, n);
  self->redundant = g_new0 (bool, n);
  mbd_state_errors (state, self->position, self->velocity, self->acceleration);
  if (mbd_state_rank (state, &self->rank, self->redundant) != MBD_STATUS_OK)
    self->rank = -1;
}

static void
rows_clear (Rows *self)
{
  g_free (self->position);
  g_free (self->velocity);
  g_free (self->acceleration);
  g_free (self->redundant);
}

static const char *
body_name (const CliMechanism *self, int body)
{
  const LwBody *found;

  if (body == 0)
    return "Ground";
  found = lw_mechanism_find_body (self->mechanism, mbd_model_body_id (self->model, body));
  return found->element.name;
}

static void
put_wrench (CliJson *json, const CliMechanism *self, const char *key, const MbdWrench *wrench)
{
  cli_json_begin_object (json, key);
  cli_json_integer (json, "body_id", mbd_model_body_id (self->model, wrench->body));
  cli_json_string (json, "body", body_name (self, wrench->body));
  cli_json_numbers (json, "point", wrench->point, 3);
  cli_json_numbers (json, "force", wrench->force, 3);
  cli_json_numbers (json, "moment", wrench->moment, 3);
  cli_json_end_object (json);
}

static void
put_bodies (CliJson *json, const CliMechanism *self, MbdState *state)
{
  static const double origin[3] = { 0.0, 0.0, 0.0 };

  cli_json_begin_array (json, "bodies");
  for (guint i = 0; i < lw_mechanism_get_n_bodies (self->mechanism); i++) {
    const LwBody *element = lw_mechanism_get_body (self->mechanism, i);
    const int body = mbd_model_body_by_id (self->model, element->element.id);
    double position[3], quaternion[4], velocity[3], acceleration[3], omega[3];

    mbd_state_body_pose (state, body, NULL, quaternion);
    mbd_state_body_point (state, body, origin, position, velocity, acceleration);
    mbd_state_body_angular_velocity (state, body, omega);
    cli_json_begin_object (json, NULL);
    cli_json_integer (json, "id", element->element.id);
    cli_json_string (json, "name", element->element.name);
    cli_json_numbers (json, "position", position, 3);
    cli_json_numbers (json, "quaternion", quaternion, 4);
    if (element->def.mobility == MBD_PLANAR)
      cli_json_number (json, "angle", mbd_state_body_angle (state, body));
    cli_json_numbers (json, "velocity", velocity, 3);
    cli_json_numbers (json, "angular_velocity", omega, 3);
    cli_json_numbers (json, "acceleration", acceleration, 3);
    cli_json_end_object (json);
  }
  cli_json_end_array (json);
}

static void
put_couplings (CliJson *json,
               const CliMechanism *self,
               MbdState *state,
               const Rows *rows,
               MbdAxes axes)
{
  cli_json_begin_array (json, "couplings");
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->mechanism); i++) {
    const LwCoupling *element = lw_mechanism_get_coupling (self->mechanism, i);
    const int coupling = mbd_model_coupling_by_id (self->model, element->element.id);
    const int n = mbd_model_coupling_rows (self->model, coupling);
    const int first = n > 0 ? mbd_model_coupling_first_row (self->model, coupling) : 0;
    MbdWrench wrench;

    cli_json_begin_object (json, NULL);
    cli_json_integer (json, "id", element->element.id);
    cli_json_string (json, "name", element->element.name);
    cli_json_string (json, "kind", lw_coupling_word (&element->def));
    cli_json_bool (json, "enabled", element->def.enabled);
    cli_json_begin_array (json, "rows");
    for (int row = first; row < first + n; row++) {
      cli_json_begin_object (json, NULL);
      cli_json_integer (json, "row", row);
      cli_json_string (json, "unit", mbd_model_row_is_length (self->model, row) ? "m" : "rad");
      cli_json_number (json, "position_error", rows->position[row]);
      cli_json_number (json, "velocity_error", rows->velocity[row]);
      cli_json_number (json, "acceleration_error", rows->acceleration[row]);
      cli_json_number (json, "multiplier", mbd_state_multipliers (state)[row]);
      if (rows->rank >= 0)
        cli_json_bool (json, "redundant", rows->redundant[row]);
      cli_json_end_object (json);
    }
    cli_json_end_array (json);
    if (element->def.class_ == mbd_rod_class ())
      cli_json_number (json, "tension", mbd_state_tension (state, coupling));
    mbd_state_reaction (state, coupling, 0, axes, &wrench);
    put_wrench (json, self, "reaction_on_predecessor", &wrench);
    mbd_state_reaction (state, coupling, 1, axes, &wrench);
    put_wrench (json, self, "reaction_on_successor", &wrench);
    cli_json_end_object (json);
  }
  cli_json_end_array (json);
}

static GString *
state_as_json (const CliMechanism *self, MbdState *state, const char *axes_word, MbdAxes axes)
{
  const MbdModel *model = self->model;
  const int n_velocities = mbd_model_velocity_count (model);
  MbdEnergy energy;
  CliJson json;
  Rows rows;

  rows_init (&rows, state);
  mbd_state_energy (state, &energy);
  cli_json_init (&json);
  cli_json_string (&json, "title", lw_mechanism_get_title (self->mechanism));
  cli_json_number (&json, "time", mbd_state_time (state));
  cli_json_integer (&json, "rows", mbd_model_row_count (model));
  if (rows.rank >= 0)
    cli_json_integer (&json, "rank", rows.rank);
  else
    cli_json_number (&json, "rank", NAN);
  cli_json_numbers (&json, "positions", mbd_state_positions (state),
                    mbd_model_position_count (model));
  cli_json_numbers (&json, "velocities", mbd_state_velocities (state), n_velocities);
  cli_json_numbers (&json, "accelerations", mbd_state_accelerations (state), n_velocities);
  cli_json_numbers (&json, "multipliers", mbd_state_multipliers (state),
                    mbd_model_row_count (model));
  cli_json_begin_object (&json, "energy");
  cli_json_number (&json, "kinetic", energy.kinetic);
  cli_json_number (&json, "potential", energy.potential);
  cli_json_number (&json, "total", energy.total);
  cli_json_end_object (&json);
  put_bodies (&json, self, state);
  cli_json_string (&json, "reaction_axes", axes_word);
  put_couplings (&json, self, state, &rows, axes);
  rows_clear (&rows);
  return cli_json_finish (&json);
}

static gboolean
solve_file (const char *file,
            const CliRunOptions *options,
            const char *at,
            const char *axes_word,
            const char *path,
            GError **error)
{
  static const char *const words[] = { "world", "body", "frame" };
  static const MbdAxes meanings[] = { MBD_AXES_WORLD, MBD_AXES_BODY, MBD_AXES_FRAME };
  CliMechanism mechanism;
  LwRun *run;
  double time = 0.0;
  gsize axes = 0;
  gboolean done;

  if (at != NULL && !cli_parse_number ("--at", at, 0.0, 1e12, &time, error))
    return FALSE;
  while (axes < G_N_ELEMENTS (words) && axes_word != NULL && strcmp (axes_word, words[axes]) != 0)
    axes++;
  if (axes == G_N_ELEMENTS (words)) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "--axes must be world, body or frame, not \"%s\".", axes_word);
    return FALSE;
  }
  if (!cli_open (&mechanism, file, options, error))
    return FALSE;
  // The same run as that of the verb run, so that the numbers are the same, with one sample there.
  mechanism.settings.duration = MAX (mechanism.settings.duration, time);
  if (time > 0.0)
    mechanism.settings.interval = time;
  run = cli_start (&mechanism, error);
  done = run != NULL && (time == 0.0 || cli_next (&mechanism, run, error));
  if (done) {
    g_autoptr (GString) text =
      state_as_json (&mechanism, lw_run_state (run), words[axes], meanings[axes]);

    done = cli_output_put (path, text->str, text->len, error);
  }
  lw_run_free (run);
  cli_close (&mechanism);
  return done;
}

gboolean
cli_solve (int argc, char **argv, GError **error)
{
  g_autofree char *at = NULL;
  g_autofree char *axes = NULL;
  g_autofree char *path = NULL;
  g_autofree char *file = NULL;
  g_autofree char *description = cli_describe_defaults ();
  CliRunOptions options = { 0 };
  const GOptionEntry entries[] = {
    { "at", 0, 0, G_OPTION_ARG_FILENAME, &at, "Time, s; default: 0, the start", "T" },
    { "axes", 0, 0, G_OPTION_ARG_FILENAME, &axes, "Of reactions: world (default), body or frame",
      "NAME" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Instead of standard output", "FILE.json" },
    { NULL },
  };
  gboolean done = cli_parse (argc, argv,
                             "Writes positions, velocities, accelerations, multipliers, errors, "
                             "rank and reactions at one time as JSON.",
                             description, entries, &options,
                             CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE, &file, error);

  if (done && file != NULL)
    done = solve_file (file, &options, at, axes, path, error);
  cli_run_options_clear (&options);
  return done;
}
