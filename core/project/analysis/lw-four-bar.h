// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Planar four-bars in a mechanism: two bodies pinned to the ground or to fixed bodies, and a third
// one pinned to both; their class and limit angles.

#pragma once

#include "lw-mechanism.h"
#include "mbd-analysis.h"

G_BEGIN_DECLS

/// Kind of the limits of a four-bar.
typedef enum
{
  LW_FOUR_BAR_NO_LIMITS,  ///< input and output rotate fully, or the lengths leave no well-defined
                          ///< limits
  LW_FOUR_BAR_TURNS_BACK, ///< limits are the angles of the input at which the output reverses:
                          ///< input and coupler are in line
  LW_FOUR_BAR_RANGE,      ///< the input oscillates from the first limit to the second
} LwFourBarLimits;

typedef struct
{
  int pins[4];   ///< ids: ground to input, input to coupler, coupler to output, output to ground
  int bodies[3]; ///< ids: input, coupler, output
  MbdFourBar lengths;
  MbdGrashofClass class_;
  LwFourBarLimits limits;
  /// rad, angle of the line between the pins of the input, counter-clockwise from the line between
  /// the ground pins (from the input's to the output's), on the side of the drawn assembly mode.
  /// LW_FOUR_BAR_TURNS_BACK: within [0, 2 pi), input and coupler stretched, then folded.
  double limit[2];
} LwFourBar;

/// Maximum number of four-bars that are returned.
#define LW_FOUR_BARS_MOST 8
/// Returns a GArray of LwFourBar, in the order of their couplers. The input is the link with a
/// drive on its ground pin, else the one that rotates fully, else the one that comes first.
/// Four-bars whose lengths cannot be assembled are left out.
GArray *lw_four_bars_find (const LwMechanism *mechanism);

G_END_DECLS
