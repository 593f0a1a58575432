// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quantities of the motion in a Modelica model: each that an expression names becomes a variable with
// an equation. Angles of bodies, and integrals, are states, since the library has none of them; sampled
// values are discrete.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-modelica-private.h"
#include "lw-modelica-text.h"
#include "lw-signals.h"

/// Adds a variable with its equation. Returns its name.
static char *
add_variable (LwModelicaWriter *self, const char *wish, const char *unit, const char *value)
{
  char *name = lw_modelica_dup_free_name (self, wish, "value");

  g_string_append_printf (self->parts, "  Real %s(unit = \"%s\");\n", name, unit);
  g_string_append_printf (self->equations, "  %s = %s;\n", name, value);
  return name;
}

/// Adds a state with its rate. Returns its name.
static char *
add_state (LwModelicaWriter *self, const char *wish, double start, const char *rate)
{
  char *name = lw_modelica_dup_free_name (self, wish, "state");

  g_string_append_printf (self->parts, "  Real %s(start = ", name);
  lw_modelica_append_number (self->parts, start);
  g_string_append (self->parts, ", fixed = true);\n");
  g_string_append_printf (self->equations, "  der(%s) = %s;\n", name, rate);
  return name;
}

/// Returns the position vector of an end of a signal.
static char *
dup_position (LwModelicaWriter *self, const LwSignal *signal, int end, const char *wish)
{
  const int index = lw_model_tree_find (self->base.tree, signal->def.body[end]);
  g_autofree char *frame = NULL;
  double place[3];

  lw_model_tree_to_world (self->base.tree, index, signal->def.frame[end].point, place);
  frame = lw_modelica_dup_place (self, index, place, wish);
  return g_strconcat (frame, ".r_0", NULL);
}

static char *
dup_point (LwModelicaWriter *self, const LwSignal *signal, const char *wish)
{
  g_autofree char *position = dup_position (self, signal, 0, wish);
  g_autofree char *value = g_strdup_printf (signal->def.is_rate ? "der(%s[%d])" : "%s[%d]",
                                            position, signal->def.axis + 1);

  return add_variable (self, wish, signal->def.is_rate ? "m/s" : "m", value);
}

static char *
dup_turn (LwModelicaWriter *self, const LwSignal *signal, const char *wish)
{
  const int index = lw_model_tree_find (self->base.tree, signal->def.body[0]);
  const LwBody *body = lw_model_tree_get (self->base.tree, index)->body;
  const char *own = lw_modelica_get_name (self, MBD_ELEMENT_BODY, body->element.id);
  g_autofree char *spin = lw_modelica_dup_free_name (self, wish, "spin");
  g_autofree char *value = g_strdup_printf ("%s[%d]", spin, signal->def.axis + 1);

  g_string_append_printf (self->parts, "  Real %s[3](each unit = \"rad/s\");\n", spin);
  g_string_append_printf (
    self->equations, "  %s = " LW_MODELICA_MULTIBODY "Frames.angularVelocity1(%s.frame_a.R);\n",
    spin, own);
  return signal->def.is_rate ? g_steal_pointer (&value)
                             : add_state (self, wish, body->def.angle, value);
}

static char *
dup_joint (LwModelicaWriter *self, const LwSignal *signal, const char *wish)
{
  static const char *const variables[][2] = {
    [LW_AXIS_SLIDE] = { "s", "v" }, [LW_AXIS_HINGE] = { "phi", "w" }
  };
  static const char *const units[][2] = {
    [LW_AXIS_SLIDE] = { "m", "m/s" }, [LW_AXIS_HINGE] = { "rad", "rad/s" }
  };
  const LwTreeBody *body = lw_model_tree_find_joint (self->base.tree, signal->element.id);
  g_autoptr (GString) value = g_string_new (NULL);
  LwAxisKind kind;

  if (body == NULL)
    return NULL;
  kind = body->axes[0].kind;
  g_string_append_printf (value, "%s%s.%s", body->is_reversed ? "-" : "",
                          lw_modelica_get_name (self, MBD_ELEMENT_COUPLING, signal->element.id),
                          variables[kind][signal->def.is_rate]);
  if (!signal->def.is_rate) {
    // The joint is zero at the start.
    g_string_append (value, " + (");
    lw_modelica_append_number (value, body->coordinate);
    g_string_append_c (value, ')');
  }
  return add_variable (self, wish, units[kind][signal->def.is_rate], value->str);
}

static char *
dup_distance (LwModelicaWriter *self, const LwSignal *signal, const char *wish)
{
  g_autofree char *first = dup_position (self, signal, 0, wish);
  g_autofree char *second = dup_position (self, signal, 1, wish);
  g_autofree char *value = g_strdup_printf ("Modelica.Math.Vectors.length(%s - %s)", second, first);
  g_autofree char *of = signal->def.is_rate ? g_strconcat (wish, "_length", NULL) : g_strdup (wish);
  g_autofree char *length = add_variable (self, of, "m", value);
  g_autofree char *rate = g_strdup_printf ("der(%s)", length);

  return signal->def.is_rate ? add_variable (self, wish, "m/s", rate) : g_steal_pointer (&length);
}

/// Returns the vector from an end of a signal to the next one.
static char *
dup_direction (LwModelicaWriter *self, const LwSignal *signal, int end, const char *wish)
{
  g_autofree char *first = dup_position (self, signal, end, wish);
  g_autofree char *second = dup_position (self, signal, end + 1, wish);
  char *name = lw_modelica_dup_free_name (self, wish, "direction");

  g_string_append_printf (self->parts, "  Real %s[3](each unit = \"m\");\n", name);
  g_string_append_printf (self->equations, "  %s = %s - %s;\n", name, second, first);
  return name;
}

/// The angle of two directions, 0 to pi.
static char *
dup_angle (LwModelicaWriter *self, const LwSignal *signal, const char *wish)
{
  g_autofree char *first = dup_direction (self, signal, 0, wish);
  g_autofree char *second = dup_direction (self, signal, 2, wish);
  g_autofree char *value = g_strdup_printf (
    "atan2(Modelica.Math.Vectors.length(cross(%s, %s)), %s*%s)", first, second, first, second);
  g_autofree char *of = signal->def.is_rate ? g_strconcat (wish, "_angle", NULL) : g_strdup (wish);
  g_autofree char *angle = add_variable (self, of, "rad", value);
  g_autofree char *rate = g_strdup_printf ("der(%s)", angle);

  return signal->def.is_rate ? add_variable (self, wish, "rad/s", rate) : g_steal_pointer (&angle);
}

/// Functions that add the variable of a quantity and return it; NULL: it cannot be kept.
static char *(*const quantities[MBD_SIGNAL_KINDS]) (LwModelicaWriter *self,
                                                    const LwSignal *signal,
                                                    const char *wish) = {
  [MBD_SIGNAL_POINT] = dup_point, [MBD_SIGNAL_TURN] = dup_turn,
  [MBD_SIGNAL_JOINT] = dup_joint, [MBD_SIGNAL_DISTANCE] = dup_distance,
  [MBD_SIGNAL_ANGLE] = dup_angle,
};

/// Returns the variable of a quantity, which is added when it is first named.
static char *
dup_quantity_cb (const char *name, void *data)
{
  LwModelicaWriter *self = data;
  const char *known = g_hash_table_lookup (self->quantities, name);
  g_autofree char *reason = NULL, *wish = NULL;
  char *variable = NULL;
  LwSignal signal;

  if (known != NULL)
    return g_strdup (known);
  if (!lw_signal_find (self->base.source->mechanism, name, &signal, &reason)
      || quantities[signal.def.kind] == NULL)
    return NULL;
  wish = lw_modelica_dup_word (name);
  variable = quantities[signal.def.kind](self, &signal, wish);
  if (variable != NULL)
    g_hash_table_insert (self->quantities, g_strdup (name), g_strdup (variable));
  return variable;
}

static char *
dup_integral_cb (const char *expression, void *data)
{
  LwModelicaWriter *self = data;
  const char *known = g_hash_table_lookup (self->quantities, expression);
  char *state;

  if (known != NULL)
    return g_strdup (known);
  state = add_state (self, "integral", 0, expression);
  g_hash_table_insert (self->quantities, g_strdup (expression), g_strdup (state));
  return state;
}

/// Adds a discrete variable, 0 until the first sample.
static char *
dup_sampled_cb (const char *expression, const char *period, void *data)
{
  LwModelicaWriter *self = data;
  g_autofree char *key = g_strdup_printf ("%s, %s", expression, period);
  const char *known = g_hash_table_lookup (self->quantities, key);
  char *name;

  if (known != NULL)
    return g_strdup (known);
  name = lw_modelica_dup_free_name (self, "sampled", "value");
  g_string_append_printf (self->parts, "  discrete Real %s(start = 0, fixed = true);\n", name);
  g_string_append_printf (self->equations, "  when sample(0, %s) then\n    %s = %s;\n  end when;\n",
                          period, name, expression);
  g_hash_table_insert (self->quantities, g_steal_pointer (&key), g_strdup (name));
  return name;
}

static char *
dup_expression (LwModelicaWriter *self,
                const char *expression,
                const char *length,
                const char *rate)
{
  const LwModelicaOperands operands = { self->words,     { length, rate }, dup_quantity_cb,
                                        dup_integral_cb, dup_sampled_cb,   self };

  return lw_modelica_dup_expression (expression, &operands);
}

char *
lw_modelica_dup_value (LwModelicaWriter *self, MbdElement kind, int id, const LwFunction *function)
{
  const bool follows = function->expression != NULL && lw_signals_are_named (function->expression);
  char *value = function->expression != NULL
                  ? dup_expression (self, function->expression, NULL, NULL)
                  : lw_modelica_dup_function (function);

  if (value == NULL)
    lw_model_writer_leave_out (&self->base, kind, id,
                               follows ? N_ ("%s: its function of the motion cannot be kept")
                                       : N_ ("%s: its function of time cannot be kept"));
  return value;
}

char *
lw_modelica_dup_law (LwModelicaWriter *self,
                     const LwForce *spring,
                     const char *length,
                     const char *rate)
{
  char *law = dup_expression (self, spring->law, length, rate);

  if (law == NULL)
    lw_model_writer_leave_out (&self->base, MBD_ELEMENT_FORCE, spring->element.id,
                               N_ ("%s: a law of a spring cannot be kept"));
  return law;
}
