// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a mechanism needs before it can run, and how its joints close.

#pragma once

#include "lw-mobility.h"

G_BEGIN_DECLS

typedef enum
{
  LW_CHECK_BODY,    ///< there is a body
  LW_CHECK_MOVABLE, ///< one of them can move
  LW_CHECK_MASS,    ///< whatever moves moves a mass
  LW_CHECK_CLOSED,  ///< the joints can be met together
  LW_N_CHECKS
} LwCheckKind;

typedef struct
{
  bool done;
  guint n;              ///< how many elements stand against it
  LwElementRef element; ///< the first of them; LW_SELECTION_NONE: none
} LwCheck;

/// The mobility is that of the mechanism; NULL while it is not known: what it tells counts as done.
/// True when all are done.
bool lw_checklist_find (const LwMechanism *mechanism,
                        const MbdModel *model,
                        const LwMobility *mobility,
                        LwCheck checks[LW_N_CHECKS]);

/// Closed loops that do not depend on each other: connections (joints, rods ... of any kind that is
/// enabled and holds bodies to each other by itself) less bodies plus separate parts, the fixed
/// bodies being one with the ground.
int lw_mechanism_count_loops (const LwMechanism *mechanism);

G_END_DECLS
