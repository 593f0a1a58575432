// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fields of numbers: reads them from elements, formats them, and applies the typed text.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-binding.h"
#include "lw-field-editor-private.h"
#include "lw-property.h"
#include "lw-quantity.h"
#include "lw-tooltip.h"

void
lw_field_editor_get_numbers (LwFieldEditor *self, LwElementRef target, double *values)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);

  memset (values, 0, LW_EDITOR_NUMBERS_MAX * sizeof *values);
  if (self->spec->get != NULL)
    self->spec->get (mechanism, target.id, values);
  else if (self->spec->property != NULL)
    lw_property_get (mechanism, target, self->property, self->spec->n, values);
  else
    memcpy (values, lw_property_get_place (mechanism, target) + self->spec->offset,
            self->spec->n * sizeof *values);
}

// ---- formulas -------------------------------------------------------------------------------

const char *
lw_field_editor_get_formula (LwFieldEditor *self)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const char *formula = NULL;

  for (guint i = 0; self->property != NULL && i < lw_field_editor_n_targets (self); i++) {
    const LwBinding *binding =
      lw_mechanism_find_binding (mechanism, lw_field_editor_get_target (self, i), self->property);

    if (binding == NULL || (formula != NULL && !g_str_equal (formula, binding->expression)))
      return NULL;
    formula = binding->expression;
  }
  return formula;
}

/// Binds all targets to the formula, or removes their bindings if it is NULL. Takes ownership of
/// `next`.
static LwMechanism *
follow (LwFieldEditor *self, LwMechanism *next, const char *formula)
{
  for (guint i = 0; self->property != NULL && i < lw_field_editor_n_targets (self); i++) {
    const LwElementRef target = lw_field_editor_get_target (self, i);
    g_autoptr (LwMechanism) before = next;

    if (formula != NULL)
      next = lw_mechanism_with_binding (
        before, lw_binding_new (target, self->property,
                                self->spec->unit != NULL ? self->spec->unit : "1", formula));
    else if (lw_mechanism_find_binding (before, target, self->property) != NULL)
      next = lw_mechanism_without_binding (before, target, self->property);
    else
      next = lw_mechanism_ref (before);
  }
  return next;
}

// ---- typing ---------------------------------------------------------------------------------

/// Returns true if the text is empty or the word for no limit.
static bool
is_none (LwFieldEditor *self, const char *text)
{
  g_autofree char *typed = g_strstrip (g_strdup (text));
  g_autofree char *folded = g_utf8_casefold (typed, -1);
  g_autofree char *none = NULL;

  if (self->spec->none == NULL)
    return false;
  none = g_utf8_casefold (_ (self->spec->none), -1);
  return typed[0] == '\0' || g_str_equal (folded, none);
}

/// Returns the mechanism with these numbers in one of the elements.
static LwMechanism *
with_numbers_in (LwFieldEditor *self,
                 const LwMechanism *mechanism,
                 LwElementRef target,
                 const double *values,
                 GError **error)
{
  const LwFieldSpec *spec = self->spec;

  if (lw_property_get_place (mechanism, target) == NULL)
    return lw_mechanism_ref ((LwMechanism *) mechanism);
  if (spec->set != NULL)
    return spec->set (mechanism, target.id, values);
  if (spec->property != NULL)
    return lw_property_with (mechanism, target, self->property, spec->n, values, error);
  return lw_property_with_bytes (mechanism, target, spec->offset, values, spec->n * sizeof *values);
}

LwMechanism *
lw_field_editor_dup_with_numbers (LwFieldEditor *self, const char *text, GError **error)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const LwFieldSpec *spec = self->spec;
  LwMechanism *next = lw_mechanism_ref ((LwMechanism *) mechanism);
  g_autofree char *formula = NULL;
  double values[LW_EDITOR_NUMBERS_MAX];
  bool is_good = true;

  if (is_none (self, text))
    values[0] = spec->none_value;
  else
    is_good = lw_quantity_evaluate (text, mechanism, lw_appearance_get_units (self->look),
                                    spec->unit, spec->n, values, &formula, error);
  for (guint i = 0; i < spec->n && spec->positive && is_good; i++)
    if (!(values[i] > 0)) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("%s must be greater than zero."),
                   _ (spec->name));
      is_good = false;
    }
  for (guint i = 0; i < lw_field_editor_n_targets (self) && next != NULL; i++) {
    g_autoptr (LwMechanism) before = next;

    next = is_good
             ? with_numbers_in (self, before, lw_field_editor_get_target (self, i), values, error)
             : NULL;
  }
  return next != NULL ? follow (self, next, formula) : NULL;
}

// ---- showing --------------------------------------------------------------------------------

char *
lw_field_editor_dup_numbers_text (LwFieldEditor *self, bool to_edit)
{
  const char *formula = lw_field_editor_get_formula (self);
  const LwUnits *units = lw_appearance_get_units (self->look);
  double values[LW_EDITOR_NUMBERS_MAX];

  if (to_edit && formula != NULL)
    return g_strdup (formula);
  if (lw_field_editor_is_mixed (self))
    return g_strdup (LW_EDITOR_MIXED);
  lw_field_editor_get_numbers (self, self->target, values);
  if (self->spec->none != NULL && !isfinite (values[0]))
    return g_strdup (_ (self->spec->none));
  return to_edit ? lw_quantity_format_exact (values, self->spec->n, units, self->spec->unit)
                 : lw_quantity_format (values, self->spec->n, units, self->spec->unit);
}

void
lw_field_editor_show_mark (LwFieldEditor *self)
{
  const char *formula = lw_field_editor_get_formula (self);
  g_autofree char *words = NULL;

  if (self->mark == NULL)
    return;
  gtk_widget_set_visible (self->mark, formula != NULL);
  if (formula != NULL)
    // Translators: %s is a formula of parameters
    words = g_strdup_printf (_ ("Follows %s"), formula);
  lw_tooltip_set (self->mark, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->editor),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words != NULL ? words : "",
                                  -1);
}
