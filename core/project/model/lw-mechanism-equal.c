// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Equality of mechanisms: all fields of all elements, numbers bit by bit, so that equal mechanisms are
// written as the same file.

#include "lw-mechanism-private.h"

#include "lw-background.h"
#include "lw-element-kind.h"
#include "lw-element-ref.h"
#include "lw-marks.h"

static bool
are_equal (LwSelectionKind kind, const void *a, const void *b)
{
  return lw_fields_equal (lw_field_table (kind), a, b, 0);
}

gboolean
lw_body_equal (const LwBody *a, const LwBody *b)
{
  return are_equal (LW_SELECTION_BODY, a, b);
}

gboolean
lw_coupling_equal (const LwCoupling *a, const LwCoupling *b)
{
  return are_equal (LW_SELECTION_COUPLING, a, b);
}

gboolean
lw_force_equal (const LwForce *a, const LwForce *b)
{
  return are_equal (LW_SELECTION_FORCE, a, b);
}

gboolean
lw_run_settings_equal (const LwRunSettings *a, const LwRunSettings *b)
{
  return are_equal (LW_SELECTION_NONE, a, b);
}

/// Compares the fields with the given flags of all elements up to a kind.
static bool
elements_equal (const LwMechanism *a, const LwMechanism *b, LwSelectionKind last, unsigned flags)
{
  for (LwSelectionKind i = LW_SELECTION_BODY; i <= last; i++) {
    const LwElementKind *kind = lw_element_kind (i);
    const guint n = kind->count (a);

    if (kind->count (b) != n)
      return false;
    for (guint k = 0; k < n; k++)
      if (!lw_fields_equal (lw_field_table (i), kind->get (a, k), kind->get (b, k), flags))
        return false;
  }
  return true;
}

static bool
lists_equal (const LwMechanism *a, const LwMechanism *b, const LwListKind *list)
{
  const guint n = list->count (a);

  if (list->count (b) != n)
    return false;
  for (guint i = 0; i < n; i++)
    if (!lw_fields_equal (list->fields, list->get (a, i), list->get (b, i), 0))
      return false;
  return true;
}

gboolean
lw_mechanism_is_drawn_alike (const LwMechanism *a, const LwMechanism *b)
{
  return elements_equal (a, b, LW_SELECTION_FORCE, LW_FIELD_DRAWN);
}

gboolean
lw_mechanism_has_equal_parts (const LwMechanism *a, const LwMechanism *b)
{
  return elements_equal (a, b, LW_SELECTION_FORCE, 0);
}

gboolean
lw_mechanism_has_same_element (const LwMechanism *a, const LwMechanism *b, LwElementRef ref)
{
  const LwElement *one = lw_element_ref_find (a, ref);
  const LwElement *other = lw_element_ref_find (b, ref);

  return one != NULL && other != NULL && are_equal (ref.kind, one, other);
}

gboolean
lw_mechanism_equal (const LwMechanism *a, const LwMechanism *b)
{
  const LwMechanismHead one = lw_mechanism_get_head (a), other = lw_mechanism_get_head (b);

  if (a == b)
    return true;
  if (!lw_fields_equal (&lw_mechanism_fields, &one, &other, 0)
      || !lw_run_settings_equal (&a->run, &b->run) || !elements_equal (a, b, LW_SELECTION_LAST, 0))
    return false;
  for (int i = 0; i < LW_LISTS; i++)
    if (!lists_equal (a, b, &lw_lists[i]))
      return false;
  return lw_marks_equal (a, b) && lw_background_equal (a->background, b->background);
}
