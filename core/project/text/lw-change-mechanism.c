// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A change of the whole mechanism as fields: those in which it differs from the mechanism of the
// change before it. Notes, plots, marks and background do not affect the motion and are not stated.
//
// The first field says whether the change is complete: then nothing is taken over from before, and
// each element states its name.

#include "lw-change-fields-private.h"

#include <string.h>

#include "lw-element-kind.h"
#include "lw-field-text.h"

#define COMPLETE "complete"

/// The lists that the motion depends on. Their members are stated all together, after their number.
#define N_LISTS LW_LIST_PLOTS

// ---- writing --------------------------------------------------------------------------------

/// Returns the values of the mechanism beside its elements, without the texts that a run does not
/// depend on.
static LwMechanismHead
head_of (const LwMechanism *mechanism)
{
  LwMechanismHead head = lw_mechanism_get_head (mechanism);

  head.notes = NULL;
  head.lesson = NULL;
  return head;
}

static bool
is_stated (const LwFieldTable *table, const LwField *field)
{
  // Those that head_of () leaves out.
  static const char *const texts[] = { "notes", "lesson", NULL };
  const bool is_id = field->type == LW_FIELD_WHOLE && (field->flags & LW_FIELD_UNIQUE);

  return !(field->flags & LW_FIELD_UNSAVED) && !is_id
         && !(table == &lw_mechanism_fields && g_strv_contains (texts, field->name));
}

/// States the fields in which two structs of a table differ.
static void
state_differences (GArray *fields,
                   const LwFieldTable *table,
                   const char *element,
                   int id,
                   const void *value,
                   const void *before)
{
  for (guint i = 0; i < table->n_fields; i++) {
    const LwField *field = &table->fields[i];

    if (is_stated (table, field) && !lw_field_equal (field, value, before))
      lw_change_state (fields, element, id, field->name, lw_field_dup_text (field, value));
  }
}

static void
state_elements (GArray *fields,
                LwSelectionKind selection,
                const LwMechanism *mechanism,
                const LwMechanism *before)
{
  const LwElementKind *kind = lw_element_kind (selection);
  const LwFieldTable *table = lw_field_table (selection);
  const char *word = lw_change_element (lw_word_of (lw_element_kind_words, (int) selection));
  LwElement *fresh = kind->create ();

  for (guint i = 0; i < kind->count (mechanism); i++) {
    const LwElement *element = kind->get (mechanism, i);
    const LwElement *other = before != NULL ? kind->get (before, i) : fresh;

    if (before == NULL && element->name == NULL)
      lw_change_state (fields, word, element->id, "name", g_strdup ("null"));
    if (element != other)
      state_differences (fields, table, word, element->id, element, other);
  }
  kind->unref (fresh);
}

static void
state_list (GArray *fields,
            const LwListKind *list,
            const LwMechanism *mechanism,
            const LwMechanism *before)
{
  const guint n = list->count (mechanism);
  bool equal = n == (before != NULL ? list->count (before) : 0);

  for (guint i = 0; equal && i < n; i++)
    equal = lw_fields_equal (list->fields, list->get (mechanism, i), list->get (before, i), 0);
  if (equal)
    return;
  lw_change_state (fields, "mechanism", 0, list->fields->name, g_strdup_printf ("%u", n));
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < list->fields->n_fields; k++)
      lw_change_state (fields, list->word, (int) i + 1, list->fields->fields[k].name,
                       lw_field_dup_text (&list->fields->fields[k], list->get (mechanism, i)));
}

/// Returns true if the mechanisms have the same elements in the same order.
static bool
has_same_elements (const LwMechanism *mechanism, const LwMechanism *before)
{
  for (int i = LW_SELECTION_BODY; i <= LW_SELECTION_LAST; i++) {
    const LwElementKind *kind = lw_element_kind ((LwSelectionKind) i);

    if (kind->count (mechanism) != kind->count (before))
      return false;
    for (guint k = 0; k < kind->count (mechanism); k++)
      if (kind->get (mechanism, k)->id != kind->get (before, k)->id)
        return false;
  }
  return true;
}

void
lw_change_state_mechanism (GArray *fields, const LwMechanism *mechanism, const LwMechanism *before)
{
  g_autoptr (LwMechanism) nothing = lw_mechanism_new ();
  const bool complete = before == NULL || !has_same_elements (mechanism, before);
  const LwMechanism *base = complete ? nothing : before;
  const LwMechanismHead head = head_of (mechanism), other = head_of (base);

  lw_change_state (fields, "mechanism", 0, COMPLETE, g_strdup (complete ? "true" : "false"));
  state_differences (fields, &lw_mechanism_fields, "mechanism", 0, &head, &other);
  state_differences (fields, lw_field_table (LW_SELECTION_NONE), "run", 0,
                     lw_mechanism_get_run (mechanism), lw_mechanism_get_run (base));
  for (gsize i = 0; i < N_LISTS; i++)
    state_list (fields, &lw_lists[i], mechanism, base);
  for (int i = LW_SELECTION_BODY; i <= LW_SELECTION_LAST; i++)
    state_elements (fields, (LwSelectionKind) i, mechanism, complete ? NULL : before);
}

// ---- reading --------------------------------------------------------------------------------

/// A mechanism while its fields are read.
typedef struct
{
  LwMechanismHead head;
  LwRunSettings run;
  GPtrArray *elements[LW_SELECTION_LAST + 1]; ///< LwElement, in order, by kind
  GHashTable *ids[LW_SELECTION_LAST + 1];     ///< place in this order + 1, by id
  GPtrArray *lists[N_LISTS];
  bool begun[N_LISTS]; ///< true: the number of the list was stated
} Reader;

static void
take (Reader *self, LwSelectionKind kind, LwElement *element)
{
  g_ptr_array_add (self->elements[kind], element);
  g_hash_table_insert (self->ids[kind], GINT_TO_POINTER (element->id),
                       GUINT_TO_POINTER (self->elements[kind]->len));
}

static void
reader_init (Reader *self, const LwMechanism *base)
{
  const LwMechanismHead head = head_of (base);

  *self = (Reader){ .run = *lw_mechanism_get_run (base) };
  lw_fields_copy (&lw_mechanism_fields, &self->head, &head);
  for (int i = LW_SELECTION_BODY; i <= LW_SELECTION_LAST; i++) {
    const LwElementKind *kind = lw_element_kind ((LwSelectionKind) i);

    self->elements[i] = g_ptr_array_new ();
    self->ids[i] = g_hash_table_new (NULL, NULL);
    // Elements are shared until a field of theirs is stated.
    for (guint k = 0; k < kind->count (base); k++) {
      LwElement *element = (LwElement *) kind->get (base, k);

      g_atomic_ref_count_inc (&element->ref_count);
      take (self, (LwSelectionKind) i, element);
    }
  }
  for (gsize i = 0; i < N_LISTS; i++) {
    self->lists[i] = g_ptr_array_new ();
    for (guint k = 0; k < lw_lists[i].count (base); k++) {
      void *value = lw_lists[i].create ();

      lw_fields_clear (lw_lists[i].fields, value);
      lw_fields_copy (lw_lists[i].fields, value, lw_lists[i].get (base, k));
      g_ptr_array_add (self->lists[i], value);
    }
  }
}

static void
free_all (GPtrArray *values, void (*free) (void *value))
{
  for (guint i = 0; i < values->len; i++)
    free (values->pdata[i]);
  g_ptr_array_set_size (values, 0);
}

static void
reader_clear (Reader *self)
{
  lw_fields_clear (&lw_mechanism_fields, &self->head);
  for (int i = LW_SELECTION_BODY; i <= LW_SELECTION_LAST; i++) {
    for (guint k = 0; k < self->elements[i]->len; k++)
      lw_element_kind ((LwSelectionKind) i)->unref (self->elements[i]->pdata[k]);
    g_ptr_array_unref (self->elements[i]);
    g_hash_table_unref (self->ids[i]);
  }
  for (gsize i = 0; i < N_LISTS; i++) {
    free_all (self->lists[i], lw_lists[i].free);
    g_ptr_array_unref (self->lists[i]);
  }
}

/// Empties a list and fills it with new elements if the field states its number. Returns false if it is none of the lists.
static bool
begin_list (Reader *self, const LwChangeField *field)
{
  for (gsize i = 0; i < N_LISTS; i++) {
    guint64 n;

    if (strcmp (lw_lists[i].fields->name, field->name) != 0 || self->begun[i])
      continue;
    self->begun[i] = true;
    free_all (self->lists[i], lw_lists[i].free);
    if (!g_ascii_string_to_unsigned (field->value, 10, 0, LW_MECHANISM_MAX_ELEMENTS, &n, NULL))
      return false;
    while (self->lists[i]->len < n)
      g_ptr_array_add (self->lists[i], lw_lists[i].create ());
    return true;
  }
  return false;
}

/// Returns an element that may be changed; it is created if there is none. NULL: there are too many.
static LwElement *
find_element (Reader *self, LwSelectionKind kind, int id)
{
  GPtrArray *elements = self->elements[kind];
  const guint place =
    GPOINTER_TO_UINT (g_hash_table_lookup (self->ids[kind], GINT_TO_POINTER (id)));
  LwElement *element = place > 0 ? elements->pdata[place - 1] : NULL;

  if (element == NULL && elements->len < LW_MECHANISM_MAX_ELEMENTS) {
    element = lw_element_kind (kind)->create ();
    element->id = id;
    take (self, kind, element);
  } else if (element != NULL && !g_atomic_ref_count_compare (&element->ref_count, 1)) {
    elements->pdata[place - 1] = lw_element_kind (kind)->copy (element);
    lw_element_kind (kind)->unref (element);
    element = elements->pdata[place - 1];
  }
  return element;
}

/// Returns the struct that a field belongs to, with the table of its fields, or NULL.
static void *
find_owner (Reader *self, const LwChangeField *field, const LwFieldTable **table)
{
  const LwWord *word = lw_word_find (lw_element_kind_words, field->element);
  const LwSelectionKind kind = word != NULL ? (LwSelectionKind) word->value : LW_SELECTION_NONE;

  *table = lw_field_table (kind);
  if (strcmp (field->element, "run") == 0)
    return &self->run;
  if (strcmp (field->element, "mechanism") == 0) {
    *table = &lw_mechanism_fields;
    return &self->head;
  }
  for (gsize i = 0; i < N_LISTS; i++)
    if (strcmp (lw_lists[i].word, field->element) == 0) {
      *table = lw_lists[i].fields;
      return field->id >= 1 && (guint) field->id <= self->lists[i]->len
               ? self->lists[i]->pdata[field->id - 1]
               : NULL;
    }
  if (kind == LW_SELECTION_NONE || field->id < 1)
    return NULL;
  return find_element (self, kind, field->id);
}

static bool
read_one (Reader *self, const LwChangeField *field, GError **error)
{
  const LwFieldTable *table;
  void *owner;
  const LwField *row;

  if (strcmp (field->element, "mechanism") == 0 && begin_list (self, field))
    return true;
  owner = find_owner (self, field, &table);
  row = owner != NULL ? lw_fields_find (table, field->name) : NULL;
  if (row == NULL || !is_stated (table, row) || !lw_field_read_text (row, owner, field->value))
    return lw_change_refuse (field, error);
  return true;
}

/// Sets the error, and returns false, if a value of the struct is out of its range.
static bool
check (const LwFieldTable *table, const void *value, GError **error)
{
  g_autofree char *fault = lw_fields_dup_fault (table, value);

  if (fault != NULL)
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, "%s: %s", table->name, fault);
  return fault == NULL;
}

static bool
check_all (const Reader *self, GError **error)
{
  bool good = check (lw_field_table (LW_SELECTION_NONE), &self->run, error);

  for (int i = LW_SELECTION_BODY; i <= LW_SELECTION_LAST; i++)
    for (guint k = 0; good && k < self->elements[i]->len; k++)
      good = check (lw_field_table ((LwSelectionKind) i), self->elements[i]->pdata[k], error);
  for (gsize i = 0; i < N_LISTS; i++)
    for (guint k = 0; good && k < self->lists[i]->len; k++)
      good = check (lw_lists[i].fields, self->lists[i]->pdata[k], error);
  return good;
}

/// Returns the mechanism; it takes over the elements and lists.
static LwMechanism *
build (Reader *self)
{
  LwMechanism *mechanism = lw_mechanism_new ();

  self->run.integrator.duration = self->run.duration;
  lw_mechanism_set_head (mechanism, &self->head);
  lw_mechanism_set_run (mechanism, &self->run);
  for (int i = LW_SELECTION_BODY; i <= LW_SELECTION_LAST; i++) {
    const LwElementKind *kind = lw_element_kind ((LwSelectionKind) i);

    for (guint k = 0; k < self->elements[i]->len; k++) {
      LwElement *element = self->elements[i]->pdata[k];

      // A shared element is not changed.
      if (g_atomic_ref_count_compare (&element->ref_count, 1))
        kind->settle (element);
      kind->add (mechanism, element);
    }
    g_ptr_array_set_size (self->elements[i], 0);
  }
  for (gsize i = 0; i < N_LISTS; i++) {
    for (guint k = 0; k < self->lists[i]->len; k++)
      lw_lists[i].add (mechanism, self->lists[i]->pdata[k]);
    g_ptr_array_set_size (self->lists[i], 0);
  }
  return mechanism;
}

bool
lw_change_is_mechanism (const LwChangeField *first)
{
  return strcmp (first->element, "mechanism") == 0;
}

LwMechanism *
lw_change_read_mechanism (const LwChangeField *fields,
                          guint n,
                          const LwMechanism *before,
                          GError **error)
{
  g_autoptr (LwMechanism) nothing = lw_mechanism_new ();
  const bool complete = strcmp (fields[0].value, "true") == 0;
  LwMechanism *mechanism = NULL;
  Reader reader;
  bool good = true;

  if (strcmp (fields[0].name, COMPLETE) != 0 || (!complete && before == NULL)) {
    lw_change_refuse (&fields[0], error);
    return NULL;
  }
  reader_init (&reader, complete ? nothing : before);
  for (guint i = 1; good && i < n; i++)
    good = read_one (&reader, &fields[i], error);
  if (good && check_all (&reader, error))
    mechanism = build (&reader);
  reader_clear (&reader);
  return mechanism;
}
