// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Cam: a cam on a pin and a flat-faced follower above it, whose lift follows a motion law over a turn:
// rise, dwell, fall, dwell.
//
// The law is the polynomial 3-4-5, s = h (10 x^3 - 15 x^4 + 6 x^5), which starts and stops without a
// jolt. In the frame of the cam the follower turns the other way round it. Its flat face, normal to
// the direction u (theta), is at the distance r + s (theta) from the axle, and touches the cam at the
// envelope of these lines:
//   P = (r + s) u + s' u',   u' = du / d theta
// The outline is convex, as a flat face requires, if r + s + s'' > 0: s'' of the polynomial is at least
// -5.78 h / beta^2 for a rise over beta.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

#define POINTS 120
#define RISE (2 * G_PI / 3) ///< rad, also of the fall
#define DWELL (G_PI / 3)    ///< rad, above and below
#define STEM 0.25           ///< width of the stem in parts of the radius
#define SPEED G_PI          ///< rad/s
#define STEEPEST 5.78

/// Computes the lift and its first derivative (by rad) at an angle from 0 to 2 pi, for a lift of 1.
static void
get_law (double angle, double *lift, double *rate)
{
  const bool falls = angle > RISE + DWELL;
  const double x = CLAMP ((falls ? angle - RISE - DWELL : angle) / RISE, 0, 1);
  const double up = x * x * x * (10 + x * (-15 + 6 * x));
  const double slope = 30 * x * x * (1 - x) * (1 - x) / RISE;

  *lift = falls ? 1 - up : up;
  *rate = falls ? -slope : slope;
}

/// Adds the outline of the cam. At angle 0 of the cam the rise begins, and the follower is in the
/// direction +y; the cam turns to the left.
static void
fill_cam (double outline[][2], double radius, double lift)
{
  for (int i = 0; i < POINTS; i++) {
    const double turned = 2 * G_PI * i / POINTS, at = G_PI / 2 - turned;
    double s, rate;

    get_law (turned, &s, &rate);
    // With the angle of u falling as the cam turns, u' points to the right of u.
    outline[i][0] = (radius + lift * s) * cos (at) + lift * rate * sin (at);
    outline[i][1] = (radius + lift * s) * sin (at) - lift * rate * cos (at);
  }
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwToolPoint *axle = &gesture->points[0];
  const double radius = lw_tool_length (gesture);
  const double lift =
    gesture->answer != NULL ? *gesture->answer : lw_tool_two_figures (0.5 * radius);
  const double cam_at[3] = { axle->x, axle->y, 0 };
  const double follower_at[3] = { axle->x, axle->y + radius, 0 };
  const double guide_at[2] = { axle->x, axle->y + 3 * radius };
  const double half = 1.4 * radius, height = 0.2 * radius, stem = 0.5 * STEM * radius;
  const double tappet[][2] = {
    { -half, 0 },         { half, 0 },           { half, height },  { stem, height },
    { stem, 3 * radius }, { -stem, 3 * radius }, { -stem, height }, { -half, height },
  };
  double outline[POINTS][2];
  LwToolMachine machine;
  int cam, follower;

  if (gesture->n_points < 2 || lw_tool_is_click (gesture))
    return NULL;
  if (!(radius > (STEEPEST / (RISE * RISE) - 1) * lift)) {
    *problem = g_strdup (_ ("A flat follower cannot follow this lift on so small a cam: type a "
                            "smaller lift, or draw a larger cam."));
    return NULL;
  }
  fill_cam (outline, radius, lift);
  lw_tool_machine_begin (&machine, gesture);
  cam =
    lw_tool_machine_add_body (&machine, _ ("Cam"), LW_SHAPE_POLYGON, outline[0], POINTS, cam_at);
  follower = lw_tool_machine_add_body (&machine, _ ("Follower"), LW_SHAPE_POLYGON, tappet[0],
                                       G_N_ELEMENTS (tappet), follower_at);
  lw_tool_machine_join (&machine, MBD_LOOP_SLIDER, (const int[]){ MBD_GROUND, follower }, guide_at,
                        G_PI / 2);
  lw_tool_machine_drive (
    &machine,
    lw_tool_machine_join (&machine, MBD_LOOP_PIN, (const int[]){ MBD_GROUND, cam }, cam_at, 0),
    SPEED);
  lw_tool_machine_touch (&machine, cam, follower, problem);
  *made = (LwElementRef){ LW_SELECTION_BODY, cam };
  return lw_tool_machine_end (&machine, problem);
}

const LwToolClass *
lw_tool_cam_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "cam",
              .word = N_ ("Cam"),
              .title = N_ ("Draw a Cam and Its Follower"),
              .key = "",
              .icon = "lw-cam-symbolic",
              .group = LW_TOOLS_MACHINES },
    .step = N_ ("Draw Cam"),
    .hints = { N_ ("Drag from the axle of the cam to its base circle"),
               N_ ("Click a point of the base circle"),
               N_ ("Type the lift of the follower, and press Enter") },
    .n_points = 2,
    .shows_length = true,
    .asked = N_ ("Lift"),
    .build = build,
  };

  return &class;
}
