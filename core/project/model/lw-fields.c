// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tables of fields, in the order of the columns of project files.

#include "lw-field.h"

#define DRAWN .flags = LW_FIELD_DRAWN
#define BOUND .flags = LW_FIELD_BOUND
#define LIVE .flags = LW_FIELD_LIVE
#define DRAWN_BOUND .flags = LW_FIELD_DRAWN | LW_FIELD_BOUND
#define DRAWN_LIVE .flags = LW_FIELD_DRAWN | LW_FIELD_LIVE
#define BOUND_LIVE .flags = LW_FIELD_BOUND | LW_FIELD_LIVE
#define DRAWN_BOUND_LIVE .flags = LW_FIELD_DRAWN | LW_FIELD_BOUND | LW_FIELD_LIVE

#define TABLE(name, struct, rows)                                                                  \
  {                                                                                                \
    name, sizeof (struct), rows, G_N_ELEMENTS (rows)                                               \
  }

/* clang-format off */

#define FIELD(member) .offset = offsetof (LwBody, member)
static const LwField body_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id), DRAWN },
  { "name", LW_FIELD_TEXT, FIELD (element.name) },
  { "mobility", LW_FIELD_CHOICE, FIELD (def.mobility), DRAWN },
  { "mass", LW_FIELD_REAL, FIELD (def.mass), BOUND },
  { "inertia", LW_FIELD_REAL, FIELD (def.inertia), .count = 6, BOUND },
  { "centre_of_mass", LW_FIELD_REAL, FIELD (def.centre_of_mass), .count = 3, BOUND },
  { "position", LW_FIELD_REAL, FIELD (def.position), .count = 3, DRAWN_BOUND },
  { "quaternion", LW_FIELD_REAL, FIELD (def.quaternion), .count = 4, DRAWN },
  { "angle", LW_FIELD_REAL, FIELD (def.angle), DRAWN_BOUND },
  { "velocity", LW_FIELD_REAL, FIELD (def.velocity), .count = 3, DRAWN_BOUND },
  { "angular_velocity", LW_FIELD_REAL, FIELD (def.angular_velocity), .count = 3, DRAWN_BOUND },
  { "colour", LW_FIELD_CHOICE, FIELD (hue) },
  { "shape", LW_FIELD_CHOICE, FIELD (shape.kind), DRAWN },
  { "shape_centre", LW_FIELD_REAL, FIELD (shape.centre), .count = 3, DRAWN_BOUND },
  { "shape_size", LW_FIELD_REAL, FIELD (shape.size), .count = 3, .range = LW_RANGE_POSITIVE, DRAWN_BOUND },
  { "points", LW_FIELD_POINTS, FIELD (shape.points), DRAWN },
  { "density", LW_FIELD_REAL, FIELD (plate.density), .range = LW_RANGE_POSITIVE, BOUND },
  { "thickness", LW_FIELD_REAL, FIELD (plate.thickness), .range = LW_RANGE_POSITIVE, BOUND },
  { "link_width", LW_FIELD_REAL, FIELD (plate.width) },
  { "hole_radius", LW_FIELD_REAL, FIELD (plate.hole_radius), .range = LW_RANGE_POSITIVE, BOUND },
  { "typed", LW_FIELD_BITS, FIELD (plate.typed) },
  { "length_locked", LW_FIELD_FLAG, FIELD (length_locked) },
  { "takes_part", LW_FIELD_FLAG, FIELD (contact.takes_part) },
  { "half_plane", LW_FIELD_FLAG, FIELD (contact.half_plane) },
  { "contact_friction", LW_FIELD_REAL, FIELD (contact.friction), .range = LW_RANGE_NOT_NEGATIVE, BOUND },
  { "contact_restitution", LW_FIELD_REAL, FIELD (contact.restitution), .range = LW_RANGE_FRACTION, BOUND },
  { "contact_rolling", LW_FIELD_REAL, FIELD (contact.rolling), .range = LW_RANGE_NOT_NEGATIVE, BOUND },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwCoupling, member)
static const LwField coupling_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id), DRAWN },
  { "name", LW_FIELD_TEXT, FIELD (element.name), LIVE },
  { "kind", LW_FIELD_CLASS, FIELD (def.class_), DRAWN },
  { "predecessor", LW_FIELD_BODY, FIELD (def.body_a), DRAWN },
  { "successor", LW_FIELD_BODY, FIELD (def.body_b), DRAWN },
  { "point_p", LW_FIELD_REAL, FIELD (def.frame_a.point), .count = 3, DRAWN_BOUND_LIVE },
  { "quaternion_p", LW_FIELD_REAL, FIELD (def.frame_a.quaternion), .count = 4, DRAWN_LIVE },
  { "point_s", LW_FIELD_REAL, FIELD (def.frame_b.point), .count = 3, DRAWN_BOUND_LIVE },
  { "quaternion_s", LW_FIELD_REAL, FIELD (def.frame_b.quaternion), .count = 4, DRAWN_LIVE },
  { "locked", LW_FIELD_BITS, FIELD (def.locked), DRAWN },
  { "length", LW_FIELD_REAL, FIELD (def.length), .range = LW_RANGE_POSITIVE, DRAWN_BOUND_LIVE },
  { "function", LW_FIELD_FUNCTION, FIELD (function) },
  { "enabled", LW_FIELD_FLAG, FIELD (def.enabled), LIVE },
  { "stabilisation", LW_FIELD_CHOICE, FIELD (def.stabilisation), LIVE },
  { "time_constant", LW_FIELD_REAL, FIELD (def.time_constant), .range = LW_RANGE_POSITIVE, BOUND_LIVE },
  { "joint_1", LW_FIELD_COUPLING, FIELD (joint[0]), DRAWN },
  { "joint_2", LW_FIELD_COUPLING, FIELD (joint[1]), DRAWN },
  { "coordinate_1", LW_FIELD_CHOICE, FIELD (def.coordinate[0]), DRAWN },
  { "coordinate_2", LW_FIELD_CHOICE, FIELD (def.coordinate[1]), DRAWN },
  { "predecessor_2", LW_FIELD_BODY, FIELD (def.body_c), DRAWN },
  { "successor_2", LW_FIELD_BODY, FIELD (def.body_d), DRAWN },
  { "point_p_2", LW_FIELD_REAL, FIELD (def.frame_c.point), .count = 3, DRAWN_BOUND_LIVE },
  { "quaternion_p_2", LW_FIELD_REAL, FIELD (def.frame_c.quaternion), .count = 4, DRAWN_LIVE },
  { "point_s_2", LW_FIELD_REAL, FIELD (def.frame_d.point), .count = 3, DRAWN_BOUND_LIVE },
  { "quaternion_s_2", LW_FIELD_REAL, FIELD (def.frame_d.quaternion), .count = 4, DRAWN_LIVE },
  { "rod", LW_FIELD_CHOICE, FIELD (def.rod), DRAWN },
  { "gearing", LW_FIELD_CHOICE, FIELD (gearing), DRAWN },
  { "ratio", LW_FIELD_REAL, FIELD (def.ratio), BOUND_LIVE },
  { "offset", LW_FIELD_REAL, FIELD (def.offset), DRAWN_BOUND_LIVE },
  { "radius", LW_FIELD_REAL, FIELD (radius), .count = 2, DRAWN_BOUND_LIVE },
  { "crossed", LW_FIELD_FLAG, FIELD (crossed), DRAWN_LIVE },
  { "pitch", LW_FIELD_REAL, FIELD (pitch), DRAWN_BOUND_LIVE },
  { "lower", LW_FIELD_REAL, FIELD (def.lower), BOUND },
  { "upper", LW_FIELD_REAL, FIELD (def.upper), BOUND },
  { "angle", LW_FIELD_REAL, FIELD (def.angle), DRAWN_BOUND_LIVE },
  { "normals", LW_FIELD_WHOLE, FIELD (def.normal_count), DRAWN },
  { "normal", LW_FIELD_REAL, FIELD (def.normals), .count = 9, DRAWN },
  { "mode", LW_FIELD_CHOICE, FIELD (def.mode) },
  { "level", LW_FIELD_CHOICE, FIELD (def.level) },
  { "effort_limit", LW_FIELD_REAL, FIELD (def.effort_limit), BOUND_LIVE },
  { "friction", LW_FIELD_REAL, FIELD (def.friction), BOUND_LIVE },
  { "friction_radius", LW_FIELD_REAL, FIELD (def.friction_radius), BOUND_LIVE },
  { "friction_joint", LW_FIELD_COUPLING, FIELD (def.joint) },
  { "cohesion", LW_FIELD_REAL, FIELD (def.cohesion), BOUND_LIVE },
  { "compliant", LW_FIELD_FLAG, FIELD (def.compliant) },
  { "stiffness", LW_FIELD_REAL, FIELD (def.stiffness), BOUND },
  { "damping", LW_FIELD_REAL, FIELD (def.damping), BOUND },
  { "break_force", LW_FIELD_REAL, FIELD (def.break_force), BOUND_LIVE },
  { "break_moment", LW_FIELD_REAL, FIELD (def.break_moment), BOUND_LIVE },
  { "break_impulse", LW_FIELD_REAL, FIELD (def.break_impulse), BOUND_LIVE },
  { "parameters", LW_FIELD_REAL, FIELD (def.parameters), .count = MBD_MOST_PARAMETERS },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwForce, member)
static const LwField force_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id), DRAWN },
  { "name", LW_FIELD_TEXT, FIELD (element.name) },
  { "kind", LW_FIELD_CLASS, FIELD (def.class_), DRAWN },
  { "body_a", LW_FIELD_BODY, FIELD (def.body_a), DRAWN },
  { "body_b", LW_FIELD_BODY, FIELD (def.body_b), DRAWN },
  { "point_a", LW_FIELD_REAL, FIELD (def.point_a), .count = 3, DRAWN_BOUND },
  { "point_b", LW_FIELD_REAL, FIELD (def.point_b), .count = 3, DRAWN_BOUND },
  { "stiffness", LW_FIELD_REAL, FIELD (def.stiffness), BOUND },
  { "damping", LW_FIELD_REAL, FIELD (def.damping), BOUND },
  { "free_length", LW_FIELD_REAL, FIELD (def.free_length), BOUND },
  { "law", LW_FIELD_TEXT, FIELD (law) },
  { "force", LW_FIELD_REAL, FIELD (def.force), .count = 3, BOUND },
  { "torque", LW_FIELD_REAL, FIELD (def.torque), .count = 3, BOUND },
  { "functions", LW_FIELD_FUNCTION, FIELD (functions), .count = LW_FORCE_COMPONENTS },
  { "follows_body", LW_FIELD_FLAG, FIELD (def.follows_body) },
  { "enabled", LW_FIELD_FLAG, FIELD (def.enabled) },
  { "rotational_damping", LW_FIELD_REAL, FIELD (def.rotational_damping), BOUND },
  { "quaternion_a", LW_FIELD_REAL, FIELD (def.quaternion_a), .count = 4, DRAWN },
  { "quaternion_b", LW_FIELD_REAL, FIELD (def.quaternion_b), .count = 4, DRAWN },
  { "bushing_rotational_stiffness", LW_FIELD_REAL, FIELD (def.bushing.rotational_stiffness), .count = 3, BOUND },
  { "bushing_rotational_damping", LW_FIELD_REAL, FIELD (def.bushing.rotational_damping), .count = 3, BOUND },
  { "bushing_stiffness", LW_FIELD_REAL, FIELD (def.bushing.translational_stiffness), .count = 3, BOUND },
  { "bushing_damping", LW_FIELD_REAL, FIELD (def.bushing.translational_damping), .count = 3, BOUND },
  { "bushing_law", LW_FIELD_CHOICE, FIELD (def.bushing_law) },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwTracer, member)
static const LwField tracer_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id) },
  { "name", LW_FIELD_TEXT, FIELD (element.name) },
  { "body", LW_FIELD_BODY, FIELD (body) },
  { "point", LW_FIELD_REAL, FIELD (point), .count = 3, BOUND },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwMeasurement, member)
static const LwField measurement_fields[] = {
  { "id", LW_FIELD_WHOLE, FIELD (element.id) },
  { "name", LW_FIELD_TEXT, FIELD (element.name) },
  { "points", LW_FIELD_WHOLE, FIELD (n_points) },
  { "body_1", LW_FIELD_BODY, FIELD (points[0].body) },
  { "point_1", LW_FIELD_REAL, FIELD (points[0].point), .count = 3, BOUND },
  { "body_2", LW_FIELD_BODY, FIELD (points[1].body) },
  { "point_2", LW_FIELD_REAL, FIELD (points[1].point), .count = 3, BOUND },
  { "body_3", LW_FIELD_BODY, FIELD (points[2].body) },
  { "point_3", LW_FIELD_REAL, FIELD (points[2].point), .count = 3, BOUND },
  { "body_4", LW_FIELD_BODY, FIELD (points[3].body) },
  { "point_4", LW_FIELD_REAL, FIELD (points[3].point), .count = 3, BOUND },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwRunSettings, member)
static const LwField run_fields[] = {
  { "duration", LW_FIELD_REAL, FIELD (duration), .range = LW_RANGE_POSITIVE, BOUND },
  { "interval", LW_FIELD_REAL, FIELD (interval), .range = LW_RANGE_POSITIVE, BOUND },
  { "assemble", LW_FIELD_FLAG, FIELD (assemble) },
  { "method", LW_FIELD_CHOICE, FIELD (integrator.method) },
  { "accuracy", LW_FIELD_REAL, FIELD (integrator.accuracy), .range = LW_RANGE_POSITIVE, BOUND },
  { "step", LW_FIELD_REAL, FIELD (integrator.step), BOUND },
  { "maximum_step", LW_FIELD_REAL, FIELD (integrator.maximum_step), .range = LW_RANGE_POSITIVE, BOUND },
  { "maximum_steps", LW_FIELD_LONG, FIELD (integrator.maximum_steps) },
  { "stabilisation", LW_FIELD_CHOICE, FIELD (integrator.stabilisation.stabilisation) },
  { "run_time_constant", LW_FIELD_REAL, FIELD (integrator.stabilisation.time_constant), .range = LW_RANGE_POSITIVE, BOUND },
  { "sequential_impacts", LW_FIELD_FLAG, FIELD (integrator.sequential_impacts) },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwPlotLayout, member)
static const LwField plot_fields[] = {
  { "title", LW_FIELD_TEXT, FIELD (title) },
  { "channels", LW_FIELD_TEXTS, FIELD (channels) },
  { "logarithmic", LW_FIELD_FLAG, FIELD (logarithmic) },
  { "against", LW_FIELD_TEXT, FIELD (against) },
  { "equal_scale", LW_FIELD_FLAG, FIELD (equal_scale) },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwParameter, member)
static const LwField parameter_fields[] = {
  { "name", LW_FIELD_TEXT, FIELD (name) },
  { "value", LW_FIELD_REAL, FIELD (value) },
  { "note", LW_FIELD_TEXT, FIELD (note) },
  { "unit", LW_FIELD_TEXT, FIELD (unit) },
  { "expression", LW_FIELD_TEXT, FIELD (expression) },
  { "minimum", LW_FIELD_REAL, FIELD (minimum) },
  { "maximum", LW_FIELD_REAL, FIELD (maximum) },
};
#undef FIELD

#define FIELD(member) .offset = offsetof (LwContactPair, member)
static const LwField contact_pair_fields[] = {
  { "body_a", LW_FIELD_BODY, FIELD (body[0]) },
  { "body_b", LW_FIELD_BODY, FIELD (body[1]) },
  { "touches", LW_FIELD_FLAG, FIELD (touches) },
  { "friction", LW_FIELD_REAL, FIELD (friction), .range = LW_RANGE_NOT_NEGATIVE, BOUND },
  { "restitution", LW_FIELD_REAL, FIELD (restitution), .range = LW_RANGE_FRACTION, BOUND },
  { "rolling", LW_FIELD_REAL, FIELD (rolling), .range = LW_RANGE_NOT_NEGATIVE, BOUND },
};
#undef FIELD

/* clang-format on */

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
