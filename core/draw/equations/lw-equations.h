// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The equations of every kind of coupling and force element, and of the whole system, in the
// symbols of the help pages, with the numbers of one sample inserted. One table by kind; a formula
// is written in the small language of lw-formula-layout.h:
//
//   \frac{a}{b}  \sqrt{a}  \dot{a}  \ddot{a}  a_{b}  a^{b}  \v{d} (a vector)  \t{sin} (upright)
//   \matrix{a & b \\ c & d}  \, (a thin space)

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Role of a formula.
typedef enum
{
  LW_EQUATION_SYMBOLS,    ///< definition of its symbols
  LW_EQUATION_POSITION,   ///< the position error
  LW_EQUATION_VELOCITY,   ///< its derivative
  LW_EQUATION_JACOBIAN,   ///< the rows of G
  LW_EQUATION_GAMMA,      ///< the right side
  LW_EQUATION_MULTIPLIER, ///< meaning and admissible values of lambda
  LW_EQUATION_FORCE,      ///< the law of a force element
  LW_EQUATION_SYSTEM,     ///< equations of the whole mechanism
  LW_EQUATION_NUMBERS,    ///< numbers of the sample
  LW_EQUATION_LESSON,     ///< formula of a step of a lesson
  LW_EQUATION_ROLES
} LwEquationRole;

typedef struct
{
  LwEquationRole role;
  char *formula;
} LwEquation;

/// Returns an empty array of LwEquation, which owns the formulas of its elements.
GArray *lw_equations_new (void);
/// Returns the equations of an element at a solved state, without numbers if `state` is NULL.
/// Numbers are written with `decimal_point`. Returns an empty array if the element has no
/// equations. Free with g_array_unref ().
GArray *lw_equations_of (const LwMechanism *mechanism,
                         LwElementRef element,
                         MbdState *state,
                         const char *decimal_point);
/// Explains the symbols of one of the equations of a card, one line each, in order; a symbol that the
/// card defines by its definition. Returns NULL if there are none. Free with g_free ().
char *lw_equations_explain (const GArray *equations, guint index);
/// Returns the equations of the whole system, with the stabilisation used in the run.
GArray *lw_equations_of_system (const LwRunSettings *run, const char *decimal_point);

G_END_DECLS
