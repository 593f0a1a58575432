// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families of the engine's messages, one page each.

#pragma once

#include <glib.h>

#include "mbd-status.h"

G_BEGIN_DECLS

int lw_help_messages_n (void); ///< number of status codes
/// Returns the page on which a status is explained; NULL for a status without a message.
const char *lw_help_messages_family (MbdStatus status);
/// Returns its heading on this page. Free with g_free ().
char *lw_help_messages_dup_anchor (MbdStatus status);

G_END_DECLS
