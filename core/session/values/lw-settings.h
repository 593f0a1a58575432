// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stored settings of the program. All calls work without the installed schema: a program started
// from a build directory, or after an incomplete upgrade, must open anyway.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

G_BEGIN_DECLS

/// Returns the settings; NULL if the schema is not installed (transfer full).
GSettings *lw_settings_new (void);
/// Returns true if the key can be used; `settings` may be NULL.
bool lw_settings_has_key (GSettings *settings, const char *key);

G_END_DECLS
