// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-contact-laboratory.h"

#include <glib/gi18n.h>
#include <string.h>

#define LEMKE_MOST 300 ///< unknowns

const LwContactMethod lw_contact_methods[LW_CONTACT_METHODS] = {
  { MBD_COMPLEMENTARITY_LEMKE, "lemke", N_ ("Lemke’s method") },
  { MBD_COMPLEMENTARITY_SWEEPS, "sweeps", N_ ("Sweeps") },
  { MBD_COMPLEMENTARITY_ADMM, "admm", N_ ("Alternating directions, Newton") },
  { MBD_COMPLEMENTARITY_MODES, "modes", N_ ("All modes in turn") },
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

/// Returns the error message of a problem that cannot be posed.
static const char *
get_reason (MbdStatus status)
{
  switch (status) {
  case MBD_STATUS_STEPS_IN_SPACE:
    return _ ("Contact problems are posed in the plane only.");
  case MBD_STATUS_CONTACT_TOO_LARGE:
    return _ ("There are too many bodies for the matrices of a contact problem.");
  case MBD_STATUS_NO_IMPACT:
    return _ (
      "No contact, rope or stop has closed with an impact until this time: choose a later one.");
  case MBD_STATUS_NOT_ACCURATE:
    return _ (
      "Contact problems are posed in accurate motion, and time stepping is used here: choose "
      "the method Verner 6(5).");
  default:
    return _ ("The contact problem could not be posed.");
  }
}

/// Computes the vectors that are shown in place of matrices and signs of the problem.
static void
derive (LwContactLaboratory *self)
{
  const MbdContactProblem *p = &self->problem;

  self->inverse_mass = g_new0 (double, (gsize) p->velocities + 1);
  self->gamma = g_new0 (double, (gsize) p->bilateral + 1);
  for (int i = 0; i < p->velocities; i++)
    self->inverse_mass[i] = p->inverse_mass[(gsize) i * (gsize) p->velocities + (gsize) i];
  for (int i = 0; i < p->bilateral; i++)
    self->gamma[i] = p->kG != NULL ? 0 - p->kG[i] : 0;
}

LwContactLaboratory *
lw_contact_laboratory_new (LwRun *run, MbdContactKind kind, double step, GError **error)
{
  g_autoptr (LwContactLaboratory) self = g_new0 (LwContactLaboratory, 1);

  MbdStatus status;

  self->kind = kind;
  self->step = step;
  status = lw_run_contact_problem (run, kind, &self->problem, &self->time);
  if (status != MBD_STATUS_OK) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION, get_reason (status));
    return NULL;
  }
  if (mbd_contact_force_count (&self->problem, kind) == 0) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                         _ ("Nothing touches at this time, and no joint, stop or rope acts: there "
                            "is no contact problem. Two bodies touch if both have contact."));
    return NULL;
  }
  if (!prepare (self)) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                         _ ("The contact problem could not be posed."));
    return NULL;
  }
  derive (self);
  return g_steal_pointer (&self);
}

void
lw_contact_laboratory_free (LwContactLaboratory *self)
{
  if (self == NULL)
    return;
  mbd_contact_free (self->contact);
  g_free (self->inverse_mass);
  g_free (self->gamma);
  g_free (self);
}

// ---- lists ----------------------------------------------------------------------------------

/// Appends a matrix, or a vector if `columns` is negative; nothing without values.
static void
append (GArray *list, const char *name, const double *values, int rows, int columns)
{
  const LwNamedArray array = { .name = name,
                               .values = values,
                               .rows = (gsize) rows,
                               .columns = (gsize) MAX (columns, 0),
                               .is_matrix = columns >= 0 };

  if (values != NULL || (columns >= 0 && rows == 0))
    g_array_append_val (list, array);
}

GArray *
lw_contact_laboratory_list (const LwContactLaboratory *self)
{
  const MbdContactProblem *p = &self->problem;
  const int n = p->velocities;
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LwNamedArray));
  const struct
  {
    const char *name;
    const double *values;
    int rows, columns;
  } all[] = {
    { "inverse_mass", self->inverse_mass, n, -1 },
    { "force", p->force, n, -1 },
    { "velocity", p->velocity, n, -1 },
    { "N", p->N, p->contacts, n },
    { "kN", p->kN, p->contacts, -1 },
    { "F", p->F, p->contacts, n },
    { "kF", p->kF, p->contacts, -1 },
    { "mu", p->friction, p->contacts, -1 },
    { "slip", p->slip, p->contacts, -1 },
    { "gap", p->error_N, p->contacts, -1 },
    { "L", p->L, p->limits, n },
    { "kL", p->kL, p->limits, -1 },
    { "G", p->G, p->bilateral, n },
    { "kG", p->kG, p->bilateral, -1 },
    { "gamma", self->gamma, p->bilateral, -1 },
    { "B", p->B, p->boxes, n },
    { "kB", p->kB, p->boxes, -1 },
    { "bound", p->bound, p->boxes, -1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    append (list, all[i].name, all[i].values, all[i].rows, all[i].columns);
  return list;
}

GArray *
lw_contact_solution_list (const LwContactLaboratory *self, const LwContactSolution *solution)
{
  const int n = self->problem.velocities;
  const bool accelerates = self->kind == MBD_CONTACT_ACCELERATION;
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LwNamedArray));

  append (list, "forces", solution->forces, solution->n_forces, -1);
  append (list, "in_contact_frames", solution->in_frames, self->problem.contacts, 2);
  append (list, "generalised_force", solution->generalised_force, n, -1);
  append (list, accelerates ? "acceleration" : "velocity_change", solution->change, n, -1);
  append (list, "acceleration_of_constraints", solution->change_by_constraints, n, -1);
  return list;
}

// ---- solving --------------------------------------------------------------------------------

/// Computes what the forces do to the velocities.
static void
find_changes (const LwContactLaboratory *self, LwContactSolution *solution)
{
  const MbdContactProblem *p = &self->problem;
  const gsize n = (gsize) p->velocities;

  solution->generalised_force = g_new0 (double, n + 1);
  solution->change = g_new0 (double, n + 1);
  mbd_contact_generalised_force (p, self->kind, solution->forces, solution->generalised_force);
  if (self->kind != MBD_CONTACT_ACCELERATION) {
    mbd_contact_velocity_change (p, self->kind, self->step, solution->forces, solution->change);
    return;
  }
  mbd_contact_acceleration (p, solution->forces, solution->change);
  solution->change_by_constraints = g_new0 (double, n + 1);
  for (gsize i = 0; i < n; i++)
    for (gsize k = 0; k < n; k++)
      solution->change_by_constraints[i] +=
        p->inverse_mass[i * n + k] * solution->generalised_force[k];
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
  solution->change_by_constraints = NULL;
  find_changes (self, solution);
}

void
lw_contact_solution_clear (LwContactSolution *solution)
{
  g_clear_pointer (&solution->forces, g_free);
  g_clear_pointer (&solution->generalised_force, g_free);
  g_clear_pointer (&solution->change, g_free);
  g_clear_pointer (&solution->change_by_constraints, g_free);
  g_clear_pointer (&solution->in_frames, g_free);
}
