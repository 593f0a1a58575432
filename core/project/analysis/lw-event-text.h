// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What happened at an instant of a run, in words.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// "Box A touches Floor, impulse 1.2 N s", without a full stop; free with g_free (). For every
/// event: what it speaks of may be gone from the mechanism.
char *
lw_event_dup_text (const LwMechanism *mechanism, const MbdModel *model, const MbdEvent *event);
/// Whether it is worth a mark: bodies that meet, part or are wedged, ropes and stops, what breaks;
/// neither that something sticks or slides, nor that a rope goes slack.
gboolean lw_event_is_marked (const MbdEvent *event);
/// An event between bodies: their ids. FALSE when it is one of a coupling.
gboolean lw_event_get_bodies (const MbdModel *model, const MbdEvent *event, int bodies[2]);

G_END_DECLS
