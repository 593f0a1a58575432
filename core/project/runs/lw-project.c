// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contents of a project file as a value.

#include "lw-project.h"

#include <math.h>
#include <string.h>

G_DEFINE_BOXED_TYPE (LwProjectRun, lw_project_run, lw_project_run_ref, lw_project_run_unref)

// The view

LwProjectView
lw_project_view_default (void)
{
  return (LwProjectView){
    .fitted = true,
    .scale = 400,
    .azimuth = -38 * G_PI / 180,
    .elevation = 24 * G_PI / 180,
    .show_sidebar = true,
    .show_plots = true,
    .overlays = LW_OVERLAYS_DEFAULT,
    .arrow_factor = 1,
  };
}

gboolean
lw_project_view_is_valid (const LwProjectView *view)
{
  const double numbers[] = { view->centre[0], view->centre[1], view->centre[2],   view->scale,
                             view->azimuth,   view->elevation, view->arrow_factor };

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!isfinite (numbers[i]))
      return FALSE;
  return view->scale > 0 && view->selected >= LW_SELECTION_NONE
         && view->selected <= LW_SELECTION_LAST && view->selected_id >= 0 && view->sidebar_page >= 0
         && view->plot_layout >= 0 && view->arrow_factor > 0
         && (view->overlays & ~(unsigned) LW_OVERLAYS_ALL) == 0;
}

// Runs

LwProjectRun *
lw_project_run_new (const char *name,
                    const LwMechanism *mechanism,
                    const LwRunSettings *settings,
                    LwRecording *recording,
                    guint n_positions,
                    guint n_velocities,
                    const char *const *channels,
                    const char *const *units)
{
  guint n_channels = g_strv_length ((char **) channels);
  LwProjectRun *self;

  if (g_strv_length ((char **) units) != n_channels
      || lw_recording_n_columns (recording)
           != 1 + (gsize) n_positions + (gsize) n_velocities + n_channels)
    return NULL;
  self = g_new0 (LwProjectRun, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->notes = g_strdup ("");
  self->settings = *settings;
  self->settings.integrator.duration = settings->duration;
  self->fingerprint = lw_mechanism_dup_fingerprint (mechanism);
  self->recording = lw_recording_ref (recording);
  self->n_positions = n_positions;
  self->n_velocities = n_velocities;
  self->channels = g_strdupv ((char **) channels);
  self->units = g_strdupv ((char **) units);
  return self;
}

void
lw_project_run_set_changes (LwProjectRun *self, const LwChanges *changes)
{
  g_clear_pointer (&self->changes, lw_changes_free);
  if (lw_changes_get_n (changes) > 0)
    self->changes = lw_changes_copy (changes);
}

static LwProjectRun *
copy_run (const LwProjectRun *self, const char *name, const char *notes)
{
  LwProjectRun *copy = g_new0 (LwProjectRun, 1);

  *copy = *self;
  g_atomic_ref_count_init (&copy->ref_count);
  copy->name = g_strdup (name);
  copy->notes = g_strdup (notes);
  copy->fingerprint = g_strdup (self->fingerprint);
  copy->recording = lw_recording_ref (self->recording);
  copy->channels = g_strdupv (self->channels);
  copy->units = g_strdupv (self->units);
  copy->changes = self->changes != NULL ? lw_changes_copy (self->changes) : NULL;
  return copy;
}

LwProjectRun *
lw_project_run_renamed (const LwProjectRun *self, const char *name)
{
  return copy_run (self, name, self->notes);
}

LwProjectRun *
lw_project_run_noted (const LwProjectRun *self, const char *notes)
{
  return copy_run (self, self->name, notes);
}

LwProjectRun *
lw_project_run_with_channels (const LwProjectRun *self,
                              const char *const *channels,
                              const char *fingerprint)
{
  LwProjectRun *run = copy_run (self, self->name, self->notes);

  g_assert (g_strv_length ((char **) channels) == g_strv_length (self->channels));
  g_strfreev (run->channels);
  run->channels = g_strdupv ((char **) channels);
  g_free (run->fingerprint);
  run->fingerprint = g_strdup (fingerprint);
  return run;
}

LwProjectRun *
lw_project_run_ref (LwProjectRun *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lw_project_run_unref (LwProjectRun *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->name);
  g_free (self->notes);
  g_free (self->fingerprint);
  g_clear_pointer (&self->recording, lw_recording_unref);
  g_strfreev (self->channels);
  g_strfreev (self->units);
  g_clear_pointer (&self->changes, lw_changes_free);
  g_free (self);
}

LwSeries
lw_project_run_get (const LwProjectRun *self, guint index)
{
  return (LwSeries){ self->recording, 1 + self->n_positions + self->n_velocities + index };
}

LwSeries
lw_project_run_find (const LwProjectRun *self, const char *name)
{
  for (guint i = 0; self->channels[i] != NULL; i++)
    if (strcmp (self->channels[i], name) == 0)
      return lw_project_run_get (self, i);
  return LW_SERIES_NONE;
}

// The project

static void
unref_run (void *run)
{
  lw_project_run_unref (run);
}

LwProject *
lw_project_new (LwMechanism *mechanism, const LwProjectView *view, const GPtrArray *runs)
{
  LwProject *self = g_new0 (LwProject, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->mechanism = lw_mechanism_ref (mechanism);
  self->view = view != NULL ? *view : lw_project_view_default ();
  self->runs = g_ptr_array_new_with_free_func (unref_run);
  for (guint i = 0; runs != NULL && i < runs->len; i++)
    g_ptr_array_add (self->runs, lw_project_run_ref (runs->pdata[i]));
  return self;
}

LwProject *
lw_project_ref (LwProject *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lw_project_unref (LwProject *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  lw_mechanism_unref (self->mechanism);
  g_ptr_array_unref (self->runs);
  g_free (self);
}

// Comparison, bit by bit

static gboolean
same_number (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

static gboolean
same_view (const LwProjectView *a, const LwProjectView *b)
{
  return a->fitted == b->fitted && memcmp (a->centre, b->centre, sizeof a->centre) == 0
         && same_number (a->scale, b->scale) && a->spatial == b->spatial
         && same_number (a->azimuth, b->azimuth) && same_number (a->elevation, b->elevation)
         && a->selected == b->selected && a->selected_id == b->selected_id
         && a->show_sidebar == b->show_sidebar && a->show_plots == b->show_plots
         && a->sidebar_page == b->sidebar_page && a->plot_layout == b->plot_layout
         && a->overlays == b->overlays && same_number (a->arrow_factor, b->arrow_factor);
}

static gboolean
same_recording (const LwRecording *a, const LwRecording *b)
{
  gsize n_columns = lw_recording_n_columns (a);
  gsize n_samples = lw_recording_n_samples (a);

  if (a == b)
    return TRUE;
  if (lw_recording_n_columns (b) != n_columns || lw_recording_n_samples (b) != n_samples)
    return FALSE;
  for (gsize column = 0; column < n_columns; column++)
    for (gsize sample = 0; sample < n_samples; sample++)
      if (!same_number (lw_recording_value (a, column, sample),
                        lw_recording_value (b, column, sample)))
        return FALSE;
  return TRUE;
}

static gboolean
same_settings (const LwRunSettings *a, const LwRunSettings *b)
{
  const MbdIntegratorSettings *i = &a->integrator;
  const MbdIntegratorSettings *j = &b->integrator;

  return same_number (a->duration, b->duration) && same_number (a->interval, b->interval)
         && a->assemble == b->assemble && i->method == j->method
         && same_number (i->accuracy, j->accuracy) && same_number (i->step, j->step)
         && same_number (i->maximum_step, j->maximum_step) && i->maximum_steps == j->maximum_steps
         && i->stabilisation.stabilisation == j->stabilisation.stabilisation
         && same_number (i->stabilisation.time_constant, j->stabilisation.time_constant);
}

static gboolean
same_run (const LwProjectRun *a, const LwProjectRun *b)
{
  return a == b
         || (strcmp (a->name, b->name) == 0 && strcmp (a->notes, b->notes) == 0
             && same_settings (&a->settings, &b->settings)
             && strcmp (a->fingerprint, b->fingerprint) == 0 && a->n_positions == b->n_positions
             && a->n_velocities == b->n_velocities
             && g_strv_equal ((const char *const *) a->channels, (const char *const *) b->channels)
             && g_strv_equal ((const char *const *) a->units, (const char *const *) b->units)
             && lw_changes_equal (a->changes, b->changes)
             && same_recording (a->recording, b->recording));
}

gboolean
lw_project_equal (const LwProject *a, const LwProject *b)
{
  if (a == b)
    return TRUE;
  if (!lw_mechanism_equal (a->mechanism, b->mechanism) || !same_view (&a->view, &b->view)
      || a->runs->len != b->runs->len)
    return FALSE;
  for (guint i = 0; i < a->runs->len; i++)
    if (!same_run (a->runs->pdata[i], b->runs->pdata[i]))
      return FALSE;
  return TRUE;
}
