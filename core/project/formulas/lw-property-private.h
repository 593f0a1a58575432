// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that do not lie in an element as they are shown.

#pragma once

#include "lw-property.h"

G_BEGIN_DECLS

typedef struct
{
  LwSelectionKind kind;
  const char *name;
  guint n;
  bool positive;
  /// False when the element has none now.
  bool (*get) (const LwMechanism *mechanism, int id, double *values);
  /// NULL, which `refusal` explains, where they cannot be.
  LwMechanism *(*with) (const LwMechanism *mechanism, int id, const double *values);
  const char *refusal;
} LwComputedProperty;

/// Those of lw-property-directions.c.
const LwComputedProperty *lw_direction_properties (gsize *n);
/// NULL when there is none.
const LwComputedProperty *lw_computed_property_find (LwSelectionKind kind, const char *name);

// Numbers of contact pairs (lw-property-pairs.c), one each.

bool lw_pair_property_exists (LwSelectionKind kind, const char *name);
/// False when nothing is said of the pair.
bool lw_pair_property_get (const LwMechanism *mechanism, int body, const char *name, double *value);
/// Something has to be said of the pair.
LwMechanism *lw_pair_property_with (const LwMechanism *mechanism,
                                    int body,
                                    const char *name,
                                    double value,
                                    GError **error);

G_END_DECLS
