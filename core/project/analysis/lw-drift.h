// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drift laboratory: one mechanism, run side by side with different stabilisations. All start
// from the same assembled pose and take the same fixed steps by the classical method of order 4, so
// that what differs is the stabilisation alone.

#pragma once

#include "lw-mechanism.h"
#include "lw-simulation.h"

G_BEGIN_DECLS

#define LW_DRIFT_VARIANTS 5

typedef struct
{
  MbdStabilisation stabilisation; ///< none, Baumgarte or projection
  double time_constant;           ///< s, of Baumgarte
} LwDriftVariant;

typedef struct
{
  LwDriftVariant variants[LW_DRIFT_VARIANTS];
  LwMechanism *mechanism; ///< whose couplings all inherit their stabilisation
  MbdModel *model;
  MbdIntegratorSettings integrator; ///< without the stabilisation
  double duration;                  ///< s
  double interval;                  ///< s between samples
  double size;                      ///< m: what an angle of 1 rad counts
} LwDrift;

/// A quarter of the interval between samples, s: so coarse that drift can be seen.
double lw_drift_get_default_step (const LwMechanism *mechanism);
/// None, Baumgarte with three time constants (50, 10 and 2.5 steps) and projection. `step`, s; 0:
/// the default one. NULL and an error when it cannot be compiled or the step is out of range.
LwDrift *lw_drift_new (LwMechanism *mechanism, double step, GError **error);
void lw_drift_free (LwDrift *self);

/// "none", "Baumgarte T = 0.1 s", "projection": in ASCII, for files. Free with g_free ().
char *lw_drift_dup_name (const LwDrift *self, guint variant);
/// The settings of a variant's run.
MbdIntegratorSettings lw_drift_get_settings (const LwDrift *self, guint variant);
/// The largest position error of all rows, m; an angle counts with the size of the mechanism. May
/// be called in any thread; allocates for more than 256 rows.
double lw_drift_error (const LwDrift *self, MbdState *state);
/// A simulation of a variant, paused, with one channel: the error. Its notify function may be NULL.
/// NULL without memory.
LwSimulation *lw_drift_new_simulation (const LwDrift *self, guint variant, double speed);
/// Time and the errors of all variants as CSV. A variant that cannot be followed further has empty
/// fields from there on.
char *lw_drift_dup_csv (const LwDrift *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwDrift, lw_drift_free)

G_END_DECLS
