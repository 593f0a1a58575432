// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli exports: lists the table of exports. The completion of the shell and
// docs/exports.md are derived from this list.

#include <string.h>

#include "cli.h"

/// Returns the sentence of an option with its default.
static char *
dup_meaning (const LwExportOption *option, const void *values)
{
  g_autofree char *usual = lw_export_option_dup (option, values);

  if (usual == NULL)
    return g_strdup (option->sentence);
  return g_strdup_printf ("%s; default: %s", option->sentence, usual);
}

static void
append_text (GString *text, LwExportKind kind)
{
  const LwExportKindClass *class_ = lw_export_kind_get_class (kind);
  void *values = lw_export_kind_new_values (kind);
  gsize n;
  const LwExportEntry *entries = lw_exports_get (&n);

  for (gsize i = 0; i < n; i++)
    if (entries[i].kind == kind)
      g_string_append_printf (text, "%s\t%s%s\t%s\n", class_->verb,
                              entries[i].suffix[0] == '/' ? "" : ".", entries[i].suffix,
                              entries[i].sentence);
  for (const LwExportOption *option = class_->options; option != NULL && option->name != NULL;
       option++) {
    g_autofree char *argument = lw_export_option_dup_argument (option);
    g_autofree char *meaning = dup_meaning (option, values);

    if (option->type == LW_OPTION_FLAG)
      g_string_append_printf (text, "%s\t--%s, --no-%s\t%s\n", class_->verb, option->name,
                              option->name, meaning);
    else
      g_string_append_printf (text, "%s\t--%s=%s\t%s\n", class_->verb, option->name, argument,
                              meaning);
  }
  lw_export_kind_free_values (kind, values);
}

static void
put_option (CliJson *json, const LwExportOption *option, const void *values)
{
  g_autofree char *argument = lw_export_option_dup_argument (option);
  g_autofree char *usual = lw_export_option_dup (option, values);

  cli_json_begin_object (json, NULL);
  cli_json_string (json, "name", option->name);
  cli_json_bool (json, "flag", option->type == LW_OPTION_FLAG);
  cli_json_string (json, "argument", argument);
  cli_json_string (json, "default", usual);
  if (option->type == LW_OPTION_NUMBER) {
    cli_json_number (json, "minimum", option->minimum);
    cli_json_number (json, "maximum", option->maximum);
    cli_json_string (json, "unit", option->unit);
  }
  cli_json_string (json, "meaning", option->sentence);
  cli_json_end_object (json);
}

static void
put_kind (CliJson *json, LwExportKind kind)
{
  const LwExportKindClass *class_ = lw_export_kind_get_class (kind);
  void *values = lw_export_kind_new_values (kind);
  gsize n;
  const LwExportEntry *entries = lw_exports_get (&n);

  cli_json_begin_object (json, NULL);
  cli_json_string (json, "verb", class_->verb);
  cli_json_string (json, "label", class_->label);
  cli_json_begin_array (json, "formats");
  for (gsize i = 0; i < n; i++)
    if (entries[i].kind == kind) {
      cli_json_begin_object (json, NULL);
      cli_json_string (json, "suffix", entries[i].suffix);
      cli_json_string (json, "content", entries[i].sentence);
      cli_json_end_object (json);
    }
  cli_json_end_array (json);
  cli_json_begin_array (json, "options");
  for (const LwExportOption *option = class_->options; option != NULL && option->name != NULL;
       option++)
    put_option (json, option, values);
  cli_json_end_array (json);
  cli_json_end_object (json);
  lw_export_kind_free_values (kind, values);
}

gboolean
cli_exports (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean as_json = FALSE;
  CliJson json;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Write JSON instead of text", NULL },
    { NULL },
  };

  if (!cli_parse (argc, argv,
                  "Lists the formats: verb, suffix and content, then the options of each verb.",
                  NULL, entries, NULL, CLI_OPTIONS_NO_FILE, &arguments, error))
    return FALSE;
  if (arguments.file == NULL)
    return TRUE;
  if (!cli_choose_json (&arguments, &as_json, error))
    return FALSE;
  if (as_json) {
    cli_json_init (&json);
    cli_json_begin_array (&json, "exports");
    for (LwExportKind kind = 0; kind < LW_EXPORT_KINDS; kind++)
      put_kind (&json, kind);
    cli_json_end_array (&json);
    g_string_free (g_steal_pointer (&text), TRUE);
    text = cli_json_finish (&json);
  } else {
    for (LwExportKind kind = 0; kind < LW_EXPORT_KINDS; kind++)
      append_text (text, kind);
  }
  return cli_output_put (arguments.output, text->str, text->len, error);
}
