// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-plane-map.h"

#include <math.h>

#include "lw-gearing.h"
#include "lw-shape-mass.h"
#include "mbd-force-class.h"

// ---- maps -----------------------------------------------------------------------------------

/// Quarter turns are exact.
static double
cosine (double angle)
{
  const double c = cos (angle);

  return fabs (c) < 1e-15 ? 0 : c;
}

static double
sine (double angle)
{
  const double s = sin (angle);

  return fabs (s) < 1e-15 ? 0 : s;
}

/// Returns the map about a fixed point. Angles between two frames lie in (-pi, pi], while angles of
/// bodies accumulate; of -pi and pi, -pi leaves the coordinate of a pin on the ground unchanged.
static LwPlaneMap
about (double x, double y, double angle, double scale, bool mirrored)
{
  LwPlaneMap self = { .angle = remainder (angle, 2 * G_PI), .scale = scale, .mirrored = mirrored };
  double image[2] = { x, y };

  if (self.angle == G_PI)
    self.angle = -G_PI;
  lw_plane_map_point (&self, image);
  self.offset[0] = x - image[0];
  self.offset[1] = y - image[1];
  return self;
}

LwPlaneMap
lw_plane_map_shift (double dx, double dy)
{
  return (LwPlaneMap){ .scale = 1, .offset = { dx, dy } };
}

LwPlaneMap
lw_plane_map_turn (double x, double y, double angle)
{
  return about (x, y, angle, 1, false);
}

LwPlaneMap
lw_plane_map_scale (double x, double y, double factor)
{
  return about (x, y, 0, factor, false);
}

LwPlaneMap
lw_plane_map_mirror (double x, double y, double angle)
{
  return about (x, y, 2 * angle, 1, true);
}

bool
lw_plane_map_is_shift (const LwPlaneMap *self)
{
  return self->angle == 0 && self->scale == 1 && !self->mirrored;
}

bool
lw_plane_map_is_valid (const LwPlaneMap *self)
{
  return isfinite (self->angle) && isfinite (self->offset[0]) && isfinite (self->offset[1])
         && self->scale >= 1e-6 && self->scale <= 1e6;
}

void
lw_plane_map_point (const LwPlaneMap *self, double point[2])
{
  const double c = cosine (self->angle);
  const double s = sine (self->angle);
  const double x = self->scale * point[0];
  const double y = self->scale * (self->mirrored ? -point[1] : point[1]);

  point[0] = c * x - s * y + self->offset[0];
  point[1] = s * x + c * y + self->offset[1];
}

double
lw_plane_map_direction (const LwPlaneMap *self, double angle)
{
  return self->angle + (self->mirrored ? -angle : angle);
}

void
lw_plane_map_local (const LwPlaneMap *self, double point[3])
{
  if (self->scale != 1)
    for (int i = 0; i < 3; i++)
      point[i] *= self->scale;
  // Adding 0 avoids negative zero.
  if (self->mirrored)
    point[1] = -point[1] + 0.0;
}

void
lw_plane_map_local_frame (const LwPlaneMap *self, double quaternion[4])
{
  // The axis of a turn is a pseudovector: L R L for L = diag (1, -1, 1).
  if (!self->mirrored)
    return;
  quaternion[1] = -quaternion[1] + 0.0;
  quaternion[3] = -quaternion[3] + 0.0;
}

// ---- bodies ---------------------------------------------------------------------------------

/// Turns an attitude, body to world, in the world.
static void
turn_attitude (double angle, double q[4])
{
  const double c = cos (0.5 * angle);
  const double s = sin (0.5 * angle);
  const double turned[4] = { c * q[0] - s * q[3], c * q[1] - s * q[2], c * q[2] + s * q[1],
                             c * q[3] + s * q[0] };

  for (int i = 0; i < 4; i++)
    q[i] = turned[i];
}

static void
map_shape (const LwPlaneMap *self, LwShape *shape)
{
  lw_plane_map_local (self, shape->centre);
  for (int i = 0; i < 3; i++)
    shape->size[i] *= self->scale;
  for (guint i = 0; shape->points != NULL && i < shape->points->len; i++)
    lw_plane_map_local (self, (double *) (void *) shape->points->data + 3 * i);
}

static void
map_motion (const LwPlaneMap *self, MbdBodyDef *def)
{
  LwPlaneMap linear = *self;

  linear.offset[0] = 0;
  linear.offset[1] = 0;
  lw_plane_map_point (&linear, def->velocity);
  def->velocity[2] *= self->scale;
  if (self->mirrored) {
    def->angular_velocity[0] = -def->angular_velocity[0] + 0.0;
    def->angular_velocity[2] = -def->angular_velocity[2] + 0.0;
  }
}

static void
map_mass (const LwPlaneMap *self, MbdBodyDef *def)
{
  lw_plane_map_local (self, def->centre_of_mass);
  for (int i = 0; i < 6; i++)
    def->inertia[i] *= self->scale * self->scale;
  // Products with y change their sign: xy and yz.
  if (self->mirrored) {
    def->inertia[3] = -def->inertia[3] + 0.0;
    def->inertia[5] = -def->inertia[5] + 0.0;
  }
}

/// Keeps a half-plane on its side of the line.
static void
map_contact (const LwPlaneMap *self, LwBody *body)
{
  GArray *points = body->shape.points;

  body->contact.rolling *= self->scale;
  if (!self->mirrored || !body->contact.half_plane || points == NULL || points->len != 2)
    return;
  for (int d = 0; d < 3; d++) {
    double *p = (double *) (void *) points->data + d;
    const double first = p[0];

    p[0] = p[3];
    p[3] = first;
  }
}

void
lw_plane_map_body (const LwPlaneMap *self, LwBody *body)
{
  MbdBodyDef *def = &body->def;

  if (lw_plane_map_is_shift (self)) {
    def->position[0] += self->offset[0];
    def->position[1] += self->offset[1];
    return;
  }
  lw_plane_map_point (self, def->position);
  def->position[2] *= self->scale;
  if (self->mirrored) {
    lw_plane_map_local_frame (self, def->quaternion);
    def->angle = -def->angle + 0.0;
  }
  if (self->angle != 0 && def->mobility == MBD_SPATIAL)
    turn_attitude (self->angle, def->quaternion);
  else
    def->angle += self->angle;
  map_motion (self, def);
  map_shape (self, &body->shape);
  map_mass (self, def);
  body->plate.width *= self->scale;
  body->plate.hole_radius *= self->scale;
  map_contact (self, body);
  lw_body_follow_plate (body);
}

// ---- couplings ------------------------------------------------------------------------------

/// Returns the factor of the value of a coordinate.
static double
coordinate_factor (const LwPlaneMap *self, MbdCoordinate coordinate)
{
  if (coordinate != MBD_COORDINATE_ANGLE)
    return self->scale;
  return self->mirrored ? -1 : 1;
}

static void
scale_function (LwCoupling *coupling, double factor)
{
  g_autoptr (LwFunction) scaled = NULL;

  if (coupling->function == NULL || factor == 1)
    return;
  scaled = lw_function_scaled (coupling->function, factor);
  lw_coupling_set_function (coupling, scaled);
}

static void
map_limits (MbdCouplingDef *def, double factor)
{
  const double lower = def->lower;

  def->lower = factor * (factor > 0 ? lower : def->upper);
  def->upper = factor * (factor > 0 ? def->upper : lower);
}

void
lw_plane_map_curve (const LwPlaneMap *self, GArray *points)
{
  double *numbers = (double *) (void *) points->data;

  for (guint i = 0; i < points->len; i++) {
    numbers[3 * i] *= self->scale;
    numbers[3 * i + 1] *= self->mirrored ? -self->scale : self->scale;
  }
}

static void
map_gear (const LwPlaneMap *self, LwCoupling *gear, const double factors[2])
{
  double *values = lw_coupling_get_gearing_values (gear);

  gear->def.offset *= factors[1];
  for (guint i = 0; i < lw_gearings[gear->gearing].n_values; i++)
    values[i] *= lw_gearings[gear->gearing].map (factors, self->scale);
}

void
lw_plane_map_coupling (const LwPlaneMap *self,
                       LwCoupling *coupling,
                       const MbdCoordinate coordinates[2],
                       const bool mapped[2])
{
  MbdCouplingDef *def = &coupling->def;
  double factors[2];

  for (int i = 0; i < 2; i++)
    factors[i] = mapped[i] ? coordinate_factor (self, coordinates[i]) : 1;
  if (lw_family_of (def->class_)->has_length) {
    def->length *= self->scale;
    // A mirrored rope passes its pulleys in the other sense.
    for (int i = 0; i < 2; i++)
      def->pulley_radius[i] *= self->mirrored ? -self->scale : self->scale;
    scale_function (coupling, self->scale);
  } else if (lw_family_of (def->class_)->drives) {
    scale_function (coupling, factors[0]);
  } else if (lw_family_of (def->class_)->has_stops) {
    map_limits (def, factors[0]);
  } else if (lw_family_of (def->class_)->has_second_pair) {
    map_gear (self, coupling, factors);
  } else if (lw_family_of (def->class_)->needs_joint && mapped[0]) {
    def->friction_radius *= self->scale;
  }
}

// ---- loads ----------------------------------------------------------------------------------

/// For a matrix with one 1 or -1 in each row, finds the source and sign of each component. Returns
/// false for any other matrix.
static bool
find_permutation (const double matrix[2][2], int from[2], double sign[2])
{
  for (int i = 0; i < 2; i++) {
    from[i] = fabs (matrix[i][0]) > fabs (matrix[i][1]) ? 0 : 1;
    sign[i] = matrix[i][from[i]];
    if (fabs (matrix[i][1 - from[i]]) > 1e-12)
      return false;
  }
  return true;
}

static void
turn_functions (LwForce *load, int first, const int from[2], const double sign[2], double z_sign)
{
  const LwFunction *old[3];
  double numbers[3];
  double *now = first == 0 ? load->def.force : load->def.torque;

  for (int i = 0; i < 3; i++) {
    old[i] = lw_function_ref (load->functions[first + i]);
    numbers[i] = now[i];
  }
  for (int i = 0; i < 3; i++) {
    const int k = i < 2 ? from[i] : 2;
    const double factor = i < 2 ? sign[i] : z_sign;
    LwFunction *next = old[k] != NULL ? lw_function_scaled (old[k], factor) : NULL;

    lw_force_set_function (load, first + i, next);
    if (next == NULL)
      now[i] = factor * numbers[k] + 0.0;
    lw_function_unref (next);
  }
  for (int i = 0; i < 3; i++)
    lw_function_unref ((LwFunction *) old[i]);
}

static bool
has_functions (const LwForce *load)
{
  for (int i = 0; i < LW_FORCE_COMPONENTS; i++)
    if (load->functions[i] != NULL)
      return true;
  return false;
}

static void
turn_vector (const double matrix[2][2], double z_sign, double v[3])
{
  const double x = v[0];

  v[0] = matrix[0][0] * x + matrix[0][1] * v[1] + 0.0;
  v[1] = matrix[1][0] * x + matrix[1][1] * v[1] + 0.0;
  v[2] = z_sign * v[2] + 0.0;
}

bool
lw_plane_map_load (const LwPlaneMap *self, LwForce *load)
{
  // In body axes only mirroring has an effect; a torque is a pseudovector: -(R M) t.
  const double angle = load->def.follows_body ? 0 : self->angle;
  const double y = self->mirrored ? -1 : 1;
  const double c = cosine (angle);
  const double s = sine (angle);
  const double force[2][2] = { { c, -s * y }, { s, c * y } };
  const double torque[2][2] = { { y * c, -s }, { y * s, c } };
  int from[2];
  double sign[2];

  if (!has_functions (load)) {
    turn_vector (force, 1, load->def.force);
    turn_vector (torque, y, load->def.torque);
    return true;
  }
  if (!find_permutation (force, from, sign))
    return false;
  turn_functions (load, 0, from, sign, 1);
  for (int i = 0; i < 2; i++)
    sign[i] *= y;
  turn_functions (load, 3, from, sign, y);
  return true;
}
