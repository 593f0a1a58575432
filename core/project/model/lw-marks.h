// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Marks that hide or lock elements on the canvas. They do not change the elements, so they do not
// affect the motion.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// Returns the LwMark flags of an element, or 0 if there are none.
unsigned lw_mechanism_get_mark (const LwMechanism *self, LwElementRef ref);
bool lw_mechanism_is_marked (const LwMechanism *self, LwElementRef ref, LwMark mark);
/// Returns true if the element is drawn on the canvas: it is not hidden, and, if it is a coupling
/// or a force element, at least one of the bodies that it connects (other than the ground) is not
/// hidden. Tracers and measurements depend only on their own marks.
bool lw_marks_is_seen (const LwMechanism *self, LwElementRef ref);

/// Sets all flags of an element. Only for a mechanism that has not been handed out.
void lw_mechanism_set_mark (LwMechanism *self, LwElementRef ref, unsigned flags);

/// Returns a copy in which n elements have flags set and others cleared.
LwMechanism *lw_marks_change (const LwMechanism *self,
                              const LwElementRef *refs,
                              guint n,
                              unsigned set,
                              unsigned cleared);
bool lw_marks_equal (const LwMechanism *self, const LwMechanism *other);
/// Returns a copy in which nothing is hidden.
LwMechanism *lw_marks_show_all (const LwMechanism *self);
/// Returns the mechanism without marks of elements that no longer exist, or a new reference to the
/// same mechanism if there are none.
LwMechanism *lw_marks_settle (LwMechanism *self);
/// Returns true if an edit leaves all locked elements unchanged. If not, sets `error` to a message
/// that names one of them.
bool lw_marks_allow (const LwMechanism *before, const LwMechanism *after, GError **error);

G_END_DECLS
