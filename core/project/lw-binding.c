// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bindings as values, and evaluating them. Parameters are evaluated in an order in which each comes
// after those it uses; then the fields, in the order in which they were bound.

#include "lw-binding.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-formula.h"
#include "lw-property.h"

/// What a field holds and what its formula gives may differ by rounding: lengths are computed from
/// points, turns from quaternions.
static const double tolerance = 1e-9;

// ---- values ---------------------------------------------------------------------------------

LwBinding *
lw_binding_new (LwElementRef owner, const char *field, const char *unit, const char *expression)
{
  LwBinding *self = g_new0 (LwBinding, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->owner = owner;
  self->field = g_strdup (field);
  self->unit = g_strdup (unit);
  self->expression = g_strdup (expression);
  return self;
}

LwBinding *
lw_binding_ref (LwBinding *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lw_binding_unref (LwBinding *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->field);
  g_free (self->unit);
  g_free (self->expression);
  g_free (self);
}

static gboolean
same_place (const LwBinding *binding, LwElementRef owner, const char *field)
{
  return binding->owner.kind == owner.kind && binding->owner.id == owner.id
         && g_str_equal (binding->field, field);
}

gboolean
lw_binding_equal (const LwBinding *a, const LwBinding *b)
{
  return same_place (a, b->owner, b->field) && g_str_equal (a->unit, b->unit)
         && g_str_equal (a->expression, b->expression);
}

// ---- in mechanisms --------------------------------------------------------------------------

const LwBinding *
lw_mechanism_find_binding (const LwMechanism *self, LwElementRef owner, const char *field)
{
  for (guint i = 0; i < lw_mechanism_get_n_bindings (self); i++)
    if (same_place (lw_mechanism_get_binding (self, i), owner, field))
      return lw_mechanism_get_binding (self, i);
  return NULL;
}

/// `self` with these bindings (of LwBinding, taken over) instead of its own.
static LwMechanism *
with_bindings (const LwMechanism *self, GPtrArray *bindings)
{
  g_autoptr (LwMechanism) bare = lw_mechanism_new ();
  LwMechanism *next = lw_mechanism_copy (self);

  lw_mechanism_share_bindings (next, bare);
  for (guint i = 0; i < bindings->len; i++)
    lw_mechanism_add_binding (next, bindings->pdata[i]);
  g_ptr_array_unref (bindings);
  return next;
}

LwMechanism *
lw_mechanism_with_binding (const LwMechanism *self, LwBinding *binding)
{
  GPtrArray *bindings = g_ptr_array_new ();
  bool found = false;

  for (guint i = 0; i < lw_mechanism_get_n_bindings (self); i++) {
    const LwBinding *old = lw_mechanism_get_binding (self, i);
    const bool is_it = same_place (old, binding->owner, binding->field);

    found = found || is_it;
    g_ptr_array_add (bindings, is_it ? binding : lw_binding_ref ((LwBinding *) old));
  }
  if (!found)
    g_ptr_array_add (bindings, binding);
  return with_bindings (self, bindings);
}

LwMechanism *
lw_mechanism_without_binding (const LwMechanism *self, LwElementRef owner, const char *field)
{
  GPtrArray *bindings = g_ptr_array_new ();

  for (guint i = 0; i < lw_mechanism_get_n_bindings (self); i++) {
    const LwBinding *old = lw_mechanism_get_binding (self, i);

    if (!same_place (old, owner, field))
      g_ptr_array_add (bindings, lw_binding_ref ((LwBinding *) old));
  }
  return with_bindings (self, bindings);
}

// ---- evaluating -----------------------------------------------------------------------------

/// "Length of Crank".
static char *
dup_place_words (const LwMechanism *self, const LwBinding *binding)
{
  g_autofree char *field = g_strdup (binding->field);
  LwContactPair pair;
  const char *number = lw_property_parse_pair_name (binding->owner, field, &pair);
  const LwElement *element =
    binding->owner.kind != LW_SELECTION_NONE ? lw_element_ref_find (self, binding->owner) : NULL;

  if (number != NULL) {
    g_autofree char *a = lw_mechanism_dup_element_name (self, MBD_ELEMENT_BODY, pair.body[0]);
    g_autofree char *b = lw_mechanism_dup_element_name (self, MBD_ELEMENT_BODY, pair.body[1]);

    return g_strdup_printf (_ ("The %s of %s and %s"), number, a, b);
  }
  g_strdelimit (field, "_.", ' ');
  if (binding->owner.kind == LW_SELECTION_NONE)
    return g_strdup_printf (_ ("The %s"), field);
  if (element != NULL && element->name != NULL)
    return g_strdup_printf (_ ("The %s of %s"), field, element->name);
  return g_strdup_printf (_ ("The %s of number %d"), field, binding->owner.id);
}

/// How many numbers; 0 and an error when one cannot be had.
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
      g_autofree char *place = dup_place_words (self, binding);

      g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s, %s: %s", place, binding->expression,
                   why->message);
      return 0;
    }
  if (n >= 1 && n <= LW_PROPERTY_NUMBERS_MAX)
    return n;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("%s has too many numbers."),
               binding->expression);
  return 0;
}

/// Takes `self` over.
static LwMechanism *
follow_binding (LwMechanism *self, const LwBinding *binding, GError **error)
{
  g_autoptr (LwMechanism) before G_GNUC_UNUSED = self;
  double values[LW_PROPERTY_NUMBERS_MAX];
  double present[LW_PROPERTY_NUMBERS_MAX];
  const guint n = evaluate_binding (self, binding, values, error);
  g_autoptr (GError) why = NULL;
  LwMechanism *next;

  if (n == 0)
    return NULL;
  // An element that does not change stays the one that others share.
  if (lw_property_get (self, binding->owner, binding->field, n, present)
      && memcmp (present, values, n * sizeof *values) == 0)
    return lw_mechanism_ref (self);
  next = lw_property_with (self, binding->owner, binding->field, n, values, &why);
  if (next == NULL) {
    g_autofree char *place = dup_place_words (self, binding);

    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s, %s: %s", place, binding->expression,
                 why->message);
  }
  return next;
}

/// Whether a parameter comes after all that it uses; `done`: those that have come.
static bool
is_ready (const LwMechanism *self, const LwParameter *parameter, const bool *done)
{
  for (guint i = 0; i < lw_mechanism_get_n_parameters (self); i++)
    if (!done[i]
        && lw_formula_uses (parameter->expression, lw_mechanism_get_parameter (self, i)->name,
                            true))
      return false;
  return true;
}

/// Those that only follow from a circle count as done: no one in it uses them.
static void
leave_circle (const LwMechanism *self, bool *done)
{
  const guint n = lw_mechanism_get_n_parameters (self);
  bool progress = true;

  while (progress) {
    progress = false;
    for (guint i = 0; i < n; i++) {
      const char *name = lw_mechanism_get_parameter (self, i)->name;
      bool used = done[i];

      for (guint k = 0; k < n && !used; k++)
        used = !done[k]
               && lw_formula_uses (lw_mechanism_get_parameter (self, k)->expression, name, true);
      if (!used)
        done[i] = progress = true;
    }
  }
}

static bool
refuse_circle (const LwMechanism *self, bool *done, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;

  leave_circle (self, done);
  for (guint i = 0; i < lw_mechanism_get_n_parameters (self); i++)
    if (!done[i])
      g_string_append_printf (names, "%s%s", n++ > 0 ? ", " : "",
                              lw_mechanism_get_parameter (self, i)->name);
  if (n == 1)
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("%s follows from itself; give it a formula of other parameters."), names->str);
  else
    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("The parameters %s follow from each other in a circle; give one of them a number."),
      names->str);
  return false;
}

/// `next` is not handed out yet: its parameters are computed in place.
static bool
evaluate_parameter (LwMechanism *next, guint index, GError **error)
{
  LwParameter *parameter = (LwParameter *) lw_mechanism_get_parameter (next, index);
  const LwFormulaScope scope = { .mechanism = next, .unit = parameter->unit };
  g_autoptr (GError) why = NULL;

  if (lw_formula_evaluate (parameter->expression, &scope, &parameter->value, &why))
    return true;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("The parameter %s, %s: %s"), parameter->name,
               parameter->expression, why->message);
  return false;
}

static bool
evaluate_parameters (LwMechanism *next, GError **error)
{
  const guint n = lw_mechanism_get_n_parameters (next);
  g_autofree bool *done = g_new0 (bool, n + 1);
  bool progress = true;

  for (guint i = 0; i < n; i++)
    done[i] = lw_mechanism_get_parameter (next, i)->expression == NULL;
  while (progress) {
    progress = false;
    for (guint i = 0; i < n; i++) {
      const LwParameter *parameter = lw_mechanism_get_parameter (next, i);

      if (done[i] || !is_ready (next, parameter, done))
        continue;
      if (!evaluate_parameter (next, i, error))
        return false;
      done[i] = true;
      progress = true;
    }
  }
  for (guint i = 0; i < n; i++)
    if (!done[i])
      return refuse_circle (next, done, error);
  return true;
}

LwMechanism *
lw_mechanism_evaluate (const LwMechanism *self, GError **error)
{
  LwMechanism *next = lw_mechanism_copy (self);

  if (!evaluate_parameters (next, error)) {
    lw_mechanism_unref (next);
    return NULL;
  }
  for (guint i = 0; next != NULL && i < lw_mechanism_get_n_bindings (self); i++)
    next = follow_binding (next, lw_mechanism_get_binding (self, i), error);
  return next;
}

// ---- settling -------------------------------------------------------------------------------

static bool
is_near (double a, double b, bool is_angle)
{
  const double difference = is_angle ? remainder (a - b, 2 * G_PI) : a - b;

  return a == b || fabs (difference) <= tolerance * fmax (1, fmax (fabs (a), fabs (b)));
}

/// The field holds what its formula gives.
static bool
holds (const LwMechanism *self, const LwBinding *binding)
{
  double values[LW_PROPERTY_NUMBERS_MAX];
  double present[LW_PROPERTY_NUMBERS_MAX];
  const guint n = evaluate_binding (self, binding, values, NULL);

  if (n == 0 || !lw_property_get (self, binding->owner, binding->field, n, present))
    return false;
  for (guint i = 0; i < n; i++)
    if (!is_near (values[i], present[i], g_str_equal (binding->unit, "rad")))
      return false;
  return true;
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
    return with_bindings (self, bindings);
  for (guint i = 0; i < n; i++)
    lw_binding_unref (bindings->pdata[i]);
  g_ptr_array_unref (bindings);
  return lw_mechanism_ref (self);
}
