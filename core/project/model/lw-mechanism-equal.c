// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Equality of mechanisms: all fields of all elements, numbers bit by bit, so that equal mechanisms are
// written as the same file.

#include "lw-mechanism-private.h"

#include <string.h>

#include "lw-background.h"
#include "lw-binding.h"
#include "lw-contact.h"
#include "lw-element-ref.h"
#include "lw-field.h"
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

/// Compares the fields of two lists with the given flags.
static bool
lists_equal (const LwFieldTable *table, const GPtrArray *a, const GPtrArray *b, unsigned flags)
{
  if (a->len != b->len)
    return false;
  for (guint i = 0; i < a->len; i++)
    if (!lw_fields_equal (table, a->pdata[i], b->pdata[i], flags))
      return false;
  return true;
}

static bool
elements_equal (LwSelectionKind kind, const GPtrArray *a, const GPtrArray *b, unsigned flags)
{
  return lists_equal (lw_field_table (kind), a, b, flags);
}

static bool
bindings_equal (const GPtrArray *a, const GPtrArray *b)
{
  if (a->len != b->len)
    return false;
  for (guint i = 0; i < a->len; i++)
    if (!lw_binding_equal (a->pdata[i], b->pdata[i]))
      return false;
  return true;
}

static bool
contact_pairs_equal (const GArray *a, const GArray *b)
{
  if (a->len != b->len)
    return false;
  for (guint i = 0; i < a->len; i++)
    if (!lw_fields_equal (&lw_contact_pair_fields, &g_array_index (a, LwContactPair, i),
                          &g_array_index (b, LwContactPair, i), 0))
      return false;
  return true;
}

static bool
parts_equal (const LwMechanism *a, const LwMechanism *b, unsigned flags)
{
  return elements_equal (LW_SELECTION_BODY, a->bodies, b->bodies, flags)
         && elements_equal (LW_SELECTION_COUPLING, a->couplings, b->couplings, flags)
         && elements_equal (LW_SELECTION_FORCE, a->forces, b->forces, flags);
}

gboolean
lw_mechanism_is_drawn_alike (const LwMechanism *a, const LwMechanism *b)
{
  return parts_equal (a, b, LW_FIELD_DRAWN);
}

gboolean
lw_mechanism_has_equal_parts (const LwMechanism *a, const LwMechanism *b)
{
  return parts_equal (a, b, 0);
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
  return a == b
         || (strcmp (a->title, b->title) == 0 && strcmp (a->notes, b->notes) == 0
             && strcmp (a->lesson, b->lesson) == 0
             && memcmp (a->gravity, b->gravity, sizeof a->gravity) == 0
             && lw_run_settings_equal (&a->run, &b->run) && parts_equal (a, b, 0)
             && elements_equal (LW_SELECTION_TRACER, a->tracers, b->tracers, 0)
             && elements_equal (LW_SELECTION_MEASUREMENT, a->measurements, b->measurements, 0)
             && lists_equal (&lw_plot_fields, a->plots, b->plots, 0)
             && lists_equal (&lw_parameter_fields, a->parameters, b->parameters, 0)
             && bindings_equal (a->bindings, b->bindings)
             && contact_pairs_equal (a->contact_pairs, b->contact_pairs) && lw_marks_equal (a, b)
             && a->length_unit == b->length_unit
             && lw_background_equal (a->background, b->background));
}
