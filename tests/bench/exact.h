// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// References that are computed instead of stored: motions with a short description, integrated in
// long double by extrapolation. Nothing here uses the engine.

#pragma once

/// Computes the rates of change of y.
typedef void (*ExactRates) (const long double *y, long double *rates, void *data);

/// Carries y from time `from` to `to` with local errors of about `tolerance` (absolute): the
/// modified midpoint rule extrapolated to order 16, for systems without explicit time.
void exact_integrate (int n,
                      ExactRates rates,
                      void *data,
                      long double from,
                      long double to,
                      long double tolerance,
                      long double *y);

/// The N-four-bar started upright with rate 1: all vertical links move as one pendulum.
/// Angle from upright (clockwise) and its rate at the given times, which ascend from 0.
void exact_nfourbar (int n, int count, const double *times, long double *phi, long double *rate);

/// The pinned chain of n bars (1 m, 1 kg) released horizontal: angle of each bar and its rate at
/// the given times, which ascend from 0; count x n each.
void exact_chain (int n, int count, const double *times, long double *angle, long double *rate);
