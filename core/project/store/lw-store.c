// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loads and saves whole projects.

#include "lw-background.h"
#include "lw-contact.h"
#include "lw-store-private.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "lw-replace.h"

// Etags: "<digest>:<size>:<mtime>:<ctime>:<inode>". The digest decides; the other parts only save
// reading a file that has not been touched.

static char *
etag_new (const void *data, gsize size, const LwFileStamp *stamp)
{
  guint8 digest[LW_STORE_DIGEST_SIZE];
  GString *etag = g_string_new (NULL);

  lw_store_hash (data, size, digest);
  for (gsize i = 0; i < sizeof digest; i++)
    g_string_append_printf (etag, "%02x", digest[i]);
  g_string_append_printf (
    etag, ":%" G_GUINT64_FORMAT ":%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT ":%" G_GUINT64_FORMAT,
    stamp->size, stamp->mtime_ns, stamp->ctime_ns, stamp->inode);
  return g_string_free (etag, FALSE);
}

static gboolean
is_changed (const char *path, const char *etag)
{
  LwFileStamp stamp;
  g_autofree char *now = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *rest = strchr (etag, ':');
  gsize size;
  const void *data;

  if (rest == NULL || !lw_file_stamp (path, &stamp))
    return TRUE;
  now = g_strdup_printf (":%" G_GUINT64_FORMAT ":%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT
                         ":%" G_GUINT64_FORMAT,
                         stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode);
  if (strcmp (now, rest) == 0)
    return FALSE;
  bytes = lw_file_read (path, LW_STORE_MAX_BYTES, &stamp, NULL, NULL);
  if (bytes == NULL)
    return TRUE;
  data = g_bytes_get_data (bytes, &size);
  g_free (now);
  now = etag_new (data, size, &stamp);
  return strncmp (now, etag, (gsize) (rest - etag) + 1) != 0;
}

static char *
get_path (GFile *file, const char *verb, GError **error)
{
  char *path = g_file_get_path (file);

  if (path == NULL) {
    g_autofree char *name = g_file_get_parse_name (file);

    g_set_error (error, LW_ERROR, LW_ERROR_IO,
                 _ ("%s could not be %s: it is not in a folder of this computer; copy it to one."),
                 name, _ (verb));
  }
  return path;
}

gboolean
lw_store_is_changed (GFile *file, const char *etag)
{
  g_autofree char *path = get_path (file, N_ ("read"), NULL);

  return path == NULL || is_changed (path, etag);
}

// Reading

static bool
take_head_cb (LwStoreRow *row, void *data)
{
  lw_store_row_head (row, data);
  return row->error == NULL;
}

// Checks that the digest of the content equals the digest in the file.
static gboolean
check_content (LwStoreSource *source, GError **error)
{
  LwStoreHead head = { .minor = -1 };
  guint8 digest[LW_STORE_DIGEST_SIZE];
  gboolean good = lw_store_for_each (source, LW_STORE_PROJECT, take_head_cb, &head, error);

  g_free (head.written_by);
  if (!good)
    return FALSE;
  if (head.minor > LW_STORE_MINOR) {
    g_set_error (
      error, LW_ERROR, LW_ERROR_BAD_FILE,
      _ ("The project was saved by a newer Linkwright (format %d.%d, revision %d); open it "
         "with that one, this one reads up to revision %d."),
      source->format / 1000, source->format % 1000, head.minor, LW_STORE_MINOR);
    return FALSE;
  }
  if (!lw_store_digest (source->database, source->format, source->deadline, digest, error))
    return FALSE;
  if (head.minor < 0 || memcmp (digest, head.digest, sizeof digest) != 0) {
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_BAD_FILE,
      _ ("The content of the file has changed since it was saved: it is damaged, or was "
         "changed by another program; \"linkwright-cli salvage\" recovers its "
         "readable parts into a new file."));
    return FALSE;
  }
  return TRUE;
}

LwProject *
lw_store_parse_in_place (guint8 *data, gsize size, GCancellable *cancellable, GError **error)
{
  LwDeadline deadline;
  g_autoptr (sqlite3) database = NULL;
  LwStoreSource source = { .deadline = &deadline };

  if (!lw_store_check_header (data, size, &source.format, error))
    return NULL;
  deadline = lw_deadline_for_file (size, cancellable);
  database = lw_store_attach (data, size, &deadline, error);
  source.database = database;
  if (database == NULL || !lw_store_check_structure (database, source.format, &deadline, error)
      || !check_content (&source, error))
    return NULL;
  return lw_store_read (&source, error);
}

LwProject *
lw_store_parse (const void *data, gsize size, GCancellable *cancellable, GError **error)
{
  g_autofree guint8 *copy = g_memdup2 (data, size);

  return lw_store_parse_in_place (copy, size, cancellable, error);
}

guint8 *
lw_store_read_file (GFile *file,
                    gsize *size,
                    char **etag,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autofree char *path = get_path (file, N_ ("read"), error);
  LwFileStamp stamp;
  g_autoptr (GBytes) bytes = NULL;
  guint8 *data;

  if (path == NULL)
    return NULL;
  bytes = lw_file_read (path, LW_STORE_MAX_BYTES, &stamp, cancellable, error);
  if (bytes == NULL)
    return NULL;
  data = g_bytes_unref_to_data (g_steal_pointer (&bytes), size);
  if (etag != NULL)
    *etag = etag_new (data, *size, &stamp);
  // An empty file has no bytes, but it is not an error.
  return data != NULL ? data : g_malloc0 (1);
}

LwProject *
lw_store_load (GFile *file, char **etag, GCancellable *cancellable, GError **error)
{
  g_autofree char *found = NULL;
  gsize size;
  g_autofree guint8 *data =
    lw_store_read_file (file, &size, etag != NULL ? &found : NULL, cancellable, error);
  LwProject *project =
    data != NULL ? lw_store_parse_in_place (data, size, cancellable, error) : NULL;

  if (project != NULL && etag != NULL)
    *etag = g_steal_pointer (&found);
  return project;
}

// Salvaging

/// Changes two bytes of `data`.
static LwProject *
salvage (guint8 *data, gsize size, GStrv *losses, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_free);
  LwDeadline deadline;
  g_autoptr (sqlite3) database = NULL;
  LwStoreSource source = {
    .format = LW_STORE_FORMAT, .deadline = &deadline, .salvage = true, .losses = sentences
  };
  g_autoptr (LwProject) project = NULL;
  g_autoptr (GError) why = NULL;

  // A database of another program holds nothing to recover; any other file is tried.
  if (size < 512 || !lw_store_is_database (data, size)) {
    lw_store_check_header (data, MIN (size, 511), &source.format, error);
    return NULL;
  }
  if (!lw_store_check_header (data, size, &source.format, &why))
    g_ptr_array_add (sentences, g_strdup (why->message));
  deadline = lw_deadline_for_file (10 * size, cancellable);
  database = lw_store_attach (data, size, &deadline, error);
  if (database == NULL)
    return NULL;
  source.database = database;
  project = lw_store_read (&source, error);
  if (project != NULL && lw_mechanism_get_n_bodies (project->mechanism) == 0
      && project->runs->len == 0 && sentences->len > 0) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("Nothing in the file can be read any more; take an older copy."));
    return NULL;
  }
  if (losses != NULL) {
    g_ptr_array_add (sentences, NULL);
    *losses = g_strdupv ((char **) sentences->pdata);
  }
  return g_steal_pointer (&project);
}

LwProject *
lw_store_salvage (GFile *file, GStrv *losses, GCancellable *cancellable, GError **error)
{
  gsize size;
  g_autofree guint8 *data = lw_store_read_file (file, &size, NULL, cancellable, error);

  return data != NULL ? salvage (data, size, losses, cancellable, error) : NULL;
}

LwProject *
lw_store_salvage_bytes (GBytes *bytes, GStrv *losses, GCancellable *cancellable, GError **error)
{
  gsize size;
  g_autofree guint8 *data = g_bytes_unref_to_data (bytes, &size);

  return salvage (data, size, losses, cancellable, error);
}

// Writing

/// Binds the columns that a row function names, then steps; one writer for each table.
typedef struct
{
  sqlite3 *database;
  LwStoreRow row;
  gint64 place;
} Writer;

static gboolean
writer_open (Writer *self, sqlite3 *database, LwStoreTableId table, GError **error)
{
  *self = (Writer){ .database = database,
                    .row = { .table = table, .format = LW_STORE_FORMAT, .writing = true } };
  self->row.statement =
    lw_store_prepare (database, lw_store_table (LW_STORE_FORMAT, table)->insert, error);
  return self->row.statement != NULL;
}

static LwStoreRow *
writer_next (Writer *self)
{
  lw_store_row_begin (&self->row, self->row.statement, ++self->place);
  return &self->row;
}

static gboolean
writer_step (Writer *self, GError **error)
{
  return lw_store_step (self->database, &self->row, error);
}

static void
writer_close (Writer *self)
{
  g_clear_pointer (&self->row.statement, sqlite3_finalize);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_close)

static gboolean
write_bodies (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  g_auto (Writer) bodies = { 0 };
  g_auto (Writer) points = { 0 };

  if (!writer_open (&bodies, database, LW_STORE_BODIES, error)
      || !writer_open (&points, database, LW_STORE_BODY_POINTS, error))
    return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    LwBody body = *lw_mechanism_get_body (mechanism, i);
    const GArray *list = body.shape.points;

    lw_store_row_body (writer_next (&bodies), &body.element.name, &body);
    if (!writer_step (&bodies, error))
      return FALSE;
    for (guint k = 0; list != NULL && k < list->len; k++) {
      LwStorePart part = { .owner = body.element.id };

      memcpy (part.point, (double *) list->data + 3 * (gsize) k, sizeof part.point);
      lw_store_row_point (writer_next (&points), &part);
      if (!writer_step (&points, error))
        return FALSE;
    }
  }
  return TRUE;
}

// Writers of functions and of their numbers.
typedef struct
{
  Writer functions;
  Writer numbers;
} FunctionWriters;

static void
function_writers_close (FunctionWriters *self)
{
  writer_close (&self->functions);
  writer_close (&self->numbers);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FunctionWriters, function_writers_close)

// Writes a function; `part` has the coupling or load that uses it.
static gboolean
write_function (FunctionWriters *self,
                const LwFunction *function,
                LwStoreFunction part,
                GError **error)
{
  part.kind = function->kind;
  part.origin = function->origin;
  part.ends = function->ends;
  part.expression = function->expression;
  memcpy (part.end_rates, function->end_rates, sizeof part.end_rates);
  lw_store_row_function (writer_next (&self->functions), &part);
  if (!writer_step (&self->functions, error))
    return FALSE;
  for (guint k = 0; k < function->numbers->len; k++) {
    LwStorePart number = { .owner = self->functions.row.place,
                           .point = { lw_function_get_numbers (function)[k] } };

    lw_store_row_number (writer_next (&self->numbers), &number);
    if (!writer_step (&self->numbers, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_functions (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  g_auto (FunctionWriters) writers = { 0 };

  if (!writer_open (&writers.functions, database, LW_STORE_FUNCTIONS, error)
      || !writer_open (&writers.numbers, database, LW_STORE_FUNCTION_NUMBERS, error))
    return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (coupling->function != NULL
        && !write_function (&writers, coupling->function,
                            (LwStoreFunction){ .coupling = coupling->element.id }, error))
      return FALSE;
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    const LwForce *force = lw_mechanism_get_force (mechanism, i);

    for (int k = 0; k < LW_FORCE_COMPONENTS; k++)
      if (force->functions[k] != NULL
          && !write_function (&writers, force->functions[k],
                              (LwStoreFunction){ .force = force->element.id, .component = k },
                              error))
        return FALSE;
  }
  return TRUE;
}

static gboolean
write_parameters (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  g_auto (Writer) parameters = { 0 };

  if (!writer_open (&parameters, database, LW_STORE_PARAMETERS, error))
    return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_parameters (mechanism); i++) {
    LwParameter parameter = *lw_mechanism_get_parameter (mechanism, i);

    lw_store_row_parameter (writer_next (&parameters), &parameter);
    if (!writer_step (&parameters, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_bindings (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  g_auto (Writer) bindings = { 0 };

  if (!writer_open (&bindings, database, LW_STORE_BINDINGS, error))
    return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_bindings (mechanism); i++) {
    LwBinding binding = *lw_mechanism_get_binding (mechanism, i);

    lw_store_row_binding (writer_next (&bindings), &binding);
    if (!writer_step (&bindings, error))
      return FALSE;
  }
  return TRUE;
}

/// Writes contact properties; a body without any has no row.
static gboolean
write_contacts (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  const GArray *list = lw_mechanism_get_contact_pairs (mechanism);
  LwBody *silent = lw_body_new (0, NULL);
  const LwContact usual = silent->contact;
  g_auto (Writer) contacts = { 0 };
  g_auto (Writer) pairs = { 0 };

  lw_body_unref (silent);
  if (!writer_open (&contacts, database, LW_STORE_CONTACTS, error)
      || !writer_open (&pairs, database, LW_STORE_CONTACT_PAIRS, error))
    return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);
    LwContact contact = body->contact;
    int id = body->element.id;

    if (lw_contact_equal (&contact, &usual))
      continue;
    lw_store_row_contact (writer_next (&contacts), &id, &contact);
    if (!writer_step (&contacts, error))
      return FALSE;
  }
  for (guint i = 0; i < list->len; i++) {
    LwContactPair pair = g_array_index (list, LwContactPair, i);

    lw_store_row_contact_pair (writer_next (&pairs), &pair);
    if (!writer_step (&pairs, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_marks (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  const GArray *list = lw_mechanism_get_marks (mechanism);
  g_auto (Writer) marks = { 0 };

  if (!writer_open (&marks, database, LW_STORE_MARKS, error))
    return FALSE;
  for (guint i = 0; i < list->len; i++) {
    LwElementMark mark = g_array_index (list, LwElementMark, i);

    lw_store_row_mark (writer_next (&marks), &mark);
    if (!writer_step (&marks, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_background (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  const LwBackground *background = lw_mechanism_get_background (mechanism);
  LwBackground row;
  g_auto (Writer) writer = { 0 };

  if (background == NULL)
    return TRUE;
  if (!writer_open (&writer, database, LW_STORE_BACKGROUND, error))
    return FALSE;
  row = *background;
  lw_store_row_background (writer_next (&writer), &row);
  return writer_step (&writer, error);
}

static gboolean
write_elements (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  g_auto (Writer) couplings = { 0 };
  g_auto (Writer) forces = { 0 };
  g_auto (Writer) tracers = { 0 };

  if (!writer_open (&couplings, database, LW_STORE_COUPLINGS, error)
      || !writer_open (&forces, database, LW_STORE_FORCES, error)
      || !writer_open (&tracers, database, LW_STORE_TRACERS, error))
    return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    LwCoupling coupling = *lw_mechanism_get_coupling (mechanism, i);

    lw_store_row_coupling (writer_next (&couplings), &coupling.element.name, &coupling);
    if (!writer_step (&couplings, error))
      return FALSE;
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    LwForce force = *lw_mechanism_get_force (mechanism, i);

    lw_store_row_force (writer_next (&forces), &force.element.name, &force);
    if (!writer_step (&forces, error))
      return FALSE;
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++) {
    LwTracer tracer = *lw_mechanism_get_tracer (mechanism, i);

    lw_store_row_tracer (writer_next (&tracers), &tracer.element.id, &tracer.element.name,
                         &tracer.body, tracer.point);
    if (!writer_step (&tracers, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_locked_lengths (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  g_auto (Writer) locked = { 0 };

  if (!writer_open (&locked, database, LW_STORE_LOCKED_LENGTHS, error))
    return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    int id = lw_mechanism_get_body (mechanism, i)->element.id;

    if (!lw_mechanism_get_body (mechanism, i)->length_locked)
      continue;
    lw_store_row_locked_length (writer_next (&locked), &id);
    if (!writer_step (&locked, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_measurements (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  g_auto (Writer) measurements = { 0 };
  g_auto (Writer) points = { 0 };

  if (!writer_open (&measurements, database, LW_STORE_MEASUREMENTS, error)
      || !writer_open (&points, database, LW_STORE_MEASUREMENT_POINTS, error))
    return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++) {
    LwMeasurement measurement = *lw_mechanism_get_measurement (mechanism, i);

    lw_store_row_measurement (writer_next (&measurements), &measurement.element.id,
                              &measurement.element.name);
    if (!writer_step (&measurements, error))
      return FALSE;
    for (guint k = 0; k < measurement.n_points; k++) {
      LwStorePart part = { .owner = measurement.element.id, .body = measurement.points[k].body };

      memcpy (part.point, measurement.points[k].point, sizeof part.point);
      lw_store_row_measurement_point (writer_next (&points), &part);
      if (!writer_step (&points, error))
        return FALSE;
    }
  }
  return TRUE;
}

static gboolean
write_plots (sqlite3 *database, const LwMechanism *mechanism, GError **error)
{
  g_auto (Writer) plots = { 0 };
  g_auto (Writer) channels = { 0 };

  if (!writer_open (&plots, database, LW_STORE_PLOTS, error)
      || !writer_open (&channels, database, LW_STORE_PLOT_CHANNELS, error))
    return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_plots (mechanism); i++) {
    LwPlotLayout plot = *lw_mechanism_get_plot (mechanism, i);

    lw_store_row_plot (writer_next (&plots), &plot);
    if (!writer_step (&plots, error))
      return FALSE;
    for (char **channel = plot.channels; *channel != NULL; channel++) {
      LwStorePart part = { .owner = i + 1, .name = *channel };

      lw_store_row_plot_channel (writer_next (&channels), &part);
      if (!writer_step (&channels, error))
        return FALSE;
    }
  }
  return TRUE;
}

static gboolean
write_single_rows (sqlite3 *database, const LwProject *project, GError **error)
{
  char *title = (char *) lw_mechanism_get_title (project->mechanism);
  char *notes = (char *) lw_mechanism_get_notes (project->mechanism);
  LwRunSettings settings = *lw_mechanism_get_run (project->mechanism);
  LwProjectView view = project->view;
  LwLengthUnit length_unit = lw_mechanism_get_length_unit (project->mechanism);
  double gravity[3];
  g_auto (Writer) mechanism = { 0 };
  g_auto (Writer) run_settings = { 0 };
  g_auto (Writer) views = { 0 };

  if (!writer_open (&mechanism, database, LW_STORE_MECHANISM, error)
      || !writer_open (&run_settings, database, LW_STORE_RUN_SETTINGS, error)
      || !writer_open (&views, database, LW_STORE_VIEW, error))
    return FALSE;
  memcpy (gravity, lw_mechanism_get_gravity (project->mechanism), sizeof gravity);
  lw_store_row_mechanism (writer_next (&mechanism), &title, &notes, gravity, &length_unit);
  lw_store_row_settings (writer_next (&run_settings), &settings);
  lw_store_row_view (writer_next (&views), &view);
  return writer_step (&mechanism, error) && writer_step (&run_settings, error)
         && writer_step (&views, error);
}

// Called last, because of the digest.
static gboolean
write_head (sqlite3 *database, GError **error)
{
  LwStoreHead head = { .minor = LW_STORE_MINOR, .written_by = (char *) "Linkwright " LW_VERSION };
  g_auto (Writer) writer = { 0 };

  // The digest covers the row except itself, so the row is written first.
  if (!writer_open (&writer, database, LW_STORE_PROJECT, error))
    return FALSE;
  lw_store_row_head (writer_next (&writer), &head);
  if (!writer_step (&writer, error)
      || !lw_store_digest (database, LW_STORE_FORMAT, NULL, head.digest, error))
    return FALSE;
  g_clear_pointer (&writer.row.statement, sqlite3_finalize);
  writer.row.statement =
    lw_store_prepare (database, "UPDATE project SET digest = ?1 WHERE place = 1", error);
  if (writer.row.statement == NULL)
    return FALSE;
  sqlite3_bind_blob (writer.row.statement, 1, head.digest, sizeof head.digest, SQLITE_STATIC);
  return writer_step (&writer, error);
}

static sqlite3 *
build (const LwProject *project, GCancellable *cancellable, GError **error)
{
  g_autoptr (sqlite3) database = NULL;

  if (!lw_store_check_project (project, error))
    return NULL;
  database = lw_store_create (LW_STORE_FORMAT, error);
  if (database == NULL || !write_single_rows (database, project, error)
      || !write_bodies (database, project->mechanism, error)
      || !write_elements (database, project->mechanism, error)
      || !write_locked_lengths (database, project->mechanism, error)
      || !write_measurements (database, project->mechanism, error)
      || !write_functions (database, project->mechanism, error)
      || !write_parameters (database, project->mechanism, error)
      || !write_bindings (database, project->mechanism, error)
      || !write_contacts (database, project->mechanism, error)
      || !write_marks (database, project->mechanism, error)
      || !write_background (database, project->mechanism, error)
      || !write_plots (database, project->mechanism, error)
      || !lw_store_write_runs (database, project, cancellable, error)
      || !write_head (database, error))
    return NULL;
  if (sqlite3_exec (database, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) {
    lw_store_set_error (database, NULL, error);
    return NULL;
  }
  return g_steal_pointer (&database);
}

static void
close_cb (void *database)
{
  sqlite3_close (database);
}

GBytes *
lw_store_write (const LwProject *project, GCancellable *cancellable, GError **error)
{
  sqlite3 *database = build (project, cancellable, error);
  sqlite3_int64 size = 0;
  guint8 *data;

  if (database == NULL)
    return NULL;
  // Returns the memory that holds the database, not a copy.
  data = sqlite3_serialize (database, "main", &size, SQLITE_SERIALIZE_NOCOPY);
  if (data == NULL) {
    lw_store_set_error (NULL, NULL, error);
    sqlite3_close (database);
    return NULL;
  }
  return g_bytes_new_with_free_func (data, (gsize) size, close_cb, database);
}

gboolean
lw_store_save (LwProject *project,
               GFile *file,
               const char *expected_etag,
               char **etag,
               GCancellable *cancellable,
               GError **error)
{
  g_autofree char *path = get_path (file, N_ ("saved"), error);
  g_autoptr (GBytes) bytes = NULL;
  LwFileStamp stamp = { 0 };
  const void *data;
  gsize size;
  gboolean done;

  if (path == NULL)
    return FALSE;
  bytes = lw_store_write (project, cancellable, error);
  if (bytes == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &size);
  if (size > LW_STORE_MAX_BYTES) {
    g_set_error (error, LW_ERROR, LW_ERROR_IO,
                 _ ("The project would be larger than %d MiB; remove runs that are not needed."),
                 LW_STORE_MAX_BYTES >> 20);
    return FALSE;
  }
  if (expected_etag != NULL && is_changed (path, expected_etag)) {
    g_autofree char *name = g_filename_display_name (path);

    g_set_error (
      error, LW_ERROR, LW_ERROR_CHANGED,
      _ ("%s was changed by another program since it was opened; save to another place, or "
         "overwrite it."),
      name);
    return FALSE;
  }
  done = lw_file_replace (path, data, size, &stamp, cancellable, error);
  // If only the very last step failed, the file has been replaced anyway.
  if (etag != NULL && stamp.inode != 0)
    *etag = etag_new (data, size, &stamp);
  return done;
}
