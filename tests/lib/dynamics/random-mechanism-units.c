// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random mechanisms in other units, and their description in words.

#include "random-mechanism.h"

#include "mbd-coupling-class.h"

/* Units ------------------------------------------------------------------------------------ */

static void
scale_vector (double v[3], double factor)
{
  for (int k = 0; k < 3; k++)
    v[k] *= factor;
}

static double
unit_of (MbdCoordinate coordinate, double L)
{
  return coordinate == MBD_COORDINATE_ANGLE ? 1 : L;
}

static void
scale_coupling (MbdCouplingDef *def, double L, double m)
{
  const bool turns = def->class_ == mbd_angle_class ()
                     || (def->class_ == mbd_driver_class () || def->class_ == mbd_limit_class ()
                           ? def->coordinate[0] == MBD_COORDINATE_ANGLE
                           : def->class_ == mbd_loop_class () && !(def->locked & 7));
  const double unit = unit_of (def->coordinate[0], L);

  scale_vector (def->frame_a.point, L);
  scale_vector (def->frame_b.point, L);
  scale_vector (def->frame_c.point, L);
  scale_vector (def->frame_d.point, L);
  def->length *= L;
  if (def->class_ == mbd_gear_class ()) {
    def->ratio *= unit_of (def->coordinate[1], L) / unit;
    def->offset *= unit_of (def->coordinate[1], L);
  }
  def->lower *= unit;
  def->upper *= unit;
  def->effort_limit *= turns ? m * L * L : m * L;
  for (int k = 0; k < MBD_MOST_ROWS; k++) {
    const double factor = mbd_coupling_row_is_length (def, k) ? m : m * L * L;
    def->rows[k].stiffness *= factor;
    def->rows[k].damping *= factor;
  }
  def->stiffness *= turns ? m * L * L : m;
  def->damping *= turns ? m * L * L : m;
  def->break_force *= m * L;
  def->break_moment *= m * L * L;
  def->break_impulse *= m * L;
}

void
random_scale_design (Design *design, double L, double m)
{
  for (int i = 0; i < design->body_count; i++) {
    MbdBodyDef *def = &design->bodies[i];
    def->mass *= m;
    for (int k = 0; k < 6; k++)
      def->inertia[k] *= m * L * L;
    scale_vector (def->centre_of_mass, L);
    scale_vector (def->position, L);
    scale_vector (def->velocity, L);
  }
  for (int i = 0; i < design->coupling_count; i++)
    scale_coupling (&design->couplings[i], L, m);
  for (int i = 0; i < design->force_count; i++) {
    MbdForceDef *def = &design->forces[i];
    scale_vector (def->point_a, L);
    scale_vector (def->point_b, L);
    scale_vector (def->force, m * L);
    scale_vector (def->torque, m * L * L);
    def->stiffness *= m;
    def->damping *= m;
    def->free_length *= L;
  }
}

/* In words --------------------------------------------------------------------------------- */

const char *
random_class_name (RandomClass class_)
{
  static const char *const names[RANDOM_CLASSES] = {
    "tree", "looped", "redundant", "singular", "inconsistent", "disconnected", "massless", "scaled",
  };
  return names[class_];
}

static void
print_numbers (FILE *file, const char *name, int n, const double *x)
{
  fprintf (file, " %s (", name);
  for (int i = 0; i < n; i++)
    fprintf (file, "%s%.9g", i > 0 ? ", " : "", x[i]);
  fprintf (file, ")");
}

static void
print_coupling (FILE *file, const MbdCouplingDef *def)
{
  fprintf (file, "coupling %d %s: bodies %d %d", def->id, def->class_->name, def->body_a,
           def->body_b);
  print_numbers (file, "P", 3, def->frame_a.point);
  print_numbers (file, "", 4, def->frame_a.quaternion);
  print_numbers (file, "S", 3, def->frame_b.point);
  print_numbers (file, "", 4, def->frame_b.quaternion);
  if (def->class_ == mbd_loop_class ())
    fprintf (file, " locked 0x%x", def->locked);
  if (def->class_ == mbd_gear_class ())
    fprintf (file, " bodies %d %d ratio %.9g", def->body_c, def->body_d, def->ratio);
  fprintf (file, " length %.9g rod %d angle %.9g coordinates %d %d limits %.9g %.9g", def->length,
           (int) def->rod, def->angle, (int) def->coordinate[0], (int) def->coordinate[1],
           def->lower, def->upper);
  if (def->function != NULL) {
    MbdJet jet = mbd_function_evaluate (def->function, 0);
    fprintf (file, " function %.9g %.9g %.9g at 0", jet.value, jet.first, jet.second);
  }
  fprintf (file, " mode %d level %d effort %.9g", (int) def->mode, (int) def->level,
           def->effort_limit);
  for (int i = 0; i < MBD_MOST_ROWS; i++)
    if (def->rows[i].has_level || def->rows[i].has_compliance)
      fprintf (file, " row %d: level %d (%d) compliant %d (%d) %.9g %.9g", i,
               (int) def->rows[i].level, def->rows[i].has_level, def->rows[i].compliant,
               def->rows[i].has_compliance, def->rows[i].stiffness, def->rows[i].damping);
  if (def->compliant)
    fprintf (file, " stiffness %.9g damping %.9g", def->stiffness, def->damping);
  fprintf (file, " breaks %.9g %.9g %.9g%s stabilisation %d T %.9g\n", def->break_force,
           def->break_moment, def->break_impulse, def->enabled ? "" : " disabled",
           (int) def->stabilisation, def->time_constant);
}

void
random_mechanism_print (const RandomMechanism *mechanism, FILE *file)
{
  const Design *design = mechanism->design;

  fprintf (file, "%s, units of %.3g m, %.3g kg, stabilisation %d%s%s\n",
           random_class_name (mechanism->class_), mechanism->length, mechanism->mass,
           (int) mechanism->stabilisation, mechanism->closed ? ", closed" : "",
           mechanism->contradictory ? ", contradictory" : "");
  print_numbers (file, "gravity", 3, design->gravity);
  fprintf (file, "\n");
  for (int i = 0; i < design->body_count; i++) {
    const MbdBodyDef *def = &design->bodies[i];
    fprintf (file, "body %d %s: mass %.9g", def->id,
             def->mobility == MBD_SPATIAL ? "spatial" : "planar", def->mass);
    print_numbers (file, "inertia", 6, def->inertia);
    print_numbers (file, "centre", 3, def->centre_of_mass);
    print_numbers (file, "at", 3, def->position);
    print_numbers (file, "attitude", 4, def->quaternion);
    fprintf (file, " angle %.9g", def->angle);
    print_numbers (file, "v", 3, def->velocity);
    print_numbers (file, "w", 3, def->angular_velocity);
    fprintf (file, "\n");
  }
  for (int i = 0; i < design->coupling_count; i++)
    print_coupling (file, &design->couplings[i]);
  for (int i = 0; i < design->force_count; i++) {
    const MbdForceDef *def = &design->forces[i];
    fprintf (file, "force %d: bodies %d %d, k %.9g, c %.9g, l0 %.9g", def->id, def->body_a,
             def->body_b, def->stiffness, def->damping, def->free_length);
    print_numbers (file, "force", 3, def->force);
    print_numbers (file, "torque", 3, def->torque);
    fprintf (file, "%s\n", def->enabled ? "" : " disabled");
  }
}
