// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads and changes the name of an element or the title of the mechanism.

#include "lw-field-editor-private.h"
#include "lw-property.h"

LwMechanism *
lw_field_editor_with_name (const LwMechanism *mechanism, LwElementRef target, const char *text)
{
  const char *name = text[0] != '\0' ? text : NULL;
  LwBody *body;
  LwCoupling *coupling;
  LwForce *force;
  LwTracer *tracer;
  LwMeasurement *measurement;

  switch (target.kind) {
  case LW_SELECTION_BODY:
    body = lw_body_copy (lw_mechanism_find_body (mechanism, target.id));
    lw_body_set_name (body, name);
    return lw_mechanism_replace_body (mechanism, body);
  case LW_SELECTION_COUPLING:
    coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, target.id));
    lw_coupling_set_name (coupling, name);
    return lw_mechanism_replace_coupling (mechanism, coupling);
  case LW_SELECTION_FORCE:
    force = lw_force_copy (lw_mechanism_find_force (mechanism, target.id));
    lw_force_set_name (force, name);
    return lw_mechanism_replace_force (mechanism, force);
  case LW_SELECTION_TRACER:
    tracer = lw_tracer_copy (lw_mechanism_find_tracer (mechanism, target.id));
    lw_tracer_set_name (tracer, name);
    return lw_mechanism_replace_tracer (mechanism, tracer);
  case LW_SELECTION_MEASUREMENT:
    measurement = lw_measurement_copy (lw_mechanism_find_measurement (mechanism, target.id));
    lw_measurement_set_name (measurement, name);
    return lw_mechanism_replace_measurement (mechanism, measurement);
  case LW_SELECTION_NONE:
    break;
  }
  return lw_mechanism_with_title (mechanism, text);
}

const char *
lw_field_editor_get_name (const LwMechanism *mechanism, LwElementRef target)
{
  const char *place = lw_property_get_place (mechanism, target);

  if (target.kind == LW_SELECTION_NONE)
    return lw_mechanism_get_title (mechanism);
  // Every element begins with an LwElement.
  return ((const LwElement *) (const void *) place)->name;
}
