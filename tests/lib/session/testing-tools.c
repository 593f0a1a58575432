// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "testing-tools.h"

#include <string.h>

#include "lw-pick.h"
#include "lw-text.h"

#define PX_PER_M 400
#define PICK_REACH_PX 5

static void
edited_cb (TestingCanvas *canvas, LwMechanism *next, const char *name)
{
  lw_document_edit (canvas->document, name, next);
}

static void
refused_cb (TestingCanvas *canvas, const char *sentence)
{
  g_free (canvas->refused);
  canvas->refused = g_strdup (sentence);
}

static void
changed_cb (TestingCanvas *canvas)
{
  lw_tools_set_mechanism (canvas->tools, lw_document_get_mechanism (canvas->document));
}

TestingCanvas *
testing_canvas_new (const char *text)
{
  static const LwToolView view = {
    .px_per_m = PX_PER_M,
    .grid = 0.05,
    .link_width_px = 24,
    .newton_per_px = 0.1,
    .speed_per_px = 0.01,
  };
  TestingCanvas *canvas = g_new0 (TestingCanvas, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism =
    text != NULL ? lw_text_parse (text, -1, &error) : lw_mechanism_new ();

  g_assert_no_error (error);
  canvas->document = lw_document_new (mechanism);
  canvas->selection = lw_selection_new ();
  canvas->tools = lw_tools_new (canvas->selection);
  canvas->view = view;
  canvas->view.units = lw_units_default ();
  lw_tools_set_view (canvas->tools, &canvas->view);
  lw_tools_set_mechanism (canvas->tools, mechanism);
  g_signal_connect_swapped (canvas->tools, "edited", G_CALLBACK (edited_cb), canvas);
  g_signal_connect_swapped (canvas->tools, "refused", G_CALLBACK (refused_cb), canvas);
  g_signal_connect_swapped (canvas->document, "changed", G_CALLBACK (changed_cb), canvas);
  return canvas;
}

void
testing_canvas_free (TestingCanvas *canvas)
{
  g_assert_finalize_object (canvas->tools);
  g_assert_finalize_object (canvas->document);
  g_assert_finalize_object (canvas->selection);
  g_free (canvas->refused);
  g_free (canvas);
}

LwMechanism *
testing_canvas_mechanism (TestingCanvas *canvas)
{
  return lw_document_get_mechanism (canvas->document);
}

/// Returns the element that a press at this place selects, as the canvas finds it.
static LwElementRef
find_under (TestingCanvas *canvas, double x, double y)
{
  LwElementRef found = { LW_SELECTION_NONE, 0 };
  LwMechanism *mechanism = testing_canvas_mechanism (canvas);
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  LwScene *scene;
  MbdState *state;
  LwView view;

  if (model == NULL)
    return found;
  scene = lw_scene_new (mechanism, model);
  state = mbd_state_new (model);
  lw_view_init (&view, 1000, 800, false);
  lw_scene_pick (scene, state, &view, 500 + PX_PER_M * x, 400 - PX_PER_M * y, PICK_REACH_PX,
                 &found);
  lw_scene_free (scene);
  mbd_state_free (state);
  mbd_model_unref (model);
  return found;
}

static void
press (TestingCanvas *canvas, double x, double y)
{
  lw_tools_move (canvas->tools, x, y, canvas->modifiers);
  lw_tools_press (canvas->tools, x, y, canvas->modifiers, find_under (canvas, x, y));
}

/// Drags through places between the ends.
static void
drag (TestingCanvas *canvas, double x1, double y1, double x2, double y2)
{
  press (canvas, x1, y1);
  for (int i = 1; i <= 4; i++)
    lw_tools_move (canvas->tools, x1 + 0.25 * i * (x2 - x1), y1 + 0.25 * i * (y2 - y1),
                   canvas->modifiers);
  lw_tools_release (canvas->tools, x2, y2, canvas->modifiers);
}

static LwToolKey
find_key (const char *name)
{
  static const char *const names[] = { "enter", "escape", "tab", "backspace", "delete",
                                       "left",  "right",  "up",  "down" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i]) == 0)
      return (LwToolKey) i;
  g_error ("there is no key \"%s\"", name);
}

static LwToolKind
find_tool (const char *name)
{
  for (int i = 0; i < LW_N_TOOLS; i++)
    if (strcmp (name, lw_tool_get_info ((LwToolKind) i)->name) == 0)
      return (LwToolKind) i;
  g_error ("there is no tool \"%s\"", name);
}

static double
number (char **word)
{
  g_assert_nonnull (*word);
  return g_ascii_strtod (*word, NULL);
}

void
testing_canvas_do (TestingCanvas *canvas, const char *script)
{
  g_auto (GStrv) words = g_strsplit (script, " ", -1);

  for (char **word = words; *word != NULL; word++) {
    if (strcmp (*word, "tool") == 0) {
      lw_tools_choose (canvas->tools, find_tool (*++word));
    } else if (strcmp (*word, "drag") == 0) {
      drag (canvas, number (word + 1), number (word + 2), number (word + 3), number (word + 4));
      word += 4;
    } else if (strcmp (*word, "click") == 0) {
      press (canvas, number (word + 1), number (word + 2));
      lw_tools_release (canvas->tools, number (word + 1), number (word + 2), canvas->modifiers);
      word += 2;
    } else if (strcmp (*word, "press") == 0) {
      press (canvas, number (word + 1), number (word + 2));
      word += 2;
    } else if (strcmp (*word, "move") == 0) {
      lw_tools_move (canvas->tools, number (word + 1), number (word + 2), canvas->modifiers);
      word += 2;
    } else if (strcmp (*word, "release") == 0) {
      lw_tools_release (canvas->tools, number (word + 1), number (word + 2), canvas->modifiers);
      word += 2;
    } else if (strcmp (*word, "key") == 0) {
      lw_tools_key (canvas->tools, find_key (*++word), canvas->modifiers);
    } else if (strcmp (*word, "type") == 0) {
      for (const char *c = *++word; *c != '\0'; c = g_utf8_next_char (c))
        lw_tools_type (canvas->tools, g_utf8_get_char (c));
    } else if (strcmp (*word, "undo") == 0) {
      lw_document_undo (canvas->document);
    } else if (strcmp (*word, "shift") == 0) {
      canvas->modifiers = LW_TOOL_SHIFT;
    } else if (strcmp (*word, "control") == 0) {
      canvas->modifiers = LW_TOOL_CONTROL;
    } else if (strcmp (*word, "plain") == 0) {
      canvas->modifiers = 0;
    } else if (**word != '\0') {
      g_error ("there is no word \"%s\"", *word);
    }
  }
}

const LwHandle *
testing_canvas_find_handle (TestingCanvas *canvas, LwHandleKind kind, guint index)
{
  LwToolFeedback feedback;

  lw_tools_get_feedback (canvas->tools, &feedback);
  for (guint i = 0; feedback.handles != NULL && i < feedback.handles->len; i++) {
    const LwHandle *handle = &((const LwHandle *) (void *) feedback.handles->data)[i];

    if (handle->kind == kind && handle->index == index)
      return handle;
  }
  return NULL;
}
