// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Under the hood: the displayed values solve the displayed system, its names are those of the
// elements, and rank, null space and pairs equal the known ones.

#include <math.h>
#include <string.h>

#include "testing-examples.h"
#include "lw-hood.h"
#include "lw-text.h"

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  MbdState *state;
} Fixture;

static Fixture
fixture_example (const char *name)
{
  g_autofree char *file_name = g_strconcat (name, ".json", NULL);
  g_autofree char *path = testing_example_path (file_name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  Fixture self = { .mechanism = lw_text_load (file, NULL, &error) };

  g_assert_no_error (error);
  self.model = lw_mechanism_compile (self.mechanism, &error);
  g_assert_no_error (error);
  self.state = mbd_state_new (self.model);
  g_assert_cmpint (mbd_state_assemble (self.state, NULL, NULL), ==, MBD_STATUS_OK);
  return self;
}

static void
fixture_clear (Fixture *self)
{
  mbd_state_free (self->state);
  mbd_model_unref (self->model);
  lw_mechanism_unref (self->mechanism);
}

/// Checks M a = f + G' lambda and G a = gamma + term, from the displayed entries.
static void
check_system (const LwHood *hood)
{
  const guint n = hood->velocities->len;
  const guint m = hood->rows->len;
  g_autofree double *force = g_new0 (double, n + 1);
  g_autofree double *rate = g_new0 (double, m + 1);
  double scale = 1;

  for (guint i = 0; i < hood->mass->len; i++) {
    const LwHoodEntry *entry = &g_array_index (hood->mass, LwHoodEntry, i);

    force[entry->row] +=
      entry->value * g_array_index (hood->velocities, LwHoodVelocity, entry->column).acceleration;
  }
  for (guint i = 0; i < hood->jacobian->len; i++) {
    const LwHoodEntry *entry = &g_array_index (hood->jacobian, LwHoodEntry, i);

    force[entry->column] -= entry->value * g_array_index (hood->rows, LwHoodRow, entry->row).lambda;
    rate[entry->row] +=
      entry->value * g_array_index (hood->velocities, LwHoodVelocity, entry->column).acceleration;
    scale = fmax (scale, fabs (g_array_index (hood->rows, LwHoodRow, entry->row).lambda));
  }
  // Round-off of sums of a few forces, and of refined accelerations.
  for (guint i = 0; i < n; i++) {
    const LwHoodVelocity *velocity = &g_array_index (hood->velocities, LwHoodVelocity, i);

    g_assert_cmpfloat_with_epsilon (force[i], velocity->force, 1e-11 * scale);
    g_assert_cmpfloat (fabs (velocity->residual), <=, 1e-11 * scale);
  }
  for (guint i = 0; i < m; i++) {
    const LwHoodRow *row = &g_array_index (hood->rows, LwHoodRow, i);

    if (row->role == MBD_ROW_SOLVED)
      g_assert_cmpfloat_with_epsilon (rate[i], row->gamma + row->term,
                                      1e-9 * (1 + fabs (row->gamma)));
  }
}

/// Checks that G z = 0 for every motion, and that no two are equal.
static void
check_motions (const LwHood *hood)
{
  for (int k = 0; k < hood->n_motions; k++) {
    const double *z = hood->motions + (gsize) k * hood->velocities->len;
    g_autofree double *rate = g_new0 (double, hood->rows->len + 1);
    double largest = 0;

    for (guint i = 0; i < hood->jacobian->len; i++) {
      const LwHoodEntry *entry = &g_array_index (hood->jacobian, LwHoodEntry, i);

      rate[entry->row] += entry->value * z[entry->column];
    }
    for (guint i = 0; i < hood->velocities->len; i++)
      largest = fmax (largest, fabs (z[i]));
    g_assert_cmpfloat (largest, >, 0.01);
    for (guint i = 0; i < hood->rows->len; i++)
      if (g_array_index (hood->rows, LwHoodRow, i).role == MBD_ROW_SOLVED)
        g_assert_cmpfloat (fabs (rate[i]), <=, 1e-10 * largest);
  }
}

static void
check_example (const char *name, int rows, int rank, int motions)
{
  Fixture fixture = fixture_example (name);
  LwHood *hood = lw_hood_new (fixture.mechanism, fixture.state, true);

  g_assert_true (hood->solved);
  g_assert_true (hood->analysed);
  g_assert_cmpint (hood->n_active, ==, rows);
  g_assert_cmpint (hood->rank, ==, rank);
  g_assert_cmpint (hood->n_motions, ==, motions);
  g_assert_cmpint (hood->n_motions + hood->rank, ==, (int) hood->velocities->len);
  check_system (hood);
  check_motions (hood);
  // Blocks are contiguous.
  for (guint i = 1; i < hood->bodies->len; i++) {
    const LwHoodBlock *block = &g_array_index (hood->bodies, LwHoodBlock, i);

    g_assert_cmpint (block->first, ==, block[-1].first + block[-1].n);
  }
  for (guint i = 1; i < hood->couplings->len; i++) {
    const LwHoodBlock *block = &g_array_index (hood->couplings, LwHoodBlock, i);

    g_assert_cmpint (block->first, ==, block[-1].first + block[-1].n);
  }
  lw_hood_free (hood);
  fixture_clear (&fixture);
}

static void
test_examples (void)
{
  check_example ("four-bar", 9, 9, 0);
  check_example ("four-bar-torque", 8, 8, 1);
  check_example ("bricard", 30, 29, 1);
  check_example ("double-pendulum", 4, 4, 2);
  check_example ("andrews", 20, 20, 1);
}

static void
test_names (void)
{
  Fixture fixture = fixture_example ("four-bar");
  LwHood *hood = lw_hood_new (fixture.mechanism, fixture.state, false);
  const LwHoodBlock *crank = &g_array_index (hood->bodies, LwHoodBlock, 0);
  const LwHoodRow *row = &g_array_index (hood->rows, LwHoodRow, 3);

  g_assert_false (hood->analysed);
  g_assert_cmpstr (crank->name, ==, "Crank");
  g_assert_cmpint (crank->n, ==, 3);
  g_assert_cmpstr (g_array_index (hood->couplings, LwHoodBlock, row->coupling).name, ==, "B");
  g_assert_cmpstr (row->symbol, ==, "y");
  g_assert_true (row->is_length);
  g_assert_cmpint (lw_hood_find_block (hood->couplings, (LwElementRef){ LW_SELECTION_COUPLING, 3 }),
                   ==, 2);
  g_assert_cmpint (lw_hood_find_block (hood->bodies, (LwElementRef){ LW_SELECTION_BODY, 99 }), ==,
                   -1);
  // Only results without analysis are available.
  g_assert_null (hood->motions);
  g_assert_cmpfloat (lw_hood_condition (hood), ==, 1);
  lw_hood_free (hood);
  fixture_clear (&fixture);
}

/// A weight on a rope: while taut it carries the weight; gap or force is 0.
static void
test_pairs (void)
{
  const char *format = "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"mass\": 2, \"inertia\": 1, "
                       "\"position\": [0, %s]}], \"couplings\": [{\"id\": 1, \"name\": \"R\", "
                       "\"kind\": \"rope\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]], "
                       "\"length\": 1}]}";
  const char *heights[] = { "-1", "-0.5" };

  for (guint i = 0; i < G_N_ELEMENTS (heights); i++) {
    g_auto (GStrv) parts = g_strsplit (format, "%s", 2);
    g_autofree char *whole = g_strconcat (parts[0], heights[i], parts[1], NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (LwMechanism) mechanism = lw_text_parse (whole, -1, &error);
    MbdModel *model;
    MbdState *state;
    LwHood *hood;
    const LwHoodPair *pair;

    g_assert_no_error (error);
    model = lw_mechanism_compile (mechanism, &error);
    g_assert_no_error (error);
    state = mbd_state_new (model);
    hood = lw_hood_new (mechanism, state, true);
    g_assert_cmpuint (hood->pairs->len, ==, 1);
    pair = &g_array_index (hood->pairs, LwHoodPair, 0);
    g_assert_cmpstr (pair->name, ==, "R");
    g_assert_cmpint (pair->closed, ==, i == 0);
    g_assert_cmpfloat_with_epsilon (pair->gap, i == 0 ? 0 : 0.5, 1e-14);
    // The weight; lambda of a rope is its tension.
    g_assert_cmpfloat_with_epsilon (pair->force, i == 0 ? 2 * 9.81 : 0, 1e-10);
    lw_hood_free (hood);
    mbd_state_free (state);
    mbd_model_unref (model);
  }
}

/// The block of compliant rows: -1/k on its diagonal, no entries for rigid rows.
static void
test_compliance (void)
{
  static const char text[] = "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"position\": [0.5, 0]},"
                             "{\"id\": 2, \"position\": [1.5, 0]}], \"couplings\": ["
                             "{\"id\": 1, \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"
                             "{\"id\": 2, \"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [1, 0],"
                             " \"compliance\": {\"stiffness\": 4e4, \"damping\": 10}}]}";
  GError *error = NULL;
  g_autoptr (LwMechanism) mechanism = lw_text_parse (text, -1, &error);
  MbdModel *model;
  MbdState *state;
  LwHood *hood;

  g_assert_no_error (error);
  model = lw_mechanism_compile (mechanism, &error);
  g_assert_no_error (error);
  state = mbd_state_new (model);
  hood = lw_hood_new (mechanism, state, false);
  g_assert_cmpuint (hood->compliance->len, ==, 2);
  for (guint i = 0; i < hood->compliance->len; i++) {
    const LwHoodEntry *entry = &g_array_index (hood->compliance, LwHoodEntry, i);

    g_assert_cmpint (entry->row, ==, (int) i + 2);
    g_assert_cmpint (entry->column, ==, entry->row);
    g_assert_cmpfloat (entry->value, ==, -1 / 4e4);
  }
  lw_hood_free (hood);
  mbd_state_free (state);
  mbd_model_unref (model);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/hood-data/examples", test_examples);
  g_test_add_func ("/hood-data/names", test_names);
  g_test_add_func ("/hood-data/pairs", test_pairs);
  g_test_add_func ("/hood-data/compliance", test_compliance);

  return g_test_run ();
}
