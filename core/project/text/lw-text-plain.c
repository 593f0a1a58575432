// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fields with their own key in an object of the text form: they are read and written by type. Fields that share a notation (places, shapes, functions) are in the other files.

#include "lw-field-text.h"
#include "lw-gearing.h"
#include "lw-text-fields-private.h"
#include "lw-text-reader-private.h"

const char *
lw_text_plain_key (const LwTextObject *object, const LwField *field)
{
  if (!lw_field_is_in (field, object->name))
    return NULL;
  return field->key != NULL ? field->key : field->name;
}

const LwFieldTable *
lw_text_object_table (const LwTextObject *object)
{
  return object->fields != NULL ? object->fields
         : object->is_element   ? lw_field_table (object->element)
                                : NULL;
}

/// A plain field of an object, with its key.
typedef struct
{
  const LwField *field;
  const char *key;
} Plain;

/// Keys and plain fields of an object. They are made once.
typedef struct
{
  GPtrArray *keys; ///< those of notations first, then of plain fields; ends with NULL
  GArray *plain;   ///< array of Plain
} Description;

#define PLACE_KEYS "bodies", "at", "angle", "quaternion", "points", "frames"
#define TWO_JOINTS_KEYS "joints", "bodies", "points", "frames", "coordinates", "offset"
#define MOST_KEYS 11

/// Keys of the notations of couplings and force elements.
static const char *const keys_of_notation[LW_NOTATIONS][MOST_KEYS] = {
  [LW_NOTATION_LOCKED] = { "locked" },
  [LW_NOTATION_PLACE] = { PLACE_KEYS },
  [LW_NOTATION_ENDS] = { "bodies", "from", "to", "points" },
  [LW_NOTATION_ENDS_OR_FRAMES] = { "bodies", "from", "to", "points", "frames" },
  [LW_NOTATION_LENGTH] = { "length" },
  [LW_NOTATION_PATH] = { "bodies", "points", "along", "length" },
  [LW_NOTATION_WHERE] = { "joint", PLACE_KEYS },
  [LW_NOTATION_JOINT] = { "joint" },
  [LW_NOTATION_COORDINATE] = { "coordinate" },
  [LW_NOTATION_FUNCTION] = { "function" },
  [LW_NOTATION_NEEDED_FUNCTION] = { "function" },
  [LW_NOTATION_RELAXED] = { "stiffness", "damping", "free_angle" },
  [LW_NOTATION_TWO_JOINTS] = { TWO_JOINTS_KEYS },
  [LW_NOTATION_ONE_OR_TWO_JOINTS] = { "joint", TWO_JOINTS_KEYS },
  [LW_NOTATION_BETWEEN] = { "between" },
  [LW_NOTATION_NORMALS] = { "normals" },
  [LW_NOTATION_COMPLIANCE] = { "compliance" },
  [LW_NOTATION_LAW] = { "bodies", "from", "to", "points", "free_length", "law" },
  [LW_NOTATION_CONSTANTS] = { PLACE_KEYS, "law", "stiffness", "damping", "rotational_stiffness",
                              "rotational_damping" },
  [LW_NOTATION_POINT] = { "body", "point" },
  [LW_NOTATION_POINT_OR_ORIGIN] = { "body", "point" },
  [LW_NOTATION_FORCE] = { "force" },
  [LW_NOTATION_TORQUE] = { "torque" },
};

/// Adds the keys of an object of a kind, other than those of its plain fields.
static void
add_keys_of_kind (GPtrArray *keys, const LwTextObject *object)
{
  g_ptr_array_add (keys, (char *) "id");
  g_ptr_array_add (keys, (char *) "name");
  g_ptr_array_add (keys, (char *) "kind");
  for (int i = 0; i < LW_MOST_NOTATIONS; i++) {
    const char *const *key = keys_of_notation[object->notations[i]];

    if (object->notations[i] == LW_NOTATION_GEARING)
      g_ptr_array_add (keys, (char *) lw_gearings[object->kind->value].key);
    for (int k = 0; k < MOST_KEYS && key[k] != NULL; k++)
      g_ptr_array_add (keys, (char *) key[k]);
  }
}

static Description
make_description (const LwTextObject *object)
{
  const LwFieldTable *table = lw_text_object_table (object);
  const Description self = { g_ptr_array_new (), g_array_new (FALSE, FALSE, sizeof (Plain)) };

  for (const char *const *form = object->forms; form != NULL && *form != NULL; form++)
    g_ptr_array_add (self.keys, (char *) *form);
  if (object->kind != NULL)
    add_keys_of_kind (self.keys, object);
  for (guint i = 0; table != NULL && i < table->n_fields; i++) {
    const Plain plain = { &table->fields[i], lw_text_plain_key (object, &table->fields[i]) };

    if (plain.key == NULL)
      continue;
    g_ptr_array_add (self.keys, (char *) plain.key);
    g_array_append_val (self.plain, plain);
  }
  g_ptr_array_add (self.keys, NULL);
  return self;
}

static const Description *
describe (const LwTextObject *object)
{
  static Description all[LW_TEXT_OWN_OBJECTS + LW_KINDS];
  static gsize made = 0;

  if (g_once_init_enter (&made)) {
    for (guint i = 0; i < lw_text_n_objects (); i++)
      all[i] = make_description (lw_text_object (i));
    g_once_init_leave (&made, 1);
  }
  return &all[object - lw_text_object (0)];
}

const char *const *
lw_text_object_keys (const LwTextObject *object)
{
  return (const char *const *) describe (object)->keys->pdata;
}

// Reading: one function for each type.

typedef void (*Read) (LwTextReader *reader,
                      const LwTextScope *scope,
                      const char *key,
                      const LwField *field,
                      void *value);

static void
read_real (LwTextReader *reader,
           const LwTextScope *scope,
           const char *key,
           const LwField *field,
           void *value)
{
  static const LwTextRange ranges[] = {
    [LW_RANGE_ANY] = LW_TEXT_ANY,
    [LW_RANGE_POSITIVE] = LW_TEXT_POSITIVE,
    [LW_RANGE_NOT_NEGATIVE] = LW_TEXT_NOT_NEGATIVE,
    [LW_RANGE_FRACTION] = LW_TEXT_NOT_NEGATIVE,
  };
  const guint n = lw_field_count (field);

  if (n > 1) {
    lw_text_node_numbers (reader, scope, lw_text_member (reader, scope, key), key, n, n, value);
    return;
  }
  lw_text_get_number (reader, scope, key, ranges[field->range], value);
  if (reader->error == NULL && field->range == LW_RANGE_FRACTION && *(double *) value > 1)
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, key),
                    "%s must be between 0 and 1", key);
}

static void
read_flag (LwTextReader *reader,
           const LwTextScope *scope,
           const char *key,
           const LwField *field,
           void *value)
{
  lw_text_get_bool (reader, scope, key, value);
}

static void
read_whole (LwTextReader *reader,
            const LwTextScope *scope,
            const char *key,
            const LwField *field,
            void *value)
{
  long number = (long) lw_field_get_whole (field, value);

  lw_text_get_integer (reader, scope, key, field->least, field->most, &number);
  lw_field_set_whole (field, value, number);
}

static void
read_word (LwTextReader *reader,
           const LwTextScope *scope,
           const char *key,
           const LwField *field,
           void *value)
{
  lw_text_get_word (reader, scope, key, field->words, value);
}

static void
read_coupling (LwTextReader *reader,
               const LwTextScope *scope,
               const char *key,
               const LwField *field,
               void *value)
{
  MbdCouplingDef joint;

  *(int *) value =
    lw_text_read_joint (reader, scope, lw_text_member (reader, scope, key), key, &joint);
}

static void
read_text (LwTextReader *reader,
           const LwTextScope *scope,
           const char *key,
           const LwField *field,
           void *value)
{
  g_free (*(char **) value);
  *(char **) value = lw_text_dup_string (reader, scope, key);
}

static void
read_points (LwTextReader *reader,
             const LwTextScope *scope,
             const char *key,
             const LwField *field,
             void *value)
{
  const LwJson *array = lw_text_get_array (reader, scope, key);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, 3 * sizeof (double));

  for (guint i = 0; array != NULL && i < array->length; i++) {
    g_autofree char *what = g_strdup_printf ("%s[%u]", key, i);
    double point[3] = { 0 };

    if (field->flat
          ? lw_text_node_numbers (reader, scope, lw_json_element (array, i), what, 2, 2, point) == 0
          : !lw_text_node_vector (reader, scope, lw_json_element (array, i), what, 3, point))
      return;
    g_array_append_vals (points, point, 1);
  }
  g_clear_pointer ((GArray **) value, g_array_unref);
  *(GArray **) value = points->len > 0 ? g_steal_pointer (&points) : NULL;
}

static void
read_rows (LwTextReader *reader,
           const LwTextScope *scope,
           const char *key,
           const LwField *field,
           void *value)
{
  lw_text_read_rows (reader, scope, lw_text_member (reader, scope, key),
                     lw_families[scope->of->family].coupling (), value);
}

static const Read types[LW_FIELD_TYPES] = {
  [LW_FIELD_REAL] = read_real,     [LW_FIELD_FLAG] = read_flag,
  [LW_FIELD_WHOLE] = read_whole,   [LW_FIELD_LONG] = read_whole,
  [LW_FIELD_CHOICE] = read_word,   [LW_FIELD_BITS] = read_whole,
  [LW_FIELD_TEXT] = read_text,     [LW_FIELD_COUPLING] = read_coupling,
  [LW_FIELD_POINTS] = read_points, [LW_FIELD_ROWS] = read_rows,
};

void
lw_text_read_plain (LwTextReader *reader, const LwTextScope *scope, void *element)
{
  const GArray *plain = describe (scope->kind)->plain;

  for (guint i = 0; i < plain->len && reader->error == NULL; i++) {
    const Plain *each = &g_array_index (plain, Plain, i);

    if (lw_json_member (scope->object, each->key) != NULL)
      types[each->field->type](reader, scope, each->key, each->field,
                               lw_field_value (each->field, element, 0));
  }
}

// Writing

void
lw_text_add_plain (GPtrArray *fields,
                   const LwTextObject *object,
                   const void *element,
                   const void *usual)
{
  const GArray *plain = describe (object)->plain;

  for (guint i = 0; i < plain->len; i++) {
    const LwField *field = g_array_index (plain, Plain, i).field;
    const char *key = g_array_index (plain, Plain, i).key;

    // An absent value has no key.
    if (!(usual != NULL && lw_field_equal (field, element, usual))
        && !lw_field_is_absent (field, element, 0))
      lw_text_add (fields, key, lw_field_dup_text (field, element));
  }
}
