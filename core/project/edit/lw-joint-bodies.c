// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-joint-bodies.h"

#include <glib/gi18n.h>

#include "lw-family.h"
#include "lw-joint-frame.h"

bool
lw_joint_bodies_can_change (const LwCoupling *coupling)
{
  return coupling->joint[0] == 0 && lw_family_of (coupling->def.class_)->n_bodies == 2;
}

LwMechanism *
lw_joint_bodies_replace (const LwMechanism *mechanism,
                         int coupling,
                         int side,
                         int body,
                         GError **error)
{
  const LwCoupling *old = lw_mechanism_find_coupling (mechanism, coupling);
  const MbdCouplingDef *def = &old->def;
  const int other = side == 0 ? def->body_b : def->body_a;
  LwCoupling *next;
  MbdFrame *frame;
  double *axes;
  int *id;

  g_return_val_if_fail (old != NULL && lw_joint_bodies_can_change (old), NULL);

  if (body == other) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("“%s” needs two different bodies: choose another one, or change the other body "
                    "first."),
                 old->element.name);
    return NULL;
  }
  next = lw_coupling_copy (old);
  id = side == 0 ? &next->def.body_a : &next->def.body_b;
  frame = side == 0 ? &next->def.frame_a : &next->def.frame_b;
  axes = lw_joint_frame_has_axes (def) ? frame->quaternion : NULL;
  lw_joint_frame_to_world (lw_mechanism_find_body (mechanism, *id), frame->point, axes);
  lw_joint_frame_to_body (lw_mechanism_find_body (mechanism, body), frame->point, axes);
  *id = body;
  return lw_mechanism_replace_coupling (mechanism, next);
}
