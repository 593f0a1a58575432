// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Probable mistakes in a mechanism, each with the element to be checked.

#pragma once

#include "lw-mobility.h"

G_BEGIN_DECLS

typedef enum
{
  LW_WARNING_UNCONNECTED,   ///< body without a coupling or force element that takes no part in
                            ///< contact
  LW_WARNING_MASSLESS,      ///< body that can move without moving a mass
  LW_WARNING_SINGULAR,      ///< coupling whose rows depend on others at this pose only
  LW_WARNING_NOT_ASSEMBLED, ///< coupling that the drawing does not satisfy and that cannot be
                            ///< satisfied
  LW_WARNING_OVERLAP,       ///< body that at the start overlaps deeply with another one that it
                            ///< touches
} LwWarningKind;

typedef struct
{
  LwWarningKind kind;
  LwElementRef element;
} LwWarning;

/// Returns a GArray of LwWarning, by kind, then in drawing order. `mobility` belongs to the
/// mechanism; NULL if not yet known. A singular pose gives one warning: for its drive, else for its
/// first coupling.
GArray *
lw_warnings_find (const LwMechanism *mechanism, const MbdModel *model, const LwMobility *mobility);

G_END_DECLS
