// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mutations of inputs that keep their structure, for libFuzzer.

#pragma once

#include <glib.h>
#include <stdint.h>

/// Changes a text to a similar one; in the file mutate-<structure>.c.
void mutate (GString *text, GRand *random);

/// Returns one of `n` words.
const char *mutate_pick (GRand *random, const char *const *words, gsize n);
/// Replaces the characters from `start` to `end`.
void mutate_splice (GString *text, gsize start, gsize end, const char *with);
/// Returns a number that is hard to read, to compute with, or ordinary.
const char *mutate_pick_number (GRand *random);
