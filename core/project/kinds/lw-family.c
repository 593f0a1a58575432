// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-family.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-rope.h"

/* clang-format off */

const LwFamily lw_families[LW_FAMILIES] = {
  [LW_FAMILY_JOINT] = { LW_FAMILY_JOINT, "loop", N_ ("Joint"), .coupling = mbd_loop_class,
    .n_bodies = 2, .has_axes = true, .is_joint = true,
    .derivation = "theory-couplings#loop-joint" },
  [LW_FAMILY_ROD] = { LW_FAMILY_ROD, "rod", N_ ("Rod"), .coupling = mbd_rod_class,
    .n_bodies = 2, .has_length = true, .may_slacken = true,
    .derivation = "theory-couplings#rod-rope-strut" },
  [LW_FAMILY_DRIVE] = { LW_FAMILY_DRIVE, "driver", N_ ("Drive"), .coupling = mbd_driver_class,
    .n_bodies = 2, .has_axes = true, .uses_joints = true, .has_motion = true, .drives = true,
    .derivation = "theory-couplings#joint-coordinates" },
  [LW_FAMILY_LIMIT] = { LW_FAMILY_LIMIT, "limit", N_ ("Stops"), .coupling = mbd_limit_class,
    .n_bodies = 2, .has_axes = true, .uses_joints = true, .has_motion = true, .has_stops = true,
    .derivation = "theory-couplings#joint-coordinates" },
  [LW_FAMILY_GEAR] = { LW_FAMILY_GEAR, "gear", N_ ("Transmission"), .coupling = mbd_gear_class,
    .n_bodies = 4, .has_second_pair = true, .has_axes = true, .uses_joints = true,
    .derivation = "theory-couplings#joint-coordinates" },
  [LW_FAMILY_ANGLE] = { LW_FAMILY_ANGLE, "angle", N_ ("Coupling"), .coupling = mbd_angle_class,
    .n_bodies = 2, .has_axes = true,
    .derivation = "theory-couplings" },
  [LW_FAMILY_REVOLUTE_SPHERICAL] = { LW_FAMILY_REVOLUTE_SPHERICAL, "revolute-spherical",
    N_ ("Rod"), .coupling = mbd_revolute_spherical_class,
    .n_bodies = 2, .has_axes = true, .has_length = true,
    .derivation = "theory-couplings" },
  [LW_FAMILY_POINT_CONTACT] = { LW_FAMILY_POINT_CONTACT, "point contact", N_ ("Coupling"),
    .coupling = mbd_point_contact_class, .n_bodies = 2,
    .derivation = "theory-couplings" },
  [LW_FAMILY_PULLEY_ROPE] = { LW_FAMILY_PULLEY_ROPE, "rope over pulleys", N_ ("Rope over pulleys"),
    .coupling = mbd_pulley_rope_class,
    .n_bodies = 4, .has_pulleys = true, .has_length = true, .may_slacken = true,
    .n_ends = lw_rope_n_ends, .length = lw_rope_length,
    .derivation = "theory-couplings#rope-over-pulleys" },
  [LW_FAMILY_CURVED_SLOT] = { LW_FAMILY_CURVED_SLOT, "curved slot", N_ ("Curved slot"),
    .coupling = mbd_curved_slot_class,
    .n_bodies = 2, .has_axes = true, .has_curve = true, .is_joint = true,
    .derivation = "theory-couplings#curved-slot" },
  [LW_FAMILY_FRICTION] = { LW_FAMILY_FRICTION, "joint friction", N_ ("Friction"),
    .coupling = mbd_joint_friction_class,
    .n_bodies = 2, .has_axes = true, .needs_joint = true, .uses_joints = true, .has_motion = true,
    .derivation = "theory-couplings#joint-coordinates" },
  [LW_FAMILY_SPRING] = { LW_FAMILY_SPRING, "spring", N_ ("Spring"), .force = mbd_spring_class,
    .n_bodies = 2, .has_law = true, .stores_energy = true, .dissipates = true,
    .derivation = "theory-force-elements" },
  [LW_FAMILY_LOAD] = { LW_FAMILY_LOAD, "load", N_ ("Load"), .force = mbd_load_class,
    .n_bodies = 1, .is_load = true,
    .derivation = "theory-force-elements" },
  [LW_FAMILY_BUSHING] = { LW_FAMILY_BUSHING, "bushing", N_ ("Bushing"), .force = mbd_bushing_class,
    .n_bodies = 2, .has_axes = true, .is_compliant_joint = true, .stores_energy = true,
    .dissipates = true,
    .derivation = "theory-force-elements" },
  [LW_FAMILY_DRAG] = { LW_FAMILY_DRAG, "drag", N_ ("Drag"), .force = mbd_drag_class,
    .n_bodies = 1, .dissipates = true,
    .derivation = "theory-force-elements" },
};

/* clang-format on */

static const LwFamily other = { .id = LW_FAMILY_OTHER,
                                .n_bodies = 2,
                                .has_axes = true,
                                .dissipates = true };

const void *
lw_family_class (const LwFamily *family)
{
  return family->coupling != NULL ? (const void *) family->coupling ()
                                  : (const void *) family->force ();
}

const LwFamily *
lw_family_of (const void *class_)
{
  for (guint i = 0; i < LW_FAMILIES; i++)
    if (lw_family_class (&lw_families[i]) == class_)
      return &lw_families[i];
  return &other;
}

const LwFamily *
lw_family_of_word (const char *word, LwFamilyId first, LwFamilyId last)
{
  for (guint i = first; i <= last; i++)
    if (strcmp (lw_families[i].word, word) == 0)
      return &lw_families[i];
  return NULL;
}

int
lw_coupling_n_bodies (const MbdCouplingDef *def)
{
  return lw_family_of (def->class_)->n_bodies;
}

int
lw_coupling_body (const MbdCouplingDef *def, int index)
{
  const int bodies[] = { def->body_a, def->body_b, def->body_c, def->body_d };

  return bodies[index];
}

int
lw_coupling_n_ends (const MbdCouplingDef *def)
{
  const LwFamily *family = lw_family_of (def->class_);

  return family->n_ends != NULL ? family->n_ends (def) : 2;
}

double
lw_coupling_length (const MbdCouplingDef *def, const double ends[4][2])
{
  const LwFamily *family = lw_family_of (def->class_);

  if (family->length != NULL)
    return family->length (def, ends);
  return hypot (ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]);
}

bool
lw_coupling_can_break (const MbdCouplingDef *def)
{
  return isfinite (def->break_force) || isfinite (def->break_moment)
         || isfinite (def->break_impulse);
}

bool
lw_coupling_only_pulls (const MbdCouplingDef *def)
{
  return def->rod == MBD_ROD_ROPE && lw_family_of (def->class_)->may_slacken;
}

bool
lw_coupling_only_pushes (const MbdCouplingDef *def)
{
  return def->rod == MBD_ROD_STRUT && lw_family_of (def->class_)->may_slacken;
}

bool
lw_coupling_is_rigid (const MbdCouplingDef *def)
{
  return def->locked == MBD_LOOP_WELD && lw_family_of (def->class_)->is_joint;
}

bool
lw_coupling_is_one_sided (const MbdCouplingDef *def)
{
  const LwFamily *family = lw_family_of (def->class_);

  return family->has_stops || def->mode == MBD_MODE_UNILATERAL
         || (family->may_slacken && def->rod != MBD_ROD_BAR);
}

bool
lw_coupling_measures_length (const MbdCouplingDef *def)
{
  const LwFamily *family = lw_family_of (def->class_);

  if (family->is_joint && !family->has_curve)
    return (def->locked & (MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_Z)) != 0;
  if (family->has_motion || family->has_second_pair)
    return def->coordinate[family->has_second_pair] != MBD_COORDINATE_ANGLE;
  return family->has_length || family->has_curve || !family->has_axes;
}
