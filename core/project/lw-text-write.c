// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writing the text form: keys in a fixed order, only what differs from the defaults, one element on
// a line where it is short, so that files diff well. Numbers read back bit for bit.

#include <math.h>
#include <string.h>

#include "lw-text-private.h"

// The longest line that an element may fill before its fields get a line each.
#define LINE_WIDTH 100

// Values

static char *
number_text (double value)
{
  char buffer[LW_TEXT_NUMBER_SIZE];

  return g_strdup (lw_text_format_number (value, buffer));
}

static char *
numbers_text (const double *values, guint n)
{
  GString *text = g_string_new ("[");
  char buffer[LW_TEXT_NUMBER_SIZE];

  for (guint i = 0; i < n; i++) {
    g_string_append (text, i > 0 ? ", " : "");
    g_string_append (text, lw_text_format_number (values[i], buffer));
  }
  return g_string_free (g_string_append_c (text, ']'), FALSE);
}

static bool
same (const double *a, const double *b, size_t n)
{
  return memcmp (a, b, n * sizeof *a) == 0;
}

static const double zero[3] = { 0, 0, 0 };

// A vector without its z where that is zero and may be left out.
static char *
vector_text (const double v[3], int dimension)
{
  return numbers_text (v, dimension == 2 && same (v + 2, zero, 1) ? 2 : 3);
}

static char *
string_text (const char *string)
{
  GString *text = g_string_new ("\"");

  for (const char *p = string; *p != '\0'; p++) {
    unsigned char c = (unsigned char) *p;

    if (c == '"' || c == '\\')
      g_string_append_printf (text, "\\%c", c);
    else if (c == '\n')
      g_string_append (text, "\\n");
    else if (c == '\t')
      g_string_append (text, "\\t");
    else if (c < 0x20)
      g_string_append_printf (text, "\\u%04x", c);
    else
      g_string_append_c (text, *p);
  }
  return g_string_free (g_string_append_c (text, '"'), FALSE);
}

static const char *
word_of (const LwTextWord *words, int value)
{
  while (words->word != NULL && words->value != value)
    words++;
  return words->word;
}

// Objects: a list of fields, each "key": value.

static GPtrArray *
fields_new (void)
{
  return g_ptr_array_new_with_free_func (g_free);
}

// Takes the value over.
static void
add (GPtrArray *fields, const char *key, char *value)
{
  g_ptr_array_add (fields, g_strdup_printf ("\"%s\": %s", key, value));
  g_free (value);
}

static void
add_number (GPtrArray *fields, const char *key, double value, double usual)
{
  if (!same (&value, &usual, 1))
    add (fields, key, number_text (value));
}

static void
add_vector (GPtrArray *fields,
            const char *key,
            const double v[3],
            const double usual[3],
            int dimension)
{
  if (!same (v, usual, 3))
    add (fields, key, vector_text (v, dimension));
}

static void
add_word (GPtrArray *fields, const char *key, const LwTextWord *words, int value, int usual)
{
  const char *word = word_of (words, value);

  if (value != usual && word != NULL)
    add (fields, key, string_text (word));
}

static void
add_bool (GPtrArray *fields, const char *key, bool value, bool usual)
{
  if (value != usual)
    add (fields, key, g_strdup (value ? "true" : "false"));
}

static char *
join (const GPtrArray *fields, const char *open, const char *separator, const char *close)
{
  GString *text = g_string_new (open);

  for (guint i = 0; i < fields->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? separator : "", (char *) fields->pdata[i]);
  return g_string_free (g_string_append (text, close), FALSE);
}

// The object on one line; frees the fields.
static char *
object_text (GPtrArray *fields)
{
  char *text = join (fields, "{", ", ", "}");

  g_ptr_array_unref (fields);
  return text;
}

// The object on one line if it is short, else a field on each line; `indent` spaces stand before
// it. Frees the fields.
static char *
element_text (GPtrArray *fields, int indent)
{
  char *text = join (fields, "{", ", ", "}");

  if (indent + (int) g_utf8_strlen (text, -1) + 1 > LINE_WIDTH) {
    g_autofree char *open = g_strdup_printf ("{\n%*s", indent + 2, "");
    g_autofree char *separator = g_strdup_printf (",\n%*s", indent + 2, "");
    g_autofree char *close = g_strdup_printf ("\n%*s}", indent, "");

    g_free (text);
    text = join (fields, open, separator, close);
  }
  g_ptr_array_unref (fields);
  return text;
}

static GPtrArray *
element_fields (const LwElement *element)
{
  GPtrArray *fields = fields_new ();

  add (fields, "id", g_strdup_printf ("%d", element->id));
  if (element->name != NULL)
    add (fields, "name", string_text (element->name));
  return fields;
}

// Bodies

static int
dimension_of (const LwMechanism *mechanism, int id)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);

  return body != NULL && body->def.mobility == MBD_SPATIAL ? 3 : 2;
}

static void
add_inertia (GPtrArray *fields, const MbdBodyDef *def)
{
  MbdBodyDef usual = mbd_body_default ();
  bool only_zz = def->mobility != MBD_SPATIAL && same (def->inertia, usual.inertia, 2)
                 && same (def->inertia + 3, usual.inertia + 3, 3);

  if (same (def->inertia, usual.inertia, 6))
    return;
  if (only_zz)
    add (fields, "inertia", number_text (def->inertia[2]));
  else
    add (fields, "inertia", numbers_text (def->inertia, same (def->inertia + 3, zero, 3) ? 3 : 6));
}

static void
add_angular_velocity (GPtrArray *fields, const MbdBodyDef *def)
{
  const double *omega = def->angular_velocity;

  if (def->mobility != MBD_SPATIAL && same (omega, zero, 2))
    add_number (fields, "angular_velocity", omega[2], 0);
  else
    add_vector (fields, "angular_velocity", omega, zero, 3);
}

static void
add_points (GPtrArray *fields, const GArray *points, int dimension)
{
  g_autoptr (GPtrArray) list = fields_new ();

  if (points == NULL || points->len == 0)
    return;
  for (guint i = 0; i < points->len; i++)
    g_ptr_array_add (list, vector_text ((double *) points->data + 3 * (size_t) i, dimension));
  add (fields, "points", join (list, "[", ", ", "]"));
}

static void
add_shape (GPtrArray *fields, const LwShape *shape, int dimension)
{
  GPtrArray *inner = fields_new ();

  add_word (inner, "kind", lw_text_shapes, shape->kind, LW_SHAPE_LINK);
  add_vector (inner, "centre", shape->centre, zero, dimension);
  if (shape->kind == LW_SHAPE_DISC)
    add (inner, "radius", number_text (shape->size[0]));
  if (shape->kind == LW_SHAPE_BOX)
    add (inner, "size", vector_text (shape->size, dimension));
  add_points (inner, shape->points, dimension);
  if (inner->len > 0)
    add (fields, "shape", object_text (inner));
  else
    g_ptr_array_unref (inner);
}

static GPtrArray *
body_fields (const LwMechanism *mechanism, guint index)
{
  const LwBody *body = lw_mechanism_get_body (mechanism, index);
  const MbdBodyDef *def = &body->def;
  MbdBodyDef usual = mbd_body_default ();
  int dimension = def->mobility == MBD_SPATIAL ? 3 : 2;
  GPtrArray *fields = element_fields (&body->element);

  add_word (fields, "mobility", lw_text_mobilities, def->mobility, MBD_PLANAR);
  add_number (fields, "mass", def->mass, usual.mass);
  add_inertia (fields, def);
  add_vector (fields, "centre_of_mass", def->centre_of_mass, zero, dimension);
  add_vector (fields, "position", def->position, zero, dimension);
  if (dimension == 2)
    add_number (fields, "angle", def->angle, 0);
  if (!same (def->quaternion, usual.quaternion, 4))
    add (fields, "quaternion", numbers_text (def->quaternion, 4));
  add_vector (fields, "velocity", def->velocity, zero, dimension);
  add_angular_velocity (fields, def);
  add_word (fields, "colour", lw_text_hues, body->hue, (int) (index % LW_HUE_COUNT));
  add_shape (fields, &body->shape, dimension);
  return fields;
}

// Couplings

// The angle that gives exactly this turn about z. Rounding may have moved it by an ulp or two.
static bool
find_angle (const double q[4], double *angle)
{
  double candidate = 2 * atan2 (q[3], q[0]);

  if (!same (q + 1, zero, 2))
    return false;
  for (int i = -2; i <= 2; i++) {
    *angle = candidate;
    for (int step = 0; step < abs (i); step++)
      *angle = nextafter (*angle, i < 0 ? -INFINITY : INFINITY);
    if (cos (*angle / 2) == q[0] && same (&q[3], (double[]){ sin (*angle / 2) }, 1))
      return true;
  }
  return false;
}

static char *
frame_text (const MbdFrame *frame, int dimension)
{
  GPtrArray *fields = fields_new ();
  double angle;

  add (fields, "point", vector_text (frame->point, dimension));
  if (find_angle (frame->quaternion, &angle))
    add_number (fields, "angle", angle, 0);
  else
    add (fields, "quaternion", numbers_text (frame->quaternion, 4));
  return object_text (fields);
}

static void
add_point_pair (GPtrArray *fields, const double a[3], const double b[3], int dimension)
{
  g_autofree char *first = vector_text (a, dimension);
  g_autofree char *second = vector_text (b, dimension);

  add (fields, "points", g_strdup_printf ("[%s, %s]", first, second));
}

// The frames of so many bodies, or only their origins where their axes are those of the bodies.
static void
add_places (GPtrArray *fields, const MbdFrame *const *frames, guint n, int dimension)
{
  MbdFrame usual = mbd_frame_default ();
  g_autoptr (GPtrArray) list = fields_new ();
  bool plain = true;

  for (guint i = 0; i < n; i++)
    plain = plain && same (frames[i]->quaternion, usual.quaternion, 4);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (list, plain ? vector_text (frames[i]->point, dimension)
                                 : frame_text (frames[i], dimension));
  add (fields, plain ? "points" : "frames", join (list, "[", ", ", "]"));
}

static void
add_bodies_and_places (GPtrArray *fields, const LwMechanism *mechanism, const MbdCouplingDef *def)
{
  const MbdFrame *frames[] = { &def->frame_a, &def->frame_b };
  int dimension =
    MAX (dimension_of (mechanism, def->body_a), dimension_of (mechanism, def->body_b));

  add (fields, "bodies", g_strdup_printf ("[%d, %d]", def->body_a, def->body_b));
  if (def->class_ == mbd_rod_class ())
    add_point_pair (fields, def->frame_a.point, def->frame_b.point, dimension);
  else
    add_places (fields, frames, 2, dimension);
}

static void
add_locked (GPtrArray *fields, unsigned locked)
{
  g_autoptr (GPtrArray) axes = fields_new ();

  for (const LwTextWord *axis = lw_text_locks; axis->word != NULL; axis++)
    if ((locked & (unsigned) axis->value) != 0)
      g_ptr_array_add (axes, string_text (axis->word));
  add (fields, "locked", join (axes, "[", ", ", "]"));
}

// Functions of time

static char *
table_text (const LwFunction *function)
{
  g_autoptr (GPtrArray) rows = fields_new ();
  GPtrArray *fields = fields_new ();

  for (guint i = 0; i < lw_function_get_n_rows (function); i++)
    g_ptr_array_add (rows, numbers_text (lw_function_get_numbers (function) + 2 * (gsize) i, 2));
  add (fields, "table", join (rows, "[", ", ", "]"));
  add_word (fields, "ends", lw_text_spline_ends, function->ends, MBD_SPLINE_NATURAL);
  if (!same (function->end_rates, zero, 2))
    add (fields, "end_rates", numbers_text (function->end_rates, 2));
  return object_text (fields);
}

static char *
function_text (const LwFunction *function)
{
  const double *numbers = lw_function_get_numbers (function);
  GPtrArray *fields;
  GPtrArray *inner;

  switch (function->kind) {
  case LW_FUNCTION_CONSTANT:
    return number_text (numbers[0]);
  case LW_FUNCTION_EXPRESSION:
    return string_text (function->expression);
  case LW_FUNCTION_TABLE:
    return table_text (function);
  case LW_FUNCTION_HARMONIC:
    inner = fields_new ();
    add_number (inner, "mean", numbers[0], 0);
    add_number (inner, "amplitude", numbers[1], 1);
    add (inner, "frequency", number_text (numbers[2]));
    add_number (inner, "phase", numbers[3], 0);
    fields = fields_new ();
    add (fields, "harmonic", object_text (inner));
    return object_text (fields);
  case LW_FUNCTION_POLYNOMIAL:
    break;
  }
  fields = fields_new ();
  add (fields, "polynomial", numbers_text (numbers, function->numbers->len));
  add_number (fields, "origin", function->origin, 0);
  return object_text (fields);
}

// Drivers, limits, gears

// The coordinates that reading would take when nothing is said.
static void
find_default_coordinates (const LwMechanism *mechanism,
                          const LwTextCouplingKind *kind,
                          const LwCoupling *coupling,
                          MbdCoordinate coordinates[2])
{
  const MbdCouplingDef *joints[2] = { NULL, NULL };
  // What is no joint moves in no coordinate.
  const MbdCouplingDef none = mbd_loop_default (MBD_LOOP_WELD);

  for (int i = 0; i < 2; i++) {
    const LwCoupling *joint =
      coupling->joint[i] != 0 ? lw_mechanism_find_coupling (mechanism, coupling->joint[i]) : NULL;

    if (joint != NULL)
      joints[i] = joint->def.class_ == mbd_loop_class () ? &joint->def : &none;
  }
  lw_text_default_coordinates (kind, joints, coordinates);
}

static void
add_coordinates (GPtrArray *fields, const MbdCouplingDef *def, const MbdCoordinate usual[2])
{
  const char *first = word_of (lw_text_coordinates, def->coordinate[0]);
  const char *second = word_of (lw_text_coordinates, def->coordinate[1]);

  if (def->class_ != mbd_gear_class ())
    add_word (fields, "coordinate", lw_text_coordinates, def->coordinate[0], usual[0]);
  else if (first != NULL && second != NULL
           && (def->coordinate[0] != usual[0] || def->coordinate[1] != usual[1]))
    add (fields, "coordinates", g_strdup_printf ("[\"%s\", \"%s\"]", first, second));
}

static void
add_gear (GPtrArray *fields, const LwMechanism *mechanism, const LwCoupling *coupling)
{
  const MbdCouplingDef *def = &coupling->def;
  const MbdFrame *frames[] = { &def->frame_a, &def->frame_b, &def->frame_c, &def->frame_d };
  const int bodies[] = { def->body_a, def->body_b, def->body_c, def->body_d };
  int dimension = 2;

  if (coupling->joint[0] != 0 && coupling->joint[0] == coupling->joint[1]
      && coupling->gearing == LW_GEARING_SCREW) {
    add (fields, "joint", g_strdup_printf ("%d", coupling->joint[0]));
    return;
  }
  if (coupling->joint[0] != 0 || coupling->joint[1] != 0) {
    add (fields, "joints", g_strdup_printf ("[%d, %d]", coupling->joint[0], coupling->joint[1]));
    return;
  }
  for (int i = 0; i < 4; i++)
    dimension = MAX (dimension, dimension_of (mechanism, bodies[i]));
  add (fields, "bodies",
       g_strdup_printf ("[%d, %d, %d, %d]", bodies[0], bodies[1], bodies[2], bodies[3]));
  add_places (fields, frames, 4, dimension);
}

static void
add_gearing (GPtrArray *fields, const LwCoupling *coupling)
{
  add (fields, "offset", number_text (coupling->def.offset));
  switch (coupling->gearing) {
  case LW_GEARING_RATIO:
    add (fields, "ratio", number_text (coupling->def.ratio));
    break;
  case LW_GEARING_BELT:
    add (fields, "radii", numbers_text (coupling->radius, 2));
    add_bool (fields, "crossed", coupling->crossed, false);
    break;
  case LW_GEARING_RACK:
    add (fields, "radius", number_text (coupling->radius[0]));
    break;
  case LW_GEARING_SCREW:
    add (fields, "pitch", number_text (coupling->pitch));
    break;
  }
}

static void
add_drive (GPtrArray *fields,
           const LwMechanism *mechanism,
           const LwTextCouplingKind *kind,
           const LwCoupling *coupling)
{
  const MbdCouplingDef *def = &coupling->def;
  MbdCouplingDef usual = lw_text_coupling_default (kind);
  MbdCoordinate coordinates[2];

  if (def->class_ == mbd_gear_class ())
    add_gear (fields, mechanism, coupling);
  else if (coupling->joint[0] != 0)
    add (fields, "joint", g_strdup_printf ("%d", coupling->joint[0]));
  else
    add_bodies_and_places (fields, mechanism, def);
  find_default_coordinates (mechanism, kind, coupling, coordinates);
  add_coordinates (fields, def, coordinates);
  if (def->class_ == mbd_gear_class ())
    add_gearing (fields, coupling);
  if (def->class_ == mbd_limit_class ()) {
    add_number (fields, "lower", def->lower, usual.lower);
    add_number (fields, "upper", def->upper, usual.upper);
  }
}

// All couplings

static void
add_normals (GPtrArray *fields, const MbdCouplingDef *def)
{
  g_autoptr (GPtrArray) list = fields_new ();

  for (int i = 0; i < CLAMP (def->normal_count, 1, 3); i++)
    g_ptr_array_add (list, numbers_text (def->normals[i], 3));
  add (fields, "normals", join (list, "[", ", ", "]"));
}

static void
add_compliance (GPtrArray *fields, const MbdCouplingDef *def)
{
  GPtrArray *inner;

  if (!def->compliant && same (&def->stiffness, zero, 1) && same (&def->damping, zero, 1))
    return;
  inner = fields_new ();
  add_number (inner, "stiffness", def->stiffness, 0);
  add_number (inner, "damping", def->damping, 0);
  add_bool (inner, "active", def->compliant, true);
  add (fields, "compliance", object_text (inner));
}

static void
add_common (GPtrArray *fields, const MbdCouplingDef *def, const MbdCouplingDef *usual)
{
  add_word (fields, "level", lw_text_levels, def->level, usual->level);
  add_word (fields, "mode", lw_text_modes, def->mode, usual->mode);
  add_number (fields, "effort_limit", def->effort_limit, usual->effort_limit);
  add_compliance (fields, def);
  add_number (fields, "break_force", def->break_force, usual->break_force);
  add_number (fields, "break_moment", def->break_moment, usual->break_moment);
  add_number (fields, "break_impulse", def->break_impulse, usual->break_impulse);
  add_word (fields, "stabilisation", lw_text_stabilisations, def->stabilisation,
            usual->stabilisation);
  add_number (fields, "time_constant", def->time_constant, usual->time_constant);
  add_bool (fields, "enabled", def->enabled, true);
}

static GPtrArray *
coupling_fields (const LwMechanism *mechanism, guint index)
{
  const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, index);
  const MbdCouplingDef *def = &coupling->def;
  const LwTextCouplingKind *kind = lw_text_coupling_kind (lw_coupling_get_word (coupling));
  MbdCouplingDef usual = lw_text_coupling_default (kind);
  GPtrArray *fields = element_fields (&coupling->element);

  add (fields, "kind", string_text (kind->word));
  if (strcmp (kind->word, "loop") == 0)
    add_locked (fields, def->locked);
  if (kind->object == LW_TEXT_DRIVER || kind->object == LW_TEXT_LIMIT
      || def->class_ == mbd_gear_class ())
    add_drive (fields, mechanism, kind, coupling);
  else
    add_bodies_and_places (fields, mechanism, def);
  if (kind->object == LW_TEXT_ROD || kind->object == LW_TEXT_REVOLUTE_SPHERICAL)
    add (fields, "length", number_text (def->length));
  if (kind->object == LW_TEXT_ANGLE)
    add (fields, "between", number_text (def->angle));
  if (kind->object == LW_TEXT_POINT_CONTACT)
    add_normals (fields, def);
  if (coupling->function != NULL)
    add (fields, "function", function_text (coupling->function));
  add_common (fields, def, &usual);
  return fields;
}

// Force elements and tracers

static void
add_spring (GPtrArray *fields, const MbdForceDef *def, int dimension)
{
  MbdForceDef usual = mbd_spring_default ();

  add (fields, "kind", string_text ("spring"));
  add (fields, "bodies", g_strdup_printf ("[%d, %d]", def->body_a, def->body_b));
  add_point_pair (fields, def->point_a, def->point_b, dimension);
  add_number (fields, "stiffness", def->stiffness, usual.stiffness);
  add_number (fields, "damping", def->damping, usual.damping);
  add (fields, "free_length", number_text (def->free_length));
}

static void
add_load (GPtrArray *fields, const MbdForceDef *def, int dimension)
{
  bool has_torque = !same (def->torque, zero, 3);
  bool is_torque = has_torque && same (def->force, zero, 3);

  add (fields, "kind", string_text (is_torque ? "torque" : "force"));
  add (fields, "body", g_strdup_printf ("%d", def->body_b));
  if (!is_torque || !same (def->point_b, zero, 3))
    add (fields, "point", vector_text (def->point_b, dimension));
  if (!is_torque)
    add (fields, "force", vector_text (def->force, dimension));
  if (has_torque)
    add (fields, "torque",
         dimension == 2 && same (def->torque, zero, 2) ? number_text (def->torque[2])
                                                       : numbers_text (def->torque, 3));
  add_bool (fields, "follows_body", def->follows_body, false);
}

static GPtrArray *
force_fields (const LwMechanism *mechanism, guint index)
{
  const LwForce *force = lw_mechanism_get_force (mechanism, index);
  const MbdForceDef *def = &force->def;
  GPtrArray *fields = element_fields (&force->element);
  int dimension = dimension_of (mechanism, def->body_b);

  if (def->class_ == mbd_spring_class ())
    add_spring (fields, def, MAX (dimension, dimension_of (mechanism, def->body_a)));
  else
    add_load (fields, def, dimension);
  add_bool (fields, "enabled", def->enabled, true);
  return fields;
}

static GPtrArray *
tracer_fields (const LwMechanism *mechanism, guint index)
{
  const LwTracer *tracer = lw_mechanism_get_tracer (mechanism, index);
  GPtrArray *fields = element_fields (&tracer->element);

  add (fields, "body", g_strdup_printf ("%d", tracer->body));
  add (fields, "point", vector_text (tracer->point, dimension_of (mechanism, tracer->body)));
  return fields;
}

// The mechanism as a whole

static GPtrArray *
plot_fields (const LwMechanism *mechanism, guint index)
{
  const LwPlotLayout *plot = lw_mechanism_get_plot (mechanism, index);
  GPtrArray *fields = fields_new ();
  g_autoptr (GPtrArray) channels = fields_new ();

  if (*plot->title != '\0')
    add (fields, "title", string_text (plot->title));
  for (char **channel = plot->channels; *channel != NULL; channel++)
    g_ptr_array_add (channels, string_text (*channel));
  add (fields, "channels", join (channels, "[", ", ", "]"));
  add_bool (fields, "logarithmic", plot->logarithmic, false);
  return fields;
}

static GPtrArray *
parameter_fields (const LwMechanism *mechanism, guint index)
{
  const LwParameter *parameter = lw_mechanism_get_parameter (mechanism, index);
  GPtrArray *fields = fields_new ();

  add (fields, "name", string_text (parameter->name));
  add (fields, "value", number_text (parameter->value));
  if (*parameter->note != '\0')
    add (fields, "note", string_text (parameter->note));
  return fields;
}

static void
add_list (GPtrArray *fields,
          const char *key,
          const LwMechanism *mechanism,
          guint n,
          GPtrArray *(*fields_of) (const LwMechanism *, guint))
{
  g_autoptr (GPtrArray) elements = fields_new ();

  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (elements, element_text (fields_of (mechanism, i), 4));
  add (fields, key, join (elements, "[\n    ", ",\n    ", "\n  ]"));
}

static void
add_run (GPtrArray *fields, const LwRunSettings *run)
{
  LwRunSettings usual = lw_run_settings_default ();
  const MbdIntegratorSettings *integrator = &run->integrator;
  const MbdStabilisationSettings *stabilisation = &integrator->stabilisation;
  GPtrArray *inner = fields_new ();

  add_number (inner, "duration", run->duration, usual.duration);
  add_number (inner, "interval", run->interval, usual.interval);
  add_word (inner, "method", lw_text_methods, integrator->method, usual.integrator.method);
  add_number (inner, "accuracy", integrator->accuracy, usual.integrator.accuracy);
  add_number (inner, "step", integrator->step, usual.integrator.step);
  add_number (inner, "maximum_step", integrator->maximum_step, usual.integrator.maximum_step);
  if (integrator->maximum_steps != usual.integrator.maximum_steps)
    add (inner, "maximum_steps", g_strdup_printf ("%ld", integrator->maximum_steps));
  add_word (inner, "stabilisation", lw_text_stabilisations, stabilisation->stabilisation,
            usual.integrator.stabilisation.stabilisation);
  add_number (inner, "time_constant", stabilisation->time_constant,
              usual.integrator.stabilisation.time_constant);
  add_bool (inner, "assemble", run->assemble,
            stabilisation->stabilisation == MBD_STABILISATION_PROJECTION);
  if (inner->len > 0)
    add (fields, "run", element_text (inner, 2));
  else
    g_ptr_array_unref (inner);
}

char *
lw_text_write (const LwMechanism *mechanism)
{
  static const double usual_gravity[3] = { 0, -9.81, 0 };
  g_autoptr (GPtrArray) fields = fields_new ();

  add (fields, "linkwright", g_strdup_printf ("%d", LW_TEXT_FORMAT));
  if (*lw_mechanism_get_title (mechanism) != '\0')
    add (fields, "title", string_text (lw_mechanism_get_title (mechanism)));
  if (*lw_mechanism_get_notes (mechanism) != '\0')
    add (fields, "notes", string_text (lw_mechanism_get_notes (mechanism)));
  add_vector (fields, "gravity", lw_mechanism_get_gravity (mechanism), usual_gravity, 2);
  add_list (fields, "parameters", mechanism, lw_mechanism_get_n_parameters (mechanism),
            parameter_fields);
  add_list (fields, "bodies", mechanism, lw_mechanism_get_n_bodies (mechanism), body_fields);
  add_list (fields, "couplings", mechanism, lw_mechanism_get_n_couplings (mechanism),
            coupling_fields);
  add_list (fields, "forces", mechanism, lw_mechanism_get_n_forces (mechanism), force_fields);
  add_list (fields, "tracers", mechanism, lw_mechanism_get_n_tracers (mechanism), tracer_fields);
  add_list (fields, "plots", mechanism, lw_mechanism_get_n_plots (mechanism), plot_fields);
  add_run (fields, lw_mechanism_get_run (mechanism));
  return join (fields, "{\n  ", ",\n  ", "\n}\n");
}
