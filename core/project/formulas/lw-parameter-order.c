// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters are the nodes of a graph, with an edge from each parameter to every formula that uses
// it. Nodes without pending inputs are removed first (Kahn's method); the remaining nodes depend on
// a cycle.

#include "lw-parameter-order.h"

#include <glib/gi18n.h>

#include "lw-formula.h"

typedef struct
{
  const LwMechanism *mechanism;
  guint n;
  GArray **used;  ///< for each parameter: indices of the parameters that its formula uses
  GArray **users; ///< for each parameter: indices of the parameters whose formulas use it
} Graph;

static GArray *
new_places (void)
{
  return g_array_new (FALSE, FALSE, sizeof (guint));
}

static void
graph_clear (Graph *self)
{
  for (guint i = 0; i < self->n; i++) {
    g_array_unref (self->used[i]);
    g_array_unref (self->users[i]);
  }
  g_free (self->used);
  g_free (self->users);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Graph, graph_clear)

/// Adds the edges of a formula. `places`: indices of the parameters plus one, by address.
static void
add_edges (Graph *self, guint user, GHashTable *places)
{
  const char *expression = lw_mechanism_get_parameter (self->mechanism, user)->expression;
  g_autoptr (GPtrArray) used = lw_formula_find_parameters (expression, self->mechanism);

  for (guint k = 0; k < used->len; k++) {
    const guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, used->pdata[k])) - 1;

    g_array_append_val (self->used[user], place);
    g_array_append_val (self->users[place], user);
  }
}

static bool
graph_init (Graph *self, const LwMechanism *mechanism, const LwDeadline *deadline, GError **error)
{
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);

  self->mechanism = mechanism;
  self->n = lw_mechanism_get_n_parameters (mechanism);
  self->used = g_new (GArray *, self->n + 1);
  self->users = g_new (GArray *, self->n + 1);
  for (guint i = 0; i < self->n; i++) {
    self->used[i] = new_places ();
    self->users[i] = new_places ();
    g_hash_table_insert (places, (void *) lw_mechanism_get_parameter (mechanism, i),
                         GUINT_TO_POINTER (i + 1));
  }
  for (guint i = 0; i < self->n; i++) {
    if (!lw_deadline_check (deadline, error))
      return false;
    if (lw_mechanism_get_parameter (mechanism, i)->expression != NULL)
      add_edges (self, i, places);
  }
  return true;
}

/// Removes repeatedly the nodes without remaining edges of one direction, `edges`; `reverse`
/// contains the opposite edges. Appends the removed nodes to `taken`.
static void
take_free (const Graph *self, GArray **edges, GArray **reverse, const bool *done, GArray *taken)
{
  g_autofree guint *waits = g_new0 (guint, self->n + 1);

  for (guint i = 0; i < self->n; i++) {
    for (guint k = 0; k < edges[i]->len; k++)
      waits[i] += !done[g_array_index (edges[i], guint, k)];
    if (!done[i] && waits[i] == 0)
      g_array_append_val (taken, i);
  }
  for (guint at = 0; at < taken->len; at++) {
    const GArray *next = reverse[g_array_index (taken, guint, at)];

    for (guint k = 0; k < next->len; k++) {
      const guint i = g_array_index (next, guint, k);

      if (!done[i] && --waits[i] == 0)
        g_array_append_val (taken, i);
    }
  }
}

/// Names the parameters of a cycle, without those that only depend on it.
static void
refuse_circle (const Graph *self, const GArray *order, GError **error)
{
  g_autofree bool *done = g_new0 (bool, self->n + 1);
  g_autoptr (GArray) followers = new_places ();
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < order->len; i++)
    done[g_array_index (order, guint, i)] = true;
  take_free (self, self->users, self->used, done, followers);
  for (guint i = 0; i < followers->len; i++)
    done[g_array_index (followers, guint, i)] = true;
  for (guint i = 0; i < self->n; i++)
    if (!done[i])
      g_string_append_printf (names, "%s%s", n++ > 0 ? ", " : "",
                              lw_mechanism_get_parameter (self->mechanism, i)->name);
  if (n == 1)
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("%s follows from itself; give it a formula of other parameters."), names->str);
  else
    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("The parameters %s follow from each other in a circle; give one of them a number."),
      names->str);
}

GArray *
lw_parameter_order (const LwMechanism *mechanism, const LwDeadline *deadline, GError **error)
{
  g_auto (Graph) graph = { 0 };
  g_autofree bool *none = g_new0 (bool, lw_mechanism_get_n_parameters (mechanism) + 1);
  g_autoptr (GArray) order = new_places ();
  GArray *formulas;

  if (!graph_init (&graph, mechanism, deadline, error))
    return NULL;
  take_free (&graph, graph.used, graph.users, none, order);
  if (order->len < graph.n) {
    refuse_circle (&graph, order, error);
    return NULL;
  }
  formulas = new_places ();
  for (guint i = 0; i < order->len; i++) {
    const guint place = g_array_index (order, guint, i);

    if (lw_mechanism_get_parameter (mechanism, place)->expression != NULL)
      g_array_append_val (formulas, place);
  }
  return formulas;
}
