// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Time stepping, shared by time-stepper.c (a step), step-rows.c (the rows of couplings) and
// step-forces.c (force elements, and the ledger).

#pragma once

#include "integrator-private.h"
#include "mbd-force-class.h"
#include "pile-private.h"
#include "row-law-private.h"
#include "touch-tracker-private.h"

enum
{
  /// Largest number of rows of a force element: its directions, and one across its line.
  MBD_STEP_ROWS_OF_FORCE = MBD_MOST_DIRECTIONS + 1,
};

struct MbdStepper
{
  MbdArena arena;
  MbdPile *pile;
  int *body_of;  // body of the model by body of the pile
  int *index_of; // body of the pile by body of the model
  MbdPileRow *rows;
  int *row_of;   // batch layout, by row of the pile; rows of force elements come last
  int *pile_row; // row of the pile by batch layout, -1 if none
  int n_rows, n_coupling_rows, most_rows;
  int *first_row;    // first of these of each force element, and the end
  double *before;    // N s, start values of the rows of the pile
  double *impulse;   // batch layout, of the last step
  double *forces;    // 3 for each body of the pile
  double *element_f; // u layout, scratch: impulse of a force element
  double *plain;     // batch layout: G v
  double *by_time;   // batch layout: part of rates that functions of time prescribe
  double *rate;      // batch layout: G v, with v at the end of the step
  double *eps;       // batch layout: errors at the start of the step, below their level 0
  double *store[2];  // energies of force elements, then of couplings, at both ends of the step
  double *loss, *residual;    // W, of each force element at the start of the step, as in its action
  double *contact_f;          // u layout: forces of contacts in the last step
  unsigned char *role_before; // batch layout, roles at the start of the step
  unsigned char *role_begun;  // at a change during the run, whose first step is not known yet
  bool begins_again;          // true until that step is done
  bool limits_agree;          // true if limits of friction agree with the loads of the last step
  bool wedges;     // true if friction wedged a joint in the step, or on trial before the first one
  double *begun;   // N s, of each coupling: the first part of a blow that the next step completes
  double *closing; // N s, batch layout, of rows that closed in the last step: its impulse, else 0
  double *quiet;   // by row: multipliers after the last step in which no shapes struck each other
  int n_closing;   // number of rows with such an impulse
  int cuts;        // number of successive steps that ended before shapes struck, up to now
  int struck;      // number of successive steps in which they did, up to now
  MbdPileContact *contacts;
  int n_contacts, most_contacts;
  MbdPileReport report;
  MbdTouchTracker *tracker;
  double h;
  double share, overlap_share; // share of errors and overlaps removed: by this step, by a whole one
};

/// Fills the rows of the couplings for a step h from `start`, at the pose and rows of the work state.
void mbd_step_fill_rows (MbdIntegrator *self, double h);
/// Where friction wedges a joint in the step, so that forces are those of a blow, breaks the coupling whose
/// load is most above its limit. Returns true if the step is to be solved again without it.
bool mbd_step_break_wedged (MbdIntegrator *self);
/// Lets joints at rest hold in the first solve of a step, if their loads then allow that. Returns
/// true if there are any.
bool mbd_step_begin_limits (MbdIntegrator *self);
/// Gives such joints their limits after the step.
void mbd_step_end_limits (MbdIntegrator *self);
/// Brings limits of friction closer to the loads of the step. Returns true if it is to be solved again with
/// them. Call it only if some limit follows a load.
bool mbd_step_follow_loads (MbdIntegrator *self, int pass, double h);
/// Sets the roles with which a run begins: rows that touch or rest hold.
void mbd_step_start_rows (MbdIntegrator *self);
/// Reads impulses and roles after a step.
void mbd_step_take_rows (MbdIntegrator *self, double h);
/// Records the events of rows whose roles have changed in the step. Rows that close are recorded a
/// step later, with their impulse of both steps: the first one stops them only where they close.
void mbd_step_record_rows (MbdIntegrator *self);
/// Records the rows that closed in the last step, if no other continues it.
void mbd_step_flush_rows (MbdIntegrator *self, MbdStepper *stepper, double time);
/// Begins to watch for blows, with the loads that the first step, of size h, will find.
void mbd_step_start_blows (MbdIntegrator *self, double h);
/// Breaks couplings whose limits are reached at the end of a step.
void mbd_step_break (MbdIntegrator *self, double h);

/// Adds the rows of the force elements to those of the couplings.
void mbd_step_fill_forces (MbdIntegrator *self, double h);
/// Computes the ledger at the end of a step.
void mbd_step_keep_ledger (MbdIntegrator *self, double h);
/// Computes the velocity of b against a at a contact point, mean of the ends of a step, along n and
/// its tangent.
void
mbd_step_mean_approach (const MbdIntegrator *self, const MbdPileContact *contact, double along[2]);
/// Returns true if shapes strike each other in the last step, of size h: a force passes between them,
/// and before the step they approach faster than contacts at rest.
bool mbd_step_strikes (const MbdIntegrator *self, double h);
