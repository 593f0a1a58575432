// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pictures.h"

/// s between the points of traces.
#define INTERVAL 0.01

static void
record (Run *self)
{
  const int n = mbd_model_position_count (self->model);
  g_autofree double *sample = g_new (double, n + 1);

  sample[0] = mbd_state_time (self->state);
  for (int i = 0; i < n; i++)
    sample[i + 1] = mbd_state_positions (self->state)[i];
  lw_recording_append (self->recording, sample);
}

/// Breaks the couplings with this name, or marks them as redundant.
static void
apply_names (Run *self)
{
  for (int c = 0; c < mbd_model_coupling_count (self->model); c++) {
    const char *name = mbd_model_coupling_name (self->model, c);

    if (name != NULL && g_str_has_prefix (name, "Broken"))
      mbd_state_set_broken (self->state, c, true);
    if (name != NULL && g_str_has_prefix (name, "Redundant"))
      mbd_state_set_redundant (self->state, c, true);
  }
}

static gboolean
advance (Run *self, double until, GError **error)
{
  const LwRunSettings *settings = lw_mechanism_get_run (self->mechanism);
  MbdIntegrator *integrator = mbd_integrator_new (self->model, &settings->integrator);
  MbdDiagnosis why = { 0 };
  MbdStatus status = MBD_STATUS_OK;

  if (settings->assemble)
    status = mbd_state_assemble (self->state, NULL, &why);
  if (status == MBD_STATUS_OK && settings->assemble)
    status = mbd_state_assemble_velocities (self->state, NULL, &why);
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_start (integrator, self->state, &why);
  record (self);
  for (int i = 1; status == MBD_STATUS_OK && i * INTERVAL <= until + 1e-9; i++) {
    status = mbd_integrator_advance (integrator, i * INTERVAL, self->state, &why);
    record (self);
  }
  if (status == MBD_STATUS_OK)
    status = mbd_state_solve (self->state, &why);
  mbd_integrator_free (integrator);
  if (status == MBD_STATUS_OK)
    return TRUE;
  lw_mechanism_set_error (self->mechanism, LW_ERROR_SIMULATION, &why, error);
  return FALSE;
}

Run *
run_new (const char *path, double until, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (Run) self = g_new0 (Run, 1);

  self->mechanism = lw_text_load (file, NULL, error);
  if (self->mechanism == NULL)
    return NULL;
  self->model = lw_mechanism_compile (self->mechanism, error);
  if (self->model == NULL)
    return NULL;
  self->state = mbd_state_new (self->model);
  apply_names (self);
  self->recording = lw_recording_new (1 + (size_t) mbd_model_position_count (self->model));
  if (!advance (self, until, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
run_free (Run *self)
{
  if (self == NULL)
    return;
  lw_recording_unref (self->recording);
  mbd_state_free (self->state);
  mbd_model_unref (self->model);
  g_clear_pointer (&self->mechanism, lw_mechanism_unref);
  g_free (self);
}

void
run_draw (Run *self, LwPainter *painter, const LwPalette *palette, double width, double height)
{
  g_autoptr (LwScene) scene = lw_scene_new (self->mechanism, self->model);
  LwDrawOptions options = lw_draw_options_default ();
  double minimum[3], maximum[3];
  LwView view;

  options.solved = true;
  options.covered = lw_scene_is_spatial (scene) ? 0 : LW_RULER_SIZE;
  lw_view_init (&view, width, height, lw_scene_is_spatial (scene));
  lw_scene_update_traces (scene, self->recording, 1);
  lw_scene_fit (scene, self->state, &view);
  lw_draw_paper (painter, palette, &view);
  if (!view.spatial)
    lw_draw_grid (painter, palette, &view, &options.units);
  else if (lw_scene_box (scene, self->state, minimum, maximum))
    lw_draw_floor (painter, palette, &view, minimum, maximum);
  lw_draw_mechanism (scene, painter, palette, &view, self->state, &options);
  if (view.spatial)
    lw_draw_triad (painter, palette, &view);
  else
    lw_draw_rulers (painter, palette, &view, &options.units, LW_RULER_SIZE);
}
