// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Laws that springs often have. A law is a text; those made here are told again from their text, so
// that the numbers in them can be edited.

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  LW_SPRING_LINEAR,   ///< no law: stiffness, damping, free length
  LW_SPRING_GAS,      ///< lw_spring_law_gas ()
  LW_SPRING_CONSTANT, ///< lw_spring_law_constant_force ()
  LW_SPRING_LAW,      ///< any other
} LwSpringKind;

typedef struct
{
  double length; ///< m, extended
  double stroke; ///< m, of compression
  double force;  ///< N, at that length
  double ratio;  ///< of the forces after and before the stroke
} LwGasSpring;

/// The law of a spring that pulls with a constant force, N. Free with g_free ().
char *lw_spring_law_constant_force (double force);
/// The law of a gas spring: at `length` (m) it pushes with `force` (N), and with `ratio` times that
/// when it is shorter by `stroke` (m), as a gas of constant temperature; constant beyond both ends.
/// NULL unless all are positive, the ratio is at least 1 and the stroke shorter than the length.
char *lw_spring_law_gas (double length, double stroke, double force, double ratio);
/// What a law is (NULL: none); the numbers of a gas spring or of a constant force. Both may be
/// NULL.
LwSpringKind lw_spring_law_get_kind (const char *law, LwGasSpring *gas, double *force);

G_END_DECLS
