// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-names.h"

static bool
is_name (const LwElement *element, const char *name)
{
  return g_strcmp0 (element->name, name) == 0;
}

static bool
is_taken (const LwMechanism *mechanism, const char *name)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    if (is_name (&lw_mechanism_get_body (mechanism, i)->element, name))
      return true;
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    if (is_name (&lw_mechanism_get_coupling (mechanism, i)->element, name))
      return true;
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++)
    if (is_name (&lw_mechanism_get_force (mechanism, i)->element, name))
      return true;
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++)
    if (is_name (&lw_mechanism_get_tracer (mechanism, i)->element, name))
      return true;
  return false;
}

char *
lw_names_unique (const LwMechanism *mechanism, const char *word)
{
  for (guint number = 1;; number++) {
    g_autofree char *name = g_strdup_printf ("%s %u", word, number);

    if (!is_taken (mechanism, name))
      return g_steal_pointer (&name);
  }
}

char *
lw_names_point (const LwMechanism *mechanism)
{
  for (guint number = 0;; number++)
    for (char letter = 'A'; letter <= 'Z'; letter++) {
      g_autofree char *name =
        number == 0 ? g_strdup_printf ("%c", letter) : g_strdup_printf ("%c%u", letter, number);

      if (!is_taken (mechanism, name))
        return g_steal_pointer (&name);
    }
}
