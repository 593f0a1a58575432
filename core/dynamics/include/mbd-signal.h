// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Signals: quantities of the motion that a load or the tension of a spring may depend on, and functions
// of time and signals. A signal depends on positions and velocities only, so that forces never depend
// on accelerations or on forces.
//
// Integrals, samples and delays have a memory, one number each, which continues the positions of the state
// (mbd_state_positions ()) behind those of the bodies: it advances only in a simulated motion. Analyses of
// a single instant do not change it. Integrals and samples are 0 at the start. That of a delay is its
// current value; the integrator, and the states that it delivers, keep the values to come.

#pragma once

#include "mbd-mechanism.h"

MBD_BEGIN_DECLS

enum
{
  MBD_SIGNAL_ENDS = 4,   ///< largest number of points of a signal
  MBD_MOST_SIGNALS = 16, ///< largest number of signals of a function
};

/// Quantity that a signal measures; `is_rate` of the definition selects its rate.
typedef enum
{
  MBD_SIGNAL_POINT, ///< coordinate of the origin of frame[0] in world axes, m
  MBD_SIGNAL_TURN,  ///< planar body[0]: angle about +z with all its turns, rad. Spatial body: only
                    ///< the rate, a component of the angular velocity in world axes, rad/s
  MBD_SIGNAL_JOINT, ///< joint coordinate from frame[0] on body[0] to frame[1] on body[1], m or
                    ///< rad, with all its turns since the start
  MBD_SIGNAL_DISTANCE, ///< distance of the origins of frame[0] and frame[1], m
  MBD_SIGNAL_ANGLE, ///< angle between the directions from frame[0] to frame[1] and from frame[2] to
                    ///< frame[3], 0 .. pi, rad
  MBD_SIGNAL_INTEGRAL, ///< integral of the function `of` since the start of the run
  MBD_SIGNAL_SAMPLE,   ///< value of the function `of` at the last multiple of `period`, from
                       ///< 0 until the first one
  MBD_SIGNAL_DELAY,    ///< value of the function `of` `period` ago; until then that at the start
  MBD_SIGNAL_KINDS
} MbdSignalKind;

/// Definition of a signal. Start from mbd_signal_default ().
typedef struct
{
  MbdSignalKind kind;              ///< the quantity
  bool is_rate;                    ///< true: the rate of the quantity, per s
  int axis;                        ///< point, rate of a turn: 0, 1, 2 for x, y, z
  MbdCoordinate coordinate;        ///< joint
  int body[MBD_SIGNAL_ENDS];       ///< ids, as many as the kind has ends; MBD_GROUND is allowed
  MbdFrame frame[MBD_SIGNAL_ENDS]; ///< on these bodies; points use the origins only
  const MbdFunction *of; ///< integral, sample, delay: a function of time and signals; borrowed
  double period;         ///< sample: s, > 0; delay: s, at least mbd_least_delay ()
} MbdSignalDef;

/// Returns a signal of a kind between frames at the origin of the ground.
MbdSignalDef mbd_signal_default (MbdSignalKind kind);
/// Returns the number of points that a kind has; 0 for integrals, samples and delays.
int mbd_signal_ends (MbdSignalKind kind);
/// Returns the shortest delay, s. Steps are not longer than a delay.
double mbd_least_delay (void);
/// Returns true if two definitions describe the same signal.
bool mbd_signal_equal (const MbdSignalDef *a, const MbdSignalDef *b);

/// Creates a function of the time t, of `n_signals` signals and of `count` - `n_signals` parameters
/// with fixed values. `names` holds the names of the signals, then those of the parameters, `values`
/// the values of the parameters. Keeps references to the functions of integrals, samples and delays. Only
/// loads and springs may follow it (MbdForceDef); mbd_function_evaluate () returns NaN. Fails like
/// mbd_function_new_expression (), and with MBD_STATUS_TOO_MANY_SIGNALS.
MbdStatus mbd_function_new_feedback (const char *text,
                                     const char *const *names,
                                     const double *values,
                                     int count,
                                     const MbdSignalDef *signals,
                                     int n_signals,
                                     MbdFunction **function,
                                     MbdDiagnosis *why);
/// Returns the signals of a function, and their number in *count; 0 for a function of time only.
const MbdSignalDef *mbd_function_signals (const MbdFunction *function, int *count);

MBD_END_DECLS
