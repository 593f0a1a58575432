// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Hand: pulls a body at a point; the mechanism follows as its joints allow. Starting the
// mechanism in the new pose is one undo step. (During a run the pull is a force, which is not
// handled here.)

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

/// Most solver calls in one movement of the pointer, and at release: for large distances one call
/// is not sufficient.
#define PULLS 4
#define LAST_PULLS 40
#define LEAST_GAIN 1e-3

/// Least distance between the points of the path of a tracer, px, and most points of a path.
#define PATH_PITCH_PX 1.0
#define PATH_MOST 20000

/// Returns the body for the pressed element; MBD_GROUND if there is none.
static int
find_body (LwTools *self, LwElementRef under)
{
  const LwMechanism *mechanism = self->mechanism;
  const LwCoupling *coupling;
  const LwForce *force;
  const LwTracer *tracer;
  g_autoptr (GArray) bodies = NULL;

  switch (under.kind) {
  case LW_SELECTION_BODY:
    return under.id;
  case LW_SELECTION_COUPLING:
    coupling = lw_mechanism_find_coupling (mechanism, under.id);
    if (coupling != NULL && lw_geometry_is_joint (coupling))
      return coupling->def.body_b != MBD_GROUND ? coupling->def.body_b : coupling->def.body_a;
    break;
  case LW_SELECTION_FORCE:
    force = lw_mechanism_find_force (mechanism, under.id);
    if (force != NULL && lw_family_of (force->def.class_)->is_load)
      return force->def.body_b;
    break;
  case LW_SELECTION_TRACER:
    tracer = lw_mechanism_find_tracer (mechanism, under.id);
    return tracer != NULL ? tracer->body : MBD_GROUND;
  case LW_SELECTION_MEASUREMENT:
  case LW_SELECTION_NONE:
    break;
  }
  bodies = lw_geometry_bodies_at (mechanism, self->press[0], self->press[1],
                                  0.5 * self->view.link_width_px / self->view.px_per_m,
                                  LW_TOOL_OUTLINE_PX / self->view.px_per_m);
  return bodies->len > 0 ? g_array_index (bodies, int, bodies->len - 1) : MBD_GROUND;
}

static void
show_grip (LwTools *self, double x, double y)
{
  lw_drag_solver_get_point (self->hand, self->grip);
  self->grip[2] = x;
  self->grip[3] = y;
}

// ---- paths of tracers -----------------------------------------------------------------------

static void
begin_paths (LwTools *self)
{
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  self->paths = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < lw_mechanism_get_n_tracers (self->mechanism); i++)
    g_ptr_array_add (self->paths, g_array_new (FALSE, FALSE, 2 * sizeof (double)));
}

static void
extend_paths (LwTools *self)
{
  for (guint i = 0; i < self->paths->len; i++) {
    GArray *path = self->paths->pdata[i];
    double at[2];

    if (path->len >= PATH_MOST || !lw_drag_solver_get_tracer (self->hand, i, at))
      continue;
    if (path->len > 0) {
      const double *last = (const double *) (void *) path->data + 2 * path->len - 2;
      if (hypot (at[0] - last[0], at[1] - last[1]) * self->view.px_per_m < PATH_PITCH_PX)
        continue;
    }
    g_array_append_val (path, at);
  }
}

// ---- gesture --------------------------------------------------------------------------------

static bool
press (LwTools *self, LwElementRef under)
{
  const int id = find_body (self, under);
  const LwBody *body = lw_mechanism_find_body (self->mechanism, id);
  g_autoptr (GError) error = NULL;
  double point[3];

  if (body == NULL) {
    lw_tools_refuse (self, _ ("There is nothing here to take hold of: press on a body."));
    return false;
  }
  lw_geometry_to_body (body, self->press, point);
  // The crosshair may already hold a body.
  g_clear_pointer (&self->hand, lw_drag_solver_free);
  self->hand = lw_drag_solver_new (self->mechanism, id, point, &error);
  if (self->hand == NULL) {
    lw_tools_refuse (self, error->message);
    return false;
  }
  begin_paths (self);
  extend_paths (self);
  lw_selection_set (self->selection, LW_SELECTION_BODY, id);
  show_grip (self, self->press[0], self->press[1]);
  return true;
}

static void
pull (LwTools *self, int pulls)
{
  const double x = self->crosshair ? self->candidate.x : self->pointer[0];
  const double y = self->crosshair ? self->candidate.y : self->pointer[1];
  double before = INFINITY;

  for (int i = 0; i < pulls; i++) {
    const double left = lw_drag_solver_pull (self->hand, x, y);

    extend_paths (self);
    if (!(left < before * (1 - LEAST_GAIN)))
      break;
    before = left;
  }
  show_grip (self, x, y);
}

static void
move (LwTools *self)
{
  if (self->hand != NULL && (self->moved || self->crosshair))
    pull (self, PULLS);
}

static void
release (LwTools *self)
{
  g_autoptr (GPtrArray) paths = NULL;
  LwMechanism *next;

  if (self->hand == NULL)
    return;
  if (self->moved || self->crosshair)
    pull (self, LAST_PULLS);
  next = lw_drag_solver_dup_mechanism (self->hand);
  g_clear_pointer (&self->hand, lw_drag_solver_free);
  paths = g_steal_pointer (&self->paths);
  if (!lw_mechanism_equal (next, self->mechanism))
    lw_tools_edit (self, N_ ("Move Mechanism"), next, (LwElementRef){ LW_SELECTION_NONE, 0 });
  else
    lw_mechanism_unref (next);
  // The paths stay in view after the edit, until the next press.
  self->paths = g_steal_pointer (&paths);
  lw_tools_end_use (self);
}

const LwToolClass *
lw_tool_hand_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "hand",
              .word = N_ ("Hand"),
              .title = N_ ("Move the Mechanism by Hand"),
              .key = "H",
              .icon = "lw-hand-symbolic",
              .group = LW_TOOLS_DRAW },
    .hints = { N_ ("Drag a body: the mechanism moves as its joints allow; while it runs, a spring "
                   "pulls it") },
    .press = press,
    .move = move,
    .release = release,
  };

  return &class;
}
