// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli contact: the contact problem at one time as matrices, the complementarity problem that it is,
// and its solutions by several methods side by side, as JSON.

#include "cli-json.h"
#include "cli.h"
#include "lw-contact-laboratory.h"
#include "lw-contact.h"

typedef struct
{
  const CliMechanism *mechanism;
  LwContactLaboratory *laboratory;
} Posed;

static gboolean
choose_kind (const char *word, MbdContactKind *kind, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (lw_contact_kinds); i++)
    if (g_strcmp0 (word, lw_contact_kinds[i]) == 0) {
      *kind = (MbdContactKind) i;
      return TRUE;
    }
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               "--problem is acceleration, impact or step, not \"%s\".", word);
  return FALSE;
}

/* The problem ------------------------------------------------------------------------------ */

static void
put_matrix (CliJson *json, const char *key, const double *rows, int n_rows, int n)
{
  cli_json_begin_array (json, key);
  for (int i = 0; i < n_rows; i++)
    cli_json_numbers (json, NULL, rows + (gsize) i * (gsize) n, n);
  cli_json_end_array (json);
}

static void
put_problem (CliJson *json, const Posed *posed)
{
  const MbdContactProblem *p = &posed->laboratory->problem;
  const int n = p->velocities;
  g_autofree double *inverse_mass = g_new (double, n);

  for (int i = 0; i < n; i++)
    inverse_mass[i] = p->inverse_mass[i * n + i];
  cli_json_numbers (json, "inverse_mass", inverse_mass, n);
  cli_json_numbers (json, "force", p->force, n);
  cli_json_numbers (json, "velocity", p->velocity, n);
  put_matrix (json, "N", p->N, p->contacts, n);
  cli_json_numbers (json, "kN", p->kN, p->contacts);
  put_matrix (json, "F", p->F, p->contacts, n);
  cli_json_numbers (json, "kF", p->kF, p->contacts);
  cli_json_numbers (json, "friction", p->friction, p->contacts);
  if (p->slip != NULL)
    cli_json_numbers (json, "slip", p->slip, p->contacts);
  if (p->error_N != NULL)
    cli_json_numbers (json, "gap", p->error_N, p->contacts);
  put_matrix (json, "L", p->L, p->limits, n);
  cli_json_numbers (json, "kL", p->kL, p->limits);
  put_matrix (json, "G", p->G, p->bilateral, n);
  cli_json_numbers (json, "kG", p->kG, p->bilateral);
  put_matrix (json, "B", p->B, p->boxes, n);
  cli_json_numbers (json, "kB", p->kB, p->boxes);
  cli_json_numbers (json, "bound", p->bound, p->boxes);
}

/// Writes w = M z + q with nonnegative z if the problem has that form, otherwise with the set of each
/// variable.
static void
put_complementarity (CliJson *json, const Posed *posed)
{
  static const char *const words[] = { "nonnegative", "free", "box", "friction" };
  const int size = mbd_contact_to_lcp (posed->laboratory->contact, NULL, NULL);
  const MbdComplementarityProblem mixed = mbd_contact_matrix (posed->laboratory->contact);

  if (size >= 0) {
    const gsize cells = (gsize) size * (gsize) size;
    g_autofree double *M = g_new0 (double, cells + 1);
    g_autofree double *q = g_new0 (double, (gsize) size + 1);

    mbd_contact_to_lcp (posed->laboratory->contact, M, q);
    cli_json_begin_object (json, "lcp");
    put_matrix (json, "M", M, size, size);
    cli_json_numbers (json, "q", q, size);
    cli_json_end_object (json);
  }
  cli_json_begin_object (json, "mlcp");
  put_matrix (json, "M", mixed.M, mixed.n, mixed.n);
  cli_json_numbers (json, "q", mixed.q, mixed.n);
  cli_json_begin_array (json, "sets");
  for (int i = 0; i < mixed.n; i++)
    cli_json_string (json, NULL, words[mixed.sets[i].kind]);
  cli_json_end_array (json);
  cli_json_end_object (json);
}

/* Solutions -------------------------------------------------------------------------------- */

static void
put_solution (CliJson *json, const Posed *posed, const LwContactMethod *method)
{
  const MbdContactProblem *p = &posed->laboratory->problem;
  const MbdContactKind kind = posed->laboratory->kind;
  const int n = p->velocities;
  g_autofree double *change = g_new0 (double, n);
  g_autofree double *force = g_new0 (double, n);
  LwContactSolution solution;
  const MbdContactReport *report = &solution.report;

  lw_contact_laboratory_solve (posed->laboratory, method->method, &solution);
  cli_json_begin_object (json, method->word);
  cli_json_string (json, "status", mbd_complementarity_status_text (report->solution.status));
  cli_json_number (json, "residual", report->solution.residual);
  cli_json_number (json, "gap", report->solution.gap);
  cli_json_integer (json, "iterations", report->solution.iterations);
  cli_json_number (json, "bilateral_residual", report->bilateral_residual);
  cli_json_bool (json, "painleve", report->painleve);
  cli_json_numbers (json, "forces", solution.forces, solution.n_forces);
  if (solution.in_frames != NULL)
    put_matrix (json, "in_contact_frames", solution.in_frames, p->contacts, 2);
  mbd_contact_generalised_force (p, kind, solution.forces, force);
  cli_json_numbers (json, "generalised_force", force, n);
  if (kind == MBD_CONTACT_ACCELERATION) {
    mbd_contact_acceleration (p, solution.forces, change);
    cli_json_numbers (json, "acceleration", change, n);
    for (int i = 0; i < n; i++) {
      change[i] = 0;
      for (int k = 0; k < n; k++)
        change[i] += p->inverse_mass[i * n + k] * force[k];
    }
    cli_json_numbers (json, "acceleration_of_constraints", change, n);
  } else {
    mbd_contact_velocity_change (p, kind, posed->laboratory->step, solution.forces, change);
    cli_json_numbers (json, "velocity_change", change, n);
  }
  cli_json_end_object (json);
  lw_contact_solution_clear (&solution);
}

static void
put_solutions (CliJson *json, const Posed *posed)
{
  cli_json_begin_object (json, "solutions");
  for (gsize i = 0; i < LW_CONTACT_METHODS; i++)
    put_solution (json, posed, &lw_contact_methods[i]);
  cli_json_end_object (json);
}

/// Writes the names of the bodies of the contacts that hold now, in the order of the rows.
static void
put_contacts (CliJson *json, const Posed *posed, const LwRun *run)
{
  const CliContacts contacts = cli_contacts_of (run);

  cli_json_begin_array (json, "contacts");
  for (gsize i = 0; i < contacts.n && posed->laboratory->kind != MBD_CONTACT_IMPACT; i++) {
    const MbdIntegratorContact *c = &contacts.points[i];
    const int bodies[2] = { lw_contact_body_of (posed->mechanism->model, c->shape_a),
                            lw_contact_body_of (posed->mechanism->model, c->shape_b) };

    cli_json_begin_object (json, NULL);
    cli_json_integer (json, "body_a", bodies[0]);
    cli_json_integer (json, "body_b", bodies[1]);
    cli_json_numbers (json, "point", c->point, 2);
    cli_json_numbers (json, "normal", c->normal, 2);
    cli_json_end_object (json);
  }
  cli_json_end_array (json);
}

static gboolean
write_problem (const CliArguments *arguments, const Posed *posed, const LwRun *run, GError **error)
{
  const LwContactLaboratory *laboratory = posed->laboratory;
  g_autoptr (GString) text = NULL;
  CliJson json;

  cli_json_init (&json);
  cli_json_string (&json, "title", lw_mechanism_get_title (posed->mechanism->mechanism));
  cli_json_string (&json, "problem", lw_contact_kinds[laboratory->kind]);
  cli_json_number (&json, "time", laboratory->time);
  if (laboratory->kind == MBD_CONTACT_STEP)
    cli_json_number (&json, "step", laboratory->step);
  put_contacts (&json, posed, run);
  put_problem (&json, posed);
  put_complementarity (&json, posed);
  put_solutions (&json, posed);
  text = cli_json_finish (&json);
  return cli_output_put (arguments->output, text->str, text->len, error);
}

/* The verb --------------------------------------------------------------------------------- */

static gboolean
contact_file (const CliArguments *arguments,
              const CliRunOptions *options,
              const char *at,
              const char *word,
              const char *duration,
              GError **error)
{
  CliMechanism mechanism;
  Posed posed = { .mechanism = &mechanism };
  MbdContactKind kind;
  LwRun *run;
  double time = 0.0, step = 1e-3;
  gboolean done;

  if ((at != NULL && !cli_parse_number ("--at", at, 0.0, 1e12, &time, error))
      || (duration != NULL
          && !cli_parse_number ("--time-step", duration, 1e-15, 1e12, &step, error))
      || !choose_kind (word, &kind, error))
    return FALSE;
  if (!cli_open (&mechanism, arguments, options, error))
    return FALSE;
  run = cli_start_at (&mechanism, time, error);
  if (run != NULL)
    posed.laboratory = lw_contact_laboratory_new (run, kind, step, error);
  done = posed.laboratory != NULL && write_problem (arguments, &posed, run, error);
  lw_contact_laboratory_free (posed.laboratory);
  lw_run_free (run);
  cli_close (&mechanism);
  return done;
}

gboolean
cli_contact (int argc, char **argv, GError **error)
{
  g_autofree char *at = NULL;
  g_autofree char *word = NULL;
  g_autofree char *duration = NULL;
  g_auto (CliArguments) arguments = { 0 };
  g_autofree char *description = cli_describe_defaults ();
  CliRunOptions options = { 0 };
  const GOptionEntry entries[] = {
    { "at", 0, 0, G_OPTION_ARG_FILENAME, &at, "Time, s; default: 0, the start", "T" },
    { "problem", 0, 0, G_OPTION_ARG_FILENAME, &word,
      "acceleration (default), step, or impact: the last one until then", "NAME" },
    { "time-step", 0, 0, G_OPTION_ARG_FILENAME, &duration,
      "Of the problem of a step, s; default: 0.001", "H" },
    { NULL },
  };
  gboolean done =
    cli_parse (argc, argv,
               "Writes the contact problem at one time as matrices, as a complementarity problem, "
               "and its solutions by Lemke's method, sweeps, cones and without inequalities, as "
               "JSON.",
               description, entries, &options, CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE,
               &arguments, error);

  if (done && arguments.file != NULL)
    done = contact_file (&arguments, &options, at, word != NULL ? word : "acceleration", duration,
                         error);
  cli_run_options_clear (&options);
  return done;
}
