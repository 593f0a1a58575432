// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kinds of couplings and force elements, as drawings name them: one entry of one table for each.
// Several kinds share a class of the engine and differ in a value of the element.

#pragma once

#include "lw-family.h"

G_BEGIN_DECLS

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

/// Values that distinguish the kinds of a family.
typedef struct
{
  const void *class_;
  unsigned locked;     ///< locked axes of a joint, MBD_LOCK_* bits
  MbdRodKind rod;      ///< kind of a rod
  LwGearing gearing;   ///< kind of a gear
  bool is_speed;       ///< a drive prescribes a speed
  bool is_torsion;     ///< a drive is a spring whose free angle is its value
  bool is_only_torque; ///< a load has no force
} LwKindTraits;

typedef struct LwKind
{
  LwKindId id;
  LwFamilyId family;
  const char *word;   ///< in text files; of a coupling also its name for the user, translatable
  const char *name;   ///< name of a force element for the user, translatable
  const char *object; ///< object of the text form that describes it
  const char *icon;
  bool lists_axes;   ///< a joint whose locked axes are listed
  bool is_turning;   ///< a load that is a torque
  bool is_spring;    ///< a drive that is a spring, with its value at rest
  const char *title; ///< heading of its values, translatable; NULL: that of its family
  /// Name among the joints that a compliant one can imitate, translatable; NULL: not among them.
  const char *imitation;
  unsigned value; ///< locked axes, MbdRodKind or LwGearing of its elements
  /// True if an element of the family is of this kind; the first kind that matches is taken.
  bool (*matches) (const struct LwKind *kind, const LwKindTraits *traits);
  /// Definition without further values: of a coupling, or of a force element.
  MbdCouplingDef (*coupling) (const struct LwKind *kind);
  MbdForceDef (*force) (void);
} LwKind;

extern const LwKind lw_kinds[LW_KINDS];

/// Returns the kind; NULL for a class from outside the program.
const LwKind *lw_kind_find (const LwKindTraits *traits);
/// Returns the kind with this word among couplings (`force` false) or force elements; NULL if there is
/// none.
const LwKind *lw_kind_of_word (const char *word, bool force);
bool lw_kind_is_force (const LwKind *kind);
/// Returns the kind of compliant joints.
const LwKind *lw_kind_compliant (void);
/// Lists the joints that a compliant one can imitate. Returns their number.
guint lw_kind_list_imitated (const LwKind *kinds[LW_KINDS]);
/// Returns the words of all couplings, or force elements: "pin, slider ... or drag". Free with
/// g_free ().
char *lw_kind_dup_words (bool force);

G_END_DECLS
