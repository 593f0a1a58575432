// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pages of tools, kinds, properties and exports, from their tables.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-exports.h"
#include "lw-field.h"
#include "lw-help-link.h"
#include "lw-help-private.h"
#include "lw-tool-private.h"

static char *
dup_capital (const char *words)
{
  const char *rest = g_utf8_next_char (words);
  g_autofree char *first = g_utf8_strup (words, rest - words);

  return g_strconcat (first, rest, NULL);
}

// ---- tools ----------------------------------------------------------------------------------

void
lw_help_add_tools (LwHelpBook *book)
{
  for (int i = 0; i < LW_N_TOOLS; i++) {
    const LwToolClass *class = lw_tool_get_class ((LwToolKind) i);
    g_autofree char *id = lw_help_dup_tool_link ((LwToolKind) i);
    g_autoptr (GString) text = g_string_new (NULL);
    guint n = 1;

    if (class->info.key[0] != '\0')
      g_string_append_printf (text, "**Key:** `%s`\n\n", class->info.key);
    for (guint k = 0; k < G_N_ELEMENTS (class->hints); k++)
      if (class->hints[k] != NULL)
        g_string_append_printf (text, "%u. %s.\n", n++, _ (class->hints[k]));
    lw_help_book_add (book, LW_HELP_TOOLS, id, _ (class->info.word), text->str);
  }
}

// ---- kinds ----------------------------------------------------------------------------------

static void
append_properties (GString *text, const LwKind *kind)
{
  const LwSelectionKind selection =
    lw_kind_is_force (kind) ? LW_SELECTION_FORCE : LW_SELECTION_COUPLING;
  const LwFieldTable *table = lw_field_table (selection);

  g_string_append_printf (text, "## %s\n\n", _ ("Properties"));
  for (guint i = 0; i < table->n_fields; i++) {
    const LwField *field = &table->fields[i];

    if (field->label == NULL || !lw_field_is_of (field, kind->object))
      continue;
    g_string_append_printf (text, "- [%s](properties-%s#%s): %s\n", _ (field->label), table->name,
                            field->name, field->about != NULL ? _ (field->about) : "");
  }
  g_string_append_printf (text, "\n[%s](properties-%s)\n\n", _ ("All properties"), table->name);
}

void
lw_help_add_kinds (LwHelpBook *book, GHashTable *channels)
{
  for (guint i = 0; i < LW_KINDS; i++) {
    const LwKind *kind = &lw_kinds[i];
    g_autofree char *id = lw_help_dup_kind_link (kind);
    g_autofree char *title = dup_capital (_ (kind->name != NULL ? kind->name : kind->word));
    g_autofree char *table = lw_help_dup_channel_table (channels, kind->word);
    g_autoptr (GString) text = g_string_new (NULL);

    append_properties (text, kind);
    if (*table != '\0')
      g_string_append_printf (text, "## %s {#numbers}\n\n%s\n", _ ("Numbers"), table);
    g_string_append_printf (text, "## %s\n\n- [%s](%s)\n- [%s](text-form): `\"kind\": \"%s\"`\n",
                            _ ("More"), _ ("Derivation"), lw_families[kind->family].derivation,
                            _ ("The text form of a mechanism"), kind->word);
    lw_help_book_add (book, LW_HELP_KINDS, id, title, text->str);
  }
}

// ---- properties -----------------------------------------------------------------------------

static void
append_field (GString *rows, const LwField *field)
{
  static const struct
  {
    unsigned flag;
    const char *words;
  } flags[] = {
    { LW_FIELD_BOUND, N_ ("It can follow a formula of the parameters.") },
    { LW_FIELD_LIVE, N_ ("It can be changed during a run.") },
  };
  static const char *const ranges[] = {
    [LW_RANGE_POSITIVE] = N_ ("It must be greater than 0."),
    [LW_RANGE_NOT_NEGATIVE] = N_ ("It must not be negative."),
    [LW_RANGE_FRACTION] = N_ ("It lies between 0 and 1."),
  };
  g_autoptr (GString) about = g_string_new (field->about != NULL ? _ (field->about) : "");

  if (field->absent != NULL) {
    // Translators: %s is a meaning such as “no limit”
    g_autofree char *absent = g_strdup_printf (_ ("Without a value: %s."), _ (field->absent));

    g_string_append_printf (about, " %s", absent);
  }
  if (field->range < G_N_ELEMENTS (ranges) && ranges[field->range] != NULL)
    g_string_append_printf (about, " %s", _ (ranges[field->range]));
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (field->flags & flags[i].flag)
      g_string_append_printf (about, " %s", _ (flags[i].words));
  for (guint i = 0; field->words != NULL && field->words[i].word != NULL; i++)
    g_string_append_printf (about, "%s`%s`", i == 0 ? " " : ", ", field->words[i].word);
  lw_help_append_row (rows, field->name, field->label != NULL ? _ (field->label) : "",
                      field->unit != NULL ? field->unit : "", about->str, NULL);
}

static void
add_table (LwHelpBook *book, const char *name, const LwFieldTable *table)
{
  g_autofree char *id = g_strconcat ("properties-", name, NULL);
  g_autoptr (GString) rows = g_string_new (NULL);

  g_string_printf (rows, "| %s | %s | %s | %s |\n|---|---|---|---|\n", _ ("property"),
                   _ ("in the inspector"), _ ("unit"), _ ("meaning"));
  for (guint i = 0; i < table->n_fields; i++)
    append_field (rows, &table->fields[i]);
  lw_help_book_add (book, LW_HELP_FIELDS, id, NULL, rows->str);
}

void
lw_help_add_fields (LwHelpBook *book)
{
  for (int kind = LW_SELECTION_BODY; kind <= LW_SELECTION_LAST; kind++) {
    const LwFieldTable *table = lw_field_table ((LwSelectionKind) kind);

    add_table (book, table->name, table);
  }
  add_table (book, "mechanism", &lw_mechanism_fields);
  add_table (book, "run", lw_field_table (LW_SELECTION_NONE));
  add_table (book, "parameters", &lw_parameter_fields);
  add_table (book, "formulas", &lw_binding_fields);
  add_table (book, "plots", &lw_plot_fields);
  add_table (book, "contact-pairs", &lw_contact_pair_fields);
}

// ---- exports --------------------------------------------------------------------------------

static void
append_option (GString *rows, const LwExportOption *option, const void *values)
{
  g_autofree char *argument = lw_export_option_dup_argument (option);
  g_autofree char *value = lw_export_option_dup (option, values);
  g_autofree char *form = option->type == LW_OPTION_FLAG
                            ? g_strdup_printf ("--%s", option->name)
                            : g_strdup_printf ("--%s=%s", option->name, argument);
  g_autoptr (GString) escaped = g_string_new (form);

  g_string_replace (escaped, "|", "\\|", 0);
  lw_help_append_row (rows, escaped->str, option->label != NULL ? _ (option->label) : "",
                      value != NULL ? value : "", _ (option->sentence), NULL);
}

void
lw_help_add_exports (LwHelpBook *book)
{
  gsize n;
  const LwExportEntry *entries = lw_exports_get (&n);

  for (int i = 0; i < LW_EXPORT_KINDS; i++) {
    const LwExportKindClass *class = lw_export_kind_get_class ((LwExportKind) i);
    void *values = lw_export_kind_new_values ((LwExportKind) i);
    g_autofree char *id = g_strconcat ("export-", class->verb, NULL);
    g_autoptr (GString) text = g_string_new (NULL);

    g_string_append_printf (text, "`linkwright-cli %s FILE -o RESULT`\n\n| %s | %s |\n|---|---|\n",
                            class->verb, _ ("suffix"), _ ("content"));
    for (gsize k = 0; k < n; k++)
      if ((int) entries[k].kind == i)
        g_string_append_printf (text, "| `%s%s` | %s |\n", entries[k].suffix[0] == '/' ? "" : ".",
                                entries[k].suffix, _ (entries[k].sentence));
    if (class->options != NULL)
      g_string_append_printf (text, "\n## %s\n\n| %s | %s | %s | %s |\n|---|---|---|---|\n",
                              _ ("Options"), _ ("on the command line"), _ ("in the window"),
                              _ ("by default"), _ ("meaning"));
    for (const LwExportOption *option = class->options; option != NULL && option->name != NULL;
         option++)
      append_option (text, option, values);
    lw_help_book_add (book, LW_HELP_EXPORTS, id, _ (class->label), text->str);
    lw_export_kind_free_values ((LwExportKind) i, values);
  }
}
