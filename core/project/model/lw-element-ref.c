// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-element-ref.h"

const LwElement *
lw_element_ref_find (const LwMechanism *mechanism, LwElementRef ref)
{
  const LwBody *body;
  const LwCoupling *coupling;
  const LwForce *force;
  const LwTracer *tracer;
  const LwMeasurement *measurement;

  switch (ref.kind) {
  case LW_SELECTION_BODY:
    body = lw_mechanism_find_body (mechanism, ref.id);
    return body != NULL ? &body->element : NULL;
  case LW_SELECTION_COUPLING:
    coupling = lw_mechanism_find_coupling (mechanism, ref.id);
    return coupling != NULL ? &coupling->element : NULL;
  case LW_SELECTION_FORCE:
    force = lw_mechanism_find_force (mechanism, ref.id);
    return force != NULL ? &force->element : NULL;
  case LW_SELECTION_TRACER:
    tracer = lw_mechanism_find_tracer (mechanism, ref.id);
    return tracer != NULL ? &tracer->element : NULL;
  case LW_SELECTION_MEASUREMENT:
    measurement = lw_mechanism_find_measurement (mechanism, ref.id);
    return measurement != NULL ? &measurement->element : NULL;
  case LW_SELECTION_NONE:
    break;
  }
  return NULL;
}

bool
lw_element_refs_contain (const LwElementRef *refs, guint n_refs, LwElementRef ref)
{
  for (guint i = 0; i < n_refs; i++)
    if (refs[i].kind == ref.kind && refs[i].id == ref.id)
      return true;
  return false;
}
