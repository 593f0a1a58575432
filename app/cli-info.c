// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli info: shows the elements of a mechanism, its mobility, and redundant rows.

#include "cli-json.h"
#include "cli.h"
#include "lw-contact.h"

#include "mbd-analysis.h"

/// Mobility in the start pose.
typedef struct
{
  int velocities, rows;
  int rank; ///< -1 if the system is too large
  int freedoms_by_count, freedoms_by_rank;
  bool *redundant;   ///< by row
  bool *conflicting; ///< by coupling: true if assembly cannot close it
  bool any_conflict;
  MbdFreedoms *freedoms; ///< NULL if the system is too large
} Mobility;

/// Tries to assemble a copy of the state.
static MbdStatus
try_to_assemble (const MbdState *state, bool *conflicting)
{
  MbdState *copy = mbd_state_new (mbd_state_model (state));
  MbdStatus status = MBD_STATUS_OUT_OF_MEMORY;

  if (copy != NULL) {
    mbd_state_copy (copy, state);
    status = mbd_state_assemble (copy, conflicting, NULL);
  }
  mbd_state_free (copy);
  return status;
}

static gboolean
mobility_init (Mobility *self, const CliMechanism *mechanism, GError **error)
{
  MbdState *state = mbd_state_new (mechanism->model);
  MbdDiagnosis why = { .row = -1 };
  MbdStatus status = state == NULL ? MBD_STATUS_OUT_OF_MEMORY : MBD_STATUS_OK;

  *self = (Mobility){ .rank = -1 };
  if (status != MBD_STATUS_OK) {
    cli_set_failure (mechanism, status, &why, "The mechanism could not be examined", error);
    return FALSE;
  }
  self->conflicting = g_new0 (bool, (gsize) mbd_model_coupling_count (mechanism->model) + 1);
  if (mechanism->settings.assemble)
    status = mbd_state_assemble (state, self->conflicting, NULL);
  else
    status = try_to_assemble (state, self->conflicting);
  self->any_conflict = status == MBD_STATUS_CONFLICT;
  if (mbd_freedoms_new (state, &self->freedoms, NULL) != MBD_STATUS_OK)
    self->freedoms = NULL;
  self->velocities = mbd_model_velocity_count (mechanism->model);
  self->rows = self->velocities - mbd_state_freedoms_by_count (state);
  self->freedoms_by_count = mbd_state_freedoms_by_count (state);
  self->redundant = g_new0 (bool, (gsize) mbd_model_row_count (mechanism->model) + 1);
  if (mbd_state_rank (state, &self->rank, self->redundant) != MBD_STATUS_OK)
    self->rank = -1;
  self->freedoms_by_rank = self->velocities - self->rank;
  mbd_state_free (state);
  return TRUE;
}

/// Calls `take` for every coupling with dependent rows.
static void
for_each_redundant (const CliMechanism *self,
                    const Mobility *mobility,
                    void (*take) (const LwCoupling *coupling, GArray *rows, void *data),
                    void *data)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->mechanism); i++) {
    const LwCoupling *element = lw_mechanism_get_coupling (self->mechanism, i);
    const int coupling = mbd_model_coupling_by_id (self->model, element->element.id);
    const int n = mbd_model_coupling_rows (self->model, coupling);
    const int first = n > 0 ? mbd_model_coupling_first_row (self->model, coupling) : 0;
    g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (int));

    for (int row = 0; row < n; row++)
      if (mobility->redundant[first + row])
        g_array_append_val (rows, row);
    if (rows->len > 0)
      take (element, rows, data);
  }
}

static const char *
mobility_word (MbdMobility mobility)
{
  switch (mobility) {
  case MBD_FIXED:
    return "fixed";
  case MBD_PLANAR:
    return "planar";
  case MBD_SPATIAL:
    break;
  }
  return "spatial";
}

static void
put_bodies (CliJson *json, const CliMechanism *self)
{
  cli_json_begin_array (json, "bodies");
  for (guint i = 0; i < lw_mechanism_get_n_bodies (self->mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (self->mechanism, i);

    cli_json_begin_object (json, NULL);
    cli_json_integer (json, "id", body->element.id);
    cli_json_string (json, "name", body->element.name);
    cli_json_string (json, "mobility", mobility_word (body->def.mobility));
    cli_json_number (json, "mass", body->def.mass);
    if (body->contact.takes_part) {
      cli_json_begin_object (json, "contact");
      cli_json_bool (json, "half_plane", body->contact.half_plane);
      cli_json_number (json, "friction", body->contact.friction);
      cli_json_number (json, "restitution", body->contact.restitution);
      cli_json_number (json, "rolling", body->contact.rolling);
      cli_json_end_object (json);
    }
    cli_json_end_object (json);
  }
  cli_json_end_array (json);
}

/// Writes the pairs of bodies whose contact properties differ from those of their materials.
static void
put_contacts (CliJson *json, const CliMechanism *self)
{
  const GArray *pairs = lw_mechanism_get_contact_pairs (self->mechanism);

  cli_json_begin_array (json, "contacts");
  for (guint i = 0; i < pairs->len; i++) {
    const LwContactPair *pair = &g_array_index (pairs, LwContactPair, i);

    cli_json_begin_object (json, NULL);
    cli_json_begin_array (json, "body_ids");
    cli_json_integer (json, NULL, pair->body[0]);
    cli_json_integer (json, NULL, pair->body[1]);
    cli_json_end_array (json);
    cli_json_bool (json, "touches", pair->touches);
    cli_json_number (json, "friction", pair->friction);
    cli_json_number (json, "restitution", pair->restitution);
    cli_json_number (json, "rolling", pair->rolling);
    cli_json_end_object (json);
  }
  cli_json_end_array (json);
}

/// Appends one line for each body that takes part in contact, and for each pair with its own
/// properties.
static void
append_contacts (GString *text, const LwMechanism *mechanism)
{
  const GArray *pairs = lw_mechanism_get_contact_pairs (mechanism);

  if (lw_contact_count (mechanism) == 0)
    return;
  g_string_append_printf (text, "bodies in contact: %u\n", lw_contact_count (mechanism));
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);
    g_autofree char *name =
      lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, body->element.id);

    if (body->contact.takes_part)
      g_string_append_printf (text, "  %s%s: friction %g, restitution %g, rolling friction %g m\n",
                              name, body->contact.half_plane ? " (half-plane)" : "",
                              body->contact.friction, body->contact.restitution,
                              body->contact.rolling);
  }
  for (guint i = 0; i < pairs->len; i++) {
    const LwContactPair *pair = &g_array_index (pairs, LwContactPair, i);
    g_autofree char *a = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, pair->body[0]);
    g_autofree char *b = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, pair->body[1]);

    if (pair->touches)
      g_string_append_printf (text,
                              "  %s and %s: friction %g, restitution %g, rolling friction %g m\n",
                              a, b, pair->friction, pair->restitution, pair->rolling);
    else
      g_string_append_printf (text, "  %s and %s: no contact\n", a, b);
  }
}

static void
put_couplings (CliJson *json, const CliMechanism *self)
{
  cli_json_begin_array (json, "couplings");
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->mechanism); i++) {
    const LwCoupling *element = lw_mechanism_get_coupling (self->mechanism, i);
    const int coupling = mbd_model_coupling_by_id (self->model, element->element.id);
    int bodies[2];

    // A coupling that uses a joint has the bodies of that joint.
    mbd_model_coupling_bodies (self->model, coupling, bodies);
    cli_json_begin_object (json, NULL);
    cli_json_integer (json, "id", element->element.id);
    cli_json_string (json, "name", element->element.name);
    cli_json_string (json, "kind", lw_coupling_get_kind (element)->word);
    cli_json_bool (json, "enabled", element->def.enabled);
    cli_json_integer (json, "predecessor_id", mbd_model_body_id (self->model, bodies[0]));
    cli_json_integer (json, "successor_id", mbd_model_body_id (self->model, bodies[1]));
    cli_json_integer (json, "rows", mbd_model_coupling_rows (self->model, coupling));
    cli_json_end_object (json);
  }
  cli_json_end_array (json);
}

static void
put_redundant_cb (const LwCoupling *coupling, GArray *rows, void *data)
{
  CliJson *json = data;

  cli_json_begin_object (json, NULL);
  cli_json_integer (json, "coupling_id", coupling->element.id);
  cli_json_string (json, "coupling", coupling->element.name);
  cli_json_begin_array (json, "rows");
  for (guint i = 0; i < rows->len; i++)
    cli_json_integer (json, NULL, g_array_index (rows, int, i));
  cli_json_end_array (json);
  cli_json_end_object (json);
}

/// Calls `take` for every coupling that assembly could not close.
static void
for_each_conflicting (const CliMechanism *self,
                      const Mobility *mobility,
                      void (*take) (const LwCoupling *coupling, void *data),
                      void *data)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->mechanism); i++) {
    const LwCoupling *element = lw_mechanism_get_coupling (self->mechanism, i);

    if (mobility->conflicting[mbd_model_coupling_by_id (self->model, element->element.id)])
      take (element, data);
  }
}

static void
put_conflicting_cb (const LwCoupling *coupling, void *data)
{
  CliJson *json = data;

  cli_json_begin_object (json, NULL);
  cli_json_integer (json, "coupling_id", coupling->element.id);
  cli_json_string (json, "coupling", coupling->element.name);
  cli_json_end_object (json);
}

static GString *
info_as_json (const CliMechanism *self, const Mobility *mobility)
{
  CliJson json;

  cli_json_init (&json);
  cli_json_string (&json, "title", lw_mechanism_get_title (self->mechanism));
  cli_json_string (&json, "notes", lw_mechanism_get_notes (self->mechanism));
  cli_json_bool (&json, "planar", mbd_model_is_planar (self->model));
  cli_json_number (&json, "size", mbd_model_size (self->model));
  put_bodies (&json, self);
  put_couplings (&json, self);
  put_contacts (&json, self);
  cli_json_integer (&json, "force_elements", lw_mechanism_get_n_forces (self->mechanism));
  cli_json_integer (&json, "tracers", lw_mechanism_get_n_tracers (self->mechanism));
  cli_json_integer (&json, "velocities", mobility->velocities);
  cli_json_integer (&json, "rows", mobility->rows);
  cli_json_integer (&json, "freedoms_by_count", mobility->freedoms_by_count);
  if (mobility->rank >= 0) {
    cli_json_integer (&json, "rank", mobility->rank);
    cli_json_integer (&json, "freedoms_by_rank", mobility->freedoms_by_rank);
    cli_json_begin_array (&json, "redundant");
    for_each_redundant (self, mobility, put_redundant_cb, &json);
    cli_json_end_array (&json);
  }
  cli_json_begin_array (&json, "conflicting");
  for_each_conflicting (self, mobility, put_conflicting_cb, &json);
  cli_json_end_array (&json);
  if (mobility->freedoms != NULL) {
    cli_json_begin_array (&json, "motions");
    for (int i = 0; i < mobility->freedoms->freedoms; i++)
      cli_json_numbers (&json, NULL, mobility->freedoms->motions + i * mobility->velocities,
                        mobility->velocities);
    cli_json_end_array (&json);
  }
  return cli_json_finish (&json);
}

static void
append_redundant_cb (const LwCoupling *coupling, GArray *rows, void *data)
{
  GString *text = data;
  const char *name = coupling->element.name;

  if (name != NULL)
    g_string_append_printf (text, "  %s %s: row", lw_coupling_get_kind (coupling)->word, name);
  else
    g_string_append_printf (text, "  %s %d: row", lw_coupling_get_kind (coupling)->word,
                            coupling->element.id);
  for (guint i = 0; i < rows->len; i++)
    g_string_append_printf (text, " %d", g_array_index (rows, int, i));
  g_string_append_c (text, '\n');
}

static void
append_conflicting_cb (const LwCoupling *coupling, void *data)
{
  g_autofree char *id = g_strdup_printf ("%d", coupling->element.id);

  g_string_append_printf (data, "  %s %s\n", lw_coupling_get_kind (coupling)->word,
                          coupling->element.name != NULL ? coupling->element.name : id);
}

static GString *
info_as_text (const CliMechanism *self, const Mobility *mobility)
{
  const LwMechanism *mechanism = self->mechanism;
  GString *text = g_string_new (NULL);
  guint counts[3] = { 0 };

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    counts[lw_mechanism_get_body (mechanism, i)->def.mobility]++;
  if (*lw_mechanism_get_title (mechanism) != '\0')
    g_string_append_printf (text, "%s\n", lw_mechanism_get_title (mechanism));
  if (*lw_mechanism_get_notes (mechanism) != '\0')
    g_string_append_printf (text, "%s\n", lw_mechanism_get_notes (mechanism));
  g_string_append_printf (text, "bodies: %u (%u planar, %u spatial, %u fixed)\n",
                          lw_mechanism_get_n_bodies (mechanism), counts[MBD_PLANAR],
                          counts[MBD_SPATIAL], counts[MBD_FIXED]);
  g_string_append_printf (text, "couplings: %u\n", lw_mechanism_get_n_couplings (mechanism));
  g_string_append_printf (text, "force elements: %u\n", lw_mechanism_get_n_forces (mechanism));
  g_string_append_printf (text, "tracers: %u\n", lw_mechanism_get_n_tracers (mechanism));
  append_contacts (text, mechanism);
  g_string_append_printf (text, "size: %g m\n", mbd_model_size (self->model));
  g_string_append_printf (text, "degrees of freedom by count: %d (%d velocities - %d rows)\n",
                          mobility->freedoms_by_count, mobility->velocities, mobility->rows);
  if (mobility->rank < 0) {
    g_string_append (text, "degrees of freedom by rank: the system is too large\n");
    return text;
  }
  g_string_append_printf (text, "degrees of freedom by rank: %d (%d velocities - rank %d)\n",
                          mobility->freedoms_by_rank, mobility->velocities, mobility->rank);
  g_string_append (text, mobility->rank == mobility->rows ? "redundant rows: none\n"
                                                          : "redundant rows (counted from 0):\n");
  for_each_redundant (self, mobility, append_redundant_cb, text);
  if (mobility->any_conflict) {
    g_string_append (text, "conflicting, they cannot be closed together:\n");
    for_each_conflicting (self, mobility, append_conflicting_cb, text);
  }
  return text;
}

gboolean
cli_info (int argc, char **argv, GError **error)
{
  CliMechanism mechanism;
  CliRunOptions options = { 0 };
  Mobility mobility = { 0 };
  g_auto (CliArguments) arguments = { 0 };
  gboolean as_json = FALSE;
  gboolean done;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Write JSON instead of text", NULL },
    { NULL },
  };

  if (!cli_parse (argc, argv,
                  "Shows what a mechanism consists of, its degrees of freedom by count and by "
                  "rank at the start, its redundant rows, conflicts, and as JSON the free "
                  "motions.",
                  "Tolerance of assembly: 1e-12 of the size and 1e-12 rad; of rank: 1e-9.", entries,
                  &options, CLI_OPTIONS_ASSEMBLE, &arguments, error))
    return FALSE;
  if (arguments.file == NULL)
    return TRUE;
  if (!cli_choose_json (&arguments, &as_json, error)
      || !cli_open (&mechanism, &arguments, &options, error))
    return FALSE;
  done = mobility_init (&mobility, &mechanism, error);
  if (done) {
    g_autoptr (GString) text =
      as_json ? info_as_json (&mechanism, &mobility) : info_as_text (&mechanism, &mobility);

    done = cli_output_put (arguments.output, text->str, text->len, error);
  }
  g_free (mobility.redundant);
  g_free (mobility.conflicting);
  mbd_freedoms_free (mobility.freedoms);
  cli_close (&mechanism);
  return done;
}
