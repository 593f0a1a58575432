// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of elements that are computed instead of being read from a field.

#pragma once

#include "lw-property.h"

G_BEGIN_DECLS

typedef struct
{
  LwSelectionKind kind;
  const char *name;
  guint n;
  bool positive;
  /// Reads the values. Returns false if the element has none at present.
  bool (*get) (const LwMechanism *mechanism, int id, double *values);
  /// Returns a copy with these values, or NULL if they are not allowed; `refusal` is then the
  /// message.
  LwMechanism *(*with) (const LwMechanism *mechanism, int id, const double *values);
  const char *refusal;
} LwComputedProperty;

/// Returns the properties of lw-property-directions.c.
const LwComputedProperty *lw_direction_properties (gsize *n);
/// Returns NULL if there is no such property.
const LwComputedProperty *lw_computed_property_find (LwSelectionKind kind, const char *name);

// Numbers of contact pairs (lw-property-pairs.c), one value each.

bool lw_pair_property_exists (LwSelectionKind kind, const char *name);
/// Returns false if the pair is not defined.
bool lw_pair_property_get (const LwMechanism *mechanism, int body, const char *name, double *value);
/// Sets a value of a pair, which must be defined.
LwMechanism *lw_pair_property_with (const LwMechanism *mechanism,
                                    int body,
                                    const char *name,
                                    double value,
                                    GError **error);

G_END_DECLS
