// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tables of fields: every member of an element has a row, and every row takes part in equality,
// copies and formulas.

#include <math.h>
#include <string.h>

#include "lw-field.h"
#include "lw-property.h"

/// Members without a row: they count references, or repeat a field for the engine.
typedef struct
{
  LwSelectionKind kind;
  gsize offset, size;
} Exception;

#define MEMBER(kind, struct, member)                                                               \
  {                                                                                                \
    kind, offsetof (struct, member), sizeof (((struct *) 0)->member)                               \
  }
static const Exception exceptions[] = {
  // Follows from the duration, and whether powers are integrated is decided by the run.
  MEMBER (LW_SELECTION_NONE, LwRunSettings, integrator.duration),
  MEMBER (LW_SELECTION_NONE, LwRunSettings, integrator.keep_ledger),
  MEMBER (LW_SELECTION_BODY, LwBody, element.ref_count),
  MEMBER (LW_SELECTION_BODY, LwBody, def.id),
  MEMBER (LW_SELECTION_BODY, LwBody, def.name),
  MEMBER (LW_SELECTION_COUPLING, LwCoupling, element.ref_count),
  MEMBER (LW_SELECTION_COUPLING, LwCoupling, def.id),
  MEMBER (LW_SELECTION_COUPLING, LwCoupling, def.name),
  MEMBER (LW_SELECTION_COUPLING, LwCoupling, def.function),
  MEMBER (LW_SELECTION_COUPLING, LwCoupling, def.curve),
  // The drawing of a gear has these: its gearing and its radii.
  MEMBER (LW_SELECTION_COUPLING, LwCoupling, def.mesh),
  MEMBER (LW_SELECTION_COUPLING, LwCoupling, def.pitch_radius),
  MEMBER (LW_SELECTION_FORCE, LwForce, element.ref_count),
  MEMBER (LW_SELECTION_FORCE, LwForce, def.id),
  MEMBER (LW_SELECTION_FORCE, LwForce, def.name),
  MEMBER (LW_SELECTION_FORCE, LwForce, def.force_function),
  MEMBER (LW_SELECTION_FORCE, LwForce, def.torque_function),
  MEMBER (LW_SELECTION_FORCE, LwForce, def.law),
  MEMBER (LW_SELECTION_TRACER, LwTracer, element.ref_count),
  MEMBER (LW_SELECTION_MEASUREMENT, LwMeasurement, element.ref_count),
};

static const LwFieldTable *
get_table (guint i)
{
  static const LwFieldTable *const others[] = {
    &lw_plot_fields,
    &lw_parameter_fields,
    &lw_contact_pair_fields,
  };

  if (i <= LW_SELECTION_LAST)
    return lw_field_table ((LwSelectionKind) i);
  return i - LW_SELECTION_LAST - 1 < G_N_ELEMENTS (others) ? others[i - LW_SELECTION_LAST - 1]
                                                           : NULL;
}

static void
cover (GByteArray *covered, gsize offset, gsize size)
{
  g_assert_cmpuint (offset + size, <=, covered->len);
  for (gsize i = offset; i < offset + size; i++) {
    g_assert_cmpuint (covered->data[i], ==, 0);
    covered->data[i] = 1;
  }
}

/// No two rows overlap, and no gap is as large as a number: gaps are padding.
static void
test_members (void)
{
  const LwFieldTable *table;

  for (guint i = 0; (table = get_table (i)) != NULL; i++) {
    g_autoptr (GByteArray) covered = g_byte_array_new ();
    gsize gap = 0;

    g_byte_array_set_size (covered, (guint) table->size);
    memset (covered->data, 0, table->size);
    for (guint k = 0; k < table->n_fields; k++)
      cover (covered, table->fields[k].offset, lw_field_size (&table->fields[k]));
    for (gsize k = 0; k < G_N_ELEMENTS (exceptions); k++)
      if ((guint) exceptions[k].kind == i && i <= LW_SELECTION_LAST)
        cover (covered, exceptions[k].offset, exceptions[k].size);
    for (gsize k = 0; k < table->size; k++) {
      gap = covered->data[k] ? 0 : gap + 1;
      if (gap >= sizeof (double))
        g_error ("%s: the member at byte %zu has no row", table->name, k + 1 - gap);
    }
  }
}

/// The description of a row of the inspector is complete, and names things that exist.
static void
check_row (const LwFieldTable *table, const LwField *field)
{
  g_auto (GStrv) condition = field->when != NULL ? g_strsplit (field->when, "=", 2) : NULL;
  const LwField *other = NULL;
  guint n;

  g_test_message ("%s.%s", table->name, field->name);
  g_assert_true ((field->label != NULL) == (field->step != NULL));
  if (field->card != NULL)
    g_assert_nonnull (field->label);
  if (field->label != NULL && field->type == LW_FIELD_CHOICE) {
    for (const LwWord *word = field->words; word->word != NULL; word++)
      g_assert_nonnull (word->label);
  }
  if (field->label != NULL && (field->flags & LW_FIELD_OPTIONAL) && field->kinds == NULL)
    g_assert_nonnull (field->none_label);
  for (int spatial = 0; spatial < 2; spatial++) {
    const char *shown = spatial ? field->spatial : field->planar;
    const guint first = lw_field_shown_parts (field, spatial, &n);

    g_assert_cmpuint (first + n, <=, lw_field_count (field));
    if (shown != NULL) {
      g_auto (GStrv) parts = g_strsplit (shown, " ", -1);
      g_auto (GStrv) all = g_strsplit (field->parts, " ", -1);

      g_assert_cmpuint (n, ==, g_strv_length (parts));
      for (guint i = 0; i < n; i++)
        g_assert_cmpstr (parts[i], ==, all[first + i]);
    }
  }
  if (condition == NULL)
    return;
  other = lw_fields_find (table, condition[0] + (condition[0][0] == '!'));
  g_assert_nonnull (other);
  if (condition[1] != NULL) {
    g_auto (GStrv) words = g_strsplit (condition[1], " ", -1);

    for (guint i = 0; words[i] != NULL; i++)
      g_assert_nonnull (lw_word_find (other->words, words[i]));
  }
}

static void
test_rows (void)
{
  const LwFieldTable *table;

  for (guint i = 0; (table = get_table (i)) != NULL; i++)
    for (guint k = 0; k < table->n_fields; k++)
      check_row (table, &table->fields[k]);
}

/// The kinds of a row are words for objects that describe couplings or force elements.
static void
test_kinds (void)
{
  for (int i = LW_SELECTION_COUPLING; i <= LW_SELECTION_FORCE; i++) {
    const LwFieldTable *table = lw_field_table ((LwSelectionKind) i);

    for (guint k = 0; k < table->n_fields; k++) {
      g_auto (GStrv) kinds =
        table->fields[k].kinds != NULL ? g_strsplit (table->fields[k].kinds, " ", -1) : NULL;

      for (guint w = 0; kinds != NULL && kinds[w] != NULL; w++) {
        bool is_known = false;

        for (int kind = 0; kind < LW_KINDS; kind++)
          is_known = is_known || strcmp (lw_kinds[kind].object, kinds[w]) == 0;
        g_test_message ("%s.%s: %s", table->name, table->fields[k].name, kinds[w]);
        g_assert_true (is_known);
        g_assert_true (lw_field_is_of (&table->fields[k], kinds[w]));
      }
    }
  }
}

/// Conditions hold for the values that they name, and for no others.
static void
test_conditions (void)
{
  const LwFieldTable *table = lw_field_table (LW_SELECTION_COUPLING);
  LwCoupling rod = { .def = mbd_rod_default () };
  const LwField *length = lw_fields_find (table, "length");
  const LwField *friction = lw_fields_find (table, "friction");
  const LwField *stiffness = lw_fields_find (table, "stiffness");
  g_autoptr (LwFunction) function = lw_function_new_constant (1);

  g_assert_true (lw_field_is_shown (table, length, &rod));
  rod.function = function;
  g_assert_false (lw_field_is_shown (table, length, &rod));
  g_assert_false (lw_field_is_shown (table, friction, &rod));
  rod.def.mode = MBD_MODE_FRICTION;
  g_assert_true (lw_field_is_shown (table, friction, &rod));
  g_assert_false (lw_field_is_shown (table, stiffness, &rod));
  rod.def.compliant = true;
  g_assert_true (lw_field_is_shown (table, stiffness, &rod));
}

static void
test_names (void)
{
  const LwFieldTable *table;

  for (guint i = 0; (table = get_table (i)) != NULL; i++)
    for (guint k = 0; k < table->n_fields; k++) {
      const char *name = table->fields[k].name;

      g_assert_true (lw_fields_find (table, name) == &table->fields[k]);
      g_assert_cmpuint (strspn (name, "abcdefghijklmnopqrstuvwxyz_0123456789"), ==, strlen (name));
    }
}

/// Puts another value in the place of value `index` of a field.
static void
change (const LwField *field, void *element, guint index)
{
  char *place = (char *) element + field->offset;
  const double point[3] = { 1.0, 2.0, 3.0 };
  static const int another_class;

  switch (field->type) {
  case LW_FIELD_REAL:
    ((double *) (void *) place)[index] = isfinite (((double *) (void *) place)[index])
                                           ? ((double *) (void *) place)[index] + 0.125
                                           : 0.125;
    break;
  case LW_FIELD_FLAG:
    *(bool *) place = !*(bool *) place;
    break;
  case LW_FIELD_WHOLE:
  case LW_FIELD_CHOICE:
  case LW_FIELD_BODY:
  case LW_FIELD_COUPLING:
    ((int *) (void *) place)[index] += 1;
    break;
  case LW_FIELD_LONG:
    *(long *) (void *) place += 1;
    break;
  case LW_FIELD_BITS:
    *(unsigned *) (void *) place ^= 1;
    break;
  case LW_FIELD_TEXT:
    g_free (*(char **) (void *) place);
    *(char **) (void *) place = g_strdup ("another");
    break;
  case LW_FIELD_TEXTS:
    g_strfreev (*(GStrv *) (void *) place);
    *(GStrv *) (void *) place = g_strsplit ("one,two", ",", 0);
    break;
  case LW_FIELD_POINTS:
    g_clear_pointer ((GArray **) (void *) place, g_array_unref);
    *(GArray **) (void *) place = g_array_new (FALSE, FALSE, sizeof (double[3]));
    g_array_append_vals (*(GArray **) (void *) place, point, 1);
    break;
  case LW_FIELD_FUNCTION:
    ((LwFunction **) (void *) place)[index] = lw_function_new_constant (2.5);
    break;
  case LW_FIELD_ROWS:
    ((MbdRowDef *) (void *) place)[3] = (MbdRowDef){ .has_compliance = true, .stiffness = 0.125 };
    break;
  case LW_FIELD_ROW:
  case LW_FIELD_BYTES: // only rows of project files have them
  case LW_FIELD_CLASS:
    *(const void **) (void *) place = &another_class;
    break;
  case LW_FIELD_TYPES:
    g_assert_not_reached ();
  }
}

/// Every value of every row makes a difference, a drawn one in the drawing too, and a copy has it.
static void
test_values (void)
{
  const LwFieldTable *table;

  for (guint i = 0; (table = get_table (i)) != NULL; i++)
    for (guint k = 0; k < table->n_fields; k++)
      for (guint index = 0; index < lw_field_count (&table->fields[k]); index++) {
        const LwField *field = &table->fields[k];
        g_autofree void *plain = g_malloc0 (table->size);
        g_autofree void *other = g_malloc0 (table->size);
        g_autofree void *copy = g_malloc0 (table->size);

        g_assert_true (lw_fields_equal (table, plain, other, 0));
        change (field, other, index);
        if (lw_fields_equal (table, plain, other, 0) || lw_field_equal (field, plain, other))
          g_error ("%s.%s[%u] is not compared", table->name, field->name, index);
        g_assert_true (lw_fields_equal (table, plain, other, LW_FIELD_DRAWN)
                       == !(field->flags & LW_FIELD_DRAWN));
        lw_fields_copy (table, copy, other);
        if (!lw_fields_equal (table, copy, other, 0))
          g_error ("%s.%s[%u] is not copied", table->name, field->name, index);
        // A single field is replaced likewise, and the old value goes.
        lw_field_assign (field, plain, other);
        g_assert_true (lw_fields_equal (table, plain, other, 0));
        lw_fields_clear (table, plain);
        memset (plain, 0, table->size);
        lw_fields_clear (table, other);
        // A copy owns what it has.
        g_assert_false (lw_field_equal (field, plain, copy));
        lw_fields_clear (table, copy);
      }
}

/// A mechanism that has an element of each kind with the id 1.
static LwMechanism *
make_mechanism (void)
{
  const LwBodyPoint points[LW_MEASUREMENT_POINTS] = { { 1, { 0 } }, { 1, { 1 } }, { 1, { 2 } } };
  const MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
  const MbdForceDef spring = mbd_spring_default ();
  LwMechanism *mechanism = lw_mechanism_new ();

  lw_mechanism_add_body (mechanism, lw_body_new (1, "Body"));
  lw_mechanism_add_coupling (mechanism, lw_coupling_new (&pin, 1, "Pin"));
  lw_mechanism_add_force (mechanism, lw_force_new (&spring, 1, "Spring"));
  lw_mechanism_add_tracer (mechanism, lw_tracer_new (1, "Tracer", 1, points[0].point));
  lw_mechanism_add_measurement (mechanism,
                                lw_measurement_new (1, "Angle", points, LW_MEASUREMENT_POINTS));
  return mechanism;
}

/// Every number that may follow a formula is set and read by its name, and nothing else changes.
static void
test_formulas (void)
{
  for (guint i = 0; i <= LW_SELECTION_LAST; i++) {
    const LwFieldTable *table = lw_field_table ((LwSelectionKind) i);
    const LwElementRef owner = { (LwSelectionKind) i, i == LW_SELECTION_NONE ? 0 : 1 };

    for (guint k = 0; k < table->n_fields; k++)
      for (guint index = 0; index < lw_field_count (&table->fields[k]); index++) {
        const LwField *field = &table->fields[k];
        g_autofree char *name = g_strdup_printf (index > 0 ? "%s[%u]" : "%s", field->name, index);
        g_autoptr (LwMechanism) mechanism = make_mechanism ();
        g_autoptr (LwMechanism) next = NULL;
        g_autoptr (GError) error = NULL;
        const double number = 0.375;
        double read = 0.0;

        if (!(field->flags & LW_FIELD_BOUND))
          continue;
        g_assert_true (lw_property_exists (owner.kind, name));
        next = lw_property_with (mechanism, owner, name, 1, &number, &error);
        g_assert_no_error (error);
        g_assert_true (lw_property_get (next, owner, name, 1, &read));
        g_assert_cmpfloat (read, ==, number);
        // The mass of a plate follows its material.
        if (g_str_equal (field->name, "density") || g_str_equal (field->name, "thickness"))
          continue;
        for (guint other = 0; other < table->n_fields; other++)
          if (!lw_field_equal (&table->fields[other], lw_property_get_place (mechanism, owner),
                               lw_property_get_place (next, owner)))
            if (other != k)
              g_error ("%s.%s changed %s", table->name, name, table->fields[other].name);
      }
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fields/members", test_members);
  g_test_add_func ("/fields/names", test_names);
  g_test_add_func ("/fields/rows", test_rows);
  g_test_add_func ("/fields/kinds", test_kinds);
  g_test_add_func ("/fields/conditions", test_conditions);
  g_test_add_func ("/fields/values", test_values);
  g_test_add_func ("/fields/formulas", test_formulas);
  return g_test_run ();
}
