// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the text form: keys in a fixed order, only values that differ from the defaults, one
// element on a line if it is short, so that files diff well. Numbers read back bit for bit.

#include <math.h>
#include <string.h>

#include "lw-json-edit.h"
#include "lw-shape-mass.h"
#include "lw-gearing.h"
#include "lw-text-fields-private.h"

// Bodies

static void
add_inertia (GPtrArray *fields, const MbdBodyDef *def, bool always)
{
  MbdBodyDef usual = mbd_body_default ();
  bool only_zz = def->mobility != MBD_SPATIAL && lw_text_same (def->inertia, usual.inertia, 2)
                 && lw_text_same (def->inertia + 3, usual.inertia + 3, 3);

  if (!always && lw_text_same (def->inertia, usual.inertia, 6))
    return;
  if (only_zz)
    lw_text_add (fields, "inertia", lw_text_number_text (def->inertia[2]));
  else
    lw_text_add (fields, "inertia",
                 lw_text_numbers_text (def->inertia,
                                       lw_text_same (def->inertia + 3, lw_text_zero, 3) ? 3 : 6));
}

/// Adds the mass. Values that follow from the plate are left out; values that override it are
/// always written.
static void
add_mass (GPtrArray *fields, const LwBody *body, int dimension)
{
  const MbdBodyDef *def = &body->def;
  const bool follows = body->plate.density > 0;
  const unsigned typed = body->plate.typed;

  if (!follows)
    lw_text_add_number (fields, "mass", def->mass, mbd_body_default ().mass);
  else if (typed & LW_TYPED_MASS)
    lw_text_add (fields, "mass", lw_text_number_text (def->mass));
  if (!follows || (typed & LW_TYPED_INERTIA))
    add_inertia (fields, def, follows);
  if (!follows)
    lw_text_add_vector (fields, "centre_of_mass", def->centre_of_mass, lw_text_zero, dimension);
  else if (typed & LW_TYPED_CENTRE)
    lw_text_add (fields, "centre_of_mass", lw_text_vector_text (def->centre_of_mass, dimension));
}

static void
add_angular_velocity (GPtrArray *fields, const MbdBodyDef *def)
{
  const double *omega = def->angular_velocity;

  if (def->mobility != MBD_SPATIAL && lw_text_same (omega, lw_text_zero, 2))
    lw_text_add_number (fields, "angular_velocity", omega[2], 0);
  else
    lw_text_add_vector (fields, "angular_velocity", omega, lw_text_zero, 3);
}

static void
add_points (GPtrArray *fields, const GArray *points, int dimension)
{
  g_autoptr (GPtrArray) list = lw_text_fields_new ();

  if (points == NULL || points->len == 0)
    return;
  for (guint i = 0; i < points->len; i++)
    g_ptr_array_add (list,
                     lw_text_vector_text ((double *) points->data + 3 * (size_t) i, dimension));
  lw_text_add_list (fields, "points", list);
}

static void
add_shape (GPtrArray *fields, const LwBody *body, int dimension)
{
  const LwShape *shape = &body->shape;
  GPtrArray *inner = lw_text_fields_new ();

  lw_text_add_word (inner, "kind", lw_shape_words, shape->kind, LW_SHAPE_LINK);
  lw_text_add_vector (inner, "centre", shape->centre, lw_text_zero, dimension);
  if (shape->kind == LW_SHAPE_DISC)
    lw_text_add (inner, "radius", lw_text_number_text (shape->size[0]));
  if (shape->kind == LW_SHAPE_BOX)
    lw_text_add (inner, "size", lw_text_vector_text (shape->size, dimension));
  add_points (inner, shape->points, dimension);
  if (shape->kind == LW_SHAPE_LINK) {
    lw_text_add_number (inner, "width", body->plate.width, 0);
    lw_text_add_number (inner, "hole_radius", body->plate.hole_radius, 0);
  }
  if (inner->len > 0)
    lw_text_add (fields, "shape", lw_text_object_text (inner));
  else
    g_ptr_array_unref (inner);
}

static GPtrArray *
body_fields (const LwMechanism *mechanism, guint index)
{
  const LwBody *body = lw_mechanism_get_body (mechanism, index);
  const MbdBodyDef *def = &body->def;
  const LwBody usual = { .def = mbd_body_default () };
  int dimension = def->mobility == MBD_SPATIAL ? 3 : 2;
  GPtrArray *fields = lw_text_element_fields (&body->element);

  lw_text_add_word (fields, "mobility", lw_mobility_words, def->mobility, MBD_PLANAR);
  add_mass (fields, body, dimension);
  lw_text_add_vector (fields, "position", def->position, lw_text_zero, dimension);
  if (dimension == 2)
    lw_text_add_number (fields, "angle", def->angle, 0);
  if (!lw_text_same (def->quaternion, usual.def.quaternion, 4))
    lw_text_add (fields, "quaternion", lw_text_numbers_text (def->quaternion, 4));
  lw_text_add_vector (fields, "velocity", def->velocity, lw_text_zero, dimension);
  add_angular_velocity (fields, def);
  lw_text_add_word (fields, "colour", lw_hue_words, body->hue, (int) (index % LW_HUE_COUNT));
  if (body->plate.density > 0) {
    lw_text_add (fields, "density", lw_text_number_text (body->plate.density));
    lw_text_add_number (fields, "thickness", body->plate.thickness, LW_PLATE_THICKNESS);
  }
  add_shape (fields, body, dimension);
  lw_text_add_contact (fields, body);
  lw_text_add_plain (fields, lw_text_object (LW_TEXT_BODY), body, &usual);
  return fields;
}

// Couplings: a coupling is written by the notations of its object, in their order.

typedef struct
{
  GPtrArray *fields;
  const LwMechanism *mechanism;
  const LwKind *kind;
  const LwCoupling *coupling;
  const MbdCouplingDef *def; ///< definition of the coupling
} Notation;

static void
add_place (const Notation *self)
{
  const MbdCouplingDef *def = self->def;
  const MbdFrame *frames[] = { &def->frame_a, &def->frame_b };
  int dimension = MAX (lw_text_dimension_of (self->mechanism, def->body_a),
                       lw_text_dimension_of (self->mechanism, def->body_b));

  lw_text_add_ids (self->fields, "bodies", (int[]){ def->body_a, def->body_b }, 2);
  if (lw_family_of (def->class_)->may_slacken)
    lw_text_add_point_pair (self->fields, def->frame_a.point, def->frame_b.point, dimension);
  else
    lw_text_add_places (self->fields, frames, 2, dimension);
}

static void
add_locked (const Notation *self)
{
  g_autoptr (GPtrArray) axes = lw_text_fields_new ();

  if (!self->kind->lists_axes)
    return;
  for (const LwWord *axis = lw_lock_words; axis->word != NULL; axis++)
    if ((self->def->locked & (unsigned) axis->value) != 0)
      g_ptr_array_add (axes, lw_text_string_text (axis->word));
  lw_text_add_list (self->fields, "locked", axes);
}

// Finds the coordinates that reading uses as the default.
static void
find_default_coordinates (const Notation *self, MbdCoordinate coordinates[2])
{
  const MbdCouplingDef *joints[2] = { NULL, NULL };
  // An element that is not a joint has no coordinate.
  const MbdCouplingDef none = lw_coupling_rigid ();

  for (int i = 0; i < 2; i++) {
    const LwCoupling *joint =
      lw_mechanism_find_coupling (self->mechanism, self->coupling->joint[i]);

    if (self->coupling->joint[i] != 0 && joint != NULL)
      joints[i] = lw_family_of (joint->def.class_)->is_joint ? &joint->def : &none;
  }
  lw_text_default_coordinates (self->kind, joints, coordinates);
}

static void
add_coordinates (const Notation *self)
{
  const MbdCoordinate *coordinates = self->def->coordinate;
  const char *first = lw_word_of (lw_coordinate_words, coordinates[0]);
  const char *second = lw_word_of (lw_coordinate_words, coordinates[1]);
  MbdCoordinate usual[2];

  find_default_coordinates (self, usual);
  if (!lw_families[self->kind->family].has_second_pair)
    lw_text_add_word (self->fields, "coordinate", lw_coordinate_words, coordinates[0], usual[0]);
  else if (first != NULL && second != NULL
           && (coordinates[0] != usual[0] || coordinates[1] != usual[1]))
    lw_text_add (self->fields, "coordinates", g_strdup_printf ("[\"%s\", \"%s\"]", first, second));
}

static void
add_joints_or_four_places (const Notation *self)
{
  const LwCoupling *coupling = self->coupling;
  const MbdCouplingDef *def = self->def;
  const MbdFrame *frames[] = { &def->frame_a, &def->frame_b, &def->frame_c, &def->frame_d };
  const int bodies[] = { def->body_a, def->body_b, def->body_c, def->body_d };
  int dimension = 2;

  if (coupling->joint[0] != 0 && coupling->joint[0] == coupling->joint[1]
      && lw_gearings[coupling->gearing].advances) {
    lw_text_add_id (self->fields, "joint", coupling->joint[0]);
    return;
  }
  if (coupling->joint[0] != 0 || coupling->joint[1] != 0) {
    lw_text_add_ids (self->fields, "joints", coupling->joint, 2);
    return;
  }
  for (int i = 0; i < 4; i++)
    dimension = MAX (dimension, lw_text_dimension_of (self->mechanism, bodies[i]));
  lw_text_add_ids (self->fields, "bodies", bodies, 4);
  lw_text_add_places (self->fields, frames, 4, dimension);
}

static void
add_joints_or_places (const Notation *self)
{
  add_joints_or_four_places (self);
  add_coordinates (self);
  lw_text_add (self->fields, "offset", lw_text_number_text (self->def->offset));
}

static void
add_gearing (const Notation *self)
{
  const LwGearingEntry *gearing = &lw_gearings[self->coupling->gearing];
  const double *values = lw_coupling_get_gearing_values ((LwCoupling *) self->coupling);

  lw_text_add (self->fields, gearing->key,
               gearing->n_values == 1 ? lw_text_number_text (values[0])
                                      : lw_text_numbers_text (values, gearing->n_values));
}

/// Adds the joint or the place.
static void
add_where (const Notation *self)
{
  if (self->coupling->joint[0] != 0)
    lw_text_add_id (self->fields, "joint", self->coupling->joint[0]);
  else
    add_place (self);
}

static void
add_normals (const Notation *self)
{
  g_autoptr (GPtrArray) list = lw_text_fields_new ();

  for (int i = 0; i < CLAMP (self->def->normal_count, 1, 3); i++)
    g_ptr_array_add (list, lw_text_numbers_text (self->def->normals[i], 3));
  lw_text_add_list (self->fields, "normals", list);
}

static void
add_length (const Notation *self)
{
  lw_text_add (self->fields, "length", lw_text_number_text (self->def->length));
}

static void
add_between (const Notation *self)
{
  lw_text_add (self->fields, "between", lw_text_number_text (self->def->angle));
}

static void
add_relaxed (const Notation *self)
{
  const MbdCouplingDef usual = self->kind->coupling (self->kind);

  lw_text_add_number (self->fields, "stiffness", self->def->stiffness, usual.stiffness);
  lw_text_add_number (self->fields, "damping", self->def->damping, usual.damping);
  lw_text_add_number (self->fields, "free_angle",
                      lw_function_get_numbers (self->coupling->function)[0], 0);
}

/// Adds bodies and points in their order along the path. The second pulley is left out if it has no
/// values.
static void
add_path (const Notation *self)
{
  const MbdCouplingDef *def = self->def;
  const MbdFrame *frames[] = { &def->frame_a, &def->frame_c, &def->frame_d, &def->frame_b };
  const int bodies[] = { def->body_a, def->body_c, def->body_d, def->body_b };
  const bool two = def->passes > 1 || def->body_d != MBD_GROUND || def->pulley_radius[1] != 0
                   || !lw_text_same (def->frame_d.point, lw_text_zero, 3);
  g_autoptr (GPtrArray) ids = lw_text_fields_new (), points = lw_text_fields_new ();

  for (int i = 0; i < 4; i++) {
    if (i == 2 && !two)
      continue;
    g_ptr_array_add (ids, g_strdup_printf ("%d", bodies[i]));
    g_ptr_array_add (points, lw_text_vector_text (frames[i]->point, lw_text_dimension_of (
                                                                      self->mechanism, bodies[i])));
  }
  lw_text_add_list (self->fields, "bodies", ids);
  lw_text_add_list (self->fields, "points", points);
  add_length (self);
  if (two && def->passes == 1)
    lw_text_add_id (self->fields, "passes", 1);
}

static void
add_function (const Notation *self)
{
  if (self->coupling->function != NULL)
    lw_text_add (self->fields, "function", lw_text_function_text (self->coupling->function));
}

static void
add_compliance (const Notation *self)
{
  const LwCoupling usual = { .def = { .compliant = true } };
  const MbdCouplingDef *def = self->def;
  GPtrArray *inner;

  if (!def->compliant && lw_text_same (&def->stiffness, lw_text_zero, 1)
      && lw_text_same (&def->damping, lw_text_zero, 1))
    return;
  inner = lw_text_fields_new ();
  lw_text_add_plain (inner, lw_text_object (LW_TEXT_COMPLIANCE), self->coupling, &usual);
  lw_text_add (self->fields, "compliance", lw_text_object_text (inner));
}

static void (*const notations[LW_NOTATIONS]) (const Notation *self) = {
  [LW_NOTATION_LOCKED] = add_locked,
  [LW_NOTATION_PLACE] = add_place,
  [LW_NOTATION_ENDS] = add_place,
  [LW_NOTATION_ENDS_OR_FRAMES] = add_place,
  [LW_NOTATION_LENGTH] = add_length,
  [LW_NOTATION_PATH] = add_path,
  [LW_NOTATION_WHERE] = add_where,
  [LW_NOTATION_JOINT] = add_where,
  [LW_NOTATION_COORDINATE] = add_coordinates,
  [LW_NOTATION_FUNCTION] = add_function,
  [LW_NOTATION_NEEDED_FUNCTION] = add_function,
  [LW_NOTATION_RELAXED] = add_relaxed,
  [LW_NOTATION_TWO_JOINTS] = add_joints_or_places,
  [LW_NOTATION_ONE_OR_TWO_JOINTS] = add_joints_or_places,
  [LW_NOTATION_GEARING] = add_gearing,
  [LW_NOTATION_BETWEEN] = add_between,
  [LW_NOTATION_NORMALS] = add_normals,
  [LW_NOTATION_COMPLIANCE] = add_compliance,
};

static GPtrArray *
coupling_fields (const LwMechanism *mechanism, guint index)
{
  const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, index);
  const LwKind *kind = lw_coupling_get_kind (coupling);
  const LwTextObject *object = lw_text_object_of (kind);
  const LwCoupling usual = { .def = kind->coupling (kind) };
  GPtrArray *fields = lw_text_element_fields (&coupling->element);
  const Notation notation = { fields, mechanism, kind, coupling, &coupling->def };

  lw_text_add (fields, "kind", lw_text_string_text (kind->word));
  for (int i = 0; i < LW_MOST_NOTATIONS; i++)
    if (notations[object->notations[i]] != NULL)
      notations[object->notations[i]](&notation);
  lw_text_add_plain (fields, object, coupling, &usual);
  return fields;
}

// Tracers and measurements

static void
add_body_point (GPtrArray *fields, const LwMechanism *mechanism, int body, const double point[3])
{
  lw_text_add_id (fields, "body", body);
  lw_text_add (fields, "point",
               lw_text_vector_text (point, lw_text_dimension_of (mechanism, body)));
}

static GPtrArray *
tracer_fields (const LwMechanism *mechanism, guint index)
{
  const LwTracer *tracer = lw_mechanism_get_tracer (mechanism, index);
  GPtrArray *fields = lw_text_element_fields (&tracer->element);

  add_body_point (fields, mechanism, tracer->body, tracer->point);
  return fields;
}

static GPtrArray *
measurement_fields (const LwMechanism *mechanism, guint index)
{
  const LwMeasurement *measurement = lw_mechanism_get_measurement (mechanism, index);
  GPtrArray *fields = lw_text_element_fields (&measurement->element);
  g_autoptr (GPtrArray) points = lw_text_fields_new ();

  for (guint i = 0; i < measurement->n_points; i++) {
    const LwBodyPoint *at = &measurement->points[i];
    GPtrArray *inner = lw_text_fields_new ();

    add_body_point (inner, mechanism, at->body, at->point);
    g_ptr_array_add (points, lw_text_object_text (inner));
  }
  lw_text_add_list (fields, "points", points);
  return fields;
}

// The mechanism as a whole

static GPtrArray *
plot_fields (const LwMechanism *mechanism, guint index)
{
  static const LwPlotLayout usual;
  const LwPlotLayout *plot = lw_mechanism_get_plot (mechanism, index);
  GPtrArray *fields = lw_text_fields_new ();
  g_autoptr (GPtrArray) channels = lw_text_fields_new ();

  lw_text_add_string (fields, "title", plot->title);
  for (char **channel = plot->channels; *channel != NULL; channel++)
    g_ptr_array_add (channels, lw_text_string_text (*channel));
  lw_text_add_list (fields, "channels", channels);
  lw_text_add_string (fields, "against", plot->against);
  lw_text_add_plain (fields, lw_text_object (LW_TEXT_PLOT), plot, &usual);
  return fields;
}

/// Adds a list of the mechanism unless it is empty.
static void
add_list (GPtrArray *fields,
          const char *key,
          const LwMechanism *mechanism,
          guint n,
          GPtrArray *(*fields_of) (const LwMechanism *, guint))
{
  g_autoptr (GPtrArray) elements = lw_text_fields_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (elements, lw_text_element_text (fields_of (mechanism, i), 4));
  if (n > 0)
    lw_text_add (fields, key, lw_text_join (elements, "[\n    ", ",\n    ", "\n  ]"));
}

static void
add_run (GPtrArray *fields, const LwRunSettings *run)
{
  LwRunSettings usual = lw_run_settings_default ();
  GPtrArray *inner = lw_text_fields_new ();

  usual.assemble = run->integrator.stabilisation.stabilisation == MBD_STABILISATION_PROJECTION;
  lw_text_add_plain (inner, lw_text_object (LW_TEXT_RUN), run, &usual);
  if (inner->len > 0)
    lw_text_add (fields, "run", lw_text_element_text (inner, 2));
  else
    g_ptr_array_unref (inner);
}

/// Adds the lesson as an object if reading it gives the same text again, else as a text.
static void
add_lesson (GPtrArray *fields, const char *lesson)
{
  g_autoptr (LwJsonTree) tree = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (*lesson == '\0')
    return;
  tree = lw_json_parse (lesson, strlen (lesson), NULL, NULL);
  if (tree != NULL && lw_json_root (tree)->type == LW_JSON_OBJECT) {
    lw_json_append (text, lw_json_root (tree), 0);
    g_string_append_c (text, '\n');
    if (g_str_equal (text->str, lesson)) {
      g_string_truncate (text, 0);
      lw_json_append (text, lw_json_root (tree), 1);
      lw_text_add (fields, "lesson", g_strdup (text->str));
      return;
    }
  }
  lw_text_add (fields, "lesson", lw_text_string_text (lesson));
}

char *
lw_text_write (const LwMechanism *mechanism)
{
  static const double usual_gravity[3] = { 0, -9.81, 0 };
  g_autoptr (GPtrArray) fields = lw_text_fields_new ();

  lw_text_add (fields, "linkwright", g_strdup_printf ("%d", LW_TEXT_FORMAT));
  lw_text_add_string (fields, "title", lw_mechanism_get_title (mechanism));
  lw_text_add_string (fields, "notes", lw_mechanism_get_notes (mechanism));
  lw_text_add_vector (fields, "gravity", lw_mechanism_get_gravity (mechanism), usual_gravity, 2);
  lw_text_add_word (fields, "units", lw_length_unit_words,
                    (int) lw_mechanism_get_length_unit (mechanism), LW_LENGTH_UNITS);
  add_list (fields, "parameters", mechanism, lw_mechanism_get_n_parameters (mechanism),
            lw_text_parameter_fields);
  add_list (fields, "bodies", mechanism, lw_mechanism_get_n_bodies (mechanism), body_fields);
  add_list (fields, "couplings", mechanism, lw_mechanism_get_n_couplings (mechanism),
            coupling_fields);
  add_list (fields, "forces", mechanism, lw_mechanism_get_n_forces (mechanism),
            lw_text_force_fields);
  add_list (fields, "tracers", mechanism, lw_mechanism_get_n_tracers (mechanism), tracer_fields);
  add_list (fields, "contacts", mechanism, lw_mechanism_get_contact_pairs (mechanism)->len,
            lw_text_contact_pair_fields);
  add_list (fields, "measurements", mechanism, lw_mechanism_get_n_measurements (mechanism),
            measurement_fields);
  add_list (fields, "bindings", mechanism, lw_mechanism_get_n_bindings (mechanism),
            lw_text_binding_fields);
  add_list (fields, "marks", mechanism, lw_mechanism_get_marks (mechanism)->len,
            lw_text_mark_fields);
  add_list (fields, "plots", mechanism, lw_mechanism_get_n_plots (mechanism), plot_fields);
  add_run (fields, lw_mechanism_get_run (mechanism));
  lw_text_add_background (fields, lw_mechanism_get_background (mechanism));
  add_lesson (fields, lw_mechanism_get_lesson (mechanism));
  return lw_text_join (fields, "{\n  ", ",\n  ", "\n}\n");
}
