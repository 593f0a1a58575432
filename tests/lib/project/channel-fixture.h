// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism with its channels and a state, for tests of the values of channels.

#pragma once

#include "lw-channels.h"

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwChannels *channels;
  MbdState *state;
} Fixture;

/// Takes ownership of the mechanism. The state is the start, solved.
Fixture fixture_new (LwMechanism *mechanism);
void fixture_clear (Fixture *self);
/// Return one of these elements of a text form, and an example.
Fixture fixture_parse (const char *bodies_and_more);
Fixture fixture_example (const char *name);
/// Integrates from the start to a time, s.
void fixture_advance (Fixture *self, double time);
/// Return the value of a channel, also one named by element and suffix.
double value (const Fixture *self, const char *name);
double part (const Fixture *self, const char *element, const char *suffix);
/// Returns true if there is a channel of this name.
bool has (const Fixture *self, const char *name);
void assert_close (double a, double b, double tolerance);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)
