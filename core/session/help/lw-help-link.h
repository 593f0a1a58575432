// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links to the pages of things: tools, elements, numbers, messages. Free them with g_free ().

#pragma once

#include "lw-kind.h"
#include "lw-mechanism.h"
#include "lw-tool.h"

G_BEGIN_DECLS

char *lw_help_dup_tool_link (LwToolKind tool);
char *lw_help_dup_kind_link (const LwKind *kind);
/// Returns the page of an element; of LW_SELECTION_NONE that of the mechanism.
char *lw_help_dup_element_link (const LwMechanism *mechanism, LwElementRef element);
/// Returns the element to which a channel belongs; of kind LW_SELECTION_NONE: the whole mechanism.
LwElementRef lw_help_find_owner (const LwMechanism *mechanism, const char *channel);
/// Returns the page and row of a channel of a mechanism; NULL if it is defined by a formula.
char *lw_help_dup_channel_link (const LwMechanism *mechanism, const char *channel);
/// Returns the page and heading that explain an error message; NULL if there are none.
char *lw_help_dup_message_link (const char *sentence);

G_END_DECLS
