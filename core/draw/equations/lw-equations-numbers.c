// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inserts the numbers of one sample into the equations. SI units, radians.

#include <math.h>

#include "lw-equations-private.h"

#define FIGURES 4

/// Appends a value with its unit.
static void
append (GString *text, const LwEquationContext *context, double value, const char *unit)
{
  char number[LW_NUMBER_SIZE];
  const char *shown = lw_unit_shown (unit);

  g_string_append_printf (text, "\\t{%s}",
                          lw_format_number (number, value, FIGURES, context->decimal_point));
  if (*shown != '\0')
    g_string_append_printf (text, "\\,\\t{%s}", shown);
}

/// Appends a value after an operator: in parentheses if it is negative.
static void
append_operand (GString *text, const LwEquationContext *context, double value, const char *unit)
{
  g_string_append (text, value < 0 ? "(" : "");
  append (text, context, value, unit);
  g_string_append (text, value < 0 ? ")" : "");
}

static void
append_vector (GString *text, const LwEquationContext *context, const double *v, int n)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    largest = fmax (largest, fabs (v[i]));
  for (int i = 0; i < n; i++) {
    g_string_append (text, i > 0 ? " & " : "");
    // A component that is round-off of the others is shown as 0.
    append (text, context, fabs (v[i]) < 1e-14 * largest ? 0 : v[i], "1");
  }
}

static int
dimensions (const LwEquationContext *context)
{
  return mbd_model_is_planar (mbd_state_model (context->state)) ? 2 : 3;
}

static void
take (GArray *equations, GString *text)
{
  lw_equations_put (equations, LW_EQUATION_NUMBERS, g_string_free (text, FALSE));
}

// ---- geometry -------------------------------------------------------------------------------

void
lw_equations_put_offset (GArray *equations, const LwEquationContext *context)
{
  GString *text = g_string_new ("\\v{p}_{P} = (\\matrix{");
  double p[3];
  double s[3];
  double d[3];

  mbd_state_coupling_points (context->state, context->index, p, s);
  for (int i = 0; i < 3; i++)
    d[i] = s[i] - p[i];
  append_vector (text, context, p, dimensions (context));
  g_string_append (text, "})\\,\\t{m},   \\v{d} = (\\matrix{");
  append_vector (text, context, d, dimensions (context));
  g_string_append (text, "})\\,\\t{m}");
  take (equations, text);
}

void
lw_equations_put_length (GArray *equations, const LwEquationContext *context)
{
  const bool pulls = lw_coupling_only_pulls (&context->def);
  const MbdCouplingDef *def = mbd_state_coupling (context->state, context->index);
  const double d = def->function != NULL
                     ? mbd_function_evaluate (def->function, mbd_state_time (context->state)).value
                     : def->length;
  GString *text = g_string_new ("ε = ");
  double p[3];
  double q[3];
  double length = 0;

  mbd_state_coupling_points (context->state, context->index, p, q);
  for (int i = 0; i < 3; i++)
    length = hypot (length, q[i] - p[i]);
  append (text, context, pulls ? d : length, "m");
  g_string_append (text, " − ");
  append (text, context, pulls ? length : d, "m");
  g_string_append (text, " = ");
  append (text, context, pulls ? d - length : length - d, "m");
  take (equations, text);
}

// ---- joint coordinates ----------------------------------------------------------------------

static const char *
coordinate_unit (MbdCoordinate coordinate)
{
  return coordinate == MBD_COORDINATE_ANGLE ? "rad" : "m";
}

static const char *
rate_unit (MbdCoordinate coordinate)
{
  return coordinate == MBD_COORDINATE_ANGLE ? "rad/s" : "m/s";
}

void
lw_equations_put_drive (GArray *equations, const LwEquationContext *context)
{
  const MbdCouplingDef *def = mbd_state_coupling (context->state, context->index);
  const bool position = def->level == MBD_LEVEL_POSITION;
  GString *text;
  MbdJet wanted;
  double value;
  double rate;

  if (def->function == NULL
      || !mbd_state_coordinate (context->state, context->index, 0, def->coordinate[0], &value,
                                &rate))
    return;
  wanted = mbd_function_evaluate (def->function, mbd_state_time (context->state));
  if (position) {
    text = g_string_new ("ε = ");
    append (text, context, value, coordinate_unit (def->coordinate[0]));
    g_string_append (text, " − ");
    append_operand (text, context, wanted.value, coordinate_unit (def->coordinate[0]));
    take (equations, text);
  }
  text = g_string_new ("\\dot{ε} = ");
  append (text, context, rate, rate_unit (def->coordinate[0]));
  g_string_append (text, " − ");
  append_operand (text, context, position ? wanted.first : wanted.value,
                  rate_unit (def->coordinate[0]));
  take (equations, text);
}

void
lw_equations_put_limit (GArray *equations, const LwEquationContext *context)
{
  const MbdCouplingDef *def = mbd_state_coupling (context->state, context->index);
  const char *unit = coordinate_unit (def->coordinate[0]);
  double value;

  if (!mbd_state_coordinate (context->state, context->index, 0, def->coordinate[0], &value, NULL))
    return;
  for (int i = 0; i < 2; i++) {
    const double bound = i == 0 ? def->lower : def->upper;
    GString *text;

    if (!isfinite (bound))
      continue;
    text = g_string_new (i == 0 ? "ε_{\\t{lower}} = " : "ε_{\\t{upper}} = ");
    append (text, context, i == 0 ? value : bound, unit);
    g_string_append (text, " − ");
    append_operand (text, context, i == 0 ? bound : value, unit);
    take (equations, text);
  }
}

void
lw_equations_put_gear (GArray *equations, const LwEquationContext *context)
{
  const MbdCouplingDef *def = mbd_state_coupling (context->state, context->index);
  GString *text;
  double s1;
  double s2;

  if (!mbd_state_coordinate (context->state, context->index, 0, def->coordinate[0], &s1, NULL)
      || !mbd_state_coordinate (context->state, context->index, 1, def->coordinate[1], &s2, NULL))
    return;
  text = g_string_new ("ε = ");
  append (text, context, s2, coordinate_unit (def->coordinate[1]));
  g_string_append (text, " − ");
  append_operand (text, context, def->ratio, "1");
  g_string_append (text, " · ");
  append_operand (text, context, s1, coordinate_unit (def->coordinate[0]));
  g_string_append (text, " − ");
  append_operand (text, context, def->offset, coordinate_unit (def->coordinate[1]));
  take (equations, text);
}

// ---- rows -----------------------------------------------------------------------------------

char *
lw_equations_dup_index (const char *symbol)
{
  if (symbol == NULL || g_str_equal (symbol, "length") || g_str_equal (symbol, "angle"))
    return g_strdup ("");
  if (symbol[0] == 'r' && symbol[1] != '\0' && symbol[2] == '\0')
    return g_strdup_printf ("_{θ%c}", symbol[1]);
  return symbol[1] == '\0' ? g_strdup_printf ("_{%s}", symbol)
                           : g_strdup_printf ("_{\\t{%s}}", symbol);
}

/// Returns the name of a body for use in a formula, without braces and backslashes, which would be
/// parsed.
static char *
dup_body_name (const LwEquationContext *context, int body)
{
  const MbdModel *model = mbd_state_model (context->state);
  const int id = mbd_model_body_id (model, body);
  const LwBody *element = lw_mechanism_find_body (context->mechanism, id);
  char *name = element != NULL && element->element.name != NULL
                 ? g_strdup (element->element.name)
                 : lw_mechanism_dup_element_name (context->mechanism, MBD_ELEMENT_BODY, id);

  return g_strdelimit (name, "{}\\&", ' ');
}

static void
put_entries (GArray *equations, const LwEquationContext *context, int row, const char *index)
{
  const MbdModel *model = mbd_state_model (context->state);
  MbdRow entries;

  mbd_state_row (context->state, row, &entries);
  for (int side = 0, at = 0; side < mbd_model_coupling_sides (model, context->index); side++) {
    const int body = mbd_model_coupling_body (model, context->index, side);
    const int n = mbd_model_body_mobility (model, body) == MBD_SPATIAL ? 6 : 3;
    g_autofree char *name = NULL;
    GString *text;

    if (mbd_model_body_first_velocity (model, body) < 0)
      continue;
    name = dup_body_name (context, body);
    text = g_string_new (NULL);
    g_string_printf (text, "G%s(\\t{%s}) = [\\matrix{", index, name);
    append_vector (text, context, entries.jacobian + at, n);
    g_string_append (text, "}]");
    take (equations, text);
    at += n;
  }
}

/// Finds the entries of a row of G for the last of its bodies that moves. Returns the body, or -1.
static int
find_last_entries (const LwEquationContext *context, const MbdRow *row, const double **entries)
{
  const MbdModel *model = mbd_state_model (context->state);
  int last = -1;

  for (int side = 0, at = 0; side < mbd_model_coupling_sides (model, context->index); side++) {
    const int body = mbd_model_coupling_body (model, context->index, side);

    if (mbd_model_body_first_velocity (model, body) < 0)
      continue;
    *entries = row->jacobian + at;
    last = body;
    at += mbd_model_body_mobility (model, body) == MBD_SPATIAL ? 6 : 3;
  }
  return last;
}

/// Puts the force G' lambda on one body with its numbers: the multipliers times the entries of their
/// rows. In the plane Fx, Fy and the moment about the centre of mass, in space the force.
static void
put_multiplied (GArray *equations, const LwEquationContext *context, int first, int n)
{
  const double *lambda = mbd_state_multipliers (context->state);
  GString *text = g_string_new (NULL);
  g_autofree char *name = NULL;
  double sum[3] = { 0 };
  bool any = false;

  for (int row = first; row < first + n; row++) {
    const double *entries = NULL;
    MbdRow found;
    int body;

    if (mbd_state_row_role (context->state, row) == MBD_ROW_OFF)
      continue;
    mbd_state_row (context->state, row, &found);
    body = find_last_entries (context, &found, &entries);
    if (body < 0)
      break;
    if (!any) {
      name = dup_body_name (context, body);
      g_string_printf (text, "\\v{F}(\\t{%s}) = ∑ λ G^{T} = ", name);
    }
    g_string_append (text, any ? " + " : "");
    append_operand (text, context, lambda[row], "1");
    g_string_append (text, " · (\\matrix{");
    append_vector (text, context, entries, 3);
    g_string_append (text, "})");
    for (int i = 0; i < 3; i++)
      sum[i] += lambda[row] * entries[i];
    any = true;
  }
  if (any) {
    g_string_append (text, " = (\\matrix{");
    append_vector (text, context, sum, 3);
    g_string_append (text, dimensions (context) == 2 ? "})\\,\\t{N, N, N m}" : "})\\,\\t{N}");
    take (equations, text);
  } else {
    g_string_free (text, TRUE);
  }
}

void
lw_equations_put_rows (GArray *equations, const LwEquationContext *context)
{
  const MbdModel *model = mbd_state_model (context->state);
  const int first = mbd_model_coupling_first_row (model, context->index);
  const int n = mbd_model_coupling_rows (model, context->index);
  const gsize m = (gsize) mbd_model_row_count (model);
  g_autofree double *position = g_new0 (double, 4 * m + 1);
  double *velocity = position + m;
  double *gamma = velocity + m;
  const double *lambda = mbd_state_multipliers (context->state);

  mbd_state_errors (context->state, position, velocity, NULL);
  mbd_state_stabilised_gamma (context->state, gamma);
  for (int row = first; row < first + n; row++) {
    const bool is_length = mbd_model_row_is_length (model, row);
    const bool off = mbd_state_row_role (context->state, row) == MBD_ROW_OFF;
    g_autofree char *index = lw_equations_dup_index (mbd_model_row_name (model, row));
    GString *text = g_string_new (NULL);

    g_string_printf (text, "ε%s = ", index);
    append (text, context, position[row], is_length ? "m" : "rad");
    g_string_append_printf (text, ",   \\dot{ε}%s = ", index);
    append (text, context, velocity[row], is_length ? "m/s" : "rad/s");
    take (equations, text);
    text = g_string_new (NULL);
    g_string_printf (text, "γ%s = ", index);
    append (text, context, gamma[row], is_length ? "m/s^2" : "rad/s^2");
    g_string_append_printf (text, ",   λ%s = ", index);
    append (text, context, off ? 0 : lambda[row], is_length ? "N" : "N m");
    take (equations, text);
    put_entries (equations, context, row, index);
  }
  put_multiplied (equations, context, first, n);
}

// ---- force elements -------------------------------------------------------------------------

void
lw_equations_put_spring (GArray *equations, const LwEquationContext *context)
{
  const MbdForceDef *def = mbd_state_force (context->state, context->index);
  GString *text = g_string_new ("l = ");
  double length;
  double rate;
  double tension;

  mbd_state_spring (context->state, context->index, &length, &rate, &tension);
  append (text, context, length, "m");
  g_string_append (text, ",   \\dot{l} = ");
  append (text, context, rate, "m/s");
  take (equations, text);
  text = g_string_new ("F = ");
  // A law that follows the motion is a function of the force.
  if (def->law == NULL && def->force_function[0] == NULL) {
    append (text, context, def->stiffness, "N/m");
    g_string_append (text, " · ");
    append_operand (text, context, length - def->free_length, "m");
    g_string_append (text, " + ");
    append (text, context, def->damping, "N s/m");
    g_string_append (text, " · ");
    append_operand (text, context, rate, "m/s");
    g_string_append (text, " = ");
  }
  append (text, context, tension, "N");
  take (equations, text);
}

void
lw_equations_put_action (GArray *equations, const LwEquationContext *context)
{
  const bool planar = dimensions (context) == 2;
  GString *text = g_string_new ("\\v{F} = (\\matrix{");
  MbdWrench wrench;

  mbd_state_force_wrench (context->state, context->index, 1, &wrench);
  append_vector (text, context, wrench.force, planar ? 2 : 3);
  g_string_append (text, planar ? "})\\,\\t{N},   M = " : "})\\,\\t{N}");
  if (planar)
    append (text, context, wrench.moment[2], "N m");
  take (equations, text);
  if (planar)
    return;
  text = g_string_new ("\\v{M} = (\\matrix{");
  append_vector (text, context, wrench.moment, 3);
  g_string_append (text, "})\\,\\t{N m}");
  take (equations, text);
}
