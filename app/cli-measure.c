// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli-measure.h"

#include <math.h>
#include <string.h>

#include "lw-number.h"

typedef struct
{
  double value;
  double time; ///< s; NAN if it belongs to no instant
} Scalar;

/// Finds the first extreme value; values that are not numbers are left out.
static Scalar
find_extreme (LwSeries series, double sign)
{
  Scalar found = { NAN, NAN };

  for (gsize i = 0; i < lw_series_n_samples (series); i++) {
    const double value = lw_series_value (series, i);

    if (!isnan (value) && (isnan (found.value) || sign * value > sign * found.value))
      found = (Scalar){ value, lw_series_time (series, i) };
  }
  return found;
}

static Scalar
find_maximum (LwSeries series)
{
  return find_extreme (series, 1);
}

static Scalar
find_minimum (LwSeries series)
{
  return find_extreme (series, -1);
}

static Scalar
find_range (LwSeries series)
{
  return (Scalar){ find_maximum (series).value - find_minimum (series).value, NAN };
}

static Scalar
find_first (LwSeries series)
{
  return (Scalar){ lw_series_value (series, 0), lw_series_time (series, 0) };
}

static Scalar
find_last (LwSeries series)
{
  return (Scalar){ lw_series_value (series, lw_series_n_samples (series) - 1),
                   lw_series_time (series, lw_series_n_samples (series) - 1) };
}

/// Returns the mean over time of the value or of its square, by trapezoids for the value and exactly
/// for the square of the straight lines between samples.
static double
mean_of_power (LwSeries series, int power)
{
  double sum = 0, duration = lw_series_time (series, lw_series_n_samples (series) - 1)
                             - lw_series_time (series, 0);

  if (!(duration > 0))
    return pow (lw_series_value (series, 0), power);
  for (gsize i = 1; i < lw_series_n_samples (series); i++) {
    const double a = lw_series_value (series, i - 1), b = lw_series_value (series, i);
    const double step = lw_series_time (series, i) - lw_series_time (series, i - 1);

    sum += step * (power == 1 ? (a + b) / 2 : (a * a + a * b + b * b) / 3);
  }
  return sum / duration;
}

static Scalar
find_mean (LwSeries series)
{
  return (Scalar){ mean_of_power (series, 1), NAN };
}

static Scalar
find_rms (LwSeries series)
{
  return (Scalar){ sqrt (mean_of_power (series, 2)), NAN };
}

static const struct
{
  const char *name;
  Scalar (*find) (LwSeries series);
} functions[] = {
  { "max", find_maximum }, { "min", find_minimum }, { "mean", find_mean }, { "rms", find_rms },
  { "range", find_range }, { "first", find_first }, { "last", find_last },
};

/// Splits FUNCTION(CHANNEL). Returns the index of the function and sets *channel.
static gboolean
split (const char *text, gsize *function, char **channel, GError **error)
{
  const char *open = strchr (text, '(');
  const gsize length = strlen (text);
  g_autoptr (GString) all = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (functions); i++) {
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", functions[i].name);
    if (open == NULL || text[length - 1] != ')'
        || strncmp (text, functions[i].name, (gsize) (open - text)) != 0
        || functions[i].name[open - text] != '\0')
      continue;
    *function = i;
    *channel = g_strstrip (g_strndup (open + 1, length - (gsize) (open - text) - 2));
    return TRUE;
  }
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               "--measure needs FUNCTION(CHANNEL) with one of %s, such as max(energy.kinetic), not "
               "\"%s\".",
               all->str, text);
  return FALSE;
}

/// Finds the channel, or defines one by the expression.
static gboolean
find_channel (CliMechanism *mechanism,
              guint number,
              const char *text,
              guint *channel,
              GError **error)
{
  int found = lw_channels_find (mechanism->channels, text);

  if (found < 0) {
    g_autofree char *definition = g_strdup_printf ("measure_%u = %s", number, text);
    g_autoptr (GArray) matches = NULL;

    if (!cli_define_channels (mechanism, definition, error))
      return FALSE;
    matches = lw_channels_match (mechanism->channels, definition, error);
    if (matches == NULL || matches->len == 0)
      return FALSE;
    found = (int) g_array_index (matches, guint, 0);
  }
  *channel = (guint) found;
  return TRUE;
}

gboolean
cli_measures_init (CliMeasures *self, CliMechanism *mechanism, char **texts, GError **error)
{
  *self = (CliMeasures){ texts, g_array_new (FALSE, FALSE, sizeof (guint)) };
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++) {
    g_autofree char *name = NULL;
    gsize function;
    guint channel;

    if (!g_utf8_validate (texts[i], -1, NULL)) {
      g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                           "The text after --measure is not UTF-8.");
      return FALSE;
    }
    if (!split (texts[i], &function, &name, error)
        || !find_channel (mechanism, i + 1, name, &channel, error))
      return FALSE;
    g_array_append_val (self->channels, channel);
  }
  return TRUE;
}

void
cli_measures_clear (CliMeasures *self)
{
  g_clear_pointer (&self->channels, g_array_unref);
}

static Scalar
find_scalar (const CliMeasures *self, CliRecording *recording, guint i)
{
  const LwSeries series =
    lw_series_set_get (recording->series, g_array_index (self->channels, guint, i));
  g_autofree char *name = NULL;
  gsize function = 0;

  split (self->texts[i], &function, &name, NULL);
  return lw_series_n_samples (series) > 0 ? functions[function].find (series)
                                          : (Scalar){ NAN, NAN };
}

static const char *
get_unit (const CliMeasures *self, const CliRecording *recording, guint i)
{
  return lw_channels_get (recording->channels, g_array_index (self->channels, guint, i))->unit;
}

void
cli_measures_append (const CliMeasures *self,
                     CliRecording *recording,
                     const char *file,
                     GString *text)
{
  for (guint i = 0; i < self->channels->len; i++) {
    const Scalar scalar = find_scalar (self, recording, i);
    char value[LW_NUMBER_SIZE], time[LW_NUMBER_SIZE];

    if (file != NULL)
      g_string_append_printf (text, "%s\t", file);
    g_string_append_printf (text, "%s\t%s\t%s", self->texts[i],
                            lw_number_format (scalar.value, value), get_unit (self, recording, i));
    if (!isnan (scalar.time))
      g_string_append_printf (text, "\t%s", lw_number_format (scalar.time, time));
    g_string_append_c (text, '\n');
  }
}

void
cli_measures_put (const CliMeasures *self, CliRecording *recording, CliJson *json)
{
  cli_json_begin_array (json, "measures");
  for (guint i = 0; i < self->channels->len; i++) {
    const Scalar scalar = find_scalar (self, recording, i);

    cli_json_begin_object (json, NULL);
    cli_json_string (json, "measure", self->texts[i]);
    cli_json_number (json, "value", scalar.value);
    cli_json_string (json, "unit", get_unit (self, recording, i));
    if (!isnan (scalar.time))
      cli_json_number (json, "time", scalar.time);
    cli_json_end_object (json);
  }
  cli_json_end_array (json);
}
