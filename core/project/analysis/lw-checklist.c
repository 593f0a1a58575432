// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-checklist.h"

#include <string.h>

static void
object (LwCheck *check, LwSelectionKind kind, int id)
{
  check->done = false;
  if (check->n++ == 0)
    check->element = (LwElementRef){ kind, id };
}

bool
lw_checklist_find (const LwMechanism *mechanism,
                   const MbdModel *model,
                   const LwMobility *mobility,
                   LwCheck checks[LW_N_CHECKS])
{
  const guint n_bodies = lw_mechanism_get_n_bodies (mechanism);
  bool all = true;

  memset (checks, 0, LW_N_CHECKS * sizeof *checks);
  checks[LW_CHECK_BODY].done = n_bodies > 0;
  for (guint i = 0; i < n_bodies; i++)
    if (lw_mechanism_get_body (mechanism, i)->def.mobility != MBD_FIXED)
      checks[LW_CHECK_MOVABLE].done = true;
  // Without bodies, these requirements are not yet met.
  checks[LW_CHECK_MASS].done = checks[LW_CHECK_CLOSED].done = n_bodies > 0;
  if (!checks[LW_CHECK_MOVABLE].done && n_bodies > 0)
    object (&checks[LW_CHECK_MOVABLE], LW_SELECTION_BODY,
            lw_mechanism_get_body (mechanism, 0)->element.id);
  for (int body = 1; mobility != NULL && body < mbd_model_body_count (model); body++)
    if (mobility->is_indeterminate[body])
      object (&checks[LW_CHECK_MASS], LW_SELECTION_BODY, mbd_model_body_id (model, body));
  // Without assembly a run begins with the drawing unchanged.
  for (int i = 0;
       mobility != NULL && !mobility->can_fit && lw_mechanism_get_run (mechanism)->assemble
       && i < mbd_model_coupling_count (model);
       i++)
    if (mobility->is_unmet[i])
      object (&checks[LW_CHECK_CLOSED], LW_SELECTION_COUPLING, mbd_model_coupling_id (model, i));
  for (int i = 0; i < LW_N_CHECKS; i++)
    all = all && checks[i].done;
  return all;
}

// ---- closed loops ---------------------------------------------------------------------------

/// Returns the part that a body belongs to. Joined parts refer to each other.
static int
find_part (int *parts, int body)
{
  while (parts[body] != body)
    body = parts[body] = parts[parts[body]];
  return body;
}

static int
place_of (const LwMechanism *mechanism, GHashTable *places, int id)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);

  // Index 0 is the ground.
  return body == NULL || body->def.mobility == MBD_FIXED
           ? 0
           : GPOINTER_TO_INT (g_hash_table_lookup (places, GINT_TO_POINTER (id)));
}

int
lw_mechanism_count_loops (const LwMechanism *mechanism)
{
  const guint n = lw_mechanism_get_n_bodies (mechanism);
  g_autofree int *parts = g_new (int, n + 1);
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  int n_loops = 0;

  for (guint i = 0; i <= n; i++)
    parts[i] = (int) i;
  for (guint i = 0; i < n; i++)
    g_hash_table_insert (places, GINT_TO_POINTER (lw_mechanism_get_body (mechanism, i)->element.id),
                         GINT_TO_POINTER ((int) i + 1));
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    bool connects = false;

    if (!coupling->def.enabled || coupling->joint[0] != 0
        || lw_family_of (coupling->def.class_)->uses_joints)
      continue;
    for (int end = 1; end < lw_coupling_n_ends (&coupling->def); end++) {
      const int a = find_part (parts, place_of (mechanism, places, coupling->def.body_a));
      const int b =
        find_part (parts, place_of (mechanism, places, lw_coupling_body (&coupling->def, end)));
      connects = connects || a != b;
      parts[a] = b;
    }
    // A connection within one part closes a loop.
    if (!connects)
      n_loops++;
  }
  return n_loops;
}
