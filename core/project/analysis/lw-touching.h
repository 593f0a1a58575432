// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contacts at the displayed instant of a run, live or from a recording. Recordings contain poses
// and velocities; the contacts follow from them as if the run continued from there. Plain C (no
// GLib); for one thread at a time.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "mbd.h"

typedef struct LwTouching LwTouching;

/// Returns an object for runs with these settings. Returns NULL if no shapes of the model can
/// touch, or if out of memory.
LwTouching *lw_touching_new (const MbdModel *model, const MbdIntegratorSettings *settings);
void lw_touching_free (LwTouching *self);

/// Finds the contacts of a state and copies their forces to it, so that solving it includes them.
/// In time stepping the forces are those of the next step. Repeating the call for the same instant
/// costs nothing.
void lw_touching_find (LwTouching *self, MbdState *state);
/// Returns the contacts found last; borrowed, valid until contacts are found again.
const MbdIntegratorContact *lw_touching_get (const LwTouching *self, size_t *n);
/// Returns true if the contacts found last belong to this instant.
bool lw_touching_knows (const LwTouching *self, double time, const double *q, const double *v);
/// Discards the result, because more than the instant has changed. NULL is allowed.
void lw_touching_forget (LwTouching *self);
