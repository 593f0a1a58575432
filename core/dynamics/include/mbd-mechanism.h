// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Definition of a mechanism by the caller. This header only describes; mbd-model.h compiles. SI
// units, radians, right-handed axes. Plane mechanisms lie in x-y, rotation about +z is positive.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "mbd-api.h"
#include "mbd-bushing.h"
#include "mbd-curve.h"
#include "mbd-function.h"
#include "mbd-status.h"

MBD_BEGIN_DECLS

/// A mechanism under construction; mbd_model_compile () creates a model from it.
typedef struct MbdMechanism MbdMechanism;
typedef struct MbdCouplingClass MbdCouplingClass;
typedef struct MbdForceClass MbdForceClass;

/// Id of the ground, which every mechanism has.
#define MBD_GROUND 0

/// Mobility of a body.
typedef enum
{
  MBD_FIXED,   ///< no velocities
  MBD_PLANAR,  ///< q = (x, y, theta), v = (x', y', omega)
  MBD_SPATIAL, ///< q = (x, y, z, quaternion w x y z body to world), v = (x', y', z', omega in body
               ///< axes)
} MbdMobility;

/// A frame fixed in a body: its origin and its axes, both in body axes.
typedef struct
{
  double point[3];      ///< m, from the origin of the body frame
  double quaternion[4]; ///< w x y z, frame to body, unit length
} MbdFrame;

/// A body. Start from mbd_body_default ().
typedef struct
{
  int id;               ///< unique among bodies, not MBD_GROUND
  const char *name;     ///< unique among bodies or NULL; copied
  MbdMobility mobility; ///< default MBD_PLANAR
  double mass;          ///< kg, >= 0; default 1
  double inertia[6]; ///< kg m^2 about the centre of mass, body axes: xx yy zz xy xz yz; planar uses
                     ///< zz
  double centre_of_mass[3]; ///< m, in the body frame
  double position[3];       ///< m, start position of the origin of the body frame, world
  double quaternion[4];     ///< start attitude, body to world; planar: a rotation about z
  double angle;       ///< rad, start angle about z of a planar or fixed body, applied after the
                      ///< quaternion (keeps turns)
  double velocity[3]; ///< m/s, start velocity of the origin of the body frame, world
  double angular_velocity[3]; ///< rad/s, start angular velocity, body axes; planar uses z
} MbdBodyDef;

/// Method of keeping a coupling closed while the motion is integrated.
typedef enum
{
  MBD_STABILISATION_INHERIT, ///< as set for the run
  MBD_STABILISATION_PROJECTION,
  MBD_STABILISATION_BAUMGARTE,
  MBD_STABILISATION_NONE,
} MbdStabilisation;

/// Axes that a loop joint locks, in the axes of the frame on the predecessor.
enum
{
  MBD_LOCK_X = 1 << 0,
  MBD_LOCK_Y = 1 << 1,
  MBD_LOCK_Z = 1 << 2,
  MBD_LOCK_RX = 1 << 3,
  MBD_LOCK_RY = 1 << 4,
  MBD_LOCK_RZ = 1 << 5,

  // Joints by name. P is the frame on the predecessor, S that on the successor.
  MBD_LOOP_WELD = 0x3f, ///< nothing moves
  /// Pin or revolute: turns about z.
  MBD_LOOP_PIN = MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_Z | MBD_LOCK_RX | MBD_LOCK_RY,
  MBD_LOOP_REVOLUTE = MBD_LOOP_PIN,
  /// Slider or prismatic: slides along x.
  MBD_LOOP_SLIDER = MBD_LOOP_WELD & ~MBD_LOCK_X,
  MBD_LOOP_PRISMATIC = MBD_LOOP_SLIDER,
  /// Cylindrical, or coincident lines: the z axes lie in one line; turns about and slides along it.
  MBD_LOOP_CYLINDRICAL = MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_RX | MBD_LOCK_RY,
  MBD_LOOP_COINCIDENT_LINES = MBD_LOOP_CYLINDRICAL,
  /// Spherical or ball: the origins coincide.
  MBD_LOOP_SPHERICAL = MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_Z,
  /// Universal: the origins coincide; turns about x of P and y of S.
  MBD_LOOP_UNIVERSAL = MBD_LOOP_SPHERICAL | MBD_LOCK_RZ,
  /// Planar: slides along x and y, turns about z.
  MBD_LOOP_PLANAR = MBD_LOCK_Z | MBD_LOCK_RX | MBD_LOCK_RY,
  /// Pin in slot: slides along x, turns about z.
  MBD_LOOP_PIN_IN_SLOT = MBD_LOOP_PIN & ~MBD_LOCK_X,
  /// Point on line: S's origin stays on the x axis of P; any attitude.
  MBD_LOOP_POINT_ON_LINE = MBD_LOCK_Y | MBD_LOCK_Z,
  /// Point on plane: S's origin stays in the x-y plane of P; any attitude.
  MBD_LOOP_POINT_ON_PLANE = MBD_LOCK_Z,
  /// Parallel axes: the z axes have one direction; any place.
  MBD_LOOP_PARALLEL_AXES = MBD_LOCK_RX | MBD_LOCK_RY,
  /// Right angle (other angles: mbd_angle_default ()): x of P is perpendicular to y of S; any
  /// place.
  MBD_LOOP_RIGHT_ANGLE = MBD_LOCK_RZ,
  /// Same attitude: the axes of both frames stay parallel; any place.
  MBD_LOOP_SAME_ATTITUDE = MBD_LOCK_RX | MBD_LOCK_RY | MBD_LOCK_RZ,
};

/// Quantity that a joint coordinate measures between frame P on a predecessor and S on a successor.
typedef enum
{
  MBD_COORDINATE_ANGLE,   ///< rad, of S about z of P, from x of P to x of S, with its turns
  MBD_COORDINATE_SLIDE,   ///< m, from P's to S's origin along x of P
  MBD_COORDINATE_SLIDE_Z, ///< m, from P's to S's origin along z of P
  MBD_COORDINATE_ARC,     ///< m, of S's origin along the curve in x and y of P, with its laps
} MbdCoordinate;

/// Range of the multiplier of a row.
typedef enum
{
  MBD_MODE_BY_KIND,    ///< as defined by the kind
  MBD_MODE_FREE,       ///< no rows take part
  MBD_MODE_LOCK,       ///< any multiplier
  MBD_MODE_UNILATERAL, ///< error >= 0 and multiplier >= 0, one of them 0
  MBD_MODE_BOX,        ///< multiplier within +- effort_limit, else it has that size
  MBD_MODE_FRICTION,   ///< a group of a normal and friction rows: the multiplier of each friction
                       ///< row is within friction (normal + cohesion)
} MbdMode;

/// Lowest derivative at which a row is live: at lower derivatives its errors count as 0.
typedef enum
{
  MBD_LEVEL_POSITION,
  MBD_LEVEL_VELOCITY,
  MBD_LEVEL_ACCELERATION,
} MbdLevel;

/// Loads that a rod can carry.
typedef enum
{
  MBD_ROD_BAR,   ///< tension and thrust
  MBD_ROD_ROPE,  ///< tension: the distance is at most the length
  MBD_ROD_STRUT, ///< thrust: the distance is at least the length
} MbdRodKind;

/// Way in which a gear passes its force from wheel to wheel. Teeth and belts act on the wheels, whose
/// bearings carry them; it makes no difference to the motion, see mbd_state_mesh ().
typedef enum
{
  MBD_MESH_TEETH,  ///< a force at the pitch point, at the pressure angle to the common tangent
  MBD_MESH_BELT,   ///< the pulls of the free strands of a belt or chain
  MBD_MESH_COUPLE, ///< couples about the axles
} MbdMesh;

/// Number of values that a definition has for custom kinds.
#define MBD_MOST_PARAMETERS 8
/// Largest number of rows of one coupling.
#define MBD_MOST_ROWS 6

/// Level and compliance of one row of a coupling, where they are not those of the coupling.
typedef struct
{
  bool has_level;      ///< true: `level` replaces that of the coupling
  bool has_compliance; ///< true: the members after `level` replace those of the coupling
  MbdLevel level;      ///< default MBD_LEVEL_POSITION
  bool compliant;      ///< true: a spring with a damper, false: rigid
  double stiffness;    ///< N/m or N m/rad, >= 0
  double damping;      ///< N s/m or N m s/rad, >= 0
} MbdRowDef;

/// A coupling between a predecessor (body_a) and a successor (body_b); kinds that join two joint
/// coordinates have a second pair (body_c, body_d). Start from the default function of the kind.
typedef struct
{
  int id;                         ///< unique among couplings
  const char *name;               ///< unique among couplings or NULL; copied
  const MbdCouplingClass *class_; ///< the kind: mbd_loop_class (), mbd_rod_class () ...
  int body_a;                     ///< id of the predecessor, MBD_GROUND is allowed
  int body_b;                     ///< id of the successor, MBD_GROUND is allowed
  MbdFrame frame_a;               ///< P, in body_a; kinds that join points use its origin
  MbdFrame frame_b;               ///< S, in body_b; kinds that join points use its origin
  int body_c;                     ///< gear: id of the predecessor of the second coordinate; rope
                                  ///< over pulleys: of the body of the first pulley
  int body_d;                     ///< gear: id of the successor of the second coordinate; rope over
                                  ///< pulleys: of the body of the second pulley
  MbdFrame frame_c;               ///< gear: P of the second coordinate; its origin: first pulley
  MbdFrame frame_d;               ///< gear: S of the second coordinate; its origin: second pulley

  unsigned locked;             ///< loop: MBD_LOCK_* bits
  double length;               ///< rod, ropes, revolute-spherical: m, > 0
  MbdRodKind rod;              ///< rod: default bar
  double angle;                ///< angle: rad, between z of P and z of S; 0 < angle < pi
  double normals[3][3];        ///< point contact: unit, orthogonal, world axes
  int normal_count;            ///< point contact: 1 .. 3
  MbdCoordinate coordinate[2]; ///< driver, limit: [0]; gear: q1 = [0], q2 = [1]
  double ratio;                ///< gear: q2 = ratio q1 + offset, unit of q2 per unit of q1
  double offset;               ///< gear: unit of q2
  MbdMesh mesh;                ///< gear: default MBD_MESH_TEETH
  double pressure_angle;       ///< gear, teeth: rad, 0 <= .. < pi/2; default 20 degrees
  double pitch_radius;         ///< gear, belt: m, of the wheel of q1, >= 0; default 0: not known
  double belt_tension;         ///< gear, belt: N, >= 0, of both strands at rest; default 0
  double pulley_radius[2];     ///< rope over pulleys: m, positive if the rope passes anticlockwise,
                               ///< negative if clockwise, 0 for an eye; default 0
  int passes;                  ///< rope over pulleys: how often it passes one of them, in turn: 1
                               ///< (only the first) .. MBD_MOST_PASSES; default 1
  const MbdCurve *curve; ///< curved slot, and couplings of its MBD_COORDINATE_ARC: the curve in x
                         ///< and y of P, else NULL. The mechanism adds a reference
  double lower;          ///< limit: smallest value of the coordinate, -INFINITY if none
  double upper;          ///< limit: largest value of the coordinate, INFINITY if none
  const MbdFunction
    *function; ///< driver: function of time, required; rod, ropes: the length, or NULL.
               ///< The mechanism adds a reference
  double parameters[MBD_MOST_PARAMETERS]; ///< custom kind: meaning defined by the kind; finite

  MbdMode mode;        ///< default MBD_MODE_BY_KIND
  MbdLevel level;      ///< level of all rows; driver: velocity prescribes the rate of the
                       ///< coordinate
  double effort_limit; ///< N or N m, > 0, of box rows; default infinity. Joint friction: the part
                       ///< that does not depend on the load, >= 0; default 0
  double friction;     ///< mu >= 0, for MBD_MODE_FRICTION and joint friction
  double friction_radius; ///< joint friction, pin: m, >= 0; default 0
  int joint;              ///< joint friction: id of the joint whose reaction presses; -1 if none
  int on_joint[2];        ///< ids of the joints whose coordinates it uses, -1 if none; it ends when
                          ///< one of them breaks. Default -1
  double cohesion;        ///< N, >= 0, for MBD_MODE_FRICTION
  double restitution; ///< 0 .. 1, of unilateral rows: share of the closing rate at which they open;
                      ///< default 0
  bool compliant;     ///< true if rows are springs: multiplier = -(stiffness eps + damping
                      ///< eps')
  double stiffness;   ///< N/m or N m/rad, >= 0, per row
  double damping;     ///< N s/m or N m s/rad, >= 0, per row
  /// Rows that differ, in the order of mbd_class_row_place (), which does not depend on the locked axes or on
  /// the space. Only rows that the coupling has may differ. Default: none do
  MbdRowDef rows[MBD_MOST_ROWS];
  double break_force;   ///< N, > 0: largest force carried; default infinity
  double break_moment;  ///< N m, > 0: largest moment carried; default infinity
  double break_impulse; ///< N s, > 0: largest impulse carried; default infinity
  bool enabled;         ///< default true; if false, no rows take part and all forces are exactly
                        ///< 0
  MbdStabilisation stabilisation; ///< default MBD_STABILISATION_INHERIT
  double time_constant;           ///< s, > 0, for Baumgarte; default 0.1
} MbdCouplingDef;

/// A force element. Start from mbd_spring_default (), mbd_force_default () or
/// mbd_torque_default ().
typedef struct
{
  int id;                      ///< unique among force elements
  const char *name;            ///< unique among force elements or NULL; copied
  const MbdForceClass *class_; ///< mbd_spring_class (), mbd_load_class ()
  int body_a;                  ///< id of the first body; load, drag: not used
  int body_b;                  ///< id of the second body; a load or drag acts on it
  double point_a[3];           ///< m, in the body frame of body_a
  double point_b[3];           ///< m, in the body frame of body_b; point of action of a load
  double stiffness;            ///< spring: N/m, >= 0
  double damping;              ///< spring: N s/m, >= 0
  double free_length;          ///< spring: m, >= 0
  double force[3];             ///< load: N
  double torque[3];            ///< load: N m
  /// load: components of the force as functions of time, or of time and signals (mbd-signal.h); NULL
  /// uses `force`. Spring: the first is the tension, replacing law and constants; all its power is
  /// that of a load. The mechanism adds references
  const MbdFunction *force_function[3];
  /// load: components of the torque, like force_function; NULL uses `torque`. The mechanism adds
  /// references
  const MbdFunction *torque_function[3];
  /// spring: tension (N, positive pulls together) as an expression of the variables length, rate
  /// and t, in this order, replacing the constants; NULL uses the constants. The mechanism adds a
  /// reference
  const MbdExpression *law;
  double rotational_damping;   ///< drag: N m s/rad, >= 0; `damping` applies to the velocity of the
                               ///< point
  double quaternion_a[4];      ///< bushing: axes of frame A in body_a, unit length
  double quaternion_b[4];      ///< bushing: axes of frame C in body_b
  MbdBushingConstants bushing; ///< bushing: stiffness and damping
  MbdBushingLaw bushing_law;   ///< bushing: law of the forces
  bool follows_body; ///< load: true if force and torque turn with the body; default false: world
                     ///< axes
  bool enabled;      ///< default true
} MbdForceDef;

/// Returns the body frame: origin 0, no rotation.
MbdFrame mbd_frame_default (void);
/// Returns a planar body at the origin, 1 kg and 1 kg m^2.
MbdBodyDef mbd_body_default (void);
/// Returns a coupling of a custom kind.
MbdCouplingDef mbd_coupling_default (const MbdCouplingClass *class_);
/// Returns a loop joint that locks the given axes: MBD_LOCK_* bits or an MBD_LOOP_* joint.
MbdCouplingDef mbd_loop_default (unsigned locked);
/// Returns a bar of length 1 m.
MbdCouplingDef mbd_rod_default (void);
/// Returns a rope of 1 m over one eye.
MbdCouplingDef mbd_pulley_rope_default (void);
/// Returns a curved slot: the origin of S is on the curve in the x-y plane of P.
MbdCouplingDef mbd_curved_slot_default (const MbdCurve *curve);
/// Returns a driver of a joint coordinate.
MbdCouplingDef mbd_driver_default (MbdCoordinate coordinate, const MbdFunction *function);
/// Returns a motor that turns a pin at `speed` (rad/s) with a moment of at most `effort_limit`, N
/// m.
MbdCouplingDef mbd_motor_default (const MbdFunction *speed, double effort_limit);
/// Returns end stops of a joint coordinate, m or rad.
MbdCouplingDef mbd_limit_default (MbdCoordinate coordinate, double lower, double upper);
/// Returns friction in a pin or slider: it holds or carries up to effort_limit + friction
/// friction_radius |reaction| (slider: friction |reaction| of the transverse force) against its
/// motion. Bodies, frames and coordinate are copied from the joint, which may be any loop joint
/// that leaves a rotation about z or a translation along x, or a curved slot; set `friction`, `friction_radius` or
/// `effort_limit`, and an id.
MbdCouplingDef mbd_joint_friction_default (const MbdCouplingDef *joint);
/// Returns a gear between two joint coordinates, q2 = ratio q1.
MbdCouplingDef mbd_gear_default (MbdCoordinate q1, MbdCoordinate q2, double ratio);
/// Returns a screw with the pitch in m per turn. body_c and body_d and their frames must equal
/// those of body_a and body_b.
MbdCouplingDef mbd_screw_default (double pitch);
/// Returns a constant angle (rad) between the z axes of two frames.
MbdCouplingDef mbd_angle_default (double angle);
/// Returns a rod of the given length (m) with a pin at P and a ball at S.
MbdCouplingDef mbd_revolute_spherical_default (double length);
/// Returns a point contact with the normal y.
MbdCouplingDef mbd_point_contact_default (void);
/// Returns a spring of 1 N/m without damping.
MbdForceDef mbd_spring_default (void);
/// Returns a load of zero force and torque.
MbdForceDef mbd_load_default (void);
/// Returns a bushing without stiffness and damping.
MbdForceDef mbd_bushing_default (void);
/// Returns viscous drag without damping.
MbdForceDef mbd_drag_default (void);

// Kinds of couplings and force elements.
const MbdCouplingClass *mbd_loop_class (void); ///< joint between two bodies that locks some axes
const MbdCouplingClass *mbd_rod_class (void);  ///< distance between points: bar, rope or strut
const MbdCouplingClass *mbd_pulley_rope_class (void); ///< rope over one or two pulleys
const MbdCouplingClass *mbd_curved_slot_class (void); ///< a point follows a curve of a body
const MbdCouplingClass *mbd_driver_class (void); ///< a joint coordinate follows a function of time
/// A driver whose function follows the coordinate between body_c and body_d, or, at the velocity level, the
/// coordinate or its rate; their frames and coordinate[1] are those of the signal.
const MbdCouplingClass *mbd_follower_class (void);
const MbdCouplingClass *mbd_limit_class (void); ///< end stops of a joint coordinate
const MbdCouplingClass *mbd_gear_class (void);  ///< gear, belt, rack, screw: q2 = ratio q1 + offset
const MbdCouplingClass *mbd_joint_friction_class (void);     ///< dry friction in a pin or slider
const MbdCouplingClass *mbd_angle_class (void);              ///< constant angle between two axes
const MbdCouplingClass *mbd_revolute_spherical_class (void); ///< rod that turns about z of P, with
                                                             ///< a ball at S
const MbdCouplingClass *mbd_point_contact_class (void);      ///< no relative velocity along normals
const MbdForceClass *mbd_spring_class (void);  ///< spring and damper between two points
const MbdForceClass *mbd_load_class (void);    ///< force and torque at a point of a body
const MbdForceClass *mbd_bushing_class (void); ///< roll-pitch-yaw bushing between two frames
const MbdForceClass *mbd_drag_class (void);    ///< viscous drag on a body

/// Returns the name of the row with this place in MbdCouplingDef.rows, such as "x" or "lower"; NULL if
/// couplings of the kind have no such row, or one row only, for which the coupling itself stands.
const char *mbd_class_row_name (const MbdCouplingClass *class_, int place);
/// Returns the place of the row of this name in MbdCouplingDef.rows, -1 if there is none.
int mbd_class_row_place (const MbdCouplingClass *class_, const char *name);
/// Returns true if the coupling has the row of this place in space; in the plane it may be missing.
bool mbd_coupling_has_row (const MbdCouplingDef *def, int place);
/// Returns true if the row of this place measures a length (m), false if it measures an angle (rad).
bool mbd_coupling_row_is_length (const MbdCouplingDef *def, int place);
/// Returns level and compliance of the row of this place, as given for it or for the coupling; -1: those
/// of the coupling.
MbdRowDef mbd_coupling_row (const MbdCouplingDef *def, int place);
/// Returns true if at least one row of the coupling differs in level or compliance.
bool mbd_coupling_rows_differ (const MbdCouplingDef *def);
/// Returns true if at least one row of the coupling is compliant in space.
bool mbd_coupling_is_compliant (const MbdCouplingDef *def);
/// Removes level and compliance of rows that the coupling does not have, because of other locked axes,
/// stops or normals.
void mbd_coupling_drop_rows (MbdCouplingDef *def);

/// Creates a mechanism with only the ground and gravity (0, -9.81, 0). Returns NULL if there is not
/// enough memory.
MbdMechanism *mbd_mechanism_new (void);
/// Returns a copy, of which nothing is shared but functions and laws, which cannot change. Returns NULL if
/// there is not enough memory.
MbdMechanism *mbd_mechanism_copy (const MbdMechanism *mechanism);
/// Changes the id and the name (NULL: none) of a coupling, also where others refer to it. Returns
/// DUPLICATE_ID, DUPLICATE_NAME, or BAD_PARAMETER if there is no such coupling, and changes nothing.
MbdStatus mbd_mechanism_rename_coupling (MbdMechanism *mechanism,
                                         int id,
                                         int new_id,
                                         const char *name,
                                         MbdDiagnosis *why);
/// Frees the mechanism; NULL is allowed.
void mbd_mechanism_free (MbdMechanism *mechanism);

/// Sets gravity, m/s^2, world axes.
void mbd_mechanism_set_gravity (MbdMechanism *mechanism, const double gravity[3]);

/// Adds a body; the definition is copied. Its id and name must be new. Checks the ranges of the
/// numbers; a body that is refused leaves the mechanism unchanged.
MbdStatus
mbd_mechanism_add_body (MbdMechanism *mechanism, const MbdBodyDef *def, MbdDiagnosis *why);
/// Adds a coupling, like mbd_mechanism_add_body (). Its bodies may be added later.
MbdStatus
mbd_mechanism_add_coupling (MbdMechanism *mechanism, const MbdCouplingDef *def, MbdDiagnosis *why);
/// Adds a force element, like mbd_mechanism_add_body (). Its bodies may be added later.
MbdStatus
mbd_mechanism_add_force (MbdMechanism *mechanism, const MbdForceDef *def, MbdDiagnosis *why);

MBD_END_DECLS
