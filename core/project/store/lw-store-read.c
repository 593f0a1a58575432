// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a project from the rows of the tables. When salvaging a damaged file, every row is fetched
// by its place, so that a broken page hides only its own rows; losses are noted.

#include "lw-background.h"
#include "lw-binding.h"
#include "lw-contact.h"
#include "lw-marks.h"
#include "lw-store-private.h"

#include <string.h>

/// Number of consecutive empty places that end the search in a damaged table, whose length is
/// unknown.
#define SALVAGE_GAP 2000
/// Largest place that is tried in a damaged table.
#define SALVAGE_MAX_PLACE 5000000

// Rows

static void
note_loss (LwStoreSource *source, const char *sentence)
{
  // A completely damaged file must not fill the memory with messages.
  if (source->losses->len < 1000)
    g_ptr_array_add (source->losses, g_strdup (sentence));
}

static bool
step_strictly (LwStoreSource *source,
               LwStoreTableId table,
               LwStoreRowFunc take,
               void *data,
               GError **error)
{
  g_autoptr (sqlite3_stmt) rows =
    lw_store_prepare (source->database, lw_store_table (source->format, table)->select, error);
  LwStoreRow row = { .table = table, .format = source->format };
  gint64 expected = 1;
  int code;

  if (rows == NULL)
    return false;
  while ((code = sqlite3_step (rows)) == SQLITE_ROW) {
    lw_store_row_begin (&row, rows, sqlite3_column_int64 (rows, 0));
    if (row.place != expected++)
      lw_store_row_refuse (&row, "there is a gap before it");
    if (row.error != NULL || !take (&row, data)) {
      g_propagate_error (error, row.error);
      return false;
    }
  }
  if (code != SQLITE_DONE)
    lw_store_set_error (source->database, source->deadline, error);
  return code == SQLITE_DONE;
}

static gint64
last_place (LwStoreSource *source, LwStoreTableId table)
{
  g_autoptr (sqlite3_stmt) last =
    lw_store_prepare (source->database, lw_store_table (source->format, table)->last, NULL);

  if (last == NULL || sqlite3_step (last) != SQLITE_ROW)
    return 0;
  return sqlite3_column_int64 (last, 0);
}

static void
note_lost_rows (LwStoreSource *source, LwStoreTableId table, gint64 n_lost)
{
  const char *name = lw_store_table (source->format, table)->name;
  g_autofree char *sentence =
    n_lost > 0
      ? g_strdup_printf ("%" G_GINT64_FORMAT " rows of the table %s cannot be read.", n_lost, name)
      : g_strdup_printf ("The table %s is damaged; rows of it may be missing.", name);

  note_loss (source, sentence);
}

static bool
step_by_place (LwStoreSource *source, LwStoreTableId table, LwStoreRowFunc take, void *data)
{
  g_autoptr (sqlite3_stmt) pick =
    lw_store_prepare (source->database, lw_store_table (source->format, table)->pick, NULL);
  LwStoreRow row = { .table = table, .format = source->format };
  gint64 last = pick != NULL ? last_place (source, table) : 0;
  gint64 n_found = 0, found_at = 0;
  int code = pick != NULL ? SQLITE_DONE : SQLITE_CORRUPT;
  bool is_damaged = pick == NULL;

  for (gint64 place = 1; pick != NULL && code != SQLITE_INTERRUPT && place <= SALVAGE_MAX_PLACE
                         && place <= MAX (last, found_at + SALVAGE_GAP);
       place++) {
    sqlite3_bind_int64 (pick, 1, place);
    code = sqlite3_step (pick);
    is_damaged = is_damaged || (code != SQLITE_ROW && code != SQLITE_DONE);
    if (code == SQLITE_ROW) {
      found_at = place;
      n_found++;
      lw_store_row_begin (&row, pick, place);
      if (!take (&row, data)) {
        note_loss (source, row.error->message);
        g_clear_error (&row.error);
      }
    }
    sqlite3_reset (pick);
  }
  // Places are numbered without gaps.
  if (is_damaged || n_found < MAX (last, found_at))
    note_lost_rows (source, table, MAX (last, found_at) - n_found);
  return true;
}

bool
lw_store_for_each (LwStoreSource *source,
                   LwStoreTableId table,
                   LwStoreRowFunc take,
                   void *data,
                   GError **error)
{
  // An older format does not have every table.
  if (lw_store_table (source->format, table) == NULL)
    return true;
  return source->salvage ? step_by_place (source, table, take, data)
                         : step_strictly (source, table, take, data, error);
}

// The mechanism

typedef struct
{
  LwMechanism *mechanism;
  LwStoreChecker *checker;
  GHashTable *locked;             ///< ids of links whose lengths are locked
  GHashTable *contacts;           ///< LwContact by id of the body
  GHashTable *points;             ///< GArray by id of the body; points precede the bodies
  GHashTable *measurement_points; ///< GArray of LwBodyPoint by id of the measurement
  GHashTable *channels;           ///< GPtrArray by place of the plot
  GHashTable *numbers;            ///< GArray of double by place of the function
  GHashTable *functions;          ///< LwFunction by function_key ()
  LwProjectView view;
  guint n_single; ///< rows read of a table that must have exactly one
} Reading;

// Makes the error of a check the error of the row. (By address: `why` is set while the arguments
// are evaluated.)
static bool
accept_row (LwStoreRow *row, gboolean good, GError **why)
{
  if (!good)
    lw_store_row_refuse (row, "%s", (*why)->message);
  g_clear_error (why);
  return row->error == NULL;
}

static bool
take_mechanism_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  g_autofree char *title = NULL;
  g_autofree char *notes = NULL;
  double gravity[3];
  LwLengthUnit length_unit = LW_LENGTH_UNITS;

  lw_store_row_mechanism (row, &title, &notes, gravity, &length_unit);
  if (row->error != NULL)
    return false;
  lw_mechanism_set_title (self->mechanism, title);
  lw_mechanism_set_notes (self->mechanism, notes);
  lw_mechanism_set_gravity (self->mechanism, gravity);
  lw_mechanism_set_length_unit (self->mechanism, length_unit);
  self->n_single++;
  return true;
}

static bool
take_point_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwStorePart part = { 0 };
  GArray *points;

  lw_store_row_point (row, &part);
  if (row->error != NULL)
    return false;
  points = g_hash_table_lookup (self->points, GINT_TO_POINTER ((int) part.owner));
  if (points == NULL) {
    points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
    g_hash_table_insert (self->points, GINT_TO_POINTER ((int) part.owner), points);
  }
  g_array_append_vals (points, part.point, 1);
  return true;
}

static bool
take_locked_length_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  int body = 0;

  lw_store_row_locked_length (row, &body);
  if (row->error == NULL)
    g_hash_table_add (self->locked, GINT_TO_POINTER (body));
  return row->error == NULL;
}

static bool
take_contact_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  g_autofree LwContact *contact = g_new0 (LwContact, 1);
  GError *why = NULL;
  int body = 0;

  lw_store_row_contact (row, &body, contact);
  if (row->error != NULL || !accept_row (row, lw_store_check_contact (contact, &why), &why))
    return false;
  g_hash_table_insert (self->contacts, GINT_TO_POINTER (body), g_steal_pointer (&contact));
  return true;
}

static bool
take_contact_pair_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwContactPair pair = { 0 };
  GError *why = NULL;

  lw_store_row_contact_pair (row, &pair);
  if (row->error == NULL
      && lw_contact_find_pair (self->mechanism, pair.body[0], pair.body[1]) != NULL)
    lw_store_row_refuse (row, "there is already a contact of these bodies");
  if (row->error != NULL
      || !accept_row (row, lw_store_check_contact_pair (self->mechanism, &pair, &why), &why))
    return false;
  lw_mechanism_add_contact_pair (self->mechanism, &pair);
  return true;
}

/// Refuses another element if the list has `n` elements and is full.
static void
accept_more (LwStoreRow *row, guint n)
{
  if (row->error == NULL && n >= LW_MECHANISM_MAX_ELEMENTS)
    lw_store_row_refuse (row, "there must not be more than %d elements", LW_MECHANISM_MAX_ELEMENTS);
}

static bool
take_body_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwBody *body = lw_body_new (0, NULL);
  g_autofree char *name = NULL;
  GError *why = NULL;
  GArray *points;
  const LwContact *contact;

  lw_store_row_body (row, &name, body);
  accept_more (row, lw_mechanism_get_n_bodies (self->mechanism));
  if (row->error == NULL) {
    lw_body_set_name (body, name);
    points = g_hash_table_lookup (self->points, GINT_TO_POINTER (body->element.id));
    if (points != NULL)
      body->shape.points = g_array_ref (points);
    contact = g_hash_table_lookup (self->contacts, GINT_TO_POINTER (body->element.id));
    if (contact != NULL)
      body->contact = *contact;
    body->length_locked = g_hash_table_contains (self->locked, GINT_TO_POINTER (body->element.id));
    accept_row (row, lw_store_check_body (self->checker, body, &why), &why);
  }
  if (row->error == NULL)
    lw_mechanism_add_body (self->mechanism, body);
  else
    lw_body_unref (body);
  return row->error == NULL;
}

static bool
take_parameter_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  g_autoptr (LwParameter) parameter = lw_parameter_new (NULL, 0, NULL);
  GError *why = NULL;

  lw_store_row_parameter (row, parameter);
  if (row->error != NULL
      || !accept_row (row, lw_store_check_parameter (self->checker, parameter, &why), &why))
    return false;
  lw_mechanism_add_parameter (self->mechanism, g_steal_pointer (&parameter));
  return true;
}

static bool
take_binding_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  g_autoptr (LwBinding) binding = lw_binding_new ((LwElementRef){ 0 }, NULL, NULL, NULL);
  GError *why = NULL;

  lw_store_row_binding (row, binding);
  if (row->error != NULL || !accept_row (row, lw_store_check_binding (binding, &why), &why))
    return false;
  lw_mechanism_add_binding (self->mechanism, g_steal_pointer (&binding));
  return true;
}

static bool
take_mark_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwElementMark mark = { 0 };

  lw_store_row_mark (row, &mark);
  // A mark of a missing element is ignored.
  if (row->error == NULL && lw_element_ref_find (self->mechanism, mark.element) != NULL)
    lw_mechanism_set_mark (self->mechanism, mark.element, mark.flags);
  return row->error == NULL;
}

static bool
take_background_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwBackground background = { 0 };
  GError *why = NULL;

  lw_store_row_background (row, &background);
  if (row->error == NULL && accept_row (row, lw_background_check (&background, &why), &why))
    lw_mechanism_set_background (self->mechanism, &background);
  g_clear_pointer (&background.image, g_bytes_unref);
  return row->error == NULL;
}

static bool
take_number_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwStorePart part = { 0 };
  GArray *numbers;

  lw_store_row_number (row, &part);
  if (row->error != NULL)
    return false;
  numbers = g_hash_table_lookup (self->numbers, GINT_TO_POINTER ((int) part.owner));
  if (numbers == NULL) {
    numbers = g_array_new (FALSE, FALSE, sizeof (double));
    g_hash_table_insert (self->numbers, GINT_TO_POINTER ((int) part.owner), numbers);
  }
  g_array_append_val (numbers, part.point[0]);
  return true;
}

// Returns the key of a function: couplings have even keys, components of loads odd ones.
static void *
function_key (int coupling, int force, int component)
{
  return force == 0
           ? GSIZE_TO_POINTER (2 * (gsize) coupling)
           : GSIZE_TO_POINTER (2 * ((gsize) force * LW_FORCE_COMPONENTS + (gsize) component) + 1);
}

static bool
take_function_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwStoreFunction part = { 0 };
  g_autoptr (LwFunction) function = NULL;
  GArray *numbers;
  GError *why = NULL;

  lw_store_row_function (row, &part);
  if (row->error == NULL) {
    function = lw_function_new_polynomial (NULL, 0, part.origin);
    function->kind = (LwFunctionKind) part.kind;
    function->ends = (MbdSplineEnds) part.ends;
    memcpy (function->end_rates, part.end_rates, sizeof function->end_rates);
    function->expression = g_steal_pointer (&part.expression);
    numbers = g_hash_table_lookup (self->numbers, GINT_TO_POINTER ((int) row->place));
    if (numbers != NULL)
      g_array_append_vals (function->numbers, numbers->data, numbers->len);
    if ((part.coupling == 0) == (part.force == 0))
      lw_store_row_refuse (row, "a function belongs to a coupling or to a force element");
    else if (g_hash_table_contains (self->functions,
                                    function_key (part.coupling, part.force, part.component)))
      lw_store_row_refuse (row, "there is already a function for this");
    else if (accept_row (row, lw_store_check_function (function, &why), &why))
      g_hash_table_insert (self->functions,
                           function_key (part.coupling, part.force, part.component),
                           g_steal_pointer (&function));
  }
  g_free (part.expression);
  return row->error == NULL;
}

static bool
take_coupling_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  const MbdCouplingDef def = mbd_rod_default ();
  LwCoupling *coupling = lw_coupling_new (&def, 0, NULL);
  g_autofree char *name = NULL;
  GError *why = NULL;

  lw_store_row_coupling (row, &name, coupling);
  accept_more (row, lw_mechanism_get_n_couplings (self->mechanism));
  if (row->error == NULL) {
    lw_coupling_set_name (coupling, name);
    lw_coupling_set_function (
      coupling, g_hash_table_lookup (self->functions, function_key (coupling->element.id, 0, 0)));
    accept_row (row, lw_store_check_coupling (self->checker, coupling, &why), &why);
  }
  if (row->error == NULL)
    lw_mechanism_add_coupling (self->mechanism, coupling);
  else
    lw_coupling_unref (coupling);
  return row->error == NULL;
}

static bool
take_force_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  const MbdForceDef def = mbd_load_default ();
  LwForce *force = lw_force_new (&def, 0, NULL);
  g_autofree char *name = NULL;
  GError *why = NULL;

  lw_store_row_force (row, &name, force);
  accept_more (row, lw_mechanism_get_n_forces (self->mechanism));
  if (row->error == NULL) {
    lw_force_set_name (force, name);
    for (int i = 0; i < LW_FORCE_COMPONENTS; i++) {
      const LwFunction *function =
        g_hash_table_lookup (self->functions, function_key (0, force->element.id, i));

      if (function != NULL)
        lw_force_set_function (force, i, function);
    }
    accept_row (row, lw_store_check_force (self->checker, force, &why), &why);
  }
  if (row->error == NULL)
    lw_mechanism_add_force (self->mechanism, force);
  else
    lw_force_unref (force);
  return row->error == NULL;
}

static bool
take_tracer_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwTracer *tracer = NULL;
  g_autofree char *name = NULL;
  GError *why = NULL;
  double point[3];
  int id = 0, body = MBD_GROUND;

  lw_store_row_tracer (row, &id, &name, &body, point);
  if (row->error != NULL)
    return false;
  tracer = lw_tracer_new (id, name, body, point);
  if (accept_row (row, lw_store_check_tracer (self->checker, tracer, &why), &why))
    lw_mechanism_add_tracer (self->mechanism, tracer);
  else
    lw_tracer_unref (tracer);
  return row->error == NULL;
}

static bool
take_measurement_point_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwStorePart part = { 0 };
  LwBodyPoint point;
  GArray *points;

  lw_store_row_measurement_point (row, &part);
  if (row->error != NULL)
    return false;
  points = g_hash_table_lookup (self->measurement_points, GINT_TO_POINTER ((int) part.owner));
  if (points == NULL) {
    points = g_array_new (FALSE, FALSE, sizeof (LwBodyPoint));
    g_hash_table_insert (self->measurement_points, GINT_TO_POINTER ((int) part.owner), points);
  }
  point.body = part.body;
  memcpy (point.point, part.point, sizeof point.point);
  g_array_append_val (points, point);
  return true;
}

static bool
take_measurement_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwMeasurement *measurement = NULL;
  g_autofree char *name = NULL;
  GError *why = NULL;
  GArray *points;
  int id = 0;

  lw_store_row_measurement (row, &id, &name);
  points = g_hash_table_lookup (self->measurement_points, GINT_TO_POINTER (id));
  if (row->error == NULL
      && (points == NULL || points->len < 1 || points->len > LW_MEASUREMENT_POINTS))
    lw_store_row_refuse (row, "a measurement must have one to four points");
  if (row->error != NULL)
    return false;
  measurement =
    lw_measurement_new (id, name, (const LwBodyPoint *) (const void *) points->data, points->len);
  if (accept_row (row, lw_store_check_measurement (self->checker, measurement, &why), &why))
    lw_mechanism_add_measurement (self->mechanism, measurement);
  else
    lw_measurement_unref (measurement);
  return row->error == NULL;
}

static bool
take_plot_channel_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwStorePart part = { 0 };
  GPtrArray *names;

  lw_store_row_plot_channel (row, &part);
  if (row->error != NULL)
    return false;
  names = g_hash_table_lookup (self->channels, GINT_TO_POINTER ((int) part.owner));
  if (names == NULL) {
    names = g_ptr_array_new_with_free_func (g_free);
    g_hash_table_insert (self->channels, GINT_TO_POINTER ((int) part.owner), names);
  }
  g_ptr_array_add (names, part.name);
  return true;
}

static bool
take_plot_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwPlotLayout plot = { 0 };
  g_autofree char *title = NULL;
  g_autofree char *against = NULL;
  GPtrArray *names = g_hash_table_lookup (self->channels, GINT_TO_POINTER ((int) row->place));
  g_autofree char **channels = g_new0 (char *, (names != NULL ? names->len : 0) + 1);

  lw_store_row_plot (row, &plot);
  title = plot.title;
  against = plot.against;
  if (row->error != NULL)
    return false;
  for (guint i = 0; names != NULL && i < names->len; i++)
    channels[i] = names->pdata[i];
  plot.channels = channels;
  lw_mechanism_add_plot (self->mechanism, &plot);
  return true;
}

static bool
take_settings_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwRunSettings settings = lw_run_settings_default ();
  GError *why = NULL;

  lw_store_row_settings (row, &settings);
  if (row->error != NULL || !accept_row (row, lw_store_check_settings (&settings, &why), &why))
    return false;
  lw_mechanism_set_run (self->mechanism, &settings);
  self->n_single++;
  return true;
}

static bool
take_view_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwProjectView view = lw_project_view_default ();

  lw_store_row_view (row, &view);
  if (row->error == NULL && !lw_project_view_is_valid (&view))
    lw_store_row_refuse (row, "the view must consist of finite numbers");
  if (row->error != NULL)
    return false;
  self->view = view;
  self->n_single++;
  return true;
}

static void
free_points (void *points)
{
  g_array_unref (points);
}

static void
free_function (void *function)
{
  lw_function_unref (function);
}

static void
free_names (void *names)
{
  g_ptr_array_unref (names);
}

static bool
read_tables (LwStoreSource *source, Reading *self, GError **error)
{
  static const struct
  {
    LwStoreTableId table;
    LwStoreRowFunc take;
  } steps[] = {
    { LW_STORE_MECHANISM, take_mechanism_cb },
    { LW_STORE_RUN_SETTINGS, take_settings_cb },
    { LW_STORE_VIEW, take_view_cb },
    // Elements come after the rows that they refer to, and after their own parts.
    { LW_STORE_PARAMETERS, take_parameter_cb },
    { LW_STORE_BODY_POINTS, take_point_cb },
    { LW_STORE_CONTACTS, take_contact_cb },
    { LW_STORE_LOCKED_LENGTHS, take_locked_length_cb },
    { LW_STORE_BODIES, take_body_cb },
    { LW_STORE_CONTACT_PAIRS, take_contact_pair_cb },
    { LW_STORE_FUNCTION_NUMBERS, take_number_cb },
    { LW_STORE_FUNCTIONS, take_function_cb },
    { LW_STORE_COUPLINGS, take_coupling_cb },
    { LW_STORE_FORCES, take_force_cb },
    { LW_STORE_TRACERS, take_tracer_cb },
    { LW_STORE_MEASUREMENT_POINTS, take_measurement_point_cb },
    { LW_STORE_MEASUREMENTS, take_measurement_cb },
    { LW_STORE_BINDINGS, take_binding_cb },
    { LW_STORE_MARKS, take_mark_cb },
    { LW_STORE_BACKGROUND, take_background_cb },
    { LW_STORE_PLOT_CHANNELS, take_plot_channel_cb },
    { LW_STORE_PLOTS, take_plot_cb },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    if (!lw_store_for_each (source, steps[i].table, steps[i].take, self, error))
      return false;
  if (self->n_single == 3 || source->salvage)
    return true;
  g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                       "The file lacks the row of mechanism, run_settings or view; "
                       "it was not made by Linkwright.");
  return false;
}

static void
unref_run (void *run)
{
  lw_project_run_unref (run);
}

// Removes couplings whose joint has been lost, as removing the joint does.
static bool
settle_joints (LwStoreSource *source, LwMechanism **mechanism, GError **error)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (*mechanism);) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (*mechanism, i);
    g_autoptr (LwMechanism) rest = NULL;
    g_autoptr (GError) why = NULL;

    if (lw_store_check_joints (*mechanism, coupling, &why)) {
      i++;
      continue;
    }
    if (!source->salvage) {
      g_propagate_error (error, g_steal_pointer (&why));
      return false;
    }
    note_loss (source, why->message);
    rest = lw_mechanism_remove_coupling (*mechanism, coupling->element.id);
    lw_mechanism_unref (*mechanism);
    *mechanism = g_steal_pointer (&rest);
    i = 0;
  }
  return true;
}

LwProject *
lw_store_read (LwStoreSource *source, GError **error)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  g_autoptr (LwStoreChecker) checker = lw_store_checker_new ();
  g_autoptr (GHashTable) locked = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) contacts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) points = g_hash_table_new_full (NULL, NULL, NULL, free_points);
  g_autoptr (GHashTable) measurement_points = g_hash_table_new_full (NULL, NULL, NULL, free_points);
  g_autoptr (GHashTable) channels = g_hash_table_new_full (NULL, NULL, NULL, free_names);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (NULL, NULL, NULL, free_points);
  g_autoptr (GHashTable) functions = g_hash_table_new_full (NULL, NULL, NULL, free_function);
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (unref_run);
  Reading reading = { .mechanism = mechanism,
                      .checker = checker,
                      .contacts = contacts,
                      .locked = locked,
                      .points = points,
                      .measurement_points = measurement_points,
                      .channels = channels,
                      .numbers = numbers,
                      .functions = functions,
                      .view = lw_project_view_default () };

  if (!read_tables (source, &reading, error) || !settle_joints (source, &mechanism, error)
      || !lw_store_read_runs (source, runs, error))
    return NULL;
  return lw_project_new (mechanism, &reading.view, runs);
}
