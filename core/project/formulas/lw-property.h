// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Access to numbers of elements by name: "position", "angular_velocity[2]", "length". The names are
// stored in files, for fields that follow formulas.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// Maximum number of numbers of one field.
#define LW_PROPERTY_NUMBERS_MAX 4

/// Reads `n` numbers, SI. Returns false if the element does not exist or has no such numbers at
/// present.
bool lw_property_get (const LwMechanism *mechanism,
                      LwElementRef owner,
                      const char *name,
                      guint n,
                      double *values);
/// Returns a copy with other numbers. Returns NULL and sets `error` if they are not allowed.
LwMechanism *lw_property_with (const LwMechanism *mechanism,
                               LwElementRef owner,
                               const char *name,
                               guint n,
                               const double *values,
                               GError **error);
/// Returns the name of the field at an offset in LwBody, LwCoupling, LwForce, LwTracer or, without
/// an element, LwRunSettings. Returns NULL if it has no name. Free with g_free ().
char *lw_property_dup_name_at (LwSelectionKind kind, gsize offset);
/// Returns a name of a field as the beginning of a message: "Contact friction". Most fields have
/// labels with these words, so translations exist. Free with g_free ().
char *lw_property_dup_words (const char *name);
/// Returns true if a file may contain this name.
bool lw_property_exists (LwSelectionKind kind, const char *name);

/// Returns the name of a number of a contact pair, "friction", "restitution" or "rolling", and sets
/// its owner. Free with g_free ().
char *
lw_property_dup_pair_name (const LwContactPair *pair, const char *number, LwElementRef *owner);
/// Parses such a name: returns the number and sets the bodies of the pair, or returns NULL if it is
/// not such a name.
const char *lw_property_parse_pair_name (LwElementRef owner, const char *name, LwContactPair *pair);

/// Returns the structure to which offsets refer, or NULL if the element no longer exists.
const char *lw_property_get_place (const LwMechanism *mechanism, LwElementRef owner);
/// Returns a copy with other bytes at this offset.
LwMechanism *lw_property_with_bytes (const LwMechanism *mechanism,
                                     LwElementRef owner,
                                     gsize offset,
                                     const void *bytes,
                                     gsize size);

/// Converts between a quaternion and turns about z, then about the new y, then about the new x,
/// rad: R = Rz(a) Ry(b) Rx(c). If b is a quarter turn, c is set to zero.
void lw_turns_from_quaternion (const double q[4], double *turns);
void lw_turns_to_quaternion (const double *turns, double q[4]);

/// Makes the normals of a point contact unit length and perpendicular: the part of the second
/// normal along the first is removed, and the third follows from both. A normal without direction
/// is unchanged.
void lw_coupling_straighten_normals (MbdCouplingDef *def);

G_END_DECLS
