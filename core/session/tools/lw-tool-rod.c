// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Rod: a fixed distance between two points, without mass. Shift creates a rope, Ctrl a strut.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

static LwMechanism *
build_kind (const LwToolGesture *gesture, MbdRodKind kind, LwElementRef *made, char **problem)
{
  static const char *const words[] = { N_ ("Rod"), N_ ("Rope"), N_ ("Strut") };
  const LwMechanism *mechanism = gesture->mechanism;
  const LwToolPoint *a = &gesture->points[0];
  const LwToolPoint *b = &gesture->points[gesture->n_points - 1];
  const double ends[2][2] = { { a->x, a->y }, { b->x, b->y } };
  MbdCouplingDef def = mbd_rod_default ();
  int bodies[2];
  g_autofree char *name = NULL;

  if (gesture->n_points < 2 || !(lw_tool_length (gesture) > 0))
    return NULL;
  if (!lw_tool_find_ends (gesture, bodies, problem))
    return NULL;
  def.body_a = bodies[0];
  def.body_b = bodies[1];
  lw_geometry_to_body (lw_mechanism_find_body (mechanism, def.body_a), ends[0], def.frame_a.point);
  lw_geometry_to_body (lw_mechanism_find_body (mechanism, def.body_b), ends[1], def.frame_b.point);
  def.length = lw_tool_length (gesture);
  def.rod = kind;
  name = lw_names_unique (mechanism, _ (words[kind]));
  return lw_tool_add_coupling (
    mechanism, lw_coupling_new (&def, lw_mechanism_next_coupling_id (mechanism), name), made);
}

static LwMechanism *
build_rod (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  return build_kind (gesture,
                     gesture->modifiers & LW_TOOL_SHIFT     ? MBD_ROD_ROPE
                     : gesture->modifiers & LW_TOOL_CONTROL ? MBD_ROD_STRUT
                                                            : MBD_ROD_BAR,
                     made, problem);
}

static LwMechanism *
build_rope (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  return build_kind (gesture, MBD_ROD_ROPE, made, problem);
}

const LwToolClass *
lw_tool_rod_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "rod",
              .word = N_ ("Rod"),
              .title = N_ ("Draw a Rod"),
              .key = "R",
              .icon = "lw-rod-symbolic",
              .group = LW_TOOLS_JOIN },
    .step = N_ ("Draw Rod"),
    .hints = { N_ ("Press on a body and release on another one or on the ground; Shift: rope, "
                   "Ctrl: strut"),
               N_ ("Click where the rod ends; Shift: rope, Ctrl: strut") },
    .n_points = 2,
    .shows_length = true,
    .uses_control = true,
    .build = build_rod,
  };

  return &class;
}

const LwToolClass *
lw_tool_rope_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "rope",
              .word = N_ ("Rope"),
              .title = N_ ("Draw a Rope"),
              .key = "",
              .icon = "lw-rope-symbolic",
              .group = LW_TOOLS_DRIVE },
    .step = N_ ("Draw Rope"),
    .hints = { N_ ("Press on a body and release on another one or on the ground"),
               N_ ("Click where the rope ends") },
    .n_points = 2,
    .shows_length = true,
    .build = build_rope,
  };

  return &class;
}
