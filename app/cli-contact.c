// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli contact: the contact problem at one time as matrices, the complementarity problem that it is,
// and its solutions by several methods side by side, as JSON or as an archive for NumPy.

#include "cli-json.h"
#include "cli.h"
#include "lw-npz.h"
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

/* Arrays ----------------------------------------------------------------------------------- */

static void
put_matrix (CliJson *json, const char *key, const double *rows, int n_rows, int n)
{
  cli_json_begin_array (json, key);
  for (int i = 0; i < n_rows; i++)
    cli_json_numbers (json, NULL, rows + (gsize) i * (gsize) n, n);
  cli_json_end_array (json);
}

/// Writes and frees a list of arrays.
static void
put_arrays (CliJson *json, GArray *list)
{
  for (guint i = 0; i < list->len; i++) {
    const LwNamedArray *array = &g_array_index (list, LwNamedArray, i);

    if (array->is_matrix)
      put_matrix (json, array->name, array->values, (int) array->rows, (int) array->columns);
    else
      cli_json_numbers (json, array->name, array->values, (int) array->rows);
  }
  g_array_unref (list);
}

/* The complementarity problem -------------------------------------------------------------- */

/// M and q of w = M z + q, z >= 0.
typedef struct
{
  int n; ///< -1 if the problem does not have that form
  double *M, *q;
} Lcp;

static Lcp
make_lcp (const Posed *posed)
{
  Lcp lcp = { .n = mbd_contact_to_lcp (posed->laboratory->contact, NULL, NULL) };

  if (lcp.n >= 0) {
    lcp.M = g_new0 (double, (gsize) lcp.n *(gsize) lcp.n + 1);
    lcp.q = g_new0 (double, (gsize) lcp.n + 1);
    mbd_contact_to_lcp (posed->laboratory->contact, lcp.M, lcp.q);
  }
  return lcp;
}

static void
clear_lcp (Lcp *lcp)
{
  g_free (lcp->M);
  g_free (lcp->q);
}

/// Writes w = M z + q with nonnegative z if the problem has that form, otherwise with the set of each
/// variable.
static void
put_complementarity (CliJson *json, const Posed *posed)
{
  static const char *const words[] = { "nonnegative", "free", "box", "friction" };
  const MbdComplementarityProblem mixed = mbd_contact_matrix (posed->laboratory->contact);
  Lcp lcp = make_lcp (posed);

  if (lcp.n >= 0) {
    cli_json_begin_object (json, "lcp");
    put_matrix (json, "M", lcp.M, lcp.n, lcp.n);
    cli_json_numbers (json, "q", lcp.q, lcp.n);
    cli_json_end_object (json);
  }
  clear_lcp (&lcp);
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
  put_arrays (json, lw_contact_solution_list (posed->laboratory, &solution));
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
write_json (const CliArguments *arguments, const Posed *posed, const LwRun *run, GError **error)
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
  put_arrays (&json, lw_contact_laboratory_list (laboratory));
  put_complementarity (&json, posed);
  put_solutions (&json, posed);
  text = cli_json_finish (&json);
  return cli_output_put (arguments->output, text->str, text->len, error);
}

/* An archive for NumPy --------------------------------------------------------------------- */

/// Arrays and their names.
typedef struct
{
  GArray *arrays; // array of LwNamedArray
  GPtrArray *names;
} Archive;

/// Adds the arrays of a list, with their names behind a prefix, and frees it.
static void
add_arrays (Archive *self, const char *prefix, GArray *list)
{
  for (guint i = 0; i < list->len; i++) {
    LwNamedArray array = g_array_index (list, LwNamedArray, i);
    char *name = g_strconcat (prefix, array.name, NULL);

    g_ptr_array_add (self->names, name);
    array.name = name;
    g_array_append_val (self->arrays, array);
  }
  g_array_unref (list);
}

static void
add_array (Archive *self, const char *name, const double *values, int rows, bool is_matrix)
{
  const LwNamedArray array = { name, values, (gsize) rows, (gsize) rows, is_matrix };

  g_array_append_val (self->arrays, array);
}

/// Writes the arrays of the JSON form; those of a solution have the word of the method in front. Its
/// residual is an array of one number.
static gboolean
write_npz (const CliArguments *arguments, const Posed *posed, GError **error)
{
  const LwContactLaboratory *laboratory = posed->laboratory;
  const MbdComplementarityProblem mixed = mbd_contact_matrix (laboratory->contact);
  g_autoptr (GArray) arrays = g_array_new (FALSE, FALSE, sizeof (LwNamedArray));
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GBytes) bytes = NULL;
  LwContactSolution solutions[LW_CONTACT_METHODS];
  Archive archive = { arrays, names };
  Lcp lcp = make_lcp (posed);

  add_array (&archive, "time", &laboratory->time, 1, false);
  if (laboratory->kind == MBD_CONTACT_STEP)
    add_array (&archive, "step", &laboratory->step, 1, false);
  add_arrays (&archive, "", lw_contact_laboratory_list (laboratory));
  if (lcp.n >= 0) {
    add_array (&archive, "lcp_M", lcp.M, lcp.n, true);
    add_array (&archive, "lcp_q", lcp.q, lcp.n, false);
  }
  add_array (&archive, "mlcp_M", mixed.M, mixed.n, true);
  add_array (&archive, "mlcp_q", mixed.q, mixed.n, false);
  for (gsize i = 0; i < LW_CONTACT_METHODS; i++) {
    g_autofree char *prefix = g_strconcat (lw_contact_methods[i].word, "_", NULL);
    char *residual = g_strconcat (prefix, "residual", NULL);

    lw_contact_laboratory_solve (posed->laboratory, lw_contact_methods[i].method, &solutions[i]);
    g_ptr_array_add (names, residual);
    add_array (&archive, residual, &solutions[i].report.solution.residual, 1, false);
    add_arrays (&archive, prefix, lw_contact_solution_list (laboratory, &solutions[i]));
  }
  bytes = lw_named_arrays_to_npz ((const LwNamedArray *) (void *) arrays->data, arrays->len, error);
  for (gsize i = 0; i < LW_CONTACT_METHODS; i++)
    lw_contact_solution_clear (&solutions[i]);
  clear_lcp (&lcp);
  return bytes != NULL
         && cli_output_put (arguments->output, g_bytes_get_data (bytes, NULL),
                            g_bytes_get_size (bytes), error);
}

static gboolean
write_problem (const CliArguments *arguments, const Posed *posed, const LwRun *run, GError **error)
{
  g_autofree char *name = cli_dup_format_name (arguments);
  g_autofree char *lower = name != NULL ? g_ascii_strdown (name, -1) : NULL;

  return lower != NULL && g_str_has_suffix (lower, ".npz")
           ? write_npz (arguments, posed, error)
           : write_json (arguments, posed, run, error);
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
               "and its solutions side by side: by Lemke's method, sweeps, alternating directions "
               "with Newton's method, all modes in turn, cones, and without inequalities.",
               description, entries, &options, CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE,
               &arguments, error);

  if (done && arguments.file != NULL)
    done = contact_file (&arguments, &options, at, word != NULL ? word : "acceleration", duration,
                         error);
  cli_run_options_clear (&options);
  return done;
}
