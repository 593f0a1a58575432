// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The program with a window: opens files, its own actions and shortcuts, --measure.

#pragma once

#include <adwaita.h>
#include <stdbool.h>

#include "lw-recovery.h"

G_BEGIN_DECLS

#define LW_APPLICATION_ID "org.linkwright.Linkwright"

#define LW_TYPE_APPLICATION (lw_application_get_type ())
G_DECLARE_FINAL_TYPE (LwApplication, lw_application, LW, APPLICATION, AdwApplication)

LwApplication *lw_application_new (GApplicationFlags flags);
/// The exit code after the main loop: that of g_application_run (), or what a measurement found.
int lw_application_get_exit_code (LwApplication *self, int run_code);

LwRecovery *lw_application_get_recovery (LwApplication *self); ///< NULL before startup
/// The window that shows this file; NULL: none.
struct _LwWindow *lw_application_find_window (LwApplication *self, GFile *file);
/// All windows are being closed.
bool lw_application_get_quitting (LwApplication *self);
void lw_application_set_quitting (LwApplication *self, bool quitting);

G_END_DECLS
