// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Amplitude spectra: how strong the vibrations of each frequency are in a recorded value.

#pragma once

#include <stddef.h>

#include "lw-recording.h"

/// Samples that are transformed at most; of longer recordings the mean of several each.
#define LW_SPECTRUM_SAMPLES_MAX (1 << 20)

/// The spectrum of the first `n` samples of a column: column 0 is the frequency, Hz, column 1 the
/// amplitude (peak, not RMS) in the unit of the value; that at 0 Hz is the mean. The mean is taken
/// off first and a Hann window put on, whose main lobe is four lines wide and whose amplitude is
/// made good: a vibration at one of the frequencies has its own amplitude there. Samples that are
/// not equally far apart are read between them. NULL without memory, with fewer than 8 samples, or
/// when a value is not finite. Free with lw_recording_unref ().
LwRecording *lw_spectrum_new (const LwRecording *recording, size_t column, size_t n);
