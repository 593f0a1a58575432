// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <stdlib.h>
#include <string.h>

#include "linkwright-private.h"
#include "lw-exports.h"
#include "lw-file-error.h"
#include "lw-provenance.h"

void
linkwright_run_free (LinkwrightRun *self)
{
  if (self == NULL)
    return;
  lw_series_set_free (self->series);
  lw_project_run_unref (self->run);
  lw_channels_unref (self->channels);
  mbd_model_unref (self->model);
  lw_project_unref (self->project);
  g_array_unref (self->events);
  g_hash_table_unref (self->expressions);
  g_free (self);
}

size_t
linkwright_run_sample_count (const LinkwrightRun *self)
{
  return lw_recording_n_samples (self->run->recording);
}

// ---- channels -------------------------------------------------------------------------------

/// Returns the values of an expression, which are computed once.
static LwComputation *
find_expression (LinkwrightRun *self, const char *text, GError **error)
{
  LwComputation *computation = g_hash_table_lookup (self->expressions, text);
  g_autoptr (LwDerivation) derivation = NULL;

  if (computation != NULL)
    return computation;
  derivation = lw_derivation_new (text, self->project->mechanism, self->channels, error);
  if (derivation == NULL) {
    g_prefix_error (error, "%s: ", text);
    return NULL;
  }
  computation = lw_computation_new (derivation);
  while (!lw_series_set_compute (self->series, computation, 60))
    ;
  g_hash_table_insert (self->expressions, g_strdup (text), computation);
  return computation;
}

/// Finds the values and the unit (borrowed) of a channel or an expression.
static gboolean
find_series (LinkwrightRun *self,
             const char *text,
             LwSeries *series,
             const char **unit,
             GError **error)
{
  const int channel = lw_channels_find (self->channels, text);
  LwComputation *computation = NULL;

  if (channel >= 0) {
    *series = lw_series_set_get (self->series, (guint) channel);
    *unit = lw_channels_get (self->channels, (guint) channel)->unit;
    return TRUE;
  }
  computation = find_expression (self, text, error);
  if (computation == NULL)
    return FALSE;
  *series = lw_computation_get_series (computation);
  *unit = lw_derivation_get_unit (lw_computation_get_derivation (computation));
  return TRUE;
}

static gboolean
copy_values (LinkwrightRun *self,
             const char *text,
             double *values,
             const char **unit,
             GError **error)
{
  const size_t n = linkwright_run_sample_count (self);
  const char *found;
  LwSeries series;

  if (!lw_library_check_text (text, error) || !find_series (self, text, &series, &found, error))
    return FALSE;
  if (!lw_series_exists (series) || lw_series_n_samples (series) < n) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "“%s” compares with another run, of which there is none here.", text);
    return FALSE;
  }
  for (size_t i = 0; i < n; i++)
    values[i] = lw_series_value (series, i);
  if (unit != NULL)
    *unit = found;
  return TRUE;
}

LinkwrightStatus
linkwright_run_values (LinkwrightRun *self,
                       const char *channel,
                       double *values,
                       const char **unit,
                       char **message)
{
  GError *error = NULL;

  return copy_values (self, channel, values, unit, &error) ? LINKWRIGHT_OK
                                                           : lw_library_report (error, message);
}

// ---- exports --------------------------------------------------------------------------------

/// Returns the verbs of all kinds of exports, separated by commas.
static char *
dup_verbs (void)
{
  GString *verbs = g_string_new (NULL);

  for (LwExportKind kind = 0; kind < LW_EXPORT_KINDS; kind++)
    g_string_append_printf (verbs, "%s%s", kind > 0 ? ", " : "",
                            lw_export_kind_get_class (kind)->verb);
  return g_string_free (verbs, FALSE);
}

/// Finds the entry of the table of exports for a name.
static const LwExportEntry *
find_entry (const char *path, const char *verb, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *shown = g_filename_display_name (path);
  const char *dot = strrchr (name, '.');
  const char *suffix = g_str_has_suffix (path, "/") ? "/" : dot != NULL ? dot + 1 : "";
  const LwExportKind kind =
    verb != NULL ? lw_export_kind_for_verb (verb) : lw_exports_find_kind (suffix);
  const LwExportEntry *entry = kind < LW_EXPORT_KINDS ? lw_exports_find (kind, suffix) : NULL;
  g_autofree const char **suffixes = NULL;
  g_autofree char *all = NULL;

  if (entry != NULL)
    return entry;
  if (kind == LW_EXPORT_KINDS) {
    if (verb != NULL) {
      g_autofree char *verbs = dup_verbs ();

      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   "\"%s\" is not a kind of export: it must be one of %s.", verb, verbs);
    } else
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   "“%s” has no suffix of an export, such as .csv or .pdf.", shown);
    return NULL;
  }
  suffixes = lw_exports_dup_suffixes (kind);
  all = g_strjoinv (", .", (char **) suffixes);
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "The name of “%s” must end with .%s.", shown, all);
  return NULL;
}

/// Sets the options NAME=VALUE of an export.
static gboolean
set_options (LwExportKind kind, void *values, const char *const *options, GError **error)
{
  const LwExportOption *rows = lw_export_kind_get_class (kind)->options;

  for (gsize i = 0; options != NULL && options[i] != NULL; i++) {
    const char *equals = strchr (options[i], '=');
    g_autofree char *name = NULL;
    const LwExportOption *row;

    if (!lw_library_check_text (options[i], error))
      return FALSE;
    name = equals != NULL ? g_strndup (options[i], (gsize) (equals - options[i]))
                          : g_strdup (options[i]);
    row = rows != NULL ? lw_export_option_find (rows, name) : NULL;
    if (row == NULL) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "“%s” has no option \"%s\".",
                   lw_export_kind_get_class (kind)->verb, name);
      return FALSE;
    }
    if (!lw_export_option_set (row, values, equals != NULL ? equals + 1 : NULL, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
export_run (LinkwrightRun *self,
            const char *path,
            const LwExportEntry *entry,
            const char *channels,
            const char *against,
            const char *const *options,
            GError **error)
{
  // Files for other programs run with these settings; other exports have the bytes of the command
  // line, whose settings are not part of the mechanism.
  const gboolean with_settings = entry->kind == LW_EXPORT_KIND_MODEL;
  g_autoptr (LwMechanism) mechanism =
    with_settings ? lw_mechanism_with_run (self->project->mechanism, &self->run->settings)
                  : lw_mechanism_ref (self->project->mechanism);
  g_autoptr (LwProject) project =
    lw_project_new (mechanism, &self->project->view, self->project->runs);
  g_autofree char *provenance = lw_dup_provenance (mechanism, LW_VERSION);
  g_auto (GStrv) more = channels != NULL ? lw_channels_split (channels) : NULL;
  g_autoptr (LwChannels) all = lw_channels_with_definitions (
    self->channels, self->project->mechanism, (const char *const *) more);
  g_autoptr (LwSeriesSet) series = lw_series_set_new_for_run (all, self->run);
  const LwExportInput input = { .project = project,
                                .model = self->model,
                                .channels = all,
                                .run = self->run,
                                .series = series,
                                .events = self->events,
                                .provenance = provenance,
                                .patterns = channels,
                                .against = against };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GBytes) bytes = NULL;
  void *values = lw_export_kind_new_values (entry->kind);

  if (set_options (entry->kind, values, options, error))
    bytes = lw_export_entry_write (entry, values, &input, error);
  lw_export_kind_free_values (entry->kind, values);
  return bytes != NULL && lw_export_save (file, bytes, NULL, error);
}

LinkwrightStatus
linkwright_run_export (LinkwrightRun *self,
                       const char *path,
                       const char *kind,
                       const char *channels,
                       const char *against,
                       const char *const *options,
                       char **message)
{
  GError *error = NULL;
  const LwExportEntry *entry = NULL;

  if ((channels == NULL || lw_library_check_text (channels, &error))
      && (against == NULL || lw_library_check_text (against, &error)))
    entry = find_entry (path, kind, &error);
  if (entry == NULL)
    return lw_library_report (error, message);
  if (export_run (self, path, entry, channels, against, options, &error))
    return LINKWRIGHT_OK;
  return lw_library_report (error, message);
}
