// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dialog that copies the selection along a line or round a circle.

#pragma once

#include "lw-window.h"

G_BEGIN_DECLS

void lw_array_dialog_show (LwWindow *window);

G_END_DECLS
