// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Command line options. Arguments are read as bytes and numbers as in the C locale, so that nothing
// depends on the locale.

#include "cli.h"

#include <string.h>

#include "lw-run-options.h"

gboolean
cli_parse_number (const char *option,
                  const char *text,
                  double minimum,
                  double maximum,
                  double *value,
                  GError **error)
{
  return lw_option_parse_number (option, text, minimum, maximum, value, error);
}

static void
add_run_entries (GOptionGroup *group, CliRunOptions *run, CliOptionGroups groups)
{
  const GOptionEntry sample[] = {
    { "until", 0, 0, G_OPTION_ARG_FILENAME, &run->until, "End of the run, s", "T" },
    { "every", 0, 0, G_OPTION_ARG_FILENAME, &run->every, "Time between samples, s", "DT" },
    { NULL },
  };
  const GOptionEntry integrate[] = {
    { "method", 0, 0, G_OPTION_ARG_FILENAME, &run->method,
      "automatic, verner65, dopri54, verner87, rk4, esdirk43, radau9 or time-stepping", "NAME" },
    { "accuracy", 0, 0, G_OPTION_ARG_FILENAME, &run->accuracy, "Relative to the size and to 1 rad",
      "A" },
    { "step", 0, 0, G_OPTION_ARG_FILENAME, &run->step, "Fixed steps of H s; 0: as needed", "H" },
    { "stabilisation", 0, 0, G_OPTION_ARG_FILENAME, &run->stabilisation,
      "projection, baumgarte or none", "NAME" },
    { "time-constant", 0, 0, G_OPTION_ARG_FILENAME, &run->time_constant,
      "Time constant of baumgarte, s", "T" },
    { NULL },
  };
  const GOptionEntry progress[] = {
    { "progress", 0, 0, G_OPTION_ARG_NONE, &run->progress, "Report progress on standard error",
      NULL },
    { NULL },
  };
  const GOptionEntry assemble[] = {
    { "assemble", 0, 0, G_OPTION_ARG_NONE, &run->assemble, "Assemble the start pose first", NULL },
    { "no-assemble", 0, 0, G_OPTION_ARG_NONE, &run->no_assemble, "Start as drawn", NULL },
    { NULL },
  };

  if (groups & CLI_OPTIONS_SAMPLE)
    g_option_group_add_entries (group, sample);
  if (groups & CLI_OPTIONS_INTEGRATE)
    g_option_group_add_entries (group, integrate);
  if ((groups & CLI_OPTIONS_PROGRESS)
      || ((groups & CLI_OPTIONS_SAMPLE) && (groups & CLI_OPTIONS_INTEGRATE)))
    g_option_group_add_entries (group, progress);
  if (groups & CLI_OPTIONS_ASSEMBLE)
    g_option_group_add_entries (group, assemble);
}

void
cli_arguments_clear (CliArguments *self)
{
  g_clear_pointer (&self->file, g_free);
  g_clear_pointer (&self->files, g_strfreev);
  if (self->values != NULL)
    lw_export_kind_free_values (self->kind, g_steal_pointer (&self->values));
  g_clear_pointer (&self->output, g_free);
  g_clear_pointer (&self->format, g_free);
  g_clear_pointer (&self->definitions, g_strfreev);
}

static gboolean is_quiet;

void
cli_note (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list list;

  va_start (list, format);
  text = g_strdup_vprintf (format, list);
  va_end (list);
  if (!is_quiet)
    fprintf (stderr, "linkwright-cli: %s\n", text);
}

/// Sets an option of the export; `name` is as typed, with "no-" for a flag that is switched off.
static gboolean
export_option_cb (const char *name, const char *text, gpointer data, GError **error)
{
  const CliArguments *arguments = data;
  const LwExportOption *options = lw_export_kind_get_class (arguments->kind)->options;
  const LwExportOption *option = lw_export_option_find (options, name + strlen ("--"));

  if (option == NULL) {
    option = lw_export_option_find (options, name + strlen ("--no-"));
    text = "no";
  }
  return lw_export_option_set (option, arguments->values, text, error);
}

/// Adds the options of an export. Of a flag, --help shows the form that differs from the default.
static void
add_export_entries (GOptionGroup *group, CliArguments *arguments, GPtrArray *texts)
{
  const LwExportOption *options = lw_export_kind_get_class (arguments->kind)->options;

  for (const LwExportOption *option = options; option != NULL && option->name != NULL; option++) {
    GOptionEntry entries[3] = {
      { option->name, 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) export_option_cb, option->sentence,
        NULL },
    };

    if (option->type == LW_OPTION_FLAG) {
      g_autofree char *usual = lw_export_option_dup (option, arguments->values);
      const gsize hidden = g_str_equal (usual, "yes") ? 0 : 1;
      char *off = g_strconcat ("no-", option->name, NULL);

      g_ptr_array_add (texts, off);
      entries[1] = entries[0];
      entries[1].long_name = off;
      entries[1].description = g_strdup_printf ("Leave out: %s", option->sentence);
      g_ptr_array_add (texts, (char *) entries[1].description);
      entries[0].flags = entries[1].flags = G_OPTION_FLAG_NO_ARG;
      entries[hidden].flags |= G_OPTION_FLAG_HIDDEN;
    } else {
      char *argument = lw_export_option_dup_argument (option);

      g_ptr_array_add (texts, argument);
      entries[0].arg_description = argument;
      entries[0].flags = G_OPTION_FLAG_FILENAME;
    }
    g_option_group_add_entries (group, entries);
  }
}

/// Adds the options that all verbs have.
static void
add_common_entries (GOptionGroup *group,
                    const char *verb,
                    const char *output_help,
                    bool no_definitions,
                    CliArguments *arguments)
{
  const GOptionEntry define[] = {
    { "define", 'D', 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments->definitions,
      "Give a parameter another value, such as length=300mm", "NAME=VALUE" },
    { NULL },
  };
  const GOptionEntry format[] = {
    { "format", 0, 0, G_OPTION_ARG_FILENAME, &arguments->format,
      "Format of the result if its name has no suffix, such as png", "SUFFIX" },
    { NULL },
  };
  const GOptionEntry output[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &arguments->output, output_help, "FILE" },
    { NULL },
  };

  const GOptionEntry quiet[] = {
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &is_quiet, "Write no notes, only errors", NULL },
    { NULL },
  };

  if (!no_definitions)
    g_option_group_add_entries (group, define);
  g_option_group_add_entries (group, quiet);
  if (cli_has_choice (verb))
    g_option_group_add_entries (group, format);
  if (output_help != NULL)
    g_option_group_add_entries (group, output);
}

static gboolean
refuse_file (const char *verb, char **rest, char **file, GError **error)
{
  g_autofree char *name = rest != NULL ? g_filename_display_name (rest[0]) : NULL;

  if (name == NULL) {
    *file = g_strdup ("");
    return TRUE;
  }
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s takes no file; leave \"%s\" out.", verb, name);
  return FALSE;
}

static gboolean
take_files (const char *verb, char **rest, bool several, CliArguments *arguments, GError **error)
{
  if (rest == NULL) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "%s needs the name of a mechanism file; see linkwright-cli %s --help.", verb,
                 verb);
    return FALSE;
  }
  if (rest[1] != NULL && !several) {
    g_autofree char *name = g_filename_display_name (rest[1]);

    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s takes one file; \"%s\" is one too many.",
                 verb, name);
    return FALSE;
  }
  arguments->files = g_strdupv (rest);
  arguments->file = g_strdup (rest[0]);
  return TRUE;
}

/// Passes on an error of ours, whose messages are sentences, and completes one of GLib.
static gboolean
refuse_options (GError *cause, GError **error)
{
  if (cause->domain == LW_ERROR)
    g_propagate_error (error, g_error_copy (cause));
  else
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s.", cause->message);
  return FALSE;
}

gboolean
cli_parse (int argc,
           char **argv,
           const char *summary,
           const char *description,
           const GOptionEntry *entries,
           CliRunOptions *run,
           CliOptionGroups groups,
           CliArguments *arguments,
           GError **error)
{
  const bool no_file = (groups & CLI_OPTIONS_NO_FILE) != 0;
  const bool no_definitions = no_file || (groups & CLI_OPTIONS_NO_DEFINITIONS) != 0;
  const char *verb = argv[0];
  g_autofree char *output_help = cli_writes (verb) ? cli_dup_output_help (verb) : NULL;
  const bool several = (groups & CLI_OPTIONS_SEVERAL) != 0;
  g_autoptr (GOptionContext) context = g_option_context_new (no_file   ? NULL
                                                             : several ? "FILE…"
                                                                       : "FILE");
  GOptionGroup *group = g_option_group_new (NULL, NULL, NULL, arguments, NULL);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *program = g_strdup_printf ("linkwright-cli %s", verb);
  g_auto (GStrv) rest = NULL;
  g_autoptr (GError) cause = NULL;
  gboolean help = FALSE;
  const GOptionEntry common[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &help, "Show this help", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL, NULL },
    { NULL },
  };

  *arguments = (CliArguments){ .kind = lw_export_kind_for_verb (verb) };
  if (arguments->kind < LW_EXPORT_KINDS)
    arguments->values = lw_export_kind_new_values (arguments->kind);
  g_set_prgname (program);
  g_option_context_set_summary (context, summary);
  g_option_context_set_description (context, description);
  g_option_context_set_help_enabled (context, FALSE);
  if (entries != NULL)
    g_option_group_add_entries (group, entries);
  if (run != NULL)
    add_run_entries (group, run, groups);
  if (arguments->values != NULL)
    add_export_entries (group, arguments, texts);
  add_common_entries (group, verb, output_help, no_definitions, arguments);
  g_option_group_add_entries (group, common);
  g_option_context_set_main_group (context, group);
  if (!g_option_context_parse (context, &argc, &argv, &cause))
    return refuse_options (cause, error);
  if (help) {
    g_autofree char *text = g_option_context_get_help (context, TRUE, NULL);

    return cli_output_put (NULL, text, strlen (text), error);
  }
  return (no_file ? refuse_file (verb, rest, &arguments->file, error)
                  : take_files (verb, rest, several, arguments, error))
         && cli_check_output (verb, arguments, error);
}

void
cli_run_options_clear (CliRunOptions *self)
{
  g_free (self->until);
  g_free (self->every);
  g_free (self->method);
  g_free (self->accuracy);
  g_free (self->step);
  g_free (self->stabilisation);
  g_free (self->time_constant);
  *self = (CliRunOptions){ 0 };
}

/// Parses a word from a list; the error lists all words.
gboolean
cli_run_options_apply (const CliRunOptions *self, LwRunSettings *settings, GError **error)
{
  const struct
  {
    const char *option, *text;
  } given[] = {
    { "--until", self->until },
    { "--every", self->every },
    { "--accuracy", self->accuracy },
    { "--step", self->step },
    { "--time-constant", self->time_constant },
    { "--method", self->method },
    { "--stabilisation", self->stabilisation },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (given); i++)
    if (given[i].text != NULL
        && !lw_run_settings_set (settings, given[i].option + strlen ("--"), given[i].option,
                                 given[i].text, error))
      return FALSE;
  if (self->progress)
    cli_progress_want ();
  if (self->assemble && self->no_assemble) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "--assemble and --no-assemble exclude each other.");
    return FALSE;
  }
  if (self->assemble || self->no_assemble)
    settings->assemble = self->assemble;
  return lw_run_settings_check (settings, "--", error);
}
