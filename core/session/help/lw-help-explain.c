// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-help-explain.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-binding.h"
#include "lw-element-ref.h"
#include "lw-field.h"
#include "lw-help-link.h"
#include "lw-text.h"

#define DIGITS 5 ///< digits of the values in formulas

/// Rules by which a number follows from others. In `numbers` {a} stands for the value of the channel a of the
/// same element, {a.b} for that of the channel a.b, {#a} for the property a of the element.
static const struct
{
  LwSelectionKind kind; ///< kind of the element; LW_SELECTION_NONE: any, or the whole mechanism
  const char *suffix;   ///< the channel, full for the whole mechanism; may end with *
  const char *formula;  ///< in the language of lw-formula-layout.h
  const char *numbers;  ///< NULL: one of its parts is not a channel
  const char *has;      ///< channel that the element must have, as in space; NULL: none
  bool if_known;        ///< the formula holds only if all its numbers are known
} rules[] = {
  { LW_SELECTION_NONE, "energy.total", "E = T + V", "{energy.kinetic} + {energy.potential}" },
  { LW_SELECTION_NONE, "energy.kinetic", "T = Σ \\frac{1}{2} m v_{c}^{2} + \\frac{1}{2} J ω^{2}",
    NULL },
  { LW_SELECTION_NONE, "energy.potential", "V = V_{g} + V_{e}",
    "{energy.gravity} + {energy.elastic}" },
  { LW_SELECTION_NONE, "energy.gravity", "V_{g} = −Σ m \\v{g} · \\v{r}_{c}", NULL },
  { LW_SELECTION_NONE, "energy.error",
    "E − E_{0} + \\t{dissipated} + \\t{impacts} − \\t{loads} − \\t{drivers} − \\t{changes}", NULL },
  { LW_SELECTION_BODY, "vx", "v_{x} = \\dot{x}", NULL },
  { LW_SELECTION_BODY, "vy", "v_{y} = \\dot{y}", NULL },
  { LW_SELECTION_BODY, "omega", "ω = \\dot{φ}", NULL },
  { LW_SELECTION_BODY, "ax", "M \\v{a} = \\v{f} + \\v{G}^{T} λ", NULL },
  { LW_SELECTION_BODY, "ay", "M \\v{a} = \\v{f} + \\v{G}^{T} λ", NULL },
  { LW_SELECTION_BODY, "alpha", "M \\v{a} = \\v{f} + \\v{G}^{T} λ", NULL },
  { LW_SELECTION_BODY, "kinetic_energy",
    "T = \\frac{p_{x}^{2} + p_{y}^{2}}{2 m} + \\frac{1}{2} J ω^{2}",
    "\\frac{({momentum_x})^{2} + ({momentum_y})^{2}}{2 · {#mass}} + \\frac{1}{2} · {#inertia} · "
    "({omega})^{2}",
    .if_known = true },
  { LW_SELECTION_BODY, "gravity_energy", "V = −m \\v{g} · \\v{r}_{c}", NULL },
  { LW_SELECTION_BODY, "momentum_*", "\\v{p} = m \\v{v}_{c}", NULL },
  { LW_SELECTION_BODY, "angular_momentum", "L = J ω", "{#inertia} · ({omega})" },
  { LW_SELECTION_TRACER, "speed", "|v| = \\sqrt{v_{x}^{2} + v_{y}^{2} + v_{z}^{2}}",
    "\\sqrt{({vx})^{2} + ({vy})^{2} + ({vz})^{2}}", .has = "vz" },
  { LW_SELECTION_TRACER, "speed", "|v| = \\sqrt{v_{x}^{2} + v_{y}^{2}}",
    "\\sqrt{({vx})^{2} + ({vy})^{2}}" },
  { LW_SELECTION_COUPLING, "reaction", "|F| = \\sqrt{F_{x}^{2} + F_{y}^{2} + F_{z}^{2}}",
    "\\sqrt{({reaction_x})^{2} + ({reaction_y})^{2} + ({reaction_z})^{2}}", .has = "reaction_z" },
  { LW_SELECTION_COUPLING, "reaction", "|F| = \\sqrt{F_{x}^{2} + F_{y}^{2}}",
    "\\sqrt{({reaction_x})^{2} + ({reaction_y})^{2}}" },
  { LW_SELECTION_COUPLING, "reaction_*", "\\v{F} = \\v{G}^{T} λ", NULL },
  { LW_SELECTION_COUPLING, "*_reaction_*", "\\v{F}_{1} + \\v{F}_{2} + \\v{F}_{3} + \\v{F}_{4} = 0",
    NULL, .has = "fourth_reaction" },
  { LW_SELECTION_COUPLING, "*_reaction_*", "\\v{F}_{1} + \\v{F}_{2} + \\v{F}_{3} = 0", NULL,
    .has = "third_reaction" },
  { LW_SELECTION_COUPLING, "first_reaction_*", "\\v{F}_{1} = −\\v{F}_{2}", NULL },
  { LW_SELECTION_COUPLING, "moment*", "\\v{M} = \\v{G}^{T} λ", NULL },
  { LW_SELECTION_COUPLING, "position_error", "|ε| = \\sqrt{Σ ε_{i}^{2}}", NULL },
  { LW_SELECTION_COUPLING, "velocity_error", "|\\dot{ε}| = |\\v{G} \\v{v} + ∂ε/∂t|", NULL },
  { LW_SELECTION_COUPLING, "lambda*", "\\v{G} M^{-1} \\v{G}^{T} λ = γ − \\v{G} M^{-1} \\v{f}",
    NULL },
  { LW_SELECTION_COUPLING, "power", "P = λ \\dot{q}", "({effort}) · ({rate})" },
  { LW_SELECTION_COUPLING, "effort", "λ = P / \\dot{q}", NULL },
  { LW_SELECTION_FORCE, "tension", "F = k (l − l_{0}) + c \\dot{l}",
    "{#stiffness} · ({length} − {#free_length}) + {#damping} · ({rate})", .if_known = true },
  { LW_SELECTION_FORCE, "energy", "E = \\frac{1}{2} k (l − l_{0})^{2}",
    "\\frac{1}{2} · {#stiffness} · ({length} − {#free_length})^{2}", .if_known = true },
};

/// An element and the values of its channels.
typedef struct
{
  const LwMechanism *mechanism;
  const LwChannels *channels;
  MbdState *state;
  LwElementRef owner;
  const char *prefix; ///< with the point; "" for the whole mechanism
} Scope;

// ---- values ---------------------------------------------------------------------------------

static bool
read_channel (const Scope *self, const char *name, double *value)
{
  const bool full = strchr (name, '.') != NULL;
  g_autofree char *whole = full ? g_strdup (name) : g_strconcat (self->prefix, name, NULL);
  const int found = lw_channels_find (self->channels, whole);
  const guint index = (guint) MAX (found, 0);

  if (found < 0 || lw_channels_is_of_run (self->channels, index))
    return false;
  lw_channels_evaluate (self->channels, self->state, &index, 1, value);
  if (fabs (*value) <= lw_channels_get_round_off (self->channels, index))
    *value = 0;
  return isfinite (*value);
}

/// Reads a number of the element that counts: the stiffness of a spring with a law does not. The
/// inertia in the plane is its part about z.
static bool
read_field (const Scope *self, const char *name, double *value)
{
  const LwFieldTable *table = lw_field_table (self->owner.kind);
  const LwField *field = lw_fields_find (table, name);
  const LwElement *element = lw_element_ref_find (self->mechanism, self->owner);
  const bool inertia = g_str_equal (name, "inertia");

  if (field == NULL || element == NULL || field->type != LW_FIELD_REAL
      || lw_field_is_absent (field, element, 0) || !lw_field_is_shown (table, field, element)
      || !lw_field_is_of (field, lw_text_element_object (self->owner.kind, element)))
    return false;
  if (inertia && ((const LwBody *) element)->def.mobility != MBD_PLANAR)
    return false;
  *value = ((const double *) ((const char *) element + field->offset))[inertia ? 2 : 0];
  return true;
}

/// Puts values into a formula. Returns NULL if one of them is not known.
static char *
dup_with_values (const Scope *self, const char *numbers)
{
  GString *text = g_string_new (NULL);

  for (const char *c = numbers; *c != '\0'; c++) {
    const char *end = *c == '{' ? strchr (c, '}') : NULL;
    g_autofree char *name = end != NULL ? g_strndup (c + 1, (gsize) (end - c) - 1) : NULL;
    double value;

    // Braces of the language of formulas hold no plain names.
    if (name == NULL || !(g_ascii_isalpha (name[0]) || name[0] == '#')
        || strspn (name, "#._abcdefghijklmnopqrstuvwxyz0123456789") != strlen (name)
        || (c > numbers && (c[-1] == '_' || c[-1] == '^'))) {
      g_string_append_c (text, *c);
      continue;
    }
    if (name[0] == '#' ? !read_field (self, name + 1, &value)
                       : !read_channel (self, name, &value)) {
      g_string_free (text, TRUE);
      return NULL;
    }
    g_string_append_printf (text, "%.*g", DIGITS, value);
    c = end;
  }
  return g_string_free (text, FALSE);
}

// ---- channels -------------------------------------------------------------------------------

static void
append_formula (GString *text, const Scope *scope, const char *suffix, double value)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    g_autofree char *numbers = NULL;

    if (!g_pattern_match_simple (rules[i].suffix, suffix) || rules[i].kind != scope->owner.kind
        || (rules[i].has != NULL
            && lw_channels_find_of (scope->channels, scope->owner, rules[i].has) < 0))
      continue;
    if (scope->state != NULL && rules[i].numbers != NULL)
      numbers = dup_with_values (scope, rules[i].numbers);
    if (numbers == NULL && rules[i].if_known)
      continue;
    g_string_append_printf (text, "```formula\n%s\n```\n", rules[i].formula);
    if (numbers != NULL)
      g_string_append_printf (text, "```formula\n= %s = %.*g\n```\n", numbers, DIGITS, value);
    return;
  }
}

static void
append_value (GString *text, const LwChannel *channel, double value)
{
  if (isfinite (value))
    g_string_append_printf (text, "**%.6g%s%s**\n\n", value,
                            g_str_equal (channel->unit, "1") ? "" : " ",
                            g_str_equal (channel->unit, "1") ? "" : channel->unit);
}

char *
lw_help_explain_channel (LwMechanism *mechanism,
                         const LwChannels *channels,
                         MbdState *state,
                         const char *name)
{
  const int found = lw_channels_find (channels, name);
  const guint index = (guint) MAX (found, 0);
  g_autofree char *link = NULL;
  g_autofree char *prefix = NULL;
  Scope scope = { .mechanism = mechanism, .channels = channels, .state = state };
  double value = NAN;
  const LwChannel *channel;
  const char *last = strrchr (name, '.');
  GString *text;

  if (found < 0)
    return NULL;
  channel = lw_channels_get (channels, index);
  scope.owner = lw_help_find_owner (mechanism, name);
  prefix = last != NULL ? g_strndup (name, (gsize) (last - name) + 1) : g_strdup ("");
  scope.prefix = prefix;
  if (state != NULL && !lw_channels_is_of_run (channels, index))
    lw_channels_evaluate (channels, state, &index, 1, &value);
  if (fabs (value) <= lw_channels_get_round_off (channels, index))
    value = 0;
  text = g_string_new (NULL);
  append_value (text, channel, value);
  g_string_append_printf (text, "%s\n\n", channel->description);
  append_formula (text, &scope,
                  scope.owner.kind != LW_SELECTION_NONE && last != NULL ? last + 1 : name, value);
  if (lw_channels_is_integral (channels, index))
    g_string_append_printf (text, "%s\n\n", _ ("It is an integral since the start of the run."));
  if (lw_channels_get_derivation (channels, index) != NULL) {
    g_autofree char *entry = lw_channels_dup_entry (channels, index);

    // Translators: %s is a formula
    g_string_append_printf (text, _ ("It is computed by the formula `%s`."), entry);
    g_string_append (text, "\n\n");
  }
  link = lw_help_dup_channel_link (mechanism, name);
  if (link != NULL)
    g_string_append_printf (text, "[%s](%s)\n", _ ("More in the Help"), link);
  return g_string_free (text, FALSE);
}

// ---- properties -----------------------------------------------------------------------------

/// Numbers of the inspector that are computed from fields.
static const struct
{
  LwSelectionKind kind;
  const char *name;
  const char *link;
  const char *unit;  ///< NULL: a plain number
  const char *about; ///< translatable
} computed[] = {
  { LW_SELECTION_BODY, "bar_length", "properties-bodies#points", "m",
    N_ ("Distance of the two points of the link. A new length moves both by the same amount, away "
        "from or towards the middle, with the joints and all else that is fastened there.") },
  { LW_SELECTION_NONE, "background.opacity", "panel-inspector", NULL,
    N_ ("Opacity of the image to trace over: 0 is invisible, 1 hides the grid.") },
  { LW_SELECTION_NONE, "background.width", "panel-inspector", "m",
    N_ ("Width of the image to trace over, in lengths of the drawing. The height follows.") },
  { LW_SELECTION_NONE, "background.centre", "panel-inspector", "m",
    N_ ("Place of the middle of the image to trace over, in world axes.") },
  { LW_SELECTION_NONE, "background.angle", "panel-inspector", "rad",
    N_ ("Angle by which the image to trace over is turned, positive counter-clockwise.") },
};

static void
append_unit (GString *text, const char *unit)
{
  g_string_append_c (text, ' ');
  if (unit != NULL)
    // Translators: %s is a unit
    g_string_append_printf (text, _ ("Its unit is %s."), unit);
}

static void
append_binding (GString *text, const LwMechanism *mechanism, LwElementRef element, const char *name)
{
  const LwBinding *binding = lw_mechanism_find_binding (mechanism, element, name);

  g_string_append (text, "\n\n");
  if (binding == NULL)
    return;
  // Translators: %s is a formula
  g_string_append_printf (text, _ ("It follows the formula `%s`."), binding->expression);
  g_string_append (text, "\n\n");
}

static char *
dup_computed (const LwMechanism *mechanism, LwElementRef element, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (computed); i++) {
    GString *text;

    if (computed[i].kind != element.kind || !g_str_equal (computed[i].name, name))
      continue;
    text = g_string_new (_ (computed[i].about));
    append_unit (text, computed[i].unit);
    append_binding (text, mechanism, element, name);
    g_string_append_printf (text, "[%s](%s)\n", _ ("More in the Help"), computed[i].link);
    return g_string_free (text, FALSE);
  }
  return NULL;
}

char *
lw_help_explain_field (const LwMechanism *mechanism, LwElementRef element, const char *name)
{
  // The fields of a contact pair have the name "pair.7.friction".
  const bool of_pair = g_str_has_prefix (name, "pair.");
  const char *own = of_pair ? strrchr (name, '.') + 1 : name;
  const LwFieldTable *table = of_pair ? &lw_contact_pair_fields : lw_field_table (element.kind);
  const LwField *field = lw_fields_find (table, own);
  const char *page = of_pair                             ? "contact-pairs"
                     : element.kind == LW_SELECTION_NONE ? "run"
                                                         : table->name;
  GString *text;

  if (field == NULL && element.kind == LW_SELECTION_NONE) {
    page = lw_mechanism_fields.name;
    field = lw_fields_find (&lw_mechanism_fields, own);
  }
  if (field == NULL)
    return dup_computed (mechanism, element, name);
  text = g_string_new (field->about);
  append_unit (text, field->unit);
  g_string_append_c (text, ' ');
  if (field->absent != NULL)
    // Translators: %s is what a property means without a value
    g_string_append_printf (text, _ ("Without a value: %s."), field->absent);
  append_binding (text, mechanism, element, name);
  g_string_append_printf (text, "[%s](properties-%s#%s)  `%s`\n", _ ("More in the Help"), page, own,
                          own);
  return g_string_free (text, FALSE);
}

// ---- parameters -----------------------------------------------------------------------------

char *
lw_help_explain_parameter (const LwMechanism *mechanism, const char *name)
{
  for (guint i = 0; i < lw_mechanism_get_n_parameters (mechanism); i++) {
    const LwParameter *parameter = lw_mechanism_get_parameter (mechanism, i);
    g_autoptr (GString) text = NULL;

    if (!g_str_equal (parameter->name, name))
      continue;
    text = g_string_new (NULL);
    // Translators: %s is the name of a parameter
    g_string_append_printf (
      text, _ ("A named number: `%s` in any field or function stands for it."), name);
    g_string_append (text, "\n\n");
    if (*parameter->note != '\0')
      g_string_append_printf (text, "%s\n\n", parameter->note);
    if (parameter->expression != NULL) {
      // Translators: %s is a formula
      g_string_append_printf (text, _ ("It follows the formula `%s`."), parameter->expression);
      g_string_append (text, "\n\n");
    }
    g_string_append_printf (text, "[%s](properties-parameters)\n", _ ("More in the Help"));
    return g_string_free (g_steal_pointer (&text), FALSE);
  }
  return NULL;
}

// ---- counts ---------------------------------------------------------------------------------

/// Numbers of the status line, the transport and the inspector that belong to no element. The degrees of
/// freedom have an explanation with values.
static const struct
{
  const char *word;
  const char *link;
  const char *about; ///< translatable
} counts[] = {
  { "redundant", "messages-warnings#redundant",
    N_ ("Rows that follow from other rows. The motion is right, but the reactions of the joints "
        "that depend on each other are one choice of many.") },
  { "elements", "panel-status",
    N_ ("Bodies without the ground, couplings of all kinds, and closed loops: ways through bodies "
        "and couplings that lead back to where they begin.") },
  { "contacts", "panel-status",
    N_ ("Contact points with a normal force greater than 0 at the shown instant, and how often the "
        "solver of contacts iterated in a step, on average since the last update.") },
  { "pointer", "panel-status",
    N_ ("Position of the pointer in world axes: x to the right, y upwards, from the origin.") },
  { "touching", "panel-inspector",
    N_ ("Bodies whose outlines take part in contacts, and how many of them are not fixed to the "
        "ground.") },
  { "time", "panel-time",
    N_ ("Time of the shown instant since the start of the run, and the time at which the run ends, "
        "in seconds.") },
  { "speed", "panel-time",
    N_ ("Seconds of the run that are played in one second; if the computation is too slow for the "
        "requested speed, the speed that is reached.") },
};

static char *
dup_freedoms (const LwMobility *mobility)
{
  GString *text = g_string_new (
    _ ("Velocities of all bodies, minus the independent rows of all joints: this many "
       "numbers describe its motion."));

  g_string_append (text, "\n\n```formula\n\\t{DOF} = n_{v} − \\t{rank} \\v{G}\n```\n");
  if (mobility != NULL)
    g_string_append_printf (text, "```formula\n= %d − %d = %d\n```\n", mobility->n_velocities,
                            mobility->n_velocities - mobility->freedoms, mobility->freedoms);
  if (mobility != NULL && mobility->driven > 0) {
    g_string_append_printf (text,
                            g_dngettext (NULL, "%d of them is driven.", "%d of them are driven.",
                                         (gulong) mobility->driven),
                            mobility->driven);
    g_string_append (text, "\n\n");
  }
  g_string_append_printf (text, "[%s](analysis-mobility)\n", _ ("More in the Help"));
  return g_string_free (text, FALSE);
}

char *
lw_help_explain_count (const LwMechanism *mechanism, const LwMobility *mobility, const char *word)
{
  if (g_str_equal (word, "freedoms"))
    return dup_freedoms (mobility);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (g_str_equal (word, counts[i].word))
      return g_strdup_printf ("%s\n\n[%s](%s)\n", _ (counts[i].about), _ ("More in the Help"),
                              counts[i].link);
  return NULL;
}

// ---- under the hood -------------------------------------------------------------------------

static const struct
{
  const char *word;
  const char *formula;
  const char *unit;
  const char *about; ///< translatable
} hood_numbers[] = {
  { "lambda", "\\v{G} M^{-1} \\v{G}^{T} λ = γ − \\v{G} M^{-1} \\v{f}", "N, N m",
    N_ ("Multiplier of the row: the force or moment that the coupling exerts on its second body in "
        "the direction of the row. Positive: it pushes the error up.") },
  { "gamma", "γ = −\\dot{\\v{G}} \\v{v} − ∂\\dot{ε}/∂t", "m/s², rad/s²",
    N_ ("Right side of the row: the acceleration that the velocities require, so that "
        "the error keeps its second derivative 0.") },
  { "eps", "ε = ε(\\v{q}, t)", "m, rad",
    N_ ("Error of the row: how far the coupling is from being closed.") },
  { "eps1", "\\dot{ε} = \\v{G} \\v{v} + ∂ε/∂t", "m/s, rad/s",
    N_ ("Rate of the error of the row.") },
  { "eps2", "\\ddot{ε} = \\v{G} \\v{a} − γ", "m/s², rad/s²",
    N_ ("Second derivative of the error of the row.") },
  { "stab", "γ^{*} − γ = −\\frac{2}{T} \\dot{ε} − \\frac{ε}{T^{2}}", "m/s², rad/s²",
    N_ ("Term that Baumgarte’s stabilisation adds to the right side, so that errors decay.") },
  { "q", "\\v{q}", "m, rad",
    N_ ("Coordinate of the body: its centre of mass in world axes and its angle, positive "
        "counter-clockwise; in space the quaternion of its attitude.") },
  { "v", "\\v{v} = \\dot{\\v{q}}", "m/s, rad/s",
    N_ ("Velocity of the body; in space angular velocities are about its own axes.") },
  { "a", "M \\v{a} = \\v{f} + \\v{G}^{T} λ", "m/s², rad/s²",
    N_ ("Acceleration of the body, the solution of the equations of motion.") },
  { "f", "M \\v{a} = \\v{f} + \\v{G}^{T} λ", "N, N m",
    N_ ("Forces that do not come from couplings: weight, springs, loads, gyroscopic terms.") },
  { "constraint", "M \\v{a} = \\v{f} + \\v{G}^{T} λ", "N, N m",
    N_ ("Sum of the forces of all couplings on the body, in this direction.") },
  { "residual", "M \\v{a} − \\v{f} − \\v{G}^{T} λ", "N, N m",
    N_ ("Error of the equation of motion: round-off.") },
  { "motion", "\\v{G} \\v{z} = 0", "m/s, rad/s",
    N_ ("Velocity in a possible motion, a column of the null space of G. The fastest point of all "
        "bodies has 1 m/s.") },
  { "gap", "0 ≤ ε ⊥ λ ≥ 0", "m, rad",
    N_ ("Gap of a pair that can touch or separate. It or the force is 0.") },
  { "pair-force", "0 ≤ ε ⊥ λ ≥ 0", "N, N m",
    N_ ("Force of a pair that can touch or separate. It or the gap is 0.") },
  { "rank", "rank \\v{G}", NULL,
    N_ (
      "Number of independent rows, and number of all active rows. The difference is the number of "
      "dependent rows.") },
  { "sigma", "σ_{min} (\\v{G})", NULL,
    N_ (
      "Smallest singular value of the Jacobian, scaled so that lengths and angles are plain "
      "numbers. Near 0 the mechanism is close to a singular pose, and forces in the joints grow like "
      "its reciprocal.") },
  { "condition", "κ = σ_{max}/σ_{min}", NULL,
    N_ ("Ratio of the largest to the smallest singular value of the independent rows of the scaled "
        "Jacobian: the factor by which it can enlarge relative errors.") },
  { "null-space", "\\v{G} \\v{z} = 0", NULL,
    N_ ("Dimension of the null space of the Jacobian: the number of independent motions that all "
        "couplings allow at this pose.") },
  { "position-error", "max |ε|", "m",
    N_ ("Largest error of a row that measures a length: how far the joints are from being "
        "closed.") },
  { "row-residual", "\\v{G} \\v{a} − γ", "m/s²",
    N_ ("Largest error of the rows at the level of accelerations: round-off.") },
  { "dependent", "m − rank \\v{G}", NULL,
    N_ ("Active rows that follow from the others. The motion is right; the reactions of dependent "
        "rows are one choice of many.") },
  { "solver", NULL, NULL, N_ ("A number about the work of the solver in this run.") },
};

char *
lw_help_explain_hood (const char *word, const char *shown)
{
  for (guint i = 0; i < G_N_ELEMENTS (hood_numbers); i++) {
    g_autoptr (GString) text = g_string_new (NULL);

    if (!g_str_equal (hood_numbers[i].word, word))
      continue;
    g_string_append_printf (text, "%s\n\n", _ (hood_numbers[i].about));
    if (hood_numbers[i].formula != NULL)
      g_string_append_printf (text, "```formula\n%s\n```\n", hood_numbers[i].formula);
    if (shown != NULL && *shown != '\0')
      g_string_append_printf (text, "= %s\n\n", shown);
    if (hood_numbers[i].unit != NULL)
      // Translators: %s is a list of units: the first for lengths, the second for angles
      g_string_append_printf (text, _ ("Unit: %s."), hood_numbers[i].unit);
    g_string_append_printf (text, "\n\n[%s](%s)\n", _ ("More in the Help"),
                            hood_numbers[i].formula != NULL ? "theory-equations" : "panel-hood");
    return g_string_free (g_steal_pointer (&text), FALSE);
  }
  return NULL;
}
