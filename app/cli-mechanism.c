// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens a mechanism from a file, and runs it.

#include "cli.h"

#include "lw-dead-point.h"
#include "lw-provenance.h"

gboolean
cli_open (CliMechanism *self,
          const CliArguments *arguments,
          const CliRunOptions *options,
          GError **error)
{
  g_autoptr (LwOpened) opened = cli_open_input (arguments, error);
  gboolean good;

  *self = (CliMechanism){ 0 };
  if (opened == NULL)
    return FALSE;
  self->mechanism = lw_mechanism_ref (opened->project->mechanism);
  self->project = lw_project_ref (opened->project);
  self->settings = *lw_mechanism_get_run (self->mechanism);
  good = options == NULL || cli_run_options_apply (options, &self->settings, error);
  if (good) {
    self->model = lw_mechanism_compile (self->mechanism, error);
    good = self->model != NULL;
    if (!good)
      cli_prefix_file (error, arguments->file);
  }
  if (!good) {
    cli_close (self);
    return FALSE;
  }
  self->channels = lw_channels_new (self->mechanism, self->model);
  return cli_define_channels (self, NULL, error);
}

gboolean
cli_define_channels (CliMechanism *self, const char *patterns, GError **error)
{
  g_auto (GStrv) more = NULL;
  LwChannels *all;

  if (patterns != NULL && !g_utf8_validate (patterns, -1, NULL)) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "The names after --channels are not UTF-8.");
    return FALSE;
  }
  more = patterns != NULL ? lw_channels_split (patterns) : NULL;
  all = lw_channels_with_definitions (self->channels, self->mechanism, (const char *const *) more);
  lw_channels_unref (self->channels);
  self->channels = all;
  return TRUE;
}

void
cli_close (CliMechanism *self)
{
  g_clear_pointer (&self->channels, lw_channels_unref);
  g_clear_pointer (&self->model, mbd_model_unref);
  g_clear_pointer (&self->mechanism, lw_mechanism_unref);
  g_clear_pointer (&self->project, lw_project_unref);
}

GArray *
cli_choose_channels (const CliMechanism *self, const char *patterns, GError **error)
{
  const int time = lw_channels_find (self->channels, "time");
  g_autoptr (GArray) chosen = NULL;
  GArray *indices;

  chosen = lw_channels_match (self->channels, patterns != NULL ? patterns : "*", error);
  if (chosen == NULL)
    return NULL;
  if (chosen->len == 0) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE, "--channels needs at least one name.");
    return NULL;
  }
  indices = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_vals (indices, &(guint){ (guint) time }, 1);
  for (guint i = 0; i < chosen->len; i++)
    if (g_array_index (chosen, guint, i) != (guint) time)
      g_array_append_vals (indices, &g_array_index (chosen, guint, i), 1);
  return indices;
}

void
cli_set_failure (const CliMechanism *self,
                 MbdStatus status,
                 const MbdDiagnosis *why,
                 const char *prefix,
                 GError **error)
{
  MbdDiagnosis diagnosis = *why;

  diagnosis.code = status;
  lw_mechanism_set_error (self->mechanism, LW_ERROR_SIMULATION, &diagnosis, error);
  g_prefix_error (error, "%s: ", prefix);
}

char *
cli_dup_provenance (const CliMechanism *mechanism)
{
  return lw_dup_provenance (mechanism->mechanism, LW_VERSION);
}

LwRun *
cli_start (const CliMechanism *self, GError **error)
{
  const LwRunSettings *settings = &self->settings;
  MbdDiagnosis why = { .row = -1 };
  LwRun *run = lw_run_new (self->model, &settings->integrator, settings->duration,
                           settings->interval, settings->assemble);
  MbdStatus status = MBD_STATUS_OUT_OF_MEMORY;

  if (run != NULL)
    status = lw_run_start (run, &why);
  if (status == MBD_STATUS_OK)
    return run;
  why.code = status;
  lw_dead_point_explain (self->model, &why);
  cli_set_failure (self, why.code, &why, "The run could not begin", error);
  lw_run_free (run);
  return NULL;
}

gboolean
cli_next (const CliMechanism *self, LwRun *run, GError **error)
{
  MbdDiagnosis why = { .row = -1 };
  MbdStatus status = lw_run_next (run, &why);
  char prefix[64];

  if (status == MBD_STATUS_OK)
    cli_progress_tell (lw_run_sample_time (run, lw_run_sample (run)) / self->settings.duration);
  if (status != MBD_STATUS_OK || lw_run_is_finished (run))
    cli_progress_end ();
  if (status == MBD_STATUS_OK)
    return TRUE;
  why.code = status;
  if (lw_run_sample (run) == 0)
    lw_dead_point_explain (self->model, &why);
  g_snprintf (prefix, sizeof prefix, "The run stopped after t = %.9g s",
              lw_run_sample_time (run, lw_run_sample (run)));
  cli_set_failure (self, why.code, &why, prefix, error);
  return FALSE;
}
