// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-model-tree.h"

#include <string.h>

#include "lw-family.h"

#define TRANSLATIONS (MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_Z)
#define ROTATIONS (MBD_LOCK_RX | MBD_LOCK_RY | MBD_LOCK_RZ)
/// Axes along and about which a planar body does not move.
#define OUT_OF_PLANE (MBD_LOCK_Z | MBD_LOCK_RX | MBD_LOCK_RY)

static void
make_rotation (const double q[4], double rotation[3][3])
{
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double all[3][3] = {
    { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
    { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
    { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) },
  };

  memcpy (rotation, all, sizeof all);
}

static void
rotate (const double rotation[3][3], const double from[3], double to[3])
{
  for (int i = 0; i < 3; i++)
    to[i] = rotation[i][0] * from[0] + rotation[i][1] * from[1] + rotation[i][2] * from[2];
}

// ---- bodies ---------------------------------------------------------------------------------

/// Sets pose and velocities of a body.
static void
read_body (LwTreeBody *self, MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  const int index = mbd_model_body_by_id (model, self->body->element.id);
  const int first = mbd_model_body_first_velocity (model, index);
  const double *v = mbd_state_velocities (state);
  double centre[3];

  mbd_state_body_pose (state, index, self->position, self->quaternion);
  make_rotation (self->quaternion, self->rotation);
  rotate (self->rotation, self->body->def.centre_of_mass, centre);
  for (int i = 0; i < 3; i++)
    self->centre[i] = self->position[i] + centre[i];
  if (first < 0)
    return;
  if (self->body->def.mobility == MBD_SPATIAL) {
    memcpy (self->velocity, &v[first], 3 * sizeof *v);
    rotate (self->rotation, &v[first + 3], self->spin);
  } else {
    memcpy (self->velocity, &v[first], 2 * sizeof *v);
    self->spin[2] = v[first + 2];
  }
}

int
lw_model_tree_find (const LwModelTree *self, int body)
{
  gpointer index;

  return g_hash_table_lookup_extended (self->indices, GINT_TO_POINTER (body), NULL, &index)
           ? GPOINTER_TO_INT (index)
           : -1;
}

/// Takes over the bodies in their order.
static void
set_bodies (LwModelTree *self, GArray *bodies)
{
  self->bodies = bodies;
  g_hash_table_remove_all (self->indices);
  for (guint i = 0; i < bodies->len; i++)
    g_hash_table_insert (self->indices,
                         GINT_TO_POINTER (lw_model_tree_get (self, (int) i)->body->element.id),
                         GINT_TO_POINTER ((int) i));
}

const LwTreeBody *
lw_model_tree_get (const LwModelTree *self, int index)
{
  return &g_array_index (self->bodies, LwTreeBody, (guint) index);
}

const LwTreeBody *
lw_model_tree_find_joint (const LwModelTree *self, int coupling)
{
  for (guint i = 0; i < self->bodies->len; i++) {
    const LwTreeBody *body = lw_model_tree_get (self, (int) i);

    if (body->joint != NULL && body->joint->element.id == coupling && body->n_axes == 1)
      return body;
  }
  return NULL;
}

void
lw_model_tree_to_world (const LwModelTree *self, int index, const double point[3], double world[3])
{
  const LwTreeBody *body = index >= 0 ? lw_model_tree_get (self, index) : NULL;

  memcpy (world, point, 3 * sizeof *world);
  if (body == NULL)
    return;
  rotate (body->rotation, point, world);
  for (int i = 0; i < 3; i++)
    world[i] += body->position[i];
}

void
lw_tree_body_to_own_axes (const LwTreeBody *self, const double world[3], double own[3])
{
  for (int i = 0; i < 3; i++)
    own[i] = self->rotation[0][i] * world[0] + self->rotation[1][i] * world[1]
             + self->rotation[2][i] * world[2];
}

void
lw_tree_body_to_own (const LwTreeBody *self, const double world[3], double own[3])
{
  const double away[3] = { world[0] - self->position[0], world[1] - self->position[1],
                           world[2] - self->position[2] };

  lw_tree_body_to_own_axes (self, away, own);
}

void
lw_tree_body_find_velocity (const LwTreeBody *self, const double point[3], double velocity[3])
{
  double arm[3];

  memset (velocity, 0, 3 * sizeof *velocity);
  if (self == NULL)
    return;
  for (int i = 0; i < 3; i++)
    arm[i] = point[i] - self->centre[i];
  for (int i = 0; i < 3; i++)
    velocity[i] = self->velocity[i] + self->spin[(i + 1) % 3] * arm[(i + 2) % 3]
                  - self->spin[(i + 2) % 3] * arm[(i + 1) % 3];
}

void
lw_model_tree_find_motion (const LwModelTree *self,
                           const LwTreeBody *body,
                           double velocity[3],
                           double spin[3])
{
  const LwTreeBody *parent = body->parent >= 0 ? lw_model_tree_get (self, body->parent) : NULL;
  double there[3];

  lw_tree_body_find_velocity (body, body->anchor, velocity);
  lw_tree_body_find_velocity (parent, body->anchor, there);
  for (int i = 0; i < 3; i++) {
    velocity[i] -= there[i];
    spin[i] = body->spin[i] - (parent != NULL ? parent->spin[i] : 0);
  }
}

double
lw_tree_axis_rate (const LwTreeAxis *self, const double velocity[3], const double spin[3])
{
  const double *motion = self->kind == LW_AXIS_SLIDE ? velocity : spin;

  return motion[0] * self->axis[0] + motion[1] * self->axis[1] + motion[2] * self->axis[2];
}

void
lw_tree_body_find_inertia (const LwTreeBody *self, double inertia[6])
{
  const MbdBodyDef *def = &self->body->def;

  memcpy (inertia, def->inertia, 6 * sizeof *inertia);
  if (def->mobility != MBD_PLANAR)
    return;
  inertia[0] = inertia[1] = inertia[2];
  inertia[3] = inertia[4] = inertia[5] = 0;
}

void
lw_tree_body_turn_inertia (const LwTreeBody *self, const double own[6], double world[6])
{
  static const int rows[6] = { 0, 1, 2, 0, 0, 1 }, columns[6] = { 0, 1, 2, 1, 2, 2 };
  const double matrix[3][3] = { { own[0], own[3], own[4] },
                                { own[3], own[1], own[5] },
                                { own[4], own[5], own[2] } };

  for (int k = 0; k < 6; k++) {
    world[k] = 0;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        world[k] += self->rotation[rows[k]][i] * matrix[i][j] * self->rotation[columns[k]][j];
  }
}

// ---- joints ---------------------------------------------------------------------------------

static bool
is_planar (const LwModelTree *self, int body)
{
  const int index = lw_model_tree_find (self, body);

  return index >= 0 && lw_model_tree_get (self, index)->body->def.mobility == MBD_PLANAR;
}

bool
lw_model_tree_is_planar (const LwModelTree *self, const LwCoupling *joint)
{
  return is_planar (self, joint->def.body_a) || is_planar (self, joint->def.body_b);
}

/// Returns the axes that a joint locks, with those that planar bodies cannot move along.
static unsigned
find_locked (const LwModelTree *self, const MbdCouplingDef *def)
{
  const bool planar = is_planar (self, def->body_a) || is_planar (self, def->body_b);

  return planar ? def->locked | OUT_OF_PLANE : def->locked;
}

bool
lw_model_tree_can_close (const LwModelTree *self, const LwCoupling *joint, bool *with_axis)
{
  const unsigned own = joint->def.locked;
  const bool planar = lw_model_tree_is_planar (self, joint);

  *with_axis = !planar && own == MBD_LOOP_PIN;
  return planar ? (find_locked (self, &joint->def) & (TRANSLATIONS | MBD_LOCK_RZ)) == TRANSLATIONS
                : own == MBD_LOOP_PIN || own == TRANSLATIONS;
}

/// Adds a freedom about or along an axis of a frame.
static void
add_axis (LwTreeBody *body, LwAxisKind kind, const double frame[3][3], int axis)
{
  LwTreeAxis *added = &body->axes[body->n_axes++];

  added->kind = kind;
  for (int i = 0; i < 3; i++)
    added->axis[i] = frame[i][axis];
}

/// Returns true if the rotations that are free can be made by hinges or a ball.
static bool
is_usual (unsigned locked)
{
  const unsigned free = ~locked & ROTATIONS;

  return free == 0 || free == ROTATIONS || free == MBD_LOCK_RZ
         || free == (MBD_LOCK_RX | MBD_LOCK_RY);
}

static void
add_rotations (LwTreeBody *body, unsigned locked, const double p[3][3], const double s[3][3])
{
  const unsigned free = ~locked & ROTATIONS;

  if (free == ROTATIONS)
    add_axis (body, LW_AXIS_BALL, p, 2);
  else if (free == MBD_LOCK_RZ)
    add_axis (body, LW_AXIS_HINGE, p, 2);
  else if (free != 0) {
    // A universal joint turns about x of P, then about y of S.
    add_axis (body, LW_AXIS_HINGE, body->is_reversed ? s : p, body->is_reversed ? 1 : 0);
    add_axis (body, LW_AXIS_HINGE, body->is_reversed ? p : s, body->is_reversed ? 0 : 1);
  }
}

/// Returns the axes of a frame on a body, as columns, in the world.
static void
find_axes (const LwModelTree *self, int body, const MbdFrame *frame, double axes[3][3])
{
  const int index = lw_model_tree_find (self, body);
  double own[3][3];

  make_rotation (frame->quaternion, own);
  if (index < 0) {
    memcpy (axes, own, sizeof own);
    return;
  }
  for (int k = 0; k < 3; k++) {
    const double column[3] = { own[0][k], own[1][k], own[2][k] };
    double world[3];

    rotate (lw_model_tree_get (self, index)->rotation, column, world);
    for (int i = 0; i < 3; i++)
      axes[i][k] = world[i];
  }
}

void
lw_model_tree_find_axis (const LwModelTree *self, const LwCoupling *joint, double axis[3])
{
  double axes[3][3];

  find_axes (self, joint->def.body_a, &joint->def.frame_a, axes);
  for (int i = 0; i < 3; i++)
    axis[i] = axes[i][2];
}

/// Connects a body to its parent by a joint.
static void
connect (LwModelTree *self, LwTreeBody *body, int parent, const LwCoupling *joint)
{
  const MbdCouplingDef *def = &joint->def;
  const unsigned locked = find_locked (self, def);
  double p[3][3], s[3][3];

  body->parent = parent;
  body->joint = joint;
  body->is_reversed = def->body_a == body->body->element.id;
  find_axes (self, def->body_a, &def->frame_a, p);
  find_axes (self, def->body_b, &def->frame_b, s);
  lw_model_tree_to_world (self, lw_model_tree_find (self, def->body_b), def->frame_b.point,
                          body->anchor);
  if (body->is_reversed)
    add_rotations (body, locked, p, s);
  for (int i = 0; i < 3; i++)
    if (!(locked & (MBD_LOCK_X << i)))
      add_axis (body, LW_AXIS_SLIDE, p, i);
  if (!body->is_reversed)
    add_rotations (body, locked, p, s);
}

// ---- the tree -------------------------------------------------------------------------------

static int
find_root (int *roots, int i)
{
  while (roots[i] != i)
    i = roots[i] = roots[roots[i]];
  return i;
}

/// Returns the ids of the joints whose coordinates a drive, transmission or stop uses.
static GHashTable *
dup_used_joints (const LwMechanism *mechanism)
{
  GHashTable *used = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (lw_family_of (coupling->def.class_)->uses_joints && coupling->def.enabled)
      for (int k = 0; k < 2; k++)
        g_hash_table_add (used, GINT_TO_POINTER (coupling->joint[k]));
  }
  return used;
}

/// Returns the joints that form a spanning tree; joints that cannot close a loop come first, then
/// those whose coordinates are used.
static GPtrArray *
choose_joints (LwModelTree *self, const LwMechanism *mechanism)
{
  const int n = (int) self->bodies->len;
  g_autofree int *roots = g_new (int, (gsize) n + 1);
  g_autoptr (GHashTable) used = dup_used_joints (mechanism);
  GPtrArray *chosen = g_ptr_array_new ();

  // The world and the bodies that cannot move are one.
  for (int i = 0; i <= n; i++)
    roots[i] = i < n && lw_model_tree_get (self, i)->body->def.mobility == MBD_FIXED ? n : i;
  for (int pass = 0; pass < 3; pass++)
    for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
      const LwCoupling *joint = lw_mechanism_get_coupling (mechanism, i);
      bool with_axis;
      int ends[2];

      if (!lw_family_of (joint->def.class_)->is_joint || lw_family_of (joint->def.class_)->has_curve
          || !joint->def.enabled || lw_model_tree_can_close (self, joint, &with_axis) != (pass > 0)
          || (pass > 0
              && g_hash_table_contains (used, GINT_TO_POINTER (joint->element.id)) != (pass == 1)))
        continue;
      for (int k = 0; k < 2; k++) {
        const int body = lw_model_tree_find (self, k == 0 ? joint->def.body_a : joint->def.body_b);

        ends[k] = find_root (roots, body >= 0 ? body : n);
      }
      if (ends[0] == ends[1] || !is_usual (find_locked (self, &joint->def))) {
        g_ptr_array_add (self->closures, (void *) joint);
        continue;
      }
      roots[MIN (ends[0], ends[1])] = MAX (ends[0], ends[1]);
      g_ptr_array_add (chosen, (void *) joint);
    }
  return chosen;
}

/// Moves a body to the end of the sorted ones. `places`: by index, -1 for those that are not sorted.
static LwTreeBody *
take (LwModelTree *self, GArray *sorted, int *places, int index)
{
  places[index] = (int) sorted->len;
  g_array_append_vals (sorted, lw_model_tree_get (self, index), 1);
  return &g_array_index (sorted, LwTreeBody, sorted->len - 1);
}

/// Appends all bodies that the chosen joints connect to the sorted ones and to the world.
static void
follow (LwModelTree *self,
        const GPtrArray *joints,
        GArray *sorted,
        int *places,
        const LwProgress *progress)
{
  bool found = true;

  while (found && !lw_progress_is_cancelled (progress)) {
    found = false;
    for (guint i = 0; i < joints->len; i++) {
      const LwCoupling *joint = joints->pdata[i];
      const int a = lw_model_tree_find (self, joint->def.body_a);
      const int b = lw_model_tree_find (self, joint->def.body_b);
      const bool has_a = a < 0 || places[a] >= 0, has_b = b < 0 || places[b] >= 0;
      const int parent = has_a ? a : b;

      if (has_a == has_b)
        continue;
      connect (self, take (self, sorted, places, has_a ? b : a), parent < 0 ? -1 : places[parent],
               joint);
      found = true;
    }
    lw_progress_tell (progress, (double) sorted->len / self->bodies->len);
  }
}

/// Gives a planar body that no joint connects its axes x, y and the angle.
static void
free_in_plane (LwTreeBody *body)
{
  if (body->body->def.mobility != MBD_PLANAR)
    return;
  memcpy (body->anchor, body->position, sizeof body->anchor);
  for (int i = 0; i < 3; i++) {
    LwTreeAxis *axis = &body->axes[body->n_axes++];

    axis->kind = i < 2 ? LW_AXIS_SLIDE : LW_AXIS_HINGE;
    axis->axis[i] = 1;
  }
}

/// Takes the coordinates of joints with one axis.
static void
read_coordinates (GArray *bodies, MbdState *state)
{
  static const MbdCoordinate slides[] = { MBD_COORDINATE_SLIDE, MBD_COORDINATE_SLIDE_Z };
  const MbdModel *model = mbd_state_model (state);

  for (guint i = 0; i < bodies->len; i++) {
    LwTreeBody *body = &g_array_index (bodies, LwTreeBody, i);
    MbdCoordinate coordinate = MBD_COORDINATE_ANGLE;

    if (body->joint == NULL || body->n_axes != 1)
      continue;
    for (gsize k = 0; body->axes[0].kind == LW_AXIS_SLIDE && k < G_N_ELEMENTS (slides); k++)
      if (lw_coupling_has_coordinate (&body->joint->def, slides[k]))
        coordinate = slides[k];
    mbd_state_coordinate (state, mbd_model_coupling_by_id (model, body->joint->element.id), 0,
                          coordinate, &body->coordinate, NULL);
  }
}

LwModelTree *
lw_model_tree_new (const LwMechanism *mechanism, MbdState *state, const LwProgress *progress)
{
  LwModelTree *self = g_new0 (LwModelTree, 1);
  const guint n = lw_mechanism_get_n_bodies (mechanism);
  g_autofree int *places = g_new (int, n + 1);
  g_autoptr (GPtrArray) joints = NULL;
  GArray *bodies = g_array_sized_new (FALSE, TRUE, sizeof (LwTreeBody), n);
  GArray *sorted = g_array_sized_new (FALSE, TRUE, sizeof (LwTreeBody), n);

  self->closures = g_ptr_array_new ();
  self->indices = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++) {
    LwTreeBody body = { .body = lw_mechanism_get_body (mechanism, i), .parent = -1 };

    read_body (&body, state);
    g_array_append_val (bodies, body);
    places[i] = -1;
  }
  set_bodies (self, bodies);
  joints = choose_joints (self, mechanism);
  for (guint i = 0; i < n; i++)
    if (lw_model_tree_get (self, (int) i)->body->def.mobility == MBD_FIXED)
      take (self, sorted, places, (int) i);
  follow (self, joints, sorted, places, progress);
  // The remaining bodies are not connected to the ground.
  for (guint i = 0; i < n; i++)
    if (places[i] < 0) {
      free_in_plane (take (self, sorted, places, (int) i));
      follow (self, joints, sorted, places, progress);
    }
  g_array_unref (bodies);
  set_bodies (self, sorted);
  read_coordinates (sorted, state);
  return self;
}

void
lw_model_tree_free (LwModelTree *self)
{
  g_array_unref (self->bodies);
  g_ptr_array_unref (self->closures);
  g_hash_table_unref (self->indices);
  g_free (self);
}
