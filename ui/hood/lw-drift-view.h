// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The view of the drift laboratory: the moving variants side by side, and a plot of their errors.
// Owns the simulations, each with its own thread.

#pragma once

#include <gtk/gtk.h>

#include "lw-drift.h"

G_BEGIN_DECLS

#define LW_TYPE_DRIFT_VIEW (lw_drift_view_get_type ())
G_DECLARE_FINAL_TYPE (LwDriftView, lw_drift_view, LW, DRIFT_VIEW, GtkWidget)

// Property: "playing".

GtkWidget *lw_drift_view_new (void);
/// Sets the drift comparison, at its start and paused. Takes ownership of `drift`; NULL shows
/// nothing.
void lw_drift_view_set_drift (LwDriftView *self, LwDrift *drift);
void lw_drift_view_set_speed (LwDriftView *self, double speed); ///< 0 means as fast as possible
bool lw_drift_view_get_playing (LwDriftView *self);
void lw_drift_view_set_playing (LwDriftView *self, bool playing);
void lw_drift_view_restart (LwDriftView *self);
/// Returns the latest error of a variant, m; NAN if there is none yet.
double lw_drift_view_get_error (LwDriftView *self, guint variant);
double lw_drift_view_get_time (LwDriftView *self); ///< s, time of the slowest variant

G_END_DECLS
