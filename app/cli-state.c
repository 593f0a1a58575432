// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a state of a mechanism as JSON, for solve, inverse and equilibrium.

#include <math.h>
#include <string.h>

#include "cli-json.h"
#include "cli.h"

#include "mbd-force-class.h"

/// Errors of all rows, and which rows depend on each other.
typedef struct
{
  double *position, *velocity, *acceleration;
  bool *redundant;
  int rank; ///< -1 if the system is too large
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

/// Writes the reactions on both bodies of a coupling, and on those of a second pair and pulleys.
static void
put_reactions (CliJson *json, const CliMechanism *self, MbdState *state, int coupling, MbdAxes axes)
{
  static const char *const keys[] = { "reaction_on_predecessor", "reaction_on_successor" };
  const int n_sides = mbd_model_coupling_sides (self->model, coupling);
  int sides[2];
  MbdWrench wrench;

  for (int end = 0; end < 2; end++) {
    sides[end] = mbd_model_coupling_side (self->model, coupling, end);
    mbd_state_reaction (state, coupling, sides[end], axes, &wrench);
    put_wrench (json, self, keys[end], &wrench);
  }
  if (n_sides <= 2 && sides[0] != sides[1])
    return;
  cli_json_begin_array (json, "reactions_on_others");
  for (int side = 0; side < n_sides; side++) {
    if (side == sides[0] || side == sides[1])
      continue;
    mbd_state_reaction (state, coupling, side, axes, &wrench);
    put_wrench (json, self, NULL, &wrench);
  }
  cli_json_end_array (json);
}

static const char *
role_word (MbdRowRole role)
{
  switch (role) {
  case MBD_ROW_OFF:
    return "off";
  case MBD_ROW_SOLVED:
    return "solved";
  case MBD_ROW_LOWER:
    return "at lower bound";
  case MBD_ROW_UPPER:
    return "at upper bound";
  case MBD_ROW_COMPLIANT:
    break;
  }
  return "compliant";
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

    cli_json_begin_object (json, NULL);
    cli_json_integer (json, "id", element->element.id);
    cli_json_string (json, "name", element->element.name);
    cli_json_string (json, "kind", lw_coupling_get_kind (element)->word);
    cli_json_bool (json, "enabled", element->def.enabled);
    cli_json_bool (json, "active", mbd_state_coupling_flags (state, coupling).active);
    if (mbd_state_coupling_flags (state, coupling).broken)
      cli_json_bool (json, "broken", true);
    cli_json_begin_array (json, "rows");
    for (int row = first; row < first + n; row++) {
      cli_json_begin_object (json, NULL);
      cli_json_integer (json, "row", row);
      cli_json_string (json, "name", mbd_model_row_name (self->model, row));
      cli_json_string (json, "unit", mbd_model_row_is_length (self->model, row) ? "m" : "rad");
      cli_json_string (json, "role", role_word (mbd_state_row_role (state, row)));
      cli_json_number (json, "position_error", rows->position[row]);
      cli_json_number (json, "velocity_error", rows->velocity[row]);
      cli_json_number (json, "acceleration_error", rows->acceleration[row]);
      cli_json_number (json, "multiplier", mbd_state_multipliers (state)[row]);
      if (rows->rank >= 0)
        cli_json_bool (json, "redundant", rows->redundant[row]);
      cli_json_end_object (json);
    }
    cli_json_end_array (json);
    if (lw_family_of (element->def.class_)->may_slacken)
      cli_json_number (json, "tension", mbd_state_tension (state, coupling));
    cli_json_number (json, "power", mbd_state_power (state, coupling));
    put_reactions (json, self, state, coupling, axes);
    cli_json_end_object (json);
  }
  cli_json_end_array (json);
}

static void
put_forces (CliJson *json, const CliMechanism *self, MbdState *state, MbdAxes axes)
{
  cli_json_begin_array (json, "force_elements");
  for (guint i = 0; i < lw_mechanism_get_n_forces (self->mechanism); i++) {
    const LwForce *element = lw_mechanism_get_force (self->mechanism, i);
    const int force = mbd_model_force_by_id (self->model, element->element.id);
    MbdWrench wrench;

    cli_json_begin_object (json, NULL);
    cli_json_integer (json, "id", element->element.id);
    cli_json_string (json, "name", element->element.name);
    cli_json_string (json, "kind", lw_force_get_kind (element)->word);
    cli_json_bool (json, "enabled", mbd_state_force (state, force)->enabled);
    if (lw_family_of (element->def.class_)->has_law) {
      double length, rate, tension;

      mbd_state_spring (state, force, &length, &rate, &tension);
      cli_json_number (json, "length", length);
      cli_json_number (json, "rate", rate);
      cli_json_number (json, "tension", tension);
    }
    if (element->def.class_->acts_on_a) {
      mbd_state_force_wrench_in (state, force, 0, axes, &wrench);
      put_wrench (json, self, "action_on_first_body", &wrench);
    }
    mbd_state_force_wrench_in (state, force, 1, axes, &wrench);
    put_wrench (json, self, "action_on_second_body", &wrench);
    cli_json_end_object (json);
  }
  cli_json_end_array (json);
}

CliContacts
cli_contacts_of (const LwRun *run)
{
  CliContacts contacts;

  contacts.points = lw_run_contacts (run, &contacts.n);
  return contacts;
}

static void
put_contacts (CliJson *json, const CliMechanism *self, const CliContacts *contacts)
{
  cli_json_begin_array (json, "contacts");
  for (gsize i = 0; i < contacts->n; i++) {
    const MbdIntegratorContact *contact = &contacts->points[i];

    cli_json_begin_object (json, NULL);
    cli_json_integer (json, "first_body_id", mbd_model_body_id (self->model, contact->body_a));
    cli_json_string (json, "first_body", body_name (self, contact->body_a));
    cli_json_integer (json, "second_body_id", mbd_model_body_id (self->model, contact->body_b));
    cli_json_string (json, "second_body", body_name (self, contact->body_b));
    cli_json_numbers (json, "point", contact->point, 2);
    cli_json_numbers (json, "normal", contact->normal, 2);
    cli_json_number (json, "gap", contact->gap);
    cli_json_number (json, "normal_force", contact->normal_force);
    cli_json_number (json, "friction_force", contact->friction_force);
    cli_json_number (json, "slip", contact->slip);
    cli_json_bool (json, "sticks", contact->sticks);
    cli_json_end_object (json);
  }
  cli_json_end_array (json);
}

MbdAxes
cli_axes (const char *word)
{
  return strcmp (word, "body") == 0    ? MBD_AXES_BODY
         : strcmp (word, "frame") == 0 ? MBD_AXES_FRAME
                                       : MBD_AXES_WORLD;
}

gboolean
cli_check_axes (const char *word, GError **error)
{
  static const char *const words[] = { "world", "body", "frame", NULL };

  if (g_strv_contains (words, word))
    return TRUE;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "--axes must be world, body or frame, not \"%s\".",
               word);
  return FALSE;
}

void
cli_put_state (CliJson *json,
               const CliMechanism *self,
               MbdState *state,
               const CliContacts *contacts,
               const char *axes_word)
{
  const MbdModel *model = self->model;
  const int n_velocities = mbd_model_velocity_count (model);
  const MbdAxes axes = cli_axes (axes_word);
  MbdEnergy energy;
  Rows rows;

  rows_init (&rows, state);
  mbd_state_energy (state, &energy);
  cli_json_number (json, "time", mbd_state_time (state));
  cli_json_integer (json, "rows", mbd_model_row_count (model));
  if (rows.rank >= 0)
    cli_json_integer (json, "rank", rows.rank);
  else
    cli_json_number (json, "rank", NAN);
  cli_json_numbers (json, "positions", mbd_state_positions (state),
                    mbd_model_position_count (model));
  cli_json_numbers (json, "velocities", mbd_state_velocities (state), n_velocities);
  cli_json_numbers (json, "accelerations", mbd_state_accelerations (state), n_velocities);
  cli_json_numbers (json, "multipliers", mbd_state_multipliers (state),
                    mbd_model_row_count (model));
  cli_json_begin_object (json, "energy");
  cli_json_number (json, "kinetic", energy.kinetic);
  cli_json_number (json, "potential", energy.potential);
  cli_json_number (json, "total", energy.total);
  cli_json_end_object (json);
  put_bodies (json, self, state);
  cli_json_string (json, "reaction_axes", axes_word);
  put_couplings (json, self, state, &rows, axes);
  put_forces (json, self, state, axes);
  put_contacts (json, self, contacts);
  rows_clear (&rows);
}
