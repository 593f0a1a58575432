// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-contact-laboratory.h"

#include <glib/gi18n.h>
#include <string.h>

#define LEMKE_MOST 300 ///< unknowns

const LwContactMethod lw_contact_methods[LW_CONTACT_METHODS] = {
  { MBD_COMPLEMENTARITY_LEMKE, "lemke", N_ ("Lemke’s method") },
  { MBD_COMPLEMENTARITY_SWEEPS, "sweeps", N_ ("Sweeps") },
  { MBD_COMPLEMENTARITY_CONES, "cones", N_ ("Cones") },
  { MBD_COMPLEMENTARITY_LINEAR, "without_inequalities", N_ ("Without inequalities") },
};

const char *const lw_contact_kinds[3] = {
  [MBD_CONTACT_ACCELERATION] = "acceleration",
  [MBD_CONTACT_IMPACT] = "impact",
  [MBD_CONTACT_STEP] = "step",
};

static bool
prepare (LwContactLaboratory *self)
{
  const MbdContactProblem *p = &self->problem;
  const MbdContactSizes sizes = { .velocities = p->velocities,
                                  .contacts = p->contacts,
                                  .friction_rows = p->contacts,
                                  .limits = p->limits,
                                  .bilateral = p->bilateral,
                                  .boxes = p->boxes,
                                  .lemke = LEMKE_MOST,
                                  .pairs = 1 };

  self->contact = mbd_contact_new (&sizes);
  return self->contact != NULL && mbd_contact_prepare (self->contact, p, self->kind)
         && (self->kind != MBD_CONTACT_STEP || mbd_contact_discretise (self->contact, self->step));
}

LwContactLaboratory *
lw_contact_laboratory_new (LwRun *run, MbdContactKind kind, double step, GError **error)
{
  g_autoptr (LwContactLaboratory) self = g_new0 (LwContactLaboratory, 1);

  self->kind = kind;
  self->step = step;
  if (!lw_run_contact_problem (run, kind, &self->problem, &self->time)) {
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_SIMULATION,
      kind == MBD_CONTACT_IMPACT
        ? _ ("There was no impact until then, or the run is not one of accurate motion: choose a "
             "later time, or the method Verner 6(5).")
        : _ ("Contact problems are posed in accurate motion of planar bodies with contact: choose "
             "the method Verner 6(5)."));
    return NULL;
  }
  if (!prepare (self)) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                         _ ("The contact problem could not be posed."));
    return NULL;
  }
  return g_steal_pointer (&self);
}

void
lw_contact_laboratory_free (LwContactLaboratory *self)
{
  if (self == NULL)
    return;
  mbd_contact_free (self->contact);
  g_free (self);
}

void
lw_contact_laboratory_solve (LwContactLaboratory *self,
                             MbdComplementarityMethod method,
                             LwContactSolution *solution)
{
  const int n = self->problem.contacts;
  g_autofree double *frames = g_new (double, 4 * (gsize) n + 1);
  MbdComplementaritySettings settings = mbd_complementarity_default ();

  solution->n_forces = mbd_contact_force_count (&self->problem, self->kind);
  solution->forces = g_new0 (double, (gsize) solution->n_forces + 1);
  solution->in_frames = g_new0 (double, 2 * (gsize) n + 1);
  settings.method = method;
  solution->report = method == MBD_COMPLEMENTARITY_LINEAR
                       ? mbd_contact_solve_linear (self->contact, solution->forces)
                       : mbd_contact_solve (self->contact, &settings, solution->forces);
  for (int i = 0; i < n; i++)
    memcpy (frames + 4 * i, (const double[]){ 1, 0, 0, 1 }, 4 * sizeof *frames);
  if (!mbd_contact_forces_in_plane (&self->problem, self->kind, solution->forces,
                                    solution->n_forces, frames, n, solution->in_frames))
    g_clear_pointer (&solution->in_frames, g_free);
}

void
lw_contact_solution_clear (LwContactSolution *solution)
{
  g_clear_pointer (&solution->forces, g_free);
  g_clear_pointer (&solution->in_frames, g_free);
}
