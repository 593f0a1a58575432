// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document. Every change goes through announce (), which compares with the last announced
// state, so that every property is notified exactly when it changes.

#include "lw-document.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-evaluation.h"
#include "lw-channel-names.h"
#include "lw-history.h"
#include "lw-marks.h"
#include "lw-open.h"
#include "lw-saves.h"
#include "lw-store.h"
#include "lw-task.h"

struct _LwDocument
{
  GObject parent_instance;

  // Owned
  LwHistory *history;
  GFile *file;
  char *etag;
  char *saves; ///< folder for earlier saves; NULL: they are not kept
  GPtrArray *runs;
  char *gesture;        ///< name of the current gesture, NULL if there is none
  LwMechanism *preview; ///< mechanism shown by it, NULL if there is none yet
  MbdModel *model;      ///< model of the mechanism while it is announced, NULL if not available

  LwProjectView view;

  // State announced last
  LwMechanism *shown;
  char *title;
  char *undo_name;
  char *redo_name;
  gboolean modified;
  bool runs_renamed; ///< true if runs were renamed since
};

enum
{
  PROP_0,
  PROP_MECHANISM,
  PROP_FILE,
  PROP_TITLE,
  PROP_MODIFIED,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_UNDO_NAME,
  PROP_REDO_NAME,
  N_PROPS
};

enum
{
  CHANGED,
  RUNS_CHANGED,
  VIEW_CHANGED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwDocument, lw_document, G_TYPE_OBJECT)

static void
unref_run (void *run)
{
  lw_project_run_unref (run);
}

// Current state

static LwMechanism *
current (LwDocument *self)
{
  return self->preview != NULL ? self->preview : lw_history_get (self->history);
}

static char *
dup_title (LwDocument *self)
{
  g_autofree char *name = self->file != NULL ? g_file_get_basename (self->file) : NULL;

  if (name == NULL)
    return g_strdup (lw_mechanism_get_title (current (self)));
  if (g_str_has_suffix (name, LW_STORE_SUFFIX) && strlen (name) > strlen (LW_STORE_SUFFIX))
    name[strlen (name) - strlen (LW_STORE_SUFFIX)] = '\0';
  return g_filename_display_name (name);
}

static gboolean
is_modified (LwDocument *self)
{
  // A preview counts as unsaved; comparing each preview would be slow.
  return self->preview != NULL || !lw_history_is_saved (self->history);
}

static void
announce_text (LwDocument *self, char **shown, char *now, int prop)
{
  if (g_strcmp0 (*shown, now) == 0) {
    g_free (now);
    return;
  }
  g_free (*shown);
  *shown = now;
  g_object_notify_by_pspec (G_OBJECT (self), props[prop]);
}

static void
announce_step (LwDocument *self, char **shown, const char *now, int name_prop, int can_prop)
{
  gboolean could = *shown != NULL;

  announce_text (self, shown, g_strdup (now), name_prop);
  if (could != (now != NULL))
    g_object_notify_by_pspec (G_OBJECT (self), props[can_prop]);
}

/// Renames the channels of kept runs after the current mechanism. Called for every step: elements
/// that the next step restores are then found under their previous names.
static void
follow_names (LwDocument *self, const LwMechanism *before)
{
  if (lw_channel_names_follow_runs (before, lw_history_get (self->history), self->runs))
    self->runs_renamed = true;
}

static void
push (LwDocument *self, const char *name, LwMechanism *next)
{
  g_autoptr (LwMechanism) before = lw_mechanism_ref (lw_history_get (self->history));

  lw_history_push (self->history, name, next);
  follow_names (self, before);
}

// Handlers may edit again, so the state is complete before any of them runs.
static void
announce (LwDocument *self)
{
  LwMechanism *now = current (self);
  gboolean modified = is_modified (self);

  g_object_ref (self);
  g_object_freeze_notify (G_OBJECT (self));
  announce_text (self, &self->title, dup_title (self), PROP_TITLE);
  announce_step (self, &self->undo_name, lw_document_undo_name (self), PROP_UNDO_NAME,
                 PROP_CAN_UNDO);
  announce_step (self, &self->redo_name, lw_document_redo_name (self), PROP_REDO_NAME,
                 PROP_CAN_REDO);
  if (self->modified != modified) {
    self->modified = modified;
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_MODIFIED]);
  }
  if (now != self->shown) {
    g_clear_pointer (&self->shown, lw_mechanism_unref);
    self->shown = lw_mechanism_ref (now);
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_MECHANISM]);
    g_signal_emit (self, signals[CHANGED], 0);
  }
  if (self->runs_renamed) {
    self->runs_renamed = false;
    g_signal_emit (self, signals[RUNS_CHANGED], 0);
  }
  g_object_thaw_notify (G_OBJECT (self));
  g_object_unref (self);
}

// The object

static void
lw_document_dispose (GObject *object)
{
  LwDocument *self = LW_DOCUMENT (object);

  g_clear_pointer (&self->history, lw_history_free);
  g_clear_object (&self->file);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_clear_pointer (&self->preview, lw_mechanism_unref);
  g_clear_pointer (&self->shown, lw_mechanism_unref);
  G_OBJECT_CLASS (lw_document_parent_class)->dispose (object);
}

static void
lw_document_finalize (GObject *object)
{
  LwDocument *self = LW_DOCUMENT (object);

  g_free (self->etag);
  g_free (self->saves);
  g_free (self->gesture);
  g_free (self->title);
  g_free (self->undo_name);
  g_free (self->redo_name);
  G_OBJECT_CLASS (lw_document_parent_class)->finalize (object);
}

static void
lw_document_get_property (GObject *object, guint prop, GValue *value, GParamSpec *pspec)
{
  LwDocument *self = LW_DOCUMENT (object);

  switch (prop) {
  case PROP_MECHANISM:
    g_value_set_boxed (value, current (self));
    break;
  case PROP_FILE:
    g_value_set_object (value, self->file);
    break;
  case PROP_TITLE:
    g_value_set_string (value, self->title);
    break;
  case PROP_MODIFIED:
    g_value_set_boolean (value, self->modified);
    break;
  case PROP_CAN_UNDO:
    g_value_set_boolean (value, lw_document_can_undo (self));
    break;
  case PROP_CAN_REDO:
    g_value_set_boolean (value, lw_document_can_redo (self));
    break;
  case PROP_UNDO_NAME:
    g_value_set_string (value, self->undo_name);
    break;
  case PROP_REDO_NAME:
    g_value_set_string (value, self->redo_name);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop, pspec);
  }
}

static void
lw_document_class_init (LwDocumentClass *class_)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class_);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lw_document_dispose;
  object_class->finalize = lw_document_finalize;
  object_class->get_property = lw_document_get_property;

  props[PROP_MECHANISM] = g_param_spec_boxed ("mechanism", NULL, NULL, LW_TYPE_MECHANISM, flags);
  props[PROP_FILE] = g_param_spec_object ("file", NULL, NULL, G_TYPE_FILE, flags);
  props[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", flags);
  props[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  props[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  props[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  props[PROP_UNDO_NAME] = g_param_spec_string ("undo-name", NULL, NULL, NULL, flags);
  props[PROP_REDO_NAME] = g_param_spec_string ("redo-name", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (class_), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RUNS_CHANGED] = g_signal_new ("runs-changed", G_TYPE_FROM_CLASS (class_),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", G_TYPE_FROM_CLASS (class_),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lw_document_init (LwDocument *self)
{
  self->runs = g_ptr_array_new_with_free_func (unref_run);
  self->view = lw_project_view_default ();
}

LwDocument *
lw_document_new (LwMechanism *mechanism)
{
  LwDocument *self = g_object_new (LW_TYPE_DOCUMENT, NULL);

  self->history = lw_history_new (mechanism);
  self->shown = lw_mechanism_ref (mechanism);
  self->title = dup_title (self);
  return self;
}

LwDocument *
lw_document_new_for_project (const LwProject *project, GFile *file, const char *etag)
{
  LwDocument *self = lw_document_new (project->mechanism);

  g_set_object (&self->file, file);
  self->etag = g_strdup (etag);
  self->view = project->view;
  for (guint i = 0; i < project->runs->len; i++)
    g_ptr_array_add (self->runs, lw_project_run_ref (project->runs->pdata[i]));
  g_free (self->title);
  self->title = dup_title (self);
  return self;
}

LwMechanism *
lw_document_get_mechanism (LwDocument *self)
{
  return current (self);
}

GFile *
lw_document_get_file (LwDocument *self)
{
  return self->file;
}

const char *
lw_document_get_etag (LwDocument *self)
{
  return self->etag;
}

const char *
lw_document_get_title (LwDocument *self)
{
  return self->title;
}

gboolean
lw_document_get_modified (LwDocument *self)
{
  return self->modified;
}

void
lw_document_mark_unsaved (LwDocument *self)
{
  lw_history_mark_unsaved (self->history);
  announce (self);
}

// Editing

void
lw_document_edit (LwDocument *self, const char *name, LwMechanism *next)
{
  g_autoptr (LwMechanism) bound = NULL;
  g_autoptr (LwMechanism) settled = NULL;

  if (self->gesture != NULL) {
    lw_document_preview (self, next);
    return;
  }
  bound = lw_mechanism_settle_bindings (next);
  settled = lw_marks_settle (bound);
  if (lw_mechanism_equal (settled, lw_history_get (self->history)))
    return;
  push (self, name, settled);
  announce (self);
}

void
lw_document_edit_compiled (LwDocument *self, const char *name, LwMechanism *next, MbdModel *model)
{
  g_object_ref (self);
  self->model = mbd_model_ref (model);
  lw_document_edit (self, name, next);
  g_clear_pointer (&self->model, mbd_model_unref);
  g_object_unref (self);
}

MbdModel *
lw_document_get_model (LwDocument *self)
{
  return self->model;
}

void
lw_document_begin_gesture (LwDocument *self, const char *name)
{
  // A gesture that was not ended counts as done, so that no visible change is lost.
  lw_document_end_gesture (self);
  self->gesture = g_strdup (name);
  announce (self);
}

void
lw_document_preview (LwDocument *self, LwMechanism *next)
{
  LwMechanism *previous = self->preview;

  g_return_if_fail (self->gesture != NULL);
  self->preview = lw_mechanism_settle_bindings (next);
  g_clear_pointer (&previous, lw_mechanism_unref);
  announce (self);
}

void
lw_document_end_gesture (LwDocument *self)
{
  g_autofree char *name = g_steal_pointer (&self->gesture);
  LwMechanism *result = g_steal_pointer (&self->preview);

  if (name == NULL)
    return;
  if (result != NULL && !lw_mechanism_equal (result, lw_history_get (self->history)))
    push (self, name, result);
  g_clear_pointer (&result, lw_mechanism_unref);
  announce (self);
}

void
lw_document_cancel_gesture (LwDocument *self)
{
  g_clear_pointer (&self->gesture, g_free);
  g_clear_pointer (&self->preview, lw_mechanism_unref);
  announce (self);
}

gboolean
lw_document_in_gesture (LwDocument *self)
{
  return self->gesture != NULL;
}

// History

void
lw_document_undo (LwDocument *self)
{
  if (self->gesture != NULL)
    lw_document_cancel_gesture (self);
  else if (lw_document_can_undo (self))
    lw_document_go_to (self, lw_history_get_position (self->history) - 1);
}

void
lw_document_redo (LwDocument *self)
{
  if (self->gesture != NULL)
    lw_document_cancel_gesture (self);
  else if (lw_document_can_redo (self))
    lw_document_go_to (self, lw_history_get_position (self->history) + 1);
}

gboolean
lw_document_can_undo (LwDocument *self)
{
  return lw_document_undo_name (self) != NULL;
}

gboolean
lw_document_can_redo (LwDocument *self)
{
  return lw_document_redo_name (self) != NULL;
}

const char *
lw_document_undo_name (LwDocument *self)
{
  guint position = lw_history_get_position (self->history);

  if (self->gesture != NULL)
    return self->gesture;
  return position > 0 ? lw_history_get_name (self->history, position - 1) : NULL;
}

const char *
lw_document_redo_name (LwDocument *self)
{
  guint position = lw_history_get_position (self->history);

  return self->gesture == NULL && position < lw_history_get_n_steps (self->history)
           ? lw_history_get_name (self->history, position)
           : NULL;
}

guint
lw_document_get_n_steps (LwDocument *self)
{
  return lw_history_get_n_steps (self->history);
}

const char *
lw_document_get_step_name (LwDocument *self, guint index)
{
  return lw_history_get_name (self->history, index);
}

guint
lw_document_get_position (LwDocument *self)
{
  return lw_history_get_position (self->history);
}

void
lw_document_go_to (LwDocument *self, guint position)
{
  g_return_if_fail (position <= lw_history_get_n_steps (self->history));
  if (self->gesture != NULL)
    lw_document_cancel_gesture (self);
  for (guint at = lw_history_get_position (self->history); at != position;) {
    g_autoptr (LwMechanism) before = lw_mechanism_ref (lw_history_get (self->history));

    at = at < position ? at + 1 : at - 1;
    lw_history_go_to (self->history, at);
    follow_names (self, before);
  }
  announce (self);
}

void
lw_document_set_history_limit (LwDocument *self, gsize bytes)
{
  lw_history_set_limit (self->history, bytes);
  announce (self);
}

gsize
lw_document_get_history_size (LwDocument *self)
{
  return lw_history_get_size (self->history);
}

// View and runs

const LwProjectView *
lw_document_get_view (LwDocument *self)
{
  return &self->view;
}

void
lw_document_set_view (LwDocument *self, const LwProjectView *view)
{
  g_return_if_fail (lw_project_view_is_valid (view));
  self->view = *view;
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

guint
lw_document_get_n_runs (LwDocument *self)
{
  return self->runs->len;
}

LwProjectRun *
lw_document_get_run (LwDocument *self, guint index)
{
  g_return_val_if_fail (index < self->runs->len, NULL);
  return self->runs->pdata[index];
}

void
lw_document_add_run (LwDocument *self, LwProjectRun *run)
{
  g_ptr_array_add (self->runs, lw_project_run_ref (run));
  g_signal_emit (self, signals[RUNS_CHANGED], 0);
}

void
lw_document_insert_run (LwDocument *self, guint index, LwProjectRun *run)
{
  g_ptr_array_insert (self->runs, (int) MIN (index, self->runs->len), lw_project_run_ref (run));
  g_signal_emit (self, signals[RUNS_CHANGED], 0);
}

void
lw_document_remove_run (LwDocument *self, guint index)
{
  g_return_if_fail (index < self->runs->len);
  g_ptr_array_remove_index (self->runs, index);
  g_signal_emit (self, signals[RUNS_CHANGED], 0);
}

void
lw_document_rename_run (LwDocument *self, guint index, const char *name)
{
  LwProjectRun *old;

  g_return_if_fail (index < self->runs->len);
  old = self->runs->pdata[index];
  self->runs->pdata[index] = lw_project_run_renamed (old, name);
  lw_project_run_unref (old);
  g_signal_emit (self, signals[RUNS_CHANGED], 0);
}

void
lw_document_note_run (LwDocument *self, guint index, const char *notes)
{
  LwProjectRun *old;

  g_return_if_fail (index < self->runs->len);
  old = self->runs->pdata[index];
  self->runs->pdata[index] = lw_project_run_noted (old, notes);
  lw_project_run_unref (old);
  g_signal_emit (self, signals[RUNS_CHANGED], 0);
}

LwProject *
lw_document_dup_project (LwDocument *self)
{
  return lw_project_new (current (self), &self->view, self->runs);
}

// Files

static void
opened_free (void *opened)
{
  lw_opened_free (opened);
}

static void
open_thread_cb (GTask *task, void *source, void *data, GCancellable *cancellable)
{
  GError *error = NULL;
  LwOpened *opened = lw_open_file (data, cancellable, &error);

  if (opened != NULL)
    g_task_return_pointer (task, opened, opened_free);
  else
    g_task_return_error (task, error);
}

void
lw_document_open_async (GFile *file,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, lw_document_open_async);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  lw_task_run (task, open_thread_cb);
}

LwDocument *
lw_document_open_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (LwOpened) opened = g_task_propagate_pointer (G_TASK (result), error);
  LwDocument *self;

  if (opened == NULL)
    return NULL;
  self = lw_document_new_for_project (
    opened->project, opened->is_text ? NULL : g_task_get_task_data (G_TASK (result)),
    opened->is_text ? NULL : opened->etag);
  if (opened->is_text || opened->differences[0] != NULL)
    lw_document_mark_unsaved (self);
  return self;
}

/// State being saved, and its file.
typedef struct
{
  GFile *file;
  LwProject *project;
  char *expected_etag; ///< NULL: any
  char *saves;         ///< folder for what is replaced; NULL: it is not kept
} Saving;

static void
saving_free (void *data)
{
  Saving *self = data;

  g_object_unref (self->file);
  lw_project_unref (self->project);
  g_free (self->expected_etag);
  g_free (self->saves);
  g_free (self);
}

static void
keep_thread_cb (GTask *task, void *source, void *data, GCancellable *cancellable)
{
  Saving *saving = data;

  lw_saves_keep (saving->saves, saving->file);
  g_task_return_boolean (task, TRUE);
}

static void
saved_cb (GObject *source, GAsyncResult *result, void *user_data)
{
  g_autoptr (GTask) task = user_data;
  LwDocument *self = g_task_get_source_object (task);
  Saving *saving = g_task_get_task_data (task);
  g_autofree char *etag = NULL;
  GError *error = NULL;
  gboolean done = lw_store_save_finish (result, &etag, &error);
  gboolean same_file = self->file != NULL && g_file_equal (self->file, saving->file);

  // A file that was replaced but not confirmed has not been changed by another program.
  if (etag != NULL && (done || same_file)) {
    g_free (self->etag);
    self->etag = g_steal_pointer (&etag);
  }
  if (!done) {
    g_task_return_error (task, error);
    return;
  }
  if (!same_file) {
    g_set_object (&self->file, saving->file);
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FILE]);
  }
  lw_history_mark_saved (self->history, saving->project->mechanism);
  announce (self);
  g_task_return_boolean (task, TRUE);
}

static void
save (GTask *task)
{
  const Saving *saving = g_task_get_task_data (task);

  lw_store_save_async (saving->project, saving->file, saving->expected_etag,
                       g_task_get_cancellable (task), saved_cb, task);
}

static void
kept_cb (GObject *source, GAsyncResult *result, void *task)
{
  save (task);
}

void
lw_document_save_async (LwDocument *self,
                        GFile *file,
                        gboolean overwrite,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  GFile *target = file != NULL ? file : self->file;
  Saving *saving;
  gboolean is_own;

  g_task_set_source_tag (task, lw_document_save_async);
  g_task_set_check_cancellable (task, FALSE);
  if (target == NULL) {
    g_task_return_new_error (task, LW_ERROR, LW_ERROR_IO,
                             _ ("The project has no file yet; choose where to save it."));
    g_object_unref (task);
    return;
  }
  saving = g_new0 (Saving, 1);
  saving->file = g_object_ref (target);
  saving->project = lw_document_dup_project (self);
  // The expected content is known only for the document's own file; the user has confirmed any
  // other.
  is_own = self->file != NULL && g_file_equal (self->file, target);
  saving->expected_etag = is_own && !overwrite ? g_strdup (self->etag) : NULL;
  saving->saves = g_strdup (self->saves);
  g_task_set_task_data (task, saving, saving_free);
  if (saving->saves != NULL) {
    g_autoptr (GTask) keeping = g_task_new (self, NULL, kept_cb, task);

    g_task_set_task_data (keeping, saving, NULL);
    lw_task_run (keeping, keep_thread_cb);
  } else
    save (task);
}

void
lw_document_keep_saves (LwDocument *self, const char *folder)
{
  g_return_if_fail (LW_IS_DOCUMENT (self));

  g_free (self->saves);
  self->saves = g_strdup (folder);
}

gboolean
lw_document_save_finish (LwDocument *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
