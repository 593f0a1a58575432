// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of contact pairs. Since a pair is not an element, its numbers belong to the body with the
// smaller id, and their names contain the id of the other one: "pair.7.friction".

#include "lw-contact.h"
#include "lw-property-private.h"

const LwField *
lw_pair_property_find (LwElementRef owner, const char *name, LwContactPair *pair)
{
  const LwField *field;
  guint64 id;
  char *end;

  if (owner.kind != LW_SELECTION_BODY || !g_str_has_prefix (name, "pair.")
      || !g_ascii_isdigit (name[5]))
    return NULL;
  id = g_ascii_strtoull (name + 5, &end, 10);
  field = *end == '.' ? lw_fields_find (&lw_contact_pair_fields, end + 1) : NULL;
  if (id < 1 || id > G_MAXINT || field == NULL || !(field->flags & LW_FIELD_BOUND))
    return NULL;
  pair->body[0] = owner.id;
  pair->body[1] = (int) id;
  return field;
}

const char *
lw_property_parse_pair_name (LwElementRef owner, const char *name, LwContactPair *pair)
{
  const LwField *field = lw_pair_property_find (owner, name, pair);

  return field != NULL ? field->name : NULL;
}

char *
lw_property_dup_pair_name (const LwContactPair *pair, const char *number, LwElementRef *owner)
{
  *owner = (LwElementRef){ LW_SELECTION_BODY, MIN (pair->body[0], pair->body[1]) };
  return g_strdup_printf ("pair.%d.%s", MAX (pair->body[0], pair->body[1]), number);
}

LwMechanism *
lw_pair_property_with (const LwMechanism *mechanism, const LwContactPair *pair, GError **error)
{
  const char *fault =
    lw_contact_find_material_fault (pair->friction, pair->restitution, pair->rolling);
  LwMechanism *next;

  if (fault != NULL) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%c%s.", g_ascii_toupper (fault[0]), fault + 1);
    return NULL;
  }
  next = lw_mechanism_copy (mechanism);
  lw_mechanism_add_contact_pair (next, pair);
  return next;
}
