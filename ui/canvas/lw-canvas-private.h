// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the canvas, shared by its drawing, input and tool files.

#pragma once

#include "lw-backdrop.h"
#include "lw-canvas.h"
#include "lw-appearance.h"
#include "lw-pan-layer.h"
#include "lw-reach.h"
#include "lw-scene.h"
#include "lw-tiles.h"
#include "lw-trace-layer.h"

G_BEGIN_DECLS

struct _LwCanvas
{
  GtkWidget parent_instance;

  // Owned
  LwPlayer *player;
  LwSelection *selection; ///< NULL if nothing can be selected
  LwTools *tools;         ///< NULL if nothing can be edited
  LwMechanism *preview;   ///< the mechanism after the current gesture; NULL if there is none
  LwScene *preview_scene; ///< NULL if the preview cannot be shown
  MbdState *preview_state;
  bool ignores_tools;
  bool preview_held; ///< shows the preview of an edit until its player is set
  LwAppearance *look;
  LwScene *scene;
  MbdState *state;
  cairo_surface_t *sheet; ///< paper, background image, grid and rulers
  LwBackdrop backdrop;
  cairo_surface_t *frames[2];
  LwTiles *tiles;    ///< frames of a mechanism at rest
  LwPanLayer *crowd; ///< the mechanism while panning, if drawing it takes long
  LwTraceLayer traces;
  double *pose;           ///< shown instead of the displayed time's positions; may be NULL
  guint reach_id;         ///< timeout before the search for the reach begins
  GCancellable *reaching; ///< set while the reach of the motion is being computed
  LwLargest *reactions;   ///< largest reactions of the run, as far as it is known

  LwView view;
  int frame;      ///< index of the frame on the screen
  cairo_t *cairo; ///< set while drawing
  LwReach reach;  ///< its reactions are in `reactions`
  bool reach_known;
  LwView sheet_view; ///< view of the drawn sheet
  bool sheet_drawn;  ///< true if the sheet is drawn for the current view and look
  bool only_panned;  ///< true if only the view has moved since the last frame
  enum
  {
    LW_POSE_STALE,
    LW_POSE_TAKEN,      ///< the state is at the displayed time
    LW_POSE_SOLVED,     ///< its reactions have been computed too
    LW_POSE_UNSOLVABLE, ///< its reactions cannot be computed
  } pose_state;
  bool fit_pending; ///< fit as soon as the size is known
  bool fitted;      ///< true until the user changes the view
  bool compact;
  bool bare;
  bool show_scales;
  LwOverlays overlays;
  double arrow_factor;
  bool pointer_inside;
  double pointer_x, pointer_y;
  double drag_x, drag_y; ///< offset of the drag that has been applied to the view
  bool dragged;          ///< beyond the threshold of a click
  bool drag_turns;       ///< turns a spatial view; else the drag pans
  bool drag_draws;       ///< the drag belongs to a tool
  bool drag_scales;      ///< drags the tip of an arrow of the scale card
  double scale_base;     ///< px, start of that arrow; below its length at the press
  double scale_length;
  double scale_factor;         ///< factor of all arrows at the press
  bool pressed_element;        ///< true if the tool was pressed on an element
  double pressed_x, pressed_y; ///< position of that press, px
  double clicked_x, clicked_y; ///< position of the last click, px
  LwElementRef clicked;        ///< element that the click selected
  bool repeats_click;          ///< true if the press is at the position of the last click
  bool was_held;               ///< by the Hand, at the last "changed" of the tools
  int pulled_body;             ///< index in the model of the body that the Hand pulls; 0 if none
  double pulled_point[3];
  double pinch_scale;
};

/// Emits the pointer position in world coordinates, m.
void lw_canvas_report_pointer (LwCanvas *self);
/// Draws the next frame, in which more than the view has changed.
void lw_canvas_redraw (LwCanvas *self);
void lw_canvas_view_changed (LwCanvas *self);
void lw_canvas_zoom_at (LwCanvas *self, double x, double y, double factor);
/// Sets the state to the displayed time.
void lw_canvas_take_pose (LwCanvas *self);

/// Computes the box round the known motion and the taken pose, m. Returns false if nothing is visible.
bool lw_canvas_find_known_box (LwCanvas *self, double minimum[3], double maximum[3]);
/// Returns the size of the rulers, px; 0 if there are none.
double lw_canvas_get_ruler_size (LwCanvas *self);

// lw-canvas-frames.c
void lw_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
/// Releases the sheet and the frames: their size, resolution or palette has changed.
void lw_canvas_drop_images (LwCanvas *self);

bool lw_canvas_has_tools (LwCanvas *self);
void lw_canvas_tools_press (LwCanvas *self, double x, double y, GdkModifierType state);
/// Passes a motion of the pointer to the tools. `dragging`: true if the button is held.
void
lw_canvas_tools_move (LwCanvas *self, double x, double y, GdkModifierType state, bool dragging);
void lw_canvas_tools_release (LwCanvas *self, double x, double y, GdkModifierType state);
void lw_canvas_add_tool_keys (LwCanvas *self);
/// Shows the cursor of the tool, depending on whether it is over an element.
void lw_canvas_show_cursor (LwCanvas *self, bool over_element);
/// Returns the scene of the gesture's result; NULL if there is none.
LwScene *
lw_canvas_get_preview (LwCanvas *self, MbdState **state, LwElementRef *made, const GArray **lit);
void lw_canvas_draw_tools (LwCanvas *self, LwPainter *painter);
/// Returns true if the Hand holds the mechanism in a pose that differs from the displayed time.
/// lw_canvas_take_held_pose () sets the state to that pose.
bool lw_canvas_is_held (LwCanvas *self);
void lw_canvas_take_held_pose (LwCanvas *self);

/// Grabs the body under the pointer with the Hand while the mechanism runs. Returns false if it
/// does not run.
bool lw_canvas_pull_press (LwCanvas *self, double x, double y);
/// Returns false if nothing is grabbed.
bool lw_canvas_pull_move (LwCanvas *self, double x, double y);
bool lw_canvas_pull_release (LwCanvas *self);
/// Draws the force with which the Hand pulls at the displayed time.
void lw_canvas_draw_pull (LwCanvas *self, LwPainter *painter);

void lw_canvas_install_keys (GtkWidgetClass *widget_class);
void lw_canvas_add_controllers (LwCanvas *self);

/// Finds the link whose length is drawn at a position of the widget, px. Returns false if there is
/// none, and leaves *found unchanged.
bool lw_canvas_find_length (LwCanvas *self, double x, double y, LwElementRef *found);

/// Tips of the arrows on the scale card (lw-canvas-scale.c); positions in px.
bool lw_canvas_is_on_scale (LwCanvas *self, double x, double y);
bool lw_canvas_press_scale (LwCanvas *self, double x, double y);
void lw_canvas_drag_scale (LwCanvas *self, double x);
void lw_canvas_release_scale (LwCanvas *self);

G_END_DECLS
