// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drift laboratory: a separate window that runs a mechanism without stabilisation, with
// Baumgarte stabilisation and with projection side by side.

#pragma once

#include "lw-drift-view.h"
#include "lw-sub-window.h"

G_BEGIN_DECLS

#define LW_TYPE_DRIFT_WINDOW (lw_drift_window_get_type ())
G_DECLARE_FINAL_TYPE (LwDriftWindow, lw_drift_window, LW, DRIFT_WINDOW, LwSubWindow)

/// Returns a new window, whose variants run immediately. Returns NULL and sets the error if the
/// mechanism cannot be run.
GtkWidget *lw_drift_window_new (GtkWindow *parent, LwMechanism *mechanism, GError **error);
LwDriftView *lw_drift_window_get_view (LwDriftWindow *self);

G_END_DECLS
