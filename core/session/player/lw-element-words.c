// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-element-words.h"

#include <glib/gi18n.h>

#include "lw-compliant-joint.h"
#include "lw-spring-law.h"

// ---- kinds ----------------------------------------------------------------------------------

const char *
lw_element_words_get_coupling_icon (const LwCoupling *coupling)
{
  return lw_coupling_get_kind (coupling)->icon;
}

const char *
lw_element_words_get_coupling_word (const LwCoupling *coupling)
{
  return _ (lw_coupling_get_kind (coupling)->word);
}

char *
lw_element_words_dup_coupling_kind (const LwCoupling *coupling)
{
  const char *shown = lw_element_words_get_coupling_word (coupling);
  char first[8] = { 0 };

  g_unichar_to_utf8 (g_unichar_toupper (g_utf8_get_char (shown)), first);
  return g_strconcat (first, g_utf8_next_char (shown), NULL);
}

static const char *
get_spring_kind (const LwForce *spring)
{
  switch (lw_spring_law_get_kind (spring->law, NULL, NULL)) {
  case LW_SPRING_LINEAR:
    break;
  case LW_SPRING_GAS:
    return _ ("Gas spring");
  case LW_SPRING_CONSTANT:
    return _ ("Constant-force spring");
  case LW_SPRING_LAW:
    return _ ("Spring with its own law");
  }
  if (spring->def.damping == 0)
    return _ ("Spring");
  return spring->def.stiffness == 0 ? _ ("Damper") : _ ("Spring and damper");
}

static const char *
get_force_kind (const LwForce *force)
{
  return lw_family_of (force->def.class_)->has_law ? get_spring_kind (force)
                                                   : _ (lw_force_get_kind (force)->name);
}

static const char *
get_measurement_kind (const LwMeasurement *measurement)
{
  switch (measurement->n_points) {
  case LW_MEASUREMENT_POSITION:
    return _ ("Position");
  case LW_MEASUREMENT_DISTANCE:
    return _ ("Distance");
  default:
    return _ ("Angle");
  }
}

char *
lw_element_words_dup_kind (const LwMechanism *mechanism, LwElementRef element)
{
  MbdMobility mobility;

  switch (element.kind) {
  case LW_SELECTION_BODY:
    mobility = lw_mechanism_find_body (mechanism, element.id)->def.mobility;
    return g_strdup (mobility == MBD_FIXED    ? _ ("Fixed body")
                     : mobility == MBD_PLANAR ? _ ("Body in the plane")
                                              : _ ("Body in space"));
  case LW_SELECTION_COUPLING:
    return lw_element_words_dup_coupling_kind (lw_mechanism_find_coupling (mechanism, element.id));
  case LW_SELECTION_FORCE:
    return g_strdup (get_force_kind (lw_mechanism_find_force (mechanism, element.id)));
  case LW_SELECTION_TRACER:
    return g_strdup (_ ("Tracer"));
  case LW_SELECTION_MEASUREMENT:
    return g_strdup (get_measurement_kind (lw_mechanism_find_measurement (mechanism, element.id)));
  case LW_SELECTION_NONE:
    break;
  }
  return g_strdup (_ ("Mechanism"));
}

char *
lw_element_words_dup_lower (const char *words)
{
  char first[8] = { 0 };

  g_unichar_to_utf8 (g_unichar_tolower (g_utf8_get_char (words)), first);
  return g_strconcat (first, g_utf8_next_char (words), NULL);
}

const char *
lw_element_words_get_icon (const LwMechanism *mechanism, LwElementRef element)
{
  static const char *const shapes[] = { "lw-link-symbolic", "lw-disc-symbolic", "lw-box-symbolic",
                                        "lw-polygon-symbolic" };
  switch (element.kind) {
  case LW_SELECTION_BODY:
    return shapes[lw_mechanism_find_body (mechanism, element.id)->shape.kind];
  case LW_SELECTION_COUPLING:
    return lw_element_words_get_coupling_icon (lw_mechanism_find_coupling (mechanism, element.id));
  case LW_SELECTION_FORCE:
    return lw_force_get_kind (lw_mechanism_find_force (mechanism, element.id))->icon;
  case LW_SELECTION_TRACER:
    return "lw-tracer-symbolic";
  case LW_SELECTION_MEASUREMENT:
    return "lw-measure-symbolic";
  case LW_SELECTION_NONE:
    break;
  }
  return "lw-link-symbolic";
}

char *
lw_element_words_dup_name (const LwMechanism *mechanism, LwElementRef element)
{
  const LwElement *found = lw_selection_find (mechanism, element);
  g_autofree char *kind = NULL;

  if (found != NULL && found->name != NULL)
    return g_strdup (found->name);
  kind = lw_element_words_dup_kind (mechanism, element);
  return g_strdup_printf ("%s %d", kind, element.id);
}

char *
lw_element_words_dup_replacement (const LwMechanism *mechanism, LwElementRef element)
{
  const LwCoupling *coupling = lw_mechanism_find_coupling (mechanism, element.id);
  LwCoupling *joint;
  g_autofree char *kind = NULL;

  if (element.kind == LW_SELECTION_COUPLING && coupling != NULL
      && lw_family_of (coupling->def.class_)->is_joint && coupling->def.enabled) {
    kind = g_strdup (_ (lw_kind_compliant ()->name));
  } else if (element.kind == LW_SELECTION_FORCE) {
    joint = lw_mechanism_dup_ideal (mechanism, element.id, NULL);
    kind = joint != NULL ? lw_element_words_dup_coupling_kind (joint) : NULL;
    g_clear_pointer (&joint, lw_coupling_unref);
  }
  if (kind == NULL)
    return NULL;
  // Translators: a kind of joint, e.g. "Pin" or "Bushing"
  return g_strdup_printf (_ ("Replace by %s"), kind);
}
