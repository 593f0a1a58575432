// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "testing-project.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include <glib/gstdio.h>

#include "lw-background.h"
#include "lw-binding.h"
#include "lw-marks.h"

static void
add_points (LwShape *shape)
{
  static const double points[][3] = { { 0, 0, 0 }, { -0.0, 1.0 / 3, 5e-324 }, { 1e300, -0.1, 0 } };

  shape->points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  g_array_append_vals (shape->points, points, G_N_ELEMENTS (points));
}

static void
add_bodies (LwMechanism *mechanism)
{
  LwBody *crank = lw_body_new (7, "Crank");
  LwBody *ball = lw_body_new (2, NULL);
  LwBody *frame = lw_body_new (2147483647, "Gestänge \"é\" 漢字; DROP TABLE bodies;--");

  crank->def.mass = 0.1;
  crank->def.inertia[2] = 1e-22;
  crank->def.position[0] = -0.0;
  crank->def.angle = 100.53096491487338;
  crank->def.velocity[1] = 5e-324;
  crank->def.angular_velocity[2] = 1.7976931348623157e308;
  crank->hue = LW_HUE_AMBER;
  crank->contact = (LwContact){ .takes_part = true, .friction = 1.0 / 3, .rolling = 5e-324 };
  crank->length_locked = true;
  crank->shape.kind = LW_SHAPE_POLYGON;
  crank->plate = (LwPlate){ .density = 2700, .thickness = 0.1 + 0.2, .typed = LW_TYPED_ALL };
  add_points (&crank->shape);
  lw_mechanism_add_body (mechanism, crank);

  ball->def.mobility = MBD_SPATIAL;
  for (int i = 0; i < 6; i++)
    ball->def.inertia[i] = 0.1 * (i + 1);
  ball->def.quaternion[0] = 0.5;
  ball->def.quaternion[1] = -0.5;
  ball->def.quaternion[2] = 0.5;
  ball->def.quaternion[3] = -0.5;
  for (int i = 0; i < 3; i++) {
    ball->def.centre_of_mass[i] = 1.0 / (i + 3);
    ball->def.position[i] = 1e22 * i;
    ball->def.velocity[i] = -1.0 / (i + 7);
    ball->def.angular_velocity[i] = 0.3 * i;
    ball->shape.centre[i] = 0.7 * i;
  }
  ball->hue = LW_HUE_VERMILLION;
  ball->contact = (LwContact){ .friction = 0.6, .restitution = 1 };
  ball->length_locked = true;
  ball->shape.kind = LW_SHAPE_BOX;
  ball->shape.size[0] = ball->shape.size[1] = ball->shape.size[2] = 0.2;
  lw_mechanism_add_body (mechanism, ball);

  frame->def.mobility = MBD_FIXED;
  frame->hue = LW_HUE_GREEN;
  frame->contact = (LwContact){ .takes_part = true, .half_plane = true };
  frame->shape.kind = LW_SHAPE_DISC;
  frame->shape.size[0] = 0.25;
  lw_mechanism_add_body (mechanism, frame);
}

static void
add_couplings (LwMechanism *mechanism)
{
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
  MbdCouplingDef odd = mbd_loop_default (MBD_LOCK_Y | MBD_LOCK_RZ);
  MbdCouplingDef rod = mbd_rod_default ();

  pin.body_b = 7;
  pin.frame_a.point[0] = 0.1;
  pin.frame_b.point[1] = -0.0;
  lw_mechanism_add_coupling (mechanism, lw_coupling_new (&pin, 3, "A"));
  odd.body_a = 7;
  odd.body_b = 2;
  odd.frame_a.quaternion[0] = odd.frame_a.quaternion[3] = sqrt (0.5);
  odd.stabilisation = MBD_STABILISATION_BAUMGARTE;
  odd.time_constant = 0.01;
  lw_mechanism_add_coupling (mechanism, lw_coupling_new (&odd, 1, NULL));
  rod.body_a = 2;
  rod.body_b = 2147483647;
  rod.length = 1.0 / 3;
  rod.enabled = false;
  lw_mechanism_add_coupling (mechanism, lw_coupling_new (&rod, 2, "Rod"));
}

// Adds one of every kind that follows a function or uses joints, with every kind of function.
static void
add_drives (LwMechanism *mechanism)
{
  static const double rows[] = { 0, 1, 0.5, 1.0 / 3, 2, 1 };
  static const double rates[2] = { -0.0, 1e-300 };
  LwFunction *const functions[] = {
    lw_function_new_constant (-0.0),
    lw_function_new_harmonic (1, 2, 3, 4),
    lw_function_new_polynomial ((double[]){ 1, 2, 1.0 / 7 }, 3, 0.5),
    lw_function_new_table (rows, 3, MBD_SPLINE_CLAMPED, rates),
    lw_function_new_expression ("höhe * sin (t) – \"1\""),
  };
  MbdCouplingDef limit = mbd_limit_default (MBD_COORDINATE_ANGLE, -INFINITY, 1.0 / 3);
  MbdCouplingDef gear = mbd_gear_default (MBD_COORDINATE_ANGLE, MBD_COORDINATE_SLIDE, -1.5);
  MbdCouplingDef contact = mbd_point_contact_default ();
  MbdCouplingDef angle = mbd_angle_default (1);
  LwCoupling *coupling;

  lw_mechanism_add_parameter (mechanism, lw_parameter_new ("höhe", -0.0, "in m\n'"));
  lw_mechanism_add_parameter (mechanism, lw_parameter_new ("w2", 1.0 / 3, NULL));
  for (int i = 0; i < 5; i++) {
    MbdCouplingDef motor = mbd_motor_default (NULL, i == 0 ? 3 : INFINITY);

    motor.break_moment = i == 1 ? 7 : INFINITY;
    coupling = lw_coupling_new (&motor, 10 + i, NULL);
    coupling->joint[0] = 3;
    lw_coupling_set_function (coupling, functions[i]);
    lw_mechanism_add_coupling (mechanism, coupling);
    lw_function_unref (functions[i]);
  }
  limit.compliant = true;
  limit.stiffness = 1e5 / 3;
  limit.damping = 0.1;
  coupling = lw_coupling_new (&limit, 20, "Stop");
  coupling->joint[0] = 3;
  lw_mechanism_add_coupling (mechanism, coupling);
  gear.body_b = 7;
  gear.body_c = 2;
  gear.body_d = 7;
  gear.frame_c.point[1] = -0.0;
  gear.frame_d.quaternion[0] = 0;
  gear.frame_d.quaternion[3] = 1;
  gear.offset = 0.1;
  coupling = lw_coupling_new (&gear, 21, NULL);
  coupling->gearing = LW_GEARING_BELT;
  coupling->radius[0] = 0.1;
  coupling->radius[1] = 0.3;
  coupling->crossed = true;
  coupling->pitch = -0.002;
  lw_mechanism_add_coupling (mechanism, coupling);
  contact.body_b = 7;
  contact.normal_count = 2;
  contact.mode = MBD_MODE_UNILATERAL;
  contact.break_force = 10;
  contact.break_impulse = 0.5;
  lw_mechanism_add_coupling (mechanism, lw_coupling_new (&contact, 22, NULL));
  angle.body_b = 2;
  angle.rod = MBD_ROD_STRUT;
  lw_mechanism_add_coupling (mechanism, lw_coupling_new (&angle, 23, NULL));
}

// Adds force elements introduced with format 0.2.
static void
add_later_forces (LwMechanism *mechanism)
{
  MbdForceDef spring = mbd_spring_default ();
  MbdForceDef load = mbd_load_default ();
  MbdForceDef bushing = mbd_bushing_default ();
  MbdForceDef drag = mbd_drag_default ();
  g_autoptr (LwFunction) expression = lw_function_new_expression ("-3 * sin (t)");
  g_autoptr (LwFunction) harmonic = lw_function_new_harmonic (1, 2, 3, 4);
  LwForce *force;

  spring.body_b = 2;
  spring.free_length = 0.1;
  force = lw_force_new (&spring, 7, "Gas");
  lw_force_set_law (force, "-300 / (1 - clamp (length, 0, 0.5))");
  lw_mechanism_add_force (mechanism, force);
  load.body_b = 2;
  load.force[0] = 0.5;
  force = lw_force_new (&load, 8, "Wind");
  lw_force_set_function (force, 1, expression);
  lw_force_set_function (force, 5, harmonic);
  lw_mechanism_add_force (mechanism, force);
  bushing.body_b = 7;
  bushing.point_a[1] = -0.0;
  bushing.quaternion_a[0] = 0.8;
  bushing.quaternion_a[3] = 0.6;
  bushing.bushing_law = MBD_BUSHING_ENERGY_CONSISTENT;
  for (int i = 0; i < 3; i++) {
    bushing.bushing.translational_stiffness[i] = 1e6 / (i + 3);
    bushing.bushing.translational_damping[i] = 0.1 * i;
    bushing.bushing.rotational_stiffness[i] = 7 * i;
    bushing.bushing.rotational_damping[i] = 1.0 / 3;
  }
  lw_mechanism_add_force (mechanism, lw_force_new (&bushing, 9, "Rubber"));
  drag.body_b = 2;
  drag.damping = 0.3;
  drag.rotational_damping = 0.02;
  lw_mechanism_add_force (mechanism, lw_force_new (&drag, 10, NULL));
}

static void
add_forces (LwMechanism *mechanism)
{
  MbdForceDef spring = mbd_spring_default ();
  MbdForceDef load = mbd_load_default ();

  spring.body_a = 7;
  spring.body_b = 2;
  spring.point_a[2] = 0.5;
  spring.point_b[0] = 0.1;
  spring.stiffness = 1e5 / 3;
  spring.damping = 0.7;
  spring.free_length = 0.3;
  lw_mechanism_add_force (mechanism, lw_force_new (&spring, 5, "S"));
  load.body_b = 7;
  load.force[1] = -9.81;
  load.torque[2] = 0.1;
  load.follows_body = true;
  load.enabled = false;
  lw_mechanism_add_force (mechanism, lw_force_new (&load, 6, NULL));
  add_later_forces (mechanism);
}

static void
add_measurements (LwMechanism *mechanism)
{
  const LwBodyPoint points[LW_MEASUREMENT_POINTS] = { { 2, { 0.1, -0.0, 1.0 / 3 } },
                                                      { MBD_GROUND, { 1e-300, 2, 3 } },
                                                      { 2, { 4, 5, 6 } },
                                                      { MBD_GROUND, { -7, 8, 0 } } };

  for (int n = 1; n <= LW_MEASUREMENT_POINTS; n++) {
    g_autofree char *name = n % 2 ? g_strdup_printf ("Measure %d", n) : NULL;

    lw_mechanism_add_measurement (mechanism, lw_measurement_new (10 - n, name, points, (guint) n));
  }
}

LwMechanism *
testing_mechanism (void)
{
  static const double gravity[3] = { 0.1, -9.81, -0.0 };
  static const double tip[3] = { 0.1, -0.0, 0.3 };
  static const char *const channels[] = { "*.reaction", "time", NULL };
  LwMechanism *mechanism = lw_mechanism_new ();
  LwRunSettings run = lw_run_settings_default ();
  LwPlotLayout plot = { .title = (char *) "Forces", .channels = (char **) channels };
  LwPlotLayout second = { .logarithmic = true };
  LwPlotLayout phase = { .title = (char *) "Phase",
                         .channels = (char **) channels,
                         .against = (char *) "Crank.angle",
                         .equal_scale = true };

  lw_mechanism_set_title (mechanism, "All kinds");
  lw_mechanism_set_lesson (mechanism, "{\"linkwright_lesson\": 1, \"title\": \"Übung – ∑\"}\n");
  lw_mechanism_set_notes (mechanism, "Zeile 1\nZeile 2\t\"'%s\\ – ∑");
  lw_mechanism_set_gravity (mechanism, gravity);
  run.duration = 1.0 / 3;
  run.interval = 0.001;
  run.assemble = false;
  run.integrator.method = MBD_METHOD_DOPRI54;
  run.integrator.accuracy = 1e-7;
  run.integrator.maximum_step = 0.1;
  run.integrator.sequential_impacts = true;
  run.integrator.maximum_steps = 9007199254740991;
  run.integrator.stabilisation.stabilisation = MBD_STABILISATION_NONE;
  run.integrator.stabilisation.time_constant = 0.3;
  lw_mechanism_set_run (mechanism, &run);
  add_bodies (mechanism);
  lw_mechanism_add_contact_pair (mechanism,
                                 &(LwContactPair){ { 7, 2 }, false, 0.1 + 0.2, 1.0 / 7, -0.0 });
  lw_mechanism_add_contact_pair (mechanism,
                                 &(LwContactPair){ { 2147483647, 7 }, true, 0.25, 0, 1e-3 });
  add_couplings (mechanism);
  add_drives (mechanism);
  add_forces (mechanism);
  lw_mechanism_add_tracer (mechanism, lw_tracer_new (4, "T", 2, tip));
  lw_mechanism_add_tracer (mechanism, lw_tracer_new (9, NULL, MBD_GROUND, tip));
  add_measurements (mechanism);
  lw_mechanism_add_plot (mechanism, &plot);
  lw_mechanism_add_plot (mechanism, &second);
  lw_mechanism_add_plot (mechanism, &phase);
  return mechanism;
}

LwMechanism *
testing_chain (int n)
{
  LwMechanism *mechanism = lw_mechanism_new ();

  for (int i = 1; i <= n; i++) {
    LwBody *body = lw_body_new (i, NULL);
    MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);

    body->def.position[0] = 0.1 * i;
    body->def.inertia[2] = 1.0 / 12;
    lw_mechanism_add_body (mechanism, body);
    pin.body_a = i - 1;
    pin.body_b = i;
    pin.frame_a.point[0] = 0.05;
    pin.frame_b.point[0] = -0.05;
    lw_mechanism_add_coupling (mechanism, lw_coupling_new (&pin, i, NULL));
  }
  return mechanism;
}

/// Adds changes of every kind that the mechanism offers, with unusual numbers.
static void
add_changes (LwProjectRun *run)
{
  static const double rows[] = { 0, 1, 0.5, -0.0, 1, 1.0 / 3 };
  LwChanges *changes = lw_changes_new ();
  LwChange coupling = { .kind = LW_CHANGE_COUPLING,
                        .id = 3,
                        .time = 0.25,
                        .coupling = -1,
                        .force = -1,
                        .redefined = true,
                        .def = mbd_rod_default () };
  LwChange force = { .kind = LW_CHANGE_FORCE,
                     .id = 1,
                     .time = 0.5,
                     .coupling = -1,
                     .force = -1,
                     .force_def = mbd_load_default () };
  LwChange solver = { .kind = LW_CHANGE_INTEGRATOR,
                      .time = 0.5,
                      .coupling = -1,
                      .force = -1,
                      .integrator = mbd_integrator_default () };
  const MbdGrip grip = {
    .body = 1, .point = { 0.1, -0.0, 1e-300 }, .stiffness = 1.0 / 3, .reach = 2
  };

  coupling.def.length = 1.0 / 3;
  coupling.def.lower = -INFINITY;
  coupling.source = lw_change_source_new ();
  coupling.source->functions[0] = lw_function_new_table (rows, 3, MBD_SPLINE_CLAMPED, NULL);
  force.source = lw_change_source_new ();
  force.source->functions[4] = lw_function_new_expression ("2*sin(t) + k");
  g_ptr_array_add (force.source->parameters, lw_parameter_new ("k", 1e-3, ""));
  force.source->law = g_strdup ("k*length");
  solver.integrator.maximum_step = INFINITY;
  lw_changes_append_grip (changes, &grip, 7, 0.125);
  lw_changes_take (changes, &coupling);
  lw_changes_take (changes, &force);
  lw_changes_take (changes, &solver);
  lw_changes_append_speed (changes, 0.1, 0.5);
  lw_changes_append_mend (changes, 2, 5, 0.75);
  lw_changes_append_grip (changes, NULL, 0, 1);
  lw_project_run_set_changes (run, changes);
  lw_changes_free (changes);
}

LwProjectRun *
testing_recorded_run (const LwMechanism *mechanism,
                      const char *name,
                      guint n_channels,
                      gsize n_samples)
{
  const guint n_columns = 7 + n_channels;
  LwRecording *recording = lw_recording_new (n_columns);
  g_autofree double *sample = g_new (double, n_columns);
  g_auto (GStrv) names = g_new0 (char *, n_channels + 1);
  g_auto (GStrv) units = g_new0 (char *, n_channels + 1);
  LwProjectRun *run;
  LwProjectRun *noted;

  for (gsize i = 0; i < n_samples; i++) {
    for (guint column = 0; column < n_columns; column++)
      sample[column] = sin (0.001 * (double) i + column);
    sample[0] = 0.001 * (double) i;
    sample[1] = i % 3 == 0 ? -0.0 : i % 3 == 1 ? (double) NAN : INFINITY;
    g_assert_true (lw_recording_append (recording, sample));
  }
  for (guint i = 0; i < n_channels; i++) {
    names[i] = g_strdup_printf ("Channel %u", i);
    units[i] = g_strdup (i % 2 == 0 ? "m/s^2" : "1");
  }
  run = lw_project_run_new (name, mechanism, lw_mechanism_get_run (mechanism), recording, 3, 3,
                            (const char *const *) names, (const char *const *) units);
  g_assert_nonnull (run);
  lw_recording_unref (recording);
  if (n_channels > 0)
    add_changes (run);
  noted = lw_project_run_noted (run, "Zeile 1\nZeile 2");
  lw_project_run_unref (run);
  return noted;
}

static void
unref_run (void *run)
{
  lw_project_run_unref (run);
}

// The text form has no background, so the mechanism for its tests has none. The image is not
// decoded when it is stored.
static void
add_background (LwMechanism *mechanism)
{
  static const char bytes[] = "\x89PNG\r\n\x1a\n\0 an image";
  g_autoptr (GBytes) image = g_bytes_new_static (bytes, sizeof bytes);
  LwBackground background = { .image = image,
                              .centre = { -0.0, 1.0 / 3 },
                              .width = 0.1,
                              .angle = -0.25,
                              .opacity = 1.0 / 7,
                              .visible = false };

  lw_mechanism_set_background (mechanism, &background);
}

// Adds the remaining properties that editing can set.
static void
add_editing (LwMechanism *mechanism)
{
  const LwElementRef crank = { LW_SELECTION_BODY, 7 };

  lw_mechanism_add_binding (mechanism,
                            lw_binding_new (crank, "density", "kg/m^3", "1000 * 2.7 + 0"));
  lw_mechanism_add_binding (mechanism, lw_binding_new (crank, "mass", "kg", "0.1"));
  lw_mechanism_set_mark (mechanism, crank, LW_MARK_LOCKED);
  lw_mechanism_set_mark (mechanism, (LwElementRef){ LW_SELECTION_FORCE, 8 }, LW_MARK_HIDDEN);
}

/// Returns the mechanism with a joint whose first row has the values of the joint.
static LwMechanism *
dup_with_row (const LwMechanism *mechanism)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    LwCoupling *changed;

    if (!mbd_coupling_has_row (&coupling->def, 0))
      continue;
    changed = lw_coupling_copy (coupling);
    changed->def.rows[0] = (MbdRowDef){
      .has_level = true, .level = coupling->def.level, .has_compliance = true, .stiffness = 1.0 / 3
    };
    return lw_mechanism_replace_coupling (mechanism, changed);
  }
  g_assert_not_reached ();
}

LwProject *
testing_project (void)
{
  g_autoptr (LwMechanism) plain = testing_mechanism ();
  g_autoptr (LwMechanism) mechanism = dup_with_row (plain);
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (unref_run);
  LwProjectView view = {
    .fitted = false,
    .centre = { -0.0, 1.0 / 3, 2 },
    .scale = 123.456,
    .spatial = true,
    .azimuth = -1,
    .elevation = 0.25,
    .selected = LW_SELECTION_COUPLING,
    .selected_id = 3,
    .show_sidebar = false,
    .show_plots = true,
    .sidebar_page = 1,
    .plot_layout = 2,
    .overlays = LW_OVERLAY_GHOSTS | LW_OVERLAY_CENTRES,
    .arrow_factor = 1.0 / 3,
  };

  add_background (mechanism);
  add_editing (mechanism);
  g_ptr_array_add (runs, testing_recorded_run (mechanism, "Run 1", 2, 5000));
  g_ptr_array_add (runs, testing_recorded_run (mechanism, "Empty \"run\"", 0, 0));
  return lw_project_new (mechanism, &view, runs);
}

LwProject *
testing_project_of_size (gsize bytes)
{
  g_autoptr (LwMechanism) mechanism = testing_mechanism ();
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (unref_run);

  g_ptr_array_add (runs,
                   testing_recorded_run (mechanism, "Large", 5, bytes / (12 * sizeof (double))));
  return lw_project_new (mechanism, NULL, runs);
}

// Files

char *
testing_folder_new (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("lw-project-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK)) {
    g_chmod (path, 0700);
    dir = g_dir_open (path, 0, NULL);
    while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
      g_autofree char *inner = g_build_filename (path, name, NULL);

      remove_all (inner);
    }
  }
  g_remove (path);
}

void
testing_folder_free (char *folder)
{
  remove_all (folder);
  g_free (folder);
}

GFile *
testing_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_new_for_path (path);
}

GBytes *
testing_read (GFile *file)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = g_file_load_bytes (file, NULL, NULL, &error);

  g_assert_no_error (error);
  return bytes;
}

void
testing_write (GFile *file, const void *data, gsize size)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (g_file_peek_path (file), data, (gssize) size, &error);
  g_assert_no_error (error);
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char *
testing_list (const char *folder)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return g_strjoinv ("\n", (char **) names->pdata);
}

void
testing_assert_sentence (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  if (strchr (error->message, '\n') != NULL || !g_str_has_suffix (error->message, ".")
      || g_str_has_suffix (error->message, "..") || strstr (error->message, "(null)") != NULL)
    g_error ("Not a single sentence: %s", error->message);
}

gboolean
testing_is_torture (void)
{
  return g_getenv ("LW_TORTURE") != NULL;
}

double
testing_thread_seconds (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}
