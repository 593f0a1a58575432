// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks the values of a project with the same rules for reading and writing, so that no project is
// saved that could not be opened again.

#include "lw-gearing.h"
#include "lw-formula.h"
#include "lw-property.h"
#include "lw-shape-mass.h"
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
  Used elements[LW_SELECTION_LAST + 1]; ///< by kind
  GHashTable *parameters;               ///< names
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

  for (int i = LW_SELECTION_BODY; i <= LW_SELECTION_LAST; i++)
    used_init (&self->elements[i], lw_field_table ((LwSelectionKind) i)->name);
  self->parameters = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
lw_store_checker_free (LwStoreChecker *self)
{
  for (int i = LW_SELECTION_BODY; i <= LW_SELECTION_LAST; i++)
    used_clear (&self->elements[i]);
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
check_identity (Used *used, const LwElement *element, GError **error)
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

/// Checks every value by the table of its fields.
static gboolean
check_fields (const LwFieldTable *table, const void *element, GError **error)
{
  g_autofree char *fault = lw_fields_dup_fault (table, element);

  return fault == NULL || refuse (error, "%s", fault);
}

static gboolean
check_kind (LwSelectionKind kind, const void *element, GError **error)
{
  return check_fields (lw_field_table (kind), element, error);
}

static gboolean
check_reference (const LwStoreChecker *self, int id, GError **error)
{
  return id == MBD_GROUND
             || g_hash_table_contains (self->elements[LW_SELECTION_BODY].ids, GINT_TO_POINTER (id))
           ? TRUE
           : refuse (error, "there is no body with the id %d", id);
}

/// Checks that the bodies that an element refers to exist.
static gboolean
check_bodies (const LwStoreChecker *self, LwSelectionKind kind, const void *element, GError **error)
{
  const LwFieldTable *table = lw_field_table (kind);

  for (guint i = 0; i < table->n_fields; i++)
    if (table->fields[i].type == LW_FIELD_BODY
        && !check_reference (
          self, *(const int *) (const void *) ((const char *) element + table->fields[i].offset),
          error))
      return FALSE;
  return TRUE;
}

// Elements

static gboolean
check_shape (const LwElement *element, GError **error)
{
  const LwShape *shape = &((const LwBody *) element)->shape;
  const LwPlate *plate = &((const LwBody *) element)->plate;
  LwShapeMass mass;

  if (shape->kind == LW_SHAPE_DISC && shape->size[0] <= 0)
    return refuse (error, "the radius must be greater than zero");
  if (shape->kind == LW_SHAPE_BOX && (shape->size[0] <= 0 || shape->size[1] <= 0))
    return refuse (error, "the size of the box must be greater than zero");
  if (shape->kind == LW_SHAPE_POLYGON && (shape->points == NULL || shape->points->len < 3))
    return refuse (error, "a polygon needs at least three points");
  if (plate->density > 0 && !(plate->thickness > 0))
    return refuse (error, "the thickness must be greater than zero if there is a density");
  if (plate->density > 0 && plate->typed != LW_TYPED_ALL
      && !lw_shape_get_mass (shape, plate, &mass))
    return refuse (error, "the mass cannot follow from a density, because the shape has no area");
  return TRUE;
}

static gboolean
check_finite (const double *values, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return refuse (error, "the numbers of the function must be finite");
  return TRUE;
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
         && check_finite (lw_function_get_numbers (function), n, error)
         && check_finite (&function->origin, 1, error)
         && check_finite (function->end_rates, 2, error);
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

static gboolean
check_parameter (LwStoreChecker *self,
                 const LwMechanism *mechanism,
                 const void *value,
                 GError **error)
{
  const LwParameter *parameter = value;

  if (parameter->name == NULL || !mbd_expression_is_name (parameter->name)
      || strcmp (parameter->name, "t") == 0)
    return refuse (error, "the name of a parameter must consist of letters, digits and underscores "
                          "and not be t");
  if (!check_fields (&lw_parameter_fields, parameter, error)
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

/// The field must accept a formula, and the unit must be a unit.
static gboolean
check_binding (LwStoreChecker *self,
               const LwMechanism *mechanism,
               const void *value,
               GError **error)
{
  const LwBinding *binding = value;

  if (!lw_property_exists (binding->owner.kind, binding->field))
    return refuse (error, "the field cannot follow a formula");
  return check_unit ("a formula", binding->unit, error)
         && check_formula ("the formula of a field", binding->expression, error);
}

/// The pair refers to existing bodies, the smaller id first.
static gboolean
check_contact_pair (LwStoreChecker *self,
                    const LwMechanism *mechanism,
                    const void *value,
                    GError **error)
{
  const LwContactPair *pair = value;

  if (!check_fields (&lw_contact_pair_fields, pair, error))
    return FALSE;
  if (pair->body[0] >= pair->body[1])
    return refuse (error, "the first body of a contact must have the smaller id");
  for (int i = 0; i < 2; i++)
    if (lw_mechanism_find_body (mechanism, pair->body[i]) == NULL)
      return refuse (error, "the body %d of a contact does not exist", pair->body[i]);
  return TRUE;
}

static gboolean
check_plot (LwStoreChecker *self, const LwMechanism *mechanism, const void *value, GError **error)
{
  return check_fields (&lw_plot_fields, value, error);
}

gboolean
lw_store_check_member (LwStoreChecker *self,
                       const LwMechanism *mechanism,
                       const LwListKind *list,
                       const void *value,
                       GError **error)
{
  static gboolean (*const checks[LW_LISTS]) (LwStoreChecker * self, const LwMechanism *mechanism,
                                             const void *value, GError **error) = {
    [LW_LIST_PARAMETERS] = check_parameter,
    [LW_LIST_BINDINGS] = check_binding,
    [LW_LIST_CONTACT_PAIRS] = check_contact_pair,
    [LW_LIST_PLOTS] = check_plot,
  };

  return checks[list - lw_lists](self, mechanism, value, error);
}

static gboolean
check_coupling (const LwElement *element, GError **error)
{
  const LwCoupling *coupling = (const LwCoupling *) element;
  const MbdCouplingClass *class_ = coupling->def.class_;

  if (coupling->function != NULL && !lw_store_check_function (coupling->function, error))
    return FALSE;
  if (lw_family_of (class_)->has_length && !(coupling->def.length > 0))
    return refuse (error, "the length must be greater than zero");
  if (!lw_family_of (class_)->needs_joint && !(coupling->def.effort_limit > 0))
    return refuse (error, "the effort limit must be greater than zero");
  for (int i = 0; i < MBD_MOST_ROWS; i++)
    if ((coupling->def.rows[i].has_level || coupling->def.rows[i].has_compliance)
        && !mbd_coupling_has_row (&coupling->def, i)) {
      const char *name = mbd_class_row_name (class_, i);

      return refuse (error, "it has no row %s whose level or compliance could differ",
                     name != NULL ? name : "of this number");
    }
  if (!lw_family_of (class_)->has_second_pair)
    return TRUE;
  if ((coupling->joint[0] == 0) != (coupling->joint[1] == 0))
    return refuse (error, "a gear uses two joints or none");
  return !lw_gearings[coupling->gearing].wraps
         || (coupling->radius[0] > 0 && coupling->radius[1] > 0)
         || refuse (error, "the radii of a belt must be greater than zero");
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
check_force (const LwElement *element, GError **error)
{
  const LwForce *force = (const LwForce *) element;

  for (int i = 0; i < LW_FORCE_COMPONENTS; i++) {
    if (force->functions[i] == NULL)
      continue;
    if (!lw_family_of (force->def.class_)->is_load)
      return refuse (error, "only a load follows functions of time");
    if (!lw_store_check_function (force->functions[i], error))
      return FALSE;
  }
  if (force->law == NULL)
    return TRUE;
  if (!lw_family_of (force->def.class_)->has_law)
    return refuse (error, "only a spring has a law");
  if (strlen (force->law) > MBD_EXPRESSION_LENGTH)
    return refuse (error, "a law must not be longer than %d bytes", MBD_EXPRESSION_LENGTH);
  return lw_store_check_text ("the law", force->law, error);
}

gboolean
lw_store_check_element (LwStoreChecker *self,
                        LwSelectionKind kind,
                        const LwElement *element,
                        GError **error)
{
  /// Rules that single fields cannot express.
  static gboolean (*const also[]) (const LwElement *element, GError **error) = {
    [LW_SELECTION_BODY] = check_shape,
    [LW_SELECTION_COUPLING] = check_coupling,
    [LW_SELECTION_FORCE] = check_force,
    [LW_SELECTION_LAST] = NULL,
  };

  return check_kind (kind, element, error) && check_bodies (self, kind, element, error)
         && (also[kind] == NULL || also[kind](element, error))
         && check_identity (&self->elements[kind], element, error);
}

gboolean
lw_store_check_settings (const LwRunSettings *settings, GError **error)
{
  if (!check_kind (LW_SELECTION_NONE, settings, error))
    return FALSE;
  return settings->integrator.method != MBD_METHOD_RK4 || settings->integrator.step > 0
         || refuse (error, "the method rk4 needs a step greater than zero");
}

// A whole project

static gboolean
say_where (const LwMechanism *mechanism,
           LwSelectionKind kind,
           const LwElement *element,
           GError **error)
{
  /// Elements that are not part of the motion have no name there.
  static const struct
  {
    MbdElement kind;
    const char *word;
  } names[] = {
    [LW_SELECTION_BODY] = { MBD_ELEMENT_BODY },
    [LW_SELECTION_COUPLING] = { MBD_ELEMENT_COUPLING },
    [LW_SELECTION_FORCE] = { MBD_ELEMENT_FORCE },
    [LW_SELECTION_TRACER] = { MBD_ELEMENT_NONE, "Tracer" },
    [LW_SELECTION_MEASUREMENT] = { MBD_ELEMENT_NONE, "Measurement" },
  };
  g_autofree char *name =
    names[kind].word == NULL
      ? lw_mechanism_dup_element_name (mechanism, names[kind].kind, element->id)
      : g_strdup_printf ("%s %d", names[kind].word, element->id);
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

  for (int i = LW_SELECTION_BODY; i <= LW_SELECTION_LAST; i++) {
    const LwSelectionKind kind = (LwSelectionKind) i;
    const LwElementKind *functions = lw_element_kind (kind);

    for (guint k = 0; k < functions->count (mechanism); k++) {
      const LwElement *element = functions->get (mechanism, k);

      if (!lw_store_check_element (checker, kind, element, error))
        return say_where (mechanism, kind, element, error);
    }
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    if (!lw_store_check_joints (mechanism, lw_mechanism_get_coupling (mechanism, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
check_gravity (const LwMechanism *mechanism, GError **error)
{
  const double *gravity = lw_mechanism_get_gravity (mechanism);

  return (isfinite (gravity[0]) && isfinite (gravity[1]) && isfinite (gravity[2]))
         || refuse (error, "gravity must be finite");
}

static gboolean
check_lists (const LwMechanism *mechanism, GError **error)
{
  g_autoptr (LwStoreChecker) checker = lw_store_checker_new ();

  for (const LwListKind *list = lw_lists; list < lw_lists + LW_LISTS; list++)
    for (guint i = 0; i < list->count (mechanism); i++)
      if (!lw_store_check_member (checker, mechanism, list, list->get (mechanism, i), error))
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
check_lesson (const char *lesson, GError **error)
{
  const gsize size = strlen (lesson);

  if (size > LW_MECHANISM_MAX_LESSON)
    return refuse (error, "the lesson must not be longer than %d bytes", LW_MECHANISM_MAX_LESSON);
  if (!g_utf8_validate_len (lesson, size, NULL))
    return refuse (error, "the lesson must be UTF-8 text");
  return TRUE;
}

static gboolean
check_head (const LwMechanism *mechanism, GError **error)
{
  return lw_store_check_text ("the title", lw_mechanism_get_title (mechanism), error)
         && lw_store_check_text ("the notes", lw_mechanism_get_notes (mechanism), error)
         && check_lesson (lw_mechanism_get_lesson (mechanism), error)
         && check_gravity (mechanism, error) && check_lists (mechanism, error)
         && check_background (mechanism, error)
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
