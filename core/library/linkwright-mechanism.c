// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <string.h>

#include "linkwright-private.h"
#include "lw-definition.h"
#include "lw-open.h"
#include "lw-run-options.h"
#include "lw-run-source.h"
#include "lw-store.h"
#include "lw-text.h"

// ---- results --------------------------------------------------------------------------------

LinkwrightStatus
lw_library_report (GError *error, char **message)
{
  static const LinkwrightStatus statuses[] = {
    [LW_ERROR_USAGE] = LINKWRIGHT_USAGE,
    [LW_ERROR_BAD_FILE] = LINKWRIGHT_BAD_FILE,
    [LW_ERROR_SIMULATION] = LINKWRIGHT_SIMULATION,
    [LW_ERROR_IO] = LINKWRIGHT_IO,
    [LW_ERROR_CHANGED] = LINKWRIGHT_IO,
  };
  LinkwrightStatus status = LINKWRIGHT_IO;

  if (error->domain == LW_ERROR)
    status = statuses[error->code];
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    status = LINKWRIGHT_CANCELLED;
  if (message != NULL)
    *message = g_strdup (error->message);
  g_error_free (error);
  return status;
}

gboolean
lw_library_check_text (const char *text, GError **error)
{
  if (g_utf8_validate (text, -1, NULL))
    return TRUE;
  g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE, "A text is not UTF-8.");
  return FALSE;
}

const char *
linkwright_version (void)
{
  return LW_VERSION;
}

void
linkwright_free (void *memory)
{
  g_free (memory);
}

// ---- files ----------------------------------------------------------------------------------

static LinkwrightMechanism *
new_mechanism (LwProject *project, char *warning)
{
  LinkwrightMechanism *self = g_new0 (LinkwrightMechanism, 1);

  self->project = project;
  self->settings = *lw_mechanism_get_run (project->mechanism);
  self->warning = warning;
  return self;
}

static LinkwrightStatus
take_opened (LwOpened *opened, GError *error, LinkwrightMechanism **mechanism, char **message)
{
  *mechanism = NULL;
  if (opened == NULL)
    return lw_library_report (error, message);
  *mechanism = new_mechanism (lw_project_ref (opened->project), lw_opened_dup_note (opened));
  lw_opened_free (opened);
  return LINKWRIGHT_OK;
}

LinkwrightStatus
linkwright_open (const char *path, LinkwrightMechanism **mechanism, char **message)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *shown = g_filename_display_name (path);
  GError *error = NULL;
  LwOpened *opened = lw_open_file (file, NULL, &error);

  if (error != NULL && !g_error_matches (error, LW_ERROR, LW_ERROR_IO))
    g_prefix_error (&error, "%s: ", shown);
  return take_opened (opened, error, mechanism, message);
}

LinkwrightStatus
linkwright_parse (const void *content, size_t size, LinkwrightMechanism **mechanism, char **message)
{
  GError *error = NULL;
  LwOpened *opened = lw_open_bytes (g_bytes_new (content, size), NULL, &error);

  return take_opened (opened, error, mechanism, message);
}

/// Releases everything that is computed from the mechanism.
static void
forget (LinkwrightMechanism *self)
{
  g_clear_pointer (&self->channels, lw_channels_unref);
  g_clear_pointer (&self->model, mbd_model_unref);
}

void
linkwright_mechanism_free (LinkwrightMechanism *self)
{
  if (self == NULL)
    return;
  forget (self);
  lw_project_unref (self->project);
  g_free (self->warning);
  g_free (self);
}

LinkwrightMechanism *
linkwright_mechanism_copy (const LinkwrightMechanism *self)
{
  LinkwrightMechanism *copy = new_mechanism (
    lw_project_new (self->project->mechanism, &self->project->view, self->project->runs),
    g_strdup (self->warning));

  copy->settings = self->settings;
  return copy;
}

LinkwrightStatus
linkwright_mechanism_save (const LinkwrightMechanism *self, const char *path, char **message)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LwMechanism) mechanism =
    lw_mechanism_with_run (self->project->mechanism, &self->settings);
  g_autoptr (LwProject) project =
    lw_project_new (mechanism, &self->project->view, self->project->runs);
  GError *error = NULL;
  const gboolean done = g_str_has_suffix (path, ".json")
                          ? lw_text_save (mechanism, file, NULL, &error)
                          : lw_store_save (project, file, NULL, NULL, NULL, &error);

  return done ? LINKWRIGHT_OK : lw_library_report (error, message);
}

// ---- properties -----------------------------------------------------------------------------

const char *
linkwright_mechanism_title (const LinkwrightMechanism *self)
{
  return lw_mechanism_get_title (self->project->mechanism);
}

const char *
linkwright_mechanism_notes (const LinkwrightMechanism *self)
{
  return lw_mechanism_get_notes (self->project->mechanism);
}

const char *
linkwright_mechanism_warning (const LinkwrightMechanism *self)
{
  return self->warning;
}

size_t
linkwright_mechanism_parameter_count (const LinkwrightMechanism *self)
{
  return lw_mechanism_get_n_parameters (self->project->mechanism);
}

bool
linkwright_mechanism_parameter (const LinkwrightMechanism *self,
                                size_t index,
                                LinkwrightParameter *parameter)
{
  const LwParameter *found;

  if (index >= linkwright_mechanism_parameter_count (self))
    return false;
  found = lw_mechanism_get_parameter (self->project->mechanism, (guint) index);
  *parameter =
    (LinkwrightParameter){ found->name, found->value, found->unit, found->expression, found->note };
  return true;
}

LinkwrightStatus
linkwright_mechanism_define (LinkwrightMechanism *self, const char *definition, char **message)
{
  const char *const definitions[] = { definition, NULL };
  GError *error = NULL;
  LwMechanism *mechanism = NULL;

  if (lw_library_check_text (definition, &error))
    mechanism = lw_mechanism_define (self->project->mechanism, definitions, &error);
  if (mechanism == NULL)
    return lw_library_report (error, message);
  // Runs and copies have separate projects.
  lw_mechanism_unref (self->project->mechanism);
  self->project->mechanism = mechanism;
  forget (self);
  return LINKWRIGHT_OK;
}

LinkwrightStatus
linkwright_mechanism_set (LinkwrightMechanism *self,
                          const char *setting,
                          const char *value,
                          char **message)
{
  LwRunSettings settings = self->settings;
  GError *error = NULL;

  if (!lw_library_check_text (setting, &error) || !lw_library_check_text (value, &error)
      || !lw_run_settings_set (&settings, setting, setting, value, &error))
    return lw_library_report (error, message);
  self->settings = settings;
  return LINKWRIGHT_OK;
}

double
linkwright_mechanism_duration (const LinkwrightMechanism *self)
{
  return self->settings.duration;
}

double
linkwright_mechanism_interval (const LinkwrightMechanism *self)
{
  return self->settings.interval;
}

/// Compiles the mechanism, unless that is done.
static gboolean
prepare (LinkwrightMechanism *self, GError **error)
{
  g_autoptr (LwChannels) channels = NULL;

  if (self->model == NULL)
    self->model = lw_mechanism_compile (self->project->mechanism, error);
  if (self->model == NULL)
    return FALSE;
  if (self->channels == NULL) {
    channels = lw_channels_new (self->project->mechanism, self->model);
    self->channels = lw_channels_with_definitions (channels, self->project->mechanism, NULL);
  }
  return TRUE;
}

LinkwrightStatus
linkwright_mechanism_check (LinkwrightMechanism *self, char **message)
{
  GError *error = NULL;

  return prepare (self, &error) ? LINKWRIGHT_OK : lw_library_report (error, message);
}

size_t
linkwright_mechanism_channel_count (const LinkwrightMechanism *self)
{
  // Channels are found when they are needed.
  LinkwrightMechanism *mutable = (LinkwrightMechanism *) self;

  return prepare (mutable, NULL) ? lw_channels_get_n (self->channels) : 0;
}

bool
linkwright_mechanism_channel (const LinkwrightMechanism *self,
                              size_t index,
                              LinkwrightChannel *channel)
{
  const LwChannel *found;

  if (index >= linkwright_mechanism_channel_count (self))
    return false;
  found = lw_channels_get (self->channels, (guint) index);
  *channel = (LinkwrightChannel){ found->name, found->unit, found->description };
  return true;
}

// ---- runs -----------------------------------------------------------------------------------

static void
free_computation_cb (void *computation)
{
  lw_computation_free (computation);
}

static LinkwrightRun *
new_run (LinkwrightMechanism *mechanism, LwProjectRun *recorded, GArray *events)
{
  LinkwrightRun *self = g_new0 (LinkwrightRun, 1);
  const LwProject *project = mechanism->project;

  self->project = lw_project_new (project->mechanism, &project->view, project->runs);
  self->model = mbd_model_ref (mechanism->model);
  self->channels = lw_channels_ref (mechanism->channels);
  self->run = recorded;
  self->series = lw_series_set_new_for_run (self->channels, recorded);
  self->events = events;
  self->expressions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_computation_cb);
  return self;
}

LinkwrightStatus
linkwright_mechanism_run (LinkwrightMechanism *self,
                          LinkwrightProgress progress,
                          void *data,
                          LinkwrightRun **run,
                          char **message)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (MbdEvent));
  GError *error = NULL, *stopped = NULL;
  LwProjectRun *recorded;

  *run = NULL;
  if (!lw_run_settings_check (&self->settings, "", &error) || !prepare (self, &error))
    return lw_library_report (error, message);
  for (guint i = 1; i < lw_channels_get_n (self->channels); i++)
    g_array_append_val (all, i);
  recorded = lw_run_source_record (&(LwRunSource){ .mechanism = self->project->mechanism,
                                                   .model = self->model,
                                                   .channels = self->channels,
                                                   .settings = self->settings,
                                                   .progress = progress,
                                                   .data = data },
                                   all, "Run 1", events, &stopped, &error);
  if (recorded == NULL) {
    g_clear_error (&stopped);
    return lw_library_report (error, message);
  }
  *run = new_run (self, recorded, g_steal_pointer (&events));
  return stopped == NULL ? LINKWRIGHT_OK : lw_library_report (stopped, message);
}
