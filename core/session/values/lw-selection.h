// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is selected and what is under the pointer, shared by the canvas, the outline and the
// inspector.

#pragma once

#include <glib-object.h>

#include "lw-scene.h"

G_BEGIN_DECLS

#define LW_TYPE_SELECTION (lw_selection_get_type ())
G_DECLARE_FINAL_TYPE (LwSelection, lw_selection, LW, SELECTION, GObject)

// Signals: "changed" after other elements are selected, "hover-changed" after another one is under
// the pointer.

LwSelection *lw_selection_new (void);

/// In the order in which they were selected.
const LwElementRef *lw_selection_get (LwSelection *self, guint *n);
/// The one selected last; LW_SELECTION_NONE when nothing is.
LwElementRef lw_selection_get_last (LwSelection *self);
bool lw_selection_contains (LwSelection *self, LwSelectionKind kind, int id);

void lw_selection_set (LwSelection *self, LwSelectionKind kind, int id); ///< this one only
void lw_selection_set_all (LwSelection *self, const LwElementRef *elements, guint n);
void lw_selection_toggle (LwSelection *self, LwSelectionKind kind, int id);
void lw_selection_clear (LwSelection *self);
/// Forget what a mechanism does not have.
void lw_selection_keep (LwSelection *self, const LwMechanism *mechanism);

LwElementRef lw_selection_get_hovered (LwSelection *self);
void lw_selection_set_hovered (LwSelection *self, LwElementRef element);

/// Select the next element (step 1), or the one before (-1), in the order of the outline. False at
/// the end, where nothing is selected any more.
bool lw_selection_cycle (LwSelection *self, const LwMechanism *mechanism, int step);

/// The element itself; NULL when the mechanism has none such.
const LwElement *lw_selection_find (const LwMechanism *mechanism, LwElementRef element);

G_END_DECLS
