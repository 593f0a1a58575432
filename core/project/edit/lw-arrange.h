// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chosen parts of a drawing in a row. What is arranged as one: bodies that are joined with each
// other among those chosen, or a joint, load or tracer whose bodies are not chosen. The rest of the
// drawing follows as when it is dragged.

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

/// To the edges or the middle of the box about all of them. NULL, and an LW_ERROR_USAGE, for less
/// than two.
LwMechanism *lw_arrange_align (const LwMechanism *mechanism,
                               const LwElementRef *elements,
                               guint n_elements,
                               LwAlignment alignment,
                               GError **error);
/// With equal gaps, in their order, between the two outermost, which stay. NULL, and an
/// LW_ERROR_USAGE, for less than three.
LwMechanism *lw_arrange_distribute (const LwMechanism *mechanism,
                                    const LwElementRef *elements,
                                    guint n_elements,
                                    bool vertically,
                                    GError **error);

G_END_DECLS
