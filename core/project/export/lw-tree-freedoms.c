// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-tree-freedoms.h"

#include <math.h>
#include <string.h>

/// Size of a pivot, as a share of the largest number of its row, below which it is 0.
#define RANK_TOLERANCE 1e-9

typedef struct
{
  int body; ///< index
  LwAxisKind kind;
  double axis[3];
} Column;

struct _LwTreeFreedoms
{
  const LwModelTree *tree; ///< borrowed
  GArray *columns;         ///< array of Column
  int *first;              ///< by body: its first column; of the last one: their number
  GPtrArray *rows;         ///< arrays of double, one for each column
  bool *is_free;           ///< by column
};

static void
add_column (LwTreeFreedoms *self, int body, LwAxisKind kind, const double axis[3])
{
  Column column = { .body = body, .kind = kind };

  memcpy (column.axis, axis, sizeof column.axis);
  g_array_append_val (self->columns, column);
}

static void
add_columns (LwTreeFreedoms *self, int index)
{
  static const double globe[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
  const LwTreeBody *body = lw_model_tree_get (self->tree, index);
  const bool floats = body->joint == NULL && body->body->def.mobility == MBD_SPATIAL;

  for (int i = 0; i < body->n_axes; i++)
    if (body->axes[i].kind != LW_AXIS_BALL)
      add_column (self, index, body->axes[i].kind, body->axes[i].axis);
    else
      for (int k = 0; k < 3; k++)
        add_column (self, index, LW_AXIS_HINGE, globe[k]);
  for (int k = 0; floats && k < 6; k++)
    add_column (self, index, k < 3 ? LW_AXIS_SLIDE : LW_AXIS_HINGE, globe[k % 3]);
}

LwTreeFreedoms *
lw_tree_freedoms_new (const LwModelTree *tree)
{
  LwTreeFreedoms *self = g_new0 (LwTreeFreedoms, 1);
  const int n = (int) tree->bodies->len;

  self->tree = tree;
  self->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  self->first = g_new (int, (gsize) n + 1);
  self->rows = g_ptr_array_new_with_free_func (g_free);
  for (int i = 0; i < n; i++) {
    self->first[i] = (int) self->columns->len;
    add_columns (self, i);
  }
  self->first[n] = (int) self->columns->len;
  self->is_free = g_new0 (bool, self->columns->len + 1);
  return self;
}

void
lw_tree_freedoms_free (LwTreeFreedoms *self)
{
  g_array_unref (self->columns);
  g_free (self->first);
  g_ptr_array_unref (self->rows);
  g_free (self->is_free);
  g_free (self);
}

// ---- conditions -----------------------------------------------------------------------------

static double *
add_row (LwTreeFreedoms *self)
{
  double *row = g_new0 (double, self->columns->len + 1);

  g_ptr_array_add (self->rows, row);
  return row;
}

/// Adds the rate of a place of a body along a direction, or with a place NULL its angular velocity
/// about the direction, times a sign.
static void
add_rates (LwTreeFreedoms *self,
           double *row,
           int body,
           const double *place,
           const double direction[3],
           double sign)
{
  for (int i = body; i >= 0; i = lw_model_tree_get (self->tree, i)->parent) {
    const LwTreeBody *moved = lw_model_tree_get (self->tree, i);
    const double *anchor = moved->n_axes > 0 ? moved->anchor : moved->position;

    for (int k = self->first[i]; k < self->first[i + 1]; k++) {
      const Column *column = &g_array_index (self->columns, Column, k);
      double rate[3];

      for (int d = 0; d < 3; d++) {
        const int e = (d + 1) % 3, f = (d + 2) % 3;

        if (column->kind == LW_AXIS_SLIDE)
          rate[d] = place != NULL ? column->axis[d] : 0;
        else if (place == NULL)
          rate[d] = column->axis[d];
        else
          rate[d] =
            column->axis[e] * (place[f] - anchor[f]) - column->axis[f] * (place[e] - anchor[e]);
        row[k] += sign * rate[d] * direction[d];
      }
    }
  }
}

void
lw_tree_freedoms_add_place (LwTreeFreedoms *self,
                            int a,
                            int b,
                            const double place[3],
                            const double direction[3])
{
  double *row = add_row (self);

  add_rates (self, row, a, place, direction, 1);
  add_rates (self, row, b, place, direction, -1);
}

void
lw_tree_freedoms_add_turn (LwTreeFreedoms *self, int a, int b, const double direction[3])
{
  double *row = add_row (self);

  add_rates (self, row, a, NULL, direction, 1);
  add_rates (self, row, b, NULL, direction, -1);
}

void
lw_tree_freedoms_add_distance (LwTreeFreedoms *self,
                               int a,
                               int b,
                               const double place_a[3],
                               const double place_b[3])
{
  const double along[3] = { place_b[0] - place_a[0], place_b[1] - place_a[1],
                            place_b[2] - place_a[2] };
  double *row = add_row (self);

  add_rates (self, row, a, place_a, along, 1);
  add_rates (self, row, b, place_b, along, -1);
}

void
lw_tree_freedoms_add_ratio (LwTreeFreedoms *self, int a, int b, double ratio)
{
  double *row = add_row (self);

  row[self->first[b]] = 1;
  if (a >= 0)
    row[self->first[a]] -= ratio;
}

// ---- solving --------------------------------------------------------------------------------

/// Returns the row without a pivot that has the largest share in a column; -1 if none has any.
static int
find_pivot (const LwTreeFreedoms *self, const double *sizes, const bool *is_used, guint column)
{
  double largest = RANK_TOLERANCE;
  int found = -1;

  for (guint i = 0; i < self->rows->len; i++) {
    const double *row = self->rows->pdata[i];
    const double share = sizes[i] > 0 ? fabs (row[column]) / sizes[i] : 0;

    if (is_used[i] || share <= largest)
      continue;
    largest = share;
    found = (int) i;
  }
  return found;
}

void
lw_tree_freedoms_solve (LwTreeFreedoms *self, const LwProgress *progress)
{
  const guint n = self->columns->len;
  g_autofree double *sizes = g_new0 (double, self->rows->len + 1);
  g_autofree bool *is_used = g_new0 (bool, self->rows->len + 1);

  for (guint i = 0; i < self->rows->len; i++)
    for (guint k = 0; k < n; k++)
      sizes[i] = fmax (sizes[i], fabs (((const double *) self->rows->pdata[i])[k]));
  for (guint k = n; k-- > 0 && !lw_progress_is_cancelled (progress);) {
    const int pivot = find_pivot (self, sizes, is_used, k);
    const double *from;

    lw_progress_tell (progress, (double) (n - k) / n);
    self->is_free[k] = pivot < 0;
    if (pivot < 0)
      continue;
    is_used[pivot] = true;
    from = self->rows->pdata[pivot];
    for (guint i = 0; i < self->rows->len; i++) {
      double *row = self->rows->pdata[i];
      const double factor = row[k] / from[k];

      if (is_used[i] || factor == 0)
        continue;
      for (guint j = 0; j < k; j++)
        row[j] -= factor * from[j];
      row[k] = 0;
    }
  }
}

bool
lw_tree_freedoms_is_free (const LwTreeFreedoms *self, int body, int axis)
{
  return self->is_free[self->first[body] + axis];
}
