// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The law of a row: which multipliers it may have, and what it asks of the motion. Accurate motion,
// contact problems and time stepping all read the rows of couplings through this description.
//
//   lock        -inf .. inf         eps'' = 0
//   unilateral  -cohesion .. inf    eps'' >= 0, an open row carries nothing
//   box         -limit .. limit     eps'' = 0 inside, slips at the ends
//   soft        the same ranges     multiplier = -(stiffness eps + damping eps'), cut to the range;
//                                   a unilateral one only where eps <= 0
//
// Errors below the level of a row count as 0: at the velocity level a soft row has no stiffness, at
// the acceleration level it has no force, and a rigid row keeps the rate that it has.

#pragma once

#include "state-private.h"

/// Law of a row of an active coupling.
typedef struct
{
  int coupling, r; // coupling and row of it
  int row;         // batch layout
  int y;           // node layout
  MbdMode mode;    // LOCK, UNILATERAL or BOX; a box without finite limits is a lock
  MbdLevel level;
  bool soft;
  bool follows;              // true if the range follows a load
  double stiffness, damping; // constants of a soft row, 0 if its level silences them
  double least, most;        // the multiplier's range
  double held;               // eps at which a box row that has slipped holds now
  double restitution;        // share of its closing rate with which a unilateral row opens
} MbdRowLaw;

/// How the account of energy books the power of a rigid row, multiplier times G v.
typedef enum
{
  MBD_BOOK_TIME,  // supplied as far as its time rate requires, the rest is an error of integration
  MBD_BOOK_INPUT, // supplied: a motor at its limit, a row whose rate is kept
  MBD_BOOK_LOSS,  // dissipated: dry friction, a brake
} MbdRowBooking;

/// Returns how the power of a rigid row (batch layout) is booked with its role and its time rate.
MbdRowBooking mbd_row_booking (const MbdState *state, int row, double by_time);
/// Returns the law of row r of a coupling.
MbdRowLaw mbd_row_law (const MbdState *state, int coupling, int r);
/// Moves `law` to the next rigid row with bounds of an active coupling (begin with coupling -1).
/// Returns false if there is none.
bool mbd_next_bounded_row (const MbdState *state, MbdRowLaw *law);
/// Returns the multiplier of a soft row at an error and its rate.
double mbd_soft_multiplier (const MbdRowLaw *law, double eps, double rate);
/// Returns the energy that a soft row stores at an error: the work of its elastic part.
double mbd_soft_energy (const MbdRowLaw *law, double eps);
/// Returns the power, >= 0, that a soft row with this multiplier dissipates.
static inline double
mbd_soft_loss (const MbdRowLaw *law, double lambda, double eps, double rate)
{
  return (mbd_soft_multiplier (law, eps, 0) - lambda) * rate;
}
/// Returns true if a multiplier of a soft row is inside its range, where it changes with the motion.
static inline bool
mbd_soft_row_follows (const MbdRowLaw *law, double lambda)
{
  return lambda > law->least && lambda < law->most && lambda != 0;
}
