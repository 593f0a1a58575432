// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Signals as bound to a model, and the functions that follow them.

#pragma once

#include "coordinate-private.h"
#include "mbd-signal.h"

/// A bound signal: indices of bodies, points relative to the centres of mass.
typedef struct MbdBoundSignal
{
  MbdSignalDef def;
  int ends;
  int body[MBD_SIGNAL_ENDS];
  double point[MBD_SIGNAL_ENDS][3]; // body axes; world axes on a fixed body
  MbdSpace space;
  MbdEnds joint;
  int angle;  // place of an angle in space among the joint angles; -1 if it needs none
  int memory; // place among the memories; -1 if it has none
  short inner[MBD_MOST_SIGNALS]; // signals of the function `of`
} MbdBoundSignal;

/// The quantity that a signal measures and its rate, whichever of them the signal is.
typedef struct
{
  double value, rate;
} MbdSignalMotion;

/// Gradient of the quantity: its rate is the sum of g[end] . [velocity of the centre of mass; angular
/// velocity] over the ends, world axes.
typedef double MbdSignalGradient[MBD_SIGNAL_ENDS][6];

/// Computes a signal's quantity at a pose, and its gradient unless `g` is NULL.
MbdSignalMotion
mbd_signal_motion (const MbdBoundSignal *signal, const MbdPose *pose, MbdSignalGradient g);

/// Computes the variables of a function of time and of these signals: the time and the signals. Returns
/// their number.
int mbd_function_variables (const MbdFunction *function,
                            const short *signals,
                            const MbdPose *pose,
                            double variables[1 + MBD_MOST_SIGNALS]);
/// Computes the value of a function of time, or of time and these signals; where it jumps in time, the
/// later one.
double mbd_function_at (const MbdFunction *function, const short *signals, const MbdPose *pose);
/// Computes the derivatives of a function by each of its signals. Returns their number; 0 for a
/// function of time only, or NULL.
int mbd_function_slopes (const MbdFunction *function,
                         const short *signals,
                         const MbdPose *pose,
                         double slopes[MBD_MOST_SIGNALS]);

/// Returns true if a function names an integral or a sample.
bool mbd_function_has_memory (const MbdFunction *function);

/// Number of functions of a force element: three of the force, three of the torque.
enum
{
  MBD_FORCE_COMPONENTS = 6
};

/// Returns a function of a force element, NULL if the component is a number.
static inline const MbdFunction *
mbd_force_component (const MbdForceDef *def, int component)
{
  return component < 3 ? def->force_function[component] : def->torque_function[component - 3];
}
