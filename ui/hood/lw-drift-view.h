// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the drift laboratory shows: the variants side by side as they move, and one plot of their
// errors. Owns the simulations, each on a thread of its own.

#pragma once

#include <gtk/gtk.h>

#include "lw-drift.h"

G_BEGIN_DECLS

#define LW_TYPE_DRIFT_VIEW (lw_drift_view_get_type ())
G_DECLARE_FINAL_TYPE (LwDriftView, lw_drift_view, LW, DRIFT_VIEW, GtkWidget)

// Property: "playing".

GtkWidget *lw_drift_view_new (void);
/// From the start, paused. Takes it over; NULL: nothing.
void lw_drift_view_set_drift (LwDriftView *self, LwDrift *drift);
void lw_drift_view_set_speed (LwDriftView *self, double speed); ///< 0: as fast as possible
bool lw_drift_view_get_playing (LwDriftView *self);
void lw_drift_view_set_playing (LwDriftView *self, bool playing);
void lw_drift_view_restart (LwDriftView *self);
/// The newest error of a variant, m; NAN while there is none.
double lw_drift_view_get_error (LwDriftView *self, guint variant);
double lw_drift_view_get_time (LwDriftView *self); ///< s, that of the slowest

G_END_DECLS
