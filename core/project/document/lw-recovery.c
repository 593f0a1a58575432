// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recovery after a crash. An entry is <id>.linkwright, an ordinary project, and <id>.entry, a key
// file. The key file is written last, so that a project without one is incomplete and is swept. It
// names the process that owns it, with the start time of that process, because process numbers are
// reused.

#include "lw-recovery.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "lw-file-error.h"
#include "lw-replace.h"
#include "lw-store.h"
#include "lw-task.h"

#define ENTRY_SUFFIX ".entry"
#define ENTRY_GROUP "Recovery"
#define ENTRY_MAX_BYTES (1024 * 1024)

/// A watched document.
typedef struct
{
  LwRecovery *recovery; ///< borrowed
  LwDocument *document; ///< borrowed; a weak reference
  char *id;
  guint timer;
  bool is_pending; ///< true if an edit has not been written yet
  gint64 pending_since_usec;
  bool is_writing;   ///< true while a thread is writing
  bool is_forgotten; ///< true if the entry must be removed as soon as writing ends
  bool is_failing;   ///< true if the last attempt failed
  gulong changed_handler, modified_handler;
} Watch;

struct _LwRecovery
{
  GObject parent_instance;

  // Owned
  char *folder;
  GPtrArray *watches; ///< array of Watch
  guint n_writing;

  int interval; ///< s
};

G_DEFINE_FINAL_TYPE (LwRecovery, lw_recovery, G_TYPE_OBJECT)

static guint failed_signal;

// Files of an entry

static char *
project_path (const char *folder, const char *id)
{
  g_autofree char *name = g_strconcat (id, LW_STORE_SUFFIX, NULL);

  return g_build_filename (folder, name, NULL);
}

static char *
entry_path (const char *folder, const char *id)
{
  g_autofree char *name = g_strconcat (id, ENTRY_SUFFIX, NULL);

  return g_build_filename (folder, name, NULL);
}

static void
remove_entry (const char *folder, const char *id)
{
  g_autofree char *entry = entry_path (folder, id);
  g_autofree char *project = project_path (folder, id);

  // The order matters: a project without its entry is swept.
  g_unlink (entry);
  g_unlink (project);
}

static gboolean
write_entry (const char *folder, const char *id, GKeyFile *keys, GError **error)
{
  g_autofree char *path = entry_path (folder, id);
  gsize size;
  g_autofree char *text = g_key_file_to_data (keys, &size, NULL);

  return lw_file_replace (path, text, size, NULL, NULL, error);
}

/// Returns true only if the file certainly does not exist; an inaccessible file may exist.
static bool
is_missing (const char *path)
{
  GStatBuf status;

  return g_lstat (path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

/// Returns NULL if the entry is missing, unreadable or invalid.
static GKeyFile *
read_entry (const char *folder, const char *id)
{
  g_autofree char *path = entry_path (folder, id);
  g_autoptr (GBytes) bytes = lw_file_read (path, ENTRY_MAX_BYTES, NULL, NULL, NULL);
  g_autoptr (GKeyFile) keys = g_key_file_new ();

  if (bytes == NULL || !g_key_file_load_from_bytes (keys, bytes, G_KEY_FILE_NONE, NULL)
      || !g_key_file_has_group (keys, ENTRY_GROUP))
    return NULL;
  return g_steal_pointer (&keys);
}

// Returns the start time of a process, in the clock of the kernel, or "" if it does not run.
static char *
dup_start_of (gint64 process)
{
  g_autofree char *path = g_strdup_printf ("/proc/%" G_GINT64_FORMAT "/stat", process);
  g_autofree char *text = NULL;
  g_auto (GStrv) fields = NULL;
  char *end;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return g_strdup ("");
  // The program name is in parentheses and may contain any character; the start time is the 20th
  // field after it.
  end = strrchr (text, ')');
  fields = g_strsplit (end != NULL ? end : "", " ", 22);
  return g_strdup (g_strv_length (fields) > 20 ? fields[20] : "");
}

static bool
is_owned (GKeyFile *keys)
{
  gint64 process = g_key_file_get_int64 (keys, ENTRY_GROUP, "process", NULL);
  g_autofree char *start = g_key_file_get_string (keys, ENTRY_GROUP, "started", NULL);
  g_autofree char *now = NULL;

  if (process <= 0 || process > G_MAXINT || (kill ((pid_t) process, 0) != 0 && errno != EPERM))
    return false;
  now = dup_start_of (process);
  return g_strcmp0 (now, start) == 0;
}

// Writing

/// Input of the thread.
typedef struct
{
  char *folder;
  char *id;
  LwProject *project; ///< NULL to clear only the counter
  GKeyFile *keys;
} Job;

static void
job_free (void *data)
{
  Job *self = data;

  g_free (self->folder);
  g_free (self->id);
  g_clear_pointer (&self->project, lw_project_unref);
  g_clear_pointer (&self->keys, g_key_file_unref);
  g_free (self);
}

static void
set_owner (GKeyFile *keys)
{
  g_autofree char *start = dup_start_of (getpid ());

  g_key_file_set_int64 (keys, ENTRY_GROUP, "process", getpid ());
  g_key_file_set_string (keys, ENTRY_GROUP, "started", start);
}

static gboolean
set_attempts (const char *folder, const char *id, bool raise, GError **error)
{
  g_autoptr (GKeyFile) keys = read_entry (folder, id);
  g_autofree char *path = entry_path (folder, id);
  int attempts;

  if (keys == NULL && is_missing (path)) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_IO,
                         _ ("The recovery copy of the project no longer exists."));
    return FALSE;
  }
  // Replace an unreadable key file by one that counts.
  if (keys == NULL)
    keys = g_key_file_new ();
  attempts = MAX (0, g_key_file_get_integer (keys, ENTRY_GROUP, "attempts", NULL));
  g_key_file_set_integer (keys, ENTRY_GROUP, "attempts", raise ? attempts + 1 : 0);
  set_owner (keys);
  return write_entry (folder, id, keys, error);
}

static GKeyFile *
describe (Watch *watch)
{
  GKeyFile *keys = g_key_file_new ();
  GFile *file = lw_document_get_file (watch->document);
  const char *etag = lw_document_get_etag (watch->document);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format_iso8601 (now);
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  g_key_file_set_string (keys, ENTRY_GROUP, "title", lw_document_get_title (watch->document));
  g_key_file_set_string (keys, ENTRY_GROUP, "time", time);
  g_key_file_set_integer (keys, ENTRY_GROUP, "attempts", 0);
  if (uri != NULL)
    g_key_file_set_string (keys, ENTRY_GROUP, "file", uri);
  if (etag != NULL)
    g_key_file_set_string (keys, ENTRY_GROUP, "etag", etag);
  set_owner (keys);
  return keys;
}

static gboolean
write_down (const Job *job, GError **error)
{
  g_autofree char *path = project_path (job->folder, job->id);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  if (job->project == NULL)
    return set_attempts (job->folder, job->id, false, error);
  if (g_mkdir_with_parents (job->folder, 0700) != 0) {
    const int number = errno;
    g_autofree char *folder = g_filename_display_name (job->folder);

    lw_file_error_set (error, folder, LW_FILE_SAVED, number);
    return FALSE;
  }
  return lw_store_save (job->project, file, NULL, NULL, NULL, error)
         && write_entry (job->folder, job->id, job->keys, error);
}

static void
write_thread_cb (GTask *task, void *source, void *data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (write_down (data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static Job *
job_new (Watch *watch)
{
  Job *job = g_new0 (Job, 1);

  job->folder = g_strdup (watch->recovery->folder);
  job->id = g_strdup (watch->id);
  job->project = lw_document_dup_project (watch->document);
  // Recordings are large and can be made again.
  g_ptr_array_set_size (job->project->runs, 0);
  job->keys = describe (watch);
  return job;
}

static void
watch_free (Watch *watch)
{
  g_clear_handle_id (&watch->timer, g_source_remove);
  if (watch->document != NULL) {
    g_signal_handler_disconnect (watch->document, watch->changed_handler);
    g_signal_handler_disconnect (watch->document, watch->modified_handler);
    g_object_remove_weak_pointer (G_OBJECT (watch->document), (void **) &watch->document);
  }
  g_free (watch->id);
  g_free (watch);
}

static void start_timer (Watch *watch);

/// Takes the result of writing. After a failure the edit is still to be written, which is tried again
/// in every interval; only the first failure is reported.
static void
take_result (Watch *watch, const GError *error)
{
  const bool is_first = error != NULL && !watch->is_failing;

  watch->is_failing = error != NULL;
  if (error == NULL || watch->document == NULL || watch->is_forgotten
      || !lw_document_get_modified (watch->document))
    return;
  watch->is_pending = true;
  watch->pending_since_usec = g_get_monotonic_time ();
  if (is_first)
    g_signal_emit (watch->recovery, failed_signal, 0, watch->document, error->message);
}

static void
written_cb (GObject *source, GAsyncResult *result, void *user_data)
{
  LwRecovery *self = LW_RECOVERY (source);
  Watch *watch = user_data;
  g_autoptr (GError) error = NULL;

  self->n_writing--;
  watch->is_writing = false;
  g_task_propagate_boolean (G_TASK (result), &error);
  take_result (watch, error);
  if (watch->is_forgotten) {
    remove_entry (self->folder, watch->id);
    watch_free (watch);
  } else if (watch->document != NULL && !lw_document_get_modified (watch->document))
    // The document was saved meanwhile.
    remove_entry (self->folder, watch->id);
  else if (watch->is_pending)
    start_timer (watch);
}

// Takes ownership of the job.
static void
start_job (Watch *watch, Job *job)
{
  g_autoptr (GTask) task = g_task_new (watch->recovery, NULL, written_cb, watch);

  watch->is_writing = true;
  watch->recovery->n_writing++;
  g_task_set_task_data (task, job, job_free);
  lw_task_run (task, write_thread_cb);
}

static void
start_writing (Watch *watch)
{
  watch->is_pending = false;
  start_job (watch, job_new (watch));
}

static gboolean
timer_cb (void *user_data)
{
  Watch *watch = user_data;

  watch->timer = 0;
  if (watch->document != NULL && watch->is_pending && !watch->is_writing)
    start_writing (watch);
  return G_SOURCE_REMOVE;
}

// The delay counts from the first unwritten edit, so that neither further edits nor a slow disk
// that is still writing an earlier one postpones it.
static void
start_timer (Watch *watch)
{
  // Most of the interval is left for writing.
  const gint64 delay_ms = 333 * watch->recovery->interval;
  const gint64 waited_ms = (g_get_monotonic_time () - watch->pending_since_usec) / 1000;

  if (watch->timer == 0)
    watch->timer = g_timeout_add ((guint) MAX (delay_ms - waited_ms, 0), timer_cb, watch);
}

void
lw_recovery_set_interval (LwRecovery *self, int seconds)
{
  g_return_if_fail (LW_IS_RECOVERY (self));

  seconds = CLAMP (seconds, 1, 600);
  if (seconds == self->interval)
    return;
  self->interval = seconds;
  for (guint i = 0; i < self->watches->len; i++) {
    Watch *watch = self->watches->pdata[i];

    if (watch->timer == 0)
      continue;
    g_clear_handle_id (&watch->timer, g_source_remove);
    start_timer (watch);
  }
}

int
lw_recovery_get_interval (LwRecovery *self)
{
  g_return_val_if_fail (LW_IS_RECOVERY (self), 0);

  return self->interval;
}

static void
changed_cb (LwDocument *document, Watch *watch)
{
  if (!lw_document_get_modified (document))
    return;
  if (!watch->is_pending)
    watch->pending_since_usec = g_get_monotonic_time ();
  watch->is_pending = true;
  if (!watch->is_writing)
    start_timer (watch);
}

static void
modified_cb (LwDocument *document, GParamSpec *pspec, Watch *watch)
{
  if (lw_document_get_modified (document)) {
    changed_cb (document, watch);
    return;
  }
  // The document was saved, or undone back to the saved state.
  watch->is_pending = false;
  g_clear_handle_id (&watch->timer, g_source_remove);
  if (!watch->is_writing)
    remove_entry (watch->recovery->folder, watch->id);
}

// Watching

static Watch *
find_watch (LwRecovery *self, LwDocument *document)
{
  for (guint i = 0; i < self->watches->len; i++) {
    Watch *watch = self->watches->pdata[i];

    if (watch->document == document)
      return watch;
  }
  return NULL;
}

static Watch *
watch_new (LwRecovery *self, LwDocument *document, const char *id)
{
  Watch *watch = g_new0 (Watch, 1);

  watch->recovery = self;
  watch->document = document;
  g_object_add_weak_pointer (G_OBJECT (document), (void **) &watch->document);
  watch->id = id != NULL ? g_strdup (id) : g_uuid_string_random ();
  watch->changed_handler = g_signal_connect (document, "changed", G_CALLBACK (changed_cb), watch);
  watch->modified_handler =
    g_signal_connect (document, "notify::modified", G_CALLBACK (modified_cb), watch);
  g_ptr_array_add (self->watches, watch);
  return watch;
}

void
lw_recovery_watch (LwRecovery *self, LwDocument *document)
{
  if (find_watch (self, document) == NULL)
    changed_cb (document, watch_new (self, document, NULL));
}

void
lw_recovery_forget (LwRecovery *self, LwDocument *document)
{
  Watch *watch = find_watch (self, document);

  if (watch == NULL)
    return;
  g_ptr_array_remove_fast (self->watches, watch);
  if (watch->is_writing) {
    // The entry is removed after the thread has finished.
    watch->is_forgotten = true;
    return;
  }
  remove_entry (self->folder, watch->id);
  watch_free (watch);
}

void
lw_recovery_flush (LwRecovery *self)
{
  // Threads return their results to the main context.
  while (self->n_writing > 0)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < self->watches->len; i++) {
    Watch *watch = self->watches->pdata[i];
    Job *job;
    g_autoptr (GError) error = NULL;

    if (watch->document == NULL || !watch->is_pending)
      continue;
    g_clear_handle_id (&watch->timer, g_source_remove);
    watch->is_pending = false;
    job = job_new (watch);
    write_down (job, &error);
    job_free (job);
    take_result (watch, error);
  }
}

// Entries of earlier sessions

void
lw_recovery_entry_free (LwRecoveryEntry *entry)
{
  g_free (entry->id);
  g_free (entry->title);
  g_clear_object (&entry->file);
  g_free (entry->etag);
  g_clear_pointer (&entry->time, g_date_time_unref);
  g_free (entry);
}

/// Returns the modification time of the project file.
static GDateTime *
dup_time_of (const char *path)
{
  GStatBuf status;

  return g_date_time_new_from_unix_utc (g_stat (path, &status) == 0 ? status.st_mtime : 0);
}

/// Creates an entry; `project` is its path, `read` is NULL if the key file cannot be read.
static LwRecoveryEntry *
entry_new (const char *id, const char *project, GKeyFile *read)
{
  g_autoptr (GKeyFile) keys = read != NULL ? g_key_file_ref (read) : g_key_file_new ();
  LwRecoveryEntry *entry = g_new0 (LwRecoveryEntry, 1);
  g_autofree char *uri = g_key_file_get_string (keys, ENTRY_GROUP, "file", NULL);
  g_autofree char *time = g_key_file_get_string (keys, ENTRY_GROUP, "time", NULL);

  entry->id = g_strdup (id);
  entry->title = g_key_file_get_string (keys, ENTRY_GROUP, "title", NULL);
  entry->is_unknown = entry->title == NULL;
  if (entry->title == NULL)
    entry->title = g_strdup ("");
  entry->file = uri != NULL && !entry->is_unknown ? g_file_new_for_uri (uri) : NULL;
  entry->etag = g_key_file_get_string (keys, ENTRY_GROUP, "etag", NULL);
  entry->time = time != NULL ? g_date_time_new_from_iso8601 (time, NULL) : NULL;
  if (entry->time == NULL)
    entry->time = dup_time_of (project);
  entry->attempts = MAX (0, g_key_file_get_integer (keys, ENTRY_GROUP, "attempts", NULL));
  entry->is_blocked = entry->attempts >= LW_RECOVERY_MAX_ATTEMPTS;
  return entry;
}

static int
compare_entries (const void *a, const void *b)
{
  const LwRecoveryEntry *first = *(const LwRecoveryEntry *const *) a;
  const LwRecoveryEntry *second = *(const LwRecoveryEntry *const *) b;

  return g_date_time_compare (second->time, first->time);
}

// Returns the names in the folder with this suffix, without the suffix.
static GPtrArray *
list_ids (const char *folder, const char *suffix)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (*name != '.' && g_str_has_suffix (name, suffix))
      g_ptr_array_add (ids, g_strndup (name, strlen (name) - strlen (suffix)));
  return ids;
}

static bool
is_watched (LwRecovery *self, const char *id)
{
  for (guint i = 0; i < self->watches->len; i++)
    if (strcmp (((Watch *) self->watches->pdata[i])->id, id) == 0)
      return true;
  return false;
}

// Removes projects without an entry, whose program ended between the two. Recent ones may still get
// it.
static void
sweep (LwRecovery *self)
{
  g_autoptr (GPtrArray) ids = list_ids (self->folder, LW_STORE_SUFFIX);

  for (guint i = 0; i < ids->len; i++) {
    g_autofree char *entry = entry_path (self->folder, ids->pdata[i]);
    g_autofree char *project = project_path (self->folder, ids->pdata[i]);
    GStatBuf status;

    lw_file_sweep (entry);
    lw_file_sweep (project);
    if (!is_watched (self, ids->pdata[i]) && is_missing (entry) && g_stat (project, &status) == 0
        && time (NULL) - status.st_mtime > 60)
      g_unlink (project);
  }
}

static void
free_entry (void *entry)
{
  lw_recovery_entry_free (entry);
}

GPtrArray *
lw_recovery_list (LwRecovery *self)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (free_entry);
  g_autoptr (GPtrArray) ids = NULL;

  sweep (self);
  ids = list_ids (self->folder, ENTRY_SUFFIX);
  for (guint i = 0; i < ids->len; i++) {
    g_autoptr (GKeyFile) keys = read_entry (self->folder, ids->pdata[i]);
    g_autofree char *project = project_path (self->folder, ids->pdata[i]);

    if (is_missing (project))
      remove_entry (self->folder, ids->pdata[i]);
    else if (!is_watched (self, ids->pdata[i]) && (keys == NULL || !is_owned (keys)))
      g_ptr_array_add (entries, entry_new (ids->pdata[i], project, keys));
  }
  g_ptr_array_sort (entries, compare_entries);
  return entries;
}

void
lw_recovery_discard (LwRecovery *self, const LwRecoveryEntry *entry)
{
  remove_entry (self->folder, entry->id);
}

// Opening

/// The entry being opened, and its project.
typedef struct
{
  char *folder;
  char *id;
  GFile *file;
  char *etag;
} Opening;

static void
opening_free (void *data)
{
  Opening *self = data;

  g_free (self->folder);
  g_free (self->id);
  g_clear_object (&self->file);
  g_free (self->etag);
  g_free (self);
}

static void
unref_project (void *project)
{
  lw_project_unref (project);
}

// Runs are not written; those of the saved file are still available.
static void
take_saved_runs (LwProject *project, GFile *saved, GCancellable *cancellable)
{
  g_autoptr (LwProject) old = saved != NULL ? lw_store_load (saved, NULL, cancellable, NULL) : NULL;

  for (guint i = 0; old != NULL && i < old->runs->len; i++)
    g_ptr_array_add (project->runs, lw_project_run_ref (old->runs->pdata[i]));
}

static void
open_thread_cb (GTask *task, void *source, void *data, GCancellable *cancellable)
{
  Opening *opening = data;
  g_autofree char *path = project_path (opening->folder, opening->id);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GError *error = NULL;
  LwProject *project = NULL;

  // The counter is raised before the project is read, so that a crash while reading counts.
  if (set_attempts (opening->folder, opening->id, true, &error))
    project = lw_store_load (file, NULL, cancellable, &error);
  if (project == NULL) {
    g_task_return_error (task, error);
    return;
  }
  take_saved_runs (project, opening->file, cancellable);
  g_task_return_pointer (task, project, unref_project);
}

void
lw_recovery_open_async (LwRecovery *self,
                        const LwRecoveryEntry *entry,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Opening *opening = g_new0 (Opening, 1);

  opening->folder = g_strdup (self->folder);
  opening->id = g_strdup (entry->id);
  g_set_object (&opening->file, entry->file);
  opening->etag = g_strdup (entry->etag);
  g_task_set_source_tag (task, lw_recovery_open_async);
  g_task_set_task_data (task, opening, opening_free);
  lw_task_run (task, open_thread_cb);
}

LwDocument *
lw_recovery_open_finish (LwRecovery *self, GAsyncResult *result, GError **error)
{
  Opening *opening = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) why = NULL;
  g_autoptr (LwProject) project = g_task_propagate_pointer (G_TASK (result), &why);
  LwDocument *document;

  if (project == NULL) {
    // An attempt that the user cancelled does not count as a crash.
    if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      set_attempts (opening->folder, opening->id, false, NULL);
    g_propagate_error (error, g_steal_pointer (&why));
    return NULL;
  }
  document = lw_document_new_for_project (project, opening->file, opening->etag);
  lw_document_mark_unsaved (document);
  watch_new (self, document, opening->id);
  return document;
}

void
lw_recovery_confirm (LwRecovery *self, LwDocument *document)
{
  Watch *watch = find_watch (self, document);
  Job *job;

  // An entry that is being written, or will be, has a counter of zero anyway.
  if (watch == NULL || watch->is_writing || watch->is_pending)
    return;
  job = g_new0 (Job, 1);
  job->folder = g_strdup (self->folder);
  job->id = g_strdup (watch->id);
  start_job (watch, job);
}

// The object

static void
lw_recovery_dispose (GObject *object)
{
  LwRecovery *self = LW_RECOVERY (object);

  // Threads hold a reference, so no thread is running any more.
  for (guint i = 0; self->watches != NULL && i < self->watches->len; i++)
    watch_free (self->watches->pdata[i]);
  g_clear_pointer (&self->watches, g_ptr_array_unref);
  G_OBJECT_CLASS (lw_recovery_parent_class)->dispose (object);
}

static void
lw_recovery_finalize (GObject *object)
{
  g_free (LW_RECOVERY (object)->folder);
  G_OBJECT_CLASS (lw_recovery_parent_class)->finalize (object);
}

static void
lw_recovery_class_init (LwRecoveryClass *class_)
{
  failed_signal = g_signal_new ("failed", G_TYPE_FROM_CLASS (class_), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 2, LW_TYPE_DOCUMENT, G_TYPE_STRING);
  G_OBJECT_CLASS (class_)->dispose = lw_recovery_dispose;
  G_OBJECT_CLASS (class_)->finalize = lw_recovery_finalize;
}

static void
lw_recovery_init (LwRecovery *self)
{
  self->watches = g_ptr_array_new ();
  self->interval = LW_RECOVERY_INTERVAL_S;
}

LwRecovery *
lw_recovery_new (const char *folder)
{
  LwRecovery *self = g_object_new (LW_TYPE_RECOVERY, NULL);

  self->folder = folder != NULL
                   ? g_strdup (folder)
                   : g_build_filename (g_get_user_data_dir (), "linkwright", "recovery", NULL);
  return self;
}
