// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-change-words.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-field.h"

#define MOST_PARTS 3 ///< described for one change

/// Description of the differences between two mechanisms, part by part.
typedef struct
{
  GString *words;
  guint n;
} Words;

static void G_GNUC_PRINTF (2, 3) say (Words *self, const char *format, ...)
{
  va_list arguments;

  if (++self->n > MOST_PARTS)
    return;
  if (self->n > 1)
    g_string_append (self->words, ", ");
  va_start (arguments, format);
  g_string_append_vprintf (self->words, format, arguments);
  va_end (arguments);
}

static void
say_number (Words *self,
            const char *who,
            const char *what,
            double from,
            double to,
            const char *unit)
{
  if (from != to)
    say (self, "%s%s%s %.4g → %.4g%s%s", who, what[0] != '\0' ? ": " : "", what, from, to,
         unit[0] != '\0' ? " " : "", unit);
}

/// Returns true if the contact properties of two bodies are equal.
static bool
has_same_contact (const LwBody *a, const LwBody *b)
{
  const LwFieldTable *table = lw_field_table (LW_SELECTION_BODY);

  for (guint i = 0; i < table->n_fields; i++)
    if (lw_field_is_in (&table->fields[i], "contact") && !lw_field_equal (&table->fields[i], a, b))
      return false;
  return true;
}

static void
compare_body (Words *self, const LwMechanism *mechanism, const LwBody *from, const LwBody *to)
{
  g_autofree char *name =
    lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, to->element.id);
  const guint before = self->n;

  say_number (self, name, _ ("mass"), from->def.mass, to->def.mass, "kg");
  if (self->n == before)
    say_number (self, name, _ ("moment of inertia"), from->def.inertia[2], to->def.inertia[2],
                "kg m²");
  if (self->n == before
      && memcmp (from->def.centre_of_mass, to->def.centre_of_mass, sizeof to->def.centre_of_mass)
           != 0)
    say (self, _ ("%s: centre of mass changed"), name);
  if (!has_same_contact (from, to))
    say (self, _ ("%s: material changed"), name);
  else if (self->n == before)
    say (self, _ ("%s: shape changed"), name);
}

static void
compare_parameters (Words *self, const LwMechanism *from, const LwMechanism *to)
{
  for (guint i = 0; i < lw_mechanism_get_n_parameters (to); i++) {
    const LwParameter *after = lw_mechanism_get_parameter (to, i);
    const LwParameter *before = lw_mechanism_find_parameter (from, after->name);

    if (before != NULL)
      say_number (self, after->name, "", before->value, after->value, "");
  }
}

/// Describes joints and force elements that differ, by name.
static void
compare_links (Words *self, const LwMechanism *from, const LwMechanism *to)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (to); i++) {
    const LwCoupling *after = lw_mechanism_get_coupling (to, i);

    const LwCoupling *before = lw_mechanism_find_coupling (from, after->element.id);

    if (before != NULL && !lw_coupling_equal (before, after)) {
      g_autofree char *name =
        lw_mechanism_dup_element_name (to, MBD_ELEMENT_COUPLING, after->element.id);

      say (self, _ ("%s changed"), name);
    }
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (to); i++) {
    const LwForce *after = lw_mechanism_get_force (to, i);

    const LwForce *before = lw_mechanism_find_force (from, after->element.id);

    if (before != NULL && !lw_force_equal (before, after)) {
      g_autofree char *name =
        lw_mechanism_dup_element_name (to, MBD_ELEMENT_FORCE, after->element.id);

      say (self, _ ("%s changed"), name);
    }
  }
}

static void
compare (Words *self, const LwMechanism *from, const LwMechanism *to)
{
  const double *g = lw_mechanism_get_gravity (from);
  const double *h = lw_mechanism_get_gravity (to);
  const LwRunSettings *before = lw_mechanism_get_run (from);
  const LwRunSettings *after = lw_mechanism_get_run (to);

  compare_parameters (self, from, to);
  // Consequences of a changed parameter are not described.
  if (self->n == 0) {
    for (guint i = 0; i < lw_mechanism_get_n_bodies (to); i++) {
      const LwBody *body = lw_mechanism_get_body (to, i);
      const LwBody *other = lw_mechanism_find_body (from, body->element.id);

      if (other != NULL && !lw_body_equal (other, body))
        compare_body (self, to, other, body);
    }
    compare_links (self, from, to);
  }
  if (memcmp (g, h, 3 * sizeof *g) != 0)
    say_number (self, _ ("Gravity"), "", sqrt (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]),
                sqrt (h[0] * h[0] + h[1] * h[1] + h[2] * h[2]), "m/s²");
  say_number (self, _ ("Duration"), "", before->duration, after->duration, "s");
  say_number (self, _ ("Interval"), "", before->interval, after->interval, "s");
  if (self->n == 0)
    say (self, _ ("Contacts or solver changed"));
}

static char *
words_of_mechanism (const LwChanges *changes,
                    guint index,
                    const LwMechanism *started,
                    const LwMechanism *to)
{
  Words words = { g_string_new (NULL), 0 };
  const LwMechanism *from = started;
  g_autofree char *all = NULL;

  for (guint i = 0; i < index; i++)
    if (lw_changes_get (changes, i)->mechanism != NULL)
      from = lw_changes_get (changes, i)->mechanism;
  if (from != NULL)
    compare (&words, from, to);
  else
    say (&words, _ ("Bodies, gravity or contacts changed"));
  all = g_string_free (words.words, FALSE);
  if (words.n <= MOST_PARTS)
    return g_steal_pointer (&all);
  // Translators: a list of changes, and the number of further changes
  return g_strdup_printf (ngettext ("%s, and %u more", "%s, and %u more", words.n - MOST_PARTS),
                          all, words.n - MOST_PARTS);
}

// ---- one element ----------------------------------------------------------------------------

/// Returns the previous change of the same element, or NULL if it is unchanged since the start.
static const LwChange *
find_before (const LwChanges *changes, guint index)
{
  const LwChange *change = lw_changes_get (changes, index);

  while (index > 0) {
    const LwChange *before = lw_changes_get (changes, --index);

    if (before->kind == change->kind && before->id == change->id && before->redefined)
      return before;
  }
  return NULL;
}

static const LwFunction *
get_function (const LwChange *change)
{
  return change->source != NULL ? change->source->functions[0] : NULL;
}

static void
compare_constants (Words *self,
                   const char *name,
                   const MbdCouplingDef *def,
                   const LwFunction *from,
                   const LwFunction *to)
{
  const bool is_angle =
    lw_family_of (def->class_)->drives && def->coordinate[0] == MBD_COORDINATE_ANGLE;
  const bool is_rate = lw_family_of (def->class_)->drives && def->level == MBD_LEVEL_VELOCITY;

  if (from == NULL || to == NULL || from->kind != LW_FUNCTION_CONSTANT
      || to->kind != LW_FUNCTION_CONSTANT)
    return;
  say_number (self, name,
              is_rate                                   ? _ ("speed")
              : is_angle                                ? _ ("angle")
              : lw_family_of (def->class_)->may_slacken ? _ ("length")
                                                        : _ ("position"),
              lw_function_get_numbers (from)[0], lw_function_get_numbers (to)[0],
              is_angle ? (is_rate ? "rad/s" : "rad") : (is_rate ? "m/s" : "m"));
}

static void
compare_coupling (Words *self,
                  const char *name,
                  const LwChanges *changes,
                  guint index,
                  const LwMechanism *started)
{
  const LwChange *change = lw_changes_get (changes, index);
  const LwChange *before = find_before (changes, index);
  const LwCoupling *start =
    started != NULL ? lw_mechanism_find_coupling (started, change->id) : NULL;
  const MbdCouplingDef *def = before != NULL ? &before->def : start != NULL ? &start->def : NULL;

  if (def == NULL)
    return;
  if (lw_family_of (def->class_)->may_slacken)
    say_number (self, name, _ ("length"), def->length, change->def.length, "m");
  if (self->n == 0)
    compare_constants (self, name, &change->def,
                       before != NULL ? get_function (before) : start->function,
                       get_function (change));
}

static void
compare_force (Words *self,
               const char *name,
               const LwChanges *changes,
               guint index,
               const LwMechanism *started)
{
  const LwChange *change = lw_changes_get (changes, index);
  const LwChange *before = find_before (changes, index);
  const LwForce *start = started != NULL ? lw_mechanism_find_force (started, change->id) : NULL;
  const MbdForceDef *def = before != NULL ? &before->force_def : start != NULL ? &start->def : NULL;

  if (def == NULL || !lw_family_of (def->class_)->has_law)
    return;
  say_number (self, name, _ ("stiffness"), def->stiffness, change->force_def.stiffness, "N/m");
  say_number (self, name, _ ("damping"), def->damping, change->force_def.damping, "N s/m");
}

/// Returns "Motor: speed 2 → 3 rad/s", or only "... changed".
static char *
words_of_element (const LwChanges *changes,
                  guint index,
                  const LwMechanism *started,
                  const char *name)
{
  Words words = { g_string_new (NULL), 0 };

  if (lw_changes_get (changes, index)->kind == LW_CHANGE_COUPLING)
    compare_coupling (&words, name, changes, index, started);
  else
    compare_force (&words, name, changes, index, started);
  if (words.n == 0)
    say (&words, _ ("%s changed"), name);
  return g_string_free (words.words, FALSE);
}

static const char *
method_word (const MbdIntegratorSettings *settings)
{
  switch (settings->method) {
  case MBD_METHOD_AUTOMATIC:
    return _ ("automatic");
  case MBD_METHOD_ESDIRK43:
  case MBD_METHOD_RADAU9:
    return _ ("implicit");
  case MBD_METHOD_TIME_STEPPING:
    return _ ("time stepping");
  default:
    return _ ("explicit");
  }
}

char *
lw_changes_dup_words (const LwChanges *changes,
                      guint index,
                      const LwMechanism *started,
                      const LwMechanism *mechanism)
{
  const LwChange *change = lw_changes_get (changes, index);
  const MbdElement kind = change->kind == LW_CHANGE_GRIP    ? MBD_ELEMENT_BODY
                          : change->kind == LW_CHANGE_FORCE ? MBD_ELEMENT_FORCE
                                                            : MBD_ELEMENT_COUPLING;
  g_autofree char *name = lw_mechanism_dup_element_name (mechanism, kind, change->id);

  switch (change->kind) {
  case LW_CHANGE_COUPLING:
    if (change->switched)
      return g_strdup_printf (change->enabled ? _ ("%s switched on") : _ ("%s switched off"), name);
    return words_of_element (changes, index, started, name);
  case LW_CHANGE_FORCE:
    return words_of_element (changes, index, started, name);
  case LW_CHANGE_GRIP:
    return change->id != 0 ? g_strdup_printf (_ ("%s pulled"), name) : g_strdup (_ ("Released"));
  case LW_CHANGE_INTEGRATOR:
    return g_strdup_printf (_ ("Solver: %s, accuracy %.3g"), method_word (&change->integrator),
                            change->integrator.accuracy);
  case LW_CHANGE_MEND:
    return g_strdup_printf (_ ("%s reconnected"), name);
  case LW_CHANGE_SPEED:
    return change->speed > 0 ? g_strdup_printf (_ ("Speed %.3g ×"), change->speed)
                             : g_strdup (_ ("As fast as possible"));
  case LW_CHANGE_MECHANISM:
    return words_of_mechanism (changes, index, started, change->mechanism);
  }
  return NULL;
}

bool
lw_changes_goes_on (const LwChanges *changes, guint index)
{
  const LwChange *change = lw_changes_get (changes, index);
  const LwChange *before = index > 0 ? lw_changes_get (changes, index - 1) : NULL;

  return before != NULL && change->kind == LW_CHANGE_GRIP && before->kind == LW_CHANGE_GRIP
         && change->id == before->id;
}
