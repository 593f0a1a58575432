// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// All channels of a mechanism in a list with a search field, in a popover.

#pragma once

#include <gtk/gtk.h>

#include "lw-channels.h"

G_BEGIN_DECLS

#define LW_TYPE_CHANNEL_LIST (lw_channel_list_get_type ())
G_DECLARE_FINAL_TYPE (LwChannelList, lw_channel_list, LW, CHANNEL_LIST, GtkPopover)

/// Returns a new popover. Emits "chosen" with the index of the channel; stays open, so that several
/// can be chosen.
GtkWidget *lw_channel_list_new (LwChannels *channels);

G_END_DECLS
