// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bar below the canvas: to start, play, step, speed, time and the scrub bar. The buttons are
// bound to the actions of the window; the scrub bar seeks in the player.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"
#include "lw-loop-button.h"
#include "lw-run-list.h"

G_BEGIN_DECLS

#define LW_TYPE_TRANSPORT (lw_transport_get_type ())
G_DECLARE_FINAL_TYPE (LwTransport, lw_transport, LW, TRANSPORT, GtkBox)

void lw_transport_set_player (LwTransport *self, LwPlayer *player);
/// Returns the displayed form of a speed, e.g. "0.5 ×". Free with g_free ().
char *lw_transport_dup_speed_text (double speed);

/// Amount of room for widgets beside the scrub bar.
typedef enum
{
  LW_TRANSPORT_WIDE,
  LW_TRANSPORT_SHORT,  ///< without the duration and the name of the run
  LW_TRANSPORT_NARROW, ///< also with rarely used controls in a menu
} LwTransportRoom;

void lw_transport_set_room (LwTransport *self, LwTransportRoom room);

LwLoopButton *lw_transport_get_loop_button (LwTransport *self);
LwRunList *lw_transport_get_run_list (LwTransport *self);

G_END_DECLS
