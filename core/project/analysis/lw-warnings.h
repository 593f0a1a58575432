// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is likely not meant in a mechanism, each with the element that should be looked at.

#pragma once

#include "lw-mobility.h"

G_BEGIN_DECLS

typedef enum
{
  LW_WARNING_UNCONNECTED,   ///< a body that no coupling and no force element touches, and that
                            ///< takes no part in contact
  LW_WARNING_MASSLESS,      ///< a body that can move without moving a mass
  LW_WARNING_SINGULAR,      ///< a coupling whose rows depend on others at this pose only
  LW_WARNING_NOT_ASSEMBLED, ///< a coupling that the drawing does not meet and that cannot be met
  LW_WARNING_OVERLAP,       ///< a body that is deep in another one that it touches at the start
} LwWarningKind;

typedef struct
{
  LwWarningKind kind;
  LwElementRef element;
} LwWarning;

/// GArray of LwWarning, by kind, then in drawing order. The mobility is that of the mechanism; NULL
/// while it is not known. A singular pose is one warning: its drive, else its first coupling.
GArray *
lw_warnings_find (const LwMechanism *mechanism, const MbdModel *model, const LwMobility *mobility);

G_END_DECLS
