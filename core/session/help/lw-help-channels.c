// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pages of the numbers that can be plotted. Two samples in data/help have an element of each kind,
// with the word of the kind as its name: their channels are those of all mechanisms.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-channels.h"
#include "lw-help-private.h"
#include "lw-text.h"

static const char *const whole[] = { "time",     "energy",           "power",  "solver",
                                     "momentum", "angular_momentum", "contact" };

char *
lw_help_dup_channel_prefix (const char *name, const char **suffix)
{
  const char *point = strchr (name, '.');
  g_autofree char *first = g_strndup (name, point != NULL ? (gsize) (point - name) : strlen (name));
  const char *last = strrchr (name, '.');

  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    if (g_str_equal (first, whole[i])) {
      *suffix = name;
      return g_strdup (LW_HELP_WHOLE);
    }
  *suffix = last + 1;
  if (last != point)
    return g_strdup (LW_HELP_PAIR);
  return g_steal_pointer (&first);
}

/// Appends a row of a table for each channel; names that a prefix has already are left out.
static void
read_channels (GHashTable *tables, GHashTable *seen, const LwChannels *channels)
{
  for (guint i = 0; i < lw_channels_get_n (channels); i++) {
    const LwChannel *channel = lw_channels_get (channels, i);
    const char *suffix;
    g_autofree char *prefix = lw_help_dup_channel_prefix (channel->name, &suffix);
    const char *colon = strstr (channel->description, ": ");
    const char *text = colon != NULL ? colon + 2 : channel->description;
    GString *rows = g_hash_table_lookup (tables, prefix);

    if (!g_hash_table_add (seen, g_strconcat (prefix, ".", suffix, NULL)))
      continue;
    if (rows == NULL) {
      rows = g_string_new (NULL);
      g_hash_table_insert (tables, g_strdup (prefix), rows);
    }
    lw_help_append_row (rows, suffix, channel->quantity,
                        g_str_equal (channel->unit, "1") ? "" : channel->unit, text, NULL);
  }
}

void
lw_help_append_row (GString *rows, const char *first, ...)
{
  va_list cells;

  g_string_append_printf (rows, "| `%s` |", first);
  va_start (cells, first);
  for (const char *cell = va_arg (cells, const char *); cell != NULL;
       cell = va_arg (cells, const char *)) {
    g_autoptr (GString) escaped = g_string_new (cell);

    g_string_replace (escaped, "|", "\\|", 0);
    g_string_append_printf (rows, " %s |", escaped->str);
  }
  va_end (cells);
  g_string_append_c (rows, '\n');
}

static void
string_free (gpointer data)
{
  g_string_free (data, TRUE);
}

GHashTable *
lw_help_read_channels (const char *const *samples)
{
  GHashTable *tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, string_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; samples[i] != NULL; i++) {
    g_autoptr (LwMechanism) mechanism = lw_text_parse (samples[i], -1, NULL);
    MbdModel *model = mechanism != NULL ? lw_mechanism_compile (mechanism, NULL) : NULL;
    g_autoptr (LwChannels) channels = NULL;

    g_assert (model != NULL);
    channels = lw_channels_new (mechanism, model);
    read_channels (tables, seen, channels);
    mbd_model_unref (model);
  }
  return tables;
}

char *
lw_help_dup_channel_table (GHashTable *tables, const char *prefix)
{
  const GString *rows = g_hash_table_lookup (tables, prefix);

  if (rows == NULL)
    return g_strdup ("");
  return g_strdup_printf ("| %s | %s | %s | %s |\n|---|---|---|---|\n%s\n", _ ("number"),
                          _ ("symbol"), _ ("unit"), _ ("meaning"), rows->str);
}

void
lw_help_add_channels (LwHelpBook *book, GHashTable *tables)
{
  static const struct
  {
    const char *page, *prefixes[3];
  } pages[] = {
    { "numbers-whole", { LW_HELP_WHOLE } },
    { "numbers-bodies", { "Body" } },
    { "numbers-tracers", { "Tracer" } },
    { "numbers-measurements", { "Place", "Distance", "Angle" } },
    { "numbers-contact", { LW_HELP_PAIR } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++) {
    g_autoptr (GString) text = g_string_new (NULL);

    for (guint k = 0; k < 3 && pages[i].prefixes[k] != NULL; k++) {
      g_autofree char *table = lw_help_dup_channel_table (tables, pages[i].prefixes[k]);

      g_string_append_printf (text, "%s\n", table);
    }
    lw_help_book_add (book, LW_HELP_CHANNELS, pages[i].page, NULL, text->str);
  }
}
