// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The definition as the compiler sees it.

#pragma once

#include "mbd-force-class.h"
#include "shape-private.h"

struct MbdMechanism
{
  double gravity[3];
  MbdBodyDef *bodies;
  int n_bodies;
  MbdCouplingDef *couplings;
  int n_couplings;
  MbdForceDef *forces;
  int n_forces;
  MbdBodyShape *shapes;
  int n_shapes;
  MbdBodyShapePair *shape_pairs;
  int n_shape_pairs;
};

/// Range checks of a force element by itself.
MbdStatus mbd_check_force (const MbdForceDef *def, MbdDiagnosis *why);
/// References to the functions and laws of a force element.
void mbd_force_def_ref (const MbdForceDef *def);
void mbd_force_def_unref (const MbdForceDef *def);
/// Range checks of a coupling by itself.
MbdStatus mbd_check_coupling (const MbdCouplingDef *def, MbdDiagnosis *why);
/// Fill in `why` (may be NULL) and return `code`.
MbdStatus
mbd_diagnose (MbdDiagnosis *why, MbdStatus code, MbdElement element, int id, double value);
/// True when all n numbers are finite.
bool mbd_all_finite (const double *x, int n);
