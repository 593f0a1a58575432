// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families of couplings and force elements: one for each class of the engine that drawings use. Each
// difference between classes is a property of the family, or an array indexed by the family; nothing
// else compares classes.

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "lw-kind-ids.h"
#include "mbd.h"

G_BEGIN_DECLS

typedef struct
{
  LwFamilyId id;
  const char *word;                           ///< in project files
  const char *title;                          ///< heading of its values, translatable
  const MbdCouplingClass *(*coupling) (void); ///< NULL: a force element
  const MbdForceClass *(*force) (void);       ///< NULL: a coupling
  int n_bodies;            ///< bodies that take part: 1, 2, or 4 with a second pair or pulleys
  bool has_pulleys;        ///< runs over pulleys on its third and fourth body
  bool has_curve;          ///< its first body has a curve, along which its second one moves
  bool has_second_pair;    ///< relates the motion of one pair of bodies to that of another
  bool has_axes;           ///< the axes of its frames have an effect, not only their origins
  bool is_joint;           ///< other couplings can use its coordinates, bodies and frames
  bool needs_joint;        ///< exists in a joint only, whose reaction bounds its force
  bool uses_joints;        ///< can take bodies and frames from joints
  bool has_motion;         ///< prescribes or limits a coordinate
  bool drives;             ///< prescribes a motion
  bool has_stops;          ///< a lower and an upper stop
  bool has_length;         ///< keeps the distance of its points
  bool may_slacken;        ///< can be a rope or strut; its length can be a function of time
  bool has_law;            ///< force along the line between its points, which can follow a law
  bool is_load;            ///< given force and torque
  bool is_compliant_joint; ///< springs and dampers in place of a joint
  bool stores_energy;
  bool dissipates;
  const char *derivation;                    ///< its place in the handbook
  int (*n_ends) (const MbdCouplingDef *def); ///< NULL: two ends
  /// Length between ends in the world, m; NULL: the distance of A and B.
  double (*length) (const MbdCouplingDef *def, const double ends[4][2]);
} LwFamily;

/// Returns the class of the engine, of couplings or of force elements.
const void *lw_family_class (const LwFamily *family);
/// Returns the family with this word among those from `first` to `last`; NULL if there is none.
const LwFamily *lw_family_of_word (const char *word, LwFamilyId first, LwFamilyId last);
/// Returns the family of a class of couplings or force elements. A class from outside the program has
/// the family OTHER, with two bodies.
const LwFamily *lw_family_of (const void *class_);
/// Number of bodies that take part in a coupling, and the id of one of them: P, S, then those of the
/// second pair.
int lw_coupling_n_bodies (const MbdCouplingDef *def);
int lw_coupling_body (const MbdCouplingDef *def, int index);
/// Number of points that have an effect: A and B, also C, or C and D.
int lw_coupling_n_ends (const MbdCouplingDef *def);
/// Returns the length (m) between its points A, B, C and D in the world (m), in the plane.
double lw_coupling_length (const MbdCouplingDef *def, const double ends[4][2]);
/// True if the motion that it relates, limits or prescribes is a length (m), false if it is an angle
/// (rad); for a joint: if one of its conditions is a length.
bool lw_coupling_measures_length (const MbdCouplingDef *def);
/// True if the coupling carries tension only and goes slack, or thrust only and lifts off.
bool lw_coupling_only_pulls (const MbdCouplingDef *def);
bool lw_coupling_only_pushes (const MbdCouplingDef *def);
/// True if it is a joint that leaves no relative motion.
bool lw_coupling_is_rigid (const MbdCouplingDef *def);
/// Returns a joint that leaves no relative motion, and so has no coordinate.
MbdCouplingDef lw_coupling_rigid (void);
/// True if the coupling can be active at one time and inactive at another.
bool lw_coupling_is_one_sided (const MbdCouplingDef *def);

/// True if a force, moment or impulse breaks the coupling.
bool lw_coupling_can_break (const MbdCouplingDef *def);

extern const LwFamily lw_families[LW_FAMILIES];

G_END_DECLS
