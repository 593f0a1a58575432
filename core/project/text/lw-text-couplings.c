// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the couplings of the text form: joints, rods, and the fields that all kinds have. Couplings
// that use joints are in lw-text-drives.c.

#include <math.h>
#include <string.h>

#include "lw-geometry.h"
#include "lw-text-reader-private.h"

// Reads a turn about z or a quaternion, whichever is given. Returns false if neither is given.
static bool
read_attitude (LwTextReader *reader, const LwTextScope *scope, double *angle, double q[4])
{
  bool has_angle = lw_text_member (reader, scope, "angle") != NULL;
  bool has_quaternion = lw_text_member (reader, scope, "quaternion") != NULL;

  if (has_angle && has_quaternion)
    lw_text_refuse (reader, scope, NULL, "give angle or quaternion, not both");
  lw_text_get_number (reader, scope, "angle", LW_TEXT_ANY, angle);
  lw_text_get_quaternion (reader, scope, "quaternion", q);
  if (has_angle)
    lw_text_turn_about_z (*angle, q);
  return has_angle || has_quaternion;
}

void
lw_text_read_frame (LwTextReader *reader,
                    const LwTextScope *outer,
                    const LwJson *node,
                    int index,
                    int dimension,
                    MbdFrame *frame)
{
  g_autofree char *place = g_strdup_printf ("%s.frames[%d]", outer->place, index);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_FRAME),
                        .name = outer->name,
                        .place = place };
  double angle;

  if (!lw_text_enter (reader, &scope, node))
    return;
  lw_text_need (reader, &scope, "point");
  lw_text_get_vector (reader, &scope, "point", dimension, frame->point);
  read_attitude (reader, &scope, &angle, frame->quaternion);
}

const LwJson *
lw_text_get_list (LwTextReader *reader, const LwTextScope *scope, const char *key, guint n)
{
  const LwJson *array = lw_text_get_array (reader, scope, key);

  if (array == NULL || array->length == n)
    return array;
  lw_text_refuse (reader, scope, lw_text_member (reader, scope, key),
                  "%s must be a list of %s, one for each %s", key, n == 2 ? "two" : "four",
                  strcmp (key, "joints") == 0 || strcmp (key, "coordinates") == 0 ? "joint"
                                                                                  : "body");
  return NULL;
}

static void
read_point_pair (LwTextReader *reader,
                 const LwTextScope *scope,
                 int dimension,
                 double a[3],
                 double b[3])
{
  const LwJson *array = lw_text_get_list (reader, scope, "points", 2);

  if (array == NULL)
    return;
  lw_text_node_vector (reader, scope, lw_json_element (array, 0), "points[0]", dimension, a);
  lw_text_node_vector (reader, scope, lw_json_element (array, 1), "points[1]", dimension, b);
}

/// Reads "frames": of body A and of body B. Returns false if they are not given.
static bool
read_frame_pair (LwTextReader *reader, const LwTextScope *scope, int dimension, MbdCouplingDef *def)
{
  const LwJson *array = lw_text_get_list (reader, scope, "frames", 2);

  if (array == NULL)
    return false;
  lw_text_read_frame (reader, scope, lw_json_element (array, 0), 0, dimension, &def->frame_a);
  lw_text_read_frame (reader, scope, lw_json_element (array, 1), 1, dimension, &def->frame_b);
  return true;
}

// Reads "at": one place in the world at the start. The axes of a pin in the plane have no effect,
// so they keep the axes of the bodies unless an attitude is given.
static void
read_at (LwTextReader *reader, const LwTextScope *scope, int dimension, MbdCouplingDef *def)
{
  const LwJson *node = lw_text_member (reader, scope, "at");
  double at[3];
  double angle = 0;
  double attitude[4] = { 1, 0, 0, 0 };
  bool given = read_attitude (reader, scope, &angle, attitude);
  bool is_angle = lw_text_member (reader, scope, "quaternion") == NULL;

  if (reader->error != NULL || !lw_text_node_vector (reader, scope, node, "at", dimension, at))
    return;
  if (!lw_text_point_to_body (reader, def->body_a, at, def->frame_a.point)
      || !lw_text_point_to_body (reader, def->body_b, at, def->frame_b.point)) {
    lw_text_refuse (reader, scope, node, "at is too far away from the bodies");
    return;
  }
  if (def->locked == MBD_LOOP_PIN && dimension == 2 && !given)
    return;
  lw_text_attitude_to_body (reader, def->body_a, is_angle, angle, attitude,
                            def->frame_a.quaternion);
  lw_text_attitude_to_body (reader, def->body_b, is_angle, angle, attitude,
                            def->frame_b.quaternion);
}

void
lw_text_read_place (LwTextReader *reader, const LwTextScope *scope, MbdCouplingDef *def)
{
  int dimension =
    MAX (lw_text_dimension (reader, def->body_a), lw_text_dimension (reader, def->body_b));
  bool at = lw_text_member (reader, scope, "at") != NULL;
  bool points = lw_text_member (reader, scope, "points") != NULL;
  bool frames = lw_text_member (reader, scope, "frames") != NULL;

  if (at + points + frames != 1) {
    lw_text_refuse (reader, scope, NULL,
                    "give its place by one of the fields at, points and frames");
    return;
  }
  if (!at
      && (lw_text_member (reader, scope, "angle") != NULL
          || lw_text_member (reader, scope, "quaternion") != NULL)) {
    lw_text_refuse (
      reader, scope, NULL,
      "angle and quaternion can only be used with at; give them in each of the frames");
    return;
  }
  if (at)
    read_at (reader, scope, dimension, def);
  read_point_pair (reader, scope, dimension, def->frame_a.point, def->frame_b.point);
  read_frame_pair (reader, scope, dimension, def);
}

// Reads the points of a rod or spring: in the bodies by "points", or in the world at the start by
// "from" and "to".
void
lw_text_read_ends (LwTextReader *reader,
                   const LwTextScope *scope,
                   int body_a,
                   int body_b,
                   double point_a[3],
                   double point_b[3])
{
  int dimension = MAX (lw_text_dimension (reader, body_a), lw_text_dimension (reader, body_b));
  const LwJson *from = lw_text_member (reader, scope, "from");
  const LwJson *to = lw_text_member (reader, scope, "to");
  bool points = lw_text_member (reader, scope, "points") != NULL;
  double p[3];
  double q[3];

  if (points == (from != NULL) || points == (to != NULL)) {
    lw_text_refuse (reader, scope, NULL, "give its ends by points, or by from and to");
    return;
  }
  read_point_pair (reader, scope, dimension, point_a, point_b);
  if (points || !lw_text_node_vector (reader, scope, from, "from", dimension, p)
      || !lw_text_node_vector (reader, scope, to, "to", dimension, q))
    return;
  if (!lw_text_point_to_body (reader, body_a, p, point_a)
      || !lw_text_point_to_body (reader, body_b, q, point_b))
    lw_text_refuse (reader, scope, from, "from and to are too far away from the bodies");
}

// Notations of couplings

static void
read_place (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  lw_text_read_bodies (reader, scope, &coupling->def.body_a, &coupling->def.body_b);
  if (reader->error == NULL)
    lw_text_read_place (reader, scope, &coupling->def);
}

static void
read_ends (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  MbdCouplingDef *def = &coupling->def;

  lw_text_read_bodies (reader, scope, &def->body_a, &def->body_b);
  if (reader->error != NULL)
    return;
  lw_text_read_ends (reader, scope, def->body_a, def->body_b, def->frame_a.point,
                     def->frame_b.point);
}

// Reads the place of a rod with one end that only turns about z of its frame: by frames, or as for a
// rod.
static void
read_ends_or_frames (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  MbdCouplingDef *def = &coupling->def;

  if (lw_text_member (reader, scope, "frames") == NULL) {
    read_ends (reader, scope, coupling);
    return;
  }
  lw_text_read_bodies (reader, scope, &def->body_a, &def->body_b);
  if (lw_text_member (reader, scope, "points") != NULL
      || lw_text_member (reader, scope, "from") != NULL
      || lw_text_member (reader, scope, "to") != NULL)
    lw_text_refuse (reader, scope, NULL, "give its ends by frames, by points, or by from and to");
  else if (reader->error == NULL)
    read_frame_pair (
      reader, scope,
      MAX (lw_text_dimension (reader, def->body_a), lw_text_dimension (reader, def->body_b)), def);
}

// Reads "length", by default the distance at the start.
static void
read_length (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  MbdCouplingDef *def = &coupling->def;

  def->length = lw_text_start_distance (reader, def->body_a, def->frame_a.point, def->body_b,
                                        def->frame_b.point);
  lw_text_get_number (reader, scope, "length", LW_TEXT_POSITIVE, &def->length);
  if (def->length == 0)
    lw_text_refuse (reader, scope, NULL, "its ends coincide; give a length > 0, or use a pin");
  if (!isfinite (def->length))
    lw_text_refuse (reader, scope, NULL, "its ends are too far apart; give a length");
}

static void
read_locked (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  unsigned locked = 0;
  const LwJson *array;

  if (!scope->of->lists_axes) {
    if (lw_text_member (reader, scope, "locked") != NULL)
      lw_text_refuse (reader, scope, NULL, "locked can only be used with the kind \"loop\"");
    return;
  }
  lw_text_need (reader, scope, "locked");
  array = lw_text_get_array (reader, scope, "locked");
  for (guint i = 0; array != NULL && i < array->length; i++) {
    const LwJson *element = lw_json_element (array, i);
    const char *axis = lw_text_node_string (reader, scope, element, "locked");
    const LwWord *word = axis != NULL ? lw_word_find (lw_lock_words, axis) : NULL;

    if (word == NULL || (locked & (unsigned) word->value) != 0)
      lw_text_refuse (reader, scope, element, "locked takes each of x, y, z, rx, ry, rz once");
    else
      locked |= (unsigned) word->value;
  }
  if (locked == 0)
    lw_text_refuse (reader, scope, array, "locked must name at least one axis");
  coupling->def.locked = locked;
}

static void
read_between (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  lw_text_get_number (reader, scope, "between", LW_TEXT_POSITIVE, &coupling->def.angle);
}

static void
read_normals (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  MbdCouplingDef *def = &coupling->def;
  const LwJson *array = lw_text_get_array (reader, scope, "normals");

  if (array == NULL)
    return;
  if (array->length < 1 || array->length > 3) {
    lw_text_refuse (reader, scope, array, "normals must be a list of one, two or three vectors");
    return;
  }
  def->normal_count = (int) array->length;
  memset (def->normals, 0, sizeof def->normals);
  for (int i = 0; i < def->normal_count; i++) {
    g_autofree char *what = g_strdup_printf ("normals[%d]", i);

    lw_text_node_vector (reader, scope, lw_json_element (array, (guint) i), what, 2,
                         def->normals[i]);
  }
}

static void
read_compliance (LwTextReader *reader, const LwTextScope *outer, LwCoupling *coupling)
{
  g_autofree char *place = g_strconcat (outer->place, ".compliance", NULL);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_COMPLIANCE),
                        .name = outer->name,
                        .place = place };
  const LwJson *node = lw_text_member (reader, outer, "compliance");

  if (node == NULL || !lw_text_enter (reader, &scope, node))
    return;
  coupling->def.compliant = true;
  lw_text_read_plain (reader, &scope, coupling);
}

/// Order of ends and pulleys in the definition, along the path: A, C, B or A, C, D, B.
static const int along_path[2][4] = { { 0, 2, 1, -1 }, { 0, 2, 3, 1 } };

/// Reads a list of points along a path, one for each of its bodies: in the bodies ("points"), or in the
/// world at the start ("along").
static void
read_path_points (LwTextReader *reader,
                  const LwTextScope *scope,
                  const int *order,
                  guint n,
                  MbdCouplingDef *def)
{
  const bool in_world = lw_text_member (reader, scope, "along") != NULL;
  const char *key = in_world ? "along" : "points";
  MbdFrame *frames[] = { &def->frame_a, &def->frame_b, &def->frame_c, &def->frame_d };
  const LwJson *array = lw_text_get_array (reader, scope, key);

  if (in_world == (lw_text_member (reader, scope, "points") != NULL))
    lw_text_refuse (reader, scope, NULL, "give its ends and pulleys by one of points and along");
  else if (array != NULL && array->length != n)
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, key),
                    "%s must have one point for each body", key);
  for (guint i = 0; reader->error == NULL && array != NULL && i < n; i++) {
    const int body = lw_coupling_body (def, order[i]);
    g_autofree char *what = g_strdup_printf ("%s[%u]", key, i);
    double point[3];

    if (!lw_text_node_vector (reader, scope, lw_json_element (array, i), what,
                              in_world ? 2 : lw_text_dimension (reader, body), point))
      return;
    if (!in_world)
      memcpy (frames[order[i]]->point, point, sizeof point);
    else if (!lw_text_point_to_body (reader, body, point, frames[order[i]]->point))
      lw_text_refuse (reader, scope, lw_json_element (array, i),
                      "%s is too far away from the bodies", what);
  }
}

static void
read_path_bodies (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  MbdCouplingDef *def = &coupling->def;
  const LwJson *node = lw_text_need (reader, scope, "bodies");
  const LwJson *array = lw_text_get_array (reader, scope, "bodies");
  int *ids[] = { &def->body_a, &def->body_b, &def->body_c, &def->body_d };
  guint n;

  if (array == NULL)
    return;
  n = array->length;
  if (n != 3 && n != 4) {
    lw_text_refuse (
      reader, scope, node,
      "bodies must be a list along the rope: of its first end, one or two pulleys and "
      "its last end");
    return;
  }
  for (guint i = 0; i < n; i++) {
    g_autofree char *what = g_strdup_printf ("bodies[%u]", i);

    lw_text_read_body_id (reader, scope, lw_json_element (array, i), what,
                          ids[along_path[n - 3][i]]);
  }
  if (lw_text_member (reader, scope, "passes") == NULL)
    def->passes = (int) n - 2;
  else if (n == 3 && def->passes > 1)
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, "passes"),
                    "more than one pass needs two pulleys");
  if (reader->error == NULL)
    read_path_points (reader, scope, along_path[n - 3], n, def);
}

/// Reads "length", by default the length as drawn.
static void
read_path_length (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  MbdCouplingDef *def = &coupling->def;
  double ends[4][2];

  for (int i = 0; i < 4; i++)
    if (lw_text_dimension (reader, lw_coupling_body (def, i)) == 3)
      lw_text_need (reader, scope, "length"); // the length as drawn is known in the plane
  lw_geometry_coupling_ends (reader->mechanism, def, ends);
  def->length = lw_coupling_length (def, ends);
  lw_text_get_number (reader, scope, "length", LW_TEXT_POSITIVE, &def->length);
  if (!(def->length > 0 && isfinite (def->length)))
    lw_text_refuse (reader, scope, NULL,
                    "its ends coincide or are too far apart; give a length > 0");
}

static void
read_path (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  read_path_bodies (reader, scope, coupling);
  if (reader->error == NULL)
    read_path_length (reader, scope, coupling);
}

static void
need_curve (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  lw_text_need (reader, scope, "curve");
}

static const LwTextReadCoupling notations[LW_NOTATIONS] = {
  [LW_NOTATION_LOCKED] = read_locked,
  [LW_NOTATION_PLACE] = read_place,
  [LW_NOTATION_ENDS] = read_ends,
  [LW_NOTATION_ENDS_OR_FRAMES] = read_ends_or_frames,
  [LW_NOTATION_LENGTH] = read_length,
  [LW_NOTATION_PATH] = read_path,
  [LW_NOTATION_WHERE] = lw_text_read_where,
  [LW_NOTATION_JOINT] = lw_text_read_own_joint,
  [LW_NOTATION_COORDINATE] = lw_text_read_coordinates,
  [LW_NOTATION_FUNCTION] = lw_text_read_function,
  [LW_NOTATION_NEEDED_FUNCTION] = lw_text_need_function,
  [LW_NOTATION_RELAXED] = lw_text_read_relaxed,
  [LW_NOTATION_TWO_JOINTS] = lw_text_read_two_joints,
  [LW_NOTATION_ONE_OR_TWO_JOINTS] = lw_text_read_two_joints,
  [LW_NOTATION_GEARING] = lw_text_read_gearing,
  [LW_NOTATION_CURVE] = need_curve,
  [LW_NOTATION_BETWEEN] = read_between,
  [LW_NOTATION_NORMALS] = read_normals,
  [LW_NOTATION_COMPLIANCE] = read_compliance,
};

void
lw_text_read_coupling (LwTextReader *reader, LwTextList *list, const LwJson *node, guint index)
{
  const char *word = lw_text_peek_string (node, "kind");
  const LwKind *kind = word != NULL ? lw_kind_of_word (word, false) : NULL;
  g_auto (LwTextEntry) entry = { 0 };
  const LwTextScope *scope = &entry.scope;
  g_autofree char *name = NULL;
  MbdCouplingDef def;
  LwCoupling *coupling;
  int id;

  lw_text_entry_init (reader, &entry, kind != NULL ? lw_text_object_of (kind) : NULL,
                      kind != NULL && !kind->lists_axes ? word : "coupling", list, node, index);
  if (kind == NULL) {
    g_autofree char *kinds = lw_kind_dup_words (false);

    lw_text_refuse_kind (reader, &entry, node, kinds);
  }
  entry.scope.of = kind;
  if (!lw_text_enter (reader, &entry.scope, node))
    return;
  name = lw_text_read_identity (reader, scope, list, index, &id);
  if (reader->error != NULL)
    return;
  def = kind->coupling (kind);
  coupling = lw_coupling_new (&def, id, name);
  lw_text_read_plain (reader, scope, coupling);
  // Only friction in a joint may have no part that is independent of the reaction.
  if (reader->error == NULL && coupling->def.effort_limit == 0
      && !lw_families[kind->family].needs_joint)
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, "effort_limit"),
                    "effort_limit must be greater than zero");
  for (int i = 0; i < LW_MOST_NOTATIONS && reader->error == NULL; i++)
    if (scope->kind->notations[i] != LW_NOTATION_NONE)
      notations[scope->kind->notations[i]](reader, scope, coupling);
  lw_text_check_rows (reader, scope, &coupling->def);
  if (reader->error == NULL)
    lw_mechanism_add_coupling (reader->mechanism, coupling);
  else
    lw_coupling_unref (coupling);
}
