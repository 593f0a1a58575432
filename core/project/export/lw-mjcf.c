// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joints of the tree are zero at the start pose, where MuJoCo takes the shape of the mechanism from.
// Equality constraints are as stiff as its time step allows: solref is two steps.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-model-writer.h"
#include "lw-number.h"

#define STEP 1e-4 ///< s
#define SOLVER "solref=\"2e-4 1\" solimp=\"0.9999 0.9999 0.001 0.5 2\""
/// Mass and inertia of a wheel whose speed nothing changes.
#define CLOCK_MASS 1e9

typedef struct
{
  LwModelWriter base;
  GPtrArray *sites; ///< GStrings, by body: elements of the body; the last one is the world's
  GString *rates;   ///< velocities at the start, in the order of the joints
  GString *equality, *tendons, *clocks;
  GString *clock_rates;
  guint n_sites;
} Writer;

static void
append_rate (Writer *self, double rate)
{
  char number[LW_NUMBER_SIZE];

  g_string_append_printf (self->rates, "%s%s", self->rates->len > 0 ? " " : "",
                          lw_number_format (rate, number));
}

static const char *
get_name (const Writer *self, MbdElement kind, int id)
{
  return lw_model_writer_get_name (&self->base, kind, id);
}

// ---- bodies ---------------------------------------------------------------------------------

/// Appends a hinge or slide; its rate is that of the start.
static void
append_axis (Writer *self,
             GString *xml,
             const LwTreeBody *body,
             const LwTreeAxis *axis,
             const char *name,
             const char *range)
{
  double own[3], anchor[3], velocity[3], spin[3];

  lw_tree_body_to_own (body, body->anchor, anchor);
  lw_tree_body_to_own_axes (body, axis->axis, own);
  lw_model_tree_find_motion (self->base.tree, body, velocity, spin);
  g_string_append (xml, "<joint");
  if (name != NULL)
    lw_xml_append_name (xml, "name", name);
  lw_xml_append_numbers (xml, "pos", anchor, 3);
  if (axis->kind == LW_AXIS_BALL) {
    double rate[3];

    g_string_append (xml, " type=\"ball\"/>\n");
    lw_tree_body_to_own_axes (body, spin, rate);
    for (int i = 0; i < 3; i++)
      append_rate (self, rate[i]);
    return;
  }
  g_string_append (xml, axis->kind == LW_AXIS_SLIDE ? " type=\"slide\"" : " type=\"hinge\"");
  lw_xml_append_numbers (xml, "axis", own, 3);
  g_string_append_printf (xml, "%s/>\n", range);
  append_rate (self, lw_tree_axis_rate (axis, velocity, spin));
}

/// Appends the joint of a body in space that no joint connects to another.
static void
append_free (Writer *self, GString *xml, const LwTreeBody *body)
{
  double velocity[3], spin[3];

  g_string_append (xml, "<freejoint/>\n");
  lw_tree_body_find_velocity (body, body->position, velocity);
  lw_tree_body_to_own_axes (body, body->spin, spin);
  for (int i = 0; i < 6; i++)
    append_rate (self, i < 3 ? velocity[i] : spin[i - 3]);
}

/// Returns the range of a joint of the tree, from its stops, as an attribute.
static char *
dup_range (Writer *self, const LwTreeBody *body)
{
  g_autoptr (GString) range = g_string_new (NULL);
  double ends[2];

  lw_model_writer_find_range (&self->base, body, ends);
  if (!isfinite (ends[0]) && !isfinite (ends[1]))
    return g_strdup ("");
  for (int k = 0; k < 2; k++)
    ends[k] = isfinite (ends[k]) ? ends[k] : k == 0 ? -1e9 : 1e9;
  g_string_append (range, " limited=\"true\"");
  lw_xml_append_numbers (range, "range", ends, 2);
  return g_strdup (range->str);
}

static void
append_inertia (Writer *self, GString *xml, const LwTreeBody *body)
{
  double mass, inertia[6];

  lw_model_writer_find_mass (&self->base, body, &mass, inertia);
  g_string_append (xml, "<inertial");
  lw_xml_append_numbers (xml, "pos", body->body->def.centre_of_mass, 3);
  lw_xml_append_numbers (xml, "mass", &mass, 1);
  lw_xml_append_numbers (xml, "fullinertia", inertia, 6);
  g_string_append (xml, "/>\n");
}

/// Appends the shape; it touches nothing.
static void
append_shape (Writer *self, GString *xml, const LwTreeBody *body)
{
  g_autoptr (GArray) bars = lw_model_writer_dup_bars (&self->base, body);

  for (guint i = 0; i < bars->len; i++) {
    const LwModelBar *bar = &g_array_index (bars, LwModelBar, i);

    g_string_append (xml, "<geom type=\"cylinder\" contype=\"0\" conaffinity=\"0\"");
    lw_xml_append_numbers (xml, "fromto", bar->ends[0], 6);
    lw_xml_append_numbers (xml, "size", &bar->radius, 1);
    g_string_append (xml, "/>\n");
  }
}

static void
append_body (Writer *self, GString *xml, int index)
{
  const LwTreeBody *body = lw_model_tree_get (self->base.tree, index);
  const LwTreeBody *parent =
    body->parent >= 0 ? lw_model_tree_get (self->base.tree, body->parent) : NULL;
  const char *name = get_name (self, MBD_ELEMENT_BODY, body->body->element.id);
  double position[3], quaternion[4];

  memcpy (position, body->position, sizeof position);
  memcpy (quaternion, body->quaternion, sizeof quaternion);
  if (parent != NULL) {
    const double *p = parent->quaternion, *q = body->quaternion;

    lw_tree_body_to_own (parent, body->position, position);
    quaternion[0] = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
    quaternion[1] = p[0] * q[1] - p[1] * q[0] - p[2] * q[3] + p[3] * q[2];
    quaternion[2] = p[0] * q[2] + p[1] * q[3] - p[2] * q[0] - p[3] * q[1];
    quaternion[3] = p[0] * q[3] - p[1] * q[2] + p[2] * q[1] - p[3] * q[0];
  }
  g_string_append (xml, "<body");
  lw_xml_append_name (xml, "name", name);
  lw_xml_append_numbers (xml, "pos", position, 3);
  lw_xml_append_numbers (xml, "quat", quaternion, 4);
  g_string_append (xml, ">\n");
  if (body->joint == NULL && body->body->def.mobility == MBD_SPATIAL)
    append_free (self, xml, body);
  for (int i = 0; i < body->n_axes; i++) {
    const bool is_named = body->n_axes == 1 && body->joint != NULL;
    g_autofree char *range = is_named ? dup_range (self, body) : g_strdup ("");

    append_axis (self, xml, body, &body->axes[i],
                 is_named ? get_name (self, MBD_ELEMENT_COUPLING, body->joint->element.id) : NULL,
                 range);
  }
  if (body->body->def.mobility != MBD_FIXED)
    append_inertia (self, xml, body);
  append_shape (self, xml, body);
  g_string_append (xml, ((GString *) self->sites->pdata[index])->str);
  for (guint i = 0; i < self->base.tree->bodies->len; i++)
    if (lw_model_tree_get (self->base.tree, (int) i)->parent == index)
      append_body (self, xml, (int) i);
  g_string_append (xml, "</body>\n");
}

// ---- couplings and forces -------------------------------------------------------------------

/// Adds a site to a body. Returns its number.
static guint
add_site (Writer *self, int body, const double point[3])
{
  const int index = lw_model_tree_find (self->base.tree, body);
  GString *xml = self->sites->pdata[index >= 0 ? (guint) index : self->sites->len - 1];

  self->n_sites++;
  g_string_append_printf (xml, "<site name=\"site %u\"", self->n_sites);
  lw_xml_append_numbers (xml, "pos", point, 3);
  g_string_append (xml, "/>\n");
  return self->n_sites;
}

static void
add_connect (Writer *self, const LwCoupling *joint, double along_axis)
{
  const MbdCouplingDef *def = &joint->def;
  const bool on_ground = def->body_a == MBD_GROUND;
  const int body = on_ground ? def->body_b : def->body_a;
  const MbdFrame *frame = on_ground ? &def->frame_b : &def->frame_a;
  const double *q = frame->quaternion;
  const double axis[3] = { 2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]),
                           1 - 2 * (q[1] * q[1] + q[2] * q[2]) };
  const char *first = get_name (self, MBD_ELEMENT_BODY, body);
  double anchor[3];

  for (int i = 0; i < 3; i++)
    anchor[i] = frame->point[i] + along_axis * axis[i];
  g_string_append (self->equality, "<connect");
  lw_xml_append_name (self->equality, "body1", first);
  if (!on_ground && def->body_b != MBD_GROUND) {
    const char *second = get_name (self, MBD_ELEMENT_BODY, def->body_b);

    lw_xml_append_name (self->equality, "body2", second);
  }
  lw_xml_append_numbers (self->equality, "anchor", anchor, 3);
  g_string_append (self->equality, " " SOLVER "/>\n");
}

static void
add_closure (LwModelWriter *base, const LwCoupling *joint)
{
  Writer *self = (Writer *) base;
  bool with_axis;

  if (!lw_model_tree_can_close (self->base.tree, joint, &with_axis)) {
    lw_model_writer_leave_out (&self->base, MBD_ELEMENT_COUPLING, joint->element.id,
                               N_ ("%s: only pins and balls can close a loop"));
    return;
  }
  add_connect (self, joint, 0);
  if (with_axis)
    add_connect (self, joint, 1);
}

/// Adds a constraint between two joints of the tree: first = offset + ratio second.
static void
add_relation (Writer *self, const char *first, const char *second, double ratio)
{
  const double coefficients[5] = { 0, ratio, 0, 0, 0 };

  g_string_append (self->equality, "<joint");
  lw_xml_append_name (self->equality, "joint1", first);
  lw_xml_append_name (self->equality, "joint2", second);
  lw_xml_append_numbers (self->equality, "polycoef", coefficients, 5);
  g_string_append (self->equality, " " SOLVER "/>\n");
}

/// A constant speed is that of a wheel of enormous inertia, which the joint follows.
static void
add_drive (LwModelWriter *base, const LwCoupling *drive)
{
  Writer *self = (Writer *) base;
  const LwTreeBody *body = lw_model_tree_find_joint (self->base.tree, drive->joint[0]);
  static const double clock[3] = { CLOCK_MASS, CLOCK_MASS, CLOCK_MASS };
  const char *own = get_name (self, MBD_ELEMENT_COUPLING, drive->element.id);
  g_autofree char *wish = g_strconcat ("speed of ", own, NULL);
  g_autofree char *name = NULL, *hinge = NULL;
  const char *joint;
  char number[LW_NUMBER_SIZE];
  double speed;

  if (body == NULL || drive->def.level != MBD_LEVEL_VELOCITY || drive->function == NULL
      || drive->function->kind != LW_FUNCTION_CONSTANT || drive->def.compliant) {
    lw_model_writer_leave_out (&self->base, MBD_ELEMENT_COUPLING, drive->element.id,
                               N_ ("%s: only a constant speed of a joint of the tree is kept"));
    return;
  }
  if (isfinite (drive->def.effort_limit))
    lw_model_writer_leave_out (&self->base, MBD_ELEMENT_COUPLING, drive->element.id,
                               N_ ("%s: its effort is not limited here"));
  speed = g_array_index (drive->function->numbers, double, 0);
  name = lw_model_writer_dup_free_name (base, "body", wish);
  hinge = lw_model_writer_dup_free_name (base, "joint", wish);
  joint = get_name (self, MBD_ELEMENT_COUPLING, drive->joint[0]);
  g_string_append (self->clocks, "<body");
  lw_xml_append_name (self->clocks, "name", name);
  g_string_append (self->clocks, "><joint type=\"hinge\" axis=\"0 0 1\"");
  lw_xml_append_name (self->clocks, "name", hinge);
  g_string_append (self->clocks, "/><inertial pos=\"0 0 0\"");
  lw_xml_append_numbers (self->clocks, "mass", clock, 1);
  lw_xml_append_numbers (self->clocks, "diaginertia", clock, 3);
  g_string_append (self->clocks, "/></body>\n");
  g_string_append_printf (self->clock_rates, " %s", lw_number_format (speed, number));
  add_relation (self, joint, hinge, body->is_reversed ? -1 : 1);
}

static void
add_gear (LwModelWriter *base, const LwCoupling *gear)
{
  Writer *self = (Writer *) base;
  const LwTreeBody *bodies[2];
  double ratio;

  if (lw_model_writer_find_gear (base, gear, bodies, &ratio))
    add_relation (self, get_name (self, MBD_ELEMENT_COUPLING, gear->joint[1]),
                  get_name (self, MBD_ELEMENT_COUPLING, gear->joint[0]), ratio);
}

/// Begins a tendon between two points.
static void
begin_tendon (Writer *self, const char *name)
{
  g_string_append (self->tendons, "<spatial");
  lw_xml_append_name (self->tendons, "name", name);
}

static void
end_tendon (Writer *self, guint first, guint second)
{
  g_string_append_printf (
    self->tendons, "><site site=\"site %u\"/><site site=\"site %u\"/></spatial>\n", first, second);
}

static void
add_rod (LwModelWriter *base, const LwCoupling *rod)
{
  Writer *self = (Writer *) base;
  const MbdCouplingDef *def = &rod->def;
  const char *name = get_name (self, MBD_ELEMENT_COUPLING, rod->element.id);
  const bool pushes = lw_coupling_only_pushes (def);
  const double range[2] = { pushes ? def->length : 0, pushes ? 1e9 : def->length };
  const guint first = add_site (self, def->body_a, def->frame_a.point);
  const guint second = add_site (self, def->body_b, def->frame_b.point);

  if (rod->function != NULL)
    lw_model_writer_leave_out (&self->base, MBD_ELEMENT_COUPLING, rod->element.id,
                               N_ ("%s: its length is constant here"));
  begin_tendon (self, name);
  if (def->rod != MBD_ROD_BAR) {
    g_string_append (self->tendons, " limited=\"true\"");
    lw_xml_append_numbers (self->tendons, "range", range, 2);
  } else {
    g_string_append (self->equality, "<tendon");
    lw_xml_append_name (self->equality, "tendon1", name);
    g_string_append (self->equality, " " SOLVER "/>\n");
  }
  end_tendon (self, first, second);
}

static void
add_spring (LwModelWriter *base, const LwForce *spring)
{
  Writer *self = (Writer *) base;
  const MbdForceDef *def = &spring->def;
  const char *name = get_name (self, MBD_ELEMENT_FORCE, spring->element.id);
  guint first, second;

  if (spring->law != NULL) {
    lw_model_writer_leave_out (&self->base, MBD_ELEMENT_FORCE, spring->element.id,
                               N_ ("%s: a law of a spring cannot be kept"));
    return;
  }
  first = add_site (self, def->body_a, def->point_a);
  second = add_site (self, def->body_b, def->point_b);
  begin_tendon (self, name);
  lw_xml_append_numbers (self->tendons, "stiffness", &def->stiffness, 1);
  lw_xml_append_numbers (self->tendons, "damping", &def->damping, 1);
  lw_xml_append_numbers (self->tendons, "springlength", &def->free_length, 1);
  end_tendon (self, first, second);
}

static void
add_stops (LwModelWriter *base, const LwCoupling *limit)
{
  if (lw_model_tree_find_joint (base->tree, limit->joint[0]) == NULL)
    lw_model_writer_leave_out (base, MBD_ELEMENT_COUPLING, limit->element.id,
                               N_ ("%s: only stops of joints of the tree are kept"));
}

// ---- the file -------------------------------------------------------------------------------

static GString *
write_file (Writer *self)
{
  const LwMechanism *mechanism = self->base.source->mechanism;
  const char *title = lw_mechanism_get_title (mechanism);
  GString *xml = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  g_autoptr (GString) bodies = g_string_new (NULL);

  // The elements add sites to the bodies.
  lw_model_writer_add_elements (&self->base);
  for (guint i = 0; i < self->base.tree->bodies->len; i++)
    if (lw_model_tree_get (self->base.tree, (int) i)->parent < 0)
      append_body (self, bodies, (int) i);
  // Wheels that keep a speed are behind all bodies, and so are their rates.
  g_string_append (self->rates, self->clock_rates->str);
  g_string_append (xml, "<mujoco");
  lw_xml_append_name (xml, "model", *title != '\0' ? title : "mechanism");
  g_string_append (xml, ">\n");
  lw_xml_append_notes (xml, &self->base);
  g_string_append (xml, "<compiler angle=\"radian\" balanceinertia=\"true\"/>\n<option");
  lw_xml_append_numbers (xml, "timestep", &(double){ STEP }, 1);
  g_string_append (xml, " integrator=\"RK4\" tolerance=\"0\"");
  lw_xml_append_numbers (xml, "gravity", lw_mechanism_get_gravity (mechanism), 3);
  g_string_append_printf (xml, "/>\n<worldbody>\n%s%s%s</worldbody>\n", bodies->str,
                          ((GString *) self->sites->pdata[self->sites->len - 1])->str,
                          self->clocks->str);
  if (self->tendons->len > 0)
    g_string_append_printf (xml, "<tendon>\n%s</tendon>\n", self->tendons->str);
  if (self->equality->len > 0)
    g_string_append_printf (xml, "<equality>\n%s</equality>\n", self->equality->str);
  if (self->rates->len > 0)
    g_string_append_printf (xml, "<keyframe>\n<key name=\"start\" qvel=\"%s\"/>\n</keyframe>\n",
                            self->rates->str);
  g_string_append (xml, "</mujoco>\n");
  return xml;
}

static const LwModelFormat mjcf = {
  .name = "MJCF",
  .body_type = "body",
  .joint_type = "joint",
  .line_type = "tendon",
  .add_coupling = { [LW_FAMILY_DRIVE] = add_drive,
                    [LW_FAMILY_GEAR] = add_gear,
                    [LW_FAMILY_ROD] = add_rod,
                    [LW_FAMILY_LIMIT] = add_stops, },
  .add_force = { [LW_FAMILY_SPRING] = add_spring },
  .add_closure = add_closure,
};

static void
free_string_cb (void *string)
{
  g_string_free (string, TRUE);
}

GBytes *
lw_mjcf_write (const LwModelSource *source, GPtrArray *left_out, GError **error)
{
  g_autoptr (GPtrArray) sites = g_ptr_array_new_with_free_func (free_string_cb);
  g_autoptr (GString) rates = g_string_new (NULL), clock_rates = g_string_new (NULL);
  g_autoptr (GString) equality = g_string_new (NULL), tendons = g_string_new (NULL);
  g_autoptr (GString) clocks = g_string_new (NULL);
  Writer self = { .sites = sites,
                  .rates = rates,
                  .clock_rates = clock_rates,
                  .equality = equality,
                  .tendons = tendons,
                  .clocks = clocks };

  if (!lw_model_writer_init (&self.base, &mjcf, source, left_out, error))
    return NULL;
  for (guint i = 0; i <= self.base.tree->bodies->len; i++)
    g_ptr_array_add (sites, g_string_new (NULL));
  return lw_model_writer_finish (&self.base, write_file (&self), error);
}
