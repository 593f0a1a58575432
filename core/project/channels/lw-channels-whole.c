// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels of the whole mechanism: time, energy, power, momentum and the solver.

#include <glib/gi18n.h>

#include "lw-channels-private.h"

#include <math.h>

// Reading

static double
read_time (Reading *self, const Channel *channel)
{
  return mbd_state_time (self->state);
}

static MbdEnergy
get_energy (Reading *self)
{
  MbdEnergy energy;

  mbd_state_energy (self->state, &energy);
  return energy;
}

static double
read_kinetic (Reading *self, const Channel *channel)
{
  return get_energy (self).kinetic;
}

static double
read_potential (Reading *self, const Channel *channel)
{
  return get_energy (self).potential;
}

static double
read_total (Reading *self, const Channel *channel)
{
  return get_energy (self).total;
}

static double
read_gravity (Reading *self, const Channel *channel)
{
  const MbdEnergy energy = get_energy (self);

  return energy.potential - energy.elastic;
}

static double
read_elastic (Reading *self, const Channel *channel)
{
  return get_energy (self).elastic;
}

static double
read_balance (Reading *self, const Channel *channel)
{
  MbdEnergyBalance balance;

  mbd_state_energy_balance (self->state, &balance);
  return (double[]){
    balance.dissipated,   balance.impact_loss, balance.force_input,
    balance.driver_input, balance.error,       balance.change_input
  }[channel->component];
}

static double
read_solver (Reading *self, const Channel *channel)
{
  MbdIntegratorStatistics statistics;

  if (self->run == NULL)
    return NAN;
  lw_run_statistics (self->run, &statistics);
  return (double[]){ statistics.step, (double) statistics.steps, (double) statistics.rejected,
                     (double) statistics.evaluations,
                     (double) statistics.newton_iterations }[channel->component];
}

static void
sum_force_powers (Reading *self, double *dissipated, double *residual)
{
  const int n = mbd_model_force_count (mbd_state_model (self->state));

  *dissipated = *residual = 0;
  for (int i = 0; i < n; i++) {
    double taken, rest;

    mbd_state_force_power (self->state, i, &taken, &rest);
    *dissipated += taken;
    *residual += rest;
  }
}

static double
read_all_dissipated (Reading *self, const Channel *channel)
{
  double dissipated, residual;

  sum_force_powers (self, &dissipated, &residual);
  return dissipated;
}

static double
read_all_residual (Reading *self, const Channel *channel)
{
  double dissipated, residual;

  sum_force_powers (self, &dissipated, &residual);
  return residual;
}

static double
read_momentum (Reading *self, const Channel *channel)
{
  double linear[3], angular[3];

  mbd_state_momentum (self->state, linear, angular);
  return linear[channel->component];
}

static double
read_angular_momentum (Reading *self, const Channel *channel)
{
  double linear[3], angular[3];

  mbd_state_momentum (self->state, linear, angular);
  return angular[channel->component];
}

// Sources and lines

static const Source time_source = { read_time };
static const Source kinetic = { read_kinetic, .is_square = true };
static const Source potential = { read_potential };
static const Source total = { read_total };
static const Source gravity = { read_gravity };
static const Source elastic = { read_elastic, .is_square = true };
static const Source all_dissipated = { read_all_dissipated };
static const Source all_residual = { read_all_residual };
static const Source balance = { read_balance, .is_integral = true };
static const Source momentum = { read_momentum };
static const Source angular_momentum = { read_angular_momentum };
static const Source solver = { read_solver, .is_of_run = true };

static const Line time_lines[] = {
  { "time", NULL, "t", "s", &time_source, 0, LW_GROUP_TIME, N_ ("Simulated time since the start") },
};

static const Line energy_lines[] = {
  { "kinetic", NULL, "E", "J", &kinetic, 0, LW_GROUP_ENERGY, N_ ("Kinetic energy of all bodies") },
  { "potential", NULL, "E", "J", &potential, 0, LW_GROUP_ENERGY,
    N_ ("Potential energy of gravity (zero at the world origin) and of all springs") },
  { "total", NULL, "E", "J", &total, 0, LW_GROUP_ENERGY,
    N_ ("Kinetic and potential energy together") },
  { "gravity", NULL, "E", "J", &gravity, 0, LW_GROUP_ENERGY,
    N_ ("Potential energy of gravity (zero at the world origin)") },
  { "elastic", NULL, "E", "J", &elastic, 0, LW_GROUP_ENERGY,
    N_ ("Potential energy of springs, bushings and compliant couplings") },
  { "dissipated", N_ ("dissipated"), "E", "J", &balance, 0, LW_GROUP_ENERGY,
    N_ ("Energy that damping, and friction in contacts, have taken out of the mechanism since "
        "the start of the run") },
  { "impacts", N_ ("impacts"), "E", "J", &balance, 1, LW_GROUP_ENERGY,
    N_ ("Energy lost in impacts since the start of the run") },
  { "loads", N_ ("loads"), "E", "J", &balance, 2, LW_GROUP_ENERGY,
    N_ ("Work of loads since the start of the run, including energy that other force elements "
        "put in but had not stored") },
  { "drivers", N_ ("drivers"), "E", "J", &balance, 3, LW_GROUP_ENERGY,
    N_ ("Work of drivers and motors since the start of the run") },
  { "changes", N_ ("changes"), "E", "J", &balance, 5, LW_GROUP_ENERGY,
    N_ ("Energy put in by changes during the run, such as of a mass or a length") },
  { "error", N_ ("error"), "E", "J", &balance, 4, LW_GROUP_ENERGY,
    N_ ("Total energy minus its initial value, plus the energy dissipated and lost, minus the "
        "work put in: the error of the numerical solution") },
};

static const Line solver_lines[] = {
  { "step", N_ ("step"), "h", "s", &solver, 0, LW_GROUP_SOLVER,
    N_ ("The last step of the solver before the sample") },
  { "steps", N_ ("steps"), "n", "1", &solver, 1, LW_GROUP_SOLVER,
    N_ ("Steps of the solver since the start of the run") },
  { "rejected", N_ ("rejected"), "n", "1", &solver, 2, LW_GROUP_SOLVER,
    N_ ("Steps that were repeated because they were not accurate enough since the start of "
        "the run") },
  { "evaluations", N_ ("evaluations"), "n", "1", &solver, 3, LW_GROUP_SOLVER,
    N_ ("Accelerations computed since the start of the run") },
  { "iterations", N_ ("iterations"), "n", "1", &solver, 4, LW_GROUP_SOLVER,
    N_ ("Newton iterations of implicit stages since the start of the run") },
};

static const Line whole_power_lines[] = {
  { "dissipated", NULL, "P", "W", &all_dissipated, 0, LW_GROUP_POWER,
    N_ ("Power that dampers, bushings and drag take out of the mechanism") },
  { "residual", NULL, "P", "W", &all_residual, 0, LW_GROUP_POWER,
    N_ ("Power of the springs of quasi-symmetric bushings that does not change their energy") },
};

static const Line momentum_lines[] = {
  { "x", "x", "p", "N s", &momentum, 0, LW_GROUP_MOMENTUM,
    N_ ("Momentum of all bodies, x component, world axes") },
  { "y", "y", "p", "N s", &momentum, 1, LW_GROUP_MOMENTUM,
    N_ ("Momentum of all bodies, y component, world axes") },
  { "z", "z", "p", "N s", &momentum, 2, LW_GROUP_MOMENTUM,
    N_ ("Momentum of all bodies, z component, world axes") },
};

static const Line angular_momentum_lines[] = {
  { "x", "x", "L", "N m s", &angular_momentum, 0, LW_GROUP_MOMENTUM,
    N_ ("Angular momentum of all bodies about the world origin, x component, world axes") },
  { "y", "y", "L", "N m s", &angular_momentum, 1, LW_GROUP_MOMENTUM,
    N_ ("Angular momentum of all bodies about the world origin, y component, world axes") },
  { "z", "z", "L", "N m s", &angular_momentum, 2, LW_GROUP_MOMENTUM,
    N_ ("Angular momentum of all bodies about the world origin, positive about +z") },
};

static void
add_lines (LwChannels *self, const char *prefix, const char *label, const Line *lines, size_t n)
{
  guint first = self->channels->len;
  Owner owner = { .label = label };

  lw_channels_add_lines (self, &owner, lines, n);
  lw_channels_prefix (self, prefix, first);
}

void
lw_channels_add_whole (LwChannels *self, const LwMechanism *mechanism, const MbdModel *model)
{
  const bool plane = mbd_model_is_planar (model);

  add_lines (self, NULL, "t", time_lines, G_N_ELEMENTS (time_lines));
  add_lines (self, "energy", NULL, energy_lines, G_N_ELEMENTS (energy_lines));
  if (lw_mechanism_get_n_forces (mechanism) > 0)
    add_lines (self, "power", NULL, whole_power_lines, G_N_ELEMENTS (whole_power_lines));
  add_lines (self, "solver", NULL, solver_lines, G_N_ELEMENTS (solver_lines));
  add_lines (self, "momentum", "p", momentum_lines, plane ? 2 : 3);
  add_lines (self, "angular_momentum", "L", angular_momentum_lines + (plane ? 2 : 0),
             plane ? 1 : 3);
}
