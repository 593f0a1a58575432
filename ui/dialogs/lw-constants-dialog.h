// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chooses the constants of a bushing from what is wanted of it: load and deflection, mass and
// frequency, or mass and settling time; and which joint it is to act as. It begins with what the
// bushing has, and applies as one step of the history.

#pragma once

#include <adwaita.h>

#include "lw-document.h"

G_BEGIN_DECLS

#define LW_TYPE_CONSTANTS_DIALOG (lw_constants_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LwConstantsDialog, lw_constants_dialog, LW, CONSTANTS_DIALOG, AdwWindow)

/// `bushing`: its id in the mechanism of the document.
GtkWidget *lw_constants_dialog_new (GtkWindow *parent, LwDocument *document, int bushing);

G_END_DECLS
