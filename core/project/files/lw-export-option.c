// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-export-option.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-number.h"

static const LwWord flag_words[] = { { "yes", true }, { "no", false }, { NULL } };

static void *
find_member (const LwExportOption *option, const void *values)
{
  return (char *) values + option->offset;
}

const LwExportOption *
lw_export_option_find (const LwExportOption *options, const char *name)
{
  for (const LwExportOption *option = options; option != NULL && option->name != NULL; option++)
    if (g_str_equal (option->name, name))
      return option;
  return NULL;
}

// ---- values ---------------------------------------------------------------------------------

static gboolean
set_number (const LwExportOption *option, double *member, const char *text, GError **error)
{
  char *end;
  const double value = g_ascii_strtod (text, &end);

  if (end != text && *end == '\0' && value >= option->minimum && value <= option->maximum) {
    *member = value;
    return TRUE;
  }
  if (option->unit != NULL)
    // Translators: the option, its limits, their unit, the refused text
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("--%s needs a number from %g to %g %s, not “%s”."), option->name,
                 option->minimum, option->maximum, option->unit, text);
  else
    // Translators: the option, its limits, the refused text
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("--%s needs a number from %g to %g, not “%s”."), option->name, option->minimum,
                 option->maximum, text);
  return FALSE;
}

static gboolean
set_choice (const LwExportOption *option,
            const LwWord *words,
            const char *text,
            int *value,
            GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (const LwWord *word = words; word->word != NULL; word++) {
    if (g_ascii_strcasecmp (text, word->word) == 0) {
      *value = word->value;
      return TRUE;
    }
    g_string_append_printf (all, "%s%s", all->len > 0 ? ", " : "", word->word);
  }
  // Translators: the option, the list of its words, the refused text
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("--%s must be one of %s, not “%s”."),
               option->name, all->str, text);
  return FALSE;
}

static gboolean
set_text (const LwExportOption *option, char **member, const char *text, GError **error)
{
  if (!g_utf8_validate (text, -1, NULL)) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("The text after --%s is not UTF-8."),
                 option->name);
    return FALSE;
  }
  if (option->check != NULL && *text != '\0' && !option->check (text, error))
    return FALSE;
  g_free (*member);
  *member = *text != '\0' ? g_strdup (text) : NULL;
  return TRUE;
}

gboolean
lw_export_option_set (const LwExportOption *option, void *values, const char *text, GError **error)
{
  void *member = find_member (option, values);
  int value = 0;

  switch (option->type) {
  case LW_OPTION_NUMBER:
    return set_number (option, member, text, error);
  case LW_OPTION_FLAG:
    if (!set_choice (option, flag_words, text != NULL ? text : "yes", &value, error))
      return FALSE;
    *(bool *) member = value;
    return TRUE;
  case LW_OPTION_CHOICE:
    return set_choice (option, option->words, text, member, error);
  case LW_OPTION_TEXT:
    return set_text (option, member, text, error);
  }
  g_return_val_if_reached (FALSE);
}

char *
lw_export_option_dup (const LwExportOption *option, const void *values)
{
  const void *member = find_member (option, values);
  char number[LW_NUMBER_SIZE];

  switch (option->type) {
  case LW_OPTION_NUMBER:
    return g_strdup (lw_number_format (*(const double *) member, number));
  case LW_OPTION_FLAG:
    return g_strdup (lw_word_of (flag_words, *(const bool *) member));
  case LW_OPTION_CHOICE:
    return g_strdup (lw_word_of (option->words, *(const int *) member));
  case LW_OPTION_TEXT:
    return g_strdup (*(char *const *) member);
  }
  g_return_val_if_reached (NULL);
}

char *
lw_export_option_dup_argument (const LwExportOption *option)
{
  const LwWord *words = option->type == LW_OPTION_FLAG ? flag_words : option->words;
  g_autoptr (GString) all = g_string_new (NULL);

  if (option->type == LW_OPTION_TEXT)
    return g_strdup (option->argument);
  if (option->type == LW_OPTION_NUMBER)
    return g_ascii_strup (option->unit != NULL ? option->unit : "number", -1);
  for (const LwWord *word = words; word->word != NULL; word++)
    g_string_append_printf (all, "%s%s", all->len > 0 ? "|" : "", word->word);
  return g_strdup (all->str);
}

// ---- structs --------------------------------------------------------------------------------

void
lw_export_options_clear (const LwExportOption *options, void *values)
{
  for (const LwExportOption *option = options; option->name != NULL; option++)
    if (option->type == LW_OPTION_TEXT)
      g_clear_pointer ((char **) find_member (option, values), g_free);
}

void
lw_export_options_copy (const LwExportOption *options, void *to, const void *from, gsize size)
{
  memcpy (to, from, size);
  for (const LwExportOption *option = options; option->name != NULL; option++)
    if (option->type == LW_OPTION_TEXT) {
      char **member = find_member (option, to);

      *member = g_strdup (*member);
    }
}

char *
lw_export_options_dup_lines (const LwExportOption *options, const void *values)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (const LwExportOption *option = options; option->name != NULL; option++) {
    g_autofree char *text = lw_export_option_dup (option, values);

    if (text != NULL && strchr (text, '\n') == NULL)
      g_string_append_printf (lines, "%s=%s\n", option->name, text);
  }
  return g_strdup (lines->str);
}

void
lw_export_options_set_lines (const LwExportOption *options, void *values, const char *lines)
{
  g_auto (GStrv) all = g_strsplit (lines, "\n", -1);

  for (char **line = all; *line != NULL; line++) {
    g_auto (GStrv) halves = g_strsplit (*line, "=", 2);
    const LwExportOption *option =
      g_strv_length (halves) == 2 ? lw_export_option_find (options, halves[0]) : NULL;

    if (option != NULL)
      lw_export_option_set (option, values, halves[1], NULL);
  }
}
