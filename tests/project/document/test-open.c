// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening evaluates formulas: a file in which a parameter was changed by hand, by a script or by a
// command line option gives the same mechanism, bit by bit, as the same edit in the window, and
// stored values that differ are reported.

#include <math.h>
#include <string.h>

#include "lw-background.h"
#include "lw-evaluation.h"
#include "lw-definition.h"
#include "lw-document.h"
#include "lw-number.h"
#include "lw-open.h"
#include "lw-property.h"
#include "lw-spring-law.h"
#include "lw-store.h"
#include "lw-text.h"
#include "testing-project.h"

// ---- ways to open ---------------------------------------------------------------------------

static LwOpened *
open_text (const char *text, GError **error)
{
  return lw_open_bytes (g_bytes_new (text, strlen (text)), NULL, error);
}

/// Writes a mechanism, as text or as a project, and opens it.
static LwOpened *
open_written (LwMechanism *mechanism, bool as_text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = lw_text_write (mechanism);
  g_autoptr (LwProject) project = lw_project_new (mechanism, NULL, NULL);
  GBytes *bytes =
    as_text ? g_bytes_new (text, strlen (text)) : lw_store_write (project, NULL, &error);
  LwOpened *opened = bytes != NULL ? lw_open_bytes (bytes, NULL, &error) : NULL;

  g_assert_no_error (error);
  g_assert_cmpint (opened->is_text, ==, as_text);
  return opened;
}

/// Changes only the parameter, as a text editor would.
static LwMechanism *
change_alone (const LwMechanism *mechanism, const char *name, double value)
{
  LwMechanism *next = lw_mechanism_copy (mechanism);
  LwParameter *parameter = (LwParameter *) lw_mechanism_find_parameter (next, name);

  parameter->value = value;
  lw_parameter_set_expression (parameter, NULL);
  return next;
}

/// Changes the parameter as the window does.
static LwMechanism *
change_in_document (LwMechanism *mechanism, const char *name, double value, GError **error)
{
  g_autoptr (LwDocument) document = lw_document_new (mechanism);
  LwParameter *parameter = lw_parameter_copy (lw_mechanism_find_parameter (mechanism, name));
  g_autoptr (LwMechanism) next = NULL;

  parameter->value = value;
  lw_parameter_set_expression (parameter, NULL);
  next = lw_mechanism_change_parameter (mechanism, name, parameter, error);
  if (next == NULL)
    return NULL;
  lw_document_edit (document, "Edit", next);
  return lw_mechanism_ref (lw_document_get_mechanism (document));
}

static LwMechanism *
change_by_words (LwMechanism *mechanism, const char *name, double value)
{
  g_autoptr (LwOpened) opened = open_written (mechanism, false);
  char number[LW_NUMBER_SIZE];
  g_autofree char *words = g_strdup_printf ("%s=%s", name, lw_number_format (value, number));
  const char *const definitions[] = { words, NULL };
  g_autoptr (GError) error = NULL;
  LwMechanism *next = lw_mechanism_define (opened->project->mechanism, definitions, &error);

  g_assert_no_error (error);
  return next;
}

/// Checks that all ways to change a parameter give the same result, and that reopening it reports
/// nothing.
static void
assert_same_changes (LwMechanism *mechanism, const char *name, double value, bool also_as_text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) edited = change_in_document (mechanism, name, value, &error);
  g_autoptr (LwMechanism) alone = change_alone (mechanism, name, value);
  g_autoptr (LwMechanism) defined = NULL;

  g_assert_no_error (error);
  defined = change_by_words (mechanism, name, value);
  g_assert_true (lw_mechanism_equal (defined, edited));
  for (int i = 0; i < (also_as_text ? 2 : 1); i++) {
    g_autoptr (LwOpened) opened = open_written (alone, i == 1);
    g_autoptr (LwOpened) again = NULL;

    g_assert_true (lw_mechanism_equal (opened->project->mechanism, edited));
    again = open_written (opened->project->mechanism, i == 1);
    if (again->differences[0] != NULL)
      g_error ("%s", again->differences[0]);
    g_assert_true (lw_mechanism_equal (again->project->mechanism, edited));
  }
}

// ---- every field ----------------------------------------------------------------------------

static const struct
{
  LwSelectionKind kind;
  guint n;
  const char *names;
} fields[] = {
  { LW_SELECTION_BODY, 1,
    "mass inertia inertia[2] inertia[3] angle density thickness hole_radius shape_size[1] "
    "contact_friction contact_restitution contact_rolling bar_length link_width hole_diameter "
    "pair.7.friction pair.7.restitution pair.7.rolling pair.2147483647.friction" },
  { LW_SELECTION_BODY, 3,
    "centre_of_mass position velocity angular_velocity shape_centre attitude" },
  { LW_SELECTION_COUPLING, 1,
    "length ratio offset lower upper angle effort_limit stiffness damping "
    "break_force break_moment break_impulse time_constant radius pitch direction_p direction_s "
    "direction_p_2 direction_s_2 normal_angle function.value function.mean function.amplitude "
    "function.frequency function.phase function.origin" },
  { LW_SELECTION_COUPLING, 2, "radius function.end_rates" },
  { LW_SELECTION_COUPLING, 3,
    "point_p point_s point_p_2 point_s_2 turns_p turns_s turns_p_2 turns_s_2 normal_1 normal_2" },
  { LW_SELECTION_FORCE, 1,
    "stiffness damping free_length rotational_damping constant_force gas.length gas.stroke "
    "gas.force gas.ratio direction_a direction_b" },
  { LW_SELECTION_FORCE, 3,
    "point_a point_b force torque bushing_rotational_stiffness bushing_rotational_damping "
    "bushing_stiffness bushing_damping turns_a turns_b" },
  { LW_SELECTION_TRACER, 3, "point" },
  { LW_SELECTION_MEASUREMENT, 3, "point_1 point_2 point_3 point_4" },
  { LW_SELECTION_NONE, 1,
    "duration interval accuracy step maximum_step run_time_constant background.width "
    "background.angle background.opacity" },
  { LW_SELECTION_NONE, 2, "background.centre" },
  { LW_SELECTION_NONE, 3, "gravity" },
};

/// Returns a mechanism with every kind of element, as a text can contain it.
static LwMechanism *
new_rich (void)
{
  static const guint8 png[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 0 };
  g_autoptr (LwMechanism) mechanism = testing_mechanism ();
  g_autoptr (GBytes) image = g_bytes_new_static (png, sizeof png);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwBackground) background = lw_background_new (image, &error);
  g_autoptr (LwMechanism) full = NULL;
  g_autofree char *text = NULL;
  LwMechanism *read;

  g_assert_no_error (error);
  background->angle = 0.3;
  background->centre[0] = 0.7;
  full = lw_mechanism_with_background (mechanism, background);
  text = lw_text_write (full);
  read = lw_text_parse (text, -1, &error);
  g_assert_no_error (error);
  return read;
}

/// Makes a field follow `parameter`, whose value is 1: each number times the parameter, or a sum if
/// the number is 0 or not finite. Returns NULL if the field does not exist or cannot change.
static LwMechanism *
bind (const LwMechanism *mechanism,
      LwElementRef owner,
      const char *field,
      guint n,
      const char *parameter)
{
  double values[LW_PROPERTY_NUMBERS_MAX];
  g_autoptr (GString) formula = g_string_new (NULL);
  g_autoptr (LwMechanism) bound = NULL;
  LwMechanism *evaluated;

  if (!lw_property_get (mechanism, owner, field, n, values))
    return NULL;
  for (guint i = 0; i < n; i++) {
    char number[LW_NUMBER_SIZE];

    lw_number_format (isfinite (values[i]) ? values[i] : 0.5, number);
    g_string_append_printf (formula, "%s%s %s %s", i > 0 ? "; " : "", number,
                            values[i] == 0 ? "+ 0.25 - 0.25 *" : "*", parameter);
  }
  bound = lw_mechanism_with_binding (mechanism, lw_binding_new (owner, field, "1", formula->str));
  evaluated = lw_mechanism_evaluate (bound, NULL);
  return evaluated;
}

/// Returns a mechanism with elements that the other one lacks: bars between joints, plates with
/// holes, gears and screws, normals, laws of springs.
static LwMechanism *
new_other (void)
{
  static const char form[] =
    "{'linkwright': 1, 'bodies': ["
    "{'id': 1, 'name': 'Bar', 'mass': 1, 'inertia': 1, 'position': [0.2, 0.1]},"
    "{'id': 2, 'name': 'Plate', 'mass': 1, 'inertia': 1, 'position': [1, 0], 'density': 7800,"
    " 'thickness': 0.002, 'shape': {'kind': 'link', 'points': [[0, 0], [0.3, 0]], 'width': 0.04,"
    " 'hole_radius': 0.005}},"
    "{'id': 3, 'name': 'Nut', 'mobility': 'spatial', 'mass': 1, 'inertia': [1, 1, 1],"
    " 'position': [0, 0, 1]},"
    "{'id': 7, 'name': 'Disc', 'mass': 1, 'inertia': 1, 'position': [0, 1],"
    " 'shape': {'kind': 'disc', 'radius': 0.2}}],"
    "'couplings': ["
    "{'id': 1, 'kind': 'pin', 'bodies': ['ground', 'Bar'], 'at': [0, 0]},"
    "{'id': 2, 'kind': 'pin', 'bodies': ['Bar', 'Plate'], 'at': [0.7, 0.2]},"
    "{'id': 3, 'kind': 'gear', 'joints': [1, 2], 'ratio': -0.5},"
    "{'id': 4, 'kind': 'cylindrical', 'bodies': ['ground', 'Nut'], 'at': [0, 0, 1]},"
    "{'id': 5, 'kind': 'screw', 'joint': 4, 'pitch': 0.002},"
    "{'id': 6, 'kind': 'point contact', 'bodies': ['ground', 'Disc'], 'at': [0, 0.8],"
    " 'normals': [[0, 1], [1, 0]]},"
    "{'id': 7, 'kind': 'point contact', 'bodies': ['ground', 'Disc'], 'at': [0, 1.2],"
    " 'normals': [[0.6, 0.8]]}],"
    "'forces': ["
    "{'id': 1, 'kind': 'spring', 'bodies': ['ground', 'Disc'], 'from': [0, 2], 'to': [0, 1.2],"
    " 'law': '%s'},"
    "{'id': 2, 'kind': 'spring', 'bodies': ['ground', 'Plate'], 'from': [0, 2], 'to': [1, 0],"
    " 'law': '%s'}]}";
  g_autofree char *gas = lw_spring_law_gas (0.5, 0.2, 300, 2);
  g_autofree char *constant = lw_spring_law_constant_force (12);
  g_autofree char *text = g_strdup_printf (form, gas, constant);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism;

  g_strdelimit (text, "'", '"');
  mechanism = lw_text_parse (text, -1, &error);
  g_assert_no_error (error);
  return mechanism;
}

/// Returns the number of elements of this kind; `id`: id of the i-th.
static guint
count_elements (const LwMechanism *mechanism, LwSelectionKind kind, guint i, int *id)
{
#define ELEMENTS(type, get)                                                                        \
  *id = i < lw_mechanism_get_n_##type (mechanism)                                                  \
          ? lw_mechanism_get_##get (mechanism, i)->element.id                                      \
          : 0;                                                                                     \
  return lw_mechanism_get_n_##type (mechanism)

  switch (kind) {
  case LW_SELECTION_BODY:
    ELEMENTS (bodies, body);
  case LW_SELECTION_COUPLING:
    ELEMENTS (couplings, coupling);
  case LW_SELECTION_FORCE:
    ELEMENTS (forces, force);
  case LW_SELECTION_TRACER:
    ELEMENTS (tracers, tracer);
  case LW_SELECTION_MEASUREMENT:
    ELEMENTS (measurements, measurement);
  case LW_SELECTION_NONE:
    break;
  }
  *id = 0;
  return 1;
}

/// Returns true if the text form keeps the field. Numbers without meaning for the element are not
/// written, and directions are scaled to unit length on reading.
static bool
is_kept_by_text (const LwMechanism *mechanism, LwElementRef owner, const char *field, guint n)
{
  g_autofree char *text = lw_text_write (mechanism);
  g_autoptr (LwMechanism) read = lw_text_parse (text, -1, NULL);
  double here[LW_PROPERTY_NUMBERS_MAX];
  double there[LW_PROPERTY_NUMBERS_MAX];

  return read != NULL && lw_mechanism_equal (read, mechanism)
         && lw_property_get (mechanism, owner, field, n, here)
         && lw_property_get (read, owner, field, n, there)
         && memcmp (here, there, n * sizeof *here) == 0;
}

/// Returns false if the mechanism contains numbers that no project may contain.
static bool
is_kept_by_project (LwMechanism *mechanism)
{
  g_autoptr (LwProject) project = lw_project_new (mechanism, NULL, NULL);
  g_autoptr (GBytes) bytes = lw_store_write (project, NULL, NULL);
  gsize size;
  const void *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;
  g_autoptr (LwProject) read = data != NULL ? lw_store_parse (data, size, NULL, NULL) : NULL;

  return read != NULL && lw_project_equal (read, project);
}

/// Tests a field that follows a parameter, with a change that the field allows.
static bool
try_field (const LwMechanism *rich, LwElementRef owner, const char *field, guint n)
{
  g_autoptr (LwMechanism) with =
    lw_mechanism_with_parameter (rich, lw_parameter_new ("scale", 1, NULL));
  g_autoptr (LwMechanism) bound = bind (with, owner, field, n, "scale");
  g_autoptr (LwMechanism) edited = NULL;

  if (bound != NULL)
    edited = change_in_document (bound, "scale", 0.75, NULL);
  if (edited == NULL || !is_kept_by_project (bound) || !is_kept_by_project (edited))
    return false;
  g_test_message ("%s of %d", field, owner.id);
  assert_same_changes (bound, "scale", 0.75,
                       is_kept_by_text (bound, owner, field, n)
                         && is_kept_by_text (edited, owner, field, n));
  return true;
}

static void
test_fields (void)
{
  g_autoptr (LwMechanism) rich = new_rich ();
  g_autoptr (LwMechanism) other = new_other ();
  const LwMechanism *const mechanisms[] = { rich, other };

  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++) {
    g_auto (GStrv) names = g_strsplit (fields[i].names, " ", -1);

    for (char **name = names; *name != NULL; name++) {
      LwElementRef owner = { fields[i].kind, 0 };
      guint n_tried = 0;

      g_assert_true (lw_property_exists (owner.kind, *name));
      // The first two elements that have it.
      for (gsize m = 0; m < G_N_ELEMENTS (mechanisms); m++)
        for (guint k = 0;
             n_tried < 2 && k < count_elements (mechanisms[m], owner.kind, k, &owner.id); k++)
          n_tried += try_field (mechanisms[m], owner, *name, fields[i].n);
      if (n_tried == 0)
        g_error ("Nothing has the field %s", *name);
    }
  }
}

// ---- several fields -------------------------------------------------------------------------

/// Returns a pendulum whose length is a parameter, with all dependent values; `dx`, `turn`: its
/// place and angle. Parameters and bindings are in order, or reversed.
static LwMechanism *
new_pendulum (double dx, double turn, bool reversed)
{
  static const char *const bindings[][5] = {
    { "body", "1", "position", "m", "x0 + half * cos(turn); half * sin(turn)" },
    { "body", "1", "angle", "rad", "turn" },
    { "body", "1", "mass", "kg", "2.7 kg/m * length" },
    { "body", "1", "inertia[2]", "kg m^2", "2.7 kg/m * length^3 / 12" },
    { "coupling", "1", "point_p", "m", "x0; 0 m" },
    { "coupling", "1", "point_s", "m", "-half" },
    { "tracer", "1", "point", "m", "half" },
    { NULL, "0", "duration", "s", "3 * sqrt(length / (9.81 m/s^2))" },
  };
  static const char *const parameters[][4] = {
    { "length", "m", "300 mm", NULL },
    { "half", "m", NULL, "length / 2" },
    { "x0", "m", "0 m", NULL },
    { "turn", "rad", "0 rad", NULL },
  };
  g_autoptr (GString) text = g_string_new ("{\"linkwright\": 1, \"parameters\": [");
  g_autofree char *all = NULL;
  g_autoptr (LwMechanism) read = NULL;
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism;

  for (gsize i = 0; i < G_N_ELEMENTS (parameters); i++) {
    const char *const *row = parameters[reversed ? G_N_ELEMENTS (parameters) - 1 - i : i];
    const double value = g_str_equal (row[0], "length") ? 0.3
                         : g_str_equal (row[0], "x0")   ? dx
                         : g_str_equal (row[0], "turn") ? turn
                                                        : 0;
    char number[LW_NUMBER_SIZE];

    g_string_append_printf (text, "%s{\"name\": \"%s\", \"unit\": \"%s\", \"value\": %s%s%s%s}",
                            i > 0 ? "," : "", row[0], row[1], lw_number_format (value, number),
                            row[3] != NULL ? ", \"expression\": \"" : "",
                            row[3] != NULL ? row[3] : "", row[3] != NULL ? "\"" : "");
  }
  g_string_append (
    text, "], \"bodies\": [{\"id\": 1, \"name\": \"Arm\", \"mass\": 1, \"inertia\": 1}],"
          "\"couplings\": [{\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": "
          "[\"ground\", \"Arm\"], \"points\": [[0, 0], [0, 0]]}],"
          "\"tracers\": [{\"id\": 1, \"name\": \"T\", \"body\": \"Arm\", \"point\": [0, 0]}],"
          "\"bindings\": [");
  for (gsize i = 0; i < G_N_ELEMENTS (bindings); i++) {
    const char *const *row = bindings[reversed ? G_N_ELEMENTS (bindings) - 1 - i : i];

    g_string_append_printf (text, "%s{", i > 0 ? "," : "");
    if (row[0] != NULL)
      g_string_append_printf (text, "\"element\": \"%s\", \"id\": %s, ", row[0], row[1]);
    g_string_append_printf (text, "\"field\": \"%s\", \"unit\": \"%s\", \"expression\": \"%s\"}",
                            row[2], row[3], row[4]);
  }
  g_string_append (text, "]}");
  read = lw_text_parse (text->str, -1, &error);
  g_assert_no_error (error);
  mechanism = lw_mechanism_evaluate (read, &error);
  g_assert_no_error (error);
  return mechanism;
}

static void
test_pendulum (void)
{
  static const double lengths[] = { 0.2, 0.4, 1.0 / 3, 1e-6, 1e6 };

  for (int variant = 0; variant < 8; variant++) {
    g_autoptr (LwMechanism) pendulum =
      new_pendulum (variant & 1 ? 12.34 : 0, variant & 2 ? 0.7 : 0, variant & 4);

    for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++) {
      g_autoptr (LwMechanism) alone = change_alone (pendulum, "length", lengths[i]);
      g_autoptr (LwOpened) opened = open_written (alone, i % 2 == 0);
      const LwMechanism *found = opened->project->mechanism;
      const double half = lengths[i] / 2;

      assert_same_changes (pendulum, "length", lengths[i], true);
      g_assert_cmpfloat (lw_mechanism_find_parameter (found, "half")->value, ==, half);
      g_assert_cmpfloat (lw_mechanism_get_body (found, 0)->def.mass, ==, 2.7 * lengths[i]);
      g_assert_cmpfloat (lw_mechanism_get_tracer (found, 0)->point[0], ==, half);
      g_assert_cmpfloat (lw_mechanism_get_coupling (found, 0)->def.frame_b.point[0], ==, -half);
      g_assert_cmpfloat_with_epsilon (lw_mechanism_get_run (found)->duration,
                                      3 * sqrt (lengths[i] / 9.81), 1e-12);
      // The dependent parameter, position, mass and inertia, both points of the joint except the
      // point at x0, the tracer, and the duration.
      g_assert_cmpuint (g_strv_length (opened->differences), ==, 7);
    }
    assert_same_changes (pendulum, "x0", -3.21, true);
    assert_same_changes (pendulum, "turn", 2.5, true);
  }
}

/// A stored value that differs from its formula is reported with its place, formula and both
/// numbers.
static void
test_told (void)
{
  g_autoptr (LwMechanism) pendulum = new_pendulum (0, 0, false);
  g_autoptr (LwMechanism) alone = change_alone (pendulum, "length", 0.5);
  g_autoptr (LwOpened) same = open_written (pendulum, true);
  g_autoptr (LwOpened) opened = open_written (alone, true);
  g_autofree char *none = lw_opened_dup_note (same);
  g_autofree char *note = lw_opened_dup_note (opened);

  g_assert_cmpuint (g_strv_length (same->differences), ==, 0);
  g_assert_null (none);
  g_assert_cmpstr (opened->differences[0], ==,
                   "The parameter half is stored as 0.15 m, but its formula length / 2 gives "
                   "0.25 m, which is used.");
  g_assert_true (
    g_strv_contains ((const char *const *) opened->differences,
                     "The mass of Body Arm is stored as 0.81 kg, but its formula 2.7 kg/m "
                     "* length gives 1.35 kg, which is used."));
  g_assert_true (g_str_has_prefix (note, opened->differences[0]));
  g_assert_nonnull (strstr (note, "6 more numbers"));
}

// ---- no difference --------------------------------------------------------------------------

static void
test_examples (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data/examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autoptr (GFile) file = g_file_new_for_path (path);
    g_autoptr (GError) error = NULL;
    g_autoptr (LwMechanism) read = NULL;
    g_autoptr (LwOpened) opened = NULL;

    if (!g_str_has_suffix (name, ".json"))
      continue;
    read = lw_text_load (file, NULL, &error);
    g_assert_no_error (error);
    opened = lw_open_file (file, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (g_strv_length (opened->differences), ==, 0);
    g_assert_true (lw_mechanism_equal (opened->project->mechanism, read));
  }
}

/// Rounding by another mathematical library is not reported, and does not even change the
/// mechanism.
static void
test_rounding (void)
{
  g_autoptr (LwMechanism) pendulum = new_pendulum (12.34, 0.7, false);
  g_autoptr (LwMechanism) rounded = lw_mechanism_copy (pendulum);
  LwParameter *half = (LwParameter *) lw_mechanism_find_parameter (rounded, "half");
  g_autoptr (LwOpened) opened = NULL;

  half->value = nextafter (half->value, 1);
  opened = open_written (rounded, true);
  g_assert_cmpuint (g_strv_length (opened->differences), ==, 0);
  g_assert_true (lw_mechanism_equal (opened->project->mechanism, rounded));
}

/// Small numbers are compared like large ones: 1 nm and 2 nm differ, and so do a missing and a
/// present limit.
static void
test_small (void)
{
  static const char form[] =
    "{\"linkwright\": 1, \"parameters\": [{\"name\": \"a\", \"value\": %s, \"unit\": \"m\"}],"
    "\"bodies\": [{\"id\": 1, \"name\": \"b\", \"mass\": 1, \"inertia\": 1}],"
    "\"couplings\": [{\"id\": 1, \"kind\": \"pin\", \"bodies\": [\"ground\", \"b\"], \"at\": [0, "
    "0]},"
    "{\"id\": 2, \"kind\": \"limit\", \"joint\": 1, \"lower\": -1}],"
    "\"tracers\": [{\"id\": 1, \"body\": \"b\", \"point\": [1e-9, 0]}],"
    "\"bindings\": [{\"element\": \"tracer\", \"id\": 1, \"field\": \"point\", \"unit\": \"m\","
    "\"expression\": \"a\"}, {\"element\": \"coupling\", \"id\": 2, \"field\": \"upper\","
    "\"unit\": \"1\", \"expression\": \"1.5\"}]}";
  static const char *const values[] = { "2e-9", "1.001e-9", "-1e-9", "0" };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autofree char *text = g_strdup_printf (form, values[i]);
    g_autoptr (GError) error = NULL;
    g_autoptr (LwOpened) opened = open_text (text, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (g_strv_length (opened->differences), ==, 2);
    g_assert_cmpfloat (lw_mechanism_get_tracer (opened->project->mechanism, 0)->point[0], ==,
                       g_ascii_strtod (values[i], NULL));
    g_assert_cmpfloat (lw_mechanism_get_coupling (opened->project->mechanism, 1)->def.upper, ==,
                       1.5);
  }
}

// ---- refusals -------------------------------------------------------------------------------

static void
test_refusals (void)
{
  static const struct
  {
    const char *parameters, *formula, *words;
  } cases[] = {
    { "{\"name\": \"a\", \"value\": 0}", "1 kg / a", "The mass of Body Arm, 1 kg / a: " },
    { "{\"name\": \"a\", \"value\": 1}", "b * 1 kg", "The mass of Body Arm, b * 1 kg: " },
    { "{\"name\": \"a\", \"value\": 1}", "a * 1 m", "This is in m" },
    { "{\"name\": \"a\", \"value\": 1}", "a * (", "The mass of Body Arm, a * (: " },
    { "{\"name\": \"a\", \"value\": 1, \"expression\": \"1/0\"}", "a * 1 kg",
      "The parameter a, 1/0: " },
    { "{\"name\": \"a\", \"value\": 1, \"expression\": \"b\"}, {\"name\": \"b\", \"value\": 1, "
      "\"expression\": \"c\"}, {\"name\": \"c\", \"value\": 1, \"expression\": \"a + d\"}, "
      "{\"name\": \"d\", \"value\": 1}, {\"name\": \"e\", \"value\": 1, \"expression\": \"a\"}",
      "1 kg", "The parameters a, b, c follow from each other in a circle" },
    { "{\"name\": \"a\", \"value\": 1, \"expression\": \"2 * a\"}", "1 kg",
      "a follows from itself" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup_printf (
      "{\"linkwright\": 1, \"parameters\": [%s], \"bodies\": [{\"id\": 1, \"name\": \"Arm\", "
      "\"mass\": 1, \"inertia\": 1}], \"bindings\": [{\"element\": \"body\", \"id\": 1, \"field\": "
      "\"mass\", \"unit\": \"kg\", \"expression\": \"%s\"}]}",
      cases[i].parameters, cases[i].formula);
    g_autoptr (GError) error = NULL;

    g_assert_null (open_text (text, &error));
    g_test_message ("%s", error->message);
    g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
    g_assert_nonnull (strstr (error->message, cases[i].words));
  }
}

/// Messages about formulas name the kind of the element, whether or not it has a name.
static void
test_places (void)
{
  static const struct
  {
    const char *elements, *binding, *fault, *difference;
  } cases[] = {
    { "\"bodies\": [{\"mass\": 1, \"inertia\": 1}]",
      "\"element\": \"body\", \"id\": 1, \"field\": \"mass\", \"unit\": \"kg\"",
      "The mass of Body 1, a * (: ",
      "The mass of Body 1 is stored as 1 kg, but its formula a gives 2 kg, which is used." },
    { "\"bodies\": [{\"name\": \"Arm\", \"mass\": 1, \"inertia\": 1}]",
      "\"element\": \"body\", \"id\": 1, \"field\": \"mass\", \"unit\": \"kg\"",
      "The mass of Body Arm, a * (: ",
      "The mass of Body Arm is stored as 1 kg, but its formula a gives 2 kg, which is used." },
    { "\"tracers\": [{\"body\": \"ground\", \"point\": [0, 0]}]",
      "\"element\": \"tracer\", \"id\": 1, \"field\": \"point\", \"unit\": \"m\"",
      "The point of Tracer 1, a * (: ",
      "The point of Tracer 1 is stored as 0 m, but its formula a gives 2 m, which is used." },
    { "\"run\": {\"duration\": 1}", "\"field\": \"duration\", \"unit\": \"s\"",
      "The duration, a * (: ",
      "The duration is stored as 1 s, but its formula a gives 2 s, which is used." },
  };
  static const char form[] =
    "{\"linkwright\": 1, \"parameters\": [{\"name\": \"a\", \"value\": 2}], %s, \"bindings\": "
    "[{%s, \"expression\": \"%s\"}]}";

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *bad = g_strdup_printf (form, cases[i].elements, cases[i].binding, "a * (");
    g_autofree char *good = g_strdup_printf (form, cases[i].elements, cases[i].binding, "a");
    g_autoptr (GError) error = NULL;
    g_autoptr (LwOpened) opened = NULL;

    g_assert_null (open_text (bad, &error));
    testing_assert_sentence (error);
    if (!g_str_has_prefix (error->message, cases[i].fault))
      g_error ("%s", error->message);
    g_clear_error (&error);
    opened = open_text (good, &error);
    g_assert_no_error (error);
    g_assert_cmpstr (opened->differences[0], ==, cases[i].difference);
  }
}

/// The maximum number of parameters, each depending on the next one, is sorted quickly.
static void
test_chain (void)
{
  g_autoptr (GString) text = g_string_new ("{\"linkwright\": 1, \"parameters\": [");
  g_autoptr (GError) error = NULL;
  g_autoptr (LwOpened) opened = NULL;

  for (int i = 1; i < LW_MECHANISM_MAX_PARAMETERS; i++)
    g_string_append_printf (text, "{\"name\": \"p%d\", \"value\": 1, \"expression\": \"p%d + 1\"},",
                            i, i + 1);
  g_string_append_printf (text, "{\"name\": \"p%d\", \"value\": 1}]}", LW_MECHANISM_MAX_PARAMETERS);
  opened = open_text (text->str, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (lw_mechanism_find_parameter (opened->project->mechanism, "p1")->value, ==,
                     LW_MECHANISM_MAX_PARAMETERS);
}

static void
test_definitions (void)
{
  static const struct
  {
    const char *words;
    double length;     ///< NAN: refused
    const char *error; ///< part of the message
  } cases[] = {
    { "length=0.4", 0.4, NULL },
    { "length=400mm", 0.4, NULL },
    { "length = 400 mm", 0.4, NULL },
    { "length=1 ft + 1 in", 0.3302, NULL },
    { "length=2*length", 0.6, NULL },
    { "half=0.4", 0.3, NULL },
    { "length=4e-1m", 0.4, NULL },
    { "lenght=1", NAN, "There is no parameter lenght; the nearest names are: length, " },
    { "Half=1", NAN, "half" },
    { "length", NAN, "NAME=VALUE" },
    { "=1", NAN, "NAME=VALUE" },
    { "", NAN, "NAME=VALUE" },
    { "length=", NAN, "length" },
    { "length=1 kg", NAN, "This is in kg; a value in m is expected here" },
    { "length=1,5", NAN, "length" },
    { "length=nan", NAN, "nan" },
    { "length=1/0", NAN, "finite" },
    { "\xff=1", NAN, "NAME=VALUE" },
  };
  g_autoptr (LwMechanism) pendulum = new_pendulum (0, 0, false);
  g_autoptr (LwMechanism) bare = lw_mechanism_new ();
  const char *const any[] = { "x=1", NULL };
  g_autoptr (GError) none = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *const definitions[] = { cases[i].words, NULL };
    g_autoptr (GError) error = NULL;
    g_autoptr (LwMechanism) next = lw_mechanism_define (pendulum, definitions, &error);

    if (isnan (cases[i].length)) {
      g_assert_null (next);
      g_test_message ("%s", error->message);
      g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
      testing_assert_sentence (error);
      g_assert_nonnull (strstr (error->message, cases[i].error));
      continue;
    }
    g_assert_no_error (error);
    g_assert_cmpfloat_with_epsilon (lw_mechanism_find_parameter (next, "length")->value,
                                    cases[i].length, 1e-15);
    g_assert_cmpfloat_with_epsilon (
      lw_mechanism_get_tracer (next, 0)->point[0],
      g_str_has_prefix (cases[i].words, "half") ? 0.4 : cases[i].length / 2, 1e-15);
  }
  g_assert_null (lw_mechanism_define (bare, any, &none));
  g_assert_nonnull (strstr (none->message, "has no parameters"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/open/fields", test_fields);
  g_test_add_func ("/open/pendulum", test_pendulum);
  g_test_add_func ("/open/told", test_told);
  g_test_add_func ("/open/examples", test_examples);
  g_test_add_func ("/open/rounding", test_rounding);
  g_test_add_func ("/open/small", test_small);
  g_test_add_func ("/open/refusals", test_refusals);
  g_test_add_func ("/open/places", test_places);
  g_test_add_func ("/open/chain", test_chain);
  g_test_add_func ("/open/definitions", test_definitions);
  return g_test_run ();
}
