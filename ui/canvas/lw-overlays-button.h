// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A button for the overlays of the canvas: a toggle for each, with a picture of it that serves as a
// legend, and the length of the arrows.

#pragma once

#include "lw-canvas.h"

G_BEGIN_DECLS

#define LW_TYPE_OVERLAYS_BUTTON (lw_overlays_button_get_type ())
G_DECLARE_FINAL_TYPE (LwOverlaysButton, lw_overlays_button, LW, OVERLAYS_BUTTON, GtkBox)

/// Sets the canvas whose overlays are switched; borrowed, because both live in one window.
void lw_overlays_button_set_canvas (LwOverlaysButton *self, LwCanvas *canvas);
void lw_overlays_button_popup (LwOverlaysButton *self);

G_END_DECLS
