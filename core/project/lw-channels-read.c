// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The values of channels at an instant: one function for each kind of source.

#include "lw-channels-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw-frame.h"

// What has been read of the state for one call, so that channels of one element share it.
typedef struct
{
  const LwChannels *channels;
  MbdState *state;
  const LwRun *run;  // NULL: the state alone
  double *errors[3]; // of all rows: position, velocity, acceleration

  const Channel *wrench_of;
  MbdWrench wrench;
  const Channel *point_of;
  double position[3], velocity[3], acceleration[3];
} Reading;

// Rows whose errors fit on the stack; beyond, one block of memory is taken for the call.
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
read_error (const Reading *self, const Channel *channel)
{
  const double *errors = self->errors[channel->component];
  int n_length = channel->n_length_rows;

  if (channel->first_row < 0)
    return 0;
  if (errors == NULL)
    return NAN; // no memory
  return channel->source == SOURCE_LENGTH_ERROR
           ? norm (errors + channel->first_row, n_length)
           : norm (errors + channel->first_row + n_length, channel->n_angle_rows);
}

// The length at this instant: it may follow a function, or have been changed while it moves.
static double
read_length (Reading *self, const Channel *channel)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, channel->index);

  return def->function != NULL
           ? mbd_function_evaluate (def->function, mbd_state_time (self->state)).value
           : def->length;
}

// The rows of one coupling with their gaps, as its geometry gives them.
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

// The effort of a driver is its multiplier; of a limit the lower stop pushes up, the upper one
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
  if (def->class_ != mbd_limit_class ())
    return lambda[0];
  if (n == 2)
    return lambda[0] - lambda[1];
  return isfinite (def->lower) ? lambda[0] : -lambda[0];
}

// Whether a row of the coupling does something.
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

// What the springs of a coupling that gives way have stored, or their dampers take out.
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

// Integrals of one element since the start of the run.
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

/// In space accelerations are told in the axes of the body.
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
  lw_frame_rotate (q, alpha);
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
read_channel (Reading *self, const Channel *channel)
{
  switch (channel->source) {
  case SOURCE_TIME:
  case SOURCE_KINETIC:
  case SOURCE_POTENTIAL:
  case SOURCE_TOTAL:
  case SOURCE_GRAVITY:
  case SOURCE_ELASTIC:
  case SOURCE_ALL_DISSIPATED:
  case SOURCE_ALL_RESIDUAL:
  case SOURCE_BALANCE:
  case SOURCE_MOMENTUM:
  case SOURCE_ANGULAR_MOMENTUM:
    return read_whole (self, channel);
  case SOURCE_POSITION:
  case SOURCE_VELOCITY:
  case SOURCE_SPEED:
  case SOURCE_ACCELERATION:
  case SOURCE_ANGLE:
  case SOURCE_QUATERNION:
  case SOURCE_ANGULAR_VELOCITY:
  case SOURCE_ANGULAR_ACCELERATION:
  case SOURCE_BODY_KINETIC:
  case SOURCE_BODY_GRAVITY:
  case SOURCE_BODY_MOMENTUM:
  case SOURCE_BODY_SPIN:
    return read_body (self, channel);
  case SOURCE_LENGTH_ERROR:
  case SOURCE_ANGLE_ERROR:
    return read_error (self, channel);
  case SOURCE_MULTIPLIER:
    return channel->first_row < 0
             ? 0
             : mbd_state_multipliers (self->state)[channel->first_row + channel->component];
  case SOURCE_FORCE:
  case SOURCE_MOMENT:
    return lw_channels_read_reaction (channel, self->state, read_wrench (self, channel));
  case SOURCE_FORCE_SIZE:
    return norm (read_wrench (self, channel)->force, 3);
  case SOURCE_MOMENT_SIZE:
    return norm (read_wrench (self, channel)->moment, 3);
  case SOURCE_ROD_TENSION:
    return mbd_state_tension (self->state, channel->index);
  case SOURCE_ROD_ERROR:
    return read_rod_error (self, channel);
  case SOURCE_COORDINATE:
  case SOURCE_COORDINATE_RATE:
  case SOURCE_EFFORT:
  case SOURCE_POWER:
  case SOURCE_GAP:
  case SOURCE_ACTIVE:
  case SOURCE_BROKEN:
  case SOURCE_ROW_ENERGY:
  case SOURCE_ROW_DISSIPATED:
    return read_coupling (self, channel);
  case SOURCE_COUPLING_INPUT:
  case SOURCE_COUPLING_TAKEN:
  case SOURCE_FORCE_INPUT:
  case SOURCE_FORCE_TAKEN:
    return read_integral (self, channel);
  case SOURCE_SPRING_LENGTH:
  case SOURCE_SPRING_RATE:
  case SOURCE_SPRING_TENSION:
    return read_spring (self, channel);
  case SOURCE_STORED:
  case SOURCE_DISSIPATED:
  case SOURCE_RESIDUAL:
  case SOURCE_ACTION_FORCE:
  case SOURCE_ACTION_FORCE_SIZE:
  case SOURCE_ACTION_MOMENT:
    return read_force (self, channel);
  case SOURCE_BUSHING_ANGLE:
  case SOURCE_BUSHING_ANGLE_RATE:
  case SOURCE_BUSHING_SHIFT:
  case SOURCE_BUSHING_SHIFT_RATE:
  case SOURCE_BUSHING_SHIFT_A:
    return read_bushing (self, channel);
  case SOURCE_MEASURED:
  case SOURCE_MEASURED_POINT:
    return lw_channels_read_measurement (self->channels, self->state, channel);
  case SOURCE_TRANSMISSION:
  case SOURCE_JOINT_ADVANTAGE:
  case SOURCE_LOAD_ADVANTAGE:
  case SOURCE_POWER_RATIO:
    return lw_channels_read_transmission (channel, self->state);
  case SOURCE_SOLVER:
    return read_solver (self, channel);
  // Of a moment alone they are not known.
  case SOURCE_DEFINED:
    break;
  case SOURCE_CONTACT_POINTS:
  case SOURCE_CONTACT_SOLVER:
  case SOURCE_CONTACT_DISSIPATED:
  case SOURCE_CONTACT_FORCE:
  case SOURCE_PAIR_GAP:
  case SOURCE_PAIR_NORMAL:
  case SOURCE_PAIR_FRICTION:
  case SOURCE_PAIR_FRICTION_AXIS:
  case SOURCE_PAIR_FRICTION_RATIO:
  case SOURCE_PAIR_FRICTION_POWER:
  case SOURCE_PAIR_SLIP:
  case SOURCE_PAIR_IMPULSE:
    return lw_channels_read_contact (channel, self->state, self->run);
  }
  return NAN;
}

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
  for (guint i = 0; i < n; i++)
    values[i] = read_channel (&reading, &g_array_index (self->channels, Channel, indices[i]));
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
