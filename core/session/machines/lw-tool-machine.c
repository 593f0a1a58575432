// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps in which tools build parts of machines: bodies, joints to the ground, motors and contacts.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-contact.h"
#include "lw-shape-mass.h"
#include "lw-tool-private.h"

#define LUBRICATED 0.1

void
lw_tool_machine_begin (LwToolMachine *self, const LwToolGesture *gesture)
{
  self->mechanism = lw_mechanism_ref ((LwMechanism *) gesture->mechanism);
  self->failed = false;
}

LwMechanism *
lw_tool_machine_end (LwToolMachine *self, char **problem)
{
  if (!self->failed)
    return self->mechanism;
  lw_mechanism_unref (self->mechanism);
  if (*problem == NULL)
    *problem = g_strdup (_ ("Parts of this size have no mass: draw them larger or smaller."));
  return NULL;
}

static void
take (LwToolMachine *self, LwMechanism *next)
{
  lw_mechanism_unref (self->mechanism);
  self->mechanism = next;
}

int
lw_tool_machine_add_body (LwToolMachine *self,
                          const char *word,
                          LwShapeKind kind,
                          const double *outline,
                          guint n,
                          const double place[3])
{
  g_autofree char *name = lw_names_unique (self->mechanism, word);
  const int id = lw_mechanism_next_body_id (self->mechanism);
  LwBody *body = lw_body_new (id, name);

  body->def.position[0] = place[0];
  body->def.position[1] = place[1];
  body->def.angle = place[2];
  body->hue = lw_tool_next_hue (self->mechanism);
  body->shape.kind = kind;
  if (kind == LW_SHAPE_DISC || kind == LW_SHAPE_BOX) {
    body->shape.size[0] = outline[0];
    body->shape.size[1] = n > 1 ? outline[1] : 0;
  } else {
    body->shape.points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
    for (guint i = 0; i < n; i++) {
      const double point[3] = { outline[2 * i], outline[2 * i + 1], 0 };

      g_array_append_val (body->shape.points, point);
    }
  }
  self->failed = !lw_body_set_plate_mass (body) || self->failed;
  take (self, lw_mechanism_replace_body (self->mechanism, body));
  return id;
}

int
lw_tool_machine_join (LwToolMachine *self,
                      unsigned locked,
                      const int bodies[2],
                      const double at[2],
                      double angle)
{
  return lw_tool_machine_add_coupling (
    self,
    lw_geometry_new_joint (self->mechanism, locked, bodies[0], bodies[1], at[0], at[1], angle));
}

int
lw_tool_machine_add_coupling (LwToolMachine *self, LwCoupling *coupling)
{
  LwElementRef made;

  take (self, lw_tool_add_coupling (self->mechanism, coupling, &made));
  return made.id;
}

int
lw_tool_machine_drive (LwToolMachine *self, int joint, double speed)
{
  g_autoptr (LwFunction) function = lw_function_new_constant (speed);
  g_autofree char *name = lw_names_unique (self->mechanism, _ ("Motor"));
  MbdCouplingDef def = mbd_motor_default (NULL, INFINITY);
  LwCoupling *motor = lw_coupling_new (&def, lw_mechanism_next_coupling_id (self->mechanism), name);

  motor->joint[0] = joint;
  lw_coupling_set_function (motor, function);
  return lw_tool_machine_add_coupling (self, motor);
}

/// Parts of machines are lubricated; dry ones of the default friction would jam.
static void
lubricate (LwToolMachine *self, int id)
{
  LwBody *body = lw_body_copy (lw_mechanism_find_body (self->mechanism, id));

  body->contact.friction = LUBRICATED;
  take (self, lw_mechanism_replace_body (self->mechanism, body));
}

void
lw_tool_machine_step (LwToolMachine *self, double step)
{
  LwRunSettings run = *lw_mechanism_get_run (self->mechanism);

  if (run.integrator.method != MBD_METHOD_AUTOMATIC)
    return;
  run.integrator.method = MBD_METHOD_TIME_STEPPING;
  run.integrator.step = step;
  take (self, lw_mechanism_with_run (self->mechanism, &run));
}

void
lw_tool_machine_touch (LwToolMachine *self, int first, int second, char **problem)
{
  g_autoptr (GError) error = NULL;
  LwMechanism *next = lw_contact_touch (self->mechanism, first, second, NULL, &error);

  if (next != NULL) {
    take (self, next);
    lubricate (self, first);
    lubricate (self, second);
    return;
  }
  self->failed = true;
  if (*problem == NULL)
    *problem = g_strdup (error->message);
}
