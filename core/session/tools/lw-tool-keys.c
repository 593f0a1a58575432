// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Use of tools with the keyboard only: the crosshair moved by arrow keys, Enter for a press, typed
// numbers, Esc.

#include <string.h>

#include "lw-tool-private.h"

#define FINE_STEP 0.1 ///< in parts of the grid, with Ctrl

/// Takes hold of the body at the candidate, or releases it.
static void
press_by_key (LwTools *self)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);

  self->crosshair = true;
  self->pointer[0] = self->candidate.x;
  self->pointer[1] = self->candidate.y;
  if (self->hand == NULL) {
    self->press[0] = self->candidate.x;
    self->press[1] = self->candidate.y;
    class->press (self, (LwElementRef){ LW_SELECTION_NONE, 0 });
  } else {
    class->move (self);
    class->release (self);
  }
  lw_tool_entry_clear (&self->entry);
}

/// Handles Enter, which replaces a press and a release. Refuses typed text that is not a number.
static void
enter (LwTools *self)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);
  g_autoptr (GError) error = NULL;

  if (lw_tools_is_asking (self)) {
    if (lw_tools_take_answer (self))
      lw_tools_finish (self);
    return;
  }
  if (!self->inside) {
    self->inside = true;
    self->crosshair = true;
    memcpy (self->pointer, self->view.centre, sizeof self->pointer);
  }
  if (!lw_tools_find_candidate (self, &error)) {
    lw_tools_refuse (self, error->message);
    return;
  }
  self->pressed = false;
  // The crosshair moves to the point taken, which may come from typed numbers.
  if (self->crosshair || !lw_tool_entry_is_empty (&self->entry)) {
    self->crosshair = true;
    self->pointer[0] = self->candidate.x;
    self->pointer[1] = self->candidate.y;
  }
  if (class->press != NULL) {
    press_by_key (self);
  } else if (self->points->len == 0) {
    if (lw_tools_take_first (self) && class->n_points == 1)
      lw_tools_finish (self);
  } else if (class->n_points == 0 && self->points->len >= 3 && !self->crosshair
             && lw_tool_entry_is_empty (&self->entry)) {
    lw_tools_finish (self);
  } else if (class->ends_anywhere && !self->crosshair && lw_tool_entry_is_empty (&self->entry)) {
    lw_tools_finish (self);
  } else {
    lw_tools_take_next (self);
  }
  lw_tools_update (self);
}

/// Leaves the current typing, gesture or tool, in this order.
static bool
escape (LwTools *self)
{
  const bool was_busy = lw_tools_is_busy (self);

  if (!lw_tool_entry_is_empty (&self->entry)) {
    lw_tool_entry_clear (&self->entry);
    lw_tools_update (self);
    return true;
  }
  if (!was_busy && self->tool == LW_TOOL_SELECT)
    return false;
  lw_tools_end_gesture (self);
  self->crosshair = false;
  if (!was_busy || !(self->kept || lw_tool_get_class (self->tool)->stays))
    lw_tools_set_tool (self, LW_TOOL_SELECT, false);
  lw_tools_update (self);
  return true;
}

static void
move_crosshair (LwTools *self, double dx, double dy)
{
  const bool fine = self->modifiers & LW_TOOL_CONTROL;
  const double step = self->view.grid * (fine ? FINE_STEP : 1);
  const double from[2] = { self->candidate.x, self->candidate.y };

  for (int i = 0; i < 2; i++) {
    const double start = self->inside ? from[i] : self->view.centre[i];

    self->pointer[i] = lw_snap_round (start + step * (i == 0 ? dx : dy), step);
  }
  self->inside = true;
  self->crosshair = true;
  lw_tools_update (self);
}

bool
lw_tools_key (LwTools *self, LwToolKey key, unsigned modifiers)
{
  static const double steps[][2] = { { -1, 0 }, { 1, 0 }, { 0, 1 }, { 0, -1 } };
  const bool asking = lw_tools_is_asking (self);
  GString *text;

  g_return_val_if_fail (LW_IS_TOOLS (self), false);

  self->modifiers = modifiers;
  if (key == LW_TOOL_KEY_ESCAPE)
    return escape (self);
  if (lw_tool_get_class (self->tool)->key != NULL)
    return lw_tool_get_class (self->tool)->key (self, key);
  switch (key) {
  case LW_TOOL_KEY_ENTER:
    enter (self);
    return true;
  case LW_TOOL_KEY_TAB:
    if (lw_tool_entry_is_empty (&self->entry) && self->points->len == 0)
      return lw_tools_choose_next_pair (self, modifiers & LW_TOOL_SHIFT ? -1 : 1);
    if (asking)
      return true;
    self->entry.field = 1 - self->entry.field;
    lw_tools_update (self);
    return true;
  case LW_TOOL_KEY_BACKSPACE:
    text = self->entry.text[self->entry.field];
    if (text->len == 0)
      return false;
    g_string_truncate (text, (gsize) (g_utf8_prev_char (text->str + text->len) - text->str));
    lw_tools_update (self);
    return true;
  case LW_TOOL_KEY_LEFT:
  case LW_TOOL_KEY_RIGHT:
  case LW_TOOL_KEY_UP:
  case LW_TOOL_KEY_DOWN:
    if (!asking)
      move_crosshair (self, steps[key - LW_TOOL_KEY_LEFT][0], steps[key - LW_TOOL_KEY_LEFT][1]);
    return true;
  case LW_TOOL_KEY_DELETE:
  case LW_TOOL_KEY_ESCAPE:
    break;
  }
  return false;
}

static bool
begins_parameter (LwTools *self, gunichar character)
{
  for (guint i = 0; i < lw_mechanism_get_n_parameters (self->mechanism); i++)
    if (g_utf8_get_char (lw_mechanism_get_parameter (self->mechanism, i)->name) == character)
      return true;
  return false;
}

/// Returns true if a letter is text rather than the key of a tool. While an element is being
/// placed, changing the tool would discard it, so letters are text. At the end of a chain nothing
/// would be lost; there only the first letters of parameters are text.
static bool
takes_letter (LwTools *self, gunichar character)
{
  if (!lw_tool_entry_is_empty (&self->entry) || self->hand != NULL)
    return true;
  return self->points->len > 0 && (!self->chained || begins_parameter (self, character));
}

bool
lw_tools_type (LwTools *self, gunichar character)
{
  g_return_val_if_fail (LW_IS_TOOLS (self), false);

  if (lw_tool_get_class (self->tool)->key != NULL
      || !lw_tool_entry_type (&self->entry, character, takes_letter (self, character)))
    return false;
  // A typed position replaces the position of the pointer.
  if (lw_tool_get_class (self->tool)->press != NULL)
    self->crosshair = true;
  if (!self->inside) {
    self->inside = true;
    self->crosshair = true;
    memcpy (self->pointer, self->view.centre, sizeof self->pointer);
  }
  lw_tools_update (self);
  return true;
}
