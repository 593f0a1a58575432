// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Amplitude spectra: the strength of the vibrations of each frequency in a recorded value.

#pragma once

#include <stddef.h>

#include "lw-series.h"

/// Maximum number of samples that are transformed; longer recordings are averaged over several
/// samples.
#define LW_SPECTRUM_SAMPLES_MAX (1 << 20)

/// Returns the spectrum of the first `n` samples of a series: column 0 is the frequency, Hz, column
/// 1 the amplitude (peak, not RMS) in the unit of the value; the amplitude at 0 Hz is the mean. The
/// mean is subtracted first and a Hann window applied, whose main lobe is four lines wide and whose
/// effect on the amplitude is compensated: a vibration at one of the frequencies has its own
/// amplitude there. Samples at unequal times are interpolated. Returns NULL if out of memory, if
/// there are fewer than 8 samples, or if a value is not finite. Free with lw_recording_unref ().
LwRecording *lw_spectrum_new (LwSeries series, size_t n);
