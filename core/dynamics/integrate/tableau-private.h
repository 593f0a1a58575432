// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Coefficients of one-step methods.

#pragma once

#include "mbd-integrator.h"

enum
{
  MBD_MAXIMUM_STAGES = 13
};

/// y1 = y0 + h sum b k, error = h sum e k. With `first_same_as_last` the last stage is at y1.
typedef struct
{
  const char *name;
  int stages;
  int order;          // order of the advancing method
  int estimate_order; // order of the embedded method; 0 if there is none: fixed steps only
  bool first_same_as_last;
  bool implicit;    // all stages but the first
  bool collocation; // stages from the second on are points of one polynomial
  double a[MBD_MAXIMUM_STAGES][MBD_MAXIMUM_STAGES];
  double sweep[MBD_MAXIMUM_STAGES][MBD_MAXIMUM_STAGES]; // implicit: lower triangle B of a = B U
  double b[MBD_MAXIMUM_STAGES];
  double c[MBD_MAXIMUM_STAGES];
  double e[MBD_MAXIMUM_STAGES];
} MbdTableau;

/// Returns the tableau of a method, or NULL if the method does not exist; for the automatic method,
/// the tableau with which it begins.
const MbdTableau *mbd_tableau (MbdMethod method);
