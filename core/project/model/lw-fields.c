// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tables of fields, in the order of the columns of project files.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-binding.h"
#include "lw-fields-private.h"

const LwWord lw_compliant_law_words[] = {
  { "quasi-symmetric", MBD_BUSHING_QUASI_SYMMETRIC, N_ ("Quasi-symmetric") },
  { "energy-consistent", MBD_BUSHING_ENERGY_CONSISTENT, N_ ("Energy-consistent") },
  { NULL },
};

/* clang-format off */

#define FIELD(member) .offset = offsetof (LwBody, member)
static const LwField body_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id), .least = 1, .most = G_MAXINT,
    .flags = DRAWN | UNIQUE,
    .about = N_ ("Id of the body; the ground has no row.") },
  { "name", LW_FIELD_TEXT, FIELD (element.name), .flags = OPTIONAL | UNIQUE,
    .about = N_ ("Name or NULL.") },
  { "mobility", LW_FIELD_CHOICE, FIELD (def.mobility), .words = lw_mobility_words, .flags = DRAWN,
    .card = "body", .label = N_ ("Mobility"), .step = N_ ("Change Mobility"),
    .about = N_ ("Mobility.") },
  { "mass", LW_FIELD_REAL, FIELD (def.mass), .range = LW_RANGE_NOT_NEGATIVE, .unit = "kg",
    .flags = BOUND,
    .card = "mass", .label = N_ ("Mass"), .step = N_ ("Change Mass"),
    .when = "mobility=planar spatial",
    .about = N_ ("Mass.") },
  { "inertia", LW_FIELD_REAL, FIELD (def.inertia), .count = 6, .parts = "xx yy zz xy xz yz",
    .range = LW_RANGE_INERTIA, .unit = "kg m^2", .flags = BOUND,
    .card = "mass", .label = N_ ("Inertia"), .step = N_ ("Change Inertia"),
    .when = "mobility=planar spatial",
    .planar = "zz",
    .spatial = "xx yy zz",
    .about = N_ ("Moments and products of inertia about the centre of mass in body axes; a planar body "
             "uses `zz`.") },
  { "centre_of_mass", LW_FIELD_REAL, FIELD (def.centre_of_mass), .count = 3, .parts = "x y z",
    .unit = "m", .flags = BOUND,
    .card = "mass", .label = N_ ("Centre of mass"), .step = N_ ("Move Centre of Mass"),
    .when = "mobility=planar spatial",
    .planar = "x y",
    .about = N_ ("Centre of mass in the body frame.") },
  { "position", LW_FIELD_REAL, FIELD (def.position), .count = 3, .parts = "x y z", .unit = "m",
    .flags = DRAWN | BOUND,
    .card = "start", .label = N_ ("Position"), .step = N_ ("Move Body"),
    .planar = "x y",
    .about = N_ ("Start position of the origin of the body frame in the world.") },
  { "quaternion", LW_FIELD_REAL, FIELD (def.quaternion), .count = 4, .parts = "w x y z",
    .range = LW_RANGE_UNIT, .flags = DRAWN,
    .card = "start", .label = N_ ("Turns z, y′, x″"), .step = N_ ("Turn Body"),
    .when = "mobility=spatial",
    .about = N_ ("Start attitude, body to world.") },
  { "angle", LW_FIELD_REAL, FIELD (def.angle), .unit = "rad", .flags = DRAWN | BOUND,
    .card = "start", .label = N_ ("Angle"), .step = N_ ("Turn Body"),
    .when = "mobility=planar fixed",
    .about = N_ ("Start angle about z, applied after the quaternion; whole turns are kept.") },
  { "velocity", LW_FIELD_REAL, FIELD (def.velocity), .count = 3, .parts = "x y z", .unit = "m/s",
    .flags = DRAWN | BOUND,
    .card = "start", .label = N_ ("Velocity"), .step = N_ ("Change Velocity"),
    .when = "mobility=planar spatial",
    .planar = "x y",
    .about = N_ ("Start velocity of the origin of the body frame in world axes.") },
  { "angular_velocity", LW_FIELD_REAL, FIELD (def.angular_velocity), .count = 3, .parts = "x y z",
    .unit = "rad/s", .flags = DRAWN | BOUND,
    .card = "start", .label = N_ ("Angular velocity"), .step = N_ ("Change Angular Velocity"),
    .when = "mobility=planar spatial",
    .planar = "z",
    .about = N_ ("Start angular velocity in body axes; a planar body uses z.") },
  { "colour", LW_FIELD_CHOICE, FIELD (hue), .words = lw_hue_words,
    .card = "body", .label = N_ ("Colour"), .step = N_ ("Change Colour"),
    .about = N_ ("Hue of the palette.") },
  { "shape", LW_FIELD_CHOICE, FIELD (shape.kind), .words = lw_shape_words, .flags = DRAWN,
    .about = N_ ("Shape in the drawing.") },
  { "shape_centre", LW_FIELD_REAL, FIELD (shape.centre), .count = 3, .parts = "x y z",
    .unit = "m", .flags = DRAWN | BOUND,
    .about = N_ ("Centre of a disc or box in the body frame.") },
  { "shape_size", LW_FIELD_REAL, FIELD (shape.size), .count = 3, .parts = "x y z",
    .range = LW_RANGE_POSITIVE, .unit = "m", .flags = DRAWN | BOUND | OPTIONAL,
    .about = N_ ("For a disc the radius in x; for a box width, height and depth."),
    .absent = N_ ("not used") },
  { "points", LW_FIELD_POINTS, FIELD (shape.points), .unit = "m", .flags = DRAWN,
    .about = N_ ("Points of a link or polygon in the body frame.") },
  { "density", LW_FIELD_REAL, FIELD (plate.density), .range = LW_RANGE_POSITIVE, .unit = "kg/m^3",
    .flags = BOUND | OPTIONAL,
    .about = N_ ("Density of the plate that the body is cut from along its shape."),
    .absent = N_ ("not a plate") },
  { "thickness", LW_FIELD_REAL, FIELD (plate.thickness), .range = LW_RANGE_POSITIVE, .unit = "m",
    .flags = BOUND | OPTIONAL,
    .about = N_ ("Thickness of that plate.") },
  { "link_width", LW_FIELD_REAL, FIELD (plate.width), .range = LW_RANGE_NOT_NEGATIVE, .unit = "m",
    .flags = OPTIONAL,
    .about = N_ ("Width of a link."),
    .absent = N_ ("a tenth of its length") },
  { "hole_radius", LW_FIELD_REAL, FIELD (plate.hole_radius), .range = LW_RANGE_POSITIVE,
    .unit = "m", .flags = BOUND | OPTIONAL,
    .about = N_ ("Radius of the holes at the points of a link."),
    .absent = N_ ("no holes") },
  { "typed", LW_FIELD_BITS, FIELD (plate.typed), .most = LW_TYPED_ALL,
    .about = N_ ("Properties that do not follow from the plate: the sum of 1 (mass), 2 (centre of "
             "mass), 4 (inertia).") },
  { "length_locked", LW_FIELD_FLAG, FIELD (length_locked),
    .objects = "body",
    .label = N_ ("Length locked"), .step = N_ ("Lock Length"),
    .about = N_ ("1: dragging keeps the length of the link.") },
  { "takes_part", LW_FIELD_FLAG, FIELD (contact.takes_part),
    .objects = "contact",
    .kinds = "body", .card = "contact", .label = N_ ("Takes part"), .step = N_ ("Change Contact"),
    .about = N_ ("1: it touches other bodies that take part.") },
  { "half_plane", LW_FIELD_FLAG, FIELD (contact.half_plane),
    .objects = "contact",
    .about = N_ ("1: it is the half-plane to the right of the line through the two points of its link.") },
  { "contact_friction", LW_FIELD_REAL, FIELD (contact.friction), .range = LW_RANGE_NOT_NEGATIVE,
    .flags = BOUND,
    .objects = "contact", .key = "friction",
    .kinds = "body", .card = "material", .label = N_ ("Friction μ"), .step = N_ ("Change Friction"),
    .about = N_ ("Coefficient of friction.") },
  { "contact_restitution", LW_FIELD_REAL, FIELD (contact.restitution), .range = LW_RANGE_FRACTION,
    .flags = BOUND,
    .objects = "contact", .key = "restitution",
    .kinds = "body", .card = "material", .label = N_ ("Restitution e"), .step = N_ ("Change Restitution"),
    .about = N_ ("Coefficient of restitution.") },
  { "contact_rolling", LW_FIELD_REAL, FIELD (contact.rolling), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "m", .flags = BOUND,
    .objects = "contact", .key = "rolling",
    .kinds = "body", .card = "material", .label = N_ ("Rolling friction"), .step = N_ ("Change Rolling Friction"),
    .about = N_ ("Arm of rolling friction.") },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwForce, member)
static const LwField force_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id), .least = 1, .most = G_MAXINT,
    .flags = DRAWN | UNIQUE,
    .about = N_ ("Id of the force element.") },
  { "name", LW_FIELD_TEXT, FIELD (element.name), .flags = OPTIONAL | UNIQUE,
    .about = N_ ("Name or NULL.") },
  { "kind", LW_FIELD_CLASS, FIELD (def.class_), .least = LW_FAMILY_SPRING, .most = LW_FAMILY_DRAG, .flags = DRAWN,
    .about = N_ ("`spring` (with damper), `load` (force and torque), `bushing` or `drag`.") },
  { "body_a", LW_FIELD_BODY, FIELD (def.body_a), .flags = DRAWN | OPTIONAL,
    .about = N_ ("Id of the first body of a spring or bushing; always NULL for a load or drag."),
    .absent = N_ ("the ground") },
  { "body_b", LW_FIELD_BODY, FIELD (def.body_b), .flags = DRAWN | OPTIONAL,
    .about = N_ ("Id of the second body of a spring or bushing, or the body that a load or drag acts "
             "on."),
    .absent = N_ ("the ground") },
  { "point_a", LW_FIELD_REAL, FIELD (def.point_a), .count = 3, .parts = "x y z", .unit = "m",
    .flags = DRAWN | BOUND | LIVE,
    .card = "frames", .label = N_ ("First point"), .step = N_ ("Move Point"),
    .kinds = "spring bushing",
    .planar = "x y",
    .about = N_ ("End of a spring or bushing in the frame of the first body.") },
  { "point_b", LW_FIELD_REAL, FIELD (def.point_b), .count = 3, .parts = "x y z", .unit = "m",
    .flags = DRAWN | BOUND | LIVE,
    .card = "frames", .label = N_ ("Second point"), .step = N_ ("Move Point"),
    .kinds = "spring bushing",
    .planar = "x y",
    .about = N_ ("End of a spring or bushing in the frame of the second body, or point of action of a "
             "load or drag.") },
  { "stiffness", LW_FIELD_REAL, FIELD (def.stiffness), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "N/m", .flags = BOUND | LIVE,
    .objects = "spring",
    .card = "kind", .label = N_ ("Stiffness"), .step = N_ ("Change Stiffness"),
    .when = "!law",
    .about = N_ ("Stiffness of a spring.") },
  { "damping", LW_FIELD_REAL, FIELD (def.damping), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "N s/m", .flags = BOUND | LIVE,
    .objects = "spring drag",
    .card = "kind", .label = N_ ("Damping"), .step = N_ ("Change Damping"),
    .when = "!law",
    .about = N_ ("Damping of a spring, or of drag at its point.") },
  { "free_length", LW_FIELD_REAL, FIELD (def.free_length), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "m", .flags = BOUND | LIVE,
    .card = "kind", .label = N_ ("Free length"), .step = N_ ("Change Free Length"),
    .kinds = "spring",
    .when = "!law",
    .about = N_ ("Length at which a spring has no force.") },
  { "law", LW_FIELD_TEXT, FIELD (law), .most = MBD_EXPRESSION_LENGTH, .flags = LIVE | OPTIONAL,
    .about = N_ ("Tension of a spring as an expression of `length`, `rate`, `t` and positions and "
             "velocities such as `Cart.x`, `Cart.vx`, `[Pin 1.coordinate]`, instead of stiffness and "
             "damping."),
    .absent = N_ ("none") },
  { "force", LW_FIELD_REAL, FIELD (def.force), .count = 3, .parts = "x y z", .unit = "N",
    .flags = BOUND | LIVE,
    .card = "numbers", .label = N_ ("Force"), .step = N_ ("Change Load"),
    .kinds = "force torque",
    .planar = "x y",
    .about = N_ ("Force of a load; components that follow a function are 0.") },
  { "torque", LW_FIELD_REAL, FIELD (def.torque), .count = 3, .parts = "x y z", .unit = "N m",
    .flags = BOUND | LIVE,
    .card = "numbers", .label = N_ ("Torque"), .step = N_ ("Change Load"),
    .kinds = "force torque",
    .planar = "z",
    .about = N_ ("Torque of a load; components that follow a function are 0.") },
  { "functions", LW_FIELD_FUNCTION, FIELD (functions), .count = LW_FORCE_COMPONENTS, .flags = LIVE,
    .about = N_ ("Components of a load as functions of the time `t`, or as expressions of `t` and of "
             "positions and velocities such as `Cart.x`, `Cart.vx`, `[Pin 1.coordinate]`: 0 to 2 of "
             "the force along x, y, z, 3 to 5 of the torque about them.") },
  { "follows_body", LW_FIELD_FLAG, FIELD (def.follows_body), .flags = LIVE,
    .objects = "force torque",
    .about = N_ ("1: force and torque turn with the body; 0: they are in world axes.") },
  { "enabled", LW_FIELD_FLAG, FIELD (def.enabled), .flags = LIVE,
    .objects = "spring bushing force torque drag",
    .card = "header", .label = N_ ("Enabled"), .step = N_ ("Switch Force"),
    .about = N_ ("1, or 0 if it takes no part in the computation: all its forces are then exactly 0.") },
  { "rotational_damping", LW_FIELD_REAL, FIELD (def.rotational_damping),
    .range = LW_RANGE_NOT_NEGATIVE, .unit = "N m s/rad", .flags = BOUND | LIVE,
    .objects = "drag",
    .card = "kind", .label = N_ ("Turning damping"), .step = N_ ("Change Damping"),
    .about = N_ ("Rotational damping of drag.") },
  { "quaternion_a", LW_FIELD_REAL, FIELD (def.quaternion_a), .count = 4, .parts = "w x y z",
    .range = LW_RANGE_UNIT, .flags = DRAWN | LIVE,
    .card = "frames", .label = N_ ("First direction"), .step = N_ ("Turn Bushing"),
    .kinds = "bushing",
    .about = N_ ("Axes of a bushing in the first body.") },
  { "quaternion_b", LW_FIELD_REAL, FIELD (def.quaternion_b), .count = 4, .parts = "w x y z",
    .range = LW_RANGE_UNIT, .flags = DRAWN | LIVE,
    .card = "frames", .label = N_ ("Second direction"), .step = N_ ("Turn Bushing"),
    .kinds = "bushing",
    .about = N_ ("Axes of a bushing in the second body.") },
  { "bushing_stiffness", LW_FIELD_REAL, FIELD (def.bushing.translational_stiffness), .count = 3,
    .parts = "x y z", .range = LW_RANGE_NOT_NEGATIVE, .unit = "N/m", .flags = BOUND | LIVE,
    .card = "kind", .label = N_ ("Stiffness"), .step = N_ ("Change Stiffness"),
    .kinds = "bushing",
    .planar = "x y",
    .about = N_ ("Stiffness of a bushing along the axes half-way between its frames.") },
  { "bushing_damping", LW_FIELD_REAL, FIELD (def.bushing.translational_damping), .count = 3,
    .parts = "x y z", .range = LW_RANGE_NOT_NEGATIVE, .unit = "N s/m", .flags = BOUND | LIVE,
    .card = "kind", .label = N_ ("Damping"), .step = N_ ("Change Damping"),
    .kinds = "bushing",
    .planar = "x y",
    .about = N_ ("Damping of a bushing along these axes.") },
  { "bushing_rotational_stiffness", LW_FIELD_REAL, FIELD (def.bushing.rotational_stiffness),
    .count = 3, .parts = "x y z", .range = LW_RANGE_NOT_NEGATIVE, .unit = "N m/rad",
    .flags = BOUND | LIVE,
    .card = "kind", .label = N_ ("Turning stiffness"), .step = N_ ("Change Stiffness"),
    .kinds = "bushing",
    .planar = "z",
    .about = N_ ("Stiffness of a bushing against roll, pitch and yaw.") },
  { "bushing_rotational_damping", LW_FIELD_REAL, FIELD (def.bushing.rotational_damping),
    .count = 3, .parts = "x y z", .range = LW_RANGE_NOT_NEGATIVE, .unit = "N m s/rad",
    .flags = BOUND | LIVE,
    .card = "kind", .label = N_ ("Turning damping"), .step = N_ ("Change Damping"),
    .kinds = "bushing",
    .planar = "z",
    .about = N_ ("Damping of a bushing against roll, pitch and yaw.") },
  { "bushing_law", LW_FIELD_CHOICE, FIELD (def.bushing_law), .words = lw_compliant_law_words,
    .flags = LIVE,
    .card = "space", .label = N_ ("Law"), .step = N_ ("Change Law"),
    .kinds = "bushing",
    .about = N_ ("Relation between displacements and forces of a bushing.") },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwTracer, member)
static const LwField tracer_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id), .least = 1, .most = G_MAXINT, .flags = UNIQUE,
    .about = N_ ("Id of the tracer.") },
  { "name", LW_FIELD_TEXT, FIELD (element.name), .flags = OPTIONAL | UNIQUE,
    .about = N_ ("Name or NULL.") },
  { "body", LW_FIELD_BODY, FIELD (body), .flags = OPTIONAL,
    .about = N_ ("Id of the body."),
    .absent = N_ ("the ground") },
  { "point", LW_FIELD_REAL, FIELD (point), .count = 3, .parts = "x y z", .unit = "m",
    .flags = BOUND,
    .card = "point", .label = N_ ("Point"), .step = N_ ("Move Tracer"),
    .planar = "x y",
    .about = N_ ("The point in the frame of the body.") },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwMeasurement, member)
static const LwField measurement_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id), .least = 1, .most = G_MAXINT, .flags = UNIQUE,
    .about = N_ ("Id of the measurement.") },
  { "name", LW_FIELD_TEXT, FIELD (element.name), .flags = OPTIONAL | UNIQUE,
    .about = N_ ("Name or NULL.") },
  { "points", LW_FIELD_WHOLE, FIELD (n_points), .least = 1, .most = LW_MEASUREMENT_POINTS,
    .about = N_ ("Number of points: one measures its position, two their distance, three the angle at "
             "the second, four the angle between the line from the first to the second and the "
             "line from the third to the fourth.") },
  { "body_1", LW_FIELD_BODY, FIELD (points[0].body), .flags = OPTIONAL,
    .about = N_ ("Body of the first point."),
    .absent = N_ ("the ground") },
  { "point_1", LW_FIELD_REAL, FIELD (points[0].point), .count = 3, .parts = "x y z", .unit = "m",
    .flags = BOUND,
    .card = "point_1", .label = N_ ("Point"), .step = N_ ("Move Measurement"),
    .planar = "x y",
    .about = N_ ("The first point in the frame of its body; 0 if it is not used.") },
  { "body_2", LW_FIELD_BODY, FIELD (points[1].body), .flags = OPTIONAL,
    .about = N_ ("Body of the second point."),
    .absent = N_ ("the ground") },
  { "point_2", LW_FIELD_REAL, FIELD (points[1].point), .count = 3, .parts = "x y z", .unit = "m",
    .flags = BOUND,
    .card = "point_2", .label = N_ ("Point"), .step = N_ ("Move Measurement"),
    .planar = "x y",
    .about = N_ ("The second point in the frame of its body; 0 if it is not used.") },
  { "body_3", LW_FIELD_BODY, FIELD (points[2].body), .flags = OPTIONAL,
    .about = N_ ("Body of the third point."),
    .absent = N_ ("the ground") },
  { "point_3", LW_FIELD_REAL, FIELD (points[2].point), .count = 3, .parts = "x y z", .unit = "m",
    .flags = BOUND,
    .card = "point_3", .label = N_ ("Point"), .step = N_ ("Move Measurement"),
    .planar = "x y",
    .about = N_ ("The third point in the frame of its body; 0 if it is not used.") },
  { "body_4", LW_FIELD_BODY, FIELD (points[3].body), .flags = OPTIONAL,
    .about = N_ ("Body of the fourth point."),
    .absent = N_ ("the ground") },
  { "point_4", LW_FIELD_REAL, FIELD (points[3].point), .count = 3, .parts = "x y z", .unit = "m",
    .flags = BOUND,
    .card = "point_4", .label = N_ ("Point"), .step = N_ ("Move Measurement"),
    .planar = "x y",
    .about = N_ ("The fourth point in the frame of its body; 0 if it is not used.") },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwRunSettings, member)
static const LwField run_fields[] = {
  { "duration", LW_FIELD_REAL, FIELD (duration), .range = LW_RANGE_POSITIVE, .unit = "s",
    .flags = BOUND,
    .objects = "run",
    .card = "run", .label = N_ ("Duration"), .step = N_ ("Change Duration"),
    .about = N_ ("Length of the run.") },
  { "interval", LW_FIELD_REAL, FIELD (interval), .range = LW_RANGE_POSITIVE, .unit = "s",
    .flags = BOUND,
    .objects = "run",
    .card = "run", .label = N_ ("Interval"), .step = N_ ("Change Interval"),
    .shown_unit = "ms",
    .about = N_ ("Time between samples.") },
  { "method", LW_FIELD_CHOICE, FIELD (integrator.method), .words = lw_method_words, .flags = LIVE,
    .objects = "run",
    .card = "run", .label = N_ ("Method"), .step = N_ ("Change Method"),
    .about = N_ ("Method of integration.") },
  { "accuracy", LW_FIELD_REAL, FIELD (integrator.accuracy), .range = LW_RANGE_POSITIVE,
    .flags = BOUND | LIVE,
    .objects = "run",
    .card = "run", .label = N_ ("Accuracy"), .step = N_ ("Change Accuracy"),
    .about = N_ ("Tolerance relative to the size and to 1 rad.") },
  { "step", LW_FIELD_REAL, FIELD (integrator.step), .range = LW_RANGE_NOT_NEGATIVE, .unit = "s",
    .flags = BOUND | LIVE,
    .objects = "run",
    .card = "run", .label = N_ ("Fixed step"), .step = N_ ("Change Step"),
    .shown_unit = "ms",
    .about = N_ ("Fixed step; 0: the accuracy determines the steps.") },
  { "maximum_step", LW_FIELD_REAL, FIELD (integrator.maximum_step), .range = LW_RANGE_POSITIVE,
    .none = INFINITY, .unit = "s", .flags = BOUND | LIVE | OPTIONAL,
    .objects = "run",
    .card = "run", .label = N_ ("Largest step"), .step = N_ ("Change Largest Step"),
    .shown_unit = "ms",
    .none_label = N_ ("unlimited"),
    .about = N_ ("Largest step."),
    .absent = N_ ("no limit") },
  { "maximum_steps", LW_FIELD_LONG, FIELD (integrator.maximum_steps), .most = LW_MOST_STEPS,
    .flags = LIVE,
    .objects = "run",
    .about = N_ ("Largest number of steps from one sample to the next; 0: no limit.") },
  { "stabilisation", LW_FIELD_CHOICE, FIELD (integrator.stabilisation.stabilisation),
    .words = lw_stabilisation_words, .flags = LIVE,
    .objects = "run",
    .card = "run", .label = N_ ("Stabilisation"), .step = N_ ("Change Stabilisation"),
    .about = N_ ("How the couplings are kept closed while the motion is computed.") },
  { "run_time_constant", LW_FIELD_REAL, FIELD (integrator.stabilisation.time_constant),
    .range = LW_RANGE_POSITIVE, .unit = "s", .flags = BOUND | LIVE,
    .objects = "run", .key = "time_constant",
    .card = "run", .label = N_ ("Time constant"), .step = N_ ("Change Time Constant"),
    .when = "stabilisation=baumgarte",
    .shown_unit = "ms",
    .about = N_ ("Time constant of Baumgarte's stabilisation.") },
  { "assemble", LW_FIELD_FLAG, FIELD (assemble),
    .objects = "run",
    .card = "run", .label = N_ ("Assemble first"), .step = N_ ("Change Assembly"),
    .about = N_ ("1: positions and velocities are made to satisfy the couplings first.") },
  { "sequential_impacts", LW_FIELD_FLAG, FIELD (integrator.sequential_impacts), .flags = LIVE,
    .objects = "run",
    .card = "run", .label = N_ ("Impacts one by one"), .step = N_ ("Change Impacts"),
    .about = N_ ("1: simultaneous impacts are solved in sequence.") },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwPlotLayout, member)
static const LwField plot_fields[] = {
  { "title", LW_FIELD_TEXT, FIELD (title),
    .about = N_ ("Title; empty if it has none.") },
  { "channels", LW_FIELD_TEXTS, FIELD (channels),
    .about = N_ ("Names of channels, patterns with `*` and `?`, or `NAME = EXPRESSION`, which defines "
             "a channel from others.") },
  { "logarithmic", LW_FIELD_FLAG, FIELD (logarithmic),
    .objects = "plot",
    .about = N_ ("1: the axis of values is logarithmic.") },
  { "against", LW_FIELD_TEXT, FIELD (against), .flags = OPTIONAL,
    .about = N_ ("Name of the channel along the horizontal axis, or `frequency`."),
    .absent = N_ ("time") },
  { "equal_scale", LW_FIELD_FLAG, FIELD (equal_scale),
    .objects = "plot",
    .about = N_ ("1: if it shows lengths against a length, both axes have the same scale.") },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwParameter, member)
static const LwField parameter_fields[] = {
  { "name", LW_FIELD_TEXT, FIELD (name), .flags = UNIQUE,
    .about = N_ ("Name: letters, digits and underscores, not beginning with a digit; not `t`.") },
  { "value", LW_FIELD_REAL, FIELD (value),
    .about = N_ ("Value in SI units or rad.") },
  { "note", LW_FIELD_TEXT, FIELD (note),
    .about = N_ ("Description; empty if there is none.") },
  { "unit", LW_FIELD_TEXT, FIELD (unit),
    .about = N_ ("SI unit of the value; `1`: a plain number.") },
  { "expression", LW_FIELD_TEXT, FIELD (expression), .flags = OPTIONAL,
    .about = N_ ("Formula of other parameters that gives the value."),
    .absent = N_ ("none") },
  { "minimum", LW_FIELD_REAL, FIELD (minimum), .none = -INFINITY, .flags = OPTIONAL,
    .about = N_ ("Lower end of its slider."),
    .absent = N_ ("none") },
  { "maximum", LW_FIELD_REAL, FIELD (maximum), .none = INFINITY, .flags = OPTIONAL,
    .about = N_ ("Upper end of its slider."),
    .absent = N_ ("none") },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwContactPair, member)
static const LwField contact_pair_fields[] = {
  { "body_a", LW_FIELD_BODY, FIELD (body[0]),
    .about = N_ ("Id of one body, the smaller id.") },
  { "body_b", LW_FIELD_BODY, FIELD (body[1]),
    .about = N_ ("Id of the other body.") },
  { "touches", LW_FIELD_FLAG, FIELD (touches),
    .objects = "contact_pair",
    .about = N_ ("0: they pass through each other.") },
  { "friction", LW_FIELD_REAL, FIELD (friction), .range = LW_RANGE_NOT_NEGATIVE, .flags = BOUND,
    .objects = "contact_pair",
    .about = N_ ("Coefficient of friction.") },
  { "restitution", LW_FIELD_REAL, FIELD (restitution), .range = LW_RANGE_FRACTION, .flags = BOUND,
    .objects = "contact_pair",
    .about = N_ ("Coefficient of restitution.") },
  { "rolling", LW_FIELD_REAL, FIELD (rolling), .range = LW_RANGE_NOT_NEGATIVE, .unit = "m",
    .flags = BOUND,
    .objects = "contact_pair",
    .about = N_ ("Arm of rolling friction.") },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwMechanismHead, member)
static const LwField mechanism_fields[] = {
  { "title", LW_FIELD_TEXT, FIELD (title), .about = N_ ("Title of the mechanism; empty if it has none.") },
  { "notes", LW_FIELD_TEXT, FIELD (notes),
    .about = N_ ("Notes, several lines; empty if there are none.") },
  { "lesson", LW_FIELD_TEXT, FIELD (lesson), .most = LW_MECHANISM_MAX_LESSON,
    .about = N_ ("Lesson that is written in this project, as JSON, see lessons.md; empty if there is none.") },
  { "gravity", LW_FIELD_REAL, FIELD (gravity), .count = 3, .parts = "x y z", .unit = "m/s^2",
    .about = N_ ("Gravity in world axes.") },
  { "units", LW_FIELD_CHOICE, FIELD (length_unit), .words = lw_length_unit_words,
    .none = LW_LENGTH_UNITS, .flags = OPTIONAL,
    .about = N_ ("System of units in which the mechanism is shown."),
    .absent = N_ ("the one that the user prefers") },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwBinding, member)
static const LwField binding_fields[] = {
  { "element", LW_FIELD_CHOICE, FIELD (owner.kind), .words = lw_element_kind_words,
    .none = LW_SELECTION_NONE, .flags = OPTIONAL,
    .about = N_ ("Kind of the element."),
    .absent = N_ ("the field belongs to the mechanism") },
  { "id", LW_FIELD_WHOLE, FIELD (owner.id), .most = G_MAXINT,
    .about = N_ ("Id of the element; 0: none.") },
  { "field", LW_FIELD_TEXT, FIELD (field), .about = N_ ("Name of the field, as in the text form.") },
  { "unit", LW_FIELD_TEXT, FIELD (unit), .about = N_ ("SI unit of its numbers.") },
  { "expression", LW_FIELD_TEXT, FIELD (expression),
    .about = N_ ("The formula; one for each number of the field, separated by semicolons.") },
};
#undef FIELD

/* clang-format on */

const LwFieldTable lw_mechanism_fields = TABLE ("mechanism", LwMechanismHead, mechanism_fields);
const LwFieldTable lw_binding_fields = TABLE ("bindings", LwBinding, binding_fields);
const LwFieldTable lw_plot_fields = TABLE ("plots", LwPlotLayout, plot_fields);
const LwFieldTable lw_parameter_fields = TABLE ("parameters", LwParameter, parameter_fields);
const LwFieldTable lw_contact_pair_fields =
  TABLE ("contact_pairs", LwContactPair, contact_pair_fields);

static const LwFieldTable run_table = TABLE ("run_settings", LwRunSettings, run_fields);
static const LwFieldTable body_table = TABLE ("bodies", LwBody, body_fields);
static const LwFieldTable force_table = TABLE ("forces", LwForce, force_fields);
static const LwFieldTable tracer_table = TABLE ("tracers", LwTracer, tracer_fields);
static const LwFieldTable measurement_table =
  TABLE ("measurements", LwMeasurement, measurement_fields);

const LwFieldTable *
lw_field_table (LwSelectionKind kind)
{
  static const LwFieldTable *const tables[] = {
    [LW_SELECTION_NONE] = &run_table,
    [LW_SELECTION_BODY] = &body_table,
    [LW_SELECTION_COUPLING] = &lw_coupling_fields,
    [LW_SELECTION_FORCE] = &force_table,
    [LW_SELECTION_TRACER] = &tracer_table,
    [LW_SELECTION_MEASUREMENT] = &measurement_table,
  };

  return tables[kind];
}
