// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What touches in accurate motion, as its two files see it: integrator-touch.c (steps and events)
// and integrator-touch-settle.c (impacts and modes).

#pragma once

#include "contact-private.h"
#include "integrator-private.h"
#include "touch-private.h"

enum
{
  MBD_MOST_TOUCHES = 64,
  MBD_MOST_TOUCH_VELOCITIES = 300
};

struct MbdTouching
{
  MbdArena arena;
  MbdStepper *stepper; // for its pile: shapes, pairs, manifolds
  MbdPile *pile;
  MbdContact *contact;
  MbdTouch touches[MBD_MOST_TOUCHES]; // those that are held
  int n_touches;
  double start_gap; // least gap of what is apart, at the start of the step
  double *W, *N, *F, *G, *kN, *kF, *kG, *slip, *mu, *velocity;
  int *directions;
  double *forces;
  double *external;    // u layout
  double speed;        // sqrt (g L)
  double acceleration; // g
};

/// A touch at positions and velocities of the model.
void mbd_touching_evaluate (const MbdIntegrator *self,
                            const MbdTouch *touch,
                            const double *q,
                            const double *v,
                            MbdTouchState *out);
/// Bring shapes to a pose and find all their manifolds; false without memory.
bool mbd_touching_collide (MbdIntegrator *self, const double *q, const double *v, double h);
/// The problem of the held touches at the pose of the work state. Accelerations: modes as they are.
MbdContactProblem
mbd_touching_problem (MbdIntegrator *self, const double *q, const double *v, const double *gamma);
/// Pose, rows and forces of the work state.
void mbd_touching_prepare (MbdIntegrator *self, double time, const double *q, const double *v);
/// Solve the accelerations as a complementarity problem at the held touches, where those with a
/// mode of sliding slide and all others may stick: forces, and accelerations in `velocity`.
MbdContactReport mbd_touching_solve (MbdIntegrator *self, const MbdInstant *at);
/// Row i of a matrix times those accelerations, and the sizes of its terms.
double
mbd_touching_row (const MbdTouching *t, const double *rows, int i, int n, double k, double *size);
