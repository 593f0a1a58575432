// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs and their recordings. A row of recordings holds some thousand samples of one column, as
// little-endian doubles, with its own digest.

#include "lw-store-private.h"

#include <math.h>
#include <string.h>

/// Numbers of one chunk of all columns, which is in memory at one time.
#define CHUNK_NUMBERS (1 << 19)

static gsize
chunk_samples (gsize n_columns)
{
  return CLAMP (CHUNK_NUMBERS / n_columns, 1, LW_STORE_CHUNK_SAMPLES);
}

static gsize
n_chunks (gsize n_samples, gsize per_chunk)
{
  return (n_samples + per_chunk - 1) / per_chunk;
}

static void
swap_to_little (double *values, gsize n)
{
#if G_BYTE_ORDER == G_BIG_ENDIAN
  for (gsize i = 0; i < n; i++) {
    guint64 bits;

    memcpy (&bits, &values[i], sizeof bits);
    bits = GUINT64_SWAP_LE_BE (bits);
    memcpy (&values[i], &bits, sizeof bits);
  }
#endif
}

// Writing

typedef struct
{
  sqlite3 *database;
  LwStoreWriter runs, channels, changes, chunks;
  GCancellable *cancellable;
} RunWriters;

static void
run_writers_close (RunWriters *self)
{
  lw_store_writer_close (&self->runs);
  lw_store_writer_close (&self->channels);
  lw_store_writer_close (&self->changes);
  lw_store_writer_close (&self->chunks);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RunWriters, run_writers_close)

static gboolean
write_chunk (RunWriters *self,
             gsize chunk,
             const LwRecording *recording,
             gsize n_samples,
             double *values,
             GError **error)
{
  const gsize per_chunk = chunk_samples (lw_recording_n_columns (recording));
  const gsize first = chunk * per_chunk;
  const gsize n = MIN (per_chunk, n_samples - first);

  for (gsize column = 0; column < lw_recording_n_columns (recording); column++) {
    guint8 digest[LW_STORE_DIGEST_SIZE];
    const LwStoreChunk part = { .run = self->runs.row.place,
                                .chunk = (gint64) chunk,
                                .column = (gint64) column,
                                .digest = { digest, sizeof digest },
                                .data = { values, n * sizeof *values } };

    for (gsize i = 0; i < n; i++)
      values[i] = lw_recording_value (recording, column, first + i);
    swap_to_little (values, n);
    lw_store_hash (part.data.data, part.data.size, digest);
    if (!lw_store_writer_add (&self->chunks, &part, error))
      return FALSE;
  }
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

static gboolean
write_recording (RunWriters *self, const LwRecording *recording, gsize n_samples, GError **error)
{
  const gsize per_chunk = chunk_samples (lw_recording_n_columns (recording));
  g_autofree double *values = g_new (double, per_chunk);

  for (gsize chunk = 0; chunk < n_chunks (n_samples, per_chunk); chunk++)
    if (!write_chunk (self, chunk, recording, n_samples, values, error))
      return FALSE;
  return TRUE;
}

static gboolean
write_head (RunWriters *self, const LwProjectRun *run, gsize n_samples, GError **error)
{
  const LwStoreRun head = {
    .name = run->name,
    .notes = run->notes,
    .fingerprint = run->fingerprint,
    .settings = run->settings,
    .n_positions = run->n_positions,
    .n_velocities = run->n_velocities,
    .n_channels = g_strv_length (run->channels),
    .n_samples = (gint64) n_samples,
    .chunk_samples = (gint64) chunk_samples (lw_recording_n_columns (run->recording)),
  };

  return lw_store_writer_add (&self->runs, &head, error);
}

static gboolean
write_channels (RunWriters *self, const LwProjectRun *run, GError **error)
{
  for (guint i = 0; run->channels[i] != NULL; i++) {
    const LwStoreName name = { self->runs.row.place, run->channels[i], run->units[i] };

    if (!lw_store_writer_add (&self->channels, &name, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_changes (RunWriters *self, const LwProjectRun *run, GError **error)
{
  const guint n = run->changes != NULL ? lw_changes_get_n (run->changes) : 0;
  const LwMechanism *before = NULL;

  for (guint i = 0; i < n; i++) {
    const LwChange *change = lw_changes_get (run->changes, i);
    g_autoptr (GArray) fields = lw_change_dup_fields (change, before);

    for (guint k = 0; k < fields->len; k++) {
      const LwChangeField *field = &g_array_index (fields, LwChangeField, k);
      const LwStoreChange row = { .run = self->runs.row.place,
                                  .number = (int) i + 1,
                                  .time = change->time,
                                  .element = (char *) field->element,
                                  .id = field->id,
                                  .field = field->name,
                                  .value = field->value };

      if (strlen (field->value) > LW_STORE_MAX_VALUE) {
        g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                     "A change of the run \"%s\" is too long for a project file; remove the run.",
                     run->name);
        return FALSE;
      }
      if (!lw_store_writer_add (&self->changes, &row, error))
        return FALSE;
    }
    if (change->mechanism != NULL)
      before = change->mechanism;
  }
  return TRUE;
}

gboolean
lw_store_write_runs (sqlite3 *database,
                     const LwProject *project,
                     GCancellable *cancellable,
                     GError **error)
{
  g_auto (RunWriters) self = { .database = database, .cancellable = cancellable };

  if (!lw_store_writer_open (&self.runs, database, LW_STORE_RUNS, error)
      || !lw_store_writer_open (&self.channels, database, LW_STORE_RUN_CHANNELS, error)
      || !lw_store_writer_open (&self.changes, database, LW_STORE_RUN_CHANGES, error)
      || !lw_store_writer_open (&self.chunks, database, LW_STORE_RECORDINGS, error))
    return FALSE;
  for (guint i = 0; i < project->runs->len; i++) {
    const LwProjectRun *run = project->runs->pdata[i];
    // Read once: a recording may still be growing.
    const gsize n_samples = lw_recording_n_samples (run->recording);

    if (!write_head (&self, run, n_samples, error) || !write_channels (&self, run, error)
        || !write_changes (&self, run, error)
        || !write_recording (&self, run->recording, n_samples, error))
      return FALSE;
  }
  return TRUE;
}

// Reading

/// A run while it is read.
typedef struct
{
  gint64 place;
  LwStoreRun head;
  const LwMechanism *drawn; ///< borrowed: the mechanism of the file
  GPtrArray *names, *units;
  LwChanges *changes;  ///< NULL if there are none
  GArray *fields;      ///< array of LwChangeField: the change being read; NULL: none
  int number;          ///< number of this change
  double time;         ///< time of this change, s
  gint64 change_place; ///< place of its last row
  gsize n_changed;     ///< elements of the mechanisms of its changes
  bool changes_cut;    ///< true: a change cannot be read, the later ones are skipped
  LwRecording *recording;
  double *values;       ///< the chunk being read, one column after the other
  gint64 chunk, column; ///< next expected
  bool is_cut;          ///< when salvaging: data is missing, the rest is skipped
} Building;

static void
building_free (void *data)
{
  Building *self = data;

  g_free (self->head.name);
  g_free (self->head.notes);
  g_free (self->head.fingerprint);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->units);
  g_clear_pointer (&self->changes, lw_changes_free);
  g_clear_pointer (&self->fields, g_array_unref);
  g_clear_pointer (&self->recording, lw_recording_unref);
  g_free (self->values);
  g_free (self);
}

static gsize
n_columns_of (const LwStoreRun *head)
{
  return (gsize) (1 + head->n_positions + head->n_velocities + head->n_channels);
}

/// Returns how far the columns of a chunk lie apart while it is read, in numbers.
static gsize
stride_of (const LwStoreRun *head)
{
  return (gsize) CLAMP (head->n_samples, 1, head->chunk_samples);
}

static Building *
find_run (GPtrArray *runs, LwStoreRow *row, gint64 place)
{
  for (guint i = 0; i < runs->len; i++) {
    Building *run = runs->pdata[i];

    if (run->place == place)
      return run;
  }
  lw_store_row_refuse (row, "there is no run %" G_GINT64_FORMAT, place);
  return NULL;
}

static void
check_run (LwStoreRow *row, const LwStoreRun *head)
{
  const gsize n_columns = n_columns_of (head);
  g_autoptr (GError) why = NULL;

  if (n_columns > LW_STORE_MAX_COLUMNS)
    lw_store_row_refuse (row, "a recording must not have more than %d columns",
                         LW_STORE_MAX_COLUMNS);
  else if (n_columns * (gsize) head->chunk_samples > MAX (CHUNK_NUMBERS, n_columns))
    lw_store_row_refuse (row, "its chunks are too large");
  else if (!lw_store_check_settings (&head->settings, &why))
    lw_store_row_refuse (row, "%s", why->message);
  else if (row->place > LW_STORE_MAX_RUNS)
    lw_store_row_refuse (row, "there are more than %d runs", LW_STORE_MAX_RUNS);
}

static bool
take_run_cb (LwStoreRow *row, void *data)
{
  GPtrArray *runs = data;
  Building *run = g_new0 (Building, 1);

  run->place = row->place;
  run->head.settings = lw_run_settings_default ();
  run->names = g_ptr_array_new_with_free_func (g_free);
  run->units = g_ptr_array_new_with_free_func (g_free);
  if (lw_store_row_read (row, &run->head)) {
    run->head.settings.integrator.duration = run->head.settings.duration;
    check_run (row, &run->head);
  }
  if (row->error == NULL) {
    run->recording =
      lw_recording_new_sized (n_columns_of (&run->head), (gsize) run->head.n_samples);
    if (run->recording == NULL)
      lw_store_row_refuse (row, "there is not enough memory for it");
  }
  if (row->error == NULL)
    g_ptr_array_add (runs, run);
  else
    building_free (run);
  return row->error == NULL;
}

static bool
take_channel_cb (LwStoreRow *row, void *data)
{
  LwStoreName found = { 0 };
  Building *run = lw_store_row_read (row, &found) ? find_run (data, row, found.owner) : NULL;

  if (run == NULL) {
    g_free (found.name);
    g_free (found.unit);
    return false;
  }
  g_ptr_array_add (run->names, found.name);
  g_ptr_array_add (run->units, found.unit);
  return true;
}

static gsize
count_elements (const LwMechanism *mechanism)
{
  gsize n = 0;

  for (int i = LW_SELECTION_BODY; i <= LW_SELECTION_LAST; i++)
    n += lw_element_kind ((LwSelectionKind) i)->count (mechanism);
  return n;
}

/// Adds the change whose fields were read, if there is one. Returns false, and sets `why`, if they
/// do not make a change.
static bool
finish_change (GPtrArray *runs, Building *run, GError **why)
{
  g_autoptr (GArray) fields = g_steal_pointer (&run->fields);
  LwChange change = { .coupling = -1, .force = -1, .time = run->time };
  gsize n_changed = 0;

  if (fields == NULL)
    return true;
  if (run->changes == NULL)
    run->changes = lw_changes_new ();
  if (!lw_change_read_fields (&change, (const LwChangeField *) (void *) fields->data, fields->len,
                              lw_changes_get_mechanism (run->changes), run->drawn, why))
    return false;
  run->n_changed += change.mechanism != NULL ? count_elements (change.mechanism) : 0;
  lw_changes_take (run->changes, &change);
  for (guint i = 0; i < runs->len; i++)
    n_changed += ((Building *) runs->pdata[i])->n_changed;
  if (n_changed > LW_STORE_MAX_CHANGED)
    g_set_error (why, LW_ERROR, LW_ERROR_BAD_FILE, "the changes of runs hold more than %d elements",
                 LW_STORE_MAX_CHANGED);
  return n_changed <= LW_STORE_MAX_CHANGED;
}

/// Drops the change that is being read, and skips the later ones, which are relative to it.
static void
cut_changes (Building *run)
{
  run->changes_cut = true;
  g_clear_pointer (&run->fields, g_array_unref);
}

/// Takes the fields to the change that is being read; a row with another number begins a change.
static void
take_field (LwStoreRow *row, GPtrArray *runs, Building *run, LwStoreChange *found)
{
  const bool begins = run->fields == NULL || found->number != run->number;
  g_autoptr (GError) why = NULL;
  LwChangeField field = { .id = found->id };

  if (run->changes_cut)
    return;
  if (begins && !finish_change (runs, run, &why)) {
    lw_store_row_refuse (row, "the change before it is wrong: %s", why->message);
    cut_changes (run);
    return;
  }
  if (begins ? found->time < run->time : found->time != run->time)
    lw_store_row_refuse (row, "time must not run backwards, nor differ in a change");
  else if ((begins && found->number != run->number + 1)
           || (run->number > 0 && row->place != run->change_place + 1))
    lw_store_row_refuse (row, "a part of the change before it is missing");
  if (row->error != NULL) {
    cut_changes (run);
    return;
  }
  field.element = lw_change_element (found->element);
  if (field.element == NULL) {
    lw_store_row_refuse (row, "element must be one of those in the documentation of the format");
    cut_changes (run);
    return;
  }
  if (begins)
    run->fields = lw_change_fields_new ();
  run->number = found->number;
  run->time = found->time;
  run->change_place = row->place;
  field.name = g_steal_pointer (&found->field);
  field.value = g_steal_pointer (&found->value);
  g_array_append_val (run->fields, field);
}

static bool
take_change_cb (LwStoreRow *row, void *data)
{
  LwStoreChange found = { 0 };
  Building *run = lw_store_row_read (row, &found) ? find_run (data, row, found.run) : NULL;

  if (run != NULL)
    take_field (row, data, run, &found);
  g_free (found.element);
  g_free (found.field);
  g_free (found.value);
  return row->error == NULL;
}

/// Adds the last change of each run.
static bool
finish_changes (LwStoreSource *source, GPtrArray *runs, GError **error)
{
  for (guint i = 0; i < runs->len; i++) {
    Building *run = runs->pdata[i];
    g_autoptr (GError) why = NULL;
    g_autofree char *sentence = NULL;

    if (finish_change (runs, run, &why))
      continue;
    sentence = g_strdup_printf ("The last change of the run \"%s\" is wrong: %s.", run->head.name,
                                why->message);
    if (!source->salvage) {
      g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE, sentence);
      return false;
    }
    g_ptr_array_add (source->losses, g_steal_pointer (&sentence));
  }
  return true;
}

// Converts the complete chunk from columns to samples.
static void
append_chunk (LwStoreRow *row, Building *run, gsize n)
{
  const gsize n_columns = n_columns_of (&run->head);
  const gsize stride = stride_of (&run->head);
  g_autofree double *sample = g_new (double, n_columns);
  const gsize n_before = lw_recording_n_samples (run->recording);
  double time = n_before > 0 ? lw_recording_value (run->recording, 0, n_before - 1) : -INFINITY;

  for (gsize i = 0; i < n; i++) {
    for (gsize column = 0; column < n_columns; column++)
      sample[column] = run->values[column * stride + i];
    if (!isfinite (sample[0]) || sample[0] < time) {
      lw_store_row_refuse (row, "time must not run backwards");
      return;
    }
    time = sample[0];
    if (!lw_recording_append (run->recording, sample)) {
      lw_store_row_refuse (row, "there is not enough memory for the recording");
      return;
    }
  }
  run->column = 0;
  run->chunk++;
  // Many runs may be read one after the other.
  if (lw_recording_n_samples (run->recording) == (gsize) run->head.n_samples)
    g_clear_pointer (&run->values, g_free);
}

static void
add_chunk (LwStoreRow *row, Building *run, const LwStoreChunk *part)
{
  const LwStoreRun *head = &run->head;
  const gint64 left = head->n_samples - run->chunk * head->chunk_samples;
  const gsize n = (gsize) CLAMP (left, 0, head->chunk_samples);
  guint8 digest[LW_STORE_DIGEST_SIZE];
  double *values;

  if (n == 0 || part->chunk != run->chunk || part->column != run->column) {
    lw_store_row_refuse (row,
                         "chunk %" G_GINT64_FORMAT ", column %" G_GINT64_FORMAT
                         " of the recording should be here",
                         run->chunk, run->column);
    return;
  }
  if (part->data.size != n * sizeof *values) {
    lw_store_row_refuse (row, "data must hold %" G_GSIZE_FORMAT " numbers", n);
    return;
  }
  lw_store_hash (part->data.data, part->data.size, digest);
  if (memcmp (digest, part->digest.data, sizeof digest) != 0) {
    lw_store_row_refuse (row, "the numbers are damaged");
    return;
  }
  if (run->values == NULL)
    run->values = g_new (double, n_columns_of (head) * stride_of (head));
  values = run->values + (gsize) run->column * stride_of (head);
  memcpy (values, part->data.data, part->data.size);
  swap_to_little (values, n);
  run->column++;
  if ((gsize) run->column == n_columns_of (head))
    append_chunk (row, run, n);
}

static bool
take_chunk_cb (LwStoreRow *row, void *data)
{
  LwStoreChunk part = { 0 };
  Building *run = lw_store_row_read (row, &part) ? find_run (data, row, part.run) : NULL;

  if (run == NULL)
    return false;
  // One message about missing data is enough.
  if (run->is_cut)
    return true;
  add_chunk (row, run, &part);
  run->is_cut = row->error != NULL;
  return row->error == NULL;
}

// Returns the run that was built, or NULL if parts are missing that it cannot do without.
static LwProjectRun *
finish_run (Building *self)
{
  LwProjectRun *run;

  if (self->names->len != (gsize) self->head.n_channels)
    return NULL;
  run = g_new0 (LwProjectRun, 1);
  g_atomic_ref_count_init (&run->ref_count);
  g_ptr_array_add (self->names, NULL);
  g_ptr_array_add (self->units, NULL);
  run->name = g_steal_pointer (&self->head.name);
  run->fingerprint = g_steal_pointer (&self->head.fingerprint);
  run->notes = self->head.notes != NULL ? g_steal_pointer (&self->head.notes) : g_strdup ("");
  run->settings = self->head.settings;
  run->changes = g_steal_pointer (&self->changes);
  if (run->changes != NULL && lw_changes_get_n (run->changes) == 0)
    g_clear_pointer (&run->changes, lw_changes_free);
  run->recording = g_steal_pointer (&self->recording);
  run->n_positions = (guint) self->head.n_positions;
  run->n_velocities = (guint) self->head.n_velocities;
  run->channels = g_strdupv ((char **) self->names->pdata);
  run->units = g_strdupv ((char **) self->units->pdata);
  return run;
}

static bool
is_complete (const Building *self)
{
  return self->names->len == (gsize) self->head.n_channels
         && lw_recording_n_samples (self->recording) == (gsize) self->head.n_samples;
}

static void
note_incomplete (LwStoreSource *source, const Building *run)
{
  if (run->names->len != (gsize) run->head.n_channels)
    g_ptr_array_add (source->losses,
                     g_strdup_printf ("The run \"%s\" is lost: names of its channels are missing.",
                                      run->head.name));
  else
    g_ptr_array_add (source->losses,
                     g_strdup_printf ("The run \"%s\" has %" G_GSIZE_FORMAT " of %" G_GINT64_FORMAT
                                      " samples left.",
                                      run->head.name, lw_recording_n_samples (run->recording),
                                      run->head.n_samples));
}

bool
lw_store_read_runs (LwStoreSource *source,
                    const LwMechanism *drawn,
                    GPtrArray *runs,
                    GError **error)
{
  g_autoptr (GPtrArray) building = g_ptr_array_new_with_free_func (building_free);

  if (!lw_store_for_each (source, LW_STORE_RUNS, take_run_cb, building, error))
    return false;
  for (guint i = 0; i < building->len; i++)
    ((Building *) building->pdata[i])->drawn = drawn;
  if (!lw_store_for_each (source, LW_STORE_RUN_CHANNELS, take_channel_cb, building, error)
      || !lw_store_for_each (source, LW_STORE_RUN_CHANGES, take_change_cb, building, error)
      || !finish_changes (source, building, error)
      || !lw_store_for_each (source, LW_STORE_RECORDINGS, take_chunk_cb, building, error))
    return false;
  for (guint i = 0; i < building->len; i++) {
    Building *run = building->pdata[i];
    LwProjectRun *finished;

    if (!is_complete (run)) {
      if (!source->salvage) {
        g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                     "Parts of the run \"%s\" are missing in the file.", run->head.name);
        return false;
      }
      note_incomplete (source, run);
    }
    finished = finish_run (run);
    if (finished != NULL)
      g_ptr_array_add (runs, finished);
  }
  return true;
}
