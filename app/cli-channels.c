// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli channels: lists the channels that can be written and plotted.

#include "cli-json.h"
#include "cli.h"

static GString *
channels_as_text (const LwChannels *channels)
{
  GString *text = g_string_new (NULL);
  const guint n = lw_channels_get_n (channels);
  glong name_width = 4, unit_width = 4;

  for (guint i = 0; i < n; i++) {
    const LwChannel *channel = lw_channels_get (channels, i);

    name_width = MAX (name_width, g_utf8_strlen (channel->name, -1));
    unit_width = MAX (unit_width, g_utf8_strlen (channel->unit, -1));
  }
  g_string_append_printf (text, "%-*s  %-*s  description\n", (int) name_width, "name",
                          (int) unit_width, "unit");
  for (guint i = 0; i < n; i++) {
    const LwChannel *channel = lw_channels_get (channels, i);
    // printf () counts bytes, a terminal counts characters.
    const int name_gap = (int) (name_width - g_utf8_strlen (channel->name, -1));
    const int unit_gap = (int) (unit_width - g_utf8_strlen (channel->unit, -1));

    g_string_append_printf (text, "%s%*s  %s%*s  %s\n", channel->name, name_gap, "", channel->unit,
                            unit_gap, "", channel->description);
  }
  return text;
}

static GString *
channels_as_json (const LwChannels *channels)
{
  const guint n = lw_channels_get_n (channels);
  CliJson json;

  cli_json_init (&json);
  cli_json_begin_array (&json, "channels");
  for (guint i = 0; i < n; i++) {
    const LwChannel *channel = lw_channels_get (channels, i);

    cli_json_begin_object (&json, NULL);
    cli_json_string (&json, "name", channel->name);
    cli_json_string (&json, "unit", channel->unit);
    cli_json_string (&json, "quantity", channel->quantity);
    cli_json_string (&json, "description", channel->description);
    cli_json_end_object (&json);
  }
  cli_json_end_array (&json);
  return cli_json_finish (&json);
}

gboolean
cli_channels (int argc, char **argv, GError **error)
{
  CliMechanism mechanism;
  g_auto (CliArguments) arguments = { 0 };
  GString *text;
  gboolean as_json = FALSE;
  gboolean done;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Write JSON instead of a table", NULL },
    { NULL },
  };

  if (!cli_parse (argc, argv,
                  "Lists the channels of a mechanism: name, unit, and description with frame "
                  "and sign.",
                  NULL, entries, NULL, 0, &arguments, error))
    return FALSE;
  if (arguments.file == NULL)
    return TRUE;
  if (!cli_choose_json (&arguments, &as_json, error)
      || !cli_open (&mechanism, &arguments, NULL, error))
    return FALSE;
  text = as_json ? channels_as_json (mechanism.channels) : channels_as_text (mechanism.channels);
  done = cli_output_put (arguments.output, text->str, text->len, error);
  g_string_free (text, TRUE);
  cli_close (&mechanism);
  return done;
}
