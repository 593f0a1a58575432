// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Springs and loads of a Modelica model. A spring with a law is a pair of loads along the line between
// its points, since the library has no line force of an expression.

#include <glib/gi18n.h>

#include "lw-modelica-private.h"
#include "lw-modelica-text.h"

// ---- springs --------------------------------------------------------------------------------

/// Adds the parameters of a linear spring.
static void
add_linear (LwModelicaWriter *self, const LwForce *spring, const int bodies[2], double places[2][3])
{
  const MbdForceDef *def = &spring->def;
  const char *name = lw_modelica_get_name (self, MBD_ELEMENT_FORCE, spring->element.id);
  const struct
  {
    const char *name;
    double value;
  } numbers[] = { { "c", def->stiffness },
                  { "d", def->damping },
                  { "s_unstretched", def->free_length } };

  g_string_append_printf (self->parts, "  " LW_MODELICA_MULTIBODY "Forces.SpringDamperParallel %s(",
                          name);
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++) {
    g_string_append_printf (self->parts, "%s%s = ", i > 0 ? ", " : "", numbers[i].name);
    lw_modelica_append_number (self->parts, numbers[i].value);
  }
  g_string_append_c (self->parts, ')');
  lw_modelica_end_part (self, MBD_ELEMENT_FORCE, spring->element.id);
  lw_modelica_connect_points (self, name, bodies, places);
}

/// Adds a spring with a law: tension T on the line r from its first point to its second one.
static void
add_law (LwModelicaWriter *self, const LwForce *spring, const int bodies[2], double places[2][3])
{
  const char *name = lw_modelica_get_name (self, MBD_ELEMENT_FORCE, spring->element.id);
  g_autofree char *line = lw_modelica_dup_free_name (self, name, "line");
  g_autofree char *length = lw_modelica_dup_free_name (self, name, "length");
  g_autofree char *rate = lw_modelica_dup_free_name (self, name, "rate");
  g_autofree char *tension = lw_modelica_dup_free_name (self, name, "tension");
  g_autofree char *law = lw_modelica_dup_law (self, spring, length, rate);
  g_autofree char *frames[2] = { NULL };

  if (law == NULL)
    return;
  for (int k = 0; k < 2; k++) {
    g_autofree char *end = g_strdup_printf ("end_%d", k + 1);
    g_autofree char *force = lw_modelica_dup_free_name (self, name, end);
    g_autofree char *flange = g_strdup_printf ("%s.frame_b", force);
    g_autofree char *place = lw_modelica_dup_place (self, bodies[k], places[k], name);

    g_string_append_printf (
      self->parts, "  " LW_MODELICA_MULTIBODY "Forces.WorldForce %s(animation = false)", force);
    lw_modelica_end_part (self, MBD_ELEMENT_FORCE, spring->element.id);
    lw_modelica_add_connection (self, flange, place);
    g_string_append_printf (self->equations, "  %s.force = %s%s*%s/%s;\n", force, k == 0 ? "" : "-",
                            tension, line, length);
    frames[k] = g_steal_pointer (&place);
  }
  g_string_append_printf (self->parts,
                          "  Real %s[3](each unit = \"m\");\n  Real %s(unit = \"m\");\n"
                          "  Real %s(unit = \"m/s\");\n  Real %s(unit = \"N\");\n",
                          line, length, rate, tension);
  g_string_append_printf (self->equations,
                          "  %s = %s.r_0 - %s.r_0;\n  %s = sqrt(%s*%s);\n  %s = der(%s);\n"
                          "  %s = %s;\n",
                          line, frames[1], frames[0], length, line, line, rate, length, tension,
                          law);
  g_free (frames[0]);
  g_free (frames[1]);
  frames[0] = frames[1] = NULL;
}

void
lw_modelica_add_spring (LwModelWriter *base, const LwForce *spring)
{
  LwModelicaWriter *self = (LwModelicaWriter *) base;
  const MbdForceDef *def = &spring->def;
  const int bodies[2] = { lw_model_tree_find (base->tree, def->body_a),
                          lw_model_tree_find (base->tree, def->body_b) };
  double places[2][3];

  lw_model_tree_to_world (base->tree, bodies[0], def->point_a, places[0]);
  lw_model_tree_to_world (base->tree, bodies[1], def->point_b, places[1]);
  if (spring->law != NULL)
    add_law (self, spring, bodies, places);
  else
    add_linear (self, spring, bodies, places);
}

// ---- loads ----------------------------------------------------------------------------------

/// Appends the rotation from the body at the start to the world, for a load that turns with it: the
/// frames of the model have the axes of the world at the start.
static void
append_rotation (GString *text, const LwTreeBody *body)
{
  for (int i = 0; i < 3; i++) {
    g_string_append (text, i == 0 ? "{" : ", ");
    lw_modelica_append_vector (text, body->rotation[i]);
  }
  g_string_append (text, "}*");
}

/// Appends the values of three components of a load, the first of which has this number.
static bool
append_load (LwModelicaWriter *self,
             GString *text,
             const LwForce *load,
             int first,
             const double values[3])
{
  for (int i = 0; i < 3; i++) {
    const LwFunction *function = load->functions[first + i];
    g_autofree char *expression =
      function != NULL ? lw_modelica_dup_value (self, MBD_ELEMENT_FORCE, load->element.id, function)
                       : NULL;

    g_string_append (text, i == 0 ? "{" : ", ");
    if (function != NULL && expression == NULL)
      return false;
    if (function != NULL)
      g_string_append (text, expression);
    else
      lw_modelica_append_number (text, values[i]);
  }
  g_string_append_c (text, '}');
  return true;
}

void
lw_modelica_add_load (LwModelWriter *base, const LwForce *load)
{
  LwModelicaWriter *self = (LwModelicaWriter *) base;
  const MbdForceDef *def = &load->def;
  const int body = lw_model_tree_find (base->tree, def->body_b);
  const char *name = lw_modelica_get_name (self, MBD_ELEMENT_FORCE, load->element.id);
  static const char *const inputs[] = { "force", "torque" };
  const double *constants[] = { def->force, def->torque };
  g_autoptr (GString) values = g_string_new (NULL);
  g_autofree char *frame = g_strdup_printf ("%s.frame_b", name), *place = NULL;
  double at[3];

  if (body < 0) {
    lw_model_writer_leave_out (base, MBD_ELEMENT_FORCE, load->element.id,
                               N_ ("%s: a load on the ground moves nothing"));
    return;
  }
  for (int i = 0; i < 2; i++) {
    g_string_append_printf (values, "  %s.%s = ", name, inputs[i]);
    if (def->follows_body)
      append_rotation (values, lw_model_tree_get (base->tree, body));
    if (!append_load (self, values, load, 3 * i, constants[i]))
      return;
    g_string_append (values, ";\n");
  }
  g_string_append_printf (
    self->parts, "  " LW_MODELICA_MULTIBODY "Forces.WorldForceAndTorque %s(animation = false%s)",
    name,
    def->follows_body ? ", resolveInFrame = " LW_MODELICA_MULTIBODY "Types.ResolveInFrameB.frame_b"
                      : "");
  lw_modelica_end_part (self, MBD_ELEMENT_FORCE, load->element.id);
  lw_model_tree_to_world (base->tree, body, def->point_b, at);
  place = lw_modelica_dup_place (self, body, at, name);
  lw_modelica_add_connection (self, frame, place);
  g_string_append (self->equations, values->str);
}
