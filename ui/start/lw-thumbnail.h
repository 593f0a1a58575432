// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small picture of a mechanism in a file, drawn by the same code as the canvas. It moves when it
// is asked to.

#pragma once

#include <gtk/gtk.h>

#include "lw-mechanism.h"

G_BEGIN_DECLS

#define LW_TYPE_THUMBNAIL (lw_thumbnail_get_type ())
G_DECLARE_FINAL_TYPE (LwThumbnail, lw_thumbnail, LW, THUMBNAIL, GtkWidget)

/// Emits "loaded" when the file has been read; LwMechanism or NULL.
GtkWidget *lw_thumbnail_new (GFile *file, int width, int height);
bool lw_thumbnail_get_playing (LwThumbnail *self);
/// Play the first seconds over and over; at the end the start is shown again.
void lw_thumbnail_set_playing (LwThumbnail *self, bool playing);
double lw_thumbnail_get_time (LwThumbnail *self); ///< s, that is shown

G_END_DECLS
