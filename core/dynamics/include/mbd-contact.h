// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contacts with friction, limits and bilateral rows at one instant, on plain matrices
// (docs/theory/contact.md): three problems with one packed result. All matrices are row-major, n =
// velocities.
//
//   accelerations  x = a    0 <= N a + kN _|_ f_N >= 0,  0 <= L a + kL _|_ f_L >= 0,  G a + kG = 0
//   impacts        x = v+   the same with impulses; nothing happens unless something approaches
//   time step h    x = v+   v+ = v + h M^-1 (f + ...); forces, not impulses, are the unknowns
//
// Friction forces f_F act along the rows of F with sum |f_F| <= mu f_N per contact (round: a disc)
// and F x + kF = 0 inside. Contacts that slide (accelerations only) carry -mu f_N along the
// direction of sliding and have no friction entries in the result.
//
// Packed result: [normals; friction of contacts that do not slide; limits; bilateral rows; boxes].
//
// Bilateral rows are eliminated first. With K = G M^-1 G' and its pseudo-inverse every block uses
//   C = M^-1 - M^-1 G' K^+ G M^-1
// (with M^-1 in its place friction would ignore the part of the load that joints carry). Soft rows
// are kept as unknowns.

#pragma once

#include "mbd-api.h"
#include "mbd-complementarity.h"

MBD_BEGIN_DECLS

/// Kind of a contact problem, which determines the meaning of x.
typedef enum
{
  MBD_CONTACT_ACCELERATION, ///< x are accelerations
  MBD_CONTACT_IMPACT,       ///< x are velocities after an impact
  MBD_CONTACT_STEP,         ///< x are velocities after a time step
} MbdContactKind;

/// A contact problem. The arrays are borrowed; NULL stands for zeros unless specified otherwise.
typedef struct
{
  int velocities;             ///< n, number of velocity coordinates
  const double *inverse_mass; ///< n x n, symmetric; required
  const double *force;        ///< n, N or N m; not used by impacts
  const double *velocity;     ///< n, before the impact or step

  int contacts;           ///< number of contacts
  const double *N;        ///< contacts x n: Jacobian of the gaps
  const double *kN;       ///< contacts: known terms of N, m/s^2 or m/s
  const double *friction; ///< contacts: mu >= 0
  const int *directions;  ///< contacts: number of rows of F, 0 .. 16; 1 each if NULL
  const double *F;        ///< Jacobian of the slips: the rows of the first contact, then the next
  const double *kF;       ///< known terms of F
  const double *slip;     ///< contacts: 0, or +-1 if the contact slides that way along its first
                          ///< row of F; accelerations only
  bool round;             ///< true if contacts with two directions have a round cone
  int limits;             ///< number of limits
  const double *L;        ///< limits x n: Jacobian of the limits
  const double *kL;       ///< limits: known terms of L
  int bilateral;          ///< number of bilateral rows
  const double *G;        ///< bilateral x n: Jacobian of the bilateral rows
  const double *kG;       ///< bilateral: known terms of G

  // Soft rows and errors, time step only: row x + cfm f + erp error / h + k = 0 or >= 0.
  const double *cfm_N;   ///< contacts: cfm of the normals
  const double *cfm_F;   ///< cfm of the rows of F
  const double *cfm_L;   ///< limits: cfm
  const double *cfm_G;   ///< bilateral: cfm
  const double *error_N; ///< contacts: gaps, m; a positive gap enters in full, whatever erp
  const double *error_L; ///< limits: errors, m or rad
  const double *error_G; ///< bilateral: errors, m or rad
  double erp;            ///< erp of rows without a separate value
  const double *erp_N;   ///< contacts: erp; `erp` if NULL
  const double *erp_L;   ///< limits: erp; `erp` if NULL
  const double *erp_G;   ///< bilateral: erp; `erp` if NULL

  // Boxes: B x + kB = 0 within a bound, else the force is at the bound against B x + kB: motors of
  // limited effort, dry friction in joints, rolling friction. Boxes without a contact take no part
  // in impacts.
  int boxes;              ///< number of boxes
  const double *B;        ///< boxes x n: Jacobian of the boxes
  const double *kB;       ///< boxes: known terms of B
  const double *bound;    ///< boxes: N or N m, >= 0; with a contact, m: multiplied by its normal
                          ///< force
  const int *box_contact; ///< boxes: contact whose normal force bounds the box, -1 if none; NULL
                          ///< for none
  const double *impulse_bound; ///< impacts: boxes: N s or N m s, >= 0, of those without a contact;
                               ///< NULL: these carry no impulse
  const double *box_slip; ///< accelerations: boxes: 0, or +-1 if the box has a contact that slips
                          ///< that way
} MbdContactProblem;

/// Result of a contact problem in addition to the forces.
typedef struct
{
  MbdComplementarityReport solution; ///< solution of the complementarity problem; its status
                                     ///< applies to the whole contact problem
  double bilateral_residual;         ///< largest |G x + kG| of rigid rows, over the largest term
  bool painleve; ///< true if a sliding contact pushes itself away or into the other body, so that
                 ///< there is no solution or one of several, or if sliding contacts do so together
                 ///< and there is none
  double step;   ///< s, step taken
} MbdContactReport;

/// Largest sizes of the problems of an MbdContact.
typedef struct
{
  int velocities;    ///< number of velocity coordinates, at most 10000
  int contacts;      ///< number of contacts
  int friction_rows; ///< number of rows of F
  int limits;        ///< number of limits
  int bilateral;     ///< number of bilateral rows
  int boxes;         ///< number of boxes
  int lemke;         ///< unknowns up to which Lemke's method may be used; 0: 120
  int pairs;         ///< number of pairs of directions of a round cone in Lemke's method; 0: 8
} MbdContactSizes;

/// Memory for contact problems.
typedef struct MbdContact MbdContact;
/// Allocates memory for problems of up to these sizes; no other function of this header allocates.
/// Returns NULL if there is not enough memory or a size is out of range.
MbdContact *mbd_contact_new (const MbdContactSizes *most);
/// Frees the memory; NULL is allowed.
void mbd_contact_free (MbdContact *self);

/// Returns the length of the packed result, or -1 if a number of the problem is not valid.
int mbd_contact_force_count (const MbdContactProblem *problem, MbdContactKind kind);
/// Writes the indices of the first friction entry, first limit and first bilateral row in the
/// packed result.
void
mbd_contact_force_places (const MbdContactProblem *problem, MbdContactKind kind, int places[3]);

/// Computes the base matrix of a problem, whose arrays must remain valid until it is solved.
/// Returns false on bad input.
bool mbd_contact_prepare (MbdContact *self, const MbdContactProblem *problem, MbdContactKind kind);
/// Sets the step of a prepared time-step problem, s, > 0; may be called repeatedly.
bool mbd_contact_discretise (MbdContact *self, double step);
/// Returns the prepared problem as a complementarity problem: [normals; friction; limits; soft
/// bilateral rows], with arrays owned by `self`.
MbdComplementarityProblem mbd_contact_matrix (const MbdContact *self);
/// Solves the prepared problem. `forces` receives the packed result: 0 after bad input, the best
/// iterate after other failures.
MbdContactReport
mbd_contact_solve (MbdContact *self, const MbdComplementaritySettings *settings, double *forces);
/// Solves the prepared problem without inequalities: all rows hold, friction is not bounded.
MbdContactReport mbd_contact_solve_linear (MbdContact *self, double *forces);
/// Solves a time step; on failure h is halved, at most ten times. report.step is the step taken.
MbdContactReport mbd_contact_step (MbdContact *self,
                                   const MbdContactProblem *problem,
                                   double step,
                                   const MbdComplementaritySettings *settings,
                                   double *forces);

/// Writes the prepared problem as a linear complementarity problem w = M z + q, for an external
/// solver: z = [normals; friction forwards; friction backwards; slack of each contact that does not
/// slide; limits]. Returns its size, without writing if M is NULL; -1 with round cones, boxes or
/// soft bilateral rows.
int mbd_contact_to_lcp (const MbdContact *self, double *M, double *q);
/// Writes the packed result for a solution z of the linear complementarity problem.
void mbd_contact_from_lcp (MbdContact *self, const double *z, double *forces);

/// Computes kN = min (0, e N v): Newton's law of restitution for contacts that approach. If
/// friction can hold a body between contacts however hard they press, no impulses can separate them
/// at this speed, and the problem has no solution; with kN = 0 it has one.
void mbd_contact_restitution (const MbdContactProblem *problem, const double *e, double *kN);
/// Solves impacts one contact at a time, the fastest first, each with its own restitution e
/// (Newton's cradle then swings (0, 0, 1); solving all contacts together gives (-1/3, 2/3, 2/3)).
/// kN is not read; limits and boxes take no part. `velocity` (n) becomes v+, `forces` the sums of
/// the impulses.
MbdContactReport mbd_contact_impact_sequentially (MbdContact *self,
                                                  const MbdContactProblem *problem,
                                                  const double *e,
                                                  double *velocity,
                                                  double *forces);

/// Computes N' f_N + F' f_F + L' f_L + G' f_G from a packed result.
void mbd_contact_generalised_force (const MbdContactProblem *problem,
                                    MbdContactKind kind,
                                    const double *forces,
                                    double *f);
/// Computes a = M^-1 (f + generalised force).
void mbd_contact_acceleration (const MbdContactProblem *problem, const double *forces, double *a);
/// Computes M^-1 generalised force for an impact, h M^-1 (f + generalised force) for a step.
void mbd_contact_velocity_change (const MbdContactProblem *problem,
                                  MbdContactKind kind,
                                  double step,
                                  const double *forces,
                                  double *change);

/// Writes forces in contact frames: (normal, tangent) of each contact. frames: 2 x 2 per contact,
/// columns normal and tangent, which is its row of F. Returns false for wrong counts, frames that
/// are not orthonormal, or more than one tangent.
bool mbd_contact_forces_in_plane (const MbdContactProblem *problem,
                                  MbdContactKind kind,
                                  const double *forces,
                                  int n_forces,
                                  const double *frames,
                                  int n_frames,
                                  double *out);
/// Writes forces in contact frames in space: 3 x 3, columns normal, tangent 1, tangent 2; row k of
/// r rows of a contact points to the angle pi k / r from tangent 1 to tangent 2.
bool mbd_contact_forces_in_space (const MbdContactProblem *problem,
                                  MbdContactKind kind,
                                  const double *forces,
                                  int n_forces,
                                  const double *frames,
                                  int n_frames,
                                  double *out);

MBD_END_DECLS
