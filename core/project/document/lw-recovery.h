// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recovery after a crash: every document with unsaved edits is also kept in a folder under the
// user's data directory, before an interval has passed since an edit, as a project file with a
// small key file beside it that tells where it belongs. The saved file is never touched.
//
// Belongs to the thread of the window; writing happens in another one.

#pragma once

#include "lw-document.h"

G_BEGIN_DECLS

/// s, unless lw_recovery_set_interval () says otherwise.
#define LW_RECOVERY_INTERVAL_S 3
/// So often is an entry opened; a project that ends the program is not offered again after that.
#define LW_RECOVERY_MAX_ATTEMPTS 1

#define LW_TYPE_RECOVERY (lw_recovery_get_type ())
G_DECLARE_FINAL_TYPE (LwRecovery, lw_recovery, LW, RECOVERY, GObject)

/// `folder` NULL: the default, g_get_user_data_dir ()/linkwright/recovery.
LwRecovery *lw_recovery_new (const char *folder);

/// An edit is written down before so many seconds have passed; also those that wait already.
void lw_recovery_set_interval (LwRecovery *self, int seconds);
int lw_recovery_get_interval (LwRecovery *self);

/// Follow a document: its unsaved edits are written down from now on. What is kept is taken away as
/// soon as it is saved.
void lw_recovery_watch (LwRecovery *self, LwDocument *document);
/// The user closed the document (saved, or without saving): nothing is kept of it any more.
void lw_recovery_forget (LwRecovery *self, LwDocument *document);
/// Write down all that is pending now, and wait for it and for what is still to be taken away (at
/// the end of the session).
void lw_recovery_flush (LwRecovery *self);

/// What an earlier session left behind.
typedef struct
{
  char *id;            ///< name of the entry in the folder
  char *title;         ///< of the document, for a list
  gboolean is_unknown; ///< what tells where it belongs cannot be read: only the project is there
  GFile *file;         ///< where it was saved last; NULL: never, or not known
  char *etag;          ///< of that file then
  GDateTime *time;     ///< of the last edit that was written down
  int attempts;        ///< how often it was opened without success
  gboolean is_blocked; ///< attempts has reached LW_RECOVERY_MAX_ATTEMPTS: offer only to discard or
                       ///< to keep, not to open by itself
} LwRecoveryEntry;

void lw_recovery_entry_free (LwRecoveryEntry *entry);
/// Entries of sessions that have ended (by crash or kill), newest first; those of programs that
/// still run are left out. Sweeps what a crash left half written; a project whose key file is there
/// and cannot be read is never swept, but listed. Array of LwRecoveryEntry.
GPtrArray *lw_recovery_list (LwRecovery *self);

/// Open an entry without blocking: the document has the file and etag of the entry, counts as
/// modified, and is watched under the same entry. The counter is raised and synced before and
/// cleared by lw_recovery_confirm (); a project that ends the program on opening is blocked then.
void lw_recovery_open_async (LwRecovery *self,
                             const LwRecoveryEntry *entry,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
LwDocument *lw_recovery_open_finish (LwRecovery *self, GAsyncResult *result, GError **error);
/// The recovered document has been shown and works: clear the counter of its entry.
void lw_recovery_confirm (LwRecovery *self, LwDocument *document);
/// Throw an entry away; the saved file stays as it is.
void lw_recovery_discard (LwRecovery *self, const LwRecoveryEntry *entry);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwRecoveryEntry, lw_recovery_entry_free)

G_END_DECLS
