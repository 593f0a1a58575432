// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plane four-bars in a mechanism: two bodies pinned to the ground or to fixed bodies, and a
// third one pinned to both; their class and the angles at which they turn back.

#pragma once

#include "lw-mechanism.h"
#include "mbd-analysis.h"

G_BEGIN_DECLS

/// What the limits of a four-bar are.
typedef enum
{
  LW_FOUR_BAR_NO_LIMITS,  ///< input and output turn round, or the lengths leave none that are sharp
  LW_FOUR_BAR_TURNS_BACK, ///< angles of the input at which the output turns back: input and coupler
                          ///< lie in line
  LW_FOUR_BAR_RANGE,      ///< the input swings from the first to the second
} LwFourBarLimits;

typedef struct
{
  int pins[4];   ///< ids: ground to input, input to coupler, coupler to output, output to ground
  int bodies[3]; ///< ids: input, coupler, output
  MbdFourBar lengths;
  MbdGrashofClass class_;
  LwFourBarLimits limits;
  /// rad, of the line between the pins of the input, counter-clockwise from the line between the
  /// ground pins, from its own to that of the output; on the side on which it is drawn.
  /// LW_FOUR_BAR_TURNS_BACK: within [0, 2 pi), input and coupler stretched, then folded.
  double limit[2];
} LwFourBar;

/// GArray of LwFourBar, in the order of their couplers, at most LW_FOUR_BARS_MOST. The input is the
/// link with a drive on its ground pin; else the one that turns round; else the one that comes
/// first. Those whose lengths cannot be assembled are left out.
#define LW_FOUR_BARS_MOST 8
GArray *lw_four_bars_find (const LwMechanism *mechanism);

G_END_DECLS
