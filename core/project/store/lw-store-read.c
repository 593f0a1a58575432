// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a project from the rows of the tables. When salvaging a damaged file, every row is fetched
// by its place, so that a broken page hides only its own rows; losses are noted.

#include "lw-contact.h"
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
    lw_store_prepare (source->database, lw_store_table (table)->select, error);
  LwStoreRow row = { .table = table };
  gint64 expected = 1;
  int code;

  if (rows == NULL)
    return false;
  while ((code = sqlite3_step (rows)) == SQLITE_ROW) {
    row.statement = rows;
    row.place = sqlite3_column_int64 (rows, 0);
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
    lw_store_prepare (source->database, lw_store_table (table)->last, NULL);

  if (last == NULL || sqlite3_step (last) != SQLITE_ROW)
    return 0;
  return sqlite3_column_int64 (last, 0);
}

static void
note_lost_rows (LwStoreSource *source, LwStoreTableId table, gint64 n_lost)
{
  const char *name = lw_store_table (table)->name;
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
    lw_store_prepare (source->database, lw_store_table (table)->pick, NULL);
  LwStoreRow row = { .table = table };
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
      row.statement = pick;
      row.place = place;
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

/// Returns true if a damaged file has this table as it must be. Another one may be a view or a virtual
/// table, whose code would run with the data of a stranger.
static bool
has_table (LwStoreSource *source, LwStoreTableId table)
{
  const LwStoreTable *known = lw_store_table (table);
  g_autoptr (sqlite3_stmt) find = lw_store_prepare (
    source->database, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND sql = ?",
    NULL);

  // A list of tables that cannot be read is reported by reading the rows.
  if (find == NULL)
    return true;
  sqlite3_bind_text (find, 1, known->name, -1, SQLITE_STATIC);
  sqlite3_bind_text (find, 2, known->create, -1, SQLITE_STATIC);
  if (sqlite3_step (find) == SQLITE_ROW)
    return true;
  g_ptr_array_add (
    source->losses,
    g_strdup_printf ("The table %s of the file is not one of a project.", known->name));
  return false;
}

bool
lw_store_for_each (LwStoreSource *source,
                   LwStoreTableId table,
                   LwStoreRowFunc take,
                   void *data,
                   GError **error)
{
  if (source->salvage)
    return !has_table (source, table) || step_by_place (source, table, take, data);
  return step_strictly (source, table, take, data, error);
}

// The mechanism

/// A project while it is read. The parts of elements and plots precede them.
typedef struct
{
  LwMechanism *mechanism;
  LwStoreChecker *checker;
  GHashTable *points;    ///< GArray of double[3] by id of the body
  GHashTable *curves;    ///< GArray of double[3] by id of the coupling
  GHashTable *rows;      ///< GArray of LwStoreCouplingRow by id of the coupling
  GHashTable *channels;  ///< GArray of names by place of the plot
  GHashTable *numbers;   ///< GArray of double by place of the function
  GHashTable *functions; ///< LwFunction by function_key ()
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

static GArray *
find_list (GHashTable *lists, gint64 key)
{
  return g_hash_table_lookup (lists, GSIZE_TO_POINTER ((gsize) key));
}

/// Appends a value to the list of a key; returns the list.
static GArray *
add_to_list (GHashTable *lists, gint64 key, const void *value, guint size)
{
  GArray *list = find_list (lists, key);

  if (list == NULL) {
    list = g_array_new (TRUE, FALSE, size);
    g_hash_table_insert (lists, GSIZE_TO_POINTER ((gsize) key), list);
  }
  return g_array_append_vals (list, value, 1);
}

static bool
take_mechanism_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwMechanismHead found = { 0 };

  if (lw_store_row_read (row, &found)) {
    lw_mechanism_set_head (self->mechanism, &found);
    self->n_single++;
  }
  lw_fields_clear (&lw_mechanism_fields, &found);
  return row->error == NULL;
}

static bool
take_settings_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwRunSettings settings = lw_run_settings_default ();
  GError *why = NULL;

  if (!lw_store_row_read (row, &settings)
      || !accept_row (row, lw_store_check_settings (&settings, &why), &why))
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

  if (lw_store_row_read (row, &view) && !lw_project_view_is_valid (&view))
    lw_store_row_refuse (row, "the view must consist of finite numbers");
  if (row->error != NULL)
    return false;
  self->view = view;
  self->n_single++;
  return true;
}

// Parts of elements and of plots

static bool
take_point_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwStorePoint found = { 0 };

  if (lw_store_row_read (row, &found))
    add_to_list (row->table == LW_STORE_CURVE_POINTS ? self->curves : self->points, found.owner,
                 found.point, sizeof found.point);
  return row->error == NULL;
}

static bool
take_coupling_row_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwStoreCouplingRow found = { 0 };

  if (!lw_store_row_read (row, &found))
    return false;
  if (found.level < 0 && found.compliant < 0)
    lw_store_row_refuse (row, "the row has neither a level nor a compliance");
  else
    add_to_list (self->rows, found.coupling, &found, sizeof found);
  return row->error == NULL;
}

static void
clear_text (void *text)
{
  g_free (*(char **) text);
}

static bool
take_plot_channel_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwStoreName found = { 0 };

  if (lw_store_row_read (row, &found))
    g_array_set_clear_func (
      add_to_list (self->channels, found.owner, &found.name, sizeof found.name), clear_text);
  else
    clear_text (&found.name);
  return row->error == NULL;
}

static bool
take_number_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwStoreNumber found = { 0 };

  if (lw_store_row_read (row, &found))
    add_to_list (self->numbers, found.function, &found.value, sizeof found.value);
  return row->error == NULL;
}

// Returns the key of a function: couplings have even keys, components of loads odd ones.
static void *
function_key (gint64 coupling, gint64 force, int component)
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

  if (lw_store_row_read (row, &part)) {
    void *key = function_key (part.coupling, part.force, part.component);

    function = lw_function_new_polynomial (NULL, 0, part.origin);
    function->kind = (LwFunctionKind) part.kind;
    function->ends = (MbdSplineEnds) part.ends;
    memcpy (function->end_rates, part.end_rates, sizeof function->end_rates);
    function->expression = g_steal_pointer (&part.expression);
    numbers = find_list (self->numbers, row->place);
    if (numbers != NULL)
      g_array_append_vals (function->numbers, numbers->data, numbers->len);
    if ((part.coupling == 0) == (part.force == 0))
      lw_store_row_refuse (row, "a function belongs to a coupling or to a force element");
    else if (g_hash_table_contains (self->functions, key))
      lw_store_row_refuse (row, "there is already a function for this");
    else if (accept_row (row, lw_store_check_function (function, &why), &why))
      g_hash_table_insert (self->functions, key, g_steal_pointer (&function));
  }
  g_free (part.expression);
  return row->error == NULL;
}

/// Gives a coupling the rows that differ from it. Refuses rows that its kind does not have, and second
/// ones.
static void
take_rows (Reading *self, LwStoreRow *row, LwCoupling *coupling)
{
  const GArray *list = find_list (self->rows, coupling->element.id);

  for (guint i = 0; list != NULL && i < list->len && row->error == NULL; i++) {
    const LwStoreCouplingRow *found = &g_array_index (list, LwStoreCouplingRow, i);
    const char *name = lw_word_of (lw_row_words, found->row);
    const int place = mbd_class_row_place (coupling->def.class_, name);
    MbdRowDef *taken = place >= 0 ? &coupling->def.rows[place] : NULL;

    if (taken == NULL || taken->has_level || taken->has_compliance) {
      lw_store_row_refuse (
        row, taken == NULL ? "its kind has no row %s" : "its row %s is given twice", name);
      return;
    }
    taken->has_level = found->level >= 0;
    taken->level = taken->has_level ? (MbdLevel) found->level : MBD_LEVEL_POSITION;
    taken->has_compliance = found->compliant >= 0;
    taken->compliant = found->compliant > 0;
    taken->stiffness = taken->has_compliance ? found->stiffness : 0;
    taken->damping = taken->has_compliance ? found->damping : 0;
  }
}

/// Gives an element or plot the parts that were read before it; `key`: its id, of a plot its place.
static void
take_parts (Reading *self, const LwFieldTable *table, gint64 key, void *element)
{
  const gint64 coupling = table == lw_field_table (LW_SELECTION_COUPLING) ? key : 0;
  const gint64 force = table == lw_field_table (LW_SELECTION_FORCE) ? key : 0;

  for (guint i = 0; i < table->n_fields; i++) {
    const LwField *field = &table->fields[i];
    void *values = lw_field_value (field, element, 0);
    GArray *list;

    if (field->type == LW_FIELD_POINTS) {
      list = find_list (coupling != 0 ? self->curves : self->points, key);
      *(GArray **) values = list != NULL ? g_array_ref (list) : NULL;
    }
    if (field->type == LW_FIELD_TEXTS) {
      list = find_list (self->channels, key);
      *(GStrv *) values = list != NULL ? g_strdupv ((GStrv) (void *) list->data) : NULL;
    }
    for (guint k = 0; field->type == LW_FIELD_FUNCTION && k < lw_field_count (field); k++)
      ((LwFunction **) values)[k] = lw_function_ref (
        g_hash_table_lookup (self->functions, function_key (coupling, force, (int) k)));
  }
}

// Elements, and members of lists

static bool
take_element_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  const LwSelectionKind kind = lw_store_describe (row->table)->kind;
  const LwElementKind *functions = lw_element_kind (kind);
  LwElement *element = functions->create ();
  GError *why = NULL;

  if (lw_store_row_read (row, element)) {
    if (functions->count (self->mechanism) >= LW_MECHANISM_MAX_ELEMENTS)
      lw_store_row_refuse (row, "there must not be more than %d elements",
                           LW_MECHANISM_MAX_ELEMENTS);
    take_parts (self, lw_field_table (kind), element->id, element);
    if (kind == LW_SELECTION_COUPLING)
      take_rows (self, row, (LwCoupling *) element);
    functions->settle (element);
    if (row->error == NULL)
      accept_row (row, lw_store_check_element (self->checker, kind, element, &why), &why);
  }
  if (row->error == NULL)
    functions->add (self->mechanism, element);
  else
    functions->unref (element);
  return row->error == NULL;
}

/// Returns true if the pair is a second one of its bodies, which would replace the first one.
static bool
is_second_pair (const LwMechanism *mechanism, const LwContactPair *pair)
{
  return lw_contact_find_pair (mechanism, pair->body[0], pair->body[1]) != NULL;
}

static bool
take_member_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  const LwListKind *list = lw_lists;
  void *value;
  GError *why = NULL;

  while (list->fields != lw_store_describe (row->table)->fields)
    list++;
  value = list->create ();
  if (lw_store_row_read (row, value)) {
    take_parts (self, list->fields, row->place, value);
    if (row->table == LW_STORE_CONTACT_PAIRS && is_second_pair (self->mechanism, value))
      lw_store_row_refuse (row, "there is already a contact of these bodies");
    else
      accept_row (row, lw_store_check_member (self->checker, self->mechanism, list, value, &why),
                  &why);
  }
  if (row->error == NULL)
    list->add (self->mechanism, value);
  else
    list->free (value);
  return row->error == NULL;
}

static bool
take_mark_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwStoreMark found = { 0 };

  // A mark of a missing element is ignored.
  if (lw_store_row_read (row, &found)
      && lw_element_ref_find (self->mechanism, found.element) != NULL)
    lw_mechanism_set_mark (self->mechanism, found.element,
                           (found.hidden ? LW_MARK_HIDDEN : 0u)
                             | (found.locked ? LW_MARK_LOCKED : 0u));
  return row->error == NULL;
}

static bool
take_background_cb (LwStoreRow *row, void *data)
{
  Reading *self = data;
  LwStoreBackground found = { 0 };
  GError *why = NULL;

  if (!lw_store_row_read (row, &found))
    return false;
  found.background.image = g_bytes_new (found.image.data, found.image.size);
  if (accept_row (row, lw_background_check (&found.background, &why), &why))
    lw_mechanism_set_background (self->mechanism, &found.background);
  g_bytes_unref (found.background.image);
  return row->error == NULL;
}

static void
free_list (void *list)
{
  g_array_unref (list);
}

static void
free_function (void *function)
{
  lw_function_unref (function);
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
    // Elements and plots come after the rows that they refer to, and after their own parts.
    { LW_STORE_PARAMETERS, take_member_cb },
    { LW_STORE_BODY_POINTS, take_point_cb },
    { LW_STORE_BODIES, take_element_cb },
    { LW_STORE_CONTACT_PAIRS, take_member_cb },
    { LW_STORE_CURVE_POINTS, take_point_cb },
    { LW_STORE_COUPLING_ROWS, take_coupling_row_cb },
    { LW_STORE_FUNCTION_NUMBERS, take_number_cb },
    { LW_STORE_FUNCTIONS, take_function_cb },
    { LW_STORE_COUPLINGS, take_element_cb },
    { LW_STORE_FORCES, take_element_cb },
    { LW_STORE_TRACERS, take_element_cb },
    { LW_STORE_MEASUREMENTS, take_element_cb },
    { LW_STORE_BINDINGS, take_member_cb },
    { LW_STORE_MARKS, take_mark_cb },
    { LW_STORE_BACKGROUND, take_background_cb },
    { LW_STORE_PLOT_CHANNELS, take_plot_channel_cb },
    { LW_STORE_PLOTS, take_member_cb },
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
  g_autoptr (GHashTable) points = g_hash_table_new_full (NULL, NULL, NULL, free_list);
  g_autoptr (GHashTable) curves = g_hash_table_new_full (NULL, NULL, NULL, free_list);
  g_autoptr (GHashTable) rows = g_hash_table_new_full (NULL, NULL, NULL, free_list);
  g_autoptr (GHashTable) channels = g_hash_table_new_full (NULL, NULL, NULL, free_list);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (NULL, NULL, NULL, free_list);
  g_autoptr (GHashTable) functions = g_hash_table_new_full (NULL, NULL, NULL, free_function);
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (unref_run);
  Reading reading = { .mechanism = mechanism,
                      .checker = checker,
                      .points = points,
                      .curves = curves,
                      .rows = rows,
                      .channels = channels,
                      .numbers = numbers,
                      .functions = functions,
                      .view = lw_project_view_default () };

  if (!read_tables (source, &reading, error) || !settle_joints (source, &mechanism, error)
      || !lw_store_read_runs (source, mechanism, runs, error))
    return NULL;
  return lw_project_new (mechanism, &reading.view, runs);
}
