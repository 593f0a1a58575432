// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the force elements of the text form.

#include <math.h>
#include <string.h>

#include "lw-text-reader-private.h"

static void
read_law (LwTextReader *reader, const LwTextScope *scope, LwForce *force)
{
  g_autofree char *law = lw_text_dup_string (reader, scope, "law");

  if (law != NULL && strlen (law) > MBD_EXPRESSION_LENGTH)
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, "law"),
                    "law: the expression is longer than %d bytes", MBD_EXPRESSION_LENGTH);
  else
    lw_force_set_law (force, law);
}

static void
read_spring (LwTextReader *reader, const LwTextScope *scope, LwForce *force)
{
  MbdForceDef *def = &force->def;

  lw_text_read_bodies (reader, scope, &def->body_a, &def->body_b);
  if (reader->error != NULL)
    return;
  lw_text_read_ends (reader, scope, def->body_a, def->body_b, def->point_a, def->point_b);
  read_law (reader, scope, force);
  if (reader->error != NULL)
    return;
  // Without a free length, a spring is relaxed in the start pose.
  def->free_length =
    lw_text_start_distance (reader, def->body_a, def->point_a, def->body_b, def->point_b);
  lw_text_get_number (reader, scope, "free_length", LW_TEXT_NOT_NEGATIVE, &def->free_length);
  if (!isfinite (def->free_length))
    lw_text_refuse (reader, scope, NULL, "its ends are too far apart; give a free_length");
}

// Reads constants along or about the axes: three numbers; in the plane two, or one about z.
static void
read_constants (LwTextReader *reader,
                const LwTextScope *scope,
                const char *key,
                bool rotational,
                int dimension,
                double values[3])
{
  const LwJson *node = lw_text_member (reader, scope, key);

  if (node == NULL)
    return;
  if (rotational && dimension == 2 && node->type != LW_JSON_LIST)
    lw_text_node_number (reader, scope, node, key, LW_TEXT_ANY, &values[2]);
  else
    lw_text_node_vector (reader, scope, node, key, rotational ? 3 : dimension, values);
  for (int i = 0; i < 3; i++)
    if (values[i] < 0)
      lw_text_refuse (reader, scope, node, "%s must not be negative; give numbers ≥ 0", key);
}

static void
read_compliant_joint (LwTextReader *reader, const LwTextScope *scope, LwForce *force)
{
  MbdForceDef *def = &force->def;
  MbdBushingConstants *constants = lw_compliant_constants (def);
  // Its place is given like the place of a joint: given by "at", it is relaxed at the start.
  MbdCouplingDef place = lw_coupling_rigid ();
  int law = *lw_compliant_law (def);
  int dimension;

  lw_text_read_bodies (reader, scope, &place.body_a, &place.body_b);
  if (reader->error != NULL)
    return;
  lw_text_read_place (reader, scope, &place);
  def->body_a = place.body_a;
  def->body_b = place.body_b;
  memcpy (def->point_a, place.frame_a.point, sizeof def->point_a);
  memcpy (def->point_b, place.frame_b.point, sizeof def->point_b);
  memcpy (def->quaternion_a, place.frame_a.quaternion, sizeof def->quaternion_a);
  memcpy (def->quaternion_b, place.frame_b.quaternion, sizeof def->quaternion_b);
  dimension =
    MAX (lw_text_dimension (reader, place.body_a), lw_text_dimension (reader, place.body_b));
  lw_text_get_word (reader, scope, "law", lw_compliant_law_words, &law);
  *lw_compliant_law (def) = (MbdBushingLaw) law;
  read_constants (reader, scope, "stiffness", false, dimension, constants->translational_stiffness);
  read_constants (reader, scope, "damping", false, dimension, constants->translational_damping);
  read_constants (reader, scope, "rotational_stiffness", true, dimension,
                  constants->rotational_stiffness);
  read_constants (reader, scope, "rotational_damping", true, dimension,
                  constants->rotational_damping);
}

// Reads one component of a load: a number or a function of time.
static void
read_component (LwTextReader *reader,
                const LwTextScope *scope,
                const LwJson *node,
                const char *what,
                LwForce *force,
                int component)
{
  g_autoptr (LwFunction) function = lw_text_node_function (reader, scope, node, what);

  if (reader->error == NULL)
    lw_force_set_function (force, component, function);
}

/// Returns false for a list in which a function of time occurs.
static bool
is_vector (const LwJson *node)
{
  for (guint i = 0; node->type == LW_JSON_LIST && i < node->length; i++) {
    const LwJsonType type = lw_json_element (node, i)->type;

    if (type == LW_JSON_OBJECT || type == LW_JSON_STRING)
      return false;
  }
  return true;
}

static void
read_components (LwTextReader *reader,
                 const LwTextScope *scope,
                 const char *key,
                 int dimension,
                 LwForce *force)
{
  const int first = strcmp (key, "force") == 0 ? 0 : 3;
  const LwJson *node = lw_text_member (reader, scope, key);
  const guint n = node != NULL ? node->length : 0;

  if (node == NULL)
    return;
  if (is_vector (node)) {
    lw_text_node_vector (reader, scope, node, key, dimension,
                         first == 0 ? force->def.force : force->def.torque);
    return;
  }
  if (n != 3 && !(n == 2 && dimension == 2)) {
    lw_text_refuse (reader, scope, node, "%s must be a list of %s numbers or functions of time",
                    key, dimension == 2 ? "two or three" : "three");
    return;
  }
  for (guint i = 0; i < n; i++) {
    g_autofree char *what = g_strdup_printf ("%s[%u]", key, i);

    read_component (reader, scope, lw_json_element (node, i), what, force, first + (int) i);
  }
}

static void
read_point (LwTextReader *reader, const LwTextScope *scope, LwForce *force)
{
  MbdForceDef *def = &force->def;

  lw_text_read_body_of (reader, scope, &def->body_b);
  lw_text_get_vector (reader, scope, "point", lw_text_dimension (reader, def->body_b),
                      def->point_b);
}

static void
read_needed_force (LwTextReader *reader, const LwTextScope *scope, LwForce *force)
{
  lw_text_need (reader, scope, "force");
  read_components (reader, scope, "force", lw_text_dimension (reader, force->def.body_b), force);
}

static void
read_torque (LwTextReader *reader, const LwTextScope *scope, LwForce *force)
{
  const LwJson *torque = lw_text_member (reader, scope, "torque");

  if (scope->of->is_turning)
    lw_text_need (reader, scope, "torque");
  if (torque == NULL || reader->error != NULL)
    return;
  if (torque->type != LW_JSON_LIST && lw_text_dimension (reader, force->def.body_b) == 2)
    read_component (reader, scope, torque, "torque", force, 5);
  else
    read_components (reader, scope, "torque", 3, force);
}

static void (*const notations[LW_NOTATIONS]) (LwTextReader *reader,
                                              const LwTextScope *scope,
                                              LwForce *force) = {
  [LW_NOTATION_LAW] = read_spring,         [LW_NOTATION_CONSTANTS] = read_compliant_joint,
  [LW_NOTATION_POINT] = read_point,        [LW_NOTATION_POINT_OR_ORIGIN] = read_point,
  [LW_NOTATION_FORCE] = read_needed_force, [LW_NOTATION_TORQUE] = read_torque,
};

void
lw_text_read_force (LwTextReader *reader, LwTextList *list, const LwJson *node, guint index)
{
  const char *word = lw_text_peek_string (node, "kind");
  const LwKind *kind = word != NULL ? lw_kind_of_word (word, true) : NULL;
  g_auto (LwTextEntry) entry = { 0 };
  g_autofree char *name = NULL;
  MbdForceDef def;
  LwForce *force;
  int id;

  lw_text_entry_init (reader, &entry, kind != NULL ? lw_text_object_of (kind) : NULL,
                      kind != NULL ? word : "force element", list, node, index);
  if (kind == NULL) {
    g_autofree char *kinds = lw_kind_dup_words (true);

    lw_text_refuse_kind (reader, &entry, node, kinds);
  }
  entry.scope.of = kind;
  if (!lw_text_enter (reader, &entry.scope, node))
    return;
  name = lw_text_read_identity (reader, &entry.scope, list, index, &id);
  if (reader->error != NULL)
    return;
  def = kind->force ();
  force = lw_force_new (&def, id, name);
  lw_text_read_plain (reader, &entry.scope, force);
  for (int i = 0; i < LW_MOST_NOTATIONS && reader->error == NULL; i++)
    if (entry.scope.kind->notations[i] != LW_NOTATION_NONE)
      notations[entry.scope.kind->notations[i]](reader, &entry.scope, force);
  if (reader->error == NULL)
    lw_mechanism_add_force (reader->mechanism, force);
  else
    lw_force_unref (force);
}
