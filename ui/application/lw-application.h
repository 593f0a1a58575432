// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The graphical program: opens files; defines the application's actions and shortcuts; runs
// --measure.

#pragma once

#include <adwaita.h>
#include <stdbool.h>

G_BEGIN_DECLS

#define LW_APPLICATION_ID "org.linkwright.Linkwright"

#define LW_TYPE_APPLICATION (lw_application_get_type ())
G_DECLARE_FINAL_TYPE (LwApplication, lw_application, LW, APPLICATION, AdwApplication)

LwApplication *lw_application_new (GApplicationFlags flags);
/// Returns the exit code of the process. `run_code`: the result of g_application_run (); if it is
/// 0, a measurement determines the exit code.
int lw_application_get_exit_code (LwApplication *self, int run_code);

G_END_DECLS
