// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-drag-solver.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-body-pose.h"
#include "mbd.h"

/// Radius of inertia of a body that is a point, relative to the size of the mechanism.
#define LEAST_RADIUS 0.02

struct LwDragSolver
{
  LwMechanism *mechanism;
  MbdModel *model; ///< with equal masses
  MbdState *state;
  double *start;      ///< q
  double *velocities; ///< v of the last movement
  int body;           ///< index in the model
  double point[3];
};

// ---- weights --------------------------------------------------------------------------------

/// Returns the root mean square distance of the points of a body from its centre of mass, m.
static double
radius_of (const GArray *points, const double *centre)
{
  double sum = 0;

  for (guint i = 0; i < points->len; i++) {
    const double *p = (const double *) (void *) points->data + 3 * i;

    for (int d = 0; d < 3; d++)
      sum += (p[d] - centre[d]) * (p[d] - centre[d]);
  }
  return points->len > 0 ? sqrt (sum / points->len) : 0;
}

typedef struct
{
  GPtrArray *points; ///< by body
  guint next;        ///< index of the next body; bodies are visited in order
  double least;      ///< m
} Weighing;

/// Makes all bodies equally easy to move.
static LwBody *
weigh_body (const LwBody *old, void *data)
{
  Weighing *weighing = data;
  LwBody *body = lw_body_copy (old);
  const double radius =
    fmax (radius_of (weighing->points->pdata[weighing->next++], old->def.centre_of_mass),
          weighing->least);

  body->def.mass = 1;
  for (int i = 0; i < 6; i++)
    body->def.inertia[i] = i < 3 ? radius * radius : 0;
  return body;
}

static double
size_of (const LwMechanism *mechanism)
{
  double size = 0;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *a = lw_mechanism_get_body (mechanism, 0);
    const LwBody *b = lw_mechanism_get_body (mechanism, i);

    size = fmax (size, hypot (a->def.position[0] - b->def.position[0],
                              a->def.position[1] - b->def.position[1]));
  }
  return size > 0 ? size : 1;
}

static LwMechanism *
with_equal_masses (const LwMechanism *mechanism)
{
  const LwMechanismChanges changes = { .body = weigh_body };
  Weighing weighing = { .points = lw_mechanism_dup_all_link_points (mechanism),
                        .least = LEAST_RADIUS * size_of (mechanism) };
  LwMechanism *light = lw_mechanism_change (mechanism, &changes, &weighing);

  g_ptr_array_unref (weighing.points);
  return light;
}

static bool
is_driver (const LwCoupling *coupling)
{
  return lw_family_of (coupling->def.class_)->drives;
}

LwDragSolver *
lw_drag_solver_new (const LwMechanism *mechanism, int body, const double point[3], GError **error)
{
  const LwBody *held = lw_mechanism_find_body (mechanism, body);
  g_autoptr (LwMechanism) light = NULL;
  g_autoptr (LwDragSolver) self = NULL;
  g_autofree char *name = NULL;
  MbdDiagnosis why = { 0 };
  MbdStatus status;

  if (held == NULL) {
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("The ground is fixed and cannot be moved by hand; take hold of another body."));
    return NULL;
  }
  if (held->def.mobility == MBD_FIXED) {
    name = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, body);
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("%s is fixed and cannot be moved by hand; take hold of another body."), name);
    return NULL;
  }
  light = with_equal_masses (mechanism);
  self = g_new0 (LwDragSolver, 1);
  self->mechanism = lw_mechanism_ref ((LwMechanism *) mechanism);
  self->model = lw_mechanism_compile (light, error);
  if (self->model == NULL)
    return NULL;
  self->state = mbd_state_new (self->model);
  self->body = mbd_model_body_by_id (self->model, body);
  memcpy (self->point, point, sizeof self->point);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    if (is_driver (lw_mechanism_get_coupling (mechanism, i)))
      mbd_state_set_enabled (self->state, (int) i, false);
  self->start = g_memdup2 (mbd_state_positions (self->state),
                           sizeof (double) * lw_drag_solver_get_n_positions (self));
  self->velocities = g_new0 (double, (gsize) mbd_model_velocity_count (self->model) + 1);
  status = mbd_state_assemble (self->state, NULL, &why);
  if (status != MBD_STATUS_OK) {
    why.code = status;
    lw_mechanism_set_error (mechanism, LW_ERROR_SIMULATION, &why, error);
    return NULL;
  }
  return g_steal_pointer (&self);
}

void
lw_drag_solver_free (LwDragSolver *self)
{
  if (self == NULL)
    return;
  lw_mechanism_unref (self->mechanism);
  mbd_model_unref (self->model);
  mbd_state_free (self->state);
  g_free (self->start);
  g_free (self->velocities);
  g_free (self);
}

// ---- pulling --------------------------------------------------------------------------------

/// Sets the velocities to the movement from `before`, m and rad a second, as nearly as the couplings
/// allow in the pose that was reached. Bodies in space contribute their displacement.
static void
find_velocities (LwDragSolver *self, const double *before)
{
  const double *q = mbd_state_positions (self->state);
  const gsize n = (gsize) mbd_model_velocity_count (self->model);
  g_autofree double *kept = g_memdup2 (mbd_state_velocities (self->state), n * sizeof *kept);
  g_autofree double *v = g_new0 (double, n + 1);
  double largest = 0;

  for (int body = 1; body < mbd_model_body_count (self->model); body++) {
    const int first_q = mbd_model_body_first_position (self->model, body);
    const int first_v = mbd_model_body_first_velocity (self->model, body);

    for (int i = 0; i < 3 && mbd_model_body_mobility (self->model, body) != MBD_FIXED; i++) {
      v[first_v + i] = q[first_q + i] - before[first_q + i];
      largest = fmax (largest, fabs (v[first_v + i]));
    }
  }
  if (!(largest > 0))
    return;
  // Scaled, since assembly neglects velocities that are small for the mechanism.
  for (gsize i = 0; i < n; i++)
    v[i] /= largest;
  mbd_state_set (self->state, mbd_state_time (self->state), NULL, v);
  if (mbd_state_assemble_velocities (self->state, NULL, NULL) == MBD_STATUS_OK)
    memcpy (self->velocities, mbd_state_velocities (self->state), n * sizeof *v);
  mbd_state_set (self->state, mbd_state_time (self->state), NULL, kept);
}

const double *
lw_drag_solver_get_velocities (LwDragSolver *self)
{
  return self->velocities;
}

bool
lw_drag_solver_get_tracer (LwDragSolver *self, guint tracer, double world[2])
{
  const LwTracer *element = lw_mechanism_get_tracer (self->mechanism, tracer);
  const int body = element != NULL ? mbd_model_body_by_id (self->model, element->body) : -1;
  double at[3];

  if (body < 0)
    return false;
  mbd_state_body_point (self->state, body, element->point, at, NULL, NULL);
  world[0] = at[0];
  world[1] = at[1];
  return true;
}

double
lw_drag_solver_pull (LwDragSolver *self, double x, double y)
{
  const double target[3] = { x, y, 0 };
  g_autofree double *before = g_memdup2 (mbd_state_positions (self->state),
                                         sizeof (double) * lw_drag_solver_get_n_positions (self));
  double world[2];
  double left;

  if (mbd_state_pull (self->state, self->body, self->point, target, &left, NULL) == MBD_STATUS_OK) {
    find_velocities (self, before);
    return left;
  }
  lw_drag_solver_get_point (self, world);
  return hypot (world[0] - x, world[1] - y);
}

void
lw_drag_solver_get_point (LwDragSolver *self, double world[2])
{
  double at[3];

  mbd_state_body_point (self->state, self->body, self->point, at, NULL, NULL);
  world[0] = at[0];
  world[1] = at[1];
}

const double *
lw_drag_solver_get_positions (LwDragSolver *self)
{
  return mbd_state_positions (self->state);
}

guint
lw_drag_solver_get_n_positions (LwDragSolver *self)
{
  return (guint) mbd_model_position_count (self->model);
}

// ---- the mechanism afterwards ---------------------------------------------------------------

static bool
has_velocity (const LwMechanism *mechanism)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const MbdBodyDef *def = &lw_mechanism_get_body (mechanism, i)->def;

    for (int d = 0; d < 3; d++)
      if (def->velocity[d] != 0 || def->angular_velocity[d] != 0)
        return true;
  }
  return false;
}

static LwBody *
move_body (const LwBody *old, void *data)
{
  LwDragSolver *self = data;
  LwBody *body = lw_body_dup_at_pose (old, self->state, self->start);

  if (body != NULL && old->def.mobility != MBD_SPATIAL && has_velocity (self->mechanism)) {
    const int index = mbd_model_body_by_id (self->model, old->element.id);
    const double origin[3] = { 0 };

    mbd_state_body_point (self->state, index, origin, NULL, body->def.velocity, NULL);
    mbd_state_body_angular_velocity (self->state, index, body->def.angular_velocity);
  }
  return body;
}

/// Returns the function with `by` added to its value.
static LwFunction *
shift_function (const LwFunction *function, double by)
{
  const double *numbers = lw_function_get_numbers (function);
  g_autofree double *shifted = NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = NULL;
  guint n;

  switch (function->kind) {
  case LW_FUNCTION_CONSTANT:
    return lw_function_new_constant (numbers[0] + by);
  case LW_FUNCTION_HARMONIC:
    return lw_function_new_harmonic (numbers[0] + by, numbers[1], numbers[2], numbers[3]);
  case LW_FUNCTION_POLYNOMIAL:
    n = function->numbers->len;
    shifted = g_memdup2 (numbers, n * sizeof *numbers);
    shifted[0] += by;
    return lw_function_new_polynomial (shifted, n, function->origin);
  case LW_FUNCTION_TABLE:
    n = lw_function_get_n_rows (function);
    shifted = g_memdup2 (numbers, 2 * n * sizeof *numbers);
    for (guint i = 0; i < n; i++)
      shifted[2 * i + 1] += by;
    return lw_function_new_table (shifted, n, function->ends, function->end_rates);
  case LW_FUNCTION_EXPRESSION:
    text = g_strdup_printf ("(%s) + (%s)", function->expression,
                            g_ascii_dtostr (number, sizeof number, by));
    return lw_function_new_expression (text);
  }
  return lw_function_ref (function);
}

typedef struct
{
  const LwMechanism *before, *after;
} Moved;

/// Shifts the function of a position driver by the displacement of its joint.
static LwCoupling *
shift_driver (const LwCoupling *old, void *data)
{
  const Moved *moved = data;
  LwFunction *function;
  LwCoupling *coupling;
  double before, after;

  if (!is_driver (old) || old->function == NULL || old->def.level != MBD_LEVEL_POSITION
      || old->def.compliant || !lw_mechanism_get_start_coordinate (moved->before, old, 0, &before)
      || !lw_mechanism_get_start_coordinate (moved->after, old, 0, &after) || after == before
      || !isfinite (after - before))
    return NULL;
  coupling = lw_coupling_copy (old);
  function = shift_function (old->function, after - before);
  lw_coupling_set_function (coupling, function);
  lw_function_unref (function);
  return coupling;
}

/// Returns false if differences have overflowed: huge coordinates leave no precision for small
/// ones.
static bool
is_finite (const LwMechanism *mechanism)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const MbdBodyDef *def = &lw_mechanism_get_body (mechanism, i)->def;

    if (!isfinite (def->angle))
      return false;
    for (int d = 0; d < 3; d++)
      if (!isfinite (def->position[d]) || !isfinite (def->velocity[d])
          || !isfinite (def->angular_velocity[d]))
        return false;
  }
  return true;
}

LwMechanism *
lw_drag_solver_dup_mechanism (LwDragSolver *self)
{
  const LwMechanismChanges bodies = { .body = move_body };
  const LwMechanismChanges drivers = { .coupling = shift_driver };
  Moved moved = { .before = self->mechanism };
  g_autoptr (LwMechanism) after = NULL;

  // If no velocities fit, they are left unchanged.
  if (has_velocity (self->mechanism))
    mbd_state_assemble_velocities (self->state, NULL, NULL);
  after = lw_mechanism_change (self->mechanism, &bodies, self);
  if (!is_finite (after))
    return lw_mechanism_ref (self->mechanism);
  moved.after = after;
  return lw_mechanism_change (after, &drivers, &moved);
}
