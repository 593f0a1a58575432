// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels of reactions: force and moment of a coupling on either of its bodies, in world axes or
// in those of either body. A moment is about the coupling's point on the body it acts upon.

#include "lw-channels-private.h"

#include <math.h>

#include "lw-frame.h"

static const char letters[] = "xyz";

static const Line force_lines[] = {
  { "reaction", NULL, "|F|", "N", SOURCE_FORCE_SIZE, 0, "size of the force on @" },
  { "reaction_x", "x", "F", "N", SOURCE_FORCE, 0, "x component of the force on @, world axes" },
  { "reaction_y", "y", "F", "N", SOURCE_FORCE, 1, "y component of the force on @, world axes" },
};

static const Line force_z_lines[] = {
  { "reaction_z", "z", "F", "N", SOURCE_FORCE, 2, "z component of the force on @, world axes" },
};

static const Line planar_moment_lines[] = {
  { "moment", NULL, "M", "N m", SOURCE_MOMENT, 2,
    "moment on @ about the joint's point on it, positive about +z" },
};

#define ABOUT_ITS_POINT " of the moment on @ about the joint's point on it"

static const Line spatial_moment_lines[] = {
  { "moment", NULL, "|M|", "N m", SOURCE_MOMENT_SIZE, 0, "size" ABOUT_ITS_POINT },
  { "moment_x", "x", "M", "N m", SOURCE_MOMENT, 0, "x component" ABOUT_ITS_POINT ", world axes" },
  { "moment_y", "y", "M", "N m", SOURCE_MOMENT, 1, "y component" ABOUT_ITS_POINT ", world axes" },
  { "moment_z", "z", "M", "N m", SOURCE_MOMENT, 2, "z component" ABOUT_ITS_POINT ", world axes" },
};

void
lw_channels_add_reactions (LwChannels *self, Owner *owner, bool space)
{
  owner->pattern.side = 1;
  ADD_LINES (self, owner, force_lines);
  if (space)
    ADD_LINES (self, owner, force_z_lines);
  if (owner->pattern.n_angle_rows > 0 && space)
    ADD_LINES (self, owner, spatial_moment_lines);
  if (owner->pattern.n_angle_rows > 0 && !space)
    ADD_LINES (self, owner, planar_moment_lines);
}

// ---- on either body, in other axes ----------------------------------------------------------

typedef enum
{
  AXES_WORLD,
  AXES_FIRST,
  AXES_SECOND,
} Axes;

/// One component of the force, or of the moment, on the body of the pattern's side.
static void
add_component (LwChannels *self,
               const Owner *owner,
               const char *const called[2],
               Axes axes,
               bool moment,
               int i)
{
  static const char *const suffixes[] = { "", "_in_first", "_in_second" };
  const int side = owner->pattern.side;
  g_autofree char *name =
    g_strdup_printf ("%s%s_%c%s", side == 0 ? "first_" : "", moment ? "moment" : "reaction",
                     letters[i], suffixes[axes]);
  g_autofree char *in = axes == AXES_WORLD
                          ? g_strdup ("world axes")
                          : g_strdup_printf ("in the axes of %s", called[axes == AXES_SECOND]);
  g_autofree char *mark = axes == AXES_WORLD
                            ? g_strdup_printf ("%c on %s", letters[i], called[side])
                            : g_strdup_printf ("%c on %s, %s", letters[i], called[side], in);
  g_autofree char *text =
    g_strdup_printf ("%c component of the %s on %s%s, %s", letters[i], moment ? "moment" : "force",
                     called[side], moment ? " about the joint's point on it" : "", in);
  const Line line = {
    name, mark, moment ? "M" : "F", moment ? "N m" : "N", moment ? SOURCE_MOMENT : SOURCE_FORCE,
    i,    text
  };

  lw_channels_add_lines (self, owner, &line, 1);
}

static void
add_components (LwChannels *self,
                const Owner *owner,
                const char *const called[2],
                Axes axes,
                bool space)
{
  for (int i = 0; i < (space ? 3 : 2); i++)
    add_component (self, owner, called, axes, false, i);
  for (int i = 0; i < 3 && space && owner->pattern.n_angle_rows > 0; i++)
    add_component (self, owner, called, axes, true, i);
}

static void
add_moment_on_first (LwChannels *self, const Owner *owner, const char *called, bool space)
{
  g_autofree char *mark = g_strdup_printf ("on %s", called);
  g_autofree char *text =
    g_strdup_printf ("%smoment on %s about the joint's point on it%s", space ? "size of the " : "",
                     called, space ? "" : ", positive about +z");
  const Line line = {
    "first_moment", mark, space ? "|M|" : "M", "N m", space ? SOURCE_MOMENT_SIZE : SOURCE_MOMENT,
    space ? 0 : 2,  text
  };

  lw_channels_add_lines (self, owner, &line, 1);
}

void
lw_channels_add_other_reactions (LwChannels *self,
                                 const Owner *owner,
                                 const char *const called[2],
                                 const int bodies[2],
                                 bool space)
{
  Owner other = *owner;

  other.pattern.public.detail = true;
  for (int side = 0; side < 2; side++) {
    other.pattern.side = side;
    for (Axes axes = AXES_WORLD; axes <= AXES_SECOND; axes++) {
      // Those on the second body in world axes are there, and the axes of the ground are those.
      if (axes == AXES_WORLD ? side == 1 : bodies[axes == AXES_SECOND] == MBD_GROUND)
        continue;
      other.pattern.axes_body = axes == AXES_WORLD ? 0 : bodies[axes == AXES_SECOND];
      add_components (self, &other, called, axes, space);
    }
    other.pattern.axes_body = 0;
    if (side == 0 && owner->pattern.n_angle_rows > 0)
      add_moment_on_first (self, &other, called[0], space);
  }
}

// ---- reading --------------------------------------------------------------------------------

double
lw_channels_read_reaction (const Channel *channel, MbdState *state, const MbdWrench *wrench)
{
  const bool moment = channel->source == SOURCE_MOMENT;
  const double *world = moment ? wrench->moment : wrench->force;
  double turned[3] = { world[0], world[1], world[2] };
  double q[4];

  if (channel->axes_body == 0)
    return world[channel->component];
  // From the world into the body: by the inverse of its attitude.
  mbd_state_body_pose (state, channel->axes_body, NULL, q);
  lw_frame_rotate ((double[]){ q[0], -q[1], -q[2], -q[3] }, turned);
  return turned[channel->component];
}
