// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Couplings at which a coupler drives an output link: in planar four-bars, in slider-cranks, whose
// block slides on the ground or whose coupler has a pin in a slot of the ground, and in inverted
// slider-cranks, in which the block moved by the crank slides along a link that turns, or has a pin
// in a slot of it.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Line of the force, and line of the output, perpendicular to the motion of its point.
typedef enum
{
  LW_TRANSMISSION_LINK,     ///< from `tip` to `joint`; from `joint` to `pivot`
  LW_TRANSMISSION_ON_SLIDE, ///< from `tip` to `joint`; the normal of `slide`
  LW_TRANSMISSION_IN_SLIDE, ///< the normal of `slide` through `tip`; from `tip` to `pivot`
} LwTransmissionKind;

typedef struct
{
  LwTransmissionKind kind;
  int joint;   ///< id of the coupling between coupler and output
  int tip;     ///< id of the pin between input and coupler; in a slide, the pin through which the
               ///< force passes
  int pivot;   ///< id of the ground pin of the output; 0: it slides
  int slide;   ///< id of the slider or pin in slot; 0: none
  int coupler; ///< ids of bodies
  int output;  ///< the ground if the coupler's own pin slides
} LwTransmission;

/// Maximum number of transmissions that are returned.
#define LW_TRANSMISSIONS_MOST 16
/// Returns a GArray of LwTransmission, four-bars first. The input of a slider-crank is its crank,
/// unless only the slide is driven, or only the link along which the block of an inverted one
/// slides.
GArray *lw_transmissions_find (const LwMechanism *mechanism);

G_END_DECLS
