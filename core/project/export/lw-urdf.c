// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// URDF has trees only. The frames of its links are at the joints to the parents and have the axes of
// the world at the start, where all joints are zero; so no frame is turned against another one. A
// joint with several axes becomes several joints, with links of the least mass between them. A loop
// stays open, except that of a parallelogram: its joints follow one of them exactly.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-model-writer.h"
#include "lw-number.h"

/// URDF asks for limits of joints that have none.
#define NO_LIMIT 1e9
/// Mass and inertia of a link between the axes of a joint.
#define BETWEEN_MASS 1e-6
#define BETWEEN_INERTIA 1e-9
/// Share of the longest side by which a parallelogram may be inexact, as rounding makes it.
#define EXACT 1e-9

/// A joint of the tree with one axis moves by `factor` times the motion of the joint of the body
/// `leader`.
typedef struct
{
  int leader; ///< index of a body
  double factor;
} Follower;

typedef struct
{
  LwModelWriter base;
  Follower *followers; ///< by body
  GString *xml;
} Writer;

// ---- joints that follow others --------------------------------------------------------------

static int
index_of (const Writer *self, const LwTreeBody *body)
{
  return lw_model_tree_find (self->base.tree, body->body->element.id);
}

/// Lets the joint of one body move by `ratio` times the motion of that of another. Returns false if
/// that contradicts another relation.
static bool
relate (Writer *self, int follower, int body, double ratio)
{
  const Follower moving = self->followers[follower], known = self->followers[body];
  const int n = (int) self->base.tree->bodies->len;
  // follower = moving.factor q_m = ratio known.factor q_k. The joint nearer to the world leads.
  const bool swap = moving.leader < known.leader;
  const int loser = swap ? known.leader : moving.leader;
  const int winner = swap ? moving.leader : known.leader;
  const double factor =
    swap ? moving.factor / (ratio * known.factor) : ratio * known.factor / moving.factor;

  if (loser == winner)
    return fabs (moving.factor - ratio * known.factor) <= EXACT * fabs (moving.factor);
  for (int i = 0; i < n; i++)
    if (self->followers[i].leader == loser) {
      self->followers[i].leader = winner;
      self->followers[i].factor *= factor;
    }
  return true;
}

static void
add_gear (LwModelWriter *base, const LwCoupling *gear)
{
  Writer *self = (Writer *) base;
  const LwTreeBody *bodies[2];
  double ratio;

  if (lw_model_writer_find_gear (base, gear, bodies, &ratio)
      && !relate (self, index_of (self, bodies[1]), index_of (self, bodies[0]), ratio))
    lw_model_writer_leave_out (base, MBD_ELEMENT_COUPLING, gear->element.id,
                               N_ ("%s: another coupling relates these joints here"));
}

/// Follows the pins from a body to the world. Returns their number, -1 if there are other joints.
static int
follow_pins (const LwModelTree *tree, int from, int bodies[], int most)
{
  int n = 0;

  for (int i = from; i >= 0; i = lw_model_tree_get (tree, i)->parent) {
    const LwTreeBody *body = lw_model_tree_get (tree, i);

    if (n == most || body->joint == NULL || body->n_axes != 1
        || body->axes[0].kind != LW_AXIS_HINGE)
      return -1;
    bodies[n++] = i;
  }
  return n;
}

/// Finds the bodies of the tree whose joints form a loop of four pins with the closure. `sides`: how
/// many of them are on the side of its predecessor. The ends of both sides have the same parent.
static bool
find_loop (const Writer *self, const LwCoupling *closure, int loop[3], int *n_first)
{
  const LwModelTree *tree = self->base.tree;
  int sides[2][8], n[2];

  for (int k = 0; k < 2; k++) {
    const int id = k == 0 ? closure->def.body_a : closure->def.body_b;

    n[k] = follow_pins (tree, lw_model_tree_find (tree, id), sides[k], 8);
    if (n[k] < 0)
      return false;
  }
  while (n[0] > 0 && n[1] > 0 && sides[0][n[0] - 1] == sides[1][n[1] - 1]) {
    n[0]--;
    n[1]--;
  }
  if (n[0] + n[1] != 3)
    return false;
  // Around the loop, from the closure back to it.
  for (int i = 0; i < n[0]; i++)
    loop[i] = sides[0][i];
  for (int i = 0; i < n[1]; i++)
    loop[n[0] + i] = sides[1][n[1] - 1 - i];
  *n_first = n[0];
  return true;
}

static bool
are_parallel (const double a[3], const double b[3])
{
  return fabs (fabs (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) - 1) <= EXACT;
}

/// Returns true if four places, one after the other, are the corners of a parallelogram with an area.
static bool
are_parallelogram (double places[4][3])
{
  double size = 0, fault = 0, area[3];

  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;

    size =
      fmax (size, fmax (fabs (places[1][i] - places[0][i]), fabs (places[2][i] - places[1][i])));
    fault = fmax (fault, fabs (places[1][i] - places[0][i] - places[2][i] + places[3][i]));
    area[i] = (places[1][j] - places[0][j]) * (places[3][k] - places[0][k])
              - (places[1][k] - places[0][k]) * (places[3][j] - places[0][j]);
  }
  return fault <= EXACT * size && hypot (area[0], hypot (area[1], area[2])) > 1e-6 * size * size;
}

/// Relates the joints of a parallelogram of pins. Returns false if the loop is not a parallelogram.
static bool
relate_parallelogram (Writer *self, const LwCoupling *closure)
{
  const LwModelTree *tree = self->base.tree;
  // Corners: the closure, then the pins of the loop.
  double places[4][3];
  int loop[3], n_first;

  if (!find_loop (self, closure, loop, &n_first))
    return false;
  lw_model_tree_to_world (tree, lw_model_tree_find (tree, closure->def.body_a),
                          closure->def.frame_a.point, places[0]);
  for (int i = 0; i < 3; i++) {
    memcpy (places[i + 1], lw_model_tree_get (tree, loop[i])->anchor, sizeof places[0]);
    if (!are_parallel (lw_model_tree_get (tree, loop[i])->axes[0].axis,
                       lw_model_tree_get (tree, loop[0])->axes[0].axis))
      return false;
  }
  if (!are_parallelogram (places))
    return false;
  // Bodies after each corner turn by 0, angle, 0, angle, so that each pin turns by its neighbour's
  // angle, back. On the second side bodies follow their parents in the other direction.
  for (int i = 1; i < 3; i++) {
    const double *axis = lw_model_tree_get (tree, loop[i])->axes[0].axis;
    const double *first = lw_model_tree_get (tree, loop[0])->axes[0].axis;
    const double same = axis[0] * first[0] + axis[1] * first[1] + axis[2] * first[2] > 0 ? 1 : -1;
    const double side = (i < n_first) == (0 < n_first) ? 1 : -1;

    if (!relate (self, loop[i], loop[0], (i == 1 ? -1 : 1) * side * same))
      return false;
  }
  return true;
}

static void
add_closure (LwModelWriter *base, const LwCoupling *joint)
{
  if (!relate_parallelogram ((Writer *) base, joint))
    lw_model_writer_leave_out (base, MBD_ELEMENT_COUPLING, joint->element.id,
                               N_ ("%s: its loop is open here, URDF has trees only"));
}

static void
add_stops (LwModelWriter *base, const LwCoupling *limit)
{
  if (lw_model_tree_find_joint (base->tree, limit->joint[0]) == NULL)
    lw_model_writer_leave_out (base, MBD_ELEMENT_COUPLING, limit->element.id,
                               N_ ("%s: only stops of joints of the tree are kept"));
}

// ---- links ----------------------------------------------------------------------------------

static void
append_inertial (GString *xml, const double centre[3], double mass, const double inertia[6])
{
  static const struct
  {
    const char *name;
    int index;
  } parts[6] = {
    { "ixx", 0 }, { "ixy", 3 }, { "ixz", 4 }, { "iyy", 1 }, { "iyz", 5 }, { "izz", 2 }
  };

  g_string_append (xml, "  <inertial>\n    <origin");
  lw_xml_append_numbers (xml, "xyz", centre, 3);
  g_string_append (xml, " rpy=\"0 0 0\"/>\n    <mass");
  lw_xml_append_numbers (xml, "value", &mass, 1);
  g_string_append (xml, "/>\n    <inertia");
  for (int i = 0; i < 6; i++)
    lw_xml_append_numbers (xml, parts[i].name, &inertia[parts[i].index], 1);
  g_string_append (xml, "/>\n  </inertial>\n");
}

/// Returns the origin of the link of a body, world: its joint, if it has one.
static const double *
get_origin (const LwTreeBody *body)
{
  return body->joint != NULL || body->n_axes > 0 ? body->anchor : body->position;
}

/// Appends the shape; it touches nothing.
static void
append_shape (Writer *self, const LwTreeBody *body)
{
  g_autoptr (GArray) bars = lw_model_writer_dup_bars (&self->base, body);
  const int index = index_of (self, body);

  for (guint i = 0; i < bars->len; i++) {
    const LwModelBar *bar = &g_array_index (bars, LwModelBar, i);
    double ends[2][3], along[3], middle[3], turn[3] = { 0 }, length;

    for (int k = 0; k < 2; k++)
      lw_model_tree_to_world (self->base.tree, index, bar->ends[k], ends[k]);
    for (int k = 0; k < 3; k++) {
      along[k] = ends[1][k] - ends[0][k];
      middle[k] = 0.5 * (ends[0][k] + ends[1][k]) - get_origin (body)[k];
    }
    length = hypot (along[0], hypot (along[1], along[2]));
    // A cylinder lies along z: pitch turns it away from z, yaw into its direction.
    turn[1] = atan2 (hypot (along[0], along[1]), along[2]);
    turn[2] = atan2 (along[1], along[0]);
    g_string_append (self->xml, "  <visual>\n    <origin");
    lw_xml_append_numbers (self->xml, "xyz", middle, 3);
    lw_xml_append_numbers (self->xml, "rpy", turn, 3);
    g_string_append (self->xml, "/>\n    <geometry><cylinder");
    lw_xml_append_numbers (self->xml, "radius", &bar->radius, 1);
    lw_xml_append_numbers (self->xml, "length", &length, 1);
    g_string_append (self->xml, "/></geometry>\n  </visual>\n");
  }
}

static void
begin_link (Writer *self, const char *name)
{
  g_string_append (self->xml, "<link");
  lw_xml_append_name (self->xml, "name", name);
  g_string_append (self->xml, ">\n");
}

static void
append_link (Writer *self, const LwTreeBody *body, const char *name)
{
  double mass, own[6], inertia[6], centre[3];

  begin_link (self, name);
  if (body->body->def.mobility != MBD_FIXED) {
    lw_model_writer_find_mass (&self->base, body, &mass, own);
    lw_tree_body_turn_inertia (body, own, inertia);
    for (int i = 0; i < 3; i++)
      centre[i] = body->centre[i] - get_origin (body)[i];
    append_inertial (self->xml, centre, mass, inertia);
  }
  append_shape (self, body);
  g_string_append (self->xml, "</link>\n");
}

// ---- joints ---------------------------------------------------------------------------------

/// Appends a joint; `axis` is NULL for one that is fixed or floats.
static void
append_joint (Writer *self,
              const char *name,
              const char *type,
              const char *parent,
              const char *child,
              const double origin[3],
              const double *axis)
{
  GString *xml = self->xml;

  g_string_append (xml, "<joint");
  lw_xml_append_name (xml, "name", name);
  lw_xml_append_name (xml, "type", type);
  g_string_append (xml, ">\n  <parent");
  lw_xml_append_name (xml, "link", parent);
  g_string_append (xml, "/>\n  <child");
  lw_xml_append_name (xml, "link", child);
  g_string_append (xml, "/>\n  <origin");
  lw_xml_append_numbers (xml, "xyz", origin, 3);
  g_string_append (xml, " rpy=\"0 0 0\"/>\n");
  if (axis != NULL) {
    g_string_append (xml, "  <axis");
    lw_xml_append_numbers (xml, "xyz", axis, 3);
    g_string_append (xml, "/>\n");
  }
}

/// Appends limits and the joint that this one follows, and ends it.
static void
end_joint (Writer *self, const LwTreeBody *body, bool is_bounded, const double range[2])
{
  static const double none = NO_LIMIT;
  const int index = index_of (self, body);
  const Follower *follower = &self->followers[index];

  if (is_bounded) {
    const double ends[2] = { fmax (range[0], -NO_LIMIT), fmin (range[1], NO_LIMIT) };

    g_string_append (self->xml, "  <limit");
    lw_xml_append_numbers (self->xml, "lower", &ends[0], 1);
    lw_xml_append_numbers (self->xml, "upper", &ends[1], 1);
    lw_xml_append_numbers (self->xml, "effort", &none, 1);
    lw_xml_append_numbers (self->xml, "velocity", &none, 1);
    g_string_append (self->xml, "/>\n");
  }
  if (body->n_axes == 1 && follower->leader != index) {
    const LwCoupling *leader = lw_model_tree_get (self->base.tree, follower->leader)->joint;

    g_string_append (self->xml, "  <mimic");
    lw_xml_append_name (
      self->xml, "joint",
      lw_model_writer_get_name (&self->base, MBD_ELEMENT_COUPLING, leader->element.id));
    lw_xml_append_numbers (self->xml, "multiplier", &follower->factor, 1);
    g_string_append (self->xml, " offset=\"0\"/>\n");
  }
  g_string_append (self->xml, "</joint>\n");
}

/// Appends the joints from a link to a body, one for each axis, and the links between them.
static void
append_axes (Writer *self,
             const LwTreeBody *body,
             const char *name,
             const char *parent,
             const char *child,
             const double origin[3])
{
  static const double nowhere[3], least[6] = { BETWEEN_INERTIA, BETWEEN_INERTIA, BETWEEN_INERTIA };
  static const double globe[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
  const bool is_free = body->n_axes == 0 && body->joint == NULL;
  g_autoptr (GArray) axes = g_array_new (FALSE, FALSE, sizeof (LwTreeAxis));
  g_autofree char *from = g_strdup (parent);

  for (int i = 0; i < body->n_axes; i++) {
    if (body->axes[i].kind != LW_AXIS_BALL) {
      g_array_append_val (axes, body->axes[i]);
      continue;
    }
    // URDF has no ball: three hinges do the same up to a quarter turn of the second one.
    for (int k = 0; k < 3; k++) {
      LwTreeAxis hinge = { .kind = LW_AXIS_HINGE };

      memcpy (hinge.axis, globe[k], sizeof hinge.axis);
      g_array_append_val (axes, hinge);
    }
  }
  if (axes->len == 0) {
    append_joint (self, name, is_free ? "floating" : "fixed", from, child, origin, NULL);
    g_string_append (self->xml, "</joint>\n");
    return;
  }
  for (guint i = 0; i < axes->len; i++) {
    const LwTreeAxis *axis = &g_array_index (axes, LwTreeAxis, i);
    const bool is_last = i + 1 == axes->len, slides = axis->kind == LW_AXIS_SLIDE;
    g_autofree char *wish =
      axes->len == 1 ? g_strdup (name) : g_strdup_printf ("%s axis %u", name, i + 1);
    g_autofree char *own =
      axes->len == 1 ? g_strdup (name) : lw_model_writer_dup_free_name (&self->base, "joint", wish);
    g_autofree char *to =
      is_last ? g_strdup (child) : lw_model_writer_dup_free_name (&self->base, "link", wish);
    double range[2] = { -INFINITY, INFINITY };
    bool is_bounded;

    if (axes->len == 1 && body->joint != NULL)
      lw_model_writer_find_range (&self->base, body, range);
    is_bounded = slides || isfinite (range[0]) || isfinite (range[1]);
    if (!is_last) {
      begin_link (self, to);
      append_inertial (self->xml, nowhere, BETWEEN_MASS, least);
      g_string_append (self->xml, "</link>\n");
    }
    append_joint (self, own,
                  slides       ? "prismatic"
                  : is_bounded ? "revolute"
                               : "continuous",
                  from, to, i == 0 ? origin : nowhere, axis->axis);
    end_joint (self, body, is_bounded, range);
    g_free (from);
    from = g_strdup (to);
  }
}

static void
append_body (Writer *self, int index, const char *world)
{
  const LwTreeBody *body = lw_model_tree_get (self->base.tree, index);
  const LwTreeBody *above =
    body->parent >= 0 ? lw_model_tree_get (self->base.tree, body->parent) : NULL;
  const int id = body->body->element.id;
  const char *name = lw_model_writer_get_name (&self->base, MBD_ELEMENT_BODY, id);
  const char *parent = above != NULL ? lw_model_writer_get_name (&self->base, MBD_ELEMENT_BODY,
                                                                 above->body->element.id)
                                     : world;
  g_autofree char *joint =
    body->joint != NULL ? g_strdup (
      lw_model_writer_get_name (&self->base, MBD_ELEMENT_COUPLING, body->joint->element.id))
                        : lw_model_writer_dup_free_name (&self->base, "joint", name);
  double origin[3];

  for (int i = 0; i < 3; i++)
    origin[i] = get_origin (body)[i] - (above != NULL ? get_origin (above)[i] : 0);
  append_link (self, body, name);
  if (body->n_axes > 1 || (body->n_axes == 1 && body->axes[0].kind == LW_AXIS_BALL))
    lw_model_writer_leave_out (
      &self->base, MBD_ELEMENT_BODY, id,
      N_ ("%s: its joint has several axes here, with links of 1e-6 kg between"));
  append_axes (self, body, joint, parent, name, origin);
}

// ---- the file -------------------------------------------------------------------------------

static const LwModelFormat urdf = {
  .name = "URDF",
  .body_type = "link",
  .joint_type = "joint",
  .line_type = "line",
  .add_coupling = { [LW_FAMILY_GEAR] = add_gear, [LW_FAMILY_LIMIT] = add_stops },
  .add_closure = add_closure,
};

/// Adds a message about gravity, which is along -z by default in simulators, and one if there are
/// velocities at the start.
static void
note_run (Writer *self)
{
  const LwModelTree *tree = self->base.tree;
  const double *gravity = lw_mechanism_get_gravity (self->base.source->mechanism);
  char numbers[3][LW_NUMBER_SIZE];
  bool moves = false;

  for (int i = 0; i < 3; i++)
    lw_number_format (gravity[i], numbers[i]);
  // Translators: the three components of an acceleration
  lw_model_writer_note (&self->base,
                        N_ ("URDF has no gravity, set %s, %s, %s m/s^2 where it is used"),
                        numbers[0], numbers[1], numbers[2]);

  for (guint i = 0; i < tree->bodies->len; i++) {
    const LwTreeBody *body = lw_model_tree_get (tree, (int) i);

    for (int k = 0; k < 3; k++)
      moves = moves || body->velocity[k] != 0 || body->spin[k] != 0;
  }
  if (moves)
    lw_model_writer_note (&self->base,
                          N_ ("URDF has no velocities at the start, all joints rest here"));
}

GBytes *
lw_urdf_write (const LwModelSource *source, GPtrArray *left_out, GError **error)
{
  const char *title = lw_mechanism_get_title (source->mechanism);
  g_autoptr (GString) body = g_string_new (NULL);
  g_autofree Follower *followers = NULL;
  g_autofree char *world = NULL;
  Writer self = { .xml = body };
  GString *xml;

  if (!lw_model_writer_init (&self.base, &urdf, source, left_out, error))
    return NULL;
  followers = g_new (Follower, self.base.tree->bodies->len + 1);
  for (guint i = 0; i < self.base.tree->bodies->len; i++)
    followers[i] = (Follower){ (int) i, 1 };
  self.followers = followers;
  world = lw_model_writer_dup_free_name (&self.base, "link", "world");
  lw_model_writer_add_elements (&self.base);
  note_run (&self);
  begin_link (&self, world);
  g_string_append (body, "</link>\n");
  for (guint i = 0; i < self.base.tree->bodies->len; i++)
    append_body (&self, (int) i, world);
  xml = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot");
  lw_xml_append_name (xml, "name", *title != '\0' ? title : "mechanism");
  g_string_append (xml, ">\n");
  lw_xml_append_notes (xml, &self.base);
  g_string_append_printf (xml, "%s</robot>\n", body->str);
  return lw_model_writer_finish (&self.base, xml, error);
}
