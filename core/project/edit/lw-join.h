// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joining what is chosen, and taking it apart.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// Bodies: a pin wherever points of two of them lie on each other and are not joined. Two places (a
/// joint, tracer or load each): the first one is brought to the second, and their bodies are pinned
/// there. The pins go to *made (of LwElementRef; may be NULL; free with g_array_unref ()). NULL,
/// and an LW_ERROR_USAGE, when nothing can be joined.
LwMechanism *lw_join_elements (const LwMechanism *mechanism,
                               const LwElementRef *elements,
                               guint n_elements,
                               GArray **made,
                               GError **error);
/// Without the joints that are chosen, and those between bodies that are; of one body alone without
/// all its joints. What works on them goes too. NULL, and an LW_ERROR_USAGE, when there are none.
LwMechanism *lw_join_split (const LwMechanism *mechanism,
                            const LwElementRef *elements,
                            guint n_elements,
                            GError **error);

G_END_DECLS
