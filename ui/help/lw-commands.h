// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one table of actions: their purpose, and the key that works everywhere.

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *action;
  const char *about; ///< sentence for the help, translatable; NULL: used only within the program
  const char *key;   ///< accelerator; NULL: none, or one of a part of the window
} LwCommand;

const LwCommand *lw_commands_get (guint *n);
const LwCommand *lw_command_find (const char *action); ///< NULL if it is not in the table

G_END_DECLS
