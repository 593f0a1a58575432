// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels: one table for each kind of element lists its channels. Reading is in
// lw-channels-read.c.

#include "lw-channels-private.h"
#include "lw-transmission.h"
#include "mbd-force-class.h"

#include <math.h>
#include <string.h>

static const Line time_lines[] = {
  { "time", NULL, "t", "s", SOURCE_TIME, 0, "Simulated time since the start" },
};

static const Line energy_lines[] = {
  { "kinetic", NULL, "E", "J", SOURCE_KINETIC, 0, "Kinetic energy of all bodies" },
  { "potential", NULL, "E", "J", SOURCE_POTENTIAL, 0,
    "Potential energy of gravity (zero at the world origin) and of all springs" },
  { "total", NULL, "E", "J", SOURCE_TOTAL, 0, "Kinetic and potential energy together" },
  { "gravity", NULL, "E", "J", SOURCE_GRAVITY, 0,
    "Potential energy of gravity (zero at the world origin)" },
  { "elastic", NULL, "E", "J", SOURCE_ELASTIC, 0,
    "Potential energy of springs, bushings and compliant couplings" },
  { "dissipated", "dissipated", "E", "J", SOURCE_BALANCE, 0,
    "Energy that damping, and friction in contacts, have taken out of the mechanism since the "
    "start of the run" },
  { "impacts", "impacts", "E", "J", SOURCE_BALANCE, 1,
    "Energy lost in impacts since the start of the run" },
  { "loads", "loads", "E", "J", SOURCE_BALANCE, 2,
    "Work of loads since the start of the run, including energy that other force elements put in "
    "but had not stored" },
  { "drivers", "drivers", "E", "J", SOURCE_BALANCE, 3,
    "Work of drivers and motors since the start of the run" },
  { "changes", "changes", "E", "J", SOURCE_BALANCE, 5,
    "Energy put in by changes during the run, such as of a mass or a length" },
  { "error", "error", "E", "J", SOURCE_BALANCE, 4,
    "Total energy minus its initial value, plus the energy dissipated and lost, minus the work "
    "put in: the error of the numerical solution" },
};

#define SINCE_START " since the start of the run"

static const Line solver_lines[] = {
  { "step", "step", "h", "s", SOURCE_SOLVER, 0, "The last step of the solver before the sample" },
  { "steps", "steps", "n", "1", SOURCE_SOLVER, 1, "Steps of the solver" SINCE_START },
  { "rejected", "rejected", "n", "1", SOURCE_SOLVER, 2,
    "Steps that were repeated because they were not accurate enough" SINCE_START },
  { "evaluations", "evaluations", "n", "1", SOURCE_SOLVER, 3,
    "Accelerations computed" SINCE_START },
  { "iterations", "iterations", "n", "1", SOURCE_SOLVER, 4,
    "Newton iterations of implicit stages" SINCE_START },
};

static const Line whole_power_lines[] = {
  { "dissipated", NULL, "P", "W", SOURCE_ALL_DISSIPATED, 0,
    "Power that dampers, bushings and drag take out of the mechanism" },
  { "residual", NULL, "P", "W", SOURCE_ALL_RESIDUAL, 0,
    "Power of the springs of quasi-symmetric bushings that does not change their energy" },
};

static const Line momentum_lines[] = {
  { "x", "x", "p", "N s", SOURCE_MOMENTUM, 0, "Momentum of all bodies, x component, world axes" },
  { "y", "y", "p", "N s", SOURCE_MOMENTUM, 1, "Momentum of all bodies, y component, world axes" },
  { "z", "z", "p", "N s", SOURCE_MOMENTUM, 2, "Momentum of all bodies, z component, world axes" },
};

#define ANGULAR_MOMENTUM "Angular momentum of all bodies about the world origin, "

static const Line angular_momentum_lines[] = {
  { "x", "x", "L", "N m s", SOURCE_ANGULAR_MOMENTUM, 0,
    ANGULAR_MOMENTUM "x component, world axes" },
  { "y", "y", "L", "N m s", SOURCE_ANGULAR_MOMENTUM, 1,
    ANGULAR_MOMENTUM "y component, world axes" },
  { "z", "z", "L", "N m s", SOURCE_ANGULAR_MOMENTUM, 2, ANGULAR_MOMENTUM "positive about +z" },
};

static const Line length_error_lines[] = {
  { "position_error", NULL, "|ε|", "m", SOURCE_LENGTH_ERROR, 0,
    "position error, the distance of its points in the locked directions" },
  { "velocity_error", NULL, "|ε̇|", "m/s", SOURCE_LENGTH_ERROR, 1, "rate of the position error" },
  { "acceleration_error", NULL, "|ε̈|", "m/s^2", SOURCE_LENGTH_ERROR, 2,
    "second rate of the position error, stabilisation terms left out" },
};

static const Line angle_error_lines[] = {
  { "angle_error", NULL, "|ε|", "rad", SOURCE_ANGLE_ERROR, 0,
    "angle error, the angle between its locked directions" },
  { "angle_rate_error", NULL, "|ε̇|", "rad/s", SOURCE_ANGLE_ERROR, 1, "rate of the angle error" },
  { "angle_acceleration_error", NULL, "|ε̈|", "rad/s^2", SOURCE_ANGLE_ERROR, 2,
    "second rate of the angle error, stabilisation terms left out" },
};

static const Line rod_lines[] = {
  { "tension", NULL, "T", "N", SOURCE_ROD_TENSION, 0,
    "force along the rod, positive pulls its ends together" },
  { "length_error", NULL, "ε", "m", SOURCE_ROD_ERROR, 0,
    "distance of its ends minus its length, positive when it is stretched" },
};

// A rope or strut has a gap instead of an error.
static const Line taut_lines[] = {
  { "tension", NULL, "T", "N", SOURCE_ROD_TENSION, 0,
    "force along it, positive pulls its ends together" },
};

static const Line rope_lines[] = {
  { "gap", NULL, "g", "m", SOURCE_GAP, 0, "slack length, 0 while it is taut" },
};

static const Line strut_lines[] = {
  { "gap", NULL, "g", "m", SOURCE_GAP, 0,
    "distance by which its ends exceed its length, 0 while it carries a load" },
};

static const Line angle_lines[] = {
  { "coordinate", NULL, "q", "rad", SOURCE_COORDINATE, 0,
    "angle of its second body against the first, positive about +z" },
  { "rate", NULL, "q̇", "rad/s", SOURCE_COORDINATE_RATE, 0, "rate of that angle" },
};

static const Line slide_lines[] = {
  { "coordinate", NULL, "q", "m", SOURCE_COORDINATE, 0,
    "slide of its second body along the axis of the first" },
  { "rate", NULL, "q̇", "m/s", SOURCE_COORDINATE_RATE, 0, "rate of that slide" },
};

// Joint that both turns and slides.
static const Line second_slide_lines[] = {
  { "slide", "slide", "q", "m", SOURCE_COORDINATE, 0,
    "slide of its second body along the axis of the first" },
  { "slide_rate", "slide", "q̇", "m/s", SOURCE_COORDINATE_RATE, 0, "rate of that slide" },
};

static const Line torque_lines[] = {
  { "effort", NULL, "M", "N m", SOURCE_EFFORT, 0,
    "moment on the angle that it works on, positive increases it" },
};

static const Line thrust_lines[] = {
  { "effort", NULL, "F", "N", SOURCE_EFFORT, 0,
    "force on the slide that it works on, positive increases it" },
};

static const Line power_lines[] = {
  { "power", NULL, "P", "W", SOURCE_POWER, 0, "power that it puts into the bodies" },
  { "work", "work", "E", "J", SOURCE_COUPLING_INPUT, 0,
    "work that it has put into the bodies since the start of the run" },
};

static const Line lower_angle_lines[] = {
  { "lower_gap", "lower", "g", "rad", SOURCE_GAP, 0, "angle to its lower stop" },
};

static const Line upper_angle_lines[] = {
  { "upper_gap", "upper", "g", "rad", SOURCE_GAP, 0, "angle to its upper stop" },
};

static const Line lower_slide_lines[] = {
  { "lower_gap", "lower", "g", "m", SOURCE_GAP, 0, "distance to its lower stop" },
};

static const Line upper_slide_lines[] = {
  { "upper_gap", "upper", "g", "m", SOURCE_GAP, 0, "distance to its upper stop" },
};

static const Line compliant_lines[] = {
  { "energy", NULL, "E", "J", SOURCE_ROW_ENERGY, 0, "energy that it has stored" },
  { "dissipated_power", NULL, "P", "W", SOURCE_ROW_DISSIPATED, 0,
    "power that its damping takes out of the mechanism" },
  { "dissipated_energy", "dissipated", "E", "J", SOURCE_COUPLING_TAKEN, 0,
    "energy that its damping has taken out of the mechanism since the start of the run" },
};

static const Line state_lines[] = {
  { "active", "active", "on", "1", SOURCE_ACTIVE, 0,
    "1 while it is active, 0 while it is switched off, broken, slack or away from its stop" },
};

static const Line broken_lines[] = {
  { "broken", "broken", "broken", "1", SOURCE_BROKEN, 0, "1 if it has broken, else 0" },
};

// Building the list

static void
name_element (LwChannels *self, const LwElement *element, const char *kind, guint first)
{
  g_autofree char *number = g_strdup_printf ("%s-%d", kind, element->id);

  lw_channels_name (self, element->name != NULL ? element->name : number, number, first);
}

static void
add_whole (LwChannels *self, const char *prefix, const char *label, const Line *lines, size_t n)
{
  guint first = self->channels->len;
  Owner owner = { .label = label };

  lw_channels_add_lines (self, &owner, lines, n);
  lw_channels_prefix (self, prefix, first);
}

static void
add_body (LwChannels *self, const LwMechanism *mechanism, const MbdModel *model, const LwBody *body)
{
  guint first = self->channels->len;
  g_autofree char *called =
    lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, body->element.id);
  Owner owner = {
    .label = body->element.name != NULL ? body->element.name : called,
    .called = called,
    .pattern.index = mbd_model_body_by_id (model, body->element.id),
  };

  lw_channels_add_body (self, &owner, body->def.mobility);
  if (body->contact.takes_part && body->def.mobility == MBD_PLANAR)
    lw_channels_add_contact_forces (self, &owner);
  name_element (self, &body->element, "body", first);
}

static bool
in_space (const LwMechanism *mechanism, int body)
{
  const LwBody *found = lw_mechanism_find_body (mechanism, body);

  return found != NULL && found->def.mobility == MBD_SPATIAL;
}

// Returns the name of a body for use within a description.
char *
lw_channels_dup_body_in_text (const LwMechanism *mechanism, int id)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);

  if (id == MBD_GROUND)
    return g_strdup ("the ground");
  return body != NULL && body->element.name != NULL ? g_strdup (body->element.name)
                                                    : g_strdup_printf ("body %d", id);
}

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

#define MULTIPLIER(row, unit, what)                                                                \
  {                                                                                                \
    "lambda" #row, "λ" #row, "λ", unit, SOURCE_MULTIPLIER, row - 1,                                \
      "multiplier of its row " #row ", a " what " on @ in the axes of its frame on the "           \
      "predecessor"                                                                                \
  }

#define MULTIPLIERS(unit, what)                                                                    \
  {                                                                                                \
    MULTIPLIER (1, unit, what), MULTIPLIER (2, unit, what), MULTIPLIER (3, unit, what),            \
      MULTIPLIER (4, unit, what), MULTIPLIER (5, unit, what), MULTIPLIER (6, unit, what)           \
  }

static const Line force_multiplier_lines[] = MULTIPLIERS ("N", "force");
static const Line moment_multiplier_lines[] = MULTIPLIERS ("N m", "moment");

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
    g_autofree char *text =
      g_strdup_printf ("multiplier of its row %d, a %s in the axes of its frame on the predecessor",
                       i + 1, length ? "force on @" : "moment on @");
    const Line line = { suffix, mark, "λ", length ? "N" : "N m", SOURCE_MULTIPLIER, i, text };

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
    else
      ADD_LINES (self, owner, slide_lines);
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
  if (family->may_slacken && def->rod == MBD_ROD_ROPE)
    ADD_LINES (self, owner, rope_lines);
  if (family->may_slacken && def->rod == MBD_ROD_STRUT)
    ADD_LINES (self, owner, strut_lines);
}

static bool
can_break (const MbdCouplingDef *def)
{
  return isfinite (def->break_force) || isfinite (def->break_moment)
         || isfinite (def->break_impulse);
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
  Owner own = *owner;

  lw_channels_add_transmission (self, mechanism, model, transmissions, owner, coupling->element.id);
  if (lw_coupling_get_coordinate (def, &own.pattern.coordinate))
    lw_channels_add_joint_advantage (self, mechanism, model, &own, coupling->element.id);
}

static void
add_coupling (LwChannels *self,
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
  bool space;

  // The mechanism has been compiled, so this does not fail.
  lw_mechanism_resolve_coupling (mechanism, coupling, &def, NULL);
  space = in_space (mechanism, def.body_a) || in_space (mechanism, def.body_b);
  if (lw_family_of (def.class_)->has_second_pair)
    space = space || in_space (mechanism, def.body_c) || in_space (mechanism, def.body_d);
  predecessor = lw_channels_dup_body_in_text (mechanism, def.body_a);
  successor = lw_channels_dup_body_in_text (mechanism, def.body_b);
  owner.predecessor = predecessor;
  owner.successor = successor;
  owner.pattern.first_row = mbd_model_coupling_first_row (model, owner.pattern.index);
  count_rows (model, owner.pattern.index, &owner.pattern.n_length_rows,
              &owner.pattern.n_angle_rows);
  if (owner.pattern.n_length_rows > 0)
    ADD_LINES (self, &owner, length_error_lines);
  if (owner.pattern.n_angle_rows > 0)
    ADD_LINES (self, &owner, angle_error_lines);
  lw_channels_add_reactions (self, &owner, space);
  add_of_kind (self, &owner, &def, space);
  if (def.compliant && !lw_coupling_is_one_sided (&def))
    ADD_LINES (self, &owner, compliant_lines);
  if (lw_coupling_is_one_sided (&def))
    ADD_LINES (self, &owner, state_lines);
  if (can_break (&def))
    ADD_LINES (self, &owner, broken_lines);
  add_multipliers (self, &owner);
  if (lw_family_of (def.class_)->is_joint)
    add_passing_on (self, mechanism, model, transmissions, &owner, &def, coupling);
  lw_channels_add_other_reactions (self, &owner,
                                   (const int[]){ mbd_model_body_by_id (model, def.body_a),
                                                  mbd_model_body_by_id (model, def.body_b) },
                                   space);
  name_element (self, &coupling->element, "coupling", first);
}

static void
add_force (LwChannels *self,
           const LwMechanism *mechanism,
           const MbdModel *model,
           const LwForce *force)
{
  guint first = self->channels->len;
  g_autofree char *called =
    lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_FORCE, force->element.id);
  Owner owner = {
    .label = force->element.name != NULL ? force->element.name : called,
    .called = called,
    .pattern.index = mbd_model_force_by_id (model, force->element.id),
  };

  lw_channels_add_force (
    self, &owner, &force->def,
    in_space (mechanism, force->def.body_b)
      || (force->def.class_->acts_on_a && in_space (mechanism, force->def.body_a)));
  if (lw_family_of (force->def.class_)->is_load)
    lw_channels_add_load_advantage (self, mechanism, model, &owner,
                                    lw_force_get_kind (force)->is_turning);
  name_element (self, &force->element, "force", first);
}

static void
add_tracer (LwChannels *self,
            const LwMechanism *mechanism,
            const MbdModel *model,
            const LwTracer *tracer)
{
  guint first = self->channels->len;
  g_autofree char *called = tracer->element.name != NULL
                              ? g_strdup_printf ("Tracer %s", tracer->element.name)
                              : g_strdup_printf ("Tracer %d", tracer->element.id);
  Owner owner = {
    .label = tracer->element.name != NULL ? tracer->element.name : called,
    .called = called,
    .pattern.index = mbd_model_body_by_id (model, tracer->body),
  };

  // A tracer may outlive its body while a drawing is edited.
  if (owner.pattern.index < 0)
    return;
  memcpy (owner.pattern.point, tracer->point, sizeof tracer->point);
  lw_channels_add_tracer (self, &owner, in_space (mechanism, tracer->body));
  name_element (self, &tracer->element, "tracer", first);
}

static void
add_measurement (LwChannels *self, const MbdModel *model, const LwMeasurement *measurement)
{
  const char *name = measurement->element.name;
  guint first = self->channels->len;
  g_autofree char *called =
    name != NULL ? g_strdup (name) : g_strdup_printf ("Measurement %d", measurement->element.id);
  Owner owner = { .label = called, .called = called };

  // A measurement may outlive its bodies while a drawing is edited.
  for (guint i = 0; i < measurement->n_points; i++)
    if (mbd_model_body_by_id (model, measurement->points[i].body) < 0)
      return;
  lw_channels_add_measurement (self, &owner, measurement);
  name_element (self, &measurement->element, "measurement", first);
}

LwChannels *
lw_channels_new (LwMechanism *mechanism, MbdModel *model)
{
  const guint n_elements = lw_mechanism_get_n_bodies (mechanism)
                           + lw_mechanism_get_n_couplings (mechanism)
                           + lw_mechanism_get_n_forces (mechanism);
  LwChannels *self = lw_channels_new_empty (32 * (n_elements + 1));
  bool plane = mbd_model_is_planar (model);
  g_autoptr (GArray) transmissions = lw_transmissions_find (mechanism);

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (lw_family_of (coupling->def.class_)->drives && coupling->def.enabled)
      g_ptr_array_add (self->drivers, (gpointer) coupling);
  }
  self->n_rows = mbd_model_row_count (model);
  lw_round_off_init (&self->round_off, mechanism, model);

  add_whole (self, NULL, "t", time_lines, G_N_ELEMENTS (time_lines));
  add_whole (self, "energy", NULL, energy_lines, G_N_ELEMENTS (energy_lines));
  if (lw_mechanism_get_n_forces (mechanism) > 0)
    add_whole (self, "power", NULL, whole_power_lines, G_N_ELEMENTS (whole_power_lines));
  add_whole (self, "solver", NULL, solver_lines, G_N_ELEMENTS (solver_lines));
  add_whole (self, "momentum", "p", momentum_lines, plane ? 2 : 3);
  add_whole (self, "angular_momentum", "L", angular_momentum_lines + (plane ? 2 : 0),
             plane ? 1 : 3);
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    add_body (self, mechanism, model, lw_mechanism_get_body (mechanism, i));
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    add_coupling (self, mechanism, model, transmissions, lw_mechanism_get_coupling (mechanism, i));
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++)
    add_force (self, mechanism, model, lw_mechanism_get_force (mechanism, i));
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++)
    add_tracer (self, mechanism, model, lw_mechanism_get_tracer (mechanism, i));
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++)
    add_measurement (self, model, lw_mechanism_get_measurement (mechanism, i));
  lw_channels_add_contact (self, mechanism, model);
  // The drivers belong to the mechanism.
  g_ptr_array_set_size (self->drivers, 0);
  return self;
}

// Access to channels

guint
lw_channels_get_n (const LwChannels *self)
{
  return self->channels->len;
}

const char *
lw_channels_get_name (const LwChannels *self, guint index)
{
  g_return_val_if_fail (index < self->channels->len, NULL);

  return g_array_index (self->channels, Channel, index).public.name;
}

bool
lw_channels_have_same_names (const LwChannels *self, const LwChannels *other)
{
  bool same = self->channels->len == other->channels->len;

  for (guint i = 0; same && i < self->channels->len; i++) {
    const LwChannel *a = &g_array_index (self->channels, Channel, i).public;
    const LwChannel *b = &g_array_index (other->channels, Channel, i).public;

    same = strcmp (a->name, b->name) == 0 && strcmp (a->unit, b->unit) == 0;
  }
  return same;
}

int
lw_channels_find (const LwChannels *self, const char *name)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (self->by_name, name)) - 1;
}
