// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <gtk/gtk.h>

#include "lw-lesson.h"

G_BEGIN_DECLS

/// Returns a picture of a step with its caption; a label that says what is missing if it cannot be shown.
GtkWidget *lw_lesson_picture_view_new (const LwLessonPicture *picture, const char *language);

G_END_DECLS
