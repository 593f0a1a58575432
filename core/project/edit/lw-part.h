// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A part of a mechanism, as a separate mechanism: copied, pasted and duplicated elements. The
// clipboard carries its text form.

#pragma once

#include "lw-element-ref.h"
#include "lw-plane-map.h"

G_BEGIN_DECLS

/// MIME type of the text form on the clipboard, in addition to plain text.
#define LW_PART_MIME_TYPE "application/x-linkwright-part+json"
/// Largest size of the text of a part, bytes.
#define LW_PART_MAX_SIZE (64 * 1024 * 1024)

/// Extracts the bodies among the elements; the couplings, force elements and tracers between them
/// and from them to the ground; and elements that use these joints. An element that is chosen
/// itself but ends on a body that is not chosen ends on the ground instead. Parameters that
/// functions use are copied. Returns NULL and sets an LW_ERROR_USAGE if there is no body.
LwMechanism *lw_part_extract (const LwMechanism *mechanism,
                              const LwElementRef *elements,
                              guint n_elements,
                              GError **error);
/// Returns the text form of such a part. Free with g_free ().
char *lw_part_write (const LwMechanism *mechanism,
                     const LwElementRef *elements,
                     guint n_elements,
                     GError **error);
/// Reads a part from text, which may be any mechanism in text form. Returns NULL and sets the error
/// if it is not one.
LwMechanism *lw_part_read (const char *text, gsize length, GError **error);
/// Returns the mechanism with another one inserted: with new ids, and new names where names are in
/// use. *made receives the inserted elements (array of LwElementRef; may be NULL; free with
/// g_array_unref ()). Returns NULL and sets the error if the part cannot be moved or does not fit.
LwMechanism *lw_part_insert (const LwMechanism *mechanism,
                             const LwMechanism *part,
                             const LwPlaneMap *map,
                             GArray **made,
                             GError **error);
/// Extracts and inserts the elements.
LwMechanism *lw_part_duplicate (const LwMechanism *mechanism,
                                const LwElementRef *elements,
                                guint n_elements,
                                const LwPlaneMap *map,
                                GArray **made,
                                GError **error);
/// Returns all elements of a mechanism. Free with g_array_unref ().
GArray *lw_part_all (const LwMechanism *mechanism);
/// Removes these elements, and elements that depend on them, like lw_mechanism_remove_body () and
/// the others.
LwMechanism *
lw_part_remove (const LwMechanism *mechanism, const LwElementRef *elements, guint n_elements);
/// Computes the bounding box of the drawing of the elements at the start, m: least x, y, greatest
/// x, y. Returns false if nothing is drawn.
bool lw_part_get_box (const LwMechanism *mechanism,
                      const LwElementRef *elements,
                      guint n_elements,
                      double box[4]);
/// Returns the elements and all elements that couplings, springs and bushings connect them with,
/// but not through the ground or fixed bodies. Array of LwElementRef; free with g_array_unref ().
GArray *
lw_part_connected (const LwMechanism *mechanism, const LwElementRef *elements, guint n_elements);

G_END_DECLS
