// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of elements that are computed instead of being read from a field.

#pragma once

#include "lw-field.h"
#include "lw-property.h"

G_BEGIN_DECLS

typedef struct LwComputedProperty LwComputedProperty;

struct LwComputedProperty
{
  LwSelectionKind kind;
  const char *name;
  guint n;
  /// Reads the values. Returns false if the element has none at present.
  bool (*get) (const LwComputedProperty *self,
               const LwMechanism *mechanism,
               int id,
               double *values);
  /// Returns a copy with these values, or NULL if they are not allowed; `refusal` is then the
  /// message.
  LwMechanism *(*with) (const LwComputedProperty *self,
                        const LwMechanism *mechanism,
                        int id,
                        const double *values);
  /// Where the numbers are, bytes: in the element, or in its function, law or image.
  gsize offset;
  LwFunctionKind function; ///< kind of function of time that has the numbers
  guint index;             ///< without an offset: place in the list of numbers of the function
  bool positive;
  const char *refusal;
};

/// Returns the properties of lw-property-directions.c.
const LwComputedProperty *lw_direction_properties (gsize *n);
/// Returns NULL if there is no such property.
const LwComputedProperty *lw_computed_property_find (LwSelectionKind kind, const char *name);

// Contact pairs (lw-property-pairs.c)

/// Returns the field of a pair that a name stands for, and sets the bodies of the pair. Returns NULL if
/// it is not such a name.
const LwField *lw_pair_property_find (LwElementRef owner, const char *name, LwContactPair *pair);
/// Returns a copy in which the pair has these values.
LwMechanism *
lw_pair_property_with (const LwMechanism *mechanism, const LwContactPair *pair, GError **error);

G_END_DECLS
