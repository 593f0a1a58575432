// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters are evaluated in an order in which each follows those it uses; then the fields, in the
// order in which they were bound.

#include "lw-evaluation.h"

#include <float.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-formula.h"
#include "lw-number.h"
#include "lw-parameter-order.h"
#include "lw-property.h"

/// Allowed difference between a field and the result of its formula: lengths are computed from
/// points, turns from quaternions, and points are dragged.
static const double tolerance = 1e-9;
/// Differences below this are only rounding.
static const double rounding = 1e-12;

/// The place of a formula in words.
typedef struct
{
  char *field; ///< "length"
  char *owner; ///< "Rod Crank"; NULL for a field of the mechanism
  char *other; ///< the second body of a contact pair, else NULL
} Place;

static void
place_clear (Place *self)
{
  g_free (self->field);
  g_free (self->owner);
  g_free (self->other);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

static Place
find_place (const LwMechanism *mechanism, const LwBinding *binding)
{
  LwContactPair pair;
  const char *number = lw_property_parse_pair_name (binding->owner, binding->field, &pair);
  g_autofree char *words = lw_property_dup_words (number != NULL ? number : binding->field);
  Place self = { .field = g_strdup (_ (words)) };

  // Labels begin with a capital; within an English message the word does not.
  if (g_str_equal (self.field, words))
    self.field[0] = g_ascii_tolower (self.field[0]);
  if (binding->owner.kind != LW_SELECTION_NONE)
    self.owner = lw_element_ref_dup_name (mechanism, binding->owner);
  if (number != NULL)
    self.other = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, pair.body[1]);
  return self;
}

/// Sets an error about a formula that cannot be used.
static void
set_error_at (GError **error,
              const LwMechanism *mechanism,
              const LwBinding *binding,
              const GError *why)
{
  const char *formula = binding->expression;
  g_auto (Place) place = find_place (mechanism, binding);

  // Translators: a field (of an element, of two bodies), its formula, and what is wrong with it
  if (place.other != NULL)
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("The %s of %s and %s, %s: %s"), place.field,
                 place.owner, place.other, formula, why->message);
  else if (place.owner != NULL)
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("The %s of %s, %s: %s"), place.field,
                 place.owner, formula, why->message);
  else
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("The %s, %s: %s"), place.field, formula,
                 why->message);
}

/// Evaluates a binding. Returns the number of values, or 0 with an error if one cannot be
/// evaluated.
static guint
evaluate_binding (const LwMechanism *self,
                  const LwBinding *binding,
                  double values[LW_PROPERTY_NUMBERS_MAX],
                  GError **error)
{
  const LwFormulaScope scope = { .mechanism = self, .unit = binding->unit };
  g_auto (GStrv) parts = lw_formula_split (binding->expression, 0);
  const guint n = g_strv_length (parts);
  g_autoptr (GError) why = NULL;

  for (guint i = 0; i < n && n <= LW_PROPERTY_NUMBERS_MAX; i++)
    if (!lw_formula_evaluate (parts[i], &scope, &values[i], &why)) {
      set_error_at (error, self, binding, why);
      return 0;
    }
  if (n >= 1 && n <= LW_PROPERTY_NUMBERS_MAX)
    return n;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("%s has too many numbers."),
               binding->expression);
  return 0;
}

/// Returns "0.3 m" or "(0, 0.3, 0) m".
static char *
dup_value_words (const double *values, guint n, const char *unit)
{
  g_autoptr (GString) words = g_string_new (n > 1 ? "(" : NULL);
  char buffer[LW_NUMBER_SIZE];

  for (guint i = 0; i < n; i++)
    g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", lw_number_format (values[i], buffer));
  if (n > 1)
    g_string_append_c (words, ')');
  if (!g_str_equal (unit, "1"))
    g_string_append_printf (words, " %s", unit);
  return g_strdup (words->str);
}

/// Compares numbers with the relative tolerance `part`, angles with at least `part` of 1 rad.
static bool
are_alike (const double *a, const double *b, guint n, const char *unit, double part)
{
  const double least = g_str_equal (unit, "rad") ? 1 : 0;

  for (guint i = 0; i < n; i++)
    if (a[i] != b[i]
        && !(fabs (a[i] - b[i])
             <= part * fmin (fmax (least, fmax (fabs (a[i]), fabs (b[i]))), DBL_MAX)))
      return false;
  return true;
}

/// Evaluation of all parameters and bindings of a mechanism.
typedef struct
{
  const LwDeadline *deadline; ///< NULL if there is none
  GPtrArray *differences;     ///< array of messages; NULL if differences are not reported
} Evaluation;

/// Returns the message about a difference between the stored and the computed values.
static char *
dup_difference (const LwMechanism *mechanism,
                const LwBinding *binding,
                const double *stored,
                const double *found,
                guint n)
{
  const char *formula = binding->expression;
  g_auto (Place) place = find_place (mechanism, binding);
  g_autofree char *before = dup_value_words (stored, n, binding->unit);
  g_autofree char *after = dup_value_words (found, n, binding->unit);

  // Translators: a field (of an element, of two bodies), its value, a formula, another value
  if (place.other != NULL)
    return g_strdup_printf (
      _ ("The %s of %s and %s is stored as %s, but its formula %s gives %s, which is used."),
      place.field, place.owner, place.other, before, formula, after);
  if (place.owner != NULL)
    return g_strdup_printf (
      _ ("The %s of %s is stored as %s, but its formula %s gives %s, which is used."), place.field,
      place.owner, before, formula, after);
  return g_strdup_printf (_ ("The %s is stored as %s, but its formula %s gives %s, which is used."),
                          place.field, before, formula, after);
}

static char *
dup_parameter_difference (const LwParameter *parameter, double found)
{
  g_autofree char *before = dup_value_words (&parameter->value, 1, parameter->unit);
  g_autofree char *after = dup_value_words (&found, 1, parameter->unit);

  return g_strdup_printf (
    _ ("The parameter %s is stored as %s, but its formula %s gives %s, which is used."),
    parameter->name, before, parameter->expression, after);
}

/// Returns true if the formula's result changes the field only by rounding, since some values are
/// not stored in the form in which they are entered. The element then stays shared. Reports larger
/// differences.
static bool
is_unchanged (const Evaluation *self,
              const LwMechanism *mechanism,
              const LwMechanism *next,
              const LwBinding *binding,
              const double *values,
              guint n)
{
  double before[LW_PROPERTY_NUMBERS_MAX];
  double after[LW_PROPERTY_NUMBERS_MAX];

  if (!lw_property_get (mechanism, binding->owner, binding->field, n, before)
      || !lw_property_get (next, binding->owner, binding->field, n, after))
    return false;
  if (are_alike (before, after, n, binding->unit, rounding))
    return true;
  if (self->differences != NULL && !are_alike (before, after, n, binding->unit, tolerance))
    g_ptr_array_add (self->differences, dup_difference (mechanism, binding, before, values, n));
  return false;
}

/// Evaluates a binding. Takes ownership of `mechanism`.
static LwMechanism *
follow_binding (const Evaluation *self,
                LwMechanism *mechanism,
                const LwBinding *binding,
                GError **error)
{
  g_autoptr (LwMechanism) before G_GNUC_UNUSED = mechanism;
  g_autoptr (LwMechanism) next = NULL;
  double values[LW_PROPERTY_NUMBERS_MAX];
  double present[LW_PROPERTY_NUMBERS_MAX];
  g_autoptr (GError) why = NULL;
  guint n;

  if (!lw_deadline_check (self->deadline, error))
    return NULL;
  n = evaluate_binding (mechanism, binding, values, error);
  if (n == 0)
    return NULL;
  if (lw_property_get (mechanism, binding->owner, binding->field, n, present)
      && memcmp (present, values, n * sizeof *values) == 0)
    return lw_mechanism_ref (mechanism);
  next = lw_property_with (mechanism, binding->owner, binding->field, n, values, &why);
  if (next == NULL) {
    set_error_at (error, mechanism, binding, why);
    return NULL;
  }
  if (is_unchanged (self, mechanism, next, binding, values, n))
    return lw_mechanism_ref (mechanism);
  return g_steal_pointer (&next);
}

/// Evaluates a parameter. `next` has not been handed out: its parameters are changed in place.
static bool
follow_parameter (const Evaluation *self, LwMechanism *next, guint index, GError **error)
{
  LwParameter *parameter = (LwParameter *) lw_mechanism_get_parameter (next, index);
  const LwFormulaScope scope = { .mechanism = next, .unit = parameter->unit };
  g_autoptr (GError) why = NULL;
  double value;

  if (!lw_deadline_check (self->deadline, error))
    return false;
  if (!lw_formula_evaluate (parameter->expression, &scope, &value, &why)) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("The parameter %s, %s: %s"), parameter->name,
                 parameter->expression, why->message);
    return false;
  }
  if (are_alike (&parameter->value, &value, 1, parameter->unit, rounding))
    return true;
  if (self->differences != NULL
      && !are_alike (&parameter->value, &value, 1, parameter->unit, tolerance))
    g_ptr_array_add (self->differences, dup_parameter_difference (parameter, value));
  parameter->value = value;
  return true;
}

static bool
follow_parameters (const Evaluation *self, LwMechanism *next, GError **error)
{
  g_autoptr (GArray) order = lw_parameter_order (next, self->deadline, error);

  for (guint i = 0; order != NULL && i < order->len; i++)
    if (!follow_parameter (self, next, g_array_index (order, guint, i), error))
      return false;
  return order != NULL;
}

static LwMechanism *
evaluate (const LwMechanism *mechanism, const Evaluation *self, GError **error)
{
  LwMechanism *next = lw_mechanism_copy (mechanism);

  if (!follow_parameters (self, next, error))
    g_clear_pointer (&next, lw_mechanism_unref);
  for (guint i = 0; next != NULL && i < lw_mechanism_get_n_bindings (mechanism); i++)
    next = follow_binding (self, next, lw_mechanism_get_binding (mechanism, i), error);
  return next;
}

LwMechanism *
lw_mechanism_evaluate (const LwMechanism *self, GError **error)
{
  return evaluate (self, &(Evaluation){ 0 }, error);
}

LwMechanism *
lw_mechanism_evaluate_stored (const LwMechanism *self,
                              const LwDeadline *deadline,
                              GStrv *differences,
                              GError **error)
{
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_free);
  LwMechanism *next = evaluate (self, &(Evaluation){ deadline, sentences }, error);

  g_ptr_array_add (sentences, NULL);
  *differences = next != NULL ? (GStrv) g_ptr_array_steal (sentences, NULL) : NULL;
  return next;
}

// ---- outdated bindings ----------------------------------------------------------------------

static bool
is_near (double a, double b, bool is_angle)
{
  const double difference = is_angle ? remainder (a - b, 2 * G_PI) : a - b;

  return a == b || fabs (difference) <= tolerance * fmax (1, fmax (fabs (a), fabs (b)));
}

static bool
are_near (const double *a, const double *b, guint n, const char *unit)
{
  for (guint i = 0; i < n; i++)
    if (!is_near (a[i], b[i], g_str_equal (unit, "rad")))
      return false;
  return true;
}

/// Returns true if the field contains the result of its formula, or the value that setting the
/// result would give: a direction is scaled to unit length.
static bool
holds (const LwMechanism *self, const LwBinding *binding)
{
  double values[LW_PROPERTY_NUMBERS_MAX];
  double present[LW_PROPERTY_NUMBERS_MAX];
  double after[LW_PROPERTY_NUMBERS_MAX];
  const guint n = evaluate_binding (self, binding, values, NULL);
  g_autoptr (LwMechanism) next = NULL;

  if (n == 0 || !lw_property_get (self, binding->owner, binding->field, n, present))
    return false;
  if (are_near (values, present, n, binding->unit))
    return true;
  next = lw_property_with (self, binding->owner, binding->field, n, values, NULL);
  return next != NULL && lw_property_get (next, binding->owner, binding->field, n, after)
         && are_near (after, present, n, binding->unit);
}

LwMechanism *
lw_mechanism_settle_bindings (LwMechanism *self)
{
  GPtrArray *bindings = g_ptr_array_new ();
  const guint n = lw_mechanism_get_n_bindings (self);

  for (guint i = 0; i < n; i++)
    if (holds (self, lw_mechanism_get_binding (self, i)))
      g_ptr_array_add (bindings, lw_binding_ref ((LwBinding *) lw_mechanism_get_binding (self, i)));
  if (bindings->len < n)
    return lw_mechanism_with_bindings (self, bindings);
  for (guint i = 0; i < n; i++)
    lw_binding_unref (bindings->pdata[i]);
  g_ptr_array_unref (bindings);
  return lw_mechanism_ref (self);
}
