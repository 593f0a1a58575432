// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Many bodies in contact in the plane, at a fixed step: shapes, collision, and method X, which
// solves contacts with friction and the rows of joints together (docs/theory/contact.md). For
// piles, stacks and dominoes; for few contacts and exact forces use mbd-contact.h.
//
// A step does not allocate unless more pairs are close than ever before. SI units, radians.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "mbd-api.h"
#include "mbd-shape.h"

MBD_BEGIN_DECLS

/// Bodies with shapes in the plane, advanced at a fixed step.
typedef struct MbdPile MbdPile;

/// Index of the body that does not move.
#define MBD_PILE_STATIC 0

/// Kind of a row.
typedef enum
{
  MBD_PILE_LOCK,       ///< G v + e = 0
  MBD_PILE_UNILATERAL, ///< G v + e >= 0, impulse >= -limit
  MBD_PILE_BOX,        ///< G v + e = 0 within |impulse| <= limit
} MbdPileRowKind;

enum
{
  MBD_PILE_SIDES = 4, ///< largest number of bodies of a row
};

/// A row of a joint, stop, rope or motor, set again for every step.
typedef struct
{
  MbdPileRowKind kind;         ///< kind of the row
  int sides;                   ///< number of bodies
  int body[MBD_PILE_SIDES];    ///< indices of the bodies
  double G[MBD_PILE_SIDES][3]; ///< coefficients of vx, vy, omega of each body
  /// Minus the second derivative of the row by the angle of each body, m: multiplied by the impulse
  /// of the last step (the start value) it is a stiffness, which is integrated implicitly if it is
  /// positive. This keeps light links under load calm, whose directions would otherwise be those at
  /// the start of the step. May be 0
  double curvature[MBD_PILE_SIDES];
  double e;     ///< known term, m/s or rad/s: erp times the error over h, or a gap over h
  double cfm;   ///< compliance of impulses, 1/kg; 0: rigid
  double limit; ///< box, unilateral: N s, >= 0
  int follows;  ///< box: 1 + the number of an earlier row; the limit is friction times its impulse
                ///< plus `cohesion`, if that is positive; 0: none
  double friction; ///< for `follows`, >= 0
  double cohesion; ///< for `follows`, N s, >= 0
  double impulse;  ///< in: start value (from the last step), out: the solution
} MbdPileRow;

/// Method of solution.
typedef enum
{
  MBD_PILE_METHOD_X,      ///< ADMM, polished by a semismooth Newton method
  MBD_PILE_METHOD_SWEEPS, ///< projected Gauss-Seidel, `admm_most` sweeps: for comparison
} MbdPileMethod;

/// Settings of a pile. Start from mbd_pile_default ().
typedef struct
{
  MbdPileMethod method; ///< default MBD_PILE_METHOD_X
  double gravity[2];    ///< m/s^2, default (0, -9.81)
  double erp;           ///< fraction of an overlap that a step removes, default 0.2
  double push_speed;    ///< m/s: largest speed at which overlaps are opened; default 3
  double bounce_speed;  ///< m/s: contacts that close more slowly do not bounce; default 0.01
  double stiffness;     ///< kappa of ADMM, default 100
  int admm_first;       ///< n1: iterations before Newton is tried; default 6
  int admm_most;     ///< n2: iterations of a step, some more if it is nearly at rest; 10 to 15 for
                     ///< real time (default 15), 30 for quality
  double tolerance;  ///< m/s, default 1e-6
  bool sleeps;       ///< true if bodies near each other that have all been calm for half a second
                     ///< are left out until a body comes near or a force or joint pulls; default
                     ///< false
  double calm_speed; ///< m/s, of points: largest speed that counts as calm; default 1e-6
} MbdPileSettings;

/// End of the iterations of a step.
typedef enum
{
  MBD_PILE_BY_NEWTON, ///< Newton converged
  MBD_PILE_BY_ADMM,   ///< ADMM converged
  MBD_PILE_CAPPED,    ///< impulses did not converge: momentum is balanced, contacts may yield
                      ///< slightly
} MbdPileEnd;

/// Result of mbd_pile_step ().
typedef struct
{
  MbdPileEnd end;    ///< end of the iterations
  int pairs;         ///< number of pairs of bodies near each other
  int points;        ///< number of contact points
  int newton;        ///< number of Newton iterations
  int admm;          ///< number of ADMM iterations
  int factors;       ///< number of factorisations of this step
  bool ordered;      ///< true if the pairs changed and the elimination was ordered again
  double residual;   ///< m/s: largest component of M^-1 times the unbalanced impulse; if sweeps
                     ///< ended the step, the largest change of a speed by the last of them
  double gap;        ///< m/s: largest remaining closing speed or change of a slip
  double pull;       ///< m/s: largest change of a speed by the forces of the step, or a
                     ///< thousandth of the largest speed if that is more
  double deepest;    ///< m, >= 0: largest overlap at the start of the step
  long factor_bytes; ///< memory of the factor
  int asleep;        ///< number of bodies that are asleep
} MbdPileReport;

/// A contact point after a step.
typedef struct
{
  int body_a;              ///< index; the normal points from a to b
  int body_b;              ///< index
  int shape_a;             ///< number of the shape of body_a, from mbd_pile_add_shape ()
  int shape_b;             ///< number of the shape of body_b
  int feature;             ///< constant from step to step while the same corners and edges touch
  double point[2];         ///< m
  double normal[2];        ///< unit, world axes, from a to b
  double gap;              ///< m, at the start of the step; negative: overlap
  double normal_impulse;   ///< N s, >= 0; divided by h, the force on b along the normal
  double friction_impulse; ///< N s, on b along (-normal y, normal x)
  double slip;             ///< m/s, of b relative to a along that tangent
  bool sticks;             ///< true if the contact does not slide
} MbdPileContact;

/// Returns the default settings.
MbdPileSettings mbd_pile_default (void);

/// Creates a pile. Returns NULL if there is not enough memory or a setting is out of range.
MbdPile *mbd_pile_new (const MbdPileSettings *settings);
/// Frees the pile; NULL is allowed.
void mbd_pile_free (MbdPile *pile);
/// Adds a body with centre of mass (x, y) and angle, and returns its index. Returns -1 if a number
/// is not finite, mass or inertia is not > 0, or there is not enough memory.
int mbd_pile_add_body (MbdPile *pile, double mass, double inertia, const double position[3]);
/// Adds a shape to a body; *shape receives its number. Returns BAD_PARAMETER with `why->value`,
/// POLYGON_CROSSES (edges in row and value) or OUT_OF_MEMORY.
MbdStatus
mbd_pile_add_shape (MbdPile *pile, int body, const MbdShape *def, int *shape, MbdDiagnosis *why);
/// Sets the material of a pair of shapes.
MbdStatus mbd_pile_set_pair (MbdPile *pile,
                             int shape_a,
                             int shape_b,
                             const MbdShapePair *pair,
                             MbdDiagnosis *why);
/// Excludes two bodies, of a joint for instance, from colliding with each other.
MbdStatus mbd_pile_ignore (MbdPile *pile, int body_a, int body_b);

int mbd_pile_body_count (const MbdPile *pile); ///< including body 0
/// Writes x, y, angle and velocities of a body.
void mbd_pile_get (const MbdPile *pile, int body, double position[3], double velocity[3]);
/// Sets position and velocities of a body; NULL leaves one unchanged. Body 0 is not changed.
void mbd_pile_set (MbdPile *pile, int body, const double position[3], const double velocity[3]);

/// Makes one step h. forces: 3 for each body in addition to gravity, or NULL. Returns OK,
/// NOT_FINITE or OUT_OF_MEMORY; on failure nothing moves.
MbdStatus mbd_pile_step (MbdPile *pile,
                         double h,
                         const double *forces,
                         MbdPileRow *rows,
                         int n_rows,
                         MbdPileReport *report);
/// Writes up to `most` contact points of the last step and returns their number.
int mbd_pile_contacts (const MbdPile *pile, MbdPileContact *contacts, int most);
/// Returns the kinetic energy plus the potential energy of gravity (0 at y = 0), J.
double mbd_pile_energy (const MbdPile *pile);

MBD_END_DECLS
