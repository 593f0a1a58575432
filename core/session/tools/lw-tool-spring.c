// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Spring: a spring with a damper from point to point, or a torsion spring by a click on a pin.
// It is at rest in the drawn pose.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

#define STIFFNESS 1000 ///< N/m
#define DAMPING 10     ///< N s/m

// ---- torsion spring -------------------------------------------------------------------------

#define TURN_STIFFNESS 5  ///< N m/rad
#define TURN_DAMPING 0.05 ///< N m s/rad

static bool
turns (const LwCoupling *joint)
{
  return lw_coupling_has_coordinate (&joint->def, MBD_COORDINATE_ANGLE);
}

/// Returns the pin at the first point that has no torsion spring yet.
static const LwCoupling *
find_pin (const LwToolGesture *gesture)
{
  const LwMechanism *mechanism = gesture->mechanism;
  const LwCoupling *pin =
    lw_geometry_joint_at (mechanism, gesture->points[0].x, gesture->points[0].y,
                          LW_TOOL_REACH_PX / gesture->view->px_per_m, turns);

  for (guint i = 0; pin != NULL && i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *other = lw_mechanism_get_coupling (mechanism, i);

    if (lw_coupling_get_kind (other)->is_spring && other->joint[0] == pin->element.id)
      return NULL;
  }
  return pin;
}

static bool
is_enough (const LwToolGesture *gesture)
{
  return find_pin (gesture) != NULL;
}

static LwMechanism *
build_torsion_spring (const LwToolGesture *gesture, const LwCoupling *pin, LwElementRef *made)
{
  const LwMechanism *mechanism = gesture->mechanism;
  g_autofree char *name = lw_names_unique (mechanism, _ ("Torsion spring"));
  g_autoptr (LwFunction) free_angle = NULL;
  MbdCouplingDef def = mbd_driver_default (MBD_COORDINATE_ANGLE, NULL);
  LwCoupling *spring;
  double angle = 0;

  def.compliant = true;
  def.stiffness = TURN_STIFFNESS;
  def.damping = TURN_DAMPING;
  spring = lw_coupling_new (&def, lw_mechanism_next_coupling_id (mechanism), name);
  spring->joint[0] = pin->element.id;
  lw_mechanism_get_start_coordinate (mechanism, spring, 0, &angle);
  free_angle = lw_function_new_constant (angle);
  lw_coupling_set_function (spring, free_angle);
  return lw_tool_add_coupling (mechanism, spring, made);
}

// ---- spring ---------------------------------------------------------------------------------

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwMechanism *mechanism = gesture->mechanism;
  const LwToolPoint *a = &gesture->points[0];
  const LwToolPoint *b = &gesture->points[gesture->n_points - 1];
  const double ends[2][2] = { { a->x, a->y }, { b->x, b->y } };
  MbdForceDef def = mbd_spring_default ();
  int bodies[2];
  g_autofree char *name = NULL;

  if (lw_tool_is_click (gesture)) {
    const LwCoupling *pin = find_pin (gesture);

    return pin != NULL ? build_torsion_spring (gesture, pin, made) : NULL;
  }
  if (!lw_tool_find_ends (gesture, bodies, problem))
    return NULL;
  def.body_a = bodies[0];
  def.body_b = bodies[1];
  lw_geometry_to_body (lw_mechanism_find_body (mechanism, def.body_a), ends[0], def.point_a);
  lw_geometry_to_body (lw_mechanism_find_body (mechanism, def.body_b), ends[1], def.point_b);
  def.free_length = lw_tool_length (gesture);
  def.stiffness = STIFFNESS;
  def.damping = DAMPING;
  name = lw_names_unique (mechanism, _ ("Spring"));
  *made = (LwElementRef){ LW_SELECTION_FORCE, lw_mechanism_next_force_id (mechanism) };
  return lw_mechanism_replace_force (mechanism, lw_force_new (&def, made->id, name));
}

const LwToolClass *
lw_tool_spring_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "spring",
              .word = N_ ("Spring"),
              .title = N_ ("Draw a Spring with a Damper"),
              .key = "D",
              .icon = "lw-spring-symbolic",
              .group = LW_TOOLS_DRIVE },
    .step = N_ ("Draw Spring"),
    .hints = { N_ ("Press on a body and release on another one or on the ground; click a pin: "
                   "torsion spring"),
               N_ ("Click where the spring ends") },
    .n_points = 2,
    .second_optional = true,
    .is_enough = is_enough,
    .shows_length = true,
    .build = build,
  };

  return &class;
}
