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

/// Returns a new thumbnail. Emits "loaded" when the file has been read; the argument is an
/// LwMechanism or NULL.
GtkWidget *lw_thumbnail_new (GFile *file, int width, int height);
bool lw_thumbnail_get_playing (LwThumbnail *self);
/// Plays the first seconds repeatedly; shows the start again when stopped.
void lw_thumbnail_set_playing (LwThumbnail *self, bool playing);
double lw_thumbnail_get_time (LwThumbnail *self); ///< s, displayed time

G_END_DECLS
