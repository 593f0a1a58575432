// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drift laboratory: a window of its own that runs a mechanism with no stabilisation, with
// Baumgarte's and with projection side by side.

#pragma once

#include <adwaita.h>

#include "lw-drift-view.h"

G_BEGIN_DECLS

#define LW_TYPE_DRIFT_WINDOW (lw_drift_window_get_type ())
G_DECLARE_FINAL_TYPE (LwDriftWindow, lw_drift_window, LW, DRIFT_WINDOW, AdwWindow)

/// It runs at once. NULL and an error when the mechanism cannot be run.
GtkWidget *lw_drift_window_new (GtkWindow *parent, LwMechanism *mechanism, GError **error);
LwDriftView *lw_drift_window_get_view (LwDriftWindow *self);

G_END_DECLS
