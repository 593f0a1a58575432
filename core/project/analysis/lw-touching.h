// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What touches at an instant of a run that is shown, live or from a recording. Recordings hold
// poses and velocities; the contacts follow from them, as the run would go on from there. Plain C
// (no GLib); one thread at a time.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "mbd.h"

typedef struct LwTouching LwTouching;

/// As a run with these settings has it. NULL when nothing of the model can touch, or when there is
/// no memory.
LwTouching *lw_touching_new (const MbdModel *model, const MbdIntegratorSettings *settings);
void lw_touching_free (LwTouching *self);

/// The contacts of a state, which is given their forces: what it solves for knows of them then. In
/// time stepping the forces are those of the step that would follow. The same instant again costs
/// nothing.
void lw_touching_find (LwTouching *self, MbdState *state);
/// Those found last, borrowed until they are found anew.
const MbdIntegratorContact *lw_touching_get (const LwTouching *self, size_t *n);
/// Whether those are the contacts of this instant.
bool lw_touching_knows (const LwTouching *self, double time, const double *q, const double *v);
/// More has changed than the instant. NULL is nothing.
void lw_touching_forget (LwTouching *self);
