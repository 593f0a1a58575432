// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contacts of a mechanism: the bodies that touch each other, their outlines and their materials.
//
// A body that takes part in contact (LwBody.contact) touches every other body that takes part,
// except
// - bodies that it is joined to by any coupling (bodies overlap at a joint),
// - bodies of the same group of welded bodies,
// - another fixed body, if it is fixed itself,
// unless a pair (LwContactPair) specifies otherwise. In a compiled model each body that takes part
// has one shape, whose id is the body's id.

#pragma once

#include "lw-mechanism.h"
#include "mbd-shape.h"

G_BEGIN_DECLS

/// Contact outline of a body, body frame, m.
typedef struct
{
  MbdShapeKind kind; ///< polygon: corners; disc: centre; capsule, half-plane: two points
  GArray *points;    ///< array of double[2]
  double radius;     ///< m; polygon: radius by which its corners are rounded, outwards
} LwContactOutline;

/// Sets *outline to the contact outline that a body has or would have; free it with
/// lw_contact_outline_clear (). Returns FALSE if it has none, and sets *fault (static, to be
/// appended to the name of the body; `fault` may be NULL) to the reason.
gboolean lw_contact_get_outline (const LwMechanism *mechanism,
                                 const LwBody *body,
                                 LwContactOutline *outline,
                                 const char **fault);
void lw_contact_outline_clear (LwContactOutline *outline);
/// Returns true if the body takes part as a half-plane with two distinct points. A half-plane is
/// unbounded.
gboolean lw_body_is_half_plane (const LwBody *body);
/// Returns half the width of a link that takes part, m: the distance of its outline from its
/// points. Returns 0 for other shapes.
double lw_contact_get_radius (const LwMechanism *mechanism, const LwBody *body);

/// Returns the reason why a material is invalid (static), or NULL if it is valid.
const char *lw_contact_find_material_fault (double friction, double restitution, double rolling);
/// Returns the reason why a body cannot take part as specified (static, to be appended to its
/// name), or NULL if it can or takes no part. Faults that appear only when the outline is
/// decomposed are found by compiling.
const char *lw_contact_find_fault (const LwMechanism *mechanism, const LwBody *body);
/// Returns the reason why a pair is invalid (static, to be appended to "... and ...: "), or NULL if
/// it is valid.
const char *lw_contact_find_pair_fault (const LwMechanism *mechanism, const LwContactPair *pair);

/// Returns the number of bodies that take part, and how many of them can move.
guint lw_contact_count (const LwMechanism *mechanism);
guint lw_contact_count_moving (const LwMechanism *mechanism);
/// Returns the pair defined for two bodies, or NULL if there is none.
const LwContactPair *lw_contact_find_pair (const LwMechanism *mechanism, int body_a, int body_b);
/// Returns the contact values that apply to two bodies (ids), whether or not a pair is defined for
/// them; they can serve as initial values of a new pair. `touches` is false if a body takes no
/// part.
LwContactPair lw_contact_get_pair (const LwMechanism *mechanism, int body_a, int body_b);

// Edits. Each returns a new mechanism, or NULL with an LW_ERROR_USAGE and a message.

/// Returns a copy in which the body has these contact settings. To take part, its shape must have
/// an outline; a half-plane needs a fixed link with two points, which are ordered so that gravity
/// presses onto the line. Taking no part is always possible.
LwMechanism *lw_contact_with_body (const LwMechanism *mechanism,
                                   int body,
                                   const LwContact *contact,
                                   GError **error);
/// Returns a copy with this contact of two bodies; it replaces an existing pair of the same bodies.
LwMechanism *
lw_contact_with_pair (const LwMechanism *mechanism, const LwContactPair *pair, GError **error);
/// Returns a copy without the pair of two bodies, so that their materials apply again.
LwMechanism *lw_contact_without_pair (const LwMechanism *mechanism, int body_a, int body_b);
/// Returns a copy in which two bodies touch: both take part, and if they would still pass through
/// each other, a pair is added that makes them touch. If one body is the ground (MBD_GROUND), a
/// fixed half-plane is used instead; if none takes part, one is created below the drawing. `floor`
/// (may be NULL) receives the id of this half-plane, or 0 if the ground is not involved.
LwMechanism *
lw_contact_touch (const LwMechanism *mechanism, int body_a, int body_b, int *floor, GError **error);

// Compiling and models

/// Adds shapes and pairs to the engine's mechanism. If a fault is found before the engine is
/// called, sets `error` and returns a status other than OK.
MbdStatus lw_contact_define (const LwMechanism *mechanism,
                             MbdMechanism *engine,
                             MbdDiagnosis *why,
                             GError **error);
/// Returns the id of the body with this shape (index in the model).
int lw_contact_body_of (const MbdModel *model, int shape);
/// Returns the index in the model of the shape of a body (id), or -1 if the body takes no part.
int lw_contact_shape_of (const MbdModel *model, int body);

G_END_DECLS
