// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joints of the tree are zero at the start pose, where MuJoCo takes the shape of the mechanism from.
// Equality constraints are as stiff as its time step allows: solref is two steps.

#include <math.h>
#include <string.h>

#include "lw-family.h"
#include "lw-model-files.h"
#include "lw-model-tree.h"
#include "lw-number.h"

#define STEP 1e-4 ///< s
#define SOLVER "solref=\"2e-4 1\" solimp=\"0.9999 0.9999 0.001 0.5 2\""
/// MuJoCo has no bodies without mass.
#define LEAST_MASS 1e-6
#define LEAST_INERTIA 1e-9
/// Mass and inertia of a wheel whose speed nothing changes.
#define CLOCK_MASS 1e9

typedef struct
{
  const LwModelSource *source;
  LwModelTree *tree;
  GPtrArray *left_out;
  GPtrArray *sites; ///< GStrings, by body: elements of the body; the last one is the world's
  GString *rates;   ///< velocities at the start, in the order of the joints
  GString *equality, *tendons, *clocks;
  GString *clock_rates;
  guint n_sites;
  GHashTable *names; ///< "kind id" -> name in the file
  GHashTable *taken; ///< "type name" of the names in the file
} Writer;

// ---- text -----------------------------------------------------------------------------------

static void
append_numbers (GString *xml, const char *name, const double *values, int n)
{
  g_string_append_printf (xml, " %s=\"", name);
  for (int i = 0; i < n; i++) {
    char number[LW_NUMBER_SIZE];

    g_string_append_printf (xml, "%s%s", i > 0 ? " " : "", lw_number_format (values[i], number));
  }
  g_string_append_c (xml, '"');
}

static void
append_name (GString *xml, const char *attribute, const char *name)
{
  g_autofree char *escaped = g_markup_escape_text (name, -1);

  g_string_append_printf (xml, " %s=\"%s\"", attribute, escaped);
}

/// Returns the name of an element in messages, "Pin 3" if it has none.
static char *
dup_own_name (const Writer *self, MbdElement kind, int id)
{
  const LwMechanism *mechanism = self->source->mechanism;
  const LwBody *body = kind == MBD_ELEMENT_BODY ? lw_mechanism_find_body (mechanism, id) : NULL;
  const LwCoupling *coupling =
    kind == MBD_ELEMENT_COUPLING ? lw_mechanism_find_coupling (mechanism, id) : NULL;
  const LwForce *force = kind == MBD_ELEMENT_FORCE ? lw_mechanism_find_force (mechanism, id) : NULL;
  const char *name = body != NULL       ? body->element.name
                     : coupling != NULL ? coupling->element.name
                     : force != NULL    ? force->element.name
                                        : NULL;

  return name != NULL ? g_strdup (name) : lw_mechanism_dup_element_name (mechanism, kind, id);
}

/// Returns a name that no other element with a name of this type in the file has.
static char *
dup_free_name (Writer *self, const char *type, const char *name)
{
  g_autofree char *key = g_strdup_printf ("%s %s", type, name);
  char *found = g_strdup (name);

  for (guint i = 2; g_hash_table_contains (self->taken, key); i++) {
    g_free (found);
    g_free (key);
    found = g_strdup_printf ("%s %u", name, i);
    key = g_strdup_printf ("%s %s", type, found);
  }
  g_hash_table_add (self->taken, g_steal_pointer (&key));
  return found;
}

/// Names an element in the file: bodies, joints and tendons, each type for itself.
static void
name_element (Writer *self, MbdElement kind, int id, const char *type)
{
  g_autofree char *own = dup_own_name (self, kind, id);

  g_hash_table_insert (self->names, g_strdup_printf ("%d %d", (int) kind, id),
                       dup_free_name (self, type, own));
}

/// Names elements that have names first: these are kept as far as possible.
static void
name_elements (Writer *self)
{
  static const bool tendons[LW_FAMILIES] = { [LW_FAMILY_ROD] = true };
  const LwMechanism *mechanism = self->source->mechanism;

  for (int named = 1; named >= 0; named--) {
    for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
      const LwElement *element = &lw_mechanism_get_body (mechanism, i)->element;

      if ((element->name != NULL) == named)
        name_element (self, MBD_ELEMENT_BODY, element->id, "body");
    }
    for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
      const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
      const LwFamily *family = lw_family_of (coupling->def.class_);
      const bool is_tendon = family->id < LW_FAMILIES && tendons[family->id];

      if ((coupling->element.name != NULL) == named)
        name_element (self, MBD_ELEMENT_COUPLING, coupling->element.id,
                      is_tendon ? "tendon" : "joint");
    }
    for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
      const LwElement *element = &lw_mechanism_get_force (mechanism, i)->element;

      if ((element->name != NULL) == named)
        name_element (self, MBD_ELEMENT_FORCE, element->id, "tendon");
    }
  }
}

/// Returns the name of an element in the file.
static char *
dup_name (const Writer *self, MbdElement kind, int id)
{
  g_autofree char *key = g_strdup_printf ("%d %d", (int) kind, id);

  return g_strdup (g_hash_table_lookup (self->names, key));
}

static void
leave_out (Writer *self, MbdElement kind, int id, const char *reason)
{
  g_autofree char *name = dup_own_name (self, kind, id);

  g_ptr_array_add (self->left_out, g_strdup_printf ("%s: %s", name, reason));
}

static void
append_rate (Writer *self, double rate)
{
  char number[LW_NUMBER_SIZE];

  g_string_append_printf (self->rates, "%s%s", self->rates->len > 0 ? " " : "",
                          lw_number_format (rate, number));
}

// ---- vectors --------------------------------------------------------------------------------

/// Turns a vector of the world into the axes of a body.
static void
to_body_axes (const LwTreeBody *body, const double world[3], double own[3])
{
  for (int i = 0; i < 3; i++)
    own[i] = body->rotation[0][i] * world[0] + body->rotation[1][i] * world[1]
             + body->rotation[2][i] * world[2];
}

static void
to_body (const LwTreeBody *body, const double world[3], double own[3])
{
  const double away[3] = { world[0] - body->position[0], world[1] - body->position[1],
                           world[2] - body->position[2] };

  to_body_axes (body, away, own);
}

static double
dot (const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Returns the velocity of a point of a body; NULL: the ground.
static void
find_velocity (const LwTreeBody *body, const double point[3], double velocity[3])
{
  double arm[3];

  memset (velocity, 0, 3 * sizeof *velocity);
  if (body == NULL)
    return;
  for (int i = 0; i < 3; i++)
    arm[i] = point[i] - body->centre[i];
  for (int i = 0; i < 3; i++)
    velocity[i] = body->velocity[i] + body->spin[(i + 1) % 3] * arm[(i + 2) % 3]
                  - body->spin[(i + 2) % 3] * arm[(i + 1) % 3];
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
  const LwTreeBody *parent =
    body->parent >= 0 ? lw_model_tree_get (self->tree, body->parent) : NULL;
  const bool slides = axis->kind == LW_AXIS_SLIDE;
  double own[3], anchor[3], here[3], there[3], spin[3];

  to_body (body, body->anchor, anchor);
  to_body_axes (body, axis->axis, own);
  find_velocity (body, body->anchor, here);
  find_velocity (parent, body->anchor, there);
  for (int i = 0; i < 3; i++) {
    here[i] -= there[i];
    spin[i] = body->spin[i] - (parent != NULL ? parent->spin[i] : 0);
  }
  g_string_append (xml, "<joint");
  if (name != NULL)
    append_name (xml, "name", name);
  append_numbers (xml, "pos", anchor, 3);
  if (axis->kind == LW_AXIS_BALL) {
    double rate[3];

    g_string_append (xml, " type=\"ball\"/>\n");
    to_body_axes (body, spin, rate);
    for (int i = 0; i < 3; i++)
      append_rate (self, rate[i]);
    return;
  }
  g_string_append (xml, slides ? " type=\"slide\"" : " type=\"hinge\"");
  append_numbers (xml, "axis", own, 3);
  g_string_append_printf (xml, "%s/>\n", range);
  append_rate (self, dot (slides ? here : spin, axis->axis));
}

/// Appends the joints of a body that no joint connects to another.
static void
append_free (Writer *self, GString *xml, const LwTreeBody *body)
{
  LwTreeBody moved = *body;

  if (body->body->def.mobility == MBD_PLANAR) {
    memcpy (moved.anchor, body->position, sizeof moved.anchor);
    for (int i = 0; i < 3; i++) {
      LwTreeAxis axis = { i < 2 ? LW_AXIS_SLIDE : LW_AXIS_HINGE, { 0 } };

      axis.axis[i] = 1;
      append_axis (self, xml, &moved, &axis, NULL, "");
    }
    return;
  }
  if (body->body->def.mobility == MBD_SPATIAL) {
    double velocity[3], spin[3];

    g_string_append (xml, "<freejoint/>\n");
    find_velocity (body, body->position, velocity);
    to_body_axes (body, body->spin, spin);
    for (int i = 0; i < 6; i++)
      append_rate (self, i < 3 ? velocity[i] : spin[i - 3]);
  }
}

/// Returns the range of a joint of the tree, from its stops, as an attribute.
static char *
dup_range (Writer *self, const LwTreeBody *body)
{
  const LwMechanism *mechanism = self->source->mechanism;
  const double sign = body->is_reversed ? -1 : 1;

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *limit = lw_mechanism_get_coupling (mechanism, i);
    g_autoptr (GString) range = NULL;
    double start, ends[2];

    if (!lw_family_of (limit->def.class_)->has_stops || !limit->def.enabled || body->n_axes != 1
        || limit->joint[0] != body->joint->element.id
        || !lw_mechanism_get_start_coordinate (mechanism, limit, 0, &start))
      continue;
    ends[0] = sign > 0 ? limit->def.lower - start : start - limit->def.upper;
    ends[1] = sign > 0 ? limit->def.upper - start : start - limit->def.lower;
    for (int k = 0; k < 2; k++)
      ends[k] = isfinite (ends[k]) ? ends[k] : k == 0 ? -1e9 : 1e9;
    range = g_string_new (" limited=\"true\"");
    append_numbers (range, "range", ends, 2);
    return g_strdup (range->str);
  }
  return g_strdup ("");
}

static void
append_inertia (Writer *self, GString *xml, const LwTreeBody *body)
{
  const MbdBodyDef *def = &body->body->def;
  const bool planar = def->mobility == MBD_PLANAR;
  const double mass = fmax (def->mass, LEAST_MASS);
  bool is_raised = false;
  double inertia[6];

  memcpy (inertia, def->inertia, sizeof inertia);
  // In the plane only the inertia about z matters; equal ones are allowed by the program.
  if (planar) {
    inertia[0] = inertia[1] = inertia[2];
    inertia[3] = inertia[4] = inertia[5] = 0;
  }
  for (int i = 0; i < 3; i++)
    if (!(inertia[i] >= LEAST_INERTIA)) {
      inertia[i] = LEAST_INERTIA;
      is_raised = true;
    }
  if (def->mass < LEAST_MASS)
    leave_out (self, MBD_ELEMENT_BODY, def->id, "a body needs a mass here, it has 1e-6 kg");
  if (is_raised)
    leave_out (self, MBD_ELEMENT_BODY, def->id,
               "a body needs inertias here, it has at least 1e-9 kg m^2");
  g_string_append (xml, "<inertial");
  append_numbers (xml, "pos", def->centre_of_mass, 3);
  append_numbers (xml, "mass", &mass, 1);
  append_numbers (xml, "fullinertia", inertia, 6);
  g_string_append (xml, "/>\n");
}

/// Appends capsules along a link.
static void
append_shape (Writer *self, GString *xml, const LwTreeBody *body)
{
  g_autoptr (GPtrArray) all = lw_mechanism_dup_all_link_points (self->source->mechanism);
  const GArray *points = NULL;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (self->source->mechanism); i++)
    if (lw_mechanism_get_body (self->source->mechanism, i) == body->body)
      points = all->pdata[i];
  for (guint k = 1; points != NULL && k < points->len / 3; k++) {
    const double *first = &g_array_index (points, double, 0);
    double ends[6], radius;

    memcpy (ends, first, 3 * sizeof *ends);
    memcpy (&ends[3], &first[3 * k], 3 * sizeof *ends);
    radius = 0.05 * hypot (ends[3] - ends[0], hypot (ends[4] - ends[1], ends[5] - ends[2]));
    if (!(radius > 0))
      continue;
    g_string_append (xml, "<geom type=\"capsule\" contype=\"0\" conaffinity=\"0\"");
    append_numbers (xml, "fromto", ends, 6);
    append_numbers (xml, "size", &radius, 1);
    g_string_append (xml, "/>\n");
  }
}

static void
append_body (Writer *self, GString *xml, int index)
{
  const LwTreeBody *body = lw_model_tree_get (self->tree, index);
  const LwTreeBody *parent =
    body->parent >= 0 ? lw_model_tree_get (self->tree, body->parent) : NULL;
  g_autofree char *name = dup_name (self, MBD_ELEMENT_BODY, body->body->element.id);
  double position[3], quaternion[4];

  memcpy (position, body->position, sizeof position);
  memcpy (quaternion, body->quaternion, sizeof quaternion);
  if (parent != NULL) {
    const double *p = parent->quaternion, *q = body->quaternion;

    to_body (parent, body->position, position);
    quaternion[0] = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
    quaternion[1] = p[0] * q[1] - p[1] * q[0] - p[2] * q[3] + p[3] * q[2];
    quaternion[2] = p[0] * q[2] + p[1] * q[3] - p[2] * q[0] - p[3] * q[1];
    quaternion[3] = p[0] * q[3] - p[1] * q[2] + p[2] * q[1] - p[3] * q[0];
  }
  g_string_append (xml, "<body");
  append_name (xml, "name", name);
  append_numbers (xml, "pos", position, 3);
  append_numbers (xml, "quat", quaternion, 4);
  g_string_append (xml, ">\n");
  if (body->joint == NULL)
    append_free (self, xml, body);
  for (int i = 0; i < body->n_axes; i++) {
    g_autofree char *joint = dup_name (self, MBD_ELEMENT_COUPLING, body->joint->element.id);
    g_autofree char *range = dup_range (self, body);

    append_axis (self, xml, body, &body->axes[i], body->n_axes == 1 ? joint : NULL, range);
  }
  if (body->body->def.mobility != MBD_FIXED)
    append_inertia (self, xml, body);
  append_shape (self, xml, body);
  g_string_append (xml, ((GString *) self->sites->pdata[index])->str);
  for (guint i = 0; i < self->tree->bodies->len; i++)
    if (lw_model_tree_get (self->tree, (int) i)->parent == index)
      append_body (self, xml, (int) i);
  g_string_append (xml, "</body>\n");
}

// ---- couplings and forces -------------------------------------------------------------------

/// Adds a site to a body. Returns its number.
static guint
add_site (Writer *self, int body, const double point[3])
{
  const int index = lw_model_tree_find (self->tree, body);
  GString *xml = self->sites->pdata[index >= 0 ? (guint) index : self->sites->len - 1];

  self->n_sites++;
  g_string_append_printf (xml, "<site name=\"site %u\"", self->n_sites);
  append_numbers (xml, "pos", point, 3);
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
  g_autofree char *first = dup_name (self, MBD_ELEMENT_BODY, body);
  double anchor[3];

  for (int i = 0; i < 3; i++)
    anchor[i] = frame->point[i] + along_axis * axis[i];
  g_string_append (self->equality, "<connect");
  append_name (self->equality, "body1", first);
  if (!on_ground && def->body_b != MBD_GROUND) {
    g_autofree char *second = dup_name (self, MBD_ELEMENT_BODY, def->body_b);

    append_name (self->equality, "body2", second);
  }
  append_numbers (self->equality, "anchor", anchor, 3);
  g_string_append (self->equality, " " SOLVER "/>\n");
}

static void
add_closure (Writer *self, const LwCoupling *joint)
{
  bool with_axis;

  if (!lw_model_tree_can_close (self->tree, joint, &with_axis)) {
    leave_out (self, MBD_ELEMENT_COUPLING, joint->element.id,
               "only pins and balls can close a loop");
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
  append_name (self->equality, "joint1", first);
  append_name (self->equality, "joint2", second);
  append_numbers (self->equality, "polycoef", coefficients, 5);
  g_string_append (self->equality, " " SOLVER "/>\n");
}

/// A constant speed is that of a wheel of enormous inertia, which the joint follows.
static void
add_drive (Writer *self, const LwCoupling *drive)
{
  const LwTreeBody *body = lw_model_tree_find_joint (self->tree, drive->joint[0]);
  static const double clock[3] = { CLOCK_MASS, CLOCK_MASS, CLOCK_MASS };
  g_autofree char *own = dup_name (self, MBD_ELEMENT_COUPLING, drive->element.id);
  g_autofree char *wish = g_strconcat ("speed of ", own, NULL);
  g_autofree char *name = NULL, *hinge = NULL, *joint = NULL;
  char number[LW_NUMBER_SIZE];
  double speed;

  if (body == NULL || drive->def.level != MBD_LEVEL_VELOCITY || drive->function == NULL
      || drive->function->kind != LW_FUNCTION_CONSTANT || drive->def.compliant) {
    leave_out (self, MBD_ELEMENT_COUPLING, drive->element.id,
               "only a constant speed of a joint of the tree is kept");
    return;
  }
  if (isfinite (drive->def.effort_limit))
    leave_out (self, MBD_ELEMENT_COUPLING, drive->element.id, "its effort is not limited here");
  speed = g_array_index (drive->function->numbers, double, 0);
  name = dup_free_name (self, "body", wish);
  hinge = dup_free_name (self, "joint", wish);
  joint = dup_name (self, MBD_ELEMENT_COUPLING, drive->joint[0]);
  g_string_append (self->clocks, "<body");
  append_name (self->clocks, "name", name);
  g_string_append (self->clocks, "><joint type=\"hinge\" axis=\"0 0 1\"");
  append_name (self->clocks, "name", hinge);
  g_string_append (self->clocks, "/><inertial pos=\"0 0 0\"");
  append_numbers (self->clocks, "mass", clock, 1);
  append_numbers (self->clocks, "diaginertia", clock, 3);
  g_string_append (self->clocks, "/></body>\n");
  g_string_append_printf (self->clock_rates, " %s", lw_number_format (speed, number));
  add_relation (self, joint, hinge, body->is_reversed ? -1 : 1);
}

static void
add_gear (Writer *self, const LwCoupling *gear)
{
  const LwTreeBody *bodies[2];
  g_autofree char *first = NULL, *second = NULL;
  MbdCouplingDef def;

  for (int i = 0; i < 2; i++)
    bodies[i] = lw_model_tree_find_joint (self->tree, gear->joint[i]);
  if (bodies[0] == NULL || bodies[1] == NULL
      || !lw_mechanism_resolve_coupling (self->source->mechanism, gear, &def, NULL)) {
    leave_out (self, MBD_ELEMENT_COUPLING, gear->element.id,
               "only gears between joints of the tree are kept");
    return;
  }
  first = dup_name (self, MBD_ELEMENT_COUPLING, gear->joint[1]);
  second = dup_name (self, MBD_ELEMENT_COUPLING, gear->joint[0]);
  add_relation (self, first, second,
                def.ratio * (bodies[0]->is_reversed != bodies[1]->is_reversed ? -1 : 1));
}

/// Begins a tendon between two points.
static void
begin_tendon (Writer *self, const char *name)
{
  g_string_append (self->tendons, "<spatial");
  append_name (self->tendons, "name", name);
}

static void
end_tendon (Writer *self, guint first, guint second)
{
  g_string_append_printf (
    self->tendons, "><site site=\"site %u\"/><site site=\"site %u\"/></spatial>\n", first, second);
}

static void
add_rod (Writer *self, const LwCoupling *rod)
{
  const MbdCouplingDef *def = &rod->def;
  g_autofree char *name = dup_name (self, MBD_ELEMENT_COUPLING, rod->element.id);
  const double range[2] = { def->rod == MBD_ROD_STRUT ? def->length : 0,
                            def->rod == MBD_ROD_STRUT ? 1e9 : def->length };
  const guint first = add_site (self, def->body_a, def->frame_a.point);
  const guint second = add_site (self, def->body_b, def->frame_b.point);

  if (rod->function != NULL)
    leave_out (self, MBD_ELEMENT_COUPLING, rod->element.id, "its length is constant here");
  begin_tendon (self, name);
  if (def->rod != MBD_ROD_BAR) {
    g_string_append (self->tendons, " limited=\"true\"");
    append_numbers (self->tendons, "range", range, 2);
  } else {
    g_string_append (self->equality, "<tendon");
    append_name (self->equality, "tendon1", name);
    g_string_append (self->equality, " " SOLVER "/>\n");
  }
  end_tendon (self, first, second);
}

static void
add_spring (Writer *self, const LwForce *spring)
{
  const MbdForceDef *def = &spring->def;
  g_autofree char *name = dup_name (self, MBD_ELEMENT_FORCE, spring->element.id);
  guint first, second;

  if (spring->law != NULL) {
    leave_out (self, MBD_ELEMENT_FORCE, spring->element.id, "a law of a spring cannot be kept");
    return;
  }
  first = add_site (self, def->body_a, def->point_a);
  second = add_site (self, def->body_b, def->point_b);
  begin_tendon (self, name);
  append_numbers (self->tendons, "stiffness", &def->stiffness, 1);
  append_numbers (self->tendons, "damping", &def->damping, 1);
  append_numbers (self->tendons, "springlength", &def->free_length, 1);
  end_tendon (self, first, second);
}

static void
add_stops (Writer *self, const LwCoupling *limit)
{
  if (lw_model_tree_find_joint (self->tree, limit->joint[0]) == NULL)
    leave_out (self, MBD_ELEMENT_COUPLING, limit->element.id,
               "only stops of joints of the tree are kept");
}

/// Notes properties of a coupling that the file has in no form.
static void
note_limits (Writer *self, const LwCoupling *coupling)
{
  // A compliant drive is left out as a whole.
  static const bool leaves_compliant[LW_FAMILIES] = { [LW_FAMILY_DRIVE] = true };
  const MbdCouplingDef *def = &coupling->def;
  const LwFamily *family = lw_family_of (def->class_);

  if (def->compliant && !(family->id < LW_FAMILIES && leaves_compliant[family->id]))
    leave_out (self, MBD_ELEMENT_COUPLING, coupling->element.id, "it is rigid here");
  if (lw_coupling_can_break (def))
    leave_out (self, MBD_ELEMENT_COUPLING, coupling->element.id, "it does not break here");
  if (def->restitution > 0)
    leave_out (self, MBD_ELEMENT_COUPLING, coupling->element.id, "it does not rebound here");
}

static void
add_elements (Writer *self)
{
  static void (*const add[LW_FAMILIES]) (Writer * self, const LwCoupling *coupling) = {
    [LW_FAMILY_DRIVE] = add_drive,
    [LW_FAMILY_GEAR] = add_gear,
    [LW_FAMILY_ROD] = add_rod,
    [LW_FAMILY_LIMIT] = add_stops,
  };
  const LwMechanism *mechanism = self->source->mechanism;

  for (guint i = 0; i < self->tree->closures->len; i++)
    add_closure (self, self->tree->closures->pdata[i]);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    const LwFamily *family = lw_family_of (coupling->def.class_);

    if (!coupling->def.enabled)
      continue;
    if (family->is_joint) {
      note_limits (self, coupling);
      continue;
    }
    if (family->id < LW_FAMILIES && add[family->id] != NULL)
      note_limits (self, coupling);
    if (family->id < LW_FAMILIES && add[family->id] != NULL)
      add[family->id](self, coupling);
    else
      leave_out (self, MBD_ELEMENT_COUPLING, coupling->element.id, "MJCF has nothing like it");
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    const LwForce *force = lw_mechanism_get_force (mechanism, i);

    if (!force->def.enabled)
      continue;
    if (lw_family_of (force->def.class_)->has_law)
      add_spring (self, force);
    else
      leave_out (self, MBD_ELEMENT_FORCE, force->element.id, "MJCF has nothing like it");
  }
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    if (lw_mechanism_get_body (mechanism, i)->contact.takes_part)
      leave_out (self, MBD_ELEMENT_BODY, lw_mechanism_get_body (mechanism, i)->element.id,
                 "its contacts are left out");
}

// ---- the file -------------------------------------------------------------------------------

/// Appends texts as comments: two hyphens would end them.
static void
append_comment (GString *xml, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "--", -1);
  g_autofree char *line = g_strjoinv ("- -", parts);

  for (char *c = line; *c != '\0'; c++)
    if ((guchar) *c < 0x20)
      *c = ' ';
  g_string_append_printf (xml, "<!-- %s -->\n", line);
}

static GBytes *
write_file (Writer *self)
{
  const LwMechanism *mechanism = self->source->mechanism;
  const char *title = lw_mechanism_get_title (mechanism);
  GString *xml = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  g_autoptr (GString) bodies = g_string_new (NULL);

  name_elements (self);
  // The elements add sites to the bodies.
  add_elements (self);
  for (guint i = 0; i < self->tree->bodies->len; i++)
    if (lw_model_tree_get (self->tree, (int) i)->parent < 0)
      append_body (self, bodies, (int) i);
  // Wheels that keep a speed are behind all bodies, and so are their rates.
  g_string_append (self->rates, self->clock_rates->str);
  g_string_append (xml, "<mujoco");
  append_name (xml, "model", *title != '\0' ? title : "mechanism");
  g_string_append (xml, ">\n");
  if (self->source->provenance != NULL)
    append_comment (xml, self->source->provenance);
  for (guint i = 0; i < self->left_out->len; i++)
    append_comment (xml, self->left_out->pdata[i]);
  g_string_append (xml, "<compiler angle=\"radian\" balanceinertia=\"true\"/>\n<option");
  append_numbers (xml, "timestep", &(double){ STEP }, 1);
  g_string_append (xml, " integrator=\"RK4\" tolerance=\"0\"");
  append_numbers (xml, "gravity", lw_mechanism_get_gravity (mechanism), 3);
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
  return g_string_free_to_bytes (xml);
}

/// Returns the state at the start of a run.
static MbdState *
new_start (const LwModelSource *source, GError **error)
{
  MbdModel *model = lw_mechanism_compile (source->mechanism, error);
  MbdState *state = model != NULL ? mbd_state_new (model) : NULL;
  MbdDiagnosis why = { .row = -1 };
  MbdStatus status = state == NULL ? MBD_STATUS_OUT_OF_MEMORY : MBD_STATUS_OK;

  if (model == NULL)
    return NULL;
  mbd_model_unref (model);
  if (status == MBD_STATUS_OK && source->settings.assemble)
    status = mbd_state_assemble (state, NULL, &why);
  if (status == MBD_STATUS_OK && source->settings.assemble)
    status = mbd_state_assemble_velocities (state, NULL, &why);
  if (status == MBD_STATUS_OK)
    return state;
  why.code = status;
  lw_mechanism_set_error (source->mechanism, LW_ERROR_SIMULATION, &why, error);
  mbd_state_free (state);
  return NULL;
}

static void
free_string_cb (void *string)
{
  g_string_free (string, TRUE);
}

GBytes *
lw_mjcf_write (const LwModelSource *source, GPtrArray *left_out, GError **error)
{
  MbdState *state = new_start (source, error);
  g_autoptr (LwModelTree) tree = NULL;
  g_autoptr (GPtrArray) sites = g_ptr_array_new_with_free_func (free_string_cb);
  g_autoptr (GString) rates = g_string_new (NULL), clock_rates = g_string_new (NULL);
  g_autoptr (GString) equality = g_string_new (NULL), tendons = g_string_new (NULL);
  g_autoptr (GString) clocks = g_string_new (NULL);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (state == NULL)
    return NULL;
  tree = lw_model_tree_new (source->mechanism, state);
  mbd_state_free (state);
  for (guint i = 0; i <= tree->bodies->len; i++)
    g_ptr_array_add (sites, g_string_new (NULL));
  return write_file (&(Writer){ .source = source,
                                .tree = tree,
                                .left_out = left_out,
                                .sites = sites,
                                .rates = rates,
                                .clock_rates = clock_rates,
                                .equality = equality,
                                .tendons = tendons,
                                .clocks = clocks,
                                .names = names,
                                .taken = taken });
}
