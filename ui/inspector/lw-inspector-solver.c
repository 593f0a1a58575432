// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The card of the solver: the method in use, and the cost of the current run so far.

#include <glib/gi18n.h>

#include "lw-help-mark.h"
#include "lw-inspector-private.h"

enum
{
  METHOD,
  STEPS,
  REJECTED,
  EVALUATIONS,
  NEWTON_ITERATIONS,
  FACTORISATIONS,
};

static const struct
{
  const char *name;
  const char *description;
} rows[LW_SOLVER_ROWS] = {
  [METHOD] = { N_ ("Method in use"), N_ ("Automatic takes an implicit one while stability and not "
                                         "accuracy limits the steps.") },
  [STEPS] = { N_ ("Steps"), N_ ("Accepted since the start of the run.") },
  [REJECTED] = { N_ ("Rejected steps"),
                 N_ ("Tried again with a smaller step, since the error was too large.") },
  [EVALUATIONS] = { N_ ("Evaluations"), N_ ("How often the accelerations were computed.") },
  [NEWTON_ITERATIONS] = { N_ ("Newton iterations"),
                          N_ ("Of the equations of implicit stages, all together.") },
  [FACTORISATIONS] = { N_ ("Factorisations"), N_ ("Of the matrix of Newton’s method.") },
};

/// Returns true if a row is shown. Rows of implicit methods are shown if they are relevant.
static bool
is_wanted (int row, const MbdIntegratorStatistics *statistics)
{
  if (row != NEWTON_ITERATIONS && row != FACTORISATIONS)
    return true;
  return statistics->method == MBD_METHOD_ESDIRK43 || statistics->method == MBD_METHOD_RADAU9
         || statistics->newton_iterations > 0;
}

static long
get_count (int row, const MbdIntegratorStatistics *statistics)
{
  switch (row) {
  case STEPS:
    return statistics->steps;
  case REJECTED:
    return statistics->rejected;
  case EVALUATIONS:
    return statistics->evaluations;
  case NEWTON_ITERATIONS:
    return statistics->newton_iterations;
  default:
    return statistics->factorisations;
  }
}

void
lw_inspector_add_solver (LwInspector *self)
{
  lw_inspector_begin_card (self, _ ("Solver"), NULL);
  for (int i = 0; i < LW_SOLVER_ROWS; i++) {
    GtkWidget *row = lw_live_value_new (_ (rows[i].name), "1", _ (rows[i].description));

    self->solver[i] = LW_LIVE_VALUE (row);
    gtk_widget_add_css_class (row, "counted");
    lw_help_mark_number (row, "hood:solver");
    lw_inspector_add (self, row);
  }
}

void
lw_inspector_update_solver (LwInspector *self)
{
  const bool present = lw_player_get_run (self->player) == NULL;
  LwSimulationStatus status;

  if (self->solver[METHOD] == NULL)
    return;
  lw_player_get_status (self->player, &status);
  // The cost of a kept run has not been stored.
  lw_live_value_set_text (self->solver[METHOD],
                          present ? lw_inspector_get_method_name (status.statistics.method) : "–");
  for (int i = STEPS; i < LW_SOLVER_ROWS; i++) {
    g_autofree char *count = g_strdup_printf ("%ld", get_count (i, &status.statistics));

    lw_live_value_set_text (self->solver[i], count);
    gtk_widget_set_visible (GTK_WIDGET (self->solver[i]),
                            present && is_wanted (i, &status.statistics));
  }
}
