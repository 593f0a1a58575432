// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact in the text form: contact properties of bodies, and pairs of bodies with their own
// properties.

#include <math.h>

#include "lw-contact.h"
#include "lw-text-fields-private.h"
#include "lw-text-reader-private.h"

// Reading

void
lw_text_read_contact (LwTextReader *reader, const LwTextScope *outer, LwBody *body)
{
  g_autofree char *place = g_strconcat (outer->place, ".contact", NULL);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_CONTACT),
                        .name = outer->name,
                        .place = place };
  const LwJson *node = lw_text_member (reader, outer, "contact");

  if (node == NULL || !lw_text_enter (reader, &scope, node))
    return;
  body->contact.takes_part = true;
  lw_text_read_plain (reader, &scope, body);
}

static void
read_pair (LwTextReader *reader, const LwJson *node, guint index)
{
  g_autofree char *name = g_strdup_printf ("Contact %u", index + 1);
  g_autofree char *place = g_strdup_printf ("contacts[%u]", index);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_CONTACT_PAIR),
                        .name = name,
                        .place = place };
  int a = MBD_GROUND, b = MBD_GROUND;
  LwContactPair pair;

  if (!lw_text_enter (reader, &scope, node))
    return;
  lw_text_read_bodies (reader, &scope, &a, &b);
  if (reader->error != NULL)
    return;
  if (a == MBD_GROUND || b == MBD_GROUND)
    lw_text_refuse (reader, &scope, NULL,
                    "the ground has no shape; name a fixed body that takes part in contact");
  if (reader->error == NULL && a == b)
    lw_text_refuse (reader, &scope, NULL, "a contact is one of two bodies; name two");
  if (reader->error == NULL && lw_contact_find_pair (reader->mechanism, a, b) != NULL)
    lw_text_refuse (reader, &scope, NULL, "there is already a contact of these bodies");
  if (reader->error != NULL)
    return;
  // Fields that are missing follow from the materials.
  pair = lw_contact_get_pair (reader->mechanism, a, b);
  pair.touches = true;
  lw_text_read_plain (reader, &scope, &pair);
  if (reader->error == NULL)
    lw_mechanism_add_contact_pair (reader->mechanism, &pair);
}

void
lw_text_read_contact_pairs (LwTextReader *reader, const LwTextScope *top)
{
  const LwJson *array = lw_text_get_array (reader, top, "contacts");
  guint n = array != NULL ? array->length : 0;

  for (guint i = 0; reader->error == NULL && i < n; i++)
    read_pair (reader, lw_json_element (array, i), i);
}

// Writing

void
lw_text_add_contact (GPtrArray *fields, const LwBody *body)
{
  LwBody *usual = lw_body_new (0, NULL);
  GPtrArray *inner = lw_text_fields_new ();

  // A body with contact properties takes part unless they say otherwise.
  usual->contact.takes_part = true;
  lw_text_add_plain (inner, lw_text_object (LW_TEXT_CONTACT), body, usual);
  if (body->contact.takes_part || inner->len > 1)
    lw_text_add (fields, "contact", lw_text_object_text (inner));
  else
    g_ptr_array_unref (inner);
  lw_body_unref (usual);
}

GPtrArray *
lw_text_contact_pair_fields (const LwMechanism *mechanism, guint index)
{
  // The numbers are always written: without them they follow from the materials.
  const LwContactPair usual = {
    .touches = true, .friction = NAN, .restitution = NAN, .rolling = NAN
  };
  const LwContactPair *pair =
    &g_array_index (lw_mechanism_get_contact_pairs (mechanism), LwContactPair, index);
  GPtrArray *fields = lw_text_fields_new ();

  lw_text_add_ids (fields, "bodies", pair->body, 2);
  lw_text_add_plain (fields, lw_text_object (LW_TEXT_CONTACT_PAIR), pair, &usual);
  return fields;
}
