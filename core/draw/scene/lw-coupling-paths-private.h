// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Screen geometry of the symbols of couplings, shared by drawing and picking, so that a click
// selects the symbol under it. Of a frame only scene, view, state and the link width are read.

#pragma once

#include "lw-scene-private.h"

G_BEGIN_DECLS

/// A frame of a body on the screen: its origin (px) and its axes x, y, z as px per px of length in
/// the world. The y axis of the screen points down.
typedef struct
{
  double x, y;
  double axis[3][2];
  double world[3]; ///< origin, m
  double axes[3][3];
} LwScreenFrame;

void lw_scene_frame_place (const LwSceneFrame *self,
                           int body,
                           const MbdFrame *frame,
                           LwScreenFrame *place);

/// Capacity of `points`, in pairs x y: the longest path of the functions below.
#define LW_PATH_POINTS 200

/// Computes the arrow of a driver or motor, from its letter to the tip. Returns the number of
/// points; 0 if the arrow cannot be drawn.
size_t
lw_scene_frame_drive_path (const LwSceneFrame *self, const LwSceneJoint *joint, double *points);
/// Returns the radius of the arc of a drive, and of the track between end stops, about their pin,
/// px.
double lw_scene_frame_drive_radius (const LwSceneFrame *self);
double lw_scene_frame_stop_radius (const LwSceneFrame *self);

/// An end stop on the screen.
typedef struct
{
  double x, y;
  double angle; ///< rad, its front; the stopped part comes from the side of -90 deg
  double half;  ///< px
  bool touching;
} LwStopPlace;

/// Computes the track between end stops, and the existing stops. Returns the number of stops (0 to
/// 2).
size_t lw_scene_frame_stop_track (const LwSceneFrame *self,
                                  const LwSceneJoint *joint,
                                  double *points,
                                  LwStopPlace stops[2],
                                  int *n_stops);

/// Path of a rope over pulleys, in the world.
typedef struct
{
  MbdRopePath plane; ///< if it is in the plane
  bool in_space;     ///< eyes in space: `points` along the rope, n of them
  double points[MBD_MOST_ROPE_NODES][3];
  int n;
} LwPulleyPath;

/// Returns points along the curve of a curved slot in the world, array of double[3].
GArray *lw_scene_curve_points (const LwScene *self, const LwSceneJoint *joint, MbdState *state);
/// Returns the same on the screen, array of double[2]; of a closed curve the last is the first.
GArray *lw_scene_curve_polyline (const LwScene *self,
                                 const LwSceneJoint *joint,
                                 MbdState *state,
                                 const LwView *view);
/// Turns the frame on the first body of a coupling of an arc so that its x axis is along the curve at its
/// pin.
void lw_scene_frame_turn_to_curve (const LwSceneFrame *self,
                                   const LwSceneJoint *joint,
                                   LwScreenFrame *place);
/// Computes the part of a curve between end stops, and the stops, like lw_scene_frame_stop_track ().
size_t lw_scene_frame_curve_track (const LwSceneFrame *self,
                                   const LwSceneJoint *joint,
                                   double *points,
                                   LwStopPlace stops[2],
                                   int *n_stops);
/// Draws a curved slot, and its pin at a place on the screen.
void lw_scene_frame_draw_curve (const LwSceneFrame *self,
                                LwSceneJoint *joint,
                                double x,
                                double y,
                                LwSymbolState symbol_state);
/// Returns false if the rope has no pulleys.
bool lw_scene_pulley_path (const LwScene *self,
                           const LwSceneJoint *joint,
                           MbdState *state,
                           LwPulleyPath *path);
/// Computes its polyline on the screen. Returns the number of points.
size_t
lw_scene_frame_pulley_polyline (const LwSceneFrame *self, const LwPulleyPath *path, double *points);
/// Draws the pulleys of a rope.
void lw_scene_frame_draw_pulleys (const LwSceneFrame *self, const LwSceneJoint *joint);
/// Computes the strand that shows the tension, the longest one, on the screen; from joint to joint
/// without pulleys.
void lw_scene_frame_strand (const LwSceneFrame *self, const LwSceneJoint *joint, double ends[4]);
/// Computes the path of a coupling that only pulls; `*slack` is true if it hangs, false if it is
/// straight.
size_t lw_scene_frame_slack_path (const LwSceneFrame *self,
                                  const LwSceneJoint *joint,
                                  double *points,
                                  bool *slack);

/// Finds the wheels of gears, which belong to the scene; called when the scene is created.
void lw_scene_init_gears (LwScene *self, MbdState *state);
void lw_scene_frame_place_wheel (const LwSceneFrame *self,
                                 const LwSceneWheel *wheel,
                                 LwWheelPlace *place);
/// Symbol of a gear: a line, meshing wheels, a belt, a rack or a thread (lw-draw-gears.c).
typedef struct LwGearSymbol
{
  bool has_pitch_circles; ///< shows the pitch circles of its wheels
  bool is_closed;         ///< its path is
  bool keeps_labels_off;  ///< no label lies on its path
  double reach;           ///< px from its path that take a click
  double reach_in_sizes;  ///< further distance, in sizes of symbols
  /// Computes the path that is drawn. Returns the number of points. NULL: it has only wheels.
  size_t (*path) (const LwSceneFrame *self, const LwSceneJoint *joint, double *points);
  void (*draw) (const LwSceneFrame *self,
                const LwSceneJoint *joint,
                const double *points,
                size_t n,
                LwSymbolState state);
} LwGearSymbol;

/// Computes the ends of the line from joint to joint.
void lw_scene_frame_gear_ends (const LwSceneFrame *self, const LwSceneJoint *joint, double ends[4]);
/// Draw all wheels, which lie under the bodies, and the parts of gears that lie over the bodies.
void lw_scene_frame_draw_wheels (const LwSceneFrame *self);
void lw_scene_frame_draw_gear (const LwSceneFrame *self, const LwSceneJoint *joint);

/// Rotates a vector by a quaternion w x y z.
void lw_scene_rotate (const double q[4], const double v[3], double out[3]);

G_END_DECLS
