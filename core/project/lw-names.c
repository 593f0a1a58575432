// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-names.h"

#include <string.h>

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
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++)
    if (is_name (&lw_mechanism_get_measurement (mechanism, i)->element, name))
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

char *
lw_names_like (const LwMechanism *mechanism, const char *name)
{
  gsize length = strlen (name);
  g_autofree char *stem = NULL;

  while (length > 0 && g_ascii_isdigit (name[length - 1]))
    length--;
  while (length > 0 && name[length - 1] == ' ')
    length--;
  stem = length > 0 ? g_strndup (name, length) : g_strdup (name);
  for (guint number = 2;; number++) {
    g_autofree char *next = g_strdup_printf ("%s %u", stem, number);

    if (!is_taken (mechanism, next))
      return g_steal_pointer (&next);
  }
}
