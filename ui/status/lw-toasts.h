// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages that disappear by themselves, some with a button for undoing; only the latest is shown.
// (AdwToastOverlay of libadwaita 1.2 queues them, and aborts the program if Escape is pressed twice
// on two consecutive ones.)

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LW_TYPE_TOASTS (lw_toasts_get_type ())
G_DECLARE_FINAL_TYPE (LwToasts, lw_toasts, LW, TOASTS, GtkBox)

GtkWidget *lw_toasts_new (void);

void lw_toasts_say (LwToasts *self, const char *sentence);

/// Shows a toast with a button `label`, which activates `action` (a detailed name) and closes the
/// toast.
void lw_toasts_offer (LwToasts *self, const char *sentence, const char *label, const char *action);

/// Closes the toast for this action, which would no longer have the intended effect.
void lw_toasts_withdraw (LwToasts *self, const char *action);

/// Closes all toasts; returns false if there are none.
bool lw_toasts_dismiss (LwToasts *self);

/// Returns the message shown with `action`; with NULL, the one without a button. Returns NULL if
/// there is none.
const char *lw_toasts_get (LwToasts *self, const char *action);

G_END_DECLS
