// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A series: the values of one quantity over the samples of a run. Recorded channels, channels derived
// from positions and velocities, those computed by a formula, those of other runs and spectra are all
// read through it. lw-series-set.h finds the series of a channel.

#pragma once

#include <math.h>

#include "lw-recording.h"

/// A column of a recording. Passed by value; the recording is borrowed.
typedef struct
{
  LwRecording *recording; ///< column 0 is time, s, or frequency, Hz; NULL if there are no values
  size_t column;
} LwSeries;

#define LW_SERIES_NONE ((LwSeries){ NULL, 0 })

/// Returns true if there are values, or will be.
static inline bool
lw_series_exists (LwSeries self)
{
  return self.recording != NULL;
}

/// Returns true if both have the same values.
static inline bool
lw_series_equal (LwSeries a, LwSeries b)
{
  return a.recording == b.recording && a.column == b.column;
}

/// Returns the number of samples; 0 if there are no values.
static inline size_t
lw_series_n_samples (LwSeries self)
{
  return self.recording != NULL ? lw_recording_n_samples (self.recording) : 0;
}

static inline double
lw_series_value (LwSeries self, size_t sample)
{
  return lw_recording_value (self.recording, self.column, sample);
}

static inline double
lw_series_time (LwSeries self, size_t sample)
{
  return lw_recording_value (self.recording, 0, sample);
}

/// Returns the time of the newest sample; 0 if there is none.
static inline double
lw_series_end (LwSeries self)
{
  return self.recording != NULL ? lw_recording_end (self.recording) : 0;
}

/// Returns the value of the last sample at or before a time, or of the first one; NAN if there are no
/// samples.
static inline double
lw_series_value_before (LwSeries self, double time)
{
  return lw_series_n_samples (self) > 0
           ? lw_series_value (self, lw_recording_find (self.recording, time))
           : NAN;
}

/// Returns the value at any time by a straight line between samples; NAN outside of them.
double lw_series_at (LwSeries self, double time);

/// Returns a series with a reference to the recording, and releases it.
static inline LwSeries
lw_series_ref (LwSeries self)
{
  if (self.recording != NULL)
    lw_recording_ref (self.recording);
  return self;
}

static inline void
lw_series_clear (LwSeries *self)
{
  if (self->recording != NULL)
    lw_recording_unref (self->recording);
  *self = LW_SERIES_NONE;
}

/// Finds the smallest and largest finite value; see lw_recording_range ().
static inline bool
lw_series_range (LwSeries self, size_t first, size_t last, double *minimum, double *maximum)
{
  return self.recording != NULL
         && lw_recording_range (self.recording, self.column, first, last, minimum, maximum);
}

/// Integrates over time; see lw_recording_integrate ().
static inline LwRecordingIntegrals
lw_series_integrate (LwSeries self, size_t first, size_t last)
{
  return lw_recording_integrate (self.recording, self.column, first, last);
}
