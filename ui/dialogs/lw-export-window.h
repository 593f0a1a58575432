// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The common base of all dialogs that write a file: the header with its buttons, the choice of a
// name, the line about the result, messages, progress in percent, and stopping. A subclass adds the
// rows of its options and begins the work.

#pragma once

#include <adwaita.h>
#include <stdbool.h>

G_BEGIN_DECLS

#define LW_TYPE_EXPORT_WINDOW (lw_export_window_get_type ())
G_DECLARE_DERIVABLE_TYPE (LwExportWindow, lw_export_window, LW, EXPORT_WINDOW, AdwWindow)

struct _LwExportWindowClass
{
  AdwWindowClass parent_class;

  /// Asks for a name by lw_export_window_ask (); the button calls it.
  void (*choose) (LwExportWindow *self);
  /// Begins to write the file that was chosen.
  void (*save_as) (LwExportWindow *self, GFile *file);
  /// Returns the progress of the work, 0 to 1.
  double (*get_part) (LwExportWindow *self);
  /// Sets which widgets are sensitive, after the beginning or the end of work.
  void (*update_busy) (LwExportWindow *self);
};

/// Returns a width for texts in the letters of the desktop, px.
int lw_export_window_in_letters (int width);
/// Sets the size in which it opens, not higher than the window that it belongs to.
void lw_export_window_set_size (LwExportWindow *self, int width, int height);
/// Builds the window: a header, `content`, which is borrowed, and below it nothing yet.
/// `page`: the widget of the options, insensitive while a file is written.
void lw_export_window_build (LwExportWindow *self, GtkWidget *content, GtkWidget *page);
/// Returns a new box with the line about the result, messages and the progress, for the place that
/// the subclass chooses.
GtkWidget *lw_export_window_new_foot (LwExportWindow *self);
/// Adds a button beside the one that exports; `clicked` gets the window.
GtkWidget *lw_export_window_add_button (LwExportWindow *self,
                                        const char *label,
                                        const char *tooltip,
                                        GCallback clicked);
/// Adds another widget there.
void lw_export_window_add_end (LwExportWindow *self, GtkWidget *widget);
GtkWidget *lw_export_window_get_export_button (LwExportWindow *self);
/// Makes `button` the one of Enter and gives it the focus.
void lw_export_window_prefer (LwExportWindow *self, GtkWidget *button);

/// Shows a line about the result; NULL: none.
void lw_export_window_set_summary (LwExportWindow *self, const char *text);
const char *lw_export_window_get_summary (LwExportWindow *self);
/// Shows a message; NULL: none.
void lw_export_window_set_problem (LwExportWindow *self, const char *sentence);
/// Returns the message that is shown, or NULL.
const char *lw_export_window_get_problem (LwExportWindow *self);

/// Asks for a name of the file and calls save_as ().
void lw_export_window_ask (LwExportWindow *self, const char *title, const char *name);
/// Begins writing. Returns a cancellable that stops it, borrowed until lw_export_window_end ().
GCancellable *lw_export_window_begin (LwExportWindow *self);
/// Ends it. `error`: why there is no file; NULL if it was written.
void lw_export_window_end (LwExportWindow *self, const GError *error);
/// Emits "saved" with the file that was written, and closes.
void lw_export_window_finish (LwExportWindow *self, GFile *file);
bool lw_export_window_is_saving (LwExportWindow *self);
/// Shows the progress of other work, too. `is_busy`: it is in progress.
void lw_export_window_set_working (LwExportWindow *self, bool is_busy);
bool lw_export_window_is_closed (LwExportWindow *self);

/// Returns a weak reference for a task. Tasks do not keep the dialog alive: it closes with its
/// window, and they finish without it.
gpointer lw_export_window_new_weak_ref (LwExportWindow *self);
/// Frees the weak reference. Returns a new reference, or NULL if the dialog has been closed.
gpointer lw_export_window_take_weak_ref (gpointer data);

G_END_DECLS
