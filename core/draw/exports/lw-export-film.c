// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-export-film.h"

#include "lw-report-plots.h"

/// Part of the width that plots take, and the most plots.
#define PLOTS_PART 0.42
#define MOST_PLOTS 3
#define GAP 10.0 ///< px

struct _LwExportFilm
{
  LwAnimationFrames *frames;
  LwPlotPanels *panels; ///< NULL if there are no plots
  LwSeriesSet *series;
  LwPalette palette;
};

static void
draw_plots_cb (LwPainter *painter, double width, double height, double time, void *data)
{
  const LwExportFilm *self = data;
  const guint n = MIN (lw_plot_panels_get_n (self->panels), MOST_PLOTS);
  const double each = (height - (n + 1) * GAP) / n;

  for (guint i = 0; i < n; i++) {
    LwPlot plot = lw_plot_panels_get_plot (self->panels, i);

    plot.cursor = lw_plot_is_over_time (&plot) ? time : plot.cursor;
    lw_plot_draw (&plot, painter, &self->palette, 0, GAP + i * (each + GAP), width - GAP, each,
                  NULL);
  }
}

/// Prepares the plots of the mechanism. A run without their channels has none.
static gboolean
add_plots (LwExportFilm *self, const LwSheetSource *source, LwAnimationStyle *look, GError **error)
{
  self->panels = lw_report_panels_new (source, &self->series, error);
  if (self->panels == NULL)
    return FALSE;
  lw_palette_init (&self->palette, look->dark, look->high_contrast);
  if (lw_plot_panels_get_n (self->panels) == 0)
    return TRUE;
  look->beside_part = PLOTS_PART;
  look->draw_beside = draw_plots_cb;
  look->beside_data = self;
  return TRUE;
}

static gboolean
check_transparent (LwAnimationFormat format, const LwAnimationOptions *options, GError **error)
{
  if (!options->transparent || format == LW_ANIMATION_PICTURES)
    return TRUE;
  g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                       "Only the pictures in a folder can be transparent; give a name that ends "
                       "with /.");
  return FALSE;
}

LwExportFilm *
lw_export_film_new_with_look (const LwSheetSource *source,
                              const LwAnimationStyle *look,
                              LwProjectRun *plotted,
                              GCancellable *cancellable,
                              GError **error)
{
  g_autoptr (LwExportFilm) self = g_new0 (LwExportFilm, 1);
  LwAnimationStyle style = *look;
  LwSheetSource plots = *source;

  plots.run = plotted;
  if (plotted != NULL && !add_plots (self, &plots, &style, error))
    return NULL;
  self->frames = lw_animation_frames_new (source->mechanism, source->model, source->first_model,
                                          source->run, &style, cancellable, error);
  return self->frames != NULL ? g_steal_pointer (&self) : NULL;
}

LwExportFilm *
lw_export_film_new (const LwProject *project,
                    MbdModel *model,
                    LwProjectRun *run,
                    LwAnimationFormat format,
                    const LwAnimationOptions *options,
                    const char *provenance,
                    LwAnimation *animation,
                    GError **error)
{
  LwMechanism *mechanism = project->mechanism;
  LwAnimationStyle look = lw_animation_style_default ();
  const LwSheetSource source = {
    .mechanism = mechanism, .model = model, .first_model = model, .run = run
  };

  *animation = lw_animation_default (format);
  lw_animation_options_apply (options, animation, &look);
  if (!check_transparent (format, options, error)
      || !lw_animation_options_set_length (options, run, model, animation, error))
    return NULL;
  look.decimals = lw_animation_get_decimals (animation);
  animation->title = lw_mechanism_get_title (mechanism);
  animation->provenance = provenance;
  lw_view_init (&look.view, look.width, look.height, !mbd_model_is_planar (model));
  if (look.view.spatial && project->view.spatial)
    lw_view_set_angles (&look.view, project->view.azimuth, project->view.elevation);
  look.overlays = project->view.overlays;
  if (options->ghosts)
    look.overlays |= LW_OVERLAY_GHOSTS;
  look.arrow_factor = project->view.arrow_factor;
  if (lw_mechanism_get_length_unit (mechanism) < LW_LENGTH_UNITS)
    look.units.length = lw_mechanism_get_length_unit (mechanism);
  return lw_export_film_new_with_look (&source, &look, options->plots ? run : NULL, NULL, error);
}

void
lw_export_film_free (LwExportFilm *self)
{
  g_clear_pointer (&self->frames, lw_animation_frames_free);
  g_clear_pointer (&self->panels, lw_plot_panels_free);
  g_clear_pointer (&self->series, lw_series_set_free);
  g_free (self);
}

LwAnimationFrames *
lw_export_film_get_frames (LwExportFilm *self)
{
  return self->frames;
}
