// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The piles of the tests and benchmarks: unit boxes of 1 kg/m2, friction 0.6, exactly touching,
// ground y = 0, 60 Hz.

#pragma once

#include "mbd-pile.h"

MbdPile *pile_new (double friction);
/// Adds a box of sides a and b and this mass. Returns its index.
int pile_add_box (MbdPile *pile, double mass, double a, double b, double x, double y, double angle);
int pile_add_disc (MbdPile *pile, double mass, double radius, double x, double y);
MbdPile *pile_stack (int boxes);
/// Creates `rows` rows, the lowest with `rows` boxes; gaps between rows and between boxes.
MbdPile *pile_pyramid (int rows, double row_gap, double gap);

typedef struct
{
  double *start;              // x, y, angle of each body
  double median, mean, worst; // s for each step
  double speed;               // m/s, of the last step
  double drift, sag;          // m, sideways and down from the start
  double deepest;             // m, overlap in any step
  double gain;                // J, largest energy over the energy at the start
  int capped, factors, newton, admm;
} PileRun;

/// Makes `steps` steps at 60 Hz and one more for the speed.
void pile_run (MbdPile *pile, int steps, MbdPileRow *rows, int n_rows, PileRun *run);
