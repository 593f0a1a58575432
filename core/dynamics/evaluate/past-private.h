// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The past of a motion, for functions that are followed with a delay.

#pragma once

#include <stdbool.h>

enum
{
  MBD_PAST_NODES = 7 ///< times of a span at which values are kept
};

/// Values of the delayed functions of a model over a span of a motion, with the spans before it. A span
/// never changes once it is made, so that states in several threads can share it.
typedef struct MbdPast MbdPast;

/// Creates the time before the start of a motion, in which the functions have the same values as then
/// (one for each memory). Returns NULL if there is not enough memory.
MbdPast *mbd_past_begin (int count, double start, const double *values);
/// Creates the span from the end of `before` to `end`. values: MBD_PAST_NODES for each memory, at
/// mbd_past_node (). level: -1, or that of a jump of the motion at its beginning: 0, or one more than that of
/// the delayed jump which caused it. Returns NULL if there is not enough memory.
MbdPast *mbd_past_continue (MbdPast *before, double end, const double *values, int level);
/// Marks the beginning of a span, to which nothing refers yet, as a jump.
void mbd_past_add_jump (MbdPast *past);
/// Returns the place of a node in its span, 0 .. 1.
double mbd_past_node (int node);
MbdPast *mbd_past_ref (MbdPast *past); ///< NULL is allowed
void mbd_past_unref (MbdPast *past);   ///< NULL is allowed

int mbd_past_count (const MbdPast *past);    ///< Returns the number of values at a node.
double mbd_past_start (const MbdPast *past); ///< Returns when the motion began.
double mbd_past_end (const MbdPast *past);   ///< Returns the end of the last span.
/// Returns the value of a function at a time up to the end; where it jumps, that before the jump if
/// `before` is set, else that after it.
double mbd_past_value (const MbdPast *past, int memory, double time, bool before);
/// Returns the past until a time, which is not before the start. Returns NULL if there is not enough
/// memory.
MbdPast *mbd_past_until (MbdPast *past, double time);
/// Returns when the first jump of less than this level will have been `delay` ago, after a time; INFINITY
/// if there is none. A jump of level n was smoothed by n integrations. *level becomes its level plus 1.
double mbd_past_next_jump (const MbdPast *past, double time, double delay, int levels, int *level);
/// Returns the largest size of the values of a function.
double mbd_past_size (const MbdPast *past, int memory);
