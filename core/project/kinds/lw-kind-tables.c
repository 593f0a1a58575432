// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The entries of all kinds: families, kinds, objects of the text form and transmissions; and what
// depends on the values that distinguish kinds.

#include <glib/gi18n.h>

#include "lw-gearing.h"
#include "lw-pulleys.h"

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
  return traits->is_spring;
}

static bool
matches_plain_drive (const LwKind *kind, const LwKindTraits *traits)
{
  return !traits->is_speed && !traits->is_spring;
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

// ---- the tables -----------------------------------------------------------------------------

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
    .n_ends = lw_pulleys_n_ends, .length = lw_pulleys_length,
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
  KIND (SPRING, SPRING), .word = N_ ("spring"), .object = "spring", .name = N_ ("Spring"),
    .icon = "lw-spring-symbolic", .matches = matches_always, .force = mbd_spring_default },
  KIND (BUSHING, BUSHING), .word = N_ ("bushing"), .object = "bushing", .name = N_ ("Bushing"),
    .icon = "lw-bushing-symbolic", .matches = matches_always, .force = mbd_bushing_default },
  KIND (FORCE, LOAD), .word = N_ ("force"), .object = "force", .name = N_ ("Force"),
    .icon = "lw-force-symbolic", .matches = matches_force, .force = mbd_load_default },
  KIND (TORQUE, LOAD), .word = N_ ("torque"), .object = "torque", .name = N_ ("Torque"), .is_turning = true,
    .icon = "lw-force-symbolic", .matches = matches_torque, .force = mbd_load_default },
  KIND (DRAG, DRAG), .word = N_ ("drag"), .object = "drag", .name = N_ ("Viscous drag"),
    .icon = "lw-drag-symbolic", .matches = matches_always, .force = mbd_drag_default },
};

const LwKindObject lw_kind_objects[] = {
  { "loop", { LW_NOTATION_LOCKED, LW_NOTATION_PLACE, LW_NOTATION_COMPLIANCE } },
  { "rod", { LW_NOTATION_ENDS, LW_NOTATION_LENGTH, LW_NOTATION_FUNCTION, LW_NOTATION_COMPLIANCE } },
  { "driver", { LW_NOTATION_WHERE, LW_NOTATION_COORDINATE, LW_NOTATION_NEEDED_FUNCTION,
                LW_NOTATION_COMPLIANCE } },
  { "torsion_spring", { LW_NOTATION_WHERE, LW_NOTATION_RELAXED } },
  { "limit", { LW_NOTATION_WHERE, LW_NOTATION_COORDINATE, LW_NOTATION_COMPLIANCE } },
  { "gear", { LW_NOTATION_TWO_JOINTS, LW_NOTATION_GEARING, LW_NOTATION_COMPLIANCE } },
  { "belt", { LW_NOTATION_TWO_JOINTS, LW_NOTATION_GEARING, LW_NOTATION_COMPLIANCE } },
  { "rack", { LW_NOTATION_TWO_JOINTS, LW_NOTATION_GEARING, LW_NOTATION_COMPLIANCE } },
  { "screw", { LW_NOTATION_ONE_OR_TWO_JOINTS, LW_NOTATION_GEARING, LW_NOTATION_COMPLIANCE } },
  { "angle", { LW_NOTATION_PLACE, LW_NOTATION_BETWEEN, LW_NOTATION_COMPLIANCE } },
  { "revolute_spherical", { LW_NOTATION_ENDS_OR_FRAMES, LW_NOTATION_LENGTH,
                            LW_NOTATION_COMPLIANCE } },
  { "point_contact", { LW_NOTATION_PLACE, LW_NOTATION_NORMALS, LW_NOTATION_COMPLIANCE } },
  { "pulley_rope", { LW_NOTATION_PATH, LW_NOTATION_FUNCTION, LW_NOTATION_COMPLIANCE } },
  { "curved_slot", { LW_NOTATION_CURVE, LW_NOTATION_PLACE, LW_NOTATION_COMPLIANCE } },
  { "joint_friction", { LW_NOTATION_JOINT, LW_NOTATION_COORDINATE } },
  { "spring", { LW_NOTATION_LAW } },
  { "bushing", { LW_NOTATION_CONSTANTS } },
  { "force", { LW_NOTATION_POINT, LW_NOTATION_FORCE, LW_NOTATION_TORQUE } },
  { "torque", { LW_NOTATION_POINT_OR_ORIGIN, LW_NOTATION_TORQUE } },
  { "drag", { LW_NOTATION_POINT_OR_ORIGIN } },
  { NULL },
};

/* clang-format on */

// ---- transmissions --------------------------------------------------------------------------

static double
ratio_itself (const double *values, bool crossed)
{
  return values[0];
}

static double
ratio_of_radii (const double *values, bool crossed)
{
  return (crossed ? -1 : 1) * values[0] / values[1];
}

static double
ratio_of_pitch (const double *values, bool crossed)
{
  return values[0] / (2 * G_PI);
}

static double
map_ratio (const double factors[2], double scale)
{
  return factors[1] / factors[0];
}

/// The factors are 1 or -1 for angles, and may contain the scale for slides.
static double
map_length (const double factors[2], double scale)
{
  return factors[0] * factors[1];
}

static double
map_radii (const double factors[2], double scale)
{
  return scale;
}

const LwGearingEntry lw_gearings[LW_GEARINGS] = {
  [LW_GEARING_RATIO] = { .key = "ratio",
                         .n_values = 1,
                         .usual = 0.05,
                         .get_ratio = ratio_itself,
                         .map = map_ratio },
  [LW_GEARING_BELT] = { .key = "radii",
                        .n_values = 2,
                        .wraps = true,
                        .mesh = MBD_MESH_BELT,
                        .measure = LW_MEASURE_RADII,
                        .usual = 0.05,
                        .get_ratio = ratio_of_radii,
                        .map = map_radii },
  [LW_GEARING_RACK] = { .key = "radius",
                        .n_values = 1,
                        .measure = LW_MEASURE_RADII,
                        .slides = true,
                        .usual = 0.05,
                        .get_ratio = ratio_itself,
                        .map = map_length },
  [LW_GEARING_SCREW] = { .key = "pitch",
                         .n_values = 1,
                         .measure = LW_MEASURE_PITCH,
                         .slides = true,
                         .advances = true,
                         .usual = 0.01 / (2 * G_PI),
                         .get_ratio = ratio_of_pitch,
                         .map = map_length },
};

// ---- properties of definitions ---------------------------------------------------------------

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

MbdForceDef
lw_compliant_default (const MbdBushingConstants *constants)
{
  MbdForceDef def = mbd_bushing_default ();

  def.bushing = *constants;
  def.bushing_law = MBD_BUSHING_ENERGY_CONSISTENT;
  return def;
}

MbdBushingConstants *
lw_compliant_constants (MbdForceDef *def)
{
  return &def->bushing;
}

MbdBushingLaw *
lw_compliant_law (MbdForceDef *def)
{
  return &def->bushing_law;
}

MbdCouplingDef
lw_coupling_rigid (void)
{
  return mbd_loop_default (MBD_LOOP_WELD);
}
