// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "lw-changes.h"

G_BEGIN_DECLS

/// Adds a field to a change; takes ownership of the value.
void lw_change_state (GArray *fields, const char *element, int id, const char *name, char *value);
/// Sets the error for a field that is not part of a change. Returns false.
bool lw_change_refuse (const LwChangeField *field, GError **error);

// The whole mechanism (lw-change-mechanism.c)

/// Adds the fields in which the mechanism differs from the one before; all if that is NULL, or has
/// other elements.
void
lw_change_state_mechanism (GArray *fields, const LwMechanism *mechanism, const LwMechanism *before);
/// Returns true if the first field begins a change of the whole mechanism.
bool lw_change_is_mechanism (const LwChangeField *first);
/// NULL, and an error, if the fields do not make a mechanism.
LwMechanism *lw_change_read_mechanism (const LwChangeField *fields,
                                       guint n,
                                       const LwMechanism *before,
                                       GError **error);

G_END_DECLS
