// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Path of a rope over pulleys in the plane, on plain numbers: for the coupling of that kind
// (mbd_pulley_rope_class ()) and for programs that draw it.

#pragma once

#include <stdbool.h>

#include "mbd-api.h"

MBD_BEGIN_DECLS

/// Largest number of passes of a rope over its pulleys.
#define MBD_MOST_PASSES 16
/// Anchors and passes.
#define MBD_MOST_ROPE_NODES (MBD_MOST_PASSES + 2)

/// A rope from anchor A over pulley C, then D, then C again ... to anchor B.
typedef struct
{
  double anchor[2][2]; ///< m, A and B
  double centre[2][2]; ///< m, axes of C and D
  double radius[2];    ///< m, of C and D: positive if the rope passes anticlockwise, negative if
                       ///< clockwise, 0 for an eye
  int passes;          ///< 1 .. MBD_MOST_PASSES
  /// rad, turn of the line of centres at the first and the last pass, positive in the sense of the
  /// pulley, with whole turns: the nearest turn to it is taken.
  double turn[2];
} MbdRopeShape;

/// Node of a path: an anchor, or a pulley that the rope touches.
typedef struct
{
  int end;          ///< 0: A, 1: B, 2: C, 3: D
  double centre[2]; ///< m
  double radius;    ///< m, with the sign of its sense; 0 for anchors
  double wrap;      ///< rad, >= 0: angle of contact
} MbdRopeNode;

/// Strand from one node to the next, a common tangent.
typedef struct
{
  double from[2];      ///< m, its first end
  double to[2];        ///< m, its second end
  double direction[2]; ///< unit vector; 0 if its nodes have one centre
  double length;       ///< m; 0 if a node lies in the pulley of the other
} MbdRopeStrand;

/// Path of a rope, with the pulleys that it touches.
typedef struct
{
  int n_nodes;    ///< at least 2
  double length;  ///< m: strands and arcs
  bool lifted;    ///< the rope passes at least one pulley without touching it
  double turn[2]; ///< rad, as in MbdRopeShape, at this place
  MbdRopeNode node[MBD_MOST_ROPE_NODES];         ///< from anchor A to anchor B
  MbdRopeStrand strand[MBD_MOST_ROPE_NODES - 1]; ///< between node i and node i + 1
} MbdRopePath;

/// rad, turn of a shape before any is known: turns of -120 to 240 degrees are found from it.
#define MBD_ROPE_FIRST_TURN 1.0471975511965976

/// Computes the path: the shortest one that passes every pulley on its side.
void mbd_rope_path (const MbdRopeShape *shape, MbdRopePath *path);

MBD_END_DECLS
