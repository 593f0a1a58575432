// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The selection and the element under the pointer, shared by the canvas, the outline and the
// inspector.

#pragma once

#include <glib-object.h>

#include "lw-scene.h"

G_BEGIN_DECLS

#define LW_TYPE_SELECTION (lw_selection_get_type ())
G_DECLARE_FINAL_TYPE (LwSelection, lw_selection, LW, SELECTION, GObject)

// Signals: "changed" after the selection has changed, "hover-changed" after the element under the
// pointer has changed.

LwSelection *lw_selection_new (void);

/// Returns the elements in the order in which they were selected.
const LwElementRef *lw_selection_get (LwSelection *self, guint *n);
/// Returns the element selected last; LW_SELECTION_NONE if there is none.
LwElementRef lw_selection_get_last (LwSelection *self);
bool lw_selection_contains (LwSelection *self, LwSelectionKind kind, int id);

/// selects only this element
void lw_selection_set (LwSelection *self, LwSelectionKind kind, int id);
void lw_selection_set_all (LwSelection *self, const LwElementRef *elements, guint n);
void lw_selection_toggle (LwSelection *self, LwSelectionKind kind, int id);
void lw_selection_clear (LwSelection *self);
/// Removes elements that a mechanism does not have.
void lw_selection_keep (LwSelection *self, const LwMechanism *mechanism);

LwElementRef lw_selection_get_hovered (LwSelection *self);
void lw_selection_set_hovered (LwSelection *self, LwElementRef element);

/// Selects the next element (step 1), or the previous one (-1), in the order of the outline.
/// Returns false at the end, where the selection becomes empty.
bool lw_selection_cycle (LwSelection *self, const LwMechanism *mechanism, int step);

/// Returns the element itself; NULL if the mechanism does not have it.
const LwElement *lw_selection_find (const LwMechanism *mechanism, LwElementRef element);

G_END_DECLS
