// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading the couplings of the text form, and the ends that rods and springs have.

#include <math.h>
#include <string.h>

#include "lw-text-reader-private.h"

// A turn about z or a quaternion, whichever is given; false when neither is.
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

static void
read_frame (LwTextReader *reader,
            const LwTextScope *outer,
            JsonNode *node,
            int index,
            int dimension,
            MbdFrame *frame)
{
  g_autofree char *place = g_strdup_printf ("%s.frames[%d]", outer->place, index);
  LwTextScope scope = { .kind = &lw_text_objects[LW_TEXT_FRAME],
                        .name = outer->name,
                        .place = place };
  double angle;

  if (!lw_text_enter (reader, &scope, node))
    return;
  lw_text_need (reader, &scope, "point");
  lw_text_get_vector (reader, &scope, "point", dimension, frame->point);
  read_attitude (reader, &scope, &angle, frame->quaternion);
}

// Two points, or two frames, each in the frame of its body.
static JsonArray *
get_pair (LwTextReader *reader, const LwTextScope *scope, const char *key)
{
  JsonArray *array = lw_text_get_array (reader, scope, key);

  if (array == NULL || json_array_get_length (array) == 2)
    return array;
  lw_text_refuse (reader, scope, lw_text_member (reader, scope, key),
                  "%s must be a list of two, one for each body", key);
  return NULL;
}

static void
read_point_pair (LwTextReader *reader,
                 const LwTextScope *scope,
                 int dimension,
                 double a[3],
                 double b[3])
{
  JsonArray *array = get_pair (reader, scope, "points");

  if (array == NULL)
    return;
  lw_text_node_vector (reader, scope, json_array_get_element (array, 0), "points[0]", dimension, a);
  lw_text_node_vector (reader, scope, json_array_get_element (array, 1), "points[1]", dimension, b);
}

// "at": one place in the world at the start. The axes of a pin in the plane matter to nobody, so
// they stay those of the bodies unless they are asked for.
static void
read_at (LwTextReader *reader, const LwTextScope *scope, int dimension, MbdCouplingDef *def)
{
  JsonNode *node = lw_text_member (reader, scope, "at");
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

static void
read_loop_place (LwTextReader *reader, const LwTextScope *scope, MbdCouplingDef *def)
{
  int dimension =
    MAX (lw_text_dimension (reader, def->body_a), lw_text_dimension (reader, def->body_b));
  bool at = lw_text_member (reader, scope, "at") != NULL;
  bool points = lw_text_member (reader, scope, "points") != NULL;
  bool frames = lw_text_member (reader, scope, "frames") != NULL;
  JsonArray *pair;

  if (at + points + frames != 1) {
    lw_text_refuse (reader, scope, NULL,
                    "give its place by one of the fields at, points and frames");
    return;
  }
  if (!at
      && (lw_text_member (reader, scope, "angle") != NULL
          || lw_text_member (reader, scope, "quaternion") != NULL)) {
    lw_text_refuse (reader, scope, NULL,
                    "angle and quaternion go with at; give them in each of the frames");
    return;
  }
  if (at)
    read_at (reader, scope, dimension, def);
  read_point_pair (reader, scope, dimension, def->frame_a.point, def->frame_b.point);
  pair = get_pair (reader, scope, "frames");
  if (pair == NULL)
    return;
  read_frame (reader, scope, json_array_get_element (pair, 0), 0, dimension, &def->frame_a);
  read_frame (reader, scope, json_array_get_element (pair, 1), 1, dimension, &def->frame_b);
}

static void
read_locked (LwTextReader *reader, const LwTextScope *scope, unsigned *locked)
{
  JsonNode *node = lw_text_need (reader, scope, "locked");
  JsonArray *array = lw_text_get_array (reader, scope, "locked");

  *locked = 0;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++) {
    JsonNode *element = json_array_get_element (array, i);
    const char *axis = lw_text_node_string (reader, scope, element, "locked");
    unsigned bit = 0;

    for (const LwTextWord *word = lw_text_locks; axis != NULL && word->word != NULL; word++)
      if (strcmp (word->word, axis) == 0)
        bit = (unsigned) word->value;
    if (bit == 0 || (*locked & bit) != 0)
      lw_text_refuse (reader, scope, element, "locked takes each of x, y, z, rx, ry, rz once");
    *locked |= bit;
  }
  if (*locked == 0)
    lw_text_refuse (reader, scope, node, "locked must name at least one axis");
}

// Points of a rod or spring: in the bodies by "points", or in the world at the start by "from",
// "to".
void
lw_text_read_ends (LwTextReader *reader,
                   const LwTextScope *scope,
                   int body_a,
                   int body_b,
                   double point_a[3],
                   double point_b[3])
{
  int dimension = MAX (lw_text_dimension (reader, body_a), lw_text_dimension (reader, body_b));
  JsonNode *from = lw_text_member (reader, scope, "from");
  JsonNode *to = lw_text_member (reader, scope, "to");
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

static void
read_rod (LwTextReader *reader, const LwTextScope *scope, MbdCouplingDef *def)
{
  lw_text_read_ends (reader, scope, def->body_a, def->body_b, def->frame_a.point,
                     def->frame_b.point);
  if (reader->error != NULL)
    return;
  def->length = lw_text_start_distance (reader, def->body_a, def->frame_a.point, def->body_b,
                                        def->frame_b.point);
  lw_text_get_number (reader, scope, "length", LW_TEXT_POSITIVE, &def->length);
  if (def->length == 0)
    lw_text_refuse (reader, scope, NULL, "its ends coincide; give a length > 0, or use a pin");
  if (!isfinite (def->length))
    lw_text_refuse (reader, scope, NULL, "its ends are too far apart; give a length");
}

static void
read_stabilisation (LwTextReader *reader, const LwTextScope *scope, MbdCouplingDef *def)
{
  int stabilisation = MBD_STABILISATION_INHERIT;

  lw_text_get_word (reader, scope, "stabilisation", lw_text_stabilisations, &stabilisation);
  def->stabilisation = (MbdStabilisation) stabilisation;
  lw_text_get_number (reader, scope, "time_constant", LW_TEXT_POSITIVE, &def->time_constant);
  lw_text_get_bool (reader, scope, "enabled", &def->enabled);
}

// The definition to start from for a word in "kind"; NULL when there is no such coupling.
static bool
coupling_of_kind (const char *kind, MbdCouplingDef *def)
{
  if (strcmp (kind, "rod") == 0) {
    *def = mbd_rod_default ();
    return true;
  }
  *def = mbd_loop_default (0);
  for (const LwTextWord *joint = lw_text_joints; joint->word != NULL; joint++)
    if (strcmp (kind, joint->word) == 0) {
      def->locked = (unsigned) joint->value;
      return true;
    }
  return strcmp (kind, "loop") == 0;
}

void
lw_text_read_coupling (LwTextReader *reader, LwTextList *list, JsonNode *node, guint index)
{
  const char *kind = lw_text_peek_string (node, "kind");
  MbdCouplingDef def = { 0 };
  bool known = kind != NULL && coupling_of_kind (kind, &def);
  bool rod = known && strcmp (kind, "rod") == 0;
  g_auto (LwTextEntry) entry = { 0 };
  const LwTextScope *scope = &entry.scope;
  g_autofree char *name = NULL;
  int id;

  lw_text_entry_init (reader, &entry, rod ? LW_TEXT_ROD : LW_TEXT_LOOP,
                      known && strcmp (kind, "loop") != 0 ? kind : "coupling", list, node, index);
  if (!known)
    lw_text_refuse_kind (reader, &entry, node,
                         "pin, slider, weld, cylindrical, spherical, universal, pin in slot, loop "
                         "or rod");
  if (!lw_text_enter (reader, &entry.scope, node))
    return;
  name = lw_text_read_identity (reader, scope, list, index, &id);
  lw_text_read_bodies (reader, scope, &def.body_a, &def.body_b);
  if (!rod && strcmp (kind, "loop") == 0)
    read_locked (reader, scope, &def.locked);
  else if (!rod && lw_text_member (reader, scope, "locked") != NULL)
    lw_text_refuse (reader, scope, NULL, "locked goes with the kind \"loop\"");
  read_stabilisation (reader, scope, &def);
  if (reader->error != NULL)
    return;
  if (rod)
    read_rod (reader, scope, &def);
  else
    read_loop_place (reader, scope, &def);
  if (reader->error == NULL)
    lw_mechanism_add_coupling (reader->mechanism, lw_coupling_new (&def, id, name));
}
