// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Geneva: a crank whose pin turns a wheel with slots by one slot in each turn, and a disc that holds
// the wheel in between.
//
// The pin enters and leaves the slots along their axes, so that the wheel starts and stops without a
// jolt: with n slots and the distance a of the axles, the crank is a sin (pi / n) long and the wheel
// has the radius a cos (pi / n).

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

#define SLOTS 4
#define MORE_SLOTS 6
#define PIN_PART 0.06   ///< radius of the pin in parts of the crank
#define PLAY 1.04       ///< half width of a slot in parts of the radius of the pin
#define HOLD_PART 0.75  ///< radius of the disc that holds the wheel, in parts of the crank
#define HOLD_PLAY 1.004 ///< radius of the recesses in parts of that of the disc
#define CLEARANCE 0.02  ///< between wheel and crank, in parts of the crank
#define SPEED G_PI      ///< rad/s
#define STEP 5e-4       ///< s, of the run: the pin moves by less than a tenth of its play
#define ARC_STEP 0.13   ///< rad, between points of an arc

typedef struct
{
  int n;
  double distance;                ///< distance of the axles, m
  double crank, wheel, pin, hold; ///< radii, m
} Geneva;

static Geneva
measure (double distance, int n)
{
  Geneva self = { .n = n, .distance = distance };

  self.crank = distance * sin (G_PI / n);
  self.wheel = distance * cos (G_PI / n);
  self.pin = PIN_PART * self.crank;
  self.hold = HOLD_PART * self.crank;
  return self;
}

static void
add_point (GArray *outline, double x, double y)
{
  const double point[2] = { x, y };

  g_array_append_val (outline, point);
}

/// Adds an arc round (x, y), with both ends.
static void
add_arc (GArray *outline, double x, double y, double radius, double from, double to)
{
  const int n = MAX ((int) ceil (fabs (to - from) / ARC_STEP), 1);

  for (int i = 0; i <= n; i++)
    add_point (outline, x + radius * cos (from + (to - from) * i / n),
               y + radius * sin (from + (to - from) * i / n));
}

/// Adds a point given by radius and angle.
static void
add_polar (GArray *outline, double radius, double angle)
{
  add_point (outline, radius * cos (angle), radius * sin (angle));
}

/// Returns the wheel; a recess points along x.
static GArray *
new_wheel (const Geneva *g)
{
  GArray *outline = g_array_new (FALSE, FALSE, 2 * sizeof (double));
  const double recess = HOLD_PLAY * g->hold, a = g->distance, b = g->wheel;
  // From the centre of the recess, half the angle of its arc within the wheel.
  const double half = acos ((a * a + recess * recess - b * b) / (2 * a * recess));
  const double width = PLAY * g->pin, bottom = a - g->crank - 1.2 * g->pin;

  for (int i = 0; i < g->n; i++) {
    const double middle = 2 * G_PI * i / g->n, slot = middle + G_PI / g->n;

    // Seen from the recess, the wheel is in the direction opposite to its own.
    add_arc (outline, a * cos (middle), a * sin (middle), recess, middle + G_PI + half,
             middle + G_PI - half);
    add_polar (outline, b, slot - asin (width / b));
    add_polar (outline, hypot (bottom, width), slot - atan2 (width, bottom));
    add_polar (outline, hypot (bottom, width), slot + atan2 (width, bottom));
    add_polar (outline, b, slot + asin (width / b));
  }
  return outline;
}

/// Returns the disc of the crank, with room for the wheel in the direction of the pin, x.
static GArray *
new_hold (const Geneva *g)
{
  GArray *outline = g_array_new (FALSE, FALSE, 2 * sizeof (double));
  const double a = g->distance, room = g->wheel + CLEARANCE * g->crank;
  const double gap = acos ((g->hold * g->hold + a * a - room * room) / (2 * a * g->hold));
  const double half = acos ((a * a + room * room - g->hold * g->hold) / (2 * a * room));

  add_arc (outline, 0, 0, g->hold, gap, 2 * G_PI - gap);
  add_arc (outline, a, 0, room, G_PI + half, G_PI - half);
  // The ends of both arcs are the same points.
  g_array_remove_index (outline, outline->len - 1);
  return outline;
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwToolPoint *first = &gesture->points[0];
  const LwToolPoint *last = &gesture->points[gesture->n_points - 1];
  const double direction = lw_tool_direction (gesture, 0);
  const double axles[2][2] = { { first->x, first->y }, { last->x, last->y } };
  const double crank_at[3] = { first->x, first->y, direction + G_PI };
  const double wheel_at[3] = { last->x, last->y, direction + G_PI };
  LwToolMachine machine;
  Geneva g;
  double arm[4] = { 0 }, pin_at[3];
  int crank, bar, pin, wheel;

  if (gesture->n_points < 2 || lw_tool_is_click (gesture))
    return NULL;
  g = measure (lw_tool_length (gesture), gesture->modifiers & LW_TOOL_SHIFT ? MORE_SLOTS : SLOTS);
  arm[2] = g.crank;
  pin_at[0] = first->x - g.crank * cos (direction);
  pin_at[1] = first->y - g.crank * sin (direction);
  pin_at[2] = 0;
  lw_tool_machine_begin (&machine, gesture);
  {
    g_autoptr (GArray) hold = new_hold (&g);
    g_autoptr (GArray) slots = new_wheel (&g);

    crank = lw_tool_machine_add_body (&machine, _ ("Crank"), LW_SHAPE_POLYGON,
                                      (double *) (void *) hold->data, hold->len, crank_at);
    bar = lw_tool_machine_add_body (&machine, _ ("Arm"), LW_SHAPE_LINK, arm, 2, crank_at);
    pin = lw_tool_machine_add_body (&machine, _ ("Pin"), LW_SHAPE_DISC, &g.pin, 1, pin_at);
    wheel = lw_tool_machine_add_body (&machine, _ ("Geneva wheel"), LW_SHAPE_POLYGON,
                                      (double *) (void *) slots->data, slots->len, wheel_at);
  }
  lw_tool_machine_join (&machine, MBD_LOOP_WELD, (const int[]){ crank, bar }, axles[0], direction);
  lw_tool_machine_join (&machine, MBD_LOOP_WELD, (const int[]){ bar, pin }, pin_at, direction);
  lw_tool_machine_join (&machine, MBD_LOOP_PIN, (const int[]){ MBD_GROUND, wheel }, axles[1], 0);
  lw_tool_machine_drive (
    &machine,
    lw_tool_machine_join (&machine, MBD_LOOP_PIN, (const int[]){ MBD_GROUND, crank }, axles[0], 0),
    SPEED);
  lw_tool_machine_touch (&machine, crank, wheel, problem);
  lw_tool_machine_touch (&machine, pin, wheel, problem);
  lw_tool_machine_step (&machine, STEP);
  *made = (LwElementRef){ LW_SELECTION_BODY, wheel };
  return lw_tool_machine_end (&machine, problem);
}

const LwToolClass *
lw_tool_geneva_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "geneva",
              .word = N_ ("Geneva"),
              .title = N_ ("Draw a Geneva Drive"),
              .key = "",
              .icon = "lw-geneva-symbolic",
              .group = LW_TOOLS_MACHINES },
    .step = N_ ("Draw Geneva Drive"),
    .hints = { N_ ("Drag from the axle of the crank to that of the wheel; Shift: six slots"),
               N_ ("Click the axle of the wheel; Shift: six slots instead of four") },
    .n_points = 2,
    .shows_length = true,
    .build = build,
  };

  return &class;
}
