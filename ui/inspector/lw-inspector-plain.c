// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of fields that their table describes completely: label, unit, range and undo step.

#include "lw-element-kind.h"
#include "lw-field.h"
#include "lw-inspector-private.h"
#include "lw-text.h"

/// Returns the description of the row of a number; it is made once.
static const LwFieldSpec *
get_spec (const LwField *field)
{
  static GHashTable *specs;
  LwFieldSpec *spec;

  if (specs == NULL)
    specs = g_hash_table_new (NULL, NULL);
  spec = g_hash_table_lookup (specs, field);
  if (spec != NULL)
    return spec;
  spec = g_new0 (LwFieldSpec, 1);
  spec->name = field->label;
  spec->step = field->step;
  spec->type = field->type == LW_FIELD_FLAG ? LW_EDITOR_CHECK : LW_EDITOR_NUMBERS;
  spec->offset = field->offset;
  spec->n = lw_field_count (field);
  spec->unit = field->unit != NULL ? field->unit : "1";
  spec->positive = field->range == LW_RANGE_POSITIVE;
  g_hash_table_insert (specs, (void *) field, spec);
  return spec;
}

void
lw_inspector_add_plain (LwInspector *self, LwElementRef target)
{
  const LwFieldTable *table = lw_field_table (target.kind);
  const LwElement *element =
    lw_element_kind (target.kind)->find (lw_inspector_get_mechanism (self), target.id);
  const char *object = lw_text_element_object (target.kind, element);

  for (guint i = 0; i < table->n_fields; i++)
    if (table->fields[i].label != NULL && lw_field_is_in (&table->fields[i], object))
      lw_inspector_add_fields (self, target, get_spec (&table->fields[i]), 1);
}
