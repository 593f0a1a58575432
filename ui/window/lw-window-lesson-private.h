// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The open lesson of a window, for the files that show and write lessons.

#pragma once

#include "lw-window-private.h"

G_BEGIN_DECLS

/// The open lesson.
struct _LwWindowLesson
{
  LwLessonPanel *panel;
  LwLessonEditor *editor;
  GtkStack *stack;      ///< panel and editor, a page of the sidebar
  LwDocument *document; ///< weak; document of the open lesson
  LwMechanism *own;     ///< owned; whose lesson is open; NULL if it is not the document's
  bool plots_before;    ///< true if plots were shown before the lesson
  GFile *next;          ///< lesson to open after the question about unsaved changes
};

G_END_DECLS
