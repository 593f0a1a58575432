// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the canvas share: one draws, one takes pointer and keys, one has the tools.

#pragma once

#include "lw-backdrop.h"
#include "lw-canvas.h"
#include "lw-appearance.h"
#include "lw-pan-layer.h"
#include "lw-reach.h"
#include "lw-scene.h"
#include "lw-trace-layer.h"

G_BEGIN_DECLS

struct _LwCanvas
{
  GtkWidget parent_instance;

  // Owned
  LwPlayer *player;
  LwSelection *selection; ///< NULL: nothing can be selected
  LwTools *tools;         ///< NULL: nothing can be edited
  LwMechanism *preview;   ///< as it would be after the gesture; NULL: as it is
  LwScene *preview_scene; ///< NULL: it cannot be shown
  MbdState *preview_state;
  LwAppearance *look;
  LwScene *scene;
  MbdState *state;
  cairo_surface_t *sheet; ///< paper, background image, grid and rulers
  LwBackdrop backdrop;
  cairo_surface_t *frames[2];
  LwPanLayer *crowd; ///< the mechanism while it is panned, where drawing it takes long
  LwTraceLayer traces;
  double *pose;           ///< shown in place of the instant; NULL: the instant is
  guint reach_id;         ///< until it is begun to be found
  GCancellable *reaching; ///< while the reach of the motion is being found
  LwLargest *reactions;   ///< of the run as far as it is known

  LwView view;
  int frame;      ///< which of them is on the screen
  cairo_t *cairo; ///< while drawing
  LwReach reach;  ///< without the reactions
  bool reach_known;
  bool sheet_drawn; ///< and the view and look are as they were then
  bool only_panned; ///< since the last frame
  enum
  {
    LW_POSE_STALE,
    LW_POSE_TAKEN,      ///< the state is that of the shown instant
    LW_POSE_SOLVED,     ///< with its reactions
    LW_POSE_UNSOLVABLE, ///< which cannot be found
  } pose_state;
  bool fit_pending; ///< fit as soon as the size is known
  bool fitted;      ///< and the user has not changed the view since
  bool compact;
  bool bare;
  bool show_scales;
  LwOverlays overlays;
  double arrow_factor;
  bool pointer_inside;
  double pointer_x, pointer_y;
  double drag_x, drag_y; ///< offset of the drag that has been taken into the view
  bool dragged;          ///< beyond a trembling click
  bool drag_turns;       ///< a spatial view, else it pans
  bool drag_draws;       ///< a tool is used
  bool drag_scales;      ///< the tip of an arrow of the scale card
  double scale_base;     ///< px, where that arrow begins, and its length when it was pressed
  double scale_length;
  double scale_factor;         ///< of all arrows then
  bool pressed_element;        ///< by that tool
  double pressed_x, pressed_y; ///< where
  double clicked_x, clicked_y; ///< of the last click
  LwElementRef clicked;        ///< what it took
  bool repeats_click;          ///< the press is where that click was
  bool was_held;               ///< by the Hand, when the tools told of a change last
  int pulled_body; ///< that the Hand pulls while it runs, by index in the model; 0: it does not
  double pulled_point[3];
  double pinch_scale;
};

/// Tell where the pointer is in the world.
void lw_canvas_report_pointer (LwCanvas *self);
/// Draw the next frame; what is shown has changed, not only the view.
void lw_canvas_redraw (LwCanvas *self);
void lw_canvas_view_changed (LwCanvas *self);
void lw_canvas_zoom_at (LwCanvas *self, double x, double y, double factor);
/// The state becomes that of the shown instant.
void lw_canvas_take_pose (LwCanvas *self);

bool lw_canvas_has_tools (LwCanvas *self);
void lw_canvas_tools_press (LwCanvas *self, double x, double y, GdkModifierType state);
/// `dragging`: the button is held.
void
lw_canvas_tools_move (LwCanvas *self, double x, double y, GdkModifierType state, bool dragging);
void lw_canvas_tools_release (LwCanvas *self, double x, double y, GdkModifierType state);
void lw_canvas_add_tool_keys (LwCanvas *self);
/// The cursor of the tool, over something or not.
void lw_canvas_show_cursor (LwCanvas *self, bool over_element);
/// What the gesture would make; NULL: what is there.
LwScene *lw_canvas_get_preview (LwCanvas *self, MbdState **state, LwElementRef *made);
void lw_canvas_draw_tools (LwCanvas *self, LwPainter *painter);
/// The Hand holds the mechanism in another pose than that of the instant, which the state takes.
bool lw_canvas_is_held (LwCanvas *self);
void lw_canvas_take_held_pose (LwCanvas *self);

/// The Hand takes hold of what is under the pointer of a mechanism that runs; false when it does
/// not run.
bool lw_canvas_pull_press (LwCanvas *self, double x, double y);
bool lw_canvas_pull_move (LwCanvas *self, double x, double y); ///< false: it holds nothing
bool lw_canvas_pull_release (LwCanvas *self);
/// The force with which the shown instant is pulled.
void lw_canvas_draw_pull (LwCanvas *self, LwPainter *painter);

void lw_canvas_install_keys (GtkWidgetClass *widget_class);
void lw_canvas_add_controllers (LwCanvas *self);

/// The link whose length is drawn at a place of the widget. False: none, and *found stays.
bool lw_canvas_find_length (LwCanvas *self, double x, double y, LwElementRef *found);

/// The tips of the arrows on the scale card (lw-canvas-scale.c); places in px.
bool lw_canvas_is_on_scale (LwCanvas *self, double x, double y);
bool lw_canvas_press_scale (LwCanvas *self, double x, double y);
void lw_canvas_drag_scale (LwCanvas *self, double x);
void lw_canvas_release_scale (LwCanvas *self);

G_END_DECLS
