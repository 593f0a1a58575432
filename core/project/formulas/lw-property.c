// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of elements by name: fields of their tables, and numbers that are computed from fields.

#include "lw-property.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "lw-contact.h"
#include "lw-element-kind.h"
#include "lw-property-private.h"

// ---- bytes ----------------------------------------------------------------------------------

const char *
lw_property_get_place (const LwMechanism *mechanism, LwElementRef owner)
{
  if (owner.kind == LW_SELECTION_NONE)
    return (const char *) lw_mechanism_get_run (mechanism);
  return (const char *) lw_element_ref_find (mechanism, owner);
}

LwMechanism *
lw_property_with_bytes (const LwMechanism *mechanism,
                        LwElementRef owner,
                        gsize offset,
                        const void *bytes,
                        gsize size)
{
  const LwElementKind *kind = lw_element_kind (owner.kind);
  LwRunSettings run = *lw_mechanism_get_run (mechanism);
  LwElement *element;

  if (kind == NULL) {
    memcpy ((char *) &run + offset, bytes, size);
    return lw_mechanism_with_run (mechanism, &run);
  }
  element = kind->copy (kind->find (mechanism, owner.id));
  memcpy ((char *) element + offset, bytes, size);
  // A limit without one of its stops has one row less.
  if (owner.kind == LW_SELECTION_COUPLING)
    mbd_coupling_drop_rows (&((LwCoupling *) element)->def);
  return kind->replace (mechanism, element);
}

// ---- fields ---------------------------------------------------------------------------------

/// Finds a stored number: "velocity[1]" is the second of an array. Returns false if it does not
/// exist.
static bool
find_field (LwSelectionKind kind, const char *name, const LwField **field, guint *index)
{
  const gsize length = strcspn (name, "[");
  g_autofree char *bare = g_strndup (name, length);

  *index = 0;
  if (name[length] == '[') {
    if (!g_ascii_isdigit (name[length + 1]) || strcmp (name + length + 2, "]") != 0)
      return false;
    *index = (guint) (name[length + 1] - '0');
  }
  *field = lw_fields_find (lw_field_table (kind), bare);
  return *field != NULL && ((*field)->flags & LW_FIELD_BOUND) && *index < lw_field_count (*field);
}

char *
lw_property_dup_name_at (LwSelectionKind kind, gsize offset)
{
  const LwFieldTable *table = lw_field_table (kind);

  for (guint i = 0; i < table->n_fields; i++) {
    const LwField *field = &table->fields[i];
    const gsize index = (offset - field->offset) / sizeof (double);

    if (!(field->flags & LW_FIELD_BOUND) || offset < field->offset
        || index >= lw_field_count (field))
      continue;
    return index == 0 ? g_strdup (field->name)
                      : g_strdup_printf ("%s[%u]", field->name, (guint) index);
  }
  return NULL;
}

// ---- stored and computed numbers ------------------------------------------------------------

bool
lw_property_exists (LwSelectionKind kind, const char *name)
{
  LwContactPair pair;
  const LwField *field;
  guint index;

  return lw_computed_property_find (kind, name) != NULL || find_field (kind, name, &field, &index)
         || lw_pair_property_find ((LwElementRef){ kind, 0 }, name, &pair) != NULL;
}

/// Returns true if the element has the number: a measurement may have fewer points than the table.
static bool
has_field (const LwMechanism *mechanism, LwElementRef owner, const LwField *field)
{
  return owner.kind != LW_SELECTION_MEASUREMENT
         || field->offset < offsetof (LwMeasurement, points)
                              + lw_mechanism_find_measurement (mechanism, owner.id)->n_points
                                  * sizeof (LwBodyPoint);
}

bool
lw_property_get (const LwMechanism *mechanism,
                 LwElementRef owner,
                 const char *name,
                 guint n,
                 double *values)
{
  const LwComputedProperty *computed = lw_computed_property_find (owner.kind, name);
  const char *bytes = lw_property_get_place (mechanism, owner);
  LwContactPair pair;
  const LwField *field = lw_pair_property_find (owner, name, &pair);
  guint index = 0;

  if (bytes == NULL)
    return false;
  if (computed != NULL)
    return n == computed->n && computed->get (computed, mechanism, owner.id, values);
  if (field != NULL)
    bytes = (const char *) lw_contact_find_pair (mechanism, pair.body[0], pair.body[1]);
  else if (!find_field (owner.kind, name, &field, &index) || !has_field (mechanism, owner, field))
    return false;
  if (bytes == NULL || index + n > lw_field_count (field))
    return false;
  memcpy (values, bytes + field->offset + index * sizeof *values, n * sizeof *values);
  return true;
}

char *
lw_property_dup_words (const char *name)
{
  char *words = g_strdelimit (g_strdup (name), "_.", ' ');

  words[0] = g_ascii_toupper (words[0]);
  return words;
}

static bool
check_range (LwFieldRange range, const char *name, guint n, const double *values, GError **error)
{
  static const char *const sentences[] = {
    [LW_RANGE_POSITIVE] = N_ ("%s must be greater than zero."),
    [LW_RANGE_NOT_NEGATIVE] = N_ ("%s must be zero or more."),
    [LW_RANGE_FRACTION] = N_ ("%s must be between 0 and 1."),
  };
  g_autofree char *called = NULL;

  for (guint i = 0; i < n; i++) {
    const double x = values[i];

    if (range == LW_RANGE_ANY || range >= LW_RANGE_INERTIA || (range == LW_RANGE_POSITIVE && x > 0)
        || (range == LW_RANGE_NOT_NEGATIVE && x >= 0)
        || (range == LW_RANGE_FRACTION && x >= 0 && x <= 1))
      continue;
    called = lw_property_dup_words (name);
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ (sentences[range]), _ (called));
    return false;
  }
  return true;
}

static LwMechanism *
with_computed (const LwMechanism *mechanism,
               LwElementRef owner,
               const LwComputedProperty *computed,
               const double *values,
               GError **error)
{
  LwMechanism *next;

  if (!check_range (computed->positive ? LW_RANGE_POSITIVE : LW_RANGE_ANY, computed->name,
                    computed->n, values, error))
    return NULL;
  next = computed->with (computed, mechanism, owner.id, values);
  if (next == NULL)
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE, _ (computed->refusal));
  return next;
}

LwMechanism *
lw_property_with (const LwMechanism *mechanism,
                  LwElementRef owner,
                  const char *name,
                  guint n,
                  const double *values,
                  GError **error)
{
  const LwComputedProperty *computed = lw_computed_property_find (owner.kind, name);
  double present[LW_PROPERTY_NUMBERS_MAX];
  LwContactPair pair;
  const LwField *field = lw_pair_property_find (owner, name, &pair);
  guint index;

  if (!lw_property_get (mechanism, owner, name, n, present)) {
    g_autofree char *called = lw_property_dup_words (name);

    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("%s no longer exists."), called);
    return NULL;
  }
  if (computed != NULL)
    return with_computed (mechanism, owner, computed, values, error);
  if (field != NULL) {
    pair = *lw_contact_find_pair (mechanism, pair.body[0], pair.body[1]);
    *(double *) lw_field_value (field, &pair, 0) = values[0];
    return lw_pair_property_with (mechanism, &pair, error);
  }
  if (!find_field (owner.kind, name, &field, &index)
      || !check_range (field->range, name, n, values, error))
    return NULL;
  return lw_property_with_bytes (mechanism, owner, field->offset + index * sizeof *values, values,
                                 n * sizeof *values);
}
