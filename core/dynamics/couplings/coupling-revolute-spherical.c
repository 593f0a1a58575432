// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Revolute-spherical: a massless rod of length d > 0 from point P on body_a, where it turns about z
// of the frame there like a pin, to point Q on body_b, where it ends in a ball. The rod is not a
// body: two rows represent it.
//
//   u = Q - P,  l = |u|,  c = u / l,  z the z axis of P carried by body_a,  v_rel = v_Q - v_P
//
//   distance       eps = l - d: the row of a rod (coupling-line-private.h)
//   perpendicular  eps = z . u: the translation row of a loop joint along z
//     eps'  = z . (v_rel - w_a x u)       G: on b [z; q x z], on a -[z; (p + u) x z]
//     gamma = -z . [w_b x (w_b x q) - w_a x (w_a x p) - 2 w_a x v_rel + w_a x (w_a x u)]
//
// Where the points coincide the direction c is the x axis of the frame at P, which is perpendicular
// to z. In the plane the rod is perpendicular to z by itself, and the distance is the only row.

#include "mbd-coupling-class.h"

#include <string.h>

#include "coupling-line-private.h"

typedef struct
{
  LineEnds ends; // ends, and the length d
  double z[3];   // in the axes of body_a
} RevoluteSpherical;

static MbdStatus
revolute_spherical_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  why->value = def->length;
  if (!isfinite (def->length))
    return MBD_STATUS_NOT_FINITE;
  return def->length > 0 ? MBD_STATUS_OK : MBD_STATUS_ZERO_LENGTH;
}

static unsigned
revolute_spherical_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return 0;
}

static int
revolute_spherical_rows (unsigned variant, MbdSpace space)
{
  return space == MBD_SPACE_PLANE ? 1 : 2;
}

static bool
revolute_spherical_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return true;
}

static const char *const row_names[] = { "length", "z", NULL };

static const char *
revolute_spherical_row_name (unsigned variant, MbdSpace space, int row)
{
  return row_names[row];
}

static void
revolute_spherical_bind (const MbdBinding *binding, void *parameters)
{
  RevoluteSpherical *rod = parameters;
  double R[9];

  memcpy (rod->ends.p, binding->point_a, sizeof rod->ends.p);
  memcpy (rod->ends.q, binding->point_b, sizeof rod->ends.q);
  rod->ends.length = binding->def->length;
  quaternion_matrix (binding->quaternion_a, R);
  column3 (R, 0, rod->ends.axis);
  column3 (R, 2, rod->z);
}

static void
revolute_spherical_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  const RevoluteSpherical *rods = batch->parameters;

  for (int k = 0; k < batch->count; k++, G += 6) {
    const MbdPlanePose *a = &pose->plane[batch->body_a[k]];
    const MbdPlanePose *b = &pose->plane[batch->body_b[k]];
    PlaneLine line = plane_line (&rods[k].ends, a, b);
    gamma[k] = plane_line_row (&line, a, b, 1, G);
  }
}

static void
revolute_spherical_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  const RevoluteSpherical *rods = batch->parameters;

  for (int k = 0; k < batch->count; k++) {
    PlaneLine line =
      plane_line (&rods[k].ends, &pose->plane[batch->body_a[k]], &pose->plane[batch->body_b[k]]);
    eps[k] = line.length - rods[k].ends.length;
  }
}

/// Computes the row z . u = 0: G on a and on b. Returns gamma.
static double
perpendicular_row (const SpaceLine *line,
                   const double z[3],
                   const MbdSpacePose *a,
                   const MbdSpacePose *b,
                   double Ga[6],
                   double Gb[6])
{
  double arm[3], ma[3], mb[3], v[3], ca[3], cb[3], cu[3], t[3];

  add3 (line->p, line->u, arm);
  cross3 (arm, z, ma);
  cross3 (line->q, z, mb);
  for (int i = 0; i < 3; i++) {
    Ga[i] = -z[i];
    Ga[3 + i] = -ma[i];
    Gb[i] = z[i];
    Gb[3 + i] = mb[i];
  }
  space_line_velocity (line, a, b, v);
  cross3 (a->w, v, t);
  centripetal3 (a->w, line->p, ca);
  centripetal3 (b->w, line->q, cb);
  centripetal3 (a->w, line->u, cu);
  return -(dot3 (z, cb) - dot3 (z, ca) - 2 * dot3 (z, t) + dot3 (z, cu));
}

static void
revolute_spherical_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  const RevoluteSpherical *rods = batch->parameters;

  for (int k = 0; k < batch->count; k++, G += 24, gamma += 2) {
    const MbdSpacePose *a = &pose->space[batch->body_a[k]];
    const MbdSpacePose *b = &pose->space[batch->body_b[k]];
    SpaceLine line;
    double z[3];
    space_line (&rods[k].ends, a, b, &line);
    rotate3 (a->R, rods[k].z, z);
    gamma[0] = space_line_row (&line, a, b, 1, G, G + 12);
    gamma[1] = perpendicular_row (&line, z, a, b, G + 6, G + 18);
  }
}

static void
revolute_spherical_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  const RevoluteSpherical *rods = batch->parameters;

  for (int k = 0; k < batch->count; k++, eps += 2) {
    const MbdSpacePose *a = &pose->space[batch->body_a[k]];
    SpaceLine line;
    double z[3];
    space_line (&rods[k].ends, a, &pose->space[batch->body_b[k]], &line);
    rotate3 (a->R, rods[k].z, z);
    eps[0] = line.length - rods[k].ends.length;
    eps[1] = dot3 (z, line.u);
  }
}

static double
revolute_spherical_tension (const MbdCouplingDef *def, const double *lambda)
{
  return -lambda[0];
}

const MbdCouplingClass *
mbd_revolute_spherical_class (void)
{
  static const MbdCouplingClass revolute_spherical_class = {
    .name = "revolute-spherical",
    .frames_in_plane = true,
    .parameter_size = { sizeof (RevoluteSpherical), sizeof (RevoluteSpherical) },
    .check = revolute_spherical_check,
    .variant = revolute_spherical_variant,
    .rows = revolute_spherical_rows,
    .row_is_length = revolute_spherical_row_is_length,
    .row_name = revolute_spherical_row_name,
    .row_names = row_names,
    .bind = revolute_spherical_bind,
    .plane_rows = revolute_spherical_plane_rows,
    .space_rows = revolute_spherical_space_rows,
    .plane_errors = revolute_spherical_plane_errors,
    .space_errors = revolute_spherical_space_errors,
    .tension = revolute_spherical_tension,
  };
  return &revolute_spherical_class;
}
