// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parts of random mechanisms: bodies, couplings, force elements and options.

#pragma once

#include "random-mechanism.h"

/// Returns true once in `n` times.
bool random_one_in (GRand *rand, int n);
/// Adds a body within about a metre of body `near`.
int random_draw_body (Design *design, GRand *rand, MbdMobility mobility, int near);
/// Adds a coupling of any kind that joins two bodies and is met at the start.
int random_draw_coupling (RandomMechanism *mechanism, GRand *rand, int a, int b);
/// Returns a world frame between the origins of two bodies; its z axis is z if both are planar.
MbdFrame random_draw_frame (const Design *design, GRand *rand, int a, int b);
/// Returns `frame` moved by (x, y, z) along its own axes, then turned by `angle` about its x axis.
MbdFrame random_moved_frame (const MbdFrame *frame, double x, double y, double z, double angle);
/// Adds a coupling between two bodies, with its frames at these places in the world. Returns its id.
int random_add_between (Design *design,
                        MbdCouplingDef *def,
                        int a,
                        int b,
                        const MbdFrame *world_a,
                        const MbdFrame *world_b);
/// Adds drivers, stops, gears, options: a few in most mechanisms, none in some.
void random_draw_extras (RandomMechanism *mechanism, GRand *rand);
