// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tables of fields, in the order of the columns of project files.

#include "lw-field.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-binding.h"

#define DRAWN LW_FIELD_DRAWN
#define BOUND LW_FIELD_BOUND
#define LIVE LW_FIELD_LIVE
#define OPTIONAL LW_FIELD_OPTIONAL
#define UNIQUE LW_FIELD_UNIQUE
#define UNSAVED LW_FIELD_UNSAVED

/// Objects of the text form for couplings; a torsion spring has no level.
#define LEVELLED "loop rod driver limit gear belt rack screw angle revolute_spherical point_contact"
#define EVERY_COUPLING LEVELLED " torsion_spring"

#define TABLE(name, struct, rows)                                                                  \
  {                                                                                                \
    name, sizeof (struct), rows, G_N_ELEMENTS (rows)                                               \
  }

#define CLASS_OF(name)                                                                             \
  static const void *class_of_##name (void)                                                        \
  {                                                                                                \
    return mbd_##name##_class ();                                                                  \
  }

CLASS_OF (loop)
CLASS_OF (rod)
CLASS_OF (driver)
CLASS_OF (limit)
CLASS_OF (gear)
CLASS_OF (angle)
CLASS_OF (revolute_spherical)
CLASS_OF (point_contact)
CLASS_OF (spring)
CLASS_OF (load)
CLASS_OF (bushing)
CLASS_OF (drag)

static const LwClassWord coupling_classes[] = {
  { "loop", class_of_loop },
  { "rod", class_of_rod },
  { "driver", class_of_driver },
  { "limit", class_of_limit },
  { "gear", class_of_gear },
  { "angle", class_of_angle },
  { "revolute-spherical", class_of_revolute_spherical },
  { "point contact", class_of_point_contact },
  { NULL },
};
static const LwClassWord force_classes[] = {
  { "spring", class_of_spring },
  { "load", class_of_load },
  { "bushing", class_of_bushing },
  { "drag", class_of_drag },
  { NULL },
};

/* clang-format off */

#define FIELD(member) .offset = offsetof (LwBody, member)
static const LwField body_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id), .least = 1, .most = G_MAXINT,
    .flags = DRAWN | UNIQUE,
    .about = "Id of the body; the ground has no row." },
  { "name", LW_FIELD_TEXT, FIELD (element.name), .flags = OPTIONAL | UNIQUE,
    .about = "Name or NULL." },
  { "mobility", LW_FIELD_CHOICE, FIELD (def.mobility), .words = lw_mobility_words, .flags = DRAWN,
    .about = "Mobility." },
  { "mass", LW_FIELD_REAL, FIELD (def.mass), .range = LW_RANGE_NOT_NEGATIVE, .unit = "kg",
    .flags = BOUND,
    .about = "Mass." },
  { "inertia", LW_FIELD_REAL, FIELD (def.inertia), .count = 6, .parts = "xx yy zz xy xz yz",
    .range = LW_RANGE_INERTIA, .unit = "kg m^2", .flags = BOUND,
    .about = "Moments and products of inertia about the centre of mass in body axes; a planar body "
             "uses `zz`." },
  { "centre_of_mass", LW_FIELD_REAL, FIELD (def.centre_of_mass), .count = 3, .parts = "x y z",
    .unit = "m", .flags = BOUND,
    .about = "Centre of mass in the body frame." },
  { "position", LW_FIELD_REAL, FIELD (def.position), .count = 3, .parts = "x y z", .unit = "m",
    .flags = DRAWN | BOUND,
    .about = "Start position of the origin of the body frame in the world." },
  { "quaternion", LW_FIELD_REAL, FIELD (def.quaternion), .count = 4, .parts = "w x y z",
    .range = LW_RANGE_UNIT, .flags = DRAWN,
    .about = "Start attitude, body to world." },
  { "angle", LW_FIELD_REAL, FIELD (def.angle), .unit = "rad", .flags = DRAWN | BOUND,
    .about = "Start angle about z, applied after the quaternion; whole turns are kept." },
  { "velocity", LW_FIELD_REAL, FIELD (def.velocity), .count = 3, .parts = "x y z", .unit = "m/s",
    .flags = DRAWN | BOUND,
    .about = "Start velocity of the origin of the body frame in world axes." },
  { "angular_velocity", LW_FIELD_REAL, FIELD (def.angular_velocity), .count = 3, .parts = "x y z",
    .unit = "rad/s", .flags = DRAWN | BOUND,
    .about = "Start angular velocity in body axes; a planar body uses z." },
  { "colour", LW_FIELD_CHOICE, FIELD (hue), .words = lw_hue_words,
    .about = "Hue of the palette." },
  { "shape", LW_FIELD_CHOICE, FIELD (shape.kind), .words = lw_shape_words, .flags = DRAWN,
    .about = "Shape in the drawing." },
  { "shape_centre", LW_FIELD_REAL, FIELD (shape.centre), .count = 3, .parts = "x y z",
    .unit = "m", .flags = DRAWN | BOUND,
    .about = "Centre of a disc or box in the body frame." },
  { "shape_size", LW_FIELD_REAL, FIELD (shape.size), .count = 3, .parts = "x y z",
    .range = LW_RANGE_POSITIVE, .unit = "m", .flags = DRAWN | BOUND | OPTIONAL,
    .about = "For a disc the radius in x; for a box width, height and depth.",
    .absent = "not used" },
  { "points", LW_FIELD_POINTS, FIELD (shape.points), .unit = "m", .flags = DRAWN,
    .about = "Points of a link or polygon in the body frame." },
  { "density", LW_FIELD_REAL, FIELD (plate.density), .range = LW_RANGE_POSITIVE, .unit = "kg/m^3",
    .flags = BOUND | OPTIONAL,
    .about = "Density of the plate that the body is cut from along its shape.",
    .absent = "not a plate" },
  { "thickness", LW_FIELD_REAL, FIELD (plate.thickness), .range = LW_RANGE_POSITIVE, .unit = "m",
    .flags = BOUND | OPTIONAL,
    .about = "Thickness of that plate." },
  { "link_width", LW_FIELD_REAL, FIELD (plate.width), .range = LW_RANGE_NOT_NEGATIVE, .unit = "m",
    .flags = OPTIONAL,
    .about = "Width of a link.",
    .absent = "a tenth of its length" },
  { "hole_radius", LW_FIELD_REAL, FIELD (plate.hole_radius), .range = LW_RANGE_POSITIVE,
    .unit = "m", .flags = BOUND | OPTIONAL,
    .about = "Radius of the holes at the points of a link.",
    .absent = "no holes" },
  { "typed", LW_FIELD_BITS, FIELD (plate.typed), .most = LW_TYPED_ALL,
    .about = "Properties that do not follow from the plate: the sum of 1 (mass), 2 (centre of "
             "mass), 4 (inertia)." },
  { "length_locked", LW_FIELD_FLAG, FIELD (length_locked),
    .objects = "body",
    .about = "1: dragging keeps the length of the link." },
  { "takes_part", LW_FIELD_FLAG, FIELD (contact.takes_part),
    .objects = "contact",
    .about = "1: it touches other bodies that take part." },
  { "half_plane", LW_FIELD_FLAG, FIELD (contact.half_plane),
    .objects = "contact",
    .about = "1: it is the half-plane to the right of the line through the two points of its link." },
  { "contact_friction", LW_FIELD_REAL, FIELD (contact.friction), .range = LW_RANGE_NOT_NEGATIVE,
    .flags = BOUND,
    .objects = "contact", .key = "friction",
    .about = "Coefficient of friction." },
  { "contact_restitution", LW_FIELD_REAL, FIELD (contact.restitution), .range = LW_RANGE_FRACTION,
    .flags = BOUND,
    .objects = "contact", .key = "restitution",
    .about = "Coefficient of restitution." },
  { "contact_rolling", LW_FIELD_REAL, FIELD (contact.rolling), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "m", .flags = BOUND,
    .objects = "contact", .key = "rolling",
    .about = "Arm of rolling friction." },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwCoupling, member)
static const LwField coupling_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id), .least = 1, .most = G_MAXINT,
    .flags = DRAWN | UNIQUE,
    .about = "Id of the coupling." },
  { "name", LW_FIELD_TEXT, FIELD (element.name), .flags = LIVE | OPTIONAL | UNIQUE,
    .about = "Name or NULL." },
  { "kind", LW_FIELD_CLASS, FIELD (def.class_), .classes = coupling_classes, .flags = DRAWN,
    .about = "`loop` (a joint), `rod`, `driver` (also motors and torsion springs), `limit`, `gear` "
             "(also belts, racks, screws), `angle`, `revolute-spherical` or `point contact`." },
  { "predecessor", LW_FIELD_BODY, FIELD (def.body_a), .flags = DRAWN | OPTIONAL,
    .about = "Id of the body P.",
    .absent = "the ground" },
  { "successor", LW_FIELD_BODY, FIELD (def.body_b), .flags = DRAWN | OPTIONAL,
    .about = "Id of the body S.",
    .absent = "the ground" },
  { "point_p", LW_FIELD_REAL, FIELD (def.frame_a.point), .count = 3, .parts = "x y z",
    .unit = "m", .flags = DRAWN | BOUND | LIVE,
    .about = "Origin of the frame on P, or end of the rod, in the frame of P." },
  { "quaternion_p", LW_FIELD_REAL, FIELD (def.frame_a.quaternion), .count = 4, .parts = "w x y z",
    .range = LW_RANGE_UNIT, .flags = DRAWN | LIVE,
    .about = "Attitude of the frame on P in the frame of P." },
  { "point_s", LW_FIELD_REAL, FIELD (def.frame_b.point), .count = 3, .parts = "x y z",
    .unit = "m", .flags = DRAWN | BOUND | LIVE,
    .about = "Origin of the frame on S, or end of the rod, in the frame of S." },
  { "quaternion_s", LW_FIELD_REAL, FIELD (def.frame_b.quaternion), .count = 4, .parts = "w x y z",
    .range = LW_RANGE_UNIT, .flags = DRAWN | LIVE,
    .about = "Attitude of the frame on S in the frame of S." },
  { "locked", LW_FIELD_BITS, FIELD (def.locked), .most = 63, .flags = DRAWN,
    .about = "Axes that a joint locks: the sum of 1 (x), 2 (y), 4 (z), 8 (about x), 16 (about y), "
             "32 (about z)." },
  { "length", LW_FIELD_REAL, FIELD (def.length), .range = LW_RANGE_POSITIVE, .unit = "m",
    .flags = DRAWN | BOUND | LIVE | OPTIONAL,
    .about = "Length of a rod.",
    .absent = "the kind has none" },
  { "function", LW_FIELD_FUNCTION, FIELD (function), .flags = LIVE,
    .about = "Value of a driver, speed of a motor, length of a rod, as a function of time." },
  { "joint_1", LW_FIELD_COUPLING, FIELD (joint[0]), .flags = DRAWN | OPTIONAL,
    .about = "Id of the joint that a driver or limit uses, or of the first joint of a gear; bodies "
             "and frames are then taken from the joint.",
    .absent = "from this row" },
  { "joint_2", LW_FIELD_COUPLING, FIELD (joint[1]), .flags = DRAWN | OPTIONAL,
    .about = "Id of the second joint of a gear.",
    .absent = "none" },
  { "coordinate_1", LW_FIELD_CHOICE, FIELD (def.coordinate[0]), .words = lw_coordinate_words,
    .flags = DRAWN,
    .about = "Coordinate of the first motion: `angle` about z, `slide` along x, or `slide_z` along "
             "z of the frame on P." },
  { "coordinate_2", LW_FIELD_CHOICE, FIELD (def.coordinate[1]), .words = lw_coordinate_words,
    .flags = DRAWN,
    .about = "Coordinate of the second motion of a gear." },
  { "predecessor_2", LW_FIELD_BODY, FIELD (def.body_c), .flags = DRAWN | OPTIONAL,
    .about = "Id of the body P of the second motion of a gear without joints.",
    .absent = "the ground" },
  { "successor_2", LW_FIELD_BODY, FIELD (def.body_d), .flags = DRAWN | OPTIONAL,
    .about = "Id of the body S of the second motion of a gear without joints.",
    .absent = "the ground" },
  { "point_p_2", LW_FIELD_REAL, FIELD (def.frame_c.point), .count = 3, .parts = "x y z",
    .unit = "m", .flags = DRAWN | BOUND | LIVE,
    .about = "Origin of the second frame on P in the frame of P." },
  { "quaternion_p_2", LW_FIELD_REAL, FIELD (def.frame_c.quaternion), .count = 4,
    .parts = "w x y z", .range = LW_RANGE_UNIT, .flags = DRAWN | LIVE,
    .about = "Attitude of the second frame on P." },
  { "point_s_2", LW_FIELD_REAL, FIELD (def.frame_d.point), .count = 3, .parts = "x y z",
    .unit = "m", .flags = DRAWN | BOUND | LIVE,
    .about = "Origin of the second frame on S in the frame of S." },
  { "quaternion_s_2", LW_FIELD_REAL, FIELD (def.frame_d.quaternion), .count = 4,
    .parts = "w x y z", .range = LW_RANGE_UNIT, .flags = DRAWN | LIVE,
    .about = "Attitude of the second frame on S." },
  { "rod", LW_FIELD_CHOICE, FIELD (def.rod), .words = lw_rod_words, .flags = DRAWN,
    .about = "Loads that a rod carries: a `rod` both, a `rope` tension, a `strut` thrust." },
  { "gearing", LW_FIELD_CHOICE, FIELD (gearing), .words = lw_gearing_words, .flags = DRAWN,
    .about = "Definition of the ratio of a gear: `gear` (the ratio itself), `belt`, `rack` or "
             "`screw`." },
  { "ratio", LW_FIELD_REAL, FIELD (def.ratio), .flags = BOUND | LIVE,
    .about = "Units of the second motion of a gear for one of the first." },
  { "offset", LW_FIELD_REAL, FIELD (def.offset), .unit = "rad or m",
    .flags = DRAWN | BOUND | LIVE,
    .about = "The second motion if the first is 0." },
  { "radius", LW_FIELD_REAL, FIELD (radius), .count = 2, .parts = "1 2", .unit = "m",
    .flags = DRAWN | BOUND | LIVE,
    .about = "Radii of the pulleys of a belt; the first is that of the pinion of a rack, negative "
             "if the rack is on the other side." },
  { "crossed", LW_FIELD_FLAG, FIELD (crossed), .flags = DRAWN | LIVE,
    .objects = "belt",
    .about = "1: the belt is crossed." },
  { "pitch", LW_FIELD_REAL, FIELD (pitch), .unit = "m", .flags = DRAWN | BOUND | LIVE,
    .about = "Advance of a screw per turn; negative for a left-hand thread." },
  { "pressure_angle", LW_FIELD_REAL, FIELD (def.pressure_angle), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "rad", .flags = BOUND | LIVE,
    .objects = "gear rack",
    .label = N_ ("Pressure angle"), .step = N_ ("Change Pressure Angle"),
    .about = "Angle between the force of the teeth and the common tangent of the pitch circles." },
  { "belt_tension", LW_FIELD_REAL, FIELD (def.belt_tension), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "N", .flags = BOUND | LIVE,
    .objects = "belt",
    .label = N_ ("Tension at rest"), .step = N_ ("Change Belt Tension"),
    .about = "Tension of both strands of a belt at rest; a strand that goes slack pulls nothing." },
  { "lower", LW_FIELD_REAL, FIELD (def.lower), .none = -INFINITY, .unit = "rad or m",
    .flags = BOUND | OPTIONAL | LIVE,
    .objects = "limit",
    .about = "Lower stop of a limit.",
    .absent = "none" },
  { "upper", LW_FIELD_REAL, FIELD (def.upper), .none = INFINITY, .unit = "rad or m",
    .flags = BOUND | OPTIONAL | LIVE,
    .objects = "limit",
    .about = "Upper stop of a limit.",
    .absent = "none" },
  { "angle", LW_FIELD_REAL, FIELD (def.angle), .unit = "rad", .flags = DRAWN | BOUND | LIVE,
    .about = "Constant angle between the z axes." },
  { "normals", LW_FIELD_WHOLE, FIELD (def.normal_count), .least = 1, .most = 3,
    .flags = DRAWN | LIVE,
    .about = "Number of normals of a point contact." },
  { "normal", LW_FIELD_REAL, FIELD (def.normals), .count = 9,
    .parts = "1_x 1_y 1_z 2_x 2_y 2_z 3_x 3_y 3_z", .flags = DRAWN | LIVE,
    .about = "Normals of a point contact, world axes." },
  { "level", LW_FIELD_CHOICE, FIELD (def.level), .words = lw_level_words,
    .objects = LEVELLED,
    .about = "Lowest derivative at which its conditions hold: errors of lower derivatives count as "
             "0 and are not corrected. A driver at `velocity` is a motor." },
  { "mode", LW_FIELD_CHOICE, FIELD (def.mode), .words = lw_mode_words, .none = MBD_MODE_BY_KIND,
    .flags = OPTIONAL,
    .objects = EVERY_COUPLING,
    .about = "Allowed forces: `free` none, `lock` any, `unilateral` pushing only, `box` at most "
             "the effort limit either way, beyond which it slips, `friction` as far as normal "
             "force and cohesion allow.",
    .absent = "the default of the kind" },
  { "effort_limit", LW_FIELD_REAL, FIELD (def.effort_limit), .range = LW_RANGE_POSITIVE,
    .none = INFINITY, .unit = "N or N m", .flags = BOUND | LIVE | OPTIONAL,
    .objects = EVERY_COUPLING,
    .about = "Largest force or moment in the mode `box` and of a motor.",
    .absent = "none" },
  { "friction", LW_FIELD_REAL, FIELD (def.friction), .range = LW_RANGE_NOT_NEGATIVE,
    .flags = BOUND | LIVE,
    .objects = EVERY_COUPLING,
    .about = "Coefficient of friction of the mode `friction`." },
  { "friction_radius", LW_FIELD_REAL, FIELD (def.friction_radius), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "m", .flags = BOUND | LIVE,
    .objects = EVERY_COUPLING,
    .about = "Radius at which dry friction in a pin acts." },
  { "friction_joint", LW_FIELD_COUPLING, FIELD (def.joint), .none = -1, .flags = OPTIONAL | UNSAVED,
    .about = "Id of the joint whose reaction presses, of a kind that drawings do not have." },
  { "cohesion", LW_FIELD_REAL, FIELD (def.cohesion), .range = LW_RANGE_NOT_NEGATIVE, .unit = "N",
    .flags = BOUND | LIVE,
    .objects = EVERY_COUPLING,
    .about = "Force that the mode `friction` adds to the normal force." },
  { "restitution", LW_FIELD_REAL, FIELD (def.restitution), .range = LW_RANGE_FRACTION,
    .flags = BOUND | LIVE,
    .objects = "rod limit",
    .label = N_ ("Restitution"), .step = N_ ("Change Restitution"),
    .about = "Share of the closing speed with which a stop or rope opens after an impact." },
  { "compliant", LW_FIELD_FLAG, FIELD (def.compliant),
    .objects = "compliance", .key = "active",
    .about = "1: its conditions are springs with dampers." },
  { "stiffness", LW_FIELD_REAL, FIELD (def.stiffness), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "N/m or N m/rad", .flags = BOUND,
    .objects = "compliance",
    .about = "Their stiffness." },
  { "damping", LW_FIELD_REAL, FIELD (def.damping), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "N s/m or N m s/rad", .flags = BOUND,
    .objects = "compliance",
    .about = "Their damping." },
  { "break_force", LW_FIELD_REAL, FIELD (def.break_force), .range = LW_RANGE_POSITIVE,
    .none = INFINITY, .unit = "N", .flags = BOUND | LIVE | OPTIONAL,
    .objects = EVERY_COUPLING,
    .about = "Force at which it breaks.",
    .absent = "none" },
  { "break_moment", LW_FIELD_REAL, FIELD (def.break_moment), .range = LW_RANGE_POSITIVE,
    .none = INFINITY, .unit = "N m", .flags = BOUND | LIVE | OPTIONAL,
    .objects = EVERY_COUPLING,
    .about = "Moment at which it breaks.",
    .absent = "none" },
  { "break_impulse", LW_FIELD_REAL, FIELD (def.break_impulse), .range = LW_RANGE_POSITIVE,
    .none = INFINITY, .unit = "N s", .flags = BOUND | LIVE | OPTIONAL,
    .objects = EVERY_COUPLING,
    .about = "Impulse at which it breaks.",
    .absent = "none" },
  { "stabilisation", LW_FIELD_CHOICE, FIELD (def.stabilisation), .words = lw_stabilisation_words,
    .none = MBD_STABILISATION_INHERIT, .flags = LIVE | OPTIONAL,
    .objects = EVERY_COUPLING,
    .about = "How it is kept closed while the motion is computed.",
    .absent = "as in the run" },
  { "time_constant", LW_FIELD_REAL, FIELD (def.time_constant), .range = LW_RANGE_POSITIVE,
    .unit = "s", .flags = BOUND | LIVE,
    .objects = EVERY_COUPLING,
    .about = "Time constant of Baumgarte's stabilisation." },
  { "enabled", LW_FIELD_FLAG, FIELD (def.enabled), .flags = LIVE,
    .objects = EVERY_COUPLING,
    .about = "1, or 0 if it takes no part in the computation: all its forces are then exactly 0." },
  { "parameters", LW_FIELD_REAL, FIELD (def.parameters), .count = MBD_MOST_PARAMETERS,
    .flags = UNSAVED,
    .about = "Values of a kind that is defined outside the program." },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwForce, member)
static const LwField force_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id), .least = 1, .most = G_MAXINT,
    .flags = DRAWN | UNIQUE,
    .about = "Id of the force element." },
  { "name", LW_FIELD_TEXT, FIELD (element.name), .flags = OPTIONAL | UNIQUE,
    .about = "Name or NULL." },
  { "kind", LW_FIELD_CLASS, FIELD (def.class_), .classes = force_classes, .flags = DRAWN,
    .about = "`spring` (with damper), `load` (force and torque), `bushing` or `drag`." },
  { "body_a", LW_FIELD_BODY, FIELD (def.body_a), .flags = DRAWN | OPTIONAL,
    .about = "Id of the first body of a spring or bushing; always NULL for a load or drag.",
    .absent = "the ground" },
  { "body_b", LW_FIELD_BODY, FIELD (def.body_b), .flags = DRAWN | OPTIONAL,
    .about = "Id of the second body of a spring or bushing, or the body that a load or drag acts "
             "on.",
    .absent = "the ground" },
  { "point_a", LW_FIELD_REAL, FIELD (def.point_a), .count = 3, .parts = "x y z", .unit = "m",
    .flags = DRAWN | BOUND | LIVE,
    .about = "End of a spring or bushing in the frame of the first body." },
  { "point_b", LW_FIELD_REAL, FIELD (def.point_b), .count = 3, .parts = "x y z", .unit = "m",
    .flags = DRAWN | BOUND | LIVE,
    .about = "End of a spring or bushing in the frame of the second body, or point of action of a "
             "load or drag." },
  { "stiffness", LW_FIELD_REAL, FIELD (def.stiffness), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "N/m", .flags = BOUND | LIVE,
    .objects = "spring",
    .about = "Stiffness of a spring." },
  { "damping", LW_FIELD_REAL, FIELD (def.damping), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "N s/m", .flags = BOUND | LIVE,
    .objects = "spring drag",
    .about = "Damping of a spring, or of drag at its point." },
  { "free_length", LW_FIELD_REAL, FIELD (def.free_length), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "m", .flags = BOUND | LIVE,
    .about = "Length at which a spring has no force." },
  { "law", LW_FIELD_TEXT, FIELD (law), .most = MBD_EXPRESSION_LENGTH, .flags = LIVE | OPTIONAL,
    .about = "Tension of a spring as an expression of `length`, `rate` and `t`, instead of "
             "stiffness and damping.",
    .absent = "none" },
  { "force", LW_FIELD_REAL, FIELD (def.force), .count = 3, .parts = "x y z", .unit = "N",
    .flags = BOUND | LIVE,
    .about = "Force of a load; components that follow a function are 0." },
  { "torque", LW_FIELD_REAL, FIELD (def.torque), .count = 3, .parts = "x y z", .unit = "N m",
    .flags = BOUND | LIVE,
    .about = "Torque of a load; components that follow a function are 0." },
  { "functions", LW_FIELD_FUNCTION, FIELD (functions), .count = LW_FORCE_COMPONENTS, .flags = LIVE,
    .about = "Components of a load as functions of time: 0 to 2 of the force along x, y, z, 3 to 5 "
             "of the torque about them." },
  { "follows_body", LW_FIELD_FLAG, FIELD (def.follows_body), .flags = LIVE,
    .objects = "force torque",
    .about = "1: force and torque turn with the body; 0: they are in world axes." },
  { "enabled", LW_FIELD_FLAG, FIELD (def.enabled), .flags = LIVE,
    .objects = "spring bushing force torque drag",
    .about = "1, or 0 if it takes no part in the computation: all its forces are then exactly 0." },
  { "rotational_damping", LW_FIELD_REAL, FIELD (def.rotational_damping),
    .range = LW_RANGE_NOT_NEGATIVE, .unit = "N m s/rad", .flags = BOUND | LIVE,
    .objects = "drag",
    .about = "Rotational damping of drag." },
  { "quaternion_a", LW_FIELD_REAL, FIELD (def.quaternion_a), .count = 4, .parts = "w x y z",
    .range = LW_RANGE_UNIT, .flags = DRAWN | LIVE,
    .about = "Axes of a bushing in the first body." },
  { "quaternion_b", LW_FIELD_REAL, FIELD (def.quaternion_b), .count = 4, .parts = "w x y z",
    .range = LW_RANGE_UNIT, .flags = DRAWN | LIVE,
    .about = "Axes of a bushing in the second body." },
  { "bushing_rotational_stiffness", LW_FIELD_REAL, FIELD (def.bushing.rotational_stiffness),
    .count = 3, .parts = "x y z", .range = LW_RANGE_NOT_NEGATIVE, .unit = "N m/rad",
    .flags = BOUND | LIVE,
    .about = "Stiffness of a bushing against roll, pitch and yaw." },
  { "bushing_rotational_damping", LW_FIELD_REAL, FIELD (def.bushing.rotational_damping),
    .count = 3, .parts = "x y z", .range = LW_RANGE_NOT_NEGATIVE, .unit = "N m s/rad",
    .flags = BOUND | LIVE,
    .about = "Damping of a bushing against roll, pitch and yaw." },
  { "bushing_stiffness", LW_FIELD_REAL, FIELD (def.bushing.translational_stiffness), .count = 3,
    .parts = "x y z", .range = LW_RANGE_NOT_NEGATIVE, .unit = "N/m", .flags = BOUND | LIVE,
    .about = "Stiffness of a bushing along the axes half-way between its frames." },
  { "bushing_damping", LW_FIELD_REAL, FIELD (def.bushing.translational_damping), .count = 3,
    .parts = "x y z", .range = LW_RANGE_NOT_NEGATIVE, .unit = "N s/m", .flags = BOUND | LIVE,
    .about = "Damping of a bushing along them." },
  { "bushing_law", LW_FIELD_CHOICE, FIELD (def.bushing_law), .words = lw_bushing_law_words,
    .flags = LIVE,
    .about = "Relation between displacements and forces of a bushing." },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwTracer, member)
static const LwField tracer_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id), .least = 1, .most = G_MAXINT, .flags = UNIQUE,
    .about = "Id of the tracer." },
  { "name", LW_FIELD_TEXT, FIELD (element.name), .flags = OPTIONAL | UNIQUE,
    .about = "Name or NULL." },
  { "body", LW_FIELD_BODY, FIELD (body), .flags = OPTIONAL,
    .about = "Id of the body.",
    .absent = "the ground" },
  { "point", LW_FIELD_REAL, FIELD (point), .count = 3, .parts = "x y z", .unit = "m",
    .flags = BOUND,
    .about = "The point in the frame of the body." },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwMeasurement, member)
static const LwField measurement_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id), .least = 1, .most = G_MAXINT, .flags = UNIQUE,
    .about = "Id of the measurement." },
  { "name", LW_FIELD_TEXT, FIELD (element.name), .flags = OPTIONAL | UNIQUE,
    .about = "Name or NULL." },
  { "points", LW_FIELD_WHOLE, FIELD (n_points), .least = 1, .most = LW_MEASUREMENT_POINTS,
    .about = "Number of points: one measures its position, two their distance, three the angle at "
             "the second, four the angle between the line from the first to the second and the "
             "line from the third to the fourth." },
  { "body_1", LW_FIELD_BODY, FIELD (points[0].body), .flags = OPTIONAL,
    .about = "Body of the first point.",
    .absent = "the ground" },
  { "point_1", LW_FIELD_REAL, FIELD (points[0].point), .count = 3, .parts = "x y z", .unit = "m",
    .flags = BOUND,
    .about = "The first point in the frame of its body; 0 if it is not used." },
  { "body_2", LW_FIELD_BODY, FIELD (points[1].body), .flags = OPTIONAL,
    .about = "Body of the second point.",
    .absent = "the ground" },
  { "point_2", LW_FIELD_REAL, FIELD (points[1].point), .count = 3, .parts = "x y z", .unit = "m",
    .flags = BOUND,
    .about = "The second point in the frame of its body; 0 if it is not used." },
  { "body_3", LW_FIELD_BODY, FIELD (points[2].body), .flags = OPTIONAL,
    .about = "Body of the third point.",
    .absent = "the ground" },
  { "point_3", LW_FIELD_REAL, FIELD (points[2].point), .count = 3, .parts = "x y z", .unit = "m",
    .flags = BOUND,
    .about = "The third point in the frame of its body; 0 if it is not used." },
  { "body_4", LW_FIELD_BODY, FIELD (points[3].body), .flags = OPTIONAL,
    .about = "Body of the fourth point.",
    .absent = "the ground" },
  { "point_4", LW_FIELD_REAL, FIELD (points[3].point), .count = 3, .parts = "x y z", .unit = "m",
    .flags = BOUND,
    .about = "The fourth point in the frame of its body; 0 if it is not used." },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwRunSettings, member)
static const LwField run_fields[] = {
  { "duration", LW_FIELD_REAL, FIELD (duration), .range = LW_RANGE_POSITIVE, .unit = "s",
    .flags = BOUND,
    .objects = "run",
    .about = "Length of the run." },
  { "interval", LW_FIELD_REAL, FIELD (interval), .range = LW_RANGE_POSITIVE, .unit = "s",
    .flags = BOUND,
    .objects = "run",
    .about = "Time between samples." },
  { "method", LW_FIELD_CHOICE, FIELD (integrator.method), .words = lw_method_words, .flags = LIVE,
    .objects = "run",
    .about = "Method of integration." },
  { "accuracy", LW_FIELD_REAL, FIELD (integrator.accuracy), .range = LW_RANGE_POSITIVE,
    .flags = BOUND | LIVE,
    .objects = "run",
    .about = "Tolerance relative to the size and to 1 rad." },
  { "step", LW_FIELD_REAL, FIELD (integrator.step), .range = LW_RANGE_NOT_NEGATIVE, .unit = "s",
    .flags = BOUND | LIVE,
    .objects = "run",
    .about = "Fixed step; 0: the accuracy determines the steps." },
  { "maximum_step", LW_FIELD_REAL, FIELD (integrator.maximum_step), .range = LW_RANGE_POSITIVE,
    .none = INFINITY, .unit = "s", .flags = BOUND | LIVE | OPTIONAL,
    .objects = "run",
    .about = "Largest step.",
    .absent = "no limit" },
  { "maximum_steps", LW_FIELD_LONG, FIELD (integrator.maximum_steps), .most = LW_MOST_STEPS,
    .flags = LIVE,
    .objects = "run",
    .about = "Largest number of steps from one sample to the next; 0: no limit." },
  { "stabilisation", LW_FIELD_CHOICE, FIELD (integrator.stabilisation.stabilisation),
    .words = lw_stabilisation_words, .flags = LIVE,
    .objects = "run",
    .about = "How the couplings are kept closed while the motion is computed." },
  { "run_time_constant", LW_FIELD_REAL, FIELD (integrator.stabilisation.time_constant),
    .range = LW_RANGE_POSITIVE, .unit = "s", .flags = BOUND | LIVE,
    .objects = "run", .key = "time_constant",
    .about = "Time constant of Baumgarte's stabilisation." },
  { "assemble", LW_FIELD_FLAG, FIELD (assemble),
    .objects = "run",
    .about = "1: positions and velocities are made to satisfy the couplings first." },
  { "sequential_impacts", LW_FIELD_FLAG, FIELD (integrator.sequential_impacts), .flags = LIVE,
    .objects = "run",
    .about = "1: simultaneous impacts are solved in sequence." },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwPlotLayout, member)
static const LwField plot_fields[] = {
  { "title", LW_FIELD_TEXT, FIELD (title),
    .about = "Title; empty if it has none." },
  { "channels", LW_FIELD_TEXTS, FIELD (channels),
    .about = "Names of channels, patterns with `*` and `?`, or `NAME = EXPRESSION`, which defines "
             "a channel from others." },
  { "logarithmic", LW_FIELD_FLAG, FIELD (logarithmic),
    .objects = "plot",
    .about = "1: the axis of values is logarithmic." },
  { "against", LW_FIELD_TEXT, FIELD (against), .flags = OPTIONAL,
    .about = "Name of the channel along the horizontal axis, or `frequency`.",
    .absent = "time" },
  { "equal_scale", LW_FIELD_FLAG, FIELD (equal_scale),
    .objects = "plot",
    .about = "1: if it shows lengths against a length, both axes have the same scale." },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwParameter, member)
static const LwField parameter_fields[] = {
  { "name", LW_FIELD_TEXT, FIELD (name), .flags = UNIQUE,
    .about = "Name: letters, digits and underscores, not beginning with a digit; not `t`." },
  { "value", LW_FIELD_REAL, FIELD (value),
    .about = "Value in SI units or rad." },
  { "note", LW_FIELD_TEXT, FIELD (note),
    .about = "Description; empty if there is none." },
  { "unit", LW_FIELD_TEXT, FIELD (unit),
    .about = "SI unit of the value; `1`: a plain number." },
  { "expression", LW_FIELD_TEXT, FIELD (expression), .flags = OPTIONAL,
    .about = "Formula of other parameters that gives the value.",
    .absent = "none" },
  { "minimum", LW_FIELD_REAL, FIELD (minimum), .none = -INFINITY, .flags = OPTIONAL,
    .about = "Lower end of its slider.",
    .absent = "none" },
  { "maximum", LW_FIELD_REAL, FIELD (maximum), .none = INFINITY, .flags = OPTIONAL,
    .about = "Upper end of its slider.",
    .absent = "none" },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwContactPair, member)
static const LwField contact_pair_fields[] = {
  { "body_a", LW_FIELD_BODY, FIELD (body[0]),
    .about = "Id of one body, the smaller id." },
  { "body_b", LW_FIELD_BODY, FIELD (body[1]),
    .about = "Id of the other body." },
  { "touches", LW_FIELD_FLAG, FIELD (touches),
    .objects = "contact_pair",
    .about = "0: they pass through each other." },
  { "friction", LW_FIELD_REAL, FIELD (friction), .range = LW_RANGE_NOT_NEGATIVE, .flags = BOUND,
    .objects = "contact_pair",
    .about = "Coefficient of friction." },
  { "restitution", LW_FIELD_REAL, FIELD (restitution), .range = LW_RANGE_FRACTION, .flags = BOUND,
    .objects = "contact_pair",
    .about = "Coefficient of restitution." },
  { "rolling", LW_FIELD_REAL, FIELD (rolling), .range = LW_RANGE_NOT_NEGATIVE, .unit = "m",
    .flags = BOUND,
    .objects = "contact_pair",
    .about = "Arm of rolling friction." },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwMechanismHead, member)
static const LwField mechanism_fields[] = {
  { "title", LW_FIELD_TEXT, FIELD (title), .about = "Title of the mechanism; empty if it has none." },
  { "notes", LW_FIELD_TEXT, FIELD (notes),
    .about = "Notes, several lines; empty if there are none." },
  { "gravity", LW_FIELD_REAL, FIELD (gravity), .count = 3, .parts = "x y z", .unit = "m/s^2",
    .about = "Gravity in world axes." },
  { "units", LW_FIELD_CHOICE, FIELD (length_unit), .words = lw_length_unit_words,
    .none = LW_LENGTH_UNITS, .flags = OPTIONAL,
    .about = "System of units in which the mechanism is shown.",
    .absent = "the one that the user prefers" },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwBinding, member)
static const LwField binding_fields[] = {
  { "element", LW_FIELD_CHOICE, FIELD (owner.kind), .words = lw_element_kind_words,
    .none = LW_SELECTION_NONE, .flags = OPTIONAL,
    .about = "Kind of the element.",
    .absent = "the field belongs to the mechanism" },
  { "id", LW_FIELD_WHOLE, FIELD (owner.id), .most = G_MAXINT,
    .about = "Id of the element; 0: none." },
  { "field", LW_FIELD_TEXT, FIELD (field), .about = "Name of the field, as in the text form." },
  { "unit", LW_FIELD_TEXT, FIELD (unit), .about = "SI unit of its numbers." },
  { "expression", LW_FIELD_TEXT, FIELD (expression),
    .about = "The formula; one for each number of the field, separated by semicolons." },
};
#undef FIELD

/* clang-format on */

const LwFieldTable lw_mechanism_fields = TABLE ("mechanism", LwMechanismHead, mechanism_fields);
const LwFieldTable lw_binding_fields = TABLE ("bindings", LwBinding, binding_fields);
const LwFieldTable lw_plot_fields = TABLE ("plots", LwPlotLayout, plot_fields);
const LwFieldTable lw_parameter_fields = TABLE ("parameters", LwParameter, parameter_fields);
const LwFieldTable lw_contact_pair_fields =
  TABLE ("contact_pairs", LwContactPair, contact_pair_fields);

const LwFieldTable *
lw_field_table (LwSelectionKind kind)
{
  static const LwFieldTable tables[] = {
    [LW_SELECTION_NONE] = TABLE ("run_settings", LwRunSettings, run_fields),
    [LW_SELECTION_BODY] = TABLE ("bodies", LwBody, body_fields),
    [LW_SELECTION_COUPLING] = TABLE ("couplings", LwCoupling, coupling_fields),
    [LW_SELECTION_FORCE] = TABLE ("forces", LwForce, force_fields),
    [LW_SELECTION_TRACER] = TABLE ("tracers", LwTracer, tracer_fields),
    [LW_SELECTION_MEASUREMENT] = TABLE ("measurements", LwMeasurement, measurement_fields),
  };

  return &tables[kind];
}
