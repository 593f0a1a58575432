// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks the values of a project with the same rules for reading and writing, so that no project is
// saved that could not be opened again.

#include "lw-background.h"
#include "lw-contact.h"
#include "lw-formula.h"
#include "lw-property.h"
#include "lw-store-private.h"

#include <math.h>
#include <string.h>

/// The ids and names used so far by one kind of element.
typedef struct
{
  const char *list; ///< for example: bodies
  GHashTable *ids;
  GHashTable *names;
} Used;

struct LwStoreChecker
{
  Used bodies, couplings, forces, tracers, measurements;
  GHashTable *parameters; ///< names
};

static void
used_init (Used *self, const char *list)
{
  self->list = list;
  self->ids = g_hash_table_new (NULL, NULL);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
used_clear (Used *self)
{
  g_hash_table_unref (self->ids);
  g_hash_table_unref (self->names);
}

LwStoreChecker *
lw_store_checker_new (void)
{
  LwStoreChecker *self = g_new0 (LwStoreChecker, 1);

  used_init (&self->bodies, "bodies");
  used_init (&self->couplings, "couplings");
  used_init (&self->forces, "forces");
  used_init (&self->tracers, "tracers");
  used_init (&self->measurements, "measurements");
  self->parameters = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
lw_store_checker_free (LwStoreChecker *self)
{
  used_clear (&self->bodies);
  used_clear (&self->couplings);
  used_clear (&self->forces);
  used_clear (&self->tracers);
  used_clear (&self->measurements);
  g_hash_table_unref (self->parameters);
  g_free (self);
}

static gboolean G_GNUC_PRINTF (2, 3) refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (LW_ERROR, LW_ERROR_BAD_FILE, format, arguments);
  va_end (arguments);
  return FALSE;
}

// Values

gboolean
lw_store_check_text (const char *what, const char *text, GError **error)
{
  gsize size = strlen (text);

  if (size > LW_STORE_MAX_TEXT)
    return refuse (error, "%s must not be longer than %d bytes", what, LW_STORE_MAX_TEXT);
  if (!g_utf8_validate_len (text, size, NULL))
    return refuse (error, "%s must be UTF-8 text", what);
  return TRUE;
}

static gboolean
check_name (const char *name, GError **error)
{
  if (!lw_store_check_text ("the name", name, error))
    return FALSE;
  if (*name == '\0' || strcmp (name, "ground") == 0)
    return refuse (error, "the name must not be empty and not \"ground\"");
  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)))
      return refuse (error, "the name must be one line of text");
  return TRUE;
}

static gboolean
check_element (Used *used, const LwElement *element, GError **error)
{
  if (element->id < 1)
    return refuse (error, "the id must be at least 1");
  if (element->name != NULL && !check_name (element->name, error))
    return FALSE;
  if (!g_hash_table_add (used->ids, GINT_TO_POINTER (element->id)))
    return refuse (error, "the id %d is used twice among the %s", element->id, used->list);
  if (element->name != NULL && !g_hash_table_add (used->names, g_strdup (element->name))) {
    g_hash_table_remove (used->ids, GINT_TO_POINTER (element->id));
    return refuse (error, "the name is used twice among the %s", used->list);
  }
  return TRUE;
}

static gboolean
check_finite (const char *what, const double *values, int n, GError **error)
{
  for (int i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return refuse (error, "%s must be finite", what);
  return TRUE;
}

// Checks that the values are finite and not below zero.
static gboolean
check_amount (const char *what, const double *values, int n, GError **error)
{
  if (!check_finite (what, values, n, error))
    return FALSE;
  for (int i = 0; i < n; i++)
    if (values[i] < 0)
      return refuse (error, "%s must not be negative", what);
  return TRUE;
}

static gboolean
check_positive (const char *what, double value, GError **error)
{
  return isfinite (value) && value > 0
           ? TRUE
           : refuse (error, "%s must be finite and greater than zero", what);
}

static gboolean
check_quaternion (const char *what, const double q[4], GError **error)
{
  double length = hypot (hypot (q[0], q[1]), hypot (q[2], q[3]));

  return fabs (length - 1) < 1e-3 ? TRUE : refuse (error, "%s must have the length 1", what);
}

static gboolean
check_reference (const LwStoreChecker *self, int id, GError **error)
{
  return id == MBD_GROUND || g_hash_table_contains (self->bodies.ids, GINT_TO_POINTER (id))
           ? TRUE
           : refuse (error, "there is no body with the id %d", id);
}

// Elements

static gboolean
check_shape (const LwShape *shape, GError **error)
{
  guint n_points = shape->points != NULL ? shape->points->len : 0;

  if (!check_finite ("the place of the shape", shape->centre, 3, error)
      || !check_finite ("the size of the shape", shape->size, 3, error))
    return FALSE;
  if (shape->kind == LW_SHAPE_DISC && shape->size[0] <= 0)
    return refuse (error, "the radius must be greater than zero");
  if (shape->kind == LW_SHAPE_BOX && (shape->size[0] <= 0 || shape->size[1] <= 0))
    return refuse (error, "the size of the box must be greater than zero");
  return n_points == 0
         || check_finite ("the points of the shape", (double *) shape->points->data,
                          3 * (int) n_points, error);
}

static gboolean
check_plate (const LwPlate *plate, GError **error)
{
  return check_amount ("the density", &plate->density, 1, error)
         && check_amount ("the thickness", &plate->thickness, 1, error)
         && check_amount ("the width", &plate->width, 1, error)
         && check_amount ("the radius of the holes", &plate->hole_radius, 1, error);
}

gboolean
lw_store_check_contact (const LwContact *contact, GError **error)
{
  const char *fault =
    lw_contact_find_material_fault (contact->friction, contact->restitution, contact->rolling);

  return fault == NULL || refuse (error, "%s", fault);
}

gboolean
lw_store_check_contact_pair (const LwMechanism *mechanism,
                             const LwContactPair *pair,
                             GError **error)
{
  const char *fault =
    lw_contact_find_material_fault (pair->friction, pair->restitution, pair->rolling);

  if (fault != NULL)
    return refuse (error, "%s", fault);
  if (pair->body[0] >= pair->body[1])
    return refuse (error, "the first body of a contact must have the smaller id");
  for (int i = 0; i < 2; i++)
    if (lw_mechanism_find_body (mechanism, pair->body[i]) == NULL)
      return refuse (error, "the body %d of a contact does not exist", pair->body[i]);
  return TRUE;
}

gboolean
lw_store_check_body (LwStoreChecker *self, const LwBody *body, GError **error)
{
  const MbdBodyDef *def = &body->def;

  return check_amount ("the mass", &def->mass, 1, error)
         && check_amount ("a moment of inertia", def->inertia, 3, error)
         && check_finite ("a product of inertia", def->inertia + 3, 3, error)
         && check_finite ("the centre of mass", def->centre_of_mass, 3, error)
         && check_finite ("the position", def->position, 3, error)
         && check_quaternion ("the quaternion", def->quaternion, error)
         && check_finite ("the angle", &def->angle, 1, error)
         && check_finite ("the velocity", def->velocity, 3, error)
         && check_finite ("the angular velocity", def->angular_velocity, 3, error)
         && check_shape (&body->shape, error) && check_plate (&body->plate, error)
         && lw_store_check_contact (&body->contact, error)
         && check_element (&self->bodies, &body->element, error);
}

gboolean
lw_store_check_function (const LwFunction *function, GError **error)
{
  const guint n = function->numbers->len;
  static const struct
  {
    guint least, most;
  } counts[] = {
    [LW_FUNCTION_CONSTANT] = { 1, 1 },
    [LW_FUNCTION_HARMONIC] = { 4, 4 },
    [LW_FUNCTION_POLYNOMIAL] = { 1, LW_FUNCTION_MAX_COEFFICIENTS },
    [LW_FUNCTION_TABLE] = { 0, 2 * LW_FUNCTION_MAX_ROWS },
    [LW_FUNCTION_EXPRESSION] = { 0, 0 },
  };

  if ((unsigned) function->kind >= G_N_ELEMENTS (counts) || (unsigned) function->ends > 2)
    return refuse (error, "the kind of the function is unknown");
  if (n < counts[function->kind].least || n > counts[function->kind].most
      || (function->kind == LW_FUNCTION_TABLE && n % 2 != 0))
    return refuse (error, "the function has %u numbers, which does not match its kind", n);
  if ((function->expression != NULL) != (function->kind == LW_FUNCTION_EXPRESSION))
    return refuse (error, "a function has a text when it is an expression, and only then");
  if (function->expression != NULL && strlen (function->expression) > MBD_EXPRESSION_LENGTH)
    return refuse (error, "an expression must not be longer than %d bytes", MBD_EXPRESSION_LENGTH);
  return (function->expression == NULL
          || lw_store_check_text ("the expression", function->expression, error))
         && check_finite ("the numbers of the function", lw_function_get_numbers (function),
                          (int) n, error)
         && check_finite ("the origin of the function", &function->origin, 1, error)
         && check_finite ("the end rates of the function", function->end_rates, 2, error);
}

static gboolean
check_unit (const char *what, const char *unit, GError **error)
{
  MbdDimension dimension;
  double factor;

  return lw_unit_measure (unit, &dimension, &factor)
         || refuse (error, "the unit of %s must be one, such as m or kg m^2", what);
}

static gboolean
check_formula (const char *what, const char *formula, GError **error)
{
  if (strlen (formula) > LW_FORMULA_LENGTH)
    return refuse (error, "%s must not be longer than %d bytes", what, LW_FORMULA_LENGTH);
  return lw_store_check_text (what, formula, error);
}

gboolean
lw_store_check_binding (const LwBinding *binding, GError **error)
{
  if (!lw_property_exists (binding->owner.kind, binding->field))
    return refuse (error, "the field cannot follow a formula");
  return check_unit ("a formula", binding->unit, error)
         && check_formula ("the formula of a field", binding->expression, error);
}

gboolean
lw_store_check_parameter (LwStoreChecker *self, const LwParameter *parameter, GError **error)
{
  if (parameter->name == NULL || !mbd_expression_is_name (parameter->name)
      || strcmp (parameter->name, "t") == 0)
    return refuse (error, "the name of a parameter must consist of letters, digits and underscores "
                          "and not be t");
  if (!lw_store_check_text ("the name of a parameter", parameter->name, error)
      || !lw_store_check_text ("the note of a parameter", parameter->note, error)
      || !check_finite ("the value of a parameter", &parameter->value, 1, error)
      || !check_unit ("a parameter", parameter->unit, error)
      || (parameter->expression != NULL
          && !check_formula ("the formula of a parameter", parameter->expression, error)))
    return FALSE;
  if (!(parameter->minimum <= parameter->maximum))
    return refuse (error, "the range of a parameter must begin below its end");
  if (!g_hash_table_add (self->parameters, g_strdup (parameter->name)))
    return refuse (error, "the name is used twice among the parameters");
  return g_hash_table_size (self->parameters) <= LW_MECHANISM_MAX_PARAMETERS
         || refuse (error, "there must not be more than %d parameters",
                    LW_MECHANISM_MAX_PARAMETERS);
}

// Checks that a limit is greater than zero; infinity means no limit.
static gboolean
check_limit (const char *what, double value, GError **error)
{
  return value > 0 ? TRUE : refuse (error, "%s must be greater than zero", what);
}

static gboolean
check_words (const LwCoupling *coupling, GError **error)
{
  const MbdCouplingDef *def = &coupling->def;

  return (((unsigned) def->coordinate[0] <= MBD_COORDINATE_SLIDE_Z
           && (unsigned) def->coordinate[1] <= MBD_COORDINATE_SLIDE_Z
           && (unsigned) def->rod <= MBD_ROD_STRUT
           && (unsigned) coupling->gearing <= LW_GEARING_SCREW
           && (unsigned) def->mode <= MBD_MODE_BOX
           && (unsigned) def->level <= MBD_LEVEL_ACCELERATION)
          || refuse (error, "a project cannot hold a coupling of this kind"))
         && ((def->normal_count >= 1 && def->normal_count <= 3)
             || refuse (error, "there must be one, two or three normals"));
}

static gboolean
check_drive (const LwStoreChecker *self, const LwCoupling *coupling, GError **error)
{
  const MbdCouplingDef *def = &coupling->def;

  if (coupling->joint[0] < 0 || coupling->joint[1] < 0)
    return refuse (error, "the id of a joint must be at least 1");
  if (def->class_ == mbd_gear_class () && (coupling->joint[0] == 0) != (coupling->joint[1] == 0))
    return refuse (error, "a gear uses two joints or none");
  if (isnan (def->lower) || isnan (def->upper) || def->lower == INFINITY || def->upper == -INFINITY)
    return refuse (error, "the limits must be finite or absent");
  if (def->class_ == mbd_gear_class () && coupling->gearing == LW_GEARING_BELT
      && (!check_positive ("the first radius", coupling->radius[0], error)
          || !check_positive ("the second radius", coupling->radius[1], error)))
    return FALSE;
  return check_reference (self, def->body_c, error) && check_reference (self, def->body_d, error)
         && check_finite ("the second point on a predecessor", def->frame_c.point, 3, error)
         && check_finite ("the second point on a successor", def->frame_d.point, 3, error)
         && check_quaternion ("the second quaternion on a predecessor", def->frame_c.quaternion,
                              error)
         && check_quaternion ("the second quaternion on a successor", def->frame_d.quaternion,
                              error)
         && check_finite ("the ratio", &def->ratio, 1, error)
         && check_finite ("the offset", &def->offset, 1, error)
         && check_finite ("the radius", coupling->radius, 2, error)
         && check_finite ("the pitch", &coupling->pitch, 1, error)
         && check_finite ("the angle", &def->angle, 1, error)
         && check_finite ("the normals", def->normals[0], 9, error);
}

static gboolean
check_carrying (const MbdCouplingDef *def, GError **error)
{
  if (def->friction != 0 || def->cohesion != 0)
    return refuse (error, "a project cannot hold the friction of a coupling");
  for (int i = 0; i < MBD_MOST_PARAMETERS; i++)
    if (def->parameters[i] != 0)
      return refuse (error, "a project cannot hold a coupling of this kind");
  return check_limit ("the largest effort", def->effort_limit, error)
         && check_amount ("the stiffness", &def->stiffness, 1, error)
         && check_amount ("the damping", &def->damping, 1, error)
         && check_limit ("the force at which it breaks", def->break_force, error)
         && check_limit ("the moment at which it breaks", def->break_moment, error)
         && check_limit ("the impulse at which it breaks", def->break_impulse, error);
}

static gboolean
check_coupling_kind (const LwCoupling *coupling, GError **error)
{
  const MbdCouplingClass *class_ = coupling->def.class_;
  const MbdCouplingClass *classes[] = {
    mbd_loop_class (),
    mbd_rod_class (),
    mbd_driver_class (),
    mbd_limit_class (),
    mbd_gear_class (),
    mbd_angle_class (),
    mbd_revolute_spherical_class (),
    mbd_point_contact_class (),
  };
  bool known = false;

  for (size_t i = 0; i < G_N_ELEMENTS (classes); i++)
    known = known || class_ == classes[i];
  if (!known)
    return refuse (error, "a project cannot hold a coupling of this kind");
  if ((class_ == mbd_rod_class () || class_ == mbd_revolute_spherical_class ())
      && !check_positive ("the length", coupling->def.length, error))
    return FALSE;
  return check_words (coupling, error);
}

gboolean
lw_store_check_coupling (LwStoreChecker *self, const LwCoupling *coupling, GError **error)
{
  const MbdCouplingDef *def = &coupling->def;

  return check_coupling_kind (coupling, error) && check_reference (self, def->body_a, error)
         && check_reference (self, def->body_b, error)
         && check_finite ("the point on the predecessor", def->frame_a.point, 3, error)
         && check_finite ("the point on the successor", def->frame_b.point, 3, error)
         && check_quaternion ("the quaternion on the predecessor", def->frame_a.quaternion, error)
         && check_quaternion ("the quaternion on the successor", def->frame_b.quaternion, error)
         && check_finite ("the length", &def->length, 1, error)
         && (def->locked <= 0x3f || refuse (error, "only six axes can be locked"))
         && check_positive ("the time constant", def->time_constant, error)
         && check_drive (self, coupling, error) && check_carrying (def, error)
         && (coupling->function == NULL || lw_store_check_function (coupling->function, error))
         && check_element (&self->couplings, &coupling->element, error);
}

gboolean
lw_store_check_joints (const LwMechanism *mechanism, const LwCoupling *coupling, GError **error)
{
  for (int i = 0; i < 2; i++)
    if (coupling->joint[i] != 0
        && lw_mechanism_find_coupling (mechanism, coupling->joint[i]) == NULL) {
      g_autofree char *name =
        lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_COUPLING, coupling->element.id);

      return refuse (error, "%s: the joint %d that it uses does not exist.", name,
                     coupling->joint[i]);
    }
  return TRUE;
}

// Checks functions of time and laws: only the kinds that use them may have them.
static gboolean
check_formulas (const LwForce *force, GError **error)
{
  for (int i = 0; i < LW_FORCE_COMPONENTS; i++) {
    if (force->functions[i] == NULL)
      continue;
    if (force->def.class_ != mbd_load_class ())
      return refuse (error, "only a load follows functions of time");
    if (!lw_store_check_function (force->functions[i], error))
      return FALSE;
  }
  if (force->law == NULL)
    return TRUE;
  if (force->def.class_ != mbd_spring_class ())
    return refuse (error, "only a spring has a law");
  if (strlen (force->law) > MBD_EXPRESSION_LENGTH)
    return refuse (error, "a law must not be longer than %d bytes", MBD_EXPRESSION_LENGTH);
  return lw_store_check_text ("the law", force->law, error);
}

static gboolean
check_bushing (const MbdForceDef *def, GError **error)
{
  const MbdBushingConstants *constants = &def->bushing;

  return check_quaternion ("the quaternion on the first body", def->quaternion_a, error)
         && check_quaternion ("the quaternion on the second body", def->quaternion_b, error)
         && (def->bushing_law == MBD_BUSHING_QUASI_SYMMETRIC
             || def->bushing_law == MBD_BUSHING_ENERGY_CONSISTENT
             || refuse (error, "the law of the bushing is not known"))
         && check_amount ("the rotational stiffness", constants->rotational_stiffness, 3, error)
         && check_amount ("the rotational damping", constants->rotational_damping, 3, error)
         && check_amount ("the stiffness", constants->translational_stiffness, 3, error)
         && check_amount ("the damping", constants->translational_damping, 3, error);
}

gboolean
lw_store_check_force (LwStoreChecker *self, const LwForce *force, GError **error)
{
  const MbdForceDef *def = &force->def;

  if (def->class_ != mbd_spring_class () && def->class_ != mbd_load_class ()
      && def->class_ != mbd_bushing_class () && def->class_ != mbd_drag_class ())
    return refuse (error, "a project cannot hold a force element of this kind");
  return check_reference (self, def->body_a, error) && check_reference (self, def->body_b, error)
         && check_finite ("the first point", def->point_a, 3, error)
         && check_finite ("the second point", def->point_b, 3, error)
         && check_amount ("the stiffness", &def->stiffness, 1, error)
         && check_amount ("the damping", &def->damping, 1, error)
         && check_amount ("the rotational damping", &def->rotational_damping, 1, error)
         && check_amount ("the free length", &def->free_length, 1, error)
         && check_finite ("the force", def->force, 3, error)
         && check_finite ("the torque", def->torque, 3, error) && check_bushing (def, error)
         && check_formulas (force, error) && check_element (&self->forces, &force->element, error);
}

gboolean
lw_store_check_tracer (LwStoreChecker *self, const LwTracer *tracer, GError **error)
{
  return check_reference (self, tracer->body, error)
         && check_finite ("the point", tracer->point, 3, error)
         && check_element (&self->tracers, &tracer->element, error);
}

gboolean
lw_store_check_measurement (LwStoreChecker *self, const LwMeasurement *measurement, GError **error)
{
  if (measurement->n_points < 1 || measurement->n_points > LW_MEASUREMENT_POINTS)
    return refuse (error, "a measurement must have one to four points");
  for (guint i = 0; i < measurement->n_points; i++)
    if (!check_reference (self, measurement->points[i].body, error)
        || !check_finite ("the point", measurement->points[i].point, 3, error))
      return FALSE;
  return check_element (&self->measurements, &measurement->element, error);
}

gboolean
lw_store_check_settings (const LwRunSettings *settings, GError **error)
{
  const MbdIntegratorSettings *integrator = &settings->integrator;

  if (integrator->maximum_steps < 0)
    return refuse (error, "the largest number of steps must not be negative");
  if (!(integrator->maximum_step > 0))
    return refuse (error, "the largest step must be greater than zero");
  if (integrator->method == MBD_METHOD_RK4 && integrator->step <= 0)
    return refuse (error, "the method rk4 needs a step greater than zero");
  return check_positive ("the duration", settings->duration, error)
         && check_positive ("the interval", settings->interval, error)
         && check_positive ("the accuracy", integrator->accuracy, error)
         && check_amount ("the step", &integrator->step, 1, error)
         && check_positive ("the time constant", integrator->stabilisation.time_constant, error);
}

// A whole project

static gboolean
say_where (const LwMechanism *mechanism, MbdElement kind, const LwElement *element, GError **error)
{
  // Elements that are not part of the motion have no name there.
  const char *word = lw_mechanism_find_tracer (mechanism, element->id) == (const void *) element
                       ? "Tracer"
                       : "Measurement";
  g_autofree char *name = kind != MBD_ELEMENT_NONE
                            ? lw_mechanism_dup_element_name (mechanism, kind, element->id)
                            : g_strdup_printf ("%s %d", word, element->id);
  g_autofree char *what = error != NULL ? g_strdup ((*error)->message) : NULL;

  if (error != NULL) {
    g_clear_error (error);
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, "%s: %s.", name, what);
  }
  return FALSE;
}

static gboolean
check_elements (const LwMechanism *mechanism, GError **error)
{
  g_autoptr (LwStoreChecker) checker = lw_store_checker_new ();

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);

    if (!lw_store_check_body (checker, body, error))
      return say_where (mechanism, MBD_ELEMENT_BODY, &body->element, error);
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (!lw_store_check_coupling (checker, coupling, error))
      return say_where (mechanism, MBD_ELEMENT_COUPLING, &coupling->element, error);
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    if (!lw_store_check_joints (mechanism, lw_mechanism_get_coupling (mechanism, i), error))
      return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    const LwForce *force = lw_mechanism_get_force (mechanism, i);

    if (!lw_store_check_force (checker, force, error))
      return say_where (mechanism, MBD_ELEMENT_FORCE, &force->element, error);
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++) {
    const LwTracer *tracer = lw_mechanism_get_tracer (mechanism, i);

    if (!lw_store_check_tracer (checker, tracer, error))
      return say_where (mechanism, MBD_ELEMENT_NONE, &tracer->element, error);
  }
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++) {
    const LwMeasurement *measurement = lw_mechanism_get_measurement (mechanism, i);

    if (!lw_store_check_measurement (checker, measurement, error))
      return say_where (mechanism, MBD_ELEMENT_NONE, &measurement->element, error);
  }
  return TRUE;
}

static gboolean
check_plots (const LwMechanism *mechanism, GError **error)
{
  for (guint i = 0; i < lw_mechanism_get_n_plots (mechanism); i++) {
    const LwPlotLayout *plot = lw_mechanism_get_plot (mechanism, i);

    if (!lw_store_check_text ("the title of a plot", plot->title, error)
        || (plot->against != NULL
            && !lw_store_check_text ("the axis of a plot", plot->against, error)))
      return FALSE;
    for (char **channel = plot->channels; *channel != NULL; channel++)
      if (!lw_store_check_text ("the channel of a plot", *channel, error))
        return FALSE;
  }
  return TRUE;
}

static gboolean
check_parameters (const LwMechanism *mechanism, GError **error)
{
  g_autoptr (LwStoreChecker) checker = lw_store_checker_new ();

  for (guint i = 0; i < lw_mechanism_get_n_parameters (mechanism); i++)
    if (!lw_store_check_parameter (checker, lw_mechanism_get_parameter (mechanism, i), error))
      return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_bindings (mechanism); i++)
    if (!lw_store_check_binding (lw_mechanism_get_binding (mechanism, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
check_contact_pairs (const LwMechanism *mechanism, GError **error)
{
  const GArray *pairs = lw_mechanism_get_contact_pairs (mechanism);

  for (guint i = 0; i < pairs->len; i++)
    if (!lw_store_check_contact_pair (mechanism, &g_array_index (pairs, LwContactPair, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
check_background (const LwMechanism *mechanism, GError **error)
{
  const LwBackground *background = lw_mechanism_get_background (mechanism);

  return background == NULL || lw_background_check (background, error);
}

static gboolean
check_head (const LwMechanism *mechanism, GError **error)
{
  return lw_store_check_text ("the title", lw_mechanism_get_title (mechanism), error)
         && lw_store_check_text ("the notes", lw_mechanism_get_notes (mechanism), error)
         && check_finite ("gravity", lw_mechanism_get_gravity (mechanism), 3, error)
         && check_plots (mechanism, error) && check_contact_pairs (mechanism, error)
         && check_parameters (mechanism, error) && check_background (mechanism, error)
         && lw_store_check_settings (lw_mechanism_get_run (mechanism), error);
}

static gboolean
check_run (const LwProjectRun *run, GError **error)
{
  if (lw_recording_n_columns (run->recording) > LW_STORE_MAX_COLUMNS)
    return refuse (error, "a recording must not have more than %d columns", LW_STORE_MAX_COLUMNS);
  if (!lw_store_check_text ("the name of a run", run->name, error)
      || !lw_store_check_text ("the notes of a run", run->notes, error)
      || !lw_store_check_text ("the fingerprint of a run", run->fingerprint, error))
    return FALSE;
  for (guint i = 0; run->channels[i] != NULL; i++)
    if (!lw_store_check_text ("the name of a channel", run->channels[i], error)
        || !lw_store_check_text ("the unit of a channel", run->units[i], error))
      return FALSE;
  return lw_store_check_settings (&run->settings, error);
}

gboolean
lw_store_check_project (const LwProject *project, GError **error)
{
  g_autoptr (GError) cause = NULL;
  gboolean good = check_head (project->mechanism, &cause);

  if (good && !check_elements (project->mechanism, error))
    return FALSE;
  if (good && !lw_project_view_is_valid (&project->view))
    good = refuse (&cause, "the view must consist of finite numbers");
  if (good && project->runs->len > LW_STORE_MAX_RUNS)
    good = refuse (&cause, "at most %d runs can be kept", LW_STORE_MAX_RUNS);
  for (guint i = 0; good && i < project->runs->len; i++)
    good = check_run (project->runs->pdata[i], &cause);
  if (!good)
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, "The project cannot be saved: %s.",
                 cause->message);
  return good;
}
