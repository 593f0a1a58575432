// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers typed during a gesture.

#include <string.h>

#include "lw-quantity.h"
#include "lw-tool-private.h"

#define LONGEST 64 ///< bytes of a number with its unit

void
lw_tool_entry_init (LwToolEntry *entry)
{
  entry->text[0] = g_string_new (NULL);
  entry->text[1] = g_string_new (NULL);
  entry->field = 0;
}

void
lw_tool_entry_clear (LwToolEntry *entry)
{
  g_string_truncate (entry->text[0], 0);
  g_string_truncate (entry->text[1], 0);
  entry->field = 0;
}

void
lw_tool_entry_free (LwToolEntry *entry)
{
  g_string_free (entry->text[0], TRUE);
  g_string_free (entry->text[1], TRUE);
}

bool
lw_tool_entry_is_empty (const LwToolEntry *entry)
{
  return entry->text[0]->len == 0 && entry->text[1]->len == 0;
}

/// A number begins with a digit, a sign or a point, followed by anything that a unit may contain.
/// While letters are keys of tools, a formula that begins with a letter needs "=" or a parenthesis
/// before it.
bool
lw_tool_entry_type (LwToolEntry *entry, gunichar character, bool takes_letters)
{
  GString *text = entry->text[entry->field];

  if (!g_unichar_isprint (character) || text->len + 6 > LONGEST)
    return false;
  if (text->len == 0 && !g_unichar_isdigit (character) && strchr ("+-.,=(", (int) character) == NULL
      && !(takes_letters && (g_unichar_isalpha (character) || character == '_')))
    return false;
  g_string_append_unichar (text, character);
  return true;
}

bool
lw_tool_entry_get (const LwToolEntry *entry,
                   int field,
                   const char *unit,
                   const LwMechanism *mechanism,
                   const LwUnits *units,
                   double *value,
                   char **formula,
                   GError **error)
{
  const char *text = entry->text[field]->str;

  *formula = NULL;
  return *text != '\0'
         && lw_quantity_evaluate (text, mechanism, units, unit, 1, value, formula, error);
}
