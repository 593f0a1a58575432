// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-drive-sizing.h"

#include <glib/gi18n.h>
#include <math.h>

bool
lw_drive_sizing_compute (LwSeries series, LwDriveSize *size)
{
  const gsize n = lw_series_n_samples (series);
  LwRecordingIntegrals integrals;
  double minimum, maximum;

  *size = (LwDriveSize){ NAN, NAN };
  if (n < 2 || !lw_series_range (series, 0, n, &minimum, &maximum))
    return false;
  integrals = lw_series_integrate (series, 0, n);
  if (!(integrals.time > 0))
    return false;
  size->peak = fmax (fabs (minimum), fabs (maximum));
  size->rms = sqrt (fmax (integrals.square, 0) / integrals.time);
  return true;
}

static bool
has_plot (const GArray *plots, const char *channel, const char *against)
{
  for (guint i = 0; i < plots->len; i++) {
    const LwPlotLayout *plot = &g_array_index (plots, LwPlotLayout, i);

    if (g_strcmp0 (plot->against, against) == 0
        && g_strv_contains ((const char *const *) plot->channels, channel))
      return true;
  }
  return false;
}

bool
lw_drive_sizing_add_plots (GArray *plots, const char *drive, guint most)
{
  static const struct
  {
    const char *suffix;
    const char *title;
  } quantities[] = { { "effort", N_ ("Torque or Force of %s") }, { "power", N_ ("Power of %s") } };
  g_autofree char *against = g_strconcat (drive, ".coordinate", NULL);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (quantities); i++) {
    g_autofree char *channel = g_strconcat (drive, ".", quantities[i].suffix, NULL);
    const char *const channels[] = { channel, NULL };
    LwPlotLayout plot = { .against = NULL };

    if (has_plot (plots, channel, against))
      continue;
    plot.title = g_strdup_printf (_ (quantities[i].title), drive);
    plot.channels = g_strdupv ((char **) channels);
    plot.against = g_strdup (against);
    g_array_insert_val (plots, n, plot);
    n++;
  }
  if (plots->len > most)
    g_array_set_size (plots, most);
  return n > 0;
}
