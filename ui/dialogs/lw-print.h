// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints the pages of an export in true scale, by the functions that also write it as PDF.

#pragma once

#include <gtk/gtk.h>

#include "lw-export-task.h"

G_BEGIN_DECLS

/// Called when a print has ended; `error` is NULL unless the result is one.
typedef void (*LwPrintDone) (GtkPrintOperationResult result, const GError *error, gpointer data);

/// Prints; takes ownership of `pages`. `action`: the dialog of the system, or a PDF file of this
/// path (for tests).
void lw_print (GtkWindow *parent,
               LwExportPages *pages,
               const char *title,
               GtkPrintOperationAction action,
               const char *path,
               LwPrintDone done,
               gpointer data);

/// Prints pages of recording surfaces in true scale; takes ownership of `pages`. `width`, `height`:
/// size of each, points.
void lw_print_surfaces (GtkWindow *parent,
                        GPtrArray *pages,
                        double width,
                        double height,
                        const char *title,
                        GtkPrintOperationAction action,
                        const char *path,
                        LwPrintDone done,
                        gpointer data);

G_END_DECLS
