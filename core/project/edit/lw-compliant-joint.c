// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Constants of springs and compliant joints, and replacing ideal joints by compliant ones.

#include "lw-compliant-joint.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-joint-friction.h"
#include "lw-text.h"

// Choosing constants

/// Frames per second at which a motion is displayed.
#define DISPLAY_RATE 60
/// Steps for each frame from which a motion may not keep up with the clock.
#define MANY_STEPS 50
/// Product of step and eigenvalue up to which explicit Runge-Kutta methods of the orders used here
/// are stable, approximately.
#define STABLE_PRODUCT 2.5

static LwSpringChoice
choose (double stiffness, double mass, double ratio, double rest)
{
  LwSpringChoice self = {
    .stiffness = stiffness, .mass = mass, .ratio = ratio, .rest = rest, .largest_step = INFINITY
  };
  const double omega = mass > 0 ? sqrt (stiffness / mass) : 0;

  self.settling_time = INFINITY;
  if (!(omega > 0))
    return self;
  self.frequency = omega / (2 * G_PI);
  self.damping = mbd_damping_from_ratio (stiffness, omega, ratio);
  self.settling_time = mbd_settling_product (ratio, rest) / omega;
  // The fastest eigenvalue: of size omega for an oscillation, otherwise of the faster decay.
  self.largest_step = STABLE_PRODUCT / (omega * (ratio > 1 ? ratio + sqrt (ratio * ratio - 1) : 1));
  return self;
}

LwSpringChoice
lw_spring_choice_from_load (double load, double deflection, double mass, double ratio, double rest)
{
  return choose (mbd_stiffness_from_load (load, deflection), mass, ratio, rest);
}

LwSpringChoice
lw_spring_choice_from_frequency (double mass, double frequency, double ratio, double rest)
{
  return choose (mbd_stiffness_from_frequency (mass, frequency), mass, ratio, rest);
}

LwSpringChoice
lw_spring_choice_from_settling (double mass, double time, double ratio, double rest)
{
  const double omega = mbd_frequency_from_settling (time, ratio, rest);

  return choose (mass * omega * omega, mass, ratio, rest);
}

char *
lw_spring_choice_dup_warning (const LwSpringChoice *self)
{
  const double steps = 1 / (DISPLAY_RATE * self->largest_step);

  if (!(steps > MANY_STEPS))
    return NULL;
  return g_strdup_printf (
    _ ("It is so stiff that an explicit method needs steps of %.2g s, %.0f for "
       "each picture; choose a smaller stiffness or damping ratio to see it in "
       "real time."),
    self->largest_step, ceil (steps));
}

MbdBushingConstants
lw_compliant_joint_constants (unsigned locked,
                              const LwSpringChoice *along,
                              const LwSpringChoice *about)
{
  static const unsigned translations[] = { MBD_LOCK_X, MBD_LOCK_Y, MBD_LOCK_Z };
  static const unsigned rotations[] = { MBD_LOCK_RX, MBD_LOCK_RY, MBD_LOCK_RZ };
  MbdBushingConstants constants = { 0 };

  for (int i = 0; i < 3; i++) {
    if ((locked & translations[i]) != 0) {
      constants.translational_stiffness[i] = along->stiffness;
      constants.translational_damping[i] = along->damping;
    }
    if ((locked & rotations[i]) != 0) {
      constants.rotational_stiffness[i] = about->stiffness;
      constants.rotational_damping[i] = about->damping;
    }
  }
  return constants;
}

// The constants for a joint

static double
mass_of (const LwMechanism *self, int id)
{
  const LwBody *body = lw_mechanism_find_body (self, id);

  return body == NULL || body->def.mobility == MBD_FIXED ? INFINITY : body->def.mass;
}

// Returns the diagonal of the box round the origins of all bodies and the ends of all couplings on
// the ground.
static double
size_of (const LwMechanism *self)
{
  double low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY };
  double diagonal = 0;
  g_autoptr (GArray) points = lw_mechanism_dup_link_points (self, MBD_GROUND);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (self); i++)
    g_array_append_vals (points, lw_mechanism_get_body (self, i)->def.position, 1);
  for (guint i = 0; i < points->len; i++)
    for (int k = 0; k < 3; k++) {
      const double x = ((double *) points->data)[3 * i + (guint) k];

      low[k] = fmin (low[k], x);
      high[k] = fmax (high[k], x);
    }
  for (int k = 0; k < 3; k++)
    diagonal = hypot (diagonal, high[k] - low[k]);
  return diagonal > 0 && isfinite (diagonal) ? diagonal : 1;
}

double
lw_mechanism_get_reduced_mass (const LwMechanism *self, int body_a, int body_b)
{
  const double reduced = 1 / (1 / mass_of (self, body_a) + 1 / mass_of (self, body_b));

  return isfinite (reduced) ? reduced : 0;
}

// Rounds an estimate to two significant figures, since more would be meaningless.
static double
two_figures (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_ascii_strtod (g_ascii_formatd (text, sizeof text, "%.1e", value), NULL);
}

MbdBushingConstants
lw_mechanism_suggest_constants (const LwMechanism *self,
                                int body_a,
                                int body_b,
                                unsigned locked,
                                double apart)
{
  const double *gravity = lw_mechanism_get_gravity (self);
  const double pull = hypot (gravity[0], hypot (gravity[1], gravity[2]));
  const double size = size_of (self);
  double total = 0, reduced;
  LwSpringChoice along, about;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (self); i++) {
    const MbdBodyDef *def = &lw_mechanism_get_body (self, i)->def;

    total += def->mobility != MBD_FIXED ? def->mass : 0;
  }
  total = total > 0 ? total : 1;
  reduced = lw_mechanism_get_reduced_mass (self, body_a, body_b);
  reduced = reduced > 0 ? reduced : total;
  along = lw_spring_choice_from_load (total * (pull > 0 ? pull : 9.81),
                                      fmax (size / 1000, apart / 20), reduced, 0.2, 0.02);
  // The rotational stiffness corresponds to a lever of a tenth of the size.
  about = along;
  about.stiffness *= size * size / 100;
  about.damping *= size * size / 100;
  along.stiffness = two_figures (along.stiffness);
  along.damping = two_figures (along.damping);
  about.stiffness = two_figures (about.stiffness);
  about.damping = two_figures (about.damping);
  return lw_compliant_joint_constants (locked, &along, &about);
}

// Replacing a joint by a bushing

static gboolean G_GNUC_PRINTF (5, 6)
  refuse (const LwMechanism *self, MbdElement kind, int id, GError **error, const char *format, ...)
{
  g_autofree char *name = lw_mechanism_dup_element_name (self, kind, id);
  g_autofree char *what = NULL;
  va_list arguments;

  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s: %s.", name, what);
  return FALSE;
}

// Returns the name of the joint with the word of the kind, or NULL if the joint has no name or a force
// element already has this name.
static char *
dup_compliant_name (const LwMechanism *self, const char *joint)
{
  g_autofree char *name =
    joint != NULL ? g_strconcat (joint, " ", lw_kind_compliant ()->word, NULL) : NULL;

  for (guint i = 0; name != NULL && i < lw_mechanism_get_n_forces (self); i++)
    if (g_strcmp0 (lw_mechanism_get_force (self, i)->element.name, name) == 0)
      return NULL;
  return g_steal_pointer (&name);
}

LwMechanism *
lw_mechanism_make_compliant (const LwMechanism *self,
                             int joint,
                             const MbdBushingConstants *constants,
                             GError **error)
{
  const LwCoupling *coupling = lw_mechanism_find_coupling (self, joint);
  MbdBushingConstants suggested;
  MbdForceDef def;
  g_autofree char *name = NULL;
  g_autoptr (LwMechanism) without = NULL;
  LwCoupling *off;

  if (coupling == NULL || !lw_family_of (coupling->def.class_)->is_joint) {
    refuse (self, MBD_ELEMENT_COUPLING, joint, error,
            _ ("only a joint can become a bushing; choose a pin, a slider or the like"));
    return NULL;
  }
  if (!coupling->def.enabled) {
    refuse (self, MBD_ELEMENT_COUPLING, joint, error, _ ("it is switched off; switch it on first"));
    return NULL;
  }
  if (lw_joint_friction_exists (self, joint)) {
    refuse (self, MBD_ELEMENT_COUPLING, joint, error,
            _ ("its friction would be lost; delete the friction first"));
    return NULL;
  }
  if (constants == NULL)
    suggested = lw_mechanism_suggest_constants (self, coupling->def.body_a, coupling->def.body_b,
                                                coupling->def.locked, 0);
  def = lw_compliant_default (constants != NULL ? constants : &suggested);
  def.body_a = coupling->def.body_a;
  def.body_b = coupling->def.body_b;
  memcpy (def.point_a, coupling->def.frame_a.point, sizeof def.point_a);
  memcpy (def.point_b, coupling->def.frame_b.point, sizeof def.point_b);
  memcpy (def.quaternion_a, coupling->def.frame_a.quaternion, sizeof def.quaternion_a);
  memcpy (def.quaternion_b, coupling->def.frame_b.quaternion, sizeof def.quaternion_b);
  name = dup_compliant_name (self, coupling->element.name);
  off = lw_coupling_copy (coupling);
  off->def.enabled = false;
  without = lw_mechanism_replace_coupling (self, off);
  return lw_mechanism_replace_force (without,
                                     lw_force_new (&def, lw_mechanism_next_force_id (self), name));
}

static bool
has_place_of (const MbdForceDef *compliant, const MbdCouplingDef *joint)
{
  return lw_family_of (joint->class_)->is_joint && !joint->enabled
         && joint->body_a == compliant->body_a && joint->body_b == compliant->body_b
         && memcmp (joint->frame_a.point, compliant->point_a, sizeof compliant->point_a) == 0
         && memcmp (joint->frame_b.point, compliant->point_b, sizeof compliant->point_b) == 0
         && memcmp (joint->frame_a.quaternion, compliant->quaternion_a,
                    sizeof compliant->quaternion_a)
              == 0
         && memcmp (joint->frame_b.quaternion, compliant->quaternion_b,
                    sizeof compliant->quaternion_b)
              == 0;
}

const LwForce *
lw_mechanism_find_compliant (const LwMechanism *self, const LwCoupling *joint)
{
  for (guint i = 0; i < lw_mechanism_get_n_forces (self) && !joint->def.enabled; i++) {
    const LwForce *force = lw_mechanism_get_force (self, i);

    if (lw_family_of (force->def.class_)->is_compliant_joint
        && has_place_of (&force->def, &joint->def))
      return force;
  }
  return NULL;
}

static bool
in_space (const LwMechanism *self, int id)
{
  const LwBody *body = lw_mechanism_find_body (self, id);

  return body != NULL && body->def.mobility == MBD_SPATIAL;
}

#define OUT_OF_PLANE (MBD_LOCK_Z | MBD_LOCK_RX | MBD_LOCK_RY)

static bool
is_in_plane (const LwMechanism *self, const MbdForceDef *def)
{
  return !in_space (self, def->body_a) && !in_space (self, def->body_b);
}

static unsigned
stiff_axes (const MbdForceDef *def)
{
  static const unsigned translations[] = { MBD_LOCK_X, MBD_LOCK_Y, MBD_LOCK_Z };
  static const unsigned rotations[] = { MBD_LOCK_RX, MBD_LOCK_RY, MBD_LOCK_RZ };
  const MbdBushingConstants *constants = lw_compliant_constants ((MbdForceDef *) def);
  unsigned locked = 0;

  for (int i = 0; i < 3; i++) {
    locked |= constants->translational_stiffness[i] > 0 ? translations[i] : 0;
    locked |= constants->rotational_stiffness[i] > 0 ? rotations[i] : 0;
  }
  return locked;
}

/// Returns the axes that an ideal joint in its place locks: those in which it is stiff, and in the
/// plane, if there is any other, also those that the plane locks.
static unsigned
axes_of_ideal (const LwMechanism *self, const MbdForceDef *def)
{
  const unsigned locked = stiff_axes (def);

  if (!is_in_plane (self, def))
    return locked;
  return (locked & ~OUT_OF_PLANE) != 0 ? locked | OUT_OF_PLANE : 0;
}

static guint
count_bits (unsigned bits)
{
  guint n = 0;

  for (; bits != 0; bits &= bits - 1)
    n++;
  return n;
}

const LwKind *
lw_compliant_joint_get_imitated (const LwMechanism *self, const MbdForceDef *def)
{
  const unsigned locked = stiff_axes (def) | (is_in_plane (self, def) ? OUT_OF_PLANE : 0);
  const LwKind *kinds[LW_KINDS], *nearest = NULL;
  const guint n = lw_kind_list_imitated (kinds);

  for (guint i = 0; i < n; i++)
    if (nearest == NULL
        || count_bits (kinds[i]->value ^ locked) < count_bits (nearest->value ^ locked))
      nearest = kinds[i];
  return nearest;
}

static LwCoupling *
joint_for (const LwMechanism *self, const LwForce *compliant, unsigned locked)
{
  const MbdForceDef *from = &compliant->def;
  MbdCouplingDef def = mbd_loop_default (locked);
  g_autofree char *name = g_strdup (compliant->element.name);
  g_autofree char *suffix = g_strconcat (" ", lw_kind_compliant ()->word, NULL);

  if (name != NULL && g_str_has_suffix (name, suffix) && strlen (name) > strlen (suffix))
    name[strlen (name) - strlen (suffix)] = '\0';
  for (guint i = 0; name != NULL && i < lw_mechanism_get_n_couplings (self); i++)
    if (g_strcmp0 (lw_mechanism_get_coupling (self, i)->element.name, name) == 0)
      g_clear_pointer (&name, g_free);
  def.body_a = from->body_a;
  def.body_b = from->body_b;
  memcpy (def.frame_a.point, from->point_a, sizeof from->point_a);
  memcpy (def.frame_b.point, from->point_b, sizeof from->point_b);
  memcpy (def.frame_a.quaternion, from->quaternion_a, sizeof from->quaternion_a);
  memcpy (def.frame_b.quaternion, from->quaternion_b, sizeof from->quaternion_b);
  return lw_coupling_new (&def, lw_mechanism_next_coupling_id (self), name);
}

LwCoupling *
lw_mechanism_dup_ideal (const LwMechanism *self, int compliant, GError **error)
{
  const LwForce *force = lw_mechanism_find_force (self, compliant);
  LwCoupling *joint;
  unsigned locked;

  if (force == NULL || !lw_family_of (force->def.class_)->is_compliant_joint) {
    refuse (self, MBD_ELEMENT_FORCE, compliant, error, _ ("it is not a bushing; choose one"));
    return NULL;
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self); i++)
    if (has_place_of (&force->def, &lw_mechanism_get_coupling (self, i)->def)) {
      joint = lw_coupling_copy (lw_mechanism_get_coupling (self, i));
      joint->def.enabled = true;
      return joint;
    }
  locked = axes_of_ideal (self, &force->def);
  if (locked != 0)
    return joint_for (self, force, locked);
  refuse (
    self, MBD_ELEMENT_FORCE, compliant, error,
    _ ("it is not stiff along any axis, so that no joint can replace it; give it a stiffness"));
  return NULL;
}

LwMechanism *
lw_mechanism_make_ideal (const LwMechanism *self, int compliant, GError **error)
{
  LwCoupling *joint = lw_mechanism_dup_ideal (self, compliant, error);
  g_autoptr (LwMechanism) without = NULL;

  if (joint == NULL)
    return NULL;
  without = lw_mechanism_remove_force (self, compliant);
  return lw_mechanism_replace_coupling (without, joint);
}

LwMechanism *
lw_mechanism_exchange_joint (const LwMechanism *self,
                             LwElementRef element,
                             LwElementRef *made,
                             GError **error)
{
  LwCoupling *joint;

  if (element.kind == LW_SELECTION_COUPLING) {
    *made = (LwElementRef){ LW_SELECTION_FORCE, lw_mechanism_next_force_id (self) };
    return lw_mechanism_make_compliant (self, element.id, NULL, error);
  }
  joint = lw_mechanism_dup_ideal (self, element.id, NULL);
  *made = (LwElementRef){ LW_SELECTION_COUPLING, joint != NULL ? joint->element.id : 0 };
  g_clear_pointer (&joint, lw_coupling_unref);
  return lw_mechanism_make_ideal (self, element.id, error);
}
