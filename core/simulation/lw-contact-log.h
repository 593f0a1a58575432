// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What happened between bodies in a run: the contact points at every recorded sample, and the
// events, each with its time. Written by the thread that computes and read by others; no call waits
// for more than a copy. Plain C (no GLib).

#pragma once

#include "mbd.h"

typedef struct LwContactLog LwContactLog;

/// `most` bytes are kept at most (0: 64 MiB); of samples that come later only the events are. NULL
/// when there is no memory.
LwContactLog *lw_contact_log_new (size_t most);
LwContactLog *lw_contact_log_ref (LwContactLog *self);
void lw_contact_log_unref (LwContactLog *self);

/// The points at a sample, in order of time. False when they could not be kept.
bool lw_contact_log_add (LwContactLog *self,
                         double time,
                         const MbdIntegratorContact *contacts,
                         size_t n);
void lw_contact_log_add_events (LwContactLog *self, const MbdEvent *events, size_t n);
/// Nothing that came after this time; a negative one: nothing at all.
void lw_contact_log_truncate (LwContactLog *self, double time);

/// How many points there were at the last sample that is not after a time; up to `most` of them are
/// written. 0 when there is no such sample.
size_t
lw_contact_log_get (LwContactLog *self, double time, MbdIntegratorContact *contacts, size_t most);
/// How many events there were, in order of time; from number `first` on up to `most` are written.
size_t lw_contact_log_get_events (LwContactLog *self, size_t first, MbdEvent *events, size_t most);
