// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens a mechanism from a file, and runs it.

#include "cli.h"

#include "lw-provenance.h"
#include "lw-run-source.h"

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
  lw_run_source_set_failure (self->mechanism, status, why, prefix, error);
}

char *
cli_dup_provenance (const CliMechanism *mechanism)
{
  return lw_dup_provenance (mechanism->mechanism, LW_VERSION);
}

static bool
progress_cb (double part, void *data)
{
  cli_progress_tell (part);
  return true;
}

static LwRunSource
make_source (const CliMechanism *self)
{
  return (LwRunSource){ .mechanism = self->mechanism,
                        .model = self->model,
                        .channels = self->channels,
                        .settings = self->settings,
                        .progress = progress_cb };
}

LwRun *
cli_start (const CliMechanism *self, GError **error)
{
  const LwRunSource source = make_source (self);

  return lw_run_source_start (&source, error);
}

gboolean
cli_next (const CliMechanism *self, LwRun *run, GError **error)
{
  const LwRunSource source = make_source (self);
  const gboolean done = lw_run_source_next (&source, run, error);

  if (!done || lw_run_is_finished (run))
    cli_progress_end ();
  return done;
}

LwRun *
cli_start_at (CliMechanism *self, double time, GError **error)
{
  LwRun *run;

  self->settings.duration = MAX (self->settings.duration, time);
  if (time > 0.0)
    self->settings.interval = time;
  run = cli_start (self, error);
  if (run != NULL && time > 0.0 && !cli_next (self, run, error))
    g_clear_pointer (&run, lw_run_free);
  return run;
}

LwProjectRun *
cli_record_run (const CliMechanism *self,
                const GArray *channels,
                const char *name,
                GError **stopped,
                GError **error)
{
  const LwRunSource source = make_source (self);
  LwProjectRun *run = lw_run_source_record (&source, channels, name, NULL, stopped, error);

  cli_progress_end ();
  return run;
}
