// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values of channels at an instant: one function for each kind of source.

#include "lw-channels-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw-joint-frame.h"

// Data read from the state during one call, shared by the channels of an element.
typedef struct
{
  const LwChannels *channels;
  MbdState *state;
  const LwRun *run;  // NULL if only the state is available
  double *errors[3]; // position, velocity and acceleration errors of all rows

  const Channel *wrench_of;
  MbdWrench wrench;
  const Channel *point_of;
  double position[3], velocity[3], acceleration[3];
} Reading;

// Number of rows whose errors fit on the stack; for more rows, one block is allocated for the call.
#define STACK_ROWS 256

static double
norm (const double *x, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum = hypot (sum, x[i]);
  return sum;
}

static const MbdWrench *
read_wrench (Reading *self, const Channel *channel)
{
  if (self->wrench_of == NULL || self->wrench_of->index != channel->index
      || self->wrench_of->side != channel->side)
    mbd_state_reaction (self->state, channel->index, channel->side, MBD_AXES_WORLD, &self->wrench);
  self->wrench_of = channel;
  return &self->wrench;
}

static void
read_point (Reading *self, const Channel *channel)
{
  if (self->point_of != NULL && self->point_of->index == channel->index
      && memcmp (self->point_of->point, channel->point, sizeof channel->point) == 0)
    return;
  mbd_state_body_point (self->state, channel->index, channel->point, self->position, self->velocity,
                        self->acceleration);
  self->point_of = channel;
}

static double
read_error (Reading *self, const Channel *channel)
{
  const double *errors = self->errors[channel->component];
  int n_length = channel->n_length_rows;

  if (channel->first_row < 0)
    return 0;
  if (errors == NULL)
    return NAN; // out of memory
  return channel->source == SOURCE_LENGTH_ERROR
           ? norm (errors + channel->first_row, n_length)
           : norm (errors + channel->first_row + n_length, channel->n_angle_rows);
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

// Returns true if any row of the coupling is active.
static bool
is_active (Reading *self, const Channel *channel)
{
  const MbdModel *model = mbd_state_model (self->state);
  const int first = mbd_model_coupling_first_row (model, channel->index);
  const int n = mbd_model_coupling_rows (model, channel->index);

  for (int row = first; row < first + n; row++) {
    MbdRowRole role = mbd_state_row_role (self->state, row);

    if (role == MBD_ROW_SOLVED || role == MBD_ROW_COMPLIANT)
      return true;
  }
  return false;
}

// Returns the energy stored in the springs of a compliant coupling, or the power of its dampers.
static double
read_compliance (Reading *self, const Channel *channel)
{
  const MbdModel *model = mbd_state_model (self->state);
  const int n = mbd_model_coupling_rows (model, channel->index);
  double errors[6] = { 0 }, rates[6] = { 0 };
  double sum = 0;

  if (n > (int) G_N_ELEMENTS (errors)
      || !mbd_state_coupling_flags (self->state, channel->index).active)
    return 0;
  mbd_state_gap (self->state, channel->index, errors, rates);
  for (int row = 0; row < n; row++) {
    double stiffness, damping;

    if (mbd_state_compliance (self->state, channel->index, row, &stiffness, &damping))
      sum += channel->source == SOURCE_ROW_ENERGY ? 0.5 * stiffness * errors[row] * errors[row]
                                                  : damping * rates[row] * rates[row];
  }
  return sum;
}

static double
read_coupling (Reading *self, const Channel *channel)
{
  double value = 0;
  double rate = 0;

  switch (channel->source) {
  case SOURCE_COORDINATE:
  case SOURCE_COORDINATE_RATE:
    mbd_state_coordinate (self->state, channel->index, 0, channel->coordinate, &value, &rate);
    return channel->source == SOURCE_COORDINATE ? value : rate;
  case SOURCE_EFFORT:
    return read_effort (self, channel);
  case SOURCE_POWER:
    return mbd_state_power (self->state, channel->index);
  case SOURCE_GAP:
    return read_gap (self, channel);
  case SOURCE_ACTIVE:
    return is_active (self, channel);
  case SOURCE_ROW_ENERGY:
  case SOURCE_ROW_DISSIPATED:
    return read_compliance (self, channel);
  case SOURCE_BROKEN:
    return mbd_state_coupling_flags (self->state, channel->index).broken;
  default:
    return NAN;
  }
}

static double
read_rod_error (Reading *self, const Channel *channel)
{
  double a[3];
  double b[3];

  mbd_state_coupling_points (self->state, channel->index, a, b);
  return norm ((double[]){ b[0] - a[0], b[1] - a[1], b[2] - a[2] }, 3)
         - read_length (self, channel);
}

static double
read_all_forces (Reading *self, Source source)
{
  const int n = mbd_model_force_count (mbd_state_model (self->state));
  double sum = 0;

  for (int i = 0; i < n; i++) {
    double dissipated, residual;

    mbd_state_force_power (self->state, i, &dissipated, &residual);
    sum += source == SOURCE_ALL_DISSIPATED ? dissipated : residual;
  }
  return sum;
}

static double
read_balance (Reading *self, int component)
{
  MbdEnergyBalance balance;

  mbd_state_energy_balance (self->state, &balance);
  return (double[]){ balance.dissipated,   balance.impact_loss, balance.force_input,
                     balance.driver_input, balance.error,       balance.change_input }[component];
}

double
lw_channels_get_round_off (const LwChannels *self, guint index)
{
  const Channel *channel;

  g_return_val_if_fail (index < self->channels->len, 0);

  channel = &g_array_index (self->channels, Channel, index);
  switch (channel->source) {
  case SOURCE_KINETIC:
  case SOURCE_BODY_KINETIC:
  case SOURCE_ELASTIC:
  case SOURCE_STORED:
  case SOURCE_ROW_ENERGY:
    // The energy is a sum of squares, in which nothing cancels.
    return lw_round_off_of_square (&self->round_off);
  default:
    return lw_round_off_of (&self->round_off, channel->public.unit);
  }
}

double
lw_channels_get_unit_round_off (const LwChannels *self, const char *unit)
{
  return lw_round_off_of (&self->round_off, unit);
}

bool
lw_channels_is_integral (const LwChannels *self, guint index)
{
  g_return_val_if_fail (index < self->channels->len, false);

  switch (g_array_index (self->channels, Channel, index).source) {
  case SOURCE_BALANCE:
  case SOURCE_COUPLING_INPUT:
  case SOURCE_COUPLING_TAKEN:
  case SOURCE_FORCE_INPUT:
  case SOURCE_FORCE_TAKEN:
  case SOURCE_CONTACT_DISSIPATED:
    return true;
  default:
    return false;
  }
}

// Returns an integral of one element since the start of the run.
static double
read_integral (Reading *self, const Channel *channel)
{
  const bool of_force =
    channel->source == SOURCE_FORCE_INPUT || channel->source == SOURCE_FORCE_TAKEN;
  const MbdWork work = of_force ? mbd_state_force_work (self->state, channel->index)
                                : mbd_state_coupling_work (self->state, channel->index);

  return channel->source == SOURCE_FORCE_INPUT || channel->source == SOURCE_COUPLING_INPUT
           ? work.input
           : work.dissipated;
}

static double
read_whole (Reading *self, const Channel *channel)
{
  MbdEnergy energy;
  double linear[3];
  double angular[3];

  if (channel->source == SOURCE_TIME)
    return mbd_state_time (self->state);
  if (channel->source == SOURCE_BALANCE)
    return read_balance (self, channel->component);
  if (channel->source == SOURCE_MOMENTUM || channel->source == SOURCE_ANGULAR_MOMENTUM) {
    mbd_state_momentum (self->state, linear, angular);
    return (channel->source == SOURCE_MOMENTUM ? linear : angular)[channel->component];
  }
  if (channel->source == SOURCE_ALL_DISSIPATED || channel->source == SOURCE_ALL_RESIDUAL)
    return read_all_forces (self, channel->source);
  mbd_state_energy (self->state, &energy);
  return channel->source == SOURCE_KINETIC     ? energy.kinetic
         : channel->source == SOURCE_POTENTIAL ? energy.potential
         : channel->source == SOURCE_GRAVITY   ? energy.potential - energy.elastic
         : channel->source == SOURCE_ELASTIC   ? energy.elastic
                                               : energy.total;
}

/// In space, the channel's axes are world axes, but the state has the acceleration in body axes.
static double
read_angular_acceleration (Reading *self, const Channel *channel)
{
  const MbdModel *model = mbd_state_model (self->state);
  const double *a =
    mbd_state_accelerations (self->state) + mbd_model_body_first_velocity (model, channel->index);
  double q[4], alpha[3];

  if (mbd_model_body_mobility (model, channel->index) == MBD_PLANAR)
    return a[2];
  memcpy (alpha, a + 3, sizeof alpha);
  mbd_state_body_pose (self->state, channel->index, NULL, q);
  lw_joint_frame_rotate (q, alpha);
  return alpha[channel->component];
}

static double
read_body (Reading *self, const Channel *channel)
{
  MbdBodyAccount account;
  double values[4];

  switch (channel->source) {
  case SOURCE_ANGLE:
    return mbd_state_body_angle (self->state, channel->index);
  case SOURCE_QUATERNION:
    mbd_state_body_pose (self->state, channel->index, NULL, values);
    return values[channel->component];
  case SOURCE_ANGULAR_VELOCITY:
    mbd_state_body_angular_velocity (self->state, channel->index, values);
    return values[channel->component];
  case SOURCE_ANGULAR_ACCELERATION:
    return read_angular_acceleration (self, channel);
  case SOURCE_BODY_KINETIC:
  case SOURCE_BODY_GRAVITY:
  case SOURCE_BODY_MOMENTUM:
  case SOURCE_BODY_SPIN:
    mbd_state_body_account (self->state, channel->index, &account);
    return channel->source == SOURCE_BODY_KINETIC    ? account.kinetic
           : channel->source == SOURCE_BODY_GRAVITY  ? account.gravity
           : channel->source == SOURCE_BODY_MOMENTUM ? account.linear[channel->component]
                                                     : account.angular[channel->component];
  default:
    break;
  }
  read_point (self, channel);
  return channel->source == SOURCE_POSITION   ? self->position[channel->component]
         : channel->source == SOURCE_VELOCITY ? self->velocity[channel->component]
         : channel->source == SOURCE_SPEED    ? norm (self->velocity, 3)
                                              : self->acceleration[channel->component];
}

static double
read_spring (Reading *self, const Channel *channel)
{
  double length;
  double rate;
  double tension;

  mbd_state_spring (self->state, channel->index, &length, &rate, &tension);
  return channel->source == SOURCE_SPRING_LENGTH ? length
         : channel->source == SOURCE_SPRING_RATE ? rate
                                                 : tension;
}

static double
read_force (Reading *self, const Channel *channel)
{
  double dissipated, residual;
  MbdWrench wrench;

  switch (channel->source) {
  case SOURCE_STORED:
    return mbd_state_force_potential (self->state, channel->index);
  case SOURCE_DISSIPATED:
  case SOURCE_RESIDUAL:
    mbd_state_force_power (self->state, channel->index, &dissipated, &residual);
    return channel->source == SOURCE_DISSIPATED ? dissipated : residual;
  default:
    mbd_state_force_wrench (self->state, channel->index, 1, &wrench);
    return channel->source == SOURCE_ACTION_FORCE_SIZE ? norm (wrench.force, 3)
           : channel->source == SOURCE_ACTION_FORCE    ? wrench.force[channel->component]
                                                       : wrench.moment[channel->component];
  }
}

static double
read_bushing (Reading *self, const Channel *channel)
{
  const int i = channel->component;
  MbdBushingForces bushing;
  double sum = 0;

  mbd_state_bushing (self->state, channel->index, &bushing);
  switch (channel->source) {
  case SOURCE_BUSHING_ANGLE:
    return bushing.angles[i];
  case SOURCE_BUSHING_ANGLE_RATE:
    return bushing.angle_rates[i];
  case SOURCE_BUSHING_SHIFT:
    return bushing.displacement_mid[i];
  case SOURCE_BUSHING_SHIFT_RATE:
    return bushing.displacement_rates[i];
  default:
    for (int k = 0; k < 3; k++)
      sum += bushing.mid_frame[3 * i + k] * bushing.displacement_mid[k];
    return sum;
  }
}

static double
read_solver (Reading *self, const Channel *channel)
{
  MbdIntegratorStatistics statistics;

  if (self->run == NULL)
    return NAN;
  lw_run_statistics (self->run, &statistics);
  switch (channel->component) {
  case 0:
    return statistics.step;
  case 1:
    return (double) statistics.steps;
  case 2:
    return (double) statistics.rejected;
  case 3:
    return (double) statistics.evaluations;
  default:
    return (double) statistics.newton_iterations;
  }
}

static double
read_multiplier (Reading *self, const Channel *channel)
{
  return channel->first_row < 0
           ? 0
           : mbd_state_multipliers (self->state)[channel->first_row + channel->component];
}

static double
read_reaction (Reading *self, const Channel *channel)
{
  return lw_channels_read_reaction (channel, self->state, read_wrench (self, channel));
}

static double
read_reaction_size (Reading *self, const Channel *channel)
{
  const MbdWrench *wrench = read_wrench (self, channel);

  return norm (channel->source == SOURCE_FORCE_SIZE ? wrench->force : wrench->moment, 3);
}

static double
read_tension (Reading *self, const Channel *channel)
{
  return mbd_state_tension (self->state, channel->index);
}

static double
read_measurement (Reading *self, const Channel *channel)
{
  return lw_channels_read_measurement (self->channels, self->state, channel);
}

static double
read_transmission (Reading *self, const Channel *channel)
{
  return lw_channels_read_transmission (channel, self->state);
}

static double
read_contact (Reading *self, const Channel *channel)
{
  return lw_channels_read_contact (channel, self->state, self->run);
}

static double
read_nothing (Reading *self, const Channel *channel)
{
  return NAN;
}

/// Reading function of each source. Channels defined by a formula cannot be read from a single
/// state.
static double (*const readers[]) (Reading *self, const Channel *channel) = {
  [SOURCE_TIME] = read_whole,
  [SOURCE_KINETIC] = read_whole,
  [SOURCE_POTENTIAL] = read_whole,
  [SOURCE_TOTAL] = read_whole,
  [SOURCE_GRAVITY] = read_whole,
  [SOURCE_ELASTIC] = read_whole,
  [SOURCE_ALL_DISSIPATED] = read_whole,
  [SOURCE_ALL_RESIDUAL] = read_whole,
  [SOURCE_BALANCE] = read_whole,
  [SOURCE_MOMENTUM] = read_whole,
  [SOURCE_ANGULAR_MOMENTUM] = read_whole,
  [SOURCE_POSITION] = read_body,
  [SOURCE_VELOCITY] = read_body,
  [SOURCE_SPEED] = read_body,
  [SOURCE_ACCELERATION] = read_body,
  [SOURCE_ANGLE] = read_body,
  [SOURCE_QUATERNION] = read_body,
  [SOURCE_ANGULAR_VELOCITY] = read_body,
  [SOURCE_ANGULAR_ACCELERATION] = read_body,
  [SOURCE_BODY_KINETIC] = read_body,
  [SOURCE_BODY_GRAVITY] = read_body,
  [SOURCE_BODY_MOMENTUM] = read_body,
  [SOURCE_BODY_SPIN] = read_body,
  [SOURCE_LENGTH_ERROR] = read_error,
  [SOURCE_ANGLE_ERROR] = read_error,
  [SOURCE_MULTIPLIER] = read_multiplier,
  [SOURCE_FORCE] = read_reaction,
  [SOURCE_MOMENT] = read_reaction,
  [SOURCE_FORCE_SIZE] = read_reaction_size,
  [SOURCE_MOMENT_SIZE] = read_reaction_size,
  [SOURCE_ROD_TENSION] = read_tension,
  [SOURCE_ROD_ERROR] = read_rod_error,
  [SOURCE_COORDINATE] = read_coupling,
  [SOURCE_COORDINATE_RATE] = read_coupling,
  [SOURCE_EFFORT] = read_coupling,
  [SOURCE_POWER] = read_coupling,
  [SOURCE_GAP] = read_coupling,
  [SOURCE_ACTIVE] = read_coupling,
  [SOURCE_BROKEN] = read_coupling,
  [SOURCE_ROW_ENERGY] = read_coupling,
  [SOURCE_ROW_DISSIPATED] = read_coupling,
  [SOURCE_COUPLING_INPUT] = read_integral,
  [SOURCE_COUPLING_TAKEN] = read_integral,
  [SOURCE_FORCE_INPUT] = read_integral,
  [SOURCE_FORCE_TAKEN] = read_integral,
  [SOURCE_SPRING_LENGTH] = read_spring,
  [SOURCE_SPRING_RATE] = read_spring,
  [SOURCE_SPRING_TENSION] = read_spring,
  [SOURCE_STORED] = read_force,
  [SOURCE_DISSIPATED] = read_force,
  [SOURCE_RESIDUAL] = read_force,
  [SOURCE_ACTION_FORCE] = read_force,
  [SOURCE_ACTION_FORCE_SIZE] = read_force,
  [SOURCE_ACTION_MOMENT] = read_force,
  [SOURCE_BUSHING_ANGLE] = read_bushing,
  [SOURCE_BUSHING_ANGLE_RATE] = read_bushing,
  [SOURCE_BUSHING_SHIFT] = read_bushing,
  [SOURCE_BUSHING_SHIFT_RATE] = read_bushing,
  [SOURCE_BUSHING_SHIFT_A] = read_bushing,
  [SOURCE_MEASURED] = read_measurement,
  [SOURCE_MEASURED_POINT] = read_measurement,
  [SOURCE_TRANSMISSION] = read_transmission,
  [SOURCE_JOINT_ADVANTAGE] = read_transmission,
  [SOURCE_LOAD_ADVANTAGE] = read_transmission,
  [SOURCE_POWER_RATIO] = read_transmission,
  [SOURCE_SOLVER] = read_solver,
  [SOURCE_CONTACT_POINTS] = read_contact,
  [SOURCE_CONTACT_SOLVER] = read_contact,
  [SOURCE_CONTACT_DISSIPATED] = read_contact,
  [SOURCE_CONTACT_FORCE] = read_contact,
  [SOURCE_PAIR_GAP] = read_contact,
  [SOURCE_PAIR_NORMAL] = read_contact,
  [SOURCE_PAIR_FRICTION] = read_contact,
  [SOURCE_PAIR_FRICTION_AXIS] = read_contact,
  [SOURCE_PAIR_FRICTION_RATIO] = read_contact,
  [SOURCE_PAIR_FRICTION_POWER] = read_contact,
  [SOURCE_PAIR_SLIP] = read_contact,
  [SOURCE_PAIR_IMPULSE] = read_contact,
  [SOURCE_DEFINED] = read_nothing,
};
G_STATIC_ASSERT (G_N_ELEMENTS (readers) == SOURCE_PAIR_IMPULSE + 1);

bool
lw_channels_is_of_run (const LwChannels *self, guint index)
{
  return lw_channels_is_integral (self, index)
         || g_array_index (self->channels, Channel, index).source == SOURCE_SOLVER
         || lw_channels_is_contact (&g_array_index (self->channels, Channel, index));
}

static void
evaluate (const LwChannels *self,
          MbdState *state,
          const LwRun *run,
          const guint *indices,
          guint n,
          double *values)
{
  double on_stack[3 * STACK_ROWS];
  double *block = on_stack;
  Reading reading = { .channels = self, .state = state, .run = run };
  bool wanted[3] = { false, false, false };

  for (guint i = 0; i < n; i++) {
    const Channel *channel = &g_array_index (self->channels, Channel, indices[i]);

    if (channel->source == SOURCE_LENGTH_ERROR || channel->source == SOURCE_ANGLE_ERROR)
      wanted[channel->component] = true;
  }
  if (self->n_rows > STACK_ROWS && (wanted[0] || wanted[1] || wanted[2]))
    block = malloc (3 * (size_t) self->n_rows * sizeof *block);
  for (int i = 0; block != NULL && i < 3; i++)
    reading.errors[i] = wanted[i] ? block + (size_t) i * (size_t) self->n_rows : NULL;
  if (wanted[0] || wanted[1] || wanted[2])
    mbd_state_errors (state, reading.errors[0], reading.errors[1], reading.errors[2]);
  for (guint i = 0; i < n; i++) {
    const Channel *channel = &g_array_index (self->channels, Channel, indices[i]);

    values[i] = readers[channel->source](&reading, channel);
  }
  if (block != on_stack)
    free (block);
}

void
lw_channels_evaluate (const LwChannels *self,
                      MbdState *state,
                      const guint *indices,
                      guint n,
                      double *values)
{
  evaluate (self, state, NULL, indices, n, values);
}

void
lw_channels_evaluate_run (const LwChannels *self,
                          LwRun *run,
                          const guint *indices,
                          guint n,
                          double *values)
{
  evaluate (self, lw_run_state (run), run, indices, n, values);
}
