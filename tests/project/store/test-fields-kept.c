// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every value of every field of every element, each changed by itself: the project file keeps it, the text
// form keeps it where it has a key for it, a run keeps it in its changes, and undo returns it.

#include <math.h>
#include <string.h>

#include "lw-document.h"
#include "lw-element-kind.h"
#include "lw-store.h"
#include "lw-text-private.h"
#include "testing-project.h"

/// Another value of the type, within the range of the field.
static void
change_value (const LwField *field, void *value, guint index)
{
  double *number = value;
  int *whole = value;

  switch (field->type) {
  case LW_FIELD_REAL:
    *number = *number == 0.25 ? 0.5 : 0.25;
    break;
  case LW_FIELD_FLAG:
    *(bool *) value = !*(bool *) value;
    break;
  case LW_FIELD_WHOLE:
    *whole = *whole < field->most ? *whole + 1 : *whole - 1;
    break;
  case LW_FIELD_LONG:
    *(long *) value += 1;
    break;
  case LW_FIELD_BITS:
    *(unsigned *) value ^= 2;
    break;
  case LW_FIELD_CHOICE:
    for (const LwWord *word = field->words; word->word != NULL; word++)
      if (word->value != *whole) {
        *whole = word->value;
        break;
      }
    break;
  case LW_FIELD_TEXT:
    g_free (*(char **) value);
    *(char **) value = g_strdup ("another \"text\" \342\202\254");
    break;
  default:
    break;
  }
}

/// True if values of this type can be changed one by one.
static bool
can_change (const LwField *field)
{
  return !(field->flags & LW_FIELD_UNSAVED) && strcmp (field->name, "id") != 0
         && field->type != LW_FIELD_CLASS && field->type != LW_FIELD_POINTS
         && field->type != LW_FIELD_FUNCTION && field->type != LW_FIELD_BODY
         && field->type != LW_FIELD_COUPLING && field->range != LW_RANGE_UNIT;
}

/// Changes level and compliance of the first row that the coupling has. Returns false if there is none.
static bool
change_row (LwCoupling *coupling)
{
  for (int i = 0; i < MBD_MOST_ROWS; i++)
    if (mbd_coupling_has_row (&coupling->def, i)) {
      coupling->def.rows[i] = (MbdRowDef){ true, true, MBD_LEVEL_VELOCITY, true, 0.25, 0.5 };
      return true;
    }
  return false;
}

static gsize
size_of (const LwField *field)
{
  return lw_field_size (field) / lw_field_count (field);
}

/// Returns the object of the text form that has an element.
static const LwTextObject *
object_of (LwSelectionKind kind, const LwElement *element)
{
  switch (kind) {
  case LW_SELECTION_BODY:
    return lw_text_object (LW_TEXT_BODY);
  case LW_SELECTION_COUPLING:
    return lw_text_object_of (lw_coupling_get_kind ((const LwCoupling *) element));
  case LW_SELECTION_FORCE:
    return lw_text_object_of (lw_force_get_kind ((const LwForce *) element));
  default:
    return NULL;
  }
}

static void
assert_in_project (LwMechanism *mechanism, const char *name)
{
  g_autoptr (LwProject) project = lw_project_new (mechanism, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = lw_store_write (project, NULL, &error);
  g_autoptr (LwProject) again = NULL;

  if (bytes == NULL)
    g_error ("%s: %s", name, error->message);
  again = lw_store_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, &error);
  if (again == NULL)
    g_error ("%s: %s", name, error->message);
  if (!lw_mechanism_equal (again->mechanism, mechanism))
    g_error ("%s: the project file lost it", name);
}

/// Compares only the field: the text form drops values that have no effect for a kind.
static void
assert_in_text (const LwMechanism *mechanism,
                LwSelectionKind kind,
                const LwElement *element,
                const LwField *field,
                const char *name)
{
  g_autofree char *text = lw_text_write (mechanism);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) again = lw_text_parse (text, -1, &error);

  if (again == NULL)
    g_error ("%s: %s", name, error->message);
  if (!lw_field_equal (field, lw_element_kind (kind)->find (again, element->id),
                       lw_element_kind (kind)->find (mechanism, element->id)))
    g_error ("%s: the text form lost it", name);
}

/// The mechanism as a change of a run, stated completely and as a difference.
static void
assert_in_change (LwMechanism *mechanism, const LwMechanism *before, const char *name)
{
  const LwMechanism *const bases[] = { NULL, before };

  for (gsize i = 0; i < G_N_ELEMENTS (bases); i++) {
    const LwChange change = { .kind = LW_CHANGE_MECHANISM, .mechanism = mechanism };
    LwChange read = { 0 };
    g_autoptr (GArray) fields = lw_change_dup_fields (&change, bases[i]);
    g_autoptr (GError) error = NULL;

    lw_change_read_fields (&read, (const LwChangeField *) (void *) fields->data, fields->len,
                           bases[i], before, &error);
    if (error != NULL)
      g_error ("%s: %s", name, error->message);
    if (!lw_mechanism_equal (read.mechanism, mechanism))
      g_error ("%s: the change lost it", name);
    lw_change_clear (&read);
  }
}

static void
assert_undone (LwMechanism *before, LwMechanism *after, const char *name)
{
  LwDocument *document = lw_document_new (before);

  lw_document_edit (document, "Edit", after);
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (document), after));
  lw_document_undo (document);
  if (!lw_mechanism_equal (lw_document_get_mechanism (document), before))
    g_error ("%s: undo lost it", name);
  g_object_unref (document);
}

/// Without what a change does not state.
static LwMechanism *
dup_bare (const LwMechanism *mechanism)
{
  g_autoptr (LwMechanism) nothing = lw_mechanism_new ();
  g_autoptr (LwMechanism) unwritten = lw_mechanism_with_notes (mechanism, "");
  LwMechanism *bare = lw_mechanism_with_plots (unwritten, NULL, 0);

  lw_mechanism_set_lesson (bare, "");
  lw_mechanism_set_background (bare, NULL);
  lw_mechanism_share_marks (bare, nothing);
  return bare;
}

static void
try_value (LwMechanism *mechanism,
           LwSelectionKind kind,
           const LwElement *element,
           const LwField *field,
           guint index)
{
  static const char *const derived[] = { "force", "torque", "typed", "mass", "inertia", NULL };
  const LwElementKind *functions = lw_element_kind (kind);
  const LwTextObject *object = object_of (kind, element);
  LwElement *changed = functions->copy (element);
  g_autofree char *name =
    g_strdup_printf ("%s of %s %d, value %u", field->name,
                     lw_word_of (lw_element_kind_words, (int) kind), element->id, index);
  g_autoptr (LwMechanism) edited = NULL;

  // Other force elements have no law.
  if (strcmp (field->name, "law") == 0
      && ((const LwForce *) element)->def.class_ != mbd_spring_class ()) {
    functions->unref (changed);
    return;
  }
  if (field->type == LW_FIELD_ROWS && !change_row ((LwCoupling *) changed)) {
    functions->unref (changed);
    return;
  }
  change_value (field, (char *) changed + field->offset + index * size_of (field), index);
  functions->settle (changed);
  edited = functions->replace (mechanism, changed);
  // A component of a load that follows a function has no number, and mass properties follow from
  // the plate.
  if (g_strv_contains (derived, field->name) && lw_mechanism_equal (edited, mechanism))
    return;
  if (lw_mechanism_equal (edited, mechanism))
    g_error ("%s: did not change", name);
  assert_in_project (edited, name);
  assert_in_change (edited, mechanism, name);
  assert_undone (mechanism, edited, name);
  if (object != NULL && lw_text_plain_key (object, field) != NULL)
    assert_in_text (edited, kind, element, field, name);
}

/// Only the first element of each kind and class.
static bool
is_first (LwSelectionKind kind, const LwMechanism *mechanism, guint index)
{
  const LwElementKind *functions = lw_element_kind (kind);
  const LwTextObject *object = object_of (kind, functions->get (mechanism, index));

  for (guint i = 0; i < index; i++)
    if (object_of (kind, functions->get (mechanism, i)) == object)
      return false;
  return true;
}

static void
test_kind (const void *data)
{
  const LwSelectionKind kind = (LwSelectionKind) GPOINTER_TO_INT (data);
  const LwElementKind *functions = lw_element_kind (kind);
  const LwFieldTable *table = lw_field_table (kind);
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (LwMechanism) mechanism = dup_bare (project->mechanism);
  guint n = 0;

  assert_in_change (mechanism, mechanism, "nothing");
  // A document computes fields that follow a formula.
  lw_mechanism_forget_formulas (mechanism);

  for (guint i = 0; i < functions->count (mechanism); i++)
    for (guint k = 0; is_first (kind, mechanism, i) && k < table->n_fields; k++)
      for (guint index = 0;
           can_change (&table->fields[k]) && index < lw_field_count (&table->fields[k]);
           index++, n++)
        try_value (mechanism, kind, functions->get (mechanism, i), &table->fields[k], index);
  g_test_message ("%u values of %s", n, table->name);
  g_assert_cmpuint (n, >, 0);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    LwSelectionKind kind;
  } kinds[] = {
    { "/fields-kept/bodies", LW_SELECTION_BODY },
    { "/fields-kept/couplings", LW_SELECTION_COUPLING },
    { "/fields-kept/forces", LW_SELECTION_FORCE },
    { "/fields-kept/tracers", LW_SELECTION_TRACER },
    { "/fields-kept/measurements", LW_SELECTION_MEASUREMENT },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_test_add_data_func (kinds[i].path, GINT_TO_POINTER (kinds[i].kind), test_kind);
  return g_test_run ();
}
