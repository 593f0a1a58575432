// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bodies that a gesture would join: the pairs among which a joint at an overlap can choose, and
// the names that are displayed before the click.

#include <glib/gi18n.h>

#include "lw-element-words.h"
#include "lw-tool-private.h"
#include "mbd-force-class.h"

#define MOST_LINES 6 ///< pairs and joints that are listed beside the pointer

// ---- pairs at a point -----------------------------------------------------------------------

static bool
has_pair (const GArray *pairs, const LwToolPair *pair)
{
  for (guint i = 0; i < pairs->len; i++) {
    const LwToolPair *other = &g_array_index (pairs, LwToolPair, i);

    if (other->bodies[0] == pair->bodies[0] && other->bodies[1] == pair->bodies[1])
      return true;
  }
  return false;
}

static bool
is_joined (const LwToolGesture *gesture, int a, int b)
{
  const LwToolPoint *point = &gesture->points[0];

  return lw_geometry_joined_with (gesture->mechanism, point->x, point->y, a)
         == lw_geometry_joined_with (gesture->mechanism, point->x, point->y, b);
}

static void
add_pair (const LwToolGesture *gesture, int a, int b, GArray *pairs)
{
  const LwToolPair pair = { { a, b } };

  if (!is_joined (gesture, a, b) && !has_pair (pairs, &pair))
    g_array_append_val (pairs, pair);
}

GArray *
lw_tool_list_pairs (const LwToolGesture *gesture, bool may_be_ground)
{
  g_autoptr (GArray) bodies = lw_tool_find_bodies (gesture, &gesture->points[0]);
  const int *ids = (const int *) (void *) bodies->data;
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (LwToolPair));

  // From the top down: bodies that are not joined here, then each of them and the ground.
  for (guint b = bodies->len; b-- > 0;)
    for (guint a = b; a-- > 0;)
      add_pair (gesture, ids[a], ids[b], pairs);
  if (pairs->len == 0 && bodies->len > 1 && !may_be_ground)
    return pairs;
  if (bodies->len > 0)
    add_pair (gesture, MBD_GROUND, lw_tool_choose_for_ground (gesture->mechanism, ids, bodies->len),
              pairs);
  for (guint i = bodies->len; i-- > 0;)
    add_pair (gesture, MBD_GROUND, ids[i], pairs);
  return pairs;
}

const LwToolPair *
lw_tool_choose_pair (const LwToolGesture *gesture, const GArray *pairs)
{
  guint chosen = 0;

  if (pairs->len == 0)
    return NULL;
  for (guint i = 0; gesture->wanted != NULL && i < pairs->len; i++) {
    const LwToolPair *pair = &g_array_index (pairs, LwToolPair, i);

    if (pair->bodies[0] == gesture->wanted->bodies[0]
        && pair->bodies[1] == gesture->wanted->bodies[1])
      chosen = i;
  }
  // With Alt, the pair below.
  if (gesture->modifiers & LW_TOOL_ALT)
    chosen = (chosen + 1) % pairs->len;
  return &g_array_index (pairs, LwToolPair, chosen);
}

bool
lw_tools_choose_next_pair (LwTools *self, int step)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);
  LwToolGesture gesture = lw_tools_get_candidate_gesture (self);
  g_autoptr (GArray) pairs = NULL;
  const LwToolPair *pair;
  guint index;

  // Alt, which takes the pair below, is applied to the chosen pair.
  gesture.modifiers &= ~(unsigned) LW_TOOL_ALT;

  if (!class->joins_here || !self->inside || self->points->len > 0)
    return false;
  pairs = lw_tool_list_pairs (&gesture, class->may_join_ground);
  if (pairs->len < 2)
    return false;
  pair = lw_tool_choose_pair (&gesture, pairs);
  index = (guint) (pair - (const LwToolPair *) (void *) pairs->data);
  self->wanted =
    g_array_index (pairs, LwToolPair, (index + pairs->len + (guint) step) % pairs->len);
  self->has_wanted = true;
  lw_tools_update (self);
  return true;
}

// ---- names ----------------------------------------------------------------------------------

static char *
dup_name (const LwMechanism *mechanism, int body)
{
  return body == MBD_GROUND
           ? g_strdup (_ ("Ground"))
           : lw_element_words_dup_name (mechanism, (LwElementRef){ LW_SELECTION_BODY, body });
}

static void
add_line (LwTools *self, const LwMechanism *mechanism, const int *bodies)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  if (self->lines->len >= MOST_LINES)
    return;
  first = dup_name (mechanism, bodies[0]);
  second = dup_name (mechanism, bodies[1]);
  g_ptr_array_add (self->lines, g_strdup_printf ("%s – %s", first, second));
}

static void
light (LwTools *self, int body)
{
  const LwElementRef ref = { LW_SELECTION_BODY, body };

  for (guint i = 0; i < self->lit->len; i++)
    if (g_array_index (self->lit, LwElementRef, i).id == body)
      return;
  if (body != MBD_GROUND)
    g_array_append_val (self->lit, ref);
}

/// Names a pair of bodies once, also if several couplings join it, as a groove and its stops do.
static void
name_pair (LwTools *self, int a, int b, GArray *named)
{
  const LwToolPair pair = { { a, b } };

  if (has_pair (named, &pair))
    return;
  g_array_append_val (named, pair);
  add_line (self, self->preview, pair.bodies);
}

/// Adds the bodies of the couplings and forces that the preview has in addition.
static void
find_new (LwTools *self)
{
  const LwMechanism *preview = self->preview;
  g_autoptr (GArray) named = g_array_new (FALSE, FALSE, sizeof (LwToolPair));

  for (guint i = lw_mechanism_get_n_couplings (self->mechanism);
       i < lw_mechanism_get_n_couplings (preview); i++) {
    MbdCouplingDef def;

    lw_mechanism_resolve_coupling (preview, lw_mechanism_get_coupling (preview, i), &def, NULL);
    light (self, def.body_a);
    light (self, def.body_b);
    name_pair (self, def.body_a, def.body_b, named);
    if (lw_family_of (def.class_)->has_pulleys)
      light (self, def.body_c);
    if (lw_family_of (def.class_)->has_pulleys && def.passes > 1)
      light (self, def.body_d);
    if (!lw_family_of (def.class_)->has_second_pair)
      continue;
    light (self, def.body_c);
    light (self, def.body_d);
    name_pair (self, def.body_c, def.body_d, named);
  }
  for (guint i = lw_mechanism_get_n_forces (self->mechanism);
       i < lw_mechanism_get_n_forces (preview); i++) {
    const MbdForceDef *def = &lw_mechanism_get_force (preview, i)->def;

    light (self, def->body_b);
    if (!def->class_->acts_on_a)
      continue;
    light (self, def->body_a);
    name_pair (self, def->body_a, def->body_b, named);
  }
}

/// Replaces the only line by a list of the pairs to choose from.
static void
list_choices (LwTools *self)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);
  const LwToolGesture gesture = lw_tools_get_candidate_gesture (self);
  g_autoptr (GArray) pairs = lw_tool_list_pairs (&gesture, class->may_join_ground);
  const LwToolPair *chosen = lw_tool_choose_pair (&gesture, pairs);
  const guint index =
    chosen != NULL ? (guint) (chosen - (const LwToolPair *) (void *) pairs->data) : 0;
  const guint first = index < MOST_LINES ? 0 : index - MOST_LINES + 1;

  if (pairs->len < 2)
    return;
  g_ptr_array_set_size (self->lines, 0);
  for (guint i = first; i < pairs->len; i++)
    add_line (self, self->preview, g_array_index (pairs, LwToolPair, i).bodies);
  self->chosen_line = (int) (index - first);
}

void
lw_tools_find_parties (LwTools *self)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);

  lw_tools_clear_parties (self);
  if (self->preview == NULL)
    return;
  if (class->describe != NULL) {
    char *line = class->describe (self->mechanism, self->made);

    if (line != NULL)
      g_ptr_array_add (self->lines, line);
    return;
  }
  find_new (self);
  if (class->joins_here && self->points->len == 0)
    list_choices (self);
}

void
lw_tools_clear_parties (LwTools *self)
{
  g_array_set_size (self->lit, 0);
  g_ptr_array_set_size (self->lines, 0);
  self->chosen_line = -1;
}
