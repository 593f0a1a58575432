// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Log of the contacts between bodies in a run: the contact points at every recorded sample, and the
// events, each with its time. Written by the computing thread and read by others; no call blocks
// for longer than a copy takes. Plain C (no GLib).

#pragma once

#include "mbd.h"

typedef struct LwContactLog LwContactLog;

/// Creates an empty log. `most`: memory limit in bytes (0: 64 MiB); of later samples only the
/// events are kept. Returns NULL if memory is exhausted.
LwContactLog *lw_contact_log_new (size_t most);
LwContactLog *lw_contact_log_ref (LwContactLog *self);
void lw_contact_log_unref (LwContactLog *self);

/// Appends the points at a sample, in order of time. Returns false if they could not be kept.
bool lw_contact_log_add (LwContactLog *self,
                         double time,
                         const MbdIntegratorContact *contacts,
                         size_t n);
void lw_contact_log_add_events (LwContactLog *self, const MbdEvent *events, size_t n);
/// Removes everything after a time; a negative time removes everything.
void lw_contact_log_truncate (LwContactLog *self, double time);

/// Returns the number of points at the last sample that is not after a time, and writes up to
/// `most` of them. Returns 0 if there is no such sample.
size_t
lw_contact_log_get (LwContactLog *self, double time, MbdIntegratorContact *contacts, size_t most);
/// Returns the number of events, in order of time, and writes up to `most` from index `first`
/// onwards.
size_t lw_contact_log_get_events (LwContactLog *self, size_t first, MbdEvent *events, size_t most);
