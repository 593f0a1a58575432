// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the rows of a coupling whose level or compliance is not that of the coupling.

#include <string.h>

#include "lw-text-reader-private.h"

/// Returns the names of the rows of a kind, separated by commas.
static char *
dup_names (const MbdCouplingClass *class_)
{
  GString *names = g_string_new (NULL);

  for (int i = 0; mbd_class_row_name (class_, i) != NULL; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", mbd_class_row_name (class_, i));
  return g_string_free (names, FALSE);
}

/// Returns the row that an entry names, -1 if it is refused.
static int
read_place (LwTextReader *reader, const LwTextScope *scope, const MbdCouplingClass *class_)
{
  const LwJson *node = lw_text_need (reader, scope, "row");
  const char *name = node != NULL ? lw_text_node_string (reader, scope, node, "row") : NULL;
  const int place = name != NULL ? mbd_class_row_place (class_, name) : -1;

  if (name != NULL && place < 0) {
    g_autofree char *names = dup_names (class_);

    lw_text_refuse (reader, scope, node, "row must be one of %s", names);
  }
  return place;
}

static void
read_compliance (LwTextReader *reader, const LwTextScope *outer, MbdRowDef *row)
{
  g_autofree char *place = g_strconcat (outer->place, ".compliance", NULL);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_COMPLIANCE),
                        .name = outer->name,
                        .place = place };
  LwCoupling values = { .def = { .compliant = true } };
  const LwJson *node = lw_text_member (reader, outer, "compliance");

  if (node == NULL || !lw_text_enter (reader, &scope, node))
    return;
  lw_text_read_plain (reader, &scope, &values);
  row->has_compliance = true;
  row->compliant = values.def.compliant;
  row->stiffness = values.def.stiffness;
  row->damping = values.def.damping;
}

static void
read_row (LwTextReader *reader,
          LwTextScope *scope,
          const LwJson *node,
          const MbdCouplingClass *class_,
          MbdRowDef rows[MBD_MOST_ROWS])
{
  int level = MBD_LEVEL_POSITION;
  MbdRowDef row = { 0 };
  int place;

  if (!lw_text_enter (reader, scope, node))
    return;
  place = read_place (reader, scope, class_);
  row.has_level = lw_text_member (reader, scope, "level") != NULL;
  lw_text_get_word (reader, scope, "level", lw_level_words, &level);
  row.level = (MbdLevel) level;
  read_compliance (reader, scope, &row);
  if (reader->error != NULL)
    return;
  if (!row.has_level && !row.has_compliance)
    lw_text_refuse (reader, scope, node, "a row needs a level or a compliance");
  else if (rows[place].has_level || rows[place].has_compliance)
    lw_text_refuse (reader, scope, node, "the row %s is given twice",
                    mbd_class_row_name (class_, place));
  else
    rows[place] = row;
}

void
lw_text_read_rows (LwTextReader *reader,
                   const LwTextScope *outer,
                   const LwJson *list,
                   const MbdCouplingClass *class_,
                   MbdRowDef rows[MBD_MOST_ROWS])
{
  if (list == NULL || list->type != LW_JSON_LIST) {
    lw_text_refuse (reader, outer, list, "rows must be a list");
    return;
  }
  for (guint i = 0; i < list->length && reader->error == NULL; i++) {
    g_autofree char *place = g_strdup_printf ("%s.rows[%u]", outer->place, i);
    LwTextScope scope = { .kind = lw_text_object (LW_TEXT_ROW),
                          .name = outer->name,
                          .place = place };

    read_row (reader, &scope, lw_json_element (list, i), class_, rows);
  }
}

void
lw_text_check_rows (LwTextReader *reader, const LwTextScope *scope, const MbdCouplingDef *def)
{
  for (int i = 0; i < MBD_MOST_ROWS && reader->error == NULL; i++)
    if ((def->rows[i].has_level || def->rows[i].has_compliance) && !mbd_coupling_has_row (def, i))
      lw_text_refuse (reader, scope, lw_text_member (reader, scope, "rows"),
                      "it has no row %s: it does not lock it", mbd_class_row_name (def->class_, i));
}
