// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work-around for icons that GTK 4.8 finalizes in other threads.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Makes every icon be disposed of in the main thread. Call it once, in the main thread, when GTK
/// is ready.
///
/// GTK draws icons in other threads, and its icon cache holds no references: an icon removes itself
/// from the cache when it is finalized. If the window is closed, or has changed its icons, before
/// such a thread has finished, the icon is finalized in that thread, and the main thread can get an
/// object from the cache that is being freed.
void lw_icon_guard_install (void);

G_END_DECLS
