// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-element-ref.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-element-kind.h"
#include "lw-words.h"

const LwElement *
lw_element_ref_find (const LwMechanism *mechanism, LwElementRef ref)
{
  const LwElementKind *kind = lw_element_kind (ref.kind);

  return kind != NULL ? kind->find (mechanism, ref.id) : NULL;
}

/// Returns true if a text begins with a word, in capital or small letters.
static bool
begins_with (const char *text, const char *word)
{
  g_autofree char *folded_text = g_utf8_casefold (text, -1);
  g_autofree char *folded_word = g_utf8_casefold (word, -1);

  return g_str_has_prefix (folded_text, folded_word);
}

char *
lw_element_dup_called (const char *word, const char *name)
{
  const char *translated = _ (word);
  char first[8] = { 0 };

  // Large mechanisms are named after each edit, so the usual case comes first.
  if (g_ascii_strncasecmp (name, word, strlen (word)) == 0
      || (translated != word && begins_with (name, translated)))
    return g_strdup (name);
  g_unichar_to_utf8 (g_unichar_toupper (g_utf8_get_char (translated)), first);
  return g_strconcat (first, g_utf8_next_char (translated), " ", name, NULL);
}

char *
lw_element_ref_dup_name (const LwMechanism *mechanism, LwElementRef ref)
{
  static const MbdElement kinds[] = {
    [LW_SELECTION_NONE] = MBD_ELEMENT_NONE,
    [LW_SELECTION_BODY] = MBD_ELEMENT_BODY,
    [LW_SELECTION_COUPLING] = MBD_ELEMENT_COUPLING,
    [LW_SELECTION_FORCE] = MBD_ELEMENT_FORCE,
  };
  const LwElement *element = lw_element_ref_find (mechanism, ref);
  g_autofree char *number = NULL;

  // Tracers and measurements are not elements of the engine.
  if (ref.kind != LW_SELECTION_TRACER && ref.kind != LW_SELECTION_MEASUREMENT)
    return lw_mechanism_dup_element_name (mechanism, kinds[ref.kind], ref.id);
  number = g_strdup_printf ("%d", ref.id);
  return lw_element_dup_called (lw_word_of (lw_element_kind_words, ref.kind),
                                element != NULL && element->name != NULL ? element->name : number);
}

bool
lw_element_refs_contain (const LwElementRef *refs, guint n_refs, LwElementRef ref)
{
  for (guint i = 0; i < n_refs; i++)
    if (refs[i].kind == ref.kind && refs[i].id == ref.id)
      return true;
  return false;
}
