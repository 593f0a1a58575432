// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the table of formulas and the code that inserts numbers.

#pragma once

#include "lw-axis.h"
#include "lw-equations.h"

G_BEGIN_DECLS

typedef struct
{
  const LwMechanism *mechanism;
  MbdState *state; ///< solved; NULL if no numbers are requested
  const char *decimal_point;
  int index;          ///< index of the element in the model
  MbdCouplingDef def; ///< definition of a coupling as passed to the engine
  const LwForce *force;
} LwEquationContext;

typedef void LwEquationNumbers (GArray *equations, const LwEquationContext *context);

/// Takes ownership of `formula`.
void lw_equations_put (GArray *equations, LwEquationRole role, char *formula);

/// Returns the name of a row as an index: "rx" is a rotation about x. Free with g_free ().
char *lw_equations_dup_index (const char *symbol);

LwEquationNumbers lw_equations_put_offset; ///< offset d of a joint
LwEquationNumbers lw_equations_put_length;
LwEquationNumbers lw_equations_put_drive;
LwEquationNumbers lw_equations_put_limit;
LwEquationNumbers lw_equations_put_gear;
LwEquationNumbers lw_equations_put_rows; ///< error, G, gamma and lambda of each row
LwEquationNumbers lw_equations_put_spring;
LwEquationNumbers lw_equations_put_action; ///< force and moment on the second body

G_END_DECLS
