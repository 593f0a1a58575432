// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism made ready to be drawn many times: outlines, joints and names are looked up once, the
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

/// Takes references of both. The model must be that of the mechanism.
LwScene *lw_scene_new (LwMechanism *mechanism, const MbdModel *model);
void lw_scene_free (LwScene *self);

/// World width of links, m: 6 % of the median link length and at least 2 % of the mechanism,
/// rounded up to 1-2-5.
double lw_scene_get_link_width (const LwScene *self);
void lw_scene_set_link_width (LwScene *self, double width);
/// Width of a link on the screen, px: world width times zoom, clamped to 10 ... 34.
double lw_scene_link_width_px (const LwScene *self, const LwView *view);
/// The box round the mechanism in this pose, with traces; false when there is nothing to see.
bool lw_scene_box (LwScene *self, MbdState *state, double minimum[3], double maximum[3]);
/// So many elements, so small, that they are drawn as a crowd, which a LwPanLayer can keep.
bool lw_scene_is_crowd (const LwScene *self, const LwView *view);
/// True when the view of the mechanism should be spatial.
bool lw_scene_is_spatial (const LwScene *self);

/// Arrows have one scale per kind, in px per unit. It follows the largest value seen: 1-2-5, so
/// that the largest arrow is at most 96 px. While drawing it only shrinks; a reset lets it grow
/// again.
void lw_scene_reset_scales (LwScene *self);
/// Make the scale that of a run whose largest value is known (playing back).
void lw_scene_set_largest (LwScene *self, LwArrowKind kind, double largest);
/// px per unit; 0: nothing seen yet.
double lw_scene_get_scale (const LwScene *self, LwArrowKind kind);

/// What was changed in the run whose recordings it is given, which began with this model; borrowed
/// until it is said anew. NULL: nothing.
void lw_scene_set_changes (LwScene *self, const LwChanges *changes, const MbdModel *model);
/// Paths of the mechanism's tracers, from the samples of a recording: call with every frame, only
/// new samples are read. Another recording begins anew; NULL clears. position_column as
/// lw_simulation_position_column ().
void lw_scene_update_traces (LwScene *self, const LwRecording *recording, size_t position_column);

/// Start from lw_draw_options_default ().
typedef struct
{
  bool solved;        ///< the state has been solved: rods show their load, reactions can be drawn
  bool reactions;     ///< reaction arrows; default true
  bool both_bodies;   ///< also the opposite reactions, pale
  bool loads;         ///< applied forces and torques; default true
  bool velocities;    ///< arrows at tracers and centres of mass; default false
  bool accelerations; ///< likewise, of a solved state; default false
  bool tension;       ///< rods show what they carry; default true
  bool fading;        ///< paths fade away; default false
  bool frames;        ///< axes of bodies; default false
  bool centres;       ///< instantaneous centres, in the plane view; default false
  bool contacts;      ///< what touches: points, normals, cones of friction; default true
  const MbdIntegratorContact *touching; ///< n_touching of them, at the instant; NULL: none
  guint n_touching;
  const LwRecording *ghost_recording; ///< earlier poses of this run are drawn; NULL: none
  size_t ghost_column;                ///< where its positions begin
  double arrow_factor;                ///< of the length of arrows; default 1
  bool traces;                        ///< default true
  bool labels;                        ///< names and values; default true
  bool masses;                        ///< centres of mass; default false
  bool errors;          ///< halos about joints that are open by 1e-6 of the mechanism; default true
  bool scale_card;      ///< default true
  bool lengths;         ///< of all links, as dimensions; default false
  bool selected_length; ///< that of the link that alone is selected; default true
  double trace_length;  ///< px of a path that are drawn, the newest; default 10000; INFINITY: all
  void (*paint_traces) (void *data); ///< lays on a picture of the paths that the caller keeps;
                                     ///< NULL: draw them
  void *paint_traces_data;
  double emphasis; ///< default 1; 1.6 in a presentation: strokes
  LwUnits units;   ///< of the values beside arrows; default lw_units_default ()
  LwElementRef hovered;
  const LwElementRef *selected; ///< n_selected of them
  guint n_selected;
  const bool *failed;        ///< by coupling index: drawn as errors; NULL: none
  const bool *redundant;     ///< by coupling index: marked as doing work that others do; NULL: only
                             ///< those that the state leaves out
  const double *free_motion; ///< velocities that the constraints allow, as long as v of the state:
                             ///< their directions are drawn at the points of bodies; NULL: none
} LwDrawOptions;

LwDrawOptions lw_draw_options_default (void);
/// What these overlays show. Those that need more than the state are told of beside it.
void lw_draw_options_set_overlays (LwDrawOptions *options, LwOverlays overlays);
/// A small picture of one overlay for a legend.
void lw_draw_overlay_sample (LwPainter *painter,
                             const LwPalette *palette,
                             LwOverlays overlay,
                             double width,
                             double height);

/// Everything of the mechanism, back to front. The paper is not filled and the grid is not drawn.
void lw_draw_mechanism (LwScene *self,
                        LwPainter *painter,
                        const LwPalette *palette,
                        const LwView *view,
                        MbdState *state,
                        const LwDrawOptions *options);

/// The scale card alone, for the arrows of the frame that was drawn last.
/// The arrow of the scale card as it was drawn last whose tip is at a place, px: its kind, where it
/// begins and how long it is; -1: none.
int lw_scene_find_scale (const LwScene *self, double x, double y, double *base, double *length);
/// While its tip is dragged the value beside it stays; -1: of none.
void lw_scene_hold_scale (LwScene *self, int kind);
void lw_draw_scale_card (LwScene *self,
                         LwPainter *painter,
                         const LwPalette *palette,
                         const LwView *view,
                         const LwDrawOptions *options);

/// The paths of the tracers alone, those of their points that come after the time `since`
/// (-INFINITY: all) but at most `max` of them. Returns the time up to which they have been drawn.
/// For a caller that keeps a picture of the paths and adds to it.
double lw_draw_traces (LwScene *self,
                       LwPainter *painter,
                       const LwPalette *palette,
                       const LwView *view,
                       double since,
                       guint max);

/// Fill the surface with paper.
void lw_draw_paper (LwPainter *painter, const LwPalette *palette, const LwView *view);
/// Fine and coarse lines at 1-2-5 in the unit of length. Plane views only.
void lw_draw_grid (LwPainter *painter,
                   const LwPalette *palette,
                   const LwView *view,
                   const LwUnits *units);
/// m between the fine lines of that grid.
double lw_grid_pitch (const LwView *view, const LwUnits *units);
/// Spatial views: the grid on the floor, under a box.
void lw_draw_floor (LwPainter *painter,
                    const LwPalette *palette,
                    const LwView *view,
                    const double minimum[3],
                    const double maximum[3]);
/// Rulers of LW_RULER_SIZE px at the upper and left edge, unit in the corner. Plane views only.
#define LW_RULER_SIZE 18
void lw_draw_rulers (LwPainter *painter,
                     const LwPalette *palette,
                     const LwView *view,
                     const LwUnits *units);
/// The axes in the lower left corner of a spatial view.
void lw_draw_triad (LwPainter *painter, const LwPalette *palette, const LwView *view);

/// A fit with the grid's usual margin, for the pose and traces of the scene.
void lw_scene_fit (LwScene *self, MbdState *state, LwView *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwScene, lw_scene_free)

G_END_DECLS
