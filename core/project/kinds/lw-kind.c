// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-kind.h"

#include <string.h>

const LwKind *
lw_kind_find (const LwKindTraits *traits)
{
  const LwFamilyId family = lw_family_of (traits->class_)->id;

  for (guint i = 0; i < LW_KINDS; i++)
    if (lw_kinds[i].family == family && lw_kinds[i].matches (&lw_kinds[i], traits))
      return &lw_kinds[i];
  return NULL;
}

bool
lw_kind_is_force (const LwKind *kind)
{
  return kind->force != NULL;
}

const LwKind *
lw_kind_compliant (void)
{
  guint i = 0;

  while (!lw_families[lw_kinds[i].family].is_compliant_joint)
    i++;
  return &lw_kinds[i];
}

guint
lw_kind_list_imitated (const LwKind *kinds[LW_KINDS])
{
  guint n = 0;

  for (guint i = 0; i < LW_KINDS; i++)
    if (lw_kinds[i].imitation != NULL)
      kinds[n++] = &lw_kinds[i];
  return n;
}

const LwKind *
lw_kind_of_word (const char *word, bool force)
{
  for (guint i = 0; i < LW_KINDS; i++)
    if (lw_kind_is_force (&lw_kinds[i]) == force && strcmp (lw_kinds[i].word, word) == 0)
      return &lw_kinds[i];
  return NULL;
}

char *
lw_kind_dup_words (bool force)
{
  GString *list = g_string_new (NULL);
  const char *last = NULL;

  for (guint i = 0; i < LW_KINDS; i++) {
    if (lw_kind_is_force (&lw_kinds[i]) != force)
      continue;
    if (last != NULL)
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", last);
    last = lw_kinds[i].word;
  }
  g_string_append_printf (list, " or %s", last);
  return g_string_free (list, FALSE);
}
