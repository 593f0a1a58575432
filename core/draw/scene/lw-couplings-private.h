// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the symbols of couplings lie on the screen: what draws them and what picks them ask here,
// so that a click takes what is seen. Of a frame only scene, view, state and the link width are
// read.

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

/// Points of the longest path that is asked for here; `points` has room for so many pairs x y.
#define LW_PATH_POINTS 200

/// The arrow of a driver or motor, from its letter to the tip. Returns the number of points; 0: it
/// cannot be drawn.
size_t
lw_scene_frame_drive_path (const LwSceneFrame *self, const LwSceneJoint *joint, double *points);
/// px, of the arc of a drive and of the track between end stops about their pin.
double lw_scene_frame_drive_radius (const LwSceneFrame *self);
double lw_scene_frame_stop_radius (const LwSceneFrame *self);

/// An end stop on the screen.
typedef struct
{
  double x, y;
  double angle; ///< rad, its front; what it stops comes from the side of -90 deg
  double half;  ///< px
  bool touching;
} LwStopPlace;

/// The way between end stops, and the stops that there are (0 to 2).
size_t lw_scene_frame_stop_track (const LwSceneFrame *self,
                                  const LwSceneJoint *joint,
                                  double *points,
                                  LwStopPlace stops[2],
                                  int *n_stops);

/// A rope as it hangs, or straight; *slack tells which.
size_t lw_scene_frame_rope_path (const LwSceneFrame *self,
                                 const LwSceneJoint *joint,
                                 double *points,
                                 bool *slack);

/// Gears. The wheels belong to the scene and are found when it is made.
void lw_scene_init_gears (LwScene *self, MbdState *state);
void lw_scene_frame_place_wheel (const LwSceneFrame *self,
                                 const LwSceneWheel *wheel,
                                 LwWheelPlace *place);
/// Closed path of a belt; *shift: px that it has moved along it.
size_t lw_scene_frame_belt_path (const LwSceneFrame *self,
                                 const LwSceneJoint *joint,
                                 double *points,
                                 double *shift);
/// Toothed line of a rack.
size_t
lw_scene_frame_rack_path (const LwSceneFrame *self, const LwSceneJoint *joint, double *points);
/// Middle of the thread of a screw and the direction of its axis on the screen.
void lw_scene_frame_thread_place (const LwSceneFrame *self,
                                  const LwSceneJoint *joint,
                                  double *x,
                                  double *y,
                                  double *angle);
/// What other gears are drawn with: a line from joint to joint.
void lw_scene_frame_gear_ends (const LwSceneFrame *self, const LwSceneJoint *joint, double ends[4]);
/// All wheels, which lie under the bodies; and what lies over them.
void lw_scene_frame_draw_wheels (const LwSceneFrame *self);
void lw_scene_frame_draw_gear (const LwSceneFrame *self, const LwSceneJoint *joint);

/// A vector turned by a quaternion w x y z.
void lw_scene_rotate (const double q[4], const double v[3], double out[3]);

G_END_DECLS
