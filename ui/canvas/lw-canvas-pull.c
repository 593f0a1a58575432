// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Hand on a running mechanism: a spring from a body to the pointer, and its force.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-canvas-private.h"
#include "lw-pick.h"
#include "lw-quantity.h"

#define PICK_REACH_PX 8
#define HOLDS_NOTHING (-1) ///< pressed on no movable body
#define LOOPS 7
#define AMPLITUDE_PX 5.0
#define LABEL_PX 12.0

static int
body_of (LwCanvas *self, LwElementRef under)
{
  const LwMechanism *mechanism = lw_player_get_mechanism (self->player);
  const MbdModel *model = lw_player_get_model (self->player);
  const LwCoupling *coupling = lw_mechanism_find_coupling (mechanism, under.id);
  const LwForce *force = lw_mechanism_find_force (mechanism, under.id);
  const LwTracer *tracer = lw_mechanism_find_tracer (mechanism, under.id);
  int id = MBD_GROUND;

  switch (under.kind) {
  case LW_SELECTION_BODY:
    id = under.id;
    break;
  case LW_SELECTION_COUPLING:
    if (coupling != NULL && coupling->joint[0] == 0)
      id = coupling->def.body_b != MBD_GROUND ? coupling->def.body_b : coupling->def.body_a;
    break;
  case LW_SELECTION_FORCE:
    id = force != NULL ? force->def.body_b : MBD_GROUND;
    break;
  case LW_SELECTION_TRACER:
    id = tracer != NULL ? tracer->body : MBD_GROUND;
    break;
  case LW_SELECTION_MEASUREMENT:
  case LW_SELECTION_NONE:
    break;
  }
  return id != MBD_GROUND ? mbd_model_body_by_id (model, id) : 0;
}

/// Converts a pointer position, px, to the frame of a body, m.
static void
find_point (LwCanvas *self, int body, double x, double y, double point[3])
{
  double world[3];
  double origin[3];
  double q[4];
  double angle;

  lw_view_unproject (&self->view, x, y, world);
  mbd_state_body_pose (self->state, body, origin, q);
  angle = 2 * atan2 (q[3], q[0]);
  point[0] = cos (angle) * (world[0] - origin[0]) + sin (angle) * (world[1] - origin[1]);
  point[1] = cos (angle) * (world[1] - origin[1]) - sin (angle) * (world[0] - origin[0]);
  point[2] = 0;
}

static void
say (LwCanvas *self, const char *sentence)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", sentence);
}

bool
lw_canvas_pull_press (LwCanvas *self, double x, double y)
{
  LwElementRef under = { LW_SELECTION_NONE, 0 };
  int body;

  if (lw_tools_get_tool (self->tools) != LW_TOOL_HAND || !lw_player_get_playing (self->player))
    return false;
  self->pulled_body = HOLDS_NOTHING;
  if (!lw_player_can_pull (self->player)) {
    // This includes kept runs, which have ended.
    say (self,
         lw_player_get_run (self->player) != NULL || lw_player_has_finished (self->player)
           ? _ ("A recorded run cannot be pulled: press Ctrl+R to continue with a new run from the "
                "shown instant")
           : _ ("A recorded run cannot be pulled: let it play to its end"));
    return true;
  }
  lw_canvas_take_pose (self);
  lw_scene_pick (self->scene, self->state, &self->view, x, y, PICK_REACH_PX, &under);
  body = body_of (self, under);
  if (body <= 0
      || mbd_model_body_mobility (lw_player_get_model (self->player), body) == MBD_FIXED) {
    say (self, _ ("There is nothing here to take hold of: press on a body that moves"));
    return true;
  }
  self->pulled_body = body;
  find_point (self, body, x, y, self->pulled_point);
  lw_canvas_pull_move (self, x, y);
  return true;
}

bool
lw_canvas_pull_move (LwCanvas *self, double x, double y)
{
  double world[3];

  if (self->pulled_body == 0)
    return false;
  if (self->pulled_body == HOLDS_NOTHING)
    return true;
  lw_view_unproject (&self->view, x, y, world);
  lw_player_pull (self->player, self->pulled_body, self->pulled_point, world);
  return true;
}

bool
lw_canvas_pull_release (LwCanvas *self)
{
  if (self->pulled_body == 0)
    return false;
  self->pulled_body = 0;
  lw_player_let_go (self->player);
  return true;
}

// ---- drawing --------------------------------------------------------------------------------

/// Adds the path of a spring with equal coils from one point to another, px.
static void
trace_spring (LwPainter *painter, double x1, double y1, double x2, double y2)
{
  const double length = hypot (x2 - x1, y2 - y1);
  const double dx = (x2 - x1) / length;
  const double dy = (y2 - y1) / length;

  lw_painter_move_to (painter, x1, y1);
  for (int i = 0; i <= 2 * LOOPS; i++) {
    const double along = length * (0.1 + 0.8 * i / (2 * LOOPS));
    const double off = i == 0 || i == 2 * LOOPS ? 0 : i % 2 == 0 ? AMPLITUDE_PX : -AMPLITUDE_PX;

    lw_painter_line_to (painter, x1 + along * dx - off * dy, y1 + along * dy + off * dx);
  }
  lw_painter_line_to (painter, x2, y2);
}

/// Rounds a force to three significant figures, to be read while it changes.
static double
three_figures (double value)
{
  const double unit = value > 0 ? pow (10, floor (log10 (value)) - 2) : 1;

  return round (value / unit) * unit;
}

void
lw_canvas_draw_pull (LwCanvas *self, LwPainter *painter)
{
  const LwPalette *palette = lw_appearance_get_palette (self->look);
  const LwColour colour = palette->hue[LW_HUE_BLUE].line;
  LwTextStyle style = lw_text_style (LABEL_PX, 600, palette->hue[LW_HUE_BLUE].text);
  g_autofree char *text = NULL;
  MbdGrip grip;
  double at[3];
  double force[3];
  double size;
  double x1, y1, x2, y2;

  if (!mbd_state_grip (self->state, &grip, at, force))
    return;
  lw_view_project (&self->view, at, &x1, &y1);
  lw_view_project (&self->view, grip.target, &x2, &y2);
  if (hypot (x2 - x1, y2 - y1) > 1) {
    trace_spring (painter, x1, y1, x2, y2);
    lw_painter_stroke_keep (painter, palette->paper, 4.0);
    lw_painter_stroke (painter, colour, 2.0);
  }
  lw_painter_circle (painter, x1, y1, 4.5);
  lw_painter_fill_keep (painter, colour);
  lw_painter_stroke (painter, palette->paper, 1.5);
  size = three_figures (hypot (hypot (force[0], force[1]), force[2]));
  text = lw_quantity_format (&size, 1, lw_appearance_get_units (self->look), "N");
  style.outline = 3.5;
  style.outline_colour = palette->paper;
  style.tabular = true;
  lw_painter_text (painter, x2 + 12, y2 - 8, text, &style);
}
