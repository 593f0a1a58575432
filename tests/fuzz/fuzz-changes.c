// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A change of a run. Each line is a field: element, id, name and value, with a space between two of
// them. An accepted change states the fields from which it is read again.

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "lw-changes.h"
#include "testing-project.h"

static void
add_field (GArray *fields, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 4);
  LwChangeField field = { 0 };

  if (g_strv_length (words) < 4 || (field.element = lw_change_element (words[0])) == NULL)
    return;
  field.id = atoi (words[1]);
  field.name = g_strdup (words[2]);
  field.value = g_strdup (words[3]);
  g_array_append_val (fields, field);
}

static gboolean
read_fields (LwChange *change, const GArray *fields, GError **error)
{
  static LwMechanism *before;

  if (before == NULL)
    before = testing_mechanism ();
  *change = (LwChange){ .coupling = -1, .force = -1 };
  return lw_change_read_fields (change, (const LwChangeField *) (void *) fields->data, fields->len,
                                before, before, error);
}

static GArray *
dup_fields (const LwChange *change)
{
  // All fields, whatever the mechanism before has.
  return lw_change_dup_fields (change, NULL);
}

static void
check_fields_equal (const GArray *a, const GArray *b)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++) {
    const LwChangeField *first = &g_array_index (a, LwChangeField, i);
    const LwChangeField *second = &g_array_index (b, LwChangeField, i);

    g_assert_cmpstr (first->element, ==, second->element);
    g_assert_cmpint (first->id, ==, second->id);
    g_assert_cmpstr (first->name, ==, second->name);
    g_assert_cmpstr (first->value, ==, second->value);
  }
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  g_autofree char *text = fuzz_dup_text (data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GArray) fields = lw_change_fields_new ();
  g_autoptr (GArray) stated = NULL;
  g_autoptr (GArray) again = NULL;
  g_autoptr (GError) error = NULL;
  LwChange change, same;

  // Texts in files are valid.
  if (!g_utf8_validate (text, -1, NULL))
    return;
  for (char **line = lines; *line != NULL; line++)
    add_field (fields, *line);
  if (fields->len == 0)
    return;
  if (!read_fields (&change, fields, &error)) {
    g_assert_nonnull (error);
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
    return;
  }
  stated = dup_fields (&change);
  g_assert_true (read_fields (&same, stated, &error));
  again = dup_fields (&same);
  check_fields_equal (stated, again);
  lw_change_clear (&change);
  lw_change_clear (&same);
}
