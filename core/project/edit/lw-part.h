// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A part of a mechanism, as a mechanism of its own: what is copied, pasted and duplicated. The
// clipboard carries its text form.

#pragma once

#include "lw-element-ref.h"
#include "lw-plane-map.h"

G_BEGIN_DECLS

/// The type of the text form on a clipboard, beside plain text.
#define LW_PART_MIME_TYPE "application/x-linkwright-part+json"
/// More text is no part, bytes.
#define LW_PART_MAX_SIZE (64 * 1024 * 1024)

/// The bodies among the elements; the couplings, force elements and tracers between them and from
/// them to the ground; and what works on these joints. An element that is chosen itself but ends on
/// a body that is not ends on the ground instead. Parameters that functions use come along. NULL,
/// and an LW_ERROR_USAGE, when there is no body.
LwMechanism *lw_part_extract (const LwMechanism *mechanism,
                              const LwElementRef *elements,
                              guint n_elements,
                              GError **error);
/// The text form of such a part. Free with g_free ().
char *lw_part_write (const LwMechanism *mechanism,
                     const LwElementRef *elements,
                     guint n_elements,
                     GError **error);
/// A part from text, which may be any mechanism in text form. NULL, and one sentence, when it is
/// none.
LwMechanism *lw_part_read (const char *text, gsize length, GError **error);
/// The mechanism with another one put in: with new ids, and new names where they are taken. What
/// was put in goes to *made (of LwElementRef; may be NULL; free with g_array_unref ()). NULL, and
/// an error, when the part cannot be moved or does not fit.
LwMechanism *lw_part_insert (const LwMechanism *mechanism,
                             const LwMechanism *part,
                             const LwPlaneMap *map,
                             GArray **made,
                             GError **error);
/// Extract and insert.
LwMechanism *lw_part_duplicate (const LwMechanism *mechanism,
                                const LwElementRef *elements,
                                guint n_elements,
                                const LwPlaneMap *map,
                                GArray **made,
                                GError **error);
/// All elements of a mechanism. Free with g_array_unref ().
GArray *lw_part_all (const LwMechanism *mechanism);
/// Without these elements, and what goes with them, as lw_mechanism_remove_body () and the others.
LwMechanism *
lw_part_remove (const LwMechanism *mechanism, const LwElementRef *elements, guint n_elements);
/// The box about what is drawn of the elements at the start, m: x, y of the least and the greatest.
/// False when nothing is.
bool lw_part_get_box (const LwMechanism *mechanism,
                      const LwElementRef *elements,
                      guint n_elements,
                      double box[4]);
/// The element and all that couplings, springs and bushings join it with, but not through the
/// ground or fixed bodies. Of LwElementRef; free with g_array_unref ().
GArray *
lw_part_connected (const LwMechanism *mechanism, const LwElementRef *elements, guint n_elements);

G_END_DECLS
