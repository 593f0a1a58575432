// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-round-off.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/// Relative round-off. Positions, angles and their rates are sums of a few numbers of similar size;
/// forces and quantities derived from them are solutions of equations in which much larger numbers
/// cancel.
#define OF_SUMS 1e-14
#define OF_EQUATIONS 1e-12

/// Exponents of length, speed and mass for each unit.
static const struct
{
  const char *unit;
  int length, speed, mass;
  double part;
} units[] = {
  { "m", 1, 0, 0, OF_SUMS },           { "rad", 0, 0, 0, OF_SUMS },
  { "m/s", 0, 1, 0, OF_SUMS },         { "rad/s", -1, 1, 0, OF_SUMS },
  { "m/s^2", -1, 2, 0, OF_EQUATIONS }, { "rad/s^2", -2, 2, 0, OF_EQUATIONS },
  { "N", -1, 2, 1, OF_EQUATIONS },     { "N m", 0, 2, 1, OF_EQUATIONS },
  { "W", -1, 3, 1, OF_EQUATIONS },     { "J", 0, 2, 1, OF_SUMS },
  { "N s", 0, 1, 1, OF_SUMS },         { "N m s", 1, 1, 1, OF_SUMS },
};

static double
length_of (const double vector[3])
{
  return hypot (hypot (vector[0], vector[1]), vector[2]);
}

void
lw_round_off_init (LwRoundOff *self, const LwMechanism *mechanism, const MbdModel *model)
{
  *self = (LwRoundOff){ .length = mbd_model_size (model) };
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const MbdBodyDef *def = &lw_mechanism_get_body (mechanism, i)->def;
    const int index = mbd_model_body_by_id (model, def->id);

    self->length = fmax (self->length, length_of (def->position));
    if (index < 0 || mbd_model_body_first_velocity (model, index) < 0)
      continue;
    self->mass += mbd_model_body_mass (model, index);
    self->speed = fmax (self->speed, length_of (def->velocity));
    self->speed = fmax (self->speed, length_of (def->angular_velocity) * mbd_model_size (model));
  }
  self->speed =
    fmax (self->speed, sqrt (length_of (lw_mechanism_get_gravity (mechanism)) * self->length));
}

double
lw_round_off_of (const LwRoundOff *self, const char *unit)
{
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp (units[i].unit, unit) == 0) {
      const double of = units[i].part * pow (self->length, units[i].length)
                        * pow (self->speed, units[i].speed) * pow (self->mass, units[i].mass);

      return isfinite (of) ? of : 0;
    }
  return 0;
}

double
lw_round_off_of_square (const LwRoundOff *self)
{
  return OF_SUMS * lw_round_off_of (self, "J");
}
