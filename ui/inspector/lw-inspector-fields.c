// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of the inspector from the tables of fields: which card shows a field, under which condition,
// with which label and unit, is written in its row of the table.

#include <string.h>

#include "lw-element-kind.h"
#include "lw-field.h"
#include "lw-inspector-private.h"
#include "lw-text.h"

/// Fields that are edited as other numbers, by their property names.
static const struct
{
  LwSelectionKind kind;
  const char *field;
  const char *planar, *spatial; ///< one angle, and three turns, rad
} as_angles[] = {
  { LW_SELECTION_BODY, "quaternion", NULL, "attitude" },
  { LW_SELECTION_COUPLING, "quaternion_p", "direction_p", "turns_p" },
  { LW_SELECTION_COUPLING, "quaternion_s", "direction_s", "turns_s" },
  { LW_SELECTION_COUPLING, "quaternion_p_2", "direction_p_2", "turns_p_2" },
  { LW_SELECTION_COUPLING, "quaternion_s_2", "direction_s_2", "turns_s_2" },
  { LW_SELECTION_FORCE, "quaternion_a", "direction_a", "turns_a" },
  { LW_SELECTION_FORCE, "quaternion_b", "direction_b", "turns_b" },
};

/// Properties of an element that determine how its fields are shown.
typedef struct
{
  bool spatial;
  bool length; ///< units "rad or m" mean m, "N m or N" mean N
} Aspect;

// ---- aspects --------------------------------------------------------------------------------

static Aspect
find_aspect (LwInspector *self, LwElementRef target)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  const LwFieldTable *table = lw_field_table (target.kind);
  const LwElement *element = target.kind != LW_SELECTION_NONE
                               ? lw_element_kind (target.kind)->find (mechanism, target.id)
                               : NULL;
  Aspect aspect = { 0 };

  if (element == NULL)
    return aspect;
  if (target.kind == LW_SELECTION_BODY) {
    // The place of a fixed body has three coordinates.
    aspect.spatial = ((const LwBody *) element)->def.mobility != MBD_PLANAR;
  } else if (target.kind == LW_SELECTION_COUPLING) {
    MbdCouplingDef def;

    lw_mechanism_resolve_coupling (mechanism, (const LwCoupling *) element, &def, NULL);
    for (int i = 0; i < lw_coupling_n_bodies (&def); i++)
      aspect.spatial = aspect.spatial || lw_inspector_is_spatial (self, lw_coupling_body (&def, i));
    aspect.length = lw_coupling_measures_length (&def);
  } else {
    for (guint i = 0; i < table->n_fields; i++)
      if (table->fields[i].type == LW_FIELD_BODY)
        aspect.spatial =
          aspect.spatial
          || lw_inspector_is_spatial (
            self, *(const int *) ((const char *) (const void *) element + table->fields[i].offset));
  }
  return aspect;
}

bool
lw_inspector_element_is_spatial (LwInspector *self, LwElementRef target)
{
  return find_aspect (self, target).spatial;
}

/// Returns the unit of a row; of "rad or m" the one that applies.
static const char *
find_unit (const LwField *field, bool length)
{
  const char *unit = field->shown_unit != NULL ? field->shown_unit
                     : field->unit != NULL     ? field->unit
                                               : "1";
  const char *separator = strstr (unit, " or ");
  g_autofree char *first = NULL;

  if (separator == NULL)
    return unit;
  if (length)
    return separator + strlen (" or ");
  first = g_strndup (unit, (gsize) (separator - unit));
  return g_intern_string (first);
}

// ---- descriptions of rows -------------------------------------------------------------------

static void
describe_choice (LwFieldSpec *spec, const LwField *field)
{
  const bool optional = (field->flags & LW_FIELD_OPTIONAL) != 0;
  guint n = 0;
  const char **choices;
  int *values;

  while (field->words[n].word != NULL)
    n++;
  choices = g_new0 (const char *, n + optional + 1);
  values = g_new0 (int, n + optional);
  if (optional) {
    choices[0] = field->none_label;
    values[0] = (int) field->none;
  }
  for (guint i = 0; i < n; i++) {
    choices[i + optional] = field->words[i].label;
    values[i + optional] = field->words[i].value;
  }
  spec->choices = choices;
  spec->values = values;
}

/// Describes the row of a field. Returns false if it has none in the plane or in space.
static bool
describe (LwFieldSpec *spec, LwSelectionKind kind, const LwField *field, Aspect aspect)
{
  guint n;
  const guint first = lw_field_shown_parts (field, aspect.spatial, &n);

  spec->name = field->label;
  spec->field = field->name;
  spec->step = field->step;
  spec->type = field->type == LW_FIELD_FLAG     ? LW_EDITOR_CHECK
               : field->type == LW_FIELD_CHOICE ? LW_EDITOR_CHOICE
                                                : LW_EDITOR_NUMBERS;
  spec->offset = field->offset + first * (lw_field_size (field) / lw_field_count (field));
  spec->n = n;
  spec->unit = find_unit (field, aspect.length);
  spec->positive = field->range == LW_RANGE_POSITIVE;
  if (field->type == LW_FIELD_CHOICE)
    describe_choice (spec, field);
  else if (field->flags & LW_FIELD_OPTIONAL) {
    spec->none = field->none_label;
    spec->none_value = field->none;
  }
  for (guint i = 0; i < G_N_ELEMENTS (as_angles); i++)
    if (as_angles[i].kind == kind && g_str_equal (as_angles[i].field, field->name)) {
      spec->property = aspect.spatial ? as_angles[i].spatial : as_angles[i].planar;
      spec->n = aspect.spatial ? 3 : 1;
      spec->unit = "rad";
      if (spec->property == NULL)
        spec->name = NULL;
      return spec->name != NULL;
    }
  return true;
}

/// Returns the description of the row, which is made once; NULL if there is no row.
static const LwFieldSpec *
get_spec (LwSelectionKind kind, const LwField *field, Aspect aspect)
{
  static GHashTable *rows;
  const int variant = 2 * aspect.spatial + aspect.length;
  LwFieldSpec *specs;

  if (rows == NULL)
    rows = g_hash_table_new (NULL, NULL);
  specs = g_hash_table_lookup (rows, field);
  if (specs == NULL) {
    specs = g_new0 (LwFieldSpec, 4);
    g_hash_table_insert (rows, (void *) field, specs);
  }
  if (specs[variant].name == NULL && !describe (&specs[variant], kind, field, aspect))
    return NULL;
  return &specs[variant];
}

// ---- rows -----------------------------------------------------------------------------------

/// Returns true if the element has the field and its condition holds.
static bool
is_shown (LwMechanism *mechanism, LwElementRef target, const LwField *field)
{
  const LwFieldTable *table = lw_field_table (target.kind);
  const LwElement *element;

  if (target.kind == LW_SELECTION_NONE)
    return lw_field_is_shown (table, field, lw_mechanism_get_run (mechanism));
  element = lw_element_kind (target.kind)->find (mechanism, target.id);
  return element != NULL && lw_field_is_of (field, lw_text_element_object (target.kind, element))
         && lw_field_is_shown (table, field, element);
}

/// Returns true if all shown elements have the field.
static bool
all_show (LwInspector *self, LwElementRef target, const LwField *field)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);

  for (guint i = 0; i < lw_inspector_get_n_targets (self) && target.kind != LW_SELECTION_NONE; i++)
    if (!is_shown (mechanism, lw_inspector_get_target (self, i), field))
      return false;
  return is_shown (mechanism, target, field);
}

/// Returns the aspect of all shown elements. Returns false if their units differ.
static bool
find_common_aspect (LwInspector *self, LwElementRef target, Aspect *aspect)
{
  *aspect = find_aspect (self, target);
  for (guint i = 0; i < lw_inspector_get_n_targets (self) && target.kind != LW_SELECTION_NONE;
       i++) {
    const Aspect other = find_aspect (self, lw_inspector_get_target (self, i));

    if (other.length != aspect->length)
      return false;
    aspect->spatial = aspect->spatial || other.spatial;
  }
  return true;
}

/// Returns true if the unit of the row depends on the element.
static bool
has_alternatives (const LwField *field)
{
  return field->unit != NULL && strstr (field->unit, " or ") != NULL;
}

bool
lw_inspector_has_card_fields (LwInspector *self, LwElementRef target, const char *card)
{
  const LwFieldTable *table = lw_field_table (target.kind);

  for (guint i = 0; i < table->n_fields; i++)
    if (g_strcmp0 (table->fields[i].card, card) == 0 && all_show (self, target, &table->fields[i]))
      return true;
  return false;
}

void
lw_inspector_add_card_fields (LwInspector *self, LwElementRef target, const char *card)
{
  const LwFieldTable *table = lw_field_table (target.kind);
  Aspect aspect;
  const bool alike = find_common_aspect (self, target, &aspect);

  for (guint i = 0; i < table->n_fields; i++) {
    const LwField *field = &table->fields[i];
    const LwFieldSpec *spec;

    if (g_strcmp0 (field->card, card) != 0 || (!alike && has_alternatives (field))
        || !all_show (self, target, field))
      continue;
    spec = get_spec (target.kind, field, aspect);
    if (spec != NULL)
      lw_inspector_add_fields (self, target, spec, 1);
  }
}

void
lw_inspector_append_fields (LwInspector *self, GString *structure, LwElementRef target)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  const LwFieldTable *table = lw_field_table (target.kind);
  const Aspect aspect = find_aspect (self, target);

  g_string_append_printf (structure, " %d%d ", aspect.spatial, aspect.length);
  for (guint i = 0; i < table->n_fields; i++)
    if (table->fields[i].when != NULL)
      g_string_append_c (structure, is_shown (mechanism, target, &table->fields[i]) ? '1' : '0');
}

void
lw_inspector_add_field (LwInspector *self, LwElementRef target, const char *name)
{
  const LwField *field = lw_fields_find (lw_field_table (target.kind), name);
  Aspect aspect;

  find_common_aspect (self, target, &aspect);
  lw_inspector_add_fields (self, target, get_spec (target.kind, field, aspect), 1);
}

const LwFieldSpec *
lw_inspector_get_field (LwElementRef target, const char *name)
{
  return get_spec (target.kind, lw_fields_find (lw_field_table (target.kind), name), (Aspect){ 0 });
}
