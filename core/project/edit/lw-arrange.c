// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-arrange.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-geometry.h"
#include "lw-locked.h"
#include "lw-move.h"
#include "lw-part.h"
#include "mbd-force-class.h"

/// A group that is arranged as one.
typedef struct
{
  GArray *refs; ///< array of LwElementRef
  double box[4];
} Item;

static void
item_clear (void *data)
{
  g_array_unref (((Item *) data)->refs);
}

static bool
has_body (const LwElementRef *elements, guint n, int id)
{
  return lw_element_refs_contain (elements, n, (LwElementRef){ LW_SELECTION_BODY, id });
}

// ---- items ----------------------------------------------------------------------------------

static void
add_item (const LwMechanism *mechanism, GArray *items, const LwElementRef *refs, guint n)
{
  Item item = { .refs = g_array_new (FALSE, FALSE, sizeof (LwElementRef)) };

  g_array_append_vals (item.refs, refs, n);
  if (lw_part_get_box (mechanism, refs, n, item.box))
    g_array_append_val (items, item);
  else
    item_clear (&item);
}

/// Adds the groups of chosen bodies that are joined with each other within the selection.
static void
add_bodies (const LwMechanism *mechanism, GArray *items, const LwElementRef *elements, guint n)
{
  g_autoptr (LwMechanism) part = lw_part_extract (mechanism, elements, n, NULL);
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; part != NULL && i < lw_mechanism_get_n_bodies (part); i++) {
    const int id = lw_mechanism_get_body (part, i)->element.id;
    const LwElementRef first = { LW_SELECTION_BODY, id };
    g_autoptr (GArray) group = NULL;

    if (g_hash_table_contains (done, GINT_TO_POINTER (id)))
      continue;
    group = lw_part_connected (part, &first, 1);
    for (guint k = group->len; k-- > 0;) {
      const LwElementRef *ref = &g_array_index (group, LwElementRef, k);

      if (ref->kind == LW_SELECTION_BODY)
        g_hash_table_add (done, GINT_TO_POINTER (ref->id));
      else
        g_array_remove_index (group, k);
    }
    add_item (mechanism, items, (const LwElementRef *) (const void *) group->data, group->len);
  }
}

/// Returns true for a joint, load or tracer whose bodies are not chosen.
static bool
stands_alone (const LwMechanism *mechanism,
              const LwElementRef *elements,
              guint n,
              LwElementRef element)
{
  const LwCoupling *coupling = lw_mechanism_find_coupling (mechanism, element.id);
  const LwForce *force = lw_mechanism_find_force (mechanism, element.id);
  const LwTracer *tracer = lw_mechanism_find_tracer (mechanism, element.id);

  switch (element.kind) {
  case LW_SELECTION_COUPLING:
    return coupling != NULL && lw_geometry_is_joint (coupling)
           && !has_body (elements, n, coupling->def.body_a)
           && !has_body (elements, n, coupling->def.body_b);
  case LW_SELECTION_FORCE:
    return force != NULL && !force->def.class_->acts_on_a
           && !has_body (elements, n, force->def.body_b);
  case LW_SELECTION_TRACER:
    return tracer != NULL && !has_body (elements, n, tracer->body);
  case LW_SELECTION_BODY:
  case LW_SELECTION_MEASUREMENT:
  case LW_SELECTION_NONE:
    break;
  }
  return false;
}

static GArray *
find_items (const LwMechanism *mechanism, const LwElementRef *elements, guint n)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (Item));

  g_array_set_clear_func (items, item_clear);
  add_bodies (mechanism, items, elements, n);
  for (guint i = 0; i < n; i++)
    if (stands_alone (mechanism, elements, n, elements[i]))
      add_item (mechanism, items, &elements[i], 1);
  return items;
}

/// Refuses a change of a locked length.
static LwMechanism *
keep_locked (const LwMechanism *before, LwMechanism *next, GError **error)
{
  if (lw_locked_check (before, next, NULL, 0, error))
    return next;
  lw_mechanism_unref (next);
  return NULL;
}

/// Moves one item; the elements between items follow. Takes ownership of the mechanism.
static LwMechanism *
shift (LwMechanism *mechanism, const Item *item, double dx, double dy)
{
  LwMechanism *next;

  if (dx == 0 && dy == 0)
    return mechanism;
  next = lw_move_elements (mechanism, (const LwElementRef *) (const void *) item->refs->data,
                           item->refs->len, dx, dy);
  lw_mechanism_unref (mechanism);
  return next;
}

// ---- align ----------------------------------------------------------------------------------

static void
find_shift (const double box[4], const double all[4], LwAlignment alignment, double by[2])
{
  by[0] = by[1] = 0;
  switch (alignment) {
  case LW_ALIGN_LEFT:
    by[0] = all[0] - box[0];
    break;
  case LW_ALIGN_CENTRE:
    by[0] = 0.5 * (all[0] + all[2]) - 0.5 * (box[0] + box[2]);
    break;
  case LW_ALIGN_RIGHT:
    by[0] = all[2] - box[2];
    break;
  case LW_ALIGN_TOP:
    by[1] = all[3] - box[3];
    break;
  case LW_ALIGN_MIDDLE:
    by[1] = 0.5 * (all[1] + all[3]) - 0.5 * (box[1] + box[3]);
    break;
  case LW_ALIGN_BOTTOM:
    by[1] = all[1] - box[1];
    break;
  }
}

LwMechanism *
lw_arrange_align (const LwMechanism *mechanism,
                  const LwElementRef *elements,
                  guint n_elements,
                  LwAlignment alignment,
                  GError **error)
{
  g_autoptr (GArray) items = find_items (mechanism, elements, n_elements);
  LwMechanism *next;
  double all[4];

  if (items->len < 2) {
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("Select at least two parts to align that are not joined to each other."));
    return NULL;
  }
  memcpy (all, g_array_index (items, Item, 0).box, sizeof all);
  for (guint i = 1; i < items->len; i++) {
    const double *box = g_array_index (items, Item, i).box;

    for (int d = 0; d < 2; d++) {
      all[d] = MIN (all[d], box[d]);
      all[2 + d] = MAX (all[2 + d], box[2 + d]);
    }
  }
  next = lw_mechanism_copy (mechanism);
  for (guint i = 0; i < items->len; i++) {
    const Item *item = &g_array_index (items, Item, i);
    double by[2];

    find_shift (item->box, all, alignment, by);
    next = shift (next, item, by[0], by[1]);
  }
  return keep_locked (mechanism, next, error);
}

// ---- distribute -----------------------------------------------------------------------------

static int
compare_middles (const Item *a, const Item *b, int d)
{
  const double first = a->box[d] + a->box[2 + d];
  const double second = b->box[d] + b->box[2 + d];

  return first < second ? -1 : first > second;
}

static int
compare_x (const void *a, const void *b)
{
  return compare_middles (a, b, 0);
}

static int
compare_y (const void *a, const void *b)
{
  return compare_middles (a, b, 1);
}

LwMechanism *
lw_arrange_distribute (const LwMechanism *mechanism,
                       const LwElementRef *elements,
                       guint n_elements,
                       bool vertically,
                       GError **error)
{
  g_autoptr (GArray) items = find_items (mechanism, elements, n_elements);
  const int d = vertically ? 1 : 0;
  const Item *first;
  const Item *last;
  LwMechanism *next;
  double gap;
  double at;

  if (items->len < 3) {
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("Select at least three parts to distribute that are not joined to each other."));
    return NULL;
  }
  g_array_sort (items, vertically ? compare_y : compare_x);
  first = &g_array_index (items, Item, 0);
  last = &g_array_index (items, Item, items->len - 1);
  // The outermost items do not move; the remaining space between them is distributed evenly.
  gap = last->box[d] - first->box[2 + d];
  for (guint i = 1; i + 1 < items->len; i++) {
    const Item *item = &g_array_index (items, Item, i);

    gap -= item->box[2 + d] - item->box[d];
  }
  gap /= items->len - 1;
  at = first->box[2 + d] + gap;
  next = lw_mechanism_copy (mechanism);
  for (guint i = 1; i + 1 < items->len; i++) {
    const Item *item = &g_array_index (items, Item, i);
    const double by = at - item->box[d];

    next = shift (next, item, vertically ? 0 : by, vertically ? by : 0);
    at += item->box[2 + d] - item->box[d] + gap;
  }
  return keep_locked (mechanism, next, error);
}
