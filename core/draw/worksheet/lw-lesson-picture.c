// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-picture.h"

#include <math.h>

#include "lw-run.h"
#include "lw-scene.h"
#include "lw-view.h"

#define MARGIN 40.0      ///< px, at most
#define MARGIN_PART 0.12 ///< part of the height

bool
lw_lesson_picture_draw (LwMechanism *mechanism,
                        LwPainter *(*begin) (void *data),
                        void *data,
                        const LwPalette *palette,
                        double width,
                        double height)
{
  const LwRunSettings *settings = lw_mechanism_get_run (mechanism);
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  LwDrawOptions options = lw_draw_options_default ();
  double minimum[3], maximum[3];
  bool drawn = false;
  LwScene *scene;
  LwRun *run;
  LwView view;

  if (model == NULL)
    return false;
  run = lw_run_new (model, &settings->integrator, settings->duration, settings->interval,
                    settings->assemble);
  scene = lw_scene_new (mechanism, model);
  lw_view_init (&view, width, height, lw_scene_is_spatial (scene));
  if (run != NULL)
    lw_run_start (run, NULL);
  if (run != NULL && lw_scene_box (scene, lw_run_state (run), minimum, maximum)) {
    lw_view_fit (&view, minimum, maximum, fmin (MARGIN, MARGIN_PART * height));
    // The reactions are often the question.
    options.reactions = false;
    options.scale_card = false;
    lw_draw_mechanism (scene, begin (data), palette, &view, lw_run_state (run), &options);
    drawn = true;
  }
  lw_run_free (run);
  lw_scene_free (scene);
  mbd_model_unref (model);
  return drawn;
}
