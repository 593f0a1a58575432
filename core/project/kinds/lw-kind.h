// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kinds of couplings and force elements, as drawings name them: one entry of one table for each.
// Several kinds share a class of the engine and differ in a value of the element.

#pragma once

#include "lw-family.h"

G_BEGIN_DECLS

/// Notations of the text form: fields of couplings and force elements that are read and written
/// together. All other fields have their own key.
typedef enum
{
  LW_NOTATION_NONE,
  LW_NOTATION_LOCKED,            ///< axes of a joint that lists them
  LW_NOTATION_PLACE,             ///< two bodies, and a place in the world, two points or two frames
  LW_NOTATION_ENDS,              ///< two bodies and two points
  LW_NOTATION_ENDS_OR_FRAMES,    ///< two bodies, and two points or two frames
  LW_NOTATION_LENGTH,            ///< by default the distance at the start
  LW_NOTATION_PATH,              ///< bodies and points along a path, and its length
  LW_NOTATION_WHERE,             ///< a joint, or a place as above
  LW_NOTATION_JOINT,             ///< a joint, which must be given
  LW_NOTATION_COORDINATE,        ///< coordinate of the joint
  LW_NOTATION_FUNCTION,          ///< a function of time, which may be left out
  LW_NOTATION_NEEDED_FUNCTION,   ///< a function of time, which must be given
  LW_NOTATION_RELAXED,           ///< stiffness, damping, and the angle without torque
  LW_NOTATION_TWO_JOINTS,        ///< two joints or four places, their coordinates and offset
  LW_NOTATION_ONE_OR_TWO_JOINTS, ///< also one joint with both coordinates
  LW_NOTATION_GEARING,           ///< values of its LwGearing
  LW_NOTATION_CURVE,             ///< a curve, which must be given; its key is that of a plain field
  LW_NOTATION_BETWEEN,           ///< an angle
  LW_NOTATION_NORMALS,           ///< one to three directions
  LW_NOTATION_COMPLIANCE,        ///< the object `compliance`
  LW_NOTATION_LAW,               ///< ends of a spring, its free length and its law
  LW_NOTATION_CONSTANTS,         ///< place, law and constants of a compliant joint
  LW_NOTATION_POINT,             ///< a body and a point on it
  LW_NOTATION_POINT_OR_ORIGIN,   ///< a body and a point, which may be left out
  LW_NOTATION_FORCE,             ///< a force, which must be given
  LW_NOTATION_TORQUE,            ///< a torque; must be given if it is the only load
  LW_NOTATIONS,
} LwNotation;

#define LW_MOST_NOTATIONS 4

/// An object of the text form that describes elements of one or several kinds.
typedef struct
{
  const char *name;                        ///< also of its definition in the JSON Schema
  LwNotation notations[LW_MOST_NOTATIONS]; ///< in the order in which they are read and written
} LwKindObject;

/// Values that distinguish the kinds of a family.
typedef struct
{
  const void *class_;
  unsigned locked;     ///< locked axes of a joint, MBD_LOCK_* bits
  MbdRodKind rod;      ///< kind of a rod
  LwGearing gearing;   ///< kind of a gear
  bool is_speed;       ///< a drive prescribes a speed
  bool is_spring;      ///< a drive is a spring whose free angle is its value
  bool is_only_torque; ///< a load has no force
} LwKindTraits;

typedef struct LwKind
{
  LwKindId id;
  LwFamilyId family;
  const char *word;   ///< in text files; of a coupling also its name for the user, translatable
  const char *name;   ///< name of a force element for the user, translatable
  const char *object; ///< name of the object of the text form that describes it
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
extern const LwKindObject lw_kind_objects[]; ///< the last one has no name

/// Returns the kind; NULL for a class from outside the program.
const LwKind *lw_kind_find (const LwKindTraits *traits);
/// Returns the kind with this word among couplings (`force` false) or force elements; NULL if there is
/// none.
const LwKind *lw_kind_of_word (const char *word, bool force);
bool lw_kind_is_force (const LwKind *kind);
/// Returns the kind of compliant joints.
const LwKind *lw_kind_compliant (void);
/// Returns a new compliant joint with these constants, by the law that keeps energy.
MbdForceDef lw_compliant_default (const MbdBushingConstants *constants);
/// Returns the stiffness and damping of a compliant joint, and the law by which they act.
MbdBushingConstants *lw_compliant_constants (MbdForceDef *def);
MbdBushingLaw *lw_compliant_law (MbdForceDef *def);
/// Lists the joints that a compliant one can imitate. Returns their number.
guint lw_kind_list_imitated (const LwKind *kinds[LW_KINDS]);
/// Returns the words of all couplings, or force elements: "pin, slider ... or drag". Free with
/// g_free ().
char *lw_kind_dup_words (bool force);

G_END_DECLS
