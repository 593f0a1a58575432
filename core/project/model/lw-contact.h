// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which bodies of a mechanism touch each other, with what outline and what material.
//
// A body that takes part in contact (LwBody.contact) touches every other one that does, but
// - not one that it is joined to by any coupling (bodies at a joint overlap by their nature),
// - not one of the same group of welded bodies,
// - two fixed bodies never,
// unless a pair (LwContactPair) says otherwise. In a compiled model each of them has one shape,
// whose id is that of the body.

#pragma once

#include "lw-mechanism.h"
#include "mbd-shape.h"

G_BEGIN_DECLS

/// The outline by which a body touches, body frame, m.
typedef struct
{
  MbdShapeKind kind; ///< polygon: corners; disc: centre; capsule, half-plane: two points
  GArray *points;    ///< of double[2]
  double radius;     ///< m; polygon: of its rounded corners, outwards
} LwContactOutline;

/// The outline that a body has or would have. FALSE, and why (static, it goes on after the name of
/// the body; may be NULL), when it has none; free with lw_contact_outline_clear ().
gboolean lw_contact_get_outline (const LwMechanism *mechanism,
                                 const LwBody *body,
                                 LwContactOutline *outline,
                                 const char **fault);
void lw_contact_outline_clear (LwContactOutline *outline);
/// It takes part as a half-plane with two points, that are apart: it has no end.
gboolean lw_body_is_half_plane (const LwBody *body);
/// Half the width of a link that takes part, by which its outline is wider than its points, m; 0
/// for other shapes.
double lw_contact_get_radius (const LwMechanism *mechanism, const LwBody *body);

/// Equal in every value, bit by bit.
gboolean lw_contact_equal (const LwContact *a, const LwContact *b);
/// Why a material cannot be (static); NULL: it can.
const char *lw_contact_find_material_fault (double friction, double restitution, double rolling);
/// Why a body cannot take part as it says (static; it goes on after its name); NULL: it can, or
/// takes no part. What only shows when the outline is cut into pieces is found by compiling.
const char *lw_contact_find_fault (const LwMechanism *mechanism, const LwBody *body);
/// The same for a pair ("... and ...: its friction ...").
const char *lw_contact_find_pair_fault (const LwMechanism *mechanism, const LwContactPair *pair);

/// Bodies that take part, and those of them that can move.
guint lw_contact_count (const LwMechanism *mechanism);
guint lw_contact_count_moving (const LwMechanism *mechanism);
/// What is said about a pair of bodies; NULL: nothing.
const LwContactPair *lw_contact_find_pair (const LwMechanism *mechanism, int body_a, int body_b);
/// What holds of two bodies (ids) now, said or not: a start for a pair of their own. `touches` is
/// false when one takes no part.
LwContactPair lw_contact_get_pair (const LwMechanism *mechanism, int body_a, int body_b);

// Edits. Each gives a new mechanism, or NULL and an LW_ERROR_USAGE with a sentence.

/// The body takes part, with that material; its shape must have an outline, and a half-plane needs
/// a fixed link with two points, of which the first comes to lie so that gravity presses onto the
/// line. Taking no part is always possible.
LwMechanism *lw_contact_with_body (const LwMechanism *mechanism,
                                   int body,
                                   const LwContact *contact,
                                   GError **error);
/// Two bodies have a contact of their own; it replaces what was said of them before.
LwMechanism *
lw_contact_with_pair (const LwMechanism *mechanism, const LwContactPair *pair, GError **error);
/// What their materials say holds of them again.
LwMechanism *lw_contact_without_pair (const LwMechanism *mechanism, int body_a, int body_b);
/// They touch from now on: both take part, and where they would still pass through each other they
/// get a pair that says that they do not. With the ground (MBD_GROUND) for one of them, a fixed
/// body is meant that is a half-plane, made below all that is drawn when there is none that takes
/// part; `floor` (may be NULL) gets the id of the half-plane that is meant, 0 without the ground.
LwMechanism *
lw_contact_touch (const LwMechanism *mechanism, int body_a, int body_b, int *floor, GError **error);

// Compiling and models

/// Shapes and pairs for the engine. The error is set, and a status other than OK given, where the
/// engine was not asked.
MbdStatus lw_contact_define (const LwMechanism *mechanism,
                             MbdMechanism *engine,
                             MbdDiagnosis *why,
                             GError **error);
/// The id of the body with a shape (index in the model).
int lw_contact_body_of (const MbdModel *model, int shape);
/// The index of the shape of a body (id) in the model; -1: it takes no part.
int lw_contact_shape_of (const MbdModel *model, int body);

G_END_DECLS
