// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads and writes which elements are hidden or locked on the canvas.

#include "lw-marks.h"
#include "lw-text-fields-private.h"
#include "lw-text-reader-private.h"

static void
read_mark (LwTextReader *reader, const LwJson *node, guint index)
{
  g_autofree char *called = g_strdup_printf ("Mark %u", index + 1);
  g_autofree char *place = g_strdup_printf ("marks[%u]", index);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_MARK), .name = called, .place = place };
  LwElementRef ref;
  bool hidden = false;
  bool locked = false;
  int kind = LW_SELECTION_NONE;
  long id = 0;

  if (!lw_text_enter (reader, &scope, node))
    return;
  lw_text_need (reader, &scope, "element");
  lw_text_need (reader, &scope, "id");
  lw_text_get_word (reader, &scope, "element", lw_element_kind_words, &kind);
  lw_text_get_integer (reader, &scope, "id", 1, G_MAXINT, &id);
  lw_text_get_bool (reader, &scope, "hidden", &hidden);
  lw_text_get_bool (reader, &scope, "locked", &locked);
  ref = (LwElementRef){ (LwSelectionKind) kind, (int) id };
  if (reader->error == NULL && lw_element_ref_find (reader->mechanism, ref) == NULL)
    lw_text_refuse (reader, &scope, lw_text_member (reader, &scope, "id"),
                    "there is no such element");
  if (reader->error == NULL)
    lw_mechanism_set_mark (reader->mechanism, ref,
                           (hidden ? LW_MARK_HIDDEN : 0u) | (locked ? LW_MARK_LOCKED : 0u));
}

void
lw_text_read_marks (LwTextReader *reader, const LwTextScope *top)
{
  const LwJson *array = lw_text_get_array (reader, top, "marks");
  guint n = array != NULL ? array->length : 0;

  for (guint i = 0; reader->error == NULL && i < n; i++)
    read_mark (reader, lw_json_element (array, i), i);
}

GPtrArray *
lw_text_mark_fields (const LwMechanism *mechanism, guint index)
{
  const LwElementMark *mark =
    &g_array_index (lw_mechanism_get_marks (mechanism), LwElementMark, index);
  GPtrArray *fields = lw_text_fields_new ();

  lw_text_add (fields, "element",
               lw_text_string_text (lw_word_of (lw_element_kind_words, (int) mark->element.kind)));
  lw_text_add (fields, "id", g_strdup_printf ("%d", mark->element.id));
  lw_text_add_bool (fields, "hidden", mark->flags & LW_MARK_HIDDEN, false);
  lw_text_add_bool (fields, "locked", mark->flags & LW_MARK_LOCKED, false);
  return fields;
}
