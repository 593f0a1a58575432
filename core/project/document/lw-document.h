// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document: a mechanism that is being edited, with undo and redo, where it came from, whether
// it has been saved, how it is looked at, and the runs that were kept. Belongs to one thread (that
// of the window); files are read and written in others, which see immutable values only.

#pragma once

#include <gio/gio.h>

#include "lw-project.h"

G_BEGIN_DECLS

#define LW_TYPE_DOCUMENT (lw_document_get_type ())
G_DECLARE_FINAL_TYPE (LwDocument, lw_document, LW, DOCUMENT, GObject)

// Properties (all read-only, notified): "mechanism" (LwMechanism), "file" (GFile or NULL), "title",
// "modified", "can-undo", "can-redo", "undo-name", "redo-name" (NULL when there is none).
// Signals: "changed" after the mechanism was replaced in any way (also while a gesture lasts),
// "runs-changed" after the list of runs changed, "view-changed" after lw_document_set_view ().

/// A new document without a file, not modified. Takes a reference.
LwDocument *lw_document_new (LwMechanism *mechanism);
/// As opened from a file (with its etag; see lw-store.h), or from none.
LwDocument *lw_document_new_for_project (const LwProject *project, GFile *file, const char *etag);

LwMechanism *lw_document_get_mechanism (LwDocument *self);
GFile *lw_document_get_file (LwDocument *self);      ///< NULL before the first save
const char *lw_document_get_etag (LwDocument *self); ///< of the file as last read or written
/// File name without suffix, else the title of the mechanism, else "".
const char *lw_document_get_title (LwDocument *self);
/// The mechanism is not the one that was last saved or opened. Runs and view are no edits.
gboolean lw_document_get_modified (LwDocument *self);
/// The content is held by no file: a recovered or imported document. Until the next save it counts
/// as modified, also when undo leads back to here.
void lw_document_mark_unsaved (LwDocument *self);

/// One undo step. An equal mechanism makes none. While a gesture lasts it is a preview.
void lw_document_edit (LwDocument *self, const char *name, LwMechanism *next);
/// The same for a mechanism whose model is there already, because it was asked whether there is
/// one: who follows the document need not make another.
void
lw_document_edit_compiled (LwDocument *self, const char *name, LwMechanism *next, MbdModel *model);
/// The model of the mechanism, while such an edit is told of; otherwise NULL.
MbdModel *lw_document_get_model (LwDocument *self);

/// From here until the end, whatever happens is one undo step.
void lw_document_begin_gesture (LwDocument *self, const char *name);
void lw_document_preview (LwDocument *self, LwMechanism *next);
void lw_document_end_gesture (LwDocument *self);
/// Back to how it was when the gesture began; no step is left.
void lw_document_cancel_gesture (LwDocument *self);
gboolean lw_document_in_gesture (LwDocument *self);

/// While a gesture lasts, undo and redo cancel it instead.
void lw_document_undo (LwDocument *self);
void lw_document_redo (LwDocument *self);
gboolean lw_document_can_undo (LwDocument *self);
gboolean lw_document_can_redo (LwDocument *self);
const char *lw_document_undo_name (LwDocument *self); ///< NULL when there is nothing to undo
const char *lw_document_redo_name (LwDocument *self);

/// The history for a menu: steps in order of time; the first `position` of them are done, the rest
/// can be redone.
guint lw_document_get_n_steps (LwDocument *self);
const char *lw_document_get_step_name (LwDocument *self, guint index);
guint lw_document_get_position (LwDocument *self);
void lw_document_go_to (LwDocument *self, guint position);
/// At most so many bytes for steps (default 256 MiB); the oldest are dropped. The last one stays.
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

/// What a file would hold now; a value for another thread.
LwProject *lw_document_dup_project (LwDocument *self);

/// Open a project or a mechanism in text form, whichever the file holds, without blocking. What
/// comes from text has no file (Save asks where) and counts as unsaved; so does what had numbers
/// that were not what their formulas give.
void lw_document_open_async (GFile *file,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
LwDocument *lw_document_open_finish (GAsyncResult *result, GError **error);

/// Save what the document is now, without blocking; it may be edited meanwhile. `file` NULL: its
/// own. When the file on disk is not the one that was read or written last, LW_ERROR_CHANGED,
/// unless `overwrite`. On success it is the document's file, and saved as of the call; on failure
/// nothing has changed.
void lw_document_save_async (LwDocument *self,
                             GFile *file,
                             gboolean overwrite,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
gboolean lw_document_save_finish (LwDocument *self, GAsyncResult *result, GError **error);

G_END_DECLS
