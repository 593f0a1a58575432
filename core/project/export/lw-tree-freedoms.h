// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which axes of a tree can be chosen at the start, and which ones follow because loops, rods,
// transmissions and drives determine them. By the rates of the conditions at the start pose.

#pragma once

#include "lw-model-tree.h"

G_BEGIN_DECLS

typedef struct _LwTreeFreedoms LwTreeFreedoms;

/// Returns the conditions of no closure: every axis is free. A ball has three axes, a body in space
/// without a joint six.
LwTreeFreedoms *lw_tree_freedoms_new (const LwModelTree *tree);
void lw_tree_freedoms_free (LwTreeFreedoms *self);

// Adds conditions. Bodies are indices, -1: the ground; places and directions of the world.

/// The rates of a place on both bodies are equal along a direction.
void lw_tree_freedoms_add_place (LwTreeFreedoms *self,
                                 int a,
                                 int b,
                                 const double place[3],
                                 const double direction[3]);
/// The angular velocities of both bodies are equal about a direction.
void lw_tree_freedoms_add_turn (LwTreeFreedoms *self, int a, int b, const double direction[3]);
/// The distance of two places, on one body each, is constant.
void lw_tree_freedoms_add_distance (LwTreeFreedoms *self,
                                    int a,
                                    int b,
                                    const double place_a[3],
                                    const double place_b[3]);
/// The rate of the first axis of b is `ratio` times that of the first axis of a, which is -1 if the
/// rate of b is given.
void lw_tree_freedoms_add_ratio (LwTreeFreedoms *self, int a, int b, double ratio);

/// Finds the axes that are independent, those near the ground before those behind them; not all of them if
/// the work is cancelled.
void lw_tree_freedoms_solve (LwTreeFreedoms *self, const LwProgress *progress);
/// Returns true if an axis of a body is independent, after solving.
bool lw_tree_freedoms_is_free (const LwTreeFreedoms *self, int body, int axis);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwTreeFreedoms, lw_tree_freedoms_free)

G_END_DECLS
