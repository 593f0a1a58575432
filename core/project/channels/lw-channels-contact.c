// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact channels: the sum of all contacts on a body, and the contact of two bodies. If many
// bodies take part, only the pairs with their own contact values are listed.

#include <glib/gi18n.h>

#include "lw-channels-private.h"

#include <math.h>

#include "lw-contact.h"
#include "lw-outline-distance.h"

/// Maximum numbers of bodies and pairs for which all pairs are listed.
#define MOST_BODIES 10
#define MOST_PAIRS 15

// ---- reading --------------------------------------------------------------------------------

/// Returns the contacts of the run at this instant: none if only the state is known.
static const MbdIntegratorContact *
get_contacts (Reading *self, size_t *n)
{
  *n = 0;
  return self->run != NULL ? lw_run_contacts (self->run, n) : NULL;
}

static double
read_points (Reading *self, const Channel *channel)
{
  size_t n;
  const MbdIntegratorContact *contacts = get_contacts (self, &n);
  double points = self->run != NULL ? 0 : NAN;

  for (size_t i = 0; i < n; i++)
    points += contacts[i].normal_force > 0;
  return points;
}

/// Returns a component of the sum of the forces on the channel's body.
static double
read_force (Reading *self, const Channel *channel)
{
  size_t n;
  const MbdIntegratorContact *contacts = get_contacts (self, &n);
  const MbdModel *model = mbd_state_model (self->state);
  // The positions of the body are those of its centre of mass.
  const double *centre =
    mbd_state_positions (self->state) + mbd_model_body_first_position (model, channel->index);
  double sum[5] = { 0 };

  if (self->run == NULL)
    return NAN;
  for (size_t i = 0; i < n; i++) {
    const MbdIntegratorContact *c = &contacts[i];
    const double sign = c->body_b == channel->index ? 1 : c->body_a == channel->index ? -1 : 0;
    const double x = sign * (c->normal_force * c->normal[0] - c->friction_force * c->normal[1]);
    const double y = sign * (c->normal_force * c->normal[1] + c->friction_force * c->normal[0]);

    sum[0] += x;
    sum[1] += y;
    sum[3] -= sign * c->friction_force * c->normal[1];
    sum[4] += sign * c->friction_force * c->normal[0];
    sum[2] += (c->point[0] - centre[0]) * y - (c->point[1] - centre[1]) * x;
  }
  return sum[channel->component];
}

/// Returns 1 if the shapes are the channel's pair, -1 if they are in reverse order, else 0.
static int
is_of_pair (const Channel *channel, int shape_a, int shape_b)
{
  return (shape_a == channel->index && shape_b == channel->other)   ? 1
         : (shape_b == channel->index && shape_a == channel->other) ? -1
                                                                    : 0;
}

/// Sums over the contact points of a pair.
typedef struct
{
  double normal, friction;
  double size;     // sum of the magnitudes of friction
  double power;    // taken out
  double slip;     // at the contact point with the largest normal force
  double along[2]; // friction on the second one, world axes
} PairSums;

/// Friction and slip have the same sign seen from either body: exchanging the bodies reverses both
/// the direction (-n_y, n_x) and the vector.
static PairSums
sum_pair (Reading *self, const Channel *channel)
{
  size_t n;
  const MbdIntegratorContact *contacts = get_contacts (self, &n);
  PairSums sums = { 0 };
  double most = -1;

  if (self->run == NULL)
    return (PairSums){ NAN, NAN, NAN, NAN, NAN, { NAN, NAN } };
  for (size_t i = 0; i < n; i++) {
    const MbdIntegratorContact *c = &contacts[i];
    const int sign = is_of_pair (channel, c->shape_a, c->shape_b);

    if (sign == 0)
      continue;
    sums.normal += c->normal_force;
    sums.friction += c->friction_force;
    sums.size += fabs (c->friction_force);
    sums.power -= c->friction_force * c->slip;
    sums.along[0] -= sign * c->friction_force * c->normal[1];
    sums.along[1] += sign * c->friction_force * c->normal[0];
    if (c->normal_force > most) {
      most = c->normal_force;
      sums.slip = c->slip;
    }
  }
  return sums;
}

static double
read_pair_gap (Reading *self, const Channel *channel)
{
  return lw_outline_distance (self->state, channel->index, channel->other);
}

static double
read_pair_normal (Reading *self, const Channel *channel)
{
  return sum_pair (self, channel).normal;
}

static double
read_pair_friction (Reading *self, const Channel *channel)
{
  return sum_pair (self, channel).friction;
}

static double
read_pair_friction_axis (Reading *self, const Channel *channel)
{
  return sum_pair (self, channel).along[channel->component];
}

static double
read_pair_friction_ratio (Reading *self, const Channel *channel)
{
  const PairSums sums = sum_pair (self, channel);

  return self->run == NULL ? NAN : sums.normal > 0 ? sums.size / sums.normal : 0;
}

static double
read_pair_friction_power (Reading *self, const Channel *channel)
{
  return sum_pair (self, channel).power;
}

static double
read_pair_slip (Reading *self, const Channel *channel)
{
  return sum_pair (self, channel).slip;
}

static double
read_pair_impulse (Reading *self, const Channel *channel)
{
  double impulse = 0;
  size_t n;
  const MbdEvent *events;

  if (self->run == NULL)
    return NAN;
  events = lw_run_events (self->run, &n);
  for (size_t i = 0; i < n; i++)
    if ((events[i].kind == MBD_EVENT_TOUCHED || events[i].kind == MBD_EVENT_JAMMED)
        && is_of_pair (channel, events[i].shape_a, events[i].shape_b) != 0)
      impulse += events[i].value;
  return impulse;
}

/// Returns the energy dissipated by all contacts, without force elements and couplings.
static double
read_dissipated (Reading *self, const Channel *channel)
{
  MbdState *const state = self->state;
  const MbdModel *model = mbd_state_model (state);
  MbdEnergyBalance balance;
  double sum;

  mbd_state_energy_balance (state, &balance);
  sum = balance.dissipated;
  for (int i = 0; i < mbd_model_force_count (model); i++)
    sum -= mbd_state_force_work (state, i).dissipated;
  for (int i = 0; i < mbd_model_coupling_count (model); i++)
    sum -= mbd_state_coupling_work (state, i).dissipated;
  return sum;
}

static double
read_solver (Reading *self, const Channel *channel)
{
  MbdIntegratorStatistics statistics;
  bool stepping;

  if (self->run == NULL)
    return NAN;
  lw_run_statistics (self->run, &statistics);
  stepping = statistics.method == MBD_METHOD_TIME_STEPPING;
  return (double[]){ (double) statistics.contact_iterations,
                     (double) statistics.contact_step_iterations,
                     stepping ? NAN : statistics.contact_residual,
                     stepping ? statistics.contact_speed_error : NAN,
                     (double) statistics.unconverged }[channel->component];
}

// ---- sources and lines ----------------------------------------------------------------------

static const Source contact_points = { read_points, .is_of_run = true };
static const Source contact_solver = { read_solver, .is_of_run = true };
static const Source contact_dissipated = { read_dissipated, .is_integral = true };
// Component 2 is the moment; 3 and 4 are only the friction.
static const Source contact_force = { read_force, .is_of_run = true };
static const Source pair_gap = { read_pair_gap };
static const Source pair_normal = { read_pair_normal, .is_of_run = true };
static const Source pair_friction = { read_pair_friction, .is_of_run = true };
static const Source pair_friction_axis = { read_pair_friction_axis, .is_of_run = true };
static const Source pair_friction_ratio = { read_pair_friction_ratio, .is_of_run = true };
static const Source pair_friction_power = { read_pair_friction_power, .is_of_run = true };
static const Source pair_slip = { read_pair_slip, .is_of_run = true };
static const Source pair_impulse = { read_pair_impulse, .is_of_run = true };

static const Line whole_lines[] = {
  { "points", NULL, "n", "1", &contact_points, 0, LW_GROUP_CONTACT,
    N_ ("Number of contact points that carry a force") },
  { "dissipated_energy", N_ ("contacts"), "E", "J", &contact_dissipated, 0, LW_GROUP_CONTACT,
    N_ ("Energy that friction in contacts has taken out of the mechanism since the start of "
        "the run") },
  { "iterations", NULL, "n", "1", &contact_solver, 0, LW_GROUP_CONTACT,
    N_ ("Iterations of the contact solver since the start of the run: Newton and ADMM in time "
        "stepping, else pivots or sweeps") },
  { "step_iterations", NULL, "n", "1", &contact_solver, 1, LW_GROUP_CONTACT,
    N_ ("Iterations of the last contact problem that was solved before the sample") },
  { "residual", NULL, "r", "1", &contact_solver, 2, LW_GROUP_CONTACT,
    N_ ("Residual of that problem: violation of its complementarity conditions, relative to "
        "the magnitudes of their terms; not for time stepping") },
  { "speed_error", NULL, "v", "m/s", &contact_solver, 3, LW_GROUP_CONTACT,
    N_ ("Residual of the last time step: largest remaining closing speed, slip of sticking "
        "contacts, or speed of unbalanced impulses; for time stepping only") },
  { "unconverged", NULL, "n", "1", &contact_solver, 4, LW_GROUP_CONTACT,
    N_ ("Contact problems since the start of the run that were abandoned before they were "
        "solved to their tolerance") },
};

static const Line body_lines[] = {
  { "contact_x", "x", "F", "N", &contact_force, 0, LW_GROUP_CONTACT,
    N_ ("x component of the force of all contacts on it, world axes") },
  { "contact_y", "y", "F", "N", &contact_force, 1, LW_GROUP_CONTACT,
    N_ ("y component of the force of all contacts on it, world axes") },
  { "contact_moment", NULL, "M", "N m", &contact_force, 2, LW_GROUP_CONTACT,
    N_ ("moment of all contacts on it about its centre of mass, positive about +z") },
  { "contact_friction_x", N_ ("friction x"), "F", "N", &contact_force, 3, LW_GROUP_CONTACT,
    N_ ("x component of the friction of all contacts on it, without normal forces, world axes") },
  { "contact_friction_y", N_ ("friction y"), "F", "N", &contact_force, 4, LW_GROUP_CONTACT,
    N_ ("y component of the friction of all contacts on it, without normal forces, world axes") },
};

static const Line pair_lines[] = {
  { "gap", NULL, "g", "m", &pair_gap, 0, LW_GROUP_CONTACT,
    N_ ("distance of their outlines, negative in overlap") },
  { "normal_force", NULL, "N", "N", &pair_normal, 0, LW_GROUP_CONTACT,
    N_ ("force by which they press on each other, sum over their contact points") },
  { "friction_force", NULL, "R", "N", &pair_friction, 0, LW_GROUP_CONTACT,
    N_ ("friction on the second one along (-n_y, n_x), with n the normal from the first to "
        "the second") },
  { "friction_x", N_ ("friction x"), "R", "N", &pair_friction_axis, 0, LW_GROUP_CONTACT,
    N_ ("x component of the friction on the second one, world axes") },
  { "friction_y", N_ ("friction y"), "R", "N", &pair_friction_axis, 1, LW_GROUP_CONTACT,
    N_ ("y component of the friction on the second one, world axes") },
  { "friction_ratio", NULL, "R/N", "1", &pair_friction_ratio, 0, LW_GROUP_CONTACT,
    N_ ("magnitude of the friction over the normal force, summed over their contact points: "
        "the coefficient of friction while they slide, less while they stick") },
  { "friction_power", NULL, "P", "W", &pair_friction_power, 0, LW_GROUP_CONTACT,
    N_ ("power that friction takes out of the mechanism, sum over their contact points") },
  { "slip", NULL, "v", "m/s", &pair_slip, 0, LW_GROUP_CONTACT,
    N_ ("speed of the second one against the first along (-n_y, n_x), where they press most") },
  { "impulse", NULL, "p", "N s", &pair_impulse, 0, LW_GROUP_CONTACT,
    N_ ("impulse along the normal of their impacts since the sample before") },
};

static void
add_pair (LwChannels *self,
          const LwMechanism *mechanism,
          const MbdModel *model,
          const LwBody *a,
          const LwBody *b)
{
  const guint first = self->channels->len;
  const int id_a = a->element.id, id_b = b->element.id;
  g_autofree char *called_a = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, id_a);
  g_autofree char *called_b = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, id_b);
  g_autofree char *called = g_strdup_printf (_ ("%s and %s"), called_a, called_b);
  g_autofree char *number_a = g_strdup_printf ("body-%d", id_a);
  g_autofree char *number_b = g_strdup_printf ("body-%d", id_b);
  const char *name_a = a->element.name != NULL ? a->element.name : number_a;
  const char *name_b = b->element.name != NULL ? b->element.name : number_b;
  g_autofree char *prefix = g_strdup_printf ("%s.%s", name_a, name_b);
  g_autofree char *numbers = g_strdup_printf ("%s.%s", number_a, number_b);
  g_autofree char *label = g_strdup_printf ("%s, %s", name_a, name_b);
  const Owner owner = {
    .label = label,
    .called = called,
    .pattern.index = lw_contact_shape_of (model, id_a),
    .pattern.other = lw_contact_shape_of (model, id_b),
  };

  if (owner.pattern.index < 0 || owner.pattern.other < 0)
    return;
  ADD_LINES (self, &owner, pair_lines);
  lw_channels_name (self, prefix, numbers, first);
}

/// Returns true if there are few enough bodies and pairs to list all pairs.
static bool
are_few (const LwMechanism *mechanism)
{
  guint pairs = 0;

  if (lw_contact_count (mechanism) > MOST_BODIES)
    return false;
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    for (guint k = i + 1; k < lw_mechanism_get_n_bodies (mechanism); k++)
      pairs += lw_contact_get_pair (mechanism, lw_mechanism_get_body (mechanism, i)->element.id,
                                    lw_mechanism_get_body (mechanism, k)->element.id)
                 .touches;
  return pairs <= MOST_PAIRS;
}

void
lw_channels_add_contact (LwChannels *self, const LwMechanism *mechanism, const MbdModel *model)
{
  const GArray *said = lw_mechanism_get_contact_pairs (mechanism);
  const Owner whole = { 0 };
  const guint first = self->channels->len;
  const guint n = lw_mechanism_get_n_bodies (mechanism);

  if (mbd_model_shape_count (model) == 0)
    return;
  ADD_LINES (self, &whole, whole_lines);
  lw_channels_name (self, "contact", "contacts", first);
  if (are_few (mechanism)) {
    for (guint i = 0; i < n; i++)
      for (guint k = i + 1; k < n; k++) {
        const LwBody *a = lw_mechanism_get_body (mechanism, i);
        const LwBody *b = lw_mechanism_get_body (mechanism, k);

        if (lw_contact_get_pair (mechanism, a->element.id, b->element.id).touches)
          add_pair (self, mechanism, model, a, b);
      }
    return;
  }
  for (guint i = 0; i < said->len; i++) {
    const LwContactPair *pair = &g_array_index (said, LwContactPair, i);

    if (lw_contact_get_pair (mechanism, pair->body[0], pair->body[1]).touches)
      add_pair (self, mechanism, model, lw_mechanism_find_body (mechanism, pair->body[0]),
                lw_mechanism_find_body (mechanism, pair->body[1]));
  }
}

void
lw_channels_add_contact_forces (LwChannels *self, const Owner *owner)
{
  ADD_LINES (self, owner, body_lines);
}

bool
lw_channels_get_pair (const LwChannels *self, guint index, int shapes[2], guint *impulse)
{
  const Channel *channel = &g_array_index (self->channels, Channel, index);

  if (channel->source != &pair_normal)
    return false;
  shapes[0] = channel->index;
  shapes[1] = channel->other;
  for (guint i = index + 1; i < self->channels->len; i++) {
    const Channel *other = &g_array_index (self->channels, Channel, i);

    if (other->index != channel->index || other->other != channel->other)
      return false;
    if (other->source == &pair_impulse) {
      *impulse = i;
      return true;
    }
  }
  return false;
}
