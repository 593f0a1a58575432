// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The values of a derivation for the samples of a recording. Worked on in slices, since the
// recording may be long and may still grow. The rate of a value is that of the parabola through
// three samples, at the ends of the run through the three nearest, and one-sided where two samples
// have the same time; it is known one sample late while the run goes on. Integrals are by the
// trapezoidal rule; what is no number adds nothing.

#pragma once

#include "lw-derivation.h"
#include "lw-recording.h"

G_BEGIN_DECLS

/// Where the values of a channel are.
typedef struct
{
  LwRecording *recording; ///< borrowed; column 0 is time; NULL: nowhere
  gsize column;
} LwColumn;

/// The column of a channel in a run.
typedef LwColumn (*LwColumnFunc) (void *data, guint channel, LwOther other);

typedef struct _LwComputation LwComputation;

/// References the derivation.
LwComputation *lw_computation_new (LwDerivation *derivation);
void lw_computation_free (LwComputation *self);
/// Work for about so long, s; when the columns are others than before, from the start. `complete`:
/// the recordings do not grow any more, which gives the last rate. True when all is done that can
/// be done now. The columns must be those of samples at the same times.
bool lw_computation_extend (LwComputation *self,
                            LwColumnFunc get_column,
                            void *data,
                            bool complete,
                            double seconds);
/// Column 0 is time, column 1 the value. NULL while a channel is nowhere. Another one when columns
/// are others.
LwRecording *lw_computation_get_recording (LwComputation *self);
LwDerivation *lw_computation_get_derivation (LwComputation *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwComputation, lw_computation_free)

G_END_DECLS
