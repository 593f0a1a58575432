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

// ---- the names of another mechanism ---------------------------------------------------------

static bool
is_other (const LwElement *element, const LwElement *named)
{
  return named != NULL && g_strcmp0 (element->name, named->name) != 0;
}

/// Releases `mechanism` and returns `renamed`, or returns `mechanism` if `renamed` is NULL.
static LwMechanism *
next (LwMechanism *mechanism, LwMechanism *renamed)
{
  if (renamed == NULL)
    return mechanism;
  lw_mechanism_unref (mechanism);
  return renamed;
}

static LwMechanism *
rename_body (const LwMechanism *mechanism, const LwBody *body, const LwBody *named)
{
  LwBody *copy;

  if (named == NULL || !is_other (&body->element, &named->element))
    return NULL;
  copy = lw_body_copy (body);
  lw_body_set_name (copy, named->element.name);
  return lw_mechanism_replace_body (mechanism, copy);
}

static LwMechanism *
rename_coupling (const LwMechanism *mechanism, const LwCoupling *coupling, const LwCoupling *named)
{
  LwCoupling *copy;

  if (named == NULL || !is_other (&coupling->element, &named->element))
    return NULL;
  copy = lw_coupling_copy (coupling);
  lw_coupling_set_name (copy, named->element.name);
  return lw_mechanism_replace_coupling (mechanism, copy);
}

static LwMechanism *
rename_force (const LwMechanism *mechanism, const LwForce *force, const LwForce *named)
{
  LwForce *copy;

  if (named == NULL || !is_other (&force->element, &named->element))
    return NULL;
  copy = lw_force_copy (force);
  lw_force_set_name (copy, named->element.name);
  return lw_mechanism_replace_force (mechanism, copy);
}

static LwMechanism *
rename_tracer (const LwMechanism *mechanism, const LwTracer *tracer, const LwTracer *named)
{
  LwTracer *copy;

  if (named == NULL || !is_other (&tracer->element, &named->element))
    return NULL;
  copy = lw_tracer_copy (tracer);
  lw_tracer_set_name (copy, named->element.name);
  return lw_mechanism_replace_tracer (mechanism, copy);
}

static LwMechanism *
rename_measurement (const LwMechanism *mechanism,
                    const LwMeasurement *measurement,
                    const LwMeasurement *named)
{
  LwMeasurement *copy;

  if (named == NULL || !is_other (&measurement->element, &named->element))
    return NULL;
  copy = lw_measurement_copy (measurement);
  lw_measurement_set_name (copy, named->element.name);
  return lw_mechanism_replace_measurement (mechanism, copy);
}

LwMechanism *
lw_names_share (LwMechanism *mechanism, const LwMechanism *named)
{
  LwMechanism *self = lw_mechanism_ref (mechanism);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (self); i++) {
    const LwBody *body = lw_mechanism_get_body (self, i);

    self = next (self, rename_body (self, body, lw_mechanism_find_body (named, body->element.id)));
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (self, i);

    self = next (self, rename_coupling (self, coupling,
                                        lw_mechanism_find_coupling (named, coupling->element.id)));
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (self); i++) {
    const LwForce *force = lw_mechanism_get_force (self, i);

    self =
      next (self, rename_force (self, force, lw_mechanism_find_force (named, force->element.id)));
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (self); i++) {
    const LwTracer *tracer = lw_mechanism_get_tracer (self, i);

    self = next (
      self, rename_tracer (self, tracer, lw_mechanism_find_tracer (named, tracer->element.id)));
  }
  for (guint i = 0; i < lw_mechanism_get_n_measurements (self); i++) {
    const LwMeasurement *measurement = lw_mechanism_get_measurement (self, i);
    const LwMeasurement *other = lw_mechanism_find_measurement (named, measurement->element.id);

    self = next (self, rename_measurement (self, measurement, other));
  }
  return self;
}
