// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dialog for a kind of export of the table of exports: a row for the format and one for each option,
// a preview that follows them, and buttons that copy or write. The options are remembered.

#pragma once

#include "lw-export-task.h"
#include "lw-export-window.h"

G_BEGIN_DECLS

#define LW_TYPE_EXPORT_DIALOG (lw_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LwExportDialog, lw_export_dialog, LW, EXPORT_DIALOG, LwExportWindow)

/// Returns a new dialog for plots, drawings, parts or reports. Takes ownership of `source`. `title`: title of the
/// mechanism, or the name that is shown for it. Emits "saved" with the GFile that was written,
/// before it closes, and "copied". `time`: displayed time, s, of drawings.
GtkWidget *lw_export_dialog_new (GtkWindow *parent,
                                 LwExportKind kind,
                                 LwExportSource *source,
                                 const char *title,
                                 double time);

/// Returns the text below the preview; NULL if there is none.
const char *lw_export_dialog_get_summary (LwExportDialog *self);
const char *lw_export_dialog_get_problem (LwExportDialog *self);
/// Returns true while a preview or a file is being made.
bool lw_export_dialog_is_busy (LwExportDialog *self);
/// Sets an option as its row does; the text is that of the command line.
void lw_export_dialog_set_option (LwExportDialog *self, const char *name, const char *text);
/// Prints with the chosen options, to a PDF file if `path` is not NULL (for tests).
void
lw_export_dialog_print (LwExportDialog *self, GtkPrintOperationAction action, const char *path);
/// Makes printing the default of a new dialog.
void lw_export_dialog_prefer_print (LwExportDialog *self);
/// Writes the file with the chosen options; the file chooser calls this too.
void lw_export_dialog_save (LwExportDialog *self, GFile *file);

G_END_DECLS
