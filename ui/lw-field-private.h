// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the field share.

#pragma once

#include "lw-field.h"

G_BEGIN_DECLS

/// What the offset counts in; NULL when the element is gone.
const char *lw_field_get_place (const LwMechanism *mechanism, LwElementRef target);
/// The mechanism with other bytes at that place.
LwMechanism *lw_field_with_bytes (const LwMechanism *mechanism,
                                  LwElementRef target,
                                  gsize offset,
                                  const void *bytes,
                                  gsize size);
LwMechanism *
lw_field_with_name (const LwMechanism *mechanism, LwElementRef target, const char *text);
const char *lw_field_get_name (const LwMechanism *mechanism, LwElementRef target);

G_END_DECLS
