// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-warnings.h"

#include "lw-overlaps.h"

static void
add (GArray *warnings, LwWarningKind kind, LwSelectionKind element, int id)
{
  const LwWarning warning = { kind, { element, id } };

  g_array_append_val (warnings, warning);
}

static void
touch (GHashTable *touched, int id)
{
  g_hash_table_add (touched, GINT_TO_POINTER (id));
}

/// Returns the ids of the bodies that enabled elements act on. Couplings that use a joint add no
/// bodies.
static GHashTable *
find_touched (const LwMechanism *mechanism)
{
  GHashTable *touched = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (!coupling->def.enabled || coupling->joint[0] != 0)
      continue;
    touch (touched, coupling->def.body_a);
    touch (touched, coupling->def.body_b);
    if (lw_family_of (coupling->def.class_)->n_bodies == 4) {
      touch (touched, coupling->def.body_c);
      touch (touched, coupling->def.body_d);
    }
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    const MbdForceDef *def = &lw_mechanism_get_force (mechanism, i)->def;

    if (!def->enabled)
      continue;
    touch (touched, def->body_a);
    touch (touched, def->body_b);
  }
  return touched;
}

static void
add_unconnected (GArray *warnings, const LwMechanism *mechanism)
{
  g_autoptr (GHashTable) touched = find_touched (mechanism);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);

    if (body->def.mobility != MBD_FIXED && !body->contact.takes_part
        && !g_hash_table_contains (touched, GINT_TO_POINTER (body->element.id)))
      add (warnings, LW_WARNING_UNCONNECTED, LW_SELECTION_BODY, body->element.id);
  }
}

static void
add_singular (GArray *warnings, const MbdModel *model, const bool *is_singular)
{
  int shown = -1;

  for (int i = 0; i < mbd_model_coupling_count (model); i++)
    if (is_singular[i]
        && (shown < 0
            || (lw_family_of (mbd_model_coupling_class (model, i))->drives
                && !lw_family_of (mbd_model_coupling_class (model, shown))->drives)))
      shown = i;
  if (shown >= 0)
    add (warnings, LW_WARNING_SINGULAR, LW_SELECTION_COUPLING,
         mbd_model_coupling_id (model, shown));
}

/// Adds overlaps for the second body of each pair, which is drawn above the first, or for the first
/// if the second is fixed.
static void
add_overlaps (GArray *warnings, const LwMechanism *mechanism, const MbdModel *model)
{
  g_autoptr (GArray) overlaps = lw_overlaps_find (mechanism, model);

  for (guint i = 0; i < overlaps->len; i++) {
    const LwOverlap *overlap = &g_array_index (overlaps, LwOverlap, i);
    const LwBody *second = lw_mechanism_find_body (mechanism, overlap->body[1]);

    add (warnings, LW_WARNING_OVERLAP, LW_SELECTION_BODY,
         overlap->body[second != NULL && second->def.mobility == MBD_FIXED ? 0 : 1]);
  }
}

GArray *
lw_warnings_find (const LwMechanism *mechanism, const MbdModel *model, const LwMobility *mobility)
{
  GArray *warnings = g_array_new (FALSE, FALSE, sizeof (LwWarning));

  add_unconnected (warnings, mechanism);
  if (mobility == NULL)
    return warnings;
  for (int body = 1; body < mbd_model_body_count (model); body++)
    if (mobility->is_indeterminate[body])
      add (warnings, LW_WARNING_MASSLESS, LW_SELECTION_BODY, mbd_model_body_id (model, body));
  add_singular (warnings, model, mobility->is_singular);
  for (int i = 0; !mobility->can_fit && i < mbd_model_coupling_count (model); i++)
    if (mobility->is_unmet[i])
      add (warnings, LW_WARNING_NOT_ASSEMBLED, LW_SELECTION_COUPLING,
           mbd_model_coupling_id (model, i));
  add_overlaps (warnings, mechanism, model);
  return warnings;
}
