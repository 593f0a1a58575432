// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Common spring laws. A law is a text; laws created here are recognised from their text, so that
// the numbers in them can be edited.

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  LW_SPRING_LINEAR,   ///< no law: stiffness, damping, free length
  LW_SPRING_GAS,      ///< lw_spring_law_gas ()
  LW_SPRING_CONSTANT, ///< lw_spring_law_constant_force ()
  LW_SPRING_LAW,      ///< any other law
} LwSpringKind;

typedef struct
{
  double length; ///< length when extended, m
  double stroke; ///< compression stroke, m
  double force;  ///< force at that length, N
  double ratio;  ///< ratio of the forces after and before the stroke
} LwGasSpring;

/// Returns the law of a spring that pulls with a constant force, N. Free with g_free ().
char *lw_spring_law_constant_force (double force);
/// Returns the law of a gas spring: at `length` (m) it pushes with `force` (N), and with `ratio`
/// times that force when compressed by `stroke` (m), as a gas of constant temperature; constant
/// beyond both ends. Returns NULL unless all are positive, the ratio is at least 1 and the stroke
/// is less than the length.
char *lw_spring_law_gas (double length, double stroke, double force, double ratio);
/// Returns the kind of a law (NULL: no law) and the numbers of a gas spring or of a constant force.
/// `gas` and `force` may be NULL.
LwSpringKind lw_spring_law_get_kind (const char *law, LwGasSpring *gas, double *force);

G_END_DECLS
