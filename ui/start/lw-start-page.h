// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The start page of a window in which nothing is open: New, Open, the recent files, the examples.
// It only activates actions of the window: win.new, win.open, win.open-file and win.open-example
// with a URI.

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LW_TYPE_START_PAGE (lw_start_page_get_type ())
G_DECLARE_FINAL_TYPE (LwStartPage, lw_start_page, LW, START_PAGE, GtkWidget)

void lw_start_page_set_narrow (LwStartPage *self, bool narrow);

G_END_DECLS
