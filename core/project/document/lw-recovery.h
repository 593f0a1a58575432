// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recovery after a crash: every document with unsaved edits is also written, within an interval
// after an edit, to a folder under the user's data directory, as a project file with a small key
// file that stores the file it belongs to. The saved file is never touched.
//
// Belongs to the thread of the window; files are written in another thread.

#pragma once

#include "lw-document.h"

G_BEGIN_DECLS

/// Default interval, s; see lw_recovery_set_interval ().
#define LW_RECOVERY_INTERVAL_S 3
/// Number of attempts to open an entry; a project that crashes the program is not offered again
/// after that.
#define LW_RECOVERY_MAX_ATTEMPTS 1

#define LW_TYPE_RECOVERY (lw_recovery_get_type ())
G_DECLARE_FINAL_TYPE (LwRecovery, lw_recovery, LW, RECOVERY, GObject)

// Signal: "failed" (LwDocument, message) when edits of a document cannot be written; they are tried again
// in every interval, and a new failure is reported only after a success.

/// Returns a new recovery; `folder` may be NULL for the default, g_get_user_data_dir
/// ()/linkwright/recovery.
LwRecovery *lw_recovery_new (const char *folder);

/// Sets the interval in which an edit is written, s; also applies to pending edits.
void lw_recovery_set_interval (LwRecovery *self, int seconds);
int lw_recovery_get_interval (LwRecovery *self);

/// Watches a document: its unsaved edits are written from now on. The entry is removed when the
/// document is saved.
void lw_recovery_watch (LwRecovery *self, LwDocument *document);
/// Forgets a document that the user has closed (saved, or without saving), and removes its entry.
void lw_recovery_forget (LwRecovery *self, LwDocument *document);
/// Writes all pending edits now, and waits for running writes and removals (at the end of the
/// session).
void lw_recovery_flush (LwRecovery *self);

/// An entry that an earlier session left behind.
typedef struct
{
  char *id;            ///< name of the entry in the folder
  char *title;         ///< title of the document, for a list
  gboolean is_unknown; ///< TRUE if the key file cannot be read, so that only the project is known
  GFile *file;         ///< file it was last saved to, NULL if never saved or unknown
  char *etag;          ///< etag of that file at that time
  GDateTime *time;     ///< time of the last edit that was written
  int attempts;        ///< number of attempts to open it without success
  gboolean is_blocked; ///< attempts has reached LW_RECOVERY_MAX_ATTEMPTS: offer only to discard or
                       ///< to keep it, do not open it automatically
} LwRecoveryEntry;

void lw_recovery_entry_free (LwRecoveryEntry *entry);
/// Returns the entries of sessions that have ended (by crash or kill), newest first; entries of
/// running programs are left out. Removes incomplete entries; a project whose key file exists but
/// cannot be read is listed and never removed. Array of LwRecoveryEntry.
GPtrArray *lw_recovery_list (LwRecovery *self);

/// Opens an entry without blocking: the document has the file and etag of the entry, counts as
/// modified, and is watched under the same entry. The counter is raised and synced before reading,
/// and cleared by lw_recovery_confirm (), so that a project that crashes the program on opening is
/// eventually blocked.
void lw_recovery_open_async (LwRecovery *self,
                             const LwRecoveryEntry *entry,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
LwDocument *lw_recovery_open_finish (LwRecovery *self, GAsyncResult *result, GError **error);
/// Confirms that the recovered document has been shown and works: clears the counter of its entry.
void lw_recovery_confirm (LwRecovery *self, LwDocument *document);
/// Removes an entry; the saved file is not touched.
void lw_recovery_discard (LwRecovery *self, const LwRecoveryEntry *entry);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwRecoveryEntry, lw_recovery_entry_free)

G_END_DECLS
