// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Time series of a run: samples of time, positions q, velocities v and chosen channels, in chunks
// with min/max summaries, so that drawing ten million samples costs only the number of pixels.
// Written by one thread (the simulation) while others read; published samples never change, so
// readers take no lock. Plain C with pthreads and C11 atomics (no GLib), so that the thread
// sanitizer can check it.

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct LwRecording LwRecording;

/// Creates a recording of n_columns columns; column 0 is time (increasing). Reference counted
/// (atomically). Returns NULL if memory is exhausted or n_columns is 0. It holds up to 2^30
/// samples.
LwRecording *lw_recording_new (size_t n_columns);
/// Returns a recording for at most this number of samples; a short one needs little memory.
LwRecording *lw_recording_new_sized (size_t n_columns, size_t n_samples);
LwRecording *lw_recording_ref (LwRecording *self);
void lw_recording_unref (LwRecording *self);
size_t lw_recording_n_columns (const LwRecording *self);
/// Returns the size in bytes of n_samples samples of n_columns columns, with their summaries.
size_t lw_recording_size (size_t n_columns, size_t n_samples);

/// For tests: sets the function that allocates the memory of recordings, so that it can fail; NULL:
/// malloc (). Its memory is freed by free ().
void lw_recording_set_allocator (void *(*allocate) (size_t size));

/// Writer only, before others read: sets the largest number of samples. 0: as many as fit.
void lw_recording_set_limit (LwRecording *self, size_t n_samples);
/// Creates a recording of every `stride`-th of the first `n` samples, from the first one onwards.
/// Returns NULL if memory is exhausted.
LwRecording *lw_recording_new_thinned (const LwRecording *self, size_t n, size_t stride);
/// Writer only: appends a sample. Returns false if there is no memory or no room; the recording is
/// then unchanged.
bool lw_recording_append (LwRecording *self, const double *sample);

/// Returns the number of published samples; all below it can be read.
size_t lw_recording_n_samples (const LwRecording *self);
double lw_recording_value (const LwRecording *self, size_t column, size_t sample);
/// Returns the time of the newest sample; 0 if there is none.
double lw_recording_end (const LwRecording *self);
void lw_recording_sample (const LwRecording *self, size_t sample, double *values);
/// Finds the smallest and largest finite value of a column over [first, last), by the summaries;
/// samples that are not published yet count as absent. Returns false and writes nothing if no value
/// is finite.
bool lw_recording_range (const LwRecording *self,
                         size_t column,
                         size_t first,
                         size_t last,
                         double *minimum,
                         double *maximum);

/// Integrals of a column over time, by straight lines between samples if both ends of a line are
/// finite.
typedef struct
{
  double time;   ///< s, total time over which values could be integrated
  double value;  ///< integral of the column, in its unit times s
  double square; ///< integral of the square of the column
} LwRecordingIntegrals;

/// Integrates from sample `first` to sample `last` - 1, by the summaries.
LwRecordingIntegrals
lw_recording_integrate (const LwRecording *self, size_t column, size_t first, size_t last);
/// Returns the index of the last sample with time <= t (0 if t is before the first); n_samples must
/// be > 0.
size_t lw_recording_find (const LwRecording *self, double t);
