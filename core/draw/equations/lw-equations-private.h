// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Between the table of formulas and the numbers that are put in.

#pragma once

#include "lw-axis.h"
#include "lw-equations.h"

G_BEGIN_DECLS

typedef struct
{
  const LwMechanism *mechanism;
  MbdState *state; ///< solved; NULL: no numbers are wanted
  const char *decimal_point;
  int index;          ///< of the element in the model
  MbdCouplingDef def; ///< of a coupling, as the engine is told
  const LwForce *force;
} LwEquationContext;

typedef void LwEquationNumbers (GArray *equations, const LwEquationContext *context);

/// Takes the formula over.
void lw_equations_put (GArray *equations, LwEquationRole role, char *formula);

LwEquationNumbers lw_equations_put_offset; ///< d of a joint
LwEquationNumbers lw_equations_put_length;
LwEquationNumbers lw_equations_put_drive;
LwEquationNumbers lw_equations_put_limit;
LwEquationNumbers lw_equations_put_gear;
LwEquationNumbers lw_equations_put_rows; ///< error, G, gamma and lambda of each row
LwEquationNumbers lw_equations_put_spring;
LwEquationNumbers lw_equations_put_action; ///< force and moment on the second body

G_END_DECLS
