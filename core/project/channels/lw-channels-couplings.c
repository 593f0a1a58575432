// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels of couplings: errors, motion, effort, gaps, state and multipliers. Reactions are in
// lw-channels-reactions.c, the transmission of motion in lw-channels-transmission.c.

#include <glib/gi18n.h>

#include "lw-channels-private.h"

#include <math.h>

// Reading

static double
read_length_error (Reading *self, const Channel *channel)
{
  const double *errors = self->errors[channel->component];

  if (channel->first_row < 0)
    return 0;
  if (errors == NULL)
    return NAN; // out of memory
  return lw_reading_norm (errors + channel->first_row, channel->n_length_rows);
}

static double
read_angle_error (Reading *self, const Channel *channel)
{
  const double *errors = self->errors[channel->component];

  if (channel->first_row < 0)
    return 0;
  if (errors == NULL)
    return NAN; // out of memory
  return lw_reading_norm (errors + channel->first_row + channel->n_length_rows,
                          channel->n_angle_rows);
}

static double
read_multiplier (Reading *self, const Channel *channel)
{
  return channel->first_row < 0
           ? 0
           : mbd_state_multipliers (self->state)[channel->first_row + channel->component];
}

// The length may follow a function, or have been changed during the run.
static double
read_length (Reading *self, const Channel *channel)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, channel->index);

  return def->function != NULL
           ? mbd_function_evaluate (def->function, mbd_state_time (self->state)).value
           : def->length;
}

static double
read_rod_error (Reading *self, const Channel *channel)
{
  double a[3];
  double b[3];

  mbd_state_coupling_points (self->state, channel->index, a, b);
  return lw_reading_norm ((double[]){ b[0] - a[0], b[1] - a[1], b[2] - a[2] }, 3)
         - read_length (self, channel);
}

static double
read_tension (Reading *self, const Channel *channel)
{
  return mbd_state_tension (self->state, channel->index);
}

static double
read_coordinate (Reading *self, const Channel *channel)
{
  double value = 0, rate = 0;

  mbd_state_coordinate (self->state, channel->index, 0, channel->coordinate, &value, &rate);
  return value;
}

static double
read_coordinate_rate (Reading *self, const Channel *channel)
{
  double value = 0, rate = 0;

  mbd_state_coordinate (self->state, channel->index, 0, channel->coordinate, &value, &rate);
  return rate;
}

static double
read_power (Reading *self, const Channel *channel)
{
  return mbd_state_power (self->state, channel->index);
}

// Gaps of the rows of one coupling, computed from its geometry.
static double
read_gap (Reading *self, const Channel *channel)
{
  const MbdModel *model = mbd_state_model (self->state);
  const int row =
    channel->first_row - mbd_model_coupling_first_row (model, channel->index) + channel->component;
  double gaps[2] = { 0, 0 };

  if (mbd_model_coupling_rows (model, channel->index) > 2)
    return NAN;
  mbd_state_gap (self->state, channel->index, gaps, NULL);
  return gaps[row == 1];
}

// The effort of a driver is its multiplier. On a limit, the lower stop pushes up and the upper one
// down.
static double
read_effort (Reading *self, const Channel *channel)
{
  const MbdModel *model = mbd_state_model (self->state);
  const MbdCouplingDef *def = mbd_state_coupling (self->state, channel->index);
  const double *lambda = mbd_state_multipliers (self->state) + channel->first_row;
  const int n = mbd_model_coupling_rows (model, channel->index);

  if (n == 0)
    return 0;
  if (!lw_family_of (def->class_)->has_stops)
    return lambda[0];
  if (n == 2)
    return lambda[0] - lambda[1];
  return isfinite (def->lower) ? lambda[0] : -lambda[0];
}

// 1 if any row of the coupling is active, else 0.
static double
read_active (Reading *self, const Channel *channel)
{
  const MbdModel *model = mbd_state_model (self->state);
  const int first = mbd_model_coupling_first_row (model, channel->index);
  const int n = mbd_model_coupling_rows (model, channel->index);

  for (int row = first; row < first + n; row++) {
    MbdRowRole role = mbd_state_row_role (self->state, row);

    if (role == MBD_ROW_SOLVED || role == MBD_ROW_COMPLIANT)
      return 1;
  }
  return 0;
}

static double
read_broken (Reading *self, const Channel *channel)
{
  return mbd_state_coupling_flags (self->state, channel->index).broken;
}

/// Computes the energy stored in the springs of a compliant coupling, and the power of its dampers.
static void
sum_compliance (Reading *self, const Channel *channel, double *energy, double *power)
{
  const MbdModel *model = mbd_state_model (self->state);
  const int n = mbd_model_coupling_rows (model, channel->index);
  double errors[6] = { 0 }, rates[6] = { 0 };

  *energy = *power = 0;
  if (n > (int) G_N_ELEMENTS (errors)
      || !mbd_state_coupling_flags (self->state, channel->index).active)
    return;
  mbd_state_gap (self->state, channel->index, errors, rates);
  for (int row = 0; row < n; row++) {
    const MbdLevel level = mbd_state_level (self->state, channel->index, row);
    double stiffness, damping;

    if (!mbd_state_compliance (self->state, channel->index, row, &stiffness, &damping))
      continue;
    // Errors below the level of a row count as 0.
    if (level == MBD_LEVEL_POSITION)
      *energy += 0.5 * stiffness * errors[row] * errors[row];
    if (level <= MBD_LEVEL_VELOCITY)
      *power += damping * rates[row] * rates[row];
  }
}

static double
read_row_energy (Reading *self, const Channel *channel)
{
  double energy, power;

  sum_compliance (self, channel, &energy, &power);
  return energy;
}

static double
read_row_dissipated (Reading *self, const Channel *channel)
{
  double energy, power;

  sum_compliance (self, channel, &energy, &power);
  return power;
}

static double
read_coupling_input (Reading *self, const Channel *channel)
{
  return mbd_state_coupling_work (self->state, channel->index).input;
}

static double
read_coupling_taken (Reading *self, const Channel *channel)
{
  return mbd_state_coupling_work (self->state, channel->index).dissipated;
}

// Sources and lines

static const Source length_error = { read_length_error, .is_error = true };
static const Source angle_error = { read_angle_error, .is_error = true };
static const Source multiplier = { read_multiplier };
static const Source rod_tension = { read_tension };
static const Source rod_error = { read_rod_error };
static const Source coordinate = { read_coordinate };
static const Source coordinate_rate = { read_coordinate_rate };
static const Source effort = { read_effort };
static const Source power = { read_power };
static const Source gap = { read_gap };
static const Source active = { read_active };
static const Source broken = { read_broken };
static const Source row_energy = { read_row_energy, .is_square = true };
static const Source row_dissipated = { read_row_dissipated };
static const Source coupling_input = { read_coupling_input, .is_integral = true };
static const Source coupling_taken = { read_coupling_taken, .is_integral = true };

static const Line length_error_lines[] = {
  { "position_error", NULL, "|ε|", "m", &length_error, 0, LW_GROUP_ERROR,
    N_ ("position error, the distance of its points in the locked directions") },
  { "velocity_error", NULL, "|ε̇|", "m/s", &length_error, 1, LW_GROUP_ERROR,
    N_ ("rate of the position error") },
  { "acceleration_error", NULL, "|ε̈|", "m/s^2", &length_error, 2, LW_GROUP_ERROR,
    N_ ("second rate of the position error, stabilisation terms left out") },
};

static const Line angle_error_lines[] = {
  { "angle_error", NULL, "|ε|", "rad", &angle_error, 0, LW_GROUP_ERROR,
    N_ ("angle error, the angle between its locked directions") },
  { "angle_rate_error", NULL, "|ε̇|", "rad/s", &angle_error, 1, LW_GROUP_ERROR,
    N_ ("rate of the angle error") },
  { "angle_acceleration_error", NULL, "|ε̈|", "rad/s^2", &angle_error, 2, LW_GROUP_ERROR,
    N_ ("second rate of the angle error, stabilisation terms left out") },
};

static const Line rod_lines[] = {
  { "tension", NULL, "T", "N", &rod_tension, 0, LW_GROUP_FORCE,
    N_ ("force along the rod, positive pulls its ends together") },
  { "length_error", NULL, "ε", "m", &rod_error, 0, LW_GROUP_ERROR,
    N_ ("distance of its ends minus its length, positive when it is stretched") },
};

// A rope or strut has a gap instead of an error.
static const Line taut_lines[] = {
  { "tension", NULL, "T", "N", &rod_tension, 0, LW_GROUP_FORCE,
    N_ ("force along it, positive pulls its ends together") },
};

static const Line pulling_lines[] = {
  { "gap", NULL, "g", "m", &gap, 0, LW_GROUP_POSITION, N_ ("slack length, 0 while it is taut") },
};

static const Line pushing_lines[] = {
  { "gap", NULL, "g", "m", &gap, 0, LW_GROUP_POSITION,
    N_ ("distance by which its ends exceed its length, 0 while it carries a load") },
};

static const Line angle_lines[] = {
  { "coordinate", NULL, "q", "rad", &coordinate, 0, LW_GROUP_ANGLE,
    N_ ("angle of its second body against the first, positive about +z"), .rate = "rate" },
  { "rate", NULL, "q̇", "rad/s", &coordinate_rate, 0, LW_GROUP_VELOCITY, N_ ("rate of that angle") },
};

static const Line slide_lines[] = {
  { "coordinate", NULL, "q", "m", &coordinate, 0, LW_GROUP_POSITION,
    N_ ("slide of its second body along the axis of the first"), .rate = "rate" },
  { "rate", NULL, "q̇", "m/s", &coordinate_rate, 0, LW_GROUP_VELOCITY, N_ ("rate of that slide") },
};

static const Line arc_lines[] = {
  { "coordinate", NULL, "s", "m", &coordinate, 0, LW_GROUP_POSITION,
    N_ ("way of its pin along the curve from its first point, with all laps of a closed one"),
    .rate = "rate" },
  { "rate", NULL, "ṡ", "m/s", &coordinate_rate, 0, LW_GROUP_VELOCITY, N_ ("rate of that way") },
};

// Joint that both turns and slides.
static const Line second_slide_lines[] = {
  { "slide", N_ ("slide"), "q", "m", &coordinate, 0, LW_GROUP_POSITION,
    N_ ("slide of its second body along the axis of the first"), .rate = "slide_rate" },
  { "slide_rate", N_ ("slide"), "q̇", "m/s", &coordinate_rate, 0, LW_GROUP_VELOCITY,
    N_ ("rate of that slide") },
};

static const Line torque_lines[] = {
  { "effort", NULL, "M", "N m", &effort, 0, LW_GROUP_DRIVE,
    N_ ("moment on the angle that it works on, positive increases it") },
};

static const Line thrust_lines[] = {
  { "effort", NULL, "F", "N", &effort, 0, LW_GROUP_DRIVE,
    N_ ("force on the slide that it works on, positive increases it") },
};

static const Line power_lines[] = {
  { "power", NULL, "P", "W", &power, 0, LW_GROUP_POWER, N_ ("power that it puts into the bodies") },
  { "work", N_ ("work"), "E", "J", &coupling_input, 0, LW_GROUP_ENERGY,
    N_ ("work that it has put into the bodies since the start of the run") },
};

static const Line lower_angle_lines[] = {
  { "lower_gap", N_ ("lower"), "g", "rad", &gap, 0, LW_GROUP_ANGLE,
    N_ ("angle to its lower stop") },
};

static const Line upper_angle_lines[] = {
  { "upper_gap", N_ ("upper"), "g", "rad", &gap, 0, LW_GROUP_ANGLE,
    N_ ("angle to its upper stop") },
};

static const Line lower_slide_lines[] = {
  { "lower_gap", N_ ("lower"), "g", "m", &gap, 0, LW_GROUP_POSITION,
    N_ ("distance to its lower stop") },
};

static const Line upper_slide_lines[] = {
  { "upper_gap", N_ ("upper"), "g", "m", &gap, 0, LW_GROUP_POSITION,
    N_ ("distance to its upper stop") },
};

static const Line compliant_lines[] = {
  { "energy", NULL, "E", "J", &row_energy, 0, LW_GROUP_ENERGY, N_ ("energy that it has stored") },
  { "dissipated_power", NULL, "P", "W", &row_dissipated, 0, LW_GROUP_POWER,
    N_ ("power that its damping takes out of the mechanism") },
  { "dissipated_energy", N_ ("dissipated"), "E", "J", &coupling_taken, 0, LW_GROUP_ENERGY,
    N_ ("energy that its damping has taken out of the mechanism since the start of the run") },
};

static const Line state_lines[] = {
  { "active", N_ ("active"), "on", "1", &active, 0, LW_GROUP_STATE,
    N_ ("1 while it is active, 0 while it is switched off, broken, slack or away from its stop") },
};

static const Line broken_lines[] = {
  { "broken", N_ ("broken"), "broken", "1", &broken, 0, LW_GROUP_STATE,
    N_ ("1 if it has broken, else 0") },
};

// Building the list

// In every kind, the rows that measure lengths come before those that measure angles.
static void
count_rows (const MbdModel *model, int coupling, int *n_length, int *n_angle)
{
  const int first = mbd_model_coupling_first_row (model, coupling);
  const int n = mbd_model_coupling_rows (model, coupling);

  *n_length = *n_angle = 0;
  for (int row = first; row < first + n; row++)
    if (mbd_model_row_is_length (model, row))
      ++*n_length;
    else
      ++*n_angle;
}

static char *
dup_multiplier_text (const Channel *channel)
{
  const char *format =
    channel->component < channel->n_length_rows
      ? _ ("multiplier of its row %d, a force on %s in the axes of its frame on the predecessor")
      : _ ("multiplier of its row %d, a moment on %s in the axes of its frame on the predecessor");

  return g_strdup_printf (format, channel->component + 1, channel->told->successor);
}

#define MULTIPLIER(row, of)                                                                        \
  {                                                                                                \
    .suffix = "lambda" #row, .mark = "λ" #row, .quantity = "λ", .unit = (of),                      \
    .source = &multiplier, .component = row - 1, .group = LW_GROUP_MULTIPLIER,                     \
    .dup_text = dup_multiplier_text                                                                \
  }

#define MULTIPLIERS(of)                                                                            \
  {                                                                                                \
    MULTIPLIER (1, of), MULTIPLIER (2, of), MULTIPLIER (3, of), MULTIPLIER (4, of),                \
      MULTIPLIER (5, of), MULTIPLIER (6, of)                                                       \
  }

static const Line force_multiplier_lines[] = MULTIPLIERS ("N");
static const Line moment_multiplier_lines[] = MULTIPLIERS ("N m");

static void
add_multipliers (LwChannels *self, Owner *owner)
{
  const int n = owner->pattern.n_length_rows + owner->pattern.n_angle_rows;

  for (int i = 0; i < n; i++) {
    const bool length = i < owner->pattern.n_length_rows;

    if (i < (int) G_N_ELEMENTS (force_multiplier_lines)) {
      lw_channels_add_lines (self, owner,
                             length ? &force_multiplier_lines[i] : &moment_multiplier_lines[i], 1);
      continue;
    }
    g_autofree char *suffix = g_strdup_printf ("lambda%d", i + 1);
    g_autofree char *mark = g_strdup_printf ("λ%d", i + 1);
    const Line line = { .suffix = suffix,
                        .mark = mark,
                        .quantity = "λ",
                        .unit = length ? "N" : "N m",
                        .source = &multiplier,
                        .component = i,
                        .group = LW_GROUP_MULTIPLIER,
                        .dup_text = dup_multiplier_text };

    lw_channels_add_made_line (self, owner, &line);
  }
}

// Adds the motion of the second body against the first, for a joint or for the joint that a
// coupling uses.
static void
add_motion (LwChannels *self, Owner *owner, const MbdCouplingDef *def, bool space)
{
  const bool is_joint = lw_family_of (def->class_)->is_joint;
  const MbdCoordinate slides[] = { MBD_COORDINATE_SLIDE, MBD_COORDINATE_SLIDE_Z };
  bool named = false;

  if (!is_joint) {
    owner->pattern.coordinate = def->coordinate[0];
    if (def->coordinate[0] == MBD_COORDINATE_ANGLE)
      ADD_LINES (self, owner, angle_lines);
    else if (def->coordinate[0] == MBD_COORDINATE_ARC)
      ADD_LINES (self, owner, arc_lines);
    else
      ADD_LINES (self, owner, slide_lines);
    return;
  }
  if (lw_family_of (def->class_)->has_curve) {
    owner->pattern.coordinate = MBD_COORDINATE_ARC;
    ADD_LINES (self, owner, arc_lines);
    return;
  }
  // If more is free than one axis to turn about or slide along, the body channels describe the
  // motion better.
  if (__builtin_popcount (def->locked & (MBD_LOCK_X | MBD_LOCK_Y | (space ? MBD_LOCK_Z : 0)))
        < (space ? 2 : 1)
      || (space
          && __builtin_popcount (def->locked & (MBD_LOCK_RX | MBD_LOCK_RY | MBD_LOCK_RZ)) < 2))
    return;
  if (lw_coupling_has_coordinate (def, MBD_COORDINATE_ANGLE)) {
    owner->pattern.coordinate = MBD_COORDINATE_ANGLE;
    ADD_LINES (self, owner, angle_lines);
    named = true;
  }
  for (int i = 0; i < (space ? 2 : 1); i++) {
    if (!lw_coupling_has_coordinate (def, slides[i]))
      continue;
    owner->pattern.coordinate = slides[i];
    if (named)
      ADD_LINES (self, owner, second_slide_lines);
    else
      ADD_LINES (self, owner, slide_lines);
    return;
  }
}

static void
add_limit (LwChannels *self, Owner *owner, const MbdCouplingDef *def)
{
  const bool angle = def->coordinate[0] == MBD_COORDINATE_ANGLE;

  if (isfinite (def->lower)) {
    if (angle)
      ADD_LINES (self, owner, lower_angle_lines);
    else
      ADD_LINES (self, owner, lower_slide_lines);
  }
  if (!isfinite (def->upper))
    return;
  // The upper stop is the last row.
  owner->pattern.first_row += isfinite (def->lower) ? 1 : 0;
  if (angle)
    ADD_LINES (self, owner, upper_angle_lines);
  else
    ADD_LINES (self, owner, upper_slide_lines);
  owner->pattern.first_row -= isfinite (def->lower) ? 1 : 0;
}

// Adds the channels that only some kinds have.
static void
add_of_kind (LwChannels *self, Owner *owner, const MbdCouplingDef *def, bool space)
{
  const LwFamily *family = lw_family_of (def->class_);

  if (family->has_motion || family->is_joint)
    add_motion (self, owner, def, space);
  if (family->has_motion) {
    if (def->coordinate[0] == MBD_COORDINATE_ANGLE)
      ADD_LINES (self, owner, torque_lines);
    else
      ADD_LINES (self, owner, thrust_lines);
  }
  if (family->drives)
    ADD_LINES (self, owner, power_lines);
  if (family->has_stops)
    add_limit (self, owner, def);
  if (family->has_length) {
    if (family->may_slacken && def->rod == MBD_ROD_BAR)
      ADD_LINES (self, owner, rod_lines);
    else
      ADD_LINES (self, owner, taut_lines);
  }
  if (lw_coupling_only_pulls (def))
    ADD_LINES (self, owner, pulling_lines);
  if (lw_coupling_only_pushes (def))
    ADD_LINES (self, owner, pushing_lines);
}

/// Adds the channels of the transmission of motion from drivers through a joint.
static void
add_passing_on (LwChannels *self,
                const LwMechanism *mechanism,
                const MbdModel *model,
                const GArray *transmissions,
                const Owner *owner,
                const MbdCouplingDef *def,
                const LwCoupling *coupling)
{
  static const MbdCoordinate slides[] = { MBD_COORDINATE_SLIDE, MBD_COORDINATE_SLIDE_Z };
  Owner own = *owner;

  lw_channels_add_transmission (self, mechanism, model, transmissions, owner, coupling->element.id);
  if (!lw_coupling_get_coordinate (def, &own.pattern.coordinate))
    return;
  lw_channels_add_joint_advantage (self, mechanism, model, &own, "mechanical_advantage",
                                   coupling->element.id);
  // A joint that turns may slide, too.
  for (int i = 0; i < 2 && own.pattern.coordinate == MBD_COORDINATE_ANGLE; i++) {
    if (!lw_coupling_has_coordinate (def, slides[i]))
      continue;
    own.pattern.coordinate = slides[i];
    lw_channels_add_joint_advantage (self, mechanism, model, &own, "slide_mechanical_advantage",
                                     coupling->element.id);
  }
}

/// Finds for each of its four ends whether the force there has a moment about the point of the end.
static void
find_moments (const Owner *owner, const MbdCouplingDef *def, bool space, bool has_moment[4])
{
  const LwFamily *family = lw_family_of (def->class_);
  const bool turns = owner->pattern.n_angle_rows > 0;
  const bool is_pin = family->is_joint && owner->pattern.n_length_rows == (space ? 3 : 2);

  // All forces on the second body act at its point, except those of teeth and belts.
  has_moment[0] = turns || !(family->has_length || is_pin);
  has_moment[1] = turns || family->has_second_pair;
  has_moment[2] = has_moment[3] = true;
  // A rope pulls at its ends and pulleys, which it does not turn: the tension is the same on both sides.
  for (int end = 0; end < 4 && family->has_pulleys; end++) {
    has_moment[end] = false;
    for (int other = 0; other < 4; other++)
      has_moment[end] |= other != end && owner->sides[other] == owner->sides[end];
  }
}

/// Adds the reactions on the third and fourth body.
static void
add_side_reactions (LwChannels *self,
                    const LwMechanism *mechanism,
                    const MbdModel *model,
                    const Owner *owner,
                    const bool has_moment[4],
                    bool space)
{
  const int *sides = owner->sides;

  for (int end = 2; end < 4; end++) {
    if (sides[end] < 0 || sides[end] == sides[0] || sides[end] == sides[1]
        || (end == 3 && sides[3] == sides[2]))
      continue;
    const int body = mbd_model_coupling_body (model, owner->pattern.index, sides[end]);
    g_autofree char *name =
      lw_channels_dup_body_in_text (mechanism, mbd_model_body_id (model, body));

    lw_channels_add_side_reactions (self, owner, end, name, body == 0, has_moment[end], space);
  }
}

void
lw_channels_add_coupling (LwChannels *self,
                          const LwMechanism *mechanism,
                          const MbdModel *model,
                          const GArray *transmissions,
                          const LwCoupling *coupling)
{
  MbdCouplingDef def;
  guint first = self->channels->len;
  g_autofree char *called =
    lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_COUPLING, coupling->element.id);
  g_autofree char *predecessor = NULL, *successor = NULL;
  Owner owner = {
    .label = coupling->element.name != NULL ? coupling->element.name : called,
    .called = called,
    .pattern.index = mbd_model_coupling_by_id (model, coupling->element.id),
  };
  bool space, has_moment[4];

  // The mechanism has been compiled, so this does not fail.
  lw_mechanism_resolve_coupling (mechanism, coupling, &def, NULL);
  space = lw_channels_is_in_space (mechanism, def.body_a)
          || lw_channels_is_in_space (mechanism, def.body_b);
  if (lw_family_of (def.class_)->n_bodies == 4)
    space = space || lw_channels_is_in_space (mechanism, def.body_c)
            || lw_channels_is_in_space (mechanism, def.body_d);
  predecessor = lw_channels_dup_body_in_text (mechanism, def.body_a);
  successor = lw_channels_dup_body_in_text (mechanism, def.body_b);
  owner.predecessor = predecessor;
  owner.successor = successor;
  for (int end = 0; end < 4; end++)
    owner.sides[end] = mbd_model_coupling_side (model, owner.pattern.index, end);
  owner.pattern.first_row = mbd_model_coupling_first_row (model, owner.pattern.index);
  count_rows (model, owner.pattern.index, &owner.pattern.n_length_rows,
              &owner.pattern.n_angle_rows);
  if (owner.pattern.n_length_rows > 0)
    ADD_LINES (self, &owner, length_error_lines);
  if (owner.pattern.n_angle_rows > 0)
    ADD_LINES (self, &owner, angle_error_lines);
  find_moments (&owner, &def, space, has_moment);
  lw_channels_add_reactions (self, &owner, has_moment[1], space);
  add_side_reactions (self, mechanism, model, &owner, has_moment, space);
  add_of_kind (self, &owner, &def, space);
  if (mbd_coupling_is_compliant (&def) && !lw_coupling_is_one_sided (&def))
    ADD_LINES (self, &owner, compliant_lines);
  if (lw_coupling_is_one_sided (&def))
    ADD_LINES (self, &owner, state_lines);
  if (lw_coupling_can_break (&def))
    ADD_LINES (self, &owner, broken_lines);
  add_multipliers (self, &owner);
  if (lw_family_of (def.class_)->is_joint)
    add_passing_on (self, mechanism, model, transmissions, &owner, &def, coupling);
  lw_channels_add_other_reactions (self, &owner,
                                   (const int[]){ mbd_model_body_by_id (model, def.body_a),
                                                  mbd_model_body_by_id (model, def.body_b) },
                                   has_moment, space);
  lw_channels_name_element (self, &coupling->element, LW_SELECTION_COUPLING, first);
}
