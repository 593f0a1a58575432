// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The definition of a mechanism, as used by the compiler.

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

/// Checks the ranges of a force element on its own.
MbdStatus mbd_check_force (const MbdForceDef *def, MbdDiagnosis *why);
/// Adds references to the functions and laws of a force element.
/// Adds references to the function and curve of a definition.
void mbd_coupling_def_ref (const MbdCouplingDef *def);
void mbd_coupling_def_unref (const MbdCouplingDef *def);
void mbd_force_def_ref (const MbdForceDef *def);
void mbd_force_def_unref (const MbdForceDef *def);
/// Checks the ranges of a coupling on its own.
MbdStatus mbd_check_coupling (const MbdCouplingDef *def, MbdDiagnosis *why);
/// Checks level and compliance of the rows that differ; the class must be complete and its own check
/// passed. Sets row and value of `why`.
MbdStatus mbd_check_rows (const MbdCouplingDef *def, MbdDiagnosis *why);
/// Returns level and compliance of a row, by its number in this variant.
MbdRowDef mbd_row_of_variant (const MbdCouplingDef *def, unsigned variant, MbdSpace space, int row);
/// Returns true if the rows of a coupling in a mode remove freedoms: they lock, or drive with an effort
/// that may be limited. Dry friction does not.
bool mbd_mode_locks (const MbdCouplingDef *def, MbdMode mode);
/// Fills in `why` (may be NULL) and returns `code`.
MbdStatus
mbd_diagnose (MbdDiagnosis *why, MbdStatus code, MbdElement element, int id, double value);
/// Returns true if all n numbers are finite.
bool mbd_all_finite (const double *x, int n);
