// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A button with the undo history in a popover: steps that are done and steps that can be redone. A
// click goes to a step.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"

G_BEGIN_DECLS

#define LW_TYPE_HISTORY_BUTTON (lw_history_button_get_type ())
G_DECLARE_FINAL_TYPE (LwHistoryButton, lw_history_button, LW, HISTORY_BUTTON, GtkWidget)

void lw_history_button_set_document (LwHistoryButton *self, LwDocument *document);
void lw_history_button_popup (LwHistoryButton *self);

G_END_DECLS
