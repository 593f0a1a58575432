// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What icons of GTK 4.8 have to be kept from.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Call it once, when GTK is ready, in the thread of the main loop; from then on every icon ends
/// there.
///
/// GTK draws icons in other threads, and what it keeps them in for the next who asks holds no
/// reference: an icon takes itself out when it is finalized. Where the window was closed, or has
/// changed its icons, before such a thread is done, the icon ends in that thread, and who asks for
/// it in that moment is given an object that is being freed.
void lw_icon_guard_install (void);

G_END_DECLS
