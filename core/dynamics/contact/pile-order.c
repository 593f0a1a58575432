// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Elimination order of a pile: approximate minimum degree on the graph of bodies that are near each
// other or share a joint, so that contacts may open and close without a new order; then the rows of
// every column of the factor, by the elimination tree. Islands are found on the way.

#include "pile-private.h"

#include <stdlib.h>
#include <string.h>

#include <suitesparse/amd.h>

static int
compare_keys (const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

  return (x > y) - (x < y);
}

static uint64_t
key_of (int a, int b)
{
  return a < b ? (uint64_t) a << 32 | (uint32_t) b : (uint64_t) b << 32 | (uint32_t) a;
}

/// Collects pairs of moving bodies, each once.
static bool
collect_edges (MbdPile *pile)
{
  int count = 0, most = pile->n_pairs;

  for (int i = 0; i < pile->n_rows; i++)
    most += pile->rows[i].sides * (pile->rows[i].sides - 1) / 2;
  if (!mbd_pile_grow (pile, (void **) &pile->edge_keys, &pile->most_edge_keys, most,
                      sizeof *pile->edge_keys))
    return false;
  for (int i = 0; i < pile->n_pairs; i++) {
    const int a = pile->pieces[pile->pairs[i].a].body, b = pile->pieces[pile->pairs[i].b].body;
    if (a != 0 && b != 0 && !mbd_pile_pair_sleeps (pile, &pile->pairs[i]))
      pile->edge_keys[count++] = key_of (a, b);
  }
  for (int i = 0; i < pile->n_rows; i++)
    for (int s = 0; s < pile->rows[i].sides; s++)
      for (int t = 0; t < s; t++)
        if (pile->rows[i].body[s] != 0 && pile->rows[i].body[t] != 0
            && pile->rows[i].body[s] != pile->rows[i].body[t])
          pile->edge_keys[count++] = key_of (pile->rows[i].body[s], pile->rows[i].body[t]);
  qsort (pile->edge_keys, (size_t) count, sizeof *pile->edge_keys, compare_keys);
  pile->n_edges = 0;
  if (!mbd_pile_grow (pile, (void **) &pile->edges, &pile->most_edges, count, sizeof *pile->edges))
    return false;
  for (int i = 0; i < count; i++)
    if (i == 0 || pile->edge_keys[i] != pile->edge_keys[i - 1])
      pile->edges[pile->n_edges++] = (MbdEdge){ .a = (int) (pile->edge_keys[i] >> 32),
                                                .b = (int) (pile->edge_keys[i] & 0xffffffff) };
  return true;
}

int
mbd_pile_find_edge (const MbdPile *pile, int a, int b)
{
  const uint64_t key = key_of (a, b);
  int low = 0, high = pile->n_edges - 1;

  while (low <= high) {
    const int middle = (low + high) / 2;
    const uint64_t here = key_of (pile->edges[middle].a, pile->edges[middle].b);
    if (here == key)
      return middle;
    if (here < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

static int
root_of (MbdPile *pile, int body)
{
  while (pile->bodies[body].island_root != body) {
    pile->bodies[body].island_root = pile->bodies[pile->bodies[body].island_root].island_root;
    body = pile->bodies[body].island_root;
  }
  return body;
}

static void
find_islands (MbdPile *pile)
{
  for (int i = 0; i < pile->n_bodies; i++)
    pile->bodies[i].island_root = i;
  for (int i = 0; i < pile->n_edges; i++) {
    const int a = root_of (pile, pile->edges[i].a), b = root_of (pile, pile->edges[i].b);
    pile->bodies[a].island_root = b;
  }
  for (int i = 1; i < pile->n_bodies; i++)
    pile->bodies[i].island_mass = pile->bodies[i].island_least = pile->bodies[i].mass;
  for (int i = 1; i < pile->n_bodies; i++) {
    MbdPileBody *root = &pile->bodies[root_of (pile, i)];
    if (pile->bodies[i].mass > root->island_mass)
      root->island_mass = pile->bodies[i].mass;
    if (pile->bodies[i].mass < root->island_least)
      root->island_least = pile->bodies[i].mass;
  }
  for (int i = 1; i < pile->n_bodies; i++) {
    const MbdPileBody *root = &pile->bodies[root_of (pile, i)];
    pile->bodies[i].island_mass = root->island_mass;
    pile->bodies[i].island_least = root->island_least;
  }
}

/// Builds the graph in AMD's form, bodies 1 .. n as 0 .. n - 1, and orders it.
static bool
order_bodies (MbdPile *pile)
{
  const int n = pile->n_bodies - 1;

  if (!mbd_pile_grow (pile, (void **) &pile->graph, &pile->most_graph, 2 * pile->n_edges + 1,
                      sizeof *pile->graph))
    return false;
  int *start = pile->graph_start;
  memset (start, 0, sizeof *start * (size_t) (n + 1));
  for (int i = 0; i < pile->n_edges; i++) {
    start[pile->edges[i].a]++;
    start[pile->edges[i].b]++;
  }
  for (int i = 0; i < n; i++)
    start[i + 1] += start[i];
  // Counted one place to the right: start[body] is now the end of body - 1 ... fill from the back.
  for (int i = pile->n_edges - 1; i >= 0; i--) {
    const int a = pile->edges[i].a - 1, b = pile->edges[i].b - 1;
    pile->graph[--start[a + 1]] = b;
    pile->graph[--start[b + 1]] = a;
  }
  // Now start[body + 1] is the beginning of body: shift back.
  for (int i = 0; i < n; i++)
    start[i] = start[i + 1];
  start[n] = 2 * pile->n_edges;
  if (n > 0 && amd_order (n, start, pile->graph, pile->body_at, NULL, NULL) < AMD_OK)
    return false;
  pile->n_columns = n;
  pile->position[0] = -1;
  for (int j = 0; j < n; j++) {
    pile->body_at[j]++;
    pile->position[pile->body_at[j]] = j;
  }
  return true;
}

/// Visits the columns before j that have a block in row j: the paths of the elimination tree from
/// the neighbours of j up to j. Returns their number; `list` may be NULL.
static int
columns_of_row (MbdPile *pile, int j, int *list)
{
  const int body = pile->body_at[j] - 1;
  int count = 0;

  pile->mark[j] = j;
  for (int t = pile->graph_start[body]; t < pile->graph_start[body + 1]; t++)
    for (int k = pile->position[pile->graph[t] + 1]; k < j && pile->mark[k] != j;
         k = pile->parent[k]) {
      if (pile->parent[k] < 0)
        pile->parent[k] = j;
      pile->mark[k] = j;
      if (list != NULL)
        list[count] = k;
      count++;
      if (pile->parent[k] == j)
        break;
    }
  return count;
}

static int
compare_ints (const void *a, const void *b)
{
  const int x = *(const int *) a, y = *(const int *) b;

  return (x > y) - (x < y);
}

static bool
lay_out (MbdPile *pile)
{
  const int n = pile->n_columns;
  int total = 0;

  for (int j = 0; j < n; j++)
    pile->parent[j] = pile->mark[j] = -1;
  pile->row_start[0] = 0;
  for (int j = 0; j < n; j++) {
    total += columns_of_row (pile, j, NULL);
    pile->row_start[j + 1] = total;
  }
  pile->n_blocks = total + n;
  if (pile->n_blocks > pile->most_blocks) {
    const int count = pile->n_blocks + pile->n_blocks / 2;
    int most = pile->most_blocks;
    bool ok = mbd_pile_grow (pile, (void **) &pile->column_row, &most, count, sizeof (int));
    most = pile->most_blocks;
    ok = ok && mbd_pile_grow (pile, (void **) &pile->row_column, &most, count, sizeof (int));
    most = pile->most_blocks;
    ok = ok && mbd_pile_grow (pile, (void **) &pile->row_block, &most, count, sizeof (int));
    for (int k = 0; k < 2 && ok; k++) {
      free (pile->factor[k].L);
      pile->factor[k].L =
        aligned_alloc (64, (size_t) count * MBD_BLOCK * sizeof (double) / 64 * 64 + 64);
      ok = pile->factor[k].L != NULL;
    }
    if (!ok) {
      pile->most_blocks = 0;
      pile->failed = true;
      return false;
    }
    pile->most_blocks = count;
  }
  for (int j = 0; j < n; j++)
    pile->mark[j] = -1;
  // Rows first, in any order; counting them by columns gives the columns with ascending rows.
  memset (pile->column_start, 0, sizeof *pile->column_start * (size_t) (n + 1));
  for (int j = 0; j < n; j++) {
    int *list = pile->row_column + pile->row_start[j];
    const int count = columns_of_row (pile, j, list);
    qsort (list, (size_t) count, sizeof *list, compare_ints);
    for (int k = 0; k < count; k++)
      pile->column_start[list[k] + 1]++;
    pile->column_start[j + 1]++;
  }
  for (int j = 0; j < n; j++)
    pile->column_start[j + 1] += pile->column_start[j];
  for (int j = 0; j < n; j++) {
    pile->mark[j] = pile->column_start[j];
    pile->column_row[pile->mark[j]++] = j;
  }
  for (int j = 0; j < n; j++)
    for (int t = pile->row_start[j]; t < pile->row_start[j + 1]; t++) {
      const int column = pile->row_column[t];
      pile->row_block[t] = pile->mark[column];
      pile->column_row[pile->mark[column]++] = j;
    }
  return true;
}

bool
mbd_pile_order (MbdPile *pile)
{
  if (!collect_edges (pile))
    return false;
  find_islands (pile);
  if (!order_bodies (pile) || !lay_out (pile)) {
    pile->failed = true;
    return false;
  }
  for (int i = 0; i < pile->n_edges; i++) {
    MbdEdge *edge = &pile->edges[i];
    const int p = pile->position[edge->a], q = pile->position[edge->b];
    const int column = p < q ? p : q, row = p < q ? q : p;
    int low = pile->column_start[column], high = pile->column_start[column + 1] - 1;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (pile->column_row[middle] < row)
        low = middle + 1;
      else
        high = middle;
    }
    edge->block = low;
    edge->transposed = p > q; // a is the row
  }
  for (int i = 0; i < pile->n_pairs; i++) {
    const int a = pile->pieces[pile->pairs[i].a].body, b = pile->pieces[pile->pairs[i].b].body;
    pile->pairs[i].edge = a != 0 && b != 0 ? mbd_pile_find_edge (pile, a, b) : -1;
  }
  pile->factor[0].valid = pile->factor[1].valid = false;
  return true;
}
