// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A canvas without a window: gestures written as words are passed to the tools, with a view of 400
// px per metre and a grid of 50 mm.

#pragma once

#include "lw-document.h"
#include "lw-tool-handle.h"
#include "lw-tool.h"

typedef struct
{
  LwTools *tools;
  LwSelection *selection;
  LwDocument *document;
  unsigned modifiers;
  LwToolView view; ///< must be passed to the tools after a change
  char *refused;   ///< last message; NULL if none
} TestingCanvas;

/// Creates a canvas. `text` is a mechanism in text form; NULL for an empty one.
TestingCanvas *testing_canvas_new (const char *text);
void testing_canvas_free (TestingCanvas *canvas);
/// Executes words, separated by spaces: "tool link", "drag X Y X Y", "click X Y", "press X Y",
/// "move X Y", "release X Y", "key NAME", "type TEXT", "shift", "control", "plain" (no modifier),
/// "undo".
void testing_canvas_do (TestingCanvas *canvas, const char *script);
LwMechanism *testing_canvas_mechanism (TestingCanvas *canvas);
/// Returns a handle of the selection; NULL if there is none. Valid until the next gesture.
const LwHandle *testing_canvas_find_handle (TestingCanvas *canvas, LwHandleKind kind, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestingCanvas, testing_canvas_free)
