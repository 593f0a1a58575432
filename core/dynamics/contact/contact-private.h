// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the contact problem, shared by its files.

#pragma once

#include "arena-private.h"
#include "mbd-contact.h"

struct MbdContact
{
  MbdArena arena;
  MbdContactSizes most;
  MbdComplementarity *solver;
  const MbdContactProblem *problem;
  MbdContactKind kind;
  double step;
  int contacts, friction_rows, limits; // numbers in the prepared problem
  int boxes, soft;                     // boxes that are solved for, soft bilateral rows
  int rows;                            // total number of these
  int rigid;                           // bilateral rows that are eliminated
  int *contact_of;                     // friction entry -> contact
  int *row_of;                         // friction entry -> row of F
  int *soft_row, *rigid_row;           // -> bilateral row
  int *box_row;                        // -> box
  double *J;                           // rows x n
  double *CJ;                          // n x rows: C times the forces of unit unknowns
  double *size;                        // n x rows: sizes of the terms of CJ
  double *base;                        // rows x rows: J CJ
  double *fixed, *growing;             // J times x at h = 0, and its slope
  double *k;                           // rows, without errors
  double *x_fixed, *x_growing;         // n
  double *G, *GW;                      // rigid x n
  double *K, *work;                    // pseudo-inverse; scratch of it
  double *A;                           // rigid x n, scratch: G M^-1/2
  bool only_motion;                    // true if only the motion is used, not the bilateral forces:
                                       // dependent rows need not share them
  bool refines;                        // true if K is so large that its results are corrected
  double *M, *q;                       // matrix and right side of the complementarity problem
  MbdSet *sets;
  double *z;
  double *own;        // packed result of one contact
  double *vectors[3]; // n or rows, scratch
  double *unit[3];    // n: force of a unit unknown, sizes of its terms, and of the motion it causes
};

static inline double
mbd_contact_value (const double *array, int i)
{
  return array != NULL ? array[i] : 0;
}

static inline int
mbd_contact_directions (const MbdContactProblem *problem, int contact)
{
  return problem->directions != NULL ? problem->directions[contact] : 1;
}

static inline bool
mbd_contact_slides (const MbdContactProblem *problem, MbdContactKind kind, int contact)
{
  return kind == MBD_CONTACT_ACCELERATION && mbd_contact_value (problem->slip, contact) != 0;
}

/// Returns true if a box has no unknown: it slips under the force of its contact.
static inline bool
mbd_contact_box_slips (const MbdContactProblem *problem, MbdContactKind kind, int box)
{
  return kind == MBD_CONTACT_ACCELERATION && problem->box_contact != NULL
         && problem->box_contact[box] >= 0 && mbd_contact_value (problem->box_slip, box) != 0;
}

/// Computes the forces of all rows from the unknowns, including the dependent forces of rigid rows.
/// *left receives the residual of the rigid rows.
void mbd_contact_pack (MbdContact *self, const double *z, double *forces, double *left);
