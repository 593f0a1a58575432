// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-marks.h"

#include <glib/gi18n.h>
#include <string.h>

/// Returns the index of an element in the list, or its insertion index: by kind, then by id.
static guint
find_place (const GArray *marks, LwElementRef ref)
{
  guint low = 0;
  guint high = marks->len;

  while (low < high) {
    const guint middle = low + (high - low) / 2;
    const LwElementRef *at = &g_array_index (marks, LwElementMark, middle).element;

    if (at->kind < ref.kind || (at->kind == ref.kind && at->id < ref.id))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool
is_at (const GArray *marks, guint place, LwElementRef ref)
{
  const LwElementRef *at =
    place < marks->len ? &g_array_index (marks, LwElementMark, place).element : NULL;

  return at != NULL && at->kind == ref.kind && at->id == ref.id;
}

unsigned
lw_mechanism_get_mark (const LwMechanism *self, LwElementRef ref)
{
  const GArray *marks = lw_mechanism_get_marks (self);
  const guint place = find_place (marks, ref);

  return is_at (marks, place, ref) ? g_array_index (marks, LwElementMark, place).flags : 0;
}

bool
lw_mechanism_is_marked (const LwMechanism *self, LwElementRef ref, LwMark mark)
{
  return lw_mechanism_get_mark (self, ref) & mark;
}

/// Returns true if one of n bodies is visible, or if all of them are the ground.
static bool
has_seen_body (const LwMechanism *self, const int *ids, guint n)
{
  bool any = false;

  for (guint i = 0; i < n; i++) {
    if (ids[i] == MBD_GROUND)
      continue;
    any = true;
    if (!lw_mechanism_is_marked (self, (LwElementRef){ LW_SELECTION_BODY, ids[i] }, LW_MARK_HIDDEN))
      return true;
  }
  return !any;
}

/// Returns true if a coupling is drawn. A coupling on joints connects the bodies of these joints.
static bool
is_coupling_seen (const LwMechanism *self, const LwCoupling *coupling)
{
  const MbdCouplingDef *def = &coupling->def;
  int ids[] = { def->body_a, def->body_b, def->body_c, def->body_d };

  for (guint i = 0; i < G_N_ELEMENTS (coupling->joint); i++) {
    const LwCoupling *joint =
      coupling->joint[i] != 0 ? lw_mechanism_find_coupling (self, coupling->joint[i]) : NULL;

    if (joint == NULL)
      continue;
    ids[2 * i] = joint->def.body_a;
    ids[2 * i + 1] = joint->def.body_b;
  }
  return has_seen_body (self, ids, G_N_ELEMENTS (ids));
}

bool
lw_marks_is_seen (const LwMechanism *self, LwElementRef ref)
{
  const LwCoupling *coupling;
  const LwForce *force;

  if (lw_mechanism_get_marks (self)->len == 0)
    return true;
  if (lw_mechanism_is_marked (self, ref, LW_MARK_HIDDEN))
    return false;
  switch (ref.kind) {
  case LW_SELECTION_COUPLING:
    coupling = lw_mechanism_find_coupling (self, ref.id);
    return coupling == NULL || is_coupling_seen (self, coupling);
  case LW_SELECTION_FORCE:
    force = lw_mechanism_find_force (self, ref.id);
    return force == NULL
           || has_seen_body (self, (int[]){ force->def.body_a, force->def.body_b }, 2);
  default:
    return true;
  }
}

void
lw_mechanism_set_mark (LwMechanism *self, LwElementRef ref, unsigned flags)
{
  GArray *marks = (GArray *) lw_mechanism_get_marks (self);
  const guint place = find_place (marks, ref);
  const LwElementMark mark = { ref, flags };

  if (is_at (marks, place, ref))
    g_array_remove_index (marks, place);
  if (flags != 0)
    g_array_insert_val (marks, place, mark);
}

LwMechanism *
lw_marks_change (const LwMechanism *self,
                 const LwElementRef *refs,
                 guint n,
                 unsigned set,
                 unsigned cleared)
{
  LwMechanism *next = lw_mechanism_copy (self);

  for (guint i = 0; i < n; i++)
    lw_mechanism_set_mark (next, refs[i], (lw_mechanism_get_mark (self, refs[i]) & ~cleared) | set);
  return next;
}

LwMechanism *
lw_marks_show_all (const LwMechanism *self)
{
  const GArray *marks = lw_mechanism_get_marks (self);
  LwMechanism *next = lw_mechanism_copy (self);

  for (guint i = 0; i < marks->len; i++) {
    const LwElementMark *mark = &g_array_index (marks, LwElementMark, i);

    lw_mechanism_set_mark (next, mark->element, mark->flags & ~(unsigned) LW_MARK_HIDDEN);
  }
  return next;
}

LwMechanism *
lw_marks_settle (LwMechanism *self)
{
  const GArray *marks = lw_mechanism_get_marks (self);
  LwMechanism *next = NULL;

  for (guint i = 0; i < marks->len; i++) {
    const LwElementRef ref = g_array_index (marks, LwElementMark, i).element;

    if (lw_element_ref_find (self, ref) != NULL)
      continue;
    if (next == NULL)
      next = lw_mechanism_copy (self);
    lw_mechanism_set_mark (next, ref, 0);
  }
  return next != NULL ? next : lw_mechanism_ref (self);
}

bool
lw_marks_equal (const LwMechanism *self, const LwMechanism *other)
{
  const GArray *a = lw_mechanism_get_marks (self);
  const GArray *b = lw_mechanism_get_marks (other);

  if (a->len != b->len)
    return false;
  for (guint i = 0; i < a->len; i++) {
    const LwElementMark *mine = &g_array_index (a, LwElementMark, i);
    const LwElementMark *theirs = &g_array_index (b, LwElementMark, i);

    if (mine->element.kind != theirs->element.kind || mine->element.id != theirs->element.id
        || mine->flags != theirs->flags)
      return false;
  }
  return true;
}

static bool
stays_on (const LwCoupling *a, const LwCoupling *b, int body)
{
  return (a->def.body_a != body
          || memcmp (a->def.frame_a.point, b->def.frame_a.point, sizeof a->def.frame_a.point) == 0)
         && (a->def.body_b != body
             || memcmp (a->def.frame_b.point, b->def.frame_b.point, sizeof a->def.frame_b.point)
                  == 0);
}

/// Compares the joints on a body. A link may take its shape from its joints, so these must not
/// move.
static bool
has_same_joints (const LwMechanism *before, const LwMechanism *after, int body)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (before); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (before, i);
    const LwCoupling *other = lw_mechanism_find_coupling (after, coupling->element.id);

    if (other != NULL && other != coupling && !stays_on (coupling, other, body))
      return false;
  }
  return true;
}

static bool
stays (const LwMechanism *before, const LwMechanism *after, LwElementRef ref)
{
  const LwElement *element = lw_element_ref_find (before, ref);

  // Elements that an edit does not change are shared.
  return (element == lw_element_ref_find (after, ref)
          || lw_mechanism_has_same_element (before, after, ref))
         && (ref.kind != LW_SELECTION_BODY || has_same_joints (before, after, ref.id));
}

bool
lw_marks_allow (const LwMechanism *before, const LwMechanism *after, GError **error)
{
  const GArray *marks = lw_mechanism_get_marks (before);

  for (guint i = 0; i < marks->len; i++) {
    const LwElementMark *mark = &g_array_index (marks, LwElementMark, i);
    g_autofree char *name = NULL;

    if (!(mark->flags & LW_MARK_LOCKED) || lw_element_ref_find (before, mark->element) == NULL
        || stays (before, after, mark->element))
      continue;
    name = lw_element_ref_dup_name (before, mark->element);
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("%s is locked; unlock it in the outline before it is changed here."), name);
    return false;
  }
  return true;
}
