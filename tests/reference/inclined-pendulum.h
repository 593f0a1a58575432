// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two links on parallel pins whose axis n is z turned by 45 degrees about x, in joint coordinates.

#pragma once

/// Computes the accelerations. Link i hangs at angle i (rad) about n from -e2, where e1 = x and e2
/// = n x e1; 1 kg and 1 kg m^2 each, centre of mass 0.5 m from the pin, second pin 1 m from the
/// first, which is at the origin.
void inclined_accelerations (const double gravity[3],
                             const double angles[2],
                             const double rates[2],
                             double second[2]);
/// Computes angles and rates after `time` in `steps` steps of the classical method of order 4.
void inclined_motion (const double gravity[3],
                      double angles[2],
                      double rates[2],
                      double time,
                      int steps);
