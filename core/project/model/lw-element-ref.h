// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An element of a mechanism, named by its kind and its id: what is selected, and what an edit is
// about.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// The element itself; NULL when the mechanism has none such.
const LwElement *lw_element_ref_find (const LwMechanism *mechanism, LwElementRef ref);
/// Whether it is one of them.
bool lw_element_refs_contain (const LwElementRef *refs, guint n_refs, LwElementRef ref);

G_END_DECLS
