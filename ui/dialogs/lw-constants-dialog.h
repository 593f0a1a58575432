// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dialog for the constants of a bushing. Computes them from load and deflection, mass and
// frequency, or mass and settling time, and from the joint that the bushing replaces. Starts with
// the constants of the bushing, and applies the result as one undo step.

#pragma once

#include "lw-document.h"
#include "lw-sub-window.h"

G_BEGIN_DECLS

#define LW_TYPE_CONSTANTS_DIALOG (lw_constants_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LwConstantsDialog, lw_constants_dialog, LW, CONSTANTS_DIALOG, LwSubWindow)

/// Returns a new dialog. `bushing`: id of the bushing in the document's mechanism.
GtkWidget *lw_constants_dialog_new (GtkWindow *parent, LwDocument *document, int force);

G_END_DECLS
