// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of the entries in lw-kind-tables.c: families, kinds and transmissions.

#pragma once

typedef enum
{
  LW_FAMILY_JOINT, ///< locks axes between two frames
  LW_FAMILY_ROD,   ///< rod, rope or strut between two points
  LW_FAMILY_DRIVE, ///< prescribes a coordinate; also motors and torsion springs
  LW_FAMILY_LIMIT, ///< stops
  LW_FAMILY_GEAR,  ///< also belts, racks and screws
  LW_FAMILY_ANGLE,
  LW_FAMILY_REVOLUTE_SPHERICAL,
  LW_FAMILY_POINT_CONTACT,
  LW_FAMILY_PULLEY_ROPE, ///< rope over pulleys
  LW_FAMILY_CURVED_SLOT, ///< a pin follows a curve
  LW_FAMILY_FRICTION,    ///< dry friction in a joint, by its reaction
  LW_FAMILY_SPRING,
  LW_FAMILY_LOAD,
  LW_FAMILY_BUSHING,
  LW_FAMILY_DRAG,
  LW_FAMILIES,
  LW_FAMILY_OTHER = LW_FAMILIES, ///< a class from outside the program
} LwFamilyId;

typedef enum
{
  LW_KIND_PIN,
  LW_KIND_SLIDER,
  LW_KIND_WELD,
  LW_KIND_CYLINDRICAL,
  LW_KIND_SPHERICAL,
  LW_KIND_UNIVERSAL,
  LW_KIND_PIN_IN_SLOT,
  LW_KIND_PLANAR,
  LW_KIND_POINT_ON_LINE,
  LW_KIND_POINT_ON_PLANE,
  LW_KIND_PARALLEL_AXES,
  LW_KIND_SAME_ATTITUDE,
  LW_KIND_LOOP, ///< a joint that locks other axes
  LW_KIND_ROD,
  LW_KIND_ROPE,
  LW_KIND_STRUT,
  LW_KIND_DRIVER,
  LW_KIND_MOTOR,
  LW_KIND_TORSION_SPRING,
  LW_KIND_LIMIT,
  LW_KIND_GEAR,
  LW_KIND_BELT,
  LW_KIND_RACK,
  LW_KIND_SCREW,
  LW_KIND_ANGLE,
  LW_KIND_REVOLUTE_SPHERICAL,
  LW_KIND_POINT_CONTACT,
  LW_KIND_PULLEY_ROPE,
  LW_KIND_CURVED_SLOT,
  LW_KIND_JOINT_FRICTION,
  LW_KIND_SPRING,
  LW_KIND_BUSHING,
  LW_KIND_FORCE,
  LW_KIND_TORQUE,
  LW_KIND_DRAG,
  LW_KINDS,
} LwKindId;

/// Quantity that determines the ratio of a gear.
typedef enum
{
  LW_GEARING_RATIO, ///< the ratio itself
  LW_GEARING_BELT,  ///< two radii: pulleys or sprockets, with the belt or chain straight or crossed
  LW_GEARING_RACK,  ///< the radius of the pinion
  LW_GEARING_SCREW, ///< the pitch
  LW_GEARINGS,
} LwGearing;
