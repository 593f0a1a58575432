// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What touches in accurate motion, as its files see it: integrator-touch.c (steps and events),
// integrator-touch-problem.c (the problems that are solved) and integrator-touch-settle.c (impacts
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
  MbdArena room;       // what is as large as the number of touches
  MbdStepper *stepper; // for its pile: shapes, pairs, manifolds
  MbdPile *pile;
  MbdContact *contact;
  MbdTouch *touches, *before; // those that are held; those before an event
  int n_touches, most;
  double start_gap; // least gap of what is apart, at the start of the step
  double *W, *N, *F, *G, *L, *B;
  double *kN, *kF, *kG, *kL, *kB, *slip, *mu, *bound, *box_slip, *restitution;
  int *directions, *box_contact;
  int *lock_place, *limit_place, *box_place; // batch layout, of the rows of G, L, B; -1: of a touch
  int n_locks, n_limits, n_boxes;            // n_boxes with those against rolling
  double *forces;
  double *velocity;    // accelerations or velocities that were found
  double *external;    // u layout
  double speed;        // sqrt (g L)
  double acceleration; // g
};

/// Room for so many touches, keeping those that there are; OK, OUT_OF_MEMORY or CONTACT_TOO_LARGE.
MbdStatus mbd_touching_reserve (const MbdModel *m, MbdTouching *t, int touches);
/// A touch at positions and velocities of the model.
void mbd_touching_evaluate (const MbdIntegrator *self,
                            const MbdTouch *touch,
                            const double *q,
                            const double *v,
                            MbdTouchState *out);
/// Bring shapes to a pose and find all their manifolds; false without memory.
bool mbd_touching_collide (MbdIntegrator *self, const double *q, const double *v, double h);
/// The problem of the held touches and of the rows of couplings that are solved, at the pose of the
/// work state. Accelerations: modes as they are. `known` is minus the known terms of the rows,
/// batch layout.
MbdContactProblem
mbd_touching_problem (MbdIntegrator *self, const double *q, const double *v, const double *known);
/// Pose, rows and forces of the work state.
void mbd_touching_prepare (MbdIntegrator *self, double time, const double *q, const double *v);
/// Solve the accelerations as a complementarity problem at the held touches and rows, where those
/// with a mode of sliding slide and all others may stick: forces, and accelerations in `velocity`.
MbdContactReport mbd_touching_solve (MbdIntegrator *self, const MbdInstant *at);
/// Row i of a matrix times those accelerations, and the sizes of its terms.
double
mbd_touching_row (const MbdTouching *t, const double *rows, int i, int n, double k, double *size);
/// First entries of limits, bilateral rows and boxes in the packed answer of the last problem for
/// accelerations.
void mbd_touching_places (const MbdTouching *t, int places[3]);
/// Forces of the held touches from the packed answer.
void mbd_touching_take_forces (MbdTouching *t);
/// q or v onto the rows of couplings and touches: the nearest in the M-norm.
void mbd_touching_project (MbdIntegrator *self, double time, double *q, double *v, bool positions);
