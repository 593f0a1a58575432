// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of contact pairs. Since a pair is not an element, its numbers belong to the body with the
// smaller id, and their names contain the id of the other one: "pair.7.friction".

#include <stddef.h>
#include <string.h>

#include "lw-contact.h"
#include "lw-property-private.h"

static const struct
{
  const char *name;
  gsize offset;
} numbers[] = {
  { "friction", offsetof (LwContactPair, friction) },
  { "restitution", offsetof (LwContactPair, restitution) },
  { "rolling", offsetof (LwContactPair, rolling) },
};

static bool
parse (const char *name, int *other, guint *number)
{
  guint64 id;
  char *end;

  if (!g_str_has_prefix (name, "pair.") || !g_ascii_isdigit (name[5]))
    return false;
  id = g_ascii_strtoull (name + 5, &end, 10);
  if (id < 1 || id > G_MAXINT || *end != '.')
    return false;
  *other = (int) id;
  for (*number = 0; *number < G_N_ELEMENTS (numbers); ++*number)
    if (g_str_equal (end + 1, numbers[*number].name))
      return true;
  return false;
}

bool
lw_pair_property_exists (LwSelectionKind kind, const char *name)
{
  guint number;
  int other;

  return kind == LW_SELECTION_BODY && parse (name, &other, &number);
}

char *
lw_property_dup_pair_name (const LwContactPair *pair, const char *number, LwElementRef *owner)
{
  *owner = (LwElementRef){ LW_SELECTION_BODY, MIN (pair->body[0], pair->body[1]) };
  return g_strdup_printf ("pair.%d.%s", MAX (pair->body[0], pair->body[1]), number);
}

const char *
lw_property_parse_pair_name (LwElementRef owner, const char *name, LwContactPair *pair)
{
  guint number;
  int other;

  if (owner.kind != LW_SELECTION_BODY || !parse (name, &other, &number))
    return NULL;
  pair->body[0] = owner.id;
  pair->body[1] = other;
  return numbers[number].name;
}

bool
lw_pair_property_get (const LwMechanism *mechanism, int body, const char *name, double *value)
{
  const LwContactPair *pair;
  guint number;
  int other;

  if (!parse (name, &other, &number))
    return false;
  pair = lw_contact_find_pair (mechanism, body, other);
  if (pair != NULL)
    memcpy (value, (const char *) pair + numbers[number].offset, sizeof *value);
  return pair != NULL;
}

LwMechanism *
lw_pair_property_with (const LwMechanism *mechanism,
                       int body,
                       const char *name,
                       double value,
                       GError **error)
{
  LwMechanism *next;
  LwContactPair pair;
  const char *fault;
  guint number;
  int other;

  if (!parse (name, &other, &number))
    return NULL;
  pair = *lw_contact_find_pair (mechanism, body, other);
  memcpy ((char *) &pair + numbers[number].offset, &value, sizeof value);
  fault = lw_contact_find_material_fault (pair.friction, pair.restitution, pair.rolling);
  if (fault != NULL) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%c%s.", g_ascii_toupper (fault[0]), fault + 1);
    return NULL;
  }
  next = lw_mechanism_copy (mechanism);
  lw_mechanism_add_contact_pair (next, &pair);
  return next;
}
