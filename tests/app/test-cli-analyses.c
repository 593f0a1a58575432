// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tests of the analyses of linkwright-cli: results without motion, and statistics of the solver in
// a run.

#include <math.h>

#include "testing-cli.h"

static double
member_of (JsonNode *node, const char *name)
{
  return json_object_get_double_member (json_node_get_object (node), name);
}

/// Constants agree with closed forms, and presets derive the constants of a bushing from them.
static void
test_constants (void)
{
  CliResult load = cli_call ("constants", "--load=100", "--deflection=0.002", "--mass=2", NULL);
  CliResult settling =
    cli_call ("constants", "--mass=2", "--settling=0.5", "--as=slider", "--radius=0.1", NULL);
  CliResult stiff = cli_call ("constants", "--mass=0.001", "--frequency=1e5", "--ratio=0.1", NULL);
  g_autoptr (JsonNode) node = NULL;
  JsonObject *bushing;

  cli_assert_done (&load);
  cli_assert_done (&settling);
  cli_assert_done (&stiff);
  node = cli_parse_json (&load);
  g_assert_cmpfloat (member_of (node, "stiffness"), ==, 100 / 0.002);
  // critically damped: d = 2 sqrt (k m)
  g_assert_cmpfloat_with_epsilon (member_of (node, "damping"), 2 * sqrt (50000 * 2.0), 1e-9);
  g_assert_true (json_object_get_null_member (json_node_get_object (node), "warning"));
  json_node_unref (node);
  // omega t_s = 5.833922 for 2 %
  node = cli_parse_json (&settling);
  g_assert_cmpfloat_with_epsilon (member_of (node, "stiffness"), 2 * pow (5.833922 / 0.5, 2), 1e-3);
  g_assert_cmpfloat_with_epsilon (member_of (node, "settling_time"), 0.5, 1e-12);
  bushing = json_object_get_object_member (json_node_get_object (node), "bushing");
  g_assert_cmpfloat (
    json_array_get_double_element (json_object_get_array_member (bushing, "stiffness"), 0), ==, 0);
  g_assert_cmpfloat_with_epsilon (
    json_array_get_double_element (json_object_get_array_member (bushing, "rotational_stiffness"),
                                   2),
    member_of (node, "stiffness") * 0.01, 1e-9);
  json_node_unref (node);
  node = cli_parse_json (&stiff);
  g_assert_cmpfloat_with_epsilon (member_of (node, "frequency"), 1e5, 1e-6);
  g_assert_nonnull (json_object_get_string_member (json_node_get_object (node), "warning"));
  cli_result_clear (&load);
  cli_result_clear (&settling);
  cli_result_clear (&stiff);
}

/// Statistics of the solver go to standard error and do not change the samples.
static void
test_statistics (void)
{
  static const char *const methods[] = { "verner65", "radau9" };
  g_autofree char *file = g_build_filename (cli_examples, "four-bar-bushing.json", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++) {
    g_autofree char *method = g_strconcat ("--method=", methods[i], NULL);
    CliResult plain = cli_call ("run", "--until=0.1", method, file, NULL);
    CliResult counted = cli_call ("run", "--until=0.1", "--statistics", method, file, NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (JsonNode) node = json_from_string (counted.err, &error);
    JsonObject *object;

    g_assert_no_error (error);
    cli_assert_done (&plain);
    g_assert_cmpint (counted.code, ==, 0);
    g_assert_true (g_bytes_equal (plain.out, counted.out));
    object = json_node_get_object (node);
    g_assert_cmpstr (json_object_get_string_member (object, "method"), ==, methods[i]);
    g_assert_cmpint (json_object_get_int_member (object, "steps"), >, 0);
    g_assert_cmpint (json_object_get_int_member (object, "rejected"), >=, 0);
    g_assert_cmpint (json_object_get_int_member (object, "evaluations"), >,
                     json_object_get_int_member (object, "steps"));
    g_assert_cmpint (json_object_get_int_member (object, "implicit_steps"), ==,
                     i == 0 ? 0 : json_object_get_int_member (object, "steps"));
    g_assert_true ((json_object_get_int_member (object, "newton_iterations") > 0) == (i == 1));
    g_assert_true ((json_object_get_int_member (object, "factorisations") > 0) == (i == 1));
    cli_result_clear (&plain);
    cli_result_clear (&counted);
  }
}

/// Solving at a time that is also a sample of the run gives the same numbers.
static void
test_solve (void)
{
  g_autofree char *file = cli_example ("double-pendulum.json");
  CliResult run = cli_call ("run", "--every=0.25", "--channels=energy.total", file, NULL);
  CliResult solved = cli_call ("solve", "--at=0.75", file, NULL);
  g_auto (GStrv) header = NULL;
  g_autoptr (GPtrArray) rows = cli_parse_csv (&run, &header);
  g_autoptr (JsonNode) node = cli_parse_json (&solved);
  JsonObject *energy = json_object_get_object_member (json_node_get_object (node), "energy");

  cli_assert_done (&run);
  cli_assert_done (&solved);
  g_assert_cmpfloat (g_array_index ((GArray *) rows->pdata[3], double, 0), ==, 0.75);
  g_assert_cmpfloat (g_array_index ((GArray *) rows->pdata[3], double, 1), ==,
                     json_object_get_double_member (energy, "total"));
  cli_result_clear (&run);
  cli_result_clear (&solved);
}

/// Contact problems of a box that rests on an incline, and of a ball that falls on the ground.
static void
test_contact_problem (void)
{
  static const char *const problems[] = { "--problem=acceleration", "--problem=step" };
  static const char *const methods[] = { "lemke", "sweeps", "admm", "modes" };
  g_autofree char *incline = cli_example ("incline.json");
  g_autofree char *ball = cli_example ("bouncing-ball.json");
  CliResult result;

  for (gsize i = 0; i < G_N_ELEMENTS (problems); i++) {
    result = cli_call ("contact", "--method=verner65", "--at=0.2", problems[i], incline, NULL);
    cli_assert_done (&result);
    g_autoptr (JsonNode) node = cli_parse_json (&result);
    JsonObject *object = json_node_get_object (node);
    JsonObject *solutions = json_object_get_object_member (object, "solutions");
    g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "N")), ==, 4);
    g_assert_true (json_object_has_member (object, "lcp"));
    for (gsize k = 0; k < G_N_ELEMENTS (methods); k++) {
      JsonObject *one = json_object_get_object_member (solutions, methods[k]);
      JsonArray *forces = json_object_get_array_member (one, "forces");
      g_assert_cmpstr (json_object_get_string_member (one, "status"), ==, "solved");
      g_assert_cmpfloat (json_object_get_double_member (one, "residual"), <, 1e-10);
      // Two boxes of 1 kg on a slope of 1 : 2.
      for (guint box = 0; box < 2; box++)
        g_assert_cmpfloat_with_epsilon (json_array_get_double_element (forces, 2 * box)
                                          + json_array_get_double_element (forces, 2 * box + 1),
                                        9.81 * 2 / sqrt (5), 1e-7);
    }
    cli_result_clear (&result);
  }

  result = cli_call ("contact", "--method=verner65", "--at=1", "--problem=impact", ball, NULL);
  cli_assert_done (&result);
  g_autoptr (JsonNode) node = cli_parse_json (&result);
  JsonObject *lemke = json_object_get_object_member (
    json_object_get_object_member (json_node_get_object (node), "solutions"), "lemke");
  g_assert_cmpstr (json_object_get_string_member (lemke, "status"), ==, "solved");
  g_assert_cmpfloat (
    json_array_get_double_element (json_object_get_array_member (lemke, "forces"), 0), >, 0);
  cli_result_clear (&result);

  // Without contacts, the rows of joints are a problem; in space there is none.
  g_autofree char *linkage = cli_example ("four-bar.json");
  result = cli_call ("contact", linkage, NULL);
  cli_assert_done (&result);
  cli_result_clear (&result);
  g_autofree char *spatial = cli_example ("bricard.json");
  result = cli_call ("contact", spatial, NULL);
  g_assert_cmpint (result.code, ==, 3);
  cli_result_clear (&result);
  result = cli_call ("contact", "--problem=jump", ball, NULL);
  g_assert_cmpint (result.code, ==, 1);
  cli_result_clear (&result);
}

/// Returns an array of objects that a verb wrote.
static JsonArray *
list_of (JsonNode *node, const char *name)
{
  return json_object_get_array_member (json_node_get_object (node), name);
}

static double
number_of (JsonArray *list, guint i, const char *name)
{
  return json_object_get_double_member (json_array_get_object_element (list, i), name);
}

/// Contact forces of boxes on their incline carry their weights, from the start onwards, with
/// accurate integration and with time stepping, as far as this is possible.
static void
test_solve_contacts (void)
{
  static const char *const times[] = { "--at=0", "--at=0.4" };
  static const char *const methods[] = { "--method=automatic", "--method=time-stepping" };
  g_autofree char *file = g_build_filename (cli_examples, "incline.json", NULL);
  const double cosine = 2 / sqrt (5.0), slide = 9.81 * (1 / sqrt (5.0) - 0.49 * cosine);

  for (guint i = 0; i < 4; i++) {
    CliResult result = cli_call ("solve", times[i % 2], methods[i / 2], file, NULL);
    g_autoptr (JsonNode) node = cli_parse_json (&result);
    JsonArray *contacts = list_of (node, "contacts");
    double normal[2] = { 0, 0 }, friction[2] = { 0, 0 };

    cli_assert_done (&result);
    g_assert_cmpint (json_array_get_length (contacts), ==, 4);
    for (guint k = 0; k < 4; k++) {
      JsonObject *contact = json_array_get_object_element (contacts, k);
      const int box = json_object_get_int_member (contact, "second_body_id") - 2;
      const double slip = i % 2 == 1 && box == 1 ? slide * 0.4 : 0;

      g_assert_cmpstr (json_object_get_string_member (contact, "first_body"), ==, "Incline");
      normal[box] += number_of (contacts, k, "normal_force");
      friction[box] += fabs (number_of (contacts, k, "friction_force"));
      g_assert_cmpfloat_with_epsilon (fabs (number_of (contacts, k, "slip")), slip, 1e-6);
    }
    for (int box = 0; box < 2; box++)
      g_assert_cmpfloat_with_epsilon (normal[box], 9.81 * cosine, 1e-3);
    g_assert_cmpfloat_with_epsilon (friction[0], 9.81 / sqrt (5.0), 1e-3);
    g_assert_cmpfloat_with_epsilon (friction[1], 0.49 * 9.81 * cosine, 1e-3);
    cli_result_clear (&result);
  }
}

/// Forces of force elements are written, for both bodies if there are two.
static void
test_solve_forces (void)
{
  g_autofree char *file = g_build_filename (cli_examples, "four-bar-bushing.json", NULL);
  CliResult result = cli_call ("solve", "--at=0.3", file, NULL);
  g_autoptr (JsonNode) node = cli_parse_json (&result);
  JsonArray *forces = list_of (node, "force_elements");

  cli_assert_done (&result);
  g_assert_cmpint (json_array_get_length (forces), ==, 2);
  for (guint i = 0; i < 2; i++) {
    JsonObject *force = json_array_get_object_element (forces, i);
    JsonObject *second = json_object_get_object_member (force, "action_on_second_body");
    JsonArray *moment = json_object_get_array_member (second, "moment");

    g_assert_true (json_object_get_boolean_member (force, "enabled"));
    if (i == 0) {
      g_assert_cmpstr (json_object_get_string_member (force, "kind"), ==, "torque");
      g_assert_false (json_object_has_member (force, "action_on_first_body"));
      g_assert_cmpfloat (json_array_get_double_element (moment, 2), ==, 0.5);
    } else {
      JsonObject *first = json_object_get_object_member (force, "action_on_first_body");
      double size = 0;

      for (guint k = 0; k < 3; k++) {
        const double x =
          json_array_get_double_element (json_object_get_array_member (second, "force"), k);
        size += fabs (x);
        g_assert_cmpfloat_with_epsilon (
          json_array_get_double_element (json_object_get_array_member (first, "force"), k), -x,
          1e-12);
      }
      g_assert_cmpfloat (size, >, 0.1);
    }
  }
  cli_result_clear (&result);
}

/// Degrees of freedom are correct for mechanisms with known mobility.
static void
test_info (void)
{
  static const struct
  {
    const char *name;
    int by_count, by_rank;
  } cases[] = {
    { "four-bar.json", 0, 0 },  { "slider-crank.json", 1, 1 }, { "double-pendulum.json", 2, 2 },
    { "chebyshev.json", 1, 1 }, { "bricard.json", 0, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *file = cli_example (cases[i].name);
    CliResult result = cli_call ("info", "--json", file, NULL);
    g_autoptr (JsonNode) node = cli_parse_json (&result);
    JsonObject *object = json_node_get_object (node);

    g_test_message ("%s", cases[i].name);
    cli_assert_done (&result);
    g_assert_cmpint (json_object_get_int_member (object, "freedoms_by_count"), ==,
                     cases[i].by_count);
    g_assert_cmpint (json_object_get_int_member (object, "freedoms_by_rank"), ==, cases[i].by_rank);
    g_assert_cmpint (json_array_get_length (json_object_get_array_member (object, "redundant")) > 0,
                     ==, cases[i].by_rank > cases[i].by_count);
    cli_result_clear (&result);
  }
}

/// Contact events go to standard error as text, materials are listed, and the samples do not
/// change.
static void
test_contact (void)
{
  g_autofree char *file = g_build_filename (cli_examples, "bouncing-ball.json", NULL);
  CliResult plain = cli_call ("run", "--until=1", file, NULL);
  CliResult told = cli_call ("run", "--until=1", "--events", file, NULL);
  CliResult counted = cli_call ("run", "--until=1", "--statistics", file, NULL);
  CliResult info = cli_call ("info", file, NULL);
  g_autoptr (JsonNode) node = json_from_string (counted.err, NULL);
  const char *text = g_bytes_get_data (info.out, NULL);

  cli_assert_done (&plain);
  g_assert_true (g_bytes_equal (plain.out, told.out));
  g_assert_cmpstr (told.err, ==, "0.451523641 s: Ball touches Floor, impulse 1.595 N s.\n");
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (node), "touches"), ==, 1);
  g_assert_nonnull (g_strstr_len (text, (gssize) g_bytes_get_size (info.out),
                                  "Body Floor (half-plane): friction 0.6, restitution 0.8, "));
  cli_result_clear (&plain);
  cli_result_clear (&told);
  cli_result_clear (&counted);
  cli_result_clear (&info);
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli-analyses/contact-problem", test_contact_problem);
  g_test_add_func ("/cli-analyses/constants", test_constants);
  g_test_add_func ("/cli-analyses/solve/run", test_solve);
  g_test_add_func ("/cli-analyses/solve/contacts", test_solve_contacts);
  g_test_add_func ("/cli-analyses/solve/forces", test_solve_forces);
  g_test_add_func ("/cli-analyses/statistics", test_statistics);
  g_test_add_func ("/cli-analyses/info", test_info);
  g_test_add_func ("/cli-analyses/contact", test_contact);
  return cli_test_run ();
}
