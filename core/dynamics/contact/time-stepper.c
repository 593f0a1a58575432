// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Time stepping with contacts: a mechanism in the plane as a pile (mbd-pile.h), its couplings and
// the stiff directions of its force elements as rows of the same solve (step-rows.c,
// step-forces.c).
//
// Everything else acts with its force at the start of the step, loads and laws with their force at
// the middle of the step. A step cut short by a knot of a function removes less of errors and
// overlaps the shorter it is. Contact forces are impulses over h; they are passed to the state as
// loads, so that its solution (accelerations, reactions) includes them. At the start of a run they
// are the forces of the step that follows.

#include "step-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism-private.h"

/// Share of the size beyond which a pair that does not press has parted.
static const double parted = 1e-4;
/// Remaining error of speed, over the change of speed by forces, above which a step is not solved.
static const double unsolved = 0.1;

void
mbd_stepper_free (MbdStepper *stepper)
{
  if (stepper == NULL)
    return;
  mbd_pile_free (stepper->pile);
  mbd_touch_tracker_free (stepper->tracker);
  free (stepper->contacts);
  mbd_arena_clear (&stepper->arena);
  free (stepper);
}

static bool
add_shapes (MbdStepper *stepper, const MbdModel *m)
{
  for (int i = 0; i < m->n_shapes; i++)
    if (mbd_pile_add_shape (stepper->pile, stepper->index_of[m->shapes[i].body],
                            &m->shapes[i].shape, NULL, NULL)
        != MBD_STATUS_OK)
      return false;
  for (int i = 0; i < m->n_shape_pairs; i++)
    if (mbd_pile_set_pair (stepper->pile, m->shape_pairs[i].a, m->shape_pairs[i].b,
                           &m->shape_pairs[i].pair, NULL)
        != MBD_STATUS_OK)
      return false;
  // Bodies at a joint overlap by design.
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    if (c->def.class_ != mbd_loop_class () || c->sides < 2)
      continue;
    const int a = stepper->index_of[c->body[0]], b = stepper->index_of[c->body[1]];
    if (a != b && a != MBD_PILE_STATIC && b != MBD_PILE_STATIC
        && mbd_pile_ignore (stepper->pile, a, b) != MBD_STATUS_OK)
      return false;
  }
  return true;
}

MbdStepper *
mbd_stepper_new (const MbdModel *m)
{
  MbdPileSettings settings = mbd_pile_default ();
  MbdStepper *stepper = calloc (1, sizeof *stepper);
  if (stepper == NULL)
    return NULL;
  MbdArena *arena = &stepper->arena;

  // Gravity is among the forces.
  settings.gravity[1] = 0;
  settings.sleeps = true;
  // Overlapping bodies hop by no more than a fiftieth of the size.
  const double g = fmax (hypot (m->gravity[0], m->gravity[1]), 1e-3);
  settings.push_speed = fmin (settings.push_speed, 0.2 * sqrt (g * m->size));
  settings.bounce_speed = fmin (settings.bounce_speed, 3e-3 * sqrt (g * m->size));
  stepper->overlap_share = settings.erp;
  stepper->pile = mbd_pile_new (&settings);
  stepper->tracker = mbd_touch_tracker_new ();
  stepper->body_of = MBD_TAKE (arena, int, m->n_bodies);
  stepper->index_of = MBD_TAKE (arena, int, m->n_bodies);
  stepper->most_rows = m->n_rows + MBD_STEP_ROWS_OF_FORCE * m->n_forces;
  stepper->rows = MBD_TAKE (arena, MbdPileRow, stepper->most_rows);
  stepper->row_of = MBD_TAKE (arena, int, m->n_rows);
  stepper->before = MBD_TAKE (arena, double, stepper->most_rows);
  stepper->pile_row = MBD_TAKE (arena, int, m->n_rows);
  stepper->first_row = MBD_TAKE (arena, int, m->n_forces + 1);
  stepper->eps = MBD_TAKE (arena, double, m->n_rows);
  stepper->role_before = MBD_TAKE (arena, unsigned char, m->n_rows);
  stepper->role_begun = MBD_TAKE (arena, unsigned char, m->n_rows);
  stepper->begun = MBD_TAKE (arena, double, m->n_couplings);
  stepper->closing = MBD_TAKE (arena, double, m->n_rows);
  stepper->quiet = MBD_TAKE (arena, double, m->n_rows);
  stepper->loss = MBD_TAKE (arena, double, m->n_forces);
  stepper->residual = MBD_TAKE (arena, double, m->n_forces);
  stepper->element_f = MBD_TAKE (arena, double, m->n_v + 6);
  stepper->impulse = MBD_TAKE (arena, double, m->n_rows);
  stepper->plain = MBD_TAKE (arena, double, m->n_rows);
  stepper->by_time = MBD_TAKE (arena, double, m->n_rows);
  stepper->rate = MBD_TAKE (arena, double, m->n_rows);
  for (int i = 0; i < 2; i++)
    stepper->store[i] = MBD_TAKE (arena, double, m->n_forces + m->n_couplings);
  stepper->forces = MBD_TAKE (arena, double, 3 * (size_t) m->n_bodies);
  stepper->contact_f = MBD_TAKE (arena, double, m->n_v + 6);
  bool ok = stepper->pile != NULL && stepper->tracker != NULL && !arena->failed;
  for (int i = 1; i < m->n_bodies && ok; i++) {
    const double start[3] = { m->bodies[i].start_position[0], m->bodies[i].start_position[1],
                              m->bodies[i].start_angle };
    // Other bodies are rejected when a run starts.
    if (m->bodies[i].degrees != 3 || m->bodies[i].massless)
      continue;
    const int index =
      mbd_pile_add_body (stepper->pile, m->bodies[i].mass, m->bodies[i].inertia[8], start);
    ok = index > 0;
    stepper->index_of[i] = index;
    stepper->body_of[ok ? index : 0] = i;
  }
  if (!ok || !add_shapes (stepper, m)) {
    mbd_stepper_free (stepper);
    return NULL;
  }
  return stepper;
}

MbdStatus
mbd_stepper_check (const MbdModel *m, MbdDiagnosis *why)
{
  for (int i = 1; i < m->n_bodies; i++) {
    if (m->bodies[i].degrees == 6)
      return mbd_diagnose (why, MBD_STATUS_STEPS_IN_SPACE, MBD_ELEMENT_BODY, m->bodies[i].id, 0);
    if (m->bodies[i].degrees == 3 && (m->bodies[i].massless || !(m->bodies[i].inertia[8] > 0)))
      return mbd_diagnose (why, MBD_STATUS_STEPS_MASSLESS, MBD_ELEMENT_BODY, m->bodies[i].id, 0);
  }
  return MBD_STATUS_OK;
}

/// Reads the contact points and computes their forces on the bodies.
static bool
take_contacts (MbdStepper *stepper, const MbdModel *m, double h)
{
  int count = mbd_pile_contacts (stepper->pile, stepper->contacts, stepper->most_contacts);

  if (count > stepper->most_contacts) {
    MbdPileContact *grown =
      realloc (stepper->contacts, 2 * (size_t) count * sizeof *stepper->contacts);
    if (grown == NULL)
      return false;
    stepper->contacts = grown;
    stepper->most_contacts = 2 * count;
    mbd_pile_contacts (stepper->pile, stepper->contacts, stepper->most_contacts);
  }
  stepper->n_contacts = count;
  memset (stepper->contact_f, 0, sizeof *stepper->contact_f * (size_t) (m->n_v + 6));
  for (int i = 0; i < count; i++) {
    MbdPileContact *c = &stepper->contacts[i];
    const double fn = c->normal_impulse / h, ft = c->friction_impulse / h;
    const double f[2] = { fn * c->normal[0] - ft * c->normal[1],
                          fn * c->normal[1] + ft * c->normal[0] };
    for (int side = 0; side < 2; side++) {
      const int index = side == 0 ? c->body_a : c->body_b;
      const double sign = side == 0 ? -1 : 1;
      double x[3];
      if (index == MBD_PILE_STATIC)
        continue;
      mbd_pile_get (stepper->pile, index, x, NULL);
      double *to = stepper->contact_f + m->bodies[stepper->body_of[index]].u;
      to[0] += sign * f[0];
      to[1] += sign * f[1];
      to[2] += sign * ((c->point[0] - x[0]) * f[1] - (c->point[1] - x[1]) * f[0]);
    }
  }
  return true;
}

/// Reports shapes that overlap deeply where a run begins.
static void
report_overlaps (MbdIntegrator *self)
{
  const MbdStepper *stepper = self->stepper;

  for (int i = 0; i < stepper->n_contacts; i++) {
    const MbdPileContact *c = &stepper->contacts[i];
    if (c->gap < -MBD_DEEP_OVERLAP * self->model->size)
      mbd_record_touch (self, MBD_EVENT_OVERLAPS, self->start.time, c->shape_a, c->shape_b,
                        -c->gap);
  }
}

/// The integrator, and the time at which what begins began.
typedef struct
{
  MbdIntegrator *self;
  double begun;
} Telling;

static void
told_cb (void *data, int shape_a, int shape_b, bool begins, double impulse)
{
  const Telling *telling = data;
  MbdIntegrator *self = telling->self;

  self->statistics.events++;
  mbd_record_touch (self, begins ? MBD_EVENT_TOUCHED : MBD_EVENT_OPENED,
                    begins ? telling->begun : self->end.time, shape_a, shape_b, impulse);
}

/// Records the begin and end of contacts, each at the end of the step in which it was found.
static bool
record_touching (MbdIntegrator *self)
{
  MbdStepper *stepper = self->stepper;

  Telling telling = { self, self->start.time };

  if (self->statistics.steps == 0)
    mbd_touch_tracker_reset (stepper->tracker);
  return mbd_touch_tracker_step (stepper->tracker, stepper->contacts, stepper->n_contacts,
                                 parted * self->model->size, told_cb, &telling);
}

void
mbd_stepper_flush (MbdIntegrator *self, MbdStepper *stepper)
{
  Telling telling = { self, self->end.time };

  mbd_touch_tracker_flush (stepper->tracker, told_cb, &telling);
  mbd_step_flush_rows (self, stepper, self->end.time);
}

/// Computes the velocity of b against a at a contact point, along n and its tangent: `start` and `end`
/// times that at the ends of the step.
static void
find_approach (const MbdIntegrator *self,
               const MbdPileContact *c,
               double start,
               double end,
               double along[2])
{
  const MbdStepper *stepper = self->stepper;
  double v[2] = { 0, 0 };

  for (int side = 0; side < 2; side++) {
    const int index = side == 0 ? c->body_a : c->body_b;
    const double sign = side == 0 ? -1 : 1;
    if (index == MBD_PILE_STATIC)
      continue;
    const int first = self->model->bodies[stepper->body_of[index]].v;
    const double *x = self->start.q + self->model->bodies[stepper->body_of[index]].q;
    for (int k = 0; k < 2; k++) {
      const double *of_body = (k == 0 ? self->start.v : self->end.v) + first;
      const double share = sign * (k == 0 ? start : end);
      v[0] += share * (of_body[0] - of_body[2] * (c->point[1] - x[1]));
      v[1] += share * (of_body[1] + of_body[2] * (c->point[0] - x[0]));
    }
  }
  along[0] = v[0] * c->normal[0] + v[1] * c->normal[1];
  along[1] = -v[0] * c->normal[1] + v[1] * c->normal[0];
}

void
mbd_step_mean_approach (const MbdIntegrator *self, const MbdPileContact *c, double along[2])
{
  find_approach (self, c, 0.5, 0.5, along);
}

/// Returns the speed that gravity gives in `steps` steps of size h: contacts at rest, which are not
/// approached before a step, are approached more slowly.
static double
speed_of_fall (const MbdIntegrator *self, double steps, double h)
{
  const double g = hypot (self->model->gravity[0], self->model->gravity[1]);

  return steps * g * h + 1e-9 * sqrt (fmax (g, 1e-3) * self->model->size);
}

/// Returns the time within the last step, of size h, at which the first shapes meet that strike each
/// other in it; h if there are none, or so many contacts that steps that are cut would cost too much.
static double
find_first_strike (const MbdIntegrator *self, double h)
{
  enum
  {
    MANY = 24,       // points
    MANY_STRIKES = 6 // among them
  };
  const MbdStepper *stepper = self->stepper;
  const double slow = speed_of_fall (self, 2, h);
  double first = h;
  int strikes = 0;

  if (stepper->n_contacts > MANY)
    return h;
  for (int i = 0; i < stepper->n_contacts; i++) {
    const MbdPileContact *c = &stepper->contacts[i];
    double along[2];

    if (!(c->normal_impulse > 0 && c->gap > 0))
      continue;
    find_approach (self, c, 1, 0, along);
    if (along[0] < -slow) {
      first = fmin (first, c->gap / -along[0]);
      strikes++;
    }
  }
  return strikes <= MANY_STRIKES ? first : h;
}

bool
mbd_step_strikes (const MbdIntegrator *self, double h)
{
  const MbdStepper *stepper = self->stepper;
  const double slow = speed_of_fall (self, 0.02, h);

  for (int i = 0; i < stepper->n_contacts; i++) {
    double along[2];

    if (!(stepper->contacts[i].normal_impulse > 0))
      continue;
    find_approach (self, &stepper->contacts[i], 1, 0, along);
    if (along[0] < -slow)
      return true;
  }
  return false;
}

/// Sets poses, speeds and forces of the bodies of the pile.
static void
set_bodies (MbdIntegrator *self)
{
  MbdStepper *stepper = self->stepper;
  const MbdModel *m = self->model;

  for (int i = 1; i < m->n_bodies; i++) {
    const int index = stepper->index_of[i];
    if (index == MBD_PILE_STATIC)
      continue;
    mbd_pile_set (stepper->pile, index, self->start.q + m->bodies[i].q,
                  self->start.v + m->bodies[i].v);
    memcpy (stepper->forces + 3 * index, self->work->system.f + m->bodies[i].u,
            3 * sizeof (double));
  }
}

/// Reads poses and speeds at the end of a step.
static void
take_bodies (MbdIntegrator *self, double h)
{
  MbdStepper *stepper = self->stepper;
  const MbdModel *m = self->model;

  for (int i = 1; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    if (stepper->index_of[i] == MBD_PILE_STATIC)
      continue;
    mbd_pile_get (stepper->pile, stepper->index_of[i], self->end.q + body->q,
                  self->end.v + body->v);
    for (int k = 0; k < 3; k++)
      self->end.a[body->v + k] = (self->end.v[body->v + k] - self->start.v[body->v + k]) / h;
  }
}

/// Advances the memories of signals by the mean of their rates at both ends of a step, of which the
/// second follow the first.
static void
take_memories (MbdIntegrator *self, double h)
{
  const MbdModel *m = self->model;
  const int first = m->n_q - m->n_memories;
  double *before = self->rates[0], *after = self->rates[1];

  if (m->n_memories == 0)
    return;
  mbd_set_memory_rates_at (self, &self->start, before);
  for (int i = first; i < m->n_q; i++)
    self->end.q[i] = self->start.q[i] + h * before[i];
  mbd_set_memory_rates_at (self, &self->end, after);
  for (int i = first; i < m->n_q; i++)
    self->end.q[i] = self->start.q[i] + h * (before[i] + after[i]) / 2;
  mbd_pose (self->work, self->start.time, self->start.q, self->start.v);
}

/// Solves the impulses of a step from `start`, and its end.
static MbdStatus
solve_step (MbdIntegrator *self, double h, MbdDiagnosis *why)
{
  MbdStepper *stepper = self->stepper;
  MbdState *work = self->work;
  const MbdModel *m = self->model;
  const double ratio = stepper->h > 0 ? h / stepper->h : 1;

  work->system.has_external = false;
  mbd_pose (work, self->start.time, self->start.q, self->start.v);
  mbd_rows (work);
  mbd_pose_time (work, self->start.time + h / 2);
  mbd_forces (work);
  mbd_pose_time (work, self->start.time);
  for (int row = 0; row < m->n_rows; row++)
    stepper->impulse[row] *= ratio;
  stepper->share = fmin (h / self->settings.step, 1);
  stepper->pile->settings.erp = stepper->share * stepper->overlap_share;
  bool again = true, tries_hold = mbd_step_begin_limits (self);
  int pass = 0;
  while (again) {
    mbd_step_fill_rows (self, h);
    mbd_step_fill_forces (self, h);
    set_bodies (self);
    for (int i = 0; i < stepper->n_rows; i++)
      stepper->before[i] = stepper->rows[i].impulse;
    const MbdStatus status = mbd_pile_step (stepper->pile, h, stepper->forces, stepper->rows,
                                            stepper->n_rows, &stepper->report);
    if (status != MBD_STATUS_OK) {
      mbd_diagnose (why, status, MBD_ELEMENT_NONE, 0, self->start.time);
      return mbd_blame_force (self, status, why);
    }
    again = work->roles.any_following && mbd_step_follow_loads (self, pass, h);
    // The first solve with limits counts as the first pass.
    pass += tries_hold ? 0 : 1;
    tries_hold = false;
  }
  if (work->roles.any_following) {
    stepper->limits_agree = !work->roles.contradict;
    stepper->wedges |= work->roles.repeats;
    mbd_step_end_limits (self);
  } else
    stepper->limits_agree = true;
  take_bodies (self, h);
  self->end.time = self->start.time + h;
  take_memories (self, h);
  stepper->h = h;
  return take_contacts (stepper, m, h)
           ? MBD_STATUS_OK
           : mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
}

/// Solves a step of size *h. Where shapes would meet within it, it is made to end just before, so that
/// the next one has the whole impact: in two parts friction would depend on how large each is. At most
/// MOST_CUTS successive steps are cut.
static MbdStatus
solve_to_strike (MbdIntegrator *self, double *h, MbdDiagnosis *why)
{
  enum
  {
    MOST_CUTS = 4
  };
  static const double before = 0.999, least = 0.01,
                      most = 0.99; // parts of the time and of the step
  MbdStepper *stepper = self->stepper;
  const bool wedged = stepper->wedges;
  const MbdStatus status = solve_step (self, *h, why);

  if (status != MBD_STATUS_OK)
    return status;
  const double end = before * find_first_strike (self, *h);
  if (!(end > least * *h && end < most * *h) || stepper->cuts == MOST_CUTS) {
    stepper->cuts = 0;
    return MBD_STATUS_OK;
  }
  stepper->cuts++;
  *h = end;
  stepper->wedges = wedged;
  return solve_step (self, end, why);
}

MbdStatus
mbd_stepper_step (MbdIntegrator *self, double *size, MbdDiagnosis *why)
{
  MbdStepper *stepper = self->stepper;
  MbdStatus status;

  do
    status = solve_to_strike (self, size, why);
  while (status == MBD_STATUS_OK && mbd_step_break_wedged (self));
  const double h = *size;

  if (status != MBD_STATUS_OK)
    return status;
  self->statistics.evaluations++;
  self->statistics.newton_iterations += stepper->report.newton + stepper->report.admm;
  self->statistics.factorisations += stepper->report.factors;
  self->statistics.contact_step_iterations = stepper->report.newton + stepper->report.admm;
  self->statistics.contact_iterations += self->statistics.contact_step_iterations;
  self->statistics.contact_speed_error = fmax (stepper->report.residual, stepper->report.gap);
  self->statistics.unconverged += stepper->report.end == MBD_PILE_CAPPED;
  self->statistics.unsolved_steps +=
    !stepper->limits_agree
    || self->statistics.contact_speed_error > unsolved * stepper->report.pull;
  if (self->statistics.steps == 0)
    report_overlaps (self);
  if (!record_touching (self))
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  mbd_step_take_rows (self, h);
  if (self->end.ledger != NULL)
    mbd_step_keep_ledger (self, h);
  mbd_step_record_rows (self);
  mbd_step_break (self, h);
  stepper->begins_again = stepper->wedges = false;
  mbd_pose (self->work, self->end.time, self->end.q, self->end.v);
  mbd_accept_angles (self->work);
  return MBD_STATUS_OK;
}

double
mbd_stepper_clear_time (const MbdIntegrator *self,
                        MbdStepper *stepper,
                        const MbdInstant *from,
                        const double *a,
                        double h,
                        double deepest,
                        bool (*skips) (const void *data, int piece_a, int piece_b),
                        const void *data)
{
  const MbdModel *m = self->model;
  bool slow = true;

  for (int i = 1; i < m->n_bodies && slow; i++)
    slow = stepper->index_of[i] == MBD_PILE_STATIC
           || mbd_pile_is_slow (stepper->pile, stepper->index_of[i], from->v + m->bodies[i].v,
                                a + m->bodies[i].v, h, deepest);
  if (slow)
    return h;
  for (int i = 1; i < m->n_bodies; i++) {
    const int index = stepper->index_of[i];
    if (index == MBD_PILE_STATIC)
      continue;
    mbd_pile_set (stepper->pile, index, from->q + m->bodies[i].q, from->v + m->bodies[i].v);
    memcpy (stepper->forces + 3 * index, a + m->bodies[i].v, 3 * sizeof (double));
  }
  return mbd_pile_clear_time (stepper->pile, h, deepest, stepper->forces, skips, data);
}

double
mbd_stepper_limit_to_shapes (MbdIntegrator *self, double h)
{
  // An impact in a short step does not accelerate the next one: it changes velocities once. Otherwise
  // the steps would become shorter and shorter.
  const double share = fmin (1, self->stepper->h / h);
  double *a = self->error_v; // scratch between steps

  for (int i = 0; i < self->model->n_v; i++)
    a[i] = share * self->start.a[i];
  return mbd_stepper_clear_time (self, self->stepper, &self->start, a, h, MBD_PILE_DEEPEST, NULL,
                                 NULL);
}

MbdStatus
mbd_stepper_begin (MbdIntegrator *self, MbdDiagnosis *why)
{
  const size_t size = sizeof *self->start.v * (size_t) self->model->n_v;

  // Blows continue across a change during the run.
  const bool goes_on = self->statistics.steps > 0 && self->touching == NULL;

  self->stepper->cuts = 0;
  self->stepper->begins_again = self->stepper->wedges = false;
  mbd_step_start_rows (self);
  for (int row = 0; row < self->model->n_rows; row++)
    self->stepper->role_begun[row] = (unsigned char) self->work->roles.rows[row].role;
  const MbdStatus status = solve_step (self, self->settings.step, why);
  if (status != MBD_STATUS_OK)
    return status;
  mbd_step_take_rows (self, self->settings.step);
  // The roles are those of the end of the first step: it has yet to record what they were before.
  self->stepper->begins_again = goes_on;
  if (!goes_on)
    mbd_step_start_blows (self, self->settings.step);
  memcpy (self->start.a, self->end.a, size);
  // Velocities are taken before the step.
  memcpy (self->end.v, self->start.v, size);
  for (int i = 0; i < self->stepper->n_contacts; i++) {
    double along[2];
    mbd_step_mean_approach (self, &self->stepper->contacts[i], along);
    self->stepper->contacts[i].slip = along[1];
  }
  return status;
}

/// q moves with v+ over the whole step: between its ends in a straight line.
void
mbd_stepper_output (MbdIntegrator *self, double time, MbdInstant *out)
{
  const MbdModel *m = self->model;
  const double s = (time - self->start.time) / (self->end.time - self->start.time);

  for (int i = 0; i < m->n_q; i++)
    out->q[i] = self->start.q[i] + s * (self->end.q[i] - self->start.q[i]);
  for (int i = 0; i < m->n_v; i++) {
    out->v[i] = self->end.v[i];
    out->a[i] = self->end.a[i];
  }
  for (int i = 0; out->ledger != NULL && i < mbd_energy_balance_length (m); i++)
    out->ledger[i] = self->start.ledger[i] + s * (self->end.ledger[i] - self->start.ledger[i]);
  out->time = time;
}

MbdPile *
mbd_stepper_pile (const MbdStepper *stepper)
{
  return stepper->pile;
}

int
mbd_stepper_body (const MbdStepper *stepper, int pile_body)
{
  return stepper->body_of[pile_body];
}

int
mbd_stepper_index (const MbdStepper *stepper, int body)
{
  return stepper->index_of[body];
}

const double *
mbd_stepper_forces (const MbdStepper *stepper)
{
  return stepper->contact_f;
}

int
mbd_integrator_contacts (const MbdIntegrator *self, MbdIntegratorContact *contacts, int most)
{
  const MbdStepper *stepper = mbd_stepper_in_use (self);

  if (stepper == NULL)
    return self->touching != NULL ? mbd_touching_contacts (self, contacts, most) : 0;
  for (int i = 0; i < stepper->n_contacts && i < most; i++) {
    const MbdPileContact *c = &stepper->contacts[i];
    contacts[i] = (MbdIntegratorContact){
      .shape_a = c->shape_a,
      .shape_b = c->shape_b,
      .body_a = self->model->shapes[c->shape_a].body,
      .body_b = self->model->shapes[c->shape_b].body,
      .feature = c->feature,
      .point = { c->point[0], c->point[1] },
      .normal = { c->normal[0], c->normal[1] },
      .gap = c->gap,
      .normal_force = c->normal_impulse / stepper->h,
      .friction_force = c->friction_impulse / stepper->h,
      .slip = c->slip,
      .sticks = c->sticks,
    };
  }
  return stepper->n_contacts;
}

void
mbd_state_set_contacts (MbdState *state, const MbdIntegratorContact *contacts, int n)
{
  const MbdModel *m = state->model;

  mbd_state_prepare (state);
  memset (state->system.external, 0, sizeof *state->system.external * (size_t) m->n_v);
  for (int i = 0; i < n; i++) {
    const MbdIntegratorContact *c = &contacts[i];
    const double f[2] = { c->normal_force * c->normal[0] - c->friction_force * c->normal[1],
                          c->normal_force * c->normal[1] + c->friction_force * c->normal[0] };
    for (int side = 0; side < 2; side++) {
      const int body = side == 0 ? c->body_a : c->body_b;
      const double sign = side == 0 ? -1 : 1;
      if (body < 0 || body >= m->n_bodies || m->bodies[body].degrees != 3)
        continue;
      const MbdPlanePose *pose = &state->pose.plane[body];
      double *to = state->system.external + m->bodies[body].u;
      to[0] += sign * f[0];
      to[1] += sign * f[1];
      to[2] += sign * ((c->point[0] - pose->x) * f[1] - (c->point[1] - pose->y) * f[0]);
    }
  }
  state->system.has_external = n > 0;
}
