// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Output formats of each verb, by file name suffix. A name with another suffix is refused before
// anything is computed. A name without a suffix is accepted, and a target that is not a regular
// file (a device, a pipe) accepts any format.

#include <string.h>
#include <sys/stat.h>

#include "cli.h"

static const struct
{
  const char *verb;
  const char *suffixes; ///< separated by spaces; NULL: those of the exports of the verb
  bool is_needed;       ///< true if standard output is used only when "-" is given
} outputs[] = {
  { "run" },
  { "solve", "json" },
  { "contact", "json npz" },
  { "kinematics", "json" },
  { "inverse", "json" },
  { "equilibrium", "json" },
  { "constants", "json" },
  { "drift", "csv" },
  { "info", "txt json" },
  { "evaluate", "txt" },
  { "plot", NULL, true },
  { "animate", NULL, true },
  { "draw", NULL, true },
  { "cut", NULL, true },
  { "report", NULL, true },
  { "channels", "txt json" },
  { "import", "linkwright", true },
  { "export" },
  { "exports", "txt json" },
  { "salvage", "linkwright", true },
  { "lesson", "txt html pdf" },
  { "grade", "csv" },
};

/// Returns G_N_ELEMENTS (outputs) if the verb writes nothing.
static gsize
find_verb (const char *verb)
{
  gsize i = 0;

  while (i < G_N_ELEMENTS (outputs) && strcmp (outputs[i].verb, verb) != 0)
    i++;
  return i;
}

bool
cli_writes (const char *verb)
{
  return find_verb (verb) < G_N_ELEMENTS (outputs);
}

bool
cli_has_choice (const char *verb)
{
  return cli_writes (verb) && outputs[find_verb (verb)].suffixes == NULL;
}

/// Returns the suffixes of a verb, without that of a folder.
static char **
dup_suffixes (gsize verb)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree const char **suffixes = NULL;

  if (outputs[verb].suffixes != NULL)
    return g_strsplit (outputs[verb].suffixes, " ", -1);
  suffixes = lw_exports_dup_suffixes (lw_export_kind_for_verb (outputs[verb].verb));
  for (gsize i = 0; suffixes[i] != NULL; i++)
    if (!g_str_equal (suffixes[i], "/"))
      g_strv_builder_add (builder, suffixes[i]);
  return g_strv_builder_end (builder);
}

/// Returns ".pdf, .svg or .png".
static char *
dup_list (gsize verb)
{
  g_auto (GStrv) words = dup_suffixes (verb);
  const guint n = g_strv_length (words);
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (list, "%s.%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", words[i]);
  return g_strdup (list->str);
}

char *
cli_dup_output_help (const char *verb)
{
  const gsize i = find_verb (verb);
  g_autofree char *list = dup_list (i);

  if (outputs[i].is_needed)
    return g_strdup_printf ("The result (needed), %s; -: standard output", list);
  return g_strdup_printf ("Instead of standard output, %s", list);
}

/// Returns the text after the last dot of a name, if it begins with a letter: "run-0.3" has no
/// suffix. Points into the path; NULL if there is none.
static const char *
find_suffix (const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  const char *dot = strrchr (name, '.');

  if (dot == NULL || dot == name || !g_ascii_isalpha (dot[1]))
    return NULL;
  for (const char *at = dot + 1; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at))
      return NULL;
  return dot + 1;
}

static bool
has_suffix (gsize verb, const char *word)
{
  g_auto (GStrv) list = dup_suffixes (verb);
  g_autofree char *lower = g_ascii_strdown (word, -1);

  return g_strv_contains ((const char *const *) list, lower);
}

/// Returns "plot or animate writes .png": the verbs that can write the requested format.
static char *
dup_others (const char *suffix)
{
  g_autoptr (GPtrArray) verbs = g_ptr_array_new ();
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *lower = g_ascii_strdown (suffix, -1);

  for (gsize i = 0; i < G_N_ELEMENTS (outputs); i++)
    if (has_suffix (i, suffix))
      g_ptr_array_add (verbs, (void *) outputs[i].verb);
  if (verbs->len == 0)
    return g_strdup_printf ("no verb writes .%s", lower);
  for (guint i = 0; i < verbs->len; i++)
    g_string_append_printf (list, "%s%s",
                            i == 0               ? ""
                            : i + 1 < verbs->len ? ", "
                                                 : " and ",
                            (const char *) verbs->pdata[i]);
  return g_strdup_printf ("%s %s .%s", list->str, verbs->len > 1 ? "write" : "writes", lower);
}

static bool
is_special (const char *path)
{
  struct stat status;

  return stat (path, &status) == 0 && !S_ISREG (status.st_mode) && !S_ISDIR (status.st_mode);
}

static gboolean
check_suffix (gsize verb, const char *suffix, GError **error)
{
  g_autofree char *list = dup_list (verb);
  g_autofree char *others = NULL;

  if (has_suffix (verb, suffix))
    return TRUE;
  others = dup_others (suffix);
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s writes %s, not .%s; %s.", outputs[verb].verb,
               list, suffix, others);
  return FALSE;
}

static gboolean
need (gsize verb, const char *what, GError **error)
{
  g_autofree char *list = dup_list (verb);

  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s needs %s that ends with %s%s.",
               outputs[verb].verb, what, list,
               outputs[verb].suffixes == NULL ? ", or --format" : "");
  return FALSE;
}

/// Checks that the name or --format chooses the format.
static gboolean
check_choice (gsize verb, const CliArguments *arguments, const char *suffix, GError **error)
{
  const char *format = arguments->format;

  if (format == NULL)
    return suffix != NULL || !outputs[verb].is_needed || need (verb, "a name after -o", error);
  if (!check_suffix (verb, format, error))
    return FALSE;
  if (suffix == NULL || g_ascii_strcasecmp (suffix, format) == 0)
    return TRUE;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               "--format %s and a name that ends with .%s do not go together; leave one out.",
               format, suffix);
  return FALSE;
}

gboolean
cli_check_output (const char *verb, const CliArguments *arguments, GError **error)
{
  const gsize i = find_verb (verb);
  const char *path = arguments->output;
  const bool is_stream = path == NULL || strcmp (path, "-") == 0;
  const bool is_folder = path != NULL && g_str_has_suffix (path, "/");
  const char *suffix = is_stream || is_special (path) ? NULL : find_suffix (path);

  if (i == G_N_ELEMENTS (outputs))
    return TRUE;
  if (path == NULL && outputs[i].is_needed)
    return need (i, "a name after -o", error);
  if (!is_stream && arguments->file != NULL && cli_is_input (arguments->file, path)) {
    g_autofree char *shown = g_filename_display_name (path);

    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "%s is the file that is read; give the result another name.", shown);
    return FALSE;
  }
  // An animation as a folder of pictures, or a folder for the results of files.
  if (is_folder && outputs[i].suffixes == NULL)
    return arguments->format == NULL || check_suffix (i, arguments->format, error);
  if (suffix != NULL && !check_suffix (i, suffix, error))
    return FALSE;
  return outputs[i].suffixes != NULL || check_choice (i, arguments, suffix, error);
}

char *
cli_dup_format_name (const CliArguments *arguments)
{
  return arguments->format != NULL ? g_strconcat ("x.", arguments->format, NULL)
                                   : g_strdup (arguments->output);
}

gboolean
cli_export_otherwise (int argc, char **argv, bool *called, GError **error)
{
  const char *path = NULL;
  LwExportKind kind;
  const char *suffix;
  bool has_format = false;

  for (int i = 1; i < argc; i++)
    if (g_str_has_prefix (argv[i], "--format"))
      has_format = true;
    else if (g_str_has_prefix (argv[i], "--output="))
      path = argv[i] + strlen ("--output=");
    else if (i + 1 < argc && (g_str_equal (argv[i], "-o") || g_str_equal (argv[i], "--output")))
      path = argv[i + 1];
  suffix = path != NULL && !is_special (path) ? find_suffix (path) : NULL;
  // A folder of pictures; with a format, a folder for the results of several files.
  if (path != NULL && g_str_has_suffix (path, "/") && !has_format)
    suffix = "/";
  *called = false;
  if (suffix == NULL || has_suffix (find_verb ("export"), suffix))
    return TRUE;
  kind = lw_exports_find_kind (suffix);
  if (kind == LW_EXPORT_KINDS)
    return TRUE;
  *called = true;
  argv[0] = (char *) lw_export_kind_get_class (kind)->verb;
  return cli_call_verb (argc, argv, error);
}

const LwExportEntry *
cli_choose_entry (const CliArguments *arguments)
{
  const char *path = arguments->output;
  const char *suffix = arguments->format;
  g_autofree const char **all = lw_exports_dup_suffixes (arguments->kind);
  const LwExportEntry *entry;

  if (suffix == NULL && path != NULL && !is_special (path))
    suffix = g_str_has_suffix (path, "/") ? "/" : find_suffix (path);
  entry = suffix != NULL ? lw_exports_find (arguments->kind, suffix) : NULL;
  return entry != NULL ? entry : lw_exports_find (arguments->kind, all[0]);
}

gboolean
cli_choose_json (const CliArguments *arguments, gboolean *as_json, GError **error)
{
  const char *suffix = arguments->output != NULL ? find_suffix (arguments->output) : NULL;

  if (suffix == NULL || is_special (arguments->output))
    return TRUE;
  if (g_ascii_strcasecmp (suffix, "json") == 0)
    *as_json = TRUE;
  else if (*as_json) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "--json and a name that ends with .%s do not go together; leave one out.", suffix);
    return FALSE;
  }
  return TRUE;
}
