// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-merge.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-joint-frame.h"
#include "lw-merge-private.h"
#include "lw-part.h"
#include "mbd-force-class.h"

typedef struct
{
  const LwMechanism *old;
  GPtrArray *bodies; ///< array of LwBody; the others are merged into the first one
  GHashTable *ids;   ///< ids of the bodies
  LwBody *one;       ///< the merged body
} Merge;

static bool
is_merged (const Merge *self, int id)
{
  return g_hash_table_contains (self->ids, GINT_TO_POINTER (id));
}

static const LwBody *
first_body (const Merge *self)
{
  return self->bodies->pdata[0];
}

// ---- mass -----------------------------------------------------------------------------------

/// Computes R I R': a tensor given in the axes of a body, in the axes of the first body.
static void
turn_inertia (const double quaternion[4], const double inertia[6], double turned[3][3])
{
  const double full[3][3] = { { inertia[0], inertia[3], inertia[4] },
                              { inertia[3], inertia[1], inertia[5] },
                              { inertia[4], inertia[5], inertia[2] } };
  double axes[3][3];

  for (int i = 0; i < 3; i++) {
    memset (axes[i], 0, sizeof axes[i]);
    axes[i][i] = 1;
    lw_joint_frame_rotate (quaternion, axes[i]);
  }
  // axes[i] is column i of R.
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) {
      turned[r][c] = 0;
      for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
          turned[r][c] += axes[i][r] * full[i][k] * axes[k][c];
    }
}

/// Computes the centre of mass and attitude of a body in the axes of the first body.
static void
place_mass (const Merge *self, const LwBody *body, double centre[3], double attitude[4])
{
  static const double same[4] = { 1, 0, 0, 0 };

  memcpy (centre, body->def.centre_of_mass, 3 * sizeof *centre);
  memcpy (attitude, same, sizeof same);
  if (body == first_body (self))
    return;
  lw_joint_frame_to_world (body, centre, attitude);
  lw_joint_frame_to_body (first_body (self), centre, attitude);
}

static void
find_centre (const Merge *self, double *mass, double centre[3])
{
  *mass = 0;
  memset (centre, 0, 3 * sizeof *centre);
  for (guint i = 0; i < self->bodies->len; i++) {
    const LwBody *body = self->bodies->pdata[i];
    double attitude[4];
    double at[3];

    place_mass (self, body, at, attitude);
    *mass += body->def.mass;
    for (int d = 0; d < 3; d++)
      centre[d] += body->def.mass * at[d];
  }
  for (int d = 0; d < 3 && *mass > 0; d++)
    centre[d] /= *mass;
  if (!(*mass > 0))
    memcpy (centre, first_body (self)->def.centre_of_mass, 3 * sizeof *centre);
}

static void
merge_masses (Merge *self)
{
  MbdBodyDef *def = &self->one->def;
  double sum[3][3] = { { 0 } };

  // The total mass does not correspond to a plate with the new outline.
  self->one->plate = (LwPlate){ 0 };
  find_centre (self, &def->mass, def->centre_of_mass);
  for (guint i = 0; i < self->bodies->len; i++) {
    const LwBody *body = self->bodies->pdata[i];
    double attitude[4];
    double turned[3][3];
    double d[3];
    double square = 0;

    place_mass (self, body, d, attitude);
    turn_inertia (attitude, body->def.inertia, turned);
    for (int k = 0; k < 3; k++) {
      d[k] -= def->centre_of_mass[k];
      square += d[k] * d[k];
    }
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++)
        sum[r][c] += turned[r][c] + body->def.mass * ((r == c ? square : 0) - d[r] * d[c]);
  }
  def->inertia[2] = sum[2][2];
  // In the plane only the moment about z counts; the others are kept.
  if (def->mobility != MBD_SPATIAL)
    return;
  def->inertia[0] = sum[0][0];
  def->inertia[1] = sum[1][1];
  def->inertia[3] = sum[0][1];
  def->inertia[4] = sum[0][2];
  def->inertia[5] = sum[1][2];
}

// ---- contact --------------------------------------------------------------------------------

/// The merged body takes part if one of them does, with its material; pairs then refer to the
/// merged body.
static void
merge_contact (Merge *self)
{
  LwContact *contact = &self->one->contact;

  for (guint i = 1; i < self->bodies->len && !contact->takes_part; i++)
    *contact = ((const LwBody *) self->bodies->pdata[i])->contact;
  contact->half_plane = false;
}

static LwMechanism *
merge_pairs (const Merge *self, LwMechanism *next)
{
  const GArray *pairs = lw_mechanism_get_contact_pairs (self->old);
  const int one = first_body (self)->element.id;

  for (guint i = 0; i < pairs->len; i++) {
    LwContactPair pair = g_array_index (pairs, LwContactPair, i);
    const bool first = is_merged (self, pair.body[0]), second = is_merged (self, pair.body[1]);

    if (first == second)
      continue;
    pair.body[first ? 0 : 1] = one;
    lw_mechanism_add_contact_pair (next, &pair);
  }
  return next;
}

// ---- elements on the bodies -----------------------------------------------------------------

/// Moves an element from one of the bodies to the first: point and axes are converted to its frame.
static void
retarget (const Merge *self, int *body, double point[3], double quaternion[4])
{
  const LwBody *old = lw_mechanism_find_body (self->old, *body);

  if (!is_merged (self, *body) || old == first_body (self))
    return;
  lw_joint_frame_to_world (old, point, quaternion);
  lw_joint_frame_to_body (first_body (self), point, quaternion);
  *body = first_body (self)->element.id;
}

static LwBody *
change_body (const LwBody *old, void *data)
{
  Merge *self = data;

  return old == first_body (self) ? g_steal_pointer (&self->one) : NULL;
}

static LwCoupling *
change_coupling (const LwCoupling *old, void *data)
{
  const Merge *self = data;
  const MbdCouplingDef *def = &old->def;
  LwCoupling *coupling;

  if (old->joint[0] != 0
      || (!is_merged (self, def->body_a) && !is_merged (self, def->body_b)
          && !is_merged (self, def->body_c) && !is_merged (self, def->body_d)))
    return NULL;
  coupling = lw_coupling_copy (old);
  {
    struct
    {
      int *body;
      MbdFrame *frame;
    } ends[] = { { &coupling->def.body_a, &coupling->def.frame_a },
                 { &coupling->def.body_b, &coupling->def.frame_b },
                 { &coupling->def.body_c, &coupling->def.frame_c },
                 { &coupling->def.body_d, &coupling->def.frame_d } };

    for (int i = 0; i < lw_family_of (def->class_)->n_bodies; i++)
      retarget (self, ends[i].body, ends[i].frame->point,
                lw_joint_frame_has_axes (def) ? ends[i].frame->quaternion : NULL);
  }
  return coupling;
}

/// Converts a load in body axes to the axes of the first body.
static void
turn_load (const Merge *self, const LwForce *old, LwForce *force)
{
  double turn[4] = { 1, 0, 0, 0 };

  if (!old->def.follows_body || !lw_family_of (old->def.class_)->is_load)
    return;
  lw_joint_frame_to_world (lw_mechanism_find_body (self->old, old->def.body_b), NULL, turn);
  lw_joint_frame_to_body (first_body (self), NULL, turn);
  lw_joint_frame_rotate (turn, force->def.force);
  lw_joint_frame_rotate (turn, force->def.torque);
}

static LwForce *
change_force (const LwForce *old, void *data)
{
  const Merge *self = data;
  const MbdForceDef *def = &old->def;
  const bool axes = lw_family_of (def->class_)->is_compliant_joint;
  LwForce *force;

  if (!is_merged (self, def->body_b) && !(def->class_->acts_on_a && is_merged (self, def->body_a)))
    return NULL;
  force = lw_force_copy (old);
  turn_load (self, old, force);
  if (def->class_->acts_on_a)
    retarget (self, &force->def.body_a, force->def.point_a, axes ? force->def.quaternion_a : NULL);
  retarget (self, &force->def.body_b, force->def.point_b, axes ? force->def.quaternion_b : NULL);
  return force;
}

static LwMeasurement *
change_measurement (const LwMeasurement *old, void *data)
{
  const Merge *self = data;
  LwMeasurement *measurement = lw_measurement_copy (old);

  for (guint i = 0; i < measurement->n_points; i++) {
    LwBodyPoint *at = &measurement->points[i];

    if (is_merged (self, at->body) && at->body != first_body (self)->element.id)
      retarget (self, &at->body, at->point, NULL);
  }
  return measurement;
}

static LwTracer *
change_tracer (const LwTracer *old, void *data)
{
  const Merge *self = data;
  LwTracer *tracer;

  if (!is_merged (self, old->body) || old->body == first_body (self)->element.id)
    return NULL;
  tracer = lw_tracer_copy (old);
  retarget (self, &tracer->body, tracer->point, NULL);
  return tracer;
}

// ---- removed elements -----------------------------------------------------------------------

/// Returns true if a and b are merged bodies, or, if these are fixed, one of them is the ground or
/// fixed.
static bool
is_inner (const Merge *self, int a, int b)
{
  const bool fixed = self->one->def.mobility == MBD_FIXED;
  const int ends[2] = { a, b };
  bool any = false;

  for (int i = 0; i < 2; i++) {
    const LwBody *body = lw_mechanism_find_body (self->old, ends[i]);

    any = any || is_merged (self, ends[i]);
    if (!is_merged (self, ends[i]) && !(fixed && (body == NULL || body->def.mobility == MBD_FIXED)))
      return false;
  }
  return any;
}

/// Returns true if all ends of a coupling are on the bodies.
static bool
has_inner_ends (const Merge *self, const MbdCouplingDef *def)
{
  for (int i = 1; i < lw_coupling_n_ends (def); i++)
    if (!is_inner (self, def->body_a, lw_coupling_body (def, i)))
      return false;
  return true;
}

/// Removes the elements between the bodies; the other bodies are removed later.
static LwMechanism *
remove_inner (const Merge *self)
{
  g_autoptr (GArray) inner = g_array_new (FALSE, FALSE, sizeof (LwElementRef));

  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->old); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (self->old, i);
    const MbdCouplingDef *def = &coupling->def;
    const LwElementRef ref = { LW_SELECTION_COUPLING, coupling->element.id };

    if (coupling->joint[0] == 0
        && (lw_family_of (def->class_)->has_pulleys
              ? has_inner_ends (self, def)
              : is_inner (self, def->body_a, def->body_b)
                  || (lw_family_of (def->class_)->has_second_pair
                      && is_inner (self, def->body_c, def->body_d))))
      g_array_append_val (inner, ref);
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (self->old); i++) {
    const LwForce *force = lw_mechanism_get_force (self->old, i);
    const LwElementRef ref = { LW_SELECTION_FORCE, force->element.id };

    if (force->def.class_->acts_on_a && is_inner (self, force->def.body_a, force->def.body_b))
      g_array_append_val (inner, ref);
  }
  return lw_part_remove (self->old, (const LwElementRef *) (const void *) inner->data, inner->len);
}

static LwMechanism *
merge (Merge *self)
{
  const LwMechanismChanges changes = { change_body, change_coupling, change_force, change_tracer,
                                       change_measurement };
  g_autoptr (LwMechanism) rest = remove_inner (self);
  g_autoptr (LwMechanism) changed = lw_mechanism_change (rest, &changes, self);
  g_autofree LwElementRef *others = g_new (LwElementRef, self->bodies->len);

  for (guint i = 1; i < self->bodies->len; i++)
    others[i - 1] =
      (LwElementRef){ LW_SELECTION_BODY, ((const LwBody *) self->bodies->pdata[i])->element.id };
  return merge_pairs (self, lw_part_remove (changed, others, self->bodies->len - 1));
}

/// Sets the mobility: fixed if one is, spatial if one is. Returns false if some move in the plane
/// and others in space.
static bool
find_mobility (Merge *self)
{
  bool any[3] = { false, false, false };

  for (guint i = 0; i < self->bodies->len; i++)
    any[((const LwBody *) self->bodies->pdata[i])->def.mobility] = true;
  if (any[MBD_PLANAR] && any[MBD_SPATIAL])
    return false;
  self->one->def.mobility = any[MBD_FIXED]     ? MBD_FIXED
                            : any[MBD_SPATIAL] ? MBD_SPATIAL
                                               : MBD_PLANAR;
  if (!any[MBD_FIXED])
    return true;
  memset (self->one->def.velocity, 0, sizeof self->one->def.velocity);
  memset (self->one->def.angular_velocity, 0, sizeof self->one->def.angular_velocity);
  return true;
}

LwMechanism *
lw_merge_bodies (const LwMechanism *mechanism,
                 const LwElementRef *elements,
                 guint n_elements,
                 bool *is_hull,
                 GError **error)
{
  g_autoptr (GPtrArray) bodies = g_ptr_array_new ();
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  Merge self = { .old = mechanism, .bodies = bodies, .ids = ids };
  LwMechanism *next = NULL;

  for (guint i = 0; i < n_elements; i++) {
    const LwBody *body = elements[i].kind == LW_SELECTION_BODY
                           ? lw_mechanism_find_body (mechanism, elements[i].id)
                           : NULL;

    if (body != NULL && g_hash_table_add (ids, GINT_TO_POINTER (body->element.id)))
      g_ptr_array_add (bodies, (void *) body);
  }
  if (bodies->len < 2) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("Select at least two bodies to merge them."));
    return NULL;
  }
  self.one = lw_body_copy (first_body (&self));
  if (find_mobility (&self)) {
    merge_masses (&self);
    merge_contact (&self);
    lw_merge_shapes (mechanism, bodies, self.one, is_hull);
    next = merge (&self);
  } else {
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("Some of these bodies move in the plane and others in space: make all of "
         "them planar or all spatial to merge them."));
  }
  g_clear_pointer (&self.one, lw_body_unref);
  return next;
}
