// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Elimination order and layout of the block factor.
//
// Nodes are couplings with rows and heavy bodies. Heavy are hubs with many couplings, to keep the
// factor sparse, and bodies with a mass or inertia out of proportion to that of their neighbours or
// to their arms, to keep its digits: eliminated first, a light body would add its inverse mass to
// the pivots of its couplings, and the inverse masses of its neighbours, on which their motion
// depends, would be differences of such large numbers. Kept, it adds its mass where it is small. In
// g, which measures how far pivots have collapsed and scales R, its weight is limited. Two couplings are neighbours if they share a
// light body; a coupling and a heavy body are neighbours if the coupling is on the body. The order
// is approximate minimum degree. If there are heavy bodies, a coupling may precede them only if its
// rows can be matched to freedoms of light bodies; the others come last because their pivots would
// consist only of the regularisation (constrained minimum degree: matched couplings, heavy bodies,
// the rest).

#include "model-private.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <suitesparse/amd.h>
#include <suitesparse/camd.h>

/// A graph in compressed columns.
typedef struct
{
  int n;
  int *start;
  int *list;
} Graph;

/// Work data of the ordering.
typedef struct
{
  MbdModel *model;
  MbdArena scratch;
  int n_coupling_nodes;
  int *coupling_of; // node -> coupling
  int *node_of;     // coupling -> node, -1
  int *body_node;   // body -> node of a heavy body, -1
  Graph incidence;  // body -> its coupling nodes (moving bodies only)
  Graph graph;      // node -> nodes
  int *position;    // node -> place in the order
  int *node_at;     // place -> node
} Ordering;

static int
node_size (const Ordering *o, int node)
{
  if (node < o->n_coupling_nodes)
    return o->model->couplings[o->coupling_of[node]].rows;
  return o->model->bodies[o->model->heavy_bodies[node - o->n_coupling_nodes].body].degrees;
}

/// Returns the least moment of inertia of a body.
static double
least_moment (const MbdModelBody *body)
{
  const double *inverse = body->inverse_inertia;

  return 1 / (body->degrees == 3 ? inverse[8] : fmax (inverse[0], fmax (inverse[4], inverse[8])));
}

/// Returns the largest mass of the moving bodies to which a body is coupled; 0 if it has fewer than
/// two couplings.
static double
largest_neighbour (const Ordering *o, int b)
{
  const MbdModel *m = o->model;
  const int first = o->incidence.start[b], last = o->incidence.start[b + 1];
  double mass = 0;

  for (int i = first; i < last && last - first > 1; i++) {
    const MbdModelCoupling *c = &m->couplings[o->coupling_of[o->incidence.list[i]]];
    for (int side = 0; side < c->sides; side++)
      if (c->body[side] != b)
        mass = fmax (mass, m->bodies[c->body[side]].mass);
  }
  return mass;
}

/// Determines if a body is kept as an unknown.
static void
weigh_body (Ordering *o, int b, int n_couplings)
{
  enum
  {
    HEAVY_DEGREE = 8
  };
  const double light = 1e-3, slim = 1e-4;
  MbdModel *m = o->model;
  MbdModelBody *body = &m->bodies[b];

  body->share[0] = body->share[1] = 1;
  body->heavy = n_couplings > HEAVY_DEGREE;
  if (body->degrees == 0 || n_couplings == 0)
    return;
  const double mass = 1 / body->inverse_mass, neighbour = largest_neighbour (o, b);
  const double usual_mass = light * neighbour;
  const double usual_moment = slim * fmax (mass, neighbour) * body->arm * body->arm;
  if (mass < usual_mass)
    body->share[0] = mass / usual_mass;
  if (least_moment (body) < usual_moment)
    body->share[1] = least_moment (body) / usual_moment;
  const bool out_of_proportion = body->share[0] < 1 || body->share[1] < 1;
  // In space a replacement for 0 leaves a block of a body too close to singular.
  body->heavy |= out_of_proportion && !(body->massless && body->degrees == 6);
  m->needs_passes |= body->massless || out_of_proportion;
  // If nothing determines a body without mass, its rows need an R above the round-off of the
  // replacement for 0.
  if (body->massless)
    body->share[0] = body->share[1] = 1;
}

/// Lists the nodes and the couplings of each moving body, and finds the heavy bodies.
static void
collect_nodes (Ordering *o)
{
  MbdModel *m = o->model;

  o->coupling_of = MBD_TAKE (&o->scratch, int, m->n_couplings);
  o->node_of = MBD_TAKE (&o->scratch, int, m->n_couplings);
  o->body_node = MBD_TAKE (&o->scratch, int, m->n_bodies);
  o->incidence.n = m->n_bodies;
  o->incidence.start = MBD_TAKE (&o->scratch, int, m->n_bodies + 1);
  o->incidence.list = MBD_TAKE (&o->scratch, int, MBD_MOST_ENDS * m->n_couplings);
  m->heavy_bodies = MBD_TAKE (&m->arena, MbdHeavyBody, m->n_bodies);
  if (o->scratch.failed || m->arena.failed)
    return;

  for (int c = 0; c < m->n_couplings; c++) {
    o->node_of[c] = -1;
    if (m->couplings[c].rows == 0)
      continue;
    o->node_of[c] = o->n_coupling_nodes;
    o->coupling_of[o->n_coupling_nodes++] = c;
    for (int side = 0; side < m->couplings[c].sides; side++)
      if (m->bodies[m->couplings[c].body[side]].degrees > 0)
        o->incidence.start[m->couplings[c].body[side] + 1]++;
  }
  for (int b = 0; b < m->n_bodies; b++)
    o->incidence.start[b + 1] += o->incidence.start[b];
  int *fill = o->body_node; // used as a counter until its final values are set below
  for (int node = 0; node < o->n_coupling_nodes; node++)
    for (int side = 0; side < m->couplings[o->coupling_of[node]].sides; side++) {
      int b = m->couplings[o->coupling_of[node]].body[side];
      if (m->bodies[b].degrees > 0)
        o->incidence.list[o->incidence.start[b] + fill[b]++] = node;
    }
  for (int b = 0; b < m->n_bodies; b++) {
    weigh_body (o, b, fill[b]);
    o->body_node[b] = -1;
    if (m->bodies[b].heavy) {
      o->body_node[b] = o->n_coupling_nodes + m->n_heavy;
      m->heavy_bodies[m->n_heavy++].body = b;
    }
  }
}

/// Writes the neighbours of a node, each once, to `list` (NULL: only counts) and returns their
/// number; `mark` holds the last node for which each was found.
static int
neighbours_of (const Ordering *o, int node, int *mark, int *list)
{
  const MbdModel *m = o->model;
  int count = 0;
  int bodies[MBD_MOST_ENDS] = { -1, -1, -1, -1 };

  if (node < o->n_coupling_nodes) {
    const MbdModelCoupling *c = &m->couplings[o->coupling_of[node]];
    memcpy (bodies, c->body, sizeof *bodies * (size_t) c->sides);
  } else
    bodies[0] = m->heavy_bodies[node - o->n_coupling_nodes].body;
  mark[node] = node;
  for (int side = 0; side < MBD_MOST_ENDS; side++) {
    int b = bodies[side];
    if (b < 0 || m->bodies[b].degrees == 0)
      continue;
    if (node < o->n_coupling_nodes && m->bodies[b].heavy) {
      if (mark[o->body_node[b]] != node) {
        mark[o->body_node[b]] = node;
        if (list != NULL)
          list[count] = o->body_node[b];
        count++;
      }
      continue;
    }
    for (int i = o->incidence.start[b]; i < o->incidence.start[b + 1]; i++) {
      int other = o->incidence.list[i];
      if (mark[other] == node)
        continue;
      mark[other] = node;
      if (list != NULL)
        list[count] = other;
      count++;
    }
  }
  return count;
}

static void
build_graph (Ordering *o)
{
  const int n = o->n_coupling_nodes + o->model->n_heavy;
  int *mark = MBD_TAKE (&o->scratch, int, n + 1);
  int64_t total = 0;

  o->graph.n = n;
  o->graph.start = MBD_TAKE (&o->scratch, int, n + 1);
  if (o->scratch.failed)
    return;
  memset (mark, -1, sizeof (int) * (size_t) (n + 1));
  for (int node = 0; node < n; node++) {
    total += neighbours_of (o, node, mark, NULL);
    if (total > INT_MAX / 2) {
      o->scratch.failed = true;
      return;
    }
    o->graph.start[node + 1] = (int) total;
  }
  o->graph.list = MBD_TAKE (&o->scratch, int, total);
  if (o->scratch.failed)
    return;
  memset (mark, -1, sizeof (int) * (size_t) (n + 1));
  for (int node = 0; node < n; node++)
    neighbours_of (o, node, mark, o->graph.list + o->graph.start[node]);
}

/// Rows of couplings matched to freedoms of light bodies: a flow from couplings (supply: rows) to
/// bodies (capacity: freedoms), grown by breadth-first augmentation. share[4 node + side] is the
/// number of freedoms that the body on that side contributes to the coupling.
typedef struct
{
  int *free;  // per body: remaining freedoms
  int *share; // per coupling node and side
  int *from;  // per coupling node: node and side from which the search came, -2 if not visited
  int *queue;
} Matching;

static int
light_body (const Ordering *o, int node, int side)
{
  const MbdModelCoupling *c = &o->model->couplings[o->coupling_of[node]];
  int b = side < c->sides ? c->body[side] : 0;
  return o->model->bodies[b].degrees > 0 && !o->model->bodies[b].heavy ? b : -1;
}

/// Returns the side on which a coupling has a body.
static int
side_of_body (const Ordering *o, int node, int body)
{
  int side = 0;
  while (light_body (o, node, side) != body)
    side++;
  return side;
}

/// Matches one more row of `root`: searches coupling -> body -> coupling that holds a freedom there
/// -> ... to a body with a remaining freedom. Returns false if there is none.
static bool
match_one_row (const Ordering *o, Matching *m, int root)
{
  int head = 0, tail = 0;
  for (int i = 0; i < o->n_coupling_nodes; i++)
    m->from[i] = -2;
  m->from[root] = -1;
  m->queue[tail++] = root;
  while (head < tail) {
    int node = m->queue[head++];
    for (int side = 0; side < MBD_MOST_ENDS; side++) {
      int b = light_body (o, node, side);
      if (b < 0)
        continue;
      if (m->free[b] > 0) {
        // Assign it, and let each coupling on the way back change from its old body to the next.
        m->free[b]--;
        m->share[MBD_MOST_ENDS * node + side]++;
        while (m->from[node] >= 0) {
          int previous = m->from[node] / MBD_MOST_ENDS, through = m->from[node] % MBD_MOST_ENDS;
          int shared = light_body (o, previous, through);
          m->share[MBD_MOST_ENDS * node + side_of_body (o, node, shared)]--;
          m->share[MBD_MOST_ENDS * previous + through]++;
          node = previous;
        }
        return true;
      }
      for (int i = o->incidence.start[b]; i < o->incidence.start[b + 1]; i++) {
        int other = o->incidence.list[i];
        int other_side = side_of_body (o, other, b);
        if (m->from[other] == -2 && m->share[MBD_MOST_ENDS * other + other_side] > 0) {
          m->from[other] = MBD_MOST_ENDS * node + side;
          m->queue[tail++] = other;
        }
      }
    }
  }
  return false;
}

/// Returns the constraint sets of the order: 0 matched couplings, 1 heavy bodies, 2 the rest.
static int *
constraint_sets (Ordering *o)
{
  const MbdModel *model = o->model;
  const int n = o->graph.n;
  int *set = MBD_TAKE (&o->scratch, int, n);
  Matching m = {
    .free = MBD_TAKE (&o->scratch, int, model->n_bodies),
    .share = MBD_TAKE (&o->scratch, int, MBD_MOST_ENDS *n),
    .from = MBD_TAKE (&o->scratch, int, n),
    .queue = MBD_TAKE (&o->scratch, int, n),
  };
  if (o->scratch.failed)
    return NULL;

  // Rows of couplings to kept bodies can depend on each other if they are as many as the freedoms of
  // their other body (two spherical joints on it).
  for (int b = 0; b < model->n_bodies; b++)
    m.free[b] = model->bodies[b].degrees - (model->needs_passes && model->bodies[b].degrees > 0);
  for (int node = 0; node < o->n_coupling_nodes; node++) {
    int rows = node_size (o, node), matched = 0;
    // Use remaining freedoms of its own bodies before searching.
    for (int side = 0; side < MBD_MOST_ENDS; side++) {
      int b = light_body (o, node, side);
      while (b >= 0 && matched < rows && m.free[b] > 0) {
        m.free[b]--;
        m.share[MBD_MOST_ENDS * node + side]++;
        matched++;
      }
    }
    while (matched < rows && match_one_row (o, &m, node))
      matched++;
    if (matched < rows) {
      for (int side = 0; side < MBD_MOST_ENDS; side++) {
        int b = light_body (o, node, side);
        if (b >= 0)
          m.free[b] += m.share[MBD_MOST_ENDS * node + side];
        m.share[MBD_MOST_ENDS * node + side] = 0;
      }
      set[node] = 2;
    }
  }
  for (int node = o->n_coupling_nodes; node < n; node++)
    set[node] = 1;
  // A set must have a number below n.
  int first = set[0];
  for (int node = 1; node < n; node++)
    first = set[node] < first ? set[node] : first;
  for (int node = 0; node < n; node++)
    set[node] -= first;
  return set;
}

static bool
find_order (Ordering *o)
{
  const int n = o->graph.n;
  o->position = MBD_TAKE (&o->scratch, int, n);
  o->node_at = MBD_TAKE (&o->scratch, int, n);
  if (o->scratch.failed)
    return false;
  if (n == 0)
    return true;
  int status;
  if (o->model->n_heavy == 0)
    status = amd_order (n, o->graph.start, o->graph.list, o->node_at, NULL, NULL);
  else {
    int *set = constraint_sets (o);
    if (set == NULL)
      return false;
    status = camd_order (n, o->graph.start, o->graph.list, o->node_at, NULL, NULL, set);
  }
  if (status < 0)
    return false;
  for (int p = 0; p < n; p++)
    o->position[o->node_at[p]] = p;
  return true;
}

static int
compare_ints (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return (x > y) - (x < y);
}

/// Later neighbours of every column: its own and those inherited from its children.
typedef struct
{
  int *start; // per position
  int *list;
  size_t capacity;
} Structure;

static bool
find_structure (Ordering *o, Structure *structure)
{
  const int n = o->graph.n;
  int *mark = MBD_TAKE (&o->scratch, int, n + 1);
  int *first_child = MBD_TAKE (&o->scratch, int, n + 1);
  int *next_sibling = MBD_TAKE (&o->scratch, int, n + 1);
  structure->start = MBD_TAKE (&o->scratch, int, n + 1);
  structure->capacity = 4 * (size_t) n + 16;
  structure->list = malloc (structure->capacity * sizeof (int));
  if (o->scratch.failed || structure->list == NULL)
    return false;
  for (int p = 0; p <= n; p++)
    mark[p] = first_child[p] = next_sibling[p] = -1;

  int end = 0;
  for (int p = 0; p < n; p++) {
    const int begin = end;
    if (structure->capacity < (size_t) begin + (size_t) (n - p)) {
      size_t capacity = 2 * structure->capacity + (size_t) (n - p);
      int *grown = capacity < INT_MAX ? realloc (structure->list, capacity * sizeof (int)) : NULL;
      if (grown == NULL)
        return false;
      structure->list = grown;
      structure->capacity = capacity;
    }
    mark[p] = p;
    int node = o->node_at[p];
    for (int i = o->graph.start[node]; i < o->graph.start[node + 1]; i++) {
      int q = o->position[o->graph.list[i]];
      if (q > p && mark[q] != p) {
        mark[q] = p;
        structure->list[end++] = q;
      }
    }
    for (int child = first_child[p]; child >= 0; child = next_sibling[child])
      for (int i = structure->start[child]; i < structure->start[child + 1]; i++) {
        int q = structure->list[i];
        if (q > p && mark[q] != p) {
          mark[q] = p;
          structure->list[end++] = q;
        }
      }
    qsort (structure->list + begin, (size_t) (end - begin), sizeof (int), compare_ints);
    structure->start[p + 1] = end;
    if (end > begin) {
      int parent = structure->list[begin];
      next_sibling[p] = first_child[parent];
      first_child[parent] = p;
    }
  }
  return true;
}

/// Assigns places in the node layout and in the factor.
static bool
lay_out (Ordering *o, const Structure *structure)
{
  MbdModel *m = o->model;
  const int n = o->graph.n, links = n > 0 ? structure->start[n] : 0;
  int64_t factor = 0, targets = 0;

  m->n_columns = n;
  m->columns = MBD_TAKE (&m->arena, MbdColumn, n);
  m->neighbour = MBD_TAKE (&m->arena, int, links);
  m->neighbour_y = MBD_TAKE (&m->arena, int, links);
  m->neighbour_size = MBD_TAKE (&m->arena, int, links);
  m->neighbour_block = MBD_TAKE (&m->arena, int, links);
  if (m->arena.failed)
    return false;

  for (int p = 0; p < n; p++) {
    m->columns[p].size = node_size (o, o->node_at[p]);
    m->columns[p].y = m->n_y;
    m->n_y += m->columns[p].size;
  }
  for (int p = 0; p < n; p++) {
    MbdColumn *column = &m->columns[p];
    column->first = structure->start[p];
    column->count = structure->start[p + 1] - column->first;
    column->diagonal = (int) factor;
    column->target = targets;
    column->uniform = column->size;
    factor += column->size * column->size;
    targets += (int64_t) column->count * (column->count + 1) / 2;
    for (int i = column->first; i < column->first + column->count; i++) {
      int q = structure->list[i];
      m->neighbour[i] = q;
      m->neighbour_y[i] = m->columns[q].y;
      m->neighbour_size[i] = m->columns[q].size;
      m->neighbour_block[i] = (int) factor;
      factor += column->size * m->columns[q].size;
      if (m->columns[q].size != column->size)
        column->uniform = 0;
    }
    if (factor > INT_MAX || targets > INT_MAX)
      return false;
  }
  m->n_factor = (int) factor;
  m->target = MBD_TAKE (&m->arena, int, targets);
  return !m->arena.failed;
}

/// Finds, for every pair of later neighbours of a column, the block from which their product is
/// subtracted.
static void
find_targets (MbdModel *m)
{
  for (int p = 0; p < m->n_columns; p++) {
    const MbdColumn *column = &m->columns[p];
    int *target = m->target + column->target;
    for (int s = 0; s < column->count; s++) {
      const MbdColumn *into = &m->columns[m->neighbour[column->first + s]];
      int place = into->first;
      *target++ = into->diagonal;
      for (int t = s + 1; t < column->count; t++) {
        while (m->neighbour[place] != m->neighbour[column->first + t])
          place++;
        *target++ = m->neighbour_block[place];
      }
    }
  }
}

int
mbd_model_find_block (const MbdModel *m, int earlier, int later)
{
  const MbdColumn *column = &m->columns[earlier];
  const int *found = bsearch (&later, m->neighbour + column->first, (size_t) column->count,
                              sizeof (int), compare_ints);
  return found == NULL ? -1 : m->neighbour_block[found - m->neighbour];
}

MbdStatus
mbd_model_order (MbdModel *model, MbdDiagnosis *why)
{
  Ordering o = { .model = model };
  Structure structure = { 0 };
  bool done = false;

  collect_nodes (&o);
  if (!o.scratch.failed && !model->arena.failed) {
    build_graph (&o);
    done = !o.scratch.failed && find_order (&o) && find_structure (&o, &structure)
           && lay_out (&o, &structure);
  }
  if (done) {
    find_targets (model);
    for (int c = 0; c < model->n_couplings; c++)
      model->couplings[c].node = o.node_of[c] < 0 ? -1 : o.position[o.node_of[c]];
    for (int h = 0; h < model->n_heavy; h++) {
      MbdHeavyBody *heavy = &model->heavy_bodies[h];
      int p = o.position[o.n_coupling_nodes + h];
      model->bodies[heavy->body].node = p;
      heavy->y = model->columns[p].y;
      heavy->diagonal = model->columns[p].diagonal;
    }
  }
  free (structure.list);
  mbd_arena_clear (&o.scratch);
  if (done)
    return MBD_STATUS_OK;
  if (why != NULL)
    *why = (MbdDiagnosis){ .code = MBD_STATUS_OUT_OF_MEMORY, .row = -1 };
  return MBD_STATUS_OUT_OF_MEMORY;
}
