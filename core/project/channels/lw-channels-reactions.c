// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels of reactions: force and moment of a coupling on either of its bodies, in world axes or
// in the axes of either body. A moment is about the coupling's point on the body it acts upon.

#include <glib/gi18n.h>

#include "lw-channels-private.h"

#include <math.h>

#include "lw-joint-frame.h"

static const char letters[] = "xyz";

// ---- reading --------------------------------------------------------------------------------

/// Returns a component along the channel's axes of a vector along the axes of the world.
static double
get_component (Reading *self, const Channel *channel, const double world[3])
{
  double turned[3] = { world[0], world[1], world[2] };
  double q[4];

  if (channel->axes_body == 0)
    return world[channel->component];
  // From the world to the body: by the inverse of its attitude.
  mbd_state_body_pose (self->state, channel->axes_body, NULL, q);
  lw_joint_frame_rotate ((double[]){ q[0], -q[1], -q[2], -q[3] }, turned);
  return turned[channel->component];
}

static double
read_force (Reading *self, const Channel *channel)
{
  return get_component (self, channel, lw_reading_get_wrench (self, channel)->force);
}

static double
read_moment (Reading *self, const Channel *channel)
{
  return get_component (self, channel, lw_reading_get_wrench (self, channel)->moment);
}

static double
read_force_size (Reading *self, const Channel *channel)
{
  return lw_reading_norm (lw_reading_get_wrench (self, channel)->force, 3);
}

static double
read_moment_size (Reading *self, const Channel *channel)
{
  return lw_reading_norm (lw_reading_get_wrench (self, channel)->moment, 3);
}

static const Source force = { read_force };
static const Source moment = { read_moment };
static const Source force_size = { read_force_size };
static const Source moment_size = { read_moment_size };

// ---- on the second body in world axes -------------------------------------------------------

static const Line force_lines[] = {
  { "reaction", NULL, "|F|", "N", &force_size, 0, LW_GROUP_REACTION,
    N_ ("magnitude of the force on @") },
  { "reaction_x", "x", "F", "N", &force, 0, LW_GROUP_REACTION,
    N_ ("x component of the force on @, world axes") },
  { "reaction_y", "y", "F", "N", &force, 1, LW_GROUP_REACTION,
    N_ ("y component of the force on @, world axes") },
};

static const Line force_z_lines[] = {
  { "reaction_z", "z", "F", "N", &force, 2, LW_GROUP_REACTION,
    N_ ("z component of the force on @, world axes") },
};

static const Line planar_moment_lines[] = {
  { "moment", NULL, "M", "N m", &moment, 2, LW_GROUP_REACTION_MOMENT,
    N_ ("moment on @ about the joint's point on it, positive about +z") },
};

static const Line spatial_moment_lines[] = {
  { "moment", NULL, "|M|", "N m", &moment_size, 0, LW_GROUP_REACTION_MOMENT,
    N_ ("magnitude of the moment on @ about the joint's point on it") },
  { "moment_x", "x", "M", "N m", &moment, 0, LW_GROUP_REACTION_MOMENT,
    N_ ("x component of the moment on @ about the joint's point on it, world axes") },
  { "moment_y", "y", "M", "N m", &moment, 1, LW_GROUP_REACTION_MOMENT,
    N_ ("y component of the moment on @ about the joint's point on it, world axes") },
  { "moment_z", "z", "M", "N m", &moment, 2, LW_GROUP_REACTION_MOMENT,
    N_ ("z component of the moment on @ about the joint's point on it, world axes") },
};

void
lw_channels_add_reactions (LwChannels *self, Owner *owner, bool has_moment, bool space)
{
  owner->pattern.side = owner->sides[1];
  // Conditions on angles only are enforced by moments: the force is always zero.
  owner->pattern.public.detail = owner->pattern.n_length_rows == 0;
  ADD_LINES (self, owner, force_lines);
  if (space)
    ADD_LINES (self, owner, force_z_lines);
  owner->pattern.public.detail = false;
  if (has_moment && space)
    ADD_LINES (self, owner, spatial_moment_lines);
  if (has_moment && !space)
    ADD_LINES (self, owner, planar_moment_lines);
}

// ---- on the other bodies of gears, belts, ropes over pulleys ------------------------------------

static char *
dup_other_mark (const Channel *channel)
{
  const bool is_size = channel->source == &force_size || channel->source == &moment_size;

  // Translators: a force on a body
  return is_size ? g_strdup_printf (C_ ("force on", "on %s"), channel->told->successor)
                 // Translators: a component ("x") of a force on a body
                 : g_strdup_printf (_ ("%c on %s"), letters[channel->component],
                                    channel->told->successor);
}

#define OTHER_FORCE(which, suffix, source, component, text)                                        \
  {                                                                                                \
    which "_reaction" suffix, NULL, (component) < 0 ? "|F|" : "F", "N", source,                    \
      MAX (component, 0), LW_GROUP_REACTION, text, dup_other_mark                                  \
  }

// The texts are those of the second body, where they are marked for translation.
#define OTHER_FORCES(which)                                                                        \
  {                                                                                                \
    OTHER_FORCE (which, "", &force_size, -1, "magnitude of the force on @"),                       \
      OTHER_FORCE (which, "_x", &force, 0, "x component of the force on @, world axes"),           \
      OTHER_FORCE (which, "_y", &force, 1, "y component of the force on @, world axes"),           \
      OTHER_FORCE (which, "_z", &force, 2, "z component of the force on @, world axes"),           \
  }

#define OTHER_MOMENT(which, suffix, source, component, text)                                       \
  {                                                                                                \
    which "_moment" suffix, NULL, (suffix)[0] == 0 && (component) == 0 ? "|M|" : "M", "N m",       \
      source, component, LW_GROUP_REACTION_MOMENT, text, dup_other_mark                            \
  }

#define ABOUT_ITS_POINT(component) component " of the moment on @ about the joint's point on it"

#define PLANAR_OTHER_MOMENT(which)                                                                 \
  {                                                                                                \
    OTHER_MOMENT (which, "", &moment, 2,                                                           \
                  "moment on @ about the joint's point on it, positive about +z"),                 \
  }

#define SPATIAL_OTHER_MOMENTS(which)                                                               \
  {                                                                                                \
    OTHER_MOMENT (which, "", &moment_size, 0, ABOUT_ITS_POINT ("magnitude")),                      \
      OTHER_MOMENT (which, "_x", &moment, 0, ABOUT_ITS_POINT ("x component") ", world axes"),      \
      OTHER_MOMENT (which, "_y", &moment, 1, ABOUT_ITS_POINT ("y component") ", world axes"),      \
      OTHER_MOMENT (which, "_z", &moment, 2, ABOUT_ITS_POINT ("z component") ", world axes"),      \
  }

/// By end, beginning with the third.
static const Line other_forces[][4] = { OTHER_FORCES ("third"), OTHER_FORCES ("fourth") };
static const Line planar_other_moments[][1] = { PLANAR_OTHER_MOMENT ("third"),
                                                PLANAR_OTHER_MOMENT ("fourth") };
static const Line spatial_other_moments[][4] = { SPATIAL_OTHER_MOMENTS ("third"),
                                                 SPATIAL_OTHER_MOMENTS ("fourth") };

void
lw_channels_add_side_reactions (LwChannels *self,
                                const Owner *owner,
                                int end,
                                const char *body,
                                bool is_ground,
                                bool has_moment,
                                bool space)
{
  Owner other = *owner;

  other.successor = body;
  other.pattern.side = owner->sides[end];
  other.pattern.public.detail = is_ground;
  lw_channels_add_lines (self, &other, other_forces[end - 2], space ? 4 : 3);
  if (has_moment && space)
    lw_channels_add_lines (self, &other, spatial_other_moments[end - 2], 4);
  if (has_moment && !space)
    lw_channels_add_lines (self, &other, planar_other_moments[end - 2], 1);
}

// ---- on either body, in other axes ----------------------------------------------------------

typedef enum
{
  AXES_WORLD,
  AXES_FIRST,
  AXES_SECOND,
} Axes;

/// Components in the order of side, force or moment, axes, letter.
enum
{
  LETTERS = 3,
  AXES = LETTERS * 3,
  QUANTITIES = AXES * 2,
  COMPONENTS = QUANTITIES * 2,
};

static const Line *component_lines (void);

static int
place_of (const Channel *channel)
{
  return (int) (channel->line - component_lines ());
}

/// Returns the name of the body on which it acts, or of the body in whose axes it is.
static const char *
called (const Channel *channel, bool second)
{
  return second ? channel->told->successor : channel->told->predecessor;
}

static Axes
get_axes (const Channel *channel)
{
  return (Axes) (place_of (channel) % QUANTITIES % AXES / LETTERS);
}

static char *
dup_component_mark (const Channel *channel)
{
  const char letter = letters[channel->component];
  const char *on = called (channel, channel->side == 1);
  const Axes axes = get_axes (channel);

  if (axes == AXES_WORLD)
    return g_strdup_printf (_ ("%c on %s"), letter, on);
  // Translators: a component ("x") of a force on a body, in the axes of a body
  return g_strdup_printf (_ ("%c on %s, in the axes of %s"), letter, on,
                          called (channel, axes == AXES_SECOND));
}

static char *
dup_component_text (const Channel *channel)
{
  const char letter = letters[channel->component];
  const char *on = called (channel, channel->side == 1);
  const Axes axes = get_axes (channel);
  const char *in = called (channel, axes == AXES_SECOND);

  if (channel->source == &moment && axes == AXES_WORLD)
    return g_strdup_printf (
      _ ("%c component of the moment on %s about the joint's point on it, world axes"), letter, on);
  if (channel->source == &moment)
    return g_strdup_printf (
      _ ("%c component of the moment on %s about the joint's point on it, in the axes of %s"),
      letter, on, in);
  if (axes == AXES_WORLD)
    return g_strdup_printf (_ ("%c component of the force on %s, world axes"), letter, on);
  return g_strdup_printf (_ ("%c component of the force on %s, in the axes of %s"), letter, on, in);
}

static const Line *
component_lines (void)
{
  static const char *const suffixes[] = { "", "_in_first", "_in_second" };
  static char names[COMPONENTS][32];
  static Line lines[COMPONENTS];
  static gsize made = 0;

  if (g_once_init_enter (&made)) {
    for (int i = 0; i < COMPONENTS; i++) {
      const bool is_moment = i % QUANTITIES >= AXES;
      const int letter = i % LETTERS;

      g_snprintf (names[i], sizeof names[i], "%s%s_%c%s", i < QUANTITIES ? "first_" : "",
                  is_moment ? "moment" : "reaction", letters[letter],
                  suffixes[i % QUANTITIES % AXES / LETTERS]);
      lines[i] = (Line){ .suffix = names[i],
                         .quantity = is_moment ? "M" : "F",
                         .unit = is_moment ? "N m" : "N",
                         .source = is_moment ? &moment : &force,
                         .component = letter,
                         .group = is_moment ? LW_GROUP_REACTION_MOMENT : LW_GROUP_REACTION,
                         .dup_mark = dup_component_mark,
                         .dup_text = dup_component_text };
    }
    g_once_init_leave (&made, 1);
  }
  return lines;
}

static void
add_components (LwChannels *self,
                const Owner *owner,
                int end,
                Axes axes,
                bool has_moment,
                bool space)
{
  const Line *lines = component_lines () + end * QUANTITIES + (int) axes * LETTERS;

  lw_channels_add_lines (self, owner, lines, space ? 3 : 2);
  if (space && has_moment)
    lw_channels_add_lines (self, owner, lines + AXES, 3);
}

static char *
dup_first_mark (const Channel *channel)
{
  return g_strdup_printf (C_ ("force on", "on %s"), called (channel, false));
}

static char *
dup_first_text (const Channel *channel)
{
  return g_strdup_printf (channel->source == &moment_size
                            ? _ ("magnitude of the moment on %s about the joint's point on it")
                            : _ ("moment on %s about the joint's point on it, positive about +z"),
                          called (channel, false));
}

static const Line planar_first_lines[] = {
  { "first_moment", NULL, "M", "N m", &moment, 2, LW_GROUP_REACTION_MOMENT, NULL, dup_first_mark,
    dup_first_text },
};

static const Line spatial_first_lines[] = {
  { "first_moment", NULL, "|M|", "N m", &moment_size, 0, LW_GROUP_REACTION_MOMENT, NULL,
    dup_first_mark, dup_first_text },
};

void
lw_channels_add_other_reactions (LwChannels *self,
                                 const Owner *owner,
                                 const int bodies[2],
                                 const bool has_moment[2],
                                 bool space)
{
  Owner other = *owner;

  other.pattern.public.detail = true;
  for (int end = 0; end < 2; end++) {
    other.pattern.side = owner->sides[end];
    for (Axes axes = AXES_WORLD; axes <= AXES_SECOND; axes++) {
      // The second body in world axes is already listed, and the axes of the ground equal the world
      // axes.
      if (axes == AXES_WORLD ? end == 1 : bodies[axes == AXES_SECOND] == MBD_GROUND)
        continue;
      other.pattern.axes_body = axes == AXES_WORLD ? 0 : bodies[axes == AXES_SECOND];
      add_components (self, &other, end, axes, has_moment[end], space);
    }
    other.pattern.axes_body = 0;
    if (end == 0 && has_moment[0] && space)
      ADD_LINES (self, &other, spatial_first_lines);
    if (end == 0 && has_moment[0] && !space)
      ADD_LINES (self, &other, planar_first_lines);
  }
}
