// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ends of locked links are places; joined ends are one place. Places that an ordinary move
// takes along are dragged, places on the ground are fixed, and each of the other places that has to
// follow is moved as if it had been dragged there.

#include "lw-locked.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-link-length.h"
#include "lw-geometry.h"
#include "lw-locked-solve.h"
#include "lw-move.h"

/// A place, with the link or joint by which it is moved.
typedef struct
{
  double at[2]; ///< m, world
  int group;    ///< the least body id joined there
  int body;     ///< a link that ends there
  guint end;    ///< index of that end
  int joint;    ///< id of a joint there, 0 if there is none
  LwLockedRole role;
} Place;

typedef struct
{
  const LwMechanism *old;
  double near;
  GArray *places; ///< array of Place
  GArray *edges;  ///< array of LwLockedEdge
} Locks;

// ---- finding --------------------------------------------------------------------------------

static void
end_of (const LwMechanism *mechanism, const LwBody *body, guint end, double world[2])
{
  double length;
  g_autoptr (GArray) points = lw_mechanism_dup_length_points (mechanism, body->element.id, &length);

  world[0] = world[1] = NAN;
  if (points != NULL)
    lw_geometry_to_world (body, (const double *) (void *) points->data + 3 * end, world);
}

static int
find_joint (const Locks *self, int body, const double at[2])
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->old); i++) {
    const LwCoupling *joint = lw_mechanism_get_coupling (self->old, i);
    double place[2];

    if (!lw_geometry_is_joint (joint) || (joint->def.body_a != body && joint->def.body_b != body))
      continue;
    lw_geometry_joint_point (self->old, joint, place);
    if (hypot (place[0] - at[0], place[1] - at[1]) <= self->near)
      return joint->element.id;
  }
  return 0;
}

static guint
add_place (Locks *self, const LwBody *body, guint end)
{
  Place place = { .body = body->element.id, .end = end };

  end_of (self->old, body, end, place.at);
  place.group = lw_geometry_joined_with (self->old, place.at[0], place.at[1], place.body);
  for (guint i = 0; i < self->places->len; i++) {
    const Place *other = &g_array_index (self->places, Place, i);

    if (other->group == place.group
        && hypot (other->at[0] - place.at[0], other->at[1] - place.at[1]) <= self->near)
      return i;
  }
  place.joint = find_joint (self, place.body, place.at);
  // A place that no joint and no shape point can move is fixed.
  place.role = place.group == MBD_GROUND || (place.joint == 0 && body->shape.points == NULL)
                 ? LW_LOCKED_FIXED
                 : LW_LOCKED_FREE;
  g_array_append_val (self->places, place);
  return self->places->len - 1;
}

static void
find_locks (Locks *self)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (self->old); i++) {
    const LwBody *body = lw_mechanism_get_body (self->old, i);
    LwLockedEdge edge;

    if (!body->length_locked || !lw_locked_can (self->old, body->element.id))
      continue;
    edge.place[0] = add_place (self, body, 0);
    edge.place[1] = add_place (self, body, 1);
    edge.length = hypot (g_array_index (self->places, Place, edge.place[0]).at[0]
                           - g_array_index (self->places, Place, edge.place[1]).at[0],
                         g_array_index (self->places, Place, edge.place[0]).at[1]
                           - g_array_index (self->places, Place, edge.place[1]).at[1]);
    if (edge.place[0] != edge.place[1] && edge.length > 0)
      g_array_append_val (self->edges, edge);
  }
}

/// Marks the places that an ordinary move takes along as dragged. Returns false if there are none.
static bool
find_dragged (Locks *self, const LwMechanism *moved)
{
  bool any = false;

  for (guint i = 0; i < self->places->len; i++) {
    Place *place = &g_array_index (self->places, Place, i);
    const LwBody *body = lw_mechanism_find_body (moved, place->body);
    double at[2];

    end_of (moved, body, place->end, at);
    // Smaller changes are rounding, where the other end of a link was moved.
    if (!(hypot (at[0] - place->at[0], at[1] - place->at[1]) > 1e-4 * self->near))
      continue;
    place->role = LW_LOCKED_DRAGGED;
    any = true;
  }
  return any;
}

/// Returns true if a body other than a link is dragged: everything on it moves by the same
/// displacement.
static bool
goes_as_it_is (const Locks *self, const LwElementRef *elements, guint n_elements)
{
  for (guint i = 0; i < n_elements; i++)
    if (elements[i].kind == LW_SELECTION_BODY && !lw_locked_can (self->old, elements[i].id))
      return true;
  return false;
}

// ---- solving --------------------------------------------------------------------------------

/// Keeps the dragged places at their distances from each other, although they may turn.
static void
stiffen (Locks *self)
{
  guint first[2];
  guint n = 0;

  for (guint i = 0; i < self->places->len; i++) {
    if (g_array_index (self->places, Place, i).role != LW_LOCKED_DRAGGED)
      continue;
    for (guint k = 0; k < MIN (n, 2); k++) {
      const double *a = g_array_index (self->places, Place, first[k]).at;
      const double *b = g_array_index (self->places, Place, i).at;
      const LwLockedEdge edge = { { first[k], i }, hypot (a[0] - b[0], a[1] - b[1]) };

      if (edge.length > self->near)
        g_array_append_val (self->edges, edge);
    }
    if (n < 2)
      first[n] = i;
    n++;
  }
}

/// Removes edges between places of the same point, which have no effect.
static void
drop_inner_edges (Locks *self, const LwLockedPlace *places)
{
  for (guint i = self->edges->len; i-- > 0;) {
    const LwLockedEdge *edge = &g_array_index (self->edges, LwLockedEdge, i);

    if (places[edge->place[0]].point == places[edge->place[1]].point)
      g_array_remove_index (self->edges, i);
  }
}

/// Computes the new places, and for rigid dragging (`as_it_is`) the part of the way that is
/// reached.
static bool
solve (Locks *self, bool as_it_is, double way[2], double (*to)[2])
{
  const guint n = self->places->len;
  g_autofree LwLockedPlace *places = g_new0 (LwLockedPlace, n);
  g_autofree LwLockedRole *roles = g_new0 (LwLockedRole, n);
  g_autofree double *room = g_new0 (double, 2 * (gsize) n);
  LwLockedProblem problem = { .points = (double (*)[2]) (void *) room,
                              .roles = roles,
                              .by = { way[0], way[1] },
                              .n_places = n,
                              .places = places };
  int shared = -1;
  bool reached;

  for (guint i = 0; i < n; i++) {
    const Place *place = &g_array_index (self->places, Place, i);
    const bool joins = as_it_is && place->role == LW_LOCKED_DRAGGED && shared >= 0;

    places[i].point = joins ? (guint) shared : problem.n_points++;
    for (int d = 0; d < 2; d++)
      if (joins)
        places[i].offset[d] = place->at[d] - problem.points[shared][d];
      else
        problem.points[places[i].point][d] = place->at[d];
    roles[places[i].point] = place->role;
    if (as_it_is && place->role == LW_LOCKED_DRAGGED && shared < 0)
      shared = (int) places[i].point;
  }
  if (!as_it_is)
    stiffen (self);
  drop_inner_edges (self, places);
  problem.n_edges = self->edges->len;
  problem.edges = (const LwLockedEdge *) (const void *) self->edges->data;
  reached = problem.n_edges == 0 || lw_locked_solve (&problem);
  for (guint i = 0; i < n; i++)
    for (int d = 0; d < 2; d++)
      to[i][d] = problem.points[places[i].point][d] + places[i].offset[d];
  for (guint i = 0; i < n && as_it_is && !reached; i++)
    for (int d = 0; d < 2 && g_array_index (self->places, Place, i).role == LW_LOCKED_DRAGGED; d++)
      way[d] = to[i][d] - g_array_index (self->places, Place, i).at[d];
  return reached;
}

// ---- moving ---------------------------------------------------------------------------------

/// Takes ownership of the mechanism.
static LwMechanism *
move_place (LwMechanism *mechanism, const Place *place, const double to[2])
{
  const LwElementRef joint = { LW_SELECTION_COUPLING, place->joint };
  const LwBody *body = lw_mechanism_find_body (mechanism, place->body);
  LwMechanism *next;
  double at[2];

  // Current place: other places may have taken it along.
  end_of (mechanism, body, place->end, at);
  if (to[0] == at[0] && to[1] == at[1])
    return mechanism;
  next = place->joint != 0
           ? lw_move_elements (mechanism, &joint, 1, to[0] - at[0], to[1] - at[1])
           : lw_move_point (mechanism, place->body, place->end, to[0] - at[0], to[1] - at[1]);
  lw_mechanism_unref (mechanism);
  return next;
}

/// The elements, or the point, that are dragged.
typedef struct
{
  const LwElementRef *elements;
  guint n_elements;
  int body;
  guint point;
} Dragged;

static LwMechanism *
move_plainly (const LwMechanism *mechanism, const Dragged *dragged, const double way[2])
{
  return dragged->elements != NULL
           ? lw_move_elements (mechanism, dragged->elements, dragged->n_elements, way[0], way[1])
           : lw_move_point (mechanism, dragged->body, dragged->point, way[0], way[1]);
}

static LwMechanism *
move (const LwMechanism *mechanism, const Dragged *dragged, double dx, double dy)
{
  Locks self = { .old = mechanism,
                 .near = 1e-9 * lw_geometry_size (mechanism, 1e-3),
                 .places = g_array_new (FALSE, FALSE, sizeof (Place)),
                 .edges = g_array_new (FALSE, FALSE, sizeof (LwLockedEdge)) };
  double way[2] = { dx, dy };
  LwMechanism *next = move_plainly (mechanism, dragged, way);

  find_locks (&self);
  if (self.edges->len > 0 && isfinite (dx) && isfinite (dy) && find_dragged (&self, next)) {
    const bool as_it_is = goes_as_it_is (&self, dragged->elements, dragged->n_elements);
    g_autofree double *room = g_new0 (double, 2 * (gsize) self.places->len);
    double (*to)[2] = (double (*)[2]) (void *) room;
    const bool reached = solve (&self, as_it_is, way, to);

    if (!reached) {
      lw_mechanism_unref (next);
      next = as_it_is ? move_plainly (mechanism, dragged, way) : lw_mechanism_copy (mechanism);
    }
    for (guint i = 0; i < self.places->len; i++) {
      const Place *place = &g_array_index (self.places, Place, i);

      if (place->role == LW_LOCKED_FREE
          || (place->role == LW_LOCKED_DRAGGED && !reached && !as_it_is))
        next = move_place (next, place, to[i]);
    }
  }
  g_array_unref (self.places);
  g_array_unref (self.edges);
  return next;
}

// ---- public ---------------------------------------------------------------------------------

LwMechanism *
lw_locked_move_elements (const LwMechanism *mechanism,
                         const LwElementRef *elements,
                         guint n_elements,
                         double dx,
                         double dy)
{
  const Dragged dragged = { .elements = elements, .n_elements = n_elements };

  return move (mechanism, &dragged, dx, dy);
}

LwMechanism *
lw_locked_move_point (const LwMechanism *mechanism, int body, guint point, double dx, double dy)
{
  const Dragged dragged = { .body = body, .point = point };

  return move (mechanism, &dragged, dx, dy);
}

bool
lw_locked_check (const LwMechanism *before,
                 const LwMechanism *after,
                 const LwElementRef *elements,
                 guint n_elements,
                 GError **error)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (before); i++) {
    const LwBody *body = lw_mechanism_get_body (before, i);
    const int id = body->element.id;
    double lengths[2] = { 0, 0 };
    g_autofree char *name = NULL;

    if (!body->length_locked || !lw_locked_can (before, id)
        || lw_element_refs_contain (elements, n_elements, (LwElementRef){ LW_SELECTION_BODY, id }))
      continue;
    for (int k = 0; k < 2; k++) {
      GArray *points = lw_mechanism_dup_length_points (k == 0 ? before : after, id, &lengths[k]);

      g_clear_pointer (&points, g_array_unref);
    }
    if (fabs (lengths[1] - lengths[0]) <= 1e-9 * lengths[0])
      continue;
    name = lw_mechanism_dup_element_name (before, MBD_ELEMENT_BODY, id);
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("The length of %s is locked and would change: unlock it first."), name);
    return false;
  }
  return true;
}

LwMechanism *
lw_locked_move_by_map (const LwMechanism *mechanism,
                       const LwElementRef *elements,
                       guint n_elements,
                       const LwPlaneMap *map,
                       GError **error)
{
  LwMechanism *next = lw_move_by_map (mechanism, elements, n_elements, map, error);

  if (next != NULL && !lw_locked_check (mechanism, next, elements, n_elements, error))
    g_clear_pointer (&next, lw_mechanism_unref);
  return next;
}

bool
lw_locked_can (const LwMechanism *mechanism, int body)
{
  const LwBody *found = lw_mechanism_find_body (mechanism, body);
  g_autoptr (GArray) points = NULL;
  double length;

  if (found == NULL || found->def.mobility == MBD_SPATIAL)
    return false;
  points = lw_mechanism_dup_length_points (mechanism, body, &length);
  return points != NULL;
}

LwMechanism *
lw_locked_set (const LwMechanism *mechanism, int body, bool locked)
{
  LwBody *copy = lw_body_copy (lw_mechanism_find_body (mechanism, body));

  copy->length_locked = locked;
  return lw_mechanism_replace_body (mechanism, copy);
}
