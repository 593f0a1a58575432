// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings of a run as typed: options of the command line, keywords of other programs.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Parses a number between the limits; the LW_ERROR_USAGE names the option.
gboolean lw_option_parse_number (const char *option,
                                 const char *text,
                                 double minimum,
                                 double maximum,
                                 double *value,
                                 GError **error);
/// Sets "until", "every", "accuracy", "step", "time-constant", "method", "stabilisation" or
/// "assemble" (yes or no) from a text. `shown`: the name in an error, such as "--until".
gboolean lw_run_settings_set (LwRunSettings *settings,
                              const char *name,
                              const char *shown,
                              const char *text,
                              GError **error);
/// Checks that the settings fit each other. `prefix`: before the names of options, such as "--".
gboolean lw_run_settings_check (const LwRunSettings *settings, const char *prefix, GError **error);

G_END_DECLS
