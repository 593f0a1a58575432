// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds parts of a mechanism: all elements, connected elements, their bounding box, and the rest
// without them.

#include <math.h>

#include "lw-curve.h"
#include "lw-geometry.h"
#include "lw-part.h"
#include "mbd-force-class.h"

// ---- sets -----------------------------------------------------------------------------------

static void
add_ref (GArray *refs, LwSelectionKind kind, const LwElement *element)
{
  const LwElementRef ref = { kind, element->id };

  g_array_append_val (refs, ref);
}

GArray *
lw_part_all (const LwMechanism *mechanism)
{
  GArray *refs = g_array_new (FALSE, FALSE, sizeof (LwElementRef));

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    add_ref (refs, LW_SELECTION_BODY, &lw_mechanism_get_body (mechanism, i)->element);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    add_ref (refs, LW_SELECTION_COUPLING, &lw_mechanism_get_coupling (mechanism, i)->element);
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++)
    add_ref (refs, LW_SELECTION_FORCE, &lw_mechanism_get_force (mechanism, i)->element);
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++)
    add_ref (refs, LW_SELECTION_TRACER, &lw_mechanism_get_tracer (mechanism, i)->element);
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++)
    add_ref (refs, LW_SELECTION_MEASUREMENT, &lw_mechanism_get_measurement (mechanism, i)->element);
  return refs;
}

static bool
has (GHashTable *set, int id)
{
  return g_hash_table_contains (set, GINT_TO_POINTER (id));
}

/// Returns the ids of the elements of a kind. Free with g_hash_table_unref ().
static GHashTable *
ids_of (LwSelectionKind kind, const LwElementRef *elements, guint n_elements)
{
  GHashTable *ids = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n_elements; i++)
    if (elements[i].kind == kind)
      g_hash_table_add (ids, GINT_TO_POINTER (elements[i].id));
  return ids;
}

// ---- without --------------------------------------------------------------------------------

static void *
share (const LwElement *element)
{
  // Elements never change once shared; only their reference count does.
  LwElement *shared = (LwElement *) element;

  g_atomic_ref_count_inc (&shared->ref_count);
  return shared;
}

static bool
stands_on (GHashTable *bodies, const LwCoupling *coupling)
{
  const MbdCouplingDef *def = &coupling->def;

  return coupling->joint[0] == 0
         && (has (bodies, def->body_a) || has (bodies, def->body_b)
             || (lw_family_of (def->class_)->n_bodies == 4
                 && (has (bodies, def->body_c) || has (bodies, def->body_d))));
}

/// Adds the couplings that are removed with their bodies, and those that are removed with their
/// joints.
static void
find_falling_couplings (const LwMechanism *mechanism, GHashTable *bodies, GHashTable *couplings)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (stands_on (bodies, coupling))
      g_hash_table_add (couplings, GINT_TO_POINTER (coupling->element.id));
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    for (int k = 0; k < 2; k++)
      if (coupling->joint[k] != 0 && has (couplings, coupling->joint[k]))
        g_hash_table_add (couplings, GINT_TO_POINTER (coupling->element.id));
  }
}

/// Returns true if one of its points is on one of the bodies.
static bool
is_on (GHashTable *bodies, const LwMeasurement *measurement)
{
  for (guint i = 0; i < measurement->n_points; i++)
    if (has (bodies, measurement->points[i].body))
      return true;
  return false;
}

LwMechanism *
lw_part_remove (const LwMechanism *mechanism, const LwElementRef *elements, guint n_elements)
{
  g_autoptr (GHashTable) bodies = ids_of (LW_SELECTION_BODY, elements, n_elements);
  g_autoptr (GHashTable) couplings = ids_of (LW_SELECTION_COUPLING, elements, n_elements);
  g_autoptr (GHashTable) forces = ids_of (LW_SELECTION_FORCE, elements, n_elements);
  g_autoptr (GHashTable) tracers = ids_of (LW_SELECTION_TRACER, elements, n_elements);
  g_autoptr (GHashTable) measurements = ids_of (LW_SELECTION_MEASUREMENT, elements, n_elements);
  LwMechanism *next = lw_mechanism_copy_head (mechanism);

  // The ground is not an element.
  g_hash_table_remove (bodies, GINT_TO_POINTER (MBD_GROUND));
  find_falling_couplings (mechanism, bodies, couplings);
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwElement *element = &lw_mechanism_get_body (mechanism, i)->element;

    if (!has (bodies, element->id))
      lw_mechanism_add_body (next, share (element));
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwElement *element = &lw_mechanism_get_coupling (mechanism, i)->element;

    if (!has (couplings, element->id))
      lw_mechanism_add_coupling (next, share (element));
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    const LwForce *force = lw_mechanism_get_force (mechanism, i);

    if (!has (forces, force->element.id) && !has (bodies, force->def.body_b)
        && !(force->def.class_->acts_on_a && has (bodies, force->def.body_a)))
      lw_mechanism_add_force (next, share (&force->element));
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++) {
    const LwTracer *tracer = lw_mechanism_get_tracer (mechanism, i);

    if (!has (tracers, tracer->element.id) && !has (bodies, tracer->body))
      lw_mechanism_add_tracer (next, share (&tracer->element));
  }
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++) {
    const LwMeasurement *measurement = lw_mechanism_get_measurement (mechanism, i);

    if (!has (measurements, measurement->element.id) && !is_on (bodies, measurement))
      lw_mechanism_add_measurement (next, share (&measurement->element));
  }
  for (guint k = 0; k < lw_mechanism_get_n_plots (mechanism); k++)
    lw_mechanism_add_plot (next, lw_mechanism_get_plot (mechanism, k));
  lw_mechanism_drop_lone_pairs (next);
  return next;
}

// ---- places ---------------------------------------------------------------------------------

static void
extend (double box[4], double x, double y)
{
  box[0] = fmin (box[0], x);
  box[1] = fmin (box[1], y);
  box[2] = fmax (box[2], x);
  box[3] = fmax (box[3], y);
}

static void
extend_by_disc (double box[4], const LwBody *body)
{
  double at[2];

  lw_geometry_to_world (body, body->shape.centre, at);
  extend (box, at[0] - body->shape.size[0], at[1] - body->shape.size[0]);
  extend (box, at[0] + body->shape.size[0], at[1] + body->shape.size[0]);
}

static void
extend_by_local (const LwMechanism *mechanism, double box[4], int body, const double point[3])
{
  double at[2];

  lw_geometry_to_world (lw_mechanism_find_body (mechanism, body), point, at);
  extend (box, at[0], at[1]);
}

static void
extend_by_element (const LwMechanism *mechanism, double box[4], LwElementRef ref)
{
  const LwCoupling *coupling;
  const LwForce *force;
  const LwTracer *tracer;
  const LwMeasurement *measurement;

  switch (ref.kind) {
  case LW_SELECTION_COUPLING:
    coupling = lw_mechanism_find_coupling (mechanism, ref.id);
    if (coupling == NULL || coupling->joint[0] != 0)
      break;
    if (lw_family_of (coupling->def.class_)->may_slacken)
      extend_by_local (mechanism, box, coupling->def.body_a, coupling->def.frame_a.point);
    if (lw_coupling_n_ends (&coupling->def) > 2)
      extend_by_local (mechanism, box, coupling->def.body_c, coupling->def.frame_c.point);
    if (lw_coupling_n_ends (&coupling->def) > 3)
      extend_by_local (mechanism, box, coupling->def.body_d, coupling->def.frame_d.point);
    for (guint i = 0; coupling->curve != NULL && i < coupling->curve->len; i++) {
      double point[3];

      lw_curve_to_body (coupling->curve, i, &coupling->def.frame_a, point);
      extend_by_local (mechanism, box, coupling->def.body_a, point);
    }
    extend_by_local (mechanism, box, coupling->def.body_b, coupling->def.frame_b.point);
    break;
  case LW_SELECTION_FORCE:
    force = lw_mechanism_find_force (mechanism, ref.id);
    if (force == NULL)
      break;
    if (force->def.class_->acts_on_a)
      extend_by_local (mechanism, box, force->def.body_a, force->def.point_a);
    extend_by_local (mechanism, box, force->def.body_b, force->def.point_b);
    break;
  case LW_SELECTION_TRACER:
    tracer = lw_mechanism_find_tracer (mechanism, ref.id);
    if (tracer != NULL)
      extend_by_local (mechanism, box, tracer->body, tracer->point);
    break;
  case LW_SELECTION_MEASUREMENT:
    measurement = lw_mechanism_find_measurement (mechanism, ref.id);
    for (guint i = 0; measurement != NULL && i < measurement->n_points; i++)
      extend_by_local (mechanism, box, measurement->points[i].body, measurement->points[i].point);
    break;
  case LW_SELECTION_BODY:
  case LW_SELECTION_NONE:
    break;
  }
}

bool
lw_part_get_box (const LwMechanism *mechanism,
                 const LwElementRef *elements,
                 guint n_elements,
                 double box[4])
{
  g_autoptr (GHashTable) bodies = ids_of (LW_SELECTION_BODY, elements, n_elements);
  g_autoptr (GArray) points = NULL;

  box[0] = box[1] = INFINITY;
  box[2] = box[3] = -INFINITY;
  for (guint i = 0; i < n_elements; i++)
    extend_by_element (mechanism, box, elements[i]);
  if (g_hash_table_size (bodies) > 0)
    points = lw_geometry_points (mechanism);
  for (guint i = 0; points != NULL && i < points->len; i++) {
    const LwDrawnPoint *point = &g_array_index (points, LwDrawnPoint, i);

    if (has (bodies, point->body))
      extend (box, point->x, point->y);
  }
  for (guint i = 0; points != NULL && i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);

    if (body->shape.kind == LW_SHAPE_DISC && has (bodies, body->element.id))
      extend_by_disc (box, body);
  }
  return box[0] <= box[2] && box[1] <= box[3];
}

// ---- connected elements ---------------------------------------------------------------------

/// Bodies in groups, each identified by one of them: union-find with path halving.
typedef struct
{
  const LwMechanism *mechanism;
  GHashTable *parents; ///< body id -> body id
} Groups;

static int
find_group (const Groups *self, int body)
{
  for (;;) {
    const int parent =
      GPOINTER_TO_INT (g_hash_table_lookup (self->parents, GINT_TO_POINTER (body)));
    const int grand =
      GPOINTER_TO_INT (g_hash_table_lookup (self->parents, GINT_TO_POINTER (parent)));

    if (parent == grand)
      return parent;
    g_hash_table_insert (self->parents, GINT_TO_POINTER (body), GINT_TO_POINTER (grand));
    body = grand;
  }
}

/// Returns true if a body connects others; the ground and fixed bodies do not.
static bool
moves (const Groups *self, int body)
{
  const LwBody *found = lw_mechanism_find_body (self->mechanism, body);

  return found != NULL && found->def.mobility != MBD_FIXED;
}

static void
unite (Groups *self, int a, int b)
{
  if (moves (self, a) && moves (self, b))
    g_hash_table_insert (self->parents, GINT_TO_POINTER (find_group (self, a)),
                         GINT_TO_POINTER (find_group (self, b)));
}

/// Finds the bodies of a coupling, with those of the joints that it uses; 4 ids, 0 if there is
/// none.
static void
find_ends (const LwMechanism *mechanism, const LwCoupling *coupling, int ends[4])
{
  const LwCoupling *joints[2] = { coupling, coupling };
  const bool has_four = lw_family_of (coupling->def.class_)->n_bodies == 4;

  for (int i = 0; i < 4; i++)
    ends[i] = MBD_GROUND;
  if (coupling->joint[0] == 0) {
    ends[0] = coupling->def.body_a;
    ends[1] = coupling->def.body_b;
    ends[2] = has_four ? coupling->def.body_c : MBD_GROUND;
    ends[3] = has_four ? coupling->def.body_d : MBD_GROUND;
    return;
  }
  for (int i = 0; i < 2; i++) {
    joints[i] = lw_mechanism_find_coupling (mechanism, coupling->joint[i]);
    if (joints[i] == NULL)
      continue;
    ends[2 * i] = joints[i]->def.body_a;
    ends[2 * i + 1] = joints[i]->def.body_b;
  }
}

static void
unite_all (Groups *self)
{
  const LwMechanism *mechanism = self->mechanism;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const int id = lw_mechanism_get_body (mechanism, i)->element.id;

    g_hash_table_insert (self->parents, GINT_TO_POINTER (id), GINT_TO_POINTER (id));
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    int ends[4];

    find_ends (mechanism, lw_mechanism_get_coupling (mechanism, i), ends);
    for (int a = 0; a < 4; a++)
      for (int b = 0; b < a; b++)
        unite (self, ends[a], ends[b]);
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    const MbdForceDef *def = &lw_mechanism_get_force (mechanism, i)->def;

    if (def->class_->acts_on_a)
      unite (self, def->body_a, def->body_b);
  }
}

/// Returns true if one of the bodies is in a requested group; a chosen fixed body
/// is a separate group.
static bool
is_wanted (const Groups *self, GHashTable *wanted, const int *ends, int n)
{
  for (int i = 0; i < n; i++)
    if (lw_mechanism_find_body (self->mechanism, ends[i]) != NULL
        && has (wanted, find_group (self, ends[i])))
      return true;
  return false;
}

static void
want (Groups *self, GHashTable *wanted, LwElementRef ref)
{
  const LwCoupling *coupling = lw_mechanism_find_coupling (self->mechanism, ref.id);
  const LwForce *force = lw_mechanism_find_force (self->mechanism, ref.id);
  const LwTracer *tracer = lw_mechanism_find_tracer (self->mechanism, ref.id);
  const LwMeasurement *measurement = lw_mechanism_find_measurement (self->mechanism, ref.id);
  int ends[4] = { MBD_GROUND, MBD_GROUND, MBD_GROUND, MBD_GROUND };

  if (ref.kind == LW_SELECTION_BODY)
    ends[0] = ref.id;
  else if (ref.kind == LW_SELECTION_COUPLING && coupling != NULL)
    find_ends (self->mechanism, coupling, ends);
  else if (ref.kind == LW_SELECTION_FORCE && force != NULL) {
    ends[0] = force->def.body_b;
    ends[1] = force->def.class_->acts_on_a ? force->def.body_a : MBD_GROUND;
  } else if (ref.kind == LW_SELECTION_TRACER && tracer != NULL)
    ends[0] = tracer->body;
  else if (ref.kind == LW_SELECTION_MEASUREMENT && measurement != NULL)
    for (guint i = 0; i < measurement->n_points; i++)
      ends[i] = measurement->points[i].body;
  for (int i = 0; i < 4; i++)
    if (lw_mechanism_find_body (self->mechanism, ends[i]) != NULL
        && (ref.kind == LW_SELECTION_BODY || moves (self, ends[i])))
      g_hash_table_add (wanted, GINT_TO_POINTER (find_group (self, ends[i])));
}

static void
collect (const Groups *self, GHashTable *wanted, GArray *refs)
{
  const LwMechanism *mechanism = self->mechanism;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwElement *element = &lw_mechanism_get_body (mechanism, i)->element;

    if (is_wanted (self, wanted, &element->id, 1))
      add_ref (refs, LW_SELECTION_BODY, element);
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    int ends[4];

    find_ends (mechanism, coupling, ends);
    if (is_wanted (self, wanted, ends, 4))
      add_ref (refs, LW_SELECTION_COUPLING, &coupling->element);
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    const LwForce *force = lw_mechanism_get_force (mechanism, i);
    const int ends[2] = { force->def.body_b,
                          force->def.class_->acts_on_a ? force->def.body_a : MBD_GROUND };

    if (is_wanted (self, wanted, ends, 2))
      add_ref (refs, LW_SELECTION_FORCE, &force->element);
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++) {
    const LwTracer *tracer = lw_mechanism_get_tracer (mechanism, i);

    if (is_wanted (self, wanted, &tracer->body, 1))
      add_ref (refs, LW_SELECTION_TRACER, &tracer->element);
  }
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++) {
    const LwMeasurement *measurement = lw_mechanism_get_measurement (mechanism, i);
    int ends[LW_MEASUREMENT_POINTS];

    for (guint k = 0; k < measurement->n_points; k++)
      ends[k] = measurement->points[k].body;
    if (is_wanted (self, wanted, ends, (int) measurement->n_points))
      add_ref (refs, LW_SELECTION_MEASUREMENT, &measurement->element);
  }
}

GArray *
lw_part_connected (const LwMechanism *mechanism, const LwElementRef *elements, guint n_elements)
{
  GArray *refs = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  g_autoptr (GHashTable) parents = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) wanted = g_hash_table_new (NULL, NULL);
  Groups groups = { mechanism, parents };

  unite_all (&groups);
  for (guint i = 0; i < n_elements; i++)
    want (&groups, wanted, elements[i]);
  collect (&groups, wanted, refs);
  return refs;
}
