// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small picture of the mechanism in a file, drawn by the same code as the canvas. It can play the
// motion.

#pragma once

#include <gtk/gtk.h>

#include "lw-mechanism.h"

G_BEGIN_DECLS

#define LW_TYPE_THUMBNAIL (lw_thumbnail_get_type ())
G_DECLARE_FINAL_TYPE (LwThumbnail, lw_thumbnail, LW, THUMBNAIL, GtkWidget)

/// Returns a new thumbnail, empty until it is loaded. Emits "loaded" when the file has been read and
/// its motion computed; the argument is an LwMechanism or NULL.
GtkWidget *lw_thumbnail_new (GFile *file, int width, int height);
void lw_thumbnail_load (LwThumbnail *self);       ///< once; later calls do nothing
bool lw_thumbnail_is_loading (LwThumbnail *self); ///< or has been loaded
bool lw_thumbnail_is_loaded (LwThumbnail *self);
void lw_thumbnail_set_speed (LwThumbnail *self, double speed); ///< seconds of the motion per second
bool lw_thumbnail_get_playing (LwThumbnail *self);
/// Plays the first seconds repeatedly, as soon as they are loaded; shows the start again when
/// stopped.
void lw_thumbnail_set_playing (LwThumbnail *self, bool playing);
double lw_thumbnail_get_time (LwThumbnail *self); ///< s, displayed time

G_END_DECLS
