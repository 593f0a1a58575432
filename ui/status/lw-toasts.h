// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences that go by themselves, some with a button for the way back; one at a time, the newest.
// (AdwToastOverlay of libadwaita 1.2 queues them, and ends the program when Escape is pressed twice on
// two that follow each other.)

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LW_TYPE_TOASTS (lw_toasts_get_type ())
G_DECLARE_FINAL_TYPE (LwToasts, lw_toasts, LW, TOASTS, GtkBox)

GtkWidget *lw_toasts_new (void);

void lw_toasts_say (LwToasts *self, const char *sentence);

/// `label`: of the button, which activates `action` (a detailed name) and ends the toast.
void lw_toasts_offer (LwToasts *self, const char *sentence, const char *label, const char *action);

/// Ends what offers this action, whose way back would lead elsewhere by now.
void lw_toasts_withdraw (LwToasts *self, const char *action);

/// Ends all of them; false when there is none.
bool lw_toasts_dismiss (LwToasts *self);

/// The sentence shown with `action`, NULL: the one without a button; NULL when there is none.
const char *lw_toasts_get (LwToasts *self, const char *action);

G_END_DECLS
