// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact points as constraints of accurate motion: which corner meets which edge, its gap, its
// rows and their known terms.

#pragma once

#include <stdbool.h>

#include "pile-private.h"

typedef enum
{
  MBD_TOUCH_OPEN,
  MBD_TOUCH_STICKS,
  MBD_TOUCH_SLIDES,
} MbdTouchMode;

/// A corner (with its radius) of one piece on an edge of another, or two corners. Bodies and arms
/// refer to a pile; body a has the edge, or the first corner; the normal points from a to b.
typedef struct
{
  int pair;     // pair of the pile
  bool corners; // two corners
  int body_a, body_b;
  int piece_a, piece_b;
  int edge, corner; // indices in a (also a corner if `corners`) and b
  double on_a[2];   // in the axes of a: a point of the edge, or the corner
  double on_b[2];   // the corner, in the axes of b
  double normal[2]; // normal of the edge, in the axes of a
  double radius_a, radius_b;
  double friction, restitution;
  double rolling; // m
  MbdTouchMode mode;
  double sense;      // for a slip: the sign of b's speed against a along (-normal y, normal x)
  bool rolls;        // True if against rolling friction at its bound
  bool seen;         // scratch of the search for touches that are no longer there
  double spin_sense; // in that case: the sign of b's turning against a
  double force, rub, couple; // N, N, N m, last values found
} MbdTouch;

/// State of a touch at a pose.
typedef struct
{
  double gap, rate; // m, m/s
  double slip;      // m/s
  double spin;      // rad/s, of b against a
  double point[2], n[2];
  double N[2][3], F[2][3]; // rows on a and b
  double kN, kF;           // d(rate)/dt and d(slip)/dt without accelerations
} MbdTouchState;

/// Decodes a point of the manifold of a pair into a touch.
void mbd_touch_decode (const MbdPile *pile, int pair, int point, MbdTouch *touch);
bool mbd_touch_same (const MbdTouch *a, const MbdTouch *b);
/// Evaluates a touch at poses and velocities of its bodies (x, y, angle; zero for body 0).
void mbd_touch_evaluate (const MbdTouch *touch,
                         const double xa[3],
                         const double va[3],
                         const double xb[3],
                         const double vb[3],
                         MbdTouchState *out);
