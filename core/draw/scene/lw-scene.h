// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism prepared for repeated drawing: outlines, joints and names are looked up once, the
// pose comes from an engine state in every frame.
//
//   LwScene *scene = lw_scene_new (mechanism, model);
//   mbd_state_set (state, time, q, v);
//   mbd_state_solve (state, NULL);               // for reactions and the tension of rods
//   lw_draw_grid (painter, palette, &view, &options.units);
//   lw_draw_mechanism (scene, painter, palette, &view, state, &options);

#pragma once

#include "lw-changes.h"
#include "lw-palette.h"
#include "lw-project.h"
#include "lw-recording.h"
#include "lw-symbols.h"
#include "lw-units.h"
#include "lw-view.h"
#include "mbd.h"

G_BEGIN_DECLS

typedef struct _LwScene LwScene;

/// Creates a scene; takes references to both arguments. The model must be compiled from the
/// mechanism.
LwScene *lw_scene_new (LwMechanism *mechanism, const MbdModel *model);
void lw_scene_free (LwScene *self);

/// Returns the world width of links, m: 6 % of the median link length and at least 2 % of the
/// mechanism, rounded up to 1-2-5.
double lw_scene_get_link_width (const LwScene *self);
void lw_scene_set_link_width (LwScene *self, double width);
/// Returns the width of a link on the screen, px: world width times zoom, clamped to 10 ... 34.
double lw_scene_link_width_px (const LwScene *self, const LwView *view);
/// Computes the bounding box of the mechanism and its traces in this pose, m. Returns false if
/// nothing is visible.
bool lw_scene_box (LwScene *self, MbdState *state, double minimum[3], double maximum[3]);
/// Returns true if the elements are so many and so small that they are drawn as a crowd, which an
/// LwPanLayer can keep.
bool lw_scene_is_crowd (const LwScene *self, const LwView *view);
/// Returns true if the mechanism should be shown in a spatial view.
bool lw_scene_is_spatial (const LwScene *self);

/// Resets the scales of arrows. Arrows have one scale per kind, in px per unit. It follows the
/// largest value so far: 1-2-5, so that the largest arrow has at most 96 px. Drawing can only
/// reduce it; after a reset it can grow again.
void lw_scene_reset_scales (LwScene *self);
/// Sets the scale from the largest value of a run, if that is known (playback).
void lw_scene_set_largest (LwScene *self, LwArrowKind kind, double largest);
/// Returns the scale in px per unit; 0 if no value has been recorded.
double lw_scene_get_scale (const LwScene *self, LwArrowKind kind);

/// Sets the changes made during the run whose recordings the scene receives, and the model at the
/// start of that run. Both are borrowed until the next call. NULL if there are none.
void lw_scene_set_changes (LwScene *self, const LwChanges *changes, const MbdModel *model);
/// Updates the paths of the mechanism's tracers from the samples of a recording. Call it for every
/// frame; it reads only new samples. A different recording starts new paths; NULL clears them.
/// position_column as in lw_simulation_position_column ().
void lw_scene_update_traces (LwScene *self, const LwRecording *recording, size_t position_column);

/// Options of a drawing; start from lw_draw_options_default ().
typedef struct
{
  bool solved;        ///< the state has been solved: rods show their load, reactions can be drawn
  bool reactions;     ///< reaction arrows; default true
  bool both_bodies;   ///< also the opposite reactions, pale
  bool loads;         ///< applied forces and torques; default true
  bool velocities;    ///< arrows at tracers and centres of mass; default false
  bool accelerations; ///< arrows at tracers and centres of mass of a solved state; default false
  bool tension;       ///< rods show their load; default true
  bool fading;        ///< paths fade away; default false
  bool frames;        ///< axes of bodies; default false
  bool centres;       ///< instantaneous centres, in the plane view; default false
  /// run whose centrodes are drawn for selected bodies with `centres`; NULL if none
  const LwRecording *centrode_recording;
  size_t centrode_column; ///< first column of its positions
  bool contacts;          ///< contact points, normals, friction cones; default true
  /// array of n_touching contacts at the displayed time; NULL if none
  const MbdIntegratorContact *touching;
  guint n_touching;
  const LwRecording *ghost_recording; ///< earlier poses of this run are drawn; NULL if none
  size_t ghost_column;                ///< first column of its positions
  /// array of n_ghost_times times of the poses, s; NULL: at equal intervals before the state's time
  const double *ghost_times;
  guint n_ghost_times;
  double arrow_factor; ///< factor on the length of arrows; default 1
  bool traces;         ///< default true
  bool grounds;        ///< symbols of the ground under pins and ends; default true
  bool labels;         ///< names and values; default true
  bool masses;         ///< centres of mass; default false
  bool errors;         ///< halos about joints that are open by 1e-6 of the mechanism; default true
  bool scale_card;     ///< default true
  bool lengths;        ///< length dimensions of all links; default false
  /// length dimension of a link that is the only selected element; default true
  bool selected_length;
  /// px of the newest part of a path that are drawn; default 10000; INFINITY: all
  double trace_length;
  /// paints a picture of the paths that the caller keeps; NULL to draw the paths
  void (*paint_traces) (void *data);
  void *paint_traces_data;
  double emphasis; ///< factor on strokes; default 1; 1.6 in a presentation
  double letters;  ///< factor on the size of labels and dimensions; default 1
  double covered;  ///< px, under rulers at the left and the upper edge: without labels
  LwUnits units;   ///< units of values beside arrows; default lw_units_default ()
  LwElementRef hovered;
  const LwElementRef *lit; ///< array of n_lit elements, drawn like the hovered one
  guint n_lit;
  const LwElementRef *selected; ///< array of n_selected elements
  guint n_selected;
  const bool *failed; ///< by coupling index: drawn as errors; NULL if none
  /// by coupling index: marked as redundant; NULL to mark only those that the state leaves out
  const bool *redundant;
  /// array of n_avoided boxes (x y width height, px) in which no label is put; NULL if none
  const double *avoided;
  guint n_avoided;
  /// velocities that the constraints allow, with the length of v of the state: their directions are
  /// drawn at the points of bodies; NULL if none
  const double *free_motion;
} LwDrawOptions;

LwDrawOptions lw_draw_options_default (void);
/// Enables the given overlays. Overlays that need more than the state require further fields.
void lw_draw_options_set_overlays (LwDrawOptions *options, LwOverlays overlays);
/// Draws a small picture of one overlay for a legend.
void lw_draw_overlay_sample (LwPainter *painter,
                             const LwPalette *palette,
                             LwOverlays overlay,
                             double width,
                             double height);

/// Draws the whole mechanism, back to front. Does not fill the background or draw the grid.
void lw_draw_mechanism (LwScene *self,
                        LwPainter *painter,
                        const LwPalette *palette,
                        const LwView *view,
                        MbdState *state,
                        const LwDrawOptions *options);

/// Finds the arrow of the scale card, as drawn last, whose tip is at a place, px. Sets its start
/// and length, px. Returns its kind, or -1 if there is none.
int lw_scene_find_scale (const LwScene *self, double x, double y, double *base, double *length);
/// Holds the value beside an arrow of the scale card while its tip is dragged; -1 holds none.
void lw_scene_hold_scale (LwScene *self, int kind);
/// Draws only the scale card, for the arrows of the frame drawn last.
void lw_draw_scale_card (LwScene *self,
                         LwPainter *painter,
                         const LwPalette *palette,
                         const LwView *view,
                         const LwDrawOptions *options);

/// Draws only the paths of the tracers, from their points after the time `since`, s (-INFINITY:
/// all), at most `max` points. Returns the time up to which they have been drawn. For callers that
/// keep a picture of the paths and add to it.
double lw_draw_traces (LwScene *self,
                       LwPainter *painter,
                       const LwPalette *palette,
                       const LwView *view,
                       double since,
                       guint max);

/// Fills the surface with the background colour.
void lw_draw_paper (LwPainter *painter, const LwPalette *palette, const LwView *view);
/// Draws fine and coarse lines at 1-2-5 in the unit of length. Plane views only.
void lw_draw_grid (LwPainter *painter,
                   const LwPalette *palette,
                   const LwView *view,
                   const LwUnits *units);
/// Returns the distance of the fine lines of that grid, m.
double lw_grid_pitch (const LwView *view, const LwUnits *units);
/// Draws the grid on the floor, under a box. Spatial views only.
void lw_draw_floor (LwPainter *painter,
                    const LwPalette *palette,
                    const LwView *view,
                    const double minimum[3],
                    const double maximum[3]);
/// Draws rulers of `size` px at the upper and left edge, with the unit in the corner; LW_RULER_SIZE for
/// letters of the usual size. Plane views only.
#define LW_RULER_SIZE 18
void lw_draw_rulers (LwPainter *painter,
                     const LwPalette *palette,
                     const LwView *view,
                     const LwUnits *units,
                     double size);
/// Draws the axes in the lower left corner of a spatial view.
void lw_draw_triad (LwPainter *painter, const LwPalette *palette, const LwView *view);

/// Fits the view to the pose and traces of the scene, with the usual margin of the grid.
void lw_scene_fit (LwScene *self, MbdState *state, LwView *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwScene, lw_scene_free)

G_END_DECLS
