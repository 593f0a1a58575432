// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the rows of a project.

#include "lw-store-private.h"

#include <string.h>

gboolean
lw_store_writer_open (LwStoreWriter *self, sqlite3 *database, LwStoreTableId table, GError **error)
{
  *self = (LwStoreWriter){ .database = database, .row = { .table = table } };
  self->row.statement = lw_store_prepare (database, lw_store_table (table)->insert, error);
  return self->row.statement != NULL;
}

static gboolean
step (LwStoreWriter *self, GError **error)
{
  if (sqlite3_step (self->row.statement) == SQLITE_DONE) {
    sqlite3_reset (self->row.statement);
    return TRUE;
  }
  lw_store_set_error (self->database, NULL, error);
  return FALSE;
}

gboolean
lw_store_writer_add (LwStoreWriter *self, const void *element, GError **error)
{
  lw_store_row_bind (&self->row, self->row.place + 1, element);
  return step (self, error);
}

void
lw_store_writer_close (LwStoreWriter *self)
{
  g_clear_pointer (&self->row.statement, sqlite3_finalize);
}

/// Writes a table with one row.
static gboolean
write_one (sqlite3 *database, LwStoreTableId table, const void *element, GError **error)
{
  g_auto (LwStoreWriter) writer = { 0 };

  return lw_store_writer_open (&writer, database, table, error)
         && lw_store_writer_add (&writer, element, error);
}

// Elements

/// Writers of elements with their lists, and of the numbers of functions.
typedef struct
{
  LwStoreWriter elements, points, curves, rows, functions, numbers;
} Writers;

static void
writers_close (Writers *self)
{
  lw_store_writer_close (&self->elements);
  lw_store_writer_close (&self->points);
  lw_store_writer_close (&self->curves);
  lw_store_writer_close (&self->rows);
  lw_store_writer_close (&self->functions);
  lw_store_writer_close (&self->numbers);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writers, writers_close)

/// Writes a function; `part` has the coupling or load that uses it.
static gboolean
write_function (Writers *self, const LwFunction *function, LwStoreFunction part, GError **error)
{
  part.kind = function->kind;
  part.origin = function->origin;
  part.ends = function->ends;
  part.expression = function->expression;
  memcpy (part.end_rates, function->end_rates, sizeof part.end_rates);
  if (!lw_store_writer_add (&self->functions, &part, error))
    return FALSE;
  for (guint k = 0; k < function->numbers->len; k++) {
    const LwStoreNumber number = { .function = self->functions.row.place,
                                   .value = lw_function_get_numbers (function)[k] };

    if (!lw_store_writer_add (&self->numbers, &number, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_points (LwStoreWriter *writer, const GArray *points, int owner, GError **error)
{
  for (guint i = 0; points != NULL && i < points->len; i++) {
    LwStorePoint row = { .owner = owner };

    memcpy (row.point, (const double *) (const void *) points->data + 3 * (gsize) i,
            sizeof row.point);
    if (!lw_store_writer_add (writer, &row, error))
      return FALSE;
  }
  return TRUE;
}

/// Writes the rows of a coupling that differ from it.
static gboolean
write_rows (LwStoreWriter *writer, const LwCoupling *coupling, GError **error)
{
  for (int i = 0; i < MBD_MOST_ROWS; i++) {
    const MbdRowDef *row = &coupling->def.rows[i];
    const char *name = mbd_class_row_name (coupling->def.class_, i);
    const LwWord *word = name != NULL ? lw_word_find (lw_row_words, name) : NULL;
    const LwStoreCouplingRow values = {
      .coupling = coupling->element.id,
      .row = word != NULL ? word->value : -1,
      .level = row->has_level ? (int) row->level : -1,
      .compliant = row->has_compliance ? row->compliant : -1,
      .stiffness = row->has_compliance ? row->stiffness : 0,
      .damping = row->has_compliance ? row->damping : 0,
    };

    if ((row->has_level || row->has_compliance) && !lw_store_writer_add (writer, &values, error))
      return FALSE;
  }
  return TRUE;
}

/// Writes the points and functions of an element, which are rows of other tables.
static gboolean
write_lists (Writers *self, LwSelectionKind kind, const LwElement *element, GError **error)
{
  const LwFieldTable *table = lw_field_table (kind);

  for (guint i = 0; i < table->n_fields; i++) {
    const LwField *field = &table->fields[i];
    const void *values = (const char *) element + field->offset;

    if (field->type == LW_FIELD_POINTS
        && !write_points (kind == LW_SELECTION_COUPLING ? &self->curves : &self->points,
                          *(GArray *const *) values, element->id, error))
      return FALSE;
    if (field->type == LW_FIELD_ROWS
        && !write_rows (&self->rows, (const LwCoupling *) element, error))
      return FALSE;
    if (field->type != LW_FIELD_FUNCTION)
      continue;
    for (guint k = 0; k < lw_field_count (field); k++) {
      const LwFunction *function = ((LwFunction *const *) values)[k];
      const LwStoreFunction part = {
        .coupling = kind == LW_SELECTION_COUPLING ? element->id : 0,
        .force = kind == LW_SELECTION_FORCE ? element->id : 0,
        .component = (int) k,
      };

      if (function != NULL && !write_function (self, function, part, error))
        return FALSE;
    }
  }
  return TRUE;
}

static gboolean
write_elements (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  g_auto (Writers) writers = { 0 };

  if (!lw_store_writer_open (&writers.points, database, LW_STORE_BODY_POINTS, error)
      || !lw_store_writer_open (&writers.curves, database, LW_STORE_CURVE_POINTS, error)
      || !lw_store_writer_open (&writers.rows, database, LW_STORE_COUPLING_ROWS, error)
      || !lw_store_writer_open (&writers.functions, database, LW_STORE_FUNCTIONS, error)
      || !lw_store_writer_open (&writers.numbers, database, LW_STORE_FUNCTION_NUMBERS, error))
    return FALSE;
  for (LwSelectionKind i = LW_SELECTION_BODY; i <= LW_SELECTION_LAST; i++) {
    const LwElementKind *kind = lw_element_kind (i);
    const LwStoreTableId table = lw_store_table_of (lw_field_table (i));

    lw_store_writer_close (&writers.elements);
    if (!lw_store_writer_open (&writers.elements, database, table, error))
      return FALSE;
    for (guint k = 0; k < kind->count (mechanism); k++) {
      const LwElement *element = kind->get (mechanism, k);

      if (!lw_store_writer_add (&writers.elements, element, error)
          || !write_lists (&writers, i, element, error))
        return FALSE;
    }
  }
  return TRUE;
}

// The other lists

static gboolean
write_list (sqlite3 *database, const LwMechanism *mechanism, const LwListKind *list, GError **error)
{
  g_auto (LwStoreWriter) writer = { 0 };

  if (!lw_store_writer_open (&writer, database, lw_store_table_of (list->fields), error))
    return FALSE;
  for (guint i = 0; i < list->count (mechanism); i++)
    if (!lw_store_writer_add (&writer, list->get (mechanism, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
write_marks (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  const GArray *list = lw_mechanism_get_marks (mechanism);
  g_auto (LwStoreWriter) writer = { 0 };

  if (!lw_store_writer_open (&writer, database, LW_STORE_MARKS, error))
    return FALSE;
  for (guint i = 0; i < list->len; i++) {
    const LwElementMark *mark = &g_array_index (list, LwElementMark, i);
    const LwStoreMark row = { .element = mark->element,
                              .hidden = (mark->flags & LW_MARK_HIDDEN) != 0,
                              .locked = (mark->flags & LW_MARK_LOCKED) != 0 };

    if (!lw_store_writer_add (&writer, &row, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_background (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  const LwBackground *background = lw_mechanism_get_background (mechanism);
  LwStoreBackground row = { 0 };

  if (background == NULL)
    return TRUE;
  row.background = *background;
  row.image.data = g_bytes_get_data (background->image, &row.image.size);
  return write_one (database, LW_STORE_BACKGROUND, &row, error);
}

static gboolean
write_plots (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  g_auto (LwStoreWriter) writer = { 0 };

  if (!write_list (database, mechanism, &lw_lists[LW_LIST_PLOTS], error)
      || !lw_store_writer_open (&writer, database, LW_STORE_PLOT_CHANNELS, error))
    return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_plots (mechanism); i++)
    for (char **name = lw_mechanism_get_plot (mechanism, i)->channels; *name != NULL; name++) {
      const LwStoreName row = { .owner = (gint64) i + 1, .name = *name };

      if (!lw_store_writer_add (&writer, &row, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_single_rows (sqlite3 *database, const LwProject *project, GError **error)
{
  const LwMechanism *self = project->mechanism;
  const LwMechanismHead mechanism = lw_mechanism_get_head (self);

  return write_one (database, LW_STORE_MECHANISM, &mechanism, error)
         && write_one (database, LW_STORE_RUN_SETTINGS, lw_mechanism_get_run (self), error)
         && write_one (database, LW_STORE_VIEW, &project->view, error);
}

/// Called last, because of the digest.
static gboolean
write_head (sqlite3 *database, GError **error)
{
  const LwStoreHead head = { .minor = LW_STORE_MINOR,
                             .written_by = (char *) "Linkwright " LW_VERSION };
  guint8 digest[LW_STORE_DIGEST_SIZE];
  g_auto (LwStoreWriter) writer = { .database = database };

  // The digest covers the row except itself, so the row is written first.
  if (!write_one (database, LW_STORE_PROJECT, &head, error)
      || !lw_store_digest (database, NULL, digest, error))
    return FALSE;
  writer.row.statement =
    lw_store_prepare (database, "UPDATE project SET digest = ?1 WHERE place = 1", error);
  if (writer.row.statement == NULL)
    return FALSE;
  sqlite3_bind_blob (writer.row.statement, 1, digest, sizeof digest, SQLITE_STATIC);
  return step (&writer, error);
}

sqlite3 *
lw_store_build (const LwProject *project, GCancellable *cancellable, GError **error)
{
  g_autoptr (sqlite3) database = NULL;
  const LwMechanism *mechanism = project->mechanism;

  if (!lw_store_check_project (project, error))
    return NULL;
  database = lw_store_create (error);
  if (database == NULL || !write_single_rows (database, project, error)
      || !write_elements (database, mechanism, error))
    return NULL;
  for (int i = 0; i < LW_LIST_PLOTS; i++)
    if (!write_list (database, mechanism, &lw_lists[i], error))
      return NULL;
  if (!write_marks (database, mechanism, error) || !write_background (database, mechanism, error)
      || !write_plots (database, mechanism, error)
      || !lw_store_write_runs (database, project, cancellable, error)
      || !write_head (database, error))
    return NULL;
  if (sqlite3_exec (database, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) {
    lw_store_set_error (database, NULL, error);
    return NULL;
  }
  return g_steal_pointer (&database);
}
