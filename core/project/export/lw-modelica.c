// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A model of the multibody library of the Modelica standard library, in one flat text. The frames of
// its bodies have the axes of the world at the start, where all joints are zero; so there are no
// rotations between frames, and every vector is one of the drawing. Loops are closed by joints: in
// the plane by the pin that leaves out the conditions which the plane fulfils already. Start values
// are fixed for as many coordinates as are independent, and are guesses for the others.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-modelica-private.h"
#include "lw-modelica-text.h"

#define ROTATIONAL "Modelica.Mechanics.Rotational."
#define TRANSLATIONAL "Modelica.Mechanics.Translational."

const char *
lw_modelica_get_name (const LwModelicaWriter *self, MbdElement kind, int id)
{
  return lw_model_writer_get_name (&self->base, kind, id);
}

char *
lw_modelica_dup_free_name (LwModelicaWriter *self, const char *first, const char *second)
{
  g_autofree char *wish = g_strdup_printf ("%s_%s", first, second);

  return lw_model_writer_dup_free_name (&self->base, self->base.format->body_type, wish);
}

void
lw_modelica_add_connection (LwModelicaWriter *self, const char *first, const char *second)
{
  g_string_append_printf (self->equations, "  connect(%s, %s);\n", first, second);
}

/// Ends a component with the name of its element as a comment.
void
lw_modelica_end_part (LwModelicaWriter *self, MbdElement kind, int id)
{
  g_autofree char *own = lw_model_writer_dup_own_name (&self->base, kind, id);

  lw_modelica_append_string (self->parts, own);
  g_string_append (self->parts, ";\n");
}

/// Returns the frame of a body; NULL: the world.
static char *
dup_frame (const LwModelicaWriter *self, const LwTreeBody *body)
{
  return body == NULL
           ? g_strdup ("world.frame_b")
           : g_strdup_printf (
             "%s.frame_a", lw_modelica_get_name (self, MBD_ELEMENT_BODY, body->body->element.id));
}

/// Returns the name of a frame at a place of a body, m, world at the start, after adding it.
char *
lw_modelica_dup_place (LwModelicaWriter *self,
                       int index,
                       const double place[3],
                       const char *element)
{
  const LwTreeBody *body = index >= 0 ? lw_model_tree_get (self->base.tree, index) : NULL;
  const char *owner =
    body != NULL ? lw_modelica_get_name (self, MBD_ELEMENT_BODY, body->body->element.id) : "ground";
  g_autofree char *frame = dup_frame (self, body);
  g_autofree char *name = lw_modelica_dup_free_name (self, owner, element);
  g_autofree char *start = g_strdup_printf ("%s.frame_a", name);
  double away[3];

  for (int i = 0; i < 3; i++)
    away[i] = place[i] - (body != NULL ? body->position[i] : 0);
  g_string_append_printf (self->parts,
                          "  " LW_MODELICA_MULTIBODY "Parts.FixedTranslation %s(r = ", name);
  lw_modelica_append_vector (self->parts, away);
  g_string_append (self->parts, ", animation = false);\n");
  lw_modelica_add_connection (self, frame, start);
  return g_strdup_printf ("%s.frame_b", name);
}

// ---- joints of the tree ---------------------------------------------------------------------

/// Appends a start value of a variable.
static void
append_start (GString *text, const char *variable, double value, bool is_fixed)
{
  g_string_append_printf (text, ", %s(start = ", variable);
  lw_modelica_append_number (text, value);
  g_string_append (text, is_fixed ? ", fixed = true)" : ")");
}

/// Returns true if the axes of a body from `first` on are independent in the conditions.
static bool
are_free (const LwTreeFreedoms *freedoms, int index, int first, int n)
{
  bool free = true;

  for (int i = 0; i < n; i++)
    free = free && lw_tree_freedoms_is_free (freedoms, index, first + i);
  return free;
}

static void
append_ball (LwModelicaWriter *self, int index, const char *name, int first, const double spin[3])
{
  g_string_append_printf (self->parts,
                          "  " LW_MODELICA_MULTIBODY "Joints.Spherical %s(w_rel_a_start = ", name);
  lw_modelica_append_vector (self->parts, spin);
  if (are_free (self->poses, index, first, 3))
    g_string_append (self->parts, ", angles_fixed = true");
  if (are_free (self->rates, index, first, 3))
    g_string_append (self->parts, ", w_rel_a_fixed = true, enforceStates = true");
  g_string_append_c (self->parts, ')');
}

static void
append_axis (LwModelicaWriter *self, int index, const char *name, int place, const LwTreeAxis *axis)
{
  static const struct
  {
    const char *type, *pose, *rate;
  } joints[] = {
    [LW_AXIS_SLIDE] = { "Prismatic", "s", "v" }, [LW_AXIS_HINGE] = { "Revolute", "phi", "w" }
  };
  const LwTreeBody *body = lw_model_tree_get (self->base.tree, index);
  double velocity[3], spin[3];

  lw_model_tree_find_motion (self->base.tree, body, velocity, spin);
  if (axis->kind == LW_AXIS_BALL) {
    append_ball (self, index, name, place, spin);
    return;
  }
  g_string_append_printf (
    self->parts, "  " LW_MODELICA_MULTIBODY "Joints.%s %s(n = ", joints[axis->kind].type, name);
  lw_modelica_append_vector (self->parts, axis->axis);
  if (self->has_flange[index])
    g_string_append (self->parts, ", useAxisFlange = true");
  append_start (self->parts, joints[axis->kind].pose, 0,
                lw_tree_freedoms_is_free (self->poses, index, place));
  append_start (self->parts, joints[axis->kind].rate, lw_tree_axis_rate (axis, velocity, spin),
                lw_tree_freedoms_is_free (self->rates, index, place));
  g_string_append_c (self->parts, ')');
}

/// Appends the joints from the parent to a body, one for each axis, and connects them.
static void
append_axes (LwModelicaWriter *self, int index)
{
  const LwTreeBody *body = lw_model_tree_get (self->base.tree, index);
  const char *own = lw_modelica_get_name (self, MBD_ELEMENT_BODY, body->body->element.id);
  const char *joint = body->joint != NULL
                        ? lw_modelica_get_name (self, MBD_ELEMENT_COUPLING, body->joint->element.id)
                        : "place";
  g_autofree char *from =
    lw_modelica_dup_place (self, body->parent, body->anchor, body->joint != NULL ? joint : own);
  g_autofree char *end = NULL;
  int place = 0;

  for (int i = 0; i < body->n_axes; i++) {
    g_autofree char *number = g_strdup_printf ("axis_%d", i + 1);
    g_autofree char *name =
      body->n_axes == 1 && body->joint != NULL
        ? g_strdup (joint)
        : lw_modelica_dup_free_name (self, body->joint != NULL ? joint : own, number);
    g_autofree char *start = g_strdup_printf ("%s.frame_a", name);

    append_axis (self, index, name, place, &body->axes[i]);
    if (body->joint != NULL)
      lw_modelica_end_part (self, MBD_ELEMENT_COUPLING, body->joint->element.id);
    else
      g_string_append (self->parts, ";\n");
    lw_modelica_add_connection (self, from, start);
    g_free (from);
    from = g_strdup_printf ("%s.frame_b", name);
    place += body->axes[i].kind == LW_AXIS_BALL ? 3 : 1;
  }
  end = lw_modelica_dup_place (self, index, body->anchor, joint);
  lw_modelica_add_connection (self, from, end);
}

/// Appends the joint of a body in space that no joint connects to another.
static void
append_free (LwModelicaWriter *self, int index)
{
  const LwTreeBody *body = lw_model_tree_get (self->base.tree, index);
  g_autofree char *frame = dup_frame (self, body);
  g_autofree char *name = lw_modelica_dup_free_name (
    self, lw_modelica_get_name (self, MBD_ELEMENT_BODY, body->body->element.id), "motion");
  g_autofree char *start = g_strdup_printf ("%s.frame_a", name);
  g_autofree char *end = g_strdup_printf ("%s.frame_b", name);
  const bool has_pose = are_free (self->poses, index, 0, 6);
  const bool has_rate = are_free (self->rates, index, 0, 6);
  double velocity[3];

  lw_tree_body_find_velocity (body, body->position, velocity);
  g_string_append_printf (self->parts,
                          "  " LW_MODELICA_MULTIBODY "Joints.FreeMotion %s(r_rel_a(start = ", name);
  lw_modelica_append_vector (self->parts, body->position);
  g_string_append (self->parts, has_pose ? ", each fixed = true), angles_fixed = true" : ")");
  g_string_append (self->parts, ", v_rel_a(start = ");
  lw_modelica_append_vector (self->parts, velocity);
  g_string_append (self->parts, has_rate ? ", each fixed = true), w_rel_a_fixed = true" : ")");
  g_string_append (self->parts, ", w_rel_a_start = ");
  lw_modelica_append_vector (self->parts, body->spin);
  g_string_append (self->parts, ");\n");
  lw_modelica_add_connection (self, "world.frame_b", start);
  lw_modelica_add_connection (self, end, frame);
}

static void
append_body (LwModelicaWriter *self, int index)
{
  static const struct
  {
    const char *name;
    int index;
  } parts[6] = { { "I_11", 0 }, { "I_22", 1 }, { "I_33", 2 },
                 { "I_21", 3 }, { "I_31", 4 }, { "I_32", 5 } };
  const LwTreeBody *body = lw_model_tree_get (self->base.tree, index);
  const char *name = lw_modelica_get_name (self, MBD_ELEMENT_BODY, body->body->element.id);
  double own[6], inertia[6], centre[3];

  lw_tree_body_find_inertia (body, own);
  lw_tree_body_turn_inertia (body, own, inertia);
  for (int i = 0; i < 3; i++)
    centre[i] = body->centre[i] - body->position[i];
  g_string_append_printf (self->parts, "  " LW_MODELICA_MULTIBODY "Parts.Body %s(m = ", name);
  lw_modelica_append_number (self->parts, body->body->def.mass);
  g_string_append (self->parts, ", r_CM = ");
  lw_modelica_append_vector (self->parts, centre);
  for (int i = 0; i < 6; i++) {
    g_string_append_printf (self->parts, ", %s = ", parts[i].name);
    lw_modelica_append_number (self->parts, inertia[parts[i].index]);
  }
  g_string_append_c (self->parts, ')');
  lw_modelica_end_part (self, MBD_ELEMENT_BODY, body->body->element.id);
  if (body->n_axes > 0 || body->joint != NULL)
    append_axes (self, index);
  else if (body->body->def.mobility == MBD_FIXED) {
    g_autofree char *place = lw_modelica_dup_place (self, -1, body->position, name);
    g_autofree char *frame = dup_frame (self, body);

    lw_modelica_add_connection (self, place, frame);
  } else
    append_free (self, index);
}

// ---- joints that close loops ----------------------------------------------------------------

static void
add_closure (LwModelWriter *base, const LwCoupling *joint)
{
  LwModelicaWriter *self = (LwModelicaWriter *) base;
  static const double globe[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
  const int a = lw_model_tree_find (base->tree, joint->def.body_a);
  const int b = lw_model_tree_find (base->tree, joint->def.body_b);
  const char *name = lw_modelica_get_name (self, MBD_ELEMENT_COUPLING, joint->element.id);
  const bool planar = lw_model_tree_is_planar (base->tree, joint);
  g_autofree char *frames[2] = { NULL };
  double place[3], axis[3];
  bool with_axis;

  if (!lw_model_tree_can_close (base->tree, joint, &with_axis)) {
    lw_model_writer_leave_out (base, MBD_ELEMENT_COUPLING, joint->element.id,
                               N_ ("%s: only pins and balls can close a loop"));
    return;
  }
  lw_model_tree_to_world (base->tree, a, joint->def.frame_a.point, place);
  lw_model_tree_find_axis (base->tree, joint, axis);
  g_string_append_printf (self->parts, "  " LW_MODELICA_MULTIBODY "Joints.%s %s",
                          planar      ? "RevolutePlanarLoopConstraint"
                          : with_axis ? "Revolute"
                                      : "Spherical",
                          name);
  if (planar || with_axis) {
    g_string_append (self->parts, "(n = ");
    lw_modelica_append_vector (self->parts, axis);
    g_string_append_c (self->parts, ')');
  }
  lw_modelica_end_part (self, MBD_ELEMENT_COUPLING, joint->element.id);
  frames[0] = lw_modelica_dup_place (self, a, place, name);
  frames[1] = lw_modelica_dup_place (self, b, place, name);
  for (int k = 0; k < 2; k++) {
    g_autofree char *frame = g_strdup_printf ("%s.frame_%c", name, 'a' + k);

    lw_modelica_add_connection (self, frames[k], frame);
    g_free (g_steal_pointer (&frames[k]));
  }
  for (int k = 0; k < (planar ? 2 : 3); k++) {
    lw_tree_freedoms_add_place (self->poses, a, b, place, globe[k]);
    lw_tree_freedoms_add_place (self->rates, a, b, place, globe[k]);
  }
  for (int k = 0; k < 3 && with_axis; k++) {
    const double across[3] = { axis[1] * globe[k][2] - axis[2] * globe[k][1],
                               axis[2] * globe[k][0] - axis[0] * globe[k][2],
                               axis[0] * globe[k][1] - axis[1] * globe[k][0] };

    lw_tree_freedoms_add_turn (self->poses, a, b, across);
    lw_tree_freedoms_add_turn (self->rates, a, b, across);
  }
}

// ---- drives, transmissions, rods ------------------------------------------------------------

/// Returns the flange of a joint of the tree with one axis.
static char *
dup_flange (LwModelicaWriter *self, const LwTreeBody *body)
{
  self->has_flange[lw_model_tree_find (self->base.tree, body->body->element.id)] = true;
  return g_strdup_printf (
    "%s.axis", lw_modelica_get_name (self, MBD_ELEMENT_COUPLING, body->joint->element.id));
}

/// Returns the value of a function at the start.
static double
get_start (const LwModelicaWriter *self, const LwFunction *function)
{
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  g_autofree char *reason = NULL;
  MbdFunction *compiled;
  double value = 0;

  for (guint i = 0; i < lw_mechanism_get_n_parameters (self->base.source->mechanism); i++)
    g_ptr_array_add (parameters,
                     (void *) lw_mechanism_get_parameter (self->base.source->mechanism, i));
  compiled = lw_function_compile (function, parameters, &reason);
  if (compiled != NULL)
    value = mbd_function_evaluate (compiled, 0).value;
  mbd_function_unref (compiled);
  return value;
}

static void
add_drive (LwModelWriter *base, const LwCoupling *drive)
{
  static const struct
  {
    const char *type, *input;
  } sources[2][2] = {
    { { ROTATIONAL "Sources.Position", "phi_ref" }, { ROTATIONAL "Sources.Speed", "w_ref" } },
    { { TRANSLATIONAL "Sources.Position", "s_ref" }, { TRANSLATIONAL "Sources.Speed", "v_ref" } }
  };
  LwModelicaWriter *self = (LwModelicaWriter *) base;
  const LwTreeBody *body = lw_model_tree_find_joint (base->tree, drive->joint[0]);
  const char *name = lw_modelica_get_name (self, MBD_ELEMENT_COUPLING, drive->element.id);
  const bool is_rate = drive->def.level == MBD_LEVEL_VELOCITY;
  g_autofree char *expression = NULL, *flange = NULL, *end = g_strdup_printf ("%s.flange", name);
  bool slides;
  int index;

  if (body == NULL || drive->function == NULL || drive->def.compliant
      || (!is_rate && drive->def.level != MBD_LEVEL_POSITION)) {
    lw_model_writer_leave_out (
      base, MBD_ELEMENT_COUPLING, drive->element.id,
      N_ ("%s: only a given place or speed of a joint of the tree is kept"));
    return;
  }
  expression =
    lw_modelica_dup_value (self, MBD_ELEMENT_COUPLING, drive->element.id, drive->function);
  if (expression == NULL)
    return;
  if (isfinite (drive->def.effort_limit))
    lw_model_writer_leave_out (base, MBD_ELEMENT_COUPLING, drive->element.id,
                               N_ ("%s: its effort is not limited here"));
  slides = body->axes[0].kind == LW_AXIS_SLIDE;
  index = lw_model_tree_find (base->tree, body->body->element.id);
  g_string_append_printf (self->parts, "  %s %s(exact = true)", sources[slides][is_rate].type,
                          name);
  lw_modelica_end_part (self, MBD_ELEMENT_COUPLING, drive->element.id);
  flange = dup_flange (self, body);
  lw_modelica_add_connection (self, end, flange);
  g_string_append_printf (self->equations, "  %s.%s = %s(%s", name, sources[slides][is_rate].input,
                          body->is_reversed ? "-" : "", expression);
  if (!is_rate) {
    // The joint is zero at the start.
    g_string_append (self->equations, " - (");
    lw_modelica_append_number (self->equations, get_start (self, drive->function));
    g_string_append_c (self->equations, ')');
    lw_tree_freedoms_add_ratio (self->poses, -1, index, 0);
  }
  g_string_append (self->equations, ");\n");
  lw_tree_freedoms_add_ratio (self->rates, -1, index, 0);
}

static void
add_gear (LwModelWriter *base, const LwCoupling *gear)
{
  LwModelicaWriter *self = (LwModelicaWriter *) base;
  const char *name = lw_modelica_get_name (self, MBD_ELEMENT_COUPLING, gear->element.id);
  const LwTreeBody *bodies[2];
  int slides[2], indices[2], turning;
  double ratio;

  if (!lw_model_writer_find_gear (base, gear, bodies, &ratio))
    return;
  for (int k = 0; k < 2; k++) {
    slides[k] = bodies[k]->axes[0].kind == LW_AXIS_SLIDE;
    indices[k] = lw_model_tree_find (base->tree, bodies[k]->body->element.id);
  }
  if ((slides[0] && slides[1]) || ratio == 0) {
    lw_model_writer_leave_out (base, MBD_ELEMENT_COUPLING, gear->element.id,
                               N_ ("%s: the library has no transmission between two slides"));
    return;
  }
  // Modelica: angle = ratio times the angle or path of the other flange.
  turning = slides[1] ? 0 : 1;
  g_string_append_printf (self->parts, "  " ROTATIONAL "Components.%s %s(ratio = ",
                          slides[0] || slides[1] ? "IdealGearR2T" : "IdealGear", name);
  lw_modelica_append_number (self->parts, turning == 1 ? ratio : 1 / ratio);
  g_string_append_c (self->parts, ')');
  lw_modelica_end_part (self, MBD_ELEMENT_COUPLING, gear->element.id);
  for (int k = 0; k < 2; k++) {
    const bool is_turning = k == turning;
    g_autofree char *flange = dup_flange (self, bodies[k]);
    g_autofree char *end =
      g_strdup_printf ("%s.%s", name,
                       slides[0] || slides[1] ? (is_turning ? "flangeR" : "flangeT")
                                              : (is_turning ? "flange_a" : "flange_b"));

    lw_modelica_add_connection (self, end, flange);
  }
  lw_tree_freedoms_add_ratio (self->poses, indices[0], indices[1], ratio);
  lw_tree_freedoms_add_ratio (self->rates, indices[0], indices[1], ratio);
}

/// Connects an element between two points, m, body frames.
void
lw_modelica_connect_points (LwModelicaWriter *self,
                            const char *name,
                            const int bodies[2],
                            double places[2][3])
{
  for (int k = 0; k < 2; k++) {
    g_autofree char *place = lw_modelica_dup_place (self, bodies[k], places[k], name);
    g_autofree char *frame = g_strdup_printf ("%s.frame_%c", name, 'a' + k);

    lw_modelica_add_connection (self, place, frame);
  }
}

static void
add_rod (LwModelWriter *base, const LwCoupling *rod)
{
  LwModelicaWriter *self = (LwModelicaWriter *) base;
  const MbdCouplingDef *def = &rod->def;
  const char *name = lw_modelica_get_name (self, MBD_ELEMENT_COUPLING, rod->element.id);
  const int bodies[2] = { lw_model_tree_find (base->tree, def->body_a),
                          lw_model_tree_find (base->tree, def->body_b) };
  double places[2][3];

  if (def->rod != MBD_ROD_BAR || rod->function != NULL) {
    lw_model_writer_leave_out (base, MBD_ELEMENT_COUPLING, rod->element.id,
                               N_ ("%s: only a bar of constant length is kept"));
    return;
  }
  lw_model_tree_to_world (base->tree, bodies[0], def->frame_a.point, places[0]);
  lw_model_tree_to_world (base->tree, bodies[1], def->frame_b.point, places[1]);
  g_string_append_printf (
    self->parts, "  " LW_MODELICA_MULTIBODY "Joints.SphericalSpherical %s(rodLength = ", name);
  lw_modelica_append_number (self->parts, def->length);
  g_string_append_c (self->parts, ')');
  lw_modelica_end_part (self, MBD_ELEMENT_COUPLING, rod->element.id);
  lw_modelica_connect_points (self, name, bodies, places);
  lw_tree_freedoms_add_distance (self->poses, bodies[0], bodies[1], places[0], places[1]);
  lw_tree_freedoms_add_distance (self->rates, bodies[0], bodies[1], places[0], places[1]);
}

// ---- the file -------------------------------------------------------------------------------

static const LwModelFormat modelica = {
  .name = "the library of Modelica",
  .dup_word = lw_modelica_dup_word,
  .body_type = "component",
  .joint_type = "component",
  .line_type = "component",
  .add_coupling = { [LW_FAMILY_DRIVE] = add_drive,
                    [LW_FAMILY_GEAR] = add_gear,
                    [LW_FAMILY_ROD] = add_rod },
  .add_force = { [LW_FAMILY_SPRING] = lw_modelica_add_spring,
                 [LW_FAMILY_LOAD] = lw_modelica_add_load },
  .add_closure = add_closure,
};

/// Names the parameters, and appends them.
static void
append_parameters (LwModelicaWriter *self, GString *text)
{
  const LwMechanism *mechanism = self->base.source->mechanism;

  for (guint i = 0; i < lw_mechanism_get_n_parameters (mechanism); i++) {
    const LwParameter *parameter = lw_mechanism_get_parameter (mechanism, i);
    char *word = lw_model_writer_dup_free_name (&self->base, "component", parameter->name);

    g_string_append_printf (text, "  parameter Real %s(unit =", word);
    lw_modelica_append_unit (text, parameter->unit != NULL ? parameter->unit : "1");
    g_string_append (text, ") = ");
    lw_modelica_append_number (text, parameter->value);
    lw_modelica_append_string (text,
                               parameter->note[0] != '\0' ? parameter->note : parameter->name);
    g_string_append (text, ";\n");
    g_hash_table_insert (self->words, g_strdup (parameter->name), word);
  }
  if (lw_mechanism_get_n_bindings (mechanism) > 0)
    lw_model_writer_note (&self->base,
                          N_ ("Fields with formulas have their values here, and follow "
                              "no parameter"));
}

static void
append_world (const LwModelicaWriter *self, GString *text)
{
  const double *gravity = lw_mechanism_get_gravity (self->base.source->mechanism);
  const double size = hypot (gravity[0], hypot (gravity[1], gravity[2]));
  const double down[3] = { size > 0 ? gravity[0] / size : 0, size > 0 ? gravity[1] / size : -1,
                           size > 0 ? gravity[2] / size : 0 };

  g_string_append (text, "  inner " LW_MODELICA_MULTIBODY "World world(g = ");
  lw_modelica_append_number (text, size);
  g_string_append (text, ", n = ");
  lw_modelica_append_vector (text, down);
  g_string_append (text, ");\n");
}

static void
append_comment (GString *text, const char *comment)
{
  g_autofree char *line = g_strdup (comment);

  g_strdelimit (line, "\r\n", ' ');
  g_string_append_printf (text, "  // %s\n", line);
}

/// Finds the start values that can be chosen.
static void
solve_start (LwModelicaWriter *self)
{
  const LwProgress progress = lw_model_writer_get_last_progress (&self->base);
  const LwProgress poses = lw_progress_step (&progress, 0, 0.5);
  const LwProgress rates = lw_progress_step (&progress, 0.5, 1);

  lw_tree_freedoms_solve (self->poses, &poses);
  lw_tree_freedoms_solve (self->rates, &rates);
}

static GString *
write_file (LwModelicaWriter *self)
{
  const LwModelSource *source = self->base.source;
  const char *title = lw_mechanism_get_title (source->mechanism);
  g_autofree char *name = lw_modelica_dup_word (*title != '\0' ? title : "Mechanism");
  g_autoptr (GString) head = g_string_new (NULL);
  GString *text = g_string_new (NULL);

  append_parameters (self, head);
  lw_model_writer_add_elements (&self->base);
  solve_start (self);
  for (guint i = 0; i < self->base.tree->bodies->len; i++)
    append_body (self, (int) i);
  g_string_append_printf (text, "model %s", name);
  lw_modelica_append_string (text, *title != '\0' ? title : "Mechanism");
  g_string_append_c (text, '\n');
  if (source->provenance != NULL)
    append_comment (text, source->provenance);
  for (guint i = 0; i < self->base.left_out->len; i++)
    append_comment (text, self->base.left_out->pdata[i]);
  append_world (self, text);
  g_string_append_printf (text, "%s%sequation\n%s  annotation(experiment(StopTime = ", head->str,
                          self->parts->str, self->equations->str);
  lw_modelica_append_number (text, source->settings.duration);
  g_string_append (text, ", Interval = ");
  lw_modelica_append_number (text, source->settings.interval);
  g_string_append_printf (
    text, ", Tolerance = 1e-8), uses(Modelica(version = \"4.0.0\")));\nend %s;\n", name);
  return text;
}

GBytes *
lw_modelica_write (const LwModelSource *source, GPtrArray *left_out, GError **error)
{
  g_autoptr (GString) parts = g_string_new (NULL), equations = g_string_new (NULL);
  g_autoptr (GHashTable) words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) quantities =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (LwTreeFreedoms) poses = NULL, rates = NULL;
  g_autofree bool *has_flange = NULL;
  LwModelicaWriter self = {
    .parts = parts, .equations = equations, .words = words, .quantities = quantities
  };

  if (!lw_model_writer_init (&self.base, &modelica, source, left_out, error))
    return NULL;
  self.poses = poses = lw_tree_freedoms_new (self.base.tree);
  self.rates = rates = lw_tree_freedoms_new (self.base.tree);
  self.has_flange = has_flange = g_new0 (bool, self.base.tree->bodies->len + 1);
  return lw_model_writer_finish (&self.base, write_file (&self), error);
}
