// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Description of an event of a run.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns the description of any event, such as "Box A touches Floor, impulse 1.2 N s", without a
/// full stop; free with g_free (). The elements of the event may have been removed from the
/// mechanism.
char *
lw_event_dup_text (const LwMechanism *mechanism, const MbdModel *model, const MbdEvent *event);
/// Returns TRUE if the event is marked in plots: contacts that begin, end or wedge, ropes that
/// become taut, stops, and breaking; not sticking and sliding, nor ropes that become slack.
gboolean lw_event_is_marked (const MbdEvent *event);
/// Sets the ids of the bodies of a contact event. Returns FALSE for events of couplings.
gboolean lw_event_get_bodies (const MbdModel *model, const MbdEvent *event, int bodies[2]);

G_END_DECLS
