// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of elements by name: "position", "angular_velocity[2]", "length". The names are kept in
// files, where fields follow formulas.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// The most numbers of one field.
#define LW_PROPERTY_NUMBERS_MAX 4

/// `n` numbers, SI. False when there is no such element, or it has no such numbers now.
bool lw_property_get (const LwMechanism *mechanism,
                      LwElementRef owner,
                      const char *name,
                      guint n,
                      double *values);
/// The mechanism with other numbers there. NULL, and a sentence, where they cannot be.
LwMechanism *lw_property_with (const LwMechanism *mechanism,
                               LwElementRef owner,
                               const char *name,
                               guint n,
                               const double *values,
                               GError **error);
/// The name for what lies at an offset in LwBody, LwCoupling, LwForce, LwTracer or, of no element,
/// LwRunSettings. NULL: it has none. Free with g_free ().
char *lw_property_dup_name_at (LwSelectionKind kind, gsize offset);
/// Whether a file may name it.
bool lw_property_exists (LwSelectionKind kind, const char *name);

/// The name of a number of a contact pair, "friction", "restitution" or "rolling", and whose it is.
/// Free with g_free ().
char *
lw_property_dup_pair_name (const LwContactPair *pair, const char *number, LwElementRef *owner);
/// Such a name taken apart: the number, and the bodies of the pair; NULL: it is none.
const char *lw_property_parse_pair_name (LwElementRef owner, const char *name, LwContactPair *pair);

/// What offsets count in; NULL when the element is gone.
const char *lw_property_get_place (const LwMechanism *mechanism, LwElementRef owner);
/// The mechanism with other bytes at that place.
LwMechanism *lw_property_with_bytes (const LwMechanism *mechanism,
                                     LwElementRef owner,
                                     gsize offset,
                                     const void *bytes,
                                     gsize size);

/// Turns about z, then about the new y, then about the new x, rad: R = Rz(a) Ry(b) Rx(c). Where b
/// is a quarter turn the last turn is taken as zero.
void lw_turns_from_quaternion (const double q[4], double *turns);
void lw_turns_to_quaternion (const double *turns, double q[4]);

/// Normals of a point contact: unit length, perpendicular; the second is taken without its part
/// along the first, the third follows from both. One without direction is left as it is.
void lw_coupling_straighten_normals (MbdCouplingDef *def);

G_END_DECLS
