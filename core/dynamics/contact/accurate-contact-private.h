// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contacts in accurate motion, shared by accurate-contact.c (steps and events),
// accurate-contact-problem.c (the problems that are solved) and accurate-contact-settle.c (impacts
// and modes).

#pragma once

#include "contact-private.h"
#include "integrator-private.h"
#include "touch-private.h"

enum
{
  MBD_MOST_TOUCHES = 256,
  MBD_MOST_TOUCH_VELOCITIES = 300
};

struct MbdTouching
{
  MbdArena arena;
  MbdArena room;       // arrays whose size depends on the number of touches
  MbdStepper *stepper; // for its pile: shapes, pairs, manifolds
  MbdPile *pile;
  MbdContact *contact;
  MbdTouch *touches, *before; // touches that are held; touches before an event
  int n_touches, most;
  MbdTouch *struck; // touches at the last impact
  int n_struck;
  bool exhausted; // true if memory was exhausted within a step
  double until,
    moment;      // s, end and duration of the last moment of time stepping; until 0: none yet
  bool steps;    // the next step is one of time stepping
  bool stepped;  // the forces are those of a step of time stepping
  bool lossless; // no force of the last accelerations dissipates, and none was found
  double largest_force; // N, of a point since contacts were settled
  double largest_pull;  // N or N m, of a one-sided row since then
  double start_gap;     // least gap of separate points, at the start of the step
  double *W, *N, *F, *G, *L, *B;
  double *f; // forces of the state, and those that shift the multipliers of L to >= 0
  double *cohesion, *bounce; // shifts of the rows of L, and rates in kL with which they open
  double *kN, *kF, *kG, *kL, *kB, *slip, *mu, *bound, *box_slip, *restitution;
  int *directions, *box_contact;
  int *lock_place, *limit_place, *box_place; // batch layout, rows of G, L, B; -1: the row of a
                                             // touch
  int *limit_coupling;
  int n_locks, n_limits, n_boxes; // n_boxes includes boxes against rolling
  double *forces;
  double *velocity;    // accelerations or velocities found
  double *external;    // u layout
  double speed;        // sqrt (g L)
  double acceleration; // g
};

/// Reserves room for `most` touches and keeps the existing ones. Returns OK, OUT_OF_MEMORY or
/// CONTACT_TOO_LARGE.
MbdStatus mbd_touching_reserve (const MbdModel *m, MbdTouching *t, int touches);
/// Evaluates a touch at positions and velocities of the model.
void mbd_touching_evaluate (const MbdIntegrator *self,
                            const MbdTouch *touch,
                            const double *q,
                            const double *v,
                            MbdTouchState *out);
/// Returns true if two touches of the same pieces are the same, or at the same place.
bool mbd_touching_alike (const MbdIntegrator *self,
                         const MbdTouch *a,
                         const MbdTouch *b,
                         const double *q,
                         const double *v);
/// Returns true if a touch is one of the held ones.
bool mbd_touching_is_held (const MbdIntegrator *self,
                           const MbdTouch *touch,
                           const double *q,
                           const double *v);
/// Returns true if two pieces have a touch that is held. data: MbdTouching.
bool mbd_touching_is_held_pair (const void *data, int a, int b);
/// Moves shapes to a pose and finds all their manifolds. Returns false if memory is exhausted.
bool mbd_touching_collide (MbdIntegrator *self, const double *q, const double *v, double h);
/// Returns the problem of the held touches and of the rows of couplings that are solved, at the
/// pose of the work state. Accelerations: modes unchanged. `known` is minus the known terms of the
/// rows, batch layout.
MbdContactProblem
mbd_touching_problem (MbdIntegrator *self, const double *q, const double *v, const double *known);
/// Prepares pose, rows and forces of the work state.
void mbd_touching_prepare (MbdIntegrator *self, double time, const double *q, const double *v);
/// Solves the accelerations as a complementarity problem at the held touches and rows, in which
/// touches with a sliding mode slide and all others may stick. Results: forces, and accelerations
/// in `velocity`.
MbdContactReport mbd_touching_solve (MbdIntegrator *self, const MbdInstant *at);
/// Solves the accelerations with which all touches and rows keep their modes. Returns false if they
/// contradict each other.
bool mbd_touching_solve_held (MbdIntegrator *self, const MbdInstant *at);
/// Returns the least distance of these forces from a bound, over the largest force since contacts were
/// settled; < 0: beyond it.
double mbd_touching_force_margin (MbdTouching *t);
/// Returns true if some force depends on how other forces are shared.
bool mbd_touching_sharing_matters (const MbdIntegrator *self);
/// Returns row i of a matrix times these accelerations, and the sizes of its terms.
double
mbd_touching_row (const MbdTouching *t, const double *rows, int i, int n, double k, double *size);
/// Returns the first entries of limits, bilateral rows and boxes in the packed result of the last
/// problem for accelerations.
void mbd_touching_places (const MbdTouching *t, int places[3]);
/// Copies multipliers or impulses of the couplings from the packed result, with these first entries of
/// limits, bilateral rows and boxes, into the solution of the work state.
void mbd_touching_give_multipliers (MbdIntegrator *self, const int places[3]);
/// Copies the forces of the held touches from the packed result.
void mbd_touching_take_forces (MbdTouching *t);
/// Selects the rows of couplings that take part in an impact: locks, ropes and stops in contact, and friction
/// in joints, with which it begins limits of impulses (mbd_begin_impulse_limits ()). The
/// known terms of the rows, in residual_rows, become minus the part of their rates besides G v. Returns
/// true if a row closes.
bool mbd_touching_take_rows (MbdIntegrator *self);
/// Adds to the known terms of ropes and stops, in a problem of an impact, the rates with which they open
/// again.
void mbd_touching_add_bounces (MbdIntegrator *self, const MbdContactProblem *problem);
/// Continues by time stepping for a moment from an instant, `start` or `end`, and finds its forces there.
/// cause: the event that is recorded.
MbdStatus
mbd_touching_hand_over (MbdIntegrator *self, MbdInstant *at, MbdEventKind cause, MbdDiagnosis *why);
/// Takes the jump of a function of time at a knot within such a moment.
void mbd_touching_settle_step (MbdIntegrator *self, MbdInstant *at);
/// Projects q or v onto the rows of couplings and touches: the nearest point in the M-norm.
void mbd_touching_project (MbdIntegrator *self, double time, double *q, double *v, bool positions);
