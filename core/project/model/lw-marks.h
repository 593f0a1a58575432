// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is hidden and what is locked on the canvas. It does not touch the elements: a mechanism
// moves the same with and without.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// The LwMark flags of an element, 0: none.
unsigned lw_mechanism_get_mark (const LwMechanism *self, LwElementRef ref);
bool lw_mechanism_is_marked (const LwMechanism *self, LwElementRef ref, LwMark mark);
/// Drawn on the canvas: it is not hidden, and when it is a coupling or a force element, neither are
/// all the bodies that it works between, the ground apart. Tracers and measurements are looked at
/// for themselves.
bool lw_marks_is_seen (const LwMechanism *self, LwElementRef ref);

/// Only on a mechanism that has not been handed out: all flags of an element.
void lw_mechanism_set_mark (LwMechanism *self, LwElementRef ref, unsigned flags);

/// With flags set and others cleared for n elements.
LwMechanism *lw_marks_change (const LwMechanism *self,
                              const LwElementRef *refs,
                              guint n,
                              unsigned set,
                              unsigned cleared);
bool lw_marks_equal (const LwMechanism *self, const LwMechanism *other);
/// With nothing hidden.
LwMechanism *lw_marks_show_all (const LwMechanism *self);
/// Without the marks of elements that are gone. The same one (a new reference) when there are none.
LwMechanism *lw_marks_settle (LwMechanism *self);
/// Whether an edit leaves all locked elements as they are. False, and a sentence that names one.
bool lw_marks_allow (const LwMechanism *before, const LwMechanism *after, GError **error);

G_END_DECLS
