// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reference to an element of a mechanism by kind and id, used for selections and edits.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns the element, or NULL if the mechanism does not contain it.
const LwElement *lw_element_ref_find (const LwMechanism *mechanism, LwElementRef ref);
/// Returns "Pin B" for the word "pin" (English, translated by the function) and the name "B"; a name
/// that already begins with the word, also in English ("Pin B", "Pins"), is returned unchanged. Free
/// with g_free ().
char *lw_element_dup_called (const char *word, const char *name);
/// Returns the kind and name of an element for messages: "Pin B", or "Tracer 3" if it has no name;
/// it may have been removed. Free with g_free ().
char *lw_element_ref_dup_name (const LwMechanism *mechanism, LwElementRef ref);
/// Returns true if the array contains `ref`.
bool lw_element_refs_contain (const LwElementRef *refs, guint n_refs, LwElementRef ref);

G_END_DECLS
