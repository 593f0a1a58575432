// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drift laboratory: runs of one mechanism side by side with different stabilisations. All start
// from the same assembled pose and take the same fixed steps of the classical method of order 4, so
// that only the stabilisation differs.

#pragma once

#include "lw-mechanism.h"
#include "lw-simulation.h"

G_BEGIN_DECLS

#define LW_DRIFT_VARIANTS 5

typedef struct
{
  MbdStabilisation stabilisation; ///< none, Baumgarte or projection
  double time_constant;           ///< time constant of Baumgarte, s
} LwDriftVariant;

typedef struct
{
  LwDriftVariant variants[LW_DRIFT_VARIANTS];
  LwMechanism *mechanism; ///< all its couplings inherit their stabilisation
  MbdModel *model;
  MbdIntegratorSettings integrator; ///< without the stabilisation
  double duration;                  ///< s
  double interval;                  ///< s between samples
  double size;                      ///< length that corresponds to an angle of 1 rad, m
} LwDrift;

/// Returns a quarter of the interval between samples, s: coarse enough that drift is visible.
double lw_drift_get_default_step (const LwMechanism *mechanism);
/// Returns a laboratory with no stabilisation, Baumgarte with three time constants (50, 10 and 2.5
/// steps) and projection. `step`, s; 0: the default one. Returns NULL and sets `error` if the
/// mechanism cannot be compiled or the step is out of range.
LwDrift *lw_drift_new (LwMechanism *mechanism, double step, GError **error);
void lw_drift_free (LwDrift *self);

/// Returns "none", "Baumgarte T = 0.1 s" or "projection": in ASCII, for files. Free with g_free ().
char *lw_drift_dup_name (const LwDrift *self, guint variant);
/// Returns the integrator settings of a variant's run.
MbdIntegratorSettings lw_drift_get_settings (const LwDrift *self, guint variant);
/// Returns the largest position error of all rows, m; an angle is multiplied by the size of the
/// mechanism. May be called in any thread; allocates for more than 256 rows.
double lw_drift_error (const LwDrift *self, MbdState *state);
/// Opening of a coupling: how far its bodies are apart because it does not hold exactly.
typedef struct
{
  int coupling;    ///< index in the model
  double place[3]; ///< m, world, the point of its first body
  double gap[3];   ///< m, world: displacement of its second body from where it should be
} LwDriftGap;

/// Largest number of velocities for which openings are computed; beyond, it takes too long for a frame.
#define LW_DRIFT_GAP_VELOCITIES 300

/// Computes the opening of a coupling (its index), or of the one with the largest opening (-1), from the
/// position errors of its rows that measure lengths. Returns false if there is none, or the mechanism
/// is too large.
bool lw_drift_find_gap (const LwDrift *self, MbdState *state, int coupling, LwDriftGap *gap);
/// Returns a paused simulation of a variant, with the error as its only channel. Its notify
/// function may be NULL. Returns NULL if out of memory.
LwSimulation *lw_drift_new_simulation (const LwDrift *self, guint variant, double speed);
/// Returns the time and the errors of all variants as CSV. A variant that cannot be followed
/// further has empty fields from that time on.
char *lw_drift_dup_csv (const LwDrift *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwDrift, lw_drift_free)

G_END_DECLS
