// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fingerprint of a mechanism: SHA-256 of its text form without names, notes and other descriptive
// data.

#include "lw-mechanism-private.h"

#include "lw-marks.h"
#include "lw-signals.h"
#include "lw-text.h"

static LwMechanism *
dup_unnamed (const LwMechanism *self)
{
  LwMechanism *unnamed = lw_mechanism_copy_head (self);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (self); i++) {
    LwBody *body = lw_body_copy (lw_mechanism_get_body (self, i));

    lw_body_set_name (body, NULL);
    lw_mechanism_add_body (unnamed, body);
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self); i++) {
    LwCoupling *coupling = lw_coupling_copy (lw_mechanism_get_coupling (self, i));

    lw_coupling_set_name (coupling, NULL);
    lw_mechanism_add_coupling (unnamed, coupling);
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (self); i++) {
    LwForce *force = lw_force_copy (lw_mechanism_get_force (self, i));

    lw_force_set_name (force, NULL);
    lw_mechanism_add_force (unnamed, force);
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (self); i++) {
    LwTracer *tracer = lw_tracer_copy (lw_mechanism_get_tracer (self, i));

    lw_tracer_set_name (tracer, NULL);
    lw_mechanism_add_tracer (unnamed, tracer);
  }
  for (guint i = 0; i < lw_mechanism_get_n_measurements (self); i++) {
    LwMeasurement *measurement = lw_measurement_copy (lw_mechanism_get_measurement (self, i));

    lw_measurement_set_name (measurement, NULL);
    lw_mechanism_add_measurement (unnamed, measurement);
  }
  return lw_signals_follow_names (self, unnamed);
}

/// Takes ownership of the mechanism.
static char *
dup_hash (LwMechanism *mechanism)
{
  g_autoptr (LwMechanism) moving = mechanism;
  g_autoptr (LwMechanism) nothing = lw_mechanism_new ();
  g_autofree char *text = NULL;

  lw_mechanism_forget_formulas (moving);
  lw_mechanism_share_marks (moving, nothing);
  lw_mechanism_set_title (moving, NULL);
  lw_mechanism_set_notes (moving, NULL);
  lw_mechanism_set_lesson (moving, NULL);
  lw_mechanism_set_background (moving, NULL);
  text = lw_text_write (moving);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

char *
lw_mechanism_dup_fingerprint (const LwMechanism *self)
{
  return dup_hash (dup_unnamed (self));
}

bool
lw_mechanism_has_fingerprint (const LwMechanism *self, const char *fingerprint)
{
  g_autofree char *own = lw_mechanism_dup_fingerprint (self);
  g_autofree char *named = NULL;

  if (g_str_equal (own, fingerprint))
    return true;
  named = dup_hash (lw_mechanism_with_plots (self, NULL, 0));
  return g_str_equal (named, fingerprint);
}
