// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An instant of a recording: a sample, or a time between two of them, where the pose is blended so
// that slow motion is smooth. For whatever shows a run: the window, and animations.

#pragma once

#include "lw-recording.h"
#include "mbd.h"

/// Velocities come behind the positions. The row of a time: all columns of the recording, its own
/// time first. Before the first sample it is that, after the last of the first `n_samples` (> 0)
/// that one. `next` is room for another row. Answers whether it lies between two samples.
bool lw_instant_read (const LwRecording *recording,
                      size_t n_samples,
                      const MbdModel *model,
                      size_t position_column,
                      double time,
                      double *sample,
                      double *next);
