// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of commands and keys.

#pragma once

#include "lw-help-book.h"

G_BEGIN_DECLS

/// Adds "commands", with all actions, and "keys", with the list that Ctrl+? shows.
void lw_help_add_commands (LwHelpBook *book);

G_END_DECLS
