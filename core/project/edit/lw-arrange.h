// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arranges chosen parts of a drawing in a row. Arranged as one: bodies that are joined with each
// other within the selection, or a joint, load or tracer whose bodies are not chosen. The rest of
// the drawing follows as when dragging.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

typedef enum
{
  LW_ALIGN_LEFT,
  LW_ALIGN_CENTRE,
  LW_ALIGN_RIGHT,
  LW_ALIGN_TOP,
  LW_ALIGN_MIDDLE,
  LW_ALIGN_BOTTOM,
} LwAlignment;

/// Aligns to the edges or the middle of the bounding box of all. Returns NULL and sets an
/// LW_ERROR_USAGE for fewer than two.
LwMechanism *lw_arrange_align (const LwMechanism *mechanism,
                               const LwElementRef *elements,
                               guint n_elements,
                               LwAlignment alignment,
                               GError **error);
/// Distributes with equal gaps, in their order, between the two outermost, which do not move.
/// Returns NULL and sets an LW_ERROR_USAGE for fewer than three.
LwMechanism *lw_arrange_distribute (const LwMechanism *mechanism,
                                    const LwElementRef *elements,
                                    guint n_elements,
                                    bool vertically,
                                    GError **error);

G_END_DECLS
