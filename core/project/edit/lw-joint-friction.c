// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-joint-friction.h"

#include <glib/gi18n.h>

/// Values of new friction: those of a dry bearing.
#define COEFFICIENT 0.1
#define RADIUS 0.005 ///< m

gboolean
lw_joint_friction_exists (const LwMechanism *self, int joint)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self); i++) {
    const LwCoupling *other = lw_mechanism_get_coupling (self, i);

    if (other->joint[0] == joint && lw_family_of (other->def.class_)->needs_joint)
      return TRUE;
  }
  return FALSE;
}

gboolean
lw_joint_friction_is_possible (const LwMechanism *self, int joint)
{
  const LwCoupling *coupling = lw_mechanism_find_coupling (self, joint);
  MbdCoordinate coordinate;

  return coupling != NULL && lw_coupling_get_coordinate (&coupling->def, &coordinate)
         && !lw_joint_friction_exists (self, joint);
}

LwMechanism *
lw_joint_friction_add (const LwMechanism *self, int joint, GError **error)
{
  const LwKind *kind = &lw_kinds[LW_KIND_JOINT_FRICTION];
  const LwCoupling *coupling = lw_mechanism_find_coupling (self, joint);
  MbdCouplingDef def = kind->coupling (kind);
  g_autofree char *name = NULL;
  LwCoupling *friction;

  if (!lw_joint_friction_is_possible (self, joint)) {
    name = lw_mechanism_dup_element_name (self, MBD_ELEMENT_COUPLING, joint);
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("%s: it does not turn or slide, or has friction; choose another joint."), name);
    return NULL;
  }
  lw_coupling_get_coordinate (&coupling->def, &def.coordinate[0]);
  def.friction = COEFFICIENT;
  def.friction_radius = def.coordinate[0] == MBD_COORDINATE_ANGLE ? RADIUS : 0;
  friction = lw_coupling_new (&def, lw_mechanism_next_coupling_id (self), NULL);
  friction->joint[0] = joint;
  return lw_mechanism_replace_coupling (self, friction);
}
