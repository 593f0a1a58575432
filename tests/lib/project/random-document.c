// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents of all kinds of elements with numbers and names that are easy to get wrong.

#include "random-document.h"

#include <math.h>

#include "lw-text-private.h"

// Returns a number that is easy to get wrong, or any number.
static double
random_number (GRand *random)
{
  static const double special[] = { 0, -0.0, 1, -1, 1e22, 5e-324, 1e-7, 1.0 / 3, 1e300 };

  if (g_rand_boolean (random))
    return special[g_rand_int_range (random, 0, G_N_ELEMENTS (special))];
  return g_rand_double_range (random, -10, 10);
}

static void
random_vector (GRand *random, bool plane, double v[3])
{
  for (int i = 0; i < 3; i++)
    v[i] = random_number (random);
  if (plane && g_rand_boolean (random))
    v[2] = 0;
}

static void
random_quaternion (GRand *random, double q[4])
{
  double axis = g_rand_double_range (random, -3, 3);
  double angle = g_rand_double_range (random, -7, 7);
  bool about_z = g_rand_boolean (random);

  if (g_rand_boolean (random))
    return;
  q[0] = cos (angle / 2);
  q[1] = about_z ? 0 : sin (angle / 2) * cos (axis);
  q[2] = about_z ? 0 : sin (angle / 2) * sin (axis);
  q[3] = about_z ? sin (angle / 2) : 0;
}

static char *
random_name (GRand *random, int id)
{
  static const char *const parts[] = { "Crank", "Kurbel ü", "\"quoted\"", "a\\b", "曲柄", "x,y*?" };

  return g_rand_boolean (random)
           ? NULL
           : g_strdup_printf ("%s %d", parts[g_rand_int_range (random, 0, 6)], id);
}

static LwBody *
random_body (GRand *random, int id)
{
  g_autofree char *name = random_name (random, id);
  LwBody *body = lw_body_new (id, name);
  MbdBodyDef *def = &body->def;
  bool plane;

  def->mobility = (MbdMobility) g_rand_int_range (random, 0, 3);
  plane = def->mobility != MBD_SPATIAL;
  def->mass = fabs (random_number (random));
  for (int i = 0; i < 6 && g_rand_boolean (random); i++)
    def->inertia[5 - i] = fabs (random_number (random));
  random_vector (random, plane, def->centre_of_mass);
  random_vector (random, plane, def->position);
  random_vector (random, plane, def->velocity);
  random_vector (random, false, def->angular_velocity);
  if (plane && g_rand_boolean (random))
    def->angular_velocity[0] = def->angular_velocity[1] = 0;
  def->angle = plane ? random_number (random) : 0;
  random_quaternion (random, def->quaternion);
  body->hue = (LwHue) g_rand_int_range (random, 0, LW_HUE_COUNT);
  body->shape.kind = (LwShapeKind) g_rand_int_range (random, 0, 4);
  if (body->shape.kind == LW_SHAPE_DISC)
    body->shape.size[0] = 0.1;
  if (body->shape.kind == LW_SHAPE_BOX)
    for (int i = 0; i < (plane ? 2 : 3); i++)
      body->shape.size[i] = g_rand_double_range (random, 0.1, 2);
  random_vector (random, plane, body->shape.centre);
  if (body->shape.kind == LW_SHAPE_POLYGON || g_rand_boolean (random)) {
    body->shape.points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
    for (int i = 0; i < 4; i++) {
      double point[3];

      random_vector (random, plane, point);
      g_array_append_vals (body->shape.points, point, 1);
    }
  }
  return body;
}

static double
random_limit (GRand *random)
{
  return g_rand_boolean (random) ? INFINITY : g_rand_double_range (random, 0.1, 2);
}

// Sets the properties common to all couplings.
static void
random_row (GRand *random, MbdRowDef *row)
{
  row->has_level = g_rand_boolean (random);
  row->level = (MbdLevel) g_rand_int_range (random, 0, 3);
  row->has_compliance = !row->has_level || g_rand_boolean (random);
  row->compliant = g_rand_boolean (random);
  row->stiffness = fabs (random_number (random));
  row->damping = fabs (random_number (random));
}

static void
random_carrying (GRand *random, MbdCouplingDef *def)
{
  def->mode = (MbdMode) g_rand_int_range (random, 0, MBD_MODE_BOX + 1);
  def->level = (MbdLevel) g_rand_int_range (random, 0, 3);
  def->effort_limit = random_limit (random);
  def->break_force = random_limit (random);
  def->break_moment = random_limit (random);
  def->break_impulse = random_limit (random);
  def->compliant = g_rand_boolean (random);
  def->stiffness = fabs (random_number (random));
  def->damping = fabs (random_number (random));
  def->enabled = g_rand_boolean (random);
  def->stabilisation = (MbdStabilisation) g_rand_int_range (random, 0, 4);
  for (int i = 0; i < MBD_MOST_ROWS; i++)
    if (mbd_coupling_has_row (def, i) && g_rand_int_range (random, 0, 4) == 0)
      random_row (random, &def->rows[i]);
}

static LwCoupling *
random_coupling (GRand *random, int id, int n_bodies)
{
  g_autofree char *name = random_name (random, id);
  bool rod = g_rand_int_range (random, 0, 4) == 0;
  const LwKind *joint = &lw_kinds[g_rand_int_range (random, LW_KIND_PIN, LW_KIND_LOOP)];
  MbdCouplingDef def = rod ? mbd_rod_default () : mbd_loop_default (joint->value);

  if (!rod && g_rand_boolean (random))
    def.locked = (unsigned) g_rand_int_range (random, 1, 64);
  def.body_a = g_rand_int_range (random, 0, n_bodies + 1);
  def.body_b = g_rand_int_range (random, 0, n_bodies + 1);
  random_vector (random, true, def.frame_a.point);
  random_vector (random, true, def.frame_b.point);
  if (!rod) {
    random_quaternion (random, def.frame_a.quaternion);
    random_quaternion (random, def.frame_b.quaternion);
  } else
    def.length = g_rand_double_range (random, 0.1, 2);
  random_carrying (random, &def);
  def.time_constant = g_rand_boolean (random) ? 0.1 : 1.0 / 3;
  return lw_coupling_new (&def, id, name);
}

static LwFunction *
random_function (GRand *random)
{
  double numbers[8];
  MbdSplineEnds ends = (MbdSplineEnds) g_rand_int_range (random, 0, 3);

  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    numbers[i] = random_number (random);
  switch (g_rand_int_range (random, 0, 5)) {
  case 0:
    return lw_function_new_constant (numbers[0]);
  case 1:
    return lw_function_new_harmonic (numbers[0], numbers[1], numbers[2], numbers[3]);
  case 2:
    return lw_function_new_polynomial (numbers, (guint) g_rand_int_range (random, 1, 9),
                                       random_number (random));
  case 3:
    return lw_function_new_table (numbers, (guint) g_rand_int_range (random, 0, 5), ends,
                                  numbers + 6);
  default:
    return lw_function_new_expression ("a * \"not\\ an expression\n");
  }
}

static void
random_normals (GRand *random, MbdCouplingDef *def)
{
  def->normal_count = g_rand_int_range (random, 1, 4);
  memset (def->normals[def->normal_count - 1], 0,
          (size_t) (4 - def->normal_count) * 3 * sizeof (double));
  random_vector (random, true, def->normals[0]);
}

static void
random_pulleys (GRand *random, int n_bodies, MbdCouplingDef *def)
{
  def->body_c = g_rand_int_range (random, 0, n_bodies + 1);
  def->passes = g_rand_int_range (random, 1, 5);
  def->pulley_radius[0] = random_number (random);
  def->pulley_radius[1] = g_rand_boolean (random) ? 0 : -0.1;
}

static GArray *
random_curve (GRand *random)
{
  GArray *points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  const int n = g_rand_int_range (random, 1, 6);

  for (int i = 0; i < n; i++) {
    const double point[3] = { random_number (random), random_number (random), 0 };

    g_array_append_vals (points, point, 1);
  }
  return points;
}

// Returns a coupling of any kind except plain joints and rods; `n_joints` couplings with ids 3, 6,
// 9 ... exist.
static LwCoupling *
random_drive (GRand *random, int id, int n_bodies)
{
  static const char *const words[] = { "rope",
                                       "strut",
                                       "driver",
                                       "motor",
                                       "limit",
                                       "gear",
                                       "belt",
                                       "rack",
                                       "screw",
                                       "angle",
                                       "revolute-spherical",
                                       "rope over pulleys",
                                       "curved slot",
                                       "point contact" };
  const LwKind *kind =
    lw_kind_of_word (words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))], false);
  MbdCouplingDef def = kind->coupling (kind);
  MbdFrame *const frames[] = { &def.frame_a, &def.frame_b, &def.frame_c, &def.frame_d };
  const LwFamily *family = &lw_families[kind->family];
  const bool gear = family->has_second_pair;
  const bool drive = family->uses_joints;
  const bool joined = drive && g_rand_boolean (random);
  g_autoptr (LwFunction) function = random_function (random);
  LwCoupling *coupling;

  for (int i = 0; i < family->n_bodies && !joined; i++) {
    random_vector (random, true, frames[i]->point);
    if (!family->may_slacken)
      random_quaternion (random, frames[i]->quaternion);
  }
  if (!joined) {
    def.body_a = g_rand_int_range (random, 0, n_bodies + 1);
    def.body_b = g_rand_int_range (random, 0, n_bodies + 1);
    def.body_d = gear ? g_rand_int_range (random, 0, n_bodies + 1) : 0;
  }
  if (family->has_pulleys)
    random_pulleys (random, n_bodies, &def);
  if (family->has_length)
    def.length = g_rand_double_range (random, 0.1, 2);
  if (drive)
    def.coordinate[0] = (MbdCoordinate) g_rand_int_range (random, 0, 3);
  if (gear) {
    def.coordinate[1] = (MbdCoordinate) g_rand_int_range (random, 0, 3);
    def.offset = random_number (random);
    def.ratio = kind->value == LW_GEARING_RATIO ? -1.0 / 3 : 1;
  }
  if (family->has_stops)
    def.lower = g_rand_boolean (random) ? -INFINITY : random_number (random);
  if (kind->id == LW_KIND_ANGLE)
    def.angle = g_rand_double_range (random, 0.1, 3);
  if (kind->id == LW_KIND_POINT_CONTACT)
    random_normals (random, &def);
  random_carrying (random, &def);
  // The level of a driver determines its name.
  if (family->drives)
    def.level = kind->coupling (kind).level;
  coupling = lw_coupling_new (&def, id, NULL);
  if (joined)
    coupling->joint[0] = 3 * g_rand_int_range (random, 1, n_bodies + 1);
  if (joined && gear)
    coupling->joint[1] = 3 * g_rand_int_range (random, 1, n_bodies + 1);
  if (gear)
    coupling->gearing = (LwGearing) kind->value;
  if (kind->id == LW_KIND_BELT) {
    coupling->radius[0] = 0.1;
    coupling->radius[1] = 1.0 / 3;
    coupling->crossed = g_rand_boolean (random);
  }
  if (kind->id == LW_KIND_RACK)
    coupling->radius[0] = -0.1;
  if (kind->id == LW_KIND_SCREW)
    coupling->pitch = 0.002;
  if (family->has_curve)
    coupling->curve = random_curve (random);
  if (def.class_ == mbd_driver_class () || family->may_slacken)
    lw_coupling_set_function (coupling, function);
  return coupling;
}

static void
random_amounts (GRand *random, double amounts[3])
{
  for (int i = 0; i < 3; i++)
    amounts[i] = g_rand_boolean (random) ? 0 : fabs (random_number (random));
}

static void
random_bushing (GRand *random, MbdForceDef *def)
{
  random_quaternion (random, def->quaternion_a);
  random_quaternion (random, def->quaternion_b);
  random_amounts (random, def->bushing.rotational_stiffness);
  random_amounts (random, def->bushing.rotational_damping);
  random_amounts (random, def->bushing.translational_stiffness);
  random_amounts (random, def->bushing.translational_damping);
  def->bushing_law =
    g_rand_boolean (random) ? MBD_BUSHING_QUASI_SYMMETRIC : MBD_BUSHING_ENERGY_CONSISTENT;
}

static LwForce *
random_force (GRand *random, int id, int n_bodies)
{
  static MbdForceDef (*const kinds[]) (void) = { mbd_spring_default, mbd_load_default,
                                                 mbd_bushing_default, mbd_drag_default };
  const int kind = g_rand_int_range (random, 0, G_N_ELEMENTS (kinds));
  g_autofree char *name = random_name (random, id);
  MbdForceDef def = kinds[kind]();
  LwForce *force;

  def.body_b = g_rand_int_range (random, 0, n_bodies + 1);
  random_vector (random, true, def.point_b);
  def.enabled = g_rand_boolean (random);
  if (kind == 0 || kind == 2) {
    def.body_a = g_rand_int_range (random, 0, n_bodies + 1);
    random_vector (random, true, def.point_a);
  }
  if (kind == 0 || kind == 3)
    def.damping = fabs (random_number (random));
  if (kind == 0) {
    def.stiffness = fabs (random_number (random));
    def.free_length = fabs (random_number (random));
  }
  if (kind == 1) {
    if (g_rand_boolean (random))
      random_vector (random, true, def.force);
    if (g_rand_boolean (random))
      random_vector (random, false, def.torque);
    def.follows_body = g_rand_boolean (random);
  }
  if (kind == 2)
    random_bushing (random, &def);
  if (kind == 3)
    def.rotational_damping = fabs (random_number (random));
  force = lw_force_new (&def, id, name);
  if (kind == 0 && g_rand_boolean (random))
    lw_force_set_law (force, "not \"an\\ expression\n");
  for (int i = 0; kind == 1 && i < LW_FORCE_COMPONENTS; i++) {
    g_autoptr (LwFunction) function = random_function (random);

    if (g_rand_int_range (random, 0, 3) == 0)
      lw_force_set_function (force, i, function);
  }
  return force;
}

static void
random_run (GRand *random, LwMechanism *mechanism)
{
  LwRunSettings run = lw_run_settings_default ();

  run.duration = g_rand_double_range (random, 1, 20);
  run.interval = g_rand_boolean (random) ? 0.01 : 1.0 / 60;
  run.integrator.method = (MbdMethod) g_rand_int_range (random, 0, 4);
  run.integrator.accuracy = g_rand_boolean (random) ? 1e-7 : 3e-9;
  run.integrator.step = run.integrator.method == MBD_METHOD_RK4 ? 1e-3 : 0;
  run.integrator.maximum_step = g_rand_boolean (random) ? INFINITY : 0.5;
  run.integrator.maximum_steps = g_rand_boolean (random) ? 0 : LONG_MAX >> 12;
  run.integrator.stabilisation.stabilisation = (MbdStabilisation) g_rand_int_range (random, 1, 4);
  run.integrator.stabilisation.time_constant = g_rand_boolean (random) ? 0.1 : 0.05;
  run.assemble = g_rand_boolean (random);
  lw_mechanism_set_run (mechanism, &run);
}

LwMechanism *
random_document_new (GRand *random)
{
  char *channels[] = { (char *) "*.reaction", (char *) "Kurbel ü 1.x", NULL };
  const LwPlotLayout plot = { .title = (char *) "F\n\t\001",
                              .channels = channels,
                              .logarithmic = true };
  LwMechanism *mechanism = lw_mechanism_new ();
  const int n = g_rand_int_range (random, 0, 6);
  double v[3];

  random_vector (random, true, v);
  lw_mechanism_set_gravity (mechanism, v);
  lw_mechanism_set_title (mechanism, "A \"title\" \\ with/out\nsense");
  for (int id = 1; id <= n; id++)
    lw_mechanism_add_body (mechanism, random_body (random, id));
  for (int id = 1; id <= n; id++) {
    lw_mechanism_add_coupling (mechanism, random_drive (random, 3 * id + 1, n));
    lw_mechanism_add_coupling (mechanism, random_coupling (random, 3 * id, n));
    lw_mechanism_add_force (mechanism, random_force (random, G_MAXINT - id, n));
    random_vector (random, true, v);
    lw_mechanism_add_tracer (mechanism, lw_tracer_new (id, NULL, id, v));
    lw_mechanism_add_plot (mechanism, &plot);
  }
  if (n > 0)
    lw_mechanism_add_parameter (mechanism, lw_parameter_new ("länge_2", -0.0, "in\nm"));
  random_run (random, mechanism);
  return mechanism;
}
