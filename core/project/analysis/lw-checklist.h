// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Requirements of a mechanism before it can run, and the number of its closed loops.

#pragma once

#include "lw-mobility.h"

G_BEGIN_DECLS

typedef enum
{
  LW_CHECK_BODY,    ///< the mechanism has a body
  LW_CHECK_MOVABLE, ///< a body can move
  LW_CHECK_MASS,    ///< every possible motion moves a mass
  LW_CHECK_CLOSED,  ///< all joints can be satisfied together
  LW_N_CHECKS
} LwCheckKind;

typedef struct
{
  bool done;
  guint n;              ///< number of elements that violate it
  LwElementRef element; ///< the first of them; LW_SELECTION_NONE if there is none
} LwCheck;

/// Checks the requirements. `mobility` belongs to the mechanism; NULL if not yet known: the checks
/// that depend on it then count as met. Returns true if all are met.
bool lw_checklist_find (const LwMechanism *mechanism,
                        const MbdModel *model,
                        const LwMobility *mobility,
                        LwCheck checks[LW_N_CHECKS]);

/// Returns the number of independent closed loops: connections (enabled joints, rods ... of any
/// kind that hold bodies to each other by themselves) minus bodies plus separate parts; fixed
/// bodies and the ground count as one body.
int lw_mechanism_count_loops (const LwMechanism *mechanism);

G_END_DECLS
