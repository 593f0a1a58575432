// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a coupler hands motion on to an output link: in plane four-bars, and in slider-cranks,
// whose block slides on the ground or whose coupler has a pin in a slot of it.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct
{
  int joint;   ///< id: pin (or pin in slot) at which the coupler meets the output
  int tip;     ///< id: pin of input and coupler
  int pivot;   ///< id: ground pin of the output, or what it slides in
  bool slides; ///< the output slides: `pivot` is a slider, or the pin in slot that is `joint`
  int coupler; ///< ids of bodies
  int output;  ///< the ground where the coupler's own pin slides
} LwTransmission;

/// GArray of LwTransmission, four-bars first, at most LW_TRANSMISSIONS_MOST. The input of a
/// slider-crank is its crank, unless only the slide is driven.
#define LW_TRANSMISSIONS_MOST 16
GArray *lw_transmissions_find (const LwMechanism *mechanism);

G_END_DECLS
