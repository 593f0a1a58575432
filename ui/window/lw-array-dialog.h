// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks how what is selected is to be copied along a line or round a circle, and does it.

#pragma once

#include "lw-window.h"

G_BEGIN_DECLS

void lw_array_dialog_show (LwWindow *window);

G_END_DECLS
