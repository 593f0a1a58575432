// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Coefficients of the methods against every order condition, one per rooted tree (Butcher): a
// method has order p if sum b Phi (t) = 1 / gamma (t) for all trees t of up to p nodes.

#include "testing.h"

#include "tableau-private.h"

enum
{
  LARGEST_ORDER = 10,
  MOST_TREES = 1300, ///< 1 + 1 + 2 + 4 + 9 + 20 + 48 + 115 + 286 + 719 = 1205 up to 10 nodes
};

/// A rooted tree by the data for its conditions: Phi of each stage without the last sum, and gamma.
typedef struct
{
  int nodes;
  double gamma;
  double phi[MBD_MAXIMUM_STAGES];
} Tree;

typedef struct
{
  const MbdTableau *tableau;
  Tree trees[MOST_TREES];
  int count;
} Forest;

/// Adds the trees whose root carries the children collected so far (`partial`) and further ones,
/// starting at tree `first`, with `left` nodes still to place: every set of children once.
static void
add_trees (Forest *forest, const Tree *partial, int first, int left)
{
  if (left == 0) {
    g_assert_cmpint (forest->count, <, MOST_TREES);
    forest->trees[forest->count] = *partial;
    forest->trees[forest->count++].gamma *= partial->nodes;
    return;
  }
  for (int k = first; k < forest->count && forest->trees[k].nodes <= left; k++) {
    const Tree *child = &forest->trees[k];
    Tree next = *partial;

    next.gamma *= child->gamma;
    for (int i = 0; i < forest->tableau->stages; i++) {
      double sum = 0;

      for (int j = 0; j < forest->tableau->stages; j++)
        sum += forest->tableau->a[i][j] * child->phi[j];
      next.phi[i] *= sum;
    }
    add_trees (forest, &next, k, left - child->nodes);
  }
}

static void
grow (Forest *forest, const MbdTableau *tableau, int order)
{
  forest->tableau = tableau;
  forest->count = 0;
  for (int nodes = 1; nodes <= order; nodes++) {
    Tree root = { .nodes = nodes, .gamma = 1 };

    for (int i = 0; i < tableau->stages; i++)
      root.phi[i] = 1;
    add_trees (forest, &root, 0, nodes - 1);
  }
}

/// Returns the largest amount by which the weights miss a condition of trees with this many nodes.
static double
defect (const Forest *forest, const double *weights, bool of_error, int nodes)
{
  double worst = 0;

  for (int k = 0; k < forest->count; k++) {
    const Tree *tree = &forest->trees[k];

    if (tree->nodes != nodes)
      continue;
    double sum = dot (forest->tableau->stages, weights, tree->phi);
    worst = worst_of (worst, fabs (sum - (of_error ? 0 : 1 / tree->gamma)));
  }
  return worst;
}

static void
test_trees (void)
{
  // The number of rooted trees is known; so is gamma of the tall and of the bushy tree.
  static const int counts[] = { 1, 1, 2, 4, 9, 20, 48, 115, 286, 719 };
  Forest *forest = g_new0 (Forest, 1);
  int seen[LARGEST_ORDER + 1] = { 0 };
  double largest = 0, least = INFINITY;

  grow (forest, mbd_tableau (MBD_METHOD_RK4), LARGEST_ORDER);
  for (int k = 0; k < forest->count; k++) {
    seen[forest->trees[k].nodes]++;
    if (forest->trees[k].nodes == 5) {
      largest = fmax (largest, forest->trees[k].gamma);
      least = fmin (least, forest->trees[k].gamma);
    }
  }
  for (int nodes = 1; nodes <= LARGEST_ORDER; nodes++)
    g_assert_cmpint (seen[nodes], ==, counts[nodes - 1]);
  assert_close (largest, 120, 0);
  assert_close (least, 5, 0);
  g_free (forest);
}

/// Checks a = sweep U with a lower triangular sweep and ones on the diagonal of an upper triangular
/// U.
static void
check_sweep (const MbdTableau *tableau)
{
  const int n = tableau->stages;

  for (int j = 1; j < n; j++) {
    double U[MBD_MAXIMUM_STAGES] = { 0 }; // a column of it, by forward substitution

    for (int i = 1; i < n; i++) {
      double sum = tableau->a[i][j];

      for (int k = 1; k < i; k++)
        sum -= tableau->sweep[i][k] * U[k];
      g_assert_cmpfloat (tableau->sweep[i][i], >, 0);
      U[i] = sum / tableau->sweep[i][i];
      assert_close (U[i], i < j ? U[i] : i == j, 1e-12);
      assert_close (tableau->sweep[j][i], i > j ? 0 : tableau->sweep[j][i], 0);
    }
  }
}

static void
test_conditions (gconstpointer data)
{
  const MbdTableau *tableau = mbd_tableau (GPOINTER_TO_INT (data));
  Forest *forest = g_new0 (Forest, 1);
  int stages = tableau->stages;

  // Weights of up to 180 times coefficients of up to 210 that cancel, each rounded to a double: 180
  // * 210 * 1e-16 is 4e-12, and some such terms add up. A wrong digit is detected nevertheless.
  grow (forest, tableau, tableau->order + 1);
  for (int i = 0; i < stages; i++) {
    double sum = 0;

    for (int j = 0; j < stages; j++)
      sum += tableau->a[i][j];
    assert_close (sum, tableau->c[i], 1e-12);
  }
  for (int nodes = 1; nodes <= tableau->order; nodes++)
    assert_at_most (defect (forest, tableau->b, false, nodes), 1e-10);
  g_assert_cmpfloat (defect (forest, tableau->b, false, tableau->order + 1), >, 1e-9);

  if (tableau->estimate_order > 0) {
    for (int nodes = 1; nodes <= tableau->estimate_order; nodes++)
      assert_at_most (defect (forest, tableau->e, true, nodes), 1e-10);
    g_assert_cmpfloat (defect (forest, tableau->e, true, tableau->estimate_order + 1), >, 1e-9);
  }
  if (tableau->first_same_as_last) {
    assert_all_close (stages, tableau->a[stages - 1], tableau->b, 1e-15);
    assert_close (tableau->c[stages - 1], 1, 0);
  }
  if (tableau->implicit)
    check_sweep (tableau);
  // Nothing above the diagonal except for collocation methods, which are explicit in the start
  // only.
  for (int i = 0; i < stages; i++)
    for (int j = i; j < stages && !tableau->collocation; j++)
      assert_close (tableau->a[i][j], tableau->implicit && i == j && i > 0 ? tableau->a[1][1] : 0,
                    0);
  for (int i = 0; i < stages && tableau->collocation; i++)
    assert_close (tableau->a[i][0], 0, 0);
  g_free (forest);
}

static void
test_unknown_method (void)
{
  g_assert_null (mbd_tableau ((MbdMethod) 99));
  g_assert_null (mbd_tableau ((MbdMethod) -1));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tableau/trees", test_trees);
  g_test_add_data_func ("/tableau/conditions/verner65", GINT_TO_POINTER (MBD_METHOD_VERNER65),
                        test_conditions);
  g_test_add_data_func ("/tableau/conditions/dopri54", GINT_TO_POINTER (MBD_METHOD_DOPRI54),
                        test_conditions);
  g_test_add_data_func ("/tableau/conditions/verner87", GINT_TO_POINTER (MBD_METHOD_VERNER87),
                        test_conditions);
  g_test_add_data_func ("/tableau/conditions/radau9", GINT_TO_POINTER (MBD_METHOD_RADAU9),
                        test_conditions);
  g_test_add_data_func ("/tableau/conditions/rk4", GINT_TO_POINTER (MBD_METHOD_RK4),
                        test_conditions);
  g_test_add_data_func ("/tableau/conditions/esdirk43", GINT_TO_POINTER (MBD_METHOD_ESDIRK43),
                        test_conditions);
  g_test_add_func ("/tableau/unknown-method", test_unknown_method);
  return g_test_run ();
}
