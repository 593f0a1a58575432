// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random mechanisms of every class and kind, each reproduced by its seed: trees, loops, redundant,
// singular, inconsistent and disconnected ones, with massless parts and in extreme units.

#pragma once

#include <stdio.h>

#include "testing.h"

/// Intended property of a random mechanism.
typedef enum
{
  RANDOM_TREE,
  RANDOM_LOOPED,
  RANDOM_REDUNDANT,    ///< joints twice, a third parallel link, plane loops in space, Bricard
  RANDOM_SINGULAR,     ///< flat, folded, at a dead point, straight between two fixed points
  RANDOM_INCONSISTENT, ///< rods, welds or drivers that contradict each other
  RANDOM_DISCONNECTED,
  RANDOM_MASSLESS, ///< determinate or not
  RANDOM_SCALED,   ///< one of the others in units of 1e-6 ... 1e6 m and kg
  RANDOM_CLASSES
} RandomClass;

typedef struct
{
  RandomClass class_;
  Design *design;
  double length, mass;            ///< m and kg: the units in which it was drawn
  bool closed;                    ///< True if all position errors are round-off at the start
  bool ready_made;                ///< True if it is one of mechanisms.h
  bool contradictory;             ///< True if no positions meet all rows
  bool with_time_rates;           ///< True if something moves by a function of time
  MbdStabilisation stabilisation; ///< stabilisation of the run
  GPtrArray *functions;
} RandomMechanism;

RandomMechanism *random_mechanism_new (guint32 seed);
void random_mechanism_free (RandomMechanism *mechanism);
/// Prints the whole definition in words and numbers.
void random_mechanism_print (const RandomMechanism *mechanism, FILE *file);
const char *random_class_name (RandomClass class_);
/// Converts from metres and kilograms to units of L and m; seconds are unchanged. Functions of time
/// and gravity are unchanged.
void random_scale_design (Design *design, double L, double m);
