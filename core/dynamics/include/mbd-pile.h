// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Many bodies in the plane that touch, at a fixed step: shapes, collision, and method X, which
// solves contacts with friction and the rows of joints together (docs/theory/contact.md). For
// piles, stacks and dominoes; for few contacts and forces that are to be exact: mbd-contact.h.
//
// A step takes no memory, unless more pairs come near than ever before. SI units, radians.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "mbd-api.h"
#include "mbd-shape.h"

MBD_BEGIN_DECLS

/// Bodies with shapes in the plane, advanced at a fixed step.
typedef struct MbdPile MbdPile;

/// Body 0 does not move.
#define MBD_PILE_STATIC 0

/// Kind of a row.
typedef enum
{
  MBD_PILE_LOCK,       ///< G v + e = 0
  MBD_PILE_UNILATERAL, ///< G v + e >= 0, impulse >= 0
  MBD_PILE_BOX,        ///< G v + e = 0 within |impulse| <= limit
} MbdPileRowKind;

enum
{
  MBD_PILE_SIDES = 4, ///< largest number of bodies of a row
};

/// A row of a joint, stop, rope or motor, given anew for every step.
typedef struct
{
  MbdPileRowKind kind;         ///< kind of the row
  int sides;                   ///< number of bodies
  int body[MBD_PILE_SIDES];    ///< indices of the bodies
  double G[MBD_PILE_SIDES][3]; ///< on vx, vy, omega of each body
  /// Minus the second derivative of the row by the angle of each body, m: times the impulse of the
  /// last step it is a stiffness, which is taken implicitly where it is positive. Light links under
  /// load, whose directions would else be those of the start of the step, stay calm. May be 0
  double curvature[MBD_PILE_SIDES];
  double e;       ///< known term, m/s or rad/s: erp times the error over h; a gap over h
  double cfm;     ///< of impulses, 1/kg; 0: rigid
  double limit;   ///< box: N s
  double impulse; ///< in: a start (that of the last step), out: the answer
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
  double erp;           ///< share of an overlap that a step removes, default 0.2
  double push_speed;    ///< m/s: overlaps are opened no faster than this; default 3
  double bounce_speed;  ///< m/s: what closes slower does not bounce; default 0.01
  double stiffness;     ///< kappa of ADMM, default 100
  int admm_first;       ///< n1: iterations before Newton is tried; default 6
  int admm_most;     ///< n2: iterations of a step, some more where it is nearly at rest; 10 to 15
                     ///< for real time (default 15), 30 for quality
  double tolerance;  ///< m/s, default 1e-6
  bool sleeps;       ///< bodies near each other that have all been calm for half a second are
                     ///< left out until something comes near or pulls; default false
  double calm_speed; ///< m/s, of points: calm; default 1e-6
} MbdPileSettings;

/// How the iterations of a step ended.
typedef enum
{
  MBD_PILE_BY_NEWTON, ///< Newton converged
  MBD_PILE_BY_ADMM,   ///< ADMM converged
  MBD_PILE_CAPPED,    ///< impulses are not converged: momentum is balanced, contacts may give way a
                      ///< little
} MbdPileEnd;

/// Result of mbd_pile_step ().
typedef struct
{
  MbdPileEnd end;    ///< how the iterations ended
  int pairs;         ///< pairs of bodies near each other
  int points;        ///< contact points
  int newton;        ///< iterations of Newton
  int admm;          ///< iterations of ADMM
  int factors;       ///< factorisations of this step
  bool ordered;      ///< the pairs changed and the elimination was ordered anew
  double residual;   ///< m/s: largest of M^-1 times the unbalanced impulse; where sweeps had to end
                     ///< the step, the largest change of a speed by the last of them
  double gap;        ///< m/s: largest closing speed left, or change of a slip
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
  int feature;             ///< the same from step to step while the same corners and edges touch
  double point[2];         ///< m
  double normal[2];        ///< unit, world axes, from a to b
  double gap;              ///< m, at the start of the step; negative: overlap
  double normal_impulse;   ///< N s, >= 0; over h the force on b along the normal
  double friction_impulse; ///< N s, on b along (-normal y, normal x)
  double slip;             ///< m/s, of b against a along that tangent
  bool sticks;             ///< true if the contact does not slide
} MbdPileContact;

/// Returns the default settings.
MbdPileSettings mbd_pile_default (void);

/// NULL when there is no memory or a setting is out of its range.
MbdPile *mbd_pile_new (const MbdPileSettings *settings);
/// Frees the pile; NULL is allowed.
void mbd_pile_free (MbdPile *pile);
/// The index of a new body with centre of mass (x, y) and angle; -1 when a number is not finite,
/// mass or inertia not > 0, or there is no memory.
int mbd_pile_add_body (MbdPile *pile, double mass, double inertia, const double position[3]);
/// *shape gets its number. BAD_PARAMETER with `why->value`, POLYGON_CROSSES (edges row and value),
/// OUT_OF_MEMORY.
MbdStatus
mbd_pile_add_shape (MbdPile *pile, int body, const MbdShape *def, int *shape, MbdDiagnosis *why);
/// Two shapes have their own material.
MbdStatus mbd_pile_set_pair (MbdPile *pile,
                             int shape_a,
                             int shape_b,
                             const MbdShapePair *pair,
                             MbdDiagnosis *why);
/// Two bodies, those of a joint for instance, do not collide.
MbdStatus mbd_pile_ignore (MbdPile *pile, int body_a, int body_b);

int mbd_pile_body_count (const MbdPile *pile); ///< with body 0
/// x, y, angle and velocities of a body.
void mbd_pile_get (const MbdPile *pile, int body, double position[3], double velocity[3]);
/// Sets position and velocities of a body; NULL leaves one unchanged. Body 0 is not changed.
void mbd_pile_set (MbdPile *pile, int body, const double position[3], const double velocity[3]);

/// One step h. forces: 3 for each body beside gravity, or NULL. OK, or NOT_FINITE, OUT_OF_MEMORY,
/// and then nothing has moved.
MbdStatus mbd_pile_step (MbdPile *pile,
                         double h,
                         const double *forces,
                         MbdPileRow *rows,
                         int n_rows,
                         MbdPileReport *report);
/// The contact points of the last step; answers how many there are, writes up to `most`.
int mbd_pile_contacts (const MbdPile *pile, MbdPileContact *contacts, int most);
/// Kinetic energy and that of gravity (0 at y = 0), J.
double mbd_pile_energy (const MbdPile *pile);

MBD_END_DECLS
