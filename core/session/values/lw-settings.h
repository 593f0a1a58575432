// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the program remembers. Every call does without the installed schema: a program started from
// a build directory, or after half an upgrade, must open all the same.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

G_BEGIN_DECLS

/// NULL when the schema is not installed (transfer full).
GSettings *lw_settings_new (void);
/// True when the key can be used; `settings` may be NULL.
bool lw_settings_has_key (GSettings *settings, const char *key);

G_END_DECLS
