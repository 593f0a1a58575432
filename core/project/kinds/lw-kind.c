// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-kind.h"

#include <glib/gi18n.h>
#include <string.h>

// ---- recognition -----------------------------------------------------------------------------

static bool
matches_always (const LwKind *kind, const LwKindTraits *traits)
{
  return true;
}

static bool
matches_locked (const LwKind *kind, const LwKindTraits *traits)
{
  return traits->locked == kind->value;
}

static bool
matches_rod (const LwKind *kind, const LwKindTraits *traits)
{
  return (unsigned) traits->rod == kind->value;
}

static bool
matches_gearing (const LwKind *kind, const LwKindTraits *traits)
{
  return (unsigned) traits->gearing == kind->value;
}

static bool
matches_speed (const LwKind *kind, const LwKindTraits *traits)
{
  return traits->is_speed;
}

static bool
matches_torsion (const LwKind *kind, const LwKindTraits *traits)
{
  return traits->is_torsion;
}

static bool
matches_plain_drive (const LwKind *kind, const LwKindTraits *traits)
{
  return !traits->is_speed && !traits->is_torsion;
}

static bool
matches_force (const LwKind *kind, const LwKindTraits *traits)
{
  return !traits->is_only_torque;
}

static bool
matches_torque (const LwKind *kind, const LwKindTraits *traits)
{
  return traits->is_only_torque;
}

// ---- definitions ----------------------------------------------------------------------------

static MbdCouplingDef
new_joint (const LwKind *kind)
{
  return mbd_loop_default (kind->value);
}

static MbdCouplingDef
new_rod (const LwKind *kind)
{
  MbdCouplingDef def = mbd_rod_default ();

  def.rod = (MbdRodKind) kind->value;
  return def;
}

static MbdCouplingDef
new_drive (const LwKind *kind)
{
  return mbd_driver_default (MBD_COORDINATE_ANGLE, NULL);
}

static MbdCouplingDef
new_motor (const LwKind *kind)
{
  MbdCouplingDef def = new_drive (kind);

  def.level = MBD_LEVEL_VELOCITY;
  return def;
}

static MbdCouplingDef
new_torsion_spring (const LwKind *kind)
{
  MbdCouplingDef def = new_drive (kind);

  def.compliant = true;
  return def;
}

static MbdCouplingDef
new_of_class (const LwKind *kind)
{
  return mbd_coupling_default (lw_families[kind->family].coupling ());
}

static MbdCouplingDef
new_rack (const LwKind *kind)
{
  MbdCouplingDef def = new_of_class (kind);

  def.coordinate[1] = MBD_COORDINATE_SLIDE;
  return def;
}

static MbdCouplingDef
new_screw (const LwKind *kind)
{
  MbdCouplingDef def = new_of_class (kind);

  def.coordinate[1] = MBD_COORDINATE_SLIDE_Z;
  return def;
}

static MbdCouplingDef
new_angle (const LwKind *kind)
{
  return mbd_angle_default (G_PI / 2);
}

static MbdCouplingDef
new_revolute_spherical (const LwKind *kind)
{
  return mbd_revolute_spherical_default (1);
}

static MbdCouplingDef
new_point_contact (const LwKind *kind)
{
  return mbd_point_contact_default ();
}

static MbdCouplingDef
new_pulley_rope (const LwKind *kind)
{
  return mbd_pulley_rope_default ();
}

static MbdCouplingDef
new_curved_slot (const LwKind *kind)
{
  return mbd_curved_slot_default (NULL);
}

static MbdCouplingDef
new_joint_friction (const LwKind *kind)
{
  MbdCouplingDef def = new_of_class (kind);

  def.level = MBD_LEVEL_VELOCITY;
  def.effort_limit = 0;
  return def;
}

// ---- the table ------------------------------------------------------------------------------

/* clang-format off */

#define KIND(name, family_) [LW_KIND_##name] = { .id = LW_KIND_##name, .family = LW_FAMILY_##family_
#define JOINT_MEMBERS(name, word_, icon_)                                                          \
  KIND (name, JOINT), .word = word_, .object = "loop", .icon = icon_, .value = MBD_LOOP_##name,    \
    .matches = matches_locked, .coupling = new_joint
#define JOINT(name, word_, icon_) JOINT_MEMBERS (name, word_, icon_) }
#define IMITATED(name, word_, icon_, imitation_)                                                   \
  JOINT_MEMBERS (name, word_, icon_), .imitation = imitation_ }

const LwKind lw_kinds[LW_KINDS] = {
  IMITATED (PIN, N_ ("pin"), "lw-pin-symbolic", N_ ("Pin")),
  IMITATED (SLIDER, N_ ("slider"), "lw-slider-symbolic", N_ ("Slider")),
  IMITATED (WELD, N_ ("weld"), "lw-weld-symbolic", N_ ("Weld")),
  JOINT (CYLINDRICAL, N_ ("cylindrical"), "lw-pin-symbolic"),
  IMITATED (SPHERICAL, N_ ("spherical"), "lw-pin-symbolic", N_ ("Ball")),
  JOINT (UNIVERSAL, N_ ("universal"), "lw-pin-symbolic"),
  JOINT (PIN_IN_SLOT, N_ ("pin in slot"), "lw-slot-symbolic"),
  JOINT (PLANAR, N_ ("planar"), "lw-slot-symbolic"),
  JOINT (POINT_ON_LINE, N_ ("point on line"), "lw-slot-symbolic"),
  JOINT (POINT_ON_PLANE, N_ ("point on plane"), "lw-slot-symbolic"),
  JOINT (PARALLEL_AXES, N_ ("parallel axes"), "lw-slot-symbolic"),
  JOINT (SAME_ATTITUDE, N_ ("same attitude"), "lw-slider-symbolic"),
  KIND (LOOP, JOINT), .word = N_ ("loop"), .object = "loop", .icon = "lw-pin-symbolic",
    .lists_axes = true, .matches = matches_always, .coupling = new_joint },
  KIND (ROD, ROD), .word = N_ ("rod"), .object = "rod", .icon = "lw-rod-symbolic",
    .value = MBD_ROD_BAR, .matches = matches_rod, .coupling = new_rod },
  KIND (ROPE, ROD), .word = N_ ("rope"), .object = "rod", .icon = "lw-rope-symbolic",
    .value = MBD_ROD_ROPE, .matches = matches_rod, .coupling = new_rod },
  KIND (STRUT, ROD), .word = N_ ("strut"), .object = "rod", .icon = "lw-rod-symbolic",
    .value = MBD_ROD_STRUT, .matches = matches_rod, .coupling = new_rod },
  KIND (DRIVER, DRIVE), .word = N_ ("driver"), .object = "driver", .icon = "lw-motor-symbolic",
    .matches = matches_plain_drive, .coupling = new_drive },
  KIND (MOTOR, DRIVE), .word = N_ ("motor"), .object = "driver", .icon = "lw-motor-symbolic",
    .matches = matches_speed, .coupling = new_motor },
  KIND (TORSION_SPRING, DRIVE), .word = N_ ("torsion spring"), .object = "torsion_spring",
    .icon = "lw-torsion-symbolic", .is_spring = true, .title = N_ ("Torsion spring"),
    .matches = matches_torsion, .coupling = new_torsion_spring },
  KIND (LIMIT, LIMIT), .word = N_ ("limit"), .object = "limit", .icon = "lw-weld-symbolic",
    .matches = matches_always, .coupling = new_of_class },
  KIND (GEAR, GEAR), .word = N_ ("gear"), .object = "gear", .icon = "lw-gear-symbolic",
    .value = LW_GEARING_RATIO, .matches = matches_gearing, .coupling = new_of_class },
  KIND (BELT, GEAR), .word = N_ ("belt"), .object = "belt", .icon = "lw-gear-symbolic",
    .value = LW_GEARING_BELT, .matches = matches_gearing, .coupling = new_of_class },
  KIND (RACK, GEAR), .word = N_ ("rack"), .object = "rack", .icon = "lw-gear-symbolic",
    .value = LW_GEARING_RACK, .matches = matches_gearing, .coupling = new_rack },
  KIND (SCREW, GEAR), .word = N_ ("screw"), .object = "screw", .icon = "lw-gear-symbolic",
    .value = LW_GEARING_SCREW, .matches = matches_gearing, .coupling = new_screw },
  KIND (ANGLE, ANGLE), .word = N_ ("angle"), .object = "angle", .icon = "lw-weld-symbolic",
    .matches = matches_always, .coupling = new_angle },
  KIND (REVOLUTE_SPHERICAL, REVOLUTE_SPHERICAL), .word = N_ ("revolute-spherical"),
    .object = "revolute_spherical", .icon = "lw-rod-symbolic", .matches = matches_always,
    .coupling = new_revolute_spherical },
  KIND (POINT_CONTACT, POINT_CONTACT), .word = N_ ("point contact"), .object = "point_contact",
    .icon = "lw-weld-symbolic", .matches = matches_always, .coupling = new_point_contact },
  KIND (PULLEY_ROPE, PULLEY_ROPE), .word = N_ ("rope over pulleys"), .object = "pulley_rope",
    .icon = "lw-pulley-symbolic", .matches = matches_always, .coupling = new_pulley_rope },
  KIND (CURVED_SLOT, CURVED_SLOT), .word = N_ ("curved slot"), .object = "curved_slot",
    .icon = "lw-curved-slot-symbolic", .matches = matches_always, .coupling = new_curved_slot },
  KIND (JOINT_FRICTION, FRICTION), .word = N_ ("joint friction"), .object = "joint_friction",
    .icon = "lw-friction-symbolic", .matches = matches_always, .coupling = new_joint_friction },
  KIND (SPRING, SPRING), .word = "spring", .object = "spring", .name = N_ ("Spring"),
    .icon = "lw-spring-symbolic", .matches = matches_always, .force = mbd_spring_default },
  KIND (BUSHING, BUSHING), .word = "bushing", .object = "bushing", .name = N_ ("Bushing"),
    .icon = "lw-bushing-symbolic", .matches = matches_always, .force = mbd_bushing_default },
  KIND (FORCE, LOAD), .word = "force", .object = "force", .name = N_ ("Force"),
    .icon = "lw-force-symbolic", .matches = matches_force, .force = mbd_load_default },
  KIND (TORQUE, LOAD), .word = "torque", .object = "torque", .name = N_ ("Torque"), .is_turning = true,
    .icon = "lw-force-symbolic", .matches = matches_torque, .force = mbd_load_default },
  KIND (DRAG, DRAG), .word = "drag", .object = "drag", .name = N_ ("Viscous drag"),
    .icon = "lw-drag-symbolic", .matches = matches_always, .force = mbd_drag_default },
};

/* clang-format on */

const LwKind *
lw_kind_find (const LwKindTraits *traits)
{
  const LwFamilyId family = lw_family_of (traits->class_)->id;

  for (guint i = 0; i < LW_KINDS; i++)
    if (lw_kinds[i].family == family && lw_kinds[i].matches (&lw_kinds[i], traits))
      return &lw_kinds[i];
  return NULL;
}

bool
lw_kind_is_force (const LwKind *kind)
{
  return kind->force != NULL;
}

const LwKind *
lw_kind_compliant (void)
{
  guint i = 0;

  while (!lw_families[lw_kinds[i].family].is_compliant_joint)
    i++;
  return &lw_kinds[i];
}

guint
lw_kind_list_imitated (const LwKind *kinds[LW_KINDS])
{
  guint n = 0;

  for (guint i = 0; i < LW_KINDS; i++)
    if (lw_kinds[i].imitation != NULL)
      kinds[n++] = &lw_kinds[i];
  return n;
}

const LwKind *
lw_kind_of_word (const char *word, bool force)
{
  for (guint i = 0; i < LW_KINDS; i++)
    if (lw_kind_is_force (&lw_kinds[i]) == force && strcmp (lw_kinds[i].word, word) == 0)
      return &lw_kinds[i];
  return NULL;
}

char *
lw_kind_dup_words (bool force)
{
  GString *list = g_string_new (NULL);
  const char *last = NULL;

  for (guint i = 0; i < LW_KINDS; i++) {
    if (lw_kind_is_force (&lw_kinds[i]) != force)
      continue;
    if (last != NULL)
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", last);
    last = lw_kinds[i].word;
  }
  g_string_append_printf (list, " or %s", last);
  return g_string_free (list, FALSE);
}
