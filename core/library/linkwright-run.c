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
  lw_run_columns_free (self->columns);
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

/// Adds the channels that patterns define.
static void
define (LinkwrightRun *self, const char *patterns)
{
  g_auto (GStrv) more = lw_channels_split (patterns);
  LwChannels *all = lw_channels_with_definitions (self->channels, self->project->mechanism,
                                                  (const char *const *) more);

  lw_run_columns_set_channels (self->columns, all);
  lw_channels_unref (self->channels);
  self->channels = all;
}

/// Returns the index of a channel, or of a new one for an expression; -1 and the error if it is
/// neither.
static int
find_channel (LinkwrightRun *self, const char *text, GError **error)
{
  const int found = lw_channels_find (self->channels, text);
  const int known = GPOINTER_TO_INT (g_hash_table_lookup (self->expressions, text)) - 1;
  g_autofree char *definition = NULL;
  g_autoptr (GArray) matches = NULL;
  int channel;

  if (found >= 0 || known >= 0)
    return found >= 0 ? found : known;
  definition =
    g_strdup_printf ("expression_%u = %s", g_hash_table_size (self->expressions) + 1, text);
  define (self, definition);
  matches = lw_channels_match (self->channels, definition, error);
  if (matches == NULL)
    return -1;
  channel = (int) g_array_index (matches, guint, 0);
  g_hash_table_insert (self->expressions, g_strdup (text), GINT_TO_POINTER (channel + 1));
  return channel;
}

static gboolean
copy_values (LinkwrightRun *self,
             const char *text,
             double *values,
             const char **unit,
             GError **error)
{
  const size_t n = linkwright_run_sample_count (self);
  LwColumn column;
  int channel;

  if (!lw_library_check_text (text, error))
    return FALSE;
  channel = find_channel (self, text, error);
  if (channel < 0)
    return FALSE;
  column = lw_run_columns_get (self->columns, (guint) channel);
  if (column.recording == NULL || lw_recording_n_samples (column.recording) < n) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "“%s” compares with another run, of which there is none here.", text);
    return FALSE;
  }
  for (size_t i = 0; i < n; i++)
    values[i] = lw_recording_value (column.recording, column.column, i);
  // The string stays the same when channels are added.
  if (unit != NULL)
    *unit = g_intern_string (lw_channels_get (self->channels, (guint) channel)->unit);
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
    if (verb != NULL)
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   "\"%s\" is not a kind of export: it must be run, plot, animate, draw, cut or "
                   "report.",
                   verb);
    else
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
            const LwExportInput *input,
            const char *const *options,
            GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GBytes) bytes = NULL;
  void *values = lw_export_kind_new_values (entry->kind);

  if (set_options (entry->kind, values, options, error))
    bytes = lw_export_entry_write (entry, values, input, error);
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
  g_autofree char *provenance = lw_dup_provenance (self->project->mechanism, LW_VERSION);
  GError *error = NULL;
  const LwExportEntry *entry = NULL;

  if ((channels == NULL || lw_library_check_text (channels, &error))
      && (against == NULL || lw_library_check_text (against, &error)))
    entry = find_entry (path, kind, &error);
  if (entry == NULL)
    return lw_library_report (error, message);
  if (channels != NULL)
    define (self, channels);
  if (export_run (self, path, entry,
                  &(LwExportInput){ .project = self->project,
                                    .model = self->model,
                                    .channels = self->channels,
                                    .run = self->run,
                                    .columns = self->columns,
                                    .events = self->events,
                                    .provenance = provenance,
                                    .patterns = channels,
                                    .against = against },
                  options, &error))
    return LINKWRIGHT_OK;
  return lw_library_report (error, message);
}
