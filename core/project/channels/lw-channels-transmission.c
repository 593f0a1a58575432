// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels of the transmission of motion and power through a mechanism: transmission angles,
// mechanical advantages against drivers, and the share of the drivers' power that reaches a load.
//
// By the principle of virtual work a driver that holds an effort M_out at the output bears M_in =
// M_out ds_out / ds_in, where the motion ds is the one that this driver imposes while all others
// stand still. So the mechanical advantage M_out / M_in is the reciprocal of an influence
// coefficient: it depends on the pose, and not on how the mechanism moves. The rate of a load is
// the rate of its point against it, -P / |F|; of a torque -P / |M|.

#include <glib/gi18n.h>

#include "lw-channels-private.h"

#include <math.h>

#include "lw-joint-frame.h"
#include "lw-transmission.h"
#include "mbd-analysis.h"

/// Part of the speed of the input, at the size of the mechanism, below which the speed of the output is
/// round-off of an assembled pose: it is at a dead point.
#define AT_REST 1e-7

// ---- reading --------------------------------------------------------------------------------

static void
middle (MbdState *state, int coupling, double point[3])
{
  double a[3], b[3];

  mbd_state_coupling_points (state, coupling, a, b);
  for (int i = 0; i < 3; i++)
    point[i] = (a[i] + b[i]) / 2;
}

/// Computes the normal of a slide in the plane: the locked axis of its frame.
static void
slide_normal (MbdState *state, const Channel *channel, double normal[3])
{
  double attitude[4];

  normal[0] = normal[2] = 0;
  normal[1] = 1;
  lw_joint_frame_rotate (mbd_state_coupling (state, channel->slide)->frame_a.quaternion, normal);
  mbd_state_body_pose (state, channel->axes_body, NULL, attitude);
  lw_joint_frame_rotate (attitude, normal);
}

static double
read_angle (Reading *self, const Channel *channel)
{
  MbdState *const state = self->state;
  double tip[3], joint[3], pivot[3], normal[3], other[3];

  // A pin in a slot is located by its point on the second body.
  mbd_state_coupling_points (state, channel->other, other, tip);
  mbd_state_coupling_points (state, channel->index, other, joint);
  if (channel->component != LW_TRANSMISSION_ON_SLIDE)
    middle (state, channel->pivot, pivot);
  if (channel->component == LW_TRANSMISSION_LINK)
    return mbd_transmission_angle (tip, joint, pivot);
  slide_normal (state, channel, normal);
  if (channel->component == LW_TRANSMISSION_ON_SLIDE) {
    for (int i = 0; i < 3; i++)
      pivot[i] = joint[i] + normal[i];
    return mbd_transmission_angle (tip, joint, pivot);
  }
  for (int i = 0; i < 3; i++)
    normal[i] += tip[i];
  return mbd_transmission_angle (normal, tip, pivot);
}

static double
rate_of (MbdState *state, int coupling, MbdCoordinate coordinate)
{
  double value = 0, rate = 0;

  mbd_state_coordinate (state, coupling, 0, coordinate, &value, &rate);
  return rate;
}

/// Returns the power that a load puts into its body at the velocities of `motion`, and the magnitude
/// of its force (or torque, if it has no force: `turns`).
static double
load_power (MbdState *state, MbdState *motion, int force, double *size, bool *turns)
{
  const MbdModel *model = mbd_state_model (state);
  double origin[3], v[3], w[3], point[3], other[3];
  MbdWrench wrench;
  int body;
  double power = 0, square = 0, moment_square = 0;

  mbd_state_force_wrench (state, force, 1, &wrench);
  mbd_state_force_points (state, force, other, point);
  body = wrench.body;
  *size = NAN;
  *turns = false;
  if (body < 0 || body >= mbd_model_body_count (model))
    return NAN;
  mbd_state_body_point (motion, body, (double[]){ 0, 0, 0 }, origin, v, NULL);
  mbd_state_body_angular_velocity (motion, body, w);
  {
    const double r[3] = { point[0] - origin[0], point[1] - origin[1], point[2] - origin[2] };
    const double turned[3] = { w[1] * r[2] - w[2] * r[1], w[2] * r[0] - w[0] * r[2],
                               w[0] * r[1] - w[1] * r[0] };

    for (int i = 0; i < 3; i++) {
      power += wrench.force[i] * (v[i] + turned[i]) + wrench.moment[i] * w[i];
      square += wrench.force[i] * wrench.force[i];
      moment_square += wrench.moment[i] * wrench.moment[i];
    }
  }
  *turns = !(square > 0);
  *size = sqrt (*turns ? moment_square : square);
  return power;
}

static double
drivers_power (const Reading *self)
{
  const GArray *inputs = self->channels->inputs;
  double power = 0;

  for (guint i = 0; i < inputs->len; i++)
    power += mbd_state_power (self->state, g_array_index (inputs, int, i));
  return power;
}

/// Returns the velocities per unit rate of the driver of the channel.
static const Influence *
find_influence (Reading *self, const Channel *channel)
{
  Influence *influence = self->influences;

  // There are channels for LW_CHANNELS_MOST_DRIVERS at most.
  while (influence->state != NULL && influence->driver != channel->other)
    influence++;
  if (influence->state == NULL) {
    influence->driver = channel->other;
    influence->state = mbd_state_new (mbd_state_model (self->state));
    influence->status = influence->state != NULL ? mbd_state_influence (self->state, channel->other,
                                                                        influence->state, NULL)
                                                 : MBD_STATUS_OUT_OF_MEMORY;
  }
  return influence;
}

/// Returns the advantage against a driver that imposes no motion. At a dead point of the driver any
/// motion of it moves the output infinitely.
static double
advantage_at_rest (const Influence *influence)
{
  return influence->status == MBD_STATUS_CONFLICT ? 0 : NAN;
}

/// Returns the advantage of an output that moves at `rate` per unit rate of the driver of the channel.
static double
advantage_at (const MbdState *state, const Channel *channel, double rate, bool turns)
{
  const MbdCoordinate coordinate = mbd_state_coupling (state, channel->other)->coordinate[0];
  const double size = mbd_model_size (mbd_state_model (state));
  const double input_speed = coordinate == MBD_COORDINATE_ANGLE ? size : 1;
  const double output_speed = fabs (rate) * (turns ? size : 1);

  if (output_speed <= AT_REST * input_speed)
    return signbit (rate) ? -INFINITY : INFINITY;
  return mbd_mechanical_advantage (1, rate);
}

static double
read_joint_advantage (Reading *self, const Channel *channel)
{
  const Influence *influence = find_influence (self, channel);

  return influence->status != MBD_STATUS_OK
           ? advantage_at_rest (influence)
           : advantage_at (self->state, channel,
                           rate_of (influence->state, channel->index, channel->coordinate),
                           channel->coordinate == MBD_COORDINATE_ANGLE);
}

static double
read_load_advantage (Reading *self, const Channel *channel)
{
  const Influence *influence = find_influence (self, channel);
  double size;
  bool turns;

  if (influence->status != MBD_STATUS_OK)
    return advantage_at_rest (influence);
  const double power = load_power (self->state, influence->state, channel->index, &size, &turns);
  return size > 0 ? advantage_at (self->state, channel, -power / size, turns) : NAN;
}

static double
read_power_ratio (Reading *self, const Channel *channel)
{
  double size;
  bool turns;

  return -load_power (self->state, self->state, channel->index, &size, &turns)
         / drivers_power (self);
}

static const Source transmission = { read_angle }; // the component is the LwTransmissionKind
static const Source joint_advantage = { read_joint_advantage }; // against the driver `other`
static const Source load_advantage = { read_load_advantage };
static const Source power_ratio = { read_power_ratio };

// ---- building the list ----------------------------------------------------------------------

static const char *
unit_of_ratio (bool output_turns, bool input_turns)
{
  return output_turns == input_turns ? "1" : output_turns ? "m" : "1/m";
}

static bool
turns (const LwMechanism *mechanism, const LwCoupling *driver)
{
  MbdCouplingDef def;

  lw_mechanism_resolve_coupling (mechanism, driver, &def, NULL);
  return def.coordinate[0] == MBD_COORDINATE_ANGLE;
}

/// Adds a mechanical advantage for each driver. `suffix`: name of the first one; `format`: description
/// with the name of the driver.
static void
add_advantage (LwChannels *self,
               const LwMechanism *mechanism,
               const MbdModel *model,
               Owner owner,
               const Source *source,
               bool output_turns,
               const char *suffix,
               const char *format)
{
  guint n = 0;

  for (guint i = 0; i < self->drivers->len && n < LW_CHANNELS_MOST_DRIVERS; i++) {
    const LwCoupling *driver = self->drivers->pdata[i];
    g_autofree char *name = NULL, *mark = NULL, *text = NULL, *called = NULL;

    called = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_COUPLING, driver->element.id);
    name = n++ == 0 ? g_strdup (suffix) : g_strdup_printf ("%s_%u", suffix, n);
    // Translators: the driver
    mark = g_strdup_printf (_ ("by %s"), called);
    text = g_strdup_printf (_ (format), called);
    owner.pattern.other = mbd_model_coupling_by_id (model, driver->element.id);
    {
      const Line line = { name,
                          mark,
                          "MA",
                          unit_of_ratio (output_turns, turns (mechanism, driver)),
                          source,
                          0,
                          LW_GROUP_TRANSMISSION,
                          text };

      lw_channels_add_made_line (self, &owner, &line);
    }
  }
}

static bool
is_driven (const LwChannels *self, int joint)
{
  for (guint i = 0; i < self->drivers->len; i++)
    if (((const LwCoupling *) self->drivers->pdata[i])->joint[0] == joint)
      return true;
  return false;
}

void
lw_channels_add_joint_advantage (LwChannels *self,
                                 const LwMechanism *mechanism,
                                 const MbdModel *model,
                                 const Owner *owner,
                                 const char *suffix,
                                 int joint)
{
  const bool angle = owner->pattern.coordinate == MBD_COORDINATE_ANGLE;

  if (!is_driven (self, joint))
    add_advantage (self, mechanism, model, *owner, &joint_advantage, angle, suffix,
                   angle ? N_ ("mechanical advantage against %s, the effort here over its effort "
                               "without losses and inertia: its rate over the rate of its angle")
                         : N_ ("mechanical advantage against %s, the effort here over its effort "
                               "without losses and inertia: its rate over the rate of its slide"));
}

void
lw_channels_add_load_advantage (LwChannels *self,
                                const LwMechanism *mechanism,
                                const MbdModel *model,
                                const Owner *owner,
                                bool torque)
{
  static const Line share[] = {
    { "power_ratio", N_ ("share"), "η", "1", &power_ratio, 0, LW_GROUP_TRANSMISSION,
      N_ ("power that goes into it over the power of all drivers, positive when it resists") },
  };
  const guint before = self->channels->len;

  add_advantage (self, mechanism, model, *owner, &load_advantage, torque, "mechanical_advantage",
                 torque
                   ? N_ ("mechanical advantage against %s, the effort here over its effort without "
                         "losses and inertia: its rate over the speed of turning against it")
                   : N_ ("mechanical advantage against %s, the effort here over its effort without "
                         "losses and inertia: its rate over the speed of its point against it"));
  if (self->channels->len > before)
    ADD_LINES (self, owner, share);
}

/// Describes the two directions between which the angle is measured.
static char *
dup_transmission_text (const LwMechanism *mechanism, const LwTransmission *at)
{
  g_autofree char *coupler = lw_channels_dup_body_in_text (mechanism, at->coupler);
  g_autofree char *output = lw_channels_dup_body_in_text (mechanism, at->output);

  if (at->kind == LW_TRANSMISSION_ON_SLIDE)
    return g_strdup_printf (_ ("transmission angle, between %s and the normal of the slide, 0 to "
                               "π/2, which transmits force best"),
                            coupler);
  if (at->kind == LW_TRANSMISSION_IN_SLIDE)
    return g_strdup_printf (_ ("transmission angle, between the normal of the slide and the line "
                               "of %s to its ground pin, 0 to π/2, which transmits force best"),
                            output);
  if (at->slide != 0)
    return g_strdup_printf (_ ("transmission angle, between the line of the pins that the slide "
                               "drives apart and that of %s to its ground pin, 0 to π/2, which "
                               "transmits force best"),
                            output);
  return g_strdup_printf (_ ("transmission angle, between %s and the line of %s to its ground pin, "
                             "0 to π/2, which transmits force best"),
                          coupler, output);
}

void
lw_channels_add_transmission (LwChannels *self,
                              const LwMechanism *mechanism,
                              const MbdModel *model,
                              const GArray *transmissions,
                              const Owner *owner,
                              int joint)
{
  guint n = 0;

  for (guint i = 0; i < transmissions->len; i++) {
    const LwTransmission *at = &g_array_index (transmissions, LwTransmission, i);
    const LwCoupling *slide = lw_mechanism_find_coupling (mechanism, at->slide);
    g_autofree char *name = NULL, *text = NULL;
    Owner own = *owner;

    if (at->joint != joint)
      continue;
    name =
      n++ == 0 ? g_strdup ("transmission_angle") : g_strdup_printf ("transmission_angle_%u", n);
    text = dup_transmission_text (mechanism, at);
    own.pattern.other = mbd_model_coupling_by_id (model, at->tip);
    own.pattern.pivot = mbd_model_coupling_by_id (model, at->pivot);
    own.pattern.slide = mbd_model_coupling_by_id (model, at->slide);
    if (slide != NULL)
      own.pattern.axes_body = mbd_model_body_by_id (model, slide->def.body_a);
    {
      const Line line = { name,           N_ ("transmission"),   "μ", "rad", &transmission,
                          (int) at->kind, LW_GROUP_TRANSMISSION, text };

      lw_channels_add_made_line (self, &own, &line);
    }
  }
}
