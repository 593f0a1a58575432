// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Converts places given in the world at the start to the frames of the bodies.

#include <math.h>
#include <string.h>

#include "lw-text-reader-private.h"

static const double identity[4] = { 1, 0, 0, 0 };

static void
multiply (const double a[4], const double b[4], double out[4])
{
  double q[4] = {
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  };

  memcpy (out, q, sizeof q);
}

void
lw_text_turn_about_z (double angle, double q[4])
{
  q[0] = cos (angle / 2);
  q[1] = 0;
  q[2] = 0;
  q[3] = sin (angle / 2);
}

// Sets the attitude of a body at the start, body to world.
static void
start_attitude (const LwBody *body, double q[4])
{
  double turn[4];

  if (body == NULL) {
    memcpy (q, identity, sizeof identity);
    return;
  }
  lw_text_turn_about_z (body->def.mobility == MBD_SPATIAL ? 0 : body->def.angle, turn);
  multiply (turn, body->def.quaternion, q);
}

static bool
is_identity (const double q[4])
{
  return memcmp (q, identity, sizeof identity) == 0;
}

// Returns true, and the angle, if the attitude of a body is only a turn about z.
static bool
is_plain_turn (const LwBody *body, double *angle)
{
  *angle = body != NULL && body->def.mobility != MBD_SPATIAL ? body->def.angle : 0;
  return body == NULL || is_identity (body->def.quaternion);
}

// Sets out = R x with R from body axes to world axes at the start, or its inverse.
static void
turn_vector (const LwBody *body, bool back, const double x[3], double out[3])
{
  double q[4];
  double t[3];
  double angle;
  double y[3];

  if (is_plain_turn (body, &angle)) {
    double c = cos (angle);
    double s = back ? -sin (angle) : sin (angle);

    y[0] = c * x[0] - s * x[1];
    y[1] = s * x[0] + c * x[1];
    y[2] = x[2];
  } else {
    start_attitude (body, q);
    for (int i = 1; back && i < 4; i++)
      q[i] = -q[i];
    // y = x + 2 w (e × x) + 2 e × (e × x)
    for (int i = 0; i < 3; i++)
      t[i] = 2 * (q[1 + (i + 1) % 3] * x[(i + 2) % 3] - q[1 + (i + 2) % 3] * x[(i + 1) % 3]);
    for (int i = 0; i < 3; i++)
      y[i] = x[i] + q[0] * t[i]
             + (q[1 + (i + 1) % 3] * t[(i + 2) % 3] - q[1 + (i + 2) % 3] * t[(i + 1) % 3]);
  }
  memcpy (out, y, sizeof y);
}

bool
lw_text_point_to_body (const LwTextReader *reader, int id, const double world[3], double local[3])
{
  const LwBody *body = lw_text_body_by_id (reader, id);
  double offset[3];

  for (int i = 0; i < 3; i++)
    offset[i] = world[i] - (body != NULL ? body->def.position[i] : 0);
  turn_vector (body, true, offset, local);
  return isfinite (local[0]) && isfinite (local[1]) && isfinite (local[2]);
}

static void
point_to_world (const LwTextReader *reader, int id, const double local[3], double world[3])
{
  const LwBody *body = lw_text_body_by_id (reader, id);

  turn_vector (body, false, local, world);
  for (int i = 0; i < 3; i++)
    world[i] += body != NULL ? body->def.position[i] : 0;
}

double
lw_text_start_distance (const LwTextReader *reader,
                        int a,
                        const double point_a[3],
                        int b,
                        const double point_b[3])
{
  double p[3];
  double q[3];

  point_to_world (reader, a, point_a, p);
  point_to_world (reader, b, point_b, q);
  return hypot (q[0] - p[0], hypot (q[1] - p[1], q[2] - p[2]));
}

// Converts the attitude of a frame in the world at the start to its attitude in a body.
void
lw_text_attitude_to_body (const LwTextReader *reader,
                          int id,
                          bool is_angle,
                          double world_angle,
                          const double world[4],
                          double local[4])
{
  const LwBody *body = lw_text_body_by_id (reader, id);
  double angle;
  double q[4];

  if (is_angle && is_plain_turn (body, &angle)) {
    lw_text_turn_about_z (world_angle - angle, local);
    return;
  }
  start_attitude (body, q);
  for (int i = 1; i < 4; i++)
    q[i] = -q[i];
  multiply (q, world, local);
}
