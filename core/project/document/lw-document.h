// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document: a mechanism that is being edited, with undo and redo, its file, whether it has been
// saved, its view, and the runs that were kept. Belongs to one thread (that of the window); files
// are read and written in other threads, which use immutable values only.

#pragma once

#include <gio/gio.h>

#include "lw-project.h"

G_BEGIN_DECLS

#define LW_TYPE_DOCUMENT (lw_document_get_type ())
G_DECLARE_FINAL_TYPE (LwDocument, lw_document, LW, DOCUMENT, GObject)

// Properties (all read-only, notified): "mechanism" (LwMechanism), "file" (GFile or NULL), "title",
// "modified", "can-undo", "can-redo", "undo-name", "redo-name" (NULL if there is none).
// Signals: "changed" after the mechanism was replaced in any way (also during a gesture),
// "runs-changed" after the list of runs changed, "view-changed" after lw_document_set_view ().

/// Returns a new document without a file, not modified. Takes a reference to the mechanism.
LwDocument *lw_document_new (LwMechanism *mechanism);
/// Returns a document as opened from a file (with its etag; see lw-store.h), or without a file.
LwDocument *lw_document_new_for_project (const LwProject *project, GFile *file, const char *etag);

LwMechanism *lw_document_get_mechanism (LwDocument *self);
GFile *lw_document_get_file (LwDocument *self);      ///< NULL before the first save
const char *lw_document_get_etag (LwDocument *self); ///< etag of the file as last read or written
/// Returns the file name without suffix, otherwise the title of the mechanism, otherwise "".
const char *lw_document_get_title (LwDocument *self);
/// Returns TRUE if the mechanism differs from the one last saved or opened. Runs and view do not
/// count.
gboolean lw_document_get_modified (LwDocument *self);
/// Marks the content as not stored in any file: a recovered or imported document. Until the next
/// save it counts as modified, even if undo leads back to this state.
void lw_document_mark_unsaved (LwDocument *self);

/// Replaces the mechanism as one undo step. Does nothing if the mechanisms are equal. During a
/// gesture the change is a preview and adds no step.
void lw_document_edit (LwDocument *self, const char *name, LwMechanism *next);
/// Like lw_document_edit (), for a mechanism that has already been compiled: listeners can use
/// `model` instead of compiling it again.
void
lw_document_edit_compiled (LwDocument *self, const char *name, LwMechanism *next, MbdModel *model);
/// Returns the model of the mechanism while such an edit is announced; otherwise NULL.
MbdModel *lw_document_get_model (LwDocument *self);

/// Begins a gesture: all changes until its end are one undo step.
void lw_document_begin_gesture (LwDocument *self, const char *name);
void lw_document_preview (LwDocument *self, LwMechanism *next);
void lw_document_end_gesture (LwDocument *self);
/// Restores the state at the beginning of the gesture; no step is added.
void lw_document_cancel_gesture (LwDocument *self);
gboolean lw_document_in_gesture (LwDocument *self);

/// During a gesture, undo and redo cancel it instead.
void lw_document_undo (LwDocument *self);
void lw_document_redo (LwDocument *self);
gboolean lw_document_can_undo (LwDocument *self);
gboolean lw_document_can_redo (LwDocument *self);
const char *lw_document_undo_name (LwDocument *self); ///< NULL if there is nothing to undo
const char *lw_document_redo_name (LwDocument *self);

/// The history for a menu: steps in order of time; the first `position` of them are done, the
/// others can be redone.
guint lw_document_get_n_steps (LwDocument *self);
const char *lw_document_get_step_name (LwDocument *self, guint index);
guint lw_document_get_position (LwDocument *self);
void lw_document_go_to (LwDocument *self, guint position);
/// Sets the memory limit of the history, in bytes (default 256 MiB). The oldest steps are dropped
/// first; the latest is always kept.
void lw_document_set_history_limit (LwDocument *self, gsize bytes);
gsize lw_document_get_history_size (LwDocument *self); ///< bytes, estimated

const LwProjectView *lw_document_get_view (LwDocument *self);
void lw_document_set_view (LwDocument *self, const LwProjectView *view);

guint lw_document_get_n_runs (LwDocument *self);
LwProjectRun *lw_document_get_run (LwDocument *self, guint index);
void lw_document_add_run (LwDocument *self, LwProjectRun *run);
void lw_document_insert_run (LwDocument *self, guint index, LwProjectRun *run);
void lw_document_remove_run (LwDocument *self, guint index);
void lw_document_rename_run (LwDocument *self, guint index, const char *name);
void lw_document_note_run (LwDocument *self, guint index, const char *notes);

/// Returns the content that a file would have now; an immutable value for another thread.
LwProject *lw_document_dup_project (LwDocument *self);

/// Opens a project or a mechanism in text form, whichever the file holds, without blocking. A
/// document from text has no file (Save asks for one) and counts as unsaved; so does one with
/// numbers that differed from the results of their formulas.
void lw_document_open_async (GFile *file,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
LwDocument *lw_document_open_finish (GAsyncResult *result, GError **error);

/// Saves the current state without blocking; the document may be edited meanwhile. `file` may be
/// NULL for its own file. Sets LW_ERROR_CHANGED if the file on disk differs from the one last read
/// or written, unless `overwrite`. On success it becomes the document's file, and the state of the
/// call counts as saved; after an error nothing has changed.
void lw_document_save_async (LwDocument *self,
                             GFile *file,
                             gboolean overwrite,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
/// From now on, what a save replaces is kept in this folder (lw-saves.h); NULL: it is not kept.
void lw_document_keep_saves (LwDocument *self, const char *folder);
gboolean lw_document_save_finish (LwDocument *self, GAsyncResult *result, GError **error);

G_END_DECLS
