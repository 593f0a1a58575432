// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a coupler hands motion on to an output link: in plane four-bars, in slider-cranks, whose
// block slides on the ground or whose coupler has a pin in a slot of it, and in inverted ones, in
// which what the crank moves slides along a link that turns, or has a pin in a slot of it.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Along which line the force comes, and the line of the output, across which its point moves.
typedef enum
{
  LW_TRANSMISSION_LINK,     ///< from `tip` to `joint`; from `joint` to `pivot`
  LW_TRANSMISSION_ON_SLIDE, ///< from `tip` to `joint`; the normal of `slide`
  LW_TRANSMISSION_IN_SLIDE, ///< the normal of `slide` through `tip`; from `tip` to `pivot`
} LwTransmissionKind;

typedef struct
{
  LwTransmissionKind kind;
  int joint;   ///< id: coupling at which the coupler meets the output
  int tip;     ///< id: pin of input and coupler; in a slide where the force goes through
  int pivot;   ///< id: ground pin of the output; 0: it slides
  int slide;   ///< id: slider or pin in slot; 0: none
  int coupler; ///< ids of bodies
  int output;  ///< the ground where the coupler's own pin slides
} LwTransmission;

/// GArray of LwTransmission, four-bars first, at most LW_TRANSMISSIONS_MOST. The input of a
/// slider-crank is its crank, unless only the slide is driven, or only the link along which the
/// block of an inverted one slides.
#define LW_TRANSMISSIONS_MOST 16
GArray *lw_transmissions_find (const LwMechanism *mechanism);

G_END_DECLS
