// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The history of a mechanism: a list of values, the names of the steps between them, and the
// current position. Bounded in bytes; the oldest values are dropped first.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct LwHistory LwHistory;

LwHistory *lw_history_new (LwMechanism *first);
void lw_history_free (LwHistory *self);

/// Returns the value at the current position.
LwMechanism *lw_history_get (const LwHistory *self);
/// Appends a step after the current one and drops all steps that could be redone. Takes a
/// reference.
void lw_history_push (LwHistory *self, const char *name, LwMechanism *next);

guint lw_history_get_n_steps (const LwHistory *self);
guint lw_history_get_position (const LwHistory *self); ///< number of steps that are done
const char *lw_history_get_name (const LwHistory *self, guint step);
void lw_history_go_to (LwHistory *self, guint position);

/// Sets the saved marker to the current position; it is lost when that value is dropped.
void lw_history_mark_saved (LwHistory *self, const LwMechanism *saved);
void lw_history_mark_unsaved (LwHistory *self);
gboolean lw_history_is_saved (const LwHistory *self); ///< true if the current value is saved

void lw_history_set_limit (LwHistory *self, gsize bytes);
gsize lw_history_get_size (const LwHistory *self); ///< bytes, estimated

G_END_DECLS
