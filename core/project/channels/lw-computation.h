// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computation of the values of a derivation for the samples of a recording. It works in slices,
// since the recording may be long and may still grow. Derivatives are those of the parabola through
// three samples, at the ends of the run through the three nearest samples, and one-sided where two
// samples have the same time; during the run they are available one sample late. Integrals use the
// trapezoidal rule; values that are not finite add nothing.

#pragma once

#include "lw-derivation.h"
#include "lw-series.h"

G_BEGIN_DECLS

/// Callback that returns the series of a channel in a run.
typedef LwSeries (*LwSeriesFunc) (void *data, guint channel, LwOther other);

typedef struct _LwComputation LwComputation;

/// Returns a computation that references the derivation.
LwComputation *lw_computation_new (LwDerivation *derivation);
void lw_computation_free (LwComputation *self);
/// Works for about `seconds` of real time; restarts if the series have been replaced. `complete`:
/// the recordings no longer grow, so the last derivative can be computed. Returns true if
/// everything that is currently possible is done. The series must have samples at the same times.
bool lw_computation_extend (LwComputation *self,
                            LwSeriesFunc get_series,
                            void *data,
                            bool complete,
                            double seconds);
/// Returns the result, which does not exist while a channel is not available. It is replaced when the
/// series of the channels are.
LwSeries lw_computation_get_series (LwComputation *self);
LwDerivation *lw_computation_get_derivation (LwComputation *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwComputation, lw_computation_free)

G_END_DECLS
