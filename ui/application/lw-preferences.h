// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The preferences window. Changes take effect immediately.

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LW_TYPE_PREFERENCES (lw_preferences_get_type ())
G_DECLARE_FINAL_TYPE (LwPreferences, lw_preferences, LW, PREFERENCES, AdwPreferencesWindow)

void lw_preferences_show (GtkWindow *parent);

G_END_DECLS
