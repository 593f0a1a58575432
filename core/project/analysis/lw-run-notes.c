// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-run-notes.h"

#include <glib/gi18n.h>
#include <math.h>

/// Errors of redundant rows, over the size or in rad, that are worth mentioning: not round-off, and not
/// what integration leaves at its accuracy.
static const double worth_saying = 1e-10, share_of_accuracy = 1e-2;
/// Share of time steps that may remain unsolved: single blows distort a run little.
static const double most_unsolved = 0.01;

char **
lw_run_dup_notes (const LwMechanism *mechanism,
                  const MbdIntegratorStatistics *statistics,
                  double accuracy)
{
  g_autoptr (GStrvBuilder) notes = g_strv_builder_new ();

  if (statistics->rounding > 0) {
    g_autofree char *note =
      g_strdup_printf (_ ("rounding limits the accuracy of this run to %.0e of the size; a smaller "
                          "value does not make it more accurate"),
                       statistics->rounding);
    g_strv_builder_add (notes, note);
  }
  if (statistics->misfit > fmax (worth_saying, share_of_accuracy * accuracy)) {
    g_autofree char *name =
      lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_COUPLING, statistics->misfit_coupling);
    g_autofree char *note = g_strdup_printf (
      _ ("%s is redundant, but off by %.0e of the size in the course of the motion; "
         "enter its axes with more digits"),
      name, statistics->misfit);
    g_strv_builder_add (notes, note);
  }
  if (statistics->stepped_time > 0) {
    g_autofree char *note = g_strdup_printf (
      _ ("contacts could not be followed change by change for %.3g s of this run, "
         "which were computed in time steps; the list of events shows when and why"),
      statistics->stepped_time);
    g_strv_builder_add (notes, note);
  }
  if (statistics->unsolved_steps > most_unsolved * statistics->steps) {
    g_autofree char *note = g_strdup_printf (
      _ ("%ld of %ld time steps could not be solved, and joints and contacts yield in them; "
         "choose a shorter step or another method"),
      statistics->unsolved_steps, statistics->steps);
    g_strv_builder_add (notes, note);
  }
  return g_strv_builder_end (notes);
}
