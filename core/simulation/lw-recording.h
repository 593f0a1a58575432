// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The time series of a run: samples of time, positions q, velocities v and chosen channels, in
// chunks with min/max summaries, so that ten million samples are drawn in the number of pixels.
// Written by one thread (the simulation) while others read; published samples never change, so
// readers take no lock. Plain C with pthreads and C11 atomics (no GLib), so that the thread
// sanitizer can see it.

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct LwRecording LwRecording;

/// A recording of n_columns columns; column 0 is time (increasing). Reference counted (atomically).
/// NULL without memory or columns. It holds up to 2^30 samples.
LwRecording *lw_recording_new (size_t n_columns);
LwRecording *lw_recording_ref (LwRecording *self);
void lw_recording_unref (LwRecording *self);
size_t lw_recording_n_columns (const LwRecording *self);
/// Bytes that so many samples of so many columns take, with their summaries.
size_t lw_recording_size (size_t n_columns, size_t n_samples);

/// For tests: where recordings get their memory from, so that it can be used up; NULL: malloc ().
/// What it gives is freed by free ().
void lw_recording_set_allocator (void *(*allocate) (size_t size));

/// Writer only, before others read: it holds no more than so many samples. 0: what fits.
void lw_recording_set_limit (LwRecording *self, size_t n_samples);
/// A new recording of every `stride`-th of the first `n` samples, from the first one on. NULL
/// without memory.
LwRecording *lw_recording_new_thinned (const LwRecording *self, size_t n, size_t stride);
/// Writer only. False when there is no memory or no room; the recording then keeps what it has.
bool lw_recording_append (LwRecording *self, const double *sample);

/// Samples published so far; all below it can be read.
size_t lw_recording_n_samples (const LwRecording *self);
double lw_recording_value (const LwRecording *self, size_t column, size_t sample);
void lw_recording_sample (const LwRecording *self, size_t sample, double *values);
/// Smallest and largest finite value of a column over [first, last), by the summaries; what lies
/// beyond the published samples counts as absent. False (and nothing written): none is finite.
bool lw_recording_range (const LwRecording *self,
                         size_t column,
                         size_t first,
                         size_t last,
                         double *minimum,
                         double *maximum);

/// Integrals of a column over time, by straight lines between samples, where both ends of a line
/// are finite.
typedef struct
{
  double time;   ///< s that could be integrated
  double value;  ///< of the column, its unit s
  double square; ///< of its square
} LwRecordingIntegrals;

/// From sample `first` to sample `last` - 1, by the summaries.
LwRecordingIntegrals
lw_recording_integrate (const LwRecording *self, size_t column, size_t first, size_t last);
/// Index of the last sample with time <= t (0 when t is before the first); n_samples must be > 0.
size_t lw_recording_find (const LwRecording *self, double t);
