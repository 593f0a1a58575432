// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values of a recording at an instant: a sample, or a time between two samples, where the pose is
// interpolated so that slow motion is smooth. Used by the window and by animations.

#pragma once

#include "lw-recording.h"
#include "mbd.h"

/// Reads the row at a time: all columns of the recording, time first; velocities follow the
/// positions. Before the first sample it is the first sample, after the last of the first
/// `n_samples` (> 0) the last one. `next`: buffer for another row. Returns true if the time is
/// between two samples.
bool lw_instant_read (const LwRecording *recording,
                      size_t n_samples,
                      const MbdModel *model,
                      size_t position_column,
                      double time,
                      double *sample,
                      double *next);
